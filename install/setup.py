"""Install Jingdu's host for this user: python3 install/setup.py (--help lists the options).

This file and jingdu.i18n must be valid in old Pythons, so that they can report the required version.
"""

import os
import sys

sys.dont_write_bytecode = True  # nothing is written into the checkout
_CHECKOUT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_PYTHONPATH = [os.path.abspath(path) for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]
_REST = [path for path in sys.path[not sys.flags.safe_path :] if os.path.abspath(path) not in _PYTHONPATH]
sys.path[:] = [_CHECKOUT, os.path.join(_CHECKOUT, "host"), *_REST]  # enough to import jingdu.i18n

if sys.version_info < (3, 11):  # noqa: UP036
    try:
        from jingdu.i18n import activate, gettext

        activate()
    except Exception:  # too old even for that

        def gettext(message):
            return message

    sentence = gettext(
        "Jingdu needs Python 3.11 or newer and this is Python {version}; "
        "run set-up with a newer one, for example: python3.12 install/setup.py"
    )
    sys.stderr.write(sentence.replace("{version}", ".".join(map(str, sys.version_info[:2]))) + "\n")
    sys.exit(3)

if __name__ == "__main__":
    try:
        from install.cli import main

        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:  # before there is anything to finish
        sys.exit(130)
