/** Captures the page of a tab with the scripts of capture/. @module */
import { browser } from "../shared/browser.js";

const FILES = ["capture/copy.js", "capture/next_page.js", "capture/page.js"];

/** Milliseconds before each retry: Chromium rejects about one first injection in ten, and accepts it 10 ms later. */
const RETRY_DELAYS = [10, 20, 40, 80];

/** Milliseconds to wait for a page; one whose scripts never yield does not answer at all. */
const PAGE_TIMEOUT = 15_000;

/** Maximum size of a page as JSON, in UTF-8 bytes; Chromium limits messages to a host to 64 MiB. */
const MAX_BYTES = 60 * 1024 * 1024;

/** Minimum length in characters of a selection that the button extracts; shorter ones are probably accidental. */
const MIN_SELECTION = 20;

/**
 * @typedef {{html: string, url: string, title: string, selection?: string, following?: string}} Page `following`: the next page's address
 * @param {chrome.tabs.Tab} tab @param {{selected?: string}} [choice] `selected`: the text that the context menu was opened on
 * @returns {Promise<{page: Page, state?: string, message?: string}>} `state` if the page cannot be captured; never rejects
 */
export async function capture(tab, choice = {}) {
  const fallback = { html: "", url: tab.url ?? "", title: tab.title ?? "" };
  try {
    const shot = await withTimeout(inject(tab.id), PAGE_TIMEOUT);
    if (!shot) return { page: fallback, state: "timeout" };
    const { html, url, title, following } = shot;
    const page = { html, url, title, following, ...selectionOf(shot, choice) };
    if (shot.type === "application/pdf") return { page: { html: "", url, title }, state: "restricted" }; // the browser's PDF viewer
    if (shot.tooLarge || isTooLarge(page)) return { page: { html: "", url, title }, state: "page_too_large" };
    return { page };
  } catch (error) {
    return { page: fallback, state: "restricted", message: error.message };
  }
}

/**
 * Limit the wait for an answer, which a page in the back/forward cache never gives.
 * @template T @param {Promise<T>} answer @param {number} limit milliseconds @returns {Promise<T | null>} null after the limit
 */
export const withTimeout = (answer, limit) => Promise.race([answer, new Promise((resolve) => setTimeout(resolve, limit, null))]);

/** Inject the scripts, even while the page is loading; retry a few times. */
async function inject(tabId) {
  const injection = { target: { tabId }, files: FILES, injectImmediately: true };
  for (const wait of RETRY_DELAYS) {
    try {
      return await run(injection);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  return run(injection);
}

async function run(injection) {
  const [{ result, error }] = await browser.scripting.executeScript(injection);
  if (!result) throw new Error(error?.message ?? "The page returned no result.");
  return result;
}

/** The selection, if it is to be extracted; from a frame of another origin only the browser's plain text is available. */
function selectionOf({ selection, selected }, choice) {
  if (!choice.selected) return selected >= MIN_SELECTION ? { selection } : {};
  const escaped = choice.selected.toWellFormed().replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return { selection: selection || escaped.split(/\n+/).map((line) => `<p>${line}</p>`).join("") };
}

/** Whether the page exceeds MAX_BYTES. It is encoded only if it may, as a character takes at most 6 bytes of JSON. */
function isTooLarge(page) {
  const characters = page.html.length + (page.selection?.length ?? 0);
  return characters * 6 > MAX_BYTES && new TextEncoder().encode(JSON.stringify(page)).length > MAX_BYTES;
}
