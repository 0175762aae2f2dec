# SPDX-License-Identifier: MIT
"""End-to-end tests of what outlives a run: resume, shards, merge."""
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time

import pytest

import harness
from harness import *

REJECTED, UNDECIDED = 1, 2
FAR = 3000000  # bytes of a log: more than workers are ahead of each other
DUEL = {"bots": {"a": "stammtisch", "b": RANDOM}, "seats": ["a", "b"], "schedule": "duel"}
# A bot that answers otherwise when its hand comes back: what is counted of it is in the summary, too.
INCONSISTENT = DUEL | {"bots": {"a": cheat("wavers", at=6), "b": RANDOM}, "seatings": "all", "deals": 12}


def faulty_fields(percent=3, **more):
    bot = bad_bot("faulty", what="abort", when="card", percent=percent)
    return {"bots": {"f": bot, "s": "stammtisch", "r": RANDOM}, "seats": ["f", "s", "r"],
            "schedule": "rotations"} | more


class ResumeTest(RunTest):
    def assert_same(self, one, other, names=SAME_BYTES):
        for name in names:
            assert (one / name).read_bytes() == (other / name).read_bytes(), name

    def start(self, path, out, *arguments, **more):
        process = subprocess.Popen([program(), "run", path, "--out", out, "--quiet", *arguments],
                                   cwd=ROOT, text=True, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, start_new_session=True, **more)
        self.cleanup.callback(process.communicate)
        self.cleanup.callback(process.kill)
        return process

    def resume(self, out, *arguments, code=OK):
        done = arena("run", "--resume", out, "--quiet", *arguments)
        assert done.returncode == code, done.stderr
        return done

    def wait_for_log(self, out, process, size=1):
        log = out / "games.jsonl"
        wait_until(lambda: process.poll() is not None or log.exists() and log.stat().st_size >= size)


def workers_of(process):
    with open(f"/proc/{process.pid}/task/{process.pid}/children", encoding="ascii") as file:
        return [int(pid) for pid in file.read().split()]


