# SPDX-License-Identifier: MIT
"""End-to-end tests of the pipe bot: every message against the schema, and children of all kinds. Python is dear to start: bad children
do another bad thing in each deal of one run."""
import collections
import functools
import json
import os
import re
import shlex
import subprocess
import sys
from typing import Any

import pytest

import dealer
from harness import *
from test_variants import EVERYTHING, tokens

PIPES = ROOT / "tests" / "bots" / "pipes"
PROTOCOL = ROOT / "bots" / "pipe"
EVENTS = ("session_begin", "deal_begin", "observe", "game_begin", "game_end", "session_end")
MESSAGES = ("hello", "act", "deal_end", "bye", *EVENTS)
LIMIT = 700     # milliseconds, for children that hang
PATIENCE = 30000  # for all others: sanitizers and busy machines take their time
LIMITS = ("time_ms", "bank_ms", "cpu_ms", "start_ms", "memory_mb", "nodes")


# Of files that a command names the manifest has hashes: that of the interpreter would take longer than its start.
os.environ["PIPE_PYTHON"] = sys.executable
PYTHON = '"$PIPE_PYTHON" -I -S '  # without what Python does not need here it starts in half the time


def python(script, *arguments):
    return PYTHON + shlex.join([str(script), *map(str, arguments)])


def pipe(command, **limits):
    return {"module": "pipe", "options": {"command": command}} | ({"limits": limits} if limits else {})


def child(name, *arguments, shell="exec "):
    """A child of tests/bots/pipes, imported: so it is compiled only once."""
    code = f"import sys; sys.path.insert(0, {str(PIPES)!r}); import {name}"
    return pipe(shell + PYTHON + shlex.join(["-c", code, *map(str, arguments)]))


def bad(what, when, percent=25, path=None, **how):
    return child("bad", what, when, percent, *([path] if path else []), **how)


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


@functools.cache
def protocol_validator(name, strict=False, compiled=False):
    """Of the schema, only what this message is made of. To compile it pays where many messages are checked."""
    schema = json.loads((PROTOCOL / "protocol.schema.json").read_text())
    if strict:
        close_objects(schema)
    found, new = {}, [name]
    while new:
        part = new.pop()
        if part not in found:
            found[part] = schema["$defs"][part]
            new += re.findall(r'"#/\$defs/(\w+)"', json.dumps(found[part]))
    return Validator({"$schema": schema["$schema"], "$ref": f"#/$defs/{name}", "$defs": found}, compiled)


