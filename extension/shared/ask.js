/** Requests to the host, by way of the background. @module */
import { browser } from "./browser.js";

/** A failure with its state, by which `faults.js` finds the words. */
export class Fault extends Error {
  /** @param {string} state @param {string} [message] */
  constructor(state, message) {
    super(message ?? state);
    this.state = state;
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

/** What an error is to those who draw it. @param {any} error */
export const failure = (error) => ({ state: error?.state ?? "internal", message: String(error?.message ?? error) });

export const restartHost = () => browser.runtime.sendMessage({ kind: "host_again" });

/** Milliseconds between two looks at a job. */
const INTERVAL = 300;

/**
 * Follow a job to its end; `show` is called with each state. @param {string} job @param {(state: object) => void} show
 * @param {typeof ask} [asking] the background asks the host itself @returns {Promise<object>} its last state
 */
export async function follow(job, show, asking = ask) {
  for (;;) {
    const state = await asking("job", { job });
    show(state);
    if (state.state !== "running") return state;
    await new Promise((resolve) => setTimeout(resolve, INTERVAL));
  }
}

/** A picture of a saved article. @param {string} item its id @param {string} name @returns {Promise<Blob>} rejects with a Fault */
export async function pictureOf(item, name) {
  const { type, data } = await ask("asset", { item, name });
  return new Blob([Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0))], { type });
}

const channel = new BroadcastChannel("library");

export const notifyChange = () => channel.postMessage("changed");

/** @param {() => void} act called when another page has changed something */
export const onChange = (act) => channel.addEventListener("message", act);

/** @param {number} tab @param {{kind: string, key: string}} message @returns {Promise<boolean>} whether a page of ours heard it */
export const sendToTab = (tab, message) => browser.runtime.sendMessage({ tab, ...message }).then((heard) => heard === true, () => false);

/** Call `act` with the messages for this tab and its article: a copy of the tab has the same key. */
export async function onTabMessage(kind, act) {
  const key = location.hash.slice(1);
  const tab = await browser.tabs.getCurrent();
  browser.runtime.onMessage.addListener((message, sender, respond) => {
    if (sender.id !== browser.runtime.id || sender.tab) return false; // only the background sends them
    if (message?.kind !== kind || message.tab !== tab.id || message.key !== key) return false;
    respond(true);
    act(message);
    return false;
  });
}
