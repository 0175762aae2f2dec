# SPDX-License-Identifier: MIT
"""End-to-end tests of answers that differ between the seatings of a deal, with the same cards and history."""
import re

import pytest

from harness import *
from test_compare import word

BID, DECLARE, CARD, KONTRA = 1, 4, 6, 7  # enum skat_bot_decision_kind
COMPARED = 3  # games of a deal, with which a later one is compared


def wavers(at, after=0):
    """Answers this kind of decision otherwise in some seatings."""
    return cheat("wavers", at=at, after=after)


def duel(one, other, **fields):
    return {"bots": {"x": one, "y": other}, "seats": ["x", "y"], "schedule": "duel", "deals": 150} | fields


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
    count, deal, games = 0, None, []
    for line in read_lines(folder):
        if (line["session"], line["deal"]) != deal:
            deal, games = (line["session"], line["deal"]), []
        for position, seat in enumerate(line["seats"]):
            if line["table"][seat] == bot:
                before = [game for game in games if game["table"][seat] == bot][:COMPARED]
                count += any(parts_by_own(position, game["moves"], line["moves"]) for game in before)
        games.append(line)
    return count


class TestInconsistency(RunTest):
    def counts(self, folder) -> dict[str, int | None]:
        return {bot["name"]: bot["faults"].get("inconsistent") for bot in read_json(folder, "summary.json")["bots"]}

    @pytest.mark.parametrize("seatings", ("rotations", "all"))
    @pytest.mark.parametrize("at, after", ((BID, 0), (DECLARE, 0), (CARD, 0), (CARD, 5)))
    def test_is_found_and_named(self, seatings, at, after):
        done, folder = self.run_config(**duel(wavers(at, after), "random", seatings=seatings,
                                              deals=150 if seatings == "all" else 600))
        assert done.returncode == OK
        count = self.counts(folder)["x"]
        assert (count > 0, count, self.counts(folder)["y"]) == (True, counted_again(folder, "x"), 0)
        assert f'warning: bot "x" claims to be deterministic, but gave {count} answer' in done.stderr
        self.assert_sound(folder)  # nothing is scored otherwise
        self.assert_schemas(folder)
        assert not (folder / "faults.jsonl").exists()

    def test_what_verify_names_is_in_the_log(self):
        folder = self.play(**duel(wavers(CARD), "basic", seatings="all"))
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

    @pytest.mark.parametrize("fields", ({"workers": 8}, {"log": "none"}, {"log": "sample:7"},
                                        {"keep_answers": False}))
    def test_however_it_is_played(self, fields):
        play = duel(wavers(CARD), "random", seatings="all", deals=60)
        one, other = self.play(**play), self.play(**play | fields)
        assert self.counts(one) == self.counts(other) and self.counts(one)["x"] > 0
        if "log" not in fields:
            self.assert_same_bytes(one, other, ("games.jsonl", "summary.json"))
        if "sample" in fields.get("log", ""):
            done = arena("verify", other)
            assert done.returncode == OK and "warning: bot \"x\"" in done.stderr

    def test_kontra_and_silence(self):
        rules = {"kontra": {"levels": 2, "when": "before_lead"}}
        folder = self.play(**duel(wavers(KONTRA), {"module": "random", "options": {"hand": 30}}, rules=rules, seatings="all", deals=1500))
        assert self.counts(folder)["x"] > 0 and self.counts(folder)["y"] == 0
        self.assert_verified(folder)
        said = arena("verify", folder).stderr
        assert re.search(r"answers K, but play on in game|answers play on, but K in game", said)

    @pytest.mark.parametrize("seatings", ("rotations", "all"))
    @pytest.mark.parametrize("rules", ("isko", "stammtisch", "wikipedia-de", "6er-skat", "tourneeskat", "idiotenskat", "herzblatt", "ass"))
    def test_random_bots_are_honest(self, rules, seatings):
        done, folder = self.run_config(**duel("random", {"module": "random", "options": {"hand": 20}}, rules=rules, seatings=seatings,
                                              deals=repeat(3000, 300)))
        whole = read_json(folder, "manifest.json")["schedule"]["unit"] == "session"
        counted = None if whole else 0
        assert self.counts(folder) == {"x": counted, "y": counted}
        assert "deterministic" not in done.stderr
        self.assert_verified(folder)

    @pytest.mark.parametrize("rules", ("pilot", "strohmann", "oma", "offiziersskat"))
    def test_two_at_the_table(self, rules):
        bots = {"bots": {"x": "random", "y": {"module": "random", "options": {"hand": 20}}}, "seats": ["x", "y"]}
        folder = self.play(**bots, rules=rules, schedule="duel", deals=100)
        assert self.counts(folder) == {"x": None, "y": None}  # each has each seat once
        equal = self.play(**bots | {"bots": {"x": "random", "y": "random"}}, rules=rules, schedule="duel", deals=300)
        assert self.counts(equal) == {"x": 0, "y": 0}

    @pytest.mark.parametrize("bots", (("stammtisch", {"module": "stammtisch", "options": {"caution": 50}}),
                                      ("stammtisch", "stammtisch"), ("basic", "moody"),
                                      ({"module": "pimc", "options": {"worlds": 4, "knodes": 20}}, "basic")))
    def test_honest_bots(self, bots):
        bots = [cheat(bot) if bot == "moody" else bot for bot in bots]
        slow = any(isinstance(bot, dict) and bot["module"] == "pimc" for bot in bots)
        for seatings in ("rotations", "all"):
            folder = self.play(**duel(*bots, seatings=seatings, deals=(2 if has_sanitizer() else 8) if slow else 600))
            assert self.counts(folder) == {"x": 0, "y": 0}

    def test_table(self):
        """A column of the wide table, and a word in the narrow one, where there is something to say."""
        for bot in (wavers(CARD), "stammtisch"):
            done, folder = self.run_config(**duel(bot, "basic", deals=300))
            lines = done.stdout.splitlines()
            row = {line.split()[0]: line.split() for line in lines if re.match(r"(bot|x|y) +\S+ +\S+% |bot +seats", line)}
            count = self.counts(folder)
            assert (row["bot"][-1] == "inconsistent") == (count["x"] > 0) == (bot != "stammtisch")
            if count["x"]:
                assert [row[name][-1] for name in "xy"] == [str(count["x"]), "0"]

    def test_who_makes_no_claim(self):
        """Deals that carry something to the next, no second game of the deal, a bot that does not say so."""
        folder = self.play(**duel(wavers(CARD), "basic", rules="bierlachs", deals=36))
        assert self.counts(folder) == {"x": None, "y": None}
        folder = self.play(bots={"x": wavers(CARD)}, seats=["x"] * 3, schedule="fixed", deals=9)
        assert self.counts(folder) == {"x": None}
        folder = self.play(**duel(bad_bot("keeps_rules"), "basic", deals=36))
        assert self.counts(folder) == {"x": None, "y": 0}

    def test_a_part_of_a_bot(self):
        """Who bids wavers, who plays does not, and the other way round."""
        for at, found in ((BID, True), (CARD, False)):
            bots = {"bid": wavers(at), "play": "basic"}
            assert (self.counts(self.play(**duel(bots, "basic", seatings="all", deals=300)))["x"] > 0) == found
            bots = {"bid": "basic", "play": wavers(at)}
            assert (self.counts(self.play(**duel(bots, "basic", seatings="all", deals=300)))["x"] > 0) != found

    def test_regress_rejects_it(self):
        out = self.temp / "regress"
        done = arena("regress", "random", word(wavers(CARD)), "-n", 72, "--margin", 200, "--out", out)
        assert done.returncode == 1, done.stdout + done.stderr
        assert done.stdout.startswith("FAIL: new is not deterministic, though it claims to be\n")
        assert re.search(r"^FAIL new: no faults.*; new claims to be deterministic, but gave \d+ answers that differ", done.stdout,
                         re.MULTILINE)
        done = arena("regress", word(wavers(CARD)), word(wavers(CARD)), "-n", 72, "--same", "--out", self.temp / "same")
        assert "FAIL" not in done.stdout and "claims to be deterministic" in done.stdout
        done = arena("regress", word(wavers(CARD)), "random", "-n", 72, "--margin", 200, "--out", self.temp / "old")
        assert "FAIL" not in done.stdout and "old claims to be deterministic" in done.stdout

    def test_the_page_has_the_count(self):
        folder = self.play(**duel(wavers(CARD), "basic", seatings="all", deals=60))
        assert arena("report", folder).returncode == OK
        page = (folder / "report.html").read_text()
        assert f'"inconsistent":{self.counts(folder)["x"]}' in re.sub(r"\s", "", page)
        assert "No game ended by a fault." in page

    def test_a_forged_count_is_found(self):
        folder = self.play(**duel(wavers(CARD), "basic", seatings="all", deals=60))
        path = folder / "summary.json"
        path.write_text(re.sub(r'("inconsistent":\s*)\d+', r"\g<1>0", path.read_text(), count=1))
        self.assert_tampering_found(folder, "bots[0].faults.inconsistent")
