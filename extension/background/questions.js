/** The question of a save, asked on a page of ours in a tab beside the page that is saved. @module */
import { browser } from "../shared/browser.js";

const PAGE = browser.runtime.getURL("save/question.html");

/** What is asked, by the token in the question page's address. @type {Map<string, import("./saving.js").Saving>} */
const questions = new Map();

/** Show a save's question, once where it is asked for twice. @param {import("./saving.js").Saving} saving */
export function askOnOurPage(saving) {
  saving.opening ??= show(saving).finally(() => (saving.opening = null));
  return saving.opening;
}

/** A tab that shows it already comes to the front. */
async function show(saving) {
  if (saving.asking && (await toFront(saving.asking))) return;
  saving.token ??= crypto.randomUUID();
  questions.set(saving.token, saving);
  const { id: openerTabId, index, windowId } = saving.tab;
  const url = `${PAGE}#${saving.token}`;
  const beside = browser.tabs.create({ url, openerTabId, index: index + 1, windowId });
  const tab = await beside.catch(() => browser.tabs.create({ url })).catch(() => null); // the page's tab is closed, or all are
  saving.asking = tab?.id ?? null;
}

const toFront = (id) => browser.tabs.update(id, { active: true }).then(() => true, () => false);

/** What the question page draws: the present notice, and the page that it is about. */
function asked(saving) {
  if (!saving) return { state: "gone" };
  const { title, url } = saving.record.page ?? saving.tab;
  return { state: "asked", notice: saving.notice, number: saving.number, about: { title, url } };
}

/** The kinds of messages of the question page. @param {(saving: object, choice: string) => Promise<unknown>} act */
export const questionKinds = (act) => ({
  question: async ({ token }) => asked(questions.get(token)),
  answer: async ({ token, number, choice }) => {
    const saving = questions.get(token);
    if (saving?.number === number && offers(saving, choice)) {
      act(saving, choice);
      if (choice !== "open") await leave(saving);
    }
    return asked(saving);
  },
  dismiss: async ({ token }) => {
    const saving = questions.get(token);
    return { left: !!saving && (await leave(saving)) };
  },
});

/** Whether a choice is one of those that the user sees now. */
export const offers = ({ notice }, choice) => notice?.buttons.some((button) => button.choice === choice) ?? false;

/** Back to the page, whose notice shows the rest; the question's tab stays where the page has gone, or shows none. */
async function leave(saving) {
  if (!saving.shown || !(await toFront(saving.tab.id))) return false;
  await browser.tabs.remove(saving.asking).catch(() => {});
  return true;
}

/** The question of a closed tab is over. @param {number} tabId */
export function forgetQuestion(tabId) {
  for (const [token, saving] of questions) {
    if (saving.asking !== tabId) continue;
    questions.delete(token);
    saving.asking = null;
  }
}
