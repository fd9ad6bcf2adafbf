/** Screens for states without an article. @module */
import { connectionTest } from "../onboarding/connection_test.js";
import { setupSteps } from "../shared/command.js";
import { button, el, t } from "../shared/dom.js";
import { faultWords, SCREENS } from "../shared/faults.js";
import { canLeave, leave, useToolbar } from "./toolbar.js";

/** @param {{state: string, message?: string, page?: {url?: string}}} answer @param {(kind: "retry" | "everything") => void} ask */
export function drawScreen(answer, ask) {
  useToolbar(answer.page);
  const state = Object.hasOwn(SCREENS, answer.state) ? answer.state : "internal";
  const { heading, text, command, detail } = faultWords(state);
  const isTextless = state === "no_article" && answer.page?.whole; // all of its text was asked for
  const actions = {
    retry: button(t("retryAction"), () => ask("retry")),
    everything: !isTextless && button(t("everythingAction"), () => ask("everything")),
    back: canLeave() && button(t("backAction"), leave),
  };
  return el(
    "section",
    { class: "screen", "data-state": answer.state },
    el("h1", { tabindex: -1 }, heading),
    el("p", {}, isTextless ? t("text_no_text") : text),
    command && setupSteps(),
    detail && el("p", { class: "detail", dir: "auto" }, answer.message || answer.state),
    el("div", { class: "actions" }, ...SCREENS[state].map((name) => actions[name])),
    (command || detail) && connectionTest({ alone: false }),
  );
}

/** Shown while the host works, if it takes noticeably long. */
export const drawReading = () =>
  el("section", { class: "screen quiet", "data-state": "reading" }, el("p", { role: "status", tabindex: -1 }, t("reading")));
