/** The panel behind "Aa" with reading settings and aids; imported at first use. @module */
import { checkbox, el, t, uiLanguage, useStyle } from "../../shared/dom.js";
import { scriptOf } from "../../shared/typefaces.js";
import { modes } from "../navigation/modes.js";
import { drawFields } from "./fields.js";

const panel = el("div", { class: "look-panel", id: "look-panel", popover: "auto", role: "dialog", "aria-label": t("lookAction"), lang: uiLanguage() });
let drawnFor = "";

/** Checkboxes for focus and the line guide, which need an article. */
function aids() {
  const aid = (name, words) => checkbox(`aid-${name}`, words, () => modes.toggle(name), modes.isOn(name));
  const boxes = { focus: aid("focus", t("keyFocus")), guide: aid("guide", t("keyGuide")) };
  addEventListener("jingdu-modes", () => {
    for (const [name, { box }] of Object.entries(boxes)) box.checked = modes.isOn(name);
  });
  return el("div", { class: "aids", role: "group", "aria-label": t("aids") }, boxes.focus.row, boxes.guide.row);
}

function draw() {
  const article = /** @type {HTMLElement | null} */ (document.querySelector("main article"));
  const script = scriptOf(article ? article.lang : uiLanguage());
  if (drawnFor === script + !!article) return;
  drawnFor = script + !!article;
  const options = el("a", { href: "../options/options.html", target: "_blank" }, t("allSettings"));
  panel.replaceChildren(drawFields(script), ...(article ? [aids()] : []), options);
}

/** Focus the selected theme; in a wide window, the text moves aside. */
function onToggle(button, isOpen) {
  button.setAttribute("aria-expanded", String(isOpen));
  if (!isOpen) return void delete document.documentElement.dataset.panel;
  document.documentElement.dataset.panel = "look";
  /** @type {HTMLElement} */ (panel.querySelector("input:checked") ?? panel.querySelector("input")).focus();
}

/** Open the panel for the first time; from then on the browser handles the button. @param {HTMLButtonElement} button */
export async function open(button) {
  await useStyle("../reader/appearance/appearance.css"); // before the panel is shown
  button.after(panel);
  button.popoverTargetElement = panel;
  button.setAttribute("aria-controls", panel.id);
  panel.addEventListener("beforetoggle", ({ newState }) => newState === "open" && draw());
  panel.addEventListener("toggle", ({ newState }) => onToggle(button, newState === "open"));
  panel.showPopover();
}
