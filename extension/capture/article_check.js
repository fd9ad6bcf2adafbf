/**
 * Reports whether a page looks like an article: whether one element contains enough prose; a CJK character counts as three
 * Latin ones. A classic script: runs on the pages of sites whose articles open automatically.
 */
(() => {
  /** Minimum characters of a paragraph, of an article, and of an article declared by `og:type`. */
  const MIN = { paragraph: 60, article: 1000, declared: 500 };
  const MAX_ELEMENTS = 4000;

  const WIDE = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g;
  const SENTENCE = /[.!?…。！？，、；;,]/;
  const BOILERPLATE = "nav,aside,footer,form,a,button,[class*=comment i],[id*=comment i],[class*=cookie i],[aria-hidden=true]";

  const lengthOf = (text) => text.length + 2 * (text.match(WIDE)?.length ?? 0);

  /** The text of an element's text nodes and inline children. */
  function ownText(element) {
    let text = "";
    for (const child of element.childNodes)
      if (child.nodeType === Node.TEXT_NODE || /^(?:B|I|EM|STRONG|SPAN|FONT|CODE|SUP|SUB|MARK)$/.test(child.nodeName)) text += child.textContent;
    return text.trim();
  }

  /** The largest amount of prose within a paragraph, its parent or its grandparent. */
  function maxTextLength() {
    const lengths = new Map();
    const candidates = document.body?.querySelectorAll("p,pre,blockquote,section,div,td,article,li") ?? [];
    for (const element of Array.from(candidates).slice(0, MAX_ELEMENTS)) {
      const text = ownText(element);
      const length = lengthOf(text);
      if (length < MIN.paragraph || !SENTENCE.test(text) || element.closest(BOILERPLATE) || !element.checkVisibility()) continue;
      for (const container of [element, element.parentElement, element.parentElement?.parentElement])
        if (container && container !== document.body?.parentElement) lengths.set(container, (lengths.get(container) ?? 0) + length);
    }
    return Math.max(0, ...lengths.values());
  }

  function report(fresh) {
    const isDeclared = document.querySelector("meta[property='og:type' i]")?.content === "article";
    const article = maxTextLength() >= (isDeclared ? MIN.declared : MIN.article);
    (globalThis.browser ?? globalThis.chrome).runtime.sendMessage({ kind: "looks", article, fresh }).catch(() => {});
    return article;
  }

  addEventListener("pageshow", (event) => event.persisted && report(false));
  // After a reload or Back, the user wants the page itself.
  report(performance.getEntriesByType("navigation")[0]?.type === "navigate");
})();
