/** On paper the notes stand below the article, because nothing can be pressed there. @module */
import { el, t, uiLanguage } from "../../shared/dom.js";

let section = /** @type {HTMLElement | null} */ (null);

/** @param {HTMLElement} article @param {() => object[]} highlights those that have a note, in order */
export function usePrinted(article, highlights) {
  addEventListener("beforeprint", () => {
    const noted = highlights().filter(({ note }) => note);
    section?.remove();
    if (!noted.length || !article.isConnected) return;
    const entries = noted.map(({ quote, note }) => el("li", {}, el("q", { dir: "auto" }, quote.exact), el("p", { dir: "auto" }, note)));
    section = el("section", { class: "printed-notes", "data-interface": "" }, el("h2", { lang: uiLanguage() }, t("notesPanel")), el("ol", {}, ...entries));
    article.append(section);
  });
  addEventListener("afterprint", () => section?.remove());
}
