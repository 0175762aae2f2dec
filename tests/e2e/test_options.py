# SPDX-License-Identifier: MIT
"""Every rule option is drawn, scored a second time and known to the notes; every counter is described.

The options and counters are asked of the program, so a new one fails here until the tests and pages have it.
"""
import collections
import dataclasses
import functools
import json
import random
import re
from typing import Any

import pytest

from harness import *
from report_pages import DATA
from rule_sets import *
from scorekeeper_rules import flatten


@functools.cache
def reference():
    """The schema of each option, by dotted name."""
    schemas = {}
    for name, schema in json.loads(arena("rules", "reference", "--json").stdout)["properties"].items():
        if schema.get("type") == "object":
            schemas |= {f"{name}.{member}": inner for member, inner in schema["properties"].items()}
        else:
            schemas[name] = schema
    return schemas


# ---- random rule sets ------------------------------------------------------------------------

def test_random_rule_sets_draw_every_option():
    """Those that the game has, of each game, and more than one value of each."""
    assert set(DRAW) == set(reference()["game"]["enum"])
    for game in DRAW:
        done = arena_ok("rules", "show", "isko" if game == "skat" else game, "--json")
        options = set(flatten(json.loads(done.stdout))) - {"game", "ladder"} - ({"seats"} if game in FOR_TWO else set())
        drawn = collections.defaultdict(set)
        for seed in range(12):
            run = draw_run(game, random.Random(seed))
            for name, value in (flatten(run["rules"]) | {"seats": len(run["seats"]), "deals": run["deals"]}).items():
                drawn[name].add(json.dumps(value))
        missing = [name for name in options if len(drawn[name]) < 2]
        assert not missing, f"draw values of {missing} in rule_sets.py, unless {game} lacks them (engine/variants.c)"


# ---- what each option changes ----------------------------------------------------------------

@dataclasses.dataclass(frozen=True)
class Effect:
    """A value of an option that changes something, with the rules that it needs for that."""
    value: Any
    given: dict = dataclasses.field(default_factory=dict)


