"""The output: shards of rows, written atomically, and the state of the run.

Rows are in the order of the input. A shard is written under a temporary name and renamed when it is complete; then
``_jingdu-extract.json`` is replaced, which has the number of shards and the position after the last one. After a kill
between the two, the next run writes the same shard again.
"""

import json
import os
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from jingdu.crawl.records import COLUMNS, Row
from jingdu.faults import InputError
from jingdu.i18n import gettext as _
from jingdu.storage import atomic

STATE: Final = "_jingdu-extract.json"
"""Arrow and Spark ignore names that begin with ``_``, so they can read the folder as one data set."""
_ROW_GROUP_SIZE: Final = 500


class Parquet:
    def __init__(self, path: Path, columns: list[str]) -> None:
        from pyarrow import parquet

        self._file = parquet.ParquetWriter(path, schema(columns), compression="zstd")

    def write(self, rows: list[Row]) -> None:
        import pyarrow as pa

        self._file.write_batch(pa.RecordBatch.from_pylist(rows, schema=self._file.schema))

    def close(self) -> None:
        self._file.close()


class JsonLines:
    """Writes an object per line; rows have all columns."""

    def __init__(self, path: Path, _columns: list[str]) -> None:
        self._file = open(path, "x", encoding="utf-8", errors="replace")  # noqa: SIM115  # until `close`

    def write(self, rows: list[Row]) -> None:
        self._file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)

    def close(self) -> None:
        self._file.close()


FORMATS: Final[dict[str, type[Parquet] | type[JsonLines]]] = {"parquet": Parquet, "jsonl": JsonLines}


def schema(columns: list[str]) -> Any:
    import pyarrow as pa

    types = COLUMNS | {"fingerprint": pa.list_(pa.int64())}
    return pa.schema({name: types[name] for name in columns})


class Shards:
    """The shards in a folder, which can be resumed only with the same ``key``."""

    def __init__(self, folder: Path, form: str, size: int, columns: list[str], key: Mapping[str, Any]) -> None:
        self.folder, self._form, self._size, self._columns = folder, form, size, columns
        self._key = json.loads(json.dumps(key))
        self._rows: list[Row] = []
        self._writer: Parquet | JsonLines | None = None
        self._in_shard = 0
        try:
            atomic.make_folder(folder, mode=0o777)
        except OSError as error:
            reason = _(str(error.strerror).lower())
            raise InputError(_("{path} could not be written: {reason}.", path=folder, reason=reason)) from None
        atomic.clear_stale(folder)
        self._load()

    def _load(self) -> None:
        try:
            state = json.loads((self.folder / STATE).read_text("utf-8"))
        except FileNotFoundError:
            state = {"asked": self._key, "shards": 0, "next": (0, 0), "counts": {}, "done": False}
        if state["asked"] != self._key:
            message = "{path} was begun with other inputs or options; give those again, or another folder."
            raise InputError(_(message, path=self.folder))
        self.number, self.next, self.done = int(state["shards"]), tuple(state["next"]), bool(state["done"])
        self.counts = Counter(state["counts"])

    def add(self, row: Row, after: tuple[int, int]) -> None:
        """Adds a row; ``after`` is the position after it: index of the input, and number of its records so far."""
        self._rows.append(row)
        self._in_shard += 1
        self.next = after
        self.counts[row["fault"] or ""] += 1
        if len(self._rows) >= _ROW_GROUP_SIZE:
            self._flush()
        if self._in_shard >= self._size:
            self._finish()

    def end(self, after: tuple[int, int]) -> None:
        """Finishes the last shard, and records that the run is done."""
        self.next, self.done = after, True
        self._finish()

    def close(self) -> None:
        """Removes an incomplete shard, even if Ctrl-C interrupted the creation of its writer."""
        if self._writer:
            self._writer.close()
        self._temporary.unlink(missing_ok=True)

    def complete(self) -> list[Path]:
        """The paths of all finished shards."""
        return list(map(self._path, range(self.number)))

    def _path(self, number: int) -> Path:
        return self.folder / f"part-{number:06}.{self._form}"

    @property
    def _temporary(self) -> Path:
        return self.folder / f"{atomic.TEMPORARY}{atomic.mark()}-{self._path(self.number).name}"

    def _flush(self) -> None:
        if self._rows:
            if self._writer is None:
                self._writer = FORMATS[self._form](self._temporary, self._columns)
            self._writer.write(self._rows)
            self._rows = []

    def _finish(self) -> None:
        self._flush()
        if self._writer:
            self._writer.close()
            atomic.sync_file(self._temporary)
            os.replace(self._temporary, self._path(self.number))
            atomic.sync(self.folder)
            self._writer, self._in_shard = None, 0
            self.number += 1
        state = {"asked": self._key, "shards": self.number, "next": self.next, "counts": self.counts, "done": self.done}
        atomic.replace(self.folder / STATE, json.dumps(state, ensure_ascii=False).encode())
