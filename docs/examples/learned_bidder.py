#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A bidder that has learned from games: a network with one hidden layer, in numpy alone.

    learned_bidder.py train DECISIONS WEIGHTS [PASSES]    from the files of `skat-arena export --decisions npz`
    learned_bidder.py play WEIGHTS                        as a bot, for the module `pipe`

It learns what the players did in the auction, which game they announced and what they put aside: the action of each decision,
among those that were allowed, from the hand, the bid, the seat, and what was chosen so far."""
import json
import sys
from pathlib import Path

import numpy as np

KINDS = ("bid", "hold", "game", "declare")
HIDDEN, BATCH, RATE = 128, 256, 0.05
SUITS, RANKS = "DHSC", "6789QKTAJ"
FEATURES = 36 + 36 + 3 + len(KINDS) + 10 + 3 + 1


def features(hand, chosen, position, kind, game, step, bid):
    """[n, FEATURES], of arrays with a row for each decision."""
    bid = np.asarray(bid, np.float32).reshape(-1, 1) / 50
    return np.concatenate([hand, chosen, position, kind, game, step, bid], axis=1).astype(np.float32)


def forward(weights, x):
    hidden = np.maximum(x @ weights["w1"] + weights["b1"], 0)
    return hidden, hidden @ weights["w2"] + weights["b2"]


# ---- training ----

def examples(folder):
    """What was seen, allowed and done in the decisions that this bot makes."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
    from skat_arena import DECISIONS, decisions, part
    wanted = [DECISIONS.index(kind) for kind in KINDS]
    found = []
    for rows in decisions(folder):
        seen = rows["observation"]
        kind = part(seen, "decision")[:, wanted]
        ours = kind.any(axis=1)
        found.append((features(part(seen, "hand"), part(seen, "chosen"), part(seen, "position"), kind, part(seen, "game"),
                               part(seen, "step"), part(seen, "bid"))[ours], rows["mask"][ours], rows["action"][ours]))
    return [np.concatenate(column) for column in zip(*found)]


def train(folder, path, passes=4):
    x, mask, action = examples(folder)
    rng = np.random.default_rng(1)
    weights = {"w1": rng.normal(0, FEATURES ** -0.5, (FEATURES, HIDDEN)), "b1": np.zeros(HIDDEN),
               "w2": rng.normal(0, HIDDEN ** -0.5, (HIDDEN, mask.shape[1])), "b2": np.zeros(mask.shape[1])}
    weights = {name: value.astype(np.float32) for name, value in weights.items()}
    held_out = len(x) // 20  # the last games
    for number in range(passes):
        for rows in np.array_split(rng.permutation(len(x) - held_out), max(1, (len(x) - held_out) // BATCH)):
            step(weights, x[rows], mask[rows], action[rows], RATE * (1 - number / passes))
        right = np.where(mask[-held_out:], forward(weights, x[-held_out:])[1], -np.inf).argmax(axis=1) == action[-held_out:]
        print(f"pass {number + 1}: {right.mean():.3f} of {held_out} held-out decisions", file=sys.stderr)
    with open(path, "wb") as out:
        np.savez(out, **weights)


def step(weights, x, mask, action, rate):
    """One step down the gradient of the cross entropy among the allowed actions."""
    hidden, scores = forward(weights, x)
    scores = np.where(mask, scores, -np.inf)
    chances = np.exp(scores - scores.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    chances[np.arange(len(x)), action] -= 1
    back = (chances @ weights["w2"].T) * (hidden > 0)
    for name, gradient in (("w2", hidden.T @ chances), ("b2", chances.sum(axis=0)), ("w1", x.T @ back), ("b1", back.sum(axis=0))):
        weights[name] -= rate / len(x) * 8 * gradient


# ---- play ----

def card(text):
    return SUITS.index(text[0]) * 9 + RANKS.index(text[1])


def cards(texts):
    row = np.zeros((1, 36), np.float32)
    for text in texts:
        row[0, card(text)] = 1
    return row


def one(index, size):
    return np.eye(size, dtype=np.float32)[[index]]


class Player:
    """Answers many decisions at once: each is a generator of questions to the network, which are answered together."""

    def __init__(self, path, numbers):
        self.weights = dict(np.load(path))
        self.numbers = numbers

    def question(self, options, view, kind, chosen=(), game=9, step=0):
        """Which of these, (number of the action, answer), has the highest score?"""
        return options, features(cards(view["hand"]), cards(chosen), one(view["position"], 3), one(KINDS.index(kind), len(KINDS)),
                                 one(game, 10), one(step, 3), [view["bid"]])

    def decide(self, view, decision):
        kind = decision["kind"]
        if kind == "bid":
            return (yield self.question([(self.numbers["pass"], "pass")] + [(self.numbers[f"bid {bid}"], {"bid": bid})
                                                                            for bid in decision["bids"]], view, kind))
        if kind == "hold":
            return (yield self.question([(self.numbers["pass"], "pass"), (self.numbers["yes"], {"hold": decision["bid"]})], view, kind))
        games = [(self.numbers[f"declare {code}"], code) for code in decision["declarations"]]
        if kind == "game":
            code = yield self.question([(self.numbers["pick up"], None)] + games, view, kind)
            return {"declare": code} if code else "pick_up"
        code, aside = (yield self.question(games, view, kind)), []
        while len(aside) < decision["count"]:
            left = [(card(text), text) for text in decision["cards"] if text not in aside]
            aside.append((yield self.question(left, view, kind, aside, "DHSCGN".index(code[0]), 1)))
        return {"declare": code, "discards": aside}

    def answers(self, acts):
        deciding = {n: self.decide(act["view"], act["decision"]) for n, act in enumerate(acts)}
        asked, actions = {n: next(steps) for n, steps in deciding.items()}, [None] * len(acts)
        while asked:
            scores = forward(self.weights, np.concatenate([x for _, x in asked.values()]))[1]
            for row, (n, (options, _)) in zip(scores, list(asked.items())):
                try:
                    asked[n] = deciding[n].send(max(options, key=lambda option: row[option[0]])[1])
                except StopIteration as end:
                    actions[n] = end.value
                    del asked[n]
        return actions


def play(path):
    player = Player(path, json.loads(Path(f"{path}.actions").read_text()))
    for line in sys.stdin:
        message = json.loads(line)
        reply = {"seq": message["seq"]}
        if message["type"] == "hello":
            reply.update(type="hello", protocol=2, name="learned", wants=[], decisions=[], variants=[], batch=256)
        elif message["type"] == "batch":
            reply["actions"] = player.answers(message["acts"])
        elif message["type"] == "bye":
            return
        print(json.dumps(reply), flush=True)


def main():
    if sys.argv[1:2] == ["train"] and len(sys.argv) in (4, 5):
        folder, path = sys.argv[2:4]
        train(folder, path, *map(int, sys.argv[4:]))
        names = json.loads((Path(folder) / "schema.json").read_text())["actions"]
        Path(f"{path}.actions").write_text(json.dumps({name: number for number, name in enumerate(names)}))
    elif sys.argv[1:2] == ["play"] and len(sys.argv) == 3:
        play(sys.argv[2])
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
