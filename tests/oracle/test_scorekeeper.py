# SPDX-License-Identifier: MIT
"""Tests of the scorekeeper: the worked examples of the rulebook and every option of section 7.

Each row says where the expected value comes from. The cards of a row are those that matter; the
rest is dealt and played at random from a fixed seed until the game is the one of the row (so many
points, so many tricks). Only the fields that a row names are compared, and they were worked out
by hand; that all the others are checked too is what the tests of wrong fields show.
"""
import ast
import copy
import json
import pathlib
import random
import re
import tempfile
from typing import Any

import pytest

import scorekeeper
from scorekeeper import Game, Illegal, Scorekeeper, Unsupported, bid_ladder, read_rules
from scorekeeper_rounds import DealFacts, first_of_each_event, triggers_of_deal

pytestmark = pytest.mark.no_sanitizer("runs no program of ours")

ATTEMPTS = 60000  # playouts until a row counts as impossible


# ---- making lines --------------------------------------------------------------------------

def cards(text):
    """Cards by suit, as people write hands: "C JA7 H T" is CJ CA C7 HT."""
    words = text.split()
    return [suit + rank for suit, ranks in zip(words[::2], words[1::2]) for rank in ranks]


def deal_text(hands, skat):
    return "|".join(".".join(part) for part in [*hands, skat])


def dealt(chance, known, skat):
    """Hands by position, filled up at random; `known` has what is fixed by position."""
    hands = [list(known.get(position, [])) for position in range(3)]
    skat = list(skat)
    rest = [card for card in scorekeeper.PACK_32.deck if card not in sum(hands, skat)]
    chance.shuffle(rest)
    for part, size in [*((hand, 10) for hand in hands), (skat, 2)]:
        while len(part) < size:
            part.append(rest.pop())
    return hands, skat


def manifest(rules, deals=1, table=("a", "b", "c")):
    names = list(dict.fromkeys(table))
    return {"rules": rules, "deals": "seed", "bots": [{"name": name} for name in names],
            "schedule": {"arrangements": [list(table)], "deals": deals, "games": deals}}


def moves_of(tokens):
    words = tokens.split()
    return list(zip(words[::2], words[1::2]))


def play_out(chance, game, script=None, keep=()):
    """Plays to the end. `script` has what is said before the n-th card; `keep` is played last."""
    said, script = [], dict(script or {})
    while not game.over:
        tokens = script.pop(game.cards_played, None) if game.phase == "play" else None
        if tokens:
            for move in moves_of(tokens):
                game.apply(*move)
                said.append(move)
            continue
        move = (str(game.turn), random_card(chance, game, keep))
        game.apply(*move)
        said.append(move)
    return said


def random_card(chance, game, keep):
    """A card that follows, those of `keep` last and from its end on."""
    kind, hand = game.contract.kind, list(game.hands[game.turn])
    if game.trick:
        led = scorekeeper.suit_of(game.trick[0], kind)
        hand = [card for card in hand if scorekeeper.suit_of(card, kind) == led] or hand
    chance.shuffle(hand)
    return min(hand, key=lambda card: 1 + keep.index(card) if card in keep else 0)


def find_game(rules, opening, known, skat="", wanted=lambda game: True, script=None, keep=(),
              round_kind=None, may_declare=(), seed=1):
    """Cards and moves of a game that begins with `opening` and ends as `wanted` says."""
    chance = random.Random(seed)
    rules = read_rules(rules)
    ladder = bid_ladder(rules)
    known = {position: cards(text) for position, text in known.items()}
    for _ in range(ATTEMPTS):
        hands, two = dealt(chance, known, cards(skat))
        game = Game(rules, ladder, hands, two, round_kind == "ramsch", may_declare)
        said = moves_of(opening.replace("SKAT", ".".join(two)))
        for move in said:
            game.apply(*move)
        said += play_out(chance, game, script, keep)
        if wanted(game):
            return {"cards": deal_text(hands, two),
                    "moves": " ".join(" ".join(move) for move in said)}
    raise AssertionError("no such game")


def points(game):
    """Declarer's."""
    return scorekeeper.points_in(game.trick_cards[game.declarer] + game.skat)


def has_points(low, high=None):
    return lambda game: low <= points(game) <= (high or low)


def takes(tricks):
    return lambda game: game.tricks[game.declarer] == tricks


LINE = {"arrangement": 0, "table": ["a", "b", "c"], "declarer": None, "bid": 0, "contract": None,
        "score": None, "status": "ok"}


def make_line(index, found, result, deals=1, **fields):
    """A line with only the fields of `result` and `fields` that a row names."""
    seats = len(fields.get("table", LINE["table"]))
    dealer = index % deals % seats
    return {**copy.deepcopy(LINE), "game": index, "session": index // deals,
            "deal": index % deals, "dealer": dealer,
            "seats": scorekeeper.seats_of(seats, dealer), "result": result, **found, **fields}


def fields_of(differences):
    return {re.match(r"[^:]*: (.*?): is ", text)[1]: text for text in differences}


def repaired(rules, line):
    """The line with all that the scorekeeper misses in it."""
    line = copy.deepcopy(line)
    keeper = Scorekeeper(manifest(rules))
    keeper.check_line(line, 0)
    for field, text in fields_of(keeper.differences).items():
        value = ast.literal_eval(text.rsplit(", should be ", 1)[1])
        part = line["result"] if field.startswith("result.") else line
        part[field.split(".")[-1]] = value
    return line


class LineTest:
    def judge(self, rules, found, result=None, **fields):
        """Differences by field of a lone deal."""
        line = make_line(0, found, result or {}, **fields)
        keeper = Scorekeeper(manifest(rules, table=line["table"]))
        keeper.check_line(line, 0)
        return fields_of(keeper.differences)

    def expect(self, rules, found, **expected):
        """Compares the named fields; names of `result` come without its prefix."""
        own = {name: expected.pop(name) for name in list(expected)
               if name in ("score", "declarer", "contract", "bid", "status", "fault", "table")}
        wrong = self.judge(rules, found, expected, **own)
        named = {f"result.{name}" for name in expected} | set(own) | {"moves"}
        named.add("moves (who acted illegally)")
        assert not [text for field, text in wrong.items() if field in named]

    def expect_illegal(self, rules, found, reason):
        wrong = self.judge(rules, found)
        assert "moves" in wrong
        assert reason in wrong["moves"]


def bids(value, declarer=0):
    """An auction that leaves this position with this bid."""
    return (f"1 {value} 0 y 1 p 2 p ", f"1 {value} 0 p 2 p ", f"1 p 2 {value} 0 p ")[declarer]


# ---- the worked examples [9] ---------------------------------------------------------------

STRONG_CLUBS = "C JAKQ98 S J H J D J"   # all four jacks and the ace of trumps, without the ten


