/**
 * Which link, if any, leads to the page on which the article goes on: only an address that is this page's own but for the
 * number of a page, where the page says so in words, in `rel`, or in a row of page numbers.
 * A classic script: runs in the extension's isolated world, before page.js.
 */

/** Words of a link, without arrows, that say "next page", and that say no more than "next". */
var NEXT_PAGE = /^(?:下一?[页頁]|后一[页頁]|次の?(?:ページ|頁)(?:へ|を読む)?|next ?page|continue to (?:the )?(?:next )?page(?: \d+)?|(?:go to )?page \d+)$/i;
var NEXT = /^(?:next|次へ?|次に進む|继续阅读|繼續閱讀|continue(?: reading)?|后页|後頁)$/i;

/** Words, of a link or its title, that lead to another text. */
var OTHER_TEXT =
  /[章篇节節回集话話]|次の(?:記事|投稿|トピック)|上一|前の|article|post|story|chapter|section|topic|thread|lesson|entr(?:y|ies)|older|newer|prev|comment|评论|評論|留言|コメント/i;

/** Query parameters that number pages, and those that count what comes before the page. */
var NUMBERING = /^(?:page|p|pn|pg|page_?(?:no|num|number|index)|curr?ent_?page|cur_?page|pagina|seite)$/i;
var COUNTING = /^(?:start|offset|st)$/i;

/** What may stand between an address and the number of its page. */
var BEFORE_NUMBER = /^(?:[_,-]|\/|(?:\/|[_-])p(?:age)?[_/-]?|[_,-]p)$/i;

/** A number after one of these counts chapters or parts, not pages. */
var OTHER_NUMBER =
  /(?:chapter|chap|ch|part|lesson|day|week|step|episode|ep|vol(?:ume)?|section|sec|unit|lecture|issue|no|id|release|v)[-_/]?$/i;

