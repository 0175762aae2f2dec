#!/usr/bin/env python3
"""End-to-end tests of Idiotenskat: S3 7.5.

    python3 tests/test_idiotenskat.py BUILD_FOLDER [NAME_PART]...
"""
import sys

from harness import *
from relative import RelativeTests
from scorekeeper import PACK_32

DECK = set(PACK_32.deck)


class Idiotenskat(RelativeTests, RunTest):
    GAME = CONFIG = "idiotenskat"
    WITHOUT = ("passed_in", "no_auction", "announce_with_skat", "overbid_hand",
               "grand_ouvert_base", "bock.ramsch_after", "ramsch_round", "schieben", "ramsch",
               "spitzen", "revolution", "rum", "sachsenspitze_base")

    def test_stammtisch_beats_random(self):
        """It does not: nobody knows his cards, and it never bids."""

    def test_all_games_by_hand(self):
        folder = self.play(rules={"game": self.GAME}, deals=400)
        contracts = {line["contract"] for line in read_lines(folder)}
        self.assertLessEqual({"DH", "GH", "NH", "CHZ", None}, contracts)
        for contract in contracts - {None}:
            self.assertIn("H", contract[1:])
            self.assertNotIn("O", contract)
        self.assertFalse([line for line in read_lines(folder) if " s w " in line["moves"]])

    def test_nobody_need_follow(self):
        folder = self.play(rules={"game": self.GAME}, deals=800)
        revokes = 0
        for line in read_lines(folder):
            if not line["contract"] or line["contract"][0] != "N":
                continue
            hands = [hand.split(".") for hand in line["cards"].split("|")]
            pairs = list(zip(*[iter(line["moves"].split())] * 2))
            led = None
            for number, (actor, card) in enumerate(
                    pair for pair in pairs if pair[1] in DECK):
                hand = hands[int(actor)]
                led = card[0] if number % 3 == 0 else led
                revokes += card[0] != led and any(held[0] == led for held in hand)
                hand.remove(card)
        self.assertGreater(revokes, 50)

    def test_what_a_child_is_told(self):
        child = self.temp / "child.py"
        child.write_text(CHILD.replace("NOTES", str(self.temp / "notes")))
        bot = {"module": "pipe", "options": {"command": f"{sys.executable} {child}"}}
        folder = self.play("--workers", 1, rules={"game": self.GAME}, deals=12,
                           bots={"c": bot, "r": RANDOM}, seats=["c", "r", "r"])
        lines = read_lines(folder)
        notes = [json.loads(text) for text in (self.temp / "notes").read_text().splitlines()]
        self.assertTrue([note for note in notes if note["decision"]["kind"] == "blind"])
        self.assertEqual(max(sum(map(len, note["view"]["seen"])) for note in notes), 20)
        deal = 0
        for note in notes:
            view = note["view"]
            self.assertEqual((view["hand"], view["dealt"], view["skat"]), ([], [], []))
            seen = sum(view["seen"], [])
            self.assertEqual(view["seen"][view["position"]], [])
            deal = next(number for number in range(deal, 12)
                        if set(seen) <= set(".".join(
                            hand for position, hand in enumerate(
                                lines[number]["cards"].split("|")[:3])
                            if position != view["position"]).split(".")))


CHILD = """
import json, sys
for text in sys.stdin:
    line = json.loads(text)
    answer = {"seq": line["seq"], "type": line["type"]}
    if line["type"] == "hello":
        answer |= {"protocol": 1, "name": "child", "version": "1", "wants": []}
    elif line["type"] == "act":
        decision = line["decision"]
        with open("NOTES", "a") as notes:
            notes.write(json.dumps({"view": line["view"], "decision": decision}) + "\\n")
        if decision["kind"] == "blind":
            action = {"place": decision["places"][-1]}
        elif decision["kind"] == "declare":
            action = {"declare": decision["declarations"][-1], "discards": []}
        elif decision["kind"] == "bid":
            action = {"bid": decision["bids"][0]}
        elif decision["kind"] == "hold":
            action = "hold"
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
