# SPDX-License-Identifier: MIT
"""What a difference costs: answers of bots for the same standard error, with re-deals and without (`make price`).

    tests/price.py --program build/plain/skat-arena [--deals 100000] [--seed 1]

Plays each pair with `compare`, 0 to 7 re-deals of a case, on the same deals; and the same with `--bidding`, as for bots that play cards
alike, where deals that are bid alike are not played. Counts the answers that bots are asked for, as for bots
whose decisions take long: an answer that was given in another seating of the deal is not asked for again (arena/bot/kept_answers.h), and
re-deals count with all their tries, and bids that were asked for before the games. Prints, for each number of re-deals, the answers a
deal, the standard error, and the price: answers times variance, against 0 re-deals.
"""
import argparse
import itertools
import json
import math
import pathlib
import subprocess
import sys
import tempfile
from typing import Any, Iterator, NamedTuple

PAIRS = {
    "caution 57 to 50": ("stammtisch:caution=50", "stammtisch:caution=57"),
    "caution 57 to 54": ("stammtisch:caution=54", "stammtisch:caution=57"),
    "null_bonus 0 to -3": ("stammtisch:null_bonus=-3", "stammtisch:null_bonus=0"),
}


CHECKS = 64  # of deals that are bid alike, one of so many is played all the same: BID_SCOUT_CHECKS


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


def play(program: str, bots: tuple[str, str], redeals: int, bidding: bool, deals: int, seed: int, folder: pathlib.Path) -> dict[str, Any]:
    arguments = ["--deals", str(deals), "--seed", str(seed), "--redeals", str(redeals or "off"), "--workers", "1",
                 "--log", "divergent" if redeals or bidding else "all", *(["--bidding"] if bidding else []), "--out", str(folder),
                 "--quiet"]
    subprocess.run([program, "compare", *bots, *arguments], check=True)
    return json.loads((folder / "summary.json").read_text())["comparison"]


class Row(NamedTuple):
    bidding: bool
    redeals: int
    answers: float
    error: float
    price: float


def price_of(program: str, bots: tuple[str, str], deals: int, seed: int, counts: list[int]) -> list[Row]:
    """Of each number of re-deals, 0 first: answers a deal, standard error, price; all are played, and bids alone are compared."""
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="skat-arena-price-") as temp:
        for bidding in (False, True):
            for redeals in counts:
                folder = pathlib.Path(temp) / f"{redeals}{'-bidding' * bidding}"
                comparison = play(program, bots, redeals, bidding, deals, seed, folder)
                error = comparison["scorings"][comparison["primary"]]["error"]
                if not rows:
                    base, base_error = Asked(folder / "games.jsonl"), error
                answers = (base.played if bidding else base.all) + (comparison["redeals"]["answers"] if redeals else 0)
                if bidding:
                    assert comparison["unplayed"]["deals"] == base.unplayed_deals and not comparison["unplayed"]["different"]
                    answers += comparison["unplayed"]["answers"]
                rows.append(Row(bidding, redeals, answers / deals, error, answers * error ** 2 / (base.all * base_error ** 2 or math.nan)))
    return rows


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    options.add_argument("--program", required=True)
    options.add_argument("--deals", type=int, default=100000)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    print(f"{given.deals} deals, seed {given.seed}")
    print("| pair | played | re-deals | answers a deal | standard error | price |\n| --- | --- | --- | --- | --- | --- |")
    for name, bots in PAIRS.items():
        for row in price_of(given.program, bots, given.deals, given.seed, [0, 1, 2, 4, 7]):
            played = "bid differently" if row.bidding else "all"
            print(f"| {name} | {played} | {row.redeals} | {row.answers:.1f} | {row.error:.4f} | {row.price:.2f} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
