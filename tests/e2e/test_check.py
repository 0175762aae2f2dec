# SPDX-License-Identifier: MIT
"""End-to-end tests of `check`: sound bots pass, and each sin is found by the check that is for it."""
import json
import os
import re
import xml.etree.ElementTree
from typing import Any

import pytest

from harness import *
from machine import isolates, needs_isolation

REJECTED = 1
HERE = ("--isolation", "none")  # cheaper, and possible everywhere
CHECKS = {"isolation", "module", "descriptor", "variants", "start", "decisions", "repeats", "other tables",
          "other deals", "hidden cards", "memory", "left over", "time", "quiet"}
COMPARISONS = {"repeats", "other tables", "other deals", "hidden cards"}
SEEN = {"fresh process", "other seatings", "same deal again"}

# What unsound.c does, the rule set that shows it, and what has to fail; nothing else may.
SINS: dict = {
    "shared": ("isko", {"other tables"}),
    "remembers": ("isko", {"other deals"}),
    "module": ("isko", SEEN),
    "uninitialised": ("isko", {"repeats"}),
    "leak_instance": ("isko", {"memory"}),
    "descriptor": ("isko", {"left over"}),
    "process": ("isko", {"left over"}),
    "kontra": ("stammtisch", {"play stammtisch"}),
    "crash_kontra": ("stammtisch", {"play stammtisch"}),
    "hang_kontra": ("stammtisch", {"play stammtisch"}),
}
# What the report says of some of them.
DETAILS = {
    "module": ("fresh process", "in a process that has seen nothing else"),
    "kontra": ("play stammtisch", "an illegal answer"),
    "crash_kontra": ("play stammtisch", "in act, asked for kontra as [a-z]+hand, deal 1 of"),
    "hang_kontra": ("play stammtisch", "longer than 100 ms for one call in act, asked for kontra"),
}
MORE = {
    "module": ("other seatings", "worth nothing where no deal comes back"),
    "kontra": ("play stammtisch", " [012] y$"),
    "crash_kontra": ("play stammtisch", r"^deal ..\...*, moves 1 18 "),
}


def bad(name, **options):
    return bad_bot(name) + ":" * bool(options) + ",".join(f"{k}={v}" for k, v in options.items())


def rule_sets():
    return sorted(path.stem for path in (ROOT / "configs" / "rules").glob("*.json"))


class CheckTest(RunTest):
    def check(self, word, *arguments, deals=9, status=None):
        """Returns what --json prints; the exit status must agree with it."""
        done = arena("check", word, "--json", "--deals", deals, *arguments, *([] if "--isolation" in arguments else HERE))
        assert done.returncode in (OK, REJECTED), done.stderr
        result = json.loads(done.stdout)
        assert result["sound"] == (done.returncode == OK)
        if status is not None:
            assert done.returncode == status, done.stdout
        return result

    @staticmethod
    def named(result, *results):
        return {line["check"] for line in result["checks"] if line["result"] in results}

    def details(self, result, check):
        return next(line for line in result["checks"] if line["check"] == check)

    def assert_failed(self, result, names):
        assert self.named(result, "FAIL") == names, json.dumps(result["checks"], indent=1)


