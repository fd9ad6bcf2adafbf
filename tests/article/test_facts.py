# ruff: noqa: E501 - one case per line
"""Metadata from all sources on a page: title, byline, date, language, site, excerpt, reading time.

Without a declared title or language, both come from the text of the article.
"""

import pytest

from jingdu import read
from jingdu.page.metadata import bylines, dates, metadata
from jingdu.page.metadata.head import strip_site
from jingdu.page.model import Metadata
from jingdu.page.parse import parse
from jingdu.text.language import canonical, counts, language, minutes


def facts(head: str = "", body: str = "", url: str = "https://site.example/a", root: str = "") -> Metadata:
    page = parse(f"<html {root}><head>{head}</head><body>{body}<p>The text of the article.</p></body></html>", url)
    return metadata(page, page.blocks[-1:])


MANY = [f"{name} Thornbury-Lindgren" for name in ("Ada", "Bo", "Cy", "Di", "Eva", "Flo", "Gus")]
DOXYGEN = "<meta name=generator content='Doxygen 1.9.4'>"


@pytest.mark.parametrize(
    ("title", "site", "short"),
    [
        ("山城小镇_社会_新浪网", "", "山城小镇"),
        ("一座石拱桥的三种算法 - 河畔文史", "", "一座石拱桥的三种算法"),
        ("关于加强管理的若干意见-政府信息公开", "", "关于加强管理的若干意见"),
        ("春天来了｜读者来信", "", "春天来了"),
        ("新闻网 | 春天来了", "新闻网", "春天来了"),
        ("How to Bake Bread - The Daily Crumb", "", "How to Bake Bread"),
        ("How to Bake Bread | Recipes | The Daily Crumb", "", "How to Bake Bread"),
        ("The Daily Crumb: How to Bake Bread", "The Daily Crumb", "How to Bake Bread"),
        ("Bread - a very long story of flour and of water", "", "Bread - a very long story of flour and of water"),
        ("Well-known breads", "", "Well-known breads"),
        ("One: two and three", "", "One: two and three"),
        ("Rye and oven (1998 - 2009) - Crumb", "", "Rye and oven (1998 - 2009)"),
        ("www.crumb.example - Bread", "crumb.example", "Bread"),
        ("Module ngx_http_rewrite_module", "", "Module ngx_http_rewrite_module"),
        ("Catering tips | The Cookshack Forum and Smoking Guide", "", "Catering tips"),
        ("雄安新区 - 某某百科，自由的百科全书", "", "雄安新区"),
        ("-铜雀历史网", "", ""),
        ("Lamp — Harbour 2.5 documentation", "", "Lamp"),
        ("Lamp - lamp-light Documentation", "", "Lamp - lamp-light Documentation"),
        ("Lamp — Harbour 2.5 Documentation", "", "Lamp"),
        ("lamps::Beam< Colour > Class Reference", "", "lamps::Beam< Colour > Class Reference"),
        ("Beam (Harbour.Lamp_Signals.Beam)", "", "Beam (Harbour.Lamp_Signals.Beam)"),
        ("«Brot» und «Salz» im Ofen", "", "«Brot» und «Salz» im Ofen"),
        ("Du pain : « une autre vie » au four - Crumb", "", "Du pain : « une autre vie » au four"),
        ("Bread and salt » Crumb", "", "Bread and salt"),
        ("", "", ""),
    ],
)
def test_the_site_name_is_removed_from_the_title(title: str, site: str, short: str) -> None:
    assert strip_site(title, site) == short


