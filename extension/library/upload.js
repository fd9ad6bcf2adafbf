/**
 * Files on their way to the host: in parts, each sent when the one before it has arrived, so that the page stays
 * quick and no side ever holds more than one part. @module
 */
import { ask } from "../shared/ask.js";

/** Bytes of a part. */
const PART = 2 ** 20;

export class Upload {
  sent = 0;
  stopped = false;
  #next = { file: 0, offset: 0 };
  #arrived = new Set();

  /** How many files the host has. */
  get arrived() {
    return this.#arrived.size;
  }

  /** @param {string} token @param {import("./chosen_files.js").Chosen[]} files */
  constructor(token, files) {
    this.token = token;
    this.files = files;
    this.size = files.reduce((sum, { file }) => sum + file.size, 0);
  }

  /** From the first file again: another host may have deleted what the one before received. */
  restart() {
    this.sent = 0;
    this.#next = { file: 0, offset: 0 };
    this.#arrived.clear();
  }

  /**
   * Send what has not been sent yet.
   * @param {() => void} changed after each part
   * @param {(row: {title: string, code: string}) => void} refused a file that can't be sent, and why
   */
  async run(changed, refused) {
    while (!this.stopped && this.#next.file < this.files.length) {
      const { name, file } = this.files[this.#next.file];
      const code = await this.#part(name, file, this.#next.offset);
      if (code) {
        refused({ title: name, code });
        this.#skip(file);
      } else this.#advance(name, file);
      changed();
    }
  }

  /** One part; why the file is refused. Rejects where the host can't be reached. */
  async #part(name, file, offset) {
    const data = await base64(file.slice(offset, offset + PART)).catch(() => null);
    if (data === null) return "unread"; // changed or gone since it was chosen
    return (await ask("upload", { token: this.token, name, offset, data })).refused;
  }

  #advance(name, file) {
    const { offset } = this.#next;
    this.sent += Math.min(PART, file.size - offset);
    if (offset + PART < file.size) return void (this.#next.offset += PART);
    this.#arrived.add(name);
    this.#next = { file: this.#next.file + 1, offset: 0 };
  }

  #skip(file) {
    this.sent += file.size - this.#next.offset;
    this.#next = { file: this.#next.file + 1, offset: 0 };
  }
}

/** A part's bytes in base64, made by the browser beside the page. @param {Blob} part @returns {Promise<string>} */
function base64(part) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(",") + 1));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(part);
  });
}
