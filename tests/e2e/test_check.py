# SPDX-License-Identifier: MIT
"""End-to-end tests of `check`: sound bots pass, and each sin is found by the check that is for it."""
import json
import os
import re
import shlex
import sys
import xml.etree.ElementTree
from typing import Any

import pytest

from harness import *

REJECTED = 1
DEALS = 40
CHECKS = {"isolation", "module", "descriptor", "variants", "start", "decisions", "repeats", "other tables",
          "other deals", "hidden cards", "memory", "left over", "time", "quiet"}
COMPARISONS = {"repeats", "other tables", "other deals", "hidden cards"}
SEEN = {"fresh process", "other seatings", "same deal again"}
KONTRA = {"play stammtisch", "play kneipe", "play xskat", "play all-variants"}  # the rule sets that have it
# And ramsch: always, or where all pass, which is rare. Which deals are played depends on how many rule sets
# there are.
RAMSCH = {"play ramsch-only", "play stammtisch", "play kneipe", "play xskat", "play all-variants"}
BY_CHANCE = COMPARISONS | SEEN | {"memory"}

# What the sandbox forbids, and its checks find only outside of it.
FORBIDDEN = {"descriptor": "openat", "thread": "rt_sigaction", "process": "clone"}
# What unsound.c does, and what has to fail; nothing else may.
SINS = {
    "nothing": set(),
    "stderr": set(),
    "shared": {"other tables"},
    "remembers": {"other deals"},
    "recalls": {"other seatings", "same deal again"},
    "module": SEEN,
    "address": {"repeats"},
    "clock": {"repeats"},
    "uninitialised": {"repeats"},
    "leak_deal": {"memory"},
    "leak_instance": {"memory"},
    "descriptor": {"left over"},
    "process": {"left over"},
    "stdout": {"quiet"},
    "kontra": KONTRA,
    "crash_kontra": KONTRA,
    "exit_end": RAMSCH,
    "fails": RAMSCH,
}


def bad(name, **options):
    return bad_bot(name) + ":" * bool(options) + ",".join(f"{k}={v}" for k, v in options.items())


def rule_sets():
    return sorted(path.stem for path in (ROOT / "configs" / "rules").glob("*.json"))


# Games for two are claimed by what is new in them.
VARIANTS = {"pilot": "dummy", "strohmann": "dummy", "oma": "dummy", "offiziersskat": "covered"}


def game_of(name):
    """The variant that the game of a rule set is, or None for Skat."""
    game = json.loads((ROOT / "configs" / "rules" / f"{name}.json").read_text()).get("game")
    return VARIANTS.get(game, game)