class PipeTest(RunTest):
    def play_recorded(self, *arguments, bots=("r", "r"), **fields):
        """A random player among others; returns the folder, and what was said to it and by it."""
        record = self.new_path("record")
        fields = {"bots": {"a": child("legal", "--record", record, *arguments), "r": RANDOM, "m": mixed(), "b": "basic", "p": PASS},
                  "seats": ["a", *bots], "limits": {"time_ms": PATIENCE}} | fields
        folder = self.play("--workers", 1, **fields)
        self.assert_no_faults(folder)
        return folder, self.dialogue(record)

    def dialogue(self, record):
        """Of the child that played: the other was for the probe."""
        path = max(record.glob("*.to"), key=lambda path: path.stat().st_size)
        return [read_lines_of(path.with_suffix(suffix)) for suffix in (".to", ".from")]

    def assert_no_faults(self, folder):
        for bot in read_json(folder, "summary.json")["bots"]:
            assert not any(bot["faults"].values()), bot["faults"]

    def fields(self, bot, **more):
        return {"bots": {"f": bot, "r": RANDOM, "b": "basic"}, "seats": ["f", "r", "b"], "limits": {"time_ms": PATIENCE}} | more

    def usual(self):
        """The games of a child that does nothing bad, and what it is told."""
        def make(folder):
            config, record = folder / "config.json", folder / "record"
            config.write_text(json.dumps(config_of(self.fields(child("legal", "--record", record), deals=60))))
            arena_ok("run", config, "--out", folder / "out", "--quiet")
            max(record.glob("*.to"), key=lambda path: path.stat().st_size).rename(folder / "said")
        folder = shared("pipe-usual", make)
        return read_lines(folder / "out"), read_lines_of(folder / "said")

    def planned(self, *cases, mark=None, shell="exec ", **more):
        """Plays deals in each of which a child does one of these things, (what, when, status), at most: a fault costs its game, and every
        other game is the one that would have been. Returns the process, the folder, and the case of each deal."""
        fields = self.fields(None, **more)
        usual, said = self.usual()
        usual = usual[:fields["deals"]]
        moments = []
        for message in said:
            if message["type"] == "deal_begin":
                if len(moments) == len(usual):
                    break
                moments.append((message["random"], set()))
            if moments:
                moments[-1][1].update((message["type"], message.get("decision", {}).get("kind")))
        often = collections.Counter(when for _, found in moments for when in found)
        plan = {}
        for case in sorted(cases, key=lambda case: often[case[1]]):
            deal = next((deal for deal, (_, found) in enumerate(moments) if deal not in plan and case[1] in found), None)
            assert deal is not None, f"no deal is left for {case}"
            plan[deal] = case
        file = self.temp / f"plan{self.count}"
        file.write_text(json.dumps({moments[deal][0]: case[:2] for deal, case in plan.items()}))
        bot = child("bad", "plan", file, *([mark] if mark else []), shell=shell)
        done, out = self.run_config("--workers", 1, **fields | {"bots": fields["bots"] | {"f": bot}})
        assert done.returncode == OK and "where no game could be charged" not in done.stderr, done.stderr
        for deal, (line, before) in enumerate(zip(read_lines(out), usual, strict=True)):
            case, late = plan.get(deal, (None, None, None)), fields["limits"].get("time_ms") == LIMIT and line["status"] == "timeout"
            if late and (deal not in plan or case[2] == "crash"):  # a busy machine starts another child so late that its first game is lost
                continue
            if case[2] is None:
                assert {**line, "table": None} == {**before, "table": None}, case
                continue
            assert (line["status"], line["table"][line.get("fault", 0)]) == (case[2], "f"), case
            moves = line["moves"].rsplit(" ", 2)[0] if case[2] == "illegal" else line["moves"]
            assert before["moves"].startswith(moves), (case, moves)
        return done, out, plan

    def assert_gone(self, mark):
        wait_until(lambda: not processes_with(mark))  # it takes a moment until all are

    def faults(self, folder):
        path = folder / "faults.jsonl"
        return {fault["game"]: fault for fault in read_lines_of(path)} if path.exists() else {}


# ---- starting ------------------------------------------------------------------------------

GREETING: Any = {"seq": 1, "type": "hello", "protocol": 2, "name": "x"}


class TestStart(PipeTest):
    def assert_refused(self, command, *words, **limits):
        self.run_says(USAGE, ("cannot start", *words), bots={"p": pipe(command, **limits), "r": RANDOM}, seats=["p", "r", "r"])

    def test_commands_that_do_not_start(self):
        for command, words in (("sleep 60 & exit 2", "exit status 2"), ("yes | tr -d '\\n'", "more than a megabyte: yyyy")):
            self.assert_refused(command, words)
        self.assert_refused("sleep 60", "did not greet in 1000 ms", start_ms=1000)  # the margin of pipe is a tenth of it
        self.run_says(USAGE, '"command" is empty', bots={"p": "pipe"}, seats=["p"] * 3)

    def test_wrong_greetings(self):
        for change, word in (
                ({"seq": 2}, "seq"), ({"protocol": 1}, '"protocol" must be 2'), ({"name": ""}, '"name"'),
                ({"wants": ["observe", "obsreve"]}, "unknown name: obsreve"), ({"variants": ["bok"]}, "unknown name: bok"),
                ({"decisions": ["calls"]}, '"decisions" has an unknown name: calls'), ({"decisions": 1}, "an array of names"),
                ({"seeds": 1}, '"seeds" must be true or false')):
            self.assert_refused(f"echo {shlex.quote(json.dumps(GREETING | change))}; exec sleep 60", word)

    def test_variants_in_the_greeting(self):
        """What the child supports, not the module: a run warns."""
        code = (f"import sys; sys.path.insert(0, {str(PIPES)!r}); import player; old = player.Player.hello; "
                "player.Player.hello = lambda self: old(self) | {'variants': ['ramsch', 'bock']}; player.Player().run()")
        done, _ = self.run_ok("--quiet", bots={"p": pipe("exec " + PYTHON + shlex.join(["-c", code])), "r": RANDOM},
                              seats=["p", "r", "r"], rules="stammtisch", deals=1)
        told = re.search("p does not know (.*):", done.stderr)[1].split(", ")
        assert "kontra" in told and not {"ramsch", "bock"} & set(told)

    def test_what_is_shown_of_a_line_is_cut_and_plain(self):
        done, _ = self.run_config(bots={"p": pipe("printf '\\033[31m%0500d\\n' 7")}, seats=["p"] * 3)
        assert "no JSON object: ?[31m000" in done.stderr and "\033" not in done.stderr
        assert max(map(len, done.stderr.splitlines())) < 400


