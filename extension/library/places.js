/** Where one can look: the articles, the favourites, the archive, all, the trash, the duplicates. @module */
import { el, t } from "../shared/dom.js";
import { hashOf, PLACES, plain } from "./view.js";

export class Places {
  #links = Object.keys(PLACES).map((place) => el("a", { "data-place": place }, t(`place_${place}`)));

  constructor(library) {
    this.library = library;
    const items = this.#links.map((link) => el("li", {}, link));
    this.element = el("nav", { class: "places", "aria-label": t("placesLabel") }, el("ul", {}, ...items));
    this.element.addEventListener("click", (event) => this.#go(event));
  }

  #go(event) {
    const link = event.target.closest("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.library.look({ ...plain(this.library.view), place: link.dataset.place });
  }

  show(view) {
    for (const link of this.#links) {
      link.href = hashOf({ ...plain(view), place: link.dataset.place });
      if (link.dataset.place === view.place) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  }
}
