# SPDX-License-Identifier: MIT
"""A person at the table (`play`): whoever answers with what is offered can play every rule set to its end."""
import itertools
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
from machine import needs_terminal

SETS = sorted(path.stem for path in (ROOT / "configs" / "rules").glob("*.json"))
TEXTBOOK = ROOT / "tests" / "positions" / "textbook.jsonl"
KNEIPE = {"bots": {"a": "stammtisch", "b": "random"}, "seats": ["a", "b", "a"], "schedule": "rotations", "deals": 6, "rules": "kneipe"}


HANDS = ("your cards: ", "deine Karten: ")


class Person:
    """Plays by what the terminal says, and keeps all of it."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen([program(), "play", "--ascii", *map(str, arguments)], cwd=ROOT, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.text, self.asked = "", 0  # what it has said, and where that ended when it last asked

    def read(self):
        """Reads to the next question, and returns what is offered; None at the end."""
        while not self.text.endswith("\n> "):
            some = os.read(self.process.stdout.fileno(), 4096)
            if not some:
                return None
            self.text += some.decode()
        line = next(line for line in reversed(self.text[self.asked:].splitlines())
                    if re.match(r"[A-Z][^|]*?\? ", line) or re.search("; (?:answers|Antworten): ", line))
        self.asked = len(self.text)
        return re.split(r"\? |; (?:answers|Antworten): ", line, maxsplit=1)[1]

    def say(self, answer):
        self.text += answer + "\n"
        self.process.stdin.write(answer.encode() + b"\n")
        self.process.stdin.flush()

    def hand(self):
        return re.match(r".*", self.text[max(map(self.text.rfind, HANDS)):])[0].split(": ")[1].split()

    def end(self):
        self.process.stdin.close()
        self.text += self.process.stdout.read().decode()
        return self.process.wait(TIMEOUT)


def random_answer(person, offered, chance):
    """One of the answers that are offered; where cards are chosen, as many as are asked for."""
    group = chance.choice([group.strip() for group in offered.split("|")])
    found = re.fullmatch(r"(.*) (?:and|und) (\d+) (?:cards to put aside|Karten zum Drücken)", group)
    if found:
        return " ".join([chance.choice(found[1].split()), *chance.sample(person.hand(), int(found[2]))])
    words = [word for word in group.split() if word != "..."]
    return chance.choice(words) if words else "pass"


def play_at_random(chance, *arguments):
    """What is offered is legal, except for two or ten cards that only go together."""
    person = Person(*arguments)
    refused = 0
    while (offered := person.read()) is not None:
        refused += bool(re.search("; (?:answers|Antworten): ", person.text.splitlines()[-2]))
        assert refused < 400, person.text[-2000:]
        person.say(random_answer(person, offered, chance))
    assert person.process.wait(TIMEOUT) == OK and "skat-arena:" not in person.text, person.text[-2000:]
    return person


class TestPlay(RunTest):
    def test_rule_sets_to_the_end(self):
        for rules, deals in (("farbenreizen", 1), ("kneipe", 2), ("offiziersskat", 1), ("raeuberskat", 2), ("tourneeskat", 1),
                             ("wikipedia-de", 2)):
            log = self.temp / f"{rules}.jsonl"
            person = play_at_random(random.Random(rules), "--rules", rules, "--deals", deals, "--seed", 11, "--brief", "--log", log,
                                    "random")
            assert f"deal {deals} of {deals}" in person.text and "in all: you " in person.text, rules
            games = read_lines_of(log)
            assert len(games) == deals and all(game["table"][0] == "you" for game in games), rules
            if not any("session" in game and game.get("totals") for game in games):
                arena_ok("verify", log, "--rules", rules)

    @pytest.mark.no_sanitizer("about words, not memory")
    def test_german(self):
        """What is offered in German is legal as it is written, and no English word is left."""
        triggers = re.compile(r"(eröffnet durch|eröffnet eine Runde:) .*")
        for rules, words in zip(["isko", *SETS[1::6]], itertools.cycle([("--german-cards",), ("--brief",)])):
            person = play_at_random(random.Random(rules), "--rules", rules, "--deals", 1, "--seed", 12, "--lang", "de", *words, "random")
            assert re.search(r"insgesamt: du [+-]\d", person.text), rules
            english = [line for line in person.text.splitlines() if test_language.FOREIGN.search(triggers.sub("", line))]
            assert not english, (rules, english)

    def test_german_answers(self):
        """German, and English where it does not mean another card in German: `S7` are diamonds."""
        for number, (cards, answer) in enumerate((((), "C9"), (("--german-cards",), "e9"))):
            log = self.temp / f"log{number}"
            person = Person("--seed", 5, "--deals", 1, "--lang", "de", *cards, "--brief", "--log", log)
            for word in ("weg", answer):
                person.read()
                person.say(word)
            while (offered := person.read()) is not None:
                person.say(random_answer(person, offered, random.Random(1)))
            game, = read_lines_of(log)
            assert " 2 C9 " in game["moves"], answer

    def test_nothing_hidden_is_shown(self):
        """Until a deal is over, no card is named that others hold or have put aside, unless it lies open."""
        for seed in range(1):
            person = Person("--seed", seed, "--deals", 1, "--brief")
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

    def test_claims_in_words(self):
        """One that is refused says so, and who agrees to one does not hold a bid."""
        def told(answers, *arguments):
            return subprocess.run([program(), "play", "random", "random", "--rules", "isko", "-n", "1", "--ascii", *arguments], cwd=ROOT,
                                  input=answers, text=True, capture_output=True, check=False).stdout
        assert "> you claim the rest: refused\n" in told("18\npass\nclaim\nquit\n", "--rule", "claims=true", "--seed", "3")
        consent = ("--rule", "claims=consent", "--seed", "6")
        assert "Do you agree to the claim? yes | no\n> you agree, forehand declines" in told("pass\nyes\nquit\n", *consent)
        assert "> du stimmst zu, Vorhand lehnt ab" in told("passe\nja\nende\n", *consent, "--lang", "de")

    def test_wrong_answers_say_why(self):
        person = Person("--seed", 5, "--deals", 1)
        person.read()
        for answer, why in (("nonsense", "not one of the answers"), ("19", "not a legal bid"), ("GO", "not one of the answers")):
            person.say(answer)
            assert person.read().startswith("pass | 18"), person.text
            assert why in person.text.splitlines()[-2], person.text.splitlines()[-2]
        person.end()

    @needs_terminal
    def test_a_terminal_shows_the_prompt_before_it_waits(self):
        ours, theirs = pty.openpty()
        with Started([program(), "play", "basic", "--seed", "5"], stdin=theirs, stdout=theirs, stderr=theirs, cwd=ROOT) as process:
            os.close(theirs)
            shown = b""
            while not shown.endswith(b"\n> "):
                assert select.select([ours], [], [], TIMEOUT)[0], shown
                shown += os.read(ours, 4096)
            os.write(ours, b"quit\n")
            assert process.wait(timeout=TIMEOUT) == OK
        os.close(ours)

    @pytest.mark.no_sanitizer("it says itself what crashes")
    def test_a_bot_that_crashes(self):
        for what in ("segfault",):
            arena_says(-signal.SIGSEGV, "skat-arena play: faulty 1 crashed; skat-arena check BOT says more", "play",
                       f"{bad_bot('faulty')}:what={what},when=deal_begin", "--seed", 5)

    def test_leaving(self):
        for way in ("quit", None):
            log = self.temp / f"log{way}"
            person = Person("--seed", 5, "--log", log)
            person.read()
            if way:
                person.say(way)
            assert person.end() == OK
            assert not log.exists() or not log.read_text()

    def test_a_game_of_a_log_is_taken_over(self):
        """From a move on, in the seat of who made it; what was played before stays."""
        folder = self.sample(**KNEIPE)
        given = 0
        for number, game in enumerate(read_lines(folder)[:2]):
            moves = game["moves"].split()
            for move in (len(moves) // 4, moves.index("w") // 2 + 1 if "w" in moves else 1)[number:]:
                actor, log = moves[2 * move - 2], self.temp / f"taken{number}-{move}.jsonl"
                arguments = ("--from", folder, "--game", number, "--move", move, "--brief", "--log", log)
                if actor == "w":
                    assert "there the skat is given" in arena("play", *arguments).stderr
                    given += 1
                    continue
                person = play_at_random(random.Random(number), *arguments)
                taken = read_lines_of(log)[-1]
                assert taken["cards"] == game["cards"] and taken["moves"].split()[:2 * move - 2] == moves[:2 * move - 2]
                assert f'{("forehand", "middlehand", "rearhand")[int(actor)]} you' in person.text
        assert given
        for more, words in ((("--game", 99), "has no game 99"), (("--game", 0, "--move", 150), "the game has fewer"), ((), "needs --game")):
            assert words in arena("play", "--from", folder, *more).stderr

    def test_in_words(self):
        """Words and their beginnings, in any case: `PASS`, `p`, `skat`."""
        person = Person("--seed", 1, "--deals", 3, "--brief")
        while (offered := person.read()) is not None:
            group = offered.split(" | ")
            person.say(("p", "PASS", "Pass")[len(person.text) % 3] if "pass" in group else group[0].split()[0].lower())
        assert "not one of the answers" not in person.text

    @pytest.mark.no_sanitizer("what is loaded before the program is loaded before the sanitizer, too")
    def test_a_system_without_random_numbers(self):
        """Each command that needs random numbers says that there are none, and waits for none."""
        environment = os.environ | {"LD_PRELOAD": preload("no_random", self.temp)}
        for command in (("play", "random", "--browser"), ("deal", "--seal")):
            done = arena(*command, env=environment)
            assert done.returncode not in (OK, INTERRUPTED) and "no random numbers" in done.stderr, done.stderr

    def test_bad_options(self):
        for arguments, words in ((("nobody",), "skat-arena: nobody: no bot module"),
                                 (("--log", "/nowhere/x"), "/nowhere/x: cannot be written: No such file or directory")):
            done = arena("play", *arguments)
            assert done.returncode not in (OK, None) and words in done.stderr, done.stderr


class TestPuzzles(RunTest):
    def ask(self, *arguments, answers="", cwd=ROOT):
        return subprocess.run([program(), "play", "--ascii", *map(str, arguments)], cwd=cwd, input=answers, text=True,
                              capture_output=True, timeout=TIMEOUT, check=False)

    def own(self, position):
        path = self.temp / "own.jsonl"
        path.write_text(json.dumps(position) + "\n")
        return path

    def test_reasons_in_german(self):
        """All themes, and the reason of each position; where a file has no German, its own words."""
        positions = read_lines_of(TEXTBOOK)
        suits, ranks = {"C": "Kr", "S": "Pi", "H": "He", "D": "Ka"}, {"J": "B", "Q": "D", "T": "10"}
        right = "".join(f"{suits[card[0]]}{ranks.get(card[1], card[1])}\n" for card in ((p.get("play") or p["not"])[0] for p in positions))
        done = self.ask("--puzzles", TEXTBOOK, "--lang", "de", answers=right)
        assert done.returncode == OK, done.stderr
        told = [line for line in done.stdout.splitlines() if line.endswith(")")]
        assert len(told) == len(positions)
        for position, line in zip(positions, told):
            assert line.endswith(f" ({position['reason_de']})"), (position["id"], line)
            assert f"{position['id']}, {position['theme_de']}\n" in done.stdout
        assert "'" not in "".join(position["reason_de"] for position in positions)  # of the English ones, forty have one
        english = self.own({key: value for key, value in positions[0].items() if not key.endswith("_de")})
        said = self.ask("--puzzles", english, "--lang", "de", answers=right.split("\n")[0] + "\n").stdout
        assert positions[0]["theme"] in said and f"({positions[0]['reason']})" in said

    def test_answers_are_judged(self):
        """The right answer of each solves it; another one does not, and the reason is told, also one of more than 60 bytes."""
        positions = read_lines_of(TEXTBOOK)[:8]
        right = "".join(position["play"][0] + "\n" for position in positions)
        done = self.ask("--puzzles", TEXTBOOK, "--deals", len(positions), answers=right)
        assert done.returncode == OK and done.stdout.endswith(f"solved: {len(positions)} of {len(positions)}\n"), done.stdout
        for position in positions:
            assert f"({position['reason']})" in done.stdout
        wrong = self.ask("--puzzles", TEXTBOOK, answers="SK\nquit\n")
        assert "not solved; right: ST (partner's ace takes it" in wrong.stdout and wrong.stdout.endswith("solved: 0 of 1\n")
        long = next(p for p in read_lines_of(TEXTBOOK) if len(p["reason"]) > 60)
        assert f"({long['reason']})" in self.ask("--puzzles", self.own(long), answers=f"{long['play'][0]}\n").stdout

    def test_refusals(self):
        done = self.ask("pimc", "--puzzles", TEXTBOOK)
        assert done.returncode == USAGE and "--puzzles" in done.stderr
        for none in ("nosuch", self.temp / "none"):
            assert self.ask("--puzzles", none).returncode == BAD_FILE
