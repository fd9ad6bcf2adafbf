/**
 * Anchors of highlights, a text quote and a text position (W3C Web Annotation), and finding them in a text that may have
 * changed: at the same place, then the same words, then without spaces and punctuation, then with the fewest edits. @module
 */
import { approximate } from "./approximate_match.js";

/** Characters of context that are kept on either side. */
const CONTEXT = 48;

/** Edits that are borne, as a share of the quote. */
const MOST_EDITS = 0.3;

/** Folded characters below which a share of the context must be there too. */
const TELLING = 12;
const ENOUGH = 0.5;

/** @typedef {{quote: {exact: string, prefix: string, suffix: string}, position: {start: number, end: number}}} Anchor */

/** The anchor of a part of the text. @returns {Anchor} */
export function describe(text, start, end) {
  const quote = {
    exact: text.slice(start, end),
    prefix: text.slice(Math.max(0, start - CONTEXT), start).replace(/^[\udc00-\udfff]/, ""),
    suffix: text.slice(end, end + CONTEXT).replace(/[\ud800-\udbff]$/, ""),
  };
  return { quote, position: { start, end } };
}

function placesOf(exact, text) {
  const found = [];
  for (let at = text.indexOf(exact); at >= 0; at = text.indexOf(exact, at + 1)) found.push({ start: at, end: at + exact.length, errors: 0 });
  return found;
}

/** Finds anchors in a text. Folding the text is done once for all of them, and only if it is needed. */
export class Finder {
  #folded = null;

  constructor(text) {
    this.text = text;
  }

  /** @param {Anchor} anchor @returns {{start: number, end: number} | null} null where it is no longer there */
  find(anchor) {
    const { exact } = anchor.quote;
    if (!exact) return null;
    return this.#inPlace(anchor) ?? this.#best(anchor, placesOf(exact, this.text)) ?? this.#refound(anchor);
  }

  #inPlace({ quote, position: { start } }) {
    const end = start + quote.exact.length;
    const isThere = this.text.startsWith(quote.prefix + quote.exact + quote.suffix, start - quote.prefix.length);
    return start >= quote.prefix.length && isThere ? { start, end } : null;
  }

  #refound(anchor) {
    this.#folded ??= fold(this.text);
    const { text, places } = this.#folded;
    const pattern = fold(anchor.quote.exact).text;
    if (!pattern) return null;
    const back = ({ start, end, errors }) => ({ start: places[start], end: after(this.text, places[end - 1]), errors });
    const same = placesOf(pattern, text);
    const near = same.length ? same : approximate(pattern, text, MOST_EDITS).filter(({ start, end }) => end > start);
    return this.#best(anchor, near.map(back));
  }

  /** The place whose neighbours are most alike; of equal ones the nearest. */
  #best({ quote, position }, found) {
    const length = fold(quote.exact).text.length;
    const isTelling = length >= TELLING || /[\p{Script=Han}\p{Script=Kana}]/u.test(quote.exact) && length >= TELLING / 2;
    const judged = found.map((place) => ({
      ...place,
      context: this.#similarity(quote, place),
      share: place.errors / Math.max(1, length),
      distance: Math.abs(place.start - position.start),
    }));
    const possible = judged.filter(({ context, errors }) => context >= ENOUGH || (isTelling && (errors === 0 || length >= TELLING)));
    possible.sort((a, b) => b.context - b.share - (a.context - a.share) || a.distance - b.distance);
    return possible[0] ? { start: possible[0].start, end: possible[0].end } : null;
  }

  /** 0 to 1: how much of the better of both neighbours is there; both count where they tie. */
  #similarity({ prefix, suffix }, { start, end }) {
    const before = alike(reversed(fold(prefix).text), reversed(fold(this.text.slice(Math.max(0, start - 2 * CONTEXT), start)).text));
    const behind = alike(fold(suffix).text, fold(this.text.slice(end, end + 2 * CONTEXT)).text);
    return Math.max(before, behind) * 0.9 + Math.min(before, behind) * 0.1;
  }
}

const reversed = (text) => [...text].reverse().join("");

const after = (text, place) => place + String.fromCodePoint(text.codePointAt(place) ?? 0).length;

/** The share of pairs of `wanted` that `there` has, those that lie close counting alike. An empty one asks for nothing there. */
function alike(wanted, there) {
  if (!wanted) return there ? 0.3 : 1;
  if (wanted.length < 4) return there.startsWith(wanted) ? 1 : 0;
  const near = there.slice(0, wanted.length + 16);
  const pairs = Array.from({ length: wanted.length - 1 }, (_, at) => wanted.slice(at, at + 2));
  return pairs.filter((pair) => near.includes(pair)).length / pairs.length;
}

const KEPT = /[\p{L}\p{N}\p{M}\p{S}]/u;

/** Text without spaces, punctuation, width and case, and where each of its units and the end was. @param {string} text */
function fold(text) {
  const places = [];
  let folded = "";
  let place = 0;
  for (const sign of text) {
    const plain = KEPT.test(sign) ? sign.normalize("NFKC").toLowerCase() : "";
    folded += plain;
    for (let unit = 0; unit < plain.length; unit++) places.push(place);
    place += sign.length;
  }
  places.push(place);
  return { text: folded, places };
}
