/** The menu of a block, for what a press on its chip can't say; and the button that opens it, at the block that is pointed at. */
import { button, el, t, uiLanguage } from "../../shared/dom.js";
import { placeAt } from "../../shared/layers.js";
import { isIncluded, regionAround, withBlocks, withEdge } from "./explain_choice.js";
import { beginning, regionName } from "./explain_words.js";

/** Pixels: the button's. */
const HEIGHT = 24;

let mode = /** @type {import("./explain_mode.js").Mode | null} */ (null);

const more = button("⋯", () => show(more, more.getBoundingClientRect()), { class: "why-more", "aria-haspopup": "menu" });

/** @param {HTMLElement} text @param {import("./explain_mode.js").Mode} now @param {(target: Element) => HTMLElement | null} chipOf a place in the text */
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

/** After a block's chip in the order of the focus, at the corner of the block to the eye. @param {HTMLElement | null} chip */
function placeMore(chip) {
  if (!chip) return;
  if (more.previousElementSibling !== chip) chip.after(more);
  more.dataset.of = chip.dataset.block;
  more.setAttribute("aria-label", t("whyMore", beginning(mode.blocks[chip.dataset.block])));
  const block = (chip.parentElement.matches(".text") ? more.nextElementSibling : chip.parentElement).getBoundingClientRect();
  const around = more.offsetParent.getBoundingClientRect();
  const [side, space] = getComputedStyle(chip).direction === "rtl" ? ["left", block.left - around.left] : ["right", around.right - block.right];
  more.style.cssText = `${side}: ${Math.max(0, space)}px; top: ${block.top - around.top - HEIGHT / 2}px`;
}

/** Words, and the choice that they make. @returns {[string, import("./explain_choice.js").Chosen][]} */
function items(number) {
  const isIn = isIncluded(mode, number);
  const region = isIn ? regionAround(mode, number) : [];
  const words = /** @type {[string, import("./explain_choice.js").Chosen][]} */ ([
    [isIn ? t("whyExcludeThis") : t("whyIncludeThis"), withBlocks(mode, [number], !isIn)],
    [t("whyStart"), withEdge(mode, number, true)],
    [t("whyEnd"), withEdge(mode, number, false)],
  ]);
  if (region.length > 1) words.splice(1, 0, [t("whyExcludeRegion", regionName(mode.blocks[number].region), region.length), withBlocks(mode, region, false)]);
  if (mode.corrects) words.push([t("whyTitle"), { ...mode.chosen, title_at: number }], [t("whyByline"), { ...mode.chosen, byline_at: number }]);
  return words;
}

/** The browser closes it with Escape, or by a press elsewhere, and gives the focus back. @param {HTMLElement} opener @param {DOMRect} at */
function show(opener, at) {
  opener.focus({ preventScroll: true });
  const number = Number(more.dataset.of);
  const menu = el("div", { class: "why-menu", popover: "auto", role: "menu", "aria-label": more.ariaLabel, lang: uiLanguage(), dir: t("uiDirection") });
  for (const [words, chosen] of items(number)) {
    const choose = () => {
      menu.hidePopover();
      mode.step(chosen, number, words);
    };
    menu.append(button(words, choose, { role: "menuitem", tabindex: -1 }));
  }
  menu.addEventListener("keydown", (event) => pressed(event, menu));
  menu.addEventListener("toggle", ({ newState }) => newState === "closed" && menu.remove());
  mode.drawn.main.append(menu);
  menu.showPopover();
  placeAt(menu, at, { gap: 0 });
  /** @type {HTMLElement} */ (menu.firstElementChild).focus();
}

/** The reader's letters have no meaning in it. */
function pressed(event, menu) {
  event.stopPropagation();
  const all = [...menu.children];
  const at = all.indexOf(document.activeElement);
  const to = { ArrowDown: (at + 1) % all.length, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
  if (event.key === "Tab") menu.hidePopover();
  if (to === undefined) return;
  event.preventDefault();
  all.at(to).focus();
}
