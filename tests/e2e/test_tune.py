# SPDX-License-Identifier: MIT
"""End-to-end tests of `tune`, of its grids and of `study --adapt`: what is planted is found, what is not there is not."""
import json
import signal
import subprocess
from typing import Any

import crash_states
from harness import *

BEST, BEST_20 = 70, 30  # tests/bots/prefers.c


def config(folder, **keys):
    path = folder / "config.json"
    whole = {"name": "t", "rules": "isko", "bots": {"p": bad_bot("prefers")}, "seats": ["p"] * 3, "seed": 3, "isolation": "none"}
    path.write_text(json.dumps(whole | keys))
    return path


def checked(folder, kind):
    """KIND.json of a folder, which fits its schema."""
    value = read_json(folder, f"{kind}.json")
    assert validator(kind).is_valid(value)
    return value


class TestTune:
    PLAN = {"options": {"x": None}, "rounds": 10, "deals": 36, "check_deals": 150}

    def test_a_planted_preference_is_found(self, tmp_path):
        """And, resumed, with the same bytes. Beside another bot it plays otherwise."""
        path, whole, cut = config(tmp_path, tune=self.PLAN), tmp_path / "whole", tmp_path / "cut"
        run = arena("tune", path, "--out", whole)
        result = checked(whole, "tune")
        assert run.returncode == 0 and "runs with your rights" in run.stderr, run.stderr
        assert abs(result["options"][0]["winner"] - BEST) <= 10
        assert result["verdict"] == "better" and result["check"]["difference"]["low"] > 0
        assert f"x={result['options'][0]['winner']}" in run.stdout
        beside = {"bots": {"p": bad_bot("prefers"), "third": "basic"}, "seats": ["p", "p", "third"]}
        other = config(tmp_path, tune=self.PLAN | {"bot": "p", "rounds": 2, "check_deals": 72}, **beside)
        assert arena("tune", other, "--out", tmp_path / "beside").returncode in (0, 2)
        assert read_lines_of(tmp_path / "beside" / "tune.jsonl")[0]["difference"] != read_lines_of(whole / "tune.jsonl")[0]["difference"]
        path = config(tmp_path, tune=self.PLAN)
        lines = (whole / "tune.jsonl").read_bytes().splitlines(keepends=True)
        cut.mkdir()
        (cut / "tune.jsonl").write_bytes(b"".join(lines[:7]) + lines[7][:20])
        run = arena("tune", path, "--resume", "--out", cut)
        assert run.returncode == 0, run.stderr
        assert all((cut / name).read_bytes() == (whole / name).read_bytes() for name in ("tune.jsonl", "tune.json"))

    def test_nothing_is_found_where_there_is_nothing(self, tmp_path):
        """`re` does nothing without kontra: the start stays, also where a search went with it, by chance, beside another option."""
        arena("tune", "stammtisch", "caution=30..80", "re=50..90", "--rounds", 3, "--deals", 36, "--check-deals", 72, "--out",
              tmp_path / "out")
        options = {option["name"]: option for option in checked(tmp_path / "out", "tune")["options"]}
        assert options["re"]["winner"] == options["re"]["start"] == 70
        assert {line["centre"]["re"] for line in read_lines_of(tmp_path / "out" / "tune.jsonl")} != {70}

    def test_an_interruption_keeps_the_path(self, tmp_path):
        path, out = config(tmp_path, tune=self.PLAN | {"rounds": 2000, "deals": 360}), tmp_path / "out"
        with Started([program(), "tune", path, "--out", out], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                     text=True) as process:
            wait_until(lambda: (out / "tune.jsonl").exists() and (out / "tune.jsonl").stat().st_size, process)
            process.send_signal(signal.SIGINT)
            stdout, stderr = process.communicate(timeout=TIMEOUT)
        assert process.returncode == INTERRUPTED and "--resume continues" in stdout and "games are finished" not in stderr
        assert checked(out, "tune")["verdict"] == "not finished" and not (out / "scratch").exists()

    def test_a_path_of_another_search_is_refused(self, tmp_path):
        (tmp_path / "tune.jsonl").write_text(json.dumps({
            "round": 0, "plus": {"y": 1}, "minus": {"y": 2}, "centre": {"y": 1},
            "difference": {"mean": 0, "error": 1, "low": -1, "high": 1}}) + "\n")
        run = arena("tune", config(tmp_path, tune=self.PLAN), "--resume", "--out", tmp_path)
        assert run.returncode == BAD_FILE and "no round of this search" in run.stderr

    def test_what_is_wrong_is_said(self, tmp_path):
        for tune, message in (
                ({"options": {"y": None}}, 'has no option "y"'), ({"options": {"idle": None}}, "the option is no number"),
                ({"options": {"x": [20, 20]}},
                 "x: found the range 20..20; expected LOWEST..HIGHEST within 0..100, with LOWEST below HIGHEST"),
                ({"options": {"x": [40, 60]}}, "x: found the range 40..60; expected one that contains the bot's own value, 20,"),
                ({"options": {"x": [10, 101]}}, "x: found the range 10..101; expected one within 0..100"),
                ({"options": {"x": [10, 1.5]}}, "$.tune.options.x[1]: found 1.5; expected an integer 0..100"),
                ({"options": {}}, "1..6 options"), ({"bot": "q", "options": {"x": None}}, 'no bot "q"'),
                ({"options": {"x": None}, "rounds": 1}, "$.tune.rounds")):
            run = arena("tune", config(tmp_path, tune=tune), "--out", tmp_path / "out")
            assert run.returncode == USAGE and message in run.stderr, run.stderr
        for words, message in (
                (["caution=75..45"], "caution: found the range 75..45; expected LOWEST..HIGHEST within 0..100, with LOWEST below HIGHEST"),
                (["caution=45-75"], '"caution=45-75": expected OPTION or OPTION=LOWEST..HIGHEST'),
                (["caution=45..75", "caution=40..60"], '"caution=40..60": the option caution was given before')):
            run = arena("tune", "stammtisch", *words, "--out", tmp_path / "out")
            assert run.returncode == USAGE and message in run.stderr and "an array of" not in run.stderr, run.stderr
        bots = {"p": bad_bot("prefers"), "first": "basic"}  # called like a copy
        run = arena("tune", config(tmp_path, bots=bots, seats=["p", "p", "first"], tune=self.PLAN | {"bot": "p"}), "--out",
                    tmp_path / "out")
        assert run.returncode != 0 and "name it otherwise" in run.stderr
        run = arena("run", config(tmp_path, tune=self.PLAN), "--out", tmp_path / "out")
        assert run.returncode == USAGE and "skat-arena tune" in run.stderr
        assert not (tmp_path / "out").exists()

    def test_a_bot_that_fails_is_no_weak_one(self, tmp_path):
        bots = {"p": bad_bot("faulty", when="card", how="crash")}
        run = arena("tune", config(tmp_path, bots=bots, tune={"options": {"every": [1, 3]}}), "--out", tmp_path / "out")
        assert run.returncode != 0 and run.stderr


