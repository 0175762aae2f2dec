# SPDX-License-Identifier: MIT
"""One policy from training to the tournament: skat_arena.Policy in Tables, as a guest, as a bot of runs, from files."""
import copy
import hashlib
import importlib
import importlib.util
import json
import os
import pickle
import re
import shlex
import subprocess
import sys
from typing import Any

import pytest

from harness import *

np = pytest.importorskip("numpy")
use_package(ROOT / "tests" / "bots")
import skat_arena  # noqa: E402
from skat_arena import (  # noqa: E402
    OBSERVATION_SIZE, OPEN_CARDS_SIZE, Game, GuestFault, Network, Policy, Rules, SkatError, Tables, _serve, bot, part)
from skat_arena.policy import draw  # noqa: E402
policies: Any = importlib.import_module("policies")
Chance, Quiet = policies.Chance, policies.Quiet


def run_config(tmp_path, name, **config):
    return skat_arena.run({"name": name, "schedule": "fixed", "seed": 3, **config}, tmp_path / name, force=True)


def saved(tmp_path, policy):
    path = tmp_path / f"{type(policy).__name__}.policy"
    policy.save(path)
    return path


# ---- in tournaments ----

WITNESS = """
import hashlib, os, sys, numpy as np
from skat_arena import Policy
print("read", flush=True)

class Witness(Policy):
    observation = 2
    out = open({path!r}, "a")

    def act(self, observation, mask):
        print("one")
        os.write(1, b"two\\n")
        assert not sys.stdin.read()
        actions = np.array([np.flatnonzero(row)[int(seen.sum()) % row.sum()] for seen, row in zip(observation, mask)])
        drawn = [np.arange(len(row)) == action for row, action in zip(mask, actions)]
        for seen, row, action in zip(observation, mask, actions):
            print(hashlib.sha256(bytes(seen) + bytes(row)).hexdigest(), action, file=self.out, flush=True)
        return drawn if observation.sum() % 2 else actions
"""


def test_arrays_over_the_pipe_are_those_of_the_package(tmp_path):
    """Every row that a child gets is the observation of the game at that decision, replayed in this process; and every decision
    of a game has a row. What it prints, also when its file is read, goes to standard error; what it reads is empty; nothing else is
    said."""
    seen, file, config = tmp_path / "rows.jsonl", tmp_path / "witness.py", tmp_path / "config.json"
    file.write_text(WITNESS.format(path=str(seen)))
    rules = Rules()
    config.write_text(json.dumps({"name": "x", "schedule": "fixed", "seed": 3, "deals": 2, "bots": {"w": bot(file)}, "seats": ["w"] * 3}))
    done = subprocess.run([program(), "run", config, "--out", tmp_path / "out", "--quiet", "--workers=1"],
                          capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT / "python")})
    assert done.returncode == 0, done.stderr
    said = {line for line in done.stderr.splitlines() if line.startswith("bot w:") and "the same line" not in line}
    assert said == {"bot w: read", "bot w: one", "bot w: two"}, done.stderr
    of = skat_arena.Run(tmp_path / "out")
    assert not any(of.summary["bots"][0]["faults"].values())
    rows, asked = dict(line.split() for line in seen.read_text().splitlines()), 0
    for line in of.lines():
        game, wanted = Game(rules, line["cards"]), Game(rules, line["cards"], line["moves"])
        while not game.over:
            mask = game.mask()
            key = hashlib.sha256(bytes(game.observation()) + bytes(mask)).hexdigest()
            if key in rows:
                asked += 1
                game.pick(int(rows[key]))
            else:  # a decision that a bot is not asked: its default answer, or the only card
                assert mask.sum() == 1 or game.decision in ("kontra", "concede", "consent"), (game.decision, game.moves)
                game.pick(int(mask.argmax()) if mask.sum() == 1 else "no")
        assert game.moves == wanted.moves
    assert asked > 20


def test_weights_of_another_shape_are_refused():
    class Strange(Policy):
        def act(self, observation, mask):
            return np.zeros((len(mask), 3))
    with pytest.raises(SkatError, match="expected probabilities"):
        Strange().choose(np.zeros((2, OBSERVATION_SIZE), np.int16), np.ones((2, 5), bool), np.zeros(2))


