# SPDX-License-Identifier: MIT
"""Deals on which two bots bid differently are dealt again (arena/compare/redeal_case.h): the same bytes however it is played,
nothing for bots that bid alike, and a difference that is the same in the long run."""
import collections
import json
import math
import re
from typing import Any

import pytest

import scorekeeper
from harness import *
from machine import needs_isolation
from report_pages import ReportTest
from scorekeeper_contracts import bid_ladder
from scorekeeper_game import Game
from scorekeeper_rules import pack_of, read_rules
from scorekeeper_score import result_of

MORE_BYTES = SAME_BYTES + ("redeals.jsonl",)
BOLD = {"module": "stammtisch", "options": {"caution": 45}}
MIXED = {"module": "stammtisch", "options": {"grand_bonus": 120, "null_bonus": -200, "hand_caution": 60, "hand_premium": 0}}
BUSY = {"module": "stammtisch", "options": {"caution": 45, "null_bonus": 8}}
POSITIONS = ("forehand", "middlehand", "rearhand")


def deals_of(folder):
    path = folder / "redeals.jsonl"
    return read_lines_of(path) if path.exists() else []


def lines_of(folder):
    """All cases, each with its deal."""
    return [case | {"session": deal["session"], "deal": deal["deal"]} for deal in deals_of(folder) for case in deal["cases"]]


def hands_of(cards):
    return [set(part.split(".")) for part in cards.split("|")]


def change_of(line, scoring):
    """In points, of the deal's three games together."""
    differences = [value / 12 for value in line[scoring]]
    return 0 if line["failed"] else sum(differences) / len(differences) - differences[0]


class RedealTest(ReportTest):
    def fields(self, **more):
        return {"bots": {"a": BOLD, "b": "stammtisch"}, "schedule": "duel", "seats": ["a", "b"], "compare": ["a", "b"],
                "sessions": 1, "deals": 24, "redeals": 3} | more

    def run_parts(self, fields, count):
        """The run in shards, merged."""
        path, parts = self.write_config(**fields), [self.temp / f"part{part}" for part in range(1, count + 1)]
        for number, part in enumerate(parts, 1):
            assert arena("run", path, "--shard", f"{number}/{count}", "--out", part, "--quiet").returncode == OK
        arena_ok("merge", *parts, "--out", self.temp / "merged", "--quiet")
        return self.temp / "merged"

    def assert_resumed(self, fields, name, names):
        """Killed once a file has half of its bytes, and resumed: the same bytes."""
        whole, path, out = self.sample(**fields), self.write_config(**fields), self.temp / "killed"
        self.run_killed(path, out, name, (whole / name).stat().st_size / 2)
        done = arena("run", "--resume", out, "--quiet")
        assert done.returncode == OK or "finished" in done.stderr, done.stderr
        self.assert_same_bytes(whole, out, names)


