/** Why pictures could not be saved, in the user's language. @module */
import { t } from "./dom.js";
import { joinSentences } from "./format.js";

/** @typedef {{address: string, why: string | null}} Missing `why`: a code of the host */

/** A reason in words; "" where it is not known. @param {string | null} why */
export const reasonText = (why) => (why ? t(`pictureMissing_${why}`) : "");

/** How many are missing, and each reason with how often it is one. @param {Missing[]} missing */
export function missingText(missing) {
  if (!missing.length) return "";
  const counts = new Map();
  for (const { why } of missing) {
    const text = reasonText(why);
    if (text) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const reasons = [...counts].map(([text, number]) => (counts.size > 1 ? t("pictureTimes", text, number) : text));
  return joinSentences(t("picturesMissing", missing.length), ...reasons);
}