class CheckTest(RunTest):
    def check(self, word, *arguments, deals=DEALS, status=None):
        """Returns what --json prints; the exit status must agree with it."""
        done = arena("check", word, "--json", "--deals", deals, *arguments)
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
    @pytest.mark.parametrize("bot", ("random", "random:bidding=uniform", "basic", "stammtisch"))
    def test_own_bots_are_sound(self, bot):
        result = self.check(bot, status=OK)
        known = result["descriptor"]["variants"]  # other games only if it knows them
        if bot == "basic":  # claims nothing
            names = ["farbenreizen", "grand20", "isko", "isko-1998", "liga", "swedish", "wikipedia-de"]
        else:
            names = [name for name in rule_sets() if game_of(name) in {None, *known}] + ["all-variants"]
            assert (len(names) == len(rule_sets()) + 1) == bot.startswith("random")
        plays = {f"play {name}" for name in names}
        done = self.named(result, "ok", "warn")
        assert CHECKS | SEEN | plays <= done
        assert {name for name in done if name.startswith("play ")} == plays

    def test_variants_that_are_not_declared_are_a_warning(self):
        assert self.named(self.check("basic", "--rules", "stammtisch"), "warn") == {"variants"}
        result = self.check("basic", "--rules", "all")
        assert "kontra" in self.details(result, "variants")["details"]
        assert "play all-variants" in self.named(result, "ok")
        assert not self.named(self.check("basic", "--rules", "isko"), "warn")

    def test_who_remembers_in_a_session_is_sound(self):
        self.assert_failed(self.check(bad("cheats/remembers")), set())

    def test_who_is_not_deterministic_is_not_compared(self):
        result = self.check(bad("only_bids"), "--rules", "isko")
        assert self.named(result, "skip") == COMPARISONS
        assert "random" in self.details(result, "descriptor")["details"]
        assert SEEN <= self.named(result, "ok")

    def test_what_one_that_is_not_deterministic_has_seen_is_told(self):
        """With a warning, unless chance may be the cause."""
        seen = SEEN - {"fresh process"}
        cases: Any = (({}, seen, "in [1-9][0-9]* of 120 deals that it has .* in 0 between two"),
                      ({"chance": "true"}, seen, "in [1-9][0-9]* of 120 .* in [1-9][0-9]* between two"),
                      ({"chance": "true", "forgets": "true"}, set(), ".* in [1-9][0-9]* between two"))
        for options, warned, differ in cases:
            result = self.check(bad("cheats/recalls", **options), "--rules", "isko", status=OK)
            assert self.named(result, "warn") & SEEN == warned
            for check in seen:
                assert re.search(f"answers differ {differ} instances", self.details(result, check)["details"])

    @pytest.mark.long
    def test_every_kind_of_decision_is_asked_and_timed(self):
        result = self.check("random", "--seed", 2, deals=repeat(500, 120))
        kinds = {"bid", "hold", "game", "declare", "card", "kontra", "agree", "gift", "grand_hand",
                 "schieben", "pass_on", "exchange", "turn", "offer", "choose", "blind",
                 "concede", "name"}
        assert kinds <= set(result["decisions"])
        for kind, times in result["decisions"].items():
            assert times["number"] > 0, kind
            assert times["p50_us"] <= times["p90_us"]
            assert times["p90_us"] <= times["p99_us"]
            assert times["p99_us"] <= times["longest_us"]

    @pytest.mark.long
    @pytest.mark.no_sanitizer("about time, not memory")
    def test_a_check_ends_when_time_is_up(self):
        result = self.check("random", "--rules", "isko", "--seconds", 1, deals=1000000, status=OK)
        for check in ("play isko", "repeats", "other tables", "other deals", "hidden cards"):
            assert "then time was up" in self.details(result, check)["details"]

    @pytest.mark.long
    @pytest.mark.no_sanitizer("about numbers, not memory")
    def test_the_same_again_but_for_times(self):
        def lines():
            return [line for line in self.check("stammtisch", deals=repeat(DEALS, 10))["checks"] if line["check"] != "time"]

        assert lines() == lines()


