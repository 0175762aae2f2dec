# SPDX-License-Identifier: MIT
"""Every rule option is drawn, scored a second time and known to the notes; every counter is described.

The options and counters are asked of the program, so a new one fails here until the tests and pages have it.
"""
import dataclasses
import functools
import json
import re
from typing import Any

import pytest

import scorekeeper
import test_tourneeskat
import test_variant_games
import test_variants
from harness import *
from report_pages import DATA


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

DRAWN = range(20)  # about as many rule sets of each game as are played without FULL=1
DRAWERS: dict[str, Any] = {"skat": lambda test, seed: test_variants.TestRandomRules.play_drawn(test, seed, test_variants.BOTS),
           "tourneeskat": lambda test, seed: test_tourneeskat.play_drawn(test, seed, test_tourneeskat.BOTS)}
DRAWERS |= {game.name: lambda test, seed, game=game: test_variant_games.TestEveryGame.play_drawn(
    test, game, seed, test_variants.BOTS) for game in test_variant_games.GAMES}
DRAWERS |= {game.name: lambda test, seed, game=game: test_variant_games.TestTwoSeats.play_drawn(
    test, game, seed, test_variants.BOTS) for game in test_variant_games.GAMES_FOR_TWO}


class Recorder:
    """Takes the place of a test: keeps the rules that it is told to play."""

    def __init__(self):
        self.rules = []

    def play(self, rules, seats, deals, **_):
        self.rules.append(scorekeeper.flatten(rules) | {"seats": len(seats), "deals": deals})


def options_of(rules):
    """The options that the game of a rule set has, with their values."""
    done = arena("rules", "show", rules, "--json")
    assert done.returncode == OK, done.stderr
    options = scorekeeper.flatten(json.loads(done.stdout))
    return {name: value for name, value in options.items() if name not in ("game", "ladder")}


def drawn_once(options, rules):
    """The options of which the rule sets have fewer than two values."""
    return [name for name in options if len({json.dumps(each.get(name)) for each in rules}) < 2]


@pytest.mark.parametrize("game", DRAWERS)
def test_random_rule_sets_draw_every_option(game):
    recorder = Recorder()
    for seed in DRAWN:
        DRAWERS[game](recorder, seed)
    fixed = {"seats"} if game in test_variant_games.FOR_TWO else set()  # always two
    missing = set(drawn_once(options_of("isko" if game == "skat" else game), recorder.rules)) - fixed
    module = "test_tourneeskat" if game == "tourneeskat" else "test_variants"
    assert not missing, f"draw values of these in draw_rules of {module}.py, unless {game} lacks them (engine/variants.c)"


def test_every_game_is_drawn():
    assert set(DRAWERS) == set(reference()["game"]["enum"])


# ---- what each option changes ----------------------------------------------------------------

@dataclasses.dataclass(frozen=True)
class Effect:
    """A value of an option that changes something, with the rules that it needs for that."""
    value: object
    given: dict = dataclasses.field(default_factory=dict)
    sessions: int = 30
    late: bool = False  # needs somebody who answers illegally late in a game


