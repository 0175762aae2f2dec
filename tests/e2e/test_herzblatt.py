#!/usr/bin/env python3
"""End-to-end tests of Herzblatt: S3 7.6.

    python3 tests/test_herzblatt.py BUILD_FOLDER [NAME_PART]...
"""
import sys

from harness import *
from relative import NO_AUCTION, SUITS_ONLY, RelativeTests


class Herzblatt(RelativeTests, RunTest):
    GAME = CONFIG = "herzblatt"
    WITHOUT = NO_AUCTION + SUITS_ONLY + ("ramsch",)

    def test_asked_in_turn_for_hearts(self):
        folder = self.play(rules={"game": self.GAME}, deals=300)
        seen = set()
        for line in read_lines(folder):
            asked = []
            for actor, token in zip(*[iter(line["moves"].split())] * 2):
                if token not in ("p", "y"):
                    break
                asked.append((actor, token))
            self.assertEqual([actor for actor, _ in asked], ["0", "1", "2"][:len(asked)])
            self.assertEqual([token for _, token in asked[:-1]], ["p"] * (len(asked) - 1))
            if asked[-1][1] == "y":
                self.assertEqual(line["declarer"], int(asked[-1][0]))
                self.assertEqual(line["contract"][0], "H")
            else:
                self.assertEqual((len(asked), line["contract"]), (3, None))
                self.assertEqual(line["score"], [0, 0, 0])
            seen.add(line["declarer"])
        self.assertEqual(seen, {None, 0, 1, 2})

    def test_replay_names_no_bid(self):
        folder = self.play(rules={"game": self.GAME}, deals=12)
        line = next(line for line in read_lines(folder) if line["declarer"] is not None)
        text = arena("replay", folder, "--game", line["game"]).stdout
        self.assertRegex(text, r"\ndeclarer [^ ]+( [FMR])?: hearts")
        self.assertNotIn(" at 0", text)

    def test_no_options_that_make_no_sense(self):
        for options in ({"passed_in": "ramsch"}, {"ramsch": {"march": 0}}, {"grand_base": 20},
                        {"kontra": {"who": "bidders"}}, {"ace": "clubs"}):
            done, _ = self.run_config(rules={"game": self.GAME} | options)
            self.assertEqual(done.returncode, USAGE, options)
            self.assertIn('is not an option of the game "herzblatt"', done.stderr)


if __name__ == "__main__":
    sys.exit(main(sys.modules[__name__]))
