# SPDX-License-Identifier: MIT
"""Part of statistician.py: compares what is found with what is expected. Where more than one answer is right, a leaf is a Check."""
import collections
import dataclasses
import json
import math
from fractions import Fraction
from typing import Any

import statistician_order
from statistician_maths import counted, estimate, likely_means, log_ratio, running, student_cdf, student_quantile

RELATIVE, ABSOLUTE = 1e-6, 2e-9  # tolerances of numbers; the file has nine decimals
RATING_TOLERANCE = 1e-4          # in rating units
WINS_TOLERANCE = 1e-6            # of all placings
CURVE_POINTS, BINS = 256, 64


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
