# SPDX-License-Identifier: MIT
"""End-to-end tests of `realism` and of populations: shares counted again, and the marginals of `people`."""
import json
import math
import shutil
from typing import Any

import jsonschema
import pytest

from harness import *

REFERENCE = ROOT / "results" / "reference"
POPULATIONS = sorted(path.stem for path in (ROOT / "configs" / "populations").glob("*.json"))


def config(folder, **keys):
    path = folder / "config.json"
    path.write_text(json.dumps({"name": "r", "rules": "isko", "schedule": "rotations", "seed": 5} | keys))
    return path


def realism(target, *options):
    run = arena_ok("realism", target, "--json", *options)
    return json.loads(run.stdout)


def shares(result):
    return {metric["metric"]: metric["share"] for metric in result["metrics"]}


def sample_realism(name, **keys):
    """What `realism` says of a config, and the folder of its run."""
    def make(folder):
        (folder / "said.json").write_text(json.dumps(realism(config(folder, **keys), "--out", folder / "run", "--quiet")))
    folder = shared(name, make)
    return read_json(folder, "said.json"), folder / "run"


@pytest.fixture(name="played")
def _played():
    return sample_realism("realism", population="people", deals=60)


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


class TestRealism:
    def test_shares_are_those_of_the_log(self, played):
        result, folder = played
        games = read_lines(folder)
        declared = [game for game in games if game["declarer"] is not None]
        for key, count, of in (("passed_in", sum(game["contract"] is None for game in games), games),
                               ("grand", sum(game["contract"][0] == "G" for game in declared), declared),
                               ("null", sum(game["contract"][0] == "N" for game in declared), declared),
                               ("won", sum(game["result"]["won"] for game in declared), declared),
                               ("declared_rearhand", sum(game["declarer"] == 2 for game in declared), declared)):
            assert shares(result)[key]["mean"] == pytest.approx(count / len(of), abs=1e-8)

    def test_shares_of_published_tables_are_those_of_the_log(self):
        """Of players who do what the tables count: hand games, announcements, aces discarded. Each counted again from the records, from
        what docs/formats.md says of it."""
        options = {"hand_caution": 55, "hand_premium": 0, "schneider": 30, "misjudges": 150, "careless": 100, "null_bonus": 60,
                   "null_hand_bonus": 150, "concede": 0}
        result, folder = sample_realism("realism-tables", bots={"s": {"module": "stammtisch", "options": options}}, seats=["s"] * 3,
                                        deals=300, schedule="fixed")
        counted = published_shares([game for game in read_lines(folder) if game["declarer"] is not None])
        found = shares(result)
        assert sum(share is not None for share in counted.values()) >= 40
        for key, share in counted.items():
            assert found[key]["mean"] == (None if share is None else pytest.approx(share, abs=1e-8)), key

    def test_a_folder_gives_what_its_config_gave(self, played):
        """With fewer references there are fewer metrics: what tables alone count needs a table."""
        result, folder = played
        assert realism(folder) == result
        few = realism(folder, "--reference", "xskat")
        assert [reference["name"] for reference in few["references"]] == ["xskat"]
        assert "schneider_grand" in shares(result) and "schneider_grand" not in shares(few)
        assert "ace_aside" in shares(few) and "grand" in shares(few)
        text = arena("realism", folder).stdout
        assert "grand, of declared" in text and "people online" in text and "17.97 million" in text

    def test_what_is_finished_stays_so(self, played, tmp_path):
        result, folder = played
        again = shutil.copytree(folder, tmp_path / "again")
        assert realism(config(tmp_path, population="people", deals=60), "--out", again, "--resume", "--quiet") == result
        assert arena("realism", again, "--resume").returncode == USAGE

    def distance_of(self, metrics, figures):
        """The distance with the ends of its interval, by docs/formats.md, and the number of figures."""
        square = variance = counted = 0
        for key, figure in figures.items():
            share, games = metrics[key]["share"], metrics[key]["of"]
            error = max(share["error"] or 0, math.sqrt(figure * (1 - figure) / games)) if games else math.inf
            if error <= 0.05:
                counted += 1
                more = (share["mean"] - figure) ** 2 - error ** 2
                square += more
                variance += 2 * error ** 4 + 4 * max(more, 0) * error ** 2
        return counted, [math.sqrt(max(square + side * 1.959963985 * math.sqrt(variance), 0) / counted) for side in (0, -1, 1)]

    def test_the_distance_is_the_root_mean_square_less_what_chance_adds(self, played):
        metrics, split = {metric["metric"]: metric for metric in played[0]["metrics"]}, 0

        def check(distance, keys, figures):
            counted, numbers = self.distance_of(metrics, {key: figures[key] for key in keys})
            assert distance["figures"] == counted > 0
            assert [distance[key] for key in ("distance", "low", "high")] == pytest.approx(numbers, abs=2e-7)

        for reference in played[0]["references"]:
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

    def test_chance_makes_no_distance(self, tmp_path):
        """400 deals beside 3,000 of the same players: most of the plain distance is chance, and 0 is in the interval; beside others not."""
        def play(name, seed, deals, *options):
            bots = {"s": {"module": "stammtisch", "options": {"caution": 60}}}
            path = config(tmp_path, bots=bots, seats=["s"] * 3, schedule="fixed", deals=deals, seed=seed)
            return realism(path, "--out", tmp_path / name, *options)

        long = play("long", 1, 3000)
        figures = {metric["metric"]: metric["share"]["mean"] for metric in long["metrics"] if (metric["share"]["error"] or 1) < 0.02}
        path = tmp_path / "own.json"
        path.write_text(json.dumps({"title": "same", "what": "w", "source": "s", "games": 3000, "date": "d", "figures": figures}))
        short = play("short", 2, 400, "--reference", path)
        found, (same,) = shares(short), short["references"]
        counted = [key for key in figures if found[key]["mean"] is not None]
        plain = math.sqrt(sum((found[key]["mean"] - figures[key]) ** 2 for key in counted) / len(counted))
        assert same["low"] == 0 <= same["distance"] < plain / 2 and same["figures"] > 20
        path.write_text(path.read_text().replace(f'"won": {figures["won"]}', '"won": 0.2'))
        other, = play("other", 2, 400, "--reference", path)["references"]
        assert 0.05 < other["low"] < other["distance"] < other["high"]

    def test_a_reference_of_ones_own(self, played, tmp_path):
        own: Any = {"title": "mine", "what": "w", "source": "s", "games": 10, "date": "d"}
        path = tmp_path / "own.json"
        path.write_text(json.dumps(own | {"figures": {"won": 0.5}}))
        assert realism(played[1], "--reference", path)["references"][0]["title"] == "mine"
        for wrong, places in (({"figures": {"bid": 0.5, "won": 2}}, ("$.figures.bid", "$.figures.won")),
                              ({"fitted": ["won", "grand"], "unscored": {"null": "why", "won": 2}, "figures": {"won": 0.5}},
                               ("$.fitted[1]", "$.unscored.null", "$.unscored.won"))):
            path.write_text(json.dumps(own | wrong))
            arena_says(BAD_FILE, places, "realism", played[1], "--reference", path)

    def test_intervals_of_few_games_stay_within_bounds(self, tmp_path):
        """Ten deals: shares of none and of all have a bound, and nothing leaves 0 to 1."""
        found = shares(realism(config(tmp_path, bots={"p": PASS}, seats=["p"] * 3, deals=10, schedule="fixed"), "--out", tmp_path / "run"))
        assert found["passed_in"]["mean"] == 1 and found["passed_in"]["low"] == pytest.approx(0.025 ** 0.1)
        assert found["passed_in"]["high"] == 1 and found["declared"]["high"] == pytest.approx(1 - 0.025 ** 0.1)
        assert found["grand"]["mean"] is None

    def test_what_is_told_and_refused(self, tmp_path):
        """Other games than Skat, no result folder."""
        run = arena("realism", ROOT / "configs" / "oma.json", "--deals", 6, "--out", tmp_path / "oma", "--quiet", "--workers", 1)
        assert run.returncode == OK and "are Oma-Skat" in run.stderr
        assert arena("realism", tmp_path).returncode == BAD_FILE


