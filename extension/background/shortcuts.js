/**
 * Presses that a reader page answers itself, told to the one of a tab.
 * @module
 */
import { browser } from "../shared/browser.js";

/** Milliseconds: between two words of a wish; until it is given up, where no article came. */
const TIMES = { pause: 250, all: 30_000 };

/** Readings whose save is wished for, by key. */
const wished = new Set();

/**
 * Alt+S in a reader page, which may be pressed before there is an article to save: it is said again until it is heard.
 * @param {number} tab @param {string} key of the reading that it shows: another one is not meant
 */
export async function pressSave(tab, key) {
  if (wished.has(key)) return;
  wished.add(key);
  const ends = Date.now() + TIMES.all;
  while (!(await isHeard({ kind: "press_save", tab, key })) && Date.now() < ends)
    await new Promise((resolve) => setTimeout(resolve, TIMES.pause));
  wished.delete(key);
}

/** The button in a reader page. @returns {Promise<boolean>} whether the page is there to hear it */
export const pressBack = (tab, key) => isHeard({ kind: "press_back", tab, key });

/** Without a page of ours that listens the browser refuses. */
const isHeard = (message) => browser.runtime.sendMessage(message).then((heard) => heard === true, () => false);
