/** Messages of "Why these parts?". @module */
import { t } from "../../shared/dom.js";
import { joinSentences } from "../../shared/faults.js";

/** @param {{text: string}} block */
export const beginning = ({ text }) => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

/** Why a block is in or out: the user's choice or correction, or else the reasons, and whether the decision was close. @param {import("./explain_choice.js").Block} block @param {boolean} isIn whether it is included now */
export function explanation({ score, kept, reasons, corrected, pages }, isIn) {
  if (isIn !== kept) return correctionText("page", isIn);
  if (corrected) return correctionText(corrected, kept, pages);
  const named = (isFor) => reasons.filter(({ weight }) => weight > 0 === isFor).map(({ phrase }) => reasonText(phrase, isFor)).join(t("whyComma"));
  const pro = named(kept) || reasonText("whole", kept); // a caption or note of an included part
  const contra = named(!kept);
  return joinSentences(kept ? t("whyKept", pro) : t("whyLeftOut", pro), contra && t("whyBut", contra), Math.abs(score) < 0.5 && t("whyClose"));
}

/** A reason for or against a part, as a clause. @param {string} phrase see jingdu.explain.phrases @param {boolean} isFor */
function reasonText(phrase, isFor) {
  const side = isFor ? "for" : "against";
  return t(`reason_${phrase}_${side}`) || t(`reason_itself_${side}`);
}

/** @param {"page" | "site"} corrected @param {boolean} kept @param {number} [pages] of the site, with this correction */
function correctionText(corrected, kept, pages) {
  if (corrected === "page") return kept ? t("whyYouIncluded") : t("whyYouExcluded");
  if (pages === 1) return kept ? t("whyYouIncludedOnce") : t("whyYouExcludedOnce");
  return kept ? t("whyYouIncludedOn", pages) : t("whyYouExcludedOn", pages);
}

/** A region's name; see jingdu.explain.phrases. @param {string} region */
export const regionName = (region) => t(`region_${region}`) || t("region_other");
