# SPDX-License-Identifier: MIT
"""End-to-end tests of the report in headless Chromium; without it they are skipped, and say so (`make deps-browser`). Few pages are
opened, and much is looked at on each. tests/long/test_pages.py has what takes longer."""
import http.server
import threading

from machine import needs_isolation
from report_pages import *
from test_counts import counts_of

#: How light a colour is, and what is behind a node.
LIGHT = """
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
"""
#: Everything is unfolded that is unfolded for the printer. What is told: how wide the page is, what sticks out of it, texts on a
#: ground that is not light or that are hardly darker than it, links without a text.
PRINTED = LIGHT + """
dispatchEvent(new Event('beforeprint'));
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
dispatchEvent(new Event('afterprint'));
"""


class PageTest(BrowserTest):
    PAPER = 717  # CSS pixels between the margins of A4 as Chromium prints

    def assert_printed(self, page, least=60, scheme="dark", script="", **then):
        """On paper; and `then` on the screen, if there is a script. What `open` returns."""
        steps = {"script": script, "before": (probe(PRINTED), lambda: self.browser.show(390))} if script else {"script": PRINTED}
        document, console = self.open(page, self.PAPER, media="print", scheme=scheme, **steps, **then)
        line, = [text for text in console if text.startswith("PRINTED ")]
        _, width, count, told = line.split(" ", 3)
        assert int(width) <= self.PAPER and int(count) >= least, (scheme, line)
        assert all(found == [] for found in json.loads(told).values()), (scheme, told)
        console.remove(line)
        return document, console


class TestWhatWouldBeSeen(PageTest):
    def test_errors_and_wide_and_dark_pages_would_be_seen(self):
        page = self.page(self.sample(deals=3))
        broken, wide = page.replace('"pairs":', '"pairs":5,"former":', 1), "<hr width='900'></footer>"
        assert broken != page
        _, console = self.open(broken.replace("</footer>", wide), 390, EXERCISE + """console.warn('careful');
          const worker = new Worker(URL.createObjectURL(new Blob(['console.warn(`at work`); postMessage(0)'])));
          await new Promise(go => { worker.onmessage = worker.onerror = go; });""")
        assert "careful" in console and ("at work" in console or "worker-src" not in page)
        assert any("TypeError" in text for text in console), console
        with pytest.raises(AssertionError, match="sideways"):
            self.assert_wide([text for text in console if text.startswith("WIDTH ")], 390)
        with pytest.raises(AssertionError, match=r'HR.*"dark":\["'):
            self.assert_printed(page.replace("</footer>", wide).replace("color-scheme: light; --bg: #fff; --panel: #fff;", ""))

    def test_nothing_else_may_run_or_load(self):
        """What gets into the page by some mistake of ours does nothing: the content security policy forbids it. Served over HTTP, the page
        itself is all that the browser asks for."""
        page = self.page(self.sample(deals=3))
        policy = re.search(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', page)[1]
        script, style = (re.search(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL)[1] for tag in ("script", "style"))
        assert f"script-src {source_of(script)}" in policy and f"style-src {source_of(style)}" in policy
        assert "unsafe-inline" not in policy and "default-src 'none'" in policy
        directives = ["connect-src", "eval", "frame-src", "img-src", "script-src-attr", "script-src-elem", "style-src-elem"]
        asked = []

        class Handler(http.server.SimpleHTTPRequestHandler):
            def do_GET(self):
                asked.append(self.path)
                super().do_GET()

            def log_message(self, *_):
                pass

        (self.temp / "served.html").write_text(page)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), lambda *rest: Handler(*rest, directory=str(self.temp)))
        self.cleanup.callback(server.server_close)
        self.cleanup.callback(server.shutdown)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/served.html"
        _, tried = self.browser.open(address, 1280, 900, probe(f"const wanted = {json.dumps(directives)};" + """
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
          await until(() => wanted.every(directive => refused.includes(directive)));
          console.log(`RAN ${ran}| ${getComputedStyle(document.body).display} | ${[...new Set(refused)].sort().join(' ')}`);
        """))
        said = [text for text in tried if text.startswith("RAN ")]
        assert len(said) == 1 and said[0].startswith("RAN | block | "), said
        assert set(directives) <= set(said[0].split()), said
        assert asked == ["/served.html"]


