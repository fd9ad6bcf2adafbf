# ruff: noqa: E501 - one case per line
"""Pictures, code, tables, formulas, footnotes and links, each in a minimal page."""

import re

import pytest

from jingdu.page.parse import parse
from jingdu.render.article import Article
from jingdu.render.compose import compose
from jingdu.render.images import best
from tests.support.pictures import embedded, png

URL = "https://site.example/dir/page.html"


def composed(body: str, drop: str = "DROP", url: str | None = URL, head: str = "") -> Article:
    """The article of ``body`` between two kept paragraphs; blocks that contain ``drop`` are dropped."""
    page = parse(
        f"<html><head><title>T</title>{head}</head><body><div><p>First.</p>{body}<p>Last.</p></div></body></html>", url
    )
    return compose(page, [drop not in block.text for block in page.blocks], "test")


def inner(body: str, drop: str = "DROP", url: str | None = URL, head: str = "") -> str:
    """The article's HTML between these two paragraphs."""
    html = composed(body, drop, url, head).html
    assert html.startswith("<p>First.</p>") and html.endswith("<p>Last.</p>")
    return html[len("<p>First.</p>") : -len("<p>Last.</p>")].replace(' rel="noopener noreferrer"', "")


@pytest.mark.parametrize(
    ("srcset", "address"),
    [
        ("a.jpg 480w, b.jpg 1600w, c.jpg 4000w", "b.jpg"),
        ("a.jpg 480w, b.jpg 800w", "b.jpg"),
        ("a.jpg, b.jpg 2x", "b.jpg"),
        ("a.jpg 1x,b.jpg 3x", "b.jpg"),
        ("https://c.io/w_200,h_100/a.jpg 200w, https://c.io/w_900,h_450/a.jpg 900w", "https://c.io/w_900,h_450/a.jpg"),
        ("data:image/gif;base64,AAA= 1w, b.jpg 9w", "b.jpg"),
        ("one.jpg", "one.jpg"),
        ("", ""),
        (", ,", ""),
    ],
)
def test_srcset_selects_the_narrowest_sufficient_picture(srcset: str, address: str) -> None:
    assert best(srcset) == address


@pytest.mark.parametrize(
    "picture",
    [
        "<p><img src=/x.jpg width=1 height=1></p>",
        "<p><img src=/avatar/me.jpg></p>",
        "<p><img src=/img/enlarge.gif><img src=/img/news_print.gif></p>",
        "<p><img src=/img/btn_detail.png><img src=/img/up.gif></p>",
        "<div class=author-box><img src=/me.jpg></div>",
        "<div class=fix-ewm><img src=/code.png></div>",
        "<p><img class=share-icon src=/me.jpg></p>",
        "<div class='show-more icon'><img src=/me.jpg></div>",
        "<p><img src=/a.gif width=728 height=90></p>",
        "<div><a href='https://ad.doubleclick.net/x'><img src=/a.jpg></a></div>",
        "<div><a rel=sponsored href=/x><img src=/a.jpg></a></div>",
        "<div><a href=/u/ann><img src=/a.jpg></a></div>",
        "<p><img src=/reply.png width=20></p>",
        "<div class=related><img src=/a.jpg></div>",
        "<ul><li><a href=/1><img src=/1.jpg>DROP one</a></li><li><a href=/2><img src=/2.jpg>DROP two</a></li></ul>",
        "<div><h3>DROP</h3><img src=/a.jpg></div>",
        "<aside><img src=/a.jpg></aside>",
        "<aside><figure><img src=/a.jpg><figcaption><a href=/b>DROP Another story</a></figcaption></figure></aside>",
        f"<div><img src=/a.jpg><p>DROP {'long ' * 60}</p></div>",
        "<nav><img src=/a.jpg></nav>",
        "<aside><img src=/a.jpg></aside>",
        "<p><img src='data:image/png;base64,AAAA'></p>",
        "<p><img src=/static/placeholder.png></p>",
        "<svg><image href=/a.jpg /></svg>",
    ],
)
def test_pictures_outside_the_article_are_removed(picture: str) -> None:
    assert inner(picture) == ""


