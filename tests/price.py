# SPDX-License-Identifier: MIT
"""What a difference costs: answers of bots for the same standard error, with re-deals and without (`make price`).

    tests/price.py --program build/plain/skat-arena [--deals 100000] [--seed 1]

Plays each pair with `compare`, 0 to 7 re-deals of a case, on the same deals. Counts the answers that bots are asked for, as for bots
whose decisions take long: an answer that was given in another seating of the deal is not asked for again (arena/bot/kept_answers.h), and
re-deals count with all their tries. Prints, for each number of re-deals, the answers a deal, the standard error, and the price: answers
times variance, against 0 re-deals.
"""
import argparse
import collections
import json
import pathlib
import subprocess
import sys
import tempfile
from typing import Any

PAIRS = {
    "caution 57 to 50": ("stammtisch:caution=50", "stammtisch:caution=57"),
    "caution 57 to 54": ("stammtisch:caution=54", "stammtisch:caution=57"),
    "null_bonus 0 to -3": ("stammtisch:null_bonus=-3", "stammtisch:null_bonus=0"),
}


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


def asked(log: pathlib.Path) -> int:
    """Answers that were asked for in all deals of a log."""
    deals: dict[tuple[int, int], set] = collections.defaultdict(set)
    total, last = 0, None
    with open(log, encoding="utf-8") as lines:
        for line in lines:
            game = json.loads(line)
            key = (game["session"], game["deal"])
            if last is not None and key != last:
                total += len(deals.pop(last))
            last = key
            deals[key] |= answers_of(game, len(game["table"]))
    return total + sum(map(len, deals.values()))


def play(program: str, bots: tuple[str, str], redeals: int, deals: int, seed: int, folder: pathlib.Path) -> dict[str, Any]:
    subprocess.run([program, "compare", *bots, "--deals", str(deals), "--seed", str(seed), "--redeals", str(redeals), "--audit", "0",
                    "--workers", "1", "--log", "divergent" if redeals else "all", "--out", folder, "--quiet"], check=True)
    return json.loads((folder / "summary.json").read_text())["comparison"]


def price_of(program: str, bots: tuple[str, str], deals: int, seed: int, counts: list[int]) -> list[tuple[int, float, float, float]]:
    """Of each number of re-deals: itself, answers a deal, standard error, price."""
    rows: list[tuple[int, float, float, float]] = []
    with tempfile.TemporaryDirectory(prefix="skat-arena-price-") as temp:
        for redeals in counts:
            folder = pathlib.Path(temp) / str(redeals)
            comparison = play(program, bots, redeals, deals, seed, folder)
            error = comparison["scorings"][comparison["primary"]]["error"]
            if not redeals:
                base_answers, base_error = asked(folder / "games.jsonl") / deals, error
            answers = base_answers + (comparison["redeals"]["answers"] / deals if redeals else 0)
            rows.append((redeals, answers, error, answers * error ** 2 / (base_answers * base_error ** 2)))
    return rows


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    options.add_argument("--program", required=True)
    options.add_argument("--deals", type=int, default=100000)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    print(f"{given.deals} deals, seed {given.seed}")
    print("| pair | re-deals | answers a deal | standard error | price |\n| --- | --- | --- | --- | --- |")
    for name, bots in PAIRS.items():
        for redeals, answers, error, price in price_of(given.program, bots, given.deals, given.seed, [0, 1, 2, 4, 7]):
            print(f"| {name} | {redeals} | {answers:.1f} | {error:.4f} | {price:.2f} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
