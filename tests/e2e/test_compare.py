# SPDX-License-Identifier: MIT
"""End-to-end tests of schedules, comparisons and sequential tests: run, compare, regress, plan, test.

The numbers are computed again by statistician.py, or here.
"""
import collections
import copy
import itertools
import json
import math
import re
import shlex
import shutil
import signal
import statistics
import subprocess
import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest

import harness
import statistician
from harness import *
from statistician_checks import compare
from statistician_sequential import llr_of

pytestmark = pytest.mark.no_sanitizer("about numbers, not memory")

REJECTED, UNDECIDED = 1, 2
HAND = {"module": "random", "options": {"hand": 60}}
CAREFUL = {"module": "stammtisch", "options": {"caution": 75}}
SLIGHTLY = {"module": "stammtisch", "options": {"caution": 59}}
QUICK = {"min_units": 24, "block": 8, "h1": 40}  # a test that a short run can decide


def faulty(percent, **more):
    options = {"what": "illegal_card", "when": "card", "percent": percent} | more
    return bad_bot("faulty", **options)


def word(bot):
    """A bot of a config as one word of the command line."""
    if isinstance(bot, str):
        return bot
    options = bot.get("options", {}) | {f"limit.{key}": value for key, value in bot.get("limits", {}).items()}
    return ":".join((bot["module"], *[",".join(f"{key}={value}" for key, value in options.items())] * bool(options)))


