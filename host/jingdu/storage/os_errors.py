"""Errors of the disk as faults that a user understands."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from jingdu.faults import Fault

_CODES: Final = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), "library_full"),
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS), "library_read_only"),
    **dict.fromkeys((errno.ENOENT, errno.ENOTDIR, errno.ENXIO, errno.ESTALE, errno.ELOOP), "library_missing"),
    **dict.fromkeys((errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EINTR, errno.EAGAIN), "library_busy"),
}


@contextmanager
def map_os_errors() -> Iterator[None]:
    """Raises a `Fault` of the library in place of an ``OSError``."""
    try:
        yield
    except OSError as error:
        raise fault(error) from error


def fault(error: OSError) -> Fault:
    """The fault of an error of the system."""
    return Fault(_CODES.get(error.errno or 0, "library_broken"))
