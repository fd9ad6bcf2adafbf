/**
 * Whether a page looks like an article: enough running text under one roof; a Chinese character counts as three Latin ones.
 * A classic script: runs on the pages of sites whose articles open automatically.
 */
(() => {
  /** Latin characters of a running text, and of all under one roof; elements read. */
  const MIN = { text: 60, roof: 1000, declared: 500 };
  const MAX_ELEMENTS = 4000;

  const WIDE = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g;
  const SENTENCE = /[.!?…。！？，、；;,]/;
  const BESIDE = "nav,aside,footer,form,a,button,[class*=comment i],[id*=comment i],[class*=cookie i],[aria-hidden=true]";

  const lengthOf = (text) => text.length + 2 * (text.match(WIDE)?.length ?? 0);

  /** The running text of an element's own text nodes and of the inline elements among them. */
  function ownText(element) {
    let text = "";
    for (const child of element.childNodes)
      if (child.nodeType === Node.TEXT_NODE || /^(?:B|I|EM|STRONG|SPAN|FONT|CODE|SUP|SUB|MARK)$/.test(child.nodeName)) text += child.textContent;
    return text.trim();
  }

  /** How much text runs under the roof that has the most. */
  function mostText() {
    const roofs = new Map();
    const candidates = document.body?.querySelectorAll("p,pre,blockquote,section,div,td,article,li") ?? [];
    for (const element of Array.from(candidates).slice(0, MAX_ELEMENTS)) {
      const text = ownText(element);
      const length = lengthOf(text);
      if (length < MIN.text || !SENTENCE.test(text) || element.closest(BESIDE) || !element.checkVisibility()) continue;
      for (const roof of [element, element.parentElement, element.parentElement?.parentElement])
        if (roof && roof !== document.body?.parentElement) roofs.set(roof, (roofs.get(roof) ?? 0) + length);
    }
    return Math.max(0, ...roofs.values());
  }

  function report(fresh) {
    const isDeclared = document.querySelector("meta[property='og:type' i]")?.content === "article";
    const article = mostText() >= (isDeclared ? MIN.declared : MIN.roof);
    (globalThis.browser ?? globalThis.chrome).runtime.sendMessage({ kind: "looks", article, fresh }).catch(() => {});
    return article;
  }

  addEventListener("pageshow", (event) => event.persisted && report(false));
  // Who came back, or reloads, wants the page.
  report(performance.getEntriesByType("navigation")[0]?.type === "navigate");
})();
