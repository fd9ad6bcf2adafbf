/** Questions about a save, asked on a page of the extension beside the page's tab. @module */
import { browser } from "../shared/browser.js";
import { returnTo } from "./reading.js";

const PAGE = browser.runtime.getURL("save/question.html");

/** Saves with a question, by the token in the question page's address. @type {Map<string, import("./saving.js").Saving>} */
const questions = new Map();

/** Show a save's question; calls while it opens share one tab. @param {import("./saving.js").Saving} saving */
export function openQuestion(saving) {
  return (saving.opening ??= show(saving).finally(() => (saving.opening = null)));
}

/** Activate the question's tab, or open one. */
async function show(saving) {
  if (saving.questionTab && (await activate(saving.questionTab))) return;
  saving.token ??= crypto.randomUUID();
  questions.set(saving.token, saving);
  const { id: openerTabId, index, windowId } = saving.tab;
  const url = `${PAGE}#${saving.token}`;
  const beside = browser.tabs.create({ url, openerTabId, index: index + 1, windowId });
  const tab = await beside.catch(() => browser.tabs.create({ url })).catch(() => null); // the opener is closed, or no window is open
  saving.questionTab = tab?.id ?? null;
}

const activate = (id) => browser.tabs.update(id, { active: true }).then(() => true, () => false);

/** The state of the question page: the current notice, and the page that is being saved. */
function question(saving) {
  if (!saving) return { state: "gone" };
  const { title, url } = saving.record.page ?? saving.tab;
  return { state: "asked", notice: saving.notice, number: saving.number, about: { title, url } };
}

/** Handlers of the question page's messages. @param {(saving: object, choice: string) => Promise<unknown>} act */
export const questionKinds = (act) => ({
  question: async ({ token }) => question(questions.get(token)),
  answer: async ({ token, number, choice }) => {
    const saving = questions.get(token);
    if (saving?.number === number && offers(saving, choice)) {
      act(saving, choice);
      if (choice !== "open") await leave(saving);
    }
    return question(saving);
  },
  dismiss: async ({ token }) => {
    const saving = questions.get(token);
    return { left: !!saving && (await leave(saving)) };
  },
});

/** Whether the current notice has a button for a choice. */
export const offers = ({ notice }, choice) => notice?.buttons.some((button) => button.choice === choice) ?? false;

/** Return to the page, whose notice shows the progress; false if it is gone or shows no notice. */
const leave = async ({ shown, tab, questionTab }) => !!shown && returnTo(tab.id, questionTab);

/** Forget the question of a closed tab. @param {number} tabId */
export function forgetQuestion(tabId) {
  for (const [token, saving] of questions) {
    if (saving.questionTab !== tabId) continue;
    questions.delete(token);
    saving.questionTab = null;
  }
}
