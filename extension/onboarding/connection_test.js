/**
 * The doctor's checks as a list: what each is about, what was seen, what to do about it.
 * @module
 */
import { browser } from "../shared/browser.js";
import { el, t } from "../shared/dom.js";
import { commandLine, setupCommand } from "../shared/command.js";

const MARKS = { good: "✓", fault: "✗", warning: "!", unknown: "?" };

/** Keys of the words for a state, read out where the mark alone would not be. */
const LABELS = { good: "linkGood", fault: "linkFault", warning: "linkWarning", unknown: "linkUnknown" };

/** What a check is called here; one of a newer host is shown by its own name. */
const NAMES = {
  limits: () => t("linkLimits"),
  variables: () => t("linkVariables"),
  data: () => t("linkData"),
  setup: () => t("linkSetup"),
  record: () => t("linkRecord"),
  launcher: () => t("linkLauncher"),
  interpreter: () => t("linkInterpreter"),
  packages: () => t("linkPackages"),
  version: () => t("linkVersion"),
  reading: () => t("linkReading"),
  log: () => t("linkLog"),
  settings: () => t("linkSettings"),
  locks: () => t("linkLocks"),
  library: () => t("linkLibrary"),
  index: () => t("linkIndex"),
  extension: () => t("linkExtension"),
  sandbox: () => t("linkSandbox"),
  browsers: () => t("linkBrowsers"),
};

function title(name) {
  const browserName = /^manifest of (.+)$/.exec(name)?.[1];
  if (browserName) return t("linkManifest", browserName);
  return Object.hasOwn(NAMES, name) ? NAMES[name]() : name;
}

/** The fix: a sentence, a command to copy, or both. @param {string} text */
function fix(text) {
  const [, sentence, command] = /^(.*?)\s*(?:Run: (.+))?$/s.exec(text);
  return [sentence && el("p", { lang: "en" }, sentence), command && commandLine(command)].filter(Boolean);
}

/** @param {{name: string, state: string, said: string, cure: string}} check @param {string} text its fix, unless it was shown before */
function row({ name, state, said }, text) {
  const mark = el("span", { class: "mark", role: "img", "aria-label": t(LABELS[state]) }, MARKS[state]);
  const message = el("span", { class: "said", lang: "en", dir: "auto" }, said);
  return el("li", { class: state, "data-link": name }, mark, el("strong", {}, title(name)), message, ...fix(text));
}

/** How many checks failed. */
function summary(checks) {
  const failed = checks.filter((check) => check.state === "fault").length;
  return failed ? t("linksBroken", failed) : t("linksAllGood");
}

/** The checks; a fix that several have is shown at the first. */
function rows(checks) {
  const shown = new Set();
  return checks.map((check) => {
    const again = shown.has(check.cure);
    shown.add(check.cure);
    return row(check, again ? "" : check.cure);
  });
}

/** @param {{state: string, links?: object[], message?: string}} answer */
function drawn(answer) {
  if (answer.state !== "links") return [el("p", {}, t("testNoHost")), commandLine(setupCommand())];
  return [el("p", {}, summary(answer.links)), el("ul", { class: "links" }, ...rows(answer.links))];
}

/**
 * "Test the connection": a button, and below it what came of it. Failed checks that can be fixed
 * automatically get a second button.
 * @returns {HTMLElement}
 */
export function connectionTest() {
  const out = el("div", { "aria-live": "polite" });
  const test = el("button", { type: "button", class: "main" }, t("testAction"));
  const mend = el("button", { type: "button", hidden: "" }, t("mendAction"));
  async function examine(fix) {
    test.disabled = mend.disabled = true;
    out.replaceChildren(el("p", { class: "quiet" }, t("testing")));
    const answer = await browser.runtime.sendMessage({ kind: "doctor", fix });
    out.replaceChildren(...drawn(answer));
    mend.hidden = !answer.links?.some((link) => link.state === "fault" && link.fixable);
    test.disabled = mend.disabled = false;
  }
  test.addEventListener("click", () => examine(false));
  mend.addEventListener("click", () => examine(true));
  return el("div", { class: "connection" }, el("div", { class: "actions" }, test, mend), out);
}
