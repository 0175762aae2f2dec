# SPDX-License-Identifier: MIT
"""End-to-end tests of schedules, comparisons and sequential tests: run, compare, regress, test.

The numbers are computed again by statistician.py, or here.
"""
import collections
import copy
import itertools
import json
import math
import pathlib
import re
import shlex
import shutil
import signal
import statistics
import subprocess
import time
import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest

import harness
import statistician
from harness import *

pytestmark = pytest.mark.no_sanitizer("about numbers, not memory")

REJECTED, UNDECIDED = 1, 2
HAND = {"module": "random", "options": {"hand": 60}}
CAREFUL = {"module": "stammtisch", "options": {"caution": 75}}
WIDE = ("--margin", 40)  # few deals are enough for a pass
SLIGHTLY = {"module": "stammtisch", "options": {"caution": 59}}
SEATINGS = ("rotations", "all")
QUICK = {"min_units": 100, "block": 30, "h1": 10}  # a test that a short run can decide


def faulty(percent, **more):
    options = {"what": "illegal_card", "when": "card", "percent": percent} | more
    return bad_bot("faulty", **options)


def word(bot):
    """A bot of a config as one word of the command line."""
    if isinstance(bot, str):
        return bot
    options = ",".join(f"{key}={value}" for key, value in bot.get("options", {}).items())
    return f"{bot['module']}:{options}" if options else bot["module"]


def alike(value, other, tolerance=2e-8):
    """Whether two trees of JSON are the same but for rounding."""
    if isinstance(value, dict) and isinstance(other, dict):
        return value.keys() == other.keys() and all(alike(value[k], other[k]) for k in value)
    if isinstance(value, list) and isinstance(other, list):
        return len(value) == len(other) and all(map(alike, value, other))
    if isinstance(value, float) or isinstance(other, float):
        return abs(value - other) <= tolerance * max(1, abs(value))
    return value == other


def without_first(summary):
    """A summary as it is without a log."""
    summary = copy.deepcopy(summary)
    for kind in ("swings", "divergences"):
        for swing in summary["comparison"][kind]:
            swing["first"] = None
    return summary


class StatisticsTest(RunTest):
    codes = (OK, REJECTED, UNDECIDED)

    def judge(self, *arguments, **fields):
        """Plays a config with a test; returns the exit status and the folder."""
        done, out = self.run_config("--quiet", *arguments, **fields)
        assert done.returncode in self.codes, done.stderr
        return done.returncode, out

    def assert_agreed(self, folder):
        differences = statistician.check_folder(folder)
        assert not differences, "\n".join(differences[:10])

    def assert_checked(self, folder):
        self.assert_sound(folder)
        self.assert_agreed(folder)

    def compare(self, *arguments, code=OK):
        """compare of two bots, quiet, in a new folder."""
        self.count += 1
        out = self.temp / f"out{self.count}"
        done = arena("compare", *arguments, "--quiet", "--out", out)
        assert done.returncode == code, done.stderr
        return out

    def refused(self, code, *arguments, says=()):
        """A call that ends with `code`, prints no result and says each of these words."""
        done = arena(*arguments)
        assert done.returncode == code, f"{arguments}\n{done.stdout[:500]}{done.stderr}"
        for text in says:
            assert text in done.stderr
        assert done.stdout == ""
        return done.stderr


# ---- schedules ------------------------------------------------------------------------------

DUEL = [["abb", "bab", "bba"], ["aab", "aba", "baa"]]
BOTS = {"a": HAND, "b": "basic", "c": RANDOM, "d": UNIFORM, "e": PASS}


def cycle(table):
    return sorted(table[-shift:] + table[:-shift] for shift in range(3))


class TestSchedules(StatisticsTest):
    def tables(self, names, kind, seatings):
        """Tables by group, sorted, and the folder of a sound run."""
        folder = self.play(bots={name: BOTS[name] for name in names}, seats=list(names), deals=7,
                           schedule=kind, seatings=seatings, compare=["a", "b"])
        schedule = read_json(folder, "manifest.json")["schedule"]
        assert ((schedule["kind"], schedule["seatings"], schedule["unit"])
                == (kind, seatings, "deal"))
        tables = ["".join(table) for table in schedule["arrangements"]]
        size = schedule["per_deal"]
        assert schedule["games"] == 7 * size
        groups = [tables[first:first + size] for first in range(0, len(tables), size)]
        self.check_games(folder, groups)
        return [sorted(group) for group in groups], folder

    def check_games(self, folder, groups):
        """Each deal is played at the tables of its group, in order, with the same cards."""
        by_deal = collections.defaultdict(list)
        for line in read_lines(folder):
            by_deal[line["deal"]].append(line)
        assert sorted(by_deal) == list(range(7))
        for deal, lines in by_deal.items():
            group = deal % len(groups)
            assert ["".join(line["table"]) for line in lines] == groups[group]
            assert ([line["arrangement"] for line in lines]
                    == [group * len(groups[0]) + place for place in range(len(lines))])
            assert len({(line["cards"], line["dealer"]) for line in lines}) == 1

    def assert_balanced(self, groups):
        """In every deal each bot sits in each seat equally often, if tables are symmetric."""
        for group in groups:
            for name in set("".join(group)):
                counts = {sum(table[seat] == name for table in group) for seat in range(3)}
                assert len(counts) == 1, f"{name} in {group}"

    def check(self, names, kind, seatings, expected):
        groups, folder = self.tables(names, kind, seatings)
        assert groups == [sorted(group) for group in expected]
        self.assert_balanced(groups)
        self.assert_sound(folder)
        return groups, folder

    def test_duel(self):
        _, folder = self.check("ab", "duel", "rotations", DUEL)
        self.assert_agreed(folder)
        _, folder = self.check("ab", "duel", "all", [DUEL[0] + DUEL[1]])
        self.assert_agreed(folder)

    def test_gauntlet(self):
        duels = [[[table.replace("b", other) for table in group] for group in DUEL]
                 for other in "bcd"]
        groups = [sum((duel[group] for duel in duels), []) for group in range(2)]
        _, folder = self.check("abcd", "gauntlet", "rotations", groups)
        self.assert_agreed(folder)
        _, folder = self.check("abcd", "gauntlet", "all", [groups[0] + groups[1]])
        self.assert_agreed(folder)

    @pytest.mark.parametrize("names", ("abc", "abcd", "abcde"))
    def test_round_robin_all(self, names):
        expected = ["".join(order) for triple in itertools.combinations(names, 3)
                    for order in itertools.permutations(triple)]
        _, folder = self.check(names, "round_robin", "all", [expected])
        self.assert_agreed(folder)

    @pytest.mark.parametrize("names", ("abc", "abcd", "abcde"))
    def test_round_robin_rotations(self, names):
        """Each triple goes one way round the table on even deals, the other way on odd ones."""
        triples = ["".join(triple) for triple in itertools.combinations(names, 3)]
        expected = [sum(map(cycle, triples), []),
                    sum((cycle(triple[0] + triple[2] + triple[1]) for triple in triples),
                        [])]
        self.check(names, "round_robin", "rotations", expected)

    def test_bug_round_robin_rotations_cannot_show_divergence(self):
        """No two tables of one deal are alike but for a and b, so nothing is known of it."""
        groups, folder = self.tables("abc", "round_robin", "rotations")
        comparison = read_json(folder, "summary.json")["comparison"]
        assert comparison["verdict"] != "identical play"
        assert comparison["divergent"] is None
        self.assert_agreed(folder)

    def test_every_pair_meets_equally_often(self):
        for names in ("abcd", "abcde"):
            for seatings in SEATINGS:
                groups, folder = self.tables(names, "round_robin", seatings)
                meetings = [collections.Counter(pair for table in group for pair in
                                                itertools.combinations(sorted(table), 2))
                            for group in groups]
                for counts in meetings:
                    assert len(counts) == math.comb(len(names), 2)
                    assert len(set(counts.values())) == 1
                found = {pair["games"] for pair in read_json(folder, "summary.json")["pairs"]}
                assert found == {7 * meetings[0]["a", "b"]}

    def test_groups_take_turns_by_session_where_those_are_units(self):
        folder = self.play(rules="stammtisch", schedule="duel", sessions=4, deals=3,
                           bots={"a": HAND, "b": "stammtisch"}, seats=["a", "b"])
        assert read_json(folder, "manifest.json")["schedule"]["unit"] == "session"
        for line in read_lines(folder):
            assert line["table"].count("a") == 1 + line["session"] % 2
        self.assert_checked(folder)

    def test_seats_choose_among_the_bots(self):
        folder = self.play(bots=BOTS, schedule="duel", seats=["e", "b"], deals=12)
        assert read_json(folder, "manifest.json")["compare"] == ["b", "e"]
        summary = read_json(folder, "summary.json")
        assert [row["bot"] for row in summary["standings"]] == ["b", "e"]
        self.assert_checked(folder)


# ---- identical bots -------------------------------------------------------------------------

class TestIdenticalBots(StatisticsTest):
    def assert_nothing(self, comparison):
        """Every difference is exactly 0."""
        self.assert_no_effect(comparison)
        worths = comparison["bidding"]["declared"]
        assert {worths[key]["worth"]["mean"] for key in worths} == {0}
        assert (worths["only_a"]["matches"], worths["only_b"]["matches"]) == (0, 0)
        assert comparison["bidding"]["higher"]["same"] == comparison["bidding"]["matches"]

    def assert_no_effect(self, comparison):
        for scoring in comparison["scorings"].values():
            for key in ("mean", "error", "low", "high"):
                assert scoring[key] == 0
            # What exists but has not occurred yet is not excluded.
            assert scoring["empirical"]["low"] < 0 < scoring["empirical"]["high"]
        for name in ("roles", "contracts", "positions"):
            assert comparison[name]
            assert {part["effect"]["mean"] for part in comparison[name]} == {0}
        assert (comparison["swings"], comparison["divergences"]) == ([], [])
        assert (comparison["superiority"]["mean"], comparison["likelihood"]) == (0.5, None)

    @pytest.mark.parametrize("bot, rules, seatings", itertools.product(
        ("stammtisch", HAND, mixed(concede=30)), ("isko", "stammtisch"), SEATINGS))
    def test_differ_by_nothing(self, bot, rules, seatings):
        folder = self.play(rules=rules, schedule="duel", seatings=seatings, deals=12,
                           sessions=4, bots={"x": bot, "y": bot}, seats=["x", "y"])
        comparison = read_json(folder, "summary.json")["comparison"]
        self.assert_nothing(comparison)
        assert comparison["verdict"] == "identical play"
        assert (comparison["divergent"], comparison["deals"]) == (0, 48)
        assert comparison["divergence_bound"] == 3 / comparison["units"]
        assert comparison["zero"] == comparison["units"]
        self.assert_checked(folder)

    def test_in_a_round_robin_of_all_seatings(self):
        """Two twins beside a third bot: their divergence is seen at exchanged seats."""
        folder = self.play(schedule="round_robin", seatings="all", compare=["x", "y"], deals=24,
                           bots={"x": HAND, "y": HAND, "z": "basic"}, seats=["x", "y", "z"])
        comparison = read_json(folder, "summary.json")["comparison"]
        assert (comparison["verdict"], comparison["divergent"]) == ("identical play", 0)
        self.assert_no_effect(comparison)
        self.assert_checked(folder)

    def test_one_that_differs_is_found(self):
        """The tests above could pass with a program that sees no difference at all."""
        folder = self.play(schedule="duel", seats=["x", "y"], deals=72,
                           bots={"x": "stammtisch", "y": CAREFUL})
        comparison = read_json(folder, "summary.json")["comparison"]
        assert comparison["divergent"] > 0
        assert comparison["divergence_bound"] is None
        assert comparison["verdict"] != "identical play"
        self.assert_agreed(folder)


