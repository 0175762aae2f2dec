# SPDX-License-Identifier: MIT
"""Decisions that are asked again in a process that has seen nothing else, with other hidden cards (arena/match/answer_audit.h)."""
import contextlib
import ctypes
import os
import random
import re
import signal
import struct
import subprocess
import sys
import time
from typing import Any

import pytest

import crash_states
from harness import *
from test_compare import word
from report_pages import ReportTest
from test_attacks import children_of, limit_descriptors
from test_variants import draw_rules

ISOLATED: dict[str, Any] = {"isolation": "process"}
MOST = {"audit": 12}  # a decision of a bot in each of its games
OFTEN = {"audit": 60} if has_sanitizer() else MOST  # a process takes longer there
MORE_BYTES = SAME_BYTES + ("audit.jsonl",)


def lines_of(folder):
    return read_lines_of(folder / "audit.jsonl")


def counts_of(folder):
    return {bot["name"]: bot.get("audit") for bot in read_json(folder, "summary.json")["bots"]}


class AuditTest(ReportTest):
    def fields(self, **more) -> dict[str, Any]:
        return {"bots": {"a": "stammtisch", "b": "basic", "c": "random"}, "seats": ["a", "b", "c"], "schedule": "rotations",
                "deals": 12} | OFTEN | more

    def assert_found(self, folder, bot):
        """It is said of this bot, and of no other, in what all readers take from the summary."""
        counts = counts_of(folder)
        assert counts[bot]["different"] > 0
        assert all(not audit or not audit["different"] for name, audit in counts.items() if name != bot)
        assert f"{bot} claims to be deterministic, but answers {counts[bot]['different']} of {counts[bot]['asked']} audited" \
            in arena("verify", folder).stderr


class TestHonest(AuditTest):
    """Of bots that are deterministic, no answer differs, whatever the rules are."""

    def assert_alike(self, folder):
        counts = counts_of(folder)
        assert sum(audit["asked"] for audit in counts.values() if audit) > 0, read_json(folder, "manifest.json")
        for audit in counts.values():
            assert audit is None or audit["different"] == audit["unanswered"] == 0, lines_of(folder)
        self.assert_verified(folder)
        schema = validator("audit")
        for line in lines_of(folder):
            assert schema.is_valid(line), line

    @pytest.mark.parametrize("seed", some(range(repeat(30, 5))))
    def test_drawn_rules(self, seed):
        chance = random.Random(seed)
        rules = draw_rules(chance) | {"bock": {"triggers": []}, "ramsch_round": {"triggers": []}, "bierlachs_limit": 0,
                                     "stake_rounding": 0, "scoring": "classic"}
        bots = {"m": mixed(concede=10), "e": bad_bot("wild", wild=0), "s": "stammtisch", "r": RANDOM, "b": "basic"}
        seats = chance.choices(list(bots), k=chance.choice((3, 4, 5)))
        self.assert_alike(self.play(rules=rules, bots={name: bots[name] for name in set(seats)}, seats=seats,
                                    schedule="rotations", deals=2 * len(seats), seed=seed, **MOST))

    @pytest.mark.no_sanitizer("words only")
    def test_what_it_says_depends_on_how_many_were_asked(self):
        """A bot that was asked twenty times could change one answer in seven: it is not called audited."""
        folder = self.play(deals=6, bots={"a": "stammtisch", "b": "basic"}, seats=["a", "b", "b"], **MOST)
        summary = read_json(folder, "summary.json")
        bound = max(bot["audit"]["bound"] for bot in summary["bots"])
        assert bound > 0.05
        assert "no answer differs, but too few were asked to say much: a bot might still change up to " \
            f"{100 * bound:.2g} % of its answers (95 % confidence)" in arena("compare", folder).stdout
        for bot in summary["bots"]:
            bot["audit"]["bound"] = 0.0123
        (folder / "summary.json").write_text(json.dumps(summary))
        assert "no answer differs: a bot changes fewer than 1.2 % of its answers (95 % confidence)" in arena("compare", folder).stdout

    @pytest.mark.no_sanitizer("words only")
    def test_who_was_not_asked_is_named(self):
        folder = self.play(deals=6, bots={"a": "stammtisch", "b": cheat("thinks_on"), "c": "basic"}, seats=["a", "b", "c"], **MOST)
        assert "\n  not audited, since answers need not repeat: b\n" in arena("compare", folder, "a", "b").stdout
        assert ["audit" in bot for bot in read_json(folder, "summary.json")["bots"]] == [True, False, True]

    @pytest.mark.parametrize("rules", some(("6er-skat", "ass", "dutch", "herzblatt", "idiotenskat", "ramsch-only", "tourneeskat")))
    def test_rule_sets(self, rules):
        self.assert_alike(self.play(rules=rules, bots={"r": RANDOM, "m": mixed()}, seats=["r", "m", "r"], schedule="rotations",
                                    deals=6, **MOST))

    @pytest.mark.parametrize("rules", some(("offiziersskat", "oma", "strohmann")))
    def test_games_for_two(self, rules):
        self.assert_alike(self.play(rules=rules, bots={"r": RANDOM, "m": mixed()}, seats=["r", "m"], schedule="duel",
                                    deals=6, **MOST))

    def test_isolated_and_composed(self):
        """Alike in the sandbox; the parts of a composed bot answer for themselves."""
        fields = self.fields(bots={"a": {"bid": "stammtisch", "play": "random"}, "b": "basic", "c": "random"}, deals=4)
        one, other = self.play(**fields), self.play(**fields, **ISOLATED)
        self.assert_alike(one)
        self.assert_same_bytes(one, other, ("audit.jsonl", "summary.json"))

    def test_who_sees_all_is_shown_the_same(self):
        folder = self.play(**self.fields(bots={"a": RANDOM | {"sees": "all"}, "b": "basic", "c": "random"}))
        self.assert_alike(folder)
        assert {line["redealt"] for line in lines_of(folder) if line["bot"] == "a"} == {False}
        assert {line["redealt"] for line in lines_of(folder) if line["bot"] == "b"} == {False, True}


