/** Modal dialogs. @module */
import { button, el, iconButton, t } from "./dom.js";
import { icon } from "./icons.js";

/**
 * @param {string} name for style sheets and tests @param {string} heading @param {...(Node | string | null | false)} parts
 * @returns {HTMLDialogElement} removed from the page when closed
 */
export function openDialog(name, heading, ...parts) {
  const title = el("h2", { id: `${name}-heading`, tabindex: -1 }, heading);
  const head = el("div", { class: "dialog-head" }, title, iconButton(icon("close"), t("closeAction"), () => dialog.close(), { class: "tool" }));
  const dialog = el("dialog", { class: `dialog ${name}`, "aria-labelledby": `${name}-heading` }, head, ...parts);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", ({ target, clientX, clientY }) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect(); // the dialog's border is not the backdrop
    if (target === dialog && (clientX < left || clientX > right || clientY < top || clientY > bottom)) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  if (document.activeElement?.closest(".dialog-head")) title.focus();
  return dialog;
}

/** Add the buttons of a form in a dialog. @param {HTMLFormElement} form @param {string} label @param {() => void} send */
export function addSubmit(form, label, send) {
  const cancel = button(t("cancelAction"), () => form.closest("dialog").close());
  form.append(el("div", { class: "actions" }, el("button", { type: "submit", class: "main" }, label), cancel));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send();
  });
}

/** Ask for confirmation. @param {string} question @param {string} yes @returns {Promise<boolean>} */
export function confirmed(question, yes) {
  return new Promise((resolve) => {
    const no = button(t("cancelAction"), () => dialog.close(), { autofocus: "" });
    const row = el("div", { class: "actions" }, no, button(yes, () => (resolve(true), dialog.close()), { class: "danger" }));
    const dialog = openDialog("confirm", t("confirmHeading"), el("p", {}, question), row);
    dialog.addEventListener("close", () => resolve(false));
  });
}
