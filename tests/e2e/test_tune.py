# SPDX-License-Identifier: MIT
"""End-to-end tests of `tune`, of its grids and of `study --adapt`: what is planted is found, what is not there is not."""
import json
import pathlib
import re
import shutil
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


def runs(out):
    """When each finished run of the cache was."""
    return {path.parent.name: path.stat().st_mtime_ns for path in (out / "cache" / "runs").glob("*/summary.json")
            if read_json(path.parent, "summary.json")["complete"]}


def cut(command, out, run, number):
    """Runs a command that gets a signal as it begins a run that it has not in its cache: 1, 2 …"""
    return crash_states.signal_at_write([str(program()), *map(str, command)], out / "cache" / "runs", run, number, call="mkdir", cwd=ROOT)


class TestTune:
    PLAN = {"options": {"x": None}, "rounds": 10, "deals": 36, "check_deals": 150}

    def test_a_planted_preference_is_found(self, tmp_path):
        """Beside another bot it plays otherwise."""
        path, whole = config(tmp_path, tune=self.PLAN), tmp_path / "whole"
        run = arena("tune", path, "--out", whole)
        result = checked(whole, "tune")
        assert run.returncode == 0 and "runs with your rights" in run.stderr, run.stderr
        assert abs(result["options"][0]["winner"] - BEST) <= 10
        assert result["verdict"] == "better" and result["check"]["difference"]["low"] > 0
        assert f"x={result['options'][0]['winner']}" in run.stdout
        centre = read_lines_of(whole / "tune.jsonl")[-1]["centre"]["x"]
        assert re.search(r"^2 of 10 rounds, 0:\d\d:\d\d left: x \d+$", run.stderr, re.M) and f"10 of 10 rounds: x {centre}\n" in run.stderr
        beside = {"bots": {"p": bad_bot("prefers"), "third": "basic"}, "seats": ["p", "p", "third"]}
        other = config(tmp_path, tune=self.PLAN | {"bot": "p", "rounds": 2, "check_deals": 72}, **beside)
        assert arena("tune", other, "--out", tmp_path / "beside").returncode in (0, 2)
        assert read_lines_of(tmp_path / "beside" / "tune.jsonl")[0]["difference"] != read_lines_of(whole / "tune.jsonl")[0]["difference"]

    @crash_states.traced
    def test_resume(self, tmp_path):
        """Killed in a round, in another, and in the check at the end: the bytes of a search in one piece, and no run twice. And what is
        another search now is played."""
        path, whole, out = config(tmp_path, tune=self.PLAN), tmp_path / "whole", tmp_path / "out"
        command = ["tune", path, "--out", out]
        assert arena("tune", path, "--out", whole).returncode == 0
        before: dict[str, int] = {}
        for words, run, finished in ((command, 4, 3), ([*command, "--resume"], 3, 5), ([*command, "--resume"], 7, 11)):
            assert cut(words, out, run, signal.SIGKILL).returncode == -signal.SIGKILL
            assert before.items() <= runs(out).items() and len(runs(out)) == finished
            before = runs(out)
        other, copy = tmp_path / "other", pathlib.Path(shutil.copytree(out, tmp_path / "copy"))
        assert arena(*command, "--resume").returncode == 0
        assert sorted(entry.name for entry in out.iterdir()) == ["timing.json", "tune.json", "tune.jsonl"]
        assert arena("tune", path, "--seed", 4, "--out", other).returncode in (0, 2)
        assert arena("tune", path, "--seed", 4, "--out", copy, "--resume").returncode in (0, 2)
        for name in ("tune.jsonl", "tune.json"):
            assert (out / name).read_bytes() == (whole / name).read_bytes() != (other / name).read_bytes() == (copy / name).read_bytes()
        arena_says(USAGE, "tune.json: is complete: nothing is left to resume", *command, "--resume")
        assert (out / "tune.jsonl").read_bytes() == (whole / "tune.jsonl").read_bytes()

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
        lines = len(read_lines_of(out / "tune.jsonl"))
        assert process.returncode == INTERRUPTED and "not finished" in stdout and "games are finished" not in stderr
        assert f"{lines} of 2000 rounds are finished" in stderr and "--resume continues" in stderr
        assert checked(out, "tune")["verdict"] == "not finished" and len(runs(out)) >= lines

    def test_another_process_has_it(self, tmp_path):
        path, out = config(tmp_path, tune=self.PLAN | {"rounds": 2000, "deals": 360}), tmp_path / "out"
        with Started([program(), "tune", path, "--out", out, "--quiet"], cwd=ROOT, stderr=subprocess.DEVNULL) as process:
            wait_until(lambda: (out / "tune.jsonl").exists(), process)
            other = arena("tune", path, "--out", out, "--resume")
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=TIMEOUT)
        assert other.returncode == USAGE and "another skat-arena uses this cache" in other.stderr

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
            arena_says(USAGE, message, "tune", config(tmp_path, tune=tune), "--out", tmp_path / "out")
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
        arena_says(USAGE, "skat-arena tune", "run", config(tmp_path, tune=self.PLAN), "--out", tmp_path / "out")
        assert not (tmp_path / "out").exists()

    def test_a_bot_that_fails_is_no_weak_one(self, tmp_path):
        bots = {"p": bad_bot("faulty", when="card", how="crash")}
        run = arena("tune", config(tmp_path, bots=bots, tune={"options": {"every": [1, 3]}}), "--out", tmp_path / "out")
        assert run.returncode != 0 and run.stderr