class TestSound(CheckTest):
    def test_own_bots_are_sound(self):
        """They play the rule sets that they know: `random` all, `basic`, which claims nothing, the official ones. Every kind of decision is
        asked and timed."""
        result = self.check("random", "--seed", 2, deals=14, status=OK)
        plays = {f"play {name}" for name in [*rule_sets(), "all-variants"]}
        done = self.named(result, "ok", "warn", "skip")
        assert CHECKS | SEEN <= done and {name for name in done if name.startswith("play ")} == plays
        kinds = {"bid", "hold", "game", "declare", "card", "kontra", "schieben", "pass_on", "turn", "choose", "blind", "concede", "name"}
        assert kinds <= set(result["decisions"])
        for kind, times in result["decisions"].items():
            assert times["number"] > 0, kind
            assert times["p50_us"] <= times["p90_us"] <= times["p99_us"] <= times["longest_us"]
        done = self.named(self.check("basic", deals=1, status=OK), "ok", "warn")
        assert {name.removeprefix("play ") for name in done if name.startswith("play ")} == {
            "farbenreizen", "grand20", "isko", "isko-1998", "liga", "preisskat", "skat", "swedish", "wikipedia-de"}

    def test_variants_that_are_not_declared_are_a_warning(self):
        result = self.check("basic", "--rules", "stammtisch", deals=1)
        assert self.named(result, "warn") == {"variants"} and "kontra" in self.details(result, "variants")["details"]

    def test_who_remembers_in_a_session_is_sound(self):
        self.assert_failed(self.check(bad("remembers"), "--rules", "isko", deals=4), set())

    def test_who_is_not_deterministic_is_not_compared(self):
        result = self.check(bad("only_bids"), "--rules", "isko")
        assert self.named(result, "skip") - {"isolation"} == COMPARISONS
        assert "random" in self.details(result, "descriptor")["details"]
        assert SEEN <= self.named(result, "ok")

    def test_what_one_that_is_not_deterministic_has_seen_is_told(self):
        """With a warning, unless chance may be the cause."""
        seen = SEEN - {"fresh process"}
        options: Any
        for options, warned, differ in (({}, seen, "in [1-9][0-9]* of 36 deals that it has .* in 0 between two"),
                                        ({"chance": "true", "forgets": "true"}, set(), ".* in [1-9][0-9]* between two")):
            result = self.check(bad("cheats/recalls", **options), "--rules", "isko", status=OK, deals=12)
            assert self.named(result, "warn") & SEEN == warned
            for check in seen:
                assert re.search(f"answers differ {differ} instances", self.details(result, check)["details"])

    def test_the_same_again_but_for_times(self):
        """With the same seed; other seeds are other deals. Options reach the bot."""
        results = [self.check(f"random:bidding={bidding}", "--rules", "isko", "--seed", seed, deals=6)
                   for bidding, seed in (("uniform", 1), ("uniform", 1), ("pass", 2))]
        one, again, other = ([line for line in result["checks"] if line["check"] != "time"] for result in results)
        assert one == again != other
        assert "hold" in results[0]["decisions"] and "hold" not in results[2]["decisions"]


class TestSins(CheckTest):
    @pytest.mark.long
    def test_each_sin_is_found_by_the_check_for_it(self):
        wrong = {}
        for sin, (rules, failed) in SINS.items():
            if has_sanitizer() and sin == "uninitialised":  # its allocator writes the same rubbish to the same places
                continue
            result = self.check(bad("unsound", sin=sin) + ",limit.time_ms=100" * (sin == "hang_kontra"), "--rules", rules,
                                deals=9 if failed & {"memory", "left over", "other seatings"} else 3)
            if self.named(result, "FAIL") != failed:
                wrong[sin] = result["checks"]
                continue
            for table, field in ((DETAILS, "details"), (MORE, "more")):
                if sin in table and not re.search(table[sin][1], self.details(result, table[sin][0])[field]):
                    wrong[sin] = self.details(result, table[sin][0])
        assert not wrong

    def test_a_thread_that_is_left_is_found(self):
        failed = self.named(self.check(bad("unsound", sin="thread"), "--rules", "isko"), "FAIL")
        assert "left over" in failed and failed <= {"left over", "memory"}  # it has memory of its own

    def test_a_bot_that_fails_in_company_is_found(self):
        result = self.check(bad("unsound", sin="crash_table"))
        self.assert_failed(result, {"repeats", "memory"})
        assert re.search("crashed .* in create", self.details(result, "repeats")["details"])

    def test_a_look_at_hidden_cards_is_found(self):
        if has_sanitizer():
            pytest.skip("there is too much memory to look through")
        result = self.check(bad("cheats/peeks"), "--rules", "isko", "--seed", 3, deals=1)
        self.assert_failed(result, {"hidden cards"})
        assert re.search("card: [DHSC].* with the cards as they were; .*card: [DHSC].* with other",
                         self.details(result, "hidden cards")["details"])

    def test_each_call_is_watched(self):
        for when in ("create", "observe"):
            result = self.check(bad("faulty", what="segfault", when=when, percent=99), "--rules", "isko", deals=1)
            failed = [line for line in result["checks"] if line["result"] == "FAIL"]
            assert failed and {line["check"] for line in failed} <= {"start", "play isko"} and f"in {when}" in failed[0]["details"]

    def test_the_end_of_a_session(self):
        """It comes after the last deal; fail() does nothing there, and `check` says so."""
        line = self.details(self.check(bad("faulty", what="exit", when="session_end"), "--rules", "isko", deals=3), "play isko")
        assert "in session_end, after deal 3 of isko" in line["details"] and not line.get("more")
        line = self.details(self.check(bad("faulty", what="fail_crash", when="session_end", percent=99), "--rules", "isko", deals=2),
                            "play isko")
        assert line["result"] == "warn"
        assert line["details"] == "2 deals; it calls fail() in session_end, where that does nothing: confused"

    def test_closing_is_found(self):
        self.assert_failed(self.check(bad("faulty", what="close_descriptors"), "--rules", "isko", deals=1), {"left over"})

    def test_who_fails_in_the_first_call_of_a_process(self):
        """How often it does in a run depends on the processes there; here each fresh one does."""
        result = self.check(bad("starts_badly"), "--rules", "isko", deals=4, status=REJECTED)
        assert "fresh process" in self.named(result, "FAIL")
        assert "? in a process that has seen nothing else" in self.details(result, "fresh process")["details"]


