# SPDX-License-Identifier: MIT
"""End-to-end tests of faults in games that are decided (rules.md 8.3), by both rules, and of runs without the option.

Who has won when a fault ends a game is asked of the scorekeeper, which replays the line.
"""
import json
import shutil
import signal
from typing import Any

import pytest

import crash_states
import scorekeeper
from harness import *
from test_old_results import OLD, PART, WHOLE, known_to

CONCEDED = {"fault_value": "conceded"}
STANDS, FORFEITED = {"decided_game": "stands"}, {"decided_game": "forfeited"}
RULE_SETS: dict[str, dict[str, Any]] = {"isko": {}, "announced": {"announce_with_skat": True, "spitzen.max": 2, "revolution": "exchange"},
             "opponents": {"scoring": "opponents", "lost_hand": "single"}, "stammtisch": {"extends": "stammtisch"},
             "tourneeskat": {"game": "tourneeskat"}, "6er-skat": {"game": "6er-skat"}, "ass": {"game": "ass"},
             "raeuberskat": {"game": "raeuberskat"}}
EVERY = {(True, True), (False, True), (True, False), (False, False), (None, True), (None, False)}
SELDOM = {"announced": {(True, True), (None, True)}}  # what is announced at random is nearly always lost
FOR_TWO = ("pilot", "strohmann", "oma", "offiziersskat")


def faulty(**options):
    return bad_bot("faulty", **({"what": "illegal_card", "when": "card", "percent": 70, "after": 7} | options))


def replayed(folder, line):
    """The game of a line up to its fault."""
    keeper = scorekeeper.Scorekeeper(read_json(folder, "manifest.json"))
    index = line["game"]
    keeper.where = str(index)
    session = keeper.begin_deal(line, index)
    return keeper.replay(line, keeper.round_in_force(session, line))


def verdict(folder, line):
    """Who had won, if a declared game ended by a fault: True declarer, False the defenders, None nobody yet."""
    game = replayed(folder, line)
    return scorekeeper.decided(game) if game.contract and not game.is_ramsch else None


