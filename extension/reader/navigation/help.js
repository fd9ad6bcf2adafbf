/** The dialog of reading aids and keys; the keys are drawn from their table. @module */
import { el, t } from "../../shared/dom.js";
import { hasLetters, setLetters, usable } from "./keys.js";
import { modes } from "./modes.js";

const NAMES = { "+": "+", "-": "−" };

const row = ({ keys, words }) =>
  el("tr", {}, el("th", { scope: "row" }, ...keys.map((key) => el("kbd", {}, NAMES[key] ?? key))), el("td", {}, words));

const group = ({ heading, keys }) =>
  el("table", {}, el("caption", {}, heading), el("tbody", {}, ...keys.map(row)));

/** @param {string} id @param {string} words @param {boolean} on @param {(on: boolean) => void} act */
function choice(id, words, on, act) {
  const box = /** @type {HTMLInputElement} */ (el("input", { type: "checkbox", id }));
  box.checked = on;
  box.addEventListener("change", () => act(box.checked));
  return el("p", { class: "choice" }, box, el("label", { for: id }, words));
}

const aids = () =>
  el(
    "div",
    { class: "aids", role: "group", "aria-label": t("aids") },
    choice("aid-focus", t("keyFocus"), modes.isOn("focus"), () => modes.toggle("focus")),
    choice("aid-guide", t("keyGuide"), modes.isOn("guide"), () => modes.toggle("guide")),
  );

export function showKeys() {
  const close = el("button", { type: "button" }, t("closeAction"));
  const dialog = /** @type {HTMLDialogElement} */ (
    el("dialog", { class: "keys-dialog", "aria-labelledby": "keys-heading" })
  );
  dialog.append(
    el("h2", { id: "keys-heading", tabindex: -1, autofocus: "" }, t("keysAction")),
    aids(),
    el("div", { class: "keys-groups" }, ...usable().map(group)),
    choice("letters", t("keysLetters"), hasLetters(), setLetters),
    close,
  );
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("keydown", (event) => event.key === "?" && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