class TestSins(CheckTest):
    @pytest.mark.parametrize("sin, failed", SINS.items())
    def test_each_sin_is_found_by_the_check_for_it(self, sin, failed):
        if sin == "uninitialised" and has_sanitizer():
            pytest.skip("the sanitizer's allocator writes the same rubbish everywhere")
        result = self.check(bad("unsound", sin=sin), *["--isolation", "none"] * (sin in FORBIDDEN))
        if failed is RAMSCH:
            found = self.named(result, "FAIL")
            assert "play ramsch-only" in found
            failed = found & (RAMSCH | BY_CHANCE)
        if sin == "address" and has_sanitizer():  # its allocator gives no address twice, and each process the same
            failed = self.named(result, "FAIL") & BY_CHANCE
            assert failed
        self.assert_failed(result, failed)

    def test_a_thread_that_is_left_is_found(self):
        failed = self.named(self.check(bad("unsound", sin="thread"), "--isolation", "none"), "FAIL")
        assert "left over" in failed
        assert failed <= {"left over", "memory"}  # it has memory of its own

    def test_a_bot_that_fails_in_company_is_found(self):
        result = self.check(bad("unsound", sin="crash_table"))
        self.assert_failed(result, {"repeats", "memory"})
        assert re.search("crashed .* in create", self.details(result, "repeats")["details"])

    def test_who_remembers_beyond_the_session_is_found(self):
        result = self.check(bad("cheats/remembers_always"))
        self.assert_failed(result, {"other deals"})
        assert SEEN <= self.named(result, "skip")

    def test_a_memory_of_seatings_is_told_with_why_it_matters(self):
        result = self.check(bad("unsound", sin="recalls"), "--rules", "isko")
        line = self.details(result, "other seatings")
        assert re.search("card: .* from an instance that has not seen the deal; .* after it has played", line["details"])
        assert "worth nothing where no deal comes back" in line["more"]
        assert "the second time" in self.details(result, "same deal again")["details"]
        module = self.check(bad("unsound", sin="module"), "--rules", "isko")
        assert "in a process that has seen nothing else" in self.details(module, "fresh process")["details"]

    @pytest.mark.long
    def test_a_look_at_hidden_cards_is_found(self):
        if has_sanitizer():
            pytest.skip("there is too much memory to look through")
        result = self.check(bad("cheats/peeks"), "--rules", "isko", "--isolation", "none", deals=10)
        self.assert_failed(result, {"hidden cards"})
        assert re.search(
            "card: [DHSC].* with the cards as they were; .*card: [DHSC].* with other",
            self.details(result, "hidden cards")["details"])

    def test_a_crash_is_told_with_call_decision_and_deal(self):
        result = self.check(bad("unsound", sin="crash_kontra"), "--rules", "stammtisch")
        line = self.details(result, "play stammtisch")
        if not has_sanitizer():
            assert "Segmentation fault" in line["details"]
        assert re.search("in act, asked for kontra as [a-z]+hand, deal 1 of", line["details"])
        assert re.search(r"^deal ..\...*, moves 1 18 ", line["more"])

    @pytest.mark.long
    def test_a_hang_is_told_the_same_way(self):
        result = self.check(bad("unsound", sin="hang_kontra"), "--time-limit", 300)
        self.assert_failed(result, KONTRA)
        assert ("longer than 300 ms for one call in act, asked for kontra"
                in self.details(result, "play stammtisch")["details"])

    def test_an_illegal_answer_stands_behind_its_moves(self):
        result = self.check(bad("unsound", sin="kontra"), "--rules", "stammtisch")
        line = self.details(result, "play stammtisch")
        assert "an illegal answer" in line["details"]
        assert re.search(" [012] y$", line["more"])

    def test_what_a_bot_says_of_its_failure_is_told(self):
        result = self.check(bad("unsound", sin="fails"), "--rules", "ramsch-only")
        assert "what is this?" in self.details(result, "play ramsch-only")["details"]

    @pytest.mark.parametrize("when",
        ("create", "session_begin", "deal_begin", "observe", "game_begin", "game_end",
         "deal_end", "session_end", "destroy"))
    def test_each_call_is_watched(self, when):
        word = bad("faulty", what="segfault", when=when, percent=99)
        result = self.check(word, "--rules", "isko", deals=3)
        failed = self.named(result, "FAIL")
        assert failed <= {"start", "play isko"} and failed, failed
        line = next(line for line in result["checks"] if line["result"] == "FAIL")
        assert f"in {when}" in line["details"]

    def test_a_session_ends_after_its_last_deal(self):
        word = bad("faulty", what="exit", when="session_end")
        line = self.details(self.check(word, "--rules", "isko", deals=3), "play isko")
        assert "in session_end, after deal 3 of isko" in line["details"] and not line.get("more")

    def test_fail_in_session_end_does_nothing_and_is_said(self):
        word = bad("faulty", what="fail_crash", when="session_end", percent=99)
        line = self.details(self.check(word, "--rules", "isko", deals=24), "play isko")
        assert line["result"] == "warn"
        assert line["details"] == "24 deals; it calls fail() in session_end, where that does nothing: confused"

    @pytest.mark.parametrize("what, failed",
        (("write_stdout", "quiet"), ("close_descriptors", "left over")))
    def test_printing_and_closing_are_found(self, what, failed):
        result = self.check(bad("faulty", what=what), "--rules", "isko")
        self.assert_failed(result, {failed})


