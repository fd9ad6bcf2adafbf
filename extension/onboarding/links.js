/**
 * The doctor's links as a list: what each is, what was seen of it, what to do about it.
 * @module
 */
import { browser } from "../shared/browser.js";
import { el, t } from "../reader/dom.js";
import { commandLine, setupCommand } from "../shared/command.js";

const MARKS = { good: "✓", fault: "✗", warning: "!", unknown: "?" };

/** Keys of the words for a state, read out where the mark alone would not be. */
const LABELS = { good: "linkGood", fault: "linkFault", warning: "linkWarning", unknown: "linkUnknown" };

/** What a link is called here; one that a newer host tells of is shown by its own name. */
const NAMES = {
  record: () => t("linkRecord"),
  launcher: () => t("linkLauncher"),
  interpreter: () => t("linkInterpreter"),
  packages: () => t("linkPackages"),
  version: () => t("linkVersion"),
  reading: () => t("linkReading"),
  log: () => t("linkLog"),
  library: () => t("linkLibrary"),
  index: () => t("linkIndex"),
  sandbox: () => t("linkSandbox"),
  browsers: () => t("linkBrowsers"),
};

function title(name) {
  const browserName = /^manifest of (.+)$/.exec(name)?.[1];
  if (browserName) return t("linkManifest", browserName);
  return Object.hasOwn(NAMES, name) ? NAMES[name]() : name;
}

/** The cure: a command to copy where it is one, else the sentence. */
function cure(text) {
  const command = /^Run: (.+)$/.exec(text)?.[1];
  return command ? commandLine(command) : text && el("p", { lang: "en" }, text);
}

/** @param {{name: string, state: string, said: string, cure: string}} link @param {string} text its cure, unless it was told before */
function row({ name, state, said }, text) {
  const mark = el("span", { class: "mark", role: "img", "aria-label": t(LABELS[state]) }, MARKS[state]);
  const told = el("span", { class: "said", lang: "en", dir: "auto" }, said);
  return el("li", { class: state, "data-link": name }, mark, el("strong", {}, title(name)), told, cure(text));
}

/** The answer to the question how many are broken. */
function summary(links) {
  const broken = links.filter((link) => link.state === "fault").length;
  return broken ? t("linksBroken", broken) : t("linksAllGood");
}

/** The links; a cure that several have is told at the first. */
function rows(links) {
  const told = new Set();
  return links.map((link) => {
    const again = told.has(link.cure);
    told.add(link.cure);
    return row(link, again ? "" : link.cure);
  });
}

/** @param {{state: string, links?: object[], message?: string}} answer */
function drawn(answer) {
  if (answer.state !== "links") return [el("p", {}, t("testNoHost")), commandLine(setupCommand())];
  return [el("p", {}, summary(answer.links)), el("ul", { class: "links" }, ...rows(answer.links))];
}

/**
 * "Test the connection": a button, and below it what came of it. The faults that can be mended
 * safely get a second button.
 * @returns {HTMLElement}
 */
export function connectionTest() {
  const out = el("div", { "aria-live": "polite" });
  const test = el("button", { type: "button", class: "main" }, t("testAction"));
  const mend = el("button", { type: "button", hidden: "" }, t("mendAction"));
  async function look(fix) {
    test.disabled = mend.disabled = true;
    out.replaceChildren(el("p", { class: "quiet" }, t("testing")));
    const answer = await browser.runtime.sendMessage({ kind: "doctor", fix });
    out.replaceChildren(...drawn(answer));
    mend.hidden = !answer.links?.some((link) => link.state === "fault" && link.fixable);
    test.disabled = mend.disabled = false;
  }
  test.addEventListener("click", () => look(false));
  mend.addEventListener("click", () => look(true));
  return el("div", { class: "connection" }, el("div", { class: "actions" }, test, mend), out);
}
