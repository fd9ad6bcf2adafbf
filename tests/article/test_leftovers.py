"""Kept text without information: repeated header lines, labels, promotions, links to other articles, empty headings."""

import pytest

from jingdu import reading
from jingdu.page.metadata import metadata
from jingdu.page.model import Verdict
from jingdu.page.parse import parse
from jingdu.render import leftovers
from jingdu.render.article import Article

SENTENCE = "The keeper counts the lamps along the quay every evening, and writes the number into a book."
STORY = "".join(f"<p>[{n}] {SENTENCE} {SENTENCE}</p>" for n in range(6))
URL = "https://example.org/lamps.html"


def read(before: str = "", after: str = "", story: str = STORY) -> tuple[Article, str]:
    """The article of a page, and its HTML with all blocks included."""
    page = reading.Reading(
        "<html lang=en><title>The lamps of the harbour</title><meta name=author content='Ada Lindgren'>"
        f"<meta property=article:published_time content=2026-05-03T10:00:00Z><nav><a href=/>Home</a></nav><article>"
        f"<h1>The lamps of the harbour</h1>{before}{story}{after}</article><footer><a href=/terms>Terms</a></footer>",
        URL,
        "fused",
    )
    everything = [block.index for block in page.page.blocks]
    return page.article(), page.article(reading.Options(numbered=True, included=everything)).html


def test_a_link_to_the_repeated_title_leads_to_the_page() -> None:
    article, _ = read("<h3 id=top>The lamps of the harbour</h3>", '<p>Back to <a href="#top">the top of it</a>.</p>')
    assert f'<a href="{URL}#top"' in article.html, article.html


@pytest.mark.parametrize(
    "line",
    "By Ada Lindgren|Ada Lindgren, reporter|By Ada Lindgren, 3 May 2026|3 May 2026|Updated: May 3, 2026"
    "|Veröffentlicht am 3. Mai 2026 von Ada Lindgren".split("|"),
)
@pytest.mark.parametrize("tag", ["p", "h3"])
def test_the_first_lines_do_not_repeat_the_header(tag: str, line: str) -> None:
    article, everything = read(f"<{tag}>{line}</{tag}>")
    assert line in everything
    assert article.html.startswith("<p>[0]"), article.html
    assert (article.byline, (article.published or "")[:10]) == ("Ada Lindgren", "2026-05-03")


@pytest.mark.parametrize(
    "line", [f"By Bo Lindgren, who was there. {SENTENCE}", f"4 May 2026 {SENTENCE}", "By Ada Lindgren, 9 June 2026"]
)
def test_first_lines_with_more_information_are_kept(line: str) -> None:
    assert line in read(f"<p>{line}</p>")[0].html


def test_breadcrumbs_above_the_article_are_left_out() -> None:
    path = "<div>You are here: <a href=/>Harbours</a> › <a href=/lamps>Lamps</a> › The lamps of the harbour</div>"
    assert read(path)[0].html.startswith("<p>[0]") and "Harbours" in read(path)[1]


