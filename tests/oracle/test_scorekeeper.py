# SPDX-License-Identifier: MIT
"""Tests of the scorekeeper: the worked examples of the rulebook and every option of section 7, and that it finds what is wrong.

The rows of tests/data/scorekeeper.json say what they are about and where the expected values come from. Each has the deals of a session;
only the fields that a row names are compared, and they were worked out by hand. That all the others are checked, too, is what the tests of
wrong fields show."""
import ast
import copy
import json
import pathlib
import re
from typing import Any

import pytest

import scorekeeper
from scorekeeper import Scorekeeper
from scorekeeper_rounds import TRIGGERS
from scorekeeper_rules import Unsupported, read_rules

pytestmark = pytest.mark.no_sanitizer("runs no program of ours")

DATA = json.loads((pathlib.Path(__file__).parent.parent / "data" / "scorekeeper.json").read_text())
GAMES, ROWS = DATA["games"], DATA["rows"]
TABLE = ["a", "b", "c"]
LINE = {"arrangement": 0, "declarer": None, "bid": 0, "contract": None, "score": None, "status": "ok"}


def manifest(rules, deals=1, table=TABLE):
    """Faults cost what a concession does, unless the rules say otherwise."""
    return {"rules": {"faults": "conceded"} | rules, "deals": "seed", "bots": [{"name": name} for name in dict.fromkeys(table)],
            "schedule": {"arrangements": [list(table)], "per_deal": 1, "unit": "deal", "deals": deals, "games": deals}}


def make_line(index, fields, deals=1, table=TABLE):
    """The line of a deal with these fields, and what follows from its place in the session."""
    dealer = index % deals % len(table)
    return copy.deepcopy(LINE) | {"table": table, "result": {}, "game": index, "session": index // deals, "deal": index % deals,
                                  "dealer": dealer, "seats": scorekeeper.seats_of(len(table), dealer)} | fields


def fields_of(differences):
    return {re.match(r"[^:]*: (.*?): is ", text)[1]: text for text in differences}


def judged(keeper, line, index):
    """What a scorekeeper finds wrong in one more line, by field."""
    before = len(keeper.differences)
    keeper.check_line(line, index)
    return fields_of(keeper.differences[before:])


def wrong_with(row):
    """What of a row the scorekeeper sees otherwise."""
    table, deals = row.get("table", TABLE), row.get("deals", 1)
    keeper = Scorekeeper(manifest(row["rules"], deals, table))
    for index, fields in enumerate(row["lines"]):
        game = GAMES[fields["is"]] if "is" in fields else {}
        found = judged(keeper, make_line(index, game | fields, deals, table), index)
        if "refused" in row:
            if row["refused"] not in found.get("moves", ""):
                yield f"not refused: {found}"
            continue
        named = {f"result.{name}" for name in fields.get("result", ())} | set(fields) | {
            "round", "triggers", "moves", "moves (who acted illegally)", "rounds_lost", "game", "deal", "seats"}
        yield from (text for field, text in found.items() if field in named)
    for name, totals in row.get("totals", {}).items():
        if any(keeper.totals[name][field] != value for field, value in totals.items()):
            yield f"the totals of {name} are {keeper.totals[name]}, should be {totals}"


def test_rows():
    wrong = [f"row {number}, {row['about']}: {text}" for number, row in enumerate(ROWS) for text in wrong_with(row)]
    assert len(ROWS) > 200 and not wrong, "\n".join(wrong[:10])


def test_every_trigger_has_a_row():
    fired = {name for row in ROWS for line in row["lines"] for name in line.get("triggers", ())} | {"last_round"}
    assert fired == set(TRIGGERS)


def test_reading_rules():
    assert read_rules({"kontra": {"levels": 2}}) == read_rules({"kontra.levels": 2})
    assert read_rules({"seats": 4})["bock.length"] == 4
    assert read_rules({"scoring.system": "minus"})["scoring.limit"] == 301
    assert read_rules({"scoring.system": "minus", "seats": 4})["scoring.limit"] == 401
    for rules in ({"revolution": ["no"]}, {"bock": {"triggers": ["full_moon"]}}, {"kontra": {"level": 2}},
                  {"bock": {"triggers": ["last_round"]}, "ramsch_round": {"triggers": ["last_round"]}}):
        with pytest.raises(Unsupported):
            read_rules(rules)


