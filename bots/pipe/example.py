#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A Skat bot in Python: bids on jacks and aces, plays by three rules of thumb.

Skat Arena runs it and speaks JSON lines with it (README.md has every message):
    {"module": "pipe", "options": {"command": "python3 bots/pipe/example.py"}}
"""
import json
import sys

POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}  # a card is suit and rank: "CJ", "D7"
HIGHEST_BID = 24


def points(card):
    return POINTS.get(card[1], 0)


def in_suit(cards, suit):
    return [card for card in cards if card[0] == suit and card[1] != "J"]


def longest_suit(cards):
    return max("CSHD", key=lambda suit: len(in_suit(cards, suit)))


def strength(cards):
    """Tricks that the hand may make: jacks, aces, long trumps."""
    ranks = [card[1] for card in cards]
    return 2 * ranks.count("J") + ranks.count("A") + len(in_suit(cards, longest_suit(cards)))


def declare(decision, hand):
    """Plays the longest suit if allowed; discards the cards of short suits, tens first."""
    trump, may = longest_suit(hand), decision["declarations"]
    game = next((code for code in may if code[0] == trump), may[0])
    others = [card for card in hand if card[1] not in "JA" and card[0] != trump]
    others.sort(key=lambda card: (len(in_suit(hand, card[0])), -points(card)))
    rest = [card for card in hand if card not in others]
    return {"declare": game, "discards": (others + rest[::-1])[:decision["count"]]}


def play(decision, view):
    """Plays high cards on tricks our side is winning, low ones on others; leads the highest."""
    cards = sorted(decision["cards"], key=points)
    leads = not view["played"] or len(view["played"][-1]["cards"]) == 3
    defends = view["declarer"] is not None and view["declarer"] != view["position"]
    ours = defends and view["winner"] != view["declarer"]
    return {"card": cards[-1] if leads or ours else cards[0]}


def decide(decision, view):
    kind, hand = decision["kind"], view["hand"]
    if kind == "bid":
        willing = strength(hand) >= 9 and decision["bids"][0] <= HIGHEST_BID
        return {"bid": decision["bids"][0]} if willing else "pass"
    if kind == "hold":
        willing = strength(hand) >= 9 and decision["bid"] <= HIGHEST_BID
        return {"hold": decision["bid"]} if willing else "pass"
    if kind == "game":
        return "pick_up"
    if kind == "declare":
        return declare(decision, hand)
    return play(decision, view)


def answer(message):
    if message["type"] == "hello":  # it wants no events, and is asked only what each bot must answer
        return {"type": "hello", "protocol": 2, "name": "example", "wants": [], "decisions": []}
    if message["type"] == "act":
        return {"action": decide(message["decision"], message["view"])}
    return {}  # the end of a deal or session: only acknowledge it


for line in sys.stdin:
    question = json.loads(line)
    if question["type"] == "bye":
        break
    print(json.dumps({"seq": question["seq"], **answer(question)}), flush=True)
