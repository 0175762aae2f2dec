"""The tree agrees with what is said about it: the order of folders, citations of rules, and what is made from
the table of rule options."""
import json
import re
import subprocess

import pytest

from harness import *

# Templates are for users' folders.
SOURCES = sorted(path for path in (*ROOT.glob("arena/**/*.[ch]"), *ROOT.glob("arena/**/*.cc"),
                                   *ROOT.glob("engine/**/*.[ch]"), *ROOT.glob("engine/*.cc"),
                                   *ROOT.glob("bots/**/*.[ch]")) if path.parent.name != "templates")


def includes(path):
    return re.findall(r'^#include "([^"]+)"', path.read_text(), re.M)


def name_of(path):
    return path.relative_to(ROOT).as_posix()


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


def test_no_circle_between_modules_of_the_arena():
    graph = {module: others for module, others in modules().items() if module.startswith("arena/")}
    assert not circle_in(graph)


def test_a_circle_is_found():
    graph = modules()
    graph["arena/base/text"] = {"arena/base/terminal"}
    graph["arena/base/terminal"] = {"arena/base/text"}
    assert set(circle_in(graph)) >= {"arena/base/text", "arena/base/terminal"}


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
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"],
                            cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")
    for name in filter(None, listed):
        path = ROOT / name
        if path.suffix in (".c", ".h", ".cc", ".md", ".json", ".py") and path.is_file():
            yield path


def test_citations_name_sections_that_exist():
    known, cited, wrong = sections(), set(), []
    for path in texts():
        for section in citations(path.read_text()):
            cited.add(section)
            if section not in known:
                wrong.append(f"{name_of(path)} cites rules.md {section}")
    assert not wrong
    assert {"3", "4", "6", "7.1", "7.3", "8.3", "10.1"} <= cited, "the pattern finds citations"


def test_options_name_sections_that_exist():
    reference = arena("rules", "reference").stdout
    cited = set(re.findall(r"\| ([\d.]+) \|$", reference, re.M))
    assert cited and cited <= sections()


def test_sources_are_named_and_not_numbered():
    wrong = [f"{name_of(path)}: {match[0]}" for path in texts()
             if not name_of(path).startswith("tests/oracle/statist") and "stats/moments" not in name_of(path)
             and path.name != "test_structure.py"
             for match in re.finditer(r"\brulebook \d|\bS[0-4] (?:\d|IV|text)|\(S[0-4]\)", path.read_text())]
    assert not wrong


# ---- what is made from the table of rule options -------------------------------------------

def schema_of_options():
    return json.loads(arena("rules", "reference", "--json").stdout)["properties"]


def test_reference_page_is_that_of_the_program():
    page = (ROOT / "configs" / "README.md").read_text()
    table = page.split("<!-- made by `skat-arena rules reference` -->\n")[1].split("<!-- end -->")[0]
    assert table == arena("rules", "reference").stdout


def test_schema_of_manifests_has_the_options():
    schema = json.loads((SCHEMAS / "manifest.schema.json").read_text())
    assert schema["properties"]["rules"]["properties"] == schema_of_options()


def test_schema_of_the_pipe_protocol_has_the_options():
    schema = json.loads((ROOT / "bots" / "pipe" / "protocol.schema.json").read_text())
    told = schema["$defs"]["rules"]["properties"]
    options = {name: value for name, value in schema_of_options().items()
               if name not in ("deals", "stake")}  # bots/pipe/rules.c leaves them out
    assert {name: told.get(name) for name in options} == options
    assert set(told) - set(options) == {"hand_cards", "aside_cards", "hand_is_no_level",
                                        "base_values", "ladder"}


def test_every_option_is_in_the_rules():
    rules = (ROOT / "docs" / "rules.md").read_text()
    missing = [name for name in re.findall(r"^\| `([\w.]+)` \|", arena("rules", "reference").stdout,
                                           re.M) if f"`{name}`" not in rules]
    assert not missing
