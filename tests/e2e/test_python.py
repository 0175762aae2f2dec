# SPDX-License-Identifier: MIT
"""The Python package, libskat for others, and what docs/python.md and docs/learning.md show of them."""
import contextlib
import csv
import io
import json
import os
import pickle
import re
import runpy
import shutil
import subprocess
import sys
import threading
from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest

from harness import *

np = pytest.importorskip("numpy")
PACKAGE = ROOT / "python"
use_package()
import skat_arena  # noqa: E402
from skat_arena import (  # noqa: E402
    DECISIONS, OBSERVATION, OBSERVATION_SIZE, Environment, Game, Positions, Rules, SkatError, Tables, cards, part, solve, solve_game)

RULE_SETS = sorted(path.stem for path in (ROOT / "configs" / "rules").glob("*.json"))


def play_randomly(game, rng):
    while not game.over:
        game.pick(rng.choice(game.legal()))
    return game


def test_version_is_that_of_the_program():
    assert arena("--version").stdout == f"skat-arena {skat_arena.__version__}\n"


# ---- rules, deals, one game ----

def test_deals_are_those_of_a_run(tmp_path):
    seed = "0x123456789abcdef0123456789"
    config = {"name": "run", "bots": {"a": "basic"}, "seats": ["a", "a", "a"], "schedule": "fixed", "deals": 20, "seed": seed}
    rules = Rules()
    for line in skat_arena.run(config, tmp_path / "run").lines():
        assert rules.deal(seed, line["session"], line["deal"]) == line["cards"]
        for card in re.findall("[DHSC].", line["cards"]):
            assert cards.name(cards.card(card)) == card
        result = Game(rules, line["cards"], line["moves"]).result()
        # The same words with the same signs in logs, tables (test_games.py) and results.
        assert (result.value, result.signed) == (line["result"]["value"], line["result"]["signed"]) and result.value >= 0


def test_records_replay_to_the_same_result():
    rng = np.random.default_rng(3)
    for name in RULE_SETS:
        rules = Rules(name)
        game = play_randomly(Game(rules, rules.deal(3)), rng)
        again = Game(rules, game.deal, game.moves)
        assert again.over and again.result() == game.result() and again.moves == game.moves, name


def test_wrong_input_is_an_error_that_says_what_is_allowed():
    rules = Rules()
    cases: Any = (({"kontra": {"when": "x"}}, '"after_lead" | "before_lead"'), ({"kontre": 1}, "did you mean"),
                  ("nosuch", "no rule set"), ({"value.grand": 101}, "1..100"), ({"value": {"grand": 1j}}, "complex"))
    for wrong, says in cases:
        with pytest.raises(SkatError, match=re.escape(says)):
            Rules(wrong)
    assert Rules({"value": {"grand": np.int64(20)}}).options == Rules({"value": {"grand": 20}}).options
    with pytest.raises(SkatError):
        Game(rules, "CJ.SJ|H7")
    with pytest.raises(SkatError, match="move 1"):
        Game(rules, rules.deal(1), "1 19")
    with pytest.raises(SkatError, match="not allowed"):
        Game(rules, rules.deal(1)).pick("CJ")
    with pytest.raises(ValueError, match="no action under these rules"):
        Game(rules, rules.deal(1)).pick("shout")
    with pytest.raises(SkatError, match="not over"):
        Game(rules, rules.deal(1)).result()


def test_all_wrong_input_is_one_kind_of_error():
    """As SkatError promises."""
    sources = {path.name: path.read_text() for path in (PACKAGE / "skat_arena").glob("*.py")}
    assert len(sources) > 10 and not [name for name, source in sources.items() if "raise ValueError" in source]
    assert issubclass(SkatError, ValueError)


def test_rules_are_taken_by_name_wherever_they_are_asked_for():
    options = {"extends": "isko", "seats": 4}
    deal = Rules("isko").deal(1)
    assert Game("isko", deal).rules.options == Tables("isko", 1, 1).rules.options == Rules("isko").options
    assert Environment(options).rules.seats == Tables(options, 1, 1).rules.seats == 4
    assert pickle.loads(pickle.dumps(Game("isko", deal))).deal == deal
    wrong: Any = 3
    with pytest.raises(SkatError, match="rules are a name, a path, a dict or Rules; found 3"):
        Tables(wrong, 1, 1)


def test_a_copy_goes_on_by_itself():
    game = Game(Rules(), Rules().deal(1))
    copy = game.copy()
    copy.pick("bid 18")
    assert game.bid == 0 and copy.bid == 18 and game.decision == "bid" and copy.decision == "hold"


