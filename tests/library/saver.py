"""A process that saves without end and says what is durable: killed by the tests at any moment.

python saver.py NAME FIRST   saves NAME-FIRST, NAME-FIRST+1, … and prints each when it is acknowledged
"""

from __future__ import annotations

import sys

from jingdu.library import repository
from tests.support.library_items import PICTURE, PNG, content, item


def main(name: str, first: int) -> None:
    print("ready", flush=True)
    number = first
    while True:
        made = item(title=f"{name}-{number}", byline="x" * 2000)
        kept = repository.save(made, content(page="p" * 20_000), {PICTURE: PNG})
        print(f"{name}-{number}", flush=True)
        if number % 3 == 0:
            repository.edit([kept.id], {"title": f"{name}-{number}", "favourite": True})
            print(f"{name}-{number}!", flush=True)
        if number % 5 == 0:
            repository.save(item(title=f"{name}-{number}", byline="y"), content(), {}, replaces=kept.id)
        number += 1


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