# ---- agreement with the statistician --------------------------------------------------------

RULES = ("isko", "stammtisch", "bierlachs", "ramsch-only", {"scoring": "opponents"},
         {"scoring": "seeger_fabian"})


class TestAgreement(StatisticsTest):
    def bots(self):
        return {"r": HAND, "u": UNIFORM, "e": PASS, "s": "stammtisch", "b": "basic",
                "m": mixed(concede=20), "o": cheat("moody"), "k": cheat("remembers"),
                "w": bad_bot("wild", wild=5, crash=3)}

    def check(self, names, **fields):
        bots = {name: self.bots()[name] for name in dict.fromkeys(names)}
        folder = self.play(bots=bots, seed=len(str(fields)), **{"seats": list(names)} | fields)
        self.assert_checked(folder)
        return read_json(folder, "summary.json")

    @pytest.mark.long
    def test_duels(self):
        for number, rules in enumerate(RULES):
            self.check("su"[::1 if number % 2 else -1], rules=rules, schedule="duel",
                       seatings=SEATINGS[number % 2], sessions=repeat(4, 3), deals=repeat(10, 5))
            self.check("mr", rules=rules, schedule="duel", sessions=3, deals=repeat(9, 4),
                       seatings=SEATINGS[1 - number % 2])

    def test_faults(self):
        faults = 0
        for rules in ("isko", "stammtisch", {"scoring": "minus"}):
            summary = self.check("ws", rules=rules, schedule="duel", sessions=2, deals=18)
            faults += sum(sum(bot["faults"].values()) for bot in summary["bots"])
        assert faults > 0

    @pytest.mark.parametrize("rules", RULES)
    def test_three_and_four_bots(self, rules):
        self.check("srw", rules=rules, schedule="round_robin", seatings="all", sessions=2,
                   deals=repeat(4, 2), compare=["s", "w"])
        self.check("sbkm", rules=rules, schedule="gauntlet", sessions=2, deals=repeat(6, 3),
                   compare=["s", "m"])
        self.check("ourw", rules=rules, schedule="round_robin", seatings="all", sessions=2,
                   deals=repeat(3, 2), compare=["w", "o"])

    @pytest.mark.parametrize("rules", RULES)
    def test_seats(self, rules):
        sessions = repeat(3, 2)
        self.check("rssr", rules=rules, schedule="rotations", sessions=sessions, deals=repeat(8, 4))
        self.check("rswsw", rules=rules, schedule="rotations", sessions=sessions,
                   deals=repeat(4, 2), compare=["s", "w"])
        self.check("rswsw", rules=rules, schedule="fixed", sessions=sessions, deals=repeat(10, 5),
                   compare=["w", "s"])
        self.check("rsws", rules=rules, schedule="permutations", sessions=2, deals=repeat(4, 2),
                   compare=["r", "s"])
        self.check("rss", rules=rules, schedule="fixed", sessions=2, deals=10)

    def test_tiny_runs(self):
        for deals, schedule in itertools.product(
                (1, 2), ("duel", "rotations", "fixed", "permutations")):
            seats = "rs" if schedule == "duel" else "rss"
            summary = self.check(seats, deals=deals, schedule=schedule)
            scoring = summary["comparison"]["scorings"]["classic"]
            assert (scoring["low"] is None) == (deals == 1)
            assert scoring["mean"] is not None

    @pytest.mark.long
    def test_many_points_of_the_curve(self):
        for deals in repeat((255, 257, 600), (257, 300)):
            summary = self.check("rb", deals=deals, schedule="duel")
            points = summary["comparison"]["curve"]["points"]
            assert 128 <= len(points) <= 256
            assert points[-1]["units"] == deals

    def test_bug_errors_of_standings_keep_their_digits(self):
        """All units have the same score: the error is 0, not 6e-6."""
        folder = self.play(bots={"b": "basic", "e": PASS}, seats=["e", "b"], schedule="duel",
                           deals=2)
        self.assert_agreed(folder)

    def test_bug_256_units_have_256_points(self):
        """As the statistician reads `at most 256`."""
        self.check("rb", deals=256, schedule="duel")

    def test_bug_differences_on_the_edge_of_a_bin_belong_to_the_upper_one(self):
        """[from, from + w): with 5 deals a session a multiple of w falls into the bin below."""
        folder = self.play(rules="stammtisch", schedule="duel", deals=5, seed=904,
                           sessions=repeat(300, 100), seats=["s", "t"],
                           bots={"s": "stammtisch",
                                 "t": {"module": "stammtisch", "options": {"caution": 45}}})
        self.assert_agreed(folder)


# ---- workers, logs --------------------------------------------------------------------------

class TestWorkers(StatisticsTest):
    def check(self, code, **fields):
        one, first = self.judge("--workers", 1, **fields)
        other, second = self.judge("--workers", 8, **fields)
        assert (one, other) == (code, code)
        self.assert_same_bytes(first, second)
        self.assert_verified(first)
        self.assert_agreed(first)
        summary = read_json(first, "summary.json")
        assert summary["games"] < summary["planned"]

    def test_same_bytes_when_a_test_stops_early(self):
        self.check(REJECTED, schedule="duel", deals=100000, test=QUICK | {"h1": 5},
                   bots={"a": "basic", "b": "stammtisch"}, seats=["a", "b"])

    def test_same_bytes_when_units_are_sessions(self):
        self.check(OK, schedule="duel", sessions=5000, deals=3, rules="stammtisch",
                   test={"min_units": 20, "block": 7, "h1": 10},
                   bots={"a": "stammtisch", "b": HAND}, seats=["a", "b"])

    def test_without_a_log(self):
        fields = {"schedule": "duel", "seats": ["a", "b"], "deals": 90,
                  "bots": {"a": "stammtisch", "b": mixed(concede=10)}}
        with_log, without = self.play(**fields), self.play("--log", "none", **fields)
        assert not (without / "games.jsonl").exists()
        summary = read_json(with_log, "summary.json")
        comparison = summary["comparison"]
        assert (len(comparison["swings"]), len(comparison["divergences"])) == (10, 5)
        for swing in comparison["swings"] + comparison["divergences"]:
            assert swing["first"] is not None
        assert read_json(without, "summary.json") == without_first(summary)

    @pytest.mark.no_sanitizer("about text, not memory")
    def test_the_tables_of_details_fit_80_columns(self):
        a, b = "stammtisch", "stammtisch:caution=60,null=false,hand=false"
        text = arena("compare", a, b, "-n", 36, "--audit", 0, "--details", "--out", self.temp / "out").stdout
        tables = re.findall(r"^ +part \(95.*?(?=\n\n)|^  games won by final bid.*?(?=\n\n)|^ +a deal \(95.*?(?=\n\n)", text, re.M | re.S)
        assert len(tables) == 3 and max(len(line) for table in tables for line in table.splitlines()) <= 80, tables
        headings = [table.splitlines()[0] for table in tables[1:]]
        assert all(re.search(f"  {a} +[a-z=0-9,_]+$", heading) for heading in headings), headings
        swings = text.partition("largest swings, up or down")[2]
        swings = [abs(float(found)) for found in re.findall(r"^ +([+-][\d.]+)  session", swings, re.M)]
        assert swings and swings == sorted(swings, reverse=True)

    def test_bug_without_a_log_no_replay_is_offered(self):
        out = self.temp / "out"
        done = arena("compare", "stammtisch", "basic", "-n", 36, "--log", "none", "--details", "--out", out)
        assert done.returncode == OK
        assert "largest swings" in done.stdout
        assert "replay" not in done.stdout


# ---- the sequential test --------------------------------------------------------------------

# Each a change of summary.json that `verify` has to name, by the path of the field.
TAMPERED = [
    ("units", lambda found: found + 1), ("complete", lambda found: not found),
    ("standings.0.seats", lambda found: found + 3),
    ("standings.1.classic.per_36.mean", lambda found: found + 1e-6),
    ("pairs.0.difference.error", lambda found: found * 1.0001),
    ("pairs.0.likelihood", lambda found: found / 2),
    ("comparison.verdict", lambda found: "no difference shown"),
    ("comparison.divergent", lambda found: found - 1),
    ("comparison.scorings.seeger_fabian.empirical.low", lambda found: found + 0.01),
    ("comparison.roles.0.a.points", lambda found: found + 10),
    ("comparison.contracts.1.effect.high", lambda found: found + 1e-8),
    ("comparison.bidding.calibration.0.b.won", lambda found: found - 1),
    ("comparison.curve.points.3.low", lambda found: -found),
    ("comparison.distribution.bins.2.count", lambda found: found + 1),
    ("comparison.swings.0.first.move", lambda found: found + 1),
    ("comparison.divergences.4.games.0", lambda found: found + 1),
    ("test.llr", lambda found: found + 0.001), ("test.verdict", lambda found: "undecided"),
    ("test.deviation", lambda found: None), ("test.block", lambda found: found + 1),
]


class TestSequentialTest(StatisticsTest):
    DECIDED = {"schedule": "duel", "seats": ["a", "b"], "deals": 3000,
               "bots": {"a": "stammtisch", "b": HAND}}

    def check(self, code, verdict, **fields):
        found, folder = self.judge(**self.DECIDED | fields)
        assert found == code
        manifest, summary = (read_json(folder, f"{name}.json") for name in ("manifest", "summary"))
        test, plan = summary["test"], manifest["test"]
        assert test["verdict"] == verdict
        assert summary["complete"]
        assert summary["games"] == test["units"] * manifest["schedule"]["per_deal"]
        assert len(read_lines(folder)) == summary["games"]
        if verdict != "undecided":
            assert summary["games"] < summary["planned"]
            assert test["units"] >= plan["min_units"]
            assert test["units"] % plan["block"] == 0
        self.assert_verified(folder)
        self.assert_agreed(folder)
        return test

    def test_accept(self):
        test = self.check(OK, "accept", test=QUICK)
        assert test["units"] == 120  # the first multiple of 30 from 100 on
        assert test["llr"] >= test["upper"]

    def test_reject(self):
        test = self.check(REJECTED, "reject", compare=["b", "a"], test=QUICK | {"h1": 4})
        assert test["llr"] <= test["lower"]

    def test_undecided_at_the_end(self):
        test = self.check(UNDECIDED, "undecided", deals=160, test=QUICK | {"h0": 50, "h1": 51})
        assert test["units"] == 160
        test = self.check(UNDECIDED, "undecided", deals=90, test=QUICK)
        assert test["units"] == 90

    def test_decided_at_the_end_between_blocks(self):
        test = self.check_at_end(test=QUICK | {"block": 1000}, deals=130)
        assert (test["verdict"], test["units"]) == ("accept", 130)

    def check_at_end(self, **fields):
        code, folder = self.judge(**self.DECIDED | fields)
        assert code == OK
        self.assert_verified(folder)
        self.assert_agreed(folder)
        return read_json(folder, "summary.json")["test"]

    def test_normalised(self):
        test = self.check(OK, "accept", test=QUICK | {"model": "normalised", "h1": 0.3})
        assert test["llr"] >= test["upper"]

    def test_sessions(self):
        self.check_sessions(OK, ["a", "b"])
        self.check_sessions(REJECTED, ["b", "a"])

    def check_sessions(self, code, pair):
        found, folder = self.judge(**self.DECIDED | {
            "rules": "bierlachs", "sessions": 400, "deals": 4, "compare": pair,
            "test": {"min_units": 24, "block": 8, "h1": 3}})
        assert found == code
        test = read_json(folder, "summary.json")["test"]
        assert (test["units"] % 8, test["units"] >= 24) == (0, True)
        self.assert_verified(folder)
        self.assert_agreed(folder)

    def test_no_difference_is_judged_at_the_end_only(self):
        code, folder = self.judge(**self.DECIDED | {
            "deals": 150, "bots": {"a": HAND, "b": HAND}, "test": QUICK | {"h0": -1, "h1": 0}})
        test = read_json(folder, "summary.json")["test"]
        least = 150 * -math.log(1 - 1 / test["largest"])
        assert (code, test["units"]) == (UNDECIDED, 150)
        assert test["llr"] == pytest.approx(least, abs=1e-6)
        self.assert_verified(folder)
        self.assert_agreed(folder)

    def test_a_log_that_goes_on_is_found(self):
        _, folder = self.judge(**self.DECIDED | {"test": QUICK})
        _, longer = self.judge(**self.DECIDED | {"deals": 140, "compare": ["a", "b"]})
        text, whole = ((name / "games.jsonl").read_text() for name in (folder, longer))
        assert whole.startswith(text)
        (folder / "games.jsonl").write_text(whole)
        assert "continues after" in self.assert_tampering_found(folder, "games.jsonl")

    def tampered(self):
        _, folder = self.judge(**self.DECIDED | {"test": QUICK, "bots": {
            "a": "stammtisch", "b": mixed()}})
        return folder, read_json(folder, "summary.json")

    def change(self, folder, summary, path, change):
        *way, last = (int(key) if key.isdigit() else key for key in path.split("."))
        changed = copy.deepcopy(summary)
        part = changed
        for key in way:
            part = part[key]
        part[last] = change(part[last])
        assert changed != summary
        (folder / "summary.json").write_text(json.dumps(changed))

    def test_tampered_numbers_are_found(self):
        folder, summary = self.tampered()
        self.assert_verified(folder)
        for path, change in TAMPERED:
            self.change(folder, summary, path, change)
            self.assert_tampering_found(
                folder, "$." + re.sub(r"\.(\d+)", r"[\1]", path))

    def test_bug_added_entries_are_found(self):
        folder, summary = self.tampered()
        for path in ("standings", "comparison.swings", "comparison.curve.points",
                     "comparison.distribution.bins"):
            self.change(folder, summary, path, lambda found: found + found[:1])
            self.assert_tampering_found(folder, "$." + path)


