/** From what the browsers and the host say to the states that the reader page draws. @module */

/** A failure with the state it leads to; `lost` says that the port broke under the request. */
export class HostFault extends Error {
  /** @param {string} state @param {string} [message] @param {{lost?: boolean}} [how] */
  constructor(state, message = "", { lost = false } = {}) {
    super(message || state);
    this.state = state;
    this.lost = lost;
  }
}

/** What browsers say of a broken port, Chromium first; Firefox has one sentence for a missing program and for a crash. */
const PORT_ERRORS = [
  [/host not found|host is forbidden/i, "host_missing"],
  [/exceeded maximum allowed size/i, "page_too_large"],
  [/No such native application/i, "host_missing"],
  [/native host has exited|communicating with the native|unexpected error|exceeds the limit/i, "host_crashed"],
];

/** @param {string} text what the browser said when the port closed; "" when it said nothing */
export const stateOfPortError = (text) => PORT_ERRORS.find(([pattern]) => pattern.test(text))?.[1] ?? "host_crashed";

/** Faults of the host whose state has another name; of an action it doesn't know, it is too old. */
const FAULT_STATES = { message_too_large: "page_too_large", unknown_action: "host_too_old", page_unreadable: "no_article" };

/** What was stopped: by whose fault. The page's keeps the fault's own name. */
const STOPPED_STATES = { computer: "interrupted", bug: "internal" };

/** @param {string} code a fault's; one without a screen is drawn as `internal` @param {string} [blame] whose fault it is */
export function stateOfFault(code, blame) {
  if (code === "stopped" && Object.hasOwn(STOPPED_STATES, blame)) return STOPPED_STATES[blame];
  if (Object.hasOwn(FAULT_STATES, code)) return FAULT_STATES[code];
  return /^[a-z0-9_]{1,60}$/.test(code) ? code : "internal";
}

/** A state, or null where the versions agree. @param {number} ours @param {unknown} theirs @returns {string | null} */
export function mismatch(ours, theirs) {
  if (theirs === ours) return null;
  return typeof theirs === "number" && theirs > ours ? "extension_too_old" : "host_too_old";
}
