/** A plain screen for every state in which there is no article: what it is, what to do next. */
import { commandLine, setupCommand } from "../shared/command.js";
import { el, t } from "../shared/dom.js";
import { canLeave, leave, rememberPage } from "./leave.js";

/**
 * @typedef {object} Screen
 * @property {string} heading key of the message in the heading
 * @property {string} text key of the message below it
 * @property {Array<"retry" | "everything" | "back">} actions the likeliest first
 * @property {boolean} [command] show the command that sets the host up
 * @property {boolean} [detail] show the message that came with the state
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

const LABELS = { retry: "retryAction", everything: "everythingAction", back: "backAction" };

function button(words, onClick) {
  const element = el("button", { type: "button" }, words);
  element.addEventListener("click", onClick);
  return element;
}

/** The buttons of a screen; "back" only where there is something to go back to. */
function actionRow(actions, ask) {
  const possible = actions.filter((action) => action !== "back" || canLeave());
  const perform = (action) => (action === "back" ? leave() : ask(action));
  return el("div", { class: "actions" }, ...possible.map((action) => button(t(LABELS[action]), () => perform(action))));
}

/**
 * The screen of a state; states this version does not know are shown as `internal`.
 * @param {{state: string, message?: string, page?: {url?: string}}} answer
 * @param {(kind: "retry" | "everything") => void} ask
 */
export function drawScreen(answer, ask) {
  rememberPage(answer.page);
  const screen = SCREENS[answer.state] ?? SCREENS.internal;
  const detail = screen.detail && (answer.message || answer.state);
  return el(
    "section",
    { class: "screen", "data-state": answer.state },
    el("h1", { tabindex: -1 }, t(screen.heading)),
    el("p", {}, t(screen.text)),
    screen.command && commandLine(setupCommand()),
    detail && el("p", { class: "detail", dir: "auto" }, detail),
    actionRow(screen.actions, ask),
  );
}

/** What is shown while the host works, if it takes long enough to be noticed. */
export const drawReading = () =>
  el("section", { class: "screen quiet", "data-state": "reading" }, el("p", { role: "status" }, t("reading")));