class TestGrid:
    def test_each_point_plays_the_same_deals(self, tmp_path):
        run = arena("tune", config(tmp_path, tune={"grid": {"x": [20, 45, 70, 95]}, "deals": 72}), "--out", tmp_path / "out")
        points = checked(tmp_path / "out", "grid")["points"]
        assert run.returncode == 0, run.stderr
        assert [point["options"]["x"] for point in points] == [45, 70, 95]  # 20 is the bot's own value
        best = max(points, key=lambda point: point["difference"]["mean"])
        assert best["options"]["x"] == BEST and best["judged"]["p_adjusted"] < 0.01
        assert all(point["judged"]["p_adjusted"] >= point["judged"]["p"] for point in points)

    def test_what_is_wrong_is_said(self, tmp_path):
        cases: Any = (
            ({"rounds": 5}, "rounds"), ({"deals": 1}, "$.tune.deals"),
            ({"grid": {"x": [20, 20]}}, "each value once"), ({"grid": {"x": [20]}}, "other than the bot's own"),
            ({"grid": []}, '{"OPTION": [value, ...]}'))
        for keys, message in cases:
            run = arena("tune", config(tmp_path, tune={"grid": {"x": [20, 45]}, "deals": 720} | keys), "--out", tmp_path / "out")
            assert run.returncode == USAGE and message in run.stderr, run.stderr

    def test_points_that_play_alike_have_no_p(self, tmp_path):
        arena("tune", config(tmp_path, bots={"p": "stammtisch"}, tune={"grid": {"re": [60, 70]}, "deals": 72}), "--out",
              tmp_path / "out")
        points = checked(tmp_path / "out", "grid")["points"]
        assert [point["equal"] for point in points] == [True] and points[0]["judged"]["p"] is None

    @crash_states.traced
    def test_resume(self, tmp_path):
        """Interrupted after two combinations: the bytes of a grid in one piece."""
        path = config(tmp_path, tune={"grid": {"x": [20, 45, 70, 95]}, "deals": 72})
        whole, out = tmp_path / "whole", tmp_path / "out"
        assert arena("tune", path, "--out", whole).returncode == 0
        command = [str(program()), "tune", str(path), "--out", str(out)]
        done = crash_states.signal_at_write(command, out / "grid.part", 3, signal.SIGINT, cwd=ROOT)
        assert done.returncode == INTERRUPTED and "2 of 3 combinations are finished" in done.stderr, done.stderr
        assert arena(*command[1:]).returncode == USAGE
        again = arena(*command[1:], "--resume")
        assert again.returncode == 0, again.stderr
        assert (out / "grid.json").read_bytes() == (whole / "grid.json").read_bytes()
        assert sorted(entry.name for entry in out.iterdir()) == ["grid.json", "timing.json"]
        assert read_json(out, "timing.json")["command"].endswith("--resume")


class TestAdapt:
    VARIATIONS = {"grand20": {"value.grand": 20}}

    def test_searches_are_those_of_lessons(self, tmp_path):
        path = config(tmp_path, deals=36, variations=self.VARIATIONS)
        for arguments in (["--searches", 3], ["--adapt", "x", "--searches", 0]):
            run = arena("study", path, *arguments, "--out", tmp_path / "out")
            assert run.returncode == USAGE and "--searches" in run.stderr
