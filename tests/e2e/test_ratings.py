# SPDX-License-Identifier: MIT
"""End-to-end tests of `results --ratings`: the bots of several runs in one list, computed a second time here, from the summaries alone."""
import csv
import io
import json
import shutil

import numpy
import pytest

from harness import *
from test_serve import ServeTest

OTHERS = {"a": "basic", "b": "beginner", "c": "stammtisch"}


class TestRatings(ServeTest):
    def duel(self, name, one, other, seed, **fields):
        return self.play_as(name, bots=dict([one, other]), seats=[one[0], other[0]], schedule="duel", deals=60, seed=seed, **fields)

    def ratings(self):
        done = arena_ok("results", self.folder, "--ratings", "--json")
        return json.loads(done.stdout)

    def several_runs(self):
        self.duel("one", ("a", "basic"), ("b", "beginner"), 1)
        self.duel("two", ("anna", "stammtisch"), ("bert", "beginner"), 2)  # under other names: the same bots
        self.play_as("three", bots=OTHERS, seats=list(OTHERS), schedule="round_robin", deals=40, seed=1)  # the deals of the first

    def test_computed_again(self):
        self.several_runs()
        names = {"anna": "c", "bert": "b"}
        seed_of = lambda run: read_json(self.folder / run, "manifest.json")["seed"]
        found = [(names.get(pair["a"], pair["a"]), names.get(pair["b"], pair["b"]), pair, seed_of(run))
                 for run in ("one", "two", "three") for pair in read_json(self.folder / run, "summary.json")["pairs"]]
        design = numpy.array([[(bot == a) - (bot == b) for bot in OTHERS] for a, b, _, _ in found], float)
        weights = numpy.array([pair["units"] for _, _, pair, _ in found], float)
        # Points as combinations of the differences: the pseudo-inverse of the weighted equations, whose solution has the mean 0.
        solution = numpy.linalg.pinv(design * numpy.sqrt(weights)[:, None]) * numpy.sqrt(weights)
        means = numpy.array([pair["difference"]["mean"] for _, _, pair, _ in found])
        errors = numpy.array([pair["difference"]["error"] for _, _, pair, _ in found])
        seeds = numpy.array([seed for *_, seed in found])
        [ratings] = self.ratings()["lists"]
        assert ratings["runs"] == [str(self.folder / run) for run in ("one", "two", "three")]
        rows = {name: row for name, row in zip("cba", ratings["bots"])}
        for bot, coefficients in zip(OTHERS, solution):
            error = sum((abs(coefficients) * errors)[seeds == seed].sum() ** 2 for seed in (1, 2)) ** 0.5
            assert rows[bot]["points"]["mean"] == pytest.approx(coefficients @ means)
            assert rows[bot]["points"]["error"] == pytest.approx(error)
        assert rows["c"]["ahead"]["mean"] == pytest.approx((solution[2] - solution[1]) @ means) and rows["a"]["ahead"] is None
        assert [row["met"] for row in ratings["bots"]] == [2, 2, 2]
        assert ratings["notes"][0].startswith("2 of these runs have deals in common")

    def test_a_run_twice_is_a_run(self):
        """Its weight does not grow, either; and shards count in the run that is made of them."""
        run = self.duel("one", ("a", "basic"), ("b", "beginner"), 1)
        self.duel("two", ("b", "beginner"), ("c", "random"), 2)
        self.duel("three", ("a", "basic"), ("c", "random"), 3)
        before = self.ratings()["lists"]
        for copy in ("again", "once more"):
            shutil.copytree(run, self.folder / copy)
        after = self.ratings()["lists"]
        assert [one["bots"] for one in before] == [one["bots"] for one in after] and len(before[0]["runs"]) == len(after[0]["runs"]) == 3
        for k in (1, 2):
            words = ("basic", "beginner", "--deals", 40, "--seed", 9, "--shard", f"{k}/2")
            assert arena("compare", *words, "-qo", self.folder / f"{k}").returncode == OK
        assert all(str(self.folder / k) in self.ratings()["notes"][0] for k in "12")

    def test_what_is_not_put_together(self):
        """Other rules, other options; and runs that ended because of what came out."""
        self.duel("one", ("a", "basic"), ("b", "beginner"), 1)
        self.duel("ramsch", ("a", "basic"), ("b", "beginner"), 2, rules={"extends": "skat", "passed_in": "ramsch"})
        self.duel("bids", ("a", "basic"), ("b", "beginner"), 7, compare=["a", "b"], bidding=True)
        self.duel("options", ("a", "stammtisch:caution=40"), ("b", "stammtisch:caution=60"), 3)
        alone = self.ratings()
        assert alone["lists"] == [] and alone["notes"] == [
            "in no list, since no other run compares one of their bots, with the same options and limits, under the same rules: "
            + ", ".join(str(self.folder / name) for name in ("one", "ramsch", "bids", "options"))]
        done = arena("results", self.folder, "--ratings")
        assert done.returncode == OK and "no two runs" in done.stdout + done.stderr
        assert arena("regress", "beginner", "basic", "--deals", 400, "-qfo", self.folder / "tested").returncode in (OK, 1, 2)
        assert self.ratings()["notes"][0].rsplit(": ", 1)[1] == str(self.folder / "tested")
        for name, seed in (("pub", 4), ("inn", 5)):
            self.duel(name, ("a", "basic"), ("b", "beginner"), seed, rules={"extends": "skat", "passed_in": "ramsch"})
        self.duel("more", ("a", "basic"), ("b", "stammtisch"), 6)
        ratings = self.ratings()
        assert [len(one["runs"]) for one in ratings["lists"]] == [2, 3] and "not connected" in ratings["notes"][0]
        assert [note.rsplit(": ", 1)[1] for note in ratings["notes"][2:]] == [f"{self.folder}/bids, {self.folder}/options"]
        assert arena("results", self.folder / "one", "--ratings").returncode == USAGE
        for option in ("--most", "--least"):
            arena_says(USAGE, "chooses the players of imported games", "results", self.folder, "--ratings", option, 1)
        heads = [f"list {k}: points a deal ({one['scoring']}), above the mean of the list; runs: {'; '.join(one['runs'])}"
                 for k, one in enumerate(ratings["lists"], 1)]
        said = heads + [note for one in (*ratings["lists"], ratings) for note in one["notes"]]
        as_csv = arena("results", self.folder, "--ratings", "--format", "csv")
        assert [(row["bot"], row["list"], row["scoring"]) for row in csv.DictReader(io.StringIO(as_csv.stdout))] == [
            (row["bot"], str(row["list"]), one["scoring"]) for one in ratings["lists"] for row in one["bots"]]
        assert sorted(as_csv.stderr.splitlines()) == sorted(said)
        for form in ("md", "text"):
            lines = arena("results", self.folder, "--ratings", "--format", form).stdout.splitlines()
            assert [line for line in lines if line in said] == [
                line for head, one in zip(heads, ratings["lists"]) for line in [head, *one["notes"]]] + ratings["notes"]
            assert form == "text" or sum(line.startswith("| --- ") for line in lines) == len(ratings["lists"])

    def test_bots_of_one_name(self):
        """Are told apart by what differs."""
        for name, one, other, seed in (("one", "stammtisch:caution=40", "basic", 1), ("two", "stammtisch:caution=60", "basic", 2),
                                       ("three", "beginner", "basic", 3), ("four", "bid=stammtisch,play=basic", "basic", 4)):
            spec = dict(part.split("=") for part in one.split(",")) if one.startswith("bid") else one
            self.duel(name, ("a", spec), ("b", other), seed)
        [ratings] = self.ratings()["lists"]
        assert {row["bot"] for row in ratings["bots"]} == {
            "b", "a (module=stammtisch, caution=40)", "a (module=stammtisch, caution=60)", "a (module=beginner)",
            "a (bid.module=stammtisch)"}
        assert self.ratings()["notes"] == []

    def test_names_are_no_html(self):
        """Nor do they end a cell of a table, or a line."""
        self.duel("one", ("a", "basic"), ("b", "beginner"), 1)
        self.duel("two", ("a", "basic"), ("b", "beginner"), 2)
        (self.folder / "two").rename(self.folder / "<b>|two&amp;\\")
        shown = str(self.folder) + "/\\<b>\\|two\\&amp;\\\\"
        for words in ((), ("--ratings",)):
            assert shown in arena("results", self.folder, *words, "--format", "md").stdout

    def test_on_pages(self):
        self.several_runs()
        server, [wanted] = self.serve(), self.ratings()["lists"]
        self.rows_of(server)
        served = json.loads(server.page("/index.json"))["ratings"]["lists"][0]
        written = self.data_of(self.page(self.folder))["ratings"]["lists"][0]
        assert served["bots"] == written["bots"] == wanted["bots"]
        assert set(served["runs"]) == set(written["runs"]) == {"one", "two", "three"}
