# ruff: noqa: E501 - one case per line
"""Markup that depends on styles or scripts: code labels, captions, anchors, formulas, admonitions, tabs, infoboxes."""

import pytest

from jingdu.reading import read
from tests.article.test_parts import composed, inner

CASES = {
    "label and button in code": (
        "<pre class=shiki><div class=language-id>ts</div><div><code><div class=line>let x = 1;</div><div class=line>x</div></code><a href=/p>Try</a></div></pre>",
        '<pre><code class="language-typescript">let x = 1;\nx</code></pre>',
    ),
    "copy button in code": (
        "<pre><code class=language-go><div class=code-block-extension-header><i>go</i> Copy</div>x := 1</code></pre>",
        '<pre><code class="language-go">x := 1</code></pre>',
    ),
    "button beside code": ("<pre><code>ls</code><span>Copy</span></pre>", "<pre><code>ls</code></pre>"),
    "placeholder beside code": ("<pre><code>ls </code><em>folder</em></pre>", "<pre><code>ls folder</code></pre>"),
    "words beside code": (
        "<pre>int\n<a>f</a> (<code>x</code>)</pre><pre><code>$</code> <b><code>ls</code></b> <span>list</span></pre>",
        "<pre><code>int\nf (x)</code></pre><pre><code>$ ls list</code></pre>",
    ),
    "label before code": (
        "<div class=language-ts><button class=copy></button><span class=lang>ts</span><pre class=shiki><code>let x = 1;</code></pre></div>",
        '<pre><code class="language-typescript">let x = 1;</code></pre>',
    ),
    "prompt before code": ("<pre><span>$ </span><code>ls</code></pre>", "<pre><code>$ ls</code></pre>"),
    "header of code": (
        "<div class=code-example><div class=example-header><span class=language-name>js</span><button>Copy</button></div><pre class='brush: js'>a()</pre></div>",
        '<pre><code class="language-javascript">a()</code></pre>',
    ),
    "lines with two line breaks": (
        "<pre><code><div class=cm-line><span>a</span><br></div><div class=cm-line><br></div><div class=cm-line><span>b</span><br></div></code></pre>",
        "<pre><code>a\n\nb</code></pre>",
    ),
    "Rouge language class": ("<pre class='highlight tsx'><code>x</code></pre>", '<pre><code class="language-tsx">x</code></pre>'),
    "heading linked to itself": ("<h2 id=x><a href='#x'>Intro</a></h2>", '<h2><a id="jd-x"></a>Intro</h2>'),
    "permalink by Doxygen": ("<h2><span><a href='#x'>◆&nbsp;</a></span>lamp()</h2>", "<h2>lamp()</h2>"),
    "icons of a font": ("<h2>Intro<a href='#x'><i>\uf0c1</i></a></h2><p><i>\ue192</i> 9 min", "<h2>Intro</h2><p>9 min</p>"),
    "heading linked elsewhere": ("<h2><a href=/x>A</a></h2>", '<h2><a href="https://site.example/x">A</a></h2>'),
    "edit link": ("<div><h2>A</h2><span class=mw-editsection><a href=/e>edit</a></span></div>", "<h2>A</h2>"),
    "credit": (
        "<figure><img src=/a.jpg><figcaption>A man walks<span class=credit>Getty</span></figcaption></figure>",
        '<figure><img src="https://site.example/a.jpg" alt=""><figcaption>A man walks Getty</figcaption></figure>',
    ),
    "two-part caption": (
        "<figure><img src=/a.jpg><figcaption><span>A man.</span><span>Reuters</span></figcaption></figure>",
        '<figure><img src="https://site.example/a.jpg" alt=""><figcaption>A man. Reuters</figcaption></figure>',
    ),
    "title in a caption": (
        "<figure><img src=/a.jpg><figcaption><a href=/b>Beans</a><span>Ripe ones.</span></figcaption></figure>",
        '<figure><img src="https://site.example/a.jpg" alt=""><figcaption><a href="https://site.example/b">Beans</a> Ripe ones.</figcaption></figure>',
    ),
    "sentence and credit": (
        "<figure><img src=/a.jpg><figcaption>A man.<small class=right>Reuters</small></figcaption></figure>",
        '<figure><img src="https://site.example/a.jpg" alt=""><figcaption>A man. <small>Reuters</small></figcaption></figure>',
    ),
    "container of a picture and a caption": (
        "<div class=wp-caption><a href=/b><img src=/a.jpg></a><p class=wp-caption-text>A <b>man</b>.</p></div>",
        '<figure><a href="https://site.example/b"><img src="https://site.example/a.jpg" alt=""></a><figcaption>A <b>man</b>.</figcaption></figure>',
    ),
    "two-part caption in a container": (
        "<div><div><img src=/a.jpg></div><div><p class=caption>A man.</p><p>Reuters</p></div></div>",
        '<figure><img src="https://site.example/a.jpg" alt=""><figcaption>A man.<br>Reuters</figcaption></figure>',
    ),
    "caption with a compound class": (
        "<div><img src=/a.jpg><div class=thumbcaption>A man.</div></div>",
        '<figure><img src="https://site.example/a.jpg" alt=""><figcaption>A man.</figcaption></figure>',
    ),
    "caption class in a figure": (
        "<figure><img src=/a.jpg><div class=imageCaption>A man.</div></figure>",
        '<figure><img src="https://site.example/a.jpg" alt=""><figcaption>A man.</figcaption></figure>',
    ),
    "caption beside text": (
        "<div><img src=/a.jpg><p class=caption>A man.</p><p>He walks.</p></div>",
        '<p><img src="https://site.example/a.jpg" alt=""></p><p>A man.</p><p>He walks.</p>',
    ),
    "heading as caption": (
        "<div><img src=/a.jpg><div class=caption><h3>A lamp</h3><p>It glows.</p></div></div>",
        '<p><img src="https://site.example/a.jpg" alt=""></p><h3>A lamp</h3><p>It glows.</p>',
    ),
    "link in brackets": (
        "<dl><dt>read(<i>page</i>)<a href=/s><span>[source]</span></a><dd>A page.</dl><p>So it is<a href=/n>[1]</a></p>",
        '<dl><dt>read(<i>page</i>) <a href="https://site.example/s">[source]</a></dt><dd>A page.</dd></dl><p>So it is<a href="https://site.example/n">[1]</a></p>',
    ),
    "superscript link in brackets": (
        "<p>Words<sup><a href=/s>[src]</a></sup></p>",
        '<p>Words<sup><a href="https://site.example/s">[src]</a></sup></p>',
    ),
    "Doxygen code": (
        "<p>Words</p><div class=fragment><div class=line><b class=lineno>7</b>if <i>a</i>:</div>\n<div class=line>  b()</div><div class=ttc>A</div></div>",
        "<p>Words</p><pre><code>if a:\n  b()</code></pre>",
    ),
    "adjacent links": (
        "<p><a href=/a>One thing</a><a href=/b>Another</a> <a href=/c>pre</a><a href=/d>fix</a></p>",
        '<p><a href="https://site.example/a">One thing</a> <a href="https://site.example/b">Another</a> <a href="https://site.example/c">pre</a><a href="https://site.example/d">fix</a></p>',
    ),
    "non-breaking beside other spaces": (
        "<p>See <b>it</b>&nbsp; now, 5&nbsp;<i>km</i>, <b>5&nbsp;</b> km.&nbsp; So&nbsp;it</p>",
        "<p>See <b>it</b>&nbsp;now, 5&nbsp;<i>km</i>, <b>5</b>&nbsp;km. So&nbsp;it</p>",
    ),
    "zero-width joiners": (
        "<p>One</p><p>\u200d</p><p>t<b>\u200d</b>wo<b>\u200d </b>words and \U0001f468\u200d\U0001f469</p>",
        "<p>One</p><p>two words and \U0001f468\u200d\U0001f469</p>",
    ),
    "definition list as a container": (
        "<dl><dt></dt><dd><div><p>One.</p></div></dd><dd>Two.</dd></dl><dl><dd>Indented.</dd></dl>",
        "<p>One.</p><p>Two.</p><dl><dd>Indented.</dd></dl>",
    ),
    "small picture": (
        "<p>One.</p><div><img src=/flag.png width=60 height=40></div><p><img src=/t.png width=60 height=40> Two.</p>",
        '<p>One.</p><p><img src="https://site.example/t.png" alt="" width="60" height="40"> Two.</p>',
    ),
    "asterisk separator": ("<p>One.</p><p>* * *</p><p>**</p><p>Two.</p><p>-----</p>", "<p>One.</p><hr><p>**</p><p>Two.</p><hr>"),
    "punctuation left of dropped text": ("<p>Sold by Ann</p><p>DROP</p><p>.</p><p>×</p><p>…</p>", "<p>Sold by Ann</p><p>…</p>"),
    "dropped description and credit": ("<p>One.</p><div><p><img src=/a.jpg></p><p class=image-description>DROP A man.</p><p class=image-copyright>DROP AP</p></div>", '<p>One.</p><figure><img src="https://site.example/a.jpg" alt=""><figcaption class="picture">DROP A man. DROP AP</figcaption></figure>'),
    "ornamental quotation mark": ("<div>“</div><div>“Words.” <b>”</b></div>", "<p>“Words.” <b>”</b></p>"),
    "line after a list in a cell": ("<table><tr><th>a<td>b<ul><li>c</ul>d<br>e<tr><th>f<td>g<pre>h</pre>i</table>", "<table><tbody><tr><th>a</th><td>b<ul><li>c</li></ul>d<br>e</td></tr><tr><th>f</th><td>g<pre>h</pre>i</td></tr></tbody></table>"),
    "caption of a picture loaded by script": ("<p>One.</p><figure><img src=/blank.gif><figcaption>DROP A man.</figcaption></figure>", "<p>One.</p>"),
    "button images, and icons in cells": (
        "<p>One.</p>"
        + "<img src=/like.png>" * 8
        + "<table><tr><th>a<th>b<tr><td>c<td><img src=/yes.png alt=yes></table><img src=/yes.png>" * 8,
        "<p>One.</p>"
        + '<table><tbody><tr><th>a</th><th>b</th></tr><tr><td>c</td><td><img src="https://site.example/yes.png" alt="yes"></td></tr></tbody></table>'
        * 8,
    ),
    "picture with a placeholder data-src": ("<p>One.</p><img data-src='#' src=/a.jpg>", '<p>One.</p><p><img src="https://site.example/a.jpg" alt=""></p>'),
    "label spaced by style": ("<p>It is small<b>Cons:</b> few <em>Java<b>Script</b></em>. <b>Old Name</b>It is</p>", "<p>It is small <b>Cons:</b> few <em>Java<b>Script</b></em>. <b>Old Name</b> It is</p>"),
    "nested links": ("<p><a href=/a><span><a href=/b>Words</a></span></a>.</p>", '<p><a href="https://site.example/b">Words</a>.</p>'),
    "link spaced by style": ("<p>See the<a href=/b>Brook</a> and e-<a href=/b>Book</a>, Java<a href=/b>Script</a>. Is it?<a href=/b>View</a></p>", '<p>See the <a href="https://site.example/b">Brook</a> and e-<a href="https://site.example/b">Book</a>, Java<a href="https://site.example/b">Script</a>. Is it? <a href="https://site.example/b">View</a></p>'),
    "button in a caption": ("<figure><img src=/a.jpg><figcaption>A man.<br><button>(more)</button></figcaption></figure>", '<figure><img src="https://site.example/a.jpg" alt=""><figcaption>A man.</figcaption></figure>'),
    "adjacent inline elements in a caption": ("<figure><img src=/a.jpg><figcaption><b>A</b><i>man</i></figcaption></figure>", '<figure><img src="https://site.example/a.jpg" alt=""><figcaption><b>A</b><i>man</i></figcaption></figure>'),
    "caption class": ("<p>One.</p><div><div><img src=/a.jpg></div><div><p class=photo-caption>DROP A man.</p><span class=credit>DROP Getty</span></div></div>", '<p>One.</p><figure><img src="https://site.example/a.jpg" alt=""><figcaption class="picture">DROP A man. DROP Getty</figcaption></figure>'),
    "caption without a figure": ("<p>One.</p><div><div><img src=/a.jpg></div><figcaption>DROP A man.</figcaption></div>", '<p>One.</p><figure><img src="https://site.example/a.jpg" alt=""><figcaption class="picture">DROP A man.</figcaption></figure>'),
    "video with caption": ("<figure><iframe src='https://player.vimeo.com/video/1' title='A film'></iframe><figcaption>A film, 2020</figcaption></figure><iframe src='https://player.vimeo.com/video/1'></iframe>", '<figure><a href="https://vimeo.com/1">▶ vimeo.com</a><figcaption>A film, 2020</figcaption></figure>'),
    "spaces in a formula": ("<p>So <math alttext=t><mn>0</mn><mtext>&nbsp;and they are&nbsp;</mtext></math> <math alttext=u><mi>u</mi></math> and</p>", '<p>So <math display="inline" alttext="t"><mn>0</mn><mtext>&nbsp;and they are&nbsp;</mtext></math> <math display="inline" alttext="u"><mi>u</mi></math> and</p>'),
    "formula as a paragraph": ("<p><math alttext='x^2'><msup><mi>x</mi><mn>2</mn></msup></math>,</p>", '<p><math display="block" alttext="x^2,"><msup><mi>x</mi><mn>2</mn></msup><mtext>,</mtext></math></p>'),
    "space in nested elements": ("<p>Knives<a href=#x><i> </i></a>and<b><i>\n</i></b>forks</p>", "<p>Knives and forks</p>"),
    "vertical bars in a formula": ("<p>So <math alttext=t><mo stretchy=false>|</mo><mi>x</mi><mo>|</mo></math></p>", '<p>So <math display="inline" alttext="t"><mo stretchy="false" lspace="0" rspace="0">|</mo><mi>x</mi><mo>|</mo></math></p>'),
    "TeX image as a paragraph": ("<p><img class=latex src=/x.png alt='x^2'>.</p>", '<p><code class="math display">x^2.</code></p>'),
    "header and merged cells": ("<table><caption>C</caption><thead><tr><td>a<td colspan=2>b</thead><tr><th scope=row rowspan=2>c<td>1<td>2<tr><td>3<td>4</table>", '<table><caption>C</caption><tbody><tr><th>a</th><th colspan="2">b</th></tr><tr><th rowspan="2" scope="row">c</th><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></tbody></table>'),
    "infobox table": ("<table class='infobox vcard'><tr><th scope=row>Born<td>1900</table>", '<table class="infobox"><tbody><tr><th scope="row">Born</th><td>1900</td></tr></tbody></table>'),
    "Sphinx admonition": (
        "<div class='admonition note'><p class=admonition-title>Note<p>Mind <em>the</em> gap.</div>",
        '<blockquote class="admonition"><p><strong>Note</strong></p><p>Mind <em>the</em> gap.</p></blockquote>',
    ),
    "Docusaurus admonition": (
        "<div class='theme-admonition alert alert--success'><div class=admonitionHeading_Fz><span><svg></svg></span>tip</div><div class=admonitionContent_Kn>Mind it.</div></div>",
        '<blockquote class="admonition"><p><strong>tip</strong></p><p>Mind it.</p></blockquote>',
    ),
    "Asciidoctor admonition": (
        "<div class='admonitionblock note'><table><tr><td class=icon><div class=title>Note</div></td><td class=content><div class=title>Its subject</div>Mind it.</td></tr></table></div>",
        '<blockquote class="admonition"><p><strong>Note</strong></p><p>Its subject</p><p>Mind it.</p></blockquote>',
    ),
    "GitHub alert": (
        "<div class='markdown-alert markdown-alert-tip' dir=auto><p class=markdown-alert-title dir=auto>Tip<p dir=auto>Mind it.</div>",
        '<blockquote class="admonition" dir="auto"><p dir="auto"><strong>Tip</strong></p><p dir="auto">Mind it.</p></blockquote>',
    ),
    "DocBook note": (
        "<div class=note><h3 class=title>Note</h3><p>Mind it.</div>",
        '<blockquote class="admonition"><p><strong>Note</strong></p><p>Mind it.</p></blockquote>',
    ),
    "DocBook note with an icon": (
        "<div class=note><table summary=Note><tr><td rowspan=2><img src=/note.png width=60 height=60></td><th>Note</th></tr><tr><td>Mind it.</td></tr></table></div>",
        '<blockquote class="admonition"><p><strong>Note</strong></p><p>Mind it.</p></blockquote>',
    ),
    "admonition title without a class": (
        "<div class='TIP'><p>提示</p><p>Mind it.</p></div>",
        '<blockquote class="admonition"><p><strong>提示</strong></p><p>Mind it.</p></blockquote>',
    ),
    "note without a title": (
        "<div class=note><p>Mind it, but only in the rain.</p><p>Twice.</p></div>",
        "<p>Mind it, but only in the rain.</p><p>Twice.</p>",
    ),
    "admonition with a dropped title": (
        "<div class='admonition tip'><p class=admonition-title>DROP<p>Mind it.</div>",
        '<blockquote class="admonition"><p>Mind it.</p></blockquote>',
    ),
    "VitePress container": (
        "<div class='tip custom-block'><p class=custom-block-title>提示<p>小心。</div>",
        '<blockquote class="admonition"><p><strong>提示</strong></p><p>小心。</p></blockquote>',
    ),
    "Starlight and Ghost callouts": (
        "<aside class='starlight-aside starlight-aside--tip'><p class=starlight-aside__title>Tip<div><p>Mind it.</div></aside><div class='kg-card kg-callout-card'><p>A</div>",
        '<blockquote class="admonition"><p><strong>Tip</strong></p><p>Mind it.</p></blockquote><blockquote class="admonition"><p>A</p></blockquote>',
    ),
    "Confluence macro": (
        "<div class='confluence-information-macro confluence-information-macro-note'><p class=title>Once<div><p>Mind it.</div></div>",
        '<blockquote class="admonition"><p><strong>Once</strong></p><p>Mind it.</p></blockquote>',
    ),
    "Notion callout": (
        "<figure class='block-color-gray callout'><div>Mind it.</div></figure>",
        '<blockquote class="admonition"><p>Mind it.</p></blockquote>',
    ),
    "note in an aside": (
        "<aside class=note><b>Note:</b> mind it.</aside>",
        '<blockquote class="admonition"><p><b>Note:</b> mind it.</p></blockquote>',
    ),
    "bold text is not a title": ("<div class=note><b class=title>Note:</b> mind it.</div>", "<p><b>Note:</b> mind it.</p>"),
    "callout with a section": ("<div class=callout><div class=callout-header><h2>About</h2></div><p>Words.</div>", "<h2>About</h2><p>Words.</p>"),
    "title below text": ("<div class=callout><p>A.<p class=callout-title>Title</div>", "<p>A.</p><p>Title</p>"),
    "layout table row": (
        "<table><tr><td></td><td></td><td>Words.</td></tr><tr><td colspan=2></td><td>More.</td></tr><tr><td colspan=2></td><td>Most.</td></tr></table>",
        "<p>Words.</p><p>More.</p><p>Most.</p>",
    ),
    "custom heading elements": ("<p>Words.</p><ne-h2><ne-text>Title</ne-text></ne-h2>", "<p>Words.</p><h2>Title</h2>"),
    "Javadoc table": (
        "<div class=table-tabs><b>DROP All</b> <b>Mine</b></div><div class='summary-table two-column-summary'><div class='table-header col-first'>Name</div><div class='table-header col-last'>Use</div><div class=col-first><code>DROP f</code></div><div class=col-last>&nbsp;</div><div class=col-first>DROP g</div><div class=col-last><div class=block>Goes.</div></div><div>DROP h</div><div>DROP i</div></div>",
        "<table><tbody><tr><th>Name</th><th>Use</th></tr><tr><td>DROP g</td><td>Goes.</td></tr></tbody></table>",
    ),
    "sections in lists": (
        "<ul class=blockList><li>A.</ul><ul><li><h3>B</h3>b</li><li>DROP</li><li><section><h3>C</h3><p>c</section></li></ul>",
        "<p>A.</p><h3>B</h3><p>b</p><h3>C</h3><p>c</p>",
    ),
    "headings in lists": (
        "<ul><li><h3>A</h3></ul><ul><li><h3>B</h3>b<ul><li><h3>C</h3>c</ul></ul><ul><li><h3>DROP</h3><p>D</ul>",
        "<ul><li><h3>A</h3></li></ul><ul><li><h3>B</h3><p>b</p><ul><li><h3>C</h3><p>c</p></li></ul></li></ul><ul><li>D</li></ul>",
    ),
    "list between items": ("<ul><li>A<ul><li>a</ul><ul><li>b</ul><li><ol><li>c</ol></ul>", "<ul><li>A<ul><li>a</li></ul><ul><li>b</li></ul><ol><li>c</li></ol></li></ul>"),
    "quotations that only indent": ("<blockquote><pre>a</pre></blockquote><blockquote><div><blockquote>b</blockquote></div></blockquote><blockquote>c<pre>d</pre></blockquote>", "<pre>a</pre><blockquote><p>b</p></blockquote><blockquote><p>c</p><pre>d</pre></blockquote>"),
    "Doxygen tables": (
        "<table class=memberdecls><tr class=heading><td colspan=2><h2>Functions</h2></td></tr><tr><td>int</td><td>f ()</td></tr><tr><td></td><td>Goes.</td></tr></table><table class=memname><tr><td>int f</td>\n<td>(</td>\n<td>int <em>a</em>,</td></tr>\n<tr><td>int <em>b</em>)</td></tr></table>",
        "<h2>Functions</h2><table><tbody><tr><td>int</td><td>f ()</td></tr><tr><td></td><td>Goes.</td></tr></tbody></table><pre><code>int f(int a,\nint b)</code></pre>",
    ),
    "term by docutils": ("<dl><dt><b>size</b><span class=classifier>int</span></dt><dd>It.</dd></dl>", "<dl><dt><b>size</b> : int</dt><dd>It.</dd></dl>"),
    "rustdoc labels": ("<h2>f <span class=out-of-band>[-]</span><a href='#f'>\uf0c1</a></h2><details open><summary class=hideme>Expand</summary><p>It.</p></details>", "<h2>f</h2><p>It.</p>"),
    "tabs": (
        "<ul role=tablist><li role=tab>A</li><li role=tab>B</li></ul><div role=tabpanel><pre>a\na</pre></div><div role=tabpanel hidden><p>B<p>b</div>",
        "<p><strong>A</strong></p><pre>a\na</pre><p>B</p><p>b</p>",
    ),
    "MkDocs tabs": (
        "<div><div class='tabbed-labels tabbed-labels--linked'><label><a href='#1'>A</a></label><label>B</label></div><div><div class=tabbed-block><p>a</div><div class=tabbed-block><p>b</div></div></div>",
        "<p><strong>A</strong></p><p>a</p><p><strong>B</strong></p><p>b</p>",
    ),
    "portable infobox": (
        "<aside class=portable-infobox><h2>Spell</h2><section><div class='pi-item pi-data'><h3>Type</h3><div>Charm</div></div></section></aside>",
        '<table class="infobox"><tbody><tr><td>Spell</td></tr><tr><th>Type</th><td>Charm</td></tr></tbody></table>',
    ),
}  # fmt: skip


