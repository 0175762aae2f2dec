# SPDX-License-Identifier: MIT
"""Configs: what is refused, with the place and the reason (data/refused-configs.jsonl), their names, rules and given deals."""
import json
import re

from harness import *


def with_bots(value):
    """A config of the table, in which "@NAME" is a module of tests/bots."""
    if isinstance(value, dict):
        return {key: with_bots(one) for key, one in value.items()}
    if isinstance(value, list):
        return [with_bots(one) for one in value]
    if isinstance(value, str) and value.startswith("@"):
        return str(ROOT / "Makefile") if value.endswith("/Makefile") else bad_bot(value[1:])
    return value


class TestConfigs(RunTest):
    def assert_refused(self, *parts, text=None, **fields):
        """Exit status 64, each part of the message, the file's name, and nothing is written."""
        path = self.write_config(**fields)
        if text is not None:
            path.write_text(text)
        out = self.temp / "never"
        done = arena("run", path, "--out", out)
        assert (done.returncode, done.stdout) == (USAGE, ""), done.stderr
        lines = done.stderr.strip().splitlines()
        for part in (*parts, path.name):  # a word, or several in a line
            words = part if isinstance(part, list) else [part]
            assert any(all(word in line for word in words) for line in lines), (words, done.stderr)
        assert not out.exists(), "a result folder was made"
        return lines

    def test_what_is_refused(self):
        rows = read_lines_of(ROOT / "tests" / "data" / "refused-configs.jsonl")
        check_each(rows, lambda row: self.assert_refused(*row["says"], text=row.get("text"), **with_bots(row.get("config", {}))))

    def test_text_that_is_no_text(self):
        for text, place in ((b'{\n "name": "a\xffb"}', ":2:12: not UTF-8"), (b'{"name": "a\0b"}', "zero byte")):
            config = self.temp / "bytes.json"
            config.write_bytes(text)
            arena_says(USAGE, place, "run", config, "--out", self.temp / "bytes")

    def test_each_problem_is_a_line(self):
        assert len(self.assert_refused("$.rules.game", rules={"game": "omaskat"})) == 1
        assert len(self.assert_refused('"q"', bots={"r": "random"}, seats=["r", "x\ny", "q"])) == 2

    def test_half_a_bot_may_bid_alone(self):
        self.play(bots={"r": {"bid": bad_bot("only_bids"), "play": "random"}}, deals=1)

    def test_command_line(self):
        path = self.write_config()
        for option in (("--seed", "-1"), ("--deals", "0"), ("--log", "some"), ("--sed", "1"), ("second.json",)):
            done = arena("run", path, *option, "--out", self.temp / "never")
            assert done.returncode == USAGE and done.stderr and not (self.temp / "never").exists(), option
        assert "--seed" in done.stderr or "--seed" in arena("run", path, "--sed", 1).stderr

    def test_existing_folder(self):
        out = self.sample_copy()
        before = {file.name: file.read_bytes() for file in out.iterdir()}
        arena_says(USAGE, "--force", "run", self.write_config(), "--out", out, "--seed", 99)
        assert before == {file.name: file.read_bytes() for file in out.iterdir()}
        (out / "notes.txt").write_text("mine")
        assert arena("run", self.write_config(), "--out", out, "--seed", 99, "--force").returncode == OK
        assert (out / "games.jsonl").read_bytes() != before["games.jsonl"]
        assert (out / "notes.txt").read_text() == "mine"

    def test_where_results_go(self):
        """Folders on the way are made; a file is no folder, and stays."""
        config, out, file = self.write_config(deals=1), self.temp / "a" / "b" / "c", self.temp / "file"
        assert arena("run", config, "--out", out).returncode == OK and (out / "summary.json").exists()
        file.write_text("mine")
        arena_says(USAGE, f"{file}: is not a folder", "run", config, "--out", file)
        arena_says(USAGE, "file", "run", config, "--out", file / "below")
        assert file.read_text() == "mine"

    def test_rules_beside_the_config(self):
        (self.temp / "house.json").write_text(json.dumps({"extends": "isko", "value.grand": 20}))
        assert read_json(self.play(rules="house"), "manifest.json")["rules"]["value"]["grand"] == 20
        (self.temp / "loop.json").write_text(json.dumps({"extends": "loop"}))
        self.run_says(USAGE, "loop.json: $: \"extends\"", rules="loop")

    def test_rules_by_name_from_another_folder(self):
        """As bots are: those of the tree that the program was built in."""
        config = self.write_config(rules="bierlachs")
        for command, expected in ((["run", config, "--out", self.temp / "there"], ""), (["rules", "list"], "isko"),
                                  (["rules", "show", "ass"], "herz|hearts")):
            done = arena(*command, cwd=self.temp)
            assert done.returncode == OK and re.search(expected, done.stdout), done.stderr
        assert read_json(self.temp / "there", "manifest.json")["rules"]["scoring"]["system"] == "minus"

    def test_unicode_and_long_names(self):
        names = ["Jürgen ♣", "x" * 40]
        self.assert_sound(self.play(bots=dict.fromkeys(names, "random"), seats=names + names[1:], deals=3))


