/** Exporting the selected articles, or all: which kind, how far it is, where it lies, what failed. @module */
import { rowWords } from "../importing/words.js";
import { el, t } from "../reader/dom.js";
import { together } from "../shared/sentences.js";
import { ask, follow } from "./ask.js";
import { action, openDialog, submit } from "./dialog.js";
import { faultWords } from "./faults.js";

/** @param {object} library the page @param {object[]} items none: all of the library */
export async function showExport(library, items) {
  const settings = await ask("library_settings", { changes: {} }).catch((fault) => library.actions.told(fault));
  const formats = settings?.export_formats;
  if (!formats) return;
  const kinds = formats.map(({ name, labels }, place) =>
    el("label", { class: "choice" }, el("input", { type: "radio", name: "format", value: name, checked: place === 0 ? "" : null }), labels[t("uiLanguage")] ?? labels.en),
  );
  const words = items.length ? t("exportSome", items.length) : t("exportAll");
  const form = el("form", { method: "dialog" }, el("fieldset", {}, el("legend", {}, words), ...kinds));
  const dialog = openDialog("exporting", t("exportHeading"), form);
  const begin = () => {
    const format = new FormData(form).get("format");
    run(dialog, form, { items: items.map((item) => item.id), format });
  };
  form.addEventListener("submit", (event) => (event.preventDefault(), begin()));
  form.append(el("div", { class: "actions" }, submit(t("exportAction")), action(t("cancelAction"), () => dialog.close())));
}

/** Start the job and show it until it ends; closing the dialog leaves it running. */
async function run(dialog, form, options) {
  const bar = el("progress", { "aria-label": t("exportHeading") });
  const words = el("p", { role: "status" }, t("exportStarting"));
  const row = el("div", { class: "actions" });
  form.replaceWith(words, bar, row);
  try {
    const { job } = await ask("start_job", { kind: "export", options });
    row.append(action(t("cancelAction"), () => ask("cancel_job", { job })));
    const told = await follow(job, (state) => showProgress(state, bar, words));
    showEnd(told, bar, words);
  } catch (fault) {
    const { heading, text } = faultWords(fault.state, fault.message);
    bar.remove();
    words.textContent = together(heading, text);
  }
  row.replaceChildren(action(t("closeAction"), () => dialog.close(), { main: true }));
}

function showProgress({ done, total }, bar, words) {
  if (!total) return;
  [bar.value, bar.max] = [done, total];
  words.textContent = t("progressOf", done, total);
}

const ENDS = {
  done: () => t("exportDone"),
  cancelled: () => t("exportCancelled"),
  failed: () => t("exportFailed"),
};

/** Where it lies, and what could not be exported and why. */
function showEnd({ state, path, message, report = [] }, bar, words) {
  words.textContent = together(ENDS[state]?.(), state === "failed" && message);
  const lines = report.map((row) => el("li", { dir: "auto" }, rowWords(row)));
  const parts = [path && el("p", { class: "path" }, el("code", { dir: "ltr" }, path)), lines.length && el("ul", { class: "report" }, ...lines)];
  bar.replaceWith(...parts.filter(Boolean));
}
