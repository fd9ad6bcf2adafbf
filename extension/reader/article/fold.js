/** Text without what editions of a page differ in: spaces, punctuation, width, case. @module */

const KEPT = /[\p{L}\p{N}\p{M}\p{S}]/u;

/**
 * @param {string} text
 * @returns {{text: string, places: number[]}} the folded text, and where each of its units stood;
 *   one more place stands for the end
 */
export function fold(text) {
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
