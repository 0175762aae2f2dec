# SPDX-License-Identifier: MIT
"""End-to-end tests of rule variants: rules.md 7, the rest of 8, and what a session carries.

Every log is verified by the program and scored again by scorekeeper.py.
"""
import collections
import copy
import itertools
import json
import random
import re
from typing import Any

import pytest

import scorekeeper
from harness import *

TRIGGERS = list(scorekeeper.TRIGGERS)
HAND = {"module": "random", "options": {"hand": 40}}
BOTS = {"r": HAND, "u": UNIFORM, "p": PASS, "b": "basic", "s": "stammtisch"}
EVERYTHING = {
    "concede": "before_lead", "passed_in": "schieberamsch",
    "kontra": {"levels": 4, "when": "first_trick", "who": "bidders_or_18"}, "schenken": "all",
    "bock": {"triggers": ["value_over_100", "kontra_lost", "re_said", "declarer_schneider",
                          "sixty_sixty", "last_round"], "ramsch_after": True},
    "ramsch_round": {"triggers": ["grand_hand_won"], "grand_hand": True},
    "ramsch": {"klopfen": "always"}, "spitzen": {"max": 3, "grand": True}, "revolution": "exchange_and_skat", "rum": True,
    "sachsenspitze_base": 20, "scoring": "minus", "stake": 0.1,
    "concede_later": "consent", "claims": True,
}


def draw_triggers(chance, share):
    return [trigger for trigger in TRIGGERS if chance.random() < share]


def draw_rules(chance):
    """A rule set with every option drawn: official and unusual values alike."""
    pick = chance.choice
    bock = draw_triggers(chance, 0.3) if chance.random() < 0.6 else []
    ramsch = draw_triggers(chance, 0.15) if chance.random() < 0.5 else []
    if "last_round" in bock and "last_round" in ramsch:
        ramsch.remove("last_round")
    no_auction = chance.random() < 0.15
    rules = {
        "no_auction": no_auction,
        "passed_in": pick(("ramsch", "schieberamsch") + (() if no_auction else ("void",))),
        "grand_base": pick([20, 24, 24, 22]), "announce_with_skat": pick([True, False]),
        "ouvert_schwarz": pick([True, True, False]),
        "concede": pick(["until_second_trick", "before_lead", "never", "before_second_lead"]),
        "matadors": pick(["trumps", "jacks"]), "hand_schwarz": pick(["additive", "ladder"]),
        "schneider_points": pick([90, 91]),
        "schneider_schwarz": pick(["levels", "levels", "double"]),
        "overbid_hand": pick(["counts", "hand", "skat"]), "lost_factor": pick([1, 2, 2, 3]),
        "lost_hand": pick(["double", "single"]), "grand_ouvert_base": pick([None, 36, 30]),
        "null_values": pick([[23, 35, 46, 59], [23, 35, 46, 69], [50, 20, 90, 30]]),
        "kontra": {"levels": chance.randrange(6),
                   "when": pick(["after_lead", "before_lead", "first_trick", "trick_turned"]),
                   "before_showing": pick([True, False]),
                   "who": pick(["any", "bidders", "bidders_or_18"]), "re_in_null": pick([True, False])},
        "schenken": pick(["off", "grand", "all"]),
        "bock": {"triggers": bock, "length": chance.randrange(6), "factor": pick([2, 2, 3]),
                 "several": pick(["one", "each", "events"]),
                 "pending": pick(["queue", "restart", "ignore"]),
                 "ramsch_after": pick([True, False]), "doubles_trigger": pick([True, False])},
        "ramsch_round": {"triggers": ramsch, "grand_hand": pick([True, False])},
        "ramsch": {"skat_to": pick(["last_trick", "most_points", "nobody"]),
                   "three_tie": pick(["all_lose", "nobody"]),
                   "virgin": pick(["no_trick", "no_points", "off"]),
                   "march": pick([120, 120, 0, 60]),
                   "score": pick(["points", "each", "fixed_20_30_50", "amounts"]),
                   "amounts": pick([[20, 30, 50], [10, 15, 20]]), "tie": pick(["all_lose", "last_trick", "shared"]),
                   "klopfen": pick(["off", "rounds", "always"])},
        "schieben": {"jacks": pick([True, False])},
        "spitzen": {"max": chance.randrange(8), "grand": pick([True, False]), "levels": pick([1, 1, 2])},
        "revolution": pick(["off", "exchange", "skat", "exchange_and_skat"]),
        "rum": pick([True, False]), "sachsenspitze_base": pick([0, 20, 21]),
        "scoring": pick(["classic", "seeger_fabian", "minus", "opponents"]),
        "stake": pick([0, 0.1, 1]), "stake_rounding": pick([0, 0, 0.5, 7]), "bierlachs_limit": pick([0, 60, 301]),
        "decided_game": pick(["stands", "stands", "forfeited"]), "fault_value": pick(["worst", "worst", "conceded"]),
        "auction": pick(["dealer_asks", "dealer_asks", "survivor_asks", "suits"]), "revolution_grand": pick([True, False]),
        "sitting_share": pick([True, False]), "seeger_loss": pick([50, 0]),
        "concede_later": pick(["never", "consent", "consent", "rest"]), "claims": pick([True, False]),
    }
    if rules["auction"] == "suits":  # it has no rank for these
        rules |= {"revolution": "off", "sachsenspitze_base": 0}
    return rules


def tokens(line):
    """Pairs of actor and action."""
    words = line["moves"].split(" ") if line["moves"] else []
    return list(zip(words[::2], words[1::2]))


def said(line, token):
    return [actor for actor, action in tokens(line) if action == token]


