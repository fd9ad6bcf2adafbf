/** What stands in place of the list: nothing there, still coming, or something wrong. @module */
import { el, t } from "../shared/dom.js";
import { setupCommand } from "../shared/command.js";
import { startHostAgain } from "../shared/ask.js";
import { faultWords } from "../shared/faults.js";
import { placeholder } from "./row.js";
import { isFiltered, plain } from "./view.js";

function button(words, act, kind) {
  const element = el("button", { type: "button", class: kind }, words);
  element.addEventListener("click", act);
  return element;
}

const screen = (state, heading, ...parts) =>
  el("section", { class: "screen", "data-state": state }, el("h2", {}, heading), ...parts);

/** While the first answer takes longer than one would not notice. */
export const drawLoading = () =>
  el("div", { class: "list loading", "data-state": "loading" }, el("p", { class: "unseen", role: "status" }, t("loadingLibrary")), ...Array.from({ length: 5 }, placeholder));

/** The empty list of a view, with what may be done about it. @param {object} library the page */
export function drawEmpty(library) {
  const { view } = library;
  if (view.query.trim() || isFiltered(view)) return nothingFound(library);
  const words = EMPTY[view.place]();
  const isWhole = view.place === "articles" || view.place === "all";
  const row = isWhole && el("div", { class: "actions" }, button(t("importOpen"), () => library.actions.import()));
  return screen("empty", words.heading, el("p", {}, words.text), row);
}

const EMPTY = {
  articles: () => ({ heading: t("emptyHeading"), text: t("emptyText") }),
  all: () => ({ heading: t("emptyHeading"), text: t("emptyText") }),
  favourites: () => ({ heading: t("emptyFavouritesHeading"), text: t("emptyFavouritesText") }),
  archive: () => ({ heading: t("emptyArchiveHeading"), text: t("emptyArchiveText") }),
  trash: () => ({ heading: t("emptyTrashHeading"), text: t("emptyTrashText") }),
};

function nothingFound(library) {
  const { view } = library;
  const wider = view.place !== "all" && button(t("searchEverywhere"), () => library.look({ place: "all" }));
  const clear = button(t("clearSearch"), () => library.look(plain(view)));
  return screen("nothing", t("nothingHeading"), el("p", {}, t("nothingText")), el("div", { class: "actions" }, ...[wider, clear].filter(Boolean)));
}

/**
 * What went wrong and what to do next.
 * @param {import("../shared/ask.js").Fault} fault @param {() => void} [again]
 */
export function drawFault(fault, again = () => location.reload()) {
  const words = faultWords(fault.state, fault.message);
  const retry = button(t("retryAction"), async () => {
    await startHostAgain();
    again();
  }, "main");
  const actions = el("div", { class: "actions" }, retry);
  return screen(
    fault.state ?? "internal",
    words.heading,
    el("p", { role: "alert" }, words.text),
    words.command && el("p", { class: "command" }, el("code", { dir: "ltr" }, setupCommand())),
    words.detail && el("p", { class: "detail", dir: "auto" }, fault.message),
    actions,
  );
}
