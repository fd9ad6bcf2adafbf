/** Actions on the selected or focused articles, with undo. @module */
import { ask, notifyChange } from "../shared/ask.js";
import { confirmed } from "../shared/dialog.js";
import { t } from "../shared/dom.js";
import { faultText } from "../shared/faults.js";
import { toast } from "../shared/toast.js";
import { askTags, showDetails } from "./details.js";

const MAX_ITEMS = 500;

/** Request an action for items in batches. `marks`: set on the items, as the next action may precede a refresh of the list. @returns {Promise<number>} how many items still existed */
async function inBatches(action, items, fields, marks) {
  const ids = items.map(({ id }) => id);
  let number = 0;
  for (let at = 0; at < ids.length; at += MAX_ITEMS) number += (await ask(action, { items: ids.slice(at, at + MAX_ITEMS), ...fields })).items.length;
  for (const item of items) Object.assign(item, marks);
  return number;
}

export class Actions {
  /** Undo functions, latest last. */
  #undoStack = [];

  /** The latest action; actions run one after the other. */
  #queue = Promise.resolve();

  /** The index selected last, where a range begins. */
  #anchor = null;

  constructor(library) {
    this.library = library;
  }

  /** Set a flag on all items, or clear it if all have it. */
  #toggle(flag, names, items) {
    const value = !items.every((item) => item[flag]);
    const changed = items.filter((item) => !!item[flag] !== value);
    const set = (to) => inBatches("edit_items", changed, { changes: { [flag]: to } }, { [flag]: to });
    return this.#do(names[Number(value)], changed, () => set(value), () => set(!value));
  }

  archive = (items) => this.#enqueue(() => this.#toggle("archived", ["unarchive", "archive"], items));
  favourite = (items) => this.#enqueue(() => this.#toggle("favourite", ["unfavourite", "favourite"], items));
  read = (items) => this.#enqueue(() => this.#toggle("read", ["unread", "read"], items));

  trash(items) {
    if (this.library.view.place === "trash") return this.erase(items);
    return this.#enqueue(() => this.#move("trash", items));
  }

  restore = (items) => this.#enqueue(() => this.#move("restore", items));

  /** Move to the trash or restore, except items that are being moved already. */
  #move(name, items) {
    const some = items.filter((item) => item.moved !== name);
    const [action, inverse] = name === "trash" ? ["trash_items", "restore_items"] : ["restore_items", "trash_items"];
    const set = (action, moved) => inBatches(action, some, {}, { moved });
    return this.#do(name, some, () => set(action, name), () => set(inverse, null));
  }

  /** Delete permanently after confirmation; the only action that cannot be undone. */
  async erase(items) {
    if (!items.length) return;
    const question = items.length === 1 ? t("eraseOneQuestion", items[0].title) : t("eraseQuestion", items.length);
    if (!(await confirmed(question, t("eraseAction")))) return;
    await this.#enqueue(() => this.#do("erase", items, () => inBatches("delete_items", items)));
  }

  edit(item, changes) {
    const before = { ...(changes.title && item.title && { title: item.title }), add_tags: changes.remove_tags ?? [], remove_tags: changes.add_tags ?? [] };
    const set = (to) => inBatches("edit_items", [item], { changes: to });
    return this.#enqueue(() => this.#do("edit", [item], () => set(changes), () => set(before)));
  }

  async tag(items) {
    const tags = items.length ? await askTags(this.library, items) : [];
    if (!tags.length) return;
    const lacking = tags.map((tag) => [tag, items.filter((item) => !item.tags?.includes(tag))]);
    const each = (name) => async () => {
      for (const [tag, some] of lacking) if (some.length) await inBatches("edit_items", some, { changes: { [name]: [tag] } });
    };
    const changed = items.filter((item) => tags.some((tag) => !item.tags?.includes(tag)));
    await this.#enqueue(() => this.#do("tag", changed, each("add_tags"), each("remove_tags")));
  }

  #enqueue = (act) => (this.#queue = this.#queue.then(act));

  async #do(name, items, act, undo) {
    if (!items.length) return;
    await this.#try(act, (number = items.length) => {
      if (undo) this.#undoStack.push(undo);
      if (items.some(({ id }) => this.library.selection.has(id))) this.library.selection.clear();
      toast.show(t(`done_${name}`, number), undo && (() => this.undo()));
    });
  }

  async #try(act, done) {
    try {
      const number = await act();
      notifyChange();
      done(number);
    } catch (fault) {
      this.showFault(fault);
    }
    this.library.refresh();
  }

  undo() {
    return this.#enqueue(async () => {
      const undo = this.#undoStack.pop();
      if (undo) await this.#try(undo, () => toast.show(t("undone")));
      else toast.show(t("nothingToUndo"));
    });
  }

  showFault = (fault) => toast.show(faultText(fault));

  /** Handle a click in the list. @param {MouseEvent} event */
  clicked(event) {
    const control = event.target.closest("[data-do]");
    const { list, results } = this.library;
    const item = results.at(list.indexOf(event.target));
    if (!control || !item) return;
    const name = control.dataset.do;
    if (name === "select") return event.shiftKey ? this.range(list.indexOf(control)) : this.select(list.indexOf(control));
    if (name === "tag") return this.library.changeView({ filters: { ...this.library.view.filters, tag: control.dataset.tag } });
    if (name === "details") return showDetails(this.library, item);
    if (name !== "open") this[name]([item]);
  }

  /** Select the range from the item selected last to this one. */
  range(index) {
    const { results, selection } = this.library;
    const from = this.#anchor ?? index;
    const [first, last] = [Math.min(from, index), Math.max(from, index)];
    selection.add(Array.from({ length: last - first + 1 }, (_, offset) => results.at(first + offset)));
    this.#anchor = index;
  }

  /** Toggle an item's selection. @param {number} index */
  select(index) {
    this.#anchor = index;
    this.library.selection.toggle(this.library.results.at(index));
  }
}
