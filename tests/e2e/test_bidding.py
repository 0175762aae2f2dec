# SPDX-License-Identifier: MIT
"""Bids alone: of two bots that play cards alike, deals that both bid alike are not played (arena/match/bid_scout.h)."""
import json
from typing import Any

import pytest

from harness import *
from report_pages import ReportTest

BOLD = {"module": "stammtisch", "options": {"caution": 45}}
CHECKS = 64  # BID_SCOUT_CHECKS


def bids_of(game):
    """What was said and done before the first card, whoever it was."""
    moves = game["moves"].split()
    first = next((i for i in range(0, len(moves), 2) if moves[i] in "012" and len(moves[i + 1]) == 2 and moves[i + 1][0] in "CSHD"),
                 len(moves))
    return moves[:first]


class BiddingTest(ReportTest):
    def fields(self, **more) -> dict[str, Any]:
        return {"bots": {"a": BOLD, "b": "stammtisch"}, "schedule": "duel", "seats": ["a", "b"], "compare": ["a", "b"],
                "sessions": 4, "deals": 36, "bidding": True} | more

    def both(self, **fields):
        """The same deals, all of them played, and those that are not bid alike."""
        return self.play(**fields | {"bidding": False, "log": "all"}), self.play(**fields)


class TestTheSameDifference(BiddingTest):
    """Nothing is lost but the games that show no difference."""

    def assert_same_difference(self, whole, alone):
        one, other = comparison_of(whole), comparison_of(alone)
        for key in ("units", "deals", "divergent", "divergent_share", "zero", "better", "worse", "scorings", "superiority",
                    "curve", "distribution", "order"):
            assert other[key] == one[key], key
        for table in ("roles", "contracts", "positions"):  # those that were not played at all have no row
            effects = {row["name"]: row["effect"] for row in other[table]}
            assert all(effects.get(row["name"], row["effect"]) == row["effect"] for row in one[table]), table
            assert all(row["effect"]["mean"] == 0 for row in one[table] if row["name"] not in effects), table
        if one["divergent"]:
            sentences = [read_json(folder, "summary.json")["verdict"]["sentence"] for folder in (whole, alone)]
            assert sentences[0] == sentences[1]
        return other["unplayed"]

    @pytest.mark.parametrize("options", ({"caution": 45}, {"null_bonus": 40, "hand": False}, {"kontra": 0}))
    def test_of_bots_with_other_bids(self, options):
        whole, alone = self.both(**self.fields(bots={"a": {"module": "stammtisch", "options": options}, "b": "stammtisch"}))
        unplayed = self.assert_same_difference(whole, alone)
        assert 0 < unplayed["deals"] < 4 * 36 and unplayed["different"] == 0
        summary = read_json(alone, "summary.json")
        assert summary["complete"] and summary["games"] + unplayed["games"] == summary["planned"]
        self.assert_verified(alone)
        self.assert_schemas(alone)

    def test_of_composed_bots(self):
        bots = {"a": {"bid": BOLD, "play": "basic"}, "b": {"bid": "stammtisch", "play": "basic"}}
        self.assert_same_difference(*self.both(**self.fields(bots=bots)))

    def test_with_re_deals(self):
        fields = self.fields(redeals=2)
        whole, alone = self.both(**fields)
        self.assert_same_difference(whole, alone)
        assert comparison_of(whole)["redeals"] == comparison_of(alone)["redeals"]
        lines = [[line["cases"] for line in read_lines_of(folder / "redeals.jsonl")] for folder in (whole, alone)]
        assert lines[0] == lines[1]

    def test_a_pilot_counts_fewer_answers(self):
        """Where deals cost less, a re-deal has to save more."""
        bots = {"a": {"module": "stammtisch", "options": {"caution": 50}}, "b": "stammtisch"}
        numbers = [read_json(folder, "manifest.json")["redeals"] for folder in self.both(**self.fields(bots=bots, redeals="auto"))]
        assert 1 <= numbers[1] <= numbers[0]

    def test_four_at_the_table_and_ramsch(self):
        rules = {"passed_in": "ramsch", "kontra": {"levels": 2, "when": "before_lead"}}
        whole, alone = self.both(**self.fields(seats=["a", "b", "b", "b"], schedule="rotations", rules=rules, deals=24))
        self.assert_same_difference(whole, alone)

    def test_a_test_stops_at_the_same_deal(self):
        fields = self.fields(bots={"a": {"module": "stammtisch", "options": {"caution": 20}}, "b": "stammtisch"}, sessions=60,
                             test={"h0": 0, "h1": 2, "min_units": 50, "block": 20})
        more: tuple[dict[str, Any], ...] = ({"bidding": False}, {}, {"workers": 3})
        runs = [self.run_config("--quiet", **fields | one)[1] for one in more]
        units = {comparison_of(folder)["units"] for folder in runs}
        assert len(units) == 1 and units.pop() < 60 * 36
        self.assert_same_bytes(runs[1], runs[2])

    def test_bots_that_fail(self):
        """Who fails as it bids is asked again in the game, and charged there."""
        for what in ("illegal_bid", "segfault", "fail_crash"):
            bots = {"a": bad_bot("faulty", what=what, when="bid", percent=20), "b": bad_bot("faulty")}
            whole, alone = self.both(**self.fields(bots=bots, sessions=1))
            one, other = comparison_of(whole), comparison_of(alone)
            assert one["scorings"] == other["scorings"] and 0 < other["unplayed"]["deals"] < 36
            faults = [read_json(folder, "summary.json")["bots"][0]["faults"] for folder in (whole, alone)]
            assert faults[0] == faults[1] and faults[0], what

    def test_answered_side_by_side(self):
        whole, alone = self.both(**self.fields(bots={"a": bad_bot("together"), "b": bad_bot("together", most=5)}, sessions=1))
        assert comparison_of(whole)["scorings"] == comparison_of(alone)["scorings"]
        assert comparison_of(alone)["unplayed"]["deals"]


