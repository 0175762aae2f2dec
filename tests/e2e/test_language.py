# SPDX-License-Identifier: MIT
"""Games in German: `--lang de` of replay, deal, rules show and report, and the table of words (arena/record/language.c)."""
import collections

from report_pages import *
from test_options import reference
from test_variants import EVERYTHING, HAND

SOURCE = (ROOT / "arena" / "record" / "language.c").read_text()
GAME_TEXT = (ROOT / "arena" / "record" / "game_text.c").read_text()
TEXT = r'"((?:[^"\\]|\\.)*)"'


def rows():
    """English, German, and German with German cards, of each row."""
    table = SOURCE[SOURCE.index("language_rows[] = {"):SOURCE.index("const int language_row_count")]
    joined = re.sub(r'"\s*\n\s*"', "", table)
    return re.findall(rf"\{{{TEXT},\s*{TEXT},\s*(?:NULL|{TEXT})\}}", joined)


ROWS = rows()
ENGLISH = [english for english, _, _ in ROWS]
FOREIGN = re.compile(r"\b(the|and|says|passes|with|without|game|times|hearts|spades|clubs|diamonds|points|tricks?|won|lost|skat|bid|"
                     r"score|total|deal|declarer|dealer|forehand|middlehand|rearhand|announced|cards?|after|before|round|counts|"
                     r"asks|claims|accepts|refuses|shows|holds|knocks|unseen|march|virgins?|jack|queen)\b")


@pytest.mark.no_sanitizer("about words, not memory")
class TestTable:
    def test_each_row_is_there_once(self):
        assert len(ROWS) > 150
        assert len(set(ENGLISH)) == len(ENGLISH)

    def test_conversions_are_the_same(self):
        conversion = re.compile(r"%[-+0-9.]*(?:ll)?[a-z]")
        assert not [english for english, german, _ in ROWS if conversion.findall(german) != conversion.findall(english)
                    or german.endswith("\\n") != english.endswith("\\n")]

    def test_every_phrase_of_a_game_has_a_row(self):
        """All texts with a word in them that game_text.c prints, whichever way."""
        texts = re.findall(TEXT, re.sub(r"/\*.*?\*/|^#.*?$", "", re.sub(r'"\s*\n\s*"', "", GAME_TEXT), flags=re.S | re.M))
        keys = {"position", "trick", "card", "kept_by", "turn", "index", "values", "value_points", "end_points", "perfect", "moves",
                "triggers", "totals", "rounds_lost", "UTF-8"}  # of JSON
        english_only = {"%s holds", "; %s by %s, trick %d", "nobody", "; %d is bid", "; %s is bid", ", on the table"}
        words = {text for text in texts if re.search(r"(?<!%)[a-z]{2}|(?<![%a-z+-])[a-z]{2}", re.sub(r"%[-+0-9.]*(?:ll)?[a-z]", "", text))}
        assert words - keys - english_only - set(ENGLISH) == set()

    def test_every_option_of_the_rules_has_its_words(self):
        table = re.sub(r'"\s*\n\s*"', "", SOURCE[SOURCE.index("option_rows[] = {"):])
        named = re.findall(rf"^    \{{{TEXT},\s+{TEXT}\}},$", table[:table.index("};")], re.M)
        assert sorted(name for name, _ in named) == sorted(reference())


