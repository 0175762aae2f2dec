# SPDX-License-Identifier: MIT
"""End-to-end tests of rule variants: rules.md 7, the rest of 8, and what a session carries.

Logs are scored again by scorekeeper.py; test_random_rule_sets draws rules, and verifies, test_options has each option.
"""
import collections
import json
import random
import re

import pytest

from harness import *
from rule_sets import *
from scorekeeper_contracts import bid_ladder
from scorekeeper_rules import flatten, read_rules

CHILD = {"module": "pipe", "options": {"command": f"{sys.executable} -S {ROOT}/bots/pipe/example.py"}}
FAST = {"module": "pimc", "options": {"fast": True, "worlds": 2, "solved": 0}}


def of_bot(line, name):
    """What a bot of this name says and plays in a game."""
    return [action for who, action in tokens(line) if who in "012" and line["table"][line["seats"][int(who)]] == name]


def faults_in(folder):
    return [line for line in read_lines(folder) if "fault" in line]


class VariantTest(RunTest):
    def everything(self):
        """Enough sessions that all of it happens."""
        return self.sample(rules=EVERYTHING, bots={"r": HAND, "u": UNIFORM}, sessions=2, seats=["r", "u", "r"], seed=81)

    def without_faults(self, **fields):
        folder = self.sample(**fields)
        self.assert_scored(folder)
        assert not faults_in(folder)
        return folder, read_lines(folder)


class TestSessions(VariantTest):
    def test_everything_occurs(self):
        """The runs under these rules are worth something only if everything happens in them."""
        folder, seen = self.everything(), set()
        self.assert_sound(folder)
        for line in read_lines(folder):
            seen |= {(line["contract"] or "-")[0], line.get("round", {}).get("kind"), ("doubling", line["result"]["doubling"])}
            seen |= {action.split(".")[0] for _, action in tokens(line)} | set(line["result"]["levels"])
            seen |= set(line) | set(line.get("triggers", ()))
        assert not ({"R", "V", "P", "bock", "ramsch", ("doubling", 2), ("doubling", 4), "K", "g", "y", "n", "x", "k", "e", "r", "GH",
                     "rum", "spitzen", "gift_refused", "rounds_lost", "kontra_lost", "re_said", "CL", "RE"} - seen), seen

    def test_luck_of_a_session_is_that_of_the_seat(self):
        """Each arrangement has rounds of its own; what a bot draws in session_begin does not depend on the arrangement."""
        folder = self.play("--log", "none", rules="stammtisch", schedule="permutations", sessions=2, deals=12,
                           bots={name: bad_bot("moody") for name in "abc"}, seats=list("abc"))
        bots = read_json(folder, "summary.json")["bots"]
        assert bots[0]["declared"] > 0
        assert all(bot | {"name": ""} == bots[0] | {"name": ""} for bot in bots[1:])

    def test_the_log_tells_why_a_deal_counts_double(self):
        """Also that which opens the round, where the rules double it, read alone, without the deals before it."""
        rules = {"bock": {"triggers": ["declarer_schneider", "re_said"], "doubles_trigger": True}, "kontra.levels": 2, "concede": "never"}
        folder = self.sample_copy(rules=rules, sessions=3, bots={"r": RANDOM, "m": mixed()}, seats=["r", "m", "r"])
        self.assert_scored(folder)
        lines = read_lines(folder)
        opened = [line for line in lines if line.get("triggers") and "round" not in line]
        assert len(opened) > 5 and {line["result"]["bock"] for line in opened} == {2}
        assert {line["result"]["bock"] for line in lines if "round" not in line and not line.get("triggers")} == {1}
        number = opened[-1]["game"]
        says = arena("replay", folder, "--game", number, "--ascii")
        assert says.returncode == OK and re.search(rf"score r . {re.escape(format(opened[-1]['score'][0], '+'))}", says.stdout), says.stdout
        log = folder / "games.jsonl"
        texts = log.read_text().splitlines()
        log.write_text("\n".join(texts[:number - 1] + texts[number:]) + "\n")  # the deal before it is missing
        message = arena("verify", folder).stderr
        assert message.count("the deal before is missing") == 1
        assert "result.bock" not in message and "score" not in message.split("summary")[0]

    def test_too_long_a_session_is_refused(self):
        for deals, schedule in ((30000, "fixed"), (5000, "permutations")):
            done, _ = self.run_config(rules="stammtisch", deals=deals, schedule=schedule, bots={name: RANDOM for name in "abc"},
                                      seats=list("abc"))
            assert done.returncode == USAGE and re.search("more (and shorter )?sessions", done.stderr)

    def test_tampering_is_found(self):
        folder = shutil.copytree(self.everything(), self.temp / "forged")
        lines, texts = read_lines(folder), (folder / "games.jsonl").read_text().splitlines(keepends=True)
        wanted = {
            "round": (lambda line: "round" in line, lambda line: line.pop("round")),
            "round.trigger": (lambda line: line.get("round", {}).get("kind") == "bock",
                              lambda line: line["round"].update(trigger="re_won")),
            "round.deal": (lambda line: "round" in line, lambda line: line["round"].update(deal=line["round"]["of"] + 1)),
            "totals": (lambda line: True, lambda line: line.update(totals=[line["totals"][0] + 1, *line["totals"][1:]])),
            "triggers": (lambda line: "triggers" in line, lambda line: line.pop("triggers")),
            "rounds_lost": (lambda line: "rounds_lost" not in line, lambda line: line.update(rounds_lost=[1])),
            "result.bock": (lambda line: line["result"]["bock"] == 2, lambda line: line["result"].update(bock=1)),
            "result.doubling": (lambda line: line["result"]["doubling"] == 2, lambda line: line["result"].update(doubling=4)),
        }
        forged = {}
        for field, (fits, change) in wanted.items():
            line = next(line for line in lines if fits(line) and line["game"] not in forged)
            change(line)
            texts[line["game"]], forged[line["game"]] = json.dumps(line) + "\n", field
        (folder / "games.jsonl").write_text("".join(texts))
        told = self.assert_tampering_found(folder, "round")
        assert not [field for game, field in forged.items()
                    if not re.search(rf'games\.jsonl:{game + 1}: (field|has) "{field}["[]', told)], told