class TestRandomRules(RunTest):
    """Rule sets at random, bots at random: the program and the scorekeeper must agree."""

    def play_drawn(self, seed, bots, **rules):
        chance = random.Random(seed)
        seats = chance.choice([3, 3, 4, 5])
        table = [chance.choice(list(bots)) for _ in range(seats)]
        return self.play(seed=seed, deals=chance.choice([7, 12, 36]), sessions=4,
                         rules=draw_rules(chance) | rules,
                         bots={name: bots[name] for name in set(table)},
                         seats=table, schedule=chance.choice(["fixed", "rotations"]))

    @pytest.mark.parametrize("seed", range(100, 100 + repeat(40, 12)))
    def test_sound_and_without_faults(self, seed):
        bots = BOTS | {"e": bad_bot("wild", wild=0), "m": mixed(concede=10)}
        folder = self.play_drawn(seed, bots)
        self.assert_sound(folder)
        assert not [line for line in read_lines(folder) if "fault" in line]

    def test_refused_gifts(self):
        """Where all offer gifts often. Those refused twice are too rare: test_value.c has them."""
        seen = set()
        for seed in range(400, 412):
            folder = self.play_drawn(seed, {"e": bad_bot("wild", wild=0)}, schenken="all",
                                     concede="never", no_auction=False)
            self.assert_sound(folder)
            for line in read_lines(folder):
                levels = line["result"]["levels"]
                seen |= {(levels.get("gift_refused", 0), line["result"]["won"])}
        assert {(1, True), (1, False)} <= seen

    @pytest.mark.long
    def test_sound_with_bots_that_answer_anything(self):
        wild = {"w": bad_bot("wild"), "c": bad_bot("wild", wild=5, crash=3)}
        faults = set()
        for seed in range(200, 200 + repeat(25, 8)):
            folder = self.play_drawn(seed, BOTS | wild)
            self.assert_sound(folder)
            faults |= {line["status"] for line in read_lines(folder)}
        assert {"illegal", "crash"} <= faults

    @pytest.mark.parametrize("seed", range(300, 300 + repeat(6, 3)))
    def test_schemas(self, seed):
        self.assert_schemas(self.play_drawn(seed, BOTS | {"w": bad_bot("wild")}))

    def test_everything_occurs(self):
        """The runs above are worth something only if everything happens in them."""
        seen = set()
        for rules in (EVERYTHING, EVERYTHING | {"concede": "until_second_trick",
                                                "revolution": "exchange"}):
            folder = self.play(rules=rules, bots={"r": HAND, "u": UNIFORM}, sessions=30,
                               seats=["r", "u", "r"])
            self.assert_sound(folder)
            for line in read_lines(folder):
                seen |= {(line["contract"] or "-")[0], line.get("round", {}).get("kind"),
                         ("doubling", line["result"]["doubling"])}
                seen |= {action.split(".")[0] for _, action in tokens(line)}
                seen |= {level for level in line["result"]["levels"]}
                seen |= set(line.get("triggers", ())) | {key for key in line}
        assert not ({"R", "V", "P", "bock", "ramsch", ("doubling", 2), ("doubling", 4),
                "K", "g", "y", "n", "x", "k", "e", "r", "GH", "rum", "spitzen",
                "gift_refused", "rounds_lost", "kontra_lost", "re_said"} - seen)


class TestWorkers(RunTest):
    def check(self, **fields):
        one = self.play("--workers", 1, **fields)
        other = self.play("--workers", 7, **fields)
        self.assert_same_bytes(one, other)
        self.assert_sound(one)

    def test_rounds_and_totals(self):
        self.check(rules=EVERYTHING, bots={"r": HAND, "s": "stammtisch"}, seats=["r", "s", "s"],
                   schedule="rotations", sessions=12)

    def test_crashes_inside_rounds(self):
        """The session of a worker that died goes on where it was."""
        bots = {"c": bad_bot("wild", wild=20, crash=20), "r": HAND}
        self.check(rules=EVERYTHING, bots=bots, seats=["c", "r", "c"], schedule="permutations",
                   sessions=repeat(6, 3))


