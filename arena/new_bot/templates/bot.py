#!/usr/bin/env python3
"""@NAME@.py - a Skat bot. Change what you like: it plays legally as it is.

Skat Arena runs it and speaks JSON lines with it: bots/pipe/README.md has every message. A card is suit and rank, "CJ",
"D7"; the same question must get the same answer, so use no clock and no random numbers but the one of the deal.
Standard output belongs to the arena: print to sys.stderr what you want to see.
"""
import json
import sys

LIMIT = 36  # the highest value that it bids or holds
POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
ORDER = "789QKTAJ"  # in suit and grand games
NULL_ORDER = "789TJQKA"


def points(card):
    return POINTS.get(card[1], 0)


def is_trump(card, game):
    return game not in ("N", "R") and (card[1] == "J" or card[0] == game[0])


def strength(card, game):
    """The higher number wins, among cards of the same suit or among trumps."""
    order = NULL_ORDER if game == "N" else "6" + ORDER
    return order.find(card[1]) + ("DHSC".index(card[0]) if card[1] == "J" and game != "N" else 0)


def in_suit(cards, suit):
    return [card for card in cards if card[0] == suit and card[1] != "J"]


def longest_suit(cards):
    return max("CSHD", key=lambda suit: len(in_suit(cards, suit)))


def is_willing(hand, value):
    """Two for each jack, one for each ace, one for each card of the longest suit."""
    ranks = [card[1] for card in hand]
    return 2 * ranks.count("J") + ranks.count("A") + len(in_suit(hand, longest_suit(hand))) >= 9 and value <= LIMIT


def declare(decision, hand):
    """Announces the longest suit if that may be announced; puts aside cards that are neither trump nor ace."""
    suit, may = longest_suit(hand), decision["declarations"]
    aside = sorted(hand, key=lambda card: (is_trump(card, suit), card[1] == "A", points(card)))
    return {"declare": suit if suit in may else may[0], "discards": aside[:decision["count"]]}


def play(decision, view):
    """Gives points to tricks that our side is winning, low cards to others; leads the highest card."""
    game = (view.get("contract") or "G")[0]
    if game in "NR":
        return {"card": min(decision["cards"], key=lambda card: strength(card, game))}
    leads = not view["played"] or len(view["played"][-1]["cards"]) == 3
    ours = (view["winner"] == view["declarer"]) == (view["position"] == view["declarer"])
    choose = max if leads or ours else min
    return {"card": choose(decision["cards"], key=lambda card: (points(card), strength(card, game)))}


def decide(decision, view):
    kind = decision["kind"]
    if kind == "bid":
        return {"bid": decision["bids"][0]} if is_willing(view["hand"], decision["bids"][0]) else "pass"
    if kind == "hold":
        return {"hold": decision["bid"]} if is_willing(view["hand"], decision["bid"]) else "pass"
    if kind == "game":
        return "pick_up"
    if kind == "declare":
        return declare(decision, decision["cards"])
    return play(decision, view)


def answer(message):
    if message["type"] == "hello":  # it wants no events, and is asked only what each bot must answer
        return {"type": "hello", "protocol": 2, "name": "@ID@", "wants": [], "decisions": []}
    if message["type"] == "act":
        return {"action": decide(message["decision"], message["view"])}
    return {}  # the end of a deal or session: only acknowledge it


def main():
    for line in sys.stdin:
        question = json.loads(line)
        if question["type"] == "bye":
            break
        print(json.dumps({"seq": question["seq"], **answer(question)}), flush=True)


if __name__ == "__main__":
    main()
