/** Messages to the reader page of a tab: shortcuts that it handles itself, and how a save is going. @module */
import { browser } from "../shared/browser.js";

/** Milliseconds: between two tries; until a shortcut is dropped because no article came. */
const TIMES = { pause: 250, all: 30_000 };

/** Readings that are about to be saved, by key. */
const waiting = new Set();

/** Alt+S in a reader page, perhaps before there is an article to save: sent until it is heard. @param {number} tab @param {string} key */
export async function pressSave(tab, key) {
  if (waiting.has(key)) return;
  waiting.add(key);
  const ends = Date.now() + TIMES.all;
  while (!(await sendToTab(tab, { kind: "press_save", key })) && Date.now() < ends)
    await new Promise((resolve) => setTimeout(resolve, TIMES.pause));
  waiting.delete(key);
}

/** @param {number} tab @param {{kind: string, key: string}} message @returns {Promise<boolean>} whether a page of ours heard it */
export const sendToTab = (tab, message) =>
  browser.runtime.sendMessage({ tab, ...message }).then((heard) => heard === true, () => false);
