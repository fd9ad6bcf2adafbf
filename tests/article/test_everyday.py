# ruff: noqa: E501 - a page
"""Recipes, live blogs, questions and answers, next stories, infoboxes and tables: what belongs to the article."""

import json

import jingdu
from tests.support.prose import CHINESE, ENGLISH, NAVIGATION, page, paragraphs

CARD = """<div class="card"><div class="rating">4.9 from 24 votes</div><h2>Oat bread</h2><ul><li>Author: Ida</li>
<li>Prep time: 20 minutes</li><li>Yield: 2 loaves</li></ul><div class="in"><h3>Ingredients</h3><div><button>1x</button>
<button>2x</button></div><ul><li><label>▢</label> 500 g flour</li><li>Salt</li></ul><div><div>150 g</div><p>oats</p></div><div><h3>Method</h3>
<ol><li>Mix it.</li><li>Let it rise.</li><li>Bake it.</li></ol></div></div></div>"""
BODY = paragraphs(ENGLISH, 4) + CARD + paragraphs(CHINESE, 1)


def script(declared: object) -> str:
    return f'<script type="application/ld+json">{json.dumps(declared)}</script>'


def in_order(text: str, parts: str) -> bool:
    places = [text.find(part) for part in parts.split("|")]
    return -1 not in places and places == sorted(places)


def recipe(ingredients: list[str]) -> str:
    """The text of a page with a recipe card and a declaration with these ingredients."""
    steps = [{"@type": "HowToStep", "text": text} for text in ("Mix it.", "Let it rise.", "Bake it.")]
    declared = {"@type": "Recipe", "recipeIngredient": ingredients, "recipeInstructions": steps}
    return jingdu.read(page("Oat bread", BODY, head=script(declared)), "https://oats.example/bread").text


def test_a_recipe_keeps_its_ingredients_steps_times_and_headings() -> None:
    text = recipe(["500 g flour", "150 g oats", "Salt"])
    assert in_order(text, "Prep time|Yield|Ingredients|500 g flour|Salt|150 g|oats|Method|Mix it.|Bake it.")
    assert not any(part in text for part in ("1x", "votes"))


def test_a_recipe_is_recognized_by_classes_and_microdata() -> None:
    for mark in "class=ingredient class=wprm-recipe-instruction-text itemprop=recipeIngredient class=recipe-notes class=x".split():
        text = jingdu.read(page("Oat bread", BODY.replace("<li>", f"<li {mark}>"))).text
        assert ("Bake it." in text) == (mark != "class=x")


def test_malformed_recipe_declarations_do_no_harm() -> None:
    for value in ([["Salt"]] * 3, {"text": {"text": None}}, 7):
        head = script({"@type": "Recipe", "recipeIngredient": value, "recipeInstructions": "Mix it."})
        assert "[3]" in jingdu.read(page("Oat bread", paragraphs(ENGLISH, 4) + CARD, head=head)).text


def test_declared_questions_are_kept_with_their_answers() -> None:
    answer = {"@type": "Answer", "text": "<p>The keeper does.</p>"}
    question = {"@type": "Question", "name": "Who lights the lamps?", "acceptedAnswer": answer}
    body = f"{paragraphs(ENGLISH, 6)}<div><i>K</i><h4>Who lights the lamps?</h4><div>The keeper does.</div></div>"
    for head in (script({"@type": "FAQPage", "mainEntity": [question]}), ""):
        text = jingdu.read(page("The harbour", body, head=head)).text
        assert ("lights the lamps?\n\nThe keeper does." in text) == bool(head)


def test_live_blog_entries_keep_their_times_and_headings() -> None:
    entry = '<div class="e"><header><a href="#b{0}"><time>{1}</time></a>{2}</header><div><p>{3} {0}</p></div></div>'
    heads = (("11.04 <span>GMT</span>", "<h2>Ferries wait</h2>"), ("10:20", ""), ("2h ago 9:30", "<h2>Trains</h2>"))
    entries = "".join(entry.format(at, *head, ENGLISH) for at, head in enumerate(heads))
    assert in_order(jingdu.read(page("Storm", entries)).text, "11.04 GMT|Ferries wait|10:20|9:30|Trains")


def test_the_questions_of_an_accordion_are_kept_with_their_answers() -> None:
    box = "<div role=button aria-controls=t{0}><a tabindex=0>Lamp {0}</a></div><div id=t{0}>{1}</div>"
    body = paragraphs(ENGLISH, 3) + box.format(1, f"<p>{ENGLISH}</p>") + box.format(2, "") + paragraphs(CHINESE, 2)
    assert ["Lamp 1" in (text := jingdu.read(page("Lamps", body)).text), "Lamp 2" in text] == [True, False]


def test_newsletters_and_polls_in_the_text_are_left_out() -> None:
    letter = (
        f"<div><h3>The lamp letter</h3><p>{ENGLISH[:90]}</p><form><input type=email><button>Send</button></form></div>"
    )
    poll = "<div><h4>Shall the lamps stay?</h4><ul><li><label><input type=radio>Yes, all</label><li>No</ul></div>"
    tabs = f"<div><input type=radio name=__tabbed_1><div><p>The tab of lamps. {ENGLISH}</p></div></div>"
    body = letter.join((paragraphs(ENGLISH, 4), paragraphs(CHINESE, 3))) + poll + tabs + paragraphs(ENGLISH, 3)
    text = jingdu.read(page("Lamps", body)).text
    assert not any(words in text for words in ("letter", "Shall the lamps", "Yes, all")) and "The tab of lamps" in text


