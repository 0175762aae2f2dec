# SPDX-License-Identifier: MIT
"""Tests of the statistician: logs small enough to work out by hand, and that it finds what is wrong. Its formulas are compared with those
of the program, which has tests of its own (tests/unit/test_statistics.c).

The lines of the logs have the fields that statistics look at and no others; their moves need not be legal, except where a classic score has
to be found by replaying the game."""
import collections
import copy
import json
import math
import pathlib
import tempfile
from fractions import Fraction

import pytest

import statistician
import statistician_order
import statistician_sequential
from scorekeeper_rules import flatten, read_rules
from statistician import Statistician
from statistician_checks import Check, Distribution, Ratings, Swings, compare
from statistician_games import Reader
from statistician_hand import hand_cost
from statistician_maths import Placings

pytestmark = pytest.mark.no_sanitizer("runs no program of ours")

T1 = 12.706204736174707  # t quantile 0.975, 1 degree of freedom: tan(0.475 pi)

# A duel (`about` says how its numbers were worked out), and rows.
DATA = json.loads((pathlib.Path(__file__).parent.parent / "data" / "statistician.json").read_text())
MANIFEST, LINES = DATA["manifest"], DATA["lines"]


# ---- making logs ---------------------------------------------------------------------------

LINE: dict = {"table": ["a", "b", "c"], "seats": [0, 1, 2], "moves": "1 p 2 p 0 p", "score": [0, 0, 0], "declarer": None, "bid": 0,
              "contract": None, "status": "ok", "result": {"won": None, "overbid": False, "bock": 1}}


def points_only(table, score, more=()):
    """A game where somebody won or lost, nobody says how: forehand is seat 0."""
    return LINE | {"table": table.split(), "score": score} | dict(more)


