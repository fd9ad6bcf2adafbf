/** The bar of the voice: previous, play or pause, next, speed, voice, close. @module */
import { el, t, uiLanguage } from "../../shared/dom.js";

export const RATES = [0.5, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3];

const ICONS = {
  previous: "M7 5v14M19 5L9 12l10 7z",
  play: "M7 4l13 8-13 8z",
  pause: "M8 5v14M16 5v14",
  next: "M17 5v14M5 5l10 7-10 7z",
  close: "M6 6l12 12M18 6L6 18",
};

const SVG = "http://www.w3.org/2000/svg";

function icon(name) {
  const picture = document.createElementNS(SVG, "svg");
  for (const [key, value] of Object.entries({ viewBox: "0 0 24 24", width: 20, height: 20, "aria-hidden": "true" })) picture.setAttribute(key, String(value));
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  picture.append(path);
  return picture;
}

function button(name, words, act) {
  const made = el("button", { type: "button", "data-speech": name, "aria-label": words, title: words }, icon(name));
  made.addEventListener("click", act);
  return made;
}

const speed = (rate) => new Intl.NumberFormat(uiLanguage()).format(rate);

export class Bar {
  /** @param {{previous: () => void, playOrPause: () => void, next: () => void, close: () => void, rate: (rate: number) => void, voice: (uri: string) => void}} acts */
  constructor(acts) {
    this.play = button("play", t("speechPlay"), acts.playOrPause);
    this.status = el("span", { class: "speech-status", role: "status" });
    this.rates = /** @type {HTMLSelectElement} */ (
      el("select", { "aria-label": t("speechSpeed") }, ...RATES.map((rate) => el("option", { value: rate }, `${speed(rate)}×`)))
    );
    this.voices = /** @type {HTMLSelectElement} */ (el("select", { "aria-label": t("speechVoice"), class: "speech-voices" }));
    this.rates.addEventListener("change", () => acts.rate(Number(this.rates.value)));
    this.voices.addEventListener("change", () => acts.voice(this.voices.value));
    this.element = el(
      "section",
      { class: "speech-bar", "aria-label": t("speech"), lang: uiLanguage(), "data-interface": "" },
      button("previous", t("speechPrevious"), acts.previous),
      this.play,
      button("next", t("speechNext"), acts.next),
      this.rates,
      this.voices,
      this.status,
      button("close", t("speechClose"), acts.close),
    );
  }

  /** @param {boolean} playing */
  reflect(playing) {
    const words = playing ? t("speechPause") : t("speechPlay");
    this.play.replaceChildren(icon(playing ? "pause" : "play"));
    this.play.setAttribute("aria-label", words);
    this.play.title = words;
  }

  setRate(rate) {
    this.rates.value = String(rate);
  }

  /** @param {SpeechSynthesisVoice[]} voices @param {SpeechSynthesisVoice | undefined} taken */
  setVoices(voices, taken) {
    this.voices.hidden = !voices.length;
    this.voices.replaceChildren(...voices.map((voice) => el("option", { value: voice.voiceURI }, voice.name)));
    if (taken) this.voices.value = taken.voiceURI;
  }

  /** @param {string} words */
  say(words) {
    this.status.textContent = words;
  }
}
