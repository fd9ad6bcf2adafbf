/** Voices: those of a language, and which one the user chose for it. @module */
import { browser } from "../../shared/browser.js";

const KEPT = "voices";

/** Milliseconds that a browser may take to find its voices. */
const VOICES_TIMEOUT = 2000;

/** The likeliest country of a language that names none, as voices are tagged. */
const LIKELY = { zh: "zh-cn", "zh-hans": "zh-cn", "zh-hant": "zh-tw", yue: "zh-hk", ja: "ja-jp", en: "en-us" };

/** A language tag as all write it: some systems say cmn for zh, and zh-yue for yue. */
function tag(lang) {
  const dashed = lang.replaceAll("_", "-");
  try {
    return Intl.getCanonicalLocales(dashed)[0].toLowerCase();
  } catch {
    return dashed.toLowerCase();
  }
}

/** The tag with the country that goes without saying. */
const full = (lang) => LIKELY[tag(lang)] ?? tag(lang);

/** The language whose voice is remembered: Chinese of Taiwan has another one than that of Beijing. */
export function kindOf(lang) {
  const low = tag(lang);
  const [first] = low.split("-");
  if (first !== "zh") return first;
  if (/-(?:hk|mo)\b/.test(low)) return "zh-hk";
  return /hant|-tw\b/.test(low) ? "zh-tw" : "zh-cn";
}

/** Those that speak a language, the most fitting first. @param {SpeechSynthesisVoice[]} voices @param {string} lang */
export function voicesFor(voices, lang) {
  const wanted = LIKELY[tag(lang)] ?? (kindOf(lang).startsWith("zh") ? kindOf(lang) : tag(lang));
  const [first] = wanted.split("-");
  const worth = (voice) => Number(full(voice.lang) === wanted) * 4 + Number(voice.localService) * 2 + Number(voice.default);
  const fitting = voices.filter((voice) => full(voice.lang).split("-")[0] === first);
  // Linux's espeak has a hundred variants of each voice, named “English+Alex”: too many to choose from.
  const plain = fitting.filter(({ name }) => !name.includes("+"));
  return (plain.length ? plain : fitting).sort((a, b) => worth(b) - worth(a));
}

/** The browser's voices, which some find only after a while. */
export async function allVoices() {
  if (!globalThis.speechSynthesis) return [];
  const now = speechSynthesis.getVoices();
  if (now.length) return now;
  await new Promise((resolve) => {
    speechSynthesis.addEventListener?.("voiceschanged", resolve, { once: true });
    setTimeout(resolve, VOICES_TIMEOUT);
  });
  return speechSynthesis.getVoices();
}

/** What the user chose: voices by language, and the speed. @returns {Promise<{voices: Record<string, string>, rate: number}>} */
export async function chosen() {
  const kept = (await browser.storage.local.get(KEPT))[KEPT];
  return { voices: kept?.voices ?? {}, rate: Number(kept?.rate) || 1 };
}

/** @param {{voices: Record<string, string>, rate: number}} choice */
export const choose = (choice) => browser.storage.local.set({ [KEPT]: choice });
