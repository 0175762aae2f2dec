#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Scores a result folder a second time, from the rulebook and the log format alone.

    python3 tests/oracle/scorekeeper.py FOLDER

Reads manifest.json, games.jsonl and summary.json and recomputes every derived field: seats, legality of deal and moves, tricks, points,
matadors, levels, value, score, rounds, and the totals of each bot. Prints each difference with line and field; the exit status is 1 when
there are any.

It shares no code with the engine and is written to be read beside the rulebook, whose sections are named in brackets. What a session
carries from deal to deal is in scorekeeper_rounds.py, what Turnéskat does differently in scorekeeper_tourneeskat.py."""
import collections
import copy
import dataclasses
import fractions
import functools
import itertools
import json
import pathlib
import re
import sys

import scorekeeper_calls as calls
import scorekeeper_claims
import scorekeeper_faults
import scorekeeper_tourneeskat as tourneeskat
from scorekeeper_rounds import DealFacts, DUTIES, Session, TRIGGERS, carries_state

SUITS = "DHSC"
CARD_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0, "6": 6}
JACKS = ["CJ", "SJ", "HJ", "DJ"]
SUIT_BASE = {"D": 9, "H": 10, "S": 11, "C": 12}
REVOLUTION_VALUE = 92
MOST_SPITZEN = 7
TYPE_NAMES = {"D": "diamonds", "H": "hearts", "S": "spades", "C": "clubs", "G": "grand",
              "N": "null", "V": "revolution", "P": "sachsenspitze"}
PLAYERS = 3
FAULTS = ("illegal", "timeout", "crash")


class Pack:
    """The cards of a game, and the numbers that follow from them [1, 6, 10]."""

    def __init__(self, ranks, hand, skat, aside=0):
        self.ranks = ranks  # from the lowest in a suit, the jack last
        self.deck = [suit + rank for suit in SUITS for rank in ranks]
        self.hand, self.skat, self.aside = hand, skat, aside
        self.tricks = hand
        self.points = sum(CARD_POINTS[card[1]] for card in self.deck)
        self.schneider = self.points // 4  # a side is schneider with as many or fewer: 30 of 120


PACK_32 = Pack("789QKTAJ", 10, 2)
PACK_36 = Pack("6789QKTAJ", 11, 3)  # rules.md 10.2
PACK_STROHMANN = Pack("789QKTAJ", 9, 2, 3)  # a second skat of three [rules.md 10.7]
PACK_OFFICERS = Pack("789QKTAJ", 16, 0)
ROW = 4  # cards of a row where hands are covered


@dataclasses.dataclass
class Kind:
    """What a relative of Skat does otherwise [10]."""
    pack: Pack = PACK_32
    defaults: dict = dataclasses.field(default_factory=dict)  # of options
    begin: str = "auction"     # the phase that a deal begins with
    games: str = "DHSCGNVP"    # that can be announced
    top_ace: bool = False      # the named ace is the highest trump
    blind: bool = False        # players do not see their cards, and need not follow suit
    hands: int = 3
    dummy: int | None = None   # position at which nobody sits [rules.md 10.7]
    pile: bool = False         # whose cards are turned from a pile
    covered: bool = False      # half of each hand lies covered


KINDS = {
    "skat": Kind(),
    "tourneeskat": Kind(defaults=tourneeskat.DEFAULTS),           # Turnéskat text
    "6er-skat": Kind(PACK_36, {"value.schneider_points": 108, "ramsch.march": 144}),
    "herzblatt": Kind(begin="offer", games="H"),                 # rules.md 10.6
    "ass": Kind(begin="ace", games="DHSC", top_ace=True),        # rules.md 10.4
    "raeuberskat": Kind(begin="choose", games="DHSCGN"),         # rules.md 10.3
    "idiotenskat": Kind(blind=True, games="DHSCGNP"),            # rules.md 10.5
    "pilot": Kind(dummy=1),                                      # rules.md 10.7
    "strohmann": Kind(PACK_STROHMANN, dummy=1),                  # rules.md 10.7
    "oma": Kind(dummy=1, pile=True),
    "offiziersskat": Kind(PACK_OFFICERS, {"concede": "never", "kontra.when": "before_lead"}, hands=2, covered=True)}


def kind_of(rules):
    return KINDS[rules["game"]]


def pack_of(rules):
    return kind_of(rules).pack


def top_ace(rules):
    """The card above all jacks, or None."""
    return rules["ass.ace"][0].upper() + "A" if kind_of(rules).top_ace else None


OPTIONS: dict = {  # every option with its default; None: follows from the others
    # sections 3 to 6
    "game": "skat", "seats": 3, "deals": None, "passed_in": "void", "auction": "dealer_asks", "announcements": [],
    "concede": "until_second_trick", "concede_later": "never", "claims": "never", "value.grand": 24, "value.null": [23, 35, 46, 59],
    "value.grand_ouvert": None, "value.matadors": "trumps", "value.lost_factor": 2, "value.lost_hand": "double",
    "value.overbid_hand": "counts", "value.schneider_points": 90, "value.schneider_schwarz": "levels",
    # section 7
    "kontra.levels": 0, "kontra.when": "after_lead", "kontra.who": "any", "kontra.re_in_null": True,
    "kontra.before_showing": False, "schenken": "off", "bock.triggers": [], "bock.length": None, "bock.factor": 2, "bock.several": "one",
    "bock.pending": "queue", "bock.ramsch_after": False, "bock.doubles_trigger": False,
    "ramsch_round.triggers": [], "ramsch_round.length": None, "ramsch_round.game": "schieberamsch", "ramsch_round.grand_hand": False,
    "ramsch_round.kontra": False,
    "ramsch.skat_to": "last_trick", "ramsch.virgin": "no_trick", "ramsch.march": 120, "ramsch.tie": "all_lose",
    "ramsch.score": "points", "ramsch.amounts": None, "ramsch.jacks": False, "ramsch.klopfen": "off",
    "spitzen.max": 0, "spitzen.grand": False, "spitzen.levels": 1, "revolution": [], "rum": False, "sachsenspitze": 0,
    # section 8
    "scoring.system": "classic", "scoring.won_game": 50, "scoring.lost_game": 50, "scoring.lost_by_other": None, "scoring.limit": None,
    "scoring.sitting_share": False,
    "money.stake": 0, "money.rounding": 0, "faults": "worst",
    # section 10
    "tourneeskat.guckser_null": False, "ass.ace": "hearts"}

# The values of options that are words.
CHOICES = {
    "game": tuple(KINDS), "passed_in": ("void", "ramsch", "schieberamsch"), "auction": ("dealer_asks", "survivor_asks", "suits", "none"),
    "concede": ("until_second_trick", "before_lead", "never", "before_second_lead"), "concede_later": ("never", "consent", "rest"),
    "value.matadors": ("trumps", "jacks"), "value.schneider_schwarz": ("levels", "ladder", "double"),
    "value.overbid_hand": ("counts", "hand", "skat"), "value.lost_hand": ("double", "single"),
    "kontra.when": ("after_lead", "before_lead", "first_trick", "trick_turned"),
    "kontra.who": ("any", "bidders", "bidders_or_18"), "schenken": ("off", "grand", "all"), "bock.several": ("one", "each", "events"),
    "bock.pending": ("queue", "restart", "ignore"), "ramsch.skat_to": ("last_trick", "most_points", "nobody"),
    "ramsch.virgin": ("no_trick", "no_points", "off"), "ramsch.score": ("points", "each", "amounts", "fewest"),
    "ramsch_round.game": ("schieberamsch", "ramsch"),
    "ramsch.tie": ("all_lose", "two_lose", "last_trick", "shared"), "ramsch.klopfen": ("off", "rounds", "always"),
    "scoring.system": ("classic", "seeger_fabian", "minus", "opponents"), "ass.ace": ("diamonds", "hearts", "spades", "clubs"),
    "faults": ("worst", "conceded")}
SETS = {"announcements": ("with_skat", "ouvert_alone"), "revolution": ("exchange", "skat", "grand_ouvert")}


def has_revolution(rules):
    """Whether it is a game of its own [7 Revolution]."""
    return bool({"exchange", "skat"} & set(rules["revolution"]))


class Illegal(Exception):
    """A move that the rules do not allow."""


def refuse_if(wrong, reason):
    if wrong:
        raise Illegal(reason)


class Unsupported(Exception):
    """A rule set that this program does not know."""


# ---- the rule set ----

def flatten(options):
    """Options by dotted name, given so or nested; a dotted one wins."""
    nested, flat = {}, {}
    for name, value in options.items():
        if isinstance(value, dict):
            nested.update({f"{name}.{part}": inner for part, inner in value.items()})
        else:
            flat[name] = value
    return nested | flat


def read_rules(manifest_rules):
    game = manifest_rules.get("game", "skat")
    if game not in KINDS:
        raise Unsupported(f"game {game}")
    rules = OPTIONS | KINDS[game].defaults
    for name, value in flatten(manifest_rules).items():
        if name in OPTIONS:
            rules[name] = rules[name] if value is None else value
        elif value not in (0, False, None, "off", [], {}):
            raise Unsupported(f"rule option {name} = {value!r}")
    for name, choices in CHOICES.items():
        if rules[name] not in choices:
            raise Unsupported(f"rule option {name} = {rules[name]!r}")
    for name, words in SETS.items():
        if not set(rules[name]) <= set(words):
            raise Unsupported(f"rule option {name} = {rules[name]!r}")
    lists = [rules["bock.triggers"], rules["ramsch_round.triggers"]]
    for name in set(lists[0] + lists[1]) - set(TRIGGERS):
        raise Unsupported(f"trigger {name}")
    if all("last_round" in listed for listed in lists):
        raise Unsupported("last_round is both a bock and a ramsch round")
    rules["bock.length"] = rules["bock.length"] or rules["seats"]  # follows from other options [7 Bock]
    rules["ramsch_round.length"] = rules["ramsch_round.length"] or rules["seats"]
    if not any(rules["ramsch.amounts"] or ()):  # [7 Ramsch]
        rules["ramsch.amounts"] = [20, 10, 10] if rules["ramsch.score"] == "fewest" else [20, 30, 50]
    rules["scoring.lost_by_other"] = rules["scoring.lost_by_other"] or (40 if rules["seats"] <= 3 else 30)  # [8]
    limit = rules["scoring.limit"] or (301 if rules["seats"] <= 3 else 401)  # [8]
    rules["scoring.limit"] = limit if rules["scoring.system"] == "minus" else 0
    return rules


# ---- contracts [4, 7] ----

class Contract:
    """A game with all its announcements, those that others imply included."""

    def __init__(self, kind, hand=False, schneider=False, schwarz=False, ouvert=False, spitzen=0, rum=False, turned=False, alone=False):
        self.kind, self.hand, self.ouvert = kind, hand, ouvert  # kind: a letter of TYPE_NAMES, or R for ramsch
        self.schwarz = schwarz or (ouvert and not self.is_null and not alone)  # alone: open, and no more than is said
        self.schneider = schneider or self.schwarz
        self.spitzen, self.turned = spitzen, turned  # turned: a turné of Turnéskat
        self.rum = rum  # without effect in null, which has no levels [7 Rum]

    @property
    def is_null(self):
        return self.kind in "NV"

    @property
    def is_suit(self):
        return self.kind in SUIT_BASE

    def spitzen_cards(self, rules):
        """The trumps that take the last tricks, the last trick's first: the lowest of the pack; in grand the diamond jack."""
        if self.kind == "G":
            return ["DJ"] if self.spitzen else []
        return [self.kind + rank for rank in pack_of(rules).ranks[:self.spitzen]]


