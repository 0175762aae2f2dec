# SPDX-License-Identifier: MIT
"""The command line: options and their letters, help, suggestions, and what errors say."""
import csv
import functools
import io
import json
import re
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from harness import (BAD_FILE, OK, RANDOM, ROOT, SCHEMAS, USAGE, RunTest, arena, arena_ok, bad_bot, program, read_json,
                     read_lines_of, validator)

COMMANDS = [line.split("\t")[0] for line in arena("--describe=commands").stdout.splitlines() if not line.startswith("help\t")]
# -n is how many: of deals, games, lines, units.
ONE_THING = {"n": {"deals", "count", "most"}}
SCREEN = 40  # lines of the help of a command, at 100 columns


@functools.cache
def help_of(command):
    return arena("help", command, "--all").stdout


def letters_of(command):
    return re.findall(r"^  -(\w), --([\w-]+)", help_of(command), re.MULTILINE)


def refused(code, *words, cwd=ROOT):
    """What the program says when it ends with this exit status."""
    done = arena(*words, cwd=cwd)
    assert done.returncode == code, (words, done.stderr)
    return done.stderr


class TestOptions(RunTest):
    def test_letters_mean_the_same_everywhere(self):
        meanings: Any = {}
        for command in COMMANDS:
            for letter, name in letters_of(command):
                meanings.setdefault(letter, set()).add(name)
        assert len(COMMANDS) > 25 and meanings["j"] == {"workers"} and meanings["s"] == {"seed"}
        for letter, names in meanings.items():
            assert names <= ONE_THING.get(letter, set()) or len(names - {"help"}) <= 1, (letter, names)

    def test_letters_in_one_word(self):
        config = self.write_config(workers=2, deals=1)
        for number, words in enumerate((["-qfj1"], ["-fqj", "1"])):
            out = self.temp / f"out{number}"
            out.mkdir()
            done = arena("run", config, *words, "--out", out)
            assert done.returncode == OK and not done.stdout and not done.stderr, done.stderr
            assert read_json(out, "timing.json")["workers"] == 1

    def test_wrong_options(self):
        for words, says in (
                (["run", "duel", "-qz"], "unknown option -z in -qz"), (["run", "duel", "-zq"], "unknown option -zq"),
                (["run", "duel", "-qj"], "--workers needs a value"), (["run", "duel", "-qjx"], "--workers must be an integer"),
                (["run", "duel", "-sede", "5"], "--seed"),
                (["run", "duel", "-isolation"], "did you mean --isolation?"), (["run", "duel", "--quite=1"], "did you mean --quiet?"),
                (["games", "x", "--contract", "grnd"], 'not "grnd"; did you mean "grand"?'),
                (["run", "duel", "--color=alwys"], 'not "alwys"; did you mean "always"?'),
                (["run", "duel", "--isolation", "zzzzzz"], 'one of auto|process|none, not "zzzzzz"\n'),
                (["tune", "./mine.so"], "name an option of the bot to search")):
            assert says in refused(USAGE, *words)


class TestHelp(RunTest):
    def test_help_of_help(self):
        assert "help [COMMAND [--all]]" in arena("help", "help").stdout
        assert arena("help", "run").stdout == arena("run", "--help").stdout == arena("run", "-h").stdout
        assert arena("help", "run", "--all").stdout == arena("run", "--help", "--all").stdout
        assert arena("help").stdout == arena("--help").stdout == arena("help", "--help").stdout
        assert 'did you mean "compare"?' in refused(USAGE, "help", "comparr")
        assert "one argument too many: x" in refused(USAGE, "help", "run", "x")

    def test_it_fits_on_a_screen(self):
        """Rare options are in groups, which --all and the manual show."""
        for command in COMMANDS:
            brief, whole = arena("help", command).stdout, help_of(command)
            assert len(brief.splitlines()) <= SCREEN, command
            common, options = (set(re.findall(r"^ +(?:-\w, )?(--[\w-]+)", text, re.M)) for text in (brief, whole))
            assert common < options
            assert "\nOutput:\n" in whole and "--color" in whole and "--color" not in brief

    def test_the_manual_has_the_same_groups(self):
        groups = re.findall(r"^([A-Z][\w :,]*):$", help_of("compare"), re.M)
        manual = arena("compare", "--describe=man").stdout
        assert re.findall(r"^\.SS (.*)$", manual, re.M) == [group for group in groups
                                                            if group not in ("Options", "Examples", "Exit status")]

    def test_the_overview_has_groups(self):
        groups = re.split(r"\n\n(?=[A-Z][\w, ]+:\n)", arena("help").stdout)[1:]
        listed = [re.findall(r"^  ([a-z-]+) ", group, re.MULTILINE) for group in groups]
        assert len(groups) == 5 and all(2 < len(names) < 10 for names in listed)
        assert sorted(sum(listed, [])) == sorted(COMMANDS)


