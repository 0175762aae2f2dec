# SPDX-License-Identifier: MIT
"""End-to-end tests of archive, and of what a report says about repeating its results."""
import hashlib
import os
import shutil
import subprocess
import tarfile
from typing import Any

import pytest

from report_pages import *

pytestmark = pytest.mark.no_sanitizer("about documents, not memory")

CONFIGS = sorted(path.stem for path in (ROOT / "configs").glob("*.json") if path.stem not in ("tune", "sweep"))


class TestRepeat(ReportTest):
    def repeat_of(self, folder):
        data = self.data_of(self.page(folder))
        return (data["runs"] + data["studies"] + data["populations"] + data["searches"])[0]["repeat"]

    def again(self, command, text):
        path, out = self.temp / "again.json", self.temp / "again"
        path.write_text(text)
        done = arena(command, path, "-q", "--out", out)
        assert done.returncode in (0, 2), done.stderr
        return out

    @pytest.mark.parametrize("name", some(CONFIGS))
    def test_the_config_of_a_page_plays_the_same_games(self, name):
        """Of every sample config, to the byte."""
        folder = self.temp / "first"
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

    def assert_study_repeated(self, folder):
        repeat = self.repeat_of(folder)
        other = self.again("study", repeat["config"])
        for file in ("study.json", "study.csv", "base/games.jsonl"):
            assert (other / file).read_bytes() == (folder / file).read_bytes(), file
        assert [bot["sha256"] for bot in repeat["bots"]]

    def test_a_study_too(self):
        path = self.write_config(bots={"s": "stammtisch"}, seats=["s"] * 3, deals=12,
                                 variations={"g": {"grand_base": 20}, "k": {"kontra": {"levels": 2},
                                                                         "bock": {"triggers": ["sixty_sixty"]}}})
        folder = self.temp / "study"
        assert arena("study", path, "-q", "--out", folder).returncode == OK
        self.assert_study_repeated(folder)

    @pytest.mark.parametrize("name", some(sorted(path.stem for path in (ROOT / "configs" / "studies").glob("*.json"))))
    def test_every_sample_study(self, name):
        folder = self.temp / "study"
        done = arena("study", ROOT / "configs" / "studies" / f"{name}.json", "-q", "--deals", 12, "--out", folder)
        assert done.returncode == OK, done.stderr
        self.assert_study_repeated(folder)

    def test_populations_and_a_shard(self):
        path = self.write_config(bots={"s": "stammtisch"}, seats=["s"] * 3, deals=6, variations={"g": {"grand_base": 20}})
        folder = self.temp / "populations"
        assert arena("study", path, "-q", "--population", "people", "--population", "daring", "--out", folder).returncode == OK
        repeat = self.repeat_of(folder)
        assert repeat["command"].startswith("skat-arena study ") and repeat["bots"] and "config" not in repeat
        shard = self.temp / "shard"
        assert arena("run", self.write_config(**DUEL), "-q", "--shard", "2/3", "--out", shard).returncode == OK
        repeat = self.repeat_of(shard)
        assert repeat["again"] == "skat-arena run config.json --shard 2/3"

    def test_an_import_has_no_config(self):
        folder = self.temp / "imported"
        assert arena("import", ROOT.parent / "shared" / "iss-games.sgf", "--out", folder, "-q").returncode == OK \
            if (ROOT.parent / "shared" / "iss-games.sgf").exists() else pytest.skip("no records here")
        repeat = self.repeat_of(folder)
        assert "config" not in repeat and "imported" in repeat["no_config"] and repeat["again"] == "skat-arena verify ."

    def test_checksums_and_command(self):
        folder = self.play(**DUEL)
        repeat = self.repeat_of(folder)
        assert repeat["command"] == read_json(folder, "timing.json")["command"]
        assert {file["file"] for file in repeat["files"]} == {"manifest.json", "games.jsonl", "summary.json"}
        for file in repeat["files"]:
            data = (folder / file["file"]).read_bytes()
            assert (file["bytes"], file["sha256"]) == (len(data), hashlib.sha256(data).hexdigest())


