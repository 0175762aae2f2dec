# SPDX-License-Identifier: MIT
"""End-to-end tests of the report in headless Chromium; without it they are skipped, and say so (`make deps-browser`)."""
import http.server
import math
import re
import shutil
import threading
from typing import Any

import pytest

from commit_repository import BROKEN, GOOD, MAKE_BOT, Repository, WORST, strength
from report_pages import *

pytestmark = [pytest.mark.no_sanitizer("about documents, not memory"),
              pytest.mark.skipif(not CHROMIUM, reason="there is no chromium: the page is not opened in a browser")]


class TestBrowser(BrowserTest):
    def test_errors_would_be_seen(self):
        page = self.page(self.play(deals=3))
        broken = page.replace('"standings":', '"standings":5,"former":', 1)
        assert broken != page
        _, console = self.open(broken, 1280, """console.warn('careful');
          const worker = new Worker(URL.createObjectURL(new Blob(['console.warn(`at work`); postMessage(0)'])));
          await new Promise(go => { worker.onmessage = worker.onerror = go; });""")
        assert "careful" in console and ("at work" in console or "worker-src" not in page)
        assert any("TypeError" in text for text in console), console

    def test_wide_pages_would_be_seen(self):
        page = self.page(self.play(deals=3)).replace(
            "</footer>", "<hr width='700'></footer>")
        with pytest.raises(AssertionError, match="sideways"):
            self.view(page, [390])

    @pytest.mark.long
    def test_comparison(self):
        folder = self.play(**DUEL | {"deals": 720, "test": {"min_units": 100, "block": 100}})
        summary = read_json(folder, "summary.json")
        comparison = summary["comparison"]
        document = self.view(self.page(folder), (390, 800, 1280))
        text = self.text(document)
        assert comparison["verdict"] == "a is better"
        self.assert_said(summary["verdict"]["sentence"], text)
        assert f"{36 * summary['verdict']['difference']['mean']:+,.0f}" in text
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

    def test_strips_of_re_deals(self):
        """A bar for each cell, and the deals of a hand below its line, for the keyboard, too."""
        options = {"grand_bonus": 120, "null_bonus": -200, "hand_caution": 60, "hand_premium": 0}
        folder = self.play(bots={"a": {"module": "stammtisch", "options": options}, "b": "stammtisch"},
                           schedule="duel", seats=["a", "b"], compare=["a", "b"], sessions=2, deals=36, redeals=3)
        page = self.page(folder)
        redealt = self.data_of(page)["runs"][0]["redealt"]
        text = self.text(self.view(page, (390, 800, 1280)))

        def points(value):
            """As toFixed() rounds: halves away from zero."""
            tenths = math.floor(abs(value) / 12 * 10 + 0.5)
            return ("" if not tenths else "−" if value < 0 else "+") + f"{tenths / 10:.1f}"

        for hand in redealt["hands"]:
            self.assert_said(points(sum(hand["values"]) / len(hand["values"])), text)
        script = """await settled();
          for (const row of document.querySelectorAll('div.strips .strip'))
            console.log(`STRIP ${row.querySelectorAll('.for-a').length} ${row.querySelectorAll('.same').length} `
                + `${row.querySelectorAll('.for-b').length} ${row.getAttribute('aria-label')}`);
          const hand = document.querySelector('.redealt-list .redealt'), summary = hand.querySelector('summary');
          summary.focus();
          console.log(`KEYS ${document.activeElement === summary} ${summary.tabIndex}`);
          hand.open = true;
          await settled();
          console.log(`SHOWN ${[...hand.querySelectorAll('.value')].map(node => node.textContent).join(' ')}`);
          const first = document.querySelector('div.strips .strip'), middle = first.getBoundingClientRect();
          const bars = [...first.querySelectorAll('i')].map(node => [node.className, node.getBoundingClientRect()]);
          const line = (middle.top + middle.bottom) / 2;
          console.log(`BELOW ${bars.filter(([kind, box]) => kind === 'for-a' && box.bottom > line + 1).length}`);"""
        told = self.live(page, script)
        strips = {strip["name"]: strip for strip in redealt["strips"]}
        lines = [line for line in told if line.startswith("STRIP")]
        assert len(lines) == len(strips)
        for name, line in zip(strips, lines):
            cells = strips[name]["cells"]
            assert line.startswith(f"STRIP {sum(cell > 0 for cell in cells)} {cells.count(0)} {sum(cell < 0 for cell in cells)} "
                                   f"a does better in {strips[name]['for_a']} of ")
        first = redealt["hands"][0]["values"][1:]
        assert "KEYS true 0" in told
        assert f"SHOWN {' '.join(map(points, sorted(first)))}" in told
        assert "BELOW 0" in told and len(told) == len(lines) + 3, told

    def test_a_link_opens_a_game_at_a_step(self):
        page = self.page(self.play(**DUEL))
        game = self.data_of(page)["runs"][0]["swings"][3]["games"][1]["game"]
        script = """await settled();
          const open = [...document.querySelectorAll('.deal details')].filter(d => d.open);
          console.log('OPEN ' + open.length + ' ' + [...open[0]?.querySelectorAll('h4') ?? []].map(h => h.textContent).join('; ') + ' ' +
              open[0]?.querySelector('input').value + ' ' + location.hash);
          open[0]?.querySelector('[title="forward one card"]').click();
          console.log('NEXT ' + location.hash);"""
        _, console = self.open(page, 1280, script, f"#game={game}&step=5")
        told = [text for text in console if text.startswith(("OPEN", "NEXT"))]
        assert told == [told[0], f"NEXT #game={game}&step=6"] and len(console) == 2, console
        assert re.match(rf"OPEN 1 (.*; )?Game {game} .* 5 #game={game}&step=5$", told[0])
        # Of a game that is not on the page nothing is opened, and nothing goes wrong.
        _, console = self.open(page, 1280, script.split("open[0]?.querySelector('[")[0], "#game=99999")
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

    @pytest.mark.long
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
        for folder in folders:
            self.assert_said(read_json(folder, "summary.json")["verdict"]["sentence"], text)
        for folder in folders:
            assert str(folder) in text

    @pytest.mark.long
    def test_other_games_on_the_felt(self):
        """Covered cards stay in their rows; a turned card is shown in the skat, in words, too."""
        bots = {"a": "stammtisch", "b": RANDOM}
        page = self.page(self.play(rules="offiziersskat", **DUEL | {"bots": bots}))
        self.view(page, repeat(None, [390]))
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
        self.view(page, repeat(None, [390]))
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
        self.assert_said(read_json(folder, "summary.json")["verdict"]["sentence"], self.text(document))

    def test_nothing_else_may_run_or_load(self):
        """What gets into the page by some mistake of ours does nothing: the content security policy forbids it."""
        page = self.page(self.play(deals=3))
        policy = re.search(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', page)[1]
        script, style = (re.search(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL)[1] for tag in ("script", "style"))
        assert f"script-src {source_of(script)}" in policy and f"style-src {source_of(style)}" in policy
        assert "unsafe-inline" not in policy and "default-src 'none'" in policy
        directives = ["connect-src", "eval", "frame-src", "img-src", "script-src-attr", "script-src-elem", "style-src-elem"]
        tried = self.live(page, f"const wanted = {json.dumps(directives)};" + """
          const refused = [];
          document.addEventListener('securitypolicyviolation', event => refused.push(event.effectiveDirective));
          window.ran = '';
          const add = (tag, what) => document.body.append(Object.assign(document.createElement(tag), what));
          add('script', {textContent: "ran += 'script '"});
          add('script', {src: 'data:text/javascript,ran+="file "'});
          add('div', {innerHTML: `<img src="x:y" onerror="ran += 'handler '"><a id="go" href="javascript:ran+='link '">x</a>`});
          document.getElementById('go').click();
          add('iframe', {src: 'data:text/html,x'});
          add('style', {textContent: 'body { display: none }'});
          try { (0, eval)("ran += 'eval '"); } catch (error) { refused.push('eval'); }
          await fetch('data:text/plain,x').then(() => { ran += 'fetch '; }, () => {});
          const pause = () => new Promise(go => setTimeout(go, 100));
          for (let i = 0; i < 300 && !(i && wanted.every(directive => refused.includes(directive))); i++) await pause();
          console.log(`RAN ${ran}| ${getComputedStyle(document.body).display} | ${[...new Set(refused)].sort().join(' ')}`);
        """)
        said = [text for text in tried if text.startswith("RAN ")]
        assert len(said) == 1 and said[0].startswith("RAN | block | "), said
        assert set(directives) <= set(said[0].split()), said

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

        class Handler(http.server.SimpleHTTPRequestHandler):
            def do_GET(self):
                asked.append(self.path)
                super().do_GET()

            def log_message(self, *_):
                pass

        server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), lambda *rest: Handler(*rest, directory=str(self.temp)))
        self.cleanup.callback(server.server_close)
        self.cleanup.callback(server.shutdown)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.browser.open(f"http://127.0.0.1:{server.server_port}/served.html", 1280, 2000)
        assert asked == ["/served.html"]

    def play_others(self):
        """A study with populations and lessons, and a search."""
        study = {"name": "s", "rules": "isko", "bots": {"b": "basic"}, "seats": ["b"] * 3, "deals": 60,
                 "variations": {"kontra": {"kontra.levels": 1}, "grand20": {"grand_base": 20}}}
        tune = {"name": "t", "rules": "isko", "bots": {"p": bad_bot("prefers")}, "seats": ["p"] * 3,
                "tune": {"options": {"x": None}, "rounds": 12, "deals": 36, "check_deals": 144}}
        folders = []
        cases: Any = (("study", study, ["--population", "people", "--population", "daring"]),
                      ("tune", tune, []))
        for name, config, arguments in cases:
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
            half = 50 * (own["judged"]["high"] - own["judged"]["low"])  # a wide interval is shown with fewer digits
            digits = 0 if half >= 100 else 1 if half >= 10 else 2
            assert f"{100 * own['effect']['mean']:+.{digits}f}".replace("-", "−") in text
        # What changed most comes first: the sentence is that of the list of results.
        section, = self.data_of(self.page(folders[0]))["populations"]
        listed = {entry["folder"]: entry["verdict"] for entry in json.loads(arena("results", self.temp, "--json").stdout)}
        assert section["lead"]["sentence"] == listed[str(folders[0])]
        lead = section["lead"]
        assert (lead["sentence"][1:].split(", ")[0]) in text and text.index("ffect") < text.index(together["populations"][0]["description"])
        if "metric" in lead:
            variation = next(v for v in together["variations"] if v["name"] == lead["variation"])
            effect = next(e for e in variation["effects"] if e["metric"] == lead["metric"])
            assert effect["populations"][lead["population"]]["judged"]["p_adjusted"] < 0.05
            assert f"{lead['variation']}: {effect['title']}" in text  # the picture of it, in all populations
        search = read_json(folders[1], "tune.json")
        assert f"p: {search['verdict']}" in text and f"{search['check']['difference']['mean']:+.2f}".replace("-", "−") in text
        assert "How the base plays, beside others" in text and "17.97 million" in text
        # Figures that were fitted are marked, those that do not count are left out, and what no game could have is unknown.
        part = text[text.index("How the base plays, beside others"):]
        online = next(r for r in read_json(folders[0] / "people", "study.json")["realism"]["references"] if "held_out" in r)
        assert "won, of grand" in part and re.search(r"91\.4\s%\*", part) and re.search(r"86\.9\s%\*", part)
        assert re.search(r"77\.7\s%(?!\*)", part)
        assert "of schwarz announced" not in part and online["unscored"]["open"]
        assert f"{online['held_out']['figures']} others" in part
        assert re.search(r"won, of schneider announced in grand\s*–", part) or re.search(r"won, of null by hand\s*–", part)

    def test_the_path_of_a_search_is_drawn(self):
        folder = self.play_others()[1]
        document = self.view(self.page(folder))
        rounds = [json.loads(line) for line in open(folder / "tune.jsonl")]
        assert document.count('<circle class="tried"') == 2 * len(rounds)
        # The whole dots lie within the chart, also those at the ends of the range.
        told = self.live(self.page(folder), """await until(() => document.querySelector('.chart .tried'));
          for (const dot of document.querySelectorAll('.chart .tried')) {
            const frame = dot.parentElement;
            const of = (node, key) => Number(node.getAttribute(key)), [x, y, r] = ['cx', 'cy', 'r'].map(key => of(dot, key));
            if (x < r || y < r || x > of(frame, 'width') - r || y > of(frame, 'height') - r) console.log('CUT ' + x + ' ' + y);
          }""")
        assert told == []
        lines = [line.count("L") for line in re.findall(r'<path class="line" d="(.*?)"', document)]
        assert lines[-1] == len(rounds)

    def test_the_fitted_function_and_the_command_of_a_search(self):
        """Of two options: a line for each and a map of both, which agree where they cross; the command that searched."""
        out = self.temp / "search"
        done = arena("tune", "stammtisch", "caution=40..60", "hand_premium=0..30", "--rounds", 6, "--deals", 36,
                     "--check-deals", 72, "--out", out)
        assert done.returncode in (0, 1, 2), done.stderr
        page = self.page(out)
        search, = self.data_of(page)["searches"]
        map_, = search["maps"]
        assert [section["option"] for section in search["sections"]] == [map_["x"], map_["y"]] == ["caution", "hand_premium"]
        winner = {option["name"]: option["winner"] for option in search["options"]}
        start = {option["name"]: option["start"] for option in search["options"]}
        for section in search["sections"]:
            points = {point["value"]: point["gain"] for point in section["points"]}
            other = next(name for name in winner if name != section["option"])
            if winner[other] == start[other]:  # then the line goes through the start
                assert points[start[section["option"]]] == 0
            values = map_["xs"] if section["option"] == "caution" else map_["ys"]
            fixed = map_["ys"] if section["option"] == "caution" else map_["xs"]
            if winner[other] in fixed:
                at = fixed.index(winner[other])
                across = map_["gains"][at] if section["option"] == "caution" else [row[at] for row in map_["gains"]]
                assert all(abs(points[value] - gain) < 1e-9 for value, gain in zip(values, across) if value in points)
        assert any(gain for row in map_["gains"] for gain in row)
        document = self.view(page, (390, 800, 1280))
        text = html.unescape(self.text(document))
        command = read_json(out, "timing.json")["command"]
        assert command.startswith("skat-arena tune stammtisch caution=40..60 hand_premium=0..30 --rounds 6") and command in text
        assert f"stammtisch:caution={winner['caution']},hand_premium={winner['hand_premium']}" in text
        cells = len(map_["xs"]) * len(map_["ys"])
        assert len(re.findall(r'<rect[^>]*class="fill-[ab]" fill-opacity', document)) == cells

    def play_commits(self):
        """A history with a commit that does not build, and the search for the one that lost points."""
        repository = Repository(self.temp / "repository")
        good = repository.commit("First <b>bot</b>", strength(GOOD))
        repository.commit("Does not build", BROKEN)
        bad = repository.commit("Loses points", strength(WORST))
        folders = [self.temp / "history", self.temp / "bisect"]
        for folder, arguments in zip(folders, (("history", repository.path, "--deals", 360), ("bisect", repository.path, good, bad))):
            done = arena(*arguments, "--build", MAKE_BOT, "--out", folder, "--cache", self.temp / "cache")
            assert done.returncode == OK, done.stderr
        return folders

    def test_commits(self):
        folders = self.play_commits()
        history, bisect = read_json(folders[0], "history.json"), read_json(folders[1], "bisect.json")
        document = self.view(self.page(*folders))
        text = html.unescape(self.text(document))
        for sentence in (history["sentence"], bisect["sentence"]):
            assert sentence[1:] in text
        first, broken, last = history["commits"]
        assert broken["note"] in text and first["subject"] in text and "First <b>bot" not in document
        for duel in (first["strength"], last["strength"], last["change"]):
            difference = duel["verdict"]["difference"]
            half = (difference["high"] - difference["low"]) / 2
            digits = 0 if half >= 100 else 1 if half >= 10 else 2
            assert f"{difference['mean']:+.{digits}f}".replace("-", "−") in text
        # The chart has a dot and an interval for each that plays; what is shown to have changed is larger.
        assert document.count('<line class="whisker"') == 2
        assert sorted(re.findall(r'<circle class="fill-a"[^>]* r="(\d)"', document)) == ["3", "6"]
        assert "First &lt;b&gt;bot" in self.view(self.page(folders[0]), [1280])

    # ---- charts ----

    def test_charts_tell_their_values(self):
        """The arrow keys go through the points of a chart; each says its value, as summary.json has it."""
        folder = self.play(**DUEL | {"deals": 360})
        points = read_json(folder, "summary.json")["comparison"]["curve"]["points"]
        told = self.live(self.page(folder), """
          const chart = await until(() => document.querySelector('svg.chart[viewBox]')), box = chart.closest('.chart-box');
          const press = key => chart.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
          press('ArrowRight'); console.log(box.querySelector('.readout').textContent);
          press('ArrowRight'); console.log(box.querySelector('.readout').textContent);
          press('ArrowLeft'); console.log(box.querySelector('.readout').textContent);""")
        words = [f"after {p['units']:,} deals: {p['mean']:+,.2f} ({p['low']:,.2f} to {p['high']:,.2f})".replace("-", "−")
                 for p in points[:2]]
        assert [re.sub(r" deals?:", " deals:", text) for text in told] == [words[0], words[1], words[0]]

    def test_no_interval_is_broken(self):
        """In tables it is on one line, on a telephone below its estimate; in the headline beside the words or below them, as a whole."""
        page = self.page(self.play(**DUEL | {"deals": 72}))
        for width in (390, 800, 1280):
            told = self.live(page, """for (const part of document.querySelectorAll('td .interval')) {
              const height = part.getBoundingClientRect().height;
              if (height > 1.9 * parseFloat(getComputedStyle(part).fontSize)) console.log('broken: ' + part.textContent);
            }
            const line = document.querySelector('.headline'), numbers = line.querySelector('.interval').getBoundingClientRect();
            const left = line.getBoundingClientRect().left, height = parseFloat(getComputedStyle(line).fontSize) * 0.72 * 1.9;
            if (numbers.height > height && numbers.left > left + 2) console.log('broken headline');
            console.log('intervals ' + document.querySelectorAll('td .interval').length);""", width=width)
            assert len(told) == 1 and int(told[0].split()[1]) > 8, told

    def test_charts_zoom(self):
        told = self.live(self.page(self.play(**DUEL | {"deals": 360})), """
          const chart = await until(() => document.querySelector('svg.chart[viewBox]')), box = chart.closest('.chart-box');
          const last = () => [...chart.querySelectorAll('text')].map(t => t.textContent).join(' ');
          const whole = last(), [zoomIn, zoomOut, all] = box.querySelectorAll('.zoom button');
          console.log('BEFORE ' + all.disabled);
          zoomIn.click(); zoomIn.click(); const closer = last();
          console.log('IN ' + (closer !== whole) + ' ' + all.disabled);
          all.click(); console.log('ALL ' + (last() === whole) + ' ' + all.disabled);
          const at = chart.getBoundingClientRect(), drag = (type, x) => chart.dispatchEvent(new PointerEvent(type,
              {clientX: at.left + x, clientY: at.top + 50, pointerType: 'mouse', button: 0, bubbles: true}));
          drag('pointerdown', 100); drag('pointerup', 250);
          console.log('DRAGGED ' + (last() !== whole));
          chart.dispatchEvent(new MouseEvent('dblclick', {bubbles: true})); console.log('WHOLE ' + (last() === whole));""")
        assert told == ["BEFORE true", "IN true false", "ALL true true", "DRAGGED true", "WHOLE true"]

    def test_bug_four_bots_fit(self):
        """What four bots declare was cut off at 1280 pixels, and an effect of a study off the screen at 390."""
        bots = {name: "stammtisch" for name in ("one", "two", "three", "four")}
        folder = self.play(bots=bots, seats=list(bots), schedule="round_robin", deals=36)
        script = """await until(() => document.querySelector('svg.chart[viewBox]'));
          for (const details of document.querySelectorAll('.numbers')) details.open = true;
          await pause(100);
          for (const box of document.querySelectorAll('.scroll'))
            if (box.scrollWidth > box.clientWidth) console.log('WIDE ' + box.getAttribute('aria-label'));"""
        assert self.live(self.page(folder), script) == []
        config = self.write_config(**{"bots": {"s": "stammtisch"}, "seats": ["s"] * 3, "deals": 60,
                                       "variations": {"kontra": {"kontra.levels": 1}}})
        assert arena("study", config, "-q", "--out", self.temp / "study").returncode == OK
        told = self.live(self.page(self.temp / "study"), """await pause(300);
          for (const cell of document.querySelectorAll('td .interval')) {
            const at = cell.getBoundingClientRect();
            if (cell.closest('td').cellIndex === 2 && at.width && at.right > innerWidth) console.log('OFF ' + cell.textContent);
          }
          console.log('CELLS ' + document.querySelectorAll('td .interval').length);""", width=390)
        assert len(told) == 1 and told[0].startswith("CELLS ") and told != ["CELLS 0"]

    # ---- one game ----

    def analysed(self, **fields):
        folder = self.play(**DUEL | fields)
        assert arena("analyze", folder, "-q").returncode == OK
        page = self.page(folder, *(["--solver", "always"] if self.has_solver() else []))
        games = [game for swing in self.data_of(page)["runs"][0]["swings"] for game in swing["games"]]
        return page, games

    @staticmethod
    def has_solver():
        return (BUILD.parent / "wasm" / "solver.base64").exists()

    def need_solver(self):
        if not self.has_solver():
            pytest.skip("the program was built without the solver for pages (make wasm)")

    def page_to_explore(self):
        """A page with the solver, and a suit or grand game on it with all its tricks."""
        self.need_solver()
        page, games = self.analysed(deals=2)
        return page, next(g for g in games if g.get("values") and g["type"] < 5 and len(g["values"]) == 31)

    def test_an_analysed_game_has_its_mistakes(self):
        """The curve of its values, and a list of mistakes that jumps to them."""
        page, games = self.analysed(deals=6, bots={"a": RANDOM, "b": "stammtisch"})
        game = next(g for g in games if len(g.get("better", {})) > 2 and g["contract"] != "null" and g["type"] < 5)
        lost = [n for n in range(len(game["values"]) - 1) if game["values"][n] != game["values"][n + 1]]
        told = self.live(page, """
          const board = await until(() => document.querySelector(`.deal [open] .board[aria-label="game ${NUMBER}"]`));
          const list = [...board.querySelectorAll('.mistakes button')];
          console.log('MISTAKES ' + list.length + ' ' + await until(() => board.querySelectorAll('svg.chart path[class^=fill]').length));
          list[1].click();
          console.log('AT ' + location.hash);
          console.log('SAYS ' + board.querySelector('.say').textContent);
          console.log('CURVE ' + board.querySelector('.readout').textContent);""", f"#game={game['game']}&step=1")
        assert told[0] == f"MISTAKES {len(lost)} {len(lost)}"
        n = lost[1]
        points = abs(game["values"][n + 1] - game["values"][n])
        assert told[1] == f"AT #game={game['game']}&step={n + 2}"
        assert f"which loses {points} point" in told[2] and "better: " in told[2]
        assert told[3].startswith(f"CURVE after {n + 1} cards: {game['values'][n + 1]}, ")

    @pytest.mark.long
    def test_the_solver_in_the_page_is_the_program_s(self):
        """Every value that it gives for the card that was played is that of analyze, from the first card to the last, and
        the cards that keep the value are the better cards. Without FULL=1 only null and one other game are solved from
        the first card, the others from the fourth trick."""
        self.need_solver()
        page, games = self.analysed(deals=4, bots={"a": RANDOM, "b": "stammtisch"})
        kinds = {}
        for game in games:
            if game.get("values") and len(game["values"]) == 31:
                kinds.setdefault(min(game["type"], 5), game)
        assert len(kinds) >= 2
        for kind, game in kinds.items():
            null = kind == 5
            first = repeat(0, 0 if null or kind == min(kinds) else 9)
            told = self.live(page, """
              const board = () => document.querySelector(`.deal [open] .board[aria-label="game ${NUMBER}"]`);
              await until(board);
              [...board().querySelectorAll('.ask button')].find(b => b.textContent === 'Ask the solver').click();
              const values = [];
              for (let n = STEP; n <= 30; n++) {
                const before = board().querySelector('.answer');
                const options = await until(() => board().querySelectorAll('.options button').length
                    && [...board().querySelectorAll('.options button')]);
                values.push(options.map(b => b.querySelector('.pip').getAttribute('aria-label') + '=' + b.lastChild.textContent).join(';'));
                before.replaceChildren();
                board().closest('.viewer').querySelector('[title="forward one card"]').click();
              }
              console.log(values.join('|'));""", f"#game={game['game']}&step={first + 1}")
            assert len(told) == 1, told
            positions = told[0].split("|")
            cards = [card for trick in game["tricks"] for card in cards_in(trick["cards"])]
            ranks = dict(zip("AKQJT987", ("ace", "king", "queen", "jack", "ten", "nine", "eight", "seven")))
            suits = {"C": "clubs", "S": "spades", "H": "hearts", "D": "diamonds"}
            assert len(positions) == 30 - first
            for n, (text, card) in enumerate(zip(positions, cards[first:]), first):
                options = dict(option.split("=") for option in text.split(";"))
                value = {name: ("a trick" in worth and not worth.startswith("no")) if null else int(worth)
                         for name, worth in options.items()}
                name = lambda c: f"{ranks[c[1]]} of {suits[c[0]]}"
                assert value[name(card)] == game["values"][n + 1], (game["game"], n, text)
                if str(n) in game.get("better", {}):
                    assert {name(c) for c in cards_in(game["better"][str(n)])} == {c for c, v in value.items() if v == game["values"][n]}

    def test_trying_other_cards(self):
        """A line of one's own goes on from a step, and back."""
        page, game = self.page_to_explore()
        told = self.live(page, """
          const board = await until(() => document.querySelector(`.deal [open] .board[aria-label="game ${NUMBER}"]`));
          const ask = [...board.querySelectorAll('.ask button')];
          ask[0].click();
          const options = () => [...board.querySelectorAll('.options button')];
          await until(() => options().length);
          const table = () => board.querySelector('.felt').textContent;
          const before = table();
          options()[0].click();
          await until(() => board.querySelector('.felt.exploring') && options().length);
          console.log('PLAYED ' + board.querySelectorAll('.felt .gone').length + ' ' + !ask[1].hidden);
          const [one, other] = [board.querySelector('.place-1 button.playing-card'), board.querySelector('.place-2 button.playing-card')];
          const names = [one, other].map(card => card.dataset.card);
          one.click();
          console.log('CHOSEN ' + board.querySelectorAll('.felt [aria-pressed=true]').length);
          board.querySelector(`.place-2 [data-card="${names[1]}"]`).click();
          const owners = names.map(name => [1, 2].find(p => board.querySelector(`.place-${p} [data-card="${name}"]`)));
          console.log('FOCUS ' + document.activeElement.dataset.card);
          console.log('MOVED ' + owners.join());
          ask[1].click();
          console.log('BACK ' + (table() === before) + ' ' + ask[1].hidden);""", f"#game={game['game']}&step=1")
        assert re.match("FOCUS [CSHD]", told.pop(2))
        assert told == ["PLAYED 1 true", "CHOSEN 1", "MOVED 2,1", "BACK true true"]

    def test_bug_a_second_choice_before_the_answer(self):
        """Clicked while the solver still searches for the first: it would have been a card of the wrong player."""
        page, game = self.page_to_explore()
        told = self.live(page, """
          const board = await until(() => document.querySelector(`.deal [open] .board[aria-label="game ${NUMBER}"]`));
          board.querySelector('.ask button').click();
          const options = () => [...board.querySelectorAll('.options button:not(:disabled)')];
          await until(() => options().length);
          const [one, other] = options();
          one.click(); other.click();
          await until(() => board.querySelector('.felt.exploring'));
          await pause(300);
          console.log('PLAYED ' + board.querySelectorAll('.felt .gone').length + ' '
              + board.querySelectorAll('.trick .playing-card').length);
          await until(() => options().length);
          options()[0].click();
          board.closest('.viewer').querySelector('[title="forward one card"]').click();
          await pause(500);
          console.log('STEPPED ' + board.querySelectorAll('.felt .gone').length + ' '
              + board.querySelectorAll('.felt.exploring').length);""",
          f"#game={game['game']}&step=1")
        assert told == ["PLAYED 1 1", "STEPPED 1 0"]

    def test_a_page_without_its_solver_says_so(self):
        self.need_solver()
        folder = self.play(**DUEL)
        script = """await until(() => document.querySelector('.deal [open] .board'));
          console.log(document.querySelectorAll('.deal [open] .ask').length + ' '
              + document.querySelector('.viewer').textContent.includes('--solver always'));"""
        for choice, shown in (("never", "0 true"), ("always", "2 false")):
            assert self.live(self.page(folder, "--solver", choice), script, "#game=0&step=3") == [shown]

    def test_links_of_several_runs(self):
        """Both have a game 0."""
        pages = self.page(self.play(**DUEL), self.play(rules="ramsch-only", **DUEL))
        script = """await until(() => document.querySelector('.deal [open] .board'));
          console.log(document.querySelector('.deal [open]').closest('.run').id + ' ' + location.hash);"""
        assert self.live(pages, script, "#run=2&game=0&step=3") == ["run-2 #run=2&game=0&step=3"]
        assert self.live(pages, script, "#game=0&step=3") == ["run-1 #run=1&game=0&step=3"]

    # ---- faults, an index ----

    def test_faults_can_be_filtered(self):
        bots = {"a": "basic", "b<i>": bad_bot("wild", wild=20, crash=10),
                "c": bad_bot("faulty", what="illegal_card", when="card", percent=20)}
        folder = self.play(bots=bots, seats=list(bots), deals=72)
        faults = read_lines_of(folder / "faults.jsonl")
        told = self.live(self.page(folder), """
          const rows = () => [...document.querySelectorAll('.faults tbody tr')].filter(row => !row.hidden).length;
          const count = () => document.querySelector('.filters + p').textContent;
          const [bot, kind] = document.querySelectorAll('.filters select'), text = document.querySelector('.filters input');
          const choose = (select, value) => { select.value = value; select.dispatchEvent(new Event('change')); };
          console.log(count());
          choose(bot, 'b<i>'); choose(kind, 'crash'); console.log(count());
          choose(bot, 'c'); console.log(rows());
          choose(kind, ''); text.value = 'REFUSED'; text.dispatchEvent(new Event('input')); console.log(count());
          const link = document.querySelector('.faults tr:not([hidden]) a'); link.click();
          await until(() => document.querySelector('.deal [open] .board'));
          console.log(location.hash.startsWith(link.getAttribute('href')));""")
        of = lambda bot, kind=None: sum(f["bot"] == bot and kind in (None, f["status"]) for f in faults)
        assert told[0].endswith(f", {len(faults)} games")
        assert told[1].endswith(f", {of('b<i>', 'crash')} game" + "s" * (of("b<i>", "crash") != 1))
        assert told[2] == "0" and told[3].endswith(f", {of('c')} games") and told[4] == "true"

    def test_who_contradicts_its_own_answers_is_named(self):
        bots = {"x": cheat("wavers", at=6), "y": "basic"}
        folder = self.play(bots=bots, seats=["x", "y"], schedule="duel", seatings="all", deals=36)
        count = read_json(folder, "summary.json")["bots"][0]["faults"]["inconsistent"]
        told, = self.live(self.page(folder), "console.log(document.querySelector('#run-1-faults').textContent);")
        assert told.startswith(f"Faultsx claims to be deterministic, but gave {count} answers that differ") and "verify" in told
        assert told.endswith("No game ended by a fault.")

    def test_a_run_that_is_not_the_same_throughout_says_so(self):
        folder = self.play(bots={"a": "basic", "b": cheat("drifts", after=30)}, seats=["a", "b"], schedule="duel", deals=120)
        summary = read_json(folder, "summary.json")
        told = self.live(self.page(folder), "document.querySelectorAll('.verdict [role=note]').forEach(x => console.log(x.textContent));")
        assert told == [f"Warning: {warning}" for warning in summary["verdict"]["warnings"]]
        assert summary["comparison"]["order"]["warning"] in summary["verdict"]["warnings"]

    def test_an_index_has_the_history_of_a_comparison(self):
        results = self.temp / "results"
        for seed in range(3):
            assert arena("compare", "stammtisch", "basic", "-q", "--deals", 36, "--seed", seed,
                         "--out", results / f"c{seed}").returncode == OK
        document, console = self.open(self.page(results), 1280, "console.log('drawn')")
        assert console == ["drawn"] and document.count('class="sparkline"') == 3
        assert document.count('class="dot marked"') == 3 and document.count("3 comparisons in the order of their dates") == 3

    # ---- no harm, and for everybody ----

    def test_bug_what_a_bot_prints_stays_text(self):
        """Names and output with markup, quotes and control characters, in every part that has them."""
        nasty = "<img src=x onerror=alert(1)>\"'&\u0007"
        folder = self.play(**DUEL | {"bots": {"a": "basic", "b": bad_bot("wild", wild=10, crash=5)}})
        faults = read_lines_of(folder / "faults.jsonl")
        faults[0].update(bot=nasty, what=f"signal 11 {nasty}", output=nasty, backtrace=[nasty])
        (folder / "faults.jsonl").write_text("".join(json.dumps(fault) + "\n" for fault in faults))
        timing = read_json(folder, "timing.json")
        timing["command"] = f"skat-arena run {nasty}"
        (folder / "timing.json").write_text(json.dumps(timing))
        results = self.temp / "results"
        results.mkdir()
        shutil.move(folder, results / "<b>run")
        for page in (self.page(results / "<b>run"), self.page(results)):
            document = self.view(page, [1280])
            assert "<img" not in document and "<b>run" not in document
            assert nasty.split(">", maxsplit=1)[0] in html.unescape(document)

    @pytest.mark.long
    @pytest.mark.parametrize("theme, width", repeat(
        (("light", 1280), ("dark", 1280), ("light", 390), ("dark", 390)), (("light", 1280), ("dark", 390))))
    def test_everybody_can_read_it(self, theme, width):
        """axe-core finds nothing wrong in a page with everything opened: names, contrast, keyboard, structure."""
        if not AXE.exists():
            pytest.skip("axe-core is not here (make deps-browser)")
        run, _ = self.analysed(deals=repeat(12, 5), bots={"a": "stammtisch", "b": bad_bot("wild", wild=5, crash=5)})
        pages = [run]
        if theme == "light" and width == 1280:
            pages += [self.page(*self.play_others()), self.page(*self.play_commits())]
        for page in pages:
            told = self.live(page, f"""
              if (document.querySelector('#theme').textContent.toLowerCase() === '{theme}') document.querySelector('#theme').click();
              const lists = [...document.querySelectorAll('.deals')];
              for (const details of document.querySelectorAll('.numbers')) details.open = true;
              for (const list of lists) list.querySelector('details').open = true;
              await pause(300);
              for (const button of document.querySelectorAll('.ask-buttons button'))
                  if (button.textContent === 'Ask the solver') button.click();
              await pause(500);
              const result = await axe.run(document,
                  {{runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']}});
              for (const wrong of result.violations)
                console.log(wrong.id + ': ' + wrong.nodes.slice(0, 4).map(n => n.target + ' ' + n.html.slice(0, 150)).join(' | '));
              console.log('PASSES ' + result.passes.length);""", width=width, reads=AXE.read_text())
            assert [text for text in told if not text.startswith("PASSES")] == []
            assert len(told) == 1 and int(told[0].split()[1]) > 15


