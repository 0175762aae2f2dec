# SPDX-License-Identifier: MIT
"""End-to-end tests of studies: effects recomputed from the logs, pairing, configs, samples."""
import csv
import json
import math
import re
import signal
import subprocess

import pytest

import crash_states
import statistician_maths

from harness import *

pytestmark = pytest.mark.no_sanitizer("about numbers, not memory")

STUDIES = ROOT / "configs" / "studies"
TOLERANCE = 2e-8  # numbers in files have nine decimals
BOTS = {"s": "stammtisch", "r": {"module": "random", "options": {"hand": 30}}}
MIXED_SEATS = {"bots": BOTS, "seats": ["s", "r", "s"], "schedule": "rotations"}
ONE_BOT = {"bots": {"s": "stammtisch"}, "seats": ["s"] * 3}
GRAND20 = {"value.grand": 20}


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
    return root, [sum((score - middle) ** 2 - variance for score in unit) / count / (2 * root) for unit in scores]


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
        done, out = self.run_study(*arguments, **fields)
        assert done.returncode == OK, done.stderr
        study = checked(out, "study")
        return out, study

    def sample_study(self, **fields):
        """One that several tests read, with what was printed, in `told`."""
        def make(folder):
            (folder / "config.json").write_text(json.dumps(config_of(fields)))
            done = arena_ok("study", folder / "config.json", "--out", folder / "out")
            (folder / "told").write_text(done.stdout)
        folder = shared("study", make)
        return folder / "out", read_json(folder / "out", "study.json"), (folder / "told").read_text()

    def assert_adjusted(self, effects):
        """Over all effects that are told, and over no others."""
        adjusted = holm({key: effect["judged"]["p"] for key, effect in effects.items() if effect["judged"]["p"] is not None})
        assert adjusted
        for key, effect in effects.items():
            assert effect["judged"]["p_adjusted"] == (pytest.approx(adjusted[key], abs=5e-7) if key in adjusted else None), key


# ---- effects ---------------------------------------------------------------------------------

