/** How long the rest of the article takes, at the window's far edge. @module */
import { distance, farEdge, reach, scrolled } from "../article/axis.js";
import { el, t, uiLanguage } from "../../shared/dom.js";

const line = el("p", { class: "time-left", lang: uiLanguage(), dir: "auto" });

let asked = 0;
let article = /** @type {{text: HTMLElement, minutes: number} | null} */ (null);

/** The share of the text that is beyond the window, 0 to 1. @param {HTMLElement} text */
export function shareLeft(text) {
  const end = farEdge(text);
  const length = end - distance(text);
  return length ? Math.max(0, Math.min(1, (end - reach()) / length)) : 0;
}

function draw() {
  asked = 0;
  if (!article?.text.isConnected) return line.remove();
  const minutes = Math.ceil(article.minutes * shareLeft(article.text));
  line.hidden = minutes === 0 || scrolled() < 40;
  line.textContent = t("timeLeft", minutes);
}

const drawSoon = () => (asked ||= requestAnimationFrame(draw));

let isWatching = false;

/** @param {HTMLElement} text @param {number} minutes of the whole article */
export function useTimeLeft(text, minutes) {
  article = { text, minutes };
  text.closest("main")?.append(line);
  if (!isWatching) {
    addEventListener("scroll", drawSoon, { passive: true });
    addEventListener("resize", drawSoon);
  }
  isWatching = true;
  drawSoon();
}