@pytest.mark.parametrize(
    ("picture", "html"),
    [
        ("<div><div><img src=a.jpg width=640px height=400></div></div>", '<p><img src="https://site.example/dir/a.jpg" alt="" width="640" height="400"></p>'),
        ("<figure><img src=/a.jpg alt=A><figcaption>DROP c</figcaption></figure>", '<figure><img src="https://site.example/a.jpg" alt="A"><figcaption class="picture">DROP c</figcaption></figure>'),
        ("<figure><a href=/b.jpg?w=9><i>DROP Open this photo:</i><div><img src=/a.jpg alt=A></div></a></figure>", '<figure><a href="https://site.example/b.jpg?w=9"><img src="https://site.example/a.jpg" alt="A"></a></figure>'),
        ("<div class=elementor-widget-image><div class=elementor-widget-container><img src=/a.jpg alt=A></div></div>", '<p><img src="https://site.example/a.jpg" alt="A"></p>'),
        ("<aside class=widget><figure><img src=/a.jpg alt=A><footer>DROP</footer><figcaption>DROP c</figcaption></figure></aside>", '<figure><img src="https://site.example/a.jpg" alt="A"><figcaption class="picture">DROP c</figcaption></figure>'),
        ("<img src=/lazy-dog.jpg alt=A width=1024 height=0>", '<p><img src="https://site.example/lazy-dog.jpg" alt="A" width="1024"></p>'),
        ("<figure class='thumb show-info-icon'><img src=/a.jpg><figcaption>DROP c</figcaption></figure>", '<figure><img src="https://site.example/a.jpg" alt=""><figcaption class="picture">DROP c</figcaption></figure>'),
        (f"<p><img src='{embedded(png())}' alt=A></p>", f'<p><img src="{embedded(png())}" alt="A"></p>'),
        ("<p><a href=/big.jpg><img src=/a.jpg></a></p>", '<p><a href="https://site.example/big.jpg"><img src="https://site.example/a.jpg" alt=""></a></p>'),
        ("<button><img src=/a.jpg></button>", '<p><img src="https://site.example/a.jpg" alt=""></p>'),
        ("<p>x <img src=/e.png class=emoji alt=😀> y</p>", "<p>x 😀 y</p>"),
        ("<p>x <img src=/i.jpg alt=i> y</p>", '<p>x <img src="https://site.example/i.jpg" alt="i"> y</p>'),
        ("<img src=/a.jpg><noscript><img src=/a.jpg></noscript>", '<p><img src="https://site.example/a.jpg" alt=""></p>'),
        ("<noscript><img src=/a.jpg></noscript><img data-original=/large.jpg>", '<p><img src="https://site.example/large.jpg" alt=""></p>'),
        ("<noscript><img src=/a.jpg></noscript>", '<p><img src="https://site.example/a.jpg" alt=""></p>'),
        ("<video poster=/p.jpg src=/v.mp4 title=V></video>", '<p><a href="https://site.example/v.mp4"><img src="https://site.example/p.jpg" alt="V"></a></p>'),
        ("<video poster=/p.jpg src=blob:x></video>", f'<p><a href="{URL}"><img src="https://site.example/p.jpg" alt="site.example"></a></p>'),
        ("<audio><source src=/a.mp3></audio>", '<p><a href="https://site.example/a.mp3">▶ site.example</a></p>'),
        ("<iframe src='//player.bilibili.com/player.html?bvid=BV1xx411c7mD&page=1'></iframe>", '<p><a href="https://www.bilibili.com/video/BV1xx411c7mD">▶ bilibili.com</a></p>'),
        ("<iframe src='https://maps.example/embed'></iframe>", ""),
        ("<iframe data-src='/embed?url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3Dabcdefg' title=T></iframe>", '<p><a href="https://www.youtube.com/watch?v=abcdefg"><img src="https://i.ytimg.com/vi/abcdefg/hqdefault.jpg" alt="T"></a></p>'),
        ("<iframe title='X Post' src='https://platform.twitter.com/embed/Tweet.html?dnt=true&id=20&theme=light'></iframe>", '<p><a href="https://x.com/i/status/20">↗ X Post</a></p>'),
        ("<iframe src='https://www.instagram.com/p/Cx-1/embed/captioned/'></iframe>", '<p><a href="https://www.instagram.com/p/Cx-1/">↗ instagram.com</a></p>'),
        ("<iframe src='https://embed.bsky.app/embed/did:plc:abc/app.bsky.feed.post/3m?id=1'></iframe>", '<p><a href="https://bsky.app/profile/did:plc:abc/post/3m">↗ bsky.app</a></p>'),
        ("<iframe src='https://www.facebook.com/plugins/post.php?width=500&href=https%3A%2F%2Fwww.facebook.com%2Fjing%2Fposts%2F1&show_text=true'></iframe>", '<p><a href="https://www.facebook.com/jing/posts/1">↗ facebook.com</a></p>'),
        ("<p><img src=/a.jpg width=300>The <b>lamps</b>.</p>", '<p><img src="https://site.example/a.jpg" alt="" width="300"></p><p>The <b>lamps</b>.</p>'),
        ("<p><img src=/a.jpg> <img src=/b.jpg><br>The lamps.</p>", '<p><img src="https://site.example/a.jpg" alt=""> <img src="https://site.example/b.jpg" alt=""></p><p>The lamps.</p>'),
        ("<p><a href=/x><img src=/a.jpg>The lamps</a></p>", '<p><a href="https://site.example/x"><img src="https://site.example/a.jpg" alt=""></a></p><p><a href="https://site.example/x">The lamps</a></p>'),
        ("<p><img src=/a.png width=60 height=90>The lamps.</p>", '<p><img src="https://site.example/a.png" alt="" width="60" height="90">The lamps.</p>'),
        ("<p><img src=/a.svg>The lamps.</p>", '<p><img src="https://site.example/a.svg" alt="">The lamps.</p>'),
        ("<h2><img src=/a.jpg>The lamps</h2>", '<h2><img src="https://site.example/a.jpg" alt="">The lamps</h2>'),
        ("<p>By <span><a href=/f><img src=/a.svg width=27 height=22></a></span> <b>A1</b>.</p>", "<p>By <b>A1</b>.</p>"),
        ("<p>By <span><img src=/a.svg width=74 height=22></span> A1.</p>", '<p>By <img src="https://site.example/a.svg" alt="" width="74" height="22"> A1.</p>'),
        ("<p>By <span><img src=/a.jpg></span> dawn.</p>", '<p>By</p><p><img src="https://site.example/a.jpg" alt=""></p><p>dawn.</p>'),
        ("<ul><li><img src=/a.jpg>The lamps<li>b</ul>", '<ul><li><img src="https://site.example/a.jpg" alt="">The lamps</li><li>b</li></ul>'),
    ],
)  # fmt: skip
def test_pictures_between_kept_paragraphs_are_kept(picture: str, html: str) -> None:
    assert inner(picture) == html


def test_a_formula_is_kept_if_its_footnote_reference_is_dropped() -> None:
    formula = "<math display=block><mi>x</mi></math>"
    kept = inner(f"<dl><dd>{formula}<sup><a href='#n'>[8]</a></sup></dd></dl>", drop="[8]")
    assert "<mi>x</mi>" in kept and "[8]" not in kept
    assert inner(f"<div>{formula}<a href='/b'>[8]</a></div>", drop="[8]") == ""


def test_spaces_before_chinese_punctuation_are_removed() -> None:
    assert inner("<p>灯 ，<b>甲<sup>[1]</sup></b> ；海 “鸥” ．</p>") == "<p>灯，<b>甲<sup>[1]</sup></b>；海 “鸥”．</p>"


def test_spaces_after_chinese_punctuation_are_removed() -> None:
    assert inner("<p>灯，\n<i class=icon></i> <b>海：</b> 鸥（ 甲）</p>") == "<p>灯，<b>海：</b>鸥（甲）</p>"
    assert inner("<p>灯。\u3000海 Lamp, <b>sea:</b> gull</p>") == "<p>灯。\u3000海 Lamp, <b>sea:</b> gull</p>"


def test_an_empty_line_ends_a_paragraph_unless_the_next_line_is_indented() -> None:
    assert inner("<div>One.\n\nTwo\nand two.\n\n  Three.</div>") == "<p>One.</p><p>Two and two. Three.</p>"
    assert inner("<p>　灯。\n\n　海。\n　鸥。") == "<p>灯。</p><p>海。</p><p>鸥。</p>"


def test_spaces_before_footnote_references_are_removed() -> None:
    assert inner("<p>甲<sup>\n[1]</sup><a>&nbsp;</a>\n。</p>") == "<p>甲<sup>[1]</sup>。</p>"
    assert inner("<p>one<sup> <i>a</i> b</sup> <i> two</i></p>") == "<p>one<sup><i>a</i> b</sup> <i>two</i></p>"


