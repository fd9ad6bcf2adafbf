/** Sends files to the host in parts; each waits for the previous one, so only one is in memory. @module */
import { ask } from "../shared/ask.js";

const PART = 2 ** 20;

export class Upload {
  /** Bytes sent; files received by the host. */
  sent = 0;
  arrived = 0;
  stopped = false;

  /** @param {string} token @param {import("./chosen_files.js").Chosen[]} files */
  constructor(token, files) {
    this.token = token;
    this.files = files;
    this.size = files.reduce((sum, { file }) => sum + file.size, 0);
  }

  /**
   * Send all files from the beginning. Rejects without a host.
   * @param {() => void} changed after each part @param {(row: {title: string, code: string}) => void} refused
   */
  async run(changed, refused) {
    this.sent = this.arrived = 0;
    for (const { name, file } of this.files) {
      const end = this.sent + file.size;
      const code = await this.#send(name, file, changed);
      if (this.stopped) return;
      if (code) refused({ title: name, code });
      else this.arrived++;
      this.sent = end;
      changed();
    }
  }

  async #send(name, file, changed) {
    for (let offset = 0; !this.stopped && (offset === 0 || offset < file.size); offset += PART) {
      const data = await base64(file.slice(offset, offset + PART)).catch(() => null);
      if (data === null) return "unread"; // changed or deleted since it was chosen
      const { refused } = await ask("upload", { token: this.token, name, offset, data });
      if (refused) return refused;
      this.sent += Math.min(PART, file.size - offset);
      changed();
    }
    return null;
  }
}

/** Encode a part without blocking the page. @param {Blob} part @returns {Promise<string>} */
async function base64(part) {
  const reader = new FileReader();
  reader.readAsDataURL(part);
  await new Promise((resolve, reject) => Object.assign(reader, { onload: resolve, onerror: reject }));
  return reader.result.slice(reader.result.indexOf(",") + 1);
}
