/** A block's score and reasons in words. */
import { t, uiLanguage } from "../../shared/dom.js";

const list = new Intl.ListFormat(uiLanguage(), { type: "unit", style: "short" });
const number = new Intl.NumberFormat(uiLanguage(), { signDisplay: "always", minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Score · what speaks for the block, and against; above 0 it is kept. @param {{score: number, reasons: Array<{phrase: string, weight: number}>}} block */
export const explanation = ({ score, reasons }) => `${number.format(score).replace("-", "−")} · ${reasonsText(reasons)}`;

function reasonsText(reasons) {
  const named = (positive) => reasons.filter(({ weight }) => weight > 0 === positive).map(({ phrase }) => phraseText(phrase));
  const [pro, contra] = [named(true), named(false)];
  return [pro.length && t("whyFor", list.format(pro)), contra.length && t("whyAgainst", list.format(contra))].filter(Boolean).join(" ");
}

/** Our words for a phrase of jingdu.explain.phrases. */
const phraseText = (phrase) => t(`reason_${phrase}`) || t("reason_itself");
