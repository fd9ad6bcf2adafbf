/** Options: the reading settings, beside a sample that follows them at once. */
import { drawFields } from "../reader/appearance/fields.js";
import { el, t, uiLanguage } from "../shared/dom.js";

/** A few lines as the reader would show them; the sample in the user's language shows that language's settings. */
function sample() {
  const texts = [t("sampleFirst"), t("sampleSecond")].map((words) => el("p", {}, words));
  const link = el("p", {}, el("a", { href: "#looks-heading" }, t("sampleLink")));
  return el("article", { lang: uiLanguage(), dir: t("uiDirection"), "aria-label": t("sample") }, el("h3", {}, t("sampleTitle")), el("div", { class: "text" }, ...texts, link));
}

/** @returns {HTMLElement} */
export function drawLooks() {
  return el(
    "section",
    { class: "looks", "aria-labelledby": "looks-heading" },
    el("h2", { id: "looks-heading", tabindex: -1 }, t("lookAction")),
    el("div", { class: "looks-both" }, drawFields(), el("div", { class: "sample" }, sample())),
  );
}
