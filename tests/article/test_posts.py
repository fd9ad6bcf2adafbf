# ruff: noqa: E501 - pages as engines write them
"""Threads become posts: pages of several forum engines, in every output format."""

import re
import zipfile
from itertools import compress
from pathlib import Path

import pytest

import jingdu
from jingdu.library.exporters.epub import Epub
from jingdu.page.model import Reason, Verdict
from jingdu.page.parse import parse
from jingdu.reading import completed
from jingdu.render.article import Article
from jingdu.render.posts.completing import keep_posts
from jingdu.render.rendering import html as rendered
from tests.library.pieces import check_epub, piece
from tests.support.article_pages import fixtures

NAVIGATION = "".join(f'<li><a href="/board/{number}">Board {number}</a></li>' for number in range(8))
ASKED = "How long does a cut of birch have to dry before it burns well? Mine has been under a roof since last spring."
ANSWERED = (
    "Split it before you stack it and give it two summers; birch bark keeps the water in, so whole rounds rot first.",
    "A moisture meter costs less than one cord of wood. Below twenty per cent it burns with hardly any smoke at all.",
)
REPLY = "Does that also hold for the thin branches, which I never split because they are so hard to hold?"

TREES = (
    "去年春天砍的白桦，一直放在屋檐下面，劈开以后断面还是湿的，请问大家一般要晾多久才能烧？",
    "先劈开再码起来，至少要过两个夏天，桦树皮不透气，整根放着里面会先烂掉，千万不要偷懒。",
    "买一个测湿度的小仪器，比一车柴便宜多了，低于百分之二十的时候烧起来几乎没有烟。",
    "昨天我也试了一下，细的树枝不用劈，一个热一点的夏天就能干透，粗的还是要劈开来晾。",
)


def read(title: str, body: str, lang: str = "en", path: str = "t/7") -> Article:
    """The article of a page with navigation around ``body``."""
    return jingdu.read(
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>{title}</title></head><body>'
        f"<ul class=nav>{NAVIGATION}</ul><h1>{title}</h1>{body}<div class=footer><a href=/terms>Terms</a></div></body>",
        f"https://board.example/{path}",
    )


def heads(article: Article) -> list[str]:
    """The headers of the posts as text; checks that no line can break before a separator."""
    found = re.findall(r"<header>(.*?)</header>", article.html)
    assert not any(" ·" in head for head in found)
    return [re.sub("<[^>]*>", "", head).replace("&nbsp;", " ") for head in found]


def answer(text: str, author: str, day: str, score: int, extra: str = "", accepted: bool = False) -> str:
    """An answer with microdata; its author is below the text."""
    prop = "acceptedAnswer" if accepted else "suggestedAnswer"
    return (
        f'<div class="answer" itemprop="{prop}" itemscope itemtype="https://schema.org/Answer"><div class="vote">'
        f'<span class="vote-count" itemprop="upvoteCount">{score}</span></div><div class="prose" itemprop="text"><p>{text}'
        f'</p></div><div class="card">answered <time itemprop="dateCreated" datetime="{day}T10:00">{day}</time> '
        f'<span itemprop="author" itemscope><a href="/users/3/x" itemprop="name">{author}</a></span></div>{extra}</div>'
    )


COMMENT = (
    '<ul class="comments"><li class="comment" itemscope itemtype="https://schema.org/Comment"><p>{}</p>– <a class="comment-user"'
    ' href="/users/9/i" itemprop="author">Ilse</a> <span class="date" title="2024-03-04 10:00">Mar 4, 2024</span></li>'
    '<li class="comment" itemscope itemtype="https://schema.org/Comment"><p>{}</p>– <a class="comment-user" '
    'href="/users/3/x" itemprop="author">Olaf</a> <span class="date" title="2024-03-05 10:00">Mar 5, 2024</span></li></ul>'
).format(REPLY, "It does, though branches under a wrist's width dry through within a single warm summer anyway.")

QUESTION = (
    '<div itemscope itemtype="https://schema.org/QAPage"><div class="question" itemprop="mainEntity" itemscope '
    'itemtype="https://schema.org/Question"><div class="vote"><span class="vote-count" itemprop="upvoteCount">11</span></div>'
    f'<div class="prose" itemprop="text"><p>{ASKED}</p></div><div class="card">asked <time datetime="2024-03-01T08:00">'
    'Mar 1, 2024</time> <span itemprop="author"><a href="/users/5/ann" itemprop="name">Ann &amp; Co</a></span></div></div>'
    + answer(ANSWERED[0], "Olaf", "2024-03-02", 18, COMMENT, accepted=True)
    + answer(ANSWERED[1], "Mia", "2024-03-03", -2)
    + "</div>"
)


@pytest.fixture(scope="module")
def question() -> Article:
    return read("Drying birch", QUESTION)


def test_question_answers_and_comments(question: Article) -> None:
    """Headers have author, day, score and accepted answer; comments are nested in the post that they answer."""
    assert heads(question) == [
        "Ann &amp; Co · Mar 1, 2024 · +11",
        "Olaf · 2024-03-02 · +18 · ✓",
        "Ilse · Mar 4, 2024",
        "Olaf · Mar 5, 2024",
        "Mia · 2024-03-03 · −2",
    ]
    accepted = question.html.partition("✓")[2].partition("Mia")[0]
    assert accepted.count("<section>") == 3 and accepted.count("</section>") == 3
    assert "answered" not in question.text and question.text.count("Olaf") == 2


def test_the_reputation_of_a_person_is_not_the_score_of_a_post() -> None:
    card = '<span class="reputation-score">{}</span></div>'
    bare = re.sub(r'<span class="vote-count".*?</span>', "", QUESTION)
    article = read("Drying birch", bare.replace("</a></span></div>", f"</a></span>{card.format('1,204')}"))
    assert heads(article)[0] == "Ann &amp; Co · Mar 1, 2024" and not re.search("1,204|[+]", "".join(heads(article)))


def test_elements_around_a_thread_are_not_posts(question: Article) -> None:
    """Older Q&A pages mark up the whole page as the question, with a banner above and a user link below the posts."""
    banner = "<ol><li>Anybody can ask a question about wood</li><li>Anybody can answer, and the best rise</li></ol>"
    below = '<p>Protected by <a href="/users/9/i" itemprop="author">Ilse</a></p>'
    article = read("Drying birch", f'<div itemtype="https://schema.org/Question">{banner}{QUESTION}{below}</div>')
    assert heads(article) == heads(question)


def test_the_accepted_answer_is_recognized_by_its_class() -> None:
    """Some sites declare the answer with the highest score as accepted, too."""
    page = QUESTION.replace(
        answer(ANSWERED[1], "Mia", "2024-03-03", -2),
        answer(ANSWERED[1], "Mia", "2024-03-03", -2).replace('class="answer"', 'class="answer accepted-answer"'),
    )
    assert [head[:4] for head in heads(read("Drying birch", page)) if "✓" in head] == ["Mia "]


def test_a_thread_as_text_and_markdown(question: Article) -> None:
    text, markdown = (one.replace("\u00a0", " ") for one in (question.text, question.markdown))
    assert text.split("\n\n")[:2] == ["— Ann & Co · Mar 1, 2024 · +11", ASKED]
    assert f"— — Ilse · Mar 4, 2024\n\n{REPLY}" in text
    assert (
        f"\n\n---\n\n**Olaf** · 2024-03-02 · +18 · ✓\n\n{ANSWERED[0]}\n\n> **Ilse** · Mar 4, 2024\n>\n> {REPLY}"
        in markdown
    )
    assert not question.markdown.startswith("---")
    assert ANSWERED[1] in rendered(question.markdown)


