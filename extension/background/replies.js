/** What the host's replies must look like: it may be another program, or broken. What does not fit is a fault. @module */
import { HostFault } from "./host_faults.js";

/** Types by field; `?` marks what may be null or missing, a list what every entry of a list is. */
const ARTICLE = {
  title: "string", html: "string", reading_time: "number", byline: "string?", published: "string?", site: "string?",
  lang: "string?", dir: "string?", image: "string?", url: "string?", truncated: "boolean?",
};
const ITEM = { id: "string", title: "string" };
const CORRECTIONS = { on: "boolean", sites: [{ site: "string", pages: "number", blocks: "number", last: "string" }], adjustment: { state: "string", pages: "number" } };

/** By action, what the extension relies on; of the others, that the result is an object. */
const RESULTS = {
  __proto__: null,
  extract: { article: ARTICLE },
  open_item: { item: ITEM, article: ARTICLE, highlights: ["object"] },
  explain: { blocks: ["object"] },
  following: { same: "boolean", html: "string", reading_time: "number", truncated: "boolean?" },
  library: { items: [ITEM], total: "number" },
  related: { items: [ITEM] },
  highlights: { highlights: ["object"] },
  corrections: CORRECTIONS,
  forget_corrections: CORRECTIONS,
  learn_from_corrections: CORRECTIONS,
  job: { state: "string", report: ["object|string"] },
  start_job: { job: "string" },
  asset: { type: "string", data: "string" },
  doctor: { links: [{ name: "string", state: "string", said: "string", cure: "string" }], host: "string" },
  save: { missing_pictures: ["object|string"], suggested_tags: ["string"], job: "string?" },
};

/** The result, if it fits its action; else throws a HostFault. @param {string} action @param {unknown} result @returns {any} */
export function fitting(action, result) {
  if (fits(result, RESULTS[action] ?? "object")) return result;
  throw new HostFault("internal", `The host's answer to “${action}” has the wrong shape.`);
}

function fits(value, shape) {
  if (Array.isArray(shape)) return Array.isArray(value) && value.every((one) => fits(one, shape[0]));
  if (typeof shape === "string") return isOf(value, shape);
  return isOf(value, "object") && Object.entries(shape).every(([name, inner]) => fits(value[name], inner));
}

function isOf(value, types) {
  if (value === null || value === undefined) return types.endsWith("?");
  return types.replace("?", "").split("|").includes(typeof value);
}

/** A reply with an id and an outcome of the right types; of anything else a fault, about that id where it has one. */
export function wellFormed(reply) {
  const { id, ok, result, fault } = Object(reply);
  const about = Number.isSafeInteger(id) ? id : null;
  if (ok === true && about !== null) return { id, ok, result };
  const { code, blame, message } = Object(fault);
  const words = (value, otherwise) => (typeof value === "string" ? value : otherwise);
  return { id: about, ok: false, fault: { code: words(code, "internal"), blame: words(blame, "bug"), message: words(message, "") } };
}

/** Parts of one reply; each is nearly 1 MiB, and no browser joins a text of half a gigabyte. */
const MAX_PARTS = 500;

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
