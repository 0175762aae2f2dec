#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Computes the statistics of a result folder a second time, from their specification alone.

    python3 tests/oracle/statistician.py FOLDER

Reads manifest.json and games.jsonl and recomputes from them the sections pairs, standings, ratings, comparison, test and verdict of
summary.json, and `complete`. Prints each difference with its field; the exit status is 1 when there are any. What a game counts is taken
from the log: whether the log is right is for scorekeeper.py to say. Of the texts of a verdict the parts that carry its meaning are
looked for; tests/unit/test_decide_verdict.c has them in full.

What is expected is built as a tree of plain values like summary.json itself. Where more than one answer is right (a simulation, the width
of bins) a leaf of it is a Check, which judges what it finds. Fields that nobody expects are let pass. statistician_maths.py has the
mathematics.

Bots a and b are those of the manifest's `compare`. Differences are sums of a's mean score per seat less b's at tables of at most five
seats, so that they are whole numbers of 1/60 points."""
import collections
import dataclasses
import functools
import itertools
import json
import math
import pathlib
import re
import sys
from fractions import Fraction
from typing import Any

import scorekeeper
import statistician_hand
import statistician_order
import statistician_verdict
from statistician_anytime import ABOVE, BELOW, Evidence, alike_units
from statistician_maths import (JACKKNIFE_GROUPS, Placings, Sample, counted, estimate, likely_means, log_ratio, ratio_estimate,
                                running, student_cdf, student_quantile)

RELATIVE, ABSOLUTE = 1e-6, 2e-9  # tolerances of numbers; the file has nine decimals
RATING_TOLERANCE = 1e-4          # in rating units
WINS_TOLERANCE = 1e-6            # of all placings
SIXTIETHS = 60                   # of a point: the unit of differences

ROLES = ("declarer", "defender", "passed_in", "ramsch", "sitting_out", "no_game")
GAMES = ("null", "grand", "clubs", "spades", "hearts", "diamonds", "sachsenspitze", "revolution",
         "unannounced", "ramsch", "passed_in", "no_game")
POSITIONS = ("forehand", "middlehand", "dealer", "rearhand", "sitting_out")
CALIBRATION = ((18, 18), (20, 24), (27, 36), (40, 59), (60, 99), (100, None))
#: Final bids, and what differs first between two games, in the order of a game.
BIDS = ("18", "20-24", "27-36", "40-59", "60-99", "100+", "none")
STAGES = ("bids", "game", "kontra", "cards", "none")
CURVE_POINTS, BINS, SWINGS, DIVERGENCES = 256, 64, 10, 5
# The specification calls both the number of games of the comparison and the list of its parts by game `games`. Here the number keeps the
# name.
GAMES_LIST = "contracts"


# ---- a game of the log ---------------------------------------------------------------------

@dataclasses.dataclass
class Play:
    """What statistics look at in a game. Lists are by seat."""
    game: int
    table: list
    seats: list           # of forehand, middlehand, rearhand
    moves: list           # (actor, action)
    scores: dict          # by scoring: list of points
    kind: str             # one of GAMES
    roles: list
    positions: list       # names
    declarer: int | None  # seat
    won: bool | None
    overbid: bool
    hand: bool
    bid: int
    highest: list         # by position: highest value named or held, 0 for none
    kontra_by: int | None  # seat of who doubled first
    at_fault: str | None  # the bot whose fault ended it
    status: str = "ok"

    @property
    def course(self):
        """What was decided, and whether it ended by a fault, which may come before or after all moves."""
        return self.moves, self.status if self.status in scorekeeper.FAULTS else "ok"

    @property
    def stages(self):
        """Each legal decision with the stage of the game at which it falls."""
        stage, found = 0, []
        for actor, action in self.moves[:-1] if self.status == "illegal" else self.moves:
            if action == "K":
                stage = max(stage, STAGES.index("kontra"))
            elif re.fullmatch("[CSHD][AKQJT987]|RE|g|CL|n|b[.].*", action):
                stage = STAGES.index("cards")
            elif not re.fullmatch("[0-9]+|y|p", action):
                stage = max(stage, STAGES.index("game"))
            found.append((stage, actor, action))
        return found

    def seats_of(self, bot):
        return [seat for seat, name in enumerate(self.table) if name == bot]

    def has(self, *bots):
        return all(bot in self.table for bot in bots)

    def weights(self, a, b):
        """By seat, in sixtieths: the mean of a's seats less that of b's."""
        share = {a: SIXTIETHS // self.table.count(a), b: -SIXTIETHS // self.table.count(b)}
        return [share.get(name, 0) for name in self.table]


def kind_of(line):
    """What was announced, or why nothing was."""
    if line["declarer"] is not None:
        letter = (line["contract"] or "?")[0]
        return scorekeeper.TYPE_NAMES.get(letter, "unannounced")
    if line["contract"]:
        return "ramsch"
    return "no_game" if line["status"] in scorekeeper.FAULTS else "passed_in"


def role_of(seat, kind, declarer, active):
    if seat not in active:
        return "sitting_out"
    if declarer is None:
        return kind
    return "declarer" if seat == declarer else "defender"


def legal_moves(line):
    """Pairs without the illegal action that ended the game."""
    moves = scorekeeper.parse_moves(line["moves"])
    return moves[:-1] if line["status"] == "illegal" else moves


def highest_of(moves):
    """By position the highest value named or held: the auction is what comes before the rest."""
    highest, bid = [0, 0, 0], 0
    for actor, action in moves:
        if action.isdigit():
            bid = int(action)
        elif action not in ("y", "p"):
            break
        if action != "p":
            highest[int(actor)] = bid
    return highest


def position_name(seats, position):
    """Where there is no third hand, the second is the dealer's."""
    if position == 1 and seats[2] < 0:
        return "dealer"
    return ("forehand", "middlehand", "rearhand")[position]


