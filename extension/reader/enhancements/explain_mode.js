/** "Why these parts?" while it is on: the user's choice, step by step, which is kept when the mode is left. @module */
import { send } from "../../shared/ask.js";
import { isPrivate } from "../../shared/browser.js";
import { t } from "../../shared/dom.js";
import { Toast } from "../../shared/toast.js";
import { showBlocks } from "./explain_blocks.js";
import { isSame, NOTHING, storedOf } from "./explain_choice.js";

const toast = new Toast("notes-toast");
document.querySelector(".toolbar")?.after(toast.element);

/** @param {string} words @param {(() => unknown) | null} [undo] */
export const say = (words, undo) => toast.show(words, undo);

/** @typedef {import("./explain_choice.js").Chosen} Chosen @typedef {{before: Chosen, number: number}} Step the block at which it was made */

/** The beginning of a line, without the signs on the buttons in it. @param {HTMLElement} line */
const textOf = (line) => line.textContent?.replace(/[−+⋯\s]/g, "").slice(0, 60);

export class Mode {
  /** Blocks that are not folded away. @type {Set<number>} */
  open = new Set();

  /** What can be undone, the latest last. @type {Step[]} */
  steps = [];
  #isBusy = false;
  #underWay = Promise.resolve();
  #life = new AbortController();

  /** @param {import("../reader.js").Drawn} drawn @param {object} reply of the background; `corrects`: whether the host keeps corrections; an older one does not say so */
  constructor(drawn, reply) {
    this.drawn = drawn;
    this.blocks = /** @type {import("./explain_choice.js").Block[]} */ (reply.blocks);
    this.chosen = this.atFirst = /** @type {Chosen} */ (reply.chosen ?? NOTHING);
    this.corrects = reply.corrects;
    this.stored = storedOf(reply);
    this.pages = reply.article.corrected?.site ?? 0;
    /** With marks, as it was drawn last. */
    this.article = reply.article;
  }

  /** One thing at a time; what comes meanwhile is dropped. @param {() => Promise<unknown>} act */
  async alone(act) {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.#underWay = act().finally(() => (this.#isBusy = false));
    await this.#underWay;
  }

  /** Once what is under way has ended. @param {() => Promise<unknown>} act */
  async next(act) {
    await this.#underWay;
    await this.alone(act);
  }

  start() {
    const { signal } = this.#life;
    toast.hide();
    addEventListener("pagehide", () => this.#isWorthKeeping && this.#keep(), { signal });
    addEventListener("keydown", (event) => (event.ctrlKey || event.metaKey) && event.key === "z" && this.undo(), { signal });
    return this.#draw(this.article);
  }

  /** @param {import("../reader.js").Drawn} drawn */
  decorate(drawn) {
    this.drawn = drawn;
    if (!this.#life.signal.aborted) showBlocks(drawn.main, this);
  }

  /** @param {Chosen} chosen @param {number} number the block at which it was chosen @param {string} words what that did */
  step(chosen, number, words) {
    return this.alone(async () => {
      this.open.add(number);
      const steps = [...this.steps, { before: this.chosen, number }];
      if (await this.#choose(chosen, steps, number)) say(words, () => this.undo());
    });
  }

  undo() {
    const last = this.steps.at(-1);
    return last && this.alone(async () => (await this.#choose(last.before, this.steps.slice(0, -1), last.number)) && say(t("undone")));
  }

  undoAll() {
    return this.alone(async () => (await this.#choose(NOTHING, [])) && say(t("whyUndone")));
  }

  /** The article as it is now. What was chosen is kept. */
  async end() {
    this.#life.abort();
    toast.hide();
    const reply = this.#isWorthKeeping && this.#keep();
    await this.#draw(this.article);
    if (!this.#isWorthKeeping || !this.corrects) return;
    if (!reply) return say(t("whyPrivate"), () => this.#restore());
    const isKept = (await reply).state === "corrected";
    say(isKept ? t("whyCorrected") : t("whyNotKept"), () => (isKept ? this.#forget(this.atFirst) : this.#restore()));
    if (isKept) toast.addButton(t("whyOnlyNow"), () => this.#forget(this.chosen));
  }

  get #isWorthKeeping() {
    return !isSame(this.chosen, this.atFirst) && !isSame(this.chosen, NOTHING);
  }

  #keep() {
    return this.corrects && !isPrivate() ? this.#ask("correct") : null;
  }

  /** The host has what it had of this page; the article is as `chosen`. @param {Chosen} chosen */
  async #forget(chosen) {
    const { state } = await this.#ask("uncorrect", { stored: this.stored });
    if (state !== "uncorrected") return say(t("whyFailed"));
    await this.#choose(chosen, []);
    say(chosen === this.atFirst ? t("undone") : t("whyOnlyNowDone"));
  }

  async #restore() {
    if (await this.#choose(this.atFirst, [])) say(t("undone"));
  }

  #ask(kind, fields) {
    return send({ kind, key: this.drawn.key, ...fields });
  }

  /** @returns {Promise<boolean>} whether the article could be made so */
  async #choose(chosen, steps, number = null) {
    const reply = await this.#ask("choose", { chosen });
    if (reply.state !== "article") {
      say(reply.state === "no_article" ? t("whyNothingLeft") : t("whyFailed"));
      return false;
    }
    Object.assign(this, { chosen, steps });
    await this.#draw(reply.article, number);
    return true;
  }

  /** Draw anew and keep in place the block that was pressed, with the focus, or else the line at the top of the window. */
  async #draw(article, number = null) {
    this.article = article;
    const before = this.#partOf(number) ?? this.#topLine();
    const top = before?.getBoundingClientRect().top ?? 0;
    const text = before && textOf(before);
    await this.drawn.redraw({ ...this.drawn.answer, article });
    this.decorate(this.drawn);
    const after = this.#partOf(number) ?? (text && this.#lines().find((line) => line.localName === before.localName && textOf(line) === text));
    if (!after) return;
    scrollBy({ top: after.getBoundingClientRect().top - top, behavior: "instant" });
    if (number !== null) after.focus({ preventScroll: true });
  }

  /** The button of a block, or of its region. @returns {HTMLElement | null} */
  #partOf(number) {
    return number === null ? null : this.drawn.main.querySelector(`[data-block="${number}"]`);
  }

  #lines() {
    return /** @type {HTMLElement[]} */ ([...this.drawn.main.querySelectorAll(".text > :not(.left-out)")]);
  }

  #topLine() {
    return scrollY < 100 ? null : this.#lines().find((line) => line.getBoundingClientRect().bottom > 60) ?? null;
  }
}