class TestIsolation(CheckTest):
    """The bot of somebody else cannot do what its user may, unless its user says so."""

    @needs_isolation
    def test_what_the_sandbox_forbids_is_named(self):
        result = self.check(bad("cheats/hostile", how="execute"), "--isolation", "process", "--rules", "ramsch-only", deals=2)
        failed = [line["details"] for line in result["checks"] if line["result"] == "FAIL"]
        assert failed and all("tried execve, which the sandbox forbids, in act" in details for details in failed), failed
        assert "--isolation none" in failed[0]

    @needs_isolation
    def test_what_cannot_be_loaded_there_is_told_with_the_way_out(self):
        done = arena("check", bad("faulty", what="fork_child", when="create"))
        assert re.search(r"tried (to start a thread or a process \(clone3?\)|a system call), which the sandbox forbids, in create; "
                         "--isolation none runs it", done.stdout)

    @needs_isolation
    def test_a_thread_is_called_a_thread(self):
        """Though what is stopped is a call of the C library, which the bot's author has never heard of."""
        done = arena("check", bad("unsound", sin="thread"))
        assert re.search(r"tried to start a thread.* \((rt_sigaction|clone3?)\), which the sandbox forbids", done.stdout), done.stdout

    @pytest.mark.skipif("isolates()", reason="bots can be isolated on this machine")
    def test_where_there_is_no_sandbox(self):
        done = arena("check", "basic")
        assert done.returncode not in (OK, REJECTED) and re.search("no Landlock|no seccomp|this processor", done.stderr), done.stderr

    def test_without_it_the_bot_has_the_users_rights(self):
        result = self.check(bad("unsound", sin="nothing"), "--rules", "isko", deals=3, status=OK)
        assert result["isolation"] == "none"
        assert self.details(result, "isolation") == {
            "check": "isolation", "result": "skip", "details": "none: its code has your rights"}


class TestPipes(CheckTest):
    """A bot in another language is checked through `pipe`."""

    def test_who_does_not_greet_does_not_start(self):
        done = arena("check", "pipe:command=exit 3", *["--isolation", "none"] * (not isolates()))
        assert done.returncode == REJECTED and re.search("^FAIL +start .*exit status 3", done.stdout, re.M), done.stdout
        assert "skip  isolation           none: the processes that the module pipe starts have your rights" in done.stdout


