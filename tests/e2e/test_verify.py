# SPDX-License-Identifier: MIT
"""`verify` finds whatever is changed in a log, a summary or a report of faults, and `replay` shows what is there."""
import copy
import json
import re

from harness import *

CARD = "[CSHD][AKQJT987]"
KINDS = {  # games of which every field is changed, each of another kind
    "won": lambda line: line["result"]["won"],
    "Null": lambda line: (line["contract"] or "").startswith("N"),
    "hand": lambda line: "hand" in line["result"]["levels"],
    "crash": lambda line: line["status"] == "crash",
    "illegal": lambda line: line["status"] == "illegal",
}


def without_matching(value):
    """Another value of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return value + 1
    if value is None:
        return 0
    if isinstance(value, str):
        return value[:-1] + ("x" if value[-1:] != "x" else "y")
    if isinstance(value, list):
        return value[::-1] if value[::-1] != value else value + value[:1]
    return {**value, "hand": 1} if "hand" not in value else {}


class VerifyTest(RunTest):
    def sound(self, **fields):
        """A folder to be changed, and its lines."""
        folder = self.sample_copy(**({"bots": {"m": mixed(), "r": RANDOM, "p": "basic"}, "sessions": 3, "deals": 9,
                                      "seats": ["m", "r", "p"], "schedule": "rotations"} | fields))
        return folder, read_lines(folder)

    def faulted(self, *kinds, **fields):
        bots = {f"f{number}": bad_bot("faulty", what=what, percent=60) for number, what in enumerate(kinds)} | {"r": RANDOM}
        return self.sound(**{"bots": bots, "seats": [*bots, "r", "r"][:3], "sessions": 1, "deals": 5} | fields)

    def write_lines(self, folder, lines):
        texts = [line if isinstance(line, str) else json.dumps(line, separators=(",", ":")) for line in lines]
        (folder / "games.jsonl").write_text("\n".join(texts) + "\n")

    def errors(self, folder):
        """What verify says, by the number of the line, from 0."""
        done = arena("verify", folder)
        assert done.returncode == BAD_FILE, done.stdout
        said = {}
        for number, error in re.findall(r"games\.jsonl:(\d+): (.*)", done.stderr):
            said.setdefault(int(number) - 1, []).append(error)
        return said

    def assert_found(self, folder, changes):
        """Of lines that are changed all at once, each error says what: `changes` are the lines' numbers, new lines and fields."""
        lines = read_lines(folder)
        self.write_lines(folder, [changes[index][0] if index in changes else line for index, line in enumerate(lines)])
        said = self.errors(folder)
        wrong = {field: said.get(index) for index, (_, field) in changes.items() if not any(field in text for text in said.get(index, []))}
        assert not wrong
        self.write_lines(folder, lines)


