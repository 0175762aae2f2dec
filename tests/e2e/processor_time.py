# SPDX-License-Identifier: MIT
"""The processor time that tests take: of this process and of all below it. Unlike elapsed time, it hardly depends on what
else the machine does."""
import collections
import os
import pathlib
import resource

TICKS = os.sysconf("SC_CLK_TCK")


def spent(running=False):
    """Seconds so far of this process and of those below it that have ended; with `running`, which costs milliseconds, also
    of those that run, as a browser does that is kept for the next page."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages) + (below(os.getpid()) if running else 0)


def below(process):
    """Seconds of those that run below a process, and of those that they have waited for."""
    children, seconds = collections.defaultdict(list), {}
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            stat = path.read_text(encoding="utf-8", errors="replace")
        except OSError:  # it has ended
            continue
        fields = stat.rpartition(")")[2].split()  # from the third on, since names may have spaces
        number = int(path.parent.name)
        children[int(fields[1])].append(number)
        seconds[number] = sum(map(int, fields[11:15])) / TICKS

    def total(parent):
        return sum(seconds[child] + total(child) for child in children[parent])
    return total(process)
