# SPDX-License-Identifier: MIT
"""Part of scorekeeper.py: the cards, the relatives of Skat [10], and what a rule set says."""
import dataclasses

import scorekeeper_tourneeskat as tourneeskat
from scorekeeper_rounds import TRIGGERS

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
