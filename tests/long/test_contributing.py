# SPDX-License-Identifier: MIT
"""The worked examples of CONTRIBUTING.md: their changes are applied to a copy of the tree, which is built without optimisation, and
each of them does what the page says.

A block "```diff FILE" has one or more places, with "@@" between them. Of each, the lines that begin with a space or "-" are found once
in the file, one after the other. A file that is only added to is new, unless something else of it is named.
"""
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
from typing import Any

import pytest

sys.path[:0] = [str(pathlib.Path(__file__).parents[1] / folder) for folder in ("e2e", "oracle")]

from harness import ROOT  # noqa: E402 (from the folder above)

pytestmark = [pytest.mark.xdist_group("contributing"), pytest.mark.no_sanitizer("about a page, not memory")]

TREE = ROOT / "build" / "contributing"
OUT = "build/plain"
BOTS = ("highest", "random", "stammtisch")


def section(page, title, level="##"):
    return re.search(rf"^{level} {title}\n(.*?)(?=^#{{1,{len(level)}}} |\Z)", page, re.S | re.M)[1]


PAGE = re.sub(r"(^```c.*?^```$)", "", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), flags=re.S | re.M)
EXAMPLES = {title: section(PAGE, title, "###") for title in re.findall(r"^### (.*)$", section(PAGE, "Worked examples"), re.M)}


def changes_of(example):
    """The places to change, by file: what is there, and what it becomes."""
    changes = {}
    for file, block in re.findall(r"^```diff (\S+)\n(.*?)^```$", example, re.S | re.M):
        for place in block.split("@@\n"):
            lines = place.splitlines()
            assert all(line[:1] in (" ", "+", "-") or not line for line in lines), f"{file}: {block}"
            old, new = ("".join(f"{line[1:]}\n" for line in lines if line[:1] != leave) for leave in "+-")
            changes.setdefault(file, []).append((old, new))
    return changes


def bot_of_the_page():
    return re.search(r"```c\n(.*?)```", (ROOT / "bots" / "README.md").read_text(encoding="utf-8"), re.S)[1]


def apply(title, files):
    """Changes the texts of the files, and returns the names of those that it changed."""
    changes = changes_of(EXAMPLES[title])
    for name, places in changes.items():
        for old, new in places:
            text = files.get(name, "")
            assert text.count(old) == 1 if old else name not in files, f"{title}, {name}: is not there once:\n{old}"
            files[name] = text.replace(old, new, 1) if old else new
    if title == "A bot":
        files["bots/highest.c"] = f"// SPDX-License-Identifier: MIT\n{bot_of_the_page()}"
        return {"bots/highest.c"}
    return set(changes)