# ---- compare --------------------------------------------------------------------------------

class TestCompareBots(StatisticsTest):
    def test_bots_by_name_path_and_options(self):
        path = harness.BUILD / "bots" / "stammtisch.so"
        out = self.compare(f"{path}:caution=45,null=false", "stammtisch", "-n", 36)
        manifest = read_json(out, "manifest.json")
        assert manifest["compare"] == ["stammtisch:caution=45,null=false", "stammtisch"]
        assert (manifest["schedule"]["kind"], manifest["schedule"]["games"]) == ("duel", 108)
        options = {bot["name"]: bot["options"] for bot in manifest["bots"]}
        assert (options["stammtisch:caution=45,null=false"]["caution"],
                options["stammtisch:caution=45,null=false"]["null"],
                options["stammtisch"]["caution"]) == (45, False, 57)
        self.assert_checked(out)

    def test_equal_words(self):
        out = self.compare("stammtisch", "stammtisch", "-n", 36, "--seatings", "all")
        comparison = read_json(out, "summary.json")["comparison"]
        assert (comparison["a"], comparison["b"]) == ("stammtisch", "stammtisch-2")
        assert comparison["verdict"] == "identical play"
        self.assert_checked(out)

    def test_defaults(self):
        out = self.compare("random", "basic")
        schedule = read_json(out, "manifest.json")["schedule"]
        assert schedule["sessions"] * schedule["deals"] == 3600
        assert schedule["seatings"] == "rotations"

    def test_rules_seed_and_seatings(self):
        out = self.compare("random", "stammtisch", "-n", 72, "--rules", "bierlachs", "--seed", 12,
                           "--seatings", "all", "--workers", 2)
        manifest = read_json(out, "manifest.json")
        assert ((manifest["seed"], manifest["schedule"]["per_deal"], manifest["rules"]["scoring"])
                == (12, 6, "minus"))
        self.assert_checked(out)

    @pytest.mark.parametrize("deals", (37, 100, 1000))
    def test_bug_as_many_deals_as_asked_for(self, deals):
        out = self.compare("random", "basic", "-n", deals)
        comparison = read_json(out, "summary.json")["comparison"]
        assert comparison["deals"] == deals

    def test_tables_say_what_the_summary_says(self):
        out = self.temp / "out"
        done = arena("compare", "stammtisch", "random", "-n", 72, "--out", out)
        assert done.returncode == OK
        comparison = read_json(out, "summary.json")["comparison"]
        mean, judged = comparison["scorings"]["classic"]["mean"], read_json(out, "summary.json")["pairs"][0]["judged"]
        shown = f"{mean:+.0f} ({judged['low']:+.0f} to {judged['high']:+.0f})"
        assert f"stammtisch is better: stammtisch - random {shown} classic" in done.stdout
        assert (f"did better in {comparison['better']} deals, equal in {comparison['zero']}, worse in "
                f"{comparison['worse']}") in done.stdout
        assert "replay" not in done.stdout
        done = arena("compare", out, "--details")
        assert "stammtisch is better" in done.stdout
        assert f"{comparison['divergent']} deals played differently" in done.stdout
        for part in comparison["roles"] + comparison["contracts"] + comparison["positions"]:
            effect = f"{part['effect']['mean']:+.2f}" if part["effect"]["mean"] else "0.00"
            pattern = (rf"{part['name'].replace('_', ' ')} .*{effect} .*"
                       rf" {part['a']['seats']} x .* {part['b']['seats']} x")
            assert re.search(pattern.replace("+", r"\+"), done.stdout)
        assert done.stdout.count(" replay ") == len(comparison["swings"])

    def test_json_is_the_file(self):
        out = self.temp / "out"
        done = arena("compare", "stammtisch", "basic", "-n", 36, "--json", "--out", out)
        assert done.stdout.strip() == (out / "summary.json").read_text().strip()
        again = arena("compare", out, "--json")
        assert (again.returncode, again.stdout) == (OK, done.stdout)

    def test_verdict_of_a_test_is_the_exit_status(self):
        test = ("--test", "points", "--min-units", 100, "--block", 50)
        out = self.compare("stammtisch", "random", *test)
        assert arena("compare", out, "--quiet").returncode == OK
        out = self.compare("random", "stammtisch", *test, "--h1", 3, code=REJECTED)
        done = arena("compare", out)
        assert done.returncode == REJECTED
        assert done.stdout.startswith("reject, H0 0 explains the difference better than H1 3: random - stammtisch -")
        out = self.compare("stammtisch", word(SLIGHTLY), *test, "-n", 36, code=UNDECIDED)
        assert arena("compare", out, "--quiet").returncode == UNDECIDED

    def test_test_options_reach_the_manifest(self):
        out = self.compare("stammtisch", "random", "-n", 360, "--test=normalised", "--h0=-0.5",
                           "--h1=0.25", "--alpha=0.01", "--beta=0.2", "--min-units=40",
                           "--block=20")
        assert read_json(out, "manifest.json")["test"] == {
                "model": "normalised", "h0": -0.5, "h1": 0.25, "alpha": 0.01, "beta": 0.2,
                "min_units": 40, "block": 20}
        self.assert_agreed(out)

    @pytest.mark.parametrize("words, says", (
        (("stammtisch", "nobody"), ["nobody"]), (("./missing.so", "basic"), ["missing.so"]),
        (("stammtisch:cautoin=4", "basic"), ["cautoin", 'did you mean "caution"']),
        (("stammtisch:caution=450", "basic"), ["caution", "0..100"]),
        (("stammtisch:caution", "basic"), ["KEY=VALUE", "caution"]),
        (("stammtisch", "basic", "--rules", "iskoo"), ["iskoo"]),
        (("stammtisch", "basic", "--seatings", "some"), ["rotations|all"]),
        (("stammtisch", "basic", "-n", "0"), ["--deals"]),
        (("stammtisch", "basic", "--test", "points", "--h1", "0"), ["h0 and h1"]),
        (("stammtisch", "basic", "--test", "points", "--h0", "3", "--h1", "1"), ["--test: h0 must be below h1"]),
        (("stammtisch", "basic", "--test", "points", "--alpha", "0.7"), ["alpha"]),
        (("stammtisch", "basic", "--tset", "points"), ["did you mean --test"]),
        (("a", "b", "c", "d"), ['no bot module "a"']), ((), ["missing argument"])))
    def test_errors(self, words, says):
        self.refused(USAGE, "compare", *words, says=says)

    def test_bug_unknown_modules_have_suggestions(self):
        self.refused(USAGE, "compare", "stamtisch", "basic",
                     says=["stamtisch", 'did you mean "stammtisch"'])

    @pytest.mark.parametrize("option",
        ("--h0=-1", "--h1=2", "--alpha=0.1", "--min-units=50", "--block=10"))
    def test_bug_options_of_a_test_need_a_test(self, option):
        self.refused(USAGE, "compare", "basic", "random", "-n", 36, option,
                     "--out", self.temp / "new", "--force", says=["--test"])

    def test_bug_text_options_may_be_numbers(self):
        """A value that looks like a number is still a text where the option is one."""
        path = harness.BUILD / "tests" / "bots" / "mixed.so"
        out = self.compare(f"{path}:note=5", "basic", "-n", 3)
        assert read_json(out, "manifest.json")["bots"][0]["options"]["note"] == "5"

    def test_bug_long_names_are_cut_between_characters(self):
        path = self.temp / f"x{'ä' * 22}.so"
        shutil.copy(harness.BUILD / "bots" / "basic.so", path)
        out = self.compare(path, "random", "-n", 3)
        assert read_json(out, "manifest.json")["compare"][1] == "random"


