/** The bytes that a page has of its pictures, sent to the host in parts, one after the other. @module */
import { browser } from "../shared/browser.js";
import { withTimeout } from "./capture.js";
import { host } from "./reading.js";

/** Limits of one save, in bytes and milliseconds; the host may fetch the rest. */
const MAX = { pictures: 80, each: 8_000_000, all: 40_000_000, time: 15_000 };

/** Milliseconds more for a page that does not end by itself. */
const GRACE = 5000;

/** How much longer bytes are in base64, padding included. */
const BASE64 = 1.4;

/** What is gathered, by its tab. @type {Map<number, {token: string, stopped: boolean, wanted: Set<string>, left: number, came: number, show: (done: number, total: number) => void}>} */
const gatherings = new Map();

/**
 * Let a tab's page send pictures. @param {number} tabId @param {string[]} addresses @param {(done: number, total: number) => void} show
 * @returns {Promise<string | null>} the token under which the host keeps them; null where there are none
 */
export async function gather(tabId, addresses, show) {
  const wanted = addresses.slice(0, MAX.pictures);
  if (wanted.length === 0) return null;
  const gathering = { token: crypto.randomUUID(), stopped: false, show, wanted: new Set(wanted), left: MAX.all * BASE64, came: 0 };
  gatherings.set(tabId, gathering);
  try {
    const target = { target: { tabId }, injectImmediately: true }; // a page may load for minutes
    await withTimeout(browser.scripting.executeScript({ ...target, files: ["capture/pictures.js"] }), GRACE);
    const call = { ...target, func: run, args: [wanted, gathering.token, MAX] };
    await withTimeout(browser.scripting.executeScript(call), MAX.time + GRACE);
  } catch (error) {
    console.warn("Jingdu leaves the other pictures to the host:", error); // the page was left, or forbids it
  }
  if (gatherings.get(tabId) === gathering) gatherings.delete(tabId);
  return gathering.came > 0 ? gathering.token : null;
}

/* global sendPictures */
const run = (addresses, token, most) => sendPictures(addresses, token, most);

/** Whether a message brings a part of a picture that was asked for. */
export const isPicture = (message, tab) =>
  message?.kind === "picture" && gatherings.get(tab.id)?.token === message.token;

/** Pass a part on. @returns {Promise<{stop: boolean}>} whether no more is wanted */
export async function receive({ token, url, type, part, parts, data, done, total }) {
  const gathering = [...gatherings.values()].find((one) => one.token === token);
  if (!gathering || gathering.stopped || !isPart(gathering, { url, part, parts, data })) return { stop: true };
  gathering.left -= data.length;
  await host.ask({ action: "picture", token, url, type, part, parts, data });
  if (part === parts - 1) {
    gathering.came += 1;
    gathering.show(done, total);
  }
  return { stop: gathering.stopped };
}

/** Whether it is a part of a picture that was asked for, and not more than was agreed on. */
const isPart = ({ wanted, left }, { url, part, parts, data }) =>
  wanted.has(url) && Number.isInteger(part) && Number.isInteger(parts) && part >= 0 && part < parts &&
  typeof data === "string" && data.length <= left;

/** Go on without the pictures that have not come yet. @param {number} tabId */
export function stopGathering(tabId) {
  const gathering = gatherings.get(tabId);
  if (gathering) gathering.stopped = true;
  return Promise.resolve({});
}