def test_a_thread_in_an_e_book(question: Article, tmp_path: Path) -> None:
    """Posts are sections of a chapter, and epubcheck accepts the book."""
    made = Epub(tmp_path, "Threads", vertical=False)
    made.add(piece(question.html, id="1"))
    book = made.finish()
    check_epub(book)
    with zipfile.ZipFile(book) as parts:
        pages = [parts.read(name).decode() for name in parts.namelist() if name.endswith(".xhtml")]
    assert any(page.count("<section>") == 6 and "<header><b>" in page for page in pages)


def test_a_chinese_forum_of_tables() -> None:
    """Discuz: authors in a separate column, ranks, post numbers, attachments, ratings."""
    texts = "我的也是，脚垫老化了。 劈好的桦木要在屋檐下放两个夏天，含水率低了才好烧，烟也少。 顶 666 收藏了".split()
    rated = "<h3>评分</h3><table><tr><th>参与人数 2<th>金币 +9<tr><td><a href=space-uid-9.html>白桦</a><td>+ 9</table>"
    file = "<i style='display:none'><p>a.jpg (88.1 KB, 下载次数: 3)</p><p><a href=f.php>下载附件</a></p></i>"
    posts = "".join(
        f'<div id=post_{at}><table class=plhin><tr><td class=pls><div class=pi><a href="home.php?mod=space&amp;uid={at}" '
        f"class=xw1>木匠{at}号</a></div><table><tr><th><p>{at}</p>主题<th><p>3{at}</p>帖子<td><p>9{at}</p>积分</table><p><em>"
        f"<a href=g.php>{['新手上路', '高级会员'][at % 2]}</a></em></p></td><td class=plc><div class=pi><strong><a href=#>"
        f"{['', '楼主', '沙发', '板凳'][at] if at < 4 else f'{at}<sup>#</sup>'}</a></strong><em>发表于 2023年5月{at}日 10:0{at}"
        f"</em>{'来自手机' * (at % 2)}|<a href=?a={at}>只看该作者</a></div><div class=pct><table><tr><td class=t_f>{text}"
        f"{file * (at == 2)}</table>{rated * (at == 2)}</div></td></tr></table></div>"
        for at, text in enumerate(texts, 1)
    )
    top = "<h1>桦木要晾多久</h1><span><a href=thread-77-1-1.html>[复制链接]</a></span>"
    article = read("桦木要晾多久", top + posts, "zh", "thread-77-1-1.html")
    assert heads(article) == [f"木匠{at}号 · 2023-05-0{at}" for at in range(1, 6)]
    assert "<table" not in article.html and all(text in article.text for text in texts)
    assert not re.search("主题|帖子|会员|新手|楼主|沙发|板凳|#|手机|只看|下载|复制|评分", article.text), article.text


def test_nested_comments_stay_nested() -> None:
    """Of the old, current and possible score, the current one is shown."""

    def comment(author: str, text: str, inner: str = "") -> str:
        return (
            f'<div class="thing comment"><p class="tagline"><a href="/user/{author}" class="author">{author}</a> <span '
            f'class="score dislikes">8 points</span><span class="score unvoted">9 points</span><span class="score likes">'
            f'10 points</span> <time datetime="2024-05-06T07:08:09+00:00">3 hours ago</time></p><div class="md"><p>{text}</p>'
            f'</div><div class="child">{inner}</div></div>'
        )

    tree = comment("root", ANSWERED[0], comment("leaf", f"{REPLY} {ASKED}")) + comment(
        "other", f"{ANSWERED[1]} {ASKED} {REPLY}"
    )
    article = read("Drying birch", f'<div itemtype="https://schema.org/DiscussionForumPosting">{tree}</div>')
    assert heads(article) == ["root · 2024-05-06 · +9", "leaf · +9", "other · +9"]
    assert re.search(r"<section><header>.*root.*<section><header>.*leaf.*</section></section><section>", article.html)
    assert "ago" not in article.text and "points" not in article.text


def test_a_reply_in_a_custom_element_has_its_author() -> None:
    post = '<x-comment><div><a href="/user/{0}/">{0}</a> <time datetime="2024-01-08">4mo ago</time></div><p>{1}</p>{2}</x-comment>'
    reply = post.format("olof", "Thanks, that works!", "")
    thread = post.format("birchbark", ASKED, reply) + post.format("sigrid", ANSWERED[0], "")
    article = read("Drying birch", f"<x-tree>{thread}</x-tree>", path="r/wood/comments/a7/")
    assert heads(article) == ["birchbark · 2024-01-08", "olof", "sigrid"]
    assert article.html.count("</section></section>") == 1


def test_replies_in_a_container_of_the_post_that_they_answer() -> None:
    """Old Reddit pages."""
    post = (
        '<div class="thing comment"><p class=parent></p><div class=entry><p class=tagline><a class=author href="/user/{0}">{0}</a>'
        ' <time datetime="2024-01-08">4 months ago</time></p><div class=md><p>{1}</p></div></div><div class=child>{2}</div></div>'
    )
    reply = f'<div class="sitetable listing">{post.format("olof", REPLY, "")}</div>'
    thread = post.format("birchbark", ANSWERED[1], reply) + post.format("sigrid", ANSWERED[0], "")
    asked = f'<div class="sitetable links">{post.format("ida", ASKED, "")}</div>'
    article = read("Drying birch", f'{asked}<div class="sitetable nested">{thread}</div>', path="r/wood/comments/a7/")
    assert heads(article) == ["ida · 2024-01-08", "birchbark", "olof", "sigrid"]
    assert article.html.count("</section></section>") == 1


def test_short_replies_are_kept_without_member_details() -> None:
    """V2EX and NGA."""
    cell = (
        "<div class=cell><div class=stat>级别: 学徒 发帖: {0}1</div><b><a href='/member/u{0}'>木匠{1}</a></b> "
        "<i title='2024-01-0{0} 10:00'>{0}天前</i><div class=reply>{2}</div></div>"
    )
    replies = zip(
        "123", "甲乙丙", ("先劈开再码起来，别偷懒。", "细的枝条不用劈开。", "谢谢，已经劈开晾着了。"), strict=True
    )
    boxes = "".join(f"<div class=box><div class=cell>{name}</div></div>" for name in ("登录", "关于我们"))
    thread = f"<div class=box>{''.join(cell.format(*reply) for reply in replies)}</div>"
    article = read("白桦要晾多久", f"{boxes}<div class=topic><p>{TREES[0]}</p></div>{thread}", "zh-CN", "t/1000001")
    assert [head.split()[0] for head in heads(article)] == ["木匠甲", "木匠乙", "木匠丙"]
    assert "先劈开" in article.text and "晾着了" in article.text and "级别" not in article.text


ROW = {
    "cell with a spacer image": '<tr class="comtr"><td><table><tr><td class="ind" indent="{0}"><img src="s.gif" height="1" width="{1}"></td>'
    '<td class="default"><span class="comhead">{2} <span class="age" title="2024-03-01T10:00:00 1">8 months ago</span>'
    ' | <a href="#c">parent</a> | <a href="#c">next</a> <a>[–]</a></span><br><div class="comment">{3}<div class="reply"><p>'
    '<a href="reply?id=5">reply</a></div></div></td></tr></table></td></tr>',
    "attribute": '<tr><td class="post" data-depth="{0}">{2} <i>1 March 2024</i><div>{3}</div></td></tr>',
    "class": '<tr class="post depth-{0}"><td>{2} <i>1 March 2024</i><div>{3}</div></td></tr>',
    "margin": '<tr><td><div class="post" style="margin-left:{1}px">{2} <i>1 March 2024</i><div>{3}</div></div></td></tr>',
}
"""A comment, with placeholders for level, indentation, author and text."""