class TestIsolation(CheckTest):
    """The bot of somebody else cannot do what its user may, unless its user says so."""

    @pytest.mark.parametrize("how, call", [("write_file", "openat"), ("connect", "socket"), ("execute", "execve"),
                                           ("kill_parent", "kill"), ("read_memory", "process_vm_readv")])
    def test_what_the_sandbox_forbids_is_named(self, how, call):
        result = self.check(bad("cheats/hostile", how=how), "--rules", "ramsch-only")
        line = self.details(result, "play ramsch-only")
        assert result["isolation"] == "process"
        assert line["result"] == "FAIL"
        assert f"tried {call}, which the sandbox forbids, in act" in line["details"]
        assert "--isolation none" in line["details"]
        assert not os.path.exists("/tmp/hostile")

    @pytest.mark.parametrize("sin, call", FORBIDDEN.items())
    def test_what_a_worker_allows_is_found_before_it_is_left_over(self, sin, call):
        if has_sanitizer() and sin == "thread":
            pytest.skip("it starts threads in another way")
        failed = [line["details"] for line in self.check(bad("unsound", sin=sin), status=REJECTED)["checks"]
                  if line["result"] == "FAIL"]
        assert failed and all(f"tried {call}, which the sandbox forbids" in text for text in failed)

    def test_it_gets_neither_environment_nor_descriptors(self):
        """hostile.c logs what it finds; the arena keeps it from nobody."""
        seen = {}
        for how in ("environment", "descriptors", "constructor"):
            done = arena("check", bad("cheats/hostile", how=how), "--rules", "ramsch-only", "-n", 9)
            seen[how] = done.stdout
        assert "hostile.so: 0 variables, secret file -1" in seen["environment"]
        assert re.search(r"hostile\.so: open: 0 1 2 3$", seen["descriptors"], re.MULTILINE)
        assert "could open" not in seen["constructor"]

    def test_without_it_the_bot_has_the_users_rights(self):
        result = self.check(bad("unsound", sin="nothing"), "--rules", "isko", "--isolation", "none", status=OK)
        assert result["isolation"] == "none"
        assert self.details(result, "isolation") == {
            "check": "isolation", "result": "skip", "details": "none: its code has your rights"}

    def test_what_cannot_be_loaded_there_is_told_with_the_way_out(self):
        done = arena("check", bad("faulty", what="fork_child", when="create"))
        assert "tried clone, which the sandbox forbids, in create; --isolation none checks it" in done.stdout

    def test_pipe_is_not_isolated_and_says_so(self):
        done = arena("check", "pipe:command=exit 3")
        assert "skip  isolation           none: the processes that the module pipe starts have your rights" in done.stdout


class TestPipes(CheckTest):
    """A bot in another language is checked through `pipe`. tests/bots/pipes/unsound.py has a vice."""

    def check_child(self, script, *arguments, **more):
        command = shlex.join([sys.executable, "-S", str(script), *arguments])
        return self.check(f"pipe:command={command},start_ms=9000", "--rules", "stammtisch",
                          "--time-limit", 30000, "--seconds", 8, **{"deals": repeat(3, 1)} | more)

    @pytest.mark.long
    def test_the_example_is_sound(self):
        result = self.check_child(ROOT / "bots" / "pipe" / "example.py", status=OK)
        assert {"start", "play stammtisch", "repeats", "other tables", "other deals",
                "hidden cards", "left over", "quiet"} <= self.named(result, "ok")
        assert self.named(result, "warn") == {"start, defaults"}  # a command is required

    @pytest.mark.parametrize("vice, found, words", [
        ("chance", {"repeats"}, "answers differ"),
        ("memory", {"other deals"}, "answers differ"),
        ("noise", {"play stammtisch"}, "no JSON object: thinking")] + repeat([
        ("crash", {"play stammtisch"}, "exit status 3"),
        ("illegal", {"play stammtisch"}, "an illegal answer")], []))
    @pytest.mark.long
    def test_each_vice_is_found(self, vice, found, words):
        result = self.check_child(ROOT / "tests" / "bots" / "pipes" / "unsound.py", vice,
                                  deals=repeat(3, 2 if vice == "memory" else 1))
        self.assert_failed(result, found)
        assert words in self.details(result, *found)["details"]

    def test_who_does_not_greet_does_not_start(self):
        result = self.check("pipe:command=exit 3", status=REJECTED)
        self.assert_failed(result, {"start"})
        assert "exit status 3" in self.details(result, "start")["details"]