# ---- the messages --------------------------------------------------------------------------

def written(actions):
    """Without what a log does not write: silence, and the taking of cards that are then passed on."""
    for action, after in zip(actions, actions[1:] + [(None, None)]):
        passes_on = after[1] == "pass_on" or isinstance(after[1], dict) and "pass_on" in after[1]
        if action[1] != "play_on" and not (action[1] == "pick_up" and passes_on and action[0] == after[0]):
            yield action


def public(action):
    """A token of the log for what everybody hears of an action."""
    words = {"yes": "y", "no": "n", "pass": "p", "pick_up": "s", "rum": "r",
             "concede": "RE", "turn": "t", "kontra": "K", "knock": "k", "give_up": "g", "claim": "CL", "pass_on": "x",
             "exchange": "e"}
    if isinstance(action, str):
        return words[action]
    if "bid" in action:
        return str(action["bid"])
    if "hold" in action:
        return "y"
    if "call" in action:
        return "f." + action["call"]
    return action.get("declare") or action.get("card") or words[next(iter(action))]


def token(action):
    """The same with what is secret."""
    cards = [] if isinstance(action, str) else next((action[key] for key in ("discards", "pass_on", "exchange") if key in action), [])
    return ".".join([public(action)] + cards)


class TestMessages(PipeTest):
    def assert_lines_valid(self, said, answered):
        """The first of each kind in all runs: most are alike."""
        counts = self.counts = getattr(self, "counts", collections.Counter())
        for message in said:
            kind: Any = message["type"], message.get("decision", {}).get("kind")
            counts[kind] += 1
            if counts[kind] > 1:
                continue
            validator = protocol_validator(message["type"], strict=True, compiled=message["type"] == "act")
            validator.check(message, message)
        questions = {message["seq"]: message for message in said}
        for answer in answered:
            question = questions[answer["seq"]]
            kind = "answer", question["type"], question.get("decision", {}).get("kind")
            counts[kind] += 1
            if counts[kind] > 1:
                continue
            name = {"hello": "answer_hello", "act": "answer_" + question.get("decision", {}).get("kind", "")}.get(
                question["type"], "answer_end")
            protocol_validator(name).check(answer, f"{name}: {answer}")

    def assert_tricks_end(self, said):
        """Each third card says who has won the trick: who plays the next card."""
        number, leads = 0, None
        for message in said:
            if message["type"] == "deal_begin":
                number, leads = 0, None
            elif message["type"] == "observe" and "card" in message["action"]:
                assert leads in (None, message["position"])
                leads, number = message["trick_winner"], number + 1
                assert (leads is None) == (number % 3 != 0)

    def assert_log_is_the_dialogue(self, folder, said, answered):
        """What the child answered is what was played, and what it heard is what all did."""
        self.assert_tricks_end(said)
        answers, deals = {answer["seq"]: answer for answer in answered}, []
        for message in said:
            if message["type"] == "deal_begin":
                deals.append((message["view"]["position"], [], []))
            elif message["type"] == "act":
                deals[-1][1].append((str(deals[-1][0]), answers[message["seq"]]["action"]))
            elif message["type"] == "observe":
                deals[-1][2].append((str(message["position"]), message["action"]))
        for line, (position, actions, events) in zip(read_lines(folder), deals, strict=True):
            moves = [(who, text) for who, text in tokens(line) if who != "w"]
            assert line["table"][line["seats"][position]] == "a"
            assert [token(action) for _, action in written(actions)] == [text for who, text in moves if who == str(position)]
            assert [(who, public(action)) for who, action in written(events)] == [
                (who, text if text.startswith("f.") else text.split(".")[0]) for who, text in moves]

    def test_every_decision_under_every_rule_set(self):
        """Valid messages and answers, in whole deals; and the rules that are told are those of the manifest."""
        kinds = set()
        for rules, deals, bots in (
                ("tourneeskat", 2, "pp"), (EVERYTHING, 30, "rr"), ({"schenken": "all"}, 12, "pp"),
                ({"schenken": "all"}, 30, "rr"), ({"revolution": ["exchange", "skat"]}, 8, "mm"),
                ({"auction": "suits"}, 6, "rr"), *(({"game": game}, 3, "rr") for game in ("herzblatt", "raeuberskat", "idiotenskat"))):
            game = isinstance(rules, dict) and "game" in rules or rules == "tourneeskat"
            folder, dialogue = self.play_recorded(rules=rules, deals=deals, seed=2, bots=bots)
            self.assert_lines_valid(*dialogue)
            if not game:
                self.assert_log_is_the_dialogue(folder, *dialogue)
            kinds |= {message["decision"]["kind"] for message in dialogue[0] if message["type"] == "act"}
            assert dialogue[0][0]["limits"] == dict(zip(LIMITS, (PATIENCE, 0, 0, 60000, 0, 0)))
            told = next(message for message in dialogue[0] if message["type"] == "session_begin")
            ladder, options = told["rules"]["ladder"], read_json(folder, "manifest.json")["rules"]
            assert told["deals"] == deals and ladder == sorted(set(ladder))
            if not game:
                assert told["rules"].items() >= ({"hand_cards": 10, "aside_cards": 0} | options).items()
        assert kinds == {"bid", "hold", "game", "declare", "concede", "card", "kontra", "agree", "gift", "grand_hand", "schieben",
                         "pass_on", "exchange", "turn", "consent", "call", "hold_call", "knock", "offer", "choose", "blind"}

    def test_numbers_order_limits_and_random_numbers(self):
        """Also of children that want to hear less."""
        records = [self.temp / name for name in ("all", "some")]
        children = [child("legal", "--record", record, *wants) for record, wants in zip(records, ((), ("--wants", "deal_begin,observe")))]
        self.assert_no_faults(self.play(
            bots=dict(zip("as", children)) | {"r": RANDOM}, seats=list("ars"), rules="stammtisch", deals=6, sessions=2,
            limits={"time_ms": PATIENCE, "bank_ms": 3000, "cpu_ms": 40000, "nodes": 5}))
        (said, answered), (some, _) = map(self.dialogue, records)
        assert [message["seq"] for message in said] == list(range(1, len(said) + 1))
        letters = {"hello": "h", "session_begin": "(", "deal_begin": "<", "observe": "", "act": "", "game_begin": "[", "game_end": "]",
                   "deal_end": ">", "session_end": ")", "bye": "b"}
        assert re.search(r"^h(\((<(\[\])?>){6}\)){2}b$", "".join(letters[message["type"]] for message in said))
        asked = [message["seq"] for message in said if message["type"] in ("hello", "act", "deal_end", "session_end")]
        assert [answer["seq"] for answer in answered] == asked
        assert not any("seed" in message for message in said), "nobody asked for it"
        assert said[0]["limits"] == dict(zip(LIMITS, (PATIENCE, 3000, 40000, 60000, 1024, 5)))
        for messages in (said, some):
            assert len({message["random"] for message in messages if message["type"] == "deal_begin"}) == 12
        assert {message["type"] for message in some} == {"hello", "act", "deal_end", "bye", "deal_begin", "observe"}


