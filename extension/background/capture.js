/** The page of a tab, as the user sees it, captured by the scripts of capture/. @module */
import { browser } from "../shared/browser.js";

const FILES = ["capture/copy.js", "capture/next_page.js", "capture/page.js"];

/** Milliseconds before each try: on one first click in ten Chromium refuses and is willing 10 ms later. */
const RETRIES = [10, 20, 40, 80];

/** Milliseconds that a page may take to answer; one whose scripts never rest does not at all. */
const PAGE_TIMEOUT = 15_000;

/** The largest page in UTF-8 bytes of JSON; Chromium's limit for a message to a host is 64 MiB. */
const MAX_BYTES = 60 * 1024 * 1024;

/** Characters from which on the button takes a selection for meant: a stray word is not. */
const MIN_SELECTION = 20;

/**
 * @typedef {{html: string, url: string, title: string, selection?: string, following?: string}} Page `following`: its next page
 * @param {chrome.tabs.Tab} tab @param {{selected?: string}} [choice] the text that the menu's entry was clicked on
 * @returns {Promise<{page: Page, state?: string, message?: string}>} a `state` where the page can't be had; never rejects
 */
export async function capture(tab, choice = {}) {
  const seen = { html: "", url: tab.url ?? "", title: tab.title ?? "" };
  try {
    const shot = await withTimeout(inject(tab.id), PAGE_TIMEOUT);
    if (!shot) return { page: seen, state: "timeout" };
    const { html, url, title, following } = shot;
    const page = { html, url, title, following, ...wantedSelection(shot, choice) };
    if (shot.type === "application/pdf") return { page: { html: "", url, title }, state: "restricted" }; // the browser's viewer
    if (shot.tooLarge || isTooLarge(page)) return { page: { html: "", url, title }, state: "page_too_large" };
    return { page };
  } catch (error) {
    return { page: seen, state: "restricted", message: error.message };
  }
}

/**
 * Wait for a page, which answers nothing while it is kept for Back.
 * @template T @param {Promise<T>} answer @param {number} limit milliseconds @returns {Promise<T | null>} null where it is late
 */
export const withTimeout = (answer, limit) => Promise.race([answer, new Promise((resolve) => setTimeout(resolve, limit, null))]);

/** Retry within bounds, and at once where the page still loads: what is on the screen is meant. */
async function inject(tabId) {
  const injection = { target: { tabId }, files: FILES, injectImmediately: true };
  for (const wait of RETRIES) {
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
  if (!result) throw new Error(error?.message ?? "The page gave nothing back.");
  return result;
}

/** The selection if it is meant. What only the browser can see (in a frame of another origin) comes as text. */
function wantedSelection({ selection, selected }, choice) {
  if (!choice.selected) return selected >= MIN_SELECTION ? { selection } : {};
  const escaped = choice.selected.toWellFormed().replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return { selection: selection || escaped.split(/\n+/).map((line) => `<p>${line}</p>`).join("") };
}

/** Only a large page is measured: a character is at most 6 bytes of JSON. */
function isTooLarge(page) {
  const characters = page.html.length + (page.selection?.length ?? 0);
  return characters * 6 > MAX_BYTES && new TextEncoder().encode(JSON.stringify(page)).length > MAX_BYTES;
}
