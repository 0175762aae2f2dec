#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How often what the program claims is wrong: `make calibrate`.

Plays real bots through the real commands, each claim with many seeds, and prints a row for each: what is claimed, the error that it
promises, the one that was measured, and the deals that it took. What the truth is follows from symmetry, or from a run that is so long
that its error does not matter. A second table is of simulated runs of `regress`: the code that judges is the program's, and the
differences of deals, or of sessions where the rules carry something on, are drawn from those that were played, with hands thrown away one
at a time beside them, so that their mean is just at the margin. A run that ends without an interval, or whose test cannot decide any more,
counts in a column of its own.

    tests/calibrate.py [--build BUILD] [--out DIR] [--runs N] [--seed N] [--reference N] [--only WORD]

DIR (results/calibrate) has a line for each run in runs.jsonl; what is there is not played again, as long as the build is the same.
"""
import argparse
import dataclasses
import functools
import hashlib
import json
import math
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
from typing import Any, Callable, Iterator

ROOT = pathlib.Path(__file__).resolve().parents[1]
REFERENCE_SEED = 999_000_000
DEALS_OF_SESSION = 36
INTERRUPTED = 75


@dataclasses.dataclass
class Claim:
    """What is promised of a run: `wrong` tells of its result and the truth whether it is wrong."""
    words: str
    nominal: float
    wrong: Callable[[dict[str, Any], float], bool]


@dataclasses.dataclass
class Scenario:
    """A pair of bots and a command. `truth` None: a long run says it; else it is known."""
    name: str
    what: str
    command: str  # compare, merged, resumed, regress, standings, tune or lessons
    bots: list[str]
    deals: int
    runs: int
    claims: list[Claim]
    truth: float | None = None
    of_margin: float = 0  # --margin is such that the truth is this share of it below 0; 0: the default
    more: tuple[str, ...] = ()  # options of the command
    most_deals: int = 0  # that it takes on average, as promised; 0: nothing is
    rules: str = "isko"
    most_half: float = 0  # half the width of the interval that decides, on average, as promised; 0: nothing is


@dataclasses.dataclass
class Margin:
    """Simulated runs of `regress` with differences as these bots have, and a hand thrown away once in `rare` deals (0: never), which costs
    as much as one can."""
    name: str
    what: str
    bots: list[str]
    rare: int
    rules: str = "isko"

    MARGIN = 0.5
    RUNS = 5_000
    DEALS = 36_000
    NOMINAL = 0.05

    @property
    def is_of_sessions(self) -> bool:
        return self.rules != "isko"


def below(result: dict[str, Any], truth: float) -> bool:
    return result["low"] is not None and bool(result["low"] > truth)


def above(result: dict[str, Any], truth: float) -> bool:
    return result["high"] is not None and bool(result["high"] < truth)


def seen_below(result: dict[str, Any], truth: float) -> bool:
    return result["seen_low"] is not None and bool(result["seen_low"] > truth)


def seen_above(result: dict[str, Any], truth: float) -> bool:
    return result["seen_high"] is not None and bool(result["seen_high"] < truth)


def says(*words: str) -> Callable[[dict[str, Any], float], bool]:
    return lambda result, _: bool(result["result"] in words)


def says_not(word: str) -> Callable[[dict[str, Any], float], bool]:
    return lambda result, _: bool(result["result"] != word)


def named(bot: str, sign: int) -> Callable[[dict[str, Any], float], bool]:
    """This one is called better, and is not."""
    return lambda result, truth: bool(result["result"] == f"{bot} is better" and sign * truth <= 0)


# Of the interval that decides, and of the one that was seen, for which nothing is promised where losses are too rare to have been seen.
CLAIMS_OF_COMPARE = [Claim("a is called better, and is not", 0.025, named("a", 1)), Claim("b is, and is not", 0.025, named("b", -1)),
                     Claim("the truth lies below the interval that decides", 0.025, below), Claim("it lies above that", 0.025, above),
                     Claim("the truth lies below the interval seen", 1, seen_below), Claim("it lies above that", 1, seen_above)]


def inside_margin(result: dict[str, Any], _: float) -> bool:
    return bool(result["result"] == "fail" and result["low"] is not None and result["low"] > -result["margin"])


CLAIMS_OF_EQUAL = [Claim("FAIL", 0.05, says("fail")), Claim("no PASS", 0.2, says_not("pass")),
                   Claim("the interval lies above 0", 0.05, below), Claim("it lies below 0", 0.05, above)]
CLAIMS_INSIDE = [Claim("FAIL", 0.05, says("fail")),
                 Claim("FAIL with an interval inside the margin", 0.0, inside_margin)]
CLAIM_OF_TUNE = [Claim("the winner is better, or worse", 0.05, lambda result, _: bool(result["shown"]))]
CLAIM_OF_LESSONS = [Claim("any lesson", 0.05, lambda result, _: bool(result["taken"]))]
CLAIMS_OF_REGRESS = [Claim("PASS, just at the margin", 0.05, says("pass")), Claim("FAIL, just at the margin", 0.05, says("fail"))]
CLAIM_OF_CATASTROPHE = [Claim("no FAIL", 0.05, says_not("fail"))]


def scenarios(build: pathlib.Path) -> list[Scenario]:
    rare = build / "tests" / "bots" / "rare.so"

    def rare_bot(name: str, **options: int) -> str:
        return f"{name}{rare}:" + ",".join(f"{key}={value}" for key, value in options.items())

    def disasters(deals: int, often: int = 500, rules: str = "isko", runs: int = 400) -> Scenario:
        """Of two that know the same rules: rare.c knows neither kontra nor bock."""
        better = "better=stammtisch:caution=50" if rules == "isko" else rare_bot("better=", other=50)
        return Scenario(f"disasters {rules} {often} {deals}", f"one hand in {often:,} is thrown away, {deals:,} deals", "compare",
                        [better, rare_bot("worse=", disaster=often)], deals, runs, CLAIMS_OF_COMPARE, rules=rules)

    def equal(deals: int, often: int = 200, rules: str = "isko", runs: int = 400) -> Scenario:
        both = [rare_bot(name, tossed=50, disaster=often, salt=salt) for name, salt in (("one=", 1), ("other=", 2))]
        return Scenario(f"equal {rules} {often} {deals}", f"equal by symmetry, both throw away one hand in {often:,}, {deals:,} deals",
                        "compare", both, deals, runs, CLAIMS_OF_COMPARE, truth=0, rules=rules)

    def width(rules: str, half: float) -> Scenario:
        return Scenario(f"width {rules}", "a change in bidding, caution 57 to 50, 36,000 deals", "compare",
                        ["stammtisch", "stammtisch:caution=50"], 36000, 20, CLAIMS_OF_COMPARE, rules=rules, most_half=half)

    def equal_bids(caution: int, most: int, rules: str = "isko") -> Scenario:
        """As different as stammtisch and one with that caution, and equal by symmetry."""
        both = [rare_bot("", other=caution), rare_bot("", other=caution, swapped=1)]
        return Scenario(f"regress equal {rules} {caution}", f"equal by symmetry, as different as caution 57 and {caution}", "regress", both,
                        36000, 100, CLAIMS_OF_EQUAL, truth=0, most_deals=most, rules=rules)

    def equal_cards(tossed: int, most: int, often: int = 0) -> Scenario:
        more = {"disaster": often} if often else {}
        both = [rare_bot("", tossed=tossed, salt=salt, **more) for salt in (1, 2)]
        words = f", one hand in {often:,} thrown away" if often else ""
        return Scenario(f"regress equal cards {tossed} {often}", f"equal by symmetry, one card in {1000 // tossed} by chance{words}",
                        "regress", both, 36000, 100, CLAIMS_OF_EQUAL, truth=0, most_deals=most)

    def catastrophe(often: int, rules: str = "isko") -> Scenario:
        words = f"one hand in {often}" if often > 1 else "every hand"
        old = "stammtisch" if rules == "isko" else rare_bot("", salt=1)
        return Scenario(f"catastrophe {rules} {often}", f"{words} is thrown away", "regress", [old, rare_bot("", disaster=often)], 36000,
                        100, CLAIM_OF_CATASTROPHE, rules=rules)

    def standings(bots: int) -> Scenario:
        return Scenario(f"standings {bots}", f"{bots} that are equal by symmetry, 600 deals", "standings",
                        [rare_bot("", tossed=50, disaster=200, salt=salt) for salt in range(1, bots + 1)], 600, 300,
                        [Claim("one is named", 0.05, says("one leads")),
                         Claim("any pair differs", 0.05, lambda result, _: bool(result["stars"]))], truth=0)

    return [
        width("stammtisch", 0.6), width("xskat", 0.9), equal_bids(50, 0, "stammtisch"), equal_bids(50, 0, "xskat"),
        *(disasters(3600, often, rules) for rules in ("stammtisch", "xskat") for often in (500, 2000)),
        *(equal(3600, often, rules) for rules in ("stammtisch", "xskat") for often in (500, 2000)),
        *(disasters(36000, often, rules, 100) for rules in ("isko", "stammtisch", "xskat") for often in (500, 2000)),
        *map(equal, (20, 150, 300, 1200, 3600)), *map(disasters, (20, 150, 300, 1200, 3600)), disasters(1200, 2000), disasters(3600, 2000),
        *map(catastrophe, (1, 2, 4, 8, 16, 32, 64)), *(catastrophe(often, "stammtisch") for often in (1, 8, 64)),
        dataclasses.replace(equal(300), name="merged 300", what="the same 300 deals in three shards, merged", command="merged", runs=200),
        dataclasses.replace(equal(1200), name="resumed 1200", what="1,200 deals in two shards, each stopped and resumed, merged",
                            command="resumed", runs=100),
        *(Scenario(f"close {rules}", f"a change in bidding, caution 57 to 63, {deals:,} deals", "compare",
                   ["stammtisch:caution=63", "stammtisch"], deals, 400, CLAIMS_OF_COMPARE, rules=rules)
          for rules, deals in (("isko", 1200), ("stammtisch", 1188), ("xskat", 1188))),
        Scenario("close redeals", "the same, four re-deals of a case", "compare", ["stammtisch:caution=63", "stammtisch"], 1200, 400,
                 CLAIMS_OF_COMPARE, more=("--redeals", "4")),
        Scenario("close bidding", "the same, bids alone", "compare", ["stammtisch:caution=63", "stammtisch"], 1200, 400,
                 CLAIMS_OF_COMPARE, more=("--redeals", "4", "--bidding")),
        standings(3), standings(4),
        Scenario("tune", "an option that changes nothing but chance, 720 deals", "tune",
                 [rare_bot("", tossed=50, disaster=200, salt=50000), "salt=0..100000"], 720, 200, CLAIM_OF_TUNE, truth=0),
        Scenario("lessons", "the same, three searches, checked on 36,000 deals each", "lessons",
                 [rare_bot("", tossed=50, disaster=200, salt=50000), "salt=0..100000"], 36000, 100, CLAIM_OF_LESSONS, truth=0),
        equal_bids(54, 2000), equal_bids(50, 2300), equal_cards(10, 2000), equal_cards(20, 2000), equal_cards(10, 0, 2000),
        *(Scenario(f"regress inside {rules}", "a change in bidding, caution 57 to 61, worse by 0.7 of the margin", "regress",
                   ["stammtisch", "stammtisch:caution=61"], 36000, 100, CLAIMS_INSIDE, of_margin=0.7, rules=rules)
          for rules in ("isko", "stammtisch")),
        *(Scenario(f"regress close {rules}", "a change in bidding, caution 57 to 61, that is worse", "regress",
                   ["stammtisch", "stammtisch:caution=61"], 36000, 100, CLAIMS_OF_REGRESS, of_margin=1, rules=rules)
          for rules in ("isko", "stammtisch")),
        Scenario("regress disasters", "one hand in 200 is thrown away", "regress", ["stammtisch", rare_bot("", disaster=200)], 36000, 100,
                 CLAIMS_OF_REGRESS, of_margin=1),
    ]


def margins(build: pathlib.Path) -> list[Margin]:
    rare = build / "tests" / "bots" / "rare.so"
    pairs = [(f"caution {caution}", f"as different as caution 57 and {caution}", [f"{rare}:other={caution}",
                                                                                 f"{rare}:other={caution},swapped=1"])
             for caution in (54, 50)]
    pairs += [(f"cards {tossed}", f"one card in {1000 // tossed} by chance", [f"{rare}:tossed={tossed},salt={salt}" for salt in (1, 2)])
              for tossed in (10, 20)]
    pairs += [("change", "a change in bidding, caution 57 to 61", ["stammtisch", "stammtisch:caution=61"])]
    simulated = [Margin(f"margin {name} {often}", what, bots, often) for name, what, bots in pairs for often in (0, 2000, 500)]
    simulated += [Margin(f"margin {rules} {name} {often}", what, bots, often, rules) for rules in ("stammtisch", "xskat")
                  for name, what, bots in (pairs[1], pairs[4]) for often in (0, 2000, 500)]
    return simulated + [Margin("margin disasters", "one hand in 200 is thrown away", ["stammtisch", f"{rare}:disaster=200"], 0)]


def tilted(counts: dict[int, float], mean: float) -> dict[int, float]:
    """Chances of the values so that their mean is this one: each is weighed by exp(t x), which makes none possible that was not."""
    low, high = -0.01, 0.01
    for _ in range(100):
        middle = (low + high) / 2
        chances = {value: count * math.exp(middle * value) for value, count in counts.items()}
        total = sum(chances.values())
        if sum(value * chance for value, chance in chances.items()) < mean * total:
            low = middle
        else:
            high = middle
    return {value: chance / total for value, chance in chances.items()}


def thrown_away(deals: int, rare: int) -> list[float]:
    """The chances that no hand of a unit is thrown away, one, two ..., up to as many as matter."""
    often = 1 / rare if rare else 0.0
    return [math.comb(deals, hands) * often ** hands * (1 - often) ** (deals - hands) for hands in range(min(deals, 6) + 1)]


def at_margin(counts: dict[int, float], margin: Margin, hand: float) -> dict[int, float]:
    """Chances of differences of units, in hundredths, with a mean just at the margin, the hands that are thrown away included. `hand`:
    what one costs, in points a deal of its unit."""
    cost = round(100 * hand)
    losses = thrown_away(DEALS_OF_SESSION if margin.is_of_sessions else 1, margin.rare)
    lost = cost * sum(hands * chance for hands, chance in enumerate(losses)) / sum(losses)
    usual = tilted(counts, -100 * margin.MARGIN + lost)
    chances: dict[int, float] = {}
    for value, chance in usual.items():
        for hands, more in enumerate(losses):
            at = value - hands * cost
            chances[at] = chances.get(at, 0.0) + chance * more / sum(losses)
    return {value: chance for value, chance in chances.items() if chance}


def spec_of(word: str) -> dict[str, Any]:
    """NAME=MODULE:OPTION=N,... as in a config."""
    module, _, options = word.partition(":")
    module = module.partition("=")[2] or module
    pairs = (part.split("=") for part in options.split(",") if part)
    return {"module": module, "options": {name: int(value) for name, value in pairs}}


class Arena:
    def __init__(self, build: pathlib.Path, reference: int):
        self.program, self.reference = build / "skat-arena", reference
        digest = hashlib.sha256(self.program.read_bytes())
        for bot in (build / "bots" / "stammtisch.so", build / "tests" / "bots" / "rare.so"):
            digest.update(bot.read_bytes())
        self.version = digest.hexdigest()
        self.compared: dict[str, dict[str, Any]] = {}  # long runs, by their bots

    def json_of(self, *arguments: Any) -> dict[str, Any]:
        with tempfile.TemporaryDirectory(prefix="calibrate-") as folder:
            words = [*map(str, arguments), "--json", "--quiet", "--isolation", "none", "--out", f"{folder}/out"]
            done = subprocess.run([self.program, *words], cwd=ROOT, text=True, capture_output=True, check=False)
            if done.returncode not in (0, 1, 2):
                sys.exit(f"{arguments}: exit {done.returncode}\n{done.stderr[-2000:]}")
            found: dict[str, Any] = json.loads(done.stdout)
            return found

    def config_run(self, config: dict[str, Any]) -> dict[str, Any]:
        with tempfile.TemporaryDirectory(prefix="calibrate-") as folder:
            path = pathlib.Path(folder) / "config.json"
            path.write_text(json.dumps({"name": "calibrate", "log": "none"} | config))
            return self.json_of("run", path)

    def long_run(self, a: str, b: str, deals: int, tables: bool, rules: str) -> dict[str, Any]:
        """Of two bots at one table; with `tables` at those of `regress`."""
        bots = {"stammtisch": "stammtisch", "random": "random"} if tables else {}
        return self.config_run({
            "bots": {"a": spec_of(a), "b": spec_of(b)} | bots, "seats": ["a", "b", *bots], "compare": ["a", "b"],
            "schedule": "against" if bots else "duel", "rules": rules, "deals": DEALS_OF_SESSION,
            "sessions": deals // DEALS_OF_SESSION or 1, "seed": REFERENCE_SEED})

    def truth(self, scenario: Scenario) -> tuple[float, float]:
        """With its standard error."""
        is_regress = scenario.command == "regress"
        a, b = scenario.bots[::-1] if is_regress else scenario.bots
        difference = self.long_run(a, b, self.reference, is_regress, scenario.rules)["verdict"]["difference"]
        return difference["mean"], difference["error"]

    def compared_for(self, margin: Margin) -> dict[str, Any]:
        """The comparison of a long run, NEW less OLD."""
        key, (old, new) = " ".join([margin.rules, *margin.bots]), margin.bots
        if key not in self.compared:
            deals = self.reference if margin.is_of_sessions else min(self.reference, margin.DEALS)
            self.compared[key] = self.long_run(new, old, deals, True, margin.rules)["comparison"]
        return self.compared[key]

    @staticmethod
    def differences(found: dict[str, Any]) -> dict[int, float]:
        """How often units differ by so many hundredths: the middles of bins, but for those that do not differ."""
        width, counts = found["distribution"]["width"], {0: float(found["equal"])}
        for one in found["distribution"]["bins"]:
            count = one["count"] - (found["equal"] if one["from"] <= 0 < one["from"] + width else 0)
            if count:
                value = round(100 * (one["from"] + width / 2))
                counts[value] = counts.get(value, 0.0) + count
        return counts

    def play_margin(self, margin: Margin, runs: int) -> dict[str, Any]:
        compared = self.compared_for(margin)
        deals = DEALS_OF_SESSION if margin.is_of_sessions else 1
        hand = compared["scorings"]["classic"]["hand"] / deals
        chances = at_margin(self.differences(compared), margin, hand)
        done = subprocess.run([self.program.parent / "tests" / "margin_errors", compared["unit"], str(margin.MARGIN), repr(hand),
                               str(margin.DEALS // deals), str(runs)],
                              input="".join(f"{value} {chance!r}\n" for value, chance in sorted(chances.items())), text=True,
                              capture_output=True, check=True)
        found: dict[str, Any] = json.loads(done.stdout)
        return found | {"deals": found["units"] * deals}

    def play_tune(self, scenario: Scenario, seed: int) -> dict[str, Any]:
        found = self.json_of("tune", *scenario.bots, "--rounds", 6, "--deals", 72, "--check-deals", scenario.deals, "--seed", seed)
        judged = found["check"].get("judged")
        return {"shown": judged is not None and judged["p_adjusted"] < 0.05, "deals": scenario.deals}

    def play_lessons(self, scenario: Scenario, seed: int) -> dict[str, Any]:
        """A study of rules that matter to none of the bots: what is learned is chance."""
        config = {"name": "calibrate", "bots": {"r": spec_of(scenario.bots[0])}, "seats": ["r", "r", "r"], "schedule": "rotations",
                  "deals": 36, "seed": seed, "log": "none",
                  "variations": {"one": {"value.grand": 20}, "two": {"value.overbid_hand": "skat"}}}
        with tempfile.TemporaryDirectory(prefix="calibrate-") as folder:
            path = pathlib.Path(folder) / "config.json"
            path.write_text(json.dumps(config))
            found = self.json_of("study", path, "--adapt", scenario.bots[1])
        lessons = [found["learned"], *(variation["learned"] for variation in found["variations"])]
        checked = sum(lesson["check"]["difference"]["error"] != 0 for lesson in lessons)
        return {"taken": any(lesson["taken"] for lesson in lessons), "deals": scenario.deals, "checked": checked}

    def play_standings(self, scenario: Scenario, seed: int) -> dict[str, Any]:
        bots = {f"b{i}": spec_of(word) for i, word in enumerate(scenario.bots)}
        found = self.config_run({"bots": bots, "seats": list(bots), "schedule": "round_robin", "deals": scenario.deals, "seed": seed})
        return {"stars": sum(pair["judged"]["p_adjusted"] < 0.05 for pair in found["pairs"]), "deals": scenario.deals,
                "result": found["verdict"]["result"]}

    def play_merged(self, scenario: Scenario, seed: int) -> dict[str, Any]:
        with tempfile.TemporaryDirectory(prefix="calibrate-") as folder:
            parts = [f"{folder}/{number}" for number in (1, 2, 3)]
            for number, part in enumerate(parts, 1):
                subprocess.run([self.program, "compare", *scenario.bots, "--seed", str(seed), "--log", "zstd", "-n",
                                str(scenario.deals), "--shard", f"{number}/3", "--quiet", "--out", part], cwd=ROOT, check=True,
                               capture_output=True)
            return self.result_of(self.json_of("merge", *parts))

    def stop(self, folder: str, *arguments: Any) -> bool:
        """Stops a run once it has logged games, and resumes it. Whether it had not ended before."""
        log = pathlib.Path(folder) / "games.jsonl"
        with subprocess.Popen([self.program, *map(str, arguments), "--quiet", "--out", folder], cwd=ROOT, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL) as process:
            while process.poll() is None and not (log.exists() and log.stat().st_size):
                time.sleep(0.001)
            process.send_signal(signal.SIGTERM)
            stopped = process.wait() == INTERRUPTED
        if stopped:
            subprocess.run([self.program, "run", "--resume", folder, "--quiet"], cwd=ROOT, check=True, capture_output=True)
        return stopped

    def play_resumed(self, scenario: Scenario, seed: int) -> dict[str, Any]:
        with tempfile.TemporaryDirectory(prefix="calibrate-") as folder:
            parts = [f"{folder}/{number}" for number in (1, 2)]
            stopped = [self.stop(part, "compare", *scenario.bots, "--seed", seed, "-n", scenario.deals, "--shard",
                                 f"{number}/2") for number, part in enumerate(parts, 1)]
            return self.result_of(self.json_of("merge", *parts)) | {"stopped": sum(stopped)}

    @staticmethod
    def result_of(found: dict[str, Any]) -> dict[str, Any]:
        verdict, none = found["verdict"], {"low": None, "high": None}
        seen, decides = verdict["difference"] or none, verdict["decides"] or none
        over = bool(found.get("test") and found["test"]["over"])
        return {"result": verdict["result"], "deals": found["comparison"]["deals"], "margin": verdict["margin"],
                "over": over or verdict["decides"] is None, "low": decides["low"], "high": decides["high"], "seen_low": seen["low"],
                "seen_high": seen["high"]}

    def play(self, scenario: Scenario, seed: int, truth: float) -> dict[str, Any]:
        others = {"standings": self.play_standings, "tune": self.play_tune, "lessons": self.play_lessons, "merged": self.play_merged,
                  "resumed": self.play_resumed}
        if scenario.command in others:
            return others[scenario.command](scenario, seed)
        margin = ["--margin", -truth / scenario.of_margin] if scenario.of_margin else []
        log = "zstd" if scenario.more else "none"
        return self.result_of(self.json_of(scenario.command, *scenario.bots, *margin, *scenario.more, "--rules", scenario.rules, "--seed",
                                           seed, "--log", log, "-n", scenario.deals))


class Ledger:
    """runs.jsonl: what was played by this build."""

    def __init__(self, folder: pathlib.Path, version: str):
        folder.mkdir(parents=True, exist_ok=True)
        self.path, self.version = folder / "runs.jsonl", version
        self.known: dict[tuple[str, int], dict[str, Any]] = {}
        for line in self.path.read_text().splitlines() if self.path.exists() else ():
            found = json.loads(line)
            if found["version"] == version:
                self.known[found["scenario"], found["seed"]] = found["found"]

    def get(self, scenario: str, seed: int, play: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        if (scenario, seed) not in self.known:
            found = play()
            self.known[scenario, seed] = found
            with self.path.open("a") as file:
                file.write(json.dumps({"version": self.version, "scenario": scenario, "seed": seed, "found": found}) + "\n")
        return self.known[scenario, seed]


def half_width(results: list[dict[str, Any]]) -> float:
    """Of the intervals that decide, on average, where both ends are known; NaN where there are none."""
    ends = [(result["low"], result["high"]) for result in results if result.get("low") is not None and result["high"] is not None]
    halves = [(high - low) / 2 for low, high in ends if -1e300 < low <= high < 1e300]
    return sum(halves) / len(halves) if halves else math.nan


def rows_of(scenario: Scenario, arena: Arena, ledger: Ledger, runs: int, first: int) -> Iterator[str]:
    if scenario.truth is None:
        about = " ".join(["truth", scenario.rules, "regress" if scenario.command == "regress" else "compare", *scenario.bots])
        known = ledger.get(about, 0, lambda: dict(zip(("mean", "error"), arena.truth(scenario))))
        truth, said = known["mean"], f"{known['mean']:+.3f} +- {known['error']:.3f}"
    else:
        truth, said = scenario.truth, "0"
    results = [ledger.get(scenario.name, seed, functools.partial(arena.play, scenario, seed, truth)) for seed in range(first, first + runs)]
    deals, half = sum(result["deals"] for result in results) / runs, half_width(results)
    over = sum(result.get("over", False) for result in results)
    begin = f"| {scenario.command} | {scenario.rules} | {scenario.what} | {said} |"
    end = f"| {runs} | {over} | {deals:,.0f} | {'-' if math.isnan(half) else f'{half:.2f}'} |"
    for claim in scenario.claims:
        share = sum(claim.wrong(result, truth) for result in results) / runs
        error = math.sqrt(claim.nominal * (1 - claim.nominal) / runs)
        beyond = " (!)" if share > claim.nominal + 3 * error else ""
        promised = f"{100 * claim.nominal:g} %" if claim.nominal < 1 else "-"
        yield f"{begin} {claim.words} | {promised} | {100 * share:.1f} %{beyond} {end}"
    if scenario.most_deals:
        beyond = " (!)" if deals > scenario.most_deals else ""
        yield f"{begin} deals until it ends | {scenario.most_deals:,} | {deals:,.0f}{beyond} {end}"
    if scenario.most_half:
        beyond = " (!)" if not half <= scenario.most_half else ""
        yield f"{begin} half-width of the interval that decides | {scenario.most_half:g} | {half:.2f}{beyond} {end}"


def row_of_margin(margin: Margin, arena: Arena, ledger: Ledger, runs: int) -> str:
    found = ledger.get(f"{margin.name} {runs}", 0, lambda: arena.play_margin(margin, runs))
    most = margin.NOMINAL + 3 * math.sqrt(margin.NOMINAL * (1 - margin.NOMINAL) / runs)
    shares = [f"{100 * found[name] / runs:.1f} %" + (" (!)" if found[name] / runs > most else "") for name in ("passed", "failed")]
    return (f"| {margin.rules} | {margin.what} | {f'{margin.rare:,}' if margin.rare else '-'} | {shares[0]} | {shares[1]} | {runs} | "
            f"{found['over']} | {found['deals']:,.0f} |")


def main() -> int:
    parser = argparse.ArgumentParser(description="How often what the program claims is wrong.")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "plain")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "results" / "calibrate")
    parser.add_argument("--runs", type=int, default=0, help="runs of each scenario (default: 20 to 400)")
    parser.add_argument("--seed", type=int, default=1, help="of the first run of each scenario; the next ones follow (default: 1)")
    parser.add_argument("--reference", type=int, default=400_000, help="deals of the run that says what the truth is")
    parser.add_argument("--only", default="", help="scenarios whose name has this word")
    given = parser.parse_args()
    arena = Arena(given.build.resolve(), given.reference)
    ledger = Ledger(given.out, f"{arena.version} {given.reference}")
    print("| command | rules | bots | difference | claim | promised | measured | runs | over | deals, mean | +- |")
    print("| --- " * 11 + "|")
    wrong = 0
    for scenario in scenarios(given.build.resolve()):
        if given.only in scenario.name:
            for row in rows_of(scenario, arena, ledger, given.runs or scenario.runs, given.seed):
                print(row, flush=True)
                wrong += "(!)" in row
    simulated = [margin for margin in margins(given.build.resolve()) if given.only in margin.name]
    if simulated:
        print("\n| rules | differences of | a hand thrown away once in | PASS | FAIL | runs | over | deals, mean |")
        print("| --- " * 8 + "|")
    for margin in simulated:
        row = row_of_margin(margin, arena, ledger, given.runs or margin.RUNS)
        print(row, flush=True)
        wrong += "(!)" in row
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
