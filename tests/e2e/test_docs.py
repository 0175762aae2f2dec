# SPDX-License-Identifier: MIT
"""The pages of the documentation: every command that a page shows is run in an empty folder, in the order of the page, and must
print what the page says; every link leads somewhere.

In a page, a block whose first line begins with "$ " is an example. A line "..." stands for any lines; times and speeds
are not compared. Comments before a block say what is special about it:

    <!-- before: COMMAND -->   is run first and not shown; $TREE is the source tree, $BOTS the bots' folder
    <!-- long -->              only with FULL=1
    <!-- not run: WHY -->      is not run: another machine, a bot that the reader has
"""
import importlib.util
import json
import os
import re
import subprocess
from pathlib import Path

import pytest

import harness
from harness import ROOT, RunTest, program

pytestmark = pytest.mark.no_sanitizer("about documents, not memory")

PAGES = sorted([ROOT / "README.md", ROOT / "bots" / "README.md", ROOT / "configs" / "README.md",
                *(ROOT / "docs").glob("*.md")])
ALL_PAGES = sorted(path for path in ROOT.rglob("*.md") if "build" not in path.relative_to(ROOT).parts
                   and ".git" not in path.relative_to(ROOT).parts)
FINDINGS = ROOT / "docs" / "findings"
FENCE = re.compile(r"((?:^<!--.*?-->\n)*)^ *```(\w*)\n(.*?)^ *```$", re.M | re.S)
CHANGING = [(re.compile(pattern), text) for pattern, text in (
    (r"\b[\d.]+ (game|record)s/s", r"N \1s/s"), (r"\b(in|about) [\d.]+ (s|ms|minutes?|min|h)\b", r"\1 T"),
    (r"\b\d+ workers?\b", "N workers"), (r"\b[\d.]+ ms\b", "T ms"), (r"\d{4}-\d\d-\d\d \d\d:\d\d", "DATE"),
    (r"\S*/skat-arena\b", "skat-arena"), (r"[\d.]+ (microseconds|us)\b", "T us"))]


def name_of(path):
    return str(path.relative_to(ROOT))


def plain(line):
    for pattern, text in CHANGING:
        line = pattern.sub(text, line)
    return line.rstrip()


class Example:
    def __init__(self, comments, block, line):
        self.before = re.findall(r"<!-- before: (.*?) -->", comments)
        self.long = "<!-- long -->" in comments
        self.is_run = "<!-- not run:" not in comments
        self.line = line
        indent = len(block) - len(block.lstrip(" "))
        self.steps = []  # command, expected lines
        for text in block.splitlines():
            text = text[indent:]
            if text.startswith("$ "):
                self.steps.append((text[2:], []))
            elif self.steps and text.startswith("> ") and "<<" in self.steps[-1][0]:
                self.steps[-1] = (self.steps[-1][0] + "\n" + text[2:], [])
            elif self.steps:
                self.steps[-1][1].append(text)


def examples(path):
    text = path.read_text(encoding="utf-8")
    for match in FENCE.finditer(text):
        comments, _, block = match.groups()
        if block.lstrip(" ").startswith("$ "):
            yield Example(comments, block, text.count("\n", 0, match.start(3)) + 1)


def is_gap(line):
    return line.strip() in ("...", "…")


def first_difference(expected, actual):
    """The first line of the page that does not come, in its order; None if all do. A page may leave out the beginning
    and the end of what is printed; elsewhere lines must follow one another unless it shows a gap."""
    place, free = 0, True
    for line in expected:
        if is_gap(line):
            free = True
            continue
        if not line.strip() and free:
            continue
        while free and place < len(actual) and plain(actual[place]) != plain(line):
            place += 1
        if place == len(actual) or plain(actual[place]) != plain(line):
            return line, actual[place] if place < len(actual) else "(the end)"
        place, free = place + 1, False
    return None


class TestExamples(RunTest):
    folder: Path  # where the next example runs

    def shell(self, command):
        # Of the clone's two commands, one is an example; the build was made before the tests.
        command = re.sub(r"\bbuild/plain/skat-arena\b", "skat-arena", command)
        command = re.sub(r"^make run$", "skat-arena run configs/stammtisch.json --force", command)
        environment = os.environ | {"PATH": f"{self.temp}/.bin:{os.environ['PATH']}", "LC_ALL": "C.UTF-8",
                                    "TREE": str(ROOT), "BOTS": str(program().parent / "bots")}
        environment.pop("MAKEFLAGS", None)
        # The folder stays, as in a shell.
        done = subprocess.run(["bash", "-c", f"{command}\nstatus=$?; pwd > '{self.temp}/.folder'; exit $status"],
                              cwd=self.folder, env=environment, text=True, timeout=harness.TIMEOUT,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.folder = Path((self.temp / ".folder").read_text().strip())
        return done

    @pytest.mark.long
    @pytest.mark.parametrize("path", [path for path in PAGES if any(e.is_run for e in examples(path))], ids=name_of)
    def test_pages_show_what_is_printed(self, path):
        (self.temp / ".bin").mkdir()
        self.folder = self.temp
        (self.temp / ".bin" / "skat-arena").symlink_to(program())
        wrong = []
        for example in examples(path):
            if not example.is_run or (example.long and not harness.FULL):
                continue
            for command in example.before:
                done = self.shell(command)
                assert done.returncode == 0, f"{name_of(path)}:{example.line}: {command}\n{done.stdout}"
            for command, expected in example.steps:
                actual = self.shell(command).stdout.splitlines()
                differs = first_difference(expected, actual)
                if differs:
                    wrong.append(f"{name_of(path)}:{example.line}: $ {command}\n  page:  {differs[0]}\n"
                                 f"  is:    {differs[1]}\n    " + "\n    ".join(actual[:12]))
        assert not wrong, "\n".join(wrong)


def anchors(path):
    """The places of a page that links may name, as GitHub names headings."""
    headings = re.findall(r"^#+ (.*)$", re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.S), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower().replace("`", "")).strip().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("path", ALL_PAGES, ids=name_of)
