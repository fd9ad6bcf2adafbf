/**
 * What a drawn article may need besides: coloured code, pictures that open large, footnotes in place, the outline, the
 * progress line, vertical paging; further pages, "Why these parts?", opening a site's articles without a click. Each is
 * imported where the text has a use for it.
 */
import { useStyle } from "../../shared/dom.js";
import { useExplanation } from "./explain.js";
import { useFurtherPages } from "./further_pages.js";
import { offerAutomaticOpening } from "./open_automatically.js";
import { useOutline } from "./outline.js";
import { useProgressLine } from "./progress_line.js";
import { useVertical } from "./vertical.js";

/** What only some texts need. @param {HTMLElement} main */
export function enhanceText(main) {
  if (main.querySelector(".text pre")) import("./code.js").then(({ useCode }) => useCode(main));
  if (main.querySelector(".text code.math")) import("./math.js").then(({ drawRest }) => drawRest(main));
  if (main.querySelector("article img")) import("./lightbox.js").then(({ useLightbox }) => useLightbox(main));
  if (main.querySelector(".text a[href^='#jd-']")) import("./footnotes.js").then(({ useFootnotes }) => useFootnotes(main));
  useOutline(main);
}

let started = false;

function start(main) {
  started = true;
  useStyle("../reader/enhancements/enhancements.css");
  main.addEventListener("jingdu:more-text", () => enhanceText(main));
  useProgressLine();
  useVertical();
}

/** @param {import("../reader.js").Drawn} drawn */
export function useEnhancements(drawn) {
  const { main, answer } = drawn;
  const isArticle = answer.state === "article";
  const isPage = isArticle && !answer.item;
  if (isArticle && !started) start(main);
  if (isArticle) enhanceText(main);
  useExplanation(drawn, isPage && !answer.page?.whole);
  if (!isPage) return;
  useFurtherPages(drawn);
  offerAutomaticOpening(drawn);
}