RAMSCH = {"passed_in": "ramsch", "no_auction": True}
SCHIEBERAMSCH = {"passed_in": "schieberamsch", "no_auction": True}
KONTRA = {"kontra.levels": 2}
BOCK = {"bock.triggers": ["declarer_schneider", "value_over_100"]}
EFFECTS = {
    "game": Effect("idiotenskat"), "seats": Effect(4), "no_auction": Effect(True, {"passed_in": "ramsch"}),
    "auction": Effect("survivor_asks"), "passed_in": Effect("ramsch"), "grand_base": Effect(20), "announce_with_skat": Effect(True),
    "ouvert_schwarz": Effect(False),
    "concede": Effect("never"), "concede_later": Effect("consent"), "claims": Effect(True),
    "matadors": Effect("jacks"), "hand_schwarz": Effect("ladder", sessions=100),
    "schneider_points": Effect(91, sessions=300), "schneider_schwarz": Effect("double"),
    "overbid_hand": Effect("hand"), "lost_factor": Effect(3), "lost_hand": Effect("single"),
    "grand_ouvert_base": Effect(36), "null_values": Effect([50, 20, 90, 30]),
    "kontra.levels": Effect(2), "kontra.when": Effect("first_trick", KONTRA),
    "kontra.who": Effect("bidders", KONTRA), "kontra.re_in_null": Effect(False, KONTRA, sessions=60),
    "kontra.before_showing": Effect(True, KONTRA, sessions=60), "schenken": Effect("all"),
    "bock.triggers": Effect(["value_over_100"]), "bock.length": Effect(5, BOCK), "bock.factor": Effect(3, BOCK),
    "bock.several": Effect("each", BOCK, sessions=100), "bock.pending": Effect("restart", BOCK),
    "bock.ramsch_after": Effect(True, BOCK),
    "bock.doubles_trigger": Effect(True, BOCK), "ramsch_round.triggers": Effect(["value_over_100"]),
    "ramsch_round.grand_hand": Effect(True, {"ramsch_round.triggers": ["value_over_100"]}),
    "ramsch.skat_to": Effect("nobody", RAMSCH), "ramsch.three_tie": Effect("nobody", RAMSCH, sessions=500),
    "ramsch.virgin": Effect("off", RAMSCH), "ramsch.march": Effect(60, SCHIEBERAMSCH, sessions=500),
    "ramsch.score": Effect("each", RAMSCH), "ramsch.amounts": Effect([10, 15, 20], RAMSCH | {"ramsch.score": "amounts"}),
    "ramsch.tie": Effect("shared", RAMSCH, sessions=100), "schieben.jacks": Effect(True, SCHIEBERAMSCH),
    "ramsch.klopfen": Effect("always", RAMSCH), "spitzen.grand": Effect(True, {"spitzen.max": 2}),
    "spitzen.levels": Effect(2, {"spitzen.max": 2}),
    "spitzen.max": Effect(2), "revolution": Effect("exchange"), "revolution_grand": Effect(True, sessions=100), "rum": Effect(True),
    "sachsenspitze_base": Effect(20), "guckser_null": Effect(False, {"game": "tourneeskat"}),
    "scoring": Effect("opponents"), "bierlachs_limit": Effect(100, {"scoring": "minus"}),
    "sitting_share": Effect(True, {"scoring": "opponents", "seats": 4}), "seeger_loss": Effect(0, sessions=1),
    "stake": Effect(0.1, sessions=1), "stake_rounding": Effect(1, {"stake": 0.3}, sessions=1),
    "decided_game": Effect("forfeited", late=True), "fault_value": Effect("conceded", late=True), "ace": Effect("clubs", {"game": "ass"}),
}
SWITCHED_OFF = (  # options that some rules leave without effect, though nothing that they need is missing
    ("hand_schwarz", "ladder", {"schneider_schwarz": "double"}),
    ("ramsch.virgin", "off", RAMSCH | {"ramsch.score": "fixed_20_30_50"}),
    ("ramsch.three_tie", "nobody", RAMSCH | {"ramsch.score": "fixed_20_30_50"}),
    ("ramsch.march", 60, SCHIEBERAMSCH | {"ramsch.score": "fixed_20_30_50"}),
    ("ramsch.three_tie", "nobody", RAMSCH | {"ramsch.score": "each"}),
    ("ramsch.tie", "shared", RAMSCH | {"ramsch.score": "each"}),
    ("ramsch.tie", "last_trick", RAMSCH | {"ramsch.score": "fixed_20_30_50"}),
    ("ramsch.amounts", [10, 15, 20], RAMSCH),
    ("kontra.re_in_null", False, {"kontra.levels": 1}),
    ("overbid_hand", "skat", {"auction": "suits"}),
    ("sitting_share", True, {"scoring": "opponents"}),
    ("lost_hand", "single", {"lost_factor": 1}),
    ("bock.several", "each", {"bock.triggers": ["value_over_100"]}),
    ("bock.several", "events", {"bock.triggers": ["grand_hand_won", "grand_hand_played"]}),
    *((f"bock.{option}", EFFECTS[f"bock.{option}"].value, {"bock.triggers": ["last_round"]})
      for option in ("length", "pending", "ramsch_after", "doubles_trigger")),
    *((option, EFFECTS[option].value, RAMSCH) for option in (
        "auction", "grand_base", "announce_with_skat", "ouvert_schwarz", "concede", "concede_later", "claims", "matadors", "hand_schwarz",
        "schneider_points", "schneider_schwarz", "overbid_hand", "lost_factor", "lost_hand", "grand_ouvert_base", "null_values",
        "kontra.levels", "schenken", "spitzen.max", "spitzen.grand", "spitzen.levels",
        "revolution", "revolution_grand", "rum", "sachsenspitze_base",
        "seeger_loss")))
