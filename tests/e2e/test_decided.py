# SPDX-License-Identifier: MIT
"""End-to-end tests of faults in games that are decided (rules.md 8.3).

Who has won when a fault ends a game is asked of the scorekeeper, which replays the line.
"""
import scorekeeper_result
from harness import *

CONCEDED = {"faults": "conceded"}  # cheaper to price than the worst that could have come
RULE_SETS = ({}, {"game": "oma"})
EVERY = {(True, True), (False, True), (True, False), (False, False), (None, True), (None, False)}


def faulty(**options):
    return bad_bot("faulty", **({"what": "illegal_card", "when": "card", "percent": 70, "after": 7} | options))


def replayed(folder, line):
    """The game of a line up to its fault."""
    keeper = scorekeeper.Scorekeeper(read_json(folder, "manifest.json"))
    keeper.where = str(line["game"])
    session = keeper.begin_deal(line, line["game"])
    return keeper.replay(line, keeper.round_in_force(session, line))


def ended_by_faults(folder):
    """Lines of declared games that a fault ended, with the game so far and who had won: True declarer, False the defenders, None nobody."""
    for line in read_lines(folder):
        if "fault" in line and line["contract"] and line["contract"] != "R":
            game = replayed(folder, line)
            yield line, game, scorekeeper_result.decided(game)


def settled(folder, line):
    """Whether the fault came too late to change who wins: in a deal that was over, or in a game that was decided."""
    game = replayed(folder, line)
    return game.over or (line["contract"] not in (None, "R") and scorekeeper_result.decided(game) is not None)


class TestFaults(RunTest):
    def test_who_has_won_has_won(self):
        seen = set()
        for rules in RULE_SETS:
            seats = ["f", "u"] if rules.get("game") == "oma" else ["f", "l", "u"]
            bots = {"f": faulty(), "l": faulty(after=9), "u": UNIFORM}
            folder = self.sample(rules=CONCEDED | rules, bots={name: bots[name] for name in seats}, seats=seats, seed=10,
                                 deals=6 if rules else 28)
            self.assert_sound(folder)
            for line, _, decided in ended_by_faults(folder):
                own = line["seats"].index(line["fault"]) == line["declarer"]
                assert line["result"]["won"] == (not own if decided is None else decided)
                seen.add((decided, own))
            assert read_json(folder, "summary.json")["bots"][0]["faults"]["illegal"] > 1
        assert seen == EVERY

    def test_the_winner_counts_with_the_points_it_has(self):
        """A level is in the value if it is certain: of 90 points, and not of those that nobody took."""
        folder = self.play(rules=CONCEDED, seats=["f", "l", "u"], deals=48, seed=3,
                           bots={"f": faulty(), "l": faulty(after=9), "u": {"bid": "stammtisch", "play": faulty(after=9)}})
        seen = set()
        for line, game, decided in ended_by_faults(folder):
            if decided and line["contract"][0] != "N":
                result = line["result"]
                assert ("schneider" in result["levels"]) == (result["points"] >= 90)
                assert "schwarz" not in result["levels"] or len(game.taken) == result["tricks"] == 10
                seen.add(result["points"] >= 90)
        assert seen == {True, False}

    def test_a_deal_that_is_over_stays(self):
        """A fault in game_end: played out, conceded, passed in, or ramsch."""
        bots = {"f": faulty(what="segfault", when="game_end", percent=60, after=0), "m": mixed(concede=30)}
        rules = {"passed_in": "ramsch", "concede": "before_lead"} | CONCEDED
        folder = self.sample(rules=rules, bots=bots, seats=["f", "m", "m"], deals=12)
        self.assert_sound(folder)
        plain = self.play(rules=rules, bots=bots | {"f": faulty(what="nothing", when="game_end")}, seats=["f", "m", "m"], deals=12)
        assert [[line[key] for key in ("result", "score", "moves")] for line in read_lines(folder)] == [
            [line[key] for key in ("result", "score", "moves")] for line in read_lines(plain)]
        assert sum("fault" in line for line in read_lines(folder)) > 4