class TestEffects(StudyTest):
    def assert_near(self, is_, should, what):
        assert is_ is should is None or abs(is_ - should) <= TOLERANCE * (1 + abs(should)), what

    def check_effect(self, effect, baseline, varied, what):
        """Whether there is one that can be tested."""
        before, parts_before = measure(baseline, effect["metric"])
        after, parts_after = measure(varied, effect["metric"])
        self.assert_near(effect["baseline"], before, what)
        self.assert_near(effect["value"], after, what)
        if before is None or after is None:
            assert set(effect["effect"].values()) == {None}, what
            return False
        n, change = len(baseline), effect["effect"]
        square = sum((b - a) ** 2 for a, b in zip(parts_before, parts_after))
        self.assert_near(change["mean"], after - before, what)
        self.assert_near(change["error"], math.sqrt(square * n / (n - 1)), what)
        if not change["error"]:
            return False
        assert (change["high"] + change["low"]) / 2 == pytest.approx(change["mean"], abs=5e-8), what
        if change["error"] > 1e-4:
            t = statistician_maths.student_quantile(0.975, n - 1)
            assert (change["high"] - change["low"]) / 2 / change["error"] == pytest.approx(t, abs=1e-3), what
        return True

    def check_study(self, out, study):
        """Everything in study.json against the logs, which are those of runs. Returns which metrics had an effect."""
        told, seen, baseline_lines = {}, set(), read_lines(out / "baseline")
        for variation in study["variations"]:
            lines = read_lines(out / variation["folder"])
            baseline, varied = (units_of(of, variation["unit"]) for of in (baseline_lines, lines))
            assert len(baseline) == variation["units"]
            assert variation["changed_games"] == sum(one["moves"] != other["moves"] or one.get("fault") != other.get("fault")
                                                     for one, other in zip(baseline_lines, lines))
            assert all(one[key] == other[key] for one, other in zip(baseline_lines, lines)
                       for key in ("game", "session", "deal", "arrangement", "table", "cards"))
            for effect in variation["effects"]:
                key = variation["name"], effect["metric"]
                if self.check_effect(effect, baseline, varied, key):
                    seen.add(effect["metric"])
                told[key] = effect
        self.assert_adjusted(told)
        return seen

    def test_effects_are_those_of_the_logs(self):
        out, study, _ = self.sample_study(**TestFiles.FIELDS)
        assert len(study["variations"]) == 3
        assert {"declared", "passed_in", "ramsch", "null", "grand", "clubs", "hand", "won", "won_suit", "kontra", "re", "bid",
                "highest_bid", "value", "factor", "declarer", "spread", "classic.s", "classic.r"} <= self.check_study(out, study)

    def test_what_a_game_has_not_is_not_told(self):
        """Offiziersskat has neither null nor games by hand; tests/unit/test_study.c has other rules."""
        _, study = self.study(bots=BOTS, seats=["s", "r"], rules="offiziersskat", sessions=1, deals=4, grid={"value.lost_factor": [2]})
        told = {effect["metric"] for effect in study["variations"][0]["effects"]}
        assert {"grand", "clubs", "won_grand", "kontra"} <= told
        assert not {"bid", "highest_bid", "overbid", "null", "won_null", "hand", "ouvert", "ramsch"} & told

    def test_another_game_with_the_same_deals(self):
        """Turnéskat beside Skat and the auction by suits, deal by deal with the same cards."""
        out, study = self.study(**MIXED_SEATS, deals=12, variations={"turneskat": {"extends": "tourneeskat"},
                                                                     "suits": {"auction": "suits"}})
        turned = {name: sum(" t w " in line["moves"] for line in read_lines(out / name)) for name in ("baseline", "turneskat", "suits")}
        assert turned["turneskat"] > 4 and turned["baseline"] == turned["suits"] == 0
        assert {"game", "value.null"} <= set(study["variations"][0]["changes"])
        self.check_study(out, study)

    def test_sessions_are_paired_where_rules_carry(self):
        """The others are paired deal by deal, though played like it."""
        out, study = self.study(bots=BOTS | {"u": UNIFORM}, seats=["s", "r", "u"], schedule="rotations", sessions=16, deals=2, variations={
            "grand20": GRAND20, "bock": {"bock.triggers": ["declarer_schneider", "sixty_sixty"]}})
        assert (study["unit"], study["units"]) == ("session", 16)
        assert "bock" in self.check_study(out, study)
        grand20, bock = study["variations"]
        assert [(one["unit"], one["units"]) for one in (grand20, bock)] == [("deal", 32), ("session", 16)]
        assert "this variation carry" in bock["unit_cause"]
        assert {read_json(out / name, "manifest.json")["schedule"]["unit"] for name in ("baseline", "grand20", "bock")} == {"session"}
        _, study = self.study(bots={"m": bad_bot("remembers")}, seats=["m"] * 3, sessions=2, deals=1, variations={"grand20": GRAND20})
        assert (study["unit"], study["units"]) == ("session", 2)  # since the bot remembers

    def test_bots_that_do_not_respond_are_named(self):
        """`basic` bids and plays the same whatever a grand is worth."""
        done, out = self.run_study(bots={"b": "basic"}, seats=["b"] * 3, deals=2,
                                   variations={"g20": GRAND20, "void": {"kontra.levels": 2}})
        assert done.returncode == OK and done.stdout.count("WARNING: no bot decided differently") == 2, done.stderr
        for variation in read_json(out, "study.json")["variations"]:
            assert variation["changed_games"] == 0 and "do not respond" in variation["warning"]

    def test_those_that_hardly_respond_are_named(self):
        """What it wins with less than one percent, `stammtisch` has in few games."""
        done, out = self.run_study(bots={"s": {"module": "stammtisch", "options": {"concede": 1}}}, seats=["s"] * 3, sessions=60, seed=3,
                                   log="none", variations={"never": {"concede": "never"}})
        study = read_json(out, "study.json")
        never, = study["variations"]
        assert 0 < never["changed_games"] < study["games"] / 1000 and "fewer than one game in a thousand" in never["warning"]
        assert done.stdout.count("WARNING: bots decided differently in fewer than one game in a thousand") == 1

    def test_an_option_without_effect_changes_nothing(self):
        """Exactly nothing, and nothing is tested."""
        done, out = self.run_study(bots=BOTS, seats=["s", "r", "r"], deals=6, variations={"who": {"kontra.who": "bidders"}})
        for effect in read_json(out, "study.json")["variations"][0]["effects"]:
            assert effect["baseline"] is None or set(effect["effect"].values()) == {0}, effect["metric"]
            assert effect["judged"]["p"] is None, effect["metric"]
        assert "unchanged: declared, passed_in, null" in done.stdout
        self.assert_same_bytes(out / "baseline", out / "who", ["games.jsonl"])

    def test_what_must_come_out(self):
        """Rules whose effect is known without statistics."""
        _, study = self.study(**ONE_BOT, deals=200, log="none", variations={
            "ramsch": {"passed_in": "ramsch"}, "cheap": {"value.null": [1, 2, 3, 4]},
            "nobody": {"auction": "none", "passed_in": "ramsch"}})
        ramsch, cheap, nobody = study["variations"]
        assert value(ramsch, "passed_in")["baseline"] > 0 and value(ramsch, "passed_in")["value"] == 0
        assert value(ramsch, "ramsch")["value"] == pytest.approx(1 - value(ramsch, "declared")["value"], abs=5e-8)
        assert value(cheap, "null")["effect"]["high"] < 0
        assert value(nobody, "declared")["effect"]["mean"] == -value(nobody, "declared")["baseline"]
        assert value(nobody, "won")["value"] is value(nobody, "won")["effect"]["mean"] is None

    def test_one_unit_has_no_interval(self):
        """Nothing that differs can be judged, and everything says so; what differs nowhere is no such effect."""
        done, out = self.run_study(**ONE_BOT, deals=1, seed=1, variations={"grand20": GRAND20})
        assert done.returncode == OK and "a single deal" in done.stderr
        study = read_json(out, "study.json")
        effect = value(study["variations"][0], "value")
        assert effect["effect"]["mean"] and effect["effect"]["error"] is effect["judged"]["p"] is None
        differing = sum(effect["effect"]["mean"] not in (0, None) for effect in study["variations"][0]["effects"])
        assert "1 variation: no effect can be judged\n" in done.stdout and f"\n{differing} cannot be judged\n" in done.stdout
        assert re.search(r"^value, of declared .* cannot be judged$", done.stdout, re.MULTILINE)
        rows = arena("study", self.temp / "config1.json", "--out", out, "--force", "--format", "md", "-q").stdout
        assert rows.count("| cannot be judged") == differing

    def test_the_headline_is_that_of_all_that_can_be_judged(self):
        """Its interval is that of Student's t at the level of all of them, and it is the one that stays farthest from zero."""
        dear_and_cheap = {"grand40": {"value.grand": 40}, "cheap": {"value.grand": 10}}
        done, out = self.run_study(**ONE_BOT, deals=400, log="none", variations=dear_and_cheap)
        study = read_json(out, "study.json")
        effects = [(variation, effect) for variation in study["variations"] for effect in variation["effects"]]
        count = sum(effect["judged"]["p"] is not None for _, effect in effects)
        shown = [(v, e) for v, e in effects if e["judged"]["p_adjusted"] is not None and e["judged"]["p_adjusted"] < 0.05]

        def ends(variation, effect):
            t = statistician_maths.student_quantile(1 - 0.025 / count, variation["units"] - 1)
            return [effect["effect"]["mean"] + side * t * effect["effect"]["error"] for side in (-1, 1)]

        def nearest(of):
            low, high = ends(*of)
            return max(low, -high)

        variation, effect = max(((v, e) for v, e in shown if e["measured_in"] == "share" and e["baseline"] and e["value"]), key=nearest)
        low, high = (100 * end for end in ends(variation, effect))
        assert (f"largest effect under {variation['name']}: {effect['title']}, {100 * effect['effect']['mean']:+.2f} "
                f"(95 % for the largest of {count}: {low:+.2f} to {high:+.2f}) percentage points; "
                f"{len(shown)} of {count} effects are shown") in done.stdout
        lead = next(entry["verdict"] for entry in json.loads(arena("results", out.parent, "--json").stdout) if entry["folder"] == str(out))
        assert lead in done.stdout

    def test_own_points_only_where_they_are_comparable(self):
        for baseline, variation, own, noted in (({"scoring.system": "opponents"}, GRAND20, True, False),
                                            ({"scoring.system": "opponents"}, {"scoring.system": "seeger_fabian"}, False, True)):
            _, study = self.study(bots={"s": "basic"}, seats=["s"] * 3, rules=baseline, sessions=1, deals=4, variations={"v": variation})
            result = study["variations"][0]
            keys = {effect["metric"] for effect in result["effects"]}
            assert ("classic.s" in keys, "score.s" in keys, "note" in result) == (True, own, noted)


