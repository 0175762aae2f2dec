# SPDX-License-Identifier: MIT
"""Part of statistician.py: the evidence that the difference lies above or below a value, whenever play stops, and the interval that follows
from it (docs/formats.md, `test`).

Units are cut into blocks. Before each one the stake is chosen from the units before it; evidence is the capital of who stakes it on every
unit of the block. All products are sums of logarithms; equal values of a block are counted."""
import bisect
import collections
import itertools
import math

PRIOR = 50                             # units that the variance counts before any was seen
SHARES = ((0.8, 0.9999), (0.2, 0.5))   # of the capital; of what a unit can cost at most, that may be staked
ABOVE, BELOW = 1, -1
STEPS = 60                             # of a bisection


def beginnings(block):
    """The units before which a block begins, without end."""
    even, at = block if block % 2 == 0 else 2 * block, 0
    while True:
        yield at
        at += max(even, at // 32 // even * even)


def log_factor(value, stake, mean, side, largest, most):
    """ln of what a unit makes of the capital."""
    room = largest + side * mean
    factor = 1 + (min(stake, most / room) if room > 0 else stake) * side * (value - mean)
    return math.log(factor) if factor > 0 else -math.inf  # lost: only beyond what counts as possible


def together(products):
    """ln of the sum of both parts of the capital."""
    logs = [math.log(part) + product for product, (part, _) in zip(products, SHARES)]
    best = max(logs)
    return best if best == -math.inf else best + math.log(sum(math.exp(log - best) for log in logs))


class Evidence:
    """Of the first `units` values (all: None) about a mean."""

    def __init__(self, values, block, step, largest, units=None):
        values = [float(value) for value in values[:units]]
        self.largest = largest
        self.counts: list = []  # the same, values counted
        firsts = list(itertools.takewhile(lambda first: first < len(values), beginnings(block)))
        self.blocks = []  # (stake, values)
        total = squares = 0.0
        for first, after in itertools.zip_longest(firsts, firsts[1:], fillvalue=len(values)):
            spread = squares - total * total / first if first else 0.0
            variance = (PRIOR * step * largest + spread) / (PRIOR + first)
            of_block = values[first:after]
            self.blocks.append((step / (variance + step * step), of_block))
            total += sum(of_block)
            squares += sum(value * value for value in of_block)
        self.counts = [(stake, collections.Counter(of_block)) for stake, of_block in self.blocks]

    def log(self, mean, side):
        """ln of the evidence that the truth lies above (or below) this mean."""
        return together(sum(count * log_factor(value, stake, mean, side, self.largest, most)
                            for stake, counts in self.counts for value, count in counts.items())
                        for _, most in SHARES)

    def course(self, mean, side):
        """The same after the first unit, the second ..."""
        return [together(pair) for pair in zip(*(self.products(mean, side, most) for _, most in SHARES))]

    def products(self, mean, side, most):
        return itertools.accumulate(log_factor(value, stake, mean, side, self.largest, most)
                                    for stake, values in self.blocks for value in values)

    def end(self, side, alpha):
        """Of the interval: the evidence that the truth lies beyond it falls as it moves inward."""
        inside, outside = side * self.largest, -side * self.largest
        if self.log(outside, side) < -math.log(alpha):
            return outside
        for _ in range(STEPS):
            middle = (inside + outside) / 2
            if self.log(middle, side) >= -math.log(alpha):
                outside = middle
            else:
                inside = middle
        return outside

    def p(self):
        """1 over the mean of the evidence for both sides of 0."""
        logs = [self.log(0, side) for side in (ABOVE, BELOW)]
        if max(logs, default=-math.inf) > 700:
            return 0.0
        both = sum(math.exp(one) for one in logs) / 2
        return min(1.0, 1 / both) if both else 1.0


def alike_units(block, margin, largest, alpha):
    """So many units without a difference show that it lies above -margin."""
    def shown(units):
        return Evidence([0] * units, block, margin, largest).log(-margin, ABOVE) >= -math.log(alpha)
    most = 1
    while not shown(most):
        most *= 2
    return bisect.bisect_left(range(most), True, lo=most // 2, key=shown)