class TestSessions(RunTest):
    def test_identical_bots_differ_by_nothing(self):
        """Each arrangement of a session has rounds of its own; same bots, same session."""
        folder = self.play(rules=EVERYTHING, sessions=8, schedule="permutations",
                           bots={"a": HAND, "b": HAND, "c": HAND}, seats=["a", "b", "c"])
        by_deal = {}
        for line in read_lines(folder):
            del line["game"], line["arrangement"], line["table"]
            assert by_deal.setdefault((line["session"], line["deal"]), line) == line
        bots = read_json(folder, "summary.json")["bots"]
        for bot in bots[1:]:
            assert bot | {"name": ""} == bots[0] | {"name": ""}

    def test_luck_of_a_session_is_that_of_the_seat(self):
        """What a bot draws in session_begin does not depend on the arrangement."""
        folder = self.play(rules="bierlachs", schedule="permutations", sessions=20,
                           bots={name: cheat("moody") for name in "abc"}, seats=["a", "b", "c"])
        bots = read_json(folder, "summary.json")["bots"]
        assert bots[0]["declared"] > 0
        for bot in bots[1:]:
            assert bot | {"name": ""} == bots[0] | {"name": ""}

    def test_log_tells_why_a_deal_counts_double(self):
        folder = self.play(rules={"bock": {"triggers": ["declarer_schneider"]}}, sessions=10,
                           bots={"r": RANDOM}, seats=["r"] * 3)
        before = []
        for line in read_lines(folder):
            if line["deal"] == 0:
                before = []
            assert line["result"]["bock"] == (2 if "round" in line else 1)
            if "round" in line and line["round"]["deal"] == 1:
                assert any("triggers" in other for other in before)
                assert line["round"]["trigger"] == "declarer_schneider"
            if line.get("triggers"):
                assert line["result"]["points"] <= 30
            before.append(line)
        assert read_json(folder, "summary.json")["bock"] > 100

    def test_the_deal_that_opens_a_bock_round_counts_double(self):
        """Also where it is read alone, without the deals before it."""
        rules = {"bock": {"triggers": ["declarer_schneider", "re_said"], "doubles_trigger": True}, "kontra.levels": 2,
                 "concede": "never"}
        folder = self.play(rules=rules, sessions=5, bots={"r": RANDOM, "m": mixed()}, seats=["r", "m", "r"])
        self.assert_sound(folder)
        lines = read_lines(folder)
        opened = [line for line in lines if line.get("triggers") and "round" not in line]
        assert len(opened) > 10 and {line["result"]["bock"] for line in opened} == {2}
        assert {line["result"]["bock"] for line in lines if "round" not in line and not line.get("triggers")} == {1}
        number = opened[-1]["game"]
        says = arena("replay", folder, "--game", number, "--ascii")
        assert says.returncode == OK and f"score {' '.join(['r'])} {opened[-1]['score'][0]:+}" in says.stdout, says.stdout
        log = folder / "games.jsonl"
        texts = log.read_text().splitlines()
        log.write_text("\n".join(texts[:number - 1] + texts[number:]) + "\n")  # the deal before it is missing
        message = arena("verify", folder).stderr
        assert "the deal before is missing" in message and "result.bock" not in message and "score" not in message.split("summary")[0]

    def test_bierlachs(self):
        folder = self.play(rules="bierlachs", bots={"r": RANDOM}, seats=["r"] * 3, sessions=3)
        self.assert_sound(folder)
        totals, lost = [0, 0, 0], 0
        for line in read_lines(folder):
            totals = [0, 0, 0] if line["deal"] == 0 else totals
            totals = [total + score for total, score in zip(totals, line["score"])]
            assert (line.get("rounds_lost", [])
                    == [seat for seat in range(3) if totals[seat] <= -301])
            lost += len(line.get("rounds_lost", []))
            totals = [0, 0, 0] if "rounds_lost" in line else totals
            assert line["totals"] == totals
        assert read_json(folder, "summary.json")["bots"][0]["rounds_lost"] == lost
        assert lost > 0

    def test_too_long_a_session_is_refused(self):
        for deals, schedule in ((30000, "fixed"), (5000, "permutations")):
            done, _ = self.run_config(rules="stammtisch", deals=deals, schedule=schedule,
                                      bots={"a": RANDOM, "b": RANDOM, "c": RANDOM},
                                      seats=["a", "b", "c"])
            assert done.returncode == USAGE
            assert re.search("more (and shorter )?sessions", done.stderr)

    def test_tampering_is_found(self):
        folder = self.play(rules=EVERYTHING, bots={"r": HAND}, seats=["r"] * 3, sessions=4)
        log = folder / "games.jsonl"
        original = log.read_text().splitlines()
        lines = [json.loads(text) for text in original]
        wanted = {
            "round": (lambda line: "round" in line, lambda line: line.pop("round")),
            "round.trigger": (lambda line: line.get("round", {}).get("kind") == "bock",
                              lambda line: line["round"].update(trigger="re_won")),
            "round.deal": (lambda line: "round" in line,
                           lambda line: line["round"].update(deal=line["round"]["of"] + 1)),
            "totals": (lambda line: True, lambda line: line["totals"].reverse() or
                       line["totals"].__setitem__(0, line["totals"][0] + 1)),
            "triggers": (lambda line: "triggers" in line, lambda line: line.pop("triggers")),
            "rounds_lost": (lambda line: "rounds_lost" not in line,
                            lambda line: line.update(rounds_lost=[1])),
            "result.bock": (lambda line: line["result"]["bock"] == 2,
                            lambda line: line["result"].update(bock=1)),
            "result.doubling": (lambda line: line["result"]["doubling"] == 2,
                                lambda line: line["result"].update(doubling=4)),
        }
        for field, (fits, change) in wanted.items():
            index = next(i for i, line in enumerate(lines) if fits(line))
            changed = copy.deepcopy(lines[index])
            change(changed)
            log.write_text("\n".join(original[:index] + [json.dumps(changed)]
                                     + original[index + 1:]) + "\n")
            self.assert_tampering_found(folder, field)

    def test_a_missing_deal_is_said(self):
        folder = self.play(rules="stammtisch", bots={"r": HAND}, seats=["r"] * 3)
        log = folder / "games.jsonl"
        lines = log.read_text().splitlines()
        log.write_text("\n".join(lines[:5] + lines[6:]) + "\n")
        message = self.assert_tampering_found(folder, "games.jsonl:6")
        assert message.count("the deal before is missing") == 1

    def test_a_summary_of_an_older_version_may_lack_fields(self):
        folder = self.play(rules="stammtisch", bots={"r": HAND}, seats=["r"] * 3)
        summary = read_json(folder, "summary.json")
        del summary["ramsch"], summary["bots"][0]["kontra"]
        (folder / "summary.json").write_text(json.dumps(summary))
        assert "$.ramsch" in self.assert_tampering_found(folder, "$.bots[0].kontra")
        manifest = read_json(folder, "manifest.json") | {"harness": "skat-arena 0.1.0"}
        (folder / "manifest.json").write_text(json.dumps(manifest))
        self.assert_verified(folder)
        (folder / "summary.json").write_text(json.dumps(summary | {"won": -1}))
        self.assert_tampering_found(folder, "$.won")