class TestKills(ResumeTest):
    def check_supervisor(self, times, **fields):
        path = self.write_config(**fields)
        whole = self.temp / "whole"
        assert arena("run", path, "--out", whole, "--quiet").returncode in (0, 1, 2)
        size = (whole / "games.jsonl").stat().st_size
        names = SAME_BYTES + (("faults.jsonl",) if (whole / "faults.jsonl").exists() else ())
        generator = random.Random(4711)
        for turn in range(times):
            out = self.temp / f"cut{turn}"
            process = self.start(path, out, "--workers", str(generator.choice((1, 2, 3))))
            self.wait_for_log(out, process, generator.randrange(1, size))
            process.kill()
            process.communicate()
            if generator.random() < 0.5:  # once more, while it goes on
                if (out / "resume.json").exists():
                    again = subprocess.Popen([program(), "run", "--resume", out, "--quiet"],
                                             cwd=ROOT, stderr=subprocess.DEVNULL)
                    time.sleep(generator.random() * 0.2)
                    again.kill()
                    again.wait()
            if (out / "resume.json").exists():
                done = arena("run", "--resume", out, "--quiet")
                assert done.returncode in (0, 1, 2), done.stderr
            self.assert_same(whole, out, names)
            assert not (out / "resume.json").exists()

    @pytest.mark.long
    def test_supervisor(self):
        self.check_supervisor(repeat(8, 3), **DUEL | {
            "deals": 3000 if has_sanitizer() else repeat(10000, 4000)})

    @pytest.mark.long
    def test_supervisor_with_crashing_bots(self):
        self.check_supervisor(repeat(5, 3), **faulty_fields(deals=repeat(1500, 500)))

    @pytest.mark.long
    def test_supervisor_with_sessions(self):
        self.check_supervisor(repeat(5, 3), **faulty_fields(rules="stammtisch", deals=12,
                                                            sessions=repeat(80, 30)))

    @pytest.mark.long
    def test_supervisor_with_a_test(self):
        deals = 5000 if has_sanitizer() else repeat(8000, 4000)
        self.check_supervisor(repeat(4, 3), **DUEL | {
            "bots": {"a": "stammtisch", "b": "basic"}, "deals": deals,
            "test": {"h0": 1000, "h1": 1001, "min_units": deals * 19 // 20}})

    @pytest.mark.parametrize("more", [{}, {"rules": "stammtisch", "deals": 12, "sessions": 300},
                                      {"bots": {"a": "stammtisch", "b": bad_bot("faulty", what="abort", when="card", percent=1)}}])
    @pytest.mark.long
    @pytest.mark.no_sanitizer("test_supervisor kills runs there, and the journal is fuzzed")
    def test_supervisor_with_a_journal(self, more):
        """Of most deals the log has nothing: what was counted of them is in the journal, and the audit finds its games in the log."""
        close = {"module": "stammtisch", "options": {"caution": 54}}
        self.check_supervisor(repeat(6, 3), **DUEL | {"bots": {"a": "stammtisch", "b": close}, "log": "divergent",
                                                      "audit": 200, "deals": repeat(10000, 2500)} | more)

    def check_workers(self, times, **fields):
        path = self.write_config(**fields)
        whole, out = self.temp / "whole", self.temp / "killed"
        assert arena("run", path, "--out", whole, "--quiet").returncode == OK
        generator = random.Random(17)
        for _ in range(times):
            shutil.rmtree(out, ignore_errors=True)
            process = self.start(path, out, "--workers", "2")
            killed = 0
            while process.poll() is None and not (out / "games.jsonl").exists():
                time.sleep(0.001)  # what examines the bots is no worker
            while process.poll() is None:
                time.sleep(0.02 + generator.random() * 0.1)
                # Not near the end: there the leak sanitizer has a helper that is no worker, and waits for it forever.
                if (out / "games.jsonl").stat().st_size + FAR > (whole / "games.jsonl").stat().st_size:
                    break
                try:
                    victims = workers_of(process)
                    os.kill(generator.choice(victims), signal.SIGKILL)
                    killed += 1
                except (IndexError, OSError):
                    pass
                if killed == 4:
                    break
                # Twice in one unit would look like a bot that kills itself: let them get on.
                self.wait_for_log(out, process, (out / "games.jsonl").stat().st_size + FAR)
            _, errors = process.communicate(timeout=TIMEOUT)
            if process.returncode != OK:
                assert process.returncode == INTERNAL, errors
                self.resume(out)
            self.assert_same(whole, out)

    @pytest.mark.long
    def test_workers(self):
        self.check_workers(repeat(4, 2), **DUEL | {
            "deals": 12000 if has_sanitizer() else repeat(60000, 8000)})

    @pytest.mark.long
    def test_workers_with_sessions(self):
        self.check_workers(repeat(4, 2), **DUEL | {
            "rules": "stammtisch", "sessions": repeat(1500, 400), "deals": 12,
            "bots": {"a": "stammtisch", "b": cheat("remembers")}})

    def test_who_kills_himself_is_charged(self):
        folder = self.play(bots={"f": bad_bot("faulty", what="kill_self", percent=20), "b": "basic"},
                           seats=["f", "b", "b"], schedule="rotations", deals=24)
        faults = [json.loads(line) for line in (folder / "faults.jsonl").read_text().splitlines()]
        assert len(faults) > 5
        assert {fault["what"] for fault in faults} == {"signal 9, Killed"}


class TestOldHypotheses(ResumeTest):
    """A run with h0 above h1 cannot go on, as it would take the worse bot for the better one; only versions before began one."""

    def test_the_message_names_the_folder(self):
        path, out = self.write_config(**DUEL | {"deals": 400000, "test": {"h0": -1, "h1": 1, "min_units": 400000}}), self.temp / "out"
        process = self.start(path, out)
        self.wait_for_log(out, process, 1)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=TIMEOUT)
        saved = read_json(out, "resume.json")
        saved["config"]["test"] |= {"h0": 1, "h1": -1}
        (out / "resume.json").write_text(json.dumps(saved))
        done = arena("run", "--resume", out, "--quiet")
        assert done.returncode == BAD_FILE
        assert f"{out}/resume.json (the config of the run): $.test: h0 must be below h1" in done.stderr


class TestCuts(ResumeTest):
    """What a power cut leaves: a log that ends anywhere, no summary."""

    def cut(self, folder, size):
        out = self.temp / "cut"
        shutil.rmtree(out, ignore_errors=True)
        shutil.copytree(folder, out)
        for name in ("summary.json", "timing.json"):
            (out / name).unlink()
        with open(out / "games.jsonl", "r+b") as log:
            log.truncate(size)
        return out

    def keep_resume(self, **fields):
        """A whole run, and the resume.json that it had."""
        path = self.write_config(**fields)
        out, saved = self.temp / "begun", None
        until = time.monotonic() + TIMEOUT
        while not saved:  # short runs are now and then faster than this test
            assert time.monotonic() < until
            shutil.rmtree(out, ignore_errors=True)
            process = self.start(path, out)
            while not (out / "manifest.json").exists():
                time.sleep(0.001)
            try:
                saved = (out / "resume.json").read_text()
            except FileNotFoundError:
                pass
            assert process.wait() == OK
        return out, saved

    def test_nothing_but_the_beginning_of_the_first_save(self):
        """Killed while resume.json was written for the first time: there is nothing to lose."""
        out = self.temp / "begun"
        out.mkdir()
        (out / "resume.json.0123abcd.new").write_text('{"conf')
        done = arena("run", self.write_config(deals=3), "--out", out)
        assert done.returncode == OK, done.stderr
        assert not (out / "resume.json.0123abcd.new").exists()

    @pytest.mark.long
    def test_every_kind_of_end(self):
        for fields in (faulty_fields(30, deals=30),
                       faulty_fields(30, rules="stammtisch", deals=6, sessions=4), INCONSISTENT):
            whole, saved = self.keep_resume(**fields)
            lines = (whole / "games.jsonl").read_bytes().splitlines(keepends=True)
            ends = [0, 1, len(lines[0]) - 1, len(lines[0])]
            ends += [sum(map(len, lines[:n])) + extra for extra in (0, 5, -1)
                     for n in repeat((2, 3, 17, 18, 19, 60), (2, 18))]
            for end in ends + [sum(map(len, lines))]:
                out = self.cut(whole, end)
                (out / "resume.json").write_text(saved)
                self.resume(out)
                self.assert_same(whole, out, SAME_BYTES + (("faults.jsonl",) if (whole / "faults.jsonl").exists() else ()))
            shutil.rmtree(whole)

    def test_nothing_but_the_config(self):
        whole, saved = self.keep_resume(**faulty_fields(deals=6))
        out = self.temp / "bare"
        out.mkdir()
        (out / "resume.json").write_text(saved)
        self.resume(out)
        self.assert_same(whole, out)

    def test_interrupted_but_without_its_config(self):
        whole, _ = self.keep_resume(**faulty_fields(deals=6))
        assert "this run is finished" in self.resume(whole, code=BAD_FILE).stderr
        summary = read_json(whole, "summary.json")
        for damage in (lambda: (whole / "summary.json").write_text(json.dumps(summary | {"complete": False})),
                       lambda: (whole / "summary.json").unlink()):
            damage()
            text = self.resume(whole, code=BAD_FILE).stderr
            assert "this run is not finished, but its resume.json is missing" in text

    def test_a_config_that_is_none(self):
        out = self.temp / "none"
        out.mkdir()
        for text in ("[]", "3", "{}", '{"config": []}'):
            (out / "resume.json").write_text(text)
            done = arena("run", "--resume", out)
            assert done.returncode == BAD_FILE, done.stderr
            assert f'{out}/resume.json: has no "config", an object' in done.stderr
            assert (out / "resume.json").read_text() == text

    def test_damaged_in_the_middle(self):
        whole, saved = self.keep_resume(**faulty_fields(deals=30))
        lines = (whole / "games.jsonl").read_text().splitlines(keepends=True)
        for change in (lambda: lines[:5] + lines[6:], lambda: lines[:5] + ["{}\n"] + lines[6:]):
            out = self.cut(whole, 10**9)
            text = "".join(change())
            (out / "games.jsonl").write_text(text)
            (out / "resume.json").write_text(saved)
            done = self.resume(out, code=BAD_FILE)
            assert "games.jsonl:6" in done.stderr
            assert (out / "games.jsonl").read_text() == text  # nothing is thrown away

    def test_interruption_says_how_to_go_on(self):
        path = self.write_config(**DUEL | {"deals": 1000000})
        out = self.temp / "out"
        process = self.start(path, out)
        self.wait_for_log(out, process)
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=TIMEOUT)
        assert process.returncode == INTERRUPTED
        assert f"run --resume {out}" in errors
        assert not read_json(out, "summary.json")["complete"]

    @pytest.mark.long
    def test_from_another_folder(self):
        """Rule sets, modules and commands with relative names are those of the folder of the beginning."""
        project, other = self.temp / "project", self.temp / "other"
        for folder in (project / "bots", project / "configs", other):
            folder.mkdir(parents=True)
        shutil.copy(harness.BUILD / "bots" / "stammtisch.so", project / "bots" / "mine.so")
        shutil.copy(ROOT / "bots" / "pipe" / "example.py", project / "bots")
        (project / "configs" / "house.json").write_text('{"grand_base": 20}')
        config = {"name": "test", "rules": "house", "deals": repeat(3000, 150), "seats": ["m", "p", "r"],
                  "bots": {"m": "./bots/mine.so", "r": RANDOM,
                           "p": {"module": "pipe", "options": {
                               "command": f"{sys.executable} bots/example.py"}}}}
        (project / "configs" / "c.json").write_text(json.dumps(config))
        begin = [program(), "run", "configs/c.json", "--quiet", "--out"]
        process = subprocess.Popen([*begin, "out"], cwd=project)
        self.cleanup.callback(process.wait)
        self.cleanup.callback(process.kill)
        self.wait_for_log(project / "out", process)
        process.kill()
        process.wait()
        shutil.copytree(project / "out", other / "out")
        # Cut once more, that something is left to play, however late the kill came.
        (other / "out" / "games.jsonl").open("r+b").truncate(1)
        done = subprocess.run([program(), "run", "--resume", "out"], cwd=other, text=True,
                              capture_output=True, stdin=subprocess.DEVNULL, timeout=TIMEOUT)
        assert done.returncode == OK, done.stderr
        assert f"-> {other / 'out'}" in done.stderr
        subprocess.run([*begin, "whole"], cwd=project, check=True, timeout=TIMEOUT)
        self.assert_same(project / "whole", other / "out")

    def test_where_the_folder_is_gone(self):
        project, moved = self.temp / "project", self.temp / "moved"
        project.mkdir()
        (project / "house.json").write_text('{"grand_base": 20}')
        (project / "c.json").write_text(json.dumps({
            "name": "test", "rules": "house", "deals": 3000000, "bots": {"r": RANDOM},
            "seats": ["r", "r", "r"]}))
        process = subprocess.Popen([program(), "run", "c.json", "--quiet", "--out", "out"],
                                   cwd=project)
        self.cleanup.callback(process.wait)
        self.cleanup.callback(process.kill)
        self.wait_for_log(project / "out", process)
        process.kill()
        process.wait()
        project.rename(moved)
        done = self.resume(moved / "out", code=BAD_FILE)
        assert 'no rule set "house"' in done.stderr
        assert f"resume.json: the run was begun in {project}" in done.stderr

    def test_compare_goes_on(self):
        """What another command began, run --resume ends."""
        whole = self.temp / "whole"
        done = arena("compare", "stammtisch", "basic", "-n", 3600, "--out", whole, "--quiet")
        assert done.returncode == OK, done.stderr
        out = self.temp / "out"
        process = subprocess.Popen([program(), "compare", "stammtisch", "basic", "-n", "3600",
                                    "--out", out, "--quiet"], cwd=ROOT, stderr=subprocess.DEVNULL)
        self.wait_for_log(out, process)
        process.kill()
        process.wait()
        if (out / "resume.json").exists():
            self.resume(out)
        self.assert_same(whole, out)


class TestRefusals(ResumeTest):
    def begun(self, **more):
        path = self.write_config(**faulty_fields(deals=100000) | more)
        out = self.temp / "begun"
        process = self.start(path, out)
        self.wait_for_log(out, process)
        process.kill()
        assert "with your rights, without isolation" in process.communicate()[1]
        return out

    def refuse(self, code, *arguments, says=()):
        done = arena("run", *arguments)
        assert done.returncode == code, done.stderr
        for text in says:
            assert text in done.stderr

    def test_finished_or_never_begun(self):
        self.refuse(BAD_FILE, "--resume", self.play(deals=3), says=["finished"])
        self.refuse(BAD_FILE, "--resume", self.temp, says=["no run was begun"])
        self.refuse(USAGE, says=["needs a config"])

    @pytest.mark.parametrize("packed", ("zst", "gz"))
    def test_a_log_that_was_compressed(self, packed):
        """It is not started over in silence."""
        out = self.begun()
        (out / "games.jsonl").rename(out / f"games.jsonl.{packed}")
        self.refuse(BAD_FILE, "--resume", out, says=[f"games.jsonl.{packed}: the log is compressed", "--force"])

    def test_other_options(self):
        out = self.begun()
        for option in ("--seed=3", "--deals=5", "--log=none", "--force", "--out=x", "--shard=1/2",
                       "--isolation=process"):
            self.refuse(USAGE, "--resume", out, option, says=["--resume"])

    def test_without_a_whole_log(self):
        for log in ("none", "sample:7"):
            path = self.write_config(**faulty_fields(deals=3000000, log=log))
            out = self.temp / log
            process = self.start(path, out)
            while not (out / "manifest.json").exists():
                time.sleep(0.002)
            process.kill()
            process.communicate()
            self.refuse(BAD_FILE, "--resume", out, says=["kept no whole log"])

    def test_a_part_of_the_log_without_its_journal(self):
        path = self.write_config(**DUEL | {"deals": 3000000, "log": "divergent"})
        out = self.temp / "out"
        process = self.start(path, out)
        self.wait_for_log(out, process)
        process.kill()
        process.communicate()
        (out / "journal.bin").unlink()
        self.refuse(BAD_FILE, "--resume", out, says=["no journal of them"])

    def test_changed_bot(self):
        bot = self.temp / "mine.so"
        shutil.copy(harness.BUILD / "bots" / "stammtisch.so", bot)
        out = self.begun(bots={"f": str(bot), "s": "stammtisch", "r": RANDOM})
        shutil.copy(harness.BUILD / "bots" / "basic.so", bot)
        log = (out / "games.jsonl").read_bytes()
        self.refuse(BAD_FILE, "--resume", out, says=["manifest.json", "$.bots"])
        assert (out / "games.jsonl").read_bytes() == log

    def test_changed_rules(self):
        rules = self.temp / "rules.json"
        rules.write_text('{"grand_base": 24}')
        out = self.begun(rules=str(rules))
        rules.write_text('{"grand_base": 20}')
        self.refuse(BAD_FILE, "--resume", out, says=["$.rules.grand_base"])

    @pytest.mark.long
    def test_full_disk(self):
        path = self.write_config(**DUEL | {"deals": 3000 if has_sanitizer() else repeat(10000, 4000)})
        whole, out = self.temp / "whole", self.temp / "out"
        assert arena("run", path, "--out", whole, "--quiet").returncode == OK

        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (2000000, 2000000))

        process = self.start(path, out, preexec_fn=limit)
        _, errors = process.communicate(timeout=TIMEOUT)
        assert process.returncode == INTERNAL
        assert "games.jsonl: cannot be written: " in errors
        self.resume(out)
        self.assert_same(whole, out)

    @pytest.mark.long
    @pytest.mark.no_sanitizer("about files, not memory")
    def test_kills_and_full_disks(self):
        """`make kills` in short."""
        done = subprocess.run([sys.executable, "tests/kills.py", "--build", program().parent, "--kills", str(repeat(40, 8)),
                               "--disks", str(repeat(10, 3))], cwd=ROOT, text=True, capture_output=True, timeout=TIMEOUT * 2, check=False)
        assert done.returncode == 0 and "the same bytes each time" in done.stdout, done.stdout + done.stderr

    def test_two_at_once(self):
        """A second process that went on with the same log would spoil it."""
        path, out = self.write_config(**DUEL | {"deals": 10000000}), self.temp / "out"
        process = self.start(path, out)
        self.wait_for_log(out, process)
        self.refuse(BAD_FILE, "--resume", out, says=[str(out), "another skat-arena"])
        self.refuse(USAGE, path, "--out", out, "--force", says=[str(out), "another skat-arena"])
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=TIMEOUT)
        assert process.returncode == INTERRUPTED
        self.assert_verified(out)

    def test_unwritable_folder(self):
        file = self.temp / "file"
        file.write_text("")
        done = arena("run", self.write_config(), "--out", file / "below")
        assert done.returncode == USAGE
        assert "file" in done.stderr


