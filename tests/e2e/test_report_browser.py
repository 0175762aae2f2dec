"""End-to-end tests of the report in headless Chromium; without it they are skipped, and say so (`make deps-browser`)."""
import re

import pytest

from report_pages import *

pytestmark = [pytest.mark.no_sanitizer("about documents, not memory"),
              pytest.mark.skipif(not CHROMIUM, reason="there is no chromium: the page is not opened in a browser")]


class TestBrowser(BrowserTest):
    def test_errors_would_be_seen(self):
        page = self.page(self.play(deals=3))
        broken = page.replace('"standings":', '"standings":5,"former":', 1)
        assert broken != page
        _, console = self.open(broken, 1280, "console.warn('careful')")
        assert "careful" in console
        assert any("TypeError" in text for text in console), console

    def test_wide_pages_would_be_seen(self):
        page = self.page(self.play(deals=3)).replace(
            "</footer>", "<div style='width:700px'>wide</div></footer>")
        with pytest.raises(AssertionError, match="sideways"):
            self.view(page, [390])

    def test_comparison(self):
        folder = self.play(**DUEL | {"deals": 720, "test": {"min_units": 100, "block": 100}})
        summary = read_json(folder, "summary.json")
        comparison = summary["comparison"]
        document = self.view(self.page(folder))
        text = self.text(document)
        scoring = comparison["scorings"]["classic"]
        assert comparison["verdict"] == "a is better"
        assert re.search((rf"a is better than b by {scoring['mean']:.2f} points a deal *"
                     rf"\(95\s%: {scoring['low']:.2f} to {scoring['high']:.2f}\)"), text)
        assert f"{scoring['per_36']['mean']:+,.0f}" in text
        for part in comparison["roles"] + comparison["contracts"] + comparison["positions"]:
            assert part["name"].replace("_", " ") in text.lower()
        for row in comparison["roles"]:
            assert f"{abs(row['effect']['mean']):.2f}" in text
            assert f"{row['a']['seats']:,}" in text
        for row in summary["standings"]:
            assert f"{abs(row['classic']['per_36']['mean']):,.1f}" in text
        assert "Sequential test" in text
        assert document.count('<figure class="plot') == 4
        assert int(re.search('data-pressed="(\\d+)"', document).group(1)) > 10
        for game in comparison["swings"][0]["games"]:
            assert f"Game {game}" in text

    def test_a_link_opens_a_game_at_a_step(self):
        page = self.page(self.play(**DUEL))
        game = self.data_of(page)["runs"][0]["swings"][3]["games"][1]["game"]
        script = """setTimeout(() => {
          const open = [...document.querySelectorAll('.deal details')].filter(d => d.open);
          console.log('OPEN ' + open.length + ' ' + [...open[0]?.querySelectorAll('h4') ?? []].map(h => h.textContent).join('; ') + ' ' +
              open[0]?.querySelector('input').value + ' ' + location.hash);
          open[0]?.querySelector('[title="forward one card"]').click();
          console.log('NEXT ' + location.hash);
        }, 100);"""
        _, console = self.open(page, 1280, script, f"#game={game}&step=5")
        told = [text for text in console if text.startswith(("OPEN", "NEXT"))]
        assert told == [told[0], f"NEXT #game={game}&step=6"] and len(console) == 2, console
        assert re.match(rf"OPEN 1 (.*; )?Game {game} .* 5 #game={game}&step=5$", told[0])
        # Of a game that is not on the page nothing is opened, and nothing goes wrong.
        _, console = self.open(page, 1280, script.split("open[0]?.querySelector('[")[0] + "}, 100);", "#game=99999")
        assert [text for text in console if "OPEN 0" in text] == console

    def test_the_page_of_one_game_and_an_index_are_drawn(self):
        folder = self.play(**DUEL)
        out = self.temp / "one.html"
        arena("replay", folder, "--game", 7, "--html", out)
        text = self.text(self.view(out.read_text()))
        assert "Game 7" in text and "Standings" not in text
        results = self.temp / "results"
        assert arena("run", self.write_config(), "-q", "--out", results / "a <i>run").returncode == OK
        self.report(results / "a <i>run")
        document = self.open(self.page(results), 1280, "console.log('drawn')")[0]
        assert 'href="a%20%3Ci%3Erun/report.html"' in document and "a &lt;i&gt;run</a>" in document

    def test_other_runs_of_one_page(self):
        """No comparison, identical play, one deal, ramsch, sessions, faults, no log, five seats."""
        fault = bad_bot("wild", wild=10, crash=5)
        folders = [
            self.play(deals=5), self.play(**DUEL | {"bots": {"a": RANDOM, "b": RANDOM}}),
            self.play(**DUEL | {"deals": 1}), self.play(rules="ramsch-only", **DUEL),
            self.play(**DUEL | {"rules": "stammtisch", "sessions": 4, "deals": 9}),
            self.play(**DUEL | {"bots": {"a": "basic", "b": fault}, "rules": "bierlachs"}),
            self.play("--log", "none", **DUEL),
            self.play(bots={"r": RANDOM, "s": "stammtisch"}, seats=list("rsrsr"), deals=10),
            self.play(bots={"r": RANDOM, "s": "stammtisch", "b": "basic"}, seats=list("rsb"),
                      schedule="round_robin", seatings="all"),
            self.play(**DUEL | {"bots": {"a": PASS, "b": PASS}, "rules": {"scoring": "opponents"}})]
        text = self.text(self.view(self.page(*folders)))
        assert "a and b play identically in all 36 deals" in text
        assert "is first with" in text
        for folder in folders:
            assert str(folder) in text

    def test_other_games_on_the_felt(self):
        """Covered cards stay in their rows; a turned card is shown in the skat, in words, too."""
        bots = {"a": "stammtisch", "b": RANDOM}
        page = self.page(self.play(rules="offiziersskat", **DUEL | {"bots": bots}))
        self.view(page)
        document, _ = self.open(page, 1280, SECOND_PICTURE)
        assert document.count('class="board"') > 10
        assert document.count(', covered"') == 16 * document.count('class="board"')
        text = self.text(document)
        assert "Rules offiziersskat" in text
        assert "Nobody bid." in text
        assert "middlehand" not in text
        assert "Who bids higher" not in text
        bots = {name: {"module": "random", "options": {"hand": hand}}
                for name, hand in (("a", 0), ("b", 100))}
        page = self.page(self.play(rules="tourneeskat", **DUEL | {"bots": bots, "deals": 96}))
        self.view(page)
        document, _ = self.open(page, 1280, SECOND_PICTURE)
        assert ', turned"' in document
        for words in (r" turns \S+", "a turns a card of the skat, b announces"):
            assert re.search(words, self.text(document)[:100000])

    def test_names_stay_text(self):
        a, b, c = NASTY
        folder = self.play(bots={a: "stammtisch", b: HANDY, c: "basic"}, seats=list(NASTY),
                           schedule="round_robin", seatings="all", compare=[a, c], description="x <i>y")
        document = self.view(self.page(folder), [1280])
        assert "<b>x" not in document
        assert "<i>y" not in document
        assert "x &lt;i&gt;y" in document
        assert re.search(re.escape(a) + " *is better than *" + re.escape(c), self.text(document))

    def test_bug_long_names_do_not_make_the_page_scroll(self):
        """The names that `compare` gives have up to 40 bytes, without a space."""
        names = ["stammtisch:caution=45,hand_caution=80", "stammtisch"]
        folder = self.play(**DUEL | {"bots": {
            names[0]: {"module": "stammtisch", "options": {"caution": 45, "hand_caution": 80}},
            names[1]: "stammtisch"}, "seats": names, "deals": 720})
        self.view(self.page(folder), [390])

    def test_nothing_is_requested(self):
        """Served over HTTP, the page itself is all that the browser asks for."""
        page = self.page(self.play(**DUEL))
        (self.temp / "served.html").write_text(page)
        asked = []

        class Handler(Quiet):
            def do_GET(self):
                asked.append(self.path)
                super().do_GET()

        server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), lambda *rest: Handler(*rest, directory=str(self.temp)))
        self.cleanup.callback(server.server_close)
        self.cleanup.callback(server.shutdown)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        subprocess.run([CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu",
                        f"--user-data-dir={self.temp / 'browser'}", "--dump-dom",
                        f"http://127.0.0.1:{server.server_port}/served.html"],
                       capture_output=True, timeout=TIMEOUT, check=True)
        assert asked == ["/served.html"]

    def play_others(self):
        """A study with populations and lessons, and a search."""
        study = {"name": "s", "rules": "isko", "bots": {"b": "basic"}, "seats": ["b"] * 3, "deals": 60,
                 "variations": {"kontra": {"kontra.levels": 1}, "grand20": {"grand_base": 20}}}
        tune = {"name": "t", "rules": "isko", "bots": {"p": bad_bot("prefers")}, "seats": ["p"] * 3,
                "tune": {"options": {"x": None}, "rounds": 12, "deals": 36, "check_deals": 144}}
        folders = []
        for name, config, arguments in (("study", study, ["--population", "people", "--population", "daring"]),
                                        ("tune", tune, [])):
            path = self.temp / f"{name}.json"
            path.write_text(json.dumps(config))
            folders.append(self.temp / name)
            done = arena(name, path, *arguments, "--out", folders[-1])
            assert done.returncode in (0, 2), done.stderr
        return folders

    def test_populations_and_searches(self):
        folders = self.play_others()
        together = read_json(folders[0], "populations.json")
        text = self.text(self.view(self.page(*folders, folders[0] / "people")))
        for population in together["populations"]:
            assert population["description"] in text
        effect = next(e for e in together["variations"][1]["effects"] if e["metric"] == "grand")
        for own in effect["populations"].values():
            assert f"{100 * own['effect']['mean']:+.2f}".replace("-", "−") in text
        search = read_json(folders[1], "tune.json")
        assert f"p: {search['verdict']}" in text and f"{search['check']['difference']['mean']:+.2f}".replace("-", "−") in text
        assert "How the base plays, beside others" in text and "17.97 million" in text

    def test_the_path_of_a_search_is_drawn(self):
        folder = self.play_others()[1]
        document = self.view(self.page(folder))
        rounds = [json.loads(line) for line in open(folder / "tune.jsonl")]
        assert document.count('<circle class="tried"') == 2 * len(rounds)
        line = re.search(r'<path class="line" d="(.*?)"', document).group(1)
        assert line.count("L") == len(rounds)