@pytest.mark.parametrize("row", ROW.values(), ids=ROW)
def test_indented_comments_are_nested(row: str) -> None:
    """Missing levels and very many levels are tolerated."""

    def tree(*levels: int) -> Article:
        texts = (f"{ANSWERED[at % 2]} {REPLY} Number {at}." for at in range(len(levels)))
        author = '<a href="/user?id=u{0}" class="hnuser">u{0}</a>'
        rows = (
            row.format(n, 40 * n, author.format(at), text)
            for at, (n, text) in enumerate(zip(levels, texts, strict=True))
        )
        return read(
            "Drying birch", f'<table itemtype="https://schema.org/DiscussionForumPosting">{"".join(rows)}</table>'
        )

    article = tree(0, 1, 2, 0, 3, 1, 0)
    order = "".join(re.findall(r"</?section>|u\d(?=</bdi>)", article.html))
    assert order.replace("section", "") == "<>u0<>u1<>u2</></></><>u3<>u4</><>u5</></><>u6</>"
    assert "reply" not in article.text and "next" not in article.text
    assert "\n> > **u2**" in article.markdown
    deep = tree(*range(60), 0)
    assert 20 < deep.html.count("<section>") == deep.html.count("</section>")


@pytest.mark.parametrize("box", ["blockquote", "div class=bbcode_quote"])
def test_a_forum_without_times(box: str) -> None:
    """Each author is named once, and quotations remain blockquotes."""
    quoted = (
        f"<{box}><b>ryefan wrote:</b><img src=/buttons/view.png><p>{ANSWERED[0]}</p></{box.partition(' ')[0]}>{REPLY}"
    )
    posts = "".join(
        f'<div class="message"><div class="user"><h4><a href="/members/{name}/">{name}</a></h4><div>Member</div></div>'
        f'<div class="content">{text}</div><a href="#">Like</a></div>'
        for name, text in (("ryefan", ANSWERED[0]), ("oldoven", quoted), ("ryefan", ANSWERED[1]))
    )
    article = read("Drying birch", f'<div itemtype="https://schema.org/DiscussionForumPosting">{posts}</div>')
    assert heads(article) == ["ryefan", "oldoven", "ryefan"]
    assert article.html.count("<blockquote>") == 1 and "<img" not in article.html
    assert f"— oldoven\n\n> ryefan wrote:\n\n> {ANSWERED[0]}\n\n{REPLY}\n\n— ryefan" in article.text


def test_names_ending_in_digits_are_separated_from_scores_and_times() -> None:
    posts = "".join(
        f"<article class=comment><div><a href=/u/{name}>{name}</a><span>{score}</span><time>{time}</time></div>"
        f"<div class=text><p>{text}</div></article>"
        for name, score, time, text in (
            ("birch_2", 5, "November 3, 2026", TREES[0]),
            ("kiln9", 4, "November 4, 2026", TREES[1]),
            ("saltmarsh", 6, "3 days ago", TREES[2]),
        )
    )
    article = read("晾干桦木要多久", posts, "zh", "post/1842")
    assert heads(article) == ["birch_2 · November 3, 2026", "kiln9 · November 4, 2026", "saltmarsh · 3 days ago"]
    assert "birch_25" not in article.text and "saltmarsh6" not in article.text


@pytest.mark.parametrize("quote", ["<div><cite>{}</cite>{}</div>", "<cite><a href=/p/4>{}</a></cite>{}"])
def test_the_attribution_of_a_quotation_is_on_a_separate_line(quote: str) -> None:
    article = read(
        "Birch", f"<p>{ASKED}</p><blockquote>{quote.format('ryefan wrote:', ANSWERED[0])}</blockquote><p>{REPLY}"
    )
    assert re.search(rf"<cite>.*ryefan wrote:.*</cite></p><p>{ANSWERED[0]}</p></blockquote>", article.html)


def test_a_title_at_the_start_of_a_quotation_stays_inline() -> None:
    quoted = f"<blockquote><p><cite>The Woodshed</cite> says: {ANSWERED[0]}</p></blockquote>"
    assert "<cite>The Woodshed</cite> says:" in read("Birch", f"<p>{ASKED}</p>{quoted}<p>{REPLY}").html


def test_ranks_buttons_and_dates_are_not_names() -> None:
    """MyBB and German forums: the name has no class, and the rank is in the author's container."""

    def post(name: str, rank: str, day: str, text: str) -> str:
        return (
            f'<div class="post"><div class="post_author"><div><strong><span><a href="user-7.html">{name}</a></span></strong>'
            f"{rank}</div></div><div><span>#1</span> · <span>{day}</span></div>"
            f'<div class="post_body">{text}</div><p><b>bo</b> likes this.</p>'
            '<a href="search.php?action=finduser&amp;uid=7"><span>Find</span></a></div>'
        )

    ranks = '<br><span class="smalltext">Senior Member<br></span>', ' <em class="userTitle">Level: baker of rye</em>'
    asked = post("birchbark", ranks[0], "11. Sep 2024, 23:05", ASKED)
    posts = asked + post("ryefan", ranks[1], "12. Sep 2024, 07:30", ANSWERED[0])
    article = read("Birch", f'<div itemtype="https://schema.org/DiscussionForumPosting">{posts}</div>')
    assert heads(article) == ["birchbark · 11. Sep 2024", "ryefan · 12. Sep 2024"]
    assert "Level" not in article.html and "likes" not in article.html


def test_the_first_author_is_the_byline_and_reply_controls_are_left_out() -> None:
    rows = zip(("甲板", "乙木", "丙烯", "丁香"), TREES, strict=True)
    posts = "".join(
        f'<div class="cell"><div class="fr"><a href="#;">隐藏</a> <a href="#;">感谢回复者</a></div><span class="no">{number}'
        f'</span><strong><a href="/member/{number}">{name}</a></strong><span class="ago">2024-01-0{number} 10:00</span>'
        f'<a href="/u/{number}"><img src="/p/{number}.jpg"></a><div class="reply_content">{text}</div></div>'
        for number, (name, text) in enumerate(rows, 1)
    )
    article = read("白桦要晾多久", f'<div itemtype="https://schema.org/DiscussionForumPosting">{posts}</div>', "zh")
    assert (article.byline, (article.published or "")[:10]) == ("甲板", "2024-01-01")
    assert heads(article)[1:] == ["乙木 · 2024-01-02", "丙烯 · 2024-01-03", "丁香 · 2024-01-04"]
    assert not re.search(r"隐藏|感谢|<p>\d|<img", article.html), article.html


@pytest.mark.parametrize("hidden", ['class="hidden"', 'class="seo" data-jingdu-hidden'])
def test_a_hidden_copy_of_the_first_post_is_left_out(hidden: str) -> None:
    """Some forums repeat the first post for search engines; the visible one follows a link to the last poster."""

    def card(number: int, name: str, day: str, text: str, last: str = "") -> str:
        return (
            f'<div class="card">{last}<a class="user-info__name" href="#">{name}</a><div><a href="#p{number}">#{number}</a> · '
            f'<time datetime="{day}T09:00">{day}</time></div><article><div><p>{text}</p></div></article></div>'
        )

    last = '<span>Last: <a href="#">oldoven</a> <time datetime="2026-03-09T09:00">9 March 2026</time></span>'
    cards = card(1, "birchbark", "2026-03-01", ASKED, last) + "".join(
        card(number, name, f"2026-03-0{number}", text)
        for number, (name, text) in enumerate(zip(("ryefan", "oldoven"), ANSWERED, strict=True), 2)
    )
    copy = f'<div {hidden}><span itemprop="author">birchbark</span><article><div><p>{ASKED}</p></div></article></div>'
    article = read("Birch", f'<div itemtype="https://schema.org/DiscussionForumPosting">{copy}{cards}</div>')
    assert heads(article) == ["birchbark · 2026-03-01", "ryefan · 2026-03-02", "oldoven · 2026-03-03"]
    assert article.text.count(ASKED) == 1