class TestSample(AuditTest):
    def test_one_decision_of_each_game(self):
        folder = self.play(**self.fields(**MOST))
        games = read_lines(folder)
        asked = {(line["game"], line["bot"]) for line in lines_of(folder)}
        assert len(asked) == len(lines_of(folder)) and {name for _, name in asked} == {"a", "b", "c"}
        # Nobody decides in a deal that is passed in without a bid of its own; else everybody does.
        assert len(asked) > 2.5 * len(games)
        for line in lines_of(folder):
            moves = games[line["game"]]["moves"].split()
            assert line["position"] in ("forehand", "middlehand", "rearhand")
            if line["answer"] not in ("plays on", "no", "picks up"):
                said = moves[2 * line["move"] - 1]
                answer = {"pass": "p", "yes": "y"}.get(line["answer"], line["answer"])
                assert sorted(answer.split(".")) == sorted(said.split(".")), line  # cards put aside are in any order

    @pytest.mark.parametrize("one_in, most", ((1000, 6), (120, 60), (0, 0)))
    def test_about_one_in(self, one_in, most):
        folder = self.play("--audit", one_in, **self.fields(deals=144))  # 432 games, 12 decisions each
        asked = {name: audit and audit["asked"] for name, audit in counts_of(folder).items()}
        assert read_json(folder, "manifest.json")["audit"] == one_in
        if not one_in:
            assert set(asked.values()) == {None} and not (folder / "audit.jsonl").exists()
        else:
            assert all(0.6 * most <= count <= most for count in asked.values()), asked

    def test_the_same_however_it_is_played(self):
        fields = self.fields(deals=72, audit=100)
        whole = self.play(**fields)
        assert lines_of(whole)
        self.assert_same_bytes(whole, self.play(**fields | {"workers": 3}), MORE_BYTES)
        path = self.write_config(**fields)
        parts = [self.temp / f"part{part}" for part in (1, 2, 3)]
        for part, folder in enumerate(parts, 1):
            assert arena("run", path, "--shard", f"{part}/3", "--out", folder, "--quiet").returncode == OK
        assert arena("merge", *parts, "--out", self.temp / "merged", "--quiet").returncode == OK
        self.assert_same_bytes(whole, self.temp / "merged", MORE_BYTES)
        assert "no bot was asked again: scores and counts were checked" in arena("verify", whole).stdout
        (parts[1] / "audit.jsonl").unlink()
        done = arena("merge", *parts, "--out", self.temp / "none", "--quiet")
        assert done.returncode == BAD_FILE and not (self.temp / "none").exists()
        assert re.search("part2/audit.jsonl: is missing: [1-9][0-9]* decisions are to be asked again, by the seed$", done.stderr.strip())

    def test_an_interrupted_run_audits_when_it_is_continued(self):
        go, held = self.temp / "go", bad_bot("dawdles", ms=0, until=str(self.temp / "go"), after=12)
        fields = self.fields(bots={"a": held, "b": "basic", "c": "random"}, deals=40, time_limit_ms=0)
        path, out = self.write_config(**fields), self.temp / "out"
        with subprocess.Popen([program(), "run", path, "--out", out, "--quiet"], cwd=ROOT, stderr=subprocess.PIPE) as process:
            log = out / "games.jsonl"
            wait_until(lambda: log.exists() and log.stat().st_size, process)
            send_heard(process)
            go.touch()
            process.communicate(timeout=TIMEOUT)
        assert process.returncode == INTERRUPTED and not (out / "audit.jsonl").exists()
        self.assert_verified(out)
        assert "the audit of the run was not made: `run --resume` goes on with the run" in arena("verify", out).stdout
        assert arena("run", "--resume", out, "--quiet").returncode == OK
        self.assert_same_bytes(self.play(**fields), out, MORE_BYTES)

    def test_who_is_not_audited(self):
        """Whoever does not claim to be deterministic; and nobody in whole sessions."""
        folder = self.play(**self.fields(bots={"a": cheat("admits_nothing"), "b": bad_bot("dawdles"), "c": "random"}))
        assert [name for name, audit in counts_of(folder).items() if audit] == ["c"]
        folder = self.play(**self.fields(rules={"bock": {"triggers": ["re_said"]}}))
        assert not any(counts_of(folder).values()) and not (folder / "audit.jsonl").exists()

    def test_fixed_contracts_are_nobody_s_answers(self):
        given = self.temp / "given.jsonl"
        given.write_text((self.play(**self.fields(deals=12)) / "games.jsonl").read_text())
        folder = self.play(**self.fields(contract="fixed", deals={"file": str(given)}, schedule="permutations"))
        assert lines_of(folder) and all(line["answer"] not in ("pass", "yes", "picks up") for line in lines_of(folder))
        assert not any(audit and audit["different"] for audit in counts_of(folder).values())

    def test_wrong_values(self):
        for value in (-1, "all", 0.5):
            done, _ = self.run_config(**self.fields(audit=value))
            assert done.returncode == USAGE and "$.audit" in done.stderr
        assert "--audit must be an integer 0.." in arena("run", self.write_config(**self.fields()), "--audit", "-3").stderr
        done = arena("study", self.write_config(**self.fields(audit=1000, variations={"x": {}})), "--out", self.temp / "study")
        assert done.returncode == USAGE and "only `run`, `compare` and `regress` audit" in done.stderr


