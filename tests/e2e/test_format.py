# SPDX-License-Identifier: MIT
"""--format of the commands that print several tables for people: one table as CSV and Markdown, with the numbers of their JSON."""
import csv
import io
import json
import re
from typing import Any

import pytest

from harness import *


class TestFormat(RunTest):
    def table(self, *command: Any) -> list[dict[str, str]]:
        """The rows of CSV, which are those of Markdown."""
        done = arena(*command, "--format", "csv")
        assert done.returncode in (0, 1, 2), done.stderr
        rows = list(csv.DictReader(io.StringIO(done.stdout)))
        lines = arena(*command, "--format", "md").stdout.splitlines()
        assert len(lines) == len(rows) + 2 and all(line.startswith("|") for line in lines), lines
        return rows

    def json(self, *command: Any) -> Any:
        done = [arena(*command, *words) for words in (("--json",), ("--format", "json"))]
        one, other = (re.sub(r'"last_seconds_ago":\s*\d+', "", found.stdout) for found in done)  # the clock goes on
        assert one == other
        return json.loads(done[0].stdout)

    def same(self, cell: str, number: float | None) -> bool:
        return cell == "" if number is None else abs(float(cell) - number) <= 1e-9 * max(1, abs(number))

    def test_run_and_merge(self):
        config, parts = self.write_config(deals=6, **TWO), [self.temp / "1", self.temp / "2"]
        command = ("run", config, "--quiet", "--force", "--out", self.temp / "out")
        rows, summary = self.table(*command), self.json(*command)
        for part, folder in enumerate(parts, 1):
            assert arena("run", config, "--quiet", "--shard", f"{part}/2", "--out", folder).returncode == OK
        merged = self.table("merge", *parts, "--force", "--out", self.temp / "whole")
        assert merged == rows and len(rows) == len(summary["standings"]) == 2
        for row, standing in zip(rows, summary["standings"]):
            assert row["bot"] == standing["bot"] and int(row["seats"]) == standing["seats"]
            for scoring in ("classic", "seeger_fabian", "score"):
                for key, name in (("mean", scoring), ("low", f"{scoring}_low"), ("high", f"{scoring}_high")):
                    assert self.same(row[name], standing[scoring]["per_36"][key]), (row, name)

    def test_status(self):
        folder = self.play(deals=6, **TWO)
        row, = self.table("status", folder)
        status, = self.json("status", folder)
        assert (row["folder"], row["run"], row["state"], row["sentence"]) == (
            str(folder), status["run"], "finished", status["sentence"])
        assert float(row["units"]) == float(row["of"]) == status["units"] == 6

    def test_sweep(self):
        config = self.write_config(sweep={"options": {"caution": [50, 57, 64], "hand_premium": [0, 15]}, "deals": 72},
                                   bots={"s": "stammtisch"}, seats=["s"] * 3)
        command = ("sweep", config, "--quiet", "--force", "--out", self.temp / "out")
        rows, sweep = self.table(*command), self.json(*command)
        assert len(rows) == len(sweep["points"]) == 5
        for row, point in zip(rows, sweep["points"]):
            assert {name: int(row[name]) for name in ("caution", "hand_premium")} == point["options"]
            assert self.same(row["difference"], point["difference"]["mean"]) and self.same(row["difference_low"], point["judged"]["low"])
            assert row["equal"] == str(point["equal"]).lower() and self.same(row["p"], point["judged"]["p_adjusted"])

    def test_plan(self):
        folder = self.play(bots={"a": "stammtisch", "b": "basic"}, seats=["a", "b"], schedule="duel", compare=["a", "b"], deals=60)
        rows, plan = self.table("plan", folder, "--detect", 2), self.json("plan", folder, "--detect", 2)
        said = {row["question"]: row for row in rows}
        assert float(said["an interval of +-2"]["deals"]) == plan["deals_for_interval"]
        assert float(said["a difference of 2 is shown with chance 80 %"]["deals"]) == plan["deals_for_power"]
        for row in rows:
            assert float(row["seconds"]) > 0 and float(row["most_deals"]) >= float(row["deals"])
        text = arena("plan", folder, "--detect", 2).stdout
        assert all(row["question"] in text for row in rows) and len(text.splitlines()) == len(rows) + 1

    def test_analyze(self):
        folder = self.play(deals=2, **TWO)
        command = ("analyze", folder, "--force", "--quiet", "--contracts", "none")
        rows, analysis = self.table(*command), self.json(*command)
        assert [(row["bot"], row["side"]) for row in rows] == [(bot["name"], side) for bot in analysis["bots"]
                                                              for side in ("declarer", "defender")]
        for row in rows:
            side = next(bot for bot in analysis["bots"] if bot["name"] == row["bot"])[row["side"]]
            assert int(row["games"]) == side["points"]["games"] and int(row["won"]) == side["results"]["won"]
            assert self.same(row["lost_a_game"], side["points"]["per_game"]["mean"])

    @pytest.mark.parametrize("command", ["run", "merge", "sweep", "status", "plan", "analyze"])
    def test_a_format_that_there_is_not(self, command):
        done = arena(command, "x", "--format", "xml")
        assert done.returncode == USAGE and "text|md|csv|json" in done.stderr.replace(", ", "|").replace(" or ", "|"), done.stderr


TWO: dict[str, Any] = {"bots": {"a": "stammtisch", "b": "basic"}, "seats": ["a", "b", "a"], "schedule": "rotations"}
