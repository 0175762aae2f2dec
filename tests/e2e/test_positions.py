"""Positions with a known answer: the command, the committed suite, and the suite against a second, slow solver."""
import functools
import itertools
import json

import pytest

import scorekeeper
from harness import *

SUITE = ROOT / "tests" / "positions" / "endings.jsonl"
REJECTED = 1
DEAL = ("SQ.HT.C8.SJ.D7.CK.HJ.S8.CJ.DJ|HA.SK.DK.C7.H9.SA.DQ.H8.CQ.S9|"
        "C9.ST.HK.H7.D8.S7.HQ.DA.DT.CA|D9.CT")
MOVES = "1 p 2 p 0 18 0 s w D9.CT 0 G.C8.SQ 0 CJ 1 C7"
POSITION = {"id": "one", "deal": DEAL, "moves": MOVES, "play": ["C9"]}


def suite():
    return [json.loads(line) for line in SUITE.read_text().splitlines()]


# ---- the layouts and the solver, a second time ----

class Ending:
    """What the player to move knows, from deal and moves alone."""

    def __init__(self, position):
        hands = [set(hand.split(".")) for hand in position["deal"].split("|")]
        tokens = position["moves"].split()
        self.kind = self.declarer = None
        self.out = [set(), set(), set()]
        self.tricks, trick = [], []
        for who, what in zip(tokens[::2], tokens[1::2]):
            if who == "w":
                taken = set(what.split("."))
                continue
            player = int(who)
            code = what.split(".")[0]
            if self.kind is None and what[0] in "CSHDGN":
                self.kind, self.declarer = code[0], player
                hands[player] |= taken
                self.skat = set(what.split(".")[1:])
                hands[player] -= self.skat
            elif self.kind:
                if trick and self.suit(what) != self.suit(trick[0][1]):
                    self.out[player].add(self.suit(trick[0][1]))
                trick.append((player, what))
                hands[player].discard(what)
                if len(trick) == 3:
                    self.tricks.append(trick)
                    trick = []
        self.open, self.hands = trick, hands[:3]
        leader = trick[0][0] if trick else self.winner(self.tricks[-1])
        self.turn = (leader + len(trick)) % 3

    def suit(self, card):
        return scorekeeper.suit_of(card, self.kind)

    def winner(self, trick):
        return trick[scorekeeper.trick_winner([card for _, card in trick], self.kind)][0]

    def layouts(self):
        """All hands and discards that the player to move cannot rule out."""
        me, mine = self.turn, self.hands[self.turn]
        knows_skat = me == self.declarer
        hidden = sorted(set().union(*self.hands, self.skat) - mine - (self.skat if knows_skat else set()))
        others = [player for player in range(3) if player != me]
        for first in itertools.combinations(hidden, len(self.hands[others[0]])):
            rest = [card for card in hidden if card not in first]
            for second in itertools.combinations(rest, len(self.hands[others[1]])):
                skat = self.skat if knows_skat else set(rest) - set(second)
                hands = [None] * 3
                hands[me], hands[others[0]], hands[others[1]] = mine, set(first), set(second)
                if all(self.suit(card) not in self.out[player]
                       for player in others for card in hands[player]):
                    yield hands, skat

    def declarer_wins(self, hands, skat, card):
        """With all cards open, after this card; the game is played for 61 points, or for no trick."""
        points = scorekeeper.points_in(skat) + sum(
            scorekeeper.points_in([card for _, card in trick]) for trick in self.tricks
            if self.winner(trick) == self.declarer)
        null, declarer = self.kind == "N", self.declarer

        @functools.lru_cache(maxsize=None)
        def value(cards, trick, turn):
            """Points of the declarer from here on; in null whether a trick is taken."""
            if len(trick) == 3:
                taker = self.winner(trick)
                gain = (1 if null else scorekeeper.points_in([card for _, card in trick])) \
                    if taker == declarer else 0
                if null and gain:
                    return 1
                return gain + (value(cards, (), taker) if any(cards) else 0)
            legal = [card for card in cards[turn] if trick and self.suit(card) == self.suit(trick[0][1])] \
                or cards[turn]
            best = min if (turn == declarer) == null else max
            return best(after(cards, trick, turn, card) for card in legal)

        def after(cards, trick, turn, card):
            left = list(cards)
            left[turn] = cards[turn] - {card}
            return value(tuple(left), trick + ((turn, card),), (turn + 1) % 3)

        cards = tuple(frozenset(hand) for hand in hands)
        result = after(cards, tuple(self.open), self.turn, card)
        return result == 0 if null else points + result >= 61