def test_observation_has_its_own_cards_and_no_others():
    rules, rng = Rules(), np.random.default_rng(5)
    for deal in range(4):
        game = Game(rules, rules.deal(5, deal=deal))
        while not game.over:
            seen, hands = game.observation(), game.hands()[0]
            held = sum(1 << int(card) for card in np.flatnonzero(part(seen, "hand")))
            assert held == hands[game.player]
            assert DECISIONS[int(np.flatnonzero(part(seen, "decision"))[0])] == game.decision
            if not part(seen, "announced")[3]:
                assert not part(seen, "open").any()
            game.pick(rng.choice(game.legal()))
    assert max(place.stop for place, _, _ in OBSERVATION.values()) == OBSERVATION_SIZE


def test_worlds_are_drawn_evenly_and_the_truth_is_one():
    rules = Rules()
    game = Game(rules, rules.deal(1), "1 18 0 p 2 p 1 s w C8.DK 1 C.S9.DK")
    rng = np.random.default_rng(1)
    while game._numbers()[8] < 24:
        game.pick(rng.choice([action for action in game.legal() if action < 36 or game.decision != "card"]))
    position, count = 0, game.worlds(0)
    drawn = game.draw_worlds(position, 40 * count, 9)
    seen = Counter(map(tuple, drawn.tolist()))
    hands, skat = game.hands()
    assert len(seen) == count and tuple(hands + [skat]) in seen
    chi = sum((n - 40) ** 2 / 40 for n in seen.values())
    assert chi < count + 6 * (2 * count) ** 0.5


def test_a_search_goes_on_from_a_drawn_world():
    """Who drew it sees the same there, whatever was decided so far, also within a decision; and so does a pickled one."""
    rng, worlds = np.random.default_rng(7), 0
    for name in ("isko", "stammtisch", "tourneeskat", "swedish"):
        rules = Rules(name)
        for deal in range(4):
            game = Game(rules, rules.deal(7, deal=deal))
            while not game.over:
                position = game.player
                if rng.random() < 0.2 and game.worlds(position):
                    world = game.draw_worlds(position, 1, int(rng.integers(2**32)))[0]
                    try:
                        there = game.in_world(world)
                    except SkatError as refused:
                        assert "passed on" in str(refused)
                    else:
                        again = pickle.loads(pickle.dumps(there))
                        for of in (there, again):
                            assert (of.observation() == game.observation()).all() and (of.mask() == game.mask()).all()
                            assert of.hands()[0] == world[:3].tolist() and play_randomly(of, rng).result()
                        worlds += 1
                game.pick(rng.choice(game.legal()))
    assert worlds > 100
    game = Game(Rules(), Rules().deal(1), "1 18 0 p 2 p 1 s")
    for wrong, says in ((np.zeros(3, int), "shape"), (np.zeros(4, int), "do not lead"), ([2**36, 0, 0, 0], "no card"),
                        (game.draw_worlds(0, 1, 1)[0] + 1.5, "integers")):
        with pytest.raises(SkatError, match=says):
            game.in_world(wrong)


# ---- the solver ----


def test_worlds_of_many_games():
    """As one by one, for any number of threads, whoever looks."""
    rules, rng = Rules(), np.random.default_rng(6)
    games = []
    for deal in range(16):
        game = Game(rules, rules.deal(6, deal=deal))
        for _ in range(int(rng.integers(45))):
            if not game.over:
                game.pick(rng.choice(game.legal()))
        games.append(game)
    looks = rng.integers(3, size=len(games))
    counts = [game.worlds(int(position)) for game, position in zip(games, looks)]
    going = [game for game in games if not game.over]
    drawn = [game.draw_worlds(game.player, 5, 100 + number) for number, game in enumerate(going)]
    assert len(set(counts)) > 7 and 5 < len(going)
    for threads in (1, 3):
        assert skat_arena.worlds(games, looks, threads=threads).tolist() == counts
        assert skat_arena.worlds(going, threads=threads).tolist() == [game.worlds(game.player) for game in going]
        assert (skat_arena.draw_worlds(going, 5, 100, threads=threads) == drawn).all()
    assert skat_arena.worlds([], []).shape == (0,) and skat_arena.draw_worlds([], 3, 1).shape == (0, 3, 4)
    over = next(game for game in games if game.over)
    with pytest.raises(SkatError, match="a game is over"):
        skat_arena.worlds([over])
    for wrong in ([0, 1], [3], [-1]):
        with pytest.raises(SkatError):
            skat_arena.worlds([over], wrong)
    three = Rules("strohmann")
    with pytest.raises(SkatError, match="game 1: nobody sits there"):
        skat_arena.draw_worlds([going[0], Game(three, three.deal(1))], 2, 1, [0, 2])


def test_threads_change_no_value():
    rules = Rules()
    hands = np.array([[cards.cards(hand.split(".")[:6]) for hand in rules.deal(9, deal=n).split("|")[:3]] for n in range(12)], np.uint64)
    positions = Positions(np.full(12, 4), np.arange(12) % 3, hands)
    one, by_card = solve(positions, cards=True)
    values, cards_too = solve(positions, cards=True, threads=3)
    assert (values == one).all() and (cards_too == by_card).all()


