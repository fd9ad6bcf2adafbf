/** A plain screen for every state in which there is no article: what it is, what to do next. */
import { connectionTest } from "../onboarding/connection_test.js";
import { setupSteps } from "../shared/command.js";
import { button, el, t, useStyle } from "../shared/dom.js";
import { faultWords, SCREENS } from "../shared/faults.js";
import { canLeave, leave, rememberPage } from "./toolbar.js";

const LABELS = { retry: () => t("retryAction"), everything: () => t("everythingAction"), back: () => t("backAction") };

/** The buttons of a screen; "back" only where there is something to go back to. */
function actionRow(actions, ask) {
  const perform = (action) => (action === "back" ? leave() : ask(action));
  const possible = actions.filter((action) => action !== "back" || canLeave());
  return el("div", { class: "actions" }, ...possible.map((action) => button(LABELS[action](), () => perform(action))));
}

/** @param {{state: string, message?: string, page?: {url?: string}}} answer @param {(kind: "retry" | "everything") => void} ask */
export function drawScreen(answer, ask) {
  rememberPage(answer.page);
  const state = Object.hasOwn(SCREENS, answer.state) ? answer.state : "internal";
  const { heading, text, command, detail } = faultWords(state);
  if (command) useStyle("../onboarding/connection_test.css");
  return el(
    "section",
    { class: "screen", "data-state": answer.state },
    el("h1", { tabindex: -1 }, heading),
    el("p", {}, text),
    command && setupSteps(),
    detail && el("p", { class: "detail", dir: "auto" }, answer.message || answer.state),
    actionRow(SCREENS[state].actions, ask),
    command && connectionTest({ alone: false }),
  );
}

/** What is shown while the host works, if it takes long enough to be noticed. */
export const drawReading = () =>
  el("section", { class: "screen quiet", "data-state": "reading" }, el("p", { role: "status" }, t("reading")));
