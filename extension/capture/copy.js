/**
 * A copy of the page as the user sees it, and the selection cut out of it, in an inert document: no picture loads, no custom
 * element runs. The browser clones and writes it; JavaScript looks only at the elements that may need a change.
 * A classic script: runs in the extension's isolated world, before page.js.
 */

/** What may need a change: elements that can hold a shadow root, be hidden as a block, or load. */
var LOOKED_AT = [
  "body,main,article,section,div,nav,aside,header,footer,p,ul,ol,dl,table,form,figure,blockquote,details,dialog",
  "h1:empty,h2:empty,h3:empty,h4:empty,h5:empty,h6:empty,span:empty",
  "iframe,frame,noscript,slot,img[srcset],picture>img",
].join();

/** What extraction never needs. JSON-LD and TeX stay, and the links that say what the page is. */
var NEVER_NEEDED = [
  "script:not([type='application/ld+json' i],[type^='math/tex' i])",
  "link:not([rel~=canonical i],[rel~=author i],[rel~=license i],[rel~=icon i])",
  "style,template,svg",
].join();

/** Longer `data:` addresses, in characters, stay behind: most are placeholders, and each costs. */
var MAX_DATA_ADDRESS = 2048;

/** The document of a copy, the first selection, and the `markup` of noscripts by number, for which tokens stand.
 * @typedef {{inert: Document, selection: string, selected: number, token: string, markup: string[]}} Shot */

/** A copy of a document's root or body, lightened; a selection in it goes into `shot`. */
function copyOfRoot(root, shot) {
  const copy = shot.inert.importNode(root, true);
  const selected = selectionIn(copy, root);
  repair(root, copy, shot);
  lighten(copy);
  if (!shot.selection) takeSelection(selected, shot);
  return copy;
}

function copyOf(node, shot) {
  const copy = shot.inert.importNode(node, true);
  const room = shot.inert.createDocumentFragment(); // a slot can give way only where it has a parent
  room.append(copy);
  if (node.nodeType === Node.ELEMENT_NODE) repair(node, copy, shot);
  return room;
}

/**
 * Make `copy`, a plain clone of `live`, show what the user sees. Twins are found by their order. What is in an element with a
 * shadow root is seen only through its slots: `copyOf` meets it again there.
 */
function repair(live, copy, shot) {
  const kind = hasCustomElements(live) ? "*" : LOOKED_AT;
  const twins = copy.querySelectorAll(kind); // a twin is read only where it must change: reads add up
  const walk = { host: null, unseen: null };
  repairOne(live, () => copy, walk, shot);
  live.querySelectorAll(kind).forEach((element, place) => repairOne(element, () => twins[place], walk, shot));
}

/** Mark an element's twin that is not shown, and repair it. `walk`: the tree around that has a shadow root, or is unseen. */
function repairOne(element, twin, walk, shot) {
  if (walk.host?.contains(element)) return;
  if (!walk.unseen?.contains(element)) {
    walk.unseen = isUnseen(element) ? element : null;
    if (walk.unseen) twin().setAttribute("data-jingdu-hidden", "");
  }
  walk.host = element.shadowRoot ? element : null;
  if (walk.host) twin().replaceChildren(...copiesOf(element.shadowRoot.childNodes, shot));
  else REPAIRS[element.localName]?.(element, twin(), shot);
}

/** What is repaired, by tag name; functions of this file. */
var REPAIRS = { __proto__: null, slot: repairSlot, iframe: repairFrame, frame: repairFrame, noscript: repairNoscript, img: repairPicture };

/** Whether a tag name under `root` has a hyphen; CSS has no selector for that. */
var hasCustomElements = (root) => root.ownerDocument.evaluate("boolean(.//*[contains(local-name(),'-')])", root, null, 3).booleanValue;

/** Whether `element` and all under it take no room; `display: contents` has no box, yet shows. */
var isUnseen = (element) => !element.checkVisibility() && getComputedStyle(element).display === "none";

var copiesOf = (nodes, shot) => Array.from(nodes, (node) => copyOf(node, shot));

/** A slot gives way to what is assigned to it, or else to its own children. */
function repairSlot(slot, twin, shot) {
  const assigned = slot.assignedNodes();
  twin.replaceWith(...(assigned.length ? copiesOf(assigned, shot) : twin.childNodes));
}

