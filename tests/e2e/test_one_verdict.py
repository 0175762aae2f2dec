# SPDX-License-Identifier: MIT
"""End-to-end tests that a run has one verdict: terminal, exit status, `results`, JUnit file, page, archive and Python say what
summary.json says. What it is in each situation that a run can end in, tests/unit/test_decide_verdict.c shows."""
import csv
import io
import itertools
import json
import re
import signal
import subprocess
import xml.etree.ElementTree as ElementTree

import pytest

from report_pages import *
from test_compare import HAND, REJECTED, faulty, size_of, word

pytestmark = pytest.mark.no_sanitizer("about words, not memory")

CLOSE = {"module": "stammtisch", "options": {"caution": 50}}
TEST = {"h0": 0, "h1": 40, "min_units": 24, "block": 8}
DECIDED = {"seats": ["a", "b"], "schedule": "duel", "bots": {"a": "stammtisch", "b": HAND}, "deals": 72, "test": TEST}
# A run of each kind by its name: with warnings and without, with something that is needed and without.
RUNS = {
    "better": ("compare", "stammtisch", "basic", "-n", 36),
    "open": ("compare", "stammtisch", word(CLOSE), "-n", 36),
    "looks": ("compare", "stammtisch:caution=80", "stammtisch", "-n", 150, "--seed", 1),
    "alike": ("compare", "stammtisch", "stammtisch", "-n", 36),
    "faults": ("compare", "basic", word(faulty(30)), "-n", 36),
    "tested": ("compare", "random", "stammtisch", "--test", "points", "--h1", 10, "--min-units", 60, "--block", 20),
    "undecided": ("regress", word(faulty(30)), "basic", "-n", 12),
    "failed": ("regress", "basic", word(faulty(15)), "-n", 12),
}
RESULTS = {"better": "a is better", "open": "no difference shown", "looks": "b looks better", "alike": "identical play",
           "faults": "a is better", "tested": "reject", "undecided": "undecided", "failed": "fail"}


def verdict_of(folder):
    return read_json(folder, "summary.json")["verdict"]


def lines_of_terminal(text):
    """The sentence, and the warnings behind it."""
    first, *rest = text.splitlines()
    return first, [line.removeprefix("WARNING ") for line in itertools.takewhile(lambda line: line.startswith("WARNING "), rest)]


def properties_of(junit):
    found = [(item.get("name"), item.get("value")) for item in ElementTree.parse(junit).getroot().iter("property")]
    return {name: [value for key, value in found if key == name] for name, _ in found}


class OutputTest(ReportTest):
    """Of the same runs."""

    def play_all(self, folder):
        ended = {}
        for name, command in RUNS.items():
            junit = ("--junit", folder / f"{name}.xml") if command[0] == "regress" else ()
            done = arena(*command, "--out", folder / name, "--log", "all", *junit)
            ended[name] = (done.returncode, done.stdout)
        (folder / "ended.json").write_text(json.dumps(ended))

    @pytest.fixture(autouse=True)
    def runs(self):
        self.folder = shared("verdicts", self.play_all)
        self.verdicts = {name: verdict_of(self.folder / name) for name in RUNS}