def size_of(path):
    """0 if there is no such file, or no longer."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


class StatisticsTest(RunTest):
    def assert_agreed(self, folder):
        differences = statistician.check_folder(folder)
        assert not differences, "\n".join(differences[:10])

    def judge(self, code, *arguments, **fields):
        """Plays a config with a test; returns the folder."""
        done, out = self.run_config("--quiet", *arguments, **fields)
        assert done.returncode == code, done.stderr
        return out

    def compare(self, *arguments, code=OK, command="compare"):
        """Plays in a new folder; returns it and what is printed."""
        out = self.new_path("out")
        done = arena(command, *arguments, "--out", out)
        assert done.returncode == code, done.stdout + done.stderr
        return out, done.stdout

    def refused(self, code, *arguments, says=()):
        """A call that ends with `code`, prints no result and says each of these words."""
        assert arena_says(code, says, *arguments).stdout == ""


# ---- schedules ------------------------------------------------------------------------------

DUEL = [["abb", "bab", "bba"], ["aab", "aba", "baa"]]
BOTS = {"a": HAND, "b": "basic", "c": RANDOM, "d": UNIFORM, "e": PASS}


def gauntlet(others):
    return [[table.replace("b", other) for other in others for table in group] for group in DUEL]


def all_orders(names):
    return [["".join(order) for triple in itertools.combinations(names, 3) for order in itertools.permutations(triple)]]


def rotations(names):
    """Each triple goes one way round the table on even deals, the other way on odd ones."""
    triples = ["".join(triple) for triple in itertools.combinations(names, 3)]
    return [[table[-shift:] + table[:-shift] for table in way for shift in range(3)]
            for way in (triples, [triple[0] + triple[2] + triple[1] for triple in triples])]


class TestSchedules(StatisticsTest):
    SCHEDULES = [("ab", "duel", "rotations", DUEL), ("abc", "gauntlet", "all", [sum(gauntlet("bc"), [])]),
                 ("abc", "round_robin", "all", all_orders("abc")), ("abcd", "round_robin", "rotations", rotations("abcd"))]

    def test_tables(self):
        """Each deal is played with the same cards at the tables of its group; in every deal each bot sits in each seat equally often,
        and in a round robin every pair meets equally often. Bots without a seat do not play."""
        check_each(self.SCHEDULES, self.check_tables)

    def check_tables(self, names, kind, seatings, expected):
        folder = self.sample(bots=BOTS, seats=list(names), deals=2, schedule=kind, seatings=seatings,
                             compare=["a", "b"])
        manifest, summary = (read_json(folder, f"{name}.json") for name in ("manifest", "summary"))
        schedule = manifest["schedule"]
        size, tables = schedule["per_deal"], ["".join(table) for table in schedule["arrangements"]]
        groups = [tables[first:first + size] for first in range(0, len(tables), size)]
        assert (schedule["kind"], schedule["seatings"], schedule["unit"], schedule["games"]) == (kind, seatings, "deal", 2 * size)
        assert manifest["compare"] == ["a", "b"] and [row["bot"] for row in summary["standings"]] == list(names)
        assert [sorted(group) for group in groups] == [sorted(group) for group in expected]
        for group in groups:
            for name in set("".join(group)):
                assert len({sum(table[seat] == name for table in group) for seat in range(3)}) == 1, f"{name} in {group}"
        for (_, deal), lines in games_of_deals(folder).items():
            number = deal % len(groups)
            assert ["".join(line["table"]) for line in lines] == groups[number]
            assert [line["arrangement"] for line in lines] == [number * size + place for place in range(size)]
            assert len({(line["cards"], line["dealer"]) for line in lines}) == 1
        if kind == "round_robin":
            meetings = [collections.Counter(pair for table in group for pair in itertools.combinations(sorted(table), 2))
                        for group in groups]
            assert all(len(counts) == math.comb(len(names), 2) and len(set(counts.values())) == 1 for counts in meetings)
            assert {pair["games"] for pair in summary["pairs"]} == {2 * meetings[0]["a", "b"]}
            if seatings == "rotations":  # No two tables of a deal are alike but for a and b, so nothing is known of divergence.
                assert summary["verdict"]["result"] != "identical play" and summary["comparison"]["divergent"] is None
                self.assert_verified(folder)

    def test_groups_take_turns_by_session_where_those_are_units(self):
        folder = self.sample(rules="stammtisch", schedule="duel", sessions=2, deals=1, bots={"a": HAND, "b": "basic"}, seats=["a", "b"])
        assert read_json(folder, "manifest.json")["schedule"]["unit"] == "session"
        assert all(line["table"].count("a") == 1 + line["session"] % 2 for line in read_lines(folder))


# ---- identical bots -------------------------------------------------------------------------

class TestIdenticalBots(StatisticsTest):
    def test_differ_by_nothing(self):
        """Every difference is exactly 0, and nothing is judged; how many deals may differ is bounded."""
        folder = self.play(deals=3, sessions=2, bots={"x": HAND, "y": HAND}, seats=["x", "y"], schedule="duel", rules="stammtisch",
                           seatings="all")
        found, verdict = comparison_of(folder), read_json(folder, "summary.json")["verdict"]
        assert (verdict["result"], found["divergent"], found["deals"], found["equal"]) == ("identical play", 0, 6, found["units"])
        assert found["divergence_bound"] == min(1, 3 / found["units"])
        for scoring in found["scorings"].values():
            assert {scoring[key] for key in ("mean", "error", "low", "high")} == {0}
            assert "judged" not in scoring
        for name in ("roles", "contracts", "positions"):
            assert {part["effect"]["mean"] for part in found[name]} == {0}
        assert (found["swings"], found["divergences"], found["superiority"]["mean"]) == ([], [], 0.5)
        bidding = found["bidding"]
        assert {worth["worth"]["mean"] for worth in bidding["declared"].values()} == {0}
        assert bidding["declared"]["only_a"]["matches"] == bidding["declared"]["only_b"]["matches"] == 0
        assert bidding["higher"]["same"] == bidding["matches"]
        self.assert_agreed(folder)


# ---- agreement with the statistician --------------------------------------------------------

class TestAgreement(StatisticsTest):
    """Of each kind of table and each way of scoring, with faults, with bots that carry something from deal to deal, and of few deals."""

    CASES = (
        ("ws", {"schedule": "duel", "seatings": "all", "rules": {"scoring.system": "minus"}, "sessions": 2, "deals": 4}),
        ("mr", {"schedule": "duel", "rules": "bierlachs", "sessions": 3, "deals": 2}),
        ("our", {"schedule": "round_robin", "seatings": "all", "rules": {"scoring.system": "opponents"}, "deals": 2,
                 "compare": ["r", "o"]}),
        ("sbk", {"schedule": "gauntlet", "rules": {"scoring.system": "seeger_fabian"}, "sessions": 2, "deals": 2, "compare": ["s", "k"]}),
        ("rbr", {"schedule": "permutations", "rules": "ramsch-only", "deals": 1, "compare": ["r", "b"]}),
        # More units than the curve has points.
        ("rbb", {"schedule": "fixed", "deals": 257, "compare": ["r", "b"]}))

    @pytest.mark.parametrize("names, fields", CASES, ids=lambda value: value if isinstance(value, str) else "")
    def test_with_the_statistician(self, names, fields):
        bots = {"r": HAND, "u": UNIFORM, "s": "stammtisch", "b": "basic", "m": mixed(concede=20), "o": bad_bot("moody"),
                "k": bad_bot("remembers"), "w": bad_bot("wild", wild=20, crash=20)}
        folder = self.play(**{"bots": {name: bots[name] for name in names}, "seats": list(names)} | fields)
        self.assert_agreed(folder)
        summary = read_json(folder, "summary.json")
        scoring = summary["comparison"]["scorings"]["classic"]
        assert scoring["mean"] is not None and (scoring["low"] is None) == (summary["comparison"]["units"] == 1)
        if names == "ws":
            assert sum(sum(bot["faults"].values()) for bot in summary["bots"]) > 0
            self.assert_verified(folder)


# ---- the sequential test, workers, logs -----------------------------------------------------

def without_first(summary):
    """A summary as it is without a log."""
    summary = copy.deepcopy(summary) | {"manifest_sha256": None}
    for swing in summary["comparison"]["swings"] + summary["comparison"]["divergences"]:
        swing["first"] = None
    return summary


# Each a change of summary.json that `verify` has to name, by the path of the field.
TAMPERED = [
    ("complete", lambda found: not found), ("standings.1.classic.mean", lambda found: found + 1e-6),
    ("comparison.curve.points.3.low", lambda found: -found), ("comparison.deals", lambda found: found + 1),
    ("comparison.swings.0.first.move", lambda found: found + 1), ("test.deviation", lambda found: None),
    ("comparison.distribution.bins", lambda found: found + found[:1]),
]


class TestSequentialTest(StatisticsTest):
    DECIDED = {"schedule": "duel", "seats": ["a", "b"], "deals": 900, "bots": {"a": "stammtisch", "b": HAND}, "test": QUICK}

    @pytest.mark.parametrize("code, verdict, units, fields", (
        (REJECTED, "reject", None, {"compare": ["b", "a"]}),
        (UNDECIDED, "undecided", 30, {"deals": 30, "bots": {"a": HAND, "b": HAND}, "test": QUICK | {"h0": -1, "h1": 0}}),
        (OK, "accept", None, {"rules": "bierlachs", "sessions": 400, "deals": 3, "test": {"min_units": 8, "block": 4, "h1": 60}})))
    def test_verdicts(self, code, verdict, units, fields):
        """A run ends at the look that decides; the same with several workers."""
        folder = self.judge(code, **self.DECIDED | fields)
        manifest, summary = (read_json(folder, f"{name}.json") for name in ("manifest", "summary"))
        test, schedule = summary["test"], manifest["schedule"]
        assert test["verdict"] == verdict and summary["complete"] and units in (None, test["units"])
        deals = test["units"] * (schedule["deals"] if schedule["unit"] == "session" else 1)
        assert summary["games"] == deals * schedule["per_deal"] == len(read_lines(folder))
        if units is None:
            assert summary["games"] < summary["planned"]
            assert test["units"] >= test["min_units"] and test["units"] % test["block"] == 0
        if "sessions" in fields:
            self.assert_same_bytes(folder, self.judge(code, "--workers", 2, **self.DECIDED | fields))
        if fields.get("bots"):
            assert test["llr"] == pytest.approx(units * -math.log(1 - 1 / summary["comparison"]["scorings"]["classic"]["hand"]), abs=1e-6)
        self.assert_agreed(folder)

    def test_a_log_that_goes_on_is_found(self):
        folder = self.sample_copy(**self.DECIDED)
        longer = self.play(**self.DECIDED | {"deals": 26, "test": QUICK | {"block": 1000}})
        text, whole = ((name / "games.jsonl").read_text() for name in (folder, longer))
        assert whole.startswith(text) and len(whole) > len(text)
        (folder / "games.jsonl").write_text(whole)
        assert "continues after" in self.assert_tampering_found(folder, "games.jsonl")

    def test_tampered_numbers_are_found(self):
        folder = self.sample_copy(**self.DECIDED)
        summary = read_json(folder, "summary.json")
        for path, change in TAMPERED:
            *way, last = (int(key) if key.isdigit() else key for key in path.split("."))
            changed = copy.deepcopy(summary)
            part = changed
            for key in way:
                part = part[key]
            part[last] = change(part[last])
            assert changed != summary
            (folder / "summary.json").write_text(json.dumps(changed))
            self.assert_tampering_found(folder, "$." + re.sub(r"\.(\d+)", r"[\1]", path))

    def test_without_a_log(self):
        fields = {"schedule": "duel", "seats": ["a", "b"], "deals": 18, "bots": {"a": "stammtisch", "b": mixed(concede=10)}}
        summary, without = read_json(self.sample(**fields), "summary.json"), self.play("--log", "none", **fields)
        comparison = summary["comparison"]
        assert (len(comparison["swings"]), len(comparison["divergences"])) == (10, 5)
        assert all(swing["first"] is not None for swing in comparison["swings"] + comparison["divergences"])
        assert not (without / "games.jsonl").exists() and without_first(read_json(without, "summary.json")) == without_first(summary)
        shown = arena("compare", without, "--details").stdout
        assert "largest swings" in shown and "replay" not in shown


# ---- compare --------------------------------------------------------------------------------

class TestCompareBots(StatisticsTest):
    def test_words_and_options(self):
        """By name, path and options; the options of the command are in the manifest."""
        path = harness.BUILD / "bots" / "stammtisch.so"
        first = "stammtisch:caution=45,null=false"
        out, _ = self.compare(f"{path}:caution=45,null=false", "stammtisch", "-n", 72, "--rules", "bierlachs", "--seed", 12, "--seatings",
                              "all", "--workers", 2, "--test=normalised", "--h0=-0.5", "--h1=0.25", "--alpha=0.01", "--beta=0.2",
                              "--min-units=40", "--block=20", "--log", "none", code=UNDECIDED)
        manifest = read_json(out, "manifest.json")
        assert manifest["compare"] == [first, "stammtisch"]
        options = {bot["name"]: bot["options"] for bot in manifest["bots"]}
        assert [options[first]["caution"], options[first]["null"], options["stammtisch"]["caution"]] == [45, False, 57]
        schedule = manifest["schedule"]
        assert (schedule["kind"], schedule["games"], schedule["per_deal"]) == ("duel", 432, 6)
        assert (manifest["seed"], manifest["rules"]["scoring"]["system"]) == (12, "minus")
        assert manifest["test"] == {"model": "normalised", "h0": -0.5, "h1": 0.25, "alpha": 0.01, "beta": 0.2, "min_units": 40, "block": 20}
        # A value that looks like a number is still a text where the option is one.
        mixed_bot = harness.BUILD / "tests" / "bots" / "mixed.so"
        manifest = read_json(self.compare(f"{mixed_bot}:note=5", "basic", "--shard", "1/3600")[0], "manifest.json")
        assert manifest["bots"][0]["options"]["note"] == "5"
        schedule = manifest["schedule"]
        assert (schedule["sessions"] * schedule["deals"], schedule["seatings"]) == (3600, "rotations")

    def test_names_and_as_many_deals_as_asked_for(self):
        long = self.temp / f"x{'ä' * 22}.so"
        shutil.copy(harness.BUILD / "bots" / "basic.so", long)
        for bots, names, deals, sessions in ((("new=basic", long), ["new", f"x{'ä' * 19}"], 10, 1),  # cut between characters
                                             (("random", "random"), ["random", "random-2"], 37, 2)):
            out = self.new_path("out")
            done = arena("compare", *bots, "-n", deals, "--out", out)
            assert (done.returncode, "not a multiple of 3 seats" in done.stderr) == (OK, deals == 10), done.stderr
            manifest = read_json(out, "manifest.json")
            found, schedule = manifest["compare"], manifest["schedule"]
            assert found[0] == names[0] and (found == names or "ä" in names[1] and found[1].strip("xä") == ""), found
            assert (schedule["sessions"], schedule["games"], comparison_of(out)["deals"]) == (sessions, 3 * deals, deals)
        self.refused(USAGE, "compare", "basic", "random", "--rules", "stammtisch", "-n", 40, "--out", self.temp / "o",
                     says=["use 36 or 72"])

    def test_tables_say_what_the_summary_says(self):
        other = "random_that_bids_on_any_hand_it_has"
        out, text = self.compare("stammtisch", f"{other}=random:bidding=uniform,hand=30", "-n", 72, "--scoring", "seeger_fabian")
        comparison = comparison_of(out)
        mean, low, high = (rounded(comparison["scorings"]["seeger_fabian"][key], 0) for key in ("mean", "low", "high"))
        assert f"stammtisch is better: stammtisch - {other} {mean} (95 %: {low} to {high}) Seeger points a deal\n" in text
        assert f"did better in {comparison['better']} deals, equal in {comparison['equal']}, worse in {comparison['worse']}" in text
        assert "Seeger points a deal" in text.splitlines()[0] and re.search(r"^  classic \+", text, re.MULTILINE)
        assert read_json(out, "manifest.json")["rules"]["scoring"]["system"] == "seeger_fabian"
        assert "replay" not in text
        details = arena("compare", out, "--details").stdout
        assert "stammtisch is better" in details and f"{comparison['divergent']} deals played differently" in details
        for part in comparison["roles"] + comparison["contracts"] + comparison["positions"]:
            effect = rounded(part["effect"]["mean"], 2) if part["effect"]["mean"] else "0.00"
            assert re.search(rf"{part['name'].replace('_', ' ')} .*{re.escape(effect)} .* {part['a']['seats']} .* {part['b']['seats']}$",
                             details, re.M)
        tables = re.findall(r"^(?:games +part \(95|final bid, games won|points a deal, 95).*?(?=\n\n)", details, re.M | re.S)
        assert len(tables) == 3 and all(re.search(rf"  stammtisch\b.*  {other}\b", table.splitlines()[0]) for table in tables[1:]), tables
        assert details.count(" replay ") == len(comparison["swings"])
        swings = [abs(float(found)) for found in re.findall(r"^ +([+-][\d.]+)  session", details.partition("largest swings, up or down")[2],
                                                            re.M)]
        assert swings and swings == sorted(swings, reverse=True)
        again = arena("compare", out, "--json")
        assert (again.returncode, again.stdout.strip()) == (OK, (out / "summary.json").read_text().strip())

    ERRORS = (
        (("./missing.so", "basic"), ["missing.so"]), (("stammtisch:cautoin=4", "basic"), ["cautoin", 'did you mean "caution"']),
        (("stammtisch:caution=450", "basic"), ["caution", "0..100"]), (("stammtisch:caution", "basic"), ["KEY=VALUE", "caution"]),
        (("stammtisch", "basic", "-n", "0"), ["--deals"]),
        (("stammtisch", "basic", "--test", "points", "--h1", "0"), ["h0 must be below h1"]),
        (("a", "b", "c", "d"), ['no bot module "a"']), (("basic", "random", "--h0=-1"), ["--test"]),
        # What one word or three words mean is said, not guessed from a missing manifest.
        (("stammtisch:caution=50",), ["is one bot: the second is missing"]), (("nonsense",), ["no config of this name"]))

    def test_errors(self):
        for words, says in self.ERRORS:
            self.refused(USAGE, "compare", *words, says=says)


class TestCompareFolders(StatisticsTest):
    FOUR = {"bots": {"stammtisch": "stammtisch", "b": "basic", "r": HAND, "u": UNIFORM}, "seats": ["stammtisch", "r", "u"],
            "schedule": "round_robin", "deals": 3, "seatings": "all"}

    def pair(self, folder, a, b):
        done = arena_ok("compare", folder, a, b, "--json")
        return json.loads(done.stdout)

    def test_config(self):
        path = self.write_config(**self.FOUR | {"compare": ["r", "u"]})
        out, text = self.compare(path, "--json")
        assert text.strip() == (out / "summary.json").read_text().strip()
        self.assert_same_bytes(out, self.sample(**self.FOUR | {"compare": ["r", "u"]}), ("games.jsonl", "summary.json"))
        self.refused(USAGE, "compare", path, "--rules", "isko", "--out", self.temp / "no", says=["set it in the config instead", "--rules"])
        self.refused(USAGE, "compare", self.write_config(**self.FOUR), "--out", self.temp / "no", says=["compare"])
        assert not (self.temp / "no").exists()

    def test_pairs_of_a_folder(self):
        """The pair of the summary, another one as a config that compares it, and the same two the other way round."""
        folder = self.sample(**self.FOUR | {"compare": ["r", "u"]})
        one, other = (self.pair(folder, *pair) for pair in (("r", "u"), ("u", "r")))
        summary = read_json(folder, "summary.json")
        assert {"standings", "pairs", "ratings", "comparison"} <= one.keys() and one == {key: summary[key] for key in one}
        third = self.sample(**self.FOUR | {"compare": ["stammtisch", "r"]})
        assert self.pair(folder, "stammtisch", "r")["comparison"] == comparison_of(third)
        one, other = one["comparison"], other["comparison"]
        for name, scoring in one["scorings"].items():
            back = other["scorings"][name]
            assert [scoring[key] for key in ("mean", "low", "high", "error")] == [-back["mean"], -back["high"], -back["low"], back["error"]]
        assert one["divergent"] == other["divergent"]
        assert [swing["difference"] for swing in one["swings"]] == [-swing["difference"] for swing in other["swings"]]
        for key in ("roles", "contracts", "positions"):
            assert [(part["a"], part["b"]) for part in one[key]] == [(part["b"], part["a"]) for part in other[key]]

    def test_errors(self):
        folder = self.play("--log", "none", **self.FOUR | {"schedule": "gauntlet", "seatings": "rotations", "deals": 2})
        compared = self.sample(**self.FOUR | {"compare": ["r", "u"]})
        apart = self.sample(bots=BOTS, seats=list("abc"), deals=2, schedule="gauntlet", seatings="all", compare=["a", "b"])
        for words, code, says in (
                ((compared, "stamtisch", "r"), USAGE, ['did you mean "stammtisch"']), ((folder,), BAD_FILE, ["summary.json", "A B"]),
                ((apart, "b", "c"), USAGE, ["never sit at the same table"]), ((compared, "r", "r"), USAGE, ["same bot"]),
                ((folder, "stammtisch", "u"), BAD_FILE, ["games.jsonl", "kept no log"]),
                ((self.temp / "missing",), USAGE, ["missing", "No such file"]),
                ((self.temp,), BAD_FILE, ["is a folder without results", "manifest.json"]),
                # Options without a meaning: what was played is in the folder.
                ((compared, "r", "u", "--deals=5"), USAGE, ["--deals"]), ((compared, "--out=x"), USAGE, ["--out"])):
            self.refused(code, "compare", *words, says=says)

    def test_damaged_files(self):
        """The log has to be the schedule's."""
        folder = self.sample_copy(**self.FOUR | {"compare": ["r", "u"]})
        lines = (folder / "games.jsonl").read_text().splitlines(keepends=True)
        for damaged in ([re.sub('"arrangement":[0-9]+', '"arrangement":5000000', lines[0])] + lines[1:], lines[:4] + lines[5:],
                        lines[6:12] + lines[:6] + lines[12:], lines[:-6]):
            (folder / "games.jsonl").write_text("".join(damaged))
            self.refused(BAD_FILE, "compare", folder, "r", "u", says=["games.jsonl"])
        summary = read_json(folder, "summary.json")
        summary["comparison"]["bidding"] = {"declared": [1, 2]}
        for text, says in (('{"comparison": {}}', "summary.json"), (json.dumps(summary), "$.comparison.bidding")):
            (folder / "summary.json").write_text(text)
            self.refused(BAD_FILE, "compare", folder, says=[says])


