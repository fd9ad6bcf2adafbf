/** One connection to one host process: requests out, replies in, in any order. @module */
import { browser } from "../shared/browser.js";
import { Joiner, wellFormed } from "./replies.js";
import { HostFault, mismatch, stateOfFault, stateOfPortError } from "./host_faults.js";

/** The version of the wire protocol; raised when an older peer would misunderstand a message. */
export const PROTOCOL = 1;

/**
 * Milliseconds in which something must come from a host that was asked. It stops a request by itself, when that has taken
 * too much CPU time, or 180 s on the clock (host/jingdu/host/supervisor/limits.py): this is only for one that is lost.
 */
export const PATIENCE = 210_000;

/** Milliseconds that a host may take to say hello; the first start after an update is the slowest. */
const GREETING = 60_000;

/** A connected port. Says hello at once; the first reply shows whether the versions agree. */
export class Link {
  #port;
  #waiting = new Map();
  #joiner = new Joiner();
  #lastId = 0;
  #hello;
  #actions = [];
  #patience;
  #timer = null;

  /** Whether the host has answered the hello: a port that breaks later was a good one. */
  greeted = false;

  /** @param {chrome.runtime.Port} port @param {() => void} onEnd called once @param {number} [patience] another one in tests */
  constructor(port, onEnd, patience = PATIENCE) {
    this.#port = port;
    this.#patience = patience;
    this.onEnd = onEnd;
    port.onMessage.addListener((message) => this.#receive(message));
    port.onDisconnect.addListener(() => {
      const text = browser.runtime.lastError?.message ?? port.error?.message ?? "";
      this.#fail(new HostFault(stateOfPortError(text), text, { lost: true }));
    });
    this.#hello = this.#greet();
    this.#hello.catch(() => {}); // reported to whoever sends a request
  }

  /** Send without waiting for the hello. @param {object} request @returns {Promise<any>} rejects with a HostFault */
  async ask(request) {
    const [, result] = await Promise.all([this.#hello, this.#send(request)]);
    return result;
  }

  /** Whether the host answers an action; rejects where there is no host. @param {string} action */
  async knows(action) {
    await this.#hello;
    return this.#actions.includes(action);
  }

  close(state = "host_crashed", message = "") {
    this.#port.disconnect();
    this.#fail(new HostFault(state, message, { lost: state === "host_crashed" }));
  }

  async #greet() {
    const hello = { action: "hello", protocol: PROTOCOL, extension: browser.runtime.getManifest().version };
    const result = await this.#send(hello);
    const state = mismatch(PROTOCOL, result?.protocol);
    if (state) throw new HostFault(state, `protocol ${result?.protocol} of the host, ${PROTOCOL} of the extension`);
    this.#actions = Array.isArray(result.actions) ? result.actions : [];
    this.greeted = true;
    this.#await();
  }

  #send(request) {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      if (this.#waiting.size === 1) this.#await();
      try {
        this.#port.postMessage({ ...request, id });
      } catch (error) {
        this.#settle(id, (asker) => asker.reject(new HostFault(stateOfPortError(error.message), error.message)));
      }
    });
  }

  /** The host works on one request after the other: whatever comes of it, it is given its time anew. */
  #await() {
    clearTimeout(this.#timer);
    const limit = this.greeted ? this.#patience : Math.min(GREETING, this.#patience);
    if (this.#waiting.size > 0) this.#timer = setTimeout(() => this.close("timeout"), limit);
  }

  #receive(message) {
    const whole = this.#joiner.add(message, (id) => this.#waiting.has(id));
    if (whole === null) return;
    const { id, ok, result, fault } = wellFormed(whole);
    // A fault without an id is about a request that the host couldn't read: the oldest one waiting.
    const about = id ?? this.#waiting.keys().next().value;
    this.#settle(about, (asker) => (ok ? asker.resolve(result) : asker.reject(new HostFault(stateOfFault(fault.code, fault.blame), fault.message))));
    this.#await();
  }

  #settle(id, tell) {
    const asker = this.#waiting.get(id);
    if (!asker) return;
    this.#waiting.delete(id);
    tell(asker);
  }

  #fail(fault) {
    for (const id of [...this.#waiting.keys()]) this.#settle(id, (asker) => asker.reject(fault));
    this.#await();
    this.onEnd();
  }
}