class TestOutputs(OutputTest):
    def test_runs_have_what_is_to_be_told(self):
        assert {name: verdict["result"] for name, verdict in self.verdicts.items()} == RESULTS
        assert [name for name, verdict in self.verdicts.items() if verdict["warnings"]] == ["faults", "undecided", "failed"]
        assert [name for name, verdict in self.verdicts.items() if verdict["needed"]] == ["open", "undecided"]

    def test_terminal_and_exit_status(self):
        """As a run ends, and when its folder is compared again, by the names of the pair, too."""
        for name, (status, text) in read_json(self.folder, "ended.json").items():
            verdict, folder = self.verdicts[name], self.folder / name
            again = []
            if name in ("looks", "alike", "faults", "undecided"):
                again += [arena("compare", folder), arena("compare", folder, *read_json(folder, "manifest.json")["compare"])]
            for code, told in [(status, text)] + [(done.returncode, done.stdout) for done in again]:
                assert (code, *lines_of_terminal(told)) == (verdict["exit_status"], verdict["sentence"], verdict["warnings"]), name
                assert not verdict["needed"] or f"{verdict['needed']}\n" in told, name

    def test_results_and_status(self):
        listed = json.loads(arena("results", self.folder, "--json").stdout)
        assert {pathlib.Path(one["folder"]).name: one["run_verdict"] for one in listed} == self.verdicts
        text, spread = (arena("results", self.folder, *more).stdout for more in ((), ("--format", "csv")))
        assert {row["verdict"]: row["warnings"] for row in csv.DictReader(io.StringIO(spread))} == {
            verdict["sentence"]: "; ".join(verdict["warnings"]) for verdict in self.verdicts.values()}
        for verdict in self.verdicts.values():
            assert verdict["sentence"] in text and all(f"    WARNING {warning}\n" in text for warning in verdict["warnings"])
            assert not verdict["needed"] or text.count(f"\n    {verdict['needed']}\n") == 1
        verdict = self.verdicts["undecided"]
        status = json.loads(arena("results", self.folder / "undecided", "--json").stdout)[0]
        assert {key: status.get(key) for key in ("sentence", "result", "needed", "warnings")} == {
            key: verdict[key] for key in ("sentence", "result", "needed", "warnings")}
        told = arena("results", self.folder / "undecided").stdout.splitlines()
        assert [line.removeprefix("WARNING ") for line in told if line.startswith("WARNING ")] == verdict["warnings"]
        assert any(line.endswith(verdict["sentence"]) for line in told)

    def test_python(self):
        """As it is in the file."""
        pytest.importorskip("numpy")
        use_package()
        import skat_arena
        for name, verdict in self.verdicts.items():
            assert skat_arena.Run(self.folder / name).verdict == verdict

    def test_junit(self):
        for name in ("undecided", "failed"):
            verdict, found = self.verdicts[name], properties_of(self.folder / f"{name}.xml")
            assert (found["verdict"], found.get("warning", []), found.get("needed", [])) == (
                [verdict["sentence"]], verdict["warnings"], [verdict["needed"]] if verdict["needed"] else [])

    def test_junit_file_of_merged_parts(self):
        """As of one machine, but for the times and the folder."""
        merged, both, parts = self.temp / "merged", self.temp / "both.xml", [self.temp / f"part{part}" for part in (1, 2)]
        for number, part in enumerate(parts, 1):
            assert arena(*RUNS["failed"], "--log", "all", "--shard", f"{number}/2", "--out", part).returncode == OK
        assert arena("merge", *parts, "--out", merged, "--junit", both, "--quiet").returncode == REJECTED
        one, other = (re.sub(r'time="[\d.]+"', "", path.read_text().replace(str(folder), ""))
                      for path, folder in ((self.folder / "failed.xml", self.folder / "failed"), (both, merged)))
        # The runs of `verdicts` were played in a folder of another name, until it was complete.
        assert one.replace(f"{self.folder}.unfinished/failed", "") == other and "fault in game" in one
        assert float(ElementTree.parse(both).getroot().get("time")) > 0

    def test_pair_of_a_run_that_a_test_has_ended(self):
        """From the log: the pair of the run has its verdict, turned the same interval."""
        verdict, (a, b) = self.verdicts["tested"], read_json(self.folder / "tested", "manifest.json")["compare"]
        turned = json.loads(arena("compare", self.folder / "tested", b, a, "--json").stdout)["verdict"]
        assert [turned["difference"][end] for end in ("low", "high")] == [-verdict["difference"][end] for end in ("high", "low")]
        assert (verdict["result"], turned["result"]) == ("reject", "a is better")

    def test_each_scoring_has_the_interval_of_what_was_seen(self):
        """The verdict, the other scoring and the details have the same; the one that decides contains it, and is told once."""
        summary, told = read_json(self.folder / "looks", "summary.json"), read_json(self.folder, "ended.json")["looks"][1]
        scorings, verdict = summary["comparison"]["scorings"], summary["verdict"]
        assert scorings["classic"]["judged"] | {"p_adjusted": None} == summary["pairs"][0]["judged"] | {"p_adjusted": None}
        assert {key: scorings["classic"]["judged"][key] for key in ("low", "high")} == verdict["decides"]
        assert verdict["decides"]["low"] < 0 < verdict["decides"]["high"]
        assert verdict["difference"]["low"] * verdict["difference"]["high"] > 0 and told.count(f"  {verdict['assumption']}\n") == 1
        details = arena("compare", self.folder / "looks", "--details").stdout
        for title, name in (("classic", "classic"), ("Seeger", "seeger_fabian")):
            seen = [scorings[name][end] for end in ("low", "high")]
            shown = re.search(rf"^{title} +\S+ \((\S+) to (\S+)\)", details, re.MULTILINE)
            assert shown and [float(end) for end in shown.groups()] == pytest.approx(seen, abs=0.0051)
        other = re.search(r"^  Seeger \S+ \((\S+) to (\S+)\)$", told, re.MULTILINE)
        assert other and [float(end) for end in other.groups()] == pytest.approx(seen, abs=0.51)

    def test_needed_deals_are_told_once(self):
        """By the verdict's sentence, or by the line below it."""
        for name in ("open", "looks"):
            told, verdict = read_json(self.folder, "ended.json")[name][1], self.verdicts[name]
            assert told.count(str(verdict["deals_to_show"])) == 1, told

    def test_identical_play_has_no_interval(self):
        summary, told = read_json(self.folder / "alike", "summary.json"), read_json(self.folder, "ended.json")["alike"][1]
        verdict = summary["verdict"]
        assert verdict["difference"] == {"mean": 0, "error": 0, "low": 0, "high": 0}
        assert [verdict[key] for key in ("level", "decides", "valid", "alpha_low", "hand", "unseen", "assumption", "needed")] == [None] * 8
        assert all("judged" not in found for found in summary["comparison"]["scorings"].values())
        details = told + arena("compare", self.folder / "alike", "--details").stdout
        assert " to " not in re.sub(r"(?m)^compare: .*$|^page: .*$", "", details) and "\n  Seeger 0.00\n" in told


