# SPDX-License-Identifier: MIT
"""Part of statistician.py: what a run shows, from the manifest and the other members of summary.json
(docs/formats.md, *The verdict*), which are checked for themselves.

Words are checked as far as the description says what they are about: names, numbers, and whether there is a warning.
"""
import dataclasses
import math
import re

FAULTS = ("illegal", "timeout", "crash")
CHECKS = ("no more faults than before", "same play", "not worse by more than the margin")
EXIT = {"fail": 1, "reject": 1, "undecided": 2}
NUMBER = r"([+-]?\d+(?:\.\d+)?|-)"
ESTIMATE = re.compile(rf"{NUMBER} \({NUMBER} to {NUMBER}\)")
TOLERANCE = 1e-8


@dataclasses.dataclass
class Run:
    """What verdicts are made of. `a` and `b` are None where nothing is compared."""
    manifest: dict
    summary: dict
    a: str | None
    b: str | None
    identical: bool      # all deals are played alike
    faults: dict         # games that ended by each bot's fault
    units: int           # that are judged


def read_as(text, number):
    """Whether a text is a number, rounded."""
    if text == "-" or number is None:
        return text == "-" and number is None
    decimals = len(text.partition(".")[2])
    return abs(float(text) - number) <= 0.5 * 10 ** -decimals + TOLERANCE


def same(found, right):
    if isinstance(right, float) and isinstance(found, (int, float)):
        return abs(found - right) <= TOLERANCE * max(1, abs(right))
    return found == right and isinstance(found, bool) == isinstance(right, bool)


