/** The bar of what can be done with the selected articles. @module */
import { el, t } from "../shared/dom.js";
import { ask } from "../shared/ask.js";
import { requestOf } from "./view.js";

/** Articles asked for at a time, when all are to be selected. */
const TURN = 200;

const number = (value) => new Intl.NumberFormat(t("uiLanguage")).format(value);

function button(words, act, name) {
  const element = el("button", { type: "button", class: "small", "data-bulk": name }, words);
  element.addEventListener("click", act);
  return element;
}

export class Bulk {
  #count = el("span", { role: "status" });
  #row = el("div", { class: "bulk-row" });
  #place = "";
  element = el("section", { class: "bulk", hidden: "", "aria-label": t("bulkLabel") }, this.#count, this.#row);

  /** @param {object} library the page */
  constructor(library) {
    this.library = library;
    this.every = button("", () => this.all(), "all");
  }

  /** @param {import("./selected_items.js").Selection} selection */
  show(selection, { place }, total) {
    this.element.hidden = selection.size === 0;
    document.body.classList.toggle("selecting", selection.size > 0);
    if (!selection.size) return;
    this.#count.textContent = t("selectedNumber", number(selection.size));
    if (this.#place !== place) this.#row.replaceChildren(...this.#buttons(place));
    this.#place = place;
    this.every.textContent = t("selectAll", number(total));
    this.every.hidden = selection.size >= total;
  }

  #buttons(place) {
    const { actions, selection } = this.library;
    const act = (name, words) => button(words, () => actions[name](selection.items()), name);
    const own =
      place === "trash"
        ? [act("restore", t("restoreAction")), act("erase", t("eraseAction"))]
        : [
            act("archive", place === "archive" ? t("unarchiveAction") : t("archiveAction")),
            act("favourite", t("favouriteAction")),
            act("read", t("readAction")),
            act("tagDialog", t("addTags")),
            act("export", t("exportAction")),
            act("trash", t("deleteAction")),
          ];
    return [this.every, ...own, button(t("selectNone"), () => selection.clear(), "none")];
  }

  /** Select all that the view holds, not just what is on the screen. */
  async all() {
    const { library } = this;
    const { view } = library;
    const request = requestOf(view);
    try {
      for (let offset = 0, total = 1; offset < total && library.view === view; offset += TURN) {
        const answer = await ask("library", { ...request, offset, limit: TURN });
        if (library.view !== view) return;
        total = answer.total;
        library.selection.add(answer.items);
      }
    } catch (fault) {
      library.actions.told(fault);
    }
  }
}