PROMPTS = [
    "已赞过已踩过你对这个回答的评价是？评论收起",
    "点击上方蓝字关注我们", "长按识别二维码，关注我们", "点个“在看”，让更多人看到", "觉得不错，请点个在看再走",
    "請繼續往下閱讀...", "— END —", "发布于 2026-02-03 10:11・IP 属地浙江", "（本章未完，请点击下一页继续阅读）",
    "图片来自网络，如有侵权，请联系删除。", "（图源网络，侵删）", "［有料会員限定］ この記事は会員限定です。",
    "排版 | 木木", "编辑：王五", "喜欢这篇，欢迎点赞、转发、在看三连", "김항구 기자 kim@port.example",
    "发布于 300 天前，其中的信息可能已经有所发展或是发生改变。", "harbour 1920×1080 240 KB", "Code: Select all",
]  # fmt: skip
LABELS = [
    "<a href=/more>Read more »</a>", "<a href=/more>阅读全文</a>", "Click to expand...", "Was this page helpful?",
    "展开全部", "Reklama", "Publicité", "When you buy through our links, we may earn an affiliate commission.",
    "First Published 4 hours ago • Updated 5 hours ago", "4.9 from 12 votes", "This post may contain affiliate links.",
    f"Copyright 2026 The Harbour Post. All rights reserved. {SENTENCE}", "Advertisement · Scroll to continue",
    "12 likes", "{{cta}}", "3条评论", "Estimated reading time: 4 minutes", "5 min read", "2 / 14",
    "Dalszy ciąg artykułu pod wideo", "Lesezeit: 2 Minuten", "（责任编辑：王五）", "原标题：港口的灯",
    "（原题为《港口的灯》）", "本文原标题：《港口的灯》", "编辑 王五 校对 李四", "<a href=/p>Run</a>",
    "(內容由港口報提供。未經授權，不得轉載。)", "返回首页，查看更多", "© 2026 The Harbour Post. Not to be copied.",
    "2026 The Harbour Post. All rights reserved.", "本文系独家稿件，未经授权，不得转载。",
    "Messages sorted by: <a href=/d>[ date ]</a> <a href=/t>[ thread ]</a>", "本文版权归作者所有，欢迎转载。",
    "1.0.0 · source · [−]", "（点击看清晰大图）", "Last updated 2 months ago", "We respect your privacy.",
    "Content-type: text/html; charset=UTF-8", "Next: <a href=/q rel=next>The quay</a>, Up: <a href=/p>Port</a>",
    "[ⓒ 항구신문, 무단전재 및 재배포 금지]", "Reporting from Harwell", "Previous Lamps Next Oil", *PROMPTS,
]  # fmt: skip


@pytest.mark.parametrize("words", LABELS)
def test_labels_of_links_and_buttons_are_left_out(words: str) -> None:
    article, everything = read(story=STORY.replace("<p>[3]", f"<p>{words}</p><p>[3]"))
    text = words.partition(">")[2].partition("<")[0] or words
    assert text in everything and text not in article.html


PROMOTIONS = [
    "Want more stories of the harbour? Sign up for our newsletter, The Lamp, every Friday.",
    "Never miss a lamp: Sign up for our weekly newsletter.", "Subscribe to our free newsletter", "Advertisement",
    "This entry was posted in Lamps and tagged sea. Bookmark the permalink.", "Gefällt mir Wird geladen …",
    "Follow The Harbour Post on Google News and add us as a preferred source.", "Subscribe to continue reading",
    "The Lamp is a reader-supported publication. To receive new posts, subscribe.", "Folgen Sie uns auf Instagram",
    "Download our app for news of the harbour.", "You have 2 free articles left this month.", "登录后继续阅读",
    "Abonnieren Sie jetzt unseren kostenlosen Newsletter: post.example/brief", "Abonnez-vous à la newsletter du port",
    "Síguenos en nuestro canal de WhatsApp", "欢迎关注港口报公众号", "立即Like《海港報》Facebook專頁",
    "You have <b>1</b> article left to read this month before you need to register.",
    "This is your last article that you can read this month.", "Already a subscriber? <a href=/login>Log in</a>",
    "Il vous reste 72% de cet article à lire. La suite est réservée aux abonnés.", "Get our best newsletter.",
    "Diesen Artikel lesen Sie mit einem Abo der Hafenpost.", "Create a free account to read the rest.",
    "To view this video you must accept cookies from the player.", "Empfohlener redaktioneller Inhalt",
    "This article contains content provided by a social network. We ask for your permission before anything is loaded.",
    "An dieser Stelle finden Sie einen externen Inhalt, der den Artikel ergänzt und mit einem Klick angezeigt wird.",
    "Ich bin damit einverstanden, dass mir externe Inhalte angezeigt werden.", "Like us on Facebook",
    "To view this page, JavaScript must be enabled.", "Please enable JavaScript to see the harbour.",
    "Story continues below advertisement", "Lesen Sie nach der Anzeige weiter", "文章未完 请继续往下阅读",
    "La suite après cette publicité", "Tekst loopt door onder de advertentie", "Dalsza część tekstu pod reklamą",
    "(For news of the quay, follow the Harbour on Facebook and Twitter)", "Follow her: twitter.com/annlee",
    "Sign up with your email address to receive news.", "Ann Lee writes about lamps. More about Ann Lee",
    "A version of this article appears in print on May 3, 2026, Section D.",
    "To contact the reporter: Ann Lee at ann@harbour.example", "—Ann Lee can be reached at ann@harbour.example.",
]  # fmt: skip