class TestPopulations:
    def test_each_population_plays_without_faults(self, tmp_path):
        """People, and daring ones, play below."""
        for name in sorted({*POPULATIONS} - {"people", "daring"}):
            arena_ok("run", config(tmp_path, population=name, deals=3, workers=1, schedule="fixed"), "--out", tmp_path / name, "--quiet")
            assert all(not any(bot["faults"].values()) for bot in read_json(tmp_path / name, "summary.json")["bots"]), name

    def test_what_is_wrong_is_said(self, tmp_path):
        cases: Any = (({"population": "peple"}, 'did you mean "people"'),
                      ({"population": "people", "bots": {"b": "basic"}}, "so does"),
                      ({"population": "people", "compare": ["anna", "clara"]}, "about the config's own bots"))
        for keys, message in cases:
            arena_says(USAGE, message, "run", config(tmp_path, deals=6, **keys), "--out", tmp_path / "out")
        # Nothing is played before all populations are known.
        path = config(tmp_path, bots={"b": "basic"}, seats=["b"] * 3, deals=6, variations={"g": {"value.grand": 20}})
        for second, says in (("nobody", "nobody"), ("people", "named twice")):
            run = arena("study", path, "--population", "people", "-p", second, "--out", tmp_path / "out")
            assert run.returncode == USAGE and says in run.stderr and not (tmp_path / "out").exists()

    def test_populations_side_by_side_are_their_own_studies(self, tmp_path):
        """They replace the bots of the config."""
        path = config(tmp_path, bots={"b": "basic"}, seats=["b"] * 3, deals=12, schedule="fixed", log="none", workers=1,
                      variations={"grand20": {"value.grand": 20}})
        run = arena("study", path, "--population", "people", "--population", "daring", "--out", tmp_path / "out")
        assert run.returncode == 0 and "people" in run.stdout and "daring" in run.stdout, run.stderr
        assert [bot["name"] for bot in read_json(tmp_path / "out/people/baseline", "manifest.json")["bots"]] == ["anna", "bernd", "clara"]
        both = read_json(tmp_path / "out", "populations.json")
        jsonschema.Draft202012Validator(json.loads((SCHEMAS / "populations.schema.json").read_text())).validate(both)
        studies = {name: read_json(tmp_path / "out" / name, "study.json") for name in ("people", "daring")}
        tests = 0
        for effect in both["variations"][0]["effects"]:
            for name, own in effect["populations"].items():
                alone = next(e for e in studies[name]["variations"][0]["effects"] if e["metric"] == effect["metric"])
                assert all(alone[key] == own[key] for key in ("baseline", "value", "effect"))
                p, adjusted = own["judged"]["p"], own["judged"]["p_adjusted"]
                assert p == alone["judged"]["p"]
                tests += p is not None
                assert p is None or p <= adjusted <= min(1, p * 2000)
        assert tests > 5


