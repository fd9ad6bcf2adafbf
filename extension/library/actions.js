/** What can be done with articles, the selected ones or the one with the focus, each with what undoes it. @module */
import { ask, notifyChange } from "../shared/ask.js";
import { t } from "../shared/dom.js";
import { faultText } from "../shared/faults.js";
import { askTags, showDetails } from "./details.js";
import { confirmed } from "./dialog.js";

const MAX_ITEMS = 500;

const idsOf = (items) => items.map((item) => item.id);

async function inBatches(action, ids, fields) {
  for (let at = 0; at < ids.length; at += MAX_ITEMS) await ask(action, { items: ids.slice(at, at + MAX_ITEMS), ...fields });
}

export class Actions {
  /** What undoes what was done, the latest last. */
  #done = [];

  /** What is being done: one thing after the other. */
  #doing = Promise.resolve();

  /** The place that was chosen last: where a range begins. */
  #last = null;

  constructor(library) {
    this.library = library;
  }

  /** Set a flag on all, or, where all have it, take it from all. */
  #toggle(flag, names, items) {
    const value = !items.every((item) => item[flag]);
    const changed = items.filter((item) => !!item[flag] !== value);
    const set = async (to) => {
      await inBatches("edit_items", idsOf(changed), { changes: { [flag]: to } });
      for (const item of changed) item[flag] = to; // the next action may be for these, before the list is here again
    };
    return this.#do(names[Number(value)], changed, () => set(value), () => set(!value));
  }

  archive = (items) => this.#then(() => this.#toggle("archived", ["unarchive", "archive"], items));
  favourite = (items) => this.#then(() => this.#toggle("favourite", ["unfavourite", "favourite"], items));
  read = (items) => this.#then(() => this.#toggle("read", ["unread", "read"], items));

  trash(items) {
    if (this.library.view.place === "trash") return this.erase(items);
    return this.#then(() => this.#move("trash", items));
  }

  restore = (items) => this.#then(() => this.#move("restore", items));

  /** Into the trash or out of it; what is on its way already is not moved twice. */
  #move(name, items) {
    const some = items.filter((item) => item.moved !== name);
    const ids = idsOf(some);
    const [there, back] = name === "trash" ? ["trash_items", "restore_items"] : ["restore_items", "trash_items"];
    const set = async (action, moved) => {
      await inBatches(action, ids);
      for (const item of some) item.moved = moved;
    };
    return this.#do(name, some, () => set(there, name), () => set(back, null));
  }

  /** For good: asked first, and the only thing that can't be undone. */
  async erase(items) {
    if (!items.length) return;
    const words = items.length === 1 ? t("eraseOneQuestion", items[0].title) : t("eraseQuestion", items.length);
    if (!(await confirmed(words, t("eraseAction")))) return;
    await this.#then(() => this.#do("erase", items, () => inBatches("delete_items", idsOf(items))));
  }

  edit(item, changes) {
    const before = { ...(changes.title && { title: item.title }), add_tags: changes.remove_tags ?? [], remove_tags: changes.add_tags ?? [] };
    const set = (to) => ask("edit_items", { items: [item.id], changes: to });
    return this.#then(() => this.#do("edit", [item], () => set(changes), () => set(before)));
  }

  async tag(items) {
    const tags = items.length ? await askTags(this.library, items) : [];
    if (!tags.length) return;
    const lacking = tags.map((tag) => [tag, items.filter((item) => !item.tags?.includes(tag))]);
    const each = (name) => async () => {
      for (const [tag, some] of lacking) if (some.length) await inBatches("edit_items", idsOf(some), { changes: { [name]: [tag] } });
    };
    await this.#then(() => this.#do("tag", items, each("add_tags"), each("remove_tags")));
  }

  /** After all that was asked for before. */
  #then(act) {
    return (this.#doing = this.#doing.then(act));
  }

  async #do(name, items, act, undo) {
    if (!items.length) return;
    await this.#try(act, () => {
      if (undo) this.#done.push(undo);
      this.library.selection.clear();
      this.library.toast.say(t(`done_${name}`, items.length), undo && (() => this.undo()));
    });
  }

  async #try(act, done) {
    try {
      await act();
      notifyChange();
      done();
    } catch (fault) {
      this.showFault(fault);
    }
    this.library.refresh();
  }

  undo() {
    return this.#then(async () => {
      const undo = this.#done.pop();
      if (undo) await this.#try(undo, () => this.library.toast.say(t("undone")));
      else this.library.toast.say(t("nothingToUndo"));
    });
  }

  showFault(fault) {
    this.library.toast.say(faultText(fault));
  }

  /** A click within the list. @param {MouseEvent} event */
  clicked(event) {
    const control = event.target.closest("[data-do]");
    const { list, results } = this.library;
    const item = results.at(list.indexOf(event.target));
    if (!control || !item) return;
    const name = control.dataset.do;
    if (name === "select") return event.shiftKey ? this.range(list.indexOf(control)) : this.select(list.indexOf(control));
    if (name === "tag") return this.library.look({ filters: { ...this.library.view.filters, tag: control.dataset.tag } });
    if (name === "details") return showDetails(this.library, item);
    if (name !== "open") this[name]([item]);
  }

  /** Choose all from the one that was chosen last to this one. */
  range(index) {
    const { results, selection } = this.library;
    const from = this.#last ?? index;
    const [first, last] = [Math.min(from, index), Math.max(from, index)];
    selection.add(Array.from({ length: last - first + 1 }, (_, place) => results.at(first + place)));
    this.#last = index;
  }

  /** Choose one or no longer. @param {number} index */
  select(index) {
    this.#last = index;
    this.library.selection.toggle(this.library.results.at(index));
  }
}