# ---- regress --------------------------------------------------------------------------------

class TestRegress(StatisticsTest):
    def regress(self, old, new, *arguments, code=OK, log="all"):
        """With all games in the log; `log` None: as regress logs by itself."""
        self.out, text = self.compare(word(old), word(new), *(["--log", log] if log else []), *arguments, code=code, command="regress")
        return text

    def checks(self, text):
        return re.findall(r"^(ok|FAIL|\?) ", text, re.MULTILINE)

    def test_identical(self):
        text = self.regress("basic", twin("basic", self.temp), "-n", 36, "--scoring", "seeger_fabian", "--limit", "time_ms=777",
                            "--limit", "nodes=5", "--margin", 150, log=None)
        assert self.checks(text) == ["ok"] * 3 and "play all 20 deals alike, so fewer than 15 %" in text
        assert comparison_of(self.out)["divergent"] == 0
        manifest = read_json(self.out, "manifest.json")
        assert {(bot["limits"]["time_ms"], bot["limits"]["nodes"]) for bot in manifest["bots"]} == {(777, 5)}
        assert comparison_of(self.out)["primary"] == "seeger_fabian"

    def test_a_config_with_too_few_deals_for_a_pass(self):
        """Said before the first game, and after the last."""
        path = self.write_config(bots={"mine": SLIGHTLY, "was": "stammtisch"}, seats=["mine", "was"], schedule="duel",
                                 compare=["mine", "was"], deals=4)
        out = self.temp / "few"
        done = arena_says(UNDECIDED, "warning: a pass of a bot that is not better takes at least 1699 deals; there are 4", "regress", path,
                          "--json", "--out", out)
        found = json.loads(done.stdout)
        assert found == read_json(out, "summary.json")
        assert found["verdict"]["needed"] == "a pass takes at least 1699 deals, unless mine is better"
        assert [check["result"] for check in found["verdict"]["checks"]] == ["ok", "ok", "undecided"]
        assert {(play["games"], play["faults"]) for play in read_json(out, "manifest.json")["played_alone"]} == {(12, 0)}
        self.refused(USAGE, "regress", path, "--rules", "isko", "--out", self.temp / "other", says=["set it in the config"])

    def test_more_faults(self):
        """A margin that takes longer than to see that only the new bot fails."""
        text = self.regress("basic", faulty(15), "-n", 36, "--margin", 30, code=REJECTED)
        assert self.checks(text)[:2] == ["FAIL", "ok"] and read_json(self.out, "summary.json")["test"]["faults"]["decided"]
        self.assert_agreed(self.out)

    def check_junit(self, text, junit):
        suite = ElementTree.parse(junit).getroot()
        cases = suite.findall("testcase")
        results = ["FAIL" if case.find("failure") is not None else "?" if case.find("skipped") is not None else "ok" for case in cases]
        assert suite.tag == "testsuite" and results[:3] == self.checks(text)
        assert [suite.get(key) for key in ("tests", "failures", "errors", "skipped")] == [
            str(len(cases)), str(results.count("FAIL")), "0", str(results.count("?"))]
        assert float(suite.get("time")) == float(cases[2].get("time"))
        return cases

    def test_junit(self):
        """Who fails before all decisions plays no card differently, but fails."""
        junit = self.temp / "junit.xml"
        text = self.regress("basic", faulty(20, what="segfault", when="session_begin"), "-n", 38, "--junit", junit, code=REJECTED)
        assert self.checks(text) == ["FAIL", "ok", "?"]
        assert all(re.search(rf"^{word} new: \d+ crashes? in ", text, re.MULTILINE) for word in ("WARNING", "FAIL"))
        faults = [case.find("failure") for case in self.check_junit(text, junit) if "fault in game" in case.get("name")]
        assert 0 < len(faults) <= 20
        assert {failure.get("type") for failure in faults} == {"crash"} and all("replay" in failure.text for failure in faults)
        assert has_sanitizer() or all("Segmentation fault" in failure.get("message") and "faulty.so" in failure.text for failure in faults)

    def test_first_divergences(self):
        """Each with the commands that show its games, in a folder whose name a shell and XML have to quote. By itself `regress` writes a
        whole compressed log."""
        folder, junit = self.temp / "a&b <c> \"d\" 'e' ]]> ä", self.temp / "junit.xml"
        done = arena_ok("regress", "stammtisch", word(CAREFUL), "-n", 60, "-m", 150, "--seed", 5, "--out", folder, "--junit", junit)
        assert "regress: at most 900 games" in done.stderr
        output = self.check_junit(done.stdout, junit)[1].find("system-out").text
        assert "the first deals played differently" in output
        commands = re.findall(r"^ .*session \d+, deal \d+: (.*)$", done.stdout, re.MULTILINE)
        assert all(command in output for command in commands) and str(folder) in shlex.split(commands[0])
        comparison = comparison_of(folder)
        divergences = comparison["divergences"]
        assert len(divergences) == len(commands) == 5
        shown = subprocess.run(commands[0], shell=True, cwd=ROOT, text=True, capture_output=True, timeout=TIMEOUT, check=False)
        assert (shown.returncode, shown.stderr) == (OK, ""), commands[0]
        assert [int(game) for game in re.findall(r"^game (\d+):", shown.stdout, re.MULTILINE)] == divergences[0]["games"]
        lines = {line["game"]: line for line in read_lines(folder)}
        assert len(lines) == 15 * comparison["deals"] and (folder / "games.jsonl.zst").exists()
        for divergence in divergences:
            first = divergence["first"]
            position = ("forehand", "middlehand", "rearhand")[first["position"]]
            assert f"move {first['move']}, {position}: new " in done.stdout
            games = [lines[first[side]["game"]] for side in "ab"]
            before, after = zip(*((moves[:2 * first["move"] - 2], moves[2 * first["move"] - 2:][:2])
                                  for moves in (game["moves"].split() for game in games)))
            assert before[0] == before[1] and after[0] != after[1] and after[0][0] == after[1][0] == str(first["position"])
            assert [game["table"][game["seats"][first["position"]]] for game in games] == ["new", "old"]
            hand = lines[first["a"]["game"]]["cards"].split("|")[first["position"]].split(".")
            of_deal = done.stdout.split(f"session {divergence['session']}, deal {divergence['deal']}:")[1]
            held = re.search(rf"^ *{position} holds .*", of_deal, re.MULTILINE)[0]
            names = re.findall(r"[♣♠♥♦CSHD][AKQJT987]\b", held)
            cards = {dict(zip("♣♠♥♦", "CSHD")).get(card[0], card[0]) + card[1] for card in names}
            assert cards and cards <= set(hand) and (first["move"] > 1 or cards == set(hand))

    def test_beside_third_bots(self):
        """One that differs only from whom it sits beside: in duels the two are alike."""
        out, _ = self.compare(bad_bot("goes_on"), "basic", "-n", 36, "--log", "none")
        assert read_json(out, "summary.json")["verdict"]["result"] == "identical play"
        text = self.regress("basic", bad_bot("goes_on"), "--seed", 2, code=REJECTED, log="none")
        assert text.startswith("FAIL: new is worse") and self.checks(text) == ["ok", "ok", "FAIL"]
        manifest, summary = (read_json(self.out, f"{name}.json") for name in ("manifest", "summary"))
        self.assert_valid("manifest", manifest, "manifest.json")
        assert summary["test"]["verdict"] == "reject" and summary["comparison"]["scorings"]["classic"]["high"] < 0
        assert summary["games"] < summary["planned"] == 15 * 36000
        assert manifest["compare"] == ["new", "old"] and manifest["test"]["h0"] == -0.5
        schedule = manifest["schedule"]
        assert (schedule["kind"], schedule["per_deal"]) == ("against", 15) and "at these tables" in text
        together = [table for table in schedule["arrangements"][:15] if len(set(table)) == 3]
        assert len(together) == 12 and all({"new", "old"} < set(table) for table in together)

    def test_one_that_always_hangs_ends_soon(self):
        text = self.regress("basic", with_limit(bad_bot("faulty", what="hang", percent=100)), code=REJECTED)
        assert re.search(r"FAIL new fails in \d+ of \d+ games that it plays alone", text) and "no answer in time" in text
        assert "no answer in time" in arena("games", self.out, "--faults", "--bot", "new", "--most", 1).stdout

    def test_errors(self):
        out = ("--out", self.temp / "out")
        for words, says in ((("stammtisch",), "stammtisch"), (("basic", "basic", "--margin", 0), "--margin"),
                            (("basic", "random", "--margin", 268), "--margin: 268, at most 268 points a deal apart")):
            self.refused(USAGE, "regress", *words, *out, says=says.split(", "))
        assert not (self.temp / "out").exists()
        arena_says(INTERNAL, "/nowhere/x.xml", "regress", "basic", "random", "-n", 1, "--junit", "/nowhere/x.xml", *out)