class TestFaults(RunTest):
    def both(self, rules, bots, seats, **fields):
        """The same run by both rules: the same games but for the results."""
        one, other = (self.play(rules=rules | choice, bots=bots, seats=seats, schedule="rotations", **fields)
                      for choice in (STANDS, FORFEITED))
        for folder in (one, other):
            self.assert_verified(folder)
            self.assert_scored(folder)
            self.assert_schemas(folder)
        return one, other

    def check_pairs(self, one, other):
        """What each rule makes of each fault. Returns what was seen: who had won, and who was at fault."""
        seen = set()
        for now, then in zip(read_lines(one), read_lines(other)):
            if "fault" not in now or not now["contract"] or now["contract"] == "R":
                continue
            decided = verdict(one, now)
            own = now["seats"].index(now["fault"]) == now["declarer"]
            assert then["result"]["won"] == (not own)
            assert now["result"]["won"] == (not own if decided is None else decided)
            seen.add((decided, own))
        return seen

    @pytest.mark.parametrize("name", RULE_SETS)
    def test_who_has_won_has_won(self, name):
        """Rounds of bock may follow from another result, so those rules are played deal by deal."""
        rules = RULE_SETS[name]
        if name == "stammtisch":
            rules = rules | {"bock": {"triggers": []}, "ramsch_round": {"triggers": []}}
        bots = {"f": faulty(), "l": faulty(after=9), "u": UNIFORM}
        one, other = self.both(rules, bots, ["f", "l", "u"], sessions=5)
        assert EVERY - SELDOM.get(name, set()) <= self.check_pairs(one, other)

    @pytest.mark.parametrize("name", FOR_TWO)
    def test_two_at_the_table(self, name):
        one, other = self.both({"game": name}, {"f": faulty(), "u": UNIFORM}, ["f", "u"], sessions=5)
        assert {decided for decided, _ in self.check_pairs(one, other)} == {True, False, None}

    def test_the_winner_counts_with_the_points_it_has(self):
        """A level is in the value if it is certain: of 90 points, and not of those that nobody took."""
        folder = self.play(rules=STANDS | CONCEDED, bots={"f": faulty(), "l": faulty(after=9), "u": UNIFORM},
                           seats=["f", "l", "u"], schedule="rotations", sessions=10)
        seen = set()
        for line in read_lines(folder):
            if "fault" not in line or not line["contract"] or line["contract"][0] == "N" or not verdict(folder, line):
                continue
            result = line["result"]
            tricks = replayed(folder, line).taken
            assert ("schneider" in result["levels"]) == (result["points"] >= 90)
            assert "schwarz" not in result["levels"] or len(tricks) == result["tricks"] == 10
            seen.add(result["points"] >= 90)
        assert seen == {True, False}

    def test_faults_are_counted_by_either_rule(self):
        one, other = self.both({}, {"f": faulty(), "u": UNIFORM}, ["f", "u", "u"], sessions=2)
        counts = [[bot["faults"] for bot in read_json(folder, "summary.json")["bots"]] for folder in (one, other)]
        assert counts[0] == counts[1] and counts[0][0]["illegal"] > 10
        lines = [[line for line in read_lines(folder) if "fault" in line] for folder in (one, other)]
        assert [line["game"] for line in lines[0]] == [line["game"] for line in lines[1]]
        assert [line["result"]["won"] for line in lines[0]] != [line["result"]["won"] for line in lines[1]]

    def test_a_regression_test_counts_them(self):
        """A bot that fails at its last card, where most games are decided, is rejected for its faults all the same."""
        late = faulty(after=9, percent=100)
        options = ",".join(f"{name}={value}" for name, value in late["options"].items())
        done = arena("regress", "random", f"{late['module']}:{options}", "--deals", 60, "-q", "--out", self.temp / "out")
        assert done.returncode == 1 and done.stdout.startswith("FAIL: new fails in 6 of 6 games that it plays alone"), done.stderr

    @pytest.mark.parametrize("rules", [{}, {"passed_in": "ramsch"}, {"concede": "before_lead"}], ids=str)
    def test_a_deal_that_is_over_stays(self, rules):
        """A fault in game_end: played out, conceded, passed in, or ramsch."""
        bots = {"f": faulty(what="segfault", when="game_end", percent=60, after=0), "m": mixed(concede=30)}
        sound = bots | {"f": faulty(what="nothing", when="game_end")}
        one, other = self.both(rules, bots, ["f", "m", "m"], sessions=2)
        plain = self.play(rules=rules | STANDS, bots=sound, seats=["f", "m", "m"], schedule="rotations", sessions=2)
        late = 0
        for now, before in zip(read_lines(one), read_lines(plain)):
            late += "fault" in now
            assert (now["result"], now["score"], now["moves"]) == (before["result"], before["score"], before["moves"])
        assert late > 20
        assert [line["score"] for line in read_lines(other)] != [line["score"] for line in read_lines(plain)]