class TestRuleSets(RunTest):
    NAMES = ("isko", "isko-1998", "grand20", "swedish", "dutch", "wikipedia-de", "stammtisch",
             "bierlachs", "ramsch-only", "liga", "kneipe", "xskat")

    @pytest.mark.long
    def test_every_rule_set_is_played(self):
        listed = arena("rules", "list").stdout
        for name in self.NAMES:
            assert name in listed
            folder = self.play(rules=name, bots={"s": "stammtisch", "r": HAND},
                               seats=["s", "r", "s"], sessions=repeat(10, 4))
            self.assert_sound(folder)
            done = arena("rules", "validate", name)
            assert (done.returncode, done.stderr) == (OK, "")

    @pytest.mark.parametrize("name", ["liga", "kneipe", "xskat"])
    def test_every_line_of_a_house_rule_has_its_source(self, name):
        """The table of configs/README.md, option by option."""
        rules = scorekeeper.flatten(json.loads((ROOT / "configs" / "rules" / f"{name}.json").read_text()))
        rows = re.findall(rf"^\| `{name}` \| (.*?) \| (.*?) \| (.+) \|$", (ROOT / "configs" / "README.md").read_text(), re.M)
        told = {}
        for options, values, _ in rows:
            names = re.findall(r"`([\w.]+)`", options)
            words = [value.strip(" `") for value in values.split(",")]
            lists = len(names) == 1 and len(words) > 1
            for number, option in enumerate(names):
                told[option] = sorted(words) if lists else words[number if len(words) > 1 else 0]
        own = {option: value for option, value in rules.items() if option not in ("description", "description_de", "extends")}
        assert told == {option: sorted(value) if isinstance(value, list) else
                        value if isinstance(value, str) else json.dumps(value) for option, value in own.items()}

    def test_ladders_are_those_of_the_scorekeeper(self):
        for seed in range(repeat(40, 15)):
            rules = draw_rules(random.Random(seed))
            path = self.temp / "rules.json"
            path.write_text(json.dumps(rules))
            done = arena("rules", "show", path, "--json")
            assert done.returncode == OK, done.stderr
            assert (json.loads(done.stdout)["ladder"]
                    == scorekeeper.bid_ladder(scorekeeper.read_rules(rules)))

    def test_ramsch_only(self):
        lines = read_lines(self.play(rules="ramsch-only", bots=BOTS, seats=["r", "s", "b"]))
        assert {line["contract"] for line in lines} == {"R"}

    def test_a_config_does_not_hide_the_rule_set_of_its_name(self):
        """A tournament stammtisch.json beside the config is no rule set."""
        (self.temp / "stammtisch.json").write_text(json.dumps({"name": "x", "bots": {}}))
        folder = self.play(rules="stammtisch", bots={"r": RANDOM}, seats=["r"] * 3)
        assert read_json(folder, "manifest.json")["rules"]["kontra"]["levels"] == 2

    def test_rule_sets_beside_the_config(self):
        (self.temp / "rules").mkdir()
        (self.temp / "rules" / "base.json").write_text(json.dumps({"grand_base": 20}))
        (self.temp / "rules" / "mine.json").write_text(json.dumps({"extends": "base", "rum": True}))
        folder = self.play(rules="mine", bots={"r": RANDOM}, seats=["r"] * 3)
        rules = read_json(folder, "manifest.json")["rules"]
        assert (rules["grand_base"], rules["rum"]) == (20, True)

    def test_extends_changes_single_members(self):
        rules = {"extends": "stammtisch", "kontra": {"levels": 1}, "bock.factor": 3}
        folder = self.play(rules=rules, bots={"r": RANDOM}, seats=["r"] * 3)
        found = read_json(folder, "manifest.json")["rules"]
        stammtisch = read_json(self.play(rules="stammtisch", bots={"r": RANDOM}, seats=["r"] * 3), "manifest.json")["rules"]
        assert stammtisch["kontra"]["levels"] == 2
        assert found["kontra"] == stammtisch["kontra"] | {"levels": 1}
        assert found["bock"]["factor"] == 3
        assert found["bock"]["ramsch_after"]

    def test_diff(self):
        done = arena("rules", "diff", "isko", "grand20")
        assert done.returncode == 1
        for text in ("grand_base", "24", "20", "bids only in isko: 264"):
            assert text in done.stdout
        assert "matadors" not in done.stdout
        done = arena("rules", "diff", "isko", "isko")
        assert done.returncode == OK
        assert "the same rules" in done.stdout
        assert arena("rules", "diff", "isko").returncode == USAGE
        done = arena("rules", "diff", "nothing", "nowhere")
        assert done.returncode == BAD_FILE
        for name in ("nothing", "nowhere"):
            assert name in done.stderr

    def test_what_cannot_be_combined_is_refused_with_a_reason(self):
        cases = (
            ({"bock": {"triggers": ["last_round"]}, "ramsch_round": {"triggers": ["last_round"]}},
             "last_round", "cannot be both"),
            ({"no_auction": True}, "no_auction", "leaves nothing to play"),
            ({"bock": {"triggers": ["sixty-sixty"]}}, "$.rules.bock.triggers[0]", "sixty_sixty"),
            ({"bock": {"triggers": ["re_said", "re_said"]}}, "triggers[1]", "once"),
            ({"bock": {"triggers": "re_said"}}, "$.rules.bock.triggers", "array"),
            ({"kontra": {"level": 2}}, "$.rules.kontra", "levels"),
            ({"kontra": 2}, "$.rules.kontra", "object"),
            ({"kontra": {"when": "later"}}, "$.rules.kontra.when", "first_trick"),
            ({"kontra.levels": 9}, "kontra.levels", "0..8"),
            ({"spitzen": {"max": 8}}, "$.rules.spitzen.max", "0..7"),
            ({"sachsenspitze_base": None}, "sachsenspitze_base", "0 | 20 | 21"),
            ({"stake": 0.12345}, "$.rules.stake", "three decimals"),
            ({"stake": -1}, "$.rules.stake", "three decimals"),
            ({"revolution": True}, "$.rules.revolution", "exchange_and_skat"),
            ({"kontra": {"levels": 1}, "kontra.levels": 2}, "$.rules.kontra.levels", "twice"),
        )
        for rules, place, reason in cases:
            done, _ = self.run_config(rules=rules)
            assert done.returncode == USAGE, done.stderr
            assert place in done.stderr
            assert reason in done.stderr

    def test_what_has_no_effect_is_noted(self):
        cases = (
            ({"kontra": {"levels": 1}}, "concede should be"),
            ({"scoring": "opponents", "lost_factor": 3}, "counts a lost game twice"),
            ({"kontra": {"who": "bidders"}}, "kontra.levels is 0"),
            ({"bock": {"triggers": ["re_won"]}}, "never trigger"),
            ({"bock": {"factor": 3}}, "bock.triggers is empty"),
            ({"ramsch_round": {"grand_hand": True}}, "no ramsch round"),
            ({"ramsch": {"march": 0}}, "no ramsch is ever played"),
            ({"schieben": {"jacks": True}}, "no schieberamsch"),
            ({"passed_in": "ramsch", "ramsch": {"score": "each", "three_tie": "nobody"}}, "each"),
            ({"bierlachs_limit": 500}, "minus"),
        )
        for rules, text in cases:
            done, _ = self.run_config("--quiet", rules=rules)
            assert done.returncode == OK
            assert "warning: rules: " in done.stderr
            assert text in done.stderr


