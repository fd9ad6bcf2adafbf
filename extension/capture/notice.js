/**
 * The notice on a page that is being saved, in a closed shadow root in the top layer. It only informs: because the page can
 * cover it, its buttons decide nothing. A classic script: runs in the extension's isolated world.
 */

/** Milliseconds until a notice without a question closes. */
var NOTICE_DURATION = 6000;
/** Milliseconds until a new button accepts clicks: an earlier click may be meant for whatever was displayed there before. */
var NOTICE_DELAY = 600;

/** The page's notice, kept across injections. */
var jingduNotice = jingduNotice ?? null;

/**
 * @param {{tone: string, text: string, buttons: {label: string, choice: string, opensQuestion?: boolean}[],
 *   progress?: [number, number], close: string, lang: string}} notice
 */
function drawNotice(notice) {
  const { box, live } = (jingduNotice ??= newNotice());
  const row = piece("div", { display: "flex", flexWrap: "wrap", gap: "8px", marginTop: "10px" });
  row.append(...notice.buttons.map((button) => noticeButton(button, notice)));
  live.lang = notice.lang;
  if (live.textContent !== notice.text) live.textContent = notice.text; // so that a screen reader does not repeat it for every picture
  box.replaceChildren(live, ...progressOf(notice), ...(notice.buttons.length ? [row] : []), closeButton(notice));
  jingduNotice.drawn(notice);
}

function newNotice() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const [ground, ink, edge] = dark ? ["#28272f", "#e4e4e7", "#8b8b94"] : ["#fff", "#1b1b1b", "#76767c"];
  const host = document.createElement("div");
  const panel = piece("div", { all: "initial", position: "fixed", inset: "16px 16px auto auto", display: "block",
    direction: "ltr", unicodeBidi: "isolate", userSelect: "none", width: "min(340px, calc(100vw - 32px))" });
  const box = piece("div", { position: "relative", boxSizing: "border-box", padding: "14px 44px 14px 16px", color: ink,
    background: ground, border: `1px solid ${edge}`, borderRadius: "10px", boxShadow: "0 4px 18px rgb(0 0 0 / .25)",
    font: "15px/1.45 system-ui, sans-serif", textAutospace: "normal", colorScheme: dark ? "dark" : "light" });
  const live = Object.assign(piece("div", {}), { role: "status" });
  Object.assign(panel, { popover: "manual", onkeydown: ({ key }) => key === "Escape" && jingduNotice?.close() }).append(box);
  host.attachShadow({ mode: "closed" }).append(panel);
  document.documentElement.append(host);
  panel.showPopover();
  return { box, live, ...lifetime({ host, panel }) };
}

/** Close the notice by itself, unless it asks something or has the pointer or the focus. */
function lifetime({ host, panel }) {
  let timer = 0, stays = true, lastButtons = "", drawnAt = 0;
  const close = () => {
    clearTimeout(timer);
    host.remove();
    jingduNotice = null;
  };
  const closeLater = () => {
    clearTimeout(timer);
    if (!stays) timer = setTimeout(() => (panel.matches(":hover, :focus-within") ? closeLater() : close()), NOTICE_DURATION);
  };
  const drawn = ({ tone, buttons }) => {
    const json = JSON.stringify(buttons);
    if (json !== lastButtons) [lastButtons, drawnAt] = [json, performance.now()];
    stays = tone !== "done";
    closeLater();
  };
  const accepts = ({ isTrusted }) => {
    const isReady = performance.now() - drawnAt >= NOTICE_DELAY;
    if (!isReady) drawnAt = performance.now(); // repeated clicks stay ignored
    return isTrusted && isReady;
  };
  return { close, drawn, accepts };
}

function piece(tag, style) {
  const element = document.createElement(tag);
  Object.assign(element.style, style);
  return element;
}

function noticeButton({ label, choice, opensQuestion }, { lang }) {
  const style = { font: "inherit", color: "inherit", background: "transparent", cursor: "pointer",
    border: "1px solid currentColor", borderRadius: "8px", padding: "5px 12px", minHeight: "34px" };
  const onclick = (event) => {
    if (!jingduNotice?.accepts(event)) return;
    (globalThis.browser ?? globalThis.chrome).runtime.sendMessage({ kind: "notice", choice }).catch(() => {});
    if (!opensQuestion && choice !== "stop") jingduNotice.close();
  };
  return Object.assign(piece("button", style), { type: "button", lang, textContent: label, onclick });
}

function progressOf({ progress }) {
  const bar = piece("progress", { width: "100%", marginTop: "8px" });
  return progress ? [Object.assign(bar, { max: progress[1], value: progress[0] })] : [];
}

function closeButton({ close, lang }) {
  const style = { position: "absolute", inset: "6px 6px auto auto", width: "32px", height: "32px",
    font: "20px/1 system-ui", color: "inherit", background: "transparent", border: 0, cursor: "pointer" };
  const press = { onclick: () => jingduNotice?.close() };
  return Object.assign(piece("button", style), { type: "button", lang, textContent: "×", ariaLabel: close, ...press });
}
