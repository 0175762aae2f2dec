# SPDX-License-Identifier: MIT
"""What the children of the tests share: random legal answers, and the loop of the protocol.

All chance is seeded with what deal_begin brings, so that the same deals go alike in every run.
"""
# Children start thousands of times and live briefly: what `json` and `random` are made of loads in
# a fraction of their time.
import _json
import _random
import sys

SPITZEN = "789QKTA"


class Decoder:
    strict, object_hook, object_pairs_hook, memo = True, None, None, {}
    parse_float, parse_int, parse_constant = float, int, float


scan = _json.make_scanner(Decoder)  # type: ignore[arg-type]  # anything with these attributes
encode = _json.make_encoder(None, None, _json.encode_basestring_ascii, None, ": ", ", ", False, False, False)


def loads(text):
    return scan(text, 0)[0]


def dumps(value):
    return "".join(encode(value, 0))


class Chance(_random.Random):
    def randrange(self, end):
        return int(self.random() * end)

    def choice(self, items):
        return items[self.randrange(len(items))]

    def sample(self, items, count):
        items = list(items)
        return [items.pop(self.randrange(len(items))) for _ in range(count)]


def with_spitzen(code, most, ten, chance):
    """Adds spitzen now and then, as far as the ten cards have the trumps that they name."""
    held = 0
    while held < most and code[0] in "CSHD" and code[0] + SPITZEN[held] in ten:
        held += 1
    number = chance.randrange(held + 1)
    return f"{code}+{number}" if number else code


def choose_game(decision, view, chance):
    answers = ["pick_up"] * 3 + ["rum"] * decision["may_rum"] + ["turn"] * 3 * decision["may_turn"]
    if "V" in decision["declarations"] and chance.random() < 0.3:
        return {"declare": "V"}  # one among many: it would never come
    if decision["declarations"]:
        code = chance.choice(decision["declarations"])
        answers.append({"declare": with_spitzen(code, decision["spitzen"], view["hand"], chance)})
    return chance.choice(answers)


def choose_declaration(decision, chance):
    discards = chance.sample(decision["cards"], decision["count"])
    ten = set(decision["cards"]) - set(discards)
    code = chance.choice(decision["declarations"])
    return {"declare": with_spitzen(code, decision["spitzen"], ten, chance), "discards": discards}


def choose_card(decision, chance):
    said = (["concede"] * (decision["may_concede"] or decision["may_resign"]) + ["give_up"] * decision["may_give_up"]
            + ["claim"] * decision["may_claim"])
    if said and chance.random() < 0.1:
        return chance.choice(said)
    return {"card": chance.choice(decision["cards"])}


def bid(decision, chance):
    """Mostly the next value, at times any."""
    if not decision["bids"] or chance.random() < 0.3:
        return "pass"
    return {"bid": decision["bids"][0 if chance.random() < 0.95 else -1]}


WORDS = {
    "concede": ("play_on",) * 5 + ("concede",),
    "kontra": ("kontra", "play_on"), "agree": ("yes", "no"), "gift": ("yes", "no"), "consent": ("yes", "no"),
    "knock": ("knock", "play_on"),
    "schieben": ("pick_up", "pass_on"),
}


def decide(decision, view, chance):
    """Any answer that is legal."""
    kind = decision["kind"]
    if kind in WORDS:
        return chance.choice(WORDS[kind])
    if kind in ("hold", "hold_call"):
        return chance.choice([{"hold": decision["bid" if kind == "hold" else "called"]}, "pass"])
    if kind == "bid":
        return bid(decision, chance)
    if kind == "call":
        return chance.choice(["pass"] + [{"call": code} for code in decision["declarations"][:4]])
    if kind == "game":
        return choose_game(decision, view, chance)
    if kind == "declare":
        return choose_declaration(decision, chance)
    if kind == "card":
        return choose_card(decision, chance)
    if kind == "turn":
        answers = ["turn"] * decision["may_turn"]
        return chance.choice(answers + [{"declare": code} for code in decision["declarations"]])
    if kind == "offer":
        return chance.choice(["yes", "pass"])
    if kind == "choose":
        return {"choose": chance.choice(decision["duties"])}
    if kind == "blind":
        return {"place": chance.choice(decision["places"])}
    if kind == "grand_hand":
        return chance.choice(["play_on", {"declare": decision["declarations"][0]}])
    return {kind: chance.sample(decision["cards"], decision["count"])}  # pass_on, exchange


def say(answer):
    sys.stdout.write(dumps(answer) + "\n")
    sys.stdout.flush()


class Player:
    """Answers what is to be answered. Subclasses interfere."""
    wants: "list[str] | None" = None

    def __init__(self):
        self.chance = Chance(0)

    def hello(self):
        answer = {"type": "hello", "protocol": 2, "name": "test", "version": "1.0"}
        return answer if self.wants is None else answer | {"wants": self.wants}

    def answer(self, message):
        """None to what is not answered."""
        if message["type"] == "hello":
            return self.hello()
        if message["type"] == "deal_begin":
            self.chance = Chance(message["random"])
        if message["type"] == "act":
            return {"action": decide(message["decision"], message["view"], self.chance)}
        return {} if message["type"] in ("deal_end", "session_end") else None

    def hear(self, message):
        answer = self.answer(message)
        if answer is not None:
            say({"seq": message["seq"], **answer})

    def run(self):
        for line in iter(sys.stdin.readline, ""):
            message = loads(line)
            self.hear(message)
            if message["type"] == "bye":
                return
