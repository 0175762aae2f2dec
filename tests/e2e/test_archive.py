# SPDX-License-Identifier: MIT
"""End-to-end tests of archive, and of what a report says about repeating its results."""
import csv
import hashlib
import io
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tarfile
from typing import Any

import pytest

from machine import needs_isolation
from report_pages import *

pytestmark = pytest.mark.no_sanitizer("about documents, not memory")


SMALL = DUEL | {"deals": 3}


class RepeatTest(ReportTest):
    def repeat_of(self, folder):
        data = self.data_of(self.page(folder))
        return (data["runs"] + data["others"])[0]["repeat"]

    def again(self, command, text):
        self.count += 1
        path, out = self.temp / f"again{self.count}.json", self.temp / f"again{self.count}"
        path.write_text(text)
        done = arena(command, path, "-q", "--out", out)
        assert done.returncode in (0, 2), done.stderr
        return out


class TestRepeat(RepeatTest):
    def test_the_config_of_a_page_plays_the_same_games(self):
        """To the byte, of given deals."""
        folder = self.temp / "iss"
        done = arena("run", ROOT / "configs" / "iss-deals.json", "-q", "--out", folder)
        assert done.returncode in (0, 2), done.stderr
        repeat = self.repeat_of(folder)
        assert repeat["again"] == "skat-arena run config.json"
        other = self.again("run", repeat["config"])
        assert (other / "games.jsonl").read_bytes() == (folder / "games.jsonl").read_bytes()
        manifests = [read_json(one, "manifest.json") for one in (folder, other)]
        for manifest in manifests:
            manifest.pop("deals_from", None)  # the deals are in the config now
        assert manifests[0] == manifests[1]

    def test_what_a_page_says_of_it(self):
        folder = self.sample("--shard", "2/3", **SMALL)
        repeat = self.repeat_of(folder)
        assert repeat["again"] == "skat-arena run config.json --shard 2/3"
        assert repeat["command"] == read_json(folder, "timing.json")["command"]
        assert {file["file"] for file in repeat["files"]} == {"manifest.json", "games.jsonl", "summary.json"}
        for file in repeat["files"]:
            data = (folder / file["file"]).read_bytes()
            assert (file["bytes"], file["sha256"]) == (len(data), hashlib.sha256(data).hexdigest())
        path = self.write_config(variations={"grand20": {"value.grand": 20}}, deals=2)
        assert arena("study", path, "--population", "people", "--log", "none", "-q", "--out", self.temp / "study").returncode == OK
        repeat = self.repeat_of(self.temp / "study")
        assert repeat["command"].startswith("skat-arena study ") and repeat["bots"] and "config" not in repeat
        assert arena("import", ROOT / "configs" / "deals" / "iss-games.sgf", "-q", "--out", self.temp / "import").returncode == OK
        repeat = self.repeat_of(self.temp / "import")
        assert "config" not in repeat and "imported" in repeat["no_config"] and repeat["again"] == "skat-arena verify ."


class ArchiveTest(RepeatTest):
    def archive(self, *arguments, code=OK, **environment):
        done = arena("archive", *arguments, cwd=self.temp, env=os.environ | environment)
        assert done.returncode == code, done.stderr
        return done

    def unpacked(self, path):
        out = self.temp / "unpacked"
        with tarfile.open(path) as tar:
            safe: Any = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
            tar.extractall(out, **safe)
        inside, = out.iterdir()
        return inside

    def packed_run(self):
        """An archive, whose folder lies beside it."""
        def make(folder):
            shutil.copytree(self.sample(**SMALL), folder / "run")
            (folder / "run" / "notes.txt").write_text("mine")
            assert self.archive(folder / "run", "--out", folder / "run.tar.gz").stdout == f"{folder}/run.tar.gz\n"
        return shared("archive", make) / "run.tar.gz"


