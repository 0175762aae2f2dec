#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Computes the statistics of a result folder a second time, from their specification alone.

    python3 tests/oracle/statistician.py FOLDER

Reads manifest.json and games.jsonl and recomputes from them the sections pairs, standings, ratings, comparison, test and verdict of
summary.json, and `complete`. Prints each difference with its field; the exit status is 1 when there are any. What a game counts is taken
from the log: whether the log is right is for scorekeeper.py to say. Of the texts of a verdict the parts that carry its meaning are
looked for; tests/unit/test_decide_verdict.c has them in full.

What is expected is built as a tree of plain values like summary.json itself. Where more than one answer is right (a simulation, the width
of bins) a leaf of it is a Check, which judges what it finds. Fields that nobody expects are let pass. The modules that
are named after this one have its parts.

Bots a and b are those of the manifest's `compare`. Differences are sums of a's mean score per seat less b's at tables of at most five
seats, so that they are whole numbers of 1/60 points."""
import collections
import functools
import itertools
import json
import pathlib
import sys
from fractions import Fraction

import scorekeeper
import statistician_hand
import statistician_verdict
from statistician_checks import Absent, Judged, OneOf, Ratings, compare
from statistician_comparison import Comparison
from statistician_games import Reader, Schedule, per_deal_difference
from statistician_maths import JACKKNIFE_GROUPS, Placings, estimate, ratio_estimate, superiority
from statistician_sequential import Test


# ---- pairs, standings, ratings --------------------------------------------------------------

def expected_pair(units, a, b, scoring, hand=None):
    """`hand`: a function of a and b; None where pairs are not judged."""
    by_unit = [[play for play in unit.plays if play.has(a, b)] for unit in units]
    by_unit = [plays for plays in by_unit if plays]
    values = [per_deal_difference(plays, a, b, scoring) for plays in by_unit]
    found = estimate(values)
    judged = {"judged": Judged(values, hand(a, b))} if hand else {}
    return judged | {"a": a, "b": b, "units": len(values), "games": sum(map(len, by_unit)),
            "difference": found, "superiority": superiority(values)}


def expected_pairs(schedule, bots, units, scoring, hand=None):
    """Of all that share tables, whether or not a complete unit has such a game."""
    found = [expected_pair(units, a, b, scoring, hand) for a, b in itertools.combinations(bots, 2)
             if any(a in table and b in table for table in schedule.tables)]
    if schedule.imported:  # recorded games: those that met
        found = [pair for pair in found if pair["units"]]
    Judged.adjust([pair["judged"] for pair in found if "judged" in pair])
    return found


def expected_standing(units, bot):
    """`seats` counts games and seats of them: in two seats of a game it had two."""
    by_unit = [[(play, seat) for play in unit.plays for seat in play.seats_of(bot)] for unit in units]
    by_unit = [seats for seats in by_unit if seats]
    entry = {"bot": bot, "units": len(by_unit), "seats": sum(map(len, by_unit))}
    for scoring in ("classic", "seeger_fabian", "score"):
        sums = [(sum(play.scores[scoring][seat] for play, seat in seats), len(seats)) for seats in by_unit]
        entry[scoring] = ratio_estimate(sums)
    return entry


def placings_of(unit, scoring):
    """A weak order for each table with different bots, whatever the seats."""
    tables = collections.defaultdict(lambda: collections.defaultdict(list))
    for play in unit.plays:
        for seat, bot in enumerate(play.table):
            tables[tuple(sorted(play.table))][bot].append(play.scores[scoring][seat])
    for merits in tables.values():
        if len(merits) > 1:
            tiers = collections.defaultdict(list)
            for bot in sorted(merits):
                tiers[Fraction(sum(merits[bot]), len(merits[bot]))].append(bot)
            yield tuple(tuple(tiers[merit]) for merit in sorted(tiers, reverse=True))


def expected_ratings(bots, units, scoring):
    groups = [collections.Counter() for _ in range(JACKKNIFE_GROUPS)]
    for unit in units:
        groups[unit.number % JACKKNIFE_GROUPS].update(placings_of(unit, scoring))
    placings = Placings(sum(groups, collections.Counter()))
    return {"method": "plackett_luce", "scale": "400 log10", "units": len(units), "placings": placings.count,
            "bounded": placings.bounded(), "bots": Ratings(bots, placings, sum(map(bool, groups)))}


# ---- a folder ------------------------------------------------------------------------------

class Statistician:
    def __init__(self, manifest, lines):
        self.manifest, self.lines = manifest, lines
        self.schedule = Schedule(manifest)
        reader = Reader(manifest)
        self.rules = reader.rules
        self.plays = [reader.read(line) for line in lines]
        self.units = list(self.schedule.complete_units(self.plays))
        own = reader.rules["scoring.system"]
        self.primary = own if own in ("classic", "seeger_fabian") else "score"
        self.comparison = self.test = None
        if manifest.get("compare"):
            a, b = manifest["compare"]
            hands = {scoring: self.hand(a, b, scoring) for scoring in ("classic", "seeger_fabian", "score")}
            self.comparison = Comparison(self.schedule, self.units, a, b, self.primary, hands)
        if self.comparison and manifest.get("test"):
            self.test = Test(manifest["test"], self.comparison.values, self.schedule.units,
                             self.comparison.hands[self.primary], self.comparison.failed())
            self.test.sessions = self.schedule.unit == "session"
        if self.comparison:
            self.comparison.is_judged = not self.test
        seated = set(itertools.chain(*self.schedule.tables))
        self.bots = [bot["name"] for bot in manifest["bots"] if bot["name"] in seated]

    @functools.cache
    def hand(self, a, b, scoring):
        """What one that is thrown away changes in the difference of a unit, in points a deal; 0 if that is not allowed for."""
        if self.manifest.get("allow_for") == "none":
            return 0.0
        own = self.rules["scoring.system"] if scoring == "score" else scoring
        return statistician_hand.hand_cost(self.rules, self.schedule.groups(), a, b, own) / self.schedule.deals_of_unit

    @property
    def hand_judged(self):
        """By which a fixed number of units is judged. A test that may end the run is judged by its own interval."""
        return None if self.test else lambda a, b: self.hand(a, b, self.primary)

    def misplaced(self):
        """Lines that are not the schedule's: where these are, units mean nothing."""
        for index, line in enumerate(self.lines):
            session, deal, table = self.schedule.place(index)
            if self.schedule.imported:
                table = self.schedule.tables[line["arrangement"]]
            expected = {"game": index, "session": session, "deal": deal, "table": table}
            for field, text in compare("", line, expected):
                yield f"games.jsonl:{index + 1}: {field}: {text}"

    def expected(self):
        """summary.json, as far as it is of concern here."""
        summary = {"complete": len(self.plays) == self.schedule.games,
                   "pairs": expected_pairs(self.schedule, self.bots, self.units, self.primary, self.hand_judged),
                   "standings": [expected_standing(self.units, bot) for bot in self.bots],
                   "ratings": Absent, "comparison": Absent, "test": Absent}
        if len(self.bots) > 2 and not self.schedule.imported:
            summary["ratings"] = expected_ratings(self.bots, self.units, self.primary)
        if self.comparison:
            summary["comparison"] = self.comparison.expected()
        if self.test:
            summary["test"] = OneOf(self.test.expected())
            summary["complete"] |= self.test.decided_at is not None
        summary["verdict"] = OneOf(statistician_verdict.expected_verdicts(self, summary))
        return summary

    def after_the_verdict(self):
        """A run ends at the unit where its test does."""
        decided = self.test and self.test.decided_at
        if decided:
            size = self.schedule.per_deal * self.schedule.deals_of_unit
            if len(self.plays) > decided * size:
                yield f"games.jsonl: goes on after the verdict of the test at unit {decided}"


