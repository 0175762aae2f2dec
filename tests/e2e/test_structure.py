# SPDX-License-Identifier: MIT
"""The tree agrees with what is said about it: the order of folders, citations of rules, and what is made from
the table of rule options."""
import collections
import functools
import json
import re
import runpy
import shutil
import subprocess
import sys

import pytest

import harness
from harness import *
from scorekeeper_rounds import TRIGGERS

# In one process: all of them read the same files.
pytestmark = pytest.mark.xdist_group("structure")

# Templates are for users' folders.
SOURCES = sorted(path for path in (*ROOT.glob("arena/**/*.[ch]"), *ROOT.glob("arena/**/*.cc"),
                                   *ROOT.glob("engine/**/*.[ch]"), *ROOT.glob("engine/*.cc"),
                                   *ROOT.glob("bots/**/*.[ch]")) if path.parent.name != "templates")


@functools.cache
def text_of(path):
    return path.read_text(encoding="utf-8")


@functools.cache
def includes(path):
    return re.findall(r'^#include "([^"]+)"', text_of(path), re.M)


def name_of(path):
    return path.relative_to(ROOT).as_posix()


def test_words_that_are_not_in_names():
    """The line below the table of words in CONTRIBUTING.md."""
    words = re.findall(r"`(\w+)`", re.search("^Not in names: (.*)$", text_of(ROOT / "CONTRIBUTING.md"), re.M)[1])
    name = re.compile(rf"\b(?:\w+_)?(?:{'|'.join(words)})s?(?:_\w+)?\b", re.I)
    code = {path: re.sub(r'/\*.*?\*/|//[^\n]*|"(?:[^"\\\n]|\\.)*"', "", text_of(path), flags=re.S) for path in SOURCES}
    assert words and not [(name_of(path), found) for path in SOURCES for found in name.findall(code[path])]


def test_each_end_to_end_module_has_its_subject():
    """The table of modules in tests/README.md."""
    table = text_of(ROOT / "tests" / "README.md").split("| subject | modules |")[1].split("\n\n")[0]
    modules = [path.stem.removeprefix("test_") for path in sorted((ROOT / "tests" / "e2e").glob("test_*.py"))]
    assert sorted(re.findall(r"`(\w+)`", table)) == modules


# ---- includes ------------------------------------------------------------------------------

def order_of_folders():
    """The rows of the table in arena/README.md, from the bottom of the house to its top."""
    table = (ROOT / "arena" / "README.md").read_text().split("| folder |")[1].split("\n\n")[0]
    return re.findall(r"^\| `(\w+)` \|", table, re.M)


def test_table_has_every_folder():
    folders = {path.name for path in (ROOT / "arena").iterdir() if path.is_dir() and any(path.iterdir())}
    order = order_of_folders()
    assert set(order) == folders and len(order) == len(folders)


def test_folders_include_only_what_is_above_them():
    order = order_of_folders()
    wrong = []
    for path in SOURCES:
        parts = path.relative_to(ROOT).parts
        if parts[0] != "arena" or len(parts) != 3:
            continue
        for include in includes(path):
            other = include.split("/")
            if other[0] == "arena" and order.index(other[1]) > order.index(parts[1]):
                wrong.append(f"{name_of(path)} includes {include}")
    assert not wrong


def test_engine_and_bots_know_nothing_above_them():
    allowed = {"engine": ("engine/",), "bots": ("engine/", "bots/", "skat_bot.h", "skat_bot_helpers.h"),
               "arena": ("engine/", "arena/", "bots/skat_bot.h")}
    wrong = [f"{name_of(path)} includes {include}" for path in SOURCES for include in includes(path)
             if not include.startswith(allowed[path.relative_to(ROOT).parts[0]])]
    assert not wrong


def order_of_engine():
    """The modules of the tables in engine/README.md, from the bottom to the top, as paths."""
    text = (ROOT / "engine" / "README.md").read_text()
    order = []
    for table in text.split("| file |")[1:]:
        for cell in re.findall(r"^\| (`[^|]+) \|", table.split("\n\n")[0], re.M):
            order += [f"engine/{name}" for name in re.findall(r"`([\w/]+)`", cell)]
    return order


