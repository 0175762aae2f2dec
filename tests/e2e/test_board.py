# SPDX-License-Identifier: MIT
"""End-to-end tests of shards of a run that stop together (run --shard --board), and of how far they are (results)."""
import json
import os
import re
import shutil
import signal
import subprocess
import time
import zlib

import pytest

from harness import *

RECORD = 56  # bytes of a unit in the file of a shard
PARTS = 3
FAR = {"module": "stammtisch", "options": {"caution": 30}}
FAULTY = bad_bot("faulty", what="abort", when="card", percent=20)
# Decided at the end of the first of three shards.
DUEL = {"name": "duel", "bots": {"a": "stammtisch", "b": RANDOM}, "seats": ["a", "b"], "schedule": "duel", "seed": 7,
        "deals": 180, "test": {"h0": 0, "h1": 20, "min_units": 60, "block": 20}}
UNDECIDED = DUEL | {"test": {"h0": 0, "h1": 20, "min_units": 180}}
RUNS = {
    "faults decide": DUEL | {"bots": {"a": FAULTY, "b": "basic"}, "log": "zstd", "deals": 60,
                             "test": {"margin": 2, "faults_alpha": 0.01}},
    "re-deals": DUEL | {"redeals": 1, "bots": {"a": "stammtisch", "b": FAR}, "compare": ["b", "a"], "deals": 24},
}
NO_TEST = {key: value for key, value in DUEL.items() if key != "test"} | {"deals": 60}


class BoardTest(RunTest):
    @pytest.fixture(autouse=True)
    def folders(self, temporary_folder):
        self.board, self.parts = self.temp / "board", self.temp / "parts"

    def part(self, config, number, *arguments, parts=PARTS, board=None):
        return arena("run", config, "--shard", f"{number}/{parts}", "--board", board or self.board,
                     "--out", self.parts / str(number), "--quiet", *arguments)

    def status(self, folder=None):
        done = arena_ok("results", folder or self.board, "--json")
        return json.loads(done.stdout)[0]

    def play_parts(self, config, parts=PARTS):
        for number in range(1, parts + 1):
            done = self.part(config, number, parts=parts)
            assert done.returncode == OK, done.stderr

    def merge(self):
        out = self.temp / "merged"
        shutil.rmtree(out, ignore_errors=True)
        done = arena("merge", *sorted(self.parts.iterdir()), "--out", out, "--quiet")
        assert done.returncode in (0, 1, 2), done.stderr
        return out, done.returncode

    def assert_whole(self, config):
        """The same files and exit status as of one machine, and `results` of the board says the same."""
        whole = self.board.parent / "whole"
        done = arena("run", config, "--out", whole, "--quiet")
        merged, status = self.merge()
        assert status == done.returncode
        self.assert_same_bytes(whole, merged)
        for name in ("faults.jsonl", "redeals.jsonl"):
            assert (whole / name).exists() == (merged / name).exists()
            if (whole / name).exists():
                assert (whole / name).read_bytes() == (merged / name).read_bytes(), name
        verdict = read_json(whole, "summary.json")["verdict"]
        shown = self.status()
        assert shown["sentence"] == verdict["sentence"]
        assert shown["result"] == verdict["result"]
        assert shown["beginning"] == verdict["units"]
        # A board has the faults of all seats, and not how many seats these are.
        # The board does not say of which kind they are: all of them are crashes.
        faults = [re.sub(r" crash(es)?$", lambda kind: " faults" if kind[1] else " fault", text.split(" in ")[0])
                  + ", charged as the rules say" for text in verdict["warnings"] if " seats, charged" in text]
        assert faults == [text for text in shown["warnings"] if ", charged" in text]
        return read_json(whole, "summary.json")


