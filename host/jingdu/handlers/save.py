"""save: an article is kept; acknowledged when it is on the disk."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from jingdu.faults import Fault
from jingdu.handlers import recent
from jingdu.library import finding, item_files, jobs, place, repository, saving
from jingdu.library.images import placing, received
from jingdu.library.topics import suggestions
from jingdu.page.parse import gc_disabled
from jingdu.protocol.items import Item
from jingdu.protocol.library import Duplicate, Save, SaveResult
from jingdu.render.article import Article
from jingdu.render.clean import clean
from jingdu.text.language import minutes


def handle(request: Save) -> SaveResult:
    """The item, or what it is a duplicate of; raises ``private_page``, the faults of reading and of the library.

    What was to be replaced may have gone since its user was asked, or be an address to be read later no more:
    then the user is asked again, or, where nothing is left to ask about, the article is kept beside the others. The
    same holds where another browser saved the same page meanwhile.
    """
    if request.private and not request.private_ok:
        raise Fault("private_page")
    with gc_disabled():
        return _kept_once(request)


def _kept_once(request: Save) -> SaveResult:
    article = read(request)
    try:
        return _kept(request, article)
    except saving.AlreadySaved:
        pass
    except Fault as fault:
        if fault.code != "item_missing":
            raise
    return _kept(request._replace(if_duplicate="ask") if request.instead else request, article)


def _kept(request: Save, article: Article) -> SaveResult:
    """Keeps an article, or asks; raises ``item_missing`` where the article to be replaced has gone.

    A save that took effect before, and whose reply was lost, is only answered.
    """
    if item := finding.by_key(request.key):
        return _answer(request, article, item, set(repository.read(item.id, item_files.sources)))
    if request.if_duplicate == "replace":
        return _saved(request, article, request.instead)
    double = _duplicate(article, request.html)
    if double and double.item.later:
        return _saved(request, article, double.item.id, read_later=True)
    asks = request.if_duplicate == "ask"
    if double and asks:
        return SaveResult(None, double, [], [], None)
    return _saved(request, article, None, unless_exists=asks)


def _saved(
    request: Save, article: Article, replaces: str | None, *, read_later: bool = False, unless_exists: bool = False
) -> SaveResult:
    wanted = pictures(article)
    at_hand = {address: data for address in wanted if (data := received.get(request.pictures or "", address))}
    item = saving.keep(
        article,
        request.html,
        at_hand,
        replaces=replaces,
        read_later=read_later,
        unless_exists=unless_exists,
        key=request.key,
    )
    if request.pictures:
        received.forget(request.pictures)
    return _answer(request, article, item, set(at_hand))


def _answer(request: Save, article: Article, item: Item, there: Collection[str]) -> SaveResult:
    missing = [address for address in pictures(article) if address not in there]
    tags = suggestions.suggestions(article.title, article.text, item.tags)
    return SaveResult(item, None, missing, tags, _fetch(request, item.id, missing))


def afterwards(request: Save) -> Iterator[None]:
    """What has been in the trash for 30 days goes; tag suggestions are learned."""
    return chain(repository.empty_trash(), suggestions.when_idle())


def read(request: Save) -> Article:
    """The article of the request's page as the reader shows it: with its choice of blocks, and its further pages."""
    article = _first(request)
    if not request.further:
        return article
    return _joined(replace(article, truncated=article.truncated or request.further_truncated), request.further)


def _first(request: Save) -> Article:
    page = recent.reading(request.html, request.url, None, private=request.private)
    article = page.article(
        everything=request.everything,
        selection=request.selection,
        included=request.put_in,
        excluded=request.left_out,
        headed=(request.title_at, request.byline_at),
        uncorrected=request.uncorrected,
    )
    if request.put_in or request.left_out:
        return replace(article, extractor=saving.CHOSEN)
    return replace(article, extractor=saving.SELECTION) if request.selection else article


def _joined(article: Article, further: Sequence[str]) -> Article:
    """The article with its further pages, which pass the allow-list once more."""
    whole = replace(article, html="\n".join([article.html, *map(clean, further)]), extractor=saving.JOINED)
    return replace(whole, reading_time=minutes(whole.text))


def pictures(article: Article) -> list[str]:
    """The addresses of an article's pictures; the lead picture first, which may be in the text too."""
    lead = [article.image] if article.image else []
    return list(dict.fromkeys([*lead, *placing.addresses(article.html)]))


def _duplicate(article: Article, html: str) -> Duplicate | None:
    """What was saved from the same address, else what is nearly the same; how much, in the first case too."""
    same = finding.by_url(article.url, saving.canonical(html, article.url))
    if same:
        return Duplicate(same, 1.0 if same.later else finding.similarity(same, article.text))
    return next((Duplicate(item, similarity) for item, similarity in finding.near_duplicates(article)), None)


def _fetch(request: Save, item: str, missing: list[str]) -> str | None:
    wanted = place.settings().fetch_pictures if request.fetch_pictures is None else request.fetch_pictures
    if not wanted or not missing:
        return None
    try:
        return jobs.start("fetch_pictures", {"item": item, "addresses": missing, "page": request.url})
    except ImportError:
        return None