class TestShards(ResumeTest):
    def split(self, parts, *arguments, **fields):
        path = self.write_config(**fields)
        whole = self.temp / "whole"
        code = arena("run", path, "--out", whole, "--quiet", *arguments).returncode
        folders = []
        for part in range(1, parts + 1):
            folders.append(self.temp / f"part{part}")
            done = arena("run", path, "--shard", f"{part}/{parts}", "--out", folders[-1], "--quiet")
            assert done.returncode == OK, done.stderr
            self.assert_verified(folders[-1])
        return code, whole, folders

    def merge(self, folders, code=OK, says=()):
        self.count += 1
        out = self.temp / f"merged{self.count}"
        done = arena("merge", *folders, "--out", out, "--quiet")
        assert done.returncode == code, done.stderr
        for text in says:
            assert text in done.stderr
        return out

    def check(self, parts, **fields):
        code, whole, folders = self.split(parts, **fields)
        random.Random(parts).shuffle(folders)
        merged = self.merge(folders, code)
        self.assert_same(whole, merged)
        self.assert_verified(merged)
        if (whole / "faults.jsonl").exists():
            self.assert_same(whole, merged, ["faults.jsonl"])

    @pytest.mark.parametrize("parts, fields",
        ((2, faulty_fields(deals=25)), (7, DUEL | {"deals": 100}),
         (3, faulty_fields(rules="stammtisch", deals=4, sessions=7)),
         (1, DUEL | {"deals": 5}), (3, INCONSISTENT)))
    def test_merged_is_whole(self, parts, fields):
        self.check(parts, **fields)
        for path in self.temp.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()

    @pytest.mark.long
    def test_a_test_is_judged_by_merge(self):
        fields = DUEL | {"deals": 4000, "test": {"min_units": 200, "block": 50, "h1": 10}}
        code, whole, folders = self.split(4, **fields)
        assert code == OK
        self.assert_same(whole, self.merge(folders, code))
        # Parts behind the verdict are not needed, nor looked at; those before are.
        games = read_json(whole, "summary.json")["games"]
        assert games < 3000
        self.assert_same(whole, self.merge(folders[:1], code))
        self.merge(folders[1:], BAD_FILE, ["part 1 of 4 is missing"])

    def test_undecided_needs_all_parts(self):
        fields = DUEL | {"deals": 400, "test": {"min_units": 200, "block": 50, "h0": 40, "h1": 41}}
        code, whole, folders = self.split(4, **fields)
        self.merge(folders[:2], BAD_FILE, ["parts 3 to 4 of 4 are missing"])
        self.assert_same(whole, self.merge(folders, code))

    def test_wrong_parts(self):
        _, whole, folders = self.split(4, **DUEL | {"deals": 20})
        self.merge(folders[:2] + folders[3:], BAD_FILE, ["part 3 of 4 is missing"])
        self.merge(folders[:2], BAD_FILE, ["parts 3 to 4 of 4 are missing"])
        self.merge(folders + [folders[1]], BAD_FILE, ["is part 2, and so is"])
        self.merge([whole], BAD_FILE, ["not a shard"])
        self.merge(folders[:3] + [self.temp], BAD_FILE, ["manifest.json"])
        other = self.temp / "other"
        path = self.write_config(**DUEL | {"deals": 20})
        done = arena("run", path, "--shard", "4/4", "--seed", 12345, "--out", other, "--quiet")
        assert done.returncode == OK, done.stderr
        self.merge(folders[:3] + [other], BAD_FILE, ['"seed"'])
        five = self.temp / "five"
        assert arena("run", path, "--shard", "4/5", "--out", five, "--quiet").returncode == OK
        self.merge(folders[:3] + [five], BAD_FILE, ["one of 5 parts"])
        log = folders[1] / "games.jsonl"
        lines = log.read_text().splitlines(keepends=True)
        log.write_text("".join(lines[:-3]))
        self.merge(folders, BAD_FILE, ["is not finished"])
        log.write_text("".join(lines[:2] + lines[3:]))
        self.merge(folders, BAD_FILE, ["games.jsonl:3"])

    @pytest.mark.parametrize("fields", [
        {"deals": 300}, {"rules": "stammtisch", "deals": 12, "sessions": 12}, {"deals": 300, "audit": 20},
        {"deals": 1500, "bots": {"a": "stammtisch", "b": "basic"}, "test": {"min_units": 200, "block": 50, "h1": 10}}])
    def test_parts_with_journals(self, fields):
        close = {"module": "stammtisch", "options": {"caution": 50}}
        fields = DUEL | {"bots": {"a": "stammtisch", "b": close}, "log": "divergent"} | fields
        code, whole, folders = self.split(3, **fields)
        assert all((folder / "journal.bin").exists() for folder in folders) and not (whole / "journal.bin").exists()
        self.assert_same(whole, self.merge(folders, code))
        if "audit" in fields:
            self.assert_same(whole, self.merge(folders, code), ["audit.jsonl"])
            for folder in (whole, *folders):
                self.assert_verified(folder)

    def test_parts_without_their_journals(self):
        close = {"module": "stammtisch", "options": {"caution": 50}}
        _, _, folders = self.split(2, **DUEL | {"bots": {"a": "stammtisch", "b": close}, "log": "divergent", "deals": 40})
        journal = folders[0] / "journal.bin"
        whole = journal.read_bytes()
        for cut in (len(whole) - 1, len(whole) // 2, 24, 0):  # a record that is not whole ends it
            journal.write_bytes(whole[:cut])
            self.merge(folders, BAD_FILE, ["is not finished"])
        for at in (30, len(whole) // 2, len(whole) - 2):  # one that is damaged, too
            journal.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1:])
            self.merge(folders, BAD_FILE, ["is not finished"])
        journal.write_bytes(b"another " + whole[8:])
        self.merge(folders, BAD_FILE, ["another build has written it"])
        journal.write_bytes((folders[1] / "journal.bin").read_bytes())
        self.merge(folders, BAD_FILE, ["has other games than the schedule"])
        journal.unlink()
        self.merge(folders, BAD_FILE, ["neither logged all games nor has a journal"])

    def test_no_games_behind_the_end_of_a_part(self):
        _, _, folders = self.split(3, **DUEL | {"deals": 21})
        log = folders[0] / "games.jsonl"
        lines = (folders[1] / "games.jsonl").read_text().splitlines(keepends=True)
        log.write_text(log.read_text() + "".join(lines[:3]))
        self.merge(folders, BAD_FILE, ["games.jsonl:22", "end before this line"])
        self.assert_tampering_found(folders[0], "end before this line")

    def test_a_part_is_not_overwritten(self):
        _, _, folders = self.split(2, **DUEL | {"deals": 20})
        before = (folders[1] / "games.jsonl").read_bytes()
        done = arena("merge", *folders, "--out", f"{folders[1]}/.", "--force")
        assert done.returncode == USAGE
        assert "is one of the parts" in done.stderr
        assert (folders[1] / "games.jsonl").read_bytes() == before

    @staticmethod
    def content(folder):
        return {path.name: path.read_bytes() for path in folder.iterdir()}

    def test_nothing_is_replaced_before_all_parts_are_checked(self):
        """With --force the old results stay when a part is damaged or the disk is full, and without it nothing is left."""
        _, whole, parts = self.split(2, **DUEL | {"deals": 20})
        old = self.merge(parts)
        before, log = self.content(old), parts[1] / "games.jsonl"
        command = [program(), "merge", *parts, "--out", old, "--force", "--quiet"]
        size = (parts[0] / "games.jsonl").stat().st_size
        done = subprocess.run(command, cwd=ROOT, text=True, capture_output=True, timeout=TIMEOUT,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)))
        assert done.returncode == INTERNAL and f"{old}/games.jsonl: cannot be written" in done.stderr, done.stderr
        assert self.content(old) == before
        sound = log.read_text()
        log.write_text(sound.replace('"value":', '"value":1', 1))
        done = arena(*command[1:])
        assert done.returncode == BAD_FILE and "games.jsonl:" in done.stderr, done.stderr
        assert self.content(old) == before
        new = self.merge(parts, BAD_FILE)
        assert not new.exists()
        log.write_text(sound)
        assert arena("merge", *parts, "--out", new, "--quiet").returncode == OK
        self.assert_same(whole, new)

    def test_what_a_killed_merge_leaves_is_nothing(self):
        _, whole, parts = self.split(2, **DUEL | {"deals": 20})
        new = self.temp / "new"
        new.mkdir()
        (new / "games.jsonl.0123abcd.new").write_text("half a li")
        assert arena("merge", *parts, "--out", new, "--quiet").returncode == OK
        self.assert_same(whole, new)
        assert self.content(new).keys() == self.content(whole).keys() - {"resume.json"}

    def test_a_part_whose_log_is_in_the_folder(self):
        """By a link: it is read before it is replaced."""
        _, whole, parts = self.split(2, **DUEL | {"deals": 20})
        linked = self.temp / "linked"
        linked.mkdir()
        for path in parts[0].iterdir():
            (linked / path.name).symlink_to(path)
        assert arena("merge", linked, parts[1], "--out", parts[0], "--force", "--quiet").returncode == OK
        self.assert_same(whole, parts[0])
        self.assert_verified(parts[0])

    @pytest.mark.long
    def test_no_room_for_the_whole(self):
        """Of the games, or of the faults: it is the disk's failure, not the parts'."""
        for name, fields in (("games", DUEL | {"deals": repeat(300, 60)}),
                             ("faults", faulty_fields(percent=100, deals=repeat(300, 30)))):
            _, _, folders = self.split(2, **fields)
            if name == "faults":  # nothing but them is large
                faults = folders[0] / "faults.jsonl"
                faults.write_text(faults.read_text() * 20)
            size = (folders[0] / f"{name}.jsonl").stat().st_size
            done = subprocess.run(
                [program(), "merge", *folders, "--out", self.temp / name], cwd=ROOT, text=True,
                capture_output=True, timeout=TIMEOUT,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)))
            assert done.returncode == INTERNAL, done.stderr
            assert f"{self.temp / name}/{name}.jsonl: cannot be written: " in done.stderr
            for folder in folders + [self.temp / "whole"]:
                shutil.rmtree(folder)

    @pytest.mark.long
    def test_shards_resume(self):
        path = self.write_config(**DUEL | {"deals": repeat(40000, 6000)})
        whole = self.temp / "whole"
        assert arena("run", path, "--shard", "2/2", "--out", whole, "--quiet").returncode == OK
        out = self.temp / "out"
        process = self.start(path, out, "--shard", "2/2")
        self.wait_for_log(out, process)
        process.kill()
        process.communicate()
        if (out / "resume.json").exists():
            self.resume(out)
        self.assert_same(whole, out)

    def test_options(self):
        path = self.write_config(deals=3)
        for shard in ("0/2", "3/2", "1", "x", "1/0", "-1/2", "1/2x", "1/1000001"):
            done = arena("run", path, "--shard", shard, "--out", self.temp / "out")
            assert done.returncode == USAGE, shard
            assert "--shard" in done.stderr
        done = arena("run", path, "--shard", "2/9", "--out", self.temp / "out")
        assert done.returncode == USAGE
        assert "more parts than deals" in done.stderr
        assert arena("merge", self.temp).returncode == USAGE