class TestSeeds(PipeTest):
    """Random numbers of a question's own, for children that sample."""
    SEED = 20261126

    def questions(self, seats, *how, **fields):
        """What a child in seat 0 was asked in fifteen deals."""
        notes = self.temp / f"notes{self.count}"
        folder = self.play("--workers", 1, bots={"a": child("notes", notes, *how), "r": RANDOM, "p": PASS},
                           seats=list(seats), deals=15, seed=self.SEED, limits={"time_ms": PATIENCE}, **fields)
        self.assert_no_faults(folder)
        return read_lines_of(notes)

    def test_seeds(self):
        """As messages.h describes them; side by side and alone; and a question has the same in another seating, whatever is
        different elsewhere: who sits there, and what was said before a card."""
        one, other = self.questions("arp", "seeds"), self.questions("apr", "seeds", "batch", tables=8)
        for questions in (one, other):
            self.assert_as_described(questions)

        def by(keys, questions):
            found = collections.defaultdict(set)
            for question in questions:
                found[keys(question)].add(question["seed"])
            return found

        whole = lambda question: json.dumps([question["view"], question["decision"]])
        card = lambda question: (tuple(question["view"]["dealt"]), sum(len(trick["cards"]) for trick in question["view"]["played"]))
        cards = [[question for question in questions if question["decision"]["kind"] == "card"] for questions in (one, other)]
        for key, least, (first, second) in ((whole, 4, (one, other)), (card, 30, cards)):
            mine, theirs = by(key, first), by(key, second)
            both = mine.keys() & theirs.keys()
            assert len(both) > least and len(mine.keys() - both) > 15 * (key is whole)
            assert all(len(mine[question] | theirs[question]) == 1 for question in both)
        assert any(a["view"]["bid"] != b["view"]["bid"] for a in cards[0] for b in cards[1] if card(a) == card(b))
        assert len({question["seed"] for question in one}) == len(one), "two questions have the same numbers"

    def assert_as_described(self, questions):
        deck = [suit + rank for suit in "DHSC" for rank in "789QKTAJ"]
        kinds = {"bid": 1, "hold": 2, "game": 3, "declare": 4, "card": 6}
        source, keys = dealer.Dealer(self.SEED), {}
        for deal in range(15):
            stream = source.stream(0, deal, 256)
            _, *key = [stream.bits() for _ in range(3)]
            keys[frozenset(source.deal(0, deal, deck, (3, -2, 4, 3))[(0 - deal - 1) % 3])] = key
        assert {"bid", "hold", "card"} <= {question["decision"]["kind"] for question in questions} <= set(kinds)
        for question in questions:
            view, kind = question["view"], question["decision"]["kind"]
            played = sum(len(trick["cards"]) for trick in view["played"])
            told = bytes([kinds[kind], played, 0, 0, 255, 0, 0, view["position"]])
            message = told + dealer.words(view["bid"] if kind in ("bid", "hold") else 0)
            digest = dealer.siphash128(dealer.words(*keys[frozenset(view["dealt"])]), message)
            assert question["seed"] == "".join(f"{int.from_bytes(digest[at:at + 8], 'little'):016x}" for at in (0, 8))

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

