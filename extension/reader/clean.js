/**
 * The second of two allow-lists an article passes (the host's is the first, and a test
 * holds the two together). DOMPurify parses the HTML in an inert document and gives back
 * nodes; nothing is turned into a string again after it.
 */
import "../vendor/dompurify/purify.min.js";

const { DOMPurify } = globalThis;

const words = (text) => text.trim().split(/\s+/);

/** Elements an article may hold. No style, svg, form, frame, media or template. */
export const ELEMENTS = words(`
  p h1 h2 h3 h4 h5 h6 section div span br hr wbr blockquote pre code kbd samp var
  ul ol li dl dt dd table caption colgroup col thead tbody tfoot tr th td
  figure figcaption img picture source details summary
  a em strong b i u s small sub sup mark abbr cite q dfn time del ins bdi bdo ruby rt rp rb rtc
`);

/** The part of MathML Core that shows formulas; annotation-xml would let HTML back in. */
export const MATH = words(`
  math semantics annotation mrow mi mn mo mtext mspace ms mfrac msqrt mroot mstyle merror mpadded mphantom
  msub msup msubsup munder mover munderover mmultiscripts mprescripts none mtable mtr mtd mlabeledtr
  menclose mfenced maction
`);

/** Attributes that hold an address; each has its own check below. */
const ADDRESSES = words("href src srcset cite");

/** Attributes that hold none. */
export const ATTRIBUTES = words(`
  alt title width height sizes media type colspan rowspan span scope headers abbr dir lang id class
  datetime start reversed value open
  display encoding mathvariant mathsize displaystyle scriptlevel linethickness stretchy symmetric fence
  separator form lspace rspace minsize maxsize largeop movablelimits accent accentunder notation
  columnalign rowalign columnspan columnlines rowlines frame columnspacing rowspacing depth voffset
`);

const LINK = /^(?:https?:\/\/|mailto:|#jd-)/i;
const PICTURE = /^(?:https?:\/\/|data:image\/(?:png|jpe?g|gif|webp|avif|bmp);base64,)/i;
const CANDIDATES = /^\s*https?:\/\/\S+(?:\s+[\d.]+[wx])?(?:\s*,\s+https?:\/\/\S+(?:\s+[\d.]+[wx])?)*\s*$/i;
const CLASS = /^(?:language-[\w+#.-]+|math(?:-[\w-]+)?|footnotes?(?:-[\w-]+)?)$/;

/** For each guarded attribute, what its value must look like. */
const GUARDS = { href: LINK, src: PICTURE, srcset: CANDIDATES, cite: /^https?:\/\//i, id: /^jd-[^\s]+$/ };

/** DOMPurify's hook: decides about one attribute after DOMPurify's own checks. */
function judgeAttribute(_node, attribute) {
  const { attrName, attrValue } = attribute;
  if (attrName === "class") {
    attribute.attrValue = words(attrValue).filter((name) => CLASS.test(name)).join(" ");
    attribute.keepAttr = attribute.attrValue !== "";
  } else if (attrName in GUARDS && !GUARDS[attrName].test(attrValue)) {
    attribute.keepAttr = false;
  }
}

DOMPurify.addHook("uponSanitizeAttribute", judgeAttribute);

const RULES = Object.freeze({
  ALLOWED_TAGS: [...ELEMENTS, ...MATH, "#text"],
  ALLOWED_ATTR: [...ADDRESSES, ...ATTRIBUTES],
  // What DOMPurify itself takes for an address, and which attributes it need not look at.
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|#jd-|\s*https?:)/i,
  ADD_URI_SAFE_ATTR: ATTRIBUTES,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  FORBID_CONTENTS: words("script style template noscript iframe object embed svg textarea select option title head"),
  RETURN_DOM_FRAGMENT: true,
});

/**
 * The article's HTML as nodes that hold nothing but the lists above.
 * @param {string} html
 * @returns {DocumentFragment}
 */
export const clean = (html) => DOMPurify.sanitize(html, RULES);
