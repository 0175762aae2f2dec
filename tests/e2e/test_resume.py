# SPDX-License-Identifier: MIT
"""What outlives a run: kills, cuts, full disks and what goes on; shards and merge; compressed logs."""
import json
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
from typing import Any

import pytest

import harness
from harness import *

DUEL: "dict[str, Any]" = {"bots": {"a": "stammtisch", "b": RANDOM}, "seats": ["a", "b"], "schedule": "duel"}
CLOSE = {"module": "stammtisch", "options": {"caution": 50}}
PACKED = DUEL | {"bots": {"a": "stammtisch", "b": CLOSE}, "log": "zstd", "deals": 12}


def faulty_fields(percent=3, **more):
    bot = bad_bot("faulty", what="abort", when="card", percent=percent)
    return {"bots": {"f": bot, "s": "stammtisch", "r": RANDOM}, "seats": ["f", "s", "r"], "schedule": "rotations"} | more


def no_larger_than(size):
    """For subprocess: the disk is full, as far as a file of more bytes can tell."""
    return {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))}


def children_of(process):
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            if path.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[1] == str(process.pid):
                found.append(int(path.parent.name))
        except OSError:  # it has ended meanwhile
            pass
    return found


class ResumeTest(RunTest):
    @pytest.fixture(autouse=True)
    def let_go(self, temporary_folder):
        """Some runs have a bot that waits for a file: they do not end before a test has done with them."""
        self.go = self.temp / "go"
        self.go.touch()
        self.waits = bad_bot("dawdles", ms=0, until=str(self.go), after=27)

    def start(self, *arguments, cwd=ROOT, **how):
        streams: "dict[str, Any]" = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        process = subprocess.Popen([program(), *map(str, arguments), "--quiet"], text=True, cwd=cwd, **streams | how)
        self.cleanup.callback(process.wait)
        self.cleanup.callback(process.kill)
        return process

    def resume(self, out, code=OK):
        done = arena("run", "--resume", out, "--quiet")
        assert done.returncode == code, done.stderr
        return done

    def ended(self, ends, *command, name="games.jsonl", size=0, **how):
        """The folder of a run that has been ended by ends(process) when its first games were written; the rest waits for a bot."""
        out = self.new_path("ended")
        self.go.unlink()
        process = self.start(*command, "--out", out, **how)
        file = out / name
        wait_until(lambda: file.exists() and file.stat().st_size > size, process)
        ends(process)
        self.go.touch()
        process.wait(timeout=TIMEOUT)
        return out

    def begun(self, words=(), **fields):
        """A run that was killed while it played, and its config."""
        path = self.write_config(**{"workers": 1, "limits": {"time_ms": 0}} | fields)
        name = "games.jsonl.zst" if fields.get("log") == "zstd" else "games.jsonl"
        return self.ended(lambda process: process.kill(), "run", path, *words, name=name), path

    def play_whole(self, path, *words):
        out = self.new_path("whole")
        assert arena("run", path, *words, "--out", out, "--quiet").returncode in (0, 1, 2)
        return out

    def assert_same(self, one, other):
        """All files but the times, and nothing to go on with. What bots printed depends on who played what before, and when a
        compressed log was flushed on the clock."""
        def content(folder):
            return {path.name: re.sub(rb'"output":"[^"]*"', b"", unpacked(path))
                    for path in folder.iterdir() if path.name != "timing.json"}
        before, after = content(one), content(other)
        assert before.keys() == after.keys()
        for name, text in before.items():
            assert text == after[name], (name, *next((a, b) for a, b in zip(text.split(b"\n"), after[name].split(b"\n")) if a != b))


class TestKills(ResumeTest):
    def test_supervisor(self):
        faulty = bad_bot("faulty", what="abort", when="card", percent=5)
        duel = DUEL | {"bots": {"a": "stammtisch", "b": self.waits}, "deals": 20}
        for words, fields in ((("--shard", "2/2"), duel | {"bots": {"a": faulty, "b": self.waits}}),
                              ((), duel | {"log": "zstd", "test": {"h0": 1000, "h1": 1001, "min_units": 15}})):
            out, path = self.begun(words, **fields)
            assert arena("run", "--resume", out, "--quiet").returncode in (0, 1, 2)
            self.assert_same(self.play_whole(path, *words), out)

    def test_workers(self):
        """A worker that something kills is replaced, and nobody is charged."""
        path = self.write_config(**DUEL | {"bots": {"a": "stammtisch", "b": self.waits}, "rules": "stammtisch", "deals": 3, "sessions": 6,
                                           "limits": {"time_ms": 0}})
        out = self.ended(lambda process: os.kill(children_of(process)[-1], signal.SIGKILL), "run", path)
        self.assert_same(self.play_whole(path), out)