CRASHES = [
    # Not at session_begin, where it costs every game: below.
    *(("exit", when) for when in ("observe", "card", "deal_end")), ("half_a_line", "deal_end"), ("future", "bid"),
    *((what, "card") for what in ("close_output", "orphan", "daemon_and_crash", "not_json", "control", "deep", "huge", "stray_behind")),
]
KINDS = ("bid", "hold", "game", "declare", "card")
ILLEGAL = [
    *((what, KINDS[number % 5]) for number, what in enumerate((
        "no_action", "null_action", "number_action", "unknown_word", "other_word", "empty_object", "two_actions", "huge_bid",
        "negative_bid", "half_bid", "no_card", "long_card", "card_of_nobody"))),
    *(("odd_bid", when) for when in ("bid", "hold")), ("card_of_another", "card"), ("ugly_word", "card"),
    *((what, "declare") for what in ("unknown_game", "long_game", "many_spitzen", "no_discards", "same_discards", "many_discards")),
]
HARMLESS = [("twice", "card"), ("twice", "deal_end"), ("blank_lines", "card"), ("answers_all", "observe"), ("answers_all", "deal_begin"),
            ("long_answer", "bid"), ("standard_error", "observe"), ("line_ends", "card"), ("pieces", "bid"), ("nothing", "card")]
