# SPDX-License-Identifier: MIT
"""Result folders of strangers: whatever a name in one leads to, reading it ends, says what is wrong, and writes only what was
asked for, where it was asked for."""
import os
import pathlib
import shutil
import signal
import socket
import subprocess
from typing import Any

import harness
from harness import *
from machine import isolates, needs_isolation

PRECIOUS = "precious\n"
#: What may have the name of a file, by the words for it in messages; None: its content is what counts.
KINDS: dict[str, str | None] = {"link": None, "link to nothing": None, "folder": "a folder", "link to a folder": "a folder",
                                "pipe": "a named pipe", "socket": "a socket", "zero": "a device", "full": "a device",
                                "link to itself": None}
DUEL: dict[str, Any] = {"bots": {"a": "basic", "b": "random"}, "seats": ["a", "b"], "schedule": "duel"}
READERS: dict[str, tuple[str, ...]] = {
    "verify": ("verify", "FOLDER"), "report": ("report", "FOLDER", "--out", "OUT/page.html"),
    "analyze": ("analyze", "FOLDER", "--count", "1", "--contracts", "none", "--out", "OUT"), "results": ("results", "PARENT"),
    "results of one": ("results", "FOLDER"), "replay": ("replay", "FOLDER"), "games": ("games", "FOLDER"),
    "faults": ("games", "FOLDER", "--faults"), "export": ("export", "FOLDER", "--out", "OUT/games.sgf"),
    "decisions": ("export", "FOLDER", "--decisions", "csv", "--out", "OUT/decisions.csv"),
    "compare": ("compare", "FOLDER"), "archive": ("archive", "FOLDER", "--out", "OUT/run.tar.gz"),
    "mine": ("positions", "--mine", "FOLDER", "--count", "1", "--out", "OUT/mined"),
    "plan": ("plan", "FOLDER"), "index": ("report", "PARENT", "--out", "OUT/index.html")}
NAMES = ("manifest.json", "games.jsonl", "summary.json", "timing.json", "faults.jsonl", "analysis.jsonl", "games.jsonl.zst", "resume.json",
         "study.json")
#: Who cannot do without a file: these must refuse what is none.
NEEDS = {"manifest.json": {"verify"}, "games.jsonl": {"verify", "analyze", "archive"}, "summary.json": {"compare"},
         "faults.jsonl": {"verify", "faults"}, "analysis.jsonl": {"replay"}}


def sample() -> pathlib.Path:
    """A folder with all files of a run and of its analysis."""
    def make(parent: pathlib.Path) -> None:
        faulty = bad_bot("faulty", what="abort", when="card", percent=60)
        fields = DUEL | {"deals": 1, "bots": {"f": faulty, "b": "basic"}, "seats": ["f", "b"]}
        (parent / "config.json").write_text(json.dumps(config_of(fields)))
        assert arena("run", parent / "config.json", "--out", parent / "run", "--quiet").returncode == OK
        assert arena("analyze", parent / "run", "--quiet", "--contracts", "none").returncode == OK
        assert (parent / "run" / "faults.jsonl").stat().st_size > 0
    return shared("of strangers", make) / "run"


def unfinished_sample() -> pathlib.Path:
    """The folder of a run that was interrupted, whose log is compressed."""
    def make(parent: pathlib.Path) -> None:
        faulty = bad_bot("faulty", what="no_answer", when="card", percent=60)
        go = harness.SAMPLES / "go"  # not in the folder, whose name changes
        held = bad_bot("dawdles", ms=0, until=str(go), after=40)  # until it is interrupted
        (parent / "config.json").write_text(json.dumps(config_of(DUEL | {
            "deals": 20, "seats": ["f", "b"], "bots": {"f": faulty, "b": held}, "log": "zstd", "limits": {"time_ms": 0}})))
        out = parent / "run"
        command = [program(), "run", parent / "config.json", "--out", out, "--quiet"]
        said = parent / "said"
        with said.open("wb") as errors, Started(command, cwd=ROOT, stderr=errors) as run:
            try:
                wait_until(lambda: (out / "faults.jsonl").exists() and (out / "games.jsonl.zst").stat().st_size > 0, run)
                run.send_signal(signal.SIGTERM)
                wait_until(lambda: "stopping" in said.read_text(), run)  # it has told its workers, which would play on
            finally:
                go.touch()
            run.wait(TIMEOUT)
        assert run.returncode == INTERRUPTED
    return shared("of strangers, unfinished", make) / "run"