class TestCuts(ResumeTest):
    """What a power cut leaves: a log that ends anywhere, no summary."""

    def test_every_kind_of_end(self):
        """Of sessions, in which a bot fails at times."""
        begun, path = self.begun(bots={"f": bad_bot("faulty", what="abort", when="card", percent=5), "s": "stammtisch", "w": self.waits},
                                 seats=["f", "s", "w"], schedule="rotations", rules="stammtisch", deals=3, sessions=5)
        whole = self.play_whole(path)
        text = (whole / "games.jsonl").read_bytes()
        torn = sum(map(len, text.splitlines(keepends=True)[:17])) + 5
        for end in (None, torn, len(text)):
            out = self.temp / "cut"
            out.mkdir()
            for file in begun.iterdir() if end is not None else [begun / "resume.json"]:
                shutil.copy(file, out)
            if end is not None:
                (out / "games.jsonl").write_bytes(text[:end])
            self.resume(out)
            self.assert_same(whole, out)
            shutil.rmtree(out)

    @pytest.mark.no_sanitizer("about files, not memory")
    def test_full_disk(self):
        fields = DUEL | {"bots": {"a": "basic", "b": RANDOM}, "deals": 150}
        path, out = self.write_config(**fields), self.temp / "out"
        arena_says(INTERNAL, "games.jsonl: cannot be written: ", "run", path, "--out", out, "--quiet", **no_larger_than(100000))
        self.resume(out)
        self.assert_same(self.play_whole(path), out)

    def test_nothing_but_the_beginning_of_the_first_save(self):
        """Killed while resume.json was written for the first time: there is nothing to lose."""
        out = self.temp / "begun"
        out.mkdir()
        (out / "resume.json.0123abcd.new").write_text('{"conf')
        assert arena("run", self.write_config(deals=3), "--out", out).returncode == OK
        assert not (out / "resume.json.0123abcd.new").exists()

    def test_interrupted_but_without_its_config(self):
        whole = self.sample_copy(deals=3)
        assert "this run is finished" in self.resume(whole, BAD_FILE).stderr
        summary = read_json(whole, "summary.json")
        (whole / "summary.json").write_text(json.dumps(summary | {"complete": False}))
        says = "this run is not finished, but its resume.json is missing"
        assert says in self.resume(whole, BAD_FILE).stderr
        (whole / "summary.json").unlink()
        assert says in self.resume(whole, BAD_FILE).stderr

    def test_a_config_that_is_none(self):
        """With h0 above h1 it would take the worse bot for the better one."""
        out, _ = self.begun(**DUEL | {"bots": {"a": "basic", "b": self.waits}, "deals": 20, "test": {"h0": -1, "h1": 1, "min_units": 20}})
        saved = read_json(out, "resume.json")
        saved["config"]["test"] |= {"h0": 1, "h1": -1}
        (out / "resume.json").write_text(json.dumps(saved))
        assert f"{out}/resume.json (the config of the run): $.test: h0 must be below h1" in self.resume(out, BAD_FILE).stderr
        for text, said in (("[]", "$: found an array of 0; expected an object"),
                           ('{"format": 2, "config": []}', 'has no "config", an object'),
                           ('{"config": {}}', "$.format: missing; expected the format of the file")):
            (out / "resume.json").write_text(text)
            assert f"{out}/resume.json: {said}" in self.resume(out, BAD_FILE).stderr
            assert (out / "resume.json").read_text() == text

    def test_from_another_folder(self):
        """Rule sets and modules with relative names are those of the folder of the beginning."""
        project, other, moved = self.temp / "project", self.temp / "other", self.temp / "moved"
        project.mkdir()
        shutil.copy(harness.BUILD / "bots" / "stammtisch.so", project / "mine.so")
        (project / "house.json").write_text('{"value.grand": 20}')
        (project / "c.json").write_text(json.dumps({"name": "test", "rules": "house", "deals": 12, "seats": ["m", "w", "w"], "workers": 1,
                                                    "schedule": "fixed", "bots": {"m": "./mine.so", "w": self.waits},
                                                    "limits": {"time_ms": 0}}))
        cut = self.ended(lambda process: process.kill(), "run", "c.json", cwd=project)
        shutil.copytree(cut, other / "out")
        arena_says(OK, f"-> {other / 'out'}", "run", "--resume", "out", cwd=other)
        self.assert_verified(other / "out")
        assert len(read_lines(other / "out")) == 12
        project.rename(moved)
        said = self.resume(cut, BAD_FILE).stderr
        assert 'no rule set "house"' in said and f"resume.json: the run was begun in {project}" in said


