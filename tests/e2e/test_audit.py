# SPDX-License-Identifier: MIT
"""Decisions that are asked again in a process that has seen nothing else, with other hidden cards (`--audit N`,
arena/match/answer_audit.h): that it works, finds cheats, is verified, and cannot be forged."""
import json
import re
from typing import Any

import pytest

from harness import *
from report_pages import ReportTest

MORE_BYTES = SAME_BYTES + ("audit.jsonl",)


def lines_of(folder):
    return read_lines_of(folder / "audit.jsonl")


def counts_of(folder):
    return {bot["name"]: bot.get("audit") for bot in read_json(folder, "summary.json")["bots"]}


class AuditTest(ReportTest):
    def fields(self, **more):
        """A decision of a bot in each of its games."""
        return {"bots": {"a": "stammtisch", "b": "basic", "c": "random"}, "seats": ["a", "b", "c"], "schedule": "rotations",
                "deals": 12, "audit": 12, "workers": 1} | more

    def duel(self, bot, other="stammtisch", **fields):
        return self.sample(**self.fields(bots={"a": other, "b": bot}, seats=["a", "b"], schedule="duel", **fields))


class TestHonest(AuditTest):
    def test_no_answer_differs(self):
        """Whether a bot has one part or two, or sees all. Who does not claim to be deterministic is not asked."""
        bots = {"a": {"bid": "stammtisch", "play": "random"}, "b": "basic", "c": RANDOM | {"sees": "all"}, "n": bad_bot("dawdles", ms=0)}
        folder = self.play(**self.fields(bots=bots, seats=list(bots), deals=4))
        games, lines, counts = read_lines(folder), lines_of(folder), counts_of(folder)
        assert counts.pop("n") is None
        assert all(audit["asked"] > 5 and audit["different"] == audit["unanswered"] == 0 for audit in counts.values()), counts
        assert len({(line["game"], line["bot"]) for line in lines}) == len(lines)
        for line in lines:
            self.assert_valid("audit", line, "audit.jsonl")
            moves = games[line["game"]]["moves"].split()
            if line["answer"] not in ("plays on", "no", "picks up"):
                said = moves[2 * line["move"] - 1]
                answer = {"pass": "p", "yes": "y"}.get(line["answer"], line["answer"])
                assert sorted(answer.split(".")) == sorted(said.split(".")), line  # cards put aside are in any order
        assert {line["redealt"] for line in lines if line["bot"] == "c"} == {False}
        assert {line["redealt"] for line in lines if line["bot"] == "b"} == {False, True}
        self.assert_verified(folder)

    def test_how_many_are_asked(self):
        """About one in N; none unless it is asked for."""
        folder = self.play("--audit", 40, **self.fields(deals=12))  # 36 games, 12 decisions each
        asked = {name: audit["asked"] for name, audit in counts_of(folder).items()}
        assert read_json(folder, "manifest.json")["audit"] == 40 and all(3 <= count <= 18 for count in asked.values()), asked
        folder = self.sample(deals=3)
        assert set(counts_of(folder).values()) == {None} and not (folder / "audit.jsonl").exists()
        done, _ = self.run_config(**self.fields(audit=-1))
        assert done.returncode == USAGE and "$.audit" in done.stderr
        assert "--audit must be an integer 0.." in arena("run", self.write_config(**self.fields()), "--audit", "-3").stderr

    def test_the_same_however_it_is_played(self):
        """With more workers, in parts, and on a run that is continued."""
        held = bad_bot("starts_badly")
        fields = self.fields(audit=20, deals=2, bots={"a": held, "b": "basic", "c": "random"})
        whole = self.play(**fields)
        assert counts_of(whole)["a"]["different"] == counts_of(whole)["a"]["asked"] > 0  # a fresh process always fails again
        fields = self.fields(audit=20, deals=2)
        whole = self.sample(**fields)
        self.assert_same_bytes(whole, self.play(**fields | {"workers": 3}), MORE_BYTES)
        parts = [self.play("--shard", f"{part}/2", **fields) for part in (1, 2)]
        assert arena("merge", *parts, "--out", self.temp / "merged", "--quiet").returncode == OK
        self.assert_same_bytes(whole, self.temp / "merged", MORE_BYTES)
        (parts[1] / "audit.jsonl").unlink()
        done = arena("merge", *parts, "--out", self.temp / "none", "--quiet")
        assert done.returncode == BAD_FILE and not (self.temp / "none").exists()
        assert re.search("audit.jsonl: is missing: [1-9][0-9]* decisions are to be asked again, by the seed$", done.stderr.strip())