class TestWhatIsPlayed(BiddingTest):
    def test_only_deals_that_are_bid_differently(self):
        whole, alone = self.both(**self.fields(sessions=8))
        played, alike = 0, 0
        kept = games_of_deals(alone)
        for number, (key, games) in enumerate(sorted(games_of_deals(whole).items())):
            same = len({tuple(bids_of(game)) for game in games}) == 1
            alike += same
            checked = same and number % CHECKS == 0
            played += not same or checked
            assert (key in kept) == (not same), key
            assert key not in kept or [game["moves"] for game in kept[key]] == [game["moves"] for game in games]
        summary, unplayed = read_json(alone, "summary.json"), comparison_of(alone)["unplayed"]
        assert summary["games"] == 3 * played and unplayed["deals"] + unplayed["checked"] == alike
        assert unplayed["checked"] > 0

    def test_the_answers_before(self):
        """Each of the two is asked for all bids of the deal at a table of its own: twice what was said there."""
        whole, alone = self.both(**self.fields(bots={"a": {"module": "stammtisch", "options": {"kontra": 0}}, "b": "stammtisch"}))
        said = 0
        for games in games_of_deals(whole).values():
            moves = bids_of(games[0])
            said += sum(actor in "012" for actor in moves[::2])
        assert comparison_of(alone)["unplayed"]["answers"] == 2 * said

    def test_bots_that_do_not_play_alike(self):
        """The deals that are played all the same show it."""
        bots = {"a": {"bid": "stammtisch", "play": "basic"}, "b": {"bid": "stammtisch", "play": "stammtisch"}}
        folder = self.play(**self.fields(bots=bots, sessions=8))
        unplayed = comparison_of(folder)["unplayed"]
        assert unplayed["checked"] == unplayed["different"] > 0
        warnings = read_json(folder, "summary.json")["verdict"]["warnings"]
        assert any("do not play cards alike" in warning for warning in warnings) and unplayed["contradicted"] == 0
        shown = arena("compare", folder).stdout
        assert "do not play cards alike" in shown and shown.startswith("no verdict by bids alone")
        _, tested = self.run_config("--quiet", **self.fields(bots=bots, sessions=60, test={"margin": 2}))
        assert read_json(tested, "summary.json")["verdict"]["result"] == "undecided"

    def test_a_bot_that_bids_otherwise_than_when_asked(self):
        """Answers that depend on what was asked before are no bids of a deterministic bot."""
        folder = self.play(**self.fields(bots={"a": cheat("wavers", at=1), "b": cheat("wavers", at=1)}, sessions=20))
        unplayed = comparison_of(folder)["unplayed"]
        if unplayed["contradicted"]:
            assert any("does not repeat its answers" in warning for warning in read_json(folder, "summary.json")["verdict"]["warnings"])
        assert unplayed["contradicted"] <= unplayed["different"] <= unplayed["checked"]

    def test_what_was_not_played_is_not_claimed(self):
        """Bid alike is not played alike."""
        folder = self.play(**self.fields(bots={"a": {"module": "stammtisch", "options": {"kontra": 0}}, "b": "stammtisch"}))
        verdict = read_json(folder, "summary.json")["verdict"]
        assert verdict["result"] == "no difference shown" and "bid all 144 deals alike" in verdict["sentence"]
        assert "no deal bid differently: fewer than" in arena("compare", folder).stdout


