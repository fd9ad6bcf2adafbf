/** Articles whose files can't be read: which file, which line, why. They stand above the list until they are repaired. @module */
import { el, t } from "../shared/dom.js";

/** Code → the sentence. */
const WHY = {
  empty: () => t("unreadableEmpty"),
  no_front_matter: () => t("unreadableNoFrontMatter"),
  unclosed: () => t("unreadableUnclosed"),
  front_matter: () => t("unreadableFrontMatter"),
  no_id: () => t("unreadableNoId"),
  not_text: () => t("unreadableNotText"),
  missing: () => t("unreadableMissing"),
  denied: () => t("unreadableDenied"),
  unread: () => t("unreadableUnread"),
  same_id: () => t("unreadableSameId"),
};

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
    const number = new Intl.NumberFormat(t("uiLanguage")).format(items.length);
    this.element.replaceChildren(
      el("h2", {}, t("unreadableHeading", number)),
      el("p", { class: "muted" }, t("unreadableText")),
      el("ul", {}, ...items.map(row)),
    );
  }
}

function row({ folder, file, line, code, detail }) {
  const path = el("code", { dir: "ltr" }, file ? `${folder}/${file}` : folder);
  const place = line && el("span", {}, ` ${t("unreadableLine", line)}`);
  const words = (Object.hasOwn(WHY, code) ? WHY[code] : WHY.unread)();
  return el("li", {}, path, place, el("p", {}, words, detail && el("span", { class: "muted", dir: "auto" }, ` (${detail})`)));
}
