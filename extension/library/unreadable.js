/** Articles whose files can't be read: which file, which line, why. They are above the list until they are repaired. @module */
import { el, t } from "../shared/dom.js";
import { formatNumber } from "../shared/format.js";

/** @typedef {{folder: string, file: string, line: number | null, code: string, detail: string}} Unreadable */

export class UnreadableList {
  #drawn = "[]";
  element = el("section", { class: "unreadable", hidden: "" });

  /** @param {Unreadable[]} items */
  show(items) {
    const drawn = JSON.stringify(items);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.element.hidden = !items.length;
    this.element.replaceChildren(
      el("h2", {}, t("unreadableHeading", formatNumber(items.length))),
      el("p", { class: "muted" }, t("unreadableText")),
      el("ul", {}, ...items.map(row)),
    );
  }
}

function row({ folder, file, line, code, detail }) {
  const path = el("code", { dir: "ltr" }, file ? `${folder}/${file}` : folder);
  const place = line && el("span", {}, ` ${t("unreadableLine", line)}`);
  const words = t(`unreadable_${code}`) || t("unreadable_unread");
  return el("li", {}, path, place, el("p", {}, words, detail && el("span", { class: "muted", dir: "auto" }, ` (${detail})`)));
}
