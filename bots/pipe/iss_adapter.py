#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plays the International Skat Server for one of its clients, so that the client is a bot of Skat Arena.

    {"module": "pipe", "options": {"command": "python3 bots/pipe/iss_adapter.py COMMAND OF THE CLIENT"}}

The client reads the server's lines on standard input and writes its own on standard output. docs/iss.md has the lines, and says
what is left out.
"""
import json
import subprocess
import sys

TABLE, ME = ".1", "me"
TIMES = "240.0 240.0 240.0"  # seconds left; here the limits of the run count, which the client does not see
SAID = {"pass": "p", "pick_up": "s", "concede": "RE"}
HIDDEN = "??"


class Client:
    """The program, and the line of the table that both sides speak."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
                                        errors="replace")
        self.tell("create {} {} 3 -1".format(TABLE, ME))
        self.hear("ready")

    def tell(self, line):
        self.process.stdin.write(line + "\n")

    def tell_table(self, what):
        self.tell(f"table {TABLE} {ME} {what}")

    def hear(self, command):
        """The word after this command in the next line that has it; chat and the like is skipped."""
        for line in self.process.stdout:
            words = line.split()
            if words[:1] == ["table"] and words[3:4] == [command]:
                return (words + [""])[4]
        sys.exit(f"the client has ended; it should have said: table {TABLE} {ME} {command} ...")


class Game:
    """One deal, as the client is told of it."""

    def __init__(self, client, number, view):
        self.client, self.position, self.moves = client, view["position"], []
        self.contract = None   # (position, code) of a declaration that the client has not been told yet
        self.discards = []     # the client's own
        self.is_split = False  # it named the game first, and the discards in a move of their own
        names = [ME if position == self.position else f"other{position}" for position in range(3)]
        client.tell_table(f"start {number} " + " ".join(f"{name} 240.0" for name in names))
        client.tell_table("go")
        hands = [view["hand"] if position == self.position else 10 * [HIDDEN] for position in range(3)]
        self.tell_move("w", "|".join(".".join(cards) for cards in [*hands, 2 * [HIDDEN]]))

    def tell_move(self, who, move):
        self.moves += [str(who), move]
        self.client.tell_table(f"play {who} {move} {TIMES}")

    def observe(self, position, action):
        if isinstance(action, str):
            if action in SAID:  # the server knows no kontra and no claim
                self.tell_move(position, SAID[action])
            if action == "pick_up" and position != self.position:
                self.tell_move("w", f"{HIDDEN}.{HIDDEN}")
        elif "declare" in action:
            self.contract = position, action["declare"]  # game_begin has the cards of an ouvert game
        else:
            self.tell_move(position, "y" if "hold" in action else action.get("card") or str(action["bid"]))

    def begin_play(self, view):
        """Tells the declaration: code, discards, and the hand in an ouvert game."""
        position, code = self.contract
        mine = position == self.position
        parts = [] if self.is_split else [code]
        if view["picked_up"]:
            parts += self.discards if mine else 2 * [HIDDEN]
        if "O" in code:
            parts += view["hand"] if mine else view["shown"]
        self.tell_move(position, ".".join(parts))

    def hear_move(self, may_resign):
        """The client's move. Its cards cannot be shown here, and it can give up only where the rules allow it."""
        while True:
            move = self.client.hear("play")
            if not move.startswith("SC") and (move != "RE" or may_resign):
                return move

    def decide(self, decision, view):
        kind = decision["kind"]
        if kind == "declare":
            self.tell_move("w", ".".join(view["skat"]))
        move = self.hear_move(decision.get("may_concede") or decision.get("may_resign"))
        if move == "RE":
            return "concede"
        if kind == "card":
            return {"card": move}
        if kind == "declare":
            return self.declare(move)
        if kind == "game":
            return "pick_up" if move == "s" else {"declare": move.split(".")[0]}
        if move == "p":
            return "pass"
        return {"hold": decision["bid"]} if kind == "hold" else {"bid": int(move) if move.isdecimal() else move}

    def declare(self, move):
        code, *self.discards = move.split(".")[:3]
        self.is_split = not self.discards
        if self.is_split:
            self.tell_move(self.position, code)
            self.discards = self.hear_move(False).split(".")
        return {"declare": code, "discards": self.discards}

    def end(self, result):
        """The record. What this seat has not seen is unknown in it, as in all lines."""
        declarer = result["declarer"]
        outcome = "passed" if declarer is None else (f"d:{declarer} {'win' if result['won'] else 'loss'} "
                                                     f"v:{result['score'][declarer]} p:{result['points']}")
        self.client.tell_table(f"end (;GM[Skat]PC[Skat Arena]MV[{' '.join(self.moves)} ]R[{outcome}] ;)")
        self.client.hear("ready")


def main():
    client, game, number = Client(sys.argv[1:]), None, 0
    for line in sys.stdin:
        message, reply = json.loads(line), {}
        kind = message["type"]
        if kind == "bye":
            break
        if kind == "hello":
            reply = {"type": "hello", "protocol": 2, "name": "iss", "wants": ["deal_begin", "observe", "game_begin"], "decisions": [],
                     "variants": []}
        elif kind == "deal_begin":
            number += 1
            game = Game(client, number, message["view"])
        elif kind == "observe":
            game.observe(message["position"], message["action"])
        elif kind == "game_begin":
            game.begin_play(message["view"])
        elif kind == "act":
            reply = {"action": game.decide(message["decision"], message["view"])}
        elif kind == "deal_end":
            game.end(message["result"])
        if kind in ("hello", "act", "deal_end", "session_end"):
            print(json.dumps({"seq": message["seq"], **reply}), flush=True)


main()