class TestArchive(ReportTest):
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

    def test_has_all_of_it(self):
        folder = self.play(**DUEL | {"deals": 6})
        assert arena("analyze", folder, "-q").returncode == OK
        assert self.archive(folder).stdout == f"{folder.name}.tar.gz\n"
        out = self.unpacked(f"{folder.name}.tar.gz") / folder.name
        for file in folder.iterdir():
            assert (out / file.name).read_bytes() == file.read_bytes()
        added = {path.name for path in out.iterdir()} - {path.name for path in folder.iterdir()}
        assert added == {"report.html", "config.json", "README.txt", "SHA256SUMS"}
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

    @pytest.mark.parametrize("suffix", (".tar.gz", ".tar.xz", ".tar"))
    def test_same_bytes(self, suffix):
        folder = self.play(**DUEL)
        for name in ("one", "two"):
            self.archive(folder, "--out", name + suffix)
        assert (self.temp / f"one{suffix}").read_bytes() == (self.temp / f"two{suffix}").read_bytes()

    def test_folders_inside(self):
        path = self.write_config(bots={"s": "stammtisch"}, seats=["s"] * 3, deals=3, variations={"g": {"grand_base": 20}})
        assert arena("study", path, "-q", "--out", self.temp / "study").returncode == OK
        self.archive("study")
        out = self.unpacked("study.tar.gz") / "study"
        assert (out / "g" / "games.jsonl").read_bytes() == (self.temp / "study" / "g" / "games.jsonl").read_bytes()
        assert "  g/games.jsonl\n" in (out / "SHA256SUMS").read_text()

    def test_refused(self):
        folder = self.play(**DUEL)
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
        folder = self.play(**DUEL)
        os.mkfifo(folder / "pipe")
        (self.temp / "elsewhere").write_text("data")
        (folder / "linked").symlink_to(self.temp / "elsewhere")
        self.archive(folder)
        out = self.unpacked(f"{folder.name}.tar.gz") / folder.name
        assert (out / "linked").read_text() == "data" and not (out / "linked").is_symlink()
        assert not (out / "pipe").exists()
        (folder / "again").symlink_to(".")
        assert "Too many levels" in self.archive(folder, "--force", code=INTERNAL).stderr
        assert tarfile.is_tarfile(self.temp / f"{folder.name}.tar.gz")  # the one from before

    def test_files_of_ones_own_stay(self):
        folder = self.play(**DUEL)
        (folder / "README.txt").write_text("mine")
        assert "README.txt: is a file of your own" in self.archive(folder, code=BAD_FILE).stderr
        (folder / "README.txt").unlink()
        assert "would be inside" in self.archive(folder, "--out", folder / "x.tar", code=BAD_FILE).stderr
        self.archive(folder)
        out = self.unpacked(f"{folder.name}.tar.gz") / folder.name
        self.archive(out, "--out", "again.tar.gz")  # what was an archive can be one again
        assert (self.temp / "again.tar.gz").exists()

    def test_others_can_enter_it(self):
        folder = self.play(**DUEL)
        self.archive(folder)
        with tarfile.open(self.temp / f"{folder.name}.tar.gz") as tar:
            assert {member.mode & 0o777 for member in tar if member.isdir()} == {0o755}
            assert {member.mode & 0o777 for member in tar if member.isfile()} == {0o644}

    def test_what_is_there_stays(self):
        folder = self.play(**DUEL)
        (self.temp / "x.tar").write_text("mine")
        assert "--force" in self.archive(folder, "--out", "x.tar", code=USAGE).stderr
        assert (self.temp / "x.tar").read_text() == "mine"
        self.archive(folder, "--out", "x.tar", "--force", TMPDIR=str(self.temp))
        assert tarfile.is_tarfile(self.temp / "x.tar")
        assert not list(self.temp.glob("skat-arena-*")), "its own folder is gone"