def test_engine_includes_only_what_is_above_it():
    order = order_of_engine()
    graph = {module: others for module, others in modules().items() if module.startswith("engine/")}
    assert sorted(order) == sorted(graph), "the tables of engine/README.md list each module once"
    wrong = [f"{module} includes {other}" for module, others in graph.items() for other in others
             if order.index(other) > order.index(module)]
    assert not wrong


def test_no_circle_between_folders_of_engine_and_bots():
    folders = {}
    for path in SOURCES:
        if path.relative_to(ROOT).parts[0] == "arena":
            continue
        own = path.parent.relative_to(ROOT).as_posix()
        folders.setdefault(own, set()).update(
            include.rsplit("/", 1)[0] for include in includes(path) if "/" in include)
    graph = {folder: others - {folder} for folder, others in folders.items()}
    assert not circle_in(graph)


@functools.cache
def modules():
    """By module - a header and the file of its name - those whose headers it includes."""
    graph = {}
    for path in SOURCES:
        module = name_of(path).rsplit(".", 1)[0]
        graph.setdefault(module, set()).update(
            include.rsplit(".", 1)[0] for include in includes(path))
    return {module: others - {module} for module, others in graph.items()}


def circle_in(graph):
    """The modules of a circle, or nothing."""
    done, path = set(), []

    def visit(module):
        if module in path:
            return path[path.index(module):]
        if module in done:
            return []
        path.append(module)
        for other in sorted(graph.get(module, ())):
            circle = visit(other)
            if circle:
                return circle
        done.add(path.pop())
        return []

    for module in sorted(graph):
        circle = visit(module)
        if circle:
            return circle
    return []


def test_no_circle_between_modules():
    assert not circle_in(modules())


# ---- citations of rules --------------------------------------------------------------------

def sections():
    text = (ROOT / "docs" / "rules.md").read_text()
    return set(re.findall(r"^##+ (\d+(?:\.\d+)*) ", text, re.M))


CITATION = re.compile(r"rules\.md((?:(?:,| and| to|-)?[ \n/*]+\d+(?:\.\d+)?(?!\d)|-\d+(?:\.\d+)?)+)")


def citations(text):
    for match in CITATION.finditer(text):
        yield from re.findall(r"\d+(?:\.\d+)?", match[1])


def texts():
    """What may cite a rule: sources, help texts, pages, rule sets, tests."""
    return [ROOT / name for name in hand_written(".c", ".h", ".cc", ".md", ".json", ".py")]


def test_citations_name_sections_that_exist():
    known, cited, wrong = sections(), set(), []
    for path in texts():
        for section in citations(text_of(path)):
            cited.add(section)
            if section not in known:
                wrong.append(f"{name_of(path)} cites rules.md {section}")
    assert not wrong
    assert {"3", "4", "6", "7.1", "7.3", "8.3", "10.1"} <= cited, "the pattern finds citations"


def grep(pattern):
    """What git finds in C sources, which Python would take a fifth of a second for: names of files and words."""
    done = subprocess.run(["git", "grep", "--untracked", "-oP", pattern, "--", "*.c", "*.h", "*.cc"], cwd=ROOT, capture_output=True,
                          text=True, check=False)
    if done.returncode > 1:
        pytest.skip("git does not search the files of this tree")
    found = [line.split(":", 1) for line in done.stdout.splitlines()]
    return [(path, word) for path, word in found if not path.startswith(("arena/new_bot/templates/", "tests/data/", "docs/"))]


def test_sources_cite_files_that_exist():
    """NAME stands for any name; tests name files that they make."""
    cited = grep(r"(?<![\w./-])(?:engine|arena|bots|configs|docs|packaging|python|results|tests)/[\w/-]+"
                 r"\.(?:c|h|cc|js|json|md|py|sh|txt)\b")
    there = functools.cache(lambda name: "NAME" in name or (ROOT / name).is_file())
    assert len(cited) > 1000 and not [f"{path} cites {name}" for path, name in cited if not there(name)]


def test_options_name_sections_that_exist():
    reference = arena("rules", "reference").stdout
    cited = set(re.findall(r"\| ([\d.]+) \|$", reference, re.M))
    assert cited and cited <= sections()


# ---- what is made from the table of rule options -------------------------------------------

