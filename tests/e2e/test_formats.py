# SPDX-License-Identifier: MIT
"""Result folders of another format, which each command refuses, and keys that are missing, which no command takes for 0."""
import hashlib
import json
import re
import shutil
import tarfile

import pytest

from harness import *

use_package()
import skat_arena  # noqa: E402 (needs the library of the build)

pytestmark = pytest.mark.no_sanitizer("about files of another version, not memory")

DUEL = {"name": "duel", "bots": {"a": "stammtisch", "b": "basic"}, "seats": ["a", "b"], "schedule": "duel", "deals": 12, "seed": 21}
FAULTY = {"name": "faults", "bots": {"f": bad_bot("faulty", what="illegal_card", when="card", percent=20), "b": "basic"},
          "seats": ["f", "b"], "schedule": "duel", "deals": 6, "seed": 22}
STUDY = {"name": "study", "bots": {"a": "stammtisch"}, "seats": ["a"] * 3, "deals": 6, "seed": 23,
         "variations": {"grand20": {"value.grand": 20}}}
SEARCHED = {"name": "tune", "bots": {"p": bad_bot("prefers")}, "seats": ["p"] * 3, "seed": 24}


def make_all(folder):
    """A folder of each kind."""
    def play(name, *command, config=None):
        if config:
            (folder / f"{name}.json").write_text(json.dumps(config))
            command += (folder / f"{name}.json",)
        done = arena(*command, "--quiet", "--out", folder / name)
        assert done.returncode in (OK, 1, 2), done.stderr
    play("run", "run", config=DUEL)
    play("tested", "run", config=DUEL | {"test": {"model": "points", "h0": 0, "h1": 20, "min_units": 6, "block": 6}})
    play("faults", "run", config=FAULTY)
    play("study", "study", config=STUDY)
    play("populations", "study", "--population", "people", "--log", "none", config=STUDY)
    play("tune", "tune", config={**SEARCHED, "tune": {"options": {"x": [20, 70]}, "rounds": 2, "deals": 36, "check_deals": 72}})
    assert arena("analyze", folder / "run", "--quiet", "--count", 2, "--contracts", "none").returncode == OK


@pytest.fixture(name="folders")
def copied_folders(tmp_path):
    return shutil.copytree(shared("formats", make_all), tmp_path / "results")


def said_of(command, results, folder):
    """What a command says of a folder: its words, where OUT is a path at which there is nothing."""
    word, *options = command.split()
    place = results if word == "results" else results / folder
    return arena(word, place, *(option.replace("OUT", str(results.parent / "out")) for option in options))


OTHER_FORMAT = r"version 1 of skat-arena reads this file, and this is version [\d.]+, which reads format 2"
# Folder, file and commands.
OTHER = [
    ("run", "manifest.json", ("verify", "games", "replay", "report --out OUT", "export --out OUT", "archive --out OUT.tar",
                              "analyze --force", "realism", "run --resume")),
    ("run", "summary.json", ("compare", "report --out OUT", "results", "plan")),
    ("run", "analysis.json", ("report --out OUT",)),
    ("study", "study.json", ("report --out OUT", "results")),
    ("populations", "populations.json", ("report --out OUT", "results")),
    ("tune", "tune.json", ("report --out OUT", "results")),
]


def test_another_format_is_refused(folders):
    """In one sentence, which names the version that reads the file."""
    wrong = []
    for folder, file, commands in OTHER:
        path = folders / folder / file
        right = path.read_text()
        path.write_text(re.sub(r'"format":\s*2', '"format":1', right, count=1))
        assert path.read_text() != right, file
        for command in commands:
            if command == "run --resume":
                shutil.copy(path, folders / folder / "resume.json")
                done = arena("run", "--resume", folders / folder)
                (folders / folder / "resume.json").unlink()
            else:
                done = said_of(command, folders, folder)
            told = re.findall(r"\$\.format: is 1: " + OTHER_FORMAT, done.stderr)
            if done.returncode != BAD_FILE or len(told) != 1:
                wrong.append((command, file, done.returncode, done.stderr[:300]))
        path.write_text(right)
    assert not wrong, wrong


def test_parts_and_boards_of_another_format(tmp_path):
    config, board = tmp_path / "config.json", tmp_path / "board"
    config.write_text(json.dumps(DUEL))
    part = ("run", config, "--quiet", "--board", board, "--out")
    assert arena(*part, tmp_path / "1", "--shard", "1/2").returncode == OK
    (board / "board.json").write_text((board / "board.json").read_text().replace('"format":', '"format": 1, "was":', 1))
    done = arena(*part, tmp_path / "2", "--shard", "2/2")
    assert done.returncode != OK and "board.json: $.format: is 1: version 1 of skat-arena reads this file" in done.stderr
    manifest = tmp_path / "1" / "manifest.json"
    manifest.write_text(re.sub(r'"format":\s*2', '"format":3', manifest.read_text(), count=1))
    arena_says(BAD_FILE, "version 3 of skat-arena reads this file", "merge", tmp_path / "1", tmp_path / "1", "--out", tmp_path / "whole")


