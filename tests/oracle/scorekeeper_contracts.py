# SPDX-License-Identifier: MIT
"""Part of scorekeeper.py: what can be announced [4, 7], what it is worth [6, 7], and which card takes a trick [1, 5, 7]."""
import functools
import itertools
import json
import re

import scorekeeper_calls as calls
import scorekeeper_tourneeskat as tourneeskat
from scorekeeper_rules import (CARD_POINTS, JACKS, MOST_SPITZEN, REVOLUTION_VALUE, SUIT_BASE, SUITS, Illegal, has_revolution, kind_of,
                               pack_of, refuse_if, top_ace)


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
