/**
 * Enhancements of a drawn article: code, formulas, lightbox, footnotes, outline, further pages, "Why these parts?", opening
 * a site's articles automatically. Modules that only some texts need are imported on demand. @module
 */
import { isPrivate } from "../../shared/browser.js";
import { checkbox, el, t, uiLanguage, useStyle, webAddress } from "../../shared/dom.js";
import { addSite, isListed, removeSite } from "../../shared/sites.js";
import { useExplanation } from "./explain.js";
import { useFurtherPages } from "./further_pages.js";
import { useOutline } from "./outline.js";

/** @param {HTMLElement} main */
export function enhanceText(main) {
  if (main.querySelector(".text pre")) import("./code.js").then(({ useCode }) => useCode(main));
  if (main.querySelector(".text code.math")) import("./math.js").then(({ drawRest }) => drawRest(main));
  if (main.querySelector("article img")) import("./lightbox.js").then(({ useLightbox }) => useLightbox(main));
  if (main.querySelector(".text a[href^='#jd-']")) import("./footnotes.js");
  useOutline(main);
}

useStyle("../reader/enhancements/enhancements.css");
addEventListener("jingdu:more-text", ({ target }) => enhanceText(/** @type {HTMLElement} */ (target)));

/** @param {import("../reader.js").Drawn} drawn */
export function useEnhancements(drawn) {
  const { main, answer } = drawn;
  const isArticle = answer.state === "article";
  const isPage = isArticle && !answer.item;
  if (isArticle) enhanceText(main);
  useExplanation(drawn, isPage && !answer.page?.whole);
  if (!isPage) return;
  useFurtherPages(drawn);
  offerAutomaticOpening(drawn);
}

/** @param {import("../reader.js").Drawn} drawn */
async function offerAutomaticOpening({ main, answer }) {
  const address = webAddress(answer.page?.url);
  if (!address || isPrivate()) return;
  const { hostname } = new URL(address);
  const listed = await isListed(hostname);
  if (main.querySelector(".always")) return;
  const status = el("span", { role: "status" });
  // Uncheck the box if the user refuses the permission.
  const change = async (on) => {
    await (on ? addSite(hostname).then((agreed) => (box.checked = agreed)) : removeSite(hostname));
    const answer = box.checked ? t("alwaysJoined") : t("alwaysRefused");
    status.textContent = on ? answer : t("alwaysLeft");
  };
  const { box, row } = checkbox("always", t("alwaysOpen", hostname), change, listed);
  Object.assign(row, { className: "always", lang: uiLanguage() }).append(" ", status);
  (main.querySelector("footer") ?? main).append(row);
}