def test_a_hidden_copy_for_quoting_is_left_out() -> None:
    """Asgaros Forum: the hidden copy starts with a line that is not in the post."""
    quoted = "<div hidden><blockquote><div>Quote from birchbark on March {0}, 2026, 8:16 pm</div><p>{1}</p></blockquote></div>"
    posts = [f"{quoted.format(day, text)}<p>{text}</p>" for day, text in enumerate((ASKED, *ANSWERED), 1)]
    text = read("Birch", board(HEADS["data of a user"], *posts)).text
    assert {text.count(post) for post in (ASKED, *ANSWERED)} == {1} and "Quote from" not in text


@pytest.mark.parametrize("hidden", ["hidden", "data-jingdu-hidden", 'style="display: none"', 'class="tab hidden"'])
def test_hidden_text_without_a_visible_copy_is_kept(hidden: str) -> None:
    body = f"<p>{ASKED}</p><p>{ANSWERED[0]}</p><div {hidden}><p>{ANSWERED[1]}</p><p>{ANSWERED[0]}</p></div><p>{REPLY}"
    text = read("Birch", body).text
    assert ANSWERED[1] in text and REPLY in text


def test_short_replies_are_kept_with_the_first_post() -> None:
    replies = ("Split it first. Stack it bark upwards, off the ground.", "That worked at once. I owe you a pint.")
    posts = "".join(
        f'<div id="p{number}" class="post bg{number % 2}"><div class="inner"><dl class="postprofile"><dt><a href="#" '
        f'class="username">{name}</a></dt><dd class="profile-posts"><strong>Posts:</strong> <a>412</a></dd>'
        '<dd class="profile-joined"><strong>Joined:</strong> Mon Jan 04, 2016 9:11 pm</dd></dl><div class="postbody">'
        f'<h3><a href="#p{number}">Re: Drying birch</a></h3><ul class="post-buttons"><li><a>Quote</a></li></ul>'
        f'<p class="author">by <a class="username">{name}</a> » <time datetime="2024-02-1{number}">Sat</time></p>'
        f'<div class="content">{text}</div><div class="signature">Steam is only water</div></div></div></div>'
        for number, (name, text) in enumerate(zip(("ryefan", "oldoven", "ryefan"), (ASKED, *replies), strict=True))
    )
    text = read("Drying birch", f'<div itemtype="https://schema.org/DiscussionForumPosting">{posts}</div>').text
    assert [reply for reply in replies if reply not in text] == []


SPLIT = "<p>Split it before you stack it.</p>"
SHORT = "Thanks, that worked!"
CODE = "<pre><code>dry(birch, years=2)</code></pre>"


def board(head: str, *texts: str, post: str = "post", declared: str = "DiscussionForumPosting") -> str:
    """Posts with the same markup; ``head`` has placeholders for author and number."""
    names = ("annika", "bertil", "carla", "dagmar", "egon")
    posts = (
        f'<div class="{post}" data-score="{3 * at - 3}">{head.format(names[at], at)}<div class="post-body">{text}</div></div>'
        for at, text in enumerate(texts)
    )
    return f'<div itemtype="https://schema.org/{declared}">{"".join(posts)}</div>'


HEADS = {
    "class of a build tool": '<h3><a class="Header-module__AuthorLink--D7Ojk" href="/{0}">{0}</a> <a href="#c">2 March 2024</a></h3>',
    "handle": '<div><div><a href="/{0}"><img src="/a/{1}.png" alt=""></a></div><a href="/{0}">@{0}</a> 2 March 2024</div>',
    "data of a user": '<h3><a data-user-id="{1}" href="/{0}">{0}</a> 2 March 2024</h3>',
    "name beside a picture": '<h3><a class="user-avatar" href="/users/{1}"><img src="/a.png" alt=""> {0}</a> 2 March 2024</h3>',
    "test identifier": '<h3><a data-testid="post-header-author" href="/{0}">{0}</a> 2 March 2024</h3>',
}
"""Headers of posts with an author."""


@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
def test_authors_are_recognized_by_their_markup(head: str) -> None:
    """An author is recognized by a class, a handle or a data attribute; the first one is the byline."""
    article = read("Drying birch", board(head, f"<p>{ASKED}</p>", *(f"<p>{text}</p>" for text in ANSWERED)))
    shown = [found.lstrip("@").split("\u00a0")[0].split(" ")[0] for found in heads(article)]
    assert shown == ["annika", "bertil", "carla"]
    assert (article.byline or "").lstrip("@") == "annika"
    assert heads(article)[0].endswith("· −3") and heads(article)[2].endswith("· +3")


def test_posts_keep_short_replies_code_and_short_quotations() -> None:
    """Short replies, code and short quotations are kept; long quotations, signatures and buttons are not."""
    head = '<h3><a class="username" href="/u/{0}">{0}</a> 2 March 2024 <button>Copy the link of this post</button></h3>'
    quote, long = "<blockquote><p>{}</p></blockquote>", " ".join(ANSWERED)
    texts = (
        f"<p>{ASKED}</p><p>{REPLY}</p>",
        f"{quote.format('Mine has been under a roof')}<p>{ANSWERED[0]}</p>{CODE}<p>{REPLY}</p>",
        f"<p>{SHORT}</p>",
        f"{quote.format(long)}<p>{ANSWERED[1]}</p><p>{ASKED}</p>",
        "<p>+1</p>",
    )
    article = read("Drying birch", board(head, *texts))
    assert len(heads(article)) == 5
    assert SHORT in article.text and "+1" in article.text and "dry(birch" in article.text
    assert "<blockquote><p>Mine has been under a roof</p></blockquote>" in article.html
    assert "Copy the link" not in article.text


def test_nothing_below_the_posts_is_kept() -> None:
    """Blocks kept below a thread are about other threads; a container around the posts is not a post."""
    texts = [f"<p>{text}</p>" for text in (ASKED, *ANSWERED)]
    thread = board(HEADS["data of a user"], *texts, post="post grid")
    page = parse(f"<div class=grid><main>{thread}</main><p>{REPLY} <a href=/u/9 class=username>egon</a></p></div>")
    kept = [True] * len(page.blocks)
    keep_posts(page, kept)
    assert kept[-2:] == [True, False] and page.blocks.texts[-1].startswith(REPLY)


def test_advice_in_an_answer_form_is_left_out() -> None:
    """The form is in the container of the posts."""
    texts = [f"<p>{text}</p>" for text in (ASKED, *ANSWERED)]
    advice = "<p>Be sure to answer what is asked, and say how you know it.</p><ul><li>Do not ask for more.</li></ul>"
    form = f"<form action=/answers><h2>Your answer</h2><textarea></textarea>{advice}</form>"
    page = parse(board(HEADS["data of a user"], *texts).removesuffix("</div>") + form + "</div>")
    kept = [True] * len(page.blocks)
    keep_posts(page, kept, declared=False)
    thread = [text for text, bit in zip(page.blocks.texts, kept, strict=True) if bit]
    assert thread[-1] == ANSWERED[-1] and len(thread) == len(kept) - 3


