"""Why a picture is missing, in words: the files of an article say it in the article's language, or in English.

The files are read without our software, so they carry sentences; the extension is told codes and has sentences
of its own in the user's language. A sentence of ours leads back to its code.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from jingdu.library.images import WORDS, Why

REASONS: Final[Mapping[str, Mapping[Why, str]]] = {
    "en": WORDS,
    "zh": {
        "off": "已关闭获取图片",
        "private": "地址指向本机或内部网络",
        "address": "没有 http 或 https 地址",
        "unreachable": "无法连接其服务器",
        "status": "服务器拒绝提供",
        "redirects": "跳转次数太多",
        "slow": "服务器太慢",
        "broken": "没有收完整",
        "proxy": "代理无法使用",
        "no_picture": "不是已知种类的图片",
        "vector": "不保存 SVG 图片，因为其中可以包含程序",
        "large": "文件太大",
        "huge": "像素太多",
        "many": "文章的图片太多",
        "all_large": "文章的图片合计太大",
        "all_slow": "获取文章的图片合计用时太长",
        "cancelled": "已取消",
    },
    "zh-hant": {
        "off": "已關閉取得圖片",
        "private": "網址指向本機或內部網路",
        "address": "沒有 http 或 https 網址",
        "unreachable": "無法連線到其伺服器",
        "status": "伺服器拒絕提供",
        "redirects": "轉址次數太多",
        "slow": "伺服器太慢",
        "broken": "沒有完整收到",
        "proxy": "代理伺服器無法使用",
        "no_picture": "不是已知種類的圖片",
        "vector": "不儲存 SVG 圖片，因為其中可以包含程式",
        "large": "檔案太大",
        "huge": "像素太多",
        "many": "文章的圖片太多",
        "all_large": "文章的圖片合計太大",
        "all_slow": "取得文章的圖片合計用時太長",
        "cancelled": "已取消",
    },
    "ja": {
        "off": "画像の取得がオフになっている",
        "private": "このコンピューターか内部ネットワークを指している",
        "address": "http または https のアドレスがない",
        "unreachable": "サーバーに接続できなかった",
        "status": "サーバーに拒否された",
        "redirects": "転送が多すぎる",
        "slow": "サーバーが遅すぎる",
        "broken": "途中までしか届かなかった",
        "proxy": "プロキシを使えなかった",
        "no_picture": "既知の種類の画像ではない",
        "vector": "SVG 画像はプログラムを含みうるため保存しない",
        "large": "大きすぎる",
        "huge": "画素が多すぎる",
        "many": "記事の画像が多すぎる",
        "all_large": "記事の画像が合わせて大きすぎる",
        "all_slow": "記事の画像に合わせて時間がかかりすぎた",
        "cancelled": "中止された",
    },
}
_CODES: Final[Mapping[str, Why]] = {words: code for told in REASONS.values() for code, words in told.items()}


def code(words: str) -> Why | None:
    """The reason that a sentence of ours tells, in whichever language."""
    return _CODES.get(words)
