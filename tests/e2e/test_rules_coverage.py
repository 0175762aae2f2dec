# SPDX-License-Identifier: MIT
"""The rows of tests/data/rules-coverage.json: each rule has an option and what shows it, or a reason."""
import json
import re

import pytest

from harness import *
from test_options import reference

ROWS = json.loads((ROOT / "tests" / "data" / "rules-coverage.json").read_text())
GAMES = [row for row in ROWS if "game" in row]


def words_of(rules):
    """Rules as options of a command line."""
    for option, value in rules.items():
        text = ",".join(map(str, value)) if isinstance(value, list) else value if isinstance(value, str) else json.dumps(value)
        yield from ("--rule", f"{option}={text}")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["rule"][:40])
def test_every_rule_is_shown_or_has_a_reason(row):
    assert row["source"] and row["rule"]
    assert len({"game", "test", "reason"} & set(row)) == 1, "a game or a test that shows it, or a reason"
    assert ("option" in row) == ("reason" not in row)
    assert "reason" in row or row["option"] in reference()
    if "test" in row:
        path, name = row["test"].split(": ")
        assert re.search(rf"\b{name}\b", (ROOT / path).read_text()), "no such test"


@pytest.mark.parametrize("row", GAMES, ids=lambda row: row["rule"][:40])
def test_the_game_shows_the_rule(row, tmp_path):
    """Its line is that of the rules of the row, and not of those without the rule."""
    line = json.loads(row["game"])
    assert line["score"] == row["score"]
    (tmp_path / "games.jsonl").write_text(row["game"] + "\n")
    by = {name: arena("verify", tmp_path / "games.jsonl", "--rules", "isko", *words_of(row[name])) for name in ("rules", "otherwise")}
    assert by["rules"].returncode == OK, by["rules"].stderr
    assert by["otherwise"].returncode == BAD_FILE
    assert row["option"] in row["rules"] or row["option"] in row["otherwise"]
