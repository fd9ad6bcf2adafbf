/** Footnotes in place: a click on a reference shows the note in a popover. @module */
import { el, t, uiLanguage } from "../../shared/dom.js";
import { placeAt } from "../../shared/layers.js";

/** Maximum characters of a note; longer targets are sections. */
const MAX_LENGTH = 1500;
const MARK = /^[\s[(（［〔]*(?:注|註|note\s*)?[\d*†‡§¶a-z–,-]{1,5}[\])）］〕\s]*$/i;
const BLOCKS = "li, p, dd, div, td, section, blockquote";
const isMark = (link) => MARK.test(link.textContent) && (!!link.closest("sup") || !!link.querySelector("sup") || /[[(（［〔*†‡]|注|註/.test(link.textContent));

/** The note that a reference links to, or null; it must come after the reference, because links to earlier text lead back. */
function noteOf(link) {
  const target = document.getElementById(decodeURIComponent(link.hash.slice(1)));
  const fits = (note) => note && link.compareDocumentPosition(note) === Node.DOCUMENT_POSITION_FOLLOWING && note.textContent.trim() && note.textContent.length <= MAX_LENGTH;
  return [target?.matches(BLOCKS) && target, target?.closest("dt")?.nextElementSibling, target?.closest("li"), target?.closest(BLOCKS)].find(fits) ?? null; // a list item may have several paragraphs
}

/** A copy of the note, without ids, back links and the arrow before them. */
function copyOf(note) {
  const copy = note.cloneNode(true);
  for (const link of copy.querySelectorAll("a[href^='#'], .why-chip, .why-more"))
    for (const part of [link.previousSibling, link]) if (part === link || /^\s*[\^↑]\s*$/.test(part?.data)) part.remove();
  for (const named of copy.querySelectorAll("[id]")) named.removeAttribute("id");
  return copy;
}

/** The mark, note and scroll position when the user last clicked "Go to the note". @type {{mark: HTMLElement, note: Element, x: number, y: number} | null} */
let origin = null;

/** Whether a link in this note leads back to the mark. */
function leadsBack(link) {
  const target = origin?.note.contains(link) && document.getElementById(decodeURIComponent(link.hash.slice(1)));
  return !!target && (target.closest(BLOCKS) ?? target).contains(origin.mark);
}

/** @param {HTMLAnchorElement} mark @param {Element} note */
function show(mark, note) {
  const whole = el("a", { href: mark.getAttribute("href"), class: "footnote-whole", lang: uiLanguage() }, t("noteWhole"));
  const box = el("div", { class: "footnote-box", popover: "auto", role: "dialog", tabindex: -1, "aria-label": t("noteNamed", mark.textContent.replace(/[^\p{L}\p{N}*†‡]/gu, "")) }, el("div", { class: "footnote-text" }, ...copyOf(note).childNodes), whole);
  whole.addEventListener("click", () => {
    origin = { mark, note, x: scrollX, y: scrollY };
    box.hidePopover();
  });
  box.addEventListener("toggle", (event) => event.newState === "closed" && box.remove());
  mark.closest("article").append(box);
  /** @type {any} */ (box).showPopover({ source: mark }); // Tab then continues from the mark
  const at = mark.getBoundingClientRect();
  placeAt(box, at, { left: at.left - 16 });
  box.focus({ preventScroll: true });
}

document.querySelector("main").addEventListener("click", (event) => {
  const mark = /** @type {Element} */ (event.target).closest(".text a[href^='#jd-']");
  if (!mark || event.defaultPrevented || mark.closest(".footnote-box")) return;
  if (leadsBack(mark)) {
    event.preventDefault();
    scrollTo(origin.x, origin.y);
    return origin.mark.focus({ preventScroll: true });
  }
  const note = isMark(mark) && noteOf(mark);
  if (!note) return;
  event.preventDefault();
  show(mark, note);
}, { capture: true });