class TestArchive(ArchiveTest):
    def test_has_all_of_it(self):
        """The same bytes each time, and entering it is allowed to others."""
        packed = self.packed_run()
        folder, out = packed.parent / "run", self.unpacked(packed)
        for file in folder.iterdir():
            assert (out / file.name).read_bytes() == file.read_bytes()
        added = {path.name for path in out.iterdir()} - {path.name for path in folder.iterdir()}
        assert added == {"report.html", "config.json", "README.txt", "SHA256SUMS", "played.json"}
        copy = pathlib.Path(shutil.copytree(folder, self.temp / "copy"))
        assert self.report(copy).returncode == OK
        page = (copy / "report.html").read_text()
        assert (out / "report.html").read_text() == page
        assert (out / "config.json").read_text() == self.data_of(page)["runs"][0]["repeat"]["config"]
        lines = [line.split("  ") for line in (out / "SHA256SUMS").read_text().splitlines()]
        sums = {name: total for total, name in lines}
        assert set(sums) == {path.name for path in out.iterdir()} - {"SHA256SUMS"}
        for name, total in sums.items():
            assert hashlib.sha256((out / name).read_bytes()).hexdigest() == total
        assert self.archive(folder).stdout == "run.tar.gz\n"
        assert (self.temp / "run.tar.gz").read_bytes() == packed.read_bytes()
        with tarfile.open(packed) as tar:
            assert {(member.isdir(), member.mode & 0o777) for member in tar} == {(True, 0o755), (False, 0o644)}

    def test_refused(self):
        """And what was there stays."""
        folder = self.unpacked(self.packed_run())  # what was an archive can be one again
        (self.temp / "x.tar").write_text("mine")
        before = set(self.temp.iterdir())
        assert "must end with .tar.gz" in self.archive(folder, "--out", "x.zip", code=USAGE).stderr
        assert "has no results" in self.archive(self.temp, code=BAD_FILE).stderr
        assert "No such file" in self.archive("nothing", code=BAD_FILE).stderr
        assert "would be inside" in self.archive(folder, "--out", folder / "x.tar", code=BAD_FILE).stderr
        assert "--force" in self.archive(folder, "--out", "x.tar", code=USAGE).stderr
        assert (self.temp / "x.tar").read_text() == "mine"
        summary = (folder / "summary.json").read_text()
        (folder / "summary.json").write_text("{")
        assert "summary.json" in self.archive(folder, code=BAD_FILE).stderr
        (folder / "summary.json").write_text(summary)
        full = self.temp / "full.tar"
        full.symlink_to("/dev/full")
        assert "No space left" in self.archive(folder, "--out", full, "--force", code=INTERNAL).stderr
        self.archive(folder, "--out", "x.tar", "--force", TMPDIR=str(self.temp))
        assert tarfile.is_tarfile(self.temp / "x.tar")
        assert set(self.temp.iterdir()) == before | {full}, "its own folder is gone"

    def test_what_a_folder_may_hold(self):
        """Links are followed, but not round in circles; a pipe is not waited for."""
        folder = self.sample_copy(**SMALL)
        os.mkfifo(folder / "pipe")
        (folder / "analysis.jsonl.0123abcd.new").write_text("half")  # of a write that was interrupted
        (self.temp / "elsewhere").write_text("data")
        (folder / "linked").symlink_to(self.temp / "elsewhere")
        (folder / "log").symlink_to("games.jsonl")
        told = f"warning: {folder / 'linked'} is a link out of the folder: {self.temp / 'elsewhere'} is packed\n"
        assert self.archive(folder).stderr == f"skat-arena: {told}"  # of none that stays in it
        out = self.unpacked(self.temp / f"{folder.name}.tar.gz")
        assert (out / "linked").read_text() == "data" and not (out / "linked").is_symlink()
        assert not (out / "pipe").exists() and not list(out.glob("*.new"))
        (folder / "notes").symlink_to(self.temp / "gone")
        assert "notes: is a link to a file that is missing" in self.archive(folder, "--force", code=BAD_FILE).stderr
        (folder / "notes").unlink()
        (folder / "README.txt").write_text("mine")
        assert "README.txt: is a file of your own" in self.archive(folder, "--force", code=BAD_FILE).stderr
        (folder / "README.txt").unlink()
        (folder / "again").symlink_to(".")
        assert "Too many levels" in self.archive(folder, "--force", code=BAD_FILE).stderr
        assert tarfile.is_tarfile(self.temp / f"{folder.name}.tar.gz")  # the one from before