#: Everything is unfolded that is unfolded for the printer. What is told: how wide the page is, what sticks out of it, texts on a
#: ground that is not light or that are hardly darker than it, links without a text.
PRINTED = """
dispatchEvent(new Event('beforeprint'));
const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
const light = colour => {
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  const [r, g, b, alpha] = canvas.getImageData(0, 0, 1, 1).data;
  const linear = [r, g, b].map(x => (x / 255 <= 0.04045 ? x / 255 / 12.92 : ((x / 255 + 0.055) / 1.055) ** 2.4));
  return alpha < 128 ? null : 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
};
const ground = node => (node ? light(getComputedStyle(node).backgroundColor) ?? ground(node.parentElement) : 1);
const own = node => [...node.childNodes].some(child => child.nodeType === Node.TEXT_NODE && child.data.trim());
const shown = [...document.querySelectorAll('body *')].filter(node => node.checkVisibility() && !node.closest('.vh, script, style, svg'));
/* How many lines a text takes that is nothing but words: more than these only where a word is broken. */
const lines = node => {
  const range = document.createRange(), walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT), tops = new Set();
  while (walker.nextNode()) {
    range.selectNodeContents(walker.currentNode);
    for (const box of range.getClientRects()) tops.add(Math.round(box.top));
  }
  return tops.size;
};
const name = node => `${node.tagName}.${node.className} ${node.textContent.slice(0, 30)}`;
const told = {
  wide: shown.filter(node => node.getBoundingClientRect().right > innerWidth + 1).map(name),
  dark: shown.filter(own).filter(node => ground(node) < 0.7).map(name),
  faint: shown.filter(own).filter(node => (ground(node) + 0.05) / (light(getComputedStyle(node).color) + 0.05) < 4.5).map(name),
  nameless: shown.filter(node => node.matches('a') && !node.innerText.trim()).map(name),
  folded: [...document.querySelectorAll('details.numbers')].filter(box => !box.open).map(name),
  broken: shown.filter(node => node.matches('th, td') && /^[a-z ]+$/.test(node.innerText.trim()))
    .filter(node => lines(node) > node.innerText.trim().split(/\\s+/).length).map(name),
};
console.log(`PRINTED ${document.documentElement.scrollWidth} ${shown.length} ${JSON.stringify(told)}`);
"""


