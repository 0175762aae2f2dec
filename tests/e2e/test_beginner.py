# SPDX-License-Identifier: MIT
"""End-to-end tests of `beginner`: the habits that its source names, in positions of the textbook and in games."""
import json

from harness import *

TEXTBOOK = ROOT / "tests" / "positions" / "textbook.jsonl"
# Position, the card that it plays there, and the habit.
HABITS = [
    ("smear-ten-1", "S9", "partner's ace wins: it throws its cheapest card and no ten"),
    ("take-ruff-1", "H8", "it wins as cheaply as it can"),
    ("take-ten", "DA", "an ace for fourteen points"),
    ("draw-1", "S9", "it leads its longest plain suit from below and leaves trumps for later"),
    ("lead-short-1", "H7", "the same as a defender, with an ace in hand"),
]


def games(folder, **keys):
    path = folder / "config.json"
    path.write_text(json.dumps({"name": "b", "rules": "isko", "seed": 7, "schedule": "fixed", "bots": {"b": "beginner"},
                                "seats": ["b"] * 3} | keys))
    arena_ok("run", path, "--out", folder / "run", "--quiet", "--force")
    assert not any(read_json(folder / "run", "summary.json")["bots"][0]["faults"].values())
    return read_lines(folder / "run")


def test_its_habits(tmp_path):
    known = {line["id"]: line for line in read_lines_of(TEXTBOOK)}
    path = tmp_path / "habits.jsonl"
    path.write_text("".join(json.dumps(known[identity] | {"play": [card]}) + "\n" for identity, card, _ in HABITS))
    answers = json.loads(arena("positions", "beginner", path, "--json").stdout)["answers"]
    assert not [habit for answer, habit in zip(answers, HABITS, strict=True) if not answer["passes"]]


def test_what_it_bids_on(tmp_path):
    """Picks up always, and plays suits with five trumps and an ace, or six; grand with three jacks and two aces; never null."""
    declared = 0
    for game in games(tmp_path, deals=150):
        if game["declarer"] is None:
            continue
        declared += 1
        hand = game["cards"].split("|")[game["declarer"]].split(".")
        jacks, aces = (sum(card[1] == rank for card in hand) for rank in "JA")
        suit = game["contract"]
        assert suit in "CSHDG", suit
        longest = max(sum(card[1] == "J" or card[0] == trumps for card in hand) for trumps in "CSHD")
        assert (jacks >= 3 and aces >= 2) or longest >= 6 or (longest == 5 and aces), game["game"]
        aside = next(word for word in game["moves"].split() if word.startswith(suit + ".")).split(".")[1:]
        assert not any(card[1] == "J" or card[0] == suit for card in aside), "a trump discarded"
    assert declared > 100


def test_it_knows_ramsch_and_null_by_hearsay(tmp_path):
    """Where others say so it plays both, without a fault."""
    assert len(games(tmp_path, deals=20, rules="ramsch-only")) == 20
    mixed = {"bots": {"b": {"bid": "stammtisch", "play": "beginner"}}}
    assert any(game["contract"] and game["contract"][0] == "N" for game in games(tmp_path, deals=120, **mixed))
