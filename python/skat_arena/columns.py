# SPDX-License-Identifier: MIT
"""Tables as .npy files, one for each column, that map into memory: for more games than fit."""
from __future__ import annotations

import csv
import json
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ._library import SkatError

if TYPE_CHECKING:
    import pandas

_BLOCK = 20000  # rows that are converted at a time
_MISSING = -1  # of flags and words
_FLAGS = {"true": 1, "false": 0, "": _MISSING}


class _Column:
    """What was read of a column so far, block by block: int8 of flags, int64 or float64 of numbers, int32 of words."""

    def __init__(self) -> None:
        self.kind = ""  # "flag", "number", "word"; "" as long as all is missing
        self.blocks: list[npt.NDArray[Any]] = []
        self.words: dict[str, int] = {}

    def add(self, values: Sequence[str]) -> None:
        """Reads a block; the kind of a column is that of its first value."""
        if not self.kind:
            first = next((value for value in values if value), "")
            self.kind = "" if not first else "flag" if first in ("true", "false") else "number" if _is_number(first) else "word"
        if self.kind == "flag":
            self.blocks.append(np.array([_FLAGS[value] for value in values], np.int8))
        elif self.kind == "number":
            whole = all(values)
            self.blocks.append(np.array(values, np.str_).astype(np.int64) if whole else
                               np.array([value or "nan" for value in values], np.str_).astype(np.float64))
        else:
            self.blocks.append(np.array([self.words.setdefault(value, len(self.words)) if value else _MISSING for value in values],
                                        np.int32))

    def array(self) -> npt.NDArray[Any]:
        """All of it."""
        if self.kind == "number":  # blocks before the first number have codes of what is missing
            parts = [np.full(len(block), np.nan) if block.dtype == np.int32 else block for block in self.blocks]
            found: npt.NDArray[Any] = np.concatenate(parts)
            return found
        found = np.concatenate(self.blocks) if self.blocks else np.zeros(0, np.int32)
        if self.kind == "flag":
            found = found.astype(np.int8 if (found == _MISSING).any() else np.bool_)
        return found


def _is_number(text: str) -> bool:
    return text.lstrip("-").isdigit()


class Columns(Mapping[str, npt.NDArray[Any]]):
    """Columns of a table by name, each [n], mapped into memory when it is read. Whole numbers are int64, and float64 with NaN where some
    are missing; flags bool, and int8 where some are missing: 1, 0, or -1 for a missing one; words int32, the index in words[name], -1 for
    a missing one."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder).absolute()
        try:
            described = json.loads((self.folder / "columns.json").read_text())
        except FileNotFoundError:
            raise SkatError(f"{folder} has no columns: Run.save_columns() writes them") from None
        self._names: list[str] = described["columns"]
        #: The words of each column that has such, in the order of their numbers.
        self.words: dict[str, list[str]] = described["words"]

    def __getitem__(self, name: str) -> npt.NDArray[Any]:
        if name not in self._names:
            raise KeyError(name)
        column: npt.NDArray[Any] = np.load(self.folder / f"{name}.npy", mmap_mode="r")
        return column

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def data_frame(self, names: Iterable[str] | None = None) -> pandas.DataFrame:
        """These columns (by default all) as a pandas DataFrame, where pandas is installed: flags as bool, as boolean where some are
        missing; words as categories."""
        import pandas
        frame: dict[str, Any] = {}
        for name in self if names is None else names:
            values = self[name]
            if name in self.words:
                frame[name] = pandas.Categorical.from_codes(values, self.words[name])
            elif values.dtype == np.int8:
                frame[name] = pandas.arrays.BooleanArray(np.asarray(values == 1), np.asarray(values == _MISSING))
            else:
                frame[name] = values
        return pandas.DataFrame(frame)


def save_columns(command: Sequence[str], folder: str | Path) -> Columns:
    """Writes the table that a command prints as CSV."""
    into = Path(folder)
    into.mkdir(parents=True, exist_ok=True)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stderr is not None
        rows = csv.reader(process.stdout)
        names: list[str] = next(rows, [])
        columns = [_Column() for _ in names]
        while block := list(islice(rows, _BLOCK)):
            for column, values in zip(columns, zip(*block)):
                column.add(values)
        said = process.stderr.read()
    if process.returncode:
        raise SkatError(said.strip() or f"{command[0]} ended with {process.returncode}")
    words = {}
    for name, column in zip(names, columns):
        np.save(into / f"{name}.npy", column.array())
        column.blocks.clear()
        if column.kind not in ("flag", "number"):
            words[name] = list(column.words)
    (into / "columns.json").write_text(json.dumps({"columns": names, "words": words}))
    return Columns(into)
