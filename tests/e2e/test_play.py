# SPDX-License-Identifier: MIT
"""A person at the table (`play`): whoever answers with what is offered can play every rule set to its end."""
import os
import pty
import random
import re
import select
import signal
import subprocess

import pytest

import test_language
from harness import *

SETS = sorted(path.stem for path in (ROOT / "configs" / "rules").glob("*.json"))


class Person:
    """Plays by what the terminal says, and keeps all of it."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen([program(), "play", "--ascii", *map(str, arguments)], cwd=ROOT, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.text = ""

    def read(self):
        """Until the next question: what is offered; None at the end."""
        while not self.text.endswith("\n> "):
            some = os.read(self.process.stdout.fileno(), 4096)
            if not some:
                return None
            self.text += some.decode()
        line = [line for line in self.text.splitlines()
                if re.match(r"[A-Z][^|]*?\? ", line) or re.search("; (?:answers|Antworten): ", line)][-1]
        return re.split(r"\? |; (?:answers|Antworten): ", line, maxsplit=1)[1]

    def say(self, answer):
        self.text += answer + "\n"
        self.process.stdin.write(answer.encode() + b"\n")
        self.process.stdin.flush()

    def hand(self):
        return re.findall(r"(?:your cards|deine Karten): (.*)", self.text)[-1].split()

    def end(self):
        self.process.stdin.close()
        self.text += self.process.stdout.read().decode()
        return self.process.wait(TIMEOUT)


def random_answer(person, offered, chance):
    """One of those that are offered; where cards are chosen, so many of them."""
    group = chance.choice([group.strip() for group in offered.split("|")])
    found = re.fullmatch(r"(.*) (?:and|und) (\d+) (?:cards to put aside|Karten zum Drücken)", group)
    if found:
        return " ".join([chance.choice(found[1].split()), *chance.sample(person.hand(), int(found[2]))])
    words = [word for word in group.split() if word != "..."]
    return chance.choice(words) if words else "pass"


def play_at_random(chance, *arguments):
    person = Person(*arguments)
    refused = 0
    while (offered := person.read()) is not None:
        refused += bool(re.search("; (?:answers|Antworten): ", person.text.splitlines()[-2]))
        assert refused < 400, person.text[-2000:]
        person.say(random_answer(person, offered, chance))
    assert person.process.wait(TIMEOUT) == OK and "skat-arena:" not in person.text, person.text[-2000:]
    return person


class TestPlay(RunTest):
    @pytest.mark.parametrize("rules", SETS)
    def test_every_rule_set_to_the_end(self, rules):
        """What is offered is legal, but for two or ten cards that only go together; the log is sound."""
        chance, log = random.Random(rules), self.temp / "games.jsonl"
        deals = repeat(12, 2)
        person = play_at_random(chance, "--rules", rules, "--deals", deals, "--seed", 11, "--log", log, "random")
        assert f"deal {deals} of {deals}" in person.text and "in all: you " in person.text
        games = read_lines_of(log)
        assert len(games) == deals and all(game["table"][0] == "you" for game in games)
        if not any("session" in game and game.get("totals") for game in games):
            done = arena("verify", log, "--rules", rules)
            assert done.returncode == OK, done.stderr

    @pytest.mark.no_sanitizer("about words, not memory")
    @pytest.mark.parametrize("cards", [(), ("--german-cards",)])
    @pytest.mark.parametrize("rules", SETS)
    def test_german(self, rules, cards):
        """What is offered in German is legal as it is written, and no English word is left."""
        person = play_at_random(random.Random(rules), "--rules", rules, "--deals", repeat(6, 2), "--seed", 12, "--lang", "de", *cards,
                                "random")
        assert re.search(r"insgesamt: du [+-]\d", person.text)
        triggers = re.compile(r"(eröffnet durch|eröffnet eine Runde:) .*")
        english = [line for line in person.text.splitlines() if test_language.TestReplays.FOREIGN.search(triggers.sub("", line))]
        assert not english, english

    def test_german_answers(self):
        """German, and English where it does not mean another card in German: `S7` are diamonds."""
        for cards, answer in (((), "kr9"), ((), "C9"), (("--german-cards",), "e9"), (("--german-cards",), "c9")):
            log = self.temp / "log"
            log.unlink(missing_ok=True)
            person = Person("--seed", 5, "--deals", 1, "--lang", "de", *cards, "--log", log)
            person.read()
            person.say("weg")
            person.read()
            person.say(answer)
            while (offered := person.read()) is not None:
                person.say(random_answer(person, offered, random.Random(1)))
            game, = read_lines_of(log)
            assert " 2 C9 " in game["moves"], answer

    def test_nothing_hidden_is_shown(self):
        """Until a deal is over, no card is named that others hold or have put aside, unless it lies open."""
        for seed in range(repeat(10, 3)):
            person = Person("--seed", seed, "--deals", 1)
            known = set()
            while (offered := person.read()) is not None:
                known |= set(person.hand())
                named = set(re.findall(r"\b[CSHD][789TJQKA]\b", person.text))
                played = set(re.findall(r"(?:you|forehand|middlehand|rearhand) ([CSHD][789TJQKA])\b", person.text))
                assert named <= known | played, named - known - played
                person.say("pass" if "pass" in offered else random_answer(person, offered, random.Random(seed)))

    def test_what_is_said_after_a_deal(self):
        person = play_at_random(random.Random(4), "--seed", 5, "--deals", 1)
        assert re.search(r"all cards open: \d+ points|passed in", person.text)
        brief = play_at_random(random.Random(4), "--seed", 5, "--deals", 1, "--brief")
        assert "all cards open" not in brief.text and "in all: you" in brief.text

    def test_four_and_two_at_the_table(self):
        person = play_at_random(random.Random(1), "random", "basic", "random", "--seed", 2, "--deals", 4)
        assert re.search(r"in all: you [+-]\d+, random 1 [+-]\d+, basic [+-]\d+, random 2", person.text)
        person = play_at_random(random.Random(1), "--rules", "offiziersskat", "--seed", 2, "--deals", 1)
        assert re.search(r"in all: you [+-]\d+, stammtisch [+-]\d+\n", person.text)

    def test_wrong_answers_say_why(self):
        person = Person("--seed", 5, "--deals", 1)
        person.read()
        for answer, why in (("nonsense", "not one of the answers"), ("19", "not a legal bid"), ("GO", "not one of the answers")):
            person.say(answer)
            assert person.read().startswith("pass | 18"), person.text
            assert why in person.text.splitlines()[-2], person.text.splitlines()[-2]

    def test_a_terminal_shows_the_prompt_before_it_waits(self):
        ours, theirs = pty.openpty()
        with subprocess.Popen([program(), "play", "basic", "--seed", "5"], stdin=theirs, stdout=theirs, stderr=theirs, cwd=ROOT) as process:
            os.close(theirs)
            shown = b""
            while not shown.endswith(b"\n> "):
                assert select.select([ours], [], [], 60)[0], shown
                shown += os.read(ours, 4096)
            os.write(ours, b"quit\n")
            assert process.wait(timeout=60) == OK
        os.close(ours)

    @pytest.mark.no_sanitizer("it says itself what crashes")
    @pytest.mark.parametrize("what", ("segfault", "stack_overflow"))
    def test_a_bot_that_crashes(self, what):
        word = f"{bad_bot('faulty')}:what={what},when=deal_begin"
        done = subprocess.run([program(), "play", word, "--seed", "5"], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              check=False, cwd=ROOT)
        assert done.returncode == -signal.SIGSEGV and "skat-arena play: faulty 1 crashed; skat-arena check BOT says more" in done.stderr

    def test_leaving(self):
        for way in ("quit", None):
            person, log = Person("--seed", 5, "--log", self.temp / f"log{way}"), self.temp / f"log{way}"
            person.read()
            if way:
                person.say(way)
            assert person.end() == OK
            assert not log.exists() or not log.read_text()

    def test_a_game_of_a_log_is_taken_over(self):
        """From a move on, in the seat of who made it; what was played before stays."""
        folder = self.play(bots={"a": "stammtisch", "b": "random"}, seats=["a", "b", "a"], schedule="rotations", deals=6, rules="kneipe")
        for number, game in enumerate(read_lines(folder)[:repeat(18, 6)]):
            moves = game["moves"].split()
            for move in (1, len(moves) // 4):
                actor, log = moves[2 * move - 2], self.temp / "taken.jsonl"
                log.unlink(missing_ok=True)
                arguments = ("--from", folder, "--game", number, "--move", move, "--log", log)
                if actor == "w":
                    assert "there the skat is given" in arena("play", *arguments).stderr
                    continue
                person = play_at_random(random.Random(number), *arguments)
                taken, = read_lines_of(log)
                assert taken["cards"] == game["cards"] and taken["moves"].split()[:2 * move - 2] == moves[:2 * move - 2]
                assert f'{("forehand", "middlehand", "rearhand")[int(actor)]} you' in person.text
        for more, words in ((("--game", 99), "has no game 99"), (("--game", 0, "--move", 150), "the game has fewer"), ((), "needs --game")):
            assert words in arena("play", "--from", folder, *more).stderr

    def test_in_words(self):
        """Words and their beginnings, in any case: `PASS`, `p`, `skat`."""
        person = Person("--seed", 1, "--deals", 3)
        while (offered := person.read()) is not None:
            group = offered.split(" | ")
            if "pass" in group:
                person.say(("p", "PASS", "Pass")[len(person.text) % 3])
            else:
                person.say(group[0].split()[0].lower())
        assert "not one of the answers" not in person.text

    @pytest.mark.no_sanitizer("what is loaded before the program is loaded before the sanitizer, too")
    def test_a_system_without_random_numbers(self):
        """It says so, wherever they are needed, and waits for none."""
        environment = os.environ | {"LD_PRELOAD": preload("no_random", self.temp)}
        for command in (("play", "random"), ("play", "random", "--browser"), ("deal", "--seal")):
            done = subprocess.run([program(), *command], cwd=ROOT, text=True, capture_output=True, timeout=TIMEOUT, env=environment,
                                  stdin=subprocess.DEVNULL, check=False)
            assert done.returncode not in (OK, INTERRUPTED) and "no random numbers" in done.stderr, done.stderr

    def test_bad_options(self):
        cases = ((("--rules", "isko2"), "skat-arena: --rules: no rule set"), (("nobody",), "skat-arena: nobody: no bot module"),
                 (("stammtisch:cauton=5",), 'stammtisch:cauton=5: unknown option "cauton"'),
                 (("--log", "/nowhere/x"), "/nowhere/x: cannot be written: No such file or directory"))
        for arguments, words in cases:
            done = arena("play", *arguments)
            assert done.returncode not in (OK, None) and words in done.stderr, done.stderr


class TestPuzzles(RunTest):
    def test_reasons_in_german(self):
        """All themes, and the reason of each position; where a file has no German, its own words."""
        positions = read_lines_of(self.TEXTBOOK)
        suits, ranks = {"C": "Kr", "S": "Pi", "H": "He", "D": "Ka"}, {"J": "B", "Q": "D", "T": "10"}
        right = "".join(f"{suits[card[0]]}{ranks.get(card[1], card[1])}\n" for card in ((p.get("play") or p["not"])[0] for p in positions))
        done = self.ask("--puzzles", self.TEXTBOOK, "--lang", "de", answers=right)
        assert done.returncode == OK, done.stderr
        told = [line for line in done.stdout.splitlines() if line.endswith(")")]
        assert len(told) == len(positions)
        for position, line in zip(positions, told):
            assert line.endswith(f" ({position['reason_de']})"), (position["id"], line)
            assert f"{position['id']}, {position['theme_de']}\n" in done.stdout
        assert "'" not in "".join(position["reason_de"] for position in positions)  # of the English ones, forty have one
        own = self.temp / "own.jsonl"
        own.write_text(json.dumps({key: value for key, value in positions[0].items() if not key.endswith("_de")}) + "\n")
        said = self.ask("--puzzles", own, "--lang", "de", answers=right.split("\n")[0] + "\n").stdout
        assert positions[0]["theme"] in said and f"({positions[0]['reason']})" in said

    def test_bug_a_long_reason_is_told(self):
        """One of more than 60 bytes was left out."""
        position = next(p for p in read_lines_of(self.TEXTBOOK) if len(p["reason"]) > 60)
        own = self.temp / "own.jsonl"
        own.write_text(json.dumps(position) + "\n")
        assert f"({position['reason']})" in self.ask("--puzzles", own, answers=f"{position['play'][0]}\n").stdout

    TEXTBOOK = ROOT / "tests" / "positions" / "textbook.jsonl"

    def ask(self, *arguments, answers=""):
        return subprocess.run([program(), "play", "--ascii", *map(str, arguments)], cwd=ROOT, input=answers, text=True,
                              capture_output=True, timeout=TIMEOUT)

    def test_answers_are_judged(self):
        """The right answer of each solves it; another one does not, and the reason is told."""
        positions = read_lines_of(self.TEXTBOOK)[:8]
        right = "".join(position["play"][0] + "\n" for position in positions)
        done = self.ask("--puzzles", self.TEXTBOOK, "--deals", len(positions), answers=right)
        assert done.returncode == OK and done.stdout.endswith(f"solved: {len(positions)} of {len(positions)}\n"), done.stdout
        for position in positions:
            assert f"({position['reason']})" in done.stdout
        wrong = self.ask("--puzzles", self.TEXTBOOK, answers="SK\nquit\n")
        assert "not solved; right: ST (partner's ace takes it" in wrong.stdout and wrong.stdout.endswith("solved: 0 of 1\n")

    def test_sets_of_the_program(self):
        """By name, wherever it is called; a file of that name goes first."""
        done = subprocess.run([program(), "play", "--puzzles", "textbook", "--ascii"], cwd=self.temp, input="ST\n", text=True,
                              capture_output=True, timeout=TIMEOUT)
        assert done.returncode == OK and "puzzle 1 of" in done.stdout and "solved: 1 of 1" in done.stdout, done.stderr
        assert self.ask("--puzzles", "nosuch").returncode == BAD_FILE
        (self.temp / "textbook").write_text("")
        done = subprocess.run([program(), "play", "--puzzles", "textbook"], cwd=self.temp, text=True, capture_output=True, timeout=TIMEOUT)
        assert "puzzle" not in done.stdout

    def test_refusals(self):
        done = self.ask("pimc", "--puzzles", self.TEXTBOOK)
        assert done.returncode == USAGE and "--puzzles" in done.stderr
        assert self.ask("--puzzles", self.temp / "none").returncode == BAD_FILE
