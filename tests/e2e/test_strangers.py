# SPDX-License-Identifier: MIT
"""Result folders of strangers: whatever a name in one leads to, reading it ends, says what is wrong, and writes only what was
asked for, where it was asked for."""
import functools
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from typing import Any

import pytest

from harness import *

PRECIOUS = "precious\n"
#: What may have the name of a file, by the words for it in messages; None: its content is what counts.
KINDS: dict[str, str | None] = {"link": None, "link to nothing": None, "folder": "a folder", "link to a folder": "a folder",
                                "pipe": "a named pipe", "socket": "a socket", "zero": "a device", "full": "a device",
                                "link to itself": None}
DUEL: dict[str, Any] = {"bots": {"a": "basic", "b": "random"}, "seats": ["a", "b"], "schedule": "duel"}
READERS: dict[str, tuple[str, ...]] = {
    "verify": ("verify", "FOLDER"), "report": ("report", "FOLDER", "--out", "OUT/page.html"),
    "analyze": ("analyze", "FOLDER", "--count", "1", "--out", "OUT"), "results": ("results", "PARENT"),
    "results of one": ("results", "FOLDER"), "replay": ("replay", "FOLDER"), "games": ("games", "FOLDER"),
    "faults": ("faults", "FOLDER"), "export": ("export", "FOLDER", "--out", "OUT/games.sgf"),
    "decisions": ("export", "FOLDER", "--decisions", "csv", "--out", "OUT/decisions.csv"),
    "compare": ("compare", "FOLDER"), "archive": ("archive", "FOLDER", "--out", "OUT/run.tar.gz"),
    "mine": ("positions", "--mine", "FOLDER", "--count", "1", "--out", "OUT/mined"),
    "plan": ("plan", "FOLDER"), "status": ("status", "FOLDER"), "index": ("report", "PARENT", "--out", "OUT/index.html")}
NAMES = ("manifest.json", "games.jsonl", "summary.json", "timing.json", "faults.jsonl", "audit.jsonl", "analysis.jsonl",
         "analysis.json", "report.html", "import.jsonl", "records.sgf", "journal.bin", "resume.json", "study.json",
         "study.csv", "populations.json", "tune.json", "tune.jsonl", "sweep.json", "history.json", "bisect.json",
         "analysis.part", "SHA256SUMS", "config.json")
#: Who cannot do without a file: these must refuse what is none.
NEEDS = {"manifest.json": {"verify", "report", "archive"},
         "games.jsonl": {"verify", "replay", "games", "export", "decisions", "analyze", "archive", "report"},
         "summary.json": {"verify", "report", "archive", "compare"}, "faults.jsonl": {"verify", "archive", "faults"},
         "analysis.jsonl": {"replay", "archive"}}


@functools.cache
def sample() -> pathlib.Path:
    """A folder with all files of a run and of its analysis, made once in each process."""
    parent = tempfile.mkdtemp(prefix="skat-arena-test-strangers-")
    config, out = pathlib.Path(parent) / "config.json", pathlib.Path(parent) / "run"
    faulty = bad_bot("faulty", what="abort", when="card", percent=20)
    config.write_text(json.dumps({"name": "test", "seed": SEED, "deals": 3, "workers": 1, "seats": ["f", "b"],
                                  "schedule": "duel", "bots": {"f": faulty, "b": "basic"}}))
    assert arena("run", config, "--out", out, "--quiet").returncode in (0, 1, 2)
    assert arena("analyze", out, "--quiet").returncode == OK
    assert (out / "faults.jsonl").stat().st_size > 0
    return out


