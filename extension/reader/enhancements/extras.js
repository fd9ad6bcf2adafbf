/**
 * What is around the article in the reader: its further pages, what was left out and why, and
 * opening a site's articles without a click. Imported when the article is on the screen.
 */
import { useFollowing } from "./further_pages.js";
import { useSite } from "./open_automatically.js";
import { useWhy } from "./explain.js";

/**
 * @typedef {object} Drawn
 * @property {string} key the reading's, as the address has it
 * @property {HTMLElement} main
 * @property {object} answer what was drawn
 * @property {(answer: object) => Promise<void>} redraw draws another answer, with all that belongs to it
 */

/** Load the style sheet once; nothing of it is needed for the article itself. */
function useStyle() {
  if (document.querySelector('link[href$="around.css"]')) return;
  const link = document.createElement("link");
  Object.assign(link, { rel: "stylesheet", href: "../reader/enhancements/extras.css" });
  document.head.append(link);
}

/** @param {Drawn} drawn */
export function useAround(drawn) {
  useStyle();
  const isArticle = drawn.answer.state === "article";
  useWhy(drawn, isArticle && !drawn.answer.item && !drawn.answer.page?.whole);
  if (!isArticle || drawn.answer.item) return;
  useFollowing(drawn);
  useSite(drawn);
}
