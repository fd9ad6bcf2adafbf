/**
 * Finds the link to the article's next page. Its address may differ from the page's own only by a page number, and the link
 * must be labelled as the next page by its text, by `rel`, or by a row of page numbers.
 * A classic script: runs in the extension's isolated world, before page.js.
 */

/** Link texts, without arrows, that mean "next page", and link texts that mean just "next". */
var NEXT_PAGE = /^(?:下一?[页頁]|后一[页頁]|次の?(?:ページ|頁)(?:へ|を読む)?|next ?page|continue to (?:the )?(?:next )?page(?: \d+)?|(?:go to )?page \d+)$/i;
var NEXT = /^(?:next|次へ?|次に進む|继续阅读|繼續閱讀|continue(?: reading)?|后页|後頁)$/i;

/** Words in a link or its title that indicate another article. */
var OTHER_TEXT =
  /[章篇节節回集话話]|次の(?:記事|投稿|トピック)|上一|前の|article|post|story|chapter|section|topic|thread|lesson|entr(?:y|ies)|older|newer|prev|comment|评论|評論|留言|コメント/i;

/** Query parameters for page numbers, and for item offsets. */
var PAGE_PARAMETER = /^(?:page|p|pn|pg|page_?(?:no|num|number|index)|curr?ent_?page|cur_?page|pagina|seite)$/i;
var OFFSET_PARAMETER = /^(?:start|offset|st)$/i;

/** Allowed between a path and its page number. */
var BEFORE_NUMBER = /^(?:[_,-]|\/|(?:\/|[_-])p(?:age)?[_/-]?|[_,-]p)$/i;

/** Text before numbers that are not page numbers. */
var OTHER_NUMBER =
  /(?:chapter|chap|ch|part|lesson|day|week|step|episode|ep|vol(?:ume)?|section|sec|unit|lecture|issue|no|id|release|v)[-_/]?$/i;

