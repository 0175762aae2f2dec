# SPDX-License-Identifier: MIT
"""Cards as numbers: suit * 9 + rank, suits "DHSC", ranks "6789QKTAJ". A set of cards is an integer with those bits."""
from __future__ import annotations

from collections.abc import Iterable

from ._library import SkatError

SUITS, RANKS = "DHSC", "6789QKTAJ"
CARDS = len(SUITS) * len(RANKS)
POINTS = {"6": 0, "7": 0, "8": 0, "9": 0, "Q": 3, "K": 4, "T": 10, "A": 11, "J": 2}


def card(text: str) -> int:
    """The number of "CJ": 35."""
    if len(text) != 2 or text[0] not in SUITS or text[1] not in RANKS:
        raise SkatError(f'"{text}" is no card: a suit of {SUITS} and a rank of {RANKS}, as in "CJ"')
    return SUITS.index(text[0]) * 9 + RANKS.index(text[1])


def name(number: int) -> str:
    """The name of card 35: "CJ"."""
    if not 0 <= number < CARDS:
        raise SkatError(f"{number} is no card: 0 .. {CARDS - 1}")
    return SUITS[number // 9] + RANKS[number % 9]


def cards(texts: str | Iterable[str]) -> int:
    """The set of "CJ.SJ.HT", "CJ SJ HT" or ["CJ", "SJ", "HT"]."""
    if isinstance(texts, str):
        texts = texts.replace(".", " ").split()
    result = 0
    for text in texts:
        bit = 1 << card(text)
        if result & bit:
            raise SkatError(f"{text} is there twice")
        result |= bit
    return result


def names(cards: int) -> list[str]:
    """The names of the cards of a set, from the lowest number up."""
    return [name(number) for number in range(CARDS) if cards >> number & 1]