class TestRunsWithoutTheOption(RunTest):
    """Manifests of 1.0.0 do not have it: there every fault lost the game."""

    def harsh(self, **fields):
        bots = {"f": faulty(), "u": UNIFORM}
        return dict(rules=FORFEITED, bots=bots, seats=["f", "u", "u"], schedule="rotations", sessions=4, **fields)

    def forget(self, folder, name="manifest.json"):
        """Removes the option from a file of a folder, as if a program without it had written it."""
        path = folder / name
        value = json.loads(path.read_text())
        rules = value["rules"] if "rules" in value else value["config"]["rules"]
        assert rules.pop("decided_game") == "forfeited"
        path.write_text(json.dumps(value))

    def test_verify(self):
        folder = self.play(**self.harsh())
        self.forget(folder)
        self.assert_verified(folder)
        self.assert_scored(folder)
        other = self.play(**self.harsh() | {"rules": STANDS})
        manifest = read_json(other, "manifest.json")
        del manifest["rules"]["decided_game"]
        (other / "manifest.json").write_text(json.dumps(manifest))
        self.assert_tampering_found(other, "result.won")

    @pytest.mark.parametrize("name", [name for name in WHOLE if name in ("faults", "run", "games/pub", "games/ramsch")])
    def test_old_runs_are_scored_as_they_were_played(self, name):
        assert "decided_game" not in read_json(OLD / name, "manifest.json")["rules"] and name not in PART
        self.assert_verified(OLD / name)
        self.assert_scored(OLD / name)

    def test_merge(self):
        parts = []
        for number in (1, 2):
            part = self.play("--shard", f"{number}/2", **self.harsh(name="parts"))
            self.forget(part)
            parts.append(part)
        whole = self.temp / "whole"
        done = arena("merge", *parts, "--out", whole)
        assert done.returncode == OK, done.stderr
        assert "decided_game" not in read_json(whole, "manifest.json")["rules"]
        self.assert_sound(whole)
        played = self.play(**self.harsh())
        assert read_lines(whole) == read_lines(played)

    @crash_states.traced
    def test_resume(self):
        """It goes on by the rule by which it began, although its config says nothing and the rule is another now."""
        whole = self.play(**self.harsh() | {"sessions": 40})
        path = self.write_config(**self.harsh() | {"sessions": 40})
        out = self.temp / "cut"
        command = [str(program()), "run", str(path), "--out", str(out), "--quiet", "--workers", "1"]
        crash_states.signal_at_write(command, out / "games.jsonl", 2, signal.SIGKILL, cwd=ROOT)
        self.forget(out)
        self.forget(out, "resume.json")
        done = arena("run", "--resume", out, "--quiet")
        assert done.returncode == OK, done.stderr
        self.assert_same_bytes(out, whole)
        self.assert_sound(out)

    def test_an_interrupted_run_of_1_0_0_goes_on(self):
        """With the bots' files of today in its manifest, since none of 1.0.0 are kept."""
        folder = self.temp / "interrupted"
        shutil.copytree(OLD / "interrupted", folder)
        shutil.copy(program().parent / "tests" / "bots" / "faulty.so", self.temp)
        saved = json.loads((folder / "resume.json").read_text())
        saved |= {"folder": str(self.temp), "started_in": str(self.temp)}
        (folder / "resume.json").write_text(json.dumps(saved))
        config = self.temp / "config.json"
        config.write_text(json.dumps(saved["config"]))
        now = subprocess.run([program(), "run", config, "--out", self.temp / "now", "--quiet"], cwd=self.temp, check=True,
                             capture_output=True)
        assert now.returncode == OK
        manifest = read_json(folder, "manifest.json")
        for bot, today in zip(manifest["bots"], read_json(self.temp / "now", "manifest.json")["bots"]):
            for key in ("sha256", "version", "options"):
                bot[key] = today[key]
        (folder / "manifest.json").write_text(json.dumps(manifest))
        before = (OLD / "interrupted" / "games.jsonl").read_bytes()
        done = subprocess.run([program(), "run", "--resume", folder, "--quiet"], cwd=self.temp, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, timeout=TIMEOUT, check=False)
        assert done.returncode == OK, done.stderr
        renewed = read_json(folder, "manifest.json")
        assert renewed["rules"].pop("decided_game") == "forfeited"
        assert known_to(renewed, manifest) == manifest
        assert (folder / "games.jsonl").read_bytes().startswith(before[:before.rindex(b"\n", 0, -1) + 1])
        self.assert_sound(folder)

    def test_the_config_of_an_old_run_names_the_rule(self):
        done = arena("report", OLD / "run", "--out", self.temp / "page.html")
        assert done.returncode == OK, done.stderr
        assert '\\"decided_game\\": \\"forfeited\\"' in (self.temp / "page.html").read_text().replace("\\t", " ")
