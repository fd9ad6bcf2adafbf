/** The files that a user chose or dropped, by their names in the folder; what can't be imported is not sent. @module */
import { el, t } from "../shared/dom.js";

/** @typedef {{name: string, file: File}} Chosen */

/** Ends of names of what can be imported, and of the pictures that lie beside saved pages. */
const TEXTS = /\.(?:html?|xhtml|md|markdown|json|csv|txt)$/i;
const PICTURES = /\.(?:png|jpe?g|gif|webp|avif|bmp|ico)$/i;

/** What a library's folder has besides. */
const OURS = /(?:^|\/)page\.html\.gz$/;

/** Bytes of a file, as the host has it too. */
const MAX_BYTES = 2 ** 30;

/** The files of an input, of a folder too. @param {FileList} files @returns {Chosen[]} */
export const filesOfInput = (files) => Array.from(files, (file) => ({ name: file.webkitRelativePath || file.name, file }));

/** What was dropped, with folders. Their entries must be asked for at once. @param {DataTransfer} dropped @returns {Promise<Chosen[]>} */
export async function filesOfDrop(dropped) {
  const items = Array.from(dropped.items).filter(({ kind }) => kind === "file");
  const entries = items.map((item) => item.webkitGetAsEntry() ?? item.getAsFile());
  const found = [];
  for (const entry of entries) {
    if (entry instanceof File) found.push({ name: entry.name, file: entry });
    else if (entry) await gather(entry, "", found);
  }
  return found;
}

async function gather(entry, folder, found) {
  const name = `${folder}${entry.name}`;
  if (entry.isFile) {
    const file = await new Promise((resolve) => entry.file(resolve, () => resolve(null)));
    found.push({ name, file });
  } else if (!entry.name.startsWith(".")) {
    for (const inner of await inFolder(entry)) await gather(inner, `${name}/`, found);
  }
}

/** A folder's entries; they come in lots, the last of which is empty. */
async function inFolder(entry) {
  const reader = entry.createReader();
  const found = [];
  for (;;) {
    const some = await new Promise((resolve) => reader.readEntries(resolve, () => resolve([])));
    if (!some.length) return found;
    found.push(...some);
  }
}

/** What is sent, and why other files are not. @param {Chosen[]} chosen @returns {{files: Chosen[], refused: {title: string, code: string}[]}} */
export function sorted(chosen) {
  const files = [];
  const refused = [];
  const names = new Set();
  for (const one of chosen) {
    const code = whyNot(one);
    if (code) refused.push({ title: one.name, code });
    else if (isWanted(one.name)) files.push({ ...one, name: free(one.name, names) });
  }
  return { files, refused };
}

/** Files of other kinds are skipped in a folder and reported where they were chosen by themselves. */
function whyNot({ name, file }) {
  const isAlone = !name.includes("/");
  if (isAlone && !isWanted(name)) return "unknown";
  if (!isWanted(name)) return null;
  if (!file) return "unread";
  return file.size > MAX_BYTES ? "large" : null;
}

const isWanted = (name) => !/(?:^|\/)\./.test(name) && (TEXTS.test(name) || PICTURES.test(name) || OURS.test(name));

/** Two files of one name, from different folders, don't take each other's place. */
function free(name, names) {
  let free = name;
  for (let number = 2; names.has(free); number++) free = `${number}/${name}`;
  names.add(free);
  return free;
}

/** Milliseconds without a drag event after which nothing is held above the page any more. */
const GONE = 200;

const holdsFiles = (event) => event.dataTransfer?.types.includes("Files");

/** @param {(dropped: DataTransfer) => void} act */
export function watchDrops(act) {
  const veil = el("div", { class: "drop-veil", popover: "manual" }, el("p", {}, t("importDropHere")));
  document.body.append(veil);
  let timer = 0;
  const leave = () => {
    clearTimeout(timer);
    timer = 0;
    veil.hidePopover();
  };
  addEventListener("dragover", (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    if (!timer) veil.showPopover();
    clearTimeout(timer);
    timer = setTimeout(leave, GONE);
  });
  addEventListener("drop", (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    leave();
    act(event.dataTransfer);
  });
}