@pytest.mark.parametrize("line", PROMOTIONS)
@pytest.mark.parametrize("tag", ["p", "h3"])
def test_promotions_paywalls_and_consent_prompts_are_left_out(tag: str, line: str) -> None:
    article, everything = read(story=STORY.replace("<p>[3]", f"<{tag}>{line}</{tag}><p>[3]"))
    text = line.partition("<")[0].strip()
    assert text in everything and text not in article.html


SENTENCES = [
    "Follow these steps to light a lamp on the quay.", "Accept no cookies from strangers, the keeper said.",
    "The harbour office asks the captains to sign up for its newsletter.", "下载并安装客户端",
    "To view this harbour as the captains do, go to the third lamp.", "All rights reserved to the crown were sold.",
    "He has already a member of the crew in mind.", "本文介绍会员系统的设计。", "经审理，该图片版权归原告所有。",
    "Follow him to the quay, and the lamp can be reached at night.", "他请大家点赞、转发。", "编辑：请改三处。",
]  # fmt: skip


@pytest.mark.parametrize("line", SENTENCES)
def test_sentences_that_resemble_promotions_and_notices_are_kept(line: str) -> None:
    assert line in read(story=STORY.replace("<p>[3]", f"<p>{line}</p><p>[3]"))[0].text


@pytest.mark.parametrize(
    ("label", "entries", "is_kept"),
    [
        ("Table of contents", "<ol><li>1. <a href=#a>Who counts</a><li>2. <a href=#b>What it says</a></ol>", False),
        ("目录", "<p><a href=#a>Who counts the lamps</a></p><p><a href=#b>What the book says</a></p>", False),
        ("Contents", "<ul><li>Who counts the lamps, and where<li>What the book says, and to whom</ul>", True),
    ],
)
@pytest.mark.parametrize("tag", ["h2", "p"])
def test_a_table_of_contents_is_left_out(tag: str, label: str, entries: str, is_kept: bool) -> None:
    sections = STORY.replace("<p>[2]", "<h2 id=a>First</h2><p>[2]").replace("<p>[4]", "<h2 id=b>Second</h2><p>[4]")
    text = read(story=sections.replace("<p>[1]", f"<{tag}>{label}</{tag}>{entries}<p>[1]"))[0].text
    assert [line in text for line in (label, "Who counts the lamps", "What the book says")] == [is_kept] * 3
    assert "First" in text and "[5]" in text
    alone = sections.replace("<p>[1]", f"<p>På den här sidan</p><nav>{entries}</nav><p>[1]")
    assert ("På den här sidan" in read(story=alone)[0].text) == is_kept


@pytest.mark.parametrize(
    ("line", "is_kept"),
    [
        ("Read more: <a href=/oil>How the price of oil doubled</a>", False),
        ("<a href=/oil><b>Related Story:</b> How the price of oil doubled</a>", False),
        ("» Lesen Sie auch: <a href=/oil>How the price of oil doubled</a>.", False),
        ("Читайте также: <a href=/oil>How the price of oil doubled</a>", False),
        ("Baca juga: <a href=/oil>How the price of oil doubled</a>", False),
        ("<a href=/oil>LEGGI ANCHE - How the price of oil doubled</a>", False),
        ("<b>Lire aussi</b> <a href=/oil>How the price of oil doubled</a>", False),
        ("MORE: <a href=/oil>How the price of oil doubled</a>", False),
        ("İLGİLİ HABER: <a href=/oil>How the price of oil doubled</a>", False),
        ("Related <a href=/oil>How the price of oil doubled</a>", False),
        ("More stories you may like<p><a href=/oil>How the price of oil doubled</a>", False),
        ("更多海港日報報導<br><a href=/oil>How the price of oil doubled</a>", False),
        ("Lea <a href=/oil>price of oil</a>", True),
        ("<a href=/oil>Read more about how the price of oil doubled</a>", True),
        ("Read more: the <a href=/oil>price of oil</a> doubled in a single winter.", True),
        ("See also: <a href=/oil>How the price of oil doubled</a>", True),
        ("Related: How the price of oil doubled", True),
    ],
)
def test_a_link_to_another_article_within_the_text_is_left_out(line: str, is_kept: bool) -> None:
    article, everything = read(story=STORY.replace("<p>[3]", f"<p>{line}</p><p>[3]"))
    assert "price of oil" in everything and ("price of oil" in article.text) == is_kept


