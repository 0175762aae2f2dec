# SPDX-License-Identifier: MIT
"""End-to-end tests of --rule KEY=VALUE: what it changes, where it is recorded, and what is refused."""
import re

from harness import *

PLAYED = ["--rule", "grand=20", "--rule", "kontra=re", "--rule", "value.null=[30, 40, 50,60]", "--rule", "bock=sixty_sixty,re_said",
          "--rule", "value.grand_ouvert=30", "--rule", "rum=true", "--rule", "money.stake=0.5"]
VALUES = {"grand": 20, "null": [30, 40, 50, 60], "grand_ouvert": 30}


def rules_of(folder):
    return read_json(folder, "manifest.json")["rules"]


class TestRule(RunTest):
    def test_run(self):
        """It is the rule that holds, whatever the config says; everything else stays."""
        def check(rules):
            fields = {} if rules is None else {"rules": rules}
            folder = self.sample(*PLAYED, deals=18, **fields)
            rules_played, plain = rules_of(folder), rules_of(self.sample(deals=18, **fields))
            assert {name: rules_played["value"][name] for name in VALUES} == VALUES
            assert rules_played["rum"] and rules_played["money"]["stake"] == 0.5
            assert rules_played["kontra"]["levels"] == 2 and rules_played["bock"]["triggers"] == ["re_said", "sixty_sixty"]
            self.assert_scored(folder)
            changed = {"value", "rum", "money", "kontra", "bock"}
            assert {key for key in plain if plain[key] != rules_played[key]} <= changed
            assert not isinstance(rules, dict) or rules_played["kontra"]["when"] == "first_trick"
        check_each((None, {"extends": "stammtisch", "kontra": {"levels": 1}, "value.grand": 24}), check)

    def test_study(self):
        """Of the baseline; a variation changes what it names."""
        path = self.write_config(variations={"rum": {"rum": True}}, deals=3)
        out = self.temp / "study"
        arena_ok("study", path, "--out", out, "-q", "--rule", "grand=20")
        for name, rum in (("baseline", False), ("rum", True)):
            assert (rules_of(out / name)["value"]["grand"], rules_of(out / name)["rum"]) == (20, rum)

    def test_grid(self):
        path = self.write_config(bots={"s": "stammtisch"}, seats=["s", "s", "s"], tune={"grid": {"caution": [40, 50]}, "deals": 72})
        done = arena("tune", path, "--out", self.temp / "grid", "--json", "-q", "--rule", "grand=20", "--rule", "nonsense=1")
        assert done.returncode == USAGE and "nonsense" in done.stderr and "value.grand" not in done.stderr

    def test_two_bots(self):
        out = self.temp / "out"
        done = arena_ok("compare", "random", "basic", "--deals", 3, "--out", out, "-q", "-f", "--rules", "isko",
                        "--rule", "grand=20", "--rule", "passed_in=ramsch")
        assert (rules_of(out)["value"]["grand"], rules_of(out)["passed_in"]) == (20, "ramsch")
        done = arena("plan", "random", "basic", "--deals", 36, "--rule", "grand=0")
        assert done.returncode == USAGE and "--rule value.grand: found 0; expected an integer 1..100" in done.stderr

    def test_logs(self):
        """With --rules, for commands that replay a log by other rules than its own."""
        folder = self.sample("--rule", "value.lost_factor=3", deals=9)
        self.assert_same_bytes(folder, self.sample(rules={"value.lost_factor": 3}, deals=9))
        assert arena("verify", folder).returncode == OK
        assert arena("verify", folder, "--rules", "isko").returncode == BAD_FILE
        done = arena_ok("verify", folder, "--rules", "isko", "--rule", "value.lost_factor=3")
        for command in ("verify", "replay"):
            arena_says(USAGE, "changes the set that --rules names", command, folder, "--rule", "value.lost_factor=3")
            done = arena(command, folder, "--rule", "value.lost_factor=9", "--rules", "isko")
            assert done.returncode == USAGE and "--rule value.lost_factor: found 9; expected an integer 1..4" in done.stderr
        arena_says(USAGE, "--rule", "compare", folder, "--rule", "rum=true")

    def test_seats_are_those_of_the_log(self):
        """A set says nothing of seats, so any log fits; what the words say has to be true."""
        folder = self.sample(seats=["r", "r", "r", "r"], bots={"r": UNIFORM}, deals=4)
        (self.temp / "alone").mkdir()
        alone = self.temp / "alone" / "games.jsonl"
        alone.write_bytes((folder / "games.jsonl").read_bytes())
        for log in (folder, alone):
            for words in ("--rule=seats=4",):
                assert arena("verify", log, "--rules", "isko", *words.split()).returncode == OK
            for seats in (3,):
                done = arena("verify", log, "--rules", "isko", "--rule", f"seats={seats}")
                assert done.returncode == BAD_FILE and f"a table of 4 seats; the rules have seats {seats}" in done.stderr

    def test_check(self):
        arena_says(USAGE, 'found "maybe"', "check", "random", "--deals", 5, "--rule", "value.grand=20", "--rule", "kontra.levels=maybe")

    def test_what_is_wrong(self):
        def check(word, says):
            self.run_says(USAGE, ("--rule", says), *(f"--rule={one}" for one in word.split()))
        check_each((
            ("grand", "expected KEY=VALUE"), ("value.gran=20", 'did you mean "value.grand"'),
            ("grand=many", 'found "many"; expected an integer 1..100'), ("rum=1", "expected true | false"),
            ("kontra.when=later", 'expected "after_lead" | "before_lead"'), ("null=1,2,3", "expected 4 integers"),
            ("bock.triggers=nothing", "expected"), ("rum=true rum=false", "rum is given twice"),
            ("kontra=2 kontra.levels=1", "kontra.levels is given twice"), ("ramsch=3", 'passed_in: found "3"; expected "void" | "ramsch"'),
            ("kontra=maybe", "kontra.levels: found")), check)
        self.run_says(USAGE, "leaves nothing to play", "--rule", "auction=none")


