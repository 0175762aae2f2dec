# SPDX-License-Identifier: MIT
"""End-to-end tests of the pipe bot: every message against the schema, and children of all kinds."""
import json
import os
import random
import re
import shlex
import subprocess
import sys
import time
from typing import Any

import jsonschema
import pytest

import dealer
from harness import *
from test_variants import EVERYTHING, draw_rules, tokens

PIPES = ROOT / "tests" / "bots" / "pipes"
PROTOCOL = ROOT / "bots" / "pipe"
EVENTS = ("session_begin", "deal_begin", "observe", "game_begin", "game_end", "session_end")
MESSAGES = ("hello", "act", "deal_end", "bye", *EVENTS)
LIMIT = 700     # milliseconds, for children that hang
PATIENCE = 30000  # for all others: sanitizers and busy machines take their time


def python(script, *arguments):
    """A command; without what Python does not need here it starts in half the time."""
    return shlex.join([sys.executable, "-I", "-S", str(script), *map(str, arguments)])


def pipe(command, **options):
    return {"module": "pipe", "options": {"command": command} | options}


def child(name, *arguments, shell="exec "):
    """A child of tests/bots/pipes, imported: so it is compiled only once."""
    code = f"import sys; sys.path.insert(0, {str(PIPES)!r}); import {name}"
    return pipe(shell + shlex.join([sys.executable, "-I", "-S", "-c", code, *map(str, arguments)]))


def bad(what, when, percent=25, path=None, **how):
    return child("bad", what, when, percent, *([path] if path else []), **how)


def protocol_validator(name, strict=False):
    schema = json.loads((PROTOCOL / "protocol.schema.json").read_text())
    if strict:
        close_objects(schema)
    return jsonschema.Draft202012Validator(schema | {"anyOf": [{"$ref": f"#/$defs/{name}"}]})


def close_objects(schema):
    """What is not described is an error: so a test finds it."""
    if isinstance(schema, dict):
        if "properties" in schema:
            schema["additionalProperties"] = False
        for part in schema.values():
            close_objects(part)
    elif isinstance(schema, list):
        for part in schema:
            close_objects(part)


class PipeTest(RunTest):
    def play_recorded(self, wants=None, **fields):
        """Three random players; returns the folder and by name what was said to them and by them."""
        record = self.temp / f"record{self.count}"
        more = ["--wants", wants] if wants is not None else []
        bots = {name: child("legal", "--record", record / name, *more) for name in "abc"}
        folder = self.play("--workers", 1, bots=bots, seats=list("abc"), time_limit_ms=PATIENCE,
                           **fields)
        return folder, {name: self.dialogue(record / name) for name in "abc"}

    def dialogue(self, folder):
        """Of the child that played: the others were for the probe."""
        path = max(folder.glob("*.to"), key=lambda path: path.stat().st_size)
        return [[json.loads(line) for line in path.with_suffix(suffix).read_text().splitlines()]
                for suffix in (".to", ".from")]

    def assert_no_faults(self, folder):
        for bot in read_json(folder, "summary.json")["bots"]:
            assert not any(bot["faults"].values()), bot["faults"]


# ---- starting ------------------------------------------------------------------------------

GREETING = {"seq": 1, "type": "hello", "protocol": 1, "name": "x"}


