"""Runs all checks of the project: python3 tests/run.py [arguments for pytest].

Needs only Python 3.11: creates an environment in .venv-tests, installs browsers if permitted, then runs ruff, mypy,
tsc, eslint, web-ext lint and pytest. Skipped checks are reported. The exit code is 0 if every step passes.
"""

import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:1] = [ROOT, os.path.join(ROOT, "host")]  # jingdu.i18n needs only the standard library

if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit("The tests need Python 3.11 or newer; for example: python3.12 tests/run.py")

if __name__ == "__main__":
    from tests.runner.steps import main

    sys.exit(main(sys.argv[1:]))
