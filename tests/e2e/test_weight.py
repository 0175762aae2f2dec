# SPDX-License-Identifier: MIT
"""`make weight`: its counts of a small tree. `make lint-docs`: which lines of documents are too long."""
import importlib.util
import subprocess

import pytest

from harness import ROOT

pytestmark = pytest.mark.no_sanitizer("about documents and sources, not memory")

TREE = {
    "README.md": "# One\n\ntwo three\n",
    "docs/page.md": "a b c d\n",
    "docs/research/null.md": "e f\n",
    "Makefile": "all:\n\ttrue\n",
    "engine/card.h": "int skat_card(void);\n",
    "engine/card.c": "/* Cards. */\nint skat_card(void)\n{\n    return 1;\n}\n\n"
                     "static int sum(int a,\n               int b)\n{\n    if (a) {\n        b++;\n    }\n    return a + b;\n}\n",
    "arena/main.c": "int main(void)\n{\n    return 0;\n}\n",
    "arena/cli/cmd_run.c": "int i;\n" * 901,
    "bots/neural/cards.weights": "7\n" * 1000,
    "tests/data/games.jsonl": "{}\n" * 50,
}


def loaded(name):
    spec = importlib.util.spec_from_file_location(name.split("/")[-1], ROOT / f"{name}.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(name="weight", scope="module")
def loaded_weight():
    return loaded("tests/weight")


def test_counts_of_a_small_tree(weight, tmp_path):
    """Files that git does not know, learned numbers and data do not count."""
    for name, text in TREE.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    for command in (["init", "-q"], ["add", "."]):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    (tmp_path / "engine" / "new.c").write_text("int new;\n", encoding="utf-8")
    files = weight.tracked(tmp_path)
    assert dict(weight.words_by_group(files)) == {"README.md": 4, "docs": 4, "docs/research": 2}
    assert {name: weight.lines_of(files, folders) for name, (folders, _) in weight.ROOMS.items()} == {
        "arena": 905, "engine": 15, "bots": 0, "tests": 0, "python": 0, "packaging": 0,
        "show, cli, report, serve, play": 901, "Makefile": 2}
    assert weight.functions(TREE["engine/card.c"]) == {"skat_card": 4, "sum": 8}
    printed = list(weight.report(files))
    said = {" ".join(line.split()) for line in printed}
    assert {"all 10 aim 70,000", "arena/cli/cmd_run.c 901", "8 engine/card.c: sum", "cli 901", ".c 2", ".h 1"} <= said


def test_what_is_above_its_aim_says_by_how_much(weight):
    assert weight.row("engine", 13_001, 13_000).split() == ["engine", "13,001", "aim", "13,000", "1", "too", "many"]
    assert "many" not in weight.row("engine", 13_000, 13_000)


def test_long_lines_of_documents():
    """Prose is wrapped; tables, code, links and what has no space may be longer."""
    long = "word " * 21
    text = "\n".join([long, "word", f"| {long}|", f"- {long}", "```", long, "```", f"[link]: {long}", "x" * 120, long])
    assert [number for number, _ in loaded("packaging/lint_documents").long_lines(text)] == [1, 4, 10]
