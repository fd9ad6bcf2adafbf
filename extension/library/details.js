/** The details dialog: title, tags, metadata, missing pictures, related articles. @module */
import { ask, oneAtATime } from "../shared/ask.js";
import { addSubmit, openDialog } from "../shared/dialog.js";
import { button, el, t, webAddress } from "../shared/dom.js";
import { formatDay, formatNumber } from "../shared/format.js";
import { missingText, reasonText } from "../shared/save_notices.js";
import { tagEditor } from "../shared/tags.js";
import { languageName } from "./filters.js";
import { formatTime, linkTo } from "./row.js";
import { runJob } from "./run_job.js";

function tagsOf(library, tags) {
  const editor = tagEditor(tags);
  editor.complete(library.results.facets.tags ?? []);
  return editor;
}

/** @param {object} library the page @param {object} item */
export async function showDetails(library, item) {
  const title = el("textarea", { id: "title-field", rows: 2, dir: "auto" }, item.title);
  title.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  const tags = tagsOf(library, item.tags ?? []);
  const near = el("section", { class: "near" });
  const lacks = el("section", { class: "lacks" });
  const form = el("form", { method: "dialog" }, el("label", { for: "title-field" }, t("titleLabel")), title, tags.element);
  const dialog = openDialog("details", t("detailsHeading"), form, facts(item), lacks, near);
  const save = () => change(library, item, { title: title.value.replace(/\s+/g, " ").trim(), tags: tags.value() });
  addSubmit(form, t("saveChanges"), () => (dialog.close(), save()));
  await Promise.all([suggest(tags, lacks, item), showRelated(near, item)]);
}

/** Store only the changed fields; an empty title is ignored. */
function change(library, item, { title, tags }) {
  const before = item.tags ?? [];
  const [added, removed] = [tags.filter((tag) => !before.includes(tag)), before.filter((tag) => !tags.includes(tag))];
  const fields = { title: title === item.title ? "" : title, add_tags: added, remove_tags: removed };
  const changes = Object.fromEntries(Object.entries(fields).filter(([, value]) => value?.length));
  if (Object.keys(changes).length) library.actions.edit(item, changes);
}

/** Add suggested tags and the list of missing pictures; both are optional. */
async function suggest(tags, lacks, item) {
  const { suggested_tags: words, missing_pictures: missing } = await ask("open_item", { item: item.id }).catch(() => ({}));
  tags.suggest(words ?? []);
  if (missing?.length) lacks.append(...pictures(item, missing));
}

function pictures(item, missing) {
  const rows = missing.map(({ address, why }) => {
    const link = el("a", { href: webAddress(address), rel: "noopener noreferrer", target: "_blank", dir: "ltr" }, address);
    return el("li", {}, link, why && el("span", { class: "muted" }, ` ${reasonText(why)}`));
  });
  const status = el("span", { role: "status", class: "muted" });
  const again = button(t("retryAction"), oneAtATime(() => fetchAgain(item, missing, status)), { class: "small" });
  return [el("h3", {}, t("picturesMissing", missing.length)), el("ul", { class: "report" }, ...rows), el("div", { class: "actions" }, again, status)];
}

async function fetchAgain(item, missing, status) {
  const options = { item: item.id, addresses: missing.map(({ address }) => address), page: item.url };
  const end = await runJob("fetch_pictures", options, status);
  if (end) status.textContent = missingText(end.report) || t("picturesComplete");
}

function facts(item) {
  const address = webAddress(item.url);
  const rows = [
    [t("factSite"), item.site],
    [t("factByline"), item.byline],
    [t("factPublished"), formatDay(item.published, t("uiLanguage"))],
    [t("factSaved"), formatTime(item.saved)],
    [t("factLanguage"), item.lang && languageName(item.lang)],
    [t("factWords"), item.words && formatNumber(item.words)],
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

/** Ask for tags to add to articles. @returns {Promise<string[]>} empty if cancelled */
export function askTags(library, items) {
  return new Promise((resolve) => {
    const tags = tagsOf(library, []);
    const form = el("form", { method: "dialog" }, tags.element);
    const dialog = openDialog("tagging", t("addTagsHeading", items.length), form);
    form.querySelector("input").focus();
    addSubmit(form, t("addTags"), () => (resolve(tags.value()), dialog.close()));
    dialog.addEventListener("close", () => resolve([]));
  });
}
