# SPDX-License-Identifier: MIT
"""What commands print on a terminal: within its width, coloured unless that is not wanted. `script` provides the terminal."""
import os
import re
import shlex
import shutil
import subprocess
from typing import Any

import pytest

from harness import ROOT, RunTest, arena, program

COLOUR = re.compile(r"\x1b\[\d*[mK]")
COMMANDS = ["rules list", "rules show stammtisch", "rules diff isko stammtisch", "bots stammtisch", "games FOLDER -n 5",
            "replay FOLDER --game 4", "compare FOLDER a b --details", "verify FOLDER", "results RESULTS",
            "check basic --deals 5 --rules isko", "test 0:9700 12:160 -10:140", "realism FOLDER", "faults FOLDER",
            "analyze FOLDER --count 2 -f", "check --help", "--help", "rules show kneipe --lang de", "deal --lang de",
            "import configs/deals/iss-games.sgf -f --out IMPORTED", "players IMPORTED", "run CONFIG -f --out RERUN", "plan FOLDER",
            "run WRONG", "rules show isok", "positions basic --list", "regress basic random --deals 12 -f --out RERUN"]


@pytest.mark.no_sanitizer("about text, not memory")
class TestTerminal(RunTest):
    @pytest.fixture(autouse=True)
    def folder(self, temporary_folder):
        self.results = self.temp / "results"
        self.out = self.results / "run"
        path = self.write_config(bots={"a": {"module": "stammtisch", "options": {"caution": 40}}, "b": "stammtisch"},
                                 seats=["a", "b", "b"], schedule="rotations", deals=72)
        assert arena("run", path, "-q", "--out", self.out).returncode == 0
        self.config, self.wrong = path, self.temp / "wrong.json"
        self.wrong.write_text('{"name": "x y", "deals": "many", "bots": {"a": "stammtish"}, "seats": ["a", "b"], "wokers": 3}')

    def on_terminal(self, command, columns, **environment):
        words = command.replace("FOLDER", str(self.out)).replace("RESULTS", str(self.results)).replace("WRONG", str(self.wrong))
        words = words.replace("IMPORTED", str(self.temp / "imported")).replace("RERUN", str(self.temp / "rerun"))
        words = words.replace("CONFIG", str(self.config))
        environment = {name: value for name, value in os.environ.items()
                       if name not in ("NO_COLOR", "CLICOLOR_FORCE")} | {"TERM": "xterm", "LC_ALL": "C.UTF-8"} | environment
        done = subprocess.run(["script", "-qec", f"stty cols {columns}; {shlex.quote(str(program()))} {words}", "/dev/null"],
                              cwd=ROOT, env=environment, text=True, capture_output=True, stdin=subprocess.DEVNULL, timeout=60)
        return done.stdout.replace("\r\n", "\n")

    @pytest.mark.parametrize("columns", [40, 60, 80, 132])
    def test_lines_fit(self, columns):
        for command in COMMANDS:
            text = COLOUR.sub("", self.on_terminal(command, columns))
            # A command to copy, and a word that is longer than the line, are not broken.
            long = [line for line in text.splitlines() if len(line) > columns and "skat-arena " not in line
                    and " " in line.strip() and max(map(len, line.split())) < columns // 2]
            assert text.strip() and not long, command

    @pytest.mark.parametrize("command, first, cells", [
        ("games FOLDER -n 3", r"game \d+", ["contract  \\S", "declarer  [ab]", r"bid       \d+", r"score     [+-]\d+"]),
        ("analyze FOLDER --count 2 -f", "declarer a", [r"games       \d", r"per game    [\d.]+", r"per choice  [\d.]+", "best        "]),
        ("check basic --deals 5 --rules isko", "decision card", [r"number                 \d+", r"p50                    [\d.]+"]),
        ("players IMPORTED", "player bonsai", ["games          2", "declared       1", "won, percent   100.0 ", "Seeger a game  121.00"]),
        ("status FOLDER", "part 1", ["state        finished", "finished     72 of 72", r"a minute     [\d.]+"]),
    ])
    def test_rows_that_do_not_fit_are_printed_by_themselves(self, command, first, cells):
        if "IMPORTED" in command:
            assert arena("import", ROOT / "configs/deals/iss-games.sgf", "-f", "--out", self.temp / "imported").returncode == 0
        text = COLOUR.sub("", self.on_terminal(command, 40))
        assert re.search(f"^{first}\n" + r"\n(?:  .*\n)*?".join(f"  {cell}.*" for cell in cells), text, re.M), text
        wide = COLOUR.sub("", self.on_terminal(command, 132))
        assert not re.search(f"^{first}$", wide, re.M)

    def test_bug_the_note_on_isolation_is_folded(self):
        shutil.copy(program().parent / "bots" / "basic.so", self.temp / "m.so")
        text = COLOUR.sub("", self.on_terminal(f"compare {self.temp}/m.so basic -n 3 -qf --out RERUN", 60))
        assert "without isolation" in re.sub(r"\s+", " ", text) and max(map(len, text.splitlines())) <= 60, text

    def test_what_was_played_and_what_was_right_is_told_apart(self):
        lines = COLOUR.sub("", self.on_terminal("positions basic --list", 50)).splitlines()
        assert re.fullmatch(r"(passes|fails ) \S+ +[a-z, ]+", lines[0]), lines[:2]
        assert re.fullmatch(r" {7}played [DHSC][789QKTAJ], right: (not )?[DHSC789QKTAJ ]+", lines[1]), lines[:2]

    def test_tables_of_long_names_fit(self):
        """A name that leaves too little room has a line of its own; then no row is folded."""
        path = self.write_config(bots={"a" * 24: "stammtisch:caution=40", "b": "stammtisch"}, seats=["a" * 24, "b", "b"],
                                 schedule="rotations", deals=6)
        assert arena("run", path, "-q", "--force", "--out", self.out).returncode == 0
        lines = self.on_terminal("analyze FOLDER --count 2 -f", 80).splitlines()
        names = [index for index, line in enumerate(lines) if line == "a" * 24]
        assert names and all(lines[index + 1].startswith(" " * 10) for index in names)
        assert sum(line.endswith("%") for line in lines) == 6, lines  # a row of each bot in three tables

    def test_a_plan_has_its_numbers_below_where_they_do_not_fit(self):
        lines = [line for line in self.on_terminal("plan FOLDER", 80).splitlines() if " deals" in line]
        assert len(lines) > 3 and all(re.match(r" +[\d ]+(to \d+ )?deals|a - b", line) for line in lines), lines

    def test_errors_and_notes_are_folded_between_words(self):
        for command in ("run WRONG", "verify --nothing", "import configs/deals/iss-games.sgf -f --out IMPORTED"):
            lines = [line for line in self.on_terminal(command, 60).splitlines() if line]
            narrow, wide = (" ".join(self.on_terminal(command, columns).split()) for columns in (60, 500))
            timeless = re.compile(r"in [\d.]+ s(, \d+ records/s)?")
            assert timeless.sub("", narrow) == timeless.sub("", wide) and len(lines) > 1, command
        lines = self.on_terminal("games FOLDER -n 5", 60).splitlines()
        assert lines[-1].split()[:2] == ["skat-arena", "replay"] and len(lines[-2]) <= 60, lines[-2:]
        assert any(line.startswith(" ") and "grand_hand_played" not in line and "re_said" in line
                   for line in self.on_terminal("rules show stammtisch", 40).splitlines())

    def test_folding_changes_no_word(self):
        for command in COMMANDS[:6]:
            wide = arena(*command.replace("FOLDER", str(self.out)).split()).stdout.split()
            narrow = COLOUR.sub("", self.on_terminal(command, 60)).split()
            if command.startswith(("rules list", "rules show", "bots")):  # no table of another form
                assert narrow == wide, command

    def test_data_is_not_folded(self):
        for command in ("bots --json", "rules show isko --json", "games FOLDER --csv -n 3", "export FOLDER --csv seats",
                        "export FOLDER", "deal --count 2"):
            words = command.replace("FOLDER", str(self.out)).split()
            # Python reads the terminal's \r\r\n as two ends of lines.
            lines = [line for line in self.on_terminal(command, 60).splitlines() if line]
            wanted = [line for line in arena(*words).stdout.splitlines() if line]
            assert wanted and lines[:len(wanted)] == wanted, command

    @pytest.mark.parametrize("command", ["replay FOLDER --game 4", "compare FOLDER a b"])
    def test_colours(self, command):
        assert COLOUR.search(self.on_terminal(command, 100))
        assert not COLOUR.search(self.on_terminal(command, 100, NO_COLOR="1"))
        assert not COLOUR.search(self.on_terminal(command, 100, TERM="dumb"))
        assert not COLOUR.search(self.on_terminal(f"{command} --color=never", 100))
        words = command.replace("FOLDER", str(self.out)).split()
        assert not COLOUR.search(arena(*words).stdout)
        assert COLOUR.search(arena(*words, "--color=always").stdout)
        assert COLOUR.sub("", arena(*words, "--color=always").stdout).split()[:5] == arena(*words).stdout.split()[:5]

    def test_verdicts_have_colours(self):
        assert COLOUR.search(self.on_terminal("check basic --deals 5 --rules isko --seconds 1", 100))

    def test_no_colour_in_files(self):
        """What is written and parsed is the same with colours."""
        cases: Any = (["games", self.out, "--csv"], ["replay", self.out, "--ascii"], ["rules", "show", "isko", "--json"])
        for words in cases:
            assert arena(*words, "--color=always").stdout == arena(*words).stdout

    def test_its_value_may_be_the_next_word(self):
        words: Any = ["replay", self.out, "--game", "4"]
        assert arena(*words, "--color", "always").stdout == arena(*words, "--color=always").stdout != arena(*words).stdout

    @pytest.mark.parametrize("words, says", [
        (["--color=sometimes"], "auto|always|never"), (["--color", "sometimes"], "auto|always|never"),
        (["--color"], "--color needs a value"), (["--colour=never"], "did you mean --color?")])
    def test_the_word_is_checked(self, words, says):
        done = arena("rules", *words)
        assert done.returncode == 64 and says in done.stderr
