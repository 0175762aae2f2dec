# SPDX-License-Identifier: MIT
"""End-to-end tests of studies: effects recomputed from the logs, pairing, configs, samples."""
import csv
import json
import math
import re
import signal
import subprocess
import time

import pytest

import crash_states
import statistician_maths

from harness import *

pytestmark = pytest.mark.no_sanitizer("about numbers, not memory")

STUDIES = ROOT / "configs" / "studies"
TOLERANCE = 2e-8  # numbers in files have nine decimals
BOTS = {"s": "stammtisch", "r": {"module": "random", "options": {"hand": 30}}}
THREE = {"bots": BOTS | {"u": UNIFORM}, "seats": ["s", "r", "u"], "schedule": "rotations"}


# ---- the metrics once more, from lines of a log ----------------------------------------------

def declared(line):
    return line["declarer"] is not None


def game(line):
    """The letter of a declared game."""
    return line["contract"][0] if declared(line) else None


def is_hand(line):
    """Ouvert says hand, except in null (docs/formats.md)."""
    code = line["contract"] if declared(line) else " "
    return "H" in code[1:] or "O" in code[1:] and code[0] != "N"


def highest_bid(line):
    bids = [int(word) for word in line["moves"].split(" ")[1::2] if word.isdigit()]
    return max(bids, default=0)


def has_level(line, level):
    return declared(line) and level in line["result"]["levels"]


def points(line, role):
    """Classic scores of those who were that; the logs that are read are played for classic."""
    by_position = [line["score"][seat] for seat in line["seats"]]
    if role == "ramsch":
        return by_position if line["contract"] == "R" else []
    return [score for position, score in enumerate(by_position)
            if declared(line) and (position == line["declarer"]) == (role == "declarer")]


def bot_points(line, bot):
    return [score for name, score in zip(line["table"], line["score"]) if name == bot]


def flag(condition):
    return lambda line: float(bool(condition(line)))


def everything(line):
    return 1.0


def of_declared(condition):
    return flag(lambda line: declared(line) and condition(line)), flag(declared)


def of_game(letters):
    return flag(lambda line: declared(line) and game(line) in letters and line["result"]["won"]), \
        flag(lambda line: declared(line) and game(line) in letters)


def sum_of_declared(number):
    return lambda line: float(number(line)) if declared(line) else 0.0, flag(declared)


def mean(numbers):
    return lambda line: float(sum(numbers(line))), lambda line: float(len(numbers(line)))


def result(key):
    return lambda line: line["result"][key]


RATIOS = {
    "declared": (flag(declared), everything),
    "passed_in": (flag(lambda line: line["contract"] is None and not declared(line)), everything),
    "ramsch": (flag(lambda line: line["contract"] == "R"), everything),
    "bock": (flag(lambda line: line["result"]["bock"] > 1), everything),
    "null": of_declared(lambda line: game(line) == "N"),
    "grand": of_declared(lambda line: game(line) == "G"),
    "clubs": of_declared(lambda line: game(line) == "C"),
    "spades": of_declared(lambda line: game(line) == "S"),
    "hearts": of_declared(lambda line: game(line) == "H"),
    "diamonds": of_declared(lambda line: game(line) == "D"),
    "hand": of_declared(is_hand),
    "ouvert": of_declared(lambda line: "O" in line["contract"][1:]),
    "won": of_declared(result("won")),
    "won_grand": of_game("G"),
    "won_null": of_game("N"),
    "won_suit": of_game("CSHD"),
    "overbid": of_declared(result("overbid")),
    "schneider": of_declared(lambda line: has_level(line, "schneider")),
    "schwarz": of_declared(lambda line: has_level(line, "schwarz")),
    "declared_forehand": of_declared(lambda line: line["declarer"] == 0),
    "declared_middlehand": of_declared(lambda line: line["declarer"] == 1),
    "declared_rearhand": of_declared(lambda line: line["declarer"] == 2),
    "kontra": of_declared(lambda line: line["result"]["doubling"] >= 2),
    "re": of_declared(lambda line: line["result"]["doubling"] >= 4),
    "bid": sum_of_declared(lambda line: line["bid"]),
    "highest_bid": (highest_bid, everything),
    "value": sum_of_declared(result("value")),
    "factor": sum_of_declared(lambda line: line["result"]["doubling"] * line["result"]["bock"]),
    "declarer": mean(lambda line: points(line, "declarer")),
    "defender": mean(lambda line: points(line, "defender")),
    "ramsch_player": mean(lambda line: points(line, "ramsch")),
}


