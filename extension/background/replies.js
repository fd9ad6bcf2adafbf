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
