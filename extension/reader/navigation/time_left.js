/** How long the rest of the article takes, at the window's far edge. @module */
import { el, t, uiLanguage } from "../../shared/dom.js";
import { distance, farEdge, passed, reach, scrolled } from "../article/axis.js";

const line = el("p", { class: "time-left", lang: uiLanguage(), dir: "auto" });

let asked = 0;
let article = /** @type {{text: HTMLElement, minutes: number} | null} */ (null);

/** The share of the text that is beyond the window, 0 to 1. @param {HTMLElement} text */
function shareLeft(text) {
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

/** Draw the line and keep it right. It only repeats what the scroll bar says, so it has no name. */
export function useProgressLine() {
  const line = document.createElement("div");
  line.className = "progress-line";
  line.setAttribute("aria-hidden", "true");
  document.body.append(line);
  let asked = 0;
  const reflect = () => {
    asked = 0;
    line.style.setProperty("--passed", String(passed()));
  };
  const ask = () => (asked ||= requestAnimationFrame(reflect));
  addEventListener("scroll", ask, { passive: true });
  new ResizeObserver(ask).observe(document.body);
  reflect();
}
