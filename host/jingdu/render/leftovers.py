"""Finds kept blocks that are not part of the article: repeated bylines, disclaimers, links to others, buttons …"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import islice, pairwise
from typing import Final

from jingdu.page.metadata import repeats
from jingdu.page.model import Block, Metadata
from jingdu.render import code

FIRST: Final = 4
"""Number of first kept blocks that may repeat the byline or the date."""
LAST: Final = 6
"""Number of last kept blocks that may disclaim liability, like the first ones."""
MAX_LINE: Final = 70
"""Maximum characters of a label, a total or a repeated line that is left out."""
_PARTS: Final = frozenset({"td", "th", "dt", "li", "h1", "h2", "h3", "h4", "h5", "h6"})
"""Tags of containers that stay, except for some headings."""
_HEADINGS: Final = frozenset({"h2", "h3", "h4", "h5", "h6"})
_REPEATING: Final = frozenset({"dt", "td", "th", "pre", "figcaption"})
"""Tags of containers that may have the same text as the one beside them."""
_ADVERTS: Final = frozenset(
    "advertisement, anzeige, werbung, publicité, publicidad, publicidade, pubblicità, reklama, reklam, advertentie, "
    "annonse, реклама, 广告, 廣告, 広告, 광고".split(", ")
)
"""Labels of advertisements, which may be headings."""
_BUTTONS: Final = _ADVERTS.union(
    "share, share this, print, copy, copy link, tweet, pin it, click to expand, expand, collapse, read less, view pdf, "
    "was this helpful?, reactions are currently unavailable, was this page helpful?, was this article helpful?, 分享, "
    "show less, reveal hidden contents, back to top, loading, open comment sort options, 展开全部, 播报编辑".split(", ")
)
_LINKS: Final = frozenset(
    "learn more, read more, see more, view more, load more, find out more, discover more, more info, continue reading, "
    "see all, view all, see details, view details, apply now, order now, add to cart, subscribe, sign up, play, "
    "facebook, twitter, linkedin, whatsapp, pinterest, twitter facebook, mehr, mehr erfahren, mehr lesen, weiterlesen, "
    "lire la suite, en savoir plus, leer más, saber más, czytaj więcej, czytaj dalej, читать далее, подробнее, "
    "阅读全文, 閱讀全文, 查看全文, 阅读更多, 查看更多, 了解更多".split(", ")
)

_TOTAL: Final = re.compile(
    r"\d[\d,.]*k? ?(?:likes?|views?|repl(?:y|ies)|answers?|comments?)"
    r"|共? ?\d+ ?[条條个個则則] ?(?:评论|評論|回复|回覆|回答)|\d{1,3} (?:/|of) \d{1,3}"
    r"|[\d.]+ (?:from|out of|/) \d+ (?:votes?|ratings?|reviews?)"
    r"|(?:estimated )?read(?:ing)? time\W*\d+ ?min\w*|\d+[ -]min(?:ute)?s?\.? read|lesezeit\W*\d+ ?min\w*"
    r"|(?:\W*(?:first |last )?(?:published|updated|posted):? \d+ (?:min(?:ute)?|hour|day)s? ago)+",
    re.IGNORECASE,
)
"""Totals, such as “3 comments” below a post, “Updated 5 hours ago” above an article, or “1 / 4” above a picture."""
_PROMPT: Final = re.compile(
    r"\W*(?:(?:点击|點擊|轻触|戳).{0,6}[蓝藍]色?[字体體].{0,12}|(?:请|請)?(?:长按|長按|扫描?|掃描?|识别|微信扫).{0,15}"
    r"(?:二维码|二維碼|关注|關注|小程序).{0,12}|(?:.{0,12}[\W请])?点.{0,5}(?:在看|[“「]赞).{0,20}|点击.{0,8}阅读原文.{0,12}|\W?本章未完.{0,20}"
    r"|\{\{[a-z][\w-]*(?:=\"[^{}\"]{0,60}\")?\}\}|Advertisement\W{1,3}Scroll to .{4,20}"
    r"|[请請]?[继繼][续續]往下[阅閱][读讀].{0,6}|(?:[Tt]he )?E(?:ND|nd)|Reporting from [A-Z].{2,40}"
    r"|(?:已[赞踩]过|你对这个回答的评价是？|评论|收[起藏]|分享|举报|我来答|微信扫一扫|本回答[由被]提问者(?:推荐|采纳))+"
    r"|天才一秒记住.*|请记住本书首发域名.*|返回.{1,8}查看更多.{0,12}|(?:点击|點擊).{0,6}(?:大[图圖]|原[图圖]|放大)"
    r"|(?:本文)?原[标標]?[题題][为為]?\s*[:：《].+|.{0,45}(?:[如若].{0,5}侵[权權].{0,14}|侵)[删刪].{0,12}"
    r"|.{0,12}この記事は(?:有料|会員|無料).{0,40}|.{0,30}\d 天前?的?\w{0,6}，.{0,8}(?:信息|内容).{0,4}可能.{0,30}"
    r"|.{0,60}\d[×x]\d+ [\d.]+ [KM]B|(?:Code|代码)\s?: (?:Select all|Alles auswählen|Tout sélectionner|全选)"
    r"|(?:[Dd]alszy ciąg|[Cc]iąg dalszy) (?:artykułu|materiału|tekstu) pod (?:materiałem )?(?:wideo|zdjęciem|reklamą)"
    r"|(?:责任?编辑?|責任編輯|校对|审核|编审|监制)\s*[:：|/].{0,40}|编辑\s\w{2,4}\s校对\s\w{2,4}|[\u3400-\u9fff]{0,6}(?:记者|编辑)\s*[|｜]\s*\S{2,12})\W*"
)
"""Lines that ask to follow an account, to pay or to turn the page, and lines that name the editors."""
_TEASER: Final = re.compile(
    r"\W{0,4}(?:read (?:more|also|next)|also read|related(?: (?:story|stories|articles?))?|(?:lesen sie|lies|lest) auch"
    r"|(?:\d+ |some |even )?(?:more|other|related|similar) (?:[\w&’'-]+ ){0,6}(?:recipes|posts|articles|stories|guides)"
    r"(?: (?:you|that|to|about|this|from|by)\b.{0,30})?[!↓]?|mehr (?:lesen|zum thema)|(?:à )?lire (?:aussi|également)"
    r"|(?:(?:prze)?czytaj|zobacz) (?:też|także|również|więcej)|à lire|voir aussi|le[ae](?: también| además| más)?"
    r"|(?:también )?te puede interesar|leggi anche|lees ook|(?:veja|le[ir]a) (?:também|mais)|läs (?:också|mer)"
    r"|l[æe]s også|čtěte také|читать также|читайте(?: также| ещё)?|[iİ]lg[iİ]l[iİ] haber|baca juga|xem thêm"
    r"|קראו (?:גם|עוד)|اقرأ (?:أيض[اًا]+|المزيد)|(?:ये|यह|इसे|इन्हें) भी पढ़ें"
    r"|بیشتر بخوانید|関連記事|관련 ?기사|あわせて読みたい|[延相][伸关關][阅閱][读讀]"
    r"|相[关關](?:新[闻聞]|[链鏈]接|[报報][道導])|往期(?:推荐|回顾|精彩|文章)|推荐阅读|精彩(?:推荐|回顾))(?P<sign>\s?[:：»|–—-])?",
    re.IGNORECASE,
)
"""The label before links to other articles."""
MAX_TEASER: Final = 200
"""Maximum characters of a label and its link together."""
MIN_LABEL: Final = 6
"""Minimum characters of a label without a sign after it; shorter ones may be a name."""
MIN_BUTTONS: Final = 3
"""Minimum number of equal labels that are buttons, each below the text that it belongs to."""
_ORDINAL: Final = re.compile(r"(\d{1,3})[.)]?")
_CONTENTS: Final = frozenset(
    "table of contents, contents, in this article, on this page, inhaltsverzeichnis, inhalt, sommaire, índice, indice, "
    "table des matières, tabla de contenidos, spis treści, содержание, 目录, 目錄, 目次, 목차".split(", ")
)
"""Headings of a table of contents."""
MAX_CONTENTS: Final = 24
"""Maximum characters of such a heading."""
MAX_NUMBER: Final = 4
"""Maximum characters of an entry beside its link."""
_META: Final = re.compile(r"(?:^|[\s-])(?:article-meta|meta-?)(?:line|data)(?:$|[\s-])")
"""Classes of lines with author, section and date above a text."""
_LEGAL: Final = re.compile(
    r"^\W*(?:(?:copyright )?(?:©|\(c\))|copyright) ?\d{4}\b|\ball rights reserved\.?$|^\W*转载[请须需]注明"
    r"|무단 ?전재|\bmay contain affiliate links\b|\bmay (?:earn|receive) (?:an? )?(?:\w+ )?commissions?\b"
    r"|未[经經].{0,10}(?:授[权權]|[许許]可|允[许許]|同意).{0,12}[转轉][载載]|^\W*本(?:文|站|作品|内容).{0,6}版权归.{0,20}所有",
    re.IGNORECASE,
)
"""Lines that reserve rights, or say that links are paid for."""
MAX_LEGAL: Final = 160
"""Maximum characters of such a line."""
_PROMOTION: Final = re.compile(  # lower-case
    r"\W{0,9}(?:(?:want|like|love|enjoy|looking)\b.{0,60}\?\W{1,9}|[^.:]{0,70}:\s)?"
    r"(?:please |now |jetzt |hier |欢迎|歡迎|请|請|立即|即刻)?(?:"
    r"sign up(?: now| today| here)? (?:for|to) .{0,60}\b(?:newsletters?|podcast|channel|inbox)\b"
    r"|subscribe(?: now| today)? to .{0,60}\b(?:newsletters?|podcast|channel|inbox)\b"
    r"|join our (?:mailing list|.{0,20}channel)|get our (?:(?:\w+ )?app|.{0,9}newsletter)\b|download our (?:\w+ )?app\b"
    r"|follow (?!these|this)(?:[\w’']+ ){1,4}(?:on|at) (?:our |google news|instagram|facebook|twitter|x\b|youtube"
    r"|tiktok|telegram|whatsapp|linkedin|snapchat|threads)"
    r"|abonnieren sie .{0,60}newsletter|abonniere .{0,60}(?:newsletter|kanal)|melden sie sich .{0,60}newsletter"
    r"|folgen sie uns (?:auf|bei)\b|folgt uns (?:auf|bei)\b|abonnez-vous .{0,60}(?:newsletter|lettre|chaîne)"
    r"|inscrivez-vous .{0,60}(?:newsletter|lettre)|suivez-nous sur|suscríbete .{0,60}(?:newsletter|boletín|canal)"
    r"|únete a.{0,60} canal|síguenos en|siga-nos n|iscriviti .{0,60}(?:newsletter|canale)|seguici su"
    r"|zapisz się .{0,40}newsletter|obserwuj nas|volg ons op|подписывайтесь .{0,60}(?:канал|рассылк|telegram)"
    r"|(?:扫码|掃碼|扫一扫|关注|關注|订阅|訂閱|加入|追蹤|按?[讚赞赞]好?|like).{0,20}(?:公众号|公眾號|微信群|專頁|频道|頻道).{0,12}$"
    r"|(?:下载|下載|打开|打開).{0,12}(?:客户端|客戶端|app).{0,6}(?:查看|阅读|閱讀|[看睇]更多|关注|關注).{0,12}$"
    r"|subscribe .{0,20}to (?:continue|keep reading|unlock|read)\b|sign (?:in|up) .{0,20}to (?:continue|keep) reading"
    r"|log in .{0,20}to (?:continue|keep) reading|you(?:[’']ve| have)\b.{0,30} free (?:articles?|stor(?:y|ies))"
    r"|(?:you have .{1,9}|this is your last )(?:articles?|stor(?:y|ies)) (?:left|remaining|(?:that )?you can)\b"
    r"|already an? .{0,30}(?:subscriber|member)\?|social sharing$|create an? .{0,9}account to (?:access|read|continue)"
    r"|.{0,60} is a reader-supported publication\b|thanks for reading .{0,60}[!.] (?:subscribe|this post is public)\b"
    r"|this (?:article|story|content|post) is .{0,30}\b(?:for|to) .{0,25}subscribers|get unlimited (?:digital )?access"
    r"|diese[rn] artikel .{0,40}(?:abonnent|mit .{0,15}abo\b)|bereits abonnent"
    r"|article réservé aux abonnés|il vous reste .{1,8}% de cet article|déjà abonné|contenido .{0,20}para suscriptores"
    r"|contenuto riservato agli abbonati"
    r"|本文(?:为|為|是|属于)?.{0,4}(?:付费|付費|会员|會員)(?:专|專|内容|內容|文章|阅读|閱讀).{0,12}$"
    r"|(?:登录|登入|订阅|訂閱|开通|購買|购买).{0,10}(?:继续阅读|繼續閱讀|阅读全文|閱讀全文).{0,10}$"
    r"|this entry was (?:posted|written)\b|d(?:ies)?er (?:bei|ein)trag wurde .{0,80}(?:abgelegt|veröffentlicht)\b"
    r"|to (?:view|read) the full (?:story|article), .{0,10}subscribe|subscribe\b.{0,40} for the full (?:story|article)"
    r"|gefällt mir wird geladen|accept .{0,20}cookies\b.{0,20}\bto "
    r"|to (?:view|see|watch|play|load) this .{0,90}\bcookies\b"
    r"|this (?:article )?(?:contains )?content .{0,40}(?:provided|hosted) by\b"
    r"|an dieser stelle .{0,30} extern|empfohlener (?:externer|redaktioneller) inhalt"
    r"|ich bin damit einverstanden, dass.{0,40} inhalt"
    r"|diese[rn] (?:externen? )?inhalt .{0,120}(?:angezeigt|anzuzeigen|cookies|geladen)"
    r"|pour (?:voir|afficher) .{0,80}cookies|para ver .{0,80}cookies"
    r"|(?:查看|观看|显示|檢視).{0,20}(?:同意|接受).{0,20}$)"
)
"""Lines that promote a newsletter or an app, offer the rest to subscribers, ask for consent, or file a post."""
MAX_PROMOTION: Final = 280
"""Maximum characters of such a line."""
_DISCLAIMER: Final = re.compile(
    r"\W*\w{0,4}[声聲]明\s*[:：].*(?:版[权權]|授[权權]|侵[权權]|[转轉][载載]|不代表|代表.{0,6}[个個]人|作者[个個]人|[仅僅]供"
    r"|不[构構]成|真[实實]性)|.*不代表本[网網站台平报報刊].{0,8}(?:[观觀][点點]|立[场場])"
    r"|.{0,12}[观觀][点點][仅僅]代表作者本人",
)
"""Texts that disclaim liability; ignored if the article itself is a statement."""
_PAID: Final = re.compile(
    r".{0,120}\b(?:(?:this|our|we|I|my|as an) .{0,60}\baffiliate (?:link|marketer)"
    r"|we (?:may )?(?:receive|earn) (?:a )?(?:small )?(?:compensation|commission)\b)|\W*affiliate links? (?:are|may)\b"
    r"|.{0,60}\bamazon (?:associate\b|services llc)",
    re.IGNORECASE,
)
"""Last texts that say that links are paid for."""
MAX_DISCLAIMER: Final = 500
"""Maximum characters of a disclaimer, or of a text about paid links."""


def without(kept: Iterable[Block], facts: Metadata, included: Set[int] = frozenset()) -> list[Block]:
    """``kept`` without leftovers, and without headings at the start that a larger heading follows.

    Blocks that the user ``included`` stay.
    """
    blocks = list(kept)
    left = _teasers(blocks) | _contents(blocks) | {*_lines(blocks, facts), *_repeated(blocks)}
    rest = [block for block in blocks if block.index not in left or block.index in included]
    tags = [block.element.tag for block in rest]
    larger = (at for at, (tag, after) in enumerate(pairwise(tags)) if not (tag in _HEADINGS and "h1" <= after < tag))
    start = next(larger, 0)
    return [block for at, block in enumerate(rest) if at >= start or block.index in included]


def _lines(kept: Sequence[Block], facts: Metadata) -> Iterator[int]:
    """The indexes of blocks that are leftovers by themselves, or disclaimers at the start or end."""
    is_statement = re.search("[声聲]明", facts.title) is not None
    end = max(FIRST, len(kept) - LAST)
    for number, (block, after) in enumerate(zip(kept, [*(one.element.tag for one in kept[1:]), ""], strict=True)):
        is_short = len(block.text) <= MAX_DISCLAIMER
        if (
            _is_leftover(block, number < FIRST, after, facts)
            or (is_short and not is_statement and not FIRST <= number < end and _DISCLAIMER.match(block.text))
            or (is_short and number >= end and _PAID.match(block.text))
            or _is_number(block)
        ):
            yield block.index


def _repeated(kept: Sequence[Block]) -> Iterator[int]:
    """The indexes of blocks with the text of the block beside them, if it is long or a heading, which stays."""
    for before, block in pairwise(kept):
        tags = {before.element.tag, block.element.tag}
        says_much = len(block.text) > MAX_LINE or not _HEADINGS.isdisjoint(tags)
        if before.text == block.text and says_much and _REPEATING.isdisjoint(tags):
            is_last = block is kept[-1]  # pictures follow it
            yield (before if block.element.tag in _HEADINGS or is_last else block).index


def _is_number(block: Block) -> bool:
    """Whether a block is the number of an item of an ordered list, above the item's text; the list shows it itself."""
    of, at, found = block.blocks.containers, block.blocks.container_of[block.index], _ORDINAL.fullmatch(block.text)
    for item in (at, max(of.parents[at], 0)) if found else ():
        is_above = of.tags[item] == "li" and of.firsts[item] <= block.index < of.lasts[item] - 1
        if found and is_above and of.tags[of.parents[item]] == "ol":
            before = islice(of.elements[item].itersiblings("li", preceding=True), int(found[1]))
            return int(found[1]) == 1 + len([*before])
    return False