class TestRuleSets(VariantTest):
    def test_named_rule_sets_are_played(self):
        listed = arena("rules", "list").stdout
        names = ("isko", "isko-1998", "grand20", "swedish", "dutch", "wikipedia-de", "stammtisch", "bierlachs", "ramsch-only", "liga",
                 "kneipe", "xskat")
        assert all(name in listed for name in names)
        done = arena("rules", "validate", *names)
        assert (done.returncode, done.stderr) == (OK, "")
        _, lines = self.without_faults(rules="ramsch-only", bots={"s": "stammtisch", "r": HAND}, seats=["s", "r", "s"], deals=3)
        assert {line["contract"] for line in lines} == {"R"}

    def test_every_option_of_a_house_rule_has_its_source(self):
        """In tests/data/house-rules.json."""
        for name, sources in json.loads((ROOT / "tests" / "data" / "house-rules.json").read_text()).items():
            rules = flatten(json.loads((ROOT / "configs" / "rules" / f"{name}.json").read_text()))
            assert set(sources) == set(rules) - {"description", "description_de", "extends"}, name
            assert all(len(source) > 5 for source in sources.values()), name

    def test_ladders_are_those_of_the_scorekeeper(self):
        """Of rule sets with every option drawn, and of Turnéskat."""
        path = self.temp / "rules.json"
        for seed in some(range(80)):
            rules = DRAW["skat" if seed % 8 else "tourneeskat"](random.Random(seed))
            path.write_text(json.dumps(rules))
            shown = json.loads(arena_ok("rules", "show", path, "--json").stdout)
            assert shown["ladder"] == bid_ladder(read_rules(rules)), rules

    def test_where_rule_sets_are_found(self):
        """Beside the config, in rules/; a tournament of that name beside it is none. "extends" changes single members."""
        (self.temp / "stammtisch.json").write_text(json.dumps({"name": "x", "bots": {}}))
        (self.temp / "rules").mkdir()
        (self.temp / "rules" / "base.json").write_text(json.dumps({"value.grand": 20}))
        (self.temp / "rules" / "mine.json").write_text(json.dumps({"extends": "base", "rum": True}))
        found = [read_json(self.play(rules=rules, deals=1), "manifest.json")["rules"]
                 for rules in ("stammtisch", "mine", {"extends": "stammtisch", "kontra": {"levels": 1}, "bock.factor": 3})]
        assert found[0]["kontra"]["levels"] == 2
        assert (found[1]["value"]["grand"], found[1]["rum"]) == (20, True)
        assert found[2]["kontra"] == found[0]["kontra"] | {"levels": 1}
        assert found[2]["bock"] == found[0]["bock"] | {"factor": 3} and found[2]["bock"]["ramsch_after"]

    def test_diff(self):
        done = arena("rules", "diff", "isko", "grand20")
        assert done.returncode == 1 and "matadors" not in done.stdout
        assert all(text in done.stdout for text in ("value.grand", "24", "20", "bids only in isko: 264"))
        assert "the same rules" in arena_ok("rules", "diff", "isko", "isko").stdout
        arena_says(BAD_FILE, ("nothing", "nowhere"), "rules", "diff", "nothing", "nowhere")

    def test_what_cannot_be_combined_is_refused_with_a_reason(self):
        """All in one config, whose errors are all said."""
        cases = (
            ({"bock": {"triggers": ["last_round"]}, "ramsch_round": {"triggers": ["last_round"]}}, "", "both"),
            ({"auction": "none"}, "", "leaves nothing to play"),
            ({"bock": {"triggers": ["sixty-sixty"]}}, ".bock.triggers[0]", "sixty_sixty"),
            ({"bock": {"triggers": ["re_said", "re_said"]}}, ".bock.triggers[1]", "once"),
            ({"bock": {"triggers": "re_said"}}, ".bock.triggers", "array"),
            ({"kontra": {"level": 2}}, ".kontra", "levels"),
            ({"kontra": 2}, ".kontra", "object"),
            ({"kontra": {"when": "later"}}, ".kontra.when", "first_trick"),
            ({"kontra.levels": 9}, ".kontra.levels", "0..8"),
            ({"spitzen": {"max": 8}}, ".spitzen.max", "0..7"),
            ({"sachsenspitze": None}, ".sachsenspitze", "0 | 20 | 21"),
            ({"money.stake": 0.12345}, ".money.stake", "three decimals"), ({"money.stake": -1}, ".money.stake", "three decimals"),
            ({"money.stake": 1000000, "money.rounding": 0.001}, "", "money.rounding is less than a thousandth of money.stake"),
            ({"revolution": True}, ".revolution", "grand_ouvert"),
            ({"kontra": {"levels": 1}, "kontra.levels": 2}, ".kontra.levels", "twice"),
        )
        path = self.write_config(variations={f"v{number}": rules for number, (rules, _, _) in enumerate(cases)})
        done = arena("study", path, "--out", self.temp / "out")
        assert done.returncode == USAGE
        for number, (rules, place, reason) in enumerate(cases):
            said = [text for text in done.stderr.splitlines() if re.search(rf"\.v{number}\b{re.escape(place)}", text)]
            assert any(reason in text for text in said), (rules, done.stderr)


