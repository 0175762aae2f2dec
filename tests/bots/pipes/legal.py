"""Answers legally, at random.

    legal.py [--wants EVENT,...] [--record FOLDER]

Recorded are all lines of both directions, in FOLDER/PROCESS.to and .from.
"""
import argparse
import os
import pathlib
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
    parser = argparse.ArgumentParser()
    parser.add_argument("--wants")
    parser.add_argument("--record", type=pathlib.Path)
    options = parser.parse_args()
    if options.record:
        options.record.mkdir(parents=True, exist_ok=True)
        sys.stdin = Tee(sys.stdin, options.record / f"{os.getpid()}.to")
        sys.stdout = Tee(sys.stdout, options.record / f"{os.getpid()}.from")
    legal = player.Player()
    if options.wants is not None:
        legal.wants = [event for event in options.wants.split(",") if event]
    legal.run()


main()
