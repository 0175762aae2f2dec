# SPDX-License-Identifier: MIT
"""End-to-end tests of archive, and of what a report says about repeating its results."""
import hashlib
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


class RepeatTest(ReportTest):
    def repeat_of(self, folder):
        data = self.data_of(self.page(folder))
        return (data["runs"] + data["studies"] + data["populations"] + data["searches"])[0]["repeat"]


class TestRepeat(RepeatTest):
    def again(self, command, text):
        self.count += 1
        path, out = self.temp / f"again{self.count}.json", self.temp / f"again{self.count}"
        path.write_text(text)
        done = arena(command, path, "-q", "--out", out)
        assert done.returncode in (0, 2), done.stderr
        return out

    def test_the_config_of_a_page_plays_the_same_games(self):
        """To the byte: of given deals, of a solver, and of sessions."""
        def check(name):
            folder = self.temp / name
            done = arena("run", ROOT / "configs" / f"{name}.json", "-q", "--out", folder, "--deals", 3)
            if done.returncode == USAGE:  # given deals: as many as they are
                done = arena("run", ROOT / "configs" / f"{name}.json", "-q", "--out", folder)
            assert done.returncode in (0, 2), done.stderr
            repeat = self.repeat_of(folder)
            assert repeat["again"] == "skat-arena run config.json"
            other = self.again("run", repeat["config"])
            assert (other / "games.jsonl").read_bytes() == (folder / "games.jsonl").read_bytes()
            manifests = [read_json(one, "manifest.json") for one in (folder, other)]
            for manifest in manifests:
                manifest.pop("deals_from", None)  # the deals are in the config now
            assert manifests[0] == manifests[1]
        check_each(("iss-deals", "bidding-by-solver", "stammtisch"), check)

    def assert_study_repeated(self, folder):
        repeat = self.repeat_of(folder)
        other = self.again("study", repeat["config"])
        for file in ("study.json", "study.csv", "base/games.jsonl"):
            assert (other / file).read_bytes() == (folder / file).read_bytes(), file
        assert [bot["sha256"] for bot in repeat["bots"]]

    def test_a_study_too(self):
        path = self.write_config(bots={"s": "stammtisch"}, seats=["s"] * 3, deals=4,
                                 variations={"g": {"grand_base": 20}, "k": {"kontra": {"levels": 2},
                                                                         "bock": {"triggers": ["sixty_sixty"]}}})
        folder = self.temp / "study"
        assert arena("study", path, "-q", "--out", folder).returncode == OK
        self.assert_study_repeated(folder)

    def test_populations_and_a_shard(self):
        path = self.write_config(bots={"s": "stammtisch"}, seats=["s"] * 3, deals=2, variations={"g": {"grand_base": 20}})
        folder = self.temp / "populations"
        assert arena("study", path, "-q", "--population", "people", "--population", "daring", "--out", folder).returncode == OK
        repeat = self.repeat_of(folder)
        assert repeat["command"].startswith("skat-arena study ") and repeat["bots"] and "config" not in repeat
        repeat = self.repeat_of(self.sample("--shard", "2/3", **DUEL))
        assert repeat["again"] == "skat-arena run config.json --shard 2/3"

    def test_an_import_has_no_config(self):
        folder = self.temp / "imported"
        assert arena("import", ROOT / "configs" / "deals" / "iss-games.sgf", "--out", folder, "-q").returncode == OK
        repeat = self.repeat_of(folder)
        assert "config" not in repeat and "imported" in repeat["no_config"] and repeat["again"] == "skat-arena verify ."

    def test_checksums_and_command(self):
        folder = self.sample(**DUEL)
        repeat = self.repeat_of(folder)
        assert repeat["command"] == read_json(folder, "timing.json")["command"]
        assert {file["file"] for file in repeat["files"]} == {"manifest.json", "games.jsonl", "summary.json"}
        for file in repeat["files"]:
            data = (folder / file["file"]).read_bytes()
            assert (file["bytes"], file["sha256"]) == (len(data), hashlib.sha256(data).hexdigest())