class TestWorkedExamples(LineTest):
    def example(self, name, hand, opening, signed, wanted, rules=None, skat="", script=None,
                keep=(), **expected):
        found = find_game(rules or {}, opening, {0: hand}, skat, wanted, script, keep)
        self.expect(rules or {}, found, signed=signed, score=[0, signed, 0], **expected)
        return found

    def test_simple_games(self):
        self.example("Swedish text hearts, without 2, schneider", "C AT H JATKQ S AT D J",
                     bids(18) + "0 s w SKAT 0 H.D7.D8", 40,
                     lambda game: points(game) >= 90 and game.tricks[0] < 10, skat="D 78",
                     matadors=-2, multiplier=4, levels={"schneider": 1})
        self.example("Swedish text spades with 1, lost schneider", "C J789 H 789 S 78 D 7",
                     bids(18) + "0 s w SKAT 0 S.D8.D9", -66,
                     lambda game: points(game) <= 30 and game.tricks[0] > 0, skat="D 89",
                     multiplier=3, value=33)
        self.example("Danish text bid 20, grand with 2, 78 points", "C JAT H 9 S JA7 D AT8",
                     bids(20) + "0 s w SKAT 0 G.H7.H8", 72, has_points(78), skat="H 78",
                     multiplier=3, won=True)

    def test_hand_and_announcements(self):
        schneider = {"hand": 1, "schneider": 1}
        self.example("Swedish text clubs hand, with 4, schneider", "C JTK S JAT H JA D JA",
                     bids(18) + "0 CH", 84,
                     lambda game: points(game) >= 90 and game.tricks[0] < 10, skat="S 7 D 7",
                     levels=schneider)
        self.example("ISkO clubs hand with 5, schwarz, additive", STRONG_CLUBS + " S A",
                     bids(18) + "0 CH", 108, takes(10), skat="S 7 D 7",
                     levels=schneider | {"schwarz": 1}, matadors=5)
        self.example("Swedish text the same, ladder", STRONG_CLUBS + " S A", bids(18) + "0 CH", 120,
                     takes(10), {"hand_schwarz": "ladder"}, "S 7 D 7",
                     levels=schneider | {"schneider_announced": 1, "schwarz": 1})
        self.example("Swedish text spades hand with 1, schneider announced, 85 points",
                     "C JA H JAT S ATKQ D 7", bids(18) + "0 SHS", -110, has_points(85),
                     skat="D 8 C 7", value=55)
        self.example("Turnéskat text hearts hand, schneider announced, with 2, lost schwarz",
                     "C 7 H 789 S 789 D 789", bids(18) + "0 HHS", -140, takes(0),
                     skat="C J S J", matadors=2, multiplier=7)
        self.example("Danish text hearts hand, schneider announced, with 7 by the skat, 95 points",
                     "C JT7 S J H JATK87", bids(18) + "0 HHS", 110, has_points(95),
                     skat="D J S Q", matadors=7)

    def test_ouvert(self):
        grand = "C JATKQ S JAT H J D J"
        self.example("ISkO grand ouvert with 4", grand, bids(18) + "0 GO", 264, takes(10))
        self.example("Swedish text grand ouvert of its own", grand, bids(18) + "0 GO", 360, takes(10),
                     {"grand_ouvert_base": 36}, multiplier=10, base=36)
        self.example("ISkO clubs ouvert with 2", "C JATKQ98 S JA D J", bids(18) + "0 CO", 108,
                     takes(10), matadors=2)

    def test_null(self):
        self.example("Swedish text null hand lost", "C 789 S 789 H 789 D A", bids(18) + "0 NH", -70,
                     lambda game: game.tricks[0] == 1, base=35)
        self.example("Danish text null ouvert lost in the ninth trick, bid 30", "C 789 S 789 H 78T D K",
                     bids(30) + "0 s w SKAT 0 NO.CA.SA", -92,
                     lambda game: sum(game.tricks) == 9 and game.tricks[0] == 1, skat="C A S A")

    def test_overbid(self):
        self.example("Swedish text bid 40, diamonds hand 'without 4', CJ in the skat, 73 points",
                     "D ATKQ98 C AT S 7 H 7", bids(40) + "0 DH", -90, has_points(73),
                     skat="C J H 8", overbid=True, multiplier=3, value=45)
        found = "H JA7 C AT98 S AT D 7"
        cases: Any = (
            ("clubs, CJ found", "C", -72, {"value": 36, "overbid": True}, has_points(61, 89)),
            ("hearts, raised", "H", -60, {"value": 30, "overbid": True}, has_points(61, 89)),
            ("hearts, schneider suffered", "H", -60, {"overbid": False}, has_points(0, 30)))
        for name, code, signed, rest, wanted in cases:
            game = find_game({}, bids(30) + f"0 s w SKAT 0 {code}.D7.D8", {0: found},
                             "C J D 8", wanted)
            self.expect({}, game, signed=signed, won=False, **rest)
        for code, signed, wanted in (("G", 48, has_points(61, 89)), ("C", 36, has_points(90, 119))):
            game = find_game({}, bids(36) + f"0 s w SKAT 0 {code}.D7.D8", {0: found},
                             "C J D 8", lambda game: wanted(game) and game.tricks[0] < 10)
            self.expect({}, game, signed=signed, won=True)
        self.example("Wikipedia bid 36, clubs hand, CJ in the skat", "C ATK98 H JA S A D 7 S 7",
                     bids(36) + "0 CH", 36, has_points(61, 89), skat="C J D 8")
        for choice, signed in (("hand", 45), ("skat", 27), ("counts", -90)):
            self.example(f"Wikipedia overbid_hand {choice}", "D JATK9 C A S A7 H A7",
                         bids(45) + "0 DH", signed, has_points(61, 89),
                         {"overbid_hand": choice}, "C J S 8")
        self.example("Swedish text lost_hand single, bid 46, diamonds hand with 1", "C J D AT987 S 78 H 78",
                     bids(46) + "0 DH", -54, has_points(31, 89), {"lost_hand": "single"},
                     "H J S 9")
        self.example("Dutch text spades hand without 3, 91 points", "D J S ATK9 C AT H AT D 7",
                     bids(18) + "0 SH", 66, has_points(91), skat="C 7 H 7")
        self.example("Dutch text SJ in the skat", "D J S ATK9 C AT H AT D 7",
                     bids(44) + "0 SH", 44, has_points(91), skat="S J H 7")
        self.example("Dutch text SJ in the skat, more than 44 bid", "D J S ATK9 C AT H AT D 7",
                     bids(45) + "0 SH", -110, has_points(91), skat="S J H 7", value=55)

    def test_doublings_and_gifts(self):
        kontra = {"kontra.levels": 2}
        self.example("Swedish text bid 30, clubs with 1 found, kontra, 70 points", "H JA7 C AT98 S AT D 7",
                     bids(30) + "0 s w SKAT 0 C.D7.D8", -144, has_points(70), kontra, "C J D 8",
                     {1: "1 K"}, doubling=2, value=36, overbid=True)
        self.example("Swedish text diamonds with 1 won, kontra and re", "C JAT D AT98 S A H A7",
                     bids(18) + "0 s w SKAT 0 D.S7.S8", 72, has_points(61, 89), kontra, "S 78",
                     {1: "2 K 0 K"}, doubling=4, value=18)
        hand = "C JAT S JA H JA7 D A7"
        self.example("Swedish text grand with 3, gift refused, 80 points only", hand,
                     bids(18) + "0 s w SKAT 0 G.C7.C8", -288, has_points(80),
                     {"schenken": "grand"}, "C 78", {0: "1 g 2 y 0 n"}, value=144,
                     levels={"gift_refused": 1, "schneider": 1})
        self.example("Swedish text grand with 3, the schneider gift accepted", hand,
                     bids(18) + "0 s w SKAT 0 G.C7.C8", 144, lambda game: True,
                     {"schenken": "grand"}, "C 78", {0: "1 g 2 y 0 n", 1: "2 g 1 y 0 y"},
                     won=True, levels={"gift_refused": 1, "schneider": 1})

    def test_spitzen(self):
        self.example("Wikipedia with 2, two spitzen announced, clubs", "C JA987 S J7 H 8 D AT",
                     bids(18) + "0 s w SKAT 0 C+2.H7.D7", 60,
                     lambda game: scorekeeper.spitzen_made(game) and 61 <= points(game) < 90,
                     {"spitzen": {"max": 2}}, "H 7 D 7", None, ("C8", "C7"), contract="C+2",
                     levels={"spitzen": 2})

    def test_matadors(self):
        """Wikipedia: clubs."""
        rules = read_rules({})
        for held, count in (("C J S J D J", 2), ("C JA S J H J D J", 5), ("H J", -2),
                            ("C K", -6)):
            assert scorekeeper.matadors_of("C", cards(held), rules) == count, held

    def test_perfect_deal(self):
        """Wikipedia 8.1."""
        hands = [cards("C JAT9 S JAT9 H J D J")[:10], cards("C KQ S KQ H AKQ D 89T"),
                 cards("C 78 S 78 H 89T D AKQ")]
        hands[0] = "CJ SJ HJ DJ CA CT C9 SA ST S9".split()
        for code, tricks in (("G", 10), ("C", 10), ("S", 10), ("H", 10), ("D", 10), ("N", 0)):
            known = {position: " ".join(f"{card[0]} {card[1]}" for card in hand)
                     for position, hand in enumerate(hands)}
            found = find_game({}, bids(18) + f"0 s w SKAT 0 {code}.H7.D7", known, "H 7 D 7",
                              takes(tricks))
            self.expect({}, found, won=True)

    def test_money(self):
        """Swedish text, table IV: 27, -80, 33 for Franz, Günter, Günter; money at 0.10 a point."""
        keeper = Scorekeeper(manifest({"stake": 0.1}, 3, ("sven", "franz", "guenter")))
        games = ((0, "D", 27, "C J S J D AT9 H AT C A7", has_points(61, 89)),
                 (0, "H", -80, "C J S J H J89 D 79 C 789", has_points(31, 60)),
                 (2, "S", 33, "C J S JAT9 H AT C A7 D 8", has_points(61, 89)))
        for index, (position, code, signed, hand, wanted) in enumerate(games):
            opening = bids(18, position) + f"{position} s w SKAT {position} {code}.S7.S8"
            found = find_game({}, opening, {position: hand}, "S 78", wanted)
            keeper.check_line(make_line(index, found, {"signed": signed}, 3,
                                        table=["sven", "franz", "guenter"]), index)
        assert "result.signed" not in fields_of(keeper.differences)
        assert "moves" not in fields_of(keeper.differences)
        # Sven pays Franz 2.70, Günter pays Franz 7.40 and Sven 4.70.
        paid = {"franz": 27 + 74, "sven": -27 + 47, "guenter": -74 - 47}
        assert {name: keeper.totals[name]["money"] for name in paid} == paid

    def test_rounded_money(self):
        """Swedish text, Slutsammanräkning: of 27, 0 and -47 at 0.10, rounded to 1, Sven pays Franz 3, Günter pays Franz 7 and
        Sven 5. A half is rounded up for whoever gets it [11]; nothing is paid before the last deal."""
        for stake, unit, paid in ((0.1, 1, (10, 2, -12)), (0.5, 1, (14 + 37, -14 + 24, -37 - 24)), (0.1, 0, (0, 0, 0))):
            keeper = Scorekeeper(manifest({"stake": stake, "stake_rounding": unit}, 3, ("franz", "sven", "guenter")))
            for deal, classic in enumerate(((27, 0, 0), (0, 0, -80), (0, 0, 33))):
                assert not any(keeper.totals[name]["paid"] for name in ("franz", "sven", "guenter"))
                keeper.settle({"arrangement": 0, "deal": deal, "table": ["franz", "sven", "guenter"]}, list(classic))
            assert tuple(keeper.totals[name]["paid"] for name in ("franz", "sven", "guenter")) == paid


# ---- the ladder [3] ------------------------------------------------------------------------

class TestLadder:
    def ladder(self, **options):
        return set(bid_ladder(read_rules(options)))

    def test_official(self):
        official = bid_ladder(read_rules({}))
        assert official[:12] == [18, 20, 22, 23, 24, 27, 30, 33, 35, 36, 40, 44]
        assert official[-1] == 264

    def test_what_variants_add(self):
        official = self.ladder()
        assert self.ladder(revolution="skat") - official == {92}
        # With 11, ouvert has 18 times the base; a spitze makes it 19.
        assert (self.ladder(**{"spitzen.max": 1}) - official
                == {19 * base for base in (9, 10, 11, 12)})
        # With or without 1 to 4 and up to six levels: 2 to 11 times 21.
        assert (self.ladder(sachsenspitze_base=21) - official
                == {21 * times for times in range(2, 12)} - official)
        assert 42 in self.ladder(sachsenspitze_base=21)
        # Rum is a level like hand and never beside it.
        assert self.ladder(rum=True) == official

    def test_what_gifts_and_doublings_do_not(self):
        assert self.ladder(schenken="all", kontra={"levels": 4}) == self.ladder()


# ---- reading rules -------------------------------------------------------------------------