# ---- files and terminal ------------------------------------------------------------------------

class TestFiles(StudyTest):
    FIELDS = MIXED_SEATS | {"deals": 36, "rules": {"concede": "before_lead"},
                            "grid": {"kontra.levels": [0, 2], "passed_in": ["void", "ramsch"]}}

    def test_same_bytes_for_any_number_of_workers(self):
        one, study, _ = self.sample_study(**self.FIELDS)
        other, _ = self.study("--workers", 2, **self.FIELDS)
        self.assert_same_bytes(one, other, ["study.json", "study.csv"])
        for name in ["baseline"] + [variation["folder"] for variation in study["variations"]]:
            self.assert_same_bytes(one / name, other / name)

    def test_csv_has_the_numbers_of_json(self):
        out, study, _ = self.sample_study(**self.FIELDS)
        rows = list(csv.reader((out / "study.csv").read_text().splitlines()))
        assert ",".join(rows.pop(0)) == ("variation,metric,measured_in,baseline,value,effect,error,low,high,players,"
                                         "judged_low,judged_high,judged_p,judged_p_adjusted")
        effects = [(variation["name"], effect) for variation in study["variations"] for effect in variation["effects"]]
        assert len(rows) == len(effects)
        for row, (name, effect) in zip(rows, effects):
            assert (row[:3], row[9]) == ([name, effect["metric"], effect["measured_in"]], "as before")
            numbers = [effect["baseline"], effect["value"], *effect["effect"].values()]
            judged = [effect["judged"][key] for key in ("low", "high", "p", "p_adjusted")]
            assert [float(text) if text else None for text in row[3:9] + row[10:]] == numbers + judged

    def test_grid_names_all_but_the_base(self):
        out, study, _ = self.sample_study(**self.FIELDS)
        names = ["kontra.levels=0,passed_in=ramsch", "kontra.levels=2,passed_in=void", "kontra.levels=2,passed_in=ramsch"]
        assert [variation["name"] for variation in study["variations"]] == names
        assert {path.name for path in out.iterdir()} == {"baseline", "study.json", "study.csv", *names}
        assert study["variations"][2]["changes"] == {"kontra.levels": [0, 2], "passed_in": ["void", "ramsch"]}
        _, study = self.study(sessions=2, deals=1, grid={  # values that are lists have names of files
            "bock.triggers": [[], ["re_said", "kontra_lost"]], "value.null": [[23, 35, 46, 59], [23, 35, 46, 69]]})
        assert [variation["name"] for variation in study["variations"]] == [
            "bock.triggers=none,value.null=23+35+46+69", "bock.triggers=kontra_lost+re_said,value.null=23+35+46+59",
            "bock.triggers=kontra_lost+re_said,value.null=23+35+46+69"]

    def test_table(self):
        _, study, told = self.sample_study(**self.FIELDS)
        assert all(f"\n{variation['name']}: " in told for variation in study["variations"])
        row = re.search(r"^passed in, of deals +(\S+) +(\S+) +(\S+) \( *(\S+) to +(\S+)\) +(\S+)", told, re.MULTILINE).groups()
        effect = value(study["variations"][0], "passed_in")
        for shown, number in zip(row, (effect["baseline"], effect["value"], effect["effect"]["mean"], effect["effect"]["low"],
                                       effect["effect"]["high"])):
            assert float(shown) == pytest.approx(100 * number, abs=0.005001)
        assert max(map(len, re.findall(r"^.* \( *\S+ to +\S+\).*$", told, re.MULTILINE))) < 101

    def test_existing_folders_need_force(self):
        out, _ = self.study(deals=2, variations={"v": GRAND20})
        before, path = (out / "study.json").read_bytes(), self.temp / "config1.json"
        done = arena("study", path, "--out", out, "--seed", 8)
        assert done.returncode == USAGE and "--force" in done.stderr and (out / "study.json").read_bytes() == before
        done = arena("study", path, "--out", out, "--seed", 8, "--deals", 3, "--force", "--log", "none", "--json")
        assert done.returncode == OK and json.loads(done.stdout) == (study := read_json(out, "study.json")), done.stderr
        assert (study["seed"], study["games"], study["complete"]) == (8, 3, True) and not list(out.glob("*/games.jsonl"))


