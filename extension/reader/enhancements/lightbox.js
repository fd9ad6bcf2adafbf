/** The lightbox: a picture as large as the window, with zoom by mouse and keyboard. @module */
import { el, iconButton, t, uiLanguage } from "../../shared/dom.js";

const MIN_SIZE = 120;
const MAX_SCALE = 8;
const STEP = 1.4;
const MOVE = 80;

const view = { pictures: /** @type {HTMLImageElement[]} */ ([]), index: 0, scale: 1, x: 0, y: 0 };
let box = /** @type {HTMLDialogElement | null} */ (null);
const image = /** @type {HTMLImageElement} */ (document.createElement("img"));
let caption = /** @type {HTMLElement | null} */ (null);

const reflect = () => image.style.setProperty("transform", `translate(${view.x}px, ${view.y}px) scale(${view.scale})`);

function zoom(by) {
  view.scale = Math.min(MAX_SCALE, Math.max(1, view.scale * by));
  if (view.scale === 1) view.x = view.y = 0;
  reflect();
}

function move(x, y) {
  if (view.scale === 1) return;
  view.x += x;
  view.y += y;
  reflect();
}

function turn(by) {
  view.index = (view.index + by + view.pictures.length) % view.pictures.length;
  const picture = view.pictures[view.index];
  image.src = picture.currentSrc || picture.src;
  image.alt = picture.alt;
  const words = picture.closest("figure")?.querySelector("figcaption")?.textContent || picture.alt;
  caption.textContent = words;
  caption.hidden = !words;
  Object.assign(view, { scale: 1, x: 0, y: 0 });
  reflect();
}

const KEYS = {
  "+": () => zoom(STEP), "=": () => zoom(STEP), "-": () => zoom(1 / STEP), 0: () => zoom(0),
  ArrowRight: () => (view.scale > 1 ? move(-MOVE, 0) : turn(1)), ArrowLeft: () => (view.scale > 1 ? move(MOVE, 0) : turn(-1)),
  ArrowUp: () => move(0, MOVE), ArrowDown: () => move(0, -MOVE),
};

function press(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || !KEYS[event.key]) return;
  event.preventDefault();
  event.stopPropagation();
  KEYS[event.key]();
}

const tool = (name, label, sign, act) => iconButton(el("span", { "aria-hidden": "true" }, sign), label, act, { class: `picture-${name}` });

function build() {
  caption = el("p", { class: "picture-caption", dir: "auto" });
  image.draggable = false;
  const stage = el("div", { class: "picture-stage" }, image);
  const several = [tool("before", t("pictureBefore"), "‹", () => turn(-1)), tool("after", t("pictureAfter"), "›", () => turn(1))];
  const buttons = [tool("less", t("pictureLess"), "−", () => zoom(1 / STEP)), tool("more", t("pictureMore"), "+", () => zoom(STEP)), tool("close", t("closeAction"), "×", () => box.close())];
  box = el("dialog", { class: "picture-box", lang: uiLanguage(), "aria-label": t("picture") }, stage, caption, el("div", { class: "picture-buttons" }, ...several, ...buttons));
  stage.addEventListener("click", (event) => event.target === stage && box.close());
  image.addEventListener("dblclick", () => zoom(view.scale > 1 ? 0 : STEP * STEP));
  image.addEventListener("pointermove", (event) => event.buttons === 1 && move(event.movementX, event.movementY));
  stage.addEventListener("wheel", (event) => { event.preventDefault(); zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15); }, { passive: false });
  box.addEventListener("keydown", press);
  document.body.append(box);
}

function open(picture) {
  if (!box) build();
  view.pictures = [...document.querySelectorAll("article img[data-large]")];
  view.index = view.pictures.indexOf(picture);
  for (const name of ["before", "after"]) box.querySelector(`.picture-${name}`).hidden = view.pictures.length < 2;
  turn(0);
  box.showModal();
  box.querySelector(".picture-close").focus();
}

/** Make a picture a button if it is large enough and not a link. */
function enable(picture) {
  if (picture.dataset.large !== undefined || picture.naturalWidth < MIN_SIZE || picture.naturalHeight < MIN_SIZE || picture.closest("a, button")) return;
  picture.dataset.large = "";
  if (!picture.alt) picture.removeAttribute("alt"); // an empty alt would hide the button
  picture.tabIndex = 0;
  picture.setAttribute("role", "button");
  picture.setAttribute("aria-label", [t("pictureOpen"), picture.alt].filter(Boolean).join(": "));
}

for (const kind of ["click", "keydown"])
  addEventListener(kind, (event) => {
    const picture = event.target.closest?.("img[data-large]");
    if (!picture || (kind === "keydown" && event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    open(picture);
  });

document.addEventListener("load", ({ target }) => target.matches?.("article img") && enable(target), true);

export const useLightbox = (main) => main.querySelectorAll("article img").forEach((picture) => enable(picture));