@functools.cache
def unfinished_sample() -> pathlib.Path:
    """The folder of a run that was interrupted, which logs a part of its games."""
    parent = pathlib.Path(tempfile.mkdtemp(prefix="skat-arena-test-strangers-"))
    config, out = parent / "config.json", parent / "run"
    faulty = bad_bot("faulty", what="abort", when="card", percent=2)
    held = bad_bot("dawdles", ms=0, until=str(parent / "go"), after=200)  # until it is interrupted
    config.write_text(json.dumps({"name": "test", "seed": SEED, "deals": 1000, "workers": 1, "seats": ["f", "b"], "schedule": "duel",
                                  "bots": {"f": faulty, "b": held}, "log": "divergent", "time_limit_ms": 0}))
    with subprocess.Popen([program(), "run", config, "--out", out, "--quiet"], cwd=ROOT, stderr=subprocess.DEVNULL) as run:
        while run.poll() is None and not ((out / "faults.jsonl").exists() and (out / "games.jsonl").stat().st_size > 8000):
            time.sleep(0.002)
        send_heard(run, signal.SIGTERM)
        (parent / "go").touch()
        assert run.wait() == INTERRUPTED
    return out


def run_of_board(folder: pathlib.Path, number: int) -> tuple[str, ...]:
    return ("run", str(folder / "config.json"), "--shard", f"{number}/2", "--board", "FOLDER", "--quiet", "--out")


@functools.cache
def board_sample() -> pathlib.Path:
    """The board of a run of which one of two parts has been played; its config lies beside it."""
    parent = pathlib.Path(tempfile.mkdtemp(prefix="skat-arena-test-strangers-"))
    (parent / "config.json").write_text(json.dumps({
        "name": "test", "seed": SEED, "deals": 8, "workers": 1, "seats": ["r", "b"], "schedule": "duel",
        "bots": {"r": "random", "b": "basic"}, "test": {"h0": 0, "h1": 1}}))
    words = [str(parent / "board") if word == "FOLDER" else word for word in run_of_board(parent, 1)]
    assert arena(*words, parent / "part").returncode == OK
    return parent / "board"


@pytest.fixture(scope="module", autouse=True)
def remove_samples() -> Any:
    yield
    for made in (sample, unfinished_sample, board_sample):
        if made.cache_info().currsize:
            shutil.rmtree(made().parent)
            made.cache_clear()


class StrangersTest(RunTest):
    def place(self, at: pathlib.Path, kind: str) -> None:
        """Puts something of a kind where a file was."""
        at.unlink(missing_ok=True)
        if kind == "folder":
            at.mkdir()
        elif kind == "pipe":
            os.mkfifo(at)
        elif kind == "socket":
            here = os.getcwd()
            os.chdir(at.parent)  # the path of a socket is short
            with socket.socket(socket.AF_UNIX) as unix:
                unix.bind(at.name)
            os.chdir(here)
        else:
            targets: dict[str, pathlib.Path | str] = {
                "link": self.temp / "outside" / "victim", "link to nothing": self.temp / "outside" / "nothing",
                "link to a folder": self.temp / "outside", "zero": "/dev/zero", "full": "/dev/full", "link to itself": at.name}
            at.symlink_to(targets[kind])

    def lay_out(self, name: str, kind: str, source: pathlib.Path) -> pathlib.Path:
        shutil.rmtree(self.temp / "outside", ignore_errors=True)
        shutil.rmtree(self.temp / "parent", ignore_errors=True)
        (self.temp / "outside").mkdir()
        (self.temp / "outside" / "victim").write_text(PRECIOUS)
        folder = self.temp / "parent" / "run"
        shutil.copytree(source, folder)
        self.place(folder / name, kind)
        return folder

    def there(self) -> dict[str, Any]:
        """All that is there outside of what was asked for."""
        return {str(path): (path.lstat().st_mode, path.lstat().st_mtime_ns, path.lstat().st_size)
                for top in ("outside", "parent") for path in sorted((self.temp / top).rglob("*"))}

    def call(self, *command: str) -> "subprocess.CompletedProcess[str]":
        words = {"FOLDER": "parent/run", "PARENT": "parent", "OUT": "asked"}
        shutil.rmtree(self.temp / "asked", ignore_errors=True)
        (self.temp / "asked").mkdir()
        return subprocess.run([program(), *("/".join(words.get(part, part) for part in word.split("/")) for word in command)],
                              cwd=self.temp, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=TIMEOUT, check=False)


