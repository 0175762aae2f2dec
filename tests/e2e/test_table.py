# SPDX-License-Identifier: MIT
"""A table in the browser (`play --browser`): whoever answers with what the server offers plays every rule set to its end; strangers
play nothing; the page in Chromium."""
import random
import time
from typing import Any

from report_pages import *
from test_play import TEXTBOOK
from test_serve import END, Server, policy_of

#: Rule sets, and deals to play: each kind of question that a table asks is asked here. `test_play` plays all rule sets.
SETS = {"farbenreizen": 1, "offiziersskat": 1, "raeuberskat": 2}


class Answering:
    """Says something at a table, and waits until there is something to say again."""
    data: Any
    now: Any

    def post(self, body: str, **fields: str) -> tuple[int, bytes]:
        raise NotImplementedError

    def look(self) -> Any:
        raise NotImplementedError

    def say(self, text: str) -> Any:
        status, body = self.post(f"{self.data['token']}\n{self.now['state']}\n{text}")
        assert status == 200, body
        self.now = json.loads(body)
        if self.now["phase"] == "waiting":
            self.now = self.look()
        return self.now


class Table(Answering, Server):
    """A table, and a page without a browser: it answers what it is asked."""

    def __init__(self, *words: Any):
        super().__init__(*words, command=("play", "--browser"))
        self.data = json.loads(re.search('id="data">(.*?)</script>', self.get("/")[2].decode(), re.S)[1])
        self.now: Any = self.look()

    def look(self) -> Any:
        """The table when somebody can do something."""
        end = time.monotonic() + END
        while True:
            status, _, body = self.get("/table.json")
            assert status == 200
            now = json.loads(body)
            if now["phase"] != "waiting":
                return now
            assert time.monotonic() < end, now
            time.sleep(0.002)

    def post(self, body: str | bytes, **fields: str) -> tuple[int, bytes]:
        status, _, read = self.get("/answer", "POST", body, **fields)
        return status, read


def answers_of(question: Any, chance: random.Random) -> str:
    """One of those that are offered; where several cards are chosen, so many of them."""
    cards = cards_in(question.get("cards", ""))
    lists: list[list[str]] = [[choice["say"] for choice in question.get("choices", [])], question.get("bids", [])]
    contracts = [contract["say"] for contract in question.get("contracts", [])]
    if "count" in question:
        some = chance.sample(cards, question["count"])
        lists.append([" ".join([*([chance.choice(contracts)] if contracts else []), *some])])
    else:
        lists += [contracts, cards]
    return chance.choice(chance.choice([one for one in lists if one]))


class TableTest(ReportTest):
    def table(self, *words: Any) -> Table:
        table = Table(*words)
        self.cleanup.callback(table.end_well)
        return table

    def play_deal(self, table: Table, chance: random.Random) -> None:
        """Until it is over; what is offered is legal, but for cards that only go together."""
        refused = 0
        while table.now["phase"] == "asked":
            question = table.now["question"]
            table.say(answers_of(question, chance))
            if "why" in table.now:
                assert "count" in question, (question, table.now["why"])
                refused += 1
                assert refused < 400, (question, table.now["why"])


