# SPDX-License-Identifier: MIT
"""Deals with contracts, as `"contract": "fixed"` reads them: players of different temper bid by the tables, and
whoever wins announces, mostly the best game, sometimes another one, so that the games tell about all of them."""
import numpy as np

import hands as h

LADDER = sorted({base * n for base in (9, 10, 11, 12) for n in range(2, 19)} |
                {24 * n for n in range(2, 12)} | {23, 35, 46, 59})
NULL_VALUES = {h.NULL: 23, h.OUVERT: 46}
NULL_HAND_VALUES = {h.NULL: 35, h.OUVERT: 59}
WORDS = list(h.SUITS) + ["G", "N", "NO"]


def deal(rng, count):
    """Card numbers: three hands of ten and the skat, shape (count, 32)."""
    return np.argsort(rng.random((count, 32)), axis=1)


def limits(before, hands, caution, forehand):
    """How high each hand bids: the highest value that is won with this chance."""
    limit = np.zeros(len(hands), dtype=np.int64)
    for game in range(h.GAMES):
        odds = h.log_odds(before, hands, game, forehand, 0, 0)
        value = NULL_VALUES.get(game) or h.values(hands, game)
        limit = np.maximum(limit, np.where(h.chance(odds) >= caution, value, 0))
    return limit


def bid(limit):
    """One auction between three limits: (moves, declarer or None, bid, what each has bid or held)."""
    moves, at, heard = [], 0, [0, 0, 0]

    def between(speaker, listener):
        nonlocal at
        while True:
            higher = next((value for value in LADDER if value > at), None)
            if higher is None or limit[speaker] < higher:
                moves.append(f"{speaker} p")
                return listener
            at = higher
            heard[speaker] = at
            moves.append(f"{speaker} {at}")
            if limit[listener] < at:
                moves.append(f"{listener} p")
                return speaker
            heard[listener] = at
            moves.append(f"{listener} y")

    winner = between(2, between(1, 0))
    if not at:
        if limit[0] < LADDER[0]:
            return moves + ["0 p"], None, 0, heard
        at = heard[0] = LADDER[0]
        moves.append(f"0 {at}")
    return moves, winner, at, heard


def worth(chance, value, bid_value, base):
    """Expected points by Seeger and Fabian, an overbid included."""
    over = value < bid_value
    saved = over & (value + base >= bid_value)
    chance = np.where(over, np.where(saved, chance / 6, 0), chance)
    value = np.where(over, -(-bid_value // base) * base, value)
    return chance * (value + 50) - (1 - chance) * (2 * value + 90)


def announce(weights, rng, deals, declarer, bids, explore, hand_share):
    """For each deal with a declarer: game, ten cards, discards (0 by hand), and whether by hand."""
    n, rows = len(deals), np.arange(len(deals))
    own = deals[:, :30].reshape(n, 3, 10)[rows, declarer]
    twelve = np.concatenate([own, deals[:, 30:]], axis=1)
    hand_ten, skat = h.from_cards(own), h.from_cards(deals[:, 30:])
    forehand = (declarer == 0).astype(float)
    ten, aside = np.empty((n, h.GAMES), dtype=np.int64), np.empty((n, h.GAMES), dtype=np.int64)
    expected, chances = np.empty((n, h.GAMES)), np.empty((n, h.GAMES))
    legal = np.ones((n, h.GAMES), dtype=bool)
    for game in range(h.GAMES):
        if game == h.OUVERT:
            ten[:, game], aside[:, game] = ten[:, h.NULL], aside[:, h.NULL]
            odds = h.log_odds(weights, ten[:, game], game, forehand, 0, 0)
        else:
            odds, ten[:, game], aside[:, game] = h.best_discards(weights, twelve, game, forehand)
        chances[:, game] = h.chance(odds)
        if game in NULL_VALUES:
            value, base = np.full(n, NULL_VALUES[game]), 1
            legal[:, game] = value >= bids
        else:
            value, base = h.values(hand_ten | skat, game), h.BASES[game]
            legal[:, game] &= value >= bids
        expected[:, game] = worth(chances[:, game], value, bids, base)
    best = np.argmax(np.where(legal, expected, expected - 1e6 * np.array([0] * 5 + [1] * 2)), axis=1)
    # Exploring: any game that is not hopeless.
    tickets = rng.random((n, h.GAMES)) * (legal & (chances >= 0.2))
    other = np.argmax(tickets, axis=1)
    chosen = np.where((rng.random(n) < explore) & (tickets.max(axis=1) > 0), other, best)
    # By hand: a game that is more likely won than not without the skat.
    tickets = np.zeros((n, h.GAMES))
    for game in range(h.GAMES):
        odds = h.log_odds(weights, hand_ten, game, forehand, 7, 1)
        worth_by_hand = NULL_HAND_VALUES[game] if game in NULL_HAND_VALUES else h.values(hand_ten, game, 1)
        tickets[:, game] = (h.chance(odds) >= 0.5) & (worth_by_hand >= bids)
    tickets *= rng.random(tickets.shape)
    by_hand = (tickets.max(axis=1) > 0) & (rng.random(n) < hand_share)
    chosen = np.where(by_hand, np.argmax(tickets, axis=1), chosen)
    return (chosen, np.where(by_hand, hand_ten, ten[rows, chosen]),
            np.where(by_hand, 0, aside[rows, chosen]), by_hand)


def overbid(deals, declarer, chosen, by_hand, bids):
    """Contracts that are lost whatever is played: of them the games tell nothing about the cards."""
    n = len(deals)
    own = h.from_cards(deals[:, :30].reshape(n, 3, 10)[np.arange(n), declarer])
    whole = own | h.from_cards(deals[:, 30:])
    return (chosen <= h.GRAND) & (h.values(whole, np.minimum(chosen, h.GRAND), by_hand * 1) < bids)


def line(cards, moves, declarer, game, aside, by_hand):
    """A deal with its contract."""
    names = [h.NAMES[card] for card in cards]
    groups = [names[:10], names[10:20], names[20:30], names[30:]]
    if by_hand:
        moves = moves + [f"{declarer} {WORDS[game]}H"]
    else:
        put = ".".join(h.cards_of(aside))
        moves = moves + [f"{declarer} s", "w " + ".".join(groups[3]), f"{declarer} {WORDS[game]}.{put}"]
    return "|".join(".".join(group) for group in groups) + " " + " ".join(moves)
