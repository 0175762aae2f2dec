# SPDX-License-Identifier: MIT
"""End-to-end tests of the report: the data of its page."""
from report_pages import *

pytestmark = pytest.mark.no_sanitizer("about documents, not memory")


# ---- the page -------------------------------------------------------------------------------

class TestPage(ReportTest):
    def assert_closed(self, page):
        """Nothing is fetched from anywhere, and the template is filled in."""
        for marker in ("/*CSS*/", "/*DATA*/", "/*SOLVER*/", "/*JS*/"):
            assert marker not in page
        markup = DATA.sub("", page)
        assert re.findall(r"(?:src|href|action)\s*=\s*[\"']?\s*(?:https?:)?//", markup) == []
        assert re.findall(r"url\(\s*[\"']?\s*(?:https?:)?//|@import|fetch\(|XMLHttp|"
                          r"WebSocket|import\(|sendBeacon", markup) == []
        assert re.findall(r"<script[^>]*\bsrc\b|<link[^>]*stylesheet", markup) == []

    def assert_of(self, run, folder):
        assert run["manifest"] == read_json(folder, "manifest.json")
        assert is_within(read_json(folder, "summary.json"), run["summary"])
        for bot in run["summary"]["bots"]:
            for game in bot["games"].values():
                assert game["declared_share"] == pytest.approx(game["declared"] / bot["declared"])
        comparison = run["summary"].get("comparison")
        if comparison:
            bins = comparison["distribution"]["bins"]
            assert sum(one["unequal"] for one in bins) == comparison["units"] - comparison["equal"]
            assert [one["to"] for one in bins[:-1]] == pytest.approx([one["from"] for one in bins[1:]])

    def assert_printed(self, numbers, printed, page_only=()):
        """Each table of the page has its headings and its rows, with the same texts, among the lines that a terminal shows."""
        lines = [re.split(r"\s{2,}", line.strip()) for line in printed.splitlines()]
        for name, table in numbers.items():
            shared = [i for i, column in enumerate(table["columns"]) if column["title"] not in page_only]
            for cells in ([column["title"] for column in table["columns"]], *table["rows"]):
                if not cells[0].startswith(("final bid ", "first difference: ")):
                    assert [cells[i] for i in shared if cells[i]] in lines, (name, cells)

    def test_the_tables_of_the_page_are_those_of_the_terminal(self):
        folder = self.sample(**DUEL | {"deals": 36, "redeals": 2})
        summary = self.data_of(self.page(folder))["runs"][0]["summary"]
        names = ["scorings", "splits", "declared", "bidders", "calibration", "redealt"]
        printed = arena("compare", folder, "--details").stdout
        self.assert_printed({name: summary["numbers"][name] for name in names}, printed, ["decides", "deals"])
        assert summary["numbers"]["splits"]["caption"] in printed
        config = self.write_config(bots={"a": "stammtisch", "b": RANDOM, "c": "basic"}, seats=["a", "b", "c"], schedule="round_robin",
                                   deals=36, seed=2)
        printed = arena("run", config, "--out", self.temp / "three").stdout
        numbers = self.data_of(self.page(self.temp / "three"))["runs"][0]["summary"]["numbers"]
        self.assert_printed({name: numbers[name] for name in ("points", "games", "pairs")}, printed,
                            ["as declarer", "as defender", "mean bid", "decides", "illegal", "timeout", "crash"])
        assert set(numbers) == {"points", "games", "counters", "pairs", "ratings"}

    def test_only_one_place_lays_out_tables(self):
        """The script shows the texts of the program: it makes no table elsewhere, and formats no number in one."""
        scripts = {path.name: path.read_text() for path in (ROOT / "arena/report/page").glob("*.js")}
        calls = 0
        for name, script in scripts.items():
            assert name == "tables.js" or not re.search(r"el\([^,()]*'(?:table|thead|tbody|tr|td|th)'", script), name
            for call in re.finditer(r"\b(?:tableOf|tableWithNotes|liveTable|sheetTable)\(", script):
                depth, end = 1, call.end()
                while depth:
                    depth += {"(": 1, ")": -1}.get(script[end], 0)
                    end += 1
                text = script[call.end():end]
                assert not re.search(r"\b(?:number|percent|range|toFixed|toPrecision)\(", text), (name, text)
                calls += 1
        assert calls > 10

    def test_in_the_folder(self):
        folder = self.sample_copy(**DUEL)
        done = self.report(folder)
        assert (done.returncode, done.stderr) == (OK, "")
        assert done.stdout == f"{folder}/report.html\n"
        page = (folder / "report.html").read_text()
        self.assert_closed(page)
        data = self.data_of(page)
        assert (data["title"], len(data["runs"]), data["others"]) == ("test", 1, [])
        self.assert_of(data["runs"][0], folder)
        assert (sorted(path.name for path in folder.iterdir())
                == ["games.jsonl", "manifest.json", "report.html", "summary.json", "timing.json"])

    def test_rules_that_differ(self):
        """The page of two runs; the same bytes each time."""
        folders = [self.sample(rules={"rum": True, "value.grand": 20}, **DUEL | {"deals": 3}), self.sample(deals=3)]
        page = self.page(*folders)
        self.assert_closed(page)
        runs = self.data_of(page)["runs"]
        for run, folder in zip(runs, folders, strict=True):
            assert run["folder"] == str(folder)
            self.assert_of(run, folder)
        assert runs[0]["rules_diff"]["changes"]["value.grand"] == [24, 20] and runs[1]["rules_diff"]["changes"] == {}
        done = self.report(*folders)
        assert (done.returncode, done.stdout) == (OK, "report.html\n")
        assert (self.temp / "report.html").read_text() == page

    def test_other_games(self):
        """What only they have: rows of covered cards, turned cards, a choice, a second skat."""
        runs = {}
        for game in ("offiziersskat", "tourneeskat", "raeuberskat", "strohmann"):
            folder = self.sample(rules=game, **DUEL | {"deals": 2, "bots": {"a": "stammtisch", "b": RANDOM}})
            run = self.data_of(self.page(folder))["runs"][0]
            assert run["rules_diff"] == {"from": game, "changes": {}}
            lines = {line["game"]: line for line in read_lines(folder)}
            runs[game] = [(shown, lines[shown["game"]])
                          for swing in run["swings"] for shown in swing["games"]]
        for shown, line in runs["offiziersskat"]:
            assert (shown["positions"], shown["skat"]) == (["forehand", "dealer"], "")
            for hand, text in zip(shown["hands"], line["cards"].split("|")):
                dealt = text.split(".")
                assert cards_in(hand) == dealt[4:8] + dealt[12:] + dealt[:4] + dealt[8:12]
        turned = 0
        for shown, line in runs["tourneeskat"]:
            assert cards_in(shown["turned"]) == re.findall(r" t w (..)", line["moves"])
            turned += len(shown["turned"])
        assert turned > 0
        for shown, line in runs["raeuberskat"]:
            assert "type" not in shown, "the solver does not know it"
            kind = line["moves"].split()[1].removeprefix("c.")
            assert len(shown["auction"]) == 1
            assert shown["auction"][0].endswith(f"chooses {kind}"), shown["auction"]
        for shown, line in runs["strohmann"]:
            assert sorted(cards_in(shown["aside"])) == sorted(line["cards"].split("|")[-1].split("."))

    def assert_spread(self, sample, deals):
        """Five of them, from the first to the last, none far from the next."""
        assert len(sample) == 5 and sample[0] == 0
        gaps = [after - before for before, after in zip(sample, sample[1:] + [deals])]
        assert min(gaps) > 0 and max(gaps) <= deals / 3

    def test_games_of_swings_and_divergences(self):
        folder = self.sample(**DUEL)
        run = self.data_of(self.page(folder))["runs"][0]
        comparison, lines = read_json(folder, "summary.json")["comparison"], read_lines(folder)
        kinds = [entry["kind"] for entry in run["swings"]]
        assert kinds == ["swing"] * 10 + ["divergence"] * 5 + ["sample"] * 5
        assert ([entry["swing"] for entry in run["swings"][:15]]
                == comparison["swings"] + comparison["divergences"])
        self.assert_spread([entry["swing"]["deal"] for entry in run["swings"][15:]], 36)
        for entry in run["swings"]:
            assert [game["game"] for game in entry["games"]] == entry["swing"]["games"]
            for game in entry["games"]:
                line = lines[game["game"]]
                assert (game["table"], game["score"]) == (line["table"], line["score"])
                cards = [card for trick in game["tricks"] for card in cards_in(trick["cards"])]
                assert [card for card in re.findall(
                        r"(?<= )[CSHD][AKQJT987](?= |$)", line["moves"])][-len(cards):] == cards
        assert run["faults"] == []

    def test_games_of_other_runs(self):
        """The deals in which the same cards made the most different scores, and a sample."""
        folder = self.sample(bots={"a": "stammtisch", "b": RANDOM, "c": "basic"}, seats=["a", "b", "c"],
                             schedule="rotations", deals=36)
        run, lines = self.data_of(self.page(folder))["runs"][0], read_lines(folder)
        scores = {}
        for line in lines:
            for position, seat in enumerate(line["seats"]):
                scores.setdefault(line["deal"], {}).setdefault(position, []).append(line["score"][seat])
        swings = {deal: max(max(by) - min(by) for by in of.values()) for deal, of in scores.items()}
        by_kind = {}
        for entry in run["swings"]:
            by_kind.setdefault(entry["kind"], []).append(entry)
            deal = entry["swing"]["deal"]
            assert entry["swing"]["swing"] == swings[deal]
            assert [game["game"] for game in entry["games"]] == [line["game"] for line in lines if line["deal"] == deal]
        assert [entry["swing"]["swing"] for entry in by_kind["largest"]] == sorted(swings.values(), reverse=True)[:10]
        self.assert_spread([entry["swing"]["deal"] for entry in by_kind["sample"]], 36)

    def test_games_that_are_asked_for(self):
        folder = self.sample(**DUEL)
        lines = read_lines(folder)

        def asked(*options):
            entries = self.data_of(self.page(folder, *options))["runs"][0]["swings"]
            return [game["game"] for entry in entries if entry["kind"] == "asked" for game in entry["games"]]
        deal = lines[7]["deal"]
        assert asked("--game", 7) == [line["game"] for line in lines if line["deal"] == deal]
        grands = {line["deal"] for line in lines if (line.get("contract") or " ")[0] == "G"}
        assert asked("--contract", "grand") == [line["game"] for line in lines if line["deal"] in grands]
        self.refused(64, folder, "--game", "x", says=["ascending indices"])
        self.refused(BAD_FILE, folder, "--game", 99999, says=["has no game 99999"])
        self.refused(BAD_FILE, folder, "--bot", "nobody", says=['no bot "nobody"'])
        without = self.sample("--log", "none", **DUEL | {"deals": 3})
        self.refused(BAD_FILE, without, "--game", 1, says=["has no log"])
        run = self.data_of(self.page(without))["runs"][0]
        self.assert_of(run, without)
        assert not run.get("swings") and not run.get("faults")

    def test_a_number_is_found_wherever_it_is(self):
        """Deals with many games, and a filter that would fill the page."""
        bots = {name: "basic" for name in ("a", "b", "c", "d")}
        folder = self.sample(bots=bots, seats=list(bots), schedule="round_robin", seatings="all", deals=2)
        lines = read_lines(folder)
        asked = [lines[23]["game"], lines[-1]["game"]]
        assert lines[23]["deal"] == 0 and lines[24]["deal"] == 1
        run = self.data_of(self.page(folder, "--game", ",".join(map(str, asked)), "--bot", "a"))["runs"][0]
        shown = [entry for entry in run["swings"] if entry["kind"] == "asked"]
        assert {game["game"] for entry in shown for game in entry["games"]} >= set(asked)
        assert len(shown) == 2 and all(len(entry["games"]) <= 6 and entry["swing"]["all_games"] == 24 for entry in shown)

    def test_the_page_of_one_game(self):
        folder = self.sample(**DUEL)
        lines, out = read_lines(folder), self.temp / "one.html"
        done = arena("replay", folder, "--game", 7, "--html", out)
        assert (done.returncode, done.stdout) == (OK, f"{out}\n"), done.stderr
        run = self.data_of(out.read_text())["runs"][0]
        assert run["single_game"] == 7 and not run["faults"]
        assert [[game["game"] for game in entry["games"]] for entry in run["swings"]] == [
            [line["game"] for line in lines if line["deal"] == lines[7]["deal"]]]
        for words in (["--html", out], ["--html", out, "--game", "1,2"], ["--html", out, "--game", 1, "--ascii"]):
            arena_says(USAGE, "shows one game", "replay", folder, *words)
        assert arena("replay", folder, "--html", out, "--game", 99999).returncode == BAD_FILE

    def test_index_of_a_folder_of_results(self):
        results = self.temp / "results"
        for number in range(2):
            shutil.copytree(self.sample(deals=3), results / f"run <b>{number}")
        assert self.report(results / "run <b>0").returncode == OK
        data = self.data_of(self.page(results))
        assert data["runs"] == [] and data["title"] == "Skat Arena"
        assert {(entry["name"], entry["page"]) for entry in data["index"]} == {("run <b>0", True), ("run <b>1", False)}
        (self.temp / "nothing").mkdir()
        self.refused(BAD_FILE, self.temp / "nothing", says=["is empty"])

    def test_faults_by_bot_kind_and_place(self):
        """All of them are counted, those of one place together, the most frequent first."""
        folder = self.sample(**faulty_run())
        faults = read_lines_of(folder / "faults.jsonl")
        run = self.data_of(self.page(folder))["runs"][0]
        groups = run["fault_groups"]
        assert [game["game"] for game in run["faults"]][:10] == [fault["game"] for fault in faults[:10]]
        assert {game["status"] for game in run["faults"]} <= set(FAULTS)
        assert len(faults) > 20 and sum(group["count"] for group in groups) == len(faults)
        assert [group["count"] for group in groups] == sorted((group["count"] for group in groups), reverse=True)
        keys = [(group["bot"], group["kind"], group["place"], "" if group["what"].startswith("refused") else group["what"])
                for group in groups]
        assert len(set(keys)) == len(keys)
        assert ("c", "illegal", "a card", "") in keys
        by_game = {fault["game"]: fault for fault in faults}
        for group in groups:
            for game in group["games"]:
                assert (by_game[game]["bot"], by_game[game]["status"]) == (group["bot"], group["kind"])
            assert by_game[group["games"][0]]["what"] == group["what"]
            assert group.get("backtrace") == by_game[group["games"][0]].get("backtrace")
        assert {group["games"][0] for group in groups[:20]} <= {game["game"] for game in run["faults"]}


