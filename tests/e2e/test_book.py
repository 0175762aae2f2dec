# SPDX-License-Identifier: MIT
"""End-to-end tests of `book`: the maxims that its source names, in positions of the textbook and in games, and all rule sets."""
import collections
import json

from harness import *

TEXTBOOK = ROOT / "tests" / "positions" / "textbook.jsonl"
MAXIMS = ("smearing", "giving nothing", "taking full cards", "drawing trumps", "keeping tens", "defenders' leads")


def games(folder, seats, rules, deals):
    path = folder / "config.json"
    path.write_text(json.dumps({"name": "b", "rules": rules, "seed": 7, "schedule": "fixed", "bots": {bot: bot for bot in seats},
                                "seats": seats, "deals": deals}))
    arena_ok("run", path, "--out", folder / "run", "--quiet", "--force")
    assert not any(any(bot["faults"].values()) for bot in read_json(folder / "run", "summary.json")["bots"])
    return read_lines(folder / "run")


def test_it_plays_as_the_textbook_says():
    """All positions of the themes that its maxims are about."""
    themes = {line["id"]: line["theme"].split(",")[0] for line in read_lines_of(TEXTBOOK)}
    answers = json.loads(arena("positions", "book", TEXTBOOK, "--json").stdout)["answers"]
    failed = [(answer["id"], answer["answer"]) for answer in answers if themes[answer["id"]] in MAXIMS and not answer["passes"]]
    assert not failed and sum(themes[answer["id"]] in MAXIMS for answer in answers) > 80


def test_what_it_announces(tmp_path):
    """All games; suits with five trumps or more, but for few games. It discards no trump."""
    trumps, kinds = collections.Counter(), collections.Counter()
    for game in games(tmp_path, ["book"] * 3, "isko", 600):
        if game["declarer"] is None:
            continue
        suit = game["contract"][0]
        kinds[suit] += 1
        if suit in "CSHD":
            aside = next((word for word in game["moves"].split() if word.startswith(f"{suit}.")), suit).split(".")[1:]
            hand, skat = (game["cards"].split("|")[number].split(".") for number in (game["declarer"], 3))
            trump_cards = {card for card in hand + (skat if aside else []) if card[1] == "J" or card[0] == suit}
            trumps[len(trump_cards)] += 1
            assert not trump_cards & set(aside), game["game"]
    assert set(kinds) == set("CSHDGN") and kinds["G"] > kinds["N"], kinds
    assert sum(trumps[number] for number in range(5)) < 0.05 * sum(trumps.values()), trumps


def test_it_loses_to_stammtisch_and_beats_beginner(tmp_path):
    """By margins that hold on any deals."""
    for other, better in (("stammtisch", False), ("beginner", True)):
        out = tmp_path / other
        arena_ok("compare", "book", other, "--deals", 1200, "--seed", 3, "--scoring", "seeger_fabian", "--out", out, "--quiet")
        difference = read_json(out, "summary.json")["comparison"]["scorings"]["seeger_fabian"]
        assert difference["low"] > 0 if better else difference["high"] < 0, difference


def test_it_plays_every_rule_set(tmp_path):
    """Without a fault, also where it knows nothing of what is special: games of their own, ramsch, two at the table."""
    for path in sorted((ROOT / "configs" / "rules").glob("*.json")):
        shown = arena("rules", "show", path.stem, "--json")
        seats = ["book", "stammtisch", "random"][:json.loads(shown.stdout).get("seats", 3)]
        assert len(games(tmp_path, seats, path.stem, 40)) >= 40, path.stem