class Verdict:
    """What follows from a run; the text of each field that does not is yielded by `wrong`."""

    def __init__(self, run):
        self.run, self.summary = run, run.summary
        self.test, self.comparison = self.summary.get("test"), self.summary.get("comparison")
        self.alone = run.manifest.get("alone")
        self.found = self.summary["verdict"]

    # -- what was asked --

    @property
    def asked(self):
        if self.alone or (self.test and self.test.get("margin")):
            return "margin"
        if self.test:
            return "hypotheses"
        if self.comparison:
            return "better"
        return "standings" if len(self.run.manifest["bots"]) > 1 else "nothing"

    # -- the interval --

    @property
    def scoring(self):
        return self.comparison["scorings"][self.comparison["primary"]]

    @property
    def judged(self):
        """a - b of the pair; before 1.1 by the likelihood alone."""
        for pair in self.summary.get("pairs", ()):
            one = pair.get("judged")
            if one and (pair["a"], pair["b"]) == (self.run.a, self.run.b):
                return one
            if one and (pair["b"], pair["a"]) == (self.run.a, self.run.b):
                low, high = (None if one[end] is None else -one[end] for end in ("high", "low"))
                return one | {"low": low, "high": high}
        return self.scoring["empirical"] | {"largest": self.scoring["largest"]}

    @property
    def largest(self):
        return self.test["largest"] if self.test else self.judged["largest"]

    @property
    def beyond(self):
        """Whether a unit was beyond what counts as possible: then nothing is shown."""
        return bool(self.comparison) and any(abs(self.scoring[end] or 0) > self.largest * (1 + TOLERANCE)
                                             for end in ("lowest", "highest"))

    def difference(self):
        if not self.comparison:
            return None
        if self.test:
            found = {name: self.test["anytime"][name] for name in ("mean", "error", "low", "high")}
        else:
            found = {name: self.scoring[name] for name in ("mean", "error")} | {end: self.judged[end] for end in ("low", "high")}
        return found | ({"low": None, "high": None} if self.beyond else {})

    def end(self, name):
        found = self.difference()
        return found[name] if found else None

    def above(self, bound):
        return self.end("low") is not None and self.end("low") > bound

    def below(self, bound):
        return self.end("high") is not None and self.end("high") < bound

    # -- what comes of it: (result, bot), several where the description leaves it open --

    def results(self):
        return {"margin": self.of_margin, "hypotheses": self.of_hypotheses, "better": self.of_better,
                "standings": self.of_standings, "nothing": lambda: [("nothing", None)]}[self.asked]()

    def of_better(self):
        if self.run.identical:
            return [("identical play", None)]
        if self.above(0):
            return [("a is better", self.run.a)]
        return [("b is better", self.run.b)] if self.below(0) else [("no difference shown", None)]

    def of_hypotheses(self):
        """By the llr, unless a difference makes it void."""
        return [("undecided" if self.beyond else self.test["verdict"], None)]

    def of_standings(self):
        scoring = self.run.manifest["rules"].get("scoring", "classic")
        means = {one["bot"]: one[scoring if scoring == "seeger_fabian" else "score"]["per_36"]["mean"]
                 for one in self.summary["standings"]}
        means = {bot: mean for bot, mean in means.items() if mean is not None}
        best = [("first", bot) for bot, mean in means.items() if mean > max(means.values()) - TOLERANCE]
        return best if len(best) == 1 else best + [("first", None), ("nothing", None)]

    def of_margin(self):
        results = [one["result"] for one in self.found["checks"]]
        weight = next((one for one in ("failed", "undecided") if one in results), "ok")
        if weight == "failed":
            return [("fail", self.new)]
        if weight == "undecided":
            return [("undecided", None)]
        return [("pass", self.run.a if self.above(0) else self.run.b if self.below(0) else None)]

    # -- the checks of a margin --

    @property
    def new(self):
        return self.run.a or self.alone[1]["bot"]

    def checks(self):
        if not self.asked == "margin":
            return []
        if not self.comparison:  # what they played alone was enough
            both = all(self.fails_alone(one) for one in self.alone)
            return [["undecided" if both else "failed"], ["undecided"], ["undecided"]]
        return [[self.fault_check()], ["ok"], self.margin_check()]

    @staticmethod
    def fails_alone(one):
        return one["games"] >= 6 and 2 * one["faults"] > one["games"]

    def fault_check(self):
        new, old = (self.run.faults.get(bot, 0) for bot in (self.run.a, self.run.b))
        more = new and not old and not self.run.identical
        evident = new and old and self.test["faults"]["evidence"] >= 100
        lies = self.contradicts(self.run.a) and not self.contradicts(self.run.b)
        return "failed" if more or evident or lies else "ok"

    def contradicts(self, bot):
        """Its own claim to be deterministic."""
        its = next(one for one in self.summary["bots"] if one["name"] == bot)
        alone = next((one for one in self.alone or () if one["bot"] == bot), {})
        return bool(its["faults"].get("inconsistent") or its.get("audit", {}).get("different")
                    or alone.get("difference"))

    def margin_check(self):
        """Between two looks nothing is decided yet."""
        if self.run.identical and not self.test.get("anytime"):  # before 1.1
            return ["ok"]
        margin = self.test["margin"]
        found = "ok" if self.above(-margin) else "failed" if self.below(-margin) else "undecided"
        return [found] if self.test["verdict"] != "undecided" else [found, "undecided"]

    # -- warnings --

    def causes(self):
        found = ["a difference beyond the largest"] if self.beyond else []
        found += [] if self.summary["complete"] else ["games that were not played"]
        for bot in self.summary["bots"]:
            found += ["faults"] if any(bot["faults"].get(kind) for kind in FAULTS) else []
            found += ["answers that differ"] if (bot["faults"].get("inconsistent")
                                                 or bot.get("audit", {}).get("different")) else []
        order = (self.comparison or {}).get("order") or {}
        return found + (["the order of the units"] if order.get("warning") else [])

    def wrong_warnings(self):
        warnings, causes = self.found["warnings"], self.causes()
        if bool(warnings) != bool(causes):
            yield "warnings", f"are {len(warnings)}, should be about {causes or 'nothing'}"
        order = ((self.comparison or {}).get("order") or {}).get("warning")
        if order and order not in warnings:
            yield "warnings", "lack that of the order"

    # -- all of it --

    def wrong(self):
        yield from self.wrong_fields()
        yield from self.wrong_checks()
        yield from self.wrong_sentence()
        yield from self.wrong_warnings()
        yield from self.wrong_needed()

    # -- what would be needed --

    def deals_until(self, half, reach):
        """Of an interval with an end `half` away from the mean: what chance adds falls with the root of the deals, the rest with
        their number."""
        error, now = self.scoring["error"], self.comparison["deals"]
        chance, rare = 1.96 * error, max(0.0, half - 1.96 * error)
        low, high = 1e-3, 1e17
        while high / low > 1.0001:
            middle = math.sqrt(low * high)
            narrow = chance * math.sqrt(now / middle) + rare * now / middle <= reach
            low, high = (low, middle) if narrow else (middle, high)
        return high

    def needed_deals(self):
        """Until the interval is +-0.25, and until it excludes 0; None where that is not known, or it does."""
        found = self.difference()
        if not found or found["low"] is None or found["high"] is None or not self.scoring["error"]:
            return {"reach": None, "deals_to_reach": None, "deals_to_show": None}
        mean, low, high = found["mean"], found["low"], found["high"]
        right = {"reach": 0.25, "deals_to_reach": self.deals_until((high - low) / 2, 0.25), "deals_to_show": None}
        if not self.test and low <= 0 <= high and mean:
            right["deals_to_show"] = self.deals_until(mean - low if mean > 0 else high - mean, abs(mean))
        return right

    def wrong_needed(self):
        right = self.needed_deals()
        for name, value in right.items():
            found = self.found[name]
            if value is not None and value > 9e14 and found is None:
                continue
            if (found is None) != (value is None) or (found is not None and abs(found - value) > 1 + 0.06 * value):
                yield name, f"is {found}, should be about {value}"
        words = self.found["needed"] or ""
        refuted = ((self.comparison or {}).get("unplayed") or {}).get("different")  # by bids alone nothing can be shown
        if self.found["result"] == "no difference shown" and right["reach"] and not refuted:
            for name in ("deals_to_reach", "deals_to_show"):
                if self.found[name] is not None and str(self.found[name]) not in words:
                    yield "needed", f"lacks {self.found[name]}: {words!r}"
        elif words and not (self.asked == "margin" and self.found["result"] == "undecided" and not self.beyond
                            and self.run.units < self.found["least_units"] and str(self.found["least_units"]) in words):
            yield "needed", f"is {words!r}"

    def wrong_fields(self):
        results = self.results()
        if (self.found["result"], self.found["bot"]) not in results:
            yield "result", f"is {self.found['result']!r} of {self.found['bot']!r}, should be {results[0]}"
        right = {"asked": [self.asked], "exit_status": [EXIT.get(self.found["result"], 0)], "units": [self.run.units],
                 "unit": [self.run.manifest["schedule"].get("unit", "deal")]} | self.of_interval()
        for name, values in right.items():
            if not any(same(self.found[name], value) for value in values):
                yield name, f"is {self.found[name]!r}, should be {values[0]!r}"
        difference = self.difference()
        if difference is None or self.found["difference"] is None:
            if self.found["difference"] != difference:
                yield "difference", f"is {self.found['difference']}, should be {difference}"
            return
        for name, value in difference.items():
            if not same(self.found["difference"][name], value):
                yield f"difference.{name}", f"is {self.found['difference'][name]}, should be {value}"

    def of_interval(self):
        """Values that are right. Without an interval they are null, which is left open for a single unit."""
        found: dict[str, list] = dict.fromkeys(("valid", "alpha_low", "alpha_high", "largest"), [None])
        found |= {"margin": [self.test["margin"] if self.test and "margin" in self.test else None], "least_units": [None]}
        if self.test:
            anytime = self.test["anytime"]
            found |= {"valid": ["anytime"], "alpha_low": [float(anytime["alpha_low"])],
                      "alpha_high": [float(anytime["alpha_high"])], "least_units": [anytime["least_above"]]}
        elif self.comparison:
            found |= {"valid": ["fixed"], "alpha_low": [0.025], "alpha_high": [0.025]}
        if self.beyond:
            found |= dict.fromkeys(("valid", "alpha_low", "alpha_high"), [None])
        if self.comparison:
            found["largest"] = [float(self.largest)]
            if self.comparison.get("units") == 1:
                for name in ("valid", "alpha_low", "alpha_high", "largest"):
                    found[name] = found[name] + [None]
        return found

    def wrong_checks(self):
        right, found = self.checks(), self.found["checks"]
        if [one["name"] for one in found] != list(CHECKS[:len(right)]):
            yield "checks", f"are {found}, should be {list(CHECKS[:len(right)])}"
            return
        for one, results in zip(found, right):
            if one["result"] not in results:
                yield f"checks[{one['name']}]", f"is {one['result']!r}, should be {results[0]!r}"

    def wrong_sentence(self):
        text, bot = self.found["sentence"], self.found["bot"]
        for word in self.words():
            if word not in text:
                yield "sentence", f"lacks {word!r}: {text!r}"
        if self.asked == "standings" and bot:
            its = next(one for one in self.summary["standings"] if one["bot"] == bot)
            scoring = self.run.manifest["rules"].get("scoring", "classic")
            numbers = its[scoring if scoring == "seeger_fabian" else "score"]["per_36"]
        else:
            numbers = self.difference()
        match = ESTIMATE.search(text)
        if match and numbers and not all(read_as(part, numbers[name])
                                         for part, name in zip(match.groups(), ("mean", "low", "high"))):
            yield "sentence", f"has other numbers than {numbers}: {text!r}"
        if not match and self.needs_numbers() and not (numbers["low"] is None and numbers["high"] is None):
            yield "sentence", f"lacks the difference: {text!r}"

    def needs_numbers(self):
        """Not where play is alike, or where something else decides."""
        checks = [one["result"] for one in self.found["checks"]]
        return bool(self.comparison) and not self.run.identical and checks[:1] != ["failed"]

    def words(self):
        result, bot, asked = self.found["result"], self.found["bot"], self.asked
        if asked == "margin":
            both = self.comparison and self.needs_numbers()
            return [f"{result.upper()}: "] + ([self.run.a, self.run.b] if both else [self.new])
        if asked == "hypotheses":
            return [result, f"{self.run.a} - {self.run.b} "]
        if asked == "better":
            names = [self.run.a, self.run.b] if result == "identical play" else [f"{self.run.a} - {self.run.b} "]
            return [f"{bot} is better: " if bot else f"{result}: "] + names
        return [f"{bot} is first: "] if result == "first" and bot else []
