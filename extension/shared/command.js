/** The command that sets the host up, with a button that copies it. @module */
import { button, el, t } from "./dom.js";

/** Installs or updates the host and registers it; nothing but Python is needed. "&&" is unknown to Windows PowerShell. */
const COMMANDS = {
  windows: "py -m pip install --user --upgrade jingdu; py -m jingdu setup",
  other: "python3 -m venv ~/.jingdu && ~/.jingdu/bin/pip install --upgrade jingdu && ~/.jingdu/bin/jingdu setup",
};

const FROM_SOURCE = { windows: "py install\\setup.py", other: "python3 install/setup.py" };

/** @param {string} agent @returns {"windows" | "mac" | "linux"} */
function systemOf(agent) {
  if (agent.includes("Windows")) return "windows";
  return agent.includes("Mac OS") ? "mac" : "linux";
}

/** What a user types on their system. */
export const setupCommand = (agent = navigator.userAgent) => COMMANDS[systemOf(agent)] ?? COMMANDS.other;

/** @param {string} command @returns {HTMLElement} */
export function commandLine(command) {
  const status = el("span", { role: "status" });
  const copy = async () => {
    await navigator.clipboard.writeText(command);
    status.textContent = t("copied");
  };
  return el("div", { class: "command" }, el("code", { dir: "ltr" }, command), button(t("copyAction"), copy), status);
}

/** Where to type, what to type, and what it needs; for who has the extension alone. @returns {HTMLElement} */
export function setupSteps() {
  const system = systemOf(navigator.userAgent);
  const source = el("code", { dir: "ltr" }, FROM_SOURCE[system] ?? FROM_SOURCE.other);
  const python = el("a", { href: "https://www.python.org/downloads/", target: "_blank", rel: "noreferrer" }, "Python 3.11");
  return el(
    "div",
    { class: "setup-steps" },
    el("p", {}, t(`terminal_${system}`)),
    commandLine(setupCommand()),
    el("p", { class: "setup-notes" }, t("pythonNeeded"), " ", python, el("br"), t("sourceCommand"), " ", source),
  );
}