class ArchiveTest(RepeatTest):
    def study_archive(self):
        """Of a small study, which lies beside it."""
        def make(folder):
            (folder / "config.json").write_text(json.dumps(config_of({
                "bots": {"s": "stammtisch"}, "seats": ["s"] * 3, "deals": 3, "variations": {"g": {"grand_base": 20}}})))
            assert arena("study", folder / "config.json", "-q", "--out", folder / "study").returncode == OK
            self.archive(folder / "study", "--out", folder / "study.tar")
        return shared("study-archive", make) / "study.tar"

    def archive(self, *arguments, code=OK, **environment):
        done = subprocess.run([program(), "archive", *map(str, arguments)], cwd=self.temp, text=True, capture_output=True,
                              timeout=TIMEOUT, check=False, env=os.environ | environment)
        assert done.returncode == code, done.stderr
        return done

    def unpacked(self, name):
        out = self.temp / "unpacked"
        shutil.rmtree(out, ignore_errors=True)
        with tarfile.open(self.temp / name) as tar:
            safe: Any = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
            tar.extractall(out, **safe)
        return out

    def unpacked_run(self):
        """A copy of what is in an archive of six deals."""
        def make(folder):
            self.archive(self.sample(**DUEL | {"deals": 6}), "--out", "run.tar")
            self.unpacked("run.tar").rename(folder / "unpacked")
        inside, = (shared("archive", make) / "unpacked").iterdir()
        return pathlib.Path(shutil.copytree(inside, self.temp / "run", dirs_exist_ok=True))


class TestArchive(ArchiveTest):
    def test_has_all_of_it(self):
        folder = self.sample_copy(**DUEL | {"deals": 3})
        assert arena("analyze", folder, "-q").returncode == OK
        assert self.archive(folder).stdout == f"{folder.name}.tar.gz\n"
        out = self.unpacked(f"{folder.name}.tar.gz") / folder.name
        for file in folder.iterdir():
            assert (out / file.name).read_bytes() == file.read_bytes()
        added = {path.name for path in out.iterdir()} - {path.name for path in folder.iterdir()}
        assert added == {"report.html", "config.json", "README.txt", "SHA256SUMS", "played.json"}
        assert self.report(folder).returncode == OK
        assert (out / "report.html").read_bytes() == (folder / "report.html").read_bytes()
        lines = [line.split("  ") for line in (out / "SHA256SUMS").read_text().splitlines()]
        sums = {name: total for total, name in lines}
        assert set(sums) == {path.name for path in out.iterdir()} - {"SHA256SUMS"}
        for name, total in sums.items():
            assert hashlib.sha256((out / name).read_bytes()).hexdigest() == total
        done = arena("run", out / "config.json", "-q", "--out", self.temp / "again")
        assert done.returncode == OK, done.stderr
        self.assert_same_bytes(folder, self.temp / "again", ("games.jsonl", "manifest.json"))
        assert arena("verify", out).returncode == OK

    def test_same_bytes(self):
        folder = self.sample(**DUEL | {"deals": 3})
        for name in ("one.tar.gz", "two.tar.gz"):
            self.archive(folder, "--out", name)
        assert (self.temp / "one.tar.gz").read_bytes() == (self.temp / "two.tar.gz").read_bytes()
        with tarfile.open(self.temp / "one.tar.gz") as tar:  # others can enter it
            assert {member.mode & 0o777 for member in tar if member.isdir()} == {0o755}
            assert {member.mode & 0o777 for member in tar if member.isfile()} == {0o644}

    def test_folders_inside(self):
        packed = self.study_archive()
        out = self.unpacked(packed) / "study"
        assert (out / "g" / "games.jsonl").read_bytes() == (packed.parent / "study" / "g" / "games.jsonl").read_bytes()
        assert "  g/games.jsonl\n" in (out / "SHA256SUMS").read_text()

    def test_refused(self):
        folder = self.sample_copy(**DUEL | {"deals": 3})
        before = set(self.temp.iterdir())
        assert "must end with .tar.gz" in self.archive(folder, "--out", "x.zip", code=USAGE).stderr
        assert "has no results" in self.archive(self.temp, code=BAD_FILE).stderr
        assert "No such file" in self.archive("nothing", code=BAD_FILE).stderr
        full = self.temp / "full.tar"
        full.symlink_to("/dev/full")
        assert "No space left" in self.archive(folder, "--out", full, "--force", code=INTERNAL).stderr
        (folder / "summary.json").write_text("{")
        assert "summary.json" in self.archive(folder, code=BAD_FILE).stderr
        assert set(self.temp.iterdir()) == before | {full}

    def test_what_a_folder_may_hold(self):
        """Links are followed, but not round in circles; a pipe is not waited for."""
        folder = self.sample_copy(**DUEL | {"deals": 3})
        os.mkfifo(folder / "pipe")
        (folder / "analysis.jsonl.0123abcd.new").write_text("half")  # of a write that was interrupted
        (self.temp / "elsewhere").write_text("data")
        (folder / "linked").symlink_to(self.temp / "elsewhere")
        (folder / "log").symlink_to("games.jsonl")
        told = f"warning: {folder / 'linked'} is a link out of the folder: {self.temp / 'elsewhere'} is packed\n"
        assert self.archive(folder).stderr == f"skat-arena: {told}"  # of none that stays in it
        out = self.unpacked(f"{folder.name}.tar.gz") / folder.name
        assert (out / "linked").read_text() == "data" and not (out / "linked").is_symlink()
        assert not (out / "pipe").exists() and not list(out.glob("*.new"))
        (folder / "notes").symlink_to(self.temp / "gone")
        assert "notes: is a link to a file that is missing" in self.archive(folder, "--force", code=BAD_FILE).stderr
        (folder / "notes").unlink()
        (folder / "again").symlink_to(".")
        assert "Too many levels" in self.archive(folder, "--force", code=BAD_FILE).stderr
        assert tarfile.is_tarfile(self.temp / f"{folder.name}.tar.gz")  # the one from before

    def test_files_of_ones_own_stay(self):
        folder = self.sample_copy(**DUEL | {"deals": 3})
        (folder / "README.txt").write_text("mine")
        assert "README.txt: is a file of your own" in self.archive(folder, code=BAD_FILE).stderr
        (folder / "README.txt").unlink()
        assert "would be inside" in self.archive(folder, "--out", folder / "x.tar", code=BAD_FILE).stderr
        self.archive(self.unpacked_run(), "--out", "again.tar")  # what was an archive can be one again
        assert (self.temp / "again.tar").exists()

    def test_what_is_there_stays(self):
        folder = self.sample_copy(**DUEL | {"deals": 3})
        (self.temp / "x.tar").write_text("mine")
        assert "--force" in self.archive(folder, "--out", "x.tar", code=USAGE).stderr
        assert (self.temp / "x.tar").read_text() == "mine"
        self.archive(folder, "--out", "x.tar", "--force", TMPDIR=str(self.temp))
        assert tarfile.is_tarfile(self.temp / "x.tar")
        assert not list(self.temp.glob("skat-arena-*")), "its own folder is gone"


