/** Focus dims all but the current paragraph, the line guide all but a band that follows the pointer. @module */
import { isVertical, reach } from "../article/axis.js";
import { el, inFrame } from "../../shared/dom.js";
import { current, EYE } from "./moving.js";

const KEPT = "modes";
const MODES = ["focus", "guide"];

const band = el("div", { class: "line-guide", "aria-hidden": "true" });

/** @type {Element | undefined} the paragraph that is not dimmed */
let lit;

const isOn = (mode) => document.documentElement.classList.contains(`mode-${mode}`);

const light = inFrame(() => {
  if (!isOn("focus")) return;
  const now = current();
  if (now === lit && now?.classList.contains("current")) return;
  lit?.classList.remove("current");
  now?.classList.add("current");
  lit = now;
});

/** The band's middle. @param {number} place CSS pixels from where the window's text begins */
const guide = (place) => band.style.setProperty("--at", `${Math.round(place)}px`);

/** @param {string} mode @param {boolean} on */
function set(mode, on) {
  document.documentElement.classList.toggle(`mode-${mode}`, on);
  if (mode === "focus" && !on) lit?.classList.remove("current");
  if (mode === "guide") on ? document.body.append(band) : band.remove();
  light();
}

export const modes = {
  toggle(mode) {
    set(mode, !isOn(mode));
    localStorage.setItem(KEPT, MODES.filter(isOn).join(" "));
    dispatchEvent(new Event("jingdu-modes"));
  },
  isOn,
};

export function useModes() {
  guide(reach() * EYE);
  const kept = (localStorage.getItem(KEPT) ?? "").split(" ");
  for (const mode of MODES) if (kept.includes(mode)) set(mode, true);
  addEventListener("scroll", light, { passive: true });
  addEventListener("resize", light);
  addEventListener("jingdu-step", () => {
    light();
    guide(reach() * EYE + 14);
  });
  const follow = ({ clientX, clientY, pointerType }) => pointerType !== "touch" && guide(isVertical() ? reach() - clientX : clientY);
  addEventListener("pointermove", follow, { passive: true });
  new MutationObserver(light).observe(document.querySelector("main"), { childList: true });
}