def test_nothing_before_the_headline_of_a_thread_is_kept() -> None:
    thread = board(HEADS["data of a user"], *(f"<p>{text}</p>" for text in (ASKED, *ANSWERED)))
    page = parse(f"<p>{REPLY}</p><h1>Drying birch</h1><p>{SHORT}</p><main>{thread}</main>")
    kept = [True] * len(page.blocks)
    keep_posts(page, kept)
    assert kept[:4] == [False, True, True, True]


def test_posts_in_details_elements() -> None:
    """Neither ``details`` elements nor buttons between posts are output."""
    form = '<details open class="post"><summary><a class="username" href="/u/{0}">{0}</a> 2 March 2024</summary><div class="post-body"><p>{1}</p></div></details>'
    posts = "".join(map((form + "<div><button>Collapse the replies</button></div>").format, PEOPLE, (ASKED, *ANSWERED)))
    article = read("Drying birch", f'<div itemtype="https://schema.org/DiscussionForumPosting">{posts}</div>')
    assert heads(article) == ["annika · 2 March 2024", "bertil", "carla"]
    assert "details" not in article.html and "Collapse" not in article.text


def test_replies_in_nested_list_items() -> None:
    """Each list item contains a post and a list of its replies."""

    def item(name: str, text: str, inner: str = "") -> str:
        return (
            f'<li class="tree"><div class="comment"><div class="byline"><a href="/~{name}">{name}</a> 2 March 2024</div>'
            f'<div class="text"><p>{text}</p></div></div><ol>{inner}</ol></li>'
        )

    last = item("carla", f"{ANSWERED[1]} {REPLY}") + item("dagmar", REPLY)
    tree = item("annika", ANSWERED[0], item("bertil", f"{ASKED} {REPLY}", last)) + item("egon", ASKED)
    article = read("Drying birch", f'<div itemtype="https://schema.org/DiscussionForumPosting"><ol>{tree}</ol></div>')
    shape = re.findall(r"</?section>|(?<=<bdi>)\w+", article.html)
    assert " ".join(shape).replace("<section>", "(").replace("</section>", ")") == (
        "( annika ( bertil ( carla ) ( dagmar ) ) ) ( egon )"
    )
    assert "<li" not in article.html


def test_a_chatbot_conversation() -> None:
    """Screen-reader headings name the speakers."""
    said = (("user", "You", "How long?"), ("assistant", "Machine", ANSWERED[0]), ("user", "You", "And thin branches?"))
    turns = "".join(
        f'<article class="turn"><h5 class="sr-only">{name} said:</h5><div data-message-author-role="{role}" class="message">'
        f"<div><p>{text}</p></div></div><button>Copy</button></article>"
        for role, name, text in (*said, ("assistant", "Machine", ANSWERED[1]))
    )
    article = read("Drying birch", f"<main>{turns}</main>")
    assert heads(article) == ["You", "Machine", "You", "Machine"] and article.byline is None
    assert "And thin branches?" in article.text


def test_the_byline_is_not_the_first_replier() -> None:
    """The user below the title is the byline, but not the author of a comment or of a later first post."""
    head = '<h3><a class="username" href="/u/{0}">{0}</a> {1} March 2024</h3>'
    texts = [f"<p>{text}</p>" for text in (ASKED, *ANSWERED)]
    by = '<p>12 points by <a class="username" href="/u/olof">olof</a></p>'
    assert read("Drying birch", by + board(head, *texts)).byline == "olof"
    newest = board(head.replace("{1}", "1{1}"), *texts).replace("10 March", "30 March")
    assert read("Drying birch", newest).byline is None
    by = '<h3>From: <a href="/people/olof/">olof</a> (Aarhus) <span>1 March 2024 in Denmark</span></h3>'
    assert read("Drying birch", f"{by}<p>{REPLY} {ASKED}</p>{board(head, *texts[1:])}").byline == "olof"
    reply = '<h3 itemprop="author"><a class="username" href="/u/{0}">{0}</a></h3>'
    question = f"<div class=question>{''.join(f'<p>{text}</p>' for text in (ASKED, REPLY))}</div>"
    assert read("Drying birch", question + board(reply, *texts[1:])).byline is None


def test_articles_have_no_posts() -> None:
    """Neither comments below an article nor bylines of teasers become posts."""
    for fixture in fixtures():
        if fixture.slug != "forum" and "fault" not in fixture.expected:
            assert "<section" not in jingdu.read(fixture.data, fixture.url).html, fixture.slug


def test_replies_of_any_depth_are_read() -> None:
    """Comments beyond the maximum depth become text of the last post."""
    comment = (
        '<div class="c"><a class="author" href="/user/x">name{}</a><p>Comment {} says that birch dries slowly.</p>'
    )
    deep = "".join(comment.format(at, at) for at in range(1500)) + "</div>" * 1500
    article = read(
        "Drying birch",
        f'<div itemtype="https://schema.org/DiscussionForumPosting"><div>{deep}{comment}</div></div></div>',
    )
    assert 0 < article.html.count("<section>") < 100
    assert "Comment 1400 says" in article.text or "Comment 700 says" in article.text


def test_hostile_names_are_text() -> None:
    evil = "&lt;img src=x onerror=alert(1)&gt;"
    article = read("Drying birch", QUESTION.replace("Ann &amp; Co", evil).replace(">Mia<", f">{evil}<"))
    assert heads(article)[0].startswith(evil)
    assert "<img" not in article.html


PATHS = (
    "threads/rye.77/ viewtopic.php?t=77 questions/77/rye t/rye/77 d/77-rye r/rye/comments/a7/ post/77 q/1010000045 "
    "frage/rye qa/question_detail/q10100 test/read.cgi/rye/77/ item?id=77 rye/-/issues/77 browse/RYE-77"
)


@pytest.mark.parametrize("path", PATHS.split())
def test_a_small_thread_is_recognized_by_its_url(path: str) -> None:
    forum = next(fixture for fixture in fixtures() if fixture.slug == "forum")
    article = jingdu.read(forum.data, f"https://flourboard.example/{path}")
    assert re.findall("<header><b><bdi>(.*?)</bdi>", article.html) == ["ryefan", "oldoven", "ryefan"]
    for other in ("nail-polish.77/", "post/77/nail-polish", "questions/nail-polish", "t/2019-09-11/rye"):
        assert "<header>" not in jingdu.read(forum.data, f"https://flourboard.example/{other}").html


def test_an_author_without_a_link_is_recognized() -> None:
    """FluxBB, guests."""
    post = (
        '<div class=blockpost><h2><span>#{0} <a href="/v?pid={0}">2024-03-1{0} 10:59</a></span></h2><div class=box>'
        "<div class=postleft><dl><dt><strong>{1}</strong></dt><dd>Member</dd><dd>Posts: 98</dd></dl></div>"
        "<div class=postright><h3>Re: Drying birch</h3><div class=postmsg><p>{2}</p></div></div></div></div>"
    )
    texts = zip(("birchbark", "olof", "birchbark"), (ASKED, *ANSWERED), strict=True)
    posts = "".join(post.format(at, *pair) for at, pair in enumerate(texts, 1))
    article = read("Drying birch", f'<script type="application/ld+json">{{"@type": "QAPage"}}</script>{posts}')
    assert re.findall("<header><b><bdi>(.*?)</bdi>", article.html) == ["birchbark", "olof", "birchbark"]