class TestShortForms(RunTest):
    def test_each_means_what_the_reference_says(self):
        """Typed, and as the option that it stands for; where any value may follow, with that of this table."""
        values = {"ramsch": "void", "schieberamsch": "ramsch", "klopfen": "off", "grand": "20", "null": "[30,40,50,60]",
                  "matadors": "jacks", "kontra": "5", "bock": "re_said", "spitzen": "1", "scoring": "minus", "stake": "0.5",
                  "ace": "clubs"}
        page = arena("rules", "reference").stdout.split("| short form")[1]
        forms = re.findall(r"^\| `(.*?)` \| `(.*?)` \|$", page, re.M)
        assert len(forms) > 20 and {typed.split("=")[0] for typed, _ in forms if typed.endswith("=...")} == set(values)

        def rules_by(word, key):
            done, out = self.run_ok("--rule", word, "--force", deals=1, rules="ass" if key == "ace" else "isko")
            return rules_of(out)
        for typed, word in forms:
            key = typed.split("=")[0]
            short, long = (text.replace("...", values.get(key, "")) for text in (typed, word))
            assert rules_by(short, key) == rules_by(long, key), typed


class TestRuleSets(RunTest):
    def test_any_number_of_files_is_validated(self):
        """More than a pattern of the shell once allowed."""
        files = [ROOT / "configs" / "rules" / "isko.json"] * 300
        done = arena("rules", "validate", *files)
        assert done.returncode == OK and done.stdout.count("a valid rule set") == 300


class TestFaults(RunTest):
    """What a fault costs by the rule sets of Skat (rules.md 8.3)."""

    def charge_of(self, name):
        done = arena_ok("rules", "show", name, "--json")
        return json.loads(done.stdout)["faults"]

    def test_the_order_charges_less_than_the_default(self):
        """ISkO 4.1.4, in the sets that follow it; the harsher way is an option of theirs, and the default."""
        for name in ("isko", "liga", "preisskat", "ruten-jung"):
            assert self.charge_of(name) == "conceded"
        assert self.charge_of("skat") == self.charge_of("stammtisch") == "worst"

    def test_a_run_says_where_a_bot_can_gain_by_faults(self):
        for words, warned in (((), False), (("--rules", "isko"), True), (("--rules", "isko", "--rule", "faults=worst"), False)):
            done = arena("compare", "random", "basic", "--deals", 3, "--out", self.temp / "run", "-q", "-f", *words)
            assert done.returncode in (OK, 1, 2), done.stderr
            assert ('faults "conceded" charges' in done.stderr) == warned, done.stderr
            assert read_json(self.temp / "run", "manifest.json")["rules"]["faults"] == ("conceded" if warned else "worst")