def changed_tree():
    """The texts of the tree with the changes of all examples, and what each example changed."""
    listed = subprocess.run(["git", "ls-files", "-coz", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True,
                            encoding="utf-8").stdout.split("\0")
    files: dict[str, Any] = {}  # bytes, of those that are no text
    for name in filter(None, listed):
        if (ROOT / name).is_file():
            try:
                files[name] = (ROOT / name).read_text(encoding="utf-8")
            except UnicodeDecodeError:
                files[name] = (ROOT / name).read_bytes()
    return files, {title: apply(title, files) for title in EXAMPLES}


def write(files):
    """Brings the copy up to date. What is as it was written last keeps its time, and what `generate` made of it, so that only the rest is
    compiled."""
    record = TREE / "build" / "written.json"
    written = json.loads(record.read_text(encoding="utf-8")) if record.exists() else {}
    contents = {name: content if isinstance(content, bytes) else content.encode() for name, content in files.items()}
    sums = {name: hashlib.sha256(content).hexdigest() for name, content in contents.items()}
    for name in written.keys() - sums.keys():
        (TREE / name).unlink(missing_ok=True)
    for name, content in contents.items():
        path = TREE / name
        if written.get(name) != sums[name] or not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        shutil.copymode(ROOT / name if (ROOT / name).exists() else ROOT / "Makefile", path)
    record.parent.mkdir(parents=True, exist_ok=True)
    record.write_text(json.dumps(sums), encoding="utf-8")


def run(*command):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    done = subprocess.run([*map(str, command)], cwd=TREE, env=environment, text=True, capture_output=True, stdin=subprocess.DEVNULL,
                          check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
    return done.stdout


def arena(*arguments):
    return run(f"{OUT}/skat-arena", *arguments)


@pytest.fixture(name="changed", scope="module")
def built():
    files, changed = changed_tree()
    write(files)
    if not (TREE / ".git").exists():  # git grep and ls-files are to know this tree, not the one above
        run("git", "init", "-q")
    run("make", "CFLAGS=-O0 -Werror -Wno-format-truncation", "CXXFLAGS=-O0 -Werror", f"{OUT}/skat-arena",
        *(f"{OUT}/bots/{bot}.so" for bot in BOTS))
    if shutil.which("clang-format"):
        run(sys.executable, "-B", "packaging/generate.py", f"{OUT}/skat-arena")
    return changed


@pytest.fixture(name="run_of_examples", scope="module")
def played(changed, tmp_path_factory):
    """A run under the new rules: its summary, and the lines of its log."""
    assert changed
    folder = tmp_path_factory.mktemp("run")
    config = {"name": "examples", "seed": 1, "deals": 600, "sessions": 1, "schedule": "duel",
              "bots": {"club": "stammtisch", "bold": {"module": "stammtisch", "options": {"caution": 30, "hand_caution": 50}}},
              "rules": {"value": {"lost_null": 1}, "throw_in": True}}
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    arena("run", folder / "config.json", "--out", folder / "out", "--quiet")
    arena("verify", folder / "out")
    return (json.loads((folder / "out" / "summary.json").read_text(encoding="utf-8")),
            [json.loads(line) for line in (folder / "out" / "games.jsonl").read_text(encoding="utf-8").splitlines()])


def lost(games, wanted):
    """The games that their declarer lost, of those whose contract is wanted."""
    return [game for game in games if game.get("contract") and wanted(game["contract"]) and game["result"]["won"] is False]


@pytest.mark.parametrize("title", EXAMPLES)
def test_the_page_counts_the_files(title, changed):
    assert [len(changed[title])] == [int(count) for count in re.findall(r"\*\*(\d+) files?\*\*", EXAMPLES[title])]


def test_a_rule_option(run_of_examples):
    """A lost null game costs its value once, any other one twice."""
    games = run_of_examples[1]
    nulls, others = lost(games, lambda contract: contract[0] == "N"), lost(games, lambda contract: contract[0] != "N")
    assert nulls and all(game["result"]["signed"] == -game["result"]["value"] for game in nulls)
    assert others and all(game["result"]["signed"] == -2 * game["result"]["value"] for game in others)
    assert "`value.lost_null`" in arena("rules", "reference")


def test_a_counter(run_of_examples):
    summary, games = run_of_examples
    hands = lost(games, lambda contract: "H" in contract[1:])
    assert hands and {bot["name"]: bot["hand_lost"] for bot in summary["bots"]} == {
        bot["name"]: sum(game["table"][game["seats"][game["declarer"]]] == bot["name"] for game in hands) for bot in summary["bots"]}


def test_a_field_of_a_result(run_of_examples):
    comparison = run_of_examples[0]["comparison"]
    assert comparison["equal_share"] == pytest.approx(comparison["equal"] / comparison["units"])


def test_a_decision(run_of_examples):
    """These bots do not know it: forehand keeps the cards, which the log says."""
    assert all(game["moves"].startswith("0 n 1 ") for game in run_of_examples[1])


def test_a_command(changed):
    assert changed and arena("points", "HT") == "10 points\n"


def test_a_bot(changed):
    assert changed and "is sound" in arena("check", "highest", "--deals", 1, "--isolation", "none")


def test_what_is_generated_has_them(changed):
    """The page names the files."""
    assert changed
    if not shutil.which("clang-format"):
        pytest.skip("there is no clang-format: bots/skat_bot.h is laid out by it")
    for name, word in {"results/schemas/manifest.schema.json": "lost_null", "results/schemas/summary.schema.json": "hand_lost",
                       "bots/skat_bot.h": "SKAT_BOT_DECIDE_THROW_IN"}.items():
        assert word in (TREE / name).read_text(encoding="utf-8"), name


# What the page says that the tests ask for after these changes.
ASKED = {
    "test_every_option_is_in_the_rules", "test_every_option_of_the_rules_has_its_words", "test_random_rule_sets_draw_every_option",
    "test_every_option_is_in_the_tables",  # an option
    "test_schema_of_the_pipe_protocol_has_the_decisions", "test_page_of_the_pipe_protocol_has_the_decisions",  # a decision
    "test_help",  # a command
    "test_every_bot_has_a_rung"}  # a bot


def test_the_tests_ask_for_the_rest(changed):
    """All tests of the structure but that of libskat's interface, which `make generate` renews; of the other modules those that ask."""
    assert changed
    run("git", "add", "--all")  # some tests ask git for the files of the tree
    wanted = f"({' or '.join(['structure', *sorted(ASKED)])}) and not interface_of_libskat"
    modules = [f"tests/e2e/test_{name}.py" for name in ("structure", "options", "language", "format", "ladder")]
    done = subprocess.run([sys.executable, "-B", "-m", "pytest", "-n", "0", f"--build={OUT}", "-k", wanted, *modules], cwd=TREE, text=True,
                          capture_output=True, check=False)
    assert set(re.findall(r"^FAILED \S+::(\w+)", done.stdout, re.M)) == ASKED, done.stdout
