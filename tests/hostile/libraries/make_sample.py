"""Creates a sample library with the code of an earlier commit: ``make_sample.py CHECKOUT NAME``.

    git worktree add /tmp/old 553053d
    python tests/hostile/libraries/make_sample.py /tmp/old 553053d-first-index

The home with library, index, highlights and settings is written to ``NAME.tar.xz`` in this folder.
"""

import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

PROGRAM = """
import json, sys
from jingdu import service
def ask(action, **fields):
    reply = json.loads(service.answer(json.dumps({"id": 1, "action": action, **fields}))[0])
    print(action, reply.get("ok"), reply.get("fault"), file=sys.stderr)
    return reply.get("result")
def page(title, text):
    words = "There is no engine on the ferry. 渡船没有发动机，两百年来都是这样。"
    body = "".join(f"<p>{text} {number}. {words}</p>" for number in range(6))
    return f"<title>{title}</title><body><article><h1>{title}</h1>{body}</article></body>"
common = {"fetch_pictures": False, "private": False, "if_duplicate": "keep_both"}
ferry = page("The ferry: 渡船 # \\"quoted\\"", "Ropes")
kept = ask("save", html=ferry, url="https://example.org/ferry", **common)["item"]
gone = ask("save", html=page("Another", "Trash"), url="https://example.org/gone", **common)["item"]
read = ask("save", html=page("第三篇", "芯片"), url="https://example.org/third", **common)["item"]
ask("edit_items", items=[read["id"]], changes={"title": "第三篇: edited", "add_tags": ["芯片", "a, b"], "read": True})
ask("trash_items", items=[gone["id"]])
mark = {"id": "h1", "quote": {"exact": "no engine", "prefix": "", "suffix": ""}, "position": {"start": 9, "end": 18},
        "colour": "blue", "note": "渡船", "made": "2026-11-21T10:00:00.000Z", "changed": "2026-11-21T10:00:00.000Z"}
ask("highlights", item=kept["id"], url="https://example.org/ferry", put=[mark], removed=[], private=False)
ask("library", query="ferry")
ask("library_settings", changes={"fetch_pictures": False})
for _ in service.background_work():
    pass
"""


def main(checkout: str, name: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        (home / "Documents").mkdir(parents=True)
        env = {"HOME": str(home), "PYTHONPATH": f"{checkout}/host", "PATH": "/usr/bin:/bin"}
        subprocess.run([sys.executable, "-P", "-c", PROGRAM], env=env, check=True)
        with tarfile.open(Path(__file__).with_name(f"{name}.tar.xz"), "w:xz") as packed:
            packed.add(home, "home", filter=_anonymous)


def _anonymous(one: tarfile.TarInfo) -> tarfile.TarInfo | None:
    """Removes the owner of a member; skips jieba's large dictionary."""
    if "jieba" in one.name:
        return None
    one.uid = one.gid = 0
    one.uname = one.gname = ""
    return one


if __name__ == "__main__":
    main(*sys.argv[1:])