def schema_of_options():
    return json.loads(arena("rules", "reference", "--json").stdout)["properties"]


def assert_fresh(monkeypatch, capsys, script, *arguments):
    """Its output names the files and the command that renews them."""
    monkeypatch.setattr(sys, "argv", [script, "--check", *arguments])
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    status = runpy.run_path(str(ROOT / "packaging" / script))["main"]()
    assert status == 0, capsys.readouterr().out


def test_generated_files_are_fresh(monkeypatch, capsys):
    if not shutil.which("clang-format"):
        pytest.skip("there is no clang-format: bots/skat_bot.h is laid out by it")
    assert_fresh(monkeypatch, capsys, "generate.py", str(harness.BUILD / "skat-arena"))


def test_the_interface_of_libskat_is_the_committed_one(monkeypatch, capsys):
    assert_fresh(monkeypatch, capsys, "abi.py")


def test_schema_of_the_pipe_protocol_has_the_options():
    schema = json.loads((ROOT / "bots" / "pipe" / "protocol.schema.json").read_text())
    told = schema["$defs"]["rules"]["properties"]
    assert set(told) - set(schema_of_options()) == {
        "deck", "hand_cards", "aside_cards", "ladder", "hand_is_no_level", "ouvert_needs_hand", "base_values", "ouvert_base"}


def test_every_option_is_in_the_rules():
    rules = (ROOT / "docs" / "rules.md").read_text()
    missing = [name for name in re.findall(r"^\| `([\w.]+)` \|", arena("rules", "reference").stdout,
                                           re.M) if f"`{name}`" not in rules]
    assert not missing


def test_every_trigger_is_in_the_rules():
    """And in the second implementation: it knows those that it can score."""
    rules = (ROOT / "docs" / "rules.md").read_text().split("### 7.3")[1].split("### 7.4")[0]
    names = schema_of_options()["bock"]["properties"]["triggers"]["items"]["enum"]
    assert not [name for name in names if f"`{name}`" not in rules], "section 7.3 lacks these"
    assert names == list(TRIGGERS), "tests/oracle/scorekeeper_rounds.py"


# ---- what is said of decisions and actions (engine/decision.c) -----------------------------

@functools.cache
def rows():
    return json.loads(arena("--describe=decisions").stdout)


def test_enums_and_comments_of_the_abi_are_those_of_the_rows():
    header = (ROOT / "bots" / "skat_bot.h").read_text()
    for row in rows()["decisions"]:
        comment = re.search(rf"SKAT_BOT_DECIDE_{row['name'].upper()} = {row['bit']},? +/\* (\w+)", header)
        assert comment, row["name"]
        follows = row["name"] == "pass_on"  # only asked of those who took the cards
        assert (comment[1] == "default") == (row["default"] is not None) or follows, row["name"]


def test_schema_of_the_pipe_protocol_has_the_decisions():
    schema = json.loads((ROOT / "bots" / "pipe" / "protocol.schema.json").read_text())["$defs"]
    named = {name.removeprefix("decision_") for name in schema if name.startswith("decision_")}
    assert named == {row["name"] for row in rows()["decisions"]}
    for row in rows()["decisions"]:
        decision = schema[f"decision_{row['name']}"]
        assert decision["properties"]["kind"] == {"const": row["name"]}
        assert sorted(decision["required"]) == sorted(["kind"] + row["fields"]), row["name"]


def test_schema_of_the_pipe_protocol_has_what_is_heard_of_actions():
    """An action that is a word, or names cards that others do not see, is heard as a word; a place is heard as its card."""
    schema = json.loads((ROOT / "bots" / "pipe" / "protocol.schema.json").read_text())["$defs"]["event_action"]["anyOf"]
    words = {word for shape in schema for word in shape.get("enum", ())}
    members = {name for shape in schema for name in shape.get("required", ())}
    actions = rows()["actions"]
    assert words == {row["word"] for row in actions if row["operand"] in ("", "cards")} - {"hold"} | {"yes"}
    assert members == {row["word"] for row in actions if row["operand"] not in ("", "cards", "place")} | {"hold"}