@pytest.mark.skipif(has_sanitizer(), reason="cheats look for what lies in memory")
class TestCheats(AuditTest):
    def test_named(self):
        """In what all readers take from the summary, and nobody else is."""
        options: Any
        for name, options in (("peeks", {}), ("recognises", {}), ("drifts", {"after": 3}), ("hijacks", {})):
            folder = self.duel(cheat(name, **options), deals=9 if name == "drifts" else 4)
            named = "a" if name == "hijacks" else "b"  # whose code was exchanged: it would have answered otherwise
            counts = counts_of(folder)
            assert [bot for bot, audit in counts.items() if audit["different"]] == [named], (name, counts)
            assert f"{named} claims to be deterministic, but answers {counts[named]['different']} of {counts[named]['asked']} audited" \
                in arena("verify", folder).stderr
        audit = counts["a"]
        told = f"a answered {audit['different']} of {audit['asked']} differently than in its games"
        assert told in " ".join(arena("compare", folder, "a", "b").stdout.split())
        assert any(bot.get("audit", {}).get("different") for bot in self.data_of(self.page(folder))["runs"][0]["summary"]["bots"])


def changed(lines, number, **fields):
    """The same lines, but for one; None takes a field away."""
    line = {key: value for key, value in (lines[number] | fields).items() if value is not None}
    return lines[:number] + [line] + lines[number + 1:]


# What is done to the lines, and what `verify` and `merge` say of it.
FORGED = (
    (lambda lines: lines[:5] + lines[6:], r"audit\.jsonl: lacks 1 of the decisions that are to be asked again, by the seed: "
     r"first that of [abc] in game \d+, move \d+ of \w+, answered"),
    (lambda lines: [], r"audit\.jsonl: is missing: [1-9]\d* decisions are to be asked again, by the seed$"),
    (lambda lines: changed(lines, 5, answer="x", again="x"),
     r"audit\.jsonl:6: is about move \d+ of \w+, answered x; in game \d+ it is to be move \d+ of \w+, answered "),
    (lambda lines: changed(lines, 5, redealt=not lines[5]["redealt"]), r'audit\.jsonl:6: "redealt" is (true|false); by the seed it is'),
    (lambda lines: lines + [lines[-1] | {"game": 10 ** 6}], r"audit\.jsonl:\d+: game 1000000 is none of this run"),
)


class TestForged(AuditTest):
    """Lines that are not those of the decisions that had to be asked again, in a folder whose counts agree with them."""

    def forge(self, folder, lines):
        """Writes lines, and a summary whose counts agree with them."""
        path = folder / "audit.jsonl"
        path.write_text("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines))
        if not lines:
            path.unlink()
        summary = read_json(folder, "summary.json")
        for bot in summary["bots"]:
            own = [line for line in lines if line["bot"] == bot["name"]]
            answered = [line for line in own if "again" in line]
            different = sum(line["again"] != line["answer"] for line in answered)
            bot["audit"] |= {"asked": len(own), "redealt": sum(line["redealt"] for line in own), "different": different,
                             "unanswered": len(own) - len(answered)}
            if not different:
                bot["audit"]["bound"] = float(f"{1 - 0.05 ** (1 / len(answered)) if answered else 1:.9g}")
        (folder / "summary.json").write_text(json.dumps(summary))

    def test_verify_and_merge(self):
        parts = [self.play("--shard", f"{part}/2", **self.fields(deals=6, audit=12)) for part in (1, 2)]
        lines = lines_of(parts[1])
        self.forge(parts[1], lines)
        self.assert_verified(parts[1])  # so what is found below is not what forging does beside
        for forged, says in FORGED:
            self.forge(parts[1], forged(lines))
            merges = [("merge", *parts, "--out", self.temp / "none", "--quiet")] if forged == FORGED[0][0] else []
            for done in (arena(*words) for words in (("verify", parts[1]), *merges)):
                assert done.returncode == BAD_FILE and re.search(says, done.stderr, re.MULTILINE), done.stderr
                assert "summary.json" not in done.stderr and not (self.temp / "none").exists()
        self.forge(parts[1], lines)
        summary = read_json(parts[1], "summary.json")
        summary["bots"][0]["audit"]["asked"] += 1
        (parts[1] / "summary.json").write_text(json.dumps(summary))
        done = arena("verify", parts[1])
        assert done.returncode == BAD_FILE
        assert re.search(r"summary\.json: \$\.bots\[0\]\.audit\.asked: is \d+; (the log|audit\.jsonl) gives \d+$", done.stderr, re.M)