def test_final_pictures_are_kept_up_to_dropped_text() -> None:
    page = parse("<div><p>Kept.</p><p><img src=/a.jpg></p><p>no</p><p><img src=/b.jpg></p></div>", URL)
    html = compose(page, [block.text == "Kept." for block in page.blocks], "test").html
    assert "/a.jpg" in html and "/b.jpg" not in html


def test_plain_text_has_only_captions_that_are_kept_blocks() -> None:
    captions = ("Kept for its picture.", "Kept for itself.")
    figures = "".join(
        f"<figure><img src=/{at}.jpg><figcaption>{text}</figcaption></figure>" for at, text in enumerate(captions)
    )
    page = parse(f"<div><p>One.</p>{figures}<p>Two.</p></div>", URL)
    article = compose(page, [block.text != captions[0] for block in page.blocks], "test")
    assert all(text in article.html and text in article.markdown for text in captions)
    assert article.text == "One.\n\nKept for itself.\n\nTwo."


def test_the_declared_picture_above_the_text_leads_the_article() -> None:
    body = (
        "<main><h1>T</h1><div class=top><img src=/pics/lead-900x600.jpg></div><div><p>One.</p><p>Two.</p></div></main>"
    )
    page = parse(f'<head><meta property="og:image" content="/pics/lead-1200x630.jpg"></head><body>{body}</body>', URL)
    html = compose(page, [block.text != "T" for block in page.blocks], "test").html
    assert html.startswith('<figure><img src="https://site.example/pics/lead-900x600.jpg"')


@pytest.mark.parametrize(
    ("declared", "shown", "is_same"),
    [
        ("/media/7.jpg?v=2", "/media/7.jpg", True),
        ("/media/otters-at-dawn-e1702955517497.jpg", "/media/otters-at-dawn-1068x545.jpg", True),
        ("/media/otters%20at%20dawn.jpg", "/w_2560%2Cc_limit/otters%2520at%2520dawn.jpg", True),
        ("/media/otters.png", "/_next/image?url=https%3A%2F%2Fsite.example%2Fmedia%2Fotters.png&w=1920", True),
        ("/card/otters-at-dawn.jpg", "/styles/wide/otters-at-dawn.jpg.webp?itok=x", True),
        ("/media/%E6%B8%AF%E5%8F%A3.jpg", "/media/%E6%B8%AF%E5%8F%A3.jpg", True),
        ("/picture.php?id=1", "/picture.php?id=2", False),
    ],
)
def test_the_declared_picture_is_found_at_another_address(declared: str, shown: str, is_same: bool) -> None:
    head = f'<meta property="og:image" content="https://site.example{declared}">'
    page = parse(f"<head>{head}</head><body><aside><img src={shown}></aside><main><p>One.<p>End.</main>", URL)
    assert (shown.partition("&")[0] in compose(page, [True, True], "test").html) == is_same


_HERO = "<img src=/pics/otters-at-dawn-900x600.jpg>"


@pytest.mark.parametrize(
    ("above", "between", "start"),
    [
        (f"<figure>{_HERO}<figcaption>At dawn.</figcaption></figure><h1>T</h1>", "", '<figure><img src="https://site.example/pics/otters-at-dawn-900x600.jpg" alt=""><figcaption class="picture">At dawn.</figcaption></figure><p>One.'),
        (f"<figure>{_HERO}<figcaption><span>At dawn.</span><i>Ann</i></figcaption></figure><h1>T</h1>", "", '<figure><img src="https://site.example/pics/otters-at-dawn-900x600.jpg" alt=""><figcaption class="picture">At dawn. Ann</figcaption></figure><p>One.'),
        (f"<div class=ads-hero>{_HERO}<button>Share</button></div><h1>T</h1>", "", "<figure><img"),
        ("", f"<div><h2>DROP More</h2>{_HERO}</div>", "<figure><img"),
        (f"<nav>{_HERO}</nav>", "", "<p>One."),
        (f"<div style='display: none'>{_HERO}</div>", "", "<p>One."),
        (f"<a href=/b>{_HERO}Another story</a>", "", "<p>One."),
        (f"<a href={URL}/photo/1>{_HERO}<div>At dawn.</div></a>", "", "<figure><img"),
        ("<img src=/logo/otters-at-dawn.jpg width=90>", "", "<p>One."),
        (f"<img alt='Otter Club logo'{_HERO[4:]}", "", "<p>One."),
        ("", f"<figure>{_HERO}<figcaption>At dawn.</figcaption></figure>", "<p>One.</p><figure>"),
        ("", f"<p>Two.<p>Three.<p>Four.<p>Five.<div><h2>DROP More</h2>{_HERO}</div>", "<p>One."),
    ],
    ids=["above the title", "with a credit", "named like an advertisement", "among dropped text", "in a menu", "hidden", "teaser", "linked to the larger picture", "logo", "named a logo", "already shown", "far below"],
)  # fmt: skip
def test_the_declared_picture_leads_if_the_page_shows_it_near_the_top(above: str, between: str, start: str) -> None:
    head = '<meta property="og:image" content="/social/otters-at-dawn-1200x630.jpg">'
    page = parse(f"<head>{head}</head><body><div>{above}</div><main><p>One.{between}<p>End.</main>", URL)
    assert compose(page, [block.element.tag == "p" for block in page.blocks], "test").html.startswith(start)


def test_the_declared_picture_stays_with_its_caption() -> None:
    figure = f"<figure>{_HERO.replace('src', 'class=hero-ads src')}<figcaption>At dawn.</figcaption></figure>"
    head = '<meta property="og:image" content="/social/otters-at-dawn-1200x630.jpg">'
    assert composed(figure, head=head).html == (
        '<p>First.</p><figure><img src="https://site.example/pics/otters-at-dawn-900x600.jpg" alt="">'
        "<figcaption>At dawn.</figcaption></figure><p>Last.</p>"
    )


