/** Handlers of "Why these parts?": reasons, the article with the user's blocks, corrections. @module */

/** Request fields that all actions need. */
const pageFields = ({ page: { html, url, chosen }, incognito }) => ({ html, url, private: incognito, ...chosen });

/** Get every block's score and reasons, and the article with its blocks marked. */
async function explain(host, record) {
  const { html, url, chosen } = record.page;
  const [reply, { article }] = await Promise.all([host.ask({ action: "explain", html, url }), numbered(host, record)]);
  return { ...reply, state: "explained", article, chosen };
}

/** Extract the article with the chosen blocks; it becomes the record's article. */
async function choose(host, record, chosen, answerWith) {
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

const numbered = (host, record) => host.ask({ action: "extract", ...pageFields(record), numbered: true });

/** Store the choice in the host, which applies it to the page from now on. */
async function correct(host, record, answerWith) {
  await host.ask({ action: "correct", ...pageFields(record) });
  delete record.page.chosen;
  answerWith(record, record.answer);
  return { state: "corrected" };
}

/** Remove the page's correction, and restore the earlier one, `stored`, if there was one. */
async function uncorrect(host, { page, incognito }, stored) {
  const { html, url } = page;
  await host.ask({ action: "uncorrect", url });
  if (stored) await host.ask({ action: "correct", html, url, private: incognito, ...stored });
  return { state: "uncorrected" };
}

/** @param {import("./host.js").Host} host @param {(record: object, answer: Promise<object>) => void} answerWith */
export const choosingKinds = (host, answerWith) => ({
  explain: (record) => explain(host, record),
  choose: (record, { chosen }) => choose(host, record, chosen, answerWith),
  correct: (record) => correct(host, record, answerWith),
  uncorrect: (record, { stored }) => uncorrect(host, record, stored),
});
