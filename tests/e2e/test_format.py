# SPDX-License-Identifier: MIT
"""--format of the commands that print several tables for people: one table as CSV and Markdown, with the numbers of their JSON."""
import csv
import io
import json
import re
from typing import Any

from harness import *


class TestFormat(RunTest):
    def rows(self, *command: Any) -> list[dict[str, str]]:
        """Of CSV. A command that plays is asked once, so that its rows are compared with what it has written."""
        done = arena(*command, "--format", "csv")
        assert done.returncode in (0, 1, 2), done.stderr
        return list(csv.DictReader(io.StringIO(done.stdout)))

    def table(self, *command: Any) -> list[dict[str, str]]:
        """The rows of CSV, which are those of Markdown."""
        rows, lines = self.rows(*command), arena(*command, "--format", "md").stdout.splitlines()
        assert len(lines) == len(rows) + 2 and all(line.startswith("|") for line in lines), lines
        return rows

    def json(self, *command: Any) -> Any:
        return json.loads(arena(*command, "--json").stdout)

    def same(self, cell: str, value: Any) -> bool:
        if value is None or isinstance(value, (bool, str)):
            return cell == ("" if value is None else value if isinstance(value, str) else str(value).lower())
        return abs(float(cell) - value) <= 1e-9 * max(1, abs(value))

    def assert_rows(self, rows: list[dict[str, str]], wanted: Any, least: int = 1) -> None:
        """Some cells of each row, by their columns; of an estimate {column: {mean, low, high}}."""
        wanted = list(wanted)
        assert len(rows) == len(wanted) >= least
        for row, cells in zip(rows, wanted):
            for column, value in cells.items():
                parts = {column: value["mean"], f"{column}_low": value["low"]} if isinstance(value, dict) else {column: value}
                assert all(self.same(row[name], number) for name, number in parts.items()), (row, column, value)

    def test_run_and_merge(self):
        parts, out = [self.sample("--shard", f"{part}/2", deals=2, **TWO) for part in (1, 2)], self.temp / "whole"
        rows = self.rows("run", self.write_config(deals=2, **TWO), "--out", self.temp / "out")
        assert self.rows("merge", *parts, "--out", out) == rows
        summary = self.json("merge", *parts, "--force", "--out", out)
        assert summary == read_json(out, "summary.json")
        self.assert_rows(rows, [{name: of[name] for name in ("bot", "seats", "classic", "seeger_fabian", "score")} | {
            f"{name}_high": of[name]["high"] for name in ("classic", "seeger_fabian", "score")} for of in summary["standings"]], 2)

    def test_compare(self):
        """Two bots are a table of one row, as they are played, of a folder, and of two of its bots."""
        folder = self.temp / "out"
        played = self.rows("compare", "basic", "random", "--deals", 72, "--seed", 1, "--out", folder)
        assert played == self.table("compare", folder) == self.table("compare", folder, "basic", "random")
        verdict = read_json(folder, "summary.json")["verdict"]
        self.assert_rows(played, [{"a": "basic", "b": "random", "result": verdict["result"], "units": 72} | {
            key: verdict["difference"][key] for key in ("mean", "low", "high")}])

    def test_status(self):
        folder = self.sample(deals=2, **TWO)
        status, = self.json("results", folder)
        self.assert_rows(self.table("results", folder), [{"folder": str(folder), "run": status["run"], "state": "finished",
                                                          "sentence": status["sentence"], "units": 2, "of": 2}])
        assert status["units"] == 2

    def test_grid(self):
        config = self.write_config(tune={"grid": {"caution": [50, 64]}, "deals": 72},
                                   bots={"s": "stammtisch"}, seats=["s"] * 3)
        self.assert_rows(self.rows("tune", config, "--out", self.temp / "out"), [
            point["options"] | {"difference": point["difference"], "equal": point["equal"], "p": point["judged"]["p_adjusted"]}
            for point in read_json(self.temp / "out", "grid.json")["points"]], 2)

    def test_plan(self):
        folder = self.sample(bots={"a": "stammtisch", "b": "basic"}, seats=["a", "b"], schedule="duel", compare=["a", "b"], deals=12)
        rows = self.rows("plan", folder, "--detect", 2)
        assert [row["question"] for row in rows][:2] == ["an interval of +-2", "a difference of 2 is shown with chance 80 %"]
        for row in rows:
            assert float(row["seconds"]) > 0 and float(row["most_deals"]) >= float(row["deals"])

    def test_analyze(self):
        folder = self.sample_copy(deals=1, **TWO)
        rows = self.rows("analyze", folder, "--contracts", "none")
        self.assert_rows(rows, [
            {"bot": bot["name"], "side": side, "games": bot[side]["points"]["games"], "won": bot[side]["results"]["won"],
             "lost_a_game": bot[side]["points"]["per_game"]["mean"]}
            for bot in read_json(folder, "analysis.json")["bots"] for side in ("declarer", "defender")])

    def test_a_format_that_there_is_not(self):
        done = arena("merge", "x", "--format", "xml")
        assert done.returncode == USAGE and "text|md|csv" in done.stderr.replace(", ", "|").replace(" or ", "|"), done.stderr

    def test_tune(self):
        config = self.write_config(tune={"options": {"caution": [50, 64], "hand_premium": [0, 15]}, "rounds": 2, "deals": 36,
                                         "check_deals": 72}, bots={"s": "stammtisch"}, seats=["s"] * 3)
        rows = self.rows("tune", config, "--out", self.temp / "out")
        tune = read_json(self.temp / "out", "tune.json")
        of_all = {"verdict": tune["verdict"], "difference": tune["check"]["difference"], "check_deals": tune["check"]["deals"]}
        self.assert_rows(rows, [of_all | {"option": option["name"]} | {key: option[key] for key in ("low", "high", "start", "winner")}
                                for option in tune["options"]], 2)

    def test_study(self):
        """It is study.csv, a row for each effect of each variation."""
        config = self.write_config(variations={"g": {"value.grand": 20}, "m": {"value.matadors": "jacks"}}, bots={"s": "stammtisch"},
                                   seats=["s"] * 3, deals=2)
        command = ("study", config, "--force", "--out", self.temp / "out")
        rows, study = self.rows(*command), read_json(self.temp / "out", "study.json")
        assert len(rows) == sum(len(variation["effects"]) for variation in study["variations"]) > 20
        assert rows == list(csv.DictReader(io.StringIO((self.temp / "out" / "study.csv").read_text())))
        shown = arena(*command, "--format", "md").stdout
        assert shown.endswith("\n\nshares in percent, their effects in percentage points; p adjusted for all effects; "
                              "* shown: below 0.05; ~ looks so\n")
        assert "| 0.00 | - |" in shown and "nan" not in shown

    def test_populations(self):
        config = self.write_config(variations={"g": {"value.grand": 20}}, bots={"s": "stammtisch"}, seats=["s"] * 3, deals=1)
        rows = self.rows("study", config, "--population", "people", "--population", "novices", "--out", self.temp / "out")
        self.assert_rows(rows, [
            {"variation": variation["name"], "metric": effect["metric"], "players": name, "effect": of["effect"]["mean"]}
            for variation in read_json(self.temp / "out", "populations.json")["variations"] for effect in variation["effects"]
            for name, of in effect["populations"].items()], 21)

    def test_realism(self):
        folder = self.sample(bots={"s": "stammtisch"}, seats=["s"] * 3, deals=3)
        realism = self.json("realism", folder)
        self.assert_rows(self.rows("realism", folder), [
            {"metric": metric["metric"], "share": metric["share"]["mean"]} | {
                reference["name"]: metric["references"].get(reference["name"]) for reference in realism["references"]}
            for metric in realism["metrics"]], 11)
        shown = arena("realism", folder, "--format", "md").stdout
        assert f"| {realism['metrics'][0]['title']} | {100 * realism['metrics'][0]['share']['mean']:.1f}% (" in shown

    def test_check(self):
        rows = self.rows("check", bad_bot("null_create"), "--rules", "isko", "--isolation", "none")
        assert len(rows) > 4 and list(rows[0])[:2] == ["result", "check"], rows
        assert [row["check"] for row in rows if row["result"] == "FAIL"] == ["start"]

    def test_regress(self):
        rows = self.rows("regress", "basic", "random", "--deals", "2", "--out", self.temp / "out")
        self.assert_rows(rows, [{"name": name, "result": result} for name, result in (
            ("no more faults than before", "ok"), ("same play", "ok"), ("not worse by more than the margin", "undecided"))])
        assert rows[1]["sentence"] == "2 of 2 deals are played differently (100.00%)"

    def test_plan_of_counts(self):
        """One row; what text says is in it, and a number that is not known is an empty cell."""
        words = ("0:9700", "12:160", "-10:140")
        row, = rows = self.table("plan", "--counts", *words)
        told = self.json("plan", "--counts", *words)
        assert list(row)[:4] == ["units", "mean", "low", "high"]
        self.assert_rows(rows, [told])
        text = arena("plan", "--counts", *words).stdout
        for shown in (f"units      {row['units']}",
                      f"mean       {told['mean']:+.4f}, 95 % interval {told['low']:+.4f} to {told['high']:+.4f}",
                      f"likelihood {told['likelihood_low']:+.4f} to {told['likelihood_high']:+.4f}", f"skewness {told['skewness']:.2f}",
                      f"LLR        {told['llr']:.4f}, rejects at {told['lower']:.4f}, accepts at {told['upper']:.4f}",
                      f"about {told['units_if_h0']:.0f} units if H0 is true, {told['units_if_h1']:.0f} if H1 is"):
            assert shown in text, (shown, text)
        assert row["verdict"] in text.splitlines()[-1]
        row, = self.table("plan", "--counts", "0:900")
        assert row["skewness"] == "" and row["units"] == "900"

    def test_verify(self):
        folder = self.sample_copy(deals=1, **TWO)
        told = self.json("verify", folder)
        self.assert_rows(self.table("verify", folder), [{key: told[key] for key in ("path", "games")}])
        assert (told["path"], told["games"]) == (str(folder / "games.jsonl"), 3)
        log = folder / "games.jsonl"
        log.write_text(log.read_text().replace('"game":0', '"game":1', 1))
        done = arena("verify", folder, "--format", "csv")
        assert done.returncode == BAD_FILE and not done.stdout and "games.jsonl:1" in done.stderr

    def test_import(self):
        """A row for each reason, with the place of the first record; its sum is what is told on standard error."""
        records = self.temp / "records.sgf"
        records.write_text((ROOT / "configs/deals/iss-games.sgf").read_text() + "(;GM[Skat])\n(;GM[Chess])\n(;GM[Chess])\n")
        command = ("import", records, "--force", "--out", self.temp / "imported")
        rows = self.rows(*command)
        done = arena(*command, "--json")
        told = json.loads(done.stdout)
        self.assert_rows(rows, [{key: line[key] for key in ("reason", "records", "line")} | {"file": str(records)} for line in told], 3)
        for line in told:
            assert all(word in done.stderr for word in (f" {line['records']}  {line['text']}", f"{records}:{line['line']}\n")), done.stderr
        assert sum(row["records"] for row in told if row["kind"] == "refused") == 3

    def test_bench(self):
        row = self.rows("bench", "--bot", "basic", "--factor", 1)[0]
        assert row["bot"] == "basic" and float(row["lowest"]) <= float(row["games_per_second"]) <= float(row["highest"])

    def test_bench_of_the_solver(self):
        command = ("bench", "--solver", self.solved_deals())
        row, won = self.rows(*command)
        assert (row["part"], row["deals"], row["search"], won["search"]) == ("few deals", "1", "exact value", "won or lost")
        text = arena(*command).stdout.splitlines()
        assert text[1].split()[:3] == ["few", "deals", "1"] and f" {float(row['nodes']):.0f} " in text[1] and len(text) == 3

    def solved_deals(self) -> Any:
        lines = (ROOT / "tests/data/solver-deals.txt").read_text().splitlines()
        path = self.temp / "deals.txt"
        path.write_text("# 1 few deals (of the file)\n" + "\n".join([line for line in lines if line.startswith("G")][:1]) + "\n")
        return path

    def test_rules(self):
        """`list`, `show` and `diff`; what has no table refuses it."""
        rows, told = self.table("rules"), self.json("rules")
        assert rows == told and {"isko", "liga"} < {row["name"] for row in rows}
        options = {row["option"]: row for row in self.table("rules", "show", "liga")}
        assert options["scoring.system"]["value"] == '"seeger_fabian"' and options["scoring.system"]["official"] == '"classic"'
        assert self.json("rules", "show", "liga")["scoring"]["system"] == "seeger_fabian"
        rows, told = self.table("rules", "diff", "isko", "liga"), self.json("rules", "diff", "isko", "liga")
        assert rows == told == [{"option": "scoring.system", "first": '"classic"', "second": '"seeger_fabian"'}]
        assert arena("rules", "diff", "isko", "isko", "--json").stdout.strip() == "[]"
        for words, why in ((("validate", "isko", "--format", "csv"), "--format: is for list"),
                           (("reference", "--format", "csv"), "Markdown"),
                           (("show", "isko", "--lang", "de", "--format", "md"), "without --format")):
            done = arena("rules", *words)
            assert done.returncode == USAGE and why in done.stderr and not done.stdout, done


