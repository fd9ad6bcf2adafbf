/**
 * Further pages of an article, fetched by a script in the original page: with the user's session and without further
 * permissions, but only while that page is open. @module
 */
import { browser } from "../shared/browser.js";
import { withTimeout } from "./capture.js";
import * as records from "./records.js";

/** Limits per article: pages in total, bytes fetched. */
const MAX = { pages: 20, bytes: 10_000_000 };

/** Milliseconds to wait for a further page. */
const PAGE_TIMEOUT = 30_000;

/**
 * Plain data, stored with the record; `next`: the address of the next page, or "".
 * @typedef {{state: "running" | "done" | "limit" | "cancelled" | "failed", next: string,
 *   parts: {number: number, url: string, html: string, reading_time: number, truncated: boolean}[]}} Following
 */

const running = new Set();

/** Fetch an article's further pages. @param {import("./host.js").Host} host @param {import("./records.js").Record} record with a `source` */
export async function fetchFurtherPages(host, record) {
  record.following = { state: "running", parts: [], next: record.page.following };
  running.add(record.key);
  try {
    const { state, article } = await record.answer;
    record.following.state = state === "article" ? await fetchAll(host, record, article) : "done";
  } catch (error) {
    console.warn("Jingdu could not fetch the next page:", error);
    record.following.state = "failed";
  }
  running.delete(record.key);
  await records.store(record);
}

async function fetchAll(host, record, article) {
  const { following, page } = record;
  const seen = new Set([normalized(page.url)]);
  const titles = [article.title, page.title];
  let bytes = 0;
  while (following.next && running.has(record.key)) {
    if (seen.has(normalized(following.next))) return "done";
    if (following.parts.length + 1 >= MAX.pages) return "limit";
    seen.add(normalized(following.next));
    const fetched = await fetchInPage(record.source, following.next, MAX.bytes - bytes);
    if (fetched.problem) return fetched.problem === "large" ? "limit" : "failed";
    bytes += fetched.bytes;
    if (!(await addPart(host, record, fetched, titles, article.html))) return "done";
  }
  return running.has(record.key) ? "done" : "cancelled";
}

/** Add a fetched page to the record's parts; false if it is another article. */
async function addPart(host, { key, following }, { url, html, next }, titles, first) {
  const number = following.parts.length + 2;
  const shown = [first, ...following.parts.slice(-1).map((part) => part.html)];
  const part = await host.ask({ action: "following", html, url, number, titles, shown });
  const { same, reading_time, truncated = false } = part;
  if (same && running.has(key)) following.parts.push({ number, url, html: part.html, reading_time, truncated });
  following.next = same ? next : "";
  return same;
}

async function fetchInPage(tabId, address, maxBytes) {
  const target = { target: { tabId }, injectImmediately: true };
  const func = (url, max) => globalThis.fetchFurtherPage(url, max);
  const inject = async () => {
    await browser.scripting.executeScript({ ...target, files: ["capture/fetch_page.js"] });
    return browser.scripting.executeScript({ ...target, func, args: [address, maxBytes] });
  };
  const [{ result, error }] = (await withTimeout(inject(), PAGE_TIMEOUT)) ?? [{ result: { problem: "late" } }];
  return result ?? { problem: error?.message ?? "failed" };
}

const normalized = (address) => address.replace(/#.*/, "").replace(/\/$/, "");

/** Handlers of the reader page's messages; `have`: the number of parts that it has already. */
export const FOLLOWING_KINDS = {
  following: async ({ key, following }, { have = 0 }) => {
    if (!following) return { state: "none", parts: [] };
    const interrupted = following.state === "running" && !running.has(key); // the background was restarted
    return { state: interrupted ? "failed" : following.state, parts: following.parts.slice(have), next: following.next };
  },
  stop_following: async ({ key, following }) => {
    running.delete(key);
    if (following?.state === "running") following.state = "cancelled";
  },
};