# ---- what a command concludes ----------------------------------------------------------------

class TestConclusions(StatisticsTest):
    def test_faults_come_first(self):
        out, text = self.compare(f"x={bad_bot('faulty')}:what=segfault,percent=20", f"y={bad_bot('faulty')}:what=illegal_card,percent=30",
                                 "-n", 12)
        x, y = (bot["faults"] for bot in read_json(out, "summary.json")["bots"])
        lines = text.splitlines()
        assert [line.partition(" in ")[0] for line in lines[1:3]] == [
            f"WARNING x: {x['crash']} crashes", f"WARNING y: {y['illegal']} illegal actions"]
        assert lines[3].startswith("  x failed first in game ") and lines[4].startswith("  y failed first in game ")
        assert f"games {out} --faults" in lines[5] and text.startswith(arena("compare", out).stdout)  # the folder says the same

    def test_a_deal_beyond_a_hand_takes_no_verdict_away(self):
        """Faults can cost more than any game: whoever has them in most deals is shown to be worse."""
        out, text = self.compare("random", f"{bad_bot('faulty')}:what=illegal_card,when=card,percent=100", "-n", 36, "--log", "none")
        summary = read_json(out, "summary.json")
        of, verdict = summary["comparison"]["scorings"]["classic"], summary["verdict"]
        assert max(-of["lowest"], of["highest"]) > of["hand"] == verdict["hand"] == 268
        assert verdict["result"] == "a is better" and verdict["decides"]["low"] > 0 and text.startswith("random is better: ")

    def test_what_was_not_seen_may_be_left_out(self):
        """Then what was seen decides; a sequential test, whose stakes are made for a hand, refuses that."""
        words = ("stammtisch", "stammtisch:caution=50", "-n", 100, "--seed", 1)
        for allowed, hand in (("hand", 268), ("none", 0)):
            out, _ = self.compare(*words, "--allow-for", allowed)
            verdict = read_json(out, "summary.json")["verdict"]
            assert (verdict["hand"], read_json(out, "manifest.json")["allow_for"]) == (hand, allowed)
            seen = {end: verdict["difference"][end] for end in ("low", "high")}
            assert (seen == verdict["decides"]) == (hand == 0)
            self.assert_agreed(out)
        self.refused(USAGE, "compare", *words, "--allow-for", "none", "--test", "points", "--out", self.temp / "no",
                     says=["hand"])

    def test_a_catastrophe_fails_at_once(self):
        """Where a bot throws all hands away no deal is within what one costs; the interval has no lower end."""
        done = arena("regress", "stammtisch", f"{bad_bot('rare')}:disaster=1", "--seed", 3, "--out", self.temp / "rare", "--log", "all")
        verdict = read_json(self.temp / "rare", "summary.json")["verdict"]
        assert done.returncode == REJECTED and verdict["result"] == "fail" and verdict["units"] <= 100
        assert verdict["decides"]["low"] == -1e308 and verdict["decides"]["high"] < -200 and verdict["deals_to_reach"] is None
        assert any("more than one hand can cost" in warning for warning in verdict["warnings"])
        self.assert_agreed(self.temp / "rare")

    def test_sessions_are_guarded_by_a_hand(self):
        """Of 36 deals, one hand is thrown away."""
        out, _ = self.compare("stammtisch", "stammtisch:caution=50", "--rules", "stammtisch", "-n", 360, "--seed", 1)
        summary = read_json(out, "summary.json")
        of, judged = summary["comparison"]["scorings"]["classic"], summary["pairs"][0]["judged"]
        assert (of["hand"], summary["verdict"]["unit"], summary["verdict"]["units"]) == (2144, "session", 10)
        assert judged["high"] - judged["low"] < 2 * of["hand"] / 10
        self.assert_agreed(out)

    def test_a_program_is_run_by_the_pipe_bot(self):
        script = self.temp / "my bot.py"
        script.write_text("#!/bin/sh\nexit 3\n")
        script.chmod(0o755)
        self.refused(USAGE, "compare", script, "basic", "-n", 1, "--out", self.temp / "out",
                     says=["my bot.py: bot module", "pipe.so cannot start", "it ended with exit status 3"])

    def played(self, *words):
        """Without --out: which folder of results/ the commands at the end name, and all that are there then."""
        done = arena(*words, cwd=self.temp)
        named = re.search(r"^page:    \S+ report results/(\S+)$", done.stdout, re.MULTILINE)
        return named and named[1], sorted(path.name for path in (self.temp / "results").iterdir()), done

    def test_each_run_has_a_folder_of_its_own(self):
        """One rule: the next free number; --force the first; one that --out names is refused if it is used; an empty one is used."""
        words, name = ("compare", "basic", "random", "-n", "1"), "basic-vs-random"
        first = self.temp / "results" / name
        first.mkdir(parents=True)
        assert self.played(*words)[:2] == (name, [name])
        before = (first / "manifest.json").read_bytes()
        (first / "resume.json").write_text("{}")
        (first / "notes.txt").write_text("mine")
        folder, there, done = self.played(*words, "--seed", "5")
        assert (folder, there) == (f"{name}-2", [name, f"{name}-2"])
        assert f"the run in results/{name} is not finished: `{program()} run --resume results/{name}` continues it" in done.stderr
        assert f"details: {program()} compare results/{name}-2 --details" in done.stdout.splitlines()
        assert (first / "manifest.json").read_bytes() == before
        done = self.played(*words, "--out", f"results/{name}")[2]
        assert done.returncode == USAGE and "exists and is not empty; --force" in done.stderr
        assert self.played(*words, "--seed", "5", "--force")[0] == name
        assert (first / "manifest.json").read_bytes() != before and (first / "notes.txt").read_text() == "mine"


