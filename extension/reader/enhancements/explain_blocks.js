/** Draws "Why these parts?": a button at each block of the article, and the excluded blocks between them. @module */
import { isPrivate } from "../../shared/browser.js";
import { button, el, t, uiLanguage, uiText } from "../../shared/dom.js";
import { joinSentences } from "../../shared/faults.js";
import { addLayer, removeLayer } from "../../shared/layers.js";
import { isIncluded, isSame, NOTHING, range, withBlocks } from "./explain_choice.js";
import { useMenu } from "./explain_menu.js";
import { beginning, explanation, regionName } from "./explain_words.js";

/** Prefix of the ids of block marks; minimum excluded blocks of a region that are folded. */
const MARK = "jd-jingdu-block-";
const MIN_FOLDED = 3;

/** @typedef {import("./explain_mode.js").Mode} Mode */

/** @param {HTMLElement} main @param {Mode} mode */
export function showBlocks(main, mode) {
  const text = /** @type {HTMLElement} */ (main.querySelector(".text"));
  if (!text || text.dataset.why) return;
  text.dataset.why = "on";
  const kept = markKept(text, mode);
  insertLeftOut(text, mode, kept);
  text.before(banner(mode));
  text.addEventListener("click", (event) => onClick(event, text, mode));
  for (const kind of ["focusin", "pointerover"]) text.addEventListener(kind, (event) => showTip(event, text, mode));
  for (const kind of ["pointerleave", "focusout"]) text.addEventListener(kind, hideTip);
  useMenu(text, mode, (target) => chipAt(target, text));
}

function chip(number, mode) {
  const block = mode.blocks[number];
  const included = isIncluded(mode, number);
  const label = included ? t("whyExclude", beginning(block)) : t("whyInclude", beginning(block));
  const [chosen, sign] = [included !== block.kept ? "" : null, included ? "−" : "+"];
  return el("button", { type: "button", class: "why-chip", "data-block": number, "data-chosen": chosen, "data-sign": sign, "aria-label": label, lang: uiLanguage() });
}

/** Replace each mark with a button; returns numbers and buttons in text order. */
function markKept(text, mode) {
  const kept = [];
  for (const mark of text.querySelectorAll(`a[id^="${MARK}"]`)) {
    const number = Number(mark.id.slice(MARK.length));
    if (!mode.blocks[number]) continue;
    const button = chip(number, mode);
    mark.replaceWith(button);
    kept.push({ number, button });
  }
  return kept;
}

/** Insert excluded blocks before the next included one; in a list, as an item. */
function insertLeftOut(text, mode, kept) {
  let from = 0;
  for (const { number, button } of kept) {
    const place = placeOf(button, text);
    place.before(...leftOutRun(from, number, mode, place.localName === "li" ? "li" : "div"));
    from = number + 1;
  }
  const further = text.querySelector(":scope > .further");
  text.insertBefore(el("div", {}), further).replaceWith(...leftOutRun(from, mode.blocks.length, mode, "div"));
}

/** The element before which blocks can be inserted: a list item or a child of the text. */
function placeOf(button, text) {
  const item = button.closest("li");
  if (item && text.contains(item) && item.firstElementChild === button) return item;
  let place = button;
  while (place.parentElement && place.parentElement !== text) place = place.parentElement;
  return place;
}

/** The excluded blocks of a range in one element, if any. */
function leftOutRun(from, to, mode, tag) {
  const numbers = range(from, to).filter((number) => !isIncluded(mode, number));
  const regions = Map.groupBy(numbers, (number) => mode.blocks[number].region ?? "other");
  return numbers.length ? [el(tag, { class: "left-out", lang: "" }, ...[...regions].flatMap(([region, its]) => regionOf(region, its, mode)))] : [];
}

/** A region's blocks, folded if there are many; unfolded ones stay open. */
function regionOf(region, numbers, mode) {
  const isFolded = numbers.length >= MIN_FOLDED;
  const draw = () => numbers.map((number) => leftOut(number, mode, !isFolded && region !== "other" && regionName(region)));
  if (!isFolded) return draw();
  const fold = el("details", { class: "why-region" }, el("summary", { lang: uiLanguage(), dir: "auto" }, t("whyRegion", regionName(region), numbers.length)));
  const fill = () => fold.children.length > 1 || fold.append(...draw());
  fold.addEventListener("toggle", () => {
    for (const number of numbers) fold.open ? mode.open.add(number) : mode.open.delete(number);
    fill();
  });
  fold.open = numbers.some((number) => mode.open.has(number));
  if (fold.open) fill();
  const all = button(t("whyAll"), () => mode.step(withBlocks(mode, numbers, true), numbers[0], t("whyIncluded")), {
    class: "why-all", "data-block": numbers[0], lang: uiLanguage(), "aria-label": `${t("whyAll")}: ${regionName(region)}`,
  });
  return [el("div", { class: "why-fold" }, fold, all)];
}

