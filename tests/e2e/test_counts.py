# SPDX-License-Identifier: MIT
"""Deals, games, seats and units mean the same in all outputs: what docs/formats.md says of them, held against runs whose games are
fifteen or three times their deals, and in which bots have more seats than games."""
import csv
import io
import re
import xml.etree.ElementTree as ElementTree
from typing import Any, Iterator

import pytest

from report_pages import *
from test_compare import faulty, word

pytestmark = pytest.mark.no_sanitizer("about words, not memory")

DEALS = 80
#: Numbers that are no counts of the run: shares, what is needed or planned, and the 36 deals that points are given for.
OTHERS = re.compile(r"[\d,.]+ ?%|before [\d,]+ \w+|takes [\d,]+ \w+ at least|needs about [\d,]+ deals|"
                    r"at (?:least|most) [\d,]+ \w+|(?:in|per) 36 deals|of [\d,]+ deals\)")
COUNT = re.compile(r"(?<![-+.,\d])(\d[\d,]*) (?!a )(?:\w+ )?(deal|game|seat|unit)s?\b")


def counts_of(text: str) -> Iterator[tuple[int, str, str]]:
    """Each number that a text gives of these words, with the line that it is in."""
    for line in text.splitlines():
        for number, what in COUNT.findall(OTHERS.sub("", line)):
            yield int(number.replace(",", "")), what, line


class TestCounts(BrowserTest):
    def play_two(self, command: str) -> dict[str, str]:
        """The texts of a run, by what said them. One bot fails at times, so that what is said of faults is there, too."""
        self.out, junit = self.temp / "out", self.temp / "junit.xml"
        more = ("--junit", junit, "--alpha", 1e-9, "--beta", 1e-9) if command == "regress" else ("--details",)
        done = arena(command, "stammtisch", word(faulty(1)), "-n", DEALS, "--audit", 0, "--out", self.out, *more)
        assert done.returncode in (OK, 1, 2), done.stderr
        texts = {command: done.stdout, "messages": done.stderr}
        if command == "regress":
            root = ElementTree.parse(junit).getroot()
            texts["JUnit"] = "\n".join([*root.itertext()] + [value for item in root.iter() for value in item.attrib.values()])
        return texts

    def shown(self) -> dict[str, str]:
        """What others say of the folder."""
        commands = ("compare", "results", "status", "verify", "faults")
        texts = {command: str(arena(command, self.out).stdout) for command in commands}
        texts["details"] = str(arena("compare", self.out, "--details").stdout)
        page = self.page(self.out)
        return texts | {"page": "\n".join(self.live(page, "console.log(document.body.innerText);"))}

    def seats(self) -> dict[str, int]:
        """Of each bot, by the table with a row for each seat of each game."""
        rows = csv.DictReader(io.StringIO(arena("export", self.out, "--csv", "seats").stdout))
        counts: dict[str, int] = {}
        for row in rows:
            counts[row["bot"]] = counts.get(row["bot"], 0) + 1
        return counts

    @pytest.mark.parametrize("command, per_deal", [("regress", 15), ("compare", 3)])
    def test_numbers(self, command: str, per_deal: int) -> None:
        """No text says more deals than were dealt, nor more games than were played, and seats are those of a bot."""
        texts = self.play_two(command)
        schedule: dict[str, Any] = read_json(self.out, "manifest.json")["schedule"]
        summary = read_json(self.out, "summary.json")
        deals = summary["comparison"]["deals"]
        assert (deals, schedule["per_deal"], summary["games"]) == (DEALS, per_deal, DEALS * per_deal)
        seats = self.seats()
        assert seats == {bot["name"]: bot["deals"] for bot in summary["bots"]}
        assert sum(seats.values()) == 3 * summary["games"] and max(seats.values()) > summary["games"]
        told = set()
        for name, text in (texts | self.shown()).items():
            for number, what, line in counts_of(text):
                told.add(what)
                assert what != "unit", (name, line)
                assert what != "deal" or number <= deals, (name, line)
                assert what != "game" or number <= summary["games"], (name, line)
                assert what != "seat" or number in seats.values(), (name, line)
        assert told >= {"deal", "seat"}

    def test_table_of_bots(self) -> None:
        """The table of `run` counts the seats of each bot, as the page does."""
        config = self.write_config(bots={"a": "stammtisch", "b": "basic"}, seats=["a", "b"], schedule="duel", deals=DEALS)
        self.out = self.temp / "out"
        done = arena("run", config, "--out", self.out)
        lines = [line.split() for line in done.stdout.splitlines()]
        head = next(at for at, line in enumerate(lines) if line[:2] == ["bot", "seats"])
        assert {line[0]: int(line[1]) for line in lines[head + 1:head + 3]} == self.seats()

    def test_sessions(self) -> None:
        """Where a test ends a run, the page counts the deals and sessions that were played, and not those that were planned."""
        config = self.write_config(bots={"a": "stammtisch", "b": RANDOM}, seats=["a", "b"], schedule="duel", deals=36, sessions=100,
                                   test={"h0": 0, "h1": 10, "min_units": 60, "block": 20})
        self.out = self.temp / "out"
        arena("run", config, "--out", self.out, "--quiet")
        units = read_json(self.out, "summary.json")["verdict"]["units"]
        assert units < 3600
        page = self.page(self.out)
        facts = self.live(page, "for (const fact of document.querySelectorAll('dt')) "
                                "console.log(fact.textContent + ': ' + fact.nextElementSibling.textContent);")
        assert f"Deals: {units}" in facts and f"Sessions: {-(-units // 36)}" in facts

    def test_one_is_singular(self):
        """Of what there is one, no output says a plural."""
        out = self.temp / "one"
        said = [arena("compare", "basic", "random", "-n", 1, "--audit", 0, "--details", "--out", out), arena("verify", out),
                arena("check", "basic", "--deals", 1, "--rules", "isko"), arena("games", out, "--most", 1)]
        wrong = re.findall(r"(?<![-+.,\d])1 (?:deal|game|seat|answer|decision|arrangement|round|matche)s\b.*",
                           "\n".join(done.stdout + done.stderr for done in said))
        assert not wrong and any("(3 arrangements of 1 deal)" in done.stderr for done in said), wrong
