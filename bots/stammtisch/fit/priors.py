# SPDX-License-Identifier: MIT
"""What holdings have in common, and the guess that the first auctions are bid by."""
import functools

import numpy as np

import hands as h
import regression

FIXED = 3.0  # deviation, in log odds, of the parameters that every game has


def _bits(count, size):
    return np.array([[mask >> bit & 1 for bit in range(count)] for mask in range(size)], dtype=float)


@functools.cache
def plain():
    """Plain suits: their length, each card, ace and ten together, king and ten without the ace."""
    bits = _bits(7, 128)
    length = bits.sum(axis=1, keepdims=True)
    king, ten, ace = bits[:, 4:5], bits[:, 5:6], bits[:, 6:7]
    basis = np.hstack([length == n for n in range(8)] + [bits, ace * ten, ten * king * (1 - ace),
                                                         ten * (1 - ace) * (length == 1)]).astype(float)
    return regression.pooled(basis, 1.0, 0.15)


@functools.cache
def jacks():
    bits = _bits(4, 16)
    number = bits.sum(axis=1, keepdims=True)
    basis = np.hstack([bits] + [number == n for n in range(5)]).astype(float)
    return regression.pooled(basis, 1.0, 0.3)


@functools.cache
def trumps():
    """Four rows, ten and ace as bits; eight columns, the number of trumps without jacks."""
    rows = []
    for top in range(4):
        for number in range(8):
            rows.append([number, top & 1, top >> 1] + [float(number == n) for n in range(8)])
    return regression.pooled(np.array(rows), 1.0, 0.3)


@functools.cache
def null_suit():
    """Suits of a null game: each card, the length, the lowest card, the danger of null.c."""
    bits = _bits(8, 256)
    length = bits.sum(axis=1)
    lowest = np.array([8 if not mask else (mask & -mask).bit_length() - 1 for mask in range(256)])
    basis = np.hstack([bits, length[:, None], np.array(danger())[:, None]] +
                      [(lowest == n)[:, None] for n in range(9)]).astype(float)
    return regression.pooled(basis, 1.0, 0.3)


@functools.cache
def danger():
    """suit_danger() of null.c, for each holding."""
    result = []
    for mask in range(256):
        sum_, held, missing = 0, 0, 0
        for rank in range(8):
            if mask >> rank & 1:
                sum_ += (missing - held) * 2 + (held == 0) if missing > held else 0
                held += 1
            else:
                missing += 1
        result.append(sum_)
    return result


@functools.cache
def of(kind):
    """The precision of the parameters of a table."""
    table = h.KIND_TABLES[kind]
    if table is h.Null:
        blocks = [(table.SUIT, null_suit())]
    elif table is h.Grand:
        blocks = [(table.JACKS, jacks()), (table.PLAIN, plain())]
    else:
        blocks = [(table.JACKS, jacks()), (table.TRUMPS, trumps()), (table.PLAIN, plain())]
    return regression.precision(table.SIZE, blocks, FIXED)


def first_guess():
    """Log odds that a beginner might name: trumps, jacks, aces and short suits; safe suits in null."""
    bits = _bits(7, 128)
    length = bits.sum(axis=1)
    side = 0.9 * bits[:, 6] + 0.5 * bits[:, 5] * bits[:, 6] - 0.25 * (length - bits[:, 6])
    number = np.array([bin(i).count("1") for i in range(16)])
    suit, grand, null = np.zeros(h.Suit.SIZE), np.zeros(h.Grand.SIZE), np.zeros(h.Null.SIZE)
    suit[h.Suit.BIAS] = -3.5
    suit[h.Suit.JACKS:h.Suit.TRUMPS] = 0.9 * number
    for top in range(4):
        for trumps_ in range(8):
            suit[h.Suit.TRUMPS + 8 * top + trumps_] = 0.65 * trumps_ + 0.3 * (top & 1) + 0.5 * (top >> 1)
    suit[h.Suit.PLAIN:] = side
    grand[h.Grand.BIAS] = -5.0
    grand[h.Grand.JACKS:h.Grand.PLAIN] = 1.1 * number
    grand[h.Grand.PLAIN:] = 1.2 * bits[:, 6] + 0.9 * bits[:, 5] * bits[:, 6] + 0.1 * length * bits[:, 6]
    null[h.Null.BIAS] = 2.0
    null[h.Null.SUIT:] = -0.35 * np.array(danger())
    ouvert = null.copy()
    ouvert[h.Null.BIAS] = 1.0
    ouvert[h.Null.SUIT:] *= 2
    return {"suit": suit, "grand": grand, "null": null, "ouvert": ouvert}
