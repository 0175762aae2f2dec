# SPDX-License-Identifier: MIT
"""Part of statistician.py: the `verdict` of a summary from its other sections (docs/formats.md, `verdict`; arena/result/run_summary.h).

Of texts, the parts that carry their meaning are looked for. What the log does not tell, a bot that contradicts itself, is let pass."""
import dataclasses
import math
import statistics

from statistician_anytime import INFINITE

UNSEEN = -math.log(0.025)  # how often a hand is expected that does not occur with a chance of 2.5 %
REACH = 0.25
FAULTS_ALPHA = 0.01
NORMAL = statistics.NormalDist().inv_cdf(0.975)
SCORINGS = {"classic": "classic", "seeger_fabian": "Seeger", "score": "score"}
STATUS = {"pass": 0, "accept": 0, "fail": 1, "reject": 1, "undecided": 2}
NOTHING = dict.fromkeys(("margin", "difference", "level", "decides", "valid", "alpha_low", "alpha_high", "hand", "unseen_deals", "unseen",
                         "assumption", "least_units", "reach", "deals_to_reach", "deals_to_show", "needed", "bot"))


class Contains:
    """A text with these parts."""

    def __init__(self, *parts):
        self.parts = parts

    def differences(self, path, found):
        return [(path, f"does not say {part!r}: {found!r}") for part in self.parts if not isinstance(found, str) or part not in found]


class TwoDigits:
    """A number of deals that is rounded to two digits, which may be the next one: or None."""

    def __init__(self, value):
        self.value = value if value is not None and value < 1e15 else None

    def differences(self, path, found):
        if self.value is None or found is None:
            return [] if found is None and self.value is None else [(path, f"is {found}, should be {self.value}")]
        unit = 10 ** max(0, math.floor(math.log10(self.value)) - 1)
        return [] if abs(found - self.value) <= 0.51 * unit + 1 else [(path, f"is {found}, should be about {self.value}")]


def deals_until(deals, error, half, reach):
    """Until an end that is `half` away from the mean is `reach` away: what chance adds to it falls with the root of the deals, the rest
    with their number."""
    if not error or not reach:
        return None
    rare, chance = max(0.0, half - NORMAL * error), NORMAL * error
    # reach = chance root + rare root^2, where root^2 is these deals by those that are needed
    root = (math.sqrt(chance ** 2 + 4 * rare * reach) - chance) / (2 * rare) if rare else reach / chance
    return math.ceil(deals / root ** 2)


@dataclasses.dataclass
class Ends:
    """Of an interval; None: there is none, which excludes nothing."""
    low: float | None
    high: float | None

    @property
    def are_known(self):
        return all(end is not None and abs(end) < INFINITE for end in (self.low, self.high))

    def is_above(self, mean):
        return self.low is not None and self.low > mean

    def is_below(self, mean):
        return self.high is not None and self.high < mean


