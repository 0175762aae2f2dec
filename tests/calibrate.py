#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How often what the program claims is wrong: `make calibrate`.

Plays real bots through the real commands, each claim with many seeds, and prints a row for each: what is claimed, the error that it
promises, the one that was measured, and the deals that it took. What the truth is follows from symmetry, or from a run that is so long
that its error does not matter. A second table is of simulated runs of `regress`: the code that judges is the program's, and the
differences of deals are drawn from those that were played, with rare disasters beside them, so that their mean is just at the margin.

    tests/calibrate.py [--build BUILD] [--out DIR] [--runs N] [--reference N] [--only WORD]

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


@dataclasses.dataclass
class Margin:
    """Simulated runs of `regress` with differences as these bots have, and a loss of LOSS points once in `rare` deals (0: never)."""
    name: str
    what: str
    bots: list[str]
    rare: int

    LOSS = 264
    MARGIN = 0.5
    RUNS = 5_000
    DEALS = 36_000
    NOMINAL = 0.05


def below(result: dict[str, Any], truth: float) -> bool:
    return result["low"] is not None and bool(result["low"] > truth)


def above(result: dict[str, Any], truth: float) -> bool:
    return result["high"] is not None and bool(result["high"] < truth)


def named_wrong(result: dict[str, Any], truth: float) -> bool:
    """A better one where both are equal, or the wrong one."""
    better = {"a is better": 1, "b is better": -1}.get(result["result"], 0)
    return better != 0 and better * truth <= 0


def claims_of_compare(equal: bool) -> list[Claim]:
    return [Claim("the wrong one is better", 0.05 if equal else 0.025, named_wrong),
            Claim("the truth lies below the interval", 0.025, below), Claim("the truth lies above it", 0.025, above)]


def inside_margin(result: dict[str, Any], _: float) -> bool:
    return bool(result["result"] == "fail" and result["low"] is not None and result["low"] > -result["margin"])


CLAIMS_OF_EQUAL = [Claim("FAIL", 0.05, lambda result, _: bool(result["result"] == "fail")),
                   Claim("PASS says better, or worse", 0.1, lambda result, _: result["low"] is not None and
                         (result["low"] > 0 or result["high"] < 0))]
CLAIMS_INSIDE = [Claim("FAIL", 0.05, lambda result, _: bool(result["result"] == "fail")),
                 Claim("FAIL with an interval inside the margin", 0.0, inside_margin)]
CLAIM_OF_TUNE = [Claim("the winner is better, or worse", 0.05, lambda result, _: bool(result["shown"]))]
CLAIM_OF_LESSONS = [Claim("any lesson", 0.05, lambda result, _: bool(result["taken"]))]
CLAIMS_OF_REGRESS = [Claim("PASS, just at the margin", 0.05, lambda result, _: bool(result["result"] == "pass")),
                     Claim("FAIL, just at the margin", 0.05, lambda result, _: bool(result["result"] == "fail"))]


