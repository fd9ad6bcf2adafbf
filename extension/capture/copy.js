/**
 * Copies the page as the user sees it, and the selection, into an inert document, in which no picture loads and no custom
 * element runs. For speed, the browser clones the tree and scripts inspect only elements that may need a change.
 * A classic script: runs in the extension's isolated world, before page.js.
 */

/** Elements that may need a change, because they can have a shadow root, be hidden blocks, or load content. */
var INSPECTED = [
  "body,main,article,section,div,nav,aside,header,footer,p,ul,ol,dl,table,form,figure,blockquote,details,dialog",
  "h1:empty,h2:empty,h3:empty,h4:empty,h5:empty,h6:empty,span:empty",
  "iframe,frame,noscript,slot,img[srcset],picture>img",
].join();

/** Elements that extraction does not use. JSON-LD, TeX and metadata links are kept. */
var UNUSED = [
  "script:not([type='application/ld+json' i],[type^='math/tex' i])",
  "link:not([rel~=canonical i],[rel~=author i],[rel~=license i],[rel~=icon i])",
  "style,template,svg",
].join();

/** The outermost elements, which may lie over the page, and the minimum `z-index` of those that do; others are behind the text. */
var OUTERMOST = Array.from({ length: 5 }, (_, depth) => `:scope${">*".repeat(depth)}>:is(div,section,aside,dialog)`).join();
var OVER = 10;

/** Maximum characters of a `data:` address, and in total of longer ones that are an image's only address; others are removed. */
var MAX_DATA_ADDRESS = 2048;
var MAX_EMBEDDED = 20_000_000;

/** Attributes with another address of an image, for which the `data:` address is a placeholder. */
var OTHER_ADDRESS = /(?:src|original|lazy|file)/;

/** `markup`: the contents of noscript elements, for which numbered tokens stand until serialization.
 * @typedef {{inert: Document, selection: string, selected: number, token: string, markup: string[]}} Shot */

/** Copy a document's root or body without unused elements, and its selection into `shot`. */
function copyOfRoot(root, shot) {
  const copy = shot.inert.importNode(root, true);
  const selected = selectionIn(copy, root);
  repair(root, copy, shot);
  removeUnused(copy);
  if (!shot.selection) takeSelection(selected, shot);
  return copy;
}

function copyOf(node, shot) {
  const copy = shot.inert.importNode(node, true);
  const fragment = shot.inert.createDocumentFragment(); // `replaceWith` on a slot needs a parent
  fragment.append(copy);
  if (node.nodeType === Node.ELEMENT_NODE) repair(node, copy, shot);
  return fragment;
}

/**
 * Make `copy`, a plain clone of `live`, match what the user sees. Live and copied elements correspond by order. Children of
 * shadow hosts are skipped here: they show only through slots, where `copyOf` copies them.
 */
function repair(live, copy, shot) {
  const kind = hasCustomElements(live) ? "*" : INSPECTED;
  const twins = copy.querySelectorAll(kind); // twins are looked up lazily, for speed
  const walk = { host: null, hidden: null };
  markOverlays(live, copy);
  breakLines(live, copy);
  repairOne(live, () => copy, walk, shot);
  live.querySelectorAll(kind).forEach((element, index) => repairOne(element, () => twins[index], walk, shot));
}

/** Mark the copies of elements that lie over the page, such as a request for consent. */
function markOverlays(live, copy) {
  const twins = [copy, ...copy.querySelectorAll(OUTERMOST)];
  [live, ...live.querySelectorAll(OUTERMOST)].forEach((element, index) => {
    const { position, zIndex } = getComputedStyle(element);
    if ((position === "fixed" && Number(zIndex) >= OVER) || element.matches(":modal")) twins[index].setAttribute("data-jingdu-overlay", "");
  });
}