class TestStart(PipeTest):
    def assert_refused(self, command, *words, **options):
        began = time.monotonic()
        done, out = self.run_config(bots={"p": pipe(command, **options), "r": RANDOM},
                                    seats=["p", "r", "r"])
        assert done.returncode == USAGE, done.stderr
        assert "cannot start" in done.stderr
        for word in words:
            assert word in done.stderr
        assert not out.exists()
        return time.monotonic() - began

    def test_commands_that_are_none(self):
        self.assert_refused("", "command")
        self.assert_refused("/there/is/no/such/bot", "exit status 127")
        self.assert_refused("true", "exit status 0")
        self.assert_refused("exit 3", "exit status 3")
        self.assert_refused("kill -9 $$", "signal 9")

    def test_command_is_required(self):
        done, _ = self.run_config(bots={"p": "pipe", "r": RANDOM}, seats=["p", "r", "r"])
        assert done.returncode == USAGE
        assert '"command" is empty' in done.stderr

    def test_children_that_say_nothing(self):
        self.assert_refused("sleep 60", "did not greet in 200 ms", start_ms=200)
        self.assert_refused("exec <&-; sleep 60", "did not", start_ms=200)  # greet, or listen
        self.assert_refused("exec >&-; sleep 60", "closed its standard output", start_ms=200)
        self.assert_refused("sleep 60 & exit 2", "exit status 2")

    def test_start_ms_has_limits(self):
        for value in (0, 9001, -1):
            done, _ = self.run_config(bots={"p": pipe("true", start_ms=value)}, seats=["p"] * 3)
            assert done.returncode == USAGE
            assert "1..9000" in done.stderr

    def test_wrong_greetings(self):
        cases = [
            ("hello", "no JSON object: hello"), ("[]", "no JSON object"), ("{", "no JSON object"),
            ({}, "seq"), (GREETING | {"seq": 2}, "seq"), (GREETING | {"seq": "1"}, "seq"),
            (GREETING | {"type": "act"}, '"type"'), (GREETING | {"type": None}, '"type"'),
            (GREETING | {"protocol": 2}, '"protocol" must be 1'),
            (GREETING | {"protocol": "1"}, '"protocol" must be 1'),
            (GREETING | {"name": ""}, '"name"'), (GREETING | {"name": 7}, '"name"'),
            (GREETING | {"wants": "observe"}, '"wants"'),
            (GREETING | {"wants": ["observe", "obsreve"]}, "unknown event: obsreve"),
            (GREETING | {"wants": [1]}, '"wants"'), (GREETING | {"variants": 3}, '"variants"'),
            (GREETING | {"variants": ["bok"]}, "unknown variant: bok"), (GREETING | {"forks": 1}, '"forks" must be true or false'),
        ]
        for greeting, word in cases:
            line = greeting if isinstance(greeting, str) else json.dumps(greeting)
            self.assert_refused(f"echo {shlex.quote(line)}; sleep 60", word)
        for missing in ("type", "protocol", "name"):
            less = {key: value for key, value in GREETING.items() if key != missing}
            self.assert_refused(f"echo {shlex.quote(json.dumps(less))}; sleep 60", missing)

    def test_variants_in_the_greeting(self):
        """What the child supports, not the module: a run warns, and `check` asks for no more."""
        def bot(variants):
            code = (f"import sys; sys.path.insert(0, {str(PIPES)!r}); import player; "
                    f"old = player.Player.hello; player.Player.hello = lambda self: "
                    f"old(self) | {{'variants': {variants}}}; player.Player().run()")
            return shlex.join([sys.executable, "-I", "-S", "-c", code])
        cases: Any = ((["ramsch", "bock"], "kontra"), ([], "ramsch"))
        for variants, missing in cases:
            done, _ = self.run_config("--quiet", bots={"p": pipe(bot(variants)), "r": RANDOM},
                                      seats=["p", "r", "r"], rules="stammtisch", deals=1)
            assert done.returncode == OK, done.stderr
            told = re.search("p does not know (.*):", done.stderr)[1]
            assert missing in told and not set(variants) & set(told.split(", "))
        done = arena("check", f"pipe:command={bot([])},start_ms=9000", "--deals", 1, "--time-limit", 30000,
                     "--json")
        plays = [line["check"] for line in json.loads(done.stdout)["checks"]
                 if line["check"].startswith("play ")]
        assert done.returncode == OK, done.stdout
        assert "play isko" in plays and "play stammtisch" not in plays

    def test_a_long_line_for_a_greeting(self):
        self.assert_refused("yes | tr -d '\\n'", "more than a megabyte: yyyy")

    def test_what_is_shown_of_a_line_is_cut_and_plain(self):
        done, _ = self.run_config(bots={"p": pipe("printf '\\033[31m%0500d\\n' 7")},
                                  seats=["p"] * 3)
        assert "no JSON object: ?[31m000" in done.stderr
        assert "\033" not in done.stderr
        assert max(map(len, done.stderr.splitlines())) < 400

    def test_standard_error_is_the_users(self):
        folder = self.write_config(bots={"p": bad("standard_error", "card", 100), "r": RANDOM},
                                   seats=["p", "r", "r"], deals=3)
        done = arena("run", folder, "--out", self.temp / "out", "--json")
        assert done.returncode == OK, done.stderr
        assert "a word aside" in done.stderr
        assert "a word aside" not in done.stdout
        json.loads(done.stdout)


# ---- the messages --------------------------------------------------------------------------

def written(actions):
    """Without what a log does not write: silence, and the taking of cards that are then passed on."""
    for action, after in zip(actions, actions[1:] + [(None, None)]):
        passes_on = after[1] == "pass_on" or isinstance(after[1], dict) and "pass_on" in after[1]
        if action[1] != "play_on" and not (
                action[1] == "pick_up" and passes_on and action[0] == after[0]):
            yield action


def public(action):
    """A token of the log for what everybody hears of an action."""
    words = {"hold": "y", "yes": "y", "no": "n", "pass": "p", "pick_up": "s", "rum": "r",
             "concede": "RE", "turn": "t", "kontra": "K", "knock": "k", "give_up": "g", "claim": "CL", "pass_on": "x",
             "exchange": "e"}
    if isinstance(action, str):
        return words[action]
    if "bid" in action:
        return str(action["bid"])
    if "call" in action:
        return "f." + action["call"]
    return action.get("declare") or action.get("card") or words[next(iter(action))]


def token(action):
    """The same with what is secret."""
    cards = [] if isinstance(action, str) else next(
        (action[key] for key in ("discards", "pass_on", "exchange") if key in action), [])
    return ".".join([public(action)] + cards)


GIFTS = {"schenken": "all", "concede": "never"}