@pytest.mark.parametrize(
    ("head", "body", "title"),
    [
        ("<title>Bread and water | Crumb</title>", "<h1>Bread and water</h1>", "Bread and water"),
        ("<title>Crumb</title><meta property='og:title' content='Bread'>", "", "Bread"),
        ("<title>Rye - site.example</title><meta property=og:title content='site.example - all bread'>", "", "Rye"),
        ("<title>Rye - site.example</title><meta property=og:title content=site.example>", "", "Rye"),
        ("<title>Bread and water - Crumb</title>", "<h1>Crumb</h1>", "Bread and water"),
        ("<title>Bread and water - Crumb</title>", "<h1>Crumb</h1><h1>Bread and water</h1>", "Bread and water"),
        ("<title></title>", "<h1>Bread</h1>", "Bread"),
        ("", "", ""),
        ("<title>A &amp;amp; B &lt;i&gt;</title>", "", "A & B"),
        ("<title>&lt;ol&gt; of &lt;em&gt;us&lt;/em&gt;</title>", "", "of us"),
        ("<title>&lt;ol&gt; of List&lt;Item&gt;&lt;br&gt;s</title>", "", "<ol> of List<Item> s"),
        ("<title>Bread | Crumb</title>", "<h1><a href=/r>Recipes</a> | Bread</h1>", "Bread"),
        ("<title>Bread | Crumb</title>", "<h1>Thread: <i>Bread</i></h1>", "Bread"),
        ("<title>Bread | Crumb</title>", "<h1>Bread<small>5 March 2024, by Ann</small></h1>", "Bread"),
        ("<title>Bread | Crumb</title>", "<h1>Bread and <i>water</i></h1>", "Bread and water"),
        ("<title>Bread and water</title>", "<h1>Bread<br><span>and <i>wa</i>ter</span></h1>", "Bread and water"),
        ("<title></title>", "<h1><span>All of <i>our</i></span> bread<br>today</h1>", "All of our bread today"),
        ("<title>Bread - The book of the Crumb</title>", "<h1 class=menu-title>The book of the Crumb</h1>", "Bread"),
        ("<title>Bread by ann · Issue #4 · Crumb</title>", "<h1><bdi>Bread</bdi> <span>#4</span></h1>", "Bread"),
        ("<title>Bread / Oven</title>", "<div id=navlogo><h1><a href=/>Oven</a></h1></div>", "Bread"),
        ("<title>Bread - A book</title>", "<h1 class=site-title>A book</h1><h1>Bread</h1>", "Bread"),
        ("<title>Bread and water | Crumb</title>", "<h1>Bread<span class=mw-editsection>[edit]</span></h1>", "Bread"),
        ("<title>Crumb • View topic - To bake: a start</title>", "<h2>To bake: a start</h2>", "To bake: a start"),
        ("<title>--bake it · Issue #4 · Crumb</title>", "<h1><bdi>--bake it</bdi> <span>#4</span></h1>", "--bake it"),
        ("<title>锦瑟原文、翻译及赏析_李商隐古诗</title>", "<h1>锦瑟</h1>", "锦瑟"),
        ("<title>Bread and water : On crumb, crust and ovens</title>", "<h3>Bread and water</h3>", "Bread and water"),
        ("<title>Bread : all that matters</title>", "<h2>Bread</h2><p>It rises.</p>", "Bread : all that matters"),
        (
            '<title>面包 - 某某百科，自由的百科全书</title><script type="application/ld+json">'
            '{"@type":"Article","headline":"一种食物"}</script>',
            "<h1>面包</h1>",
            "面包",
        ),
        ("<title>Crumb: Bread</title><meta property=og:title content=Bread>", "<h1>Crumb</h1><h3>Bread</h3>", "Bread"),
        ("<title>Bread: Crumb</title><meta property=og:title content=Crumb>", "<h1>Bread</h1>", "Bread"),
        ("<title>All about bread |</title>", "<p>Bread</p>", "All about bread"),
        ("<title>All about bread</title><meta property=og:title content='All about bread - '>", "", "All about bread"),
        ("<title>Bread : water and flour</title>", "<h2>Water and salt</h2>", "Bread : water and flour"),
        ("<title>Rye and water: all about it</title>", "<div>Rye and water</div>", "Rye and water: all about it"),
        ("<title>The Crumb : Rye and water today</title>", "<div>Rye and water today</div>", "Rye and water today"),
        ("<meta property=og:title content='Rye 3 | On ovens'>", "<h3>Rye 3 | On ovens</h3>", "Rye 3 | On ovens"),
        ("<title>老城石桥修缮完工恢复通行-EDN 河</title>", "<p>老城石桥修缮完工恢复通行", "老城石桥修缮完工恢复通行"),
        ("<title>桥讯--老城石桥修缮完工恢复通行</title>", "<p>老城石桥修缮完工恢复通行", "老城石桥修缮完工恢复通行"),
        ("<title>黑麦面包的做法_黑麦面包怎么做_黑麦面包大全【面包网】</title>", "<h1>黑麦面包</h1>", "黑麦面包"),
        ("<title>老城石桥通行 - 河畔网</title>", "<h1>老城石桥<br>通行</h1>", "老城石桥通行"),
        ("<title>On rye bread (photo)</title>", "<h1><b>On rye bread</b> <i>Ann Lee</i></h1>", "On rye bread"),
        ("<title>Beam | Harbour v2 Manual</title>", "<h1>Harbour v2 Manual</h1><h2>Beam#</h2>", "Beam"),
        ("<title>Beam | Harbour v2 Manual</title>", "<h1>Harbour v2 Manual</h1><h2>Lamp</h2>", "Harbour v2 Manual"),
        ("<title>Adw.Beam.lit</title>", "<h1><a>Adw</a><i></i><a>Beam</a><i></i>lit</h1>", "Adw.Beam.lit"),
        (f"{DOXYGEN}<title>Port: a/lamp.h</title>", "<h3>All</h3><p class='title b'>lamp.h</p>", "lamp.h"),
        (f"{DOXYGEN}<title>Port: Members</title>", "<p class=title>Lamp Members<p>Port Members 2", "Lamp Members"),
        (f"{DOXYGEN}<title>Port: _Lamp</title>", "<div>Port 2</div><div class=title>_Lamp</div>", "_Lamp"),
        ("<title>Lamp - Library of the harbour 2.11</title>", "<h1>Lamp</h1>", "Lamp"),
        (f"{DOXYGEN}<title>Lamp (Port 2)</title>", "<p>Package a<h1 class=title>Class Lamp</h1>", "Class Lamp"),
        (f"{DOXYGEN}<title>The Port Manual</title>", "<h3>Tools</h3><h2>- d -</h2><h2>4 Lamps</h2>", "4 Lamps"),
        ("<title>lamp - Port Server 2.4</title>", "<p>Port Server 2.4<h1>Module lamp</h1>", "Module lamp"),
        ("<title>Port and lamps (Index - P)</title>", "", "Port and lamps (Index - P)"),
        (f"{DOXYGEN}<title>Lamps</title><meta property=og:title content=Lamps>", "<h1>All of them</h1>", "Lamps"),
        ("<title>Rye fair: Ovens | Crumb</title>", "<h1><b>Rye fair</b><i>Ovens</i></h1>", "Rye fair: Ovens"),
        ("<title>Rye - fair play</title>", "<h1>Rye: fair play</h1>", "Rye: fair play"),
        ("<meta property=og:title content='Rye fair |'>", "<h1>Rye fair</h1>", "Rye fair"),
        ("<title>Norm 7: Rye and water</title>", "<h1>Norm 7</h1><h1>Rye and water</h1>", "Norm 7: Rye and water"),
        ("<title>All of rye : rye</title><meta property=og:title content='r/rye - All of rye'>", "", "All of rye"),
        ("<title>lamp - A small light for ships</title>", "<h1>lamp</h1><p>A small light for ships</p>", "lamp"),
        ("<title>How old rye bread rises</title>", "<h1>Old bread of rye: it rises</h1>", "Old bread of rye: it rises"),
        ("<title>How old rye bread rises</title>", "<h1>News of all harbours and how</h1>", "How old rye bread rises"),
        ("<title>How old rye bread rises</title>", "<h1>Rye</h1>", "How old rye bread rises"),
        ("<title>Rye</title><meta property=og:type content=article>", "<h1>Why ovens warm</h1>", "Why ovens warm"),
        ("<title>Ann's ovens | How old rye rises</title>", "<h2>How old rye rises</h2>", "How old rye rises"),
        ("<title>Rye up | Crumb</title><meta name=dc.title content=Crumb>", "<h1>Rye up</h1><h3>Crumb</h3>", "Rye up"),
        ("<title>老城石桥修缮完工 河畔市运输局</title>", "<b>河畔市运输局</b><p>交通", "老城石桥修缮完工 河畔市运输局"),
    ],
)
def test_title_from_declarations_and_headings(head: str, body: str, title: str) -> None:
    assert facts(head, body, "https://site.example/port/Lamp.html").title == title


