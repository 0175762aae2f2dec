# SPDX-License-Identifier: MIT
"""The ladder (bots/ladder.py): its page is what its results make of it, and it plays all bots that are here."""
import importlib.util
import json
import subprocess
import sys

import pytest

from harness import *

SCRIPT = ROOT / "bots" / "ladder.py"


@pytest.fixture(name="ladder", scope="module")
def _ladder():
    spec = importlib.util.spec_from_file_location("ladder", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class TestLadder(RunTest):
    def test_the_page_is_what_the_results_say(self, ladder):
        entries = json.loads((ladder.LADDER / "ladder.json").read_text())
        assert ladder.page_of(entries) == (ladder.LADDER / "README.md").read_text()
        assert ladder.picture_of(entries[-1]) == (ladder.LADDER / "ladder.svg").read_text()

    def test_every_bot_has_a_rung(self, ladder):
        """But for pipe, which plays nothing of its own."""
        here = {path.stem for path in (ROOT / "bots").glob("*.c")} | {path.name for path in (ROOT / "bots").iterdir() if path.is_dir()}
        here = {name for name in here if (ROOT / "bots" / f"{name}.c").exists() or any((ROOT / "bots" / name).glob("*.c"))}
        assert here - {"pipe", ladder.ANCHOR} == {bot.split(":")[0] for bot, _ in ladder.RUNGS}

    def test_play(self, tmp_path, ladder):
        """A small one: an entry has what the folders say, another one is appended, and nothing is played twice."""
        def play():
            subprocess.run([sys.executable, SCRIPT, "play", tmp_path, "--build", program().parent, "--deals", "4", "--note", "Small."],
                           check=True, timeout=TIMEOUT)
            return json.loads((tmp_path / "ladder.json").read_text())
        entry, = play()
        written = {path: path.stat().st_mtime_ns for path in tmp_path.glob("*/summary.json")}
        assert sorted(one["bot"] for one in entry["rungs"]) == sorted(bot for bot, _ in ladder.RUNGS)
        points = [one["difference"]["mean"] for one in entry["rungs"]]
        assert points == sorted(points, reverse=True)
        for one in entry["rungs"]:
            folder = tmp_path / one["bot"].replace(":", "-")
            comparison = read_json(folder, "summary.json")["comparison"]
            assert (comparison["a"], comparison["b"]) == ("bot", "anchor")
            assert one["difference"]["mean"] == round(comparison["scorings"]["seeger_fabian"]["mean"], 3)
            assert one["deals"] == 4
            own = next(bot for bot in read_json(folder, "analysis.json")["bots"] if bot["name"] == "bot")
            for role, lost in one["losses"].items():
                assert (lost["games"], lost["mean"]) == (own[role]["points"]["games"], round(own[role]["points"]["per_game"]["mean"], 3))
            assert all(0 <= passed["passed"] <= passed["positions"] == 4 for passed in one["positions"].values())
            contracts = {row["name"]: row["effect"]["mean"] for row in comparison["contracts"]}
            assert one["games"]["grand"]["effect"] == round(contracts.get("grand", 0), 3)
            assert sum(kind["effect"] for kind in one["games"].values()) == pytest.approx(
                sum(effect for name, effect in contracts.items() if name != "passed_in"), abs=0.01)
        assert len(play()) == 2
        assert {path: path.stat().st_mtime_ns for path in tmp_path.glob("*/summary.json")} == written
        page = ladder.page_of([entry])
        assert "Small." in page and all(page.count(f"| `{bot}`") == 3 for bot, _ in ladder.RUNGS)
        for name in ("stammtisch", "neural"):
            passed = next(one["positions"] for one in [*entry["rungs"], {"bot": ladder.ANCHOR, "positions": entry["anchor_positions"]}]
                          if one["bot"] == name)
            done = arena("positions", name, tmp_path / "textbook.jsonl", "--json")
            assert passed["textbook"]["passed"] == json.loads(done.stdout)["passed"]
