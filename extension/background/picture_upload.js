/** The bytes that a page has of its pictures, sent to the host one after the other. @module */
import { browser } from "../shared/browser.js";
import { withTimeout } from "./capture.js";
import { host } from "./reading.js";

/** Limits of one save: bytes of a picture, characters of base64 of all, milliseconds; the host may fetch the rest. */
const MAX = { pictures: 80, each: 8_000_000, all: 56_000_000, time: 15_000 };

/** Milliseconds more for a page that does not end by itself. */
const GRACE = 5000;

/** What is gathered, by its tab. @type {Map<number, {stopped: boolean}>} */
const gatherings = new Map();

/* global pictureBytes */
const bytesOf = (url, most, time) => pictureBytes(url, most, time);

/**
 * Ask a tab's page for pictures. @param {number} tabId @param {string[]} addresses @param {(done: number, total: number) => void} show
 * @returns {Promise<string | null>} the token under which the host keeps them; null where there are none
 */
export async function gather(tabId, addresses, show) {
  const wanted = addresses.slice(0, MAX.pictures);
  if (wanted.length === 0) return null;
  const gathering = { stopped: false };
  const [token, ends] = [crypto.randomUUID(), Date.now() + MAX.time];
  const inPage = (script) => withTimeout(browser.scripting.executeScript({ target: { tabId }, injectImmediately: true, ...script }), ends - Date.now() + GRACE);
  let [came, room] = [0, MAX.all];
  gatherings.set(tabId, gathering);
  try {
    await inPage({ files: ["capture/pictures.js"] });
    for (const [place, url] of wanted.entries()) {
      if (gathering.stopped || Date.now() > ends) break;
      const data = (await inPage({ func: bytesOf, args: [url, MAX.each, ends - Date.now()] }))?.[0].result;
      if (!data || data.length > room) continue;
      room -= data.length;
      await host.ask({ action: "picture", token, url, part: 0, parts: 1, data });
      came += 1;
      show(place + 1, wanted.length);
    }
  } catch (error) {
    console.warn("Jingdu leaves the other pictures to the host:", error); // the page was left, or forbids it
  }
  if (gatherings.get(tabId) === gathering) gatherings.delete(tabId);
  return came > 0 ? token : null;
}

/** Go on without the pictures that have not come yet. @param {number} tabId */
export function stopGathering(tabId) {
  const gathering = gatherings.get(tabId);
  if (gathering) gathering.stopped = true;
}