def test_answers_have_their_authors_and_the_question_has_none() -> None:
    """Baidu Zhidao: the first answer has markup of its own, and nothing declares the question."""
    person = '<div class="line"><a class="reply-uname">{}</a> <span class="time">2024-03-0{} · TA获得超过3万个赞</span></div>'
    first = f'<div class="bd answer first" id="answer-1">{person}<div class="line content"><p>{ANSWERED[0]} {TREES[1]}</p></div></div>'
    other = '<div class="bd answer"><div class="line">' + person + '<div class="text line"><p>{}</p></div></div></div>'
    others = "".join(other.format(*pair) for pair in (("清风", 3, ANSWERED[1]), ("匿名用户", 4, TREES[3])))
    page = f'<script type="application/ld+json">{{"@type": "QAPage"}}</script><div><h1>Is birch dry?</h1><div>{ASKED}</div></div>'
    body = f"<title>Is birch dry?</title><main>{page}{first.format('老周', 2)}<div>{others}</div></main>"
    article = jingdu.read(body, "https://b.example/q")
    assert article.html.startswith(f"<p>{ASKED}</p><section>") and article.byline is None and "TA" not in article.text
    assert heads(article) == ["老周 · 2024-03-02", "清风 · 2024-03-03", "匿名用户 · 2024-03-04"]


def test_the_author_is_the_name_above_the_handle() -> None:
    """X, whose pages are titled with their author; avatars are left out."""
    name = '<div><img src="/p/{0}.jpg" alt="u/{0} avatar"><a href="/{0}"><div>{1}</div></a><div><a href="/{0}">@{0}</a><a><time datetime="2024-03-0{2}">'
    form = f'<article class="tweet">{name}Mar {{2}}</time></a></div></div><div class="text">{{3}}</div></article>'
    posts = "".join(map(form.format, PEOPLE, (f"{who.title()} Holm" for who in PEOPLE), range(2, 8), TALK))
    article = jingdu.read(f"<title>Annika Holm (@annika) on X</title><div>{posts}</div>", "https://board.example/t/7")
    assert [head.partition(" · ")[0] for head in heads(article)] == [f"{who.title()} Holm" for who in PEOPLE]
    assert article.byline == "Annika Holm" and article.title.startswith(ASKED[:40]) and "<img" not in article.html


def test_the_author_is_in_a_link_marked_as_one() -> None:
    """GitHub since 2025: the link has the test id of a picture, and times are custom elements."""
    form = '<div class="comment"><h2 class="sr-only">{0} commented</h2><div><a class="Header-module__AuthorLink" data-testid="avatar-link"'
    form += ' href="https://github.com/{0}">{0}</a></div><div><span>{1} </span><a href="#c{2}"><relative-time datetime="2025-04-0{2}'
    form += 'T08:00:00Z">on Apr {2}</relative-time></a></div><div class="markdown-body"><p>{3}</p></div></div>'
    verbs = ("opened", "commented", "commented", "commented")
    posts = "".join(map(form.format, PEOPLE, verbs, range(1, 5), TALK))
    article = read("Drying birch", posts, path="wood/birch/issues/7")
    assert heads(article) == [f"{who} · 2025-04-0{day}" for day, who in enumerate(PEOPLE[:4], 1)]
    assert article.byline == PEOPLE[0]


def test_the_time_in_a_tooltip_is_that_of_a_post() -> None:
    form = '<li class="comment"><a class="person" href="/u/{0}">{0}</a> <span data-tippy-content="June {1}st, 2025 at 8:00">5 months ago</span>'
    posts = "".join(map(f"{form}<p>{{2}}</p></li>".format, PEOPLE, (1, 21), TALK))
    assert heads(read("Drying birch", f"<ul>{posts}</ul>")) == [
        f"{PEOPLE[0]} · 2025-06-01",
        f"{PEOPLE[1]} · 2025-06-21",
    ]


def test_a_link_preview_keeps_its_title() -> None:
    """Discourse's onebox at the end of a post."""
    card = '<aside class="onebox"><header class="source"><a href="https://a.example/i/9">a.example</a></header>'
    card += '<article class="onebox-body"><h4><a href="https://a.example/i/9">Wet birch in the north</a></h4></article></aside>'
    last = f"<p>{ANSWERED[1]}</p>"
    assert "<h4><a" in read("Drying birch", QUESTION.replace(last, last + card)).html


def test_comments_of_one_line_are_a_list() -> None:
    """PTT: metadata, a text with line breaks, and comments beside it."""
    lines = '<div class="article-metaline"><span>作者</span><span>Ann</span></div>' * 3
    push = '<div class="push"><span>推 </span><span>{}</span><span>: {}</span></div>'
    station = '<span class="f2">※ 發信站: 批踢踢實業坊(ptt.cc)\n</span>'
    text = "\n\n".join(TREES) + f"\n\n--\n{station}" + "".join(map(push.format, PEOPLE, TREES))
    html = read("白桦要晾多久", f"<div>{lines}\n{text}</div>", "zh", "bbs/b/M.1.A.html").html
    assert html.startswith(f"<p>{TREES[0]}</p>") and "※" not in html and "--" not in html
    assert html.endswith(f"<ul>{''.join(map('<li>推 {}: {}</li>'.format, PEOPLE, TREES))}</ul>")


def test_the_sidebar_of_a_forum_is_left_out() -> None:
    """Old Reddit, where the only heading is in the sidebar."""
    box = f"<div class=side><div class=titlebox><h1>birch</h1><div class=md><p>{ASKED}</p></div></div></div>"
    form = '<div class="thing comment"><p class="tagline"><a class="author" href="/user/{0}">{0}</a></p><div class="md"><p>{2}</p></div></div>'
    posts = "".join(map(form.format, PEOPLE, range(2, 8), TALK[1:]))
    body = f"<title>Drying : birch</title>{box}<div class=content>{posts}</div>"
    article = jingdu.read(body, "https://b.example/r/birch/comments/1/x")
    assert article.html.startswith("<section>") and len(heads(article)) == 5


@pytest.mark.parametrize(("kind", "asked"), [("", 4 * ASKED), ("itemtype=//schema.org/Question", "Or not?")])
def test_a_question_with_different_markup_stays_above_the_answers(kind: str, asked: str) -> None:
    answer = '<li class=answer><a class=author href="/user/{0}">by {0}</a><p>{1}</p></li>'
    answers = "".join(map(answer.format, ("olof", "sigrid"), ANSWERED))
    page = f'<script type="application/ld+json">{{"@type": "QAPage"}}</script><div itemscope {kind}><p itemprop=text>{asked}</div>'
    html = read("Drying birch", f"{page}<ul>{answers}</ul>").html
    assert html.index(asked) < html.index("<section>") and html.count("<section>") == 2 and "<bdi>olof" in html


def test_names_beside_times_are_authors() -> None:
    """Frameworks with utility classes: neither a profile link nor a class identifies the author."""
    people = ("birke", "olaf_w", "mia77", "Ilse K. (112)")
    posts = "".join(
        f'<div class="w-full px-4"><div class="flex gap-1"><div class="text-xs">{person}</div><div class="mute"><time '
        f'datetime="2024-03-0{day}">0{day}-03-2024</time></div><a class="text-xs" href="/show/{day}">#{day}</a></div><div '
        f'class="grow">{text}</div><div class="link">Kutip</div><div class="link">Balas</div></div>'
        for day, (person, text) in enumerate(zip(people, (ASKED, *ANSWERED, REPLY), strict=True), 1)
    )
    article = read("Drying birch", posts, path="thread/7")
    assert [head.partition(" · ")[0] for head in heads(article)] == list(people)
    assert not re.search("Kutip|Balas|#2", article.text)
    assert all(text in article.text for text in (ASKED, *ANSWERED, REPLY))