class TestRefusals(ResumeTest):
    def test_what_cannot_go_on(self):
        arena_says(BAD_FILE, "no run was begun", "run", "--resume", self.temp)
        arena_says(USAGE, "needs a config", "run")
        duel = DUEL | {"bots": {"a": "stammtisch", "b": self.waits}, "deals": 8}
        out, path = self.begun(**duel)
        for option in ("--seed=3", "--force", "--shard=1/2"):
            arena_says(USAGE, "--resume", "run", "--resume", out, option)
        (out / "games.jsonl").rename(out / "games.jsonl.gz")  # it is not started over in silence
        arena_says(BAD_FILE, ("games.jsonl.gz: a run continues only from", "--force"), "run", "--resume", out)
        (out / "games.jsonl.gz").rename(out / "games.jsonl")
        log = out / "games.jsonl"
        lines = (self.play_whole(path) / "games.jsonl").read_text().splitlines(keepends=True)
        for changed in (lines[:5] + lines[6:], lines[:5] + ["{}\n"] + lines[6:]):
            log.write_text("".join(changed))
            arena_says(BAD_FILE, "games.jsonl:6", "run", "--resume", out)
            assert log.read_text() == "".join(changed)  # nothing is thrown away

    def test_without_a_log(self):
        out = self.temp / "out"
        process = self.start("run", self.write_config(deals=3000000, log="none"), "--out", out)
        wait_until((out / "manifest.json").exists, process)
        process.kill()
        process.wait()
        arena_says(BAD_FILE, "kept no log", "run", "--resume", out)
        again = self.start("run", self.write_config(deals=3000000, log="none"), "--out", self.temp / "again", stderr=subprocess.PIPE)
        wait_until((self.temp / "again" / "manifest.json").exists, again)
        again.send_signal(signal.SIGINT)
        said = again.communicate(timeout=TIMEOUT)[1]
        assert "interrupted again, it ends at once, without them" in said and "--resume" not in said

    def test_what_has_changed(self):
        bot, rules = self.temp / "mine.so", self.temp / "rules.json"
        shutil.copy(harness.BUILD / "bots" / "stammtisch.so", bot)
        rules.write_text('{"value.grand": 24}')
        out, _ = self.begun(bots={"f": str(bot), "w": self.waits}, seats=["f", "w", "w"], rules=str(rules))
        log = (out / "games.jsonl").read_bytes()
        rules.write_text('{"value.grand": 20}')
        arena_says(BAD_FILE, "$.rules.value.grand", "run", "--resume", out)
        rules.write_text('{"value.grand": 24}')
        shutil.copy(harness.BUILD / "bots" / "basic.so", bot)
        arena_says(BAD_FILE, ("manifest.json", "$.bots"), "run", "--resume", out)
        assert (out / "games.jsonl").read_bytes() == log

    def test_two_at_once(self):
        """A second process that went on with the same log would spoil it."""
        path, out = self.write_config(**DUEL | {"bots": {"a": "basic", "b": self.waits}, "limits": {"time_ms": 0}}), self.temp / "out"
        self.go.unlink()
        process = self.start("run", path, "--out", out)
        wait_until(lambda: (out / "games.jsonl").exists() and (out / "games.jsonl").stat().st_size > 0, process)
        arena_says(BAD_FILE, (str(out), "another skat-arena"), "run", "--resume", out)
        arena_says(USAGE, (str(out), "another skat-arena"), "run", path, "--out", out, "--force")
        send_heard(process)
        self.go.touch()
        assert process.wait(timeout=TIMEOUT) == INTERRUPTED


