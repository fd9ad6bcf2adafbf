/** Groups of near-duplicate articles, of which the user keeps one. @module */
import { ask } from "../shared/ask.js";
import { button, el, t } from "../shared/dom.js";
import { formatAgo, formatPercent } from "../shared/format.js";
import { linkTo } from "./row.js";

/** @param {object} library the page @param {(Element & {shown?: string}) | null} drawn the current view, which is returned if the groups are the same */
export async function drawDuplicates(library, drawn) {
  let reply = await ask("duplicates");
  // The host compares in batches, so that it can handle other requests in between.
  while (reply.comparing && library.view.place === "duplicates") reply = await ask("duplicates");
  const { groups } = reply;
  const shown = JSON.stringify(groups);
  return drawn?.shown === shown ? drawn : Object.assign(draw(library, groups), { shown });
}

function draw(library, groups) {
  if (!groups.length)
    return el("section", { class: "screen", "data-state": "empty" }, el("h2", {}, t("noDuplicatesHeading")), el("p", {}, t("noDuplicatesText")));
  return el("div", { class: "groups" }, el("p", { class: "muted" }, t("duplicatesText")), ...groups.map((group, place) => drawGroup(library, group, place)));
}

/** A form to choose the article to keep; the first one is preselected. */
function drawGroup(library, group, place) {
  const rows = group.map((one, index) => drawOne(one, index, place));
  const form = el("form", { class: "group", "data-group": place }, el("fieldset", {}, el("legend", {}, t("keepWhich")), ...rows));
  const others = () => {
    const kept = new FormData(form).get(`keep-${place}`);
    library.actions.trash(group.map(({ item }) => item).filter((item) => item.id !== kept));
  };
  form.append(button(t("deleteOthers"), others, { class: "small" }));
  return form;
}

function drawOne({ item, likeness }, index, place) {
  const radio = el("input", { type: "radio", name: `keep-${place}`, value: item.id, checked: index === 0 ? "" : null, "aria-label": t("keepArticle", item.title) });
  const link = el("a", { ...linkTo(item), lang: item.lang, dir: "auto" }, item.title);
  const facts = [item.site, t("savedAgo", formatAgo(item.saved)), index > 0 && t("sameShare", formatPercent(likeness))];
  return el("div", { class: "one" }, radio, el("div", {}, link, el("p", { class: "facts" }, ...facts.filter(Boolean).map((fact) => el("span", {}, fact)))));
}