def test_values_of_cards_in_a_game_are_those_of_the_program(tmp_path):
    rules, rng = Rules(), np.random.default_rng(2)
    game = Game(rules, rules.deal(4), "1 18 0 p 2 p 1 s")
    game.pick("declare C")
    while game.decision == "declare":
        game.pick(int(game.legal()[0]))
    for _ in range(16):
        game.pick(rng.choice([card for card in game.legal() if card < 36]))
    values = solve_game(game)
    assert set(np.flatnonzero(values >= 0)) == {card for card in game.legal() if card < 36}
    # By playing each card, and taking the best answer of all that follow.

    def best(game):
        if game.over:
            return game.result().points
        after = []
        for card in game.legal():
            copy = game.copy()
            copy.pick(int(card))
            after.append(best(copy))
        return max(after) if game.player == game.declarer else min(after)
    while game._numbers()[8] < 21:
        game.pick(rng.choice(game.legal()))
    values, base = solve_game(game), None
    for card in game.legal():
        copy = game.copy()
        copy.pick(int(card))
        difference = best(copy) - int(values[card])
        assert base is None or difference == base
        base = difference


def test_wrong_positions_are_refused():
    hands = np.array([[1, 1, 2]], np.uint64)
    with pytest.raises(SkatError, match="position 0: a card is in two places"):
        solve(Positions(np.array([4]), np.array([0]), hands))
    with pytest.raises(SkatError, match="same number of cards"):
        solve(Positions(np.array([4]), np.array([0]), np.array([[1, 2, 0]], np.uint64)))
    with pytest.raises(ValueError, match="shape"):
        solve(Positions(np.array([4]), np.array([0, 1]), hands))


# ---- many tables ----

def test_tables_give_the_scores_of_their_games():
    for name in ("isko", "seeger", "swedish", "stammtisch", "offiziersskat", "oma", "ramsch-only", "raeuberskat"):
        rules = Rules(name if name in RULE_SETS else {"extends": "isko", "scoring.system": "seeger_fabian"})
        tables, rewarded, deals = Tables(rules, 5, 11, reward="classic"), 0, 0
        for _ in range(60):
            actions = tables.random_actions().copy()
            assert tables.mask[np.arange(5), actions].all()
            games = [] if rules.carries else [tables.game(t) for t in range(5)]
            tables.step(actions)
            deals += tables.done.sum()
            assert not tables.reward[tables.done == 0].any()
            if rules.carries or rules.seats > 3:
                continue
            for t in np.flatnonzero(tables.done):
                assert games[t][0] != tables.game(t)[0]
                game = Game(rules, *games[t])
                while not game.over:  # the last action; other numbers of the same decision came before it
                    game.pick(actions[t] if game.mask()[actions[t]] else game.legal()[0])
                rewarded += sorted(game.result().scores) == sorted(tables.reward[t].tolist() + [0] * (3 - rules.seats))
        assert tables.decisions == 300 and tables.deals == deals > 0, name
        assert rules.carries or rules.seats > 3 or rules.options["scoring"]["system"] not in ("classic", "seeger_fabian") \
            or rewarded > deals * 0.6, name


def test_sum_of_rewards_is_that_of_a_run_with_the_same_bots(tmp_path):
    """A learner's seat played by chance; the other seats are bots: their deals are those of the seed, and the same again."""
    rules = Rules({"extends": "isko", "scoring.system": "seeger_fabian"})
    total = []
    for _ in range(2):
        tables = Tables(rules, 3, 21, bots=["stammtisch", None, {"module": "basic"}])
        rewards = np.zeros((3,), np.int64)
        for _ in range(120):
            assert (tables.seat == 1).all()
            tables.step(tables.random_actions())
            rewards += tables.reward.sum(axis=0)
        total.append((rewards.tolist(), tables.deals, tables.faults))
    assert total[0] == total[1] and total[0][2] == [0, 0, 0] and total[0][1] > 4


def test_bots_at_a_table_play_as_in_a_run(tmp_path):
    """A learner who does in each deal what `basic` did in a run has the same games, from the first card to the scores."""
    config = {"name": "run", "bots": {"club": "stammtisch", "basic": "basic"}, "seats": ["basic", "club", "club"],
              "schedule": "fixed", "deals": 5, "seed": 33}
    rules = Rules()
    tables = Tables(rules, 1, 33, bots=[None, "stammtisch", "stammtisch"])
    lines = list(skat_arena.run(config, tmp_path / "run").lines())
    for number, line in enumerate(lines):
        assert (tables.game(0)[0], int(tables.deal[0])) == (line["cards"], line["deal"])
        while tables.deals == number:
            tables.step(np.array([first_action_towards(rules, tables, line["moves"])]))
        assert tables.reward[0].tolist() == line["score"]
    assert len(lines) == 5