class TestComparison(PageTest):
    def test_a_comparison(self):
        """Where a test ends a run, the page counts the deals and sessions that were played, and not those that were planned."""
        folder = self.sample(**DUEL | {"deals": 12, "sessions": 30, "test": {"min_units": 100, "block": 100}})
        summary = read_json(folder, "summary.json")
        comparison = summary["comparison"]
        page = self.page(folder)
        document, facts = self.assert_printed(page, 200, script=EXERCISE + """
          for (const fact of document.querySelectorAll('dt')) console.log(fact.textContent + ': ' + fact.nextElementSibling.textContent);
          console.log(document.body.innerText);""")
        self.assert_wide([facts.pop(0)], 390)
        units = summary["verdict"]["units"]
        assert units < 360 and f"Deals: {units}" in facts and f"Sessions: {-(-units // 12)}" in facts
        for number, what, line in counts_of("\n".join(facts)):
            assert what != "unit" and (what != "deal" or number <= units) and (what != "game" or number <= 3 * units), line
        text = self.text(document)
        self.assert_said(summary["verdict"]["sentence"], text)
        assert not re.search(r"\+-|[\s(]-\d", text), "minus and plus-minus are one character each"
        # Each part of each split has its row in the chart of where the points come from, unless it is exactly 0; then it is named.
        splits = [comparison[name] for name in ("roles", "contracts", "positions", "bids", "decisions")] + [
            [{"name": name, "effect": row["worth"]} for name, row in comparison["bidding"]["declared"].items() if row["matches"]]]
        parts = [part for split in splits for part in split]
        effects = [part["effect"] for part in parts if part["effect"]["high"] or part["effect"]["low"]]
        origin = document[document.index('id="run-1-origin"'):document.index('id="run-1-costly"')]
        marks = re.findall(r'<(?:circle|path) class="(?:hollow line|fill)-([ab])"', origin)
        assert sorted(marks[1:]) == sorted("b" if effect["mean"] < 0 else "a" for effect in effects)  # the first is all of it
        assert len(parts) > len(effects) and re.search(r"By role \(0: [a-z, ]*defender", origin)
        for effect in effects:
            assert any(f">{effect['mean'] + half:+.2f}".replace("-", "−") in origin for half in (1e-9, -1e-9)) or effect["mean"] == 0
        for title in ("By final bid", "By the first decision that differs", "By who declares the same cards"):
            assert title in origin
        for row in comparison["roles"]:
            assert f"{row['a']['seats']:,}" in text
        # How often they declare, as differences.
        declares = document[document.index('id="run-1-declares"'):document.index('id="run-1-difference"')]
        for row in comparison["declares"]:
            assert any(f">{100 * row['difference']['mean'] + half:+.1f}".replace("-", "−") in declares for half in (1e-9, -1e-9))
        for row in summary["standings"]:
            assert f"{abs(row['classic']['mean']):.2f}" in text
        assert "Sequential test" in text
        assert document.count('<figure class="plot') == 5
        assert int(re.search('data-pressed="(\\d+)"', document).group(1)) > 10
        for game in comparison["swings"][0]["games"]:
            assert f"Game {game}" in text

    def test_two_intervals(self):
        """The band is what was seen, a thin line decides; a dot is filled only where a difference is shown. Ratings without bounds say so.
        Identical play has no interval."""
        close = {"a": "stammtisch", "b": {"module": "stammtisch", "options": {"caution": 80}}}
        looks = self.sample(bots=close, seats=["a", "b"], schedule="duel", deals=300)
        bots = {"a": "basic", "b": RANDOM, "c": "stammtisch"}
        several = self.sample(bots=bots, seats=list(bots), schedule="round_robin", deals=36)
        few = self.sample(bots=bots, seats=list(bots), schedule="round_robin", deals=2)
        alike = self.sample(bots={"a": "stammtisch", "b": "stammtisch"}, seats=["a", "b"], schedule="duel", deals=12)
        told = self.live(self.page(looks, several, alike, few), """const find = what => document.querySelectorAll(what);
          const one = await until(() => find('#run-1 .verdict .chart .seen')[0]?.parentElement);
          const wide = kind => one.querySelector(kind).getBoundingClientRect();
          await until(() => find('#run-2-standings .chart .seen').length);
          console.log([find('#run-1 .verdict .chart .hollow').length === 1, wide('.decides').left < wide('.seen').left,
            wide('.decides').right > wide('.seen').right].join());
          console.log(document.querySelector('#run-1 .verdict').textContent);
          console.log(String(find('#run-1-origin .chart [class^=fill]:not(text)').length));
          console.log(['#run-2', '#run-4'].map(run => document.querySelector(run + '-tables').textContent
            .includes('Ratings have no bounds here')).join());
          const pairs = [...find('#run-2-standings .chart')].at(-1);
          console.log(JSON.stringify({marks: [...pairs.querySelectorAll('circle')].map(dot => !dot.classList.contains('hollow')),
            p: [...find('#run-2-tables [aria-label^=Pairs] tbody tr')].map(row => row.cells[row.cells.length - 1].textContent)}));
          console.log(String(find('#run-3 .verdict .chart, #run-3-origin, #run-3-tables [aria-label*=scoring] .interval').length));""")
        verdict = read_json(looks, "summary.json")["verdict"]
        assert verdict["result"] == "a looks better" and told[0] == "true,true,true" and told[2] == told[5] == "0"
        assert self.typeset(f"{verdict['assumption'][0].upper()}{verdict['assumption'][1:]}.") in told[1] and "decides: " in told[1]
        summary, unbounded = (read_json(folder, "summary.json") for folder in (several, few))
        assert told[3] == "false,true" and [one["ratings"]["bounded"] for one in (summary, unbounded)] == [True, False]
        assert {(bot["rating"], bot["low"]) for bot in unbounded["ratings"]["bots"]} == {(None, None)}
        shown = [pair["judged"]["p_adjusted"] < 0.05 for pair in summary["pairs"]]
        rows = json.loads(told[4])
        assert rows["marks"] == shown == [p.endswith(" *") for p in rows["p"]]

    def test_the_first_screen(self):
        """At 1280 pixels: which bot, and why; which deal cost most; and for a study, what the rule changed. On a phone nothing scrolls
        sideways, but for what was unfolded."""
        seen = """
          const bottom = what => Math.round(document.querySelector(what)?.getBoundingClientRect()[BESIDE ? 'top' : 'bottom'] ?? 9999);
          await until(() => document.querySelector('.part svg.chart[viewBox]'));
          console.log(WHAT.map(bottom).join(' '));
          const open = [...document.querySelectorAll('.scroll')].filter(box => box.checkVisibility({contentVisibilityAuto: true}));
          console.log(String(open.filter(box => box.scrollWidth > box.clientWidth + 1).map(box => box.ariaLabel)));"""
        bots = {"a": "basic", "b": RANDOM, "c": "stammtisch"}
        duel, several = self.sample(**DUEL | {"deals": 360}), self.sample(bots=bots, seats=list(bots), schedule="round_robin", deals=36)
        study = self.temp / "study"
        config = self.write_config(**DUEL | {"deals": 360, "variations": {"grand20": {"value.grand": 20}}})
        assert arena("study", config, "--quiet", "--out", study).returncode == OK
        for folder, whole, begun in ((duel, [".headline", ".verdict .chart", "#run-1-costly li"], ["#run-1-origin .chart"]),
                                     (several, [".headline", "#run-1-standings .chart", "#run-1-costly li"], ["#run-1-declares .chart"]),
                                     (study, [".headline", ".variations li"], [".multiple .chart"])):
            page = self.page(folder)
            for what, beside in ((whole, "false"), (begun, "true")):
                script = f"const WHAT = {json.dumps(what)}, BESIDE = {beside};" + seen
                places = self.live(page, script, width=1280)[0].split()
                assert all(int(place) < 800 for place in places), (folder, what, places)
            assert self.live(page, script, width=400)[1] == "", folder

    def test_a_chart_is_saved(self):
        """As a file of its own, which draws by itself: no class, no colour that only the page knows, and the words around the chart."""
        folder = self.sample(**DUEL | {"deals": 360})
        told = self.live(self.page(folder), """
          await until(() => document.querySelectorAll('svg.chart[viewBox]').length >= 5);
          const files = [], own = URL.createObjectURL;
          URL.createObjectURL = blob => { files.push(blob); return own.call(URL, blob); };
          HTMLAnchorElement.prototype.click = function () { console.log('NAME ' + this.download); };
          for (const button of document.querySelectorAll('button.save')) button.click();
          for (const file of files) {
            const text = await file.text(), image = new Image();
            image.src = 'data:image/svg+xml,' + encodeURIComponent(text);
            await image.decode();
            const parsed = new DOMParser().parseFromString(text, 'image/svg+xml'), all = [...parsed.querySelectorAll('*')];
            console.log([file.type, parsed.querySelector('parsererror') === null, image.naturalWidth > 100,
              all.some(node => node.hasAttribute('class')),
              /var\\(|light-dark/.test(text), parsed.querySelector('title').textContent].join());
          }""")
        names, files = told[:len(told) // 2], told[len(told) // 2:]
        assert len(files) >= 5 and all(re.match(r"image/svg\+xml,true,true,false,false,\w", file) for file in files), files
        assert names[1].startswith("NAME where-the-points-come-from-a-minus-b") and names[1].endswith(".svg")

    def test_charts_and_links(self):
        """The arrow keys go through the points of a chart; each says its value, as summary.json has it. No interval of a table
        is broken. A link opens a game at a step."""
        folder = self.sample(**DUEL | {"deals": 360})
        points = read_json(folder, "summary.json")["comparison"]["curve"]["points"]
        page = self.page(folder)
        game = self.data_of(page)["runs"][0]["swings"][3]["games"][1]["game"]
        told = self.live(page, """
          await settled();
          const open = [...document.querySelectorAll('.deal details')].filter(d => d.open);
          console.log('OPEN ' + open.length + ' ' + [...open[0]?.querySelectorAll('h4') ?? []].map(h => h.textContent).join('; ') + ' ' +
              open[0]?.querySelector('input').value + ' ' + location.hash);
          open[0]?.querySelector('[title="forward one card"]').click();
          console.log('NEXT ' + location.hash);
          const chart = await until(() => document.querySelector('#run-1-difference svg.chart[viewBox]'));
          const box = chart.closest('.chart-box');
          const press = key => chart.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
          for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft'])
            { press(key); console.log(box.querySelector('.readout').textContent); }
          for (const box of document.querySelectorAll('details.numbers')) box.open = true;
          for (const part of document.querySelectorAll('td .interval')) {
            const height = part.getBoundingClientRect().height;
            if (height > 1.9 * parseFloat(getComputedStyle(part).fontSize)) console.log('broken: ' + part.textContent);
          }
          const line = document.querySelector('.headline'), numbers = line.querySelector('.interval').getBoundingClientRect();
          const left = line.getBoundingClientRect().left, height = parseFloat(getComputedStyle(line).fontSize) * 0.72 * 1.9;
          if (numbers.height > height && numbers.left > left + 2) console.log('broken headline');
          console.log('INTERVALS ' + (document.querySelectorAll('td .interval').length > 8));""", f"#game={game}&step=5", 800)
        words = [f"after {p['units']:,} deals: {p['mean']:+,.2f} ({p['low']:,.2f} to {p['high']:,.2f})".replace("-", "−")
                 for p in points[:2]]
        assert re.match(rf"OPEN 1 (.*; )?Game {game} .* 5 #game={game}&step=5$", told[0]) and told[1] == f"NEXT #game={game}&step=6"
        assert [re.sub(r" deals?:", " deals:", text) for text in told[2:5]] == [words[0], words[1], words[0]]
        assert told[5:] == ["INTERVALS true"]

    def test_strips_of_re_deals(self):
        """A bar for each cell, and the deals of a hand below its line, for the keyboard, too."""
        options = {"grand_bonus": 120, "null_bonus": -200, "hand_caution": 60, "hand_premium": 0}
        folder = self.sample(bots={"a": {"module": "stammtisch", "options": options}, "b": "stammtisch"},
                             schedule="duel", seats=["a", "b"], compare=["a", "b"], sessions=1, deals=36, redeals=3)
        page = self.page(folder)
        redealt = self.data_of(page)["runs"][0]["redealt"]

        def points(value):
            return "0.0" if abs(value) < 0.05 else rounded(value, 1).replace("-", "−")

        script = """await settled();
          for (const row of document.querySelectorAll('div.strips .strip'))
            console.log(`STRIP ${row.querySelectorAll('.for-a').length} ${row.querySelectorAll('.same').length} `
                + `${row.querySelectorAll('.for-b').length} ${row.getAttribute('aria-label')}`);
          const hand = document.querySelector('#run-1-bidding .redealt-list .redealt'), summary = hand.querySelector('summary');
          summary.focus();
          console.log(`KEYS ${document.activeElement === summary} ${summary.tabIndex}`);
          hand.open = true;
          await settled();
          console.log(`SHOWN ${[...hand.querySelectorAll('.value')].map(node => node.textContent).join(' ')}`);
          const first = document.querySelector('div.strips .strip'), middle = first.getBoundingClientRect();
          const bars = [...first.querySelectorAll('i')].map(node => [node.className, node.getBoundingClientRect()]);
          const line = (middle.top + middle.bottom) / 2;
          console.log(`BELOW ${bars.filter(([kind, box]) => kind === 'for-a' && box.bottom > line + 1).length}`);"""
        document, told = self.open(page, 390, script + EXERCISE)
        self.assert_wide(told[-1:], 390)
        text = self.text(document)
        for hand in redealt["hands"]:
            self.assert_said(points(hand["mean"]), text)
        strips = {strip["name"]: strip for strip in redealt["strips"]}
        lines = [line for line in told if line.startswith("STRIP")]
        assert len(lines) == len(strips)
        for name, line in zip(strips, lines):
            cells = strips[name]["cells"]
            assert line.startswith(f"STRIP {sum(cell > 0 for cell in cells)} {cells.count(0)} {sum(cell < 0 for cell in cells)} "
                                   f"a does better in {strips[name]['for_a']} of ")
        first = redealt["hands"][0]["points"][1:]
        assert "KEYS true 0" in told
        assert f"SHOWN {' '.join(map(points, sorted(first)))}" in told
        assert "BELOW 0" in told and len(told) == len(lines) + 4, told

    @needs_isolation
    def test_doubts_are_told(self):
        """Who contradicts its own answers is named, and a run that is not the same throughout says so. What four bots declare fits."""
        wavers = self.sample(bots={"x": cheat("wavers", at=6), "y": "basic"}, seats=["x", "y"], schedule="duel", seatings="all", deals=36)
        drifts = self.sample(bots={"a": "basic", "b": cheat("drifts", after=30)}, seats=["a", "b"], schedule="duel", deals=120,
                             isolation="process", tables=1)
        four = {name: "basic" for name in ("one", "two", "three", "four")}
        wide = self.sample(bots=four, seats=list(four), schedule="round_robin", deals=2)
        told = self.live(self.page(wavers, drifts, wide), """console.log(document.querySelector('#run-1-faults').textContent);
          console.log(document.querySelector('#run-2 .headline').textContent);
          console.log(document.querySelector('#run-2 .verdict').textContent);
          document.querySelectorAll('#run-2 .verdict [role=note]').forEach(x => console.log(x.textContent));
          for (const details of document.querySelectorAll('#run-3 .numbers')) details.open = true;
          await settled();
          for (const box of document.querySelectorAll('#run-3 .scroll'))
            if (box.scrollWidth > box.clientWidth) console.log('WIDE ' + box.getAttribute('aria-label'));""")
        count = read_json(wavers, "summary.json")["bots"][0]["faults"]["inconsistent"]
        assert told[0].startswith(f"Faultsx claims to be deterministic, but gave {count} answers that differ") and "verify" in told[0]
        assert told[0].endswith("No game ended by a fault.")
        summary = read_json(drifts, "summary.json")
        needed = summary["verdict"]["needed"]
        assert told[1] == self.typeset(summary["verdict"]["sentence"])
        assert not needed or told[2].count(self.typeset(f"{needed[0].upper()}{needed[1:]}.")) == 1
        assert told[3:] == [f"Warning: {self.typeset(warning)}" for warning in summary["verdict"]["warnings"]]
        assert summary["comparison"]["order"]["warning"] in summary["verdict"]["warnings"]


class TestOtherRuns(PageTest):
    def test_other_runs_of_one_page(self):
        """No log, ramsch, five seats, long names without a space, covered and turned cards. Links name the run."""
        long_names = ["stammtisch:caution=45,hand_caution=80", "a-bot-with-a-long-name"]
        hands = {name: {"module": "random", "options": {"hand": hand}} for name, hand in (("a", 0), ("b", 100))}
        folders = [
            self.sample("--log", "none", **DUEL | {"deals": 3}), self.sample(rules="ramsch-only", **DUEL | {"deals": 2}),
            self.sample(bots={"r": RANDOM, "s": "stammtisch"}, seats=list("rsrsr"), deals=2),
            self.sample(**DUEL | {"bots": dict.fromkeys(long_names, "basic"), "seats": long_names, "deals": 2}),
            self.sample(rules="offiziersskat", **DUEL | {"bots": {"a": "stammtisch", "b": RANDOM}, "deals": 2}),
            self.sample(rules="tourneeskat", **DUEL | {"bots": hands, "deals": 12})]
        document, console = self.open(self.page(*folders), 390, """await until(() => document.querySelector('.deal [open] .board'));
          console.log(document.querySelector('.deal [open]').closest('.run').id + ' ' + location.hash);
          for (const details of document.querySelectorAll('.numbers, #run-5 .deal details, #run-6 .deal details')) details.open = true;
          await settled();
          for (const slider of document.querySelectorAll('input[type=range]')) {
            slider.value = 1; slider.dispatchEvent(new Event('input'));
          }
          console.log('WIDE ' + (document.documentElement.scrollWidth > innerWidth));""", "#run=2&game=0&step=3")
        assert console == ["run-2 #run=2&game=0&step=3", "WIDE false"]
        text = self.text(document)
        for folder in folders:
            self.assert_said(read_json(folder, "summary.json")["verdict"]["sentence"], text)
            assert str(folder) in text
        officers, tournee = (document[document.index(f'id="run-{run}"'):] for run in (5, 6))
        officers = officers[:len(officers) - len(tournee)]
        assert officers.count('class="board"') > 3 and officers.count(', covered"') == 16 * officers.count('class="board"')
        words = self.text(officers)
        assert "Rules offiziersskat" in words and "Nobody bid." in words
        assert "middlehand" not in words and "Who bids higher" not in words
        assert ', turned"' in tournee
        for pattern in (r" turns \S+", "a turns a card of the skat, b announces"):
            assert re.search(pattern, self.text(tournee)), pattern

    def test_what_is_said_stays_text(self):
        """Names and output with markup, quotes and control characters, in every part that has them; faults can be filtered."""
        nasty = "<img src=x onerror=alert(1)>\"'&\u0007"
        folder = self.sample_copy(**faulty_run())
        names = self.sample(**NASTY_RUN)
        faults = read_lines_of(folder / "faults.jsonl")
        faults[0].update(what=f"signal 11 {nasty}", output=nasty, backtrace=[nasty])
        (folder / "faults.jsonl").write_text("".join(json.dumps(fault) + "\n" for fault in faults))
        timing = read_json(folder, "timing.json")
        (folder / "timing.json").write_text(json.dumps(timing | {"command": f"skat-arena run {nasty}"}))
        results = self.temp / "results"
        results.mkdir()
        shutil.move(folder, results / "<b>run")
        page = self.page(results / "<b>run", names)
        script = """
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
          console.log(location.hash.startsWith(link.getAttribute('href')));"""
        document, told = self.open(page, 1280, script + EXERCISE)
        self.assert_wide([told.pop()], 1280)
        assert "<img" not in document and "<b>run" not in document and "<b>x" not in document and "<i>&amp" not in document
        assert nasty.split(">", maxsplit=1)[0] in html.unescape(document)
        self.assert_said(read_json(names, "summary.json")["verdict"]["sentence"], self.text(document))
        every, crashes, refused = (int(re.fullmatch(r"(\d+) kinds? of faults?", told[i])[1]) for i in (0, 1, 3))
        assert every > crashes > 0 and every > refused > 0 and told[2] == "0" and told[4] == "true"

    def test_an_index_and_the_page_of_one_game(self):
        results = self.temp / "results"
        for seed in range(3):
            arena_ok("compare", "basic", "random", "-q", "--deals", 36, "--seed", seed, "--out", results / f"c <i>{seed}")
        self.report(results / "c <i>1")
        page = self.page(results)
        document, console = self.assert_printed(page, 20, script="console.log('drawn')")
        assert console == ["drawn"] and document.count('class="sparkline"') == 3
        assert document.count('class="dot marked"') == 3 and document.count("3 comparisons in the order of their dates") == 3
        assert 'href="c%20%3Ci%3E1/report.html"' in document and "c &lt;i&gt;1</a>" in document
        out = self.temp / "one.html"
        assert arena("replay", self.sample(**DUEL), "--game", 7, "--html", out).returncode == OK
        text = self.text(self.view(out.read_text(), [390]))
        assert "Game 7" in text and "Standings" not in text


class TestStudiesAndSearches(PageTest):
    def test_a_study_with_populations(self):
        config = self.write_config(name="s", bots={"b": "basic"}, seats=["b"] * 3, deals=240, seed=1,
                                   variations={"kontra": {"kontra.levels": 1}, "grand20-with-a-long-name": {"value.grand": 20}})
        folder = self.temp / "study"
        assert arena("study", config, "--population", "people", "--population", "daring", "-q", "--out", folder).returncode == OK
        together = read_json(folder, "populations.json")
        page = self.page(folder, folder / "people")
        document, told = self.assert_printed(page, 200, script="""await pause(100);
          for (const cell of document.querySelectorAll('td .interval')) {
            const at = cell.getBoundingClientRect();
            if (cell.closest('td').cellIndex === 1 && at.width && at.right > innerWidth) console.log('OFF ' + cell.textContent);
          }
          console.log('CELLS ' + (document.querySelectorAll('td .interval').length > 0));""" + EXERCISE)
        assert told.pop(0) == "CELLS true"
        self.assert_wide(told, 390)
        text = self.text(document)
        for population in together["populations"]:
            assert population["description"] in text
        effect = next(e for e in together["variations"][1]["effects"] if e["metric"] == "grand")
        for own in effect["populations"].values():
            half = 50 * (own["effect"]["high"] - own["effect"]["low"])  # a wide interval is shown with fewer digits
            digits = 0 if half >= 100 else 1 if half >= 10 else 2
            assert f"{100 * own['effect']['mean']:+.{digits}f}".replace("-", "−") in text
        # What changed most comes first: the sentence is that of the list of results.
        section = next(one for one in self.data_of(page)["others"] if one["section"] == "populations")
        listed = {entry["folder"]: entry["verdict"] for entry in json.loads(arena("results", self.temp, "--json").stdout)}
        assert section["sentence"] == listed[str(folder)]
        lead = section["lead"]
        assert self.typeset(section["sentence"][1:].split(", ")[0]) in text
        assert text.index("ffect") < text.index(together["populations"][0]["description"])
        if "metric" in lead:
            variation = next(v for v in together["variations"] if v["name"] == lead["variation"])
            effect = next(e for e in variation["effects"] if e["metric"] == lead["metric"])
            assert effect["populations"][lead["population"]]["judged"]["p_adjusted"] < 0.05
            assert f"From {100 * effect['populations'][lead['population']]['baseline']:.1f}" in text  # the picture of it
        # A dot is full just where the effect is shown; its numbers are in the label of its chart.
        labels = [html.unescape(label) for label in re.findall(r'<svg class="chart"[^>]* aria-label="([^"]*)"', document)]
        told = [effect for label in labels for effect in label.split("; ")]
        counts = [own["judged"]["p_adjusted"] is not None and own["judged"]["p_adjusted"] < 0.05 for variation in together["variations"]
                  for effect in variation["effects"] for own in effect["populations"].values()]
        full = sum(", shown, p after Holm" in effect for effect in told)
        assert len(told) > 40 and full >= sum(counts) > 0
        multiples = "".join(re.findall(r'<figure class="multiple">.*?</figure>', document, re.DOTALL))
        assert len(re.findall(r'<circle class="fill-a"', multiples)) == full
        assert any(re.match(r"grand, of declared: .*people −", label) for label in labels)
        assert "How the baseline plays, beside others" in text and "17.97 million" in text
        # Figures that were fitted are marked, those that do not count are left out, and what no game could have is unknown.
        part = text[text.index("How the baseline plays, beside others"):]
        online = next(r for r in read_json(folder / "people", "study.json")["realism"]["references"] if "held_out" in r)
        assert "won, of grand" in part and re.search(r"91\.4\s% \*", part) and re.search(r"86\.9\s% \*", part)
        assert re.search(r"77\.7\s%(?! \*)", part)
        assert re.search(r"of schwarz announced.*\d\s% \?", part) and online["unscored"]["open"]
        assert f"; {online['held_out']['figures']} figures)" in part
        assert re.search(r"won, of schneider announced in grand\s*–", part) or re.search(r"won, of null by hand\s*–", part)

    def test_a_search(self):
        """Of two options: a line for each and a map of both, which agree where they cross; the path; the command that searched."""
        out = self.temp / "search"
        done = arena("tune", "stammtisch", "caution=40..60", "hand_premium=0..30", "--rounds", 6, "--deals", 36,
                     "--check-deals", 72, "--out", out)
        assert done.returncode in (0, 1, 2), done.stderr
        page = self.page(out)
        search, = self.data_of(page)["others"]
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
        document, told = self.assert_printed(page, 100, script=EXERCISE + """
          await until(() => document.querySelector('.chart .tried'));
          for (const dot of document.querySelectorAll('.chart .tried')) {
            const frame = dot.parentElement;
            const of = (node, key) => Number(node.getAttribute(key)), [x, y, r] = ['cx', 'cy', 'r'].map(key => of(dot, key));
            if (x < r || y < r || x > of(frame, 'width') - r || y > of(frame, 'height') - r) console.log('CUT ' + x + ' ' + y);
          }""")
        assert len(told) == 1 and told[0].startswith("WIDTH 390 "), told
        rounds = read_lines_of(out / "tune.jsonl")
        assert document.count('<circle class="tried"') >= 2 * len(rounds)
        text = html.unescape(self.text(document))
        command = read_json(out, "timing.json")["command"]
        assert command.startswith("skat-arena tune stammtisch caution=40..60 hand_premium=0..30 --rounds 6") and command in text
        assert f"stammtisch:caution={winner['caution']},hand_premium={winner['hand_premium']}" in text
        cells = len(map_["xs"]) * len(map_["ys"])
        assert len(re.findall(r'<rect[^>]*class="fill-[ab]" fill-opacity', document)) == cells
        assert read_json(out, "tune.json")["verdict"] in text

    def test_a_grid(self):
        """All combinations on one axis, in groups by the first option."""
        out = self.temp / "grid"
        arena_ok("tune", "stammtisch", "caution=40,50", "hand_premium=0,30", "--grid", "--deals", 72, "--out", out)
        page = self.page(out)
        document, told = self.assert_printed(page, 20, script=EXERCISE)
        assert len(told) == 1 and told[0].startswith("WIDTH 390 "), told
        text = html.unescape(self.text(document))
        assert self.data_of(page)["others"][0]["sentence"] in text and read_json(out, "timing.json")["command"] in text
        assert re.findall(r'<text class="group"[^>]*>([^<]*)<', document) == ["caution 40", "caution 50"]
        assert document.count("hand_premium 30</text>") == 2


def has_solver():
    return (BUILD.parent / "wasm" / "solver.base64").exists()


class TestAnalysedGames(PageTest):
    def test_an_analysed_game_has_its_mistakes(self):
        """The curve of its values, and a list of mistakes that jumps to them."""
        folder = self.sample_copy(**DUEL | {"deals": 6, "bots": {"a": RANDOM, "b": "stammtisch"}})
        assert arena("analyze", folder, "-q", "--count", 12).returncode == OK
        page = self.page(folder)
        games = [game for swing in self.data_of(page)["runs"][0]["swings"] for game in swing["games"]]
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

    def test_a_page_with_the_solver_and_without(self):
        """A line of one's own goes on from a step, and back. A second choice before the answer would be a card of the wrong player."""
        if not has_solver():
            pytest.skip("the program was built without the solver for pages (make wasm)")
        folder = self.sample_copy(**DUEL | {"deals": 2})
        told = self.live(self.page(folder, "--solver", "never"), """await until(() => document.querySelector('.deal [open] .board'));
          console.log(document.querySelectorAll('.deal [open] .ask').length + ' '
              + document.querySelector('.viewer').textContent.includes('--solver always'));""", "#game=0&step=3")
        assert told == ["0 true"]
        assert arena("analyze", folder, "-q").returncode == OK
        page = self.page(folder, "--solver", "always")
        games = [game for swing in self.data_of(page)["runs"][0]["swings"] for game in swing["games"]]
        game = next(g for g in games if g.get("values") and g["type"] < 5 and len(g["values"]) == 31)
        told = self.live(page, """
          const board = await until(() => document.querySelector(`.deal [open] .board[aria-label="game ${NUMBER}"]`));
          const ask = [...board.querySelectorAll('.ask button')];
          ask[0].click();
          const options = () => [...board.querySelectorAll('.options button')];
          await until(() => options().length);
          const table = () => board.querySelector('.felt').textContent;
          const before = table();
          const [first, second] = options();
          first.click(); second.click();
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
