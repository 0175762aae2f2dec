# SPDX-License-Identifier: MIT
"""A game of a run that is taken over in the browser (`serve`): the same table as `play --browser --from`, begun only by a page of
this server; many at once; what no client can upset; the page in Chromium."""
import random
import time
from typing import Any

from report_pages import *
from test_serve import END, Server, ServeTest, policy_of
from test_table import Answering, answers_of


class RunTable(Answering):
    """One table of a server, and a page without a browser."""

    def __init__(self, server: Server, run: str, game: int, move: int, language: str = ""):
        self.server, self.place = server, f"/{run}/table-{game}-{move}{language}"
        self.data = json.loads(re.search('id="data">(.*?)</script>', server.page(self.place), re.S)[1])
        self.now: Any = json.loads(server.page(f"{self.place}.json"))

    def post(self, body: str, **fields: str) -> tuple[int, bytes]:
        status, _, read = self.server.get(f"{self.place}.answer", "POST", body, **fields)
        return status, read

    def look(self) -> Any:
        end = time.monotonic() + END
        while (now := json.loads(self.server.page(f"{self.place}.json")))["phase"] == "waiting":
            assert time.monotonic() < end, now
            time.sleep(0.002)
        return now

    def to_the_end(self, chance: random.Random) -> None:
        tries = 0
        while self.now["phase"] == "asked":
            self.say(answers_of(self.now["question"], chance))
            tries += 1
            assert tries < 400, self.now


RUN: dict[str, Any] = {"bots": {"a": "stammtisch", "b": "basic"}, "seats": ["a", "b", "a"], "schedule": "rotations", "deals": 4,
                       "compare": ["a", "b"]}


class RunTableTest(ServeTest):
    def results_of_two(self) -> Any:
        """A folder with a run of two bots, to be read."""
        return shared("tables", lambda folder: shutil.copytree(self.sample(**RUN), folder / "one"))