class TestMoreDeals(ResumeTest):
    """A finished run goes on to more deals: the games of a run that had them from the start, and it says that it got more."""

    def longer(self, out, deals, code=OK, *words):
        done = arena("run", "--resume", out, "--deals", deals, "--quiet", *words)
        assert done.returncode == code, done.stderr
        return done.stderr

    def test_the_same_games(self):
        duel = DUEL | {"bots": {"a": "stammtisch", "b": "random"}}
        fields: "dict[str, Any]"
        for fields in (duel | {"deals": 12}, duel | {"deals": 12, "redeals": 2, "log": "zstd"},
                       {"bots": {"s": "stammtisch", "r": "random"}, "seats": ["s", "r", "r"], "schedule": "rotations",
                        "rules": "stammtisch", "sessions": 4, "deals": 3}):
            all_deals = fields["deals"] * fields.get("sessions", 1)
            out, whole = self.sample_copy(**fields), self.sample(**fields | ({"sessions": 9} if "sessions" in fields else {"deals": 27}))
            self.longer(out, 27)
            self.assert_verified(out)
            assert read_lines(out) == read_lines(whole)
            before, after = read_json(whole, "summary.json"), read_json(out, "summary.json")
            assert after.pop("extended_from") == all_deals
            warnings = after["verdict"]["warnings"]
            assert warnings.pop(0).startswith(f"got more deals after {all_deals}, when its result could be seen")
            assert {key for key in after if after[key] != before[key]} == {"manifest_sha256"}
            assert "has as many deals already" in self.longer(out, 27, USAGE)

    def test_a_cut_between_its_two_files(self):
        """The same command does it again."""
        out, whole = self.sample_copy(deals=6), self.sample_copy(deals=6)
        self.longer(whole, 12)
        (out / "manifest.json").write_bytes((whole / "manifest.json").read_bytes())
        self.longer(out, 12, OK, "--workers", 2)
        self.assert_same(whole, out)

    def test_which_cannot(self):
        test = DUEL | {"bots": {"a": "stammtisch", "b": "random"}, "deals": 200, "test": {"h0": 0, "h1": 20, "min_units": 20, "block": 20}}
        given = [line["cards"] for line in read_lines(self.sample(deals=3))]
        unfinished, _ = self.begun(**DUEL | {"bots": {"a": "basic", "b": self.waits}, "deals": 20})
        for out, says in ((self.sample_copy(**test), "ended when its test had decided"), (self.sample_copy(deals=given), "has given deals"),
                          (self.play("--shard", "1/2", deals=6), "is a shard"), (self.sample_copy(deals=3, log="none"), "kept no log"),
                          (unfinished, "is not finished")):
            assert says in self.longer(out, 400, USAGE), says
        changed = self.sample_copy(deals=3)
        manifest = read_json(changed, "manifest.json")
        manifest["bots"][0]["sha256"] = "0" * 64
        (changed / "manifest.json").write_text(json.dumps(manifest))
        assert "is not what would be played now" in self.longer(changed, 9, USAGE)


class MergeTest(ResumeTest):
    def split(self, parts, **fields):
        """A whole run, and its parts, all of which may be changed."""
        folders = [self.sample_copy("--shard", f"{part}/{parts}", **fields) for part in range(1, parts + 1)]
        return self.sample(**fields), folders

    def merge(self, folders, code=OK, says=(), *words):
        out = self.new_path("merged")
        arena_says(code, says, "merge", *folders, "--out", out, "--quiet", *words)
        return out


