/** The panel behind "Aa": the reading settings beside the text they change. Imported at the first press. */
import { el, t, uiLanguage, useStyle } from "../../shared/dom.js";
import { drawFields } from "./fields.js";

let panel = /** @type {HTMLElement | null} */ (null);

/** @param {HTMLElement} button that the panel belongs to */
function draw(button) {
  const options = el("a", { href: "../options/options.html", target: "_blank" }, t("allSettings"));
  panel = el("div", { class: "look-panel", id: "look-panel", popover: "auto", role: "dialog", "aria-label": t("lookAction"), lang: uiLanguage() }, drawFields(), options);
  button.after(panel);
  button.setAttribute("aria-controls", panel.id);
  panel.addEventListener("toggle", (event) => button.setAttribute("aria-expanded", String(event.newState === "open")));
  // A press on the button while the panel is open closes it twice over: once by itself, on the way down.
  button.addEventListener("pointerdown", () => (openBefore = isOpen()));
}

let openBefore = false;
const isOpen = () => !!panel?.matches(":popover-open");

/** Open or close; opened, the focus is on the chosen colours, closed, on the button again. */
export async function toggle(button) {
  if (!panel) {
    const loaded = useStyle("../reader/appearance/appearance.css"); // before the panel is first seen
    draw(button);
    await loaded;
  }
  if (isOpen() || openBefore) panel.hidePopover();
  else panel.showPopover();
  openBefore = false;
  if (isOpen()) /** @type {HTMLElement} */ (panel.querySelector("input:checked") ?? panel.querySelector("input")).focus();
}
