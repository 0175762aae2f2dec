# SPDX-License-Identifier: MIT
"""End-to-end tests of analyze: what games were worth with all cards open, and what each card lost.

The ends of games are solved once more here, card by card, by a search that leaves nothing out; all totals
are added up once more from the lines.
"""
import collections
import functools
import json
import math
import pathlib
import re
import shutil
import signal

import jsonschema
import pytest

import crash_states
import harness
from crash_states import traced
from harness import *
from scorekeeper_contracts import points_in, suit_of, trick_winner

KINDS = ("played", "passed_in", "ramsch", "no_game", "gave_up")
END = 23  # the last two tricks and a card are solved here
FEW = ("--limit-nodes", 200, "--contracts", "none")  # where the answers do not matter

# Forehand has all but the jack of diamonds, which middlehand has, who is void in clubs. Forehand draws
# it with a jack, and loses one trick with D7, which is 14 or 15 points; who leads CA first loses 17 besides,
# and has 89: too few where schneider was announced.
BLUNDER = ("CJ.SJ.HJ.CA.CT.SA.ST.HA.HT.D7.DJ.SK.SQ.S9.HK.HQ.H9.DA.DT.DK.CK.CQ.C9.C8.C7.S8.S7.H8.H7.DQ.D8.D9")


# ---- a search that leaves nothing out ----

def solve(contract, declarer, hands, leader, trick=()):
    """What declarer still takes: points, or in null 1 for a trick."""
    @functools.lru_cache(None)
    def value(hands, leader, trick):
        player = (leader + len(trick)) % 3
        hand = hands[player]
        if not hand:
            return 0
        legal = [card for card in hand if not trick or suit_of(card, contract) == suit_of(trick[0], contract)] or list(hand)
        found = []
        for card in legal:
            left = tuple(tuple(c for c in h if c != card) for h in hands)
            whole = trick + (card,)
            if len(whole) < 3:
                found.append(value(left, leader, whole))
                continue
            taker = (leader + trick_winner(whole, contract)) % 3
            if contract == "N":
                found.append(1 if taker == declarer else value(left, taker, ()))
            else:
                found.append((taker == declarer) * points_in(whole) + value(left, taker, ()))
        high = (player == declarer) == (contract != "N")
        return max(found) if high else min(found)
    return value(hands, leader, trick)


def new_hand(action, old):
    """The hand after the exchange of a revolution, if this action is one."""
    return set(action.split(".")[1:]) if action.startswith("e.") else old


class Play:
    """A played game, followed card by card: who held what, who led, what declarer had."""

    def __init__(self, game, line):
        self.contract, self.declarer = line["contract"][0], line["declarer"]
        self.cards, self.players = line["cards"], line["players"]
        hands = [set(hand.split(".")) for hand in game["cards"].split("|")]
        self.skat = hands.pop()
        moves = game["moves"].split()
        for actor, action in zip(moves[::2], moves[1::2]):
            if actor.isdigit():
                hands[int(actor)] = new_hand(action, hands[int(actor)])
            if int(actor) == self.declarer if actor.isdigit() else False:
                if action.count(".") == 2 and action[0] in "CSHDGN":
                    aside = set(action.split(".")[1:])
                    hands[self.declarer] |= self.skat
                    hands[self.declarer] -= aside
                    self.skat = aside
        self.hands, self.leader = hands, self.players[0] if self.players else 0

    def moments(self):
        """Before each card, and at the end: hands, leader, trick, declarer's points and tricks."""
        hands, leader = [set(h) for h in self.hands], self.leader
        trick: tuple[str, ...] = ()
        have, tricks = points_in(self.skat), 0
        for n in range(len(self.cards) + 1):
            yield n, tuple(tuple(sorted(h)) for h in hands), leader, trick, have, tricks
            if n == len(self.cards):
                return
            card = self.cards[n]
            assert self.players[n] == (leader + len(trick)) % 3
            hands[self.players[n]].remove(card)
            trick += (card,)
            if len(trick) == 3:
                leader = (leader + trick_winner(trick, self.contract)) % 3
                if leader == self.declarer:
                    have, tricks = have + points_in(trick), tricks + 1
                trick = ()


def assert_described(name, *values):
    """By a schema; few values, for which harness.validator would take longer to compile it."""
    schema = jsonschema.Draft202012Validator(json.loads((harness.SCHEMAS / f"{name}.schema.json").read_text()))
    for value in values:
        schema.validate(value)