class TestMessages(PipeTest):
    def test_schema_is_a_schema(self):
        schema = json.loads((PROTOCOL / "protocol.schema.json").read_text())
        jsonschema.Draft202012Validator.check_schema(schema)

    def assert_lines_valid(self, dialogue):
        said, answered = dialogue
        validators = {name: protocol_validator(name, strict=True) for name in MESSAGES}
        for message in said:
            validator = validators[message["type"]]
            if not validator.is_valid(message):
                error = next(validator.iter_errors(message))
                pytest.fail(f"{message}\n{error.json_path}: {error.message[:500]}")
        self.assert_answers_valid({message["seq"]: message for message in said}, answered)

    def assert_answers_valid(self, questions, answers):
        validators = {}
        for answer in answers:
            question = questions[answer["seq"]]
            name = {"hello": "answer_hello", "act": "answer_" + question.get("decision", {})
                    .get("kind", "")}.get(question["type"], "answer_end")
            valid = validators.setdefault(name, protocol_validator(name))
            assert valid.is_valid(answer), f"{name}: {answer}"

    @pytest.mark.long
    def test_all_messages_of_a_game_are_valid(self):
        for rules in ("isko", "stammtisch", EVERYTHING):
            _, dialogues = self.play_recorded(rules=rules, deals=repeat(12, 2), sessions=2)
            for dialogue in list(dialogues.values())[:repeat(3, 1)]:
                self.assert_lines_valid(dialogue)

    def test_numbers_count_and_order_holds(self):
        _, dialogues = self.play_recorded(rules="stammtisch", deals=20, sessions=2)
        for said, answered in dialogues.values():
            assert [message["seq"] for message in said] == list(range(1, len(said) + 1))
            letters = {"hello": "h", "session_begin": "(", "deal_begin": "<", "observe": "",
                       "act": "", "game_begin": "[", "game_end": "]", "deal_end": ">",
                       "session_end": ")", "bye": "b"}
            text = "".join(letters[message["type"]] for message in said)
            assert re.search(r"^h(\((<(\[\])?>){20}\)){2}b$", text)
            asked = [message["seq"] for message in said
                     if message["type"] in ("hello", "act", "deal_end", "session_end")]
            assert [answer["seq"] for answer in answered] == asked

    def test_rules_are_those_of_the_manifest(self):
        chance = random.Random(5)
        for _ in range(repeat(12, 5)):
            folder, dialogues = self.play_recorded(rules=draw_rules(chance), deals=1)
            rules = read_json(folder, "manifest.json")["rules"]
            rules = {key: value for key, value in rules.items()
                     if key not in ("deals", "stake", "stake_rounding")}
            message = next(message for message in dialogues["a"][0]
                           if message["type"] == "session_begin")
            ladder = message["rules"].pop("ladder")
            assert message["rules"] == {"hand_cards": 10, "aside_cards": 0} | rules
            assert message["deals"] == 1
            assert ladder == sorted(set(ladder))

    @pytest.mark.long
    def test_wants(self):
        for wants in ("", *EVENTS, "deal_begin,observe"):
            folder, dialogues = self.play_recorded(wants=wants, deals=4, sessions=2)
            self.assert_no_faults(folder)
            types = {message["type"] for message in dialogues["a"][0]}
            expected = {"hello", "act", "deal_end", "bye"} | set(wants.split(","))
            assert types - {""} == expected - {""}

    def test_limits_are_told(self):
        _, dialogues = self.play_recorded(deals=1)
        hello = dialogues["a"][0][0]
        assert hello["time_limit_ms"] == PATIENCE
        assert (hello["bank_ms"], hello["cpu_limit_ms"], hello["node_budget"]) == (0, 0, 0)
        _, dialogues = self.play_recorded(deals=1, bank_ms=3000, cpu_limit_ms=40000, node_budget=5)
        hello = dialogues["b"][0][0]
        assert (hello["bank_ms"], hello["cpu_limit_ms"], hello["node_budget"]) == (3000, 40000, 5)

    def by_deal(self, dialogue):
        """[(position, actions, events)] of each deal."""
        said, answered = dialogue
        answers = {answer["seq"]: answer for answer in answered}
        deals = []
        for message in said:
            if message["type"] == "deal_begin":
                deals.append((message["view"]["position"], [], []))
            elif message["type"] == "act":
                deals[-1][1].append(answers[message["seq"]]["action"])
            elif message["type"] == "observe":
                deals[-1][2].append((str(message["position"]), message["action"]))
        return deals

    def assert_log_is_the_dialogue(self, folder, dialogues):
        """What a child answered is what was played, and what all heard is what all did."""
        deals = {name: self.by_deal(dialogue) for name, dialogue in dialogues.items()}
        for index, line in enumerate(read_lines(folder)):
            moves = [(who, text) for who, text in tokens(line) if who != "w"]
            for position, seat in enumerate(line["seats"]):
                told, actions, events = deals[line["table"][seat]][index]
                assert told == position
                own = [text for who, text in moves if who == str(position)]
                done = written([(position, action) for action in actions])
                assert [token(action) for _, action in done] == own
                heard = [(who, public(action)) for who, action in written(events)]
                assert heard == [(who, text if text.startswith("f.") else text.split(".")[0]) for who, text in moves]

    @pytest.mark.long
    def test_every_decision_under_every_rule_set(self):
        kinds, decisions, deals = set(), 0, repeat(45, 8)
        chance = random.Random(11)
        for rules in ("isko", "stammtisch", "swedish", "dutch", "ramsch-only", "bierlachs",
                      "tourneeskat", EVERYTHING, GIFTS, {"auction": "suits"}, *(draw_rules(chance) for _ in range(repeat(8, 4)))):
            folder, dialogues = self.play_recorded(rules=rules, deals=max(deals, 36) if rules == GIFTS else deals, seed=2)
            self.assert_sound(folder)
            self.assert_no_faults(folder)
            self.assert_log_is_the_dialogue(folder, dialogues)
            asked = [message["decision"]["kind"] for dialogue in dialogues.values()
                     for message in dialogue[0] if message["type"] == "act"]
            kinds |= set(asked)
            decisions += len(asked)
        assert kinds == {"bid", "hold", "game", "declare", "concede", "card", "kontra",
                       "agree", "gift", "grand_hand", "schieben", "pass_on", "exchange",
                       "turn", "consent", "call", "hold_call", "knock"}
        assert decisions > repeat(10000, 1000)

    @pytest.mark.long
    def test_every_decision_of_the_other_games(self):
        kinds = set()
        for game in ("6er-skat", "herzblatt", "ass", "raeuberskat", "idiotenskat"):
            folder, dialogues = self.play_recorded(rules={"game": game}, deals=repeat(12, 2))
            self.assert_sound(folder)
            self.assert_no_faults(folder)
            for dialogue in dialogues.values():
                if FULL or dialogue is dialogues["a"]:
                    self.assert_lines_valid(dialogue)
                kinds |= {message["decision"]["kind"] for message in dialogue[0]
                          if message["type"] == "act"}
        assert {"offer", "choose", "blind", "declare"} <= kinds

    def test_random_numbers_are_of_deal_and_seat(self):
        _, dialogues = self.play_recorded(deals=30)
        numbers = [message["random"] for said, _ in dialogues.values()
                   for message in said if message["type"] == "deal_begin"]
        assert len(set(numbers)) == 90
        _, again = self.play_recorded(deals=30, wants="deal_begin")
        assert numbers == [message["random"] for said, _ in again.values()
                         for message in said if message["type"] == "deal_begin"]


