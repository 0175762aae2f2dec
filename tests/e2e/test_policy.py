# SPDX-License-Identifier: MIT
"""End-to-end tests of policies: how likely a bot says its answers are, games drawn from that, and where two bots would decide
differently."""
import collections
import json
import math
from typing import Any

import jsonschema

from harness import *
from machine import needs_isolation
from test_check import REJECTED
from test_pipe import child


def soft(**options):
    return bad_bot("soft", **options)


def sampled(**options):
    return {"module": bad_bot("soft"), "options": options, "sample": True}


class PolicyTest(RunTest):
    def compared(self, folder, a, b, *arguments):
        done = arena_ok("compare", folder, a, b, "--decisions", "--isolation", "none", "--json", *arguments)
        result = json.loads(done.stdout)
        assert sum(row["decisions"] for row in result["by"]) == result["decisions"]
        return result

    def decisions(self, folder, a, b):
        path = self.temp / "policies.jsonl"
        self.compared(folder, a, b, "--policies", path, "--isolation", "none")
        return read_lines_of(path)


class TestSampling(PolicyTest):
    def test_draws_have_the_probabilities(self):
        """Of each decision of the log, the answer that was drawn was possible, and has the frequency that the bot said: a chi-square over
        ten bins of the distribution function, which is uniform if the draws are right."""
        folder = self.play(bots={"s": sampled(bias=60)}, seats=["s"] * 3, deals=45)
        bins, drawn = collections.Counter(), 0
        for line in self.decisions(folder, "s", "s"):
            assert line["played"] in dict(line["a"]) and abs(sum(p for _, p in line["a"]) - 1) < 1e-6
            if line["decision"] == "card" and len(line["a"]) > 1:
                below = 0.0
                for text, probability in line["a"]:
                    if text == line["played"]:
                        bins.update({n: max(0, min(below + probability, (n + 1) / 10) - max(below, n / 10)) / probability
                                     for n in range(10)})
                    below += probability
                drawn += 1
        square = sum((bins[n] - drawn / 10) ** 2 / (drawn / 10) for n in range(10))
        assert drawn > 300 and square < 27.9, bins  # 0.1 % of runs of a right one are above; the seed is fixed

    def test_repeats_with_any_number_of_workers(self):
        fields = dict(bots={"s": sampled(), "t": sampled(bias=300), "b": "basic"}, seats=["s", "t", "b"], deals=6)
        one, three = self.play(workers=1, **fields), self.play(workers=3, **fields)
        self.assert_same_bytes(one, three)
        self.assert_sound(one)
        assert read_json(one, "manifest.json")["bots"][0]["sample"] is True
        assert (self.play(**(fields | {"bots": {"s": soft(), "t": soft(bias=300), "b": "basic"}})) / "games.jsonl").read_bytes() \
            != (one / "games.jsonl").read_bytes()

    def test_identical_bots_differ_by_nothing(self):
        folder = self.play(bots={"s": sampled(), "t": sampled()}, seats=["s", "t"], schedule="duel", deals=12)
        assert read_json(folder, "summary.json")["comparison"]["scorings"]["seeger_fabian"]["mean"] == 0

    def test_what_is_no_policy_costs_the_game(self):
        for wrong in ("sum", "none", "illegal", "negative"):
            folder = self.play(bots={"s": sampled(wrong=wrong), "b": "basic"}, seats=["s", "b", "b"], deals=3)
            faults = read_lines_of(folder / "faults.jsonl")
            assert faults and {fault["bot"] for fault in faults} == {"s"}
            assert {fault["status"] for fault in faults} == {"illegal" if wrong == "illegal" else "crash"}
            assert wrong == "illegal" or all("policy" in fault["what"] for fault in faults)

    def test_only_bots_that_have_one(self):
        for bots, words in (({"s": {"module": "basic", "sample": True}}, "how likely"),
                            ({"s": {"module": "basic", "sample": 1}}, "true or false"),
                            ({"s": {"bid": sampled(), "play": {"module": "basic", "sample": True}}}, "$.bots.s.play.sample")):
            arena_says(USAGE, words, "run", self.write_config(bots=bots, seats=["s"] * 3))
        done = arena("run", self.write_config(bots={"s": sampled()}, seats=["s"] * 3, isolation="process"))
        assert done.returncode != OK and "isolated" in done.stderr

    def test_children_too(self):
        """The same policy in Python draws the same games."""
        bots = {"c": sampled(), "p": child("soft") | {"sample": True}}
        of = lambda name: self.play(bots={"s": bots[name]}, seats=["s"] * 3, deals=2, limits={"time_ms": 30000})
        assert [line["moves"] for line in read_lines(of("c"))] == [line["moves"] for line in read_lines(of("p"))]


