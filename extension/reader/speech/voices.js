/** Voices by language, and the user's choice. @module */
import { browser } from "../../shared/browser.js";
import { usableLocale } from "../../shared/format.js";

const KEY = "voices";

/** Milliseconds to wait for the browser's voices. */
const VOICES_TIMEOUT = 2000;

/** Default regions of languages, as in voices' tags. */
const LIKELY = { zh: "zh-cn", "zh-hans": "zh-cn", "zh-hant": "zh-tw", yue: "zh-hk", ja: "ja-jp", en: "en-us" };

/** A canonical language tag: some systems use cmn for zh, and zh-yue for yue. */
function tag(lang) {
  const dashed = lang.replaceAll("_", "-");
  return (usableLocale(dashed) ?? dashed).toLowerCase();
}

/** The tag with its default region. */
const full = (lang) => LIKELY[tag(lang)] ?? tag(lang);

/** The key under which a language's voice is stored; Chinese has one per region. */
export function kindOf(lang) {
  const low = tag(lang);
  const [first] = low.split("-");
  if (first !== "zh") return first;
  if (/-(?:hk|mo)\b/.test(low)) return "zh-hk";
  return /hant|-tw\b/.test(low) ? "zh-tw" : "zh-cn";
}

/** Voices for a language, best first. @param {SpeechSynthesisVoice[]} voices @param {string} lang */
export function voicesFor(voices, lang) {
  const target = LIKELY[tag(lang)] ?? (kindOf(lang).startsWith("zh") ? kindOf(lang) : tag(lang));
  const [first] = target.split("-");
  const score = (voice) => Number(full(voice.lang) === target) * 4 + Number(voice.localService) * 2 + Number(voice.default);
  const suitable = voices.filter((voice) => full(voice.lang).split("-")[0] === first);
  // eSpeak lists a hundred variants of each voice, such as “English+Alex”.
  const plain = suitable.filter(({ name }) => !name.includes("+"));
  return (plain.length ? plain : suitable).sort((a, b) => score(b) - score(a));
}

/** The browser's voices, which some browsers load asynchronously. */
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

/** The user's choice: voices by language, and the speed. @returns {Promise<{voices: Record<string, string>, rate: number}>} */
export async function chosen() {
  const stored = (await browser.storage.local.get(KEY))[KEY];
  return { voices: stored?.voices ?? {}, rate: Number(stored?.rate) || 1 };
}

/** @param {{voices: Record<string, string>, rate: number}} choice */
export const choose = (choice) => browser.storage.local.set({ [KEY]: choice });