class TestVerified(ArchiveTest):
    """`verify ARCHIVE`: checksums, logs, what played, and a part that is played again."""

    def verify(self, name, *arguments, code=OK, **how):
        done = subprocess.run([program(), "verify", self.temp / name, *map(str, arguments)], cwd=self.temp, text=True,
                              capture_output=True, timeout=TIMEOUT, check=False, **how)
        assert done.returncode == code, done.stdout + done.stderr
        return done

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

    def test_a_part_is_played_again(self):
        """Of sessions, with games in which a bot crashes."""
        crashes = {"a": bad_bot("faulty", what="abort", when="card", percent=5), "b": "basic"}
        self.archive(self.sample(**DUEL | {"rules": "stammtisch", "deals": 2, "sessions": 3, "log": "divergent", "bots": crashes}),
                     "--out", "part.tar")
        said = self.verify("part.tar", "--parts", 3).stdout
        assert re.search(r"part [1-3] of 3 played again from nothing: [1-9]\d* games, the same lines", said), said

    def test_all_of_a_study(self):
        said = self.verify(self.study_archive()).stdout
        assert "6 games of 2 logs replayed" in said and re.search("of (base|g) played again from nothing", said), said

    def test_games_of_other_bots_are_found(self):
        """Every field agrees; but these bots did not play them."""
        claimed = self.sample(**DUEL | {"deals": 6, "bots": {"a": "random", "b": "basic"}})
        claim, inside = read_json(claimed, "manifest.json")["bots"][0], self.unpacked_run()
        manifest = read_json(inside, "manifest.json")
        manifest["bots"][0] = claim
        (inside / "manifest.json").write_text(json.dumps(manifest))
        played = read_json(inside, "played.json")
        played["runs"][0]["played"][0] |= {name: claim[name] for name in ("module", "sha256")}
        (inside / "played.json").write_text(json.dumps(played))
        (inside / "config.json").write_text(self.repeat_of(claimed)["config"])
        said = self.verify(self.pack(inside), "--parts", 1, code=BAD_FILE).stderr
        assert "is not what its bots play: played again, its line differs" in said

    @needs_isolation
    def test_games_of_the_clock_are_not_counted(self):
        folder = self.play(bots={"a": cheat("hostile", how="loop"), "b": "basic"}, seats=["a", "b", "b"], schedule="fixed",
                           deals=1, time_limit_ms=20, isolation="process")
        assert [line["status"] for line in read_lines(folder)] == ["timeout"]
        self.archive(folder)
        said = self.verify(f"{folder.name}.tar.gz", "--parts", 1).stdout
        assert "again from nothing: 0 games, the same lines\ngames not compared, since a time limit decided them, then or now: 1\n" in said

    def test_what_does_not_fit(self):
        inside = self.unpacked_run()
        (inside / "games.jsonl").write_text((inside / "games.jsonl").read_text().replace("\n", " \n", 1))
        assert "games.jsonl is not what was packed" in self.verify(self.pack(inside, sums=False), code=BAD_FILE).stderr
        (inside / "games.jsonl").unlink()
        assert "games.jsonl is missing" in self.verify(self.pack(inside, sums=False), code=BAD_FILE).stderr
        shutil.rmtree(inside)
        inside = self.unpacked_run()
        (inside / "more").write_text("x")
        assert "does not list" in self.verify(self.pack(inside, sums=False), code=BAD_FILE).stderr
        (inside / "more").unlink()
        sums = (inside / "SHA256SUMS").read_text()
        (inside / "more").write_text("x")
        (inside / "SHA256SUMS").write_text(sums + sums.splitlines()[0] + "\n")
        assert "lists a file twice" in self.verify(self.pack(inside, sums=False), code=BAD_FILE).stderr
        (inside / "SHA256SUMS").unlink()
        assert "has no SHA256SUMS" in self.verify(self.pack(inside, sums=False), code=BAD_FILE).stderr
        played = read_json(inside, "played.json")
        played["runs"][0]["played"][0]["sha256"] = "0" * 64
        (inside / "played.json").write_text(json.dumps(played))
        assert "does not say what the manifests say" in self.verify(self.pack(inside), code=BAD_FILE).stderr

    def test_a_config_or_readme_of_another_run(self):
        inside = self.unpacked_run()
        for name, old, new in (("config.json", '"seed":', '"seed": 1'), ("README.txt", None, None)):
            text = (inside / name).read_text()
            (inside / name).unlink()
            if old:
                assert old in text
                (inside / name).write_text(text.replace(old, new))
            said = self.verify(self.pack(inside), code=BAD_FILE).stderr
            assert f"{name} is not what is made from the results" in said, said
            (inside / name).write_text(text)

    def test_what_is_said_of_the_additions(self):
        inside = self.unpacked_run()
        said = self.verify(self.pack(inside), "--parts", 0).stdout
        assert "config.json and README.txt are what the results say\nreport.html was not checked" in said, said
        assert "nothing was played again: it was not asked for" in said
        (inside / "README.txt").write_text("An archive\n\nof 1.3\n")
        played = read_json(inside, "played.json")
        played["packed_by"]["harness"] = "skat-arena 1.3.9"
        (inside / "played.json").write_text(json.dumps(played))
        said = self.verify(self.pack(inside), "--parts", 0).stdout
        assert 'not checked, since "skat-arena 1.3.9" packed them' in said, said

    def test_packed_by_other_tools(self):
        """Without members for folders, and with "./" before each name, as tar packs base/* and ./base."""
        inside = self.unpacked(self.study_archive())
        for before, folders in (("", False), ("./", True)):
            with tarfile.open(self.temp / "other.tar", "w") as tar:
                for file in sorted(inside.rglob("*")):
                    if folders or file.is_file():
                        tar.add(file, before + str(file.relative_to(inside)), recursive=False)
            assert "6 games of 2 logs replayed" in self.verify("other.tar", "--parts", 0).stdout
        (inside / "study" / "played.json").unlink()
        said = self.verify(self.pack(inside / "study"), code=BAD_FILE).stderr
        assert said.endswith("forged.tar: has no played.json: is it an archive of results?\n"), said

    def test_a_signal_leaves_nothing(self):
        inside, scratch = self.unpacked_run(), self.temp / "tmp"
        packed = self.pack(inside)
        for number in (signal.SIGTERM, signal.SIGKILL):
            scratch.mkdir()
            with subprocess.Popen([program(), "verify", self.temp / packed], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  env=os.environ | {"TMPDIR": str(scratch)}) as verify:
                while verify.poll() is None and not list(scratch.rglob("games.jsonl")):
                    pass
                verify.send_signal(number)
                verify.communicate()  # the process that removes the folder has the same output
            scratch.rmdir()

    def test_bots_that_are_not_here(self):
        module = self.temp / "mine.so"
        shutil.copy(program().parent / "bots" / "random.so", module)
        folder = self.play(**DUEL | {"bots": {"a": str(module), "b": "basic"}, "deals": 1})
        self.archive(folder)
        with module.open("ab") as file:
            file.write(b"other")
        assert "nothing was played again: a bot that is found here is not the one" in self.verify(f"{folder.name}.tar.gz").stdout
        module.unlink()
        assert "nothing was played again: it cannot be played here" in self.verify(f"{folder.name}.tar.gz").stdout

    def test_nothing_of_a_stranger_runs_with_ones_rights(self):
        mark = self.temp / "mark"
        pipe = {"module": "pipe", "options": {"command": f"sh -c 'touch {mark}; exec python3 -I -S {ROOT}/bots/pipe/example.py'"}}
        done, folder = self.run_config("--quiet", bots={"a": pipe, "b": "basic"}, seats=["a", "b", "b"], schedule="fixed", deals=1)
        assert done.returncode == OK and mark.exists(), done.stderr
        mark.unlink()
        self.archive(folder)
        said = self.verify(f"{folder.name}.tar.gz").stdout
        assert "nothing was played again: a bot starts programs" in said, said
        assert not mark.exists()

    def test_members_that_are_none(self):
        inside, scratch = self.unpacked_run(), self.temp / "tmp"
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
                 for name in ("../evil", "/tmp/evil", "run/../../evil", "run/e\nvil")]
        cases += [(f"run/{kind.decode()}", kind, "neither a file nor a folder")
                  for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE)]
        check_each((*cases, ("other/evil", tarfile.REGTYPE, "not in the folder of the others"),
                    ("run/games.jsonl", tarfile.REGTYPE, "is there twice"), ("run/games.jsonl/x", tarfile.REGTYPE, "cannot be written")),
                   check)

    def test_a_bomb(self):
        (self.temp / "zeros").touch()
        os.truncate(self.temp / "zeros", 20 << 20)
        with tarfile.open(self.temp / "forged.tar.gz", "w:gz", compresslevel=6) as tar:
            tar.add(self.temp / "zeros", "run/zeros")
        assert "grows more than any results do" in self.verify("forged.tar.gz", code=BAD_FILE).stderr

    def test_no_archives(self):
        folder = self.sample(**DUEL | {"deals": 6})
        self.archive(folder)
        whole = (self.temp / f"{folder.name}.tar.gz").read_bytes()
        for number, data in enumerate((b"", b"no archive", whole[:len(whole) // 2], whole[:200] + bytes(40) + whole[240:])):
            (self.temp / f"{number}.tar.gz").write_bytes(data)
            said = self.verify(f"{number}.tar.gz", code=BAD_FILE).stderr
            assert f"{number}.tar.gz: " in said and len(said.splitlines()) == 1, said
        assert "No such file" in self.verify("nothing.tar.gz", code=BAD_FILE).stderr
        os.mkfifo(self.temp / "pipe.tar.gz")
        assert "is a named pipe; expected a file" in self.verify("pipe.tar.gz", code=BAD_FILE).stderr
        assert "--parts is for archives" in self.verify(folder, "--parts", 3, code=USAGE).stderr
        assert "its own rules" in self.verify(f"{folder.name}.tar.gz", "--rules", "isko", code=USAGE).stderr
