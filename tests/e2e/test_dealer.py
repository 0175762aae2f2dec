# SPDX-License-Identifier: MIT
"""End-to-end tests of the dealer: from a seed to the cards, large seeds, seals."""
import hashlib

import pytest

from dealer import Dealer
from harness import *

SKAT = [suit + rank for suit in "DHSC" for rank in "789QKTAJ"]
REJECTED = 1
LARGE = "0x" + "5ca1ab1e" * 8
# Cards from low to high, packets (docs/formats.md), players' piles.
DECKS = {"skat": (SKAT, (3, -2, 4, 3), 3),
         "6er-skat": ([suit + rank for suit in "DHSC" for rank in "6789QKTAJ"], (4, -3, 4, 3), 3),
         "strohmann": (SKAT, (3, -2, 3, -3, 3), 3),
         "offiziersskat": (SKAT, (4, 4, 4, 4), 2)}


def printed(piles):
    return "|".join(".".join(pile) for pile in piles)


def deals(seed, session=0, count=20, **more):
    words = [word for key, value in more.items() for word in (f"--{key}", value)]
    done = arena("deal", "--seed", seed, "--session", session, "-n", count, *words)
    assert done.returncode == OK, done.stderr
    return done.stdout.splitlines()


class TestDealer:
    @pytest.mark.parametrize("seed", (0, 1, 20261121, 2**53 - 1, 2**53, 2**64 - 1, 2**64, 2**256 - 1))
    def test_cards_of_a_seed(self, seed):
        """As docs/formats.md says, computed a second time."""
        dealer = Dealer(seed)
        for session in (0, 3, 2**62):
            assert deals(hex(seed), session) == [
                printed(dealer.deal(session, number, *DECKS["skat"][:2])) for number in range(20)]

    @pytest.mark.parametrize("game", DECKS)
    def test_decks(self, game):
        deck, packets, hands = DECKS[game]
        one, other = deals(5, game=game), [Dealer(5).deal(0, number, deck, packets, hands)
                                           for number in range(20)]
        for line, piles in zip(one, other, strict=True):
            assert [card for pile in line.split("|") for card in pile.split(".")] == [
                card for pile in piles for card in pile]

    def test_forms_of_a_seed(self):
        assert deals("255") == deals("0xff") == deals("0x00FF") == deals("0255")
        assert deals(2**64 - 1) == deals("0xffffffffffffffff")
        assert deals(LARGE) != deals(LARGE[:-1])

    @pytest.mark.parametrize("seed", ("", "-1", "1.5", "0x", "0xg", "ff", 2**64, "0x1" + 64 * "0"))
    def test_no_seeds(self, seed):
        for command in (("deal",), ("check", "random"), ("run", "configs/sample.json"), ("plan", "random", "basic")):
            done = arena(*command, f"--seed={seed}")
            assert done.returncode == USAGE
            assert "--seed" in done.stderr and "hexadecimal digits" in done.stderr
            assert done.stdout == ""


class TestLargeSeeds(RunTest):
    def test_run(self):
        """In a config and on the command line; the log is that of the seed and verifies."""
        one, other = self.play(seed=LARGE), self.play("--seed", LARGE.upper().replace("X", "x"))
        assert (one / "games.jsonl").read_bytes() == (other / "games.jsonl").read_bytes()
        manifest = read_json(one, "manifest.json")
        assert (manifest["seed"], manifest["dealer"]) == (LARGE, "sha256-siphash-pcg64")
        self.assert_valid("manifest", manifest, "manifest.json")
        self.assert_verified(one)
        expected = Dealer(int(LARGE, 16)).deal(0, 35, *DECKS["skat"][:2])
        assert read_lines(one)[-1]["cards"] == printed(expected)

    def test_small_text_is_the_number(self):
        one, other = self.play(seed="7"), self.play(seed="0x7")
        for name in ("games.jsonl", "manifest.json"):
            assert (one / name).read_bytes() == (other / name).read_bytes()
        assert read_json(one, "manifest.json")["seed"] == 7

    @pytest.mark.parametrize("seed", (-1, 1.5, 2**53, "x", "0x", True, None, [1]))
    def test_no_seed(self, seed):
        done, _ = self.run_config(seed=seed)
        assert done.returncode == USAGE
        assert "$.seed" in done.stderr and "hexadecimal digits" in done.stderr

    def test_shards(self):
        whole = self.play(seed=LARGE)
        parts = [self.play("--shard", f"{part}/2", seed=LARGE) for part in (1, 2)]
        merged = self.temp / "merged"
        assert arena("merge", *parts, "--out", merged).returncode == OK
        assert (merged / "games.jsonl").read_bytes() == (whole / "games.jsonl").read_bytes()

    def test_other_cards_and_other_dealers_do_not_verify(self):
        folder = self.play(seed=LARGE, deals=3)
        manifest = read_json(folder, "manifest.json")
        for change, says in (({"seed": 7}, "not the deal"), ({"dealer": "mine"}, '"mine"'),
                             ({"seed": "x"}, '"seed"')):
            (folder / "manifest.json").write_text(json.dumps(manifest | change))
            done = arena("verify", folder)
            assert done.returncode == BAD_FILE, done.stdout
            assert says in done.stderr

    @pytest.mark.parametrize("isolation, seed, warned", (("none", 1, False), ("process", 1, True),
                                                         ("process", LARGE[:20], True), ("process", LARGE, False)))
    def test_small_seeds_and_isolation(self, isolation, seed, warned):
        done, _ = self.run_config(isolation=isolation, seed=seed, deals=3)
        assert done.returncode == OK
        assert ("is small" in done.stderr) == warned


class TestSeals:
    def test_seal_and_open(self):
        """The seal of a random seed is a SHA-256 of it, opens with it and with no other."""
        lines = arena("deal", "--seal").stdout.splitlines()
        (word, seed), (other_word, seal) = (line.split() for line in lines)
        assert (word, other_word) == ("seed", "seal")
        expected = hashlib.sha256(b"skat-arena seal\0" + int(seed, 16).to_bytes(32, "big"))
        assert seal == expected.hexdigest()
        assert arena("deal", "--seal").stdout.splitlines()[0] != lines[0]
        assert arena("deal", "--seal", "--seed", seed).stdout.splitlines() == lines
        done = arena("deal", "--open", seal.upper(), "--seed", seed)
        assert (done.returncode, done.stdout) == (OK, "the seal is that of the seed\n")
        done = arena("deal", "--open", seal, "--seed", LARGE)
        assert done.returncode == REJECTED
        assert done.stdout.startswith("NOT")

    @pytest.mark.parametrize("words, says", (
        (("--seal", "--seed", 1), "by trying"), (("--open", "12", "--seed", LARGE), "64 hexadecimal"),
        (("--open", 64 * "0"), "--seed"), (("--seal", "--open", 64 * "0"), "exclude")))
    def test_wrong_use(self, words, says):
        done = arena("deal", *words)
        assert done.returncode == USAGE
        assert says in done.stderr and done.stdout == ""
