/** The units to speak: sentences, and announcements in place of code, tables and formulas. @module */
import { t, uiLanguage } from "../../shared/dom.js";
import { TextMap } from "../article/text_map.js";
import { sentencesOf } from "./sentences.js";

/** @typedef {{text: string, lang: string, start: number, end: number}} Unit spoken text and its place */

/** Elements announced instead of spoken. */
const BLOCKS = [
  { selector: "pre", words: () => t("speechCode") },
  { selector: "table", words: () => t("speechTable") },
  { selector: "math[display=block], .math.display", words: () => t("speechFormula") },
];

/** Replacements within sentences; footnote references are omitted. */
const INLINE = [
  { selector: "math, .math", words: (element) => element.getAttribute("alttext")?.length < 24 ? element.getAttribute("alttext") : t("speechFormula") },
  { selector: "sup:has(> a[href^='#'])", words: () => "" },
];

const match = (kinds, text, map) =>
  kinds.flatMap(({ selector, words }) =>
    [...text.querySelectorAll(selector)].map((element) => ({ ...map.spanOf(element), words: words(element), element })),
  );

/** @param {HTMLElement} text the article's @returns {{map: TextMap, units: Unit[]}} */
export function unitsOf(text) {
  const map = new TextMap(text);
  const whole = match(BLOCKS, text, map).filter(({ element }) => !element.parentElement.closest("table, pre"));
  const inline = match(INLINE, text, map);
  const lang = text.closest("[lang]")?.getAttribute("lang") || uiLanguage();
  const units = sentencesOf(withoutOmitted(map.text, inline), lang)
    .filter(({ start, end }) => !whole.some((one) => start < one.end && end > one.start))
    .map(({ start, end }) => {
      const own = map.range(start, start + 1).startContainer.parentElement?.closest(".text [lang]")?.getAttribute("lang");
      return { text: spoken(map.text, start, end, inline), lang: own || lang, start, end };
    })
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  const announced = whole.filter(({ start, end }) => end > start).map(({ start, end, words }) => ({ text: words, lang: uiLanguage(), start, end }));
  return { map, units: [...units, ...announced].sort((a, b) => a.start - b.start) };
}

/** The text with spaces in place of omitted parts, because “.[1]” would hide the end of a sentence. */
const withoutOmitted = (text, inline) =>
  inline.filter(({ words }) => !words).reduce((rest, { start, end }) => rest.slice(0, start) + " ".repeat(end - start) + rest.slice(end), text);

/** A sentence with its formulas replaced. */
function spoken(text, start, end, inline) {
  let result = "";
  let at = start;
  for (const one of inline.filter((one) => one.start >= start && one.end <= end).sort((a, b) => a.start - b.start)) {
    if (one.start < at) continue;
    result += `${text.slice(at, one.start)}${one.words && ` ${one.words} `}`;
    at = one.end;
  }
  return (result + text.slice(at, end)).replace(/\s+/g, " ").trim();
}
