/**
 * An import from the files to its report: sent, then worked on by the host, which goes on whatever becomes of this
 * page. What it is called is remembered, so that a page opened later finds it again, and, where the host ended
 * meanwhile, can let it go on with the same files. @module
 */
import { ask, follow } from "../../shared/ask.js";
import { browser } from "../../shared/browser.js";
import { sorted } from "./chosen_files.js";
import { Sending } from "./upload.js";

const KEY = "import";

/** Rows of a report that are remembered. */
const MOST_ROWS = 500;

/**
 * @typedef {object} Told
 * @property {"sending" | "working" | "done" | "cancelled" | "failed" | "interrupted"} phase
 * @property {number} done @property {number} total bytes while it is sent, then things
 * @property {{new: number, there: number, failed: number}} counts
 * @property {{title: string, code: string, line?: number, why?: string}[]} report
 * @property {{state: string, message?: string}} [fault]
 */

export class Work {
  /** @type {Told | null} null: there is none */
  told = null;
  #sending = null;
  #refused = [];
  #kept = null;
  #turn = 0;

  /** @param {() => void} changed called whenever `told` is another one */
  constructor(changed) {
    this.changed = changed;
    addEventListener("beforeunload", (event) => this.told?.phase === "sending" && event.preventDefault());
  }

  get isBusy() {
    return this.told?.phase === "sending" || this.told?.phase === "working";
  }

  /** Begin with the files chosen. @param {import("./chosen_files.js").Chosen[]} chosen */
  async begin(chosen) {
    if (this.isBusy) return;
    const { files, refused } = sorted(chosen);
    this.#refused = refused;
    this.#kept = { token: crypto.randomUUID(), job: null, refused: [...refused] };
    if (!files.length) return this.#tell({ phase: "done", counts: noCounts(), report: [] });
    this.#sending = new Sending(this.#kept.token, files);
    await this.#send();
  }

  /** What a page finds that is opened while an import is under way, or after it. */
  async find() {
    const kept = (await browser.storage.local.get(KEY))[KEY];
    if (!kept || this.told) return;
    this.#kept = kept;
    this.#refused = kept.refused ?? [];
    if (kept.ended) return this.#tell(kept.ended);
    await this.#follow();
  }

  /** Once more after a fault: what was not sent whole from the beginning, an import from where it was. */
  async goOn() {
    if (this.isBusy) return;
    if (this.#sending) {
      this.#refused = [...this.#kept.refused];
      this.#sending.again();
      await this.#send();
    } else await this.#start();
  }

  /** End it; what is in the library by now stays there. */
  async cancel() {
    if (this.told?.phase === "working") return void (await ask("cancel_job", { job: this.#kept.job }).catch(() => {}));
    if (this.#sending) this.#sending.stopped = true;
    if (this.told?.phase === "sending") return;
    await this.#throwAway();
    await this.forget();
  }

  /** Its outcome was seen. */
  async forget() {
    this.#turn++;
    [this.told, this.#sending, this.#kept] = [null, null, null];
    await browser.storage.local.remove(KEY);
    this.changed();
  }

  async #send() {
    const sending = this.#sending;
    const show = () => this.#tell({ phase: "sending", done: sending.sent, total: sending.size, counts: noCounts(), report: [] });
    show();
    try {
      await sending.run(show, (row) => this.#refused.push(row));
    } catch (fault) {
      return this.#broken(fault);
    }
    if (!sending.stopped) return this.#start();
    await this.#throwAway();
    await this.#end({ phase: "cancelled", counts: noCounts(), report: [] });
  }

  async #start() {
    if (this.#sending) this.#kept.files = this.#sending.arrived;
    const { token, files } = this.#kept;
    try {
      const { job } = await ask("start_job", { kind: "import", options: { token, files } });
      this.#sending = null;
      this.#kept = { ...this.#kept, job, refused: this.#refused };
      await browser.storage.local.set({ [KEY]: this.#kept });
    } catch (fault) {
      return this.#broken(fault);
    }
    await this.#follow();
  }

  async #follow() {
    const turn = ++this.#turn;
    const show = (state) => turn === this.#turn && this.#tell({ phase: "working", ...state });
    try {
      const { state, message, ...told } = await follow(this.#kept.job, show);
      if (turn !== this.#turn) return;
      const fault = state === "failed" ? { state: "failed", message } : undefined;
      await this.#end({ ...told, phase: state, fault });
    } catch (fault) {
      if (turn === this.#turn) this.#broken(fault);
    }
  }

  /** The host is gone or was another one; the files are still there. */
  #broken(fault) {
    this.#tell({ phase: "interrupted", counts: noCounts(), report: [], fault: { state: fault.state ?? "internal", message: fault.message } });
  }

  async #end(told) {
    this.#tell(told);
    const { report } = this.told;
    const ended = { ...this.told, report: report.slice(0, MOST_ROWS) };
    await browser.storage.local.set({ [KEY]: { ...this.#kept, refused: [], ended } });
  }

  #throwAway() {
    return ask("upload", { token: this.#kept.token }).catch(() => {});
  }

  #tell(told) {
    const counts = { ...noCounts(), ...told.counts };
    const ended = told.phase !== "sending" && told.phase !== "working";
    const report = ended && !told.isWhole ? [...this.#refused, ...told.report] : told.report;
    if (ended && !told.isWhole) counts.failed += this.#refused.length;
    this.told = { done: 0, total: 0, ...told, counts, report, isWhole: ended };
    this.changed();
  }
}

const noCounts = () => ({ new: 0, there: 0, failed: 0 });
