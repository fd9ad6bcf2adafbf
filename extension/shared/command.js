/** The command that sets the host up, with a button that copies it. @module */
import { button, el, t } from "./dom.js";

/** What a user types on their system. */
export const setupCommand = (agent = navigator.userAgent) =>
  agent.includes("Windows") ? "py install\\setup.py" : "python3 install/setup.py";

/** @param {string} [command] @returns {HTMLElement} */
export function commandLine(command = setupCommand()) {
  const status = el("span", { role: "status" });
  const copy = async () => {
    await navigator.clipboard.writeText(command);
    status.textContent = t("copied");
  };
  return el("div", { class: "command" }, el("code", { dir: "ltr" }, command), button(t("copyAction"), copy), status);
}
