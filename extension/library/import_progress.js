/** The progress of an import: short at the top of the page, with its report in the dialog. @module */
import { button, el, t } from "../shared/dom.js";
import { faultText, faultWords, joinSentences, SCREENS } from "../shared/faults.js";
import { formatNumber, formatPercent } from "../shared/format.js";
import { MAX_ROWS } from "./import_job.js";

export class ImportProgress {
  #text = el("p", { role: "status" });
  #bar = el("progress", { "aria-label": t("importHeading") });
  #report = el("div");
  #row = el("div", { class: "actions" });
  #drawn = "";

  /** @param {import("./import_job.js").ImportJob} job @param {{short?: boolean} & Record<string, () => void>} options */
  constructor(job, options) {
    this.job = job;
    this.options = options;
    this.hint = el("p", { class: "muted" }, t("importGoesOn"));
    this.element = el("div", { class: "import-progress" }, this.#text, this.#bar, this.hint, this.#report, this.#row);
  }

  draw() {
    const { state } = this.job;
    if (!state) return;
    const text = stateText(state);
    if (this.#text.textContent !== text) this.#text.textContent = text;
    this.#bar.hidden = !this.job.isBusy;
    if (state.total) [this.#bar.max, this.#bar.value] = [state.total, state.done];
    else this.#bar.removeAttribute("value");
    this.hint.hidden = this.options.short || state.phase !== "working";
    if (this.#drawn === state.phase) return;
    this.#drawn = state.phase;
    // Move the focus from a removed button to the new one.
    const hadFocus = this.#row.contains(document.activeElement);
    this.#row.replaceChildren(...this.#buttons(state).filter(Boolean));
    if (hadFocus) this.#row.querySelector("button")?.focus();
    if (!this.options.short) this.#drawReport(state);
  }

  #buttons({ phase, report }) {
    const { job, options } = this;
    const small = options.short ? { class: "small" } : {};
    const main = options.short ? small : { class: "main" };
    const cancel = (label) => button(label, () => job.cancel(), small);
    const show = options.short && button(t("importShow"), options.show, small);
    if (job.isBusy) return [cancel(t("cancelAction")), show];
    if (phase === "interrupted") return [button(t("importGoOn"), () => job.resume(), main), cancel(t("importDiscard")), show];
    if (options.short) return [report.length > 0 && show, button(t("closeAction"), () => job.forget(), small)];
    return [button(t("closeAction"), options.close, main), button(t("importOther"), options.other)];
  }

  #drawReport({ report }) {
    const rows = report.slice(0, MAX_ROWS).map((row) => el("li", { dir: "auto" }, rowText(row)));
    const more = report.length > MAX_ROWS && el("p", { class: "muted" }, t("importMore", report.length - MAX_ROWS));
    const parts = rows.length ? [el("ul", { class: "report", tabindex: 0, "aria-label": t("importReport") }, ...rows), more] : [];
    this.#report.replaceChildren(...parts.filter(Boolean));
  }
}

/** Codes that have the message of another code. */
const ALIKE = { gap: "unread", empty: "unknown", page_unreadable: "no_article", stopped: "page_too_large" };

/** A report's row as a sentence. @param {{title: string, code: string, line?: number, why?: string}} row */
export function rowText({ title, code, line, why }) {
  const name = line ? t("importLine", title, line) : title;
  const known = t(`importFailed_${ALIKE[code] ?? code}`, name);
  const reason = Object.hasOwn(SCREENS, code) ? faultText({ state: code }) : why ?? code;
  return known || t("importBecause", name, reason);
}

/** Progress or result. @param {import("./import_job.js").State} state */
function stateText({ phase, done, total, counts, fault }) {
  if (phase === "sending") return t("importSending", formatPercent(total ? done / total : 0));
  if (phase === "working") return total ? t("importWorking", formatNumber(done), formatNumber(total)) : t("importStarting");
  if (phase === "interrupted") return t("importInterrupted");
  if (phase === "done" && !counts.new && !counts.there && !counts.failed) return t("importNothing");
  const failure = fault && faultWords(fault.state, fault.message).text;
  const numbers = [counts.new, counts.there, counts.failed].map(formatNumber);
  return joinSentences(t(`importEnd_${phase}`), failure, (phase === "done" || counts.new > 0) && t("importCounts", ...numbers));
}
