/** Where Jingdu's button is in this browser: in words and as a drawing of the toolbar with its menu of extensions. @module */
import { browser } from "../shared/browser.js";
import { el, t } from "../shared/dom.js";
import { icon } from "../shared/icons.js";

/** What pins a button in the menu behind the puzzle piece. */
const PINS = /** @type {const} */ ({ firefox: "gear", edge: "eye", chromium: "pin" });

/** @param {string} agent @returns {keyof typeof PINS} */
export function browserOf(agent) {
  if (agent.includes("Firefox/")) return "firefox";
  return agent.includes("Edg/") ? "edge" : "chromium";
}

const ours = () => el("img", { src: "../icons/32.png", alt: "", width: 20, height: 20 });
const marked = (name, mark) => el("span", { class: "drawn-mark", "data-mark": mark }, icon(name));

/** The end of the address bar, the puzzle piece (1), and in the menu below it the pin (2) beside Jingdu's name. */
function drawing(kind) {
  const bar = el("div", { class: "drawn-bar" }, el("span", { class: "drawn-address" }), marked("puzzle", "1"), el("span", { class: "drawn-dots" }, "⋮"));
  const menu = el("div", { class: "drawn-menu" }, ours(), el("span", {}, "Jingdu"), marked(PINS[kind], "2"));
  return el("div", { class: "drawn-browser", "aria-hidden": "true" }, bar, menu);
}

/** The keys that open the reader, as this user has them; null where there are none. */
async function shortcut() {
  const commands = await browser.commands.getAll();
  return commands.find(({ name }) => name === "_execute_action")?.shortcut || null;
}

/** @returns {HTMLElement[]} */
export function buttonSteps() {
  const kind = browserOf(navigator.userAgent);
  const use = el("p", {}, t("buttonUse"));
  shortcut().then((keys) => keys && use.append(" ", t("buttonKeys"), " ", el("kbd", {}, keys)));
  return [el("p", {}, t(`button_${kind}`)), drawing(kind), use];
}

/** Whether the button is in the toolbar; null where the browser does not say. @returns {Promise<boolean | null>} */
export const isPinned = async () => (await browser.action.getUserSettings?.())?.isOnToolbar ?? null;
