# SPDX-License-Identifier: MIT
"""Copies and pickles of everything in the Python package that has a state: they go on exactly, or refuse and say what to do."""
import copy
import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, cast

import pytest

np = pytest.importorskip("numpy")

from harness import *  # noqa: E402

use_package()

import skat_arena  # noqa: E402
from skat_arena import OBSERVATION_SIZE, Environment, Game, Network, Policy, Rules, SkatError, Tables  # noqa: E402

WAYS: dict[str, Callable[[Any], Any]] = {"copy": copy.copy, "deepcopy": copy.deepcopy, "pickle": lambda of: pickle.loads(pickle.dumps(of))}
COPIES = {name: way for name, way in WAYS.items() if name != "pickle"}


def arrays(tables: Tables) -> list[Any]:
    return [tables.seat, tables.position, tables.mask, tables.observation, tables.done, tables.reward, tables.session, tables.deal,
            tables.scores, tables.open]


def assert_same(one: Tables, other: Tables) -> None:
    for mine, its in zip(arrays(one), arrays(other)):
        assert mine is its is None or (mine == its).all()


class Chance(Policy):
    """Any allowed action."""

    def act(self, observation: Any, mask: Any) -> Any:
        return mask.astype(np.float32)


@pytest.mark.parametrize("name", ("isko", "raeuberskat"))
def test_a_game_goes_on_from_every_action(name: str) -> None:
    """Also within a decision, and the two do not know of each other."""
    rules, rng, ways = Rules(name), np.random.default_rng(1), list(WAYS.values())
    game = Game(rules, rules.deal(2))
    while not game.over:
        way = ways[len(game.moves) % len(ways)]
        other = way(game)
        again = way(other)
        assert other.moves == game.moves and (other.mask() == game.mask()).all()
        assert (other.observation() == game.observation()).all()
        action = int(rng.choice(game.legal()))
        other.pick(action)
        assert again.moves == game.moves and (again.mask() == game.mask()).all()
        game.pick(action)
    assert all(way(game).result() == game.result() == other.result() for way in ways)


def test_a_pickled_game_began_with_moves() -> None:
    rules = Rules()
    game = Game(rules, rules.deal(1), "1 18 0 p 2 p 1 s")
    game.pick("declare C")
    other = pickle.loads(pickle.dumps(game))
    assert other.moves == game.moves and (other.mask() == game.mask()).all() and other.rules.options == rules.options


def test_rules_are_constant() -> None:
    rules = Rules({"extends": "isko", "passed_in": "ramsch"})
    assert copy.copy(rules) is rules and copy.deepcopy(rules) is rules
    assert pickle.loads(pickle.dumps(rules)).options == rules.options


@pytest.mark.parametrize("name, options, way", (
    ("isko", {"open_cards": True}, "copy"), ("stammtisch", {}, "deepcopy"), ("isko", {"starts": True}, "copy")))
def test_tables_go_on(name: str, options: dict[str, Any], way: str) -> None:
    """Under rules that carry something from deal to deal, too, and from starts: the same random actions, the same deals."""
    rules = Rules(name)
    if options.get("starts"):
        options = {"starts": [Game(rules, rules.deal(3, deal=deal), "1 18 0 p 2 p") for deal in range(5)]}
    tables = Tables(rules, 5, 11, **options)
    tables.seed_random_actions(5)
    for _ in range(33):
        tables.step(tables.random_actions())
    other = COPIES[way](tables)
    assert other.rules is rules and other.deals == tables.deals and other.decisions == tables.decisions
    assert_same(tables, other)
    for _ in range(60):
        before = other.mask.copy()
        tables.step(tables.random_actions())
        assert (other.mask == before).all()  # nothing is shared
        other.step(other.random_actions())
        assert_same(tables, other)
    assert tables.deals == other.deals > 2
    tables = other  # the first ones are gone
    tables.step(tables.random_actions())
    other.record()
    for _ in range(100):
        other.step(other.random_actions())
    assert other.ready > 0