# ---- what varies, from the command line ---------------------------------------------------------

class TestVary(StudyTest):
    def vary(self, *words, out="out"):
        done = arena("study", *words, "--out", self.temp / out, "--log", "none", "--quiet", "--seed", 3)
        return done, read_json(self.temp / out, "study.json") if done.returncode == OK else None

    def test_each_value_of_a_rule_set_is_a_variation(self):
        """Not their product; the value of the baseline is none; lists stand in brackets. Three styles play sessions."""
        done, study = self.vary("stammtisch", "--vary", "grand=20,24,22", "--vary", "null=[23,35,46,69],[1,2,3,4]", "-v", "kontra=false",
                                "--deals", 72)
        assert done.returncode == OK, done.stderr
        assert [(one["name"], one["changes"]) for one in study["variations"]] == [
            ("grand=20", {"value.grand": [24, 20]}), ("grand=22", {"value.grand": [24, 22]}),
            ("null=23+35+46+69", {"value.null": [[23, 35, 46, 59], [23, 35, 46, 69]]}),
            ("null=1+2+3+4", {"value.null": [[23, 35, 46, 59], [1, 2, 3, 4]]}), ("kontra=false", {"kontra.levels": [2, 0]})]
        assert (study["name"], study["unit"], study["units"]) == ("study-stammtisch", "session", 2)
        assert [bot["name"] for bot in read_json(self.temp / "out" / "baseline", "manifest.json")["bots"]] == ["steady", "bold", "timid"]

    def test_of_a_config_it_is_what_the_file_would_say(self):
        """A path is that of a config, whose bots play; and a rule set for two seats has as many."""
        fields = {**MIXED_SEATS, "deals": 36, "name": "c"}
        _, varied = self.vary(self.write_config(**fields), "--vary", "value.grand=20")
        _, named = self.vary(self.write_config(**fields, variations={"value.grand=20": GRAND20}), out="named")
        assert varied == named and varied["variations"][0]["changed_games"] > 0
        _, two = self.vary("offiziersskat", "--vary", "value.lost_factor=2", "--deals", 4, out="two")
        assert two["games"] == 8

    def test_with_populations(self):
        arena_ok("study", "isko", "--vary", "grand=20", "--population", "people", "--population", "daring", "--deals", 6,
                 "--log", "none", "--out", self.temp / "both", "--quiet")
        assert [v["name"] for v in read_json(self.temp / "both", "populations.json")["variations"]] == ["grand=20"]

    def test_what_is_refused(self):
        own = self.write_config(variations={"v": GRAND20}, deals=2)
        for words, says in ((("stammtisch", "--rule", "grand=20"), "--vary grand=20 makes it a variation"),
                            (("isko", "--vary", "grand"), "--vary: found \"grand\"; expected KEY=VALUE"),
                            (("isko", "--vary", "grnd=20"), "--vary: unknown option \"grnd\""),
                            (("isko", "--vary", "grand=20,x"), "--vary value.grand: found \"x\""),
                            (("isko", "--vary", "grand=24"), "has only values of the base"),
                            (("isko", "--vary", "grand=20,20"), "has the same rules as \"grand=20\""),
                            (("isko", "--vary", "seats=4"), "\"seats\" cannot vary"),
                            (("isko", "--vary", "auction=none"), "cannot be played"),
                            ((own, "--vary", "grand=22"), "variations beside the config's own"),
                            (("nowhere", "--vary", "grand=22"), "no such file")):
            done, _ = self.vary(*words)
            assert done.returncode == USAGE and says in done.stderr and not (self.temp / "out").exists(), done.stderr


