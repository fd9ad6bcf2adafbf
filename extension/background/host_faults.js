/** Maps errors of the browser and the host to the states that the reader page shows. @module */

/** Patterns of a closed port's messages, and their states; Firefox has the same message for a missing program and a crash. */
const PORT_ERRORS = [
  [/host not found|host is forbidden|No such native application/i, "host_missing"],
  [/exceeded maximum allowed size/i, "page_too_large"],
  [/native host has exited|communicating with the native|unexpected error|exceeds the limit/i, "host_crashed"],
];

/** @param {string} message the browser's, or "" */
export const stateOfPortError = (message) => PORT_ERRORS.find(([pattern]) => pattern.test(message))?.[1] ?? "host_crashed";

/** Fault codes whose state has another name. */
const FAULT_STATES = { message_too_large: "page_too_large", unknown_action: "host_too_old", page_unreadable: "no_article" };

/** States of the fault `stopped` by blame; `stopped` itself if the page is to blame. */
const STOPPED_STATES = { computer: "interrupted", bug: "internal" };

/** @param {string} code a code without a screen is shown as `internal` @param {string} [blame] @returns {string} */
export function stateOfFault(code, blame) {
  if (code === "stopped" && Object.hasOwn(STOPPED_STATES, blame)) return STOPPED_STATES[blame];
  if (Object.hasOwn(FAULT_STATES, code)) return FAULT_STATES[code];
  return /^[a-z0-9_]{1,60}$/.test(code) ? code : "internal";
}

/** Compare protocol versions. @param {number} ours @param {unknown} theirs @returns {string | null} a state, null if equal */
export function versionMismatch(ours, theirs) {
  if (theirs === ours) return null;
  return typeof theirs === "number" && theirs > ours ? "extension_too_old" : "host_too_old";
}
