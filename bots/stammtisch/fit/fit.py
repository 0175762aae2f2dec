#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plays, collects, fits and writes the weights of stammtisch: weights.c and kontra_weights.c.

    make && python3 bots/stammtisch/fit/fit.py bots/stammtisch/fit/fit.json

README.md in this folder says what is fitted and why so. From the same config and the same modules come the
same bytes; nothing is read from the present weights.c, and the play of the cards does not use it."""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the order of sums is part of the result

import numpy as np  # noqa: E402

import auctions  # noqa: E402
import hands as h  # noqa: E402
import kontra  # noqa: E402
import priors  # noqa: E402
import regression  # noqa: E402
import weights_file  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[3]
OWN = str(ROOT / "bots" / "stammtisch")
KEYS = {"seed": int, "rounds": int, "deals": int, "caution": list, "explore": float, "by_hand": float,
        "before_hands": int, "skats": int, "held_out": int, "defence": dict, "strong_games": dict,
        "strong_caution": list,
        "strong_share": float}


def read_config(path):
    """The config, or an exit that says what is wrong with it."""
    try:
        config = json.loads(pathlib.Path(path).read_text())
    except (OSError, ValueError) as error:
        sys.exit(f"fit.py: {path}: {error}")
    wrong = [f"no key {key!r} is known; known are {', '.join(KEYS)}" for key in config if key not in KEYS]
    wrong += [f"{key} is missing" for key in KEYS if key not in config]
    wrong += [f"{key}: found {config[key]!r}; expected {kind.__name__}" for key, kind in KEYS.items()
              if key in config and not isinstance(config[key], kind)]
    if wrong:
        sys.exit("".join(f"fit.py: {path}: {text}\n" for text in wrong).rstrip())
    return config


def say(text):
    print(text, file=sys.stderr, flush=True)


# ---- games ----

class Games:
    """Games of which the outcome is known: what each was, and whether it was won."""

    deals: np.ndarray
    declarer: np.ndarray
    bid: np.ndarray
    game: np.ndarray
    ten: np.ndarray
    aside: np.ndarray
    by_hand: np.ndarray
    said: np.ndarray
    won: np.ndarray

    def __init__(self, **columns: np.ndarray) -> None:
        self.__dict__.update(columns)

    def of(self, chosen):
        return Games(**{key: value[chosen] for key, value in self.__dict__.items()})

    def __len__(self):
        return len(self.won)


def contracts(config, weights, before, rng, count, caution, explore, by_hand):
    """Auctions of `count` deals: arrays of those with a declarer and without an overbid, and their lines."""
    deals = auctions.deal(rng, count)
    low, high = caution
    limit = np.stack([auctions.limits(before, h.from_cards(deals[:, 10 * seat:10 * seat + 10]),
                                      low + (high - low) * rng.random(count), float(seat == 0))
                      for seat in range(3)], axis=1)
    heard = [auctions.bid(row) for row in limit.tolist()]
    played = np.array([declarer is not None for _, declarer, _, _ in heard])
    deals = deals[played]
    heard = [one for one, kept in zip(heard, played) if kept]
    declarer = np.array([one[1] for one in heard])
    bids = np.array([one[2] for one in heard])
    game, ten, aside, hand = auctions.announce(weights, rng, deals, declarer, bids, explore, by_hand)
    sound = ~auctions.overbid(deals, declarer, game, hand, bids)
    said = np.array([one[3] for one in heard])
    lines = [auctions.line(cards, one[0], one[1], g, a, b) for cards, one, g, a, b, kept in
             zip(deals.tolist(), heard, game.tolist(), aside.tolist(), hand.tolist(), sound) if kept]
    games = Games(deals=deals, declarer=declarer, bid=bids, game=game, ten=ten, aside=h.points(aside),
                  by_hand=hand, said=said, won=np.zeros(len(game))).of(sound)
    return games, lines


def in_turn(declarer):
    """An order of games in which the declarer always sits in the first seat: the dealer moves on with each deal."""
    queues = [np.flatnonzero(declarer == position) for position in range(3)]
    count = min(len(queue) for queue in queues) * 3
    return np.array([queues[(2 - place) % 3][place // 3] for place in range(count)], dtype=np.int64)


def play(build, games, lines, defence):
    """Plays the contracts, stammtisch against `defence`, and returns the games with their outcome."""
    order = in_turn(games.declarer)
    games = games.of(order)
    with tempfile.TemporaryDirectory(dir=build) as name:
        folder = pathlib.Path(name)
        (folder / "contracts.txt").write_text("".join(lines[i] + "\n" for i in order))
        config = {"name": "fit", "rules": "isko", "contract": "fixed", "deals": {"file": "contracts.txt"},
                  "bots": {"declarer": "stammtisch", "defence": defence}, "limits": {"time_ms": 0},
                  "seats": ["declarer", "defence", "defence"]}
        (folder / "config.json").write_text(json.dumps(config))
        subprocess.run([build / "skat-arena", "run", folder / "config.json", "--quiet", "--out", folder / "run"],
                       check=True, cwd=ROOT)
        with open(folder / "run" / "games.jsonl") as log:
            for place, text in enumerate(log):
                game = json.loads(text)
                if game["declarer"] != games.declarer[place] or game["seats"][game["declarer"]]:
                    sys.exit("fit.py: the log does not fit the contracts")
                games.won[place] = game["result"]["won"]
    return games


# ---- fitting ----

def of_kind(games, kind):
    return np.array([h.KINDS[game] == kind for game in range(h.GAMES)])[games.game]


def design(games, kind):
    """The parameters of each game's ten cards, and what is measured: 1, forehand, points aside, by hand."""
    table = h.KIND_TABLES[kind]
    slots = table.slots(games.ten, np.minimum(games.game, 3))
    dense = [np.ones(len(games)), games.declarer == 0, games.aside + 7.0 * games.by_hand, games.by_hand]
    columns = [table.BIAS, table.FOREHAND, getattr(table, "PER_POINT", None), table.HAND]
    kept = [i for i, column in enumerate(columns) if column is not None]
    return slots, np.stack([dense[i] for i in kept], axis=1).astype(float), [columns[i] for i in kept]