class TestRulesAndPlay:
    """What stammtisch declares about rule options, and what it bids by."""

    INDIFFERENT = {
        "concede": "never", "value.schneider_schwarz": "double", "value.overbid_hand": "skat", "ramsch.virgin": "off",
        "ramsch.tie": "two_lose", "value.grand_ouvert": 36, "money.stake": 0.5}

    def study(self, folder, variations, rules="isko", **options):
        path = config(folder, rules=rules, bots={"s": {"module": "stammtisch", "options": options}}, seats=["s"] * 3, schedule="fixed",
                      deals=60, variations=variations, workers=1)
        run = arena_ok("study", path, "--out", folder / "out", "--force", "--log", "none")
        return read_json(folder / "out", "study.json")["variations"], run.stdout

    def test_what_it_declares_is_true(self, tmp_path):
        """Of one that never concedes; by default it does, and does not list `concede`. What it does not list is no such claim, though it
        may change nothing in some games."""
        variations, text = self.study(tmp_path, {key: {key: value} for key, value in self.INDIFFERENT.items()},
                                      {"extends": "isko", "passed_in": "ramsch"}, concede=0)
        assert [v["changed_games"] for v in variations] == [0] * len(self.INDIFFERENT)
        assert all(v["indifferent"] and "warning" not in v for v in variations) and "never changes what they decide" in text
        source = (ROOT / "bots" / "stammtisch" / "stammtisch.c").read_text()
        listed = source.split("indifferent[] = {")[1].split("}")[0]
        assert {word.strip(' "\n') for word in listed.split(",")} - {"NULL", ""} == set(self.INDIFFERENT)

    def test_bids_follow_the_scoring(self, tmp_path):
        """A lost game that counts once makes it bolder, one that counts three times more careful; by habit it decides as before."""
        variations = {"once": {"value.lost_factor": 1}, "thrice": {"value.lost_factor": 3}}
        found, _ = self.study(tmp_path, variations | {"never": {"concede": "never"}})
        assert not any("indifferent" in variation for variation in found)
        found.pop()
        declared = [next(e["effect"]["mean"] for e in v["effects"] if e["metric"] == "declared") for v in found]
        assert declared[0] > 0 > declared[1]
        assert [v["changed_games"] for v in self.study(tmp_path, variations, habit=True)[0]] == [0, 0]


