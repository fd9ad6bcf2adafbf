/** The reading position by the words at the top of the window, under a checksum of the address; not in private windows. @module */
import { describe, Finder } from "../article/anchor.js";
import { advance, distance, farEdge, isVertical, reach, scrolled } from "../article/axis.js";
import { browser, isPrivate } from "../../shared/browser.js";
import { TextMap } from "../article/text_map.js";

const KEPT = "positions";

const MAX_POSITIONS = 300;

/** Characters of the words that are stored; the toolbar's height in pixels. */
const WORDS = 40;
const BAR = 56;

/** Milliseconds after the last scroll; in which further text may still bring the place. */
const REST = 600;
const RESTORE_TIMEOUT = 20_000;

async function checksum(address) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`jingdu ${address}`)));
  return [...bytes.slice(0, 12)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const stored = async () => (await browser.storage.local.get(KEPT))[KEPT] ?? [];

/** The newest last. @param {string} key @param {object | null} anchor null forgets */
async function keep(key, anchor) {
  const others = (await stored()).filter((entry) => entry.key !== key);
  const all = anchor ? [...others, { key, anchor }] : others;
  await browser.storage.local.set({ [KEPT]: all.slice(-MAX_POSITIONS) });
}

/** The words at the top of the window; null at the article's very top and where its end was seen. */
export function anchorHere(text) {
  if (scrolled() < reach() / 4 || farEdge(text) < reach()) return null;
  const map = new TextMap(text);
  const start = firstVisible(map);
  return map.text ? describe(map.text, start, Math.min(map.text.length, start + WORDS)) : null;
}

/** What the toolbar covers of the reading direction: it lies along the top, so nothing of vertical text's. */
const covered = () => (isVertical() ? 0 : BAR);

/** The first place of the text past the toolbar, by halving: text flows one way. */
function firstVisible(map) {
  const edge = covered();
  let [low, high] = [0, Math.max(0, map.text.length - 1)];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (farEdge(map.range(middle, middle + 1)) > edge) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Scroll to an anchor. @returns {boolean} whether its words are there */
function show(text, anchor) {
  const map = new TextMap(text);
  const found = new Finder(map.text).find(anchor);
  if (!found) return false;
  advance(distance(map.range(found.start, found.start + 1)) - covered() - 8);
  return true;
}

/** Go on where the reader stopped, as soon as the text is there, unless they have moved meanwhile. */
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

/** Go to where the article was left, and remember that. @param {HTMLElement} text @param {string | undefined} address @param {() => void} restored */
export async function usePosition(text, address, restored) {
  stop();
  if (!address || isPrivate()) return;
  history.scrollRestoration = "manual";
  const key = await checksum(address.replace(/#.*/, ""));
  const known = (await stored()).find((entry) => entry.key === key);
  if (known && scrolled() < 8) await restore(text, known.anchor, restored);
  stop = watch(() => text.isConnected && keep(key, anchorHere(text)));
}

/** Calls after the reader has come to rest, and when the page is left. */
function watch(save) {
  let timer = 0;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(save, REST);
  };
  const now = () => document.visibilityState === "hidden" && timer && (clearTimeout(timer), save());
  addEventListener("scroll", later, { passive: true });
  document.addEventListener("visibilitychange", now);
  return () => {
    clearTimeout(timer);
    removeEventListener("scroll", later);
    document.removeEventListener("visibilitychange", now);
  };
}