@pytest.mark.parametrize(("body", "html"), CASES.values(), ids=CASES)
def test_markup_for_styles_and_scripts_becomes_plain_html(body: str, html: str) -> None:
    assert inner(body) == html


STEPS = {
    "bullets above items": ("<p>A.<p>●<p><em>B</em>.<p>●<p>C.<h2>D</h2>", "<p>A.</p><ul><li><em>B</em>.</li><li>C.</li></ul><h2>D</h2>"),
    "bullets before items": ("<p>A.<p>• <b>B</b>.<p>•C.<h2>D</h2><p>• E.", "<p>A.</p><ul><li><b>B</b>.</li><li>C.</li></ul><h2>D</h2><p>• E.</p>"),
    "numbers above headings": ("".join(f"<div>{n}</div><h3>Do {'it' * n}</h3>" for n in (1, 2, 3)), "<h3>1 Do it</h3><h3>2 Do itit</h3><h3>3 Do ititit</h3>"),
    "numbers above paragraphs": ("<b>1.</b><p>A.<p>2.<p><em>B</em>.<p>3.<p>C.", "<p><b>1.</b></p><p>A.</p><p>2.</p><p><em>B</em>.</p><p>3.</p><p>C.</p>"),
    "two-digit numbers": ("<p>01<p>A.<p>02<p><em>B</em>.<p>03<p>C.", "<p>01 A.</p><p>02 <em>B</em>.</p><p>03 C.</p>"),
    "two numbered headings": ("<div>1</div><h3>Do</h3><p>A.<div>2</div><h3>It</h3>", "<h3>1 Do</h3><p>A.</p><h3>2 It</h3>"),
    "numbers in headings": ("<h2>1</h2><h2>Do</h2><p>A.<h2>2</h2><h2>It</h2>", "<h2>1 Do</h2><p>A.</p><h2>2 It</h2>"),
    "section numbers": ("<div>1.2</div><h3>Do</h3><div>2.5</div><p>A.", "<h3>1.2 Do</h3><p>2.5</p><p>A.</p>"),
    "two numbered paragraphs": ("<p>1<p>A.<p>2<p>B.", "<p>1</p><p>A.</p><p>2</p><p>B.</p>"),
    "gap in the numbers": ("<p>1<p>A.<p>2<p>B.<p>4<p>C.", "<p>1</p><p>A.</p><p>2</p><p>B.</p><p>4</p><p>C.</p>"),
    "numbers above numbers": ("<p>1<p>10<p>2<p>20<p>3<p>30", "<p>1</p><p>10</p><p>2</p><p>20</p><p>3</p><p>30</p>"),
}  # fmt: skip


