# SPDX-License-Identifier: MIT
"""The rows of tests/data/rules-coverage.json: each rule of the texts has a game or a test that shows it, or a reason."""
import collections
import json
import re

import pytest

import scorekeeper_without
from harness import *
from test_options import EFFECTS, reference

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
    assert ("parts" in row) == ("game" in row and "option" not in row), "a game needs the option of its row, or parts of the rules"
    if "test" in row:
        path, name = row["test"].split(": ")
        assert re.search(rf"\b{name}\b", (ROOT / path).read_text()), "no such test"


def verified(game, rule_set, rules, folder):
    """Whether the line of a game is one of these rules."""
    (folder / "games.jsonl").write_text(game["line"] + "\n")
    done = arena("verify", folder / "games.jsonl", "--rules", rule_set, *words_of(rules))
    assert done.returncode in (OK, BAD_FILE), done.stderr
    return done.returncode == OK


@pytest.mark.parametrize("name", GAMES)
def test_the_game_shows_the_rule(name, tmp_path):
    """Its line is that of its rules; where it names others, not of those."""
    game = GAMES[name]
    assert json.loads(game["line"])["score"] == game["score"]
    assert verified(game, game["set"], game["rules"], tmp_path)
    if "otherwise" in game:
        assert not verified(game, game["set"], game["otherwise"], tmp_path)


OTHER_VALUES = {"kontra.when": "before_lead"}  # where that of EFFECTS refuses no line of the other


def without(option, game):
    """A set and rules that lack the option; where it stands at its default, with another value."""
    if option == "game":
        return "isko", {}
    if "otherwise" in game and game["otherwise"].get(option) != game["rules"].get(option):
        return game["set"], game["otherwise"]
    if option in game["rules"]:
        return game["set"], {name: value for name, value in game["rules"].items() if name != option}
    return game["set"], game["rules"] | {option: OTHER_VALUES.get(option, EFFECTS[option].value)}


@pytest.mark.parametrize("option, name", sorted({(row["option"], row["game"]) for row in ROWS if {"option", "game"} <= set(row)}))
def test_the_game_needs_the_option(option, name, tmp_path):
    """With the option taken away its line is none of the rules, or counts otherwise."""
    rule_set, rules = without(option, GAMES[name])
    assert not verified(GAMES[name], rule_set, rules, tmp_path)


NEEDED = [(part, row["game"]) for row in ROWS for part in row.get("parts", [])]


def test_parts_are_those_that_can_be_left_out():
    assert {part for part, _ in NEEDED} == set(scorekeeper_without.PARTS)


@pytest.mark.no_sanitizer("about rules, not memory")
@pytest.mark.parametrize("part, name", sorted(set(NEEDED)))
def test_the_game_needs_the_part(part, name):
    """A scorekeeper that lacks this part of the rules counts the game otherwise, or refuses its line."""
    game = GAMES[name]
    rules = json.loads((ROOT / "configs" / "rules" / f"{game['set']}.json").read_text()) | game["rules"]
    options = {option: value for option, value in rules.items() if not option.startswith("description")}
    line = json.loads(game["line"])
    assert scorekeeper_without.counted(line, options) == game["score"]
    with scorekeeper_without.without(part):
        assert scorekeeper_without.counted(line, options) != game["score"]
