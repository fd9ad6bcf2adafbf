/** Listening to an article: connects sentences, speaker, voices and controls. @module */
import { t } from "../../shared/dom.js";
import { addLayer, removeLayer } from "../../shared/layers.js";
import { scrolled } from "../article/axis.js";
import { TextMap } from "../article/text_map.js";
import { current } from "../navigation/moving.js";
import { Bar, hideSpoken, keepInView, RATES, showSpoken } from "./bar.js";
import { Speaker } from "./speaker.js";
import { unitsOf } from "./units.js";
import { allVoices, choose, chosen, kindOf, voicesFor } from "./voices.js";

export class Listening {
  #speaker = null;
  #voices = [];
  #choice = { voices: {}, rate: 1 };

  /** Index of the unit that was shown last. */
  #shown = -1;
  bar = new Bar(this);

  /** @param {HTMLElement} text @param {() => void} closed */
  constructor(text, closed) {
    this.text = text;
    this.closed = closed;
    addEventListener("afterprint", () => this.bar.element.isConnected && this.#speaker && this.#show(this.#speaker));
  }

  async playOrPause() {
    if (!this.#speaker && this.bar.element.isConnected) return this.close();
    if (!this.#speaker) return this.#start();
    if (this.#speaker.playing) return this.#speaker.pause();
    this.#open();
    this.#speaker.play();
  }

  #open() {
    document.body.append(this.bar.element);
    addLayer(this.close);
  }

  skip = (steps) => this.#speaker?.skip(steps);

  /** Change the speed by some steps. @param {number} steps */
  faster(steps) {
    const rate = RATES[RATES.indexOf(this.#choice.rate) + steps];
    if (rate && this.#speaker) this.setRate(rate);
  }

  close = () => {
    if (this.bar.element.contains(document.activeElement)) this.closed();
    this.drop();
  };

  /** Called before another article is drawn. */
  drop() {
    removeLayer(this.close);
    this.#speaker?.pause();
    hideSpoken();
    this.bar.element.remove();
  }

  /** Start at the current paragraph. */
  async #start() {
    this.#open();
    this.bar.setUsable(false);
    this.bar.status.textContent = t("speechWaiting");
    [this.#voices, this.#choice] = await Promise.all([allVoices(), chosen()]);
    if (!this.bar.element.isConnected || this.#speaker) return;
    if (!RATES.includes(this.#choice.rate)) this.#choice.rate = 1;
    const { map, units } = unitsOf(this.text);
    const possible = units.length > 0 && this.#voices.length > 0;
    this.bar.setUsable(possible);
    this.bar.status.textContent = possible ? "" : t("speechNoVoice");
    this.bar.rates.value = String(this.#choice.rate);
    if (!possible) return;
    this.#speaker = new Speaker(units, { voiceFor: (lang) => this.#voiceFor(lang), changed: (state) => this.#show(state) });
    this.#speaker.rate = this.#choice.rate;
    this.#speaker.play(this.#firstUnit(units, map));
  }

  #firstUnit(units, map) {
    const here = current();
    if (!here || scrolled() < 8) return 0;
    const { start } = map.spanOf(here);
    return Math.max(0, units.findIndex((unit) => unit.end > start));
  }

  #voiceFor(lang) {
    const suitable = voicesFor(this.#voices, lang);
    return suitable.find((voice) => voice.voiceURI === this.#choice.voices[kindOf(lang)]) ?? suitable[0];
  }

  #show({ at, playing, over, failed }) {
    this.bar.reflect(playing);
    if (failed) return void (this.bar.status.textContent = t("speechFailed"));
    if (over) return hideSpoken();
    const unit = this.#speaker.units[at];
    this.bar.setVoices(voicesFor(this.#voices, unit.lang), this.#voiceFor(unit.lang));
    this.bar.status.textContent = this.#voiceFor(unit.lang) ? "" : t("speechOtherVoice");
    const range = new TextMap(this.text).range(unit.start, unit.end); // printing replaces nodes
    showSpoken(range);
    if (playing || at !== this.#shown) keepInView(range); // pausing and closing do not scroll
    this.#shown = at;
  }

  setRate(rate) {
    this.#choice.rate = rate;
    this.bar.rates.value = String(rate);
    choose(this.#choice);
    this.#speaker.rate = rate;
    this.#speaker.restartSentence();
  }

  /** Set the voice for the language being spoken. */
  setVoice(uri) {
    const { lang } = this.#speaker.units[this.#speaker.at];
    this.#choice.voices = { ...this.#choice.voices, [kindOf(lang)]: uri };
    choose(this.#choice);
    this.#speaker.restartSentence();
  }
}
