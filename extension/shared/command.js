/** The command that sets up the host, with a copy button. @module */
import { button, el, t } from "./dom.js";
import { sentenceGap } from "./format.js";

/** Install or update the host and register it. Windows PowerShell does not support "&&". */
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

/** The set-up command for the user's system. */
export const setupCommand = (agent = navigator.userAgent) => COMMANDS[systemOf(agent)] ?? COMMANDS.other;

/** @param {string} command @returns {HTMLElement} */
export function commandLine(command) {
  const status = el("span", { role: "status" });
  const copy = async () => {
    await navigator.clipboard.writeText(command);
    status.textContent = t("copied");
  };
  const words = command.split(/( )/).map((piece, index) => (index % 2 ? piece : el("span", {}, piece))); // lines break only between words
  return el("div", { class: "command" }, el("code", { dir: "ltr" }, ...words), button(t("copyAction"), copy), status);
}

/** Instructions for users who have only the extension. @returns {HTMLElement} */
export function setupSteps() {
  const system = systemOf(navigator.userAgent);
  const source = el("code", { dir: "ltr" }, FROM_SOURCE[system] ?? FROM_SOURCE.other);
  const python = el("a", { href: "https://www.python.org/downloads/", target: "_blank", rel: "noreferrer" }, "python.org");
  return el(
    "div",
    { class: "setup-steps" },
    el("p", {}, t(`terminal_${system}`)),
    commandLine(setupCommand()),
    el("p", { class: "setup-notes" }, t("pythonNeeded", "3.11"), sentenceGap(), python, el("br"), t("sourceCommand"), sentenceGap(), source),
  );
}
