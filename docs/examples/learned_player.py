#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A player that has learned from games of this program alone: a skat_arena.Policy in numpy.

    learned_player.py train FOLDER PLAYER.npz [--games N] [--epochs N] [--seed N]
    skat-arena compare ./learned_player.py stammtisch        plays with $LEARNED_PLAYER, or player.npz beside this file

FOLDER has the records of neural-record and neural-record-hands (bots/neural/train/README.md): what each card, announcement and bid
brought when the game was played on by players who see only their own cards. Four networks learn these values: of cards for declarers
and for defenders, of announcements, of bids. At the table the player takes what they say is worth most. It never plays null or by hand."""
import argparse
import json
import os
import sys
import time
from itertools import combinations
from pathlib import Path

for threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(threads, "1")

import numpy as np  # noqa: E402

try:
    import skat_arena  # noqa: F401
except ImportError:
    sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))

from skat_arena import DECISIONS, Policy, part  # noqa: E402

GRAND, NULL = 4, 5
KIND = {name: number for number, name in enumerate(DECISIONS)}
PASS, YES, NO, PICK_UP, DECLARE = 36, 37, 38, 39, 96  # numbers of actions
BASES = np.array([9, 10, 11, 12, 24])
POINTS = np.array([0, 0, 0, 0, 3, 4, 10, 11, 2] * 4)  # of the 36 cards


# ---- a network ----

class Layers:
    """Layers with ReLU between them, fitted by Adam."""

    def __init__(self, weights, biases):
        self.weights, self.biases, self.steps = weights, biases, 0
        self.moments = [[np.zeros_like(of), np.zeros_like(of)] for of in weights + biases]

    @classmethod
    def drawn(cls, sizes, random):
        weights = [(random.standard_normal(shape) * (2 / shape[0]) ** 0.5).astype(np.float32) for shape in zip(sizes, sizes[1:])]
        weights[0] *= 2  # few inputs are on
        weights[-1] *= np.float32(0.2)
        return cls(weights, [np.zeros(size, np.float32) for size in sizes[1:]])

    def forward(self, x):
        """All layers; the last one is the output."""
        layers = [x]
        for number, (weight, bias) in enumerate(zip(self.weights, self.biases), 1):
            sums = layers[-1] @ weight + bias
            layers.append(np.maximum(sums, 0) if number < len(self.weights) else sums)
        return layers

    def outputs(self, x):
        return self.forward(x.astype(np.float32))[-1]

    def learn(self, layers, slope, rate):
        """A step down the gradient, given the derivative of the loss by the output."""
        weights, biases = [], []
        for number in reversed(range(len(self.weights))):
            weights.insert(0, layers[number].T @ slope)
            biases.insert(0, slope.sum(axis=0))
            if number:
                slope = (slope @ self.weights[number].T) * (layers[number] > 0)
        self.steps += 1
        correction = (1 - 0.999 ** self.steps) ** 0.5 / (1 - 0.9 ** self.steps)
        for of, gradient, (first, second) in zip(self.weights + self.biases, weights + biases, self.moments):
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient ** 2 - second)
            of -= rate * correction * first / (np.sqrt(second) + 1e-8)


def rate_of(step, steps, most=0.001):
    return most * min(1, (step + 1) / 200) * (0.02 + 0.49 * (1 + np.cos(np.pi * step / steps)))


# ---- what the networks see: as bots/neural/network.c and hand_network.c have it ----

def split(cards):
    """36 cards as jacks, bool [n, 4], and 7 8 9 Q K T A of each suit, bool [n, 4, 7]."""
    suits = cards.reshape(len(cards), 4, 9) != 0
    return suits[:, :, 8], suits[:, :, 1:8]


def lanes(keys):
    """The place of each suit, those with the largest keys first: int [n, 4]."""
    before = (keys[:, None, :] > keys[:, :, None]) | ((keys[:, None, :] == keys[:, :, None]) & np.tri(4, k=-1, dtype=bool))
    return before.sum(axis=2)


def placed(cards, lane):
    """36 cards as 32 places: the jacks, then the suits in order."""
    jacks, plain = split(cards)
    in_order = np.take_along_axis(plain, lane.argsort(axis=1)[:, :, None], axis=1)
    return np.concatenate([jacks, in_order.reshape(len(cards), 28)], axis=1)


def bits_of(plain):
    return (plain * (1 << np.arange(7))).sum(axis=2)


def steps(values, thresholds):
    return values[:, None] >= np.asarray(thresholds)


def bid_on(bid, lane):
    """On which suit's value: bool [n, 4], by place."""
    on = (bid[:, None] > 0) & (bid[:, None] % BASES[:4] == 0)
    return np.take_along_axis(on, lane.argsort(axis=1), axis=1)


