#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fits the networks for announcements and bids to the records of neural-record-hands, and writes hands.weights; README.md.

usage: fit_hands.py --out HANDS.WEIGHTS [--announcements FILE...] [--bids FILE...] [--epochs N] [--seed N]

A network without records stays as it is in HANDS.WEIGHTS.

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

from fit_cards import Adam, arrays, numbers_of, save  # noqa: E402

INPUTS, HIDDEN_1, HIDDEN_2, OUTPUTS = 128, 64, 16, 2
RECORD = np.dtype([("deal", "<u4"), ("results", "<i2", OUTPUTS), ("inputs", "u1", INPUTS // 8)], align=True)
SHAPES = {"input": (INPUTS, HIDDEN_1), "bias_1": (HIDDEN_1,), "second": (HIDDEN_2, HIDDEN_1), "bias_2": (HIDDEN_2,),
          "output": (OUTPUTS, HIDDEN_2), "bias_3": (OUTPUTS,)}
UNIT_MOST, MOSTS = 1023 / 128, {"second": 2.0}
POINTS = 64.0  # the unit of what declaring brings
HELD_OUT = 0.03


def bits(records):
    return np.unpackbits(records["inputs"], axis=1, bitorder="little")


class HandNetwork:
    def __init__(self, random):
        shapes = {"input": (INPUTS, HIDDEN_1), "second": (HIDDEN_1, HIDDEN_2), "output": (HIDDEN_2, OUTPUTS)}
        self.weights = {name: (random.standard_normal(shape) * deviation).astype(np.float32)
                        for (name, shape), deviation in zip(shapes.items(), (0.2, 0.17, 0.1))}
        for name, size, value in (("bias_1", HIDDEN_1, 0.1), ("bias_2", HIDDEN_2, 0.1), ("bias_3", OUTPUTS, 0.0)):
            self.weights[name] = np.full(size, value, np.float32)
        self.adam = Adam(self.weights)

    def forward(self, x):
        weights = self.weights
        sum_1 = x @ weights["input"] + weights["bias_1"]
        h1 = np.clip(sum_1, 0, UNIT_MOST)
        sum_2 = h1 @ weights["second"] + weights["bias_2"]
        h2 = np.clip(sum_2, 0, UNIT_MOST)
        return h2 @ weights["output"] + weights["bias_3"], (sum_1, h1, sum_2, h2)

    def step(self, x, by_output, layers, rate):
        """Takes a step of Adam. by_output: the derivative of the loss with respect to the outputs."""
        sum_1, h1, sum_2, h2 = layers
        weights = self.weights
        by_2 = (by_output @ weights["output"].T) * ((sum_2 > 0) & (sum_2 < UNIT_MOST))
        by_1 = (by_2 @ weights["second"].T) * ((sum_1 > 0) & (sum_1 < UNIT_MOST))
        gradients = {"output": h2.T @ by_output, "bias_3": by_output.sum(0), "second": h1.T @ by_2, "bias_2": by_2.sum(0),
                     "input": x.T @ by_1, "bias_1": by_1.sum(0)}
        self.adam.step(weights, gradients, rate, MOSTS)

    def whole(self):
        """As struct hand_network has it."""
        def rounded(name, unit):
            values = np.rint(self.weights[name].astype(np.float64) * unit)
            return np.clip(values, -32767, 32767).astype(np.int64)
        return {"input": rounded("input", 4096), "bias_1": rounded("bias_1", 4096), "second": rounded("second", 4096).T,
                "bias_2": rounded("bias_2", 4096), "output": rounded("output", 1024).T, "bias_3": rounded("bias_3", 1024)}


def whole_outputs(weights, x):
    """What hand_network.c computes: in 256ths."""
    h1 = np.clip(x.astype(np.int64) @ weights["input"] + weights["bias_1"] >> 5, 0, 1023)
    h2 = np.clip((h1 @ weights["second"].T >> 7) + weights["bias_2"] >> 5, 0, 1023)
    return h2 @ weights["output"].T + weights["bias_3"] * 128 >> 9


class Announcements:
    """Chances: the logarithm of the odds is fitted."""
    name, batch = "announcements", 2048

    @staticmethod
    def wanted(records):
        return records["results"].astype(np.float32)

    @staticmethod
    def slope(told, wanted):
        return 1 / (1 + np.exp(-told)) - wanted

    @staticmethod
    def loss(told, wanted):
        return np.logaddexp(0, told) - wanted * told


class Bids:
    """Points: their mean is fitted."""
    name, batch = "bids", 1024

    @staticmethod
    def wanted(records):
        return records["results"].astype(np.float32) / POINTS

    @staticmethod
    def slope(told, wanted):
        return told - wanted

    @staticmethod
    def loss(told, wanted):
        return (told - wanted) ** 2


def read_records(paths):
    """Those of all files; the last deals of the last file will be held out."""
    parts = [np.fromfile(path, RECORD) for path in paths]
    for before, part in zip(parts, parts[1:]):
        part["deal"] += before["deal"][-1] + 1
    return np.concatenate(parts)


def held_out_loss(kind, network, records):
    """By output: of the network, of it in whole numbers, and of a constant."""
    weights, sums = network.whole(), np.zeros((3, OUTPUTS))
    mean = kind.wanted(records).mean(0)
    constant = np.log(mean / (1 - mean)) if kind is Announcements else mean
    for i in range(0, len(records), 8192):
        some = records[i:i + 8192]
        x, wanted = bits(some).astype(np.float32), kind.wanted(some)
        told = network.forward(x)[0], whole_outputs(weights, x) / 256, np.broadcast_to(constant, wanted.shape)
        sums += [kind.loss(each, wanted).sum(0) for each in told]
    return sums / len(records)


def fit(kind, paths, arguments):
    records = read_records(paths)
    learned = int(np.searchsorted(records["deal"], int(records["deal"][-1] * (1 - HELD_OUT))))
    random = np.random.default_rng([arguments.seed, kind is Bids])
    network, began, size = HandNetwork(random), time.monotonic(), arguments.batch or kind.batch
    total = arguments.epochs * (learned // size)
    for epoch in range(arguments.epochs):
        starts = np.arange(learned // size) * size
        random.shuffle(starts)
        for start in starts:
            some = records[start:start + size]
            x, wanted = bits(some).astype(np.float32), kind.wanted(some)
            told, layers = network.forward(x)
            steps = network.adam.steps
            rate = arguments.rate * min(1, (steps + 1) / 200) * (0.02 + 0.49 * (1 + np.cos(np.pi * steps / total)))
            network.step(x, (kind.slope(told, wanted) / size).astype(np.float32), layers, rate)
        losses = held_out_loss(kind, network, records[learned:])
        print(json.dumps({"network": kind.name, "epoch": epoch, "records": learned, "held_out": losses[0].round(5).tolist(),
                          "whole_numbers": losses[1].round(5).tolist(), "constant": losses[2].round(5).tolist()}), flush=True)
        print(f"{kind.name}: epoch {epoch} after {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    return network.whole()


def read(path):
    """The two networks of a file that main() wrote."""
    numbers = numbers_of(path)
    return {name: arrays(numbers, SHAPES) for name in ("announcements", "bids")}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--announcements", nargs="+", type=Path)
    parser.add_argument("--bids", nargs="+", type=Path, help="records made with the announcements that are fitted before")
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, help="records in a step (default: 2048, of bids 1024)")
    parser.add_argument("--rate", type=float, default=0.002)
    arguments = parser.parse_args()
    networks = read(arguments.out) if arguments.out.exists() else {}
    kinds = {"announcements": Announcements, "bids": Bids}
    paths = {name: getattr(arguments, name) for name in kinds}
    for name in kinds:
        if not paths[name] and name not in networks:
            parser.error(f"--{name} is needed, since there is no {arguments.out}")
    for name, kind in kinds.items():
        if paths[name]:
            networks[name] = fit(kind, paths[name], arguments)
    save(arguments.out, [networks[name][part] for name in kinds for part in SHAPES])


if __name__ == "__main__":
    main()
