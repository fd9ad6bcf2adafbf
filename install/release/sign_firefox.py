"""Signs the Firefox package, so that it can be installed for good: python3 install/release/sign_firefox.py ZIP

Firefox drops an unsigned add-on when it is closed. Needs Node, a network, and the API key of an account on
addons.mozilla.org in WEB_EXT_API_KEY and WEB_EXT_API_SECRET
(https://addons.mozilla.org/developers/addon/api/key/). The .xpi is written beside the zip. ``--channel
unlisted``, the default, is for one's own downloads, ``listed`` publishes on addons.mozilla.org.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Final

_PACKAGE: Final = "web-ext@10"
_KEYS: Final = ("WEB_EXT_API_KEY", "WEB_EXT_API_SECRET")


def main(arguments: list[str]) -> int:
    """Signs; returns the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("zip", type=Path, help="the Firefox package, as install/release/build.py makes it")
    parser.add_argument("--channel", choices=("unlisted", "listed"), default="unlisted")
    options = parser.parse_args(arguments)
    npx = shutil.which("npx")
    if missing := [name for name in _KEYS if not os.environ.get(name)]:
        print(f"{' and '.join(missing)} must hold the API key of an account on addons.mozilla.org.", file=sys.stderr)
        return 2
    if npx is None:
        print("npx was not found; install Node.js.", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        with zipfile.ZipFile(options.zip) as archive:
            archive.extractall(folder)
        return subprocess.run(command(npx, Path(folder), options.zip.parent, options.channel), check=False).returncode


def command(npx: str, source: Path, out: Path, channel: str) -> list[str]:
    """The command line of web-ext, which reads the API key from the environment."""
    places = ["--source-dir", str(source), "--artifacts-dir", str(out.absolute())]
    return [npx, "--yes", _PACKAGE, "sign", "--channel", channel, "--no-input", *places]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