class TestStoppedTogether(BoardTest):
    def test_same_as_one_machine(self):
        """What shards that were stopped have played, merged, is what one machine plays. Of a test of H0 against H1, too, see below."""
        def check(name):
            self.board, self.parts = self.temp / name / "board", self.temp / name / "parts"
            (self.temp / name).mkdir()
            config = self.write_config(**RUNS[name])
            self.play_parts(config)
            summary = self.assert_whole(config)
            shown = self.status()
            decided = summary["test"]["verdict"] != "undecided"
            assert shown["decided"] == decided
            if decided:
                last = read_json(self.parts / str(PARTS), "summary.json")
                assert shown["units"] < shown["planned"] and last["games"] == 0 and not last["complete"]
            else:
                assert shown["units"] == shown["planned"] and shown["finished"] == PARTS
            return decided
        found = {}
        check_each(RUNS, lambda name: found.update({name: check(name)}))
        assert found["faults decide"]

    def test_stopped_part_says_so(self):
        """And `results` of its folder says what the board says, as long as there is one."""
        self.play_parts(self.write_config(**DUEL))
        out = self.parts / str(PARTS)
        done = arena_ok("run", "--resume", out)
        says = r"the shards have a verdict after \d+ of 180 deals: 0 of the 180 games of this shard are in"
        assert re.search(says, done.stderr), done.stderr
        assert done.stdout == ""  # what a shard shows is not what all show
        assert json.loads(arena("run", "--resume", out, "--json").stdout) == read_json(out, "summary.json")
        assert (out / "resume.json").exists()
        shown, of_board = self.status(out), self.status()
        for part in shown["shards"] + of_board["shards"]:
            part.pop("last_seconds_ago")
        assert shown == of_board and shown["folder"] == str(self.board)
        shutil.rmtree(self.board)
        shown = self.status(out)
        assert shown["verdict_of_shard"] == 3 and [part["state"] for part in shown["shards"]] == ["finished"] + ["interrupted"] * 2

    def test_at_the_same_time(self):
        """Parts that play while another one decides are stopped, wherever they are."""
        config = self.write_config(**DUEL | {"deals": 4000000, "bots": {"a": "stammtisch", "b": bad_bot("dawdles", ms=1)}})
        processes = [subprocess.Popen([program(), "run", config, "--shard", f"{number}/2", "--board", self.board, "--out",
                                       self.parts / str(number), "--quiet", "--workers", "1"], cwd=ROOT, text=True,
                                      stderr=subprocess.PIPE) for number in (1, 2)]
        for process in processes:
            _, errors = process.communicate(timeout=TIMEOUT)
            assert process.returncode == OK and re.search(r"the shards have a verdict after \d+ of 4000000 deals", errors), errors
        assert self.status()["stopped"] == 2 and self.status()["decided"]

    def test_regress(self):
        """Its shards, merged, are what it plays at once, with what both bots played alone; without --out they lie side by side."""
        def regress(*more):
            return arena("regress", "stammtisch", "random", "--margin", "4", "--deals", "12", "--seed", "7", *more, cwd=self.temp)
        verdict = regress("--out", "whole", "--quiet")
        for number in (1, 2):
            done = regress("--shard", f"{number}/2", "--board", "board")
            assert done.returncode == OK and done.stdout == "", done.stderr  # a shard decides nothing
            assert "of all shards has the verdict" in done.stderr or "the shards have a verdict after " in done.stderr
        done = regress("--shard", "1/2", "--json", "--out", "alone")
        assert json.loads(done.stdout) == read_json(self.temp / "alone", "summary.json") and done.returncode == OK
        self.parts = self.temp / "results"
        assert sorted(path.name for path in self.parts.iterdir()) == ["regress", "regress-2"]
        merged, status = self.merge()
        assert status == verdict.returncode
        self.assert_same_bytes(self.temp / "whole", merged)
        sentence = verdict.stdout.splitlines()[0]
        assert read_json(merged, "summary.json")["verdict"]["sentence"] == self.status()["sentence"] == sentence


