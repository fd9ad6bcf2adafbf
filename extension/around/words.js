/** A block's score and reasons in words. */
import { t, uiLanguage } from "../reader/dom.js";

/** The host's phrases (jingdu.explain.phrases) and our words for them. */
const LABELS = {
  length: "whyLength",
  links: "whyLinks",
  sentences: "whySentences",
  writing: "whyWriting",
  words: "whyWords",
  kind: "whyKind",
  landmark: "whyLandmark",
  hidden: "whyHidden",
  names: "whyNames",
  title: "whyTitle",
  place: "whyPlace",
  prose: "whyProse",
  heading: "whyHeading",
  alike: "whyAlike",
  repeats: "whyRepeats",
  site: "whySite",
  itself: "whyItself",
  neighbours: "whyNeighbours",
  section: "whySection",
  row: "whyRow",
  story: "whyStory",
  stretch: "whyStretch",
  page_kind: "whyPageKind",
  declared: "whyDeclared",
  whole: "whyWhole",
  page: "whyPage",
};

const list = new Intl.ListFormat(uiLanguage(), { type: "unit", style: "short" });
const number = new Intl.NumberFormat(uiLanguage(), { signDisplay: "always", minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A score: above 0 the block is kept. @param {{score: number}} block */
export const score = (block) => number.format(block.score).replace("-", "−");

/** @param {{reasons: Array<{phrase: string, weight: number}>}} block @returns {string} what spoke for it, and against */
export function reasons(block) {
  const said = (wanted) => block.reasons.filter(({ weight }) => weight > 0 === wanted).map(({ phrase }) => t(LABELS[phrase] ?? LABELS.itself));
  const [pro, contra] = [said(true), said(false)];
  return [pro.length && t("whyFor", list.format(pro)), contra.length && t("whyAgainst", list.format(contra))].filter(Boolean).join(" ");
}
