# SPDX-License-Identifier: MIT
"""The gallery of tests/bots/cheats, row by row as in docs/security.md: by what each is stopped or named, or that it is not.
What the audit finds is in test_audit, so there is none here.
Cheats that attack (hostile, begins, reaches_out, spoils, ...) are in test_isolation and test_attacks, memory in test_lives."""
import collections
import contextlib
import ctypes
import json
import platform
import random
import re
import socket
from typing import Any

import pytest

from harness import *

REJECTED = 1
ISOLATED = {"isolation": "process"}
BOTH: Any = ({}, ISOLATED)  # in workers, and isolated
LARGE = "0x" + "5ca1ab1e" * 8
UNISOLATED = ("--isolation", "none")
IPC_RMID = 0  # of shmctl()
GO = -1  # asked of the daemon of loses_once.c

# The cheats look for what lies in memory and where: the sanitizers' is laid out in another way.
pytestmark = pytest.mark.skipif(has_sanitizer(), reason="cheats look for what lies in memory")


class CheatTest(RunTest):
    def duel(self, bot, other="basic", **fields):
        """The bot "b" in all seatings with another; returns the folder and what the run said."""
        done, folder = self.run_config("--quiet", **{
            "bots": {"a": other, "b": bot}, "seats": ["a", "b"], "schedule": "duel", "seatings": "all", "deals": 20,
            "seed": LARGE, "audit": 0} | fields)
        assert done.returncode == OK, done.stderr
        self.assert_verified(folder)
        return folder, done.stderr

    def faults(self, folder, bot="b"):
        return next(line["faults"] for line in read_json(folder, "summary.json")["bots"] if line["name"] == bot)

    def assert_same_games(self, one, other):
        assert [line["moves"] for line in read_lines(one[0])] == [line["moves"] for line in read_lines(other[0])]

    def assert_other_games(self, one, other):
        assert [line["moves"] for line in read_lines(one[0])] != [line["moves"] for line in read_lines(other[0])]

    def assert_named(self, played, bot="b"):
        """Its answers differ between seatings: the run says so, and so does verify; nobody else's do."""
        folder, said = played
        count = self.faults(folder, bot)["inconsistent"]
        assert count > 0 and f'bot "{bot}" claims to be deterministic, but gave {count} answer' in said
        assert f'"{bot}" claims to be deterministic' in arena("verify", folder).stderr
        assert self.faults(folder, "a")["inconsistent"] == 0

    def assert_not_named(self, played):
        folder, said = played
        assert not any(self.faults(folder).values()) and not any(self.faults(folder, "a").values())
        assert "deterministic" not in said and not arena("verify", folder).stderr

    def failed(self, bot, *arguments, deals=40):
        """The checks that fail."""
        module, options = (bot["module"], bot["options"]) if isinstance(bot, dict) else (bot, {})
        word = module + ":" * bool(options) + ",".join(f"{key}={str(value).lower() if value is True else value}"
                                                       for key, value in options.items())
        done = arena("check", word, "--json", "--rules", "isko", "--deals", deals, *arguments)
        assert done.returncode in (OK, REJECTED), done.stderr
        return {line["check"]: line["details"] for line in json.loads(done.stdout)["checks"] if line["result"] in ("FAIL", "warn")}

    def assert_forbidden(self, failed, call):
        assert any(f"tried {call}, which the sandbox forbids" in details for details in failed.values()), failed