@pytest.mark.parametrize(
    ("code", "html"),
    [
        ("<pre>  a\n\tb  </pre>", "<pre>  a\n\tb</pre>"),
        ("<pre><code class='hljs python'>x</code></pre>", '<pre><code class="language-python">x</code></pre>'),
        ("<pre class='brush: js; toolbar: false'>x</pre>", '<pre><code class="language-javascript">x</code></pre>'),
        ("<div class=' highlight hl-ipython3'><pre>x</pre></div>", '<pre><code class="language-python">x</code></pre>'),
        ("<div class='highlight-source-c++'><pre>x</pre></div>", '<pre><code class="language-cpp">x</code></pre>'),
        ("<pre data-lang=rust><code>x</code></pre>", '<pre><code class="language-rust">x</code></pre>'),
        ("<pre><code>a</code><code>b</code></pre>", "<pre><code>a\nb</code></pre>"),
        ("<pre class=code>a<br>b</pre>", "<pre><code>a\nb</code></pre>"),
        ("<pre class=code><div>a</div><div>  b</div></pre>", "<pre><code>a\n  b</code></pre>"),
        ("<pre class=code><ol><li>a</li><li>b</li></ol></pre>", "<pre><code>a\nb</code></pre>"),
        ("<pre class=code><span class='line-number'>10</span>a\n<span class='line-number'>11</span>b</pre>", "<pre><code>a\nb</code></pre>"),
        ("<pre class=code>x = 1<button>Copy</button></pre>", "<pre><code>x = 1</code></pre>"),
        ("<table class='highlight blob'><tr><td class=blob-num>1</td><td class=blob-code>a</td></tr><tr><td class=blob-num>2</td><td class=blob-code>  b</td></tr></table>", "<pre><code>a\n  b</code></pre>"),
        ('<pre><code class="hljs language-js"><table class="hljs-ln"><tr><td class="hljs-ln-line hljs-ln-numbers"><div class="hljs-ln-n"></div></td><td class="hljs-ln-code">let a;</td></tr><tr><td class="hljs-ln-numbers"></td><td class="hljs-ln-code">  b();</td></tr></table></code></pre>', '<pre><code class="language-javascript">let a;\n  b();</code></pre>'),
        ('<div class="crayon-syntax"><div class="crayon-toolbar"><span class="crayon-title">x.py</span></div><table class="crayon-table"><tr><td class="crayon-nums"><div class="crayon-num">1</div><div class="crayon-num">2</div></td><td class="crayon-code"><div class="crayon-line">a = 1</div><div class="crayon-line">b</div></td></tr></table></div>', "<pre><code>a = 1\nb</code></pre>"),
        ('<pre class="EnlighterJSRAW" data-enlighter-language="php">echo 1;</pre><div class="enlighter-default"><div class="enlighter-toolbar">copy</div><div><span>echo 1;</span></div></div>', '<pre><code class="language-php">echo 1;</code></pre>'),
        ('<div class="syntaxhighlighter java"><table><tr><td class="gutter"><div class="line">1</div><div class="line">2</div></td><td class="code"><div class="line"><code>int</code> <code>a;</code></div><div class="line"><code>&nbsp;&nbsp;</code><code>b;</code></div></td></tr></table></div>', '<pre><code class="language-java">int a;\n  b;</code></pre>'),
        ('<div class="highlight"><table class="lntable"><tr><td class="lntd"><pre class="chroma"><code><span class="lnt">1\n</span></code></pre></td><td class="lntd"><pre class="chroma"><code class="language-go">x\n\ty</code></pre></td></tr></table></div>', '<pre><code class="language-go">x\n\ty</code></pre>'),
        ('<div class="code-toolbar"><pre class="language-css"><code>a{}</code></pre><div class="toolbar"><div class="toolbar-item"><span>CSS</span></div><div><button>Copy</button></div></div></div>', '<pre><code class="language-css">a{}</code></pre>'),
        ('<pre class="prettyprint"><code class="language-python">a\nb</code></pre><ul class="pre-numbering"><li>1</li><li>2</li></ul>', '<pre><code class="language-python">a\nb</code></pre>'),
        ("<p><code>a</code><br><code>b</code> <code>&lt;</code><br><code>c</code></p>", "<pre><code>a\nb &lt;\nc</code></pre>"),
        ("<p><code>a</code></p><p><code>b</code></p><p><code>c</code></p>", "<pre><code>a\nb\nc</code></pre>"),
        ("<p><code>a</code><br><code>b</code></p>", "<p><code>a</code><br><code>b</code></p>"),
        ("<code>a:<br>&nbsp; b</code>", "<pre><code>a:\n  b</code></pre>"),
        ("<pre class=code>a</pre><div class=btn>A button with so much text in it that it is a paragraph of the page after all.</div>", "<pre><code>a</code></pre><p>A button with so much text in it that it is a paragraph of the page after all.</p>"),
    ],
)  # fmt: skip
def test_code_is_exact_and_without_line_numbers(code: str, html: str) -> None:
    assert inner(code) == html


@pytest.mark.parametrize(
    ("table", "html"),
    [
        ("<table><tr><td>one</td></tr><tr><td>two</td></tr></table>", "<p>one</p><p>two</p>"),
        ("<table><tr><td>a<td>b: <i>x</i><td>c: y</table><table><tr><td>a<td>DROP<td>c</table>", "<table><tbody><tr><td>a</td><td>b: <i>x</i></td><td>c: y</td></tr></tbody></table><p>a</p><p>c</p>"),
        ("<table role=presentation><tr><th>a<td>b<tr><td>c<td>d</table>", "<p>a</p><p>b</p><p>c</p><p>d</p>"),
        ("<table><tr><td><table><tr><th>a<td>b<tr><th>c<td>d</table></table>", "<table><tbody><tr><th>a</th><td>b</td></tr><tr><th>c</th><td>d</td></tr></tbody></table>"),
        ("<table><tr><th colspan=2>h</th></tr><tr><td>DROP 1</td><td>kept</td></tr><tr><td>DROP 2</td><td>DROP 3</td></tr></table>", '<table><tbody><tr><th colspan="2">h</th></tr><tr><td>DROP 1</td><td>kept</td></tr></tbody></table>'),
        ("<table><thead><tr><th>a<th>b</thead><tr><td><td>2</table>", "<table><tbody><tr><th>a</th><th>b</th></tr><tr><td></td><td>2</td></tr></tbody></table>"),
        ("<table><tr><th>a<td><img src=/yes.png width=20 height=20><noscript><img src=/yes.png width=20 height=20></noscript><tr><th>b <img src=/new.png width=20 height=20><td><img src=/yes.png width=20 height=20><img src=/dot.png width=1 height=1></table>",
         '<table><tbody><tr><th>a</th><td><img src="https://site.example/yes.png" alt="" width="20" height="20"></td></tr><tr><th>b</th><td><img src="https://site.example/yes.png" alt="" width="20" height="20"></td></tr></tbody></table>'),
        ("<table><tr><td><p>x</p><td><p>y</p><tr><td><p>z</p><p>v</p><td><ul><li>w</ul></table>", "<p>x</p><p>y</p><p>z</p><p>v</p><ul><li>w</li></ul>"),
        ("<table><tr><td><div><div>x</div></div><td><div>y</div><tr><td><div>z</div><td>w</table>", "<table><tbody><tr><td>x</td><td>y</td></tr><tr><td>z</td><td>w</td></tr></tbody></table>"),
        ("<table><tr><td><div>x</div><td><div>y</div><tr><td><div>z</div><td><div>v</div><div>w</div></table>", "<p>x</p><p>y</p><p>z</p><p>v</p><p>w</p>"),
        ("<table><tr><td><p>x</p><td><p>y</p><tr><td><p>z</p><td><p>w</p></table>", "<table><tbody><tr><td>x</td><td>y</td></tr><tr><td>z</td><td>w</td></tr></tbody></table>"),
    ],
)  # fmt: skip
def test_data_tables_are_kept_and_layout_tables_are_unwrapped(table: str, html: str) -> None:
    assert inner(table) == html


