#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fits the networks to the records of neural-record, and writes cards.weights, or with --nulls nulls.weights; README.md.

usage: fit_cards.py FOLDER... --out WEIGHTS [--nulls] [--lines CARD_VALUES.WEIGHTS] [--epochs N] [--seed N] [--games N]
                    [--rate X] [--from WEIGHTS] [--each]

The same records, arguments, numpy and BLAS give the same bytes.
"""
import argparse
import json
import os
import sys
import time
from pathlib import Path

for threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(threads, "1")  # sums are made in one order

import numpy as np  # noqa: E402

FEATURES, INPUTS, SLOTS, HIDDEN_1, HIDDEN_2 = 80, 368, 32, 160, 48
SIDES = ("declarer", "defender")
DECISION = np.dtype([("game", "<u4"), ("context", "u1"), ("number", "u1"), ("reserved", "u1", 2), ("inputs", "u1", INPUTS // 8)],
                    align=True)
CARD = np.dtype([("line", "<f4"), ("brought", "<i2"), ("slot", "u1"), ("reserved", "u1"), ("features", "i1", FEATURES)],
                align=True)
UNIT = 256.0  # of what the network adds, in thousandths of a game
# As network.c has them: weights, units, and the output's weights; the most that a weight may be.
WEIGHT, ONE, OUTPUT, UNIT_MOST = 2.0 ** 12, 2.0 ** 7, 2.0 ** 10, 1023 / 2.0 ** 7
MOSTS, MOST = {"input": 1.99, "scene": 2.0}, 7.9  # of weights: network.c adds up four of an input in 16 bits
HELD_OUT = 0.03


def mapped(path, kind):
    """The whole records of a file, which may still be written."""
    return np.memmap(path, kind, "r", shape=(path.stat().st_size // kind.itemsize,))


class Records:
    """The decisions of one side, those of all folders; the last games of each are held out."""

    def __init__(self, folders, side, games):
        self.files = []
        for folder in folders:
            decisions, cards = mapped(folder / f"{side}.decisions", DECISION), mapped(folder / f"{side}.cards", CARD)
            if games:
                decisions = decisions[:np.searchsorted(decisions["game"], games)]
            starts = np.zeros(len(decisions) + 1, np.int64)
            np.cumsum(decisions["number"], out=starts[1:])
            if starts[-1] > len(cards):
                sys.exit(f"fit_cards.py: {folder}: cards are missing")
            last = int(decisions["game"][-1] * (1 - HELD_OUT))
            self.files.append((decisions, cards, starts, int(np.searchsorted(decisions["game"], last))))

    def batches(self, size, random):
        """Slices of the files, each of decisions that follow one another, in an order by chance."""
        slices = [(f, i, min(i + size, file[3])) for f, file in enumerate(self.files) for i in range(0, file[3], size)]
        random.shuffle(slices)
        return [piece for piece in slices if piece[2] - piece[1] > size // 2]

    def held_out(self, size):
        return [(f, i, min(i + size, len(file[0]))) for f, file in enumerate(self.files) for i in range(file[3], len(file[0]), size)]

    def load(self, piece):
        decisions, cards, starts, _ = self.files[piece[0]]
        some = decisions[piece[1]:piece[2]]
        of = cards[starts[piece[1]]:starts[piece[2]]]
        number = some["number"].astype(np.int64)
        scene = np.unpackbits(some["inputs"], axis=1, bitorder="little").astype(np.float32)
        begin = np.concatenate([[0], np.cumsum(number)[:-1]])
        return {"scene": scene, "number": number, "begin": begin, "which": np.repeat(np.arange(len(some)), number),
                "context": some["context"], "slot": of["slot"].astype(np.int64), "x": of["features"].astype(np.float32),
                "line": of["line"].astype(np.float32), "brought": of["brought"].astype(np.float32)}


def apart(values, data):
    """As differences from the mean of the decision."""
    means = np.add.reduceat(values, data["begin"]) / data["number"]
    return values - means[data["which"]].astype(np.float32)


class Adam:
    """Kingma and Ba, 2014: the means of the gradients and of their squares."""

    def __init__(self, weights):
        self.first = {name: np.zeros_like(values) for name, values in weights.items()}
        self.second = {name: np.zeros_like(values) for name, values in weights.items()}
        self.steps = 0

    def step(self, weights, gradients, rate, mosts):
        """Changes the weights, of which none exceeds what `mosts` has for its name, or MOST."""
        self.steps += 1
        correction = np.sqrt(1 - 0.999 ** self.steps) / (1 - 0.9 ** self.steps)
        for name, gradient in gradients.items():
            first, second = self.first[name], self.second[name]
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient ** 2 - second)
            weights[name] -= rate * correction * first / (np.sqrt(second) + 1e-8)
            most = mosts.get(name, MOST)
            np.clip(weights[name], -most, most, out=weights[name])


class Network:
    NAMES = ("input", "bias_1", "scene", "features", "slot", "bias_2", "output")

    def __init__(self, random, scale):
        def normal(*shape, deviation):
            return (random.standard_normal(shape) * deviation).astype(np.float32)
        self.scale = scale  # of features, so that all have about the same size
        self.input = normal(INPUTS, HIDDEN_1, deviation=0.15)
        self.bias_1 = np.full(HIDDEN_1, 0.1, np.float32)
        self.scene = normal(HIDDEN_1, HIDDEN_2, deviation=0.15)
        self.features = normal(FEATURES, HIDDEN_2, deviation=0.2)
        self.slot = normal(SLOTS, HIDDEN_2, deviation=0.1)
        self.bias_2 = np.full(HIDDEN_2, 0.1, np.float32)
        self.output = normal(HIDDEN_2, deviation=0.05)
        self.adam = Adam(self.weights())

    def weights(self):
        return {name: getattr(self, name) for name in self.NAMES}

    def take_over(self, weights):
        """Begins with weights that were rounded to whole numbers."""
        self.input, self.bias_1 = weights["input"] / WEIGHT, weights["bias_1"] / WEIGHT
        self.scene, self.features = weights["scene"].T / WEIGHT, weights["features"] / WEIGHT / self.scale[:, None]
        self.slot, self.bias_2, self.output = weights["slot"] / WEIGHT, weights["bias_2"] / WEIGHT, weights["output"] / OUTPUT
        for name in self.NAMES:
            setattr(self, name, np.ascontiguousarray(getattr(self, name), np.float32))

    def forward(self, data):
        sum_1 = data["scene"] @ self.input + self.bias_1
        h1 = np.clip(sum_1, 0, UNIT_MOST)
        x = data["x"] * self.scale
        one_hot = np.zeros((len(x), SLOTS), np.float32)
        one_hot[np.arange(len(x)), data["slot"]] = 1
        sum_2 = (h1 @ self.scene)[data["which"]] + x @ self.features + one_hot @ self.slot + self.bias_2
        h2 = np.clip(sum_2, 0, UNIT_MOST)
        return h2 @ self.output, (sum_1, h1, x, one_hot, sum_2, h2)

    def gradients(self, data):
        """Of the mean square of the error, in units; and that error."""
        value, (sum_1, h1, x, one_hot, sum_2, h2) = self.forward(data)
        error = apart(value - (data["brought"] - data["line"]) / UNIT, data)
        by_value = error / len(data["number"])
        by_2 = np.outer(by_value, self.output).astype(np.float32)
        by_2 *= (sum_2 > 0) & (sum_2 < UNIT_MOST)
        by_scene = np.add.reduceat(by_2, data["begin"], axis=0)
        by_1 = by_scene @ self.scene.T
        by_1 *= (sum_1 > 0) & (sum_1 < UNIT_MOST)
        return {"output": h2.T @ by_value, "bias_2": by_2.sum(0), "features": x.T @ by_2, "slot": one_hot.T @ by_2,
                "scene": h1.T @ by_scene, "input": data["scene"].T @ by_1, "bias_1": by_1.sum(0)}, float((error ** 2).sum())

    def step(self, gradients, rate):
        self.adam.step(self.weights(), gradients, rate, MOSTS)


def whole(network):
    """The weights as whole numbers, as struct network has them."""
    def rounded(values, unit):
        return np.clip(np.rint(values.astype(np.float64) * unit), -32767, 32767).astype(np.int64)
    return {"input": rounded(network.input, WEIGHT), "bias_1": rounded(network.bias_1, WEIGHT),
            "scene": rounded(network.scene.T, WEIGHT), "features": rounded(network.features * network.scale[:, None], WEIGHT),
            "slot": rounded(network.slot, WEIGHT), "bias_2": rounded(network.bias_2, WEIGHT),
            "output": rounded(network.output, OUTPUT)}


def whole_forward(weights, data):
    """What network.c computes of it, in 64ths of a thousandth, without the linear part."""
    def unit(sums):
        return np.clip(sums >> 5, 0, 1023)
    h1 = unit(data["scene"].astype(np.int64) @ weights["input"] + weights["bias_1"])
    sums = (h1 @ weights["scene"].T >> 7)[data["which"]] + weights["bias_2"] + weights["slot"][data["slot"]]
    h2 = unit(sums + data["x"].astype(np.int64) @ weights["features"])
    return h2 @ weights["output"] >> 3


def judged(records, network):
    """Of the decisions held out: the mean square of the error, in units, without the network, with it, in whole numbers."""
    weights = whole(network)
    sums, decisions = np.zeros(3), 0
    for piece in records.held_out(4096):
        data = records.load(piece)
        told = (np.zeros_like(data["line"]), network.forward(data)[0], whole_forward(weights, data) / (64 * UNIT))
        sums += [float((apart(value - (data["brought"] - data["line"]) / UNIT, data) ** 2).sum()) for value in told]
        decisions += len(data["number"])
    return sums / decisions


def fit(folders, side, arguments):
    """The whole numbers of the network after each epoch."""
    records = Records(folders, side, arguments.games)
    random = np.random.default_rng([arguments.seed, side == "declarer"])
    some = records.load((0, 0, min(20000, records.files[0][3])))["x"]
    deviation = np.maximum(some.std(0), 0.25)
    network = Network(random, (0.5 ** np.rint(np.log2(deviation))).astype(np.float32))
    if arguments.begin:
        network.take_over(read(arguments.begin)[side])
    began, steps, epochs = time.monotonic(), 0, []
    total = arguments.epochs * len(records.batches(arguments.batch, random))
    for epoch in range(arguments.epochs):
        error = decisions = 0
        for piece in records.batches(arguments.batch, random):
            gradients, squares = network.gradients(records.load(piece))
            rate = arguments.rate * min(1, (steps + 1) / 200) * (0.02 + 0.98 * (1 + np.cos(np.pi * min(1, steps / total))) / 2)
            network.step(gradients, rate)
            error, decisions, steps = error + squares, decisions + piece[2] - piece[1], steps + 1
        line, told, rounded = judged(records, network)
        print(json.dumps({"side": side, "epoch": epoch, "decisions": decisions, "error": round(error / decisions, 5),
                          "held_out_line": round(line, 5), "held_out": round(told, 5), "whole_numbers": round(rounded, 5)}), flush=True)
        print(f"{side}: epoch {epoch} after {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
        epochs.append(whole(network))
    return epochs


SHAPES = {"input": (INPUTS, HIDDEN_1), "bias_1": (HIDDEN_1,), "scene": (HIDDEN_2, HIDDEN_1), "features": (FEATURES, HIDDEN_2),
          "slot": (SLOTS, HIDDEN_2), "bias_2": (HIDDEN_2,), "output": (HIDDEN_2,)}


def arrays(numbers, shapes):
    """Takes the arrays of a struct from an iterator over whole numbers."""
    return {name: np.fromiter(numbers, np.int64, int(np.prod(shape))).reshape(shape) for name, shape in shapes.items()}


def numbers_of(path):
    """The whole numbers of a file of weights (bots/learned.h), one after the other."""
    return iter(np.fromfile(path, "<i2"))


def read(path):
    """The two networks, by side, of a file that write() wrote. They come last."""
    size = len(SIDES) * sum(int(np.prod(shape)) for shape in SHAPES.values())
    numbers = iter(np.fromfile(path, "<i2")[-size:])
    return {side: arrays(numbers, SHAPES) for side in SIDES}


def save(path, parts):
    """Writes arrays of whole numbers as a file of weights."""
    path.write_bytes(b"".join(np.ascontiguousarray(part, "<i2").tobytes() for part in parts))


def write(path, lines, networks):
    """As struct network_weights has them, or struct network_sides, where there are no lines."""
    save(path, [lines] + [networks[side][name] for side in SIDES for name in SHAPES])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    root = Path(__file__).resolve().parents[3]
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--nulls", action="store_true", help="the records are of nulls, which have no linear part")
    parser.add_argument("--lines", type=Path, default=root / "bots/pimc/card_values.weights")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--each", action="store_true", help="also write WEIGHTS with the suffix .N after epoch N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, default=2048)
    parser.add_argument("--games", type=int, help="only the first N games of each folder")
    parser.add_argument("--from", dest="begin", type=Path, help="begin with these weights instead of numbers by chance")
    parser.add_argument("--rate", type=float, default=0.002)
    arguments = parser.parse_args()
    networks = {side: fit(arguments.folders, side, arguments) for side in SIDES}
    lines = np.empty(0, "<i2") if arguments.nulls else np.fromfile(arguments.lines, "<i2")
    for epoch in range(arguments.epochs if arguments.each else 0):
        write(arguments.out.with_suffix(f".{epoch}"), lines, {side: epochs[epoch] for side, epochs in networks.items()})
    write(arguments.out, lines, {side: epochs[-1] for side, epochs in networks.items()})


if __name__ == "__main__":
    main()