def test_page_of_the_pipe_protocol_has_the_decisions():
    page = (ROOT / "bots" / "pipe" / "README.md").read_text()
    for row in rows()["decisions"]:
        cells = re.search(rf"^\| `{row['name']}` \| (.*?)\| (.*) \|$", page, re.M)
        assert cells, row["name"]
        assert sorted(re.findall(r"`(\w+)`", re.sub(r"\(.*?\)", "", cells[1]))) == sorted(row["fields"])
        answers = re.sub(r'"discards"', "", cells[2])
        for word in row["answers"]:
            assert f'"{word}"' in answers, (row["name"], word)


def test_page_of_formats_has_the_codes_of_moves():
    page = (ROOT / "docs" / "formats.md").read_text().split("### Moves")[1].split("## summary.json")[0]
    for action in rows()["actions"]:
        if action["code"]:
            assert re.search(rf"`\d {re.escape(action['code'])}[`.\w]", page), action["word"]


def test_schema_of_games_explains_the_moves():
    said = json.loads((SCHEMAS / "game.schema.json").read_text())["properties"]["moves"]["description"]
    for action in rows()["actions"]:
        if action["code"]:
            assert re.search(rf"[ :]{re.escape(action['code'])}[.\w]* (\w+ \w+ )?(is|\w+s)\b", said), action["word"]


def test_page_has_words_for_every_action():
    """cards.js writes a move of a log in words: a claim read "announces clubs L", as its code looks like a game's."""
    page = (ROOT / "arena" / "report" / "page" / "cards.js").read_text()
    written = re.search(r"const ACTIONS = \{(.*?)\};", page, re.S)[1]
    codes = {quoted or bare for quoted, bare in re.findall(r"(?:'([\w.]+)'|(\b\w+)): '", written)}
    for row in rows()["actions"]:
        if row["operand"] in ("", "cards") and row["code"]:
            assert row["code"] in codes or f"{row['code']}: 1" in page, row["word"]
        elif row["code"]:  # an operand follows it: a bid, a game and a card have no code of their own
            assert f"startsWith('{row['code']}')" in page or any(code.startswith(row["code"]) for code in codes), row["word"]


# ---- files are written by one module -------------------------------------------------------

# Where a command prints a number that is no result: a status in help and manuals, a limit of an option, a port, values of a rule set,
# the line of a file, the number of a game in a command to copy, how long a command took.
NUMBERS_OF_COMMANDS = {"manual.c", "options.c", "cmd_serve.c", "cmd_play.c", "cmd_rules.c", "cmd_deal.c", "cmd_replay.c"}
FIGURE = re.compile(r"%[-+ #0]*(?:\d+|\*)?(?:\.(?:\d+|\*))?(?:hh|h|ll|l|z|j|t)?[diufgeEG]|PRI[diu]64")


def test_results_are_printed_in_one_place():
    """Each figure of a table or a sentence is a field of a row, printed by field_text.c: nothing else in `show` and `cli` formats one.
    CSV (table.c) has all digits; JUnit is XML. Notes and errors say what a command does, not what it found."""
    told = re.compile(r"\b(?:print_note|errors_add|refuse)\([^;]*;", re.S)
    wrong = []
    for path in sorted([*(ROOT / "arena/show").glob("*.c"), *(ROOT / "arena/cli").glob("*.c")]):
        if path.name in NUMBERS_OF_COMMANDS | {"field_text.c", "table.c", "junit.c"}:
            continue
        source = told.sub("", text_of(path))
        source = re.sub(r"//[^\n]*|/\*.*?\*/", "", source, flags=re.S)
        wrong += [f"{path.name}: {call.group(0)[:90]}" for call in re.finditer(r"\b(?:\w*printf|printf_to)\([^;]*;", source, re.S)
                  if FIGURE.search(call.group(0).replace("%%", ""))]
    assert not wrong, "\n".join(wrong)


def arguments_at(text, start):
    """What is in the brackets that `start` is behind."""
    depth, at = 1, start
    while depth:
        depth += (text[at] in "({") - (text[at] in ")}")
        at += 1
    return text[start:at - 1]


