# SPDX-License-Identifier: MIT
"""End-to-end tests of games that are played side by side, for bots that answer many in one call: nobody can tell from the
results, whatever goes wrong."""
import collections
from typing import Any

from harness import *
from isolated_runs import LARGE
from machine import needs_isolation
from test_check import REJECTED
from test_fixed import SOLVED, solved_deal
from test_pipe import child, pipe, protocol_validator


def together(**options):
    return bad_bot("together", **({"most": 40} | options))


def together_child(most, *bad, **how):
    return child("together", most, *bad, **how)


class SideBySide(RunTest):
    def batches(self, folder):
        return {bot["name"]: (bot["batch_calls"], bot["batch_answers"]) for bot in read_json(folder, "timing.json")["bots"]}

    def both(self, tables=256, **fields):
        """The folder of a run with games side by side; it is the same as with one at a time."""
        many, alone = self.play(tables=tables, **fields), self.play(tables=1, **fields)
        self.assert_same_bytes(many, alone)
        assert {calls for calls, _ in self.batches(alone).values()} == {0}
        assert self.reports(many) == self.reports(alone)
        return many

    def reports(self, folder):
        """What is reported of faults, without addresses and what was printed."""
        path = folder / "faults.jsonl"
        return [{key: line.get(key) for key in ("game", "bot", "status", "what")} for line in read_lines_of(path)] if path.exists() else []


class TestSideBySide(SideBySide):
    def test_nobody_can_tell(self):
        """Whatever a table has of its own: a session, a log, the auction of a given contract; and both halves of a bot."""
        deals = [solved_deal(fields) for fields in SOLVED[:4]]

        def check(fields):
            halves = {"bid": together(most=9), "play": together(most=2 ** 32 - 1)}
            bots = {"a": together(), "b": together(most=7), "c": "basic", "h": halves, "n": together(most=0)}
            folder = self.both(bots={name: bots[name] for name in fields["seats"]}, **{"deals": 9, "workers": 1} | fields)
            calls, answers = self.batches(folder)["a"]
            assert answers > 2 * calls > 0
        check_each((
            {"seats": ["a", "b"], "schedule": "duel", "seatings": "all", "workers": 2},
            {"seats": ["a", "h", "c", "n"], "schedule": "rotations", "rules": {"passed_in": "ramsch"}},
            {"seats": ["a", "b", "c"], "schedule": "fixed", "sessions": 5, "deals": 6},
            {"seats": ["a", "b", "c"], "schedule": "rotations", "deals": deals, "contract": "fixed"}), check)

    def test_any_number_of_tables(self):
        fields = dict(bots={"a": together(), "b": "basic"}, seats=["a", "b"], schedule="duel", deals=12, workers=1)
        folders = [self.play(tables=tables, **fields) for tables in (1, 2, 4096)]
        for folder in folders[1:]:
            self.assert_same_bytes(folders[0], folder)
        means = [answers / max(calls, 1) for calls, answers in (self.batches(folder)["a"] for folder in folders)]
        assert means[0] == 0 and 1 < means[1] <= 2 < 4 < means[2]

    def test_the_solver_plays_the_cards(self):
        self.both(bots={"a": together(), "b": "basic"}, seats=["a", "b", "b"], schedule="fixed", deals=1, play="solver")

    def test_a_fault_costs_its_game(self):
        """Also one that ends the worker: the games are played again one at a time, and the report is the same."""
        def check(bad):
            bot = together(bad=bad, every=300)
            folder = self.both(bots={"a": with_limit(bot) if bad == "hang" else bot, "b": together()}, seats=["a", "b"], schedule="duel",
                               deals=12, limits={"time_ms": 30000}, workers=1)
            assert self.reports(folder) and {report["bot"] for report in self.reports(folder)} == {"a"}
        check_each(("illegal", "hang", "exit"), check)

    def test_a_fault_that_one_at_a_time_is_none(self):
        fields = dict(seats=["a", "b"], schedule="duel", deals=12, workers=1)
        sound = self.sample(bots={"a": together(), "b": "basic"}, **fields)

        def check(bad):
            faulty = self.play(bots={"a": together(bad=bad, every=200, only=True), "b": "basic"},
                               **fields)
            assert not self.reports(faulty)
            self.assert_same_bytes(faulty, sound, ["games.jsonl"])
        check_each(("illegal", "exit", "leader"), check)

    def test_a_crash_at_the_end_is_free(self):
        """Also after a fault in games side by side, when nobody can be told in order that they end."""
        for end in ("destroy", "session"):
            self.both(bots={"a": together(bad="illegal", every=100, end=end), "b": together()}, seats=["a", "b", "b"], schedule="fixed",
                      deals=9, sessions=3, workers=1)

    def test_a_bot_that_fails_all_the_time_is_soon_asked_one_at_a_time(self):
        """So it costs a few units, not as many as there are."""
        fields = dict(seats=["a", "b"], schedule="duel", deals=100, workers=1, log="none")
        folder = self.play(bots={"a": together(bad="fail", every=100, only=True), "b": "basic"}, **fields)
        sound = self.play(bots={"a": together(), "b": "basic"}, **fields)
        assert self.batches(folder)["a"][1] < 0.5 * self.batches(sound)["a"][1]

    def test_others_may_fail_beside_it(self):
        self.both(bots={"a": together(), "b": bad_bot("wild", wild=10, crash=3)}, seats=["a", "b", "b"], schedule="fixed", deals=30)

    def test_a_bot_that_cannot_is_found(self):
        """It draws from the leader's stream, so its games differ: `check` says so."""
        word = f"{bad_bot('together')}:mixed_up=true"
        done = arena("check", word, "--rules", "isko", "--deals", "1", "--isolation", "none")
        assert done.returncode == REJECTED and "FAIL  many at once" in done.stdout

    def test_only_the_bots_that_can(self):
        """Said in a line, not silently played one at a time."""
        bots, seats = {"a": together(), "b": "basic"}, ["a", "b", "b"]
        cases: Any = (({"limits": {"bank_ms": 5}}, "single decisions"), ({"rules": "bierlachs"}, "one after another"),
                      ({"bots": {"a": "basic", "b": "basic"}}, "no bot here answers many"))
        for fields, reason in cases:
            done = arena("run", self.write_config(**({"bots": bots, "seats": seats, "tables": 8} | fields)))
            assert done.returncode == USAGE and "$.tables: must be 1: " in done.stderr and reason in done.stderr, done.stderr
        arena_says(USAGE, "$.tables", "run", self.write_config(bots=bots, seats=seats, tables=0))

    def test_such_a_run_is_still_played(self):
        folder = self.play(bots={"a": together(), "b": "basic"}, seats=["a", "b", "b"], deals=3, schedule="fixed", rules="bierlachs")
        assert set(self.batches(folder).values()) == {(0, 0)}


