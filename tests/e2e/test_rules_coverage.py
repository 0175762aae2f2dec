# SPDX-License-Identifier: MIT
"""The rows of tests/data/rules-coverage.json: each rule of the texts has a game or a test that shows it, or a reason."""
import collections
import functools
import json
import re

import pytest

from harness import *
from test_options import reference

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
    path, name = row.get("test", f"tests/e2e/{__name__}.py: wrong_with").split(": ")
    if not re.search(rf"\b{name}\b", text_of(path)):
        yield "no such test"


def test_every_rule_is_shown_or_has_a_reason():
    numbers = collections.Counter(row["row"] for row in ROWS if "row" in row)
    assert sorted(numbers) == list(range(1, RULES_OF_THE_TEXTS + 1))
    assert {row["game"] for row in ROWS if "game" in row} == set(GAMES), "games that no rule names, or that are not there"
    wrong = [(row["rule"], text) for row in ROWS for text in wrong_with(row)]
    assert not wrong, wrong


def test_the_page_has_the_counts():
    """docs/rules-coverage.md: how many rules of each text are shown by what."""
    page = text_of("docs/rules-coverage.md")
    kinds, found = ("game", "test", "reason", "not_applicable"), {}
    for row in ROWS:
        text = next((name for name in ("Swedish text", "Turnéskat text", "Dutch text", "Wikipedia", "Danish text")
                     if row["source"].startswith(name)), "other sources")
        for name in (text, "all"):
            counts = found.setdefault(name, [0] * 5)
            for place in (0, 1 + next(number for number, kind in enumerate(kinds) if kind in row)):
                counts[place] += 1
    rows = re.findall(r"^\| (\w[\w ]*) \| (\d[\d |]*\d) \|$", page, re.M)
    assert {name: [int(number) for number in numbers.split(" | ")] for name, numbers in rows} == found


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
