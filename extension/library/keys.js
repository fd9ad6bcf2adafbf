/**
 * The keyboard. Letters are commands outside of fields and dialogs; with a modifier they belong to
 * the browser.
 * @module
 */

/** Key → what it does with the page. */
const KEYS = {
  "/": (library) => library.head.focus(),
  j: (library) => move(library, 1),
  k: (library) => move(library, -1),
  ArrowDown: (library) => move(library, 1),
  ArrowUp: (library) => move(library, -1),
  PageDown: (library) => move(library, library.list.page()),
  PageUp: (library) => move(library, -library.list.page()),
  Home: (library) => library.list.go(0),
  End: (library) => library.list.go(Infinity),
  Enter: (library) => library.actions.open(one(library)),
  o: (library) => library.actions.open(one(library), "_blank"),
  x: (library) => library.actions.select(library.list.active),
  X: (library) => library.actions.range(library.list.active),
  "*": (library) => library.bulk.all(),
  e: (library) => library.actions.archive(library.meant()),
  f: (library) => library.actions.favourite(library.meant()),
  r: (library) => library.actions.read(library.meant()),
  t: (library) => library.actions.tagDialog(library.meant()),
  i: (library) => library.actions.details(one(library)),
  "#": (library) => library.actions.trash(library.meant()),
  Delete: (library) => library.actions.trash(library.meant()),
  u: (library) => library.actions.undo(),
  I: (library) => library.actions.import(),
  "?": (library) => library.actions.help(),
  Escape: (library) => library.selection.clear(),
};

const one = (library) => (library.list.element.isConnected ? library.results.at(library.list.active) : undefined);

/** The first press only shows where one is. */
function move({ list }, steps) {
  const isThere = list.element.contains(document.activeElement);
  list.go(list.active + (isThere || steps < 0 ? steps : 0));
}

/** Controls use some keys themselves. */
function isTaken(target, key) {
  if (target.closest("dialog")) return true;
  if (target.matches("input:not([type=checkbox]), select, textarea")) return true;
  return (key === "Enter" || key === " ") && target.matches("a, button, input, summary");
}

/** @param {object} library the page */
export function watchKeys(library) {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (!Object.hasOwn(KEYS, event.key) || isTaken(event.target, event.key)) return;
    if (/^(Arrow|Page|Home|End)/.test(event.key) && !library.list.element.isConnected) return;
    event.preventDefault();
    KEYS[event.key](library);
  });
}