def test_policies_that_do_not_start_are_said(tmp_path, monkeypatch):
    """In one line."""
    (tmp_path / "net.npz").write_bytes(b"no")
    monkeypatch.setattr(_serve, "take_streams", lambda: None)
    monkeypatch.setattr(sys, "argv", ["skat_arena", str(tmp_path / "net.npz")])
    with pytest.raises(SystemExit, match="^skat_arena: .*no sound .npz file"):
        importlib.import_module("skat_arena.__main__").main()


def test_a_greeting_with_wrong_arrays_is_refused(tmp_path):
    cases: Any = (({"arrays": 2, "batch": 4}, '"arrays" must be true or false'),
                  ({"arrays": True}, '"arrays" needs "batch", and no "policy"'),
                  ({"arrays": True, "batch": 4, "policy": True}, '"arrays" needs "batch", and no "policy"'))
    for number, (wrong, said) in enumerate(cases):
        greeting = json.dumps({"seq": 1, "type": "hello", "protocol": 2, "name": "x", **wrong})
        with pytest.raises(SkatError, match=said):
            run_config(tmp_path, f"greets-{number}", seats=["x"] * 3, deals=1,
                       bots={"x": {"module": "pipe", "options": {"command": f"echo '{greeting}'; exec sleep 60"}}})


ANSWERS = """
import json, sys
for line in sys.stdin.buffer:
    message = json.loads(line)
    sys.stdin.buffer.read(message.get("bytes", 0))
    print(json.dumps({"seq": message["seq"], "type": "hello", "protocol": 2, "name": "x", "wants": [], "arrays": True, "batch": 1,
                      "actions": [1000] * message.get("rows", 0)}), flush=True)
"""


def test_a_number_that_is_no_action_is_a_fault():
    broken = {"module": "pipe", "options": {"command": shlex.join(["exec", sys.executable, "-I", "-S", "-c", ANSWERS])}}
    with pytest.raises(GuestFault, match=r"the bot in seat 2 \(pipe\), session 0, deal 0: illegal"):
        Tables(Rules(), 1, 3, bots=[None, None, broken])


# ---- files ----

def test_networks_are_saved_loaded_and_play(tmp_path):
    rng, rules = np.random.default_rng(2), Rules()
    network = Network([rng.normal(0, 0.05, (OBSERVATION_SIZE, 8)).astype(np.float32),
                       rng.normal(0, 0.5, (8, rules.actions)).astype(np.float32)],
                      [np.zeros(8, np.float32), np.zeros(rules.actions, np.float32)])
    network.save(tmp_path / "net.npz")
    again = Policy.load(tmp_path / "net.npz")
    tables = Tables(rules, 16, 1)
    assert tables.observation is not None
    assert np.array_equal(again.act(tables.observation, tables.mask), network.act(tables.observation, tables.mask))
    np.savez(tmp_path / "strange.npz", w0=np.zeros((3, 2)))
    with pytest.raises(SkatError, match="lacks scale, b0"):
        Policy.load(tmp_path / "strange.npz")
    with pytest.raises(SkatError, match="expected .npz, .onnx, .py or .policy"):
        Policy.load(tmp_path / "strange.zip")
    with pytest.raises(SkatError, match=r"w0 has the shape \(5, 3\); expected \(1059, 3\)"):
        Network([np.zeros((5, 3), np.float32)], [np.zeros(3, np.float32)])


def test_files_that_are_no_networks(tmp_path):
    """Refused when they are loaded, not at the first decision, by the name of the file."""
    for change, said in [
    ({"w0": np.full((OBSERVATION_SIZE, 4), np.nan)}, "w0 has values that are no finite numbers"),
    ({"b0": np.full(4, -np.inf)}, "b0 has values that are no finite numbers"),
    ({"w0": np.zeros((OBSERVATION_SIZE, 4), complex)}, "w0 is complex128; expected float32"),
    ({"w0": np.full((OBSERVATION_SIZE, 4), "a")}, "w0 is <U1; expected float32"),
    ({"w0": np.float32(1)}, r"w0 has the shape \(\); expected \(1059, 4\)"),
    ({"b0": np.zeros((1, 4))}, r"b0 has the shape \(1, 4\); expected \(4,\)"),
    ({"scale": np.float32(2)}, r"scale has the shape \(\); expected \(1059,\)"), ({"scale": np.ones(3)}, r"scale has the shape \(3,\)"),
    ({"sample": [True, False]}, "expected true or false"),
    ({"b1": np.zeros(4)}, "lacks w1"), ({"w2": np.zeros((4, 4)), "b2": np.zeros(4)}, "lacks w1, b1")]:
        file = tmp_path / "net.npz"
        arrays = {"w0": np.zeros((OBSERVATION_SIZE, 4), np.float32), "b0": np.zeros(4, np.float32),
                  "scale": np.ones(OBSERVATION_SIZE, np.float32), "sample": True}
        np.savez(file, **{**arrays, **change})
        with pytest.raises(SkatError, match=f"{re.escape(str(file))}.*{said}"):
            Policy.load(file)


