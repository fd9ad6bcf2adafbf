/** Draws highlights with the CSS Custom Highlight API, which does not change the document. @module */
import { el, t, uiLanguage } from "../../shared/dom.js";
import { COLOURS } from "./store.js";

export class Highlights {
  /** @type {{highlight: import("./store.js").Highlight, start: number, end: number, range: Range}[]} */
  places = [];

  /** @param {import("../article/text_map.js").TextMap} map @param {{highlight: import("./store.js").Highlight, start: number, end: number}[]} found */
  show(map, found) {
    this.map = map;
    this.places = found.map((one) => ({ ...one, range: map.range(one.start, one.end) }));
    for (const [number, colour] of COLOURS.entries()) this.#paint(`note-${colour}`, number, ({ highlight }) => highlight.colour === colour);
    this.#paint("noted", COLOURS.length, ({ highlight }) => !!highlight.note);
  }

  #paint(name, priority, predicate) {
    const ranges = this.places.filter(predicate).map(({ range }) => range);
    if (ranges.length) CSS.highlights.set(name, Object.assign(new Highlight(...ranges), { priority }));
    else CSS.highlights.delete(name);
  }

  /** The shortest highlight at a point in the window. @param {number} x @param {number} y */
  at(x, y) {
    const inside = ({ range }) => [...range.getClientRects()].some((box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom);
    return this.places.filter(inside).sort((a, b) => a.end - a.start - (b.end - b.start))[0];
  }

  /** Put the text into `mark` elements, as Firefox does not print custom highlights. */
  mark() {
    const inner = this.places.toSorted((a, b) => b.start - a.start || a.end - b.end); // first, as wrapping the outer would empty their ranges
    const pieces = inner.flatMap(({ highlight, start, end }) => this.map.pieces(start, end).map((range) => ({ range, colour: highlight.colour })));
    for (const { range, colour } of pieces) range.surroundContents(el("mark", { "data-colour": colour }));
  }

  /** Undo `mark`; `Notes` draws the highlights again when nodes change. */
  unmark() {
    for (const mark of document.querySelectorAll(".text mark[data-colour]")) mark.replaceWith(...mark.childNodes);
    this.map?.root.normalize();
  }

  of = (id) => this.places.find(({ highlight }) => highlight.id === id);
}

let section = /** @type {HTMLElement | null} */ (null);

/** Print highlights, and notes after the article. @param {HTMLElement} article @param {Highlights} drawn @param {AbortSignal} signal */
export function printNotes(article, drawn, signal) {
  addEventListener("beforeprint", () => {
    drawn.mark();
    const noted = drawn.places.map(({ highlight }) => highlight).filter(({ note }) => note);
    section?.remove();
    if (!noted.length) return;
    const entries = noted.map(({ quote, note }) => el("li", {}, el("q", { dir: "auto" }, quote.exact), el("p", { dir: "auto" }, note)));
    section = el("section", { class: "printed-notes", "data-interface": "" }, el("h2", { lang: uiLanguage() }, t("notesPanel")), el("ol", {}, ...entries));
    article.append(section);
  }, { signal });
  addEventListener("afterprint", () => (section?.remove(), drawn.unmark()), { signal });
}
