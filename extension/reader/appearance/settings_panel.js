/** The panel behind "Aa": the reading settings and aids beside the text they change. Imported at the first press. */
import { checkbox, el, t, uiLanguage, useStyle } from "../../shared/dom.js";
import { scriptOf } from "../../shared/typefaces.js";
import { modes } from "../navigation/modes.js";
import { drawFields } from "./fields.js";

let panel = /** @type {HTMLElement | null} */ (null);

/** What is drawn: the script whose settings are shown. */
let drawnFor = "";

const languageOf = (article) => (article ? article.lang : uiLanguage());

/** Focus and the line guide, which need an article. */
function aids() {
  const aid = (name, words) => checkbox(`aid-${name}`, words, () => modes.toggle(name), modes.isOn(name));
  const boxes = { focus: aid("focus", t("keyFocus")), guide: aid("guide", t("keyGuide")) };
  addEventListener("jingdu-modes", () => {
    for (const [name, { box }] of Object.entries(boxes)) box.checked = modes.isOn(name);
  });
  return el("div", { class: "aids", role: "group", "aria-label": t("aids") }, boxes.focus.row, boxes.guide.row);
}

/** @param {HTMLElement} button that the panel belongs to */
function build(button) {
  panel = el("div", { class: "look-panel", id: "look-panel", popover: "auto", role: "dialog", "aria-label": t("lookAction"), lang: uiLanguage() });
  button.after(panel);
  button.setAttribute("aria-controls", panel.id);
  panel.addEventListener("toggle", (event) => shown(button, event.newState === "open"));
  // A press on the button while the panel is open closes it twice over: once by itself, on the way down.
  button.addEventListener("pointerdown", () => (openBefore = isOpen()));
}

/** The text makes room for the open panel where the window has room for both. */
function shown(button, isOpen) {
  button.setAttribute("aria-expanded", String(isOpen));
  if (isOpen) document.documentElement.dataset.panel = "look";
  else delete document.documentElement.dataset.panel;
}

/** Draw what this article's script needs. */
function draw() {
  const article = /** @type {HTMLElement | null} */ (document.querySelector("main article"));
  const script = scriptOf(languageOf(article));
  if (drawnFor === script + !!article) return;
  drawnFor = script + !!article;
  const options = el("a", { href: "../options/options.html", target: "_blank" }, t("allSettings"));
  panel.replaceChildren(drawFields(script), ...(article ? [aids()] : []), options);
}

let openBefore = false;
const isOpen = () => !!panel?.matches(":popover-open");

/** Open or close; opened, the focus is on the chosen colours, closed, on the button again. */
export async function toggle(button) {
  if (!panel) {
    const loaded = useStyle("../reader/appearance/appearance.css"); // before the panel is first seen
    build(button);
    await loaded;
  }
  if (isOpen() || openBefore) panel.hidePopover();
  else {
    draw();
    panel.showPopover();
  }
  openBefore = false;
  if (isOpen()) /** @type {HTMLElement} */ (panel.querySelector("input:checked") ?? panel.querySelector("input")).focus();
}
