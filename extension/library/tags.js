/** Tags as small labels that are typed, suggested and removed. @module */
import { button, el, t } from "../shared/dom.js";
import { icon } from "../shared/icons.js";

/** What ends a tag while it is typed: commas of every language. */
const ENDS = /[,，、;；]/;

/** @param {string[]} tags @param {string[]} known offered while one types */
export function tagEditor(tags, known) {
  const chosen = new Set(tags);
  const list = el("ul", { class: "chips" });
  const input = el("input", { type: "text", id: "tags-field", list: "known-tags", autocomplete: "off" });
  const offers = el("p", { class: "offers" });
  const draw = () => list.replaceChildren(...[...chosen].map((tag) => chip(tag, () => (chosen.delete(tag), draw(), input.focus()))));
  const add = (words) => {
    for (const tag of words.split(ENDS).map((word) => word.trim())) if (tag) chosen.add(tag);
    input.value = "";
    draw();
  };
  const suggest = (words) => offers.replaceChildren(...words.filter((word) => !chosen.has(word)).map((word) => offer(word, add)));
  listen(input, add, () => (chosen.delete([...chosen].pop()), draw()));
  draw();
  const options = el("datalist", { id: "known-tags" }, ...known.map((tag) => el("option", { value: tag })));
  const element = el("div", { class: "tags" }, el("label", { for: "tags-field" }, t("tagsLabel")), list, input, options, offers);
  return { element, suggest, value: () => (add(input.value), [...chosen]) };
}

/** Enter and a comma end a tag; Backspace in the empty field takes the last one away. */
function listen(input, add, removeLast) {
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "Backspace" && !input.value) removeLast();
    if (event.key !== "Enter" || !input.value.trim()) return;
    event.preventDefault();
    add(input.value);
  });
  input.addEventListener("input", (event) => !event.isComposing && ENDS.test(input.value) && add(input.value));
}

function chip(tag, remove) {
  return el("li", { class: "chip" }, tag, button(icon("close"), remove, { "aria-label": t("removeTag", tag) }));
}

function offer(tag, add) {
  const accept = () => {
    add(tag);
    offered.remove();
  };
  const offered = button(`+ ${tag}`, accept, { class: "tag" });
  return offered;
}