/** Addresses of lists of articles, and of comment pages. */
var LIST_PATH = /\/(?:tags?|categor(?:y|ies)|archives?|authors?|search|labels?)(?:[/?#]|$)|comment-page|#comments/i;

/** Elements that do not contain the article's pager. */
var ASIDE = "aside,[role=complementary],[class*=comment i],[id*=comment i],[class*=sidebar i],[class*=related i]";

/** Maximum characters of a link's text; maximum page number, above which numbers are probably ids. */
var MAX_TEXT = 30;
var MAX_PAGE = 500;

/** The next page, and both pages' numbers. @param {Document} page displayed or fetched @param {string} address its own @returns {{url: string, from: number, to: number} | null} */
function nextPageOf(page, address) {
  const here = new URL(address);
  const found = nextLinks(page).map((link) => candidate(link, here)).filter(Boolean);
  if (!found.length || isList(page, here)) return null;
  return found.sort((a, b) => b.weight - a.weight)[0].numbers;
}

/** A cheap filter: most links cannot lead to the next page. */
var MAY_BE_NEXT = /next|下[一页頁]|次(?:の|へ|に|\P{L}|$)|[后後][一页頁]|page|continue|继续|繼續|^\s*[[(（]?\d{1,3}[\])）]?\s*$/iu;

/** Links with `rel=next`, and links whose short text may mean "next page". */
function nextLinks(page) {
  const named = page.querySelectorAll("[rel~=next i][href]");
  const worded = Array.from(page.querySelectorAll("a[href]:not([rel~=next i])")).filter((link) => {
    const text = link.textContent;
    return text.length <= MAX_TEXT * 2 && MAY_BE_NEXT.test(text);
  });
  return [...named, ...worded];
}

function candidate(link, here) {
  const numbers = pageNumbers(here, link.getAttribute("href"));
  if (!numbers || numbers.to !== numbers.from + 1 || link.closest(ASIDE)) return null;
  const weight = weightOf(link, numbers);
  return weight ? { numbers, weight } : null;
}

/** How likely a link whose address qualifies leads to the next page; 0 if nothing indicates it. */
function weightOf(link, numbers) {
  const words = bare(link.textContent);
  const labels = `${words} ${link.getAttribute("title") ?? ""} ${link.getAttribute("aria-label") ?? ""}`;
  if (words.length > MAX_TEXT || OTHER_TEXT.test(labels)) return 0;
  if (NEXT_PAGE.test(words)) return 4;
  const row = hasPageNumbers(link, numbers);
  if (link.matches("[rel~=next i]")) return numbers.appended || row || link.localName === "link" ? 3 : 0;
  if (NEXT.test(words)) return numbers.appended || row ? 2 : 0;
  return words === String(numbers.to) && row ? 1 : 0;
}

/** Whether the link is in a row of page numbers that includes the current page, unlinked. */
function hasPageNumbers(link, numbers) {
  for (let row = link.parentElement, level = 0; row && level < 4; row = row.parentElement, level++) {
    const text = row.textContent.replaceAll(/\s+/g, " ");
    if (text.length > 400) return false;
    const linked = Array.from(row.querySelectorAll("a[href]"), (other) => bare(other.textContent));
    if (linked.includes(String(numbers.to)) && new RegExp(`(?:^|\\D)${Math.max(numbers.from, 1)}(?:\\D|$)`).test(text)) return true;
  }
  return false;
}

var bare = (text) => text.trim().replaceAll(/\s+/g, " ").replaceAll(/^[\s<>«»‹›←→▶►⟩\[\]()（）【】…:：|]+|[\s<>«»‹›←→▶►⟩\[\]()（）【】…:：|]+$/g, "");

/** The page numbers of two addresses that differ only in them; null for others. */
function pageNumbers(here, href) {
  const there = URL.parse(href, here);
  if (!there || there.origin !== here.origin) return null;
  const numbers = here.pathname === there.pathname ? pageNumbersInQuery(here, there) : here.search === there.search ? pageNumbersInPath(here, there) : null;
  if (!numbers || numbers.to > MAX_PAGE) return null;
  there.hash = "";
  return { ...numbers, url: there.href };
}

/** As `pageNumbers`, if exactly one parameter differs: a page number or an offset. */
function pageNumbersInQuery(here, there) {
  const names = new Set();
  for (const url of [here, there]) url.searchParams.forEach((_, name) => names.add(name)); // in content scripts of Firefox, keys() is not iterable
  const [name, ...others] = [...names].filter((one) => here.searchParams.get(one) !== there.searchParams.get(one));
  if (!name || others.length) return null;
  const [from, to] = [here, there].map((url) => wholeNumber(url.searchParams.get(name)));
  if (!to || Number.isNaN(from)) return null;
  if (PAGE_PARAMETER.test(name)) return { from: from ?? 1, to, appended: from === null };
  if (!OFFSET_PARAMETER.test(name) || to <= (from ?? 0)) return null;
  const step = to - (from ?? 0);
  return (from ?? 0) % step ? null : { from: (from ?? 0) / step + 1, to: to / step + 1, appended: !from };
}

/** A number, null if missing, NaN if invalid. */
function wholeNumber(text) {
  if (text === null || text === "") return null;
  return /^\d{1,6}$/.test(text) ? Number(text) : NaN;
}

/** The path without trailing slash and file extension. */
var stemOf = (path) => path.replace(/\/$/, "").replace(/\.(?:s?html?|php|aspx?|jsp)$/i, "");

/** As `pageNumbers`, if a page number is appended to the path (`story.html` → `story_2.html`) or changed. */
function pageNumbersInPath(here, there) {
  const [a, b] = [stemOf(here.pathname), stemOf(there.pathname)];
  if (b.startsWith(a)) {
    const [, between, number] = /^(\D*)(\d{1,3})$/.exec(b.slice(a.length)) ?? [];
    if (!number || !BEFORE_NUMBER.test(between) || (/\d$/.test(a) && between === "")) return null;
    return { from: Number(number) === 1 ? 0 : 1, to: Number(number), appended: true };
  }
  return changedPageNumber(a, b);
}

/** As `pageNumbers`, if exactly one number in the path differs, and it is not a chapter's. */
function changedPageNumber(a, b) {
  const [ours, theirs] = [a, b].map((path) => path.split(/(\d+)/));
  const places = ours.flatMap((part, index) => (part === theirs[index] ? [] : [index]));
  if (ours.length !== theirs.length || places.length !== 1 || places[0] % 2 === 0) return null;
  const [place] = places;
  if (ours[place].length > 3 || theirs[place].length > 3 || OTHER_NUMBER.test(ours[place - 1])) return null;
  return { from: Number(ours[place]), to: Number(theirs[place]), appended: false };
}

/** Whether the page lists articles, as a blog's front page does; its next page does not continue an article. */
function isList(page, here) {
  const { pathname } = here;
  if (LIST_PATH.test(here.href) || !stemOf(pathname.replace(/\/page\/\d+\/?$/, ""))) return !/[?&](?:p|id|tid|t|topic)=\d/.test(here.search);
  if (page.querySelector("meta[property='og:type' i]")?.content === "article") return false;
  const entries = page.querySelectorAll("article,.post,.hentry,.entry");
  const headed = Array.from(entries).filter((entry) => entry.querySelector(":is(h1,h2,h3,h4) a[href]") && !entry.closest(ASIDE));
  return headed.length > 2;
}
