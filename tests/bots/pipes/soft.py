# SPDX-License-Identifier: MIT
"""Says how likely its answers are: like tests/bots/soft.c with its usual options.

    soft.py [MOST]      and answers so many games in one message
"""
import sys

import player


def cards_of(codes):
    """From the lowest: the order of the numbers of cards."""
    return sorted(codes, key=lambda code: ("DHSC".index(code[0]), "6789QKTAJ".index(code[1])))


def policy(decision):
    kind = decision["kind"]
    if kind == "bid":
        return [["pass", 0.7], [{"bid": decision["bids"][0]}, 0.3]] if decision["bids"] else [["pass", 1]]
    if kind == "hold":
        return [["pass", 0.7], [{"hold": decision["bid"]}, 0.3]]
    if kind == "game":
        return [["pick_up", 1]]
    if kind == "declare":
        aside, games = cards_of(decision["cards"])[:decision["count"]], decision["declarations"]
        return [[{"declare": game, "discards": aside}, 1 / len(games)] for game in games]
    weights = [1.2 ** n for n in range(len(decision["cards"]))]
    return [[{"card": card}, weight / sum(weights)] for card, weight in zip(cards_of(decision["cards"]), weights)]


class Soft(player.Player):
    wants = []

    def hello(self):
        return super().hello() | {"policy": True} | ({"batch": int(sys.argv[1])} if sys.argv[1:] else {})

    def answer(self, message):
        best = lambda decision: max(policy(decision), key=lambda pair: pair[1])[0]
        if message["type"] == "policy":
            return {"policy": policy(message["decision"])}
        if message["type"] == "batch":
            return {"actions": [best(act["decision"]) for act in message["acts"]]}
        return {"action": best(message["decision"])} if message["type"] == "act" else super().answer(message)


Soft().run()