class TestTable(TableTest):
    def test_rule_sets_to_the_end(self):
        for rules, deals in SETS.items():
            chance, log = random.Random(rules), self.temp / f"{rules}.jsonl"
            table = self.table("--rules", rules, "--deals", deals, "--seed", 11, "--log", log, "random")
            for deal in range(1, deals + 1):
                assert table.now["deal"] == deal
                self.play_deal(table, chance)
                assert table.now["phase"] == ("done" if deal == deals else "over") and table.now["game"]["result"], rules
                if deal < deals:
                    table.say("next")
            games = read_lines_of(log)
            assert len(games) == deals and all(game["table"][0] == "you" for game in games), rules
            assert [one["points"] for one in table.now["sheet"]["players"]] == [sum(game["score"][seat] for game in games)
                                                                                for seat in range(len(games[0]["table"]))], rules
            table.end()

    @pytest.mark.parametrize("bot", ["stammtisch", "book", "pimc:fast=true"])
    def test_the_same_deals_as_in_the_terminal(self, bot):
        """Of the same seed, with the same answers: the same lines. So what bots tell of their thoughts here, and not there, changes
        none."""
        logs = self.temp / "page", self.temp / "terminal"
        table, said = self.table("--seed", 5, "--deals", 1, "--log", logs[0], bot), []
        chance = random.Random(1)
        while table.now["phase"] == "asked":
            said.append(answers_of(table.now["question"], chance))
            table.say(said[-1])
        done = subprocess.run([program(), "play", bot, "--brief", "--seed", "5", "--deals", "1", "--log", logs[1]], cwd=ROOT, text=True,
                              input="\n".join(said) + "\n", capture_output=True, timeout=END)
        assert done.returncode == OK and logs[0].read_bytes() == logs[1].read_bytes()

    @pytest.mark.parametrize("bot", ["stammtisch", "book", "pimc:fast=true"])
    def test_what_the_bots_thought(self, bot):
        """Of each card that they chose, in words in which it occurs, and of bids and games; a bot that tells nothing has no words. Before
        the deal is over nothing is told."""
        table, chance = self.table("--seed", 5, "--deals", 1, bot, "random"), random.Random(1)
        while table.now["phase"] == "asked":
            assert "thoughts" not in json.dumps(table.now)
            table.say(answers_of(table.now["question"], chance))
        game = table.now["game"]
        thoughts, played = game["thoughts"], [card for trick in game["tricks"] for card in cards_in(trick["cards"])]
        assert {game["players"][thought["position"]] for thought in thoughts} == {bot.split(":")[0]}
        cards = [thought for thought in thoughts if "card" in thought]
        assert len(cards) > 3
        for thought in cards:
            assert played[thought["card"]] in re.findall(r"\b[CSHD][789TJQKA]\b", thought["text"]), thought
        if bot == "stammtisch":
            assert re.fullmatch(r"(limit \d+|pass); chances: (\w+ \d+ %(, )?){4}", thoughts[0]["text"])

    def test_nothing_hidden_is_sent(self):
        """Until a deal is over, no card is named that others hold or have put aside, unless it lies open."""
        table, chance = self.table("--seed", 1, "--deals", 1), random.Random(1)
        known: set[str] = set()
        while table.now["phase"] == "asked":
            own = table.now["own"]
            if len(table.now["table"]["hands"][own]) == 2:
                break  # after the last card the solver would begin
            known |= set(cards_in(table.now["table"]["hands"][own]))
            for trick in ("trick", "last"):
                known |= set(cards_in(table.now["table"].get(trick, {}).get("cards", "")))
            for position, cards in enumerate(table.now["table"]["hands"]):
                if position != own and cards:
                    assert "ouvert" in table.now["table"]["contract"] and position == table.now["table"]["declarer"]
                    known |= set(cards_in(cards))
            sent = re.sub(r'"(?:text|label|name|phase|why)":"[^"]*"', "", json.dumps(table.now, separators=(",", ":")))
            named = set(re.findall(r"(?:[CSHD][789TJQKA])", sent))
            assert named <= known, named - known
            table.say("pass" if "pass" in [choice["say"] for choice in table.now["question"].get("choices", [])]
                      else answers_of(table.now["question"], chance))

    def test_wrong_answers_say_why(self):
        table = self.table("--seed", 5, "--lang", "de", "--german-cards")
        assert table.now["question"]["text"] == "Was reizt du?" and table.now["positions"][0] == "Vorhand"
        question = table.now["question"]
        for answer, why in (("nonsense", "keine der Antworten"), ("19", "lässt sich jetzt nicht reizen"), ("next", "keine der Antworten")):
            assert why in table.say(answer)["why"] and table.now["question"] == question
        assert {choice["label"] for choice in table.now["question"]["choices"]} == {"Passe"}

    def test_what_the_solver_says(self):
        """Of each card, and of the bidding. After the last deal there is a new table, with the same deals."""
        table = self.table("--seed", 9, "--deals", 1)
        hands = table.now["table"]["hands"]
        self.play_deal(table, random.Random(2))
        game = table.now["game"]
        assert len(game["values"]) == sum(len(trick["cards"]) for trick in game["tricks"]) // 2 + 1
        assert "could_win" in game and game["players"].count("Human") == 1
        assert table.now["phase"] == "done" and table.say("again")["phase"] == "asked" and table.now["table"]["hands"] == hands

    def test_leaving_and_coming_back(self):
        """Another page sees the same table; who answers what was answered already is shown what came of it."""
        table = self.table("--seed", 5)
        first = dict(table.now)
        stale = f"{table.data['token']}\n{first['state']}\n18"
        table.say("pass")
        status, body = table.post(stale)
        assert status == 200 and json.loads(body) == table.look() == table.now != first

    @pytest.mark.no_sanitizer("a sanitizer ends the process in its own way")
    def test_a_bot_that_ends_its_process(self):
        """It costs the table, not the server; and it is named."""
        for what, how, language in (("segfault", "ist abgestürzt, und der Tisch ist beendet.", "de"),):
            table = self.table("--deals", 1, "--lang", language, "--seed", 5, f"culprit={bad_bot('faulty')}:what={what}", "basic")
            while table.now["phase"] == "asked":
                table.say(answers_of(table.now["question"], random.Random(3)))
            assert (table.now["phase"], table.now["note"]) == ("failed", f"culprit {how}")
            assert table.get("/")[0] == 200
            assert table.say("pass")["phase"] == "failed"
            before = table.now["state"]
            assert table.say("again")["state"] > before
            code, errors = table.end()
            assert code == OK, errors

    def test_puzzles(self):
        table, positions = self.table("--puzzles", TEXTBOOK, "--deals", 3), read_lines_of(TEXTBOOK)[:3]
        for number, position in enumerate(positions):
            assert table.now["puzzle"]["id"] == position["id"] and table.now["puzzle"]["number"] == number + 1
            assert "right" not in table.now["puzzle"] and position["play"][0] in cards_in(table.now["question"]["cards"])
            wrong = next(card for card in cards_in(table.now["question"]["cards"]) if card not in position["play"])
            puzzle = table.say(position["play"][0] if number else wrong)["puzzle"]
            assert puzzle["right"] == (number > 0) and puzzle["solved"] == number and puzzle["reason"] == position["reason"]
            assert table.now["phase"] == ("over" if number < 2 else "done")
            if number < 2:
                table.say("next")
        assert table.say("again")["puzzle"]["number"] == 1