class TestInterrupted(BoardTest):
    def test_killed_and_resumed(self):
        """A shard writes its file again from its log: also one that others had read further."""
        go = self.temp / "go"
        waits = bad_bot("dawdles", ms=0, until=str(go), after=20)
        config = self.write_config(**UNDECIDED | {"bots": {"a": "stammtisch", "b": waits}, "limits": {"time_ms": 0}, "deals": 60})
        log = self.parts / "1" / "games.jsonl"
        process = subprocess.Popen([program(), "run", config, "--shard", "1/2", "--board", self.board, "--out", self.parts / "1",
                                    "--quiet", "--workers", "1"], cwd=ROOT, stderr=subprocess.DEVNULL)
        wait_until(lambda: log.exists() and log.stat().st_size > 0, process)
        process.kill()
        process.wait()
        go.touch()
        assert self.status()["shards"][0]["units"] < 30
        assert arena("run", "--resume", self.parts / "1", "--quiet").returncode == OK
        assert self.status()["shards"][0]["units"] == 30
        assert self.part(config, 2, parts=2).returncode == OK
        self.assert_whole(config)

    def test_what_is_damaged_does_not_count(self):
        """Of a shard whose file is damaged the others know nothing more; they play on, to the same bytes. Nor does a record with the
        right checksum count whose sums would not fit, or which has more deals of a kind than deals."""
        config = self.write_config(**DUEL)
        for number in (1, 2):
            assert self.part(config, number).returncode == OK
        assert self.status()["decided"]
        path = self.board / "shard-1"
        whole = path.read_bytes()

        def forged(at, value):
            size = 8 if at < 24 else 4
            record = whole[3 * RECORD:][:at] + value.to_bytes(size, "little") + whole[3 * RECORD + at + size:4 * RECORD - 4]
            return whole[:3 * RECORD] + record + zlib.crc32(record).to_bytes(4, "little") + whole[4 * RECORD:]

        for damaged, units in ((whole[:-1], 59), (whole[:10 * RECORD + 8] + b"\1" + whole[10 * RECORD + 9:], 10), (whole[RECORD:], 0),
                               (forged(8, 9 * 10 ** 9 + 1), 3), (forged(24, 2), 3)):
            path.write_bytes(damaged)
            shown = self.status()
            assert not shown["decided"] and shown["beginning"] == units
        assert self.part(config, 3).returncode == OK
        assert read_json(self.parts / "3", "summary.json")["complete"]
        path.write_bytes(whole)
        self.assert_whole(config)

    def test_a_part_plays_on_without_the_others(self):
        """When its file cannot be written any more, a warning says so, once."""
        config = self.write_config(**DUEL)
        self.board.mkdir()
        (self.board / "shard-1").symlink_to("/dev/full")
        done = self.part(config, 1)
        assert done.returncode == OK, done.stderr
        if (self.board / "shard-1").is_symlink():
            assert done.stderr.count("this shard plays on") == 1
        assert read_json(self.parts / "1", "summary.json")["complete"]


class TestRefused(BoardTest):
    def test_without_shard(self):
        config = self.write_config(**DUEL)
        for command in (("run", config), ("compare", "stammtisch", "random")):
            done = arena(*command, "--board", self.board, "--out", self.temp / "out")
            assert done.returncode == USAGE and "--board: is only for a shard of a run; it needs --shard K/N" in done.stderr
        assert not self.board.exists()

    def test_another_run(self):
        config = self.write_config(**DUEL)
        assert self.part(config, 1).returncode == OK
        before = (self.board / "shard-1").read_bytes()
        other = self.temp / "other.json"
        other.write_text(json.dumps(DUEL | {"seed": 8}))
        done = self.part(other, 2)
        assert done.returncode == USAGE and 'board.json: belongs to another run: "seed" differs' in done.stderr
        assert not (self.parts / "2" / "manifest.json").exists()
        done = self.part(config, 2, parts=9)
        assert done.returncode == USAGE and "belongs to a run in 3 shards, and this is one of 9" in done.stderr
        assert (self.board / "shard-1").read_bytes() == before

    def test_no_board(self):
        file = self.temp / "file"
        file.write_text("")
        done = self.part(self.write_config(**DUEL), 1, board=file)
        assert done.returncode == USAGE and str(file) in done.stderr
        assert arena("results", self.temp / "missing").returncode == BAD_FILE
        self.board.mkdir()
        for text in ("", '{"shards": 0, "manifest": {}}', '{"shards": 3, "manifest": {"bots": 1}}'):
            (self.board / "board.json").write_text(text)
            assert arena("results", self.board).returncode == BAD_FILE

    def test_resume_takes_its_board(self):
        arena_says(USAGE, "--resume: continues a run unchanged", "run", "--resume", self.temp, "--shard", "1/2", "--board", self.board)