def topic(others: str) -> str:
    """A thread recognized by its URL: the question is an ``article``, with ``others`` below it."""
    question = (
        f"<article class=topic><div class=markdown><p>{ASKED} {'It was felled before the thaw and lay in a meadow. ' * 6}"
        "</p></div></article>"
    )
    return (
        f"<!doctype html><html lang=en><title>Drying birch</title><body><ul class=nav>{NAVIGATION}</ul><h1>Drying birch</h1>"
        f"{question}{others}<div class=footer><a href=/terms>Terms</a></div>"
    )


def completed_texts(page: str, *kept: str) -> list[str]:
    """The texts that `keep_posts` keeps if the extractor keeps those starting with ``kept``."""
    parsed = parse(page, "https://board.example/topics/7")
    keep = [text.startswith(kept) for text in parsed.blocks.texts]
    keep_posts(parsed, keep)
    return list(compress(parsed.blocks.texts, keep))


def replies() -> str:
    """Three replies with authors, times and buttons."""
    form = '<div class=reply><a class=user-name href="/u/{0}">{0}</a> <span>{1} days ago</span><div class=markdown><p>{2}</p></div><a href=#>Reply</a></div>'
    return "".join(map(form.format, ("olaf", "mia", "ilse"), range(2, 5), (*ANSWERED, REPLY)))


def test_dropped_replies_are_kept_if_the_url_is_that_of_a_thread() -> None:
    texts = completed_texts(topic(replies()), ASKED)
    assert [text[:12] for text in texts] == [text[:12] for text in (ASKED, *ANSWERED, REPLY)]


def test_two_kept_posts_add_the_posts_of_another_container() -> None:
    pages = (board(HEADS["handle"], *texts) for texts in ((ASKED, REPLY), (*ANSWERED, "Thanks, that worked!")))
    assert {ASKED, REPLY, *ANSWERED} <= {*completed_texts("".join(pages), ASKED, REPLY)}


def test_two_kept_posts_do_not_add_text_below_the_posts() -> None:
    computers = (f"{name}: {'a processor, a board, a case and three discs; ' * 8}" for name in ("Mine", "At work"))
    posts = (f"{text}</div><div class=rig>{rig}" for text, rig in zip((ASKED, REPLY), computers, strict=True))
    kept = completed_texts(board(HEADS["handle"], *posts), ASKED, REPLY)
    assert {ASKED, REPLY} <= {*kept} and not any("discs" in text for text in kept)


def test_a_reply_kept_with_its_thread_has_a_reason() -> None:
    page = parse(topic(replies()), "https://board.example/topics/7")
    keep = ["felled" in text for text in page.blocks.texts]
    scores = [2.0 if bit else -3.0 for bit in keep]
    alone = Verdict("fused", scores, keep, lambda at: [Reason("page", "the cut", scores[at])], "declared")
    verdict = completed(page, alone)
    assert sum(verdict.keep) == 4 and verdict.explain
    for at, kept in enumerate(verdict.keep):
        reasons = verdict.explain(at)
        assert (verdict.scores[at] > 0) == kept
        assert sum(reason.contribution for reason in reasons) == pytest.approx(verdict.scores[at])
        assert [reason.feature for reason in reasons[1:]] == (["whole"] if kept and not keep[at] else [])


def test_teasers_of_other_threads_are_not_posts() -> None:
    head = '<h3><a href="/topics/{1}">How long does alder have to dry in a shed?</a></h3>'
    form = head + '<div>Latest: <a class=user-name href="/u/{0}">{0}</a> <span>{1} days ago</span></div><div>{2}</div>'
    rows = map(form.format, ("olaf", "mia", "ilse"), range(2, 5), (*ANSWERED, REPLY))
    teasers = "".join(f"<div class=row>{row}</div>" for row in rows)
    assert len(completed_texts(topic(teasers), ASKED)) == 1


PEOPLE = ("annika", "bertil", "carla", "annika", "dagmar", "egon")
TALK = [f"<p>{text}</p>" for text in (ASKED, ANSWERED[0], "+1", ANSWERED[1], "Thanks!", REPLY)]


def talk(form: str, title: str = "Drying birch", declared: bool = True) -> Article:
    """A thread of six posts; ``form`` has placeholders for author, day of March 2024 and text."""
    posts = "".join(map(form.format, PEOPLE, range(2, 8), TALK))
    kind = ' itemscope itemtype="https://schema.org/DiscussionForumPosting"' if declared else ""
    return read(title, f"<div{kind}><ul class=thread>{posts}</ul></div>")


FORMS = {
    "vBulletin 5": '<li class="b-post"><div class="b-userinfo" itemprop="author"><div class="author"><strong><a href="/member/{1}-x">'
    '<span itemprop="name">{0}</span></a></strong></div><div class="usertitle">Senior Member</div><ul class="b-extra"><li><label>Join Date:'
    '</label> <span>Jan 2009</span></li></ul></div><a class="b-post__count" href="#">#{1}</a><time datetime="2024-03-0{1}">March {1}, 2024'
    '</time><div class="content-text" itemprop="text">{2}</div><div class="b-post__signature">Steam is only water</div></li>',
    "Invision": '<li class="cPost"><aside><h3><strong><a href="/profile/{1}-x/">{0}</a></strong></h3><ul><li>Members</li><li>1.2k</li></ul>'
    '</aside><div>Posted <time datetime="2024-03-0{1}">March {1}, 2024</time></div><div class="richText">{2}</div><span><strong>Edited '
    '<time>March 9, 2024</time> by {0}</strong></span><div data-role="memberSignature" class="border"><p>Steam is only water</p></div></li>',
    "MyBB": '<li class="post"><div class="author_information"><strong><span><a href="/user-{1}.html">{0}</a></span></strong><br><span class='
    '"smalltext">Posting Freak</span></div><div class="post_head"><strong><a href="#">#{1}</a></strong> <span class="post_date">2024-03-0{1}, '
    '08:12 AM <span class="edited_post">(This post was last modified: 2024-03-09, 07:00 AM by <a href="/user-9.html">{0}</a>.)</span></span>'
    '</div><div class="post_body">{2}</div><div class="signature">Steam is only water</div></li>',
    "NodeBB": '<li class="pt-4"><a href="/user/{0}"><span class="avatar" title="{0}">A</span><span class="visually-hidden">Offline</span></a>'
    '<div itemprop="author"><div class="d-flex"><a class="fw-bold" href="/user/{0}">{0}</a><div><span>wrote <a href="/post/{1}" class="timeago"'
    ' title="2024-03-0{1}T08:00">on {1} Mar 2024</a></span> <span>last edited by {0}</span></div></div></div><div component="post/parent/content">{2}</div>'
    '<div class="content">{2}</div><div class="post-signature"><p>Steam is only water</p></div></li>',
    "bbPress": '<li><div class="bbp-meta"><span class="bbp-reply-post-date">2024-03-0{1} at 12:05</span> <a href="#">#151{1}</a></div><div '
    'class="reply topic-author"><div class="bbp-reply-author"><a href="/users/{0}/" class="bbp-author-link"><span class="bbp-author-name">{0}'
    '</span></a><div class="bbp-author-role">Participant</div></div><div class="bbp-reply-content">{2}</div></div></li>',
    "NGA": '<li class="row"><a href="/nuke.php?uid={1}" class="author b">{0}</a><div class="stat">级别: 学徒</div><div class="info"><span>'
    '2024-03-0{1} 08:12</span> <a>支持</a> {1} <a>反对</a> <span>手机浏览器</span></div><div>只看楼主</div><div class="ubbcode">{2}</div><div class="sign">'
    'Steam is only water<img src="/rain.png"></div></li>',
}
"""Posts of several forum engines, with rank, number, edit note and signature."""


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_posts_contain_only_author_time_and_text(form: str) -> None:
    article = talk(form)
    shown = [head.split(" · ")[0] for head in heads(article)]
    assert shown == list(PEOPLE) and heads(article)[1].endswith(("March 3, 2024", "2024-03-03"))
    words = re.sub(r"<header>.*?</header>|<[^>]*>", " ", article.html).split()
    assert words == re.sub("<[^>]*>", " ", " ".join(TALK)).split() and "<img" not in article.html


