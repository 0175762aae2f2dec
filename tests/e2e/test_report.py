"""End-to-end tests of the report: one page of HTML, by itself and in a browser.

The tests in a browser need chromium; without it they are skipped, and say so.
"""
import concurrent.futures
import html
import http.server
import json
import os
import re
import shutil
import subprocess
import threading
import xml.etree.ElementTree as ElementTree

import pytest

from harness import *

pytestmark = pytest.mark.no_sanitizer("about documents, not memory")

CHROMIUM = shutil.which("chromium") or shutil.which("/usr/bin/chromium")
GNUPLOT = shutil.which("gnuplot")
HANDY = {"module": "random", "options": {"hand": 60}}
NASTY = ("</script><b>x", "`touch pwned`", "a'b{^_@&<")
DATA = re.compile(r'<script type="application/json" id="data">(.*?)</script>', re.DOTALL)
DUEL = {"schedule": "duel", "seats": ["a", "b"], "bots": {"a": "stammtisch", "b": "basic"}}
PLOTS = {"curve", "distribution", "contracts", "bids"}


def strings(value):
    """All texts inside a tree of JSON, keys too."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from strings(item)
    elif isinstance(value, str):
        yield value


class ReportTest(RunTest):
    def report(self, *arguments, **environment):
        return subprocess.run([program(), "report", *map(str, arguments)], cwd=self.temp,
                              text=True, capture_output=True, timeout=TIMEOUT, check=False,
                              env=os.environ | environment)

    def page(self, *folders, **environment):
        """The text of a new page."""
        self.count += 1
        out = self.temp / f"page{self.count}.html"
        done = self.report(*folders, "--out", out, **environment)
        assert (done.returncode, done.stdout, done.stderr) == (OK, f"{out}\n", "")
        return out.read_text()

    def data_of(self, page):
        found = DATA.findall(page)
        assert len(found) == 1
        return json.loads(found[0])

    def refused(self, code, *arguments, says=()):
        done = self.report(*arguments)
        assert done.returncode == code, f"{arguments}: {done.stdout}{done.stderr}"
        for text in says:
            assert text in done.stderr
        assert done.stdout == ""
        return done

    def without_gnuplot(self):
        """A PATH in which there is nothing."""
        empty = self.temp / "empty"
        empty.mkdir(exist_ok=True)
        return {"PATH": str(empty)}


# ---- the page -------------------------------------------------------------------------------

class TestPage(ReportTest):
    def assert_closed(self, page):
        """Nothing is fetched from anywhere, and the template is filled in."""
        for marker in ("/*CSS*/", "/*DATA*/", "/*JS*/"):
            assert marker not in page
        markup = DATA.sub("", page)
        assert re.findall(r"(?:src|href|action)\s*=\s*[\"']?\s*(?:https?:)?//", markup) == []
        assert re.findall(r"url\(\s*[\"']?\s*(?:https?:)?//|@import|fetch\(|XMLHttp|"
                          r"WebSocket|import\(|sendBeacon", markup) == []
        assert re.findall(r"<script[^>]*\bsrc\b|<link[^>]*stylesheet", markup) == []

    def assert_of(self, run, folder):
        assert run["manifest"] == read_json(folder, "manifest.json")
        assert run["summary"] == read_json(folder, "summary.json")

    def test_in_the_folder(self):
        folder = self.play(**DUEL)
        done = self.report(folder)
        assert (done.returncode, done.stderr) == (OK, "")
        assert done.stdout == f"{folder}/report.html\n"
        page = (folder / "report.html").read_text()
        self.assert_closed(page)
        data = self.data_of(page)
        assert (data["title"], len(data["runs"]), data["studies"]) == ("test", 1, [])
        self.assert_of(data["runs"][0], folder)
        assert (sorted(path.name for path in folder.iterdir())
                == ["games.jsonl", "manifest.json", "report.html", "summary.json", "timing.json"])

    def test_several_folders(self):
        folders = [self.play(**DUEL), self.play(deals=3),
                   self.play(rules="bierlachs", sessions=2, deals=6, **DUEL)]
        page = self.page(*folders)
        self.assert_closed(page)
        runs = self.data_of(page)["runs"]
        assert [run["folder"] for run in runs] == list(map(str, folders))
        for run, folder in zip(runs, folders):
            self.assert_of(run, folder)
        done = self.report(*folders)
        assert (done.returncode, done.stdout) == (OK, "report.html\n")
        assert (self.temp / "report.html").read_text() == page

    def test_rules_that_differ(self):
        run = self.data_of(self.page(self.play(rules={"rum": True, "grand_base": 20}, **DUEL)))
        assert run["runs"][0]["rules_diff"]["changes"]["grand_base"] == [24, 20]
        run = self.data_of(self.page(self.play(**DUEL)))
        assert run["runs"][0]["rules_diff"]["changes"] == {}

    def test_other_games(self):
        """What only they have: rows of covered cards, turned cards, a choice, a second skat."""
        runs = {}
        for game in ("offiziersskat", "tourneeskat", "raeuberskat", "strohmann"):
            folder = self.play(rules=game, sessions=1, **DUEL | {
                "deals": 48, "bots": {"a": "stammtisch", "b": RANDOM}})
            run = self.data_of(self.page(folder))["runs"][0]
            assert run["rules_diff"] == {"base": game, "changes": {}}
            lines = {line["game"]: line for line in read_lines(folder)}
            runs[game] = [(shown, lines[shown["game"]])
                          for swing in run["swings"] for shown in swing["games"]]
        for shown, line in runs["offiziersskat"]:
            assert (shown["positions"], shown["skat"]) == (["forehand", "dealer"], [])
            for hand, text in zip(shown["hands"], line["cards"].split("|")):
                dealt = text.split(".")
                assert hand == dealt[4:8] + dealt[12:] + dealt[:4] + dealt[8:12]
        turned = 0
        for shown, line in runs["tourneeskat"]:
            assert shown["turned"] == re.findall(r" t w (..)", line["moves"])
            turned += len(shown["turned"])
        assert turned > 0
        for shown, line in runs["raeuberskat"]:
            kind = line["moves"].split()[1].removeprefix("c.")
            assert len(shown["auction"]) == 1
            assert shown["auction"][0].endswith(f"chooses {kind}"), shown["auction"]
        for shown, line in runs["strohmann"]:
            assert sorted(shown["aside"]) == sorted(line["cards"].split("|")[-1].split("."))

    def test_games_of_swings_and_divergences(self):
        folder = self.play(**DUEL)
        run = self.data_of(self.page(folder))["runs"][0]
        comparison, lines = read_json(folder, "summary.json")["comparison"], read_lines(folder)
        assert ([entry["swing"] for entry in run["swings"]]
                == comparison["swings"] + comparison["divergences"])
        assert [entry["kind"] for entry in run["swings"]] == ["swing"] * 10 + ["divergence"] * 5
        for entry in run["swings"]:
            assert [game["game"] for game in entry["games"]] == entry["swing"]["games"]
            for game in entry["games"]:
                line = lines[game["game"]]
                assert (game["table"], game["score"]) == (line["table"], line["score"])
                cards = [card for trick in game["tricks"] for card in trick["cards"]]
                assert [card for card in re.findall(
                        r"(?<= )[CSHD][AKQJT987](?= |$)", line["moves"])][-len(cards):] == cards
        assert run["faults"] == []

    def test_games_of_other_runs(self):
        """The deals in which the same cards made the most different scores, and a sample."""
        folder = self.play(bots={"a": "stammtisch", "b": RANDOM, "c": "basic"}, seats=["a", "b", "c"],
                           schedule="rotations", deals=60)
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
        assert [entry["swing"]["deal"] for entry in by_kind["sample"]] == [0, 12, 24, 36, 48]

    def test_games_that_are_asked_for(self):
        folder = self.play(**DUEL)
        lines = read_lines(folder)
        asked = lambda *options: [game["game"] for entry in self.data_of(self.page(folder, *options))["runs"][0]["swings"]
                                  if entry["kind"] == "asked" for game in entry["games"]]
        deal = lines[7]["deal"]
        assert asked("--game", 7) == [line["game"] for line in lines if line["deal"] == deal]
        grands = {line["deal"] for line in lines if (line.get("contract") or " ")[0] == "G"}
        assert asked("--contract", "grand") == [line["game"] for line in lines if line["deal"] in grands]
        assert asked() == []
        self.refused(64, folder, "--game", "x", says=["ascending indices"])
        self.refused(BAD_FILE, folder, "--game", 99999, says=["has no game 99999"])
        self.refused(BAD_FILE, folder, "--bot", "nobody", says=['no bot "nobody"'])
        self.refused(BAD_FILE, self.play("--log", "none", **DUEL), "--game", 1, says=["has no log"])
        study = self.temp / "study"
        path = self.write_config(bots={"s": "stammtisch"}, seats=["s"] * 3, variations={"g": {"grand_base": 20}}, deals=3)
        assert arena("study", path, "-q", "--out", study).returncode == OK
        self.refused(BAD_FILE, study, "--game", 1, says=["is no run"])

    def test_the_page_of_one_game(self):
        folder = self.play(**DUEL)
        lines, out = read_lines(folder), self.temp / "one.html"
        done = arena("replay", folder, "--game", 7, "--html", out)
        assert (done.returncode, done.stdout) == (OK, f"{out}\n"), done.stderr
        run = self.data_of(out.read_text())["runs"][0]
        assert run["alone"] == 7 and not run["faults"]
        assert [[game["game"] for game in entry["games"]] for entry in run["swings"]] == [
            [line["game"] for line in lines if line["deal"] == lines[7]["deal"]]]
        for words in (["--html", out], ["--html", out, "--game", "1,2"], ["--html", out, "--game", 1, "--ascii"]):
            done = arena("replay", folder, *words)
            assert done.returncode == USAGE and "of one game" in done.stderr
        assert arena("replay", folder, "--html", out, "--game", 99999).returncode == BAD_FILE

    def test_index_of_a_folder_of_results(self):
        results = self.temp / "results"
        for number in range(2):
            path = self.write_config(deals=3 + number)
            assert arena("run", path, "-q", "--out", results / f"run <b>{number}").returncode == OK
        assert self.report(results / "run <b>0").returncode == OK
        data = self.data_of(self.page(results))
        assert data["runs"] == [] and data["title"] == "Skat Arena"
        assert {(entry["name"], entry["page"]) for entry in data["index"]} == {("run <b>0", True), ("run <b>1", False)}
        assert all(entry["command"].startswith("skat-arena run ") for entry in data["index"])
        (self.temp / "nothing").mkdir()
        self.refused(BAD_FILE, self.temp / "nothing", says=["summary.json"])

    def test_without_log(self):
        folder = self.play("--log", "none", **DUEL)
        run = self.data_of(self.page(folder))["runs"][0]
        self.assert_of(run, folder)
        assert not run.get("swings")
        assert not run.get("faults")

    def test_faults(self):
        bot = bad_bot("faulty", what="illegal_card", when="card", percent=20)
        folder = self.play(**DUEL | {"bots": {"a": "basic", "b": bot}})
        run = self.data_of(self.page(folder))["runs"][0]
        faulty = [line["game"] for line in read_lines(folder) if "fault" in line]
        assert len(faulty) > 10
        assert [game["game"] for game in run["faults"]] == faulty[:10]
        assert {game["status"] for game in run["faults"]} == {"illegal"}

    def test_same_bytes(self):
        one, other = self.play(**DUEL), self.play(**DUEL)
        pages = []
        for folder in (one, one, other):
            assert self.report(folder).returncode == OK
            pages.append((folder / "report.html").read_bytes())
        assert pages[0] == pages[1]
        assert pages[0] == pages[2]

    def test_names_cannot_break_out(self):
        a, b, c = NASTY
        folder = self.play(bots={a: "stammtisch", b: HANDY, c: "basic"}, seats=list(NASTY),
                           schedule="round_robin", seatings="all", compare=[a, c],
                           description="<!-- <script> ]]> </SCRIPT > <i>&amp; \u2028")
        page = self.page(folder)
        self.assert_of(self.data_of(page)["runs"][0], folder)
        assert "<" not in DATA.search(page).group(1)
        tags = re.findall(r"</?script\b", page, re.IGNORECASE)
        assert tags == ["<script", "</script"] * 2
        assert not (self.temp / "pwned").exists()
        assert "<b>x" not in page


class TestPlots(ReportTest):
    def plots(self, folder, **environment):
        return self.data_of(self.page(folder, **environment))["runs"][0]["plots"]

    def test_hidden_gnuplot(self):
        folder = self.play(**DUEL)
        assert self.plots(folder, **self.without_gnuplot()) == dict.fromkeys(PLOTS)

    def test_gnuplot_that_fails(self):
        """One that ends with an error, and one that draws nothing."""
        folder, place = self.play(**DUEL), self.temp / "bin"
        place.mkdir()
        for text in ("exit 1", "echo no picture"):
            (place / "gnuplot").write_text(f"#!/bin/sh\n{text}\n")
            (place / "gnuplot").chmod(0o755)
            assert self.plots(folder, PATH=str(place)) == dict.fromkeys(PLOTS)

    @pytest.mark.skipif(not GNUPLOT, reason="there is no gnuplot")
    def test_are_drawn(self):
        plots = self.plots(self.play(**DUEL | {"deals": 720}))
        assert plots.keys() == PLOTS
        for name, text in plots.items():
            assert ElementTree.fromstring(text).tag == "{http://www.w3.org/2000/svg}svg"
            assert len(re.findall("<path|<polygon", text)) > 1, name

    @pytest.mark.skipif(not GNUPLOT, reason="there is no gnuplot")
    def test_names_in_them(self):
        """They are shown as they are: no markup, no commands, no subscripts."""
        names = ("a'b{^_@&<", "%s </svg>")
        folder = self.play(**DUEL | {"bots": dict(zip(names, ("stammtisch", "basic"))),
                                     "seats": list(names), "deals": 72})
        for name, text in self.plots(folder).items():
            shown = "".join(ElementTree.fromstring(text).itertext())
            if name != "curve":
                for bot in names:
                    assert bot in shown, name
        folder = self.play(**DUEL | {"bots": {"`touch pwned`": "basic", "b": "stammtisch"},
                                     "seats": ["b", "`touch pwned`"]})
        self.plots(folder)
        assert [path for path in (self.temp / "pwned", ROOT / "pwned") if path.exists()] == []

    @pytest.mark.skipif(not GNUPLOT, reason="there is no gnuplot")
    def test_tiny_runs(self):
        for deals in (1, 2):
            for text in self.plots(self.play(**DUEL | {"deals": deals})).values():
                if text:
                    ElementTree.fromstring(text)
        bots = {"a": PASS, "b": PASS}
        plots = self.plots(self.play(**DUEL | {"bots": bots, "deals": 6}))
        assert (plots["contracts"], plots["bids"]) == (None, None)


class TestErrors(ReportTest):
    def test_missing(self):
        self.refused(USAGE, says=["missing argument"])
        self.refused(BAD_FILE, self.temp / "nothing", says=["nothing/summary.json"])
        self.refused(BAD_FILE, self.temp, says=["summary.json"])
        self.refused(USAGE, "--outt", "x", self.temp, says=["did you mean --out"])
        assert not (self.temp / "report.html").exists()

    def damage(self, name, text):
        folder = self.play(**DUEL)
        (folder / name).write_text(text)
        self.refused(BAD_FILE, folder, says=[name])
        assert not (folder / "report.html").exists()

    @pytest.mark.parametrize("name, text",
        (("summary.json", ""), ("summary.json", '{"games": 1'),
         ("summary.json", "no JSON"), ("manifest.json", ""),
         ("manifest.json", "{}"), ("manifest.json", "[]"),
         ("games.jsonl", "{}\n" * 30)))
    def test_damaged_files(self, name, text):
        self.damage(name, text)

    @pytest.mark.parametrize("text", ("[]", "5", '"x"', "null", "{}", '{"comparison": 5}'))
    def test_bug_summaries_that_are_none(self, text):
        """JSON, but nothing that a page could be made of: it would stay empty."""
        self.damage("summary.json", text)

    def test_studies_that_are_none(self):
        folder = self.temp / "study"
        folder.mkdir()
        for text in ("[]", "5", "{}", '{"variations": [1]}', '{"variations": [{"name": "x"}]}'):
            (folder / "study.json").write_text(text)
            self.refused(BAD_FILE, folder, says=["study.json"])

    def test_a_short_log(self):
        folder = self.play(**DUEL)
        (folder / "games.jsonl").write_text("")
        refused = self.refused(BAD_FILE, folder, says=["games.jsonl", "that summary.json is about"])
        assert len(refused.stderr.splitlines()) == 1, refused.stderr

    def test_a_device_stays_a_device(self):
        """Written in place: /dev/stdout is no file to be replaced, nor is a link."""
        folder, link = self.play(**DUEL), self.temp / "link"
        link.symlink_to(self.temp / "page.html")
        assert self.report(folder, "--out", link).returncode == OK
        assert link.is_symlink()
        assert "<html" in (self.temp / "page.html").read_text()
        assert "<html" in self.report(folder, "--out", "/dev/stdout").stdout

    def test_a_log_that_is_missing(self):
        folder = self.play(**DUEL)
        (folder / "games.jsonl").unlink()
        self.refused(BAD_FILE, folder, says=["games.jsonl"])

    def test_bug_a_log_that_misses_a_game(self):
        """Its games are looked up by line: the page would show others than it names."""
        folder = self.play(**DUEL)
        lines = (folder / "games.jsonl").read_text().splitlines(keepends=True)
        (folder / "games.jsonl").write_text("".join(lines[:1] + lines[2:]))
        self.refused(BAD_FILE, folder, says=["games.jsonl"])

    def test_one_bad_folder_of_several(self):
        self.refused(BAD_FILE, self.play(**DUEL), self.temp / "nothing", "--out",
                     self.temp / "x.html", says=["nothing"])
        assert not (self.temp / "x.html").exists()

    def test_what_cannot_be_written(self):
        folder = self.play(**DUEL)
        for out in ("/nowhere/x.html", self.temp):
            done = self.report(folder, "--out", out)
            assert done.returncode == INTERNAL
            assert f"{out}: cannot be written: " in done.stderr
        assert list(self.temp.glob("*.new")) == []

    def test_an_old_page_stays_when_the_new_one_fails(self):
        folder = self.play(**DUEL)
        assert self.report(folder).returncode == OK
        page = (folder / "report.html").read_bytes()
        (folder / "summary.json").write_text("{")
        assert self.report(folder).returncode == BAD_FILE
        assert (folder / "report.html").read_bytes() == page


# ---- in a browser ---------------------------------------------------------------------------

# Opens everything on the page, but only some of the deals, presses, then tells how wide it is.
EXERCISE = """
const all = [...document.querySelectorAll('details')], deals = all.filter(d => d.closest('.deal'));
for (const details of all) details.open = !deals.includes(details) || deals.indexOf(details) % 4 === 0;
setTimeout(() => {
  for (const list of ['.tabs button', '.steps button', '.tricks button', '#theme', '#theme'])
    for (const button of [...document.querySelectorAll(list)].slice(0, 30)) button.click();
  for (const slider of document.querySelectorAll('input[type=range]')) {
    slider.value = slider.max; slider.dispatchEvent(new Event('input'));
  }
  document.body.dataset.pressed = document.querySelectorAll('.tricks button').length;
  console.log('WIDTH ' + innerWidth + ' ' + document.documentElement.scrollWidth);
}, 50);
"""


# Every deal opened, at its second picture.
SECOND_PICTURE = """
for (const details of document.querySelectorAll('.deal details')) details.open = true;
setTimeout(() => {
  for (const slider of document.querySelectorAll('input[type=range]')) {
    slider.value = 1; slider.dispatchEvent(new Event('input'));
  }
}, 50);
"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.mark.skipif(not CHROMIUM, reason="there is no chromium: the page is not opened in a browser")
class TestBrowser(ReportTest):
    def open(self, page, width, script=EXERCISE, link=""):
        """The document after its scripts, and what they wrote to the console.

        Windows are 500 pixels wide at least: a narrower page stands in a frame.
        """
        name = f"{self.count}-{width}"
        file = self.temp / f"open{name}.html"
        file.write_text(page.replace("</body>", f"<script>{script}</script></body>"))
        if width < 500:
            frame = self.temp / f"frame{name}.html"
            frame.write_text(f"<!doctype html><iframe src='{file.name}' width='{width}' "
                             "height='2000' frameborder='0'></iframe>")
            file = frame
        done = subprocess.run(
            [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr",
             "--v=0", f"--user-data-dir={self.temp / f'browser{name}'}",
             "--virtual-time-budget=1000", f"--window-size={max(width, 1280)},2000",
             "--dump-dom", file.as_uri() + link], text=True, capture_output=True, timeout=TIMEOUT,
            check=False)
        assert done.returncode == 0, done.stderr
        console = re.findall(r':CONSOLE[:(]\d+\)?\] "(.*?)", source: ', done.stderr, re.DOTALL)
        return done.stdout, console

    def view(self, page, widths=(390, 1280)):
        """The page after its scripts, which say nothing on the console; nowhere too wide."""
        with concurrent.futures.ThreadPoolExecutor() as pool:
            views = list(pool.map(lambda width: self.open(page, width), widths))
        for width, (document, console) in zip(widths, views):
            told = [text for text in console if text.startswith("WIDTH ")]
            assert len(told) == 1, console
            assert [text for text in console if text not in told] == []
            inner, scroll = map(int, told[0].split()[1:])
            assert inner == width
            assert scroll <= inner, "scrolls sideways"
        return document

    def text(self, document):
        """What is to be read; without scripts and the data."""
        text = re.sub(r"<(script|style)\b.*?</\1>", " ", document, flags=re.DOTALL)
        return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", " ", text)))

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
        assert document.count('<figure class="plot') == (4 if GNUPLOT else 0)
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

    def test_without_gnuplot(self):
        page = self.page(self.play(**DUEL), **self.without_gnuplot())
        document = self.view(page, [1280])
        assert '<figure class="plot' not in document
        assert "Mean so far" in self.text(document)

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
        assert document.count("<circle") == 2 * len(rounds)
        points = re.search(r'<polyline points="(.*?)"', document).group(1).split(" ")
        assert len(points) == len(rounds) + 1