/** Pages that list other texts, by their address; the comments of one. */
var LIST_PATH = /\/(?:tags?|categor(?:y|ies)|archives?|authors?|search|labels?)(?:[/?#]|$)|comment-page|#comments/i;

/** Where no pager of the article stands. */
var ASIDE = "aside,[role=complementary],[class*=comment i],[id*=comment i],[class*=sidebar i],[class*=related i]";

/** Characters of a link's text that are read; the largest number of a page, more is an article's. */
var MAX_TEXT = 30;
var MAX_PAGE = 500;

/**
 * @param {Document} page the page shown, or one that was fetched
 * @param {string} address where it is from
 * @returns {{url: string, from: number, to: number} | null} the next page, and both pages' numbers
 */
function followingPage(page, address) {
  const here = new URL(address);
  const found = nextLinks(page).map((link) => candidate(link, here)).filter(Boolean);
  if (!found.length || isList(page, here)) return null;
  return found.sort((a, b) => b.weight - a.weight)[0].turn;
}

/** Words or numbers that a link to the next page may have; most links of a page have none of them. */
var MAY_BE_NEXT = /next|下|次|后|後|page|continue|继续|繼續|^\s*[[(（]?\d{1,3}[\])）]?\s*$/i;

/** Links whose words are short and may mean "next page", and those that the page calls next. */
function nextLinks(page) {
  const named = page.querySelectorAll("[rel~=next i][href]");
  const worded = Array.from(page.querySelectorAll("a[href]:not([rel~=next i])")).filter((link) => {
    const text = link.textContent;
    return text.length <= MAX_TEXT * 2 && MAY_BE_NEXT.test(text);
  });
  return [...named, ...worded];
}

function candidate(link, here) {
  const turn = turnOf(here, link.getAttribute("href"));
  if (!turn || turn.to !== turn.from + 1 || link.closest(ASIDE)) return null;
  const weight = weightOf(link, turn);
  return weight ? { turn, weight } : null;
}

/** How surely a link whose address fits leads to the next page; 0 where nothing says so. */
function weightOf(link, turn) {
  const words = bare(link.textContent);
  const said = `${words} ${link.getAttribute("title") ?? ""} ${link.getAttribute("aria-label") ?? ""}`;
  if (words.length > MAX_TEXT || OTHER_TEXT.test(said)) return 0;
  if (NEXT_PAGE.test(words)) return 4;
  const row = hasPageNumbers(link, turn);
  if (link.matches("[rel~=next i]")) return turn.appended || row || link.localName === "link" ? 3 : 0;
  if (NEXT.test(words)) return turn.appended || row ? 2 : 0;
  return words === String(turn.to) && row ? 1 : 0;
}

/** Whether the link stands in a row of page numbers, in which this page's number is no link to elsewhere. */
function hasPageNumbers(link, turn) {
  for (let room = link.parentElement, level = 0; room && level < 4; room = room.parentElement, level++) {
    const text = room.textContent.replaceAll(/\s+/g, " ");
    if (text.length > 400) return false;
    const linked = Array.from(room.querySelectorAll("a[href]"), (other) => bare(other.textContent));
    const numbers = linked.filter((words) => /^\d{1,3}$/.test(words));
    const others = numbers.filter((number) => number !== String(turn.from));
    if (others.includes(String(turn.to)) && new RegExp(`(?:^|\\D)${Math.max(turn.from, 1)}(?:\\D|$)`).test(text)) return true;
  }
  return false;
}

var bare = (text) => text.trim().replaceAll(/\s+/g, " ").replaceAll(/^[\s<>«»‹›←→▶►⟩\[\]()（）【】…:：|]+|[\s<>«»‹›←→▶►⟩\[\]()（）【】…:：|]+$/g, "");

/** From which page to which an address leads that is this one but for a page's number; else null. */
function turnOf(here, href) {
  const there = URL.parse(href, here);
  if (!there || there.origin !== here.origin) return null;
  const turn = here.pathname === there.pathname ? turnOfQuery(here, there) : here.search === there.search ? turnOfPath(here, there) : null;
  if (!turn || turn.to > MAX_PAGE) return null;
  there.hash = "";
  return { ...turn, url: there.href };
}

/** One parameter differs, and it numbers pages or counts what came before. */
function turnOfQuery(here, there) {
  const names = new Set([...here.searchParams.keys(), ...there.searchParams.keys()]);
  const differing = [...names].filter((name) => here.searchParams.get(name) !== there.searchParams.get(name));
  if (differing.length !== 1) return null;
  const [name] = differing;
  const [from, to] = [here, there].map((url) => wholeNumber(url.searchParams.get(name)));
  if (!to || Number.isNaN(from)) return null;
  if (NUMBERING.test(name)) return { from: from ?? 1, to, appended: from === null };
  if (!COUNTING.test(name) || to <= (from ?? 0)) return null;
  const step = to - (from ?? 0);
  return (from ?? 0) % step ? null : { from: (from ?? 0) / step + 1, to: to / step + 1, appended: !from };
}

/** A number, null where there is none, NaN where it is something else. */
function wholeNumber(text) {
  if (text === null || text === "") return null;
  return /^\d{1,6}$/.test(text) ? Number(text) : NaN;
}

/** The path without its slash and ending, to which a page's number may be added. */
var stemOf = (path) => path.replace(/\/$/, "").replace(/\.(?:s?html?|php|aspx?|jsp)$/i, "");

/** `story.html` → `story_2.html`, or one number of the path is the next one. */
function turnOfPath(here, there) {
  const [a, b] = [stemOf(here.pathname), stemOf(there.pathname)];
  if (b.startsWith(a)) {
    const [, between, number] = /^(\D*)(\d{1,3})$/.exec(b.slice(a.length)) ?? [];
    if (!number || !BEFORE_NUMBER.test(between) || (/\d$/.test(a) && between === "")) return null;
    const to = Number(number);
    return to === 1 ? { from: 0, to, appended: true } : { from: 1, to, appended: true };
  }
  return turnInside(a, b);
}

/** One number differs, and it is no chapter's. */
function turnInside(a, b) {
  const [ours, theirs] = [a, b].map((path) => path.split(/(\d+)/));
  const places = ours.flatMap((part, place) => (part === theirs[place] ? [] : [place]));
  if (ours.length !== theirs.length || places.length !== 1 || places[0] % 2 === 0) return null;
  const [place] = places;
  if (ours[place].length > 3 || theirs[place].length > 3 || OTHER_NUMBER.test(ours[place - 1])) return null;
  return { from: Number(ours[place]), to: Number(theirs[place]), appended: false };
}

/** Whether the page is a list of texts, as a blog's first page is: what is on its next page is not its article. */
function isList(page, here) {
  const { pathname } = here;
  if (LIST_PATH.test(here.href) || !stemOf(pathname.replace(/\/page\/\d+\/?$/, ""))) return !/[?&](?:p|id|tid|t|topic)=\d/.test(here.search);
  if (page.querySelector("meta[property='og:type' i]")?.content === "article") return false;
  const entries = page.querySelectorAll("article,.post,.hentry,.entry");
  const headed = Array.from(entries).filter((entry) => entry.querySelector(":is(h1,h2,h3,h4) a[href]") && !entry.closest(ASIDE));
  return headed.length > 2;
}
