/** Files chosen or dropped for import; files that cannot be imported are filtered out. @module */
import { el, t } from "../shared/dom.js";

/** @typedef {{name: string, file: File}} Chosen `name`: path within the chosen folder */

/** Importable files, pictures of saved pages, captured pages of a library. */
const IMPORTABLE = /\.(?:html?|xhtml|md|markdown|json|csv|txt|png|jpe?g|gif|webp|avif|bmp|ico)$|(?:^|\/)page\.html\.gz$/i;

/** Bytes; the host has the same limit. */
const MAX_BYTES = 2 ** 30;

/** The files of an input for files or a folder. @param {FileList} files @returns {Chosen[]} */
export const filesOfInput = (files) => Array.from(files, (file) => ({ name: file.webkitRelativePath || file.name, file }));

/** Dropped files and folders; entries must be read synchronously. @param {DataTransfer} dropped @returns {Promise<Chosen[]>} */
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

/** A folder's entries, which are returned in batches until one is empty. */
async function inFolder(entry) {
  const reader = entry.createReader();
  const found = [];
  for (;;) {
    const some = await new Promise((resolve) => reader.readEntries(resolve, () => resolve([])));
    if (!some.length) return found;
    found.push(...some);
  }
}

/** Files to send, and the reasons why others are refused. @param {Chosen[]} chosen @returns {{files: Chosen[], refused: {title: string, code: string}[]}} */
export function filterFiles(chosen) {
  const [files, refused, names] = [[], [], new Set()];
  for (const one of chosen) {
    const code = refusal(one);
    if (code) refused.push({ title: one.name, code });
    else if (isImportable(one.name)) files.push({ ...one, name: uniqueName(one.name, names) });
  }
  return { files, refused };
}

/** Other kinds of files by suffix, as the host would report them. */
const KINDS = { pdf: "pdf", archive: "zip 7z rar gz", document: "doc docx odt rtf ppt pptx xls xlsx epub mobi", media: "mp3 mp4 m4a mov webm wav", web_archive: "mht mhtml webarchive" };
const kindOf = (name) => Object.keys(KINDS).find((kind) => KINDS[kind].split(" ").includes(name.split(".").at(-1).toLowerCase())) ?? "unknown";

/** Why a file is refused. In folders, other kinds of files are skipped silently. */
function refusal({ name, file }) {
  if (!isImportable(name)) return name.includes("/") ? null : kindOf(name);
  if (!file) return "unread";
  return file.size > MAX_BYTES ? "large" : null;
}

const isImportable = (name) => IMPORTABLE.test(name) && !/(?:^|\/)\./.test(name);

/** Files from different folders may have the same name. */
function uniqueName(name, names) {
  let unique = name;
  for (let number = 2; names.has(unique); number++) unique = `${number}/${name}`;
  names.add(unique);
  return unique;
}

/** Milliseconds without a drag event after which the pointer has left the window. */
const LEAVE_DELAY = 200;
const holdsFiles = (event) => event.dataTransfer?.types.includes("Files");

/** @param {(dropped: DataTransfer) => void} act */
export function watchDrops(act) {
  const veil = el("div", { class: "drop-veil", popover: "manual" }, el("p", {}, t("importDropHere")));
  document.body.append(veil);
  let timer = 0;
  addEventListener("dragover", (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    veil.showPopover();
    clearTimeout(timer);
    timer = setTimeout(() => veil.hidePopover(), LEAVE_DELAY);
  });
  addEventListener("drop", (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    veil.hidePopover();
    act(event.dataTransfer);
  });
}
