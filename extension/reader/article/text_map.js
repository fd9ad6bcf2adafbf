/**
 * The article's text as one string, without the interface and ruby, with one line break between blocks; and the way between
 * places in it and in the page. @module
 */

const NOT_TEXT = "button, rt, rp, annotation, .left-out, .why-tip, .why-banner, .page-mark, .following, [data-interface]";

const BLOCKS = new Set(
  `p h1 h2 h3 h4 h5 h6 br hr blockquote pre ul ol li dl dt dd table caption thead tbody tfoot tr th td
  figure figcaption details summary div section header article`.split(/\s+/),
);

export class TextMap {
  #parts = [];
  #nodes = [];
  #starts = [];
  #length = 0;
  #isBreak = false;

  /** @param {Element} root */
  constructor(root) {
    this.root = root;
    this.#read(root);
    this.text = this.#parts.join("");
  }

  #read(parent) {
    for (const child of parent.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) this.#take(child);
      if (child.nodeType !== Node.ELEMENT_NODE || child.matches(NOT_TEXT)) continue;
      const isBlock = BLOCKS.has(child.localName);
      this.#isBreak ||= isBlock;
      this.#read(child);
      this.#isBreak ||= isBlock;
    }
  }

  /** White space between blocks is layout, not text. */
  #take(node) {
    if (!node.data || (this.#isBreak && !node.data.trim())) return;
    if (this.#isBreak && this.#length) this.#append("\n");
    this.#isBreak = false;
    this.#nodes.push(node);
    this.#starts.push(this.#length);
    this.#append(node.data);
  }

  #append(text) {
    this.#parts.push(text);
    this.#length += text.length;
  }

  #at(place) {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#starts[middle] <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The text from `start` to `end` as a range of the page. @returns {Range} */
  range(start, end) {
    const range = document.createRange();
    if (!this.#nodes.length) return range;
    range.setStart(...this.#point(start, false));
    range.setEnd(...this.#point(end, true));
    return range;
  }

  /** An end belongs to the text before it, a start to the text after it. @returns {[Node, number]} */
  #point(place, isEnd) {
    const number = this.#at(isEnd ? Math.max(0, place - 1) : place);
    const node = this.#nodes[number];
    const within = place - this.#starts[number];
    if (!isEnd && within >= node.data.length && this.#nodes[number + 1]) return [this.#nodes[number + 1], 0];
    return [node, Math.max(0, Math.min(within, node.data.length))];
  }

  /** The place in the text of a point of the page. @param {Node} node @param {number} offset */
  place(node, offset) {
    const known = node.nodeType === Node.TEXT_NODE ? this.#nodes.indexOf(node) : -1;
    if (known >= 0) return this.#starts[known] + Math.min(offset, node.data.length);
    const point = document.createRange();
    point.setStart(node, offset);
    const after = this.#firstAfter(point);
    if (after === this.#nodes.length) return this.#length;
    const isBroken = after > 0 && this.#starts[after] > this.#starts[after - 1] + this.#nodes[after - 1].data.length;
    return isBroken ? this.#starts[after] - 1 : this.#starts[after];
  }

  #firstAfter(point) {
    let [low, high] = [0, this.#nodes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (point.comparePoint(this.#nodes[middle], 0) >= 0) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** Start and end, in the text, of a range of the page. @param {Range} range */
  span(range) {
    const start = this.place(range.startContainer, range.startOffset);
    const end = this.place(range.endContainer, range.endOffset);
    const inner = this.text.slice(start, end);
    const lead = inner.length - inner.trimStart().length;
    return { start: start + lead, end: Math.max(start + lead, end - (inner.length - inner.trimEnd().length)) };
  }

  /** Start and end of an element's text. @param {Element} element */
  spanOf(element) {
    const range = document.createRange();
    range.selectNodeContents(element);
    return this.span(range);
  }
}
