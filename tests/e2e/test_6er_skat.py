#!/usr/bin/env python3
"""End-to-end tests of 6er-Skat: S3 7.2.

    python3 tests/test_6er_skat.py BUILD_FOLDER [NAME_PART]...
"""
import sys

from harness import *
from relative import RelativeTests
from scorekeeper import PACK_36, points_in


class SixerSkat(RelativeTests, RunTest):
    GAME = CONFIG = "6er-skat"
    OTHERWISE = {"schneider_points": [108, 109]}

    def test_points_add_up_to_144(self):
        self.assertEqual(PACK_36.points, 144)
        folder = self.play(rules={"game": self.GAME, "passed_in": "ramsch", "no_auction": True})
        for line in read_lines(folder):
            self.assertEqual(sum(line["result"]["points"]), 144, line["game"])
            self.assertEqual(sum(line["result"]["tricks"]), 11, line["game"])

    def test_won_with_73(self):
        """S3 7.2: "verloren ist ein Spiel ab 72, Schneider ab 36"."""
        folder = self.play(rules={"game": self.GAME}, deals=3000)
        seen = set()
        for line in read_lines(folder):
            result, contract = line["result"], line["contract"] or "N"
            plain = contract in list("DHSCG") and not result["overbid"]
            if line["status"] != "ok" or not plain:
                continue
            points = result["points"]
            self.assertEqual(result["won"], points >= 73, line)
            self.assertEqual("schneider" in result["levels"], points <= 36 or points >= 108, line)
            seen |= {points} & {36, 37, 72, 73, 107, 108}
        self.assertEqual(len(seen), 6, "the runs come to every limit")

    def test_spitzen_begin_with_the_six(self):
        folder = self.play(rules={"game": self.GAME, "spitzen": {"max": 3}}, deals=2000,
                           bots={"r": {"module": "random", "options": {"hand": 50}}})
        named = [line for line in read_lines(folder) if "spitzen" in line["result"]["levels"]]
        self.assertTrue(named)
        for line in named:
            hands = line["cards"].split("|")
            declarer = hands[line["declarer"]] + "." + hands[3]
            self.assertIn(line["contract"][0] + "6", declarer)
        self.assert_right(folder)

    def test_bidding_in_words(self):
        done = arena("rules", "show", "6er-skat")
        self.assertEqual(done.returncode, OK)
        self.assertIn("18 20 22 23 24 27 30 33", done.stdout)

    def test_thresholds_belong_to_the_deck(self):
        done, _ = self.run_config(rules={"game": self.GAME, "schneider_points": 90})
        self.assertEqual(done.returncode, USAGE)
        self.assertIn("108 | 109", done.stderr)
        done, _ = self.run_config(rules={"schneider_points": 108})
        self.assertEqual(done.returncode, USAGE)
        self.assertIn("90 | 91", done.stderr)

    def test_deals(self):
        done = arena("deal", "--game", "6er-skat", "--seed", 7, "-n", 3)
        folder = self.play(rules={"game": self.GAME}, deals=3)
        self.assertEqual(done.stdout.split(), [line["cards"] for line in read_lines(folder)])
        given = self.temp / "deals.txt"
        given.write_text(done.stdout)
        again = self.play(rules={"game": self.GAME}, deals={"file": str(given)})
        self.assert_right(again)
        done, _ = self.run_config(deals={"file": str(given)})
        self.assertEqual(done.returncode, USAGE)


if __name__ == "__main__":
    sys.exit(main(sys.modules[__name__]))