/** Add `br` elements to the copy where a style sheet displays the text's line breaks. */
function breakLines(live, copy) {
  const shown = nodesOf(live, LINED).map((text) => keepsLines(text.parentElement));
  const twins = shown.some(Boolean) ? nodesOf(copy, LINED) : [];
  for (const twin of twins.filter((_, index) => shown[index]))
    twin.replaceWith(...twin.data.split("\n").flatMap((line, at) => (at ? [twin.ownerDocument.createElement("br"), line] : line)));
}

/** XPath of text nodes with words and line breaks. */
var LINED = "descendant::text()[normalize-space() and contains(., '\n')]";
var keepsLines = (around) => around && /^(pre|break)/.test(getComputedStyle(around).whiteSpaceCollapse) && !around.closest("pre,script,style");

/** The nodes that an XPath expression selects, in order. */
function nodesOf(root, path) {
  const found = root.ownerDocument.evaluate(path, root, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE);
  return Array.from({ length: found.snapshotLength }, (_, at) => found.snapshotItem(at));
}

/** Mark the copy of a hidden element, and repair it. `walk`: the enclosing shadow host and hidden element. */
function repairOne(element, twin, walk, shot) {
  if (walk.host?.contains(element)) return;
  if (!walk.hidden?.contains(element)) {
    walk.hidden = isHidden(element) ? element : null;
    if (walk.hidden) twin().setAttribute("data-jingdu-hidden", "");
  }
  walk.host = element.shadowRoot ? element : null;
  if (walk.host) twin().replaceChildren(...copiesOf(element.shadowRoot.childNodes, shot));
  else REPAIRS[element.localName]?.(element, twin(), shot);
}

/** Repairs by tag name. */
var REPAIRS = { __proto__: null, slot: repairSlot, iframe: repairFrame, frame: repairFrame, noscript: repairNoscript, img: repairPicture };

/** Whether a tag name below `root` contains a hyphen, for which CSS has no selector. */
var hasCustomElements = (root) => root.ownerDocument.evaluate("boolean(.//*[contains(local-name(),'-')])", root, null, 3).booleanValue;

/** Whether an element and its descendants are not rendered; with `display: contents` they are. */
var isHidden = (element) => !element.checkVisibility() && getComputedStyle(element).display === "none";

var copiesOf = (nodes, shot) => Array.from(nodes, (node) => copyOf(node, shot));

/** Replace a slot with its assigned nodes, or else its fallback content. */
function repairSlot(slot, twin, shot) {
  const assigned = slot.assignedNodes();
  twin.replaceWith(...(assigned.length ? copiesOf(assigned, shot) : twin.childNodes));
}

/** Replace a frame of the same origin with its body. */
function repairFrame(frame, twin, shot) {
  const inside = mayHoldText(frame) ? frame.contentDocument : null;
  if (!inside?.body) return;
  const wrapper = shot.inert.createElement("div");
  wrapper.setAttribute("data-jingdu-frame", "");
  const copy = copyOfRoot(inside.body, shot);
  if (inside.baseURI !== document.baseURI) makeAbsolute(copy, inside.baseURI);
  wrapper.append(...copy.childNodes);
  twin.replaceWith(wrapper);
}

/** Minimum size in CSS pixels of frames with and without an address; the latter are mostly empty or advertisements. */
var MIN_FRAME = { addressed: [200, 100], bare: [400, 400] };

/** Whether a frame is worth reading, judged without access to its document, which costs 1 to 5 ms. */
function mayHoldText(frame) {
  const inline = frame.hasAttribute("srcdoc");
  const address = URL.parse(frame.getAttribute("src") ?? "about:blank", document.baseURI);
  const addressed = inline || /^(https?|blob|file):/.test(address?.protocol);
  if (addressed && !inline && address.origin !== origin) return false;
  const [width, height] = addressed ? MIN_FRAME.addressed : MIN_FRAME.bare;
  return frame.offsetWidth >= width && frame.offsetHeight >= height;
}