class TestRules:
    def test_nested_and_dotted(self):
        assert read_rules({"kontra": {"levels": 2}}) == read_rules({"kontra.levels": 2})
        assert read_rules({"seats": 4})["bock.length"] == 4
        assert read_rules({"scoring": "minus"})["bierlachs_limit"] == 301
        assert read_rules({"scoring": "minus", "seats": 4})["bierlachs_limit"] == 401

    def test_refused(self):
        for rules in ({"revolution": "no"}, {"bock": {"triggers": ["full_moon"]}},
                      {"bock": {"triggers": ["last_round"]},
                       "ramsch_round": {"triggers": ["last_round"]}}, {"kontra": {"level": 2}}):
            with pytest.raises(Unsupported):
                read_rules(rules)


# ---- kontra [7] ----------------------------------------------------------------------------

GOOD = "C JAT D AT98 S A H A7"   # forehand's diamonds with 1; S7 S8 in the skat


class TestKontra(LineTest):
    def game(self, script, auction=bids(18), levels=4, **options):
        rules = {"kontra": {"levels": levels} | options, "concede": "before_lead"}
        said = auction + "0 s w SKAT 0 D.S7.S8"
        return rules, find_game(rules, said, {0: GOOD}, "S 78", has_points(61, 89), script)

    def moved(self, found, token, place):
        """The same game with these words said before its n-th card."""
        moves = found["moves"].split(" ")
        start = moves.index("D.S7.S8") + 1 + 2 * place
        return found | {"moves": " ".join(moves[:start] + token.split() + moves[start:])}

    def test_levels(self):
        said = "2 K 0 K 1 K 0 K"
        for levels in (1, 2, 3, 4):
            rules, found = self.game({1: " ".join(said.split()[:2 * levels])}, levels=levels)
            self.expect(rules, found, value=18, doubling=2 ** levels, signed=18 << levels)
            if levels < 4:
                over = found["moves"].replace(said[:4 * levels - 1], said[:4 * levels + 3])
                self.expect_illegal(rules, found | {"moves": over}, "no doubling")

    def test_when(self):
        rules, silent = self.game({})
        for when, allowed in (("before_lead", {0}), ("after_lead", {1}),
                              ("first_trick", {0, 1})):
            rules["kontra"]["when"] = when
            for place in (0, 1, 2, 3):
                found = self.moved(silent, "1 K", place)
                if place in allowed:
                    self.expect(rules, found, doubling=2)
                else:
                    self.expect_illegal(rules, found, "no doubling")
        rules["kontra"]["when"] = "first_trick"
        self.expect(rules, self.moved(silent, "2 K 0 K", 2), doubling=4)
        self.expect_illegal(rules, self.moved(silent, "2 K", 3), "no doubling")

    def test_answers_come_at_once(self):
        rules, silent = self.game({})
        late = self.moved(self.moved(silent, "0 K", 2), "1 K", 1)
        self.expect_illegal(rules, late, "no doubling")
        self.expect_illegal(rules, self.moved(silent, "0 K", 1), "no doubling")
        self.expect_illegal(rules, self.moved(silent, "1 K 2 K", 1), "no doubling")

    def test_who(self):
        for who, allowed in (("any", {1, 2}), ("bidders", {1}), ("bidders_or_18", {1, 2})):
            for position in (1, 2):
                rules, silent = self.game({}, who=who)
                found = self.moved(silent, f"{position} K", 1)
                if position in allowed:
                    self.expect(rules, found, doubling=2)
                else:
                    self.expect_illegal(rules, found, "no doubling")
        rules, silent = self.game({}, "1 p 2 p 0 18 ", who="bidders_or_18")
        self.expect_illegal(rules, self.moved(silent, "2 K", 1), "no doubling")

    def test_conceding_after_kontra(self):
        """At any time with nine or ten cards: with 1, game 2, x 9, kontra, lost."""
        rules = {"kontra": {"levels": 2}}
        found = find_game(rules, bids(18) + "0 s w SKAT 0 D.S7.S8", {0: GOOD}, "S 78",
                          script={1: "1 K 0 RE"})
        self.expect(rules, found, status="conceded", signed=-72, doubling=2)
        self.expect_illegal(rules, found | {"moves": found["moves"] + " 1 K"}, "game is over")

    def test_lost_eightfold(self):
        """Wikipedia: lost, kontra and re."""
        rules = {"kontra": {"levels": 2}}
        found = find_game(rules, bids(18) + "0 s w SKAT 0 D.S7.S8", {0: GOOD}, "S 78",
                          has_points(31, 60), {1: "2 K 0 K"})
        self.expect(rules, found, signed=-8 * 18)

    def test_revolution_is_doubled_after_the_exchange(self):
        rules = {"kontra": {"levels": 1, "when": "before_lead"}, "revolution": "exchange"}
        hands = REVOLUTION_HANDS
        opening = (bids(18) + f"0 V 1 e.{'.'.join(cards(hands[2]))} "
                   f"2 e.{'.'.join(cards(hands[1]))}")
        found = find_game(rules, opening, hands, "", takes(0), {0: "1 K"})
        self.expect(rules, found, signed=184)


# ---- schenken [7] --------------------------------------------------------------------------

GRAND = "C JAT S JA H JA7 D A7"   # forehand's grand with 3; C7 C8 in the skat


class TestSchenken(LineTest):
    def game(self, script, code="G", wanted=lambda game: True, bid=18, which="all"):
        rules = {"schenken": which}
        found = find_game(rules, bids(bid) + f"0 s w SKAT 0 {code}.C7.C8", {0: GRAND}, "C 78",
                          wanted, script)
        return rules, found

    def test_accepted(self):
        rules, found = self.game({1: "2 g 1 y 0 y"})
        self.expect(rules, found, won=True, value=96, levels={}, signed=96, tricks=0, points=0,
                    status="ok")

    def test_accepted_below_the_bid(self):
        """With 3, game: 4 x 24 = 96 under a bid of 99 is raised to 120, and lost."""
        rules, found = self.game({1: "2 g 1 y 0 y"}, bid=99)
        self.expect(rules, found, won=False, value=120, overbid=True, signed=-240)

    def test_refused_twice(self):
        """3, 4, refused 5, 6, schneider 7, schwarz 8, x 24 = 192; 90 points are not enough."""
        rules, found = self.game({0: "1 g 2 y 0 n 1 g 2 y 0 n"}, wanted=has_points(90, 119))
        self.expect(rules, found, won=False, value=192,
                    levels={"gift_refused": 2, "schneider": 1, "schwarz": 1})

    def test_no_third_gift(self):
        with pytest.raises(Illegal, match="no gift"):
            self.game({0: "1 g 2 y 0 n 1 g 2 y 0 n 1 g"})

    def test_refused_and_won(self):
        rules, found = self.game({0: "1 g 2 y 0 n"}, wanted=has_points(90, 110))
        self.expect(rules, found, won=True, value=144)

    def test_partner_does_not_agree(self):
        rules, found = self.game({0: "1 g 2 n"}, wanted=has_points(61, 89))
        self.expect(rules, found, won=True, value=96)
        again = found["moves"].replace("1 g 2 n", "1 g 2 n 2 g 1 y 0 y")
        self.expect_illegal(rules, found | {"moves": again}, "no gift")

    def test_where_not(self):
        for which, code in (("grand", "C"), ("off", "G"), ("all", "N")):
            rules, found = self.game({}, code)
            moves = found["moves"].replace(f"{code}.C7.C8", f"{code}.C7.C8 1 g 2 y 0 y")
            rules["schenken"] = which
            self.expect_illegal(rules, found | {"moves": moves}, "no gift")
        rules, found = self.game({3: "1 g 2 y 0 y"})
        self.expect(rules, found, won=True)
        with pytest.raises(Illegal):
            self.game({4: "1 g 2 y 0 y"})
        with pytest.raises(Illegal):
            self.game({0: "0 g"})

    def test_not_with_announcements(self):
        for hand in ("0 GHS", "0 GO"):
            with pytest.raises(Illegal, match="no gift"):
                find_game({"schenken": "all"}, bids(18) + hand, {0: GRAND}, "", script={0: "1 g"})
        with pytest.raises(Illegal, match="no gift"):
            find_game({"schenken": "all", "spitzen.max": 1}, bids(18) + "0 DH+1",
                      {0: "D J7 C JAT S JA H JAT"}, "", script={0: "1 g"})


# ---- spitzen, rum, sächsische Spitze [7] ---------------------------------------------------

