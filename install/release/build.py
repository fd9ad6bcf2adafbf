"""Builds all files of a release: python3 install/release/build.py --out dist [--tag v1.2.3]

Wheel, sdist, the zips for both stores, SHA256SUMS and NOTES.md, this version's section of CHANGELOG.md. Fetches the
tools that install/build.lock names. The same commit gives the same bytes.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
sys.path[:1] = [str(ROOT), str(ROOT / "host")]

from install import commands  # noqa: E402
from install.pip import Pip  # noqa: E402
from jingdu.cli.package_extension import STORES, package  # noqa: E402

_TIME: Final = "1580601600"
"""Modification time of every file in wheel and sdist: 2020-02-02."""


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="an empty folder (default: dist)")
    parser.add_argument("--tag", help="the tag that is released, as v1.2.3")
    parser.add_argument("--extension-id", default="", metavar="ID", help="the id of the Firefox package")
    options = parser.parse_args(arguments)
    project: str = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    manifest = json.loads((ROOT / "extension" / "manifest.json").read_text("utf-8"))["version"]
    version, out = options.tag.removeprefix("v") if options.tag else project, options.out
    there = {"pyproject.toml": project, "extension/manifest.json": manifest}
    wrong = [f"{file} has {found}" for file, found in there.items() if found != version]
    wrong = [f"the version is {version}, but {' and '.join(wrong)}"] if wrong else []
    if not (notes := _notes(version)):
        wrong += [f"CHANGELOG.md has no section for {version}"]
    if wrong:
        print(f"Not released: {wrong[0]}", file=sys.stderr)
        return 1
    out.mkdir(parents=True, exist_ok=True)
    if any(out.iterdir()):
        print(f"{out} is not empty; name another folder with --out.", file=sys.stderr)
        return 2
    _build(out, version, options.extension_id)
    built = sorted(out.iterdir())  # as `sha256sum --check` reads them
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in built]
    (out / "SHA256SUMS").write_text("".join(sums), "utf-8")
    (out / "NOTES.md").write_text(notes, "utf-8")
    print(*sorted(path.name for path in out.iterdir()), sep="\n")
    return 0


def _build(out: Path, version: str, extension_id: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        tools = Path(folder, "tools")
        Pip(Path(sys.executable), Path(folder, "pip.log"), commands.clean_environment(os.environ)).install_tools(tools)
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-t", "sdist", "-d", str(out.absolute())]
        env = {**os.environ, "SOURCE_DATE_EPOCH": _TIME, "PYTHONPATH": str(tools)}
        subprocess.run(command, cwd=ROOT, env=env, check=True, stdout=sys.stderr)
    for store in STORES:
        content = package(ROOT / "extension", store, extension_id if store == "firefox" else "")
        (out / f"jingdu-{version}-{store}.zip").write_bytes(content)


def _notes(version: str) -> str:
    """The changelog's section for a version, without heading."""
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    found = re.search(rf"^## \[{re.escape(version)}\].*?\n(.*?)(?=^## \[|^\[[^\]]+\]: |\Z)", text, re.M | re.S)
    return f"{found[1].strip()}\n" if found and found[1].strip() else ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
