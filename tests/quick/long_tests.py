# SPDX-License-Identifier: MIT
"""Which tests `make test` plays, and which it leaves to `make test WHOLE=1`: the rule, and the list it goes by.

A test that takes more than BUDGET seconds of processor time is in long_tests.txt, and is left out; where the sanitizers look
on, one that takes more than SANITIZED seconds. Of a test with parameters of which no case would be left, the cheapest case is
played, if it takes at most CASE seconds; of a class, or of the functions of a module, of which nothing would be left, the
cheapest test, whatever it takes. The list is made by `make long-tests`. A test that is new is played until then, and a run of
all tests says which are long.

What fixtures take does not count: it is taken for the test that happens to come first.
"""
import collections
import functools
import pathlib

LIST = pathlib.Path(__file__).with_name("long_tests.txt")
BUDGET, SANITIZED, CASE = 0.05, 0.15, 0.2  # seconds of processor time, without sanitizers
DEAR = 1.0  # those above, one test in sixteen, take more than half of all time: CI leaves them to WHOLE=1
# A test near the budget stays where it is: the list changes when tests do, not when processors do.
LONGER, SHORTER = 1.5, 0.7  # times the budget


@functools.cache
def known():
    """{test: seconds of processor time}, of those above the budget."""
    rows = (line.split(" ", 1) for line in LIST.read_text(encoding="utf-8").splitlines())
    return {test: float(seconds) for seconds, test in rows}


def by(key, tests):
    """The tests of each key."""
    found = collections.defaultdict(list)
    for test in tests:
        found[key(test)].append(test)
    return found.values()


def without_parameters(test):
    return test.split("[")[0]


def class_of(test):
    """Its class, or its module where it is in none."""
    return without_parameters(test).rpartition("::")[0]


def is_dear(test):
    return known().get(test, 0) > DEAR


def quick_part(tests, budget=BUDGET):
    """The tests that are played without WHOLE=1, of all there are."""
    quick = {test for test in tests if known().get(test, 0) <= budget}
    for key, most in ((without_parameters, CASE), (class_of, float("inf"))):
        for members in by(key, tests):
            cheapest = min(members, key=lambda test: (known().get(test, 0), test))
            several = key is class_of or len(members) > 1
            if several and not quick.intersection(members) and known()[cheapest] <= most:
                quick.add(cheapest)
    return quick


def grown(seconds):
    """Of tests with their times, those that are too long for where they are."""
    return {test: taken for test, taken in seconds.items() if test not in known() and taken > LONGER * BUDGET}


def renew(seconds, skipped):
    """Writes the list anew, from the times of all tests. Of those that were skipped, their rows are kept."""
    rows = {test: taken for test, taken in seconds.items()
            if taken > BUDGET * (SHORTER if test in known() else LONGER)}
    rows |= {test: taken for test, taken in known().items() if test in skipped}
    LIST.write_text("".join(f"{taken:.2f} {test}\n" for test, taken in sorted(rows.items())), encoding="utf-8")
