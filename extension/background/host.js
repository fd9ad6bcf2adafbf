/**
 * The host, as the rest of the background sees it: warm it, ask it, drop it.
 * @module
 */
import { browser } from "../shared/browser.js";
import { Link, PROTOCOL } from "./link.js";
import { fitting } from "./replies.js";
import { HostFault } from "./states.js";

/** The name under which set-up registers the host. */
export const HOST_NAME = "org.jingdu.host";

/** Milliseconds a page may take, and what is added for each million characters of it. */
const PATIENCE = { page: 20_000, perMillion: 3_000 };

export class Host {
  #link = null;

  /** @param {{name?: string, patience?: {page: number, perMillion: number}}} [options] others in tests */
  constructor({ name = HOST_NAME, patience = PATIENCE } = {}) {
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
   * Ask for the article of a page.
   * @param {{html: string, url: string | null, selection?: string, everything?: boolean, private: boolean}} page
   * @returns {Promise<{article: object}>} rejects with a HostFault
   */
  extract(page) {
    return this.ask({ action: "extract", ...page }, page.html.length);
  }

  /**
   * Ask for anything. Where a port that was good before breaks under the request, one new
   * connection is tried; there is never a second. So what is asked must bear being asked twice.
   * @param {{action: string}} request
   * @param {number} [size] characters of what is sent: the more there are, the longer it may take
   * @returns {Promise<any>} the result; rejects with a HostFault
   */
  async ask(request, size = 0) {
    const wasGood = this.#link?.greeted;
    try {
      return await this.#send(request, size);
    } catch (fault) {
      if (wasGood && fault.lost) return this.#send(request, size);
      throw fault;
    }
  }

  async #send(request, size) {
    const limit = this.patience.page + (size / 1e6) * this.patience.perMillion;
    const link = this.#connected();
    try {
      return fitting(request.action, await link.ask(request, limit));
    } catch (fault) {
      // A process of the wrong version is of no use to the next click, which may find it mended.
      if (fault.state === "host_too_old" || fault.state === "extension_too_old") link.close();
      throw fault;
    }
  }

  #connected() {
    if (this.#link) return this.#link;
    const link = new Link(this.#open(), () => {
      if (this.#link === link) this.#link = null;
    });
    return (this.#link = link);
  }

  #open() {
    try {
      return browser.runtime.connectNative(this.name);
    } catch (error) {
      throw new HostFault("host_missing", error.message);
    }
  }
}