@pytest.mark.parametrize(
    ("written", "iso"),
    [
        ("2024-03-05T10:20:00+08:00", "2024-03-05T10:20:00+08:00"),
        ("2024-03-05T10:20:00.123Z", "2024-03-05T10:20:00Z"),
        ("2024-03-05 10:20:00 +0800", "2024-03-05T10:20:00+08:00"), ("2024年3月5日 10:20", "2024-03-05T10:20"),
        ("2024年3月5日10时20分", "2024-03-05T10:20"), ("2024년 3월 5일 10:20", "2024-03-05T10:20"),
        ("发布时间：2024/03/05 09:05 来源：新华社", "2024-03-05T09:05"), ("2024.3.5", "2024-03-05"),
        ("20240305", "2024-03-05"), ("Tue Mar  5 11:40:02 UTC 2024", "2024-03-05T11:40:02"),
        ("PTI | 03:01 PM,March 5,2024", "2024-03-05"), ("Mar. 5th, 2024 at 9:30", "2024-03-05T09:30"),
        ("2024.03.05 06:10 pm", "2024-03-05T18:10"), ("Mar 5, 2024 12:05 AM", "2024-03-05T00:05"),
        ("2024年3月5日 下午2:05", "2024-03-05T14:05"), ("5. März 2024", "2024-03-05"),
        ("le 5 mars 2024", "2024-03-05"), ("5 de marzo de 2024", "2024-03-05"), ("5 марта 2024 г.", "2024-03-05"),
        ("5 μαρτίου 2024", "2024-03-05"), ("5 Δεκ. 2024", "2024-12-05"), ("März 5, 2024", "2024-03-05"),
        ("5. April 2024", "2024-04-05"), ("Bern, 05.03.2024 - 6. April 2024", "2024-03-05"), ("5 stories 2024", None),
        ("Tue, 05 Mar 2024 10:20:30 GMT", "2024-03-05T10:20:30"), ("Tue Mar  5 10:20:30 2024", "2024-03-05T10:20:30"),
        ("2024 Mar 5;12(1):44", "2024-03-05"), ("5 March 2024", "2024-03-05"), ("05.03.2024", "2024-03-05"),
        ("2024-03-25 下午 7:20", "2024-03-25T19:20"), ("2024.03.25. 오후 7:20", "2024-03-25T19:20"),
        ("03/25/2024", "2024-03-25"), ("03-25-2024, 08:12 PM", "2024-03-25"), ("555-10-2024", None),
        ("1709634000", "2024-03-05"), ("1709634000000", "2024-03-05"),
        ("2024-02-31", None), ("2024-13-01", None), ("version 2.0.1", None), ("", None), (None, None), ([2024], None),
    ],
)  # fmt: skip
def test_dates_become_iso(written: object, iso: str | None) -> None:
    assert dates.iso(written) == iso


@pytest.mark.parametrize(
    ("head", "body", "date"),
    [
        ("<meta property=article:published_time content=2024-03-05>", "<time datetime=2020-01-01>", "2024-03-05"),
        ("<meta name=date content=1970-01-01T01:00:00+01:00>", "<div>5 March 2024</div>", "2024-03-05"),
        ("", "<time datetime=2024-03-05>yesterday</time>", "2024-03-05"),
        ("", "<aside><time datetime=2020-01-01>old</time></aside><time datetime=2024-03-05>x</time>", "2024-03-05"),
        ("", "<div>2019-01-01</div><div>发布时间：2024-03-05</div>", "2024-03-05"),
        ("", "<div>2019-01-01</div><div>5 March 2024</div>", "2024-03-05"),
        ("", "<dl><dt>Published:<dd>5 March 2024<dt>Updated:<dd>1 January 2025</dl>", "2024-03-05"),
        ("<meta property=article:modified_time content=2025-01-01>", "<div>5 March 2024</div>", "2024-03-05"),
        ("<meta property=article:modified_time content=2024-03-05>", "", "2024-03-05"),
        ("<meta itemprop=dateModified content=2024-03-05>", "", "2024-03-05"),
        ("", "<p>5 March 2024</p><p>A<p>B<div class=comments><p>1 May 2026</p></div>", "2024-03-05"),
        ("<meta name=w-published-date content=2024-03-05T06:03Z>", "", "2024-03-05T06:03Z"),
        ("", "<div>5 March 2024</div><div>1975年1月28日生于山城</div>", "2024-03-05"),
        ("", "<pre>2019-01-01</pre><p>Retrieved 1 May 2020</p><div>5 March 2024</div>", "2024-03-05"),
        ("", "<table class=infobox><td>1 May 2020</table><ol class=references><li>Lee (2020-05-01)</ol>", None),
        ('<script type=application/ld+json>{"pubDate": "2024-03-05"}</script>', "<p>2025-01-01 发布</p>", "2024-03-05"),
        ('<script type=application/ld+json>{"datePublished": 2024-03-05T10:20Z</script>', "", "2024-03-05T10:20Z"),
        ("<script type=application/ld+json>{'broken</script>", "<p>Posted on 5 March 2024</p>", "2024-03-05"),
        ("", "<time class=updated datetime=2025-01-01>now</time><time datetime=2024-03-05>then</time>", "2024-03-05"),
        ("", "<i>更新日<time datetime=2025-01-01></time></i><time datetime=2024-03-05>then</time>", "2024-03-05"),
        ("", "<div>2024-03-05</div><div>最后更新于 2025-01-01</div>", "2024-03-05"),
        ("", "<div><i data-tip='2024年3月5日 10:20'>2個月前</i></div>", "2024-03-05T10:20"),
        ("", "<div><i title='2024-03-05 10:20'><a href=/p>3 days ago</a></i></div>", "2024-03-05T10:20"),
        ("", "<td>142 points by ada, the keeper of the lamp of the quay <i title=2024-03-05>3 days ago", "2024-03-05"),
        ("", "<p>Updated on <local-time datetime=2024-03-05>5/3</local-time><p>Until 1 June 2025.", "2024-03-05"),
        ('<script type=application/ld+json>{"@type":"JobPosting","datePosted":"20240305"}</script>', "", "2024-03-05"),
        ("", "<table><tr><td><a href=/p title='5 March 2020'>5</a></table>", None),
        ("", "<p>Brotpost, 5.3.24</p>", "2024-03-05"),
        ("", "<ul><li>5.3.24 Lamps</ul><p>Bread is 5.3.24%</p>", None),
        ("", "", None),
    ],
)
def test_the_most_reliable_date_is_used(head: str, body: str, date: str | None) -> None:
    assert facts(head, body).published == date


def test_date_and_author_in_a_card_or_footer_of_the_article_are_used() -> None:
    story = "".join(f"<p>[{n}] The keeper counts the lamps along the quay every evening.</p>" for n in range(9))
    card = "<div class=card><div class=card-body>{}</div></div>"
    other = card.format("<time datetime=2020-01-01>1 January</time> Other lamps")
    own = card.format(f"<h1>The lamps</h1><a href=/u/al>Ann Lee</a> <time datetime=2024-03-05>5 March</time>{story}")
    article = read(f"<title>The lamps</title><body>{other}{own}", "https://site.example/a")
    assert (article.published, article.byline) == ("2024-03-05", "Ann Lee")
    assert read(f"<article>{story}<footer><i class=author>Ann Lee</i></footer></article>").byline == "Ann Lee"
    assert read(f"<body>{story}<footer><i class=author>Ann Lee</i></footer>").byline is None
    assert read(f"<h1>Lamps</h1><div><a href=/@quay>Quay School</a></div>{story}").byline == "Quay School"
    assert read(f"<h1>Lamps</h1><div><a href=/quay>Quay School</a></div>{story}").byline is None


def test_a_date_far_above_the_article_is_ignored() -> None:
    page = parse(f"<p>2026-01-01{'<p>Quay' * 22}<p>The story was told on 5 March 2024 by a man from the quay.", None)
    assert metadata(page, page.blocks[-1:]).published == "2024-03-05"


def test_a_date_in_a_sentence_is_ignored() -> None:
    page = parse(f"<i>2024-03-05</i><b>A</b><p>字号</p><p>2020年1月1日{'，说到河上的灯' * 9}。</p>", None)
    assert metadata(page, page.blocks[-1:]).published == "2024-03-05"