class TestShards(MergeTest):
    def test_merged_is_whole(self):
        def check(fields):
            whole, folders = self.sample(**fields), [self.sample("--shard", f"{part}/2", **fields) for part in (2, 1)]
            self.assert_same(whole, self.merge(folders))
        check_each((faulty_fields(percent=10, rules="stammtisch", deals=3, sessions=2), PACKED), check)

    def test_a_test_is_judged_by_merge(self):
        """Parts behind the verdict are not needed, nor looked at; those before are."""
        fields = DUEL | {"deals": 140, "test": {"min_units": 60, "block": 20, "h1": 10}, "log": "zstd"}
        whole, part = self.sample(**fields), self.sample("--shard", "1/2", **fields)
        assert read_json(whole, "summary.json")["games"] < 210
        self.assert_same(whole, self.merge([part]))

    def test_undecided_needs_all_parts(self):
        fields = DUEL | {"deals": 8, "test": {"min_units": 8, "h0": 40, "h1": 41}}
        path, whole = self.write_config(**fields), self.temp / "whole"
        folders = [self.sample("--shard", f"{part}/2", **fields) for part in (1, 2)]
        code = arena("run", path, "--out", whole, "--quiet").returncode
        self.merge(folders[:1], BAD_FILE, ["shard 2 of 2 is missing"])
        self.assert_same(whole, self.merge(folders, code))

    def test_wrong_parts(self):
        fields = DUEL | {"deals": 8}
        whole, folders = self.split(2, **fields)
        third = self.sample("--shard", "1/3", **fields)
        self.merge(folders[1:], BAD_FILE, ["shard 1 of 2 is missing"])
        self.merge([third], BAD_FILE, ["shards 2 to 3 of 3 are missing"])
        self.merge(folders + [folders[1]], BAD_FILE, ["is shard 2, and so is"])
        self.merge([whole, folders[0]], BAD_FILE, ["is a whole run, not a shard", "--pool"])
        self.merge(folders[:1] + [self.temp], BAD_FILE, ["manifest.json"])
        self.merge(folders[:1] + [self.play("--shard", "2/2", "--seed", 12345, **fields)], BAD_FILE, ['"seed"'])
        self.merge(folders[1:] + [third], BAD_FILE, ["is one of 3 shards, but ", "is one of 2"])
        log = folders[1] / "games.jsonl"
        text = log.read_text()
        lines = text.splitlines(keepends=True)
        log.write_text("".join(lines[:-3]))
        self.merge(folders, BAD_FILE, ["is not finished"])
        log.write_text("".join(lines[:2] + lines[3:]))
        self.merge(folders, BAD_FILE, ["games.jsonl:3"])
        log.write_text(text + "".join((whole / "games.jsonl").read_text().splitlines(keepends=True)[:3]))
        self.merge(folders, BAD_FILE, ["games.jsonl:13", "end before this line"])
        self.assert_tampering_found(folders[1], "end before this line")

    @staticmethod
    def content(folder):
        return {path.name: path.read_bytes() for path in folder.iterdir()}

    def test_a_bot_that_was_built_twice(self):
        """Its bytes differ: whether both play the same, the user says, and the manifest records it."""
        module = self.temp / "mine.so"
        shutil.copy(program().parent / "bots" / "basic.so", module)
        fields = DUEL | {"bots": {"a": {"bid": "stammtisch", "play": str(module)}, "b": str(module)}, "deals": 4}
        shards = [self.play("--shard", "1/2", **fields)]
        module.write_bytes(module.read_bytes() + b"twin")
        shards.append(self.play("--shard", "2/2", **fields))
        one, other = (read_json(shard, "manifest.json")["bots"][1]["sha256"] for shard in shards)
        self.merge(shards, BAD_FILE, ['"bots" of its manifest differs', f"--same-bots {one}={other}"])
        out = self.merge(shards, OK, (), "--same-bots", f"{other}={one},{one}={other}")
        assert read_json(out, "manifest.json") == read_json(self.play(**fields), "manifest.json") | {
            "bots": read_json(shards[0], "manifest.json")["bots"], "same_bots": [f"{other}={one}", f"{one}={other}"]}
        self.assert_verified(out)
        for wrong in (one, f"{one}=", f"{one}={other},", f"{one}={other}x"):
            self.merge(shards, USAGE, ["--same-bots"], "--same-bots", wrong)
        elsewhere = self.temp / "elsewhere"
        elsewhere.mkdir()
        shutil.move(module, elsewhere / "mine.so")  # as where each processor has a folder of its own
        moved = json.loads(json.dumps(fields).replace(str(module), str(elsewhere / "mine.so")))
        there = [shards[0], self.play("--shard", "2/2", **moved)]
        apart = self.merge(there, OK, (), "--same-bots", f"{one}={other}")
        assert read_json(apart, "manifest.json")["bots"] == read_json(shards[0], "manifest.json")["bots"]
        part = self.merge(shards, OK, (), "--part", "--same-bots", f"{one}={other}")
        assert read_json(part, "manifest.json")["same_bots"] == [f"{one}={other}"]

    def test_nothing_is_replaced_before_all_parts_are_checked(self):
        """With --force the old results stay when a part is damaged or the disk is full, and without it nothing is left."""
        whole, parts = self.split(2, **DUEL | {"deals": 8})
        before = self.content(parts[1])
        done = arena("merge", *parts, "--out", f"{parts[1]}/.", "--force")
        assert done.returncode == USAGE and "is one of the shards" in done.stderr and self.content(parts[1]) == before
        old = self.merge(parts)
        before, log = self.content(old), parts[1] / "games.jsonl"
        command = [program(), "merge", *parts, "--out", old, "--force", "--quiet"]
        done = subprocess.run(command, cwd=ROOT, text=True, capture_output=True, timeout=TIMEOUT,
                              **no_larger_than((parts[0] / "games.jsonl").stat().st_size))
        assert done.returncode == INTERNAL and f"{old}/games.jsonl: cannot be written" in done.stderr, done.stderr
        assert self.content(old) == before
        sound = log.read_text()
        log.write_text(sound.replace('"value":', '"value":1', 1))
        arena_says(BAD_FILE, "games.jsonl:", *command[1:])
        assert self.content(old) == before and not self.merge(parts, BAD_FILE).exists()
        log.write_text(sound)
        new = self.temp / "new"
        new.mkdir()
        (new / "games.jsonl.0123abcd.new").write_text("half a li")  # of a merge that was killed
        assert arena("merge", *parts, "--out", new, "--quiet").returncode == OK
        self.assert_same(whole, new)

    def test_a_part_whose_log_is_in_the_folder(self):
        """By a link: it is read before it is replaced."""
        whole, parts = self.split(2, **DUEL | {"deals": 8})
        linked = self.temp / "linked"
        linked.mkdir()
        for path in parts[0].iterdir():
            (linked / path.name).symlink_to(path)
        assert arena("merge", linked, parts[1], "--out", parts[0], "--force", "--quiet").returncode == OK
        self.assert_same(whole, parts[0])

    def test_options(self):
        path = self.write_config(deals=3)
        for shard in ("0/2", "3/2", "1", "1/2x", "1/1000001"):
            arena_says(USAGE, "--shard", "run", path, "--shard", shard, "--out", self.temp / "out")
        arena_says(USAGE, ("--shard", "more shards than deals"), "run", path, "--shard", "2/9", "--out", self.temp / "out")
        assert arena("merge", self.temp).returncode == USAGE


