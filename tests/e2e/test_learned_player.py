# SPDX-License-Identifier: MIT
"""The learner of docs/learning.md, small: a recipe that gives the same numbers each time and learns, what its networks see held against
the C code of `neural`, and games that it plays without a fault. That it wins at its full size is measured there."""
import contextlib
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

np = pytest.importorskip("numpy")

from harness import *  # noqa: E402

use_package(ROOT / "docs" / "examples", ROOT / "bots" / "neural" / "train")

import fit_hands  # noqa: E402
import learned_player as learned  # noqa: E402
from skat_arena import Rules, Tables, decisions, part  # noqa: E402


def record(folder: Path) -> None:
    for arguments in (["neural-record", "trumps", "60", "9", "linear", folder],
                      ["neural-record-hands", "announcements", "60", "4", "linear", folder / "announcements"],
                      ["neural-record-hands", "bids", "400", "4", "linear", folder / "bids"]):
        subprocess.run([program().parent / str(arguments[0]), *map(str, arguments[1:])], check=True, timeout=TIMEOUT)


def train(folder: Path, player: Path) -> list[dict[str, Any]]:
    words = ["learned_player.py", "train", folder, player, "--epochs", "2", "--batch", "256", "--units", "32", "16"]
    with contextlib.redirect_stdout(io.StringIO()) as printed, mock.patch.object(sys, "argv", list(map(str, words))):
        learned.main()
    return [json.loads(line) for line in printed.getvalue().splitlines()]


class TestRecipe:
    def test_it_learns_and_plays_without_a_fault(self, tmp_path: Path) -> None:
        """At tables: tests/long/test_learning.py plays a policy of the command line."""
        record(tmp_path)
        told = train(tmp_path, tmp_path / "player.npz")
        for network in ("declarer", "defender", "bids"):
            held_out = [np.sum(line["held_out"]) for line in told if line["network"] == network]
            assert len(held_out) == 2 and held_out[-1] < held_out[0], network
        tables = Tables(Rules(), 16, 3, bots=[None, learned.LearnedPlayer(tmp_path / "player.npz"), None])
        for _ in range(20):
            tables.step(tables.mask.argmax(axis=1))
        assert tables.deals > 16


class TestWhatItSees(RunTest):
    def rows(self, *bots: str, deals: int = 18) -> dict[str, Any]:
        folder = self.sample(bots={bot: bot for bot in bots}, seats=[*bots, *bots, *bots][:3], deals=deals, schedule="fixed")
        out = self.temp / "decisions"
        assert arena("export", folder, "--decisions", "npz", "--out", out).returncode == OK
        [rows] = decisions(out)
        return rows

    def test_announcements_with_the_weights_of_neural(self) -> None:
        """What `neural` announces and puts aside, from its own weights in the tree, by the inputs and the worth of the example. C rounds
        more, so that near ties are decided otherwise; and null is not tried here."""
        weights = fit_hands.read(ROOT / "bots" / "neural" / "hands.weights")["announcements"]

        class OfC:
            def outputs(self, x: Any) -> Any:
                return fit_hands.whole_outputs(weights, x.astype(np.int64)) / 256

        policy = learned.LearnedPlayer.__new__(learned.LearnedPlayer)
        policy.networks = {"announcements": OfC()}
        rows = self.rows("neural", deals=72)
        asked = np.flatnonzero((part(rows["observation"], "decision").argmax(axis=1) == learned.KIND["declare"]))
        games = {int(rows["game"][row]) for row in asked if rows["action"][row] in (learned.DECLARE - 1, learned.DECLARE - 2)}  # null
        asked = np.array([row for row in asked if int(rows["game"][row]) not in games])
        told = policy.announcements(rows["observation"][asked], rows["mask"][asked])
        assert len(asked) > 96 and (told == rows["action"][asked]).mean() > 0.9

    def test_a_scene_has_what_is_public_and_the_own_cards(self) -> None:
        rows = self.rows("stammtisch")
        seen = rows["observation"]
        seen = seen[(part(seen, "decision").argmax(axis=1) == learned.KIND["card"]) & (part(seen, "game").argmax(axis=1) <= learned.GRAND)]
        inputs, lane = learned.scene(seen)
        count = part(seen, "cards_played")[:, 0]
        assert len(seen) > 200 and set(np.unique(inputs)) == {0, 1}
        own, hidden, aside, open_cards, played = (inputs[:, of].sum(axis=1) for of in (
            slice(0, 32), slice(32, 64), slice(64, 96), slice(96, 160), slice(160, 256)))
        assert (own == part(seen, "hand").sum(axis=1)).all() and (hidden == part(seen, "missing").sum(axis=1)).all()
        assert (open_cards == count % 3).all() and (played == count - count % 3).all() and (own + hidden + aside + count == 32).all()
        assert (np.sort(lane, axis=1) == np.arange(4)).all()
        suit_game = part(seen, "game").argmax(axis=1) < learned.GRAND
        trumps = np.take_along_axis(lane, part(seen, "game").argmax(axis=1)[:, None].clip(0, 3), axis=1)[:, 0]
        assert (trumps[suit_game] == 0).all()

    def test_suits_have_no_names(self) -> None:
        """With other names for plain suits in the cards, a grand looks the same."""
        rows = self.rows("stammtisch")
        seen = rows["observation"]
        seen = seen[(part(seen, "decision").argmax(axis=1) == learned.KIND["card"]) & (part(seen, "game").argmax(axis=1) == learned.GRAND)]
        other = seen.copy()
        order = np.array([2, 0, 3, 1])  # the suit that takes the place of each
        for name in ("hand", "skat", "missing", "played", "trick"):
            cards, renamed = part(seen, name), part(other, name)
            for suit in range(4):
                renamed[..., 9 * suit:9 * suit + 8] = cards[..., 9 * order[suit]:9 * order[suit] + 8]  # jacks keep theirs
        history = part(other, "history")[:, :, 0]
        plain = (history > 0) & ((history - 1) % 9 != 8)
        place = np.argsort(order)
        history[plain] = 1 + place[(history[plain] - 1) // 9] * 9 + (history[plain] - 1) % 9
        part(other, "voids")[:, :, :4] = part(seen, "voids")[:, :, order]
        named = slice(0, 353)  # but for the suits that bids are multiples of
        one, two = learned.scene(seen)[0][:, named], learned.scene(other)[0][:, named]

        hands = learned.split(part(seen, "hand"))[1]
        hidden = learned.split(part(seen, "missing"))[1]
        differ = np.array([len({(tuple(hands[i, s]), tuple(hidden[i, s])) for s in range(4)}) == 4 for i in range(len(seen))])  # no ties
        assert len(seen) > 20 and differ.sum() > 10
        assert (one[differ] == two[differ]).all()

    def test_matadors(self) -> None:
        """ISkO 2.4, counted by hand."""
        for cards, game, number in (
        ("CJ SJ HJ DJ CA CT", 3, 6), ("CJ SJ HJ DJ CA CT", 4, 4), ("SJ HJ", 0, 1), ("HJ DA", 4, 2), ("DJ", 2, 3), ("CJ HJ", 4, 1),
        ("D7", 1, 11), ("DA", 0, 4)):
            held = np.zeros(36, bool)
            held[["DHSC".index(card[0]) * 9 + "6789QKTAJ".index(card[1]) for card in cards.split()]] = True
            assert learned.matadors(held, game) == number