def open_alone(kind, rules):
    """An open game announces schwarz, unless the rules leave it at what is said [4]; a grand ouvert of its own always does."""
    return "ouvert_alone" in rules["announcements"] and not (kind == "G" and rules["value.grand_ouvert"])


def parse_contract(code, rules):
    """The announced game of a code as ISS writes it, or Illegal."""
    match = re.fullmatch(r"([DHSCGNVP])([OHSZW]*)(?:\+([1-9]))?", code)
    refuse_if(not match or len(set(match[2])) < len(match[2]), f"no contract: {code}")
    kind, letters, spitzen = match[1], match[2], int(match[3] or 0)
    if kind == "V":
        refuse_if(code != "V", "revolution has no announcements")
        return Contract("V", hand=True, ouvert=True)
    hand = "H" in letters
    if "O" in letters and kind != "N" and "with_skat" not in rules["announcements"]:
        hand = True
    return Contract(kind, hand, "S" in letters, "Z" in letters, "O" in letters, spitzen, turned="W" in letters,
                    alone=open_alone(kind, rules))


def contract_code(contract, rules):
    """The one way to write it: letters that others imply are left out."""
    if contract.kind == "V":
        return "V"
    open_trumps = contract.ouvert and not contract.is_null  # mostly owes every trick, and mostly is by hand
    owes_all = open_trumps and not open_alone(contract.kind, rules)
    letters = {"O": contract.ouvert, "H": contract.hand and not (open_trumps and "with_skat" not in rules["announcements"]),
               "Z": contract.schwarz and not owes_all, "S": contract.schneider and not contract.schwarz,
               "W": contract.turned}
    return contract.kind + "".join(letter for letter in letters if letters[letter]) + (f"+{contract.spitzen}" if contract.spitzen else "")


def check_announcement(contract, bid, rules):
    refuse_if(contract.kind not in kind_of(rules).games, "not a game that is played here")
    if rules["game"] == "tourneeskat":
        fault = tourneeskat.announcement_fault(contract, rules)
        refuse_if(fault, fault)
    elif contract.turned:
        raise Illegal("no turné in these rules")
    refuse_if(contract.kind == "V" and not has_revolution(rules), "no revolution in these rules")
    refuse_if(contract.kind == "P" and not rules["sachsenspitze"], "no sächsische Spitze in these rules")
    refuse_if(contract.spitzen > most_spitzen(contract.kind, rules), f"{contract.spitzen} spitzen")
    if contract.is_null:
        refuse_if(contract.schneider or contract.schwarz, "null announces neither schneider nor schwarz")
        refuse_if(null_value(contract, rules) < bid, "a null game below the final bid")
    elif not contract.hand and "with_skat" not in rules["announcements"]:
        refuse_if(contract.schneider or contract.schwarz or contract.ouvert, "announcement after picking up the skat")


# ---- values [6, 7] ----

def null_value(contract, rules):
    if contract.kind == "V":
        return REVOLUTION_VALUE
    return rules["value.null"][2 * contract.ouvert + contract.hand]


def base_of(contract, rules):
    if rules["game"] == "tourneeskat":
        return tourneeskat.base_of(contract)
    if contract.is_suit:
        return SUIT_BASE[contract.kind]
    if contract.kind == "P":
        return rules["sachsenspitze"]
    if contract.ouvert and rules["value.grand_ouvert"]:
        return rules["value.grand_ouvert"]
    return rules["value.grand"]


def most_spitzen(kind, rules):
    if kind == "G":
        return min(rules["spitzen.max"], 1) if rules["spitzen.grand"] else 0
    return min(rules["spitzen.max"], MOST_SPITZEN) if kind in SUIT_BASE else 0


def trumps_from_the_top(kind, rules):
    if kind == "P":
        return JACKS[::-1]
    if kind == "G":
        return JACKS
    order = JACKS + [kind + rank for rank in pack_of(rules).ranks[:-1][::-1]]
    ace = top_ace(rules)
    return [ace] + [card for card in order if card != ace] if ace else order


def matadors_of(kind, cards, rules):
    """Positive with, negative without."""
    order = trumps_from_the_top(kind, rules)
    if rules["value.matadors"] == "jacks":
        order = order[:len(JACKS)]
    has_top = order[0] in cards
    run = itertools.takewhile(lambda card: (card in cards) == has_top, order)
    length = len(list(run))
    return length if has_top else -length


def levels_of(contract, schneider, schwarz, rules, refused=0):
    """The levels besides the game; schneider and schwarz say what happened at the table.

    A refused gift makes declarer play for the next level, which counts from then on [7 Schenken]."""
    levels = {
        "hand": contract.hand and rules["game"] != "tourneeskat", "schneider": schneider or contract.schneider or refused >= 1,
        "schneider_announced": contract.schneider, "schwarz": schwarz or contract.schwarz or refused >= 2,
        "schwarz_announced": contract.schwarz, "ouvert": contract.ouvert, "rum": contract.rum,
        "spitzen": contract.spitzen * rules["spitzen.levels"], "gift_refused": refused}
    if contract.kind == "G" and rules["value.grand_ouvert"]:
        levels["ouvert"] = False  # a game of its own, not a level
    if rules["value.schneider_schwarz"] == "ladder" and contract.hand and levels["schwarz"]:
        levels["schneider_announced"] = True
    return {name: int(count) for name, count in levels.items() if count}


def weight_of(levels, rules):
    """How many levels add one each, and how many double."""
    doubled = {"schneider", "schwarz"} & set(levels) if rules["value.schneider_schwarz"] == "double" else ()
    return sum(levels.values()) - sum(levels[name] for name in doubled), len(doubled)


def multiplier_of(matadors, levels, rules):
    added, doubled = weight_of(levels, rules)
    return (abs(matadors) + 1 + added) << doubled


def plain_value(contract, matadors, levels, rules):
    return base_of(contract, rules) * multiplier_of(matadors, levels, rules)


def all_contracts(rules):
    """Every suit and grand game that can be announced, in every way."""
    all_kinds = "DHSCGP" if rules["sachsenspitze"] else "DHSCG"
    kinds = [kind for kind in all_kinds if kind in kind_of(rules).games]
    for kind, hand, announced in itertools.product(kinds, (False, True), ("", "S", "Z", "O", "OS", "OZ")):
        if kind_of(rules).blind and (not hand or "O" in announced):
            continue
        if announced and not hand and "with_skat" not in rules["announcements"]:
            continue
        rums = (False, True) if rules["rum"] and not hand else (False,)
        spitzen = range(most_spitzen(kind, rules) + 1)
        for rum, count in itertools.product(rums, spitzen):
            yield Contract(kind, hand, "S" in announced, "Z" in announced, "O" in announced, count, rum, alone=open_alone(kind, rules))


LADDERS = {}  # of rule sets that were asked about before, by their text


def bid_ladder(rules):
    """Every value that some game of the rule set can have [3]."""
    key = json.dumps(rules, sort_keys=True)
    if key not in LADDERS:
        LADDERS[key] = new_bid_ladder(rules)
    return LADDERS[key]


def new_bid_ladder(rules):
    if rules["game"] == "tourneeskat":
        return tourneeskat.bid_ladder(rules)
    nulls = rules["value.null"] if "N" in kind_of(rules).games else []
    values = set(nulls[1:2] if kind_of(rules).blind else nulls[1::2] if calls.by_suits(rules) else nulls)
    if has_revolution(rules):
        values.add(REVOLUTION_VALUE)
    ways, weights = set(), {}  # weights: by what is announced, which all suits have in common
    for contract in all_contracts(rules):
        if calls.by_suits(rules) and not calls.rank_of(contract):
            continue
        most = len(trumps_from_the_top(contract.kind, rules))
        if rules["value.matadors"] == "jacks":
            most = len(JACKS)
        if contract.kind == "G" and contract.spitzen and not contract.hand:
            most -= 1  # all four jacks would be known
        said = (contract.is_suit or contract.kind, contract.hand, contract.schneider, contract.schwarz, contract.ouvert, contract.rum,
                contract.spitzen)
        if said not in weights:
            weights[said] = {weight_of(levels_of(contract, *reached, rules), rules)
                             for reached in ((False, False), (True, False), (True, True))}
        ways |= {(base_of(contract, rules), most, *weight) for weight in weights[said]}
    return sorted(values | {base * (matadors + 1 + added) << doubled
                            for base, most, added, doubled in ways for matadors in range(1, most + 1)})