class TestBotsAndVariants(RunTest):
    @pytest.mark.parametrize("rules", (
        {}, {"revolution": "exchange"}, {"revolution": "skat"}, {"revolution": "exchange_and_skat"},
        {"passed_in": "schieberamsch"}, EVERYTHING, "pilot", "strohmann"), ids=str)
    def test_views_are_brought_up_to_date(self, rules):
        """Whatever opens in the middle of a deal: no view has open cards that are gone."""
        bots = {"a": bad_bot("attentive"), "r": UNIFORM}
        seats = ["a", "a"] if rules in ("pilot", "strohmann") else ["a", "a", "r"]
        folder = self.play(bots=bots, seats=seats, rules=rules, deals=120, schedule="rotations")
        faults = [line for line in read_lines(folder) if line["status"] in FAULTS]
        assert not faults, faults[:2]

    def test_who_does_not_know_a_variant_is_named(self):
        done, _ = self.run_config("--quiet", rules=EVERYTHING | {"revolution": "off"},
                                  bots={"b": "basic", "r": RANDOM}, seats=["b", "r", "r"])
        assert done.returncode == OK
        assert "b does not know kontra, schenken, bock, ramsch" in done.stderr
        assert "revolution" not in done.stderr
        assert "r does not know" not in done.stderr
        done, _ = self.run_config("--quiet", bots={"b": "basic"}, seats=["b"] * 3)
        assert done.stderr == ""

    @pytest.mark.long
    def test_defaults_stand_in_for_what_a_bot_does_not_know(self):
        rules = {"concede": "before_lead", "kontra": {"levels": 2}, "passed_in": "schieberamsch",
                 "schenken": "all", "revolution": "skat"}
        folder = self.play(rules=rules, bots={"r": HAND, "p": PASS, "b": "basic"}, sessions=repeat(20, 8),
                           seats=["r", "b", "p"], schedule="permutations")
        self.assert_sound(folder)
        kinds = set()
        for line in read_lines(folder):
            basic = str([line["table"][seat] for seat in line["seats"]].index("b"))
            for actor, action in tokens(line):
                if actor == basic:
                    kinds.add(action.split(".")[0])
            for actor, action in tokens(line):  # a revolution: keeps what it holds
                if actor == basic and action.startswith("e."):
                    hand = line["cards"].split("|")[int(basic)]
                    assert sorted(action[2:].split(".")) == sorted(hand.split("."))
        assert not {"K", "g", "GH", "r"} & kinds
        assert {"e", "n", "y"} <= kinds

    def test_who_cannot_pass_on_passes_on_unseen(self):
        folder = self.play(rules={"no_auction": True, "passed_in": "schieberamsch"},
                           bots={"b": "basic"}, seats=["b"] * 3)
        self.assert_sound(folder)
        for line in read_lines(folder):
            assert line["moves"].startswith("0 x 1 x 2 x ")
            assert line["result"]["doubling"] == 8

    @pytest.mark.parametrize("bot", ["old_abi", "abi_1_4"])
    def test_a_bot_of_an_older_abi_plays(self, bot):
        folder = self.play(rules=EVERYTHING, bots={"o": bad_bot(bot), "r": HAND},
                           seats=["o", "r", "o"], sessions=5)
        self.assert_sound(folder)
        assert not [line for line in read_lines(folder) if "fault" in line]

    def test_what_bots_know_is_listed(self):
        known = {bot["id"]: bot["variants"] for bot in json.loads(arena("bots", "--json").stdout)}
        assert known["basic"] == []
        for word in ("kontra", "schieberamsch", "revolution", "opponents"):
            assert word in known["random"]
            assert word in known["stammtisch"]
        assert "schieberamsch" in arena("bots", "random").stdout


LATER = {"concede_later": "consent", "claims": True}
QUIET = {"module": "stammtisch", "options": {"claims": False, "concede": 0}}


