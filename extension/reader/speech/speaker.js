/**
 * Speaks sentences in short parts, because voices stop in long texts. Pausing cancels the sentence and playing restarts it,
 * because `speechSynthesis.pause` fails with many voices. Utterances that never end are skipped. @module
 */
import { partsOf } from "./sentences.js";

/** Milliseconds per character, and in addition, after which an utterance counts as stuck; maximum consecutive failures. */
const STUCK = { perCharacter: 700, extra: 8000 };
const MAX_FAILURES = 3;
const CANCELLED = ["canceled", "interrupted"];

export class Speaker {
  #turn = 0;
  #timer = 0;
  #failures = 0;

  /** The current utterance; without a reference, browsers may collect it and never fire `end`. */
  utterance = null;

  /**
   * @param {import("./units.js").Unit[]} units @param {{voiceFor: (lang: string) => SpeechSynthesisVoice | undefined,
   *   changed: (state: {at: number, playing: boolean, over?: boolean, failed?: boolean}) => void}} options
   */
  constructor(units, { voiceFor, changed }) {
    this.units = units;
    this.voiceFor = voiceFor;
    this.changed = changed;
    this.at = 0;
    this.rate = 1;
    this.playing = false;
  }

  play(at = this.at) {
    this.at = Math.max(0, Math.min(at, this.units.length - 1));
    this.#cancel();
    this.playing = true;
    this.#failures = 0;
    this.#sentence();
  }

  pause() {
    this.#cancel();
    this.playing = false;
    this.#notify();
  }

  /** Move to another sentence, and speak it if playing. @param {number} steps */
  skip(steps) {
    const target = this.at + steps;
    if (target >= this.units.length) return this.#end();
    if (this.playing) return this.play(target);
    this.at = Math.max(0, target);
    this.#notify();
  }

  /** Speak the sentence from its beginning, after a change of voice or speed. */
  restartSentence() {
    if (this.playing) this.play();
  }

  #notify(more = {}) {
    this.changed({ at: this.at, playing: this.playing, ...more });
  }

  /** Cancel the utterance; a new turn makes its late events ignored. */
  #cancel() {
    this.#turn++;
    clearTimeout(this.#timer);
    speechSynthesis.cancel();
  }

  #end() {
    this.#cancel();
    Object.assign(this, { playing: false, at: 0 });
    this.#notify({ over: true });
  }

  #sentence() {
    const unit = this.units[this.at];
    this.#notify();
    this.#speak(partsOf(unit.text, this.rate), unit, this.#turn);
  }

  #speak([part, ...rest], unit, turn) {
    const utterance = new SpeechSynthesisUtterance(part);
    const voice = this.voiceFor(unit.lang);
    if (voice) utterance.voice = voice;
    Object.assign(utterance, { lang: voice?.lang ?? unit.lang, rate: this.rate });
    const on = (failed) => turn === this.#turn && this.#next(rest, unit, failed);
    utterance.onend = () => on(false);
    utterance.onerror = ({ error }) => CANCELLED.includes(error) || on(true);
    this.utterance = utterance;
    const stuck = () => (speechSynthesis.cancel(), on(true));
    this.#timer = setTimeout(stuck, STUCK.extra + (part.length * STUCK.perCharacter) / this.rate);
    speechSynthesis.speak(utterance);
  }

  #next(rest, unit, failed) {
    clearTimeout(this.#timer);
    this.#failures = failed ? this.#failures + 1 : 0;
    if (this.#failures >= MAX_FAILURES) {
      this.pause();
      return this.#notify({ failed: true });
    }
    if (rest.length) return this.#speak(rest, unit, this.#turn);
    if (this.at + 1 >= this.units.length) return this.#end();
    this.at++;
    this.#sentence();
  }
}