/** Resolve a frame's relative addresses against its own base. */
function makeAbsolute(copy, base) {
  for (const name of ["href", "src", "poster", "data-src", "data-original"])
    for (const element of copy.querySelectorAll(`[${name}]`))
      if (URL.canParse(element.getAttribute(name), base))
        element.setAttribute(name, new URL(element.getAttribute(name), base).href);
  for (const element of copy.querySelectorAll("[srcset]")) element.removeAttribute("srcset");
}

/** Replace a noscript's content with a token: as text, its markup would be escaped in serialization. */
function repairNoscript(noscript, twin, shot) {
  const text = noscript.textContent;
  twin.textContent = /<(?:img|picture|video|iframe)\b/i.test(text) ? `${shot.token}${shot.markup.push(text) - 1};` : "";
}

/** Replace the tokens in serialized HTML with the noscripts' markup. */
var withMarkup = (html, { token, markup }) =>
  markup.length ? html.replaceAll(new RegExp(`${token}(\\d+);`, "g"), (_, index) => markup[index]) : html;

/** Use the source that the browser has chosen; keep `srcset`. */
function repairPicture(picture, twin) {
  if (/^https?:/.test(picture.currentSrc) && picture.naturalWidth > 1) twin.setAttribute("src", picture.currentSrc);
}

/** Remove unused elements, long `data:` addresses and comments. */
function removeUnused(copy) {
  for (const element of copy.querySelectorAll(UNUSED)) element.remove();
  let room = MAX_EMBEDDED;
  for (const name of ["src", "href", "poster"])
    for (const element of copy.querySelectorAll(`[${name}^='data:']`)) {
      const { length } = element.getAttribute(name);
      if (length <= MAX_DATA_ADDRESS) continue;
      if (length <= room && isPicture(element)) room -= length;
      else element.removeAttribute(name);
    }
  for (const comment of nodesOf(copy, "descendant::comment()")) comment.remove();
}

/** Whether an element with a `data:` address is an image without another one. */
var isPicture = (element) => element.localName === "img" && !element.getAttributeNames().some((name) => name !== "src" && OTHER_ADDRESS.test(name));

/** Ancestors that give a selection its meaning, and are kept around it. */
var CONTEXT = "pre,code,ul,ol,table,thead,tbody,tr,blockquote,p,h1,h2,h3,h4,h5,h6";

/** The page's selection as a live range over `copy`, which must still be a plain clone; null if there is none. */
function selectionIn(copy, live) {
  const selection = live.ownerDocument.getSelection();
  if (!selection?.rangeCount || selection.isCollapsed) return null;
  const { startContainer, startOffset, endContainer, endOffset } = selection.getRangeAt(0);
  if (!live.contains(startContainer) || !live.contains(endContainer)) return null;
  const range = copy.ownerDocument.createRange();
  range.setStart(twinOf(startContainer, live, copy), startOffset);
  range.setEnd(twinOf(endContainer, live, copy), endOffset);
  return range;
}

function twinOf(node, live, copy) {
  if (node === live) return copy;
  return twinOf(node.parentNode, live, copy).childNodes[Array.prototype.indexOf.call(node.parentNode.childNodes, node)];
}

function takeSelection(range, shot) {
  const text = range?.toString().trim();
  if (text) Object.assign(shot, { selection: withMarkup(htmlOf(range), shot), selected: text.length });
}

/** The range's HTML within shallow copies of its context. */
function htmlOf(range) {
  const common = range.commonAncestorContainer;
  let content = range.cloneContents();
  for (let at = common.nodeType === Node.ELEMENT_NODE ? common : common.parentElement; at; at = at.parentElement) {
    if (!at.matches(CONTEXT)) continue;
    const frame = at.cloneNode(false);
    frame.append(content);
    content = frame;
  }
  const wrapper = range.startContainer.ownerDocument.createElement("div");
  wrapper.append(content);
  return wrapper.getHTML();
}
