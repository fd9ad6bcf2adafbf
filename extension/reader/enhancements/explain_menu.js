/** A block's menu, and the button that opens it at the hovered or focused block. @module */
import { button, el, t, uiText } from "../../shared/dom.js";
import { placeAt } from "../../shared/layers.js";
import { isIncluded, isSame, regionAround, withBlocks, withEdge } from "./explain_choice.js";
import { beginning, regionName } from "./explain_words.js";

let mode = /** @type {import("./explain_mode.js").Mode | null} */ (null);

const more = button("", () => show(more, more.getBoundingClientRect()), { class: "why-more", "aria-haspopup": "menu" });

/** @param {HTMLElement} text @param {import("./explain_mode.js").Mode} now @param {(target: Element) => HTMLElement | null} chipOf */
export function useMenu(text, now, chipOf) {
  mode = now;
  const point = ({ target }) => target !== more && placeMore(chipOf(target));
  text.addEventListener("pointerover", (event) => text.querySelector(":focus-visible") || point(event));
  text.addEventListener("focusin", point);
  text.addEventListener("contextmenu", (event) => {
    const own = event.target.closest(".why-chip");
    const chip = own ?? (event.target.closest("a, img, video, audio") || !getSelection()?.isCollapsed ? null : chipOf(event.target));
    if (!chip) return;
    event.preventDefault();
    placeMore(chip);
    show(chip, own ? own.getBoundingClientRect() : new DOMRect(event.clientX, event.clientY));
  });
}

/** Place the button after the chip in focus order, and visually where the block's first line ends. @param {HTMLElement | null} chip */
function placeMore(chip) {
  if (!chip) return;
  if (more.previousElementSibling !== chip) chip.after(more);
  more.dataset.of = chip.dataset.block;
  more.setAttribute("aria-label", t("whyMore", beginning(mode.blocks[chip.dataset.block])));
  const block = (chip.parentElement.matches(".text") ? more.nextElementSibling : chip.parentElement).getBoundingClientRect();
  const around = more.offsetParent.getBoundingClientRect();
  const { direction, writingMode } = getComputedStyle(chip);
  const [side, space] = direction === "rtl" ? ["left", block.left - around.left] : ["right", around.right - block.right];
  more.style.cssText = `${side}: ${Math.max(0, space)}px; top: ${(writingMode === "vertical-rl" ? block.bottom : block.top) - around.top - more.offsetHeight / 2}px`;
}

/** Labels and the choices they make, without those that change nothing. @returns {[string, import("./explain_choice.js").Chosen][]} */
function items(number) {
  const isIn = isIncluded(mode, number);
  const region = isIn ? regionAround(mode, number) : [];
  return [
    [isIn ? t("whyExcludeThis") : t("whyIncludeThis"), withBlocks(mode, [number], !isIn)],
    region.length > 1 && [t("whyExcludeRegion", regionName(mode.blocks[number].region), region.length), withBlocks(mode, region, false)],
    [t("whyStart"), withEdge(mode, number, true)],
    [t("whyEnd"), withEdge(mode, number, false)],
    mode.corrects && [t("whyTitle"), { ...mode.chosen, title_at: number }],
    mode.corrects && [t("whyByline"), { ...mode.chosen, byline_at: number }],
  ].filter((item) => item && !isSame(item[1], mode.chosen));
}

/** Show the menu; the browser closes it and restores the focus. @param {HTMLElement} opener @param {DOMRect} at */
function show(opener, at) {
  opener.focus({ preventScroll: true });
  const number = Number(more.dataset.of);
  const menu = el("div", { class: "why-menu", popover: "auto", role: "menu", "aria-label": more.ariaLabel, ...uiText() });
  for (const [words, chosen] of items(number)) {
    const choose = () => {
      menu.hidePopover();
      mode.step(chosen, number, words);
    };
    menu.append(button(words, choose, { role: "menuitem", tabindex: -1 }));
  }
  menu.addEventListener("keydown", (event) => onKey(event, menu));
  menu.addEventListener("toggle", ({ newState }) => newState === "closed" && menu.remove());
  mode.drawn.main.append(menu);
  menu.showPopover();
  placeAt(menu, at, { gap: 0 });
  /** @type {HTMLElement} */ (menu.firstElementChild).focus();
}

/** Keyboard navigation; stops the reader's shortcuts. */
function onKey(event, menu) {
  event.stopPropagation();
  const all = [...menu.children];
  const at = all.indexOf(document.activeElement);
  const to = { ArrowDown: (at + 1) % all.length, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
  if (event.key === "Tab") menu.hidePopover();
  if (to === undefined) return;
  event.preventDefault();
  all.at(to).focus();
}
