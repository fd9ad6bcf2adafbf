/** The host, as the rest of the background sees it: warm it, ask it, drop it. @module */
import { browser } from "../shared/browser.js";
import { Link, PROTOCOL } from "./link.js";
import { fitting } from "./replies.js";
import { HostFault } from "./host_faults.js";

export const HOST_NAME = "org.jingdu.host";

export class Host {
  #link = null;

  /** @param {{name?: string, patience?: number}} [options] others in tests */
  constructor({ name = HOST_NAME, patience } = {}) {
    this.name = name;
    this.patience = patience;
  }

  /** Start the host before it is needed. An idle port keeps host and background alive. */
  warm() {
    this.#connected();
  }

  /** Let the process go, so that the next request starts a new one, perhaps of a newer version. */
  drop() {
    this.#link?.close();
  }

  /** Whether the host answers an action: an older one may still be good for others. @param {string} action */
  knows(action) {
    return this.#connected().knows(action);
  }

  /** The version of the host that answers now. @returns {Promise<string>} rejects with a HostFault */
  async version() {
    const extension = browser.runtime.getManifest().version;
    return (await this.ask({ action: "hello", protocol: PROTOCOL, extension })).host;
  }

  /**
   * Where a good port breaks under the request, it is sent once more, by a new connection: all actions bear that, a save by
   * its `key`.
   * @param {{action: string}} request @returns {Promise<any>} the result; rejects with a HostFault
   */
  async ask(request) {
    const wasGood = this.#link?.greeted;
    try {
      return await this.#send(request);
    } catch (fault) {
      if (wasGood && fault.lost) return this.#send(request);
      throw fault;
    }
  }

  async #send(request) {
    const link = this.#connected();
    try {
      return fitting(request.action, await link.ask(request));
    } catch (fault) {
      // A process of the wrong version is of no use to the next click, which may find it updated.
      if (fault.state === "host_too_old" || fault.state === "extension_too_old") link.close();
      throw fault;
    }
  }

  #connected() {
    if (this.#link) return this.#link;
    try {
      const port = browser.runtime.connectNative(this.name);
      const link = new Link(port, () => this.#link === link && (this.#link = null), this.patience);
      return (this.#link = link);
    } catch (error) {
      throw new HostFault("host_missing", error.message);
    }
  }
}
