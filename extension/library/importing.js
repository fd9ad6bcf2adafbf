/** Importing: the dialog, a line of progress while it is closed, and drag and drop. @module */
import { notifyChange } from "../shared/ask.js";
import { openDialog } from "../shared/dialog.js";
import { button, el, t, useStyle } from "../shared/dom.js";
import { filesOfDrop, filesOfInput, watchDrops } from "./chosen_files.js";
import { ImportJob } from "./import_job.js";
import { ImportProgress } from "./import_progress.js";

export class Importing {
  job = new ImportJob(() => this.#changed());
  #dialog = null;
  #form = null;
  #wasBusy = false;
  element = el("section", { class: "importing-line", hidden: "", "aria-label": t("importHeading") });

  constructor(library) {
    this.library = library;
    useStyle("../library/importing.css");
    this.line = new ImportProgress(this.job, { short: true, show: () => this.show() });
    this.element.append(this.line.element);
    watchDrops((dropped) => this.#begin(filesOfDrop(dropped)));
    this.job.find();
  }

  /** Open the dialog: file selection, or the running import. */
  show() {
    if (this.#dialog || document.querySelector("dialog[open]")) return;
    this.#form = this.job.state ? this.#progress() : this.#choice();
    this.#dialog = openDialog("importing", t("importHeading"), this.#form.element);
    this.#dialog.addEventListener("close", () => {
      [this.#dialog, this.#form] = [null, null];
      const ended = this.job.state && !this.job.isBusy && this.job.state.phase !== "interrupted";
      if (ended) this.job.forget(); // the user has seen its report
      else this.#changed();
    });
    this.#changed();
  }

  #choice() {
    const some = fileInput({ multiple: "" }, (files) => this.#begin(files));
    const folder = fileInput({ webkitdirectory: "" }, (files) => this.#begin(files));
    const kinds = [t("importKindOwn"), t("importKindBookmarks"), t("importKindLists"), t("importKindPages")];
    const buttons = [button(t("importFiles"), () => some.click(), { class: "main" }), button(t("importFolder"), () => folder.click())];
    const list = el("ul", {}, ...kinds.map((words) => el("li", {}, words)));
    const actions = el("div", { class: "actions" }, ...buttons);
    const element = el("div", { class: "choosing" }, el("p", {}, t("importText")), list, actions, el("p", { class: "muted" }, t("importDrop")), some, folder);
    return { element, draw() {} };
  }

  #progress() {
    const other = async () => {
      await this.job.forget();
      this.#replaceForm(this.#choice());
      this.#form.element.querySelector("button").focus();
    };
    return new ImportProgress(this.job, { close: () => this.#dialog.close(), other });
  }

  #replaceForm(form) {
    this.#form.element.replaceWith(form.element);
    this.#form = form;
  }

  /** @param {Promise<import("./chosen_files.js").Chosen[]> | import("./chosen_files.js").Chosen[]} chosen */
  async #begin(chosen) {
    const files = await chosen;
    if (!files.length) return;
    if (this.job.isBusy) return this.show();
    if (this.job.state) await this.job.forget();
    const running = this.job.begin(files);
    if (!this.#dialog) this.show();
    else {
      this.#replaceForm(this.#progress());
      this.#changed();
      this.#dialog.querySelector("h2").focus();
    }
    await running;
  }

  /** Show the progress; refresh the list when the import has ended. */
  #changed() {
    const { state, isBusy } = this.job;
    this.element.hidden = !state || !!this.#dialog;
    this.line.draw();
    this.#form?.draw();
    if (this.#wasBusy && !isBusy) {
      notifyChange();
      this.library.refresh();
    }
    this.#wasBusy = isBusy;
  }
}

function fileInput(attributes, act) {
  const field = el("input", { type: "file", hidden: "", ...attributes });
  field.addEventListener("change", () => {
    const files = filesOfInput(field.files);
    field.value = "";
    act(files);
  });
  return field;
}
