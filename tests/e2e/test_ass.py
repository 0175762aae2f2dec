#!/usr/bin/env python3
"""End-to-end tests of Ass: S3 7.4.

    python3 tests/test_ass.py BUILD_FOLDER [NAME_PART]...
"""
import sys

from harness import *
from relative import NO_AUCTION, SUITS_ONLY, RelativeTests
from scorekeeper import PACK_32

DECK = set(PACK_32.deck)
SUITS = {"diamonds": "D", "hearts": "H", "spades": "S", "clubs": "C"}


class Ass(RelativeTests, RunTest):
    GAME = CONFIG = "ass"
    WITHOUT = NO_AUCTION + SUITS_ONLY + ("ramsch", "matadors")
    OTHERWISE = {"ace": list(SUITS)}

    def test_who_holds_the_ace_plays(self):
        for word, suit in SUITS.items():
            folder = self.play(rules={"game": self.GAME, "ace": word}, deals=120)
            for line in read_lines(folder):
                hands = line["cards"].split("|")
                holder = next(i for i, hand in enumerate(hands) if suit + "A" in hand.split("."))
                self.assertEqual(line["declarer"], holder if holder < 3 else None)
                if holder < 3:
                    self.assertIn(line["contract"][0], "DHSC")
                    self.assertGreater(line["result"]["matadors"], 0)

    def test_the_ace_beats_the_jack_of_clubs(self):
        folder = self.play(rules={"game": self.GAME}, deals=2000)
        met = 0
        for line in read_lines(folder):
            cards = [token for actor, token in zip(*[iter(line["moves"].split())] * 2)
                     if token in DECK]
            for number in range(0, len(cards) - 3, 3):
                trick = cards[number:number + 3]
                if "HA" in trick and "CJ" in trick:
                    met += 1
        self.assertGreater(met, 20)
        self.assert_right(folder)  # the scorekeeper knows the order


if __name__ == "__main__":
    sys.exit(main(sys.modules[__name__]))