class TestErrors(ReportTest):
    def test_missing(self):
        self.refused(USAGE, says=["missing argument"])
        self.refused(BAD_FILE, self.temp / "nothing", says=["nothing: No such file or directory"])
        self.refused(BAD_FILE, self.temp, says=["is empty; expected the results"])
        self.refused(USAGE, "--outt", "x", self.temp, says=["did you mean --out"])
        assert not (self.temp / "report.html").exists()

    def test_damaged_files(self):
        """Also JSON of which no page could be made: it would stay empty."""
        folder = self.sample_copy(**DUEL)
        lines = (folder / "games.jsonl").read_text().splitlines(keepends=True)
        cases = [("summary.json", '{"games": 1'), ("summary.json", "{}"), ("manifest.json", "[]")]
        # Games are looked up by line: without one of them the page would show others than it names.
        cases += [("games.jsonl", text) for text in ("{}\n" * 30, "".join(lines[:1] + lines[2:]), None)]
        for name, text in cases:
            whole = (folder / name).read_bytes()
            (folder / name).unlink()
            if text is not None:
                (folder / name).write_text(text)
            refused = self.refused(BAD_FILE, folder, says=[name])
            assert name != "games.jsonl" or refused.stderr.count("\n") == 1, refused.stderr
            assert not (folder / "report.html").exists(), (name, text)
            (folder / name).write_bytes(whole)

    def test_a_device_stays_a_device(self):
        """Written in place: /dev/stdout is no file to be replaced, nor is a link."""
        folder, link = self.sample(**DUEL), self.temp / "link"
        link.symlink_to(self.temp / "page.html")
        assert self.report(folder, "--out", link).returncode == OK
        assert link.is_symlink()
        assert "<html" in (self.temp / "page.html").read_text()
        assert "<html" in self.report(folder, "--out", "/dev/stdout").stdout

    def test_what_cannot_be_written(self):
        folder = self.sample(**DUEL)
        for out, why in (("/nowhere/x.html", "cannot be written: "), (self.temp, "is a folder; expected the name of a file to write")):
            done = self.report(folder, "--out", out)
            assert done.returncode == INTERNAL
            assert f"{out}: {why}" in done.stderr
        assert list(self.temp.glob("*.new")) == []

    def test_an_old_page_stays_when_the_new_one_fails(self):
        folder = self.sample_copy(**DUEL)
        assert self.report(folder).returncode == OK
        page = (folder / "report.html").read_bytes()
        (folder / "summary.json").write_text("{")
        assert self.report(folder).returncode == BAD_FILE
        assert (folder / "report.html").read_bytes() == page


class TestStrangersFolders(ReportTest):
    """A folder may be unpacked from anywhere: what the program writes there leads nowhere else."""

    def test_a_link_in_the_folder_is_not_followed(self):
        victim = self.temp / "victim"
        victim.write_text("precious")
        for name in ("report.html",):
            folder = self.sample_copy(**DUEL)
            (folder / name).symlink_to(victim)
            assert self.report(folder).returncode == OK
            assert victim.read_text() == "precious"
            assert not (folder / "report.html").is_symlink()
            assert "<html" in (folder / "report.html").read_text()