class TestExitStatuses(RunTest):
    """Help names 1 and 2 where a command ends so, and nowhere else."""

    NAMED = {"run": {"1", "2"}, "compare": {"1", "2"}, "merge": {"1", "2"}, "regress": {"1", "2"}, "plan": {"1", "2"}, "tune": {"1", "2"},
             "history": {"1", "2"}, "check": {"1"}, "rules": {"1"}, "deal": {"1"}, "positions": {"1"}}

    def test_named(self):
        for command in COMMANDS:
            section = help_of(command).partition("\nExit status:\n")[2]
            assert set(re.findall(r"^  (\d+) ", section, re.M)) & {"1", "2"} == self.NAMED.get(command, set()), command

    def test_a_bot_that_is_none_is_a_wrong_command_line(self):
        for bot in ("stamtisch", self.write_config()):
            for words in (["check", bot], ["check", bot, "--isolation", "none"], ["bots", bot], ["compare", bot, "basic"],
                          ["plan", bot, "basic"], ["positions", bot], ["play", bot]):
                assert str(bot) in refused(USAGE, *words), words

    def test_a_wrong_rule_set_is_a_wrong_command_line(self):
        """Whether games are played or replayed by it."""
        folder = self.sample(deals=3)
        for words in (["games", folder], ["replay", folder], ["verify", folder], ["analyze", folder], ["export", folder],
                      ["realism", folder], ["play", "--from", folder, "--game", 0], ["compare", "random", "basic"],
                      ["plan", "random", "basic"], ["check", "basic"], ["positions", "basic"], ["tune", "stammtisch", "caution"]):
            assert "isco" in refused(USAGE, *words, "--rules", "isco"), words

    def test_ends(self):
        ends = {("plan", "--counts", "0:100", "--min-units", "2"): 2, ("rules", "diff", "isko", "liga"): 1,
                ("rules", "diff", "isko", "isko"): 0,
                ("deal", "--open", "0" * 64, "--seed", "1"): 1}
        assert {words: arena(*words).returncode for words in ends} == ends