def first_action_towards(rules, tables, moves):
    """The action after which the game can still become the one with these moves."""
    deal, so_far = tables.game(0)
    assert moves.startswith(so_far)
    rest = moves[len(so_far):].split()
    seen = tables.observation[0]
    if DECISIONS[int(np.flatnonzero(part(seen, "decision"))[0])] != "declare":
        for action in np.flatnonzero(tables.mask[0]):
            game = Game(rules, deal, so_far)
            game.pick(int(action))
            written = game.moves[len(so_far):].split()
            if written == rest[:len(written)] and written:
                return int(action)
    game, *aside = rest[1].split(".")
    if part(seen, "step")[0]:
        return rules.action(f"declare {game}")
    return next(cards.card(name) for name in aside if not part(seen, "chosen")[cards.card(name)])


FRESH = """
import pickle, sys, threading
import skat_arena.runs
from skat_arena import Rules, Tables
print(Rules().seats, skat_arena.runs.program(), pickle.load(open(sys.argv[1], "rb")).moves)
rules, barrier, failed = Rules(), threading.Barrier(2), []

def work(bots):
    barrier.wait()
    try:
        Tables(rules, 2, 1, bots=[None, *bots])
    except Exception as error:
        failed.append(str(error))

threads = [threading.Thread(target=work, args=(bots,)) for bots in (("stammtisch", "neural"), ("random", "basic"))]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(failed)
"""


def test_another_process(tmp_path):
    """The package of a tree that was built needs nothing but PYTHONPATH, and reads a pickled game. Threads open tables with bots side by
    side: a module is examined in a copy of the process, which must not begin while another thread loads one: the copy would wait for it
    for ever."""
    game, tree = Game(Rules(), Rules().deal(1)), tmp_path / "tree"
    game.pick("bid 18")
    (tmp_path / "game").write_bytes(pickle.dumps(game))
    (tree / "build").mkdir(parents=True)
    shutil.copytree(PACKAGE, tree / "python", ignore=shutil.ignore_patterns("__pycache__"))
    (tree / "build" / "plain").symlink_to(program().parent)
    bare = {name: value for name, value in os.environ.items() if not name.startswith("SKAT_ARENA")}
    done = subprocess.run([sys.executable, "-B", "-c", FRESH, tmp_path / "game"], capture_output=True, text=True, cwd=tree, timeout=TIMEOUT,
                          env={**bare, "PYTHONPATH": "python"})
    assert done.stdout == f"3 {tree}/build/plain/skat-arena 1 18\n[]\n", done.stderr


def test_a_folder_is_the_run_that_was_asked_for(tmp_path):
    """A task that is started again is not given another run, a config leaves nothing behind, and no result is replaced unasked."""
    config = {"bots": {"a": "basic", "b": "random"}, "seats": ["a", "b", "b"], "deals": 6, "seed": 5}
    folder = tmp_path / "shards" / "1"
    run = skat_arena.run(config, folder, shard=(1, 2))
    assert run.manifest["name"] == "1" and os.listdir(folder.parent) == ["1"]
    assert skat_arena.run(config, folder, shard=(1, 2), resume=True).manifest == run.manifest
    for other, shard, words in ((config, (2, 2), "its shard is"), (config, None, "its shard is"),
                                (config | {"seed": 6}, (1, 2), "its seed is 5"),
                                (config | {"bots": {"a": "basic", "c": "random"}}, (1, 2), "its bots is"),
                                (config | {"name": "other"}, (1, 2), "its name is 1, and other is asked for")):
        with pytest.raises(SkatError, match=words):
            skat_arena.run(other, folder, shard=shard, resume=True)
    with pytest.raises(SkatError, match="expected"):
        skat_arena.run(config, tmp_path / "x", shard=(1, 2, 3))  # type: ignore[arg-type]
    with pytest.raises(SkatError, match="exists"):
        skat_arena.compare("basic", "random", deals=2, folder=folder)
    assert skat_arena.Run(folder).manifest == run.manifest
    skat_arena.compare("basic", "random", deals=2, folder=folder, force=True)
    assert skat_arena.Run(folder).manifest["name"] == "compare"


def test_reset_tables_are_new_ones():
    """In the same arrays: bots, policies and pools, and rules that carry something from deal to deal."""
    class Lowest(skat_arena.Policy):
        def act(self, observation, mask):
            return mask.argmax(axis=1)

    cases: Any = ((Rules(), [None, "stammtisch", "basic"]), (Rules("stammtisch"), ["neural", None, None]), (Rules(), None),
                  (Rules(), [None, Lowest(), skat_arena.Pool({"a": Lowest(), "b": Lowest()}, seed=1)]))
    for rules, bots in cases:
        tables = Tables(rules, 3, 1, bots=bots)
        arrays = [tables.seat, tables.observation, tables.mask, tables.done, tables.reward, tables.scores, tables.session]
        for _ in range(40):
            tables.step(tables.random_actions())
        tables.reset(9, first_session=4)
        new = Tables(rules, 3, 9, bots=bots, first_session=4)
        for _ in range(40):
            for mine, its in zip(arrays, (new.seat, new.observation, new.mask, new.done, new.reward, new.scores, new.session)):
                assert np.array_equal(mine, its)
            tables.step(tables.random_actions())
            new.step(new.random_actions())
        assert (tables.deals, tables.decisions, tables.results()) == (new.deals, new.decisions, new.results()) and tables.deals
    tables.record()
    with pytest.raises(SkatError, match="tables that record"):
        tables.reset(1)


