/**
 * Whether the notice stands plainly where its user sees it: nothing over it, whole, at rest. A hostile page may lay
 * things over it (a popover that lets the pointer through too), run a view transition above all, shrink or move
 * it, or have it appear below a pointer that is about to press. So a press counts only where the notice stood plain
 * for a while; looks are taken at moments that no page can guess. Where the browser tells itself whether something is
 * seen (IntersectionObserver, `trackVisibility`: Chromium) that counts too. A classic script: runs in the extension's
 * isolated world, where the page's own prototypes are not.
 */

/**
 * Milliseconds: of rest before a press counts; of caution after something lay over the notice; between looks, the
 * least and the most, and how often what a look took; until the browser's own word on what is seen is the last.
 */
var NOTICE_TIMES = { rest: 600, wary: 4000, look: [20, 80], share: 20, first: 400 };

/** Pixels that a notice may be wide, and that a button is high at least: another size is the page's doing. */
var NOTICE_SIZES = { narrow: 150, wide: 600, button: 22 };

/**
 * Look after a notice until it is gone.
 * @param {{host: HTMLElement, panel: HTMLElement}} notice the element in the page, and, in its closed shadow root, the popover
 * @returns {{press: (event: Event) => "counts" | "early" | "led", rests: () => void, end: () => void}}
 *   `early`: drawn or moved a moment ago; `led`: something was or is over it, or its window has just come to the front
 */
function watchPlain({ host, panel }) {
  const began = performance.now();
  const state = { drawn: began, wary: 0, place: "", away: false };
  const seen = watchSeen(panel);
  const look = () => {
    const now = performance.now();
    const covered = seen.isCovered() && now - began > NOTICE_TIMES.first;
    if (covered || !isPlain(host, panel, seen)) state.wary = now + NOTICE_TIMES.wary;
    note(state, panel, now);
    return performance.now() - now;
  };
  let timer = 0;
  const again = () => (timer = setTimeout(again, pause(document.hidden ? (state.away = true, 0) : look())));
  again();
  return {
    rests: () => (state.drawn = performance.now()),
    press: (event) => (look(), judged(event, state)),
    end: () => (clearTimeout(timer), seen.end()),
  };
}

/** What a look finds changed: the place, or that the user is back from another window, where a click may have begun. */
function note(state, panel, now) {
  const [place, away] = [placeOf(panel), !document.hasFocus()];
  if (place !== state.place) state.drawn = now;
  if (state.away && !away) state.wary = Math.max(state.wary, now + NOTICE_TIMES.rest);
  Object.assign(state, { place, away });
}

/** What a press is worth. One that comes too early begins the rest anew, so that quick clicks never get through. */
function judged({ isTrusted }, state) {
  const now = performance.now();
  if (isTrusted && now < state.wary) return "led";
  if (isTrusted && now - state.drawn >= NOTICE_TIMES.rest) return "counts";
  state.drawn = now;
  return "early";
}

/** Milliseconds until the next look: no page can tell them beforehand; longer where a look takes long. */
function pause(took) {
  const [least, most] = NOTICE_TIMES.look;
  return least + Math.random() * (most - least) + took * NOTICE_TIMES.share;
}

const placeOf = (panel) => {
  const { x, y, width, height } = panel.getBoundingClientRect();
  return [x, y, width, height].map(Math.round).join();
};

/** What the browser itself says of the panel being wholly seen; `knows` where it can say so. */
function watchSeen(panel) {
  let isVisible = true;
  const last = (entries) => (isVisible = entries.at(-1).isVisible ?? true);
  const watcher = new IntersectionObserver(last, { threshold: [0, 0.5, 1], trackVisibility: true, delay: 100 });
  watcher.observe(panel);
  return { knows: "trackVisibility" in watcher, isCovered: () => !isVisible, end: () => watcher.disconnect() };
}

function isPlain(host, panel, { knows }) {
  const isThere = host.parentNode === document.documentElement && panel.matches(":popover-open");
  const isClear = !isTransition() && !hasPeers(document, knows ? null : host) && (knows || !isTinted());
  return isThere && isWhole(panel) && isOnTop(host, panel) && isClear;
}

function isWhole(panel) {
  const { left, top, right, bottom, width } = panel.getBoundingClientRect();
  const within = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  const { narrow, wide, button } = NOTICE_SIZES;
  const sized = width > Math.min(narrow, innerWidth / 2) && width < wide;
  const shown = panel.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  return within && sized && shown && [...panel.querySelectorAll("button")].every((one) => one.getBoundingClientRect().height > button);
}

/** What the pointer would meet, at places all over the panel, is the panel. */
function isOnTop(host, panel) {
  const { left, top, width, height } = panel.getBoundingClientRect();
  const shares = [0.06, 0.3, 0.5, 0.7, 0.94];
  return shares.every((x) => shares.every((y) => document.elementFromPoint(left + width * x, top + height * y) === host));
}

/** A view transition is painted above everything, and may let the pointer through. */
function isTransition() {
  try {
    return document.documentElement.matches(":active-view-transition");
  } catch {
    return false; // a browser without them
  }
}

/** Whether the page's root is painted in a way that Firefox paints the top layer in too. */
function isTinted() {
  const { opacity, filter, mixBlendMode, maskImage } = getComputedStyle(document.documentElement);
  return opacity !== "1" || mixBlendMode !== "normal" || filter !== "none" || maskImage !== "none";
}

/**
 * Whether anything else is in the top layer: it may lie over us and let the pointer through.
 * @param {ParentNode} root @param {HTMLElement | null} host where all shadow trees are to be searched too, the closed
 *   ones as well: all but this one's, which is ours
 */
function hasPeers(root, host) {
  if (root.querySelector(":popover-open, :modal, :fullscreen")) return true;
  const trees = host ? [...root.querySelectorAll("*")].map((one) => one !== host && shadowOf(one)) : [];
  return trees.some((tree) => tree && hasPeers(tree, host));
}

/** Of an extension's script Firefox hides no shadow tree. */
const shadowOf = (element) => element.openOrClosedShadowRoot ?? element.shadowRoot;