class TestBotsAndVariants(VariantTest):
    def test_views_are_brought_up_to_date(self):
        """Whatever opens in the middle of a deal: no view has open cards that are gone. Only what is said aloud is heard: moody leaves
        rubbish in its actions, and crashes when it hears any from another."""
        bots = {"a": bad_bot("attentive"), "m": bad_bot("moody"), "r": HAND}
        self.without_faults(bots=bots, seats=[*bots], rules=EVERYTHING, deals=60)
        assert not faults_in(self.play(bots=bots, seats=["a", "a"], rules="pilot", deals=20))

    def test_who_does_not_know_a_variant_is_named(self):
        done, _ = self.run_says(OK, "b does not know kontra, schenken, bock, ramsch", "--quiet", rules=EVERYTHING | {"revolution": []},
                             bots={"b": "basic", "r": RANDOM}, seats=["b", "r", "r"], deals=3)
        assert "revolution" not in done.stderr and "r does not know" not in done.stderr
        known = {bot["id"]: bot["variants"] for bot in json.loads(arena("bots", "basic", "random", "stammtisch", "--json").stdout)}
        assert known["basic"] == []
        assert {"kontra", "schieberamsch", "revolution", "opponents"} <= set(known["random"]) & set(known["stammtisch"])

    def test_defaults_stand_in_for_what_a_bot_does_not_know(self):
        rules = {"concede": "before_lead", "kontra": {"levels": 2}, "passed_in": "schieberamsch", "schenken": "all", "revolution": ["skat"]}
        _, lines = self.without_faults(rules=rules, bots={"r": HAND, "p": PASS, "b": "basic"}, seats=["r", "b", "p"], seed=5, deals=18,
                                       schedule="rotations")
        kinds = set()
        for line in lines:
            actions = of_bot(line, "b")
            kinds |= {action.split(".")[0] for action in actions}
            for action in actions:  # a revolution: keeps what it holds
                if action.startswith("e."):
                    position = [line["table"][seat] for seat in line["seats"]].index("b")
                    assert sorted(action[2:].split(".")) == sorted(line["cards"].split("|")[position].split("."))
        assert not {"K", "g", "GH", "r"} & kinds and {"e", "n", "y"} <= kinds

    def test_who_does_not_decide_newer_things_is_not_asked(self):
        """A module that lists neither CALL nor KNOCK, and a child whose greeting lists no decisions: they name no game, do not knock, and
        grant no request."""
        rules = {"auction": "suits", "passed_in": "ramsch", "ramsch": {"klopfen": "always"}} | GIVING_UP
        _, lines = self.without_faults(rules=rules, seats=list("ecrr"), deals=15,
                                       bots={"e": "basic", "c": CHILD, "r": HAND})
        for name in "ec":
            assert not [line for line in lines if {"k", "CL", "RE"} & set(of_bot(line, name)) or "f." in " ".join(of_bot(line, name))]
        assert {"k", "RE"} <= {action for line in lines for action in of_bot(line, "r")}


