/**
 * One connection to one host process: requests out, replies in, in any order.
 * @module
 */
import { browser } from "../shared/browser.js";
import { Joiner } from "./parts.js";
import { wellFormed } from "./replies.js";
import { HostFault, mismatch, stateOfFault, stateOfPortError } from "./states.js";

/** The version of the wire protocol; raised when an older peer would misunderstand a message. */
export const PROTOCOL = 1;

/** Milliseconds that a host may take to say hello; the first start after an update is the slowest. */
const GREETING = 30_000;

/** A connected port. Says hello at once; the first reply tells whether the versions agree. */
export class Link {
  #port;
  #waiting = new Map();
  #joiner = new Joiner();
  #lastId = 0;
  #hello;
  #actions = [];

  /** Whether the host has answered the hello: a port that breaks later was a good one. */
  greeted = false;

  /** @param {chrome.runtime.Port} port @param {() => void} onEnd called once, when the port is no more */
  constructor(port, onEnd) {
    this.#port = port;
    this.onEnd = onEnd;
    port.onMessage.addListener((message) => this.#receive(message));
    port.onDisconnect.addListener(() => this.#end(browser.runtime.lastError?.message ?? port.error?.message ?? ""));
    this.#hello = this.#greet();
    this.#hello.catch(() => {}); // told to whoever asks for something
  }

  /**
   * Send a request without waiting for the hello, whose outcome goes before the reply's.
   * @param {object} request without its id
   * @param {number} limit milliseconds to wait for the reply
   * @returns {Promise<any>} the reply's result; rejects with a HostFault
   */
  async ask(request, limit) {
    const [, result] = await Promise.all([this.#hello, this.#send(request, limit)]);
    return result;
  }

  /** Whether the host answers an action; rejects where there is no host. @param {string} action */
  async knows(action) {
    await this.#hello;
    return this.#actions.includes(action);
  }

  /** End the connection; what waits for a reply is told `state`. */
  close(state = "host_crashed", message = "") {
    this.#port.disconnect();
    this.#fail(new HostFault(state, message, { lost: state === "host_crashed" }));
  }

  async #greet() {
    const hello = { action: "hello", protocol: PROTOCOL, extension: browser.runtime.getManifest().version };
    const result = await this.#send(hello, GREETING);
    const state = mismatch(PROTOCOL, result?.protocol);
    if (state) throw new HostFault(state, `protocol ${result?.protocol} of the host, ${PROTOCOL} of the extension`);
    this.#actions = Array.isArray(result.actions) ? result.actions : [];
    this.greeted = true;
  }

  #send(request, limit) {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#late(id), limit);
      this.#waiting.set(id, { resolve, reject, timer });
      try {
        this.#port.postMessage({ ...request, id });
      } catch (error) {
        this.#settle(id, (asker) => asker.reject(new HostFault(stateOfPortError(error.message), error.message)));
      }
    });
  }

  #receive(message) {
    const whole = this.#joiner.add(message, (id) => this.#waiting.has(id));
    if (whole === null) return;
    const reply = wellFormed(whole);
    if (reply.ok) this.#settle(reply.id, (asker) => asker.resolve(reply.result));
    else this.#refuse(reply);
  }

  /** A fault without an id is about a request that the host couldn't read: the oldest one waiting. */
  #refuse({ id, fault }) {
    const about = id ?? this.#waiting.keys().next().value;
    this.#settle(about, (asker) => asker.reject(new HostFault(stateOfFault(fault.code), fault.message)));
  }

  #settle(id, tell) {
    const asker = this.#waiting.get(id);
    if (!asker) return;
    this.#waiting.delete(id);
    clearTimeout(asker.timer);
    tell(asker);
  }

  /** A host that is late is busy with a page; it can't be asked anything else, so it is let go. */
  #late(id) {
    this.#settle(id, (asker) => asker.reject(new HostFault("timeout")));
    this.close();
  }

  #end(text) {
    this.#fail(new HostFault(stateOfPortError(text), text, { lost: true }));
  }

  #fail(fault) {
    for (const id of [...this.#waiting.keys()]) this.#settle(id, (asker) => asker.reject(fault));
    this.onEnd();
  }
}
