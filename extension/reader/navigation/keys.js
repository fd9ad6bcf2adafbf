/**
 * Keyboard shortcuts: one table for their handler and the help dialog. Keys with Ctrl, Alt or Meta are left to the browser, as
 * are `/` and `'`, Firefox's quick find. Single-letter keys can be turned off (WCAG 2.1.4). @module
 */
import { openDialog } from "../../shared/dialog.js";
import { checkbox, el, t } from "../../shared/dom.js";
import { change, CHOICES, look } from "../../shared/settings.js";
import { bottom, step, top } from "./moving.js";

/**
 * @typedef {{keys: string[], words: string, act: (parts: object) => void, button?: string, always?: boolean}} Key `button`: the
 *   toolbar button that must be visible; `always`: not a letter
 */

const press = (name) => () => /** @type {HTMLElement} */ (toolbarButton(name)).click();
const toolbarButton = (name) => document.querySelector(`[data-action="${name}"]:not([hidden])`);

/** Set the choice that is `steps` after the current one; with `wrap`, the first follows the last. */
function turn(name, steps, wrap = false) {
  const values = CHOICES[name];
  const at = values.indexOf(look[name]) + steps;
  const value = values[wrap ? at % values.length : at];
  if (value) change({ [name]: value });
}

/** @returns {{heading: string, keys: Key[]}[]} */
export const table = () => [
  {
    heading: t("keysMoving"),
    keys: [
      { keys: ["j"], words: t("keyNext"), act: () => step(1) },
      { keys: ["k"], words: t("keyPrevious"), act: () => step(-1) },
      { keys: ["g"], words: t("keyTop"), act: top },
      { keys: ["G"], words: t("keyBottom"), act: bottom },
      { keys: ["o"], words: t("outline"), act: press("outline"), button: "outline" },
      { keys: ["b"], words: t("back"), act: press("back"), button: "back" },
    ],
  },
  {
    heading: t("keysLooks"),
    keys: [
      { keys: ["+", "="], words: t("larger"), act: () => turn("size", 1) },
      { keys: ["-"], words: t("smaller"), act: () => turn("size", -1) },
      { keys: ["t"], words: t("keyTheme"), act: () => turn("theme", 1, true) },
      { keys: ["f"], words: t("keyFocus"), act: ({ modes }) => modes.toggle("focus") },
      { keys: ["r"], words: t("keyGuide"), act: ({ modes }) => modes.toggle("guide") },
      { keys: ["w"], words: t("why"), act: press("why"), button: "why" },
    ],
  },
  {
    heading: t("keysListening"),
    keys: [
      { keys: ["l"], words: t("keyListen"), act: ({ listening }) => listening.playOrPause() },
      { keys: [","], words: t("speechPrevious"), act: ({ listening }) => listening.skip(-1) },
      { keys: ["."], words: t("speechNext"), act: ({ listening }) => listening.skip(1) },
      { keys: ["<"], words: t("keySlower"), act: ({ listening }) => listening.faster(-1) },
      { keys: [">"], words: t("keyFaster"), act: ({ listening }) => listening.faster(1) },
    ],
  },
  {
    heading: t("keysNotes"),
    keys: [
      { keys: ["h"], words: t("keyHighlight"), act: ({ notes }) => notes.mark() },
      { keys: ["n"], words: t("keyNote"), act: ({ notes }) => notes.mark({ note: true }) },
      { keys: ["m"], words: t("notesPanel"), act: ({ notes }) => notes.togglePanel() },
      { keys: ["u"], words: t("keyUndo"), act: ({ notes }) => notes.undo() },
      { keys: ["s"], words: t("saveAction"), act: press("save"), button: "save" },
      { keys: ["?"], words: t("keysAction"), act: showHelp, always: true },
    ],
  },
];

/** Shortcuts that are available now. @returns {{heading: string, keys: Key[]}[]} */
export const usable = () =>
  table().map(({ heading, keys }) => ({ heading, keys: keys.filter(({ button }) => !button || toolbarButton(button)) }));

const FIELDS = "input:not([type=checkbox], [type=radio], [type=button]), select, textarea, [contenteditable], dialog, audio, video";

/** Key in localStorage of whether single-letter shortcuts are on. */
const LETTERS = "letters";
const hasLetters = () => localStorage.getItem(LETTERS) !== "off";

/** Whether an event belongs to the browser, a field or a dialog. @param {KeyboardEvent} event */
function isHandledElsewhere(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true;
  return !!(/** @type {Element} */ (event.target).closest?.(FIELDS)) || !!document.querySelector("dialog[open]");
}

/** @param {object} parts the tools that shortcuts act on: modes, listening, notes */
export function watchKeys(parts) {
  addEventListener("keydown", (event) => {
    if (isHandledElsewhere(event) || !document.querySelector("main article")) return;
    const found = usable().flatMap((group) => group.keys).find((one) => one.keys.includes(event.key));
    if (!found || !(found.always || hasLetters())) return;
    event.preventDefault();
    found.act(parts);
  });
}

const row = ({ keys, words }) =>
  el("tr", {}, el("th", { scope: "row" }, ...keys.map((key) => el("kbd", {}, key.replace("-", "−")))), el("td", {}, words));

const group = ({ heading, keys }) => el("table", {}, el("caption", {}, heading), el("tbody", {}, ...keys.map(row)));

export function showHelp() {
  const set = (on) => (on ? localStorage.removeItem(LETTERS) : localStorage.setItem(LETTERS, "off"));
  const letters = checkbox("letters", t("keysLetters"), set, hasLetters());
  const dialog = openDialog("keys-dialog", t("keysAction"), el("div", { class: "keys-groups" }, ...usable().map(group)), letters.row);
  dialog.addEventListener("keydown", (event) => event.key === "?" && dialog.close());
}