def test_links_after_a_colon_and_headings_with_containers_are_kept() -> None:
    links = "".join(f"<li><a href={{0}}{name}>{name}</a></li>" for name in ("Skerry", "Quay", "Beacon"))
    body = f"{paragraphs(ENGLISH, 4)}<p>The best lamps of the harbour are:</p><ul>{links}</ul>"
    body += f"<p>They burn. {ENGLISH}</p><div><h2><div>Lamps of old</div></h2>{paragraphs(CHINESE, 3)}</div>"
    text, other = (jingdu.read(page("Lamps", body.replace("{0}", at))).text for at in ("/lamps/", "#"))
    assert in_order(text, "harbour are:|Skerry|Quay|Beacon|Lamps of old") and "Skerry" not in other


def test_times_without_text_below_are_not_entries() -> None:
    latest = "".join(f"<li><time>1{at}:30</time><a href=/s/{at}>Story of the hour {at}</a></li>" for at in range(6))
    assert "11:30" not in jingdu.read(page("Before dawn", f"{paragraphs(ENGLISH, 6)}<ul>{latest}</ul>")).text


STORY = '<div class="x1"><{0}>{1}</{0}><div>By Tom Arden</div><div>{2}</div><div class="x2">{3}</div></div>'


def stories(tag: str, date: str) -> str:
    """The text of a page with two stories; the second has a heading with this tag, and this date."""
    own = STORY.format("h1", "The last keeper of Skerry light", "11 May 2024", paragraphs(ENGLISH, 5))
    following = STORY.format(tag, "School wins prize for its garden", date, f"<p>Next. {ENGLISH} {ENGLISH}</p>" * 4)
    both = f"<div>{own}<section><h3>More</h3>{following}</section></div><main hidden>"
    return jingdu.read(page("The last keeper of Skerry light", "").replace("<main>", both)).text


def test_the_next_story_below_the_article_is_left_out() -> None:
    for tag, date in (("h1", "10 May 2024 17:20"), ("h2", "2024-05-10 来源：北岸晚报"), ("h2", "5月10日 週五")):
        text = stories(tag, date)
        assert "[4]" in text and "Next." not in text and "School" not in text


def test_a_section_without_a_date_is_not_another_story() -> None:
    assert "Next." in stories("h2", "From our own garden")


def test_an_encyclopaedia_infobox_is_kept() -> None:
    facts = '<dl class="basicInfoBlock_x"><dt class="itemName_x">建成时间</dt><dd class="itemValue_x"><span>1932年</span></dd></dl>'
    body = f'<h1>石桥</h1>{paragraphs(CHINESE, 1)}<div class="basicInfo_x J-basic-info">{facts}</div>{paragraphs(CHINESE, 5)}'
    assert "<dt>建成时间</dt><dd>1932年</dd>" in jingdu.read(page("石桥_百科", body, "zh")).html


def test_an_article_consisting_of_links_is_kept() -> None:
    body = paragraphs(CHINESE, 4).replace("<p>", "<p><a href=/x>").replace("</p>", "</a></p>")
    assert "[3]" in jingdu.read(page("Before dawn", body)).text


def test_a_long_table_right_below_a_kept_heading_is_kept() -> None:
    table = f"<h2>When they are paid</h2><table><tr><th>Day<th>Sum{'<tr><td>2026-03-01<td>97.20 crowns' * 20}</table>"
    assert jingdu.read(page("Pensions", paragraphs(ENGLISH, 6) + table)).text.count("crowns") == 20


def test_nosnippet_text_is_left_out_unless_it_is_most_of_the_text() -> None:
    for mark, number in (("data-nosnippet", 2), ("data-nosnippet", 40), ("class=x", 2)):
        body = f"{paragraphs(ENGLISH, 6)}<div {mark}>{paragraphs(CHINESE, number)}</div>{paragraphs(ENGLISH, 1)}"
        assert (CHINESE in jingdu.read(page("The harbour", body)).text) == ((mark, number) != ("data-nosnippet", 2))


def test_an_unclosed_menu_does_not_make_the_page_a_list() -> None:
    text = jingdu.read(f"<title>The harbour</title><div><ul>{NAVIGATION * 5}{page('', paragraphs(ENGLISH, 8))}").text
    assert ENGLISH in text and "Section 7" not in text


def test_headings_and_lists_of_mediawiki_are_kept() -> None:
    """Since 2024 an element is around each heading and its link to the editor."""
    head = (
        '<div class="mw-heading"><h{0} id={1}>{1}</h{0}><span class="mw-editsection"><a href=/e>edit</a></span></div>'
    )
    body = (
        f"<p>[0] {ENGLISH}</p>{head.format(2, 'Lamps')}<p>[1] {ENGLISH}</p>{head.format(3, 'Oil')}<p>[2] {ENGLISH}</p>"
    )
    years = f"<ul><li>1961: electric</li><li>1987: unmanned</li></ul>{head.format(2, 'Tower')}<p>[3] {ENGLISH}</p>"
    article = jingdu.read(page("Skerry light", f"<div class=output>{body}{years}</div>"))
    assert in_order(article.html, "[0]|Lamps</h2>|[1]|Oil</h3>|[2]|<li>1961|<li>1987|Tower</h2>|[3]")
    assert "edit" not in article.text
