# SPDX-License-Identifier: MIT
"""Answers many games in one message, legally and at random, and may do one bad thing once in a while.

    together.py MOST [WHAT EVERY]
    together.py MOST --wants            no events at all

WHAT: nothing, exit, hang, short (an answer too few), illegal (of one of them), scold (a line that is no JSON), late_start (greets
after a second, and exits when it is asked many at once); once in EVERY deals of a table, as drawn from its `random`.
"""
import os
import sys
import time

import player


class Together(player.Player):
    def __init__(self, most, what="nothing", every=0):
        super().__init__()
        self.most, self.what, self.every = int(most), what, int(every)
        self.tables, self.armed = {}, {}

    def hello(self):
        if self.what == "late_start":
            time.sleep(1)
        return super().hello() | {"batch": self.most} | ({"wants": []} if self.what == "--wants" else {})

    def decide(self, act):
        answer = player.decide(act["decision"], act["view"], self.tables.setdefault(act["table"], player.Chance(0)))
        bad = self.armed.get(act["table"]) and act["decision"]["kind"] == "card"
        return "rubbish" if bad and self.what == "illegal" else answer

    def answer(self, message):
        kind = message["type"]
        if kind == "deal_begin":
            self.tables[message["table"]] = player.Chance(message["random"])
            self.armed[message["table"]] = self.every and message["random"] % self.every == 0
        if kind == "batch":
            assert 1 <= len(message["acts"]) <= self.most
            bad = any(self.armed.get(act["table"]) and act["decision"]["kind"] == "card" for act in message["acts"])
            if bad and self.what == "exit" or self.what == "late_start" and len(message["acts"]) > 1:
                os._exit(3)
            if bad and self.what == "hang":
                time.sleep(1000)
            if bad and self.what == "scold":
                player.say("no")
            actions = [self.decide(act) for act in message["acts"]]
            return {"actions": actions[1:] if bad and self.what == "short" else actions}
        assert kind != "act"
        return super().answer(message)


Together(*sys.argv[1:]).run()