class TestSeeds(PipeTest):
    """Random numbers of a question's own, for children that sample."""
    SEED = 20261126

    def questions(self, seats, *how, **fields):
        """What a child in seat 0 was asked in fifteen deals, in order."""
        notes = self.temp / f"notes{self.count}"
        folder = self.play("--workers", 1, bots={"a": child("notes", notes, *how), "r": RANDOM, "p": PASS},
                           seats=seats, deals=15, seed=self.SEED, time_limit_ms=PATIENCE, **fields)
        self.assert_no_faults(folder)
        return [json.loads(line) for line in notes.read_text().splitlines()]

    def test_only_who_asks_gets_them(self):
        with_seeds, without = self.questions(["a", "r", "p"], "seeds"), self.questions(["a", "r", "p"])
        assert without and [{**question, "seed": None} for question in without] == [
            {**question, "seed": None} for question in with_seeds]
        assert all(re.fullmatch("[0-9a-f]{32}", question["seed"]) for question in with_seeds)
        assert not any("seed" in question for question in without)

    def test_a_question_of_another_seating_has_the_same(self):
        """Whatever is different elsewhere: who sits there, and what was said before a card."""
        def by(keys, questions):
            found = {}
            for question in questions:
                found.setdefault(keys(question), set()).add(question["seed"])
            return found

        whole = lambda question: json.dumps([question["view"], question["decision"]])
        card = lambda question: (tuple(question["view"]["dealt"]), sum(len(trick["cards"]) for trick in question["view"]["played"]))
        one, other = self.questions(["a", "r", "p"], "seeds"), self.questions(["a", "p", "r"], "seeds")
        mine, theirs = by(whole, one), by(whole, other)
        both = mine.keys() & theirs.keys()
        assert len(both) >= 5 and len(mine.keys() - both) > 15
        assert all(len(mine[question] | theirs[question]) == 1 for question in both)
        cards = [[question for question in questions if question["decision"]["kind"] == "card"] for questions in (one, other)]
        mine, theirs = by(card, cards[0]), by(card, cards[1])
        both = mine.keys() & theirs.keys()
        assert len(both) > 30
        assert all(len(mine[place] | theirs[place]) == 1 for place in both)
        assert any(a["view"]["bid"] != b["view"]["bid"] for a in cards[0] for b in cards[1] if card(a) == card(b))
        seeds = [question["seed"] for question in one]
        assert len(set(seeds)) == len(seeds), "two questions have the same numbers"

    def test_from_the_page_alone(self):
        """README.md, a second time."""
        deck = [suit + rank for suit in "DHSC" for rank in "789QKTAJ"]
        kinds = {"bid": 1, "hold": 2, "game": 3, "declare": 4, "card": 6}
        source, keys = dealer.Dealer(self.SEED), {}
        for deal in range(15):
            stream = source.stream(0, deal, 256)
            _, *key = [stream.bits() for _ in range(3)]
            keys[frozenset(source.deal(0, deal, deck, (3, -2, 4, 3))[(0 - deal - 1) % 3])] = key
        questions = self.questions(["a", "r", "p"], "seeds")
        assert {"bid", "hold", "card"} <= {question["decision"]["kind"] for question in questions} <= set(kinds)
        for question in questions:
            view, kind = question["view"], question["decision"]["kind"]
            played = sum(len(trick["cards"]) for trick in view["played"])
            told = bytes([kinds[kind], played, 0, 0, 255, 0, 0, view["position"]])
            message = told + dealer.words(view["bid"] if kind in ("bid", "hold") else 0)
            digest = dealer.siphash128(dealer.words(*keys[frozenset(view["dealt"])]), message)
            assert question["seed"] == "".join(f"{int.from_bytes(digest[at:at + 8], 'little'):016x}" for at in (0, 8))

    def test_side_by_side_and_alone_are_alike(self):
        alone = self.questions(["a", "r", "p"], "seeds")
        batched = self.questions(["a", "r", "p"], "seeds", "batch", tables=8)
        assert sorted(map(json.dumps, alone)) == sorted(map(json.dumps, batched))

    def test_seeds_must_be_a_flag(self):
        greeting = json.dumps(GREETING | {"seeds": 1})
        done, _ = self.run_config(bots={"p": pipe(f"echo {shlex.quote(greeting)}"), "r": RANDOM}, seats=["p", "r", "r"])
        assert done.returncode == USAGE and '"seeds" must be true or false' in done.stderr

    def test_worlds_of_the_page(self):
        """World n is the same however many are drawn."""
        code = next(block for block in re.findall("```python\n(.*?)```", (PROTOCOL / "README.md").read_text(), re.S)
                    if "def world(" in block)
        scope: dict[str, Any] = {}
        exec(code, scope)  # noqa: S102  # the page's own example
        hidden = [suit + rank for suit in "CSHD" for rank in "AKQJT987"][:22]
        worlds = [scope["world"]("00ff" * 8, number, hidden) for number in range(20)]
        assert worlds[7] == scope["world"]("00ff" * 8, 7, hidden) != scope["world"]("00fe" * 8, 7, hidden)
        assert all(sorted(world) == sorted(hidden) for world in worlds)
        assert len(set(map(tuple, worlds))) == 20


