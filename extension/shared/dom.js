/** Elements, and messages in the user's language. @module */
import { browser } from "./browser.js";

/** The messages in their file, by key; read only if the browser has none. @type {Record<string, {message: string, placeholders?: object}>} */
let messages;

/** Read the messages of a language, or else English ones; synchronously, as `t` is. @param {string} language as its folder is named */
function readMessages(language) {
  try {
    const request = new XMLHttpRequest();
    request.open("GET", `/_locales/${language}/messages.json`, false);
    request.send();
    return JSON.parse(request.responseText);
  } catch {
    return language === "en" ? {} : readMessages("en");
  }
}

/** A message from its file. Chromium asks for the messages once per process, and keeps the answer even if it is empty. */
function fromFile(key, values) {
  if (browser.i18n.getMessage("uiLanguage") || !globalThis.XMLHttpRequest) return "";
  const { message = "", placeholders = {} } = (messages ??= readMessages(browser.i18n.getUILanguage().replace("-", "_")))[key] ?? {};
  const numbered = message.replace(/\$(\w+)\$/g, (_, name) => placeholders[name.toLowerCase()].content);
  return numbered.replace(/\$(\d)/g, (_, number) => values[number - 1] ?? "");
}

/** A message; "" if there is none. @param {string} key @param {...(string | number)} values for `$1`, `$2` … */
export const t = (key, ...values) => browser.i18n.getMessage(key, values.map(String)) || fromFile(key, values);

/** The language of our messages (BCP 47), which can differ from the browser's. */
export const uiLanguage = () => t("uiLanguage");

/** Attributes for messages. */
export const uiText = () => ({ lang: uiLanguage(), dir: t("uiDirection") });

const isGiven = (value) => (value ?? false) !== false;

/**
 * Create an element. Strings become text nodes, never markup; null, undefined and false are omitted.
 * @template {keyof HTMLElementTagNameMap} T @param {T} tag @param {Record<string, string | number | null | undefined | false>} [attributes]
 * @param {...(Node | string | null | undefined | false)} children @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (isGiven(value)) element.setAttribute(name, String(value));
  element.append(...children.filter(isGiven));
  return element;
}

/** @param {string | Node} label @param {(event: MouseEvent) => unknown} act @param {object} [attributes] */
export function button(label, act, attributes = {}) {
  const element = el("button", { type: "button", ...attributes }, label);
  element.addEventListener("click", act);
  return element;
}

/** A button that shows only an icon. @param {Node} icon @param {string} label @param {(event: MouseEvent) => unknown} act */
export const iconButton = (icon, label, act, attributes = {}) => button(icon, act, { "aria-label": label, title: label, ...attributes });

/** A checkbox with a label. @param {string} id @param {string} label @param {(on: boolean) => unknown} act */
export function checkbox(id, label, act, checked = false) {
  const box = el("input", { type: "checkbox", id, checked: checked && "" });
  box.addEventListener("change", () => act(box.checked));
  return { box, row: el("p", { class: "choice" }, box, " ", el("label", { for: id }, label)) };
}

/** Limit calls of `act` to one per animation frame. @param {() => void} act */
export function inFrame(act) {
  let request = 0;
  return () => (request ||= requestAnimationFrame(() => {
    request = 0;
    act();
  }));
}

/** Call `act` once calls pause for some milliseconds. @param {() => void} act @param {number} pause */
export function debounced(act, pause) {
  let timer = 0;
  return () => (clearTimeout(timer), (timer = setTimeout(act, pause)));
}

/** Load a style sheet, once. @param {string} href @returns {Promise<unknown> | undefined} resolves when it has loaded */
export function useStyle(href) {
  if (document.querySelector(`link[href="${href}"]`)) return undefined;
  const link = el("link", { rel: "stylesheet", href });
  document.head.append(link);
  return new Promise((resolve) => ["load", "error"].forEach((kind) => link.addEventListener(kind, resolve)));
}

/** Set the page's language, direction and title. @param {string} [title] */
export function startPage(title) {
  Object.assign(document.documentElement, uiText());
  if (title) document.title = title;
}

/** A valid http(s) address, else null. @param {string | null | undefined} address */
export function webAddress(address) {
  const url = URL.parse(address ?? "");
  return url?.protocol === "https:" || url?.protocol === "http:" ? url.href : null;
}
