#!/usr/bin/env python3
"""Two at the table, end to end: Pilotenskat, Skat with a dummy, Oma-Skat, Offiziersskat.

    python3 tests/test_two.py BUILD_FOLDER [NAME_PART]...

Runs are checked by `verify`, by the scorekeeper and by the statistician, which read the rules and the
statistics on their own.
"""
import json
import subprocess
import sys
import time

import harness
import statistician
from harness import BAD_FILE, OK, PASS, RANDOM, ROOT, UNIFORM, USAGE, RunTest, arena, mixed, read_json
from harness import read_lines

GAMES = ("pilot", "strohmann", "oma", "offiziersskat")
HANDS = {game: 2 if game == "offiziersskat" else 3 for game in GAMES}
CLUB = "stammtisch"


def two():
    return {"bots": {"a": mixed(), "b": UNIFORM}, "seats": ["a", "b"]}


ALL_OPTIONS = {
    "kontra": {"levels": 4, "when": "first_trick", "who": "bidders_or_18"}, "concede": "before_lead",
    "spitzen": {"max": 3}, "rum": True, "sachsenspitze_base": 20, "announce_with_skat": True,
    "bock": {"triggers": ["kontra_lost", "sixty_sixty", "declarer_schneider"], "pending": "restart"},
    "lost_hand": "single", "overbid_hand": "hand", "schneider_schwarz": "double"}
FEW_OPTIONS = {  # of Offiziersskat
    "kontra": {"levels": 4}, "lost_factor": 2, "matadors": "trumps", "schneider_schwarz": "double",
    "grand_base": 20, "schneider_points": 91,
    "bock": {"triggers": ["kontra_lost", "sixty_sixty", "declarer_schneider"], "pending": "restart"}}


class Tables(RunTest):
    def assert_statistics(self, folder):
        differences = statistician.check_folder(folder)
        self.assertFalse(differences, "\n".join(differences[:10]))

    def test_both_seatings_of_every_deal(self):
        for game in GAMES:
            with self.subTest(game=game):
                out = self.play(rules=game, schedule="rotations", deals=120, **two())
                self.assert_sound(out)
                self.assert_schemas(out)
                self.assert_statistics(out)
                lines = read_lines(out)
                self.assertEqual(len(lines), 240)
                self.assertEqual({tuple(line["table"]) for line in lines}, {("a", "b"), ("b", "a")})
                for line in lines:
                    dealer = line["dealer"]
                    self.assertEqual(line["seats"], [1 - dealer, -1, dealer] if HANDS[game] == 3
                                     else [1 - dealer, dealer, -1])
                    self.assertEqual(len(line["score"]), 2)

    def test_the_dealer_alternates(self):
        lines = read_lines(self.play(rules="pilot", deals=8, **two()))
        self.assertEqual([line["dealer"] for line in lines], [0, 1] * 4)

    def test_workers_change_nothing(self):
        for game in GAMES:
            with self.subTest(game=game):
                one, three = (self.play("--workers", n, rules=game, deals=100, schedule="rotations",
                                        **two()) for n in (1, 3))
                self.assert_same_bytes(one, three)

    def test_every_option_that_the_games_have(self):
        for game in GAMES:
            for scoring in ("classic", "seeger_fabian", "minus", "opponents"):
                with self.subTest(game=game, scoring=scoring):
                    rules = {"extends": game, "scoring": scoring} | (
                        FEW_OPTIONS if game == "offiziersskat" else ALL_OPTIONS)
                    out = self.play(rules=rules, schedule="rotations", deals=60, **two())
                    self.assert_sound(out)
                    self.assert_schemas(out)
                    self.assert_statistics(out)
                    self.assertTrue(any(" K" in line["moves"] for line in read_lines(out)))

    def test_isolation_and_a_shard_change_nothing(self):
        plain = self.play(rules="strohmann", deals=20, **two())
        fenced = self.play("--isolation", "process", rules="strohmann", deals=20, **two())
        self.assert_same_bytes(plain, fenced, ["games.jsonl"])

    def test_a_pack_of_cards_that_is_given(self):
        deals = [line["cards"] for line in read_lines(self.play(rules="strohmann", deals=5, **two()))]
        out = self.play(rules="strohmann", **(two() | {"deals": deals}))
        self.assertEqual([line["cards"] for line in read_lines(out)], deals)
        done, _ = self.run_config(rules="pilot", **(two() | {"deals": deals}))
        self.assertEqual(done.returncode, USAGE)

    def test_resume(self):
        path = self.write_config(**(two() | {"rules": "oma", "deals": 4000, "schedule": "rotations"}))
        whole, cut = self.temp / "whole", self.temp / "cut"
        self.assertEqual(arena("run", path, "--out", whole, "--quiet").returncode, OK)
        process = subprocess.Popen([harness.program(), "run", path, "--out", cut, "--quiet"], cwd=ROOT)
        until = time.monotonic() + harness.TIMEOUT
        log = cut / "games.jsonl"
        while process.poll() is None and not (log.exists() and log.stat().st_size > 10000):
            self.assertLess(time.monotonic(), until)
        process.kill()
        process.wait()
        if not (cut / "summary.json").exists():  # else it was faster than this test
            done = arena("run", "--resume", cut, "--quiet")
            self.assertEqual(done.returncode, OK, done.stderr)
        self.assert_same_bytes(whole, cut)