# ---- faults --------------------------------------------------------------------------------

QUESTIONS = ("card", "deal_end")
CRASHES = [
    # Not at session_begin, where it costs every game: below.
    *(("exit", when) for when in ("deal_begin", "observe", "bid", "hold", "game", "declare", "card",
                                  "game_begin", "game_end", "deal_end")),
    *(("kill_self", when) for when in ("deal_begin", "card", "deal_end")),
    *((what, when) for when in QUESTIONS for what in (
        "close_output", "close_both", "half_a_line", "orphan", "not_json", "cut_json", "array",
        "number", "zero", "huge", "future")),
    *((what, "bid") for what in ("half_a_line", "orphan", "not_json", "future")),
    *((what, "card") for what in (
        "more_behind", "control", "zero_line", "deep", "huge_line", "flood", "stray_before",
        "stray_behind", "far_future", "negative", "zeroth", "no_seq", "text_seq", "fraction")),
    ("not_json", "observe"), ("flood", "observe"), ("not_json", "game_end"),
]
ILLEGAL = [
    *((what, when) for when in ("bid", "hold", "game", "declare", "card") for what in (
        "no_action", "null_action", "number_action", "unknown_word", "other_word", "empty_object",
        "two_actions", "huge_bid", "negative_bid", "half_bid", "no_card", "long_card",
        "card_of_nobody")),
    *(("odd_bid", when) for when in ("bid", "hold", "game", "declare")),
    ("card_of_another", "card"),
    *((what, "declare") for what in ("unknown_game", "long_game", "many_spitzen", "no_discards",
                                     "same_discards", "many_discards")),
]
LATE = [("hang", "bid"), ("hang", "card"), ("hang", "deal_end"), ("hang", "observe"),
        ("deaf", "bid"), ("deaf", "game_begin")]
HARMLESS = [("twice", "card"), ("twice", "deal_end"), ("blank_lines", "card"),
            ("answers_all", "observe"), ("answers_all", "deal_begin"), ("long_answer", "bid"),
            ("standard_error", "observe"), ("line_ends", "card"), ("pieces", "bid"),
            ("exit", "bye"), ("stays", "bye"), ("close_output", "bye"), ("not_json", "bye"),
            ("exit", "session_end"), ("not_json", "session_end")]
RARE = {"hold": "basic", "game": PASS, "declare": PASS}  # others that bring it to these