class TestCompareFolders(StatisticsTest):
    FOUR = {"bots": {"stammtisch": "stammtisch", "b": "basic", "r": HAND, "u": UNIFORM},
            "seats": ["stammtisch", "b", "r", "u"], "schedule": "round_robin", "deals": 12,
            "seatings": "all"}

    def pair(self, folder, a, b):
        done = arena("compare", folder, a, b, "--json")
        assert done.returncode == OK, done.stderr
        return json.loads(done.stdout)

    def test_config(self):
        path = self.write_config(**self.FOUR | {"compare": ["r", "u"]})
        out = self.temp / "out"
        done = arena("compare", path, "--out", out, "--json")
        assert done.returncode == OK, done.stderr
        assert done.stdout.strip() == (out / "summary.json").read_text().strip()
        self.assert_checked(out)

    def test_config_needs_a_pair(self):
        path = self.write_config(**self.FOUR)
        self.refused(USAGE, "compare", path, "--out", self.temp / "out", says=["compare"])
        assert not (self.temp / "out").exists()

    def test_same_pair_as_the_summary(self):
        folder = self.play(**self.FOUR | {"compare": ["stammtisch", "r"]})
        summary = read_json(folder, "summary.json")
        found = self.pair(folder, "stammtisch", "r")
        for key, value in found.items():
            assert summary[key] == value, key
        assert {"standings", "pairs", "ratings", "comparison"} <= found.keys()

    def test_other_pair_as_a_config_that_compares_it(self):
        one = self.play(**self.FOUR)
        for pair in (["b", "u"], ["u", "stammtisch"]):
            other = self.play(**self.FOUR | {"compare": pair})
            assert (self.pair(one, *pair)["comparison"]
                    == read_json(other, "summary.json")["comparison"])
            self.assert_agreed(other)

    def test_three_bots_by_rotations(self):
        seats = ["stammtisch", "b", "r"]
        fields = self.FOUR | {"seats": seats, "schedule": "rotations", "seatings": None}
        fields = {key: value for key, value in fields.items() if value}
        one, other = self.play(**fields), self.play(**fields | {"compare": ["r", "b"]})
        assert (self.pair(one, "r", "b")["comparison"]
                == read_json(other, "summary.json")["comparison"])
        self.assert_agreed(other)

    def test_swapped(self):
        folder = self.play(**self.FOUR | {"compare": ["stammtisch", "r"]})
        one, other = (self.pair(folder, *pair)["comparison"]
                      for pair in (("stammtisch", "r"), ("r", "stammtisch")))
        for name, scoring in one["scorings"].items():
            back = other["scorings"][name]
            assert ((scoring["mean"], scoring["low"], scoring["high"], scoring["error"])
                    == (-back["mean"], -back["high"], -back["low"], back["error"]))
        assert one["divergent"] == other["divergent"]
        assert one["likelihood"] + other["likelihood"] == pytest.approx(1, abs=5e-9)
        assert ([swing["difference"] for swing in one["swings"]]
                == [-swing["difference"] for swing in other["swings"]])
        for key in ("roles", "contracts", "positions"):
            assert ([(part["a"], part["b"]) for part in one[key]]
                    == [(part["b"], part["a"]) for part in other[key]])

    def test_text_for_a_pair(self):
        folder = self.play(**self.FOUR)
        done = arena("compare", folder, "r", "u")
        assert done.returncode == OK
        assert "r - u " in done.stdout

    def test_errors(self):
        folder = self.play(**self.FOUR | {"schedule": "gauntlet"})
        for words, code, says in (
                ((folder, "stamtisch", "r"), USAGE, ['did you mean "stammtisch"']),
                ((folder, "r", "nobody"), USAGE, ["nobody"]),
                ((folder, "r", "u"), USAGE, ["never sit at the same table"]),
                ((folder,), BAD_FILE, ["summary.json", "A B"]),
                ((self.temp / "missing", "r", "u"), BAD_FILE, ["missing"]),
                ((self.temp / "missing",), USAGE, ["missing", "No such file"]),
                ((self.temp,), BAD_FILE, ["is a folder without results", "manifest.json"]),
                ((ROOT / "README.md",), USAGE, ["README.md:1:1", "not JSON"])):
            self.refused(code, "compare", *words, says=says)

    def test_a_config_says_itself_what_is_played(self):
        path = self.write_config(**self.FOUR | {"compare": ["r", "u"]})
        for option in (("--rules", "isko"), ("--deals", 5), ("--seatings", "all"),
                       ("--test", "points")):
            self.refused(USAGE, "compare", path, *option, "--out", self.temp / "out",
                         says=["set it in the config instead", option[0]])
        assert not (self.temp / "out").exists()

    def test_bug_options_without_meaning_are_refused(self):
        folder = self.play(**self.FOUR | {"compare": ["r", "u"]})
        for words in ((folder,), (folder, "r", "u")):
            for option in ("--rules=isko", "--deals=5", "--seatings=all", "--test=points",
                           "--seed=9", "--out=x", "--log=none"):
                self.refused(USAGE, "compare", *words, option, says=[option.split("=")[0]])

    def test_bug_a_bot_is_not_compared_with_itself(self):
        folder = self.play(**self.FOUR)
        self.refused(USAGE, "compare", folder, "r", "r", says=["same bot"])

    def damaged(self, change):
        """`compare FOLDER A B` on a log that is not the schedule's."""
        folder = self.play(**self.FOUR)
        lines = (folder / "games.jsonl").read_text().splitlines(keepends=True)
        (folder / "games.jsonl").write_text("".join(change(lines)))
        self.refused(BAD_FILE, "compare", folder, "r", "u", says=["games.jsonl"])

    def test_bug_arrangement_that_the_schedule_has_not(self):
        self.damaged(lambda lines: [
            re.sub('"arrangement":[0-9]+', '"arrangement":5000000', lines[0])] + lines[1:])

    def test_bug_a_log_that_misses_a_game(self):
        self.damaged(lambda lines: lines[:4] + lines[5:])

    def test_bug_a_log_in_another_order(self):
        self.damaged(lambda lines: lines[24:48] + lines[:24] + lines[48:])

    def test_a_torn_log(self):
        self.damaged(lambda lines: lines[:-1] + [lines[-1][:100]])

    def test_a_short_log(self):
        self.damaged(lambda lines: lines[:-24])

    def test_damaged_bidding(self):
        folder = self.play(**self.FOUR | {"compare": ["r", "u"]})
        summary = read_json(folder, "summary.json")
        for bidding in ([], 5, {"declared": [1, 2]}, {"declared": {}, "bots": 1}):
            summary["comparison"]["bidding"] = bidding
            (folder / "summary.json").write_text(json.dumps(summary))
            self.refused(BAD_FILE, "compare", folder, says=["$.comparison.bidding"])

    def test_a_line_that_cannot_be_replayed(self):
        self.damaged(lambda lines: lines[:3] + ["{}\n"] + lines[4:])

    def test_no_log(self):
        folder = self.play("--log", "none", **self.FOUR)
        self.refused(BAD_FILE, "compare", folder, "r", "u", says=["games.jsonl", "kept no log"])

    def test_bug_damaged_summaries(self):
        folder = self.play(**self.FOUR | {"compare": ["r", "u"]})
        for text in ("", "{", "[]", '{"comparison": 5}', '{"comparison": {}}'):
            (folder / "summary.json").write_text(text)
            self.refused(BAD_FILE, "compare", folder, says=["summary.json"])


# ---- regress --------------------------------------------------------------------------------