class TestLogs(ResumeTest):
    """Logs that keep a part, and compressed ones."""

    SOME = DUEL | {"bots": {"a": "stammtisch",
                            "b": {"module": "stammtisch", "options": {"caution": 50}}},
                   "deals": 12, "sessions": 10}

    def test_samples(self):
        for rules, unit in (("isko", lambda line: line["session"] * 12 + line["deal"]),
                            ("stammtisch", lambda line: line["session"])):
            whole = read_lines(self.play(**self.SOME | {"rules": rules}))
            for every in (1, 3, 1000):
                folder = self.play(**self.SOME | {"rules": rules, "log": f"sample:{every}"})
                assert read_lines(folder) == [line for line in whole if unit(line) % every == 0]
                self.assert_partial(folder)

    def test_divergent(self):
        whole = self.play(**self.SOME)
        folder = self.play(**self.SOME | {"log": "divergent", "audit": 0})
        summary = read_json(whole, "summary.json")
        lines = read_lines(folder)
        assert len(lines) == 3 * summary["comparison"]["divergent"]
        audited = self.play(**self.SOME | {"log": "divergent", "audit": 1000})  # games of which decisions are asked again
        more = {line["game"] for line in read_lines(audited)} - {line["game"] for line in lines}
        assert more and more <= {line["game"] for line in read_lines_of(audited / "audit.jsonl")}
        kept = {line["game"] for line in lines}
        assert lines == [line for line in read_lines(whole) if line["game"] in kept]
        for swing in summary["comparison"]["divergences"]:
            assert set(swing["games"]) <= kept
        assert read_json(folder, "summary.json")["signature"] == summary["signature"]
        self.assert_partial(folder)

    def assert_partial(self, folder):
        done = arena("verify", folder)
        assert done.returncode == OK, done.stderr
        assert "keeps a part" in done.stdout
        assert arena("report", folder).returncode == OK
        done = arena("compare", folder, "a", "b")
        assert done.returncode == BAD_FILE
        assert "keeps a part" in done.stderr
        lines = read_lines(folder)
        if lines:
            game = lines[-1]["game"]
            assert f"game {game}:" in arena("replay", folder, "--game", game).stdout

    def test_damaged_parts_are_found(self):
        folder = self.play(**self.SOME | {"log": "sample:5"})
        log = folder / "games.jsonl"
        lines = log.read_text().splitlines(keepends=True)
        for old, new in (('"deal":5', '"deal":6'), ('"game":15', '"game":18'),
                         ('"game":15', '"game":1500000')):
            changed = [line.replace(old, new, 1) for line in lines]
            assert changed != lines
            log.write_text("".join(changed))
            assert arena("verify", folder).returncode == BAD_FILE, (old, new)

    def test_same_for_any_number_of_workers(self):
        for log in ("sample:3", "divergent"):
            one = self.play("--workers", 1, **self.SOME | {"log": log})
            other = self.play("--workers", 5, **self.SOME | {"log": log})
            self.assert_same(one, other)

    def test_options(self):
        for log in ("some", "sample:", "sample:0", "sample:-1", "sample:x", "all:3", 5):
            done, _ = self.run_config(**self.SOME | {"log": log})
            assert done.returncode == USAGE, log
            assert "$.log" in done.stderr
        done, _ = self.run_config(log="divergent")
        assert 'needs "compare"' in done.stderr
        done, _ = self.run_config("--log", "sample:0")
        assert "--log" in done.stderr

    @pytest.mark.skipif(not shutil.which("zstd"), reason="there is no zstd")
    def test_force_leaves_no_older_log(self):
        folder = self.play(**self.SOME)
        subprocess.run(["zstd", "-q", folder / "games.jsonl"], check=True)
        (folder / "resume.json").write_text("{}")
        (folder / "notes.txt").write_text("mine")
        done = arena("run", self.write_config(deals=3, log="none"), "--out", folder, "--force")
        assert done.returncode == OK, done.stderr
        assert (sorted(path.name for path in folder.iterdir())
                == ["manifest.json", "notes.txt", "summary.json", "timing.json"])

    def test_compressed(self):
        folder = self.play(**self.SOME)
        plain = (folder / "games.jsonl").read_bytes()
        pair = arena("compare", folder, "a", "b", "--json").stdout
        subprocess.run(["zstd", "-q", "--rm", folder / "games.jsonl"], check=True)
        self.assert_verified(folder)
        assert arena("compare", folder, "a", "b", "--json").stdout == pair
        assert "game 7:" in arena("replay", folder, "--game", 7).stdout
        assert arena("report", folder).returncode == OK
        packed = folder / "games.jsonl.zst"
        whole = packed.read_bytes()
        for damaged in (whole[:len(whole) // 2], whole[:100] + b"xxxx" + whole[104:], b"nothing"):
            packed.write_bytes(damaged)
            assert arena("verify", folder).returncode == BAD_FILE
        # Several frames, as from appended parts.
        packed.unlink()
        for half in (plain[:5000], plain[5000:]):
            packed.open("ab").write(subprocess.run(["zstd", "-q", "-c"], input=half, check=True,
                                                   capture_output=True).stdout)
        self.assert_verified(folder)