class TestVerified(ArchiveTest):
    """`verify ARCHIVE`: checksums, logs, what played, and a shard that is played again."""

    def verify(self, name, *arguments, code=OK, **how):
        done = arena("verify", self.temp / name, *arguments, cwd=self.temp, **how)
        assert done.returncode == code, done.stdout + done.stderr
        return done

    @pytest.mark.parametrize("ending", ["tar", "tar.xz", "tar.zst"])
    def test_other_endings(self, ending):
        """Each is read by verify, and has nothing behind its end, which zstd would refuse."""
        packed = self.temp / f"other.{ending}"
        self.archive(self.packed_run().parent / "run", "--out", packed)
        assert "played again" in self.verify(packed).stdout
        assert packed.read_bytes()[-8:] != bytes(8) or ending == "tar"

    def pack(self, folder, *, sums=True, more=()):
        """An archive as a stranger may make it, with checksums that fit."""
        if sums:
            files = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != "SHA256SUMS")
            (folder / "SHA256SUMS").write_text("".join(
                f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder)}\n" for path in files))
        with tarfile.open(self.temp / "forged.tar", "w") as tar:
            tar.add(folder, folder.name)
            for member in more:
                tar.addfile(*member)
        return "forged.tar"

    def forge(self, inside, bot, **played):
        """Another first bot of the manifest, and the same in played.json."""
        manifest, told = read_json(inside, "manifest.json"), read_json(inside, "played.json")
        manifest["bots"][0] |= bot
        told["runs"][0]["played"][0] |= {name: bot[name] for name in ("module", "sha256") if name in bot}
        told["packed_by"] |= played
        (inside / "manifest.json").write_text(json.dumps(manifest))
        seal(inside)
        (inside / "played.json").write_text(json.dumps(told))
        return inside

    @needs_isolation
    def test_a_part_is_played_again(self):
        """Of sessions, with games in which a bot crashes, or is too slow: those are not counted."""
        fails = {name: bad_bot("faulty", what=what, when="card", percent=50) for name, what in (("a", "abort"), ("b", "hang"))}
        fails["b"] = with_limit(fails["b"])
        folder = self.sample(bots=fails, seats=["a", "b", "b"], schedule="fixed", rules="stammtisch", sessions=9, deals=1,
                             limits={"time_ms": 30000})
        assert {line["status"] for line in read_lines(folder)} >= {"crash", "timeout"}
        self.archive(folder, "--out", "part.tar")
        said = self.verify("part.tar", "--shards", 1, "--workers", 1).stdout
        assert re.search(r"shard 1 of 1 played again from nothing: [1-9]\d* games, the same lines\n"
                         r"games not compared, since a time limit decided them, then or now: [1-9]", said), said

    def test_all_of_a_study(self):
        path = self.write_config(bots={"s": "stammtisch"}, seats=["s"] * 3, sessions=2, deals=1,
                                 variations={"k": {"kontra": {"levels": 2}, "bock": {"triggers": ["sixty_sixty"]}}})
        folder = self.temp / "study"
        assert arena("study", path, "-q", "--out", folder).returncode == OK
        self.archive(folder)
        row, = csv.DictReader(io.StringIO(self.verify("study.tar.gz", "--shards", 0, "--format", "csv").stdout))
        assert (row["path"], row["games"], row["logs"]) == (str(self.temp / "study.tar.gz"), "4", "2") and int(row["files"]) > 12, row
        out = self.unpacked(self.temp / "study.tar.gz")
        assert (out / "k" / "games.jsonl").read_bytes() == (folder / "k" / "games.jsonl").read_bytes()
        assert "  k/games.jsonl\n" in (out / "SHA256SUMS").read_text()
        other = self.again("study", (out / "config.json").read_text())
        for file in ("study.json", "study.csv", "baseline/games.jsonl"):
            assert (other / file).read_bytes() == (folder / file).read_bytes(), file

    @needs_isolation
    def test_games_of_other_bots_are_found(self):
        """Every field agrees; but these bots did not play them."""
        claimed = self.sample(**SMALL | {"bots": {"a": "random", "b": "basic"}})
        inside = self.forge(self.unpacked(self.packed_run()), read_json(claimed, "manifest.json")["bots"][0])
        (inside / "config.json").write_text(self.repeat_of(claimed)["config"])
        said = self.verify(self.pack(inside), "--shards", 3, "--workers", 1, code=BAD_FILE).stderr
        assert "is not what its bots play: played again, its line differs" in said

    def test_what_does_not_fit(self):
        inside = self.unpacked(self.packed_run())
        log, sums, config = ((inside / name).read_text() for name in ("games.jsonl", "SHA256SUMS", "config.json"))

        def check(name, text, says, right):
            (inside / name).unlink(missing_ok=True)
            if text is not None:
                (inside / name).write_text(text)
            said = self.verify(self.pack(inside, sums=right is None), code=BAD_FILE).stderr
            assert says in said, said
            (inside / name).write_text(right or "")
        check("games.jsonl", log.replace("\n", " \n", 1), "games.jsonl is not what was packed", log)
        check("SHA256SUMS", sums + sums.splitlines()[0] + "\n", "lists a file twice", sums)
        check("SHA256SUMS", None, "has no SHA256SUMS", sums)
        check("more", "x", "does not list", "x")
        (inside / "more").unlink()
        check("config.json", config.replace('"seed":', '"seed": 1'), "config.json is not what is made from the results", None)
        (inside / "config.json").write_text(config)
        played = (inside / "played.json").read_text()
        check("played.json", played.replace('"sha256":', '"sha256":"0","was":'), "does not say what the manifests say", None)
        check("played.json", None, "forged.tar: has no played.json: is it an archive of results?\n", None)

    @needs_isolation
    def test_what_is_not_played_again(self):
        """Nothing of a stranger runs with one's rights; and bots that are not here."""
        mark = self.temp / "mark"
        bot: Any
        for bot, why in (({"module": "pipe", "options": {"command": f"touch {mark}"}}, "a bot starts programs"),
                         ({"sha256": "0" * 64}, "a bot that is found here is not the one")):
            inside = self.forge(self.unpacked(self.packed_run()), bot, harness="skat-arena 1.3.9")
            said = self.verify(self.pack(inside)).stdout
            assert f"nothing was played again: {why}" in said, said
            assert ('not checked, since "skat-arena 1.3.9" packed them' in said) == ("module" in bot) and not mark.exists(), said
            shutil.rmtree(inside)

    def test_packed_by_other_tools(self):
        """Without members for folders, and with "./" before each name."""
        inside = self.unpacked(self.packed_run())
        with tarfile.open(self.temp / "other.tar", "w") as tar:
            for file in sorted(inside.iterdir()):
                tar.add(file, f"./run/{file.name}")
        said = self.verify("other.tar", "--shards", 0).stdout
        assert "9 games of 1 log replayed" in said and "nothing was played again: it was not asked for" in said
        assert "config.json and README.txt are what the results say\nreport.html was not checked" in said, said

    def test_a_signal_leaves_nothing(self):
        packed, scratch = self.packed_run(), self.temp / "tmp"
        for number in (signal.SIGTERM, signal.SIGKILL):
            scratch.mkdir()
            with Started([program(), "verify", packed], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         env=os.environ | {"TMPDIR": str(scratch)}) as verify:
                while verify.poll() is None and not list(scratch.rglob("games.jsonl")):
                    pass
                verify.send_signal(number)
                verify.communicate()  # the process that removes the folder has the same output
            scratch.rmdir()

    def test_members_that_are_none(self):
        inside, scratch = self.unpacked(self.packed_run()), self.temp / "tmp"
        (self.temp / "victim").write_text("precious")
        scratch.mkdir()
        before = set(self.temp.iterdir()) | {self.temp / "forged.tar"}

        def check(name, kind, says):
            member = tarfile.TarInfo(name)
            member.type, member.linkname = kind, str(self.temp / "victim")
            said = self.verify(self.pack(inside, more=[(member,)]), code=BAD_FILE, env=os.environ | {"TMPDIR": str(scratch)}).stderr
            assert says in said, said
            assert set(self.temp.iterdir()) == before and not list(scratch.iterdir())
            assert (self.temp / "victim").read_text() == "precious" and not pathlib.Path("/tmp/evil").exists()
        cases = [(name, tarfile.REGTYPE, "leads elsewhere")
                 for name in ("/tmp/evil", "run/../../evil", "run/e\nvil")]
        cases += [(f"run/{kind.decode()}", kind, "neither a file nor a folder")
                  for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE)]
        check_each((*cases, ("other/evil", tarfile.REGTYPE, "not in the folder of the others"),
                    ("run/games.jsonl", tarfile.REGTYPE, "is there twice"), ("run/games.jsonl/x", tarfile.REGTYPE, "cannot be written")),
                   check)

    def test_a_bomb(self):
        (self.temp / "zeros").touch()
        os.truncate(self.temp / "zeros", 8 << 20)
        with tarfile.open(self.temp / "forged.tar.gz", "w:gz", compresslevel=6) as tar:
            tar.add(self.temp / "zeros", "run/zeros")
        assert "grows more than any results do" in self.verify("forged.tar.gz", code=BAD_FILE).stderr

    def test_no_archives(self):
        packed = self.packed_run()
        whole = packed.read_bytes()
        assert whole[3] == 0  # the header of gzip has no names: its 10 bytes are followed by a block
        no_block = whole[:10] + b"\xff" * 40 + whole[50:]  # of a type that does not exist
        for number, data in enumerate((b"", b"no archive", whole[:len(whole) // 2], no_block)):
            (self.temp / f"{number}.tar.gz").write_bytes(data)
            said = self.verify(f"{number}.tar.gz", code=BAD_FILE).stderr
            assert f"{number}.tar.gz: " in said and len(said.splitlines()) == 1, said
        assert "No such file" in self.verify("nothing.tar.gz", code=BAD_FILE).stderr
        os.mkfifo(self.temp / "pipe.tar.gz")
        assert "is a named pipe; expected a file" in self.verify("pipe.tar.gz", code=BAD_FILE).stderr
        assert "--shards is for archives" in self.verify(packed.parent / "run", "--shards", 3, code=USAGE).stderr
        assert "its own rules" in self.verify(packed, "--rules", "isko", code=USAGE).stderr
