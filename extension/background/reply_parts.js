/** Replies over the browser's limit of 1 MiB a message come in parts; here they are joined. @module */

/** Parts of one reply; each is nearly 1 MiB, and no browser joins a text of half a gigabyte. */
const MAX_PARTS = 500;

/** One for each connection. */
export class Joiner {
  #slices = new Map();

  /**
   * @param {any} message a whole reply, or `{id, part, parts, json}`
   * @param {(id: any) => boolean} isAwaited parts of other replies are not kept
   * @returns {object | null} a reply, or null while parts are missing; parts that don't fit together give a fault
   */
  add(message, isAwaited = () => true) {
    if (!Object.hasOwn(Object(message), "part")) return message;
    if (!isAwaited(message.id)) return null;
    const slices = message.part === 0 ? [] : this.#slices.get(message.id);
    if (slices?.length !== message.part || !isPart(message)) return this.#broken(message.id);
    slices.push(message.json);
    this.#slices.set(message.id, slices);
    return slices.length < message.parts ? null : this.#whole(message.id, slices);
  }

  #whole(id, slices) {
    this.#slices.delete(id);
    try {
      const reply = JSON.parse(slices.join(""));
      return reply?.id === id ? reply : this.#broken(id);
    } catch {
      return this.#broken(id);
    }
  }

  #broken(id) {
    this.#slices.delete(id);
    return { id, ok: false, fault: { code: "host_crashed", message: "The parts of a reply did not fit together." } };
  }
}

const isPart = ({ parts, json }) => Number.isInteger(parts) && parts > 0 && parts <= MAX_PARTS && typeof json === "string";
