# SPDX-License-Identifier: MIT
"""Deals, games, seats and units mean the same in all outputs: what docs/formats.md says of them, held against runs whose games are
fifteen or three times their deals, and in which bots have more seats than games."""
import collections
import csv
import io
import re
import xml.etree.ElementTree as ElementTree
from typing import Any, Iterator

import pytest

from report_pages import *
from test_compare import faulty, word

pytestmark = pytest.mark.no_sanitizer("about words, not memory")

DEALS = 12
#: Numbers that are no counts of the run: shares, and what is needed or planned.
OTHERS = re.compile(r"[\d,.]+ ?%|before [\d,]+ \w+|takes [\d,]+ \w+ at least|needs about [\d,]+ deals|"
                    r"at (?:least|most) [\d,]+ \w+|of [\d,]+ deals\)")
COUNT = re.compile(r"(?<![-+.,\d])(\d[\d,]*) (?!a )(?:\w+ )?(deal|game|seat|unit)s?\b")


def counts_of(text: str) -> Iterator[tuple[int, str, str]]:
    """Each number that a text gives of these words, with the line that it is in."""
    for line in text.splitlines():
        for number, what in COUNT.findall(OTHERS.sub("", line)):
            yield int(number.replace(",", "")), what, line


def seats_of(folder: Any) -> dict[str, int]:
    """Of each bot, by the table with a row for each seat of each game."""
    rows = csv.DictReader(io.StringIO(arena("export", folder, "--csv", "seats").stdout))
    return dict(collections.Counter(row["bot"] for row in rows))


class TestCounts(RunTest):
    def check(self, out: Any, per_deal: int, texts: dict[str, str]) -> None:
        """No text says more deals than were dealt, nor more games than were played, and seats are those of a bot."""
        summary, seats = read_json(out, "summary.json"), seats_of(out)
        schedule: dict[str, Any] = read_json(out, "manifest.json")["schedule"]
        assert (summary["comparison"]["deals"], schedule["per_deal"], summary["games"]) == (DEALS, per_deal, DEALS * per_deal)
        assert seats == {bot["name"]: bot["seats"] for bot in summary["bots"]}
        assert sum(seats.values()) == 3 * summary["games"] and max(seats.values()) > summary["games"]
        texts |= {command: arena(command, out).stdout for command in ("compare", "results", "verify")}
        texts["faults"] = arena("games", out, "--faults").stdout
        texts["details"] = arena("compare", out, "--details").stdout
        told = set()
        for name, text in texts.items():
            for number, what, line in counts_of(text):
                told.add(what)
                assert what != "unit" and (what != "deal" or number <= DEALS) and (what != "game" or number <= summary["games"]) and (
                    what != "seat" or number in seats.values()), (name, line)
        assert told >= {"deal", "seat"}

    def test_regress(self) -> None:
        """One bot fails at times, so that what is said of faults is there, too."""
        out, junit = self.temp / "out", self.temp / "junit.xml"
        done = arena("regress", "stammtisch", word(faulty(1)), "-n", DEALS, "--out", out, "--junit", junit, "--alpha", 1e-9, "--beta", 1e-9)
        root = ElementTree.parse(junit).getroot()
        self.check(out, 15, {"regress": done.stdout, "messages": done.stderr, "JUnit": "\n".join(
            [*root.itertext()] + [value for item in root.iter() for value in item.attrib.values()])})

    def test_table_of_bots(self) -> None:
        """The table of `run` counts the seats of each bot."""
        done, out = self.run_config(bots={"a": "stammtisch", "b": "basic"}, seats=["a", "b"], schedule="duel", deals=2)
        lines = [line.split() for line in done.stdout.splitlines()]
        head = next(at for at, line in enumerate(lines) if line[:2] == ["bot", "seats"])
        assert {line[0]: int(line[1]) for line in lines[head + 1:head + 3]} == seats_of(out)

    def test_one_is_singular(self) -> None:
        """Of what there is one, no output says a plural."""
        out = self.temp / "one"
        said = [arena("compare", "basic", "random", "-n", 1, "--details", "--out", out), arena("verify", out),
                arena("games", out, "--most", 1)]
        wrong = re.findall(r"(?<![-+.,\d])1 (?:deal|game|seat|answer|decision|arrangement|round|matche)s\b.*",
                           "\n".join(done.stdout + done.stderr for done in said))
        assert not wrong and any("(3 arrangements of 1 deal)" in done.stderr for done in said), wrong
