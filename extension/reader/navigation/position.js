/** Stores the reading position: the words at the top of the window, by a hash of the address; not in private windows. @module */
import { describe, Finder } from "../article/anchor.js";
import { advance, distance, farEdge, isVertical, reach, scrolled } from "../article/axis.js";
import { browser, isPrivate } from "../../shared/browser.js";
import { firstWhere, TextMap } from "../article/text_map.js";

const KEY = "positions";
const MAX_POSITIONS = 300;

/** Characters stored; the toolbar's height in pixels. */
const WORDS = 40;
const BAR = 56;

/** Milliseconds from the last scroll until the position is stored; milliseconds to wait for text that contains the position. */
const SCROLL_PAUSE = 600;
const RESTORE_TIMEOUT = 20_000;

async function hash(address) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`jingdu ${address}`)));
  return [...bytes.slice(0, 12)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const stored = async () => (await browser.storage.local.get(KEY))[KEY] ?? [];

/** Store a position, newest last. @param {string} key @param {object | null} anchor null to remove it */
async function store(key, anchor) {
  const others = (await stored()).filter((entry) => entry.key !== key);
  const all = anchor ? [...others, { key, anchor }] : others;
  await browser.storage.local.set({ [KEY]: all.slice(-MAX_POSITIONS) });
}

/** The anchor at the top of the window; null at the beginning of the article, or if its end is visible. */
function anchorHere(text) {
  if (scrolled() < reach() / 4 || farEdge(text) < reach()) return null;
  const map = new TextMap(text);
  const edge = covered();
  const start = firstWhere(0, Math.max(0, map.text.length - 1), (place) => farEdge(map.range(place, place + 1)) > edge);
  return map.text ? describe(map.text, start, Math.min(map.text.length, start + WORDS)) : null;
}

/** Pixels covered by the toolbar along the reading direction. */
const covered = () => (isVertical() ? 0 : BAR);

/** Scroll to an anchor. @returns {boolean} whether it was found */
function show(text, anchor) {
  const map = new TextMap(text);
  const found = new Finder(map.text).find(anchor);
  if (!found) return false;
  advance(distance(map.range(found.start, found.start + 1)) - covered() - 8);
  return true;
}

/** Restore the position, waiting for text that loads later unless the user scrolls. */
async function restore(text, anchor, done) {
  if (show(text, anchor)) return done();
  const ends = Date.now() + RESTORE_TIMEOUT;
  const at = scrolled();
  const watcher = new MutationObserver(() => {
    const isOver = Math.abs(scrolled() - at) > 8 || Date.now() > ends;
    if (isOver || (show(text, anchor) && (done(), true))) watcher.disconnect();
  });
  watcher.observe(text, { childList: true, subtree: true });
}

let stop = () => {};

/** Track an article's position, after restoring it unless `restored` is null. @param {HTMLElement} text @param {string | undefined} address @param {(() => void) | null} restored */
export async function usePosition(text, address, restored) {
  stop();
  if (!address || isPrivate()) return;
  history.scrollRestoration = "manual";
  const key = await hash(address.replace(/#.*/, ""));
  const known = (await stored()).find((entry) => entry.key === key);
  if (known && restored && scrolled() < 8) await restore(text, known.anchor, restored);
  stop = watch(() => text.isConnected && store(key, anchorHere(text)));
}

/** Call `save` when scrolling pauses and when the page is hidden. @returns {() => void} stops it */
function watch(save) {
  let timer = 0;
  const ended = new AbortController();
  const options = { passive: true, signal: ended.signal };
  const later = () => (clearTimeout(timer), (timer = setTimeout(save, SCROLL_PAUSE)));
  const now = () => document.visibilityState === "hidden" && timer && (clearTimeout(timer), save());
  addEventListener("scroll", later, options);
  if (scrolled() > 0) later(); // scrolled before the listener was added
  document.addEventListener("visibilitychange", now, options);
  return () => (clearTimeout(timer), ended.abort());
}