GIVING_UP = {"concede_later": "consent", "claims": "sure"}
QUIET = {"module": "stammtisch", "options": {"claims": False, "concede": 0}}


class TestGivingUp(VariantTest):
    """Giving up later, and claims [rules.md 4, 5]."""

    def endings(self, lines):
        """How often a claim is granted (the last move) and refused, and a consent given and refused."""
        found = collections.Counter()
        for line in lines:
            moves = tokens(line)
            for number, (_, action) in enumerate(moves):
                if action in ("CL", "RE"):
                    found[action, number + 1 == len(moves)] += 1
                elif number and moves[number - 1][1] in ("RE", "y", "n") and action in ("y", "n"):
                    found[action] += 1
        return found

    def test_bots_that_say_nothing_are_asked_nothing(self):
        logs = [self.play(rules=rules, bots={"b": "basic", "s": QUIET}, seats=["b", "s", "s"], deals=18) for rules in ("isko", GIVING_UP)]
        assert (logs[0] / "games.jsonl").read_bytes() == (logs[1] / "games.jsonl").read_bytes()

    def test_granted_refused_agreed(self):
        folder, lines = self.without_faults(rules=GIVING_UP, bots={"r": HAND}, seats=["r"] * 3, seed=1)
        found = self.endings(lines)
        assert all(found[what] for what in (("CL", True), ("CL", False), ("RE", False), "y", "n")), found
        told = arena("replay", folder, "--count", 36).stdout
        words = ("claims the rest: granted", "claims the rest: refused", "asks to give up", "accepts", "refuses")
        assert all(word in told for word in words)

    def test_players_claim_what_is_certain(self):
        """Their claims are granted, and what they give up was lost: no score differs from those of silent players."""
        said, silent = (read_lines(self.play(rules=GIVING_UP, seats=["s"] * 3, deals=36, bots={
            "s": {"module": "stammtisch", "options": {"claims": talks, "concede": 0}}})) for talks in (True, False))
        assert [line["score"] for line in said] == [line["score"] for line in silent]
        found = self.endings(said)
        assert found["CL", True] > 5 and not found["CL", False] and not self.endings(silent), found

    def test_stammtisch_gives_up_before_its_first_card(self):
        """By default, and never where its option says so; what it declares about the rule option `concede` holds in both cases."""
        for share in (30, 0):
            path = self.write_config(bots={"s": {"module": "stammtisch", "options": {"concede": share}}}, seats=["s"] * 3, sessions=3,
                                     variations={"never": {"concede": "never"}})
            out = self.temp / f"study{share}"
            assert arena("study", path, "--out", out, "--quiet").returncode == OK
            changed = read_json(out, "study.json")["variations"][0]
            assert ("indifferent" in changed, changed["changed_games"] > 0) == ((False, True) if share else (True, False))
            given_up = [line for line in read_lines(out / "baseline") if line["status"] == "conceded"]
            assert bool(given_up) == (share > 0)
            for line in given_up:
                assert tokens(line)[-1] == (str(line["declarer"]), "RE")
                own = [action for actor, action in tokens(line) if actor == str(line["declarer"])]
                assert not [action for action in own if re.fullmatch("[CSHD][7-9TJQKA]", action)]

    def test_stammtisch_announces_schneider_by_hand(self):
        """With its option, where the rules have that announcement."""
        codes = []
        for rules, share in (({}, 40), ({"game": "herzblatt"}, 40)):
            bot = {"module": "stammtisch", "options": {"schneider": share} if share else {}}
            lines = read_lines(self.play(rules=rules, bots={"s": bot}, seats=["s"] * 3, sessions=5))
            assert not [line for line in lines if "fault" in line]
            codes.append([line["contract"] for line in lines if line["contract"]])
        assert {code[1:] for code in codes[0] if "S" in code[1:]} == {"HS"}

    @pytest.mark.parametrize("bot", [{"module": "stammtisch"}, {"module": "neural"}, FAST], ids=lambda bot: bot["module"])
    def test_stammtisch_is_announced_where_it_is_certain(self, bot):
        """However the others lie, by whom they are played, and whoever leads; as open as the rules have it."""
        chance = random.Random(1)
        grand, clubs = "CJ SJ HJ DJ CA SA HA DA CT ST", "CJ SJ HJ DJ CA CT CK SA ST HA"
        three, two = "CJ SJ HJ CA CT CK CQ SA ST HA", "CJ SJ CA CT CK CQ C9 C8 C7 SA"
        deals = []
        for hand, seats in ((grand, (0, 1)), (clubs, (0, 2)), (three, (0,)), (two, (0,)))[::4 if bot is FAST else 1]:
            for seat in seats:
                rest = [suit + rank for suit in "CSHD" for rank in "789QKTAJ" if suit + rank not in hand]
                chance.shuffle(rest)
                hands = [rest[:10], rest[10:20]]
                hands.insert(seat, hand.split())
                deals.append("|".join(".".join(cards) for cards in [*hands, rest[20:]]))
        for rules, flags in (("isko", "O"), ({"announcements": ["ouvert_alone"]}, "Z"))[:1 if bot is FAST else 2]:
            lines = read_lines(self.play(rules=rules, bots={"s": bot, "r": "random"}, seats=["s", "r", "r"], schedule="rotations",
                                         deals=deals))
            own = [line for line in lines if line["declarer"] is not None and line["table"][line["seats"][line["declarer"]]] == "s"]
            shown = [line for line in own if line["contract"][0] in "GCSHD" and flags in line["contract"][1:]]
            assert len(shown) >= (1 if bot is FAST else 4)
            assert all(line["result"]["won"] and line["result"]["tricks"] == 10 for line in shown)

    def test_nobody_is_asked(self):
        found = self.endings(read_lines(self.play(rules={"concede_later": "rest"}, bots={"r": HAND}, seats=["r"] * 3)))
        assert found["RE", True] and found["RE", False] and not found["y"] and not found["n"], found

    def test_a_fault_in_the_answer_is_a_fault(self):
        """The side of whoever answers what is illegal loses what is not decided."""
        folder = self.play(rules={"concede_later": "consent"}, bots={"w": bad_bot("wild", wild=60), "r": HAND}, seats=["w", "r", "r"],
                           seed=1)
        asked = [tokens(line) for line in read_lines(folder) if line["status"] == "illegal" and len(tokens(line)) > 1]
        assert any(moves[-2][1] == "RE" and moves[-2][0] != moves[-1][0] for moves in asked)
        self.assert_scored(folder)