class Schedules(RunTest):
    BOTS = {"a": RANDOM, "b": UNIFORM, "c": PASS, "d": CLUB}

    def tables(self, folder):
        return [tuple(table) for table in read_json(folder, "manifest.json")["schedule"]["arrangements"]]

    def test_a_duel_is_both_seatings(self):
        out = self.play(rules="pilot", schedule="duel", deals=30, bots={"a": RANDOM, "b": UNIFORM},
                        seats=["a", "b"])
        self.assertEqual(self.tables(out), [("a", "b"), ("b", "a")])
        self.assertEqual(read_json(out, "manifest.json")["schedule"]["per_deal"], 2)
        self.assert_sound(out)
        self.assertFalse(statistician.check_folder(out))

    def test_a_round_robin_is_all_pairs(self):
        out = self.play(rules="oma", schedule="round_robin", deals=12, bots=self.BOTS, seats=list("abcd"))
        self.assertEqual(len(self.tables(out)), 12)
        self.assertEqual(set(self.tables(out)), {(x, y) for x in "abcd" for y in "abcd" if x != y})
        self.assert_sound(out)
        self.assertFalse(statistician.check_folder(out))

    def test_a_gauntlet_is_the_first_against_each(self):
        out = self.play(rules="strohmann", schedule="gauntlet", deals=12, bots=self.BOTS,
                        seats=list("abcd"))
        self.assertEqual(self.tables(out), [(x, y) for other in "bcd" for x, y in (("a", other), (other, "a"))])
        self.assert_sound(out)
        self.assertFalse(statistician.check_folder(out))

    def test_equal_bots_differ_by_nothing(self):
        out = self.play(rules="pilot", schedule="duel", deals=100, bots={"a": CLUB, "b": CLUB},
                        seats=["a", "b"])
        pair = read_json(out, "summary.json")["comparison"]
        self.assertEqual(pair["verdict"], "identical play")