class AnalyzeTest(RunTest):
    def analyze(self, path, *options, code=OK):
        done = arena("analyze", path, *options)
        assert done.returncode == code, done.stderr
        self.stderr, self.stdout = done.stderr, done.stdout
        return done

    def analyzed(self):
        """A copy of nine games, analysed: an archive of players who sit in a part of the games, who play well and badly."""
        def make(folder):
            played = self.play(deals=9, seed=1, bots={"a": "stammtisch", "b": RANDOM}, seats=["a", "b", "b"])
            records = arena("export", played, "--quiet").stdout.splitlines(keepends=True)
            (folder / "archive.sgf").write_text("".join(record.replace("[a]", "[x]") if i % 3 else record.replace("[b]", "[y]")
                                                        for i, record in enumerate(records)))
            assert arena("import", folder / "archive.sgf", "--out", folder / "out", "--quiet").returncode == OK
            (folder / "tables").write_text(self.analyze(folder / "out", "--workers", 1).stdout)
        return pathlib.Path(shutil.copytree(shared("analyzed", make) / "out", self.new_path("analyzed")))

    def outputs(self, folder):
        return [(folder / name).read_bytes() for name in ("analysis.jsonl", "analysis.json")]

    def lines(self, folder):
        return read_lines_of(folder / "analysis.jsonl")

    def import_moves(self, moves, deal=BLUNDER, **more):
        record = self.new_path("record", ".sgf")
        names = "".join(f"P{i}[{name}]" for i, name in enumerate("abc"))
        record.write_text("".join(f"(;GM[Skat]PC[]CO[]SE[1]ID[{i}]DT[]{names}"
                                  f"MV[w {deal} {text} ]R[passed] ;)\n"
                                  for i, text in enumerate(moves)))
        out = self.temp / f"imported{self.count}"
        arena_ok("import", record, "--out", out, "--quiet")
        return out

    # ---- what must hold of every line ----

    def assert_values(self, game, line):
        values, declarer = line["values"], line["declarer"]
        null = line["value_points"] is None
        lost = [0, 0, 0]
        assert len(values) == len(line["cards"]) + 1
        for n, player in enumerate(line["players"]):
            change = values[n + 1] - values[n]
            wrong = change if (player == declarer) == null else -change
            assert wrong >= 0, (line["game"], n)
            lost[player] += wrong
            if line["choices"][n] == 1:
                assert change == 0, (line["game"], n)
        assert lost == line["lost"]
        others = sum(lost) - lost[declarer]
        assert values[-1] == values[0] + (lost[declarer] - others) * (1 if null else -1)
        if not null:
            assert (line["value_points"], line["end_points"]) == (values[0], values[-1])
        if len(line["cards"]) == 30 and not null:
            assert values[-1] == game["result"]["points"]
        if null and game["status"] == "ok":
            assert (values[-1] == 0) == game["result"]["won"]

    def assert_results(self, game, line):
        goal, values = line["goal"], line["values"]
        assert line["actual"] == ("won" if game["result"]["won"] else "lost")
        if goal["kind"] not in ("points", "no_trick"):
            return
        won = [value >= goal["points"] if goal["kind"] == "points" else not value for value in values]
        assert line["perfect"] == ("won" if won[0] else "lost")
        if len(line["cards"]) == 30 and game["status"] == "ok":
            assert won[-1] == game["result"]["won"], line["game"]
        turns = [n for n in range(len(values) - 1) if won[n] != won[n + 1]]
        assert turns[-1:] == ([line["turn"]["index"]] if line["turn"] else [])
        if not turns:
            return
        turn, moves = line["turn"], game["moves"].split()
        assert moves[2 * turn["move"] - 2:2 * turn["move"]] == [str(turn["position"]), turn["card"]]
        assert turn["card"] == line["cards"][turn["index"]]
        assert turn["trick"] == turn["index"] // 3 + 1
        assert turn["seat"] == line["seats"][turn["position"]]
        assert turn["card"] not in turn["kept_by"]

    def assert_end(self, game, line):
        """The last tricks, solved once more. Returns how many moments were."""
        play, solved = Play(game, line), 0
        null = line["value_points"] is None
        for n, hands, leader, trick, have, tricks in play.moments():
            if n < END:
                continue
            if null:
                value = 1 if tricks else solve("N", play.declarer, hands, leader, trick)
            else:
                value = have + solve(play.contract, play.declarer, hands, leader, trick)
            assert line["values"][n] == value, (line["game"], n)
            solved += 1
            turn = line["turn"]
            if not turn or turn["index"] != n or line["goal"]["kind"] != "points":
                continue
            kept = [card for card, after in self.after_each(play, hands, leader, trick, have, turn["position"]).items()
                    if (after >= line["goal"]["points"]) == (turn["from"] == "won")]
            assert sorted(kept) == sorted(turn["kept_by"])
        return solved

    def after_each(self, play, hands, leader, trick, have, player):
        """Declarer's points at the end (null: 1 for a trick) after each card that `player` may play."""
        after = {}
        for card in hands[player]:
            if trick and suit_of(card, play.contract) != suit_of(trick[0], play.contract) \
                    and any(suit_of(other, play.contract) == suit_of(trick[0], play.contract)
                            for other in hands[player]):
                continue
            left = tuple(tuple(c for c in h if c != card) for h in hands)
            whole, gained, leads = trick + (card,), 0, leader
            if len(whole) == 3:
                leads = (leader + trick_winner(whole, play.contract)) % 3
                gained = points_in(whole) * (leads == play.declarer)
                whole = ()
            after[card] = have + gained + solve(play.contract, play.declarer, left, leads, whole)
        return after

    def assert_sound_lines(self, folder, solve_ends=False):
        games = {game["game"]: game for game in read_lines(folder)}
        solved = collections.Counter()
        lines = self.lines(folder)
        for line in lines:
            game = games[line["game"]]
            assert line["table"] == game["table"]
            if line["kind"] != "played":
                continue
            assert line["contract"] == game["contract"]
            self.assert_values(game, line)
            self.assert_results(game, line)
            if solve_ends:
                solved[line["contract"][0]] += self.assert_end(game, line)
        return lines, solved


