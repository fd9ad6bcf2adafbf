/** The connection test: the doctor's checks with results and fixes. @module */
import { send } from "../shared/ask.js";
import { commandLine, setupSteps } from "../shared/command.js";
import { button, el, t, useStyle } from "../shared/dom.js";

const MARKS = { good: "✓", fault: "✗", warning: "!", unknown: "?" };

/** A fix: a sentence, a command to copy, or both. @param {string} text */
function fix(text) {
  const [, sentence, command] = /^(.*?)\s*(?:Run: (.+))?$/s.exec(text);
  return [sentence && el("p", {}, sentence), command && commandLine(command)].filter(Boolean);
}

/** @param {string} name a check's id; an id of a newer host has no message */
function titleOf(name) {
  const browserName = /^manifest of (.+)$/.exec(name)?.[1];
  return browserName ? t("checkManifest", browserName) : t(`check_${name}`) || name;
}

/** @param {{name: string, state: string, said: string, cure: string}} check @param {string} text its fix, or "" if already shown @param {number} number of checks that wait for the same one */
function row({ name, state, said }, text, number) {
  const mark = el("span", { class: "mark", role: "img", "aria-label": t(`checkState_${state}`) }, MARKS[state]);
  const words = state === "unknown" ? said.replace(/(?<=[“「]).+(?=[”」])/, titleOf) : said; // names the failed check
  const message = el("span", { class: "said", dir: "auto" }, words);
  return el("li", { class: state, "data-link": name }, mark, el("strong", {}, number > 1 ? t("checksWaiting", number) : titleOf(name)), message, ...fix(text));
}

/** Summary and checks; a fix of several checks is shown once, and checks that wait for the same one share a row. @param {boolean} alone */
function drawn(answer, alone) {
  if (answer.state !== "links") return [el("p", {}, t("testNoHost")), ...(alone ? [setupSteps()] : [])];
  const failed = answer.links.filter((check) => check.state === "fault").length;
  const shown = new Set();
  const waiting = Map.groupBy(answer.links.filter(({ state }) => state === "unknown"), ({ said }) => said);
  const rows = answer.links.flatMap((check) => {
    const alike = waiting.get(check.said);
    if (alike && alike[0] !== check) return [];
    const text = shown.has(check.cure) ? "" : check.cure;
    shown.add(check.cure);
    return row(check, text, alike?.length ?? 1);
  });
  const summary = failed > 1 ? t("checksFailed", failed) : failed ? t("checkFailed") : t("checksPassed");
  return [el("p", {}, summary), el("ul", { class: "links" }, ...rows)];
}

/**
 * The buttons "Test the connection" and "Fix automatically", and the result.
 * @param {{alone?: boolean}} [options] `alone`: include the set-up steps if there is no host @returns {HTMLElement}
 */
export function connectionTest({ alone = true } = {}) {
  useStyle("../onboarding/connection_test.css");
  const out = el("div", { "aria-live": "polite" });
  const test = button(t("testAction"), () => examine(false));
  const repair = button(t("fixAction"), () => examine(true), { hidden: "" });
  async function examine(fix) {
    if (test.ariaDisabled === "true") return;
    test.ariaDisabled = repair.ariaDisabled = "true"; // a disabled button would lose the focus
    out.replaceChildren(el("p", { class: "quiet" }, t("testing")));
    const answer = await send({ kind: "doctor", fix });
    out.replaceChildren(...drawn(answer, alone));
    const isFixable = answer.links?.some((link) => link.state === "fault" && link.fixable);
    if (!isFixable && document.activeElement === repair) test.focus();
    repair.hidden = !isFixable;
    test.ariaDisabled = repair.ariaDisabled = "false";
  }
  return el("div", { class: "connection" }, el("div", { class: "actions" }, test, repair), out);
}
