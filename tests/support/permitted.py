"""Commands that run another command in a restricted or watched way, where they are installed and permitted."""

import shutil
import subprocess


def first_permitted(*prefixes: tuple[str, ...]) -> tuple[str, ...] | None:
    """The first of these command prefixes that works here, such as ``("unshare", "-n")``; None if none does."""
    for words in prefixes:
        if shutil.which(words[0]) and not subprocess.run([*words, "true"], capture_output=True, check=False).returncode:
            return words
    return None
