# SPDX-License-Identifier: MIT
"""What takes long in the browser: axe-core on each kind of page, the solver against the program's, pages of commits."""
from commit_repository import BROKEN, GOOD, MAKE_BOT, WORST, Repository, strength
from report_pages import *
from test_report_browser import LIGHT, PageTest, has_solver
from test_serve import SLOW, Server, TestLive, starts
from test_table import Table

needs_axe = pytest.mark.skipif(not AXE.exists(), reason="axe-core is not here (make deps-browser)")
#: What axe cannot decide, since a chart or the edge of a box that scrolls is in the way, is decided here by the colours; and a sign has a
#: name beside it.
ACCESSIBLE = LIGHT + """
  const contrast = (one, other) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  const decided = {
    'color-contrast': node => contrast(light(getComputedStyle(node)[node.closest('svg') ? 'fill' : 'color']),
        ground(node.closest('svg')?.parentElement ?? node)) >= 4.5,
    'label-content-name-mismatch': node => node.matches('button[aria-label]') && /^\\W+$/.test(node.textContent),
  };
  const found = await axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']});
  for (const wrong of found.violations)
    console.log(wrong.id + ': ' + wrong.nodes.slice(0, 4).map(n => n.target + ' ' + n.html.slice(0, 150)).join(' | '));
  for (const open of found.incomplete)
    for (const n of open.nodes) {
      const node = document.querySelector(n.target[0]);  // a page of a run that goes on has drawn others since
      if (node && !decided[open.id]?.(node)) console.log('UNDECIDED ' + open.id + ': ' + n.target + ' ' + n.html.slice(0, 150));
    }
  console.log('PASSES ' + (found.passes.length > 10));"""


class TestPages(PageTest):
    def analysed(self, **fields):
        folder = self.sample_copy(**DUEL | fields)
        assert arena("analyze", folder, "-q").returncode == OK
        page = self.page(folder, *(["--solver", "always"] if has_solver() else []))
        return page, [game for swing in self.data_of(page)["runs"][0]["swings"] for game in swing["games"]]

    def test_the_solver_in_the_page_is_the_program_s(self):
        """Every value that it gives for the card that was played is that of analyze, from the first card to the last, and
        the cards that keep the value are the better cards. Null and one other game are solved from the first card, others from the fourth
        trick."""
        if not has_solver():
            pytest.skip("the program was built without the solver for pages (make wasm)")
        page, games = self.analysed(deals=4, bots={"a": RANDOM, "b": "stammtisch"})
        kinds = {}
        for game in games:
            if game.get("values") and len(game["values"]) == 31:
                kinds.setdefault(min(game["type"], 5), game)
        assert len(kinds) >= 2
        for kind, game in kinds.items():
            null = kind == 5
            first = 0 if null or kind == min(kinds) else 9
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

    def play_commits(self):
        """A history with a commit that does not build, and the search for the one that lost points."""
        repository = Repository(self.temp / "repository")
        good = repository.commit("First <b>bot</b>", strength(GOOD))
        repository.commit("Does not build", BROKEN)
        bad = repository.commit("Loses points", strength(WORST))
        folders = [self.temp / "history", self.temp / "bisect"]
        for folder, arguments in zip(folders, (("history", repository.path, "--deals", 360),
                                               ("history", repository.path, "--good", good, "--bad", bad))):
            arena_ok(*arguments, "--build", MAKE_BOT, "--out", folder, "--cache", self.temp / "cache")
        return folders

    def test_commits(self):
        folders = self.play_commits()
        history, bisect = read_json(folders[0], "history.json"), read_json(folders[1], "bisect.json")
        document = self.view(self.page(*folders))
        text = html.unescape(self.text(document))
        for sentence in (history["sentence"], bisect["sentence"]):
            assert self.typeset(sentence)[1:] in text
        first, broken, last = history["commits"]
        assert broken["note"] in text and first["subject"] in text and "First <b>bot" not in document
        for duel in (first["strength"], last["strength"], last["change"]):
            difference = duel["verdict"]["difference"]
            assert rounded(difference["mean"], 2).replace("-", "−") in text
        # The chart has a dot and an interval for each that plays; what is shown to have changed is larger.
        assert document.count('<line class="whisker"') == 2
        assert sorted(re.findall(r'<circle class="fill-a"[^>]* r="(\d)"', document)) == ["3", "6"]
        assert "First &lt;b&gt;bot" in self.view(self.page(folders[0]), [1280])
        self.assert_printed(self.page(folders[0]), 60)

    @needs_axe
    @pytest.mark.parametrize("theme, width", [("light", 1280), ("dark", 390)])
    def test_everybody_can_read_it(self, theme, width):
        """axe-core finds nothing wrong in a page with everything opened: names, contrast, keyboard, structure."""
        page, _ = self.analysed(deals=5, bots={"a": "stammtisch", "b": bad_bot("wild", wild=5, crash=5)})
        told = self.live(page, f"""
          if (document.querySelector('#theme').textContent.toLowerCase() === '{theme}') document.querySelector('#theme').click();
          for (const details of document.querySelectorAll('.numbers')) details.open = true;
          for (const list of document.querySelectorAll('.deals')) list.querySelector('details').open = true;
          await pause(300);
          for (const button of document.querySelectorAll('.ask-buttons button'))
              if (button.textContent === 'Ask the solver') button.click();
          await pause(500);
          {ACCESSIBLE}""", width=width, before=[AXE.read_text()])
        assert told == ["PASSES true"]

    @needs_axe
    def test_everybody_can_read_a_live_run_and_a_table(self):
        """In the light and in the dark."""
        process = starts(self.write_config(**SLOW | TestLive.FAULTY), self.temp / "results" / "run")
        self.cleanup.callback(process.communicate)
        self.cleanup.callback(process.kill)
        servers = Server(self.temp / "results"), Table("--seed", 8, "--deals", 1)
        for server, path, ready in ((servers[0], "run/live", ".verdict"), (servers[1], "", ".hand button, #answer .answer-button")):
            self.cleanup.callback(server.end)
            for theme in ("light", "dark"):
                _, console = self.browser.open(f"http://{server.name}/{path}#{theme}", 800, 1200, f"""(async () => {{
                    {AXE.read_text()};
                    for (let i = 0; i < 500 && !document.querySelector('{ready}'); i++) await new Promise(go => setTimeout(go, 100));
                    {ACCESSIBLE} }})()""")
                assert console == ["PASSES true"], (path, theme)
