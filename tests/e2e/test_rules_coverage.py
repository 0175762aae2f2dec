# SPDX-License-Identifier: MIT
"""The rows of tests/data/rules-coverage.json: each rule of the texts has a game or a test that shows it, or a reason."""
import collections
import json
import re

import pytest

from harness import *
from test_options import reference

COVERAGE = json.loads((ROOT / "tests" / "data" / "rules-coverage.json").read_text())
ROWS, GAMES = COVERAGE["rows"], COVERAGE["games"]
RULES_OF_THE_TEXTS = 262  # an independent reading of the five texts numbered them


def words_of(rules):
    """Rules as options of a command line."""
    for option, value in rules.items():
        text = ",".join(map(str, value)) if isinstance(value, list) else value if isinstance(value, str) else json.dumps(value)
        yield from ("--rule", f"{option}={text}")


def test_no_rule_is_missing():
    numbers = collections.Counter(row["row"] for row in ROWS if "row" in row)
    assert sorted(numbers) == list(range(1, RULES_OF_THE_TEXTS + 1))
    assert {row["game"] for row in ROWS if "game" in row} == set(GAMES), "games that no rule names, or that are not there"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["rule"][:40])
def test_every_rule_is_shown_or_has_a_reason(row):
    assert row["source"] and row["rule"]
    assert len({"game", "test", "reason", "not_applicable"} & set(row)) == 1, "a game or a test that shows it, or a reason"
    assert row.get("option", "seats") in reference()
    if "test" in row:
        path, name = row["test"].split(": ")
        assert re.search(rf"\b{name}\b", (ROOT / path).read_text()), "no such test"


@pytest.mark.parametrize("name", GAMES)
def test_the_game_shows_the_rule(name, tmp_path):
    """Its line is that of its rules; where it names others, not of those."""
    game = GAMES[name]
    assert json.loads(game["line"])["score"] == game["score"]
    (tmp_path / "games.jsonl").write_text(game["line"] + "\n")

    def verified(rules):
        return arena("verify", tmp_path / "games.jsonl", "--rules", game["set"], *words_of(rules))
    by = verified(game["rules"])
    assert by.returncode == OK, by.stderr
    if "otherwise" in game:
        assert verified(game["otherwise"]).returncode == BAD_FILE
