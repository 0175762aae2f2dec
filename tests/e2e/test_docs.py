# SPDX-License-Identifier: MIT
"""The pages are true: what they show is what is printed, links lead somewhere, pictures have the numbers of their tables, and the bot of
bots/README.md builds and plays."""
import functools
import hashlib
import importlib.util
import json
import os
import re
import subprocess

import pytest

from harness import ROOT, RunTest, arena, arena_ok, program
from page_examples import PAGES, ExamplesTest, name_of, pages_with_examples

pytestmark = pytest.mark.no_sanitizer("about documents, not memory")

FINDINGS = ROOT / "docs" / "findings"
ALL_PAGES = sorted([*ROOT.glob("*.md"), *(page for folder in ROOT.iterdir() if folder.is_dir() and folder.name not in ("build", ".git")
                                          for page in folder.rglob("*.md"))])


class TestExamples(ExamplesTest):
    @pytest.mark.parametrize("path", pages_with_examples(False), ids=name_of)
    def test_pages_show_what_is_printed(self, path):
        self.assert_shown(path, long=False)


@functools.cache
def prose(path):
    """The text of a page without its blocks of code."""
    return re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.S)


@functools.cache
def anchors(path):
    """The places of a page that links may name, as GitHub names headings."""
    headings = re.findall(r"^#+ (.*)$", prose(path), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower().replace("`", "")).strip().replace(" ", "-") for heading in headings}


def test_links_lead_somewhere():
    wrong = []
    for path in ALL_PAGES:
        text = prose(path)
        for link in re.findall(r"\]\((?![a-z]+:)([^)\s]+)\)", text):
            file, _, anchor = link.partition("#")
            target = (path.parent / file).resolve() if file else path
            if not target.exists() or (anchor and target.suffix == ".md" and anchor not in anchors(target)):
                wrong.append((name_of(path), link))
        # Pages that are named without a link, too.
        wrong += [(name_of(path), name) for name in
                  re.findall(r"`((?:docs|configs|bots|engine|arena|tests|results)/[\w./-]+\.md)`", text) if not (ROOT / name).exists()]
    assert not wrong


def sections(path):
    return [heading.replace("`", "") for heading in re.findall(r"^## (.*)$", prose(path), re.M)]


def test_the_learner_s_picture_has_the_rows_of_its_table():
    """Those against the same version of stammtisch; the picture was drawn from the file."""
    page = (ROOT / "docs" / "research" / "learner.md").read_text(encoding="utf-8")
    shown = []
    for games, batch, deals, seed, *scores in re.findall(
            r"^\| ([\d,]+) games, batches of (\d+) \|[^|]*\| `stammtisch` 1.4 \| (\d+), (\d+) \| (\S+) \((\S+) to (\S+)\) \| (\S+) "
            r"\((\S+) to (\S+)\) \|$", page, re.M):
        values = [float(score) for score in scores]
        shown.append({"games": int(games.replace(",", "")), "batch": int(batch), "deals": int(deals), "seed": int(seed),
                      "classic": values[:3], "seeger": values[3:]})
    assert len(shown) > 2 and shown == json.loads((ROOT / "docs" / "pictures" / "learner.json").read_text())


def test_the_pictures_of_the_readme_say_what_it_says():
    """pictures.json has what stood on each as `make pictures` took it, and their checksums; the README prints the same figures."""
    folder, readme = ROOT / "docs" / "pictures", (ROOT / "README.md").read_text(encoding="utf-8")
    record = json.loads((folder / "pictures.json").read_text(encoding="utf-8"))
    assert set(re.findall(r"\]\(docs/pictures/([\w.-]+)\)", readme)) == set(record)
    for name, picture in record.items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == picture["sha256"], f"{name}: make pictures"
        printed = readme.split(f"$ {picture['command']}\n")[1].split("```")[0]
        assert picture["says"].replace("−", "-") in (printed if name == "verdict.png" else readme), f"{name}: make pictures"


def test_the_pictures_of_findings_are_drawn_from_their_file():
    """By docs/findings/make.py as it is, from pictures.json as it is; and the page shows all of them."""
    spec = importlib.util.spec_from_file_location("findings", FINDINGS / "make.py")
    assert spec and spec.loader
    findings = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(findings)
    drawn = findings.draw(json.loads((FINDINGS / "pictures.json").read_text(encoding="utf-8")))
    assert drawn == {path.name: path.read_text(encoding="utf-8") for path in FINDINGS.glob("*.svg")}, \
        "docs/findings/make.py --draw"
    page = (ROOT / "docs" / "findings.md").read_text(encoding="utf-8")
    assert set(re.findall(r"\]\(findings/([\w.-]+\.svg)\)", page)) == set(drawn)


