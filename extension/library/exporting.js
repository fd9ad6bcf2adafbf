/** The export dialog: format, progress, result. @module */
import { ask, follow } from "../shared/ask.js";
import { addSubmit, openDialog } from "../shared/dialog.js";
import { button, el, t } from "../shared/dom.js";
import { faultText, joinSentences } from "../shared/faults.js";
import { rowText } from "./import_progress.js";

/** @param {object} library the page @param {object[]} items empty for the whole library */
export async function showExport(library, items) {
  const settings = await ask("library_settings", { changes: {} }).catch((fault) => library.actions.showFault(fault));
  const formats = settings?.export_formats;
  if (!formats || document.querySelector("dialog[open]")) return; // opened twice
  const kinds = formats.map(({ name, labels }, place) =>
    el("label", { class: "choice" }, el("input", { type: "radio", name: "format", value: name, checked: place === 0 ? "" : null }), labels[t("uiLanguage")] ?? labels.en),
  );
  const words = items.length ? t("exportSome", items.length) : t("exportAll");
  const form = el("form", { method: "dialog" }, el("fieldset", {}, el("legend", {}, words), ...kinds));
  const dialog = openDialog("exporting", t("exportHeading"), form);
  const begin = () => run(dialog, form, { items: items.map((item) => item.id), format: new FormData(form).get("format") });
  addSubmit(form, t("exportAction"), begin);
}

/** Start the job and show its progress; it continues if the dialog is closed. */
async function run(dialog, form, options) {
  const bar = el("progress", { "aria-label": t("exportHeading") });
  const words = el("p", { role: "status" }, t("exportStarting"));
  const row = el("div", { class: "actions" });
  form.replaceWith(words, bar, row);
  try {
    const { job } = await ask("start_job", { kind: "export", options });
    row.append(button(t("cancelAction"), () => ask("cancel_job", { job })));
    const end = await follow(job, ({ done, total }) => {
      if (!total) return;
      [bar.value, bar.max] = [done, total];
      words.textContent = t("progressOf", done, total);
    });
    showEnd(end, bar, words);
  } catch (fault) {
    bar.remove();
    words.textContent = faultText(fault);
  }
  row.replaceChildren(button(t("closeAction"), () => dialog.close(), { class: "main" }));
}

function showEnd({ state, path, code, message, report = [] }, bar, words) {
  words.textContent = joinSentences(t(`exportEnd_${state}`), state === "failed" && faultText({ state: code, message }));
  const lines = report.map((row) => el("li", { dir: "auto" }, rowText(row)));
  const parts = [path && el("p", { class: "path" }, el("code", { dir: "ltr" }, path)), lines.length && el("ul", { class: "report" }, ...lines)];
  bar.replaceWith(...parts.filter(Boolean));
}