def test_links_to_other_articles_below_their_label_are_left_out() -> None:
    links = "<h3><a href=/oil>How the price of oil doubled</a></h3><h3><a href=/ferry>A ferry before dawn</a></h3>"
    for label in ("Leggi anche", "यह भी पढ़ें", "往期推荐", "相关新闻：", "On the quay"):
        article, everything = read(story=STORY.replace("<p>[3]", f"<p>{label}</p>{links}<p>[3]"))
        assert "price of oil" in everything
        assert [text in article.text for text in (label, "price of oil", "A ferry")] == [label == "On the quay"] * 3


def test_titles_of_list_entries_that_end_with_a_button_are_kept() -> None:
    titles = ("The price of oil doubled", "A ferry before dawn", "Last lamp on the quay", "Who owns the harbour")
    entry = "<h3><a href=/a>{}</a></h3><p>Of the harbour office.</p><p>Read more</p>"
    entries = "".join(map(entry.format, titles))
    article, _ = read(story=STORY.replace("<p>[3]", f"{entries}<p>[3]"))
    assert [title for title in titles if title not in article.text] == []


@pytest.mark.parametrize("name", ["article-byline", "recommendations-heading", "podcast-promo"])
def test_byline_and_teaser_regions_within_the_text_are_left_out(name: str) -> None:
    box = (
        f"<section role=region aria-labelledby='{name}'><strong id='{name}'>Machine</strong><p>{SENTENCE}</p></section>"
    )
    box = box.replace("keeper", "machine")
    assert "machine" not in read(story=STORY.replace("<p>[3]", f"{box}<p>[3]"))[0].text
    assert "machine" in read(story=STORY.replace("<p>[3]", f"{box.replace(name, 'lamps')}<p>[3]"))[0].text


@pytest.mark.parametrize(
    ("box", "html"),
    [
        ("<p>Python</p><pre>{}</pre>", '<pre><code class="language-python">{}</code></pre>'),
        ("<div><span>sh</span><pre><code>{}</code></pre></div>", '<pre><code class="language-bash">{}</code></pre>'),
        ("<p>Perl and C:</p><pre>{}</pre>", "<p>Perl and C:</p><pre>{}</pre>"),
        ("<h3>Python</h3><pre>{}</pre>", '<h3>Python</h3><pre><code class="language-python">{}</code></pre>'),
    ],
)
def test_a_language_name_above_code_is_its_language(box: str, html: str) -> None:
    code = "count = lamps + 1"
    article, _ = read(story=STORY.replace("<p>[3]", f"{box.format(code)}<p>[3]"))
    assert f"</p>{html.format(code)}<p>[3]" in article.html, article.html


def test_a_language_name_above_other_text_is_kept() -> None:
    assert "<p>Python</p>" in read(story=STORY.replace("<p>[3]", f"<p>Python</p><p>{SENTENCE}</p><p>[3]"))[0].html


@pytest.mark.parametrize(
    "after",
    ["<h2>Related stories</h2>", "<p>The keepers of the lamps, from her book:</p>", "<h2>More</h2><h3>Notes</h3>"],
)
def test_a_final_heading_without_content_is_left_out(after: str) -> None:
    article, everything = read(after=after)
    assert after.rpartition("</")[0].rpartition(">")[2] in everything
    assert article.html.endswith(f"{SENTENCE}</p>"), article.html[-200:]


@pytest.mark.parametrize(
    "after",
    ["<h2>The lamps</h2><p><img src=/lamps.jpg width=800 height=500></p>", f"<h2>The book</h2><p>{SENTENCE}</p>"],
)
def test_a_final_heading_with_a_picture_or_text_is_kept(after: str) -> None:
    assert after[: after.index("</h2>")] in read(after=after)[0].html