class TestReading(StrangersTest):
    @pytest.mark.parametrize("name", some(NAMES))
    def test_nothing_is_waited_for_and_nothing_written(self, name):
        for number, (kind, words) in enumerate(KINDS.items()):
            folder = self.lay_out(name, kind, sample())
            before = self.there()
            for turn, (reader, command) in enumerate(READERS.items()):
                needed = reader in NEEDS.get(name, ())
                if not (needed and words) and (turn + number) % repeat(1, 8):
                    continue
                done = self.call(*command)
                case = (reader, kind, done.returncode, done.stderr[-600:])
                assert done.returncode in (OK, 1, 2, USAGE, BAD_FILE) or name in done.stderr, case
                assert done.returncode >= 0, case
                assert self.there() == before, case
                if needed and words:
                    assert done.returncode == BAD_FILE, case
                    assert f"{name}: is {words}; expected a file, or a link to one" in done.stderr, case
                assert "precious" not in done.stdout, case
            assert (folder / name).is_symlink() or not (folder / name).is_file()

    def test_a_link_to_a_log_is_read(self):
        folder = self.lay_out("games.jsonl", "link", sample())
        shutil.copy(sample() / "games.jsonl", self.temp / "outside" / "victim")
        assert self.call("verify", "FOLDER").returncode == OK
        assert (folder / "games.jsonl").is_symlink()

    def test_what_the_user_names_may_be_a_pipe(self):
        """Of a shell: run <(jq .seed=5 config.json)."""
        reader, writer = os.pipe()
        config = self.write_config(deals=3).read_bytes()
        os.write(writer, config)
        os.close(writer)
        done = subprocess.run([program(), "run", f"/dev/fd/{reader}", "--quiet", "--out", self.temp / "out"], pass_fds=[reader],
                              capture_output=True, text=True, timeout=TIMEOUT, check=False)
        os.close(reader)
        assert done.returncode == OK, done.stderr


class TestWriting(StrangersTest):
    """What a command writes into the folder that was named replaces what has its name; links are not followed."""

    @pytest.mark.parametrize("command, name", [
        (("report", "FOLDER"), "report.html"), (("analyze", "FOLDER", "--force"), "analysis.json"),
        (("analyze", "FOLDER", "--force"), "analysis.jsonl"), (("analyze", "FOLDER", "--force"), "analysis.part")])
    def test_in_the_folder(self, command, name):
        for kind in KINDS:
            folder = self.lay_out(name, kind, sample())
            done = self.call(*command)
            assert done.returncode in (OK, USAGE, BAD_FILE, INTERNAL), (kind, done.stderr)
            assert (self.temp / "outside" / "victim").read_text() == PRECIOUS, kind
            assert os.listdir(self.temp / "outside") == ["victim"], kind
            assert done.returncode != OK or name == "analysis.part" or (folder / name).is_file(), kind
            assert done.returncode == OK or name in done.stderr, (kind, done.stderr)

    @pytest.mark.long
    @pytest.mark.no_sanitizer("a crash takes a third of a second there; TestReading reads the same files")
    @pytest.mark.parametrize("name", some(("resume.json", "games.jsonl", "faults.jsonl", "journal.bin", "manifest.json",
                                           "summary.json", "timing.json", "audit.jsonl")))
    def test_a_run_that_goes_on(self, name):
        unfinished = unfinished_sample()
        for kind, words in KINDS.items():
            self.lay_out(name, kind, unfinished)
            done = self.call("run", "--resume", "FOLDER", "--quiet")
            case = (kind, done.returncode, done.stderr[-600:])
            assert done.returncode in (OK, USAGE, BAD_FILE, INTERNAL), case
            assert done.returncode == OK or name in done.stderr or kind.startswith("link to"), case
            assert (self.temp / "outside" / "victim").read_text() == PRECIOUS, case
            assert os.listdir(self.temp / "outside") == ["victim"], case
            if words and name in ("resume.json", "games.jsonl", "faults.jsonl", "journal.bin", "manifest.json"):
                assert done.returncode != OK and (words in done.stderr or "Is a directory" in done.stderr), case


