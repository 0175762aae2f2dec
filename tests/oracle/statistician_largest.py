# SPDX-License-Identifier: MIT
"""Part of statistician.py: the largest difference of two bots that counts as possible in a deal (docs/formats.md,
*The largest difference*), from the options of the rule set (docs/rules.md) and the tables of the schedule.

At most one hand of a deal is thrown away. In every game of the deal whoever of the two has it plays the dearest
game with it: one always wins it, the other always loses it. So there are as many cases as there are seats, two for
who loses, and for each group of tables; with ramsch, the same once more.
"""
import itertools
from fractions import Fraction

import scorekeeper
import scorekeeper_tourneeskat as tourneeskat

UNSEEN = 3  # players who may pass on the skat without a look


def bases(rules, announced=True):
    """Base values of all suit and grand games, or of those without an announcement."""
    if rules["game"] == "tourneeskat":
        tables = (tourneeskat.TURNE, tourneeskat.GUCKSER, tourneeskat.SOLO)
        return set(itertools.chain(*(table.values() for table in tables))) | {tourneeskat.GRAND_OUVERT}
    return {scorekeeper.base_of(contract, rules) for contract in scorekeeper.all_contracts(rules)
            if announced or not contract.schneider}


def dearest(rules):
    """The highest value that can be bid, or, where nobody bids, that a game can have."""
    if scorekeeper.kind_of(rules).covered:  # nothing is announced, and there is no skat to leave [rules.md 10.7]
        most = {kind: 4 if kind == "G" or rules["matadors"] == "jacks" else 11 for kind in "DHSCG"}
        levels = {"schneider": 1, "schwarz": 1}
        return max(scorekeeper.plain_value(scorekeeper.Contract(kind), matadors, levels, rules)
                   for kind, matadors in most.items())
    return scorekeeper.bid_ladder(rules)[-1]


def raised(value, rules):
    """An overbid game: as many times its base value as reach that; the dearest of them."""
    return max(-(-value // base) * base for base in bases(rules))


def refused(rules):
    """What two refused gifts add: there are none in games with announcements [rules.md 7.2]."""
    return 2 * max(bases(rules, announced=False)) if rules["schenken"] != "off" else 0


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

    def declared(self, won, seat, active, seats):
        """Points by seat; `seat` is declarer's."""
        rules, value = self.rules, dearest(self.rules)
        factor = max(2, rules["lost_factor"])
        points = value + refused(rules) if won else (raised(value, rules) + refused(rules)) * factor
        points *= self.kontra * self.bock
        found = [0] * seats
        if self.scoring == "minus" and won:
            found = [0 if other == seat else -points for other in range(seats)]
        elif self.scoring == "opponents" and not won:
            found = [points if other != seat and (other in active or rules["sitting_share"]) else 0 for other in range(seats)]
        else:
            found[seat] = points if won else -points
        if self.scoring == "seeger_fabian":
            others = 0 if won else 40 if seats <= 3 else 30
            extras = [(50 if won else -rules["seeger_loss"]) if other == seat else others for other in range(seats)]
            found = [one + extra for one, extra in zip(found, extras)]
        return found

    def ramsch(self, won, seat, _active, seats):
        """The march of who has the hand, or that player's loss of all card points."""
        rules, found = self.rules, [0] * seats
        fixed = rules["ramsch.score"] == "fixed_20_30_50"
        knocks = rules["ramsch.klopfen"] == "always" or (rules["ramsch.klopfen"] == "rounds" and rounds_of_ramsch(rules))
        march = 0 if fixed else rules["ramsch.march"] * self.bock * (2 ** UNSEEN if knocks else 1)
        if won:
            if self.scoring == "minus":
                return [0 if other == seat else -march for other in range(seats)]
            found[seat] = march
            return found
        unseen = 2 ** UNSEEN if knocks or ramsch_kind(rules) == "schieberamsch" else 1
        if fixed:
            loss = max(scorekeeper.FIXED_RAMSCH)
        elif rules["ramsch.score"] == "amounts":
            loss = max(rules["ramsch.amounts"])
        else:
            virgins = 0 if rules["ramsch.virgin"] == "off" else 1 if rules["ramsch.virgin"] == "no_trick" and rules["ramsch.march"] else 2
            loss = scorekeeper.pack_of(rules).points * 2 ** virgins
        loss = max(loss, self.fault(seats))
        found[seat] = -loss * unseen * self.bock
        return found

    def fault(self, seats):
        """What a fault in ramsch costs [rules.md 8.3]."""
        rules = self.rules
        points = scorekeeper.pack_of(rules).points
        if rules["fault_value"] == "conceded":
            return points
        march = 0 if rules["ramsch.score"] == "fixed_20_30_50" else rules["ramsch.march"]
        amounts = rules["ramsch.amounts"] if rules["ramsch.score"] == "amounts" else [0]
        return max(points, (seats - 1) * march, 2 * max(amounts))

    def plays(self):
        """Ways of throwing a hand away."""
        ways = [] if self.rules["no_auction"] else [self.declared]
        return ways + ([self.ramsch] if ramsch_kind(self.rules) else [])


def mean_difference(points, table, a, b):
    """Of the seats of a less those of b."""
    return sum(Fraction(sign * score, table.count(bot)) for bot, sign in ((a, 1), (b, -1))
               for score, name in zip(points, table) if name == bot)


def largest_difference(rules, groups, a, b, scoring):
    """`groups`: the tables of a deal, for each kind of deal; `scoring` of rules.md 8.1. In points."""
    deal, found = Deal(rules, scoring), [Fraction(0)]
    for tables in groups:
        tables = [table for table in tables if a in table and b in table]
        if not tables:
            continue
        seats = len(tables[0])
        for play, loser, dealer in itertools.product(deal.plays(), (a, b), range(seats)):
            active = [seat for seat in scorekeeper.seats_of(seats, dealer, scorekeeper.kind_of(rules)) if seat >= 0]
            for seat in active:
                total = sum(mean_difference(play(table[seat] != loser, seat, active, seats), table, a, b)
                            for table in tables if table[seat] in (a, b))
                found.append(abs(total) / len(tables))
    return float(max(found))
