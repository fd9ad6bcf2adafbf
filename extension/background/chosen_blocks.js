/** "Why these parts?": the host's reasons, and the article with the blocks that the user chose. @module */
import { failure } from "../shared/ask.js";

/** @typedef {{put_in: number[], left_out: number[]}} Chosen numbers of blocks */

/** The fields of a record's page that both actions need. */
function asked({ page, incognito }) {
  const { html, url, chosen = { put_in: [], left_out: [] } } = page;
  return { html, url, private: incognito, ...chosen };
}

/** Every block with its score and reasons, and the article with a mark where each block begins. */
async function explain(host, record) {
  const request = asked(record);
  const [{ blocks }, { article }] = await Promise.all([
    host.ask({ action: "explain", html: request.html, url: request.url }),
    numbered(host, record),
  ]);
  return { state: "explained", blocks, article, chosen: record.page.chosen ?? { put_in: [], left_out: [] } };
}

/** The article without or with other blocks than before; it is the record's article from now on. */
async function choose(host, record, { put_in, left_out }, remember) {
  const before = record.page.chosen;
  record.page.chosen = { put_in, left_out };
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

/** @param {import("./host.js").Host} host @param {(record: object, answer: Promise<object>) => void} remember */
export function choosingKinds(host, remember) {
  const safely = (work) => work.catch(failure);
  return {
    explain: (record) => safely(explain(host, record)),
    choose: (record, message) => safely(choose(host, record, message, remember)),
  };
}