def test_a_post_marked_up_as_a_blockquote_is_not_a_quotation() -> None:
    """vBulletin 4 uses a ``blockquote`` for each post and for the edit note below it."""
    form = (
        '<li class="postbit"><a class="username" href="/member.php?u={1}">{0}</a> <span class="date">March {1}, 2024</span>'
        '<div class="content"><h2>Re: Drying birch</h2><blockquote class="postcontent restore">{2}<ul><li>Bark up on day {1}</li><li>Off the ground, on {0}’s beams</li>'
        '</ul></blockquote></div><div class="after"><blockquote class="postcontent lastedited">Last edited by {0}; March 9, 2024 at 07:00.'
        "</blockquote></div></li>"
    )
    article = talk(form)
    assert article.text.count("Off the ground") == 6 and not re.search("Last edited|Re:", article.text)
    assert "<blockquote" not in article.html


def test_a_quotation_and_its_attribution_are_kept_or_left_out_together() -> None:
    quoted = (
        '<blockquote class="bbCodeBlock bbCodeBlock--quote"><div class="bbCodeBlock-title"><a href="/goto/post?id={1}">{0} said:</a></div>'
        "<div>{2}</div></blockquote>"
    )
    form = (
        '<li class="message"><h4 class="message-name"><a class="username" href="/members/{1}/">{0}</a></h4><time datetime="2024-03-0{1}">'
        'Mar {1}, 2024</time><article class="message-body js-selectToQuote"><div class="bbWrapper">{2}</div></article></li>'
    )
    answers = [ANSWERED[0], quoted.format("bertil", 3, "In the house?") + "No, outside.", "Done.", REPLY]
    answers.append(quoted.format("bertil", 3, " ".join((*ANSWERED, ASKED))) + ANSWERED[1])
    posts = "".join(form.format(*post) for post in zip(PEOPLE[1:], range(3, 8), answers, strict=True))
    page = parse(f"<h1>Birch</h1><ol>{form.format('annika', 2, ASKED)}{posts}</ol>", "https://board.example/threads/7/")
    keep = [text.endswith(("?", "said:")) or text in ANSWERED for text in page.blocks.texts]
    keep_posts(page, keep)
    kept = [text for text, bit in zip(page.blocks.texts, keep, strict=True) if bit]
    assert [kept.count(text) for text in ("bertil said:", "In the house?", "No, outside.", "Done.")] == [1, 1, 1, 1]


def test_a_reply_that_begins_with_a_name_is_not_a_header() -> None:
    form = (
        '<li class="cell"><strong><a href="/member/{0}">{0}</a></strong> <span class="ago" title="2024-03-0{1} 10:00">{1} days ago via iPhone'
        '</span><div class="reply_content">{2}</div></li>'
    )
    posts = "".join(map(form.format, PEOPLE, range(2, 8), TALK))
    posts += form.format("frida", 8, '@<a href="/member/egon">egon</a> 好了，感谢楼上。')
    article = read("Drying birch", f"<ul>{posts}</ul>", path="t/77")
    assert "好了，感谢楼上。" in article.text and "via" not in article.text and len(heads(article)) == 7


def test_short_replies_to_a_long_question_are_posts() -> None:
    """The name above the question is in a different container."""
    head = '<div class="row"><div class="by">{0}</div><time datetime="2024-03-0{1}">0{1}-03-2024</time></div>'
    question = (
        f"{head.format('annika', 2)}<div class=html>{''.join(f'<p>{ASKED} {ANSWERED[0]}</p>' for _ in range(4))}</div>"
    )
    replies = "".join(
        f"<div>{head.format(name, day)}<div class=html>{text}</div><div>Quote this</div><div>Answer this</div></div>"
        for name, day, text in (("bertil", 3, "Two summers, said my father."), ("carla", 4, "And he was right."))
    )
    article = read("Drying birch", f"<div>{question}</div>{replies}", path="thread/7")
    assert [head.split(" · ")[0] for head in heads(article)][-2:] == ["bertil", "carla"]
    assert "Two summers" in article.text and "he was right" in article.text and "Quote this" not in article.text


def test_replies_are_recognized_by_id_if_their_class_is_shared() -> None:
    """V2EX."""
    form = (
        '<div id="r_{1}7" class="cell"><table><tr><td><strong><a href="/member/{0}">{0}</a></strong> <span>{1} 小时前</span>'
        '<div class="reply_content">{2}</div></td></tr></table></div>'
    )
    posts = "".join(form.format(*post) for post in zip(PEOPLE[:3], (1, 2, 3), TREES[1:], strict=True))
    boxes = "".join(f"<div class=cell>{text}</div>" for text in ("3 条回复", "现在注册", TREES[0]))
    assert len(heads(read("Drying birch", f"<div>{boxes}{posts}</div>", path="t/77"))) == 3


def test_comments_below_a_likely_article_are_not_posts() -> None:
    prose = "".join(f"<p>{text} {ASKED} {REPLY}</p>" for text in ANSWERED * 3)
    comment = (
        '<li class="comment"><div class="comment-author"><b class="fn">{0}</b> says:</div><time datetime="2024-03-0{1}">March {1}, 2024</time>'
        '<div class="comment-content">{2}</div><a class="comment-reply-link" href="#">Reply</a></li>'
    )
    comments = "".join(map(comment.format, PEOPLE, range(2, 8), TALK))
    body = f'<article><div class="byline">By <a rel="author" href="/eva">Eva Lind</a></div>{prose}</article><ol class="comments">{comments}</ol>'
    assert "<section" not in read("How birch is dried", body, path="2024/03/how-birch-is-dried/").html


@pytest.mark.parametrize("name", ["comment", "review"])
def test_many_wordpress_comments_below_an_article_are_left_out(name: str) -> None:
    """Even if the page looks like a thread."""
    comment = (
        f'<li id="comment-{{0}}" class="{name} even depth-1"><article class="comment-body"><b class="comment-author">Reader{{0}}</b>'
        ' <time>March 5, 2026 at 10:00 am</time><div><p>{1}</p></div><a href="?replytocom={0}">Reply</a></article></li>'
    )
    comments = "".join(comment.format(at, text) for at, text in enumerate((*ANSWERED, REPLY) * 13))
    prose = "".join(f"<p>{text} {ASKED}</p>" for text in ANSWERED * 2)
    body = f'<article>{prose}</article><div id="comments"><h2>39 thoughts</h2><ol class="comment-list">{comments}</ol></div>'
    article = read("How birch is dried", body, path="2026/03/how-birch-is-dried/")
    assert ASKED in article.text and REPLY not in article.text and article.byline is None
    body = body.replace(" depth-1", "")
    assert REPLY in read("How birch is dried", body, path="2026/03/how-birch-is-dried/").text
    news = '<script type="application/ld+json">{"@type": "NewsArticle"}</script>'
    assert REPLY not in read("How birch is dried", news + body, path="2026/03/how-birch-is-dried/").text