class TestFaults(PipeTest):
    deals = repeat(24, 12)
    baselines = {}

    def fields(self, bot, when, limit=PATIENCE, **more):
        others = RARE.get(when, RANDOM)
        return {"bots": {"f": bot, "r": others}, "seats": ["f", "r", "r"], "deals": self.deals,
                "time_limit_ms": limit} | more

    def baseline(self, when, **more):
        key = (str(RARE.get(when)), json.dumps(more, sort_keys=True))
        if key not in self.baselines:
            folder = self.play("--workers", 1, **self.fields(child("legal"), when, **more))
            self.assert_no_faults(folder)
            self.baselines[key] = read_lines(folder)
        return self.baselines[key]

    def check_faults(self, folder, when, status):
        """A fault costs its game; every other game is the one that would have been."""
        self.assert_sound(folder)
        faults = 0
        for line, usual in zip(read_lines(folder), self.baseline(when)):
            if "fault" not in line:
                assert line == usual
                continue
            faults += 1
            assert line["status"] == status
            assert line["table"][line["fault"]] == "f"
            moves = line["moves"]
            if status == "illegal":
                moves = " ".join(moves.split(" ")[:-2])
            assert usual["moves"].startswith(moves), moves
        assert faults > 0, "nothing happened in this run"
        assert faults < self.deals

    def check(self, what, when, status, percent=20, **more):
        percent = 60 if when in RARE else percent
        done, out = self.run_config("--workers", 1,
                                    **self.fields(bad(what, when, percent), when, **more))
        assert done.returncode == OK, done.stderr
        assert "where no game could be charged" not in done.stderr
        self.check_faults(out, when, status)
        return done.stderr

    @pytest.mark.parametrize("what, when", covering(some(CRASHES)))
    def test_crashes(self, what, when):
        self.check(what, when, "crash")

    @pytest.mark.parametrize("what, when", covering(some(ILLEGAL)))
    def test_illegal_answers(self, what, when):
        self.check(what, when, "illegal")

    @pytest.mark.parametrize("what, when", some(LATE))
    @pytest.mark.long
    def test_late_answers(self, what, when):
        words = self.check(what, when, "timeout", percent=12, limit=LIMIT)
        assert "did not answer in time" not in words  # `faults` has it

    @pytest.mark.long
    def test_account(self):
        """What is late without an account is in time with one; but it holds so much a deal only."""
        self.check("slow", "card", "timeout", percent=12, limit=300)
        bot = bad("slow", "card", 12)
        folder = self.play("--workers", 1, **self.fields(bot, "card", limit=LIMIT, bank_ms=1500))
        assert read_lines(folder) == self.baseline("card")
        folder = self.play("--workers", 1,
                           **self.fields(bad("hang", "card", 12), "card", limit=LIMIT, bank_ms=500))
        self.check_faults(folder, "card", "timeout")

    @pytest.mark.parametrize("isolation", ("none", "process"))
    @pytest.mark.parametrize("what, status", (("compute", "timeout"), ("have_it_computed", "timeout"), ("nothing", "ok")))
    def test_processor_time(self, what, status, isolation):
        """Of the child and what it starts; not the time for which `pipe` waits."""
        folder = self.play("--workers", 1, **self.fields(bad(what, "card", 100), "card", deals=2, cpu_limit_ms=500, isolation=isolation))
        assert {line["status"] for line in read_lines(folder)} == {status}

    def test_beside_isolated_bots(self):
        """Where other bots are isolated, this module is not, and plays as ever."""
        for isolation in ("none", "process"):
            done, out = self.run_config("--workers", 1, **self.fields(bad("exit", "card", 20), "card",
                                                                      isolation=isolation))
            assert done.returncode == OK, done.stderr
            self.check_faults(out, "card", "crash")

    @pytest.mark.parametrize("what, when", covering(some(HARMLESS)))
    def test_harmless(self, what, when):
        folder = self.play("--workers", 1, **self.fields(bad(what, when, 100), when, sessions=2))
        assert read_lines(folder) == self.baseline(when, sessions=2)

    @pytest.mark.long
    def test_reasons(self):
        cases = [("exit", "card", "exit status 3"), ("kill_self", "card", "signal 9, Killed"),
                 ("orphan", "card", "exit status 4"), ("close_output", "card", "closed its"),
                 ("not_json", "card", "no JSON object: hello, world"),
                 ("control", "card", "no JSON object: ?[2J??"),
                 ("huge", "card", "more than a megabyte: xxxx"),
                 ("future", "card", "a seq that was never sent"),
                 ("unknown_word", "card", 'not an action for this decision: "fold"'),
                 ("ugly_word", "card", 'for this decision: "\\u001b[31m???xxx'),
                 ("no_action", "card", 'there is no "action"')]
        for what, when, words in cases:
            done, out = self.run_config("--workers", 1,
                                        **self.fields(bad(what, when, 100), when, deals=2))
            assert done.returncode == OK, done.stderr
            assert f"faults {out}` says why" in done.stdout
            self.assert_said_once(words, arena("faults", out).stdout, self.faults(out), done.stderr)

    def assert_said_once(self, words, shown, faults, errors):
        """Either it is the reason that the game was lost by, or else what the bot said to that."""
        for fault in faults:
            said = fault.get("output", "").count(words)
            assert fault["what"].count(words) + said == 1, fault
            # Equal lines, one after another, are shown once.
            assert said <= errors.count(words) <= said * len(faults)
        assert shown.count(words) == len(faults)
        for text in (shown, errors):
            assert not set("\033\x7f\x9b") & set(text)
            assert max(map(len, text.splitlines()), default=0) < 300

    @pytest.mark.parametrize("what, when",
        (("exit", "session_begin"), ("exit", "deal_begin"), ("exit", "observe"),
         ("not_json", "deal_end")))
    def test_in_every_deal(self, what, when):
        folder = self.play("--workers", 1, **self.fields(bad(what, when, 100), when))
        self.assert_sound(folder)
        assert ({(line["status"], line.get("fault")) for line in read_lines(folder)}
                == {("crash", 0)})

    def test_no_more_children(self):
        """It dies, and what is started in its place does not even greet: each game is lost."""
        mark = self.temp / "mark"
        bot = bad("gone_for_good", "card", 20, mark)
        folder = self.play("--workers", 1, **self.fields(bot, "card"))
        self.assert_sound(folder)
        statuses = [line["status"] for line in read_lines(folder)]
        first = statuses.index("crash")
        assert first > 0
        assert set(statuses[first:]) == {"crash"}
        assert "crash" not in statuses[:first]

    def test_slow_starts_need_no_long_limit(self):
        """The command takes longer than a call may: before the first game that costs nothing. Later, in
        place of one that crashed, the game is lost, and the child is waited for."""
        for command, statuses in ((child("legal"), {"ok"}),
                                  (bad("exit", "card", 20), {"ok", "crash", "timeout"})):
            command = "sleep 0.7; " + command["options"]["command"]  # of which less is counted if who watches gets little processor
            done, out = self.run_config("--workers", 1, **self.fields(pipe(command), "card", limit=200))
            assert done.returncode == OK, done.stderr
            self.assert_sound(out)
            assert "where no game could be charged" not in done.stderr
            found = {line["status"] for line in read_lines(out)}
            assert found - {"conceded"} == statuses

    @pytest.mark.parametrize("what, when", some([
        ("nothing", "card"), ("exit", "card"), ("exit", "deal_begin"), ("not_json", "observe"),
        ("exit", "session_end")] + repeat([
        ("exit", "deal_end"), ("exit", "game_end"), ("stray_behind", "card"), ("unknown_word", "card")], [])))
    def test_same_bytes_for_any_number_of_workers(self, what, when):
        bots = {"f": bad(what, when, 20), "l": child("legal"), "r": RANDOM}
        fields = {"bots": bots, "seats": ["f", "l", "r"], "schedule": "rotations",
                  "deals": repeat(9, 3), "sessions": repeat(3, 2), "time_limit_ms": PATIENCE}
        one, four = (self.play("--workers", workers, **fields) for workers in (1, repeat(4, 3)))
        self.assert_same_bytes(one, four)
        assert self.reasons(one) == self.reasons(four)
        self.assert_sound(one)

    def faults(self, folder):
        path = folder / "faults.jsonl"
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    def reasons(self, folder):
        return [(fault["game"], fault["bot"], fault["what"]) for fault in self.faults(folder)]

    @pytest.mark.long
    def test_where_sessions_are_played_in_one_piece(self):
        bots = {"f": bad("exit", "card", 10), "l": child("legal")}
        fields = {"bots": bots, "seats": ["f", "l", "l"], "rules": EVERYTHING, "deals": 6,
                  "sessions": repeat(8, 4), "time_limit_ms": PATIENCE}
        one, four = (self.play("--workers", workers, **fields) for workers in (1, 4))
        self.assert_same_bytes(one, four)
        self.assert_sound(one)

    def test_composed(self):
        """Two children of one bot, each asked its part and told of everything."""
        bots = {"c": {"bid": child("legal"), "play": bad("exit", "deal_begin", 30)},
                "r": RANDOM}
        folder = self.play(bots=bots, seats=["c", "r", "r"], deals=self.deals,
                           time_limit_ms=PATIENCE)
        self.assert_sound(folder)
        statuses = [line["status"] for line in read_lines(folder)]
        assert 0 < statuses.count("crash") < len(statuses)

    def test_other_bots_faults(self):
        """A worker ends by another bot's crash: with it the children, and the next has new ones."""
        bots = {"l": child("legal"), "f": bad_bot("faulty", what="abort", percent=10)}
        folder = self.play(bots=bots, seats=["l", "f", "f"], deals=self.deals,
                           time_limit_ms=PATIENCE)
        self.assert_sound(folder)
        faults = [line["table"][line["fault"]] for line in read_lines(folder) if "fault" in line]
        assert set(faults) == {"f"}