@pytest.mark.parametrize(
    ("lang", "date"), [("en", "2024-03-05"), ("en-US", "2024-03-05"), ("en-GB", "2024-05-03"), ("fr", "2024-05-03")]
)
def test_day_and_month_follow_the_language(lang: str, date: str) -> None:
    body = "<div>03/05/2024</div><p>The text of the page is long enough to be in a language.</p>"
    assert facts(body=body, root=f"lang={lang}").published == date


def test_a_date_in_the_url_precedes_one_in_a_sentence() -> None:
    page = parse("<p>The keeper says that all lamps here are lit again on 1 July 2026.", "https://a.io/2024/03/05/")
    assert metadata(page, page.blocks[:]).published == "2024-03-05"


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("By Ada Thornbury", "Ada Thornbury"),
        ("Written by: Ada Thornbury", "Ada Thornbury"),
        ("Από Ada Thornbury, AP Science Writer", "Ada Thornbury"),
        ("Written byAda Thornbury", "Ada Thornbury"),
        ("Byby Ada Thornbury", "Ada Thornbury"),
        ("Ada Dawson March 5, 2024", "Ada Dawson"),
        ("Simon Omar 5 March 2024", "Simon Omar"),
        ("Ada Thornbury | March 5, 2024", "Ada Thornbury"),
        ("Ada ThornburyUpdated", "Ada Thornbury"),
        ("作者：林晓禾", "林晓禾"),
        ("文 / 林晓禾", "林晓禾"),
        ("记者 林晓禾", "林晓禾"),
        ("Byron Katz", "Byron Katz"),
        ("Recipe by Ada Thornbury", "Ada Thornbury"),
        ("Ada Thornbury, MD. Reviewed by Bo Lee, MD", "Ada Thornbury, MD."),
        ("【晚报╱記者陳曉禾／即時報導】", "陳曉禾"),
        ("著者：林晓禾", "林晓禾"),
        ("文● 林晓禾", "林晓禾"),
        ("Автор: Ада Торнбери", "Ада Торнбери"),
        ("Text und Interview: Ada Thornbury", "Ada Thornbury"),
        ("Autor: Ada Thornbury", "Ada Thornbury"),
        ("Auteur Dubois", "Auteur Dubois"),
        ("Ada Thornbury Published on Tuesday 17 January 2012 10:20", "Ada Thornbury"),
        ("Ada Thornbury 5. März 2024", "Ada Thornbury"),
        ("Ada Thornbury: 5 Mar 2024", "Ada Thornbury"),
        ("Ada Thornbury – 14 hours ago", "Ada Thornbury"),
        ("Ada Thornbury | ada@crumb.example", "Ada Thornbury"),
        ("ada@crumb.example", "ada@crumb.example"),
        ("<b>Ada</b>", "Ada"),
        ("记者 林晓禾 实习生 周宁", "林晓禾、周宁"),
        ("记者林晓禾 通讯员 周宁 摄影报道", "林晓禾、周宁"),
        ("（记者林晓禾 整合）", "林晓禾"),
        ("（中央社記者林曉禾、陳冬華盛頓19日電）港口", "林曉禾、陳冬"),
        ("林晓禾©", "林晓禾"),
        ("记者林晓禾报道", "林晓禾"),
        ("本报记者　林晓禾《河畔日报》（2026年05月03日　第 12 版）", "林晓禾"),
        ("采写：林晓禾", "林晓禾"),
        ("林晓禾 责任编辑：周宁", "林晓禾"),
        ("durch Ada Thornbury", "Ada Thornbury"),
        ("Ada Thornbury @adathornbury", "Ada Thornbury"),
        ("Zeige alle Beiträge von Ada Thornbury", "Ada Thornbury"),
        ("Eingestellt von Ada Thornbury", "Ada Thornbury"),
        ("河畔日報 – 3小時前", "河畔日報"),
        ("(APA)", "APA"),
        ("& Ada Thornbury", "Ada Thornbury"),
        ("Autor/in: Ada Thornbury", "Ada Thornbury"),
        ("Door Ada Thornbury", "Ada Thornbury"),
        ("كتبت - آدا", "آدا"),
        ("Ada Thornbury Stand: 12. Juni 2026", "Ada Thornbury"),
        ("Ada Thornbury | Crumb News", "Ada Thornbury"),
        ("Ada Thornbury - https://crumb.example", "Ada Thornbury"),
    ],
)
def test_bylines_contain_only_names(written: str, name: str) -> None:
    assert bylines.clean(written) == name


NO_NAMES = [
    "Photo: Ada Thornbury", "Stand: 20.", "作者一覽", "18,578 Total", "A", "Published on Tuesday 17 January 2012",
    "(Image: Ada Thornbury)", "View all posts", "page.head.extra.author", "Sign In", "https://facebook.com/ada",
    "admin", "Crumb, Tel: 0555", "Super User", "Veröffentlicht am", "Article written by", "Posted at 8:56am", "von", "*", "12",
    "林晓禾摄", "[责任编辑：周宁 A12]", "未知 责任编辑：周宁", "网络整理", "【河畔日報╱外電綜合報導】", "河畔12日电",
    "河畔新聞組12日電 河畔新聞網", "河畔网_提供新闻、数据与评论，以及面向读者的各种服务", "发布于", "name", "載入更多",
    "Story By", "By Inheritance", "More from this author", "Learn about our", "About the author", "View all author posts →", "9:39AM BST",
    "Ada Thornbury, public domain.", "Lamp & River Ltd, Crumb", "Copyright Lamp River – all rights reserved",
    "Lamp/Shutterstock", "Quelle", "04. январь 2012 10:22", "3 mins read", "Zur Artikelübersicht", "Cortesía",
    "No Author", "Zuletzt geändert am", "crumb.gr | Lamp River", "lamp-river.gr, Crumb", "in.gr — Lamp River"
]  # fmt: skip


@pytest.mark.parametrize("written", NO_NAMES)
def test_lines_without_a_name_have_no_byline(written: str) -> None:
    assert bylines.clean(written) == ""


