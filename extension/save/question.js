/**
 * The question of a save in a tab of its own, where the page that is saved can lay nothing over it.
 * @module
 */
import { el, t, uiLanguage } from "../shared/dom.js";
import { loadSettings } from "../shared/settings.js";
import { browser } from "../shared/browser.js";
import { told } from "../shared/save_notices.js";

/** Milliseconds: of rest before a press counts, which may be meant for what was here before; between looks while busy. */
const TIMES = { rest: 600, look: 400 };

const token = location.hash.slice(1);
const main = /** @type {HTMLElement} */ (document.querySelector("main"));
const words = el("div", { role: "status" });
const actions = el("div", { class: "actions" });
const about = el("div");

/** The number of the notice that is drawn, which an answer names. */
let number = -1;
let resting = 0;

const send = (message) => browser.runtime.sendMessage({ token, ...message }).catch(({ message }) => ({ state: "internal", message }));

/** Draw what the background tells, and look again while something is under way. */
function show(reply) {
  const notice = reply.notice ?? told(reply);
  if (reply.number === undefined || reply.number !== number) draw(notice, reply.about);
  number = reply.number ?? number;
  if (notice.tone === "busy") setTimeout(() => send({ kind: "question" }).then(show), TIMES.look);
}

function draw(notice, page) {
  words.replaceChildren(el("h1", {}, notice.text), notice.detail ? el("p", { class: "detail" }, notice.detail) : "");
  if (notice.progress) words.append(el("progress", { value: notice.progress[0], max: notice.progress[1], "aria-label": notice.text }));
  about.replaceChildren(...(page ? [el("p", { class: "about" }, el("strong", {}, page.title), el("span", {}, page.url))] : []));
  actions.replaceChildren(
    ...notice.buttons.map(({ label, choice }) => button(label, choice, () => answer(choice))),
    button(t("backAction"), "back", goBack),
  );
  rest();
}

const answer = (choice) => send({ kind: "answer", number, choice }).then(show);

/** To the page that is saved; where that is gone, this tab alone goes. */
async function goBack() {
  const { left } = await send({ kind: "unasked" });
  if (!left) close();
}

function button(label, choice, act) {
  const made = el("button", { type: "button", "data-choice": choice }, label);
  made.addEventListener("click", ({ isTrusted }) => (isTrusted && made.ariaDisabled !== "true" ? act() : rest()));
  return made;
}

/** Buttons rest until the page has been in front for a moment; a press in it begins the moment anew. */
function rest() {
  clearTimeout(resting);
  const set = (value) => actions.querySelectorAll("button").forEach((one) => (one.ariaDisabled = value));
  set("true");
  resting = setTimeout(() => (document.hidden ? rest() : set("false")), TIMES.rest);
}

document.documentElement.lang = uiLanguage();
document.documentElement.dir = t("uiDirection");
document.title = t("saveAction");
loadSettings();
main.append(el("section", { class: "screen" }, words, about, actions, el("p", { class: "why" }, t("askedHere"))));
addEventListener("focus", rest);
document.addEventListener("visibilitychange", rest);
addEventListener("keydown", ({ key }) => key === "Escape" && goBack());
send({ kind: "question" }).then(show);