class TestAnnouncements(LineTest):
    def test_spitzen_fail(self):
        """With 1, one spitze 3, x 12 = 36; the seven is lost or played early."""
        rules = {"spitzen": {"max": 7}}
        found = find_game(rules, bids(18) + "0 s w SKAT 0 C+1.H7.D7", {0: "C JAT87 H JA S A D A8"},
                          "H 7 D 7", lambda game: 61 <= points(game) < 90 and
                          not scorekeeper.spitzen_made(game))
        self.expect(rules, found, won=False, value=36, signed=-72)

    def test_spitzen_count_to_the_bid(self):
        """Bid 36 on clubs with 1: the spitze makes it 36."""
        rules = {"spitzen": {"max": 1}}
        found = find_game(rules, bids(36) + "0 s w SKAT 0 C+1.H7.D7", {0: "C JAT87 H JA S A D A8"},
                          "H 7 D 7", lambda game: 61 <= points(game) < 90 and
                          scorekeeper.spitzen_made(game), keep=("C7",))
        self.expect(rules, found, won=True, overbid=False, signed=36)

    def test_spitzen_refused(self):
        hand = {0: "C JAT87 H JA S A D A8"}
        for rules, code in (({"spitzen.max": 1}, "C+2"), ({"spitzen.max": 3}, "C+3"),
                            ({"spitzen.max": 1}, "G+1"), ({"spitzen.max": 1}, "C+0")):
            with pytest.raises(Illegal):
                find_game(rules, bids(18) + f"0 s w SKAT 0 {code}.H7.D7", hand, "H 7 D 7")
        with pytest.raises(Illegal):  # the seven is put aside
            find_game({"spitzen.max": 1}, bids(18) + "0 s w SKAT 0 C+1.C7.D7", hand, "H 7 D 7")

    def test_rum(self):
        """With 1, game 2, rum 3, x 9 = 27."""
        rules = {"rum": True}
        found = find_game(rules, bids(27) + "0 r 0 s w SKAT 0 D.S7.S8", {0: GOOD}, "S 78",
                          has_points(61, 89))
        self.expect(rules, found, levels={"rum": 1}, signed=27, overbid=False)
        self.expect_illegal({}, found, "no contract: r")
        with pytest.raises(Illegal):
            find_game(rules, bids(18) + "0 r 0 DH", {0: GOOD}, "S 78")

    def test_rum_is_nothing_in_null(self):
        rules = {"rum": True}
        hand = {0: "C 789 S 789 H 789 D 7"}
        found = find_game(rules, bids(18) + "0 r 0 s w SKAT 0 N.SA.HA", hand, "S A H A", takes(0))
        self.expect(rules, found, levels={}, signed=23)

    def test_sachsenspitze(self):
        """DJ HJ are the two highest trumps: with 2, game 3, x 20 = 60."""
        rules = {"sachsenspitze_base": 20}
        found = find_game(rules, bids(18) + "0 s w SKAT 0 P.S7.S8", {0: "D J78A H J78A C 7A"},
                          "S 78", has_points(61, 89))
        self.expect(rules, found, contract="P", matadors=2, base=20, signed=60)
        self.expect_illegal({}, found, "no sächsische Spitze")

    def test_sachsenspitze_order(self):
        for trick, winner in (("DJ CJ SJ", 0), ("CJ HJ SJ", 1), ("CA CT C7", 2), ("CK CA CQ", 2),
                              ("C7 S7 CJ", 2), ("CT C9 C8", 2), ("CA CK SJ", 2)):
            assert scorekeeper.trick_winner(trick.split(), "P") == winner, trick
        assert scorekeeper.points_in(["C7", "CA"]) == 11

    def test_sachsenspitze_hand_ouvert(self):
        """With 4, game 5, hand 6 ... ouvert 11, x 21."""
        rules = {"sachsenspitze_base": 21}
        found = find_game(rules, bids(18) + "0 PO", {0: "C J789 S J789 H J D J"}, "", takes(10))
        self.expect(rules, found, contract="PO", signed=231)


# ---- revolution [7] ------------------------------------------------------------------------

REVOLUTION_HANDS = {0: "C 789 S 789 H 789 D 7", 1: "C ATKQJ S ATKQJ", 2: "H ATKQJ D ATKQJ"}


class TestRevolution(LineTest):
    SKAT = "D 89"

    def game(self, form, first, second, wanted=takes(0)):
        rules = {"revolution": form}
        opening = bids(18) + "0 V " + " ".join(
            f"{position} e.{'.'.join(cards(hand))}" for position, hand in ((1, first), (2, second)))
        return rules, find_game(rules, opening, REVOLUTION_HANDS, self.SKAT, wanted)

    @pytest.mark.parametrize("form, first, second", (
        ("exchange", "C ATKQJ H ATKQJ", "S ATKQJ D ATKQJ"),
        ("skat", "C ATKQ S ATKQ D 89", "H ATKQJ D ATKQJ"),
        ("exchange_and_skat", "C ATKQJ H ATK D 89", "S ATKQJ D ATKQJ")))
    def test_forms(self, form, first, second):
        rules, found = self.game(form, first, second)
        self.expect(rules, found, contract="V", base=92, multiplier=1, signed=92, levels={})

    def test_lost_as_a_hand_game(self):
        rules, found = self.game("exchange", REVOLUTION_HANDS[1], REVOLUTION_HANDS[2],
                                 lambda game: True)
        self.expect(rules, found, won=True)
        conceded = found["moves"][:found["moves"].rindex("e.") + 31] + " 0 RE"
        self.expect(rules, found | {"moves": conceded}, status="conceded", signed=-184)
        rules["lost_hand"] = "single"
        self.expect(rules, found | {"moves": conceded}, status="conceded", signed=-92)

    def test_pools(self):
        for form, first, second in (
                ("exchange", "C ATKQJ H ATK D 89", "S ATKQJ D ATKQJ"),       # the skat
                ("skat", "C ATKQJ S ATKQ H A", "H ATKQJ D ATKQJ"),           # the partner's
                ("exchange", "C ATKQJ H ATKQJ", "H ATKQJ D ATKQJ"),          # what is gone
                ("skat", "C ATKQ S ATKQ D 89", "H ATKQ D ATKQJ9"),
                ("exchange_and_skat", "C ATKQJ H ATK D 89", "S ATKQJ D ATKQ9"),
                ("exchange", "C ATKQJ H ATKQ", "S ATKQJ D ATKQJ"),           # nine cards
                ("exchange_and_skat", "C ATKQJ7 H ATKQ", "S ATKQJ D ATKQJ")):  # declarer's
            with pytest.raises(Illegal):
                self.game(form, first, second)
        rules, found = self.game("skat", "C ATKQ S ATKQ D 89", "H ATKQ D ATKQ C J S J")
        self.expect(rules, found, won=True)

    def test_who_leads(self):
        opening = "1 18 0 p 2 p 1 V "
        hands = {0: REVOLUTION_HANDS[1], 1: REVOLUTION_HANDS[0], 2: REVOLUTION_HANDS[2]}
        new = f"0 e.{'.'.join(cards(hands[0]))} 2 e.{'.'.join(cards(hands[2]))}"
        for form, leader in (("exchange", "0"), ("skat", "0"), ("exchange_and_skat", "1")):
            found = find_game({"revolution": form}, opening + new, hands, self.SKAT, takes(0))
            after = found["moves"].split(new + " ")[1]
            assert after[0] == leader
            self.expect({"revolution": form}, found, signed=92)

    def test_not_allowed(self):
        rules, found = self.game("exchange", REVOLUTION_HANDS[1], REVOLUTION_HANDS[2])
        self.expect_illegal({}, found, "no revolution")
        over = found["moves"].replace("1 18", "1 96")
        self.expect_illegal(rules, found | {"moves": over}, "below the final bid")


# ---- ramsch and schieberamsch [7] ----------------------------------------------------------

ALL_PASS = "1 p 2 p 0 p"


