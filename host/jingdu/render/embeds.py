"""Video and audio → a link with its poster; the reader plays nothing and frames no one."""

from __future__ import annotations

import re
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from jingdu.page.model import Element
from jingdu.page.plaintext import plain
from jingdu.render.images import img
from jingdu.render.markup import escape
from jingdu.text.addresses import Addresses


class Player(NamedTuple):
    """An embedding service: the address of its frame → the page of the video, and its poster where known."""

    frame: re.Pattern[str]
    page: str
    poster: str = ""


_PLAYERS: Final = (
    Player(
        re.compile(r"//(?:www\.)?(?:youtube(?:-nocookie)?\.com/(?:embed|v)/|youtu\.be/)(?!videoseries)([\w-]{6,20})"),
        "https://www.youtube.com/watch?v={}", "https://i.ytimg.com/vi/{}/hqdefault.jpg",
    ),
    Player(re.compile(r"//player\.bilibili\.com/.*?[?&]bvid=(BV\w+)", re.I), "https://www.bilibili.com/video/{}"),
    Player(re.compile(r"//(?:player|www)\.bilibili\.com/.*?[?&]aid=(\d+)"), "https://www.bilibili.com/video/av{}"),
    Player(re.compile(r"//player\.vimeo\.com/video/(\d+)"), "https://vimeo.com/{}"),
    Player(re.compile(r"//(?:www\.)?dailymotion\.com/embed/video/(\w+)"), "https://www.dailymotion.com/video/{}"),
    Player(re.compile(r"//player\.youku\.com/embed/([\w=]+)"), "https://v.youku.com/v_show/id_{}.html"),
    Player(re.compile(r"//v\.qq\.com/.*?[?&]vid=(\w+)"), "https://v.qq.com/x/page/{}.html"),
    Player(re.compile(r"//open\.spotify\.com/embed/((?:track|episode|show|album|playlist)/\w+)"), "https://open.spotify.com/{}"),
    Player(re.compile(r"//(?:www\.)?ted\.com/talks/([\w.-]+)|//embed\.ted\.com/talks/([\w.-]+)"), "https://www.ted.com/talks/{}"),
)  # fmt: skip


def frame(element: Element, addresses: Addresses) -> str | None:
    """The link for an ``iframe`` of a known player; None for any other frame."""
    for name in ("src", "data-src", "data-lazy-src"):
        address = addresses.absolute(element.get(name))
        if not address:
            continue
        for player in _PLAYERS:
            if found := player.frame.search(address):
                video = next(filter(None, found.groups()))
                poster = player.poster.format(video) if player.poster else None
                return _link(player.page.format(video), poster, plain(element.get("title"), 200))
    return None


def media(element: Element, addresses: Addresses) -> str | None:
    """The link for ``video`` or ``audio``; a stream without an address leads to the page itself."""
    sources = [
        element.get("src"),
        element.get("data-src"),
        *(inner.get("src") for inner in element.iterchildren("source")),
    ]
    address = next(filter(None, map(addresses.absolute, sources)), None)
    poster = addresses.absolute(element.get("poster"))
    address = address or (addresses.here if poster else None)
    title = plain(element.get("title") or element.get("aria-label"), 200)
    return _link(address, poster, title) if address and addresses.absolute(address) else None


def _link(address: str, poster: str | None, title: str) -> str:
    parts = urlsplit(address)
    title = title or (parts.hostname or "").removeprefix("www.")
    shown = img(poster, title) if poster else f"▶ {escape(title)}"
    return f'<a href="{escape(address)}">{shown}</a>'
