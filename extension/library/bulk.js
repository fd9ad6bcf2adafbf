/** The selection, and the bar of actions for it. @module */
import { ask } from "../shared/ask.js";
import { button, el, t } from "../shared/dom.js";
import { formatNumber } from "../shared/format.js";
import { showExport } from "./exporting.js";
import { requestOf } from "./view.js";

/** Articles per request when all are selected. */
const BATCH = 200;

const tool = (label, act, name) => button(label, act, { class: "small", "data-bulk": name });

export class Bulk {
  #count = el("span", { role: "status" });
  #row = el("div", { class: "bulk-row" });
  #place = "";
  element = el("section", { class: "bulk", hidden: "", "aria-label": t("bulkLabel") }, this.#count, this.#row);

  constructor(library) {
    this.library = library;
    this.selectAll = tool("", () => this.all(), "all");
  }

  /** @param {Selection} selection */
  show(selection, { place }, total) {
    if (!selection.size && this.element.contains(document.activeElement)) this.library.list.go(this.library.list.active);
    this.element.hidden = selection.size === 0;
    document.body.classList.toggle("selecting", selection.size > 0);
    if (!selection.size) return;
    this.#count.textContent = t("selectedNumber", formatNumber(selection.size));
    if (this.#place !== place) this.#row.replaceChildren(...this.#buttons(place));
    this.#place = place;
    this.selectAll.textContent = t("selectAll", formatNumber(total));
    this.selectAll.ariaDisabled = String(selection.size >= total);
  }

  #buttons(place) {
    const { actions, selection } = this.library;
    const act = (name, label) => tool(label, () => actions[name](selection.items()), name);
    const none = tool(t("selectNone"), () => selection.clear(), "none");
    if (place === "trash") return [this.selectAll, none, act("restore", t("restoreAction")), act("erase", t("eraseAction"))];
    return [
      this.selectAll,
      none,
      act("archive", place === "archive" ? t("unarchiveAction") : t("archiveAction")),
      act("favourite", t("favouriteAction")),
      act("read", t("readAction")),
      act("tag", t("addTags")),
      tool(t("exportAction"), () => showExport(this.library, selection.items()), "export"),
      act("trash", t("deleteAction")),
    ];
  }

  async all() {
    const { library } = this;
    const [view, request] = [library.view, requestOf(library.view)];
    try {
      for (let offset = 0, total = 1; offset < total && library.view === view; offset += BATCH) {
        const answer = await ask("library", { ...request, offset, limit: BATCH });
        if (library.view !== view) return;
        total = answer.total;
        library.selection.add(answer.items);
      }
    } catch (fault) {
      library.actions.showFault(fault);
    }
  }
}

/** The selected items by id. @extends {Map<string, any>} */
export class Selection extends Map {
  /** @param {() => void} changed called after every change */
  constructor(changed) {
    super();
    this.changed = changed;
  }

  items = () => [...this.values()];

  toggle(item) {
    if (!item) return;
    if (!this.delete(item.id)) this.set(item.id, item);
    this.changed();
  }

  /** Select more items. @param {object[]} items */
  add(items) {
    for (const item of items) if (item) this.set(item.id, item);
    this.changed();
  }

  clear() {
    if (!this.size) return;
    super.clear();
    this.changed();
  }
}