def test_links_lead_somewhere(path):
    text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.S)
    wrong = []
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", link):
            continue
        file, _, anchor = link.partition("#")
        target = (path.parent / file).resolve() if file else path
        if not target.exists() or (anchor and target.suffix == ".md" and anchor not in anchors(target)):
            wrong.append(link)
    # Pages that are named without a link, too.
    for name in re.findall(r"`((?:docs|configs|bots|engine|arena|tests|results)/[\w./-]+\.md)`", text):
        if not (ROOT / name).exists():
            wrong.append(name)
    assert not wrong


def sections(path):
    text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.S)
    return [heading.replace("`", "") for heading in re.findall(r"^## (.*)$", text, re.M)]


def test_the_learner_s_picture_has_the_rows_of_its_table():
    """Those against the same version of stammtisch; the picture was drawn from the file."""
    page = (ROOT / "docs" / "learning.md").read_text(encoding="utf-8")
    shown = []
    for games, batch, deals, seed, *scores in re.findall(
            r"^\| ([\d,]+) games, batches of (\d+) \|[^|]*\| `stammtisch` 1.4 \| (\d+), (\d+) \| (\S+) \((\S+) to (\S+)\) \| (\S+) "
            r"\((\S+) to (\S+)\) \|$", page, re.M):
        values = [float(score) for score in scores]
        shown.append({"games": int(games.replace(",", "")), "batch": int(batch), "deals": int(deals), "seed": int(seed),
                      "classic": values[:3], "seeger": values[3:]})
    assert len(shown) > 2 and shown == json.loads((ROOT / "docs" / "pictures" / "learner.json").read_text())


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
    """Whoever looks something up need not scroll: all sections, in their order. Those of python.md are classes and functions."""
    long = [path for path in ALL_PAGES if path.parent.name in ("docs", "configs", "bots") and path.name not in ("python.md", "fields.md")
            and len(path.read_text(encoding="utf-8").split()) > 1000 and len(sections(path)) > 2]
    assert {path.name for path in long} >= {"rules.md", "formats.md", "compare.md", "serve.md", "statistics.md"}
    for path in long:
        text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.S)
        named = [title for title in re.findall(r"\[([^\]]+)\]\(#", text.split("\n## ")[0])]
        titles = [re.sub(r"^\d+ ", "", title) for title in sections(path)] if path.name == "rules.md" else sections(path)
        assert [title for title in named if title in titles] == [title for title in titles if title != "Sources"], path.name


def test_no_page_is_an_orphan():
    index = (ROOT / "docs" / "README.md").read_text()
    assert all(f"({path.name})" in index for path in (ROOT / "docs").glob("*.md") if path.name != "README.md")


@pytest.mark.parametrize("path", [path for path in PAGES if "```yaml" in path.read_text(encoding="utf-8")], ids=name_of)
def test_yaml_is_valid_and_its_scripts_parse(path):
    yaml = pytest.importorskip("yaml")

    def scripts(value, key=""):
        if isinstance(value, dict):
            for name, member in value.items():
                yield from scripts(member, name)
        elif isinstance(value, list):
            for member in value:
                yield from scripts(member, key)
        elif key in ("run", "script", "after_script", "args"):
            yield re.sub(r"\$\{\{.*?\}\}", "word", value)

    blocks = re.findall(r"```yaml\n(.*?)```", path.read_text(encoding="utf-8"), re.S)
    found = [script for block in blocks for script in scripts(yaml.safe_load(block))]
    assert found
    for script in found:
        done = subprocess.run(["bash", "-n", "-c", script], text=True, capture_output=True)
        assert done.returncode == 0, done.stderr
        # The options of the program that it names exist.
        for command, options in re.findall(r"skat-arena (\w+)((?: [^\n|&]+)?)", script):
            help_text = harness.arena(command, "--help").stdout
            assert all(option in help_text for option in re.findall(r"--[a-z-]+", options)), script
