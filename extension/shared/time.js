/** Times in the words of the user's language. @module */
import { t } from "./dom.js";

/** Seconds of each unit, the largest first. @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [["year", 31_556_952], ["month", 2_629_746], ["week", 604_800], ["day", 86_400], ["hour", 3600], ["minute", 60]];

/** How long ago a time was: "three weeks ago". @param {string} time ISO 8601 @param {number} [now] milliseconds */
export function ago(time, now = Date.now()) {
  const seconds = (now - Date.parse(time)) / 1000;
  if (Number.isNaN(seconds)) return time;
  if (seconds < 60) return t("justNow");
  const words = new Intl.RelativeTimeFormat(t("uiLanguage"), { numeric: "auto" });
  const [unit, length] = UNITS.find(([, size]) => seconds >= size);
  return words.format(-Math.floor(seconds / length), unit);
}

/** A day and time of day, in full. @param {string} time */
export function inFull(time) {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  return new Intl.DateTimeFormat(t("uiLanguage"), { dateStyle: "long", timeStyle: "short" }).format(date);
}
