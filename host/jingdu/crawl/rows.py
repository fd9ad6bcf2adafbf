"""Reads a record into a row with the article, or with the code of a fault."""

import re
from functools import lru_cache, partial
from itertools import compress
from statistics import fmean
from typing import Final

from jingdu.crawl.records import Options, Record, Row, encodable, faulty
from jingdu.faults import Fault
from jingdu.page.parse import decode, gc_disabled
from jingdu.reading import Reading
from jingdu.render.article import plain_text
from jingdu.render.markdown import markdown
from jingdu.render.markup import tree
from jingdu.sites.codec import from_json
from jingdu.text.language import is_in_range

_CHARACTERS: Final = "\u3041-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
"""Characters that count as words."""
_WIDE: Final = re.compile(f"[{_CHARACTERS}]+")
_WORD: Final = re.compile(f"[^\\W{_CHARACTERS}]+")
_profile = lru_cache(8)(from_json)


def row_of(record: Record, options: Options) -> Row:
    """The row of a record, read with its site's profile if it has one; never raises."""
    row = faulty(record, record.fault, options)
    if record.fault:
        return row
    try:
        with gc_disabled():
            return row | encodable(_read(record, options))
    except Fault as fault:
        return row | {"fault": fault.code}
    except MemoryError:
        return row | {"fault": "stopped"}
    except Exception as error:
        from jingdu import logs

        logs.failure(error, stderr=False)
        return row | {"fault": "internal"}


def words(text: str) -> int:
    """Number of words; each Chinese, Japanese and Korean character counts as one."""
    return sum(map(len, _WIDE.findall(text))) + len(_WORD.findall(text))


def _read(record: Record, options: Options) -> Row:
    html = decode(record.data, record.charset) if isinstance(record.data, bytes) else record.data
    reading = Reading(html, record.url, options.extractor)
    if record.profile:
        from jingdu.extractors import sited

        reading.judge = partial(sited.judge, site=_profile(record.profile))
    article = reading.article()
    if options.languages and not any(is_in_range(article.lang or "", language) for language in options.languages):
        return {"lang": article.lang, "fault": "other_language"}
    root = tree(article.html)
    text = plain_text(root)
    count = words(text)
    if count < options.min_words:
        return {"lang": article.lang, "words": count, "fault": "too_short"}
    row = article.as_dict("title", "byline", "published", "site", "lang", "truncated")
    row |= {"text": text, "words": count, "kind": reading.verdict.kind or None, "score": _score(reading)}
    if options.markdown:
        row["markdown"] = markdown(root)
    if options.html:
        row["html"] = article.html
    if options.fingerprints:
        from jingdu.crawl.fingerprints import fingerprint

        row["fingerprint"] = fingerprint(text)
    return row


def _score(reading: Reading) -> float | None:
    """The mean score of the kept blocks, weighted by length."""
    verdict = reading.verdict
    sizes = [len(text) for text in compress(reading.page.blocks.texts, verdict.keep)]
    return round(fmean(compress(verdict.scores, verdict.keep), sizes), 4) if any(sizes) else None
