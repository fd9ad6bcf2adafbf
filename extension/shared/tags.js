/** The field for an article's tags. @module */
import { button, el, t, useStyle } from "./dom.js";
import { icon } from "./icons.js";

/** Separators of tags: commas and semicolons of all languages. */
const SEPARATORS = /[,，、;；]/;

/**
 * Chips with a field. `suggest` shows suggestions, `complete` sets the completions from the library's facet of tags, and
 * `value` adds the field's text as tags and returns all tags.
 * @param {string[]} tags
 * @param {(field: "add_tags" | "remove_tags", tag: string, tags: string[]) => void} [change] called for each tag, with all tags
 */
export function tagEditor(tags, change = () => {}) {
  useStyle("../shared/tags.css");
  const chosen = new Set(tags);
  const list = el("ul", { class: "chips" });
  const input = el("input", { type: "text", id: "tags-field", list: "known-tags", autocomplete: "off" });
  const offers = el("p", { class: "offers" });
  const chip = (tag) =>
    el("li", { class: "chip" }, tag, button(icon("close"), () => (remove(tag), input.focus()), { "aria-label": t("removeTag", tag) }));
  const draw = () => list.replaceChildren(...[...chosen].map(chip));
  const remove = (tag) => chosen.delete(tag) && (draw(), change("remove_tags", tag, [...chosen]));
  const add = (words) => {
    const added = new Set(words.split(SEPARATORS).map((word) => word.trim())).difference(chosen);
    added.delete("");
    added.forEach((tag) => chosen.add(tag));
    input.value = "";
    draw();
    added.forEach((tag) => change("add_tags", tag, [...chosen]));
  };
  const offer = (tag) => button(`+ ${tag}`, ({ currentTarget }) => (add(tag), currentTarget.remove()), { class: "tag" });
  const suggest = (words) => offers.replaceChildren(...words.filter((word) => !chosen.has(word)).map(offer));
  listen(input, add, () => remove([...chosen].pop()));
  draw();
  const options = el("datalist", { id: "known-tags" });
  const complete = (facet) => options.replaceChildren(...facet.map(([tag]) => el("option", { value: tag })));
  const element = el("div", { class: "tags" }, el("label", { for: "tags-field" }, t("tagsLabel")), list, input, options, offers);
  return { element, suggest, complete, value: () => (add(input.value), [...chosen]) };
}

/** Enter or a separator completes a tag; Backspace in the empty field removes the last one. */
function listen(input, add, removeLast) {
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "Backspace" && !input.value && !event.repeat) removeLast();
    if (event.key !== "Enter" || !input.value.trim()) return;
    event.preventDefault();
    add(input.value);
  });
  input.addEventListener("input", (event) => !event.isComposing && SEPARATORS.test(input.value) && add(input.value));
}
