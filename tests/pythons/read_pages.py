"""Reads pages from stdin, one JSON string per line, and prints title, byline, date and text of each, or the fault.

Runs in each compared Python; needs only the host's dependencies.
"""

import json
import sys


def main() -> None:
    """Reads until the end of stdin."""
    import jingdu

    for line in sys.stdin.buffer:
        try:
            article = jingdu.read(json.loads(line))
            found = [article.title, article.byline, article.published, article.text, article.markdown]
        except jingdu.Fault as fault:
            found = [fault.code]
        sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