class TestCommandLine(CheckTest):
    def assert_status(self, status, *arguments):
        done = arena("check", *arguments)
        assert done.returncode == status, done.stdout + done.stderr
        return done.stderr

    @pytest.mark.parametrize("name", ("no_symbol", "wrong_abi", "wrong_size", "crash_in_constructor"))
    def test_a_module_that_cannot_be_loaded_is_told(self, name):
        self.assert_status(BAD_FILE, bad(name))

    def test_a_name_that_is_none_is_told(self):
        assert "did you mean" in self.assert_status(BAD_FILE, "stamtisch")

    def test_wrong_words_are_usage_errors(self):
        self.assert_status(USAGE)
        self.assert_status(USAGE, "random", "basic")
        assert "did you mean" in self.assert_status(USAGE, "stammtisch:caushion=45")
        assert "KEY=VALUE" in self.assert_status(USAGE, "stammtisch:caution")
        assert "no such rule set" in self.assert_status(USAGE, "random", "--rules", "nope")
        self.assert_status(USAGE, "random", "--deals", "0")

    def test_a_bot_without_instance_fails_to_start(self):
        result = self.check(bad("null_create"), status=REJECTED)
        self.assert_failed(result, {"start"})

    def test_options_reach_the_bot(self):
        calm, wild = (self.check(f"random:bidding={bidding}", "--rules", "isko")
                      for bidding in ("pass", "uniform"))
        assert (wild["decisions"]["hold"]["number"]
                > calm["decisions"].get("hold", {"number": 0})["number"])
        assert "declare" not in calm["decisions"]

    def test_commas_and_blanks_belong_to_text_options(self):
        out = self.temp / "out"
        word = bad("mixed") + ":note=python3 -c a,b,c=d,hand=30,jump=5"
        done = arena("compare", word, "basic", "--deals", 36, "--out", out, "--quiet")
        assert done.returncode in (OK, REJECTED, 2), done.stderr
        options = [bot.get("options") for bot in read_json(out, "manifest.json")["bots"]]
        assert "python3 -c a,b,c=d" in json.dumps(options)
        assert "hand=30" not in json.dumps(options)

    def test_other_seeds_are_other_deals(self):
        one, other = (self.check("random", "--rules", "isko", "--seed", seed) for seed in (1, 2))
        assert one["decisions"]["card"]["number"] != other["decisions"]["card"]["number"]

    def test_lines_for_people(self):
        done = arena("check", bad("unsound", sin="kontra"), "--rules", "stammtisch", "-n", DEALS)
        lines = done.stdout.splitlines()
        assert any(re.match("FAIL  play stammtisch  ", line) for line in lines)
        assert any(re.match("ok    quiet  ", line) for line in lines)
        assert re.search("is NOT sound: [0-9]+ ok, 1 failed", lines[-1])

    def test_junit(self):
        path = self.temp / "check.xml"
        self.check(bad("unsound", sin="stdout"), "--rules", "isko", "--junit", path)
        suite = xml.etree.ElementTree.parse(path).getroot()
        failed = [case.get("name") for case in suite if case.find("failure") is not None]
        assert failed == ["quiet"]
        assert int(suite.get("tests")) > 10

    @pytest.mark.parametrize("path", ["missing/check.xml", ".", "new/", "file/check.xml", "x" * 300, "link"])
    def test_a_junit_file_that_cannot_be_written_is_refused_first(self, path):
        (self.temp / "file").write_text("")
        (self.temp / "link").symlink_to("missing/check.xml")
        done = arena("check", bad("unsound", sin="stdout"), "--junit", f"{self.temp}/{path}")
        assert done.returncode == 70 and done.stdout == "" and f"{self.temp}/{path}" in done.stderr
        assert sorted(os.listdir(self.temp)) == ["file", "link"]  # nothing is left of the trial

    def test_a_junit_file_without_a_name_is_refused_first(self):
        done = arena("check", "basic", "--junit", "")
        assert done.returncode == 70 and done.stdout == "" and '"" does not name a file' in done.stderr

    @pytest.mark.parametrize("content, says", [(None, "no bot module"), ("junk", "is no shared object")])
    def test_a_bot_that_cannot_be_loaded_fails_in_the_junit_file(self, content, says):
        """What CI shows is the file: that of an earlier check, of a bot that passed, must not stay."""
        module, path = self.temp / "it.so", self.temp / "check.xml"
        path.write_text("old")
        if content:
            module.write_text(content)
        done = arena("check", module, "--junit", path)
        case, = xml.etree.ElementTree.parse(path).getroot()
        failure = case.find("failure")
        assert done.returncode != OK and failure is not None and says in failure.get("message", "") and says in done.stderr


class TestHelpers(RunTest):
    """bots/skat_bot_helpers.h: what it reads from views is what happened, which tests/bots/helped.c writes down."""

    @pytest.mark.parametrize("rules", ["isko", "stammtisch", "swedish", "ramsch-only", "wikipedia-de", "6er-skat", "herzblatt",
                                       "tourneeskat", "pilot", "strohmann", "raeuberskat"])
    def test_in_play(self, rules):
        two = rules in ("pilot", "strohmann")
        out = self.play(bots={"h": bad_bot("helped")}, seats=["h"] * (2 if two else 3), rules=rules, deals=72)
        bot = read_json(out, "summary.json")["bots"][0]
        assert not any(bot["faults"].values()), arena("faults", out, "--most", 1).stdout
        played = [line for line in read_lines(out) if line["moves"]]
        assert played
