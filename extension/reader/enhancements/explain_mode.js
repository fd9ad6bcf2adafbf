/** "Why these parts?" while it is active: the user's choice with undo, stored when the mode is left. @module */
import { send } from "../../shared/ask.js";
import { isPrivate } from "../../shared/browser.js";
import { t } from "../../shared/dom.js";
import { toast } from "../../shared/toast.js";
import { advance, distance, farEdge, scrolled } from "../article/axis.js";
import { hideTip, showBlocks } from "./explain_blocks.js";
import { isSame, NOTHING, storedOf } from "./explain_choice.js";

/** @typedef {import("./explain_choice.js").Chosen} Chosen @typedef {{before: Chosen, number: number}} Step `number`: the block that was clicked */

/** The beginning of a line. @param {HTMLElement} line */
const textOf = (line) => line.textContent?.replace(/\s/g, "").slice(0, 60);

export class Mode {
  /** Blocks in unfolded regions. @type {Set<number>} */
  open = new Set();

  /** Undo stack, latest last. @type {Step[]} */
  steps = [];
  #current = Promise.resolve();
  #ended = new AbortController();

  /** @param {import("../reader.js").Drawn} drawn @param {object} reply to `explain`; `corrects`: whether the host stores corrections */
  constructor(drawn, reply) {
    this.drawn = drawn;
    this.blocks = /** @type {import("./explain_choice.js").Block[]} */ (reply.blocks);
    this.chosen = this.initial = /** @type {Chosen} */ (reply.chosen ?? NOTHING);
    this.corrects = reply.corrects;
    this.stored = storedOf(reply);
    this.pages = reply.article.corrected?.site ?? 0;
    this.article = reply.article;
  }

  /** Run an action; until it has ended, further ones are ignored, and the article looks busy. @param {() => Promise<unknown>} act */
  async exclusive(act) {
    const { main } = this.drawn;
    if (main.ariaBusy === "true") return;
    main.ariaBusy = "true";
    this.#current = act().finally(() => (main.ariaBusy = "false"));
    await this.#current;
  }

  /** Run an action after the current one. @param {() => Promise<unknown>} act */
  next = (act) => this.#current.then(() => this.exclusive(act));

  start() {
    const { signal } = this.#ended;
    toast.hide();
    addEventListener("pagehide", () => this.#isChanged && this.#store(), { signal });
    addEventListener("keydown", ({ key, ctrlKey, metaKey, target }) => (ctrlKey || metaKey) && key === "z" && !target.matches("textarea") && this.undo(), { signal });
    return this.#draw(this.article);
  }

  /** @param {import("../reader.js").Drawn} drawn */
  decorate(drawn) {
    this.drawn = drawn;
    if (!this.#ended.signal.aborted) showBlocks(drawn.main, this);
  }

  /** @param {Chosen} chosen @param {number} number the clicked block @param {string} words for the toast */
  step(chosen, number, words) {
    return this.exclusive(async () => {
      this.open.add(number);
      const steps = [...this.steps, { before: this.chosen, number }];
      if (await this.#choose(chosen, steps, number)) toast.show(words, () => this.undo());
    });
  }

  undo() {
    const last = this.steps.at(-1);
    return last && this.exclusive(async () => (await this.#choose(last.before, this.steps.slice(0, -1), last.number)) && toast.show(t("undone")));
  }

  undoAll = () => this.exclusive(async () => (await this.#choose(NOTHING, [])) && toast.show(t("whyUndone")));

  /** Leave the mode and store the choice. */
  async end() {
    this.#ended.abort();
    toast.hide();
    const reply = this.#isChanged && this.#store();
    await this.#draw(this.article);
    if (!this.#isChanged || !this.corrects) return;
    if (!reply) return toast.show(t("whyPrivate"), () => this.#restore());
    const isStored = (await reply).state === "corrected";
    toast.show(isStored ? t("whyCorrected") : t("whyNotKept"), () => (isStored ? this.#forget(this.initial) : this.#restore()));
    if (isStored) toast.addButton(t("whyOnlyNow"), () => this.#forget(this.chosen));
  }

  get #isChanged() {
    return !isSame(this.chosen, this.initial) && !isSame(this.chosen, NOTHING);
  }

  #store = () => this.corrects && !isPrivate() ? this.#ask("correct") : null;

  /** Let the host restore its previous correction, and show the article as `chosen`. @param {Chosen} chosen */
  async #forget(chosen) {
    const { state } = await this.#ask("uncorrect", { stored: this.stored });
    if (state !== "uncorrected") return toast.show(t("whyFailed"));
    await this.#choose(chosen, []);
    toast.show(chosen === this.initial ? t("undone") : t("whyOnlyNowDone"));
  }

  async #restore() {
    if (await this.#choose(this.initial, [])) toast.show(t("undone"));
  }

  #ask = (kind, fields) => send({ kind, key: this.drawn.key, ...fields });

  /** @returns {Promise<boolean>} false if the article could not be extracted */
  async #choose(chosen, steps, number = null) {
    const reply = await this.#ask("choose", { chosen });
    if (reply.state !== "article") {
      toast.show(reply.state === "no_article" ? t("whyNothingLeft") : t("whyFailed"));
      return false;
    }
    Object.assign(this, { chosen, steps });
    await this.#draw(reply.article, number);
    return true;
  }

  /** Redraw, and keep the clicked block, or else the first visible line, at the same position, with the focus if it was in the article. */
  async #draw(article, number = null) {
    this.article = article;
    hideTip();
    const before = this.#partOf(number) ?? this.#topLine();
    const place = before ? distance(before) : 0;
    const hadFocus = this.drawn.main.contains(document.activeElement);
    const text = before && textOf(before);
    await this.drawn.redraw({ ...this.drawn.answer, article });
    this.decorate(this.drawn);
    const after = this.#partOf(number) ?? (text && this.#lines().find((line) => line.localName === before.localName && textOf(line) === text));
    if (!after) return;
    advance(distance(after) - place);
    if (number === null && !hadFocus) return;
    if (number === null) after.tabIndex = -1;
    after.focus({ preventScroll: true });
  }

  /** The button of a block or its region. @returns {HTMLElement | null} */
  #partOf = (number) => number === null ? null : this.drawn.main.querySelector(`[data-block="${number}"]`);

  #lines = () => /** @type {HTMLElement[]} */ ([...this.drawn.main.querySelectorAll(".text > :not(.left-out)")]);

  #topLine = () => scrolled() < 100 ? null : this.#lines().find((line) => farEdge(line) > 60) ?? null;
}