class TwoBots:
    """The verdict on a and b. `test`: what is expected of it, or None."""

    def __init__(self, statistician, test):
        self.of, self.test = statistician.comparison, test
        self.plays = statistician.plays
        self.found = self.of.expected()["scorings"][self.of.primary]
        self.margin = statistician.test.margin if test else None
        self.plan = statistician.test.plan if test else None
        self.units, self.deals = len(self.of.units), len(self.of.deals)
        self.has_interval = bool(test) or (self.units > 1 and not self.is_alike)
        self.seen, self.decides = Ends(self.found["low"], self.found["high"]), Ends(None, None)
        if test:
            self.decides = Ends(test["anytime"]["low"], test["anytime"]["high"])
            self.seen = Ends(0, 0) if self.is_alike else self.decides
        elif self.has_interval:
            self.decides = Ends(*(self.found["judged"].end(side) for side in (-1, 1)))

    def bot(self, low):
        """The one that is ahead if this is said of the interval's lower end."""
        return self.of.a if low else self.of.b

    def interval(self):
        """All fields about it."""
        its = {"difference": {name: self.found[name] for name in ("mean", "error")} | vars(self.seen), "units": self.units,
               "unit": self.of.schedule.unit}
        if not self.has_interval:
            return its
        alpha = self.test["anytime"] if self.test else {"alpha_low": 0.025, "alpha_high": 0.025}
        its |= {name: alpha[name] for name in ("alpha_low", "alpha_high")}
        its |= {"level": None if self.is_alike else 1 - its["alpha_low"] - its["alpha_high"], "valid": "anytime" if self.test else "fixed",
                "decides": vars(self.decides) if self.test else Within(self.found["judged"]), "hand": self.found["hand"],
                "unseen_deals": self.deals / UNSEEN, "unseen": self.found["hand"] * UNSEEN / self.deals,
                "assumption": Contains(f"once in {math.ceil(self.deals / UNSEEN)} deals" if self.found["hand"] else "is not allowed for")}
        return its | self.needed_deals()

    def needed_deals(self):
        error, mean = self.found["error"], self.found["mean"]
        if self.is_alike or not self.seen.are_known:
            return {}
        until = deals_until(self.deals, error, (self.seen.high - self.seen.low) / 2, REACH)
        if until is None:
            return {}
        its = {"reach": REACH, "deals_to_reach": TwoDigits(until)}
        if not self.test and not self.decides.is_above(0) and not self.decides.is_below(0):
            inner = mean - self.decides.low if mean > 0 else self.decides.high - mean
            its["deals_to_show"] = TwoDigits(deals_until(self.deals, error, inner, abs(mean)))
        return its

    @property
    def is_alike(self):
        return self.deals > 0 and self.of.identical

    def words(self):
        """The parts of a sentence that say the difference."""
        if self.is_alike:
            return [f"all {self.deals} deals alike"]
        return [f"{self.of.a} - {self.of.b} ", f" {SCORINGS[self.of.primary]} points a deal"]

    def better(self):
        """Which of the two is, without a test."""
        if self.is_alike:
            return {"result": "identical play", "sentence": Contains("identical play: ", *self.words())}
        for words, ends in (("is better", self.decides), ("looks better", self.seen)):
            for side in (True, False) if self.has_interval else ():
                if ends.is_above(0) if side else ends.is_below(0):
                    bot = self.bot(side)
                    unseen = ["too rare to have been seen"] if words == "looks better" else []
                    return {"result": f"{'a' if side else 'b'} {words}", "bot": bot,
                            "sentence": Contains(f"{bot} {words}: ", *self.words(), *unseen)}
        return {"result": "no difference shown", "sentence": Contains("no difference shown: ", *self.words()),
                "needed": Contains("an interval of +-0.25 needs") if self.needed_deals() else None}

    def hypotheses(self):
        found = {"result": self.test["verdict"], "sentence": Contains(self.test["verdict"])}
        return found | {"bot": self.of.a if self.test["faults"]["decided"] else None}

    def fails_more_often(self):
        now, before = (sum(play.at_fault == bot for play in self.plays) for bot in (self.of.a, self.of.b))
        if not self.of.divergent:
            return False
        return self.test["faults"]["evidence"].value >= 1 / FAULTS_ALPHA if before else now > 0

    def needed_of_margin(self):
        """Until the end on the side of the margin reaches it."""
        least, above = self.test["anytime"]["least_above"], self.found["mean"] + self.margin
        if self.units < least:
            return Contains(f"a pass takes at least {least} {self.of.schedule.unit}s")
        end = self.decides.low if above > 0 else self.decides.high
        until = deals_until(self.deals, self.found["error"], abs(self.found["mean"] - end), abs(above)) if abs(end) < INFINITE else None
        return None if until is None or self.test["over"] else Contains(f"a {'pass' if above > 0 else 'fail'} takes about ")

    def of_margin(self):
        points = "pass" if self.decides.is_above(-self.margin) else "fail" if self.decides.is_below(-self.margin) else "undecided"
        faults = self.fails_more_often()
        result = "fail" if faults else points
        bot = self.of.a if result == "fail" else None
        if result == "pass" and not self.is_alike:
            bot = self.of.a if self.decides.is_above(0) else self.of.b if self.decides.is_below(0) else None
        said = ["fails more often"] if faults else self.words() if points != "fail" or not self.is_alike else []
        needed = self.needed_of_margin() if result == "undecided" else None
        checks = {"no more faults than before": "failed" if faults else "ok", "same play": "ok",
                  "not worse by more than the margin": {"pass": "ok", "fail": "failed"}.get(points, "undecided")}
        return {"result": result, "bot": bot, "margin": float(self.margin), "least_units": self.test["anytime"]["least_above"],
                "sentence": Contains(f"{result.upper()}: ", *said), "needed": needed,
                "checks": [{"name": name, "result": its} for name, its in checks.items()]}

    def expected(self):
        if not self.test:
            asked, said = "better", self.better()
        elif not self.margin:
            asked, said = "hypotheses", self.hypotheses()
        else:
            asked, said = "margin", self.of_margin()
        status = STATUS.get(said["result"], 0) if self.test else 0
        return NOTHING | {"checks": []} | self.interval() | said | {"asked": asked, "exit_status": status}


