#!/usr/bin/env python3
"""End-to-end tests of Räuberskat: S3 7.3.

    python3 tests/test_raeuberskat.py BUILD_FOLDER [NAME_PART]...
"""
import collections
import sys

from harness import *
from relative import NO_AUCTION, RelativeTests

DUTIES = {"suit", "grand", "null", "ramsch"}


def chosen(line):
    return line["moves"].split()[1].removeprefix("c.")


class Raeuberskat(RelativeTests, RunTest):
    GAME = CONFIG = "raeuberskat"
    WITHOUT = NO_AUCTION + ("revolution", "sachsenspitze_base")

    def test_each_plays_each_kind_once(self):
        """"Insgesamt gibt es also bei drei Spielern immer zwölf, bei vier Spielern 16 Spiele"."""
        for seats, deals in ((3, 12), (4, 16)):
            fields = {"rules": {"game": self.GAME}, "seats": ["r"] * seats, "sessions": 5}
            path = self.write_config(**fields)
            config = json.loads(path.read_text())
            del config["deals"]
            path.write_text(json.dumps(config))
            out = self.temp / f"round{seats}"
            done = arena("run", path, "--out", out, "--quiet")
            self.assertEqual(done.returncode, OK, done.stderr)
            played = collections.defaultdict(list)
            for line in read_lines(out):
                played[line["session"], line["seats"][0]].append(chosen(line))
            self.assertEqual(len(played), 5 * seats)
            for kinds in played.values():
                self.assertEqual((len(kinds), set(kinds)), (deals // seats, DUTIES))

    def test_the_kind_decides_the_game(self):
        folder = self.play(rules={"game": self.GAME}, deals=24, sessions=20)
        kinds = {"suit": "DHSC", "grand": "G", "null": "N", "ramsch": "R"}
        for line in read_lines(folder):
            self.assertEqual(line["moves"][:4], "0 c.")
            self.assertIn(line["contract"][0], kinds[chosen(line)])
            self.assertEqual(line["declarer"], None if chosen(line) == "ramsch" else 0)
            self.assertEqual(line["bid"], 0)

    def test_comparing_says_what_was_chosen(self):
        folder = self.play(rules={"game": self.GAME}, sessions=4, schedule="duel", deals=12,
                           bots={"s": "stammtisch", "r": RANDOM}, seats=["s", "r"])
        text = arena("compare", folder).stdout
        self.assertRegex(text, r"move 1, forehand: s chooses (a suit game|grand|null|ramsch) in")
        self.assertNotIn("c.", text)

    def test_a_second_round_follows(self):
        folder = self.play(rules={"game": self.GAME}, deals=24)
        for line in read_lines(folder):
            left = [len(duties) for duties in line["duties"]]
            self.assertEqual(left[0], 4 - line["deal"] // 3 % 4)
        self.assert_right(folder)

    def test_five_cards_are_seen(self):
        """A child sees what it is told: five cards of its own, ten of them when it has chosen."""
        child = self.temp / "child.py"
        child.write_text(CHILD.replace("NOTES", str(self.temp / "notes")))
        bot = {"module": "pipe", "options": {"command": f"{sys.executable} {child}"}}
        self.play("--workers", 1, rules={"game": self.GAME}, deals=12, bots={"c": bot, "r": RANDOM},
                  seats=["c", "r", "r"])
        notes = [json.loads(text) for text in (self.temp / "notes").read_text().splitlines()]
        self.assertEqual(len(notes), 4)
        for number, view in enumerate(notes):
            self.assertEqual((len(view["hand"]), len(view["dealt"])), (5, 5))
            self.assertEqual(len(view["duties"][0]), 4 - number)

    def test_tampering_with_what_is_left(self):
        folder = self.play(rules={"game": self.GAME})
        log = folder / "games.jsonl"
        lines = [json.loads(text) for text in log.read_text().splitlines()]
        lines[5]["duties"][1].reverse()
        log.write_text("".join(json.dumps(line) + "\n" for line in lines))
        self.assert_tampering_found(folder, "duties")


CHILD = """
import json, sys
for text in sys.stdin:
    line = json.loads(text)
    answer = {"seq": line["seq"], "type": line["type"]}
    if line["type"] == "hello":
        answer |= {"protocol": 1, "name": "child", "version": "1", "wants": []}
    elif line["type"] == "act":
        decision, view = line["decision"], line["view"]
        if decision["kind"] == "choose":
            with open("NOTES", "a") as notes:
                notes.write(json.dumps(view) + "\\n")
            action = {"choose": decision["duties"][0]}
        elif decision["kind"] == "game":
            action = {"declare": decision["declarations"][0]}
        elif decision["kind"] == "card":
            action = {"card": decision["cards"][0]}
        else:
            action = "play_on"
        answer = {"seq": line["seq"], "action": action}
    elif line["type"] == "bye":
        break
    elif line["type"] not in ("deal_end", "session_end"):
        continue
    print(json.dumps(answer), flush=True)
"""


if __name__ == "__main__":
    sys.exit(main(sys.modules[__name__]))