def placed(lines, per_deal, deals):
    """With index, session and deal."""
    return [found | {"game": index, "session": index // per_deal // deals, "deal": index // per_deal % deals}
            for index, found in enumerate(lines)]


def manifest(tables, sessions, deals, scoring="classic", compare=None, test=None, **schedule):
    tables = [table.split() for table in tables]
    schedule = {"kind": "fixed", "arrangements": tables, "per_deal": len(tables),
                "unit": "deal", "sessions": sessions, "deals": deals} | schedule
    schedule["games"] = sessions * deals * schedule["per_deal"]
    names = sorted({name for table in tables for name in table})
    found = {"rules": {"seats": len(tables[0]), "scoring.system": scoring}, "schedule": schedule,
             "bots": [{"name": name} for name in names], "deals": "seed"}
    return found | ({"compare": compare} if compare else {}) | ({"test": test} if test else {})


def check(made_for, lines, summary):
    """The differences of a folder of these."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "manifest.json").write_text(json.dumps(made_for))
        (folder / "games.jsonl").write_text("".join(json.dumps(one) + "\n" for one in lines))
        (folder / "summary.json").write_text(summary if isinstance(summary, str) else json.dumps(summary))
        return statistician.check_folder(folder)


# ---- the duel -------------------------------------------------------------------------------

def leaves(value, path=()):
    """Paths to all that is neither an object nor an array."""
    if isinstance(value, (dict, list)):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from leaves(value[key], path + (key,))
    else:
        yield path


def at(tree, path):
    for key in path:
        tree = tree[key]
    return tree


def wrong(value):
    if value is None:
        return 1
    if isinstance(value, bool):
        return not value
    return "x" if isinstance(value, str) else 2 * value + 100.001 if value < 1e300 else 0


class TestDuel:
    def test_agrees(self):
        assert check(MANIFEST, LINES, DATA["summary"]) == []

    @staticmethod
    def is_found(found, expected, path, forge):
        """Whether a change of one field is, by comparing the smallest part that is compared for itself."""
        while len(path) > 1 and isinstance(expected[path[0]], dict):
            found, expected, path = found[path[0]], expected[path[0]], path[1:]
        forged = {path[0]: copy.deepcopy(found[path[0]])}
        forge(at(forged, path[:-1]), path[-1])
        return any(compare("", forged, {path[0]: expected[path[0]]}))

    def test_every_wrong_field_is_found(self):
        summary, expected = DATA["summary"], Statistician(MANIFEST, LINES).expected()
        simulated = ("test", "estimate", "mean")  # not told from others nearby
        paths = [path for path in leaves(summary) if path not in (("games",), simulated)]
        assert len(paths) > 300

        def change(part, key):
            part[key] = wrong(part[key])
        assert [path for path in paths if not self.is_found(summary, expected, path, change)] == []

    def test_every_missing_field_is_found(self):
        summary, expected = DATA["summary"], Statistician(MANIFEST, LINES).expected()
        paths = {path[:length] for path in leaves(summary) for length in range(1, len(path) + 1)} - {("games",)}
        assert [path for path in paths if not self.is_found(summary, expected, path, lambda part, key: part.pop(key))] == []

    def test_lines_that_are_not_of_the_schedule(self):
        lines = copy.deepcopy(LINES)
        lines[3]["table"] = ["A", "B", "B"]  # arrangements of even deals
        lines[4]["deal"] = 0
        found = check(MANIFEST, lines, DATA["summary"])
        assert found == ['games.jsonl:4: table[1]: is "B", should be "A"', "games.jsonl:5: deal: is 0, should be 1"]


# ---- rows -----------------------------------------------------------------------------------

def plain(tree):
    """What is expected, with all that checks have in their place."""
    if isinstance(tree, (Check, Placings)):
        tree = vars(tree)
    if isinstance(tree, dict):
        return {str(name): plain(value) for name, value in tree.items()}
    return [plain(value) for value in tree] if isinstance(tree, list) else tree


def test_folders():
    """Logs, and some of what the statistician expects of their summaries."""
    for row in DATA["folders"]:
        made_for, lines = MANIFEST, LINES[:row.get("duel")]
        if "tables" in row:
            made_for = manifest(row["tables"], row["sessions"], row["deals"], compare=["a", "b"], unit=row.get("unit", "deal"))
            lines = placed([points_only(*game) for game in row["games"]], len(row["tables"]), row["deals"])
        found = plain(Statistician(made_for, lines).expected())
        assert list(compare("", found, row["expected"])) == [], row["about"]


def test_readings():
    """What a line is read as."""
    declared = LINE | {"seats": [1, 2, 0], "moves": "", "declarer": 1, "bid": 18, "contract": "C", "result": LINE["result"] | {"won": True}}
    for row in DATA["readings"]:
        found = declared | row["line"] | {"game": 0}
        made_for = manifest([" ".join(found["table"])], 1, 1)
        made_for["rules"] |= {"scoring.system": "seeger_fabian"} | flatten(row.get("rules", {}))
        play = Reader(made_for).read(found)
        assert {name: getattr(play, name) for name in row["is"]} == row["is"], row["about"]


PLAN = {"model": "normalised", "h0": 0, "h1": 1, "alpha": 0.05, "beta": 0.05, "min_units": 4, "block": 2}


def test_sequential_tests():
    for row in DATA["tests"]:
        found = statistician_sequential.Test(PLAN | row["plan"], row["values"] * row["times"], row["planned"], row["hand"]).final()
        assert list(compare("", plain(found), row["is"])) == [], row["about"]


def test_hands():
    """What a hand costs that is thrown away, and what the other one makes of it."""
    duel = [[list("abb"), list("bab"), list("bba")], [list("baa"), list("aba"), list("aab")]]
    for row in DATA["hands"]:
        rules = read_rules(row.get("rules", {}))
        found = hand_cost(rules, row.get("groups", duel), "a", "b", row.get("scoring", "classic"))
        assert found == pytest.approx(row["is"]), row["about"]


def test_run_that_goes_on():
    made_for = manifest(["a b c"], 1, 20, compare=["a", "b"], test=PLAN)
    lines = placed([points_only("a b c", [points, 0, 0]) for points in [135, 405] * 8], 1, 20)  # a hand costs 540
    assert ("games.jsonl: goes on after the verdict of the test at unit 14" in check(made_for, lines, {}))
    done = Statistician(made_for, lines[:14]).expected()
    assert done["complete"]
    assert done["test"].options[0]["verdict"] == "accept"


class TestOrder:
    TWO = [5, 5, 5, 5, 3, 3, 3, 3]

    def wrong(self, values, found, cycle=1, games=3):
        return [path for path, _ in statistician_order.Series(values, cycle, games).differences("x", found)]

    def test_p(self):
        """That is compared with `found` alone."""
        assert self.wrong(self.TWO, {"p": 0.03, "found": None}) == []
        assert self.wrong(self.TWO, {"p": None, "found": None}) == ["x.p"]
        assert self.wrong(self.TWO, {"p": 0.03, "found": {}}) == self.wrong(self.TWO, {"p": 0.001, "found": None}) == ["x.found"]

    def test_nothing_to_test(self):
        for values, cycle in ((self.TWO[1:], 1), ([4] * 9, 1), (self.TWO + self.TWO[1:], 2)):
            assert self.wrong(values, {"p": None, "found": None}, cycle) == []
            assert self.wrong(values, {"p": 0.5, "found": None}, cycle) == ["x.p"]

    def test_what_is_found(self):
        """A hundred units, the second half higher: stretches of up to a quarter of all, the highest at the end."""
        values = [0] * 50 + [1] * 50

        def part(first, last, mean):
            return {"first": first, "last": last, "first_game": 3 * first, "last_game": 3 * last + 2, "mean": mean}
        # Of the sums of 16 that begin at 0, 2 ... 84, 36 are 16 or -16, and seven, across the middle, -12, -8 ... 12; on average over all
        # orders their square is 16 (100 - 16) / 99.
        ratio = (36 * 16 ** 2 + 2 * (12 ** 2 + 8 ** 2 + 4 ** 2)) / 43 / (16 * 84 / 99)
        found = {"length": 16, "ratio": ratio, "lowest": part(0, 15, 0), "highest": part(50, 65, 1)}
        right = {"p": 0.0001, "found": found}
        assert self.wrong(values, right) == []
        for path, value in ((("ratio",), 3), (("length",), 17), (("lowest", "mean"), 0.5), (("highest", "first_game"), 1),
                            (("highest", "first"), 40)):
            forged = copy.deepcopy(right)
            at(forged["found"], path[:-1])[path[-1]] = value
            assert self.wrong(values, forged), path


# ---- what is compared within tolerances -----------------------------------------------------

class TestChecks:
    def test_ratings_of_a_summary(self):
        placings = Placings(collections.Counter({(("a",), ("b",)): 3, (("b",), ("a",)): 1}))
        check = Ratings(["a", "b"], placings, 2)
        half = 200 * math.log10(3.5 / 1.5)
        right = [{"bot": "a", "rating": half, "error": 10.0, "low": half - 10 * T1, "high": half + 10 * T1},
                 {"bot": "b", "rating": -half, "error": None, "low": None, "high": None}]
        assert check.differences("x", right) == []
        for bot, key in ((0, "rating"), (0, "low"), (1, "rating"), (0, "bot")):
            forged = copy.deepcopy(right)
            forged[bot][key] = None
            assert check.differences("x", forged), key
        assert check.differences("x", [one | {"rating": one["rating"] + 1, "error": None} for one in right]) == [("x", "have no mean of 0")]

    def wrong(self, check, found):
        return [text for _, text in check.differences("x", found)]

    def test_distribution(self):
        """On the edge of a bin a value is in the upper one."""
        values = [Fraction(-1, 3), Fraction(0), Fraction(10), Fraction(1, 10)]

        def bins(width, *pairs):
            return {"width": width, "bins": [{"from": low, "count": n} for low, n in pairs]}
        distribution = Distribution(values)
        for right in (bins(5, (-5, 1), (0, 2), (5, 0), (10, 1)), bins(10, (-10, 1), (0, 2), (10, 1)), bins(100, (-100, 1), (0, 3))):
            assert self.wrong(distribution, right) == []
        for off in (bins(5, (-5, 1), (0, 2), (10, 1)), bins(5, (-5, 1), (0, 3), (5, 1)),
                    bins(25, (-25, 1), (0, 3)), bins(10, (-5, 1), (5, 3)), bins(0.1, (-0.4, 1), (-0.3, 0))):
            assert self.wrong(distribution, off), off
        assert self.wrong(Distribution([Fraction(3, 10)]), bins(0.1, (0.3, 1))) == []

    def test_swings_without_a_difference(self):
        """May be there or not; others may not be left out."""
        entries = [{"deal": 3, "difference": 2.0}, {"deal": 0, "difference": 0.0}, {"deal": 1, "difference": 0.0}]
        for count, agrees in ((0, False), (1, True), (2, True), (3, True)):
            assert (self.wrong(Swings(entries), entries[:count]) == []) == agrees