class TestLines(RedealTest):
    """What a line says follows from the log."""

    def check_line(self, line, games):
        game = next(game for game in games if game["game"] == line["game"])
        seat, position = line["seat"], POSITIONS.index(line["position"])
        assert game["table"][seat] == line["bot"] != line["other_bot"]
        moves, base = game["moves"].split(), line["other_moves"].split()
        first = next(i for i in range(0, len(moves), 2) if moves[i:i + 2] != base[i:i + 2])
        assert moves[first] == base[first] == str(position), line
        assert "s" not in moves[1:first:2] or line["decision"] == "declare"
        for redeal in line["redeals"]:
            kept, dealt = hands_of(game["cards"]), hands_of(redeal["cards"])
            assert dealt[position] == kept[position] and set.union(*dealt) == set.union(*kept)
            assert line["decision"] != "declare" or dealt[3] == kept[3]
            assert redeal["moves"].split()[:first + 2] == moves[:first + 2]
            assert redeal["other_moves"].split()[:first + 2] == base[:first + 2]
        numbers = [redeal["number"] for redeal in line["redeals"]]
        assert numbers == sorted(set(numbers)) and all(number < line["tries"] for number in numbers)
        assert len(numbers) == 3 and line["tries"] == numbers[-1] + 1 or line["tries"] == 300

    def check_as_dealt(self, line, games):
        """The base is often the game at another table: its points are in the log."""
        game = next(game for game in games if game["game"] == line["game"])

        def merit(scored):
            own, others = ([points for name, points in zip(game["table"], scored["score"]) if name == bot] for bot in "ab")
            return sum(own) / len(own) - sum(others) / len(others)
        bases = [other for other in games if other["moves"] == line["other_moves"] and other is not game]
        assert not bases or line["score"][0] == 12 * (merit(game) - merit(bases[0])), line
        return bool(bases)

    def test_what_is_said_follows_from_the_log(self):
        folder = self.sample(**self.fields(bots={"a": BUSY, "b": "stammtisch"}))
        deals, lines = games_of_deals(folder), lines_of(folder)
        for deal in deals_of(folder):
            validator("redeal").check(deal)
        differ = {key for key, games in deals.items() if len({game["moves"] for game in games}) > 1}
        assert {(deal["session"], deal["deal"]) for deal in deals_of(folder)} == differ
        for line in lines:
            self.check_line(line, deals[line["session"], line["deal"]])
        assert sum(self.check_as_dealt(line, deals[line["session"], line["deal"]]) for line in lines) > 4
        assert {line["position"] for line in lines} == set(POSITIONS)
        self.assert_verified(folder)

    def test_the_difference_is_that_of_the_lines(self):
        """And the games are those without re-deals; the same for a pair of the folder in either order."""
        plain, folder = self.sample(**self.fields(redeals=0)), self.sample(**self.fields())
        comparison, lines = comparison_of(folder), lines_of(folder)
        redeals = comparison["redeals"]
        for scoring in ("classic", "seeger_fabian"):
            before, after = (comparison_of(one)["scorings"][scoring]["mean"] for one in (plain, folder))
            change = sum(change_of(line, scoring) for line in lines) / comparison["games"]
            assert change and math.isclose(after, before + change, abs_tol=2e-9)
            if scoring == comparison["primary"]:
                assert math.isclose(redeals["as_dealt"]["mean"], before, abs_tol=2e-9)
                assert math.isclose(redeals["change"]["mean"], change, abs_tol=2e-9)
        assert (redeals["cases"], redeals["failed"]) == (len(lines), 0)
        assert [redeals[key] for key in ("tries", "played", "answers")] == [
            sum(line["tries"] for line in lines), sum(len(line["redeals"]) for line in lines), sum(line["answers"] for line in lines)]
        mean = comparison["scorings"][comparison["primary"]]["mean"]
        assert read_json(folder, "summary.json")["pairs"][0]["difference"]["mean"] == mean
        assert (plain / "games.jsonl").read_bytes() == (folder / "games.jsonl").read_bytes()
        assert not (plain / "redeals.jsonl").exists() and "redeals" not in comparison_of(plain)
        found = json.loads(arena("compare", folder, "b", "a", "--json").stdout)["comparison"]
        assert found["scorings"]["classic"]["mean"] == -mean

    def test_how_they_bid_differently(self):
        """The classes are all cases; what they are worth is the difference, but for what differs in the play of the cards."""
        folder = self.play(**self.fields(bots={"a": {"module": "stammtisch", "options": {"null_bonus": 40, "hand": False}},
                                               "b": "stammtisch"}, deals=100))
        comparison, lines = comparison_of(folder), lines_of(folder)
        classes = {found["name"]: found for found in comparison["redeals"]["classes"]}
        assert {"only_a_bids", "only_b_hand"} <= set(classes)
        assert sum(found["cases"] for found in classes.values()) == comparison["redeals"]["cases"]
        effects = sum(found["effect"]["mean"] for found in classes.values())
        assert math.isclose(effects, comparison["scorings"][comparison["primary"]]["mean"], abs_tol=1e-7)
        for name, found in classes.items():
            assert math.isclose(found["worth"] * found["cases"] / comparison["games"], found["effect"]["mean"], abs_tol=1e-7), name
        hand = [sum(line["score"]) / 12 / len(line["score"]) for line in lines if line["decision"] == "game"]
        assert len(hand) == classes["only_b_hand"]["cases"]
        assert math.isclose(sum(hand) / len(hand), classes["only_b_hand"]["worth"], abs_tol=1e-7)
        shown = arena("compare", folder, "--details").stdout
        assert "a bids on, b passes" in shown and "b plays hand, a picks up" in shown

    def test_third_bots(self):
        """Beside a third bot, both in turn have the seat; the base alternates between the two."""
        folder = self.play(**self.fields(bots={"a": BOLD, "b": "stammtisch", "c": "basic"}, schedule="against", seats=["a", "b", "c"],
                                         deals=3))
        tables = {game["game"]: game["table"] for game in read_lines(folder)}
        assert {tuple(sorted(tables[line["game"]])) for line in lines_of(folder)} >= {("a", "b", "c")}
        assert {line["bot"] for line in lines_of(folder)} == {"a", "b"}


