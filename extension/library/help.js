/** The keys, in a table. @module */
import { el, t } from "../shared/dom.js";
import { openDialog } from "./dialog.js";

/** The keys of a line and what they do. */
const lines = () => [
  [["/"], t("libraryKeySearch")],
  [["j", "k", "↓", "↑"], t("libraryKeyMove")],
  [["Enter"], t("libraryKeyOpen")],
  [["o"], t("libraryKeyOpenTab")],
  [["x"], t("libraryKeySelect")],
  [["Shift", "x"], t("libraryKeyRange")],
  [["*"], t("libraryKeyAll")],
  [["Esc"], t("libraryKeyNone")],
  [["e"], t("libraryKeyArchive")],
  [["f"], t("libraryKeyFavourite")],
  [["r"], t("libraryKeyRead")],
  [["t"], t("libraryKeyTags")],
  [["i"], t("libraryKeyDetails")],
  [["#", "Delete"], t("libraryKeyTrash")],
  [["u"], t("libraryKeyUndo")],
  [["Shift", "i"], t("libraryKeyImport")],
  [["?"], t("libraryKeyHelp")],
];

export function showHelp() {
  const rows = lines().map(([keys, words]) => el("tr", {}, el("th", { scope: "row" }, ...keys.map((key) => el("kbd", {}, key))), el("td", {}, words)));
  openDialog("help", t("libraryHelp"), el("table", {}, el("tbody", {}, ...rows)));
}