class TestParts(MergeTest):
    """Shards that are merged in any tree."""

    def part(self, folders, code=OK, says=()):
        return self.merge(folders, code, says, "--part")

    def test_merged_in_any_tree(self):
        def check(fields):
            whole, shards = self.sample(**fields), [self.sample("--shard", f"{number}/6", **fields) for number in range(1, 7)]
            parts = self.part(shards[:2]), self.part([self.part([shards[4], shards[3]]), shards[2]])
            for part in parts:
                self.assert_verified(part)
            assert read_json(parts[1], "summary.json")["shard"] == {"number": 3, "last": 5, "of": 6, "tested": False}
            for folders in ([parts[1], shards[5], parts[0]], [self.part(parts), shards[5]]):
                self.assert_same(whole, self.merge(folders))
                self.assert_same(whole, self.merge([self.part(folders)]))  # the part is the run itself
                assert len(read_json(self.merge(folders), "timing.json")) == 6
        check_each((faulty_fields(percent=10, rules="stammtisch", deals=3, sessions=6), PACKED,
                    DUEL | {"deals": 12, "bots": {"a": "stammtisch", "b": CLOSE}, "redeals": 1, "compare": ["a", "b"]}), check)

    def test_wrong_parts_of_parts(self):
        shards = [self.sample("--shard", f"{number}/4", **DUEL | {"deals": 8}) for number in range(1, 5)]
        part = self.part(shards[1:3])
        self.part([shards[0], shards[2]], BAD_FILE, ["shard 2 of 4 is missing"])
        self.part([part, shards[2]], BAD_FILE, ["is shard 3, and so is"])
        self.merge([part, shards[0]], BAD_FILE, ["shard 4 of 4 is missing"])
        assert self.merge([shards[0], part, shards[3]])


