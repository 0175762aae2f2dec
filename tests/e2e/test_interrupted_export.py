# SPDX-License-Identifier: MIT
"""End-to-end tests of long exports that are interrupted."""
import re
import resource
import signal
import subprocess

from crash_states import signal_at_write, traced
from harness import *


class TestFolders(RunTest):
    @traced
    def test_a_new_folder_is_on_the_disk(self):
        """With the folders above it: each is synced after something was made in it."""
        folder, out, trace = self.sample(deals=1), self.temp / "a" / "b" / "c", self.temp / "trace"
        done = subprocess.run(["strace", "-f", "-y", "-o", trace, "-e", "trace=mkdir,fsync", program(), "export", folder, "--decisions",
                               "npz", "--out", out, "-q"], capture_output=True, text=True, check=False)
        assert done.returncode == OK, done.stderr
        said = trace.read_text()
        for made in (out, out.parent, out.parent.parent):
            after = said.partition(f'mkdir("{made}"')[2]
            assert re.search(rf"fsync\(\d+<{re.escape(str(made.parent))}>\)", after), said
        assert "cannot be made: File exists" in arena("export", folder, "--decisions", "npz", "--out", out).stderr


class TestInterruptedExports(RunTest):
    """`export --decisions` keeps what is finished: the same bytes as in one piece."""

    def check(self, journal, command, out, whole, *more):
        """Signals at writes to the journal, then a cut and a damaged journal."""
        for number in (signal.SIGINT, signal.SIGKILL):
            done = signal_at_write([str(program()), *map(str, command), "--out", str(out), "--resume"], journal, 2, number, cwd=ROOT)
            if number != signal.SIGKILL:
                assert done.returncode == INTERRUPTED and "the same command with --resume continues" in done.stderr, done.stderr
            assert journal.stat().st_size > 200
        assert "--resume continues it" in arena(*command, "--out", out).stderr
        arena_says(USAGE, "belongs to other work", *command, "--out", out, "--resume", *more)
        kept = journal.read_bytes()
        for data in (kept[:-3], kept[:-20] + bytes([kept[-20] ^ 1]) + kept[-19:]):
            journal.write_bytes(data)
            left = out / "0.npz.0123abcd.new" if out.is_dir() else out.with_name(out.name + ".0123abcd.new")
            left.write_text("half")
            assert arena(*command, "--out", out, "--resume").returncode == OK
            assert self.content(out) == self.content(whole) and not journal.exists() and not left.exists()

    @staticmethod
    def content(path):
        return {file.name: file.read_bytes() for file in path.iterdir()} if path.is_dir() else path.read_bytes()

    @traced
    def test_files(self):
        folder, out, whole = self.sample(deals=12), self.temp / "out", self.temp / "whole"
        command = ("export", folder, "--decisions", "npz", "--shard", 32, "--quiet")
        assert arena(*command, "--out", whole).returncode == OK
        assert len(list(whole.iterdir())) > 8
        self.check(out / "export.part", command, out, whole, "--shard", 33)

    @traced
    def test_a_table(self):
        folder, out, whole = self.sample(deals=1), self.temp / "out.csv", self.temp / "whole.csv"
        command = ("export", folder, "--decisions", "csv", "--values", "--quiet")
        assert arena(*command, "--out", whole).returncode == OK
        self.check(self.temp / "out.csv.part", command, out, whole, "--rules", "isko", "--rule", "kontra.levels=1")
        assert arena(*command).stdout == whole.read_text() == arena(*command, "--out", "/dev/stdout").stdout

    def test_nothing_to_go_on_with(self):
        """What is there is another export, or nobody's: it is not written over."""
        one, other = self.sample(deals=2), self.sample(deals=1)
        for form in ("npz", "csv"):
            out, strange = self.temp / f"out-{form}", self.temp / f"strange-{form}"
            assert arena("export", one, "--decisions", form, "--out", out, "--quiet").returncode == OK
            if form == "npz":
                strange.mkdir()
                (strange / "decisions-00000.npz").write_text("mine")
            else:
                strange.write_text("mine")
            for path in (out, strange):
                before = self.content(path)
                arena_says(USAGE, "from which to continue", "export", other, "--decisions", form, "--out", path, "--quiet", "--resume")
                assert self.content(path) == before
        empty = self.temp / "empty"
        empty.mkdir()
        assert arena("export", one, "--decisions", "npz", "--out", empty, "--quiet", "--resume").returncode == OK
        assert self.content(empty) == self.content(self.temp / "out-npz")

    def test_other_work_says_how_to_start_over(self):
        """There is no --force."""
        folder = self.sample(deals=2)
        out, table, found = self.temp / "out", self.temp / "table", self.temp / "found"
        out.mkdir()
        for journal in (out / "export.part", self.temp / "table.part", self.temp / "found.part"):
            journal.write_text("skat-arena journal 1\nother work\n")
        for command, anew in ((("export", folder, "--decisions", "npz", "--out", out), "remove the folder to start over"),
                              (("export", folder, "--decisions", "csv", "--out", table), "remove it to start over"),
                              (("positions", "--mine", folder, "--out", found), "remove it to start over")):
            done = arena_says(USAGE, ("belongs to other work: ", anew), *command, "--resume")
            assert "--force" not in done.stderr and anew in arena(*command).stderr

    def test_a_full_disk(self):
        """The first file that is larger than all before it does not fit: those are kept, and not written again."""
        folder, whole, out = self.sample(deals=12), self.temp / "whole", self.temp / "out"
        command = ["export", folder, "--decisions", "npz", "--shard", "32", "--quiet"]
        assert arena(*command, "--out", whole).returncode == OK
        sizes = [path.stat().st_size for path in sorted(whole.glob("*.npz"))]
        fits = next(number for number, size in enumerate(sizes) if number and size > max(sizes[:number]))
        most = max(sizes[:fits])
        done = arena(*command, "--out", out, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)))
        full = f"decisions-{fits:05}.npz"
        assert done.returncode == INTERNAL and f"{out / full}: cannot be written" in done.stderr, done.stderr
        assert "--resume continues" in done.stderr
        kept = self.content(out)
        assert kept.pop("export.part") and full not in kept
        assert kept.items() <= self.content(whole).items() and len(kept) >= fits
        first = (out / "decisions-00000.npz").stat().st_ino
        assert arena(*command, "--out", out, "--resume").returncode == OK
        assert self.content(out) == self.content(whole)
        assert (out / "decisions-00000.npz").stat().st_ino == first

    def test_words(self):
        folder = self.sample(deals=2)
        assert "--resume: needs --out" in arena("export", folder, "--decisions", "csv", "--resume").stderr
        assert "--resume: is for --decisions" in arena("export", folder, "--resume", "--out", self.temp / "x").stderr
