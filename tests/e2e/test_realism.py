# SPDX-License-Identifier: MIT
"""End-to-end tests of `realism` and of populations: shares counted again, and the marginals of `people`."""
import json
import math
import signal

import pytest

from crash_states import signal_at_write, traced
from harness import *

REFERENCE = ROOT / "results" / "reference"
POPULATIONS = sorted(path.stem for path in (ROOT / "configs" / "populations").glob("*.json"))


def config(folder, **keys):
    path = folder / "config.json"
    path.write_text(json.dumps({"name": "r", "rules": "isko", "schedule": "rotations", "seed": 5} | keys))
    return path


def realism(target, *options):
    run = arena("realism", target, "--json", *options)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def shares(result):
    return {metric["metric"]: metric["share"] for metric in result["metrics"]}


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    folder = tmp_path_factory.mktemp("realism")
    return realism(config(folder, population="people", deals=300), "--out", folder / "run", "--quiet"), folder / "run"


class TestRealism:
    def test_shares_are_those_of_the_log(self, played):
        result, folder = played
        games = [json.loads(line) for line in open(folder / "games.jsonl")]
        declared = [game for game in games if game["declarer"] is not None]
        counted = {
            "passed_in": (sum(game["contract"] is None for game in games), games),
            "grand": (sum(game["contract"][0] == "G" for game in declared), declared),
            "null": (sum(game["contract"][0] == "N" for game in declared), declared),
            "won": (sum(game["result"]["won"] for game in declared), declared),
            "declared_rearhand": (sum(game["declarer"] == 2 for game in declared), declared),
        }
        for key, (count, of) in counted.items():
            assert shares(result)[key]["mean"] == pytest.approx(count / len(of), abs=1e-8)

    def test_a_folder_gives_what_its_config_gave(self, played):
        result, folder = played
        assert realism(folder) == result

    @traced
    def test_an_interrupted_run_goes_on(self, tmp_path):
        path, whole, out = config(tmp_path, population="people", deals=400), tmp_path / "whole", tmp_path / "out"
        result = realism(path, "--out", whole, "--quiet")
        command = [str(program()), "realism", str(path), "--out", str(out), "--workers", "1", "--quiet"]
        done = signal_at_write(command, out / "games.jsonl", 2, signal.SIGINT, cwd=ROOT)
        assert done.returncode == INTERRUPTED and "the same command with --resume continues" in done.stderr, done.stderr
        kept = (out / "games.jsonl").read_bytes()
        assert 0 < len(kept) < (whole / "games.jsonl").stat().st_size
        assert realism(path, "--out", out, "--resume", "--quiet") == result
        for name in SAME_BYTES:
            assert (out / name).read_bytes() == (whole / name).read_bytes(), name
        assert realism(path, "--out", out, "--resume", "--quiet") == result, "what is finished stays so"
        assert realism(path, "--out", tmp_path / "new", "--resume", "--quiet") == result
        assert arena("realism", out, "--resume").returncode == USAGE

    def test_the_distance_is_the_root_mean_square(self, played):
        result, _ = played
        for reference in result["references"]:
            figures = json.loads((REFERENCE / f"{reference['name']}.json").read_text())["figures"]
            squares = [(shares(result)[key]["mean"] - value) ** 2 for key, value in figures.items()]
            assert reference["distance"] == pytest.approx(math.sqrt(sum(squares) / len(squares)), abs=1e-8)
            assert reference["figures"] == len(figures)

    def test_one_reference_and_a_file_of_ones_own(self, played, tmp_path):
        _, folder = played
        assert [r["name"] for r in realism(folder, "--reference", "xskat")["references"]] == ["xskat"]
        own = tmp_path / "own.json"
        own.write_text(json.dumps({"title": "mine", "what": "w", "source": "s", "games": 10, "date": "d",
                                   "figures": {"won": 0.5}}))
        assert realism(folder, "--reference", own)["references"][0]["title"] == "mine"
        own.write_text(json.dumps({"title": "mine", "what": "w", "source": "s", "games": 10, "date": "d",
                                   "figures": {"bid": 0.5, "won": 2}}))
        run = arena("realism", folder, "--reference", own)
        assert run.returncode == BAD_FILE
        assert "$.figures.bid" in run.stderr and "$.figures.won" in run.stderr

    def test_a_narrow_terminal_and_a_file_have_all_figures(self, played):
        _, folder = played
        text = arena("realism", folder).stdout
        assert "grand, of declared" in text and "people online" in text and "17.97 million" in text

    def test_intervals_of_few_games_stay_within_bounds(self, tmp_path):
        """Ten deals: shares of none and of all have a bound, and nothing leaves 0 to 1."""
        result = realism(config(tmp_path, bots={"p": PASS}, seats=["p"] * 3, deals=10, schedule="fixed"),
                         "--out", tmp_path / "run", "--quiet")
        found = shares(result)
        assert found["passed_in"]["mean"] == 1 and found["passed_in"]["low"] == pytest.approx(0.025 ** 0.1)
        assert found["passed_in"]["high"] == 1 and found["declared"]["high"] == pytest.approx(1 - 0.025 ** 0.1)
        assert found["grand"]["mean"] is None

    def test_other_games_than_skat_are_told(self, tmp_path):
        run = arena("realism", ROOT / "configs" / "oma.json", "--deals", 12, "--out", tmp_path / "run", "--quiet")
        assert run.returncode == OK and "are Oma-Skat" in run.stderr

    def test_not_a_result_folder(self, tmp_path):
        assert arena("realism", tmp_path).returncode == BAD_FILE

    def test_part_of_a_log_is_refused(self, tmp_path):
        realism(config(tmp_path, population="people", deals=30, log="sample:3"), "--out", tmp_path / "run")
        run = arena("realism", tmp_path / "run")
        assert run.returncode == BAD_FILE and "a part of the games" in run.stderr


