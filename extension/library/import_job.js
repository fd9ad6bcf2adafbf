/**
 * An import from the files to its report: uploaded, then done by the host, whatever becomes of this page. A page opened
 * later finds it again, and, where the host ended meanwhile, can resume it with the same files. @module
 */
import { ask, failure, follow } from "../shared/ask.js";
import { browser } from "../shared/browser.js";
import { sorted } from "./chosen_files.js";
import { Upload } from "./upload.js";

const KEY = "import";

const MAX_ROWS = 500;

/**
 * @typedef {{phase: "sending" | "working" | "done" | "cancelled" | "failed" | "interrupted", done: number, total: number, counts:
 *   {new: number, there: number, failed: number}, report: {title: string, code: string, line?: number, why?: string}[], fault?:
 *   {state: string, message?: string}}} State `done` of `total` bytes while it is sent, then things
 */

export class ImportJob {
  /** @type {State | null} null: there is none */
  state = null;
  #upload = null;
  #refused = [];
  #kept = null;
  #turn = 0;

  /** @param {() => void} changed called whenever `state` is another one */
  constructor(changed) {
    this.changed = changed;
    addEventListener("beforeunload", (event) => this.state?.phase === "sending" && event.preventDefault());
  }

  get isBusy() {
    return this.state?.phase === "sending" || this.state?.phase === "working";
  }

  /** Begin with the files chosen. @param {import("./chosen_files.js").Chosen[]} chosen */
  async begin(chosen) {
    if (this.isBusy) return;
    const { files, refused } = sorted(chosen);
    this.#refused = refused;
    this.#kept = { token: crypto.randomUUID(), job: null, refused: [...refused] };
    if (!files.length) return this.#set({ phase: "done" });
    this.#upload = new Upload(this.#kept.token, files);
    await this.#send();
  }

  /** What a page finds that is opened while an import is under way, or after it. */
  async find() {
    const kept = (await browser.storage.local.get(KEY))[KEY];
    if (!kept || this.state) return;
    this.#kept = kept;
    this.#refused = kept.refused ?? [];
    if (kept.ended) return this.#set(kept.ended);
    await this.#follow();
  }

  /** Again after a fault: an upload from the beginning, an import from where it was. */
  async resume() {
    if (this.isBusy) return;
    if (!this.#upload) return this.#start();
    this.#refused = [...this.#kept.refused];
    await this.#send();
  }

  async cancel() {
    if (this.state?.phase === "working") return void (await ask("cancel_job", { job: this.#kept.job }).catch(() => {}));
    if (this.#upload) this.#upload.stopped = true;
    if (this.state?.phase === "sending") return;
    await this.#discard();
    await this.forget();
  }

  async forget() {
    this.#turn++;
    [this.state, this.#upload, this.#kept] = [null, null, null];
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
      return this.#broken(fault);
    }
    if (!upload.stopped) return this.#start();
    await this.#discard();
    await this.#end({ phase: "cancelled" });
  }

  async #start() {
    if (this.#upload) this.#kept.files = this.#upload.arrived;
    const { token, files } = this.#kept;
    try {
      const { job } = await ask("start_job", { kind: "import", options: { token, files } });
      this.#upload = null;
      this.#kept = { ...this.#kept, job, refused: this.#refused };
      await browser.storage.local.set({ [KEY]: this.#kept });
    } catch (fault) {
      return this.#broken(fault);
    }
    await this.#follow();
  }

  async #follow() {
    const turn = ++this.#turn;
    const show = (state) => turn === this.#turn && this.#set({ phase: "working", ...state });
    try {
      const { state, message, ...end } = await follow(this.#kept.job, show);
      if (turn !== this.#turn) return;
      const fault = state === "failed" ? { state: "failed", message } : undefined;
      await this.#end({ ...end, phase: state, fault });
    } catch (fault) {
      if (turn === this.#turn) this.#broken(fault);
    }
  }

  /** The host is gone or was another one; the files are still there. */
  #broken(fault) {
    this.#set({ phase: "interrupted", fault: failure(fault) });
  }

  async #end(state) {
    this.#set(state);
    const ended = { ...this.state, report: this.state.report.slice(0, MAX_ROWS) };
    await browser.storage.local.set({ [KEY]: { ...this.#kept, refused: [], ended } });
  }

  #discard() {
    return ask("upload", { token: this.#kept.token }).catch(() => {});
  }

  /** At its end the files that were not sent are of the report; of one that is found again they are already. */
  #set({ phase, report = [], counts, ...state }) {
    const ended = phase !== "sending" && phase !== "working";
    const refused = ended ? this.#refused : [];
    const all = { new: 0, there: 0, failed: 0, ...counts };
    all.failed += refused.length;
    this.state = { done: 0, total: 0, ...state, phase, counts: all, report: [...refused, ...report] };
    this.changed();
  }
}