class TestPool(MergeTest):
    """Runs of the same bots and tables with other seeds."""

    DUEL = DUEL | {"bots": {"a": "stammtisch", "b": CLOSE}, "compare": ["a", "b"], "deals": 9}

    def pool(self, folders, code=OK, says=()):
        return self.merge(folders, code, says, "--pool")

    def test_sums_of_the_runs(self):
        def check(fields):
            runs = [self.sample("--seed", seed, **fields | {"sessions": sessions}) for seed, sessions in ((1, 2), (2, 1), (3, 3))]
            pool = self.pool(runs)
            self.assert_same_bytes(pool, self.pool(runs[::-1]), ["manifest.json", "summary.json"])
            one, parts = read_json(pool, "summary.json"), [read_json(run, "summary.json") for run in runs]
            assert one["complete"] and one["pooled"] == 3 and "pooled from 3 runs" in str(one["verdict"]["warnings"])
            for counts in ("games", "planned", "declared", "won", "passed_in", "units"):
                assert one[counts] == sum(part[counts] for part in parts), counts
            for bot, *others in zip(one["bots"], *(part["bots"] for part in parts)):
                assert bot["score"]["points"] == sum(other["score"]["points"] for other in others)
            units, means = zip(*((part["comparison"]["units"], part["comparison"]["scorings"]["classic"]["mean"]) for part in parts))
            mean = sum(count * mean for count, mean in zip(units, means)) / sum(units)
            assert one["comparison"]["scorings"]["classic"]["mean"] == pytest.approx(mean)
            assert one["signature"] == f"{sum(int(part['signature'], 16) for part in parts) % 2**64:016x}"
            assert arena("compare", pool).returncode == OK and arena("report", pool).returncode == OK
            assert "lie in the runs that were pooled" in arena("verify", pool).stderr
        check_each((self.DUEL, self.DUEL | {"redeals": 1}, self.DUEL | {"rules": "stammtisch", "log": "zstd"},
                   self.DUEL | {"bidding": True}),
                   check)

    def test_a_last_session_that_is_shorter_is_completed_first(self):
        runs = [self.temp / name for name in ("forty", "fifty")]
        for run, deals in zip(runs, (40, 50)):
            assert arena("compare", "stammtisch", "random", "--deals", deals, "--seed", deals, "--out", run, "--quiet").returncode == OK
        said = arena("merge", "--pool", *runs, "--out", self.temp / "refused").stderr
        assert said.count("complete it first") == 2 and said.count("\n") == 2, said
        for run in runs:
            assert arena("run", "--resume", run, "--deals", 72, "--quiet").returncode == OK
        assert read_json(self.pool(runs), "summary.json")["units"] == 144

    def test_what_is_not_pooled(self):
        runs = [self.sample("--seed", seed, **self.DUEL) for seed in (1, 2)]
        self.pool([runs[0], runs[0]], BAD_FILE, ["has the seed of"])
        self.pool([runs[0], self.sample("--seed", 2, **self.DUEL | {"rules": "stammtisch"})], BAD_FILE, ['"rules" of its manifest differs'])
        self.pool([runs[0], self.sample("--seed", 3, "--shard", "1/2", **self.DUEL)], BAD_FILE, ["is a shard of a run"])
        self.pool([runs[0], self.sample("--seed", 3, "--log", "none", **self.DUEL)], BAD_FILE, ["kept no log"])
        tested = self.DUEL | {"test": {"h0": 40, "h1": 41, "min_units": 8}}
        path = self.write_config(**tested)
        arena("run", path, "--out", self.temp / "tested", "--quiet")
        self.pool([self.temp / "tested"], BAD_FILE, ["has a test"])
        pool = self.pool(runs)
        assert "kept no log" in arena("run", "--resume", pool, "--deals", 99).stderr
        assert arena("merge", "--pool", "--part", *runs, "--out", self.temp / "no").returncode == USAGE