class TestNames(RunTest):
    """A config is a file, or one of the program's by its name."""

    def run_here(self, *words):
        return arena(*words, cwd=self.temp)

    def test_what_is_not_there(self):
        for command, name, message in (
                ("run", "nowhere/x.json", "nowhere/x.json: No such file or directory"), ("run", "configs/x.json", "configs/x.json: No such "
                 "file or directory"), ("study", "pubb", 'pubb: there is no such file, and no config of this name; did you mean "pub"?'),
                ("run", "qqqqqqqq", "qqqqqqqq: there is no such file, and no config of this name")):
            done = self.run_here(command, name)
            assert (done.returncode, done.stdout, done.stderr) == (USAGE, "", f"skat-arena: {message}\n")

    def test_a_folder_of_the_name_is_no_config_but_a_file_is(self):
        """A study comes before another config of its name, for `study`: the program has both, named pub."""
        def played(command):
            done = self.run_here(command, "pub", "--session-deals", "1", "--out", command, "--quiet", "--force", "--workers", "1")
            assert done.returncode == OK, done.stderr
            return self.temp / command
        played("study")
        (self.temp / "pub").mkdir()
        assert sorted(bot["name"] for bot in read_json(played("run"), "summary.json")["bots"]) == ["anna", "bert", "meek"]
        (self.temp / "pub").rmdir()
        self.write_config(deals=1).rename(self.temp / "pub")
        assert [bot["name"] for bot in read_json(played("run"), "summary.json")["bots"]] == ["r"]


class TestGivenDeals(RunTest):
    def deals(self, count=5):
        return arena("deal", "--seed", 4, "--count", count).stdout.split()

    def check(self, folder, deals):
        self.assert_sound(folder)
        lines = read_lines(folder)
        assert [line["cards"] for line in lines] == deals == read_json(folder, "manifest.json")["deals"]
        assert [line["dealer"] for line in lines] == [index % 3 for index in range(len(deals))]

    def test_in_the_config(self):
        deals = self.deals()[::-1]
        folder = self.play(deals=deals)
        self.check(folder, deals)
        assert [line["cards"] for line in read_lines(self.play("--deals", 4, deals=deals))] == deals[:4]
        self.run_says(USAGE, "5", "--deals", 6, deals=deals)
        manifest = read_json(folder, "manifest.json")
        manifest["deals"].reverse()
        (folder / "manifest.json").write_text(json.dumps(manifest))
        self.assert_tampering_found(folder, '"cards"')

    def test_in_a_file(self):
        deals = self.deals()
        text = "# comment\n\n" + "\r\n".join(deals[:3]) + "\r\n" + "\n".join(deals[3:])
        (self.temp / "deals.txt").write_text(text)
        self.check(self.play(deals={"file": "deals.txt"}), deals)
        assert read_lines(self.play(deals={"file": str(self.temp / "deals.txt")}))[-1]["cards"] == deals[-1]

    def test_a_line_by_itself(self):
        """Rules and one line are enough, at any table; a game is found by its number."""
        alone = self.temp / "alone.jsonl"
        alone.write_text((self.sample(seats=["r", "r", "r", "r"], deals=8) / "games.jsonl").read_text().splitlines(True)[5])
        assert "game 5:" in arena_ok("replay", alone, "--game", 5, "--rules", "isko").stdout
        assert arena("replay", alone, "--game", 4, "--rules", "isko").returncode == BAD_FILE

    def assert_refused(self, deals, *parts, **fields):
        self.run_says(USAGE, parts, deals=deals, **fields)

    def test_errors(self):
        good = self.deals(1)[0]
        twice = good.replace(good[:2], good[-2:])
        self.assert_refused([good, twice], "$.deals[1]", good[-2:])
        self.assert_refused([good, good[:-3]], "$.deals[1]")
        self.assert_refused([good, 5], "$.deals[1]")
        self.assert_refused([good], "$.deals", "sessions", sessions=2)
        (self.temp / "bad.txt").write_text(f"{good}\n# two is a comment\n{twice}\n{good}\nx\n")
        self.assert_refused({"file": "bad.txt"}, "bad.txt:3", "bad.txt:5")
        (self.temp / "empty.txt").write_text("# nothing\n")
        self.assert_refused({"file": "empty.txt"}, "empty.txt", "no deals")
        self.assert_refused({"file": "missing.txt"}, "missing.txt")

    def test_no_deal_twice(self):
        """A bot could remember it: the error names both places. Also with its cards in another order, and its hands given to others."""
        one, other = self.deals(2)
        first, second, third, skat = other.split("|")
        backwards = "|".join(".".join(reversed(cards.split("."))) for cards in other.split("|"))
        for again in (backwards, "|".join((second, first, third, skat)), "|".join((third, first, second, skat))):
            self.assert_refused([one, other, again], "$.deals[2]", "has the same hands as deals[1]:")
        (self.temp / "twice.txt").write_text(f"# three deals\n{one}\n{other}\n\n{again}\n")
        self.assert_refused({"file": "twice.txt"}, "twice.txt:5", "has the same hands as line 3:")
        self.check(self.play(deals=[one, other_hidden_cards(one)]), [one, other_hidden_cards(one)])

    def test_games_of_one_deal_are_one_deal(self):
        """Also those that do not follow each other in a log, such as one that was put together from two."""
        folder = self.sample(deals=9)
        deals = [line["cards"] for line in read_lines(folder)]
        (self.temp / "both.jsonl").write_text((folder / "games.jsonl").read_text() * 2)
        done, out = self.run_ok(deals={"file": "both.jsonl"})
        assert "skipping 9 deals of both.jsonl: their hands are those of earlier ones" in done.stderr
        self.check(out, deals)