def ratio_of(units, part, whole):
    """The ratio of sums, and what each unit adds to it, to first order."""
    sums = [(sum(map(part, unit)), sum(map(whole, unit))) for unit in units]
    over = sum(n for _, n in sums)
    if not over:
        return None, None
    ratio = sum(n for n, _ in sums) / over
    return ratio, [(n - ratio * m) / over for n, m in sums]


def spread_of(units):
    """The standard deviation of the scores of those who held cards."""
    scores = [[line["score"][seat] for line in unit for seat in line["seats"]] for unit in units]
    count = sum(map(len, scores))
    middle = sum(map(sum, scores)) / count
    variance = sum((score - middle) ** 2 for unit in scores for score in unit) / count
    root = math.sqrt(variance)
    return root, [sum((score - middle) ** 2 - variance for score in unit) / count / (2 * root)
                  for unit in scores]


def measure(units, key):
    if key == "spread":
        return spread_of(units)
    if key.startswith("classic."):
        return ratio_of(units, *mean(lambda line: bot_points(line, key[len("classic."):])))
    return ratio_of(units, *RATIOS[key])


def units_of(lines, unit):
    units = {}
    for line in lines:
        key = line["session"] if unit == "session" else (line["session"], line["deal"])
        units.setdefault(key, []).append(line)
    return list(units.values())


def holm(values):
    """{key: p} adjusted: each p times the number of those not smaller, in ascending order."""
    adjusted, least = {}, 0
    for place, (key, p) in enumerate(sorted(values.items(), key=lambda item: item[1])):
        least = max(least, min(1, p * (len(values) - place)))
        adjusted[key] = least
    return adjusted


def value(variation, key):
    return next(effect for effect in variation["effects"] if effect["metric"] == key)


class StudyTest(RunTest):
    def run_study(self, *arguments, **fields):
        path = self.write_config(**fields)
        out = self.temp / f"out{self.count}"
        return arena("study", path, "--out", out, *arguments), out

    def study(self, *arguments, **fields):
        done, out = self.run_study("--quiet", *arguments, **fields)
        assert done.returncode == OK, done.stderr
        assert done.stdout == ""
        study = read_json(out, "study.json")
        self.assert_valid("study", study, "study.json")
        return out, study

    def assert_adjusted(self, effects):
        """Over all effects that are told, and over no others."""
        adjusted = holm({key: effect["p"] for key, effect in effects.items()
                         if effect["p"] is not None})
        assert adjusted
        for key, effect in effects.items():
            if key in adjusted:
                assert effect["p_holm"] == pytest.approx(adjusted[key], abs=5e-7), key
            else:
                assert effect["p_holm"] is None, key


# ---- interruptions ---------------------------------------------------------------------------

class TestInterruptions(StudyTest):
    FIELDS = {"bots": {"s": "stammtisch", "r": RANDOM}, "seats": ["s", "r", "r"], "schedule": "rotations",
              "sessions": 3, "variations": {"kontra": {"kontra.levels": 1}, "24": {"grand_base": 20}}}

    def files(self, out):
        """All that is the same however often it was interrupted."""
        return {str(path.relative_to(out)): path.read_bytes() for path in sorted(out.rglob("*"))
                if path.is_file() and path.name != "timing.json"}

    @crash_states.traced
    def test_resume(self):
        """Interrupted, or killed, in the base and in each variation: the files of a study in one piece."""
        path, whole = self.write_config(**self.FIELDS), self.temp / "whole"
        assert arena("study", path, "--out", whole, "--quiet").returncode == OK
        for run in ("base", "kontra", "24"):
            # All games of the last one may be played already when it is interrupted: then it just ends.
            for number in (signal.SIGKILL,) if run == "24" else (signal.SIGINT, signal.SIGKILL):
                out = self.temp / f"{run}-{number}"
                command = [str(program()), "study", str(path), "--out", str(out), "--quiet"]
                done = crash_states.signal_at_write(command, out / run / "games.jsonl", 3, number, cwd=ROOT)
                if number == signal.SIGINT:
                    assert done.returncode == INTERRUPTED and "--resume continues" in done.stderr, done.stderr
                assert self.files(out) != self.files(whole)
                assert arena(*command[1:]).returncode == USAGE  # without --resume or --force
                again = arena(*command[1:], "--resume")
                assert again.returncode == OK, again.stderr
                assert self.files(out) == self.files(whole), (run, number)

    @crash_states.traced
    def test_resume_of_populations(self):
        path, whole, out = self.write_config(**self.FIELDS), self.temp / "whole", self.temp / "out"
        players = ("--population", "novices", "--population", "people", "--quiet")
        assert arena("study", path, "--out", whole, *players).returncode == OK
        command = [str(program()), "study", str(path), "--out", str(out), *players]
        done = crash_states.signal_at_write(command, out / "people" / "kontra" / "games.jsonl", 2, signal.SIGINT,
                                            cwd=ROOT)
        assert done.returncode == INTERRUPTED, done.stderr
        assert arena(*command[1:], "--resume").returncode == OK
        assert self.files(out) == self.files(whole)

    def test_resume_of_another_study(self):
        """What was played must be what would be played now; and without whole logs nothing can go on."""
        path, out = self.write_config(**self.FIELDS), self.temp / "out"
        assert arena("study", path, "--out", out, "--quiet").returncode == OK
        before = self.files(out)
        other = arena("study", path, "--out", out, "--quiet", "--resume", "--seed", 4)
        assert other.returncode == BAD_FILE and "$.seed is not what would be played now" in other.stderr
        other = arena("study", path, "--out", out, "--quiet", "--resume", "--log", "none")
        assert other.returncode == BAD_FILE and "kept no whole log" in other.stderr
        assert self.files(out) == before
        assert arena("study", path, "--out", out, "--quiet", "--resume").returncode == OK
        assert self.files(out) == before


