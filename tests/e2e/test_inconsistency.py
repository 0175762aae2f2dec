# SPDX-License-Identifier: MIT
"""End-to-end tests of answers that differ between the seatings of a deal, with the same cards and history."""
import re

from harness import *
from test_compare import word

BID, CARD = 1, 6  # enum skat_bot_decision_kind
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
    def test_is_found_and_named(self):
        """And nothing is scored otherwise. The wide table has a column where there is something to say."""
        for at, after, seatings in ((BID, 0, "rotations"), (CARD, 5, "all")):
            done, folder = self.run_config("--workers", 1, **duel(wavers(at, after), "random", seatings=seatings))
            count = counts(folder)["x"]
            assert (done.returncode, count > 0, count, counts(folder)["y"]) == (OK, True, counted_again(folder, "x"), 0)
            assert f'warning: bot "x" claims to be deterministic, but gave {count} answer' in done.stderr
            assert not (folder / "faults.jsonl").exists()
            self.assert_verified(folder)
        rows = {line.split()[0]: line.split() for line in done.stdout.splitlines() if re.match(r"[xy] +\d+ +\S+% |bot +seats", line)}
        assert [rows[name][-1] for name in ("bot", "x", "y")] == ["inconsistent", str(count), "0"]

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
        other = self.play(**duel(wavers(CARD), "basic", workers=3, keep_answers=False))
        assert counts(one) == counts(other) and counts(one)["x"] > 0
        self.assert_same_bytes(one, other, ("games.jsonl", "summary.json"))

    def test_honest_bots(self):
        """They have a count, which is 0, where nothing is carried from deal to deal, at a table of two, too."""
        for one, other, fields in (("random", HANDY, {"rules": "stammtisch"}), ("stammtisch", "random", {"rules": "tourneeskat"}),
                                   ("random", "random", {"rules": "strohmann"})):
            done, folder = self.run_config("--quiet", "--workers", 1, **duel(one, other, deals=20, seatings="rotations", **fields))
            counted = None if read_json(folder, "manifest.json")["schedule"]["unit"] == "session" else 0
            assert counts(folder) == {"x": counted, "y": counted} and "deterministic" not in done.stderr

    def test_who_makes_no_claim(self):
        """No second game of the deal, or of the player in it; a bot that does not say so."""
        assert counts(self.play(bots={"x": wavers(CARD)}, seats=["x"] * 3, schedule="fixed", deals=3)) == {"x": None}
        assert counts(self.play(bots={"x": "random", "y": HANDY}, seats=["x", "y"], schedule="duel", rules="strohmann",
                                deals=6)) == {"x": None, "y": None}
        assert counts(self.play(**duel(bad_bot("keeps_rules"), "basic", deals=6))) == {"x": None, "y": 0}

    def test_a_part_of_a_bot(self):
        """Who bids wavers, who plays does not."""
        for at, found in ((BID, True), (CARD, False)):
            bot = {"bid": wavers(at), "play": "basic"}
            assert (counts(self.play("--workers", 1, **duel(bot, "basic")))["x"] > 0) == found

    def test_regress_rejects_it(self):
        margin = ("-n", 36, "--margin", 200, "--log", "none", "--isolation", "none")
        done = arena("regress", "random", word(wavers(CARD)), *margin, "--out", self.temp / "regress")
        assert done.returncode == 1, done.stdout + done.stderr
        assert re.search(r"^FAIL new: no faults.*, \d+ answers that differ from its own in another game of the same deal", done.stdout,
                         re.MULTILINE)

    def test_a_forged_count_is_found(self):
        folder = self.sample_copy(**duel(wavers(CARD), "basic"))
        path = folder / "summary.json"
        path.write_text(re.sub(r'("inconsistent":\s*)\d+', r"\g<1>0", path.read_text(), count=1))
        self.assert_tampering_found(folder, "bots[0].faults.inconsistent")
