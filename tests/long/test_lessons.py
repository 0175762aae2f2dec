# SPDX-License-Identifier: MIT
"""What players learn by `study --adapt`, and how the population `people` plays on many fresh deals."""
import pathlib
import signal
import sys

import pytest

sys.path[:0] = [str(pathlib.Path(__file__).parents[1] / folder) for folder in ("e2e", "oracle")]

import crash_states  # noqa: E402 (from the folder above)
from harness import *  # noqa: E402 (from the folder above)
from test_realism import realism, shares  # noqa: E402
from test_realism import config as config_of_people  # noqa: E402
from test_tune import BEST, BEST_20, checked, config, cut, runs  # noqa: E402


@pytest.mark.no_sanitizer("plays half a million games")
class TestLessons:
    VARIATIONS = {"grand20": {"value.grand": 20}}

    def test_who_has_learned_is_told_from_who_has_not(self, tmp_path):
        """Of the base nothing is to be learned. Under grand 20 another value is best: who does not notice bids on everything. What was
        found is corrected for all searches."""
        path, out = config(tmp_path, bots={"p": bad_bot("prefers", x=BEST)}, deals=120, variations=self.VARIATIONS), tmp_path / "out"
        run = arena_ok("study", path, "--adapt", "x", "--searches", 5, "--out", out)
        study = checked(out, "study")
        base, (variation,) = study["learned"], study["variations"]
        learned, declared = variation["learned"], next(e for e in variation["effects"] if e["metric"] == "declared")
        assert not base["taken"] and base["options"]["x"] == BEST and "the search found nothing else" in run.stdout
        assert learned["taken"] and abs(learned["options"]["x"] - BEST_20) <= 10
        assert learned["check"]["judged"]["p_adjusted"] == pytest.approx(min(1, 5 * learned["check"]["judged"]["p"]), abs=1e-6)
        assert learned["searches"] == 5 and "for 5 searches" in run.stdout
        assert f"{learned['check']['difference']['mean']:+.2f} (" in run.stdout
        assert declared["effect"]["mean"] > 0.5 and abs(declared["learned"]["effect"]["mean"]) < 0.3
        assert (out / "learned" / "grand20" / "games.jsonl").exists()

    @crash_states.traced
    def test_resume(self, tmp_path):
        """Interrupted in the lesson of the baseline, which is not told, and killed in that of the variation: the files of a study in one
        piece, and no duel twice."""
        path, whole, out = config(tmp_path, deals=36, variations=self.VARIATIONS), tmp_path / "whole", tmp_path / "out"
        command = ["study", path, "--adapt", "x", "--quiet", "--out", out]
        assert arena(*command[:-1], whole).returncode == 0
        done = cut(command, out, 5, signal.SIGINT)
        assert done.returncode == INTERRUPTED and "0 of 1 variations are finished" in done.stderr, done.stderr
        before = runs(out)
        assert len(before) in (4, 5) and "learned" not in checked(out, "study")
        assert cut([*command, "--resume"], out, 60, signal.SIGKILL).returncode == -signal.SIGKILL
        assert before.items() <= runs(out).items() and len(runs(out)) == len(before) + 59
        assert arena(*command, "--resume").returncode == 0
        files = [{str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*.*") if file.name != "timing.json"}
                 for folder in (whole, out)]
        assert files[0] == files[1]


class TestPeople:
    @pytest.mark.no_sanitizer("about numbers, not memory")
    def test_people_play_like_people_on_fresh_deals(self, tmp_path):
        """The bounds of the aim, and of chance: deals of a seed that nothing was fitted to."""
        path = config_of_people(tmp_path, population="people", deals=15000, seed=1122334455)
        result = realism(path, "--out", tmp_path / "run", "--log", "none", "--quiet")
        share = {key: 100 * value["mean"] for key, value in shares(result).items() if value["mean"] is not None}
        assert 3 <= share["passed_in"] <= 6 and 29 <= share["grand"] <= 34 and 5 <= share["null"] <= 8 and 80 <= share["won"] <= 83
        for position, people in (("forehand", 35.7), ("middlehand", 32.1), ("rearhand", 32.2)):
            assert abs(share[f"declared_{position}"] - people) <= 1
        for key, people in (("won_diamonds", 77.5), ("won_clubs", 77.5), ("won_grand", 91.4), ("schneider_diamonds", 8.7),
                            ("schneider_grand", 48.9), ("won_schneider_diamonds", 96.7), ("won_schneider_clubs", 96.8)):
            assert abs(share[key] - people) <= 3, key
        assert abs(share["schwarz"] - 1.4) <= 0.2, "all bots without habits make 0.7 to 0.8 % of their games schwarz"