@pytest.mark.skipif(has_sanitizer(), reason="cheats look for what lies in memory")
class TestCheats(AuditTest):
    def duel(self, bot, other="stammtisch", **fields):
        return self.play(**self.fields(bots={"a": other, "b": bot}, seats=["a", "b"], schedule="duel", **fields))

    @pytest.mark.parametrize("name, options", (
        ("peeks", {}), ("recognises", {}), ("whispers", {}), ("hedges", {"by": "process"}), ("drifts", {"after": 3})))
    def test_named(self, name, options):
        self.assert_found(self.duel(cheat(name, **options)), "b")

    @pytest.mark.parametrize("name, options", (("drifts", {"after": 3}), ("hedges", {"by": "layout"})))
    def test_named_isolated(self, name, options):
        self.assert_found(self.duel(cheat(name, **options), **ISOLATED), "b")

    def test_who_fails_first_in_each_process(self):
        """How many games that costs depends on how many processes there are, but it is always found: a fresh one fails again."""
        folders = [self.duel(bad_bot("starts_badly"), audit=1, workers=workers) for workers in (1, 2)]
        faults = [len(read_lines_of(folder / "faults.jsonl")) for folder in folders]
        assert faults[0] == faults[1] == 3  # a process for each seating: no more than these as long as there are not more workers
        for folder in folders:
            counts = counts_of(folder)["b"]
            assert counts["asked"] > 0 and counts["different"] == counts["asked"]

    def test_who_tells_the_audit(self):
        """In workers, what a bot leaves outside of its memory reaches who asks again: it answers the same there, and is not named.
        Isolated there is nothing to leave anything in."""
        number = random.randrange(1, 2 ** 31)
        try:
            folder = self.duel(cheat("recites", after=3, at=f"{number:x}"))
            assert (folder / "games.jsonl").read_bytes() == (self.duel(cheat("drifts", after=3)) / "games.jsonl").read_bytes()
            assert counts_of(folder)["b"]["asked"] > 0 and counts_of(folder)["b"]["different"] == 0
        finally:
            libc = ctypes.CDLL(None)
            libc.shmctl(libc.shmget(number, 0, 0), 0, None)  # IPC_RMID
        self.assert_found(self.duel(cheat("recites", after=3)), "b")
        done, _ = self.run_config(**self.fields(bots={"b": cheat("recites", at=f"{number:x}")}, seats=["b"] * 3, **ISOLATED))
        assert done.returncode == USAGE and "tried shmget while it was loaded or started, which the sandbox forbids" in done.stderr

    def test_whose_code_was_exchanged_is_named(self):
        """Its opponent, who would have answered otherwise; so the table is known to be none."""
        self.assert_found(self.duel(cheat("hijacks")), "a")

    def test_in_all_outputs(self):
        pair = (word(cheat("drifts", after=3)), "stammtisch")
        for command in ("compare", "regress"):
            out = self.temp / command
            done = arena(command, *pair, "--deals", 60, "--audit", 12, "--out", out)
            name = next(bot["name"] for bot in read_json(out, "manifest.json")["bots"] if bot["id"] == "drifts")
            audit = counts_of(out)[name]
            assert audit["different"] > 0
            told = f"{name} answered {audit['different']} of {audit['asked']} differently than in its games"
            assert told in " ".join(done.stdout.split()), done.stdout
            assert f"{name} claims to be deterministic, but answers" in done.stderr
        page = self.page(self.temp / "compare")
        assert any(bot.get("audit", {}).get("different") for bot in self.data_of(page)["runs"][0]["summary"]["bots"])


class TestUnanswered(AuditTest):
    @pytest.mark.parametrize("isolation, hangs, failure", (
        ("none", False, "ended the process with exit status 3"), ("none", True, "took longer than 100 ms for one call")))
    def test_it_is_counted_apart(self, isolation, hangs, failure):
        """A bot that fails when it is asked again has not contradicted itself."""
        folder = self.play(**self.fields(bots={"b": bad_bot("needs_company", hangs=hangs)}, seats=["b"] * 3, schedule="fixed",
                                         deals=6, audit=36 * 3, time_limit_ms=100, isolation=isolation))
        audit, lines = counts_of(folder)["b"], lines_of(folder)
        assert audit["asked"] == audit["unanswered"] == len(lines) > 0 and not audit["different"] and audit["bound"] == 1
        assert {line["failure"] for line in lines} == {failure} and not any("again" in line for line in lines)
        self.assert_verified(folder)

    def test_what_stands_in_the_file_counts(self):
        folder = self.play(**self.fields())
        path = folder / "audit.jsonl"
        lines = path.read_text().splitlines(keepends=True)
        path.write_text("".join(lines[1:]))
        self.assert_tampering_found(folder, "audit.asked")
        path.write_text(lines[0].replace('"again":"', '"again":"x') + "".join(lines[1:]))
        self.assert_tampering_found(folder, "audit.different")
        path.write_text('{"game":1}\n')
        self.assert_tampering_found(folder, "audit.jsonl:1")


