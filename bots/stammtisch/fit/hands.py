# SPDX-License-Identifier: MIT
"""Hands as numpy arrays, and their features: those of model.h, by the same bits.

A hand is a 32-bit number: card 8 * suit + rank, suits D H S C, ranks in null's order 7 8 9 T J Q K A. So a
byte of it is null_mask() of cards.h."""
import numpy as np

SUITS, RANKS = "DHSC", "789TJQKA"
NAMES = [suit + rank for suit in SUITS for rank in RANKS]
GRAND, NULL, OUVERT = 4, 5, 6  # games 0..3 are the suits; OUVERT is null ouvert
GAMES = 7
TEN_POINTS = np.array([0, 0, 0, 10, 2, 3, 4, 11])  # card points by rank
POINTS = np.tile(TEN_POINTS, 4)
BASES = np.array([9, 10, 11, 12, 24])
JACKS = 0x10101010

# By a suit's byte: the seven bits 7 8 9 Q K T A of plain_mask() in cards.h.
PLAIN = np.zeros(256, dtype=np.int64)
for _byte in range(256):
    for _bit, _rank in enumerate("789QKTA"):
        PLAIN[_byte] |= (_byte >> RANKS.index(_rank) & 1) << _bit
COUNT = np.array([bin(i).count("1") for i in range(256)])
BYTE_POINTS = np.array([sum(TEN_POINTS[r] for r in range(8) if b >> r & 1) for b in range(256)])


def from_cards(cards):
    """An array of hands from arrays of card numbers (the last axis)."""
    return (np.int64(1) << cards.astype(np.int64)).sum(axis=-1)


def cards_of(hand):
    """The names of the cards of one hand."""
    return [NAMES[c] for c in range(32) if hand >> c & 1]


def byte(hands, suit):
    return hands >> 8 * suit & 255


def jacks(hands):
    """Four bits, D H S C from the lowest."""
    return sum((hands >> (8 * suit + 4) & 1) << suit for suit in range(4))


def size(hands):
    return sum(COUNT[byte(hands, suit)] for suit in range(4))


def points(hands):
    return sum(BYTE_POINTS[byte(hands, suit)] for suit in range(4))


def matadors(hands, game):
    """How many the hands have or lack; an array of games, or one."""
    game = np.broadcast_to(game, hands.shape)
    tops = sum((hands >> (8 * suit + 4) & 1) << (3 - suit) for suit in range(4))
    length = np.where(game == GRAND, 4, 11)
    for suit in range(4):
        plain = PLAIN[byte(hands, suit)]
        run = sum((plain >> (6 - i) & 1) << (4 + i) for i in range(7))
        tops = tops | np.where(game == suit, run, 0)
    tops = np.where(tops & 1, tops, ~tops)
    run = np.zeros(hands.shape, dtype=np.int64)
    going = np.ones(hands.shape, dtype=bool)
    for i in range(11):
        going = going & (tops >> i & 1 == 1) & (i < length)
        run += going
    return run


def values(hands, game, levels=0):
    """The value of a suit game or grand by the official rules."""
    return BASES[game] * (matadors(hands, game) + 1 + levels)


# ---- the parameters of a table, one after another in a vector ----

class Table:
    """Where the parameters of a table begin in its vector; each table has those of them that it needs."""
    BIAS: int
    FOREHAND: int
    PER_POINT: int
    HAND: int
    JACKS: int
    TRUMPS: int
    PLAIN: int
    SUIT: int
    SIZE: int

    @classmethod
    def slots(cls, hands, game=None):
        """Indices of the parameters that are added for each hand: [hands, parameters]."""
        raise NotImplementedError


class Suit(Table):
    """struct model_trumps: what counts in a suit game."""
    BIAS, FOREHAND, PER_POINT, HAND, JACKS, TRUMPS, PLAIN, SIZE = 0, 1, 2, 3, 4, 20, 52, 180

    @classmethod
    def slots(cls, hands, game=None):
        """Indices of the parameters that are added: jacks, trumps, three plain suits."""
        out = np.empty((len(hands), 5), dtype=np.int64)
        plain = np.stack([PLAIN[byte(hands, suit)] for suit in range(4)], axis=1)
        trumps = plain[np.arange(len(hands)), game]
        out[:, 0] = cls.JACKS + jacks(hands)
        out[:, 1] = cls.TRUMPS + (trumps >> 5) * 8 + COUNT[trumps]
        others = np.array([[s for s in range(4) if s != g] for g in range(4)])[game]
        out[:, 2:] = cls.PLAIN + np.take_along_axis(plain, others, axis=1)
        return out


class Grand(Table):
    BIAS, FOREHAND, PER_POINT, HAND, JACKS, PLAIN, SIZE = 0, 1, 2, 3, 4, 20, 148

    @classmethod
    def slots(cls, hands, game=None):
        out = np.empty((len(hands), 5), dtype=np.int64)
        out[:, 0] = cls.JACKS + jacks(hands)
        for suit in range(4):
            out[:, 1 + suit] = cls.PLAIN + PLAIN[byte(hands, suit)]
        return out


class Null(Table):
    BIAS, FOREHAND, HAND, SUIT, SIZE = 0, 1, 2, 3, 259

    @classmethod
    def slots(cls, hands, game=None):
        return np.stack([cls.SUIT + byte(hands, suit) for suit in range(4)], axis=1)


TABLES: list[type[Table]] = [Suit, Suit, Suit, Suit, Grand, Null, Null]


def log_odds(weights, hands, game, forehand, aside, by_hand):
    """weights: a vector per kind of table ("suit", "grand", "null", "ouvert"); game: one number."""
    table = TABLES[game]
    w = weights[KINDS[game]]
    slots = table.slots(hands, np.full(len(hands), game)) if game < GRAND else table.slots(hands)
    odds = w[table.BIAS] + w[slots].sum(axis=1) + w[table.FOREHAND] * forehand + w[table.HAND] * by_hand
    return odds + (w[table.PER_POINT] * aside if game <= GRAND else 0)


KINDS = ["suit"] * 4 + ["grand", "null", "ouvert"]
KIND_NAMES = ["suit", "grand", "null", "ouvert"]
KIND_TABLES: dict[str, type[Table]] = {"suit": Suit, "grand": Grand, "null": Null, "ouvert": Null}


def chance(odds):
    return 1 / (1 + np.exp(-odds))


# ---- discards ----

PAIRS = np.array([(a, b) for a in range(12) for b in range(a + 1, 12)])


def best_discards(weights, twelve, game, forehand):
    """The two cards of twelve without which the odds of `game` are best: (odds, hand of ten, aside).
    `twelve`: card numbers, shape (n, 12). Jacks are kept in suit games and grand, and so are trumps while there
    are two others, as model_put_aside() does."""
    whole = from_cards(twelve)
    best = np.full(len(whole), -np.inf)
    hand, aside = whole.copy(), np.zeros_like(whole)
    for a, b in PAIRS:
        out = (np.int64(1) << twelve[:, a].astype(np.int64)) | (np.int64(1) << twelve[:, b].astype(np.int64))
        ten = whole & ~out
        odds = log_odds(weights, ten, game, forehand, points(out), 0)
        if game <= GRAND:
            kept = JACKS | (255 << 8 * game if game < GRAND else 0)
            odds = odds - 100 * ((out & kept) != 0)
        better = odds > best
        best = np.where(better, odds, best)
        hand, aside = np.where(better, ten, hand), np.where(better, out, aside)
    return np.where(best < -50, best + 100, best), hand, aside
