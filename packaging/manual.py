# SPDX-License-Identifier: MIT
"""Writes a page of the documentation as a manual page: manual.py PAGE.md NAME SECTION "what it is" VERSION DATE.

lowdown translates. What it would set badly is changed before and after: tables, which are wider than a terminal,
become lists of their rows, links become their text, long lines are folded."""
import re
import subprocess
import sys
from collections.abc import Iterator

LINE = 76


def cells(line: str) -> list[str]:
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]


def row(titles: list[str], values: list[str]) -> str:
    """'- **first** (second title: second; ...)': what a row of a table says."""
    rest = [f"{title}: {value}" if title else value for title, value in zip(titles[1:], values[1:]) if value]
    return f"- {values[0]}" + (" \u2013 " + "; ".join(rest) if rest else "")


def without_tables(lines: list[str]) -> Iterator[str]:
    titles: list[str] | None = None
    fenced = False
    for line in lines:
        fenced ^= line.startswith("```")
        if fenced or not line.startswith("|"):
            titles = None
            yield line
        elif titles is None:
            titles = cells(line)
            yield ""
        elif not re.fullmatch(r"[|\s:-]+", line):
            yield row(titles, cells(line))


def markdown(path: str) -> str:
    text = "\n".join(without_tables(open(path, encoding="utf-8").read().splitlines()))
    text = re.sub(r"!\[[^]]*\]\([^)]*\)", "", text)  # pictures
    text = re.sub(r"\[([^]]*)\]\([^)\s]*\)", r"\1", text)  # links
    return re.sub(r"^# .*\n", "", text, count=1)


def width(text: str) -> int:
    """As mandoc counts, to which a letter beyond ASCII is "\\[u00E9]"."""
    return sum(len("\\[u00E9]") if ord(letter) > 127 else 1 for letter in text)


def folded(line: str) -> list[str]:
    """A line of text in lines of LINE characters; none begins like a macro."""
    parts = [""]
    for word in line.split(" "):
        if parts[-1] and width(parts[-1] + " " + word) > LINE:
            parts.append("")
        parts[-1] += (" " if parts[-1] else "") + word
    return [re.sub(r"^([.'])", r"\\&\1", part) if i else part for i, part in enumerate(parts)]


def folded_verbatim(line: str) -> list[str]:
    """The same for an example: what follows is indented."""
    parts = []
    while width(line) > LINE and " " in line[20:LINE]:
        end = line.rindex(" ", 20, LINE)
        parts.append(line[:end])
        line = "    " + line[end + 1:]
    return parts + [line]


def roff(text: str) -> str:
    """The lines of a page; no paragraph begins before or after a heading."""
    verbatim = False
    lines: list[str] = []
    for line in text.splitlines():
        line = re.sub(r"\\f\[?C[BIR]?\]?", r"\\fB", line).rstrip()
        if line in (".fi", ".EE"):
            verbatim = False
        if line.startswith("."):
            lines.append(line)
        else:
            lines += folded_verbatim(line) if verbatim else folded(line)
        if line in (".nf", ".EX"):
            verbatim = True
    text = "\n".join(lines) + "\n"
    text = re.sub(r"(\.S[HS]\n?[^\n]*\n)(\.(PP|LP|sp)\n)+", r"\1", text)
    return re.sub(r"(\.(PP|LP|sp)\n)+(?=\.(PP|LP|IP|SH|SS)|$)", "", text)


def main() -> None:
    path, name, section, what, version, date = sys.argv[1:]
    page = subprocess.run(["lowdown", "-Tman"], input=markdown(path), text=True, capture_output=True, check=True)
    print(f'.TH "{name.upper()}" {section} "{date}" "skat\\-arena {version}" "Skat Arena"')
    print(f".SH NAME\n{name} \\-\n{what}")
    print(".SH DESCRIPTION\n" + roff(page.stdout).removeprefix(".PP\n").removeprefix(".LP\n"), end="")
    print(".SH SEE ALSO\n.BR skat\\-arena (1)")


if __name__ == "__main__":
    main()
