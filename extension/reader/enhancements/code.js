/** Syntax highlighting, and buttons to copy and wrap code. Elements are built from highlight.js's tree, not its HTML. @module */
import { el, iconButton, t, uiLanguage } from "../../shared/dom.js";

/** Maximum characters of highlighted code; languages that are never guessed, because prose and other code often fit them. */
const MAX_LENGTH = 60_000;
const UNLIKELY = ["less", "scss", "vbnet"];

/** Colours in enhancements.css by the first part of a scope. */
const COLOURS = {
  keyword: "key", built_in: "key", literal: "num", number: "num", string: "str", regexp: "str", char: "str", subst: "plain",
  comment: "com", quote: "com", doctag: "com", meta: "com", title: "name", name: "key", attr: "name", attribute: "name",
  "selector-tag": "key", "selector-class": "name", "selector-id": "name", property: "name", type: "num", symbol: "num",
  variable: "num", "template-variable": "num", link: "str", bullet: "key", section: "name", addition: "str", deletion: "key", tag: "plain",
};

/** @param {{children: Array<string | object>, scope?: string}} node @returns {Node} */
function nodeOf(node) {
  if (typeof node === "string") return document.createTextNode(node);
  const colour = COLOURS[node.scope?.split(".")[0]];
  const part = colour ? el("span", { class: `code-${colour}` }) : document.createDocumentFragment();
  part.append(...(node.children ?? []).map(nodeOf));
  return part;
}

/** highlight.js's tree, or null if the language is unknown: a guess must be relevant, the more so the longer the code. */
function treeOf(hljs, code) {
  const text = code.textContent;
  const language = /language-([\w+#.-]+)/.exec(code.className)?.[1];
  if (text.length > MAX_LENGTH || code.querySelector(":not(span)")) return null;
  if (language && hljs.getLanguage(language)) return hljs.highlight(text, { language, ignoreIllegals: true })._emitter.rootNode;
  const guess = hljs.highlightAuto(text, hljs.listLanguages().filter((name) => !UNLIKELY.includes(name)));
  return guess.relevance >= Math.max(8, text.length / 50) ? guess._emitter.rootNode : null;
}

/** @param {Element[]} codes */
async function highlightAll(codes) {
  if (!codes.length) return;
  const { default: hljs } = await import("../../vendor/highlight/highlight.min.js");
  for (const code of codes) {
    const tree = treeOf(hljs, code);
    if (tree) code.replaceChildren(nodeOf(tree));
    await new Promise((resolve) => setTimeout(resolve)); // yield to the page
  }
}

/** Add the buttons, which have no text content, so that the article's text is unchanged. */
function addButtons(pre) {
  const status = el("span", { role: "status", class: "part-said", lang: uiLanguage() });
  const write = async () => {
    await navigator.clipboard.writeText(pre.textContent.replace(/\n$/, ""));
    copy.dataset.done = "";
    status.ariaLabel = t("copied");
    setTimeout(() => delete copy.dataset.done, 2000);
  };
  const copy = iconButton("", t("copyCode"), write, { class: "code-copy", lang: uiLanguage() });
  const wrap = iconButton("⏎", t("wrapLines"), toggleWrapped, { class: "code-wrap", "aria-pressed": wrapped, lang: uiLanguage() });
  pre.after(wrap, copy, status);
}

let wrapped = false;

function toggleWrapped() {
  wrapped = !wrapped;
  document.querySelector("main")?.classList.toggle("code-wrapped", wrapped);
  for (const one of document.querySelectorAll(".code-wrap")) one.ariaPressed = String(wrapped);
}

export function useCode(main) {
  const fresh = [...main.querySelectorAll(".code-frame > pre:only-child")];
  fresh.forEach(addButtons);
  return highlightAll(fresh.map((pre) => pre.querySelector(":scope > code")).filter(Boolean));
}
