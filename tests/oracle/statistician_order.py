# SPDX-License-Identifier: MIT
"""Part of statistician.py: whether the order of the units matters, from arena/stats/order_test.h alone. That p is right, of random orders,
is for tests/unit/test_order.c. Runs that are so long that their beginning is tested, too, are not looked at."""
import itertools
import math

BLOCKS, LEAST = 2048, 8
LEVEL = 0.001


def blocks_of(values, cycle):
    """Sums of whole cycles, and units of each, joined in pairs as long as there are too many."""
    units = cycle
    sums = [sum(values[first:first + cycle]) for first in range(0, len(values) - cycle + 1, cycle)]
    while len(sums) >= BLOCKS:
        sums = [one + other for one, other in zip(sums[::2], sums[1::2])]
        units *= 2
    return sums, units


def lengths(count):
    return list(itertools.takewhile(lambda length: length <= max(2, count // 4), (2 ** k for k in range(1, 20))))


def ratio_of(totals, length):
    """`totals`: sums of the first 0, 1, 2 ... values, which have mean 0 and mean square 1."""
    count = len(totals) - 1
    firsts = range(0, count - length + 1, max(1, length // 8))
    square = sum((totals[first + length] - totals[first]) ** 2 for first in firsts) / len(firsts)
    return square / (length * (count - length) / (count - 1))


def standardised(sums):
    mean = sum(sums) / len(sums)
    deviation = math.sqrt(sum((value - mean) ** 2 for value in sums) / len(sums))
    return [float(value - mean) / deviation for value in sums]


class Series:
    """Judges `difference` or `divergence`. `per_unit`: games of a unit."""

    def __init__(self, values, cycle, per_unit):
        self.values, self.per_unit = [float(value) for value in values], per_unit
        self.cycle = cycle
        self.sums, self.units = blocks_of(self.values, cycle)

    def differences(self, path, found):
        if not isinstance(found, dict) or not {"p", "found"} <= found.keys():
            return [(path, "has no p or no found")]
        if len(self.sums) < LEAST or max(self.sums) - min(self.sums) < 1e-9:
            return [(f"{path}.{name}", "should be null") for name in ("p", "found") if found[name] is not None]
        if len(self.values) >= 16 * BLOCKS * self.cycle:
            return []
        if not 0 < (found["p"] or 0) <= 1:
            return [(f"{path}.p", f"is {found['p']}, should be a chance")]
        if (found["found"] is None) != (found["p"] > LEVEL):
            return [(f"{path}.found", f"does not fit p = {found['p']}")]
        return self.wrong_found(f"{path}.found", found["found"]) if found["found"] else []

    def mean(self, first, after):
        return sum(self.values[first:after]) / (after - first)

    def wrong_found(self, path, found):
        """Its numbers; which of the lengths it is, the description leaves open."""
        length = found["length"] // self.units
        if found["length"] != length * self.units or length not in lengths(len(self.sums)):
            return [(f"{path}.length", f"is {found['length']}")]
        wrong = []
        ratio = ratio_of([0.0, *itertools.accumulate(standardised(self.sums))], length)
        if not math.isclose(found["ratio"], ratio, rel_tol=1e-6):
            wrong.append((f"{path}.ratio", f"is {found['ratio']}, should be {ratio}"))
        means = [self.mean(first * self.units, first * self.units + found["length"]) for first in range(len(self.sums) - length + 1)]
        for name, extreme in (("lowest", min(means)), ("highest", max(means))):
            wrong += self.wrong_part(f"{path}.{name}", found[name], found["length"], extreme)
        return wrong

    def wrong_part(self, path, part, length, extreme):
        first, after = part["first"], part["last"] + 1
        mean, whole = self.mean(first, after), len(self.sums) * self.units
        games = (first * self.per_unit, after * self.per_unit - 1)
        wrong = [] if math.isclose(part["mean"], mean, abs_tol=1e-6) else [(f"{path}.mean", f"is {part['mean']}, should be {mean}")]
        if (part["first_game"], part["last_game"]) != games:
            wrong.append((path, f"has the games of {games}"))
        if after - first == length and not math.isclose(mean, extreme, abs_tol=1e-6):
            wrong.append((path, f"is not the most extreme: {extreme}"))
        elif after - first != length and not (first == 0 or after == whole):
            wrong.append((path, "is neither as long as it says nor a part before or after a turn"))
        return wrong