def test_an_archive_of_another_format(folders):
    """Packed by somebody with this version's checksums."""
    def packed(change):
        assert arena("archive", folders / "run", "--out", folders / "run.tar", "--force").returncode == OK
        with tarfile.open(folders / "run.tar") as tar:
            tar.extractall(folders / "unpacked")
        inside = folders / "unpacked" / "run"
        (inside / "played.json").write_text(change((inside / "played.json").read_text()))
        sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(inside.iterdir())
                if path.name != "SHA256SUMS"]
        (inside / "SHA256SUMS").write_text("".join(sums))
        with tarfile.open(folders / "again.tar", "w") as tar:
            tar.add(inside, "run")
        return arena("verify", folders / "again.tar")
    assert packed(lambda text: text).returncode == OK
    done = packed(lambda text: re.sub(r'"format":\s*2', '"format":1', text, count=1))
    assert done.returncode == BAD_FILE and re.search(OTHER_FORMAT, done.stderr), done.stderr


def test_python(folders):
    """A run, and exported decisions."""
    assert arena("export", folders / "run", "--decisions", "npz", "--out", folders / "decisions", "--quiet").returncode == OK
    for file in ("run/summary.json", "run/manifest.json", "decisions/schema.json"):
        path = folders / file
        path.write_text(re.sub(r'"format":\s*2', '"format":1', path.read_text(), count=1))
        with pytest.raises(skat_arena.SkatError, match=OTHER_FORMAT):
            skat_arena.decisions(path.parent, policies={}) if "schema" in file else skat_arena.Run(path.parent)


# ---- what is missing is not 0 ----

# Folder, file, command, and the places of keys that are always there.
ALWAYS = [
    ("run", "summary.json", "compare", "bots.0.faults comparison.better verdict comparison.order format"),
    ("run", "summary.json", "compare --details", "comparison.swings.0.first.move comparison.bidding.declared.both.share"),
    ("run", "summary.json", "plan", "comparison.scorings.classic.error comparison.scorings.classic.hand"),
    ("run", "summary.json", "results", "comparison.primary standings.0.score.mean"),
    ("run", "summary.json", "verify", "bots.0.won"), ("run", "summary.json", "report --out OUT", "standings"),
    ("tested", "summary.json", "compare", "test.llr test.anytime"), ("tested", "summary.json", "results", "test.verdict"),
    ("run", "manifest.json", "games", "format rules rules.value.grand log"),
    ("run", "manifest.json", "verify", "schedule.sessions"),
    ("run", "analysis.json", "report --out OUT", "bots format"),
    ("study", "study.json", "report --out OUT", "variations.0.effects.0.effect.mean variations.0.effects.0.judged"),
    ("populations", "populations.json", "results", "populations"),
    ("populations", "populations.json", "report --out OUT", "variations.0.effects.0.populations.people.effect"),
    ("tune", "tune.json", "report --out OUT", "options.0.winner"), ("tune", "tune.json", "results", "bot"),
    ("tune", "tune.jsonl", "report --out OUT", "centre"),
    ("faults", "faults.jsonl", "verify", "status"), ("faults", "faults.jsonl", "report --out OUT", "bot"),
]


def without(text, place):
    """JSON, of several lines the first, without a key."""
    first, *others = text.splitlines() if text.count("\n{") else [text]
    value = json.loads(first)
    *parents, key = place.split(".")
    part = value
    for parent in parents:
        part = part[int(parent)] if isinstance(part, list) else part[parent]
    del part[key]
    return "\n".join([json.dumps(value, separators=(",", ":")), *others, ""])


def test_a_missing_key_is_an_error(folders):
    """Exit status 65, with the file and the key: never a 0 that nobody wrote."""
    wrong = []
    for folder, file, command, places in ALWAYS:
        path = folders / folder / file
        right = path.read_text()
        for place in places.split():
            path.write_text(without(right, place))
            done = said_of(command, folders, folder)
            named = file in done.stderr and (command == "verify" or re.search(rf"\b{place.rsplit('.', 1)[-1]}\b", done.stderr))
            if done.returncode != BAD_FILE or not named:
                wrong.append((command, folder, place, done.returncode, done.stderr[:200]))
        path.write_text(right)
    assert not wrong, wrong


def test_fields_that_contradict_each_other_are_an_error(folders):
    path = folders / "tested" / "summary.json"
    summary = json.loads(path.read_text())
    summary.pop("comparison")
    path.write_text(json.dumps(summary))
    arena_says(BAD_FILE, 'the comparison that "test" is about', "results", folders)