class TestDecisions(PolicyTest):
    def basic(self):
        return self.sample(bots={"b": "basic"}, seats=["b"] * 3, deals=12)

    def test_who_played_would_do_it_again(self):
        """A bot is asked with what it knew: so it gives the answer that it gave, whatever it draws and remembers."""
        for rules, bot in (("isko", "stammtisch"), ("stammtisch", "random"), ("raeuberskat", "random")):
            folder = self.play(bots={"a": bot, "b": bot}, seats=["a", "b", "b"], rules=rules, deals=3, sessions=2)
            lines = self.decisions(folder, "a", "b")
            assert lines and all(line["distance"] == 0 for line in lines)
            wrong = [line for line in lines if line["played"] != line["a"][0][0]
                     and line["decision"] not in ("declare", "exchange", "pass_on")]
            assert not wrong, wrong[:3]

    def test_who_remembers_and_who_counts_nodes(self):
        """Each seating of a session has memories of its own; and bots have the budget of the run."""
        cases: Any = (({"a": bad_bot("remembers"), "b": "basic", "c": "random"}, {"sessions": 2, "deals": 2, "schedule": "rotations"}),
                      ({"a": {"module": "pimc", "options": {"worlds": 1, "fast": True}}, "b": "basic", "c": "stammtisch"},
                       {"deals": 1, "limits": {"nodes": 300}}))
        for bots, more in cases:
            folder = self.play(bots=bots, seats=["a", "b", "c"], **more)
            lines, position = read_lines(folder), {"forehand": 0, "middlehand": 1, "rearhand": 2}
            mine = [line for line in self.decisions(folder, "a", "a") if line["decision"] != "declare" and
                    lines[line["game"]]["table"][lines[line["game"]]["seats"][position[line["position"]]]] == "a"]
            assert len(mine) > 7 and all(line["played"] == line["a"][0][0] for line in mine)

    def test_rows_are_the_lines_of_the_file(self):
        folder = self.play(bots={"s": sampled(), "t": sampled(bias=200)}, seats=["s", "t", "t"], deals=12)
        lines, result = self.decisions(folder, "s", "t"), self.compared(folder, "s", "t")
        jsonschema.Draft202012Validator(json.loads((SCHEMAS / "decisions.schema.json").read_text())).validate(result)
        assert result["decisions"] == len(lines) == sum(len(rows) for rows in self.by_row(lines).values())
        for row in result["by"]:
            mine = self.by_row(lines)[row["decision"], row.get("role"), row.get("card")]
            assert row["decisions"] == len(mine)
            assert row["differ"] == sum(line["a"][0][0] != line["b"][0][0] for line in mine)
            assert math.isclose(row["distance"], sum(line["distance"] for line in mine) / len(mine), abs_tol=1e-8)
        for line in lines:
            a, b = dict(line["a"]), dict(line["b"])
            half = sum(abs(a.get(text, 0) - b.get(text, 0)) for text in a | b) / 2
            assert math.isclose(line["distance"], half, abs_tol=1e-7)
        assert result["largest"][0]["distance"] == max(line["distance"] for line in lines)
        assert [gap["distance"] for gap in result["largest"]] == sorted((gap["distance"] for gap in result["largest"]), reverse=True)
        back = self.compared(folder, "t", "s")
        assert back["distance"] == result["distance"] and back["differ"] == result["differ"]
        done = arena("compare", folder, "s", "t", "--decisions", "--isolation", "none")
        assert done.returncode == OK and "card, defender follows" in done.stdout and "replay" in done.stdout
        assert max(map(len, done.stdout.splitlines())) < 200

    def by_row(self, lines):
        rows = collections.defaultdict(list)
        for line in lines:
            rows[line["decision"], line.get("role"), line.get("card")].append(line)
        return rows

    def test_a_changed_bot_differs_where_it_was_changed(self):
        folder = self.play(bots={"club": "stammtisch"}, seats=["club"] * 3, deals=12)
        result = self.compared(folder, "club", "bold=stammtisch:caution=30")
        of = {(row["decision"], row.get("role")): row for row in result["by"]}
        assert of["bid", None]["differ"] > 0 and of["card", "defender"]["differ"] == 0
        assert result["a"] == "club" and result["b"] == "bold"

    def test_games_of_people(self):
        folder = self.temp / "people"
        assert arena("import", ROOT / "configs" / "deals" / "iss-games.sgf", "--out", folder, "--quiet").returncode == OK
        result = self.compared(folder, "stammtisch", "basic", "--games", 2)
        assert result["games"] == 2 and result["differ"] > 0

    def test_games_that_ended_by_a_fault_are_left_out(self):
        folder = self.play(bots={"w": bad_bot("wild", wild=10), "b": "basic"}, seats=["w", "b", "b"], deals=12)
        faulty = sum(line["status"] != "ok" for line in read_lines(folder))
        result = self.compared(folder, "b", "random")
        assert faulty and result["left_out"] == faulty and result["games"] == 12 - faulty

    def test_games_that_were_given_up_are_not(self):
        folder = self.play(bots={"s": {"module": "stammtisch", "options": {"concede": 60}}, "b": "basic"}, seats=["s", "b", "b"], deals=36)
        statuses = [line["status"] for line in read_lines(folder)]
        assert statuses.count("conceded") > 1 and set(statuses) == {"ok", "conceded"}
        result = self.compared(folder, "s", "b")
        assert (result["left_out"], result["games"]) == (0, len(statuses))

    @needs_isolation
    def test_a_bot_that_fails(self):
        folder = self.basic()
        for what, words in (("crash", " in act"), ("fail", "cannot continue")):
            bad = f"{bad_bot('together')}:bad={what},every=50"
            arena_says(BAD_FILE, words, "compare", folder, "b", bad, "--decisions", "--isolation", "none")

    @needs_isolation
    def test_wrong_input(self):
        folder = self.basic()
        for arguments, words in (([folder, "b", "nobody", "--decisions"], "nobody"),
                                 (["basic", "random", "--decisions"], "FOLDER A B"),
                                 ([folder, "b", "random", "--games", 3], "without --decisions"),
                                 ([folder, "b", "random", "--decisions", "--deals", 3], "--deals"),
                                 ([folder, "b", "random", "--decisions", "--policies", folder / "games.jsonl"], "games.jsonl"),
                                 ([folder, "b", "random", "--decisions", "--policies", "/dev/full"], "cannot be written"),
                                 ([folder, "b", "random", "--decisions", "--workers", 2], "--workers"),
                                 ([folder, "b", "random", "--isolation", "process"], "without --decisions"),
                                 ([folder, "b", "random", "--decisions", "--limit", "nodes=5"], "--limit"),
                                 ([folder, "b", f"{bad_bot('soft')}:wrong=sum", "--decisions", "--isolation", "none"], "add up")):
            done = arena("compare", *arguments)
            assert done.returncode != OK and words in done.stderr, (arguments, done.stderr)
        assert json.loads((folder / "manifest.json").read_text())["bots"]

    def test_a_log_without_a_manifest(self):
        folder = self.basic()
        alone = self.temp / "alone.jsonl"
        alone.write_bytes((folder / "games.jsonl").read_bytes())
        assert self.compared(alone, "basic", "random", "--rules", "isko")["games"] == 12

    def test_names(self):
        """Two of the same name, of the longest and in several bytes."""
        folder = self.play(bots={"ä" * 20: "basic"}, seats=["ä" * 20] * 3, deals=3)
        result = self.compared(folder, "ä" * 20, "ä" * 20)
        assert result["b"] == "ä" * 19 + "'" and result["differ"] == 0

    def test_an_answer_that_is_listed_twice(self):
        """Counts once, with both probabilities: so nothing differs from the one that lists it once."""
        folder = self.basic()
        for line in self.decisions(folder, "basic", f"{bad_bot('soft')}:wrong=twice"):
            assert len({text for text, _ in line["b"]}) == len(line["b"])


class TestCheck(PolicyTest):
    def test_policies_that_are_sound_and_not(self):
        for wrong, words in (("", ""), ("sum", "add up")):
            bot = bad_bot("soft") + (f":wrong={wrong}" if wrong else "")
            done = arena("check", bot, "--rules", "isko", "--deals", 20 if wrong else 2, "--seconds", 5, "--isolation", "none")
            line = next(line for line in done.stdout.splitlines() if "  policy" in line)
            assert line.startswith("FAIL" if wrong else "ok") and words in line and (done.returncode == REJECTED or not wrong), line