class TestValues(AnalyzeTest):
    def test_every_card_of_every_kind_of_game(self):
        out = self.analyzed()
        assert_described("analysis-totals", read_json(out, "analysis.json"))
        assert_described("analysis", *self.lines(out)[:3])
        lines, solved = self.assert_sound_lines(out, solve_ends=True)
        assert len(lines) == 9 and set(solved) == set("CSHDGN")
        assert any(line.get("turn") for line in lines)
        for line in lines:
            if line["kind"] == "played" and line["values"] == [line["values"][0]] * 31 and line["value_points"] not in (0, 120):
                assert line["worth"] == line["score"]

    def test_variants(self):
        out = self.sample_copy(rules="stammtisch", sessions=2, deals=1, seed=5, bots={"m": mixed()}, seats=["m"] * 3)
        self.analyze(out, "--contracts", "none")
        lines, _ = self.assert_sound_lines(out)
        assert "contracts" not in lines[0]
        assert_described("analysis", *lines)
        kinds = collections.Counter(line["kind"] for line in lines)
        totals = read_json(out, "analysis.json")
        assert {kind: kinds[kind] for kind in KINDS} == totals["kinds"]
        assert kinds["ramsch"] > 0 and "ramsch (not measured" in self.stdout
        assert (totals["unit"], totals["units"]) == ("session", 2)

    def test_a_revolution_that_declarer_leads(self):
        """Who leads is not always forehand: what follows must be legal, and what it is worth."""
        out = self.play(rules={"revolution": ["exchange", "skat"]}, deals=30, seed=3, bots={"m": mixed()}, seats=["m"] * 3)
        game = next(game for game in read_lines(out) if game["contract"] == "V" and game["declarer"])
        self.analyze(out, "--first", game["game"], "--count", "1")
        [line] = self.lines(out)
        assert line["players"][0] == game["declarer"]
        self.assert_values(game, line)
        self.assert_results(game, line)
        line["contract"] = "N"  # plays like it
        self.assert_end(game, line)
        for n, hands, leader, trick, _, _ in Play(game, line).moments():
            if n < len(line["cards"]):
                hand = hands[line["players"][n]]
                suit = [card for card in hand if trick and card[0] == trick[0][0]]
                assert line["choices"][n] == len(suit or hand)

    def test_a_known_blunder(self):
        start = "1 p 2 p 0 18 0 GHS"
        out = self.import_moves([f"{start} 0 CA 1 DJ 2 CK 1 DA 2 DQ 0 RE",
                                 f"{start} 0 CJ 1 DJ 2 C7 0 SA 1 S9 2 S7 0 RE",
                                 "1 p 2 p 0 18 0 GH 0 CA 1 DJ 2 CK 0 RE"])
        self.analyze(out)
        blunder, right, simple = self.lines(out)
        assert blunder["goal"] == {"kind": "points", "points": 90}
        assert blunder["perfect"] == "won"
        turn = blunder["turn"]
        assert (turn["index"], turn["trick"], turn["position"], turn["card"]) == (0, 1, 0, "CA")
        assert (turn["move"], turn["from"], turn["to"]) == (5, "won", "lost")
        assert "CJ" in turn["kept_by"]
        assert "CA" not in turn["kept_by"]
        assert "CT" in turn["kept_by"]  # costs a point less
        assert blunder["value_points"] == right["value_points"]
        assert right["value_points"] in (105, 106)
        assert blunder["values"][3] == 89
        assert right["turn"] is None
        assert (right["perfect"], right["actual"]) == ("won", "lost")
        assert simple["goal"]["points"] == 61
        assert simple["turn"] is None
        assert set(simple["contracts"]) == {c + "H" for c in "CSHDGN"}
        assert simple["contracts"]["GH"]["won"]
        shown = arena("replay", out, "--ascii").stdout
        assert "CA loses" in shown
        assert "turns the game" in shown
        assert re.search(r"all cards open: 10[56] points, won", shown)
        assert re.search(r"turned in trick 1 by a's CA; kept by .*CJ", shown)


