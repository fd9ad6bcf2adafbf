/** Sanitizes articles with DOMPurify, after the host's own allow-list. It returns nodes, never a string. @module */
import "../../vendor/dompurify/purify.min.js";

const { DOMPurify } = globalThis;

const words = (text) => text.trim().split(/\s+/);

/** Allowed elements: no style, svg, form, frame, media or template. */
export const ELEMENTS = words(`
  p h1 h2 h3 h4 h5 h6 br hr blockquote pre code kbd samp var
  ul ol li dl dt dd table caption thead tbody tr th td figure figcaption img details summary section header
  a em strong b i u s small sub sup mark abbr cite q dfn del ins bdi bdo ruby rt rp wbr
`);

/** Presentation MathML; annotation-xml could contain HTML. */
export const MATH = words(`
  math mrow mi mn mo mtext ms mspace mfrac msqrt mroot mstyle merror mpadded mphantom menclose
  msub msup msubsup munder mover munderover mmultiscripts mprescripts mtable mtr mtd
`);

const ADDRESSES = words("href src");
const PLAIN = words("alt title width height colspan rowspan scope dir id class start type value open");

const FORMULA = words(`
  display alttext mathvariant displaystyle scriptlevel linethickness stretchy fence separator form
  lspace rspace minsize maxsize largeop movablelimits accent accentunder notation
  columnalign rowalign columnspan depth
`);

export const ATTRIBUTES = [...ADDRESSES, ...PLAIN, ...FORMULA];

const LINK = /^(?:https?:\/\/|mailto:|tel:|#jd-)/i;
/** Whether a link is allowed and valid. */
const isLink = (address) => LINK.test(address) && address.isWellFormed() && (address.startsWith("#") || URL.canParse(address));
/** `data:` is an inline picture, `jd-asset:` a saved article's picture, which body.js replaces before it is in the document. */
const PICTURE = /^(?:https?:\/\/|data:image\/(?:png|jpe?g|gif|webp|avif);base64,|jd-asset:[\w.%-]+$)/i;
const ADDRESS = /^(?:https?:\/\/|mailto:|tel:|#jd-|jd-asset:)/i;
const CLASS = /^(?:language-[a-z][\w+#.-]{0,20}|math|display|infobox|admonition)$/;

/** Checks of attribute values. */
const GUARDS = { href: isLink, src: (address) => PICTURE.test(address), id: (name) => /^jd-\S+$/.test(name), type: (style) => /^[ai]$/i.test(style), value: (number) => /^\d+$/.test(number) };

/** The only element allowed to have the attribute: in MathML, `href` would make any element a link. */
const OWNERS = { href: "a", src: "img", type: "ol", value: "li" };

/** DOMPurify's hook, called after its own checks of an attribute. */
function checkAttribute(node, attribute) {
  const { attrName, attrValue } = attribute;
  if (attrName === "class") {
    attribute.attrValue = words(attrValue).filter((name) => CLASS.test(name)).join(" ");
    attribute.keepAttr = attribute.attrValue !== "";
  } else if (Object.hasOwn(GUARDS, attrName)) {
    attribute.keepAttr &&= GUARDS[attrName](attrValue) && (OWNERS[attrName] ?? node.localName) === node.localName;
  }
}

DOMPurify.addHook("uponSanitizeAttribute", checkAttribute);

const RULES = Object.freeze({
  ALLOWED_TAGS: [...ELEMENTS, ...MATH, "#text"],
  ALLOWED_ATTR: ATTRIBUTES,
  ALLOWED_URI_REGEXP: ADDRESS,
  ADD_URI_SAFE_ATTR: [...PLAIN, ...FORMULA], // not addresses
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  FORBID_CONTENTS: words("script style template noscript svg iframe object embed textarea select title head"),
  RETURN_DOM_FRAGMENT: true,
});

/** Sanitize HTML. @param {string} html @returns {DocumentFragment} */
export const clean = (html) => DOMPurify.sanitize(html, RULES);
