/** Messages to the background: who may send them, and their handlers. @module */
import { failure, notifyChange } from "../shared/ask.js";
import { browser } from "../shared/browser.js";
import { t } from "../shared/dom.js";
import { isListed } from "../shared/sites.js";
import { questionKinds } from "./questions.js";
import { host, isReader, keyOf, openIfArticle, READER_KINDS, showPage } from "./reading.js";
import { setLabel } from "./save_view.js";
import { act, isPress, onPress, saveReading } from "./saving.js";

const HOME = browser.runtime.getURL("");
const LIBRARY = browser.runtime.getURL("library/library.html");

/** Actions that our pages may request from the host. */
const FORWARDED = new Set([
  "library", "saved", "open_item", "asset", "edit_items", "trash_items", "restore_items", "delete_items", "related",
  "duplicates", "highlights", "start_job", "job", "cancel_job", "library_settings", "interests", "upload",
  "corrections", "forget_corrections", "learn_from_corrections",
]);

/** Handlers of our pages' messages, by kind. @type {Record<string, (message: any, tab: chrome.tabs.Tab) => Promise<any>>} */
const KINDS = {
  __proto__: null,
  ...READER_KINDS,
  ...questionKinds(act),
  ask: async ({ request }) => ({ result: await host.ask(request) }),
  save: (message, tab) => saveReading(message, tab).finally(notifyChange),
  show_library: (_message, tab) => showLibrary(tab),
  host_again: async () => host.drop(),
  status: async () => ({ state: "found", host: await host.version() }),
  doctor: async ({ fix }) => ({ state: "links", ...(await host.ask({ action: "doctor", fix: fix === true, language: t("uiLanguage") })) }),
  sample: ({ page }, tab) => showPage(tab, page),
};

/** Conditions by kind: a reader page may send messages about its own article only, a question page about its question. */
const isOfReader = ({ key }, url) => isReader(url) && key === keyOf(url);
const isOfQuestion = ({ token }, url) => token === keyOf(url);
const ALLOWED = {
  ...Object.fromEntries([...Object.keys(READER_KINDS), "save"].map((kind) => [kind, isOfReader])),
  ask: ({ request }) => FORWARDED.has(request?.action),
  question: isOfQuestion,
  answer: isOfQuestion,
  dismiss: isOfQuestion,
};

/** Whether a message comes from one of our pages that may send it. */
const isOurs = (message, { id, url = "" }) =>
  id === browser.runtime.id && url.startsWith(HOME) && message?.kind in KINDS && (ALLOWED[message.kind]?.(message, url) ?? true);

/** Answer our pages and the notice's buttons. @returns {boolean} whether the answer follows asynchronously */
function onMessage(message, sender, respond) {
  if (sender.id !== browser.runtime.id) return false;
  if (message?.kind === "looks" && sender.tab && sender.frameId === 0) showCheck(message, sender);
  const ours = isOurs(message, sender);
  if (!ours && !isPress(message, sender)) return false;
  if (message.kind === "open" && sender.tab) setLabel(sender.tab.id, "", t("back"));
  const answer = ours ? KINDS[message.kind](message, sender.tab) : onPress(message, sender.tab);
  Promise.resolve(answer).then((reply) => respond(ours ? reply ?? {} : reply), (error) => respond(failure(error)));
  return true;
}

/** Pending while the library's tab is being opened, so that two requests open one. */
let opening = null;

/** Show the library in its tab in this window, or a new one. @param {chrome.tabs.Tab} [tab] */
export function showLibrary(tab) {
  return (opening ??= openLibrary(tab).finally(() => (opening = null)));
}

async function openLibrary(tab) {
  const window = tab && { windowId: tab.windowId };
  const [page] = await browser.tabs.query({ ...window, url: `${LIBRARY}*` }).catch(() => []);
  return page ? browser.tabs.update(page.id, { active: true }) : browser.tabs.create({ url: LIBRARY, ...window });
}

/** Badge of the button if the page has an article. */
const FOUND_BADGE = "¶";

/** Show the result of capture/article_check.js. @param {{article: boolean, fresh: boolean}} check */
async function showCheck({ article, fresh }, { tab, url }) {
  await (article === true ? setLabel(tab.id, FOUND_BADGE, t("actionFound")) : setLabel(tab.id, "", t("actionNone")));
  if (article === true && fresh === true && (await isListed(new URL(url).hostname))) await openIfArticle(tab);
}

browser.runtime.onMessage.addListener(onMessage);
