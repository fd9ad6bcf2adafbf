/** "Why these parts?": the host's reasons, the article with the blocks that the user chose, and their corrections. @module */
import { failure } from "../shared/ask.js";

/** The fields of a record's page that all actions need. */
function asked({ page, incognito }) {
  const { html, url, chosen } = page;
  return { html, url, private: incognito, ...chosen };
}

/** Every block with its score and reasons, and the article with a mark where each block begins. */
async function explain(host, record) {
  const { html, url, chosen } = record.page;
  const [reply, { article }] = await Promise.all([host.ask({ action: "explain", html, url }), numbered(host, record)]);
  return { ...reply, state: "explained", article, chosen };
}

/** The article without or with other blocks than before; it is the record's article from now on. */
async function choose(host, record, { chosen }, remember) {
  const before = record.page.chosen;
  record.page.chosen = chosen;
  try {
    const { article } = await numbered(host, record);
    remember(record, Promise.resolve({ state: "article", article }));
    return { state: "article", article };
  } catch (fault) {
    record.page.chosen = before;
    throw fault;
  }
}

const numbered = (host, record) =>
  host.ask({ action: "extract", ...asked(record), numbered: true });

/** The host stores what was chosen: from now on it reads the page so by itself. */
async function correct(host, record, remember) {
  await host.ask({ action: "correct", ...asked(record) });
  delete record.page.chosen;
  remember(record, record.answer);
  return { state: "corrected" };
}

/** The host forgets the correction of the page, and has again what it had before. */
async function uncorrect(host, { page, incognito }, { stored }) {
  const { html, url } = page;
  await host.ask({ action: "uncorrect", url });
  if (stored) await host.ask({ action: "correct", html, url, private: incognito, ...stored });
  return { state: "uncorrected" };
}

/** @param {import("./host.js").Host} host @param {(record: object, answer: Promise<object>) => void} remember */
export function choosingKinds(host, remember) {
  const safely = (work) => work.catch(failure);
  return {
    explain: (record) => safely(explain(host, record)),
    choose: (record, message) => safely(choose(host, record, message, remember)),
    correct: (record) => safely(correct(host, record, remember)),
    uncorrect: (record, message) => safely(uncorrect(host, record, message)),
  };
}
