/** The reader's save button, and the panel with the notices sent by background/saving.js. @module */
import { ask, onChange, onTabMessage, send } from "../shared/ask.js";
import { button, el, t, useStyle } from "../shared/dom.js";
import { joinSentences } from "../shared/faults.js";
import { addLayer, placeAt, removeLayer } from "../shared/layers.js";
import { saveNotice } from "../shared/save_notices.js";
import { tagEditor } from "../shared/tags.js";
import { closeLater } from "../shared/toast.js";

/** Milliseconds until a panel without a question closes; longer if it has the field for tags. */
const DURATION = { plain: 6000, tags: 15_000 };

/** Minimum room beside the text in CSS pixels; with less, the panel is below the title. */
const MIN_WIDTH = 200;

class SavePanel {
  #stop = () => {};
  #text = el("p", { role: "status" });
  #rest = el("div");
  element = el("aside", { class: "save-panel", hidden: "", "aria-label": t("saveAction") }, this.#text, this.#rest);

  /** Whether the user closed the panel during the save; it reopens only for important notices. */
  dismissed = false;

  constructor() {
    useStyle("../save/save.css")?.then(() => this.isOpen && this.#place());
    document.querySelector("main").before(this.element);
    addEventListener("resize", () => this.isOpen && this.#place());
    addEventListener("beforetoggle", ({ target, newState }) => target.id === "look-panel" && newState === "open" && this.isOpen && this.close(), true);
  }

  get isOpen() {
    return !this.element.hidden;
  }

  /** @param {import("../shared/save_notices.js").Notice} notice */
  show(notice) {
    if (this.dismissed && (notice.tone === "busy" || (notice.tone === "done" && !notice.detail))) return;
    document.getElementById("look-panel")?.hidePopover(); // it would cover this one
    const text = joinSentences(notice.text, notice.detail);
    this.element.hidden = false;
    addLayer(this.close);
    this.element.dataset.tone = notice.tone;
    if (this.#text.textContent !== text) this.#text.textContent = text;
    const buttons = this.#rest.getElementsByTagName("button");
    const focused = [...buttons].findIndex((one) => one === document.activeElement);
    this.#rest.replaceChildren(...this.#parts(notice));
    if (focused >= 0) (buttons[focused] ?? buttons[0] ?? toolbarButton).focus();
    this.#place();
    this.#stop();
    if (notice.tone === "done") this.#stop = closeLater(this.element, notice.tags ? DURATION.tags : DURATION.plain, this.close);
  }

  /** The panel comes after the toolbar in the page; Tab leads from the button into it. */
  enter(event) {
    if (event.key !== "Tab" || event.shiftKey || !this.isOpen) return;
    const first = /** @type {HTMLElement | null} */ (this.#rest.querySelector("button, input"));
    if (first) event.preventDefault();
    first?.focus();
  }

  close = () => {
    removeLayer(this.close);
    this.#stop();
    const hadFocus = this.element.contains(document.activeElement);
    this.element.hidden = true;
    this.dismissed = true;
    if (hadFocus) toolbarButton.focus();
  };

  /** Progress, buttons and tags. */
  #parts({ progress, buttons, tags }) {
    const one = ({ label, choice }) => button(label, () => act(choice), { "data-choice": choice });
    return [
      progress && el("progress", { value: progress[0], max: progress[1], "aria-label": t("savingPictures") }),
      buttons.length > 0 && el("div", { class: "save-row" }, ...buttons.map(one)),
      tags && this.#tags(tags),
    ].filter(Boolean);
  }

  /** The article's tags, which are stored as they are changed. */
  #tags(suggested) {
    const { element, suggest, complete, value } = tagEditor(item?.tags ?? [], (field, tag, tags) => {
      if (item) item.tags = tags;
      this.#place();
      act(`${field}:${tag}`);
    });
    suggest(suggested);
    const load = () => ask("library", { limit: 1 }).then(({ facets }) => complete(facets.tags), () => {});
    element.addEventListener("focusin", load, { once: true });
    element.addEventListener("focusout", ({ relatedTarget }) => this.isOpen && !element.contains(relatedTarget) && value());
    return element;
  }

  /** Beside the button if there is room, else below the title, which it never covers. */
  #place() {
    const { left, right, top, bottom } = toolbarButton.getBoundingClientRect();
    const head = document.querySelector("article > header").getBoundingClientRect();
    const isColumn = getComputedStyle(toolbarButton.parentElement).flexDirection === "column";
    const room = head.left - right - 20;
    const isBeside = isColumn && room >= MIN_WIDTH;
    this.element.style.maxInlineSize = isBeside ? `${room}px` : "";
    const below = isBeside ? top - 6 : Math.max(bottom, head.bottom);
    placeAt(this.element, { top: innerHeight, bottom: below }, { gap: 6, left: isColumn ? right + 10 : left });
  }
}

const toolbarButton = /** @type {HTMLElement} */ (document.querySelector('.toolbar [data-action="save"]'));
const panel = new SavePanel();

/** The answer shown, and the article's library entry, or null. */
let shown = /** @type {{page?: {url?: string}, item?: any}} */ ({});
let item = null;

toolbarButton.addEventListener("click", press);
toolbarButton.addEventListener("keydown", (event) => panel.enter(event));
onTabMessage("press_save", press);
onTabMessage("save_notice", (message) => {
  if (message.item !== undefined) showItem(message.item);
  panel.show(message.notice);
});
onChange(() => useSave(shown));

/** @param {{page?: {url?: string}, item?: object}} answer with an article */
export async function useSave(answer) {
  shown = answer;
  if (answer.item) return showItem(answer.item);
  if (answer.page?.url) showItem(await savedItem(answer.page.url));
}

/** The saved article of an address; null if there is none, or only a read-later item. */
async function savedItem(url) {
  const before = item;
  const { item: found } = await ask("saved", { url }).catch(() => ({}));
  if (item !== before) return item; // saved or removed meanwhile
  return found && !found.later ? found : null;
}

/** Show in the button whether the article is saved; an article in the trash counts only if the reader shows that copy. @param {any} entry */
function showItem(entry) {
  item = entry?.trashed && !shown.item ? null : entry;
  if (shown.item) shown.item = item;
  const isSaved = !!item && !item.trashed;
  const label = isSaved ? t("savedAction") : t("saveAction");
  toolbarButton.setAttribute("aria-pressed", String(isSaved));
  toolbarButton.setAttribute("aria-label", label);
  toolbarButton.title = label;
}

/** Alt+S and the button: close the panel, save, or show the actions for a saved article. */
function press() {
  if (panel.isOpen && panel.element.dataset.tone !== "busy") return panel.close();
  return act(item ? "saved" : "save");
}

/** Perform a choice. @param {string} choice of a button, or `add_tags:NAME`, `remove_tags:NAME` */
async function act(choice) {
  if (choice === "library") return void send({ kind: "show_library" });
  panel.dismissed = false;
  const reply = await send({ kind: "save", key: location.hash.slice(1), choice, item });
  if (reply?.state) panel.show(saveNotice(reply));
}