# ---- effects ---------------------------------------------------------------------------------

class TestEffects(StudyTest):
    def assert_near(self, is_, should, what):
        if should is None:
            assert is_ is None, what
        else:
            assert is_ is not None, what
            assert abs(is_ - should) <= TOLERANCE * (1 + abs(should)), what

    def check_effect(self, effect, base, varied, what):
        before, parts_before = measure(base, effect["metric"])
        after, parts_after = measure(varied, effect["metric"])
        self.assert_near(effect["base"], before, what)
        self.assert_near(effect["value"], after, what)
        if before is None or after is None:
            assert set(effect["effect"].values()) == {None}, what
            return False
        n, change = len(base), effect["effect"]
        square = sum((b - a) ** 2 for a, b in zip(parts_before, parts_after))
        self.assert_near(change["mean"], after - before, what)
        self.assert_near(change["error"], math.sqrt(square * n / (n - 1)), what)
        if not change["error"]:
            return False
        half = (change["high"] - change["low"]) / 2
        assert (change["high"] + change["low"]) / 2 == pytest.approx(change["mean"], abs=5e-8), what
        if change["error"] > 1e-4:
            t = statistician_maths.student_quantile(0.975, len(base) - 1)
            assert half / change["error"] == pytest.approx(t, abs=1e-3), what
        assert (effect["p"] < 0.05) == (change["low"] > 0 or change["high"] < 0), what
        return True

    def check_study(self, out, study):
        """Everything in study.json against the logs. Returns which metrics had an effect."""
        told, seen = {}, set()
        for variation in study["variations"]:
            folder = out / variation["folder"]
            base, varied = (units_of(read_lines(where), variation["unit"])
                            for where in (out / "base", folder))
            assert len(base) == variation["units"]
            assert variation["changed_games"] == sum(
                one["moves"] != other["moves"] or one.get("fault") != other.get("fault")
                for one, other in zip(read_lines(out / "base"), read_lines(folder)))
            for effect in variation["effects"]:
                key = variation["name"], effect["metric"]
                if self.check_effect(effect, base, varied, key):
                    seen.add(effect["metric"])
                told[key] = effect
        self.assert_adjusted(told)
        return seen

    def check_folders(self, out, study):
        for name in ["base"] + [variation["folder"] for variation in study["variations"]]:
            self.assert_sound(out / name)
            self.assert_schemas(out / name)

    def test_effects_are_those_of_the_logs(self):
        out, study = self.study(
            bots=BOTS, seats=["s", "r", "s"], schedule="rotations", deals=121,
            rules={"concede": "before_lead"},
            grid={"kontra.levels": [0, 2], "passed_in": ["void", "ramsch"],
                  "grand_base": [24, 20]})
        assert len(study["variations"]) == 7
        seen = self.check_study(out, study)
        assert {"declared", "passed_in", "ramsch", "null", "grand", "clubs", "hand", "won",
                "won_suit", "kontra", "re", "bid", "highest_bid", "value", "factor", "declarer",
                "spread", "classic.s", "classic.r"} <= seen

    def test_what_a_game_has_not_is_not_told(self):
        """Räuberskat has ramsch and nobody bids; Offiziersskat has neither null nor games by hand."""
        bids = {"bid", "highest_bid", "overbid"}
        for game, seats, change, has, has_not in (
                ("raeuberskat", 3, {"ramsch.virgin": ["off"]},
                 {"ramsch", "ramsch_player", "null", "grand", "hand"}, bids),
                ("offiziersskat", 2, {"lost_factor": [2]}, {"grand", "clubs", "won_grand", "kontra"},
                 bids | {"null", "won_null", "hand", "ouvert", "ramsch"}),
                ("herzblatt", 3, {"lost_factor": [1]}, {"hearts", "hand", "ouvert"},
                 bids | {"null", "grand", "clubs", "won_grand"}),
                ("tourneeskat", 3, {"guckser_null": [False]}, bids | {"ramsch", "null", "hand"},
                 {"kontra"})):
            _, study = self.study(bots=BOTS, seats=["s", "r", "s"][:seats], rules=game,
                                  sessions=2, deals=12, grid=change)
            told = {effect["metric"] for effect in study["variations"][0]["effects"]}
            assert has <= told
            assert not has_not & told

    @pytest.mark.long
    def test_another_game_with_the_same_deals(self):
        """Turnéskat beside Skat and the auction by suits, deal by deal with the same cards; effects are those of the logs."""
        out, study = self.study(bots=BOTS, seats=["s", "r", "s"], schedule="rotations", deals=60,
                                variations={"turneskat": {"extends": "tourneeskat"}, "suits": {"auction": "suits"}})
        cards = {name: [line["cards"] for line in read_lines(out / name)] for name in ("base", "turneskat", "suits")}
        assert cards["turneskat"] == cards["base"] == cards["suits"] and len(set(cards["base"])) == 60
        turned = {name: sum(" t w " in line["moves"] for line in read_lines(out / name)) for name in cards}
        assert turned["turneskat"] > 30 and turned["base"] == turned["suits"] == 0
        assert {"game", "null_values"} <= set(study["variations"][0]["changes"])
        self.check_study(out, study)
        self.check_folders(out, study)

    def test_sessions_are_paired_where_rules_carry(self):
        out, study = self.study(
            **THREE, sessions=121, deals=(study_deals := repeat(9, 2)), variations={
                "grand20": {"grand_base": 20},
                "bock": {"bock.triggers": ["declarer_schneider", "sixty_sixty"]}})
        assert (study["unit"], study["units"]) == ("session", 121)
        assert "bock" in self.check_study(out, study)
        # Only where something carries over; the others are paired deal by deal, though played like it.
        grand20, bock = study["variations"]
        assert (grand20["unit"], grand20["units"]) == ("deal", 121 * study_deals)
        assert (bock["unit"], bock["units"]) == ("session", 121)
        assert "this variation carry" in bock["unit_cause"]
        for name in ("base", "grand20", "bock"):
            schedule = read_json(out / name, "manifest.json")["schedule"]
            assert schedule["unit"] == "session", name
        self.check_folders(out, study)

    def test_bots_that_do_not_respond_are_named(self):
        """`basic` bids and plays the same whatever a grand is worth."""
        done, out = self.run_study(bots={"b": "basic"}, seats=["b"] * 3, deals=12,
                                   variations={"g20": {"grand_base": 20}, "void": {"kontra.levels": 2}})
        assert done.returncode == OK, done.stderr
        for variation in read_json(out, "study.json")["variations"]:
            assert variation["changed_games"] == 0
            assert "do not respond" in variation["warning"]
        assert done.stdout.count("WARNING: no bot decided differently") == 2

    def test_bots_that_hardly_respond_are_named(self):
        """What it wins with less than one percent, `stammtisch` has in few games; kontra it says in many."""
        bots = {"s": {"module": "stammtisch", "options": {"concede": 1}}}
        done, out = self.run_study(bots=bots, seats=["s"] * 3, sessions=60, seed=3,
                                   variations={"never": {"concede": "never"}, "kontra": {"kontra.levels": 1}})
        assert done.returncode == OK, done.stderr
        study = read_json(out, "study.json")
        never, kontra = study["variations"]
        assert 0 < never["changed_games"] < study["games"] / 1000
        assert "fewer than one game in a thousand" in never["warning"]
        assert kontra["changed_games"] > study["games"] / 1000 and "warning" not in kontra
        assert done.stdout.count("WARNING: bots decided differently in fewer than one game in a thousand") == 1

    def test_a_remembering_bot_makes_sessions_units(self):
        _, study = self.study(bots={"m": cheat("remembers")}, seats=["m"] * 3, sessions=5,
                              variations={"grand20": {"grand_base": 20}})
        assert (study["unit"], study["units"]) == ("session", 5)

    def test_folders_are_results_of_runs(self):
        out, study = self.study(
            **THREE, deals=12,
            variations={"grand20": {"extends": "grand20"}, "pub": {"extends": "stammtisch"}})
        self.check_folders(out, study)
        manifest = read_json(out / "pub", "manifest.json")
        assert manifest["rules"]["kontra"]["levels"] == 2
        assert manifest["seed"] == SEED
        for base, varied in zip(read_lines(out / "base"), read_lines(out / "pub")):
            for key in ("game", "session", "deal", "arrangement", "table", "cards"):
                assert base[key] == varied[key]

    def test_an_option_without_effect_changes_nothing(self):
        """Exactly nothing, and nothing is tested."""
        out, study = self.study(bots=BOTS, seats=["s", "r", "r"],
                                variations={"who": {"kontra.who": "bidders"}})
        for effect in study["variations"][0]["effects"]:
            if effect["base"] is not None:
                assert set(effect["effect"].values()) == {0}, effect["metric"]
            assert effect["p"] is None, effect["metric"]
        done = arena("study", self.temp / "config1.json", "--out", out, "--force")
        assert "unchanged: declared, passed_in, null" in done.stdout
        self.assert_same_bytes(out / "base", out / "who", ["games.jsonl"])

    def test_what_must_come_out(self):
        """Rules whose effect is known without statistics."""
        _, study = self.study(
            bots={"s": "stammtisch"}, seats=["s"] * 3, deals=1000,
            variations={"ramsch": {"passed_in": "ramsch"}, "cheap": {"null_values": [1, 2, 3, 4]},
                        "nobody": {"no_auction": True, "passed_in": "ramsch"}})
        ramsch, cheap, nobody = study["variations"]
        assert value(ramsch, "passed_in")["base"] > 0
        assert value(ramsch, "passed_in")["value"] == 0
        assert (value(ramsch, "ramsch")["value"]
                == pytest.approx(1 - value(ramsch, "declared")["value"], abs=5e-8))
        assert value(cheap, "null")["effect"]["high"] < 0
        assert value(nobody, "declared")["effect"]["mean"] == -value(nobody, "declared")["base"]
        assert value(nobody, "won")["value"] is None
        assert value(nobody, "won")["effect"]["mean"] is None

    def test_one_unit_has_no_interval(self):
        done, out = self.run_study(bots={"s": "stammtisch"}, seats=["s"] * 3,
                                   rules={"bock.triggers": ["sixty_sixty"]},
                                   variations={"grand20": {"grand_base": 20}})
        assert done.returncode == OK, done.stderr
        assert "a single session" in done.stderr
        effect = value(read_json(out, "study.json")["variations"][0], "value")
        assert effect["effect"]["mean"] is not None
        assert effect["effect"]["error"] is None
        assert effect["p"] is None


