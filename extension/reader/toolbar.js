/** The toolbar: back to the page, the library, the reading settings. It hides while one reads on. */
import { send } from "../shared/ask.js";
import { t } from "../shared/dom.js";
import { loadSettings } from "../shared/settings.js";
import { onTabMessage } from "../shared/tab_messages.js";
import { canLeave, leave, rememberPage } from "./navigation/leave.js";

const bar = /** @type {HTMLElement} */ (document.querySelector(".toolbar"));
const part = (name) => /** @type {HTMLElement} */ (bar.querySelector(`[data-action="${name}"]`));

function label() {
  for (const element of bar.querySelectorAll("[data-label]")) {
    const words = t(/** @type {HTMLElement} */ (element).dataset.label ?? "");
    element.setAttribute("aria-label", words);
    element.setAttribute("title", words);
  }
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
