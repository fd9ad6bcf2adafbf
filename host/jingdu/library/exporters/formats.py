"""The formats of an export: the one table that the host, the library page and the command line read."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Final, NamedTuple, cast

from jingdu.library.exporters.output import Exporter


class Format(NamedTuple):
    """A format of an export."""

    exporter: str
    """A module of this package and its `Exporter`."""
    labels: Mapping[str, str]
    """What a user chooses it by, in each language of the user interface (BCP 47)."""
    for_reading: bool = False
    """Whether addresses that are yet to be read stay out unless they are asked for."""


FORMATS: Final[Mapping[str, Format]] = {
    "markdown": Format(
        "folder.Folder",
        {
            "en": "Markdown, a file for each article",
            "zh-CN": "Markdown（每篇一个文件）",
            "zh-Hant-TW": "Markdown（每篇一個檔案）",
            "ja": "Markdown（記事ごとに1ファイル）",
        },
    ),
    "html": Format(
        "web_page.WebPage",
        {
            "en": "One web page (HTML)",
            "zh-CN": "单个网页（HTML）",
            "zh-Hant-TW": "單一網頁（HTML）",
            "ja": "1つのウェブページ（HTML）",
        },
        for_reading=True,
    ),
    "epub": Format(
        "epub.Epub",
        {
            "en": "E-book (EPUB 3)",
            "zh-CN": "电子书（EPUB 3）",
            "zh-Hant-TW": "電子書（EPUB 3）",
            "ja": "電子書籍（EPUB 3）",
        },
        for_reading=True,
    ),
    "json": Format(
        "whole.Whole",
        {
            "en": "JSON, for other programs",
            "zh-CN": "JSON（供其他程序使用）",
            "zh-Hant-TW": "JSON（供其他程式使用）",
            "ja": "JSON（他のプログラム用）",
        },
    ),
}


def exporter(form: str, folder: Path, name: str, *, vertical: bool = False) -> Exporter:
    """The exporter of a format, which writes into ``folder`` under ``name`` and never over anything."""
    module, _, kind = FORMATS[form].exporter.partition(".")
    made = getattr(import_module(f"jingdu.library.exporters.{module}"), kind)
    return cast(Exporter, made(folder, name, vertical=vertical))