def test_a_second_thread_is_refused():
    """Whoever it would otherwise have been charged to."""
    said = []

    class Asks(skat_arena.Policy):
        def act(self, observation, mask):
            def work(name):
                with pytest.raises(SkatError, match="another thread is using these tables") as refused:
                    getattr(tables, name)(*([36, 36],) * (name == "step"))
                said.append(str(refused.value))

            if not said and globals_of:
                for name in ("step", "random_actions", "trajectories"):
                    thread = threading.Thread(target=work, args=(name,))
                    thread.start()
                    thread.join()
            known = globals_of.get("tables")
            assert known is None or known.decisions >= 0  # this thread may look
            return mask.argmax(axis=1)

    globals_of: dict[str, Any] = {}
    tables = Tables(Rules(), 2, 1, bots=[None, "basic", Asks()])
    globals_of["tables"] = tables
    while len(said) < 3:
        tables.step(tables.random_actions())
    assert ["step" in text for text in said] == [True, False, False] and tables.faults == [0, 0, 0]


def test_a_forfeited_deal_costs_what_an_illegal_answer_does(tmp_path):
    sings = ('n=0; while read -r line; do n=$((n + 1)); '
             'echo \'{"type": "hello", "protocol": 2, "name": "x", "wants": [], "action": "sing", "seq": \'$n}; done')
    config = {"name": "run", "bots": {"sings": {"module": "pipe", "options": {"command": sings}}, "basic": "basic"}, "schedule": "fixed",
              "seats": ["sings", "basic", "basic"], "deals": 6, "seed": 33}
    run = skat_arena.run(config, tmp_path / "run")
    alone, tables = Tables(Rules(), 1, 33), Tables(Rules(), 1, 33, bots=[None, "basic", "basic"])
    for number, line in enumerate(run.lines()):
        tables.step([skat_arena.FORFEIT])
        assert tables.reward[0].tolist() == line["score"] and tables.deals == number + 1 and tables.reward[0, 0] < 0
        at_fault = int(alone.seat[0])
        alone.step([skat_arena.FORFEIT])
        assert alone.reward[0].argmin() == at_fault
    assert tables.faults == [0, 0, 0]


def test_wrong_tables_are_refused():
    rules = Rules()
    with pytest.raises(SkatError, match="no seat is left for the learner"):
        Tables(rules, 2, 1, bots=["basic"] * 3)
    with pytest.raises(SkatError, match="an array of 3 seats"):
        Tables(rules, 2, 1, bots=["basic"])
    with pytest.raises(SkatError, match="no bot module"):
        Tables(rules, 2, 1, bots=[None, "nosuch", "basic"])
    cases: Any = (0, -1, 2**20 + 1, 1.5)
    for count in cases:
        with pytest.raises(SkatError, match="1 .. 1048576"):
            Tables(rules, count, 1)
    with pytest.raises(ValueError, match="reward"):
        Tables(rules, 2, 1, reward="money")
    tables = Tables(rules, 2, 1)
    with pytest.raises(ValueError, match=r"table 1: action 35 \(CJ\)"):
        tables.step(np.array([36, 35]))
    with pytest.raises(ValueError, match="shape"):
        tables.step(np.array([36]))


def test_deals_that_the_learner_sits_out_are_rewarded_too():
    """Four seats: while the learner deals, the bots play a deal by themselves. Nothing of the others is lost."""
    rules = Rules({"extends": "isko", "seats": 4})
    bots = [None, "stammtisch", "stammtisch", "stammtisch"]
    tables, total, done = Tables(rules, 3, 5, bots=bots), np.zeros(4, np.int64), 0
    total += tables.reward.sum(axis=0)
    done += int(tables.done.sum())
    most = 0
    for _ in range(150):
        tables.step(tables.random_actions())
        total += tables.reward.sum(axis=0)
        done += int(tables.done.sum())
        most = max(most, tables.done.max())
    assert done == tables.deals and most > 1 and total.any()
    environment = Environment(rules, deals=1, bots=bots)
    environment.reset()
    environment.step(int(np.flatnonzero(environment.last()[0]["action_mask"])[0]))
    assert environment._tables.deals >= 1


def test_arrays_of_the_library_outlive_their_attributes():
    tables = Tables(Rules(), 2, 1)
    tables.mask = tables.reward = tables.observation = None
    for _ in range(50):
        tables.step(tables.random_actions())