def first_of(lines, wanted) -> int:
    return next(number for number, line in enumerate(lines) if wanted(line))


def changed(lines, number, **fields):
    """The same lines, but for one; None takes a field away."""
    line = {key: value for key, value in (lines[number] | fields).items() if value is not None}
    return lines[:number] + [line] + lines[number + 1:]


def with_answer_of_its_own(lines):
    return changed(lines, 5, answer="x", again="x")


def about_another_decision(lines):
    """All that a line says of a decision that the bot found harmless, instead of the one that was drawn."""
    other = first_of(lines, lambda line: line["bot"] == lines[5]["bot"] and line["move"] != lines[5]["move"])
    return changed(lines, 5, **{key: lines[other][key] for key in ("move", "position", "answer", "again", "redealt")})


def moved_to_a_game_that_is_not_asked(lines):
    games = {line["game"] for line in lines if line["bot"] == lines[5]["bot"]}
    free = next(game for game in range(lines[5]["game"], 10 ** 6) if game not in games)
    rest = lines[:5] + lines[6:]
    return sorted(rest + [lines[5] | {"game": free}], key=lambda line: (line["game"], line["bot"]))


# What is wrong, what is done to the lines, and what `verify` and `merge` say of it: all that they say, in words that are looked for.
FORGED = (
    ("left out", lambda lines: lines[:5] + lines[6:],
     r"audit\.jsonl: lacks 1 of the decisions that are to be asked again, by the seed: "
     r"first that of [abc] in game \d+, move \d+ of \w+, answered"),
    ("nearly all left out", lambda lines: lines[:1], r"audit\.jsonl: lacks [1-9]\d of the decisions"),
    ("all left out", lambda lines: [], r"audit\.jsonl: is missing: [1-9]\d decisions are to be asked again, by the seed$"),
    ("twice", lambda lines: lines[:6] + lines[5:], r"audit\.jsonl:7: is a second line about [abc] in game \d+$"),
    ("twice, later", lambda lines: lines + lines[5:6],
     r"audit\.jsonl:\d\d: is about [abc] in game \d+, after [abc] in game \d+: lines are in the order of games"),
    ("made up", moved_to_a_game_that_is_not_asked,
     r"audit\.jsonl:\d+: no decision of [abc] in game \d+ is to be asked again, by the seed"),
    ("another decision", about_another_decision,
     r"audit\.jsonl:6: is about move \d+ of \w+, answered .+; in game \d+ it is to be move \d+ of \w+, answered "),
    ("another answer", with_answer_of_its_own,
     r"audit\.jsonl:6: is about move \d+ of \w+, answered x; in game \d+ it is to be move \d+ of \w+, answered "),
    ("another move", lambda lines: changed(lines, 5, move=lines[5]["move"] + 1), r"audit\.jsonl:6: is about move"),
    ("another position",
     lambda lines: changed(lines, 5, position="forehand" if lines[5]["position"] != "forehand" else "rearhand"),
     r"audit\.jsonl:6: is about move"),
    ("redealt", lambda lines: changed(lines, 5, redealt=not lines[5]["redealt"]),
     r'audit\.jsonl:6: "redealt" is (true|false); by the seed it is'),
    ("nobody", lambda lines: changed(lines, 5, bot="nobody"), r"audit\.jsonl:6: nobody is no bot of the run"),
    ("no answer and no failure", lambda lines: changed(lines, 5, again=None), r'audit\.jsonl:6: has neither "again" nor "failure"'),
    ("an answer and a failure", lambda lines: changed(lines, 5, failure="late"), r'audit\.jsonl:6: has both "again" and "failure"'),
    ("beyond the end", lambda lines: lines + [lines[-1] | {"game": 10 ** 6}], r"audit\.jsonl:\d+: game 1000000 is none of this run"),
)