REASONS = {("exit", "card"): "exit status 3", ("orphan", "card"): "exit status 4",
           ("close_output", "card"): "closed its", ("not_json", "card"): "no JSON object: hello, world",
           ("control", "card"): "no JSON object: ?[2J??", ("huge", "card"): "more than a megabyte: xxxx",
           ("future", "bid"): "a seq that was never sent", ("unknown_word", "card"): 'not an action for this decision: "fold"',
           ("ugly_word", "card"): 'for this decision: "\\u001b[31m???xxx', ("no_action", "bid"): 'there is no "action"'}


class TestFaults(PipeTest):
    def test_crashes_illegal_answers_and_harmless_ones(self):
        """Also what is said of them: in the reason that the game was lost by, or else in what the bot said to that."""
        mark = str(self.temp / "mark")
        done, out, plan = self.planned(*((*case, status) for cases, status in ((CRASHES, "crash"), (ILLEGAL, "illegal"), (HARMLESS, None))
                                         for case in cases), mark=mark, deals=60, limits={"time_ms": 0})
        self.assert_gone(mark)
        self.assert_verified(out)
        assert "a word aside" in done.stderr and "a word aside" not in done.stdout
        faults, shown = self.faults(out), arena("games", out, "--faults", "--most", 200).stdout
        assert re.search(rf"all faults: .*games {out} --faults$", done.stdout, re.M)
        assert set(faults) == {deal for deal, case in plan.items() if case[2]}
        for deal, case in plan.items():
            if words := REASONS.get(case[:2]):
                said = faults[deal].get("output", "").count(words)
                assert faults[deal]["what"].count(words) + said == 1, faults[deal]
                assert (words in done.stderr) == bool(said or [
                    other for other in faults.values() if words in other.get("output", "")]), case
                assert words in shown, case
        for text in (shown, done.stderr):
            assert not set("\033\x7f\x9b") & set(text)
            assert max(map(len, text.splitlines())) < 300

    @pytest.mark.long
    def test_late_answers(self):
        """What is late without an account is in time with one, which holds as much for each deal; but not more. Nothing stays of what a
        child has started."""
        mark = str(self.temp / "mark")  # a file of this name is never made
        done, out, _ = self.planned(("slow", "card", None), *((*case, "timeout") for case in (
            ("daemon_and_hang", "bid"), ("hang", "deal_end"), ("deaf", "game_begin"))),
                                    mark=mark, deals=6, limits={"time_ms": LIMIT, "bank_ms": 1500})
        self.assert_gone(mark)
        assert "did not answer in time" not in done.stderr  # `faults` has it
        assert {fault["what"] for fault in self.faults(out).values()} == {"did not answer in time"}  # so `pipe` ended the child

    def test_processor_time(self):
        """Of the child and what it starts; not the time for which `pipe` waits."""
        self.planned(("have_it_computed", "card", "timeout"), ("nothing", "card", None), deals=2,
                     limits={"time_ms": PATIENCE, "cpu_ms": LIMIT})

    def test_of_sessions(self):
        """What a child does when its session is over costs nothing; one that dies when it begins loses all games. None stays."""
        mark = str(self.temp / "stays")  # a file of this name is never made
        bots = {"n": bad("not_json", "session_end", 100), "s": bad("stays", "bye", 100, mark), "f": bad("exit", "session_begin", 100)}
        folder = self.play("--workers", 1, bots=bots, seats=list("nsf"), deals=1, sessions=2, limits={"time_ms": PATIENCE})
        self.assert_gone(mark)
        self.assert_sound(folder)
        assert {(line["status"], line.get("fault")) for line in read_lines(folder)} == {("crash", 2)}

    def test_no_more_children(self):
        """It dies, and what is started in its place does not even greet: each game is lost."""
        folder = self.play("--workers", 1, **self.fields(bad("gone_for_good", "card", 30, self.temp / "mark"), deals=5))
        self.assert_sound(folder)
        statuses = [line["status"] for line in read_lines(folder)]
        first = statuses.index("crash")
        assert first > 0 and set(statuses[first:]) == {"crash"} and "crash" not in statuses[:first]

    def test_slow_starts_need_no_long_limit(self):
        """The command takes longer than a call may: before the first game that costs nothing. Later, in
        place of one that crashed, the game is lost, and the child is waited for.

        It has only three descriptors, no ignored signals, a session of its own, the folder of the run."""
        notes = self.temp / "notes"
        script = ("import os, signal, sys; "
                  "print(sorted(int(name) for name in os.listdir('/proc/self/fd'))[:-1], "
                  "[n for n in range(1, 31) if n not in (9, 19) and "
                  "signal.getsignal(n) == signal.SIG_IGN and n not in (13, 25)], "
                  "os.getsid(0) == os.getpgid(0), os.getcwd(), "
                  f"file=open({str(notes)!r}, 'w'))")
        # Of these seconds less is counted if who watches gets little processor.
        command = f"test -e {notes} || {PYTHON}{shlex.join(['-c', script])}; sleep 2; " + bad("exit", "card", 20)["options"]["command"]
        done, out = self.run_config("--workers", 1, **self.fields(pipe(command), deals=6, limits={"time_ms": 400}))
        assert done.returncode == OK and "where no game could be charged" not in done.stderr, done.stderr
        assert {line["status"] for line in read_lines(out)} - {"conceded"} == {"ok", "crash", "timeout"}
        assert notes.read_text() == f"[0, 1, 2] [] True {ROOT}\n"

    def test_composed_and_beside_others_that_crash(self):
        """Two children of one bot, each asked its part and told of everything; and a worker that ends by another bot's crash: with it the
        children, and the next has new ones."""
        bots = {"c": {"bid": child("legal"), "play": bad("exit", "deal_begin", 30)}, "f": bad_bot("faulty", what="abort", percent=10),
                "b": "basic"}
        folder = self.play(bots=bots, seats=["c", "b", "f"], deals=4, limits={"time_ms": PATIENCE})
        self.assert_sound(folder)
        faults = collections.Counter(line["table"][line["fault"]] for line in read_lines(folder) if "fault" in line)
        assert set(faults) == {"c", "f"} and faults.total() < 4


