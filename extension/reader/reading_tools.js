/** Shortcuts, position, time left, reading aids, listening, notes; imported when the article is on the screen. @module */
import { t, useStyle } from "../shared/dom.js";
import { toast } from "../shared/toast.js";
import { showHelp, watchKeys } from "./navigation/keys.js";
import { modes, useModes } from "./navigation/modes.js";
import { top } from "./navigation/moving.js";
import { usePosition } from "./navigation/position.js";
import { useTimeLeft } from "./navigation/progress.js";
import { Notes } from "./notes/notes.js";

let notes = null;
let voice = null;
let answer = null;

const listening = { playOrPause: listen, skip: (steps) => voice?.skip(steps), faster: (steps) => voice?.faster(steps) };
const parts = { modes, listening, get notes() { return notes; } };
const button = (name) => /** @type {HTMLElement} */ (document.querySelector(`.toolbar [data-action="${name}"]`));
const text = () => /** @type {HTMLElement | null} */ (document.querySelector("main article .text"));

/** Start or stop listening, which is imported at first use. */
async function listen() {
  const { Listening } = await import("./speech/listening.js");
  const here = text();
  if (!here) return;
  voice ??= new Listening(here, () => button("listen").focus());
  voice.playOrPause();
}

function showNotes(count, open) {
  const label = count ? t("notesCount", count) : t("notesPanel");
  const opener = button("notes");
  Object.assign(opener, { ariaExpanded: String(open), ariaLabel: label, title: label });
  opener.dataset.count = String(count);
}

useStyle("../reader/reading_tools.css")?.then(() => document.querySelector(".toolbar").after(toast.element)); // without its style it would move the text
useModes();
watchKeys(parts);
button("listen").addEventListener("click", listen);
button("notes").addEventListener("click", () => notes?.togglePanel());
button("keys").addEventListener("click", showHelp);

/** Attach the tools to a newly drawn article. @param {import("./reader.js").Drawn} drawn */
export function useReadingTools(drawn) {
  notes?.drop();
  voice?.drop();
  notes = voice = null;
  const isSameArticle = !!answer && answer.page?.url === drawn.answer.page?.url;
  answer = drawn.answer;
  const here = text();
  for (const name of ["listen", "notes", "keys"]) button(name).setAttribute("aria-disabled", String(!here));
  if (!here || answer.state !== "article") return;
  const url = answer.page?.url ?? answer.article.url ?? null;
  notes = new Notes(here, { item: answer.item?.id ?? null, url }, showNotes);
  notes.load();
  useTimeLeft(here);
  usePosition(here, url ?? undefined, isSameArticle ? null : offerBeginning);
}

/** Offer a jump to the beginning, until the user goes on reading. */
function offerBeginning() {
  const hide = toast.show(t("positionFound"), () => (top(), toast.hide()), t("keyTop"));
  const ended = new AbortController();
  const close = (/** @type {any} */ { target, key }) => {
    if (toast.element.contains(target) || key === "Tab") return;
    ended.abort();
    hide();
  };
  for (const type of ["wheel", "touchmove", "pointerdown", "keydown"]) addEventListener(type, close, { capture: true, passive: true, signal: ended.signal });
}