class TestEveryCommand:
    """The help of each command: what it prints, which exit statuses there are, what an interruption keeps; and each prints its table in
    all formats, or is listed here with what it prints instead."""
    #: Who goes on with what was kept; a test of each interrupts it and compares the bytes.
    GO_ON = {"run", "study", "tune", "analyze", "positions", "export", "realism", "import", "history"}
    NO_TABLE = {
        "report": "writes a page",
        "serve": "serves pages",
        "replay": "tells games, or has their lines as JSON; `games --format` lists them",
        "archive": "writes an archive",
        "export": "writes records, as files or as CSV",
        "new-bot": "writes a folder",
        "play": "is a table with cards",
        "deal": "prints deals in the form that configs read",
    }

    def test_help(self):
        go_on, by_run = ["interrupted; what --resume needs was kept"], ["interrupted; skat-arena run --resume FOLDER continues"]
        nothing = ["interrupted; nothing was kept"]
        others = {"compare": by_run, "regress": by_run, "ladder": by_run, "bench": nothing, "plan": nothing,
                  "verify": ["interrupted while a shard of an archive was being played again; nothing was kept"]}
        names = re.findall(r"^  ([a-z][a-z-]+) ", arena("--help").stdout, re.M)
        assert 25 < len(names) < 30 and self.GO_ON <= set(names) and not set(self.NO_TABLE) - set(names)

        def check(name):
            done = arena(name, "--help", "--all")
            assert done.returncode == OK and done.stderr == "" and f"skat-arena {name}" in done.stdout and "\n  70   " in done.stdout
            assert re.findall("^  75   (.*)$", done.stdout, re.M) == (go_on if name in self.GO_ON else others.get(name, []))
            assert bool(re.search("^ +--resume\\b", done.stdout, re.M)) == (name in self.GO_ON), name
            words = re.findall(r"^ +--(format=\S+|json)", done.stdout, re.M)
            table = [] if name in self.NO_TABLE else ["format=text|md|csv"]
            assert sorted(words) == table + (["json"] if table or name == "replay" else []), f"{name}: or a reason in NO_TABLE"
        check_each([name for name in names if name != "help"], check)
        assert arena("run", "-h").stdout == arena("help", "run").stdout

    def test_what_has_no_table_lays_out_none(self):
        """A table is printed by `arena/show`, which only commands with --format include, or those that print the text of one game."""
        for name in self.NO_TABLE:
            source = (ROOT / f"arena/cli/cmd_{name.replace('-', '_')}.c").read_text()
            assert not re.search(r'#include "arena/show/\w*tables?\.h"', source), name


TWO: dict[str, Any] = {"bots": {"a": "stammtisch", "b": "basic"}, "seats": ["a", "b", "a"], "schedule": "rotations"}