class Reader:
    """Makes a Play of a line."""

    def __init__(self, manifest):
        self.rules = scorekeeper.read_rules(manifest["rules"])
        self.keeper = scorekeeper.Scorekeeper(manifest)  # replays where the score does not tell

    def classic(self, line):
        """By seat. The score says it; other scorings do not, then the game is replayed.

        `result.signed` would not do: it is what the rule set's own scoring charges, which under `opponents` is not twice the value for a
        lost hand game."""
        if self.rules["scoring.system"] in ("classic", "seeger_fabian"):
            return line["score"]
        game = self.keeper.replay(line, line.get("round") or {})
        fault = scorekeeper.fault_that_counts(game, scorekeeper.fault_of(line))
        result = scorekeeper.result_of(game, fault, line["result"]["bock"])
        classic = scorekeeper.classic_of(game, result, fault, line["seats"], len(line["table"]))
        return scorekeeper.penalised(classic, line, fault, line["result"])

    def read(self, line):
        seats, active, kind = len(line["table"]), line["seats"], kind_of(line)
        declarer = None if line["declarer"] is None else active[line["declarer"]]
        won = line["result"]["won"] if declarer is not None else None
        classic = self.classic(line)
        extras = scorekeeper.extras_of_deal(self.rules, declarer, won, classic)
        with_extras = [points + extra for points, extra in zip(classic, extras)]
        own = with_extras if self.rules["scoring.system"] == "seeger_fabian" else line["score"]
        moves = legal_moves(line)
        kontra = next((active[int(actor)] for actor, action in moves if action == "K"), None)
        announced = declarer is not None and line["contract"]
        return Play(
            line["game"], line["table"], active, scorekeeper.parse_moves(line["moves"]),
            {"classic": classic, "seeger_fabian": with_extras, "score": own}, kind,
            [role_of(seat, kind, declarer, active) for seat in range(seats)],
            [position_name(active, active.index(seat)) if seat in active else "sitting_out"
             for seat in range(seats)], declarer, won, line["result"]["overbid"],
            bool(announced) and scorekeeper.parse_contract(line["contract"], self.rules).hand,
            0 if declarer is None else line["bid"],  # after a fault in the auction no bid was final
            highest_of(moves), kontra,
            line["table"][line["fault"]] if line.get("fault") is not None else None, line["status"])


# ---- units ---------------------------------------------------------------------------------

@dataclasses.dataclass
class Deal:
    session: int
    deal: int
    plays: list

    def with_both(self, a, b):
        return [play for play in self.plays if play.has(a, b)]

    def classes(self, a, b):
        """Games with both that would be alike if a and b were the same bot."""
        found = collections.defaultdict(list)
        for play in self.with_both(a, b):
            found[tuple("X" if name in (a, b) else f"={name}" for name in play.table)].append(play)
        return list(found.values())

    def first_difference(self, a, b):
        """The stage of the earliest decision that differs between games that could be alike."""
        return STAGES[min((first_stage(play, group[0]) for group in self.classes(a, b) for play in group), default=-1)]

    def diverges(self, a, b):
        return any(play.course != group[0].course for group in self.classes(a, b) for play in group)


def first_stage(one, other):
    """Of the decision, or of its absence, that differs; a fault beyond the last decision is one of the cards."""
    if one.course == other.course:
        return STAGES.index("none")
    pairs = itertools.zip_longest(one.stages, other.stages, fillvalue=(STAGES.index("cards"), None, None))
    return next((min(mine[0], yours[0]) for mine, yours in pairs if mine != yours), STAGES.index("cards"))


