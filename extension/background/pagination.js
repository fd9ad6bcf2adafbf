/**
 * The further pages of an article, fetched one after the other by a script in the page itself, so
 * with the reader's own session and without more permissions. The page's tab must live for that:
 * a document that has given way to the reader runs no scripts, and a background without host
 * permissions gets neither cookies nor the page. So the reader of such an article opens beside it.
 * @module
 */
import { browser } from "../shared/browser.js";
import { inTime } from "./timeout.js";
import * as records from "./records.js";

/** Pages of one article in all, and bytes of those that are fetched. */
const MOST = { pages: 20, bytes: 10_000_000 };

/** Milliseconds: in which the reader page is told that there is nothing new, too; that a further page may take. */
const PATIENCE = 20_000;
const LATE = 30_000;

/**
 * What is known of a record's further pages; plain data, kept with the record.
 * @typedef {object} Following
 * @property {"running" | "done" | "limit" | "cancelled" | "failed"} state
 * @property {Array<{number: number, url: string, html: string, reading_time: number, truncated: boolean}>} parts
 * @property {string} next address of the page that comes next, "" where none does
 */

/** Readers waiting for news, and runs under way, by the record's key. */
const waiting = new Map();
const running = new Set();

/** Whether the user wants further pages fetched; so it is unless switched off. */
export async function isWanted() {
  const stored = await browser.storage.sync.get("joinPages").catch(() => ({}));
  return stored.joinPages !== false;
}

/**
 * Fetch what follows, once there is an article that it can follow.
 * @param {import("./host.js").Host} host
 * @param {import("./records.js").Record} record whose `source` is the page's tab
 */
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
  tell(record.key);
  await records.keep(record);
}

/** Page after page; returns how it ended. */
async function goOn(host, record, article) {
  const { following, page } = record;
  const seen = new Set([bare(page.url)]);
  const titles = [article.title, page.title];
  for (let bytes = 0; following.next && running.has(record.key); tell(record.key)) {
    if (seen.has(bare(following.next))) return "done";
    if (following.parts.length + 1 >= MOST.pages) return "limit";
    seen.add(bare(following.next));
    const got = await fetched(record.source, following.next, MOST.bytes - bytes);
    if (got.problem) return got.problem === "large" ? "limit" : "failed";
    bytes += got.bytes;
    if (!(await take(host, record, got, titles, article.html))) return "done";
  }
  return running.has(record.key) ? "done" : "cancelled";
}

/** Put what the page adds to the record's parts; false where it is another article. */
async function take(host, { key, following }, { url, html, next }, titles, first) {
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
  const [{ result, error }] = (await inTime(inject(), LATE)) ?? [{ result: { problem: "late" } }];
  return result ?? { problem: error?.message ?? "failed" };
}

const bare = (address) => address.replace(/#.*/, "").replace(/\/$/, "");

/** What the reader page asks of further pages. */
export const FOLLOWING_KINDS = {
  following: (record, { have }) => news(record, have),
  stop_following: (record) => {
    running.delete(record.key);
    if (record.following?.state === "running") record.following.state = "cancelled";
    tell(record.key);
    return about(record, 0);
  },
};

/** What there is beyond the `have` parts that the reader page has, as soon as there is any, or an end. */
async function news(record, have = 0) {
  if (!record.following) return { state: "none", parts: [] };
  if (record.following.parts.length <= have && running.has(record.key)) await change(record.key);
  return about(record, have);
}

function about({ key, following }, have) {
  const lost = following.state === "running" && !running.has(key); // the background slept meanwhile
  return { state: lost ? "failed" : following.state, parts: following.parts.slice(have), next: following.next };
}

function change(key) {
  return new Promise((resolve) => {
    waiting.set(key, [...(waiting.get(key) ?? []), resolve]);
    setTimeout(resolve, PATIENCE);
  });
}

function tell(key) {
  for (const resolve of waiting.get(key) ?? []) resolve();
  waiting.delete(key);
}
