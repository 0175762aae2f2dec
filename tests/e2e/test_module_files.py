# SPDX-License-Identifier: MIT
"""Modules are read once: what becomes of their files during a command changes nothing; what lies beside them is still found.

The cheat is_swapped tells a test when it is in the middle of something: it waits for the end of a named pipe."""
import contextlib
import errno
import hashlib
import os
import pathlib
import shlex
import shutil
import signal
import subprocess
import sys
import time

import pytest

from harness import *
from isolated_runs import PYTHON
from machine import can_filter_calls, filtered, needs_isolation

FILES = SAME_BYTES + ("faults.jsonl",)
LIMIT = {"limits": {"time_ms": TIMEOUT * 1000}}  # a bot that waits for the test is not late
FIRST, OTHER = b"is_swapped: first.", b"is_swapped: other."


def is_swapped():
    content = pathlib.Path(cheat("is_swapped")).read_bytes()
    assert content.count(FIRST) == 1
    return content


def rename(path):
    """As a compiler does that writes elsewhere."""
    other = path.with_suffix(".new")
    other.write_bytes(path.read_bytes().replace(FIRST, OTHER))
    other.replace(path)


def cut(path):
    os.truncate(path, 0)


def old_kernel(*arguments):
    """What the program does where there is no syscall user dispatch, as before Linux 5.11: prctl() refuses it."""
    return filtered({"prctl": (errno.EINVAL, 59)}, program(), *arguments)


