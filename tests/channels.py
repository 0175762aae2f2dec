#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How much of a hand isolated players can tell each other through the processor's cache: the table in docs/security.md.

tests/bots/cheats/signals.c says at the end of each deal what forehand told and what middlehand heard. "bits a deal" is how
much what was heard says of the hand: at most 19.3 of its 10 cards among the 22 that middlehand does not have; for `whole`,
which tells a card a trick, the information of those cards. A few hundredths are chance."""
import argparse
import collections
import json
import math
import pathlib
import re
import shutil
import subprocess
import tempfile

WAYS = (("file", "counter", 8), ("file", "library", 8), ("library", "library", 8), ("file", "edges", 2), ("sets", "counter", 8),
        ("sets", "library", 8), ("sets", "edges", 2), ("whole", "counter", 10), ("whole", "library", 10), ("whole", "edges", 10))
UNKNOWN, DEALT, TRICKS = 22, 10, 10
SEED = "0x" + "5ca1ab1e" * 8

Hands = list[tuple[int, int, int]]  # told, heard, and the cards of which something could be heard


def play(build: pathlib.Path, way: tuple[str, str, int], deals: int) -> tuple[Hands, set[str]]:
    """Forehand and rearhand play one copy of the module, middlehand another: nothing is shared but the C library."""
    by, clock, rounds = way
    with tempfile.TemporaryDirectory() as folder:
        bot = build / "tests" / "bots" / "cheats" / "signals.so"
        module = shutil.copy(bot, folder) if by == "library" else bot
        options = {"by": by, "clock": clock, "rounds": rounds}
        bots = {"a": {"module": str(bot), "options": options}, "b": {"module": str(module), "options": options}}
        config = {"name": "channels", "bots": bots, "seats": ["a", "b", "a"], "deals": deals, "seed": SEED, "audit": 0,
                  "isolation": "process", "workers": 1, "time_limit_ms": 0}
        path, out = pathlib.Path(folder) / "channels.json", pathlib.Path(folder) / "out"
        path.write_text(json.dumps(config), encoding="utf-8")
        done = subprocess.run([build / "skat-arena", "run", path, "--quiet", "--out", out], capture_output=True, text=True, check=True)
        games = (out / "games.jsonl").read_text(encoding="utf-8").splitlines()
    told = re.findall(r": told (\w+)", done.stderr)
    heard = re.findall(r": heard (\w+)(?: of (\w+))?", done.stderr)
    return ([(int(one, 16), int(other, 16), int(known, 16)) for one, (other, known) in zip(told, heard) if known],
            {json.loads(game)["status"] for game in games})


def entropy(counts: collections.Counter[int] | collections.Counter[tuple[int, int]]) -> float:
    """In bits, with the correction of Miller and Madow for what a sample of that size lacks."""
    total = counts.total()
    return (-sum(count / total * math.log2(count / total) for count in counts.values())
            + (len(counts) - 1) / (2 * total * math.log(2)))


def bits_of_hands(hands: Hands) -> float:
    """A hand that has `right` of the cards that were heard is one of so many."""
    right = collections.Counter((told & heard).bit_count() for told, heard, _ in hands)
    left = sum(count / right.total() * math.log2(math.comb(DEALT, number) * math.comb(UNKNOWN - DEALT, DEALT - number))
               for number, count in right.items())
    return math.log2(math.comb(UNKNOWN, DEALT)) - entropy(right) - left


def bits_of_cards(hands: Hands) -> float:
    """Each card of a trick by itself."""
    pairs = collections.Counter((told >> card & 1, heard >> card & 1) for told, heard, known in hands
                                for card in range(TRICKS) if known >> card & 1)
    told, heard = collections.Counter[int](), collections.Counter[int]()
    for (one, other), count in pairs.items():
        told[one] += count
        heard[other] += count
    return (entropy(told) + entropy(heard) - entropy(pairs)) * pairs.total() / len(hands)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("build", type=pathlib.Path, nargs="?", default=pathlib.Path("build/plain"), help="its folder; default build/plain")
    parser.add_argument("--deals", type=int, default=150, help="default 150, the most of which all output is shown")
    given = parser.parse_args()
    for way in WAYS:
        hands, statuses = play(given.build.resolve(), way, given.deals)
        print(f"{way[0]:8} {way[1]:8}", end=" ")
        if not hands:
            print(", ".join(sorted(statuses)))
            continue
        if way[0] == "whole":
            right = sum((~(told ^ heard) & known).bit_count() for told, heard, known in hands)
            all_known = sum(known.bit_count() for *_, known in hands)
            print(f"{right:4} of {all_known} cards, {bits_of_cards(hands):6.2f} bits a deal", flush=True)
        else:
            exact = sum(told == heard for told, heard, _ in hands)
            print(f"{exact:4} of {len(hands)} hands, {bits_of_hands(hands):6.2f} bits a deal", flush=True)


if __name__ == "__main__":
    main()
