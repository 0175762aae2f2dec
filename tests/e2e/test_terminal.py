# SPDX-License-Identifier: MIT
"""What commands print on a terminal: within its width, coloured unless that is not wanted, through a pager where it is long."""
import fcntl
import json
import os
import pty
import re
import shutil
import struct
import termios

import pytest

from harness import ROOT, TIMEOUT, RunTest, Started, arena, arena_says, program
from machine import needs_terminal

COLOUR = re.compile(r"\x1b\[\d*[mK]")
#: One of each form: lists, tables, sentences, errors, notes, questions to a run.
COMMANDS = ["rules list", "rules diff isko stammtisch", "bots stammtisch", "games FOLDER -n 5", "replay FOLDER --game 4",
            "compare FOLDER a b --details", "results RESULTS", "plan --counts 0:9700 12:160 -10:140", "check --help",
            "rules show kneipe --lang de", "run WRONG", "analyze FOLDER --count 2 -f"]

RUN = {"bots": {"a": {"module": "stammtisch", "options": {"caution": 40}}, "b": "stammtisch"}, "seats": ["a", "b", "b"],
       "schedule": "rotations", "deals": 8}


def on_terminal(words, columns=100, rows=24, **environment):
    """What a program prints on a terminal of this size."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    plain = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "CLICOLOR_FORCE")}
    with Started([program(), *map(str, words)], cwd=ROOT, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
                 env=plain | {"TERM": "xterm", "LC_ALL": "C.UTF-8", "PAGER": ""} | environment) as process:
        os.close(theirs)
        text = b""
        try:
            while some := os.read(ours, 1 << 16):
                text += some
        except OSError:  # as Linux says that nobody has the terminal any more
            pass
        process.wait(TIMEOUT)
    os.close(ours)
    return text.decode().replace("\r\n", "\n")


@needs_terminal
@pytest.mark.no_sanitizer("about text, not memory")
class TestTerminal(RunTest):
    @pytest.fixture(autouse=True)
    def folder(self, temporary_folder):
        self.out = self.sample_copy(**RUN)
        self.wrong = self.temp / "wrong.json"
        self.wrong.write_text('{"name": "x y", "deals": "many", "bots": {"a": "stammtish"}, "seats": ["a", "b"], "wokers": 3}')

    def words_of(self, command):
        places = {"FOLDER": self.out, "RESULTS": self.out.parent, "WRONG": self.wrong, "CONFIG": self.out.parent / "config.json",
                  "RERUN": self.temp / "rerun"}
        return [str(places.get(word, word)) for word in command.split()]

    def shown(self, command, columns, **environment):
        return on_terminal(self.words_of(command), columns, **environment)

    def plain(self, command, columns):
        return COLOUR.sub("", self.shown(command, columns))

    def test_lines_fit(self):
        wrong, columns = [], 40
        for command in COMMANDS:
            text = self.plain(command, columns)
            # A word that is longer than the line is not broken.
            wrong += [(command, line) for line in text.splitlines() if len(line) > columns
                      and " " in line.strip() and max(map(len, line.split())) < columns // 2]
            assert text.strip(), command
        assert not wrong

    def test_help_keeps_to_the_width(self):
        """Options that are longer stand alone."""
        for width in (60, 200):
            for name in ("run", "check"):
                lines = on_terminal([name, "--help"], width, 500).splitlines()
                assert lines and not [line for line in lines if len(line) > width and "--" not in line and "skat-arena" not in line
                                      and "Exit status" not in line and "65 bad" not in line]

    def test_rows_that_do_not_fit_are_printed_by_themselves(self):
        for command, first, cells in (
                ("games FOLDER -n 3",
                 r"game \d+", [r"deal      \d", "contract  \\S", "declarer  [ab]", r"bid       \d+", r"score     [+-]\d+"]),
                ("results FOLDER", "shard 1", ["state        finished", "finished     8 of 8", r"a second     [\d.]+"])):
            text = self.plain(command, 24)
            assert re.search(f"^{first}\n" + r"\n(?:  .*\n)*?".join(f"  {cell}.*" for cell in cells), text, re.M), text
            assert not command.startswith("games") or not re.search(f"^{first}$", self.plain(command, 132), re.M)

    def test_bug_the_note_on_isolation_is_folded(self):
        shutil.copy(program().parent / "bots" / "basic.so", self.temp / "m.so")
        text = self.plain(f"compare {self.temp}/m.so basic -n 3 -qf --isolation none --out RERUN", 60)
        assert "without isolation" in re.sub(r"\s+", " ", text) and max(map(len, text.splitlines())) <= 60, text

    def test_what_was_played_and_what_was_right_is_told_apart(self):
        lines = self.plain("positions basic --list", 50).splitlines()
        assert lines[0].split() == ["position", "played", "right"]
        assert re.fullmatch(r"(passes|fails ) +\S+ +[♦♥♠♣][789QKTAJ] +(not )?[♦♥♠♣789QKTAJ; ]+", lines[1]), lines[:2]

    def test_errors_and_notes_are_folded_between_words(self):
        narrow, wide = (self.shown("run WRONG", columns) for columns in (60, 500))
        assert narrow.split() == wide.split() and len(list(filter(None, narrow.splitlines()))) > 1
        lines = self.shown("games FOLDER -n 5", 60).splitlines()
        assert re.search(r"games;\n  `skat-arena replay.*--game N`\n  shows one$", "\n".join(lines), re.S), lines
        assert any(line.startswith(" ") and "grand_hand_played" not in line and "re_said" in line
                   for line in self.shown("rules show stammtisch", 40).splitlines())

    def test_a_command_is_broken_as_a_shell_reads_it(self):
        """Also where a word in quotes has spaces."""
        out = self.temp / "it's here, in a folder"
        command = arena("run", self.write_config(deals=1), "-q", "--out", out)
        assert command.returncode == 0, command.stderr
        text = self.plain(f"results {self.temp}", 40)
        told = re.sub(r" \\\n +", " ", text)
        assert text.count(" \\\n") >= 2 and f"    {json.loads((out / 'timing.json').read_text())['command']}\n" in told, text

    def test_bug_a_command_below_a_sentence_is_broken_as_one_of_its_own(self):
        """The path of the program is part of it; at 80 columns and at 40."""
        said = re.findall(r"\S+ replay .*--game .*", arena(*self.words_of("compare FOLDER a b --details")).stdout)
        for columns in (80, 40):
            lines = self.plain("compare FOLDER a b --details", columns).splitlines()
            lines = [re.sub(" \\\\$", "", line.strip()) if line.endswith("\\") else line.strip() + "\n" for line in lines]
            assert said and [line for line in " ".join(lines).splitlines() if " replay " in line] == [f" {line}" for line in said]

    def test_folding_changes_no_word_and_data_is_not_folded(self):
        for command in ("rules list", "rules show stammtisch"):
            assert self.plain(command, 60).split() == arena(*command.split()).stdout.split(), command
        for command in ("rules show isko --json", "games FOLDER --format csv -n 3", "export FOLDER"):
            # Python reads the terminal's \r\r\n as two ends of lines.
            lines = [line for line in self.shown(command, 60).splitlines() if line]
            wanted = [line for line in arena(*self.words_of(command)).stdout.splitlines() if line]
            assert wanted and lines[:len(wanted)] == wanted, command

    def test_colours(self):
        for command in ("compare FOLDER a b",):
            assert COLOUR.search(self.shown(command, 100))
            assert not COLOUR.search(self.shown(command, 100, NO_COLOR="1"))
            assert not COLOUR.search(self.shown(command, 100, TERM="dumb"))
            assert not COLOUR.search(self.shown(f"{command} --color=never", 100))


class TestColours(RunTest):
    """Without a terminal."""

    def test_colours_where_they_are_asked_for(self):
        out = self.sample(**RUN)
        words = ["compare", out, "a", "b"]
        coloured, plain = arena(*words, "--color=always").stdout, arena(*words).stdout
        assert COLOUR.search(coloured) and not COLOUR.search(plain) and COLOUR.sub("", coloured).split()[:5] == plain.split()[:5]
        assert arena(*words, "--color", "always").stdout == coloured
        # What is written and parsed is the same with colours.
        for words in (["games", out, "--format", "csv"], ["replay", out, "--ascii"], ["rules", "show", "isko", "--json"]):
            assert arena(*words, "--color=always").stdout == arena(*words).stdout

    def test_the_word_is_checked(self):
        for words, says in ((["--color=sometimes"], "auto|always|never"), (["--color", "sometimes"], "auto|always|never"),
                            (["--color"], "--color needs a value"), (["--colour=never"], "did you mean --color?")):
            arena_says(64, says, "rules", *words)


@needs_terminal
class TestPager:
    """Help that is longer than the terminal goes through a pager."""
    MARKS = "sed s/^/PAGED/"

    def test_a_pager_for_help_that_is_longer_than_the_terminal(self):
        whole = arena("help", "compare").stdout.splitlines()
        paged = on_terminal(["help", "compare"], rows=20, PAGER=self.MARKS).splitlines()
        assert paged == ["PAGED" + line for line in whole]
        assert on_terminal(["compare", "--help"], rows=20, PAGER=self.MARKS).startswith("PAGED")
        assert on_terminal(["help"], rows=20, PAGER=self.MARKS).startswith("PAGED")
        assert on_terminal(["help", "compare"], rows=20, PAGER="head -n 1").splitlines() == whole[:1]  # it ends early

    def test_no_pager(self):
        help_words = ["help", "compare"]
        for rows, pager, words in ((500, self.MARKS, help_words), (20, self.MARKS, [*help_words, "--no-pager"]),
                                   (20, self.MARKS, ["--no-pager", *help_words]), (20, "", help_words), (20, "cat", help_words),
                                   (20, "no-such-pager 2>/dev/null", help_words)):
            assert on_terminal(words, rows=rows, PAGER=pager, NO_COLOR="1").splitlines() == arena(*help_words).stdout.splitlines()
        done = arena(*help_words, env=os.environ | {"PAGER": self.MARKS})
        assert "PAGED" not in done.stdout and done.stdout == arena(*help_words).stdout