@pytest.mark.parametrize(
    ("head", "body", "name"),
    [
        ('<script type=application/ld+json>{"@type":"Article","author":[{"name":"Ann"},"Bo"]}</script>', "", "Ann, Bo"),
        ("<meta name=author content='Ann Lee;Bo Ek'>", "", "Ann Lee, Bo Ek"),
        ("<meta name=author content='Crumb Times'>", "<p class=byline>By Bo Ek<p>© 2026 Crumb Times", "Bo Ek"),
        ("<meta name=author content='Crumb Times'>", "<p>By Crumb Times<p>© 2026 Crumb Times", "Crumb Times"),
        ("", "<p>By Ann Lee Monday, 3 May 2026</p>", "Ann Lee"),
        ("", "<p>von Ann Lee und Bo Ek</p>", "Ann Lee und Bo Ek"),
        ("", "<p>Article by:Ann Lee</p>", "Ann Lee"),
        ("<meta name=author content=Ann>", "<span class=byline>By Bo</span>", "Ann"),
        ("", "<div class=byline>By <a href=/x>Bo Lee</a></div>", "Bo Lee"),
        ("", "<p class=authority>Not to be reprinted</p><p class=item-has-author>Bread and water</p>", None),
        ("", "<div class=comment-list><span class=author>Troll</span></div>", None),
        ("", "<div>来源：新华社 作者：林晓禾 编辑：王五</div>", "林晓禾"),
        ("", "<p>By Ann Lee</p>", "Ann Lee"),
        ("", "<p>Written by</p><p>Ann Lee</p>", "Ann Lee"),
        ("", "<div>作者： 来源： 国际在线</div><p class=author>您好，[退出]", None),
        ("", "<div>文/記者 林曉禾</div>", "林曉禾"),
        ("", "<p>记者日前从食品安全办公室获悉</p>", None),
        ("", "<p>作者為長庚醫院主任</p>", None),
        ("", "<p>记者林晓禾 5月3日报道</p>", "林晓禾"),
        ("", "<p>晚报12月15日电 (记者 林晓禾)今后，两条线路将联动。</p>", "林晓禾"),
        ("<meta name=citation_author content='Lee, Ann B.'>", "", "Ann B. Lee"),
        ("<meta name=citation_author content=' Østby Lee, Ann'>", "", "Ann Østby Lee"),
        ("".join(f"<meta name=citation_author content='{name}'>" for name in MANY), "", ", ".join(MANY)),
        ("", "<p class=author><b><i class=given-name>Ann</i> Lee</b><b><i class=firstname>Bo</i>", "Ann Lee, Bo"),
        ("<title>Ann Lee</title>", "<p class=author>Ann Lee</p>", None),
        ("", "<p class=bibliomixed><i class=author>Ann Lee</i>, On bread</p>", None),
        ("<meta property=og:site_name content=Crumb><meta name=author content=Crumb>", "<p class=byline>By Ann", "Ann"),
        ("<meta property=og:site_name content=Crumb><meta name=author content='Crumb'>", "", "Crumb"),
        ("<title>Rye Bread</title>", "<p>By the sea there is a house.</p><i class=author>Rye Bread</i>", None),
        ("<meta name=author content=ann@crumb.example><meta name='twitter:misc:Written by' content=Ann>", "", "Ann"),
        ("<meta name=author content='Ann Lee'>", "<p>By Ann Lee</p><a rel=author href=/users/bo>Bo</a>", "Ann Lee"),
        ("<meta property=article:author content=/member/ann>", "<i><a href=/member/ann>ann</a> · 8:00</i>", "ann"),
        ("", "<p itemprop=author itemscope><meta itemprop=name content='Ann Lee'><a>Ann Lee</a> Baker</p>", "Ann Lee"),
        ("", "<div class=authors><span class=personname>Ann Lee<br>University of Crumb</span></div>", "Ann Lee"),
        ("", "<div class=author>责任编辑：王五</div><p>河畔新闻记者 林晓禾</p>", "林晓禾"),
        ("", "<div><span>作者</span><span>annlee (Ann)</span></div>", "annlee"),
        ("", "<p>渠水进村。记者 林晓禾摄</p><p>记者：标准普尔下调了许多国家的信用评级</p>", None),
        ("", "<p>【文/河畔网 林晓禾】</p>", "林晓禾"),
        ("", "<p>作者：呼吸内科 林晓禾</p>", "林晓禾"),
        ("", "<p>作者：文/林晓禾 图/周宁</p>", "林晓禾"),
        ("", "<p>（文/林晓禾 图/周宁）</p>", "林晓禾"),
        ("", "<p>【文/河畔网专栏作者 林晓禾】</p>", "林晓禾"),
        ("", "<p>采写：河畔都市报见习记者 林晓禾</p>", "林晓禾"),
        ("", "<p>执笔/林晓禾、周宁</p>", "林晓禾、周宁"),
        ("", "<p>《河畔》作者 林晓禾</p>", "林晓禾"),
        ("", "<p>윤하린 기자 lamp@river.example</p>", "윤하린"),
        ("<meta name=author content='강가=윤하린 기자'>", "", "윤하린"),
        ("<meta name=author content='di Anna Neri'>", "", "Anna Neri"),
        ("<meta name=author content='di Neri'>", "", "di Neri"),
        ("", "<p>Por<address>Ana Lima</address>, São Paulo</p>", "Ana Lima"),
        ("", "<p>Por Ana Lima, g1 São Paulo</p>", "Ana Lima"),
        ("", "<p>Por Ana Lima e mais dez pessoas</p>", None),
        ("", "<p>Von Ana Lima am 5.3.2024</p>", "Ana Lima"),
        ("", "<p>Ein Artikel von Ana Lima Fotos: Bo Ek</p>", "Ana Lima"),
        ("", "<p>Dodano: 5 marca 2024, 9:30 Autor: Ana Lima</p>", "Ana Lima"),
        ("", "<p>Posted on March 5, 2024 by Ana Lima</p>", "Ana Lima"),
        ("<meta name=author content=analima>", "<p>von Ana Lima</p>", "Ana Lima"),
        ("", "<span property=v:reviewer>Ann Lee</span>", "Ann Lee"),
        ("<meta name=author content='강가일보 | 강'>", "<p>윤하린 기자</p>", "윤하린"),
        ("<meta name=author content='강가매일 | 네이버'>", "<p>윤하린 기자</p>", "윤하린"),
        ("<meta name=author content=RIVER.NET>", "<p>（来源：河畔日报）</p>", "河畔日报"),
        ("", "<section aria-labelledby=article-byline><ul><li><i>Author, </i><i>Ann Lee</i><li>Baker</ul>", "Ann Lee"),
        ("", "<p>《河畔》记者了解到，石桥已经修好。</p><p>记者了解到，石桥已经修好。</p>", None),
        ("", "<p>作者：林晓禾，河畔人</p>", "林晓禾"),
        ("", "<p>2024-03-05 10:20来源：河畔新闻网作者：林晓禾</p>", "林晓禾"),
        ("", "<div class=vcard data-testid=author-name>Ann Lee</div>", "Ann Lee"),
        ("", "<div class=elementor-widget-post-info><i itemprop=author>Ann Lee</i></div>", "Ann Lee"),
        ("<meta name=author content='Ann Lee, Crumb'><meta property=og:site_name content=Crumb>", "", "Ann Lee"),
        ("<meta name=author content='Ann Lee, Site Example'>", "", "Ann Lee"),
        ("", "<a href=/i>By Region</a><p>By Ann Lee March 18 at 3:57 PM</p>", "Ann Lee"),
        ("", "<figure><figcaption><span class=author>Bo</span></figcaption></figure><p>By Ann Lee</p>", "Ann Lee"),
        ("", "<div class=widget><i itemprop=author>Ann</i></div><p class=photo-text><i class=author>Bo</i>", None),
        ("<meta name=twitter:data1 content=Low>", "<p itemtype=schema.org/Review><i itemprop=author>Bo", None),
        ("", "<div class=byline-photo><span class=author>Ann Lee</span></div>", "Ann Lee"),
        ("", "<a href=/authorize?a>邮箱登录</a><i class=copyline>Copy</i><time class=author-date>Fri</time>", None),
        ("", "<p>Recipe by Ann Lee, Bo Ek and Cy Ray Copyright: Crumb</p>", "Ann Lee, Bo Ek and Cy Ray"),
        ("", "<p>Words by Ann Lee<br>Pictures by Bo Ek</p>", "Ann Lee"),
        ("", "<div class=byline>By <a rel=author>Ann Lee</a> and <a rel=author>Bo Ek</a></div>", "Ann Lee, Bo Ek"),
        ("", "<p><i itemprop=author><b itemprop=name>Ann Lee</b></i>, <i itemprop=author>Bo</i></p>", "Ann Lee, Bo"),
        ("", "<b><i class=author><a href=/author/a>Ann Lee</a></i> &amp; <i class=author>Bo</i></b>", "Ann Lee, Bo"),
        ("", "<ul class=authors><li><a>Ann Lee</a><li><a>Bo Ek</a></ul>", "Ann Lee, Bo Ek"),
        ("", "<p class=author>Ann Lee</p><p class=author>Writes about bread and everything made of it</p>", "Ann Lee"),
        ("", "<p class=author>Ann Lee</p>, baker<p class=author>Bo Ek</p>", "Ann Lee"),
        ("", "<div class=author>Quelle: Brotpost</div><p class=author>作者有话要说：</p>", None),
        ("", "<div><span>作者：林晓禾 周宁</span><span>来源：河畔网</span></div>", "林晓禾 周宁"),
        ("<meta name=author content=河畔日报>", "<p>河畔日报讯（记者 林晓禾）石桥修好了。</p>", "林晓禾"),
        ("<meta name=author content=RIVER.NET>", "<p>来源：互联网 图片来源：河畔日报</p>", "RIVER.NET"),
        ("<meta name=author content=RIVER.NET>", "<p>来源：河畔日报 评论</p>", "河畔日报"),
        ("", "<p class=author><a>林晓禾</a><span>河畔大学桥梁工程研究院院长</span></p>", "林晓禾"),
        ("", "<a class=author><div>林晓禾</div><span>河畔号</span></a>", "林晓禾"),
        ("", "<div class=author><p>Written by</p><p>Ann Lee</p></div>", "Ann Lee"),
        ("", "<p>Posted in Bread on 5 March 2024 by Ann Lee in Crumb</p>", "Ann Lee"),
        ("", "<p>5.3.2024, 16:20 von annlee</p>", "annlee"),
        ("", "<p>Last updated on 5 March 2024 by Ann Lee</p><p>Bread of 2024 by the lamp</p>", None),
        ("", "<div class=up-name-box><a class=up-name>林晓禾</a><i>粉丝：12</i></div>", "林晓禾"),
        (
            "",
            "<div class=authors><i class=creator><b class=personname>Ann Lee<sup>1</sup></b><u>Uni</u></i> <i class=creator>"
            "<b class=personname>Bo Ek</b></i></div>",
            "Ann Lee, Bo Ek",
        ),
        ("", "<div class=authors><p class=one><b>Ann Lee</b></p><p class=one><b>Bo</b></p></div>", "Ann Lee, Bo"),
    ],
)
def test_byline_sources(head: str, body: str, name: str | None) -> None:
    assert facts(head, body).byline == name