class TestStrangers(TableTest):
    def test_only_the_page_answers(self):
        table = self.table("--seed", 5)
        token, state = table.data["token"], table.now["state"]
        assert re.fullmatch(r"[0-9a-f]{32}", token)
        refusals: list[tuple[int, Any]] = [
            (400, ""), (400, f"{token}\n{state}\n"), (400, f"{token}\n{state}"), (400, f"{token}\nx\npass"),
            (400, f"{token[1:]}\n{state}\npass"),
            (400, f"{token}\n{state}\npass\nmore"), (400, f"{token}\n{state}\np\0ss".encode()), (400, f"{token}\n{state}\n" + "p" * 300),
            (400, f"{token}\n{state}\nä".encode()), (403, f"{'0' * 32}\n{state}\npass"), (413, "x" * 5000)]
        for wanted, body in refusals:
            assert table.post(body)[0] == wanted, body
        answer = f"{token}\n{state}\npass"
        assert table.post(answer, Origin="http://evil.example")[0] == 403
        assert table.post(answer, Host="evil.example:80")[0] == 403
        assert table.post(answer, Host=f"evil.example:{table.port}")[0] == 403
        assert table.get("/", Host="evil.example")[0] == 403
        assert table.look() == table.now
        assert table.post(answer, Origin=f"http://{table.name}")[0] == 200
        assert table.look() != table.now

    def test_places(self):
        table = self.table("--seed", 5)
        for path in ("/x", "/answer", "/a/table.json", "/../etc/passwd", "/%2e%2e/x"):
            assert table.get(path)[0] == 404, path
        for path in ("/", "/table.json"):
            assert table.get(path, "POST")[0] == 405
            status, fields, body = table.get(path, "HEAD")
            assert status == 200 and body == b"" and int(fields["Content-Length"]) > 100
        policy = policy_of(table.page("/"))
        assert "default-src 'none'" in policy and "connect-src 'self'" in policy and "unsafe-inline" not in policy

    def test_only_this_machine(self):
        table = self.table()
        assert table.address == "127.0.0.1"
        for words, says in ((("--listen", "0.0.0.0"), "listen"), (("--brief",), "--browser")):
            arena_says(USAGE, says, "play", "--browser", *words)
        assert "--browser" in arena("play", "--port", 0).stderr

    def test_a_port_that_is_taken(self):
        done = arena("play", "--browser", "--port", self.table().port)
        assert done.returncode not in (OK, None) and "cannot listen" in done.stderr, done.stderr


