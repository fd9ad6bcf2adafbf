/** Sentences by `Intl.Segmenter` (UAX 29), corrected for Chinese, Japanese and abbreviations. @module */
import { usableLocale } from "../../shared/format.js";

/** Closing marks belong to the sentence before them, opening marks to the one after. */
const CLOSERS = /^[」』”’》〉）)\]】〕"'»]+/;
const OPENERS = /[「『“‘《〈（(【]+$/;

const ABBREVIATION =
  /(?:^|[\s(["“‘])(?:Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|vs|etc|Inc|Ltd|Co|Corp|No|Nos|Fig|Figs|Eq|Vol|pp?|cf|al|approx|Gen|Col|Sen|Rep|Gov|Capt|Lt|Rev|Hon|Mt|Jan|Feb|Mar|Apr|Aug|Sept?|Oct|Nov|Dec|e\.g|i\.e|z\.B|d\.h|usw|bzw|Nr|M|Mme|[A-Z]|(?:[A-Za-z]\.)+[A-Za-z])\.\s*$/;

/** Abbreviations that end a sentence if a capital follows. */
const MAY_END = /\b(?:etc|Inc|Ltd|Co|Corp|Jr|Sr|al|usw|[ap]\.m)\.\s*$/;

/** Characters that cannot begin a sentence. */
const GOES_ON = /^[\p{Ll}，、；：,;:。！？!?…—～)]/u;

/** Text after a quotation that continues the sentence around it. */
const SPEECH_GOES_ON = /^(?:[他她它我你您]们?|[一-鿿]{1,6})(?:[笑低轻大高]?声?)?[说道问喊叫答]|^と|^って/;

/** Whether two pieces belong to one sentence. */
function isContinued(before, next) {
  if (/\n\s*$/.test(before)) return false;
  if (/\d\.$/.test(before) && /^\d/.test(next)) return true;
  if (/[》〉]$/.test(before)) return true; // a title ending in ? or !
  if (/[」』”’]\s*$/.test(before) && SPEECH_GOES_ON.test(next)) return true;
  if (/(?:…|\.\.\.)\s*$/.test(before)) return GOES_ON.test(next);
  if (GOES_ON.test(next)) return true;
  return ABBREVIATION.test(before) && !(MAY_END.test(before) && /^[\p{Lu}“"‘]/u.test(next));
}

/** Boundaries that UAX 29 lacks: after Chinese and Japanese sentences, which no space follows. */
const CJK_END = /(?<=[。！？!?｡][」』”’》）)]*)(?=[^\s」』”’》）)。！？!?…—，、,])/u;

/** The pieces of a line, before they are joined. */
const pieces = (line, segmenter) =>
  [...segmenter.segment(line)].flatMap(({ segment }) => (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(segment) ? segment.split(CJK_END) : [segment]));

function ofLine(line, segmenter) {
  const sentences = [];
  for (let piece of pieces(line, segmenter)) {
    const closers = sentences.length ? CLOSERS.exec(piece)?.[0] ?? "" : "";
    if (closers && !/\s$/.test(sentences.at(-1))) {
      sentences[sentences.length - 1] += closers;
      piece = piece.slice(closers.length);
    }
    const openers = OPENERS.exec(sentences.at(-1) ?? "")?.[0] ?? "";
    if (openers && piece) {
      sentences[sentences.length - 1] = sentences.at(-1).slice(0, -openers.length);
      piece = openers + piece;
    }
    if (!piece) continue;
    if (sentences.length && isContinued(sentences.at(-1), piece)) sentences[sentences.length - 1] += piece;
    else sentences.push(piece);
  }
  return sentences;
}

/** The sentences of a text; a line break ends one. @param {string} text @param {string | null} [lang] @returns {{start: number, end: number}[]} */
export function sentencesOf(text, lang) {
  const segmenter = new Intl.Segmenter(usableLocale(lang), { granularity: "sentence" });
  const found = [];
  let place = 0;
  for (const line of text.split(/(?<=\n)/)) {
    for (const sentence of ofLine(line, segmenter)) {
      const trimmed = sentence.trim();
      const start = place + sentence.indexOf(trimmed);
      if (trimmed) found.push({ start, end: start + trimmed.length });
      place += sentence.length;
    }
  }
  return found;
}

/** Characters spoken in about ten seconds; some voices stop for good after fourteen. */
const MAX_PART = { cjk: 45, other: 150 };
const isCjk = (text) => (text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0) > text.length / 3;

/** Split a sentence into parts short enough for all voices. @param {string} sentence @param {number} [rate] @returns {string[]} */
export function partsOf(sentence, rate = 1) {
  const max = (isCjk(sentence) ? MAX_PART.cjk : MAX_PART.other) * Math.min(1, rate);
  const parts = [];
  for (let rest = sentence; rest; rest = rest.slice(parts.at(-1).length)) parts.push(rest.slice(0, cutOf(rest, max)));
  return parts;
}

/** The index at which to cut: after the last comma that fits, or else the last space; never within a surrogate pair. */
function cutOf(rest, max) {
  if (rest.length <= max * 1.25) return rest.length;
  const head = rest.slice(0, max);
  const comma = Math.max(...[...head.matchAll(/[，、；：,;:—…](?!\d)[」』”’]*\s*/gu)].map(({ index, 0: sign }) => index + sign.length), 0);
  const cut = comma > max / 4 ? comma : head.lastIndexOf(" ") + 1 || Math.floor(max);
  return /[\ud800-\udbff]/.test(rest[cut - 1]) ? cut + 1 : cut;
}
