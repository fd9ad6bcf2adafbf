/** The outline: the article's headings, beside it where there is room, else in a drawer. */
import { el, inFrame, t, uiLanguage } from "../../shared/dom.js";
import { arrive, headingsOf, outlineRoom } from "../article/body.js";
import { distance, isVertical } from "../article/axis.js";

/** CSS pixels: how far down a heading is still the one being read. */
const READ = 140;

const button = /** @type {HTMLButtonElement} */ (document.querySelector('[data-action="outline"]'));

let nav = /** @type {HTMLElement | null} */ (null);
let entries = /** @type {Array<{heading: HTMLElement, link: HTMLElement}>} */ ([]);
let wanted = true;

function entry(heading, place, top) {
  heading.id ||= `jd-heading-${place}`;
  const link = el("a", { href: `#${heading.id}`, "data-depth": Math.min(2, Number(heading.localName[1]) - top) }, heading.innerText.trim());
  link.addEventListener("click", (event) => {
    event.preventDefault();
    if (nav.matches(":popover-open")) nav.hidePopover();
    arrive(heading);
  });
  return { heading, link };
}

/** The text's language and direction are the article's; the list's name is ours. */
function build(main, headings) {
  const article = main.querySelector("article");
  const top = Math.min(...headings.map(({ localName }) => Number(localName[1])));
  entries = headings.map((heading, place) => entry(heading, place, top));
  const list = el("ul", { lang: article.lang, dir: article.dir }, ...entries.map(({ link }) => el("li", {}, link)));
  nav?.remove();
  nav = el("nav", { class: "outline", id: "outline", "aria-label": t("outline") }, el("h2", { lang: uiLanguage() }, t("outline")), list);
  nav.addEventListener("toggle", ({ newState }) => {
    button.setAttribute("aria-expanded", String(newState === "open"));
    if (newState === "open") nav.querySelector("[aria-current]")?.focus();
  });
  document.body.append(nav);
  settle();
  reflect();
}

/** Beside the text or in a drawer, as the window and the width of the lines allow. */
function settle() {
  const main = document.querySelector("main:has(article)");
  if (!nav || !main) return;
  const beside = !isVertical() && outlineRoom(main) > 0;
  nav.classList.toggle("beside", beside);
  nav.popover = beside ? null : "auto";
  button.popoverTargetElement = beside ? null : nav; // the browser opens and closes the drawer
  nav.hidden = beside && !wanted;
  button.setAttribute("aria-expanded", String(beside ? wanted : nav.matches(":popover-open")));
}

function press() {
  settle(); // the window's width may have changed just now
  if (!nav.classList.contains("beside")) return;
  wanted = !wanted;
  settle();
}

const reflect = inFrame(() => {
  const now = entries.findLast(({ heading }) => distance(heading) < READ) ?? entries[0];
  for (const { link } of entries) {
    if (link === now?.link) link.setAttribute("aria-current", "location");
    else link.removeAttribute("aria-current");
  }
  if (!nav?.classList.contains("beside")) return;
  const { offsetTop, offsetHeight } = now.link; // scroll the list alone, never the page
  if (offsetTop < nav.scrollTop || offsetTop + offsetHeight > nav.scrollTop + nav.clientHeight) nav.scrollTop = offsetTop - nav.clientHeight / 2;
});

button.addEventListener("click", press);
addEventListener("scroll", reflect, { passive: true });
addEventListener("resize", settle);
new MutationObserver(settle).observe(document.documentElement, { attributes: true });

export function useOutline(main) {
  const headings = headingsOf(main);
  button.hidden = !headings.length;
  if (!button.hidden) return build(main, headings);
  nav?.remove();
  nav = null;
  entries = [];
}
