#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A child that writes what it is told before each decision to a file, one JSON object a line.

    python3 notes.py FILE [seeds] [batch]

With "seeds", each question has one, which is written too; with "batch" it answers many games in one message.
"""
import json
import sys

ANSWERS = {
    "blind": lambda decision: {"place": decision["places"][-1]},
    "declare": lambda decision: {"declare": decision["declarations"][-1], "discards": []},
    "bid": lambda decision: {"bid": decision["bids"][0]},
    "hold": lambda decision: {"hold": decision["bid"]},
    "choose": lambda decision: {"choose": decision["duties"][0]},
    "game": lambda decision: {"declare": decision["declarations"][0]},
    "card": lambda decision: {"card": decision["cards"][0]},
}

with open(sys.argv[1], "a") as notes:
    def act(question):
        notes.write(json.dumps({key: question[key] for key in ("view", "decision", "seed") if key in question}) + "\n")
        notes.flush()
        decision = question["decision"]
        return ANSWERS.get(decision["kind"], lambda decision: "play_on")(decision)

    for text in sys.stdin:
        message = json.loads(text)
        answer = {"seq": message["seq"], "type": message["type"]}
        if message["type"] == "hello":
            answer |= {"protocol": 2, "name": "child", "version": "1", "wants": []}
            answer |= ({"seeds": True} if "seeds" in sys.argv else {}) | ({"batch": 50} if "batch" in sys.argv else {})
        elif message["type"] == "act":
            answer = {"seq": message["seq"], "action": act(message)}
        elif message["type"] == "batch":
            answer = {"seq": message["seq"], "actions": [act(question) for question in message["acts"]]}
        elif message["type"] == "bye":
            break
        elif message["type"] not in ("deal_end", "session_end"):
            continue
        print(json.dumps(answer), flush=True)