@pytest.mark.parametrize(("body", "html"), STEPS.values(), ids=STEPS)
def test_unambiguous_step_numbers_are_joined_to_their_steps(body: str, html: str) -> None:
    assert inner(body) == html


def test_an_admonition_is_a_blockquote_that_begins_with_its_title() -> None:
    article = composed("<div class='admonition note'><p class=admonition-title>Note<p>Mind it.</div>")
    assert "> **Note**\n>\n> Mind it.\n" in article.markdown
    assert article.text == "First.\n\nNote\n\nMind it.\n\nLast."


def test_tex_keeps_the_spaces_of_a_formula() -> None:
    for text in ("&nbsp;and they are&nbsp;", " and they are "):
        article = composed(f"<p>So <math><mn>0</mn><mtext>{text}</mtext><mi>x</mi></math> and</p>")
        assert r"$0\text{ and they are }x$" in article.markdown
        assert "<mtext>&nbsp;and they are&nbsp;</mtext>" in article.html
    assert "<mtext>if</mtext>" in inner("<p>So <math><mtext>\n  if\n</mtext><mi>x</mi></math> and</p>")


# encyclopaedias: infoboxes and citations

_TEXT = "<p>The river rises in the hills and runs past the old town, by its mill, to the sea, {}.</p>"
_ROWS = "".join(f"<tr><th scope=row>Fact {n}<td>Value {n}" for n in range(6))


def test_an_infobox_is_kept_entirely() -> None:
    text = "".join(_TEXT.format(f"in bend {n}") for n in range(5))
    page = f"""<html lang=en><title>The river</title><body><div><h1>The river</h1>
<table class="infobox vcard">{_ROWS}</table>{text}</div>"""
    html = read(page, "https://wiki.example/river").html
    assert '<table class="infobox">' in html
    assert all(f"Value {number}" in html for number in range(6))


def test_a_citing_paragraph_is_not_a_note() -> None:
    """The note's back link points into a dropped sentence, not to its start."""
    dropped = "<p>DROP a sentence<sup id=ref-1><a href='#note-1'>[1]</a></sup></p>"
    html = inner(dropped + "<ol><li id=note-1><sup><a href='#ref-1'>1.0</a></sup> A map.</ol>")
    assert "DROP" not in html
    assert "↩" not in html


def test_an_asterisk_separator_before_the_text_is_left_out() -> None:
    assert composed("<p>* * *</p><p>One.</p>", drop="First").html == "<p>One.</p><p>Last.</p>"