class TestCallsAndKnocks(VariantTest):
    """rules.md 3.1 and 7.5; test_game.c has what may be said and who is asked, tests/data/games what it costs."""

    def test_players_name_games_and_owe_them(self):
        """The deals are those of the official auction."""
        _, lines = self.without_faults(rules={"auction": "suits"}, bots={"p": FAST, "r": HAND, "s": "stammtisch"}, seats=["p", "r", "s"],
                                       deals=8)
        for name in "ps":
            assert any(action.startswith("f.") for line in lines for action in of_bot(line, name))
        assert all(line["bid"] == 0 for line in lines)
        by_values = read_lines(self.sample(deals=8))
        assert [line["cards"] for line in lines] == [line["cards"] for line in by_values]

    def test_players_knock(self):
        rules = {"auction": "none", "passed_in": "schieberamsch", "ramsch": {"klopfen": "always"}}
        _, lines = self.without_faults(rules=rules, deals=12, bots={"s": "stammtisch", "p": FAST, "r": HAND}, seats=["s", "p", "r"])
        assert all(sum("k" in of_bot(line, name) for line in lines) > 1 for name in "spr")
        for line in lines:
            said = [action for _, action in tokens(line)]
            assert line["result"]["doubling"] == 2 ** (said.count("k") + said.count("x"))


