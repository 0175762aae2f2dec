# SPDX-License-Identifier: MIT
"""Answers as legal.py, but after some questions it waits for a file, so that a run is not over before a test has done with it: also one
of isolated bots, which nothing outside can hold.

    waits.py FILE AFTER
"""
import os
import sys
import time

import player


class Waits(player.Player):
    def __init__(self, file, after):
        super().__init__()
        self.file, self.left = file, after

    def answer(self, message):
        if message["type"] == "act":
            self.left -= 1
            while self.left < 0 and not os.path.exists(self.file):
                time.sleep(0.002)
        return super().answer(message)


Waits(sys.argv[1], int(sys.argv[2])).run()