class TestGivingUp(RunTest):
    """Giving up later, and claims [rules.md 4, 5]."""

    def endings(self, folder):
        """How often a claim is granted (the last move) and refused, and a consent given and refused."""
        found = collections.Counter()
        for line in read_lines(folder):
            moves = tokens(line)
            for number, (_, action) in enumerate(moves):
                last = number + 1 == len(moves)
                if action in ("CL", "RE"):
                    found[action, last] += 1
                elif number and moves[number - 1][1] in ("RE", "y", "n") and action in ("y", "n"):
                    found[action] += 1
        return found

    def test_bots_that_say_nothing_are_asked_nothing(self):
        logs = [self.play(rules=rules, bots={"b": "basic", "s": QUIET}, seats=["b", "s", "s"], sessions=10)
                for rules in ("isko", LATER)]
        assert (logs[0] / "games.jsonl").read_bytes() == (logs[1] / "games.jsonl").read_bytes()

    def test_granted_refused_agreed(self):
        folder = self.play(rules=LATER, bots={"r": HAND}, seats=["r"] * 3, sessions=40)
        self.assert_sound(folder)
        found = self.endings(folder)
        assert all(found[what] > 3 for what in (("CL", True), ("CL", False), ("RE", False), "y", "n")), found
        talks = [line["game"] for line in read_lines(folder) if " RE" in line["moves"] or " CL" in line["moves"]]
        told = "".join(arena("replay", folder, "--game", game).stdout for game in talks[:25])
        assert "claims the rest: granted" in told and "claims the rest: refused" in told and "asks to give up" in told
        assert "accepts" in told and "refuses" in told

    @pytest.mark.parametrize("bot", ("stammtisch", "pimc"))
    def test_players_claim_what_is_certain(self, bot):
        """Their claims are granted, and what they give up was lost: no score differs from those of silent players."""
        few = {"worlds": 4, "solved": 0, "bids": False, "announce": False} if bot == "pimc" else {}
        run = {"rules": LATER, "seats": ["s"] * 3, "sessions": 1 if few else 20, "deals": 9 if few else 36}
        said, silent = (self.play(**run, bots={"s": {"module": bot, "options": few | {"claims": claims, "concede": 0}}})
                        for claims in (True, False))
        self.assert_sound(said)
        assert [line["score"] for line in read_lines(said)] == [line["score"] for line in read_lines(silent)]
        found = self.endings(said)
        assert found["CL", True] > (0 if few else 200) and not found["CL", False], found
        assert few or found["y"] > 10, found
        assert not set(self.endings(silent))

    def test_stammtisch_gives_up_before_its_first_card(self):
        """By default, and never where its option says so; what it declares about the rule option `concede` holds in both cases."""
        bot = {"module": "stammtisch", "options": {"concede": 30}}
        folder = self.play(bots={"s": bot}, seats=["s"] * 3, sessions=20)
        self.assert_sound(folder)
        given_up = [line for line in read_lines(folder) if line["status"] == "conceded"]
        assert len(given_up) > 5
        for line in given_up:
            assert tokens(line)[-1] == (str(line["declarer"]), "RE")
            own = [action for actor, action in tokens(line) if actor == str(line["declarer"])]
            assert not [action for action in own if re.fullmatch("[CSHD][7-9TJQKA]", action)]
        never = {"module": "stammtisch", "options": {"concede": 0}}
        plain = self.play(bots={"s": never}, seats=["s"] * 3, sessions=20)
        assert not [line for line in read_lines(plain) if line["status"] == "conceded"]
        for name, module in (("giving", bot), ("playing", never)):
            path = self.write_config(bots={"s": module}, seats=["s"] * 3, sessions=20, variations={"never": {"concede": "never"}})
            assert arena("study", path, "--out", self.temp / name, "--quiet").returncode == OK
            changed = read_json(self.temp / name, "study.json")["variations"][0]
            assert ("indifferent" in changed, changed["changed_games"] > 0) == ((False, True) if name == "giving" else (True, False))

    def test_stammtisch_announces_schneider_by_hand(self):
        """With its option, where the rules have that announcement, and never without."""
        bot = {"module": "stammtisch", "options": {"schneider": 40}}
        codes = {}
        for name, rules in (("isko", {}), ("with the skat", {"announce_with_skat": True})):
            folder = self.play(rules=rules, bots={"s": bot}, seats=["s"] * 3, sessions=60)
            self.assert_sound(folder)
            codes[name] = [line["contract"] for line in read_lines(folder) if line["contract"]]
        assert codes["isko"] == codes["with the skat"]
        announced = [code for code in codes["isko"] if "S" in code[1:]]
        assert len(announced) > 10 and all(code[1:] == "HS" for code in announced)
        plain = self.play(bots={"s": "stammtisch"}, seats=["s"] * 3, sessions=60)
        assert not [line for line in read_lines(plain) if line["contract"] and "S" in line["contract"][1:]]
        herzblatt = self.play(rules="herzblatt", bots={"s": bot}, seats=["s"] * 3, sessions=20)
        assert not [line for line in read_lines(herzblatt) if "fault" in line]

    @pytest.mark.parametrize("bot, options", [("stammtisch", {}), ("neural", {}), ("pimc", {"fast": True, "worlds": 8, "solved": 0})])
    def test_schwarz_is_announced_where_it_is_certain(self, bot, options):
        """However the others lie, by whom they are played, and whoever leads; as open as the rules have it."""
        chance = random.Random(1)
        grand, clubs = "CJ SJ HJ DJ CA SA HA DA CT ST", "CJ SJ HJ DJ CA CT CK SA ST HA"
        three, two = "CJ SJ HJ CA CT CK CQ SA ST HA", "CJ SJ CA CT CK CQ C9 C8 C7 SA"
        deals = []
        for hand, seats in ((grand, (0, 1, 2)), (clubs, (0, 1, 2)), (three, (0,)), (two, (0,))):
            for seat in seats:
                rest = [suit + rank for suit in "CSHD" for rank in "789QKTAJ" if suit + rank not in hand]
                chance.shuffle(rest)
                hands = [rest[:10], rest[10:20]]
                hands.insert(seat, hand.split())
                deals.append("|".join(".".join(cards) for cards in [*hands, rest[20:]]))
        for rules, flags in (("isko", "O"), ({"ouvert_schwarz": False}, "Z")):
            declarer = {"module": bot, "options": options}
            path = self.write_config(rules=rules, bots={"s": declarer, "r": "random"}, seats=["s", "r", "r"], schedule="rotations",
                                     deals=deals)
            folder = self.temp / flags
            assert arena("run", path, "--out", folder, "--quiet").returncode == OK
            own = [line for line in read_lines(folder)
                   if line["declarer"] is not None and line["table"][line["seats"][line["declarer"]]] == "s"]
            shown = [line for line in own if line["contract"][0] in "GCSHD" and flags in line["contract"][1:]]
            assert len(shown) >= 6
            assert all(line["result"]["won"] and line["result"]["tricks"] == 10 for line in shown)

    def test_nobody_is_asked(self):
        folder = self.play(rules={"concede_later": "rest"}, bots={"r": HAND}, seats=["r"] * 3, sessions=20)
        self.assert_sound(folder)
        found = self.endings(folder)
        assert found["RE", True] > 20 and found["RE", False] > 20 and not found["y"] and not found["n"], found

    def test_a_child_of_before_is_not_asked(self):
        """Without "consent" in its greeting `pipe` says no; this child would answer what is illegal."""
        command = f"python3 {ROOT / 'bots' / 'pipe' / 'example.py'}"
        folder = self.play(rules=LATER, bots={"e": {"module": "pipe", "options": {"command": command}}, "r": HAND},
                           seats=["e", "r", "e"], sessions=2, deals=18)
        self.assert_sound(folder)
        lines = read_lines(folder)
        assert not [line for line in lines if "fault" in line]
        assert any(action == "RE" for line in lines for _, action in tokens(line))

    def test_a_fault_in_the_answer_is_a_fault(self):
        """The side of whoever answers what is illegal loses what is not decided."""
        folder = self.play(rules=LATER, bots={"w": bad_bot("wild", wild=60), "r": HAND}, seats=["w", "r", "r"], sessions=60)
        self.assert_sound(folder)
        asked = [line for line in read_lines(folder) if line["status"] == "illegal" and
                 len(tokens(line)) > 1 and tokens(line)[-2][1] == "RE" and
                 tokens(line)[-2][0] != tokens(line)[-1][0]]
        assert asked


