# SPDX-License-Identifier: MIT
"""End-to-end tests that a run has one verdict: terminal, exit status, `results`, `status`, JUnit file, page, archive and Python say what
summary.json says, in each situation that a run can end in."""
import csv
import io
import itertools
import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any, Callable

import pytest

from report_pages import *
from test_compare import REJECTED, UNDECIDED, faulty, size_of, word

pytestmark = pytest.mark.no_sanitizer("about words, not memory")

PYTHON = ("import json, sys, skat_arena; run = skat_arena.Run(sys.argv[1]); run.summary.pop('verdict', None) if len(sys.argv) > 2 "
          "else None; print(json.dumps(run.verdict))")
CLOSE = {"module": "stammtisch", "options": {"caution": 50}}
TWIN = "another file that plays as basic does"
TEST = {"h0": 0, "h1": 10, "min_units": 60, "block": 20}


def compare(one: Any, other: Any, *arguments: Any) -> list[Any]:
    return ["compare", word(one), word(other), *arguments]


def regress(old: Any, new: Any, *arguments: Any) -> list[Any]:
    return ["regress", word(old), word(new), *arguments]


# By name: the command, what it shows, its exit status, and the beginning of its sentence.
SITUATIONS: dict[str, tuple[Callable[[], list[Any]], str, int, str]] = {
    "better": (lambda: compare("stammtisch", "basic", "-n", 300), "a is better", OK, "stammtisch is better: stammtisch - basic +"),
    "worse": (lambda: compare("basic", "stammtisch", "-n", 300), "b is better", OK, "stammtisch is better: basic - stammtisch -"),
    "no difference": (lambda: compare("stammtisch", CLOSE, "-n", 36), "no difference shown", OK, "no difference shown: stammtisch - "),
    "alike": (lambda: compare("basic", "basic", "-n", 36), "identical play", OK,
              "identical play: basic and basic-2 play all 36 deals alike"),
    "one deal": (lambda: compare("stammtisch", "basic", "-n", 1), "no difference shown", OK, "no difference shown: stammtisch - basic "),
    "void on both sides": (lambda: compare("stammtisch", "basic", "-n", 300, "--largest", 5), "no difference shown", OK,
                           "no difference shown: stammtisch - basic +"),
    "void": (lambda: compare("stammtisch", "basic", "-n", 300, "--largest", 132), "no difference shown", OK,
             "no difference shown: stammtisch - basic +"),
    "void for the worse": (lambda: compare("basic", "stammtisch", "-n", 300, "--largest", 132), "no difference shown", OK,
                           "no difference shown: basic - stammtisch -"),
    "void test": (lambda: compare("stammtisch", "random", "--test", "points", "--h1", 10, "--largest", 50), "undecided", UNDECIDED,
                  "undecided, since a deal differs by more than counts as possible: stammtisch - random +"),
    "void margin": (lambda: regress("stammtisch", "basic", "--largest", 50, "-n", 300), "undecided", UNDECIDED,
                    "UNDECIDED: whether new is worse than old by more than 0.5: new - old -"),
    # A defender's fault has a penalty, so more counts as possible than without faults (docs/statistics.md).
    "with crashes": (lambda: compare("basic", faulty(30, what="segfault"), "-n", 150), "a is better", OK, "basic is better: "),
    "void by crashes": (lambda: compare("basic", faulty(30, what="segfault"), "-n", 150, "--largest", 268), "no difference shown", OK,
                        "no difference shown: basic - faulty +"),
    "drifting": (lambda: compare("basic", cheat("drifts", after=60), "-n", 240), "b is better", OK, "drifts is better: basic - drifts "),
    "accepted": (lambda: compare("stammtisch", "random", "--test", "points", "--h1", 10), "accept", OK, "accept, H1 10 explains"),
    "rejected": (lambda: compare("random", "stammtisch", "--test", "points", "--h1", 10), "reject", REJECTED, "reject, H0 0 explains"),
    "test undecided": (lambda: compare("stammtisch", CLOSE, "--test", "points", "-n", 36), "undecided", UNDECIDED, "undecided between"),
    "passed": (lambda: regress("stammtisch", CLOSE, "--margin", 20), "pass", OK, "PASS: new is not worse than old by more than 20: "),
    "passed, better": (lambda: regress("random", "basic"), "pass", OK, "PASS: new is not worse than old by more than 0.5, and is better: "),
    "passed, worse": (lambda: regress("stammtisch", "basic", "--margin", 60, "--alpha", 1e-9), "pass", OK,
                      "PASS: new is not worse than old by more than 60, but is worse: "),
    "passed, alike": (lambda: regress("basic", TWIN, "-n", 36, "--largest", 3), "pass", OK, "PASS: new and old play all 36 deals alike"),
    "alike, too few": (lambda: regress("basic", TWIN, "-n", 36), "undecided", UNDECIDED, "UNDECIDED: new and old play all 36 deals alike"),
    "failed": (lambda: regress("stammtisch", "basic"), "fail", REJECTED, "FAIL: new is worse than old by more than 0.5: "),
    "undecided": (lambda: regress("stammtisch", CLOSE, "-n", 36), "undecided", UNDECIDED, "UNDECIDED: whether new is worse than old"),
    "crash": (lambda: regress("basic", faulty(10, what="segfault"), "-n", 36), "fail", REJECTED, "FAIL: new fails more often than old"),
    "illegal": (lambda: regress("basic", faulty(10), "-n", 36), "fail", REJECTED, "FAIL: new fails more often than old"),
    "hang": (lambda: regress("basic", faulty(100, what="hang"), "--time-limit", 100), "fail", REJECTED, "FAIL: new fails in 6 of 6 games"),
    "both crash": (lambda: regress(faulty(100, what="exit"), faulty(100, what="segfault")), "undecided", UNDECIDED,
                   "UNDECIDED: new fails in 6 of 6 games that it plays alone, old in 6 of 6"),
    "not deterministic": (lambda: regress("basic", cheat("wavers", at=6), "-n", 36, "--margin", 60), "fail", REJECTED,
                          "FAIL: new is not deterministic, though it claims to be"),
}