class ForgedTest(AuditTest):
    def sparse(self, **more) -> dict[str, Any]:
        """A decision of each bot in about five games."""
        return self.fields(**{"deals": 30, "audit": 60} | more)

    def forge(self, folder, lines) -> None:
        """Writes lines, and a summary whose counts agree with them."""
        path = folder / "audit.jsonl"
        path.write_text("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines))
        if not lines:
            path.unlink()
        summary = read_json(folder, "summary.json")
        for bot in summary["bots"]:
            if "audit" not in bot:
                continue
            own = [line for line in lines if line["bot"] == bot["name"]]
            answered = [line for line in own if "again" in line]
            different = sum(line["again"] != line["answer"] for line in answered)
            bot["audit"] |= {"asked": len(own), "redealt": sum(line["redealt"] for line in own), "different": different,
                             "unanswered": len(own) - len(answered)}
            if not different:
                bot["audit"]["bound"] = float(f"{1 - 0.05 ** (1 / len(answered)) if answered else 1:.9g}")
        (folder / "summary.json").write_text(json.dumps(summary))

    def parts_of(self, count, **fields):
        path = self.write_config(**fields)
        parts = [self.temp / f"part{part}" for part in range(1, count + 1)]
        for part, folder in enumerate(parts, 1):
            done = arena("run", path, "--shard", f"{part}/{count}", "--out", folder, "--quiet", "--workers", 1)
            assert done.returncode == OK, done.stderr
        return parts

    def assert_refused(self, done, says) -> None:
        assert done.returncode == BAD_FILE, done.stdout
        assert re.search(says, done.stderr, re.MULTILINE), done.stderr

    def assert_merged(self, parts):
        self.assert_verified_by_all(*parts)
        merged = self.temp / "merged"
        assert arena("merge", *parts, "--out", merged, "--quiet").returncode in (0, 1, 2)
        self.assert_verified(merged)
        return merged

    def assert_verified_by_all(self, *folders) -> None:
        for folder in folders:
            told = [arena("verify", folder, "--workers", workers) for workers in (1, 8)]
            assert told[0].returncode == told[1].returncode == OK, told[0].stderr
            assert (told[0].stdout, told[0].stderr) == (told[1].stdout, told[1].stderr)


class TestForged(ForgedTest):
    """Lines that are not those of the decisions that had to be asked again, in a folder whose counts agree with them."""

    @pytest.mark.parametrize("workers", (1, 8))
    def test_verify(self, workers):
        folder = self.play(**self.sparse())
        lines = lines_of(folder)
        self.forge(folder, lines)
        self.assert_verified(folder)  # so what is found below is not what forging does beside
        for what, forged, says in FORGED:
            self.forge(folder, forged(lines))
            done = arena("verify", folder, "--workers", workers)
            self.assert_refused(done, says)
            assert "summary.json" not in done.stderr or what == "nobody", done.stderr
        self.forge(folder, lines[:1] * 120)
        done = arena("verify", folder, "--workers", workers)
        self.assert_refused(done, r"audit\.jsonl: too many errors: stopped after line 101$")
        assert done.stderr.count("is a second line about") == 100 and "games.jsonl" not in done.stderr
        self.forge(folder, [])
        (folder / "resume.json").write_text("{}")  # as if it went on
        assert "the audit of the run was not made" in arena("verify", folder).stdout

    @pytest.mark.parametrize("workers", (1, 8))
    def test_merge(self, workers):
        """A part in which a bot looks clean that is not, or more often asked than it was."""
        parts = self.parts_of(2, **self.sparse(deals=60))
        lines = lines_of(parts[1])
        for _, forged, says in FORGED:
            self.forge(parts[1], forged(lines))
            done = arena("merge", *parts, "--out", self.temp / "none", "--quiet", "--workers", workers)
            self.assert_refused(done, says)
            assert "part2" in done.stderr and "part1" not in done.stderr and not (self.temp / "none").exists()
        self.forge(parts[1], [])
        (parts[1] / "resume.json").write_text("{}")
        self.assert_refused(arena("merge", *parts, "--out", self.temp / "none", "--quiet"),
                            r"audit\.jsonl: is missing: \d+ decisions are .* by the seed \(continue it with run --resume\)$")
        (parts[1] / "resume.json").unlink()
        self.forge(parts[1], lines)
        summary = read_json(parts[1], "summary.json")
        summary["bots"][0]["audit"]["asked"] += 1
        (parts[1] / "summary.json").write_text(json.dumps(summary))
        self.assert_refused(arena("merge", *parts, "--out", self.temp / "none", "--quiet"),
                            r"part2/summary\.json: \$\.bots\[0\]\.audit\.asked: is \d+; audit\.jsonl gives \d+$")

    def test_a_cheat_that_looks_clean(self):
        """What somebody would do who wants that: the lines that differ left out, or their answers mended."""
        fields = self.sparse(bots={"a": "stammtisch", "b": cheat("drifts", after=3)}, seats=["a", "b"], schedule="duel", audit=24)
        parts = self.parts_of(2, **fields)
        lines = lines_of(parts[1])
        assert any(line["again"] != line["answer"] for line in lines)
        self.forge(parts[1], [line for line in lines if line["again"] == line["answer"]])
        self.assert_refused(arena("merge", *parts, "--out", self.temp / "none", "--quiet"), "part2/audit.jsonl: lacks ")
        self.forge(parts[1], [line | {"answer": line["again"]} for line in lines])
        self.assert_refused(arena("verify", parts[1]), r"part2/audit\.jsonl:\d+: is about move")

    def test_who_is_not_audited(self):
        folder = self.play(**self.sparse(bots={"a": cheat("admits_nothing"), "b": "basic", "c": "random"}))
        lines = lines_of(folder)
        self.forge(folder, changed(lines, 0, bot="a"))
        self.assert_refused(arena("verify", folder), r"audit\.jsonl:1: a is not audited, by the manifest$")
        folder = self.play(**self.sparse(audit=0))
        (folder / "audit.jsonl").write_text(json.dumps(lines[0]) + "\n")
        self.assert_refused(arena("verify", folder), r"audit\.jsonl:1: [abc] is not audited, by the manifest$")

    @pytest.mark.parametrize("log", ("divergent", "sample:3"))
    def test_logs_of_some_games(self, log):
        """What can be known of games that are not in the log: that no decision was to be asked in them."""
        close = {"module": "stammtisch", "options": {"caution": 50}}
        fields = {"bots": {"a": "stammtisch", "b": close}, "seats": ["a", "b"], "schedule": "duel"}
        folder = self.play(**self.sparse(log=log, **fields))
        lines = lines_of(folder)
        logged = {line["game"] for line in read_lines(folder)}
        self.assert_verified_by_all(folder)
        self.forge(folder, moved_to_a_game_that_is_not_asked(lines))
        self.assert_refused(arena("verify", folder), "no decision of [ab] in game")
        at = first_of(lines, lambda line: line["game"] in logged)
        self.forge(folder, changed(lines, at, answer="x", again="x"))
        self.assert_refused(arena("verify", folder), rf"audit\.jsonl:{at + 1}: is about move")
        self.forge(folder, lines[:at] + lines[at + 1:])
        self.assert_refused(arena("verify", folder), r"audit\.jsonl: lacks 1 of the decisions")
        self.forge(folder, lines)
        summary = read_json(folder, "summary.json")
        summary["bots"][1]["audit"]["asked"] += 1
        (folder / "summary.json").write_text(json.dumps(summary))
        self.assert_refused(arena("verify", folder), r"summary\.json: \$\.bots\[1\]\.audit\.asked: is \d+; audit\.jsonl gives \d+$")
        self.forge(folder, [line for line in lines if line["game"] != lines[at]["game"]])
        text = (folder / "games.jsonl").read_text().splitlines(keepends=True)
        (folder / "games.jsonl").write_text("".join(line for line in text if json.loads(line)["game"] != lines[at]["game"]))
        if log == "divergent":  # it keeps all games that are audited
            self.assert_refused(arena("verify", folder), rf"games\.jsonl: lacks game {lines[at]['game']}, of which a decision of [ab] is")
        else:
            self.assert_verified(folder)


class TestStillVerified(ForgedTest):
    """Runs of every kind, whose lines are what they have to be."""

    def assert_found_sound(self, **fields):
        folder = self.play(**fields)
        assert lines_of(folder)
        self.assert_verified_by_all(folder)
        return folder

    def test_whoever_leaves_decisions_to_the_program(self):
        """Nobody has asked a bot for them, which only the manifest says."""
        folder = self.assert_found_sound(**self.fields(rules={"kontra": {"levels": 4}, "concede": "never"}))
        bots = read_json(folder, "manifest.json")["bots"]
        assert [bot.get("leaves") for bot in bots] == [None, ["kontra"], None]
        assert not any(line["bot"] == "b" and line["answer"] == "plays on" for line in lines_of(folder))
        folder = self.assert_found_sound(**self.fields(rules={"kontra": {"levels": 4}, "concede": "never"},
                                                       bots={"a": {"bid": "basic", "play": "stammtisch"}, "b": "basic", "c": "random"}))
        a = read_json(folder, "manifest.json")["bots"][0]
        assert a["bid"]["leaves"] == ["kontra"] and "leaves" not in a["play"]
        self.assert_schemas(folder)

    def test_faults(self):
        folder = self.assert_found_sound(**self.fields(bots={"a": bad_bot("wild", wild=200), "b": "basic", "c": "random"}))
        assert (folder / "faults.jsonl").exists()

    @pytest.mark.parametrize("fields", ({"contract": "fixed"}, {"play": "solver", "deals": 4}), ids=("contracts", "solver"))
    def test_decided_elsewhere(self, fields):
        given = self.temp / "given.jsonl"
        given.write_text((self.play(**self.fields(deals=6)) / "games.jsonl").read_text())
        if "contract" in fields:
            fields = fields | {"deals": {"file": str(given)}}
        self.assert_found_sound(**self.fields(**fields))

    def test_positions(self):
        game = next(game for game in read_lines(self.play(**self.fields(deals=6))) if len(game["moves"].split()) > 60)
        deals = [" ".join([game["cards"], *game["moves"].split()[:count]]) for count in (24, 30)]
        self.assert_found_sound(**self.fields(contract="position", deals=deals))

    def test_stopped_by_its_test(self):
        """Also in parts, of which the last one that counts goes on behind the verdict."""
        fields = self.sparse(bots={"a": "stammtisch", "b": "basic"}, seats=["a", "b"], schedule="duel", deals=1200, audit=1000,
                             test={"min_units": 40, "block": 20, "h1": 10})
        path, whole = self.write_config(**fields), self.temp / "whole"
        done = arena("run", path, "--out", whole, "--quiet")
        assert done.returncode in (0, 1), done.stderr
        summary = read_json(whole, "summary.json")
        assert summary["games"] < summary["planned"] and lines_of(whole)
        self.assert_verified_by_all(whole)
        parts = self.parts_of(3, **fields)
        self.assert_same_bytes(whole, self.assert_merged(parts), MORE_BYTES)
        lines = lines_of(parts[0])
        behind = first_of(lines, lambda line: line["game"] >= summary["games"])
        self.forge(parts[0], changed(lines, behind, answer="x", again="x"))  # does not count for the whole
        assert arena("merge", *parts, "--out", self.temp / "again", "--quiet").returncode == done.returncode
        self.assert_same_bytes(whole, self.temp / "again", MORE_BYTES)
        self.assert_refused(arena("verify", parts[0]), rf"audit\.jsonl:{behind + 1}: is about move")

    @crash_states.traced
    def test_begun_by_an_older_version(self):
        """Its manifest does not say who is deterministic, nor what a bot leaves to the program: today's bots do, when it is continued."""
        fields = self.fields(rules={"kontra": {"levels": 4}, "concede": "never"}, deals=40,
                             bots={"a": {"bid": "basic", "play": "stammtisch"}, "b": "basic", "c": "random"})
        out = self.temp / "cut"
        command = [str(program()), "run", str(self.write_config(**fields)), "--out", str(out), "--quiet", "--workers", "1"]
        crash_states.signal_at_write(command, out / "games.jsonl", 2, signal.SIGKILL, cwd=ROOT)
        manifest = read_json(out, "manifest.json")
        for bot in manifest["bots"]:
            for module in (bot, bot.get("bid", {}), bot.get("play", {})):
                for key in ("deterministic", "leaves"):
                    module.pop(key, None)
        del manifest["audit"]
        (out / "manifest.json").write_text(json.dumps(manifest))
        self.assert_verified(out)
        done = arena("run", "--resume", out, "--quiet")
        assert done.returncode == OK, done.stderr
        self.assert_same_bytes(self.play(**fields), out, MORE_BYTES + ("manifest.json",))
        self.assert_verified_by_all(out)

    def test_a_sample_that_is_cut(self):
        """A thousand of a bot's games, of a hundred more."""
        folder = self.assert_found_sound(**self.fields(bots={"c": "random"}, seats=["c"] * 3, schedule="fixed", deals=1100, audit=1))
        assert 450 <= len(lines_of(folder)) <= 1000  # in every second game


class TestCopies(AuditTest):
    """A program that makes copies of itself is started a few times, and each decision is asked in a copy."""

    def audited(self, *modes, audit=12, **more):
        """The folder of a run, and how many processes were started for its audit."""
        starts = self.temp / "starts"
        starts.unlink(missing_ok=True)
        command = " ".join(map(str, (sys.executable, "-S", ROOT / "tests/bots/pipes/copies.py", starts, *modes)))
        child = {"module": "pipe", "options": {"command": command}}
        folder = self.play(**self.fields(bots={"a": child, "b": "basic"}, seats=["a", "a", "b"], schedule="fixed", deals=24, seed=5,
                                         audit=audit, workers=1) | more)
        return folder, len(starts.read_text().splitlines())

    def test_few_starts_and_the_same_lines(self):
        _, unaudited = self.audited(audit=0)
        folder, started = self.audited()
        lines = [line for line in lines_of(folder) if line["bot"] == "a"]
        assert len(lines) == 24 and started - unaudited == 1 and counts_of(folder)["a"]["different"] == 0
        alone, started = self.audited("--alone")
        assert started - unaudited == len(lines) and lines_of(alone) == lines_of(folder)

    def test_what_a_copy_was_told_stays_in_it(self):
        folder, _ = self.audited("--remembers")
        counts = counts_of(folder)["a"]
        assert counts["different"] > 0 and counts["unanswered"] == 0
        assert lines_of(folder) == lines_of(self.audited("--remembers", "--alone")[0])

    @pytest.mark.parametrize("mode", ["--fails", "--hangs"])
    def test_a_copy_that_fails_is_asked_again_in_a_process_of_its_own(self, mode):
        alone, started_alone = self.audited("--alone")
        folder, started = self.audited(mode, time_limit_ms=2000)
        assert started > started_alone and lines_of(folder) == lines_of(alone)


@pytest.mark.no_sanitizer("what is loaded before the program is loaded before the sanitizer, too")
class TestShortages(AuditTest):
    """What the machine is short of at times, while decisions are asked again, is no failure of a bot: it is asked once more."""

    def play_short(self, library, counted, fields, **environment):
        """What was short how often; the run must not show it."""
        counts, out = self.temp / "counts", self.temp / "out"
        counts.write_bytes(bytes(4 * counted))
        done = subprocess.run([program(), "run", self.write_config(**fields), "--out", out, "--quiet"], cwd=ROOT, text=True,
                              capture_output=True, timeout=TIMEOUT, check=False,
                              env=os.environ | {"LD_PRELOAD": preload(library, self.temp), "SHORT_COUNT": str(counts)} | environment)
        assert done.returncode == OK, done.stderr
        folder = self.play(**fields)
        assert len(lines_of(folder)) > 20
        self.assert_same_bytes(out, folder, MORE_BYTES)
        return struct.unpack(f"{counted}I", counts.read_bytes())[1:]

    def test_killed_just_when_they_are_asked(self):
        """The pipe to such a process is closed: the process that asks must not end of that (SIGPIPE)."""
        fields = self.fields(bots={"s": "stammtisch", "b": "basic"}, seats=["s", "b", "b"], schedule="fixed", deals=24, workers=1,
                             **ISOLATED)
        played, _ = self.count_moments(fields | {"audit": 0})
        moments, _ = self.count_moments(fields)
        often = (moments - played) // 12  # a question that is put again is not disturbed each time
        assert often > 20
        assert self.play_short("gone", 2, fields, SHORT_FROM=str(played + 1), SHORT_EVERY=str(often))[0] >= 10

    def count_moments(self, fields):
        """In which nobody is killed: how many there are."""
        counts = self.temp / "counts"
        counts.write_bytes(bytes(8))
        done = subprocess.run([program(), "run", self.write_config(**fields), "--out", self.temp / "counted", "--force", "--quiet"],
                              cwd=ROOT, capture_output=True, timeout=TIMEOUT, check=False,
                              env=os.environ | {"LD_PRELOAD": preload("gone", self.temp), "SHORT_COUNT": str(counts),
                                                "SHORT_FROM": str(1 << 30), "SHORT_EVERY": "1"})
        assert done.returncode == OK, done.stderr
        return struct.unpack("2I", counts.read_bytes())

    @pytest.mark.long
    def test_processes(self):
        """Also when a process is there, but cannot become one for the bot."""
        fields = self.fields(bots={"s": "stammtisch", "b": "basic"}, seats=["s", "b", "b"], schedule="fixed", deals=12, workers=1,
                             **ISOLATED)
        assert min(self.play_short("short_of", 4, fields, SHORT_FROM="20", SHORT_EVERY="7")) >= 5

    def test_memory(self):
        """In the process that asks, the program's own or the bot's."""
        fields = self.fields(bots={"b": "basic", "s": "stammtisch"}, seats=["b", "s", "s"], schedule="fixed", deals=24, workers=1)
        assert self.play_short("no_memory", 2, fields, SHORT_DEPTH="2", SHORT_EVERY="23")[0] >= 5

    @pytest.mark.long
    @pytest.mark.parametrize("alone", ([], ["--alone"]), ids=("copies", "alone"))
    def test_programs(self, alone):
        """Of a child of `pipe`, whether copies of it are asked or new ones."""
        command = " ".join(map(str, (sys.executable, "-S", ROOT / "tests/bots/pipes/copies.py", self.temp / "starts", *alone)))
        fields = self.fields(bots={"a": {"module": "pipe", "options": {"command": command}}, "b": "basic"}, seats=["a", "a", "b"],
                             schedule="fixed", deals=24, seed=5, workers=1)
        assert sum(self.play_short("short_of", 4, fields, SHORT_FROM="20", SHORT_EVERY="7")) >= 1


class TestInterruptions(AuditTest):
    """While decisions are asked again, each of which takes a while here."""

    def slow(self):
        return self.fields(bots={"b": bad_bot("needs_company", hangs=True)}, seats=["b"] * 3, schedule="fixed", deals=10, audit=36,
                           time_limit_ms=150)

    @contextlib.contextmanager
    def audited(self):
        """The run when its games are over."""
        path, out = self.write_config(**self.slow()), self.temp / "out"
        with subprocess.Popen([program(), "run", path, "--out", out, "--quiet"], cwd=ROOT, text=True, stderr=subprocess.PIPE) as run:
            log = out / "games.jsonl"
            wait_until(lambda: log.exists() and log.read_text().count("\n") == 10, run)
            # The process that asks starts others, which no worker does here.
            wait_until(lambda: any(map(children_of, children_of(run.pid))), run)
            yield run, out

    def assert_continued(self, out):
        assert not (out / "audit.jsonl").exists()
        assert arena("run", "--resume", out, "--quiet").returncode == OK
        self.assert_same_bytes(self.play(**self.slow()), out, MORE_BYTES)

    def test_a_signal(self):
        with self.audited() as (run, out):
            run.send_signal(signal.SIGTERM)
            errors = run.communicate(timeout=TIMEOUT)[1]
        assert run.returncode == INTERRUPTED and "10 of 10 games are finished" in errors and "continues" in errors
        self.assert_continued(out)

    def test_no_descriptors_for_a_moment(self):
        with self.audited() as (run, out):
            for most in (3, None) * 3:
                for child in children_of(run.pid):
                    limit_descriptors(child, most)
                time.sleep(0.2)
            run.communicate(timeout=TIMEOUT)
        assert run.returncode == OK
        self.assert_same_bytes(self.play(**self.slow()), out, MORE_BYTES)

    def test_no_descriptors(self):
        with self.audited() as (run, out):
            for child in children_of(run.pid):
                limit_descriptors(child, 3)
            errors = run.communicate(timeout=TIMEOUT)[1]
        assert run.returncode == INTERRUPTED and "short of something: no process or memory to ask decisions of b again" in errors
        self.assert_continued(out)

    def test_killed_processes(self):
        with self.audited() as (run, out):
            for _ in range(5):
                for child in children_of(run.pid):
                    for process in (*children_of(child), child):
                        with contextlib.suppress(ProcessLookupError):
                            os.kill(process, signal.SIGKILL)
                time.sleep(0.1)
            run.communicate(timeout=TIMEOUT)
        assert run.returncode == OK
        self.assert_same_bytes(self.play(**self.slow()), out, MORE_BYTES)