class TestLogs(ResumeTest):
    """Compressed logs."""

    SOME = DUEL | {"bots": {"a": "stammtisch", "b": CLOSE}, "deals": 6, "sessions": 6}

    def test_options(self):
        for log in ("some", "divergent", 5):
            self.run_says(USAGE, "$.log", **self.SOME | {"log": log})
        assert "--log" in self.run_config("--log", "some")[0].stderr

    def test_the_same_lines(self):
        plain, packed = self.sample(**self.SOME), self.sample(**self.SOME | {"log": "zstd"})
        assert not (packed / "games.jsonl").exists()
        assert unpacked(packed / "games.jsonl.zst") == (plain / "games.jsonl").read_bytes()
        self.assert_same_bytes(plain, packed, ["summary.json"])
        self.assert_verified(packed)

    def test_every_reader(self):
        folders = [self.sample(**self.SOME), self.sample_copy(**self.SOME | {"log": "zstd"})]
        for words in (("compare", "{}", "a", "b", "--json"), ("replay", "{}", "--game", 7), ("games", "{}", "--json"),
                      ("export", "{}", "--csv", "games"), ("deal", "--from", "{}")):
            said = [arena(*(str(word).format(folder) for word in words)) for folder in folders]
            assert said[0].stdout.replace(str(folders[0]), "") == said[1].stdout.replace(str(folders[1]), ""), words
        assert arena("report", folders[1]).returncode == OK

    def test_damage(self):
        folder = self.sample_copy(**self.SOME | {"log": "zstd"})
        packed = folder / "games.jsonl.zst"
        whole = packed.read_bytes()
        for damaged in (whole[:len(whole) // 2], whole[:-1], b"nothing", whole[:90] + b"\0" * 9 + whole[99:]):
            packed.write_bytes(damaged)
            assert arena("verify", folder).returncode == BAD_FILE

    def test_a_lost_end(self):
        """Whatever is lost of the frame that was being written, and whatever stands there instead, the run goes on from what is whole."""
        begun, path = self.begun(**PACKED | {"bots": {"a": "stammtisch", "b": self.waits}, "deals": 20})
        whole = self.play_whole(path)
        packed = (whole / "games.jsonl.zst").read_bytes()
        flushed = (begun / "games.jsonl.zst").read_bytes()
        assert unpacked(begun / "games.jsonl.zst")
        chance = random.Random(4)
        cut = chance.randrange(40, len(packed))
        for left in (packed, packed[:-1], packed[:cut], packed[:cut] + bytes(len(packed) - cut), flushed[:len(flushed) // 2],
                     packed[:cut] + b"\x55" + packed[cut + 1:], packed[:cut] + bytes(50) + packed[cut + 50:], b"\0" * 100, b""):
            out = self.temp / "lost"
            shutil.copytree(begun, out)
            (out / "games.jsonl.zst").write_bytes(left)
            said = self.resume(out).stderr
            assert left != b"\0" * 100 or "its beginning is damaged, or did not reach the disk" in said, said
            self.assert_same(whole, out)
            shutil.rmtree(out)

    def test_compressed_by_hand(self):
        """A plain log that somebody has compressed, in several frames as from appended parts, is read, and gone on with."""
        begun, path = self.begun(**DUEL | {"bots": {"a": "stammtisch", "b": self.waits}, "deals": 20})
        text = (begun / "games.jsonl").read_bytes()
        (begun / "games.jsonl").unlink()
        (begun / "games.jsonl.zst").write_bytes(packed(text[:5000]) + packed(text[5000:]))
        self.resume(begun)
        whole = self.play_whole(path)
        assert unpacked(begun / "games.jsonl.zst") == (whole / "games.jsonl").read_bytes()
        self.assert_verified(begun)
        for name, words in (("resume.json", "{}"), ("notes.txt", "mine")):
            (begun / name).write_text(words)
        arena_ok("run", self.write_config(deals=3, log="none"), "--out", begun, "--force")
        assert {path.name for path in begun.iterdir()} == {"manifest.json", "notes.txt", "summary.json", "timing.json"}
