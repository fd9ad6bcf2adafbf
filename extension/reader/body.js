/** The article's text: cleaned nodes made comfortable to read, and its in-page links. */
import { clean } from "./clean.js";
import { el, t, webAddress } from "./dom.js";

/** The first pictures load at once; the others when they come near. */
const EAGER_PICTURES = 2;

/** How much text, in characters, may stand before a picture that still opens the article. */
const OPENING = 200;

/** The same picture in another size or crop usually differs in the query alone. */
const sameFile = (a, b) => a && b && a.split(/[?#]/)[0] === b.split(/[?#]/)[0];

/** Whether the text brings its own lead picture. @param {DocumentFragment} body */
export function bringsLead(body, address) {
  const pictures = [...body.querySelectorAll("img")];
  return pictures.some((picture) => sameFile(picture.src, address)) || opensWith(body, pictures[0]);
}

/** Whether `picture` comes within the first lines. */
function opensWith(body, picture) {
  if (!picture) return false;
  const range = document.createRange();
  range.setStart(body, 0);
  range.setEndBefore(picture);
  return range.toString().trim().length < OPENING;
}

function prepareLoading(body) {
  [...body.querySelectorAll("img")].forEach((picture, place) => {
    picture.decoding = "async";
    if (place >= EAGER_PICTURES) picture.loading = "lazy";
    if (!picture.hasAttribute("alt")) picture.alt = "";
  });
}

/** Wide things scroll inside a frame of their own, never the page. */
function frameWideThings(body) {
  for (const wide of body.querySelectorAll("table, math[display=block]")) {
    if (wide.parentElement?.closest("table, .wide")) continue;
    const frame = el("div", { class: "wide" });
    wide.replaceWith(frame);
    frame.append(wide);
  }
}

/** Those that do scroll can be reached by keyboard, and say what they are. */
export function reachScrollers(root) {
  for (const scroller of root.querySelectorAll(".wide, pre")) {
    const scrolls = scroller.scrollWidth > scroller.clientWidth;
    scroller.toggleAttribute("tabindex", scrolls);
    if (scrolls) scroller.tabIndex = 0;
    if (scrolls) scroller.setAttribute("role", "group");
    else scroller.removeAttribute("role");
    scroller.setAttribute("aria-label", t("wideThing"));
    if (!scrolls) scroller.removeAttribute("aria-label");
  }
}

/**
 * Go to a place in the text without touching the address, which is the page's key, nor the
 * history, so that Back always means the original page.
 */
function jump(event) {
  const link = event.target.closest?.("a[href^='#']");
  if (!link || event.defaultPrevented) return;
  event.preventDefault();
  const target = document.getElementById(decodeURIComponent(link.hash.slice(1)));
  if (!target) return;
  if (!target.matches("a, button, summary")) target.tabIndex = -1;
  target.scrollIntoView({ block: "start" });
  target.focus({ preventScroll: true });
}

/** Keep links and scrolling frames working in whatever is drawn. @param {HTMLElement} main */
export function watchBody(main) {
  main.addEventListener("click", jump);
  new ResizeObserver(() => reachScrollers(main)).observe(main);
}

/** The text's nodes, ready to be shown. @param {string} html */
export function prepareBody(html) {
  const body = clean(html);
  prepareLoading(body);
  frameWideThings(body);
  return body;
}

/** Pictures smaller than this, in CSS pixels, are logos or trackers, not leads. */
const SMALLEST_LEAD = 200;

/** The lead picture in a place that is kept free for it, so that the text never jumps. */
export function leadPicture(address) {
  const picture = el("img", { src: webAddress(address), alt: "", decoding: "async" });
  const figure = el("figure", { class: "lead" }, picture);
  picture.addEventListener("error", () => figure.remove());
  picture.addEventListener("load", () => picture.naturalWidth < SMALLEST_LEAD && figure.remove());
  return figure;
}
