/** The toolbar: back to the page, the library, the reading settings. It hides while one reads on. */
import { send } from "../shared/ask.js";
import { isPrivate } from "../shared/browser.js";
import { el, t, webAddress } from "../shared/dom.js";
import { loadSettings } from "../shared/settings.js";
import { onTabMessage } from "../shared/tab_messages.js";

const bar = /** @type {HTMLElement} */ (document.querySelector(".toolbar"));
const part = (name) => /** @type {HTMLElement} */ (bar.querySelector(`[data-action="${name}"]`));

function label() {
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (bar.querySelectorAll("[data-label]"))) {
    const words = t(element.dataset.label ?? "");
    element.setAttribute("aria-label", words);
    element.setAttribute("title", words);
    element.append(el("span", { class: "tool-name", "aria-hidden": "true" }, t(`tool_${element.dataset.action}`)));
  }
}

/** Whether the names of the buttons are shown: "on", "off", or, of who has not chosen, how many buttons were pressed; boot.js reads it. */
const NAMES = "names";

const namesAreShown = () => "names" in document.documentElement.dataset;

function showNames(shown) {
  if (shown) document.documentElement.dataset.names = "";
  else delete document.documentElement.dataset.names;
  localStorage.setItem(NAMES, shown ? "on" : "off");
  reflectNames();
}

const reflectNames = () => part("names").setAttribute("aria-pressed", String(namesAreShown()));

/** The names are shown on demand, and at first use: after a few presses they are known. */
function useNames() {
  reflectNames();
  part("names").addEventListener("click", () => showNames(!namesAreShown()));
  bar.addEventListener("click", (event) => {
    const presses = localStorage.getItem(NAMES) ?? "0";
    const counts = /^\d+$/.test(presses) && /** @type {Element} */ (event.target).closest(".toolbar > button");
    if (counts && !isPrivate()) localStorage.setItem(NAMES, String(Number(presses) + 1));
  });
}

/** On narrow screens the bar leaves on the way down and comes back on the way up. */
function hideOnTheWayDown() {
  let last = scrollY;
  addEventListener("scroll", () => {
    if (Math.abs(scrollY - last) < 8) return;
    bar.classList.toggle("aside", scrollY > last && scrollY > 80);
    last = scrollY;
  }, { passive: true });
}

function start() {
  label();
  useNames();
  loadSettings();
  hideOnTheWayDown();
  part("back").addEventListener("click", leave);
  onTabMessage("press_back", leave);
  part("library").addEventListener("click", () => send({ kind: "show_library" }));
  part("look").addEventListener("click", () => import("./appearance/settings_panel.js").then(({ toggle }) => toggle(part("look"))));
}

let started = false;

/** @param {{url?: string}} [page] the page that is read, as far as it is known */
export function useToolbar(page) {
  rememberPage(page);
  if (!started) start();
  started = true;
  part("back").hidden = !canLeave();
}

let address = /** @type {string | null} */ (null);

/** Whether the page is still in a tab of its own, beside this one. */
let beside = false;

/** Remember where the article came from. @param {{url?: string, beside?: boolean} | undefined} page */
export function rememberPage(page) {
  address = webAddress(page?.url) ?? address;
  beside = page?.beside ?? beside;
}

/** Whether there is anything to go back to. */
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
