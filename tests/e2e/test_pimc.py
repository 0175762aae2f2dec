# SPDX-License-Identifier: MIT
"""The bot that samples: fit for the arena, the same everywhere, within its budget, and stronger than the
club player by more than chance.
"""
from typing import Any

from harness import *

QUICK = {"module": "pimc", "options": {"worlds": 2, "solved": 1, "knodes": 1, "fast": True}}


class TestPimc(RunTest):

    def test_other_rule_sets_are_played(self):
        folder = self.play(bots={"p": QUICK}, seats=["p", "p", "p"], rules="tourneeskat", deals=1)
        self.assert_scored(folder)
        assert {line["status"] for line in read_lines(folder)} == {"ok"}

    def test_budget_of_the_run(self):
        """With a limit of 1 node nothing can be searched: it then plays cards by what they are worth without a search, which is what
        neural's networks say of them; without `networks`, something else."""
        def play(options):
            return {"bid": "stammtisch", "play": {"module": "pimc", "options": options}}
        at_sight: Any = {"worlds": 0, "solved": 0}
        cases: Any = ((play({}), {"limits": {"nodes": 1}}), (play(at_sight), {}), ({"bid": "stammtisch", "play": "neural"}, {}),
                      (play({**at_sight, "networks": False}), {}))
        searched, sight, neural, linear = [
            [line["moves"] for line in read_lines(self.play(bots={"p": bot}, seats=["p"] * 3, deals=1, **budget))] for bot, budget in cases]
        assert searched == sight == neural != linear

    def test_the_worth_of_cards_beats_the_club_player(self):
        """+12.8 (12.2 to 13.4) Seeger points a deal with the same bids (12,024 deals, seed 742902); here a hundredth of the deals."""
        at_sight = {"module": "pimc", "options": {"worlds": 0, "solved": 0}}
        folder = self.play(bots={"p": {"bid": "stammtisch", "play": at_sight}, "s": "stammtisch"}, seats=["p", "s"],
                           schedule="duel", deals=120, rules={"extends": "isko", "scoring.system": "seeger_fabian"})
        points = read_json(folder, "summary.json")["comparison"]["scorings"]["seeger_fabian"]
        assert points["low"] > 0

    # Deals in which it says so, where its options and the rules have it.
    SAID = (" RE", " GHS ", " g ", " K ", " CL")
    DEALS = ["H7.D7.HQ.DK.D8.C9.SK.ST.H9.DQ|SA.C7.DA.DT.CJ.DJ.C8.HJ.CA.HA|CQ.SQ.H8.S7.D9.HT.HK.SJ.CK.CT|S9.S8",
             "CK.S9.S7.CQ.SQ.C8.HT.C9.DQ.D9|H9.SJ.D7.HK.SA.S8.CA.D8.C7.HQ|DA.DT.SK.H7.HJ.DK.DJ.ST.HA.CT|CJ.H8",
             "HT.D7.SK.S9.HQ.DJ.C7.SA.SJ.H8|D9.ST.SQ.S8.H9.HJ.C8.DA.CJ.DK|S7.CT.HK.D8.CK.DQ.C9.CA.DT.HA|H7.CQ",
             "SA.DJ.DK.HA.C7.S7.ST.D7.S8.CA|HK.H9.CK.SQ.S9.CQ.C8.CJ.DA.D9|HQ.H8.HT.C9.SK.H7.DQ.SJ.CT.DT|D8.HJ"]

    def test_what_it_says_where_its_options_have_it(self):
        rules = {"extends": "isko", "schenken": "all", "kontra": {"levels": 2}, "concede_later": "consent", "claims": "sure"}
        for options, said in (({"concede": 5}, self.SAID), ({"schneider": 100, "gifts": False, "doubles": False, "claims": False}, ())):
            bot = {"module": "pimc", "options": {"fast": True, "worlds": 0, "solved": 0, "bids": False, **options}}
            folder = self.play(rules=rules, bots={"p": bot}, seats=["p"] * 3, deals=self.DEALS, seed=1)
            moves = [line["moves"] + " " for line in read_lines(folder)]
            assert [word for word in self.SAID if any(word in game for game in moves)] == list(said)