NOT_SCORED = {"deals": "the scorekeeper reads from the schedule how many deals a session has"}
DEALS = 36  # of a session


def late_fault():
    return bad_bot("faulty", what="illegal_card", when="card", percent=60, after=7)


class Played:
    """What a run left: the rules in force, the lines of the log without running totals, and the summary."""

    def __init__(self, folder):
        self.manifest, self.summary = read_json(folder, "manifest.json"), read_json(folder, "summary.json")
        self.lines = (folder / "games.jsonl").read_text().splitlines()
        for bot in self.summary["bots"]:  # it lists what could have been declared, too
            bot["games"] = {name: counts for name, counts in bot["games"].items() if counts["declared"]}

    def without_totals(self):
        return [re.sub(r',"totals":\[[^]]*\]', "", line) for line in self.lines]

    def sessions_unlike(self, other):
        """The sessions with a game that the other run does not have."""
        pairs = enumerate(zip(self.without_totals(), other.without_totals()))
        return sorted({number // DEALS for number, (one, two) in pairs if one != two})

    def judged(self, rules, session):
        """What the scorekeeper finds wrong in a session if these rules are in force."""
        keeper = scorekeeper.Scorekeeper(self.manifest | {"rules": rules})
        try:
            for index in range(session * DEALS, (session + 1) * DEALS):
                keeper.check_line(json.loads(self.lines[index]), index)
        except LookupError as error:  # a line of another number of seats
            return [repr(error)]
        if len(self.lines) == DEALS:
            keeper.check_summary(self.summary)
        return keeper.differences


class OptionTest(RunTest):
    def played(self, rules, sessions=30, late=False):
        bots = {"w": bad_bot("wild", wild=0), "u": late_fault() if late else UNIFORM, "m": mixed()}
        table = ["w", "u", "m", "w"][:rules.get("seats", 3)]
        return Played(self.play(rules=rules, bots=bots, seats=table, deals=DEALS, sessions=sessions))

    def assert_same(self, rules, others):
        one, other = self.played(rules), self.played(others)
        assert not other.sessions_unlike(one) and other.summary == one.summary

    def told(self, rules):
        """What is said of a rule set, an error or notes, without the name of its file."""
        path = self.temp / "rules.json"
        path.write_text(json.dumps(rules))
        done = arena("rules", "validate", path)
        assert done.returncode == OK or done.stderr
        return [text.split("rules.json: ")[-1] for text in done.stderr.splitlines()]

    def refused_or_without_effect(self, option, rules):
        """Is the option named among what is refused, or in a note on what has no effect?"""
        name = rf"(?<![\w.]){re.escape(option)}(?![\w.])|options of {option.split('.')[0]} "
        said = "is not an option of|leaves nothing to play|changes? nothing"
        return any(re.search(name, text) and re.search(said, text) for text in self.told(rules))


def other_values(option):
    """All values except the default where these are few, else the one of the table."""
    schema = reference()[option]
    default = re.search(rf"^\| `{option}` \|.*?\| `([^|]*)` \|", arena("rules", "reference").stdout, re.M)[1]
    others: list[Any] = [False, True] if schema.get("type") == "boolean" else [EFFECTS[option].value]
    values = schema.get("enum", others)
    return [value for value in values if json.dumps(value).strip('"') != default]


@pytest.mark.no_sanitizer("about numbers, not memory")
class TestEffects(OptionTest):
    def test_every_option_is_in_the_table(self):
        assert sorted([*EFFECTS, *NOT_SCORED]) == sorted(reference()), \
            "EFFECTS says of each option which value changes something, and under which rules"

    @pytest.mark.parametrize("option", EFFECTS)
    def test_scorekeeper_reads_it(self, option):
        """Told the rules of the run it finds nothing wrong, told the other value it does."""
        effect = EFFECTS[option]
        plain = self.played(effect.given, effect.sessions, effect.late)
        other = self.played(effect.given | {option: effect.value}, effect.sessions, effect.late)
        sessions = other.sessions_unlike(plain)
        assert sessions or other.summary != plain.summary, \
            "it changes nothing: perhaps no bot of `played` makes use of it (tests/bots/wild.c, mixed.c)"
        assert any(self.found_wrong(plain, other, session) for session in sessions or [0])

    def found_wrong(self, plain, other, session):
        wrong = []
        for run, unlike in ((plain, other), (other, plain)):
            assert not run.judged(run.manifest["rules"], session)
            wrong += run.judged(unlike.manifest["rules"], session)
        return wrong

    @pytest.mark.parametrize("option", EFFECTS)
    def test_notes_know_what_it_needs(self, option):
        """Without the rules that it needs the option is refused or noted, with them it is not."""
        effect = EFFECTS[option]
        for value in other_values(option):
            assert self.refused_or_without_effect(option, {option: value}) == bool(effect.given), value
        assert not self.refused_or_without_effect(option, effect.given | {option: effect.value})

    @pytest.mark.parametrize("option", [name for name, effect in EFFECTS.items() if effect.given])
    def test_notes_are_true(self, option):
        """What is noted as without effect has none."""
        rules = {option: other_values(option)[-1]}
        done, _ = self.run_config(rules=rules, deals=1)
        if done.returncode == OK:
            self.assert_same({}, rules)

    @pytest.mark.parametrize("option, value, given", SWITCHED_OFF)
    def test_switched_off(self, option, value, given):
        self.assert_same(given, given | {option: value})

    @pytest.mark.parametrize("option, value, given", SWITCHED_OFF)
    def test_notes_know_what_switches_it_off(self, option, value, given):
        assert self.refused_or_without_effect(option, given | {option: value})

    def test_every_value_of_concede_changes_something(self):
        """Between bots that give up when they may, and say so where no card is theirs."""
        words = reference()["concede"]["enum"]
        logs = {word: self.played({"concede": word}, sessions=60).without_totals() for word in words}
        assert len({json.dumps(log) for log in logs.values()}) == len(words)

    def test_lost_hand_under_opponents_is_for_classic_totals_alone(self):
        """It changes no score, and a note says so."""
        opponents = {"scoring": "opponents"}
        one, other = self.played(opponents), self.played(opponents | {"lost_hand": "single"})
        assert [json.loads(line)["score"] for line in one.lines] == [json.loads(line)["score"] for line in other.lines]
        assert one.summary != other.summary
        assert any("lost_hand decides the classic totals alone" in text for text in self.told(opponents | {"lost_hand": "single"}))

    def test_the_page_has_what_needs_what(self):
        """The table of configs/README.md: each row is an option without effect, and what gives it one."""
        page = (ROOT / "configs" / "README.md").read_text().split("| option | changes something only with |")[1].split("\n\n")[0]
        rows = {option: need for options, need in re.findall(r"^\| (`.+`) \| (.+) \|$", page, re.M)
                for option in re.findall(r"`([\w.]+)`", options)}
        own = {"guckser_null", "ace"}  # of one game: the table above says so
        assert set(rows) == {option for option, effect in EFFECTS.items() if effect.given} - own
        for option, need in rows.items():
            for key in EFFECTS[option].given:
                assert f"`{key}`" in need or option == key, f"{option} needs {key}"

    @pytest.mark.parametrize("opens", [{"ramsch_round.triggers": ["score_multiple_of_100"]}, {"ramsch_round.triggers": ["last_round"]},
                                       {"bock.triggers": ["score_multiple_of_100"], "bock.ramsch_after": True}])
    def test_grand_hands_in_rounds_of_ramsch_are_declared(self, opens):
        """There the options of declared games count without an auction, too, and no note says otherwise."""
        rounds = RAMSCH | opens | {"ramsch_round.grand_hand": True}
        assert not self.told(rounds | {"grand_base": 20})
        assert not self.told(rounds | {"scoring": "opponents"})
        assert not self.told(RAMSCH | {"ramsch_round": {"triggers": ["last_round"], "grand_hand": True},
                                       "bock.triggers": ["value_over_100"]})

    def test_no_grand_hand_opens_the_first_round_of_ramsch(self):
        rounds = RAMSCH | {"ramsch_round": {"triggers": ["sixty_sixty"], "grand_hand": True}}
        assert any("sixty_sixty" in text and "never triggers a round" in text for text in self.told(rounds))
        assert self.refused_or_without_effect("grand_base", rounds | {"grand_base": 20})

    def test_nobody_doubles_a_grand_hand_in_ramsch(self):
        rounds = RAMSCH | {"ramsch_round": {"triggers": ["last_round"], "grand_hand": True}}
        for name in ("kontra_lost", "re_said"):
            assert any(name in text and "never trigger a round" in text
                       for text in self.told(rounds | {"bock.triggers": [name], "kontra.levels": 2}))

    @pytest.mark.parametrize("kind", ["bock.triggers", "ramsch_round.triggers"])
    def test_without_auction_only_scores_and_the_last_round_trigger(self, kind):
        names = reference()[kind]["items"]["enum"]
        noted = {name for name in names if any(name in text for text in self.told(RAMSCH | KONTRA | {kind: [name]}))}
        assert set(names) - noted == {"last_round", "score_multiple_of_100", "score_three_equal_digits",
                                        "score_ends_in_three_equal_digits"}
        assert not self.fired(noted, 2, RAMSCH)

    def test_lines_may_name_every_trigger(self):
        """The schema of a line has the triggers of the reference; the last round opens by itself."""
        fields = json.loads((ROOT / "results" / "schemas" / "game.schema.json").read_text())["properties"]
        names = reference()["bock.triggers"]["items"]["enum"]
        assert fields["round"]["properties"]["trigger"]["enum"] == names
        assert fields["triggers"]["items"]["enum"] == [name for name in names if name != "last_round"]

    @pytest.mark.parametrize("rules", [{"scoring": "seeger_fabian"}, {"scoring": "opponents"},
                                       {"scoring": "opponents", "sitting_share": True}])
    def test_ramsch_alone_counts_as_classic(self, rules):
        """The scores say it, and so does a note."""
        four = RAMSCH | {"seats": 4}
        one, other = self.played(four), self.played(four | rules)
        assert [json.loads(line)["score"] for line in one.lines] == [json.loads(line)["score"] for line in other.lines]
        assert all(self.refused_or_without_effect(option, four | rules) for option in rules)

    def test_notes_know_which_triggers_never_fire(self):
        """Without kontra all fire except those that are noted, and these do with re allowed."""
        names = reference()["bock.triggers"]["items"]["enum"]
        noted = {name for name in names if any(name in text for text in self.told({"bock.triggers": [name]}))}
        assert self.fired(names, 2) == set(names)
        assert self.fired(names, 0) == set(names) - noted

    def fired(self, triggers, levels, given=None):
        bock = {"triggers": sorted(triggers), "several": "each", "length": 1, "pending": "ignore"}
        run = self.played({**(given or {}), "bock": bock, "kontra.levels": levels}, 200)
        return set(re.findall(r'"trigger":"(\w+)"', "".join(run.lines)))


# ---- counters --------------------------------------------------------------------------------

class TestCounters(RunTest):
    """Those of arena/record/tally.h: the page of a run lists them for its tables."""

    def counters(self):
        folder, page = self.play(deals=3), self.temp / "page.html"
        done = arena("report", folder, "--out", page)
        assert done.returncode == OK, done.stderr
        counters = {row["key"] for row in json.loads(DATA.search(page.read_text())[1])["counters"]}
        assert counters <= set(read_json(folder, "summary.json")["bots"][0])
        return counters

    def test_schema_has_every_counter(self):
        """Required where they are described, unless versions before did not count them."""
        schema = json.loads((SCHEMAS / "summary.schema.json").read_text())["properties"]["bots"]["items"]
        told = json.loads(arena("--describe=fields").stdout)["counters"]
        always = {counter["key"] for counter in told if counter["since"] == "1.0"}
        assert self.counters() == {counter["key"] for counter in told}
        assert not self.counters() - set(schema["properties"]), "describe it in results/schemas/summary.schema.json"
        assert always == set(schema["required"]) & self.counters()

    def test_page_of_formats_has_every_counter(self):
        page = (ROOT / "docs" / "formats.md").read_text()
        table = page.split("| key of a bot | meaning |")[1].split("\n\n")[0]
        described = re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`[^|]+) \|", table, re.M)))
        missing = self.counters() - set(described)
        assert not missing
