# SPDX-License-Identifier: MIT
"""Answers legally, at random.

    legal.py [--wants EVENT,...] [--record FOLDER]

Recorded are all lines of both directions, in FOLDER/PROCESS.to and .from.
"""
import os
import sys

import player


class Tee:
    """A stream that leaves a copy of all lines."""

    def __init__(self, stream, path):
        self.stream, self.copy = stream, open(path, "w", encoding="utf-8")

    def note(self, text):
        self.copy.write(text)
        self.copy.flush()
        return text

    def readline(self):
        return self.note(self.stream.readline())

    def write(self, text):
        self.stream.write(self.note(text))

    def flush(self):
        self.stream.flush()


def main():
    # By hand: argparse takes longer to load than all else.
    options = dict(zip(sys.argv[1::2], sys.argv[2::2]))
    if "--record" in options:
        path = f"{options['--record']}/{os.getpid()}"
        os.makedirs(options["--record"], exist_ok=True)
        sys.stdin = Tee(sys.stdin, path + ".to")  # type: ignore[assignment]  # player.py uses no more of a stream
        sys.stdout = Tee(sys.stdout, path + ".from")  # type: ignore[assignment]
    legal = player.Player()
    if "--wants" in options:
        legal.wants = [event for event in options["--wants"].split(",") if event]
    legal.run()


main()
