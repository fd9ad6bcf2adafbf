/** Maps the article's text, one string without interface and ruby readings, to the document and back. @module */

const NOT_TEXT = "button, rt, rp, annotation, .left-out, .why-tip, .why-banner, .page-mark, .following, [data-interface]";

const BLOCKS = new Set(
  `p h1 h2 h3 h4 h5 h6 br hr blockquote pre ul ol li dl dt dd table caption thead tbody tfoot tr th td
  figure figcaption details summary div section header article`.split(/\s+/),
);

/** Binary search: the first number from `low` on for which `holds`, as for all larger ones; `high` if there is none. @param {number} low @param {number} high @param {(number: number) => boolean} holds */
export function firstWhere(low, high, holds) {
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

export class TextMap {
  #nodes = [];
  #starts = [];
  #isBreak = false;
  text = "";

  /** @param {Element} root */
  constructor(root) {
    this.root = root;
    this.#read(root);
  }

  #read(parent) {
    for (const child of parent.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) this.#addText(child);
      if (child.nodeType !== Node.ELEMENT_NODE || child.matches(NOT_TEXT)) continue;
      const isBlock = BLOCKS.has(child.localName);
      this.#isBreak ||= isBlock;
      this.#read(child);
      this.#isBreak ||= isBlock;
    }
  }

  /** Whitespace between blocks is ignored. */
  #addText(node) {
    if (!node.data || (this.#isBreak && !node.data.trim())) return;
    if (this.#isBreak && this.text) this.text += "\n";
    this.#isBreak = false;
    this.#nodes.push(node);
    this.#starts.push(this.text.length);
    this.text += node.data;
  }

  /** The range of the document from `start` to `end`. @returns {Range} */
  range(start, end) {
    const range = document.createRange();
    if (!this.#nodes.length) return range;
    range.setStart(...this.#point(start, false));
    range.setEnd(...this.#point(end, true));
    return range;
  }

  /** The ranges of single text nodes from `start` to `end`. */
  pieces(start, end) {
    const after = (place) => firstWhere(0, this.#starts.length, (index) => this.#starts[index] > place);
    const cuts = [...this.#starts.slice(after(start), after(end - 1)), end];
    return cuts.map((cut, index) => this.range(cuts[index - 1] ?? start, cut));
  }

  /** Between two nodes, a start belongs to the second, an end to the first. @returns {[Node, number]} */
  #point(place, isEnd) {
    const within = isEnd ? Math.max(0, place - 1) : place;
    const index = firstWhere(1, this.#starts.length, (later) => this.#starts[later] > within) - 1;
    const node = this.#nodes[index];
    const offset = place - this.#starts[index];
    if (!isEnd && offset >= node.data.length && this.#nodes[index + 1]) return [this.#nodes[index + 1], 0];
    return [node, Math.max(0, Math.min(offset, node.data.length))];
  }

  /** The index in the text of a point in the document. @param {Node} node @param {number} offset */
  place(node, offset) {
    const known = node.nodeType === Node.TEXT_NODE ? this.#nodes.indexOf(node) : -1;
    if (known >= 0) return this.#starts[known] + Math.min(offset, node.data.length);
    const point = document.createRange();
    point.setStart(node, offset);
    const after = firstWhere(0, this.#nodes.length, (index) => point.comparePoint(this.#nodes[index], 0) >= 0);
    if (after === this.#nodes.length) return this.text.length;
    const isBroken = after > 0 && this.#starts[after] > this.#starts[after - 1] + this.#nodes[after - 1].data.length;
    return isBroken ? this.#starts[after] - 1 : this.#starts[after];
  }

  /** Start and end in the text of a range of the document, without surrounding whitespace. @param {Range} range */
  span(range) {
    const start = this.place(range.startContainer, range.startOffset);
    const end = this.place(range.endContainer, range.endOffset);
    const inner = this.text.slice(start, end);
    const lead = inner.length - inner.trimStart().length;
    return { start: start + lead, end: Math.max(start + lead, end - (inner.length - inner.trimEnd().length)) };
  }

  /** Start and end of an element. @param {Element} element */
  spanOf(element) {
    const range = document.createRange();
    range.selectNodeContents(element);
    return this.span(range);
  }
}