class TestCommandLine(CheckTest):
    def assert_status(self, status, *arguments):
        done = arena("check", *arguments, *HERE)
        assert done.returncode == status, done.stdout + done.stderr
        return done.stderr

    def test_wrong_words(self):
        self.assert_status(USAGE, bad("no_symbol"))
        assert "did you mean" in self.assert_status(USAGE, "stamtisch")
        self.assert_status(USAGE)
        assert "did you mean" in self.assert_status(USAGE, "stammtisch:caushion=45")
        assert "no such rule set" in self.assert_status(USAGE, "random", "--rules", "nope")
        self.assert_status(USAGE, "random", "--deals", "0")

    def test_a_bot_without_instance_fails_to_start(self):
        self.assert_failed(self.check(bad("null_create"), status=REJECTED), {"start"})

    def test_commas_and_blanks_belong_to_text_options(self):
        out = self.temp / "out"
        word = bad("mixed") + ":note=python3 -c a,b,c=d,hand=30,jump=5"
        done = arena("compare", word, "basic", "--deals", 6, "--out", out, "--quiet")
        assert done.returncode in (OK, REJECTED, 2), done.stderr
        options = json.dumps([bot.get("options") for bot in read_json(out, "manifest.json")["bots"]])
        assert "python3 -c a,b,c=d" in options and "hand=30" not in options

    @pytest.mark.long
    def test_a_check_ends_when_time_is_up(self):
        result = self.check(bad("dawdles", ms=5), "--rules", "isko", "--seconds", 1, deals=1000000, status=OK)
        assert "then time was up" in self.details(result, "play isko")["details"]

    def test_lines_for_people_and_junit(self):
        path = self.temp / "check.xml"
        lines = arena("check", bad("unsound", sin="stdout"), "--rules", "isko", "-n", 3, "--junit", path, *HERE).stdout.splitlines()
        assert any(re.match("FAIL  quiet  ", line) for line in lines)
        assert any(re.match("ok    play isko  ", line) for line in lines)
        assert re.search("is NOT sound: [0-9]+ ok, 1 failed", lines[-1])
        suite = xml.etree.ElementTree.parse(path).getroot()
        assert [case.get("name") for case in suite if case.find("failure") is not None] == ["quiet"]
        assert int(suite.get("tests")) > 10

    def test_a_junit_file_that_cannot_be_written_is_refused_first(self):
        (self.temp / "file").write_text("")
        (self.temp / "link").symlink_to("missing/check.xml")
        for path in ("missing/check.xml", ".", "link"):
            done = arena("check", bad("unsound", sin="stdout"), "--junit", f"{self.temp}/{path}", *HERE)
            assert done.returncode == 70 and done.stdout == "" and f"{self.temp}/{path}" in done.stderr
        assert sorted(os.listdir(self.temp)) == ["file", "link"]  # nothing is left of the trial

    def test_a_bot_that_cannot_be_loaded_fails_in_the_junit_file(self):
        """What CI shows is the file: that of an earlier check, of a bot that passed, must not stay."""
        module, path = self.temp / "it.so", self.temp / "check.xml"
        for content, says in ((None, "no bot module"), ("junk", "is no shared object")):
            path.write_text("old")
            if content:
                module.write_text(content)
            done = arena("check", module, "--junit", path, *HERE)
            case, = xml.etree.ElementTree.parse(path).getroot()
            failure = case.find("failure")
            assert done.returncode != OK and failure is not None and says in failure.get("message", "") and says in done.stderr


class TestHelpers(RunTest):
    """bots/skat_bot_helpers.h: what it reads from views is what happened, which tests/bots/helped.c writes down."""

    def test_in_play(self):
        for rules in ("stammtisch", "6er-skat", "herzblatt", "tourneeskat", "strohmann"):
            out = self.play(bots={"h": bad_bot("helped")}, seats=["h"] * (2 if rules == "strohmann" else 3), rules=rules,
                            deals=24, schedule="fixed")
            bot, = read_json(out, "summary.json")["bots"]
            assert not any(bot["faults"].values()), arena("games", out, "--faults", "--most", 1).stdout
            assert any(line["moves"] for line in read_lines(out))