class TestBoard(StrangersTest):
    """A board may be a stranger's, too: the parts of a run read it, and write one file of it each."""

    @pytest.mark.parametrize("name", ("board.json", "part-1", "part-2"))
    def test_reading(self, name):
        for kind, words in KINDS.items():
            self.lay_out(name, kind, board_sample())
            before = self.there()
            done = self.call("status", "FOLDER")
            case = (kind, done.returncode, done.stderr[-600:])
            assert done.returncode == (BAD_FILE if name == "board.json" else OK), case
            if name == "board.json" and words:
                assert f"{name}: is {words}; expected a file, or a link to one" in done.stderr, case
            assert self.there() == before and "precious" not in done.stdout, case

    @pytest.mark.parametrize("name", ("board.json", "part-1", "part-2"))
    def test_joining(self, name):
        """Whatever the other part's file is, the part is played; its own is replaced, and what a link leads to is not."""
        for kind, words in KINDS.items():
            folder = self.lay_out(name, kind, board_sample())
            done = self.call(*run_of_board(board_sample().parent, 2), "OUT/part")
            case = (kind, done.returncode, done.stderr[-600:])
            nowhere = kind in ("link to nothing", "link to itself")  # as if there were no board yet
            refused = not nowhere if name == "board.json" else name == "part-2" and kind == "folder"
            assert (done.returncode != OK) == refused, case
            assert not refused or name in done.stderr, case
            assert (self.temp / "outside" / "victim").read_text() == PRECIOUS, case
            assert os.listdir(self.temp / "outside") == ["victim"], case
            if name == "part-1":
                assert json.loads((self.temp / "asked" / "part" / "summary.json").read_text())["complete"], case
            elif not refused:
                assert (folder / name).is_file() and not (folder / name).is_symlink(), case


class TestNamedFiles(StrangersTest):
    """What the user names must be a file, or a stream that somebody has opened: nothing waits, and nothing is read without end."""

    COMMANDS = [("run", "FILE"), ("study", "FILE"), ("positions", "basic", "FILE"), ("positions", "basic", "--known", "FILE"),
                ("players", "FILE"), ("games", "FILE"), ("rules", "show", "FILE"), ("bench", "--solver", "FILE"), ("check", "FILE")]

    def shell(self, text: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["bash", "-c", text], capture_output=True, text=True, cwd=ROOT, timeout=60)

    @pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
    def test_what_is_no_file_is_refused(self, command):
        for kind in ("pipe", "socket", "zero"):
            self.place(self.temp / "it", kind)
            done = arena(*(str(self.temp / "it") if word == "FILE" else word for word in command))
            assert done.returncode in (USAGE, BAD_FILE), (kind, done.stderr)
            assert f"it: is {KINDS[kind]}; expected a" in done.stderr, (kind, done.stderr)

    def test_given_deals(self):
        for kind in ("pipe", "zero"):
            self.place(self.temp / "it", kind)
            done = arena("run", self.write_config(**DUEL | {"deals": {"file": str(self.temp / "it")}}), "--out", self.temp / "never")
            assert done.returncode == USAGE and f"it: is {KINDS[kind]}; expected a file" in done.stderr, done.stderr

    def test_streams_that_are_open_are_read(self):
        config = self.write_config(**DUEL | {"deals": 3})
        for at in ("/dev/stdin", "<(cat)"):
            out = self.temp / f"of {at[:2]}".replace("/", "")
            done = self.shell(f"cat '{config}' | '{program()}' run {at} -q --out '{out}'")
            assert done.returncode in (0, 1, 2) and (out / "summary.json").is_file(), done.stderr

    @pytest.mark.parametrize("command, says", [
        ("positions basic --known FILE", "63:1: the line has more than 1 MiB"),
        ("positions basic FILE", "63:1: the line has more than 1 MiB"),
        ("players FILE", "63:1: the line has more than 1 MiB"), ("run FILE", "63: is larger than 256 MiB")])
    def test_streams_without_end_are_refused(self, command, says):
        done = self.shell(f"'{program()}' {command.replace('FILE', '<(cat /dev/zero)')}")
        assert done.returncode in (USAGE, BAD_FILE) and says in done.stderr, done.stderr

    def test_a_list_of_names_that_do_not_exist_ends(self):
        done = self.shell(f"'{program()}' positions basic --known <(yes)")
        assert done.returncode in (USAGE, BAD_FILE) and len(done.stderr.splitlines()) <= 25, done.stderr[-500:]


