/** Pictures that could not be kept, and why, in the user's language. @module */
import { t } from "./dom.js";
import { together } from "./sentences.js";

/** The host's codes. */
const WHY = {
  off: () => t("pictureOff"),
  private: () => t("picturePrivate"),
  address: () => t("pictureAddress"),
  unreachable: () => t("pictureUnreachable"),
  status: () => t("pictureStatus"),
  redirects: () => t("pictureRedirects"),
  slow: () => t("pictureSlow"),
  broken: () => t("pictureBroken"),
  proxy: () => t("pictureProxy"),
  no_picture: () => t("pictureNone"),
  vector: () => t("pictureVector"),
  large: () => t("pictureLarge"),
  huge: () => t("pictureHuge"),
  many: () => t("pictureMany"),
  all_large: () => t("pictureAllLarge"),
  all_slow: () => t("pictureAllSlow"),
  cancelled: () => t("pictureCancelled"),
};

/** @typedef {{address: string, why: string | null}} Missing */

/** A reason in words; empty where it is not known. @param {string | null} why */
export const reasonWords = (why) => (Object.hasOwn(WHY, why ?? "") ? WHY[why]() : "");

/** How many are missing, and each reason with how often it is one. @param {Missing[]} missing */
export function missingWords(missing) {
  if (!missing.length) return "";
  const counts = new Map();
  for (const { why } of missing) {
    const words = reasonWords(why);
    if (words) counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  const reasons = [...counts].map(([words, number]) => (counts.size > 1 ? t("pictureTimes", words, number) : words));
  return together(t("picturesMissing", missing.length), ...reasons);
}