def scenarios(build: pathlib.Path) -> list[Scenario]:
    rare = build / "tests" / "bots" / "rare.so"

    def disasters(deals: int) -> Scenario:
        return Scenario(f"disasters {deals}", f"one hand in 500 is a disaster, {deals} deals", "compare",
                        ["better=stammtisch:caution=50", f"worse={rare}:disaster=500"], deals, 400, claims_of_compare(False))

    def equal(deals: int) -> Scenario:
        both = [f"{name}={rare}:tossed=50,disaster=200,salt={salt}" for name, salt in (("one", 1), ("other", 2))]
        return Scenario(f"equal {deals}", f"equal by symmetry, both with disasters, {deals} deals", "compare", both, deals, 400,
                        claims_of_compare(True), truth=0)

    def equal_bids(caution: int, most: int) -> Scenario:
        """As different as stammtisch and one with that caution, and equal by symmetry."""
        both = [f"{rare}:other={caution}", f"{rare}:other={caution},swapped=1"]
        return Scenario(f"regress equal {caution}", f"equal by symmetry, as different as caution 57 and {caution}", "regress", both,
                        36000, 100, CLAIMS_OF_EQUAL, truth=0, most_deals=most)

    def equal_cards(tossed: int, more: str, words: str, most: int) -> Scenario:
        both = [f"{rare}:tossed={tossed}{more},salt={salt}" for salt in (1, 2)]
        return Scenario(f"regress equal cards {tossed}{more}", f"equal by symmetry, one card in {1000 // tossed} by chance{words}",
                        "regress", both, 36000, 100, CLAIMS_OF_EQUAL, truth=0, most_deals=most)

    return [
        *map(equal, (20, 150, 300, 1200, 3600)), *map(disasters, (20, 150, 300, 1200, 3600)),
        dataclasses.replace(equal(300), name="merged 300", what="the same 300 deals in three shards, merged", command="merged", runs=200),
        dataclasses.replace(equal(1200), name="resumed 1200", what="1200 deals in two shards, each stopped and resumed, merged",
                            command="resumed", runs=100),
        Scenario("close 1200", "a change in bidding, 1200 deals", "compare", ["stammtisch:caution=63", "stammtisch"], 1200, 400,
                 claims_of_compare(False)),
        Scenario("close redeals", "the same, four re-deals of a case", "compare", ["stammtisch:caution=63", "stammtisch"], 1200, 400,
                 claims_of_compare(False), more=("--redeals", "4")),
        Scenario("close bidding", "the same, bids alone", "compare", ["stammtisch:caution=63", "stammtisch"], 1200, 400,
                 claims_of_compare(False), more=("--redeals", "4", "--bidding")),
        Scenario("standings", "four that are equal by symmetry, six pairs, 600 deals", "standings",
                 [f"{rare}:tossed=50,disaster=200,salt={salt}" for salt in (1, 2, 3, 4)], 600, 300,
                 [Claim("any star", 0.05, lambda result, _: bool(result["stars"]))], truth=0),
        Scenario("tune", "an option that changes nothing but chance, 720 deals", "tune",
                 [f"{rare}:tossed=50,disaster=200,salt=50000", "salt=0..100000"], 720, 200, CLAIM_OF_TUNE, truth=0),
        Scenario("lessons", "the same, three searches, checked on 36,000 deals each", "lessons",
                 [f"{rare}:tossed=50,disaster=200,salt=50000", "salt=0..100000"], 36000, 100, CLAIM_OF_LESSONS, truth=0),
        equal_bids(54, 2000), equal_bids(50, 2300), equal_cards(10, "", "", 2000), equal_cards(20, "", "", 2000),
        equal_cards(10, ",disaster=2000", ", one hand in 2,000 a disaster", 0),
        Scenario("regress inside", "a change in bidding, worse by 0.7 of the margin", "regress", ["stammtisch", "stammtisch:caution=61"],
                 36000, 60, CLAIMS_INSIDE, of_margin=0.7),
        Scenario("regress close", "a change in bidding that is worse", "regress", ["stammtisch", "stammtisch:caution=61"], 36000, 60,
                 CLAIMS_OF_REGRESS, of_margin=1),
        Scenario("regress disasters", "one hand in 200 is a disaster", "regress", ["stammtisch", f"{rare}:disaster=200"], 36000, 60,
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
    return [Margin(f"margin {name} {often}", what, bots, often) for name, what, bots in pairs for often in (0, 2000, 526)] + [
        Margin("margin disasters", "one hand in 200 is a disaster", ["stammtisch", f"{rare}:disaster=200"], 0)]


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


def at_margin(counts: dict[int, float], margin: Margin) -> dict[int, float]:
    """Chances of differences, in hundredths, with a mean just at the margin, rare losses included."""
    often = 1 / margin.rare if margin.rare else 0.0
    usual = tilted(counts, (-100 * margin.MARGIN + 100 * margin.LOSS * often) / (1 - often))
    chances = {value: chance * (1 - often) for value, chance in usual.items()}
    if often:
        chances[-100 * margin.LOSS] = chances.get(-100 * margin.LOSS, 0.0) + often
    return chances


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
            done = subprocess.run([self.program, *map(str, arguments), "--json", "--quiet", "--out", f"{folder}/out"], cwd=ROOT,
                                  text=True, capture_output=True, check=False)
            if done.returncode not in (0, 1, 2):
                sys.exit(f"{arguments}: exit {done.returncode}\n{done.stderr[-2000:]}")
            found: dict[str, Any] = json.loads(done.stdout)
            return found

    def config_run(self, config: dict[str, Any]) -> dict[str, Any]:
        with tempfile.TemporaryDirectory(prefix="calibrate-") as folder:
            path = pathlib.Path(folder) / "config.json"
            path.write_text(json.dumps({"name": "calibrate", "log": "none"} | config))
            return self.json_of("run", path)

    def long_run(self, a: str, b: str, deals: int, tables: bool) -> dict[str, Any]:
        """Of two bots at one table; with `tables` at those of `regress`."""
        bots = {"stammtisch": "stammtisch", "random": "random"} if tables else {}
        return self.config_run({
            "bots": {"a": spec_of(a), "b": spec_of(b)} | bots, "seats": ["a", "b", *bots], "compare": ["a", "b"],
            "schedule": "against" if bots else "duel", "deals": 36, "sessions": deals // 36 or 1, "seed": REFERENCE_SEED})

    def truth(self, scenario: Scenario) -> tuple[float, float]:
        """With its standard error."""
        is_regress = scenario.command == "regress"
        a, b = scenario.bots[::-1] if is_regress else scenario.bots
        difference = self.long_run(a, b, self.reference, is_regress)["verdict"]["difference"]
        return difference["mean"], difference["error"]

    def differences(self, margin: Margin) -> dict[int, float]:
        """How often deals differ by so many hundredths, NEW less OLD: the middles of bins, but for those that do not differ."""
        key, (old, new) = " ".join(margin.bots), margin.bots
        if key not in self.compared:
            self.compared[key] = self.long_run(new, old, min(self.reference, margin.DEALS), True)["comparison"]
        found = self.compared[key]
        width, counts = found["distribution"]["width"], {0: float(found["equal"])}
        for one in found["distribution"]["bins"]:
            count = one["count"] - (found["equal"] if one["from"] <= 0 < one["from"] + width else 0)
            if count:
                value = round(100 * (one["from"] + width / 2))
                counts[value] = counts.get(value, 0.0) + count
        return counts

    def play_margin(self, margin: Margin, runs: int) -> dict[str, Any]:
        chances = at_margin(self.differences(margin), margin)
        done = subprocess.run([self.program.parent / "tests" / "margin_errors", str(margin.MARGIN), "268", str(margin.DEALS), str(runs)],
                              input="".join(f"{value} {chance!r}\n" for value, chance in sorted(chances.items())), text=True,
                              capture_output=True, check=True)
        found: dict[str, Any] = json.loads(done.stdout)
        return found

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
        return {"stars": sum(pair["judged"]["p_adjusted"] < 0.05 for pair in found["pairs"]), "deals": scenario.deals}

    def play_merged(self, scenario: Scenario, seed: int) -> dict[str, Any]:
        with tempfile.TemporaryDirectory(prefix="calibrate-") as folder:
            parts = [f"{folder}/{number}" for number in (1, 2, 3)]
            for number, part in enumerate(parts, 1):
                subprocess.run([self.program, "compare", *scenario.bots, "--seed", str(seed), "--log", "divergent", "-n",
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
        verdict = found["verdict"]
        difference = verdict["difference"] or {"mean": None, "low": None, "high": None}
        return {"result": verdict["result"], "deals": verdict["units"], "margin": verdict["margin"]} | {
            key: difference[key] for key in ("mean", "low", "high")}

    def play(self, scenario: Scenario, seed: int, truth: float) -> dict[str, Any]:
        others = {"standings": self.play_standings, "tune": self.play_tune, "lessons": self.play_lessons, "merged": self.play_merged,
                  "resumed": self.play_resumed}
        if scenario.command in others:
            return others[scenario.command](scenario, seed)
        margin = ["--margin", -truth / scenario.of_margin] if scenario.of_margin else []
        log = "divergent" if scenario.more else "none"
        return self.result_of(self.json_of(scenario.command, *scenario.bots, *margin, *scenario.more, "--seed", seed, "--log", log,
                                           "-n", scenario.deals))


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


def rows_of(scenario: Scenario, arena: Arena, ledger: Ledger, runs: int) -> Iterator[str]:
    if scenario.truth is None:
        known = ledger.get(scenario.name, 0, lambda: dict(zip(("mean", "error"), arena.truth(scenario))))
        truth, said = known["mean"], f"{known['mean']:+.3f} +- {known['error']:.3f}"
    else:
        truth, said = scenario.truth, "0"
    results = [ledger.get(scenario.name, seed, functools.partial(arena.play, scenario, seed, truth)) for seed in range(1, runs + 1)]
    deals = sum(result["deals"] for result in results) / runs
    for claim in scenario.claims:
        share = sum(claim.wrong(result, truth) for result in results) / runs
        error = math.sqrt(claim.nominal * (1 - claim.nominal) / runs)
        beyond = " (!)" if share > claim.nominal + 3 * error else ""
        yield (f"| {scenario.command} | {scenario.what} | {said} | {claim.words} | {100 * claim.nominal:g} % | "
               f"{100 * share:.1f} %{beyond} | {runs} | {deals:,.0f} |")
    if scenario.most_deals:
        beyond = " (!)" if deals > scenario.most_deals else ""
        yield (f"| {scenario.command} | {scenario.what} | {said} | deals until it ends | {scenario.most_deals:,} | {deals:,.0f}{beyond} | "
               f"{runs} | {deals:,.0f} |")


def row_of_margin(margin: Margin, arena: Arena, ledger: Ledger, runs: int) -> str:
    found = ledger.get(f"{margin.name} {runs}", 0, lambda: arena.play_margin(margin, runs))
    most = margin.NOMINAL + 3 * math.sqrt(margin.NOMINAL * (1 - margin.NOMINAL) / runs)
    shares = [f"{100 * found[name] / runs:.1f} %" + (" (!)" if found[name] / runs > most else "") for name in ("passed", "failed")]
    return (f"| {margin.what} | {f'{margin.rare:,}' if margin.rare else '-'} | {shares[0]} | {shares[1]} | {runs} | "
            f"{found['deals']:,.0f} |")


def main() -> int:
    parser = argparse.ArgumentParser(description="How often what the program claims is wrong.")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "plain")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "results" / "calibrate")
    parser.add_argument("--runs", type=int, default=0, help="runs of each scenario (default: 60 to 400)")
    parser.add_argument("--reference", type=int, default=400_000, help="deals of the run that says what the truth is")
    parser.add_argument("--only", default="", help="scenarios whose name has this word")
    given = parser.parse_args()
    arena = Arena(given.build.resolve(), given.reference)
    ledger = Ledger(given.out, f"{arena.version} {given.reference}")
    print("| command | bots | difference | claim | nominal | measured | runs | deals, mean |")
    print("| --- " * 8 + "|")
    wrong = 0
    for scenario in scenarios(given.build.resolve()):
        if given.only in scenario.name:
            for row in rows_of(scenario, arena, ledger, given.runs or scenario.runs):
                print(row, flush=True)
                wrong += "(!)" in row
    simulated = [margin for margin in margins(given.build.resolve()) if given.only in margin.name]
    if simulated:
        print(f"\n| differences of | a loss of {Margin.LOSS} once in | PASS | FAIL | runs | deals, mean |")
        print("| --- " * 6 + "|")
    for margin in simulated:
        row = row_of_margin(margin, arena, ledger, given.runs or margin.RUNS)
        print(row, flush=True)
        wrong += "(!)" in row
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
