/** The user's choice of blocks, and operations on it. @module */

/**
 * @typedef {{kept: boolean, region: string, text: string, chars: number, score: number, reasons: {phrase: string, weight: number}[],
 *   corrected?: "page" | "site" | null, pages?: number}} Block `kept`: by the host, including stored corrections
 * @typedef {{put_in: number[], left_out: number[], title_at?: number, byline_at?: number}} Chosen numbers of blocks
 * @typedef {{blocks: Block[], chosen: Chosen}} Choice
 */

/** @type {Chosen} */
export const NOTHING = { put_in: [], left_out: [] };

/** Whether a block is included now. @param {Choice} choice @param {number} number */
export const isIncluded = ({ blocks, chosen }, number) =>
  chosen.put_in.includes(number) || (blocks[number].kept && !chosen.left_out.includes(number));

/** @param {number} from @param {number} to not included */
export const range = (from, to) => Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);

/** Include or exclude blocks. @param {Choice} choice @param {number[]} numbers @param {boolean} included @returns {Chosen} */
export function withBlocks({ blocks, chosen }, numbers, included) {
  const others = (list) => list.filter((number) => !numbers.includes(number));
  const changed = numbers.filter((number) => blocks[number].kept !== included);
  const [put_in, left_out] = [others(chosen.put_in), others(chosen.left_out)];
  (included ? put_in : left_out).push(...changed);
  return { ...chosen, put_in, left_out };
}

/** The included blocks of the region around a block; none if the region has no name. @param {Choice} choice */
export function regionAround(choice, number) {
  const { blocks } = choice;
  const { region } = blocks[number];
  if (region === "other") return [];
  let [from, to] = [number, number + 1];
  while (blocks[from - 1]?.region === region) from -= 1;
  while (blocks[to]?.region === region) to += 1;
  return range(from, to).filter((one) => isIncluded(choice, one));
}

/**
 * Let the article start or end with a block: exclude everything beyond it. If the block is outside the article, include what
 * is between, except other regions.
 * @param {Choice} choice @param {number} number @param {boolean} isStart @returns {Chosen}
 */
export function withEdge(choice, number, isStart) {
  const { blocks } = choice;
  const included = range(0, blocks.length).filter((one) => isIncluded(choice, one));
  const edge = (isStart ? included[0] : included.at(-1)) ?? number;
  const between = isStart ? range(number, edge) : range(edge + 1, number + 1);
  const near = between.filter((one) => ["other", blocks[number].region].includes(blocks[one].region));
  const chosen = withBlocks(choice, [number, ...near.filter((one) => one !== number)], true);
  return withBlocks({ blocks, chosen }, included.filter((one) => (isStart ? one < number : one > number)), false);
}

/** @param {Chosen} one @param {Chosen} other */
export const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** The stored correction of the page as a choice, or null. @param {{blocks: Block[], title_at?: number | null, byline_at?: number | null}} reply to `explain` */
export function storedOf({ blocks, title_at, byline_at }) {
  const numbers = blocks.flatMap(({ corrected }, number) => (corrected === "page" ? number : []));
  if (!numbers.length && title_at == null && byline_at == null) return null;
  const [put_in, left_out] = [true, false].map((kept) => numbers.filter((number) => blocks[number].kept === kept));
  return { put_in, left_out, title_at, byline_at };
}