def test_numbers_that_do_not_fit_are_refused():
    rules = Rules()
    game, tables = Game(rules, rules.deal(1)), Tables(rules, 2, 1)
    for wrong in (lambda: tables.step(np.array([36 + 2**32, 36])), lambda: tables.step(np.array([36.5, 36])),
                  lambda: game.pick(36 + 2**32), lambda: rules.deal(1, session=-1), lambda: rules.deal("5\0x"),
                  lambda: Game(rules, rules.deal(1), "1 18\0 junk"), lambda: game.worlds(-1), lambda: game.observation(3),
                  lambda: solve(Positions(np.array([260]), np.array([0]), np.array([[1, 2, 4]], np.uint64)))):
        with pytest.raises(SkatError):
            wrong()
    two = Rules("offiziersskat") if "offiziersskat" in RULE_SETS else Rules({"game": "offiziersskat"})
    game = Game(two, two.deal(1))
    assert game.worlds(2) == 0
    with pytest.raises(SkatError, match="nobody sits"):
        game.observation(2)
    with pytest.raises(SkatError, match="cannot play"):
        ace = Rules("ass")
        game = play_until_card(Game(ace, ace.deal(1)))
        solve_game(game)


def play_until_card(game):
    while game.decision != "card":
        game.pick(int(game.legal()[0]))
    return game


def test_a_game_waits_for_the_decision_that_its_moves_lead_to():
    rules, rng, seen = Rules({"extends": "isko", "kontra": {"levels": 2}}), np.random.default_rng(8), set()
    for deal in range(20):
        game = Game(rules, rules.deal(8, deal=deal))
        while not game.over:
            if game.decision in ("kontra", "concede") and game.decision not in seen:
                again = Game(rules, game.deal, game.moves)
                assert again.decision in ("kontra", "concede")
                seen.add(game.decision)
            game.pick(rng.choice(game.legal()))
    assert "kontra" in seen


def test_memory_is_constant():
    rules = Rules()
    tables = Tables(rules, 128, 1)

    def resident():
        return int(next(line for line in open("/proc/self/status") if line.startswith("VmRSS")).split()[1])

    for _ in range(100):
        tables.step(tables.random_actions())
    before = resident()
    for _ in range(200):
        tables.step(tables.random_actions())
    assert tables.deals > 500 and resident() - before < 2048


def test_environment_has_the_shape_of_aec():
    environment, rng = Environment(Rules(), deals=3), np.random.default_rng(4)
    environment.reset(seed=6)
    total = dict.fromkeys(environment.agents, 0)
    turns = Counter()
    for agent in environment.agent_iter():
        seen, reward, terminated, truncated, _ = environment.last()
        turns[agent] += 1
        assert not truncated
        total[agent] += reward
        if terminated:
            environment.step(None)
            continue
        assert seen["observation"].shape == (OBSERVATION_SIZE,)
        environment.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    assert environment.agents == [] and set(turns) == {"seat_0", "seat_1", "seat_2"} and any(total.values())


# ---- runs ----

def test_python_and_program_have_the_same_numbers(tmp_path):
    found = skat_arena.compare("stammtisch", "basic", deals=2, seed=3, folder=tmp_path / "duel")
    text = arena("compare", "stammtisch", "basic", "--deals=2", "--seed=3", "--json", "--quiet", "--out", tmp_path / "again").stdout
    assert found == json.loads(text)
    played = skat_arena.Run(tmp_path / "duel")
    games, seats = played.games(), played.seats()
    assert len(games["value"]) == played.summary["games"] and len(seats["seat"]) == 3 * len(games["value"])
    with pytest.raises(SkatError, match="nosuch"):
        skat_arena.compare("stammtisch", "nosuch", deals=3)