class TestRunTables(RunTableTest):
    def test_a_game_goes_on_from_each_step(self):
        """In the seat of who makes the move, after the moves of the log, with the cards of the log."""
        results = self.results_of_two()
        server = self.serve(results)
        for number, game in enumerate(read_lines(results / "one")[:2]):
            moves = game["moves"].split()
            for move in (len(moves) // 2,) if number else (len(moves) // 4,):
                if moves[2 * move - 2] == "w":
                    continue
                table = RunTable(server, "one", number, move)
                assert table.now["phase"] == "none"
                table.say("again")
                assert table.now["phase"] == "asked" and table.now["own"] == int(moves[2 * move - 2])
                assert sorted(table.now["players"]) == ["Human", "stammtisch 1", "stammtisch 2"]
                table.to_the_end(random.Random(number))
                assert table.now["phase"] == "done" and table.now["game"]["result"]
                table.say("again")  # once more from there
                assert table.now["phase"] == "asked"

    def test_in_german(self):
        """Its words are those of `play --browser --lang de`; the English table of the same step is another one."""
        names = ["table-1-1", "table-1-1-de", "table-1-1-de-cards"]
        server = self.serve(self.results_of_two())
        cards = RunTable(server, "one", 1, 1, "-de-cards")
        assert cards.data["language"]["suits"]["S"] == "G" and cards.say("again")["phase"] == "asked"
        table, english = RunTable(server, "one", 1, 1, "-de"), RunTable(server, "one", 1, 1)
        assert table.data["language"]["code"] == "de" and "S" not in table.data["language"].get("suits", {})
        assert "language" not in english.data
        assert table.say("again")["question"]["text"] in ("Was reizt du?", "Hältst du?")
        assert english.now["phase"] == "none" and english.say("again")["phase"] == "asked"
        assert "Mensch" in table.now["players"] and "Human" in english.now["players"]
        assert table.now["positions"] == ["Vorhand", "Mittelhand", "Hinterhand"]
        table.to_the_end(random.Random(1))
        assert table.now["phase"] == "done" and english.look()["phase"] == "asked"
        for page in (table, english, cards):
            assert [each["name"] for each in page.data["languages"]] == names
        for name in names:
            assert server.get(f"/one/{name}")[0] == 200

    def test_the_page_knows_the_moves(self):
        """The number of the first card, and where something was said between cards: as the log counts moves."""
        folder = self.play_as("one", **RUN | {"rules": {"extends": "isko", "claims": "sure"}, "bots": {"a": "random", "b": "random"},
                                              "deals": 12})
        games = {game["game"]: game for game in read_lines(folder)}
        data, checked = self.data_of(self.serve().page("/one/report.html")), 0
        assert data["tables"] is True
        for swing in data["runs"][0]["swings"]:
            for shown in swing["games"]:
                moves = games[shown["game"]]["moves"].split()
                pairs = list(zip(moves[::2], moves[1::2]))
                cards = [i for i, (actor, action) in enumerate(pairs, 1) if actor != "w" and re.fullmatch("[CSHD][AKQJT987]", action)]
                said = shown.get("said", [])
                count = sum(len(trick["cards"]) // 2 for trick in shown["tricks"])
                if not count:
                    continue
                assert len(cards) == count
                assert cards == [shown["first_card"] + n + sum(at <= n for at in said) for n in range(count)]
                checked += bool(said)
        assert checked, "no game in which something was said between cards"

    def test_what_is_no_game(self):
        """An address that somebody wrote: the page says why there is no table, and the server goes on."""
        folder = self.play_as("one", **RUN)
        server = self.serve()
        for game, move, says in ((10**9, 1, "has no game 1000000000"), (0, 900, "the game has fewer"), (0, 1, "")):
            table = RunTable(server, "one", game, move)
            now = table.say("again")
            assert now["phase"] == ("failed" if says else "asked") and says in now.get("note", ""), now
        (folder / "games.jsonl").write_text("no log\n")
        assert RunTable(server, "one", 1, 1).say("again")["phase"] == "failed"

    def test_bad_requests(self):
        server = self.serve(self.results_of_two())
        for name in ("table-", "table-1", "table-1-", "table-1-0", "table-01-1", "table-1-1.js", "table-1-1.json.answer", "table--1-1",
                     "table-1-1x", "table-" + "9" * 16 + "-1", "table-1-1-", "table-1-1-en", "table-1-1-DE",
                     "table-1-1-de-", "table-1-1-de-de", "table-1-1-cards", "table-1-1-de-cards.html"):
            assert server.get(f"/one/{name}")[0] == 404, name
            assert server.get(f"/one/{name}", "POST")[0] in (404, 405), name
        for place in ("/table-1-1", "/none/table-1-1", "/../one/table-1-1"):  # the index, and what is not there
            assert server.get(place)[0] == 404, place
        assert server.get("/one/table-1-1", "POST")[0] == server.get("/one/table-1-1.json", "POST")[0] == 405
        assert server.get("/one/table-1-1.answer")[0] == 404
        table = RunTable(server, "one", 1, 1)
        token, state = table.data["token"], table.now["state"]
        for wanted, body in ((400, ""), (400, f"{token}\n{state}"), (403, f"{'0' * 32}\n{state}\nagain"), (413, "x" * 5000)):
            assert table.post(body)[0] == wanted, body
        again = f"{token}\n{state}\nagain"
        for fields in ({"Origin": "http://evil.example"}, {"Host": "evil.example"}):
            assert table.post(again, **fields)[0] == 403
        assert table.look()["phase"] == "none"  # nothing has begun a process
        assert table.say("again")["phase"] == "asked"

    def test_many_tabs(self):
        """Tabs of one address share a table; of more than eight the one that was left the longest is closed, and can begin anew."""
        server = self.serve(self.results_of_two())
        first = RunTable(server, "one", 0, 1)
        first.say("again")
        same = RunTable(server, "one", 0, 1)
        assert same.now["phase"] == "asked" and same.now == first.look()
        others = [RunTable(server, "one", game, 1) for game in range(1, 10)]
        for table in others:
            assert table.data["token"] == first.data["token"]
            table.say("again")
        assert first.look()["phase"] == others[0].look()["phase"] == "none"  # closed
        assert [table.look()["phase"] for table in others[1:]] == ["asked"] * 8
        first.now = first.look()
        assert first.say("again")["phase"] == "asked"

    def test_a_link_of_a_stranger_ends_no_table(self):
        """Any page can have addresses here read: only an answer with the token makes room."""
        server = self.serve(self.results_of_two())
        table = RunTable(server, "one", 0, 1)
        now = table.say("again")
        for game in range(1, 10):
            assert server.get(f"/one/table-{game}-1.json")[0] == 200
        assert RunTable(server, "one", 1, 2).post(f"{'0' * 32}\n1\nagain")[0] == 403
        assert now["phase"] == "asked" and table.look() == now

    def test_nothing_of_the_log_is_loaded(self):
        """The bots of a log may be a stranger's: those of the command line sit there."""
        folder = self.play_as("one", **RUN)
        manifest = read_json(folder, "manifest.json")
        for bot in manifest["bots"]:
            bot["module"] = "/nowhere/evil.so"
        (folder / "manifest.json").write_text(json.dumps(manifest))
        table = RunTable(self.serve(None, "--opponent", "basic"), "one", 0, 1)
        assert table.say("again")["phase"] == "asked" and sorted(set(table.now["players"])) != ["stammtisch"]
        assert "basic 1" in table.now["players"]

    def test_on_this_machine_only(self):
        results = self.results_of_two()
        server = self.serve(results, "--listen", "127.0.0.1")
        table = policy_of(server.page("/one/table-0-1"))
        assert "default-src 'none'" in table and "connect-src 'self'" in table and "unsafe-inline" not in table
        arena_says(USAGE, "--opponent", "serve", results, "--listen", "0.0.0.0", "--port", 0, "--opponent", "basic")
        arena_says(USAGE, "nobody: no bot module", "serve", results, "--port", 0, "--opponent", "nobody")
        process = Server(results, "--listen", "0.0.0.0")
        self.cleanup.callback(process.end)
        page = process.get("/one/report.html", Host=f"127.0.0.1:{process.port}")
        assert page[0] == 200 and "tables" not in self.data_of(page[2].decode())
        assert process.get("/one/table-0-1", Host=f"127.0.0.1:{process.port}")[0] == 404


class TestBrowserRunTables(BrowserTest, RunTableTest):
    def test_from_the_page_of_a_run_to_a_hand(self):
        """The link leads to the step that is shown; the page begins the table by itself, and cards can be played. There, links lead to the
        same table in other languages; what a German page says is German."""
        server = self.serve(self.results_of_two())
        swings = self.data_of(server.page("/one/report.html"))["runs"][0]["swings"]
        shown = next(game for swing in swings for game in swing["games"] if game.get("first_card") and game["contract"])
        step = 25
        link = f"http://{server.name}/one/report.html#game={shown['game']}&step={step}"
        wide = "console.log('WIDE ' + (document.documentElement.scrollWidth > innerWidth));"
        _, console = self.browser.open(link, 390, 1200, probe(f"""
            await until(() => document.querySelector('.board a[href^="table-"]'));
            for (const link of document.querySelectorAll('.board a[href^="table-"]'))
              console.log(`LINK ${{link.getAttribute('href')}} ${{link.textContent}}`);
            document.querySelector('.steps [title="last card"]').click();
            console.log(`HIDDEN ${{document.querySelector('.board a[href^="table-"]').parentElement.hidden}}`);
            {wide}"""))
        number = shown["first_card"] + step - 1 + sum(at <= step - 1 for at in shown.get("said", []))
        table = f"table-{shown['game']}-{number}"
        assert f"LINK {table} Play from here" in console, console
        assert "HIDDEN true" in console and "WIDE false" in console, console
        _, console = self.browser.open(f"http://{server.name}/one/{table}-de", 390, 1200, probe(f"""
            await until(() => document.querySelector('.hand button'));
            console.log('BACK ' + document.querySelector('#main a').getAttribute('href'));
            const links = [...document.querySelectorAll('#main p a[hreflang]')]
              .map(link => `${{link.getAttribute('href')}} ${{link.textContent}}`);
            const here = document.querySelector('#main p b').textContent;
            console.log(`SAYS ${{document.documentElement.lang}} | ${{here}} | ${{links.join(' | ')}}`);
            console.log(`TEXT ${{document.body.innerText.replace(/\\s+/g, ' ')}}`);
            await until(() => {{
              document.querySelector('.hand button')?.click();
              return document.querySelector('[data-say="again"]');
            }});
            {wide}"""))
        assert len(console) == 4, console
        back, says, text, width = console
        assert (back, width) == (f"BACK report.html#game={shown['game']}", "WIDE false")
        assert says == f"SAYS de | Deutsch | {table} English | {table}-de-cards Deutsch, deutsche Karten"
        assert "Das Spiel, wie es gespielt wurde" in text and "Mensch" in text
        assert not re.search(r"\b(Served|Human|your turn|thinks|as it was played|bid)\b", text), text
        assert json.loads(server.page(f"/one/{table}-de.json"))["game"]["hands"]