class TestPrint(BrowserTest):
    PAPER = 717  # CSS pixels between the margins of A4 as Chromium prints

    def assert_printed(self, page, least=60):
        for scheme in ("light", "dark"):
            with self.browser.printing(scheme):
                _, console = self.open(page, self.PAPER, PRINTED)
            line, = [text for text in console if text.startswith("PRINTED ")]
            _, width, count, told = line.split(" ", 3)
            assert int(width) <= self.PAPER and int(count) >= least, (scheme, line)
            assert all(found == [] for found in json.loads(told).values()), (scheme, told)

    def test_a_dark_page_would_be_seen(self):
        page = self.page(self.play(deals=3)).replace("color-scheme: light; --bg: #fff; --panel: #fff;", "")
        with pytest.raises(AssertionError, match="dark"):
            self.assert_printed(page)

    def test_a_wide_page_would_be_seen(self):
        page = self.page(self.play(deals=3)).replace("</footer>", "<hr width='900'></footer>")
        with pytest.raises(AssertionError, match="HR"):
            self.assert_printed(page)

    def test_a_comparison(self):
        bots = {"stammtisch:caution=50": "stammtisch:caution=50", "a-bot-with-a-long-name": "stammtisch"}
        self.assert_printed(self.page(self.play(bots=bots, seats=list(bots), schedule="duel", compare=list(bots), deals=60)), 200)

    def test_a_run(self):
        bots = {"steady": "stammtisch", "bold": "stammtisch:caution=50", "timid": "stammtisch:caution=70"}
        self.assert_printed(self.page(self.play(bots=bots, seats=list(bots), schedule="permutations", deals=12)), 200)

    def test_a_search(self):
        config = self.write_config(tune={"options": {"caution": [45, 75], "hand_premium": None}, "rounds": 3, "deals": 36,
                                         "check_deals": 72}, bots={"s": "stammtisch"}, seats=["s"] * 3)
        out = self.temp / "tune"
        assert arena("tune", config, "--quiet", "--out", out).returncode in (OK, 1, 2)
        self.assert_printed(self.page(out), 200)

    def test_a_study_with_populations(self):
        config = self.write_config(variations={"a-variation-with-a-long-name": {"grand_base": 20}, "jacks": {"matadors": "jacks"},
                                               "kontra": {"kontra.levels": 2, "concede": "never"}},
                                   bots={"s": "stammtisch"}, seats=["s"] * 3, deals=36)
        out = self.temp / "study"
        assert arena("study", config, "--quiet", "--population", "people", "--population", "novices", "--population", "daring",
                     "--out", out).returncode == OK
        for folder in (out, out / "people"):
            self.assert_printed(self.page(folder), 200)

    def test_commits(self):
        repository = Repository(self.temp / "repository")
        for subject, header in (("first", strength(GOOD)), ("the same module", None), ("does not build", BROKEN),
                                ("worse", strength(WORST))):
            repository.commit(subject, header)
        out = self.temp / "history"
        assert arena("history", repository.path, "--build", MAKE_BOT, "--deals", 72, "-q", "--out", out).returncode == OK
        self.assert_printed(self.page(out), 60)

    def test_an_index(self):
        for seed in (1, 2):
            assert arena("compare", "stammtisch", "basic", "-q", "--deals", 36, "--seed", seed, "--out",
                         self.temp / "results" / f"c{seed}").returncode == OK
        self.assert_printed(self.page(self.temp / "results"), 20)
