/** The controls for listening, and the highlight of the spoken sentence. @module */
import { el, iconButton, t } from "../../shared/dom.js";
import { formatNumber } from "../../shared/format.js";
import { icon } from "../../shared/icons.js";
import { distance, farEdge, glide, reach } from "../article/axis.js";

export const RATES = [0.5, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3];

const tool = (name, label, act) => iconButton(icon(name), label, act, { "data-speech": name });

export class Bar {
  /** @param {{playOrPause: () => void, skip: (steps: number) => void, close: () => void, setRate: (rate: number) => void, setVoice: (uri: string) => void}} voice */
  constructor(voice) {
    this.play = tool("play", t("speechPlay"), () => voice.playOrPause());
    this.status = el("span", { class: "speech-status", role: "status" });
    this.rates = /** @type {HTMLSelectElement} */ (
      el("select", { "aria-label": t("speechSpeed") }, ...RATES.map((rate) => el("option", { value: rate }, `${formatNumber(rate)}×`)))
    );
    this.voices = /** @type {HTMLSelectElement} */ (el("select", { "aria-label": t("speechVoice"), class: "speech-voices" }));
    this.rates.addEventListener("change", () => voice.setRate(Number(this.rates.value)));
    this.voices.addEventListener("change", () => voice.setVoice(this.voices.value));
    const [previous, next] = [tool("previous", t("speechPrevious"), () => voice.skip(-1)), tool("next", t("speechNext"), () => voice.skip(1))];
    const close = tool("close", t("speechClose"), () => voice.close());
    this.controls = [previous, this.play, next, this.rates, this.voices];
    const name = { class: "speech-bar", "aria-label": t("speech"), lang: t("uiLanguage"), "data-interface": "" };
    this.element = el("section", name, ...this.controls, this.status, close);
  }

  /** Hide the controls if there is no voice. @param {boolean} usable */
  setUsable(usable) {
    for (const control of this.controls) control.hidden = !usable;
  }

  reflect(playing) {
    const label = playing ? t("speechPause") : t("speechPlay");
    this.play.replaceChildren(icon(playing ? "pause" : "play"));
    Object.assign(this.play, { ariaLabel: label, title: label });
  }

  /** @param {SpeechSynthesisVoice[]} voices @param {SpeechSynthesisVoice | undefined} chosen */
  setVoices(voices, chosen) {
    this.voices.hidden = !voices.length;
    this.voices.replaceChildren(...voices.map((voice) => el("option", { value: voice.voiceURI }, voice.name)));
    if (chosen) this.voices.value = chosen.voiceURI;
  }
}

const HIGHLIGHT = "spoken";

/** Milliseconds without automatic scrolling after the user has scrolled. */
const SCROLL_PAUSE = 4000;

let scrolledAt = -Infinity;

for (const kind of ["wheel", "touchmove"]) addEventListener(kind, () => (scrolledAt = performance.now()), { passive: true });

/** @param {Range} range */
export const showSpoken = (range) => CSS.highlights.set(HIGHLIGHT, Object.assign(new Highlight(range), { priority: 10 }));
export const hideSpoken = () => CSS.highlights.delete(HIGHLIGHT);

/** Scroll to the spoken sentence. @param {Range} range */
export function keepInView(range) {
  const [start, end] = [distance(range), farEdge(range)];
  const isVisible = start > 64 && end < reach() - 96;
  if (isVisible || start === end || performance.now() - scrolledAt < SCROLL_PAUSE) return;
  glide(start - reach() * 0.25);
}
