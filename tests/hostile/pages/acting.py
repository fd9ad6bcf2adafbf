"""Scripts for hostile pages: report executed payloads, trigger event handlers, find disallowed markup."""
# ruff: noqa: E501 - one case per line

from typing import Final

from jingdu.render.clean import ATTRIBUTES, TAGS

HIT: Final = "globalThis.hit = (number) => { console.info('hit ' + number); };"
"""Defines the function that payloads call; the number identifies the page."""

TOUCH: Final = """(root) => {
  const web = /^(https?|mailto|tel):$/;
  const stay = (event) => {
    const link = event.target.closest?.("a[href]");
    const ours = location.protocol.endsWith("extension:") && link?.protocol === location.protocol;
    if (link && (ours || web.test(link.protocol) || link.getAttribute("href")?.startsWith("#"))) event.preventDefault();
  };
  addEventListener("click", stay, true);
  addEventListener("submit", (event) => event.target.action?.startsWith?.("http") || event.preventDefault(), true);
  const kinds = `mouseover mouseenter mousemove pointerdown pointerover wheel keydown keyup focus focusin blur input
    change copy paste cut dragstart drop scroll animationstart animationend transitionend beforetoggle toggle
    beforematch begin load error loadstart cuechange canplay submit message pageshow hashchange`.trim().split(/\\s+/);
  for (const element of [document.documentElement, document.body, ...document.querySelectorAll(`${root} *`)]) {
    if (root.startsWith("main") && element.closest("button, .always")) continue; // the reader's own controls
    if (!element.attributes.length && !element.shadowRoot) continue; // neither handlers nor addresses
    if (element.loading === "lazy") element.loading = "eager";
    if (element.localName === "details") element.open = !element.open;
    for (const kind of kinds) element.dispatchEvent(new Event(kind, { bubbles: false, cancelable: true }));
    if (element.tabIndex >= 0 && element.localName !== "a") element.focus?.({ preventScroll: true });
    if (/^(a|area|button|input|summary)$/.test(element.localName))
      element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  }
  removeEventListener("click", stay, true);
}"""
"""Dispatches events to, focuses and clicks every element below ``root``, without following links to the web."""

DISALLOWED: Final = """([root, tags, attributes]) => {
  const allowed = new Set(tags), known = new Set(attributes), odd = [];
  const place = document.querySelector(root);
  const of = (node) => (node.parentElement ?? node).closest?.("[data-v]")?.dataset.v ?? "?";
  const report = (node, words) => odd.push(`${of(node)}: ${words}`.slice(0, 200));
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_ALL);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.nodeType === Node.TEXT_NODE) continue;
    if (node.dataset?.v) {
      if (node.parentElement !== place) report(node, "a nested section");
      continue;
    }
    if (node.nodeType !== Node.ELEMENT_NODE || !allowed.has(node.localName)) report(node, node.nodeName);
    const isMath = node.namespaceURI === "http://www.w3.org/1998/Math/MathML";
    if (!isMath && node.namespaceURI !== "http://www.w3.org/1999/xhtml") report(node, node.namespaceURI);
    for (const { name, value } of node.attributes ?? []) {
      if (!known.has(name)) report(node, `${node.nodeName} ${name}`);
      if (name === "href" && !/^(https?:\\/\\/|mailto:|tel:|#jd-)/i.test(value)) report(node, `href ${value}`);
      if (name === "href" && isMath) report(node, `href in mathematics`);
      if (name === "src" && !/^(https?:\\/\\/|jd-asset:[\\w.%-]+$)/i.test(value)) report(node, `src ${value}`);
      if (name === "id" && !value.startsWith("jd-")) report(node, `id ${value}`);
      if (name === "class" && !/^(language-[a-z][\\w+#.-]*|math|math display|display|note|infobox|admonition|picture)$/.test(value)) report(node, `class ${value}`);
    }
  }
  return odd;
}"""
"""Every disallowed node and attribute below ``root``, with the number of its vector."""

TAG_LIST: Final = sorted(TAGS)
ATTRIBUTE_LIST: Final = sorted(set().union(*ATTRIBUTES.values()) | {"rel"})

LOADED: Final = """() => Promise.race([new Promise((enough) => setTimeout(enough, 2000)),
  Promise.all([...document.querySelectorAll("img[src]")].map((one) => one.complete || new Promise((done) => {
    one.addEventListener("load", done); one.addEventListener("error", done); })))]).then(() => 0)"""
"""Waits until all pictures have loaded or failed, at most two seconds."""

PICTURES: Final = "[...document.images].map((picture) => picture.currentSrc || picture.src)"
"""The addresses of the page's ``img`` elements, which it may request."""