class TestSameBytes(RedealTest):
    def test_workers_parts_and_logs(self):
        """The deals that differ are in every log that there may be."""
        whole = self.sample(**self.fields())
        self.assert_same_bytes(whole, self.run_parts(self.fields(workers=2), 2), MORE_BYTES)
        self.assert_same_bytes(whole, self.sample(**self.fields(log="zstd")), ("summary.json", "redeals.jsonl"))

    def test_killed_and_resumed(self):
        self.assert_resumed(self.fields(log="zstd"), "redeals.jsonl", ("manifest.json", "games.jsonl.zst", "summary.json", "redeals.jsonl"))

    def test_a_test_that_stops(self):
        fields = self.fields(bots={"a": {"module": "stammtisch", "options": {"caution": 0}}, "b": "stammtisch"}, sessions=60, redeals=1,
                             test={"h0": 0, "h1": 30, "min_units": 8, "block": 8})
        done, one = self.run_config("--quiet", **fields)
        assert 0 < comparison_of(one)["units"] < 60 * 36, done.stderr
        self.assert_same_bytes(one, self.run_config("--quiet", **fields | {"workers": 2})[1], MORE_BYTES)

    def test_verify_finds_what_was_changed(self):
        folder = self.sample_copy(**self.fields())
        path, lines = folder / "redeals.jsonl", deals_of(folder)
        deal = next(deal for deal in lines if deal["cases"] and len(deal["cases"][0]["redeals"]) == 3)
        line = deal["cases"][0]

        def change(key, value):
            cases = [one | ({key: value} if one is line else {}) for one in deal["cases"]]
            path.write_text("".join(json.dumps(one | ({"cases": cases} if one is deal else {})) + "\n" for one in lines))
        redeal = line["redeals"][0]
        for key, value, field in (("score", [0, 0, 0, 0], "score"), ("answer", "264", "answer"),
                                  ("tries", line["tries"] - 1, "redeals[2].number"),
                                  ("redeals", [redeal | {"number": redeal["number"] + 1}] + line["redeals"][1:], "redeals[0].moves"),
                                  ("redeals", [redeal | {"moves": redeal["other_moves"]}] + line["redeals"][1:], "moves")):
            change(key, value)
            self.assert_tampering_found(folder, field)
        path.write_text("".join(json.dumps(one) + "\n" for one in lines if one is not deal))
        self.assert_tampering_found(folder, "redeals.jsonl")


class TestAuto(RedealTest):
    """A pilot chooses the number, from deals that are not of the run."""

    def test_what_is_chosen(self):
        """The same as if it had been given."""
        seldom = {"module": "stammtisch", "options": {"caution": 54}}
        fields = self.fields(bots={"a": seldom, "b": "stammtisch"}, redeals="auto", deals=60, allow_for="none")
        whole = self.sample(**fields)
        number = read_json(whole, "manifest.json")["redeals"]
        assert 1 <= number < 7
        self.assert_same_bytes(whole, self.play(**fields | {"redeals": number}), MORE_BYTES[1:])

    def number_of(self, deals, *options, pair=("caution=50", "")):
        """The number for a run, of which only the first hundredth is played; and what is said before it."""
        out = self.temp / "part"
        bots = [f"stammtisch:{options}".rstrip(":") for options in pair]
        done = arena_ok("compare", *bots, "--redeals", "auto", "--deals", deals, "--seed", 7, "--shard", "1/400", "--out", out,
                        "--force", "--log", "zstd", *options)
        said = re.search(r"a pilot of (\d+) deals", done.stderr)
        return read_json(out, "manifest.json")["redeals"], int(said[1]) if said else 0

    def test_the_longer_the_run_the_more(self):
        """A hand that is allowed for costs more in fewer deals. Without it the length does not matter."""
        assert self.number_of(7200) == (0, 0)
        few, pilot = self.number_of(36000)
        assert few in (1, 2) and pilot == 120
        more, pilot = self.number_of(324000)
        assert more in (2, 3) and pilot == 1080
        number, pilot = self.number_of(7200, "--allow-for", "none")
        assert 2 <= number <= 4 and pilot == 108

    def test_bots_that_bid_alike_have_none(self):
        assert self.number_of(36000, pair=("", "caution=57")) == (0, 120)


