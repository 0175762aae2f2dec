# SPDX-License-Identifier: MIT
"""Part of statistician.py: the evidence that the difference lies above or below a value, whenever play stops, and the interval that follows
from it (arena/stats/confidence_sequence.h; docs/formats.md, `test`).

Units are cut into blocks. Before each one the stakes are chosen from the units before it; evidence is the money of three players who stake
on every unit of the block. All products are sums of logarithms; equal values of a block are counted."""
import bisect
import collections
import itertools
import math

PRIOR = 50                             # units that the variance counts before any was seen
ABOVE, BELOW = 1, -1
INFINITE = 1e308                       # as files have it
STEPS = 60                             # of a bisection
# The players: their shares of the money; of what a unit can cost at most, the part that is staked at most; and whether the distance that
# one bets on is that of the mean so far, or the one that is to be told apart.
PLAYERS = ((0.76, 0.9999, False), (0.2, 0.5, False), (0.04, 0.9999, True))


def beginnings(block):
    """The units before which a block begins, without end."""
    even, at = block if block % 2 == 0 else 2 * block, 0
    while True:
        yield at
        at += max(even, at // 32 // even * even)


def logarithm(factor):
    """Of what a unit makes of the money: all that was staked is lost, but not more, by a value beyond what one hand can cost."""
    return math.log(factor) if factor > 0 else -math.inf


def together(products):
    """ln of the sum of all parts of the money."""
    logs = [math.log(share) + product for product, (share, _, _) in zip(products, PLAYERS)]
    best = max(logs)
    return best if best == -math.inf else best + math.log(sum(math.exp(log - best) for log in logs))


class Block:
    """Units with the same stakes: what was known before them, and their values."""

    def __init__(self, mean, variance, values):
        self.mean, self.variance, self.values = mean, variance, values
        self.counts = collections.Counter(values)


class Evidence:
    """Of the first `units` values (all: None) about a mean. `hand`: what one that is thrown away changes in a unit."""

    def __init__(self, values, block, step, hand, units=None):
        values = [float(value) for value in values[:units]]
        self.step, self.hand, self.values = step, hand, values
        firsts = list(itertools.takewhile(lambda first: first < len(values), beginnings(block)))
        self.blocks = []
        total = squares = 0.0
        for first, after in itertools.zip_longest(firsts, firsts[1:], fillvalue=len(values)):
            spread = squares - total * total / first if first else 0.0
            of_block = values[first:after]
            self.blocks.append(Block(total / first if first else None, (PRIOR * step * hand + spread) / (PRIOR + first), of_block))
            total += sum(of_block)
            squares += sum(value * value for value in of_block)

    def stake(self, block, player, mean, side):
        """Of the money for each point that a value is away from the mean, on the side that is bet on."""
        _, most, follows = player
        distance = self.step
        if follows:
            distance = side * (block.mean - mean) if block.mean is not None else 0.0
        if distance <= 0:
            return 0.0
        return min(distance / (block.variance + distance * distance), most / (self.hand + side * mean))

    def log(self, mean, side):
        """ln of the evidence that the truth lies above (or below) this mean."""
        return together([sum(count * logarithm(1 + self.stake(block, player, mean, side) * side * (value - mean))
                             for block in self.blocks for value, count in block.counts.items()) for player in PLAYERS])

    def course(self, mean, side):
        """The same after the first unit, the second ..."""
        return [together(products) for products in zip(*(self.products(mean, side, player) for player in PLAYERS))]

    def products(self, mean, side, player):
        return itertools.accumulate(logarithm(1 + self.stake(block, player, mean, side) * side * (value - mean))
                                    for block in self.blocks for value in block.values)

    def is_over(self, mean):
        """Whether nothing is left on either side."""
        return all(self.log(mean, side) == -math.inf for side in (ABOVE, BELOW))

    def end(self, side, alpha):
        """Of the interval: of the means that are excluded the one nearest to what was seen, from which the way goes outward in steps that
        double. Without one, a hand; after a value beyond that it is infinite, since then nothing is known."""
        limit = self.hand * (1 - 1e-9)
        seen = sum(self.values) / len(self.values)
        inside = max(-limit, min(limit, seen))

        def excluded(mean):
            return self.log(mean, side) >= -math.log(alpha)
        if excluded(inside):
            return inside
        outside = inside
        for step in [self.hand * 2.0 ** power for power in range(-23, 2)]:
            outside = max(-limit, min(limit, seen - side * step))
            if outside != inside and excluded(outside):
                break
            inside = outside
        else:
            beyond = max(abs(value) for value in self.values) > self.hand * (1 + 1e-12)
            return -side * (INFINITE if beyond else self.hand)
        for _ in range(STEPS):
            middle = (inside + outside) / 2
            if excluded(middle):
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


def alike_units(block, margin, hand, alpha):
    """So many units without a difference show that it lies above -margin."""
    def shown(units):
        return Evidence([0] * units, block, margin, hand).log(-margin, ABOVE) >= -math.log(alpha)
    most = 1
    while not shown(most):
        most *= 2
    return bisect.bisect_left(range(most), True, lo=most // 2, key=shown)