class TestCode(StrangersTest):
    """Code that only a folder names, nobody has asked for."""

    def folder_with(self, module: str, options: "dict[str, Any] | None" = None, part: "str | None" = None) -> pathlib.Path:
        """A folder whose bot `f` is this module, or has it in a part."""
        folder = self.temp / "run"
        shutil.copytree(sample(), folder, symlinks=True)
        manifest = json.loads((folder / "manifest.json").read_text())
        bot = next(bot for bot in manifest["bots"] if bot["name"] == "f")
        named: dict[str, Any] = {"module": module, "options": options or {}}
        bot.pop("module"), bot.pop("options", None)
        bot.update(named if part is None else {"bid": {"module": "basic"}, "play": {"module": "basic"}} | {part: named})
        (folder / "manifest.json").write_text(json.dumps(manifest))
        return folder

    def decisions(self, folder: pathlib.Path, *options: str) -> "subprocess.CompletedProcess[str]":
        return arena("compare", folder, "f", "b", "--decisions", "--games", "3", "--json", *options)

    @pytest.mark.parametrize("part", (None, "bid", "play"))
    def test_a_program_is_refused_and_named(self, part):
        pwned = self.temp / "pwned"
        command = f"touch {pwned}; exec python3 {ROOT / 'bots' / 'pipe' / 'example.py'}"
        folder = self.folder_with("pipe", {"command": command}, part)
        for options in ((), ("--isolation", "process")):
            done = self.decisions(folder, *options)
            assert done.returncode == USAGE and command in done.stderr and "--isolation none" in done.stderr, done.stderr
            assert not pwned.exists()
        if part is None:
            assert self.decisions(folder, "--isolation", "none").returncode == OK and pwned.exists()

    def test_a_bot_called_like_one_of_the_program_is_the_folders(self):
        """Else who names `basic` would start what the folder calls so."""
        folder = self.folder_with("pipe", {"command": f"touch {self.temp / 'pwned'}"})
        text = (folder / "manifest.json").read_text().replace('"f"', '"random"')
        (folder / "manifest.json").write_text(text)
        done = arena("compare", folder, "random", "basic", "--decisions")
        assert done.returncode == USAGE and not (self.temp / "pwned").exists()

    def test_a_module_runs_in_the_sandbox(self):
        """`hostile` opens a file: alone it can, in the sandbox it is stopped."""
        folder = self.folder_with(bad_bot("cheats/hostile"), {"how": "open_file"})
        done = self.decisions(folder)
        assert done.returncode == BAD_FILE and "f cannot continue" in done.stderr and "open" in done.stderr, done.stderr
        assert self.decisions(folder, "--isolation", "none").returncode == OK

    def test_the_same_decisions_in_the_sandbox(self):
        """What a module of the folder would do does not depend on where it runs, and a note says where."""
        folder = self.folder_with(bad_bot("faulty"), {"what": "nothing"})
        results = [self.decisions(folder, *options) for options in ((), ("--isolation", "process"), ("--isolation", "none"))]
        assert {done.returncode for done in results} == {OK}, [done.stderr for done in results]
        assert len({done.stdout for done in results}) == 1
        notes = [("which the folder names, runs in the sandbox" in done.stderr, "with your rights, without" in done.stderr)
                 for done in results]
        assert notes == [(True, False), (False, False), (False, True)]

    def test_the_program_that_starts_programs_by_a_path(self):
        """By its path it is a module like any other: it runs in the sandbox, where it can start nothing."""
        folder = self.folder_with(str(program().parent / "bots" / "pipe.so"), {"command": f"touch {self.temp / 'pwned'}"})
        assert self.decisions(folder).returncode != OK and not (self.temp / "pwned").exists()
