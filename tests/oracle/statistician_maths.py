# SPDX-License-Identifier: MIT
"""What statistician.py computes with: Student's t, estimates over units, Plackett-Luce.

Part of statistician.py; standard library only. Values of units are integers or Fractions and are summed exactly; only roots, t quantiles
and ratings are floating point."""
import collections
import functools
import itertools
import math
import statistics
from fractions import Fraction

CONFIDENCE = 0.95
JACKKNIFE_GROUPS = 100
RATING_SCALE = 400 / math.log(10)  # of a difference of log strengths


# ---- Student's t ----

def beta_fraction(a, b, x):
    """Continued fraction of the incomplete beta function (Lentz's method), x < (a+1)/(a+b+2)."""
    tiny = 1e-300
    c, d = 1.0, 1 / ((1 - (a + b) * x / (a + 1)) or tiny)
    value = d
    for m in range(1, 100000):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for coefficient in (even, odd):
            d = 1 / ((1 + coefficient * d) or tiny)
            c = (1 + coefficient / c) or tiny
            value *= c * d
        if abs(c * d - 1) < 1e-15:
            return value
    raise ArithmeticError(f"beta_fraction({a}, {b}, {x}) does not converge")


def incomplete_beta(a, b, x):
    """Regularised, I_x(a, b)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x))
    if x < (a + 1) / (a + b + 2):
        return front * beta_fraction(a, b, x) / a
    return 1 - front * beta_fraction(b, a, 1 - x) / b


def student_cdf(t, df):
    """P(T <= t)."""
    if math.isinf(t):
        return float(t > 0)
    tail = incomplete_beta(df / 2, 0.5, df / (df + t * t)) / 2
    return 1 - tail if t > 0 else tail


def student_density(t, df):
    return math.exp(math.lgamma((df + 1) / 2) - math.lgamma(df / 2) - (df + 1) / 2 * math.log1p(t * t / df)) / math.sqrt(df * math.pi)


@functools.cache
def student_quantile(p, df):
    """The t with P(T <= t) = p, by Newton's method from the normal quantile, which is nearer to 0: above 0 the cdf bends down, so that no
    step is too long."""
    if p < 0.5:
        return -student_quantile(1 - p, df)
    t, step = statistics.NormalDist().inv_cdf(p), 1.0
    while step > 1e-12 * t:
        step = (p - student_cdf(t, df)) / student_density(t, df)
        t += step
    return t


# ---- estimates ----

NO_ESTIMATE = {"mean": None, "error": None, "low": None, "high": None}


def estimate_of(mean, error, units):
    """The ESTIMATE of the specification; `error` may be None."""
    if mean is None or error is None or units < 2:
        return NO_ESTIMATE | {"mean": mean}
    margin = error * student_quantile((1 + CONFIDENCE) / 2, units - 1)
    return {"mean": mean, "error": error, "low": mean - margin, "high": mean + margin}


class Sample:
    """Exact sums over units, one value each."""

    def __init__(self, values):
        self.scale = math.lcm(*(value.denominator for value in values))
        self.values = [value.numerator * (self.scale // value.denominator) for value in values]
        self.units = len(values)
        self.total = sum(self.values)
        self.squares = sum(value * value for value in self.values)

    def mean(self):
        return Fraction(self.total, self.units * self.scale) if self.units else None

    def variance(self, divisor):
        """Sum of squared deviations / divisor, exact."""
        deviations = Fraction(self.units * self.squares - self.total ** 2, self.units)
        return deviations / (divisor * self.scale ** 2)

    def deviation(self):
        """With 1/n, as the sequential test wants it."""
        return math.sqrt(self.variance(self.units)) if self.units else None

    def estimate(self):
        if not self.units:
            return NO_ESTIMATE
        error = None
        if self.units > 1:
            error = math.sqrt(self.variance(self.units - 1) / self.units)
        return estimate_of(float(self.mean()), error, self.units)

    def skewness(self):
        mean, spread = float(self.mean()) * self.scale, self.deviation() * self.scale
        return sum(((value - mean) / spread) ** 3 for value in self.values) / self.units


def estimate(values):
    return Sample(values).estimate()


def ends_of(values):
    """The lowest and the highest difference of a unit."""
    numbers = [float(value) for value in values]
    return {"lowest": min(numbers, default=None), "highest": max(numbers, default=None)}


def superiority(values):
    return estimate([Fraction(1 + (value > 0) - (value < 0), 2) for value in values])


def running(values, at):
    """The sample of the first n values, for each n in `at`, ascending; always the same object."""
    sample = Sample(values)
    part = Sample([])
    part.scale = sample.scale
    for n in at:
        more = sample.values[part.units:n]
        part.units += len(more)
        part.total += sum(more)
        part.squares += sum(value * value for value in more)
        yield part


def ratio_estimate(pairs):
    """Sum of numerators / sum of denominators over units, each (numerator, denominator > 0)."""
    units, below = len(pairs), sum(n for _, n in pairs)
    if not units:
        return NO_ESTIMATE
    ratio = Fraction(sum(s for s, _ in pairs), below)
    if units < 2:
        return estimate_of(float(ratio), None, units)
    # Times the ratio's denominator the residuals are integers.
    top, bottom = ratio.numerator, ratio.denominator
    squares = Fraction(sum((s * bottom - top * n) ** 2 for s, n in pairs), bottom ** 2)
    error = math.sqrt(Fraction(units, units - 1) * squares) / below
    return estimate_of(float(ratio), error, units)


# ---- Plackett-Luce ----

class Placings:
    """Weak orders counted: each a tuple of tiers, best first, of tuples of bots."""

    def __init__(self, orders):
        self.orders, self.count = orders, orders.total()  # of a Counter
        self.pairs = {frozenset(pair) for order in orders for pair in itertools.combinations(itertools.chain(*order), 2)}
        self.bots = set(itertools.chain(*self.pairs))

    def stages(self):
        """Wins of each bot, and how often each set of bots contended for a place.

        A tie is the mean over the orders that it may hide. Each pair that met gets one more game, half won by each."""
        wins: dict[str, float] = collections.defaultdict(float)
        sets: dict[frozenset, float] = collections.defaultdict(float)
        for order, count in self.orders.items():
            hidden = list(itertools.product(*(itertools.permutations(tier) for tier in order)))
            for tiers in hidden:
                line = list(itertools.chain(*tiers))
                for place in range(len(line) - 1):
                    wins[line[place]] += count / len(hidden)
                    sets[frozenset(line[place:])] += count / len(hidden)
        for pair in self.pairs:
            sets[pair] += 1
            for bot in pair:
                wins[bot] += 0.5
        return wins, sets

    def connected(self):
        reached, waiting = set(), list(self.bots)[:1]
        while waiting:
            bot = waiting.pop()
            reached.add(bot)
            waiting += [other for pair in self.pairs if bot in pair for other in pair - reached]
        return reached == self.bots

    def bounded(self):
        """Whether of any two sets of bots that met, some bot of each is at least once not behind one of the other."""
        ahead = {(bot, other) for order in self.orders for at, tier in enumerate(order) for bot in tier
                 for other in itertools.chain(*order[at:]) if other != bot}
        for middle, bot, other in itertools.product(sorted(self.bots), repeat=3):
            if {(bot, middle), (middle, other)} <= ahead:
                ahead.add((bot, other))
        return all({(bot, other), (other, bot)} <= ahead for bot, other in map(tuple, self.pairs))

    def surplus(self, ratings):
        """How many more wins these ratings promise each bot than it has: 0 where the likelihood is greatest, since at each stage a bot wins
        in proportion to its strength."""
        wins, sets = self.stages()
        promised = collections.Counter()
        for members, count in sets.items():
            strengths = {bot: math.exp(ratings[bot] / RATING_SCALE) for bot in members}
            for bot, strength in strengths.items():
                promised[bot] += count * strength / sum(strengths.values())
        return {bot: promised[bot] - wins[bot] for bot in self.bots}


# ---- the likelihood of a mean ----

def counted(values):
    """(value, how often) as floating point."""
    return [(float(value), count) for value, count in collections.Counter(values).items()]


def log_ratio(counts, bounds, mean, possible=()):
    """ln of the likelihood of the likeliest distribution between two bounds that has this mean, over that of the observed
    frequencies; twice what is `possible` is. Its chances are n_i/N / (1 + l (x_i - mean)), and what is left over lies at a bound; l by
    Newton's method, as the slope falls."""
    least, most = (end(bound, *(2 * h for h in possible)) if possible else bound for end, bound in zip((min, max), bounds))
    if not least < mean < most:
        return -math.inf
    pairs = [(value - mean, count) for value, count in counts]

    low, high = -1 / (most - mean) * (1 - 1e-12), 1 / (mean - least) * (1 - 1e-12)
    tilt, width = 0.0, high - low
    while high - low > 1e-8 * width:
        slope = bend = 0.0
        for off, count in pairs:
            part = off / (1 + tilt * off)
            slope += count * part
            bend += count * part * part
        step = slope / bend if bend else 0.0
        if slope > 0:
            low = tilt
        else:
            high = tilt
        if bend and abs(step) < 1e-7 * width:
            low = high = tilt
        # Slightly past the root of the tangent, so that both ends come closer.
        step *= 1 + 1e-3
        tilt = tilt + step if low < tilt + step < high else (low + high) / 2
    return -sum(count * math.log1p(low * off) for off, count in pairs)


def likely_means(counts, bounds, width):
    """The interval of means between two bounds whose log ratio is at least -width^2/2."""
    mean = sum(value * count for value, count in counts) / sum(count for _, count in counts)
    least = -width * width / 2
    ends = []
    for outside in bounds:
        inside = mean
        for _ in range(18):
            middle = (inside + outside) / 2
            if log_ratio(counts, bounds, middle) >= least:
                inside = middle
            else:
                outside = middle
        ends.append(inside)
    return ends