class TestRamsch(LineTest):
    def game(self, wanted, known=None, skat="", opening=ALL_PASS, passed_in="ramsch", seed=1, **options):
        rules = {"passed_in": passed_in, "ramsch": options}
        return rules, find_game(rules, opening, known or {}, skat, wanted, seed=seed)

    @staticmethod
    def in_tricks(game):
        return [scorekeeper.points_in(taken) for taken in game.trick_cards]

    def all_take(self, last, most):
        """A game where this position took the last trick and that one has most in tricks."""
        def wanted(game):
            have = self.in_tricks(game)
            clear = sorted(have)[1] + 11 < max(have)
            return 0 not in game.tricks and game.taken[-1][0] == last and clear and \
                have[most] == max(have)
        return wanted

    def check(self, rules, found, scores, by_position, **expected):
        """Seats at the first deal: forehand is seat 1, middlehand 2, rearhand 0."""
        score = [by_position[2], by_position[0], by_position[1]]
        self.expect(rules, found, score=score, contract="R", declarer=None, signed=0, value=0,
                    points=scores, won=None, **expected)

    def counted(self, found):
        """Points in tricks by position, and who took the last, from the moves once more."""
        played = [move for move in moves_of(found["moves"]) if move[1] in scorekeeper.PACK_32.deck]
        have, winner = [0, 0, 0], None
        for start in range(0, 30, 3):
            trick = played[start:start + 3]
            suit = trick[0][1][0]
            order = ["CJ", "SJ", "HJ", "DJ"] + [suit + rank for rank in "ATKQ987"]
            if trick[0][1][1] == "J":
                order = order[:4]
            winner = int(min((move for move in trick if move[1] in order),
                             key=lambda move, order=order: order.index(move[1]))[0])  # type: ignore[misc]
            have[winner] += sum({"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}.get(card[1], 0)
                                for _, card in trick)
        return have, winner

    def test_skat_to(self):
        """C A and S A in the skat are 22 points."""
        for skat_to in ("last_trick", "most_points", "nobody"):
            rules, found = self.game(self.all_take(0, 2), skat="C A S A", skat_to=skat_to)
            have, last = self.counted(found)
            assert last == 0
            have = [have[0] + 22 * (skat_to == "last_trick"), have[1],
                    have[2] + 22 * (skat_to == "most_points")]
            most = max(have)
            self.check(rules, found, have, [-most if points == most else 0 for points in have])

    def test_tie(self):
        """Two tie for most: both lose, and both add a skat for most points."""
        def tie(game):
            have = self.in_tricks(game)
            return sorted(have)[1] == max(have) and 0 not in game.tricks
        rules, found = self.game(tie, skat="C A S A", skat_to="most_points")
        have, _ = self.counted(found)
        have = [points + 22 * (points == max(have)) for points in have]
        for choice in ("all_lose", "nobody"):  # it is not about two
            rules["ramsch"]["three_tie"] = choice
            self.check(rules, found, have, [-points if points == max(have) else 0
                                            for points in have])

    @pytest.mark.long
    def test_three_tie(self):
        def tie(game):
            return self.in_tricks(game) == [40, 40, 40]
        rules, found = self.game(tie, skat="C 7 S 7", seed=4, skat_to="nobody")
        for choice, loss in (("all_lose", -40), ("nobody", 0)):
            rules["ramsch"]["three_tie"] = choice
            self.check(rules, found, [40] * 3, [loss] * 3)

    def virgin_game(self, tricks, without_points):
        def wanted(game):
            have = self.in_tricks(game)
            return game.tricks.count(0) == tricks and have.count(0) == without_points and \
                game.taken[-1][0] != have.index(0) and have.count(max(have)) == 1
        return wanted

    @pytest.mark.parametrize("choice, without_tricks, factor",
        (("no_trick", 1, 2), ("no_trick", 0, 1),
         ("no_points", 1, 2), ("no_points", 0, 2),
         ("off", 1, 1)))
    def test_virgin(self, choice, without_tricks, factor):
        rules, found = self.game(self.virgin_game(without_tricks, 1), skat="C 7 S 7",
                                 virgin=choice)
        have, _ = self.counted(found)
        self.check(rules, found, have, [-points * factor if points == max(have) else 0
                                        for points in have])

    MARCH = {0: "C JATKQ S JAT H J D J"}

    def test_march(self):
        """Forehand takes all; without the march two virgins make it 4 times 120."""
        for march, won in ((120, 120), (150, 150), (0, -480)):
            rules, found = self.game(lambda game: game.tricks[0] == 10, self.MARCH, march=march)
            self.check(rules, found, [120, 0, 0], [won, 0, 0], tricks=[10, 0, 0])
        rules, found = self.game(lambda game: game.tricks[0] == 10, self.MARCH)
        rules["scoring"] = "minus"
        self.check(rules, found, [120, 0, 0], [0, -120, -120])
        rules["scoring"] = "opponents"
        self.check(rules, found, [120, 0, 0], [120, 0, 0])

    def test_each(self):
        rules, found = self.game(self.all_take(0, 2), score="each")
        have, _ = self.counted(found)
        have[0] += 120 - sum(have)
        self.check(rules, found, have, [-points for points in have])
        rules, found = self.game(self.virgin_game(1, 1), score="each", skat="C 7 S 7")
        have, _ = self.counted(found)
        self.check(rules, found, have, [-2 * points for points in have])

    def test_fixed(self):
        for virgins, loss in ((0, -20), (1, -30)):
            rules, found = self.game(
                lambda game: game.tricks.count(0) == virgins and sorted(self.in_tricks(game))[1] <
                max(self.in_tricks(game)), skat="C 7 S 7", score="fixed_20_30_50")
            have, _ = self.counted(found)
            self.check(rules, found, have, [loss if points == max(have) else 0 for points in have])
        rules, found = self.game(lambda game: game.tricks[0] == 10, self.MARCH,
                                 score="fixed_20_30_50")
        self.check(rules, found, [120, 0, 0], [-50, 0, 0])

    def test_fixed_is_doubled_by_passing_on(self):
        rules, found = self.game(lambda game: game.tricks[0] == 10, self.MARCH, "",
                                 ALL_PASS + " 0 x 1 x 2 x", "schieberamsch",
                                 score="fixed_20_30_50")
        self.check(rules, found, [120, 0, 0], [-400, 0, 0], doubling=8)

    def test_fixed_tie(self):
        """Who took a trick last of those who tie, here forehand, loses alone."""
        def tie(game):
            have = self.in_tricks(game)
            return have[0] == have[1] > have[2] and game.taken[-1][0] == 0 and 0 not in game.tricks
        rules, found = self.game(tie, skat="C 7 S 7", score="fixed_20_30_50")
        have, _ = self.counted(found)
        self.check(rules, found, have, [-20, 0, 0])

    def test_schieberamsch(self):
        opening = ALL_PASS + " 0 x.C7.C8 1 x 2 x"
        rules, found = self.game(self.all_take(1, 2), {0: "C 78"}, "C A S A", opening,
                                 "schieberamsch")
        have, _ = self.counted(found)
        self.check(rules, found, have, [-4 * points if points == max(have) else 0
                                        for points in have], doubling=4)

    def test_unseen_does_not_double_a_march(self):
        rules, found = self.game(lambda game: game.tricks[0] == 10, self.MARCH,
                                 opening=ALL_PASS + " 0 x 1 x 2 x", passed_in="schieberamsch")
        self.check(rules, found, [120, 0, 0], [120, 0, 0], doubling=8)

    def test_what_is_passed_on(self):
        for skat, passes, reason in (("C A S A", "0 x.C7.H7", "not among"),
                                     ("C A S A", "0 x.CJ.C7", "jack"),
                                     ("C A S A", "0 x.C7.C7", "2 cards"),
                                     ("C A S A", "0 x.C7", "2 cards"),
                                     ("C A S A", "1 x", "not to act"),
                                     ("H J S A", "0 x.HJ.C7", "jack")):
            with pytest.raises(Illegal, match=reason):
                self.game(lambda game: True, {0: "C J78", 1: "H 7"}, skat,
                          ALL_PASS + " " + passes, "schieberamsch")
        rules = {"passed_in": "schieberamsch", "schieben": {"jacks": True}}
        found = find_game(rules, ALL_PASS + " 0 x.CJ.C7 1 x.CA.SA 2 x", {0: "C J78", 1: "C A S A"},
                          "H 7 H 8")
        self.expect(rules, found, doubling=2, contract="R")
        rules, found = self.game(lambda game: True, {0: "C 78"}, "H J S J",
                                 ALL_PASS + " 0 x 1 x 2 x", "schieberamsch")
        self.expect(rules, found, doubling=8)

    def test_grand_rules(self):
        """A jack does not follow the suit printed on it, and takes a plain trick."""
        hands = {0: "C AT89KQ D 789T", 1: "C J7 S AT789KQ H 7", 2: "H ATKQ98 D AKQ S J"}
        rules = {"passed_in": "ramsch"}
        found = find_game(rules, ALL_PASS, hands, "H J D J")
        for moves, reason in ((" 0 CA 1 CJ", "does not follow"),
                              (" 0 CA 1 C7 2 SJ 2 HA 0 C8", "is not over"),
                              (" 0 CA 1 C7 2 SJ 0 C8", "not to act")):
            self.expect_illegal(rules, found | {"moves": ALL_PASS + moves}, reason)


# ---- scorings and faults [8] ---------------------------------------------------------------

class TestScorings(LineTest):
    OPENING = bids(18) + "0 s w SKAT 0 D.S7.S8"

    def games(self):
        return {won: find_game({}, self.OPENING, {0: GOOD}, "S 78",
                               has_points(61, 89) if won else has_points(31, 60))
                for won in (True, False)}

    def test_scorings(self):
        games = self.games()
        for scoring, won, lost in (("classic", [0, 18, 0], [0, -36, 0]),
                                   ("seeger_fabian", [0, 18, 0], [0, -36, 0]),
                                   ("minus", [-18, 0, -18], [0, -36, 0]),
                                   ("opponents", [0, 18, 0], [36, 0, 36])):
            self.expect({"scoring": scoring}, games[True], score=won)
            self.expect({"scoring": scoring}, games[False], score=lost)

    def test_sitting_seats(self):
        """Seat 0 of four deals and sits out: `minus` charges it, `opponents` does not pay it."""
        games = self.games()
        table = ["a", "b", "c", "d"]
        for scoring, won, score in (("minus", True, [-18, 0, -18, -18]),
                                    ("opponents", False, [0, 0, 36, 36])):
            self.expect({"scoring": scoring, "seats": 4}, games[won], score=score, table=table)

    def test_opponents_hand(self):
        """Once for hand games, whatever lost_hand says: 27 to each."""
        found = find_game({}, bids(18) + "0 DH", {0: GOOD}, "S 78", has_points(31, 60))
        for lost_hand in ("double", "single"):
            self.expect({"scoring": "opponents", "lost_hand": lost_hand}, found,
                        score=[27, 0, 27], signed=-27)

    def test_opponents_conceded_below_the_bid(self):
        """Diamonds with 1 is 18; bid 30, conceded: 2 x 30 and not 2 x 36."""
        found = find_game({}, bids(30) + "0 s w SKAT 0 D.S7.S8", {0: GOOD}, "S 78",
                          script={1: "0 RE"})
        self.expect({"scoring": "opponents"}, found, score=[60, 0, 60], value=30, signed=-60,
                    overbid=True, status="conceded")
        self.expect({}, found, score=[0, -72, 0], value=36, status="conceded")
        self.expect({"scoring": "opponents"}, find_game(
            {}, bids(18) + "0 s w SKAT 0 D.S7.S8", {0: GOOD}, "S 78", script={1: "0 RE"}),
            score=[36, 0, 36], value=18, status="conceded")

    def test_opponents_gives_up_a_hand(self):
        """With 1, hand: 27 under a bid of 45 is raised to 45, and paid once."""
        found = find_game({}, bids(45) + "0 DH", {0: GOOD}, "S 78", script={1: "0 RE"})
        self.expect({"scoring": "opponents"}, found, value=45, signed=-45, status="conceded")

    def test_opponents_fault_below_the_bid(self):
        found = find_game({}, bids(30) + "0 s w SKAT 0 D.S7.S8", {0: GOOD}, "S 78")
        cut = found | {"moves": found["moves"][:found["moves"].index("D.S7.S8") + 7]}
        self.expect({"scoring": "opponents"}, cut, value=30, signed=-60, status="crash", fault=1)
        self.expect({"scoring": "opponents"}, cut, value=36, signed=36, status="crash", fault=2)


class TestFaults(LineTest):
    def stopped(self, rules, opening, script=None, cut=0, tail="", known=None):
        """A game that ends after `cut` cards with `tail`."""
        found = find_game(rules, opening, known or {0: GOOD}, "S 78", script=script)
        moves = moves_of(found["moves"])
        played = [place for place, move in enumerate(moves) if move[1] in scorekeeper.PACK_32.deck]
        moves = moves[:played[cut]] + moves_of(tail)
        return found | {"moves": " ".join(" ".join(move) for move in moves)}

    GAME = bids(18) + "0 s w SKAT 0 D.S7.S8"

    def test_in_the_auction(self):
        found = {"cards": deal_text(*dealt(random.Random(1), {}, [])), "moves": "1 20"}
        self.expect({}, found, status="timeout", fault=1, score=[0, -40, 0], value=20,
                    signed=-40, doubling=0, points=0)
        for scoring in ("minus", "opponents"):
            self.expect({"scoring": scoring}, found, status="timeout", fault=1, score=[0, -40, 0])
        refused = found | {"moves": "1 20 0 20"}
        self.expect({}, refused, status="illegal", fault=1, signed=-40)
        legal = found | {"moves": "1 20 0 y"}
        assert "is legal" in self.judge({}, legal, status="illegal", fault=1)["moves"]

    def test_declarer_and_defender(self):
        rules = {"kontra": {"levels": 1}}
        found = self.stopped(rules, self.GAME, {1: "1 K"}, 2)
        self.expect(rules, found, status="timeout", fault=1, won=False, doubling=2, signed=-72)
        self.expect(rules, found, status="timeout", fault=0, won=True, doubling=2, signed=36,
                    score=[0, 36, 0])
        self.expect(rules | {"scoring": "opponents"}, found, status="crash", fault=1,
                    score=[72, 0, 72])
        self.expect(rules | {"scoring": "minus"}, found, status="crash", fault=0,
                    score=[-36, 0, -36])

    def test_refused_gift_counts(self):
        """With 1, game 2, refused 3, schneider 4, x 9 = 36."""
        rules = {"schenken": "all"}
        found = self.stopped(rules, self.GAME, {1: "1 g 2 y 0 n"}, 2)
        self.expect(rules, found, status="crash", fault=1, won=False, value=36, signed=-72)
        conceded = found | {"moves": found["moves"] + " 0 RE"}
        self.expect(rules, conceded, status="conceded", signed=-72)

    def test_asked_silently(self):
        """A defender who was asked about kontra answered with a card: a legal one, but no answer."""
        rules = {"kontra": {"levels": 1}}
        found = self.stopped({}, self.GAME, None, 2)
        self.expect(rules, found, status="illegal", fault=2, won=True)
        assert "is legal" in self.judge({}, found, status="illegal", fault=2)["moves"]
        nobody = found | {"moves": found["moves"] + " 0 ?"}
        assert ("not asked"
                in self.judge({"concede": "never"}, nobody, status="illegal", fault=1)["moves"])

    def test_in_ramsch(self):
        """After four cards: one trick is taken, its taker has led, the next is at fault."""
        rules = {"passed_in": "ramsch"}
        found = self.stopped(rules, ALL_PASS, None, 4, "", {0: "C AT", 1: "C 789", 2: "S 9TA"})
        taker = int(found["moves"].split(" ")[-2])
        offender = (taker + 1) % 3
        found["moves"] += f" {offender} ?"
        seat = (offender + 1) % 3  # of the first deal
        for scoring in ("classic", "minus", "opponents"):
            self.expect(rules | {"scoring": scoring}, found, status="illegal", fault=seat,
                        score=[-120 if other == seat else 0 for other in range(3)],
                        value=120, signed=-120, contract="R", doubling=1, won=None,
                        tricks=[int(position == taker) for position in range(3)])

    def test_before_the_announcement(self):
        found = {"cards": deal_text(*dealt(random.Random(1), {}, [])), "moves": bids(24).strip()}
        self.expect({}, found, status="crash", fault=1, won=False, value=24, signed=-48,
                    contract=None, bid=24, declarer=0)


# ---- bock and ramsch rounds, Bierlachs [7, 8] ----------------------------------------------

class SessionTest(LineTest):
    """Deals of a session, most of them passed in."""

    def start(self, rules, deals=12):
        self.lines = []
        self.rules, self.deals = rules, deals
        self.keeper = Scorekeeper(manifest(rules, deals))

    def deal(self, found, expected_round=None, triggers=None, result=None, **fields):
        """Checks one deal; a round is (kind, trigger, deal, of) and perhaps the seats."""
        given = {name: value for name, value in (("triggers", triggers),) if value}
        if expected_round:
            given["round"] = dict(zip(("kind", "trigger", "deal", "of", "grand_hand"),
                                      expected_round))
        line = make_line(len(self.lines), found, result or {}, self.deals, **given, **fields)
        self.lines.append(line)
        before = len(self.keeper.differences)
        self.keeper.check_line(line, len(self.lines) - 1)
        wrong = fields_of(self.keeper.differences[before:])
        named = {f"result.{name}" for name in result or {}} | set(fields)
        named |= {"round", "triggers", "moves", "rounds_lost", "game", "deal", "seats"}
        assert not [text for field, text in wrong.items() if field in named]

    def passed(self, expected_round=None, **more):
        self.deal(VOID, expected_round, result={"signed": 0, "value": 0} | more)


VOID = {"cards": deal_text(*dealt(random.Random(1), {}, [])), "moves": ALL_PASS}
# Games of forehand, by what they are; found once for all tests of rounds.
GAMES = {}


def game_of(name):
    if not GAMES:
        taken = "0 s w SKAT 0 "
        script = {1: "1 K 0 K"}
        kontra = {"kontra.levels": 2}
        good, grand, weak = {0: GOOD}, {0: GRAND}, {0: "C J789 H 789 S 78 D 7"}
        simple = bids(18) + taken + "D.S7.S8"
        for key, arguments in {
                "plain": ({}, simple, good, "S 78", has_points(61, 89)),
                "hundred": ({}, bids(18) + "0 GHS", {0: "C JATKQ S JAT H J D 7"}, "S 78",
                            has_points(90, 119)),
                "grand hand": ({}, bids(18) + "0 GH", grand, "C 78", has_points(61, 89)),
                "grand hand lost": ({}, bids(18) + "0 GH", grand, "C 78", has_points(31, 59)),
                "grand": ({}, bids(18) + taken + "G.C7.C8", grand, "C 78", has_points(61, 89)),
                "kontra lost": (kontra, simple, good, "S 78", has_points(31, 59), {1: "1 K"}),
                "re won": (kontra, simple, good, "S 78", has_points(61, 89), script),
                "re lost": (kontra, simple, good, "S 78", has_points(31, 59), script),
                "schneider": ({}, bids(18) + taken + "S.D8.D9", weak, "D 89",
                              has_points(1, 30)),
                "null": ({}, bids(18) + taken + "N.D8.D9", {0: "C 789 H 789 S 789 D 7"}, "D 89",
                         takes(0)),
                "conceded": ({}, simple, good, "S 78", lambda game: True, {1: "0 RE"}),
                "split": ({}, simple, good, "S 78", has_points(60)),
        }.items():
            GAMES[key] = find_game(*arguments)
    return GAMES[name]


class TestBock(SessionTest):
    def bock(self, *triggers, **options):
        return {"bock": {"triggers": list(triggers)} | options, "kontra": {"levels": 2}}

    @pytest.mark.parametrize("trigger, fires, does_not", (
        ("value_over_100", "hundred", "grand"),
        ("grand_hand_won", "grand hand", "grand hand lost"),
        ("grand_hand_played", "grand hand lost", "grand"),
        ("kontra_lost", "kontra lost", "re won"),
        ("kontra_lost", "re lost", "plain"),
        ("re_said", "re lost", "kontra lost"),
        ("re_won", "re won", "re lost"),
        ("declarer_schneider", "schneider", "plain"),
        ("declarer_schneider", "schneider", "null"),
        ("declarer_schneider", "schneider", "conceded"),
        ("sixty_sixty", "split", "plain"),
        ("value_at_least_72", "grand", "plain"),
        ("value_at_least_96", "grand", "schneider")))
    def test_every_trigger(self, trigger, fires, does_not):
        """Name, game that fires it, game that does not."""
        self.start(self.bock(trigger))
        self.deal(game_of(does_not))
        self.deal(game_of(fires), None, [trigger])
        for number in (1, 2, 3):
            self.passed(("bock", trigger, number, 3), bock=2)
        self.passed(bock=1)

    def test_limits(self):
        """What the games above do not come near enough to."""
        def fired(**facts):
            return triggers_of_deal(DealFacts(declared=True, **facts), [0] * 3, [0] * 3)
        assert fired(value=100) == []
        assert fired(value=101) == ["value_over_100"]
        assert fired(value=96, won=True) == ["value_at_least_72", "value_at_least_96"]
        assert fired(value=95, won=True) == ["value_at_least_72"]
        assert fired(value=96) == []
        assert fired(schneider=True, counted_out=True) == ["declarer_schneider"]
        assert fired(schneider=True) == []
        assert fired(split=True, counted_out=True) == ["sixty_sixty"]

    def test_ramsch_in_bock(self):
        """Passed in becomes ramsch: the march counts 120, twice."""
        self.start(self.bock("sixty_sixty") | {"passed_in": "ramsch"})
        self.deal(game_of("split"), None, ["sixty_sixty"])
        march = find_game({"passed_in": "ramsch"}, ALL_PASS, TestRamsch.MARCH, "",
                          lambda game: game.tricks[0] == 10)
        self.deal(march, ("bock", "sixty_sixty", 1, 3), None, {"bock": 2}, score=[0, 0, 240])

    def test_waiting_rounds_come_before_the_last(self):
        self.start(self.bock("last_round", "sixty_sixty", ramsch_after=True), 4)
        self.deal(game_of("split"), None, ["sixty_sixty"])
        for number in (1, 2, 3):
            self.passed(("bock", "sixty_sixty", number, 3))

    def test_restart_in_the_last_round_queues(self):
        self.start(self.bock("last_round", "sixty_sixty", pending="restart"), 3)
        self.deal(game_of("split"), ("bock", "last_round", 1, 3), ["sixty_sixty"])
        self.passed(("bock", "last_round", 2, 3))

    def test_fault_of_a_hundred(self):
        """A fault at a bid of 50 makes -100, a multiple, but triggers nothing."""
        self.start(self.bock("score_multiple_of_100"))
        self.deal({"cards": VOID["cards"], "moves": "1 50"}, None, None, {"signed": -100},
                  status="crash", fault=1, score=[0, -100, 0])
        self.passed()

    def test_value_at_least_is_for_games_won(self):
        self.start(self.bock("value_at_least_72"))
        self.deal(game_of("grand hand lost"), result={"value": 120, "won": False})
        self.passed()

    def test_what_counts_double(self):
        """Grand with 3 is 96; in bock 192 won, kontra and loss on top of it."""
        self.start(self.bock("grand_hand_won", factor=3))
        self.deal(game_of("grand hand"), None, ["grand_hand_won"], {"signed": 120})
        self.deal(game_of("grand"), ("bock", "grand_hand_won", 1, 3), None,
                  {"signed": 288, "bock": 3, "value": 96}, score=[0, 0, 288])
        self.deal(game_of("kontra lost"), ("bock", "grand_hand_won", 2, 3), None,
                  {"signed": -18 * 2 * 2 * 3, "doubling": 2})

    def test_scores_trigger(self):
        """120 + 120 - 240 is 0, a multiple of 100; forehand is the same seat every third deal."""
        self.start(self.bock("score_multiple_of_100"))
        self.deal(game_of("grand hand"), result={"signed": 120})             # seat 1: 120
        self.passed()
        self.passed()
        self.deal(game_of("grand hand"), result={"signed": 120})             # seat 1: 240
        self.passed()
        self.passed()
        self.deal(game_of("grand hand lost"), None, ["score_multiple_of_100"],
                  {"signed": -240})                                           # seat 1: 0
        self.passed(("bock", "score_multiple_of_100", 1, 3))  # a seat at 0, but unchanged

    def test_score_of_three_equal_digits(self):
        """18 - 240 is -222."""
        self.start(self.bock("score_three_equal_digits"))
        self.deal(game_of("plain"), result={"signed": 18})
        self.passed()
        self.passed()
        self.deal(game_of("grand hand lost"), None, ["score_three_equal_digits"],
                  {"signed": -240})
        self.passed(("bock", "score_three_equal_digits", 1, 3))

    def test_score_that_ends_in_three_equal_digits(self):
        """18 - 240 is -222; 120 + 120 - 240 is 0, 000."""
        name = "score_ends_in_three_equal_digits"
        for first, second in (("pass", "plain"), ("grand hand", "grand hand")):
            self.start(self.bock(name))
            for game in (first, second):
                self.deal(game_of(game)) if game != "pass" else self.passed()
                self.passed()
                self.passed()
            self.deal(game_of("grand hand lost"), None, [name], {"signed": -240})
            self.passed(("bock", name, 1, 3))

    def test_events(self):
        """XSkat's manual: kontra with re, and a total that is a multiple of 1000, are one event each."""
        fired = triggers_of_deal(DealFacts(declared=True, value=96, doubling=4), [240], [1000])
        assert list(first_of_each_event(fired)) == ["kontra_lost", "score_multiple_of_100"]
        assert set(fired) == {"kontra_lost", "re_said", "score_multiple_of_100", "score_ends_in_three_equal_digits"}
        assert triggers_of_deal(DealFacts(), [-22], [-1222]) == ["score_ends_in_three_equal_digits"]
        assert triggers_of_deal(DealFacts(), [-22], [-1220]) == []

    def test_several(self):
        both = ("grand_hand_played", "grand_hand_won")
        for several, rounds in (("one", 1), ("each", 2), ("events", 1)):
            self.start(self.bock(*both, several=several, length=2))
            self.deal(game_of("grand hand"), None, ["grand_hand_won", "grand_hand_played"])
            for name in ("grand_hand_won", "grand_hand_played")[:rounds]:
                self.passed(("bock", name, 1, 2))
                self.passed(("bock", name, 2, 2))
            self.passed()

    def test_pending(self):
        first, second = "grand_hand_played", "sixty_sixty"
        for pending, rest in (
                ("queue", [(first, 2), (second, 1), (second, 2), None]),
                ("restart", [(second, 1), (second, 2), None]),
                ("ignore", [(first, 2), None])):
            self.start(self.bock(first, second, pending=pending, length=2))
            self.deal(game_of("grand hand"), None, [first])
            self.deal(game_of("split"), ("bock", first, 1, 2), [second])
            for name in rest:
                self.passed(name and ("bock", *name, 2))

    def test_restart_in_the_last_deal(self):
        self.start(self.bock("sixty_sixty", pending="restart", length=1))
        self.deal(game_of("split"), None, ["sixty_sixty"])
        self.deal(game_of("split"), ("bock", "sixty_sixty", 1, 1), ["sixty_sixty"])
        self.passed(("bock", "sixty_sixty", 1, 1))
        self.passed()

    def test_last_round(self):
        self.start(self.bock("last_round"), 5)
        self.passed()
        self.passed()
        for number in (1, 2, 3):
            self.passed(("bock", "last_round", number, 3), bock=2)
        self.passed()  # the next session

    def test_last_round_behind_another(self):
        self.start(self.bock("last_round", "sixty_sixty"), 5)
        self.deal(game_of("split"), None, ["sixty_sixty"])
        for number in (1, 2, 3):
            self.passed(("bock", "sixty_sixty", number, 3))
        self.passed(("bock", "last_round", 1, 1))

    def test_fault_uses_up_a_deal_and_triggers_nothing(self):
        """The fault in the auction is at 120 too, but only the grand hand of 120 triggers."""
        first = "value_over_100"
        self.start(self.bock(first, "grand_hand_played", length=2))
        self.deal(game_of("grand hand"), None, [first, "grand_hand_played"])
        found = {"cards": VOID["cards"], "moves": "1 120"}
        self.deal(found, ("bock", first, 1, 2), None, {"signed": -480, "bock": 2, "value": 120},
                  status="crash", fault=2, score=[0, 0, -480])
        self.passed(("bock", first, 2, 2))
        self.passed()

    def test_wrong_state_is_reported(self):
        self.start(self.bock("sixty_sixty"))
        self.deal(game_of("split"), None, ["sixty_sixty"])
        keeper = self.keeper
        cases: Any = ({"round": {"kind": "bock", "trigger": "sixty_sixty", "deal": 2, "of": 3}},
                      {}, {"round": {"kind": "ramsch", "trigger": "sixty_sixty", "deal": 1,
                                     "of": 3}})
        for change in cases:
            attempt = copy.deepcopy(keeper)
            attempt.differences = []
            attempt.check_line(make_line(1, VOID, {}, self.deals, **change), 1)
            assert "round" in fields_of(attempt.differences)
        attempt = copy.deepcopy(keeper)
        attempt.differences = []
        attempt.check_line(make_line(1, VOID, {}, self.deals, triggers=["re_won"],
                                     totals=[1, 2, 3], rounds_lost=[0]), 1)
        assert {"triggers", "totals", "rounds_lost"} <= set(fields_of(attempt.differences))

    def test_arrangements_have_their_own_sessions(self):
        plan = manifest(self.bock("sixty_sixty"), 2)
        plan["schedule"]["arrangements"] *= 2
        keeper = Scorekeeper(plan)
        for index, (found, place) in enumerate(((game_of("split"), None), (VOID, None),
                                                (VOID, ("bock", 1)), (VOID, None))):
            line = make_line(index, found, {})
            line |= {"arrangement": index % 2, "deal": index // 2, "session": 0,
                     "dealer": index // 2, "seats": scorekeeper.seats_of(3, index // 2)}
            if place:
                line["round"] = {"kind": "bock", "trigger": "sixty_sixty", "deal": 1, "of": 3}
            keeper.check_line(line, index)
        wrong = fields_of(keeper.differences)
        assert "round" not in wrong
        assert "game" not in wrong


class TestRamschRounds(SessionTest):
    def ramsch(self, script="0 x 1 x 2 x", wanted=lambda game: True, may_declare=()):
        return find_game({}, script, {}, "", wanted, round_kind="ramsch", may_declare=may_declare)

    def test_after_bock(self):
        self.start({"bock": {"triggers": ["sixty_sixty"], "ramsch_after": True, "length": 1}})
        self.deal(game_of("split"), None, ["sixty_sixty"])
        # Triggered again inside: B R B R.
        self.deal(game_of("split"), ("bock", "sixty_sixty", 1, 1), ["sixty_sixty"])
        for number in (1, 2, 3):
            self.deal(self.ramsch(), ("ramsch", "sixty_sixty", number, 3), None,
                      {"doubling": 8, "bock": 1}, contract="R")
        self.passed(("bock", "sixty_sixty", 1, 1))
        self.deal(self.ramsch(), ("ramsch", "sixty_sixty", 1, 3), None, contract="R")

    def test_own_triggers_behind_bock(self):
        self.start({"bock": {"triggers": ["sixty_sixty"], "length": 1},
                    "ramsch_round": {"triggers": ["sixty_sixty"]}})
        self.deal(game_of("split"), None, ["sixty_sixty"])
        self.passed(("bock", "sixty_sixty", 1, 1))
        self.deal(self.ramsch(), ("ramsch", "sixty_sixty", 1, 3))

    def test_no_auction(self):
        self.start({"ramsch_round": {"triggers": ["sixty_sixty"]}})
        self.deal(game_of("split"), None, ["sixty_sixty"])
        line = make_line(1, VOID, {}, self.deals)
        self.keeper.check_line(line, 1)
        assert "moves" in fields_of(self.keeper.differences)

    def test_grand_hand(self):
        """Each once per round; the round grows by a deal. The third deal's seats are 0, 1, 2."""
        self.start({"ramsch_round": {"triggers": ["sixty_sixty"], "grand_hand": True},
                    "kontra": {"levels": 1}})
        self.deal(game_of("split"), None, ["sixty_sixty"])
        grand = find_game({}, "1 GH", {1: GRAND}, "C 78", has_points(61, 89),
                          round_kind="ramsch", may_declare=(0, 1, 2))
        # Deal 1: dealer is seat 1, middlehand seat 0; with 3, game, hand: 5 x 24.
        self.deal(grand, ("ramsch", "sixty_sixty", 1, 3, [0, 1, 2]), None,
                  {"signed": 120, "bock": 1}, contract="GH", declarer=1, bid=0, score=[120, 0, 0])
        self.deal(self.ramsch(may_declare=(1, 2)), ("ramsch", "sixty_sixty", 2, 4, [1, 2]), None,
                  contract="R", bid=0)
        other = find_game({}, "0 GH", {0: GRAND}, "C 78", has_points(61, 89),
                          round_kind="ramsch", may_declare=(0, 1, 2))
        # Deal 3: dealer seat 0, forehand seat 1.
        self.deal(other, ("ramsch", "sixty_sixty", 3, 4, [1, 2]), None, declarer=0)
        self.deal(self.ramsch(), ("ramsch", "sixty_sixty", 4, 5, [2]))
        self.deal(self.ramsch(), ("ramsch", "sixty_sixty", 5, 5, [2]))
        self.passed()

    def test_grand_hand_once_and_without_kontra(self):
        for said, reason in (("0 GH", "no grand hand"), ("1 GH 0 SA 2 K", "no doubling")):
            rules = read_rules({"kontra": {"levels": 2}})
            chance = random.Random(1)
            hands, skat = dealt(chance, {0: cards("S A")}, [])
            game = Game(rules, bid_ladder(rules), hands, skat, True, (1, 2))
            with pytest.raises(Illegal, match=reason):
                for move in moves_of(said):
                    game.apply(*move)

    @pytest.mark.parametrize("fault, contract, expected_points",
        ((0, "R", [0, 0, 0]), (2, "R", [0, 0, 0])))
    def test_fault_while_grand_hand_is_open(self, fault, contract, expected_points):
        """It is a fault in ramsch, whoever is asked and whatever about."""
        self.start({"ramsch_round": {"triggers": ["sixty_sixty"], "grand_hand": True}})
        self.deal(game_of("split"), None, ["sixty_sixty"])
        score = [0, 0, 0]
        score[fault] = -120
        self.deal({"cards": VOID["cards"], "moves": ""},
                  ("ramsch", "sixty_sixty", 1, 3, [0, 1, 2]), None,
                  {"points": expected_points, "value": 120, "signed": -120, "doubling": 1},
                  status="timeout", fault=fault, contract=contract, score=score)

    def test_trigger_in_a_ramsch_round(self):
        """A march of 100 brings forehand, seat 2, to 100: a bock round follows the ramsch."""
        self.start({"bock": {"triggers": ["score_multiple_of_100"], "pending": "ignore"},
                    "ramsch_round": {"triggers": ["sixty_sixty"]}, "ramsch": {"march": 100}})
        self.deal(game_of("split"), None, ["sixty_sixty"])
        march = find_game({}, "0 x 1 x 2 x", TestRamsch.MARCH, "", lambda game: game.tricks[0] == 10,
                          round_kind="ramsch")
        self.deal(march, ("ramsch", "sixty_sixty", 1, 3), ["score_multiple_of_100"],
                  score=[0, 0, 100])
        self.deal(self.ramsch(), ("ramsch", "sixty_sixty", 2, 3))
        self.deal(self.ramsch(), ("ramsch", "sixty_sixty", 3, 3))
        self.passed(("bock", "score_multiple_of_100", 1, 3))

    def test_last_round_of_ramsch(self):
        """The session ends with it, so a grand hand makes it no longer."""
        self.start({"ramsch_round": {"triggers": ["last_round"], "grand_hand": True}}, 4)
        self.passed()
        grand = find_game({}, "0 GH", {0: GRAND}, "C 78", has_points(61, 89),
                          round_kind="ramsch", may_declare=(0, 1, 2))
        self.deal(grand, ("ramsch", "last_round", 1, 3, [0, 1, 2]), None, contract="GH")
        self.deal(self.ramsch(), ("ramsch", "last_round", 2, 3, [0, 1]))

    def test_sitting_seat_has_no_grand_hand(self):
        """Four seats: the second deal's dealer, seat 1, sits out."""
        rules = {"seats": 4, "ramsch_round": {"triggers": ["sixty_sixty"], "grand_hand": True}}
        self.start(rules)
        table = ["a", "b", "c", "d"]
        self.keeper = Scorekeeper(manifest(rules, 12, table))
        self.deal(game_of("split"), None, ["sixty_sixty"], table=table)
        self.deal(self.ramsch(), ("ramsch", "sixty_sixty", 1, 4, [0, 2, 3]), table=table)


class TestBierlachs(SessionTest):
    def test_round_lost(self):
        """Three grand hands of 120 against seats 0 and 2, then 2 plays: limit 301."""
        self.start({"scoring": "minus"})
        self.deal(game_of("grand hand"), score=[-120, 0, -120], totals=[-120, 0, -120])
        self.deal(game_of("grand hand"), score=[-120, -120, 0], totals=[-240, -120, -120])
        self.deal(game_of("grand"), score=[0, -96, -96], totals=[-240, -216, -216])
        self.deal(game_of("plain"), score=[-18, 0, -18], totals=[-258, -216, -234])
        self.deal(game_of("grand"), score=[-96, -96, 0], totals=[0, 0, 0], rounds_lost=[0, 1])
        self.deal(game_of("plain"), score=[0, -18, -18], totals=[0, -18, -18])
        assert self.keeper.totals["a"]["rounds_lost"] == 1
        assert self.keeper.totals["c"]["rounds_lost"] == 0

    def test_own_limit(self):
        self.start({"scoring": "minus", "bierlachs_limit": 120})
        self.deal(game_of("grand hand"), score=[-120, 0, -120], totals=[0, 0, 0],
                  rounds_lost=[0, 2])


# ---- what is wrong is found ----------------------------------------------------------------

class TestWrongFields(LineTest):
    RULES = {"kontra": {"levels": 2}, "schenken": "all"}

    def right(self):
        found = find_game(self.RULES, bids(18) + "0 s w SKAT 0 D.S7.S8", {0: GOOD}, "S 78",
                          has_points(90, 119), {1: "1 K", 2: "1 g 2 y 0 n"})
        return repaired(self.RULES, make_line(0, found, {}))

    def differences(self, line):
        keeper = Scorekeeper(manifest(self.RULES))
        keeper.check_line(line, 0)
        return keeper.differences

    def test_every_field(self):
        line = self.right()
        assert self.differences(line) == []
        wrong = {"declarer": 1, "bid": 20, "contract": "DH", "score": [1, 72, 0], "dealer": 1,
                 "seats": [0, 1, 2], "status": "conceded", "table": ["b", "a", "c"], "game": 1,
                 "round": {"kind": "bock"}, "totals": [0, 0, 0], "fault": 1}
        for field, value in wrong.items():
            assert self.differences(line | {field: value})
        for field, value in line["result"].items():
            other = {"levels": {}}.get(field, not value if isinstance(value, bool) else 77)
            found = self.differences(line | {"result": line["result"] | {field: other}})
            assert list(fields_of(found)) == [f"result.{field}"]

    def test_value_of_the_example(self):
        """With 1, game 2, refused 3, schneider 4, x 9 = 36, kontra 72."""
        result = self.right()["result"]
        assert (result["value"], result["doubling"], result["signed"]) == (36, 2, 72)

    def test_summary(self):
        """A whole folder: three deals, one of them ramsch, one with kontra."""
        rules = {"kontra": {"levels": 2}, "passed_in": "ramsch", "stake": 0.5,
                 "scoring": "seeger_fabian"}
        march = find_game(rules, ALL_PASS, TestRamsch.MARCH, "", lambda game: game.tricks[0] == 10)
        lines = []
        for index, found in enumerate((game_of("kontra lost"), march, game_of("plain"))):
            line = repaired(rules, make_line(0, found, {}))
            turned = [line["score"][(seat - index) % 3] for seat in range(3)]
            lines.append(line | {"game": index, "deal": index, "dealer": index, "score": turned,
                                 "seats": scorekeeper.seats_of(3, index)})
        # Classic: b -72, c +120, a +18: 66 in all. Kontra by middlehand of deal 0, c.
        classic = {"a": 18, "b": -72, "c": 120}
        seeger = {"a": 18 + 50 + 40, "b": -72 - 50, "c": 120 + 40}
        bots = [self.bot(name, classic[name], seeger[name]) for name in "abc"]
        summary = {"games": 3, "planned": 3, "complete": True, "declared": 2, "won": 1,
                   "passed_in": 0, "ramsch": 1, "bock": 0, "declared_share": 2 / 3,
                   "won_share": 0.5, "bots": bots}
        assert self.folder(rules, lines, summary) == []
        for field in ("ramsch", "bock", "passed_in"):
            assert len(self.folder(rules, lines, summary | {field: 2})) == 1
        for place in (("score", "points"), ("money", "points"), ("money", "amount"),
                      ("kontra",), ("ramsch",), ("rounds_lost",)):
            forged: Any = copy.deepcopy(summary)
            part = forged["bots"][1]
            for name in place[:-1]:
                part = part[name]
            part[place[-1]] += 1
            assert len(self.folder(rules, lines, forged)) == 1, place

    @staticmethod
    def bot(name, classic, seeger):
        declared = name != "c"

        def stats(points):
            return {"points": points, "per_deal": points / 3, "per_36": points * 12}
        money = 3 * classic - 66
        return {"name": name, "deals": 3, "active": 3, "declared": int(declared),
                "won": int(name == "a"), "defended": 2 - declared,
                "defended_won": int(name != "b"), "hand": 0, "ouvert": 0, "overbid": 0,
                "conceded": 0, "ramsch": 1, "kontra": int(name == "c"), "rounds_lost": 0,
                "faults": {"illegal": 0, "timeout": 0, "crash": 0},
                "mean_bid": 18 if declared else None, "classic": stats(classic),
                "seeger_fabian": stats(seeger), "score": stats(seeger),
                "money": {"points": money, "amount": money * 0.5},
                "games": {"diamonds": {"declared": int(declared), "won": int(name == "a")}}}

    @staticmethod
    def folder(rules, lines, summary):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "manifest.json").write_text(json.dumps(manifest(rules, 3)))
            (folder / "games.jsonl").write_text("".join(json.dumps(line) + "\n"
                                                        for line in lines))
            (folder / "summary.json").write_text(json.dumps(summary))
            return scorekeeper.check_folder(folder)
