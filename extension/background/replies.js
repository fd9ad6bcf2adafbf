/** Validates the host's replies, which are not trusted. @module */
import { Fault } from "../shared/ask.js";

/** Types by field: `?` means null or missing is allowed, `[type]` a list. */
const ARTICLE = {
  title: "string", html: "string", reading_time: "number", byline: "string?", published: "string?", site: "string?",
  lang: "string?", dir: "string?", image: "string?", url: "string?", truncated: "boolean?",
};
const ITEM = { id: "string", title: "string" };
const CORRECTIONS = { on: "boolean", sites: [{ site: "string", pages: "number", blocks: "number", last: "string" }], adjustment: { state: "string", pages: "number" } };

/** Result fields that the extension relies on, by action; other results only have to be objects. */
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

/** The result; throws a Fault if it has the wrong shape. @param {string} action @param {unknown} result @returns {any} */
export function validated(action, result) {
  if (fits(result, RESULTS[action] ?? "object")) return result;
  throw new Fault("internal", `The host's answer to “${action}” has the wrong shape.`);
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

/** A reply with fields of the right types; an invalid one becomes a fault, with its id if it has one. */
export function normalizedReply(reply) {
  const { id, ok, result, fault } = Object(reply);
  const validId = Number.isSafeInteger(id) ? id : null;
  if (ok === true && validId !== null) return { id, ok, result };
  const { code, blame, message } = Object(fault);
  const string = (value, fallback) => (typeof value === "string" ? value : fallback);
  return { id: validId, ok: false, fault: { code: string(code, "internal"), blame: string(blame, "bug"), message: string(message, "") } };
}

/** Maximum parts of a reply; each is at most 1 MiB, and strings are limited to about 500 MiB. */
const MAX_PARTS = 500;

/** Joins replies that the host splits because browsers limit its messages to 1 MiB. */
export class PartJoiner {
  #slices = new Map();

  /**
   * @param {any} message a whole reply, or `{id, part, parts, json}`
   * @param {(id: any) => boolean} isAwaited parts of other replies are dropped
   * @returns {object | null} a reply, or null while parts are missing; a fault if they are inconsistent
   */
  add(message, isAwaited = () => true) {
    if (!Object.hasOwn(Object(message), "part")) return message;
    if (!isAwaited(message.id)) return null;
    const slices = message.part === 0 ? [] : this.#slices.get(message.id);
    if (slices?.length !== message.part || !isPart(message)) return this.#broken(message.id);
    slices.push(message.json);
    this.#slices.set(message.id, slices);
    return slices.length < message.parts ? null : this.#join(message.id, slices);
  }

  #join(id, slices) {
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
    return { id, ok: false, fault: { code: "host_crashed", message: "The parts of a reply were inconsistent." } };
  }
}

const isPart = ({ parts, json }) => Number.isInteger(parts) && parts > 0 && parts <= MAX_PARTS && typeof json === "string";
