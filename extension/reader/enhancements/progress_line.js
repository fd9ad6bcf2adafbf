/** The thin line at the edge of the window that shows how much has been read. */
import { passed } from "../article/axis.js";

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