# ---- play [1, 5, 7] ----

@functools.cache
def suit_of(card, kind, ace=None):
    """What has to be followed: the suit, or "trump". `ace`: one that is a trump anyway [Ass]."""
    if card == ace:
        return "trump"
    if kind not in "NV" and (card[1] == "J" or card[0] == kind):
        return "trump"
    return card[0]


@functools.cache
def strength(card, kind, ace=None):
    if card == ace:
        return 200
    if kind in "NV":
        return "6789TJQKA".index(card[1])
    if card[1] == "J":
        order = SUITS[::-1] if kind == "P" else SUITS
        return 100 + order.index(card[0])
    return ("AKQT9876" if kind == "P" else "6789QKTA").index(card[1])


def trick_winner(trick, kind, ace=None):
    """Index of the card that takes it."""
    led = suit_of(trick[0], kind, ace)

    def rank(index):
        suit = suit_of(trick[index], kind, ace)
        return (suit == "trump", suit == led, strength(trick[index], kind, ace))
    contenders = [i for i in range(len(trick)) if suit_of(trick[i], kind, ace) in (led, "trump")]
    return max(contenders, key=rank)


def points_in(cards):
    return sum(CARD_POINTS[card[1]] for card in cards)


# ---- a game, move by move ----

class Game:
    """One deal. `turn` is who does what the next token of the log has to tell; decisions not to
    do something (to say nothing, not to concede) are silent and leave no trace."""

    def __init__(self, rules, ladder, hands, skat, ramsch_round=False, may_declare=(), left=(), aside=()):
        """`may_declare`: positions that may still play a grand hand in this ramsch round. `left`:
        what forehand has still to play [Räuberskat]. `aside`: the second skat, which nobody sees."""
        self.rules, self.ladder = rules, ladder
        self.kind, self.pack, self.ace, self.blind = kind_of(rules), pack_of(rules), top_ace(rules), kind_of(rules).blind
        self.left, self.chosen = left, None
        self.hands = [list(hand) for hand in hands]
        self.skat, self.dealt_skat, self.aside = list(skat), list(skat), list(aside)
        self.bid, self.called = 0, 0  # the last value; rank of the game that was named last [3.1]
        self.declarer = self.contract = self.own_cards = None  # declarer's ten, as they are in play
        self.rum = self.picked_up = self.waiting_for_world = False
        self.conceded = self.yielded = False  # yielded: the defenders gave up, and declarer agreed
        self.late = self.over = False  # late: somebody gave up with consent
        self.resigned, self.claimed = set(), set()  # who gave up later, or asked to; who claimed the rest
        self.claims_rest = None  # whose claim the others are asked about
        self.voids = [set(), set(), set()]  # suits that a player did not follow
        self.phase = "auction"
        # A dummy in middlehand passes always: the dealer bids to forehand [rules.md 10.7].
        self.bidder, self.holder, self.asked = 1 if self.kind.dummy is None else 2, 0, "bid"
        self.first_duel = self.kind.dummy is None
        self.turn = self.bidder
        self.named = set()      # who bid or held
        self.rearhand_met = 0   # the standing bid at rearhand's first turn
        self.trick, self.trick_leader = [], 0
        self.trick_cards, self.tricks = [[], [], []], [0, 0, 0]
        self.taken = []         # of each trick, who took it with which card
        self.doublings, self.kontra_by = 0, None  # kontra 1, re 2 ...; who said the first
        self.answer_due = False  # the last doubling can still be answered
        self.gifts, self.refused, self.gift_taken = 0, 0, False
        self.unseen = 0         # times the skat was passed on unseen
        self.knocks, self.may_knock = 0, []  # players who knocked [7.5]; positions that may now
        self.ramsch_round, self.may_declare = ramsch_round, may_declare
        self.under = {}         # covered cards, by the open one upon each
        self.grand_hand_open = False  # whether it ended while grand hand could be declared
        self.bock_times = 1     # how many times the deal might count that opens a bock round [7 Bock, 8.3]
        if self.kind.covered:
            self.lay_rows()
        elif ramsch_round:
            self.open_ramsch_round()
        elif self.kind.begin != "auction":
            self.begin_without_auction(self.kind.begin)
        elif rules["auction"] == "none":  # ours: every deal is passed in
            self.all_pass()

    def end(self, phase):
        self.over, self.phase, self.turn = True, phase, None

    def go_on(self):
        """After a talk between cards."""
        self.phase, self.turn = "play", (self.trick_leader + len(self.trick)) % PLAYERS

    @property
    def is_ramsch(self):
        return self.contract is not None and self.contract.kind == "R"

    @property
    def cards_played(self):
        return self.kind.hands * sum(self.tricks) + len(self.trick)

    def player_of(self, position):
        """Who decides there: for a dummy it is declarer's opponent."""
        return self.partner_of(position) if position == self.kind.dummy else position

    def partner_of(self, defender):
        return 0 + 1 + 2 - self.declarer - defender

    # -- games without an auction [10] --

    def begin_without_auction(self, begin):
        self.phase, self.turn = begin, 0
        if begin == "ace":
            holders = [position for position in range(PLAYERS) if self.ace in self.hands[position]]
            if holders:
                self.win_auction(holders[0])
            else:
                self.all_pass()

    def choose(self, token):
        word, _, duty = token.partition(".")
        refuse_if(word != "c" or duty not in self.left, f"{token} is not left to forehand")
        self.chosen = duty
        if duty == "ramsch":
            self.begin_ramsch(with_schieben=False)
        else:
            self.win_auction(0)

    def answer_offer(self, token):
        if token == "y":
            self.win_auction(self.turn)
        elif token != "p":
            raise Illegal(f"{token} is no answer to the offer")
        elif self.turn == PLAYERS - 1:
            self.all_pass()
        else:
            self.turn += 1

    # -- covered hands: no auction --

    def lay_rows(self):
        """Covered, open upon them, covered, open upon them."""
        self.whole = [list(hand) for hand in self.hands]
        for position, hand in enumerate(self.whole):
            rows = [hand[i:i + ROW] for i in range(0, len(hand), ROW)]
            self.hands[position] = rows[1] + rows[3]
            self.under |= dict(zip(self.hands[position], rows[0] + rows[2]))
        self.phase, self.turn = "name", 0

    def name_game(self, token):
        refuse_if(token not in ("D", "H", "S", "C", "G"), f"{token} is no game that forehand names")
        self.declarer = 0
        self.begin_game(Contract(token))
        self.own_cards = self.whole[0]

    # -- the auction [3] --

    def end_duel(self, survivor):
        if self.first_duel:
            survivor_asks = self.rules["auction"] == "survivor_asks"
            self.bidder, self.holder = (survivor, 2) if survivor_asks else (2, survivor)
            self.first_duel, self.asked, self.turn = False, "bid", self.bidder
            self.rearhand_met = 18 if self.called else self.bid
        elif self.bid or self.called:
            self.win_auction(survivor)
        else:
            self.asked, self.turn = "name", survivor  # who alone is left, and may name 18

    def win_auction(self, declarer):
        self.declarer = self.turn = declarer
        # Who sees nothing leaves the skat, and who has named a game by hand.
        self.phase = "declare" if self.blind or calls.leaves_the_skat(self.called) else "skat"

    def name_value(self, token):
        value = int(token)
        refuse_if(value not in self.ladder or value <= self.bid, f"{value} cannot be bid above {self.bid}")
        refuse_if(self.asked == "name" and value != self.ladder[0], "who is left names the lowest value")
        self.bid = value
        self.after_naming(value)

    def name_call(self, token):
        rank = calls.named_rank(token, self.rules)
        possible = calls.nameable(self.rules, kind_of(self.rules).games, self.blind)
        refuse_if(not rank or calls.RANKS[rank - 1] not in possible or rank <= self.called, f"{token} does not outrank what was named")
        refuse_if(self.asked == "name" and calls.RANKS[rank - 1] != possible[0], "who is left names the lowest game")
        self.called = rank
        self.after_naming(18)

    def after_naming(self, value):
        self.named.add(self.turn)
        if self.asked == "name":
            self.win_auction(self.turn)
        else:
            if self.holder == 2 and 2 not in self.named:
                self.rearhand_met = value  # rearhand is asked for the first time
            self.asked, self.turn = "hold", self.holder

    def auction(self, token):
        if token.startswith("f.") and self.asked != "hold" and calls.by_suits(self.rules):
            self.name_call(token)
        elif token.isascii() and token.isdigit() and self.asked != "hold" and not calls.by_suits(self.rules):
            self.name_value(token)
        elif token == "y" and self.asked == "hold":
            self.named.add(self.turn)
            self.asked, self.turn = "bid", self.bidder
        elif token == "p" and self.asked == "hold":
            self.end_duel(self.bidder)
        elif token == "p" and self.asked == "bid":
            self.end_duel(self.holder)
        elif token == "p":
            self.all_pass()
        else:
            raise Illegal(f"{token} in the auction")

    def all_pass(self):
        if self.rules["passed_in"] == "void":
            self.end("passed in")
        else:
            self.begin_ramsch(self.rules["passed_in"] == "schieberamsch")

    # -- ramsch, schieberamsch, ramsch rounds [7] --

    def open_ramsch_round(self):
        """No auction: grand hand is offered silently, then the skat goes round."""
        if self.may_declare:
            self.phase, self.turn = "grand hand", 0
        else:
            self.begin_ramsch(self.round_is_passed_on())

    def round_is_passed_on(self):
        return self.rules["ramsch_round.game"] == "schieberamsch"

    def begin_ramsch(self, with_schieben):
        self.contract = Contract("R")
        self.phase, self.turn = "schieben" if with_schieben else "play", 0
        if not with_schieben and self.knocking():
            self.may_knock = list(range(PLAYERS))

    def knocking(self):
        return self.rules["ramsch.klopfen"] == "always" or (self.rules["ramsch.klopfen"] == "rounds" and self.ramsch_round)

    def knock(self, position):
        """In turn; who is silent is passed over."""
        refuse_if(position not in self.may_knock, "no knocking for this player now")
        self.may_knock = [other for other in self.may_knock if other > position]
        self.knocks += 1

    def answer_grand_hand(self, position, token):
        if token != "GH":  # then all have declined, and it is about the skat, or the first card
            self.begin_ramsch(self.round_is_passed_on())
            self.apply(str(position), token)
        elif position not in self.may_declare:
            raise Illegal("no grand hand for this player any more")
        else:
            self.declarer = position
            self.begin_game(Contract("G", hand=True))

    def pass_on(self, token):
        word, *cards = token.split(".")
        refuse_if(word != "x", f"{token} when the skat goes round")
        if cards:
            self.take_and_pass(cards)
            self.may_knock = [self.turn] if self.knocking() else []
        else:
            self.unseen += 1
        self.turn += 1
        if self.turn == PLAYERS:
            self.phase, self.turn = "play", 0

    def take_and_pass(self, cards):
        held = self.hands[self.turn] + self.skat
        check_choice(cards, held, self.pack.skat)
        refuse_if(not self.rules["ramsch.jacks"] and any(card in JACKS for card in cards), "a jack is passed on by who took the skat")
        self.hands[self.turn] = [card for card in held if card not in cards]
        self.skat = cards

    # -- skat and announcement [4] --

    def take_skat(self, token):
        if token == "s":
            self.picked_up = self.waiting_for_world = True
            self.hands[self.declarer] += self.skat
            self.phase = "declare"
        elif self.rum:
            raise Illegal("after rum the skat is taken")
        elif token == "r" and self.rules["rum"]:
            self.rum = True
        else:
            self.declare(token)

    def given_by_world(self, token):
        if self.kind.pile and self.phase == "play" and self.turn == self.kind.dummy:
            refuse_if(token != self.hands[self.turn][0], "not the top card of the pile")
            self.put_down(token)
            return
        refuse_if(not self.waiting_for_world or sorted(token.split(".")) != sorted(self.skat), "not the skat of the deal")
        self.waiting_for_world = False

    def declare(self, token):
        refuse_if(self.waiting_for_world, "the skat is not given yet")
        code, *discards = token.split(".")
        contract = parse_contract(code, self.rules)
        contract.rum = self.rum
        refuse_if(contract.hand == self.picked_up, "hand is what is played without the skat")
        refuse_if(code != contract_code(contract, self.rules), f"contract is written {contract_code(contract, self.rules)}")
        check_announcement(contract, self.bid, self.rules)
        if calls.by_suits(self.rules) and (not calls.rank_of(contract) or calls.rank_of(contract) < self.called):
            raise Illegal(f"{code} is less than what was named")
        kinds = {"suit": "DHSC", "grand": "G", "null": "N", None: kind_of(self.rules).games}
        refuse_if(contract.kind not in kinds[self.chosen], f"{code} is no {self.chosen} game")
        refuse_if(self.blind and contract.ouvert, "nothing is ouvert where declarer's cards are seen anyway")
        held = self.hands[self.declarer]
        if self.picked_up:
            check_choice(discards, held, self.pack.skat)
        elif discards:
            raise Illegal("discards in a hand game")
        kept = [card for card in held if card not in discards]
        if contract.kind == "G" and contract.spitzen and all(jack in held for jack in JACKS):
            raise Illegal("the diamond jack is the last one anyway")
        refuse_if(any(card not in kept for card in contract.spitzen_cards(self.rules)), "spitzen are announced with cards among the ten")
        self.hands[self.declarer] = kept
        self.skat = discards or self.skat
        self.begin_game(contract)

    def begin_game(self, contract):
        self.contract = contract
        self.own_cards = list(self.hands[self.declarer])
        self.phase, self.turn = "play", 0
        if self.defenders_exchange():
            self.phase, self.turn = "exchange", self.defenders()[0]

    # -- revolution: the defenders' new hands [7] --

    def defenders_exchange(self):
        open_grand = self.contract.kind == "G" and self.contract.ouvert
        return self.contract.kind == "V" or (open_grand and "grand_ouvert" in self.rules["revolution"])

    def defenders(self):
        return [position for position in range(PLAYERS) if position != self.declarer]

    def exchange(self, token):
        word, *cards = token.split(".")
        refuse_if(word != "e", f"{token} in the exchange of revolution")
        grand = self.contract.kind == "G"  # the defenders exchange their cards alone
        with_partner = grand or "exchange" in self.rules["revolution"]
        with_skat = not grand and "skat" in self.rules["revolution"]
        first, second = self.defenders()
        pool = list(self.hands[self.turn])
        if self.turn == first and with_partner:
            pool += self.hands[second]
        # With both the second already holds what the first left of the skat.
        if with_skat and (self.turn == first or not with_partner):
            pool += self.skat
        check_choice(cards, pool, self.pack.hand)
        rest = [card for card in pool if card not in cards]
        self.hands[self.turn] = cards
        if self.turn == first and with_partner:
            self.hands[second] = rest
        elif with_skat:
            self.skat = rest
        if self.turn == first:
            self.turn = second
        else:
            leader = self.declarer if with_partner and with_skat else 0
            self.phase, self.turn, self.trick_leader = "play", leader, leader

    # -- kontra and its answers [7] --

    def may_double(self, position):
        undoubled = self.ramsch_round and not self.rules["ramsch_round.kontra"]
        if self.phase != "play" or self.declarer is None or undoubled or self.doublings >= self.rules["kontra.levels"]:
            return False
        if not self.doublings:
            return self.kontra_can_come(position, now=True)
        if self.contract.is_null and not self.contract.ouvert and not self.rules["kontra.re_in_null"]:
            return False
        return self.answer_due and (position == self.declarer if self.doublings % 2 else self.is_entitled(position))

    def is_entitled(self, position):
        who = self.rules["kontra.who"]
        if position in (self.declarer, self.kind.dummy) or position >= self.kind.hands:
            return False
        if who == "any" or self.ramsch_round or position in self.named:
            return True
        return bool(who == "bidders_or_18" and position == 2 and self.rearhand_met >= 18)

    def kontra_can_come(self, position, now=False):
        """Whether this defender may say kontra, now or later."""
        when, cards = self.rules["kontra.when"], self.cards_played
        if self.contract.ouvert and not self.defenders_exchange() and self.rules["kontra.before_showing"]:
            when = "before_lead"
        latest = {"before_lead": 0, "after_lead": 1, "trick_turned": self.kind.hands}
        in_time = cards <= latest[when] if when in latest else len(self.hands[position]) == self.pack.tricks
        return self.is_entitled(position) and in_time and not (now and when == "after_lead" and cards == 0)

    def double(self, position):
        refuse_if(not self.may_double(position), "no doubling by this player now")
        if self.doublings == 0:
            self.kontra_by = position
        self.doublings += 1
        self.answer_due = True

    # -- schenken: the defenders give up [7] --

    def may_give(self, position):
        if self.phase != "play" or self.declarer in (None, position) or self.refused == 2:
            return False
        which, contract = self.rules["schenken"], self.contract
        if which == "off" or (which == "grand" and contract.kind != "G"):
            return False
        if contract.is_null or contract.schneider or contract.ouvert or contract.spitzen:
            return False
        # Once per level: the next level is open only when declarer refused the one before.
        return self.gifts == self.refused and self.cards_played <= PLAYERS

    def propose_gift(self, position):
        refuse_if(not self.may_give(position), "no gift by this player now")
        self.gifts += 1
        self.answer_due = False
        self.phase, self.turn = "gift to partner", self.partner_of(position)

    def answer_gift(self, token):
        refuse_if(token not in ("y", "n"), f"{token} is no answer to a gift")
        if self.phase == "gift to partner" and token == "y":
            self.phase, self.turn = "gift to declarer", self.declarer
        elif token == "y":
            self.gift_taken = True
            self.end("gift taken")
        else:
            self.refused += self.phase == "gift to declarer"
            self.go_on()

    # -- cards [5] --

    def may_concede(self):
        when = self.rules["concede"]
        if self.declarer is None or self.contract is None or self.over or when == "never":
            return False
        latest = {"before_lead": 0, "before_second_lead": PLAYERS}
        return self.cards_played <= latest[when] if when in latest else len(self.hands[self.declarer]) >= self.pack.tricks - 1

    def lost_once(self):
        """Whether this game is lost once by value.lost_hand and scoring.system [6, 8]."""
        once = self.rules["value.lost_hand"] == "single" or self.rules["scoring.system"] == "opponents"
        return bool(self.contract and self.contract.hand) and once

    def concede(self, position):
        if position != self.declarer or not self.may_concede():
            self.resign(position)
            return
        self.conceded = True
        self.end("conceded")

    def resign(self, position):
        """Giving up later [4]."""
        how = self.rules["concede_later"]
        refuse_if(how == "never" or self.phase != "play" or self.declarer is None or position in self.resigned, "nobody may give up now")
        self.resigned.add(position)
        if how == "consent":
            self.asks_to_give_up(position)
            return
        if position == self.declarer:
            self.conceded = self.contract.is_null
            if not self.contract.is_null:  # to the defenders, whichever
                self.give_rest(self.defenders()[0])
            self.end("resigned")
        elif len(self.resigned) == 2:
            self.end("resigned")
            if not self.contract.is_null:
                self.make_spitzen()
                self.give_rest(self.declarer)

    def give_rest(self, position):
        """Once: after that nothing is left."""
        if left := self.pack.tricks - sum(self.tricks):
            self.taken += [(position, None)] * (self.pack.tricks - len(self.taken))
            self.trick_cards[position] += sum(self.hands, []) + self.trick
            self.tricks[position] += left

    def make_spitzen(self):
        """To whom the rest is left, the tricks that spitzen name are left, too, if the cards are still there."""
        named = self.contract.spitzen_cards(self.rules)
        open_trick = len(self.taken)
        for number in range(open_trick, self.pack.tricks):
            place = self.pack.tricks - 1 - number
            card = named[place] if place < len(named) else None
            there = card in self.hands[self.declarer] or (card in self.trick and number == open_trick)
            self.taken.append((self.declarer, card if there else None))

    def asks_to_give_up(self, position):
        self.answer_due = False
        self.phase, self.proposer = "consent", position
        self.to_ask = self.defenders() if position == self.declarer else [self.partner_of(position), self.declarer]
        self.turn = self.to_ask.pop(0)

    def answer_consent(self, token):
        refuse_if(token not in ("y", "n"), f"{token} is no answer to who gives up")
        if self.claims_rest is not None:
            self.answer_claim(token)
            return
        by_declarer = self.proposer == self.declarer
        if token == "y" and (by_declarer or not self.to_ask):
            self.conceded, self.yielded = by_declarer, not by_declarer
            self.late = True
            self.end("given up")
        elif (token == "n") == by_declarer and self.to_ask:
            self.turn = self.to_ask.pop(0)
        else:
            self.go_on()

    # -- claims [5] --

    def suit(self, card):
        return suit_of(card, self.contract.kind, self.ace)

    def rank(self, card, kind):
        return strength(card, kind, self.ace)

    def claim(self):
        claimer = self.turn
        own_spitzen = claimer == self.declarer and self.contract.spitzen
        null_shown = claimer == self.declarer and self.rules["claims"] == "consent"
        if (self.rules["claims"] == "never" or self.declarer is None or own_spitzen or claimer in self.claimed
                or self.contract.is_null and not null_shown):
            raise Illegal("nobody may claim now")
        seen = set(self.claimed) - {claimer}
        if self.contract.ouvert:
            seen.add(self.declarer)
        self.claimed.add(claimer)
        self.answer_due = False
        if not self.contract.is_null and scorekeeper_claims.holds(self, claimer, seen):
            self.give_rest(claimer)
            self.end("over")
        elif self.rules["claims"] == "consent":
            self.phase, self.claims_rest = "consent", claimer
            self.to_ask = [(claimer + 1) % 3, (claimer + 2) % 3]
            self.turn = self.to_ask.pop(0)

    def answer_claim(self, token):
        if token == "n":
            self.claims_rest = None
            self.go_on()
        elif self.to_ask:
            self.turn = self.to_ask.pop(0)
        else:
            if not self.contract.is_null:  # there the declarer claims to take no trick
                self.give_rest(self.claims_rest)
            self.end("over")

    def play(self, card):
        if card == "CL":
            self.claim()
            return
        hand = self.hands[self.turn]
        refuse_if(self.kind.pile and self.turn == self.kind.dummy, "nobody plays for a pile")
        refuse_if(card not in hand, f"{card} is not in the hand")
        if self.trick:
            led = suit_of(self.trick[0], self.contract.kind, self.ace)
            follows = [held for held in hand if suit_of(held, self.contract.kind, self.ace) == led]
            refuse_if(follows and card not in follows and not self.blind, f"{card} does not follow {self.trick[0]}")
            if suit_of(card, self.contract.kind, self.ace) != led:
                self.voids[self.turn].add(led)
        self.put_down(card)

    def put_down(self, card):
        position = self.turn
        self.hands[position].remove(card)
        self.trick.append(card)
        self.answer_due = False
        self.turn = (position + 1) % self.kind.hands
        if len(self.trick) == self.kind.hands:
            self.finish_trick()

    def finish_trick(self):
        index = trick_winner(self.trick, self.contract.kind, self.ace)
        winner = (self.trick_leader + index) % self.kind.hands
        for place, card in enumerate(self.trick):  # what lay under it is turned
            if card in self.under:
                owner = (self.trick_leader + place) % self.kind.hands
                self.hands[owner].append(self.under.pop(card))
        self.trick_cards[winner] += self.trick
        self.tricks[winner] += 1
        self.taken.append((winner, self.trick[index]))
        self.trick = []
        self.trick_leader = self.turn = winner
        null_is_lost = self.contract.is_null and winner == self.declarer
        if null_is_lost or sum(self.tricks) == self.pack.tricks:
            self.end("over")

    # -- any move --

    def apply(self, actor, token):
        if actor == "w":
            self.given_by_world(token)
            return
        refuse_if(actor not in ("0", "1", "2"), f"no actor: {actor}")
        refuse_if(self.over, "the game is over")
        position = int(actor)
        if token == "k":
            self.knock(position)
            return
        self.may_knock = []
        if token in self.AT_ANY_TURN:
            getattr(self, self.AT_ANY_TURN[token])(position)
        elif self.phase == "grand hand":
            self.answer_grand_hand(position, token)
        elif position != self.turn:
            raise Illegal(f"position {position} is not to act")
        else:
            self.act(token)

    def act(self, token):
        getattr(self, self.STEPS[self.phase])(token)

    AT_ANY_TURN = {"RE": "concede", "K": "double", "g": "propose_gift"}
    STEPS = {"name": "name_game", "auction": "auction", "offer": "answer_offer",
             "choose": "choose", "skat": "take_skat", "declare": "declare", "exchange": "exchange", "schieben": "pass_on", "play": "play",
             "gift to partner": "answer_gift", "gift to declarer": "answer_gift", "consent": "answer_consent"}

    # -- who may have been asked, for a move that was refused --

    def asked_silently(self, position):
        """Whether this player may have been asked something that needs no answer aloud."""
        if self.phase == "grand hand":
            return position in self.may_declare
        if position in self.may_knock:
            return True
        if self.phase == "schieben":  # whether to take the cards, before which to pass on
            return position == self.turn
        if self.phase == "play" and self.rules["concede_later"] != "never":
            return True
        stays = position == self.declarer and self.may_concede()
        other_talk = self.rules["kontra.levels"] or self.rules["schenken"] != "off"
        return self.may_double(position) or self.may_give(position) or bool(stays and other_talk)

    def may_be_asked(self, position):
        conceding = position == self.declarer and self.may_concede()
        asked = self.turn if self.declarer is None or self.turn is None else self.player_of(self.turn)
        return position == asked or conceding or self.asked_silently(position)