class TestLines(VerifyTest):
    def test_written_otherwise(self):
        """With blanks, and in another order: sound all the same, and their fields are compared, too."""
        folder, lines = self.sound(rules="stammtisch", deals=4, bots={"s": "stammtisch"}, seats=["s"] * 3, schedule="fixed")
        others = [json.dumps(dict(reversed(line.items())) if i % 2 else line) for i, line in enumerate(lines)]
        self.write_lines(folder, others)
        assert arena("verify", folder).returncode == OK
        others[7] = re.sub(r'"bid": (\d+)', r'"bid": 1\1', others[7])
        self.write_lines(folder, others)
        self.assert_tampering_found(folder, "bid")

    def test_every_field(self):
        """In a game of each kind: as many at once as there are games."""
        bots = {"m": mixed(hand=30), "c": bad_bot("faulty", what="abort", percent=25),
                "i": bad_bot("faulty", what="illegal_card", percent=25)}
        folder, lines = self.sound(bots=bots, seats=["m", "c", "i"], sessions=1, deals=80, schedule="fixed")
        games = {kind: [index for index, line in enumerate(lines) if is_wanted(line)] for kind, is_wanted in KINDS.items()}
        # Two defenders' faults cost the same: of "fault" only the summary tells.
        left = {(index, kind, path) for kind, (index, *_) in games.items()
                for path in [(key,) for key in lines[index] if key not in ("result", "fault")]
                + [("result", key) for key in lines[index]["result"]]}
        while left:
            changes = {}
            for task in sorted(left):
                _, kind, path = task
                index = next((index for index in games[kind] if index not in changes), None)
                if index is None:
                    continue
                line = copy.deepcopy(lines[index])
                holder = line["result"] if len(path) == 2 else line
                if path[-1] in holder:
                    holder[path[-1]] = without_matching(holder[path[-1]])
                    changes[index] = line, path[-1]
                left.remove(task)
            self.assert_found(folder, changes)
        index = games["crash"][0]
        self.write_lines(folder, lines[:index] + [lines[index] | {"fault": lines[index]["fault"] + 1}] + lines[index + 1:])
        assert arena("verify", folder).returncode == BAD_FILE

    def test_passed_in(self):
        folder, lines = self.sound(bots={"p": PASS}, seats=["p"] * 3)
        fields = [field for field in lines[0] if field != "result"]
        self.assert_found(folder, {at: (lines[at] | {field: without_matching(lines[at][field])}, field) for at, field in enumerate(fields)})

    def test_missing_fields_and_wrong_types(self):
        folder, lines = self.sound()
        changes = [(field, {key: value for key, value in lines[0].items() if key != field}) for field in lines[0]]
        changes += [(field, {field: value}) for value in (None, True, "0", 0.5, []) for field in lines[0]
                    if not isinstance(value, type(lines[0][field]))]
        found = {}
        for at, (field, change) in enumerate(changes[:len(lines)]):
            rest = {key: value for key, value in lines[at].items() if key != field}
            found[at] = rest | (change if len(change) == 1 else {}), field
        self.assert_found(folder, found)

    def test_every_card_of_a_game(self):
        """Another card anywhere in the moves is found, mostly because somebody does not hold it."""
        folder, lines = self.sound(bots={"b": "basic"}, seats=["b"] * 3, deals=12)
        played = [line for line in lines if len(re.findall(rf"\b[012] {CARD}\b", line["moves"])) == 30]
        changes = {}
        for number, line in enumerate(played[:30]):
            place = [found.span(1) for found in re.finditer(rf"\b[012] ({CARD})\b", line["moves"])][number]
            card = "C7" if line["moves"][slice(*place)] != "C7" else "D7"
            changes[line["game"]] = line | {"moves": line["moves"][:place[0]] + card + line["moves"][place[1]:]}, "moves"
        assert len(changes) == 30
        self.assert_found(folder, changes)

    def test_moves_cut_or_grown(self):
        folder, lines = self.sound()
        changes = (lambda moves: moves.rsplit(" ", 2)[0], lambda moves: moves.rsplit(" ", 1)[0], lambda moves: moves + " 0 C7",
                   lambda moves: moves + " 0", lambda _: "", lambda _: "1", lambda _: "garbage",
                   lambda moves: moves.replace(" ", "  ", 1)[1:])
        self.assert_found(folder, {at: (lines[at] | {"moves": change(lines[at]["moves"])}, "moves") for at, change in enumerate(changes)})

    def test_a_refused_move_is_named_once(self):
        """Nothing that follows from it is reported, and the game is not shown."""
        folder, lines = self.sound(deals=1, sessions=1, bots={"b": "basic"}, seats=["b"] * 3)
        words = lines[0]["moves"].split(" ")
        words[-1] = "C7" if words[-1] != "C7" else "D7"
        self.write_lines(folder, [lines[0] | {"moves": " ".join(words)}] + lines[1:])
        assert lines[0]["contract"] is not None
        for command in (["verify"], ["replay", "--game", "0"], ["games"]):
            done = arena(command[0], folder, *command[1:])
            assert done.returncode == BAD_FILE
            said = re.findall(rf"{folder}/games.jsonl:1: (.*)", done.stderr)
            assert said == [f'field "moves": move {len(words) // 2}: the player does not hold that card'], command
            assert lines[0]["cards"].split(".")[0] not in done.stdout

    def test_an_illegal_first_move(self):
        """Its record is nothing but the refused word."""
        bots = {"f": bad_bot("faulty", what="illegal_bid", when="bid", percent=100), "r": RANDOM}
        folder, lines = self.sound(bots=bots, seats=["f", "r", "r"], sessions=1, deals=3)
        assert any(re.fullmatch(r"\d \S+", line["moves"]) for line in lines)
        self.assert_verified(folder)

    def test_a_line_without_end(self):
        folder = shutil.copytree(self.sample(), self.temp / "endless")
        (folder / "games.jsonl").write_bytes(b"x" * (3 << 20))
        arena_says(BAD_FILE, "line 1 has more than 1 MiB, which no game has", "verify", folder)

    def test_what_does_not_belong_in_a_line(self):
        """L1: repeated keys, of which readers take one or the other, unknown ones, and what only rules have that carry something
        from deal to deal."""
        folder, lines = self.sound()
        bid = f'"bid":{lines[0]["bid"]}'
        more = (("totals", "[0,0,0]"), ("triggers", '["re_won"]'), ("rounds_lost", "[1]"), ("duties", '[["suit"],[],[]]'),
                ("fault", "1"), ("round", '{"kind":"bock","deal":1,"of":3}'), ("note", "1"))
        changes = [(bid, f"{bid},{bid}", "bid"), ('"result":{', '"result":{"luck":3,', "luck"),
                   *(('"status":', f'"{name}":{value},"status":', name) for name, value in more)]
        texts = (folder / "games.jsonl").read_text().splitlines()
        self.assert_found(folder, {at: (texts[at].replace(old, new, 1), f'"{field}"') for at, (old, new, field) in enumerate(changes)})

    def test_what_was_asked_of_a_fault(self):
        """L3: a card that would be legal as an answer to another question."""
        folder, lines = self.sound(bots={"u": bad_bot("unsound", sin="kontra"), "r": RANDOM}, seats=["u", "r", "r"], rules="stammtisch",
                                   deals=6, schedule="fixed", sessions=1)
        assert {line["asked"] for line in lines if line["status"] == "illegal"} == {"kontra"}
        self.assert_sound(folder)
        folder, lines = self.faulted("abort")
        assert {line["asked"] for line in lines if line["status"] == "crash"} == {"card"}
        assert all("asked" not in line for line in lines if "fault" not in line)
        log = folder / "games.jsonl"
        log.write_text(log.read_text().replace('"asked":"card"', '"asked":"bid"'))
        self.assert_tampering_found(folder, "asked")


