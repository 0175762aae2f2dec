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


CONTRACTS = dict(zip("DHSCG", ("diamonds", "hearts", "spades", "clubs", "grand")))
NULLS = {frozenset(): "null_plain", frozenset("H"): "null_hand", frozenset("O"): "null_ouvert", frozenset("HO"): "null_ouvert_hand"}


def leads_of(game):
    """The leads of a game: who, whether with a trump, the number of the trick. Nobody says anything between cards here."""
    words = game["moves"].split()
    pairs = list(zip(words[::2], words[1::2]))
    said = [word for _, word in pairs]
    start = next(i for i, word in enumerate(said) if word.split(".")[0] == game["contract"]) + 1
    cards = pairs[start:]
    suit = game["contract"][0]
    return [(int(who), card[1] == "J" or card[0] == suit, trick) for trick, (who, card) in enumerate(cards[::3])]


def published_shares(games):
    """The shares of docs/formats.md, *Realism*, that published tables have, by key."""
    def share(part, of):
        return len(part) / len(of) if of else None

    result = {}
    nulls = [game for game in games if game["contract"][0] == "N"]
    others = [game for game in games if game["contract"][0] in CONTRACTS]
    won = {id(game) for game in games if game["result"]["won"]}
    of = {name: [game for game in others if CONTRACTS[game["contract"][0]] == name] for name in CONTRACTS.values()}
    for name in ("diamonds", "hearts", "spades", "clubs"):
        result[f"won_{name}"] = share([g for g in of[name] if id(g) in won], of[name])
    for letters, name in NULLS.items():
        kind = [game for game in nulls if set(game["contract"][1:]) == letters]
        result[name] = share(kind, nulls)
        result[f"won_{name}"] = share([g for g in kind if id(g) in won], kind)
    by_hand = [game for game in games if "H" in game["contract"][1:]]
    for name, kinds in (("suit", "DHSC"), ("grand", "G"), ("null", "N")):
        result[f"hand_{name}"] = share([g for g in by_hand if g["contract"][0] in kinds], games)
    levels = {"schneider": "schneider", "schwarz": "schwarz", "said_schneider": "schneider_announced",
              "said_schwarz": "schwarz_announced", "open": "ouvert"}
    for event, level in levels.items():
        having = [game for game in others if game["result"]["levels"].get(level)]
        if event.startswith("said") or event == "open":
            result[event] = share(having, games)
        result[f"won_{event}"] = share([g for g in having if id(g) in won], having)
        for name in CONTRACTS.values():
            those = [game for game in having if CONTRACTS[game["contract"][0]] == name]
            result[f"{event}_{name}"] = share(those, having)
            result[f"won_{event}_{name}"] = share([g for g in those if id(g) in won], those)
    picked_up = [game for game in others if "H" not in game["contract"][1:]]
    aside = [next(w for w in game["moves"].split() if w.startswith(game["contract"] + ".")).split(".")[1:] for game in picked_up]
    result["ace_aside"] = share([cards for cards in aside if any(card[1] == "A" for card in cards)], picked_up)
    leads = [(who == game["declarer"], trump, trick) for game in others if game["contract"][0] != "G"
             for who, trump, trick in leads_of(game)]
    first = [trump for declarer, trump, trick in leads if declarer and trick < 3]
    later = [trump for declarer, trump, trick in leads if not declarer and trick > 0]
    result["declarer_trumps"] = sum(first) / len(first)
    result["defender_trumps"] = sum(later) / len(later)
    return result


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    """Players who do what the tables count: hand games, announcements, aces discarded."""
    folder = tmp_path_factory.mktemp("many")
    options = {"hand_caution": 55, "hand_premium": 0, "schneider": 30, "misjudges": 150, "careless": 100, "null_bonus": 60,
               "null_hand_bonus": 150, "concede": 0}
    bots = {"s": {"module": "stammtisch", "options": options}}
    path = config(folder, bots=bots, seats=["s"] * 3, deals=1500, schedule="fixed")
    return realism(path, "--out", folder / "run", "--quiet"), folder / "run"


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

    def test_shares_of_published_tables_are_those_of_the_log(self, many):
        """Each counted again from the records, from what docs/formats.md says of it."""
        result, folder = many
        games = [json.loads(line) for line in open(folder / "games.jsonl")]
        counted = published_shares([game for game in games if game["declarer"] is not None])
        found = shares(result)
        known = {key: share for key, share in counted.items() if share is not None}
        assert len(known) > 50
        for key, share in counted.items():
            assert found[key]["mean"] == (None if share is None else pytest.approx(share, abs=1e-8)), key

    def test_a_metric_of_tables_alone_needs_a_table(self, played):
        result, folder = played
        few = realism(folder, "--reference", "xskat")
        assert "schneider_grand" in shares(result) and "schneider_grand" not in shares(few)
        assert "ace_aside" in shares(few) and "grand" in shares(few)

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
        found = shares(result)

        def check(distance, keys, figures):
            squares = [(found[key]["mean"] - figures[key]) ** 2 for key in keys if found[key]["mean"] is not None]
            assert distance["figures"] == len(squares) > 0
            assert distance["distance"] == pytest.approx(math.sqrt(sum(squares) / len(squares)), abs=1e-8)

        split = 0
        for reference in result["references"]:
            file = json.loads((REFERENCE / f"{reference['name']}.json").read_text())
            figures, unscored = file["figures"], file.get("unscored", {})
            scored = set(figures) - set(unscored)
            check(reference, scored, figures)
            assert reference.get("unscored", {}) == unscored and ("held_out" in reference) == ("fitted" in file)
            if "fitted" in file:
                split += 1
                assert reference["fitted_metrics"] == file["fitted"]
                check(reference["fitted"], scored & set(file["fitted"]), figures)
                check(reference["held_out"], scored - set(file["fitted"]), figures)
        assert split == 1

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
        own.write_text(json.dumps({"title": "mine", "what": "w", "source": "s", "games": 10, "date": "d",
                                   "fitted": ["won", "grand"], "unscored": {"null": "why", "won": 2}, "figures": {"won": 0.5}}))
        run = arena("realism", folder, "--reference", own)
        assert run.returncode == BAD_FILE
        for place in ("$.fitted[1]", "$.unscored.null", "$.unscored.won"):
            assert place in run.stderr, place

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
        for key, people in (("won_diamonds", 77.5), ("won_clubs", 77.5), ("won_grand", 91.4), ("schneider_diamonds", 8.7),
                            ("schneider_grand", 48.9), ("won_schneider_diamonds", 96.7), ("won_schneider_clubs", 96.8)):
            assert abs(share[key] - people) <= 3, key
        assert abs(share["schwarz"] - 1.4) <= 0.2, "all bots without habits make 0.7 to 0.8 % of their games schwarz"

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


