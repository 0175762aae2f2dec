# SPDX-License-Identifier: MIT
"""The ladder (bots/ladder.py): its page is what its results make of it, and it plays all bots that are here."""
import importlib.util
import json
import re
import signal

import crash_states
from harness import *


def load_ladder():
    spec = importlib.util.spec_from_file_location("ladder", ROOT / "bots" / "ladder.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_is_what_the_results_say():
    ladder = load_ladder()
    entries = json.loads((ladder.LADDER / "ladder.json").read_text())
    assert ladder.page_of(entries) == (ladder.LADDER / "README.md").read_text()
    assert ladder.picture_of(entries[-1]) == (ladder.LADDER / "ladder.svg").read_text()


def test_every_bot_has_a_rung():
    """But for pipe, which plays nothing of its own."""
    ladder = load_ladder()
    here = {path.stem for path in (ROOT / "bots").glob("*.c")} | {path.parent.name for path in (ROOT / "bots").glob("*/*.c")}
    assert here - {"pipe", ladder.ANCHOR} == {bot.split(":")[0] for bot, _ in ladder.RUNGS}


@crash_states.traced
def test_an_interrupted_duel_goes_on(tmp_path):
    """It has a summary, too: of what was played. One that is finished is not played again."""
    ladder, out = load_ladder(), tmp_path / "basic"
    done = crash_states.signal_at_write(
        [str(program()), "compare", "bot=basic", "anchor=stammtisch", "--deals", "4000", "--out", str(out), "--workers", "1"],
        out / "games.jsonl", 1, signal.SIGINT, cwd=ROOT)
    assert done.returncode == INTERRUPTED and not read_json(out, "summary.json")["complete"], done.stderr
    assert ladder.play("basic", 4000, tmp_path, program().parent) == out
    assert read_json(out, "summary.json")["complete"]
    before = (out / "summary.json").stat().st_mtime_ns
    ladder.play("basic", 4000, tmp_path, program().parent)
    assert (out / "summary.json").stat().st_mtime_ns == before


def test_a_newcomer_has_its_place(tmp_path):
    """Between those that are better and worse; what it played is the duel of the list, and its figures are those of the run."""
    rungs = [{"bot": name, "version": "1", "difference": {"mean": mean, "low": mean - 1, "high": mean + 1}, "deals": 90,
              "microseconds": {"median": 1}} for name, mean in (("strong", 500), ("weak", -500))]
    edition = {"date": "2026-01-01", "anchor": "beginner", "anchor_version": "1.0", "anchor_microseconds": 1, "rules": "skat",
               "scoring": "seeger_fabian", "seed": "8", "rungs": rungs}
    (tmp_path / "list.json").write_text(json.dumps([{"date": "an older list"}, edition]))
    asked = ("ladder", "basic", "--list", tmp_path / "list.json", "--deals", 72)
    done = arena_ok(*asked, "--out", tmp_path / "run", "--json")
    rows = json.loads(done.stdout)
    assert [row["place"] for row in rows] == [1, 2, 3, 4] and [rows[0]["bot"], rows[-1]["bot"]] == ["strong", "weak"]
    mine = next(row for row in rows if row.get("newcomer"))
    summary, duel = read_json(tmp_path / "run", "summary.json"), tmp_path / "duel"
    assert mine["bot"] == "basic" and mine["deals"] == 72
    assert mine["difference"]["mean"] == summary["comparison"]["scorings"]["seeger_fabian"]["mean"]
    duels = ("bot=basic", "anchor=beginner", "--scoring", "seeger_fabian", "--seed", 8, "--deals", 72)
    assert arena("compare", *duels, "--out", duel).returncode == OK
    assert (duel / "games.jsonl").read_bytes() == (tmp_path / "run" / "games.jsonl").read_bytes()
    text = arena(*asked, "--out", tmp_path / "again").stdout
    assert re.search(r"basic 1\.0  <- the newcomer +[+-]", text) and f"verify {tmp_path / 'again'}\n" in text
    faulty = f"{program().parent / 'tests' / 'bots' / 'faulty.so'}:what=illegal_card,percent=30"
    assert "warning: bot: " in arena("ladder", faulty, *asked[2:], "--out", tmp_path / "faulty").stderr
    edition["anchor_version"] = "0.9"
    (tmp_path / "list.json").write_text(json.dumps([edition]))
    assert "played against beginner 0.9, and this is 1.0" in arena(*asked, "--out", tmp_path / "third").stderr
    for words, said in ((["--seed", "4"], "--seed: is that of the list"), (["--rule", "grand=20"], "--rule: is that of the list")):
        arena_says(USAGE, said, "ladder", "basic", *words)
    assert "--deals: has no effect without a bot" in arena("ladder", "--deals", 5).stderr
    (tmp_path / "list.json").write_text("[]")
    assert "is no list" in arena("ladder", "--list", tmp_path / "list.json").stderr


@crash_states.traced
def test_an_interrupted_newcomer_gets_its_place(tmp_path):
    """When its run is continued: what the command itself would have printed, with the list as it was when it began."""
    rung = {"bot": "strong", "version": "1", "difference": {"mean": 500, "low": 499, "high": 501}, "deals": 90,
            "microseconds": {"median": 1}}
    edition = {"date": "2026-01-01", "anchor": "beginner", "anchor_version": "1.0", "anchor_microseconds": 1, "rules": "skat",
               "scoring": "seeger_fabian", "seed": "8", "rungs": [rung]}
    (tmp_path / "list.json").write_text(json.dumps([edition]))
    asked = ("ladder", "basic", "--list", tmp_path / "list.json", "--deals", 4000)
    whole = json.loads(arena(*asked, "--json", "--out", tmp_path / "whole").stdout)
    done = crash_states.signal_at_write([str(program()), *map(str, asked), "--workers", "1", "--out", str(tmp_path / "run")],
                                        tmp_path / "run" / "games.jsonl", 1, signal.SIGINT, cwd=ROOT)
    assert done.returncode == INTERRUPTED and "strong" not in done.stdout, done.stderr
    (tmp_path / "list.json").unlink()
    done = arena_ok("run", "--resume", tmp_path / "run", "--json")
    rows = json.loads(done.stdout)
    for row in (*rows, *whole):
        row.pop("folder", None), row.pop("microseconds")
    assert rows == whole and [row["bot"] for row in rows if "newcomer" in row] == ["basic"]


def test_the_seed_of_a_list_follows_from_its_commit():
    ladder = load_ladder()
    for entry in json.loads((ladder.LADDER / "ladder.json").read_text()):
        assert entry["seed"] == ("45951" if entry["date"] < "2026-11-28" else ladder.seed_of(entry["commit"]))
