/** What the settings amount to in the text that is shown. @module */
import { el, t } from "../../shared/dom.js";
import { formatNumber } from "../../shared/format.js";

/** Stands for the text where a page has none. */
const probe = el("article", { hidden: "" });

/** @typedef {{size: number, line: number, measure: number, letter: number, weight: number}} Measured CSS pixels; `line`, `letter` times the size */

/** @returns {Measured} */
export function measured() {
  const article = document.querySelector("article") ?? document.body.appendChild(probe);
  const style = getComputedStyle(article);
  const pixels = (name) => parseFloat(style.getPropertyValue(name)) || 0;
  const size = pixels("font-size");
  return {
    size,
    line: pixels("line-height") / size,
    measure: pixels("max-inline-size"),
    letter: pixels("letter-spacing") / size,
    weight: pixels("font-weight"),
  };
}

/** The value of each setting that goes up and down, as it is written beside it. @type {Record<string, (now: Measured) => string>} */
export const EXACT = {
  line: ({ line }) => formatNumber(Math.round(line * 100) / 100),
  measure: ({ measure }) => t("pixels", formatNumber(Math.round(measure))),
  letter: ({ letter }) => t("percentage", formatNumber(Math.round(letter * 100))),
  weight: ({ weight }) => String(weight),
};