RAMSCH: dict[str, Any] = {"passed_in": "ramsch", "auction": "none"}
SCHIEBERAMSCH = {"passed_in": "schieberamsch", "auction": "none"}
KONTRA = {"kontra.levels": 2}
BOCK = {"bock.triggers": ["declarer_schneider", "value_over_100"]}
EFFECTS = {
    "game": Effect("idiotenskat"), "seats": Effect(4), "passed_in": Effect("ramsch"), "auction": Effect("survivor_asks"),
    "announcements": Effect(["with_skat", "ouvert_alone"]), "concede": Effect("never"),
    "concede_later": Effect("consent"), "claims": Effect("sure"), "value.grand": Effect(20), "value.null": Effect([50, 20, 90, 30]),
    "value.grand_ouvert": Effect(36), "value.matadors": Effect("jacks"), "value.lost_factor": Effect(3),
    "value.lost_hand": Effect("single"), "value.overbid_hand": Effect("hand"), "value.schneider_points": Effect(91),
    "value.schneider_schwarz": Effect("double"), "kontra.levels": Effect(2),
    "kontra.when": Effect("first_trick", KONTRA), "kontra.who": Effect("bidders", KONTRA),
    "kontra.re_in_null": Effect(False, KONTRA), "kontra.before_showing": Effect(True, KONTRA), "schenken": Effect("all"),
    "bock.triggers": Effect(["value_over_100"]), "bock.length": Effect(5, BOCK), "bock.factor": Effect(3, BOCK),
    "bock.several": Effect("each", BOCK), "bock.pending": Effect("restart", BOCK), "bock.ramsch_after": Effect(True, BOCK),
    "bock.doubles_trigger": Effect(True, BOCK), "ramsch_round.triggers": Effect(["value_over_100"]),
    "ramsch_round.length": Effect(1, {"ramsch_round.triggers": ["value_over_100"]}),
    "ramsch_round.game": Effect("ramsch", {"ramsch_round.triggers": ["value_over_100"]}),
    "ramsch_round.grand_hand": Effect(True, {"ramsch_round.triggers": ["value_over_100"]}),
    "ramsch_round.kontra": Effect(True, KONTRA | {"ramsch_round.triggers": ["value_over_100"], "ramsch_round.grand_hand": True}),
    "ramsch.skat_to": Effect("nobody", RAMSCH),
    "ramsch.virgin": Effect("off", RAMSCH), "ramsch.march": Effect(60, SCHIEBERAMSCH), "ramsch.tie": Effect("shared", RAMSCH),
    "ramsch.score": Effect("each", RAMSCH), "ramsch.amounts": Effect([10, 15, 20], RAMSCH | {"ramsch.score": "amounts"}),
    "ramsch.jacks": Effect(True, SCHIEBERAMSCH), "ramsch.klopfen": Effect("always", RAMSCH),
    "spitzen.grand": Effect(True, {"spitzen.max": 2}), "spitzen.levels": Effect(2, {"spitzen.max": 2}), "spitzen.max": Effect(2),
    "revolution": Effect(["exchange", "grand_ouvert"]), "rum": Effect(True), "sachsenspitze": Effect(20),
    "scoring.system": Effect("opponents"), "scoring.won_game": Effect(0), "scoring.lost_game": Effect(0),
    "scoring.lost_by_other": Effect(20),
    "scoring.limit": Effect(100, {"scoring.system": "minus"}),
    "scoring.sitting_share": Effect(True, {"scoring.system": "opponents", "seats": 4}),
    "money.stake": Effect(0.1), "money.rounding": Effect(1, {"money.stake": 0.3}), "faults": Effect("conceded"),
    "tourneeskat.guckser_null": Effect(False, {"game": "tourneeskat"}), "ass.ace": Effect("clubs", {"game": "ass"}),
}
SWITCHED_OFF: Any = (  # options that some rules leave without effect, though nothing that they need is missing
    ("value.schneider_schwarz", "ladder", {"game": "offiziersskat"}),
    ("ramsch.tie", "shared", RAMSCH | {"ramsch.score": "each"}), ("ramsch.tie", "shared", RAMSCH | {"ramsch.score": "fewest"}),
    ("ramsch.virgin", "off", RAMSCH | {"ramsch.score": "fewest"}),
    ("ramsch.amounts", [10, 15, 20], RAMSCH),
    ("kontra.re_in_null", False, {"kontra.levels": 1}),
    ("value.overbid_hand", "skat", {"auction": "suits"}),
    ("value.lost_hand", "single", {"value.lost_factor": 1}),
    ("bock.several", "each", {"bock.triggers": ["value_over_100"]}),
    ("bock.several", "events", {"bock.triggers": ["grand_hand_won", "grand_hand_played"]}),
    *((f"bock.{option}", EFFECTS[f"bock.{option}"].value, {"bock.triggers": ["last_round"]})
      for option in ("length", "pending", "ramsch_after", "doubles_trigger")),
    *((option, EFFECTS[option].value, RAMSCH) for option in (
        "announcements", "concede", "concede_later", "claims", "value.grand", "value.null", "value.grand_ouvert", "value.matadors",
        "value.lost_factor", "value.lost_hand", "value.overbid_hand", "value.schneider_points", "value.schneider_schwarz",
        "kontra.levels", "schenken", "spitzen.max", "spitzen.grand", "spitzen.levels", "revolution", "rum", "sachsenspitze",
        "scoring.lost_game", "scoring.lost_by_other")))
NOT_SCORED = {"deals": "the scorekeeper reads from the schedule how many deals a session has"}


STRICTER = {"concede", "kontra.who", "kontra.re_in_null", "tourneeskat.guckser_null"}  # their values only forbid something


