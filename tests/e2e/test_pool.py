# SPDX-License-Identifier: MIT
"""Pools of policies: who is drawn in which deal, what is counted by name, in Tables and in play()."""
import collections
import copy
import importlib
import pickle
import threading
from typing import Any

import pytest

from harness import *

np = pytest.importorskip("numpy")
use_package(ROOT / "tests" / "bots")
import skat_arena  # noqa: E402
from skat_arena import OBSERVATION_SIZE, Network, Policy, Pool, Rules, SkatError, Tables  # noqa: E402
policies: Any = importlib.import_module("policies")
Chance, Quiet = policies.Chance, policies.Quiet

ACTIONS = Rules().actions


def network(seed=1):
    rng = np.random.default_rng(seed)
    return Network([rng.normal(size=(OBSERVATION_SIZE, ACTIONS)).astype(np.float32) / 40], [np.zeros(ACTIONS, np.float32)])


def played(pool, steps=25, count=16, **options):
    wanted: Any = {"bots": [None, pool, "stammtisch"]} | options
    tables = Tables(Rules(), count, 4, **wanted)
    tables.record()
    step(tables, steps)
    return tables


def step(tables, steps):
    for _ in range(steps):
        tables.step(tables.random_actions())


# ---- draws ----

def test_draws_depend_on_seed_session_deal_and_seat_alone():
    pool = Pool({"a": Chance(), "b": Quiet()}, seed=5)
    session, deal, seat = (of.ravel() for of in np.meshgrid(np.arange(9), np.arange(50), np.arange(3)))
    drawn = pool.draw(session, deal, seat)
    order = np.random.default_rng(1).permutation(len(drawn))
    assert pool.draw(session[order], deal[order], seat[order]).tolist() == drawn[order].tolist()
    assert Pool(pool, seed=5).draw(session, deal, seat).tolist() == drawn.tolist() == copy.copy(pool).draw(session, deal, seat).tolist()
    others = [Pool(pool, seed=6).draw(session, deal, seat), pool.draw(session + 9, deal, seat), pool.draw(session, deal + 50, seat),
              pool.draw(session, deal, seat + 3)]
    assert all(0.4 < (drawn == other).mean() < 0.6 for other in others)
    of_sessions = Pool(pool, seed=1, each="session").draw(session, deal, seat).reshape(50, 9, 3)
    assert (of_sessions == of_sessions[:1]).all() and set(of_sessions.ravel()) == {0, 1}


def test_without_a_seed_one_is_drawn_and_can_be_given_again():
    first, other, deal = Pool({"a": Chance(), "b": Quiet()}), Pool({"a": Chance(), "b": Quiet()}), np.arange(1000)
    draws = first.draw(deal * 0, deal, deal * 0).tolist()
    assert first.seed != other.seed and other.draw(deal * 0, deal, deal * 0).tolist() != draws
    assert Pool(first, seed=first.seed).draw(deal * 0, deal, deal * 0).tolist() == draws