def test_a_section_of_the_site_is_no_author() -> None:
    head = "<meta name=author content=Poésie><meta property=article:author content='Ann Lee'>"
    assert facts(head, url="https://site.example/poesie/a").byline == "Ann Lee"
    assert facts(head, url="https://site.example/lamps/poesie").byline == "Poésie"


def test_an_author_right_above_a_text_far_below_the_headline_is_found() -> None:
    page = parse(f"<h1>The fox</h1>{'<p>Share</p>' * 20}<p>By Ann Lee</p><p>{ENGLISH * 2}</p>{'<p>End</p>' * 9}", None)
    blocks = page.blocks[:]
    assert metadata(page, [blocks[0], blocks[22], blocks[31]]).byline == "Ann Lee"


@pytest.mark.parametrize(
    ("end", "name"),
    [
        ("。（林晓禾）", "林晓禾"), ("。（文/图 林晓禾 周宁）", "林晓禾 周宁"), ("。”（河畔网/林晓禾 编译）", "林晓禾"),
        ("（又名石桥）", None), ("。（未完）", None),
    ],
)  # fmt: skip
def test_byline_after_the_last_sentence_of_a_chinese_report(end: str, name: str | None) -> None:
    page = parse(f"<p>石桥修好了{end}", None)
    assert metadata(page, page.blocks[:]).byline == name


ENGLISH = "The quick brown fox jumps over the lazy dog and runs away into the forest. "
GERMAN = "Die Fähre war alt, und der Mann, der sie in der Nacht über den Fluss fuhr, hatte das nicht für sich getan."
SIMPLIFIED = "这是一个关于图书馆的故事，我们从山里来，说说那里的书和人。"
TRADITIONAL = "這是一個關於圖書館的故事，我們從山裡來，說說那裡的書和人。"
PINYIN = "图书馆 túshūguǎn 的 de 故事 gùshi 说说 shuōshuo 那里 nàlǐ 的 de 书 shū 床 chuáng 上 shàng 窗 chuāng 中 zhōng "
JAPANESE = "これは図書館についての物語です。私たちは山から来ました。"


@pytest.mark.parametrize(
    ("text", "declared", "tag"),
    [
        (SIMPLIFIED, ["en"], "zh-Hans"),
        (SIMPLIFIED, ["zh-CN"], "zh-Hans"),
        (TRADITIONAL, ["zh"], "zh-Hant"),
        (TRADITIONAL, ["zh_HK"], "zh-Hant-HK"),
        (TRADITIONAL, [None], "zh-Hant"),
        (SIMPLIFIED + ENGLISH, ["en", "zh"], "zh-Hans"),
        (PINYIN, ["en"], "zh-Hans"),
        (ENGLISH * 3 + "中文", ["en-US"], "en-US"),
        (ENGLISH, ["zh-CN", "en_GB"], "en-GB"),
        (ENGLISH, ["zh-CN"], "en"),
        (ENGLISH, ["de"], "de"),
        (GERMAN, ["en"], "de"),
        (GERMAN, ["en-US", "de-AT"], "de-AT"),
        (ENGLISH, ["", None, "not a tag!"], "en"),
        (JAPANESE, ["en"], "ja"),
        (JAPANESE, ["zh"], "ja"),
        ("한국어로 쓴 글입니다", [], "ko"),
        ("Это русский текст", ["en"], "ru"),
        ("Це український текст", ["uk"], "uk"),
        ("هذا نص عربي", ["en"], "ar"),
        ("این متن فارسی است", ["fa-IR"], "fa-IR"),
        ("1234 …", ["fr"], "fr"),
    ],
)  # fmt: skip
def test_the_language_matches_the_script(text: str, declared: list[str | None], tag: str | None) -> None:
    assert language(text, counts(text), declared) == tag