# ---- rounds ----

def after_a_split(rules, deals=12):
    """A scorekeeper that has seen the first deal of a session: 60 points for each side."""
    keeper = Scorekeeper(manifest(rules, deals))
    keeper.check_line(make_line(0, GAMES["split"] | {"triggers": ["sixty_sixty"]}, deals), 0)
    keeper.differences = []
    return keeper


def test_a_wrong_state_is_reported():
    bock = {"bock": {"triggers": ["sixty_sixty"]}}
    first = {"kind": "bock", "trigger": "sixty_sixty", "deal": 1, "of": 3}
    for change in ({"round": first | {"deal": 2}}, {}, {"round": first | {"kind": "ramsch"}}):
        assert "round" in judged(after_a_split(bock), make_line(1, GAMES["passed"] | change, 12), 1)
    line = make_line(1, GAMES["passed"] | {"triggers": ["re_won"], "totals": [1, 2, 3], "rounds_lost": [0]}, 12)
    assert {"triggers", "totals", "rounds_lost"} <= set(judged(after_a_split(bock), line, 1))
    ramsch = {"ramsch_round": {"triggers": ["sixty_sixty"]}}
    assert "moves" in judged(after_a_split(ramsch), make_line(1, GAMES["passed"], 12), 1), "there is no auction"


# ---- what is wrong is found ----

RULES = {"kontra": {"levels": 2}, "schenken": "all"}


def repaired(rules, line):
    """The line with all that the scorekeeper misses in it."""
    line = copy.deepcopy(line)
    for field, text in judged(Scorekeeper(manifest(rules)), line, 0).items():
        part = line["result"] if field.startswith("result.") else line
        part[field.split(".")[-1]] = ast.literal_eval(text.rsplit(", should be ", 1)[1])
    return line


def test_every_wrong_field_is_found():
    """With 1, game 2, refused 3, schneider 4, x 9 = 36, kontra 72."""
    line = repaired(RULES, make_line(0, GAMES["right"]))
    result = line["result"]
    assert (result["value"], result["doubling"], result["signed"]) == (36, 2, 72)
    assert not judged(Scorekeeper(manifest(RULES)), line, 0)
    wrong = {"declarer": 1, "bid": 20, "contract": "DH", "score": [1, 72, 0], "dealer": 1, "seats": [0, 1, 2], "status": "conceded",
             "table": ["b", "a", "c"], "game": 1, "round": {"kind": "bock"}, "totals": [0, 0, 0], "fault": 1}
    for field, value in wrong.items():
        assert judged(Scorekeeper(manifest(RULES)), line | {field: value}, 0), field
    for field, value in result.items():
        other = {"levels": {}}.get(field, not value if isinstance(value, bool) else 77)
        changed = line | {"result": result | {field: other}}
        assert list(judged(Scorekeeper(manifest(RULES)), changed, 0)) == [f"result.{field}"]


def test_every_wrong_total_is_found(tmp_path):
    """A whole folder: three deals, one of them ramsch, one with kontra by middlehand, c. Classic: b -72, c +120, a +18: 66 in all."""
    rules, summary, lines = DATA["folder"]["rules"], DATA["folder"]["summary"], []
    for index, name in enumerate(DATA["folder"]["games"]):
        line = repaired(rules, make_line(0, GAMES[name]))
        lines.append(line | {"game": index, "deal": index, "dealer": index, "seats": scorekeeper.seats_of(3, index),
                             "score": [line["score"][(seat - index) % 3] for seat in range(3)]})
    (tmp_path / "manifest.json").write_text(json.dumps(manifest(rules, 3)))
    (tmp_path / "games.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))

    def found(summary):
        (tmp_path / "summary.json").write_text(json.dumps(summary))
        return scorekeeper.check_folder(tmp_path)
    assert found(summary) == []
    for field in ("ramsch", "bock", "passed_in"):
        assert len(found(summary | {field: 2})) == 1
    for place in (("score", "points"), ("money", "points"), ("money", "amount"), ("kontra",), ("ramsch",), ("rounds_lost",)):
        forged: Any = copy.deepcopy(summary)
        part = forged["bots"][1]
        for name in place[:-1]:
            part = part[name]
        part[place[-1]] += 1
        assert len(found(forged)) == 1, place