# For the scripts of tests: presses what is offered until `over` holds.
PLAY = """
const pause = milliseconds => new Promise(go => setTimeout(go, milliseconds));
const until = async test => { for (let i = 0; i < 1200 && !test(); i++) await pause(50); return test(); };
const offered = () => [...document.querySelectorAll('.hand button, #answer .answer-button')].filter(b => !b.disabled);
const saying = () => ['#answer h2', '#felt', '#said', '#table-head'].map(part => document.querySelector(part)?.textContent).join();
const isOver = () => document.querySelector('[data-say="next"], [data-say="again"]');
const moved = before => until(() => (saying() !== before && offered().length) || isOver());
"""


class TestBrowserTable(BrowserTest, TableTest):
    def run(self, table: Table, width: int, script: str, link: str = "") -> tuple[str, list[str]]:
        return self.browser.open(f"http://{table.name}/{link}", width, 800, f"""(async () => {{ {PLAY} await until(() => offered().length);
            {script}
            console.log('WIDE ' + (document.documentElement.scrollWidth > innerWidth));
            }})().catch(error => console.error(`FAILED ${{error}}`))""")

    def test_a_deal_by_keyboard(self):
        """Enter and the arrows are enough; the focus stays at the table. When the server does not answer, the page says so, and goes on
        when it is back."""
        folder = self.sample(**DUEL)
        game = next(game for game in read_lines(folder) if len(game["moves"].split()) > 70)
        moves = game["moves"].split()
        move = next(move for move in range(len(moves) // 2 - 11, 0, -1) if moves[2 * move - 2] == "0")
        table = self.table("--from", folder, "--game", game["game"], "--move", move)
        _, console = self.run(table, 390, """
          const real = globalThis.fetch;
          globalThis.fetch = async () => { throw new TypeError('gone'); };
          offered()[0].click();
          console.log('TOLD ' + await until(() => /does not answer/.test(document.querySelector('#main').textContent)));
          globalThis.fetch = real;
          console.log('BACK ' + await until(() => offered().length
            && !/does not answer/.test(document.querySelector('#main').textContent)));
          offered()[0].focus();
          let lost = 0, arrows = 0;
          while (!isOver()) {
            const before = saying(), at = document.activeElement;
            if (!offered().includes(at)) { lost++; offered()[0].focus(); }
            const cards = [...document.querySelectorAll('.hand button')];
            if (cards.includes(document.activeElement) && cards.length > 1) {
              const from = cards.indexOf(document.activeElement);
              document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}));
              arrows += document.activeElement === cards[(from + 1) % cards.length] ? 1 : -1000;
            }
            document.activeElement.click(); /* as Enter does */
            await moved(before);
          }
          console.log('KEYS ' + lost + ' ' + (arrows > 0) + ' ' + (document.activeElement === isOver()));
          console.log('OVER ' + document.querySelector('#answer h2').textContent + ' ' + document.querySelectorAll('.tricks button').length
            + ' ' + !!document.querySelector('.mistakes, .analysis'));""")
        assert console == ["TOLD true", "BACK true", "KEYS 0 true true", "OVER The deal is over 10 true", "WIDE false"]

    def test_putting_cards_aside(self):
        """As many as are asked for; the one chosen first makes room; a refused answer says why and is asked again. In German."""
        table = self.table("--seed", 8, "--deals", 1, "--lang", "de", "--german-cards")
        document, console = self.run(table, 800, """
          console.log('SAYS ' + document.querySelector('#main').textContent.replace(/\\s+/g, ' '));
          while (!document.querySelector('[data-whole]')) {
            const before = saying();
            (document.querySelector('[data-say="pick_up"]') ?? document.querySelector('[data-say="hold"]')
              ?? [...document.querySelectorAll('[data-say]')].find(b => /^\\d+$/.test(b.dataset.say))).click();
            await moved(before);
          }
          const card = n => document.querySelectorAll('.hand button')[n];
          const pressed = () => document.querySelectorAll('.hand [aria-pressed="true"]').length;
          const whole = () => document.querySelector('[data-whole]');
          const told = [document.querySelectorAll('.hand button').length, pressed(), whole().disabled];
          card(0).click(); card(1).click(); card(2).click();
          told.push(pressed(), whole().disabled);
          document.querySelector('[data-game="G"]').click();
          told.push(whole().disabled);
          card(2).click();
          told.push(pressed(), whole().disabled);
          card(11).click();
          whole().click();
          await until(() => !whole());
          console.log('ASIDE ' + told.join(' ') + ' ' + document.querySelectorAll('.place-0 .playing-card').length);""")
        assert console[1:] == ["ASIDE 12 0 true 2 true false 1 true 10", "WIDE false"]
        for words in ("Was reizt du?", "Passe", "höher", "du bist dran", "Vorhand", "Hinterhand"):
            assert words in console[0], words
        assert re.search('aria-label="(Eichel|Grün|Rot|Schellen) (Daus|Unter|Ober)"', document)

    def test_cards_are_pictures(self):
        """As many symbols as the number says, beside the one of the index; four colours; an index that can be read on a phone."""
        symbols: list[set[str]] = []
        for words, names in (((), ["ace of clubs", "nine of clubs", "ten of spades", "seven of spades"]),
                             (("--lang", "de", "--german-cards"), ["Eichel Daus", "Eichel neun", "Grün zehn", "Grün sieben"])):
            _, console = self.run(self.table("--seed", 5, *words), 390, """
              for (const card of document.querySelectorAll('.place-0 .playing-card')) {
                const symbols = [...card.querySelectorAll('g:not(.figure)')], index = card.querySelector('.index');
                console.log(JSON.stringify([card.getAttribute('aria-label'), symbols.length, symbols[0].innerHTML,
                  getComputedStyle(card).color, index.textContent, index.getBoundingClientRect().height]));
              }""")
            cards = [json.loads(line) for line in console[:-1]]
            assert [card[0].lower() for card in cards[:4]] == [name.lower() for name in names]
            assert [card[4] for card in cards] == ["A", "9", "10", "7", "K", "O" if words else "Q", "7", "A", "10", "8"]
            ace = 3 if words else 2  # a Daus has its suit twice
            assert [card[1] for card in cards] == [ace, 10, 11, 8, 2, 2, 8, ace, 11, 9]
            assert len({card[3] for card in cards}) == 4 and all(card[5] > 12 for card in cards), cards
            symbols.append({card[2] for card in cards})
            assert len(symbols[-1]) == 4
        assert len(symbols[0] & symbols[1]) == 1  # the heart

    def test_the_last_trick_and_what_was_said(self):
        """In order: who said what; the cards of the trick before, with the one that took it."""
        table = self.table("--seed", 5, "--deals", 1)
        while "last" not in table.now["table"]:
            table.say("pass" if "pass" in [choice["say"] for choice in table.now["question"].get("choices", [])]
                      else cards_in(table.now["question"]["cards"])[0])
        _, console = self.run(table, 390, """
          const parts = line => [...line.children].map(part => part.textContent);
          console.log(JSON.stringify([...document.querySelectorAll('.said li')].map(parts)));
          console.log(JSON.stringify([...document.querySelectorAll('.last-trick .playing-card')]
            .map(card => [card.getAttribute('aria-label'), card.matches('.took')])));""")
        said, last = map(json.loads, console[:2])
        now = table.now["table"]
        assert [name for name, _ in said] == [table.now["players"][position] for position, _ in now["moves"]]
        assert [what for _, what in said] == ["passes", "passes", "bids 18", "picks up the skat", "announces clubs"]
        took = (now["last"]["winner"] - now["last"]["leader"]) % 3
        assert [taken for _, taken in last] == [number == took for number in range(3)]
        assert "".join(f"{suit[0].upper()}{dict(ace='A', king='K', queen='Q', jack='J', ten='T', nine=9, eight=8, seven=7)[rank]}"
                       for rank, suit in (label.split(" of ") for label, _ in last)) == now["last"]["cards"]

    def test_the_score_sheet(self):
        """A line for each deal with what the log says of it, and the list's evaluation by the extras of its rules; on paper it is alone.
        One deal is passed in, one lost by bidding too high. Above it, each step of the last deal says what a bot thought of its card,
        with German suits as symbols."""
        log = self.temp / "list.jsonl"
        table, chance = self.table("--seed", 7, "--deals", 6, "--log", log, "--lang", "de", "--german-cards"), random.Random(3)
        assert not table.now["sheet"]["deals"]
        for deal in range(6):
            while table.now["phase"] == "asked":
                choices = [choice["say"] for choice in table.now["question"].get("choices", [])]
                usual = answers_of({**table.now["question"], "choices": []} if "concede" in choices else table.now["question"], chance)
                table.say(next((say for say in ("hold", "pick_up", "pass") if say in choices and (deal == 5 or say == "pass")), usual))
            if deal < 5:
                table.say("next")
        games = read_lines_of(log)
        print_sheet = lambda: self.browser.show(794, 1123, media="print")
        _, console = self.browser.open(f"http://{table.name}/", 390, 1000, probe("""
            await until(() => !document.querySelector('#sheet').hidden);
            document.querySelector('#sheet').open = true;
            console.log(JSON.stringify([...document.querySelectorAll('#sheet table')].map(table => [...table.rows]
              .map(row => [...row.cells].map(cell => cell.textContent)))));
            const told = new Set();
            for (const trick of document.querySelectorAll('.tricks button')) {
              trick.click();
              await until(() => trick.hasAttribute('aria-current'));
              for (const thought of document.querySelectorAll('.thoughts:not([hidden]) li'))
                told.add(thought.querySelectorAll('.pip .suit').length > 1);
            }
            console.log('THOUGHTS ' + [...told]);
            console.log('WIDE ' + (document.documentElement.scrollWidth > innerWidth));"""), print_sheet, probe("""
            const seen = [...document.querySelectorAll('#main > *, .top, .foot')].filter(part => part.getClientRects().length);
            console.log(`PAPER ${seen.map(part => part.id)} ${document.documentElement.scrollWidth <= innerWidth}`);"""))
        lines, evaluation = json.loads(console[0])
        assert console[1:] == ["THOUGHTS true", "WIDE false", "PAPER sheet true"]
        assert lines[0][1:11] == ["Spiel", "Grundwert", "mit, ohne", "Hand", "Schneider", "angesagt", "Schwarz", "angesagt", "ouvert",
                                  "Punkte"]
        totals = [0, 0, 0]
        for number, (line, game) in enumerate(zip(lines[1:], games, strict=True), 1):
            totals = [old + new for old, new in zip(totals, game["score"])]
            assert line[0] == str(number) and line[-3:] == [str(total).replace("-", "−") for total in totals]
            if game["declarer"] is None:
                assert line[1] == "eingepasst" and not any(line[2:-3])
            else:
                result = game["result"]
                assert line[2] == str(result["base"]) and (line[5] == "×") == ("schneider" in result["levels"])
                assert ("überreizt" in line[1]) == result["overbid"]
        declared = [game for game in games if game["declarer"] is not None]
        seat_of = lambda game: (game["deal"] + 1 + game["declarer"]) % 3  # the dealer is rearhand
        assert len(declared) < len(games) and any(game["result"]["overbid"] for game in declared)
        for seat, (line, total) in enumerate(zip(evaluation[1:], totals)):
            won, lost = (sum(seat_of(game) == seat and game["result"]["won"] == is_won for game in declared) for is_won in (True, False))
            by_others = sum(seat_of(game) != seat and not game["result"]["won"] for game in declared)
            wanted = [total, won, lost, 50 * (won - lost), by_others, 40 * by_others, total + 50 * (won - lost) + 40 * by_others]
            assert [int(cell.replace("−", "-")) for cell in line[1:]] == wanted

    def test_other_games_are_drawn(self):
        """A deal at random, by mouse: nothing on the console, nothing too wide."""
        table = self.table("--rules", "offiziersskat", "--seed", 3, "--deals", 1, "random")
        _, console = self.run(table, 390, """
          let n = 1;
          const chance = most => (n = n * 48271 % 2147483647) % most;
          // A chosen card or game is pressed, and has no other text.
          const shown = () => saying() + document.querySelector('#answer').innerHTML + document.querySelector('#felt').innerHTML;
          for (let i = 0; i < 400 && !isOver(); i++) {
            const whole = document.querySelector('[data-whole]'), before = shown();
            if (whole && !whole.disabled) whole.click();
            else offered()[chance(offered().length)].click();
            await until(() => offered().length && shown() !== before);
          }
          console.log('DONE ' + !!document.querySelector('[data-say="again"]'));""")
        assert console == ["DONE true", "WIDE false"]
