# SPDX-License-Identifier: MIT
"""Tables of the program as columns, read from CSV block by block, and as .npy files that map into memory."""
from __future__ import annotations

import csv
import importlib
import io
import json
import signal
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np
import numpy.typing as npt

from ._library import SkatError

if TYPE_CHECKING:
    import pandas

_BLOCK = 1 << 21  # bytes that are read at a time
_MISSING = -1  # of flags and words
_FLAGS = ("hand", "ouvert", "won", "overbid", "schneider", "schwarz", "fault")
_WORDS = ("dealer", "forehand", "middlehand", "rearhand", "declarer", "declarer_position", "contract", "type", "kontra_by", "status",
          "fault_by", "bot", "position", "role", "decision", "action")
_PIECE = 8  # bytes of a field that are compared or converted at a time
_KEPT = np.array([(1 << 8 * size) - 1 for size in range(_PIECE)] + [2**64 - 1], np.uint64)  # of a piece, the bytes of the field

Keys = npt.NDArray[np.uint64]


# ---- text ----

class _Block:
    """Whole rows of a table as text. starts and sizes, int32 [columns, rows]: where each field is."""

    def __init__(self, text: bytes, columns: int) -> None:
        """`text`: rows that end with a line feed."""
        if b'"' in text:  # fields in quotes: separated anew, by what is in none of them
            rows = csv.reader(io.StringIO(text.decode(), newline=""))
            text, separators = "".join(f"{field}\0" for row in rows for field in row).encode(), (0, 0)
        else:
            separators = ord(","), ord("\n")
        self._bytes = np.frombuffer(text + bytes(_PIECE), np.uint8)
        own = self._bytes[:len(text)]
        ends = np.flatnonzero((own == separators[0]) | (own == separators[1])).astype(np.int32)
        if len(ends) % columns:
            raise SkatError(f"a table of {columns} columns has rows with other numbers of fields")
        starts = np.concatenate([[0], ends[:-1] + 1]).astype(np.int32)
        self.starts = np.ascontiguousarray(starts.reshape(-1, columns).T)
        self.sizes = np.ascontiguousarray(ends.reshape(-1, columns).T) - self.starts
        self._pieces: Keys = np.ndarray(len(text) + 1, np.dtype("<u8"), self._bytes.data, strides=(1,))

    def piece(self, column: int, offset: int = 0) -> Keys:
        """Eight bytes of each field of a column from an offset on, the first one lowest; zeros behind its end."""
        rest = self.sizes[column] - offset
        found: Keys = self._pieces[np.where(rest > 0, self.starts[column] + offset, 0)] & _KEPT[rest.clip(0, _PIECE)]
        return found

    def field(self, column: int, row: int) -> str:
        """One field."""
        start = self.starts[column, row]
        return bytes(self._bytes[start:start + self.sizes[column, row]]).decode()


def _names(source: io.BufferedReader) -> list[str]:
    """The names of the columns, from the first row."""
    return next(csv.reader([source.readline().decode().rstrip("\r\n")]), [])


def _blocks(source: io.BufferedReader, columns: int) -> Iterator[_Block]:
    """The rows that follow."""
    rest = b""
    while more := source.read(_BLOCK):
        whole, end, rest = (rest + more).rpartition(b"\n")
        if end:
            yield _Block((whole + end).replace(b"\r\n", b"\n"), columns)
    if rest:
        raise SkatError(f"the table ends in the middle of a row: {rest[:80].decode(errors='replace')}")


# ---- columns ----

def _digits(keys: Keys, sizes: npt.NDArray[np.int32]) -> tuple[Keys, npt.NDArray[np.bool_]]:
    """The numbers that texts of up to eight digits stand for, and whether each text has nothing but digits."""
    aligned: Any = (keys ^ (np.uint64(0x3030303030303030) & _KEPT[sizes])) << np.asarray(8 * (_PIECE - sizes), np.uint64)
    high = np.uint64(0xF0F0F0F0F0F0F0F0)
    sound: npt.NDArray[np.bool_] = ((aligned | (aligned + np.uint64(0x0606060606060606))) & high) == 0
    for factor, shift, mask in ((10, 8, 0x00FF00FF00FF00FF), (100, 16, 0x0000FFFF0000FFFF), (10000, 32, 0x00000000FFFFFFFF)):
        aligned = (aligned * np.uint64(factor) + (aligned >> np.uint64(shift))) & np.uint64(mask)  # pairs, lower bytes first
    return aligned, sound


