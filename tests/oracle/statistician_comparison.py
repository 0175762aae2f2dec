# SPDX-License-Identifier: MIT
"""Part of statistician.py: how two bots compare, a and b, and where the difference comes from."""
import collections
import functools
import itertools
from fractions import Fraction
from typing import Any

import statistician_order
from scorekeeper_rules import PLAYERS
from statistician_checks import Curve, Distribution, Judged, Order, Swings
from statistician_games import BIDS, CALIBRATION, GAMES, POSITIONS, ROLES, SIXTIETHS, STAGES, per_deal_difference, sixtieths
from statistician_maths import ends_of, estimate, superiority

SWINGS, DIVERGENCES = 10, 5

# The specification calls both the number of games of the comparison and the list of its parts by game `games`. Here the number keeps the
# name.
GAMES_LIST = "contracts"


class Comparison:
    """Bots a and b over complete units; `units` are those with a game of both."""

    def __init__(self, schedule, units, a, b, scoring, hands):
        """`hands`: by scoring, what one that is thrown away changes in the difference of a unit."""
        self.schedule, self.a, self.b, self.primary = schedule, a, b, scoring
        self.hands = hands
        self.is_judged = False  # if no test may end the run
        self.units = [unit for unit in units if any(play.has(a, b) for play in unit.plays)]
        self.deals = [deal for unit in self.units for deal in unit.deals]
        self.by_unit = [[play for play in unit.plays if play.has(a, b)] for unit in self.units]
        self.plays = list(itertools.chain(*self.by_unit))
        self.values = self.values_in(scoring)
        self.divergent = [deal for deal in self.deals if deal.diverges(a, b)]

    def failed(self):
        """By unit: the deals in which only a, and only b, was at fault at a table of both."""
        found = []
        for unit in self.units:
            by_deal = [{play.at_fault for play in deal.plays if play.has(self.a, self.b)} for deal in unit.deals]
            found.append((sum(self.a in who and self.b not in who for who in by_deal),
                          sum(self.b in who and self.a not in who for who in by_deal)))
        return found

    def values_in(self, scoring):
        """Y of each unit."""
        return [per_deal_difference(plays, self.a, self.b, scoring) for plays in self.by_unit]

    def expected(self):
        comparable = self.comparable
        bound = min(1, 3 / len(self.values)) if self.identical else None
        scorings = ["classic", "seeger_fabian"]
        if self.primary == "score":
            scorings.append("score")
        return {
            "a": self.a, "b": self.b, "unit": self.schedule.unit, "units": len(self.units),
            "deals": len(self.deals), "games": len(self.plays), "primary": self.primary,
            "scorings": {name: self.in_scoring(name) for name in scorings},
            "better": sum(value > 0 for value in self.values),
            "worse": sum(value < 0 for value in self.values), "superiority": superiority(self.values),
            "divergent": len(self.divergent) if comparable or not self.deals else None,
            "divergent_share": share(len(self.divergent), len(self.deals)) if comparable else None,
            "equal": self.values.count(0), "divergence_bound": bound, "roles": self.parts(ROLES, lambda play, seat: play.roles[seat]),
            GAMES_LIST: self.parts(GAMES, lambda play, seat: play.kind),
            "positions": self.parts(POSITIONS, lambda play, seat: play.positions[seat]),
            "bids": self.parts(BIDS, lambda play, seat: BIDS[row_number(play.bid)]), "decisions": self.decisions(),
            "declares": self.declares(), "bidding": Bidding(self).expected(),
            "curve": Curve(self.values), "distribution": Distribution(self.values), "swings": Swings(self.swings()),
            "divergences": [self.swing(deal) for deal in self.divergent[:DIVERGENCES]], "order": self.order()}

    def order(self):
        """Of the units' differences, and of the share of their deals that diverge."""
        cycle, deals = len(self.schedule.groups()), self.schedule.deals_of_unit
        rest = (cycle, self.schedule.per_deal * deals)
        diverging = [sum(deal.diverges(self.a, self.b) for deal in unit.deals) / deals for unit in self.units]
        return Order(statistician_order.Series(self.values, *rest),
                     statistician_order.Series(diverging, *rest) if self.comparable or not self.deals else None)

    def in_scoring(self, scoring):
        values = self.values_in(scoring)
        found = estimate(values)
        found = found | {"hand": float(self.hands[scoring] * self.schedule.deals_of_unit)} | ends_of(values)
        if self.is_judged and not self.identical:
            found |= {"judged": Judged(values, self.hands[scoring])}
        return found

    @functools.cached_property
    def comparable(self):
        """Whether any two seatings differ only in where a and b sit."""
        return any(len(group) > 1 for deal in self.deals for group in deal.classes(self.a, self.b))

    @property
    def identical(self):
        return self.comparable and not self.divergent and not any(self.values)

    # -- where the difference comes from --

    def parts(self, names, name_of):
        return [self.part(name, name_of) for name in names
                if any(name_of(play, seat) == name for play in self.plays
                       for seat in play.seats_of(self.a) + play.seats_of(self.b))]

    def part(self, name, name_of):
        entry = {"name": name}
        for key, bot in (("a", self.a), ("b", self.b)):
            points = [play.scores[self.primary][seat] for play in self.plays for seat in play.seats_of(bot) if name_of(play, seat) == name]
            entry[key] = {"seats": len(points), "points": sum(points), "mean": share(sum(points), len(points))}
        entry["effect"] = estimate([self.restricted(plays, name, name_of) for plays in self.by_unit])
        return entry

    def restricted(self, plays, name, name_of):
        """Y from the seats of one kind."""
        total = sum(weight * play.scores[self.primary][seat] for play in plays
                    for seat, weight in enumerate(play.weights(self.a, self.b))
                    if name_of(play, seat) == name)
        return Fraction(total, SIXTIETHS * len(plays))

    def decisions(self):
        """Y from whole deals, by what differs first."""
        first = {id(deal): deal.first_difference(self.a, self.b) for deal in self.deals}
        return [{"name": name, "deals": list(first.values()).count(name), "effect": estimate([
            Fraction(sum(sixtieths(deal.with_both(self.a, self.b), self.a, self.b, self.primary)
                         for deal in unit.deals if first[id(deal)] == name), SIXTIETHS * len(plays))
            for unit, plays in zip(self.units, self.by_unit)])} for name in STAGES if self.comparable and name in first.values()]

    def declares(self):
        """How often each declares a game, of its seats at a table; and the difference."""
        kinds = [kind for kind in GAMES if any(play.kind == kind and play.declarer in play.seats_of(self.a) + play.seats_of(self.b)
                                               for play in self.plays)]
        return [self.declaring(name, chosen) for name, chosen in [("any", kinds), *((kind, [kind]) for kind in kinds)] if kinds]

    def declaring(self, name, kinds):
        entry = {"name": name}
        of = lambda play, bot: Fraction(play.kind in kinds and play.declarer in play.seats_of(bot), len(play.seats_of(bot)))
        for key, bot in (("a", self.a), ("b", self.b)):
            entry[key] = {"declared": sum(of(play, bot) > 0 for play in self.plays),
                          "share": share(float(sum(of(play, bot) for play in self.plays)), len(self.plays))}
        entry["difference"] = estimate([sum((of(play, self.a) - of(play, self.b) for play in plays), Fraction()) / len(plays)
                                        for plays in self.by_unit])
        return entry

    # -- single deals --

    def swings(self):
        """The largest differences, then the earliest."""
        sizes = [(-abs(sixtieths(deal.with_both(self.a, self.b), self.a, self.b, self.primary)), number)
                 for number, deal in enumerate(self.deals)]
        return [self.swing(self.deals[number]) for _, number in sorted(sizes)[:SWINGS]]

    def swing(self, deal):
        plays = deal.with_both(self.a, self.b)
        value = float(per_deal_difference(plays, self.a, self.b, self.primary)) if plays else 0.0
        return {"session": deal.session, "deal": deal.deal, "difference": value,
                "games": [play.game for play in plays]}  # what differs first, tests/unit/test_run_stats.c has