class TestPopulations:
    @pytest.mark.no_sanitizer("about numbers, not memory")
    def test_people_play_like_people_on_fresh_deals(self, tmp_path):
        """The bounds of the aim, and of chance: 15,000 deals of a seed that nothing was fitted to."""
        result = realism(config(tmp_path, population="people", deals=15000, seed=1122334455),
                         "--out", tmp_path / "run", "--log", "none", "--quiet")
        share = {key: 100 * value["mean"] for key, value in shares(result).items() if value["mean"] is not None}
        assert 3 <= share["passed_in"] <= 6 and 29 <= share["grand"] <= 34
        assert 5 <= share["null"] <= 8 and 80 <= share["won"] <= 83
        for position, people in (("forehand", 35.7), ("middlehand", 32.1), ("rearhand", 32.2)):
            assert abs(share[f"declared_{position}"] - people) <= 1

    @pytest.mark.parametrize("name", POPULATIONS)
    def test_each_population_plays_without_faults(self, tmp_path, name):
        realism(config(tmp_path, population=name, deals=60), "--out", tmp_path / "run", "--quiet")
        summary = json.loads((tmp_path / "run" / "summary.json").read_text())
        assert all(not any(bot["faults"].values()) for bot in summary["bots"])

    def test_a_population_replaces_the_bots(self, tmp_path):
        path = config(tmp_path, bots={"b": "basic"}, seats=["b"] * 3, deals=6)
        path.write_text(json.dumps(json.loads(path.read_text()) | {"variations": {"grand20": {"grand_base": 20}}}))
        run = arena("study", path, "--population", "people", "--out", tmp_path / "out", "--quiet")
        assert run.returncode == 0, run.stderr
        manifest = json.loads((tmp_path / "out" / "people" / "base" / "manifest.json").read_text())
        assert [bot["name"] for bot in manifest["bots"]] == ["anna", "bernd", "clara"]

    @pytest.mark.parametrize("keys, message", [
        ({"population": "peple"}, 'did you mean "people"'),
        ({"population": "people", "bots": {"b": "basic"}}, "so does"),
        ({"population": "people", "compare": ["anna", "clara"]}, "about the config's own bots"),
    ])
    def test_what_is_wrong_is_said(self, tmp_path, keys, message):
        run = arena("run", config(tmp_path, deals=6, **keys), "--out", tmp_path / "out")
        assert run.returncode == USAGE and message in run.stderr

    def test_populations_side_by_side_are_their_own_studies(self, tmp_path):
        path = config(tmp_path, bots={"b": "basic"}, seats=["b"] * 3, deals=90,
                      variations={"grand20": {"grand_base": 20}})
        run = arena("study", path, "--population", "people", "--population", "daring", "--out", tmp_path / "out")
        assert run.returncode == 0, run.stderr
        both = json.loads((tmp_path / "out" / "populations.json").read_text())
        assert validator("populations").is_valid(both)
        tests = 0
        for effect in both["variations"][0]["effects"]:
            for name, own in effect["populations"].items():
                study = json.loads((tmp_path / "out" / name / "study.json").read_text())
                assert validator("study").is_valid(study)
                alone = next(e for e in study["variations"][0]["effects"] if e["metric"] == effect["metric"])
                assert {key: alone[key] for key in ("base", "value", "effect", "p")} == \
                    {key: own[key] for key in ("base", "value", "effect", "p")}
                tests += own["p"] is not None
                assert own["p"] is None or own["p"] <= own["p_holm"] <= min(1, own["p"] * 2000)
        assert tests > 20 and "people" in run.stdout and "daring" in run.stdout

    def test_nothing_is_played_before_all_populations_are_known(self, tmp_path):
        path = config(tmp_path, bots={"b": "basic"}, seats=["b"] * 3, deals=6, variations={"g": {"grand_base": 20}})
        run = arena("study", path, "--population", "people", "-p", "nobody", "--out", tmp_path / "out")
        assert run.returncode == USAGE and "nobody" in run.stderr and not (tmp_path / "out").exists()

    def test_a_population_named_twice(self, tmp_path):
        path = config(tmp_path, bots={"b": "basic"}, seats=["b"] * 3, deals=6, variations={"g": {"grand_base": 20}})
        run = arena("study", path, "--population", "people", "-p", "people", "--out", tmp_path / "out")
        assert run.returncode == USAGE and "named twice" in run.stderr


