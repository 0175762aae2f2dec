# SPDX-License-Identifier: MIT
"""End-to-end tests of answers that differ between the seatings of a deal, with the same cards and history."""
import re
from typing import Any

import pytest

from harness import *
from test_compare import word

BID, DECLARE, CARD, KONTRA = 1, 4, 6, 7  # enum skat_bot_decision_kind
COMPARED = 3  # games of a deal, with which a later one is compared
HANDY = {"module": "random", "options": {"hand": 20}}


def wavers(at, after=0):
    """Answers this kind of decision otherwise in some seatings."""
    return cheat("wavers", at=at, after=after)


def duel(one, other, **fields):
    return {"bots": {"x": one, "y": other}, "seats": ["x", "y"], "schedule": "duel", "seatings": "all", "deals": 60} | fields


def seen_by(position, moves):
    """The moves as a player sees them: whose, the action as this player sees it, and the action."""
    words = moves.split()
    for actor, action in zip(words[::2], words[1::2]):
        own = actor == str(position)
        if actor == "w":
            continue  # the skat, which only its taker sees; equal in all games of the deal
        announced, *cards = action.split(".")
        hidden = cards and not own and "O" not in announced
        yield own, (actor, announced if hidden else action)


def parts_by_own(position, one, other):
    """Do two games of a deal part by a decision of this player, as far as moves show it?"""
    for (own, mine), (its, theirs) in zip(seen_by(position, one), seen_by(position, other)):
        if mine != theirs:
            return own and its
    return False


def counted_again(folder, bot):
    """`inconsistent` of a bot under rules without kontra, from the log alone. Discards that an open hand shows part a game."""
    count = 0
    for games in games_of_deals(folder).values():
        for number, line in enumerate(games):
            for position, seat in enumerate(line["seats"]):
                if line["table"][seat] == bot:
                    before = [game for game in games[:number] if game["table"][seat] == bot][:COMPARED]
                    count += any(parts_by_own(position, game["moves"], line["moves"]) for game in before)
    return count


def counts(folder):
    return {bot["name"]: bot["faults"].get("inconsistent") for bot in read_json(folder, "summary.json")["bots"]}


