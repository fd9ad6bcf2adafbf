/** A connection to one host process; replies may arrive in any order. @module */
import { Fault } from "../shared/ask.js";
import { browser } from "../shared/browser.js";
import { PartJoiner, normalizedReply } from "./replies.js";
import { versionMismatch, stateOfFault, stateOfPortError } from "./host_faults.js";

/** Wire protocol version; raised for incompatible changes. */
export const PROTOCOL = 1;

/** Milliseconds without any reply after which the host is considered hung; more than MAX_SECONDS in host/jingdu/host/watchdog.py. */
const TIMEOUT = 210_000;

/** Milliseconds until the first reply; the first start after an update is slowest. */
const HELLO_TIMEOUT = 60_000;

/** A connected port. Sends `hello` at once and checks the host's protocol version. */
export class Link {
  #port;
  #pending = new Map();
  #joiner = new PartJoiner();
  #lastId = 0;
  #hello;
  #timeout;
  #timer = null;

  /** Whether the host has answered `hello`. */
  ready = false;

  /** @param {chrome.runtime.Port} port @param {() => void} onClose @param {number} [timeout] for tests */
  constructor(port, onClose, timeout = TIMEOUT) {
    this.#port = port;
    this.#timeout = timeout;
    this.onClose = onClose;
    port.onMessage.addListener((message) => this.#receive(message));
    port.onDisconnect.addListener(() => {
      const text = browser.runtime.lastError?.message ?? port.error?.message ?? "";
      this.#fail(new Fault(stateOfPortError(text), text, { disconnected: true }));
    });
    this.#hello = this.#handshake();
    this.#hello.catch(() => {}); // each request reports it
  }

  /** Send a request without waiting for the reply to `hello`. @param {object} request @returns {Promise<any>} rejects with a Fault */
  async ask(request) {
    const [, result] = await Promise.all([this.#hello, this.#send(request)]);
    return result;
  }

  close(state = "host_crashed") {
    this.#port.disconnect();
    this.#fail(new Fault(state, "", { disconnected: state === "host_crashed" }));
  }

  async #handshake() {
    const hello = { action: "hello", protocol: PROTOCOL, extension: browser.runtime.getManifest().version };
    const result = await this.#send(hello);
    const state = versionMismatch(PROTOCOL, result?.protocol);
    if (state) throw new Fault(state, `protocol ${result?.protocol} of the host, ${PROTOCOL} of the extension`);
    this.ready = true;
    this.#restartTimer();
  }

  #send(request) {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      if (this.#pending.size === 1) this.#restartTimer();
      try {
        this.#port.postMessage({ ...request, id });
      } catch (error) {
        this.#settle(id, ({ reject }) => reject(new Fault(stateOfPortError(error.message), error.message)));
      }
    });
  }

  /** The host handles one request at a time, so every reply restarts the timer. */
  #restartTimer() {
    clearTimeout(this.#timer);
    const limit = this.ready ? this.#timeout : Math.min(HELLO_TIMEOUT, this.#timeout);
    if (this.#pending.size > 0) this.#timer = setTimeout(() => this.close("timeout"), limit);
  }

  #receive(message) {
    const reply = this.#joiner.add(message, (id) => this.#pending.has(id));
    if (reply === null) return;
    const { id, ok, result, fault } = normalizedReply(reply);
    // A fault without an id is about a request that the host couldn't parse: the oldest one.
    const replyTo = id ?? this.#pending.keys().next().value;
    this.#settle(replyTo, ({ resolve, reject }) => (ok ? resolve(result) : reject(new Fault(stateOfFault(fault.code, fault.blame), fault.message))));
    this.#restartTimer();
  }

  #settle(id, settle) {
    const request = this.#pending.get(id);
    if (this.#pending.delete(id)) settle(request);
  }

  #fail(fault) {
    for (const id of [...this.#pending.keys()]) this.#settle(id, ({ reject }) => reject(fault));
    this.#restartTimer();
    this.onClose();
  }
}