class TestErrors(RunTest):
    @pytest.fixture(autouse=True)
    def folder(self, temporary_folder):
        for name in ("zeros.json", "zeros.jsonl", "zeros.so"):
            (self.temp / name).write_bytes(bytes(100))
        (self.temp / "script.sh").write_text("#!/bin/sh\n")
        (self.temp / "empty.so").touch()
        bot = Path(bad_bot("draws")).read_bytes()
        (self.temp / "cut.so").write_bytes(bot[:9000])
        for name, place, byte in ("other.so", 18, 243), ("linked.so", 16, 1):  # of a RISC-V processor; not linked
            (self.temp / name).write_bytes(bot[:place] + bytes([byte]) + bot[place + 1:])
        (self.temp / "text.so").write_text("a text\n")
        (self.temp / "empty").mkdir()
        (self.temp / "study").mkdir()
        (self.temp / "study" / "study.json").write_text("{}")

    def test_of_a_command_name_its_words(self):
        """Not places in a config that nobody wrote, and each once."""
        for words, says in (
                (["stammtisch", "stamtisch"], 'stamtisch: no bot module "stamtisch"'),
                (["stammtisch", "stammtisch:cauton=5"], 'stammtisch:cauton=5: unknown option "cauton"; did you mean "caution"?'),
                (["stammtisch", "stammtisch:null=maybe"], 'stammtisch:null=maybe: option null: found "maybe"; expected true | false'),
                (["stammtisch", "basic", "--rules", "isco"], '--rules: no rule set "isco"'),
                (["stammtisch", "./script.sh"], "./script.sh: is a script without its run bit (chmod +x)"),
                (["stammtisch", "./zeros.so"], "./zeros.so: begins with zero bytes; expected a shared object (.so)"),
                (["stammtisch", "./cut.so"], "./cut.so: is cut off: it has 9000 bytes, fewer than its header says"),
                (["stammtisch", "./other.so"], "./other.so: is built for another processor, RISC-V; this program is for "),
                (["stammtisch", "./linked.so"], "./linked.so: is an object file, not yet linked; link it with -shared"),
                (["stammtisch", "./text.so"], "./text.so: is no shared object (.so), and no program that can be run")):
            text = refused(USAGE, "compare", *words, "-n", 36, cwd=self.temp)
            assert text.startswith(f"skat-arena: {says}") and text.count("\n") == 1 and "$" not in text, text

    def test_a_wrong_path_is_said_with_what_it_is(self):
        for words, says in (
                (["games", "study"], "study: is the result of a study; expected a log, or the result folder of a run with games.jsonl"),
                (["games", "empty"], "empty: is empty; expected a log"),
                (["games", "zeros.jsonl"], "zeros.jsonl: has nothing but zero bytes"),
                (["replay", "study"], "study: is the result of a study"), (["verify", "empty"], "empty: is empty"),
                (["compare", "study", "a", "b"], "study: is the result of a study; expected the result folder of a run"),
                (["report", "empty"], "empty: is empty; expected the results of a run, a study or a search"),
                (["games", "stuty"], 'stuty: No such file or directory; did you mean "study"?'),
                (["results", "stuty"], 'stuty: No such file or directory; did you mean "study"?')):
            text = refused(BAD_FILE, *words, cwd=self.temp)
            assert text.startswith(f"skat-arena: {says}") and text.count("\n") == 1, text

    def test_a_bot_of_ones_own_by_its_name(self):
        """The file that is meant is named; no folder is taken for one."""
        for path, meant in (("one.so", "./one.so"), ("two.py", "./two.py"), ("three/three.so", "three/three.so")):
            (self.temp / path).parent.mkdir(exist_ok=True)
            (self.temp / path).write_bytes(b"x")
            name = path.rpartition("/")[2].split(".")[0]
            assert f'no bot module "{name}" (looked for' in refused(USAGE, "compare", name, "basic", cwd=self.temp)
            assert f'did you mean "{meant}"?' in refused(USAGE, "compare", name, "basic", cwd=self.temp)
        assert "did you mean" not in refused(USAGE, "check", ".", "--isolation", "none", cwd=self.temp)
        assert "./one.so: is one bot: the second is missing" in refused(USAGE, "compare", "./one.so", cwd=self.temp)
        assert "three: is a folder without results; expected a config" in refused(USAGE, "run", "./three", cwd=self.temp)

    def test_a_config_of_zeros(self):
        assert "zeros.json: not JSON: it has nothing but zero bytes" in refused(USAGE, "run", "zeros.json", cwd=self.temp)
        (self.temp / "zero.json").write_bytes(b'{"name"\0}')
        assert "zero.json: not JSON: contains a zero byte" in refused(USAGE, "run", "zero.json", cwd=self.temp)

    def test_a_module_is_no_config(self):
        """As when the second bot of `regress` is missing."""
        (self.temp / "one.so").write_bytes(b"\177ELF\2\1\1\0")
        for command in ("run", "regress"):
            assert "./one.so: not JSON: it is a program or a bot module" in refused(USAGE, command, "./one.so", cwd=self.temp)