@pytest.mark.parametrize(
    ("math", "html"),
    [
        ("<p>a <math><mi>x</mi></math> b</p>", '<p>a <math display="inline" alttext="x"><mi>x</mi></math> b</p>'),
        ("<p>a <mjx-container><mjx-math></mjx-math><mjx-assistive-mml><math><mi>x</mi></math></mjx-assistive-mml></mjx-container> b</p>", '<p>a <math display="inline" alttext="x"><mi>x</mi></math> b</p>'),
        ("<p>a <span class=MathJax_Preview>x</span><span class=MathJax>x</span><script type=math/tex>x^2</script> b</p>", '<p>a <code class="math">x^2</code> b</p>'),
        ("<p>a <span class=ztext-math data-tex='\\frac12'>half</span> b</p>", '<p>a <code class="math">\\frac12</code> b</p>'),
        ("<p>a <img src='https://site.example/equation?tex=x_1' alt='x_1'> b</p>", '<p>a <code class="math">x_1</code> b</p>'),
        ("<p>a <math alttext='{\\displaystyle x^{2}}'><semantics><msup><mi>x</mi><mn>2</mn></msup><annotation encoding=application/x-tex>{\\displaystyle x^{2}}</annotation></semantics></math> b</p>", '<p>a <math display="inline" alttext="x^{2}"><msup><mi>x</mi><mn>2</mn></msup></math> b</p>'),
        ("<p>a <math><mi mathvariant=bold>x</mi><mo>&#8712;</mo><mi mathvariant=double-struck>R</mi><mi mathvariant=fraktur>C</mi><mn mathvariant=bold-sans-serif>1</mn><mi mathvariant=normal>d</mi></math> b</p>",
         '<p>a <math display="inline" alttext="x∈RC1d"><mi mathvariant="bold">𝐱</mi><mo>∈</mo><mi mathvariant="double-struck">ℝ</mi><mi mathvariant="fraktur">ℭ</mi><mn mathvariant="bold-sans-serif">𝟭</mn><mi mathvariant="normal">d</mi></math> b</p>'),
        ("<p>a <span class=MathJax>x</span><script type=math/tex></script> b</p>", "<p>a x b</p>"),
        ("<script type='math/tex; mode=display'>E=mc^2</script>", '<p><code class="math display">E=mc^2</code></p>'),
    ],
)  # fmt: skip
def test_formulas_become_mathml_or_tex(math: str, html: str) -> None:
    assert inner(math) == html


@pytest.mark.parametrize(
    ("href", "url", "result"),
    [
        ("../x?a=1&b=2", URL, "https://site.example/x?a=1&amp;b=2"),
        ("//cdn.example/x", URL, "https://cdn.example/x"),
        ("//cdn.example/x", None, "https://cdn.example/x"),
        ("x", None, None),
        ("mailto:a@b.example", URL, "mailto:a@b.example"),
        ("page.html#part", URL, "https://site.example/dir/page.html#part"),
        ("http://[broken", URL, None),
        ("\tjava\nscript:x", URL, None),
    ],
)
def test_links_are_absolute_or_removed(href: str, url: str | None, result: str | None) -> None:
    link = f'<a href="{result}">word</a>' if result else "word"
    assert inner(f'<p><a href="{href}">word</a></p>', url=url) == f"<p>{link}</p>"


def test_base_is_respected() -> None:
    assert "https://other.example/b/x" in inner("<p><a href=x>w</a></p>", head="<base href='//other.example/b/c'>")