class TestScorings(StudyTest):
    def keys(self, base, variation):
        _, study = self.study(bots={"s": "stammtisch"}, seats=["s"] * 3, rules=base, sessions=4,
                              variations={"v": variation})
        result = study["variations"][0]
        self.assert_adjusted({effect["metric"]: effect for effect in result["effects"]})
        return {effect["metric"] for effect in result["effects"]}, "note" in result

    def test_own_points_only_where_they_are_comparable(self):
        keys, noted = self.keys({"scoring": "opponents"}, {"grand_base": 20})
        assert {"classic.s", "score.s"} <= keys
        assert not noted
        keys, noted = self.keys({"scoring": "opponents"}, {"scoring": "seeger_fabian"})
        assert "classic.s" in keys
        assert "score.s" not in keys
        assert noted
        keys, noted = self.keys({}, {"grand_base": 20})
        assert "score.s" not in keys  # the same as classic.s
        assert not noted


# ---- files and terminal ------------------------------------------------------------------------

class TestFiles(StudyTest):
    FIELDS = dict(bots=BOTS, seats=["s", "r", "s"], schedule="rotations", deals=60,
                  grid={"kontra.levels": [0, 1], "passed_in": ["void", "ramsch"]})

    def test_same_bytes_for_any_number_of_workers(self):
        one, study = self.study("--workers", 1, **self.FIELDS)
        other, _ = self.study("--workers", 5, **self.FIELDS)
        self.assert_same_bytes(one, other, ["study.json", "study.csv"])
        for name in ["base"] + [variation["folder"] for variation in study["variations"]]:
            self.assert_same_bytes(one / name, other / name)

    def test_csv_has_the_numbers_of_json(self):
        out, study = self.study(**self.FIELDS)
        text = (out / "study.csv").read_bytes().decode()
        assert text.count("\n") == text.count("\r\n")
        rows = list(csv.reader(text.splitlines()))
        assert (",".join(rows.pop(0))
                == "variation,metric,unit,base,value,effect,error,low,high,p,p_holm,players,"
                   "judged_low,judged_high,judged_p,judged_p_adjusted")
        for variation in study["variations"]:
            for effect in variation["effects"]:
                row = rows.pop(0)
                assert row[:3] == [variation["name"], effect["metric"], effect["unit"]]
                numbers = [effect["base"], effect["value"], *effect["effect"].values(),
                           effect["p"], effect["p_holm"]]
                judged = [effect["judged"][name] for name in ("low", "high", "p", "p_adjusted")]
                assert [float(text) if text else None for text in row[3:11] + row[12:]] == numbers + judged
                assert row[11] == "as before"
        assert rows == []

    def test_grid_names_all_but_the_base(self):
        out, study = self.study(**self.FIELDS)
        names = ["kontra.levels=0,passed_in=ramsch", "kontra.levels=1,passed_in=void",
                 "kontra.levels=1,passed_in=ramsch"]
        assert [variation["name"] for variation in study["variations"]] == names
        assert {path.name for path in out.iterdir()} == {"base", "study.json", "study.csv", *names}
        assert (study["variations"][2]["changes"]
                == {"kontra.levels": [0, 1], "passed_in": ["void", "ramsch"]})

    def test_values_that_are_lists_have_names_of_files(self):
        _, study = self.study(bots={"s": "stammtisch"}, seats=["s"] * 3, sessions=2, grid={
            "bock.triggers": [[], ["re_said", "kontra_lost"]],
            "null_values": [[23, 35, 46, 59], [23, 35, 46, 69]]})
        assert [variation["name"] for variation in study["variations"]] == [
            "bock.triggers=none,null_values=23+35+46+69",
            "bock.triggers=kontra_lost+re_said,null_values=23+35+46+59",
            "bock.triggers=kontra_lost+re_said,null_values=23+35+46+69"]

    def test_json_is_what_the_file_says(self):
        done, out = self.run_study("--json", **self.FIELDS)
        assert json.loads(done.stdout) == read_json(out, "study.json")

    def test_table(self):
        done, out = self.run_study(**self.FIELDS)
        study = read_json(out, "study.json")
        for variation in study["variations"]:
            assert f"\n{variation['name']}: " in done.stdout
        row = re.search(r"^passed in, of deals +(\S+) +(\S+) +(\S+) \( *(\S+) to +(\S+)\) +(\S+)",
                        done.stdout, re.MULTILINE).groups()
        effect = value(study["variations"][0], "passed_in")
        change = effect["effect"]
        for shown, number in zip(row, (effect["base"], effect["value"], change["mean"],
                                       effect["judged"]["low"], effect["judged"]["high"])):
            assert float(shown) == pytest.approx(100 * number, abs=0.005001)
        # The first line is a sentence, which a terminal wraps.
        assert max(map(len, done.stdout.strip().splitlines()[1:])) < 101

    def test_existing_folders_need_force(self):
        out, _ = self.study(**self.FIELDS)
        before = (out / "study.json").read_bytes()
        path = self.temp / "config1.json"
        done = arena("study", path, "--out", out, "--seed", 8)
        assert done.returncode == USAGE
        assert "--force" in done.stderr
        assert (out / "study.json").read_bytes() == before
        done = arena("study", path, "--out", out, "--seed", 8, "--deals", 10, "--force", "--quiet")
        assert done.returncode == OK, done.stderr
        study = read_json(out, "study.json")
        assert (study["seed"], study["games"]) == (8, 30)

    def test_log_none(self):
        out, study = self.study("--log", "none", **self.FIELDS)
        assert not list(out.glob("*/games.jsonl"))
        assert study["complete"]