@needs_isolation
class TestIsolated(SideBySide):
    """Each process of an isolated bot has an instance at each table. The first games are played one at a time."""

    def isolated(self, plays=None, **fields):
        return (plays or self.both)(**{"isolation": "process", "schedule": "fixed", "workers": 1, "seed": LARGE,
                                       "limits": {"time_ms": 60000}} | fields)

    A_DEAL = 0.1  # seconds: of deals that take longer, a worker may play one at a time

    def is_batched(self, folder):
        """Where instances take long to start, no more than four tables are opened."""
        return all(answers > calls > 0 for calls, answers in self.batches(folder).values())

    def test_nobody_can_tell(self):
        """Also not how many workers there were, nor that the bots were isolated: bots of every kind, sessions, and random numbers. How many
        deals a worker plays at a time depends on how fast they are, and a machine may be slow."""
        halves = {"bid": "stammtisch", "play": bad_bot("draws")}

        def check(fields):
            fields = {"bots": {name: name for name in fields["seats"]}, "deals": 24} | fields
            folder = self.isolated(**fields)
            assert self.is_batched(folder) or read_json(folder, "timing.json")["seconds"] > self.A_DEAL * fields["deals"]
            self.assert_same_bytes(folder, self.isolated(self.play, workers=3, **fields), ("games.jsonl", "summary.json"))
            self.assert_same_bytes(folder, self.isolated(self.play, isolation="none", **fields), ("games.jsonl", "summary.json"))
        check_each((
            {"seats": ["stammtisch", "random"], "schedule": "duel", "seatings": "all"},
            {"bots": {"k": bad_bot("keeps_rules"), "h": halves, "w": bad_bot("wild", wild=0)}, "seats": ["k", "h", "w"],
             "rules": {"extends": "isko", "passed_in": "ramsch", "scoring.system": "seeger_fabian"}, "deals": 8, "sessions": 5},
            {"bots": {"t": together(), "o": together(most=1), "b": "basic"}, "seats": ["t", "o", "b"], "schedule": "rotations"}), check)

    def test_random_numbers(self):
        """However many are drawn, and whenever: those of a deal that is over cannot be asked for when the next one has begun, so games of
        a bot that does are played again one at a time."""
        def check(numbers):
            fields = {"bots": {"d": bad_bot("draws", **numbers), "b": "basic"}, "seats": ["d", "b", "d"], "deals": 6, "sessions": 8}
            folder = self.isolated(**fields)
            self.assert_same_bytes(folder, self.isolated(self.play, isolation="none", **fields), ("games.jsonl", "summary.json"))
        check_each(({"create": 40, "session": 0}, {"session": 3, "deal": 0, "end": 1}, {"session": 100, "end": 0}, {"deal": 20, "end": 3},
                    {"deal": 1, "end": 200}), check)

    def test_a_fault_costs_its_game(self):
        """In whichever call it is; and the report is the same as of games that are played one at a time."""
        def check(what, when):
            bot = bad_bot("faulty", what=what, when=when, percent=4)
            folder = self.isolated(bots={"f": with_limit(bot) if what == "hang" else bot, "s": "stammtisch"}, seats=["f", "s", "s"],
                                   deals=60)
            assert self.reports(folder) and {report["bot"] for report in self.reports(folder)} == {"f"}
            assert self.batches(folder)["s"][1]
        check_each((("segfault", "card"), ("exit", "deal_end"), ("kill_self", "deal_begin"), ("illegal_card", "card"),
                    ("fail_timeout", "observe"), ("fail_crash", "game_end"), ("hang", "card")), check)

    def test_a_crash_at_the_end_is_free(self):
        for when in ("session_end", "destroy"):
            bots = {"f": bad_bot("faulty", what="exit", when=when, percent=99), "b": "basic"}
            self.isolated(bots=bots, seats=["f", "b", "b"], deals=4, sessions=8)

    def test_the_limit_of_a_call_is_that_of_one_decision(self):
        """Of all tables together: who needs as much for one of them is late alone, or not at all."""
        bots = {"t": cheat("hostile", how="burn_time") | {"limits": {"time_ms": 200}}, "b": "basic"}
        folder = self.isolated(bots=bots, seats=["t", "b", "b"], rules="ramsch-only", deals=60)
        assert not self.reports(folder)

    def test_there_is_no_memory_for_more_tables(self):
        """Then it is asked one by one, and only it could be charged."""
        folder = self.isolated(bots={"m": bad_bot("loads", mb=20), "b": "basic"}, seats=["m", "b", "b"], deals=40,
                               limits={"memory_mb": 96, "time_ms": 60000})
        assert not self.reports(folder)