class TestPages(OutputTest, BrowserTest):
    def test_pages(self):
        """The index of several. `test_report_browser` has the warnings and the sentence of a run."""
        told = self.live(self.page(self.folder), "console.log(document.querySelector('#index').textContent);"
                         "document.querySelectorAll('#index [role=note]').forEach(note => console.log(note.textContent));"
                         "document.querySelectorAll('#index [role=img]').forEach(one => console.log(one.getAttribute('aria-label')));")
        warnings = [f"Warning: {self.typeset(text)}" for verdict in self.verdicts.values() for text in verdict["warnings"]]
        assert sorted(text for text in told[1:] if text.startswith("Warning: ")) == sorted(warnings)
        assert all(self.typeset(verdict["sentence"]) in told[0] for verdict in self.verdicts.values())
        assert {re.search(r", (\S+) % ", text)[1] for text in told[1:] if " % " in text and not text.startswith("Warning")} == {"95", "90"}


class TestOtherRuns(RunTest):
    """Runs in parts, interrupted, without a comparison, and such that nothing is played."""

    def told(self, done):
        return done.returncode, *lines_of_terminal(done.stdout)

    def test_without_a_comparison(self):
        done, folder = self.run_config(deals=4, seats=["a", "b", "c"], schedule="round_robin",
                                       bots={"a": "basic", "b": HAND, "c": RANDOM})
        assert verdict_of(folder)["result"] == "several lead"
        assert self.told(done) == (OK, verdict_of(folder)["sentence"], [])

    def test_merged(self):
        """Of a run with a test the parts have no verdict; of another one they have their own."""
        parts = [self.run_config("--quiet", "--shard", f"{part}/2", **DECIDED)[1] for part in (1, 2)]
        done = arena("merge", *parts, "--out", self.temp / "merged")
        verdict = verdict_of(self.temp / "merged")
        assert verdict == verdict_of(self.sample(**DECIDED)) and verdict["result"] == "accept"
        assert self.told(done) == (OK, verdict["sentence"], [])
        own = verdict_of(parts[1])
        assert own["sentence"] == "shard 2 of 2, 108 of 108 games played: `skat-arena merge` of all shards has the verdict"
        assert (own["asked"], own["difference"], own["warnings"]) == ("nothing", None, [])
        shown = arena("compare", parts[1])
        assert self.told(shown) == (OK, own["sentence"], []) and not re.search(r"Seeger \S+ \(", shown.stdout)
        without = {key: value for key, value in DECIDED.items() if key != "test"} | {"deals": 4}
        own = verdict_of(self.run_config("--quiet", "--shard", "2/2", **without)[1])
        assert own["difference"] and own["warnings"] == [
            "of the deals of shard 2 of 2 alone: `skat-arena merge` of all shards has the verdict"]
        done = arena("merge", *parts, "--out", self.temp / "other", "--junit", self.temp / "x.xml")
        assert done.returncode == USAGE and "only a run of regress has test cases" in done.stderr

    def test_interrupted_and_resumed(self):
        """The verdict, the tables, the exit status and the JUnit file of the command that began."""
        outputs = {}
        for how in ("whole", "cut"):
            where = self.temp / how
            where.mkdir()
            command = [program(), "regress", "random", word(HAND), "-n", "60", "--margin", "0.01", "--out", "out", "--junit",
                       "junit.xml"]
            with Started(command, cwd=where, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
                if how == "cut":
                    # The games that each plays alone have a log before, which is short.
                    wait_until(lambda: process.poll() is not None or size_of(where / "out" / "games.jsonl") > 10000)
                    process.send_signal(signal.SIGTERM)
                text, status = process.communicate(timeout=TIMEOUT)[0], process.returncode
            if status == INTERRUPTED:
                verdict = verdict_of(where / "out")
                assert re.fullmatch(r"not finished: \d+ of 900 games", verdict["warnings"][0])
                assert lines_of_terminal(text) == (verdict["sentence"], verdict["warnings"])
                assert properties_of(where / "junit.xml")["verdict"] == [verdict["sentence"]]
                done = arena("run", "--resume", "out", cwd=where)
                status, text = done.returncode, done.stdout
            text = re.sub(r"^the bots gave about \d+ answers\n", "", text, flags=re.MULTILINE)  # of what was played now
            outputs[how] = (status, text, re.sub(r' time="[0-9.]+"', "", (where / "junit.xml").read_text()), verdict_of(where / "out"))
        assert outputs["whole"] == outputs["cut"]

    def test_byte_identical(self):
        """Nothing is played, so there is no folder."""
        copy, junit, out = self.temp / "copy.so", self.temp / "junit.xml", self.temp / "out"
        copy.write_bytes((program().parent / "bots" / "basic.so").read_bytes())
        command = ["regress", "basic", copy, "--out", out]
        told, said = arena(*command, "--junit", junit), arena(*command, "--json")
        verdict = json.loads(said.stdout)["verdict"]
        assert self.told(told) == (OK, verdict["sentence"], verdict["warnings"]) and said.returncode == verdict["exit_status"] == OK
        assert {check["sentence"] for check in verdict["checks"]} == {"not played: both are the same file"} and not out.exists()
        assert properties_of(junit) == {"verdict": [verdict["sentence"]], "result": ["pass"], "warning": verdict["warnings"]}


class TestStars(RunTest):
    """Nothing is called shown that the interval beside it contradicts."""

    ROW = re.compile(r" +[+-][\d.]+ \( *([+-][\d.]+|-) to +([+-][\d.]+|-)\) .*?([*~]?)$", re.MULTILINE)

    def assert_stars(self, text, judged):
        for one in judged:
            excludes = (one["low"] or -1) > 0 or (1 if one["high"] is None else one["high"]) < 0
            assert one["p"] is None or excludes == (one["p"] < 0.05) and one["p_adjusted"] >= one["p"]
        rows = self.ROW.findall(text)
        shown = sum((one["p_adjusted"] or 1) < 0.05 for one in judged)
        assert 0 < shown < len(judged) and sum(star == "*" for _, _, star in rows) == shown
        assert all(float(low) > 0 or float(high) < 0 for low, high, star in rows if star)

    def test_pairs(self):
        bots = {"a": "basic", "b": RANDOM, "c": HAND}
        done, out = self.run_ok("--log", "none", bots=bots, seats=list(bots), schedule="round_robin", deals=60)
        self.assert_stars(done.stdout.partition("\npair ")[2], [pair["judged"] for pair in read_json(out, "summary.json")["pairs"]])

    def test_study(self):
        config = self.write_config(bots={"s": "basic"}, seats=["s"] * 3, deals=300, log="none", variations={"g": {"value.grand": 20}})
        done = arena_ok("study", config, "--out", self.temp / "out")
        effects = read_json(self.temp / "out", "study.json")["variations"][0]["effects"]
        self.assert_stars(done.stdout, [effect["judged"] for effect in effects])

    def test_only_the_pair_that_is_tested_is_judged_when_a_test_may_end_the_run(self):
        bots = {"a": "stammtisch", "b": HAND, "c": "random"}
        done, out = self.run_config(bots=bots, seats=list(bots), schedule="round_robin", deals=900, log="none", compare=["b", "a"],
                                    test=TEST | {"h0": -40, "h1": 0})
        summary = read_json(out, "summary.json")
        judged = {(pair["a"], pair["b"]): pair.get("judged") for pair in summary["pairs"]}
        assert set(judged) == {("a", "b"), ("a", "c"), ("b", "c")} and judged["a", "c"] is None and judged["b", "c"] is None
        anytime = summary["test"]["anytime"]
        assert [judged["a", "b"][key] for key in ("low", "high", "p")] == [-anytime["high"], -anytime["low"], anytime["p"]]
        assert len(re.findall(r" -$", done.stdout, re.MULTILINE)) == 2