# ---- processes -----------------------------------------------------------------------------

class TestProcesses(PipeTest):
    def test_nobody_is_left_after_a_failed_start(self):
        word = f"61.{os.getpid()}"  # no other test's
        self.run_config(bots={"p": pipe(f"(setsid sleep {word} >/dev/null 2>&1 &) ; exit 3")}, seats=["p"] * 3)
        self.assert_gone(word)

    def test_nobody_is_left_when_the_program_is_killed(self):
        """Nor does anybody wait for the end of input: the child hangs."""
        mark = str(self.temp / "hangs")
        config = self.write_config(**self.fields(bad("daemon_and_hang", "card", 100, mark, shell="cat | "), limits={"time_ms": 0}))
        out = self.temp / f"out{self.count}"
        with Started([program(), "run", config, "--out", out], cwd=ROOT, stderr=subprocess.DEVNULL) as process:
            wait_until((out / "games.jsonl").exists, process)
            wait_until(lambda: processes_with(mark), process)
            process.kill()
        self.assert_gone(mark)


# ---- clients of the International Skat Server ----------------------------------------------

class TestServerClients(PipeTest):
    def test_a_client_hears_whole_games(self):
        """It plays by the server's lines alone, which have each game as it is in the log: no move missing, nothing hidden shown."""
        heard = self.temp / "heard.txt"
        command = f'exec {python(PROTOCOL / "iss_adapter.py")} {python(PIPES / "iss_client.py", heard)}'
        folder = self.play("--workers", 1, bots={"c": pipe(command), "b": "basic", "m": mixed()}, seats=["c", "b", "m"],
                           schedule="rotations", rules={"extends": "isko", "concede_later": "rest"}, deals=8, seed=5,
                           limits={"time_ms": PATIENCE})
        self.assert_scored(folder)
        self.assert_no_faults(folder)
        lines = {(line["seats"].index(line["table"].index("c")), line["cards"]): line for line in read_lines(folder)}
        played = collections.Counter()
        for game in heard.read_text().split(" start ")[1:]:
            game, end = game.split(" end ")
            me = game.split()[1:7:2].index("me")
            told = re.findall(r" play (\S+) (\S+) 240\.0 240\.0 240\.0", game)
            hands = [set(hand.split(".")) for hand in told.pop(0)[1].split("|")]
            assert all(hand == {"??"} for position, hand in enumerate(hands) if position != me), hands
            [key] = [key for key in lines if key[0] == me and set(key[1][30 * me:30 * me + 29].split(".")) == hands[me]]
            line = lines.pop(key)
            result = re.search(r"v:(-?\d+)", end)
            assert line["result"]["signed"] == (int(result[1]) if result else 0), (line, end)
            shown = [(who, move.split(".")[0]) for who, move in told if who != "w" and not re.match(r"..\...$", move)]
            logged = [(who, move.split(".")[0]) for who, move in zip(*[iter(line["moves"].split())] * 2) if who != "w"]
            assert shown == logged, (shown, logged)
            if line["declarer"] != me:
                assert not any(re.search(r"\.[^?.]+\.[^?.]+$", move) for who, move in told if len(move) < 12), told
            played.update([line["contract"]] if line["declarer"] == me else [])
            played.update("resigned" for who, move in told if move == "RE")
        assert not lines and {"NOH", "resigned"} < set(played) and len(played) > 4, played
        assert (PROTOCOL / "iss_adapter.py").read_text().count("\n") <= 150

    def test_a_client_hears_nothing_that_its_server_does_not_know(self):
        """Kontra and claims of others; and what it says in another alphabet is skipped."""
        heard = self.temp / "heard.txt"
        client = f"printf 'table .1 me tell Sch\\366n\\n'; exec {python(PIPES / 'iss_client.py', heard)}"
        folder = self.play("--workers", 1, bots={"c": pipe(f"exec {python(PROTOCOL / 'iss_adapter.py')} sh -c {shlex.quote(client)}"),
                                                 "r": RANDOM},
                           seats=["c", "r", "r"], deals=12, seed=5, limits={"time_ms": PATIENCE},
                           rules={"extends": "isko", "claims": "consent", "kontra": {"levels": 2}})
        self.assert_no_faults(folder)
        said = {action for line in read_lines(folder) for _, action in tokens(line)}
        assert {"CL", "K"} <= said and not re.search(r" play \d (CL|K) ", heard.read_text())


