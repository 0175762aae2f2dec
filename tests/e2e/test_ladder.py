# SPDX-License-Identifier: MIT
"""The ladder (bots/ladder.py): its page is what its results make of it, and it plays all bots that are here."""
import importlib.util
import json
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
        [str(program()), "compare", "bot=basic", "anchor=stammtisch", "--deals", "400", "--out", str(out), "--workers", "1"],
        out / "games.jsonl", 1, signal.SIGINT, cwd=ROOT)
    assert done.returncode == INTERRUPTED and not read_json(out, "summary.json")["complete"], done.stderr
    assert ladder.play("basic", 400, tmp_path, program().parent) == out
    assert read_json(out, "summary.json")["complete"]
    before = (out / "summary.json").stat().st_mtime_ns
    ladder.play("basic", 400, tmp_path, program().parent)
    assert (out / "summary.json").stat().st_mtime_ns == before
