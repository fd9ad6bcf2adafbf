/** The toolbar: back to the page, text size, theme. It steps aside while one reads on. */
import { browser } from "../shared/browser.js";
import { t } from "./dom.js";
import { canLeave, leave, rememberPage } from "./leave.js";
import { CHOICES, change, follow, loadSettings, look } from "./settings.js";

const bar = /** @type {HTMLElement} */ (document.querySelector(".toolbar"));
const part = (name) => /** @type {HTMLElement} */ (bar.querySelector(`[data-action="${name}"]`));

/** The text size `steps` away from the present one; undefined past either end. */
const sizeAt = (steps) => CHOICES.size[CHOICES.size.indexOf(look.size) + steps];

function resize(steps) {
  const size = sizeAt(steps);
  if (size) change({ size });
}

function label() {
  for (const element of bar.querySelectorAll("[data-label]")) {
    const words = t(/** @type {HTMLElement} */ (element).dataset.label ?? "");
    element.setAttribute("aria-label", words);
    element.setAttribute("title", words);
  }
}

/** Buttons at their end stay focusable, so that a keyboard user is not thrown out. */
function reflect() {
  part("smaller").setAttribute("aria-disabled", String(!sizeAt(-1)));
  part("larger").setAttribute("aria-disabled", String(!sizeAt(1)));
  for (const radio of bar.querySelectorAll("input")) radio.checked = radio.value === look.theme;
}

/** On narrow screens the bar leaves on the way down and comes back on the way up. */
function stepAside() {
  let last = scrollY;
  addEventListener("scroll", () => {
    if (Math.abs(scrollY - last) < 8) return;
    bar.classList.toggle("aside", scrollY > last && scrollY > 80);
    last = scrollY;
  }, { passive: true });
}

function start() {
  label();
  loadSettings();
  follow(reflect);
  stepAside();
  part("back").addEventListener("click", leave);
  part("library").addEventListener("click", () => browser.runtime.sendMessage({ kind: "show_library" }));
  part("smaller").addEventListener("click", () => resize(-1));
  part("larger").addEventListener("click", () => resize(1));
  bar.addEventListener("change", (event) => {
    change({ theme: /** @type {HTMLInputElement} */ (event.target).value });
  });
}

let started = false;

/**
 * Bring the toolbar to life, once; and show the way back only when there is one.
 * @param {{url?: string}} [page] the page that is read, as far as it is known
 */
export function useToolbar(page) {
  rememberPage(page);
  if (!started) start();
  started = true;
  part("back").hidden = !canLeave();
}
