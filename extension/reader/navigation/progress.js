/** Reading progress: a line at the window's edge, and the time left. @module */
import { el, inFrame, t, uiLanguage } from "../../shared/dom.js";
import { formatLength } from "../../shared/format.js";
import { distance, farEdge, passed, reach, scrolled } from "../article/axis.js";

/** Hidden from screen readers, because it duplicates the scroll bar. */
const progress = el("div", { class: "progress-line", "aria-hidden": "true", hidden: "" });
const timeLeft = el("p", { class: "time-left", lang: uiLanguage(), dir: "auto", hidden: "" });
let text = /** @type {HTMLElement | null} */ (null);

const draw = inFrame(() => {
  progress.style.setProperty("--passed", String(passed()));
  progress.hidden = !text?.isConnected;
  if (progress.hidden) return timeLeft.remove();
  const end = farEdge(text);
  const share = (end - reach()) / (end - distance(text)); // of the text that is below the window
  const whole = Number(text.closest("article").querySelector(".reading-time").dataset.minutes); // of all pages so far
  const minutes = Math.ceil(whole * Math.max(0, Math.min(1, share || 0)));
  timeLeft.hidden = minutes === 0 || scrolled() < 40;
  timeLeft.textContent = t("timeLeft", formatLength(minutes));
});

document.body.append(progress);
addEventListener("scroll", draw, { passive: true });
new ResizeObserver(draw).observe(document.body);

/** @param {HTMLElement} now the article's text */
export function useTimeLeft(now) {
  text = now;
  text.closest("main").append(timeLeft);
  draw();
}
