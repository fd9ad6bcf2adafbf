/** The outline: the article's headings, beside it if there is room, else in a drawer. @module */
import { el, iconButton, inFrame, t, uiLanguage } from "../../shared/dom.js";
import { icon } from "../../shared/icons.js";
import { goTo, headingsOf, outlineRoom } from "../article/body.js";
import { distance, isVertical } from "../article/axis.js";

/** A heading counts as reached within this distance of the window's edge, in CSS pixels. */
const REACHED = 140;

const button = /** @type {HTMLButtonElement} */ (document.querySelector('[data-action="outline"]'));
let nav = /** @type {HTMLElement | null} */ (null);
let entries = /** @type {Array<{heading: HTMLElement, link: HTMLElement}>} */ ([]);
let isExpanded = true;
/** The element that had the focus before the outline beside the text. @type {Element | null} */
let opener = null;

function entry(heading, index, top) {
  heading.id ||= `jd-heading-${index}`;
  const link = el("a", { href: `#${heading.id}`, "data-depth": Math.min(2, Number(heading.localName[1]) - top) }, heading.innerText.trim());
  link.addEventListener("click", (event) => {
    event.preventDefault();
    if (nav.matches(":popover-open")) nav.hidePopover();
    goTo(heading);
  });
  return { heading, link };
}

/** The list has the article's language and direction, its heading the interface's. */
function build(main, headings) {
  const article = main.querySelector("article");
  const top = Math.min(...headings.map(({ localName }) => Number(localName[1])));
  entries = headings.map((heading, index) => entry(heading, index, top));
  const list = el("ul", { lang: article.lang, dir: article.dir }, ...entries.map(({ link }) => el("li", {}, link)));
  const close = iconButton(icon("close"), t("closeAction"), () => nav.hidePopover());
  const head = el("div", { class: "outline-head", lang: uiLanguage() }, el("h2", {}, t("outline")), close);
  nav = el("nav", { class: "outline", id: "outline", "aria-label": t("outline") }, head, list);
  nav.addEventListener("toggle", ({ newState }) => button.setAttribute("aria-expanded", String(newState === "open")));
  nav.addEventListener("keydown", leave);
  nav.addEventListener("focusout", ({ relatedTarget: next }) => nav.popover && next && next !== button && !nav.contains(/** @type {Node} */ (next)) && nav.hidePopover());
  document.body.append(nav);
  place();
  reflect();
}

/** Place the outline beside the text, or in a drawer. */
function place() {
  const main = document.querySelector("main:has(article)");
  if (!nav || !main) return;
  const beside = !isVertical() && outlineRoom(main) > 0;
  nav.classList.toggle("beside", beside);
  nav.popover = beside ? null : "auto";
  button.popoverTargetElement = beside ? null : nav; // the browser opens and closes the drawer
  nav.hidden = beside && !isExpanded;
  button.setAttribute("aria-expanded", String(beside ? isExpanded : nav.matches(":popover-open")));
}

function toggle() {
  place(); // the window's width may just have changed
  if (!nav.classList.contains("beside")) return;
  isExpanded = !isExpanded;
  opener = document.activeElement;
  place();
  if (isExpanded) nav.querySelector("[aria-current]")?.focus();
}

/** Escape returns from the outline beside the text; the browser closes a drawer itself. @param {KeyboardEvent} event */
function leave({ key }) {
  if (key !== "Escape" || nav.popover) return;
  /** @type {HTMLElement} */ (document.activeElement).blur(); // to the text, if nothing had the focus
  /** @type {HTMLElement | null} */ (opener)?.focus({ preventScroll: true });
}

const reflect = inFrame(() => {
  const now = entries.findLast(({ heading }) => distance(heading) < REACHED) ?? entries[0];
  for (const { link } of entries) {
    link.autofocus = link === now?.link; // when a drawer opens
    link.ariaCurrent = link.autofocus ? "location" : null;
  }
  if (!nav?.classList.contains("beside")) return;
  const { offsetTop, offsetHeight } = now.link; // scroll only the list
  if (offsetTop < nav.scrollTop || offsetTop + offsetHeight > nav.scrollTop + nav.clientHeight) nav.scrollTop = offsetTop - nav.clientHeight / 2;
});

button.addEventListener("click", toggle);
addEventListener("scroll", reflect, { passive: true });
new ResizeObserver(place).observe(document.querySelector("main")); // a larger text size also leaves less room
new MutationObserver(place).observe(document.documentElement, { attributes: true });

export function useOutline(main) {
  const headings = headingsOf(main);
  button.hidden = !headings.length;
  nav?.remove();
  [nav, entries] = [null, []];
  if (headings.length) build(main, headings);
}