def rules_with(options):
    """Rules in which these options have the values of EFFECTS, but for those that only forbid, and what they need for that."""
    rules = {}
    for option in options:
        rules |= EFFECTS[option].given | ({} if option in STRICTER else {option: EFFECTS[option].value})
    return rules


# Options that all change something in the last session of a run; and its seed, the deals of a session, and the sessions.
TOGETHER: Any = (
    ("game seats auction value.grand value.matadors value.lost_factor value.null kontra.levels kontra.when bock.triggers "
     "sachsenspitze scoring.system scoring.sitting_share scoring.won_game scoring.lost_game scoring.lost_by_other money.stake", 3),
    ("ramsch_round.triggers ramsch.skat_to ramsch.virgin ramsch.score ramsch.klopfen", 1),
    ("passed_in announcements concede_later claims value.schneider_schwarz value.overbid_hand value.lost_hand "
     "value.grand_ouvert kontra.before_showing schenken bock.length bock.factor bock.several bock.doubles_trigger spitzen.grand "
     "spitzen.levels revolution scoring.limit money.rounding", 1),
    ("bock.pending bock.ramsch_after ramsch_round.grand_hand spitzen.max rum", 2), ("ramsch_round.length ramsch_round.game", 1),
    ("ramsch_round.kontra", 2),
    ("faults", 1), ("ramsch.amounts ramsch.tie", 1), ("ramsch.jacks", 1), ("ass.ace", 1),
    ("concede kontra.who kontra.re_in_null", 5), ("tourneeskat.guckser_null", 4), ("value.schneider_points", 13),
    ("ramsch.march", 12, 12, 5),
)


class Played:
    """What a run left: the rules in force, the lines of the log without running totals, and the summary."""

    def __init__(self, folder):
        self.manifest, self.summary = read_json(folder, "manifest.json"), read_json(folder, "summary.json")
        self.lines = [re.sub(r',"totals":\[[^]]*\]', "", line) for line in (folder / "games.jsonl").read_text().splitlines()]
        del self.summary["manifest_sha256"]
        for bot in self.summary["bots"]:  # it lists what could have been declared, too
            bot["games"] = {name: counts for name, counts in bot["games"].items() if counts["declared"]}


class OptionTest(RunTest):
    def folder(self, rules, **fields):
        bots = {"w": bad_bot("wild", wild=0), "u": UNIFORM, "m": mixed()}
        table = ["w", "u", "m", "w"][:rules.get("seats", 3)]
        return self.sample(**{"rules": rules, "bots": bots, "seats": table, "deals": 36} | fields)

    def played(self, rules, **fields):
        return Played(self.folder(rules, **fields))

    def told(self, *rule_sets):
        """What is said of each rule set, errors or notes, without the name of its file."""
        folder = self.temp / "rules"
        folder.mkdir(exist_ok=True)
        paths = [folder / f"{number}.json" for number in range(len(rule_sets))]
        for path, rules in zip(paths, rule_sets):
            path.write_text(json.dumps(rules))
        done = arena("rules", "validate", *paths)
        assert done.returncode == OK or done.stderr
        return [[text.split(f"{path}: ")[1] for text in done.stderr.splitlines() if f"{path}: " in text] for path in paths]


def is_named(option, said):
    """Is the option named among what is refused, or in a note on what has no effect?"""
    name = rf"(?<![\w.]){re.escape(option)}(?![\w.])|options of {option.split('.')[0]} "
    return any(re.search(name, text) and re.search("is not an option of|leaves nothing to play|changes? nothing", text) for text in said)


@functools.cache
def defaults():
    return dict(re.findall(r"^\| `([\w.]+)` \|.*?\| `([^|]*)` \|", arena("rules", "reference").stdout, re.M))


def other_values(option):
    """All values except the default where these are few, else the one of the table."""
    schema = reference()[option]
    values = schema.get("enum", [False, True] if schema.get("type") == "boolean" else [EFFECTS[option].value])
    return [value for value in values if json.dumps(value).strip('"') != defaults()[option]]


