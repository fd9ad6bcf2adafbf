/** Asking the host, by way of the background. @module */
import { browser } from "./browser.js";

/** A failure with the state that tells which words go with it. */
export class Fault extends Error {
  /** @param {string} state @param {string} [message] */
  constructor(state, message) {
    super(message ?? state);
    this.state = state;
  }
}

/**
 * Ask for one of the library's actions.
 * @param {string} action @param {object} [fields] the request's
 * @returns {Promise<any>} the host's result; rejects with a Fault
 */
export async function ask(action, fields = {}) {
  const reply = await browser.runtime.sendMessage({ kind: "ask", request: { action, ...fields } });
  if (!reply || reply.state) throw new Fault(reply?.state ?? "internal", reply?.message);
  return reply.result;
}

/** Let the present host go, so that the next question starts a new one. */
export const startHostAgain = () => browser.runtime.sendMessage({ kind: "host_again" });

/** Milliseconds between two looks at a job. */
const LOOK = 300;

/**
 * Follow a job to its end.
 * @param {string} job @param {(told: object) => void} show called for each look at it
 * @param {typeof ask} [asking] the background asks the host itself
 * @returns {Promise<object>} what the host told last
 */
export async function follow(job, show, asking = ask) {
  for (;;) {
    const told = await asking("job", { job });
    show(told);
    if (told.state !== "running") return told;
    await new Promise((resolve) => setTimeout(resolve, LOOK));
  }
}
