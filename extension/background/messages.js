/**
 * The library's part of the background: our own pages ask the host through here, saves begin here.
 * @module
 */
import { browser } from "../shared/browser.js";
import { tellChange } from "../shared/changes.js";
import { questionKinds } from "./questions.js";
import { host, keyOf } from "./reading.js";
import { act, fromPage, isFromPage, saveRecord, saveTab } from "./saving.js";
import { HostFault } from "./host_faults.js";

const HOME = browser.runtime.getURL("");
export const LIBRARY = browser.runtime.getURL("library/library.html");

/** What our pages may ask the host for; the page of a `save` itself is known to the background alone. */
const PASSED = new Set([
  "library", "saved", "open_item", "asset", "edit_items", "trash_items", "restore_items", "delete_items", "related",
  "duplicates", "highlights", "start_job", "job", "cancel_job", "library_settings", "interests", "upload",
]);

/** Kinds of messages of our own pages. */
const KINDS = {
  ask: async ({ request }) => {
    if (!(await host.knows(request.action))) throw new HostFault("host_too_old");
    return { result: await host.ask(request) };
  },
  save: ({ key, choice }) => saveRecord(key, choice).finally(tellChange),
  show_library: (_message, tab) => showLibrary(tab),
  host_again: async () => host.drop(),
  ...questionKinds(act),
};

const isAsked = (message, { url }) => Object.hasOwn(KINDS, message?.kind) && (ALLOWED[message.kind]?.(message, url) ?? true);

/** Whether a question page asks of its own question. */
const isOfQuestion = ({ token }, url) => token === keyOf(url);

/** Of some kinds not all messages: actions that are none of our pages', and the article of another page. */
const ALLOWED = {
  ask: ({ request }) => PASSED.has(request?.action),
  save: ({ key }, url) => key === keyOf(url),
  question: isOfQuestion,
  answer: isOfQuestion,
  unasked: isOfQuestion,
};

const failure = (error) => ({ state: error.state ?? "internal", message: error.message });

/** Answers our own pages, and the pictures and buttons of a page that is being saved. */
function onMessage(message, sender, respond) {
  if (sender.id !== browser.runtime.id) return false;
  const ours = sender.url?.startsWith(HOME) && isAsked(message, sender);
  if (!ours && !isFromPage(message, sender)) return false;
  const answer = ours ? KINDS[message.kind](message, sender.tab) : fromPage(message, sender.tab);
  answer.then((told) => respond(ours ? told ?? {} : told), (error) => respond(failure(error)));
  return true;
}

/** The library's tab while it is being opened: who asks twice gets one. */
let showing = null;

/** Show the library: the tab of this window that has it, else a new one. @param {chrome.tabs.Tab} [tab] */
export function showLibrary(tab) {
  showing ??= show(tab).finally(() => (showing = null));
  return showing;
}

async function show(tab) {
  const asker = tab?.windowId === undefined ? {} : { windowId: tab.windowId };
  const pages = await browser.tabs.query({ ...asker, url: `${LIBRARY}*` }).catch(() => []);
  if (pages[0]) return browser.tabs.update(pages[0].id, { active: true });
  return browser.tabs.create({ url: LIBRARY, ...asker });
}

/** What the context menu's entries and the commands of the library do, by their names. */
export const LIBRARY_ACTIONS = { menuSave: saveTab, menuLibrary: showLibrary, save: saveTab, library: showLibrary };

/** Listen; called while the background's module runs. */
export function listen() {
  browser.runtime.onMessage.addListener(onMessage);
  browser.commands.onCommand.addListener((name, tab) => LIBRARY_ACTIONS[name]?.(tab));
}