/** A frame of the same origin gives way to its body; of another origin, it stays as it is. */
function repairFrame(frame, twin, shot) {
  const inside = mayHoldText(frame) ? frame.contentDocument : null;
  if (!inside?.body) return;
  const room = shot.inert.createElement("div");
  room.setAttribute("data-jingdu-frame", "");
  const copy = copyOfRoot(inside.body, shot);
  if (inside.baseURI !== document.baseURI) makeAbsolute(copy, inside.baseURI);
  room.append(...copy.childNodes);
  twin.replaceWith(room);
}

/** CSS pixels from which a frame may hold text; one without an address is most often an advertisement or empty. */
var ROOM_FOR_TEXT = { addressed: [200, 100], bare: [400, 400] };

/** Whether a frame is worth opening, judged from outside: the first look inside costs 1 to 5 ms. */
function mayHoldText(frame) {
  const inline = frame.hasAttribute("srcdoc");
  const address = URL.parse(frame.getAttribute("src") ?? "about:blank", document.baseURI);
  const addressed = inline || /^(https?|blob|file):/.test(address?.protocol);
  if (addressed && !inline && address.origin !== origin) return false;
  const [width, height] = addressed ? ROOM_FOR_TEXT.addressed : ROOM_FOR_TEXT.bare;
  return frame.offsetWidth >= width && frame.offsetHeight >= height;
}

/** Addresses in a frame are relative to the frame's own, which the flattened page doesn't tell. */
function makeAbsolute(copy, base) {
  for (const name of ["href", "src", "poster", "data-src", "data-original"])
    for (const element of copy.querySelectorAll(`[${name}]`))
      if (URL.canParse(element.getAttribute(name), base))
        element.setAttribute(name, new URL(element.getAttribute(name), base).href);
  for (const element of copy.querySelectorAll("[srcset]")) element.removeAttribute("srcset");
}

/** A noscript's text is markup, which an inert document would escape: a token keeps its place until all is written. */
function repairNoscript(noscript, twin, shot) {
  const text = noscript.textContent;
  const counts = /<(?:img|picture|video|iframe)\b/i.test(text);
  twin.textContent = counts ? `${shot.token}${shot.markup.push(text) - 1};` : "";
}

/** Written HTML with the markup of noscripts in place of their tokens. */
var withMarkup = (html, { token, markup }) =>
  markup.length ? html.replaceAll(new RegExp(`${token}(\\d+);`, "g"), (_, place) => markup[place]) : html;

/** Of several sizes of a picture, the one on the screen; `srcset` stays too. */
function repairPicture(picture, twin) {
  if (/^https?:/.test(picture.currentSrc) && picture.naturalWidth > 1) twin.setAttribute("src", picture.currentSrc);
}

/** Take out of the finished `copy` what extraction never needs. */
function lighten(copy) {
  for (const element of copy.querySelectorAll(NEVER_NEEDED)) element.remove();
  for (const element of copy.querySelectorAll("[src^='data:'],[href^='data:'],[poster^='data:']"))
    for (const name of ["src", "href", "poster"])
      if (element.getAttribute(name)?.length > MAX_DATA_ADDRESS) element.removeAttribute(name);
  const comments = copy.ownerDocument.createNodeIterator(copy, NodeFilter.SHOW_COMMENT);
  for (let comment; (comment = comments.nextNode()); ) comment.remove();
}

/** Elements without which their content loses its sense: a selection in a `pre` is code. */
var FRAMING = "pre,code,ul,ol,table,thead,tbody,tr,blockquote,p,h1,h2,h3,h4,h5,h6";

/** A range over the copy, while that is still a plain clone, of what is selected on the page, or null. It follows all changes. */
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
  const place = Array.prototype.indexOf.call(node.parentNode.childNodes, node);
  return twinOf(node.parentNode, live, copy).childNodes[place];
}

function takeSelection(range, shot) {
  const text = range?.toString().trim();
  if (!text) return;
  shot.selection = withMarkup(htmlOf(range), shot);
  shot.selected = text.length;
}

/** The range's HTML inside shallow copies of the elements that give it its sense. */
function htmlOf(range) {
  const common = range.commonAncestorContainer;
  let content = range.cloneContents();
  for (let at = common.nodeType === Node.ELEMENT_NODE ? common : common.parentElement; at; at = at.parentElement) {
    if (!at.matches(FRAMING)) continue;
    const frame = at.cloneNode(false);
    frame.append(content);
    content = frame;
  }
  const room = range.startContainer.ownerDocument.createElement("div");
  room.append(content);
  return room.getHTML();
}