def test_tables_with_policies_draw_the_same() -> None:
    for way in COPIES:
        policy = Chance()
        tables = Tables(Rules(), 2, 3, bots=[None, policy, policy])
        other = COPIES[way](tables)
        for _ in range(20):
            for of in (tables, other):
                of.step(of.mask.argmax(axis=1))
            assert_same(tables, other)
        assert (other._guests.policies[0] is policy) == (way == "copy")


def test_what_cannot_be_copied_says_what_to_do() -> None:
    bots = Tables(Rules(), 2, 1, bots=[None, "basic", "basic"])
    recording = Tables(Rules(), 2, 1)
    recording.record()
    for way in COPIES.values():
        with pytest.raises(SkatError, match="make new tables with the same arguments"):
            way(bots)
        with pytest.raises(SkatError, match=r"copy them before record\(\)"):
            way(recording)
    for of in (bots, recording, Tables(Rules(), 2, 1)):
        with pytest.raises(TypeError, match="make new ones with the same arguments and step"):
            pickle.dumps(of)
    environment = Environment()
    environment.reset(seed=1)
    with pytest.raises(TypeError, match=r"close\(\) it before"):
        pickle.dumps(environment)


def test_trajectories_stay() -> None:
    """Rows of their own, which the next ones do not take away."""
    for way in WAYS:
        tables = Tables(Rules(), 16, 2)
        tables.record(mask=False)
        while tables.ready < 100:
            tables.step(tables.random_actions())
        rows = tables.trajectories(100)
        kept = WAYS[way](rows)
        again = WAYS[way](kept)
        wanted = {name: getattr(rows, name) for name in ("observation", "action", "scores", "who")}
        while tables.ready < 100:
            tables.step(tables.random_actions())
        tables.trajectories()
        with pytest.raises(SkatError, match="these rows are gone"):
            rows.action
        for of in (kept, again):
            assert len(of) == 100 and of.mask is None
            assert all((getattr(of, name) == values).all() for name, values in wanted.items())
            assert (of.batch("action", slice(3, 5)) == wanted["action"][3:5]).all()


def test_environments_go_on() -> None:
    for way in COPIES:
        environment, rng = Environment(deals=2), np.random.default_rng(5)
        environment.reset(seed=4)

        def action_of(of: Environment) -> Any:
            seen, _, terminated, _, _ = of.last()
            return None if terminated or seen is None else int(rng.choice(np.flatnonzero(seen["action_mask"])))

        for _ in range(5):
            environment.step(action_of(environment))
        other, steps = COPIES[way](environment), 0
        while environment.agents:
            action = action_of(environment)
            for of in (environment, other):
                of.step(action)
            assert other.agents == environment.agents and other.rewards == environment.rewards
            assert other.agent_selection == environment.agent_selection and other._cumulative_rewards == environment._cumulative_rewards
            steps += 1
        assert steps > 10 and not other.agents


def test_an_environment_that_is_closed() -> None:
    for way in WAYS:
        environment = Environment(Rules("ramsch-only"), deals=3)
        environment.reset(seed=4)
        environment.close()
        other = WAYS[way](environment)
        other.reset(seed=9)
        environment.reset(seed=9)
        assert other.deals == 3 and (other.last()[0]["observation"] == environment.last()[0]["observation"]).all()


def test_agents_in_turn() -> None:
    environment = Environment()
    environment.reset(seed=1)
    agents = environment.agent_iter(5)
    assert next(agents) == environment.agent_selection
    same, apart = copy.copy(agents), copy.deepcopy(agents)
    environment.step(int(environment.last()[0]["action_mask"].argmax()))
    assert len(list(same)) == 4 and set(list(agents)) == {environment.agent_selection}
    assert next(apart) == apart._of.agent_selection and apart._of is not environment


def test_spaces_draw_by_themselves() -> None:
    space = skat_arena.environment.Space((), np.int64, 1000)
    space.seed(3)
    for way in WAYS.values():
        first, second = way(space), way(space)
        assert [first.sample() for _ in range(5)] == [second.sample() for _ in range(5)]


