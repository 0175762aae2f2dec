# SPDX-License-Identifier: MIT
"""Answers legally, and has one vice, which `check` is to find: like tests/bots/unsound.c.

    unsound.py VICE
"""
import os
import sys

import player


class Unsound(player.Player):
    def __init__(self, vice):
        super().__init__()
        self.vice, self.questions = vice, 0

    def answer(self, message):
        before = self.chance
        answer = super().answer(message)
        if message["type"] == "deal_begin" and self.vice == "chance":
            self.chance = player.Chance()  # from the system, not from the arena
        if message["type"] == "deal_begin" and self.vice == "memory":
            self.chance = before  # goes on where the last deal left it
        if message["type"] == "deal_begin":
            self.questions = 0
        if message["type"] == "act":
            self.questions += 1
            return self.harm() or answer
        return answer

    def harm(self):
        """In the middle of each deal."""
        if self.questions != 4:
            return None
        if self.vice == "crash":
            os._exit(3)
        if self.vice == "noise":
            print("thinking ...", flush=True)
        return {"action": "fold"} if self.vice == "illegal" else None


Unsound(sys.argv[1]).run()
