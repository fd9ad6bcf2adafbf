/** The toolbar, and going back to the page. @module */
import { onTabMessage, send } from "../shared/ask.js";
import { isPrivate } from "../shared/browser.js";
import { el, t, webAddress } from "../shared/dom.js";
import { follow, loadSettings } from "../shared/settings.js";
import { markDigits } from "./article/article.js";

const bar = /** @type {HTMLElement} */ (document.querySelector(".toolbar"));
const part = (name) => /** @type {HTMLElement} */ (bar.querySelector(`[data-action="${name}"]`));

/** The original page's address, and whether it is open in another tab. */
let address = /** @type {string | null} */ (null);
let beside = false;

/** @param {{url?: string, beside?: boolean} | undefined} page the original page */
export function useToolbar(page) {
  address = webAddress(page?.url) ?? address;
  beside = page?.beside ?? beside;
  part("back").hidden = !canLeave();
}

export const canLeave = () => history.length > 1 || address !== null;

/** Go back: to the page's tab, or else one step in history, which also restores the page's scroll position. */
export async function leave() {
  if (beside && (await send({ kind: "leave", key: location.hash.slice(1) }))?.left) return;
  if (history.length > 1) history.back();
  else if (address) location.replace(address);
}

function label(element) {
  const words = t(element.dataset.label);
  element.setAttribute("aria-label", words);
  element.title = words;
  element.append(el("span", { class: "tool-name", "aria-hidden": "true" }, t(`tool_${element.dataset.action}`)));
}

/** Whether button names are shown: "on", "off", or the number of clicks so far if the user has not chosen. See boot.js. */
const NAMES = "names";

const reflectNames = () => part("names").setAttribute("aria-pressed", String("names" in document.documentElement.dataset));

/** Count a click; button names are hidden after the first few. */
function countClick({ target }) {
  const clicks = localStorage.getItem(NAMES) ?? "0";
  const counts = /^\d+$/.test(clicks) && target.closest(".toolbar > button");
  if (counts && !isPrivate()) localStorage.setItem(NAMES, String(Number(clicks) + 1));
}

bar.querySelectorAll("[data-label]").forEach(label);
reflectNames();
loadSettings();
follow(() => document.querySelectorAll("article:is(:lang(zh), :lang(ja))").forEach(markDigits));
part("names").addEventListener("click", () => {
  localStorage.setItem(NAMES, document.documentElement.toggleAttribute("data-names") ? "on" : "off");
  reflectNames();
});
bar.addEventListener("click", countClick);

let lastScroll = scrollY;

// On narrow screens the bar hides when scrolling down and reappears when scrolling up.
addEventListener("scroll", () => {
  if (Math.abs(scrollY - lastScroll) < 8) return;
  bar.classList.toggle("aside", scrollY > lastScroll && scrollY > 80);
  lastScroll = scrollY;
}, { passive: true });

part("back").addEventListener("click", leave);
onTabMessage("press_back", leave);
part("library").addEventListener("click", () => send({ kind: "show_library" }));
part("look").addEventListener("click", () => import("./appearance/settings_panel.js").then(({ open }) => open(part("look"))), { once: true });