class TestPlan(StatisticsTest):
    def needed(self, summary, reach, power=0.0):
        """What chance adds to the interval falls with the root of the deals; what it allows for rare losses, with their number."""
        difference, comparison = summary["verdict"]["difference"], summary["comparison"]
        by_chance = 1.959964 * comparison["scorings"][comparison["primary"]]["error"]
        rare = (difference["high"] - difference["low"]) / 2 - by_chance
        assert rare > 0
        by_chance *= (1.959964 + power) / 1.959964
        root = (math.sqrt(by_chance ** 2 + 4 * rare * reach) - by_chance) / (2 * rare)
        return comparison["deals"] / root ** 2

    def test_of_two_bots_and_of_a_folder(self):
        out, text = self.compare("stammtisch", "basic", "-n", 64)
        summary = read_json(out, "summary.json")
        deviation = summary["comparison"]["scorings"]["classic"]["error"] * 8
        told = re.search(r"standard deviation of a deal (\S+): an interval of \+-0.25 needs about (\d+) deals", text)
        assert float(told[1]) == pytest.approx(deviation, abs=0.06)
        assert float(told[2]) == pytest.approx(self.needed(summary, 0.25), rel=0.06)
        found = json.loads(arena("plan", "stammtisch", "basic", "-n", 64, "--detect", 2, "--json").stdout)
        assert found["deviation"] == pytest.approx(deviation, abs=1e-6)
        rows = {row["key"]: row for row in found["rows"]}
        assert rows["deals_for_interval"]["deals"] == math.ceil(self.needed(summary, 2))
        assert rows["deals_for_power"]["deals"] == math.ceil(self.needed(summary, 2, 0.841621))
        # Each row of the table has the number of the JSON; that these are right, the tests of arena/stats/sequential_test.c show.
        text = arena("plan", out, "--detect", 2).stdout
        for words, key in (("a sequential test of 0 against 2, if 0 is true", "deals_if_none"),
                           ("the same test, if 2 is true", "deals_if_all"), ("the same test, half way between them", "deals_half_way"),
                           ("the same test, if the pilot is right", "test_deals_as_seen"),
                           ("a pass at a margin of 2, unless better, takes at least", "deals_to_pass_at_least"),
                           ("a test of a margin of 2, until an equal bot passes", "deals_to_pass"),
                           ("until one that is 4 worse fails", "deals_to_fail"),
                           ("until stammtisch passes, if the pilot is right", "deals_as_seen")):
            assert re.search(rf"{words} +{rows[key]['deals']:.0f}\b", text), (words, text)
        for key in ("test_deals_as_seen", "deals_as_seen"):
            low, high = (rows[f"{key}_range"][end] for end in ("deals", "most_deals"))
            assert low <= rows[key]["deals"] <= high and (low == high or f" {low:.0f} to {high:.0f} " in text)

    def test_errors(self):
        self.refused(USAGE, "plan", "basic", "basic", "-n", 2, says=["nothing to plan by; more deals may show one"])
        self.refused(BAD_FILE, "merge", self.temp, "--out", self.temp / "out", says=[f"{self.temp}: is empty"])
        given = {"--deals": 100, "--rules": "isko", "--scoring": "classic", "--seatings": "all", "--seed": 1, "--workers": 1,
                 "--limit": "time_ms=5", "--rule": "grand=20", "--redeals": 1}
        self.refused(USAGE, "plan", self.temp, "--bidding", *sum(given.items(), ()),
                     says=[f"{option}: is for a pilot of two bots" for option in ["--bidding", *given]])
        self.refused(USAGE, "plan", "--counts", "1:2", "--deals", 5, says=["--deals: is for a pilot of two bots, not for --counts"])