# ---- processes -----------------------------------------------------------------------------

class TestProcesses(PipeTest):
    def assert_gone(self, mark):
        """No process has the mark on its command line: it takes a moment until all are gone."""
        until = time.monotonic() + TIMEOUT
        while left := self.processes(mark):
            assert time.monotonic() < until, left
            time.sleep(0.02)

    def processes(self, mark):
        found = []
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{name}/cmdline", "rb") as file:
                    line = file.read()
            except OSError:
                continue
            if mark.encode() in line:
                found.append((name, line))
        return found

    def marked(self, what, when, percent=100, **how):
        """A child with a word of its own, and the word. The file of that name is never made."""
        mark = str(self.temp / f"mark{self.count}")
        return bad(what, when, percent, mark, **how), mark

    @pytest.mark.parametrize("shell", ("exec ", "", "cat | "))
    @pytest.mark.parametrize("what, when", (
        ("nothing", "card"), ("orphan", "card"), ("stays", "bye"), ("hang", "card"),
        ("close_both", "card"), ("orphan", "bye"), ("daemon", "card"), ("daemon", "bye"),
        ("daemon_and_hang", "card"), ("daemon_and_crash", "card")))
    def test_nobody_is_left(self, what, when, shell):
        bot, mark = self.marked(what, when, 20, shell=shell)
        self.play("--workers", repeat(2, 1), bots={"p": bot, "r": RANDOM}, seats=["p", "r", "r"],
                  deals=6, time_limit_ms=LIMIT)
        self.assert_gone(mark)

    def test_nobody_is_left_after_a_failed_start(self):
        word = f"61.{os.getpid()}"  # no other test's
        for command in (f"sleep {word}", f"sleep {word} & sleep {word} & wait",
                        f"(setsid sleep {word} >/dev/null 2>&1 &) ; exit 3"):
            self.run_config(bots={"p": pipe(command, start_ms=100)}, seats=["p"] * 3)
            self.assert_gone(word)

    @pytest.mark.parametrize("shell", ("exec ", "", "cat | "))
    @pytest.mark.parametrize("what", ("hang", "daemon_and_hang"))
    def test_nobody_is_left_when_the_program_is_killed(self, what, shell):
        """Nor does anybody wait for the end of input: the child hangs."""
        bot, mark = self.marked(what, "card", shell=shell)
        config = self.write_config(bots={"p": bot, "r": RANDOM}, seats=["p", "r", "r"],
                                   time_limit_ms=0)
        process = subprocess.Popen(
            [program(), "run", config, "--out", self.temp / f"out{self.count}"], cwd=ROOT,
            stderr=subprocess.DEVNULL)
        wait_until(lambda: self.processes(mark))
        time.sleep(0.2)  # into the first game, mostly: it must hold at any moment
        process.kill()
        process.wait()
        self.assert_gone(mark)

    def test_no_time_limit(self):
        folder = self.play(bots={"p": bad("orphan", "card", 20), "r": RANDOM},
                           seats=["p", "r", "r"], deals=12, time_limit_ms=0)
        assert "crash" in {line["status"] for line in read_lines(folder)}

    def test_surroundings(self):
        """Only three descriptors, no ignored signals, a session of its own, the folder of the run."""
        notes = self.temp / "notes"
        script = ("import os, signal, sys; "
                  "print(sorted(int(name) for name in os.listdir('/proc/self/fd'))[:-1], "
                  "[n for n in range(1, 31) if n not in (9, 19) and "
                  "signal.getsignal(n) == signal.SIG_IGN and n not in (13, 25)], "
                  "os.getsid(0) == os.getpgid(0), os.getcwd(), "
                  f"file=open({str(notes)!r}, 'w'))")
        command = f"{shlex.join([sys.executable, '-I', '-S', '-c', script])}; " + \
            child("legal")["options"]["command"]
        self.play(bots={"p": pipe(command), "r": RANDOM}, seats=["p", "r", "r"], deals=2,
                  time_limit_ms=PATIENCE)
        assert notes.read_text() == f"[0, 1, 2] [] True {ROOT}\n"


