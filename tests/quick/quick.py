# SPDX-License-Identifier: MIT
"""Which tests `make test` plays, and which it leaves to `make test WHOLE=1`: the rule, and the list it goes by.

A test that takes more than BUDGET seconds of processor time is in long_tests.txt, and is left out. Of a class, or of the
functions of a module, of which nothing would be left, the cheapest test is played nevertheless. The list is made by
`make long-tests`, never by hand; a test that is new is played until then, and a run of all tests says which are long.
"""
import collections
import functools
import pathlib

LIST = pathlib.Path(__file__).with_name("long_tests.txt")
BUDGET = 0.25  # seconds of processor time
# A test near the budget stays where it is: the list changes when tests do, not when processors do.
LONGER, SHORTER = 1.5, 0.7  # times the budget


@functools.cache
def long_tests():
    """{test: seconds of processor time}, of those above the budget."""
    rows = (line.split(" ", 1) for line in LIST.read_text(encoding="utf-8").splitlines())
    return {test: float(seconds) for seconds, test in rows}


def group_of(test):
    """Its class, or its module where it is in none."""
    return test.split("[")[0].rpartition("::")[0]


def quick_part(tests):
    """The tests that are played without WHOLE=1, of all there are."""
    groups = collections.defaultdict(list)
    for test in tests:
        groups[group_of(test)].append(test)
    quick = {test for test in tests if test not in long_tests()}
    for members in groups.values():
        if not quick.intersection(members):
            quick.add(min(members, key=lambda test: (long_tests()[test], test)))
    return quick


def grown(seconds):
    """Of tests with their times, those that are too long for where they are."""
    return {test: taken for test, taken in seconds.items() if test not in long_tests() and taken > LONGER * BUDGET}


def renew(seconds, skipped):
    """Writes the list anew, from the times of all tests. Of those that were skipped, their rows are kept."""
    rows = {test: taken for test, taken in seconds.items()
            if taken > BUDGET * (SHORTER if test in long_tests() else LONGER)}
    rows |= {test: taken for test, taken in long_tests().items() if test in skipped}
    LIST.write_text("".join(f"{taken:.1f} {test}\n" for test, taken in sorted(rows.items())), encoding="utf-8")