class Commands(RunTest):
    def test_the_wrong_number_of_seats_is_an_error(self):
        for rules, seats in (("pilot", ["a", "b", "a"]), ("isko", ["a", "b"])):
            done, _ = self.run_config(rules=rules, **(two() | {"seats": seats}))
            self.assertEqual(done.returncode, USAGE)
            self.assertIn("seats", done.stderr)

    def test_a_set_that_is_not_there_is_of_no_game(self):
        done, _ = self.run_config(rules={"extends": "pilott", "game": "pilot"}, **two())
        self.assertEqual(done.returncode, USAGE)
        self.assertIn('no rule set "pilott"', done.stderr)
        self.assertNotIn("is of the game", done.stderr)

    def test_options_that_a_dummy_cannot_have_are_errors(self):
        for options in ({"schenken": "all"}, {"passed_in": "ramsch"}, {"revolution": "skat"}):
            done, _ = self.run_config(rules={"extends": "pilot"} | options, **two())
            self.assertEqual(done.returncode, USAGE)
            self.assertIn(next(iter(options)), done.stderr)

    def test_replay_says_who_has_which_cards(self):
        out = self.play(rules="strohmann", deals=6, **two())
        done = arena("replay", out, "--game", "0")
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertIn("(dummy)", done.stdout)
        self.assertIn("second skat", done.stdout)
        done = arena("replay", self.play(rules="oma", deals=6, **two()), "--game", "0")
        self.assertIn("(pile)", done.stdout)
        self.assertNotIn("(dummy)", done.stdout)

    def test_of_two_hands_the_second_is_the_dealers(self):
        """Wherever a position is named; there is no middlehand."""
        fault = harness.bad_bot("faulty", what="illegal_card", when="card", percent=30)
        out = self.play(rules="offiziersskat", schedule="duel", deals=60,
                        bots={"a": CLUB, "f": fault}, seats=["a", "f"])
        comparison = read_json(out, "summary.json")["comparison"]
        self.assertEqual([part["name"] for part in comparison["positions"]], ["forehand", "dealer"])
        self.assertLessEqual({swing["first"]["position_name"] for swing in comparison["swings"]},
                             {"forehand", "dealer"})
        faults = [json.loads(line) for line in (out / "faults.jsonl").read_text().splitlines()]
        self.assertEqual({fault["position"] for fault in faults}, {"forehand", "dealer"})
        self.assert_schemas(out)
        self.assertFalse(statistician.check_folder(out))
        shown = [arena("faults", out).stdout, arena("compare", out).stdout]
        done = arena("check", f"{fault['module']}:what=illegal_card", "--rules", "offiziersskat",
                     "--deals", "4")
        for text in shown + [done.stdout]:
            self.assertIn("forehand", text)
            self.assertNotIn("middlehand", text)

    def test_nobody_bids(self):
        """Where there is no auction, nothing is said about bids."""
        out = self.play(rules="offiziersskat", schedule="duel", deals=30, **two())
        text = arena("compare", out).stdout
        self.assertIn("bidding, same cards", text)
        self.assertIn(" announces ", text)
        for words in ("goes higher", "by final bid", "says C", "says G"):
            self.assertNotIn(words, text)
        out = self.play(rules="pilot", schedule="duel", deals=30, **two())
        self.assertIn("goes higher", arena("compare", out).stdout)

    def test_replay_shows_the_rows_of_covered_cards(self):
        out = self.play(rules="offiziersskat", deals=2, **two())
        done = arena("replay", out, "--ascii", "--game", "0")
        self.assertEqual(done.returncode, OK, done.stderr)
        hand = read_lines(out)[0]["cards"].split("|")[0].split(".")
        self.assertIn(f" {hand[4]}/{hand[0]} {hand[5]}/{hand[1]}", done.stdout)
        self.assertIn("each card open/covered\n", done.stdout)
        self.assertIn("dealer ", done.stdout)
        self.assertIn("  16. ", done.stdout)
        self.assertNotIn("auction", done.stdout)

    def test_the_report_opens_every_game(self):
        for game in GAMES:
            out = self.play(rules=game, deals=20, schedule="rotations", **two())
            done = arena("report", out)
            self.assertEqual(done.returncode, OK, done.stderr)

    def test_what_cannot_serve_the_games_says_so(self):
        out = self.play(rules="pilot", deals=4, **two())
        for command in ("export", "analyze"):
            done = arena(command, out)
            self.assertEqual(done.returncode, BAD_FILE, command)
            self.assertIn("Pilotenskat", done.stderr)
        done, _ = self.run_config("--play", "solver", rules="pilot", **two())
        self.assertEqual(done.returncode, USAGE)
        self.assertIn("solver", done.stderr)

    def test_compare_and_a_study(self):
        out = self.temp / "duel"
        done = arena("compare", "stammtisch", "random", "--rules", "oma", "--deals", "200", "--out", out,
                     "--quiet")
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assert_sound(out)
        path = self.write_config(rules="strohmann", deals=30, variations={"kontra": {"kontra": {"levels": 1}}},
                                 **two())
        done = arena("study", path, "--out", self.temp / "study", "--quiet")
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assert_sound(self.temp / "study" / "base")

    def test_check_finds_nothing_in_the_club_player(self):
        for game in GAMES:
            done = arena("check", "stammtisch", "--rules", game, "--deals", "60", timeout=300)
            self.assertEqual(done.returncode, OK, done.stdout + done.stderr)

    def test_tampering_is_found(self):
        for game, field in (("pilot", "seats"), ("oma", "moves"), ("strohmann", "points")):
            out = self.play(rules=game, deals=30, **(two() | {"bots": {"a": RANDOM, "b": RANDOM}}))
            lines = read_lines(out)
            if field == "seats":
                lines[0]["seats"][1] = 0
            elif field == "points":
                lines[0]["result"]["points"] += 1
            else:
                line = next(line for line in lines if line["moves"].count(" w ") > 4)
                words = line["moves"].split(" ")
                last = len(words) - 1 - words[::-1].index("w") + 1
                words[last] = "C7" if words[last] != "C7" else "C8"
                line["moves"] = " ".join(words)
            (out / "games.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
            self.assert_tampering_found(out, field)

    def test_a_fault_at_the_dummys_cards_is_the_players(self):
        lines = read_lines(self.play(rules="pilot", deals=200, schedule="rotations", bots={
            "a": harness.bad_bot("faulty", what="illegal_card", after=1), "b": RANDOM},
            seats=["a", "b"]))
        faults = [line for line in lines if line["status"] == "illegal"]
        self.assertTrue(faults)
        at_dummy = [line for line in faults if line["moves"].split(" ")[-2] == "1"]
        self.assertTrue(at_dummy)
        for line in faults:
            self.assertEqual(line["table"][line["fault"]], "a")

    def test_a_fault_before_a_turned_card_is_read_as_it_was_written(self):
        for rules in ({"kontra": {"levels": 1}}, {"concede": "before_second_lead"}):
            with self.subTest(rules=rules):
                out = self.play(rules={"game": "oma"} | rules, deals=200, schedule="rotations", bots={
                    "a": harness.bad_bot("faulty", what="fail_crash", when="concede", percent=50),
                    "b": RANDOM}, seats=["a", "b"])
                self.assertTrue([line for line in read_lines(out) if line["status"] == "crash"])
                self.assert_sound(out)


class Bots(RunTest):
    def test_the_club_player_is_far_better_than_chance(self):
        """Measured on 4000 deals: 66 (Pilotenskat), 62 (Strohmann), 54 (Oma), 33 (Offiziersskat)."""
        for game, least in (("pilot", 50), ("strohmann", 45), ("oma", 40),
                            ("offiziersskat", 25)):
            out = self.play("--log", "none", rules=game, schedule="duel", deals=1000,
                            bots={"club": CLUB, "random": RANDOM}, seats=["club", "random"])
            comparison = read_json(out, "summary.json")["comparison"]
            self.assertGreater(comparison["scorings"]["classic"]["mean"], least, game)

    def test_the_samples_run(self):
        for game in GAMES:
            out = self.temp / f"sample-{game}"
            done = arena("run", ROOT / "configs" / f"{game}.json", "--deals", "20", "--out", out, "--quiet")
            self.assertEqual(done.returncode, OK, done.stderr)
            self.assert_sound(out)

    def test_a_child_plays_them(self):
        """pipe/example.py answers every card that is asked, the dummy's, too."""
        child = {"module": "pipe", "options": {"command": "python3 bots/pipe/example.py"}}
        for game in GAMES:
            out = self.play(rules=game, deals=4, bots={"a": child, "b": CLUB}, seats=["a", "b"])
            self.assert_sound(out)
            self.assertTrue(all(line["status"] not in harness.FAULTS for line in read_lines(out)))

    def test_an_older_bot_is_warned_about(self):
        done, _ = self.run_config(rules="pilot", deals=4, bots={"a": "basic", "b": CLUB}, seats=["a", "b"])
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertIn("dummy", done.stderr)
        done, _ = self.run_config(rules="offiziersskat", deals=4, bots={"a": "basic", "b": CLUB},
                                  seats=["a", "b"])
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertIn("covered", done.stderr)


if __name__ == "__main__":
    sys.exit(harness.main(sys.modules[__name__]))
