# SPDX-License-Identifier: MIT
"""Positions with a known answer: the command, the committed suite, and the suite against a second, slow solver."""
import itertools
import json
import re
import signal
import subprocess
from typing import Any

from crash_states import signal_at_write, traced
from harness import *

SUITE = ROOT / "tests" / "positions" / "endings.jsonl"
TEXTBOOK = SUITE.with_name("textbook.jsonl")
REJECTED = 1
DEAL = ("SQ.HT.C8.SJ.D7.CK.HJ.S8.CJ.DJ|HA.SK.DK.C7.H9.SA.DQ.H8.CQ.S9|C9.ST.HK.H7.D8.S7.HQ.DA.DT.CA|D9.CT")
MOVES = "1 p 2 p 0 18 0 s w D9.CT 0 G.C8.SQ 0 CJ 1 C7"
POSITION = {"id": "one", "deal": DEAL, "moves": MOVES, "play": ["C9"]}


class TestPositions(RunTest):
    def write(self, *positions):
        path = self.new_path("positions", ".jsonl")
        path.write_text("".join(line if isinstance(line, str) else json.dumps(line) + "\n" for line in positions))
        return path

    def ask(self, bot, path, *arguments, code=OK):
        done = arena("positions", bot, path, *arguments)
        assert done.returncode == code, done.stdout + done.stderr
        return done

    def answers(self, bot, path, *arguments):
        return json.loads(self.ask(bot, path, "--json", *arguments).stdout)

    # ---- the suite ----

    def test_what_bots_fail_is_known(self):
        """Also of pimc: tests/long/test_strength.py."""
        self.ask("neural", SUITE, "--known", SUITE.with_name("neural.txt"), "--quiet")

    # ---- in a config ----

    def test_wrong_configs(self):
        cases: Any = (
            ({"play": "solver"}, "$.play"), ({"deals": 5}, "$.deals"), ({"deals": [DEAL + " " + MOVES + " 2"]}, "$.deals[0]"),
            ({"deals": [DEAL + " 1 p 2 p 0 p"]}, "over"), ({"rules": {"auction": "none"}}, 'auction "none"'))
        for fields, says in cases:
            self.run_says(USAGE, says, **{"contract": "position", "deals": [f"{DEAL} {MOVES}"]} | fields)

    def test_games_are_played_on(self):
        folder = self.play(contract="position", deals=[f"{DEAL} {MOVES}", f"{DEAL} 1 p 2 p", DEAL])
        self.assert_sound(folder)
        moves = [line["moves"] for line in read_lines(folder)]
        assert moves[0].startswith(MOVES + " ") and moves[1].startswith("1 p 2 p 0 ")
        self.run_says(USAGE, "a whole game", contract="position", deals={"file": str(folder)})

    # ---- finding positions ----

    def test_a_bot_fails_where_it_lost(self):
        found, again = self.temp / "found.jsonl", self.temp / "again.jsonl"
        mine = ("positions", "--mine", self.log(), "--count", 2)
        assert arena(*mine, "--out", found, "--workers", 1).returncode == OK
        result = self.answers("stammtisch", found)
        assert result["passed"] == 0 and result["positions"] == 2
        assert self.answers("pimc", found)["passed"] >= 1
        assert arena(*mine, "--out", again, "--workers", 3).returncode == OK
        assert again.read_bytes() == found.read_bytes()

    def log(self):
        return self.sample(bots={"s": "stammtisch"}, seats=["s", "s", "s"], deals=120)

    @traced
    def test_an_interruption_keeps_what_is_found(self):
        """A signal at a write to the journal, a damaged journal: the same bytes as in one piece."""
        found, whole, journal = self.temp / "found", self.temp / "whole", self.temp / "found.part"
        command = ("positions", "--mine", self.log(), "--count", 4, "--quiet")
        assert arena(*command, "--out", whole).returncode == OK
        done = signal_at_write([str(program()), *map(str, command), "--out", str(found), "--resume"], journal, 2, signal.SIGINT, cwd=ROOT)
        assert done.returncode == INTERRUPTED, done.stderr
        said = r"interrupted: (\d+) games are looked at, and what was found in them is kept in .*found.part"
        assert int(re.search(said, done.stderr)[1]) > 0 and not found.exists()
        assert "--resume continues it" in arena(*command, "--out", found).stderr
        arena_says(USAGE, "belongs to other work", *command, "--out", found, "--resume", "--count", 5)
        kept = journal.read_bytes()
        journal.write_bytes(kept[:-20] + bytes([kept[-20] ^ 1]) + kept[-19:])
        assert arena(*command, "--out", found, "--resume").returncode == OK
        assert found.read_bytes() == whole.read_bytes() and not journal.exists()

    def test_nothing_to_go_on_with(self):
        """A file without a journal may be of another log; what is named without --resume is replaced."""
        folder, found = self.play(deals=3), self.temp / "found"
        found.write_text("mine")
        done = arena("positions", "--mine", folder, "--out", found, "--resume")
        assert done.returncode == USAGE and "from which to continue" in done.stderr and found.read_text() == "mine"
        assert arena("positions", "--mine", folder, "--out", found).returncode == OK and found.read_text() != "mine"

    def test_a_position_is_found_once(self):
        # The same deal in all seats: what bots that differ little play until the mistake is often the same.
        folder = self.play(bots={"a": "stammtisch", "b": {"module": "stammtisch", "options": {"caution": 58}}},
                           seats=["a", "b", "b"], schedule="rotations", deals=60)
        found = self.temp / "found.jsonl"
        assert arena("positions", "--mine", folder, "--out", found).returncode == OK
        positions = [json.loads(line) for line in found.read_text().splitlines()]
        cards = [(position["deal"], position["theme"], position["moves"].split(" s ")[-1]) for position in positions]
        assert len(cards) > 1 and len(set(cards)) == len(cards)

    def test_games_that_are_not_looked_at(self):
        for rules in ("ass", "stammtisch"):
            folder = self.play(rules=rules, deals=1)
            arena_says(BAD_FILE, "games.jsonl", "positions", "--mine", folder, "--out", self.temp / "found")
            assert not (self.temp / "found").exists()

    def test_under_other_rules(self):
        folder = self.play(bots={"s": "random"}, seats=["s", "s", "s"], deals=100,
                           rules={"schenken": "all", "kontra": {"levels": 2}, "passed_in": "schieberamsch"})
        rule_set, found = self.temp / "rules.json", self.temp / "found.jsonl"
        rule_set.write_text('{"schenken": "all", "kontra": {"levels": 2}, "passed_in": "schieberamsch"}')
        arena("positions", "--mine", folder, "--out", found, "--count", 4)
        result = self.answers("stammtisch", found, "--rules", rule_set)
        assert result["positions"] == 4 and all(answer["answer"] for answer in result["answers"])

    def test_the_log_is_not_written_over(self):
        folder = self.play(deals=2)
        before = (folder / "games.jsonl").read_bytes()
        done = arena("positions", "--mine", folder, "--out", folder / "games.jsonl")
        assert done.returncode == BAD_FILE
        assert (folder / "games.jsonl").read_bytes() == before

    # ---- asking ----

    def test_play_and_not(self):
        answer = self.answers("basic", self.write(POSITION))["answers"][0]["answer"]
        other = next(card for card in ("C9", "CA") if card != answer)
        for field, cards, passes in (("play", [answer], True), ("play", [other], False),
                                     ("not", [answer], False),
                                     ("play", [other, answer], True)):
            position = {key: value for key, value in POSITION.items() if key != "play"} | {field: cards}
            result = self.answers("basic", self.write(position))
            assert result["answers"][0]["passes"] == passes, position
            assert result["passed"] == passes

    def test_before_the_cards(self):
        """A bid, and an announcement with its discards, are answers, too."""
        bid = {"id": "bid", "deal": DEAL, "moves": "1 p 2 p", "play": ["18"]}
        game = {"id": "game", "deal": DEAL, "moves": "1 p 2 p 0 18 0 s w D9.CT", "play": ["G.C8.SQ"]}
        first = {"id": "first", "deal": DEAL, "moves": "", "not": ["18"]}
        result = self.answers("stammtisch", self.write(bid, game, first))
        assert result["answers"][0]["answer"] in ("18", "p")
        assert "." in result["answers"][1]["answer"]

    def test_discards_in_any_order(self):
        game = {"id": "game", "deal": DEAL, "moves": "1 p 2 p 0 18 0 s w D9.CT", "not": ["G.C8.SQ"]}
        answer = self.answers("stammtisch", self.write(game))["answers"][0]["answer"]
        code, one, other = answer.split(".")
        for field, passes in (("play", True), ("not", False)):
            turned = {key: game[key] for key in ("id", "deal", "moves")} | {field: [f"{code}.{other}.{one}"]}
            assert self.answers("stammtisch", self.write(turned))["passed"] == passes

    def test_all_that_is_recorded_can_be_repeated(self):
        """From any moment of a game, under rules that leave some answers out of the record: no bot is charged for it."""
        for rules, bot in (({"passed_in": "schieberamsch"}, PASS), ({"kontra": {"levels": 2, "when": "first_trick"}}, RANDOM)):
            positions = []
            for line in read_lines(self.play(bots={"b": bot}, seats=["b"] * 3, rules=rules, deals=8)):
                words = line["moves"].split()
                pairs = list(zip(words[::2], words[1::2]))
                positions += [{"id": f"{line['game']}-{n}", "deal": line["cards"], "moves": " ".join(" ".join(pair) for pair in pairs[:n]),
                               "play": [pairs[n][1]]} for n in range(0, len(pairs), 7) if pairs[n][0] != "w" and line["status"] == "ok"]
            rule_set = self.temp / "rules.json"
            rule_set.write_text(json.dumps(rules))
            # What answers a question that may be passed over in silence is not legal at the question itself.
            usable = list(itertools.islice((p for p in positions if arena(
                "positions", "basic", self.write(p), "--rules", rule_set, "--quiet").returncode == OK), 4))
            assert len(usable) == 4
            answers = self.answers(bad_bot("mixed"), self.write(*usable), "--rules", rule_set)["answers"]
            assert all(answer["answer"] for answer in answers)

    def test_interrupted(self):
        path = self.write(*(POSITION | {"id": f"p{n}"} for n in range(40)))
        process = subprocess.Popen([program(), "positions", f"{bad_bot('dawdles')}:ms=500", path], cwd=ROOT,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        wait_until_it_hears(process)
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=TIMEOUT)
        assert process.returncode == INTERRUPTED and not out and "interrupted" in errors

    def test_faults_fail(self):
        avoid = {key: POSITION[key] for key in ("deal", "moves")} | {"id": "two", "not": ["CA"]}
        path = self.write(POSITION, avoid)
        for what, fault in (("abort", "crash"), ("fail_timeout", "timeout")):
            bot = f"{bad_bot('faulty')}:what={what},when=card,percent=100"
            result = self.answers(bot, path)
            assert result["passed"] == 0, what
            assert [(answer["answer"], answer["fault"]) for answer in result["answers"]] == [("", fault)] * 2
            assert result["faults"] == {"illegal": 0, "timeout": 0, "crash": 0} | {fault: 2}
        assert f"answers that were faults: 2 {fault}\n" in self.ask(bot, path).stdout
        assert sum(f" {fault} " in line for line in self.ask(bot, path, "--list").stdout.split("\n\n")[0].splitlines()) == 2
        sound = self.answers("basic", path)
        assert not any(sound["faults"].values()) and "fault" not in sound["answers"][0]
        assert "fault" not in self.ask("basic", path).stdout

    def test_known(self):
        path, known = self.write(POSITION), self.temp / "known.txt"
        answer = self.answers("basic", path)["answers"][0]
        fails, passes = "# none\n\n", "one\n"
        known.write_text(fails if answer["passes"] else passes)
        self.ask("basic", path, "--known", known)
        known.write_text(passes if answer["passes"] else fails)
        done = self.ask("basic", path, "--known", known, code=REJECTED)
        assert f"newly {'passes' if answer['passes'] else 'fails'}:" in done.stdout

    def test_bad_files_are_refused_before_the_bot_is_asked(self):
        path, known = self.write(POSITION), self.temp / "known.txt"
        known.write_text("other\n")
        for words, message in [((path, "--known", known), "known.txt:1"), ((path, "--known", self.temp / "no"), "no: "),
                               ((path, "--known", self.temp), "is a folder; expected a file"),
                               ((self.temp,), "is a folder; expected a file")]:
            done = self.ask("basic", *words, code=BAD_FILE)
            assert message in done.stderr and done.stdout == ""

    def test_output(self):
        """The suite is the default."""
        failed = self.ask("stammtisch", SUITE, "--failed").stdout.split()
        assert failed == SUITE.with_name("stammtisch.txt").read_text().splitlines()[1:]
        table = arena("positions", "stammtisch", "--list").stdout
        assert "theme" in table and "stammtisch" in table and table.count("\nfails") >= len(failed) - 1

    def test_textbook(self):
        """Each position says why; the club player fails one, a bot that plays at random more than half."""
        positions = read_lines_of(TEXTBOOK)
        assert all(position["reason"] and re.fullmatch(r"[a-z' ]+, (easy|medium)", position["theme"]) for position in positions)
        assert self.ask("stammtisch", TEXTBOOK, "--failed").stdout.split() == ["fork-lowest-jack-2"]
        assert self.answers("random", TEXTBOOK)["passed"] < len(positions) / 2

    def test_bad_lines(self):
        for line, says in (
        ("{", "not JSON"), ("[]", "must be a JSON object"), (POSITION | {"id": ""}, '"id"'),
        (POSITION | {"id": "x" * 41}, '"id"'), (POSITION | {"deal": "CJ"}, '"deal"'),
        (POSITION | {"moves": MOVES + " 2 SJ"}, '"moves"'),
        (POSITION | {"play": []}, '"play"'),
        (POSITION | {"play": ["CA", "SJ"]}, '"play"'), (POSITION | {"play": "CA"}, '"play"'),
        (POSITION | {"theme": "x\u001b[31m"}, '"theme"'), (POSITION | {"theme": "x" * 61}, '"theme"'),
        (POSITION | {"not": ["CA"]}, '"play"'), (POSITION | {"play": ["C"]}, '"play"'),
        ({key: POSITION[key] for key in ("id", "deal", "moves")}, '"play"')):
            first = POSITION | {"id": "first"}
            text = line + "\n" if isinstance(line, str) else line
            done = self.ask("basic", self.write(first, text), code=BAD_FILE)
            assert says in done.stderr and ":2" in done.stderr, done.stderr

    def test_bad_files(self):
        assert '"id"' in self.ask("basic", self.write(POSITION, POSITION), code=BAD_FILE).stderr
        assert "no position" in self.ask("basic", self.write(), code=BAD_FILE).stderr
        self.ask("basic", self.temp / "missing", code=BAD_FILE)
        self.ask("no-such-bot", self.write(POSITION), code=USAGE)
        for arguments in (("--mine", "x"), (), ("basic", "x", "--out", "y"), ("basic", "x", "--count", 3),
                          ("basic", str(SUITE), "--failed", "--list"),
                          ("--mine", "x", "--out", "y", "--list"), ("--mine", "x", "basic")):
            assert arena("positions", *arguments).returncode == USAGE, arguments