class TestWordsInConfigs(RunTest):
    def bots_of(self, bots, seats, **more):
        folder = self.play(bots=bots, seats=seats, deals=1, **more)
        return {bot["name"]: bot for bot in read_json(folder, "manifest.json")["bots"]}

    def test_options_as_on_the_command_line(self):
        bots = self.bots_of({"a": "stammtisch:caution=50,null=false", "b": {"bid": "stammtisch:caution=41", "play": "random"}},
                            ["a", "b", "b"])
        assert bots["a"]["options"] | {"caution": 50, "null": False} == bots["a"]["options"]
        assert bots["b"]["bid"]["options"]["caution"] == 41

    def test_paths_start_from_the_config(self):
        shutil.copy(program().parent / "bots" / "stammtisch.so", self.temp / "mine.so")
        assert self.bots_of({"a": "./mine.so:caution=44"}, ["a", "a", "a"])["a"]["options"]["caution"] == 44
        example = (ROOT / "bots" / "pipe" / "example.py").read_text(encoding="utf-8")
        (self.temp / "mine.py").write_text(f"#!{sys.executable} -S\n{example}", encoding="utf-8")
        (self.temp / "mine.py").chmod(0o755)
        bots = self.bots_of({"a": "./mine.py", "b": "basic"}, ["a", "b", "b"], schedule="fixed")
        assert bots["a"]["module"] == "pipe" and str(self.temp / "mine.py") in bots["a"]["options"]["command"].replace("/./", "/")

    def test_a_wrong_option_is_said_with_its_place(self):
        done, _ = self.run_config(bots={"a": "stammtisch:cauton=50"}, seats=["a"] * 3)
        assert done.returncode == USAGE and '$.bots.a.options: unknown key "cauton"; did you mean "caution"?' in done.stderr
        for bot, place, allowed in (({"module": "basic", "zzz": 1}, "", "module, options, sample, sees, limits"),
                                    ({"bid": {"module": "basic", "zzz": 1}, "play": "basic"}, ".bid", "module, options, sample")):
            self.run_says(USAGE, f'$.bots.a{place}: unknown key "zzz"; allowed: {allowed}\n', bots={"a": bot}, seats=["a"] * 3)
        done = arena("compare", "basic:zzz=1", "random")
        assert "basic:zzz=1: unknown option \"zzz\"; none is allowed\n" in done.stderr
        done, _ = self.run_config(bots={"a": "basic"}, seats=["a"] * 3, zzz=1)
        assert re.search(r'\$: unknown key "zzz"; allowed: \$schema, name, .*, bots, ', done.stderr), done.stderr
        self.run_says(USAGE, "$.bots.a: options must be KEY=VALUE", bots={"a": "stammtisch:caution"}, seats=["a"] * 3)