class TestInterruption(StudyTest):
    def wait_for(self, process, path):
        until = time.monotonic() + TIMEOUT
        while not (path.exists() and path.stat().st_size):
            assert process.poll() is None, "it ended too early"
            assert time.monotonic() < until, "waited in vain"
            time.sleep(0.01)

    @pytest.mark.long
    def test_what_is_finished_stays(self):
        """All pass; in ramsch each card is a crash, which takes long."""
        crashing = {"bid": PASS, "play": bad_bot("faulty", what="abort", when="card", percent=99)}
        path = self.write_config(bots={"f": crashing}, seats=["f"] * 3, deals=30000, variations={
            "quick": {"grand_base": 20}, "slow": {"passed_in": "ramsch"},
            "never": {"matadors": "jacks"}})
        out = self.temp / "out"
        process = subprocess.Popen([program(), "study", path, "--out", out, "--quiet"], cwd=ROOT,
                                   text=True, stderr=subprocess.PIPE)
        self.cleanup.callback(process.stderr.close)
        self.cleanup.callback(process.wait)
        self.cleanup.callback(process.kill)
        self.wait_for(process, out / "slow" / "games.jsonl")
        process.send_signal(signal.SIGINT)
        _, message = process.communicate(timeout=TIMEOUT)
        assert process.returncode == INTERRUPTED, message
        assert "1 of 3 variations" in message
        study = read_json(out, "study.json")
        self.assert_valid("study", study, "study.json")
        assert not study["complete"]
        assert [variation["name"] for variation in study["variations"]] == ["quick"]
        assert not (out / "never").exists()
        assert not read_json(out / "slow", "summary.json")["complete"]
        for name in ("base", "quick", "slow"):
            self.assert_verified(out / name)


