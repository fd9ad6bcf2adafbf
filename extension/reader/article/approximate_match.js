/** Approximate string matching: candidates by common trigrams, then alignment with the fewest edits (Sellers 1980). @module */

/** Characters per gram; width of a bucket of diagonals; maximum candidates that are aligned. */
const GRAM = 3;
const BUCKET = 32;
const CANDIDATES = 6;

/** Maximum occurrences of a gram; maximum characters that are aligned: longer patterns are matched by both ends. */
const MAX_OCCURRENCES = 400;
const MAX_LENGTH = 400;

/** @param {string} pattern folded @param {string} text folded @param {number} maxEdits as a share @returns {{start: number, end: number, errors: number}[]} fewest edits first */
export function approximate(pattern, text, maxEdits) {
  if (pattern.length > 2 * MAX_LENGTH) return byEnds(pattern, text, maxEdits);
  const slack = Math.ceil(pattern.length * maxEdits) + BUCKET;
  const found = candidates(pattern, text).map((at) => {
    const from = Math.max(0, at - slack);
    return align(pattern, text.slice(from, at + pattern.length + slack), from);
  });
  return found.filter(({ errors }) => errors <= pattern.length * maxEdits).sort((a, b) => a.errors - b.errors);
}

/** Match a long pattern by its beginning and its end, if they are about as far apart as in the pattern. */
function byEnds(pattern, text, maxEdits) {
  const [heads, tails] = [pattern.slice(0, MAX_LENGTH), pattern.slice(-MAX_LENGTH)].map((part) => approximate(part, text, maxEdits));
  const pairs = heads.flatMap((head) => tails.map((tail) => ({ start: head.start, end: tail.end, errors: head.errors + tail.errors })));
  return pairs.filter(({ start, end }) => Math.abs(end - start - pattern.length) < pattern.length * maxEdits);
}

/** Possible starts of the pattern, by votes of common grams. */
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
    if (known.length < MAX_OCCURRENCES) places.set(gram, [...known, at]);
  }
  return places;
}

/** The substring of `text` with the smallest edit distance to the pattern. */
function align(pattern, text, from) {
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
