# SPDX-License-Identifier: MIT
"""Tables as columns in Python: every value held against the csv module, names that look like numbers, blocks, what is refused, memory."""
import csv
import io
import sys
from typing import Any

import pytest

np = pytest.importorskip("numpy")

from harness import *  # noqa: E402

PACKAGE = ROOT / "python"
use_package()

import skat_arena  # noqa: E402
import skat_arena.columns  # noqa: E402
from skat_arena import SkatError  # noqa: E402

FLAGS = {"true": True, "false": False}


def printed(text: str) -> list[str]:
    """A command that prints a text."""
    return ["printf", "%b", "".join(f"\\0{byte:o}" for byte in text.encode())]


def read(text: str) -> dict[str, list[Any]]:
    """As objects, None for what is missing."""
    columns = {column.name: skat_arena.columns.objects(*column.take()) for column in skat_arena.columns.read_table(printed(text))}
    return {name: [None if value != value else value for value in values.tolist()] for name, values in columns.items()}


class TestColumns(RunTest):
    def all_kinds(self, **config: Any) -> skat_arena.Run:
        """A run in which every column has values: faults, kontra, several seatings."""
        bots = {"7": "random", "true": "random", "seven, but longer than eight bytes": bad_bot("faulty", what="illegal_card", percent=20)}
        return skat_arena.Run(self.sample(**{"bots": bots, "seats": list(bots), "schedule": "rotations",
                              "deals": 9, "seed": 3, "rules": {"extends": "isko", "kontra": {"levels": 2}}, **config}))

    def test_names_like_formulas(self) -> None:
        """All tables that a spreadsheet reads have them as text, and Python as they are."""
        bots = {name: "basic" for name in ("=1+1", "-2", "'@a", "'b'")}
        run = skat_arena.Run(self.play(bots=bots, seats=list(bots), deals=4))
        fields = ["'=1+1", "'-2", "''@a", "'b'"]
        for command in (("games", run.folder, "--format", "csv"), ("export", run.folder, "--csv", "games"),
                        ("export", run.folder, "--decisions", "csv")):
            table = csv.DictReader(io.StringIO(arena(*command).stdout))
            assert {row["dealer"] if "dealer" in row else row["bot"] for row in table} == set(fields), command
        assert [str(name) for name in run.seats()["bot"][:4]] == list(bots)

    @pytest.mark.parametrize("which", ["games", "seats"])
    def test_every_value_is_that_of_the_csv(self, which: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """Names that look like numbers and flags are words; blocks end anywhere; every column has a value in some row, of its kind."""
        monkeypatch.setattr(skat_arena.columns, "_BLOCK", 700)
        run = self.all_kinds()
        text = arena("export", run.folder, "--csv", which).stdout
        names, *rows = csv.reader(io.StringIO(text))
        columns = run.seats() if which == "seats" else run.games()
        assert list(columns) == names
        for name, fields in zip(names, zip(*rows)):
            assert any(fields), f"no row has {name}"
            first = next(value for value in columns[name].tolist() if value is not None)
            kind: Any = {bool: FLAGS.__getitem__, float: float, int: int, str: str}[type(first)]
            found = [None if value is None or value != value else value for value in columns[name].tolist()]
            assert found == [kind(field) if field else None for field in fields], name
            assert (kind is str) == (name in skat_arena.columns._WORDS)

    def test_columns_that_are_mapped_keep_what_they_have(self) -> None:
        """Files of fewer games take the place of others, in which somebody still reads: not a byte of them goes away. And names that look
        like numbers are words."""
        many, few, to = self.all_kinds(), skat_arena.Run(self.sample(deals=3)), self.temp / "columns"
        saved = many.save_columns(to)
        assert saved.words["dealer"] == sorted(["7", "true", "seven, but longer than eight bytes"])
        assert [saved.words["dealer"][code] for code in saved["dealer"]] == many.games()["dealer"].tolist()
        points = saved["points"]
        first = points.copy()
        assert len(few.save_columns(to)["points"]) == 3 and np.array_equal(points, first, equal_nan=True)
        assert sorted(path.suffix for path in to.iterdir()) == [".json", *[".npy"] * 33]


def test_what_is_missing_first() -> None:
    found = read("value,won,bot\r\n,,\r\n" + ",,\r\n3,true,a\r\n,false,b\r\n")
    assert found == {"value": [None, None, 3, None], "won": [None, None, True, False], "bot": [None, None, "a", "b"]}


def test_words_are_told_apart_by_any_byte() -> None:
    words = ["", "a", "ab", "abcdefgh", "abcdefghi", "abcdefghiabcdefgh", "abcdefghiabcdefgi", "Abcdefgh", 'a "quoted", word', "größer",
             "x" * 40, "x" * 39 + "y"]
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(["bot", "value"])
    writer.writerows([word, 1] for word in words * 3)
    assert read(text.getvalue())["bot"] == [word or None for word in words] * 3


def test_what_a_column_cannot_have() -> None:
    for column, field, expected in [("value", "1.5", "a whole number"), ("value", "-", "a whole number"),
                         ("value", "1-2", "a whole number"), ("value", "x", "a whole number"), ("value", "123456789x", "a whole number"),
                         ("value", "--1", "a whole number"), ("won", "True", "true or false"), ("won", "truer", "true or false"),
                         ("won", "falsefalse", "true or false")]:
        with pytest.raises(SkatError, match=f'column {column} has "{field}"; expected {expected}'):
            read(f"{column}\r\n{field}\r\n")


def test_tables_that_are_none() -> None:
    with pytest.raises(SkatError, match="other numbers of fields"):
        read("value,won\r\n1\r\n")
    with pytest.raises(SkatError, match="ends in the middle of a row"):
        read("value,won\r\n1,true\r\n2,tr")
    assert read("") == {} and read("value,won\r\n") == {"value": [], "won": []}
    with pytest.raises(SkatError, match="^no room$"):
        skat_arena.columns.read_table([sys.executable, "-c", "import sys; print('value'); print('no room', file=sys.stderr); exit(70)"])