class TestContracts(AnalyzeTest):
    @pytest.mark.no_sanitizer("about numbers, not memory")
    def test_passed_in(self):
        """A game that was missed is won when it is declared, with these discards."""
        out = self.play(deals=1, seed=9, bots={"p": PASS}, seats=["p"] * 3)
        self.analyze(out, "--contracts", "best")
        [game], [line] = read_lines(out), self.lines(out)
        hands, plays = [hand.split(".") for hand in game["cards"].split("|")], []
        won = [(position, missed) for position, missed in enumerate(line["missed"]) if missed["won"]]
        for position, missed in won:
            assert set(missed["discards"]) <= set(hands[position] + hands[3])
            bids = {0: "1 p 2 p 0 18", 1: "1 18 0 p 2 p", 2: "1 p 2 18 0 p"}[position]
            plays.append(f"{bids} {position} s w {'.'.join(hands[3])} {position} {missed['contract']}.{'.'.join(missed['discards'])} "
                         f"{position} RE")
        assert plays
        folder = self.import_moves(plays, game["cards"].replace("|", "."))
        self.analyze(folder)
        for (_, missed), declared in zip(won, self.lines(folder), strict=True):
            assert declared["perfect"] == "won" and declared["contracts"][missed["contract"]]["won"]
        totals = read_json(out, "analysis.json")["bots"][0]["missed"]
        assert (totals["passed_in"], totals["missed"]) == (3, len(won))