class TestRulesAndPlay:
    """What stammtisch declares about rule options, and what it bids by."""

    INDIFFERENT = {
        "announce_with_skat": True, "concede": "never", "hand_schwarz": "ladder", "schneider_schwarz": "double",
        "overbid_hand": "skat", "ramsch.virgin": "off", "ramsch.three_tie": "nobody", "grand_ouvert_base": 36, "stake": 0.5}

    def study(self, folder, variations, rules="isko", bots=None):
        path = config(folder, rules=rules, bots=bots or {"s": "stammtisch"}, seats=["s"] * 3, schedule="fixed", deals=600,
                      variations=variations)
        run = arena("study", path, "--out", folder / "out", "--force", "--log", "none")
        assert run.returncode == 0, run.stderr
        return json.loads((folder / "out" / "study.json").read_text())["variations"], run.stdout

    def test_what_it_declares_is_true(self, tmp_path):
        """Of one that never concedes; by default it does, and does not list `concede`."""
        variations, text = self.study(tmp_path, {key: {key: value} for key, value in self.INDIFFERENT.items()},
                                      {"extends": "isko", "passed_in": "ramsch"},
                                      {"s": {"module": "stammtisch", "options": {"concede": 0}}})
        assert [v["changed_games"] for v in variations] == [0] * len(self.INDIFFERENT)
        assert all(v["indifferent"] and "warning" not in v for v in variations)
        assert "never changes what they decide" in text

    def test_the_list_is_that_of_the_module(self, tmp_path):
        """An option that it does not list is no such claim, though it may change nothing in some games."""
        variations, _ = self.study(tmp_path, {"grand20": {"grand_base": 20}, "never": {"concede": "never"}})
        assert not any("indifferent" in variation for variation in variations)
        source = (ROOT / "bots" / "stammtisch" / "stammtisch.c").read_text()
        listed = source.split("indifferent[] = {")[1].split("}")[0]
        assert {word.strip(' "\n') for word in listed.split(",")} - {"NULL", ""} == set(self.INDIFFERENT)

    def test_who_has_not_noticed_decides_as_before(self, tmp_path):
        bots = {"s": {"module": "stammtisch", "options": {"habit": True}}}
        variations, _ = self.study(tmp_path, {"grand20": {"grand_base": 20}, "jacks": {"matadors": "jacks"}}, bots=bots)
        assert [v["changed_games"] for v in variations] == [0, 0]

    def test_bids_follow_the_scoring(self, tmp_path):
        """A lost game that counts once makes it bolder, one that counts three times more careful."""
        variations, _ = self.study(tmp_path, {"once": {"lost_factor": 1}, "thrice": {"lost_factor": 3}})
        declared = [next(e["effect"]["mean"] for e in v["effects"] if e["metric"] == "declared") for v in variations]
        assert declared[0] > 0 > declared[1]
