/** One article: title and tags to change, what is known of it, and what is like it. @module */
import { el, t, webAddress } from "../reader/dom.js";
import { formatDay } from "../reader/article.js";
import { inFull } from "../shared/time.js";
import { ask } from "./ask.js";
import { action, openDialog, submit } from "./dialog.js";
import { languageName } from "./filters.js";
import { linkTo } from "./opening.js";
import { tagEditor } from "./tags.js";

const knownTags = (library) => (library.results.facets.tags ?? []).map(([tag]) => tag);

/** @param {object} library the page @param {object} item */
export async function showDetails(library, item) {
  const title = el("input", { type: "text", id: "title-field", value: item.title });
  const tags = tagEditor(item.tags ?? [], knownTags(library));
  const near = el("section", { class: "near" });
  const form = el("form", { method: "dialog" }, el("label", { for: "title-field" }, t("titleLabel")), title, tags.element);
  const dialog = openDialog("details", t("detailsHeading"), form, facts(item), near);
  const save = () => {
    dialog.close();
    change(library, item, { title: title.value.trim(), tags: tags.value() });
  };
  form.append(el("div", { class: "actions" }, submit(t("saveChanges")), action(t("cancelAction"), () => dialog.close())));
  form.addEventListener("submit", (event) => (event.preventDefault(), save()));
  await Promise.all([suggest(tags, item), showRelated(near, item)]);
}

/** Nothing is written where nothing was changed; a title can't be empty. */
function change(library, item, { title, tags }) {
  const changes = {};
  if (title && title !== item.title) changes.title = title;
  if (tags.join("\n") !== (item.tags ?? []).join("\n")) changes.tags = tags;
  if (Object.keys(changes).length) library.actions.edit(item, changes);
}

/** The tags that articles like this one carry; without them the rest works all the same. */
async function suggest(tags, item) {
  const { suggested_tags: words } = await ask("open_item", { item: item.id }).catch(() => ({}));
  tags.suggest(words ?? []);
}

function facts(item) {
  const address = webAddress(item.url);
  const rows = [
    [t("factSite"), item.site],
    [t("factByline"), item.byline],
    [t("factPublished"), formatDay(item.published, t("uiLanguage"))],
    [t("factSaved"), inFull(item.saved)],
    [t("factLanguage"), item.lang && languageName(item.lang)],
    [t("factWords"), item.words && new Intl.NumberFormat(t("uiLanguage")).format(item.words)],
    [t("factKeywords"), (item.keywords ?? []).join(t("listComma"))],
    [t("factFolder"), item.folder],
    [t("factAddress"), address && el("a", { href: address, rel: "noreferrer" }, item.url)],
  ];
  return el("dl", { class: "known" }, ...rows.filter(([, value]) => value).flatMap(([name, value]) => [el("dt", {}, name), el("dd", { dir: "auto" }, value)]));
}

async function showRelated(place, item) {
  const { items } = await ask("related", { item: item.id }).catch(() => ({ items: [] }));
  if (!items.length) return;
  const links = items.map((one) => el("li", {}, el("a", { ...linkTo(one), lang: one.lang, dir: "auto" }, one.title), one.site && el("span", { class: "muted" }, ` ${one.site}`)));
  place.append(el("h3", {}, t("relatedHeading")), el("ul", {}, ...links));
}

/** Ask which tags to add to some articles. @returns {Promise<string[]>} none where the user left */
export function askTags(library, items) {
  return new Promise((resolve) => {
    const tags = tagEditor([], knownTags(library));
    let chosen = [];
    const add = () => ((chosen = tags.value()), dialog.close());
    const form = el("form", { method: "dialog" }, tags.element);
    form.append(el("div", { class: "actions" }, submit(t("addTags")), action(t("cancelAction"), () => dialog.close())));
    const dialog = openDialog("tagging", t("addTagsHeading", items.length), form);
    form.addEventListener("submit", (event) => (event.preventDefault(), add()));
    dialog.addEventListener("close", () => resolve(chosen));
  });
}
