# SPDX-License-Identifier: MIT
"""What a verdict costs: half-widths of the interval that decides, for as many answers of bots, with re-deals and without (`make price`).

    tests/price.py --program build/plain/skat-arena [--deals 3600,36000,360000] [--seed 1]

For each number of deals and each pair: `compare --redeals auto` on so many deals, whose answers count with those of all tries and of the
pilot; then, with as many answers, `compare` without re-deals, on more deals; and games that are each on another deal, by Student's t, as a
program would play that deals every game anew. An answer that was given in another seating of the deal is not asked for again
(arena/bot/kept_answers.h). How many answers a deal takes is counted in the log of SAMPLE other deals, also where only the deals are played
that are bid differently (`--bidding`, whose differences are the same): the pairs differ in bids alone.
"""
import argparse
import itertools
import json
import math
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
from typing import Any, Iterator, NamedTuple

OLD = "stammtisch"
PAIRS = ["caution=45", "caution=50", "caution=54", "null_bonus=-3", "null_bonus=40,hand=false", "grand_bonus=40"]  # of stammtisch
SAMPLE, SAMPLE_SEED, TWO_SIDED = 7200, 77, 1.96


CHECKS = 64  # of deals that are bid alike, one of so many is played all the same: BIDS_CHECKED_EVERY


def visible(token: str, own: bool) -> str:
    """A move as somebody else sees it: without the cards put aside."""
    if own or "." not in token:
        return token
    parts = token.split(".")
    return parts[0] if len(parts[0]) != 2 or parts[0][0] not in "CSHD" else "hidden"


def answers_of(game: dict[str, Any], seats: int) -> set[tuple[str, int, tuple[str, ...]]]:
    """The answers in a game: who gave each one, in which seat, and what was seen before."""
    moves, found = game["moves"].split(), set()
    dealer = game["deal"] % seats
    seat_of = [(dealer + 1 + position) % seats for position in range(3)]
    seen: list[list[str]] = [[], [], []]
    for actor, token in zip(moves[::2], moves[1::2]):
        if actor == "w":
            taker = int(moves[moves.index("w") - 2])
            seen[taker].append(token)
            continue
        position = int(actor)
        found.add((game["table"][seat_of[position]], seat_of[position], tuple(seen[position])))
        for other in range(3):
            seen[other].append(actor + visible(token, other == position))
    return found


def bids_of(game: dict[str, Any]) -> tuple[str, ...]:
    """The moves before the first card."""
    moves = game["moves"].split()
    return tuple(moves[:next((i for i in range(0, len(moves), 2) if moves[i] != "w" and is_card(moves[i + 1])), len(moves))])


def is_card(token: str) -> bool:
    return len(token) == 2 and token[0] in "CSHD" and token[1] in "789TJQKA"


def games_of(log: pathlib.Path) -> Iterator[dict[str, Any]]:
    with open(log, encoding="utf-8") as lines:
        yield from map(json.loads, lines)


class Asked:
    """The answers that were asked for in all deals of a log, and in those that are played where bids alone are compared."""

    def __init__(self, log: pathlib.Path) -> None:
        self.all = self.played = self.unplayed_deals = 0
        deals = itertools.groupby(games_of(log), lambda game: (game["session"], game["deal"]))
        for number, (_, games) in enumerate(deals):
            self.add_deal(number, list(games))

    def add_deal(self, number: int, games: list[dict[str, Any]]) -> None:
        answers = len(set().union(*(answers_of(game, len(game["table"])) for game in games)))
        is_played = len(set(map(bids_of, games))) > 1 or number % CHECKS == 0
        self.all += answers
        self.played += answers if is_played else 0
        self.unplayed_deals += not is_played


class Played(NamedTuple):
    half_width: float  # of the interval that decides
    redeals: int
    answers: int  # for re-deals, with their tries
    pilot: int  # deals