# ---- the calculator -------------------------------------------------------------------------

class TestCalculator(StatisticsTest):
    CODES = {"accept": OK, "reject": REJECTED, "undecided": UNDECIDED}

    def calculate(self, *arguments):
        """The numbers by name, and the verdict, which is the exit status, too."""
        done = arena("plan", "--counts", *arguments)
        patterns = {"units": r"^units +(\S+)", "mean": r"^mean +([^\s,]+)", "deviation": r"^deviation +([^\s,]+)",
                    "low": r"interval (\S+) to", "high": r"interval \S+ to ([^\s,]+)", "llr": r"^LLR +([^\s,]+)",
                    "lower": r"rejects at ([^\s,]+)", "upper": r"accepts at ([^\s,;]+)", "skewness": r"skewness ([^\s:]+)"}
        matches = {key: re.search(pattern, done.stdout, re.MULTILINE) for key, pattern in patterns.items()}
        found = {key: float(match[1]) for key, match in matches.items() if match}
        verdict = re.search(r"^verdict +(\w+)", done.stdout, re.MULTILINE)[1]
        assert done.returncode == self.CODES[verdict], done.stderr
        return found, verdict

    def test_counts_are_their_expanded_list(self):
        for words in (("0:9700", "12:160", "-10:140"), ("1:300", "1:300", "2:10"), ("-3:700", "4:0"), ("-.5:500", "7.333:60")):
            values = [float(value) for value, count in (text.split(":") for text in words) for _ in range(int(count))]
            mean, deviation = statistics.fmean(values), statistics.pstdev(values)
            found, _ = self.calculate(*words)
            llr = llr_of(values, 268, 0, 1)
            assert [found[key] for key in ("units", "mean", "deviation")] == pytest.approx([len(values), mean, deviation], abs=1e-4)
            assert found["llr"] == pytest.approx(llr, abs=1e-3)
            if deviation:
                third = statistics.fmean((value - mean) ** 3 for value in values)
                assert found["skewness"] == pytest.approx(third / deviation ** 3, abs=0.01)
                half = 1.96 * deviation / math.sqrt(len(values) - 1)
                assert [found["low"], found["high"]] == pytest.approx([mean - half, mean + half], abs=0.01 * half)

    def test_no_spread(self):
        """A hand may not have been thrown away by chance: n ln(1 - 1/268)."""
        found, verdict = self.calculate("0:1000")
        assert (found["llr"], verdict) == (pytest.approx(1000 * math.log(1 - 1 / 268), abs=1e-3), "reject")
        for words, verdict in ((("0:2000", "--h0", -1, "--h1", 0), "accept"), (("0:500", "--hand", 100), "reject"),
                               (("0.0004:600", "-0.0001:600", "--hand", 0.001, "--model", "normalised"), "accept")):
            assert self.calculate(*words)[1] == verdict

    def test_errors(self):
        for words in ((), ("5",), ("5:-1", "1:5"), ("1:1",), ("inf:10", "1:10"), ("0:10", "1:10", "--h1", 0),
                      ("0:10", "1:10", "--alpha", 0.5)):
            self.refused(USAGE, "plan", "--counts", *words, says=["skat-arena"])


