/** Numbers, times and sentences in the user's language. @module */
import { t, uiLanguage } from "./dom.js";

export const formatNumber = (value) => new Intl.NumberFormat(uiLanguage()).format(value);

/** Rounded down, so that "100 %" means exactly 1. @param {number} share 0 to 1 */
export const formatPercent = (share) => new Intl.NumberFormat(uiLanguage(), { style: "percent" }).format(Math.floor(share * 100) / 100);

/** What is between sentences: nothing in Chinese and Japanese. */
export const sentenceGap = () => (/^(?:zh|ja)/.test(uiLanguage()) ? "" : " ");

/** A valid BCP 47 tag, or undefined, which `Intl` takes for the default. @param {string | null} lang */
export function usableLocale(lang) {
  try {
    return Intl.getCanonicalLocales(lang ?? [])[0];
  } catch {
    return undefined;
  }
}

/** A day, month or year, as precise as given; null if invalid. @param {string | null} published ISO 8601 @param {string | null} lang @param {"long" | "short"} [style] */
export function formatDay(published, lang, style = "long") {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?/.exec(published ?? "") ?? [];
  if (!year) return null;
  const date = new Date(Date.UTC(Number(year), Number(month ?? 1) - 1, Number(day ?? 1)));
  /** @type {Intl.DateTimeFormatOptions} */
  const parts = { year: "numeric", month: month ? style : undefined, day: day ? "numeric" : undefined, timeZone: "UTC" };
  return new Intl.DateTimeFormat(usableLocale(lang), parts).format(date);
}

/** Seconds per unit, largest first. @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [["year", 31_556_952], ["month", 2_629_746], ["week", 604_800], ["day", 86_400], ["hour", 3600], ["minute", 60]];

/** "3 weeks ago". @param {string} time ISO 8601 @param {"long" | "short"} [style] */
export function formatAgo(time, style = "long") {
  const seconds = (Date.now() - Date.parse(time)) / 1000;
  if (Number.isNaN(seconds)) return time;
  if (seconds < 60) return t("justNow");
  const [unit, length] = UNITS.find(([, size]) => seconds >= size);
  return new Intl.RelativeTimeFormat(uiLanguage(), { numeric: "auto", style }).format(-Math.floor(seconds / length), unit);
}

/** "8 min", above two hours "3 hr". @param {"long" | "short"} [unitDisplay] */
export function formatLength(minutes, locale = uiLanguage(), unitDisplay = "short") {
  const [unit, number] = minutes > 120 ? ["hour", Math.round(minutes / 60)] : ["minute", minutes];
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay }).format(number);
}