@pytest.mark.parametrize(
    ("body", "html"),
    [
        ("<div>one<div>two</div>three</div>", "<p>one</p><p>two</p><p>three</p>"),
        ("<div><span>one<br><br>two</span></div>", "<p>one</p><p>two</p>"),
        ("<div>a</div><div>b</div><div><br></div><div>c<br></div><div>d</div>", "<p>a<br>b</p><p>c<br>d</p>"),
        ("<div><div>a</div><div>b</div></div><div><div>c</div><div>d</div></div>", "<p>a<br>b</p><p>c<br>d</p>"),
        ("<p><b>one?</b><b><br></b><span>two</span><span><br><br></span>three</p>", "<p><b>one?</b><br>two</p><p>three</p>"),
        ("<a href=/x><h2>Head</h2><p>text</p></a>", '<h2><a href="https://site.example/x">Head</a></h2><p><a href="https://site.example/x">text</a></p>'),
        ("<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>", "<p><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby></p>"),
        ("<details><summary>s</summary>text</details>", "<details><summary>s</summary><p>text</p></details>"),
        ("<dl><dt>t<dd>d<dd><p>e</p></dl>", "<dl><dt>t</dt><dd>d<p>e</p></dd></dl>"),
        ("<ul><ul><li>deep</ul></ul>", "<ul><li><ul><li>deep</li></ul></li></ul>"),
        ("<li>orphan</li>", "<p>orphan</p>"),
        ("<ol start=3><li>c</ol>", '<ol start="3"><li>c</li></ol>'),
        ("<ol type=a start=3><li>c</ol>", '<ol start="3" type="a"><li>c</li></ol>'),
        ("<ol><li value=7>g<li>h</ol>", '<ol start="7"><li>g</li><li>h</li></ol>'),
        ("<ol><li>DROP<li>b<li>c</ol>", '<ol start="2"><li>b</li><li>c</li></ol>'),
        ("<ol start=3><li>c<li>DROP<li>e<li>f<li value=9>i</ol>", '<ol start="3"><li>c</li><li value="5">e</li><li>f</li><li value="9">i</li></ol>'),
        ("<ul><li>a<li>DROP<li>c</ul>", "<ul><li>a</li><li>c</li></ul>"),
        ("<p dir=rtl>שלום</p>", '<p dir="rtl">שלום</p>'),
        ("<p>39°N<span style='display:none'>; 39</span> and<span hidden> 38</span><i> more</i></p>", "<p>39°N and <i>more</i></p>"),
        ("<p>New<span style='border:0;clip:rect(0, 0, 0, 0)'>, opens</span><span class='sr-only'>(opens in a new tab)</span><b class='off-screen'></b><span class='off-screen'>Mark</span> and <span class='price__sr-only-x'>old</span></p>", "<p>New and old</p>"),
        ("<p>x<script>1</script><style>2</style><span hidden></span>y</p>", "<p>xy</p>"),
        ("<p>DROP</p><p>&nbsp;</p><hr><p>b</p>", "<hr><p>b</p>"),
        ("<form><p>asp</p></form>", "<p>asp</p>"),
        ("<font size=4><tt>c</tt> <strike>s</strike></font>", "<p><code>c</code> <s>s</s></p>"),
        ("<h2>Head <span class=mw-editsection>[edit]</span></h2>", "<h2>Head</h2>"),
        ("<p>one<b> </b>two</p>", "<p>one two</p>"),
        ("<div>one<div>DROP</div>two</div>", "<p>one</p><p>two</p>"),
        ("<div>one<div class=related><img src=/a.jpg>DROP</div>two</div>", "<p>one</p><p>two</p>"),
        ("<div role=heading aria-level=3>Head</div>", "<h3>Head</h3>"),
        ("<div role=heading><div><div>Head</div></div></div>", "<h2>Head</h2>"),
        ("<div role=heading><p>one</p></div><a href=/a role=heading>two</a>", '<p>one</p><p><a href="https://site.example/a">two</a></p>'),
        ("<ne-h2><ne-heading-fold></ne-heading-fold><ne-heading-content><ne-text>Head</ne-text></ne-heading-content></ne-h2>", "<h2>Head</h2>"),
        ("<div class='a notion-numbered_list-block'>a</div><div class='a notion-numbered_list-block'><div>b</div></div>", "<ol><li>a</li><li>b</li></ol>"),
        ("<div class='a notion-bulleted_list-block'>a<div class='a notion-bulleted_list-block'>b</div></div>", "<ul><li>a<ul><li>b</li></ul></li></ul>"),
        ("<div class=cm-scroller><div class=cm-gutters>1</div><div class=cm-content><div class=cm-line>if a:</div><div class=cm-line>    b</div></div></div>", "<pre>if a:\n    b</pre>"),
        ("<div style='color: red; white-space: pre; tab-size: 2'>if a:\n    b</div>", "<pre>if a:\n    b</pre>"),
        ("<p>On <local-time>5 March</local-time> it rained.</p>", "<p>On 5 March it rained.</p>"),
        ("<p>Type <code style='white-space: pre;'>a b</code>.</p><span><code class=language-bash style='white-space: pre;'><span>if a\n</span>  b</code></span>", '<p>Type <code>a b</code>.</p><pre><code class="language-bash">if a\n  b</code></pre>'),
        ("<div role=table><div role=rowgroup><div role=row><p role=columnheader>a</p><b role=columnheader>b</b></div></div><div role=row><div role=cell>c</div><div role=cell>d</div></div></div>", "<table><tbody><tr><th>a</th><th>b</th></tr><tr><td>c</td><td>d</td></tr></tbody></table>"),
        ("<h1>T</h1>", ""),
        ("<p><span>Aurel</span><span>Lamp 68</span></p>", "<p>Aurel Lamp 68</p>"),
        ("<p><em>The Lamp</em><span>Far Shore</span></p>", "<p><em>The Lamp</em> Far Shore</p>"),
        ("<p><span>It burns all night.</span><span>Nobody</span></p>", "<p>It burns all night. Nobody</p>"),
        ("<p><span>lamps.</span><span>Lamp</span>", "<p>lamps.Lamp</p>"),
        ("<p><code><span>get</span><span>Lamp</span></code>", "<p><code>getLamp</code></p>"),
        ("<p><span>M</span><span>cLamp</span> <span>“</span><span>Ada</span>", "<p>McLamp “Ada</p>"),
    ],
)  # fmt: skip
def test_structure_is_kept_and_flattened(body: str, html: str) -> None:
    assert inner(body) == html


def test_a_note_is_kept_with_its_reference() -> None:
    notes = "<ol><li id=n1>DROP one<li id=n2>DROP two</ol>"
    html = inner(f"<p>Word<sup><a href=#n1>1</a></sup> and <a href=#n2>two</a></p>{notes}")
    assert "DROP one" in html and "DROP two" not in html


def test_plain_text_has_blocks_lines_cells_and_exact_code() -> None:
    body = (
        "<h2>H</h2><ul><li>a<li>b<ol><li>c</ol></ul><table><tr><th>x<th>y<tr><td>1<td><p>2</p><p>3</p></table>"
        "<pre>if  x:\n    y\n\n\n    z</pre><p>one<br>two <math alttext='q^2'><mi>q</mi></math></p>"
    )
    assert composed(body).text == (
        "First.\n\nH\n\na\nb\n\nc\n\nx\ty\n1\t2 3\n\nif  x:\n    y\n\n\n    z\n\none\ntwo q^2\n\nLast."
    )


def test_markdown_is_github_flavoured() -> None:
    body = (
        "<h2>H</h2><p>a *b* <b>c</b> &lt;d&gt;<sup><a href=#n>1</a></sup></p><pre class=language-go>x := 1\n</pre>"
        "<table><tr><th>x<th>y<tr><td>1<td>2</table><p>p <img src=/i.jpg alt=I> <a href=/l>l</a></p>"
        "<p>m <code>k</code> <math alttext='q^2'><mi>q</mi></math></p><ol><li id=n>note</ol>"
    )
    text = composed(body).markdown
    for part in (
        "## H\n", "a \\*b\\* **c** \\<d>[^1]", "```go\nx := 1\n```", "| x | y |\n| --- | --- |\n| 1 | 2 |",
        "p ![I](https://site.example/i.jpg) [l](https://site.example/l)", "m `k` $q^2$", "[^1]: note",
    ):  # fmt: skip
        assert part in text, text