# ---- what is in the tree -------------------------------------------------------------------

class TestDocuments(PipeTest):
    def test_sample_config(self):
        out = self.temp / "out"
        done = arena("run", ROOT / "configs" / "pipe.json", "--deals", 6, "--out", out, "--quiet")
        assert done.returncode == OK, done.stderr
        self.assert_no_faults(out)
        self.assert_sound(out)

    @pytest.mark.long
    def test_example_under_other_rules(self):
        example = pipe(python(PROTOCOL / "example.py"))
        for rules in ("stammtisch", "ramsch-only", "swedish", EVERYTHING):
            folder = self.play("--workers", 1, bots={"e": example, "r": RANDOM},
                               seats=["e", "r", "r"], schedule="rotations", rules=rules, deals=repeat(40, 9),
                               time_limit_ms=PATIENCE)
            self.assert_sound(folder)
            self.assert_no_faults(folder)

    @pytest.mark.long
    def test_example_in_other_games(self):
        example = pipe(python(PROTOCOL / "example.py"))
        for seats, games in (("err", ("tourneeskat", "6er-skat", "herzblatt", "ass", "raeuberskat",
                                      "idiotenskat")), ("er", ("strohmann", "offiziersskat"))):
            for game in games:
                folder = self.play("--workers", 1, bots={"e": example, "r": RANDOM},
                                   seats=list(seats), schedule="rotations", rules=game, deals=repeat(24, 6),
                                   time_limit_ms=PATIENCE)
                self.assert_sound(folder)
                self.assert_no_faults(folder)

    def test_example_is_short_and_plays_well(self):
        lines = (PROTOCOL / "example.py").read_text().splitlines()
        assert len([line for line in lines if line.strip()]) < 85
        folder = self.play(bots={"e": pipe(python(PROTOCOL / "example.py")), "b": "basic"},
                           seats=["e", "b", "b"], schedule="rotations", deals=60,
                           time_limit_ms=PATIENCE)
        example, basic = read_json(folder, "summary.json")["bots"]
        assert example["seeger_fabian"]["per_36"] > basic["seeger_fabian"]["per_36"]

    def test_examples_of_the_page(self):
        """Each line of its blocks is a message of the protocol; {...} stands for the one view."""
        text = (PROTOCOL / "README.md").read_text()
        lines = [line for block in re.findall(r"```json\n(.*?)```", text, re.S)
                 for line in block.splitlines()]
        view = re.search(r'"view":(\{"position".*?\}),"decision"', text).group(1)
        to_bot, from_bot = (protocol_validator(name) for name in ("to_bot", "from_bot"))
        seen = set()
        for line in lines:
            message = json.loads(line[2:].replace("{...}", view))
            validator = to_bot if line.startswith("> ") else from_bot
            assert validator.is_valid(message), line
            seen.add(message.get("type"))
        assert set(MESSAGES) <= seen
