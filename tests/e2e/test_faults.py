# SPDX-License-Identifier: MIT
"""Bots that crash, hang, answer what is illegal or print, at every moment: who pays, and that everything else stays as it was."""
import collections
import json
import re
from typing import Any

import scorekeeper_result
from harness import *
from machine import needs_isolation

IN_DEAL = ("bid", "hold", "game", "declare", "card", "deal_begin", "observe", "game_begin", "game_end", "deal_end")
QUESTIONS = ("bid", "hold", "game", "declare", "card", "concede")
FAULTS_OF_PROCESSES = ("segfault", "abort", "exit", "stack_overflow", "kill_self", "hang", "stop_self", "fork_child")
STAY = ("hang", "stop_self")  # in a call, until somebody ends them
FAULTS_THAT_BOTS_SAY = ("fail_timeout", "fail_crash")
ILLEGAL_ANSWERS = [
    *(("no_answer", when) for when in QUESTIONS), ("unknown_kind", "bid"), ("illegal_bid", "bid"), ("illegal_bid", "game"),
    ("illegal_card", "card"), ("illegal_card", "declare"), ("illegal_declaration", "declare"), ("illegal_declaration", "bid"),
    ("concede", "hold"), ("illegal_discard", "declare", 100)]
STATUS_OF = dict.fromkeys(("hang", "stop_self", "fail_timeout"), "timeout") | dict.fromkeys(
    ("no_answer", "unknown_kind", "illegal_bid", "illegal_card", "illegal_declaration", "illegal_discard", "concede"), "illegal")
RULES = {"concede": "before_lead"}  # so that bots are asked whether they concede


def faulty(what, when="card", percent=50, after=0):
    bot = bad_bot("faulty", what=what, when=when, percent=percent, after=after)
    return with_limit(bot) if what in STAY else bot


def fives(cases):
    """Five at a time: so many faulty bots sit at a table."""
    cases = list(cases)
    return [tuple(cases[at:at + 5]) for at in range(0, len(cases), 5)]


def settled(folder, line):
    """Whether the fault came too late to change who wins: in a deal that was over, or in a game that was decided (rules.md 8.3). The
    scorekeeper replays the line."""
    keeper = scorekeeper.Scorekeeper(read_json(folder, "manifest.json"))
    keeper.where = str(line["game"])
    game = keeper.replay(line, keeper.round_in_force(keeper.begin_deal(line, line["game"]), line))
    return game.over or (line["contract"] not in (None, "R") and scorekeeper_result.decided(game) is not None)


class TestFaultsInDeals(RunTest):
    """Each bot of a table fails in another way. A game without a fault is the game that would have been; one with is its beginning."""

    def fields(self, bots):
        names = "abcde"[:len(bots)]
        return {"bots": dict(zip(names, bots)), "seats": list(names), "rules": RULES, "limits": {"time_ms": 30000}, "deals": 36}

    def without_fault(self, bots):
        return read_lines(self.sample(**self.fields([faulty("nothing")] * len(bots))))

    def assert_fault(self, folder, line, usual, bot):
        status, moves = STATUS_OF.get(bot["options"]["what"], "crash"), line["moves"]
        assert line["status"] == status
        if status == "illegal":
            moves = " ".join(moves.split(" ")[:-2])
        assert usual["moves"].startswith(moves), f"game {line['game']}: {moves}"
        for key in ("cards", "dealer", "table", "seats"):
            assert usual[key] == line[key]
        if not settled(folder, line):  # the rule in short: who is at fault loses, and nobody else does
            scores = list(line["score"])
            assert scores.pop(line["fault"]) <= 0 and min(scores) >= 0 and line["score"] != [0] * len(line["score"])

    def check(self, *bots, play=None):
        """Returns the folder, and how many faults each bot has."""
        bots += (faulty("nothing"),) * (5 - len(bots))
        fields = self.fields(bots)
        folder = play(**fields) if play else self.play(**fields)
        self.assert_scored(folder)
        faults: "collections.Counter[str]" = collections.Counter()
        for line, usual in zip(read_lines(folder), self.without_fault(bots), strict=True):
            if "fault" not in line:
                assert line == usual
                continue
            name = line["table"][line["fault"]]
            self.assert_fault(folder, line, usual, fields["bots"][name])
            faults[name] += 1
        for bot in read_json(folder, "summary.json")["bots"]:
            status = STATUS_OF.get(fields["bots"][bot["name"]]["options"]["what"], "crash")
            assert bot["faults"] == {name: faults[bot["name"]] * (name == status) for name in FAULTS}
        return folder, faults

    def check_all_fail(self, *bots):
        """Each of them does."""
        folder, faults = self.check(*bots)
        wrong = [bot["options"] for name, bot in zip("abcde", bots) if not faults[name] and bot["options"]["what"] != "nothing"]
        assert not wrong, "no fault happened in this run"
        return folder

    def test_illegal_answers(self):
        check_each(fives(ILLEGAL_ANSWERS), lambda *cases: self.check_all_fail(*(faulty(*case) for case in cases)))

    def test_crashes_and_hangs(self):
        """Each kind, and at each moment one; also when a bot is asked whether it concedes."""
        kinds = (*FAULTS_THAT_BOTS_SAY, *FAULTS_OF_PROCESSES)
        cases = [(kinds[at % len(kinds)], IN_DEAL[at % len(IN_DEAL)], 6 if kinds[at % len(kinds)] in STAY else 20) for at in range(16)]
        check_each(fives([*cases, ("abort", "concede", 60)]), lambda *row: self.check_all_fail(*(faulty(*case) for case in row)))

    def test_late_in_a_deal(self):
        self.check_all_fail(faulty("abort", percent=20, after=9), faulty("illegal_card", percent=20, after=9),
                            faulty("hang", percent=15, after=9))

    def test_printing_is_no_fault_and_reaches_no_output(self):
        def play(**fields):
            done, out = self.run_ok("--json", **fields)
            assert json.loads(done.stdout) == read_json(out, "summary.json")
            return out

        moments = ("card", "observe", "session_begin", "create", "destroy")
        self.check(*(faulty("write_stdout", when, 100) for when in moments), play=play)

    def test_in_destroy(self):
        _, faults = self.check(*(faulty(what, "destroy", 99) for what in ("abort", "exit", "hang")))
        assert not faults