def is_small(position):
    """Few cards and layouts for a slow solver; with the skat, and the bid 18, so that the goal is 61 points."""
    words = position["moves"].split()
    return (position["worlds"] <= 40 and len(words) >= 56 and " s w " in position["moves"] and
            "18" in words and "20" not in words)


class TestPositions(RunTest):
    def write(self, *positions):
        self.count += 1
        path = self.temp / f"positions{self.count}.jsonl"
        path.write_text("".join(line if isinstance(line, str) else json.dumps(line) + "\n"
                                for line in positions))
        return path

    def ask(self, bot, path, *arguments, code=OK):
        done = arena("positions", bot, path, *arguments)
        assert done.returncode == code, done.stdout + done.stderr
        return done

    def answers(self, bot, path, *arguments):
        return json.loads(self.ask(bot, path, "--json", *arguments).stdout)

    # ---- the suite ----

    @pytest.mark.parametrize("bot", ("stammtisch", "pimc"))
    def test_what_bots_fail_is_known(self, bot):
        self.ask(bot, SUITE, "--known", ROOT / "tests" / "positions" / f"{bot}.txt", "--quiet")

    def test_it_is_the_default(self):
        assert self.ask("basic", SUITE, "--json").stdout == arena("positions", "basic", "--json").stdout

    def test_suite_is_large(self):
        positions = suite()
        assert len(positions) >= 200 and len({p["theme"] for p in positions}) >= 10

    def test_suite_against_a_second_solver(self):
        looked = 0
        for position in filter(is_small, suite()):
            ending = Ending(position)
            layouts = list(ending.layouts())
            assert len(layouts) == position["worlds"], position["id"]
            for card, wins in position["wins"].items():
                mine = sum(ending.declarer_wins(hands, skat, card) == (ending.turn == ending.declarer)
                           for hands, skat in layouts)
                assert mine == wins, (position["id"], card)
            looked += 1
        assert looked >= 15

    # ---- finding positions ----

    def test_a_bot_fails_where_it_lost(self):
        folder = self.play(bots={"s": "stammtisch"}, seats=["s", "s", "s"], deals=600)
        found = self.temp / "found.jsonl"
        assert arena("positions", "--mine", folder, "--out", found, "--count", 12).returncode == OK
        assert len(found.read_text().splitlines()) == 12
        result = self.answers("stammtisch", found)
        assert result["passed"] == 0 and result["positions"] == 12
        assert self.answers("pimc", found)["passed"] >= 10
        again = self.temp / "again.jsonl"
        for workers in (1, 4):
            arena("positions", "--mine", folder, "--out", again, "--count", 12, "--workers", workers)
            assert again.read_bytes() == found.read_bytes()

    def test_the_log_is_not_written_over(self):
        folder = self.play(deals=2)
        before = (folder / "games.jsonl").read_bytes()
        done = arena("positions", "--mine", folder, "--out", folder / "games.jsonl")
        assert done.returncode == BAD_FILE
        assert (folder / "games.jsonl").read_bytes() == before

    # ---- asking ----

    def test_play_and_not(self):
        answer = self.answers("basic", self.write(POSITION))["answers"][0]["answer"]
        other = next(card for card in ("C9", "CA") if card != answer)
        for field, cards, passes in (("play", [answer], True), ("play", [other], False),
                                     ("not", [answer], False), ("not", [other], True),
                                     ("play", [other, answer], True)):
            position = {key: value for key, value in POSITION.items() if key != "play"} | {field: cards}
            result = self.answers("basic", self.write(position))
            assert result["answers"][0]["passes"] == passes, position
            assert result["passed"] == passes

    def test_before_the_cards(self):
        """A bid, and an announcement with its discards, are answers, too."""
        bid = {"id": "bid", "deal": DEAL, "moves": "1 p 2 p", "play": ["18"]}
        game = {"id": "game", "deal": DEAL, "moves": "1 p 2 p 0 18 0 s w D9.CT", "play": ["G.C8.SQ"]}
        first = {"id": "first", "deal": DEAL, "moves": "", "not": ["18"]}
        result = self.answers("stammtisch", self.write(bid, game, first))
        assert result["answers"][0]["answer"] in ("18", "p")
        assert "." in result["answers"][1]["answer"]

    def test_faults_fail(self):
        avoid = {key: POSITION[key] for key in ("deal", "moves")} | {"id": "two", "not": ["CA"]}
        for what in ("abort", "illegal_card"):
            bot = f"{bad_bot('faulty')}:what={what},when=card,percent=100"
            result = self.answers(bot, self.write(POSITION, avoid))
            assert result["passed"] == 0, what
            assert [answer["answer"] for answer in result["answers"]] == ["", ""]

    def test_known(self):
        path, known = self.write(POSITION), self.temp / "known.txt"
        answer = self.answers("basic", path)["answers"][0]
        fails, passes = "# none\n\n", "one\n"
        known.write_text(fails if answer["passes"] else passes)
        self.ask("basic", path, "--known", known)
        known.write_text(passes if answer["passes"] else fails)
        done = self.ask("basic", path, "--known", known, code=REJECTED)
        assert f"newly {'passes' if answer['passes'] else 'fails'}:" in done.stdout
        known.write_text("other\n")
        assert "known.txt:1" in self.ask("basic", path, "--known", known, code=BAD_FILE).stderr
        assert arena("positions", "basic", path, "--known", self.temp / "no").returncode == BAD_FILE

    def test_output(self):
        table = self.ask("stammtisch", SUITE).stdout
        assert "theme" in table and "stammtisch" in table
        failed = self.ask("stammtisch", SUITE, "--failed").stdout.split()
        known = (ROOT / "tests" / "positions" / "stammtisch.txt").read_text().splitlines()[1:]
        assert failed == known
        assert self.ask("stammtisch", SUITE, "--list").stdout.count("\nfails") >= len(failed) - 1

    @pytest.mark.parametrize("line, says", (
        ("{", "not JSON"), ("[]", "must be a JSON object"), (POSITION | {"id": ""}, '"id"'),
        (POSITION | {"id": "x" * 41}, '"id"'), (POSITION | {"deal": "CJ"}, '"deal"'),
        (POSITION | {"deal": 5}, '"deal"'), (POSITION | {"moves": MOVES + " 2 SJ"}, '"moves"'),
        (POSITION | {"moves": MOVES + " 2"}, '"moves"'), (POSITION | {"play": []}, '"play"'),
        (POSITION | {"play": ["CA", "SJ"]}, '"play"'), (POSITION | {"play": "CA"}, '"play"'),
        (POSITION | {"not": ["CA"]}, '"play"'), (POSITION | {"play": ["C"]}, '"play"'),
        ({key: POSITION[key] for key in ("id", "deal", "moves")}, '"play"')))
    def test_bad_lines(self, line, says):
        first = POSITION | {"id": "first"}
        text = line + "\n" if isinstance(line, str) else line
        done = self.ask("basic", self.write(first, text), code=BAD_FILE)
        assert says in done.stderr and ":2" in done.stderr, done.stderr

    def test_bad_files(self):
        assert '"id"' in self.ask("basic", self.write(POSITION, POSITION), code=BAD_FILE).stderr
        assert "no position" in self.ask("basic", self.write(), code=BAD_FILE).stderr
        self.ask("basic", self.temp / "missing", code=BAD_FILE)
        self.ask("no-such-bot", self.write(POSITION), code=USAGE)
        for arguments in (("--mine", "x"), (), ("basic", "x", "--out", "y"),
                          ("--mine", "x", "--out", "y", "--list"), ("--mine", "x", "basic")):
            assert arena("positions", *arguments).returncode == USAGE, arguments