# ---- interruptions ---------------------------------------------------------------------------

class TestInterruptions(StudyTest):
    FIELDS = {"bots": {"s": "stammtisch", "r": RANDOM}, "seats": ["s", "r", "r"], "schedule": "rotations", "deals": 2,
              "variations": {"kontra": {"kontra.levels": 1}, "24": GRAND20}}

    def files(self, out):
        """All that is the same however often it was interrupted."""
        return {str(path.relative_to(out)): path.read_bytes() for path in sorted(out.rglob("*"))
                if path.is_file() and path.name != "timing.json"}

    @crash_states.traced
    def test_resume(self):
        """Interrupted in a variation of a population, and killed in the next: the files of a study in one piece."""
        path, whole, out = self.write_config(**self.FIELDS), self.temp / "whole", self.temp / "cut"
        players = ("--population", "people")
        assert arena("study", path, "--out", whole, "--quiet", *players).returncode == OK
        command = [str(program()), "study", str(path), "--out", str(out), "--quiet", *players]
        done = crash_states.signal_at_write(command, out / "people" / "kontra" / "games.jsonl", 1, signal.SIGINT, cwd=ROOT)
        assert done.returncode == INTERRUPTED and "--resume continues" in done.stderr, done.stderr
        assert self.files(out) != self.files(whole)
        assert arena(*command[1:]).returncode == USAGE  # without --resume or --force
        killed = crash_states.signal_at_write([*command, "--resume"], out / "people" / "24" / "games.jsonl", 1, signal.SIGKILL, cwd=ROOT)
        assert killed.returncode == -signal.SIGKILL
        arena_ok(*command[1:], "--resume")
        assert self.files(out) == self.files(whole)

    def test_resume_of_another_study(self):
        """What was played must be what would be played now; and without whole logs nothing can go on."""
        path, out = self.write_config(variations={"24": GRAND20}, deals=2), self.temp / "out"
        command = ("study", path, "--out", out, "--quiet")
        assert arena(*command).returncode == OK
        whole = self.files(out)
        again = arena(*command, "--resume")
        assert again.returncode == USAGE and "study.json: is complete" in again.stderr and self.files(out) == whole
        (out / "study.json").unlink()
        for more, says in (("--seed", 4), "$.seed is not what would be played now"), (("--log", "none"), "kept no log"):
            arena_says(BAD_FILE, says, *command, "--resume", *more)

    def test_what_is_finished_stays(self):
        """All pass; in ramsch each game takes long, since the bot hangs in it."""
        hanging = {"bid": PASS, "play": bad_bot("faulty", what="hang", when="card", percent=99)}
        path, out = self.write_config(bots={"f": hanging}, seats=["f"] * 3, deals=6, limits={"time_ms": 2000}, variations={
            "quick": GRAND20, "slow": {"passed_in": "ramsch"}, "never": {"value.matadors": "jacks"}}), self.temp / "out"
        with Started([program(), "study", path, "--out", out, "--quiet"], cwd=ROOT, text=True, stderr=subprocess.PIPE) as process:
            wait_until(lambda: (out / "slow" / "manifest.json").exists(), process)
            send_heard(process)
            _, message = process.communicate(timeout=TIMEOUT)
        assert process.returncode == INTERRUPTED and "1 of 3 variations" in message, message
        study = checked(out, "study")
        assert not study["complete"] and [variation["name"] for variation in study["variations"]] == ["quick"]
        assert not (out / "never").exists() and not read_json(out / "slow", "summary.json")["complete"]
        for name in ("baseline", "quick"):
            self.assert_verified(out / name)