def test_columns_map_into_memory(tmp_path, monkeypatch):
    """The same values as games() and seats(), in files that numpy maps, and in data frames; a null game is a word, and what is missing
    can be told. A module of the name of pandas, which takes a second to load, stands in for it."""
    monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(
        Categorical=SimpleNamespace(from_codes=lambda codes, words: [None if code < 0 else words[code] for code in codes]),
        arrays=SimpleNamespace(BooleanArray=lambda values, missing: [None if no else bool(value) for value, no in zip(values, missing)]),
        DataFrame=lambda columns, copy: {name: list(values) for name, values in columns.items()}))
    played = skat_arena.run({"name": "null", "bots": {"random": "random", "s": "stammtisch"}, "seats": ["s", "s", "random"],
                             "schedule": "rotations", "deals": 6, "seed": 4, "rules": "isko"}, tmp_path / "run", force=True)
    for which in ("games", "seats", "decisions"):
        wanted = played._table(which)
        saved = played.save_columns(tmp_path / which, which)
        again = skat_arena.Columns(tmp_path / which)
        assert list(again) == list(saved) == list(wanted) and again.words == saved.words
        frames = played.data_frame(which), saved.data_frame()
        for name, values in wanted.items():
            column = again[name]
            assert isinstance(column, np.memmap) and len(column) == len(values)
            found = column.tolist()
            if name in again.words:
                found = [None if code < 0 else again.words[name][code] for code in found]
            elif column.dtype == np.int8:
                found = [None if flag < 0 else flag == 1 for flag in found]
            for of in (found, *(frame[name] for frame in frames)):
                assert [None if value != value else value for value in of] == \
                    [None if value != value else value for value in values.tolist()], name
        assert which == "decisions" or "null" in again.words["type"] and list(saved.data_frame(["won"])) == ["won"]
    for wrong in (lambda: played.save_columns(tmp_path / "x", "tricks"), lambda: played.data_frame("tricks")):
        with pytest.raises(ValueError, match="no table"):
            wrong()
    with pytest.raises(SkatError, match="has no columns"):
        skat_arena.Columns(tmp_path)
    shutil.rmtree(played.folder)
    with pytest.raises(SkatError, match="run"):
        played.save_columns(tmp_path / "x")


def test_the_page_of_the_package_has_its_names():
    """The table of docs/python.md: each public name of the package, and no other."""
    rows = re.findall(r"^\| (`.*?) \|", (ROOT / "docs" / "python.md").read_text().split("## The names")[1], re.M)
    named = {name for row in rows for name in re.findall(r"`([\w.]+)`", row)}
    public = {name for name in skat_arena.__all__ if not name.endswith("_SIZE") and name != "__version__"}
    assert named == public | {"gym.SkatEnv", "gym.SkatVectorEnv"}


# ---- decisions as data ----

def export(folder, out, *options):
    arena_ok("export", folder, "--decisions", "npz", "--out", out, *options)
    return [dict(shard) for shard in skat_arena.decisions(out)]


def played(tmp_path, rules, bots=("stammtisch", "random", "basic"), deals=2):
    return skat_arena.run({"name": "run", "rules": rules, "bots": {name: name for name in bots}, "seats": list(bots), "schedule": "fixed",
                           "deals": deals, "seed": 77}, tmp_path / "run", force=True)


def test_decisions_replay_their_games(tmp_path):
    """Picked one after the other, the actions of a game give the game of the log, with what was seen and allowed, who decided, the open
    cards and what the solver says of them."""
    cases: tuple[tuple[str, list[str]], ...] = (("isko", ["--open-cards", "--values"]), ("offiziersskat", []))
    for name, options in cases:
        rules = Rules(name)
        out = tmp_path / f"decisions-{name}"
        run = played(tmp_path, name, ("stammtisch", "random", "basic")[:rules.seats], 1 + (not options))
        shards = export(run.folder, out, "--shard", "32", *options)
        rows = {key: np.concatenate([shard[key] for shard in shards]) for key in shards[0]}
        assert len(shards) > 1 and all(len(shard["action"]) <= 32 for shard in shards) and rows["bot"].dtype == np.uint32
        assert rows["mask"][np.arange(len(rows["action"])), rows["action"]].all()
        schema, solved = json.loads((out / "schema.json").read_text()), 0
        assert schema["actions"] == [rules.action_name(action) for action in range(rules.actions)]
        assert [of["name"] for of in schema["observation"]] == list(OBSERVATION)
        for line in run.lines():
            of_game, game = np.flatnonzero(rows["game"] == line["game"]), Game(rules, line["cards"])
            assert {tuple(pair) for pair in zip(rows["seat"][of_game], rows["score"][of_game])} <= set(enumerate(line["score"]))
            for row in of_game:
                assert rows["position"][row] == game.player and (rows["mask"][row] == game.mask()).all()
                assert schema["bots"][rows["bot"][row]] == line["table"][rows["seat"][row]]
                assert (rows["observation"][row] == game.observation()).all()
                if options:
                    assert (rows["open"][row] == game.open_cards()).all()
                    known = game.decision == "card" and game.declarer is not None
                    assert (rows["values"][row] == (solve_game(game) if known else -1)).all()
                    solved += known
                game.pick(int(rows["action"][row]))
            assert game.over and game.moves == line["moves"]
        assert solved > 15 or not options
        assert_is_table(run, rows, schema, options[:1])
    export(run.folder, tmp_path / "again", "--shard", "32")
    assert {path.name: path.read_bytes() for path in out.iterdir()} == {
        path.name: path.read_bytes() for path in (tmp_path / "again").iterdir()}


