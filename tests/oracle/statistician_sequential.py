# SPDX-License-Identifier: MIT
"""Part of statistician.py: the test of a manifest, which looks at the units in the order of the schedule and may end the run."""
import functools
import math

from statistician_anytime import ABOVE, BELOW, Evidence, alike_units
from statistician_checks import Absent, Near
from statistician_maths import Sample, counted, ends_of, estimate, log_ratio


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