@pytest.mark.no_sanitizer("about words, not memory")
class TestReplays(RunTest):
    def played(self):
        return self.sample(rules=EVERYTHING, bots={"r": HAND, "u": UNIFORM}, sessions=2, seats=["r", "u", "r"], seed=81)  # of test_variants

    def shown(self, folder, *options):
        done = arena("replay", folder, "--count", 10000, "--lang", "de", *options)
        assert done.returncode == OK and not done.stderr
        return done.stdout

    def test_no_english_word_is_left(self):
        text = self.shown(self.played(), "--ascii")
        numbers = [re.findall(r"(?<![A-Za-z0-9])[+-]?\d+(?![A-Za-z0-9])", shown) for shown in
                   (text, arena("replay", self.played(), "--count", 10000, "--ascii").stdout)]
        assert len(numbers[0]) > 1000 and sorted(numbers[0]) == sorted(numbers[1]), "those of the English text"
        left = FOREIGN.findall(text)
        assert not left, collections.Counter(left)
        for word in ("Vorhand", "Alleinspieler", "Reizen", "sagt Kontra", "sagt Re", "Schneider", "Ramsch", "klopft", "geklopft: mal",
                     "Revolution", "Spitze", "Augen in", "Stichen", "gewonnen: mit", "verloren: ohne", "mal 24 Grand", "Bockrunde",
                     "nimmt den Skat auf und schiebt", "ungesehen", "Rum", "KrB", "He10", "PiD"):
            assert word in text, word
        assert not re.search(r"\b(Eichel|Schellen|EU|RO)\b", text)

    def test_german_cards(self):
        done = arena_ok("replay", self.played(), "--count", 40, "--lang", "de", "--german-cards")
        text = done.stdout
        for word in ("Eichel", "Grün", "Rot", "Schellen", "EU", "GO", "R10", "SA", "S7"):
            assert re.search(rf"\b{word}\b", text), word
        assert not re.search(r"\b(Kreuz|Pik|Herz|Karo)\b|[♣♠♥♦]", text)

    def told(self, line, rules, *options):
        """One line, replayed."""
        (self.temp / "rules.json").write_text(json.dumps(rules))
        (self.temp / "one.jsonl").write_text(json.dumps(line) + "\n")
        done = arena_ok("replay", self.temp / "one.jsonl", "--rules", self.temp / "rules.json", *options)
        return done.stdout

    SOLO = {"moves": "1 f.D 0 y 1 f.HH 0 p 2 p 1 HH 0 H8 1 RE", "contract": "HH", "score": [0, -100, 0], "status": "conceded",
            "result": {"won": False, "points": 0, "tricks": 0, "matadors": 3, "levels": {"hand": 1}, "base": 10, "multiplier": 5,
                       "value": 50, "overbid": False, "doubling": 1, "bock": 1, "signed": -100}}

    def test_words_of_the_game(self):
        """Frage and solo of the auction by suits; open games as the Skatordnung names them."""
        games = json.loads((ROOT / "tests" / "data" / "rules-coverage.json").read_text())["games"]
        for name, other, options, said in (
                ("farbenreizen", None, (), "b Frage in diamonds, a yes, b Frage in hearts, a passes, c Frage in spades, b yes, c passes"),
                ("farbenreizen", self.SOLO, (), "b solo in hearts, a passes"),
                ("farbenreizen", self.SOLO, ("--lang", "de"), "b Frage in Karo, a ja, b Solo in Herz, a passt"),
                ("farbenreizen", None, ("--lang", "de"), "Alleinspieler b bei Frage in Pik: "),
                ("farbenreizen", None, ("--lang", "de", "--german-cards"), "b Frage in Schellen, a ja, b Frage in Rot"),
                ("grand_264", None, ("--lang", "de"), "b bei 18: Grand ouvert\n"),
                ("null_ouvert_hand", None, ("--lang", "de"), ": Null ouvert Hand\n"),
                ("claim", None, ("--lang", "de"), "c beansprucht den Rest: zugestanden")):
            line = json.loads(games[name]["line"])
            assert said in self.told(line | (other or {}), games[name]["rules"], *options), said

    def test_what_opens_a_round(self):
        """In words, in both languages, for each trigger."""
        line = next(line for line in read_lines(self.played()) if "triggers" in line)
        names = reference()["bock.triggers"]["items"]["enum"]
        english, german = (self.told(line | {"triggers": names}, EVERYTHING, *words) for words in ((), ("--lang", "de")))
        told = re.search(r"opens a round: (.*)", english)[1].split(", "), re.search(r"eröffnet eine Runde: (.*)", german)[1].split(", ")
        assert [len(set(words)) for words in told] == [len(names)] * 2 and not set(told[0]) & set(told[1])
        assert "_" not in "".join(told[0] + told[1])

    def test_words_that_do_not_fit(self):
        folder = self.sample(deals=3)
        for words, said in ((("replay", folder, "--lang", "fr"), "--lang"), (("replay", folder, "--german-cards"), "needs --lang de"),
                            (("rules", "show", "isko", "--json", "--lang", "de"), "for list and show"),
                            (("rules", "diff", "isko", "xskat", "--lang", "de"), "for list and show"),
                            (("rules", "validate", "isko", "--lang", "de"), "for list and show"),
                            (("rules", "reference", "--lang", "de"), "for list and show"),
                            (("deal", "--seal", "--lang", "de"), "how deals are printed")):
            arena_says(USAGE, said, *words)