def assert_is_table(run, rows, schema, options):
    """The same decisions as CSV."""
    table = list(csv.DictReader(io.StringIO(arena("export", run.folder, "--decisions", "csv", *options).stdout)))
    assert len(table) == len(rows["action"])
    for row, line in list(enumerate(table))[::3]:
        assert line["bot"] == schema["bots"][rows["bot"][row]] and line["action"] == schema["actions"][rows["action"][row]]
        assert line["allowed"].split("|") == [schema["actions"][action] for action in np.flatnonzero(rows["mask"][row])]
        for prefix, name in (("seen_", "observation"), ("open_", "open"))[:1 + bool(options)]:
            assert " ".join(line[prefix + of["name"]] for of in schema[name]).split() == list(map(str, rows[name][row].tolist()))


def test_decisions_of_many_bots(tmp_path):
    """More of them than there is room for at first."""
    lines = list(played(tmp_path, "isko", deals=1).lines()) * 22
    lines = [{**line, "game": number, "table": [f"p{number}-{seat}" for seat in range(3)]} for number, line in enumerate(lines)]
    (tmp_path / "games.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    table = list(csv.DictReader(io.StringIO(arena("export", tmp_path / "games.jsonl", "--decisions", "csv", "--rules", "isko").stdout)))
    assert len({row["bot"] for row in table}) > 64
    assert all(row["bot"] == lines[int(row["game"])]["table"][int(row["seat"])] for row in table)


def test_exports_refuse_what_is_there(tmp_path):
    run = played(tmp_path, "isko", deals=1)
    (tmp_path / "one").mkdir()
    again = arena("export", run.folder, "--decisions", "npz", "--out", tmp_path / "one")
    assert again.returncode == 64 and "File exists" in again.stderr
    assert "needs a folder" in arena("export", run.folder, "--decisions", "npz").stderr
    assert "writes none" in arena("export", run.folder, "--decisions", "csv", "--csv", "games").stderr
    for options in (["--values"], ["--decisions", "csv", "--shard", "64"]):
        done = arena("export", run.folder, *options)
        assert done.returncode == 64 and "for --decisions" in done.stderr, (options, done.stderr)
    with pytest.raises(SkatError, match="has no decisions"):
        next(skat_arena.decisions(tmp_path / "run"))


# ---- what the page shows ----

PAGE = "".join((ROOT / "docs" / name).read_text() for name in ("python.md", "learning.md"))
LONG = re.compile(r"train|range\(\d{3,}\)|\"deals\": \d{3}|solve\(")


def test_examples_of_the_page_print_what_it_says(tmp_path, monkeypatch):
    """But those that take seconds: tests/long/test_learning.py has all."""
    monkeypatch.chdir(tmp_path)
    for code, expected in re.findall(r"```python\n(.*?)```\n```output\n(.*?)```", PAGE, re.S):
        if LONG.search(code):
            continue
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(code, {"__name__": "__main__"})  # noqa: S102  # the page's own example
        assert printed.getvalue() == expected


def test_from_a_clone_to_a_policy_in_thirty_lines():
    code = re.search(r"### A policy, from training to the tournament\n.*?```python\n(.*?)```", PAGE, re.S)
    assert code and len(code[1].splitlines()) <= 30 and "play(" in code[1]


def test_openspiel_state_can_be_searched():
    """As algorithms of OpenSpiel do: children, clones, and states that a player cannot tell from this one."""
    module, rng = SimpleNamespace(**runpy.run_path(str(ROOT / "docs" / "examples" / "openspiel_state.py"))), np.random.default_rng(2)
    game = module.SkatGame("isko", seed=5)
    for _ in range(3):
        state = game.new_initial_state()
        while not state.is_terminal():
            player, actions = state.current_player(), state.legal_actions()
            assert not state.is_chance_node() and state.legal_actions((player + 1) % 3) == [] and state.returns() == [0] * 3
            other, before = state.resample_from_infostate(player, rng.random), str(state)
            assert other.information_state_tensor(player) == state.information_state_tensor(player) and other.legal_actions() == actions
            assert len(state.information_state_tensor(player)) == game.information_state_tensor_shape()[0]
            action = int(rng.choice(actions))
            child = other.child(action)
            assert child.history() == state.history() + [action] and str(state) == before != str(child.clone())
            assert state.action_to_string(player, action) and action < game.num_distinct_actions()
            state.apply_action(action)
        assert state.current_player() < 0 and state.legal_actions() == []
        assert len(state.returns()) == game.num_players() and any(state.returns())


def test_programs_in_c_compile():
    examples = ROOT / "docs" / "examples"
    subprocess.run(["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", f"-I{ROOT}", f"-I{ROOT}/arena/learn", "-fsyntax-only",
                    *sorted(examples.glob("*.c"))], check=True)


def test_a_library_that_cannot_be_loaded_says_what_it_needs(tmp_path, monkeypatch):
    (tmp_path / "libskat-ffi.so").write_text("none")
    monkeypatch.setenv("SKAT_ARENA_LIBRARY", str(tmp_path / "libskat-ffi.so"))
    with pytest.raises(ImportError, match=f"^{tmp_path}/libskat-ffi.so cannot be loaded: .*libcjson1"):
        skat_arena._library._load()