class TestSeveralBots(RunTest):
    BOTS = ("stammtisch", "stammtisch:null,caution=30", "basic")  # a flag alone is true

    def compare(self, *options, code=OK, bots=BOTS):
        done = arena("compare", *bots, "-qn3", "-fo", self.temp / "all", *options)
        assert done.returncode == code, done.stderr
        return done.stdout

    def test_each_pair_is_what_two_bots_would_be(self):
        rows = json.loads(self.compare("--json"))
        assert [(row["a"], row["b"]) for row in rows] == [("stammtisch", self.BOTS[1]), ("stammtisch", "basic")]
        for row, other in list(zip(rows, self.BOTS[1:]))[:1]:
            alone = self.temp / "alone"
            assert arena("compare", "stammtisch", other, "-qn3", "-fo", alone).returncode == OK
            verdict = read_json(alone, "summary.json")["verdict"]
            assert read_json(alone, "manifest.json")["bots"][1]["options"]["null"] is True
            assert all(row["difference"][key] == verdict["difference"][key] for key in ("mean", "low", "high"))
            assert (row["result"], row["units"]) == (verdict["result"], 3)
            assert (alone / "games.jsonl").read_bytes() == (self.temp / "all" / row["folder"].rsplit("/", 1)[1]
                                                           / "games.jsonl").read_bytes()

    def test_formats(self):
        """And the status is that of all pairs."""
        table = list(csv.DictReader(io.StringIO(self.compare("--format", "csv", "-t", "points", code=2))))
        means = [read_json(Path(row["folder"]), "summary.json")["verdict"]["difference"]["mean"] for row in table]
        assert [float(row["mean"]) for row in table] == means
        head, rule, *lines = self.compare("--format", "md").splitlines()
        assert set(rule) <= set("| -:") and len(lines) == 2
        cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
        assert {len(line) for line in cells} == {head.count("|") - 1}
        assert [float(line[2].split()[0]) for line in cells] == [round(mean, 2) for mean in means]

    def test_what_casts_doubt_is_said(self):
        """Of each pair, below the table."""
        bots = (f"x={bad_bot('faulty')}:what=illegal_card,percent=50", "basic", "random")
        pairs = [["x", "basic"], ["x", "random"]]
        text = arena("compare", *bots, "-n3", "-fo", self.temp / "all").stdout
        warnings = [json.loads(path.read_text())["verdict"]["warnings"] for path in sorted(self.temp.glob("all/*/summary.json"))]
        assert len(warnings) == 2 and all(len(found) == 1 and "illegal action" in found[0] for found in warnings)
        assert [f"WARNING {a} - {b}: {found[0]}" for (a, b), found in zip(pairs, warnings)] == [
            line for line in text.splitlines() if line.startswith("WARNING")]
        assert "nan" not in text and "a - b" in text

    def test_errors(self):
        assert 'stamtisch: no bot module "stamtisch"' in refused(USAGE, "compare", "basic", "random", "stamtisch", "-qn36",
                                                                  "-fo", self.temp / "all")
        assert not (self.temp / "all").exists(), "no pair is played before the last bot is known"
        assert "--details: is for one pair" in refused(USAGE, "compare", *self.BOTS, "-d")
        assert "--details: is text" in refused(USAGE, "compare", "basic", "random", "--details", "--format", "md")
        (self.temp / "x").mkdir()
        assert "name two of its bots, not 3" in refused(USAGE, "compare", self.temp / "x", "a", "b", "c")


class TestFormats(RunTest):
    def test_games_that_replay_shows(self):
        """As the log has them, with the analysis of each."""
        folder = self.sample_copy(deals=2)
        assert arena("analyze", folder, "--quiet").returncode == OK
        shown = json.loads(arena("replay", folder, "--game", "1,3", "--json").stdout)
        analyses = {game["game"]: game for game in read_lines_of(folder / "analysis.jsonl")}
        games = read_lines_of(folder / "games.jsonl")
        assert shown == [game | {"analysis": analyses[game["game"]]} for game in games if game["game"] in (1, 3)]
        missing = arena("replay", folder, "--game", "99", "--json")
        assert missing.returncode == BAD_FILE and missing.stdout == ""

    """One option of one meaning: the same rows as text, Markdown, CSV and JSON."""

    def printed(self, *arguments):
        done = arena_ok(*arguments)
        return done.stdout

    def rows_of(self, *arguments):
        """The rows as JSON, after all formats agree."""
        rows = json.loads(self.printed(*arguments, "--json"))
        table = list(csv.DictReader(io.StringIO(self.printed(*arguments, "--format", "csv"))))
        head, rule, *lines = self.printed(*arguments, "--format", "md").splitlines()
        assert len(rows) == len(table) == len(lines) > 0 and set(rule) <= set("| -:")
        cell = lambda value: {True: "true", False: "false"}.get(value, str(value)) if isinstance(value, bool) else str(value)
        for row, of_csv, line in zip(rows, table, lines):
            assert {key: value for key, value in of_csv.items() if value} == {
                key: cell(row[key]) for key in of_csv if row.get(key) not in (None, "")}
            assert line.count(" | ") == head.count(" | ") <= len(of_csv) - 1  # some columns are for programs
        return rows

    def test_games(self):
        folder = self.sample(deals=3)
        assert self.rows_of("games", folder) == json.loads(self.printed("games", folder, "--json"))
        assert self.rows_of("bots", "basic", "random")
        assert "exclude each other" in refused(USAGE, "games", folder, "--ids", "--json")
        assert "--rules: chooses games" in refused(USAGE, "games", folder, "--faults", "--rules", "isko")

    def test_faults(self):
        folder = self.sample(bots={"f": bad_bot("faulty", what="illegal_card", percent=50), "r": RANDOM}, seats=["f", "r", "r"], deals=9)
        assert self.rows_of("games", folder, "--faults") == read_lines_of(folder / "faults.jsonl")
        assert "--faults goes with --bot" in refused(USAGE, "games", folder, "--faults", "--won")

    def test_positions(self):
        result = json.loads(self.printed("positions", "basic", "--json"))
        rows = list(csv.DictReader(io.StringIO(self.printed("positions", "basic", "--format", "csv"))))
        assert [(row["theme"], int(row["passed"])) for row in rows] == [(theme["theme"], theme["passed"]) for theme in result["themes"]]
        assert "--format: prints the table" in refused(USAGE, "positions", "basic", "--failed", "--format", "md")