def test_files_that_are_no_policies(tmp_path):
    network = drawn_network()
    network.save(tmp_path / "net.npz")
    whole = (tmp_path / "net.npz").read_bytes()
    flipped = bytearray(whole)
    flipped[len(whole) // 3] ^= 255
    np.save(tmp_path / "one.npy", np.zeros(3))
    takes = b"from skat_arena import Policy\n\n\nclass Takes(Policy):\n    def __init__(self, size):\n        pass\n"
    for name, content, said in (("cut.npz", whole[:len(whole) // 2], "no sound .npz"), ("flipped.npz", bytes(flipped), "no sound .npz"),
                                ("empty.npz", b"", "no sound .npz"), ("text.npz", b"hello", "no sound .npz"),
                                ("npy.npz", (tmp_path / "one.npy").read_bytes(), "no sound .npz"),
                                ("junk.policy", b"x", "Policy.save"), ("empty.policy", b"", "Policy.save"),
                                ("list.policy", pickle.dumps([1]), "Policy.save"), ("none.py", b"x = 1\n", "0 subclasses of Policy"),
                                ("takes.py", takes, "Takes cannot be made without arguments: missing a required argument: 'size'")):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(SkatError, match=f"{name}.*{said}"):
            Policy.load(tmp_path / name)
    for name in ("gone.npz", "gone.onnx", "gone.py", "gone.policy"):
        with pytest.raises(SkatError, match=f"{name} is not there"):
            Policy.load(tmp_path / name)
    few = Network([np.zeros((OBSERVATION_SIZE, 100), np.float32)], [np.zeros(100, np.float32)])
    tables = Tables(Rules(), 2, 1)
    with pytest.raises(SkatError, match="the network has 100 outputs, and these rules have 164 actions"):
        few.act(tables.observation, tables.mask)


def test_onnx_is_an_optional_extra(tmp_path):
    if not importlib.util.find_spec("onnxruntime"):
        (tmp_path / "graph.onnx").touch()
        with pytest.raises(SkatError, match="needs onnxruntime, which is not installed"):
            Policy.load(tmp_path / "graph.onnx")
        pytest.skip("onnxruntime is not installed: the tiny graph was not run")
    onnx = pytest.importorskip("onnx")
    helper, kind = onnx.helper, onnx.TensorProto.FLOAT
    actions = Rules().actions
    weights = np.random.default_rng(1).normal(size=(OBSERVATION_SIZE, actions)).astype(np.float32)
    graph = helper.make_graph([helper.make_node("MatMul", ["x", "w"], ["y"])], "tiny",
                              [helper.make_tensor_value_info("x", kind, ["n", OBSERVATION_SIZE])],
                              [helper.make_tensor_value_info("y", kind, ["n", actions])],
                              [onnx.numpy_helper.from_array(weights, "w")])
    onnx.save(helper.make_model(graph), str(tmp_path / "graph.onnx"))
    policy = Policy.load(tmp_path / "graph.onnx")
    same = Network([weights], [np.zeros(actions, np.float32)])
    tables = Tables(Rules(), 8, 1)
    assert np.allclose(policy.act(tables.observation, tables.mask), same.act(tables.observation, tables.mask))


# ---- draws ----

def test_draws_follow_the_weights():
    mask = np.ones((20000, 4), bool)
    mask[:, 3] = False
    weights = np.tile(np.array([1, 2, 5, 100], np.float32), (20000, 1))
    random = (np.arange(20000) + 0.5) / 20000
    actions, likely = draw(weights, mask, random)
    assert np.bincount(actions).tolist() == [2500, 5000, 12500] and np.allclose(likely, np.array([1, 2, 5])[actions] / 8)
    assert draw(weights[:2], mask[:2], None)[0].tolist() == [2, 2]
    assert draw(weights[:1], mask[:1], np.array([1 - 2**-53]))[0].tolist() == [2]
    for wrong in (0.0, -1.0, np.nan, np.inf):
        bad = weights[:3].copy()
        bad[1, :3] = wrong
        with pytest.raises(SkatError, match="row 1"):
            draw(bad, mask[:3], random[:3])


def test_draws_of_any_number_of_actions():
    """Against numpy, with masks that allow one action, each in its turn, a few, or all of them."""
    for actions in [1, 2, 7, 8, 9, 15, 16, 17, 164]:
        rng = np.random.default_rng(actions)
        mask = np.concatenate([np.eye(actions, dtype=bool), np.ones((3, actions), bool), rng.random((200, actions)) < 0.2])
        mask = mask[mask.any(axis=1)]
        weights = rng.integers(0, 4, mask.shape).astype(np.float32) + mask.cumsum(axis=1).astype(np.float32) % 2  # some are 0
        weights[~mask] = np.nan
        sound = (np.where(mask, weights, 0) > 0).any(axis=1)
        mask, weights = mask[sound], weights[sound]
        random = rng.random(len(mask))
        allowed = np.where(mask, weights, 0).astype(np.float64)
        sums = allowed.cumsum(axis=1)
        wanted = (sums > random[:, None] * sums[:, -1:]).argmax(axis=1)
        found, likely = draw(weights, mask, random)
        assert len(mask) > actions / 2 and (found == wanted).all()
        assert np.allclose(likely, allowed[np.arange(len(mask)), wanted] / sums[:, -1])
        assert (draw(weights, mask, None)[0] == np.where(mask, weights, -1).argmax(axis=1)).all()


class Picks(Policy):
    """The same number everywhere."""

    def __init__(self, number):
        self.number = number

    def act(self, observation, mask):
        return np.full(len(mask), self.number)


def test_numbers_that_are_no_action():
    """They are not cut to 32 bits, in which some are actions, and -1, by which the library leaves a table as it is, is none."""
    for number in [-1, 164, 2**32 + 36, np.uint64(2**64 - 1)]:
        tables = Tables(Rules(), 2, 1)
        actions, _ = Picks(number).choose(tables.observation, tables.mask, np.zeros(2))
        assert not set(actions) & set(range(tables.rules.actions))
        with pytest.raises(SkatError, match="the policy Picks in seat 1 at table . picked .*, which is not allowed there"):
            tables = Tables(Rules(), 2, 1, bots=[None, Picks(number), None])
            for _ in range(9):
                tables.step(tables.random_actions())


def test_a_policy_among_the_bots_that_answers_wrongly_is_named():
    """It is not the learner's error."""
    class Short(Policy):
        def act(self, observation, mask):
            return mask[:, :3]

    with pytest.raises(SkatError, match=r"the policy Short in seat 1: act\(\) returned bool \[2, 3\]"):
        tables = Tables(Rules(), 2, 1, bots=[None, Short(), None])
        for _ in range(9):
            tables.step(tables.random_actions())


def test_tables_refuse_to_go_on_without_a_policy_that_failed():
    """Else the learner would decide for it."""
    class Fails(Policy):
        fails = False

        def act(self, observation, mask):
            if self.fails:
                raise ZeroDivisionError
            return mask

    policy = Fails()
    tables = Tables(Rules(), 2, 1, bots=[None, policy, "stammtisch"])
    policy.fails = True
    with pytest.raises(ZeroDivisionError):
        for _ in range(9):
            tables.step(tables.random_actions())
    decisions = tables.decisions
    with pytest.raises(SkatError, match="the policy in seat 1 has not decided .* at table"):
        tables.step(tables.random_actions())
    assert tables.decisions == decisions


def test_random_numbers_that_are_none():
    """Of another size, they were read beyond their end."""
    for random, said in [
    (np.zeros(1), r"shape \(1,\), expected \(2,\)"), (np.zeros((2, 2)), "shape"), (np.zeros(0), "shape"), (np.float64(0), "shape"),
    (np.array([0.5, 1]), "random number 1 is 1.0"), (np.array([-0.1, 0]), "random number 0 is -0.1"),
    (np.array([0, np.nan]), "random number 1 is nan")]:
        tables = Tables(Rules(), 2, 1)
        with pytest.raises(SkatError, match=said):
            draw(tables.mask, tables.mask, random)


def test_masks_of_other_types():
    """Anything that is true or false; of another shape than the probabilities, an error."""
    tables = Tables(Rules(), 6, 1)
    random = np.linspace(0, 0.9, 6)
    wanted = draw(tables.mask, tables.mask, random)[0].tolist()
    for mask in (tables.mask.astype(float), tables.mask.astype(np.int64), np.asfortranarray(tables.mask), tables.mask.tolist()):
        assert draw(tables.mask, mask, random)[0].tolist() == wanted
    for mask in (tables.mask[:, 1:], tables.mask[1:], tables.mask[0]):
        with pytest.raises(SkatError, match="shape"):
            draw(tables.mask, mask, random)


def test_how_likely_what_is_no_action_is():
    """An error, not the probability of another action."""
    for action in [[-1, 36], [164, 36], [36], [[36, 36]], [36.5, 36.0], None, "x"]:
        tables = Tables(Rules(), 2, 1)
        with pytest.raises((SkatError, ValueError, TypeError), match="action"):
            drawn_network().probability(tables.observation, tables.mask, action)
        assert drawn_network().probability(tables.observation[:0], tables.mask[:0], []).shape == (0,)


# ---- in tables ----

def test_policies_sit_as_guests_and_are_recorded():
    rules, chance = Rules(), Chance()
    tables = Tables(rules, 32, 4, bots=[None, chance, "stammtisch"], open_cards=True)
    tables.record(open_cards=True)
    deals = 0
    for _ in range(60):
        assert not tables.seat.any()
        tables.step(tables.random_actions(), probability=0.25)
        deals += int(tables.done.sum())
    rows = tables.trajectories()
    assert deals == tables.deals > 20 and 500 < len(rows) < tables.decisions and tables.ready == 0
    assert set(np.unique(rows.seat)) == {0, 1} and np.array_equal(rows.who, rows.seat)
    assert (rows.probability[rows.who == 0] == np.float32(0.25)).all() and (rows.probability <= 1).all()
    assert rows.observation is not None and rows.open is not None and rows.mask is not None
    assert rows.observation.shape == (len(rows), OBSERVATION_SIZE) and rows.open.shape == (len(rows), OPEN_CARDS_SIZE)
    assert rows.mask[np.arange(len(rows)), rows.action].all()
    assert np.array_equal(part(rows.observation, "hand"), part(rows.open, "hands")[:, 0])
    for deal in np.unique(rows.deal):  # each deal's rows are one block, with one score for each seat
        at = np.flatnonzero((rows.deal == deal) & (rows.table == 3))
        assert len(at) == 0 or at[-1] - at[0] + 1 == len(at)
        for seat in (0, 1):
            assert len(np.unique(rows.scores[at][rows.seat[at] == seat], axis=0)) <= 1
    with pytest.raises(SkatError, match="no seat is left"):
        Tables(rules, 2, 1, bots=[chance] * 3)
    with pytest.raises(SkatError, match="the policy in seat 1 needs observations, but the tables have observe=False"):
        Tables(rules, 2, 1, bots=[None, chance, chance], observe=False)
    with pytest.raises(SkatError, match="observe is 2; expected True or False"):
        Tables(rules, 2, 1, observe=2)  # type: ignore[arg-type]


def drawn_network(seed=3):
    random, actions = np.random.default_rng(seed), Rules().actions
    return Network([random.normal(size=(OBSERVATION_SIZE, 4)).astype(np.float32) / 40,
                    random.normal(size=(4, actions)).astype(np.float32) / 10], [np.zeros(4, np.float32), np.zeros(actions, np.float32)])


def test_how_likely_recorded_actions_were():
    network = drawn_network()
    tables, random = Tables(Rules(), 16, 4, bots=[None, network, None]), np.random.default_rng(1)
    tables.record()
    for _ in range(24):
        tables.step(*network.choose(tables.observation, tables.mask, random.random(tables.count)))
    rows = tables.trajectories()
    likely = network.probability(rows.observation, rows.mask, rows.action)
    assert likely.dtype == np.float32 and np.allclose(likely, rows.probability, rtol=1e-4, atol=0) and len(set(likely.tolist())) > 20
    count = rows.mask.shape[1]
    all_of_a_row = network.probability(np.repeat(rows.observation[:9], count, axis=0), np.repeat(rows.mask[:9], count, axis=0),
                                       np.tile(np.arange(count), 9)).reshape(9, count)
    assert np.allclose(all_of_a_row.sum(axis=1), 1) and not all_of_a_row[~rows.mask[:9]].any()
    network.sample = False
    likeliest = network.act(rows.observation, rows.mask)
    assert network.probability(rows.observation, rows.mask, rows.action).tolist() == \
        (likeliest.argmax(axis=1) == rows.action).tolist()
    first = type("First", (Policy,), {"act": lambda self, observation, mask: mask.argmax(axis=1)})()
    assert first.probability(rows.observation, rows.mask, rows.action).tolist() == (rows.mask.argmax(axis=1) == rows.action).tolist()
    with pytest.raises(SkatError, match="row 0 of probabilities"):
        type("None", (Policy,), {"act": lambda self, observation, mask: np.zeros(mask.shape)})().probability(
            rows.observation, rows.mask, rows.action)


def test_how_likely_exported_decisions_are(tmp_path):
    network = drawn_network()
    played = run_config(tmp_path, "club", bots={"club": "stammtisch", "basic": "basic"}, seats=["club", "club", "basic"], deals=3)
    subprocess.run([program(), "export", played.folder, "--decisions", "npz", "--quiet", "--out", tmp_path / "decisions"],
                   check=True)
    names = json.loads((tmp_path / "decisions" / "schema.json").read_text())["bots"]
    rows = next(iter(skat_arena.decisions(tmp_path / "decisions")))
    own = rows["bot"] == names.index("club")
    likely = network.probability(rows["observation"][own], rows["mask"][own], rows["action"][own])
    assert own.sum() > 40 and (likely > 0).all()
    files = skat_arena.decisions(tmp_path / "decisions", policies={"club": network})
    for of in (copy.copy(files), pickle.loads(pickle.dumps(files)), files):
        said = next(of)["probability"]
        assert said.dtype == np.float32 and np.array_equal(said[own], likely) and np.isnan(said[~own]).all()
    with pytest.raises(SkatError, match='no bot "other" decided in .*; it has club, basic'):
        skat_arena.decisions(tmp_path / "decisions", policies={"other": network})


def test_recorded_scores_are_the_rewards():
    tables = Tables(Rules(), 8, 4, reward="seeger")
    tables.record(observation=False, mask=False)
    total = np.zeros(3, np.int64)
    for _ in range(150):
        tables.step(tables.random_actions())
        total += tables.reward.sum(axis=0)
    rows = tables.trajectories()
    assert rows.observation is None and rows.mask is None
    assert np.array_equal(rows.batch("action", np.array([5, 3])), rows.action[[5, 3]])
    with pytest.raises(SkatError, match="was not recorded"):
        rows.batch("mask")
    found = np.zeros(3, np.int64)
    _, first = np.unique(np.stack([rows.table.astype(np.int64), rows.session.astype(np.int64), rows.deal.astype(np.int64),
                                   rows.seat.astype(np.int64)]), axis=1, return_index=True)
    np.add.at(found, rows.seat[first], rows.scores[first, 2])  # a seat without a decision has none: all three decide in Skat
    assert np.bincount(rows.seat[first]).min() > 10 and np.array_equal(found, total)
    kept = rows.action
    tables.trajectories()
    with pytest.raises(SkatError, match="these rows are gone"):
        rows.action
    assert len(kept) == len(rows)


def test_rows_that_are_not_taken_fill_the_room():
    tables = Tables(Rules(), 4, 1)
    tables.record(room=40)
    with pytest.raises(SkatError, match="no room for more rows"):
        for _ in range(100):
            tables.step(tables.random_actions())
    assert tables.ready <= 40
    tables.trajectories()
    first = tables.trajectories()
    assert len(first) == 0
    with pytest.raises(AttributeError, match="have no nosuch"):
        first.nosuch
    with pytest.raises(SkatError, match="recorded already"):
        tables.record()


def test_tables_start_where_they_are_told():
    rules = Rules()
    deal = rules.deal(9)
    auction, announcement = Game(rules, deal), Game(rules, deal)
    for action in ("bid 18", "pass", "pass"):
        announcement.pick(action)
    contract = announcement.copy()
    for action in ("pick up", "declare G"):
        contract.pick(action)
    for _ in range(2):
        contract.pick(int(contract.legal()[0]))
    while contract.decision != "card":
        contract.pick("no")
    position = contract.copy()
    for _ in range(7):
        position.pick(int(position.legal()[0]))
    starts: Any = [auction, announcement, contract, (position.deal, position.moves)]
    tables = Tables(rules, 4, 1, starts=starts)
    kinds = [skat_arena.DECISIONS[int(row.argmax())] for row in part(tables.observation, "decision")]
    assert kinds == ["bid", "game", "card", "card"] and tables.deal.tolist() == [0, 1, 2, 3]
    assert part(tables.observation, "cards_played")[:, 0].tolist() == [0, 0, 0, 7]
    seats = set()
    for _ in range(400):
        tables.step(tables.random_actions())
        seats |= {(int(deal), int(session) % 3) for deal, session in zip(tables.deal, tables.session)}
    assert seats == {(deal, session) for deal in range(4) for session in range(3)}
    with pytest.raises(SkatError, match="without bots"):
        Tables(rules, 4, 1, starts=starts, bots=[None, "basic", "basic"])
    with pytest.raises(SkatError, match="a start at least"):
        Tables(rules, 4, 1, starts=[])
    with pytest.raises(SkatError, match="other Rules"):
        Tables(Rules(), 4, 1, starts=[auction])


def test_faults_of_guests_are_errors_with_their_reason():
    rules = Rules()
    sings = ('n=0; while read -r line; do n=$((n + 1)); '
             'echo \'{"type": "hello", "protocol": 2, "name": "x", "wants": [], "action": "sing", "seq": \'$n}; done')
    broken = {"module": "pipe", "options": {"command": sings}}
    tables = Tables(rules, 1, 3, bots=[None, None, broken], faults="count")
    for _ in range(40):
        tables.step(tables.random_actions())
    assert tables.faults[2] > 0 and tables.faults[:2] == [0, 0]
    with pytest.raises(GuestFault, match=r"the bot in seat 2 \(pipe\), session 0, deal \d+: illegal"):
        tables = Tables(rules, 1, 3, bots=[None, None, broken])
        for _ in range(60):
            tables.step(tables.random_actions())


def test_the_observation_has_the_auction():
    rules = Rules()
    game = Game(rules, rules.deal(1))
    for action in ("bid 18", "yes", "bid 22", "pass", "pass"):
        game.pick(action)
    seen: Any = game.observation()
    me = game.player
    assert part(seen, "calls")[0] == 2
    assert part(seen, "auction")[:3].tolist() == [[1 + (1 - me) % 3, 18, 1], [1 + (1 - me) % 3, 22, 2], [0, 0, 0]]
    with pytest.raises(ValueError, match="no part is called"):
        part(seen, "nosuch")


# ---- PettingZoo ----
# What its api_test and seed_test ask for, as read in its repository (pettingzoo/test/api_test.py at 01dd7095, seed_test.py at 0c6a1422,
# with terminations and truncations in place of dones, as since 1.22); the real ones run where it is installed.

def play_episode(environment, check, most=10**6):
    live, finished, owed = list(environment.agents), set(), dict.fromkeys(environment.agents, 0)
    trace: list[Any] = []
    for agent in environment.agent_iter(most):
        seen, reward, terminated, truncated, info = environment.last()
        assert isinstance(info, dict) and isinstance(terminated, bool) and isinstance(truncated, bool) and not truncated
        assert environment.observation_space(agent).contains(seen)
        action = None if terminated else environment.action_space(agent).sample(seen["action_mask"])
        assert terminated or environment.action_space(agent).contains(action)
        trace.append((agent, seen["observation"].tobytes(), reward, action))
        assert environment.step(action) is None
        assert owed[agent] == reward
        owed[agent] = 0
        for name, points in environment.rewards.items():
            owed[name] += points
        if terminated:
            assert agent not in finished
            live.remove(agent)
            finished.add(agent)
        keys = set(environment.agents)
        assert environment.agents == live and environment.num_agents == len(live) and keys <= set(environment.possible_agents)
        for member in (environment.rewards, environment.terminations, environment.truncations, environment.infos):
            assert set(member) == keys
    if check:
        assert finished == set(environment.possible_agents)
    return trace


def test_environment_does_what_api_test_asks():
    environment = skat_arena.Environment()
    environment.reset()
    assert not any(environment.terminations.values()) and isinstance(environment.num_agents, int) and environment.num_agents == 3
    assert environment.max_num_agents == 3 and environment.last(observe=False)[0] is None
    for agent in environment.possible_agents:
        assert environment.observation_space(agent) is environment.observation_space(agent)
        assert environment.action_space(agent) is environment.action_space(agent)
    for _ in range(2):
        environment.reset()
        play_episode(environment, True)
    environment.reset()
    play_episode(environment, False, most=6)  # left in the middle
    environment.reset()
    play_episode(environment, True)
    environment.reset()
    environment.step(np.int32(np.flatnonzero(environment.last()[0]["action_mask"])[0]))
    assert environment.unwrapped is environment and str(environment) == environment.metadata["name"] and environment.render()
    environment.close()
    with pytest.raises(SkatError, match="reset"):
        environment.render()


def test_environment_does_what_seed_test_asks():
    def traces(environment):
        for index, agent in enumerate(environment.possible_agents):
            environment.action_space(agent).seed(42 + index)
        found = []
        for seed in range(3):
            environment.reset(seed=seed)
            found.append(play_episode(environment, True))
        environment.reset()
        return found + [play_episode(environment, True)]
    first = skat_arena.Environment()
    found = traces(first)
    assert found == traces(first) == traces(skat_arena.Environment())  # no state is kept over reset(seed)
    assert found[0] != found[1]


def test_episodes_go_on_to_the_next_deal():
    environment, deals = skat_arena.Environment(Rules({"extends": "isko", "deals": 5})), []
    for _ in range(6):
        environment.reset()
        deals.append((int(environment._table().session[0]), int(environment._table().deal[0])))
        play_episode(environment, True)
    assert deals == [(n // 5, n % 5) for n in range(6)]
    environment.reset(options={"session": 9})
    assert int(environment._table().session[0]) == 9
    environment.reset()
    assert int(environment._table().session[0]) == 10  # the deal was not played to its end
    environment.reset(seed=0)
    assert int(environment._table().session[0]) == 0
    for wrong in (None, 10**6):
        with pytest.raises(ValueError, match="is next and decides|not allowed"):
            environment.step(wrong)
    play_episode(environment, True)
    with pytest.raises(SkatError, match="over for all"):
        environment.last()
    with pytest.raises(SkatError, match="over for all"):
        environment.step(None)


def test_without_pettingzoo_the_environment_says_so():
    if importlib.util.find_spec("pettingzoo"):
        pytest.skip("pettingzoo is found: test_gymnasium.py has its own tests")
    with pytest.raises(SkatError, match="pettingzoo is not installed"):
        skat_arena.Environment.aec()


def test_state_and_what_is_shown(capsys):
    environment = skat_arena.Environment(render_mode="human", bots=[None, "basic", "basic"])
    environment.reset(seed=2)
    while not any(environment.terminations.values()):
        state = environment.state()
        assert environment.state_space.contains(state) and environment.render() is None
        assert (state[:skat_arena.OBSERVATION_SIZE] == environment.last()[0]["observation"]).all()
        assert part(state[skat_arena.OBSERVATION_SIZE:], "hands").sum() > 0
        environment.step(int(np.flatnonzero(environment.last()[0]["action_mask"])[0]))
    printed = capsys.readouterr().out.splitlines()
    assert printed[0] == Rules().deal(2) and printed[-1].startswith("over: seat_0 ") and not environment.state().any()
    with pytest.raises(SkatError, match="render_mode"):
        skat_arena.Environment(render_mode="rgb_array")