def run_of_board(folder: pathlib.Path, number: int) -> tuple[str, ...]:
    return ("run", str(folder / "config.json"), "--shard", f"{number}/2", "--board", "FOLDER", "--quiet", "--out")


def board_sample() -> pathlib.Path:
    """The board of a run of which one of two shards has been played; its config lies beside it."""
    def make(parent: pathlib.Path) -> None:
        (parent / "config.json").write_text(json.dumps(config_of(DUEL | {"deals": 8, "test": {"h0": 0, "h1": 1}})))
        words = [str(parent / "board") if word == "FOLDER" else word for word in run_of_board(parent, 1)]
        assert arena(*words, parent / "part").returncode == OK
    return shared("of strangers, a board", make) / "board"


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
        return arena(*("/".join(words.get(part, part) for part in word.split("/")) for word in command), cwd=self.temp)


class TestReading(StrangersTest):
    def test_nothing_is_waited_for_and_nothing_written(self):
        """Each name is of another kind, and read by those who need it and by another."""
        def check(number: int, name: str) -> None:
            kinds, readers = list(KINDS), list(READERS)
            kind = ("folder", "pipe", "socket", "zero")[number % 4] if name in NEEDS else kinds[number % len(kinds)]
            folder = self.lay_out(name, kind, sample())
            before, needing = self.there(), NEEDS.get(name, set())
            for reader in sorted({readers[number % len(readers)], *needing}):
                done = self.call(*READERS[reader])
                case = (reader, kind, done.returncode, done.stderr[-600:])
                assert done.returncode in (OK, 1, 2, USAGE, BAD_FILE) or name in done.stderr, case
                assert done.returncode >= 0 and self.there() == before and "precious" not in done.stdout, case
                if reader in needing:
                    assert done.returncode == BAD_FILE, case
                    assert f"{name}: is {KINDS[kind]}; expected a file, or a link to one" in done.stderr, case
            assert (folder / name).is_symlink() or not (folder / name).is_file()
        check_each(enumerate(NAMES), check)

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

    def check_untouched(self, done: Any, case: Any) -> None:
        assert done.returncode in (OK, USAGE, BAD_FILE, INTERNAL), case
        assert (self.temp / "outside" / "victim").read_text() == PRECIOUS, case
        assert os.listdir(self.temp / "outside") == ["victim"], case

    def test_in_the_folder(self):
        analyze = ("analyze", "FOLDER", "--force", "--count", "1", "--contracts", "none")

        def check(command: tuple[str, ...], name: str, kind: str) -> None:
            folder = self.lay_out(name, kind, sample())
            done = self.call(*command)
            self.check_untouched(done, done.stderr)
            assert done.returncode != OK or name == "analysis.part" or (folder / name).is_file()
            assert done.returncode == OK or name in done.stderr
        check_each((*((("report", "FOLDER"), "report.html", kind) for kind in ("link", "pipe")),
                    (analyze, "analysis.jsonl", "link to nothing"), (analyze, "analysis.part", "link")), check)

    def test_a_run_that_goes_on(self):
        names = ("resume.json", "games.jsonl", "faults.jsonl", "games.jsonl.zst", "manifest.json", "summary.json", "timing.json")
        kinds = [*KINDS]

        def check(name: str, kind: str) -> None:
            self.lay_out(name, kind, unfinished_sample())
            done = self.call("run", "--resume", "FOLDER", "--quiet")
            self.check_untouched(done, done.stderr)
            words = KINDS[kind]
            assert done.returncode == OK or name in done.stderr or kind.startswith("link to"), done.stderr
            if words and name not in ("summary.json", "timing.json"):
                assert done.returncode != OK and any(
                    text in done.stderr for text in (words, "Is a directory", "has two logs")), done.stderr
        check_each([(name, kinds[(3 * at + 4) % len(kinds)]) for at, name in enumerate(names)], check)