def test_scripts_compute_no_figures():
    """A number on a page is a field of its data (report/page_figures.c has those that no file has): a script that divides counts, or sums
    them, has a second definition of them. elements.js turns shares into per cent; with solver.js a reader plays lines of their own."""
    shown = re.compile(r"\b(?:number|percent|plural|range|estimateCell|inPercent|String)\(|\$\{")
    computed = re.compile(r"[\w)\]] (?:[*/] |[-+] (?!1\b))[\w(]")
    wrong = []
    for path in sorted((ROOT / "arena/report/page").glob("*.js")):
        source = re.sub(r"/\*.*?\*/|^//[^\n]*", "", text_of(path), flags=re.S | re.M)
        if path.name in {"elements.js", "solver.js"}:
            continue
        wrong += [f"{path.name}: {found}" for found in re.findall(r"reduce\(\(?sum.*|\b100 \* .*|.* [*/] 100\b", source)]
        for call in shown.finditer(re.sub(r"`(?:[MmvhlHVL]|\$\{i \?)[^`]*`", "``", source)):  # a path of a drawing
            inside = re.sub(r"'[^']*'", "''", arguments_at(call.string, call.end()))
            if computed.search(re.sub(r"\b(?:floor|max|min)\([^()]*\)|\[[^\]]*\]|\.get\([^()]*\)", "", inside)):
                wrong.append(f"{path.name}: {call[0]}{inside[:80]}")
    assert not wrong, "\n".join(wrong)


def test_only_one_module_writes_files():
    """What creates or opens for writing (arena/base/output_file.h says why); pipes and devices are no files."""
    writing = re.compile(r'fopen\([^;]*, "[wa]\w*"\)|O_CREAT\b|\bcreat\(|\bmkstemp|\brename\(|(?<!f)truncate\(')
    words = ("fopen(", "O_CREAT", "creat(", "mkstemp", "rename(", "truncate(")
    allowed = {"arena/base/output_file.c", "arena/sandbox/sandbox.c"}  # the latter forbids O_CREAT
    wrong = [f"{name_of(path)}: {match[0]}" for path in SOURCES if name_of(path).startswith("arena/")
             and name_of(path) not in allowed and any(word in text_of(path) for word in words)
             for match in writing.finditer(text_of(path))]
    assert not wrong


# ---- names and first lines -----------------------------------------------------------------