class TestFiles(VerifyTest):
    def test_missing_games(self):
        """One line for each gap, however many games follow."""
        folder, lines = self.sound()
        for change, message in ((lines[:4] + lines[5:], 'jsonl:5: field "game" is 5: game 4 is missing before this line'),
                                (lines[:4] + lines[7:], "games 4 to 6 are missing before this line"),
                                (lines[:5] + lines[4:], "expected game 5, this one came before")):
            self.write_lines(folder, change)
            assert len(self.assert_tampering_found(folder, message).splitlines()) == 1
        self.write_lines(folder, [lines[1], lines[0]] + lines[2:])
        self.assert_tampering_found(folder, "game")
        self.write_lines(folder, lines[:-1])
        self.assert_tampering_found(folder, "summary.json")

    def test_garbage(self):
        folder, _ = self.sound()
        log = folder / "games.jsonl"
        whole = log.read_bytes()
        for text in (b"\n", b"[]\n", b"{\"game\":0,\n", b"\0\n"):
            log.write_bytes(text + whole)
            self.assert_tampering_found(folder, "games.jsonl:1")
        log.write_bytes(whole[:-1])
        self.assert_tampering_found(folder, "torn")

    def test_summary(self):
        folder, _ = self.sound(sessions=1, deals=3)
        whole = read_json(folder, "summary.json")
        changed = {field: value if isinstance(value, (list, dict)) else without_matching(value) for field, value in whole.items()}
        changed["bots"][1]["classic"]["points"] += 1
        (folder / "summary.json").write_text(json.dumps(changed))
        said = self.assert_tampering_found(folder, "summary.json: $.bots[1].classic.points: is ")
        assert [field for field, value in whole.items() if not isinstance(value, (list, dict)) and f" $.{field}: is " not in said] == []
        for field in ("bots", "standings"):
            (folder / "summary.json").write_text(json.dumps(whole | {field: []}))
            self.assert_tampering_found(folder, f"$.{field}")

    def test_many_differences(self):
        """A summary of other games differs nearly everywhere: what is said of that ends."""
        folder, other = (self.sample_copy(bots={"a": "stammtisch", "b": mixed()}, seats=["a", "b"], schedule="duel",
                                          compare=["a", "b"], deals=40, seed=seed) for seed in (1, 2))
        (folder / "summary.json").write_bytes((other / "summary.json").read_bytes())
        said = self.assert_tampering_found(folder, "too many differences: these are the first 100").splitlines()
        assert len(said) == 101

    def test_other_rules(self):
        folder = self.sample(rules={"value.grand": 20}, bots={"m": mixed()}, seats=["m"] * 3)
        assert arena("verify", folder).returncode == OK
        assert arena("verify", folder, "--rules", "isko").returncode == BAD_FILE
        assert arena("verify", folder, "--rules", "nothing").returncode == USAGE

    def test_a_file_without_manifest(self):
        lonely = self.temp / "games.jsonl"
        lonely.write_bytes((self.sound()[0] / "games.jsonl").read_bytes())
        assert arena("verify", lonely, "--rules", "isko").returncode == OK
        arena_says(BAD_FILE, "--rules", "verify", lonely)

    def test_nothing_there(self):
        for command in ("verify", "replay"):
            arena_says(BAD_FILE, "nothing", command, self.temp / "nothing")

    def test_fault_reports_that_are_missing(self):
        """One line for all that was cut off, lost, or never whole."""
        folder, _ = self.faulted("abort")
        faults = folder / "faults.jsonl"
        whole = faults.read_bytes()
        lines = whole.splitlines(keepends=True)
        games = [json.loads(line)["game"] for line in lines]
        assert len(lines) > 4
        for cut, missing in ((whole[:-1], games[-1]), (whole[:-20], games[-1]), (b"", games[0]),
                             (b"".join(lines[:2] + lines[3:]), games[2]), (b"".join(lines[:3]), games[3]), (None, games[0])):
            if cut is None:
                faults.unlink()
            else:
                faults.write_bytes(cut)
            said = self.assert_tampering_found(folder, "faults.jsonl")
            assert [line for line in said.splitlines() if "faults.jsonl" in line] == [
                f"skat-arena: {faults}: game {missing} ended by a fault, but has no report"]

    def test_fault_reports_that_say_something_else(self):
        """Who was at fault, where, and how, is in the log: a report that names somebody else is wrong, and so is one of a sound game."""
        folder, games = self.faulted("abort")
        faults = folder / "faults.jsonl"
        whole = faults.read_text()
        lines = whole.splitlines(keepends=True)
        first = json.loads(lines[0])
        sound = next(game["game"] for game in games if game["status"] == "ok")
        changed = [whole.replace(old, new, 1) for old, new in (
            ('"bot":"f0"', '"bot":"r"'), (f'"seat":{first["seat"]}', f'"seat":{(first["seat"] + 1) % 3}'),
            (first["position"], "dealer"), ('"status":"crash"', '"status":"timeout"'))]
        of_a_sound_game, of_no_game = (json.dumps(first | {"game": game}, separators=(",", ":")) + "\n" for game in (sound, 99999))
        for text, says in ([(text, f"the report of game {first['game']} has another bot, seat, position or status than the log")
                            for text in changed]
                           + [(changed[0].splitlines(True)[0] + whole, f"game {first['game']} has more than one report"),
                              ("".join(sorted(lines + [of_a_sound_game], key=lambda line: json.loads(line)["game"])),
                               f"game {sound} ended without a fault, but has a report"),
                              (whole + of_no_game, f"line {len(lines) + 1} is about a game that is not in the log, or not in its order"),
                              (lines[1] + lines[0] + "".join(lines[2:]), f"game {first['game']} ended by a fault, but has no report"),
                              (whole + lines[0][:-1], f"line {len(lines) + 1} is torn"),
                              ("{}\n" + whole, "line 1 is no report of a fault")]):
            assert text != whole
            faults.write_text(text)
            assert self.assert_tampering_found(folder, "") == f"skat-arena: {faults}: {says}\n"