class TestBoard(StrangersTest):
    """A board may be a stranger's, too: the shards of a run read it, and write one file of it each."""

    def test_reading(self):
        def check(name: str, kind: str) -> None:
            words = KINDS[kind]
            self.lay_out(name, kind, board_sample())
            before = self.there()
            done = self.call("results", "FOLDER")
            assert done.returncode == (BAD_FILE if name == "board.json" else OK), done.stderr
            if name == "board.json" and words:
                assert f"{name}: is {words}; expected a file, or a link to one" in done.stderr, done.stderr
            assert self.there() == before and "precious" not in done.stdout
        check_each([(name, kind) for name in ("board.json", "shard-2") for kind in ("link", "folder", "pipe", "zero")], check)

    def test_joining(self):
        """Whatever the other shard's file is, the shard is played; its own is replaced, and what a link leads to is not."""
        def check(name: str, kind: str) -> None:
            folder = self.lay_out(name, kind, board_sample())
            done = self.call(*run_of_board(board_sample().parent, 2), "OUT/part")
            nowhere = kind in ("link to nothing", "link to itself")  # as if there were no board yet
            refused = not nowhere if name == "board.json" else name == "shard-2" and kind == "folder"
            assert (done.returncode != OK) == refused and (not refused or name in done.stderr), done.stderr
            assert (self.temp / "outside" / "victim").read_text() == PRECIOUS
            assert os.listdir(self.temp / "outside") == ["victim"]
            if name == "shard-1":
                assert json.loads((self.temp / "asked" / "part" / "summary.json").read_text())["complete"]
            elif not refused:
                assert (folder / name).is_file() and not (folder / name).is_symlink()
        check_each([(name, kind) for name, kinds in (
            ("board.json", ("pipe", "link to nothing")), ("shard-1", ("pipe",)), ("shard-2", ("link", "folder"))) for kind in kinds], check)


class TestNamedFiles(StrangersTest):
    """What the user names must be a file, or a stream that somebody has opened: nothing waits, and nothing is read without end."""

    def shell(self, text: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["bash", "-c", text], capture_output=True, text=True, cwd=ROOT, timeout=TIMEOUT)

    def test_what_is_no_file_is_refused(self):
        deals = self.write_config(**DUEL | {"deals": {"file": str(self.temp / "it")}})
        for kind, commands in (("pipe", ("run FILE", "study FILE", "positions basic FILE", "positions basic --known FILE", "results FILE",
                                         "games FILE", "rules show FILE", "bench --solver FILE", "check FILE --isolation none",
                                         f"run {deals} --out {self.temp}/never")), ("zero", ("run FILE", "positions basic FILE"))):
            self.place(self.temp / "it", kind)
            for command in commands:
                done = arena(*command.replace("FILE", str(self.temp / "it")).split())
                assert done.returncode in (USAGE, BAD_FILE), (kind, done.stderr)
                assert f"it: is {KINDS[kind]}; expected a" in done.stderr, (kind, done.stderr)

    def test_streams_that_are_open_are_read(self):
        config = self.write_config(**DUEL | {"deals": 3})
        for at in ("/dev/stdin", "<(cat)"):
            out = self.temp / f"of {at[:2]}".replace("/", "")
            done = self.shell(f"cat '{config}' | '{program()}' run {at} -q --out '{out}'")
            assert done.returncode in (0, 1, 2) and (out / "summary.json").is_file(), done.stderr

    def test_streams_without_end_are_refused(self):
        done = self.shell(f"'{program()}' positions basic --known <(cat /dev/zero)")
        assert done.returncode in (USAGE, BAD_FILE) and "63:1: the line has more than 1 MiB" in done.stderr, done.stderr
        done = self.shell(f"'{program()}' positions basic --known <(yes)")
        assert done.returncode in (USAGE, BAD_FILE) and len(done.stderr.splitlines()) <= 25, done.stderr[-500:]