class Within:
    """The interval that decides, which is that of `judged`."""

    def __init__(self, judged):
        self.judged = judged

    def differences(self, path, found):
        if not isinstance(found, dict) or found.keys() != {"low", "high"}:
            return [(path, f"is {found}, should be an interval")]
        return [pair for pair in self.judged.differences(path, found | {"p": self.judged.p, "p_adjusted": self.judged.p_adjusted})]


# ---- more than two ---------------------------------------------------------------------------

def listed(names):
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def leading(bots, better):
    """Who leads alone, or None, and the sentence. `bots`: the most points first; `better`: the pairs of whom the first is shown to be
    better than the second."""
    leaders = [bot for bot in bots if not any(loser == bot for _, loser in better)]
    if not leaders:
        return None, "no bot leads: each is shown to be behind another one"
    if len(leaders) == len(bots):
        return None, f"no difference shown between {listed(bots)}"
    alone = next((bot for bot in leaders if all((bot, other) in better for other in bots if other != bot)), None)
    rest = [bot for bot in bots if bot not in leaders]
    behind = [bot for bot in rest if all((leader, bot) in better for leader in leaders)]
    if alone:
        parts = [f"{alone} leads: it is shown to be better than {'the other' if len(bots) == 2 else 'each of the others'}"]
        behind = rest
    else:
        parts = [f"{listed(leaders)} " + ("lead, not shown to differ" if len(leaders) > 1 else
                                          "leads, not shown to be better than each of the others")]
        if behind:
            all_of = {1: "it", 2: "both"}.get(len(leaders), "all of them")
            parts.append(f"{listed(behind)} {'is' if len(behind) == 1 else 'are'} behind {all_of}")
    some = [bot for bot in rest if bot not in behind]
    if some:
        parts.append(f"{listed(some)} {'is' if len(some) == 1 else 'are'} behind some of them")
    return alone, "; ".join(parts)


def of_standings(statistician, summary):
    games, unit = len(statistician.plays), statistician.schedule.unit
    its = NOTHING | {"checks": [], "units": len(statistician.units), "unit": unit, "exit_status": 0}
    if len(statistician.bots) < 2 or not statistician.units:
        return its | {"asked": "standings" if len(statistician.bots) > 1 else "nothing", "result": "nothing",
                      "sentence": f"{games} game{'' if games == 1 else 's'} played"}
    better = set()
    for pair in summary["pairs"]:
        judged = pair.get("judged")
        if judged and judged.p_adjusted is not None and judged.p_adjusted < 0.05:
            better.add((pair["a"], pair["b"]) if pair["difference"]["mean"] > 0 else (pair["b"], pair["a"]))
    points = {one["bot"]: one[statistician.primary]["mean"] for one in summary["standings"]}
    bots = sorted(points, key=lambda bot: -math.inf if points[bot] is None else points[bot], reverse=True)
    alone, sentence = leading(bots, better)
    return its | {"asked": "standings", "result": "one leads" if alone else "several lead", "bot": alone, "sentence": sentence}


def expected_verdicts(statistician, summary):
    """One, or, of a test that is undecided, one for each number of units that may have been judged."""
    if not statistician.comparison or not statistician.comparison.units:
        return [of_standings(statistician, summary)]
    tests = statistician.test.final() if statistician.test else [None]
    return [TwoBots(statistician, test).expected() for test in tests]