def share(part, whole):
    return part / whole if whole else None


# ---- bidding -------------------------------------------------------------------------------

CLASSES = {"both": (True, True), "only_a": (True, False), "only_b": (False, True), "neither": (False, False)}


# The same cards at the same position, once bid by a and once by b. Declared, won: by a in its game, by b in its. Worth: what it adds to D,
# the sum of differences of a deal.
Match = collections.namedtuple("Match", "highest_a highest_b declared won worth")


class Bidding:
    def __init__(self, comparison):
        self.of = comparison
        self.a, self.b = comparison.a, comparison.b

    def can_be_matched(self):
        """Whether each seat of each group has the same number of matches, and not 0."""
        counts = set()
        for group in self.of.schedule.groups():
            tables = [table for table in group if self.a in table and self.b in table]
            for seat in range(len(group[0])):
                names = [table[seat] for table in tables]
                counts.add(names.count(self.a) * names.count(self.b))
        return len(counts) == 1 and counts != {0}

    def expected(self):
        if not self.can_be_matched():
            return None
        by_unit = [[match for deal in unit.deals for match in self.matches_of(deal)] for unit in self.of.units]
        matches = list(itertools.chain(*by_unit))
        highest = [(match.highest_a, match.highest_b) for match in matches]
        return {
            "matches": len(matches),
            "higher": {"a": sum(one > other for one, other in highest), "b": sum(one < other for one, other in highest),
                       "same": sum(one == other for one, other in highest)},
            "highest": {"a": share(sum(one for one, _ in highest), len(highest)),
                        "b": share(sum(other for _, other in highest), len(highest)),
                        "difference": estimate([Fraction(sum(match.highest_a - match.highest_b for match in of_unit), len(of_unit))
                                                for of_unit in by_unit])},
            "declared": {name: self.declared(by_unit, who) for name, who in CLASSES.items()},
            "bots": {"a": self.bot(self.a), "b": self.bot(self.b)}, "calibration": self.calibration()}

    def matches_of(self, deal):
        plays = deal.with_both(self.a, self.b)
        for position in range(PLAYERS):
            if any(play.seats[position] < 0 for play in plays):
                continue  # nobody sits there
            of_a, of_b = ([play for play in plays if play.table[play.seats[position]] == bot] for bot in (self.a, self.b))
            seats_of_a = sum(Fraction(1, play.table.count(self.a)) for play in of_a)
            for one, other in itertools.product(of_a, of_b):
                yield self.match(one, other, position, seats_of_a)

    def match(self, one, other, position, seats_of_a):
        """`seats_of_a` is how often a sat at this position, in shares of a table's seats of it.

        Weighted with what the two seats count at their tables, the points of all matches are those of D: a's, each as often as b sat here,
        less b's, each as often as a did, which is the same. (All a deal's tables being ABB, or AAB, each match counts alike: the sum is
        points / (matches at a position) x games / seats.)"""
        seat = one.seats[position], other.seats[position]
        declared = one.declarer == seat[0], other.declarer == seat[1]
        scoring = self.of.primary
        points = one.scores[scoring][seat[0]] - other.scores[scoring][seat[1]]
        weight = 1 / (one.table.count(self.a) * other.table.count(self.b) * seats_of_a)
        return Match(one.highest[position], other.highest[position], declared,
                     (declared[0] and bool(one.won), declared[1] and bool(other.won)), points * weight)

    def declared(self, by_unit, who):
        """One class of matches. Its worth is what it adds to Y: the four worths, and what comes from sitting out, add up to the difference.

        The specification divides by the matches of a position instead, which does not add up."""
        matches = [match for of_unit in by_unit for match in of_unit if match.declared == who]
        worth = [sum((match.worth for match in of_unit if match.declared == who), Fraction())
                 / len(plays) for of_unit, plays in zip(by_unit, self.of.by_unit)]
        return {"matches": len(matches), "share": share(len(matches), sum(map(len, by_unit))),
                "a_won": sum(match.won[0] for match in matches), "b_won": sum(match.won[1] for match in matches), "worth": estimate(worth)}

    def bot(self, bot):
        """Its games beside the other. A bot in both defending seats defended twice."""
        plays = self.of.plays
        own = [play for play in plays if play.declarer in play.seats_of(bot)]
        said = [play for play in plays if play.kontra_by in play.seats_of(bot)]
        defended = [play for play in plays for seat in play.seats_of(bot) if play.roles[seat] == "defender"]
        return {"declared": len(own), "won": sum(play.won for play in own), "overbid": sum(play.overbid for play in own),
                "hand": sum(play.hand for play in own), "hand_won": sum(play.hand and play.won for play in own),
                "bid_sum": sum(play.bid for play in own),
                "kontra": {"said": len(said), "right": sum(not play.won for play in said), "chances": len(defended),
                           "lost_by_declarer": sum(not play.won for play in defended)}}

    def calibration(self):
        rows = []
        for low, high in CALIBRATION:
            row: dict[str, Any] = {"from": low, "to": high}
            for key, bot in (("a", self.a), ("b", self.b)):
                won = [play.won for play in self.of.plays if play.declarer in play.seats_of(bot) and row_of(play.bid) == low]
                row[key] = {"declared": len(won), "won": sum(won)}
            if row["a"]["declared"] or row["b"]["declared"]:
                rows.append(row)
        return rows


def row_number(bid):
    """Of BIDS."""
    return max((number for number, (low, _) in enumerate(CALIBRATION) if low <= bid), default=len(CALIBRATION))


def row_of(bid):
    """The row's first bid; bids between two rows belong to the lower one."""
    return max((low for low, _ in CALIBRATION if low <= bid), default=None)
