"""Reads pages from stdin, one JSON string a line, and prints for each its title, byline, date and text, or the fault.

Runs in each Python that is compared; needs the host's dependencies and nothing else.
"""

import json
import sys


def main() -> None:
    """Reads until stdin ends."""
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
