#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fits the tables of plain null, and writes them into weights.c, where the other tables stay as fit.py wrote them.

    make && python3 bots/stammtisch/fit/null.py --weaker xskat.so && clang-format -i bots/stammtisch/weights.c

Null is bid on hands that few auctions bring, so the games here are not bid: a random player with a hand that is not
hopeless declares. README.md says what the tables assume of the defence. The same modules give the same bytes."""
import argparse
import pathlib

import fit
import numpy as np

import auctions
import hands as h
import priors
import regression
import weights_file

SEED, ROUNDS = 20261129, 2
HOPELESS = -2.0
ERROR = 0.55  # by which pairs of discards are misjudged, so that there are games with others than the best
BY_HAND = 1 / 7
EASIER = 0.27  # log odds: how much weaker than these the defence is taken to be


def contracts(weights, rng, deals):
    """Null games on those of the deals that are not hopeless, and their lines for the arena."""
    count = len(deals)
    declarer = rng.integers(0, 3, count)
    own = deals[:, :30].reshape(count, 3, 10)[np.arange(count), declarer]
    twelve = np.concatenate([own, deals[:, 30:]], axis=1)
    by_hand = rng.random(count) < BY_HAND
    forehand = (declarer == 0).astype(float)
    best = np.full(count, -np.inf)
    whole, aside = h.from_cards(twelve), h.from_cards(twelve[:, 10:])
    chosen = aside
    for pair in h.PAIRS:
        out = h.from_cards(twelve[:, pair])
        odds = h.log_odds({"null": weights}, whole & ~out, h.NULL, forehand, 0, 0) + rng.normal(0, ERROR, count)
        chosen = np.where(odds > best, out, chosen)
        best = np.maximum(best, odds)
    aside = np.where(by_hand, aside, chosen)
    ten = whole & ~aside
    kept = h.log_odds({"null": weights}, ten, h.NULL, forehand, 0, by_hand) >= HOPELESS
    games = fit.Games(deals=deals, declarer=declarer, bid=np.full(count, 18), game=np.full(count, h.NULL), ten=ten,
                      aside=np.zeros(count), by_hand=by_hand, said=np.zeros((count, 3)), won=np.zeros(count)).of(kept)
    moves = [auctions.bid([18 * (seat == who) for seat in range(3)])[0] for who in range(3)]
    lines = [auctions.line(cards, moves[who], who, h.NULL, out, hand) for cards, who, out, hand in
             zip(games.deals.tolist(), games.declarer.tolist(), aside[kept].tolist(), games.by_hand.tolist())]
    return games, lines


def after_discard(build, rng, count, weaker):
    """Half of the games are defended by stammtisch, half by the weaker module."""
    weights = priors.first_guess()["null"]
    for number in range(ROUNDS):
        games, lines = contracts(weights, rng, auctions.deal(rng, count))
        half = len(lines) // 2
        parts = [fit.play(build, games.of(part), lines[part], defence)
                 for defence, part in (("stammtisch", slice(0, half)), (weaker, slice(half, None)))]
        games = fit.Games(**{key: np.concatenate([getattr(part, key) for part in parts]) for key in vars(games)})
        weights = fit.fit_after_kind(games, "null")
        odds = fit.odds_of({"null": weights}, games, "null")
        fit.say(f"round {number + 1}: {len(games)} games, won {100 * parts[0].won.mean():.1f} and "
                f"{100 * parts[1].won.mean():.1f} %, log loss {regression.log_loss(odds, games.won):.4f}")
    weights[h.Null.BIAS] += EASIER
    return weights


def main():
    parser = argparse.ArgumentParser(description="Fits the tables of plain null.")
    parser.add_argument("--weaker", default="stammtisch", help="the module that defends half of the games")
    parser.add_argument("--deals", type=int, default=800000, help="deals a round")
    parser.add_argument("--build", default=str(fit.ROOT / "build" / "plain"), help="folder of the program")
    parser.add_argument("--weights", default=fit.OWN + "/weights.c", help="the file to write into")
    options = parser.parse_args()
    rng = np.random.Generator(np.random.PCG64(SEED))
    after = after_discard(pathlib.Path(options.build).resolve(), rng, options.deals, options.weaker)
    config = {"before_hands": min(options.deals, 40000), "skats": 20}
    before = fit.fit_before_kind(config, {"null": after}, rng, "null")
    weights_file.write_plain_null(pathlib.Path(options.weights), before, after)


if __name__ == "__main__":
    main()