class TestStatus(BoardTest):
    def test_parts(self):
        config = self.write_config(**UNDECIDED)
        for number in (1, 3):
            assert self.part(config, number).returncode == OK
        record = (self.board / "shard-3").read_bytes()
        (self.board / "shard-3").write_bytes(record[:20 * RECORD])
        shown = self.status()
        assert [(part["state"], part["units"]) for part in shown["shards"]] == [
            ("finished", 60), ("not begun", 0), ("playing", 20)]
        assert (shown["units"], shown["planned"], shown["beginning"]) == (80, 180, 60)
        text = arena("results", self.board).stdout
        assert text.startswith("duel: 80 of 180 deals in 3 shards: 1 finished, 1 playing, 1 not begun")
        assert "\nthe first 60 deals of the beginning: undecided between H0 0 and H1 20: a - b " in text

        # By the times in the file of a shard, here written as if a deal took two seconds.
        data, path, now = (self.board / "shard-1").read_bytes(), self.board / "shard-1", int(time.time())
        for name in ("shard-2", "shard-3"):
            (self.board / name).unlink(missing_ok=True)
        for ago, rate in ((0, 0.5), (600, None)):
            path.write_bytes(b"".join(self.at(data[i * RECORD:(i + 1) * RECORD], now - 2 * (29 - i) - ago) for i in range(30)))
            shown = self.status()
            if rate:
                assert shown["shards"][0]["units_per_second"] == rate == shown["units_per_second"]
                assert shown["seconds_left"] == 150 / rate
                assert "; at most 0:05:00 left at this rate\n" in arena("results", self.board).stdout
        assert shown["shards"][0]["state"] == "silent" and shown["seconds_left"] is None

    @staticmethod
    def at(record, when):
        record = record[:16] + when.to_bytes(8, "little") + record[24:52]
        return record + zlib.crc32(record).to_bytes(4, "little")


