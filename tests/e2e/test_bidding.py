# SPDX-License-Identifier: MIT
"""Bids alone: of two bots that play cards alike, deals that both bid alike are not played (arena/match/worker.c)."""
from typing import Any

from harness import *
from test_redeals import BOLD, RedealTest, deals_of

CHECKS = 64  # BIDS_CHECKED_EVERY


def bids_of(game):
    """What was said and done before the first card, whoever it was."""
    moves = game["moves"].split()
    first = next((i for i in range(0, len(moves), 2) if moves[i] in "012" and len(moves[i + 1]) == 2 and moves[i + 1][0] in "CSHD"),
                 len(moves))
    return moves[:first]


def tuned(**options):
    return {"module": "stammtisch", "options": options}


class BiddingTest(RedealTest):
    def fields(self, **more):
        return super().fields(bidding=True, redeals=0, seed=3) | more  # a seed whose first deal is bid alike, and so checked

    def both(self, **fields):
        """The same deals, all of them played, and those that are not bid alike."""
        return self.sample(**fields | {"bidding": False}), self.sample(**fields)


class TestTheSameDifference(BiddingTest):
    """Nothing is lost but the games that show no difference."""

    CASES = (
        {"redeals": 2},
        {"bots": {"a": bad_bot("together"), "b": bad_bot("together", most=5)}, "deals": 12},  # answered side by side
        {"seats": ["a", "b", "b", "b"], "schedule": "rotations", "deals": 24,
         "rules": {"passed_in": "ramsch", "kontra": {"levels": 2, "when": "before_lead"}}})

    def test_of_bots_with_other_bids(self):
        check_each(self.CASES, self.check)

    def check(self, fields):
        whole, alone = self.both(**self.fields(**fields))
        one, other = comparison_of(whole), comparison_of(alone)
        for key in ("units", "deals", "divergent", "divergent_share", "equal", "better", "worse", "scorings", "superiority",
                    "curve", "distribution", "order"):
            assert other[key] == one[key], key
        for table in ("roles", "contracts", "positions"):  # those that were not played at all have no row
            effects = {row["name"]: row["effect"] for row in other[table]}
            assert all(effects.get(row["name"], row["effect"]) == row["effect"] for row in one[table]), table
            assert all(row["effect"]["mean"] == 0 for row in one[table] if row["name"] not in effects), table
        summaries, unplayed = [read_json(folder, "summary.json") for folder in (whole, alone)], other["unplayed"]
        if one["divergent"]:
            assert summaries[0]["verdict"]["sentence"] == summaries[1]["verdict"]["sentence"]
        assert 0 < unplayed["deals"] <= one["deals"] and unplayed["different"] == 0
        assert summaries[1]["complete"] and summaries[1]["games"] + unplayed["games"] == summaries[1]["planned"]
        if "redeals" in fields:
            assert one["redeals"] == other["redeals"]
            assert [deal["cases"] for deal in deals_of(whole)] == [deal["cases"] for deal in deals_of(alone)]
            self.assert_verified(alone)

    def test_a_test_stops_at_the_same_deal(self):
        fields = self.fields(bots={"a": tuned(caution=0), "b": "stammtisch"}, sessions=60, deals=36,
                             test={"h0": 0, "h1": 30, "min_units": 16, "block": 8})
        runs = [self.run_config("--quiet", **fields | one)[1] for one in ({"bidding": False}, {"workers": 3})]
        units = {comparison_of(folder)["units"] for folder in runs}
        assert len(units) == 1 and units.pop() < 60 * 36

    def test_bots_that_fail(self):
        """Who fails as it bids is asked again in the game, and charged there."""
        bots = {"a": bad_bot("faulty", what="segfault", when="bid", percent=20), "b": bad_bot("faulty")}
        whole, alone = self.both(**self.fields(bots=bots, deals=18))
        one, other = comparison_of(whole), comparison_of(alone)
        assert one["scorings"] == other["scorings"] and 0 < other["unplayed"]["deals"] < 18
        faults = [read_json(folder, "summary.json")["bots"][0]["faults"] for folder in (whole, alone)]
        assert faults[0] == faults[1] and faults[0]
        self.assert_same_bytes(alone, self.play("--workers", 3, **self.fields(bots=bots, deals=18)))


class TestWhatIsPlayed(BiddingTest):
    def test_only_deals_that_are_bid_differently(self):
        whole, alone = self.both(**self.fields(redeals=2))
        played, alike = 0, 0
        kept = games_of_deals(alone)
        for number, (key, games) in enumerate(sorted(games_of_deals(whole).items())):
            same = len({tuple(bids_of(game)) for game in games}) == 1
            alike += same
            played += not same or number % CHECKS == 0
            assert (key in kept) == (not same or number % CHECKS == 0), key
            assert key not in kept or [game["moves"] for game in kept[key]] == [game["moves"] for game in games]
        unplayed = comparison_of(alone)["unplayed"]
        assert read_json(alone, "summary.json")["games"] == 3 * played
        assert unplayed["deals"] + unplayed["checked"] == alike and unplayed["checked"] > 0

    def test_the_answers_before_and_what_is_not_claimed(self):
        """Each of the two is asked for all bids of the deal at a table of its own: twice what was said there. Bid alike is not played
        alike."""
        whole, alone = self.both(**self.fields(bots={"a": tuned(kontra=0), "b": "stammtisch"}))
        said = sum(actor in "012" for games in games_of_deals(whole).values() for actor in bids_of(games[0])[::2])
        assert comparison_of(alone)["unplayed"]["answers"] == 2 * said
        verdict = read_json(alone, "summary.json")["verdict"]
        assert verdict["result"] == "no difference shown" and "bid all 24 deals alike" in verdict["sentence"]
        assert "no deal bid differently: fewer than" in arena("compare", alone).stdout

    def test_bots_that_do_not_play_alike(self):
        """The deals that are played all the same show it."""
        bots = {"a": {"bid": "stammtisch", "play": "basic"}, "b": {"bid": "stammtisch", "play": "stammtisch"}}
        folder = self.play(**self.fields(bots=bots))
        unplayed = comparison_of(folder)["unplayed"]
        assert unplayed["checked"] == unplayed["different"] > 0 and unplayed["contradicted"] == 0
        shown = arena("compare", folder).stdout
        assert shown.startswith("no verdict by bids alone") and "WARNING" in shown and "do not play cards alike" in shown


class TestSameBytes(BiddingTest):
    def test_workers_and_parts(self):
        self.assert_same_bytes(self.sample(**self.fields(redeals=2)), self.run_parts(self.fields(redeals=2, workers=2), 2))

    def test_killed_and_resumed(self):
        self.assert_resumed(self.fields(redeals=2), "games.jsonl", SAME_BYTES)

    def test_from_the_command_line(self):
        done = arena("compare", "stammtisch:caution=45", "stammtisch", "--deals", "6", "--bidding", "--out", self.temp / "out")
        assert done.returncode == OK and "bid alike and not played" in done.stdout, done.stderr
        assert read_json(self.temp / "out", "manifest.json")["bidding"] is True

    def test_refused_with_a_reason(self):
        fields: Any
        for fields, words in (({"bots": {"a": BOLD, "b": "stammtisch", "c": "basic"}, "seats": ["a", "b", "c"], "schedule": "against"},
                               "the two alone"),
                              ({"rules": "bierlachs"}, "from deal to deal"),
                              ({"rules": "kneipe"}, "before the first lead")):
            done, _ = self.run_config("--quiet", **self.fields(**fields))
            assert done.returncode != OK and words in done.stderr, done.stderr