@pytest.mark.no_sanitizer("about numbers, not memory")
class TestHabits:
    """What stammtisch does by the options that make it play like people, from the games that it then plays."""

    @staticmethod
    def games(folder, deals=300, rules="isko", **options):
        path = config(folder, rules=rules, bots={"s": {"module": "stammtisch", "options": options}}, seats=["s"] * 3,
                      schedule="fixed", deals=deals)
        run = arena("run", path, "--out", folder / "run", "--force", "--quiet")
        assert run.returncode == 0, run.stderr
        return [json.loads(line) for line in open(folder / "run" / "games.jsonl")]

    def test_tournament_players_bid_by_seeger_and_fabian(self, tmp_path):
        """Whatever scoring is in force; others bid otherwise by classic points."""
        seeger = {"extends": "isko", "scoring": "seeger_fabian"}
        moves = {(name, tournament): [game["moves"] for game in self.games(tmp_path, rules=rules, tournament=tournament)]
                 for name, rules in (("isko", "isko"), ("seeger", seeger)) for tournament in (False, True)}
        assert moves["isko", True] == moves["seeger", True] == moves["seeger", False] != moves["isko", False]

    def test_schneider_is_announced_in_grand_alone(self, tmp_path):
        def announced(**options):
            games = self.games(tmp_path, 500, hand_caution=50, hand_premium=0, schneider=30, **options)
            return [[game["game"] for game in games if game["declarer"] is not None and (game["contract"][0] == "G") == grand and
                     game["result"]["levels"].get("schneider_announced")] for grand in (False, True)]

        suits, grands = announced()
        assert suits and grands
        assert announced(schneider_suit=100) == [[], grands]
        assert announced(schneider_suit=20) == [suits, grands], "a lower threshold than that of all games is none"

    def test_who_slips_announces_another_game_and_lets_it_go(self, tmp_path):
        """Hand games are announced before the skat is known, so nobody slips there."""
        usual, slipped = self.games(tmp_path), self.games(tmp_path, slips=10000)
        pairs = [(a, b) for a, b in zip(usual, slipped) if a["declarer"] is not None]
        with_skat = [(a, b) for a, b in pairs if "H" not in a["contract"][1:]]
        assert 0 < len(with_skat) < len(pairs)
        for a, b in pairs:
            assert (a["contract"] == b["contract"]) == ("H" in a["contract"][1:])
            assert b["contract"][0] in "DHSCG" or a["contract"] == b["contract"]
        assert {b["contract"] for _, b in with_skat} == set("DHSCG")
        assert sum(b["result"]["won"] for _, b in with_skat) < len(with_skat) / 20

    def test_nobody_slips_where_games_are_called_in_the_auction(self, tmp_path):
        usual, slipped = (self.games(tmp_path, 60, rules="farbenreizen", slips=n) for n in (0, 10000))
        assert [game["moves"] for game in usual] == [game["moves"] for game in slipped]

    def test_who_gives_the_rest_takes_no_more_tricks(self, tmp_path):
        """Only the play of defenders without a trick changes, and declarer makes more games schwarz."""
        usual, given = self.games(tmp_path, 1000), self.games(tmp_path, 1000, gives_rest=100)
        changed = [(a, b) for a, b in zip(usual, given) if a["moves"] != b["moves"]]
        assert changed
        for a, b in changed:
            words = list(zip(a["moves"].split(), b["moves"].split()))
            first = next(i for i, (one, other) in enumerate(words) if one != other)
            assert words[first - first % 2][0] != str(b["declarer"])

        def schwarz(games):
            return sum(bool(game["result"] and game["result"]["levels"].get("schwarz")) for game in games)
        assert schwarz(given) > 1.5 * schwarz(usual) > 0
