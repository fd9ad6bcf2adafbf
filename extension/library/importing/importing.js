/**
 * Importing, in the library page: a dialog to choose files in or to follow the work, a line at the top while that is
 * closed, and files that are dropped anywhere. @module
 */
import { action, openDialog } from "../dialog.js";
import { el, t } from "../../shared/dom.js";
import { tellChange } from "../../shared/changes.js";
import { ofDrop, ofInput } from "./chosen_files.js";
import { Progress } from "./import_progress.js";
import { watchDrops } from "./drops.js";
import { Work } from "./import_job.js";

export class Importing {
  work = new Work(() => this.#changed());
  #dialog = null;
  #form = null;
  #wasBusy = false;
  element = el("section", { class: "importing-line", hidden: "", "aria-label": t("importHeading") });

  /** @param {object} library the page */
  constructor(library) {
    this.library = library;
    document.head.append(el("link", { rel: "stylesheet", href: "../library/importing/importing.css" }));
    this.line = new Progress(this.work, { short: true, show: () => this.show() });
    this.element.append(this.line.element);
    watchDrops((dropped) => this.#begin(ofDrop(dropped)));
    this.work.find();
  }

  /** The dialog: to choose in, or what is under way. */
  show() {
    if (this.#dialog || document.querySelector("dialog[open]")) return;
    this.#form = this.work.told ? this.#progress() : this.#choice();
    this.#dialog = openDialog("importing", t("importHeading"), this.#form.element);
    this.#dialog.addEventListener("close", () => this.#closed());
    this.#changed();
  }

  #closed() {
    [this.#dialog, this.#form] = [null, null];
    const ended = this.work.told && !this.work.isBusy && this.work.told.phase !== "interrupted";
    if (ended) this.work.forget(); // it was looked at
    else this.#changed();
  }

  #choice() {
    const some = input({ multiple: "" }, (files) => this.#begin(ofInput(files)));
    const folder = input({ webkitdirectory: "" }, (files) => this.#begin(ofInput(files)));
    const kinds = [t("importKindOwn"), t("importKindBookmarks"), t("importKindLists"), t("importKindPages")];
    const buttons = [action(t("importFiles"), () => some.click(), { main: true }), action(t("importFolder"), () => folder.click())];
    const element = el(
      "div",
      { class: "choosing" },
      el("p", {}, t("importText")),
      el("ul", {}, ...kinds.map((words) => el("li", {}, words))),
      el("div", { class: "actions" }, ...buttons),
      el("p", { class: "muted" }, t("importDrop")),
      some,
      folder,
    );
    return { element, draw() {} };
  }

  #progress() {
    return new Progress(this.work, { close: () => this.#dialog.close(), other: () => this.#chooseAgain() });
  }

  async #chooseAgain() {
    await this.work.forget();
    this.#exchange(this.#choice());
    this.#form.element.querySelector("button").focus();
  }

  #exchange(form) {
    this.#form.element.replaceWith(form.element);
    this.#form = form;
  }

  /** @param {Promise<import("./chosen_files.js").Chosen[]> | import("./chosen_files.js").Chosen[]} chosen */
  async #begin(chosen) {
    const files = await chosen;
    if (!files.length) return;
    if (this.work.isBusy) return this.show();
    if (this.work.told) await this.work.forget();
    const begun = this.work.begin(files);
    if (!this.#dialog) this.show();
    else {
      this.#exchange(this.#progress());
      this.#changed();
      this.#dialog.querySelector("h2").focus();
    }
    await begun;
  }

  /** What stands on the page follows the work; the list too, when it is through. */
  #changed() {
    const { told, isBusy } = this.work;
    this.element.hidden = !told || !!this.#dialog;
    this.line.draw();
    this.#form?.draw();
    if (this.#wasBusy && !isBusy) {
      tellChange();
      this.library.refresh();
    }
    this.#wasBusy = isBusy;
  }
}

/** An input for files that nobody sees: its button is a button of ours. */
function input(attributes, act) {
  const field = el("input", { type: "file", hidden: "", ...attributes });
  field.addEventListener("change", () => {
    const files = Array.from(field.files);
    field.value = "";
    act(files);
  });
  return field;
}