def test_a_heading_right_above_one_of_a_higher_level_is_left_out() -> None:
    assert "Folders" not in read(story=f"<h3>Folders and files</h3><h2>The quay</h2>{STORY}")[0].text
    assert "Folders" in read(story=f"<h2>Folders and files</h2><h3>The quay</h3>{STORY}")[0].text


def test_checkboxes_and_redundant_list_numbers_are_left_out() -> None:
    ticks = "<li><input type=checkbox><label>▢</label> Bring oil.<li>•<p>Sail.</p></li>"
    steps = "<ol><li><div>1.</div><p>Wind it.</p><li><div>2.</div><p>Light it.</p><li><div>7</div><p>Go.</p></ol>"
    text = read(story=f"{STORY}<ul>{ticks}{ticks}</ul>{steps}" + STORY.replace("[", "[1"))[0].text
    assert "Bring oil" in text and "▢" not in text and "•" not in text and "Wind it.\nLight it.\n7\n\nGo." in text


def test_noprint_elements_are_left_out_unless_they_are_the_article() -> None:
    for name in ("class=noprint", "class='plainlinks ambox'", "data-component=links-block"):
        assert "printer" not in read(f"<div {name}>{SENTENCE.replace('keeper', 'printer')}</div>")[0].text
    assert SENTENCE in read(story=f"<div class='d-print-none'>{STORY}</div>")[0].text


DISCLAIMERS = [
    "免责声明：本文仅代表作者个人观点，与本网无关。", "版权声明：本文为博主原创文章，转载请附上原文链接。",
    "凡注明来自其他媒体的稿件，均不代表本网赞同其观点，也不代表本网对其真实性负责。",
]  # fmt: skip


@pytest.mark.parametrize("line", DISCLAIMERS)
def test_disclaimers_are_left_out_only_at_the_edges_of_the_text(line: str) -> None:
    assert line not in read(after=f"<p>{line}</p>")[0].text
    assert line not in read(f"<p>{line}</p>")[0].text
    for paid in ("Note: this post contains affiliate links.", "Of what you buy by our links we receive compensation."):
        assert paid not in read(after=f"<p>{paid}</p>")[0].text and paid in read(f"<p>{paid}</p>")[0].text
    within = "".join(STORY.replace("[", f"[{part}") for part in range(4)).replace("<p>[13]", f"<p>{line}</p><p>[13]")
    assert line in read(story=within)[0].text


def test_a_page_of_disclaimers_keeps_them() -> None:
    line = "免责声明：本站内容仅供参考，不构成任何建议。"
    page = f"<title>法律声明</title><article><p>{line}</p><p>{'本站的内容归作者所有。' * 5}</p></article>"
    assert line in reading.read(page, URL).text


def test_a_reported_statement_is_kept() -> None:
    line = "市长办公室声明：灯塔将在五月修好，船只可以照常进港。"
    assert line in read(after=f"<p>{line}</p><p>{SENTENCE}</p>")[0].text


def test_adjacent_copies_are_shown_once_except_short_refrains() -> None:
    cases = {"<h3>Oil</h3><p>Oil</p>": 1, f"<p>Oil. {SENTENCE}</p>" * 2: 1, "<p>Oil, oil and oil!</p>" * 2: 2}
    cases["<p class='shortcomment cmt'>Oil.</p><p>Oil. It burns.</p>"] = 1
    for lines, times in cases.items():
        assert read(story=STORY.replace("<p>[3]", f"{lines}<p>[3]"))[0].text.count("Oil") == times, lines


def test_a_picture_below_a_repeated_last_paragraph_stays() -> None:
    twice, picture = f"<p>Oil. {SENTENCE}</p>" * 2, "<p><img src=/lamp.jpg width=600 height=400></p>"
    html = read(after=twice + picture)[0].html
    assert html.count("Oil.") == 1 and "lamp.jpg" in html


@pytest.mark.parametrize(("kind", "is_trimmed"), [("documentation", True), ("article", True), ("listing", False)])
def test_only_listings_keep_such_lines(kind: str, is_trimmed: bool) -> None:
    assert Verdict("fused", [], [], kind=kind).trimmed == is_trimmed


