#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Wraps the comments of C and C++ sources at 100 columns.

    wrap_comments.py [--check] FILE...

clang-format decides how code is laid out and leaves comments alone. Here a paragraph of a comment of
which a line is too long is set again; everything else stays as it is. --check changes nothing, names
each line that is too long, and fails if there is one.
"""
import re
import sys
import textwrap

WIDTH = 100
NARROWEST = 30  # a comment beside code with less room than that goes above it

COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|/\*.*?\*/|//[^\n]*', re.S)


def paragraphs(lines: list[str]) -> list[list[str]]:
    """Splits the lines of a comment into paragraphs: lists of lines to set together. Blank lines,
    indented lines (examples) and items of lists begin a paragraph of their own."""
    groups: list[list[str]] = []
    current: list[str] = []
    for line in lines:
        fixed = not line.strip() or line.startswith("  ")
        if fixed or re.match(r"[-|*] |\d\. ", line):
            if current:
                groups.append(current)
            current = []
        if fixed:
            groups.append([line])
        else:
            current.append(line)
    return groups + [current] if current else groups


def fill(lines: list[str], width: int) -> list[str]:
    """Sets the paragraphs that have a line wider than `width`."""
    out: list[str] = []
    for group in paragraphs(lines):
        if max(map(len, group)) <= width or group[0].startswith("  "):
            out += group
        else:
            hang = "  " if re.match(r"[-|*] ", group[0]) else ""
            out += textwrap.wrap(" ".join(line.strip() for line in group), width,
                                 subsequent_indent=hang, break_long_words=False,
                                 break_on_hyphens=False)
    return out


def text_of(comment: str) -> list[str]:
    """The lines of a comment without its frame."""
    lines = comment[2:-2].split("\n")
    rest = [re.sub(r"^\s*\* ?|^\s+(?!\*)", "", line, count=1) for line in lines[1:]]
    return [line.rstrip() for line in [lines[0].strip()] + rest]


def block(comment: str, column: int) -> str:
    """A comment with lines of its own."""
    lines = text_of(comment)
    if lines and not lines[-1]:
        lines.pop()
    lines = fill(lines, WIDTH - column - 3)
    indent = " " * column
    out = [("/* " if number == 0 else indent + " *" + (" " if line else "")) + line
           for number, line in enumerate(lines)]
    if len(out[-1]) + (column if len(out) == 1 else 0) + 3 > WIDTH:
        out.append(indent + " */")
    else:
        out[-1] += " */"
    return "\n".join(out)


def beside(comment: str, column: int) -> str | None:
    """A comment to the right of code; None if there is no room for it."""
    if WIDTH - column < NARROWEST:
        return None
    words = " ".join(line.strip() for line in text_of(comment) if line.strip())
    lines = textwrap.wrap(words, WIDTH - column - 6, break_long_words=False, break_on_hyphens=False)
    return ("/* " + ("\n" + " " * (column + 3)).join(lines) + " */")


def wrapped(source: str, first: int = 0) -> str:
    """The source with its comments wrapped, those from the position `first` on."""
    out: list[str] = []
    done = 0
    for match in COMMENT.finditer(source, first):
        comment = match[0]
        if not comment.startswith("/*"):
            continue
        start = source.rfind("\n", 0, match.start()) + 1
        before = source[start:match.start()]
        column = len(before)
        widths = [len(line) + (column if number == 0 else 0)
                  for number, line in enumerate(comment.split("\n"))]
        end = source.find("\n", match.end())
        after = source[match.end():end if end >= 0 else len(source)]
        if max(widths) <= WIDTH or after.strip():
            continue
        if not before.strip():
            out += [source[done:match.start()], block(comment, column)]
        else:
            new = beside(comment, column)
            if new is None:
                indent = len(before) - len(before.lstrip())
                above = block(comment, indent)
                out += [source[done:start], " " * indent + above + "\n", before.rstrip()]
            else:
                out += [source[done:match.start()], new]
        done = match.end()
    return "".join(out) + source[done:]


def main() -> int:
    check = "--check" in sys.argv
    wrong = 0
    for name in (argument for argument in sys.argv[1:] if not argument.startswith("--")):
        with open(name, encoding="utf-8") as file:
            source = file.read()
        if check:
            for number, line in enumerate(source.split("\n"), 1):
                if len(line) > WIDTH and ("/*" in line or re.match(r"\s*\*|\s*//", line)):
                    print(f"{name}:{number}: a comment of {len(line)} columns; allowed: {WIDTH}"
                          " (`make format`)")
                    wrong += 1
            continue
        new = wrapped(source)
        if new != source:
            with open(name, "w", encoding="utf-8") as file:
                file.write(new)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