def test_draws_follow_the_weights_of_the_moment():
    pool, deal = Pool({"a": Chance(), "b": Quiet(), "c": Chance()}, seed=1), np.arange(40000)
    pool.weights.update(a=3, b=0, c=1)
    counts = np.bincount(pool.draw(deal // 7, deal, deal % 3))
    assert counts[1] == 0 and abs(counts[0] - 30000) < 4 * np.sqrt(40000 * 3 / 16)
    pool.weights.update(a=0, b=1e-300, c=0)
    assert set(pool.draw(deal, deal, deal % 3)) == {1}


# ---- in tables ----

def results_of(rows, seats):
    """By name number, from the recorded rows alone: deals, points of the player's seat, points of the learner's."""
    found, deals = collections.defaultdict(list), collections.defaultdict(dict)
    for table, session, deal, seat, who, score in zip(rows.table, rows.session, rows.deal, rows.seat, rows.who, rows.scores[:, 0]):
        deals[table, session, deal][seat] = who, score
    for by_seat in deals.values():
        learner = np.mean([score for who, score in by_seat.values() if who == 0])
        for who, score in by_seat.values():
            if who:
                found[int(who)].append((score, learner))
    return {who: (len(both), *np.mean(both, axis=0)) for who, both in found.items()}


def test_results_are_those_of_the_recorded_rows():
    """Of each name, also where it sits in both seats; and each deal had whom draw() says."""
    for bots in (1, 2):
        pool = Pool({"a": Chance(), "b": Quiet(), "c": network()}, seed=1)
        tables = played(pool, bots=[None, pool, pool if bots == 2 else "basic"], count=8)
        rows, results = tables.trajectories(), tables.results()
        assert tables.players == {1: "a", 2: "b", 3: "c"}
        assert {tables.players[who]: counted for who, counted in results_of(rows, 3).items()} == pytest.approx(
            {name: tuple(result) for name, result in results.items()})
        assert sum(result.deals for result in results.values()) == bots * tables.deals > 4
        own = rows.who == 0
        assert (rows.who[~own] == 1 + pool.draw(rows.session[~own], rows.deal[~own], rows.seat[~own])).all()


def test_policies_beside_a_pool_have_numbers_and_no_results():
    pool, quiet = Pool({"a": Chance()}), Quiet()
    tables = played(pool, bots=[None, quiet, pool])
    rows = tables.trajectories()
    assert tables.players == {1: "Quiet", 2: "a"} and list(tables.results()) == ["a"]
    assert np.array_equal(rows.who, rows.seat)


def test_checkpoints_are_copies_and_come_when_they_are_added():
    trained = network(1)
    pool = Pool({"first": trained}, seed=1)
    tables = played(pool, steps=12, count=4)
    trained.weights[0] += 1
    first: Any = pool["first"]
    assert np.abs(first.weights[0]).max() < 1
    pool.add("second", trained, weight=1e9)
    before = tables.results()["first"].deals
    step(tables, 40)
    assert tables.players == {1: "first", 2: "second"} and tables.results()["second"].deals > 3
    assert tables.results()["first"].deals <= before + tables.count  # those that were in progress


def test_deals_that_faults_of_bots_end_do_not_confuse_the_counts():
    """A bot that fails at its first decision: deals may end one upon the other."""
    pool = Pool({"a": Chance(), "b": Quiet()}, seed=1)
    tables = Tables(Rules(), 8, 3, bots=[None, pool, {"module": bad_bot("wild"), "options": {"wild": 60}}], faults="count")
    step(tables, 30)
    counted = sum(result.deals for result in tables.results().values())
    assert tables.faults[2] > 5 and 0.5 * tables.deals < counted <= tables.deals


def test_one_that_fails_is_no_silent_pass():
    class Fails(Policy):
        def act(self, observation, mask):
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        played(Pool({"a": Chance(), "fails": Fails()}), count=4)


def test_two_threads_with_the_same_pool():
    """Each with tables of its own, which count what they have played."""
    pool, found = Pool({"a": Chance(), "b": Quiet()}, seed=1), {}
    wanted = played(pool, count=4).results()
    threads = [threading.Thread(target=lambda n=n: found.update({n: played(pool, count=4).results()})) for n in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[n] for n in range(2)] == [wanted] * 2


# ---- copies ----

def test_copies_of_tables_draw_and_count_by_themselves():
    pool = Pool({"a": Chance(), "b": Quiet()}, seed=1)
    tables = Tables(Rules(), 4, 4, bots=[None, pool, pool])
    step(tables, 9)
    other, before = copy.copy(tables), tables.results()
    for _ in range(12):
        actions = tables.random_actions()
        tables.step(actions)
        other.step(actions)
    assert tables.results() == other.results() != before
    step(other, 12)
    assert tables.results() != other.results()


def test_copies_of_pools():
    ways: Any = copy.copy, copy.deepcopy, lambda of: pickle.loads(pickle.dumps(of))
    for way in ways:
        pool = Pool({"a": Chance(), "b": network()}, seed="x", each="session")
        pool.weights["a"] = 3
        other = way(pool)
        assert list(other) == ["a", "b"] and other.weights == pool.weights and (other.seed, other.each) == ("x", "session")
        other.add("c", Quiet())
        other.weights["a"] = 1
        assert len(pool) == 2 and pool.weights == {"a": 3, "b": 1}


# ---- in play() ----

def test_play_compares_with_each(tmp_path, monkeypatch):
    """Policies and files, also one of the name of the first."""
    network(3).save(tmp_path / "old.npz")
    asked: Any = []
    monkeypatch.setattr(skat_arena.runs, "compare", lambda *words, **how: asked.append((words, how)) or {})
    skat_arena.play(Chance(), Pool({"new": network(2), "old": tmp_path / "old.npz"}), deals=6, folder=tmp_path / "results")
    assert [(words[1].split("=")[0], how["folder"].name) for words, how in asked] == [("new", "new"), ("old", "old")]


# ---- what is refused ----

def test_what_is_refused():
    cases: Any = [
        (lambda: Pool({}), "one policy at least"), (lambda: Pool({"a": Chance()}, each="game"), 'each is "game"; allowed: deal, session'),
        (lambda: Pool({"a b": Chance()}), "'a b'; expected 1 .. 40 letters"), (lambda: Pool({"": Chance()}), "''; expected"),
        (lambda: Pool({"..": Chance()}), "'..'; expected 1 .. 40 .*, the first no dot"),
        (lambda: Pool({"a": 3}), '"a" is int; expected a Policy, or the path of a file'),  # type: ignore[dict-item]
        (lambda: played(None, bots=[None, Pool({"a": Chance()}), Pool({"a": Quiet()})]), 'two pools have a policy "a"'),
        (lambda: Pool({"a" * 41: Chance()}), "expected 1 .. 40"), (lambda: Pool({"a": "nosuch.zip"}), "nosuch.zip is no policy"),
        (lambda: Pool({"a": Chance()}).add("a", Quiet()), 'a policy "a" already'),
        (lambda: played(Pool({"a": Chance()}), observe=False), "the pool in seat 1 needs observations, but the tables have observe=False"),
        (lambda: played(Pool({"a": Chance()}), bots=[Pool({"a": Chance()})] * 3), "no seat is left for the learner"),
        (lambda: played(Pool({str(n): Chance() for n in range(256)})), "255 policies")]
    for make, said in cases:
        with pytest.raises(ValueError, match=said):
            make()


def test_weights_that_are_none():
    for weights in ({"a": 0, "b": 0}, {"a": -1, "b": 2}, {"a": float("nan"), "b": 1}, {"a": float("inf"), "b": 1},
                                     {"a": 1}, {"a": 1, "b": 1, "c": 1}, {"a": "x", "b": 1}):
        pool: Any = Pool({"a": Chance(), "b": Quiet()})
        pool.weights = weights
        with pytest.raises(SkatError, match="weights"):
            pool.draw([0], [0], [0])
