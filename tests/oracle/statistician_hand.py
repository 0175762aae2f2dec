# SPDX-License-Identifier: MIT
"""Part of statistician.py: what one hand that is thrown away costs between two bots, at most (arena/config/hand_cost.h), from the
options of the rule set (docs/rules.md) and the tables of the schedule.

At most one hand of a deal is thrown away. In every game of the deal whoever of the two has it plays the dearest game with it: one always
wins it, the other always loses it. So there are as many cases as there are seats, two for who loses, and for each group of tables; with
ramsch, the same once more."""
import functools
import itertools
from fractions import Fraction

import scorekeeper_faults
import scorekeeper_tourneeskat as tourneeskat
from scorekeeper import seats_of
from scorekeeper_contracts import all_contracts, base_of
from scorekeeper_rules import kind_of, pack_of
from scorekeeper_score import seeger_extras, shared_with_dealer

UNSEEN = 3  # players who may pass on the skat without a look


def bases(rules, announced=True):
    """Base values of all suit and grand games, or of those without an announcement."""
    if rules["game"] == "tourneeskat":
        tables = (tourneeskat.TURNE, tourneeskat.GUCKSER, tourneeskat.SOLO)
        return set(itertools.chain(*(table.values() for table in tables))) | {tourneeskat.GRAND_OUVERT}
    return {base_of(contract, rules) for contract in all_contracts(rules) if announced or not contract.schneider}


def rounds_of_ramsch(rules):
    return bool(rules["ramsch_round.triggers"] or (rules["bock.ramsch_after"] and rules["bock.triggers"]))


def ramsch_kind(rules):
    """None, "ramsch" or "schieberamsch": the dearest that can be played."""
    if rules["passed_in"] == "schieberamsch" or rounds_of_ramsch(rules):
        return "schieberamsch"
    if rules["passed_in"] == "ramsch" or rules["game"] == "raeuberskat":
        return "ramsch"
    return None


class Deal:
    """What one deal brings the seats of a table. `scoring`: of rules.md 8.1."""

    def __init__(self, rules, scoring):
        self.rules, self.scoring = rules, scoring
        self.bock = rules["bock.factor"] if rules["bock.triggers"] else 1
        self.kontra = 2 ** rules["kontra.levels"]

    @functools.cached_property
    def value(self):
        return scorekeeper_faults.highest_value(self.rules)

    @functools.cached_property
    def overbid(self):
        """An overbid game: as many times its base value as reach the bid; the dearest of them."""
        return max(-(-self.value // base) * base for base in bases(self.rules))

    @functools.cached_property
    def refused(self):
        """What two refused gifts add: there are none in games with announcements [rules.md 7.2]."""
        return 2 * max(bases(self.rules, announced=False)) if self.rules["schenken"] != "off" else 0

    def declared(self, won, seat, active, seats):
        """Points by seat; `seat` is declarer's."""
        rules, factor = self.rules, max(2, self.rules["value.lost_factor"])
        points = self.value if won else self.overbid * factor
        points += self.refused * (1 if won else factor)
        points *= self.kontra * self.bock
        found = [0] * seats
        if self.scoring == "minus" and won:
            found = [0 if other == seat else -points for other in range(seats)]
        elif self.scoring == "opponents" and not won:
            found = [points if other != seat and other in active else 0 for other in range(seats)]
        else:
            found[seat] = points if won else -points
        if self.scoring == "opponents":
            found = shared_with_dealer(found, active, rules)
        if self.scoring == "seeger_fabian":
            found = [one + extra for one, extra in zip(found, seeger_extras(rules, seat, won))]
        return found

    def ramsch(self, won, seat, _active, seats):
        """The march of who has the hand, or that player's loss of all card points."""
        rules, found = self.rules, [0] * seats
        fewest = rules["ramsch.score"] == "fewest"
        most = max(rules["ramsch.march"], max(rules["ramsch.amounts"]) if fewest else 0)
        march = most * self.bock * (2 ** UNSEEN if self.knocks() else 1)
        if fewest and self.scoring == "seeger_fabian":
            march += rules["scoring.won_game"]
        if won:
            if self.scoring == "minus":
                return [0 if other == seat else -march for other in range(seats)]
            found[seat] = march
            return found
        if fewest:
            loss = scorekeeper_faults.behind_by_fewest(rules)
        elif rules["ramsch.score"] == "amounts":
            loss = max(rules["ramsch.amounts"])
        else:
            virgins = 0 if rules["ramsch.virgin"] == "off" else 1 if rules["ramsch.virgin"] == "no_trick" and rules["ramsch.march"] else 2
            loss = pack_of(rules).points * 2 ** virgins
        loss = max(loss, self.fault())
        found[seat] = -loss * self.unseen() * self.bock
        return found

    def fault(self):
        """What a fault in ramsch costs [rules.md 8.3]."""
        pack = pack_of(self.rules)
        return pack.points if self.rules["faults"] == "conceded" else scorekeeper_faults.value_in_ramsch(self.rules, pack)

    def plays(self):
        """Ways of throwing a hand away."""
        ways = [] if self.rules["auction"] == "none" else [self.declared]
        return ways + ([self.ramsch] if ramsch_kind(self.rules) else [])

    def unseen(self):
        """How often a loss in ramsch is doubled by players who pass on the skat or knock, as a factor."""
        return 2 ** UNSEEN if self.knocks() or ramsch_kind(self.rules) == "schieberamsch" else 1

    def knocks(self):
        klopfen = self.rules["ramsch.klopfen"]
        return klopfen == "always" or (klopfen == "rounds" and rounds_of_ramsch(self.rules))


def mean_difference(points, table, a, b):
    """Of the seats of a less those of b."""
    return sum(Fraction(sign * score, table.count(bot)) for bot, sign in ((a, 1), (b, -1))
               for score, name in zip(points, table) if name == bot)


def kinds_of_deals(rules, groups, a, b):
    """The tables of both, and the seats that hold cards, for each group of tables and each dealer."""
    for tables in groups:
        of_both = [table for table in tables if a in table and b in table]
        for dealer in range(len(of_both[0])) if of_both else ():
            seats = seats_of(len(of_both[0]), dealer, kind_of(rules))
            yield of_both, [seat for seat in seats if seat >= 0]


def hand_cost(rules, groups, a, b, scoring):
    """`groups`: the tables of a deal, for each kind of deal; `scoring` of rules.md 8.1. In points."""
    deal, found = Deal(rules, scoring), [Fraction(1)]  # never less than a point
    for tables, active in kinds_of_deals(rules, groups, a, b):
        for play, loser, seat in itertools.product(deal.plays(), (a, b), active):
            total = sum(mean_difference(play(table[seat] != loser, seat, active, len(table)), table, a, b)
                        for table in tables if table[seat] in (a, b))
            found.append(abs(total) / len(tables))
    return float(max(found))
