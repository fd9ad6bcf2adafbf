/**
 * The user's selection as HTML, cut out of the copy so that the live page stays as it is.
 * A classic script: runs in the extension's isolated world, before page.js.
 */

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