class TestUnbiased(RedealTest):
    """In the long run the difference is the same with re-deals and without."""

    def z_of(self, changes, deals):
        mean = sum(changes) / deals
        return mean / math.sqrt((sum(change ** 2 for change in changes) / deals - mean ** 2) / deals)

    def favourable(self, line):
        """What a line changes if its re-deals end with the first that favours a."""
        differences = [value / 12 for value in line["score"]]
        end = next((i for i, value in enumerate(differences) if value > 0), len(differences) - 1)
        return sum(differences[:end + 1]) / (end + 1) - differences[0]

    @pytest.mark.no_sanitizer("about numbers; the other tests play re-deals there")
    def test_changes_nothing_in_the_long_run(self):
        deals = 400
        folder = self.play(**self.fields(bots={"a": {"module": "stammtisch", "options": {"caution": 50}}, "b": "stammtisch"},
                                         sessions=deals // 100, deals=100, redeals=4, log="zstd"))
        of_deal = collections.defaultdict(lambda: [0.0, 0.0])
        for line in lines_of(folder):
            for i, change in enumerate((change_of(line, "score"), self.favourable(line))):
                of_deal[line["session"], line["deal"]][i] += change
        change = comparison_of(folder)["redeals"]["change"]
        z, biased = (self.z_of([changes[i] for changes in of_deal.values()], deals) for i in (0, 1))
        assert math.isclose(z, change["mean"] / change["error"], rel_tol=2e-3)
        assert abs(z) < 3.5 < biased, "a bias is not found"


class TestRefusedAndFailed(RedealTest):
    def test_reasons(self):
        cases: Any = (({"rules": "tourneeskat", "bots": {"a": RANDOM, "b": "random"}}, "not for its variants"),
                      ({"log": "none"}, "need a log"), ({"redeals": 8}, "0..7"),
                      ({"bots": {"a": cheat("recalls"), "b": "stammtisch"}}, "deterministic"))
        for more, says in cases:
            done, _ = self.run_config(**self.fields(**more))
            assert done.returncode != OK and says in done.stderr, done.stderr

    def test_a_bot_that_fails(self):
        """Where it differs it plays games that are not in the log, and fails in some of them: that costs the case, and nothing else."""
        fields = self.fields(bots={"a": {"bid": BOLD, "play": bad_bot("startles", dies=True)}, "b": "stammtisch"})
        folder = self.play("--workers", 1, **fields)
        lines = lines_of(folder)
        assert any(line["failed"] for line in lines) and not all(line["failed"] for line in lines)
        assert comparison_of(folder)["redeals"]["failed"] == sum(line["failed"] for line in lines)
        self.assert_verified(folder)
        self.assert_same_bytes(folder, self.play("--workers", 3, **fields), MORE_BYTES)


@needs_isolation
class TestNoProcessSeesADealTwice(RedealTest):
    def test_a_bot_that_knows_any_hand_again(self):
        """It would play another card then: isolated, it plays as if it forgot each."""
        forgets, knows = (self.play(**self.fields(bots={"a": cheat("recollects", forgets=forgets), "b": "basic"}, deals=8, seed=LARGE,
                                                  isolation="process")) for forgets in (True, False))
        assert lines_of(forgets)
        self.assert_same_bytes(forgets, knows, ["games.jsonl", "redeals.jsonl"])


class TestShown(RedealTest):
    """Strips of outcomes, and the same hand on other deals: on the page and in the terminal."""

    @staticmethod
    def values_of(line, scoring):
        return line[scoring][:1] if line["failed"] else line[scoring]

    def class_of(self, line):
        a, b = (line["answer"], line["other_answer"]) if line["bot"] == "a" else (line["other_answer"], line["answer"])
        if line["decision"] in ("bid", "hold"):
            return "only_a_bids" if b == "pass" else "only_b_bids" if a == "pass" else "other_bids"
        if "picks up" in (a, b):
            return "only_a_hand" if b == "picks up" else "only_b_hand"
        return "other_discards" if a.split(".")[0] == b.split(".")[0] else "other_games"

    @staticmethod
    def check_games(strip, lines, rules):
        """Who declared and won, by the scorekeeper."""
        ladder, declared, won = bid_ladder(rules), collections.Counter(), collections.Counter()
        for line in lines:
            for redeal in line["redeals"]:
                for bot, moves in ((line["bot"], redeal["moves"]), (line["other_bot"], redeal["other_moves"])):
                    hands, skat, _ = scorekeeper.parse_cards(redeal["cards"], pack_of(rules))
                    game = Game(rules, ladder, hands, skat)
                    for actor, token in scorekeeper.parse_moves(moves):
                        game.apply(actor, token)
                    if game.declarer == POSITIONS.index(line["position"]):
                        declared[bot] += 1
                        won[bot] += result_of(game, None)["signed"] > 0
        for side in "ab":
            assert strip[side] == pytest.approx({"declared_share": declared[side] / sum(len(line["redeals"]) for line in lines),
                                                 "won_share": won[side] / declared[side] if declared[side] else None})

    def test_what_the_page_has_is_in_the_lines(self):
        scoring = "seeger_fabian"
        folder = self.play(**self.fields(bots={"a": MIXED, "b": "stammtisch"}, rules={"scoring.system": scoring}, deals=72))
        lines, run = lines_of(folder), self.data_of(self.page(folder))["runs"][0]
        redealt = run["redealt"]
        rules = read_rules(read_json(folder, "manifest.json")["rules"])
        outcomes = collections.defaultdict(list)
        for line in lines:
            outcomes[self.class_of(line)] += self.values_of(line, scoring)
        assert {strip["name"] for strip in redealt["strips"]} == set(outcomes) and len(outcomes) > 1
        for strip in redealt["strips"]:
            values = sorted(outcomes[strip["name"]])
            for_a, for_b = sum(value > 0 for value in values), sum(value < 0 for value in values)
            assert [strip[key] for key in ("deals", "for_a", "for_b")] == [len(values), for_a, for_b]
            assert [strip[f"{key}_share"] for key in ("for_a", "for_b", "same")] == pytest.approx(
                [count / len(values) for count in (for_a, for_b, values.count(0))])
            cells = min(60, len(values))
            assert strip["cells"] == pytest.approx([values[(2 * i + 1) * len(values) // (2 * cells)] / 12 for i in range(cells)])
            if len(values) < 30:  # so that this takes less time
                self.check_games(strip, [line for line in lines if self.class_of(line) == strip["name"] and not line["failed"]], rules)
        assert any(len(strip["cells"]) == 60 < strip["deals"] for strip in redealt["strips"])
        means = [abs(sum(values) / len(values)) for values in (self.values_of(line, scoring) for line in lines)]
        assert [12 * abs(hand["mean"]) for hand in redealt["hands"]] == pytest.approx(sorted(means, reverse=True)[:15])
        of_game = {line["game"]: line for line in lines}
        for hand in redealt["hands"]:
            line = of_game[hand["game"]]
            assert hand["points"] == pytest.approx([value / 12 for value in self.values_of(line, scoring)])
            assert hand["position"] == line["position"]
            assert {hand["a"], hand["b"]} == {line["answer"], line["other_answer"]}
        assert any(swing.get("hands") for swing in run["swings"])
        for swing in run["swings"]:
            place = swing["swing"]["session"], swing["swing"]["deal"]
            here = [line["game"] for line in lines if (line["session"], line["deal"]) == place]
            assert [hand["game"] for hand in swing.get("hands", [])] == here

    def test_in_the_terminal(self):
        folder = self.sample(**self.fields())
        lines = sorted(lines_of(folder), key=lambda line: line["game"])
        done = arena("replay", folder, "--game", ",".join(str(line["game"]) for line in lines[:8]), "--ascii")
        assert (done.returncode, done.stderr) == (OK, "")
        told = re.findall(r"^The same hand, other deals: (.*), (.*) (.*), (.*) (.*)\n  as dealt (.*?)(?:; other deals (.*))?; mean (.*)\n"
                          r"  points by which a's way is better than b's$", done.stdout, re.M)
        words = {"yes": "holds", "pass": "passes"}
        assert len(told) == len(lines[:8]) >= 3
        for line, (position, bot, answer, other_bot, other_answer, dealt, others, mean) in zip(lines, told):
            assert (position, bot, other_bot) == (line["position"], line["bot"], line["other_bot"])
            assert (answer, other_answer) == tuple(words.get(line[key], line[key]) for key in ("answer", "other_answer"))
            points = [value / 12 for value in line["classic"]]
            assert [rounded(value, 1) if abs(value) >= 0.05 else "0.0" for value in points] == [dealt, *others.split(", ")]
            assert float(mean) == pytest.approx(sum(points) / len(points), abs=0.06)
        other = next(game["game"] for game in read_lines(folder) if game["game"] not in {line["game"] for line in lines})
        assert "other deals" not in arena("replay", folder, "--game", other).stdout