@pytest.mark.parametrize("line", ["<div class=article-metaline>{}</div>", "<ul class=metadata><li>{}</ul>"])
def test_lines_of_metadata_above_the_text_are_left_out(line: str) -> None:
    assert "Harbour board" not in read(line.format("Harbour board"))[0].text
    assert "Harbour board" in read(after=line.format("Harbour board") + STORY)[1]


def test_the_two_headings_of_a_title_are_not_repeated() -> None:
    for head in ("<title>Norm 7: Lamps</title><main><h1>Norm 7</h1><h1>Lamps</h1>", "<main><h2>Norm 7: Lamps</h2>"):
        article = reading.read(f"{head}{STORY}</main>", URL)
        assert article.title == "Norm 7: Lamps" and article.html.startswith("<p>[0]")


@pytest.mark.parametrize("line", ["2026年5月3日 10:00 来源：港口报", "Last updated at 3:21 PM on 3rd May 2026"])
def test_a_line_of_date_and_source_is_left_out_but_not_a_sentence(line: str) -> None:
    assert line not in read(f"<p>{line}</p>")[0].text
    for sentence in ("2026年5月3日，灯塔重新点亮。", "On 3 May 2026 at 5:29 PM, ida said:"):
        assert sentence in read(f"<p>{sentence}</p>")[0].text


def test_a_short_line_above_the_headline_is_left_out() -> None:
    for line, start in (("Lights of the north", 1), (SENTENCE, 0)):
        page = parse(f"<title>The lamps</title><p>{line}</p><h1>The lamps</h1><p>They are lit.</p><p>All.</p>", None)
        assert leftovers.without(page.blocks, metadata(page, page.blocks))[0].index == start


def test_repeated_table_rows_are_kept() -> None:
    again = "It is lit at dusk by the keeper, who writes the hour into the book of the harbour."
    row = f"<tr><td rowspan=2>Lamp {{0}}</td><td>Lit {{0}} times by the keeper.</td></tr><tr><td>{again}</td></tr>"
    rows = "".join(map(row.format, range(4)))
    table = f"<table><tr><th>Lamp</th><th>What the keeper does</th></tr>{rows}</table>"
    assert read(story=STORY.replace("<p>[3]", f"{table}<p>[3]"))[0].text.count(again) == 4


@pytest.mark.parametrize(
    "name",
    ["signature", "message-signature", "userSignature", "ai-summary", "Box ai_summary", "spcv_conversation",
     "jp-relatedposts", "baseline-indicator high"],
)  # fmt: skip
def test_signatures_ai_summaries_and_widgets_are_left_out(name: str) -> None:
    box = f"<div class='{name}'><p>{SENTENCE.replace('keeper', 'machine')}</p></div>"
    assert "machine" not in read(story=STORY.replace("<p>[3]", f"{box}<p>[3]"))[0].text
    assert "machine" in read(story=STORY.replace("<p>[3]", f"{box.replace(name, 'box')}<p>[3]"))[0].text
    assert SENTENCE in read(story=f"<div class='{name}'>{STORY}</div>")[0].text


@pytest.mark.parametrize(("tag", "name"), [("div", "fair-summary"), ("div", "member-signature"), ("h3", "signature")])
def test_other_summaries_and_signatures_are_kept(tag: str, name: str) -> None:
    box = f"<{tag} class='{name}'>{SENTENCE.replace('keeper', 'machine')}</{tag}>"
    assert "machine" in read(story=STORY.replace("<p>[3]", f"{box}<p>[3]"))[0].text


def test_documentation_keeps_signatures_without_folded_members() -> None:
    parts = "<div class=signature>def lamp() <a href=/m><i class=viewcode-link>[source]</i></a></div>{}<p>[3]"
    folded = f"<div class='b inherit'>{SENTENCE.replace('keeper', 'parent')}</div><div class=navfooter>parent</div>"
    story = STORY.replace("<p>[3]", f"{parts.format(folded)} <a href=/source>Source</a> ")
    text = read(story=f"<script src=doctools.js></script>{story}")[0].text
    assert "def lamp()\n" in text and "[3] The keeper" in text and "parent" not in text
    assert "parent" in read(story=story)[0].text