# ---- configs ---------------------------------------------------------------------------------

GRAND20 = {"grand_base": 20}


class TestConfigs(StudyTest):
    def assert_refused(self, *words, **fields):
        done, out = self.run_study(**fields)
        assert done.returncode == USAGE, f"{fields}\n{done.stderr}"
        for word in words:
            assert word in done.stderr
        assert not out.exists()

    def test_run_names_the_command(self):
        for key, study in (("variations", {"v": GRAND20}), ("grid", {"grand_base": [20]})):
            done, out = self.run_config(**{key: study})
            assert done.returncode == USAGE
            assert f"$.{key}: this is a study: skat-arena study" in done.stderr
            assert "unknown key" not in done.stderr
            assert not out.exists()

    def test_variations(self):
        cases = [
            ({}, "$.variations", "1..64"),
            ([], "$.variations", "an array"),
            ({str(n): {"null_values": [n, 35, 46, 59]} for n in range(1, 66)}, "1..64"),
            ({"v": {}}, "$.variations.v", "the same rules as the base"),
            ({"v": {"grand_base": 24}}, "$.variations.v", "the same rules as the base"),
            ({"v": {"extends": "isko"}}, "$.variations.v", "the same rules as the base"),
            ({"v": GRAND20, "w": GRAND20}, "$.variations.w", "the same rules as \"v\""),
            ({"v": "grand20"}, "$.variations.v", "an object"),
            ({"v": {"grand_bas": 20}}, "$.variations.v", "did you mean \"grand_base\""),
            ({"v": {"grand_base": 101}}, "$.variations.v.grand_base", "1..100"),
            ({"v": {"kontra": {"levels": 9}}}, "$.variations.v.kontra.levels", "0..8"),
            ({"v": {"extends": "nothing"}}, "$.variations.v.extends", "no rule set"),
            ({"v": {"seats": 4}}, "$.variations.v", "\"seats\" cannot vary"),
            ({"v": {"deals": 48}}, "$.variations.v", "\"deals\" cannot vary"),
            ({"v": {"extends": "6er-skat"}}, "$.variations.v", "a game with other cards or seats than \"skat\""),
            ({"v": {"extends": "pilot"}}, "$.variations.v", "a game with other cards or seats"),
            ({"v": {"game": "tourneeskat"}}, "$.variations.v", "\"extends\" takes the rules of another game"),
            ({"v": {"no_auction": True}}, "$.variations.v", "cannot be played", "passed_in"),
        ]
        for variations, *words in cases:
            self.assert_refused(*words, variations=variations)

    def test_names_are_those_of_folders(self):
        for name in ("base", "", ".", "..", ".v", "a/b", "a b", "ä", "study.json", "x" * 61):
            self.assert_refused("found the name", variations={name: GRAND20})
        _, study = self.study(variations={"A-z_0.9+" + "x" * 52: GRAND20}, deals=2)
        assert len(study["variations"]) == 1

    def test_grids(self):
        cases = [
            ({}, "$.grid", "1..8 options"),
            ({"grand_base": [24]}, "$.grid", "only the values of the base"),
            ({"grand_base": []}, "$.grid.grand_base", "an array of 1..65 values"),
            ({"grand_base": 20}, "$.grid.grand_base", "an array of 1..65 values"),
            ({"stake": list(range(66))}, "$.grid.stake", "an array of 1..65 values"),
            ({"grand_base": [20, 20]}, "$.grid.grand_base[1]", "each value once"),
            ({"grand_base": [24, 0]}, "$.grid.grand_base[1]", "1..100"),
            ({"grandbase": [20]}, "$.grid.grandbase", "did you mean \"grand_base\""),
            ({"kontra": [{"levels": 2}]}, "$.grid.kontra", "no rule option"),
            ({"seats": [3, 4]}, "$.grid.seats", "cannot vary"),
            ({"no_auction": [True, False]}, "$.grid", "no_auction=true", "cannot be played"),
            ({"kontra.levels": list(range(9)), "bock.factor": list(range(2, 11))}, "$.grid",
             "more than 65"),
            ({"stake": list(range(1, 14)), "ramsch.march": list(range(5))}, "$.grid",
             "\"stake=13,ramsch.march=4\" is one too many: allowed are 64"),
        ]
        for grid, *words in cases:
            self.assert_refused(*words, grid=grid)

    def test_what_a_study_has_and_has_not(self):
        self.assert_refused("has neither; a study needs")
        self.assert_refused("both", variations={"v": GRAND20}, grid={"grand_base": [20]})
        fields = dict(variations={"v": GRAND20}, bots={"a": RANDOM, "b": RANDOM},
                      seats=["a", "b", "b"])
        self.assert_refused("$.test", "no sequential test", test={}, **fields)
        self.assert_refused("$.compare", "rule sets", compare=["a", "b"], **fields)

    def test_seats_of_extended_sets(self):
        four = self.temp / "rules"
        four.mkdir()
        (four / "four.json").write_text(json.dumps({"seats": 4, "grand_base": 20}))
        fields = {"variations": {"v": {"extends": "four"}}}
        self.assert_refused("$.variations.v", "for 4 seats, but 3 are taken", **fields)
        _, study = self.study(seats=["r"] * 4, deals=4, **fields)
        assert study["variations"][0]["changes"] == {"grand_base": [24, 20]}

    def test_extends_replaces_the_base(self):
        _, study = self.study(rules={"lost_factor": 3, "bock.length": 5}, deals=4, variations={
            "v": {"extends": "grand20", "lost_hand": "single"}})
        assert study["variations"][0]["changes"] == {
                "grand_base": [24, 20], "lost_factor": [3, 2], "lost_hand": ["double", "single"],
                "grand_ouvert_base": [None, 30], "bock.length": [5, 3]}

    def test_all_mistakes_at_once(self):
        self.assert_refused("$.seed", "$.variations.a.grand_base", "$.variations.b",
                            seed=-1, variations={"a": {"grand_base": 0}, "b": {"x": 1}})

    def test_sessions_that_are_too_long_for_rounds(self):
        variations = {"v": GRAND20, "bock": {"bock.triggers": ["re_said"]}}
        self.assert_refused("$.variations", "\"bock\" carry", "at most 20000", "have 20001",
                            deals=6667, bots={"r": RANDOM, "u": UNIFORM}, seats=["r", "u", "u"],
                            schedule="rotations", variations=variations)

    def test_given_deals(self):
        deals = arena("deal", "--count", 3).stdout.splitlines()
        _, study = self.study(deals=deals, variations={"v": GRAND20})
        assert study["games"] == len(deals)


class TestSamples(StudyTest):
    """The studies of configs/studies, shortened."""

    @pytest.mark.long
    def test_samples(self):
        samples = sorted(STUDIES.glob("*.json"))
        assert len(samples) >= 6
        for path in samples:
            out = self.temp / path.stem
            done = arena("study", path, "--out", out, "--session-deals", repeat(30, 10), "--quiet")
            assert done.returncode == OK, done.stderr
            assert "warning" not in done.stderr
            self.assert_valid("study", read_json(out, "study.json"), path.name)
