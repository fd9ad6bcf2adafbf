/** Building elements, and the messages in the user's language. */
import { browser } from "./browser.js";

/** A message; "" where there is none. @param {string} key @param {...(string | number)} values for `$1`, `$2` … */
export const t = (key, ...values) => browser.i18n.getMessage(key, values.map(String));

/** The language of our own messages, as a BCP 47 tag; the browser's may be one that we have no messages in. */
export const uiLanguage = () => t("uiLanguage");

/**
 * An element. Strings among the children become text nodes, never markup; attributes and
 * children that are null, undefined or false are left out.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | number | null | undefined | false>} [attributes]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** @param {string | Node} label @param {(event: MouseEvent) => unknown} act @param {object} [attributes] */
export function button(label, act, attributes = {}) {
  const element = el("button", { type: "button", ...attributes }, label);
  element.addEventListener("click", act);
  return element;
}

/** A button with an icon alone. @param {Node} icon @param {string} label @param {(event: MouseEvent) => unknown} act */
export const iconButton = (icon, label, act, attributes = {}) => button(icon, act, { "aria-label": label, title: label, ...attributes });

/** A checkbox and its label. @param {string} id @param {string} label @param {(on: boolean) => unknown} act */
export function checkbox(id, label, act, checked = false) {
  const box = el("input", { type: "checkbox", id, checked: checked && "" });
  box.addEventListener("change", () => act(box.checked));
  return { box, row: el("p", { class: "choice" }, box, " ", el("label", { for: id }, label)) };
}

/** A function that has `act` called with the next frame, once however often it is called. @param {() => void} act */
export function inFrame(act) {
  let asked = 0;
  return () => (asked ||= requestAnimationFrame(() => {
    asked = 0;
    act();
  }));
}

/** Load a style sheet, once. @param {string} href @returns {Promise<unknown> | undefined} resolves when it is there */
export function useStyle(href) {
  if (document.querySelector(`link[href="${href}"]`)) return undefined;
  const link = el("link", { rel: "stylesheet", href });
  document.head.append(link);
  return new Promise((resolve) => ["load", "error"].forEach((kind) => link.addEventListener(kind, resolve)));
}

/** Set the page's language and direction, and its title where there is one. @param {string} [title] */
export function startPage(title) {
  Object.assign(document.documentElement, { lang: uiLanguage(), dir: t("uiDirection") });
  if (title) document.title = title;
}

/** A web address that may be linked or loaded, else null. @param {string | null | undefined} address */
export function webAddress(address) {
  const url = URL.parse(address ?? "");
  return url?.protocol === "https:" || url?.protocol === "http:" ? url.href : null;
}