# ---- configs, interruption, replay ----------------------------------------------------------

class TestConfigErrors(StatisticsTest):
    DUEL, PAIR = {"schedule": "duel", "seats": ["a", "b"]}, {"compare": ["a", "b"]}
    CASES: Any = (
        ("$.seatings", {"seatings": "rotations", "schedule": "permutations"}),
        ("$.schedule", {"schedule": "duel", "seats": ["a", "a"]}), ("$.schedule", DUEL | {"rules": {"seats": 4}}),
        ("$.seats[1]", {"schedule": "duel", "seats": ["a", "x"]}),
        ("$.test", {"test": {}}), ("$.test", PAIR | {"test": {"h0": 1, "h1": 0}}),
        ("$.test.model $.test.h0 $.test.min_units $.test.block",
         PAIR | {"test": {"model": "point", "h0": "0", "min_units": 1, "block": 2.5}}),
        ("$.compare", {"compare": ["b", "c"], "schedule": "gauntlet"}), ("$.compare[1]", {"compare": ["a", "a"]}),
        ("$.compare[1]", {"compare": ["a", "c"], "seats": ["a", "b", "b"]}))

    def test_are_named_with_their_place(self):
        for places, fields in self.CASES:
            done, out = self.run_config(**{"bots": {name: RANDOM for name in "abc"}, "seats": list("abc")} | fields)
            assert done.returncode == USAGE and done.stdout == "" and not out.exists(), done.stderr
            for place in places.split():
                assert (f": {place}: " if place.startswith("$") else f'did you mean "{place}"') in done.stderr, (place, done.stderr)


