# SPDX-License-Identifier: MIT
"""The rows of tests/data/rules-coverage.json: each rule of the texts has a game or a test that shows it, or a reason."""
import collections
import functools
import json
import re

import pytest

import scorekeeper_without
from harness import *
from test_options import EFFECTS, reference

pytestmark = pytest.mark.no_sanitizer("about rules, not memory")

COVERAGE = json.loads((ROOT / "tests" / "data" / "rules-coverage.json").read_text())
ROWS, GAMES = COVERAGE["rows"], COVERAGE["games"]
RULES_OF_THE_TEXTS = 262  # an independent reading of the five texts numbered them


@functools.cache
def text_of(path):
    return (ROOT / path).read_text()


def wrong_with(row):
    """What a row lacks."""
    if not (row["source"] and row["rule"]) or len({"game", "test", "reason", "not_applicable"} & set(row)) != 1:
        yield "it needs a source, a rule, and one of a game, a test and a reason"
    if row.get("option", "seats") not in reference():
        yield "no such option"
    if ("parts" in row) != ("game" in row and "option" not in row):
        yield "a game needs the option of its row, or parts of the rules"
    path, name = row.get("test", f"tests/e2e/{__name__}.py: wrong_with").split(": ")
    if not re.search(rf"\b{name}\b", text_of(path)):
        yield "no such test"


def test_every_rule_is_shown_or_has_a_reason():
    numbers = collections.Counter(row["row"] for row in ROWS if "row" in row)
    assert sorted(numbers) == list(range(1, RULES_OF_THE_TEXTS + 1))
    assert {row["game"] for row in ROWS if "game" in row} == set(GAMES), "games that no rule names, or that are not there"
    wrong = [(row["rule"], text) for row in ROWS for text in wrong_with(row)]
    assert not wrong, wrong


def test_verify_accepts_the_games(tmp_path):
    """Each by its own rules; those of the same rules are one log, each of them a session of its own."""
    logs = collections.defaultdict(list)
    for name, game in GAMES.items():
        logs[json.dumps([game["set"], game["rules"]], sort_keys=True)].append(name)
        assert json.loads(game["line"])["score"] == game["score"], name
    log, rules, wrong = tmp_path / "games.jsonl", tmp_path / "rules.json", {}
    for key, names in logs.items():
        rule_set, options = json.loads(key)
        rules.write_text(json.dumps({"extends": rule_set} | options))
        log.write_text("".join(json.dumps(json.loads(GAMES[name]["line"]) | {"game": number, "session": number}) + "\n"
                               for number, name in enumerate(names)))
        done = arena("verify", log, "--rules", rules)
        if done.returncode != OK:
            wrong |= {", ".join(names): done.stderr[:500]}
    assert not wrong, wrong


# ---- what the games need: asked of the scorekeeper, which reads all options and parts of the rules as the program does --------

OTHER_VALUES = {"kontra.when": "before_lead"}  # where that of EFFECTS refuses no line of the other


@functools.cache
def options_of(rule_set):
    options = json.loads(text_of(f"configs/rules/{rule_set}.json"))
    return {name: value for name, value in options.items() if not name.startswith("description")}


def is_right(game, rule_set, rules):
    return scorekeeper_without.is_right(json.loads(game["line"]), options_of(rule_set) | rules)


def without(option, game):
    """A set and rules that lack the option; where it stands at its default, with another value."""
    if option == "game":
        return "isko", {}
    if "otherwise" in game and game["otherwise"].get(option) != game["rules"].get(option):
        return game["set"], game["otherwise"]
    if option in game["rules"]:
        return game["set"], {name: value for name, value in game["rules"].items() if name != option}
    return game["set"], game["rules"] | {option: OTHER_VALUES.get(option, EFFECTS[option].value)}


def test_the_games_need_their_rules():
    """By other rules, where a game names some, and without the option that it shows, its line is none or counts otherwise."""
    wrong = [name for name, game in GAMES.items() if not is_right(game, game["set"], game["rules"])]
    wrong += [(name, "otherwise") for name, game in GAMES.items()
              if "otherwise" in game and is_right(game, game["set"], game["otherwise"])]
    pairs = {(row["option"], row["game"]) for row in ROWS if {"option", "game"} <= set(row)}
    wrong += [(name, option) for option, name in sorted(pairs) if is_right(GAMES[name], *without(option, GAMES[name]))]
    assert not wrong and len(pairs) > 100, wrong


def test_the_games_need_the_parts():
    """A scorekeeper that lacks this part of the rules counts the game otherwise, or refuses its line."""
    needed = {(part, row["game"]) for row in ROWS for part in row.get("parts", [])}
    assert {part for part, _ in needed} == set(scorekeeper_without.PARTS), "parts are those that can be left out"
    wrong = []
    for part, name in sorted(needed):
        with scorekeeper_without.without(part):
            if is_right(GAMES[name], GAMES[name]["set"], GAMES[name]["rules"]):
                wrong.append((part, name))
    assert not wrong, wrong
