/** The messages to the background, who may send each, and what answers it. @module */
import { failure, notifyChange } from "../shared/ask.js";
import { browser } from "../shared/browser.js";
import { t } from "../shared/dom.js";
import { isListed } from "../shared/sites.js";
import { HostFault } from "./host_faults.js";
import { questionKinds } from "./questions.js";
import { host, isReader, keyOf, openIfArticle, READER_KINDS, showPage } from "./reading.js";
import { act, isPress, pressed, saveReading } from "./saving.js";

const HOME = browser.runtime.getURL("");
const LIBRARY = browser.runtime.getURL("library/library.html");

/** What our pages may ask the host for; a page to be saved is known to the background alone. */
const PASSED = new Set([
  "library", "saved", "open_item", "asset", "edit_items", "trash_items", "restore_items", "delete_items", "related",
  "duplicates", "highlights", "start_job", "job", "cancel_job", "library_settings", "interests", "upload",
  "corrections", "forget_corrections", "learn_from_corrections",
]);

/** By kind, the answer to a message of one of our pages. @type {Record<string, (message: any, tab: chrome.tabs.Tab) => Promise<any>>} */
const KINDS = {
  __proto__: null,
  ...READER_KINDS,
  ...questionKinds(act),
  ask: async ({ request }) => {
    if (!(await host.knows(request.action))) throw new HostFault("host_too_old");
    return { result: await host.ask(request) };
  },
  save: (message, tab) => saveReading(message, tab).finally(notifyChange),
  show_library: (_message, tab) => showLibrary(tab),
  host_again: async () => host.drop(),
  status: async () => ({ state: "found", host: await host.version() }),
  doctor: async ({ fix }) => ({ state: "links", ...(await host.ask({ action: "doctor", fix: fix === true })) }),
  sample: ({ page }, tab) => showPage(tab, page),
};

/** Of some kinds not all messages: a reader page speaks of its own article alone, a question page of its own question. */
const isOfReader = ({ key }, url) => isReader(url) && key === keyOf(url);
const isOfQuestion = ({ token }, url) => token === keyOf(url);
const ALLOWED = {
  ...Object.fromEntries([...Object.keys(READER_KINDS), "save"].map((kind) => [kind, isOfReader])),
  ask: ({ request }) => PASSED.has(request?.action),
  question: isOfQuestion,
  answer: isOfQuestion,
  dismiss: isOfQuestion,
};

/** Whether a message is one that the page of ours which sent it may send. */
export const isOurs = (message, { id, url = "" }) =>
  id === browser.runtime.id && url.startsWith(HOME) && message?.kind in KINDS && (ALLOWED[message.kind]?.(message, url) ?? true);

/** Answers our own pages, and the buttons on a page that is being saved; true says that the answer comes later. */
function onMessage(message, sender, respond) {
  if (sender.id !== browser.runtime.id) return false;
  if (message?.kind === "looks" && sender.tab && sender.frameId === 0) showCheck(message, sender);
  const ours = isOurs(message, sender);
  if (!ours && !isPress(message, sender)) return false;
  if (message.kind === "open" && sender.tab) label(sender.tab.id, "", t("back")); // the button in a reader page goes back
  const answer = ours ? KINDS[message.kind](message, sender.tab) : pressed(message, sender.tab);
  Promise.resolve(answer).then((reply) => respond(ours ? reply ?? {} : reply), (error) => respond(failure(error)));
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
  const window = tab && { windowId: tab.windowId };
  const [page] = await browser.tabs.query({ ...window, url: `${LIBRARY}*` }).catch(() => []);
  return page ? browser.tabs.update(page.id, { active: true }) : browser.tabs.create({ url: LIBRARY, ...window });
}

/** A pilcrow on the button: an article was found. */
const FOUND = "¶";

/** What capture/article_check.js found on the page shown in a tab. @param {{article: boolean, fresh: boolean}} check */
async function showCheck({ article, fresh }, { tab, url }) {
  await (article === true ? label(tab.id, FOUND, t("actionFound")) : label(tab.id, "", t("actionNone")));
  if (article === true && fresh === true && (await isListed(new URL(url).hostname))) await openIfArticle(tab);
}

/** Tooltip and badge of the button on one tab, until it shows another page; the tab may be gone. */
const label = (tabId, badge, title) =>
  Promise.all([browser.action.setTitle({ tabId, title }), browser.action.setBadgeText({ tabId, text: badge })]).catch(() => {});

browser.runtime.onMessage.addListener(onMessage);
