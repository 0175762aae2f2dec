# SPDX-License-Identifier: MIT
"""End-to-end tests of `tune`, `sweep` and `study --adapt`: what is planted is found, what is not there is not."""
import json
import signal
import subprocess
import time

import pytest

import crash_states
from harness import *

BEST, BEST_20 = 70, 30  # tests/bots/prefers.c


def config(folder, **keys):
    path = folder / "config.json"
    whole = {"name": "t", "rules": "isko", "bots": {"p": bad_bot("prefers")}, "seats": ["p"] * 3, "seed": 3,
             "largest_difference": 1000}  # it loses more in a deal than a sensible bot can
    path.write_text(json.dumps(whole | keys))
    return path


def checked(folder, kind):
    """KIND.json of a folder, which fits its schema."""
    value = json.loads((folder / f"{kind}.json").read_text())
    assert validator(kind).is_valid(value)
    return value


def tuned(folder):
    return checked(folder, "tune")


class TestTune:
    PLAN = {"options": {"x": None}, "rounds": 30, "deals": 72, "check_deals": 720}

    def test_a_planted_preference_is_found(self, tmp_path):
        run = arena("tune", config(tmp_path, tune=self.PLAN), "--out", tmp_path / "out")
        result = tuned(tmp_path / "out")
        assert run.returncode == 0, run.stderr
        assert abs(result["options"][0]["winner"] - BEST) <= 10
        assert result["verdict"] == "better" and result["check"]["difference"]["low"] > 0
        assert f"x={result['options'][0]['winner']}" in run.stdout

    def test_a_difference_that_counts_as_impossible_is_named(self, tmp_path):
        plan = {"options": {"x": [20, 70]}, "rounds": 4, "deals": 72, "check_deals": 72}
        run = arena("tune", config(tmp_path, tune=plan, largest_difference=30), "--out", tmp_path / "out")
        result = tuned(tmp_path / "out")
        assert run.returncode == 2 and result["check"]["judged"]["low"] is None
        assert "a deal puts them more than 30 points apart" in run.stdout

    def test_nothing_is_found_where_there_is_nothing(self, tmp_path):
        """`re` without kontra: no game differs, the start stays, and nothing is shown."""
        run = arena("tune", "stammtisch", "re=50..90", "--rounds", 6, "--deals", 36, "--out", tmp_path / "out")
        result = tuned(tmp_path / "out")
        assert run.returncode == 2 and result["verdict"] == "no difference"
        assert result["options"][0]["winner"] == result["options"][0]["start"] == 70

    def test_an_idle_option_keeps_its_start(self, tmp_path):
        """`re` does nothing without kontra; where a search went with it would be chance."""
        arena("tune", "stammtisch", "caution=30..80", "re=50..90", "--rounds", 5, "--deals", 36, "--check-deals", 72,
              "--out", tmp_path / "out")
        options = {option["name"]: option for option in tuned(tmp_path / "out")["options"]}
        assert options["re"]["winner"] == options["re"]["start"] == 70
        lines = [json.loads(line) for line in open(tmp_path / "out" / "tune.jsonl")]
        assert {line["centre"]["re"] for line in lines} != {70}  # it did go somewhere

    def test_resuming_gives_the_same_bytes(self, tmp_path):
        path, whole, cut = config(tmp_path, tune=self.PLAN), tmp_path / "whole", tmp_path / "cut"
        arena("tune", path, "--out", whole)
        lines = (whole / "tune.jsonl").read_bytes().splitlines(keepends=True)
        cut.mkdir()
        (cut / "tune.jsonl").write_bytes(b"".join(lines[:7]) + lines[7][:20])
        run = arena("tune", path, "--resume", "--out", cut)
        assert run.returncode == 0, run.stderr
        for name in ("tune.jsonl", "tune.json"):
            assert (cut / name).read_bytes() == (whole / name).read_bytes()

    def test_any_number_of_workers_gives_the_same_bytes(self, tmp_path):
        path = config(tmp_path, tune=self.PLAN | {"rounds": 4})
        for workers in (1, 5):
            arena("tune", path, "--workers", workers, "--out", tmp_path / str(workers))
        for name in ("tune.jsonl", "tune.json"):
            assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "5" / name).read_bytes()

    def test_an_interruption_keeps_the_path(self, tmp_path):
        path = config(tmp_path, tune=self.PLAN | {"rounds": 2000, "deals": 3600})
        process = subprocess.Popen([program(), "tune", path, "--out", tmp_path / "out"], cwd=ROOT, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        while not ((tmp_path / "out" / "tune.jsonl").exists() and (tmp_path / "out" / "tune.jsonl").stat().st_size):
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate(timeout=TIMEOUT)
        assert process.returncode == INTERRUPTED and "--resume continues" in stdout and "games are finished" not in stderr
        assert tuned(tmp_path / "out")["verdict"] == "not finished"
        assert not (tmp_path / "out" / "scratch").exists()

    def test_a_bot_may_not_be_called_like_a_copy(self, tmp_path):
        bots = {"p": bad_bot("prefers"), "first": "basic"}
        path = config(tmp_path, bots=bots, seats=["p", "p", "first"], tune=self.PLAN | {"bot": "p"})
        run = arena("tune", path, "--out", tmp_path / "out")
        assert run.returncode != 0 and "name it otherwise" in run.stderr

    def test_other_bots_sit_at_the_table(self, tmp_path):
        bots = {"p": bad_bot("prefers"), "third": "basic"}
        path = config(tmp_path, bots=bots, seats=["p", "p", "third"], tune=self.PLAN | {"bot": "p", "rounds": 12})
        assert arena("tune", path, "--out", tmp_path / "out").returncode in (0, 2)
        alone = config(tmp_path, tune=self.PLAN | {"rounds": 12})
        assert arena("tune", alone, "--out", tmp_path / "alone").returncode in (0, 2)
        first = [(tmp_path / name / "tune.jsonl").read_text().splitlines()[0] for name in ("out", "alone")]
        assert json.loads(first[0])["difference"] != json.loads(first[1])["difference"]

    def test_a_path_of_another_search_is_refused(self, tmp_path):
        out = tmp_path / "out"
        out.mkdir()
        (out / "tune.jsonl").write_text(json.dumps({
            "round": 0, "plus": {"y": 1}, "minus": {"y": 2}, "centre": {"y": 1},
            "difference": {"mean": 0, "error": 1, "low": -1, "high": 1}}) + "\n")
        run = arena("tune", config(tmp_path, tune=self.PLAN), "--resume", "--out", out)
        assert run.returncode == BAD_FILE and "no round of this search" in run.stderr

    def test_a_bot_that_fails_is_no_weak_one(self, tmp_path):
        bots = {"p": bad_bot("faulty", when="card", how="crash")}
        run = arena("tune", config(tmp_path, bots=bots, tune={"options": {"every": [1, 3]}}), "--out", tmp_path / "out")
        assert run.returncode != 0 and run.stderr

    @pytest.mark.parametrize("tune, message", [
        ({"options": {"y": None}}, 'has no option "y"'),
        ({"options": {"idle": None}}, "the option is no number"),
        ({"options": {"x": [40, 30]}}, "x: found the range 40..30; expected LOWEST..HIGHEST within 0..100, with LOWEST below HIGHEST"),
        ({"options": {"x": [20, 20]}}, "x: found the range 20..20; expected LOWEST..HIGHEST"),
        ({"options": {"x": [40, 60]}}, "x: found the range 40..60; expected one that contains the bot's own value, 20,"),
        ({"options": {"x": [10, 101]}}, "x: found the range 10..101; expected one within 0..100"),
        ({"options": {"x": [10, 1.5]}}, "$.tune.options.x[1]: found 1.5; expected an integer 0..100"),
        ({"options": {}}, "1..6 options"),
        ({"bot": "q", "options": {"x": None}}, 'no bot "q"'),
        ({"options": {"x": None}, "rounds": 1}, "$.tune.rounds"),
        ({"options": {"x": None}, "round": 5}, "round"),
    ])
    def test_what_is_wrong_is_said(self, tmp_path, tune, message):
        run = arena("tune", config(tmp_path, tune=tune), "--out", tmp_path / "out")
        assert run.returncode == USAGE and message in run.stderr

    @pytest.mark.parametrize("words, message", [
        (["caution=75..45"], "caution: found the range 75..45; expected LOWEST..HIGHEST within 0..100, with LOWEST below HIGHEST"),
        (["caution=0..1000"], "caution: found the range 0..1000; expected one within 0..100"),
        (["caution=45-75"], '"caution=45-75": expected OPTION or OPTION=LOWEST..HIGHEST'),
        (["=3..4"], '"=3..4": expected OPTION or OPTION=LOWEST..HIGHEST'),
        (["caution=45..75", "caution=40..60"], '"caution=40..60": the option caution was given before'),
    ])
    def test_what_is_wrong_with_a_word_is_said(self, tmp_path, words, message):
        run = arena("tune", "stammtisch", *words, "--out", tmp_path / "out")
        assert run.returncode == USAGE and message in run.stderr
        assert "an array of" not in run.stderr and not (tmp_path / "out").exists()

    def test_other_commands_name_the_right_one(self, tmp_path):
        run = arena("run", config(tmp_path, tune=self.PLAN), "--out", tmp_path / "out")
        assert run.returncode == USAGE and "skat-arena tune" in run.stderr


class TestSweep:
    def test_each_point_plays_the_same_deals(self, tmp_path):
        sweep = {"options": {"x": [20, 45, 70, 95]}, "deals": 720}
        run = arena("sweep", config(tmp_path, sweep=sweep), "--out", tmp_path / "out")
        points = checked(tmp_path / "out", "sweep")["points"]
        assert run.returncode == 0, run.stderr
        assert [point["options"]["x"] for point in points] == [45, 70, 95]  # 20 is the bot's own value
        best = max(points, key=lambda point: point["difference"]["mean"])
        assert best["options"]["x"] == BEST and best["p_holm"] < 0.01
        assert all(point["p_holm"] >= point["p"] for point in points)

    @pytest.mark.parametrize("keys, message", [
        ({"rounds": 5}, "rounds"),
        ({"check_deals": 720}, "check_deals"),
        ({"deals": 1}, "$.sweep.deals"),
        ({"options": {"x": [20, 20]}}, "each value once"),
        ({"options": {"x": [20]}}, "other than the bot's own"),
        ({"options": {"y": [20]}}, 'no option "y"'),
        ({"options": []}, '{"OPTION": [value, ...]}'),
    ])
    def test_what_is_wrong_is_said(self, tmp_path, keys, message):
        sweep = {"options": {"x": [20, 45]}, "deals": 720} | keys
        run = arena("sweep", config(tmp_path, sweep=sweep), "--out", tmp_path / "out")
        assert run.returncode == USAGE and message in run.stderr

    def test_points_that_play_alike_have_no_p(self, tmp_path):
        config_ = config(tmp_path, bots={"p": "stammtisch"}, sweep={"options": {"re": [60, 70]}, "deals": 72})
        arena("sweep", config_, "--out", tmp_path / "out")
        points = json.loads((tmp_path / "out" / "sweep.json").read_text())["points"]
        assert [point["equal"] for point in points] == [True] and points[0]["p"] is None

    @crash_states.traced
    def test_resume(self, tmp_path):
        """Interrupted after two combinations, then killed after four: the bytes of a sweep in one piece."""
        path = config(tmp_path, sweep={"options": {"x": [20, 30, 45, 55, 70, 85, 95]}, "deals": 144})
        whole, out = tmp_path / "whole", tmp_path / "out"
        assert arena("sweep", path, "--out", whole).returncode == 0
        command = [str(program()), "sweep", str(path), "--out", str(out)]
        done = crash_states.signal_at_write(command, out / "sweep.part", 3, signal.SIGINT, cwd=ROOT)
        assert done.returncode == INTERRUPTED and "2 of 6 combinations are finished" in done.stderr, done.stderr
        assert arena(*command[1:]).returncode == USAGE
        crash_states.signal_at_write([*command, "--resume"], out / "sweep.part", 2, signal.SIGKILL, cwd=ROOT)
        again = arena(*command[1:], "--resume")
        assert again.returncode == 0, again.stderr
        assert (out / "sweep.json").read_bytes() == (whole / "sweep.json").read_bytes()
        assert sorted(entry.name for entry in out.iterdir()) == ["sweep.json", "timing.json"]
        assert json.loads((out / "timing.json").read_text())["command"].endswith("--resume")


@pytest.mark.no_sanitizer("plays half a million games")
@pytest.mark.no_sanitizer("about numbers, not memory")
class TestAdapt:
    def test_searches_are_those_of_lessons(self, tmp_path):
        path = config(tmp_path, deals=36, variations={"grand20": {"grand_base": 20}})
        for arguments in (["--searches", 3], ["--adapt", "x", "--searches", 0]):
            run = arena("study", path, *arguments, "--out", tmp_path / "out")
            assert run.returncode == USAGE and "--searches" in run.stderr

    def study(self, tmp_path, start, **keys):
        bots = {"p": bad_bot("prefers", x=start)}
        path = config(tmp_path, bots=bots, deals=720, **keys)
        run = arena("study", path, "--adapt", "x", "--out", tmp_path / "out")
        assert run.returncode == 0, run.stderr
        return checked(tmp_path / "out", "study")

    @pytest.mark.long
    def test_who_has_learned_is_told_from_who_has_not(self, tmp_path):
        """Under grand 20 another value is best: who does not notice bids on everything."""
        study = self.study(tmp_path, 70, variations={"grand20": {"grand_base": 20}})
        variation = study["variations"][0]
        declared = next(e for e in variation["effects"] if e["metric"] == "declared")
        assert variation["learned"]["taken"] and abs(variation["learned"]["options"]["x"] - BEST_20) <= 10
        assert declared["effect"]["mean"] > 0.5 and abs(declared["learned"]["effect"]["mean"]) < 0.3
        assert (tmp_path / "out" / "learned" / "grand20" / "games.jsonl").exists()

    @pytest.mark.long
    @crash_states.traced
    def test_resume(self, tmp_path):
        """Killed while players learn: what they had learned is not played again, and all files are the same."""
        whole, out = tmp_path / "out", tmp_path / "cut"
        self.study(tmp_path, 20, variations={"single": {"lost_hand": "single"}})
        command = [str(program()), "study", str(tmp_path / "config.json"), "--adapt", "x", "--out", str(out)]
        crash_states.signal_at_write(command, out / "learned.part", 40, signal.SIGKILL, cwd=ROOT)
        kept = (out / "learned.part").stat().st_size
        crash_states.signal_at_write([*command, "--resume"], out / "learned.part", 2, signal.SIGINT, cwd=ROOT)
        assert (out / "learned.part").stat().st_size > kept
        assert arena(*command[1:], "--resume").returncode == 0
        names = sorted(str(path.relative_to(whole)) for path in whole.rglob("*") if path.is_file())
        assert names == sorted(str(path.relative_to(out)) for path in out.rglob("*") if path.is_file())
        for name in names:
            if not name.endswith("timing.json"):
                assert (out / name).read_bytes() == (whole / name).read_bytes(), name

    @pytest.mark.long
    def test_the_base_is_learned_first(self, tmp_path):
        study = self.study(tmp_path, 20, variations={"single": {"lost_hand": "single"}})
        assert study["learned"]["taken"] and abs(study["learned"]["options"]["x"] - BEST) <= 10
        assert not study["variations"][0]["learned"]["taken"]

    @pytest.mark.long
    def test_a_variation_without_effect_shows_none(self, tmp_path):
        """These bots never play by hand, so that what a lost hand game costs is nothing to them."""
        bots = {"s": {"module": "stammtisch", "options": {"hand": False}}}
        path = config(tmp_path, bots=bots, seats=["s"] * 3, deals=360, variations={"single": {"lost_hand": "single"}})
        run = arena("study", path, "--adapt", "caution=40..75", "--searches", 40, "--out", tmp_path / "out")
        study = json.loads((tmp_path / "out" / "study.json").read_text())
        variation = study["variations"][0]
        assert not variation["learned"]["taken"]
        # What was found is told also where it is not taken, corrected for all searches.
        for lesson in (study["learned"], variation["learned"]):
            judged = lesson["check"].get("judged")
            assert lesson["searches"] == 40
            assert not judged or judged["p"] is None or judged["p_adjusted"] == pytest.approx(min(1, 40 * judged["p"]), abs=1e-6)
            assert not lesson["taken"] or judged["p_adjusted"] < 0.05
            if lesson["taken"] or judged:
                assert "for 40 searches" in run.stdout and f"{lesson['check']['difference']['mean']:+.2f} (" in run.stdout
            else:
                assert "the search found nothing else" in run.stdout
        for effect in variation["effects"]:
            assert effect["effect"]["mean"] in (0, None) and effect["learned"]["effect"]["mean"] in (0, None)