/** An excluded block: button, text, reason. @param {string | false} region its name, if it is not shown around it */
function leftOut(number, mode, region) {
  const block = mode.blocks[number];
  const cut = block.chars > block.text.length ? "…" : "";
  const why = el("small", { id: `why-${number}`, lang: uiLanguage(), dir: "auto" }, joinSentences(region, explanation(block, false)));
  const button = chip(number, mode);
  button.setAttribute("aria-describedby", why.id);
  return el("div", { class: "why-block" }, button, el("span", { class: "why-text", dir: "auto" }, `${block.text}${cut}`), why);
}

/** The banner above the text: explanation, stored corrections, undo. @param {Mode} mode */
function banner(mode) {
  const keeps = mode.corrects && (isPrivate() ? t("whyPrivate") : t("whyKeeps"));
  const undo = button(t("whyUndoLast"), () => mode.undo());
  const undoAll = button(t("whyUndo"), () => mode.undoAll());
  undo.hidden = !mode.steps.length;
  undoAll.hidden = isSame(mode.chosen, NOTHING);
  return el("aside", { class: "why-banner", ...uiText(), "aria-label": t("why") }, el("p", {}, joinSentences(t("whyBanner"), keeps)), known(mode), undo, undoAll);
}

/** The number of the user's earlier corrections. @param {Mode} mode */
function known({ stored, pages }) {
  const here = stored && t("whyKnownHere", Object.values(stored).flat().filter((number) => number != null).length);
  const lines = [here, pages > 0 && t("whyKnownSite", pages)].filter(Boolean);
  const more = el("a", { href: "../options/options.html#learned-heading", target: "_blank" }, t("whyKnownMore"));
  return lines.length > 0 && el("p", { class: "why-known" }, ...lines.map((words) => `${words} · `), more);
}

/** The button of the block that contains an element. */
function chipAt(target, text) {
  for (let at = target; at && at !== text; at = at.parentElement) {
    const before = at.matches("pre, table, .wide, .code-frame") ? at.previousElementSibling : null;
    if (before?.matches(".why-more")) return before.previousElementSibling;
    if (before?.matches(".why-chip")) return before;
    const own = [...at.children].filter((child) => child.matches(".why-chip"));
    const last = own.filter((button) => button === target || button.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING || at === target).pop();
    if (last ?? own[0]) return last ?? own[0];
  }
  return null;
}

/** Toggle the clicked block, unless the click was on an element that handles clicks itself, or selected text. */
function onClick(event, text, mode) {
  const button = event.target.closest(".why-chip");
  if (!button && (event.target.closest("a, button, summary, input, select, textarea, audio, video, label") || !getSelection()?.isCollapsed)) return;
  const found = button ?? chipAt(event.target, text);
  if (!found) return;
  event.preventDefault();
  const number = Number(found.dataset.block);
  const isIn = isIncluded(mode, number);
  mode.step(withBlocks(mode, [number], !isIn), number, isIn ? t("whyExcluded") : t("whyIncluded"));
}

let tip = /** @type {HTMLElement | null} */ (null);

/** Show the reason at an included block's button while it is hovered or focused. */
function showTip(event, text, mode) {
  const button = event.target.closest(".why-chip");
  if (!button || button.closest(".left-out")) return void (event.type === "pointerover" && hideTip());
  hideTip();
  const block = mode.blocks[Number(button.dataset.block)];
  tip = el("small", { class: "why-tip", id: "why-tip", role: "tooltip", lang: uiLanguage(), dir: "auto" }, explanation(block, true));
  text.append(tip);
  addLayer(hideTip);
  button.setAttribute("aria-describedby", tip.id);
  const [around, at] = [text.getBoundingClientRect(), button.getBoundingClientRect()];
  const room = tip.offsetHeight + 8;
  tip.style.setProperty("--top", `${(at.bottom + room < innerHeight ? at.bottom : at.top - room) - around.top}px`);
}

/** Hide the reason; called before the article is drawn again, too. */
export function hideTip() {
  removeLayer(hideTip);
  tip?.remove();
  tip = null;
}
