/** Messages for every state without an article: what happened, and what to do. @module */
import { t } from "./dom.js";
import { joinSentences } from "./format.js";

/**
 * `command`: show the command that sets the host up; `detail`: show the fault's own message.
 * @typedef {{heading: string, text: string, actions: Array<"retry" | "everything" | "back">, command?: boolean, detail?: boolean}} Screen
 */

/** @type {Record<string, Screen>} */
export const SCREENS = {
  host_missing: { heading: "hostMissingHeading", text: "hostMissingText", actions: ["retry", "back"], command: true },
  host_too_old: { heading: "hostTooOldHeading", text: "hostTooOldText", actions: ["retry", "back"], command: true },
  extension_too_old: { heading: "extensionTooOldHeading", text: "extensionTooOldText", actions: ["retry", "back"] },
  restricted: { heading: "restrictedHeading", text: "restrictedText", actions: ["back"] },
  no_article: { heading: "noArticleHeading", text: "noArticleText", actions: ["everything", "back"] },
  host_crashed: { heading: "hostCrashedHeading", text: "hostCrashedText", actions: ["retry", "back"], command: true },
  timeout: { heading: "timeoutHeading", text: "timeoutText", actions: ["retry", "back"] },
  page_too_large: { heading: "pageTooLargeHeading", text: "pageTooLargeText", actions: ["back"] },
  stopped: { heading: "stoppedHeading", text: "stoppedText", actions: ["retry", "back"] },
  interrupted: { heading: "interruptedHeading", text: "interruptedText", actions: ["retry", "back"] },
  internal: { heading: "internalHeading", text: "internalText", actions: ["retry", "back"], detail: true },
  library_missing: { heading: "libraryMissingHeading", text: "libraryMissingText", actions: ["retry", "back"] },
  library_read_only: { heading: "libraryReadOnlyHeading", text: "libraryReadOnlyText", actions: ["retry", "back"] },
  library_full: { heading: "libraryFullHeading", text: "libraryFullText", actions: ["retry", "back"] },
  library_broken: { heading: "libraryBrokenHeading", text: "libraryBrokenText", actions: ["retry", "back"] },
  library_busy: { heading: "libraryBusyHeading", text: "libraryBusyText", actions: ["retry", "back"] },
  item_missing: { heading: "itemMissingHeading", text: "itemMissingText", actions: ["back"] },
  item_damaged: { heading: "itemDamagedHeading", text: "itemDamagedText", actions: ["retry", "back"] },
  gone: { heading: "goneHeading", text: "goneText", actions: ["back"] },
};

/** Heading and text in one line. @param {{state: string, message?: string}} fault */
export function faultText({ state, message }) {
  const { heading, text } = faultWords(state, message);
  return joinSentences(heading, text);
}

/** @param {string} state @param {string} [message] for states without words here @returns {{heading: string, text: string, command?: boolean, detail?: boolean}} */
export function faultWords(state, message) {
  const known = SCREENS[state];
  if (!known) return { heading: t(SCREENS.internal.heading), text: message ?? state };
  return { ...known, heading: t(known.heading), text: t(known.text) };
}
