/** An import: files are uploaded, then the host imports them, with or without this page; a later one can resume it. @module */
import { ask, failure, follow } from "../shared/ask.js";
import { browser } from "../shared/browser.js";
import { filterFiles } from "./chosen_files.js";
import { Upload } from "./upload.js";

const KEY = "import";

/** Maximum rows of a report that are stored and shown. */
export const MAX_ROWS = 500;

/**
 * @typedef {{phase: "sending" | "working" | "done" | "cancelled" | "failed" | "interrupted", done: number, total: number, counts:
 *   {new: number, there: number, failed: number}, report: {title: string, code: string, line?: number, why?: string}[], fault?:
 *   {state: string, message?: string}}} State `done` and `total`: bytes while sending, then items
 */

export class ImportJob {
  /** @type {State | null} */
  state = null;
  #upload = null;
  #refused = [];
  #stored = null;
  #turn = 0;

  /** @param {() => void} changed called after every change of `state` */
  constructor(changed) {
    this.changed = changed;
    addEventListener("beforeunload", (event) => this.state?.phase === "sending" && event.preventDefault());
  }

  get isBusy() {
    return this.state?.phase === "sending" || this.state?.phase === "working";
  }

  /** Import files. @param {import("./chosen_files.js").Chosen[]} chosen */
  async begin(chosen) {
    if (this.isBusy) return;
    const { files, refused } = filterFiles(chosen);
    this.#refused = refused;
    this.#stored = { token: crypto.randomUUID(), job: null, refused: [...refused] };
    if (!files.length) return this.#set({ phase: "done" });
    this.#upload = new Upload(this.#stored.token, files);
    await this.#send();
  }

  /** Continue with an import that another page has started. */
  async find() {
    const stored = (await browser.storage.local.get(KEY))[KEY];
    if (!stored || this.state) return;
    this.#stored = stored;
    this.#refused = stored.refused ?? [];
    if (stored.ended) return this.#set(stored.ended);
    await this.#follow();
  }

  /** Continue after a fault: an upload restarts, an import resumes. */
  async resume() {
    if (this.isBusy) return;
    if (!this.#upload) return this.#start();
    this.#refused = [...this.#stored.refused];
    await this.#send();
  }

  async cancel() {
    if (this.state?.phase === "working") return void (await ask("cancel_job", { job: this.#stored.job }).catch(() => {}));
    if (this.#upload) this.#upload.stopped = true;
    if (this.state?.phase === "sending") return;
    await this.#discard();
    await this.forget();
  }

  async forget() {
    this.#turn++;
    [this.state, this.#upload, this.#stored] = [null, null, null];
    await browser.storage.local.remove(KEY);
    this.changed();
  }

  async #send() {
    const upload = this.#upload;
    const show = () => this.#set({ phase: "sending", done: upload.sent, total: upload.size });
    show();
    try {
      await upload.run(show, (row) => this.#refused.push(row));
    } catch (fault) {
      return this.#interrupt(fault);
    }
    if (!upload.stopped) return this.#start();
    await this.#discard();
    await this.#end({ phase: "cancelled" });
  }

  async #start() {
    if (this.#upload) this.#stored.files = this.#upload.arrived;
    const { token, files } = this.#stored;
    try {
      const { job } = await ask("start_job", { kind: "import", options: { token, files } });
      this.#upload = null;
      this.#stored = { ...this.#stored, job, refused: this.#refused };
      await browser.storage.local.set({ [KEY]: this.#stored });
    } catch (fault) {
      return this.#interrupt(fault);
    }
    await this.#follow();
  }

  async #follow() {
    const turn = ++this.#turn;
    const show = (state) => turn === this.#turn && this.#set({ phase: "working", ...state });
    try {
      const { state, code, message, ...end } = await follow(this.#stored.job, show);
      if (turn !== this.#turn) return;
      const fault = state === "failed" ? { state: code, message } : undefined;
      await this.#end({ ...end, phase: state, fault });
    } catch (fault) {
      if (turn === this.#turn) this.#interrupt(fault);
    }
  }

  /** The host was stopped; the files are still there. */
  #interrupt = (fault) => this.#set({ phase: "interrupted", fault: failure(fault) });

  async #end(state) {
    this.#set(state);
    const ended = { ...this.state, report: this.state.report.slice(0, MAX_ROWS) };
    await browser.storage.local.set({ [KEY]: { ...this.#stored, refused: [], ended } });
  }

  #discard = () => ask("upload", { token: this.#stored.token }).catch(() => {});

  /** When the import has ended, refused files are included in the report. */
  #set({ phase, report = [], counts, ...state }) {
    const ended = phase !== "sending" && phase !== "working";
    const refused = ended ? this.#refused : [];
    const all = { new: 0, there: 0, failed: 0, ...counts };
    all.failed += refused.length;
    this.state = { done: 0, total: 0, ...state, phase, counts: all, report: [...refused, ...report] };
    this.changed();
  }
}
