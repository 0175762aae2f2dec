#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The interface of libskat as lines, to compare with the committed ones: packaging/libskat.abi.

    abi.py [--check]

A line for each struct with its size, each field with its place, each enumerator with its number and each
function with its declaration, of the headers that are installed (packaging/public-headers). A program
that was linked with a libskat goes on running as long as no line changes or goes: --check fails if one
did and the soname is still the same. Nobody has linked with a soname that CHANGELOG.md announces for an
unreleased version ("libskat is `libskat.so.2`"), so there lines may change. Without --check the file is written,
which with a line changed or gone only happens under a new soname; with it the list of what the library exports.
"""
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DUMP = ROOT / "packaging" / "libskat.abi"
MAP = ROOT / "packaging" / "libskat.map"


def headers() -> list[str]:
    return (ROOT / "packaging" / "public-headers").read_text().split()


def soname() -> str:
    text = (ROOT / "packaging" / "install.mk").read_text()
    number: str = re.findall(r"^SOVERSION := (\d+)", text, re.M)[0]
    return f"libskat.so.{number}"


def text_of(name: str) -> str:
    """A header without comments and preprocessor lines."""
    text = re.sub(r"/\*.*?\*/", "", (ROOT / name).read_text(encoding="utf-8"), flags=re.S)
    return re.sub(r"^#.*(?:\\\n.*)*$", "", text, flags=re.M)


def bodies(text: str) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Name and members of each struct, without what is nested in them."""
    for match in re.finditer(r"^struct (skat_\w+) \{(.*?)^\};", text, re.S | re.M):
        body = match[2]
        while re.search(r"\{[^{}]*\}", body):
            body = re.sub(r"struct \{[^{}]*\}|enum \{[^{}]*\}|\{[^{}]*\}", "nested ", body)
        yield match[1], re.findall(r"(?:^|[ *])(\w+)(?:\[[^;]*\])?(?:, \*?(\w+)(?:\[[^;]*\])?)?;", body, re.M)


def enumerators(text: str) -> Iterator[str]:
    for match in re.finditer(r"\benum(?: \w+)? \{(.*?)\}", text, re.S):
        yield from re.findall(r"\b(SKAT_\w+)\b(?=\s*(?:,|=|$|\}))", match[1] + "}")


def declarations(text: str) -> Iterator[str]:
    """Functions and tables that are exported, on one line each."""
    without = re.sub(r"\{(?:[^{}]|\{[^{}]*\})*\}", "{}", text)
    for match in re.finditer(r"^(?!static|struct \w+;|enum(?: \w+)? \{|typedef)[\w *]*?\bskat_\w+[^;{}]*;", without, re.M):
        if "(" in match[0] or match[0].startswith("extern"):
            yield " ".join(match[0].split())


def numbers_of(questions: Iterable[str]) -> list[str]:
    """The values of C expressions, computed by the compiler."""
    lines = [f'#include "{name}"' for name in headers()] + ["#include <stdio.h>", "int main(void) {"]
    lines += [f'    printf("%lld\\n", (long long)({question}));' for question in questions]
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "abi.c"
        source.write_text("\n".join(lines + ["    return 0;", "}"]) + "\n")
        subprocess.run([os.environ.get("CC", "cc"), "-std=c11", "-D_GNU_SOURCE", f"-I{ROOT}", "-o",
                        source.with_suffix(""), source], check=True)
        return subprocess.run([source.with_suffix("")], check=True, capture_output=True,
                              text=True).stdout.split()


def interface() -> list[str]:
    questions: dict[str, str] = {}
    lines: list[str] = []
    for name in headers():
        text = text_of(name)
        for struct, members in bodies(text):
            questions[f"struct {struct}"] = f"sizeof(struct {struct})"
            for member in (word for pair in members for word in pair if word):
                questions[f"field {struct}.{member}"] = f"offsetof(struct {struct}, {member})"
        questions |= {f"enumerator {word}": word for word in enumerators(text)}
        lines += [f"declaration {line}" for line in declarations(text)]
    values = numbers_of(questions.values())
    return sorted(lines + [f"{what} {value}" for what, value in zip(questions, values)])


def map_of(lines: list[str]) -> str:
    """The linker's list of what the shared library exports: what is declared, and nothing else."""
    names = {name for line in lines if line.startswith("declaration ")
             for name in re.findall(r"\b(skat_\w+)(?=\(|\[|;)", line)[:1]}
    exported = "".join(f"        {name};\n" for name in sorted(names))
    return ("/* What libskat exports: the declarations of packaging/public-headers. Made by `make generate`. */\n"
            "{\n    global:\n" + exported + "    local: *;\n};\n")


def main() -> int:
    now = [f"soname {soname()}", *interface()]
    newest = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").split("\n## ")[1]
    unreleased = "(unreleased)" in newest.splitlines()[0] and f"libskat is `{soname()}`" in newest
    before = DUMP.read_text().splitlines() if DUMP.exists() else []
    broken = [line for line in before if line not in set(now)] if before[:1] == now[:1] and not unreleased else []
    for line in broken:
        print(f"{DUMP.relative_to(ROOT)}: changed or gone: {line}")
    if broken:
        print("programs linked with this libskat break: raise SOVERSION in packaging/install.mk, the Debian "
              "packages with it, and say so in CHANGELOG.md")
        return 1
    if now == before and MAP.read_text() == map_of(now):
        return 0
    if "--check" in sys.argv:
        print(f"{DUMP.relative_to(ROOT)}: stale; run `make generate`")
        return 1
    DUMP.write_text("\n".join(now) + "\n")
    MAP.write_text(map_of(now))
    print(f"{DUMP.relative_to(ROOT)}, {MAP.relative_to(ROOT)}: written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
