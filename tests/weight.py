#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How much there is to read: `make weight`.

    weight.py [FOLDER]

Prints the words of the documents and the lines of the sources, each group beside what it aims at, and the files and functions that
stand out by their size. Counts what git tracks below FOLDER, the tree by default: words as `wc -w` does, lines as `wc -l` does.
"""
import collections
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = (".c", ".h", ".cc", ".js", ".css", ".html", ".py", ".sh", ".bash", ".mk")
LONG, SHORT = 900, 60  # lines of a file
WORDS_AIM = 70_000
# The folders of a group, and the most lines that its sources are to have.
ROOMS = {
    "arena": (["arena"], 70_000),
    "engine": (["engine"], 13_000),
    "bots": (["bots"], 17_000),
    "tests": (["tests"], 45_000),
    "python": (["python"], None),
    "packaging": (["packaging"], None),
    "show, cli, report, serve, play": (["arena/show", "arena/cli", "arena/report", "arena/serve", "arena/play"], 19_000),
    "Makefile": (["Makefile"], 250),
}


def tracked(folder):
    """The texts of the files that git tracks, by their names below the folder."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=folder, check=True, capture_output=True, encoding="utf-8").stdout
    names = [name for name in listed.split("\0") if name == "Makefile" or name.endswith((".md", *SOURCES))]
    return {name: (folder / name).read_text(encoding="utf-8") for name in names if (folder / name).is_file()}


def lines(text):
    return text.count("\n")


def words_by_group(files):
    """The words of the documents, by the folder at the top; documents that are in none have their own names."""
    groups = collections.Counter()
    for name, text in files.items():
        if name.endswith(".md"):
            parts = name.split("/")
            groups["/".join(parts[:2] if parts[0] == "docs" and len(parts) > 2 else parts[:1])] += len(text.split())
    return groups


def is_source(name):
    return not name.endswith(".md")


def lines_of(files, folders):
    """The lines of the sources that are one of the folders, or in one."""
    return sum(lines(text) for name, text in files.items()
               if is_source(name) and any(name == folder or name.startswith(folder + "/") for folder in folders))


def functions(text):
    """The lines of each function of a C source that clang-format laid out, by name."""
    return {match[1]: lines(match[0]) + 1 for match in re.finditer(r"^(?! )[^\n;{}]*?(\w+)\((?:[^;{}])*?\)\n\{\n.*?^\}", text, re.M | re.S)}


def row(name, count, aim=None):
    too_many = "" if aim is None or count <= aim else f"  {count - aim:,} too many"
    return f"  {name:<32}{count:>9,}" + ("" if aim is None else f"  aim {aim:,}{too_many}")


def report(files):
    """What is printed, a line each."""
    groups = words_by_group(files)
    yield "words of documents"
    yield from (row(name, count) for name, count in groups.most_common())
    yield row("all", groups.total(), WORDS_AIM)
    yield "lines of sources"
    yield from (row(name, lines_of(files, folders), aim) for name, (folders, aim) in ROOMS.items())
    yield "lines of arena by folder"
    folders = sorted({name.split("/")[1] for name in files if name.startswith("arena/") and name.count("/") > 1})
    yield from (row(name, count) for count, name in sorted(((lines_of(files, [f"arena/{name}"]), name) for name in folders), reverse=True))
    sizes = {name: lines(text) for name, text in files.items() if is_source(name)}
    yield f"files of more than {LONG} lines"
    yield from (row(name, size) for name, size in sorted(sizes.items(), key=lambda item: -item[1]) if size > LONG)
    yield f"files of fewer than {SHORT} lines"
    kinds = collections.Counter(pathlib.Path(name).suffix for name, size in sizes.items() if size < SHORT)
    yield from (row(kind, count) for kind, count in kinds.most_common())
    yield "longest functions in C"
    found = [(size, f"{name}: {function}") for name, text in files.items() if name.endswith(".c")
             and name.startswith(("engine/", "arena/", "bots/")) for function, size in functions(text).items()]
    yield from (f"  {size:>4}  {place}" for size, place in sorted(found, reverse=True)[:8])


def main():
    print("\n".join(report(tracked(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT))))


if __name__ == "__main__":
    main()
