#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whether the prose of documents is wrapped: `make lint-docs`.

    lint_documents.py FILE...

Names each line that is longer than 100 columns. Tables, code, pictures, definitions of links, and lines that no space could
break may be longer.
"""
import re
import sys
from collections.abc import Iterator
from pathlib import Path

COLUMNS = 100
MAY_BE_LONGER = re.compile(r" *\||\[[^\]]+\]: |!\[| {4}|#|<|(?:[-*>] )?\S+$")


def long_lines(text: str) -> Iterator[tuple[int, int]]:
    """The number and the length of each line of prose that is too long."""
    code = False
    for number, line in enumerate(text.splitlines(), 1):
        fence = line.lstrip().startswith("```")
        if not fence and not code and len(line) > COLUMNS and not MAY_BE_LONGER.match(line):
            yield number, len(line)
        code ^= fence


def main() -> int:
    """Prints what is wrong."""
    wrong = [f"{name}:{number}: {length} columns; wrap it at {COLUMNS}" for name in sys.argv[1:]
             for number, length in long_lines(Path(name).read_text(encoding="utf-8"))]
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