class TestAuctionBySuits(RunTest):
    """rules.md 3.1; test_calls.c has what may be said."""

    def test_who_does_not_decide_it_passes(self):
        """A module that lists no CALL, one of ABI 1.4, and a child that does not greet with "calls", which would answer what is illegal."""
        command = f"python3 {ROOT / 'bots' / 'pipe' / 'example.py'}"
        for silent in ("basic", bad_bot("abi_1_4"), {"module": "pipe", "options": {"command": command}}):
            folder = self.play(rules={"auction": "suits"}, bots={"e": silent, "r": HAND}, seats=["e", "r", "e"], sessions=2, deals=18)
            self.assert_sound(folder)
            lines = read_lines(folder)
            assert not [line for line in lines if "fault" in line]
            of_silent = {(line["seats"].index(seat), action) for line in lines for seat in (0, 2)
                         for who, action in tokens(line)[:6] if who == str(line["seats"].index(seat)) and action in ("y", "p", "f.D")}
            assert {action for _, action in of_silent} == {"p"}
            assert {line["declarer"] for line in lines} > {None}

    @pytest.mark.parametrize("player", ["stammtisch", {"module": "pimc", "options": {"fast": True}}])
    def test_players_name_games_and_owe_them(self, player):
        folder = self.play(rules={"auction": "suits"}, bots={"p": player, "r": HAND}, seats=["p", "r", "p"], sessions=1, deals=36)
        self.assert_sound(folder)
        lines = read_lines(folder)
        assert not [line for line in lines if "fault" in line]
        named = {action for line in lines for who, action in tokens(line)
                 if action.startswith("f.") and line["table"][line["seats"][int(who)]] == "p"}
        assert len(named) > 3
        assert all(line["bid"] == 0 for line in lines)

    def test_the_same_deals_as_under_the_official_auction(self):
        by_suits, by_values = (self.play(rules={"auction": auction}, bots={"s": "stammtisch"}, seats=["s"] * 3, sessions=1, deals=36)
                               for auction in ("suits", "dealer_asks"))
        assert [line["cards"] for line in read_lines(by_suits)] == [line["cards"] for line in read_lines(by_values)]


class TestKnocking(RunTest):
    """rules.md 7.5; test_variants.c has who is asked, test_ramsch.c what it costs."""
    RULES: dict[str, Any] = {"no_auction": True, "passed_in": "ramsch", "ramsch": {"klopfen": "always"}}

    def knocks(self, folder):
        """How often each bot knocks."""
        self.assert_sound(folder)
        assert not [line for line in read_lines(folder) if "fault" in line]
        return collections.Counter(line["table"][line["seats"][int(who)]] for line in read_lines(folder)
                                   for who, action in tokens(line) if action == "k")

    def test_who_does_not_decide_it_does_not_knock(self):
        """A module that lists no KNOCK, and a child whose greeting does not have "knocks", which would answer what is illegal."""
        command = f"python3 {ROOT / 'bots' / 'pipe' / 'example.py'}"
        for silent in ("basic", {"module": "pipe", "options": {"command": command}}):
            folder = self.play(rules=self.RULES, bots={"e": silent, "r": HAND}, seats=["e", "r", "e"], sessions=2, deals=18)
            assert set(self.knocks(folder)) == {"r"}

    @pytest.mark.parametrize("passed_in", ["ramsch", "schieberamsch"])
    def test_players_knock(self, passed_in):
        folder = self.play(rules=self.RULES | {"passed_in": passed_in}, sessions=1, deals=36,
                           bots={"s": "stammtisch", "p": {"module": "pimc", "options": {"fast": True}}, "r": HAND}, seats=["s", "p", "r"])
        found = self.knocks(folder)
        assert found["s"] > 5 and found["p"] > 5 and found["r"] > 2, found
        for line in read_lines(folder):
            said = [action for _, action in tokens(line)]
            assert line["result"]["doubling"] == 2 ** (said.count("k") + said.count("x"))

    def test_in_rounds_only(self):
        rules = {"ramsch_round": {"triggers": ["declarer_schneider"]}, "ramsch": {"klopfen": "rounds"}, "passed_in": "ramsch"}
        folder = self.play(rules=rules, bots={"r": HAND}, seats=["r"] * 3, sessions=20)
        self.assert_sound(folder)
        knocked = {line.get("round", {}).get("kind") for line in read_lines(folder) if any(action == "k" for _, action in tokens(line))}
        assert knocked == {"ramsch"}


class TestEvents(RunTest):
    def test_only_what_is_said_aloud_is_heard(self):
        """moody leaves rubbish in its actions, and crashes when it hears any from another."""
        for rules in ("isko", EVERYTHING):
            folder = self.play(rules=rules, bots={"m": cheat("moody"), "r": HAND}, sessions=5,
                               seats=["m", "r", "m"], schedule="rotations")
            assert not [line for line in read_lines(folder) if "fault" in line]


class TestReplays(RunTest):
    def shown(self, folder, line):
        done = arena("replay", folder, "--game", line["game"], "--ascii")
        assert done.returncode == OK, done.stderr
        return done.stdout

    def test_variants_in_words(self):
        folder = self.play(rules=EVERYTHING, bots={"r": HAND}, seats=["r"] * 3, sessions=40)
        lines = read_lines(folder)
        cases = (
            (lambda line: line.get("round", {}).get("kind") == "bock",
             ("bock round, deal ", "counts 2 times")),
            (lambda line: line.get("round", {}).get("kind") == "ramsch",
             ("ramsch round, deal ",)),
            (lambda line: line["contract"] == "R", ("ramsch\n", "points in", "tricks")),
            (lambda line: len(said(line, "K")) == 2, ("says kontra", "says re", ", re ")),
            (lambda line: line["result"]["levels"].get("gift_refused"), ("gift refused",)),
            (lambda line: any(action.startswith("x.") for _, action in tokens(line)),
             ("takes the cards and passes on",)),
            (lambda line: said(line, "x"), ("passes the cards on unseen", "unseen: times")),
            (lambda line: "rum" in line["result"]["levels"], ("says rum, and shows", ", rum ")),
            (lambda line: line["contract"] == "V", ("revolution", "now holds")),
            (lambda line: "+" in (line["contract"] or ""), ("spitze",)),
            (lambda line: "triggers" in line, ("opens a round: ",)),
            (lambda line: "rounds_lost" in line, ("loses the round",)),
            (lambda line: True, ("total r ",)),
        )
        for fits, words in cases:
            line = next(line for line in lines if fits(line))
            text = self.shown(folder, line)
            for word in words:
                assert word in text, line["moves"]

    def test_one_line_by_itself_is_enough(self):
        folder = self.play(rules=EVERYTHING, bots={"r": HAND}, seats=["r"] * 3, sessions=10)
        lines = [line for line in read_lines(folder)
                 if line.get("round", {}).get("kind") == "ramsch" and line["contract"] != "R"]
        single = self.temp / "one.jsonl"
        single.write_text(json.dumps(lines[0]) + "\n")
        rules = self.temp / "rules.json"
        rules.write_text(json.dumps(read_json(folder, "manifest.json")["rules"]))
        done = arena("replay", single, "--rules", rules)
        assert done.returncode == OK, done.stderr
        assert "grand hand" in done.stdout