class TestConfigSchema(RunTest):
    SAMPLES = sorted([*(ROOT / "configs").glob("*.json"), *(ROOT / "configs" / "studies").glob("*.json")])

    def test_it_has_the_keys_of_the_reader(self):
        schema = json.loads((SCHEMAS / "config.schema.json").read_text())
        assert set(schema["properties"]) == set(arena("--describe=config-keys").stdout.split())
        assert schema["additionalProperties"] is False

    def test_samples_are_valid(self):
        assert not [(path.stem, error.message) for path in self.SAMPLES
                    for error in validator("config").iter_errors(json.loads(path.read_text()))]

    def test_what_the_reader_refuses_is_not_valid(self):
        config = json.loads(self.write_config().read_text())
        validator("config").check(config)
        change: Any
        for change in ({"sede": 1}, {"seed": -1}, {"bots": {}}, {"schedule": "duell"}, {"rules": {"value.grand": 101}},
                       {"bots": {"r": {"modul": "random"}}}, {"test": {"h2": 1}}):
            assert not validator("config").is_valid(config | change), change
            assert arena("run", self.write_config(**change), "--out", self.temp / "out").returncode == USAGE, change

    def test_what_the_reader_takes_is_valid(self):
        change: Any
        for number, change in enumerate((
                {"$schema": "../results/schemas/config.schema.json", "bots": {"r": "random"}, "rules": {"kontra.levels": 1}},
                {"rules": {"extends": "stammtisch", "kontra": {"levels": 2}}, "bots": {"r": {"bid": "stammtisch:caution=50",
                                                                                            "play": "random"}}})):
            path = self.write_config(**change, deals=1)
            validator("config").check(json.loads(path.read_text()), change)
            assert arena("run", path, "-q", "--out", self.temp / f"out{number}").returncode == OK, change

    def test_bug_the_schemas_have_each_way_to_log(self):
        """They had one that is gone, and not the compressed one, which the manifest names, too."""
        for word in ("all", "zstd", "none"):
            path, out = self.write_config(log=word, deals=1), self.temp / word
            assert arena("run", path, "-q", "--out", out).returncode == OK
            validator("config").check(json.loads(path.read_text()))
            validator("manifest").check(read_json(out, "manifest.json"))
        assert not validator("config").is_valid(json.loads(self.write_config(log="divergent").read_text()))

    def test_bug_the_schema_of_manifests_has_positions(self):
        deal = "CJ.SJ.HJ.DJ.CA.CT.SA.ST.HA.HT|CK.CQ.C9.C8.SK.SQ.S9.S8.HK.HQ|DA.DT.DK.DQ.D9.D8.D7.H9.H8.H7|C7.S7"
        path, out = self.write_config(contract="position", deals=[f"{deal} 1 p 2 p 0 18 0 s w C7.S7 0 G.C7.S7 0 CJ"]), self.temp / "out"
        assert arena("run", path, "-q", "--out", out).returncode == OK
        validator("manifest").check(read_json(out, "manifest.json"))