SCENE = 368


def scene(seen):
    """What the networks for cards see of n observations: float32 [n, SCENE]; and the place of each suit."""
    n = len(seen)
    game = part(seen, "game").argmax(axis=1)
    declares = part(seen, "declarer")[:, 0] != 0
    mine, hidden = split(part(seen, "hand"))[1], split(part(seen, "missing"))[1]
    keys = mine.sum(axis=2) << 16 | bits_of(mine) << 8 | bits_of(hidden)
    lane = lanes(np.where(np.arange(4) == game[:, None], 1 << 30, keys))
    place_of = np.concatenate([lane, np.full((n, 1), 4)], axis=1)  # of each class; trumps last
    aside = part(seen, "skat") * declares[:, None]
    trick, played = part(seen, "trick"), part(seen, "played")
    count = part(seen, "cards_played")[:, 0].astype(int)

    led = np.zeros((n, 3, 5), bool)
    card, who = part(seen, "history")[:, 0:30:3, 0].astype(int) - 1, part(seen, "history")[:, 0:30:3, 1].astype(int) - 1
    row, number = np.nonzero(np.arange(10) < (count // 3)[:, None])
    of = card[row, number]
    kind = np.where((of % 9 == 8) | (of // 9 == game[row]), 4, of // 9)
    led[row, who[row, number], place_of[row, kind]] = True
    out = np.zeros((n, 2, 5), bool)
    row, other, kind = np.nonzero(part(seen, "voids")[:, 1:])
    out[row, other, place_of[row, kind]] = True

    points = part(seen, "points").astype(int)
    role = np.where(declares, 0, np.where(part(seen, "declarer")[:, 1] != 0, 1, 2))
    his = (points * part(seen, "declarer")[:, :3]).sum(axis=1)
    for_declarer = 61 - his - np.where(declares, aside @ POINTS, 5)
    for_defenders = 60 - (points.sum(axis=1) - his)
    tens = np.arange(1, 13) * 10
    highest = part(seen, "highest").astype(int)
    parts = [placed(part(seen, "hand"), lane), placed(part(seen, "missing"), lane), placed(aside, lane),
             placed(trick[:, 1], lane), placed(trick[:, 2], lane), *(placed(played[:, i], lane) for i in range(3)),
             led.reshape(n, 15), out.reshape(n, 10), role[:, None] == np.arange(3), (count % 3)[:, None] == np.arange(3),
             (count // 3)[:, None] == np.arange(10), (game == GRAND)[:, None], part(seen, "picked_up") == 0,
             steps(np.where(declares, for_declarer, for_defenders), tens), steps(np.where(declares, for_defenders, for_declarer), tens),
             *(steps(highest[:, i], (18, 20, 22, 23, 27, 30, 33, 36, 45, 59)) for i in range(3)),
             *(bid_on(highest[:, i], lane) for i in range(3))]
    found = np.concatenate(parts, axis=1)
    inputs = np.zeros((n, SCENE), np.float32)
    inputs[:, :found.shape[1]] = found
    return inputs, lane


BID_STEPS = (18, 20, 22, 23, 24, 27, 30, 33, 36, 40, 48, 59)
ANNOUNCEMENT, BID = 128, 63


def hand_lanes(cards, game=GRAND):
    plain = split(cards)[1]
    return lanes(np.where(np.arange(4) == np.asarray(game).reshape(-1, 1), 1 << 30, plain.sum(axis=2) << 8 | bits_of(plain)))


def bid_inputs(seen, bid):
    """What the network for bids sees, of n observations and the value that is to be bid or held."""
    hand = part(seen, "hand")
    lane = hand_lanes(hand)
    at = (lane[:, :, None] == np.arange(4)).transpose(0, 2, 1).reshape(len(seen), 16)  # which suit is at each place
    return np.concatenate([placed(hand, lane), part(seen, "position") != 0, steps(bid, BID_STEPS), at], axis=1)


def announcement_inputs(seen, game, aside):
    """What the network for announcements sees of one observation: float32 [len(aside), 128]. `aside`: bool [m, 36]."""
    twelve = part(seen, "hand") != 0
    lane = np.repeat(hand_lanes(twelve[None], game), len(aside), axis=0)
    rest = [part(seen, "position") != 0, [game == GRAND]]
    highest = part(seen, "highest")[1:].astype(int)
    rest += [steps(highest[i:i + 1], BID_STEPS)[0] for i in range(2)] + [bid_on(highest[i:i + 1], lane[:1])[0] for i in range(2)]
    same = np.concatenate(rest)
    inputs = np.zeros((len(aside), ANNOUNCEMENT), np.float32)
    found = np.concatenate([placed(twelve & ~aside, lane), placed(aside, lane), np.broadcast_to(same, (len(aside), len(same)))], axis=1)
    inputs[:, :found.shape[1]] = found
    return inputs


# ---- training ----

DECISION = np.dtype([("game", "<u4"), ("context", "u1"), ("number", "u1"), ("reserved", "u1", 2), ("inputs", "u1", SCENE // 8)],
                    align=True)
CARD = np.dtype([("line", "<f4"), ("brought", "<i2"), ("slot", "u1"), ("reserved", "u1"), ("features", "i1", 80)], align=True)
HAND = np.dtype([("deal", "<u4"), ("results", "<i2", 2), ("inputs", "u1", 16)], align=True)
HELD_OUT = 0.03  # of the games, the last ones


def unpacked(bits):
    return np.unpackbits(bits, axis=1, bitorder="little").astype(np.float32)


class CardRecords:
    """Decisions of one side with what each card brought, in 256 thousandths of a game."""

    def __init__(self, folder, side, games):
        self.decisions: np.ndarray = np.memmap(folder / f"{side}.decisions", DECISION, "r")
        if games:
            self.decisions = self.decisions[:np.searchsorted(self.decisions["game"], games)]
        self.cards = np.memmap(folder / f"{side}.cards", CARD, "r")
        self.starts = np.concatenate([[0], np.cumsum(self.decisions["number"], dtype=np.int64)])
        last = int(self.decisions["game"][-1] * (1 - HELD_OUT))
        self.learned = int(np.searchsorted(self.decisions["game"], last))

    def rows(self, first, last):
        some = self.decisions[first:last]
        number = some["number"].astype(np.int64)
        of = self.cards[self.starts[first]:self.starts[last]]
        return unpacked(some["inputs"]), number, of["slot"].astype(np.int64), of["brought"].astype(np.float32) / 256


def card_errors(outputs, number, slot, brought):
    """By card, the error of the difference from the mean of the decision; and the rows that they are of."""
    which = np.repeat(np.arange(len(number)), number)
    begin = np.concatenate([[0], np.cumsum(number)[:-1]])
    error = outputs[which, slot] - brought
    return error - (np.add.reduceat(error, begin) / number)[which].astype(np.float32), which


def held_out_cards(network, records, size):
    sums = 0.0
    for first in range(records.learned, len(records.decisions), size):
        x, number, slot, brought = records.rows(first, min(first + size, len(records.decisions)))
        sums += float((card_errors(network.outputs(x), number, slot, brought)[0] ** 2).sum())
    return sums / (len(records.decisions) - records.learned)


def fit_cards(folder, side, arguments, tell):
    records, random = CardRecords(folder, side, arguments.games), np.random.default_rng([arguments.seed, side == "declarer"])
    network, size = Layers.drawn((SCENE, *arguments.units, 32), random), arguments.batch
    starts = np.arange(max(1, records.learned // size)) * size
    for epoch in range(arguments.epochs):
        random.shuffle(starts)
        for first in starts:
            x, number, slot, brought = records.rows(first, min(first + size, records.learned))
            layers = network.forward(x)
            error, which = card_errors(layers[-1], number, slot, brought)
            slope = np.zeros_like(layers[-1])
            slope[which, slot] = error / len(x)
            network.learn(layers, slope, rate_of(network.steps, arguments.epochs * len(starts)))
        tell(network=side, epoch=epoch, decisions=records.learned, held_out=round(held_out_cards(network, records, size), 4))
    return network


def fit_hands(path, inputs, slope_of, loss_of, wanted_of, arguments, tell):
    """A network of hands, by the derivative of a loss by what is told, and what is wanted."""
    records, random = np.memmap(path, HAND, "r"), np.random.default_rng([arguments.seed, inputs])
    learned = int(np.searchsorted(records["deal"], int(records["deal"][-1] * (1 - HELD_OUT))))
    network, size, epochs = Layers.drawn((inputs, 64, 16, 2), random), min(arguments.batch, 1024), arguments.epochs
    starts = np.arange(max(1, learned // size)) * size
    for epoch in range(epochs):
        random.shuffle(starts)
        for first in starts:
            some = records[first:min(first + size, learned)]
            layers = network.forward(unpacked(some["inputs"])[:, :inputs])
            network.learn(layers, (slope_of(layers[-1], wanted_of(some)) / len(some)).astype(np.float32),
                          rate_of(network.steps, epochs * len(starts), 0.002))
        rest = records[learned:]
        loss = loss_of(network.outputs(unpacked(rest["inputs"])[:, :inputs]), wanted_of(rest)).mean(axis=0)
        tell(network=Path(path).name, epoch=epoch, records=learned, held_out=loss.round(4).tolist())
    return network


def train(arguments):
    began = time.process_time()

    def tell(**what):
        print(json.dumps(what), flush=True)
        print(f"after {time.process_time() - began:.0f} s of processor time", file=sys.stderr, flush=True)
    networks = {
        "announcements": fit_hands(arguments.folder / "announcements", ANNOUNCEMENT, lambda told, wanted: 1 / (1 + np.exp(-told)) - wanted,
                                   lambda told, wanted: np.logaddexp(0, told) - wanted * told,
                                   lambda records: records["results"].astype(np.float32), arguments, tell),
        "bids": fit_hands(arguments.folder / "bids", BID, lambda told, wanted: told - wanted, lambda told, wanted: (told - wanted) ** 2,
                          lambda records: records["results"].astype(np.float32) / 64, arguments, tell)}
    for side in ("declarer", "defender"):
        networks[side] = fit_cards(arguments.folder, side, arguments, tell)
    write(arguments.player, networks)


def write(path, networks):
    arrays = {}
    for name, network in networks.items():
        for number, (weight, bias) in enumerate(zip(network.weights, network.biases)):
            arrays[f"{name}.w{number}"], arrays[f"{name}.b{number}"] = weight, bias
    np.savez(path, **arrays)


def read(path):
    with np.load(path) as file:
        def layers(name):
            count = sum(of.startswith(f"{name}.w") for of in file.files)
            return Layers([file[f"{name}.w{i}"] for i in range(count)], [file[f"{name}.b{i}"] for i in range(count)])
        return {name: layers(name) for name in ("declarer", "defender", "announcements", "bids")}


# ---- play ----

def matadors(cards, game):
    """How many matadors twelve cards, bool [36], are with or without."""
    suits = cards.reshape(4, 9)
    row = [suits[suit, 8] for suit in (3, 2, 1, 0)]
    if game < GRAND:
        row += [suits[game, rank] for rank in (7, 6, 5, 4, 3, 2, 1)]
    run = 1
    while run < len(row) and row[run] == row[0]:
        run += 1
    return run


def worth(twelve, game, bid, won, schneider):
    """What a game brings by Seeger and Fabian, given the chances of winning it and of 90 points."""
    base = BASES[game]
    value = base * (1 + matadors(twelve, game))
    if value < bid:  # only schneider saves it
        won, raised = (schneider if value + base >= bid else np.zeros_like(schneider)), base * -(-bid // base)
        return won * (raised + 50) - (1 - won) * (2 * raised + 90)
    return won * (value + 50) + schneider * base - (1 - won) * (2 * value + 90)


NULL_ORDER = np.tile([0, 1, 2, 3, 6, 7, 4, 8, 5], 4)  # of 6 7 8 9 Q K T A J


def null_card(seen, cards):
    """A card of a null game, by a rule: low leads, high discards, and as high below the trick as one can."""
    order = NULL_ORDER[cards]
    open_cards = np.flatnonzero(part(seen, "trick").any(axis=0))
    if not len(open_cards):
        return cards[order.argmin()]
    declares = part(seen, "declarer")[0]
    winner = part(seen, "winner")[:3].argmax()
    best = int(np.flatnonzero(part(seen, "trick")[winner])[0])
    if cards[0] // 9 != best // 9:
        return cards[order.argmax()]
    below = order < NULL_ORDER[best]
    his_turn_follows = not declares and len(open_cards) == 1 and part(seen, "declarer")[1]
    if (declares or part(seen, "declarer")[winner]) and below.any():
        return cards[np.where(below, order, -1).argmax()]
    return cards[order.argmin()] if declares or his_turn_follows else cards[order.argmax()]


class LearnedPlayer(Policy):
    """What the networks of a file say is worth most."""

    sample = False

    def __init__(self, path=None):
        self.networks = read(path or os.environ.get("LEARNED_PLAYER") or Path(__file__).resolve().parent / "player.npz")

    def act(self, observation, mask):
        kinds = part(observation, "decision").argmax(axis=1)
        actions = np.where(mask[:, NO], NO, np.where(mask[:, PASS], PASS, mask.argmax(axis=1)))
        actions = np.where((kinds == KIND["agree"]) & mask[:, YES], YES, actions)
        actions = np.where((kinds == KIND["game"]) & mask[:, PICK_UP], PICK_UP, actions)
        for names, answer in ((("bid", "hold"), self.bids), (("declare",), self.announcements), (("card",), self.cards)):
            rows = np.flatnonzero(np.isin(kinds, [KIND[name] for name in names]))
            if len(rows):
                actions[rows] = answer(observation[rows], mask[rows])
        return actions.astype(np.int32)

    def bids(self, seen, mask):
        """The lowest bid, or yes, where declaring is worth more than passing."""
        holds = part(seen, "decision")[:, KIND["hold"]] != 0
        first = np.where(mask[:, 101:].any(axis=1), 101 + mask[:, 101:].argmax(axis=1), PASS)
        bid = np.where(holds, part(seen, "bid")[:, 0], np.append(LADDER, 0)[np.where(first >= 101, first - 101, -1)])
        told = self.networks["bids"].outputs(bid_inputs(seen, bid))[:, 1]
        return np.where((told > 0) & (bid > 0), np.where(holds, YES, first), PASS)

    def announcements(self, seen, mask):
        return np.array([self.announcement(of, allowed) for of, allowed in zip(seen, mask)])

    def announcement(self, seen, mask):
        """The game of the best announcement, then its discards one by one."""
        twelve, chosen = part(seen, "hand") != 0, part(seen, "chosen") != 0
        first = part(seen, "step")[0] != 0
        games = [game for game in range(5) if mask[DECLARE + game]] if first else [int(part(seen, "game").argmax())]
        pairs = np.array(list(combinations(np.flatnonzero(twelve & (np.arange(36) % 9 != 8)), 2)))
        if not games or games[0] > GRAND or not len(pairs):
            return mask.argmax()
        asides = np.zeros((len(pairs), 36), bool)
        asides[np.arange(len(pairs))[:, None], pairs] = True
        best = (-np.inf, 0, asides[0])
        for game in games:
            chances = 1 / (1 + np.exp(-self.networks["announcements"].outputs(announcement_inputs(seen, game, asides)).astype(float)))
            value = worth(twelve, game, int(part(seen, "bid")[0]), chances[:, 0], chances[:, 1])
            best = max(best, (value.max(), game, asides[value.argmax()]), key=lambda of: of[0])
        if first:
            return DECLARE + best[1]
        wanted = np.flatnonzero(best[2] & ~chosen & mask[:36])
        return wanted[0] if len(wanted) else mask.argmax()

    def cards(self, seen, mask):
        actions = mask[:, :36].argmax(axis=1)
        game = part(seen, "game").argmax(axis=1)
        declares = part(seen, "declarer")[:, 0] != 0
        several = mask[:, :36].sum(axis=1) > 1
        for side, of in (("declarer", declares), ("defender", ~declares)):
            rows = np.flatnonzero(of & several & (game <= GRAND))
            if len(rows):
                inputs, lane = scene(seen[rows])
                suit, rank = np.divmod(np.arange(36), 9)
                places = np.where(rank == 8, suit, 4 + 7 * lane[:, suit] + rank - 1).clip(0)
                told = np.take_along_axis(self.networks[side].outputs(inputs), places, axis=1)
                actions[rows] = np.where(mask[rows, :36], told, -np.inf).argmax(axis=1)
        for row in np.flatnonzero(several & (game == NULL)):
            actions[row] = null_card(seen[row], np.flatnonzero(mask[row, :36]))
        return actions


LADDER = np.array([18, 20, 22, 23, 24, 27, 30, 33, 35, 36, 40, 44, 45, 46, 48, 50, 54, 55, 59, 60, 63, 66, 70, 72, 77, 80, 81, 84, 88, 90,
                   96, 99, 100, 108, 110, 117, 120, 121, 126, 130, 132, 135, 140, 143, 144, 150, 153, 154, 156, 160, 162, 165, 168, 170,
                   176, 180, 187, 192, 198, 204, 216, 240, 264])


def main():
    if len(sys.argv) == 1:
        LearnedPlayer().serve()
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["train"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("player", type=Path)
    parser.add_argument("--games", type=int, help="only the first N games of the cards' records")
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--units", type=int, nargs="+", default=[256, 64])
    parser.add_argument("--batch", type=int, default=2048)
    parser.add_argument("--seed", type=int, default=1)
    train(parser.parse_args())


if __name__ == "__main__":
    main()
