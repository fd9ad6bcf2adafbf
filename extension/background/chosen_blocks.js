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
async function choose(host, record, { chosen }, answerWith) {
  const before = record.page.chosen;
  record.page.chosen = chosen;
  try {
    const { article } = await numbered(host, record);
    answerWith(record, Promise.resolve({ state: "article", article }));
    return { state: "article", article };
  } catch (fault) {
    record.page.chosen = before;
    throw fault;
  }
}

const numbered = (host, record) => host.ask({ action: "extract", ...asked(record), numbered: true });

/** The host stores what was chosen: from now on it reads the page so by itself. */
async function correct(host, record, _message, answerWith) {
  await host.ask({ action: "correct", ...asked(record) });
  delete record.page.chosen;
  answerWith(record, record.answer);
  return { state: "corrected" };
}

/** The host forgets the correction of the page, and has again what it had before. */
async function uncorrect(host, { page, incognito }, { stored }) {
  const { html, url } = page;
  await host.ask({ action: "uncorrect", url });
  if (stored) await host.ask({ action: "correct", html, url, private: incognito, ...stored });
  return { state: "uncorrected" };
}

/** @param {import("./host.js").Host} host @param {(record: object, answer: Promise<object>) => void} answerWith */
export const choosingKinds = (host, answerWith) =>
  Object.fromEntries(
    Object.entries({ explain, choose, correct, uncorrect }).map(([kind, act]) => [
      kind,
      (record, message) => act(host, record, message, answerWith).catch(failure),
    ]),
  );
