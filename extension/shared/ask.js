/** Messages between our pages and the background, and through it requests to the host. @module */
import { browser } from "./browser.js";

/** A failure with a state that `faults.js` has words for; `disconnected` if the host's port closed before the reply. */
export class Fault extends Error {
  /** @param {string} state @param {string} [message] @param {{disconnected?: boolean}} [options] */
  constructor(state, message = "", { disconnected = false } = {}) {
    super(message || state);
    this.state = state;
    this.disconnected = disconnected;
  }
}

/** @param {string} action @param {object} [fields] @returns {Promise<any>} the host's result; rejects with a Fault */
export async function ask(action, fields = {}) {
  const reply = await browser.runtime.sendMessage({ kind: "ask", request: { action, ...fields } });
  if (!reply || reply.state) throw new Fault(reply?.state ?? "internal", reply?.message);
  return reply.result;
}

/** A message to the background; a failure is a reply with a `state`. @param {object} message @returns {Promise<any>} */
export const send = (message) => browser.runtime.sendMessage(message).catch((error) => failure(error));

/** An error as a reply. @param {any} error */
export const failure = (error) => ({ state: error?.state ?? "internal", message: String(error?.message ?? error) });

export const restartHost = () => browser.runtime.sendMessage({ kind: "host_again" });

/** Milliseconds between requests for a job's state. */
const INTERVAL = 300;

/**
 * Poll a job until it ends. @param {string} job @param {(state: object) => void} onState called with each state
 * @param {typeof ask} [send] sends a request; the background has its own @returns {Promise<object>} the last state
 */
export async function follow(job, onState, send = ask) {
  for (;;) {
    const state = await send("job", { job });
    onState(state);
    if (state.state !== "running") return state;
    await new Promise((resolve) => setTimeout(resolve, INTERVAL));
  }
}

/** Ignore calls while one is running, instead of disabling a button, which would lose the focus. @param {() => Promise<unknown>} act */
export function oneAtATime(act) {
  let running = false;
  return () => running || ((running = true), act().finally(() => (running = false)));
}

/** A picture of a saved article. @param {string} item its id @param {string} name @returns {Promise<Blob>} rejects with a Fault */
export async function pictureOf(item, name) {
  const { type, data } = await ask("asset", { item, name });
  return new Blob([Uint8Array.from(atob(data), (char) => char.charCodeAt(0))], { type });
}

const channel = new BroadcastChannel("library");
export const notifyChange = () => channel.postMessage("changed");

/** @param {() => void} act called when another page has changed the library */
export const onChange = (act) => channel.addEventListener("message", act);

/** @param {number} tab @param {{kind: string, key?: string}} message @returns {Promise<boolean>} whether a page of ours has received it */
export const sendToTab = (tab, message) => browser.runtime.sendMessage({ tab, ...message }).then((received) => received === true, () => false);

/** Call `act` with messages for this tab and its article, or without a key; a duplicated tab has the same key. */
export async function onTabMessage(kind, act) {
  const key = location.hash.slice(1);
  const tab = await browser.tabs.getCurrent();
  browser.runtime.onMessage.addListener((message, sender, respond) => {
    if (sender.id !== browser.runtime.id || sender.tab) return false; // accept only the background's
    if (message?.kind !== kind || message.tab !== tab.id || (message.key ?? key) !== key) return false;
    respond(true);
    act(message);
    return false;
  });
}