def check_choice(cards, pool, count):
    """Cards that a player puts down: so many, all different, all from the own hand."""
    refuse_if(len(cards) != count or len(set(cards)) != count, f"{count} cards are chosen")
    for card in cards:
        refuse_if(card not in pool, f"{card} is not among the cards to choose from")


# ---- the result [4, 6, 8 Faults] ----

# Of a game without declarer: what does not apply is 0.
EMPTY_RESULT = {"won": None, "points": 0, "tricks": 0, "matadors": 0, "levels": {}, "base": 0,
                "multiplier": 0, "value": 0, "overbid": False, "doubling": 0, "bock": 1, "signed": 0}


def count_to_the_bid(game, levels):
    """Matadors that are scored, value, and whether it is overbid, for suit and grand games."""
    rules, contract = game.rules, game.contract
    full = matadors_of(contract.kind, game.own_cards + game.skat, rules)
    held = matadors_of(contract.kind, game.own_cards, rules)
    hand_decides = contract.hand and rules["value.overbid_hand"] != "counts"
    scored = held if contract.hand and rules["value.overbid_hand"] == "hand" else full
    deciding = held if hand_decides else full
    reached = plain_value(contract, deciding, levels, rules)
    value = plain_value(contract, scored, levels, rules)
    if reached >= game.bid:
        return scored, value, False
    base = base_of(contract, rules)
    return scored, -(-game.bid // base) * base, True


def spitzen_made(game):
    """The last trick taken by declarer with the seven, the one before with the eight ..."""
    wanted = [(game.declarer, card) for card in game.contract.spitzen_cards(game.rules)]
    return wanted == game.taken[::-1][:len(wanted)]


def goal_reached(game, points, tricks):
    contract, rules = game.contract, game.rules
    if contract.is_null:
        return tricks == 0
    if not spitzen_made(game):
        return False
    if contract.schwarz or game.refused == 2:
        return tricks == game.pack.tricks
    if contract.schneider or game.refused == 1:
        return points >= rules["value.schneider_points"]
    return 2 * points > game.pack.points


def charge_factor(won, game):
    """What the value is multiplied with, by how the game ended [6, 8]."""
    if won:
        return 1
    return -1 if game.lost_once() else -game.rules["value.lost_factor"]


def result_of(game, fault, bock=1):
    """The `result` object. `fault` is the offender's position, or None."""
    result = dict(EMPTY_RESULT, bock=bock)
    if fault is not None and game.rules["faults"] == "worst":
        result |= scorekeeper_faults.worst(game, fault, bock, sys.modules[__name__])
        bock = result["bock"]
    elif game.declarer is None and fault is not None:
        result |= fault_without_declarer(game)
    elif game.is_ramsch:
        result["points"] = ramsch_points(game)
        result["tricks"] = list(game.tricks)
        result["doubling"] = 1 << game.unseen + game.knocks
    elif game.declarer is not None and game.contract is None:
        result |= fault_before_announcement(game, fault)
    elif game.declarer is not None:
        result |= result_of_game(game, fault)
    result["signed"] *= bock
    return result


def fault_without_declarer(game):
    if game.ramsch_round or game.is_ramsch:
        found = {"value": game.pack.points, "signed": -game.pack.points, "doubling": 1}
        if game.is_ramsch:
            found |= {"points": [points_in(cards) for cards in game.trick_cards], "tricks": list(game.tricks)}
        return found
    value = max(18, game.bid)
    return {"value": value, "signed": -2 * value}


def fault_before_announcement(game, fault):
    won = fault != game.declarer
    value = game.bid or 18  # where nobody bids
    return {"won": won, "value": value, "doubling": 1, "points": points_in(game.skat), "signed": value * charge_factor(won, game)}


def points_of_declarer(game):
    """The second skat goes, behind the last trick, to who has more without it [rules.md 10.7]."""
    points = points_in(game.trick_cards[game.declarer]) + points_in(game.skat)
    aside = points_in(game.aside)
    others = points_in(game.pack.deck) - aside - points
    played_out = sum(game.tricks) == game.pack.hand
    return points + aside if played_out and points > others else points


def spitze_is_missed(game):
    """A named card is gone, but did not take the trick that it was named for."""
    last = game.pack.tricks - 1
    for place, card in enumerate(game.contract.spitzen_cards(game.rules)):
        number = last - place
        if number < len(game.taken):
            if game.taken[number] != (game.declarer, card):
                return True
        elif card in sum(game.trick_cards, []) or (card in game.trick and number > len(game.taken)):
            return True
    return False


def most_points(game):
    """What declarer has in the end if the others take no more [rules.md 10.7: the second skat]."""
    aside = points_in(game.aside)
    others = sum(points_in(cards) for position, cards in enumerate(game.trick_cards) if position != game.declarer)
    most = game.pack.points - aside - others
    return most + aside if most > others else most


def sure_levels(game):
    """Whether schneider and schwarz are certain, whoever takes the rest."""
    schneider = points_of_declarer(game) >= game.rules["value.schneider_points"] or most_points(game) <= game.pack.schneider
    over = sum(game.tricks) == game.pack.tricks
    return schneider, over and game.tricks[game.declarer] in (0, game.pack.tricks)


def possible_levels(game):
    """Whether declarer can still make the defenders schneider, and schwarz."""
    return most_points(game) >= game.rules["value.schneider_points"], sum(game.tricks) == game.tricks[game.declarer]


def decided(game):
    """Whether declarer has won (True), or lost (False), whoever takes the rest; None: neither [8.3]."""
    contract, rules, pack = game.contract, game.rules, game.pack
    tricks, all_tricks = game.tricks[game.declarer], sum(game.tricks)
    if contract.is_null:
        return False if tricks else True if all_tricks == pack.tricks else None
    points = points_of_declarer(game)
    needed = pack.points // 2 + 1
    if contract.schneider or game.refused:
        needed = rules["value.schneider_points"]
    no_trick_lost = contract.schwarz or game.refused == 2
    sure, best = (count_to_the_bid(game, levels_of(contract, schneider, schwarz, rules, game.refused))[2]
                  for schneider, schwarz in (sure_levels(game), possible_levels(game)))
    if most_points(game) < needed or spitze_is_missed(game) or best or (no_trick_lost and tricks < all_tricks):
        return False
    made = spitzen_made(game) and (tricks == pack.tricks or not no_trick_lost)
    return True if points >= needed and made and not sure else None


def result_of_game(game, fault):
    declarer, contract, rules = game.declarer, game.contract, game.rules
    points = points_of_declarer(game)
    tricks = game.tricks[declarer]
    found = {"points": points, "tricks": tricks, "doubling": 1 << game.doublings}
    verdict = decided(game) if game.late or fault is not None else None
    if verdict is not None:
        fault = None  # it changes nothing
    cut_short = game.conceded or game.gift_taken or game.yielded or fault is not None
    if contract.is_null:
        value = null_value(contract, rules)
        found |= {"base": value, "multiplier": 1, "value": value, "overbid": False}
    else:
        schneider = not cut_short and (points >= rules["value.schneider_points"] or points <= game.pack.schneider)
        schwarz = not cut_short and tricks in (0, game.pack.tricks)
        if verdict is not None:
            schneider, schwarz = sure_levels(game)
        levels = levels_of(contract, schneider, schwarz, rules, game.refused)
        matadors, value, overbid = count_to_the_bid(game, levels)
        found |= {"levels": levels, "matadors": matadors, "value": value, "overbid": overbid, "base": base_of(contract, rules),
                  "multiplier": multiplier_of(matadors, levels, rules)}
    if verdict is not None:
        won = verdict
    elif fault is not None:
        won = fault != declarer
    elif game.conceded:
        won = False
    else:
        won = not found["overbid"] and (game.gift_taken or game.yielded or goal_reached(game, points, tricks))
    found["won"] = won
    factor = charge_factor(won, game)
    given_up = (game.conceded and verdict is None) or fault == declarer
    if rules["scoring.system"] == "opponents" and given_up and game.picked_up and found["overbid"]:
        found["value"], factor = game.bid, -2  # twice the final bid, not the raised value [8]
    found["signed"] = found["value"] * factor * found["doubling"]
    return found


# ---- the result of ramsch [7] ----

def ramsch_points(game):
    """By position, with the skat for whom it is given to."""
    points = [points_in(cards) for cards in game.trick_cards]
    skat_to = game.rules["ramsch.skat_to"]
    takers = []
    if skat_to == "last_trick":
        takers = [game.taken[-1][0]]
    elif skat_to == "most_points":
        takers = having_most(points)
    for position in takers:
        points[position] += points_in(game.skat)
    return points


def having_most(points):
    return [position for position, count in enumerate(points) if count == max(points)]


def is_march(game):
    return (game.pack.tricks in game.tricks and game.rules["ramsch.march"] != 0)


def ramsch_scores(game, points):
    """By position, before bock: losses with minus, a march with plus."""
    rules, unseen = game.rules, 1 << game.unseen + game.knocks
    scores = [0] * PLAYERS
    if is_march(game):
        scores[game.tricks.index(game.pack.tricks)] = rules["ramsch.march"] << game.knocks
        return scores
    if rules["ramsch.score"] == "fewest":
        winners = [position for position, count in enumerate(points) if count == min(points)]
        return [rules["ramsch.amounts"][len(winners) - 1] << game.knocks if position in winners else 0 for position in range(PLAYERS)]
    if rules["ramsch.score"] == "each":
        return [-count * unseen * 2 ** virgins(game, points) for count in points]
    losers = having_most(points)
    if len(losers) == PLAYERS and rules["ramsch.tie"] == "two_lose":
        return scores
    if rules["ramsch.score"] == "amounts":
        loss = rules["ramsch.amounts"][virgins(game, points)]
    else:
        loss = max(points) * 2 ** virgins(game, points)
    if rules["ramsch.tie"] == "shared":
        loss = -(-loss // len(losers))  # rounded up
    elif rules["ramsch.tie"] == "last_trick":
        losers = [last_to_take(game, losers)]
    for position in losers:
        scores[position] = -loss * unseen
    return scores


def last_to_take(game, positions):
    return next(winner for winner, _ in reversed(game.taken) if winner in positions)


def virgins(game, points):
    counted = {"no_trick": game.tricks, "no_points": points, "off": []}
    return counted[game.rules["ramsch.virgin"]].count(0)


# ---- what a deal adds to each seat [8] ----

def classic_of(game, result, fault, seats_of_positions, seats):
    """By seat, what the classic scoring counts, whatever the scoring of the rule set is."""
    classic = [0] * seats
    if game.declarer is not None:
        as_classic = copy.copy(game)
        as_classic.rules = game.rules | {"scoring.system": "classic"}
        as_classic.bock_times = 1  # it is in the result already
        classic[seats_of_positions[game.declarer]] = result_of(as_classic, fault, result["bock"])["signed"]
    elif fault is not None:
        classic[seats_of_positions[fault]] = result["signed"]
    elif game.is_ramsch:
        for position, points in enumerate(ramsch_scores(game, result["points"])):
            classic[seats_of_positions[position]] = points * result["bock"]
    return classic


def scored(game, result, fault, classic, active, scoring):
    """By seat, in the scoring of the rule set; `active` are the seats that hold cards."""
    declared = game.declarer is not None
    if scoring == "minus" and fault is None and game.is_ramsch:
        return [points - sum(won for won in classic if won > 0) for points in classic]
    if scoring == "minus" and declared and result["won"]:
        return [-max(classic) if points == 0 else 0 for points in classic]
    if scoring == "opponents" and declared:
        declarer, points = active[game.declarer], classic
        if not result["won"]:
            points = [-result["signed"] if seat != declarer and seat in active else 0 for seat in range(len(classic))]
        return shared_with_dealer(points, active, game.rules)
    return classic


def shared_with_dealer(points, active, rules):
    """Who sits out gets what the Dutch text's dealer does, who bids last: rearhand [8.1]."""
    if not rules["scoring.sitting_share"]:
        return points
    return [one if seat in active else points[active[-1]] for seat, one in enumerate(points)]


def penalised(points, line, fault, result):
    """With what the player at fault pays beside the result [8.3]."""
    if fault is None:
        return points
    return [count - (result.get("penalty", 0) if seat == line["seats"][fault] else 0) for seat, count in enumerate(points)]


def seeger_extras(rules, declarer, won):
    """By seat, what Seeger and Fabian add."""
    others = 0 if won else rules["scoring.lost_by_other"]
    extras = [others if declarer is not None else 0] * rules["seats"]
    if declarer is not None:
        extras[declarer] = rules["scoring.won_game"] if won else -rules["scoring.lost_game"]
    return extras


def extras_of_deal(rules, declarer, won, classic):
    """The same of any deal, by what it counts in classic scoring: who wins a ramsch by the fewest points has won a game [7 Ramsch]."""
    if declarer is None and rules["ramsch.score"] == "fewest":
        return [rules["scoring.won_game"] if points > 0 else 0 for points in classic]
    return seeger_extras(rules, declarer, won)


# ---- a line of the log ----

def place_of(schedule, index):
    """Session, deal and arrangement of a game. The tables may form groups that take turns."""
    tables = len(schedule["arrangements"])
    per_deal = schedule["per_deal"]
    number, place = divmod(index, per_deal)
    session, deal = divmod(number, schedule["deals"])
    unit = session if schedule["unit"] == "session" else number
    return session, deal, unit * per_deal % tables + place


def seats_of(seats, dealer, kind=KINDS["skat"]):
    """Seats of forehand, middlehand, rearhand [2]; with two there is nobody in the middle, or no third hand."""
    if kind.covered:
        return [1 - dealer, dealer, -1]
    if seats == 2:
        return [1 - dealer, -1, dealer]
    last = {3: 0, 4: 3, 5: 4}[seats]
    return [(dealer + 1) % seats, (dealer + 2) % seats, (dealer + last) % seats]


def parse_cards(text, pack, hand_count=PLAYERS):
    """Hands, skat, second skat."""
    parts = [part.split(".") for part in text.split("|")]
    wanted = [count for count in [pack.hand] * hand_count + [pack.skat, pack.aside] if count]
    refuse_if([len(part) for part in parts] != wanted, f"a deal is parts of {wanted} cards")
    refuse_if(sorted(sum(parts, [])) != sorted(pack.deck), "a deal has every card of the deck once")
    skat, aside = (parts[hand_count:] + [[], []])[:2]
    return parts[:hand_count], skat, aside


def parse_moves(text):
    words = text.split(" ") if text else []
    refuse_if(len(words) % 2, "moves are pairs")
    return list(zip(words[::2], words[1::2]))


def fault_of(line):
    """Position of the offender, or None."""
    if line["status"] not in FAULTS:
        return None
    refuse_if(line.get("fault") not in line["seats"], f"fault of seat {line.get('fault')}, which has no cards")
    return line["seats"].index(line["fault"])


def fault_that_counts(game, fault):
    """A fault in a deal that is over changes nothing [8.3]."""
    return None if game.over else fault


class Scorekeeper:
    def __init__(self, manifest):
        self.rules = read_rules(manifest["rules"])
        self.manifest = manifest
        self.ladder = bid_ladder(self.rules)
        self.game_class = Game
        if self.rules["game"] == "tourneeskat":
            self.game_class = tourneeskat.game_class(Game, Illegal, sys.modules[__name__])
        self.tables = manifest["schedule"]["arrangements"]
        self.imported = manifest["schedule"].get("kind") == "recorded"
        self.sessions = {}  # the running one of each arrangement
        self.session_points = {}  # classic totals of it
        self.carries_state = carries_state(self.rules)
        self.totals = collections.defaultdict(collections.Counter)
        self.types = collections.defaultdict(collections.Counter)
        self.all = collections.Counter()
        self.differences = []
        self.where = ""

    def differ(self, field, found, expected):
        self.differences.append(f"{self.where}: {field}: is {found!r}, should be {expected!r}")

    def expect(self, field, found, expected):
        # True == 1 in Python, not in the log.
        if found != expected or isinstance(found, bool) != isinstance(expected, bool):
            self.differ(field, found, expected)

    def expect_all(self, prefix, found, expected):
        for field, value in expected.items():
            self.expect(prefix + field, found.get(field, "nothing"), value)

    def expect_optional(self, field, line, expected):
        """A field that is left out when it would say nothing."""
        if expected:
            self.expect(field, line.get(field), expected)
        elif field in line:
            self.differ(field, line[field], "left out")

    # -- which game it is --

    def check_place(self, line, index):
        session, deal, arrangement = place_of(self.manifest["schedule"], index)
        if self.imported and 0 <= line["arrangement"] < len(self.tables):
            arrangement = line["arrangement"]  # any of the tables, as long as it is this one
        dealer = deal % self.rules["seats"]
        self.expect_all("", line, {"game": index, "arrangement": arrangement, "deal": deal, "session": session, "dealer": dealer,
                                   "table": self.tables[arrangement], "seats": seats_of(self.rules["seats"], dealer, kind_of(self.rules))})
        given = self.manifest["deals"]
        if isinstance(given, list):
            cards, _, auction = given[line["deal"]].partition(" ")
            self.expect("cards", line["cards"], cards)
            if line["status"] not in ("illegal", "timeout", "crash"):
                self.expect("moves", line["moves"][:len(auction)], auction)

    # -- what came before it [7 Bock, 8] --

    def begin_deal(self, line, index):
        """The session that the line belongs to, its round opened and compared."""
        _, deal, arrangement = place_of(self.manifest["schedule"], index)
        deals = self.manifest["schedule"]["deals"]
        if deal == 0 or arrangement not in self.sessions:
            self.sessions[arrangement] = Session(self.rules, deals)
        session = self.sessions[arrangement]
        if session.known:
            session.begin_deal(deal)
            self.expect_optional("round", line, session.round_field(line["seats"]))
            duties = kind_of(self.rules).begin == "choose"
            self.expect_optional("duties", line, duties and [session.duties[seat] for seat in line["seats"]])
        return session

    def round_in_force(self, session, line):
        """As `round` of the line; the line's own word once the session cannot be followed."""
        return (session.round_field(line["seats"]) if session.known else line.get("round")) or {}

    # -- the moves --

    def replay(self, line, round_field):
        hands, skat, aside = parse_cards(line["cards"], pack_of(self.rules), kind_of(self.rules).hands)
        may_declare = [line["seats"].index(seat) for seat in round_field.get("grand_hand", [])]
        game = self.game_class(self.rules, self.ladder, hands, skat, round_field.get("kind") == "ramsch", may_declare,
                               line.get("duties", [DUTIES])[0], aside)
        pairs = parse_moves(line["moves"])
        fault = fault_of(line)
        refuse_if(line["status"] == "illegal" and not pairs, "no illegal action")
        illegal = pairs.pop() if line["status"] == "illegal" else None
        for number, (actor, token) in enumerate(pairs, 1):
            try:
                game.apply(actor, token)
            except Illegal as reason:
                raise Illegal(f"move {number}, {actor} {token}: {reason}") from reason
        refuse_if(fault is None and not game.over, "the game is not over")
        if illegal:
            actor, token = illegal
            self.expect_refusal(game, actor, token, fault)
        game.grand_hand_open = game.phase == "grand hand"
        if game.grand_hand_open:  # it ended while that was still the question: ramsch
            game.begin_ramsch(with_schieben=True)
        self.expect("status", line["status"], line["status"] if line["status"] in FAULTS
                    else "conceded" if game.conceded and not (game.late and decided(game)) else "ok")
        return game

    def expect_refusal(self, game, actor, token, offender):
        """The last token of a game with status illegal is the illegal action of the offender.

        The player may have been asked something else than the token answers, to which the reply can be nothing: then a token that is legal
        otherwise may be illegal still."""
        acted = int(actor) if actor in ("0", "1", "2") else None
        if acted is not None and acted == game.kind.dummy and game.declarer is not None:
            acted = game.player_of(acted)
        self.expect("moves (who acted illegally)", acted, offender)
        refuse_if(not game.may_be_asked(offender), f"{actor} {token}: position {offender} was not asked anything")
        attempt = copy.deepcopy(game)
        try:
            attempt.apply(actor, token)
        except Illegal:
            return
        refuse_if(not game.asked_silently(offender), f"the last move, {actor} {token}, is legal, but the status is illegal")

    # -- what comes of it --

    def check_line(self, line, index):
        self.check_place(line, index)
        session = self.begin_deal(line, index)
        round_field = self.round_in_force(session, line)
        try:
            game = self.replay(line, round_field)
        except Illegal as reason:
            self.differ("moves", str(reason), "legal moves")
            session.known = False
            return
        fault = fault_of(line)
        if fault is None and "fault" in line:
            self.differ("fault", line["fault"], "left out")
        code = contract_code(game.contract, self.rules) if game.contract else None
        self.expect_all("", line, {"declarer": game.declarer, "bid": game.bid, "contract": code})
        bock = self.rules["bock.factor"] if round_field.get("kind") == "bock" else 1
        charged = fault_that_counts(game, fault)
        if bock == 1 and self.rules["bock.doubles_trigger"] and set(self.rules["bock.triggers"]) - {"last_round"}:
            game.bock_times = self.rules["bock.factor"]
        result = result_of(game, charged, bock)
        undoubled = classic_of(game, result, charged, line["seats"], self.rules["seats"])
        facts = None
        if fault is None or self.rules["faults"] == "worst":  # else a faulted deal triggers nothing [8.3]
            facts = deal_facts(game, result) if charged is None else fault_facts(game, result)
        plain = penalised(undoubled, line, charged, result)
        doubles = charged is None and session.known and session.doubles(facts, plain)
        if doubles:
            result = result_of(game, charged, bock * self.rules["bock.factor"])
        penalty = result.pop("penalty", 0)
        self.expect_all("result.", line["result"], result)
        self.expect_optional("penalty", line["result"], penalty)
        result["penalty"] = penalty
        classic = classic_of(game, result, charged, line["seats"], self.rules["seats"]) if doubles else undoubled
        score = penalised(scored(game, result, charged, classic, line["seats"], self.rules["scoring.system"]), line, charged, result)
        classic = penalised(classic, line, charged, result)
        self.expect("score", line["score"], score)
        rounds_lost = self.end_deal(session, line, game, facts, score, (classic, plain))
        self.add_up(game, line, result, score, classic, rounds_lost)
        self.settle(line, classic)

    # -- what it leaves to the deals after it [7 Bock, 8] --

    def end_deal(self, session, line, game, facts, score, classic):
        """Compares what the session says after the deal; returns seats that lost a round."""
        if not session.known:
            return line.get("rounds_lost", [])
        grand_hand_seat = None
        if game.ramsch_round and game.declarer is not None:
            grand_hand_seat = line["seats"][game.declarer]
        fired = session.end_deal(score, classic, facts, grand_hand_seat)
        if kind_of(self.rules).begin == "choose":
            session.fulfil_duty(line["seats"][0], game.chosen)
        rounds_lost = session.end_bierlachs()
        self.expect_optional("triggers", line, fired)
        self.expect_optional("rounds_lost", line, rounds_lost)
        self.expect_optional("totals", line, session.totals if self.carries_state else None)
        return rounds_lost

    # -- totals --

    def add_up(self, game, line, result, score, classic, rounds_lost):
        declarer = None if game.declarer is None else line["seats"][game.declarer]
        add(self.all, games=1, declared=declarer is not None, won=result["won"] is True, passed_in=game.phase == "passed in",
            ramsch=game.is_ramsch, bock=result["bock"] > 1)
        for seat, (name, extra) in enumerate(zip(line["table"], extras_of_deal(self.rules, declarer, result["won"], classic))):
            bot = self.totals[name]
            active = seat in line["seats"]
            points = score[seat] + (extra if self.rules["scoring.system"] == "seeger_fabian" else 0)
            role = "otherwise" if declarer is None or not active else "as_declarer" if seat == declarer else "as_defender"
            add(bot, seats=1, active=active, classic=classic[seat], seeger=classic[seat] + extra, score=points,
                **{role: points, f"{role}.seats": 1},
                money=self.rules["seats"] * classic[seat] - sum(classic), ramsch=game.is_ramsch and active, rounds_lost=seat in rounds_lost)
            if declarer not in (None, seat) and active:
                add(bot, defended=1, defended_won=not result["won"])
            if seat == line.get("fault"):
                bot[line["status"]] += 1
        if game.kontra_by is not None:
            self.totals[line["table"][line["seats"][game.kontra_by]]]["kontra"] += 1
        if declarer is not None:
            self.add_declarer(line, declarer, game, result)

    def settle(self, line, classic):
        """After the last deal of a session every two seats settle, each amount rounded by itself [8.2]."""
        before = self.session_points.get(line["arrangement"], [0] * len(classic)) if line["deal"] else [0] * len(classic)
        points = self.session_points[line["arrangement"]] = [sum(pair) for pair in zip(before, classic)]
        if line["deal"] + 1 < self.manifest["schedule"]["deals"] or not self.rules["money.rounding"]:
            return
        for one, other in itertools.permutations(range(len(points)), 2):
            paid = rounded((points[one] - points[other]) * exactly(self.rules["money.stake"]), exactly(self.rules["money.rounding"]))
            self.totals[line["table"][one]]["paid"] += paid

    def add_declarer(self, line, declarer, game, result):
        name, contract, won = line["table"][declarer], game.contract, result["won"]
        add(self.totals[name], declared=1, won=won, bids=game.bid, overbid=result["overbid"], conceded=line["status"] == "conceded")
        if contract:
            add(self.totals[name], hand=contract.hand, ouvert=contract.ouvert)
            add(self.types[name], **{TYPE_NAMES[contract.kind] + ".declared": 1, TYPE_NAMES[contract.kind] + ".won": won})

    def expect_ratio(self, field, found, part, whole):
        if not whole:
            self.expect(field, found, None)
        elif found is None or abs(found - part / whole) > 1e-9 + 1e-12 * abs(found):
            self.differ(field, found, part / whole)

    def check_summary(self, summary):
        self.where = "summary.json"
        planned = self.manifest["schedule"]["games"]
        decided = summary.get("test", {}).get("verdict", "undecided") != "undecided"
        self.expect_all("", summary, {"planned": planned, "complete": decided or self.all["games"] == planned} | {
            field: self.all[field] for field in ("games", "declared", "won", "passed_in")})
        self.expect_all("", summary, {field: self.all[field] for field in ("ramsch", "bock") if field in summary})
        self.expect_ratio("declared_share", summary["declared_share"], self.all["declared"], self.all["games"])
        self.expect_ratio("won_share", summary["won_share"], self.all["won"], self.all["declared"])
        names = [bot["name"] for bot in self.manifest["bots"]]
        self.expect("bots", [bot["name"] for bot in summary["bots"]], names)
        for bot in summary["bots"]:
            self.check_bot(bot)

    def check_bot(self, bot):
        name, totals = bot["name"], self.totals[bot["name"]]
        place = f"bots[{name}]"
        fields = ("seats", "active", "declared", "won", "defended", "defended_won", "hand", "ouvert", "overbid", "conceded")
        later = tuple(field for field in ("ramsch", "kontra", "rounds_lost") if field in bot)
        self.expect_all(f"{place}.", bot, {field: totals[field] for field in fields + later})
        self.expect_all(f"{place}.faults.", bot["faults"], {status: totals[status] for status in FAULTS})
        self.check_points(bot, place, totals)
        self.expect_ratio(f"{place}.mean_bid", bot["mean_bid"], totals["bids"], totals["declared"])
        for kind, counts in bot["games"].items():
            self.expect_all(f"{place}.games.{kind}.", counts, {field: self.types[name][f"{kind}.{field}"] for field in counts})

    def check_points(self, bot, place, totals):
        scores = {"classic": "classic", "seeger_fabian": "seeger"}
        if "score" in bot:
            scores["score"] = "score"
        for field, total in scores.items():
            self.expect(f"{place}.{field}.points", bot[field]["points"], totals[total])
            self.expect_ratio(f"{place}.{field}.per_deal", bot[field]["per_deal"], totals[total], totals["seats"])
        for role in ("as_declarer", "as_defender", "otherwise"):
            if role in bot:
                self.expect(f"{place}.{role}.points", bot[role]["points"], totals[role])
                self.expect_ratio(f"{place}.{role}.per_deal", bot[role]["per_deal"], totals[role], totals[f"{role}.seats"])
        if "money" in bot:
            self.expect(f"{place}.money.points", bot["money"]["points"], totals["money"])
            self.expect_ratio(f"{place}.money.amount", bot["money"]["amount"],
                              float(totals["paid"]) if self.rules["money.rounding"] else totals["money"] * self.rules["money.stake"], 1)


def add(counter, **counts):
    for name, count in counts.items():
        counter[name] += count


def exactly(number):
    return fractions.Fraction(str(number))


def rounded(amount, unit):
    """The nearest multiple of the unit; of a half the one that is more for whoever gets it [8.2, 11]."""
    size = (abs(amount) / unit + fractions.Fraction(1, 2)).__floor__() * unit
    return size if amount > 0 else -size


def deal_facts(game, result):
    """What triggers look at [7 Bock]; of a deal without declarer only the scores count."""
    if game.declarer is None:
        return DealFacts()
    contract = game.contract
    return DealFacts(
        declared=True, grand_hand=contract.kind == "G" and contract.hand,
        null_ouvert_hand=contract.kind == "N" and contract.hand and contract.ouvert, won=result["won"],
        value=result["value"], doubling=result["doubling"], counted_out=not contract.is_null and sum(game.tricks) == game.pack.tricks,
        schneider=result["points"] <= game.pack.schneider, split=2 * result["points"] == game.pack.points)


def fault_facts(game, result):
    """The same of a deal that a fault ended: what is certain, whoever gets the rest [8.3]."""
    facts = deal_facts(game, result) if game.contract is not None else DealFacts(
        declared=game.declarer is not None, won=bool(result["won"]), value=result["value"] if game.declarer is not None else 0)
    if game.declarer is None or game.contract is None:
        return facts
    most = most_points(game)
    facts.doubling = 1 << game.doublings  # what was said
    facts.counted_out = not game.contract.is_null
    facts.schneider = most <= game.pack.schneider
    facts.split = 2 * result["points"] == game.pack.points == 2 * most
    return facts


def check_folder(folder):
    """All differences, as texts; empty when everything agrees."""
    folder = pathlib.Path(folder)
    keeper = Scorekeeper(json.loads((folder / "manifest.json").read_text()))
    with open(folder / "games.jsonl", encoding="utf-8") as log:
        for index, text in enumerate(log):
            keeper.where = f"games.jsonl:{index + 1}"
            keeper.check_line(json.loads(text), index)
    keeper.check_summary(json.loads((folder / "summary.json").read_text()))
    return keeper.differences


def run(check, name):
    """The program: prints what `check` finds wrong in the folder that it is given."""
    if len(sys.argv) != 2:
        print(f"usage: {name} FOLDER", file=sys.stderr)
        return 64
    try:
        differences = check(sys.argv[1])
    except Unsupported as what:
        print(f"not covered: {what}", file=sys.stderr)
        return 2
    print(*differences, sep="\n", end="\n" if differences else "")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(run(check_folder, "scorekeeper.py"))