class TestOneVerdict(BrowserTest):
    def played(self, arguments: list[Any]) -> tuple[Path, subprocess.CompletedProcess[str], Path | None]:
        out = self.temp / "out"
        junit = self.temp / "junit.xml" if arguments[0] == "regress" else None
        arguments = [twin("basic", self.temp) if word is TWIN else word for word in arguments]
        return out, arena(*arguments, "--out", out, "--quiet" if junit else "--force", *(["--junit", junit] if junit else [])), junit

    def assert_told(self, text: str, verdict: dict[str, Any]) -> None:
        """In a terminal: the sentence, then its warnings."""
        lines = text.splitlines()
        assert lines[0] == verdict["sentence"]
        warnings = [line.removeprefix("WARNING ") for line in itertools.takewhile(lambda line: line.startswith("WARNING "), lines[1:])]
        assert warnings == verdict["warnings"]

    def assert_agreed(self, folder: Path, junit: Path | None = None) -> dict[str, Any]:
        """All that is made from the folder says what its summary says."""
        verdict: dict[str, Any] = read_json(folder, "summary.json")["verdict"]
        listed = arena("results", folder).stdout
        assert verdict["sentence"] in listed
        assert re.findall(r"^    WARNING (.*)$", listed, re.MULTILINE) == verdict["warnings"]
        needed = verdict["needed"]
        assert listed.count(f"\n    {needed}\n") == bool(needed)
        status = json.loads(arena("status", folder, "--json").stdout)[0]
        if not status["folder"].endswith("board"):  # what that says is of all parts
            assert (status.get("sentence"), status.get("result"), status.get("needed"), status.get("warnings")) == (
                verdict["sentence"], verdict["result"], needed, verdict["warnings"])
            told = arena("status", folder).stdout.splitlines()
            assert [line.removeprefix("WARNING ") for line in told if line.startswith("WARNING ")] == verdict["warnings"]
            assert any(line.endswith(verdict["sentence"]) for line in told)
            assert not status["decided"] or verdict["result"] != "undecided"
        for command in ("results", "status"):
            rows = list(csv.DictReader(io.StringIO(arena(command, folder, "--format", "csv").stdout)))
            row = rows[0]
            if not status["folder"].endswith("board"):
                assert row["verdict" if command == "results" else "sentence"] == verdict["sentence"]
                assert row["warnings"] == "; ".join(verdict["warnings"])
        self.assert_index(folder, verdict)
        page = self.page(folder)
        told = self.live(page, "console.log(document.querySelector('.headline').textContent);"
                               "document.querySelectorAll('.verdict [role=note]').forEach(note => console.log(note.textContent));")
        assert told == [verdict["sentence"]] + [f"Warning: {text}" for text in verdict["warnings"]]
        if needed:
            text = self.live(page, "console.log(document.querySelector('.verdict').textContent);")[0]
            assert text.count(f"{needed[0].upper()}{needed[1:]}.") == 1
        assert self.data_of(page)["runs"][0]["summary"]["verdict"] == verdict
        packed = self.temp / "packed.tar.gz"
        packed.unlink(missing_ok=True)
        assert arena("archive", folder, "--out", packed).returncode == OK
        with tarfile.open(packed) as tar:
            report = tar.extractfile(next(name for name in tar.getnames() if name.endswith("/report.html")))
            assert report and self.data_of(report.read().decode())["runs"][0]["summary"]["verdict"] == verdict
        for again in ((), ("computed again",)):
            if again and (verdict["asked"] == "margin" and not verdict["difference"]):
                continue  # what they played alone is in the manifest only
            done = subprocess.run([sys.executable, "-c", PYTHON, folder, *again], capture_output=True, text=True, check=True,
                                  env=os.environ | {"PYTHONPATH": str(ROOT / "python"), "SKAT_ARENA": str(program())})
            assert json.loads(done.stdout) == verdict
        if junit:
            properties = [(item.get("name"), item.get("value")) for item in ElementTree.parse(junit).getroot().iter("property")]
            assert properties[0] == ("verdict", verdict["sentence"])
            assert [value for name, value in properties if name == "warning"] == verdict["warnings"]
            assert [value for name, value in properties if name == "needed"] == [needed] * bool(needed)
        return verdict

    def assert_index(self, folder: Path, verdict: dict[str, Any]) -> None:
        """The index of a folder of results, with its interval at its level."""
        above = self.temp / "above"
        shutil.rmtree(above, ignore_errors=True)
        above.mkdir()
        (above / "run").symlink_to(folder)
        page = self.page(above)
        told = self.live(page, "document.querySelectorAll('#index [role=note]').forEach(note => console.log(note.textContent));"
                               "console.log(document.querySelector('#index').textContent);"
                               "console.log(document.querySelector('#index [role=img]')?.getAttribute('aria-label') ?? '');")
        assert told[:len(verdict["warnings"])] == [f"Warning: {text}" for text in verdict["warnings"]]
        assert verdict["sentence"] in told[len(verdict["warnings"])]
        if verdict["difference"] and verdict["alpha_low"] is not None:
            level = 100 * (1 - verdict["alpha_low"] - verdict["alpha_high"])
            assert f", {level:.4g} % " in told[-1]

    @pytest.mark.long
    @pytest.mark.parametrize("name", SITUATIONS)
    def test_is_the_same_everywhere(self, name: str) -> None:
        command, result, status, sentence = SITUATIONS[name]
        folder, done, junit = self.played(command())
        assert done.returncode == status, done.stdout + done.stderr
        verdict = self.assert_agreed(folder, junit)
        assert (verdict["result"], verdict["exit_status"]) == (result, status)
        assert verdict["sentence"].startswith(sentence), verdict["sentence"]
        self.assert_told(done.stdout, verdict)
        if verdict["needed"] and command()[0] == "compare":
            assert f": {verdict['needed']}\n" in done.stdout
        elif verdict["needed"]:
            assert f"; {verdict['needed']}\n" in done.stdout
        if verdict["difference"]:
            for pair in ([], read_json(folder, "manifest.json")["compare"]):
                again = arena("compare", folder, *pair)
                if pair and again.returncode == BAD_FILE:  # its log has a part of the games
                    assert "keeps a part of the games" in again.stderr
                    continue
                self.assert_told(again.stdout, verdict)
                assert again.returncode == status
                assert not verdict["needed"] or verdict["needed"] in again.stdout
        elif "alone" in verdict["sentence"]:
            again = arena("compare", folder)
            self.assert_told(again.stdout, verdict)
            assert again.returncode == status and json.loads(arena("compare", folder, "--json").stdout)["verdict"] == verdict
        if name != "hang":
            self.assert_verified(folder)
        self.assert_consistent(verdict)

    def assert_consistent(self, verdict: dict[str, Any]) -> None:
        """Nothing is said that its own interval contradicts."""
        difference, asked, result = verdict["difference"], verdict["asked"], verdict["result"]
        if not difference or result == "identical play" or "play all" in verdict["sentence"] or "fails" in verdict["sentence"] \
                or "not deterministic" in verdict["sentence"]:
            return
        low, high = (float("nan") if difference[end] is None else difference[end] for end in ("low", "high"))
        assert (difference["low"] is None) == (difference["high"] is None) == (verdict["valid"] is None)
        if asked == "better":
            assert (result == "a is better", result == "b is better") == (low > 0, high < 0)
        if asked == "margin":
            assert (result == "pass", result == "fail") == (low > -verdict["margin"], high < -verdict["margin"])
            assert ("and is better" in verdict["sentence"], "but is worse" in verdict["sentence"]) == (
                result == "pass" and low > 0, result == "pass" and high < 0)

    @pytest.mark.long
    def test_figures_do_not_contradict_it(self) -> None:
        """An end that is rounded to 0 or to the margin is printed with as many digits as it takes to see on which side it is."""
        out = self.temp / "out"
        arena(*regress("stammtisch", CLOSE, "--margin", 20), "--out", out, "--quiet")
        whole = read_json(out, "summary.json")
        marks = (0.0, -20.0)
        for low, high in ((-19.996, -0.004), (-20.004, 3), (-20.00004, 0.00004), (-30, -20.0000004), (-19.9999999, 0.3), (0.0004, 0.2)):
            summary = json.loads(json.dumps(whole))
            del summary["verdict"]
            summary["test"]["anytime"] |= {"low": low, "high": high, "mean": (low + high) / 2}
            summary["comparison"]["scorings"]["classic"]["mean"] = (low + high) / 2
            for pair in summary["pairs"]:
                pair.pop("judged", None)
            (out / "summary.json").write_text(json.dumps(summary))
            verdict = json.loads(arena("compare", out, "--json").stdout)["verdict"]
            assert (verdict["difference"]["low"], verdict["difference"]["high"]) == (low, high)
            self.assert_consistent(verdict)
            shown = [re.search(r"\((\S+) to (\S+)\)", verdict["sentence"])]
            details = arena("compare", out, "--details").stdout
            shown += [re.search(r"^classic +\S+ \((\S+) to (\S+)\) +\S+ \(", details, re.MULTILINE)]
            drawn = self.live(self.page(out), "console.log(document.querySelector('.verdict [role=img]').getAttribute('aria-label'));"
                                              "console.log([...document.querySelectorAll('td')].map(cell => cell.textContent).find("
                                              "text => text.includes(' to ')));")
            shown += [re.search(r"from (\S+) to (\S+)$", drawn[0]), re.search(r"\((\S+) to (\S+)\)", drawn[1])]
            for found in shown:
                assert found
                for printed, end in zip(found.groups(), (low, high)):
                    value = float(printed.replace("\u2212", "-"))
                    assert all((value > mark) - (value < mark) == (end > mark) - (end < mark) for mark in marks), (printed, end)

    def test_what_an_undecided_run_needs(self) -> None:
        """Before the least number of deals, that; after it, how many deals the end of the interval takes to reach the margin."""
        for deals, words in ((360, r"a pass takes at least [0-9]+ deals, unless new is better"),
                             (1800, r"a (pass|fail) takes about [0-9]+ deals, if the difference stays as it is")):
            out = self.temp / f"out{deals}"
            done = arena(*regress("stammtisch", "stammtisch:caution=61", "-n", deals), "--audit", 0, "--out", out, "--quiet")
            verdict = read_json(out, "summary.json")["verdict"]
            assert done.returncode == UNDECIDED and (verdict["units"] >= verdict["least_units"]) == (deals == 1800)
            assert re.fullmatch(words, verdict["needed"]) and done.stdout.count(f"; {verdict['needed']}\n") == 1
            number = int(re.findall(r"[0-9]+", verdict["needed"])[0])
            assert number > deals
            assert ("fail" in verdict["needed"]) == (deals == 1800 and verdict["difference"]["mean"] < -0.5)

    def test_of_a_run(self) -> None:
        """Of a config, with a comparison, and without; the sentence comes before the tables."""
        situations: list[tuple[dict[str, Any], str]] = [
            ({"seats": ["a", "b"], "schedule": "duel", "bots": {"a": "stammtisch", "b": "basic"}}, "a is better"),
            ({"seats": ["a", "b", "c"], "schedule": "round_robin", "bots": {"a": "stammtisch", "b": "basic", "c": RANDOM}}, "first"),
            ({"deals": 1}, "nothing")]
        for fields, result in situations:
            done, folder = self.run_config(**fields)
            verdict = self.assert_agreed(folder)
            assert verdict["result"] == result
            self.assert_told(done.stdout, verdict)

    def test_interrupted_and_resumed(self) -> None:
        whole = self.temp / "whole"
        command = ["regress", "stammtisch", word(CLOSE), "-n", 1800, "--margin", 0.01, "--quiet"]
        text = arena(*command, "--out", whole).stdout
        out, junit = self.temp / "cut", self.temp / "junit.xml"
        process = subprocess.Popen(list(map(str, [program(), *command, "--out", out, "--junit", junit])), text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        wait_until(lambda: process.poll() is not None or size_of(out / "games.jsonl") > 100000 and size_of(out / "resume.json"))
        process.send_signal(signal.SIGTERM)
        told = process.communicate(timeout=TIMEOUT)[0]
        if process.returncode == INTERRUPTED:
            verdict = self.assert_agreed(out, junit)
            assert re.fullmatch(r"not finished: \d+ of 27000 games", verdict["warnings"][0])
            self.assert_told(told, verdict)
            done = arena("run", "--resume", out, "--quiet")
            told = done.stdout
            assert done.returncode == UNDECIDED
        assert told.splitlines()[:4] == text.splitlines()[:4]
        assert self.assert_agreed(out, junit) == read_json(whole, "summary.json")["verdict"]

    def test_merged(self) -> None:
        fields = {"seats": ["a", "b"], "schedule": "duel", "bots": {"a": "stammtisch", "b": "basic"}, "deals": 360, "test": TEST}
        _, whole = self.run_config(**fields)
        parts = [self.run_config("--shard", f"{part}/3", **fields)[1] for part in (1, 2, 3)]
        merged = self.temp / "merged"
        done = arena("merge", *parts, "--out", merged)
        verdict = self.assert_agreed(merged)
        assert verdict == read_json(whole, "summary.json")["verdict"] and verdict["result"] == "accept"
        assert done.returncode == verdict["exit_status"]
        self.assert_told(done.stdout, verdict)
        for number, part in enumerate(parts, 1):
            own = self.assert_agreed(part)
            assert own["sentence"] == f"part {number} of 3, 360 of 360 games played: `skat-arena merge` of all parts has the verdict"
            assert (own["asked"], own["difference"], own["warnings"]) == ("nothing", None, [])
            shown = arena("compare", part).stdout
            self.assert_told(shown, own)
            assert not re.search(r"Seeger \S+ \(", shown)

    def test_part_of_a_run_without_a_test(self) -> None:
        """Its verdict is its own, and says so."""
        fields = {"seats": ["a", "b"], "schedule": "duel", "bots": {"a": "stammtisch", "b": "basic"}, "deals": 360}
        done, part = self.run_config("--shard", "2/3", **fields)
        verdict = self.assert_agreed(part)
        assert verdict["result"] == "a is better" and verdict["difference"]
        assert verdict["warnings"] == ["of the deals of part 2 of 3 alone: `skat-arena merge` of all parts has the verdict"]
        self.assert_told(done.stdout, verdict)
        self.assert_verified(part)

    def test_void_in_either_order(self) -> None:
        """What counts as possible in the run does so for its pair named the other way round, too."""
        out = self.temp / "out"
        arena(*compare("stammtisch", "random", "-n", 30, "--largest", 20), "--out", out, "--quiet")
        found = [json.loads(arena("compare", out, *pair, "--json").stdout)["verdict"]
                 for pair in (("stammtisch", "random"), ("random", "stammtisch"))]
        for verdict in found:
            assert (verdict["result"], verdict["largest"], verdict["difference"]["low"]) == ("no difference shown", 20, None)
            assert "more than the 20 that count as possible" in verdict["warnings"][0]
        assert found[0]["difference"]["mean"] == -found[1]["difference"]["mean"]

    @pytest.mark.long
    @pytest.mark.parametrize("command", (regress("stammtisch", "basic"), compare("random", "stammtisch", "--test", "points", "--h1", 10)))
    def test_pairs_of_a_run_that_a_test_has_ended(self, command: list[Any]) -> None:
        """From the log: the pair of the run has its verdict, turned the same interval; of others nothing is known."""
        out = self.temp / "out"
        arena(*command, "--log", "all", "--out", out, "--quiet")
        verdict, (a, b) = read_json(out, "summary.json")["verdict"], read_json(out, "manifest.json")["compare"]
        found = {pair: json.loads(arena("compare", out, *pair, "--json").stdout) for pair in ((a, b), (b, a))}
        assert found[a, b]["verdict"] == verdict and found[a, b]["test"] == read_json(out, "summary.json")["test"]
        turned, difference = found[b, a]["verdict"], verdict["difference"]
        assert (turned["difference"]["low"], turned["difference"]["high"]) == (-difference["high"], -difference["low"])
        assert (turned["alpha_low"], turned["alpha_high"], turned["valid"], turned["largest"]) == (
            verdict["alpha_high"], verdict["alpha_low"], "anytime", verdict["largest"])
        assert (turned["asked"], turned["bot"]) == ("better", b if difference["high"] < 0 else a)
        if command[0] == "regress":
            other = json.loads(arena("compare", out, a, "random", "--json").stdout)["verdict"]
            assert (other["result"], other["valid"], other["difference"]["low"]) == ("no difference shown", None, None)
            assert "a test of two other bots may have ended the run at any time" in other["warnings"][0]

    def test_junit_file_of_merged_parts(self) -> None:
        """As of one machine, but for the times and the folder."""
        command = ["regress", "basic", word(faulty(5)), "-n", 72, "--audit", 0, "--quiet"]
        whole, merged, alone, both = (self.temp / name for name in ("whole", "merged", "alone.xml", "both.xml"))
        assert arena(*command, "--out", whole, "--junit", alone).returncode == REJECTED
        parts = [self.temp / f"part{part}" for part in (1, 2)]
        for number, part in enumerate(parts, 1):
            assert arena(*command, "--shard", f"{number}/2", "--out", part).returncode == OK
        assert arena("merge", *parts, "--out", merged, "--junit", both, "--quiet").returncode == REJECTED
        self.assert_agreed(merged, both)
        one, other = (re.sub(r'time="[\d.]+"', "", path.read_text().replace(str(folder), ""))
                      for path, folder in ((alone, whole), (both, merged)))
        assert one == other and "fault in game" in one
        seconds = [float(ElementTree.parse(path).getroot().get("time") or 0) for path in (alone, both)]
        assert min(seconds) > 0
        done = arena("merge", *(self.run_config("--shard", f"{part}/2", deals=4)[1] for part in (1, 2)), "--out", self.temp / "other",
                     "--junit", both)
        assert done.returncode == USAGE and "only a run of regress has test cases" in done.stderr

    def test_byte_identical(self) -> None:
        """Nothing is played, so there is no folder."""
        copy, junit, out = self.temp / "copy.so", self.temp / "junit.xml", self.temp / "out"
        copy.write_bytes((program().parent / "bots" / "basic.so").read_bytes())
        command = ["regress", "basic", copy, "--out", out]
        told, said = arena(*command, "--junit", junit), arena(*command, "--json")
        verdict = json.loads(said.stdout)["verdict"]
        assert (verdict["result"], verdict["exit_status"], told.returncode, said.returncode) == ("pass", OK, OK, OK)
        assert "are the same file" in verdict["sentence"] and len(verdict["warnings"]) == 1 and not out.exists()
        self.assert_told(told.stdout, verdict)
        properties = [(item.get("name"), item.get("value")) for item in ElementTree.parse(junit).getroot().iter("property")]
        assert properties == [("verdict", verdict["sentence"]), ("result", "pass"), ("warning", verdict["warnings"][0])]

    def test_empty(self) -> None:
        """Of a part that need not play, since others have decided; and, without their board, of one that was stopped."""
        fields = {"seats": ["a", "b"], "schedule": "duel", "bots": {"a": "stammtisch", "b": "basic"}, "deals": 3600, "test": TEST}
        board = self.temp / "board"
        parts = [self.run_config("--shard", f"{part}/3", "--board", board, **fields)[1] for part in (1, 2, 3)]
        assert read_json(parts[2], "summary.json")["games"] == 0
        verdict = self.assert_agreed(parts[2])
        assert verdict["sentence"].startswith("part 3 of 3, 0 of 3600 games played: ")
        assert verdict["result"] == "nothing" and verdict["difference"] is None and verdict["units"] == 0
        assert verdict["warnings"] == ["not finished: 0 of 3600 games"]


class TestStars(RunTest):
    """Nothing is called shown that the interval beside it contradicts."""

    ROW = re.compile(r" +[+-][\d.]+ \( *([+-][\d.]+|-) to +([+-][\d.]+|-)\) .*?(\*?)$", re.MULTILINE)

    def assert_stars(self, text: str, judged: list[dict[str, Any]]) -> None:
        shown = 0
        for low, high, star in self.ROW.findall(text):
            assert not star or float(low) >= 0 or float(high) <= 0, (low, high)
            shown += bool(star)
        assert shown == sum(one["p_adjusted"] is not None and one["p_adjusted"] < 0.05 for one in judged)

    @staticmethod
    def assert_consistent(judged: dict[str, Any]) -> None:
        low, high, p = (judged[name] for name in ("low", "high", "p"))
        excludes = (low or -1) > 0 or (1 if high is None else high) < 0
        assert p is None or abs(p - 0.05) < 1e-6 or excludes == (p < 0.05)
        assert p is None or judged["p_adjusted"] >= p

    def test_pairs(self) -> None:
        out = self.temp / "out"
        bots = {name: {"module": "stammtisch", "options": {"caution": caution}}
                for name, caution in (("a", 57), ("b", 45), ("c", 80), ("d", 56))}
        config = self.write_config(bots=bots, seats=list(bots), schedule="round_robin", deals=900)
        done = arena("run", config, "--out", out, "--log", "none")
        assert done.returncode == OK, done.stderr
        judged = [pair["judged"] for pair in read_json(out, "summary.json")["pairs"]]
        for one in judged:
            self.assert_consistent(one)
        self.assert_stars(done.stdout.partition("\npair ")[2], judged)
        assert 0 < sum(one["p_adjusted"] < 0.05 for one in judged) < len(judged)

    def test_study(self) -> None:
        out = self.temp / "out"
        config = self.write_config(bots={"s": "stammtisch"}, seats=["s"] * 3, deals=600, log="none",
                                   variations={"grand20": {"grand_base": 20}})
        done = arena("study", config, "--out", out)
        assert done.returncode == OK, done.stderr
        judged = [effect["judged"] for effect in read_json(out, "study.json")["variations"][0]["effects"]]
        for one in judged:
            self.assert_consistent(one)
        self.assert_stars(done.stdout, judged)
        assert 0 < sum((one["p_adjusted"] or 1) < 0.05 for one in judged) < len(judged)

    def test_only_the_pair_that_is_tested_is_judged_when_a_test_may_end_the_run(self) -> None:
        out = self.temp / "out"
        bots = {"a": "stammtisch", "b": "basic", "c": "random"}
        config = self.write_config(bots=bots, seats=list(bots), schedule="round_robin", deals=900, log="none", compare=["b", "a"],
                                   test=TEST | {"h0": -10, "h1": 0})
        done = arena("run", config, "--out", out)
        summary = read_json(out, "summary.json")
        judged = {(pair["a"], pair["b"]): pair.get("judged") for pair in summary["pairs"]}
        assert set(judged) == {("a", "b"), ("a", "c"), ("b", "c")} and judged["a", "c"] is None and judged["b", "c"] is None
        anytime = summary["test"]["anytime"]
        assert judged["a", "b"]["low"] == -anytime["high"] and judged["a", "b"]["high"] == -anytime["low"]
        assert judged["a", "b"]["p"] == anytime["p"]
        assert len(re.findall(r" -$", done.stdout, re.MULTILINE)) == 2

    def test_each_scoring_has_an_interval_that_holds(self) -> None:
        """The other scoring, and the details, once had Student's, beside a verdict that knew better."""
        out = self.temp / "out"
        done = arena("compare", "stammtisch", word(CLOSE), "-n", 150, "--out", out)
        assert done.returncode == OK, done.stderr
        summary = read_json(out, "summary.json")
        scorings, pair = summary["comparison"]["scorings"], summary["pairs"][0]
        assert scorings["classic"]["judged"] | {"p_adjusted": None} == pair["judged"] | {"p_adjusted": None}
        details = arena("compare", out, "--details").stdout
        for title, name in (("classic", "classic"), ("Seeger", "seeger_fabian")):
            judged = scorings[name]["judged"]
            self.assert_consistent(judged)
            shown = re.search(rf"^{title} +\S+ \((\S+) to (\S+)\)", details, re.MULTILINE)
            assert shown and [float(end) for end in shown.groups()] == pytest.approx([judged["low"], judged["high"]], abs=0.0051)
        other = re.search(r"^  Seeger \S+ \((\S+) to (\S+)\)$", done.stdout, re.MULTILINE)
        judged = scorings["seeger_fabian"]["judged"]
        assert other and [float(end) for end in other.groups()] == pytest.approx([judged["low"], judged["high"]], abs=0.51)