class TestCode(StrangersTest):
    """Code that only a folder names, nobody has asked for."""

    def folder_with(self, module: str, options: "dict[str, Any] | None" = None, part: "str | None" = None) -> pathlib.Path:
        """A folder whose bot `f` is this module, or has it in a part."""
        folder = self.temp / "run"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(sample(), folder, symlinks=True)
        manifest = json.loads((folder / "manifest.json").read_text())
        bot = next(bot for bot in manifest["bots"] if bot["name"] == "f")
        named: dict[str, Any] = {"module": module, "options": options or {}}
        bot.pop("module"), bot.pop("options", None)
        bot.update(named if part is None else {"bid": {"module": "basic"}, "play": {"module": "basic"}} | {part: named})
        (folder / "manifest.json").write_text(json.dumps(manifest))
        return folder

    def decisions(self, folder: pathlib.Path, *options: str) -> "subprocess.CompletedProcess[str]":
        return arena("compare", folder, "f", "b", "--decisions", "--games", "1", "--json", *options)

    @needs_isolation
    def test_a_program_is_refused_and_named(self):
        pwned = self.temp / "pwned"
        command = f"touch {pwned}"
        for part, ways in ((None, (False,)), ("play", (True,))):
            folder = self.folder_with("pipe", {"command": command}, part)
            for options in (("--isolation", "process") if isolated else () for isolated in ways if not isolated or isolates()):
                done = self.decisions(folder, *options)
                assert done.returncode == USAGE and command in done.stderr and "--isolation none" in done.stderr, done.stderr
                assert not pwned.exists()
            if part is None:
                self.decisions(folder, "--isolation", "none")
                assert pwned.exists()
                pwned.unlink()

    def test_a_bot_called_like_one_of_the_program_is_the_folders(self):
        """Else who names `basic` would start what the folder calls so."""
        folder = self.folder_with("pipe", {"command": f"touch {self.temp / 'pwned'}"})
        text = (folder / "manifest.json").read_text().replace('"f"', '"random"')
        (folder / "manifest.json").write_text(text)
        done = arena("compare", folder, "random", "basic", "--decisions")
        assert done.returncode == USAGE and not (self.temp / "pwned").exists()

    @needs_isolation
    def test_a_module_runs_in_the_sandbox(self):
        """`hostile` opens a file: alone it can, in the sandbox it is stopped. What another module would do does not depend on where it
        runs, and a note says where."""
        folder = self.folder_with(bad_bot("cheats/hostile"), {"how": "open_file"})
        done = self.decisions(folder)
        assert done.returncode == BAD_FILE and "f cannot continue" in done.stderr and "open" in done.stderr, done.stderr
        folder = self.folder_with(bad_bot("faulty"), {"what": "nothing"})
        results = [self.decisions(folder, *options) for options in ((), ("--isolation", "none"))]
        assert {done.returncode for done in results} == {OK}, [done.stderr for done in results]
        assert len({done.stdout for done in results}) == 1
        notes = [("f runs in the sandbox" in done.stderr, "with your rights, without" in done.stderr)
                 for done in results]
        assert notes == [(True, False), (False, True)]

    @needs_isolation
    def test_the_program_that_starts_programs_by_a_path(self):
        """By its path it is a module like any other: it runs in the sandbox, where it can start nothing."""
        folder = self.folder_with(str(program().parent / "bots" / "pipe.so"), {"command": f"touch {self.temp / 'pwned'}"})
        assert self.decisions(folder).returncode != OK and not (self.temp / "pwned").exists()