def _is_leftover(block: Block, is_early: bool, after: str, facts: Metadata) -> bool:
    """Whether a block is a leftover by itself; ``after`` is the tag of the next block's container."""
    tag = block.element.tag
    is_heading, is_short = tag in _HEADINGS, len(block.text) <= MAX_LINE
    # the path to the article, such as “Home › Lamps › The title”
    is_path = block.text.endswith(facts.title or "\n") and 2 * (block.link_chars + len(facts.title)) >= len(block.text)
    is_repeat = is_early and ((block.links and is_path) or ((is_short or is_heading) and repeats(block.text, facts)))
    if is_early and any(
        step is not None and _META.search(step.get("class") or "")
        for step in (block.element, block.element.getparent())
    ):
        return True
    if (is_heading or tag not in _PARTS) and len(block.text) <= MAX_PROMOTION and _PROMOTION.match(block.text.lower()):
        return True
    if tag in _PARTS:
        return is_heading and (is_repeat or block.text.casefold() in _ADVERTS)
    if len(block.text) <= MAX_LEGAL and tag != "pre" and _LEGAL.search(block.text):
        return True
    return is_repeat or (is_short and (_is_label(block) or (after == "pre" and bool(code.named(block.text)))))


def _teasers(kept: Sequence[Block]) -> set[int]:
    """The indexes of links to other articles, and of their labels if these are lines of their own."""
    found: set[int] = set()
    times = Counter(block.text for block in kept)
    for block in kept:
        size, links = len(block.text), block.link_chars
        if not block.links or size > MAX_TEASER:
            continue
        label = _TEASER.match(block.text)
        if label and label.end() + links >= size - 3:  # a space before it, a sign after it
            if label["sign"] or MIN_LABEL <= label.end() <= size - links + 1:
                found.add(block.index)
        elif block.index and links >= size - 3:
            before = block.blocks[block.index - 1]
            is_label = not before.link_chars and times[before.text] < MIN_BUTTONS and _TEASER.fullmatch(before.text)
            if before.index in found or is_label:
                found |= {before.index, block.index}
    return found


def _contents(kept: Sequence[Block]) -> set[int]:
    """The indexes of tables of contents, since the reader has its own: a heading, and the links below it, if any."""
    found: set[int] = set()
    is_within = False
    for block, after in pairwise(kept):
        is_within = is_within and _is_entry(block)
        if len(block.text) <= MAX_CONTENTS and block.text.strip(" :：").casefold() in _CONTENTS:
            is_within = after.element.tag in _HEADINGS or _is_entry(block.blocks[block.index + 1])
        if is_within:
            found.add(block.index)
    return found


def _is_entry(block: Block) -> bool:
    return block.element.tag not in _HEADINGS and block.link_chars >= len(block.text) - MAX_NUMBER


def _is_label(block: Block) -> bool:
    """Whether a block is only a checkbox, a prompt, a total, or the words of a link or button."""
    if block.element.tag == "label" and not any(map(str.isalnum, block.text)):
        return True
    words = block.text.strip(" .…>»→›:：·|").casefold()
    return (
        _PROMPT.fullmatch(block.text) is not None
        or _TOTAL.fullmatch(words) is not None
        or words in _BUTTONS
        or (words in _LINKS and block.link_chars >= len(words))
    )
