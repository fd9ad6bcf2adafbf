/**
 * Reading: keys, position, time left, modes, listening, highlights and notes. Imported when the article
 * is on the screen; nothing of it is needed for the first line.
 * @module
 */
import { Toast } from "../shared/toast.js";
import { Notes } from "./notes/notes.js";
import { el, t } from "../shared/dom.js";
import { watchKeys } from "./navigation/keys.js";
import { useTimeLeft } from "./navigation/time_left.js";
import { top } from "./navigation/moving.js";
import { modes, useModes } from "./navigation/modes.js";
import { usePosition } from "./navigation/position.js";

/** The parts of the article that is shown now; keys and buttons act on them. */
const parts = { modes, notes: null, listening: null };

const button = (name) => /** @type {HTMLElement} */ (document.querySelector(`.toolbar [data-action="${name}"]`));

let keys = null;
let answer = null;
let isSameArticle = false;

/** Begin once: style, buttons, keys. */
function begin() {
  document.head.append(el("link", { rel: "stylesheet", href: "../reader/reading_tools.css" }));
  useModes();
  keys = watchKeys({
    get modes() {
      return parts.modes;
    },
    get notes() {
      return parts.notes;
    },
    listening: { playOrPause: listen, skip: (steps) => parts.listening?.skip(steps), faster: (steps) => parts.listening?.faster(steps) },
  });
  button("listen").addEventListener("click", listen);
  button("notes").addEventListener("click", () => parts.notes?.togglePanel());
  button("keys").addEventListener("click", () => keys.help());
}

const text = () => /** @type {HTMLElement | null} */ (document.querySelector("main article .text"));

/** The voice is fetched when it is first wanted. */
async function listen() {
  if (!parts.listening) {
    const { Listening } = await import("./speech/listening.js");
    const here = text();
    if (!here) return;
    parts.listening ??= new Listening(here, () => button("listen").focus());
  }
  parts.listening.playOrPause();
}

const toast = new Toast();
toast.element.classList.add("notes-toast");

/** Says that reading goes on where it stopped, with the way to the beginning. */
function toldPosition() {
  document.body.append(toast.element);
  toast.say(t("positionFound"));
  const up = el("button", { type: "button" }, t("keyTop"));
  up.addEventListener("click", () => {
    top();
    toast.hide();
  });
  toast.element.querySelector(".toast-actions")?.replaceChildren(up);
}

function toldNotes(count, open) {
  const words = count ? t("notesCount", count) : t("notesPanel");
  button("notes").setAttribute("aria-expanded", String(open));
  button("notes").setAttribute("aria-label", words);
  button("notes").title = words;
  button("notes").dataset.count = String(count);
}

/** Take leave of what was drawn before. */
function drop() {
  parts.notes?.drop();
  parts.listening?.drop();
  Object.assign(parts, { notes: null, listening: null });
}

/** @param {import("./enhancements/extras.js").Drawn} drawn */
export function useReading(drawn) {
  if (!keys) begin();
  drop();
  isSameArticle = answer?.page?.url === drawn.answer.page?.url && !!answer;
  answer = drawn.answer;
  const here = text();
  for (const name of ["listen", "notes", "keys"]) button(name).setAttribute("aria-disabled", String(!here));
  if (!here || answer.state !== "article") return;
  const url = answer.page?.url ?? answer.article.url ?? null;
  parts.notes = new Notes(here, { item: answer.item?.id ?? null, url }, toldNotes);
  parts.notes.load();
  useTimeLeft(here, answer.article.reading_time);
  if (!isSameArticle) usePosition(here, url ?? undefined, toldPosition);
}
