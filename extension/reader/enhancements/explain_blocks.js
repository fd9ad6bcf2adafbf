/** The article with a button at each of its blocks, and what was left out between them. */
import { isPrivate } from "../../shared/browser.js";
import { button, el, t, uiLanguage } from "../../shared/dom.js";
import { joinSentences } from "../../shared/format.js";
import { isIncluded, isSame, NOTHING, range, withBlocks } from "./explain_choice.js";
import { useMenu } from "./explain_menu.js";
import { beginning, explanation, regionName, regionText } from "./explain_words.js";

/** The id of a block's mark; so many excluded blocks of a region are folded. */
const MARK = "jd-jingdu-block-";
const FOLDED = 3;

/** What must not be pressed by mistake: it does something of its own. */
const OWN = "a, button, summary, input, select, textarea, audio, video, label";

/** @typedef {import("./explain_mode.js").Mode} Mode */

/** @param {HTMLElement} main @param {Mode} mode */
export function showBlocks(main, mode) {
  const text = /** @type {HTMLElement} */ (main.querySelector(".text"));
  if (!text || text.dataset.why) return;
  text.dataset.why = "on";
  const kept = markKept(text, mode);
  insertLeftOut(text, mode, kept);
  text.before(banner(mode));
  text.addEventListener("click", (event) => pressed(event, text, mode));
  for (const kind of ["focusin", "pointerover"]) text.addEventListener(kind, (event) => showTip(event, text, mode));
  text.addEventListener("pointerleave", hideTip);
  text.addEventListener("focusout", hideTip);
  text.addEventListener("keydown", (event) => event.key === "Escape" && hideTip() && event.preventDefault());
  useMenu(text, mode, (target) => chipAt(target, text));
}

function chip(number, mode) {
  const block = mode.blocks[number];
  const included = isIncluded(mode, number);
  const label = included ? t("whyExclude", beginning(block)) : t("whyInclude", beginning(block));
  const chosen = included !== block.kept ? "" : null;
  const sign = el("span", { "aria-hidden": "true" }, included ? "−" : "+");
  return el("button", { type: "button", class: "why-chip", "data-block": number, "data-chosen": chosen, "aria-label": label, lang: uiLanguage() }, sign);
}

/** In place of each mark a button; returns the numbers and buttons in the order of the text. */
function markKept(text, mode) {
  const kept = [];
  for (const mark of text.querySelectorAll(`a[id^="${MARK}"]`)) {
    const number = Number(mark.id.slice(MARK.length));
    if (!mode.blocks[number]) continue;
    const flip = chip(number, mode);
    mark.replaceWith(flip);
    kept.push({ number, button: flip });
  }
  return kept;
}

/** What was left out goes before the next kept block, in a list as an item of it. */
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

/** The element before which something may be put so that the page stays well-formed. */
function placeOf(button, text) {
  const item = button.closest("li");
  if (item && text.contains(item) && item.firstElementChild === button) return item;
  let place = button;
  while (place.parentElement && place.parentElement !== text) place = place.parentElement;
  return place;
}

/** What was left out between two blocks, in one element; nothing where nothing was. */
function leftOutRun(from, to, mode, tag) {
  const numbers = range(from, to).filter((number) => !isIncluded(mode, number));
  const regions = Map.groupBy(numbers, (number) => mode.blocks[number].region ?? "other");
  return numbers.length ? [el(tag, { class: "left-out", lang: "" }, ...[...regions].flatMap(([region, its]) => regionOf(region, its, mode)))] : [];
}

/** The blocks of a region, folded where they are many; what was unfolded stays so. */
function regionOf(region, numbers, mode) {
  const draw = () => numbers.map((number) => leftOut(number, mode));
  if (numbers.length < FOLDED) return draw();
  const fold = el("details", { class: "why-region" }, el("summary", { lang: uiLanguage(), dir: "auto" }, regionText(region, numbers.length)));
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

/** A block that was left out: button, text, and why. */
function leftOut(number, mode) {
  const block = mode.blocks[number];
  const cut = block.chars > block.text.length ? "…" : "";
  const why = el("small", { id: `why-${number}`, lang: uiLanguage(), dir: "auto" }, explanation(block, false));
  const flip = chip(number, mode);
  flip.setAttribute("aria-describedby", why.id);
  return el("div", { class: "why-block" }, flip, el("span", { class: "why-text", dir: "auto" }, `${block.text}${cut}`), why);
}

/** Above the text: what this is, what is known already, and the ways back. @param {Mode} mode */
function banner(mode) {
  const keeps = mode.corrects && (isPrivate() ? t("whyPrivate") : t("whyKeeps"));
  const undo = button(t("whyUndoLast"), () => mode.undo());
  const undoAll = button(t("whyUndo"), () => mode.undoAll());
  undo.hidden = !mode.steps.length;
  undoAll.hidden = isSame(mode.chosen, NOTHING);
  return el("aside", { class: "why-banner", lang: uiLanguage(), "aria-label": t("why") }, el("p", {}, joinSentences(t("whyBanner"), keeps)), known(mode), undo, undoAll);
}

/** How much of this is by the user's earlier corrections. @param {Mode} mode */
function known({ stored, pages }) {
  const here = stored && t("whyKnownHere", Object.values(stored).flat().filter((number) => number != null).length);
  const words = joinSentences(here, pages > 0 && t("whyKnownSite", pages));
  const more = el("a", { href: "../options/options.html#learned-heading", target: "_blank" }, t("whyKnownMore"));
  return words && el("p", { class: "why-known" }, words, " ", more);
}

/** The button of the block that a place in the text belongs to. */
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

/** A press on a block, unless it was on something of its own or selected text. */
function pressed(event, text, mode) {
  const button = event.target.closest(".why-chip");
  if (!button && (event.target.closest(OWN) || !getSelection()?.isCollapsed)) return;
  const found = button ?? chipAt(event.target, text);
  if (!found) return;
  event.preventDefault();
  const number = Number(found.dataset.block);
  const isIn = isIncluded(mode, number);
  mode.step(withBlocks(mode, [number], !isIn), number, isIn ? t("whyExcluded") : t("whyIncluded"));
}

let tip = /** @type {HTMLElement | null} */ (null);

/** Why a kept block is kept, beside its button while that is pointed at or has the focus. */
function showTip(event, text, mode) {
  const button = event.target.closest(".why-chip");
  if (!button || button.closest(".left-out")) return void (event.type === "pointerover" && hideTip());
  hideTip();
  const block = mode.blocks[Number(button.dataset.block)];
  tip = el("small", { class: "why-tip", id: "why-tip", role: "tooltip", lang: uiLanguage(), dir: "auto" }, explanation(block, true));
  text.append(tip);
  button.setAttribute("aria-describedby", tip.id);
  const [around, at] = [text.getBoundingClientRect(), button.getBoundingClientRect()];
  const room = tip.offsetHeight + 8;
  const below = at.bottom + room < innerHeight;
  tip.style.setProperty("--top", `${(below ? at.bottom : at.top - room) - around.top}px`);
}

/** @returns {boolean} whether there was one */
function hideTip() {
  const wasShown = !!tip;
  tip?.remove();
  tip = null;
  return wasShown;
}
