/**
 * What went wrong, in words: the reader's states and those of the library.
 * @module
 */
import { t } from "./dom.js";
import { SCREENS } from "../reader/screens.js";

/**
 * @param {string} state @param {string} [message] the host's own sentence, for states that have no words here
 * @returns {{heading: string, text: string, command?: boolean}}
 */
export function faultWords(state, message) {
  const known = SCREENS[state];
  if (!known) return { heading: t(SCREENS.internal.heading), text: message ?? state };
  return { ...known, heading: t(known.heading), text: t(known.text) };
}
