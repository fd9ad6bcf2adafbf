/** How an import gets on: in one line at the top of the page, and whole, with its report, in the dialog. @module */
import { action } from "../dialog.js";
import { el, t } from "../../shared/dom.js";
import { rowWords, stateWords } from "./import_words.js";

/** Rows of a report that are drawn. */
const MOST_ROWS = 500;

export class Progress {
  #words = el("p", { role: "status" });
  #bar = el("progress", { "aria-label": t("importHeading") });
  #report = el("div");
  #row = el("div", { class: "actions" });
  #drawn = "";

  /**
   * @param {import("./import_job.js").Work} work
   * @param {{short?: boolean, show?: () => void, close?: () => void, other?: () => void}} how
   */
  constructor(work, how) {
    this.work = work;
    this.how = how;
    const hint = !how.short && el("p", { class: "muted" }, t("importGoesOn"));
    this.hint = hint || el("span", { hidden: "" });
    this.element = el("div", { class: "import-progress" }, this.#words, this.#bar, this.hint, this.#report, this.#row);
  }

  draw() {
    const { told } = this.work;
    if (!told) return;
    const words = stateWords(told);
    if (this.#words.textContent !== words) this.#words.textContent = words;
    this.#drawBar(told);
    this.hint.hidden = told.phase !== "working";
    if (this.#drawn === told.phase) return;
    this.#drawn = told.phase;
    this.#drawButtons(told);
    if (!this.how.short) this.#drawReport(told);
  }

  #drawBar({ done, total }) {
    this.#bar.hidden = !this.work.isBusy;
    if (total) [this.#bar.max, this.#bar.value] = [total, done];
    else this.#bar.removeAttribute("value");
  }

  /** Whoever pressed a button that is gone is led to the one that takes its place. */
  #drawButtons({ phase, report }) {
    const led = this.#row.contains(document.activeElement);
    this.#row.replaceChildren(...this.#buttons(phase, report).filter(Boolean));
    if (led) this.#row.querySelector("button")?.focus();
  }

  #buttons(phase, report) {
    const { work, how } = this;
    const small = how.short ? { class: "small" } : {};
    const main = how.short ? small : { main: true };
    const cancel = (words) => action(words, () => work.cancel(), small);
    const show = how.short && action(t("importShow"), how.show, small);
    if (work.isBusy) return [cancel(t("cancelAction")), show];
    if (phase === "interrupted") return [action(t("importGoOn"), () => work.goOn(), main), cancel(t("importLeave")), show];
    if (how.short) return [report.length > 0 && show, action(t("closeAction"), () => work.forget(), small)];
    return [action(t("closeAction"), how.close, main), action(t("importOther"), how.other)];
  }

  #drawReport({ report }) {
    const rows = report.slice(0, MOST_ROWS).map((row) => el("li", { dir: "auto" }, rowWords(row)));
    const more = report.length > MOST_ROWS && el("p", { class: "muted" }, t("importMore", report.length - MOST_ROWS));
    const parts = rows.length ? [el("ul", { class: "report", tabindex: 0, "aria-label": t("importReport") }, ...rows), more] : [];
    this.#report.replaceChildren(...parts.filter(Boolean));
  }
}
