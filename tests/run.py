"""Runs everything that checks the project: python3 tests/run.py [arguments for pytest].

Needs Python 3.11 and nothing else: makes an environment of its own in .venv-tests, brings a
browser where it may, then runs ruff, mypy, tsc, eslint, web-ext lint and pytest. What is skipped says so
in a line. The exit code is 0 when every step passed.
"""

import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:1] = [ROOT, os.path.join(ROOT, "host")]  # jingdu.i18n needs only the standard library

if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit("The tests need Python 3.11 or newer; start them so, for example: python3.12 tests/run.py")

if __name__ == "__main__":
    from tests.runner.steps import main

    sys.exit(main(sys.argv[1:]))
