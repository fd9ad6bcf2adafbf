/** Building elements, and the words of the user's language. */
import { browser } from "./browser.js";

/**
 * The message of that key in the user's language.
 * @param {string} key
 * @param {...(string | number)} values what `$1`, `$2` … stand for
 */
export const t = (key, ...values) => browser.i18n.getMessage(key, values.map(String));

/**
 * The language our own words are in, as a BCP 47 tag. The browser's may be another one, which
 * we have no words in.
 */
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

/**
 * A web address that may be linked or loaded, else null.
 * @param {string | null | undefined} address
 */
export function webAddress(address) {
  if (!address || !URL.canParse(address)) return null;
  const url = new URL(address);
  return url.protocol === "https:" || url.protocol === "http:" ? url.href : null;
}