@pytest.mark.parametrize(
    ("mathml", "tex"),
    [
        ("<msup><mi>x</mi><mn>2</mn></msup>", "x^2"),
        ("<msub><mi>x</mi><mrow><mi>i</mi><mo>+</mo><mn>1</mn></mrow></msub>", "x_{i+1}"),
        ("<mfrac><mn>1</mn><msqrt><mi>π</mi></msqrt></mfrac>", r"\frac{1}{\sqrt{π}}"),
        ("<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><msub><mi>a</mi><mi>i</mi></msub>", r"\sum_{i=1}^na_i"),
        ("<mover><mi>x</mi><mo>¯</mo></mover><mroot><mi>y</mi><mn>3</mn></mroot>", r"\bar{x}\sqrt[3]{y}"),
        ("<mi>sin</mi><mo>\u2061</mo><mi>x</mi>", r"\sin x"),
        ("<mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr><mtr><mtd><mi>c</mi></mtd><mtd><mi>d</mi></mtd></mtr></mtable>", r"\begin{matrix}a & b \\ c & d\end{matrix}"),
        ("<mo>{</mo><mtext>if so</mtext><munder><mi>lim</mi><mi>n</mi></munder>", r"\{\text{if so}\lim_n"),
        ("<msup><mi>x</mi></msup>", "x"),
        ("<mrow>" * 60 + "<mi>x</mi>" + "</mrow>" * 60, "x"),
    ],
    ids=["superscript", "subscript", "fraction", "sum", "accents", "function", "matrix", "limit", "invalid", "deep"],
)  # fmt: skip
def test_mathml_without_annotation_becomes_tex(mathml: str, tex: str) -> None:
    assert f"${tex}$" in composed(f"<p>a <math>{mathml}</math> b</p>").markdown


@pytest.mark.parametrize(
    ("text", "html", "markdown"),
    [
        ("Let $a_1 * b_1$ and $x$ be", "Let <m>a_1 * b_1</m> and <m>x</m> be", "Let $a_1 * b_1$ and $x$ be"),
        (r"so \(x_i &lt; y\) and", "so <m>x_i &lt; y</m> and", "so $x_i < y$ and"),
        (r"thus \[x_i * <br>y_i\] holds", "thus <d>x_i * y_i</d> holds", "thus\n\n$$\nx_i * y_i\n$$\n\nholds"),
        (r"then $$\frac12$$ holds", r"then <d>\frac12</d> holds", "then\n\n$$\n\\frac12\n$$\n\nholds"),
        (r"\begin{align}a_1&amp;=b_1\end{align}", r"<d>\begin{align}a_1&amp;=b_1\end{align}</d>", "$$\n\\begin{align}a_1&=b_1\\end{align}\n$$"),
        ("<code>$a^2$</code> is $a^2$", "<code>$a^2$</code> is <m>a^2</m>", "`$a^2$` is $a^2$"),
        ("$a^2$ for $5 or A$6, in ($) and in ($)", "<m>a^2</m> for $5 or A$6, in ($) and in ($)", r"$a^2$ for $5 or A$6, in (\$) and in (\$)"),
        ("from $5 to $6 for file_name_x", "from $5 to $6 for file_name_x", r"from $5 to $6 for file\_name\_x"),
        ("from $HOME/a to $HOME/b, $-signs and $5/$6", "from $HOME/a to $HOME/b, $-signs and $5/$6", None),
        ("$$ cheap, $$$ dear, $$ cheap", "$$ cheap, $$$ dear, $$ cheap", None),
        (r"find \( -name x -o -name y \)", r"find \( -name x -o -name y \)", None),
        ("a *b* and c_d_e", "a *b* and c_d_e", r"a \*b\* and c\_d\_e"),
    ],
)  # fmt: skip
def test_tex_delimiters_in_text_mark_formulas(text: str, html: str, markdown: str | None) -> None:
    article = composed(f"<p>{text}</p>")
    for short, start in (("m", '<code class="math">'), ("d", '<code class="math display">')):
        html = html.replace(f"<{short}>", start).replace(f"</{short}>", "</code>")
    assert f"<p>{html}</p>" in article.html
    assert markdown is None or article.markdown == f"First.\n\n{markdown}\n\nLast.\n"


def test_the_caption_of_a_figure_with_other_kept_text_is_kept() -> None:
    html = inner("<figure><figcaption>DROP a lamp.</figcaption><img src=/lamp.jpg><div><p>a, Lit.</p></div></figure>")
    assert "DROP a lamp." in html and "<p>a, Lit.</p>" in html


def test_a_nested_caption_is_kept() -> None:
    picture = '<img src="/lamp.jpg" width="800" height="500"><div class="below"><figcaption>A lamp.</figcaption></div>'
    assert "<figcaption>A lamp.</figcaption>" in inner(f"<figure><div>{picture}</div></figure>")


def test_a_caption_recognized_by_its_class_is_kept() -> None:
    picture = '<img src="/lamp.jpg" width="800" height="500">'
    caption = "<div class=caption><span class=caption__text>DROP a lamp.</span><span>© Ada Lindgren</span></div>"
    html = inner(f"<p>One.</p><figure><div><span>{picture}</span>{caption}</div></figure><p>Two.</p>")
    assert re.search(r"<figure><img [^<>]*><figcaption[^<>]*>DROP a lamp. © Ada Lindgren</figcaption></figure>", html)


def test_the_only_paragraph_of_a_figure_is_its_caption() -> None:
    picture = '<img src="/lamp.jpg" width="800" height="500">'
    assert ">DROP a lamp.</figcaption></figure>" in inner(f"<figure>{picture}<p class=x1>DROP a lamp.</p></figure>")
    assert "DROP" not in inner(f"<figure>{picture}<p>DROP a lamp.</p><p>DROP 3 comments</p></figure>")