class TestFaults(RunTest):
    def fields(self, what, when, percent=50, seats="fr", **more):
        seats = list((seats + "rr")[:max(len(seats), 3)])
        return {"bots": {"f": faulty(what, when, percent), "r": RANDOM}, "seats": seats, "limits": {"time_ms": 30000}} | more

    def told(self, folder):
        return {(fault["bot"], fault["what"]) for fault in read_lines_of(folder / "faults.jsonl")}

    def test_closed_descriptors(self):
        """Of a worker: nobody can say which bot it was, so the run ends, and says how to find out."""
        self.run_says(INTERNAL, ("closed the descriptors of its worker between the calls of bots",
                      "--isolation process shows which bot it is"), **self.fields("close_descriptors", "card"))

    @needs_isolation
    def test_closed_descriptors_isolated(self):
        """Of a process of its own: it is charged."""
        fields = self.fields("close_descriptors", "card", 40, deals=2, schedule="fixed", isolation="process")
        assert self.told(self.play(**fields)) == {("f", "closed the descriptors of its process")}

    def test_what_a_bot_changes_of_its_worker(self):
        """How it computes with floating point numbers, and which signals it hears, is put back: others play as they would."""
        bots = {"u": bad_bot("upsets"), "l": bad_bot("upsets", looks=True), "s": "stammtisch"}
        folder = self.play(bots=bots, seats=list("uls"), deals=12, isolation="none")
        assert not (folder / "faults.jsonl").exists(), self.told(folder)

    def test_two_in_a_deal(self):
        """The game keeps the first: what one bot reported, though another then ends the process."""
        for when in ("deal_begin", "game_begin"):
            folder = self.play(bots={"f": faulty("fail_timeout", when, 100), "g": faulty("abort", "deal_end", 100), "s": "stammtisch"},
                               seats=["f", "g", "s"], schedule="rotations", deals=2)
            assert {(fault["bot"], fault["status"], fault["what"]) for fault in read_lines_of(folder / "faults.jsonl")} == {
                ("f", "timeout", "reported by the bot")}
            self.assert_verified(folder)

    def test_in_the_last_game(self):
        def check(what, workers, log):
            folder = self.play("--workers", workers, **self.fields(what, "bid", 100, "rrf", deals=1, log=log))
            summary = read_json(folder, "summary.json")
            status = STATUS_OF.get(what, "crash")
            assert summary["games"] == 1
            assert summary["bots"][0]["faults"] == {name: int(name == status) for name in FAULTS}
        check_each((("abort", 1, "none"), ("hang", 4, "all"), ("no_answer", 1, "all")), check)

    def test_a_deal_that_is_over_stays(self):
        """Played out, conceded, passed in, or ramsch, the fault comes in game_end."""
        bots = {"f": faulty("segfault", "game_end", 60), "m": mixed(concede=30)}
        fields = {"rules": RULES | {"passed_in": "ramsch"}, "seats": ["f", "m", "m"], "deals": 12}
        folder, plain = self.sample(bots=bots, **fields), self.play(bots=bots | {"f": faulty("nothing", "game_end")}, **fields)
        self.assert_sound(folder)
        assert [[line[key] for key in ("result", "score", "moves")] for line in read_lines(folder)] == [
            [line[key] for key in ("result", "score", "moves")] for line in read_lines(plain)]
        assert sum("fault" in line for line in read_lines(folder)) > 4

    def test_in_every_game(self):
        folder = self.play("--workers", 2, **self.fields("segfault", "deal_end", 100, "fff", deals=6))
        self.assert_sound(folder)
        assert sum(read_json(folder, "summary.json")["bots"][0]["faults"].values()) == 6

    def test_many_restarts_of_many_workers(self):
        """A new worker may finish a unit before its supervisor has given the last order: orders that were counted meanwhile were
        once lost, and the run waited for ever."""
        folder = self.play("--workers", 8, **self.fields("abort", "bid", 60, deals=60))
        assert len(read_lines(folder)) == 60

    def test_two_faults_in_one_game(self):
        """The first fault stands: it is what the moves show. The later one is only told."""
        bots = {"a": faulty("illegal_card"), "b": faulty("segfault", "deal_end"), "r": RANDOM}
        folder = self.play(bots=bots, seats=["a", "b", "r"], deals=30)
        self.assert_sound(folder)
        statuses = {(line["table"][line["fault"]], line["status"]) for line in read_lines(folder) if "fault" in line}
        assert statuses == {("a", "illegal"), ("b", "crash")}

    def test_defender_at_fault_in_all_kinds_of_games(self):
        """mixed announces what nobody else does."""
        folder = self.play(bots={"f": faulty("no_answer", percent=60), "m": mixed()}, seats=["m", "f", "m"], deals=36)
        self.assert_sound(folder)
        contracts = {line["contract"][0] for line in read_lines(folder) if "fault" in line and line["contract"]}
        assert contracts >= {"N", "G"}

    def test_session_end(self):
        """No game is in progress, and when a worker ends a session depends on how the run is cut: nobody is charged, so that the
        results do not depend on the workers."""
        folder = self.play(**self.fields("hang", "session_end", 50, deals=2, sessions=3))
        self.assert_sound(folder)
        assert not [line for line in read_lines(folder) if "fault" in line]

    def test_session_begin(self):
        """Who fails when a session begins loses all games of it."""
        folder = self.play(**self.fields("abort", "session_begin", 50, deals=2, sessions=4))
        self.assert_sound(folder)
        lost = collections.Counter(line["session"] for line in read_lines(folder)
                                   if "fault" in line and line["table"][line["fault"]] == "f")
        assert set(lost.values()) == {2} and len(lost) < 4

    def test_between_sessions_while_sitting_out(self):
        """A bot that sits out has no game to lose, but its crash may not end the run either."""
        self.assert_sound(self.play(**self.fields("abort", "session_begin", 30, "frrr", deals=4, sessions=4)))

    def test_in_create(self):
        self.run_says(USAGE, "faulty", **self.fields("kill_self", "create", 100))
        done, _ = self.run_config(**self.fields("abort", "create", 99))  # only after it has been examined
        assert done.returncode == INTERNAL and '"f"' in done.stderr, done.stderr

    @pytest.mark.long
    def test_create_has_time(self):
        """Longer than a call may take."""
        folder = self.play("--workers", 1, **self.fields("dawdle", "create", 100, limits={"time_ms": 500}, deals=6))
        assert {line["status"] for line in read_lines(folder)} == {"ok"}

    def test_who_fails_as_the_game_begins_is_asked_nothing_more(self):
        """Nor is anybody else: in ramsch the first question of all is a card. Whether somebody observes or not."""
        def check(rules, third):
            bots: "dict[str, Any]" = {"f": faulty("fail_crash", "game_begin", 100), "r": PASS, "observer": bad_bot("helped")}
            seats = ["f", "r", third]
            folder = self.play(rules=rules, bots={name: bots[name] for name in set(seats)}, seats=seats, deals=12)
            crashed = [line for line in read_lines(folder) if line["status"] == "crash"]
            assert crashed
            for line in crashed:
                assert not re.search(r"[012] [CSHD][789TJQKA]( |$)", line["moves"]), line
        check_each((("isko", "r"), ("ramsch-only", "observer")), check)

    def test_who_kills_himself_is_charged(self):
        folder = self.play(bots={"f": faulty("kill_self", percent=20), "b": "basic"}, seats=["f", "b", "b"], schedule="fixed", deals=6)
        assert self.told(folder) == {("f", "signal 9, Killed")}