class TestGrid:
    def test_each_point_plays_the_same_deals(self, tmp_path):
        run = arena("tune", config(tmp_path, tune={"grid": {"x": [20, 45, 70, 95]}, "deals": 72}), "--out", tmp_path / "out")
        points = checked(tmp_path / "out", "grid")["points"]
        assert run.returncode == 0 and run.stderr.endswith("3 of 3 combinations\n"), run.stderr
        assert [point["options"]["x"] for point in points] == [45, 70, 95]  # 20 is the bot's own value
        best = max(points, key=lambda point: point["difference"]["mean"])
        assert best["options"]["x"] == BEST and best["judged"]["p_adjusted"] < 0.01
        assert all(point["judged"]["p_adjusted"] >= point["judged"]["p"] for point in points)
        better = sum(point["judged"]["p_adjusted"] < 0.05 and point["difference"]["mean"] > 0 for point in points)
        [row] = json.loads(arena("results", tmp_path / "out", "--json").stdout)
        assert row["verdict"].startswith(f"p: of 3 combinations, {better} ") and row["verdict"].endswith("worse")
        assert arena("report", tmp_path / "out", "--out", tmp_path / "page.html").returncode == 0
        page = json.loads(re.search('id="data">(.*?)</script>', (tmp_path / "page.html").read_text())[1])
        [grid] = page["others"]
        assert (grid["points"], grid["sentence"], page["title"]) == (points, row["verdict"], grid["name"])

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
        """Interrupted in the second combination, which may end, and killed in the next: the bytes of a grid in one piece."""
        path = config(tmp_path, tune={"grid": {"x": [20, 45, 70, 95]}, "deals": 72})
        whole, out = tmp_path / "whole", tmp_path / "out"
        assert arena("tune", path, "--out", whole).returncode == 0
        command = ["tune", path, "--out", out]
        done = cut(command, out, 2, signal.SIGINT)
        assert done.returncode == INTERRUPTED and re.search("[12] of 3 combinations are finished", done.stderr), done.stderr
        assert arena(*command).returncode == USAGE
        finished = runs(out)
        assert cut([*command, "--resume"], out, 1, signal.SIGKILL).returncode == -signal.SIGKILL
        assert runs(out) == finished and len(finished) == len(read_json(out, "grid.json")["points"])
        arena_ok(*command, "--resume")
        assert (out / "grid.json").read_bytes() == (whole / "grid.json").read_bytes()
        assert sorted(entry.name for entry in out.iterdir()) == ["grid.json", "timing.json"]
        assert read_json(out, "timing.json")["command"].endswith("--resume")


class TestAdapt:
    VARIATIONS = {"grand20": {"value.grand": 20}}

    def test_searches_are_those_of_lessons(self, tmp_path):
        path = config(tmp_path, deals=36, variations=self.VARIATIONS)
        for arguments in (["--searches", 3], ["--adapt", "x", "--searches", 0]):
            arena_says(USAGE, "--searches", "study", path, *arguments, "--out", tmp_path / "out")
