# SPDX-License-Identifier: MIT
"""End-to-end tests of faults in games that are decided (rules.md 8.3), by both rules.

Who has won when a fault ends a game is asked of the scorekeeper, which replays the line.
"""
from harness import *

STANDS, FORFEITED = {"decided_game": "stands"}, {"decided_game": "forfeited"}
CONCEDED = {"fault_value": "conceded"}  # cheaper to price than the worst that could have come
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
            yield line, game, scorekeeper.decided(game)


class TestFaults(RunTest):
    def both(self, rules, bots, seats, **fields):
        """The same run by both rules: the same games but for the results."""
        folders = [self.sample(rules=rules | choice, bots=bots, seats=seats, **fields) for choice in (STANDS, FORFEITED)]
        self.assert_sound(folders[0])
        self.assert_scored(folders[1])
        return folders

    def test_who_has_won_has_won(self):
        """By one rule; by the other whoever is at fault has lost."""
        seen, counts = set(), []
        for rules in RULE_SETS:
            seats = ["f", "u"] if rules.get("game") == "oma" else ["f", "l", "u"]
            bots = {"f": faulty(), "l": faulty(after=9), "u": UNIFORM}
            one, other = self.both(CONCEDED | rules, {name: bots[name] for name in seats}, seats, seed=10, deals=6 if rules else 28)
            forfeited = {line["game"]: line for line in read_lines(other)}
            for line, _, decided in ended_by_faults(one):
                own = line["seats"].index(line["fault"]) == line["declarer"]
                assert forfeited[line["game"]]["result"]["won"] == (not own)
                assert line["result"]["won"] == (not own if decided is None else decided)
                seen.add((decided, own))
            counts.append([[bot["faults"] for bot in read_json(folder, "summary.json")["bots"]] for folder in (one, other)])
        assert seen == EVERY
        assert all(now == then and now[0]["illegal"] > 1 for now, then in counts), "faults are counted by either rule"

    def test_the_winner_counts_with_the_points_it_has(self):
        """A level is in the value if it is certain: of 90 points, and not of those that nobody took."""
        folder = self.play(rules=STANDS | CONCEDED, seats=["f", "l", "u"], deals=48, seed=3,
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
        one, other = self.both(rules, bots, ["f", "m", "m"], deals=12)
        plain = self.play(rules=rules | STANDS, bots=bots | {"f": faulty(what="nothing", when="game_end")}, seats=["f", "m", "m"], deals=12)
        assert [[line[key] for key in ("result", "score", "moves")] for line in read_lines(one)] == [
            [line[key] for key in ("result", "score", "moves")] for line in read_lines(plain)]
        assert sum("fault" in line for line in read_lines(one)) > 4
        assert [line["score"] for line in read_lines(other)] != [line["score"] for line in read_lines(plain)]