class TestTotals(AnalyzeTest):
    @classmethod
    def estimate(cls, units, f):
        """f of sums over units, and its error: the infinitesimal jackknife, by small weights."""
        n, sums = len(units), [sum(column) for column in zip(*units)]
        small = 1e-6
        influence = []
        for unit in units:
            up = f([s + small * u for s, u in zip(sums, unit)])
            down = f([s - small * u for s, u in zip(sums, unit)])
            influence.append((up - down) / (2 * small))
        mean = sum(influence) / n
        return f(sums), math.sqrt(n / (n - 1) * sum((x - mean) ** 2 for x in influence))

    def assert_estimate(self, written, units, f, what):
        mean, error = self.estimate(units, f)
        assert written["mean"] == pytest.approx(mean, abs=1e-6), what
        assert written["error"] == pytest.approx(error, abs=1e-4 * max(1, error)), what

    def assert_luck(self, bot, lines):
        by_deal = collections.OrderedDict()
        for line in lines:
            sums = by_deal.setdefault((line["session"], line["deal"]), [0] * 7)
            for seat, name in enumerate(line["table"]):
                y, x = line["score"][seat], line.get("worth", [0] * 9)[seat]
                if name == bot["name"]:
                    for i, add in enumerate((y, x, 1, x * x, x * y)):
                        sums[i] += add
                sums[5] += x
                sums[6] += 1
        everybody = list(by_deal.values())
        units = [unit for unit in everybody if unit[2]]

        def adjusted(s):
            y, x, n, xx, xy, all_x, all_n = s
            b = (xy / n - x * y / n / n) / (xx / n - x * x / n / n)
            return y / n - b * (x / n - all_x / all_n)
        luck = bot["at_average_worth"]
        assert (luck["seats"], luck["units"]) == (sum(u[2] for u in units), len(units))
        self.assert_estimate(luck["score"], units, lambda s: s[0] / s[2], "score")
        self.assert_estimate(luck["worth"], units, lambda s: s[1] / s[2], "worth")
        self.assert_estimate(luck["gained"], units, lambda s: (s[0] - s[1]) / s[2], "gained")
        # The mean of all is of all units of the log; errors are told from those in which the bot sat.
        own, whole = len(units), len(everybody)
        mean, error = self.estimate(everybody, adjusted)
        few = math.sqrt(own / (own - 1) * (whole - 1) / whole)
        assert luck["adjusted"]["mean"] == pytest.approx(mean, abs=1e-6)
        assert luck["adjusted"]["error"] == pytest.approx(few * error, abs=1e-4 * max(1, error))
        pairs = [(line["score"][seat], line.get("worth", [0] * 9)[seat]) for line in lines
                 for seat, name in enumerate(line["table"]) if name == bot["name"]]
        n = len(pairs)
        my, mx = (sum(p[i] for p in pairs) / n for i in (0, 1))

        def variance(values):
            mean = sum(values) / n
            return sum((v - mean) ** 2 for v in values) / n
        b = luck["coefficient"]
        assert b == pytest.approx((sum((y - my) * (x - mx) for y, x in pairs) / n / variance([x for _, x in pairs])), abs=5e-7)
        whole = variance([y for y, _ in pairs])
        assert luck["deviation"] == pytest.approx(math.sqrt(whole), abs=5e-7)
        for key, by in (("reduction", b), ("reduction_plain", 1)):
            assert luck[key] == pytest.approx(1 - variance([y - by * x for y, x in pairs]) / whole, abs=5e-7)

    def assert_points(self, bot, lines):
        for side in ("declarer", "defender"):
            counts, results = collections.Counter(), collections.Counter()
            by_deal = collections.OrderedDict()
            for line in lines:
                if bot["name"] not in line["table"]:
                    continue
                unit = by_deal.setdefault((line["session"], line["deal"]), [0, 0, 0])
                for position, seat in enumerate(line["seats"]):
                    declares = position == line["declarer"]
                    if line["kind"] != "played" or line["table"][seat] != bot["name"] or \
                            declares != (side == "declarer"):
                        continue
                    winnable = (line["perfect"] == "won") == declares
                    won = (line["actual"] == "won") == declares
                    results.update(games=1, winnable=winnable, won=won,
                                   recovered=won and not winnable,
                                   turned=bool(line["turn"]) and
                                   line["turn"]["position"] == position)
                    if line["value_points"] is None:
                        continue
                    mine = [n for n, player in enumerate(line["players"]) if player == position]
                    counts.update(games=1, cards=len(mine), lost=line["lost"][position], choices=sum(line["choices"][n] > 1 for n in mine))
                    unit[0] += line["lost"][position]
                    unit[1] += 1
                    unit[2] += sum(line["choices"][n] > 1 for n in mine)
            written = bot[side]["points"]
            for key in ("games", "cards", "lost", "choices"):
                assert written[key] == counts[key], key
            for key in ("games", "winnable", "won", "turned", "recovered"):
                assert bot[side]["results"][key] == results[key], key
            if not counts["choices"]:
                continue
            units = list(by_deal.values())
            self.assert_estimate(written["per_game"], units, lambda s: s[0] / s[1], "per game")
            self.assert_estimate(written["per_choice"], units, lambda s: s[0] / s[2], "a choice")

    @staticmethod
    def phase_before_play(line):
        """Of a game that could not be won: what else would have won."""
        code = line["contract"]
        if "contracts" not in line:
            return "before_play"
        others = {name: found["won"] for name, found in line["contracts"].items()}
        if None in others.values():
            return "before_play"
        name = next((name for name in others if name[0] == code[0]), "")
        if set(code[1:]) & set("SZO"):
            name = ""
        return ("discard" if others.pop(name, False) else "announcement" if any(others.values()) else "bid")

    def assert_phases(self, bot, lines):
        lost, tricks = collections.Counter(), collections.Counter()
        for line in lines:
            for position, seat in enumerate(line["seats"]):
                if line["kind"] != "played" or line["table"][seat] != bot["name"]:
                    continue
                declares = position == line["declarer"]
                row = ("declarer" if declares else "defender", {"G": "grand", "N": "null"}.get(line["contract"][0], "suit"))
                lost[row + ("games",)] += 1
                turn = line["turn"]
                if (line["actual"] == "won") != declares:
                    if turn and turn["position"] == position:
                        lost[row + ("lead" if turn["index"] % 3 == 0 else "follow",)] += 1
                    elif not turn and declares:
                        lost[row + (self.phase_before_play(line),)] += 1
                for n, player in enumerate(line["players"]):
                    if player != position or line["choices"][n] < 2:
                        continue
                    trick = row + ("follow" if n % 3 else "lead", n // 3 + 1)
                    change = abs(line["values"][n + 1] - line["values"][n])
                    tricks.update({trick + ("choices",): 1, trick + ("best",): not change, trick + ("lost",): change})
        rows = {(row["role"], row["game"]): row for row in bot["phases"]}
        assert set(rows) == {key[:2] for key in lost}
        for key, lost_by in rows.items():
            for phase in ("games", "bid", "announcement", "discard", "before_play", "lead", "follow"):
                assert lost_by[phase] == lost[key + (phase,)], (key, phase)
            written = {key + (item["card"], item["trick"], field): item[field]
                       for item in lost_by["tricks"] for field in ("choices", "best", "lost")}
            assert written == {what: count for what, count in tricks.items() if what[:2] == key}
        for side in ("declarer", "defender"):
            turned = sum(row["lead"] + row["follow"] for row in bot["phases"] if row["role"] == side)
            assert turned == bot[side]["results"]["turned"] - sum(
                line["kind"] == "played" and bool(line["turn"]) and
                line["table"][line["turn"]["seat"]] == bot["name"] and
                (line["turn"]["position"] == line["declarer"]) == (side == "declarer") and
                (line["actual"] == "won") == (side == "declarer") for line in lines)

    def test_are_those_of_the_lines(self):
        """Players who sit in a part of the games: the mean worth is of all seats, theirs or not."""
        out = self.analyzed()
        lines, totals = self.lines(out), read_json(out, "analysis.json")
        assert totals["games"] == len(lines) and totals["nodes"] == sum(line["nodes"] for line in lines)
        assert {bot["name"]: bot["at_average_worth"]["units"] for bot in totals["bots"]} == {"a": 3, "y": 3, "x": 6, "b": 6}
        for bot in totals["bots"]:
            self.assert_points(bot, lines)
            self.assert_phases(bot, lines)
            self.assert_luck(bot, lines)
        assert any(row["bid"] for bot in totals["bots"] for row in bot["phases"])
        self.analyze(out, "--contracts", "none", "--count", 3, "--force")
        bots, lines = read_json(out, "analysis.json")["bots"], self.lines(out)
        for bot in bots:
            self.assert_phases(bot, lines)
        assert any(row["before_play"] for bot in bots for row in bot["phases"])

    def test_words_and_tables(self):
        """Nothing that people read calls what a bot decides luck: nor do pages, below."""
        out = self.analyzed()
        tables = (harness.SAMPLES / "analyzed" / "tables").read_text()
        assert "\x1b" not in tables
        for told in (tables, (ROOT / "docs" / "analyze.md").read_text()):
            assert "t average worth" in told and "luck-adjusted" not in told.lower()
        self.analyze(out, "--force", "--json", "--count", 1, *FEW)
        assert json.loads(self.stdout) == read_json(out, "analysis.json")
        self.analyze(out, "--force", "--quiet", "--count", 1, *FEW)
        assert (self.stdout, self.stderr) == ("", "")


class TestParts(AnalyzeTest):
    def test_parts_workers_and_places(self):
        """Any number of workers, parts of the log, another folder and a file alone: the same lines."""
        out = self.analyzed()
        whole = self.outputs(out)[0].splitlines()
        log = (out / "games.jsonl").read_bytes()
        for options, games in ((("--sample", 6, "--workers", 5), (0, 6)), (("--first", 400), ())):
            self.analyze(out, "--force", *options)
            assert self.outputs(out)[0].splitlines() == [whole[game] for game in games]
        assert self.stdout.startswith("0 games") and len(self.stdout.splitlines()) == 1
        assert (out / "games.jsonl").read_bytes() == log
        alone, other = self.temp / "some.jsonl", self.temp / "a" / "b"
        alone.write_bytes(log)
        self.analyze(alone, code=BAD_FILE)
        assert "--rules" in self.stderr
        self.analyze(alone, "--rules", "isko", "--first", 5, "--count", 1, "--out", other)
        assert (other / "analysis.jsonl").read_bytes().splitlines() == whole[5:6]

    def test_a_limit_of_nodes_is_the_same_everywhere(self):
        out, found = self.analyzed(), []
        for workers in (1, 3):
            self.analyze(out, "--limit-nodes", 3000, "--workers", workers, "--force", "--contracts", "none")
            found.append(self.outputs(out))
        assert found[0] == found[1] and "given up" in self.stdout
        kinds = json.loads(found[0][1])["kinds"]
        assert kinds["gave_up"] > 0 and kinds["played"] > 0

    def test_of_another_run_is_not_shown(self):
        out = self.analyzed()
        path, good = out / "analysis.jsonl", (out / "analysis.jsonl").read_text()
        shown = lambda: arena("replay", out, "--count", 20).stdout
        assert "all cards open" in shown()
        for text in (good.replace('"signature":"', '"signature":"0'), "rubbish\n{}\n[1\n\n"):
            path.write_text(text)
            assert "all cards open" not in shown()
        path.write_text(good.replace('"perfect":"', '"perfect":"\\u001b[2J'))
        assert "all cards open" in shown() and "\x1b" not in shown()

    def test_a_forced_run_takes_the_analysis_along(self):
        out = self.analyzed()
        assert arena("run", self.write_config(), "--out", out, "--force", "--quiet").returncode == OK
        assert not list(out.glob("analysis*"))


class TestPages(AnalyzeTest):
    def data_of(self, folder):
        arena_ok("report", folder)
        page = (folder / "report.html").read_text()
        assert "luck-adjusted" not in page.lower()
        return json.loads(page.split('id="data">')[1].split("</script>")[0])["runs"][0]

    def test_report_has_what_was_found(self):
        """The cards that would have been better are solved once more in the last tricks."""
        out = self.play(deals=3, seed=11, bots={"s": "stammtisch", "r": RANDOM}, seats=["r", "s", "s"])
        assert "analysis" not in self.data_of(out)
        self.analyze(out)
        run = self.data_of(out)
        assert is_within(read_json(out, "analysis.json"), run["analysis"])
        logged, lines = {game["game"]: game for game in read_lines(out)}, {line["game"]: line for line in self.lines(out)}
        shown, solved = [game for swing in run["swings"] for game in swing["games"]], 0
        for game in shown:
            line = lines[game["game"]]
            assert game.get("values") == line.get("values") and game.get("goal") == line.get("goal")
            assert game.get("turn") == (line.get("turn") or {}).get("index")
            assert {w["contract"].split()[0] for w in game.get("could_win", []) if game["declarer"] is not None} == {
                {"C": "clubs", "S": "spades", "H": "hearts", "D": "diamonds", "G": "grand", "N": "null"}[code[0]]
                for code, found in line.get("contracts", {}).items() if found["won"]}
            values, better = game.get("values"), game.get("better", {})
            if not values:
                continue
            assert set(better) == {str(n) for n in range(len(values) - 1) if values[n] != values[n + 1]}
            if line["value_points"] is None:
                continue
            play = Play(logged[game["game"]], line)
            for n, hands, leader, trick, have, _ in play.moments():
                if n >= END and str(n) in better:
                    after = self.after_each(play, hands, leader, trick, have, line["players"][n])
                    assert sorted(re.findall("..", better[str(n)])) == sorted(c for c, value in after.items() if value == values[n])
                    solved += 1
        assert solved > 0
        self.assert_turning_points(run["swings"], lines.values())
        (out / "analysis.json").write_text('{"bots": 3}')
        arena_says(BAD_FILE, "analysis.json", "report", out)

    def assert_turning_points(self, swings, lines):
        cost = {}
        for line in lines:
            if line.get("turn") and "worth" in line:
                seat = line["seats"][line["declarer"]]
                lost = abs(line["score"][seat] - line["worth"][seat])
                if lost > cost.get((line["session"], line["deal"]), (0, 0))[0]:
                    cost[line["session"], line["deal"]] = lost, line["game"]
        most = sorted(cost.values(), key=lambda pair: -pair[0])[:6]
        shown = [entry for entry in swings if entry["kind"] == "turn"]
        assert most and [entry["swing"]["cost"] for entry in shown] == [lost for lost, _ in most]
        for entry in shown:
            assert (entry["swing"]["cost"], entry["swing"]["game"]) == cost[entry["swing"]["session"], entry["swing"]["deal"]]
            assert entry["swing"]["game"] in [game["game"] for game in entry["games"]]


class TestRefused(AnalyzeTest):
    def assert_nothing_left(self, out):
        assert not [p.name for p in out.iterdir() if p.name.startswith("analysis")]

    def test_refusals(self):
        out = self.sample_copy()
        for words, code, says in ((("--contracts", "all"), USAGE, "none|actual|best"), (("--workers", 0), USAGE, ""),
                                  (("--sample", 0), USAGE, ""), (("--out", out / "games.jsonl"), USAGE, "games.jsonl")):
            self.analyze(out, *words, code=code)
            assert says in self.stderr
        self.analyze(self.temp / "nowhere", code=BAD_FILE)
        assert "nowhere" in self.stderr
        self.assert_nothing_left(out)
        self.analyze(out, *FEW)
        before = self.outputs(out)
        self.analyze(out, *FEW, code=USAGE)
        assert "--force" in self.stderr
        self.analyze(out, *FEW, "--resume", code=USAGE)
        assert "--force" in self.stderr and self.outputs(out) == before
        (out / "games.jsonl").unlink()
        self.analyze(out, "--force", code=BAD_FILE)

    def test_damaged_logs(self):
        out = self.sample_copy()
        log = out / "games.jsonl"
        lines = log.read_text().splitlines(keepends=True)[:6]
        for number, text, says in ((2, lines[1].replace('"points":', '"points":1'), 'points'),
                                   (4, lines[2], '"game"'), (6, lines[5][:200], "torn")):
            log.write_text("".join(lines[:number - 1] + [text] + lines[number:]))
            self.analyze(out, "--workers", 3, *FEW, code=BAD_FILE)
            assert says in self.stderr
            self.assert_nothing_left(out)
        log.write_text("")
        self.analyze(out, code=BAD_FILE)
        assert "ends after 0 of the 36 games that summary.json counts: its end was lost" in self.stderr

    def interrupt(self, out, number, *arguments):
        """Ends an analysis when it has written to its journal twice; returns how many games that has then."""
        command = [str(program()), "analyze", str(out), "--workers", "2", *map(str, FEW), *arguments]
        done = crash_states.signal_at_write(command, out / "analysis.part", 2, number, cwd=ROOT)
        assert done.returncode == INTERRUPTED, done.stderr
        return int(re.search(r"interrupted: (\d+) games are analysed and kept in .*analysis.part", done.stderr)[1])

    @traced
    def test_passed_in_deals_are_kept(self):
        """They have no cards that were played."""
        out, whole = self.sample_copy(bots={"p": PASS}, seats=["p"] * 3, deals=24), self.temp / "whole"
        self.analyze(out, *FEW, "--out", whole)
        self.interrupt(out, signal.SIGINT)
        self.analyze(out, *FEW, "--resume")
        assert self.outputs(out) == self.outputs(whole)

    @traced
    def test_an_interruption_keeps_what_is_finished(self):
        """Two signals, one of them during what goes on: the same bytes as of an analysis in one piece, and nothing is left."""
        out, whole = self.sample_copy(bots={"s": "stammtisch"}, seats=["s"] * 3, deals=24), self.temp / "whole"
        self.analyze(out, *FEW, "--out", whole)
        kept = self.interrupt(out, signal.SIGINT)
        self.analyze(out, *FEW, code=USAGE)
        assert "--resume continues it" in self.stderr
        self.analyze(out, *FEW, "--resume", "--count", 20, code=USAGE)
        assert "belongs to other work" in self.stderr
        assert self.interrupt(out, signal.SIGTERM, "--resume") > kept
        (out / "analysis.part").write_bytes((out / "analysis.part").read_bytes()[:-7])
        self.analyze(out, *FEW, "--resume")
        assert self.outputs(out) == self.outputs(whole)
        assert not (out / "analysis.part").exists() and not list(out.glob("*.new"))
