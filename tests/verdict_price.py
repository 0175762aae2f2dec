# SPDX-License-Identifier: MIT
"""The price of a verdict: answers of bots and seconds until one is there (part of `make bench`).

    tests/verdict_price.py --program build/plain/skat-arena [--deals 20000] [--seed 1] [--slow]

For each pair, until the interval of the difference is +-0.25 points a deal: independent deals, one game each, by Student's t (what a
program would take that deals every game anew); `compare` in its three seatings; with re-deals (`auto`), and with only the deals played that
are bid differently (`--bidding`), where the two differ in bids alone. And until `regress` decides, at its margin of 0.5. Answers that were
given in another seating of the deal are not asked for again (arena/bot/kept_answers.h). The deals that +-0.25 takes are what `compare`
says after so many deals ("+-0.25 needs about"); seconds are those of this run on this machine, for so many deals. `--slow` adds `pimc`.
"""
import argparse
import json
import math
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
from typing import Any, Iterator, NamedTuple

import price

REACH, TWO_SIDED = 0.25, 1.96
VERDICTS = (0, 1, 2)  # exit statuses of a run that was played


class Pair(NamedTuple):
    name: str
    new: str
    old: str
    bids_only: bool = False
    slow: bool = False


def pairs_of(program: str) -> list[Pair]:
    rare = pathlib.Path(program).parent / "tests/bots/rare.so"
    return [
        Pair("equal", "stammtisch:caution=57", "stammtisch"),
        Pair("a bid changed by little", "stammtisch:null_bonus=-3", "stammtisch", True),
        Pair("a bid changed by much", "stammtisch:caution=50", "stammtisch", True),
        Pair("one card in fifty changed", f"{rare}:tossed=20", f"{rare}:tossed=0"),
        Pair("pimc, half of the worlds", "pimc:fast=true,worlds=150", "pimc:fast=true", slow=True),
    ]


class Cost(NamedTuple):
    deals: float
    answers: float
    seconds: float


class Player:
    def __init__(self, program: str, seed: int, folder: pathlib.Path) -> None:
        self.program, self.seed, self.folder = program, seed, folder

    def run(self, command: str, *arguments: str) -> dict[str, Any]:
        """Plays, whatever the verdict; the summary and the timing."""
        done = subprocess.run([self.program, command, *arguments, "--seed", str(self.seed), "--workers", "1", "--out",
                               self.folder, "--force", "--quiet"], check=False, capture_output=True, text=True)
        if done.returncode not in VERDICTS:
            sys.exit(done.stderr)
        return {name: json.loads((self.folder / f"{name}.json").read_text()) for name in ("summary", "timing")}

    def needed(self, comparison: dict[str, Any], verdict: dict[str, Any]) -> float:
        """Deals for an interval of so many points; of equal play its width falls with the number of deals."""
        shown = subprocess.run([self.program, "compare", self.folder], check=False, capture_output=True, text=True).stdout
        found = re.search(r"needs about (\d+) deals", shown)
        if found:
            return float(found[1])
        difference = verdict["difference"]
        return comparison["deals"] * (difference["high"] - difference["low"]) / 2 / REACH

    def cost(self, played: dict[str, Any], answers_a_deal: float) -> Cost:
        comparison = played["summary"]["comparison"]
        deals = self.needed(comparison, played["summary"]["verdict"])
        return Cost(deals, deals * answers_a_deal, played["timing"]["seconds"] * deals / comparison["deals"])


def independent(folder: pathlib.Path, seconds_a_game: float) -> Cost:
    """One game of each deal, the second bot's seats against the first one's."""
    differences, answers = [], 0
    for game in price.games_of(folder / "games.jsonl"):
        if game["game"] % 3:
            continue
        name = game["table"][0]
        own = [score for bot, score in zip(game["table"], game["score"]) if bot == name]
        others = [score for bot, score in zip(game["table"], game["score"]) if bot != name]
        differences.append(statistics.mean(own) - statistics.mean(others))
        answers += len(price.answers_of(game, len(game["table"])))
    deals = (TWO_SIDED * statistics.stdev(differences) / REACH) ** 2
    return Cost(deals, deals * answers / len(differences), deals * seconds_a_game)


def costs_of(player: Player, pair: Pair, deals: int) -> Iterator[tuple[str, Cost]]:
    bots = (pair.new, pair.old)
    played = player.run("compare", *bots, "--deals", str(deals), "--log", "all")
    base = price.Asked(player.folder / "games.jsonl")
    yield "independent deals", independent(player.folder, played["timing"]["seconds"] / played["timing"]["games"])
    yield "compare", player.cost(played, base.all / deals)
    redealt = player.run("compare", *bots, "--deals", str(deals), "--redeals", "auto", "--log", "divergent")
    redeals = redealt["summary"]["comparison"].get("redeals", {"answers": 0})
    yield "compare --redeals auto", player.cost(redealt, (base.all + redeals["answers"]) / deals)
    if pair.bids_only:
        alone = player.run("compare", *bots, "--deals", str(deals), "--redeals", "auto", "--bidding")
        comparison = alone["summary"]["comparison"]
        redeals = comparison.get("redeals", {"answers": 0})
        answers = base.played + redeals["answers"] + comparison["unplayed"]["answers"]
        yield "compare --redeals auto --bidding", player.cost(alone, answers / deals)
    if not pair.slow:
        few = 200
        player.run("regress", pair.old, pair.new, "--same", "--deals", str(few), "--log", "all")
        answers = price.Asked(player.folder / "games.jsonl").all / few
        judged = player.run("regress", pair.old, pair.new, "--same")
        units = judged["summary"]["comparison"]["units"]
        yield f"regress: {judged['summary']['verdict']['result']}", Cost(units, units * answers, judged["timing"]["seconds"])


def rounded(number: float) -> str:
    """To two digits: more are not known."""
    digits = max(0, math.floor(math.log10(number)) - 1) if number > 0 else 0
    return f"{round(number, -digits):,.0f}"


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    options.add_argument("--program", required=True)
    options.add_argument("--deals", type=int, default=20000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--slow", action="store_true")
    given = options.parse_args()
    print(f"The price of a verdict, after {given.deals} deals, seed {given.seed}")
    print("| two bots | how | deals | answers | seconds |\n| --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory(prefix="skat-arena-verdict-") as temp:
        player = Player(given.program, given.seed, pathlib.Path(temp) / "run")
        for pair in pairs_of(given.program):
            if pair.slow and not given.slow:
                continue
            for how, cost in costs_of(player, pair, min(given.deals, 200) if pair.slow else given.deals):
                print(f"| {pair.name} | {how} | {rounded(cost.deals)} | {rounded(cost.answers)} | {cost.seconds:.1f} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
