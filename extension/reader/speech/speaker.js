/**
 * Speaks sentences one after the other, in parts: voices stop in long texts. Pausing cuts the sentence off and playing begins
 * it again, because the browsers' own pause fails with many voices. A voice that never ends is skipped. @module
 */
import { breaths } from "./sentences.js";

/** Milliseconds a character takes at most, and what is added, before a voice counts as stuck; failures in a row. */
const STUCK = { each: 700, more: 8000 };
const MAX_FAILURES = 3;

const OWN_DOING = ["canceled", "interrupted"];

export class Speaker {
  #turn = 0;
  #timer = 0;
  #failures = 0;

  /** What is said now: a browser may drop one that nobody holds, and its end with it. */
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
    this.#cut();
    this.playing = true;
    this.#failures = 0;
    this.#sentence();
  }

  pause() {
    this.#cut();
    this.playing = false;
    this.#notify();
  }

  /** To another sentence; it is spoken if this one was. @param {number} steps */
  skip(steps) {
    const goal = this.at + steps;
    if (goal >= this.units.length) return this.#end();
    if (this.playing) return this.play(goal);
    this.at = Math.max(0, goal);
    this.#notify();
  }

  /** @param {number} rate 1 is the voice's own */
  setRate(rate) {
    this.rate = rate;
    this.again();
  }

  /** Speak this sentence from its beginning, as after a change of voice. */
  again() {
    if (this.playing) this.play();
  }

  #notify(more = {}) {
    this.changed({ at: this.at, playing: this.playing, ...more });
  }

  /** Stop what sounds; whatever it still reports is of a turn gone by. */
  #cut() {
    this.#turn++;
    clearTimeout(this.#timer);
    speechSynthesis.cancel();
  }

  #end() {
    this.#cut();
    Object.assign(this, { playing: false, at: 0 });
    this.#notify({ over: true });
  }

  #sentence() {
    const unit = this.units[this.at];
    this.#notify();
    this.#speak(breaths(unit.text, this.rate), unit, this.#turn);
  }

  #speak([breath, ...rest], unit, turn) {
    const utterance = new SpeechSynthesisUtterance(breath);
    const voice = this.voiceFor(unit.lang);
    if (voice) utterance.voice = voice;
    Object.assign(utterance, { lang: voice?.lang ?? unit.lang, rate: this.rate });
    const on = (failed) => turn === this.#turn && this.#next(rest, unit, failed);
    utterance.onend = () => on(false);
    utterance.onerror = ({ error }) => OWN_DOING.includes(error) || on(true);
    this.utterance = utterance;
    const stuck = () => (speechSynthesis.cancel(), on(true));
    this.#timer = setTimeout(stuck, STUCK.more + (breath.length * STUCK.each) / this.rate);
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