def test_long_pages_begin_with_their_contents():
    """Whoever looks something up need not scroll: all sections, in their order."""
    long = [path for path in ALL_PAGES if path.parent in (ROOT / "docs", ROOT / "configs", ROOT / "bots")
            and len(path.read_text(encoding="utf-8").split()) > 1000 and len(sections(path)) > 2]
    assert {path.name for path in long} >= {"rules.md", "compare.md", "check.md", "many-machines.md"}
    for path in long:
        named = [" ".join(name.split()) for name in re.findall(r"\[([^\]]+)\]\(#", prose(path).split("\n## ")[0])]
        titles = [re.sub(r"^\d+ ", "", title) for title in sections(path)] if path.name == "rules.md" else sections(path)
        assert [title for title in named if title in titles] == [title for title in titles if title != "Sources"], path.name


def test_no_page_is_an_orphan():
    index = (ROOT / "docs" / "README.md").read_text()
    assert all(f"({path.name})" in index for path in (ROOT / "docs").glob("*.md") if path.name != "README.md")


def scripts_of(value, key=""):
    """The texts in a YAML file that a shell runs."""
    if isinstance(value, dict):
        for name, member in value.items():
            yield from scripts_of(member, name)
    elif isinstance(value, list):
        for member in value:
            yield from scripts_of(member, key)
    elif key in ("run", "script", "after_script", "args"):
        yield re.sub(r"\$\{\{.*?\}\}", "word", value)


def test_yaml_is_valid_and_its_scripts_parse():
    """The options of the program that the scripts name exist."""
    yaml = pytest.importorskip("yaml")
    help_of = functools.cache(lambda command: arena(command, "--help", "--all").stdout)
    for path in PAGES:
        blocks = re.findall(r"```yaml\n(.*?)```", path.read_text(encoding="utf-8"), re.S)
        scripts = "\n".join(script for block in blocks for script in scripts_of(yaml.safe_load(block)))
        assert scripts or not blocks, path
        if scripts:
            done = subprocess.run(["bash", "-n", "-c", scripts], text=True, capture_output=True)
            assert done.returncode == 0, done.stderr
        for command, options in re.findall(r"skat-arena (\w+)((?: [^\n|&]+)?)", scripts):
            assert all(option in help_of(command) for option in re.findall(r"--[a-z-]+", options)), (path, command)


class TestBotOfTheReadme(RunTest):
    """bots/README.md has a bot of at most 40 lines that builds without warnings, plays, and passes the check that the page recommends."""

    def test_it_builds_and_plays(self):
        code = re.search(r"```c\n(.*?)```", (ROOT / "bots" / "README.md").read_text(encoding="utf-8"), re.S)[1]
        assert len(code.strip().splitlines()) <= 40
        source, module = self.temp / "highest.c", self.temp / "highest.so"
        source.write_text(code, encoding="utf-8")
        subprocess.run([os.environ.get("CC", "cc"), "-std=c11", "-O1", "-fPIC", "-shared", "-Wall", "-Wextra", "-Wpedantic", "-Werror",
                        "-I", ROOT / "bots", source, "-o", module], check=True)
        path = self.write_config(bots={"mine": "./highest.so", "club": "stammtisch"}, deals=12, seats=["mine", "club", "club"])
        done = arena_ok("run", path, "--out", self.temp / "out", "--json")
        mine = {bot["name"]: bot for bot in json.loads(done.stdout)["bots"]}["mine"]
        assert mine["declared"] > 0 and not any(mine["faults"].values())
        assert "is sound" in arena_ok("check", module, "--deals", 1, "--isolation", "none").stdout


def test_the_page_of_commands_has_statuses_and_environment():
    """All that the program's manual page names, and no others."""
    manual, page = arena("--describe=man").stdout, (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    named = re.findall(r"^\.TP\n\.B ([A-Z_]+|\d+)$", manual, re.M)
    assert len(named) > 10 and set(named) == set(re.findall(r"^\| `?([A-Z_]+|\d+)`? \|", page, re.M))


def test_the_build_writes_the_reference(tmp_path):
    """A row for each field of the result files, each option, and each rule of the sources."""
    subprocess.run(["python3", "-B", ROOT / "packaging" / "generate.py", "--docs", tmp_path, program()], check=True)
    fields, options, rules = ((tmp_path / name).read_text(encoding="utf-8")
                              for name in ("fields.md", "rule-options.md", "rules-coverage-table.md"))
    told = json.loads(arena("--describe=fields").stdout)
    keys = {row["key"] for rows in told["structs"].values() for row in rows if row["type"] != "embedded"}
    assert keys <= set(re.findall(r"^\| `([^`]+)` \|", fields, re.M))
    assert arena("rules", "reference").stdout in options and "| `liga` | `scoring.system` |" in options
    coverage = json.loads((ROOT / "tests" / "data" / "rules-coverage.json").read_text(encoding="utf-8"))
    assert rules.count("\n| ") == len(coverage["rows"]) + len(coverage["games"]) + 4  # the heads of two tables


def test_bug_make_alone_builds_the_program():
    """A rule above `all` became what `make` makes."""
    texts = "".join(path.read_text() for path in (ROOT / "Makefile", ROOT / "tests" / "tests.mk", *(ROOT / "packaging").glob("*.mk")))
    assert re.findall(r"^\.DEFAULT_GOAL := (.*)$", texts, re.MULTILINE) == ["all"]