def judged(folder, rules, deals):
    """Whether the scorekeeper finds nothing wrong in the last session if these rules are in force."""
    keeper, lines = scorekeeper.Scorekeeper(read_json(folder, "manifest.json") | {"rules": rules}), read_lines(folder)
    try:
        for index in range(len(lines) - deals, len(lines)):
            keeper.check_line(lines[index], index)
            if keeper.differences:
                return False
    except LookupError:  # a line of another number of seats
        return False
    if len(lines) == deals:
        keeper.check_summary(read_json(folder, "summary.json"))
    return not keeper.differences


@pytest.mark.no_sanitizer("about numbers, not memory")
class TestEffects(OptionTest):
    def test_every_option_is_in_the_tables(self):
        assert sorted([*EFFECTS, *NOT_SCORED]) == sorted(reference()), \
            "EFFECTS says of each option which value changes something, and under which rules"
        assert {option for options, *_ in TOGETHER for option in options.split()} == set(EFFECTS), \
            "TOGETHER has each option in a run in which it changes something"

    @pytest.mark.parametrize("row", TOGETHER, ids=lambda row: row[0].split()[0])
    def test_scorekeeper_reads_it(self, row):
        """Told the rules of the run it finds nothing wrong, without one of the options it does, or with one that forbids something: tried
        with the first five, since each takes as long as the run."""
        words, seed, deals, sessions = (*row, 36, 1)[:4]
        options = words.split()
        rules = rules_with(options)
        late = bad_bot("faulty", what="illegal_card", when="card", percent=60, after=7)
        bots = {"w": bad_bot("wild", wild=0), "u": late if "faults" in options else UNIFORM, "m": mixed()}
        folder = self.folder(rules, bots=bots, seed=seed, deals=deals, sessions=sessions)
        played = flatten(read_json(folder, "manifest.json")["rules"])
        assert judged(folder, played, deals)
        for option in options[:5]:  # None: its default, but for these
            value = EFFECTS[option].value if option in STRICTER else {"game": "skat", "faults": "worst"}.get(option)
            assert not judged(folder, played | {option: value}, deals), f"{option} changes nothing: try another seed, or another row"

    def test_notes_know_what_it_needs(self):
        """Without the rules that it needs an option is refused or noted, with them it is not; and what switches it off is known."""
        cases: list[Any] = [(option, {option: value}, bool(effect.given) or value == "none") for option, effect in EFFECTS.items()
                            for value in other_values(option)]
        cases += [(option, effect.given | {option: effect.value}, False) for option, effect in EFFECTS.items()]
        cases += [(option, given | {option: value}, True) for option, value, given in SWITCHED_OFF]
        told = self.told(*(rules for _, rules, _ in cases))
        wrong = [(option, rules, said) for (option, rules, named), said in zip(cases, told) if is_named(option, said) != named]
        assert len(cases) > 150 and not wrong, wrong

    def test_notes_are_true(self):
        """What is noted as without effect has none: all at once, since none of them gives another what it needs."""
        rules = {option: other_values(option)[-1] for option, effect in EFFECTS.items() if effect.given and "game" not in effect.given}
        one, other = (self.played(each, sessions=1) for each in ({}, rules))
        assert len(rules) > 20 and (one.lines, one.summary) == (other.lines, other.summary)

    def test_grand_hands_in_rounds_of_ramsch_are_declared(self):
        """There the options of declared games count without an auction, too, and no note says otherwise; none opens the first round,
        and nobody doubles it."""
        last = {"triggers": ["last_round"], "grand_hand": True}
        several: Any = ({"ramsch_round.triggers": ["score_multiple_of_100"]}, {"ramsch_round.triggers": ["last_round"]},
                        {"bock.triggers": ["score_multiple_of_100"], "bock.ramsch_after": True})
        for opens in several:
            rounds = RAMSCH | opens | {"ramsch_round.grand_hand": True}
            assert self.told(rounds | {"value.grand": 20}, rounds | {"scoring.system": "opponents"}) == [[], []]
        assert self.told(RAMSCH | {"ramsch_round": last, "bock.triggers": ["value_over_100"]}) == [[]]
        rounds = RAMSCH | {"ramsch_round": {"triggers": ["sixty_sixty"], "grand_hand": True}}
        first, second = self.told(rounds, rounds | {"value.grand": 20})
        assert any("sixty_sixty" in text and "never triggers a round" in text for text in first) and is_named("value.grand", second)
        for name in ("kontra_lost", "re_said"):
            said, = self.told(RAMSCH | {"ramsch_round": last, "bock.triggers": [name], "kontra.levels": 2})
            assert any(name in text and "never trigger a round" in text for text in said)

    def never_fire(self, kind, rules):
        """The triggers that a note says never fire."""
        names = reference()[kind]["items"]["enum"]
        told = self.told(*(rules | {kind: [name]} for name in names))
        return {name for name, said in zip(names, told) if any(name in text for text in said)}

    def test_without_auction_only_scores_and_the_last_round_trigger(self):
        for kind in ("bock.triggers", "ramsch_round.triggers"):
            noted = self.never_fire(kind, RAMSCH | KONTRA)
            assert set(reference()[kind]["items"]["enum"]) - noted == {
                "last_round", "score_multiple_of_100", "score_three_equal_digits", "score_ends_in_three_equal_digits"}
        assert not self.fired(noted, 2, RAMSCH)

    def test_notes_know_which_triggers_never_fire(self):
        """Without kontra all fire except those that are noted, and these do with re allowed."""
        names = set(reference()["bock.triggers"]["items"]["enum"])
        noted = self.never_fire("bock.triggers", {})
        for levels, expected in ((2, names), (0, names - noted)):
            differ = self.fired(names, levels) ^ expected
            assert not differ, f"kontra.levels {levels}: {differ} fire although a note denies it, or never do: too rare for these deals?"

    def fired(self, triggers, levels, given=None):
        """What deals fire, whether a round is running or not, and what opened the last round, which no deal fires."""
        bock = {"triggers": sorted(triggers), "several": "each", "length": 1, "pending": "ignore"}
        run = self.played({**(given or {}), "bock": bock, "kontra.levels": levels}, sessions=20, seed=4)
        games = list(map(json.loads, run.lines))
        opened = {game["round"]["trigger"] for game in games if "round" in game}
        return opened | {name for game in games for name in game.get("triggers", ())}

    def test_lines_may_name_every_trigger(self):
        """The schema of a line has the triggers of the reference; the last round opens by itself."""
        fields = json.loads((SCHEMAS / "game.schema.json").read_text())["properties"]
        names = reference()["bock.triggers"]["items"]["enum"]
        assert fields["round"]["properties"]["trigger"]["enum"] == names
        assert fields["triggers"]["items"]["enum"] == [name for name in names if name != "last_round"]


# ---- counters --------------------------------------------------------------------------------

class TestCounters(RunTest):
    """Those of arena/record/tally.h."""

    IN_POINTS = {"seats", "active", "declared", "won"}  # which that table has

    def test_the_page_has_every_counter(self):
        """That is not 0 for all bots, a column for each."""
        folder, page = self.sample(deals=40, bots={"a": "stammtisch", "b": "random"}, seats=["a", "b", "a"]), self.temp / "page.html"
        assert arena("report", folder, "--out", page).returncode == OK
        bots = read_json(folder, "summary.json")["bots"]
        counters = {counter["key"] for counter in json.loads(arena("--describe=fields").stdout)["counters"]}
        assert counters <= set(bots[0])
        counted = {key for key in counters - self.IN_POINTS if any(bot[key] for bot in bots)}
        shown = json.loads(DATA.search(page.read_text())[1])["runs"][0]["summary"]["numbers"]["counters"]["columns"]
        assert {"hand", "schneider", "defended_won"} <= counted and len(shown) == 1 + len(counted)