def _smallest(low: int, high: int) -> type[np.signedinteger[Any]]:
    """The smallest type that holds both."""
    kinds: tuple[type[np.signedinteger[Any]], ...] = (np.int8, np.int16, np.int32, np.int64)
    return next(kind for kind in kinds if np.iinfo(kind).min <= low and high <= np.iinfo(kind).max)


def _unguarded(text: str) -> str:
    """A text without the apostrophe that keeps spreadsheets from taking it for a formula."""
    return text[1:] if text.startswith("'") and text.lstrip("'").startswith(tuple("=+-@\t\r")) else text


class _Column:
    """What was read of a column so far, in blocks of the smallest types that hold it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.kind = "flag" if name in _FLAGS else "word" if name in _WORDS else "number"
        self._blocks: list[npt.NDArray[Any]] = []
        self._empty: list[npt.NDArray[np.bool_]] = []  # of numbers
        self._codes: dict[str, int] = {}  # of words

    def add(self, block: _Block, column: int) -> None:
        """Reads a column of a block."""
        {"flag": self._add_flags, "word": self._add_words, "number": self._add_numbers}[self.kind](block, column)

    def _add_flags(self, block: _Block, column: int) -> None:
        keys = block.piece(column)
        true, false, empty = (keys == int.from_bytes(word, "little") for word in (b"true", b"false", b""))
        self._refuse(block, column, ~(true | false | empty), "true or false")
        self._blocks.append(np.where(empty, np.int8(_MISSING), true.astype(np.int8)))

    def _add_words(self, block: _Block, column: int) -> None:
        """Each word once in Python, by rows whose pieces are the same."""
        _, first, same = np.unique(block.piece(column), return_index=True, return_inverse=True)
        for offset in range(_PIECE, int(block.sizes[column].max()), _PIECE):
            _, piece = np.unique(block.piece(column, offset), return_inverse=True)
            _, first, same = np.unique(same * (piece.max() + 1) + piece, return_index=True, return_inverse=True)
        words = [_unguarded(block.field(column, row)) for row in first]
        codes = np.array([self._codes.setdefault(word, len(self._codes)) if word else _MISSING for word in words], np.int32)
        self._blocks.append(codes.astype(_smallest(_MISSING, len(self._codes)))[same])

    def _add_numbers(self, block: _Block, column: int) -> None:
        keys, sizes = block.piece(column), block.sizes[column]
        minus = (keys & np.uint64(0xFF)) == ord("-")
        digits = (sizes - minus).clip(0, _PIECE)
        values, sound = _digits(np.where(minus, keys >> np.uint64(8), keys), digits)
        numbers = np.where(minus, -values.astype(np.int64), values.astype(np.int64))
        for row in np.flatnonzero(sizes > _PIECE):
            text = block.field(column, row)
            sound[row] = text.lstrip("-").isdecimal()
            numbers[row] = int(text) if sound[row] else 0
        self._refuse(block, column, ~sound | (minus & (digits == 0)), "a whole number")
        self._blocks.append(numbers.astype(_smallest(int(numbers.min()), int(numbers.max()))))
        self._empty.append(sizes == 0)

    def _refuse(self, block: _Block, column: int, wrong: npt.NDArray[np.bool_], expected: str) -> None:
        if wrong.any():
            raise SkatError(f'column {self.name} has "{block.field(column, int(wrong.argmax()))}"; expected {expected}: program and '
                            f"package are of different versions")

    def take(self) -> tuple[npt.NDArray[Any], list[str] | None]:
        """All of it, and the words in alphabetical order if it has such; the blocks are dropped."""
        blocks, self._blocks = self._blocks or [np.zeros(0, np.int8)], []
        if self.kind == "number":
            empty = np.concatenate([np.zeros(0, np.bool_), *self._empty])
            numbers: npt.NDArray[Any] = np.concatenate(blocks, dtype=np.float64 if empty.any() else np.int64)
            if empty.any():
                numbers[empty] = np.nan
            return numbers, None
        codes: npt.NDArray[Any] = np.concatenate(blocks)
        if self.kind == "flag":
            return codes if (codes == _MISSING).any() else codes.astype(np.bool_), None
        words = sorted(self._codes)
        places = {word: place for place, word in enumerate(words)}
        order = np.array([*(places[word] for word in self._codes), _MISSING], np.int32)  # the last one for those that miss
        return order[codes], words


def read_table(command: Sequence[str]) -> list[_Column]:
    """The columns of the table that a command prints as CSV."""
    columns: list[_Column] = []
    with tempfile.TemporaryFile() as said:
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=said) as process:
            assert isinstance(process.stdout, io.BufferedReader)
            try:
                columns = [_Column(name) for name in _names(process.stdout)]
                for block in _blocks(process.stdout, len(columns)):
                    for number, column in enumerate(columns):
                        column.add(block, number)
            except SkatError:
                process.stdout.close()
                if process.wait() in (0, -signal.SIGPIPE):  # else it says itself what went wrong
                    raise
        said.seek(0)
        if process.returncode:
            raise SkatError(said.read().decode(errors="replace").strip() or f"{command[0]} ended with {process.returncode}")
    return columns


def objects(values: npt.NDArray[Any], words: list[str] | None) -> npt.NDArray[Any]:
    """A column as numpy shows it: codes of words, and flags of which some are missing, as objects, None for a missing one."""
    if words is None and values.dtype != np.int8:
        return values
    meanings = np.array([*(words if words is not None else (False, True)), None], object)  # the last one is that of -1
    found: npt.NDArray[Any] = meanings[values]
    return found


def data_frame(columns: Iterable[tuple[str, npt.NDArray[Any], list[str] | None]]) -> pandas.DataFrame:
    """Names, values and words as a DataFrame that has the values where they are."""
    import pandas
    frame: dict[str, Any] = {}
    for name, values, words in columns:
        if words is not None:
            frame[name] = pandas.Categorical.from_codes(values, words)
        elif values.dtype == np.int8:
            frame[name] = pandas.arrays.BooleanArray(np.asarray(values == 1), np.asarray(values == _MISSING))
        else:
            frame[name] = values
    return pandas.DataFrame(frame, copy=False)


# ---- files ----

class Columns(Mapping[str, npt.NDArray[Any]]):
    """The columns of a table by name, each of shape [n] and mapped into memory when it is first read. Whole numbers are int64, or float64
    with NaN if some are missing. Flags are bool, or int8 if some are missing: 1, 0, or -1 for a missing one. Words are int32 indices into
    words[name], with -1 for a missing one."""

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
        """These columns (by default all) as a pandas DataFrame; pandas must be installed. Flags are bool, or boolean if some are
        missing; words are categories."""
        return data_frame((name, self[name], self.words.get(name)) for name in (self if names is None else names))


def save_parquet(command: Sequence[str], file: str | Path) -> None:
    """Writes the table that a command prints as CSV with pyarrow: whole numbers, flags and words, of which some may be missing."""
    try:
        arrow, parquet = importlib.import_module("pyarrow"), importlib.import_module("pyarrow.parquet")
    except ImportError:
        raise SkatError("pyarrow is not installed (an optional extra: pip install pyarrow); save_columns() writes the same as .npy files, "
                        "and DuckDB makes Parquet of the CSV of `skat-arena export`") from None
    table: dict[str, Any] = {}
    for column in read_table(command):
        values, words = column.take()
        if words is not None:
            table[column.name] = arrow.DictionaryArray.from_arrays(arrow.array(values, mask=np.asarray(values == _MISSING)), words)
        elif column.kind == "flag":
            table[column.name] = arrow.array(np.asarray(values == 1), mask=np.asarray(values == _MISSING))
        else:
            table[column.name] = arrow.array(np.nan_to_num(values).astype(np.int64), mask=np.isnan(values))
    with _replaced(Path(file)) as out:
        parquet.write_table(arrow.table(table), out)


def save_columns(command: Sequence[str], folder: str | Path) -> Columns:
    """Writes the table that a command prints as CSV. Files that are mapped into memory keep what they have."""
    columns = read_table(command)
    into = Path(folder)
    into.mkdir(parents=True, exist_ok=True)
    all_words: dict[str, list[str]] = {}
    for column in columns:
        values, words = column.take()
        with _replaced(into / f"{column.name}.npy") as file:
            np.save(file, values)
        if words is not None:
            all_words[column.name] = words
    with _replaced(into / "columns.json") as file:
        file.write(json.dumps({"columns": [column.name for column in columns], "words": all_words}).encode())
    return Columns(into)


@contextmanager
def _replaced(path: Path) -> Iterator[BinaryIO]:
    """A file that takes the place of another when all of it is written."""
    part = path.with_name(f"{path.name}.part")
    try:
        with part.open("wb") as file:
            yield file
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