class TestInconsistency(RunTest):
    @pytest.mark.parametrize("at, after, seatings", ((BID, 0, "rotations"), (DECLARE, 0, "all"), (CARD, 5, "all")))
    def test_is_found_and_named(self, at, after, seatings):
        """And nothing is scored otherwise."""
        done, folder = self.run_config(**duel(wavers(at, after), "random", seatings=seatings, deals=90 if seatings == "all" else 150))
        count = counts(folder)["x"]
        assert (done.returncode, count > 0, count, counts(folder)["y"]) == (OK, True, counted_again(folder, "x"), 0)
        assert f'warning: bot "x" claims to be deterministic, but gave {count} answer' in done.stderr
        assert not (folder / "faults.jsonl").exists()
        self.assert_verified(folder)

    def test_what_verify_names_is_in_the_log(self):
        folder = self.sample(**duel(wavers(CARD), "basic"))
        done = arena("verify", folder)
        assert done.returncode == OK and "every field agrees" in done.stdout
        named = re.findall(r"in game (\d+), move (\d+), (\w+) answers (\S+), but (\S+) in game (\d+)$", done.stderr, re.MULTILINE)
        assert len(named) == 5
        games = read_lines(folder)
        for later, move, _, answer, before, earlier in named:
            words = [games[int(game)]["moves"].split()[2 * int(move) - 2:2 * int(move)] for game in (later, earlier)]
            assert [word[1] for word in words] == [answer, before] and words[0][0] == words[1][0]
        quiet = arena("verify", "--quiet", folder)
        assert (quiet.returncode, quiet.stdout, quiet.stderr) == (OK, "", "")

    def test_however_it_is_played(self):
        one = self.sample(**duel(wavers(CARD), "basic"))
        fields: Any
        for fields in ({"workers": 3}, {"log": "sample:7"}, {"keep_answers": False}):
            other = self.play(**duel(wavers(CARD), "basic") | fields)
            assert counts(one) == counts(other) and counts(one)["x"] > 0
            if "log" not in fields:
                self.assert_same_bytes(one, other, ("games.jsonl", "summary.json"))
            if "sample" in fields.get("log", ""):
                done = arena("verify", other)
                assert done.returncode == OK and "warning: bot \"x\"" in done.stderr

    def test_kontra_and_silence(self):
        rules = {"kontra": {"levels": 2, "when": "before_lead"}}
        folder = self.play(**duel(wavers(KONTRA), {"module": "random", "options": {"hand": 30}}, rules=rules, deals=300))
        assert counts(folder)["x"] > 0 and counts(folder)["y"] == 0
        done = arena("verify", folder)
        assert done.returncode == OK and re.search(r"answers K, but play on in game|answers play on, but K in game", done.stderr)

    @pytest.mark.parametrize("rules", ("isko", "stammtisch", "tourneeskat", "idiotenskat", "herzblatt"))
    def test_honest_random_bots(self, rules):
        """Where nothing is carried from deal to deal they have a count, which is 0."""
        done, folder = self.run_config(**duel("random", HANDY, rules=rules, seatings="rotations" if rules == "isko" else "all"))
        counted = None if read_json(folder, "manifest.json")["schedule"]["unit"] == "session" else 0
        assert counts(folder) == {"x": counted, "y": counted} and "deterministic" not in done.stderr

    def test_two_at_the_table(self):
        """There each has each seat once."""
        for rules in ("strohmann", "offiziersskat"):
            fields = {"seats": ["x", "y"], "rules": rules, "schedule": "duel", "deals": 30}
            assert counts(self.play(bots={"x": "random", "y": HANDY}, **fields)) == {"x": None, "y": None}
            assert counts(self.play(bots={"x": "random", "y": "random"}, **fields)) == {"x": 0, "y": 0}

    def test_honest_bots(self):
        thinking = {"module": "pimc", "options": {"worlds": 2, "knodes": 5}}
        for one, other, deals in (("stammtisch", {"module": "stammtisch", "options": {"caution": 50}}, 150), ("basic", cheat("moody"), 150),
                                  (thinking, "basic", 1)):
            assert counts(self.play(**duel(one, other, deals=deals))) == {"x": 0, "y": 0}

    def test_table(self):
        """A column of the wide table where there is something to say."""
        for bot in (wavers(CARD), "stammtisch"):
            done, folder = self.run_config(**duel(bot, "basic"))
            rows = {line.split()[0]: line.split() for line in done.stdout.splitlines()
                    if re.match(r"(bot|x|y) +\S+ +\S+% |bot +seats", line)}
            count = counts(folder)
            assert (rows["bot"][-1] == "inconsistent") == (count["x"] > 0) == (bot != "stammtisch")
            assert not count["x"] or [rows[name][-1] for name in "xy"] == [str(count["x"]), "0"]

    def test_who_makes_no_claim(self):
        """Deals that carry something to the next, no second game of the deal, a bot that does not say so."""
        assert counts(self.play(**duel(wavers(CARD), "basic", rules="bierlachs", deals=36))) == {"x": None, "y": None}
        assert counts(self.play(bots={"x": wavers(CARD)}, seats=["x"] * 3, schedule="fixed", deals=9)) == {"x": None}
        assert counts(self.play(**duel(bad_bot("keeps_rules"), "basic", deals=12))) == {"x": None, "y": 0}

    def test_a_part_of_a_bot(self):
        """Who bids wavers, who plays does not, and the other way round."""
        for at, found in ((BID, True), (CARD, False)):
            for bot, wavering in (({"bid": wavers(at), "play": "basic"}, found), ({"bid": "basic", "play": wavers(at)}, not found)):
                assert (counts(self.play(**duel(bot, "basic", deals=90)))["x"] > 0) == wavering

    def test_regress_rejects_it(self):
        margin = ("-n", 36, "--margin", 200, "--log", "none")
        done = arena("regress", "random", word(wavers(CARD)), *margin, "--out", self.temp / "regress")
        assert done.returncode == 1, done.stdout + done.stderr
        assert re.search(r"^FAIL new: no faults.*; new claims to be deterministic, but gave \d+ answers that differ", done.stdout,
                         re.MULTILINE)
        done = arena("regress", word(wavers(CARD)), "random", *margin, "--out", self.temp / "old")
        assert "FAIL" not in done.stdout and "old claims to be deterministic" in done.stdout

    def test_the_page_has_the_count_and_a_forged_one_is_found(self):
        folder = self.sample_copy(**duel(wavers(CARD), "basic"))
        assert arena("report", folder).returncode == OK
        page = (folder / "report.html").read_text()
        assert f'"inconsistent":{counts(folder)["x"]}' in re.sub(r"\s", "", page) and "No game ended by a fault." in page
        path = folder / "summary.json"
        path.write_text(re.sub(r'("inconsistent":\s*)\d+', r"\g<1>0", path.read_text(), count=1))
        self.assert_tampering_found(folder, "bots[0].faults.inconsistent")
