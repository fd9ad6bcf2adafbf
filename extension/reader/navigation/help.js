/** The dialog of reading aids and keys; the keys are drawn from their table. @module */
import { button, checkbox, el, t } from "../../shared/dom.js";
import { hasLetters, setLetters, usable } from "./keys.js";
import { modes } from "./modes.js";

const NAMES = { "+": "+", "-": "−" };

const row = ({ keys, words }) =>
  el("tr", {}, el("th", { scope: "row" }, ...keys.map((key) => el("kbd", {}, NAMES[key] ?? key))), el("td", {}, words));

const group = ({ heading, keys }) =>
  el("table", {}, el("caption", {}, heading), el("tbody", {}, ...keys.map(row)));

const aids = () =>
  el(
    "div",
    { class: "aids", role: "group", "aria-label": t("aids") },
    checkbox("aid-focus", t("keyFocus"), () => modes.toggle("focus"), modes.isOn("focus")).row,
    checkbox("aid-guide", t("keyGuide"), () => modes.toggle("guide"), modes.isOn("guide")).row,
  );

export function showHelp() {
  const dialog = /** @type {HTMLDialogElement} */ (
    el("dialog", { class: "keys-dialog", "aria-labelledby": "keys-heading" })
  );
  dialog.append(
    el("h2", { id: "keys-heading", tabindex: -1, autofocus: "" }, t("keysAction")),
    aids(),
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