@pytest.mark.parametrize(
    ("written", "tag"),
    [("EN_us", "en-US"), ("zh-hans-cn", "zh-Hans-CN"), ("en, fr", "en"), ("en-US.UTF-8", "en-US"), ("english", None), ("x" * 900, None)],
)  # fmt: skip
def test_language_tags_are_canonical(written: str, tag: str | None) -> None:
    assert canonical(written) == tag


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("", 1), ("字" * 255, 1), ("字" * 256, 2), ("字" * 3000, 12), ("a" * 987, 1), ("word " * 987, 4),
        ("字" * 255 + "a" * 987, 2), ("かな" * 300 + "한글" * 300, 5),
    ],
)  # fmt: skip
def test_reading_time_of_cjk_and_alphabetic_text(text: str, time: int) -> None:
    assert minutes(text) == time


def test_the_site_image_and_excerpt_are_found() -> None:
    description = "<meta name=description content='An article on bread.'>"
    found = facts(f"<meta property=og:site_name content=Crumb><meta property=og:image content=/a.jpg>{description}")
    assert (found.site, found.image, found.excerpt) == ("Crumb", "/a.jpg", "An article on bread.")


FERRY = (
    "The ferry had crossed the river for three hundred years before anybody in the two villages thought of a bridge.",
    "The ferryman asked two pennies of everybody, and a third for a cow, which some of the farmers thought too much.",
)
FERRY_ZH = (
    "三百年来，这条渡船每天载着两岸的村民过河，直到有人想到在下游的石滩上修一座桥，船夫才第一次担心起自己的生计来。",
    "船夫向每个人收两个铜板，牵牛的多收一个，有些农户嫌贵，可是绕到上游的石桥要走整整一天，大家还是都坐他的船。",
)


@pytest.mark.parametrize(
    ("title", "description", "keywords", "texts", "excerpt"),
    [
        ("The ferry", "How villages lived by their ferryman.", "", FERRY, "How villages lived by their ferryman."),
        ("The ferry", "News, weather and sports from our region, every morning.", "", FERRY, FERRY[0]),
        ("The ferry", "The Ferry", "", FERRY, FERRY[0]),
        ("The old ferry of Tern", "The old ferry of Tern", "", (" The old ferry of Tern", *FERRY), FERRY[0]),
        ("The ferry", "", "", FERRY, FERRY[0]),
        ("A bridge", "", "", ("A bridge is planned.", "Nobody knows where."), "A bridge is planned."),
        ("渡船", "船夫和两岸村民的故事。", "", FERRY_ZH, "船夫和两岸村民的故事。"),
        ("渡船", "新闻诗歌网，最新原创作品合集。", "", FERRY_ZH, FERRY_ZH[0]),
        ("渡船", "渡船,船夫,石桥", "船夫,石桥", FERRY_ZH, FERRY_ZH[0]),
    ],
)
def test_the_excerpt_describes_the_article_not_its_site_or_title(
    title: str, description: str, keywords: str, texts: tuple[str, ...], excerpt: str
) -> None:
    head = f"<title>{title}</title><meta name=description content='{description}'>"
    body = "".join(f"<p>{text}</p>" for text in texts)
    page = f"<head>{head}<meta name=keywords content='{keywords}'></head><body><h1>{title}</h1>{body}"
    assert read(page, everything=True).excerpt == excerpt


def test_ruby_readings_are_in_parentheses_in_the_excerpt() -> None:
    """The page's own parentheses are used if it has any."""
    ruby = "<ruby>渡<rt>わた</rt></ruby>し<ruby>船<rp>（</rp><rt>ぶね</rt><rp>）</rp></ruby>は夜明け前に出る。"
    page = f"<title>朝</title><h1>朝</h1><p>{ruby}<p>{FERRY_ZH[0]}"
    assert read(page, everything=True).excerpt == FERRY_ZH[0]
    page = f"<title>朝</title><h1>朝</h1><p>{ruby}{FERRY_ZH[0]}"
    assert read(page, everything=True).excerpt == f"渡(わた)し船（ぶね）は夜明け前に出る。{FERRY_ZH[0]}"


def test_the_excerpt_of_an_article_of_code_is_code() -> None:
    assert read(f"<title>Ferry</title><h1>Ferry</h1><pre>{FERRY[0]}</pre>", everything=True).excerpt == FERRY[0]


@pytest.mark.parametrize(
    ("head", "site"),
    [
        ("<title>«Bread» - Crumb</title><meta property='og:site_name' content=@crumb>", "Crumb"),
        ("<title>面包 - 面包屑，面包百科</title><link rel=search title='Crumb (zh)'>", "Crumb"),
        ("<title>Bread - On crumb and crust</title>", "Baker Media Ltd"),
        ("<title>Bread - crumb.example</title>", "Baker Media Ltd"),
        ("<title>Bread - Crumb</title><meta property='og:site_name' content='The Crumb'>", "The Crumb"),
        ("<meta property='og:site_name' content='Crumb | Bread of the world'>", "Crumb"),
        ("<meta property='og:site_name' content='Crumb - En.Crumb -'>", "Crumb - En.Crumb"),
        ("<title>Rye | Crumb</title><meta property=og:site_name content='Rye | Crumb'><body><h1>Rye</h1>", "Crumb"),
        ("<title>面包 - 面包屑</title><meta property=og:site_name content='面包屑 - 每天一炉'>", "面包屑"),
        ("<title>面包_面包屑博客</title>", "面包屑博客"),
        ("<title>面包 - CRUMB - 烘焙社区</title>", "CRUMB"),
        ("<title>面包 - 烤面包的社区 - 社区</title>", "Baker Media Ltd"),
        ("<title>面包_美食_河畔新闻网</title>", "河畔新闻网"),
        ("<title>面包_河畔新闻网_美食</title><body><a href=https://www.en.crumb.example/>美食</a>", "河畔新闻网"),
        ("<title>Bread - The Daily Loaf</title><link rel=alternate title='The Daily Loaf » Feed'>", "The Daily Loaf"),
        ("<title>面包 - 河畔车友会 - Powered by Discuz!</title><a href=/>首页</a><img alt=河畔车友会>", "河畔车友会"),
        ("<title>Bread - The Daily Loaf</title><body><a href=/>The Daily Loaf</a>", "The Daily Loaf"),
        ("<title>Bread - The Daily Loaf</title><body><p>© 2026 The Daily Loaf</p>", "The Daily Loaf"),
        ("<title>The Daily Loaf: Bread</title><body><a href=/>The Daily Loaf</a>", "The Daily Loaf"),
        ("<title>Bread - On white flour</title><body><p>On white flour</p>", "Baker Media Ltd"),
        ("<title>Bread - Loaf Board</title><body><h1>Loaf Board</h1><h2>Bread</h2>", "Loaf Board"),
        ("<title>Bread - Loaf Board</title><body><a href=./index.php>Loaf Board</a>", "Loaf Board"),
        ("<title>面包_河畔农业官方网站</title>", "河畔农业官方网站"),
        ("<title>面包_河畔财经</title><meta name=author content=河畔>", "河畔"),
        ("<title>面包</title><meta name=SiteName content=河畔市人民政府>", "河畔市人民政府"),
        ("<title>Bread</title><meta name=siteName content=loaves>", "Baker Media Ltd"),
        ("<title>面包_林晓禾的博客</title><meta name=author content=林晓禾>", "Baker Media Ltd"),
        ("<title>Bread</title><meta property='og:site_name' content='https://crumb.example'>", "Baker Media Ltd"),
        ("<title>Bread</title><meta property='og:site_name' content='{$site.name}'>", "Baker Media Ltd"),
        (f"<title>Bread {ENGLISH}</title><meta property=og:site_name content='Bread {ENGLISH}'>", "Baker Media Ltd"),
        ("<title>Bread : Rye</title><link rel=alternate title='Crumb » Bread : Rye Comments Feed'>", "Baker Media Ltd"),
    ],
)
def test_a_site_name_matching_the_url_precedes_the_publisher(head: str, site: str) -> None:
    company = '<script type="application/ld+json">{"@type":"Article","publisher":{"name":"Baker Media Ltd"}}</script>'
    for archive in ("", "https://archive.example/web/20260101/"):
        assert facts(company + head, url=f"{archive}https://en.crumb.example/bread").site == site
    assert facts(company.replace("Baker Media Ltd", "Blogger"), url="https://crumb.example/").site == "crumb.example"


