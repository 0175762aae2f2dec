# SPDX-License-Identifier: MIT
"""Tests of the scorekeeper: the worked examples of the rulebook and every option of section 7.

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
from scorekeeper import Illegal, Scorekeeper, Unsupported, bid_ladder, read_rules
from scorekeeper_rounds import DealFacts, first_of_each_event, triggers_of_deal

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
    assert fired == set(scorekeeper.TRIGGERS)


def test_matadors():
    """Wikipedia: clubs."""
    for held, count in (("CJ SJ DJ", 2), ("CJ CA SJ HJ DJ", 5), ("HJ", -2), ("CK", -6)):
        assert scorekeeper.matadors_of("C", held.split(), read_rules({})) == count, held


def test_rounded_money():
    """Swedish text, Slutsammanräkning: of 27, 0 and -47 at 0.10, rounded to 1, Sven pays Franz 3, Günter pays Franz 7 and
    Sven 5. A half is rounded up for whoever gets it [11]; nothing is paid before the last deal."""
    names = ["franz", "sven", "guenter"]
    for stake, unit, paid in ((0.1, 1, (10, 2, -12)), (0.5, 1, (14 + 37, -14 + 24, -37 - 24)), (0.1, 0, (0, 0, 0))):
        keeper = Scorekeeper(manifest({"money.stake": stake, "money.rounding": unit}, 3, names))
        for deal, classic in enumerate(((27, 0, 0), (0, 0, -80), (0, 0, 33))):
            assert not any(keeper.totals[name]["paid"] for name in names)
            keeper.settle({"arrangement": 0, "deal": deal, "table": names}, list(classic))
        assert tuple(keeper.totals[name]["paid"] for name in names) == paid


def test_the_ladder():
    """Official; and what variants add to it: with 11, ouvert has 18 times the base, a spitze makes it 19; 2 to 11 times the
    sächsische Spitze; rum is a level like hand and never beside it; no gift and no doubling counts to a bid."""
    official = bid_ladder(read_rules({}))
    assert official[:12] == [18, 20, 22, 23, 24, 27, 30, 33, 35, 36, 40, 44] and official[-1] == 264
    for options, added in (({"revolution": ["skat"]}, {92}), ({"spitzen.max": 1}, {19 * base for base in (9, 10, 11, 12)}),
                           ({"sachsenspitze": 21}, {21 * times for times in range(2, 12)} - set(official)), ({"rum": True}, set()),
                           ({"schenken": "all", "kontra": {"levels": 4}}, set())):
        assert set(bid_ladder(read_rules(options))) - set(official) == added, options


def test_reading_rules():
    assert read_rules({"kontra": {"levels": 2}}) == read_rules({"kontra.levels": 2})
    assert read_rules({"seats": 4})["bock.length"] == 4
    assert read_rules({"scoring.system": "minus"})["scoring.limit"] == 301
    assert read_rules({"scoring.system": "minus", "seats": 4})["scoring.limit"] == 401
    for rules in ({"revolution": ["no"]}, {"bock": {"triggers": ["full_moon"]}}, {"kontra": {"level": 2}},
                  {"bock": {"triggers": ["last_round"]}, "ramsch_round": {"triggers": ["last_round"]}}):
        with pytest.raises(Unsupported):
            read_rules(rules)


def test_order_of_the_sachsenspitze():
    for trick, winner in (("DJ CJ SJ", 0), ("CJ HJ SJ", 1), ("CA CT C7", 2), ("CK CA CQ", 2),
                          ("C7 S7 CJ", 2), ("CT C9 C8", 2), ("CA CK SJ", 2)):
        assert scorekeeper.trick_winner(trick.split(), "P") == winner, trick
    assert scorekeeper.points_in(["C7", "CA"]) == 11


# ---- rounds ----

def test_limits_of_triggers():
    """What the games of the rows do not come near enough to."""
    cases: Any = (({"value": 100}, []), ({"value": 101}, ["value_over_100"]), ({"value": 96}, []),
                  ({"value": 96, "won": True}, ["value_at_least_72", "value_at_least_96"]),
                  ({"value": 95, "won": True}, ["value_at_least_72"]), ({"schneider": True}, []),
                  ({"schneider": True, "counted_out": True}, ["declarer_schneider"]),
                  ({"split": True, "counted_out": True}, ["sixty_sixty"]))
    for facts, fired in cases:
        assert triggers_of_deal(DealFacts(declared=True, **facts), [0] * 3, [0] * 3) == fired, facts


def test_events():
    """XSkat's manual: kontra with re, and a total that is a multiple of 1000, are one event each."""
    fired = triggers_of_deal(DealFacts(declared=True, value=96, doubling=4), [240], [1000])
    assert list(first_of_each_event(fired)) == ["kontra_lost", "score_multiple_of_100"]
    assert set(fired) == {"kontra_lost", "re_said", "score_multiple_of_100", "score_ends_in_three_equal_digits"}
    assert triggers_of_deal(DealFacts(), [-22], [-1222]) == ["score_ends_in_three_equal_digits"]
    assert triggers_of_deal(DealFacts(), [-22], [-1220]) == []


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


def test_arrangements_have_sessions_of_their_own():
    plan = manifest({"bock": {"triggers": ["sixty_sixty"]}}, 2)
    plan["schedule"] |= {"arrangements": plan["schedule"]["arrangements"] * 2, "per_deal": 2}
    keeper = Scorekeeper(plan)
    for index, name in enumerate(("split", "passed", "passed", "passed")):
        line = make_line(index // 2, GAMES[name], 2) | {"arrangement": index % 2, "game": index}
        line |= {"round": {"kind": "bock", "trigger": "sixty_sixty", "deal": 1, "of": 3}} if index == 2 else {}
        assert not {"round", "game"} & set(judged(keeper, line, index))


@pytest.mark.parametrize("said, reason", (("0 GH", "no grand hand"), ("1 GH 0 SA 2 K", "no doubling")))
def test_grand_hand_once_and_without_kontra(said, reason):
    rules = read_rules({"kontra": {"levels": 2}})
    hands, skat, _ = scorekeeper.parse_cards(GAMES["passed"]["cards"], scorekeeper.PACK_32, 3)
    ace = next(hand for hand in hands if "SA" in hand)
    ace[ace.index("SA")], hands[0][0] = hands[0][0], "SA"
    game = scorekeeper.Game(rules, bid_ladder(rules), hands, skat, True, (1, 2))
    with pytest.raises(Illegal, match=reason):
        for move in scorekeeper.parse_moves(said):
            game.apply(*move)


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