class TestInterruption(StatisticsTest):
    def test_what_was_played_counts(self):
        """And of a log that was cut inside a unit what is before it."""
        out = self.temp / "out"
        path = self.write_config(schedule="duel", bots={"a": HAND, "b": RANDOM}, seats=["a", "b"], deals=4, sessions=1000000,
                                 rules="stammtisch", test={"h0": 500, "h1": 501, "min_units": 1000000})
        with Started([program(), "compare", path, "--out", out, "--workers", "2"], cwd=ROOT, text=True, stdout=subprocess.PIPE,
                     stderr=subprocess.PIPE) as process:
            wait_until(lambda: size_of(out / "games.jsonl"), process)
            process.send_signal(signal.SIGINT)
            assert process.wait(TIMEOUT) == INTERRUPTED, process.stderr.read()
        assert not read_json(out, "summary.json")["complete"]
        self.assert_verified(out)
        lines, manifest = (out / "games.jsonl").read_text().splitlines(keepends=True), read_json(out, "manifest.json")
        games = max(1, min(8, len(lines) // 12)) * 12 - 1
        (out / "games.jsonl").write_text("".join(lines[:games]))
        (out / "summary.json").unlink()  # as when the power fails
        expected = statistician.Statistician(manifest, read_lines(out)).comparison.expected()
        done = arena_says(UNDECIDED, "was cut off", "compare", out, *manifest["compare"], "--json")
        found = json.loads(done.stdout)["comparison"]
        assert list(compare("", found, expected)) == [] and found["units"] == games // 12


class TestReplay(StatisticsTest):
    def test_lists(self):
        folder = self.sample(schedule="duel", deals=1, bots=BOTS, seats=["a", "b"])
        done = arena("replay", folder, "--ascii", "--game", "0,2")
        assert done.returncode == OK and re.findall(r"^game (\d+):", done.stdout, re.MULTILINE) == ["0", "2"], done.stderr
        assert arena("replay", folder, "--ascii", "--game", "2").stdout in done.stdout
        for text in ("2,2", "1,x", ",".join(map(str, range(65)))):
            self.refused(USAGE, "replay", folder, f"--game={text}", says=["--game"])