class TestRegress(StatisticsTest):
    def regress(self, old, new, *arguments, code=OK, out=None, log="all"):
        """With all games in the log, which are recomputed; `log` None: as regress logs by itself."""
        self.count += 1
        self.out = out or self.temp / f"out{self.count}"
        done = arena("regress", word(old), word(new), "--out", self.out, *(["--log", log] if log else []), *arguments)
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout

    def verdicts(self, text):
        return re.findall(r"^(ok|FAIL|\?) ", text, re.MULTILINE)

    def test_identical(self):
        text = self.regress("stammtisch", twin("stammtisch", self.temp), "--deals", 120, "--margin", 8)
        assert self.verdicts(text) == ["ok"] * 3
        assert "all 120 deals are played alike" in text
        assert "2.5%" in text
        comparison = read_json(self.out, "summary.json")["comparison"]
        assert (comparison["deals"], comparison["verdict"]) == (120, "identical play")
        self.assert_agreed(self.out)

    @pytest.mark.parametrize("when, percent, deals",
        (("deal_begin", 3, 36), ("game_end", 3, 36), ("session_begin", 20, 360)))
    def test_faults_without_a_decision(self, when, percent, deals):
        """Who fails before or after all decisions plays no card differently, but fails."""
        text = self.regress("basic", faulty(percent, what="segfault", when=when), "-n", deals, "--seed", 2,
                            code=REJECTED)
        assert self.verdicts(text) == ["FAIL", "ok", "?"]
        assert text.startswith("FAIL: new fails more often than old\n")
        assert re.search(r"^WARNING new: \d+ crashes in ", text, re.MULTILINE)
        assert re.search(r"^FAIL new: \d+ crashes in ", text, re.MULTILINE)

    def test_too_few_deals_for_a_pass(self):
        """Before the first game, and after the last."""
        self.out = self.temp / "few"
        done = arena("regress", "stammtisch", word(SLIGHTLY), "-n", 36, "--out", self.out)
        assert done.returncode == UNDECIDED
        assert "a pass takes at least 1698 deals, unless new is better" in done.stdout
        assert "a pass takes at least 1698 deals, unless the new bot is better: " in done.stderr
        assert "warning: a pass of a bot that is not better takes at least 1698 deals; there are 36" in done.stderr
        assert read_json(self.out, "summary.json")["verdict"]["least_units"] == 1698

    def test_tiny_chances_of_error(self):
        self.regress("basic", twin("basic", self.temp), "-n", 36, "--alpha", "1e-10", "--margin", "1e-6", code=UNDECIDED)
        self.assert_verified(self.out)
        assert arena("compare", self.out, "new", "old").returncode == UNDECIDED  # as of the run

    def test_few_identical_deals(self):
        hand = HAND | {"module": twin("random", self.temp)}
        assert self.verdicts(self.regress(HAND, hand, "-n", 36, *WIDE)) == ["ok"] * 3

    def test_bug_a_handful_of_deals_played_alike_is_no_pass(self):
        """One hand in 200 is a disaster: most runs of 20 deals see none, and said PASS."""
        text = self.regress(bad_bot("rare"), bad_bot("rare", disaster=200), "-n", 20, "--seed", 1, code=UNDECIDED)
        assert text.startswith("UNDECIDED: new and old play all 20 deals alike")
        assert self.verdicts(text) == ["ok", "ok", "?"]
        assert "; a pass takes at least 1698 deals, unless new is better\n" in text

    @pytest.mark.long
    def test_clearly_worse(self):
        for new in (RANDOM, {"module": "stammtisch", "options": {"caution": 20}}):
            text = self.regress("stammtisch", new, "--against", "random", code=REJECTED)
            assert self.verdicts(text) == ["ok", "ok", "FAIL"]
            summary = read_json(self.out, "summary.json")
            assert summary["test"]["verdict"] == "reject"
            assert summary["comparison"]["scorings"]["classic"]["high"] < 0
            assert read_json(self.out, "manifest.json")["compare"] == ["new", "old"]
            if FULL or new is RANDOM:
                self.assert_agreed(self.out)

    def test_bug_clearly_worse_by_sessions(self):
        """100 points a deal worse, with error 1: not before 500 sessions, and hardly then."""
        self.regress("stammtisch", RANDOM, "--rules", "stammtisch", "-n", 18000, code=REJECTED)

    def test_clearly_better(self):
        text = self.regress(RANDOM, "stammtisch")
        assert self.verdicts(text) == ["ok"] * 3
        assert read_json(self.out, "summary.json")["games"] < 15 * 36000

    def test_undecided(self):
        text = self.regress("stammtisch", SLIGHTLY, "-n", 360, code=UNDECIDED)
        assert text.startswith("UNDECIDED: whether new is worse than old by more than 0.5: new - old ")
        assert self.verdicts(text) == ["ok", "ok", "?"]

    def test_more_faults(self):
        """A margin that takes longer than to see that only the new bot fails."""
        text = self.regress("basic", faulty(3), "-n", 1440, "--margin", 4, code=REJECTED)
        assert self.verdicts(text)[:2] == ["FAIL", "ok"]
        assert read_json(self.out, "summary.json")["test"]["faults"]["decided"]
        self.assert_agreed(self.out)
        self.assert_verified(self.out)
        text = self.regress(faulty(3), "basic", "-n", 1440, "--margin", 200)
        assert self.verdicts(text) == ["ok"] * 3
        assert re.search(r"ok +new: no faults .* old: [1-9]", text)

    def test_bug_the_same_faulty_bot_is_not_worse(self):
        """On odd deals the new bot has two seats: it makes two thirds of their faults."""
        codes = set()
        again = self.temp / "faulty.so"
        again.write_bytes(pathlib.Path(bad_bot("faulty")).read_bytes() + b"twin")
        for seed in range(4):
            done = arena("regress", word(faulty(10)), word(faulty(10) | {"module": str(again)}), "-n", 72, "--quiet",
                         "--margin", 13, "--seed", seed, "--out", self.temp / f"same{seed}")
            codes.add(done.returncode)
            assert "all 72 deals are played alike" in done.stdout
        assert codes == {OK}

    def junit(self, *arguments, **more):
        file = self.temp / "junit.xml"
        text = self.regress(*arguments, "--junit", file, **more)
        return text, ElementTree.parse(file).getroot()

    def check_junit(self, text, suite):
        cases = suite.findall("testcase")
        assert suite.tag == "testsuite"
        results = ["FAIL" if case.find("failure") is not None else "?" if case.find("skipped") is not None else "ok" for case in cases]
        assert results[:3] == self.verdicts(text)
        assert ([suite.get(key) for key in ("tests", "failures", "errors", "skipped")]
                == [str(len(cases)), str(results.count("FAIL")), "0", str(results.count("?"))])
        said = {item.get("name"): item.get("value") for item in suite.iter("property")}
        assert said["verdict"] == text.splitlines()[0]
        assert float(suite.get("time")) == float(cases[2].get("time"))

    def test_junit(self):
        text, suite = self.junit("stammtisch", twin("stammtisch", self.temp), "-n", 72, *WIDE)
        self.check_junit(text, suite)
        assert suite.get("failures") == "0"
        text, suite = self.junit("basic", faulty(30, what="segfault"), "-n", 720, code=REJECTED)
        self.check_junit(text, suite)
        faults = [case for case in suite.findall("testcase") if "fault in game" in case.get("name")]
        assert 5 < len(faults) <= 20
        assert int(suite.get("failures")) >= len(faults) + 1
        for case in faults:
            failure = case.find("failure")
            assert (failure.get("type"), "replay" in failure.text) == ("crash", True)
            if not has_sanitizer():
                assert "Segmentation fault" in failure.get("message")
                assert "faulty.so" in failure.text

    def test_junit_escapes(self):
        out = self.temp / "a&b <c> \"d\" 'e' ]]> ä"
        text, suite = self.junit("stammtisch", CAREFUL, "-n", 36, code=UNDECIDED, out=out)
        self.check_junit(text, suite)
        output = suite.findall("testcase")[1].find("system-out").text
        assert any(str(out) in shlex.split(command) for command in self.commands(output))
        assert "the first deals played differently" in output

    def commands(self, text):
        return re.findall(r"^ .*session \d+, deal \d+: (.*)$", text, re.MULTILINE)

    def run_commands(self, text):
        """The games that a shell shows when the commands of the output are copied into it."""
        for command in self.commands(text):
            done = subprocess.run(command, shell=True, cwd=ROOT, text=True, capture_output=True,
                                  timeout=TIMEOUT, check=False)
            assert (done.returncode, done.stderr) == (OK, ""), command
            yield [int(game) for game in re.findall(r"^game (\d+):", done.stdout, re.MULTILINE)]

    def test_first_divergences(self):
        text = self.regress("stammtisch", CAREFUL, "-n", 720, "-m", 100, "--seed", 5, log=None)
        divergences = read_json(self.out, "summary.json")["comparison"]["divergences"]
        assert len(divergences) == 5
        assert list(self.run_commands(text)) == [divergence["games"] for divergence in divergences]
        lines = {line["game"]: line for line in read_lines(self.out)}  # of the deals that differ
        for divergence in divergences:
            first = divergence["first"]
            position = ("forehand", "middlehand", "rearhand")[first["position"]]
            assert f"move {first['move']}, {position}: new " in text
            moves = [lines[first[side]["game"]]["moves"].split()[2 * first["move"] - 2:]
                     for side in "ab"]
            assert moves[0][:2] != moves[1][:2]
            hand = lines[first["a"]["game"]]["cards"].split("|")[first["position"]]
            shown = next(line for line in text.split(f"session {divergence['session']}, deal "
                                                     f"{divergence['deal']}:")[1].splitlines()
                         if line.strip().startswith(f"{position} holds "))
            self.assert_holds(shown, hand, first["move"])

    def assert_holds(self, shown, hand, move):
        """The cards in the line are some of the hand's; before any card is played, all."""
        suits = dict(zip("♣♠♥♦", "CSHD"))
        cards = {suits.get(card[0], card[0]) + card[1]
                 for card in re.findall(r"[♣♠♥♦CSHD][AKQJT987]\b", shown)}
        assert cards <= set(hand.split("."))
        assert cards
        if move == 1:
            assert cards == set(hand.split("."))

    def test_bug_commands_work_in_folders_with_spaces(self):
        text = self.regress("stammtisch", CAREFUL, "-n", 36, code=UNDECIDED,
                            out=self.temp / "old & new")
        assert self.commands(text)
        for games in self.run_commands(text):
            assert len(games) == 15

    def test_quiet_and_json(self):
        text = self.regress("stammtisch", CAREFUL, "-n", 36, "--quiet", code=UNDECIDED)
        assert "replay" not in text
        assert len(self.verdicts(text)) == 3
        text = self.regress("stammtisch", CAREFUL, "-n", 36, "--json", code=UNDECIDED)
        found = json.loads(text)
        regression = found.pop("regression")
        assert found == read_json(self.out, "summary.json")
        assert (regression["verdict"], regression["same_file"]) == ("undecided", False)
        assert [check["verdict"] for check in regression["checks"]] == ["ok", "ok", "undecided"]
        assert regression["old"]["deterministic"] and regression["new"]["deterministic"]

    def test_beside_third_bots(self):
        """It differs only from whom it sits beside: in duels the two are alike."""
        thirds = ("--against", "stammtisch", "--against", "basic")
        text = self.regress(RANDOM, twin("random", self.temp), "-n", 36, *WIDE, *thirds)
        schedule = read_json(self.out, "manifest.json")["schedule"]
        assert (schedule["kind"], schedule["per_deal"]) == ("against", 15)
        together = [table for table in schedule["arrangements"][:15] if len(set(table)) == 3]
        assert len(together) == 12 and all({"new", "old"} < set(table) for table in together)
        assert "at these tables" in text
        self.assert_agreed(self.out)

    def test_a_change_above_18_is_found(self):
        """At default settings, though the two never bid more than 18 alone: V1."""
        out = self.temp / "duel"
        assert arena("compare", bad_bot("goes_on"), "basic", "-n", 360, "--out", out).returncode == OK
        assert read_json(out, "summary.json")["comparison"]["verdict"] == "identical play"
        text = self.regress("basic", bad_bot("goes_on"), "--seed", 2, code=REJECTED)
        assert text.startswith("FAIL: new is worse")
        assert self.verdicts(text) == ["ok", "ok", "FAIL"]

    def test_one_that_always_hangs_ends_soon(self):
        text = self.regress("basic", bad_bot("faulty", what="hang", percent=100), "--time-limit", 300,
                            code=REJECTED)
        assert re.search(r"FAIL new fails in \d+ of \d+ games that it plays alone", text)
        assert "no answer in time" in text
        shown = arena("faults", self.out, "--bot", "new", "--most", 1).stdout
        assert "no answer in time" in shown
        text = self.regress(bad_bot("faulty", what="abort", percent=100),
                            bad_bot("faulty", what="exit", percent=100), code=UNDECIDED)
        assert self.verdicts(text) == ["?"] * 3

    def test_who_is_not_deterministic_is_named(self):
        text = self.regress(bad_bot("unsound", sin="address"), "basic", "-n", 36, code=UNDECIDED)
        assert re.search(r"ok +old is not deterministic \(in deal \d+, move \d+, \w+ answered", text)

    def test_the_same_file_is_said_to_be_so(self):
        """At once, and without a folder: nothing is played. The same bytes elsewhere are the same file, other options are not."""
        again = self.temp / "mine.so"
        shutil.copy(program().parent / "bots" / "basic.so", again)
        for one, other in (("basic", "basic"), ("basic", str(again))):
            junit = self.temp / "junit.xml"
            text = self.regress(one, other, "--junit", junit)
            assert text.startswith("PASS: new and old are the same file with the same options, so nothing was played\n"
                                   "WARNING if new should differ")
            assert not self.out.exists() and "so nothing was played" in junit.read_text()
            told = json.loads(self.regress(one, other, "--json"))
            assert told["verdict"]["exit_status"] == 0 and told["regression"]["same_file"]
        text = self.regress("basic", str(again), "-n", 36, "--same", *WIDE)
        assert text.startswith("PASS: new and old play all 36 deals alike")
        text = self.regress("stammtisch", SLIGHTLY, "-n", 36, code=UNDECIDED)
        assert "the same file" not in text

    def test_a_config(self):
        path = self.write_config(bots={"mine": "basic", "was": "stammtisch"}, seats=["mine", "was"],
                                 schedule="duel", compare=["mine", "was"], deals=900)
        self.out = self.temp / "config"
        done = arena("regress", path, "--out", self.out)
        assert done.returncode in (REJECTED, UNDECIDED), done.stderr
        assert ": mine - was " in done.stdout.splitlines()[0]
        assert read_json(self.out, "manifest.json")["test"]["h0"] == -0.5
        done = arena("regress", path, "--rules", "isko", "--out", self.temp / "other")
        assert (done.returncode, "set it in the config" in done.stderr) == (USAGE, True)

    def test_scoring(self):
        self.regress("basic", twin("basic", self.temp), "-n", 36, "--scoring", "seeger_fabian", *WIDE)
        assert read_json(self.out, "summary.json")["comparison"]["primary"] == "seeger_fabian"

    def test_limits(self):
        self.regress("basic", twin("basic", self.temp), "-n", 36, "--time-limit", 777, "--node-budget", 5, *WIDE)
        manifest = read_json(self.out, "manifest.json")
        assert (manifest["time_limit_ms"], manifest["node_budget"]) == (777, 5)

    def test_errors(self):
        out = ("--out", self.temp / "out")
        self.refused(USAGE, "regress", *out, says=["missing argument"])
        self.refused(USAGE, "regress", "stammtisch", *out, says=["stammtisch"])
        self.refused(USAGE, "regress", "stammtisch", "nobody", *out, says=["nobody"])
        self.refused(USAGE, "regress", "basic", "basic", "--margin", 0, *out, says=["--margin"])
        self.refused(USAGE, "regress", "basic", "basic", "--margin", -1, *out, says=["--margin"])
        self.refused(USAGE, "regress", "basic", "random", "--margin", 268, *out, says=["--margin: 268", "268 points apart"])
        self.refused(USAGE, "regress", "basic", "basic", "--alpha", 0.9, *out, says=["alpha"])
        assert not (self.temp / "out").exists()
        done = arena("regress", "basic", "random", "-n", 36, "--junit", "/nowhere/x.xml", *out)
        assert done.returncode == INTERNAL
        assert "/nowhere/x.xml" in done.stderr


# ---- what a command concludes ----------------------------------------------------------------

