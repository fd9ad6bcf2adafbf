/** Where a text is in an edited one: common trigrams, then the alignment of fewest edits (Sellers 1980). @module */

/** Characters of a gram; the units of a diagonal's bucket; how many candidates are aligned. */
const GRAM = 3;
const BUCKET = 32;
const CANDIDATES = 6;

/** Occurrences beyond which a gram is ignored; characters that are aligned, of longer ones the two ends. */
const COMMON = 400;
const MAX_LENGTH = 400;

/** @param {string} pattern folded @param {string} text folded @param {number} most edits, as a share; the fewest edits first */
export function approximate(pattern, text, most) {
  if (pattern.length > 2 * MAX_LENGTH) return byEnds(pattern, text, most);
  const slack = Math.ceil(pattern.length * most) + BUCKET;
  const found = candidates(pattern, text).map((at) => {
    const from = Math.max(0, at - slack);
    return aligned(pattern, text.slice(from, at + pattern.length + slack), from);
  });
  return found.filter(({ errors }) => errors <= pattern.length * most).sort((a, b) => a.errors - b.errors);
}

/** A long text is there if its beginning is, and its end not too far behind it. */
function byEnds(pattern, text, most) {
  const [heads, tails] = [pattern.slice(0, MAX_LENGTH), pattern.slice(-MAX_LENGTH)].map((part) => approximate(part, text, most));
  const fits = (length) => length > pattern.length * (1 - most) && length < pattern.length * (1 + most);
  return heads.flatMap((head) =>
    tails
      .filter((tail) => fits(tail.end - head.start))
      .map((tail) => ({ start: head.start, end: tail.end, errors: head.errors + tail.errors })),
  );
}

/** Where the pattern would begin, by the votes of the grams that both have. */
function candidates(pattern, text) {
  const places = gramsOf(pattern);
  const votes = new Map();
  for (let at = 0; at + GRAM <= text.length; at++) {
    for (const place of places.get(text.slice(at, at + GRAM)) ?? []) {
      const bucket = Math.round((at - place) / BUCKET);
      votes.set(bucket, (votes.get(bucket) ?? 0) + 1);
    }
  }
  const best = [...votes].sort((a, b) => b[1] - a[1]).slice(0, CANDIDATES);
  return best.map(([bucket]) => Math.max(0, bucket * BUCKET));
}

function gramsOf(pattern) {
  const places = new Map();
  for (let at = 0; at + GRAM <= pattern.length; at++) {
    const gram = pattern.slice(at, at + GRAM);
    const known = places.get(gram) ?? [];
    if (known.length < COMMON) places.set(gram, [...known, at]);
  }
  return places;
}

/** The part of `text` that the pattern is fewest edits away from. */
function aligned(pattern, text, from) {
  let costs = Array.from({ length: pattern.length + 1 }, (_, at) => at);
  let starts = new Array(pattern.length + 1).fill(0);
  let best = { errors: pattern.length, start: 0, end: 0 };
  for (let end = 1; end <= text.length; end++) {
    const [next, origins] = [[0], [end]];
    for (let at = 1; at <= pattern.length; at++) {
      const same = costs[at - 1] + (pattern[at - 1] === text[end - 1] ? 0 : 1);
      const cost = Math.min(same, costs[at] + 1, next[at - 1] + 1);
      next.push(cost);
      origins.push(cost === same ? starts[at - 1] : cost === costs[at] + 1 ? starts[at] : origins[at - 1]);
    }
    [costs, starts] = [next, origins];
    if (costs[pattern.length] < best.errors) best = { errors: costs[pattern.length], start: starts[pattern.length], end };
  }
  return { errors: best.errors, start: from + best.start, end: from + best.end };
}