def fit_after_kind(games, kind):
    """The table of a kind of game for ten cards after the discard."""
    chosen = games.of(of_kind(games, kind))
    slots, dense, columns = design(chosen, kind)
    return regression.fit(slots, dense, columns, chosen.won, priors.of(kind))


def fit_after(games):
    return {kind: fit_after_kind(games, kind) for kind in h.KIND_NAMES}


def odds_of(weights, games, kind):
    slots, dense, columns = design(games, kind)
    return weights[kind][slots].sum(axis=1) + dense @ weights[kind][columns]


def fit_before_kind(config, weights, rng, kind):
    """The table for ten cards before the pick-up: the mean chance over skats, after the best discards."""
    table, count, skats = h.KIND_TABLES[kind], config["before_hands"], config["skats"]
    deals = auctions.deal(rng, count)
    ten = h.from_cards(deals[:, :10])
    game = rng.integers(0, 4, count) if kind == "suit" else np.full(count, h.KINDS.index(kind))
    forehand = rng.integers(0, 2, count).astype(float)
    total = np.zeros(count)
    for _ in range(skats):
        rest = np.argsort(rng.random((count, 22)), axis=1)[:, :2] + 10
        twelve = np.concatenate([deals[:, :10], np.take_along_axis(deals, rest, axis=1)], axis=1)
        for one in np.unique(game):
            rows = game == one
            if one == h.OUVERT:
                _, left, _ = h.best_discards(weights, twelve[rows], h.NULL, forehand[rows])
                odds = h.log_odds(weights, left, one, forehand[rows], 0, 0)
            else:
                odds, _, _ = h.best_discards(weights, twelve[rows], one, forehand[rows])
            total[rows] += h.chance(odds)
    slots = table.slots(ten, game)
    dense = np.stack([np.ones(count), forehand], axis=1)
    before = regression.fit(slots, dense, [table.BIAS, table.FOREHAND], total / skats, priors.of(kind))
    odds = before[slots].sum(axis=1) + dense @ before[[table.BIAS, table.FOREHAND]]
    miss = h.chance(odds) - total / skats
    good = total / skats >= 0.3
    say(f"  before the pick-up, {kind}: {count} hands, deviation {100 * miss[good].std():.1f} % where the "
        f"chance is 30 % or more")
    return before


def fit_before(config, weights, rng):
    return {kind: fit_before_kind(config, weights, rng, kind) for kind in h.KIND_NAMES}


