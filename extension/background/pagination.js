/**
 * The further pages of an article, fetched by a script in the page itself, with the user's session and without more permissions;
 * the page must live for that. @module
 */
import { browser } from "../shared/browser.js";
import { withTimeout } from "./capture.js";
import * as records from "./records.js";

/** Pages of one article in all, and bytes of those that are fetched. */
const MAX = { pages: 20, bytes: 10_000_000 };

/** Milliseconds that a further page may take. */
const PAGE_TIMEOUT = 30_000;

/**
 * Plain data, kept with the record; `next`: the address of the page that comes next, "" where none does.
 * @typedef {{state: "running" | "done" | "limit" | "cancelled" | "failed", next: string,
 *   parts: {number: number, url: string, html: string, reading_time: number, truncated: boolean}[]}} Following
 */

const running = new Set();

/** Fetch what follows an article. @param {import("./host.js").Host} host @param {import("./records.js").Record} record with a `source` */
export async function followOn(host, record) {
  record.following = { state: "running", parts: [], next: record.page.following };
  running.add(record.key);
  try {
    const { state, article } = await record.answer;
    record.following.state = state === "article" ? await goOn(host, record, article) : "done";
  } catch (error) {
    console.warn("Jingdu could not fetch the next page:", error);
    record.following.state = "failed";
  }
  running.delete(record.key);
  await records.keep(record);
}

async function goOn(host, record, article) {
  const { following, page } = record;
  const seen = new Set([bare(page.url)]);
  const titles = [article.title, page.title];
  let bytes = 0;
  while (following.next && running.has(record.key)) {
    if (seen.has(bare(following.next))) return "done";
    if (following.parts.length + 1 >= MAX.pages) return "limit";
    seen.add(bare(following.next));
    const got = await fetched(record.source, following.next, MAX.bytes - bytes);
    if (got.problem) return got.problem === "large" ? "limit" : "failed";
    bytes += got.bytes;
    if (!(await add(host, record, got, titles, article.html))) return "done";
  }
  return running.has(record.key) ? "done" : "cancelled";
}

/** Add what the page has to the record's parts; false where it is another article. */
async function add(host, { key, following }, { url, html, next }, titles, first) {
  const number = following.parts.length + 2;
  const shown = [first, ...following.parts.slice(-1).map((part) => part.html)];
  const part = await host.ask({ action: "following", html, url, number, titles, shown });
  const { same, html: shownHtml, reading_time, truncated = false } = part;
  if (same && running.has(key)) following.parts.push({ number, url, html: shownHtml, reading_time, truncated });
  following.next = part.same ? next : "";
  return part.same;
}

async function fetched(tabId, address, most) {
  const target = { target: { tabId }, injectImmediately: true };
  const func = (url, bytes) => globalThis.fetchFollowing(url, bytes);
  const inject = async () => {
    await browser.scripting.executeScript({ ...target, files: ["capture/fetch_page.js"] });
    return browser.scripting.executeScript({ ...target, func, args: [address, most] });
  };
  const [{ result, error }] = (await withTimeout(inject(), PAGE_TIMEOUT)) ?? [{ result: { problem: "late" } }];
  return result ?? { problem: error?.message ?? "failed" };
}

const bare = (address) => address.replace(/#.*/, "").replace(/\/$/, "");

/** The reader page's messages about further pages; `following` asks for what is beyond the `have` parts that it has. */
export const FOLLOWING_KINDS = {
  following: async ({ key, following }, { have = 0 }) => {
    if (!following) return { state: "none", parts: [] };
    const lost = following.state === "running" && !running.has(key); // the background slept meanwhile
    return { state: lost ? "failed" : following.state, parts: following.parts.slice(have), next: following.next };
  },
  stop_following: async ({ key, following }) => {
    running.delete(key);
    if (following?.state === "running") following.state = "cancelled";
    return {};
  },
};