class Player:
    def __init__(self, program: str, new: str, folder: pathlib.Path) -> None:
        self.program, self.new, self.folder = program, new, folder

    def compare(self, deals: float, seed: int, *more: str) -> dict[str, Any]:
        """Plays; the summary, and what was said on standard error."""
        done = subprocess.run([self.program, "compare", f"{OLD}:{self.new}", OLD, "--deals", str(round(deals)), "--seed", str(seed),
                               "--workers", "1", "--log", "zstd", "--out", self.folder, "--force", *more],
                              check=True, capture_output=True, text=True)
        return {"said": done.stderr} | json.loads((self.folder / "summary.json").read_text())

    def play(self, deals: float, seed: int, *more: str) -> Played:
        summary = self.compare(deals, seed, *more)
        decides, redeals = summary["verdict"]["decides"], summary["comparison"].get("redeals", {"most": 0, "answers": 0})
        pilot = re.search(r"a pilot of (\d+) deals", summary["said"])
        return Played((decides["high"] - decides["low"]) / 2, redeals["most"], redeals["answers"], int(pilot[1]) if pilot else 0)


class Answers(NamedTuple):
    """Of a deal; and the deviation of a game's difference."""
    plain: float
    bidding: float
    redealt: float  # with one re-deal of each case
    game: float
    deviation: float


def single_games(folder: pathlib.Path) -> tuple[float, float]:
    """Answers of a game, and the deviation of the difference, if each deal is played once."""
    differences, answers = [], 0
    for game in games_of(folder / "games.jsonl"):
        if game["game"] % 3 == 0:
            name = game["table"][0]
            own = [score for bot, score in zip(game["table"], game["score"]) if bot == name]
            others = [score for bot, score in zip(game["table"], game["score"]) if bot != name]
            differences.append(statistics.mean(own) - statistics.mean(others))
            answers += len(answers_of(game, len(game["table"])))
    return answers / len(differences), statistics.stdev(differences)


def answers_of_a_deal(player: Player) -> Answers:
    summary = player.compare(SAMPLE, SAMPLE_SEED, "--redeals", "1", "--log", "all")
    asked = Asked(player.folder / "games.jsonl")
    single = single_games(player.folder)
    redeals = summary["comparison"]["redeals"]["answers"]
    bids = player.compare(SAMPLE, SAMPLE_SEED, "--bidding")["comparison"]["unplayed"]
    assert abs(bids["deals"] - asked.unplayed_deals) < SAMPLE / 1000 and not bids["different"]  # one may concede where the other does not
    return Answers(asked.all / SAMPLE, (asked.played + bids["answers"]) / SAMPLE, (asked.all + redeals) / SAMPLE, *single)


class Row(NamedTuple):
    deals: int
    redeals: int
    auto: float  # half-widths
    plain_deals: int
    plain: float
    single: float


def row_of(player: Player, answers: Answers, deals: int, seed: int) -> Row:
    auto = player.play(deals, seed, "--redeals", "auto")
    spent = deals * answers.plain + auto.answers + auto.pilot * answers.redealt
    plain = player.play(spent / answers.plain, seed)
    single = TWO_SIDED * answers.deviation / math.sqrt(spent / answers.game)
    return Row(deals, auto.redeals, auto.half_width, round(spent / answers.plain), plain.half_width, single)


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    options.add_argument("--program", required=True)
    options.add_argument("--deals", default="3600,36000,360000")
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    print("| pair | answers a deal | with one re-deal | with `--bidding` | saves |\n| --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory(prefix="skat-arena-price-") as temp:
        players = {pair: Player(given.program, pair, pathlib.Path(temp) / "run") for pair in PAIRS}
        answers = {}
        for pair, player in players.items():
            found = answers[pair] = answers_of_a_deal(player)
            print(f"| {pair} | {found.plain:.1f} | {found.redealt:.1f} | {found.bidding:.1f} | {1 - found.bidding / found.plain:.0%} |",
                  flush=True)
        print(f"\nHalf-widths of the interval that decides, for as many answers in a row; seed {given.seed}\n")
        print("| pair | deals | re-deals | half-width | deals without | half-width | single games |\n" + "| --- " * 7 + "|")
        for deals, (pair, player) in itertools.product(map(int, given.deals.split(",")), players.items()):
            row = row_of(player, answers[pair], deals, given.seed)
            print(f"| {pair} | {row.deals:,} | {row.redeals} | {row.auto:.4f} | {row.plain_deals:,} | {row.plain:.4f} | {row.single:.4f} |",
                  flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