def size_of(path):
    """0 if there is no such file, or no longer."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


class TestConclusions(StatisticsTest):
    def text(self, *arguments, code=OK):
        done = arena("compare", *arguments)
        assert done.returncode == code, done.stderr
        return done.stdout

    def test_faults_come_first(self):
        out = self.temp / "out"
        text = self.text("basic", f"{bad_bot('faulty')}:what=segfault,percent=30", "-n", 60,
                         "--out", out)
        crashes = read_json(out, "summary.json")["bots"][1]["faults"]["crash"]
        assert text.splitlines()[1] == (f"WARNING faulty: {crashes} crashes in 270 seats, charged as the rules say: "
                                        "most of the points come from them")
        assert f"faults {out}" in text.splitlines()[2]
        assert text == self.text(out) + text[len(self.text(out)):]  # the folder says the same
        assert "WARNING" not in self.text("basic", "random", "-n", 36, "--out", self.temp / "sound")

    @pytest.mark.parametrize("options", [[], ["kontra.levels=2", "bock.triggers=kontra_lost"], ["scoring=opponents", "passed_in=ramsch"],
                                         ["scoring=seeger_fabian", "ramsch_round.triggers=re_said"]], ids=",".join)
    def test_more_counts_as_possible_with_faults(self, options):
        """Once a fault has cost more than any game can; one that is cheaper takes no verdict away."""
        rules = [word for option in options for word in ("--rule", option)]
        seen = set()
        for often in ("after=9,percent=2", "percent=100"):
            out = self.compare("random", f"{bad_bot('faulty')}:what=illegal_card,when=card,{often}", "-n", 72, *rules)
            manifest, summary = read_json(out, "manifest.json"), read_json(out, "summary.json")
            assert summary["bots"][1]["faults"]["illegal"]
            assert summary["verdict"]["largest"] == summary["pairs"][0]["judged"]["largest"]
            scorings, own = summary["comparison"]["scorings"], manifest["rules"]["scoring"]
            of = scorings[own if own in scorings else "score"]
            beyond = max(-of["lowest"], of["highest"]) > manifest["largest_difference"] * 1.000001
            counts = "largest_difference_with_faults" if beyond else "largest_difference"
            assert abs(summary["verdict"]["largest"] - manifest[counts]) < 1e-3
            assert manifest["largest_difference_with_faults"] > manifest["largest_difference"]
            self.assert_agreed(out)
            seen.add(beyond)
        assert options or seen == {False, True}

    def test_faults_of_both_bots(self):
        out = self.temp / "both"
        text = self.text(f"x={bad_bot('faulty')}:what=segfault,percent=20",
                         f"y={bad_bot('faulty')}:what=illegal_card,percent=30", "-n", 60, "--out", out)
        crash, illegal = (bot["faults"][kind] for bot, kind in
                          zip(read_json(out, "summary.json")["bots"], ("crash", "illegal")))
        assert min(crash, illegal) > 1
        for line, faults in zip(text.splitlines()[1:], (f"x: {crash} crashes", f"y: {illegal} illegal actions")):
            assert line == f"WARNING {faults} in 270 seats, charged as the rules say: most of the points come from them"

    def test_no_minus_nothing_and_as_many_decimals_as_known(self):
        for bots in (("basic", "basic"), ("stammtisch", word(SLIGHTLY))):
            self.count += 1
            text = self.text(*bots, "-n", 720, "--details", "--out", self.temp / f"zero{self.count}")
            assert "-0.00" not in text and "+0.00" not in text
        wide = self.text("stammtisch", "random", "-n", 12, "--seed", 5, "--out", self.temp / "wide")
        assert re.search(r"random \+\d+ \([+-]\d+ to \+\d+\) classic", wide)
        narrow = self.text("stammtisch", word(SLIGHTLY), "-n", 7200, "--out", self.temp / "narrow")
        assert re.search(r" [+-]\d+\.\d{2,3} \([+-]\d+\.\d{2,3} to [+-]\d+\.\d{2,3}\) classic", narrow)

    def test_both_scorings(self):
        out = self.temp / "seeger"
        text = self.text("stammtisch", "basic", "-n", 72, "--scoring", "seeger_fabian", "--out", out)
        assert "Seeger points a deal" in text.splitlines()[0]
        assert re.search(r"^  classic \+", text, re.MULTILINE)
        assert read_json(out, "manifest.json")["rules"]["scoring"] == "seeger_fabian"

    def test_what_a_longer_run_would_need(self):
        out = self.temp / "out"
        text = self.text("stammtisch", "basic", "-n", 144, "--out", out)
        summary = read_json(out, "summary.json")
        scoring, shown = summary["comparison"]["scorings"]["classic"], summary["verdict"]["difference"]
        deviation = scoring["error"] * math.sqrt(144)
        found = re.search(r"standard deviation of a deal (\S+): an interval of \+-0.25 needs about (\d+) deals", text)
        assert float(found[1]) == pytest.approx(deviation, abs=0.06)
        # The shown interval at so many deals: chance falls with their root, what it allows for rare differences with their number.
        rare = (shown["high"] - shown["low"]) / 2 - 1.96 * scoring["error"]
        share = 144 / int(found[2])
        assert rare > 0 and 1.96 * scoring["error"] * math.sqrt(share) + rare * share == pytest.approx(0.25, rel=0.03)

    def test_names(self):
        for bots, names in (
                (("new=stammtisch:caution=48", "stammtisch"), ["new", "stammtisch"]),
                (("stammtisch:caution=48", "basic"), ["stammtisch", "basic"]),
                (("stammtisch:caution=48", "stammtisch"), ["stammtisch:caution=48", "stammtisch"])):
            self.count += 1
            out = self.temp / f"names{self.count}"
            self.text(*bots, "-n", 6, "--out", out)
            assert read_json(out, "manifest.json")["compare"] == names

    def test_a_program_is_run_by_the_pipe_bot(self):
        script = self.temp / "my bot.py"
        shutil.copy(ROOT / "bots" / "pipe" / "example.py", script)
        for mode in (0o755, 0o644):
            script.chmod(mode)
            out = self.temp / f"program{mode}"
            self.text(script, "basic", "-n", 3, "--out", out)
            manifest = read_json(out, "manifest.json")
            assert manifest["compare"] == ["my bot", "basic"]
            assert manifest["bots"][0]["id"] == "pipe"
            summary = read_json(out, "summary.json")
            assert not any(summary["bots"][0]["faults"].values())

    def played(self, *words):
        """Without --out: which folder of results/ the commands at the end name, and all that are there then."""
        done = subprocess.run([program(), *words], cwd=self.temp, text=True, capture_output=True, timeout=TIMEOUT)
        named = re.search(r"^page:    \S+ report results/(\S+)$", done.stdout, re.MULTILINE)
        return named and named[1], sorted(path.name for path in (self.temp / "results").iterdir()), done

    @pytest.mark.parametrize("words, name", ((("run", "duel.json"), "duel"), (("compare", "duel.json"), "duel"),
                                             (("compare", "basic", "random", "-n", "3"), "basic-vs-random"),
                                             (("regress", "basic", "random", "-n", "3"), "regress")))
    def test_each_run_has_a_folder_of_its_own(self, words, name):
        """One rule: the next free number; --force the first; one that --out names is refused if it is used."""
        (self.temp / "duel.json").write_text(json.dumps({"name": "duel", "rules": "isko", "bots": {"a": "basic", "b": "random"},
                                                         "schedule": "duel", "sessions": 1, "deals": 3}))
        assert self.played(*words)[:2] == (name, [name])
        before = (self.temp / "results" / name / "manifest.json").read_bytes()
        folder, there, done = self.played(*words, "--seed", "5")
        assert (folder, there) == (f"{name}-2", [name, f"{name}-2"]) and "not finished" not in done.stderr
        if words[0] == "compare":
            assert f"details: {program()} compare results/{name}-2 --details" in done.stdout.splitlines()
        assert (self.temp / "results" / name / "manifest.json").read_bytes() == before
        done = self.played(*words, "--out", f"results/{name}")[2]
        assert done.returncode == USAGE and "exists and is not empty; --force" in done.stderr
        # What is not finished can be continued, and nothing else in the folder is lost.
        (self.temp / "results" / f"{name}-2" / "resume.json").write_text("{}")
        (self.temp / "results" / name / "notes.txt").write_text("mine")
        folder, there, done = self.played(*words)
        assert (folder, len(there)) == (f"{name}-3", 3)
        assert f"the run in results/{name}-2 is not finished: `{program()} run --resume results/{name}-2` continues it" in done.stderr
        assert self.played(*words, "--seed", "5", "--force")[0] == name
        assert (self.temp / "results" / name / "manifest.json").read_bytes() != before
        assert (self.temp / "results" / name / "notes.txt").read_text() == "mine"

    def test_an_empty_folder_is_used(self):
        (self.temp / "results" / "basic-vs-random").mkdir(parents=True)
        assert self.played("compare", "basic", "random", "-n", "3")[0] == "basic-vs-random"

    def test_regress_logs_the_deals_that_differ(self):
        out = self.temp / "out"
        close = {"module": "stammtisch", "options": {"caution": 50}}
        done = arena("regress", "stammtisch", word(close), "-n", 60, "--audit", 0, "--margin", 30, "--out", out)
        assert "regress: at most 900 games" in done.stderr
        comparison, lines = read_json(out, "summary.json")["comparison"], read_lines(out)
        assert 0 < comparison["divergent"] < comparison["deals"]
        assert len(lines) == 15 * comparison["divergent"]
        assert not (out / "journal.bin").exists()
        alike = self.temp / "alike"
        arena("regress", "basic", twin("basic", self.temp), "-n", 60, "--audit", 0, "--out", alike)
        assert read_lines(alike) == [] and (alike / "games.jsonl").exists()
        every = self.temp / "every"
        arena("regress", "basic", twin("basic", self.temp), "-n", 60, "--log", "all", "--out", every)
        assert len(read_lines(every)) == 900

    def test_as_many_deals_as_asked_for(self):
        for deals, sessions in ((100, 3), (10, 1), (72, 2)):
            out = self.temp / f"deals{deals}"
            done = arena("compare", "basic", "random", "-n", deals, "--out", out)
            assert (done.returncode, "warning" in done.stderr) == (OK, deals == 10), done.stderr
            schedule = read_json(out, "manifest.json")["schedule"]
            assert (schedule["sessions"], schedule["games"]) == (sessions, 3 * deals)
            assert read_json(out, "summary.json")["comparison"]["deals"] == deals
            self.assert_checked(out)
        done = arena("compare", "basic", "random", "--rules", "stammtisch", "-n", 40, "--out", self.temp / "whole")
        assert done.returncode == USAGE and "use 36 or 72" in done.stderr

    def test_resumed_is_as_if_not_interrupted(self):
        """The verdict, the tables, the exit code and the JUnit file of the command that began."""
        outputs = {}
        for how in ("whole", "cut"):
            where = self.temp / how
            where.mkdir()
            command = ["regress", "stammtisch", word(SLIGHTLY), "-n", "2880", "--margin", "0.1", "--out",
                       "out", "--junit", "junit.xml"]
            process = subprocess.Popen([program(), *command], cwd=where, text=True,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            if how == "cut":
                log = where / "out" / "games.jsonl"
                until = time.monotonic() + TIMEOUT
                # The audit before the run has a log, too, which goes away.
                while not (size_of(log) > 100000 and size_of(where / "out" / "resume.json")) and process.poll() is None:
                    assert time.monotonic() < until
                    time.sleep(0.002)
                process.send_signal(signal.SIGTERM)
            text, errors = process.communicate(timeout=TIMEOUT)
            status = process.returncode
            if status == INTERRUPTED:
                assert re.search(r"^WARNING not finished: \d+ of 43200 games$", text, re.MULTILINE)
                assert (where / "junit.xml").exists()
                done = subprocess.run([program(), "run", "--resume", "out"], cwd=where, text=True,
                                      capture_output=True, timeout=TIMEOUT, check=False)
                status, text = done.returncode, done.stdout
            text = re.sub(r"^the bots gave about \d+ answers\n", "", text, flags=re.MULTILINE)  # of what was played now
            outputs[how] = (status, text, re.sub(r' time="[0-9.]+"', "", (where / "junit.xml").read_text()),
                            (where / "out" / "summary.json").read_bytes())
        assert outputs["whole"] == outputs["cut"]

    def test_several_pairs_are_adjusted_together(self):
        folder = self.play(bots={"s": "stammtisch", "b": "basic", "r": RANDOM}, seats=["s", "b", "r"],
                           schedule="round_robin", deals=36)
        summary = read_json(folder, "summary.json")
        p = sorted(pair["p"] for pair in summary["pairs"])
        adjusted = sorted(pair["p_holm"] for pair in summary["pairs"])
        assert adjusted[0] == pytest.approx(min(1, 3 * p[0]), abs=1e-9)
        assert all(one <= other + 1e-12 for one, other in zip(p, adjusted))
        for pair in summary["pairs"]:
            assert pair["p"] == pytest.approx(2 * min(pair["likelihood"], 1 - pair["likelihood"]), abs=1e-8)
        ratings = {bot["bot"]: bot["rating"] for bot in summary["ratings"]["bots"]}
        for one in summary["ratings"]["differences"]:
            assert one["difference"]["mean"] == pytest.approx(ratings[one["a"]] - ratings[one["b"]], abs=1e-6)
            assert one["difference"]["error"] > 0


class TestPlan(StatisticsTest):
    def needed(self, summary, reach, power=0.0):
        """What chance adds to the interval falls with the root of the deals; what it allows for rare losses, with their number."""
        difference, comparison = summary["verdict"]["difference"], summary["comparison"]
        by_chance = 1.959964 * comparison["scorings"][comparison["primary"]]["error"]
        rare = (difference["high"] - difference["low"]) / 2 - by_chance
        assert rare > 0
        by_chance *= (1.959964 + power) / 1.959964
        roots = [root for root in ((math.sqrt(by_chance ** 2 + 4 * rare * reach) - by_chance) / (2 * rare),)
                 if math.isclose(by_chance * root + rare * root ** 2, reach)]
        return comparison["deals"] / roots[0] ** 2

    def test_of_two_bots_and_of_a_folder(self):
        out = self.temp / "out"
        self.play_one = arena("compare", "stammtisch", "basic", "-n", 144, "--out", out)
        scoring = read_json(out, "summary.json")["comparison"]["scorings"]["classic"]
        deviation = scoring["error"] * 12
        found = json.loads(arena("plan", out, "--detect", 2, "--json").stdout)
        assert found["deviation"] == pytest.approx(deviation, abs=1e-6)
        assert found["deals_for_interval"] == math.ceil(self.needed(read_json(out, "summary.json"), 2))
        assert found["deals_for_power"] == math.ceil(self.needed(read_json(out, "summary.json"), 2, 0.841621))
        again = json.loads(arena("plan", "stammtisch", "basic", "-n", 144, "--detect", 2, "--json").stdout)
        assert {key: value for key, value in again.items() if key != "seconds_per_deal"} == {
            key: value for key, value in found.items() if key != "seconds_per_deal"}
        assert "a sequential test of 0 against 2" in arena("plan", out, "--detect", 2).stdout

    @pytest.mark.long
    def test_of_a_margin(self):
        """What regress takes: as many as its runs took on average, if the truth is what the pilot saw."""
        new = {"module": "stammtisch", "options": {"caution": 80}}
        pilot = self.temp / "pilot"
        regress = ("regress", "stammtisch", word(new), "--audit", 0, "--log", "none", "--quiet", "--margin")
        assert arena(*regress, 1, "--alpha", "1e-9", "--beta", "1e-9", "-n", 7200, "--seed", 100, "--out", pilot).returncode == REJECTED
        found = json.loads(arena("plan", pilot, "--detect", 0.5, "--json").stdout)
        units = []
        for seed in range(repeat(40, 12)):
            out = self.temp / f"run{seed}"
            assert arena(*regress, 0.5, "--seed", seed, "--out", out).returncode == REJECTED
            units.append(read_json(out, "summary.json")["comparison"]["units"])
        assert statistics.mean(units) == pytest.approx(found["deals_as_seen"], rel=repeat(0.15, 0.3))
        least = read_json(self.temp / "run0", "summary.json")["verdict"]["least_units"]
        assert found["deals_to_pass"] > found["deals_to_pass_at_least"] == least
        text = arena("plan", pilot, "--detect", 0.5).stdout
        assert re.search(rf"a pass at a margin of 0.5, unless better, takes at least +{least} deals", text)
        assert re.search(rf"a test of a margin of 0.5, until an equal bot passes +{found['deals_to_pass']:.0f} deals", text)
        assert re.search(rf"until one that is 1 worse fails +{found['deals_to_fail']:.0f} deals", text)
        assert re.search(rf"until new fails, if the pilot is right +{found['deals_as_seen']:.0f} deals", text)
        low, high = found["deals_as_seen_range"]
        assert low <= found["deals_as_seen"] <= high
        assert f" {low:.0f} to {high:.0f} deals\n" in text.split("until new fails")[1]

    @pytest.mark.long
    def test_of_a_sequential_test(self):
        """What `compare --test` takes, on deals that the pilot did not have; and what it says of it in a terminal."""
        bots = ("stammtisch", "stammtisch:caution=30", "--audit", 0, "--log", "none", "--quiet")
        pilot = self.temp / "pilot"
        assert arena("compare", *bots, "-n", 7200, "--seed", 100, "--out", pilot).returncode == OK
        found = json.loads(arena("plan", pilot, "--detect", 3, "--json").stdout)
        units = []
        for seed in range(repeat(40, 12)):
            out = self.temp / f"run{seed}"
            assert arena("compare", *bots, "--test", "points", "--h1", 3, "-n", 36000, "--seed", seed, "--out", out).returncode == OK
            units.append(read_json(out, "summary.json")["verdict"]["units"])
        assert statistics.mean(units) == pytest.approx(found["test_deals_as_seen"], rel=repeat(0.15, 0.3))
        assert found["test_deals_as_seen"] < found["deals_half_way"]
        low, high = found["test_deals_as_seen_range"]
        assert low <= found["test_deals_as_seen"] <= high
        text = arena("plan", pilot, "--detect", 3).stdout
        for words, key in (("a sequential test of 0 against 3, if 0 is true", "deals_if_none"),
                           ("the same test, if 3 is true", "deals_if_all"), ("the same test, half way between them", "deals_half_way"),
                           ("the same test, if the pilot is right", "test_deals_as_seen")):
            assert re.search(rf"^  {words} +{found[key]:.0f} deals", text, re.MULTILINE), words
        assert re.search(rf"^  the same, if it is off by a standard error +{low:.0f} to {high:.0f} deals$", text, re.MULTILINE)

    def test_errors(self):
        self.refused(USAGE, "plan", "basic", "basic", says=["nothing to plan by; more deals may show one"])
        self.refused(USAGE, "plan", "basic", "nobody", says=["nobody"])
        self.refused(BAD_FILE, "plan", self.temp, says=[f"{self.temp}: is empty; expected the result folder of a run"])
        self.refused(BAD_FILE, "merge", self.temp, "--out", self.temp / "out", says=[f"{self.temp}: is empty"])
        self.refused(USAGE, "plan", "basic", "random", "--detect", 0, says=["--detect"])
        given = {"--deals": 100, "--rules": "isko", "--scoring": "classic", "--seatings": "all", "--seed": 1, "--workers": 1,
                 "--time-limit": 5, "--rule": "grand_base=20", "--redeals": 1}
        self.refused(USAGE, "plan", self.temp, "--bidding", *sum(given.items(), ()),
                     says=[f"{option}: is for a pilot of two bots" for option in ["--bidding", *given]])


# ---- the calculator -------------------------------------------------------------------------

class TestCalculator(StatisticsTest):
    def calculate(self, *arguments):
        done = arena("test", *arguments)
        assert done.returncode in self.codes, done.stderr
        text = done.stdout

        def number(pattern):
            found = re.search(pattern, text, re.MULTILINE)
            return found and float(found.group(1))

        return done.returncode, {
            "units": number(r"^units +(\S+)"), "mean": number(r"^mean +([^\s,]+)"),
            "deviation": number(r"^deviation +([^\s,]+)"), "low": number(r"interval (\S+) to"),
            "high": number(r"interval \S+ to ([^\s,]+)"), "llr": number(r"^LLR +([^\s,]+)"),
            "lower": number(r"rejects at ([^\s,]+)"), "upper": number(r"accepts at ([^\s,;]+)"),
            "skewness": number(r"skewness ([^\s:]+)"),
            "likely_low": number(r"likelihood (\S+) to"),
            "verdict": re.search(r"^verdict +(\w+)", text, re.MULTILINE).group(1)}

    def expect(self, units, mean, deviation, h0=0.0, h1=1.0, alpha=0.05, beta=0.05,
               normalised=False, min_units=500):
        if normalised:
            mean, deviation = mean / deviation, 1
        middle, farthest = (h0 + h1) / 2, math.hypot(deviation, (h1 - h0) / 2)
        mean = max(middle - farthest, min(middle + farthest, mean))
        if not deviation and mean in (h0, h1):
            llr = -math.inf if mean == h0 else math.inf
        else:
            llr = units / 2 * math.log((deviation ** 2 + (mean - h0) ** 2)
                                       / (deviation ** 2 + (mean - h1) ** 2))
        lower, upper = math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)
        verdict = "accept" if llr >= upper else "reject" if llr <= lower else "undecided"
        return llr, lower, upper, verdict if units >= min_units else "undecided"

    def check(self, units, mean, deviation, *arguments, **plan):
        code, found = self.calculate("--units", units, "--mean", mean, "--deviation", deviation,
                                     *arguments)
        llr, lower, upper, verdict = self.expect(units, mean, deviation, **plan)
        assert found["llr"] == pytest.approx(llr, abs=1e-4 + 1e-6 * abs(llr))
        assert found["lower"] == pytest.approx(lower, abs=1e-4)
        assert found["upper"] == pytest.approx(upper, abs=1e-4)
        assert found["verdict"] == verdict
        assert code == {"accept": OK, "reject": REJECTED, "undecided": UNDECIDED}[verdict]
        return verdict

    def test_verdicts(self):
        assert self.check(1000, 0.9, 9) == "accept"
        assert self.check(1000, 0.1, 9) == "reject"
        assert self.check(1000, 0.5, 9) == "undecided"
        assert self.check(400, 0.9, 3) == "undecided"
        assert self.check(400, 0.9, 3, "--min-units", 400, min_units=400) == "accept"

    def test_plans(self):
        self.check(5000, -0.2, 12, "--h0", -0.5, "--h1", 0, h0=-0.5, h1=0)
        self.check(5000, 0.4, 12, "--alpha", 0.01, "--beta", 0.2, alpha=0.01, beta=0.2)
        self.check(5000, 0.4, 12, "--model", "normalised", "--h1", 0.05, h1=0.05, normalised=True)
        self.check(900, -3, 12, "--model=normalised", "--h0=-0.3", "--h1=-0.2", h0=-0.3, h1=-0.2,
                   normalised=True)

    @pytest.mark.parametrize("words",
        (("0:9700", "12:160", "-10:140"), ("-12.5:40", "0:900", "7.333:60"),
         ("1:300", "1:300", "2:10"), ("-3:700", "4:0")))
    def test_counts_are_their_expanded_list(self, words):
        values = [float(value) for value, count in (text.split(":") for text in words)
                  for _ in range(int(count))]
        mean, deviation = statistics.fmean(values), statistics.pstdev(values)
        _, found = self.calculate(*words)
        assert found["units"] == len(values)
        assert found["mean"] == pytest.approx(mean, abs=1e-4)
        assert found["deviation"] == pytest.approx(deviation, abs=1e-4)
        llr = self.log_likelihood_ratio(values)
        assert found["llr"] == pytest.approx(llr, abs=1e-3)
        if deviation:
            third = statistics.fmean((value - mean) ** 3 for value in values)
            assert found["skewness"] == pytest.approx(third / deviation ** 3, abs=0.01)
            half = 1.96 * deviation / math.sqrt(len(values) - 1)
            assert found["low"] == pytest.approx(mean - half, abs=0.01 * half)
            assert found["high"] == pytest.approx(mean + half, abs=0.01 * half)

    @staticmethod
    def log_likelihood_ratio(values, h0=0, h1=1, largest=396):
        return statistician.llr_of(values, largest, h0, h1)

    def test_as_a_run(self):
        """Fed with what a run measured it says what the run said."""
        _, folder = self.judge(schedule="duel", seats=["a", "b"], deals=3000, test=QUICK,
                               bots={"a": "stammtisch", "b": "basic"})
        test = read_json(folder, "summary.json")["test"]
        summary = statistician.Statistician(read_json(folder, "manifest.json"), read_lines(folder))
        counts = collections.Counter(float(value) for value in summary.comparison.values)
        _, found = self.calculate(*(f"{value}:{count}" for value, count in counts.items()),
                                  "--min-units", 100, "--h1", 10, "--largest", test["largest"])
        assert found["llr"] == pytest.approx(test["llr"], abs=1e-3)
        assert found["verdict"] == test["verdict"]

    def test_bug_far_from_both_hypotheses(self):
        """A mean that is 1000 errors away from h0 and h1: the LLR is 1.0, and undecided."""
        assert self.calculate("--units", 1000, "--mean", 1000, "--deviation", 31)[0] == OK
        assert self.calculate("--units", 1000, "--mean", -1000, "--deviation", 31)[0] == REJECTED

    def test_no_spread(self):
        """A difference of 396 may not have occurred by chance: n ln(1 - 1/396)."""
        code, found = self.calculate("0:1000")
        assert (code, found["llr"]) == (UNDECIDED, pytest.approx(1000 * math.log(1 - 1 / 396), abs=1e-3))
        assert self.calculate("0:2000")[0] == REJECTED
        assert self.calculate("0:2000", "--h0", -1, "--h1", 0)[0] == OK
        assert self.calculate("0:500", "--largest", 100)[0] == REJECTED
        code, found = self.calculate("3:1000", "--model", "normalised")
        assert (code, found["llr"]) == (UNDECIDED, 0)  # no deviation to measure in

    @pytest.mark.parametrize("words",
        ((), ("5",), ("5:",), (":5",), ("x:5", "1:5"), ("5:-1", "1:5"),
         ("5:1.5", "1:5"), ("1:1",), ("inf:10", "1:10"), ("1:10", "--units", 20),
         ("--units", 1), ("--units", "x"), ("0:10", "1:10", "--h1", 0), ("0:10", "1:10", "--h0", 3, "--h1", 1),
         ("0:10", "1:10", "--alpha", 0), ("0:10", "1:10", "--alpha", 0.5),
         ("0:10", "1:10", "--model", "other"), ("0:10", "1:10", "--deviation", -1),
         ("0:10", "1:10", "--nothing")))
    def test_errors(self, words):
        self.refused(USAGE, "test", *words, says=["skat-arena test: "])

    def test_bug_nan_is_no_difference(self):
        self.refused(USAGE, "test", "nan:500", "1:500", says=["nan:500"])

    def test_bug_negative_fractions_without_a_zero(self):
        _, found = self.calculate("-.5:500", "1:500")
        assert found["mean"] == pytest.approx(0.25, abs=5e-8)

    def test_bug_small_differences_are_not_rounded_away(self):
        _, found = self.calculate("0.0004:600", "-0.0001:600", "--model", "normalised")
        assert found["mean"] == pytest.approx(0.00015, abs=6e-5)
        assert self.calculate("0.0004:600", "-0.0001:600", "--largest", 0.001, "--model",
                              "normalised")[1]["verdict"] == "accept"

    def test_bug_counts_and_a_mean_contradict(self):
        for option in ("--mean=5", "--deviation=2"):
            self.refused(USAGE, "test", "0:500", "1:500", option, says=["either"])

    def test_bug_units_alone_say_nothing(self):
        """A mean or deviation that is not given is not 0."""
        for options in (("--units=1000",), ("--units=1000", "--mean=3"),
                        ("--units=1000", "--deviation=3")):
            self.refused(USAGE, "test", *options)


# ---- errors in configs ----------------------------------------------------------------------

class TestConfigErrors(StatisticsTest):
    CASES: Any = (
        ("$.seatings", {"seatings": "all"}),
        ("$.seatings", {"seatings": "rotations", "schedule": "permutations"}),
        ("$.seatings", {"seatings": "both", "schedule": "round_robin"}),
        ("$.schedule", {"schedule": "duell"}),
        ("$.schedule", {"schedule": "duel"}),
        ("$.schedule", {"schedule": "duel", "seats": ["a", "b", "a"]}),
        ("$.schedule", {"schedule": "duel", "seats": ["a", "a"]}),
        ("$.schedule", {"schedule": "duel", "seats": ["a", "b"], "rules": {"seats": 4}}),
        ("$.schedule", {"schedule": "round_robin", "seats": ["a", "b"]}),
        ("$.schedule", {"schedule": "round_robin", "seats": ["a", "b", "b"]}),
        ("$.schedule", {"schedule": "gauntlet", "seats": ["a"]}),
        ("$.seats", {"schedule": "duel", "seats": []}),
        ("$.seats[1]", {"schedule": "duel", "seats": ["a", "x"]}),
        ("$.test", {"test": {}}),
        ("$.test", {"test": {"h0": 1, "h1": 1}, "compare": ["a", "b"]}),
        ("$.test", {"test": {"h0": 1, "h1": 0}, "compare": ["a", "b"]}),
        ("$.test", {"test": {"alpha": 0.7}, "compare": ["a", "b"]}),
        ("$.test", {"test": {"beta": 0}, "compare": ["a", "b"]}),
        ("$.test", {"test": {"h1": 1e9}, "compare": ["a", "b"]}),
        ("$.test", {"test": 5, "compare": ["a", "b"]}),
        ("$.test", {"test": {"alpa": 0.1}, "compare": ["a", "b"]}),
        ("$.test.model", {"test": {"model": "point"}, "compare": ["a", "b"]}),
        ("$.test.h0", {"test": {"h0": "0"}, "compare": ["a", "b"]}),
        ("$.test.min_units", {"test": {"min_units": 1}, "compare": ["a", "b"]}),
        ("$.test.block", {"test": {"block": 2.5}, "compare": ["a", "b"]}),
        ("$.compare", {"compare": "a"}), ("$.compare", {"compare": ["a"]}),
        ("$.compare", {"compare": ["a", "b", "c"]}),
        ("$.compare", {"compare": ["b", "c"], "schedule": "gauntlet"}),
        ("$.compare[1]", {"compare": ["a", "a"]}), ("$.compare[1]", {"compare": ["a", 5]}),
        ("$.compare[0]", {"compare": ["x", "a"]}),
        ("$.compare[1]", {"compare": ["a", "c"], "seats": ["a", "b", "b"]}),
    )

    def test_are_named_with_their_place(self):
        for place, fields in self.CASES:
            done, out = self.run_config(**{"bots": {name: RANDOM for name in "abc"},
                                           "seats": list("abc")} | fields)
            assert done.returncode == USAGE, done.stderr
            assert f": {place}: " in done.stderr
            assert done.stdout == ""
            assert not out.exists()

    def test_suggestions(self):
        done, _ = self.run_config(schedule="duel", bots={"a": RANDOM, "b": RANDOM},
                                  seats=["a", "b"], test={"min_unit": 5})
        assert 'did you mean "min_units"' in done.stderr
        done, _ = self.run_config(compares=["a", "b"])
        assert 'did you mean "compare"' in done.stderr


# ---- interruption ---------------------------------------------------------------------------

class TestInterruption(StatisticsTest):
    def interrupt(self, command, path, *arguments):
        out = self.temp / "out"
        process = subprocess.Popen([program(), command, path, "--out", out, *arguments], cwd=ROOT,
                                   text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.cleanup.callback(process.wait)
        self.cleanup.callback(process.kill)
        log, until = out / "games.jsonl", time.monotonic() + TIMEOUT
        while not (log.exists() and log.stat().st_size > 0):
            assert time.monotonic() < until, "waited in vain"
            time.sleep(0.005)
        process.send_signal(signal.SIGINT)
        _, message = process.communicate(timeout=TIMEOUT)
        assert process.returncode == INTERRUPTED, message
        return out

    def check(self, out):
        assert not read_json(out, "summary.json")["complete"]
        self.assert_verified(out)
        self.assert_agreed(out)
        return read_lines(out)

    def assert_cut(self, out, keep):
        """A log that ends inside a unit: what is behind the last whole one does not count."""
        log = out / "games.jsonl"
        log.write_text("".join(log.read_text().splitlines(keepends=True)[:keep]))
        manifest = read_json(out, "manifest.json")
        (out / "summary.json").unlink(missing_ok=True)  # as when the power fails
        expected = statistician.Statistician(manifest, read_lines(out)).comparison.expected()
        done = arena("compare", out, *manifest["compare"], "--json")
        assert done.returncode == (UNDECIDED if "test" in manifest else OK), done.stderr
        assert "was cut off" in done.stderr
        found = json.loads(done.stdout)["comparison"]
        assert list(statistician.compare("", found, expected)) == []
        return found["units"]

    def test_run(self):
        path = self.write_config(schedule="duel", seatings="all", deals=100000000, seats=["a", "b"],
                                 bots={"a": "stammtisch", "b": HAND},
                                 test={"h0": 500, "h1": 501, "min_units": 1000000})
        out = self.interrupt("run", path, "--workers", "2")
        lines = self.check(out)
        assert read_json(out, "summary.json")["test"]["verdict"] == "undecided"
        keep = max(1, len(lines) // 6 - 1) * 6
        for games in (keep, keep - 1, keep - 5):
            assert self.assert_cut(out, games) == games // 6

    def test_compare_with_sessions(self):
        path = self.write_config(schedule="duel", deals=4, sessions=1000000, seats=["a", "b"],
                                 bots={"a": "stammtisch", "b": HAND}, rules="stammtisch")
        out = self.interrupt("compare", path, "--workers", "2")
        lines = self.check(out)
        assert len(lines) >= 12
        keep = min(len(lines) // 12, 20) * 12
        for games in (keep, keep - 1, keep - 11):
            assert self.assert_cut(out, games) == games // 12


# ---- replay ---------------------------------------------------------------------------------

class TestReplay(StatisticsTest):
    def test_lists(self):
        folder = self.play(schedule="duel", deals=4, bots={"a": HAND, "b": "basic"},
                           seats=["a", "b"])
        for games in ([0], [11], [2, 3, 10], list(range(12))):
            done = arena("replay", folder, "--ascii", "--game", ",".join(map(str, games)))
            assert done.returncode == OK, done.stderr
            assert re.findall(r"^game (\d+):", done.stdout, re.MULTILINE) == list(map(str, games))
            for game in games:
                alone = arena("replay", folder, "--ascii", "--game", game).stdout
                assert alone in done.stdout

    def test_errors(self):
        folder = self.play(deals=4)
        many = ",".join(map(str, range(65)))
        for text in ("3,2", "2,2", "1,", ",1", "1,x", "-1", "", "1 2", many):
            self.refused(USAGE, "replay", folder, f"--game={text}", says=["--game"])
        done = arena("replay", folder, "--game", "1,4")
        assert done.returncode == BAD_FILE
        assert "has no game 4" in done.stderr


class TestWords(RunTest):
    """U6: what one word or three words mean is said, not guessed from a missing manifest."""

    @pytest.mark.parametrize("words, message", [
        (["stammtisch"], "is one bot: the second is missing"),
        (["stammtisch:caution=50"], "is one bot: the second is missing"),
        (["stammtisch", "basic", "radnom"], 'did you mean "random"?'),
        (["nonsense"], "no config of this name"),
    ])
    def test_wrong_numbers_of_bots(self, words, message):
        done = arena("compare", *words, "--out", self.temp / "out")
        assert done.returncode == USAGE and message in done.stderr
