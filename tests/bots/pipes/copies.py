# SPDX-License-Identifier: MIT
"""Answers legally, and makes copies of itself in which the audit asks ("forks" in the greeting).

    copies.py FILE [--remembers] [--fails] [--hangs] [--alone]

Each process that starts adds a line to FILE. It answers otherwise once it was asked before; ends when it is asked in a copy; does not
answer then; makes no copies.
"""
import os
import sys
import time

import player


class Copies(player.Player):
    wants = ["deal_begin"]

    def __init__(self, modes):
        super().__init__()
        self.modes, self.is_copy, self.asked = modes, False, 0

    def hello(self):
        return super().hello() | {"forks": "--alone" not in self.modes}

    def fork(self):
        pid = os.fork()
        if pid:
            status = os.waitpid(pid, 0)[1]
            if status:
                os._exit(1)
        return pid == 0

    def answer(self, message):
        if message["type"] == "act":
            self.asked += 1
            if self.is_copy and "--fails" in self.modes:
                os._exit(3)
            if self.is_copy and "--hangs" in self.modes:
                time.sleep(1000)
            if "--remembers" in self.modes and self.asked > 1:
                self.chance.random()
        return super().answer(message)

    def hear(self, message):
        if message["type"] == "fork":
            self.is_copy = self.fork()
            if self.is_copy:
                player.say({"seq": message["seq"]})
        elif message["type"] == "bye" and self.is_copy:
            player.say({"seq": message["seq"]})
            os._exit(0)
        else:
            super().hear(message)


with open(sys.argv[1], "a", encoding="utf-8") as file:
    file.write("started\n")
Copies(sys.argv[2:]).run()