def test_a_network_is_a_checkpoint() -> None:
    """Training changes weights where they are: those of a copy stay."""
    for way in WAYS:
        network = Network([np.ones((OBSERVATION_SIZE, Rules().actions), np.float32)], [np.zeros(Rules().actions, np.float32)])
        network.sample = False
        other = WAYS[way](network)
        network.weights[0] += 1
        assert (other.weights[0] == 1).all() and other.sample is False


@pytest.mark.parametrize("way", WAYS)
def test_a_graph_is_loaded_again(way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A session of onnxruntime cannot be copied. A module of its name stands in for it here."""
    values = OBSERVATION_SIZE

    class Session:
        def __init__(self, path: str, providers: list[str]) -> None:
            self.path = path

        def __reduce__(self) -> Any:
            raise TypeError("a session cannot be copied")

        def get_inputs(self) -> list[Any]:
            return [SimpleNamespace(name="seen", shape=["n", values])]

        def run(self, outputs: Any, inputs: dict[str, Any]) -> list[Any]:
            return [np.ones((len(inputs["seen"]), Rules().actions), np.float32)]

    monkeypatch.setitem(sys.modules, "onnxruntime", cast(ModuleType, SimpleNamespace(InferenceSession=Session)))
    (tmp_path / "graph.onnx").touch()
    policy = Policy.load(tmp_path / "graph.onnx")
    policy.sample = False
    other = WAYS[way](policy)
    seen, mask = np.zeros((2, OBSERVATION_SIZE), np.int16), np.ones((2, Rules().actions), bool)
    assert type(other) is type(policy) and other.sample is False
    assert (np.asarray(other.act(seen, mask)) == np.asarray(policy.act(seen, mask))).all()
    values = 518
    with pytest.raises(SkatError, match="takes 518 values; observations have 1059"):
        Policy.load(tmp_path / "graph.onnx")


@pytest.mark.parametrize("way", WAYS)
def test_an_environment_of_pettingzoo(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its class is made when it is asked for; a module of the name of pettingzoo stands in for it here."""
    monkeypatch.setitem(sys.modules, "pettingzoo", cast(ModuleType, SimpleNamespace(AECEnv=type("AECEnv", (), {}))))
    environment = Environment.aec(deals=3)
    other = WAYS[way](environment)
    assert isinstance(other, Environment) and type(other).__mro__[2].__name__ == "AECEnv" and other.deals == 3
    other.reset(seed=1)
    assert other.agents == other.possible_agents


class TestFiles(RunTest):
    def run_of(self, deals: int) -> skat_arena.Run:
        return skat_arena.Run(self.sample(bots={"b": "basic"}, seats=["b"] * 3, deals=deals))

    def test_lines_of_a_log(self) -> None:
        run = self.run_of(9)
        for way in WAYS.values():
            lines = way(run).lines()
            first = [next(lines) for _ in range(4)]
            other = way(lines)
            rest = list(lines)
            assert list(other) == rest and len(first + rest) == 9 and rest[-1]["game"] == 8
            assert list(way(lines)) == [] == list(lines)

    def test_columns(self) -> None:
        columns = self.run_of(9).save_columns(self.temp / "columns")
        for way in WAYS.values():
            assert way(columns)["points"].tolist() == columns["points"].tolist()

    def test_files_of_decisions(self) -> None:
        run = self.run_of(9)
        out = self.temp / "decisions"
        assert arena("export", run.folder, "--decisions", "npz", "--out", out, "--shard", "100").returncode == OK
        for way in WAYS.values():
            files = skat_arena.decisions(out)
            next(files)
            other = way(files)
            rest = [file["action"].tolist() for file in files]
            assert [file["action"].tolist() for file in other] == rest and len(rest) > 1


def test_every_public_class_is_here() -> None:
    """A class that is added gets its test, too; those of pools are in test_pool.py."""
    classes = {name for name in skat_arena.__all__ if isinstance(getattr(skat_arena, name), type)}
    assert classes == {"Columns", "Environment", "Game", "GuestFault", "Network", "Policy", "Pool", "PoolResult", "Positions",
                       "Result", "Rules", "Run", "SkatError", "Tables", "Trajectories"}