@pytest.mark.no_sanitizer("about numbers, not memory")
class TestHabits(RunTest):
    """What stammtisch does by the options that make it play like people, from the games that it then plays."""

    def games(self, deals=120, rules="isko", **options):
        return read_lines(self.sample(rules=rules, bots={"s": {"module": "stammtisch", "options": options}}, seats=["s"] * 3,
                                      schedule="fixed", deals=deals))

    def test_tournament_players_bid_by_seeger_and_fabian(self):
        """Whatever scoring is in force; others bid otherwise by classic points."""
        seeger = {"extends": "isko", "scoring.system": "seeger_fabian"}
        moves = {(name, tournament): [game["moves"] for game in self.games(36, rules, tournament=tournament)]
                 for name, rules in (("isko", "isko"), ("seeger", seeger)) for tournament in (False, True)}
        assert moves["isko", True] == moves["seeger", True] == moves["seeger", False] != moves["isko", False]

    def test_schneider_is_announced_in_grand_alone(self):
        """A lower threshold than that of all games is none."""
        def announced(**options):
            games = self.games(hand_caution=50, hand_premium=0, schneider=30, **options)
            return [[game["game"] for game in games if game["declarer"] is not None and (game["contract"][0] == "G") == grand and
                     game["result"]["levels"].get("schneider_announced")] for grand in (False, True)]

        suits, grands = announced()
        assert suits and grands and announced(schneider_suit=100) == [[], grands] and announced(schneider_suit=20) == [suits, grands]

    def test_who_slips_announces_another_game_and_lets_it_go(self):
        """Hand games are announced before the skat is known, so nobody slips there, nor where games are called in the auction."""
        pairs = [(a, b) for a, b in zip(self.games(), self.games(slips=10000)) if a["declarer"] is not None]
        with_skat = [(a, b) for a, b in pairs if "H" not in a["contract"][1:]]
        assert 0 < len(with_skat) < len(pairs)
        for a, b in pairs:
            assert (a["contract"] == b["contract"]) == ("H" in a["contract"][1:])
            assert b["contract"][0] in "DHSCG" or a["contract"] == b["contract"]
        assert {b["contract"] for _, b in with_skat} == set("DHSCG")
        assert sum(b["result"]["won"] for _, b in with_skat) < len(with_skat) / 20
        usual, slipped = (self.games(36, "farbenreizen", slips=n) for n in (0, 10000))
        assert [game["moves"] for game in usual] == [game["moves"] for game in slipped]

    def test_who_gives_the_rest_takes_no_more_tricks(self):
        """Only the play of defenders without a trick changes, and declarer makes more games schwarz."""
        usual, given = self.games(250), self.games(250, gives_rest=100)
        changed = [(a, b) for a, b in zip(usual, given) if a["moves"] != b["moves"]]
        assert changed
        for a, b in changed:
            words = list(zip(a["moves"].split(), b["moves"].split()))
            first = next(i for i, (one, other) in enumerate(words) if one != other)
            assert words[first - first % 2][0] != str(b["declarer"])
        before, after = (sum(bool(game["result"] and game["result"]["levels"].get("schwarz")) for game in games)
                         for games in (usual, given))
        assert after > 1.5 * before > 0
