# SPDX-License-Identifier: MIT
"""Declarer's chance as a defender sees it, of whom only ten cards and the auction are known: kontra.h."""
from typing import Any

import numpy as np

import hands as h
import priors
import regression

BID_MOST, BID_STEP = 48, 8
BIAS, BY_HAND, BID, PARTNER_BID, PARTNER_HEIGHT, OWN_BID, PLACES = 0, 1, 2, 3, 4, 5, 6
DENSE = list(range(12))  # the six above and the six places


class Trumps:
    """struct kontra_weights; in grand the trump parts stay 0."""
    SUITS, JACKS, TRUMPS, PLAIN, SIZE = 12, 16, 32, 64, 192

    @classmethod
    def slots(cls, hands, game):
        grand = game == h.GRAND
        if grand.all():
            return h.Grand.slots(hands) - h.Grand.JACKS + cls.JACKS + \
                np.array([0] + [cls.PLAIN - cls.JACKS - 16] * 4)
        own = h.Suit.slots(hands, game)
        own[:, 0] += cls.JACKS - h.Suit.JACKS
        own[:, 1] += cls.TRUMPS - h.Suit.TRUMPS
        own[:, 2:] += cls.PLAIN - h.Suit.PLAIN
        return np.hstack([own, cls.SUITS + game[:, None]])

    @classmethod
    def prior(cls):
        return regression.precision(cls.SIZE, [(cls.JACKS, priors.jacks()), (cls.TRUMPS, priors.trumps()),
                                               (cls.PLAIN, priors.plain())], priors.FIXED)


class Null:
    """struct kontra_null."""
    CARDS, SIZE = 12, 268

    @classmethod
    def slots(cls, hands, game):
        return cls.CARDS + np.stack([h.byte(hands, suit) for suit in range(4)], axis=1)

    @classmethod
    def prior(cls):
        return regression.precision(cls.SIZE, [(cls.CARDS, priors.null_suit())], priors.FIXED)


PARTS: dict[str, Any] = {"suit": Trumps, "grand": Trumps, "null": Null}


def samples(games, kind):
    """Both defenders of each game: slots, what is measured, won."""
    chosen = games.of(np.array([k == kind for k in h.KINDS])[games.game])
    n, rows = len(chosen), np.arange(len(chosen))
    slots, dense = [], []
    for side in range(2):  # on the declarer's left, on the right
        seat = (chosen.declarer + 1 + side) % 3
        partner = (chosen.declarer + 2 - side) % 3
        hand = h.from_cards(chosen.deals[:, :30].reshape(n, 3, 10)[rows, seat])
        slots.append(PARTS[kind].slots(hand, chosen.game))
        columns = np.zeros((n, len(DENSE)))
        heard = np.minimum(chosen.said[rows, partner], BID_MOST)
        columns[:, BIAS] = 1
        columns[:, BY_HAND] = chosen.by_hand
        columns[:, BID] = np.minimum(chosen.bid, BID_MOST) / BID_STEP
        columns[:, PARTNER_BID] = heard > 0
        columns[:, PARTNER_HEIGHT] = heard / BID_STEP
        columns[:, OWN_BID] = chosen.said[rows, seat] > 0
        columns[rows, PLACES + 2 * chosen.declarer + side] = 1
        dense.append(columns)
    return np.concatenate(slots), np.concatenate(dense), np.concatenate([chosen.won, chosen.won])


def fit(plays, count, held_out):
    """plays(n): the games of n deals, bid normally. Returns the weights of each kind, and of held-out games how
    many defenders there were, predicted and real chance where kontra would be said, and the loss."""
    games, held, weights, told = plays(count), plays(held_out), {}, []
    for kind, part in PARTS.items():
        slots, dense, won = samples(games, kind)
        weights[kind] = regression.fit(slots, dense, DENSE, won, part.prior())
        slots, dense, won = samples(held, kind)
        odds = weights[kind][slots].sum(axis=1) + dense @ weights[kind][DENSE]
        said = h.chance(odds) <= 0.5
        told.append((kind, len(won), float(said.mean()), float(h.chance(odds[said]).mean()) if said.any() else None,
                     float(won[said].mean()) if said.any() else None, regression.log_loss(odds, won)))
    return weights, told