class TestReplay(RunTest):
    def games(self, folder, *arguments):
        """The text of each game, by its number."""
        done = arena_ok("replay", folder, "--count", 1000, *arguments)
        parts = re.split(r"^game (\d+):", done.stdout, flags=re.M)
        return dict(zip(map(int, parts[1::2]), parts[2::2]))

    def test_value_in_words(self):
        folder = self.sample(bots={"m": mixed(), "r": RANDOM}, seats=["m", "r", "m"], deals=60)
        texts = self.games(folder, "--ascii")
        for line in read_lines(folder):
            result, text = line["result"], texts[line["game"]].rstrip("\n") + "\n"
            assert line["cards"][:2] in text
            scores = [text for text in text.splitlines() if text.startswith("score ")][-1].removeprefix("score ").split(", ")
            places = [{0: " F", 1: " M", 2: " R"}[line["seats"].index(seat)] if line["table"][seat] == "m" else "" for seat in range(3)]
            assert scores == [f"{line['table'][seat]}{places[seat]} {line['score'][seat]:+d}" for seat in range(3)], text
            if result["won"] is None:
                assert "passed in" in text
                continue
            words = text.splitlines()[-2]
            assert words.startswith("won: " if result["won"] else "lost: "), words
            assert str(abs(result["signed"])) in words
            if result["matadors"]:
                holding = "with " if result["matadors"] > 0 else "without "
                assert f"{holding}{abs(result['matadors'])}, game " in words

    def test_a_bot_in_two_seats(self):
        """Who is meant is said by the letter of the position."""
        folder, declarers = self.sample(bots={"m": mixed(), "r": RANDOM}, seats=["m", "r", "m"], deals=60), set()
        texts = self.games(folder)
        for line in read_lines(folder):
            names = [line["table"][seat] for seat in line["seats"]]
            names = [name if names.count(name) == 1 else f"{name} {'FMR'[position]}" for position, name in enumerate(names)]
            for position, action in re.findall(r"(?<!\S)([012]) (\d+)", line["moves"]):
                assert f"{names[int(position)]} {action}" in texts[line["game"]]
            if line["declarer"] is not None:
                assert f"\ndeclarer {names[line['declarer']]} at {line['bid']}" in texts[line["game"]]
                declarers.add(names[line["declarer"]][0])
        assert declarers == {"m", "r"}

    def test_one_trick_is_one(self):
        folder = self.sample(bots={"u": UNIFORM}, seats=["u"] * 3, deals=120)
        line = next(line for line in read_lines(folder) if line["declarer"] is not None
                    and line["contract"][0] != "N" and line["result"]["tricks"] == 1)
        assert f"{line['result']['points']} card points in 1 trick\n" in arena("replay", folder, "--game", line["game"]).stdout

    def test_games_by_number(self):
        folder = self.sample()
        text = arena("replay", folder, "--game", 3, "--count", 2).stdout
        assert re.findall(r"game (\d+):", text) == ["3", "4"]
        arena_says(BAD_FILE, "no game 36", "replay", folder, "--game", 36)

    def test_faulted_games(self):
        bots = {what: bad_bot("faulty", what=what, when="bid") for what in ("abort", "no_answer", "hang")}
        bots["hang"] = with_limit(bots["hang"])
        folder = self.sample(bots=bots, seats=[*bots], deals=6, limits={"time_ms": 30000})
        text = arena("replay", folder, "--count", 6).stdout
        assert [word for word in ("crashed", "illegal", "too long") if word not in text] == []
