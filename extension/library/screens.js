/** Screens in place of the list: empty, loading, fault. @module */
import { connectionTest } from "../onboarding/connection_test.js";
import { restartHost } from "../shared/ask.js";
import { browser } from "../shared/browser.js";
import { setupSteps } from "../shared/command.js";
import { button, el, t } from "../shared/dom.js";
import { faultWords } from "../shared/faults.js";
import { formatNumber } from "../shared/format.js";
import { icon } from "../shared/icons.js";
import { placeholder } from "./row.js";
import { isFiltered, plain } from "./view.js";

const screen = (state, heading, ...parts) => el("section", { class: "screen", "data-state": state }, el("h2", {}, heading), ...parts);

/** Shown if the first results take noticeably long. */
export const drawLoading = () =>
  el("div", { class: "list loading", "data-state": "loading" }, el("p", { class: "unseen", role: "status" }, t("loadingLibrary")), ...Array.from({ length: 5 }, placeholder));

/** An empty view, with suggestions. @param {object} library the page */
export function drawEmpty(library) {
  const { view } = library;
  if (view.query.trim() || isFiltered(view)) return nothingFound(library);
  const place = view.place === "all" ? "articles" : view.place;
  const ways = place === "articles" ? waysToSave(library) : [];
  return screen("empty", t(`emptyHeading_${place}`), ...ways, el("p", {}, t(`emptyText_${place}`)));
}

/** Ways to add articles: the reader's button, the browser's shortcut, an import. */
function waysToSave(library) {
  const keys = el("kbd", {}, "Alt+S");
  browser.commands?.getAll().then((all) => (keys.textContent = all.find(({ name }) => name === "save")?.shortcut || keys.textContent));
  const way = (sign, ...words) => el("li", {}, el("span", { class: "sign" }, sign), el("span", {}, ...words));
  const importing = button(t("importOpen"), () => library.importing.show(), { class: "small" });
  return [el("ul", { class: "ways" }, way(icon("save"), t("emptyWayReader")), way(keys, t("emptyWayKeys")), way(icon("folder"), importing))];
}

function nothingFound(library) {
  const wider = library.view.place !== "all" && button(t("searchEverywhere"), () => library.changeView({ place: "all" }));
  const clear = button(t("clearSearch"), () => library.changeView(plain(library.view)));
  return screen("nothing", t("nothingHeading"), el("p", {}, t("nothingText")), el("div", { class: "actions" }, wider, clear));
}

/** @param {import("../shared/ask.js").Fault} fault @param {() => void} [retry] @param {() => void} [showSettings] offered if the library's folder is at fault */
export function drawFault(fault, retry = () => location.reload(), showSettings = undefined) {
  const words = faultWords(fault.state, fault.message);
  const settings = showSettings && /^library_(missing|read_only)$/.test(fault.state) && button(t("librarySettings"), showSettings);
  return screen(
    fault.state ?? "internal",
    words.heading,
    el("p", { role: "alert" }, words.text),
    words.command && setupSteps(),
    words.detail && el("p", { class: "detail", dir: "auto" }, fault.message),
    el("div", { class: "actions" }, button(t("retryAction"), () => restartHost().then(retry), { class: "main" }), settings),
    (words.command || words.detail) && connectionTest({ alone: false }),
  );
}

/** @typedef {{folder: string, file: string, line: number | null, code: string, detail: string}} Unreadable */

export class UnreadableList {
  element = el("section", { class: "unreadable", hidden: "" });

  /** @param {Unreadable[]} items */
  show(items) {
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
