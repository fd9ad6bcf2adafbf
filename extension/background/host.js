/** The native messaging host: connects on demand, retries once if the connection is lost. @module */
import { Fault } from "../shared/ask.js";
import { browser } from "../shared/browser.js";
import { Link, PROTOCOL } from "./link.js";
import { validated } from "./replies.js";

const HOST_NAME = "org.jingdu.host";

export class Host {
  #link = null;

  /** Milliseconds after which a silent host is given up; undefined for the link's default. @type {number | undefined} */
  timeout;

  /** Start the host ahead of the first request. An open port keeps the host and the background alive. */
  warm = () => this.#connected();

  /** Disconnect; the next request starts a new process, perhaps of a newer version. */
  drop() {
    this.#link?.close();
  }

  /** The running host's version. @returns {Promise<string>} rejects with a Fault */
  async version() {
    const extension = browser.runtime.getManifest().version;
    return (await this.ask({ action: "hello", protocol: PROTOCOL, extension })).host;
  }

  /**
   * If an established connection breaks, the request is sent once more over a new one: all actions are idempotent, a save
   * by its `key`.
   * @param {{action: string}} request @returns {Promise<any>} the result; rejects with a Fault
   */
  async ask(request) {
    const wasReady = this.#link?.ready;
    try {
      return await this.#send(request);
    } catch (fault) {
      if (wasReady && fault.disconnected) return this.#send(request);
      throw fault;
    }
  }

  async #send(request) {
    const link = this.#connected();
    try {
      return validated(request.action, await link.ask(request));
    } catch (fault) {
      // Reconnect for the next request: the host may have been updated by then.
      if (fault.state === "host_too_old" || fault.state === "extension_too_old") link.close();
      throw fault;
    }
  }

  #connected() {
    if (this.#link) return this.#link;
    try {
      const port = browser.runtime.connectNative(HOST_NAME);
      const link = new Link(port, () => this.#link === link && (this.#link = null), this.timeout);
      return (this.#link = link);
    } catch (error) {
      throw new Fault("host_missing", error.message);
    }
  }
}
