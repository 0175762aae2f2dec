#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the JavaScript of the report's pages with ESLint and the type checker of TypeScript, and that each member that
it reads is one that is somewhere defined.

    lint_page.py FILE...

The files of a page share one scope, so they are checked as the one script that the page has:
page.c says in which order, page.html what is around them. What the tools find is printed with
file and line of the source. Another page uses only a part of the files that the first one has, so
for that what they define need not be used. FILE are the scripts of the tree; one that no page has
would never be checked, and is an error. The last script is left in build/lint/page.js.
"""
import glob
import os
import re
import subprocess
import sys
from pathlib import Path

TREE = Path(__file__).resolve().parent.parent
PAGE = Path("arena/report/page")
SCRIPT = Path("build/lint/page.js")
TOOLS = (["eslint", "--format", "unix", "--no-eslintrc", "--config", ".eslintrc.json", str(SCRIPT)],
         ["tsc", "--pretty", "false", "--project", ".tsconfig.json"])
PLACE = re.compile(r"^\S*build/lint/page\.js[:(](\d+)[:,](\d+)[:)]:? ?(.*)")


def page_files() -> list[list[Path]]:
    """The scripts of each page, in their order."""
    assets = (TREE / "arena/report/page.c").read_text(encoding="utf-8")
    pages = [re.findall(r'SCRIPT\("(\w+\.js)"\)', asset) for asset in assets.split("\nASSET(")]
    return [[PAGE / name for name in names] for names in pages if names]


def assemble(files: list[Path]) -> list[str]:
    """Writes the page's script. Returns FILE:LINE for each of its lines."""
    html = (TREE / PAGE / "page.html").read_text(encoding="utf-8")
    around = re.search(r"<script>\n(.*)/\*JS\*/\n(.*)</script>", html, re.S)
    if not around:
        raise SystemExit(f"{PAGE}/page.html: there is no /*JS*/ within a <script>")
    before, after = (html.count("\n", 0, around.start(part)) + 1 for part in (1, 2))
    text, places = "", []
    for name, first, source in [
            (PAGE / "page.html", before, around[1]),
            *((file, 1, (TREE / file).read_text(encoding="utf-8")) for file in files),
            (PAGE / "page.html", after, around[2])]:
        text += source
        places += [f"{name}:{first + number}" for number in range(source.count("\n"))]
    (TREE / SCRIPT).parent.mkdir(parents=True, exist_ok=True)
    (TREE / SCRIPT).write_text(text, encoding="utf-8")
    return places


def found_by(tool: list[str], places: list[str]) -> list[str]:
    """What a tool prints, at the places of the sources; nothing if it is content."""
    # Debian's ESLint finds its modules in this folder, which only Debian's own node searches.
    environment = {**os.environ, "NODE_PATH": "/usr/share/nodejs"}
    run = subprocess.run(tool, cwd=TREE, env=environment, text=True, capture_output=True)
    lines = []
    for line in (run.stdout + run.stderr).splitlines():
        place = PLACE.match(line)
        if place:
            line = f"{places[int(place[1]) - 1]}:{place[2]}: {place[3]}"
        if line and not re.fullmatch(r"\d+ problems?", line):
            lines.append(line)
    return lines or [f"{tool[0]} failed with status {run.returncode}"] if run.returncode else []


def known_names(script: str) -> set[str]:
    """Names that a member may have: of JavaScript and the browser, of result files (the schemas), of
    what the program adds to the data of a page, and of what the scripts define."""
    patterns = {"/usr/share/nodejs/typescript/lib/lib.*.d.ts": r"^\s+(?:readonly |var )?(\w+)\??[(:<]",
                "results/schemas/*.json": r'"(\w+)": \{',
                "arena/*/*.c": r'"([A-Za-z]\w*)"',
                "arena/report/page/solver_wasm.c": r"^EXPORT\((\w+)\)"}
    # What WebAssembly's own start is called.
    known = {"_initialize"} | set(re.findall(r"(?<![\w.])[A-Za-z_]\w*", script))
    for pattern, name in patterns.items():
        for path in glob.glob(str(TREE / pattern)):
            known |= set(re.findall(name, Path(path).read_text(encoding="utf-8"), re.M))
    return known


def unknown_members(places: list[str]) -> list[str]:
    """Members that nothing defines: fields of results that are misspelt."""
    # Without comments; lines stay.
    script = re.sub(r"//[^\n]*|/\*.*?\*/", lambda found: "\n" * found[0].count("\n"),
                    (TREE / SCRIPT).read_text(encoding="utf-8"), flags=re.S)
    known = known_names(script)
    return [f"{places[script.count(chr(10), 0, found.start())]}: no field or member is called \"{found[1]}\""
            for found in re.finditer(r"(?<=[\w\])])\??\.([A-Za-z_]\w*)", script) if found[1] not in known]


def check(files: list[Path], checked: set[Path]) -> list[str]:
    """What is wrong with the script of these files, but for those that were checked with another page."""
    places = assemble(files)
    wrong = [line for tool in TOOLS for line in found_by(tool, places)] + unknown_members(places)
    return [line for line in wrong if Path(line.split(":")[0]) not in checked]


def main() -> int:
    pages = page_files()
    checked: set[Path] = set()
    wrong = [f"{file}: not a script of a page (arena/report/page.c)"
             for file in map(Path, sys.argv[1:]) if not any(file in files for files in pages)]
    for files in pages:
        wrong += check(files, checked)
        checked |= set(files)
    print(*wrong, sep="\n", end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