@pytest.mark.no_sanitizer("about words, not memory")
class TestOtherCommands(ReportTest):
    def test_rules(self):
        done = arena_ok("rules", "xskat", "--lang", "de", "--all")
        for text in ("Spieler am Tisch", "; amtlich: ", "Reizwerte (", "höchstes Spiel: ", "Hirsch, 5 Blatt, 6 Lachs, 7 Schuss"):
            assert text in done.stdout, text
        english = arena("rules", "show", "xskat", "--all").stdout.splitlines()
        assert [line.split()[:2] for line in english if line.startswith("  ")] == \
            [line.split()[:2] for line in done.stdout.splitlines() if line.startswith("  ")]
        assert "genannt wird, vom niedrigsten an: D H" in arena("rules", "show", "farbenreizen", "--lang", "de").stdout

    def test_descriptions_of_rule_sets(self):
        """Each has one in German; a set without keeps its own."""
        german, english = (arena("rules", "list", *words).stdout.splitlines() for words in (("--lang", "de"), ()))
        assert not [line for line in german + english if line.endswith((".", ";"))], "a list has no full stops"
        assert [line.split()[0] for line in german] == [line.split()[0] for line in english]
        assert not set(german) & set(english)
        assert arena("rules", "show", "isko", "--lang", "de").stdout.startswith("isko: Die offiziellen Regeln: ")
        own = self.temp / "own.json"
        own.write_text(json.dumps({"description": "Ours."}))
        assert arena("rules", "show", own, "--lang", "de").stdout.startswith(f"{own}: Ours.")
        own.write_text(json.dumps({"description_de": 7}))
        arena_says(BAD_FILE, ("description_de", "a string"), "rules", "validate", own)

    def test_deals(self):
        for options, suits, ranks in (((), {"C": "Kr", "S": "Pi", "H": "He", "D": "Ka"}, {"J": "B", "Q": "D", "T": "10"}),
                                      (("--german-cards",), {"C": "E", "S": "G", "H": "R", "D": "S"}, {"J": "U", "Q": "O", "T": "10"})):
            plain = arena("deal", "--seed", 7, "--count", 2).stdout.splitlines()
            german = arena("deal", "--seed", 7, "--count", 2, "--lang", "de", *options).stdout.splitlines()
            for number, line in enumerate(plain):
                assert german[5 * number] == f"Gabe {number}"
                for name, cards, shown in zip(("Vorhand", "Mittelhand", "Hinterhand", "Skat"), line.split("|"), german[5 * number + 1:]):
                    words = [suits[card[0]] + ranks.get(card[1], card[1]) for card in cards.split(".")]
                    assert shown.split()[0] == name and sorted(shown.split()[1:]) == sorted(words)

    def test_page(self):
        data = self.data_of(self.page(self.sample(deals=3), "--game", 0, "--lang", "de"))
        assert {"Kreuz", "Bube", "Dame"} <= set(data["language"]["words"].values())
        assert data["language"]["words"]["solo in"] == "Solo in"
        assert data["runs"][0]["swings"][0]["games"][0]["positions"] == ["Vorhand", "Mittelhand", "Hinterhand"]


class TestBrowserLanguage(BrowserTest):
    def test_a_german_page(self):
        """The auction by suits, in the game and where two bots name differently; with German cards."""
        folder = self.play(rules={"auction": "suits"}, bots={"s": "stammtisch", "m": {"module": "stammtisch", "options": {"caution": 90}}},
                           seats=["s", "m", "m"], schedule="rotations", deals=4, compare=["s", "m"])
        document, console = self.open(self.page(folder, "--game", 0, "--lang", "de", "--german-cards"), 1280, "", "#game=0", height=600)
        assert not console
        assert re.search(r"nennt (Frage|Solo) in (Schellen|Rot|Grün|Eichel)", document), re.findall(r"nennt[^<]{0,30}", document)[:5]
        for word in ("Eichel", "Unter"):
            assert re.search(rf'aria-label="[^"]*{word}', document), word
        assert "Alleinspieler" in document or "spielt" in document
