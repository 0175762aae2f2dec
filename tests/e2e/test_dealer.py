# SPDX-License-Identifier: MIT
"""End-to-end tests of the dealer: from a seed to the cards, large seeds, seals."""
import hashlib
import json

from dealer import Dealer
from harness import *
from machine import needs_isolation

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


def deals(seed, session=0, count=4, **more):
    words = [word for key, value in more.items() for word in (f"--{key}", value)]
    done = arena_ok("deal", "--seed", seed, "--session", session, "-n", count, *words)
    return done.stdout.splitlines()


class TestDealer:
    def test_cards_of_a_seed(self):
        """As docs/formats.md says, computed a second time."""
        for seed, session in ((0, 0), (1, 3), (2**53, 0), (2**64 - 1, 0), (2**64, 3), (2**256 - 1, 2**62)):
            dealer = Dealer(seed)
            assert deals(hex(seed), session) == [printed(dealer.deal(session, number, *DECKS["skat"][:2])) for number in range(4)], seed

    def test_decks(self):
        for game, (deck, packets, hands) in DECKS.items():
            for number, line in enumerate(deals(5, game=game)):
                piles = Dealer(5).deal(0, number, deck, packets, hands)
                assert line.replace("|", ".").split(".") == sum(piles, []), game

    def test_no_seeds(self):
        for seed in ("ff", 2**64):
            commands = [("deal",)] + [("check", "random"), ("run", "configs/sample.json"), ("plan", "random", "basic")] * (seed == "ff")
            for command in commands:
                arena_says(USAGE, ("--seed", "hexadecimal digits"), *command, f"--seed={seed}")


class TestLargeSeeds(RunTest):
    def test_run(self):
        """In a config and on the command line; the log is that of the seed and verifies."""
        one, other = self.sample(seed=LARGE, deals=3), self.play("--seed", LARGE.upper().replace("X", "x"), deals=3)
        assert (one / "games.jsonl").read_bytes() == (other / "games.jsonl").read_bytes()
        manifest = read_json(one, "manifest.json")
        assert (manifest["seed"], manifest["dealer"]) == (LARGE, "sha256-siphash-pcg64")
        self.assert_valid("manifest", manifest, "manifest.json")
        self.assert_verified(one)
        expected = Dealer(int(LARGE, 16)).deal(0, 2, *DECKS["skat"][:2])
        assert read_lines(one)[-1]["cards"] == printed(expected)

    def test_small_text_is_the_number(self):
        one, other = self.play(seed="7", deals=1), self.play(seed="0x7", deals=1)
        self.assert_same_bytes(one, other, ("games.jsonl", "manifest.json"))
        assert read_json(one, "manifest.json")["seed"] == 7

    def test_no_seed(self):
        for seed in (-1, 1.5, 2**53, "x", None):
            self.run_says(USAGE, ("$.seed", "hexadecimal digits"), seed=seed)

    def test_other_cards_and_other_dealers_do_not_verify(self):
        folder = self.sample_copy(seed=LARGE, deals=3)
        manifest = read_json(folder, "manifest.json")
        for change, says in (({"seed": 7}, "not the deal"), ({"dealer": "mine"}, '"mine"'), ({"seed": "x"}, '"seed"')):
            (folder / "manifest.json").write_text(json.dumps(manifest | change))
            self.assert_tampering_found(folder, says)

    @needs_isolation
    def test_small_seeds_and_isolation(self):
        self.run_says(OK, "is small", isolation="process", seed=LARGE[:20], deals=1)


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

    def test_wrong_use(self):
        for words, says in ((("--seal", "--seed", 1), "by trying"), (("--open", "12", "--seed", LARGE), "64 hexadecimal"),
                            (("--open", 64 * "0"), "--seed"), (("--seal", "--open", 64 * "0"), "exclude")):
            arena_says(USAGE, says, "deal", *words)
