/** Dialogs: the browser's own, which keeps the focus within, and Escape closes. @module */
import { el, t } from "../shared/dom.js";
import { iconButton } from "./head.js";

/**
 * Open a dialog.
 * @param {string} name tells dialogs apart for style sheets and tests
 * @param {string} heading @param {...(Node | string | null | false)} parts
 * @returns {HTMLDialogElement} it is gone from the page when it is closed
 */
export function openDialog(name, heading, ...parts) {
  const title = el("h2", { id: `${name}-heading`, tabindex: -1 }, heading);
  const dialog = el("dialog", { class: `dialog ${name}`, "aria-labelledby": `${name}-heading` });
  dialog.append(el("div", { class: "dialog-head" }, title, iconButton("close", t("closeAction"), () => dialog.close())), ...parts.filter(Boolean));
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && closeIfOutside(dialog, event));
  document.body.append(dialog);
  dialog.showModal();
  if (document.activeElement?.closest(".dialog-head")) title.focus();
  return dialog;
}

/** A click on the ground around the dialog; a dialog's own edge is no ground. */
function closeIfOutside(dialog, { clientX, clientY }) {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  if (clientX < left || clientX > right || clientY < top || clientY > bottom) dialog.close();
}

/** A button. `main`: the one that is meant most often. */
export function action(words, act, { main = false, ...attributes } = {}) {
  const button = el("button", { type: "button", class: main ? "main" : null, ...attributes }, words);
  button.addEventListener("click", act);
  return button;
}

/** The button that a form is sent with, by Enter in a field too. */
export const submit = (words) => el("button", { type: "submit", class: "main" }, words);

/** Ask for a yes. @param {string} question @param {string} yes @returns {Promise<boolean>} */
export function confirmed(question, yes) {
  return new Promise((resolve) => {
    let said = false;
    const agree = () => ((said = true), dialog.close());
    const no = action(t("cancelAction"), () => dialog.close(), { autofocus: "" });
    const row = el("div", { class: "actions" }, no, action(yes, agree, { class: "danger" }));
    const dialog = openDialog("confirm", t("confirmHeading"), el("p", {}, question), row);
    dialog.addEventListener("close", () => resolve(said));
  });
}