class TestPipe(SideBySide):
    def test_a_fault_costs_its_game(self):
        folder = self.both(bots={"a": together_child(30, "short", 6), "b": "basic"}, seats=["a", "b", "b"], schedule="fixed", deals=9,
                           limits={"time_ms": 20000})
        calls, answers = self.batches(folder)["a"]
        assert self.reports(folder) and answers > 3 * calls > 0

    def test_every_message_is_as_described(self):
        """Of all tables and events. A child that starts more slowly than a call may take, and fails when it is asked many, plays the same
        games: a fault in a batch costs none, since the next child has time to start."""
        folder = self.temp / "lines"
        folder.mkdir()
        command = f"tee {folder}/$$.to | {together_child(30, shell='')['options']['command']} | tee {folder}/$$.from"
        fields = {"seats": ["a", "b", "b"], "schedule": "fixed", "deals": 6, "rules": {"passed_in": "ramsch", "kontra": {"levels": 2}}}
        sound = self.play(bots={"a": pipe(command), "b": "basic"}, limits={"time_ms": 20000}, **fields)
        late = self.play(bots={"a": together_child(30, "late_start", 1), "b": "basic"}, limits={"time_ms": 700}, **fields)
        self.assert_same_bytes(late, sound, ["games.jsonl"])
        types, tables, counts = set(), set(), collections.Counter()
        for path in folder.iterdir():
            lines = read_lines_of(path)
            valid = protocol_validator("to_bot" if path.suffix == ".to" else "from_bot", strict=True)
            for line in lines:
                kind = path.suffix, line.get("type"), *(act["decision"]["kind"] for act in line.get("acts", [])[:1])
                counts[kind] += 1
                assert counts[kind] > 1 or valid.is_valid(line), line  # most are alike
                types.add(line.get("type"))
            tables |= {(path, line["table"]) for line in lines if line.get("type") == "deal_begin"}
        assert len(tables) > 4
        assert types >= {"hello", "batch", "bye", "deal_begin", "observe", "game_begin", "game_end", "deal_end", "session_begin",
                         "session_end"}

    def test_a_wrong_greeting(self):
        def check(most):
            command = f"printf '%s\\n' '{{\"seq\":1,\"type\":\"hello\",\"protocol\":2,\"name\":\"x\",\"batch\":{most}}}'; sleep 1"
            done = arena("run", self.write_config(bots={"a": pipe(command), "b": "basic"}, seats=["a", "b", "b"]))
            assert done.returncode != 0 and 'wrong greeting: "batch" must be 1 .. 4096' in done.stderr
        check_each((0, 4097), check)
