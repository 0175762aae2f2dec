"""What is tested of every relative of Skat (rulebook 10): a mixin for its test class.

A class names its GAME, may narrow OPTIONS, and inherits from RelativeTests and RunTest.
"""
import json
import random

from harness import *
from test_variants import BOTS, EVERYTHING, draw_rules


def without(rules, options):
    """A rule set without the options, or members of an object, of these names."""
    kept = {}
    for name, value in rules.items():
        if name in options:
            continue
        if isinstance(value, dict):
            value = {member: inner for member, inner in value.items()
                     if f"{name}.{member}" not in options}
        kept[name] = value
    return kept


# Options of Skat that games have not.
NO_AUCTION = ("no_auction", "passed_in", "overbid_hand", "kontra.who", "bock.ramsch_after",
              "ramsch_round", "schieben")
SUITS_ONLY = ("grand_base", "grand_ouvert_base", "null_values", "revolution",
              "sachsenspitze_base")


class RelativeTests:
    GAME = None        # the option `game`
    CONFIG = None      # the sample in configs/
    WITHOUT = ()       # options that the game has not
    OTHERWISE = {}     # options whose values are others than Skat's: name, values
    BOTS = BOTS
    COMPLETE = True    # the scorekeeper counts it

    def draw(self, chance):
        rules = without(draw_rules(chance), self.WITHOUT)
        for name, values in self.OTHERWISE.items():
            rules[name] = chance.choice(values)
        return rules | {"game": self.GAME}

    def everything(self):
        rules = without(EVERYTHING, self.WITHOUT)
        return rules | {"game": self.GAME}

    def assert_right(self, folder):
        self.assert_verified(folder)
        if self.COMPLETE:
            self.assert_scored(folder)
        faults = [line for line in read_lines(folder) if "fault" in line]
        self.assertFalse(faults[:1])

    def play_drawn(self, seed, bots):
        chance = random.Random(seed)
        seats = chance.choice([3, 3, 4, 5])
        table = [chance.choice(list(bots)) for _ in range(seats)]
        return self.play(seed=seed, deals=chance.choice([7, 12, 36]), sessions=4,
                         rules=self.draw(chance), bots={name: bots[name] for name in set(table)},
                         seats=table, schedule=chance.choice(["fixed", "rotations"]))

    def test_rules_at_random(self):
        for seed in range(24):
            with self.subTest(seed=seed):
                self.assert_right(self.play_drawn(seed, self.BOTS))

    def test_bots_that_answer_anything(self):
        wild = {"w": bad_bot("wild"), "c": bad_bot("wild", wild=5, crash=3)}
        faults = set()
        for seed in range(100, 112):
            with self.subTest(seed=seed):
                folder = self.play_drawn(seed, self.BOTS | wild)
                self.assert_verified(folder)
                if self.COMPLETE:
                    self.assert_scored(folder)
                faults |= {line["status"] for line in read_lines(folder)}
        self.assertLessEqual({"illegal", "crash"}, faults)

    def test_schemas(self):
        for seed in range(200, 204):
            with self.subTest(seed=seed):
                self.assert_schemas(self.play_drawn(seed, self.BOTS | {"w": bad_bot("wild")}))

    def test_any_number_of_workers(self):
        fields = dict(rules=self.everything(), bots={"r": RANDOM, "s": "stammtisch"},
                      seats=["r", "s", "s"], schedule="rotations", sessions=6)
        one, other = self.play("--workers", 1, **fields), self.play("--workers", 3, **fields)
        self.assert_same_bytes(one, other)
        self.assert_right(one)

    def test_sample(self):
        out = self.temp / "sample"
        done = arena("run", f"configs/{self.CONFIG}.json", "--out", out, "--quiet")
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assert_right(out)
        self.assert_schemas(out)
        shown = arena("replay", out, "--game", 1)
        self.assertEqual(shown.returncode, OK, shown.stderr)
        self.assertIn("score", shown.stdout)
        page = arena("report", out)
        self.assertEqual(page.returncode, OK, page.stderr)

    def test_a_line_is_enough(self):
        """Rules and one line: the log without its manifest, each line by itself."""
        folder = self.play(rules=self.everything(), sessions=2)
        lone = self.temp / "lone.jsonl"
        rules = self.temp / "rules.json"
        rules.write_text(json.dumps(read_json(folder, "manifest.json")["rules"]))
        for line in read_lines(folder)[::7]:
            lone.write_text(json.dumps(line | {"game": 0}) + "\n")
            done = arena("replay", lone, "--rules", rules)
            self.assertEqual(done.returncode, OK, done.stderr)

    def test_tampering_is_found(self):
        folder = self.play(rules={"game": self.GAME}, sessions=1)
        log = folder / "games.jsonl"
        lines = log.read_text().splitlines()
        for number, text in enumerate(lines):
            line = json.loads(text)
            if line["declarer"] is None:
                continue
            line["result"]["value"] += 1
            changed = lines[:number] + [json.dumps(line)] + lines[number + 1:]
            log.write_text("\n".join(changed) + "\n")
            self.assert_tampering_found(folder, "result.value")
            return
        self.fail("no game to tamper with")

    def test_stammtisch_beats_random(self):
        folder = self.play(rules={"game": self.GAME}, deals=60, sessions=4, seats=["s", "r", "r"],
                           bots={"s": "stammtisch", "r": RANDOM}, schedule="rotations")
        self.assert_right(folder)
        bots = {bot["name"]: bot for bot in read_json(folder, "summary.json")["bots"]}
        self.assertGreater(bots["s"]["classic"]["per_deal"], bots["r"]["classic"]["per_deal"])

    def refused(self, command, *arguments):
        """Commands that cannot serve the game say so."""
        folder = self.play(rules={"game": self.GAME}, deals=3)
        done = arena(command, folder, *arguments)
        self.assertNotEqual(done.returncode, OK)
        self.assertIn("Skat", done.stderr)

    def test_no_records_of_the_iss(self):
        self.refused("export")

    def test_not_solved(self):
        self.refused("analyze")
        done, out = self.run_config("--play", "solver", rules={"game": self.GAME})
        self.assertEqual(done.returncode, USAGE)
        self.assertFalse(out.exists())
