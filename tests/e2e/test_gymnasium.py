# SPDX-License-Identifier: MIT
"""Environments by the checks of gymnasium and PettingZoo themselves, where these are found: PYTHONPATH may name clones of them."""
import contextlib
import importlib
import io
from typing import Any

import pytest

from harness import *

np = pytest.importorskip("numpy")
use_package()
import skat_arena  # noqa: E402
from skat_arena import Rules, SkatError  # noqa: E402

BOTS = (None, "basic", "basic")


def found(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        pytest.skip(f"{name} is not found: its own checks did not run (PYTHONPATH=CLONE finds a clone of its repository)")


@pytest.fixture
def gymnasium():
    found("gymnasium")
    return importlib.import_module("skat_arena.gym").gymnasium


@pytest.mark.filterwarnings("ignore")
def test_pettingzoo_accepts_the_environment():
    found("pettingzoo")
    tests = importlib.import_module("pettingzoo.test")
    tests.api_test(skat_arena.Environment.aec(), num_cycles=200)
    tests.seed_test(skat_arena.Environment.aec, num_cycles=50)
    with contextlib.redirect_stdout(io.StringIO()):
        tests.render_test(skat_arena.Environment.aec)


@pytest.mark.filterwarnings("error::UserWarning")
@pytest.mark.parametrize("options", ({}, {"rules": "stammtisch", "render_mode": "ansi", "bots": BOTS}, {"deals": 3}),
                         ids=("default", "club", "episodes"))
def test_gymnasium_accepts_the_environment(gymnasium, options):
    check = importlib.import_module("gymnasium.utils.env_checker").check_env
    environment = gymnasium.make("skat_arena/Skat-v2", **options).unwrapped
    with contextlib.redirect_stdout(io.StringIO()):
        check(environment)


def test_tables_of_gymnasium_play_as_one_table_does(gymnasium):
    """Table t plays session t; its rewards come in the step that ends the deal, and wrappers of gymnasium count them."""
    wrappers = importlib.import_module("gymnasium.wrappers.vector")
    many = wrappers.RecordEpisodeStatistics(gymnasium.make_vec("skat_arena/Skat-v2", num_envs=4, bots=BOTS))
    seen, infos = many.reset(seed=3)
    assert infos == {} and many.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.SAME_STEP
    singles = [gymnasium.make("skat_arena/Skat-v2", bots=BOTS) for _ in range(4)]
    first = [single.reset(seed=3, options={"session": table})[0] for table, single in enumerate(singles)]
    playing, rng, told = set(range(4)), np.random.default_rng(1), 0
    while playing:
        assert seen in many.observation_space and len(many.unwrapped.render()) == 4
        for table in playing:
            assert all((seen[name][table] == first[table][name]).all() for name in ("observation", "action_mask"))
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in seen["action_mask"]])
        seen, rewards, over, cut, infos = many.step(actions)
        assert rewards.dtype == np.float64 and over.dtype == cut.dtype == bool and not cut.any()
        told += len(infos.get("episode", {}).get("r", ())) > 0
        for table in sorted(playing):
            assert (singles[table].unwrapped.action_masks() == first[table]["action_mask"]).all()
            first[table], reward, *ends = singles[table].step(actions[table])[:4]
            assert (reward, ends) == (rewards[table], [over[table], False])
            if over[table]:
                assert not first[table]["action_mask"].any()
                playing.remove(table)
    sessions = many.unwrapped._tables.session.max()
    assert told and many.reset()[0] in many.observation_space and many.unwrapped._tables.session.min() > sessions
    many.close()


def test_actions_that_are_not_allowed_forfeit_the_deal(gymnasium):
    many = gymnasium.make_vec("skat_arena/Skat-v2", num_envs=2, bots=BOTS, reward="seeger")
    seen, _ = many.reset(seed=1)
    wrong = int(np.flatnonzero(seen["action_mask"][1] == 0)[0])
    seen, rewards, over, _, _ = many.step(np.array([np.flatnonzero(seen["action_mask"][0])[0], wrong]))
    assert over[1] and rewards[1] < 0 and seen["action_mask"].any(axis=1).all()
    _, rewards, over, _, _ = many.step(np.array([10**6, -1]))  # numbers of no action at all, too
    assert over.all() and (rewards < 0).all()
    for actions in (np.zeros(3, int), np.zeros((2, 1), int), np.array([0.5, 1])):
        with pytest.raises(SkatError, match="actions"):
            many.step(actions)
    single = gymnasium.make("skat_arena/Skat-v2", bots=BOTS).unwrapped
    with pytest.raises(SkatError, match="reset"):
        single.step(0)
    single.reset(seed=1)
    assert single.step(10**6)[1:3] == (single._of.rewards["seat_0"], True) and single._of.rewards["seat_0"] < 0


def test_one_seat_is_the_learners(gymnasium):
    for bots in ((None, None, "basic"), ("basic",) * 3):
        with pytest.raises(SkatError, match="seats are left for learners"):
            gymnasium.make("skat_arena/Skat-v2", bots=bots)
    with pytest.raises(SkatError, match="found 2 bots; expected 3"):
        gymnasium.make("skat_arena/Skat-v2", bots=(None, "basic"))
    with pytest.raises(SkatError, match="reset"):
        gymnasium.make_vec("skat_arena/Skat-v2", num_envs=2, rules=Rules()).step(np.zeros(2, int))