def listed(*arguments):
    done = subprocess.run(["git", "ls-files", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip("git does not list the files of this tree")
    return done.stdout.splitlines()


def ours(tracked, new):
    """The files of the project: new ones only in its folders. Elsewhere a user may have made a bot: skat-arena new-bot mine."""
    folders = {name.split("/")[0] for name in tracked if "/" in name}
    return [*tracked, *(name for name in new if name.split("/")[0] in folders)]


@functools.cache
def our_files():
    return [name for name in ours(listed(), listed("--others", "--exclude-standard")) if (ROOT / name).is_file()]


@functools.cache
def hand_written(*suffixes):
    """The text of each file of ours with one of the suffixes, by name. What new-bot copies belongs to who writes a
    bot; files of tests/data stay as they are."""
    return {name: text_of(ROOT / name) for name in our_files()
            if name.endswith(suffixes) and not name.startswith(("arena/new_bot/templates/", "tests/data/"))}


def c_sources():
    """Those of the program, the library, the bots and their tests; each of docs/examples is a program of its own."""
    return {name: text for name, text in hand_written(".c", ".h", ".cc").items() if not name.startswith("docs/")}


def test_each_tag_is_defined_once():
    """A comment that begins a definition, such as "struct x {", counts as one."""
    places = collections.defaultdict(list)
    for path, tag in grep(r"\b(?:struct|union|enum)\s+\K\w+(?=\s*\{)"):
        places[tag].append(path)
    assert "engine/deal.h" in places["skat_deal"]
    assert not [f"{tag} is defined in {' and '.join(found)}: let the name say which one it is"
                for tag, found in places.items() if len(found) > 1]


def test_folders_that_include_each_other_have_no_files_of_one_name():
    names, pairs = {}, set()
    for path in SOURCES:
        folder, base = name_of(path).rsplit("/", 1)
        names.setdefault(folder, set()).add(base.rsplit(".", 1)[0])
        pairs |= {(folder, other.rsplit("/", 1)[0]) for other in includes(path) if "/" in other}
    assert not [f"{folder}/{base} and {other}/{base}: rename one of them, since {folder} includes {other}"
                for folder, other in sorted(pairs) if folder != other
                for base in sorted(names.get(folder, set()) & names.get(other, set()))]


def opens_with_a_comment(text):
    """After the licence."""
    return re.sub(r"^// SPDX[^\n]*\n", "", text).startswith(("/*", "//"))


def without_opening(texts):
    return [f"{name}: open it with a comment of a sentence that says what it is"
            + ("" if name.endswith(".h") else ", or its header") for name, text in texts.items()
            if not opens_with_a_comment(text) and
            (name.endswith(".h") or not opens_with_a_comment(texts.get(name.rsplit(".", 1)[0] + ".h", "")))]


def test_each_source_says_what_it_is():
    assert not without_opening(c_sources())


def licence():
    """As LICENSE has it."""
    words = (ROOT / "LICENSE").read_text().split("\n", 1)[0].split()
    assert words[1:] == ["License"], "its first line names it"
    return f"SPDX-License-Identifier: {words[0]}"


def without_licence(texts):
    """A script's first line may say what runs it."""
    wrong = []
    for name, text in texts.items():
        first = text.split("\n", 2)[1 if text.startswith("#!") else 0]
        want = f"{'//' if name.endswith(('.c', '.h', '.cc', '.js')) else '#'} {licence()}"
        if first != want:
            wrong.append(f"{name}: its first line, or the one below #!, is to be {want}")
    return wrong


def test_each_source_names_its_licence():
    sources = hand_written(".c", ".h", ".cc", ".js", ".py", ".sh", ".mk", "Makefile", ".ci/run")
    assert {"Makefile", ".ci/run", "bots/skat_bot.h", "arena/report/page/run.js"} <= set(sources)
    assert not without_licence(sources)


def test_pages_leave_out_the_licences_of_scripts():
    """The assembler skips as many bytes of each script (arena/report/page.c) as that line has."""
    assets = (ROOT / "arena" / "report" / "page.c").read_text()
    skipped = re.search(r'#define SCRIPT\(name\) .*, (\d+)\\n"$', assets, re.M)
    assert skipped and int(skipped[1]) == len(f"// {licence()}\n")
    scripts = {path.name for path in (ROOT / "arena" / "report" / "page").glob("*.js")}
    assert scripts == set(re.findall(r'SCRIPT\("([\w.]+)"\)', assets)), "and of no other file"


# ---- what is said twice --------------------------------------------------------------------

def test_players_of_simulations_have_the_default_options():
    """pimc plays out as stammtisch with usual_style, which is to be the module without options."""
    sources = "".join((ROOT / "bots" / "stammtisch" / name).read_text() for name in ("bidding.h", "player.h"))
    named = dict(re.findall(r"\b((?:USUAL|BIDDING)_\w+) = (\d+)", sources))
    style = re.search(r"usual_style = \{(.*?)\};", sources, re.S)[1]
    usual = {name: int(named.get(value, value)) for name, value in re.findall(r"\.(\w+) = (\w+),", style)}
    options = {option["name"]: int(option["default"])
               for option in json.loads(arena("bots", "stammtisch", "--json").stdout)[0]["options"]}
    in_thousandths = {name: options[name] * 10 for name in ("caution", "hand_caution", "kontra", "re")}
    assert usual == in_thousandths | {"hand_premium": options["hand_premium"], "null_games": options["null"],
                                      "hand_games": options["hand"], "grand_games": options["grand"], "claims": options["claims"],
                                      "schneider": 1001, "concede": options["concede"] * 10, "schwarz": options["schwarz"],
                                      "gifts": options["gifts"]}
    assert options["schneider"] == 100, "never"
    assert not any(options[name] for name in ("habit", "grand_bonus", "null_bonus", "forehand_bonus"))


def test_figures_of_pages_are_those_of_the_sources():
    said = re.search(r"plays sessions of (\d+) deals", text_of(ROOT / "docs" / "check.md"))
    meant = re.search(r"\bCHECK_SESSION_DEALS = (\d+)\b", text_of(ROOT / "arena" / "check" / "check.h"))
    assert said and meant and said[1] == meant[1]