def calibrate(weights, games, share):
    """Shifts and stretches the odds of each kind until they are right against the strong defence, or `share`
    of the way there: 0 reckons with defenders of the declarer's own kind, 1 with the strong ones."""
    told = []
    for kind in h.KIND_NAMES:
        chosen = games.of(of_kind(games, kind))
        odds = odds_of(weights, chosen, kind)
        prior = np.diag([1 / 3.0 ** 2, 1 / 0.3 ** 2])
        none = np.empty((len(odds), 0), dtype=np.int64)
        dense = np.stack([np.ones(len(odds)), odds], axis=1)
        shift, stretch = regression.fit(none, dense, [0, 1], chosen.won, prior, offset=odds)
        table = h.KIND_TABLES[kind]
        told.append((kind, len(odds), chosen.won.mean(), h.chance(odds).mean(), shift, 1 + stretch))
        weights[kind] = weights[kind] * (1 + share * stretch)
        weights[kind][table.BIAS] += share * shift
    return told


def residuals(weights, games):
    """Of held-out games: predicted and real share by tenths of the chance."""
    rows = []
    for kind in h.KIND_NAMES:
        chosen = games.of(of_kind(games, kind))
        odds = odds_of(weights, chosen, kind)
        p = h.chance(odds)
        tenth = np.minimum((p * 10).astype(int), 9)
        bins = [(int((tenth == i).sum()), float(p[tenth == i].mean()), float(chosen.won[tenth == i].mean()))
                for i in range(10) if (tenth == i).sum() >= 200]
        rows.append((kind, len(p), regression.log_loss(odds, chosen.won), bins))
    return rows


# ---- the whole ----

def whole(config, build):
    rng = np.random.Generator(np.random.PCG64(config["seed"]))
    weights = before = priors.first_guess()
    games = None
    for number in range(config["rounds"]):
        games, lines = contracts(config, weights, before, rng, config["deals"], config["caution"],
                                 config["explore"], config["by_hand"])
        games = play(build, games, lines, "stammtisch")
        say(f"round {number + 1}: {len(games)} games, won {100 * games.won.mean():.1f} %")
        weights = fit_after(games)
        before = fit_before(config, weights, rng)
    held, lines = contracts(config, weights, before, rng, config["held_out"], config["caution"],
                            config["explore"], config["by_hand"])
    held = play(build, held, lines, "stammtisch")
    table = residuals(weights, held)
    told = kontra_weights = None
    kontra_weights, kontra_told = kontra.fit(
        lambda n: played_normally(config, build, weights, before, rng, n), config["deals"], config["held_out"])
    if config["strong_games"]:
        told = calibrate(weights, strong(config, build, weights, before, rng), config["strong_share"])
        say("".join(f"  {kind}: {n} games, won {100 * won:.1f} %, expected {100 * p:.1f} %, shift {a:+.3f}, "
                    f"stretch {b:.3f}\n" for kind, n, won, p, a, b in told).rstrip())
        before = fit_before(config, weights, rng)
    return weights, before, kontra_weights, {"residuals": table, "strong": told, "kontra": kontra_told}


def played_normally(config, build, weights, before, rng, count):
    games, lines = contracts(config, weights, before, rng, count, [0.57, 0.57], 0.0, 0.1)
    return play(build, games, lines, "stammtisch")


def strong(config, build, weights, before, rng):
    """Games against the strong defence, as many of each kind as the config asks for."""
    wanted = dict(config["strong_games"])
    total = 4 * sum(wanted.values())
    games, lines = contracts(config, weights, before, rng, 8 * total, config["strong_caution"],
                             config["explore"], config["by_hand"])
    of_each = [np.flatnonzero(of_kind(games, kind))[:wanted[kind]] for kind in h.KIND_NAMES]
    kept = np.sort(np.concatenate(of_each))
    return play(build, games.of(kept), [lines[i] for i in kept], config["defence"])


def main():
    parser = argparse.ArgumentParser(description="Fits the weights of stammtisch.")
    parser.add_argument("config")
    parser.add_argument("--build", default=str(ROOT / "build" / "plain"), help="folder of the program")
    parser.add_argument("--out", default=OWN, help="folder of the weights")
    options = parser.parse_args()
    config = read_config(options.config)
    out = pathlib.Path(options.out)
    weights, before, kontra_weights, told = whole(config, pathlib.Path(options.build).resolve())
    weights_file.write(out / "weights.c", before, weights)
    weights_file.write_kontra(out / "kontra_weights.c", kontra_weights)
    out = out / "fit" if options.out == OWN else out
    (out / "residuals.json").write_text(json.dumps(told, indent=1) + "\n")


if __name__ == "__main__":
    main()