class TestNoLifeSeesADealTwice(BiddingTest):
    @pytest.mark.parametrize("where", ("statics", "environment"))
    def test_who_remembers_hands_gains_nothing(self, where):
        """Who passes with a hand that it lost with before never meets one again, neither in games nor as it is asked before."""
        folder = self.play(**self.fields(bots={"a": cheat("loses_once", where=where), "b": "stammtisch"}, sessions=20))
        comparison = comparison_of(folder)
        assert comparison["divergent"] == 0 and comparison["scorings"]["classic"]["mean"] == 0
        assert comparison["unplayed"]["deals"] > 700


class TestSameBytes(BiddingTest):
    def test_workers_and_isolation(self):
        fields = self.fields()
        whole = self.play(**fields)
        self.assert_same_bytes(whole, self.play(**fields | {"workers": 4}))
        isolated = self.play(**fields | {"isolation": "process"})
        self.assert_same_bytes(whole, isolated, ("games.jsonl", "summary.json"))

    def test_shards(self):
        fields = self.fields()
        whole, path = self.play(**fields), self.write_config(**fields)
        parts = [self.temp / f"part{part}" for part in (1, 2, 3)]
        for part, folder in enumerate(parts, 1):
            assert arena("run", path, "--shard", f"{part}/3", "--out", folder, "--quiet").returncode == OK
        done = arena("merge", *parts, "--out", self.temp / "merged", "--quiet")
        assert done.returncode == OK, done.stderr
        self.assert_same_bytes(whole, self.temp / "merged", SAME_BYTES)

    def test_killed_and_resumed(self):
        fields = self.fields(sessions=40)
        whole, path = self.play(**fields), self.write_config(**fields)
        size = (whole / "games.jsonl").stat().st_size
        for number, share in enumerate((0.1, 0.5, 0.9)[:repeat(3, 2)]):
            out = self.temp / f"killed{number}"
            self.run_killed(path, out, "games.jsonl", share * size)
            done = arena("run", "--resume", out, "--quiet")
            assert done.returncode == OK or "finished" in done.stderr, done.stderr
            self.assert_same_bytes(whole, out, SAME_BYTES)

    def test_a_plan(self):
        """A pilot with re-deals, of fewer games: an interval takes fewer deals, and as many with bids alone."""
        bots, plans = ("stammtisch:null_bonus=40", "stammtisch"), []
        for more in ((), ("--redeals", "7"), ("--redeals", "7", "--bidding")):
            done = arena("plan", *bots, "--deals", "400", "--json", *more)
            assert done.returncode == OK, done.stderr
            plans.append({key: value for key, value in json.loads(done.stdout).items() if key != "seconds_per_deal"})
        assert plans[1] == plans[2]
        assert plans[1]["deviation"] < plans[0]["deviation"] / 1.4 and plans[1]["deals_for_interval"] < plans[0]["deals_for_interval"]
        self.play(**self.fields())
        assert "not for a run that was played" in arena("plan", self.temp / "out1", "--bidding").stderr

    def test_archived(self):
        """A log of the deals that differ has audited games, too: they are none that were played otherwise."""
        for number, fields in enumerate((self.fields(sessions=10), self.fields(sessions=10, bidding=False, log="divergent"))):
            folder = self.play(**fields)
            path = self.temp / f"run{number}.tar.gz"
            assert arena("archive", folder, "--out", path).returncode == OK
            done = arena("verify", path, "--parts", "1")
            assert done.returncode == OK, done.stderr

    def test_from_the_command_line(self):
        bots = ("stammtisch:caution=45", "stammtisch")
        done = arena("compare", *bots, "--deals", "60", "--seed", "3", "--bidding", "--out", self.temp / "out")
        assert done.returncode == OK, done.stderr
        assert "bid alike and not played" in done.stdout
        assert read_json(self.temp / "out", "manifest.json")["bidding"] is True


class TestRefused(BiddingTest):
    @pytest.mark.parametrize("fields, words", (
        ({"log": "all"}, "must be \"divergent\""),
        ({"bots": {"a": BOLD, "b": "stammtisch", "c": "basic"}, "seats": ["a", "b", "c"], "schedule": "against"}, "the two alone"),
        ({"rules": "ramsch-only"}, "with an auction"),
        ({"rules": "bierlachs"}, "from deal to deal"),
        ({"bidding": "yes"}, "true or false"),
        ({"seats": ["a", "a", "b"], "schedule": "fixed"}, "have the same seats"),
        ({"rules": "kneipe"}, "before the first lead"),
    ))
    def test_with_a_reason(self, fields, words):
        done, _ = self.run_config("--quiet", **self.fields(**fields))
        assert done.returncode != OK and words in done.stderr, done.stderr