def test_a_noscript_picture_has_its_caption() -> None:
    picture = "<noscript><img src=/lamp.jpg width=250 height=250></noscript>"
    html = inner(f"<p>One.</p><div><div>{picture}</div><div class=thumbcaption>DROP a lamp.</div></div><p>Two.</p>")
    assert re.search(r"<figure><img [^<>]*><figcaption[^<>]*>DROP a lamp.</figcaption></figure>", html)


def test_a_table_row_of_pictures_stays_a_row() -> None:
    pictures = "".join(f'<th><img src="/{name}.jpg" width="400" height="300"></th>' for name in "ab")
    html = inner(f"<table><thead><tr>{pictures}</thead><tbody><tr><td>A</td><td>B</td></tbody></table>")
    assert [row.count("<img") for row in html.split("<tr>")[1:]] == [2, 0], html


@pytest.mark.parametrize("picture", ["<figure>{}</figure>", "<div><figure>{}</figure></div>", "<p>{}</p>", "{}"])
def test_a_caption_beside_a_picture_joins_its_figure(picture: str) -> None:
    image = '<img src="/lamp.jpg" width="800" height="500">'
    caption = "<figcaption>A lamp.</figcaption>"
    html = inner(f"<p>One.</p>{picture.format(image)}{caption}<p>Two.</p>{caption.replace('A lamp', 'No picture')}")
    assert re.search(rf"<figure><img [^<>]*>{caption}</figure><p>Two.</p><p>No picture.</p>$", html), html


def test_alt_text_contains_neither_markup_nor_urls() -> None:
    html = inner("<p>One.</p><p><img src=/a.jpg alt='The &lt;a href=/b&gt;quay&lt;/a&gt; at night'>")
    assert 'alt="The quay at night"' in html
    assert 'alt=""' in inner("<p>One.</p><p><img src=/a.jpg alt='https://example.org/a.jpg'>")


def test_a_heading_in_a_link_to_itself_is_not_linked() -> None:
    html = inner("<p>One.</p><a href='#lamps' id=lamps><h2>Lamps</h2></a><p><a href='#lamps'>Above</a>.</p>")
    assert re.search(r"<h2>(<a id=[^<>]*></a>)?Lamps</h2>", html) and ">Above</a>" in html


@pytest.mark.parametrize("address", ["#lamps", "page.html#lamps", URL + "#lamps"])
def test_heading_anchors_are_left_out(address: str) -> None:
    html = inner(f"<p>One.</p><h2 id=lamps>Lamps <a href='{address}'>#</a></h2><p>Two.</p>")
    assert re.search(r">Lamps ?</h2>", html), html


def test_screen_reader_text_is_left_out() -> None:
    link = (
        "<a href='https://example.org/b'>The quay<span class='screen-reader-text'> (opens in a new window)</span></a>"
    )
    assert inner(f"<p>{link} at night.</p>") == '<p><a href="https://example.org/b">The quay</a> at night.</p>'


BANNERS = [
    ('"1600" height="900"', '"980" height="280"', 0),
    ('"1600" height="900"', '"1920" height="460"', 1),
    ("<img", "<img alt='The Harbour Logo'", 0),
    ("<img", "<img alt='The logo of a harbour'", 1),
]


def test_banners_logos_and_pictures_of_teasers_are_no_lead() -> None:
    """The link points to another article."""
    picture = '<img src="/other.jpg" width="1600" height="900">'
    text = "<p>The lamps of the harbour burn all night, and nobody has ever seen them lit.</p>" * 4
    link = f'<header><div><a href="/other">{picture}<h4>Other news</h4></a></div></header>'
    named = f"<div>{picture}<p class=caption>Lamps</p></div>"
    heads = {link: 0, f"<header>{picture}</header>": 1, f"<div>{picture}<h1>A</h1></div>": 1, named: 2}
    heads |= {f"<div>{picture.replace(old, new)}</div>": n for old, new, n in BANNERS}
    for head, count in heads.items():
        page = parse(f"<body><main>{head}<div><div>{text}</div></div></main></body>", URL)
        html = compose(page, [block.text.startswith("The lamps") for block in page.blocks], "test").html
        assert html.count("<img") + html.count(">Lamps<") == count, html


def test_a_heading_as_long_as_a_paragraph_becomes_one() -> None:
    assert inner(f"<h2>{'The lamps burn. ' * 20}</h2>").startswith("<p>The lamps")


LONG = "The lamps of the harbour burn all night, and nobody has ever seen them lit, but the last keeper"


@pytest.mark.parametrize(
    ("heading", "before", "tag"),
    [
        (f"<h2>{LONG}.</h2>", "", "p"),
        (f"<h2>{LONG} has</h2>", "", "h2"),
        (f"<h2>{' ' * 99}<a href=/lamps>{LONG}</a></h2>", "", "h2"),
        (f"<h2>{LONG} has, as her mother did before</h2>", "", "p"),
        (f"<h1>{LONG}.</h1>", "", "h1"),
        (f"<h2>{LONG}.</h2>", "<p>First.</p>", "h2"),
        (f"<h2>{LONG}, as her mother did before.</h2>", "<p>First.</p>", "p"),
        (f"<h2>“{LONG}, as her mother did before.”</h2>", "<p>First.</p>", "p"),
        (f"<h2>{LONG}, as her mother did before?</h2>", "<p>First.</p>", "h2"),
        (f"<h2>{'港口的灯整夜亮着，' * 7}没有人看见。</h2>", "<p>First.</p>", "p"),
    ],
)
def test_a_deck_or_a_long_sentence_marked_up_as_a_heading_is_a_paragraph(heading: str, before: str, tag: str) -> None:
    page = parse(f"<title>T</title><body><div>{before}{heading}<p>Last.</p></div></body>", URL)
    html = compose(page, [True] * len(page.blocks), "test").html
    assert html.removeprefix("<p>First.</p>").startswith(f"<{tag}>"), html


def test_screen_reader_headings_are_left_out() -> None:
    assert inner("<p>The quay.</p><h2 class='visually-hidden'>Main content</h2><p>The lamps.</p>") == (
        "<p>The quay.</p><p>The lamps.</p>"
    )


def test_screen_reader_text_of_icons_in_table_cells_is_kept() -> None:
    rows = "".join(f"<tr><td>Lamp {n}</td><td><i class=tick></i><span class=sr-only>Yes</span></td></tr>" for n in "12")
    assert inner(f"<table><tr><th>Lamp</th><th>Lit</th></tr>{rows}</table>").count("<td>Yes</td>") == 2
