/** Why a block was kept or left out, in words. */
import { t, uiLanguage } from "../../shared/dom.js";
import { joinSentences } from "../../shared/format.js";

const list = new Intl.ListFormat(uiLanguage(), { type: "unit", style: "short" });

/** A score this near to 0 could have gone either way. */
const CLOSE = 0.5;

/** What decided, what spoke against that, and whether it was close. @param {{score: number, kept: boolean, reasons: Array<{phrase: string, weight: number}>}} block */
export function explanation({ score, kept, reasons }) {
  const named = (positive) => list.format(reasons.filter(({ weight }) => weight > 0 === positive).map(({ phrase }) => phraseText(phrase)));
  const [pro, contra] = [named(kept), named(!kept)];
  return joinSentences(
    pro && (kept ? t("whyKept", pro) : t("whyLeftOut", pro)),
    contra && (kept ? t("whyAgainst", contra) : t("whyFor", contra)),
    Math.abs(score) < CLOSE && t("whyClose"),
  );
}

/** Our words for a phrase of jingdu.explain.phrases. */
const phraseText = (phrase) => t(`reason_${phrase}`) || t("reason_itself");

/** A region of jingdu.explain.regions and how many of its blocks were left out. @param {string} region @param {number} number */
export const regionText = (region, number) => t("whyRegion", t(`region_${region}`) || t("region_other"), number);