class TestTables(RunTest):
    def test_the_table_shows_the_scoring_that_is_played(self):
        done, _ = self.run_config(rules=EVERYTHING, bots={"r": HAND}, seats=["r"] * 3)
        assert done.returncode == OK
        for word in ("minus", "ramsch", "bock", "kontra", "rounds lost", "money"):
            assert word in done.stdout
        assert "Seeger" not in done.stdout
        done, _ = self.run_config()
        assert "Seeger" in done.stdout
        assert "kontra" not in done.stdout

    def test_money_is_settled_pairwise(self):
        """Swedish text, table IV, whose own numbers are in test_tally.c."""
        folder = self.play(rules={"stake": 0.1}, bots={"r": RANDOM, "p": PASS, "b": "basic"},
                           seats=["r", "p", "b"], deals=4)
        bots = read_json(folder, "summary.json")["bots"]
        points = [bot["classic"]["points"] for bot in bots]
        for bot, mine in zip(bots, points):
            assert bot["money"]["points"] == sum(mine - other for other in points)
            assert bot["money"]["amount"] == pytest.approx(bot["money"]["points"] * 0.1, abs=5e-8)
        assert sum(bot["money"]["points"] for bot in bots) == 0

    def test_extras_are_not_for_money(self):
        """Swedish text, Slutsammanräkning: what Seeger and Fabian add is never settled."""
        folder = self.play(rules={"stake": 0.1, "scoring": "seeger_fabian"}, bots={"r": RANDOM, "p": PASS, "b": "basic"},
                           seats=["r", "p", "b"], deals=4)
        bots = read_json(folder, "summary.json")["bots"]
        points = [bot["classic"]["points"] for bot in bots]
        assert points != [bot["score"]["points"] for bot in bots]
        assert [bot["money"]["points"] for bot in bots] == [sum(mine - other for other in points) for mine in points]

    ROUNDED: dict[str, Any] = {
        "rules": {"stake": 0.1, "stake_rounding": 1, "deals": 6}, "bots": {"r": HAND, "b": "basic", "s": "stammtisch"},
        "seats": ["r", "b", "s"], "schedule": "rotations", "sessions": 8}

    def test_money_is_rounded_for_each_two(self):
        """Swedish text, Slutsammanräkning, whose own numbers are in test_tally.c: by session and pair, a half up."""
        folder = self.play(**self.ROUNDED)
        self.assert_sound(folder)
        sessions: dict[Any, Any] = {}
        for line in read_lines(folder):
            points = sessions.setdefault((line["session"], line["arrangement"]), collections.Counter())
            points.update(dict(zip(line["table"], line["score"])))
        paid: collections.Counter[str] = collections.Counter()
        for points in sessions.values():
            for one, other in itertools.permutations(points, 2):
                more = points[one] - points[other]
                paid[one] += (abs(more) + 5) // 10 * (1 if more > 0 else -1)
        bots = read_json(folder, "summary.json")["bots"]
        assert {bot["name"]: bot["money"]["amount"] for bot in bots} == paid
        assert len(sessions) == 24 and any(abs(bot["money"]["amount"] - bot["money"]["points"] / 10) > 0.05 for bot in bots)
        done = arena("replay", folder, "--game", 0)
        assert done.returncode == OK and "total" in done.stdout

    def test_rounded_money_is_the_same_however_it_is_played(self):
        """With other workers, in parts, and after an interruption; a study has it in each of its folders."""
        whole = self.play(**self.ROUNDED)
        self.assert_same_bytes(whole, self.play("--workers", 3, **self.ROUNDED))
        path = self.write_config(**self.ROUNDED)
        parts = [self.temp / f"part{number}" for number in (1, 2, 3)]
        for number, part in enumerate(parts, 1):
            assert arena("run", path, "--shard", f"{number}/3", "--out", part, "--quiet").returncode == OK
        merged = self.temp / "merged"
        assert arena("merge", *parts, "--out", merged).returncode == OK
        assert read_json(merged, "summary.json") == read_json(whole, "summary.json")
        stopped = self.temp / "stopped"
        self.run_killed(self.write_config(**self.ROUNDED | {"sessions": 400}), stopped, "games.jsonl", 100000)
        done = arena("run", "--resume", stopped, "--quiet")
        assert done.returncode == OK or "finished" in done.stderr, done.stderr
        self.assert_sound(stopped)
        self.assert_same_bytes(stopped, self.play(**self.ROUNDED | {"sessions": 400}))

    def test_rounded_money_in_a_study(self):
        """Its variant has sessions that are settled, its base money to the point; who plays does not know."""
        base = {key: value for key, value in self.ROUNDED.items() if key != "rules"} | {"rules": {"stake": 0.1, "deals": 6}}
        path = self.write_config(variations={"rounded": {"stake_rounding": 1}}, **base)
        out = self.temp / "study"
        done = arena("study", path, "--out", out, "--quiet")
        assert done.returncode == OK, done.stderr
        plain, rounded = (read_json(out / name, "summary.json")["bots"] for name in ("base", "rounded"))
        assert [bot["money"]["points"] for bot in plain] == [bot["money"]["points"] for bot in rounded]
        assert [bot["money"]["amount"] for bot in plain] != [bot["money"]["amount"] for bot in rounded]
        for name in ("base", "rounded"):
            self.assert_sound(out / name)

    def test_rounded_money_fits_its_numbers(self):
        done, _ = self.run_config(rules={"stake": 1000000, "stake_rounding": 0.001})
        assert done.returncode == USAGE
        assert "stake_rounding is less than a thousandth of stake" in done.stderr
