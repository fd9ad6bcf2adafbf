/**
 * The reader's save button: whether the article is kept already, saving it, and what comes of it.
 * Imported when the article is on the screen.
 * @module
 */
import { ask, follow, startHostAgain } from "../shared/ask.js";
import { t } from "../shared/dom.js";
import { browser } from "../shared/browser.js";
import { tellChange } from "../shared/changes.js";
import { onPressed } from "../shared/pressed.js";
import { Panel } from "./save_panel.js";
import { progress, told, toldKept } from "../shared/save_notices.js";

const button = /** @type {HTMLElement} */ (document.querySelector('.toolbar [data-action="save"]'));
const panel = new Panel(button);

/** The article's entry in the library; null while it has none. */
let item = null;

/** The address of the reader page that a save is for, and whether one is under way. */
let key = "";
let busy = false;

/** The job that fetches pictures. */
let job = null;

/**
 * Bring the button to life for an answer with an article.
 * @param {string} of the key in the reader's address @param {{page?: {url?: string}, item?: object}} answer
 */
export async function useSave(of, answer) {
  key = of;
  listen();
  if (answer.item) return show(answer.item);
  if (answer.page?.url) show(await keptOf(answer.page.url));
}

/** The article that is kept of an address; null where there is none, or only the address, to be read later. */
async function keptOf(url) {
  const before = item;
  const { item: found } = await ask("saved", { url }).catch(() => ({}));
  if (item !== before || busy) return item; // saved or removed meanwhile
  return found && !found.later ? found : null;
}

let listening = false;

function listen() {
  if (listening) return;
  listening = true;
  button.addEventListener("click", press);
  onPressed("press_save", press);
}

/** Show in the button whether the article is kept. @param {object | null} entry */
function show(entry) {
  item = entry;
  button.setAttribute("aria-pressed", String(!!item));
  const words = item ? t("savedAction") : t("saveAction");
  button.setAttribute("aria-label", words);
  button.title = words;
}

/** Alt+S and the button: save, or, of what is saved, say so and what can be done. */
function press() {
  if (panel.isOpen && item) return panel.close();
  if (item) return panel.show(toldKept(item, isKept()), act);
  return save({});
}

/** Whether this page shows the library's own copy. */
const isKept = () => key.startsWith("item=");

async function save(choice) {
  if (busy) return;
  busy = true;
  panel.show(told({ state: "saving" }), act);
  const reply = await browser.runtime.sendMessage({ kind: "save", key, choice }).catch(({ message }) => ({ state: "internal", message }));
  busy = false;
  if (reply.item) show(reply.item);
  else last = { reply, choice };
  panel.show(told(reply), act);
  if (reply.job) await followPictures(reply);
}

/** What the last question was about. */
let last = null;

/** Show how the host gets on with the pictures; the article is saved already. */
async function followPictures(reply) {
  job = reply.job;
  try {
    const end = await follow(job, (state) => panel.isOpen && panel.show(progress(reply, state), act));
    if (panel.isOpen || end.report?.length) panel.show(told({ ...reply, job: null, missing_pictures: end.report ?? [] }), act);
  } catch {
    if (panel.isOpen) panel.show(told({ ...reply, job: null, missing_pictures: [] }), act); // saved all the same
  }
  job = null;
}

/** What the panel's buttons do. */
const ACTS = {
  keep_both: () => save({ ...last.choice, if_duplicate: "keep_both" }),
  replace: () => save({ ...last.choice, if_duplicate: "replace", instead: last.reply.duplicate.item.id }),
  private_ok: () => save({ ...last.choice, private_ok: true }),
  everything: () => save({ ...last.choice, everything: true }),
  again: () => save(last.choice),
  open: () => location.assign(`#item=${item?.id ?? last.reply.duplicate.item.id}`),
  library: () => browser.runtime.sendMessage({ kind: "show_library" }),
  save_again: () => save({}),
  stop: () => ask("cancel_job", { job }),
  undo: remove,
  remove,
};

async function remove() {
  await ask("trash_items", { items: [item.id] });
  tellChange();
  show(null);
  panel.show({ tone: "done", text: t("removedNow"), buttons: [] }, act);
}

/** The choice that came to nothing, for “again”; null where that is the save itself. */
let failed = null;

/** @param {string} choice of a button, or a tag that was suggested: `tag:NAME` */
async function act(choice) {
  const wanted = choice === "again" ? failed ?? choice : choice;
  failed = null;
  try {
    if (choice === "again") await startHostAgain();
    if (wanted.startsWith("tag:")) await ask("edit_items", { items: [item.id], changes: { add_tags: [wanted.slice(4)] } });
    else await ACTS[wanted]();
  } catch (fault) {
    failed = wanted;
    panel.show(told({ state: fault.state ?? "internal", message: fault.message }), act);
  }
}