@pytest.mark.parametrize(
    ("page", "host", "site"),
    [
        ("<title>Rye - The Rye Crumb bakers of Loaf</title>", "www.ryecrumb.example", "Rye Crumb"),
        ("<title>Rye</title><body><a href=/>Rye-Crumb</a>", "rye-crumb.co.example", "Rye-Crumb"),
        ("<title>Rye</title><body><img alt='Crumb logo'>", "shop.crumb.example", "Crumb"),
        ("<title>Rye</title><body><p>© 2026 Crumb. All rights reserved.</p>", "crumb.com.example", "Crumb"),
        ("<title>Crumb and crust of white bread and rye</title>", "crumb.example", "crumb.example"),
        ("<title>Crumb.example</title><body><a href=/>crumb</a>", "crumb.example", "crumb.example"),
        ("<title>Crumb - Loaf</title>", "crumb.lo.example", "crumb.lo.example"),
    ],
)
def test_an_undeclared_site_name_is_the_host_name_as_the_page_spells_it(page: str, host: str, site: str) -> None:
    assert facts(page, url=f"https://{host}/rye").site == site


def test_right_to_left_text_overrides_the_declared_direction() -> None:
    page = parse("<html dir=ltr><body><p>هذا نص عربي طويل</p></body></html>")
    assert metadata(page, page.blocks).dir == "rtl"


SENTENCES = {
    "en": "The ferry had crossed the river for three hundred years before anybody thought of building a bridge.",
    "de": "Die Fähre fuhr schon seit dreihundert Jahren über den Fluss, ehe jemand daran dachte, eine Brücke zu bauen.",
    "fr": "Le bac traversait le fleuve depuis trois cents ans avant que quelqu'un ne songe à y construire un pont.",
    "pl": "Prom pływał przez rzekę od trzystu lat, zanim ktokolwiek pomyślał o zbudowaniu w tym miejscu mostu.",
    "tr": "Feribot, oraya bir köprü yapılması düşünülmeden önce üç yüz yıl boyunca nehirde gidip geliyordu.",
    "uk": "Пором перетинав річку триста років, перш ніж хтось подумав про те, щоб збудувати там міст.",
    "ru": "Паром пересекал реку триста лет, прежде чем кто-нибудь подумал о том, чтобы построить там мост.",
    "el": "Το πορθμείο διέσχιζε τον ποταμό επί τριακόσια χρόνια πριν σκεφτεί κανείς να χτίσει εκεί μια γέφυρα.",
    "ar": "كانت العبارة تعبر النهر منذ ثلاثمائة عام قبل أن يفكر أحد في بناء جسر هناك.",
    "ja": "渡し船は、橋をかけようと誰かが思いつくまで、三百年のあいだ川を渡りつづけてきました。",
    "zh-Hans": "在有人想到要在那里修一座桥之前，这条渡船已经在河上来往了三百年。",
    "zh-Hant": "在有人想到要在那裡修一座橋之前，這條渡船已經在河上來往了三百年。",
}


def page(text: str, head: str = "", root: str = "<html>") -> str:
    return f"{root}<head>{head}</head><body><article>" + f"<p>{text}</p>" * 4 + "</article></body></html>"


@pytest.mark.parametrize("lang", SENTENCES)
def test_an_undeclared_language_is_detected(lang: str) -> None:
    assert read(page(SENTENCES[lang])).lang == lang


@pytest.mark.parametrize("lang", ["da", "sv", "nl", "de-AT", "is"])
def test_a_declared_language_is_used(lang: str) -> None:
    """Whatever the words look like, unless it is English, which templates declare, or has another script."""
    assert read(page(SENTENCES["de"], root=f'<html lang="{lang}">')).lang == lang


TITLES = {
    "The ferry stopped this morning. People waited for an hour.": "The ferry stopped this morning",
    "Dr. Smith crossed the river, which had been rising since the early hours of the morning, when it rained.":
        "Dr. Smith crossed the river, which had been rising since the early hours of the…",
    "渡船公司昨天宣布，由于水位持续下降，往返两岸的班次将从下周起减半，渡口的居民只能绕道。":
        "渡船公司昨天宣布，由于水位持续下降",
    "今天很好。我们去了渡口，看见了船，也看见了人，一直到晚上才回来，大家都很高兴。": "今天很好",
    "<pre>The ferry\n\nA timetable of all days</pre>": "The ferry",
    "Supercalifragilisticexpialidocious" * 5: "Supercalifragilisticexpialidocious" * 2 + "Supercalifra…",
}  # fmt: skip


@pytest.mark.parametrize("title", ["Ann Lee (@ann@crumb.example)", "@Ann Lee 的个人主页"])
def test_a_message_with_its_author_as_title_gets_its_first_words(title: str) -> None:
    head = f"<title>{title}</title><meta name=author content='Ann Lee'>"
    assert facts(head).title == "" and facts(head.replace(title, "Ann Lee and rye")).title == "Ann Lee and rye"


@pytest.mark.parametrize("text", TITLES)
def test_a_page_without_a_title_gets_its_first_words_as_title(text: str) -> None:
    article = read(page(text))
    assert article.title == TITLES[text]
    assert text.removeprefix("<pre>")[:9] in article.text
