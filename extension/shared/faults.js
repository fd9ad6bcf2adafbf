/** Messages for every state without an article: what happened, and what to do; sentences in one line. @module */
import { t } from "./dom.js";
import { sentenceGap } from "./format.js";

/** The buttons of each state's screen; its messages are `heading_STATE` and `text_STATE`. @type {Record<string, Array<"retry" | "everything" | "back">>} */
export const SCREENS = { no_article: ["everything", "back"], restricted: ["back"], page_too_large: ["back"], item_missing: ["back"], gone: ["back"] };
for (const state of `host_missing host_too_old extension_too_old host_crashed timeout stopped interrupted internal
  library_missing library_read_only library_full library_broken library_busy item_damaged
  index_busy index_unwritable index_on_network index_unusable unknown_job`.split(/\s+/)) SCREENS[state] = ["retry", "back"];

/** Sentences in one line; a heading before others ends with a full stop. @param {...(string | null | undefined | false)} parts */
export function joinSentences(...parts) {
  const gap = sentenceGap();
  let line = "";
  for (const part of parts.filter(Boolean)) {
    if (/[\p{L}\p{N}]$/u.test(line)) line += gap ? "." : "。";
    line += line ? gap + part : part;
  }
  return line;
}

/** Heading and text in one line. @param {{state: string, message?: string}} fault */
export function faultText({ state, message }) {
  const { heading, text } = faultWords(state, message);
  return joinSentences(heading, text);
}

/**
 * `command`: show the command that sets the host up, as for `host_missing`; `detail`: show the fault's own message.
 * @param {string} state @param {string} [message] for states without words here @returns {{heading: string, text: string, command?: boolean, detail?: boolean}}
 */
export function faultWords(state, message) {
  if (!Object.hasOwn(SCREENS, state)) return { heading: t("heading_internal"), text: message ?? state };
  return { heading: t(`heading_${state}`), text: t(`text_${state}`), command: state.startsWith("host_"), detail: state === "internal" };
}
