/** The question of a save in a tab of its own, where the page that is saved can put nothing over it. @module */
import { send } from "../shared/ask.js";
import { button, el, startPage, t } from "../shared/dom.js";
import { saveNotice } from "../shared/save_notices.js";
import { loadSettings } from "../shared/settings.js";

/** Milliseconds: of rest before a press counts, which may be meant for what was here before; between looks while busy. */
const TIMES = { rest: 600, look: 400 };

const token = location.hash.slice(1);
const status = el("div", { role: "status" });
const about = el("div");
const actions = el("div", { class: "actions" });

let number = -1;
let resting = 0;

const ask = (message) => send({ token, ...message }).then(show);

/** Draw what the background replies, and look again while something is under way. */
function show(reply) {
  const notice = reply.notice ?? saveNotice(reply);
  if (reply.number === undefined || reply.number !== number) draw(notice, reply.about);
  number = reply.number ?? number;
  if (notice.tone === "busy") setTimeout(() => ask({ kind: "question" }), TIMES.look);
}

function draw(notice, page) {
  status.replaceChildren(el("h1", {}, notice.text), notice.detail ? el("p", { class: "detail" }, notice.detail) : "");
  if (notice.progress) status.append(el("progress", { value: notice.progress[0], max: notice.progress[1], "aria-label": notice.text }));
  about.replaceChildren(...(page ? [el("p", { class: "about" }, el("strong", {}, page.title), el("span", {}, page.url))] : []));
  const acts = notice.buttons.map(({ label, choice }) => [label, choice, () => ask({ kind: "answer", number, choice })]);
  actions.replaceChildren(...[...acts, [t("backAction"), "back", goBack]].map(([label, choice, act]) =>
    button(label, ({ isTrusted, currentTarget }) => (isTrusted && currentTarget.ariaDisabled !== "true" ? act() : rest()), { "data-choice": choice })));
  rest();
}

/** To the page that is saved; where that is gone, this tab alone goes. */
async function goBack() {
  const { left } = await send({ kind: "dismiss", token });
  if (!left) close();
}

/** Buttons rest until the page has been in front for a moment; a press in it begins the moment anew. */
function rest() {
  clearTimeout(resting);
  const set = (value) => actions.querySelectorAll("button").forEach((one) => (one.ariaDisabled = value));
  set("true");
  resting = setTimeout(() => (document.hidden ? rest() : set("false")), TIMES.rest);
}

startPage(t("saveAction"));
loadSettings();
document.querySelector("main").append(el("section", { class: "screen" }, status, about, actions, el("p", { class: "why" }, t("askedHere"))));
addEventListener("focus", rest);
document.addEventListener("visibilitychange", rest);
addEventListener("keydown", ({ key }) => key === "Escape" && goBack());
ask({ kind: "question" });