class TestReplays(VariantTest):
    def test_variants_in_words(self):
        folder = self.everything()
        lines = read_lines(folder)
        told = re.split(r"^game (?=\d+:)", arena("replay", folder, "--count", len(lines), "--ascii").stdout, flags=re.M)[1:]
        cases = (
            (lambda line: line.get("round", {}).get("kind") == "bock", ("bock round, deal ", "counts 2 times")),
            (lambda line: line.get("round", {}).get("kind") == "ramsch", ("ramsch round, deal ",)),
            (lambda line: line["contract"] == "R", ("ramsch\n", "points in", "tricks")),
            (lambda line: line["moves"].count(" K") == 2, ("says kontra", "says re", ", re ")),
            (lambda line: line["result"]["levels"].get("gift_refused"), ("gift refused",)),
            (lambda line: " x." in line["moves"], ("takes the cards and passes on",)),
            (lambda line: " x " in line["moves"], ("passes the cards on unseen", "unseen: times")),
            (lambda line: "rum" in line["result"]["levels"], ("says rum, and shows", ", rum ")),
            (lambda line: line["contract"] == "V", ("revolution", "now holds")),
            (lambda line: "+" in (line["contract"] or ""), ("spitze",)),
            (lambda line: "triggers" in line, ("opens a round: ",)),
            (lambda line: "rounds_lost" in line, ("loses the round",)),
            (lambda line: True, ("total r ",)),
        )
        for fits, words in cases:
            line = next(line for line in lines if fits(line))
            text = told[line["game"]]
            assert text.startswith(f"{line['game']}:") and all(word in text for word in words), (words, line["moves"], text)

    def test_one_line_by_itself_is_enough(self):
        folder = self.everything()
        line = next(line for line in read_lines(folder) if line.get("round", {}).get("kind") == "ramsch" and line["contract"] != "R")
        single, rules = self.temp / "one.jsonl", self.temp / "rules.json"
        single.write_text(json.dumps(line) + "\n")
        rules.write_text(json.dumps(read_json(folder, "manifest.json")["rules"]))
        assert "grand hand" in arena_ok("replay", single, "--rules", rules).stdout


class TestTables(VariantTest):
    def test_the_table_shows_the_scoring_that_is_played(self):
        done, _ = self.run_config(rules=EVERYTHING, bots={"r": HAND}, seats=["r"] * 3)
        assert all(word in done.stdout for word in ("minus", "ramsch", "bock", "kontra", "rounds lost", "money"))
        assert "Seeger" not in done.stdout
