# SPDX-License-Identifier: MIT
"""`games`, `export --csv` and `results`: what they list is what the log says, counted here again."""
import csv
import io
import json
import shutil
import subprocess
from typing import Any

import pytest

from harness import BAD_FILE, INTERNAL, OK, PASS, ROOT, USAGE, RunTest, arena, arena_ok, arena_says, bad_bot, program, \
    read_lines

SUITS = {"C": "clubs", "S": "spades", "H": "hearts", "D": "diamonds"}


class TestGames(RunTest):
    @pytest.fixture(autouse=True)
    def run(self, temporary_folder):
        self.out = self.sample(bots={"a": {"module": "stammtisch", "options": {"caution": 40}}, "b": "stammtisch"},
                             seats=["a", "b", "b"], schedule="rotations", deals=30)
        self.lines = read_lines(self.out)

    def numbers(self, *options):
        done = arena_ok("games", self.out, *options, "--ids")
        return [int(number) for number in done.stdout.split(",")] if done.stdout.strip() else []

    @staticmethod
    def declarer(line):
        return line["table"][line["seats"][line["declarer"]]] if line["declarer"] is not None else None

    @staticmethod
    def kind(line):
        return (line.get("contract") or " ")[0]

    def test_a_full_disk_is_called_that_or_nothing_else(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run([program(), "games", self.out], stdout=full, stderr=subprocess.PIPE, text=True, check=False, cwd=ROOT)
        assert done.returncode == INTERNAL and "standard output" in done.stderr and "ioctl" not in done.stderr

    def test_filters(self):
        wanted = {
            ("--contract", "grand"): lambda line: self.kind(line) == "G",
            ("--contract", "suit"): lambda line: self.kind(line) in SUITS,
            ("--contract", "passed"): lambda line: line["declarer"] is None,
            ("--won",): lambda line: line["declarer"] is not None and line["result"]["won"],
            ("--lost",): lambda line: line["declarer"] is not None and not line["result"]["won"],
            ("--hand",): lambda line: "H" in (line.get("contract") or "")[1:],
            ("--overbid",): lambda line: line["declarer"] is not None and line["result"]["overbid"],
            ("--deal", "7"): lambda line: line["deal"] == 7,
            ("--min-value", "48"): lambda line: line["declarer"] is not None and line["result"]["value"] >= 48,
            ("--bot", "a", "--role", "declarer"): lambda line: self.declarer(line) == "a",
            ("--bot", "a", "--lost"): lambda line: line["declarer"] is not None and
                line["result"]["won"] != (self.declarer(line) == "a"),
            ("--bot", "a", "--role", "defender", "--won"): lambda line: line["declarer"] is not None and
                self.declarer(line) != "a" and not line["result"]["won"],
        }
        for options, is_wanted in wanted.items():
            expected = [line["game"] for line in self.lines if is_wanted(line)]
            assert self.numbers(*options) == expected, options
        assert self.numbers() == [line["game"] for line in self.lines]

    def test_swing(self):
        """By how much the same cards in the same position differ in score, at most."""
        swings = {}
        for line in self.lines:
            for position, seat in enumerate(line["seats"]):
                swings.setdefault((line["session"], line["deal"]), {}).setdefault(position, []).append(line["score"][seat])
        swings = {deal: max(max(scores) - min(scores) for scores in by.values()) for deal, by in swings.items()}
        assert max(swings.values()) > 0
        rows = json.loads(arena("games", self.out, "--json").stdout)
        assert {(row["session"], row["deal"]): row["swing"] for row in rows} == swings
        least = sorted(swings.values())[-3]
        assert set(self.numbers("--min-swing", least)) == {line["game"] for line in self.lines
                                                           if swings[line["session"], line["deal"]] >= least}

    def test_tables_have_every_game_and_seat(self):
        text = arena("export", self.out, "--csv", "games").stdout
        games = list(csv.DictReader(io.StringIO(text)))
        seats = list(csv.DictReader(io.StringIO(arena("export", self.out, "--csv", "seats").stdout)))
        assert len(games) == len(self.lines) and len(seats) == 3 * len(self.lines)
        for row, line in zip(games, self.lines):
            assert int(row["game"]) == line["game"] and row["declarer"] == (self.declarer(line) or "")
            assert row["contract"] == (line.get("contract") or "") and row["status"] == line["status"]
            if line["declarer"] is not None:
                assert int(row["points"]) == line["result"]["points"] and int(row["signed"]) == line["result"]["signed"]
                assert (row["won"] == "true") == line["result"]["won"]
        for row in seats:
            line = self.lines[int(row["game"])]
            assert row["bot"] == line["table"][int(row["seat"])]
            assert int(row["score"]) == line["score"][int(row["seat"])]
            assert (row["role"] == "declarer") == (line["declarer"] is not None and
                                                     line["seats"][line["declarer"]] == int(row["seat"]))
        assert arena("games", self.out, "--format", "csv").stdout == text
        assert sum(float(row["seeger_fabian"]) for row in seats if row["role"] != "passed in") != 0

    def test_what_cannot_be_asked(self):
        for options, message in (
                (["--bot", "x"], 'no bot "x"'), (["--role", "declarer"], "needs --bot"),
                (["--won", "--lost"], "both won and lost"), (["--json", "--ids"], "exclude"),
                (["--contract", "solo"], "must be one of")):
            arena_says(USAGE, message, "games", self.out, *options)
        assert arena("games", self.temp / "nothing").returncode == BAD_FILE
        once = self.sample(deals=3)
        assert "played once" in arena("games", once, "--min-swing", 5).stderr
        assert arena("export", self.out, "--csv", "games", "--normalize").returncode == USAGE
        assert arena("export", self.out, "--csv", "games", "--out", self.temp / "no" / "file").returncode == USAGE

    def test_no_file_is_lost(self):
        """The log is not written over, and what was there stays when the log cannot be read."""
        log, kept = self.out / "games.jsonl", self.temp / "kept.csv"
        before = log.read_bytes()
        kept.write_text("mine")
        for words in (("--csv", "games"), ()):
            arena_says(USAGE, "belongs to the run that is read", "export", self.out, *words, "--out", log)
            assert log.read_bytes() == before
            assert arena("export", self.temp / "nothing", *words, "--out", kept).returncode == BAD_FILE
            assert kept.read_text() == "mine"
        assert arena("export", self.out, "--csv", "games", "--date", "2020").returncode == USAGE

    def test_no_command_writes_over_what_it_reads(self):
        """By its name, by a link, or as a folder inside one of which an index is made; the page may be replaced."""
        out = self.temp / "copy"
        shutil.copytree(self.out, out)
        (self.temp / "link").symlink_to(out / "summary.json")
        before = {path.name: path.read_bytes() for path in out.iterdir()}
        commands: Any = (["report", self.temp, "--out"], ["replay", out, "--game", 0, "--html"],
                         ["export", out, "--csv", "seats", "--out"])
        for words in commands:
            for to in (out / "games.jsonl", self.temp / "link"):
                arena_says(USAGE, f"{to}: belongs to the run that is read", *words, to)
        assert {path.name: path.read_bytes() for path in out.iterdir()} == before
        assert arena("report", out, "--out", out / "report.html").returncode == OK

    def test_a_fault_before_the_announcement_is_lost(self):
        out = self.sample(bots={"bad": bad_bot("faulty", what="no_answer", when="declare"), "r": PASS},
                        seats=["bad", "r", "r"], schedule="rotations", deals=12)
        expected = [line["game"] for line in read_lines(out) if line["declarer"] is not None and line["status"] == "illegal"]
        assert expected
        for options in (["--lost"], ["--bot", "bad", "--lost"], ["--bot", "r", "--won"]):
            assert arena("games", out, *options, "--ids").stdout == ",".join(map(str, expected)) + "\n", options

    def test_a_torn_log_is_an_error(self):
        out = self.temp / "torn"
        shutil.copytree(self.out, out)
        log = out / "games.jsonl"
        log.write_bytes(log.read_bytes()[:-20])
        arena_says(BAD_FILE, "torn", "games", out)

    def test_faults(self):
        out = self.sample(bots={"bad": bad_bot("faulty", what="illegal_card", percent=50), "r": PASS}, seats=["bad", "r", "r"],
                        schedule="rotations", deals=12)
        expected = [line["game"] for line in read_lines(out) if line["status"] != "ok"]
        done = arena("games", out, "--bot", "bad", "--fault", "--ids")
        assert expected and done.stdout == ",".join(map(str, expected)) + "\n"
        assert arena("games", out, "--bot", "r", "--fault", "--ids").stdout == ""


class TestResults(RunTest):
    def test_each_kind_has_its_line(self):
        folder = self.temp / "results"
        cases: Any = ({}, {"compare": ["a", "b"], "schedule": "duel", "deals": 36})
        for number, fields in enumerate(cases):
            bots = {"a": "stammtisch", "b": "random"} | ({} if fields else {"c": "basic"})
            path = self.write_config(bots=bots, seats=list(bots), **fields)
            assert arena("run", path, "-q", "--out", folder / f"run{number}").returncode == OK
        assert arena("results", self.temp / "none").returncode == BAD_FILE
        (folder / "other").mkdir()
        (folder / "broken").mkdir()
        (folder / "broken" / "summary.json").write_text("{")
        entries = {entry["folder"].rsplit("/", 1)[1]: entry for entry in json.loads(arena("results", folder, "--json").stdout)}
        assert set(entries) == {"run0", "run1", "broken"}
        assert entries["run0"]["command"].startswith("skat-arena run ") and " -q --out " in entries["run0"]["command"]
        assert "no difference shown between" in entries["run0"]["verdict"] and "a is better" in entries["run1"]["verdict"]
        assert entries["broken"]["verdict"] == "damaged"
        text = arena("results", folder).stdout
        assert all(name in text for name in entries)

    def test_what_is_strange_is_printable(self):
        folder = self.temp / "results"
        out = folder / "new\nline\x1b[31mred"
        assert arena("run", self.write_config(deals=1), "-q", "--out", out).returncode == OK
        shown = arena("results", folder).stdout
        assert "\x1b" not in shown and "new" in shown
        assert b"\x1b" not in (out / "timing.json").read_bytes()
