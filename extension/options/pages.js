/** Options: whether the further pages of an article are fetched. */
import { el, t } from "../shared/dom.js";
import { browser } from "../shared/browser.js";

/** @returns {HTMLElement} */
export function drawPages() {
  const box = el("input", { type: "checkbox", id: "join-pages" });
  browser.storage.sync.get("joinPages").then(({ joinPages }) => (box.checked = joinPages !== false));
  box.addEventListener("change", () => browser.storage.sync.set({ joinPages: box.checked }));
  return el(
    "section",
    { "aria-labelledby": "pages-heading" },
    el("h2", { id: "pages-heading" }, t("pagesHeading")),
    el("p", {}, t("pagesText")),
    el("p", { class: "choice" }, box, el("label", { for: "join-pages" }, t("pagesJoin"))),
  );
}