class TestStatusOfFolder(BoardTest):
    """`results` of a result folder: how far, how fast, how long still, and the verdict that its summary has."""

    def begin(self, config, out):
        """Begins a run that takes long, and waits until it has some games."""
        process = subprocess.Popen([program(), "run", config, "--out", out, "--quiet", "--workers", "1"], cwd=ROOT,
                                   stderr=subprocess.DEVNULL)
        log = out / "games.jsonl"
        wait_until(lambda: process.poll() is not None or log.exists() and log.stat().st_size > 20000)
        return process

    def assert_of_summary(self, shown, out):
        summary = read_json(out, "summary.json")
        assert shown["sentence"] == summary["verdict"]["sentence"] and shown["result"] == summary["verdict"]["result"]
        assert shown["units"] == shown["beginning"] == summary["verdict"]["units"]
        assert shown["unit"] == summary["unit"]

    def test_over(self):
        def check(run):
            out = self.sample(**run)
            shown = self.status(out)
            self.assert_of_summary(shown, out)
            assert [part["state"] for part in shown["shards"]] == ["finished"] and shown["finished"] == 1
            assert shown["seconds_left"] == 0 and shown["shards"][0]["units"] == shown["units"]
            assert shown["decided"] == (read_json(out, "summary.json").get("test", {}).get("verdict", "undecided") != "undecided")
            text = arena("results", out).stdout
            assert text.startswith(f"{run['name']}: {shown['units']} of {shown['planned']} {shown['unit']}s: finished\n")
            assert f"{'decided ' if shown['decided'] else ''}after {shown['units']} {shown['unit']}s: {shown['sentence']}\n" in text
        check_each((DUEL, {"name": "three", "bots": {"a": "stammtisch", "b": FAR, "c": "basic"}, "seats": ["a", "b", "c"],
                           "schedule": "round_robin", "seed": 7, "deals": 6}), check)

    @pytest.mark.long
    def test_that_goes_on(self):
        """The rate is that since it was begun where nothing comes while one looks: here the run is held."""
        out = self.temp / "out"
        process = self.begin(self.write_config(**DUEL | {"deals": 4000000, "test": {"h0": 0, "h1": 20, "min_units": 2000000}}), out)
        process.send_signal(signal.SIGSTOP)
        begun = time.time() - 100000
        os.utime(out / "manifest.json", (begun, begun))
        shown = self.status(out)
        assert shown["shards"][0]["state"] == "playing" and shown["planned"] == 4000000
        assert shown["units"] > 5 and shown["beginning"] > 5
        assert shown["sentence"].startswith("undecided between H0 0 and H1 20: a - b ") and shown["valid"] == "anytime"
        # Its units are whole deals; the rate also counts games of the one that is being played.
        assert 0.99 * shown["units"] < shown["units_per_second"] * 100000 < 1.01 * (shown["units"] + 1)
        assert abs(shown["seconds_left"] * shown["units_per_second"] / (4000000 - shown["units"]) - 1) < 1e-5
        assert "; at most " in arena("results", out).stdout
        process.send_signal(signal.SIGCONT)
        process.terminate()
        assert process.wait() == INTERRUPTED
        shown = self.status(out)
        self.assert_of_summary(shown, out)
        assert shown["shards"][0]["state"] == "interrupted" and shown["seconds_left"] is None

    def test_without_a_log(self):
        """Nothing is known of it before its end."""
        out = self.temp / "out"
        run = NO_TEST | {"log": "none", "deals": 4000000}
        process = subprocess.Popen([program(), "run", self.write_config(**run), "--out", out, "--quiet"], cwd=ROOT)
        wait_until((out / "manifest.json").exists)
        shown = self.status(out)
        assert (shown["units"], shown["units_per_second"], shown["seconds_left"]) == (None, None, None)
        assert shown["shards"][0]["state"] == "playing" and "sentence" not in shown
        assert arena("results", out).stdout.startswith("duel: - of 4000000 deals: playing\n")
        process.terminate()
        process.wait()

    def test_bids_alone(self):
        """Deals that need not be played, since they are bid alike, count."""
        out = self.temp / "out"
        assert arena("compare", "stammtisch", "stammtisch:caution=50", "--bidding", "-n", 30, "--out", out).returncode == OK
        assert read_json(out, "summary.json")["games"] < 90
        assert self.status(out)["units"] == 30

    def test_parts(self):
        """Of a shard, all that lie beside it; the verdict is its own."""
        config = self.write_config(**NO_TEST)
        for number in (1, 3):
            assert arena("run", config, "--shard", f"{number}/4", "--out", self.parts / str(number), "--quiet").returncode == OK
        shown = self.status(self.parts / "3")
        assert [(part["shard"], part["state"], part["units"]) for part in shown["shards"]] == [(1, "finished", 15), (3, "finished", 15)]
        assert (shown["units"], shown["planned"], shown["beginning"], shown["verdict_of_shard"]) == (30, 60, 15, 3)
        assert shown["sentence"] == read_json(self.parts / "3", "summary.json")["verdict"]["sentence"]
        text = arena("results", self.parts / "3").stdout
        assert text.startswith("duel: 30 of 60 deals in 2 shards: 2 finished\nthe first 15 deals of shard 3: ")
        (self.parts / "3" / "summary.json").unlink()
        text = arena("results", self.parts / "3").stdout
        assert "  the interval is made for the end of the run, not for looking before\n" in text and "at this rate" not in text

    def test_several(self):
        """Runs one after the other; what is no run is not mixed with them."""
        out = self.sample(**DUEL)
        assert [run["run"] for run in json.loads(arena("results", out, out, "--json").stdout)] == ["duel", "duel"]
        arena_says(USAGE, "is not of one kind with", "results", out, self.temp)
