/** Keyboard shortcuts: one table for their handler and the help dialog. @module */
import { openDialog } from "../shared/dialog.js";
import { el, t } from "../shared/dom.js";
import { showDetails } from "./details.js";
import { openItem } from "./row.js";

/** `shown` and `label`: keys and message in the help dialog. */
const KEYS = [
  { keys: ["/"], label: "libraryKeySearch", act: ({ head }) => head.focus() },
  { keys: ["j", "ArrowRight"], shown: ["j", "k", "↓", "↑"], label: "libraryKeyMove", act: (library) => move(library, 1) },
  { keys: ["k", "ArrowLeft"], act: (library) => move(library, -1) },
  { keys: ["ArrowDown"], act: (library) => move(library, library.list.columns) },
  { keys: ["ArrowUp"], act: (library) => move(library, -library.list.columns) },
  { keys: ["PageDown"], act: (library) => move(library, library.list.page()) },
  { keys: ["PageUp"], act: (library) => move(library, -library.list.page()) },
  { keys: ["Home"], act: ({ list }) => (list.go(0), scrollTo(0, 0)) },
  { keys: ["End"], act: ({ list }) => list.go(Infinity) },
  { keys: ["Enter"], label: "libraryKeyOpen", act: (library) => openItem(one(library)) },
  { keys: ["o"], label: "libraryKeyOpenTab", act: (library) => openItem(one(library), "_blank") },
  { keys: ["x"], label: "libraryKeySelect", act: ({ actions, list }) => actions.select(list.active) },
  { keys: ["X"], shown: ["Shift", "x"], label: "libraryKeyRange", act: ({ actions, list }) => actions.range(list.active) },
  { keys: ["*"], label: "libraryKeyAll", act: ({ bulk }) => bulk.all() },
  { keys: ["Escape"], shown: ["Esc"], label: "selectNone", act: ({ selection }) => selection.clear() },
  { keys: ["e"], label: "libraryKeyArchive", act: (library) => library.actions.archive(library.targets()) },
  { keys: ["f"], label: "libraryKeyFavourite", act: (library) => library.actions.favourite(library.targets()) },
  { keys: ["r"], label: "libraryKeyRead", act: (library) => library.actions.read(library.targets()) },
  { keys: ["t"], label: "addTags", act: (library) => library.actions.tag(library.targets()) },
  { keys: ["i"], label: "libraryKeyDetails", act: (library) => one(library) && showDetails(library, one(library)) },
  { keys: ["#", "Delete"], label: "deleteAction", act: (library) => library.actions.trash(library.targets()) },
  { keys: ["u"], label: "undoAction", act: ({ actions }) => actions.undo() },
  { keys: ["I"], shown: ["Shift", "i"], label: "libraryKeyImport", act: ({ importing }) => importing.show() },
  { keys: ["v"], label: "asCards", act: ({ head }) => head.toggleCards() },
  { keys: ["?"], label: "libraryHelp", act: () => showHelp() },
];

const one = (library) => (library.list.element.isConnected ? library.results.at(library.list.active) : undefined);

function move({ list }, steps) {
  list.go(list.active + (list.hasFocus() || steps < 0 ? steps : 0));
}

function isHandledElsewhere(target, key) {
  if (document.querySelector("dialog[open]")) return true;
  if (target.matches("input:not([type=checkbox]), select, textarea")) return true;
  return (key === "Enter" || key === " ") && target.matches("a, button, input, summary");
}

export function watchKeys(library) {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const found = KEYS.find(({ keys }) => keys.includes(event.key));
    if (!found || isHandledElsewhere(event.target, event.key)) return;
    if (/^(Arrow|Page|Home|End|[jkxX*]$)/.test(event.key) && !library.list.element.isConnected) return;
    event.preventDefault();
    found.act(library);
  });
}

export function showHelp() {
  const rows = KEYS.filter(({ label }) => label).map(({ keys, shown = keys, label }) =>
    el("tr", {}, el("th", { scope: "row" }, ...shown.map((key) => el("kbd", {}, key))), el("td", {}, t(label))),
  );
  openDialog("help", t("libraryHelp"), el("table", {}, el("tbody", {}, ...rows)));
}
