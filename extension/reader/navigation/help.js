/** The dialog of keyboard shortcuts, drawn from their table. @module */
import { button, checkbox, el, t } from "../../shared/dom.js";
import { hasLetters, setLetters, usable } from "./keys.js";

const NAMES = { "+": "+", "-": "−" };

const row = ({ keys, words }) =>
  el("tr", {}, el("th", { scope: "row" }, ...keys.map((key) => el("kbd", {}, NAMES[key] ?? key))), el("td", {}, words));

const group = ({ heading, keys }) =>
  el("table", {}, el("caption", {}, heading), el("tbody", {}, ...keys.map(row)));

export function showHelp() {
  const dialog = /** @type {HTMLDialogElement} */ (
    el("dialog", { class: "keys-dialog", "aria-labelledby": "keys-heading" })
  );
  dialog.append(
    el("h2", { id: "keys-heading", tabindex: -1, autofocus: "" }, t("keysAction")),
    el("div", { class: "keys-groups" }, ...usable().map(group)),
    checkbox("letters", t("keysLetters"), setLetters, hasLetters()).row,
    button(t("closeAction"), () => dialog.close()),
  );
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("keydown", (event) => event.key === "?" && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