@dataclasses.dataclass
class Unit:
    number: int
    deals: list

    @property
    def plays(self):
        return [play for deal in self.deals for play in deal.plays]


class Schedule:
    """The manifest's."""

    def __init__(self, manifest):
        self.given = schedule = manifest["schedule"]
        self.tables = schedule["arrangements"]
        self.deals = schedule["deals"]
        self.per_deal = schedule["per_deal"]
        self.unit = schedule["unit"]
        self.imported = schedule.get("kind") == "recorded"  # lines say which table
        self.games = schedule["games"]
        self.units = self.games // (self.per_deal * self.deals_of_unit)

    @property
    def deals_of_unit(self):
        return self.deals if self.unit == "session" else 1

    def groups(self):
        """The arrangements of each kind of unit."""
        return [self.tables[first:first + self.per_deal] for first in range(0, len(self.tables), self.per_deal)]

    def place(self, index):
        """Session, deal and table of a game by its index."""
        session, deal, arrangement = scorekeeper.place_of(self.given, index)
        return session, deal, self.tables[arrangement]

    def complete_units(self, plays):
        """Games in schedule order, cut into units; what is left at the end belongs to none."""
        size = self.per_deal * self.deals_of_unit
        for number in range(len(plays) // size):
            of_unit = plays[number * size:(number + 1) * size]
            deals = []
            for first in range(0, size, self.per_deal):
                session, deal, _ = self.place(number * size + first)
                deals.append(Deal(session, deal, of_unit[first:first + self.per_deal]))
            yield Unit(number, deals)


def sixtieths(plays, a, b, scoring):
    """D: over games with both, in sixtieths of a point."""
    return sum(weight * points for play in plays for weight, points in zip(play.weights(a, b), play.scores[scoring]))


def per_deal_difference(plays, a, b, scoring):
    """Y: over games with both, of which there is at least one."""
    return Fraction(sixtieths(plays, a, b, scoring), SIXTIETHS * len(plays))


def ends_of(values):
    """The lowest and the highest difference of a unit."""
    numbers = [float(value) for value in values]
    return {"lowest": min(numbers, default=None), "highest": max(numbers, default=None)}


def superiority(values):
    return estimate([Fraction(1 + (value > 0) - (value < 0), 2) for value in values])


# ---- checks of what has more than one right answer ------------------------------------------

class Check:
    """A leaf of what is expected that says itself what is wrong: a list of (path, text)."""

    def differences(self, path, found):
        raise NotImplementedError


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def close(found, expected, absolute=ABSOLUTE):
    return is_number(found) and abs(found - expected) <= max(absolute, RELATIVE * abs(expected))


@dataclasses.dataclass
class Near(Check):
    """A number with a tolerance of its own, or None."""
    value: float
    absolute: float

    def differences(self, path, found):
        right = found is None if self.value is None else close(found, self.value, self.absolute)
        return [] if right else [(path, differing(found, self.value))]


@dataclasses.dataclass
class OneOf(Check):
    """Several trees, any of which will do; the nearest is named in differences."""
    options: list

    def differences(self, path, found):
        return min((list(compare(path, found, option)) for option in self.options), key=len)


class Judged(Check):
    """By which it is decided whether the mean of the units differs from 0, before it is adjusted: each end is Student's, or that of the
    empirical likelihood as if one value more had been seen, a hand out on its side or as far as one was seen, if that is farther out.
    `hand` 0: it is Student's. `adjust` with all that are judged together."""

    def __init__(self, values, hand):
        self.hand, self.counts, self.units = float(hand), counted(values), len(values)
        self.seen = estimate(values)
        values = [value for value, _ in self.counts]
        self.bounds = min([-self.hand, *values]), max([self.hand, *values])  # what is possible
        self.p_adjusted = self.p = self.p_value()

    def more(self, side):
        """The values, and one more on a side, as far out as is possible."""
        return self.counts + [(self.bounds[side > 0], 1)]

    def end(self, side):
        seen = self.seen["low" if side < 0 else "high"]
        if self.units < 2 or not self.hand:
            return seen
        width = student_quantile(0.975, self.units - 1)
        likely = likely_means(self.more(side), self.bounds, width)[side > 0]
        return min(seen, likely) if side < 0 else max(seen, likely)

    def p_of_likelihood(self):
        """Twice the tail beyond the root of twice the logarithm of the ratio at 0, if the mean with the value more lies on the other side
        of 0."""
        found = 1.0
        for side in (-1, 1):
            counts = self.more(side)
            if side * sum(value * count for value, count in counts) < 0:
                away = math.sqrt(-2 * min(0, log_ratio(counts, self.bounds, 0.0)))
                found = min(found, 2 * student_cdf(-away, self.units - 1))
        return found

    def p_value(self):
        if self.units < 2 or not any(value for value, _ in self.counts):
            return None
        away = abs(self.seen["mean"]) / self.seen["error"] if self.seen["error"] else math.inf
        by_deviation = 2 * student_cdf(-away, self.units - 1)
        return max(by_deviation, self.p_of_likelihood()) if self.hand else by_deviation

    def differences(self, path, found):
        if not isinstance(found, dict):
            return [(path, differing(found, "an object"))]
        near = 1e-5 * max(abs(float(bound)) for bound in self.bounds)
        right = {"low": Near(self.end(-1), near), "high": Near(self.end(1), near),
                 "p": Near(self.p, 1e-6), "p_adjusted": Near(self.p_adjusted, 1e-5)}
        return [pair for name, check in right.items() for pair in check.differences(f"{path}.{name}", found.get(name))]

    @staticmethod
    def adjust(together):
        """Holm's method."""
        tested = sorted((one for one in together if one.p is not None), key=lambda one: one.p)
        least = 0.0
        for number, one in enumerate(tested):
            least = one.p_adjusted = min(1.0, max(least, (len(tested) - number) * one.p))


class Curve(Check):
    """The running difference after every s-th unit and after the last."""

    def __init__(self, values):
        self.values = values

    def steps(self):
        """The units at which points may stand: s is the least that will do, or, above 1, twice."""
        units = len(self.values)
        least = 1
        while -(-units // least) > CURVE_POINTS:
            least *= 2
        for step in (least, 2 * least) if least > 1 else (least,):
            at = list(range(step, units + 1, step))
            yield at if at[-1:] == [units] or not units else at + [units]

    def differences(self, path, found):
        path += ".points"
        try:
            points = found["points"]
            at = [point["units"] for point in points]
        except (TypeError, KeyError):
            return [(path, "is missing, or has points without units")]
        right = list(self.steps())
        if at not in right:
            return [(path, f"stand at units {shortened(at)}, should be {shortened(right[0])}")]
        found = (sample.estimate() for sample in running(self.values, at))
        return list(compare(path, points, [{name: its[name] for name in ("mean", "low", "high")} for its in found]))


class Distribution(Check):
    """Counts of Y in bins of a width that the program chooses."""

    def __init__(self, values):
        self.values = values

    def differences(self, path, found):
        try:
            width = Fraction(str(found["width"]))
            bins = [(Fraction(str(part["from"])), part["count"]) for part in found["bins"]]
        except (TypeError, KeyError, ValueError):
            if not self.values and isinstance(found, dict) and not found.get("bins"):
                return []  # then a width is none
            return [(path, "has no width or no bins")]
        if not is_1_2_5(width):
            return [(f"{path}.width", f"is {found['width']}, should be 1, 2 or 5 times 10^k")]
        if len(bins) > BINS:
            return [(f"{path}.bins", f"are {len(bins)}, should be at most {BINS}")]
        counts = collections.Counter(value // width for value in self.values)
        inside = range(min(counts), max(counts) + 1) if counts else ()
        return list(compare(f"{path}.bins", [{"from": float(start), "count": count} for start, count in bins],
                            [{"from": float(index * width), "count": counts[index]} for index in inside]))


def is_1_2_5(width):
    while width >= 10:
        width /= 10
    while 0 < width < 1:
        width *= 10
    return width in (1, 2, 5)


class Order(Check):
    """Whether the order of the units matters (statistician_order.py): of their differences, and of their deals that diverge, or None."""

    def __init__(self, difference, divergence):
        self.series = {"difference": difference, "divergence": divergence}

    def differences(self, path, found):
        needed: dict[str, Any] = {"level": statistician_order.LEVEL}
        needed |= {name: None if series is None else Anything() for name, series in self.series.items()}
        wrong = list(compare(path, found, needed))
        for name, series in self.series.items():
            if not wrong and series:
                wrong += series.differences(f"{path}.{name}", found[name])
        named = not wrong and any(series and found[name]["found"] for name, series in self.series.items())
        if not wrong and (not isinstance(found.get("warning", 0), str | None) or named != bool(found["warning"])):
            wrong.append((f"{path}.warning", differing(found.get("warning"), "a text" if named else None)))
        return wrong


class Anything(Check):
    """What the specification leaves open."""

    def differences(self, path, found):
        return []


class Ratings(Check):
    """Ratings are right if each bot wins as often as they say that it should; intervals are by t with one degree of freedom less than
    there are groups of the jackknife. The errors are those of a unit test."""

    def __init__(self, bots, placings, groups):
        self.bots, self.placings, self.groups = bots, placings, groups

    def differences(self, path, found):
        if not isinstance(found, list) or [entry.get("bot") for entry in found] != self.bots:
            return [(path, differing(found, f"the ratings of {self.bots}"))]
        if not self.placings.connected():
            return []  # there are no ratings between bots that nobody links
        met = self.placings.bots if self.placings.bounded() else set()
        ratings = {entry["bot"]: entry["rating"] for entry in found}
        wrong = [(f"{path}[{bot}].rating", differing(rating, None)) for bot, rating in ratings.items() if (rating is None) == (bot in met)]
        if wrong or not met:
            return wrong
        wrong = [(f"{path}[{bot}].rating", f"says {more:+.6f} more wins than there are")
                 for bot, more in self.placings.surplus(ratings).items() if abs(more) > WINS_TOLERANCE * self.placings.count]
        for entry in found:
            if entry["error"] is None:
                continue
            margin = entry["error"] * student_quantile(0.975, self.groups - 1)
            expected = {"low": Near(entry["rating"] - margin, 1e-6), "high": Near(entry["rating"] + margin, 1e-6)}
            wrong += compare(f"{path}[{entry['bot']}]", entry, expected)
        return wrong + [(path, "have no mean of 0")] * (abs(sum(ratings[bot] for bot in met)) > RATING_TOLERANCE)


class Swings(Check):
    """Expected entries in order. Deals without a difference at the end may be left out."""

    def __init__(self, entries):
        self.entries = entries

    def differences(self, path, found):
        if not isinstance(found, list):
            return [(path, differing(found, "an array"))]
        needed = sum(entry["difference"] != 0 for entry in self.entries)
        count = min(max(len(found), needed), len(self.entries))
        return list(compare(path, found, self.entries[:count]))


# ---- comparing -----------------------------------------------------------------------------

class Absent:
    """A field that should not be there; null will do."""


def shortened(numbers):
    if len(numbers) <= 8:
        return str(numbers)
    return f"[{', '.join(map(str, numbers[:4]))} ... {numbers[-1]}] ({len(numbers)} points)"


def text_of(value):
    text = json.dumps(value, default=str)
    return text if len(text) <= 120 else text[:117] + "..."


def differing(found, expected):
    return f"is {text_of(found)}, should be {text_of(expected)}"


def label(entry, index):
    """Names an entry of an array, by its name where it has one."""
    names = [entry[key] for key in ("name", "bot") if isinstance(entry.get(key), str)] if isinstance(entry, dict) else []
    return names[0] if names else index


def compare(path, found, expected):
    """Yields (path, text) for each difference of a tree from what is expected."""
    if hasattr(expected, "differences"):  # a Check, or one like it
        yield from expected.differences(path, found)
    elif isinstance(expected, dict | list) and not isinstance(found, type(expected)):
        yield path, differing(found, "an object" if isinstance(expected, dict) else "an array")
    elif isinstance(expected, dict):
        for name, value in expected.items():
            inner = f"{path}.{name}" if path else name
            if value is Absent:
                if found.get(name) is not None:
                    yield inner, "should not be there"
            elif name not in found:
                yield inner, "is missing"
            else:
                yield from compare(inner, found[name], value)
    elif isinstance(expected, list):
        if len(found) != len(expected):
            yield path, f"has {len(found)} entries, should have {len(expected)}"
        for index, (one, other) in enumerate(zip(found, expected)):
            yield from compare(f"{path}[{label(other, index)}]", one, other)
    elif isinstance(expected, float):
        if not close(found, expected):
            yield path, differing(found, expected)
    elif found != expected or isinstance(found, bool) != isinstance(expected, bool):
        yield path, differing(found, expected)


# ---- pairs, standings, ratings --------------------------------------------------------------

def expected_pair(units, a, b, scoring, hand=None):
    """`hand`: a function of a and b; None where pairs are not judged."""
    by_unit = [[play for play in unit.plays if play.has(a, b)] for unit in units]
    by_unit = [plays for plays in by_unit if plays]
    values = [per_deal_difference(plays, a, b, scoring) for plays in by_unit]
    found = estimate(values)
    judged = {"judged": Judged(values, hand(a, b))} if hand else {}
    return judged | {"a": a, "b": b, "units": len(values), "games": sum(map(len, by_unit)),
            "difference": found, "superiority": superiority(values)}


def expected_pairs(schedule, bots, units, scoring, hand=None):
    """Of all that share tables, whether or not a complete unit has such a game."""
    found = [expected_pair(units, a, b, scoring, hand) for a, b in itertools.combinations(bots, 2)
             if any(a in table and b in table for table in schedule.tables)]
    if schedule.imported:  # recorded games: those that met
        found = [pair for pair in found if pair["units"]]
    Judged.adjust([pair["judged"] for pair in found if "judged" in pair])
    return found


def expected_standing(units, bot):
    """`seats` counts games and seats of them: in two seats of a game it had two."""
    by_unit = [[(play, seat) for play in unit.plays for seat in play.seats_of(bot)] for unit in units]
    by_unit = [seats for seats in by_unit if seats]
    entry = {"bot": bot, "units": len(by_unit), "seats": sum(map(len, by_unit))}
    for scoring in ("classic", "seeger_fabian", "score"):
        sums = [(sum(play.scores[scoring][seat] for play, seat in seats), len(seats)) for seats in by_unit]
        entry[scoring] = ratio_estimate(sums)
    return entry


def placings_of(unit, scoring):
    """A weak order for each table with different bots, whatever the seats."""
    tables = collections.defaultdict(lambda: collections.defaultdict(list))
    for play in unit.plays:
        for seat, bot in enumerate(play.table):
            tables[tuple(sorted(play.table))][bot].append(play.scores[scoring][seat])
    for merits in tables.values():
        if len(merits) > 1:
            tiers = collections.defaultdict(list)
            for bot in sorted(merits):
                tiers[Fraction(sum(merits[bot]), len(merits[bot]))].append(bot)
            yield tuple(tuple(tiers[merit]) for merit in sorted(tiers, reverse=True))


def expected_ratings(bots, units, scoring):
    groups = [collections.Counter() for _ in range(JACKKNIFE_GROUPS)]
    for unit in units:
        groups[unit.number % JACKKNIFE_GROUPS].update(placings_of(unit, scoring))
    placings = Placings(sum(groups, collections.Counter()))
    return {"method": "plackett_luce", "scale": "400 log10", "units": len(units), "placings": placings.count,
            "bounded": placings.bounded(), "bots": Ratings(bots, placings, sum(map(bool, groups)))}


# ---- comparison ----------------------------------------------------------------------------

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
        for position in range(scorekeeper.PLAYERS):
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


# ---- the sequential test --------------------------------------------------------------------

def llr_of(values, farthest, h0, h1):
    """Beyond both hypotheses, the nearer gives way to all beyond it, at the price of 5."""
    counts, mean = counted(values), float(sum(values) / len(values))
    at = {h: log_ratio(counts, (-farthest, farthest), h, (h0, h1)) for h in (h0, h1)}
    if abs(mean - h0) > abs(h1 - h0) and abs(mean - h0) > abs(mean - h1):
        return max(at[h1] - at[h0], -at[h0] - 5)
    if abs(mean - h1) > abs(h1 - h0) and abs(mean - h1) > abs(mean - h0):
        return min(at[h1] - at[h0], at[h1] + 5)
    return at[h1] - at[h0]


class Test:
    """The test of the manifest over Y of each unit in schedule order."""

    def __init__(self, plan, values, planned, hand, failed=()):
        self.failed = list(failed) or [(0, 0)] * len(values)  # by unit: deals where only a, only b failed
        self.plan, self.values, self.planned = plan, values, planned
        self.hand = hand  # what one that is thrown away changes in a unit
        self.sessions = False  # whether a unit is one
        self.margin = plan.get("margin")
        self.lower = math.log(plan["beta"] / (1 - plan["alpha"]))
        self.upper = math.log((1 - plan["beta"]) / plan["alpha"])

    def llr(self, values):
        """Log likelihood ratio of h1 to h0."""
        unit = Sample(values).deviation() if self.plan["model"] == "normalised" else 1
        if not unit:
            return 0.0
        farthest = max([self.hand] + [abs(float(value)) for value in values])
        return llr_of(values, farthest, self.plan["h0"] * unit, self.plan["h1"] * unit)

    def looks(self):
        """Numbers of units after which it is judged."""
        last = len(self.values) if len(self.values) == self.planned else None
        same = True
        for units, value in enumerate(self.values, 1):
            same = same and value == self.values[0]
            regular = units % self.plan["block"] == 0 and units >= self.plan["min_units"]
            if (units == last and units >= self.plan["min_units"]) or (regular and (self.margin or not same)):
                yield units

    def verdict_of(self, llr):
        if llr >= self.upper:
            return "accept"
        return "reject" if llr <= self.lower else "undecided"

    def judged(self, units):
        """The verdict on the first units: by the llr, or, with a margin, by what holds whenever play stops."""
        if not self.margin:
            return self.verdict_of(self.llr(self.values[:units]) if units else 0.0)
        if not units:
            return "undecided"
        above, below = (course[units - 1] for course in self.courses)
        if above >= -math.log(self.plan["alpha"]):
            return "accept"
        return "reject" if below >= -math.log(self.plan["beta"]) else "undecided"

    @functools.cached_property
    def courses(self):
        """ln of the evidence that the difference lies above -margin, and below it, after each unit."""
        evidence = self.evidence_of_means(None)
        return [evidence.course(-self.margin, side) for side in (ABOVE, BELOW)]

    def evidence_of_means(self, units):
        step = self.margin or (1 if self.plan["model"] == "normalised" else abs(self.plan["h1"] - self.plan["h0"]))
        return Evidence(self.values, self.plan["block"], step, self.hand, units)

    def anytime(self, units):
        sides = (self.plan["alpha"], self.plan["beta"]) if self.margin else (0.025, 0.025)
        found = {name: value for name, value in estimate(self.values[:units]).items() if name in ("mean", "error")}
        found |= ends_of(self.values[:units]) | {"least_above": None} | dict(zip(("alpha_low", "alpha_high"), sides))
        if self.margin:
            found["least_above"] = alike_units(self.plan["block"], self.margin, self.hand, sides[0])
        if not units:
            return found | {"low": None, "high": None, "p": None}
        evidence = self.evidence_of_means(units)
        low, high = (evidence.end(side, alpha) for side, alpha in zip((ABOVE, BELOW), sides))
        return found | {"low": low, "high": high, "p": Near(evidence.p(), 2e-9)}

    @functools.cached_property
    def decided_at(self):
        """Number of units at the first look that decides, or None."""
        decided = [next((units for units in self.looks() if self.judged(units) != "undecided" or self.is_over(units)), None),
                   self.faults_decided_at]
        return min(filter(None, decided), default=None)

    def is_over(self, units):
        """Whether no further unit can decide it: with a margin, nothing is left of what was staked on either side of that."""
        return bool(self.margin and units) and all(course[units - 1] == -math.inf for course in self.courses)

    @functools.cached_property
    def faults_decided_at(self):
        alpha, block = self.plan.get("faults_alpha"), self.plan["block"]
        if not alpha:
            return None
        every = 1 if self.sessions else 10 if block % 10 == 0 else block
        return next((units for units in range(every, len(self.values) + 1, every) if self.evidence(units) >= 1 / alpha), None)

    def failures(self, units):
        return [sum(one[side] for one in self.failed[:units]) for side in (0, 1)]

    def evidence(self, units):
        """2^(k+m) times the mean of q^k (1-q)^m over q in 1/2..1, by Simpson's rule."""
        first, second = self.failures(units)
        steps, total = 2000, 0.0
        for i in range(steps + 1):
            q = 0.5 + i / steps / 2
            weight = 1 if i in (0, steps) else 4 if i % 2 else 2
            total += weight * (2 * q) ** first * (2 * (1 - q)) ** second
        return total / 3 / steps

    def at(self, units):
        sample = Sample(self.values[:units])
        llr = self.llr(self.values[:units]) if units else 0.0
        by_faults = bool(self.decided_at) and self.decided_at == self.faults_decided_at and (
            units not in self.looks() or not (self.judged(units) != "undecided" or self.is_over(units)))
        found = {"units": units, "mean": float(sample.mean()) if units else None, "deviation": sample.deviation(), "llr": Near(llr, 1e-5),
                "least_units": None if self.least_units(sample.deviation()) == math.inf else self.least_units(sample.deviation()),
                "faults": {"only_a": self.failures(units)[0], "only_b": self.failures(units)[1],
                           "evidence": Near(self.evidence(units), 1e-4 * self.evidence(units)), "decided": by_faults},
                "verdict": "reject" if by_faults else self.judged(units) if self.decided_at else "undecided", "over": self.is_over(units),
                "anytime": self.anytime(units)}
        return found

    def least_units(self, deviation):
        """Units without a difference after which it decides, at a look."""
        unit = deviation if self.plan["model"] == "normalised" else 1
        share = min(abs(self.plan["h1"] - self.plan["h0"]) * (unit or 0) / self.hand, 0.5)
        if not share:
            return math.inf
        units = max(self.plan["min_units"], min(self.upper, -self.lower) / -math.log1p(-share))
        return math.ceil(units / self.plan["block"]) * self.plan["block"]

    def final(self):
        """At the look that decides; undecided: over all units so far, or at the last look."""
        if self.decided_at:
            return [self.at(self.decided_at)]
        options = dict.fromkeys([len(self.values)] + list(self.looks())[-1:])
        return [self.at(units) for units in options]

    def expected(self):
        plan = {name: self.plan[name] for name in ("model", "h0", "h1", "alpha", "beta", "min_units", "block")}
        plan |= {"margin": float(self.margin) if self.margin else Absent}
        bounds = {"lower": self.lower, "upper": self.upper}
        return [plan | bounds | final for final in self.final()]


# ---- a folder ------------------------------------------------------------------------------

class Statistician:
    def __init__(self, manifest, lines):
        self.manifest, self.lines = manifest, lines
        self.schedule = Schedule(manifest)
        reader = Reader(manifest)
        self.rules = reader.rules
        self.plays = [reader.read(line) for line in lines]
        self.units = list(self.schedule.complete_units(self.plays))
        own = reader.rules["scoring.system"]
        self.primary = own if own in ("classic", "seeger_fabian") else "score"
        self.comparison = self.test = None
        if manifest.get("compare"):
            a, b = manifest["compare"]
            hands = {scoring: self.hand(a, b, scoring) for scoring in ("classic", "seeger_fabian", "score")}
            self.comparison = Comparison(self.schedule, self.units, a, b, self.primary, hands)
        if self.comparison and manifest.get("test"):
            self.test = Test(manifest["test"], self.comparison.values, self.schedule.units,
                             self.comparison.hands[self.primary], self.comparison.failed())
            self.test.sessions = self.schedule.unit == "session"
        if self.comparison:
            self.comparison.is_judged = not self.test
        seated = set(itertools.chain(*self.schedule.tables))
        self.bots = [bot["name"] for bot in manifest["bots"] if bot["name"] in seated]

    @functools.cache
    def hand(self, a, b, scoring):
        """What one that is thrown away changes in the difference of a unit, in points a deal; 0 if that is not allowed for."""
        if self.manifest.get("allow_for") == "none":
            return 0.0
        own = self.rules["scoring.system"] if scoring == "score" else scoring
        return statistician_hand.hand_cost(self.rules, self.schedule.groups(), a, b, own) / self.schedule.deals_of_unit

    @property
    def hand_judged(self):
        """By which a fixed number of units is judged. A test that may end the run is judged by its own interval."""
        return None if self.test else lambda a, b: self.hand(a, b, self.primary)

    def misplaced(self):
        """Lines that are not the schedule's: where these are, units mean nothing."""
        for index, line in enumerate(self.lines):
            session, deal, table = self.schedule.place(index)
            if self.schedule.imported:
                table = self.schedule.tables[line["arrangement"]]
            expected = {"game": index, "session": session, "deal": deal, "table": table}
            for field, text in compare("", line, expected):
                yield f"games.jsonl:{index + 1}: {field}: {text}"

    def expected(self):
        """summary.json, as far as it is of concern here."""
        summary = {"complete": len(self.plays) == self.schedule.games,
                   "pairs": expected_pairs(self.schedule, self.bots, self.units, self.primary, self.hand_judged),
                   "standings": [expected_standing(self.units, bot) for bot in self.bots],
                   "ratings": Absent, "comparison": Absent, "test": Absent}
        if len(self.bots) > 2 and not self.schedule.imported:
            summary["ratings"] = expected_ratings(self.bots, self.units, self.primary)
        if self.comparison:
            summary["comparison"] = self.comparison.expected()
        if self.test:
            summary["test"] = OneOf(self.test.expected())
            summary["complete"] |= self.test.decided_at is not None
        summary["verdict"] = OneOf(statistician_verdict.expected_verdicts(self, summary))
        return summary

    def after_the_verdict(self):
        """A run ends at the unit where its test does."""
        decided = self.test and self.test.decided_at
        if decided:
            size = self.schedule.per_deal * self.schedule.deals_of_unit
            if len(self.plays) > decided * size:
                yield f"games.jsonl: goes on after the verdict of the test at unit {decided}"


def read_lines(path):
    """Games of a log; a torn last line is none."""
    lines = []
    for text in path.read_text(encoding="utf-8").splitlines(keepends=True):
        if text.endswith("\n"):
            lines.append(json.loads(text))
    return lines


def without_repeats(pairs, repeated):
    """An object of JSON; fields that it has twice are added to `repeated`."""
    counts = collections.Counter(name for name, _ in pairs)
    repeated += [name for name, count in counts.items() if count > 1]
    return dict(pairs)


def check_folder(folder):
    """All differences, as texts; empty when everything agrees."""
    folder = pathlib.Path(folder)
    manifest = json.loads((folder / "manifest.json").read_text())
    statistician = Statistician(manifest, read_lines(folder / "games.jsonl"))
    misplaced = list(statistician.misplaced())
    if misplaced:
        return misplaced
    repeated = []
    summary = json.loads((folder / "summary.json").read_text(), object_pairs_hook=lambda pairs: without_repeats(pairs, repeated))
    differences = [f"summary.json: {name}: twice in one object" for name in repeated]
    differences += statistician.after_the_verdict()
    return differences + [f"summary.json {path}: {text}" for path, text in compare("", summary, statistician.expected())]


if __name__ == "__main__":
    sys.exit(scorekeeper.run(check_folder, "statistician.py"))