def read_lines(path):
    """Games of a log; a torn last line is none."""
    lines = []
    for text in path.read_text(encoding="utf-8").splitlines(keepends=True):
        if text.endswith("\n"):
            lines.append(json.loads(text))
    return lines


def without_repeats(pairs, repeated):
    """An object of JSON; fields that it has twice are added to `repeated`."""
    counts = collections.Counter(name for name, _ in pairs)
    repeated += [name for name, count in counts.items() if count > 1]
    return dict(pairs)


def check_folder(folder):
    """All differences, as texts; empty when everything agrees."""
    folder = pathlib.Path(folder)
    manifest = json.loads((folder / "manifest.json").read_text())
    statistician = Statistician(manifest, read_lines(folder / "games.jsonl"))
    misplaced = list(statistician.misplaced())
    if misplaced:
        return misplaced
    repeated = []
    summary = json.loads((folder / "summary.json").read_text(), object_pairs_hook=lambda pairs: without_repeats(pairs, repeated))
    differences = [f"summary.json: {name}: twice in one object" for name in repeated]
    differences += statistician.after_the_verdict()
    return differences + [f"summary.json {path}: {text}" for path, text in compare("", summary, statistician.expected())]


if __name__ == "__main__":
    sys.exit(scorekeeper.run(check_folder, "statistician.py"))
