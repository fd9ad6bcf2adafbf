/** The toolbar: back to the page, the library, the reading settings. It hides while one reads on. */
import { onTabMessage, send } from "../shared/ask.js";
import { isPrivate } from "../shared/browser.js";
import { el, t, webAddress } from "../shared/dom.js";
import { loadSettings } from "../shared/settings.js";

const bar = /** @type {HTMLElement} */ (document.querySelector(".toolbar"));
const part = (name) => /** @type {HTMLElement} */ (bar.querySelector(`[data-action="${name}"]`));

/** Where the article came from, and whether its page is still in a tab of its own, beside this one. */
let address = /** @type {string | null} */ (null);
let beside = false;

/** @param {{url?: string, beside?: boolean} | undefined} page the page that is read, as far as it is known */
export function useToolbar(page) {
  address = webAddress(page?.url) ?? address;
  beside = page?.beside ?? beside;
  part("back").hidden = !canLeave();
}

export const canLeave = () => history.length > 1 || address !== null;

/**
 * Go back: to the page's own tab where it has one, else by history, which alone returns to the place where the page was
 * scrolled. The reader adds no entries of its own, so one step is always the right number.
 */
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

/** Whether the names of the buttons are shown: "on", "off", or, of who has not chosen, how many buttons were pressed; boot.js reads it. */
const NAMES = "names";

const reflectNames = () => part("names").setAttribute("aria-pressed", String("names" in document.documentElement.dataset));

/** The names are shown at first use: after a few presses they are known. */
function countPress({ target }) {
  const presses = localStorage.getItem(NAMES) ?? "0";
  const counts = /^\d+$/.test(presses) && target.closest(".toolbar > button");
  if (counts && !isPrivate()) localStorage.setItem(NAMES, String(Number(presses) + 1));
}

bar.querySelectorAll("[data-label]").forEach(label);
reflectNames();
loadSettings();
part("names").addEventListener("click", () => {
  localStorage.setItem(NAMES, document.documentElement.toggleAttribute("data-names") ? "on" : "off");
  reflectNames();
});
bar.addEventListener("click", countPress);

let last = scrollY;

// On narrow screens the bar leaves on the way down and comes back on the way up.
addEventListener("scroll", () => {
  if (Math.abs(scrollY - last) < 8) return;
  bar.classList.toggle("aside", scrollY > last && scrollY > 80);
  last = scrollY;
}, { passive: true });

part("back").addEventListener("click", leave);
onTabMessage("press_back", leave);
part("library").addEventListener("click", () => send({ kind: "show_library" }));
part("look").addEventListener("click", () => import("./appearance/settings_panel.js").then(({ open }) => open(part("look"))), { once: true });
