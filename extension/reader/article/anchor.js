/**
 * Anchors of highlights: a text quote and a text position (W3C Web Annotation). In a changed text they are found by the same
 * position, then the same words, then ignoring spaces and punctuation, then with the fewest edits. @module
 */
import { approximate } from "./approximate_match.js";

/** Characters of context stored on either side. */
const CONTEXT = 48;

/** Maximum edits, as a share of the quote. */
const MAX_EDITS = 0.3;

/** Minimum folded characters of a quote that needs no context; minimum similarity of the context of shorter ones. */
const MIN_LENGTH = 12;
const MIN_CONTEXT = 0.5;

/** @typedef {{quote: {exact: string, prefix: string, suffix: string}, position: {start: number, end: number}}} Anchor */

/** The anchor of a range of the text. @returns {Anchor} */
export function describe(text, start, end) {
  const quote = {
    exact: text.slice(start, end),
    prefix: text.slice(Math.max(0, start - CONTEXT), start).replace(/^[\udc00-\udfff]/, ""),
    suffix: text.slice(end, end + CONTEXT).replace(/[\ud800-\udbff]$/, ""),
  };
  return { quote, position: { start, end } };
}

function occurrences(exact, text) {
  const found = [];
  for (let at = text.indexOf(exact); at >= 0; at = text.indexOf(exact, at + 1)) found.push({ start: at, end: at + exact.length, errors: 0 });
  return found;
}

/** Finds anchors in a text, which is folded at most once. */
export class Finder {
  #folded = null;

  constructor(text) {
    this.text = text;
  }

  /** @param {Anchor} anchor @returns {{start: number, end: number} | null} null if it is no longer there */
  find(anchor) {
    const { exact } = anchor.quote;
    if (!exact) return null;
    return this.#atPosition(anchor) ?? this.#best(anchor, occurrences(exact, this.text)) ?? this.#findFolded(anchor);
  }

  #atPosition({ quote, position: { start } }) {
    const end = start + quote.exact.length;
    const matches = this.text.startsWith(quote.prefix + quote.exact + quote.suffix, start - quote.prefix.length);
    return start >= quote.prefix.length && matches ? { start, end } : null;
  }

  #findFolded(anchor) {
    this.#folded ??= fold(this.text);
    const { text, places } = this.#folded;
    const pattern = fold(anchor.quote.exact).text;
    if (!pattern) return null;
    const unfold = ({ start, end, errors }) => ({ start: places[start], end: after(this.text, places[end - 1]), errors });
    const exact = occurrences(pattern, text);
    const found = exact.length ? exact : approximate(pattern, text, MAX_EDITS).filter(({ start, end }) => end > start);
    return this.#best(anchor, found.map(unfold));
  }

  /** The place with the most similar context and fewest edits, of equal ones the nearest; null if none is similar enough. */
  #best({ quote, position }, found) {
    const length = fold(quote.exact).text.length;
    const isUnambiguous = length >= MIN_LENGTH || /[\p{Script=Han}\p{Script=Kana}]/u.test(quote.exact) && length >= MIN_LENGTH / 2;
    const scored = found.map((place) => ({
      ...place,
      context: this.#similarity(quote, place),
      share: place.errors / Math.max(1, length),
      distance: Math.abs(place.start - position.start),
    }));
    const possible = scored.filter(({ context, errors }) => context >= MIN_CONTEXT || (isUnambiguous && (errors === 0 || length >= MIN_LENGTH)));
    possible.sort((a, b) => b.context - b.share - (a.context - a.share) || a.distance - b.distance);
    return possible[0] ? { start: possible[0].start, end: possible[0].end } : null;
  }

  /** Similarity of the context, 0 to 1; the more similar side counts most. */
  #similarity({ prefix, suffix }, { start, end }) {
    const before = similarity(reversed(fold(prefix).text), reversed(fold(this.text.slice(Math.max(0, start - 2 * CONTEXT), start)).text));
    const behind = similarity(fold(suffix).text, fold(this.text.slice(end, end + 2 * CONTEXT)).text);
    return Math.max(before, behind) * 0.9 + Math.min(before, behind) * 0.1;
  }
}

const reversed = (text) => [...text].reverse().join("");
const after = (text, place) => place + String.fromCodePoint(text.codePointAt(place) ?? 0).length;

/** The share of the bigrams of `expected` that are near the beginning of `actual`, 0 to 1. */
function similarity(expected, actual) {
  if (!expected) return actual ? 0.3 : 1;
  if (expected.length < 4) return actual.startsWith(expected) ? 1 : 0;
  const near = actual.slice(0, expected.length + 16);
  const pairs = Array.from({ length: expected.length - 1 }, (_, at) => expected.slice(at, at + 2));
  return pairs.filter((pair) => near.includes(pair)).length / pairs.length;
}

const SIGNIFICANT = /[\p{L}\p{N}\p{M}\p{S}]/u;

/** The text without spaces, punctuation and differences of width and case, and each code unit's index in the original. @param {string} text */
function fold(text) {
  const places = [];
  let folded = "";
  let place = 0;
  for (const sign of text) {
    const plain = SIGNIFICANT.test(sign) ? sign.normalize("NFKC").toLowerCase() : "";
    folded += plain;
    for (let unit = 0; unit < plain.length; unit++) places.push(place);
    place += sign.length;
  }
  places.push(place);
  return { text: folded, places };
}