# ---- configs ---------------------------------------------------------------------------------

class TestConfigs(StudyTest):
    def assert_refused(self, *words, **fields):
        done, out = self.run_study(**fields)
        assert_says(done, USAGE, words)
        assert not out.exists()

    def test_run_names_the_command(self):
        for key, study in (("variations", {"v": GRAND20}), ("grid", {"value.grand": [20]})):
            done, out = self.run_config(**{key: study})
            assert done.returncode == USAGE and "unknown key" not in done.stderr and not out.exists()
            assert f"$.{key}: this is a study: skat-arena study" in done.stderr

    def test_variations(self):
        for variations, *words in (
                ({str(n): {"value.null": [n, 35, 46, 59]} for n in range(1, 66)}, "1..64"),
                ({"v": {"value.grand": 24}, "w": {}, "x": {"extends": "skat"}}, "$.variations.v: ", "$.variations.w: ", "$.variations.x: ",
                 "the same rules as the baseline"),
                ({"v": GRAND20, "w": GRAND20}, "$.variations.w", "the same rules as \"v\""),
                ({"v": "grand20", "w": {"value.gran": 20}, "x": {"value.grand": 101}, "y": {"kontra": {"levels": 9}},
                  "z": {"extends": "nothing"}},
                 "an object", "did you mean \"value.grand\"", "$.variations.x.value.grand", "1..100",
                 "$.variations.y.kontra.levels", "0..8",
                 "$.variations.z.extends", "no rule set"),
                ({"v": {"seats": 4}, "w": {"deals": 48}, "x": {"extends": "6er-skat"}, "y": {"extends": "pilot"},
                  "z": {"game": "tourneeskat"}},
                 "\"seats\" cannot vary", "\"deals\" cannot vary", "a game with other cards or seats than \"skat\"",
                 "$.variations.y", "\"extends\" takes the rules of another game"),
                ({"v": {"auction": "none"}}, "$.variations.v", "cannot be played", "passed_in")):
            self.assert_refused(*words, variations=variations)

    def test_names_are_those_of_folders(self):
        for name in ("baseline", "..", "a/b", "x" * 61):
            self.assert_refused("found the name", variations={name: GRAND20})
        _, study = self.study(variations={"A-z_0.9+" + "x" * 52: GRAND20}, deals=2)
        assert len(study["variations"]) == 1

    def test_grids(self):
        for grid, *words in (
                ({"value.grand": [24]}, "$.grid", "only the values of the baseline"),
                ({"value.grand": [], "value.lost_factor": 20, "money.stake": list(range(66))},
                 "$.grid.value.grand", "$.grid.value.lost_factor", "$.grid.money.stake",
                 "an array of 1..65 values"),
                ({"value.grand": [20, 20], "value.grandd": [20], "kontra": [{"levels": 2}], "seats": [3, 4]}, "$.grid.value.grand[1]",
                 "each value once", "$.grid.value.grandd", "did you mean \"value.grand\"", "$.grid.kontra",
                 "no rule option", "$.grid.seats",
                 "cannot vary"),
                ({"value.grand": [24, 0]}, "$.grid.value.grand[1]", "1..100"),
                ({"auction": ["dealer_asks", "none"]}, "$.grid", "auction=none", "cannot be played"),
                ({"money.stake": list(range(1, 14)), "ramsch.march": list(range(5))}, "$.grid",
                 "\"money.stake=13,ramsch.march=4\" is one too many: allowed are 64")):
            self.assert_refused(*words, grid=grid)

    def test_what_a_study_has_and_has_not(self):
        self.assert_refused("names nothing that varies", "--vary grand=20,22")
        self.assert_refused("both", variations={"v": GRAND20}, grid={"value.grand": [20]})
        fields = {"variations": {"v": GRAND20}, "bots": {"a": RANDOM, "b": RANDOM}, "seats": ["a", "b", "b"]}
        self.assert_refused("$.test", "no sequential test", test={}, **fields)
        self.assert_refused("$.compare", "rule sets", compare=["a", "b"], **fields)
        self.assert_refused("$.seed", "$.variations.a.value.grand", "$.variations.b", seed=-1,  # all mistakes at once
                            variations={"a": {"value.grand": 0}, "b": {"x": 1}})
        self.assert_refused("$.variations", "\"bock\" carry", "at most 20000", "have 20001", sessions=2, deals=6667,
                            bots={"r": RANDOM, "u": UNIFORM},
                            seats=["r", "u", "u"], schedule="rotations", variations={"v": GRAND20, "bock": {"bock.triggers": ["re_said"]}})

    def test_one_session_is_refused_before_it_plays(self):
        """Where rules carry something on, a session is one unit: what is written instead plays."""
        bock = {"bock.triggers": ["sixty_sixty"]}
        self.assert_refused("$.sessions: one session of 3600 deals", '"sessions": 100, "deals": 36 (--deals 3600 --session-deals 36)',
                            rules=bock, deals=3600, variations={"v": GRAND20})
        self.assert_refused('since the rules of "bock" carry', '"sessions": 2, "deals": 6 (--deals 12 --session-deals 6)',
                            deals=6, variations={"v": GRAND20, "bock": bock})
        path = self.write_config(**ONE_BOT, rules=bock, deals=80)
        out = self.temp / "run"
        done = arena("run", path, "--out", out)
        assert done.returncode == USAGE and "(--deals 108 --session-deals 36)" in done.stderr and not out.exists()
        for written in (("--deals", 108, "--session-deals", 36), ("--session-deals", 71)):  # a short one is an evening to look at
            assert arena("run", path, *written, "--out", out, "--quiet", "--force").returncode == OK
        for command in ("compare", "regress", "plan"):
            arena_says(USAGE, ("--deals: one session of 10 deals", "use --deals 72"), command, "basic", "basic", "--rules", "stammtisch",
                       "--deals", 10)
        done = arena("compare", "basic", "basic", "--rules", "stammtisch", "--deals", 72, "--out", self.temp / "compared", "--quiet")
        assert done.returncode != USAGE, done.stderr

    def test_extended_sets(self):
        """Those that replace the baseline, and those of other tables; with given deals."""
        (self.temp / "rules").mkdir()
        (self.temp / "rules" / "four.json").write_text(json.dumps({"seats": 4, "value.grand": 20}))
        self.assert_refused("$.variations.v", "for 4 seats, but 3 are taken", variations={"v": {"extends": "four"}})
        _, study = self.study(seats=["r"] * 4, deals=4, variations={"v": {"extends": "four"}})
        assert study["variations"][0]["changes"] == {"value.grand": [24, 20]}
        deals = arena("deal", "--count", 3).stdout.splitlines()
        _, study = self.study(rules={"value.lost_factor": 3, "bock.length": 5}, deals=deals, variations={
            "v": {"extends": "grand20", "value.lost_hand": "single"}})
        assert study["variations"][0]["changes"] == {"value.grand": [24, 20], "value.lost_factor": [3, 2],
                                                     "value.lost_hand": ["double", "single"],
                                                     "value.grand_ouvert": [None, 30], "bock.length": [5, 3]}
        assert study["games"] == len(deals)

    def test_samples(self):
        """Those of configs/studies are taken: what is refused is a folder that is there already."""
        samples = sorted(STUDIES.glob("*.json"))
        assert len(samples) >= 6
        (self.temp / "file").write_text("")
        for path in samples:
            arena_says(USAGE, "--force", "study", path, "--out", self.temp, "--quiet")