class ModuleTest(RunTest):
    @pytest.fixture(autouse=True)
    def module_and_pipe(self, temporary_folder):
        self.module, self.go = self.temp / "mine.so", self.temp / "go"
        self.renew()

    def renew(self):
        """The module as it was, and a pipe that ends at once."""
        self.module.unlink(missing_ok=True)
        self.module.write_bytes(is_swapped())
        self.go.unlink(missing_ok=True)
        self.go.touch()

    def bot(self, **options):
        return {"module": str(self.module), "options": {"go": str(self.go)} | options}

    def opened_for_writing(self, process):
        """Once somebody reads from the pipe."""
        while process.poll() is None:
            with contextlib.suppress(OSError):
                return os.open(self.go, os.O_WRONLY | os.O_NONBLOCK)
            time.sleep(0.01)
        raise AssertionError(f"the program has ended: {process.returncode}")

    def disturbed(self, change, *arguments):
        """What the program did whose module's file changed when it first read from the pipe; from then on there is none."""
        self.go.unlink()
        os.mkfifo(self.go)
        with Started([program(), *map(str, arguments)], cwd=ROOT, text=True, stdin=subprocess.DEVNULL,
                     stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            end = self.opened_for_writing(process)
            change(self.module)
            self.go.unlink()
            self.go.touch()
            os.close(end)
            out, err = process.communicate(timeout=TIMEOUT)
        return subprocess.CompletedProcess(process.args, process.returncode, out, err)

    def assert_first_bytes_played(self, folder, bot=0):
        assert read_json(folder, "manifest.json")["bots"][bot]["sha256"] == hashlib.sha256(is_swapped()).hexdigest()

    def assert_same_run(self, path, *changed, names=FILES):
        """A config played undisturbed, and disturbed by each change."""
        calm = self.temp / "calm"
        assert arena("run", path, "--out", calm, "--quiet").returncode == OK
        for change in changed:
            folder = self.temp / change.__name__
            done = self.disturbed(change, "run", path, "--out", folder, "--quiet")
            assert done.returncode == OK, done.stderr
            self.assert_same_bytes(calm, folder, names)
            self.assert_first_bytes_played(folder)
            self.renew()
        self.assert_verified(folder)
        return calm


class TestRuns(ModuleTest):
    FIELDS = {"seats": ["b"] * 3, "deals": 12}

    def test_the_other_file_plays_otherwise(self):
        """Else none of these tests could fail."""
        fields = {"bots": {"b": self.bot(crashes=False)}} | self.FIELDS
        first = self.play(**fields)
        rename(self.module)
        assert [line["moves"] for line in read_lines(first)] != [line["moves"] for line in read_lines(self.play(**fields))]

    def test_workers(self):
        """It crashes again and again, and is started again from what was read; also on a kernel that cannot give the loader other bytes
        than those at a path."""
        path = self.write_config(bots={"b": self.bot()}, isolation="none", **self.FIELDS, **LIMIT)
        calm = self.assert_same_run(path, rename, cut)
        faults = read_lines_of(calm / "faults.jsonl")
        assert len(faults) > 1
        assert has_sanitizer() or all(any("mine.so" in frame for frame in fault["backtrace"]) for fault in faults)
        if can_filter_calls():
            done = old_kernel("run", path, "--out", self.temp / "old", "--quiet")
            assert done.returncode == OK, done.stderr
            self.assert_same_bytes(calm, self.temp / "old", FILES)

    @needs_isolation
    def test_isolated(self):
        """It changes while another bot is examined: all bot processes start after that, and again after each crash."""
        pipes = ROOT / "tests" / "bots" / "pipes"
        code = f"import sys; sys.path.insert(0, {str(pipes)!r}); open({str(self.go)!r}).read(); import legal"
        waits = {"module": "pipe", "options": {"command": f"{PYTHON} -I -c {shlex.quote(code)}"}}
        path = self.write_config(bots={"b": self.bot(go=""), "w": waits}, seats=["b", "w", "b"], isolation="process", schedule="fixed",
                                 deals=12, **LIMIT)
        assert read_lines_of(self.assert_same_run(path, cut) / "faults.jsonl")

    def test_a_run_is_not_resumed_with_another_file(self):
        fields = {"bots": {"b": self.bot(crashes=False)}, "isolation": "none"} | self.FIELDS | LIMIT
        path = self.write_config(**fields)
        out = self.temp / "out"
        self.go.unlink()
        os.mkfifo(self.go)
        with Started([program(), "run", path, "--out", out, "--quiet"], stderr=subprocess.DEVNULL) as process:
            end = self.opened_for_writing(process)
            process.kill()
        os.close(end)
        self.go.unlink()
        self.go.touch()
        rename(self.module)
        done = arena("run", "--resume", out, "--quiet")
        assert done.returncode != OK and "$.bots is not what would be played now" in done.stderr
        self.renew()
        assert arena("run", "--resume", out, "--quiet").returncode == OK
        self.assert_same_bytes(out, self.play(**fields))


class TestCommands(ModuleTest):
    def test_regress(self):
        """Each bot is first played alone, with a config of its own."""
        arguments = ("regress", cheat("is_swapped", crashes=False)["module"] + ":crashes=false",
                     f"new={self.module}:go={self.go},crashes=false", "--against", "random", "--deals", 12, "--quiet",
                     "--isolation", "none")
        calm = arena(*arguments, "--out", self.temp / "calm")
        done = self.disturbed(rename, *arguments, "--out", self.temp / "disturbed")
        assert done.returncode == calm.returncode and done.stdout == calm.stdout, done.stderr
        self.assert_same_bytes(self.temp / "calm", self.temp / "disturbed")
        self.assert_first_bytes_played(self.temp / "disturbed")


class TestPipe(RunTest):
    """Of a command for the shell, the manifest has the hashes of program and script."""

    SCRIPT = f"import sys; sys.path.insert(0, {str(ROOT / 'tests' / 'bots' / 'pipes')!r}); import legal\n"

    @pytest.fixture(autouse=True)
    def script(self, temporary_folder):
        self.path = self.temp / "it's.sh"
        self.write(self.SCRIPT)

    def write(self, script):
        """A script for the shell, whose hash is computed in a moment, unlike that of Python."""
        self.path.write_text(f"exec {sys.executable} -S -c {shlex.quote(script)}\n")

    def files(self, commands):
        """Of the bot of each command, name and hash of each file."""
        bots = {str(number): {"module": "pipe", "options": {"command": command}} for number, command in enumerate(commands)}
        out = self.play(bots=bots, seats=list(bots), deals=1, schedule="fixed", **LIMIT)
        return [[(file["file"], file["sha256"]) for file in bot.get("files", [])] for bot in read_json(out, "manifest.json")["bots"]]

    @staticmethod
    def hashed(name, path=None):
        return name, hashlib.sha256(pathlib.Path(path or name).read_bytes()).hexdigest()

    def test_what_is_found(self):
        script = str(self.path)
        quoted = "'" + script.replace("'", "'\\''") + "'"  # as the program itself does for ./it's.sh
        plain = self.temp / "mine.py"
        plain.write_text(self.SCRIPT)
        executable = self.temp / "mine"
        executable.write_text(f"#!/bin/sh\nexec {sys.executable} -S {plain}\n")
        executable.chmod(0o755)
        shell = self.hashed("sh", shutil.which("sh"))
        rows = ((f"exec {executable}", [self.hashed(str(executable))]), (f"X=1 python3 -S {plain}", []),
                (f"sh {quoted}", [shell, self.hashed(script)]))
        assert self.files([command for command, _ in rows]) == [expected for _, expected in rows]

    def test_a_run_is_not_resumed_with_another_script(self):
        self.path, out, go = self.temp / "mine.sh", self.temp / "out", self.temp / "go"
        # It waits after some questions, so that the run is not over before it is killed.
        held = self.SCRIPT.replace("import legal", f"sys.argv[1:] = [{str(go)!r}, '20']; import waits")
        self.write(held)
        bot = {"module": "pipe", "options": {"command": f"sh {self.path}"}}
        path = self.write_config(bots={"w": bot, "b": "basic"}, seats=["w", "b", "b"], deals=2, schedule="fixed", **LIMIT)
        with Started([program(), "run", path, "--out", out, "--quiet"], stderr=subprocess.DEVNULL) as process:
            wait_until(lambda: (out / "games.jsonl").exists(), process)
            process.kill()
        assert process.returncode == -signal.SIGKILL
        go.touch()
        self.write(held + "# another one\n")
        done = arena("run", "--resume", out, "--quiet")
        assert done.returncode != OK and "$.bots is not what would be played now" in done.stderr
        self.write(held)
        assert arena("run", "--resume", out, "--quiet").returncode == OK


# A bot whose version is a text beside it, and whose name is from a library beside it: both are there in its constructor.
BESIDE = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/bots/bot.h"

const char *word_of_library(void);
static char name[40] = "?", version[200] = "?";

static void read_version(const char *file)
{
    char path[4096];
    Dl_info info;

    if (!dladdr(name, &info))
        return;
    snprintf(path, sizeof path, "%.*s%s", (int)(strrchr(info.dli_fname, '/') + 1 - info.dli_fname), info.dli_fname, file);
    FILE *opened = fopen(path, "r");
    if (!opened || !fgets(version, sizeof version, opened))
        snprintf(version, sizeof version, "not found: %.150s", path);
    if (opened)
        fclose(opened);
}

__attribute__((constructor)) static void look(void)
{
    snprintf(name, sizeof name, "%s", word_of_library());
    read_version("version.txt");
}

static void *create(const struct skat_bot_host *host, const struct skat_bot_setting *settings, uint32_t count)
{
    char before[sizeof version];

    memcpy(before, version, sizeof before);
    read_version("version.txt");
    if (strcmp(before, version) == 0)
        return create_stateless(host, settings, count);
    host->log(host->context, version); /* the reason why it does not start */
    return NULL;
}

TEST_BOT(.id = name, .version = version, .create = create, .act = pass_and_follow);
"""


def beside(word, library=True):
    """The module with a library beside it, or with that linked into it."""
    def make(folder):
        (folder / "beside.c").write_text(BESIDE)
        (folder / "library.c").write_text(f'const char *word_of_library(void) {{ return "{word}"; }}\n')
        (folder / "version.txt").write_text(f"{word} by dladdr")
        compile_ = ["cc", "-std=c11", "-O1", "-fPIC", "-shared", f"-I{ROOT}"]
        subprocess.run([*compile_, folder / "library.c", "-o", folder / "libbeside.so"], check=True)
        more = [f"-L{folder}", "-lbeside", "-Wl,-rpath,$ORIGIN"] if library else [folder / "library.c"]
        subprocess.run([*compile_, folder / "beside.c", "-o", folder / "beside.so", *more], check=True)
    return shared(f"beside-{word}", make) / "beside.so"


class TestBeside(RunTest):
    """What lies beside a module is found by its path, though it is loaded from memory."""

    def test_a_library_and_data(self):
        """Also by a relative path, and by a link: the loader looks beside the link, as it always did."""
        module = beside("one")
        (self.temp / "one").symlink_to(module.parent)
        path = self.write_config(bots={"b": "one/beside.so"}, seats=["b"] * 3, deals=3, isolation="none")
        arena_ok("run", path.name, "--out", "out", "--quiet", cwd=self.temp)
        bot = read_json(self.temp / "out", "manifest.json")["bots"][0]
        assert (bot["id"], bot["version"]) == ("one", "one by dladdr")
        assert not any(any(line["faults"].values()) for line in read_json(self.temp / "out", "summary.json")["bots"])
        other = self.temp / "other"
        other.mkdir()
        (other / "version.txt").write_text("other by dladdr")
        (other / "libbeside.so").symlink_to(module.with_name("libbeside.so"))
        (other / "beside.so").symlink_to(module)
        assert json.loads(arena("bots", "--json", other / "beside.so").stdout)[0]["version"] == "other by dladdr"

    def test_on_an_old_kernel(self):
        """Where the kernel cannot give the loader other bytes than those at a path: as docs/security.md says."""
        if not can_filter_calls():
            pytest.skip("system calls cannot be filtered on this machine")
        done = old_kernel("bots", beside("one"))
        assert done.returncode == USAGE and "libbeside.so: cannot open shared object file" in done.stderr
        alone = beside("two", library=False)
        done = old_kernel("bots", "--json", alone)
        assert json.loads(done.stdout)[0]["version"].startswith("not found: /proc/self/fd/")
        done = old_kernel("run", self.write_config(bots={"b": str(alone)}, seats=["b"] * 3, isolation="none"), "--out", self.temp / "out")
        assert done.returncode != OK and "cannot start: create() returned NULL: two by dladdr" in done.stderr


# Says in its log, which a run shows, what became of all attempts to change a module's memory.
WRITER = """
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/bots/bot.h"

static char found[2000];

static void say(const char *when, const char *what, int result)
{
    size_t length = strlen(found);
    snprintf(found + length, sizeof found - length, "%s: %s: %s\\n", when, what, result < 0 ? strerror(errno) : "done");
}

static void attack(const char *when)
{
    char path[300], target[300];
    struct dirent *entry;
    DIR *folder = opendir("/proc/self/fd");

    while (folder && (entry = readdir(folder))) {
        snprintf(path, sizeof path, "/proc/self/fd/%s", entry->d_name);
        ssize_t length = readlink(path, target, sizeof target - 1);
        target[length > 0 ? length : 0] = 0;
        if (!strstr(target, "writer.so"))
            continue;
        int own = atoi(entry->d_name), again = open(path, O_RDWR);
        say(when, "write", (int)write(own, "x", 1));
        say(when, "write again", (int)write(again, "x", 1));
        say(when, "truncate", ftruncate(again, 1));
        say(when, "truncate by path", truncate(path, 1));
        say(when, "map", mmap(NULL, 1, PROT_WRITE, MAP_SHARED, again, 0) == MAP_FAILED ? -1 : 0);
        say(when, "unseal", fcntl(again, F_ADD_SEALS, 0));
        say(when, "lock", fcntl(own, F_SETLK, &(struct flock){.l_type = F_RDLCK}));
        say(when, "seek", (int)lseek(own, 1, SEEK_SET));
        close(again);
    }
    closedir(folder);
}

__attribute__((constructor)) static void at_once(void) { attack("loaded"); }

static void *create(const struct skat_bot_host *host, const struct skat_bot_setting *settings, uint32_t count)
{
    attack("created");
    for (char *line = strtok(found, "\\n"); line; line = strtok(NULL, "\\n"))
        host->log(host->context, line);
    return create_stateless(host, settings, count);
}

TEST_BOT(.id = "writer", .create = create, .act = pass_and_follow);
"""


def test_nobody_can_write_what_was_read(tmp_path):
    """Not even while it is loaded; and a worker has no descriptor of it when its players are made."""
    (tmp_path / "writer.c").write_text(WRITER)
    subprocess.run(["cc", "-std=c11", "-fPIC", "-shared", f"-I{ROOT}", tmp_path / "writer.c", "-o", tmp_path / "writer.so"], check=True)
    config = {"name": "test", "deals": 3, "bots": {"b": "./writer.so"}, "seats": ["b"] * 3, "isolation": "none"}
    (tmp_path / "config.json").write_text(json.dumps(config))
    done = arena_ok("run", tmp_path / "config.json", "--out", tmp_path / "out")
    said = {line.removeprefix("bot b: ") for line in done.stderr.splitlines() if line.startswith("bot b: ")}
    refused, no_file = "Operation not permitted", "Bad file descriptor"
    assert said == {f"loaded: {what}: {answer}" for what, answer in (
        ("write", no_file), ("write again", refused), ("truncate", refused), ("truncate by path", refused), ("map", refused),
        ("unseal", refused), ("lock", no_file), ("seek", no_file))}