@pytest.mark.no_sanitizer("about clocks, which test_isolation reads under sanitizers, too")
class TestPhases(CheatTest):
    """phases keeps a hand in the phase of a clock: who sleeps moves it for all. An isolated bot has a clock of its own, which
    goes on only while it is asked, and sleeps at once."""

    def pauses(self, **fields):
        """What passes by its clock from the end of a deal to the beginning of its next one, in ms. Others sleep in between."""
        _, said = self.duel(cheat("phases"), workers=1, deals=2, **fields)
        pauses = sorted(map(int, re.findall(r": (\d+) ms since its last deal$", said, re.M)))
        assert len(pauses) > 4
        return pauses

    def test_isolated_no_time_passes_for_it(self):
        pauses = self.pauses(**ISOLATED)
        # Not the seconds for which the others sleep; what it waits for a processor counts, on a busy machine.
        assert pauses[0] < 50 and pauses[len(pauses) // 2] < 500

    @pytest.mark.long
    def test_in_workers_it_sees_others_sleep(self):
        pauses = self.pauses()
        assert pauses[len(pauses) // 2] > 1000


class TestDawdles(CheatTest):
    """The seatings of a deal are played one after the other, on one processor: no matter how long one takes."""

    DEALS = 6

    @pytest.mark.parametrize("workers", (1, 2))
    def test_the_processor_tells_nothing(self, workers):
        done, folder = self.run_config("--quiet", bots={name: cheat("dawdles") for name in "abc"}, seats=["a", "b", "c"],
                                       schedule="rotations", deals=self.DEALS, workers=workers, audit=0, **ISOLATED)
        assert done.returncode == OK, done.stderr
        self.assert_verified(folder)
        said = re.findall(r": hand (\w+) on processor (\d+)$", done.stderr, re.M)
        found = collections.defaultdict(list)
        for hand, processor in said:
            found[hand].append(processor)
        assert len(found) == 3 * self.DEALS
        assert all(len(processors) == 3 and len(set(processors)) == 1 for processors in found.values())
        assert len({processor for _, processor in said}) == min(workers, len(os.sched_getaffinity(0)))


@pytest.mark.no_sanitizer("about what bots remember; test_isolation and test_lives play the same ways")
class TestMemoryOutside(CheatTest):
    """loses_once keeps hands where other processes of its worker's user find them: what docs/security.md lists under Memory."""

    CALLS = {"segment": ("shmget",), "daemon": ("socket",), "times": ("utimensat",)}

    @pytest.fixture(params=CALLS)
    def store(self, request):
        """Where, and what it is called there: nothing is left of it afterwards."""
        number = random.randrange(1, 2 ** 31)
        at = f"{number:x}"
        if request.param == "times":
            folder = self.temp / "times"
            folder.mkdir()
            for i in range(1000):
                (folder / str(i)).touch()
            at = str(folder)
        yield {"where": request.param, "at": at}
        self.forget(request.param, at)

    @staticmethod
    def forget(where, at):
        if where == "segment":
            libc = ctypes.CDLL(None)
            segment = libc.shmget(int(at, 16), 0, 0)
            if segment >= 0:
                libc.shmctl(segment, IPC_RMID, None)
        if where == "daemon":
            with socket.socket(socket.AF_UNIX) as asker, contextlib.suppress(OSError):
                asker.connect("\0" + at)
                asker.send((0).to_bytes(8, "little") + GO.to_bytes(8, "little", signed=True))
                asker.recv(1)

    def played(self, store, name="loses_once", **fields):
        return self.duel(cheat(name, **store), "stammtisch", **{"deals": 100, "workers": 1} | fields)

    def test_in_workers_it_pays_and_is_named(self, store):
        played = self.played(store)
        self.assert_other_games(played, self.played({"where": "nowhere"}))
        self.assert_named(played)

    def test_in_workers_it_is_not_named_where_it_does_not_claim_to_be_deterministic(self, store):
        folder, said = played = self.played(store, "admits_nothing")
        self.assert_other_games(played, self.played({"where": "nowhere"}))
        assert "inconsistent" not in self.faults(folder) and "deterministic" not in said

    def test_isolated_it_is_named(self, store):
        folder, _ = self.played(store, deals=40, **ISOLATED)
        reports = [report["what"] for report in read_lines_of(folder / "faults.jsonl")]
        assert reports and self.faults(folder)["crash"] == len(reports)
        assert all(f"tried {call}, which the sandbox forbids" in what for what in reports for call in self.CALLS[store["where"]])

    def test_isolated_it_is_stopped_where_it_hides(self, store):
        played = self.played(store | {"hides": True}, deals=12, **ISOLATED)
        self.assert_same_games(played, self.played({"where": "nowhere"}, deals=12, **ISOLATED))
        self.assert_not_named(played)

    def test_check(self, store):
        """One that hides is sound in the sandbox of `check`; outside of it, it is found."""
        for name in ("loses_once", "admits_nothing"):
            for call in self.CALLS[store["where"]]:
                self.assert_forbidden(self.failed(cheat(name, **store)), call)
            assert not self.failed(cheat(name, **store, hides=True))
        assert set(self.failed(cheat("loses_once", **store, hides=True), *UNISOLATED)) == {"repeats"}


class TestMemoryInside(CheatTest):
    """In a run there is none: test_lives. `check` finds it."""

    @pytest.mark.parametrize("where", ("instance", "statics", "environment"))
    def test_loses_once(self, where):
        assert set(self.failed(cheat("loses_once", where=where))) == {"other seatings", "same deal again"}

    @pytest.mark.parametrize("where, call", (("shared", "openat"), ("descriptors", "pread64"), ("file", "openat")))
    def test_loses_once_elsewhere(self, where, call):
        self.assert_forbidden(self.failed(cheat("loses_once", where=where)), call)

    @pytest.mark.parametrize("name, options", (("wavers", {"at": 6}), ("ponders", {"lie": 3})))
    def test_answers_that_depend_on_deals_before(self, name, options):
        assert set(self.failed(cheat(name, **options))) == {"other deals"}


class TestCompany(CheatTest):
    """What players of one process can do to each other and for each other. Isolated, each has its own."""

    @pytest.mark.parametrize("via", ("statics", "environment"))
    def test_whispers(self, via):
        alone = self.duel(cheat("whispers", via=via), **ISOLATED)
        self.assert_not_named(alone)
        together = self.duel(cheat("whispers", via=via))
        self.assert_other_games(together, alone)
        self.assert_named(together)
        assert "other tables" in self.failed(cheat("whispers", via=via))

    def test_whispers_hides(self):
        assert not self.failed(cheat("whispers", hides=True))
        assert "other tables" in self.failed(cheat("whispers", hides=True), *UNISOLATED)
        self.assert_named(self.duel(cheat("whispers", hides=True)))

    def test_peeks(self):
        if has_sanitizer():
            pytest.skip("there is too much memory to look through")
        honest = self.duel("basic", seatings="rotations")
        played = self.duel(cheat("peeks"), seatings="rotations")
        self.assert_other_games(played, honest)
        self.assert_not_named(played)  # but by check --isolation none: test_check
        folder, _ = self.duel(cheat("peeks"), seatings="rotations", **ISOLATED)
        assert {report["what"] for report in read_lines_of(folder / "faults.jsonl")} == {"tried openat, which the sandbox forbids"}
        self.assert_forbidden(self.failed(cheat("peeks")), "openat")

    def test_hijacks(self):
        """The opponent passes in all deals; nobody notices, but that it never bids."""
        honest = self.duel("basic", "stammtisch")
        played = self.duel(cheat("hijacks"), "stammtisch")
        self.assert_other_games(played, honest)
        self.assert_not_named(played)
        assert {line["table"][line["seats"][line["declarer"]]] for line in read_lines(played[0]) if "declarer" in line} == {"b"}
        self.assert_same_games(self.duel(cheat("hijacks"), "stammtisch", **ISOLATED), honest)
        assert not self.failed(cheat("hijacks")) and not self.failed(cheat("hijacks"), *UNISOLATED)

    def test_recognises(self):
        played = self.duel(cheat("recognises"), "stammtisch")
        self.assert_other_games(played, self.duel("basic", "stammtisch"))
        self.assert_same_games(self.duel(cheat("recognises"), "random"), self.duel("basic", "random"))
        self.assert_not_named(played)
        self.assert_same_games(self.duel(cheat("recognises"), "stammtisch", **ISOLATED), self.duel("basic", "stammtisch"))
        assert not self.failed(cheat("recognises")) and not self.failed(cheat("recognises"), *UNISOLATED)


class TestHedges(CheatTest):
    """Another line in each seating, drawn from what is different there."""

    @pytest.mark.parametrize("isolation", ("none", "process"))
    @pytest.mark.parametrize("by", ("process", "layout", "clock"))
    def test_run(self, by, isolation):
        played = self.duel(cheat("hedges", by=by), isolation=isolation)
        if by == "layout" and isolation == "none":
            self.assert_not_named(played)  # all workers have one layout: that of the run, which the next run has not
        elif by == "clock" and isolation == "process" and not self.faults(played[0])["inconsistent"]:
            self.assert_not_named(played)  # by its own time, each seating took as long: it played the same line
        else:
            self.assert_named(played)

    @pytest.mark.parametrize("by", ("process", "layout", "clock"))
    def test_check(self, by):
        assert set(self.failed(cheat("hedges", by=by))) == {"repeats"}


class TestDrifts(CheatTest):
    def test_all_seatings_alike(self):
        """The seatings of a deal are played at the same age: so nothing shows that does not look at the course of a run. That
        shows it, of either."""
        for fields in BOTH:
            fields = fields | {"seatings": "rotations", "deals": 120}
            played = self.duel(cheat("drifts", after=30), **fields)
            honest = self.duel("basic", **fields)
            self.assert_other_games(played, honest)
            self.assert_not_named(played)
            assert "a and b are not the same throughout the run" in self.order_warning(played)
            assert self.order_warning(honest) is None

    def order_warning(self, played):
        return read_json(played[0], "summary.json")["comparison"]["order"]["warning"]

    def test_check(self):
        """It finds what happens within the deals that it plays, and nothing that comes later."""
        assert {"fresh process", "other seatings"} <= set(self.failed(cheat("drifts", after=20)))
        assert not self.failed(cheat("drifts", after=100000))


@pytest.mark.skipif(platform.machine() != "x86_64", reason="it takes lines out of the cache by an instruction of that processor")
class TestSignals(CheatTest):
    """Flush and reload. How much gets across depends on the machine: docs/security.md has what was measured."""

    def hands(self, isolation, **options):
        """Of each deal the cards of forehand and what middlehand heard, and the statuses of the games."""
        done, folder = self.run_config("--workers", 1, bots={"a": cheat("signals", **options), "b": cheat("signals", **options)},
                                       seats=["a", "b", "a"], deals=40, seed=LARGE, time_limit_ms=0, isolation=isolation)
        assert done.returncode == OK, done.stderr
        self.assert_verified(folder)
        told, heard = (re.findall(rf": {word} (\w+)", done.stderr) for word in ("told", "heard"))
        return list(zip(told, heard)), {line["status"] for line in read_lines(folder)}

    def test_in_workers(self):
        """It tries in each deal. Whether it hears is the machine's: tests/channels.py measures that."""
        hands, statuses = self.hands("none", by="file", clock="counter")
        assert statuses == {"ok"} and len(hands) == 40

    @pytest.mark.parametrize("by", ("file", "library", "sets"))
    @pytest.mark.parametrize("clock", ("library", "kernel"))
    def test_isolated(self, by, clock):
        """Every read takes no time at all, so it hears the same cards from every hand, but for its own."""
        hands, statuses = self.hands("process", by=by, clock=clock)
        assert statuses == {"ok"} and len(hands) == 40
        assert not [told for told, heard in hands if told == heard]

    def test_time_stamp_counter(self):
        hands, statuses = self.hands("process", by="file", clock="counter")
        assert statuses == {"crash"} and not hands


@pytest.mark.no_sanitizer("about what faults cost")
class TestForfeits(CheatTest):
    """It pays where a fault costs what a concession does, and nowhere else."""

    def gain(self, rules, deals):
        """Points in all, of the bot's seats less the other's; in how many deals it did better than its model, and worse."""
        folders = [self.duel(bot, "stammtisch", rules=rules, deals=deals, seed=12)[0] for bot in (cheat("forfeits"), cheat("loses_once"))]
        assert self.faults(folders[0])["illegal"] > 10
        gains: Any = collections.Counter()
        for now, model in zip(*map(read_lines, folders)):
            for seat, name in enumerate(now["table"]):  # in sixths, of all seatings of a deal
                share = 6 // now["table"].count(name) * (1 if name == "b" else -1)
                gains[now["deal"]] += share * (now["score"][seat] - model["score"][seat])
        return sum(gains.values()), sum(gain > 0 for gain in gains.values()), sum(gain < 0 for gain in gains.values())

    @pytest.mark.parametrize("rules, deals", [("ramsch-only", 150), ("isko", 300)])
    def test_duel(self, rules, deals):
        total, better, worse = self.gain({"extends": rules, "fault_value": "conceded"}, deals)
        assert total > 0 and better
        total, better, worse = self.gain({"extends": rules}, deals)
        assert total < 0 and not better and worse > 10

    def test_check(self):
        assert "illegal" in str(self.failed(cheat("forfeits"), deals=100))


@pytest.mark.no_sanitizer("about what faults cost")
class TestColluders(CheatTest):
    """Its copies are paid by its faults where a fault costs what a concession does, and nowhere else."""

    def gain(self, **rules):
        rules = {"extends": "isko", "concede": "before_lead"} | rules
        folder, _ = self.duel(cheat("colluders"), "stammtisch", rules=rules, deals=100, seed=12)
        assert self.faults(folder)["illegal"] > 20
        self.assert_scored(folder)
        points = {"a": 0, "b": 0}
        for line in read_lines(folder):
            for seat, name in enumerate(line["table"]):  # in sixths, of all seatings of a deal
                points[name] += 6 // line["table"].count(name) * line["score"][seat]
        return points["b"] - points["a"]

    @pytest.mark.parametrize("levels", [0, 2, 4])
    def test_duel(self, levels):
        assert self.gain(**{"kontra.levels": levels, "fault_value": "conceded"}) > 0
        assert self.gain(**{"kontra.levels": levels}) < 0

    def test_check(self):
        assert "illegal" in str(self.failed(cheat("colluders"), deals=100))


class TestChargedDeals(CheatTest):
    """What a fault costs, read again from a log alone, without the deals before."""

    OPENS: dict[str, Any] = {"extends": "isko", "bock.triggers": ["declarer_schneider", "value_at_least_72"], "bock.doubles_trigger": True}

    def replayed(self, folder):
        """The words of each faulted game that has a penalty; no game's words contradict its line."""
        words = []
        for line in read_lines(folder):
            if "penalty" in line["result"]:
                told = arena("replay", folder, "--game", line["game"], "--ascii")
                assert told.returncode == OK and not told.stderr, told.stderr
                assert f"penalty: {line['result']['penalty']}, which nobody gets" in told.stdout
                words.append(told.stdout)
        return words

    def test_a_deal_that_opens_a_round_and_doubles_itself(self):
        folder, _ = self.duel(cheat("colluders"), "stammtisch", rules=self.OPENS | {"concede": "before_lead"}, deals=40, seed=12)
        self.assert_scored(folder)
        assert len(self.replayed(folder)) > 5
        assert any(line["result"]["bock"] > 1 and "penalty" in line["result"] for line in read_lines(folder))
        assert arena("report", folder, "--out", self.temp / "page.html").returncode == OK

    @pytest.mark.parametrize("rules", [{}, {"spitzen.max": 3, "announce_with_skat": True}, {"scoring": "opponents"}], ids=str)
    def test_what_was_given_up_brings_no_level(self, rules):
        """A fault after the game, where `forfeited` turns it: no card is left that could still be taken."""
        bots = {"r": "random", "f": bad_bot("faulty", what="exit", when="game_end", percent=50)}
        rules = {"extends": "isko", "concede_later": "rest", "decided_game": "forfeited"} | rules
        folder = self.play(bots=bots, seats=["r", "r", "f"], schedule="rotations", deals=60, seed=68, rules=rules)
        self.assert_scored(folder)
        assert any(line["moves"].endswith(" RE") and "fault" in line for line in read_lines(folder))

    def test_a_fault_after_the_rest_was_given_up(self):
        """Nothing hangs on cards that are somebody's already: whether declarer is schneider is certain."""
        bots = {"r": "random", "f": bad_bot("faulty", what="exit", when="game_end", percent=50)}
        rules = self.OPENS | {"concede_later": "rest", "decided_game": "forfeited", "scoring": "opponents"}
        folder = self.play(bots=bots, seats=["r", "r", "f"], schedule="rotations", deals=60, seed=68, rules=rules)
        self.assert_verified(folder)
        late = [line for line in read_lines(folder) if line["moves"].endswith(f" {line['declarer']} RE") and "fault" in line
                and line["contract"][0] != "N"]
        assert len(late) > 3 and self.replayed(folder)
        for line in late:
            assert (line["result"]["points"] <= 30) == ("declarer_schneider" in line.get("triggers", [])), line["game"]


class TestGuessesSeed(CheatTest):
    """The one cheat that isolation does not stop."""

    def test_a_small_seed(self):
        for fields in BOTH:
            folder, said = played = self.duel(cheat("guesses_seed"), seed=5, **fields)
            self.assert_other_games(played, self.duel("basic", seed=5, **fields))
            assert not any(self.faults(folder).values())
            assert bool(re.search("the seed 5 is small: an isolated bot can find it", said)) == bool(fields)

    def test_a_large_seed(self):
        for fields in BOTH:
            played = self.duel(cheat("guesses_seed"), **fields)
            self.assert_same_games(played, self.duel("basic", **fields))
            self.assert_not_named(played)

    def test_check(self):
        assert not self.failed(cheat("guesses_seed"))


class TestStealsSeed(CheatTest):
    def test_in_workers(self):
        """Not named; isolated there is nothing to find: test_isolation."""
        played = self.duel(cheat("steals_seed"), seed=20261121)
        assert "b: the seed has 8 digits: 20261121" in played[1]
        self.assert_not_named(played)
        assert not self.failed(cheat("steals_seed"))


def test_the_table_has_them_all():
    """Each file of the gallery has a row in docs/security.md, and each row names tests that exist."""
    page = (ROOT / "docs" / "security.md").read_text()
    rows = [row for row in page.split("## Cheats")[1].split("## ")[0].splitlines() if row.startswith("| `")]
    named = {name for row in rows for name in re.findall(r"`(\w+)", row.split("|")[1])}
    assert {path.stem for path in (ROOT / "tests" / "bots" / "cheats").glob("*.c")} <= named
    modules = {path.stem: path.read_text() for path in (ROOT / "tests" / "e2e").glob("test_*.py")}
    for row in rows:
        tests = re.findall(r"`(test_\w+)`(?:, `(Test\w+)`)?", row.split("|")[-2])
        assert tests, row
        for module, group in tests:
            assert not group or f"class {group}(" in modules[module], row