# ---- what is in the tree -------------------------------------------------------------------

class TestDocuments(PipeTest):
    def test_sample_config(self):
        bots = read_json(ROOT, "configs/pipe.json")["bots"].values()
        command = next(bot["options"]["command"] for bot in bots if isinstance(bot, dict) and bot["module"] == "pipe")
        assert command.endswith('"$SKAT_ARENA_SHARE/bots/pipe/example.py"') and (PROTOCOL / "example.py").is_file()

    def test_example_under_other_rules(self):
        """With two players, whose views have more."""
        folder = self.play("--workers", 1, bots={"e": pipe(python(PROTOCOL / "example.py")), "r": RANDOM}, seats=["e", "r"],
                           rules="strohmann", deals=6, limits={"time_ms": PATIENCE})
        self.assert_scored(folder)
        self.assert_no_faults(folder)

    def test_example_is_short_and_plays_well(self):
        lines = (PROTOCOL / "example.py").read_text().splitlines()
        assert len([line for line in lines if line.strip()]) < 85
        folder = self.play("--workers", 1, bots={"e": pipe(python(PROTOCOL / "example.py")), "b": "basic"},
                           seats=["e", "b", "b"], deals=40, limits={"time_ms": PATIENCE})
        example, basic = read_json(folder, "summary.json")["bots"]
        assert example["seeger_fabian"]["per_deal"] > basic["seeger_fabian"]["per_deal"]

    def test_examples_of_the_page(self):
        """Each line of its blocks is a message of the protocol; {...} stands for the one view."""
        text = (PROTOCOL / "README.md").read_text()
        lines = [line for block in re.findall(r"```json\n(.*?)```", text, re.S) for line in block.splitlines()]
        view = re.search(r'"view":(\{"position".*?\}),"decision"', text).group(1)
        to_bot, from_bot = (protocol_validator(name) for name in ("to_bot", "from_bot"))
        seen = set()
        for line in lines:
            message = json.loads(line[2:].replace("{...}", view))
            (to_bot if line.startswith("> ") else from_bot).check(message, line)
            seen.add(message.get("type"))
        assert set(MESSAGES) <= seen
