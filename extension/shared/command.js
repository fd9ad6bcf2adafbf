/** The command that sets the host up, with a button that copies it and says so. @module */
import { el, t } from "./dom.js";

/** What a user types on their system, where the host did not tell itself. */
export const setupCommand = (agent = navigator.userAgent) =>
  agent.includes("Windows") ? "py install\\setup.py" : "python3 install/setup.py";

/** @param {string} command @returns {HTMLElement} */
export function commandLine(command) {
  const said = el("span", { role: "status" });
  const copy = el("button", { type: "button" }, t("copyAction"));
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(command);
    said.textContent = t("copied");
  });
  return el("div", { class: "command" }, el("code", { dir: "ltr" }, command), copy, said);
}
