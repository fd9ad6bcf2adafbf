/** The second of two allow-lists an article passes; the host's is the first. DOMPurify gives back nodes, never a string. */
import "../../vendor/dompurify/purify.min.js";

const { DOMPurify } = globalThis;

const words = (text) => text.trim().split(/\s+/);

/** Elements an article may hold. No style, svg, form, frame, media or template. */
export const ELEMENTS = words(`
  p h1 h2 h3 h4 h5 h6 br hr blockquote pre code kbd samp var
  ul ol li dl dt dd table caption thead tbody tr th td figure figcaption img details summary section header
  a em strong b i u s small sub sup mark abbr cite q dfn del ins bdi bdo ruby rt rp
`);

/** The part of MathML Core that shows formulas; annotation-xml would let HTML back in. */
export const MATH = words(`
  math mrow mi mn mo mtext ms mspace mfrac msqrt mroot mstyle merror mpadded mphantom menclose
  msub msup msubsup munder mover munderover mmultiscripts mprescripts mtable mtr mtd
`);

const ADDRESSES = words("href src");

const PLAIN = words("alt title width height colspan rowspan scope dir id class start open");

const FORMULA = words(`
  display alttext mathvariant displaystyle scriptlevel linethickness stretchy fence separator form
  lspace rspace minsize maxsize largeop movablelimits accent accentunder notation
  columnalign rowalign columnspan depth
`);

export const ATTRIBUTES = [...ADDRESSES, ...PLAIN, ...FORMULA];

const LINK = /^(?:https?:\/\/|mailto:|tel:|#jd-)/i;
/** A link that no browser can read would lead to an empty page. */
const isLink = (address) => LINK.test(address) && address.isWellFormed() && (address.startsWith("#") || URL.canParse(address));
/** Of a kept article by its name; body.js sees to it that no browser meets that. */
const PICTURE = /^(?:https?:\/\/|jd-asset:[\w.%-]+$)/i;
const ADDRESS = /^(?:https?:\/\/|mailto:|tel:|#jd-|jd-asset:)/i;
const CLASS = /^(?:language-[a-z][\w+#.-]{0,20}|math|display|infobox)$/;

/** For each guarded attribute, whether its value may stand. */
const GUARDS = { href: isLink, src: (address) => PICTURE.test(address), id: (name) => /^jd-\S+$/.test(name) };

/** The only element that each kind of address may stand at: an `href` would make a link of any part of a formula. */
const OWNERS = { href: "a", src: "img" };

/** DOMPurify's hook: decides about one attribute after DOMPurify's own checks. */
function judgeAttribute(node, attribute) {
  const { attrName, attrValue } = attribute;
  if (attrName === "class") {
    attribute.attrValue = words(attrValue).filter((name) => CLASS.test(name)).join(" ");
    attribute.keepAttr = attribute.attrValue !== "";
  } else if (Object.hasOwn(GUARDS, attrName)) {
    attribute.keepAttr &&= GUARDS[attrName](attrValue) && (OWNERS[attrName] ?? node.localName) === node.localName;
  }
}

DOMPurify.addHook("uponSanitizeAttribute", judgeAttribute);

const RULES = Object.freeze({
  ALLOWED_TAGS: [...ELEMENTS, ...MATH, "#text"],
  ALLOWED_ATTR: ATTRIBUTES,
  ALLOWED_URI_REGEXP: ADDRESS,
  ADD_URI_SAFE_ATTR: [...PLAIN, ...FORMULA], // no addresses, so not to be judged as such
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  FORBID_CONTENTS: words("script style template noscript svg iframe object embed textarea select title head"),
  RETURN_DOM_FRAGMENT: true,
});

/** The article's HTML as nodes that hold nothing but the lists above. @param {string} html @returns {DocumentFragment} */
export const clean = (html) => DOMPurify.sanitize(html, RULES);
