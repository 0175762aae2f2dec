# SPDX-License-Identifier: MIT
"""Answers legally, and does one bad thing at one moment: like tests/bots/faulty.c.

    bad.py WHAT WHEN [PERCENT [FILE]]

WHAT is a name of `Bad`; WHEN a type of message or a kind of decision. At that moment, in PERCENT of the
deals (drawn from deal_begin), it happens instead of the answer. FILE: a mark that gone_for_good leaves.
"""
import os
import sys
import time

import player


def write(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def forever():
    while True:
        time.sleep(60)


def burn():
    until = time.process_time() + 1.5
    while time.process_time() < until:
        pass


# Lines that are no answers; %d is the number of the message.
LINES = {
    "not_json": "hello, world\n",
    "cut_json": '{"seq": %d, "action"\n',
    "more_behind": '{"seq": %d, "action": "pass"} {}\n',
    "array": "[1, 2]\n",
    "number": "42\n",
    "control": "\033[2J\a\x7f \u00e4 bell\n",
    "zero": '{"seq": %d}\0\n',
    "zero_line": "\0\n",
    "deep": "[" * 100000 + "\n",
}

# The numbers that right answers are given, by that of the message.
NUMBERS = {
    "future": lambda seq: seq + 1,
    "far_future": lambda seq: 1e300,
    "negative": lambda seq: -1,
    "zeroth": lambda seq: 0,
    "text_seq": str,
    "fraction": lambda seq: seq + 0.5,
}

# Wrong actions, by the decision.
ACTIONS = {
    "null_action": lambda decision: None,
    "number_action": lambda decision: 18,
    "unknown_word": lambda decision: "fold",
    "ugly_word": lambda decision: "\033[31m\x7f\x9b" + "x" * 1000,
    "other_word": lambda decision: "yes",  # at another question
    "empty_object": lambda decision: {},
    "two_actions": lambda decision: {"bid": 18, "card": "CJ"},
    "huge_bid": lambda decision: {"bid": 65536 + 18},
    "negative_bid": lambda decision: {"bid": -18},
    "half_bid": lambda decision: {"bid": 18.5},
    "odd_bid": lambda decision: {"bid": 19},
    "no_card": lambda decision: {"card": "XX"},
    "long_card": lambda decision: {"card": "CJCJCJ"},
    "card_of_nobody": lambda decision: {"card": "C6"},
    "card_of_another": lambda decision: {"card": next(card for card in DECK if card not in decision["cards"])},
    "unknown_game": lambda decision: {"declare": "X", "discards": decision["cards"][:2]},
    "long_game": lambda decision: {"declare": "G" + "H" * 1000, "discards": decision["cards"][:2]},
    "many_spitzen": lambda decision: {"declare": "C+9", "discards": decision["cards"][:2]},
    "no_discards": lambda decision: {"declare": decision["declarations"][0]},
    "same_discards": lambda decision: {"declare": decision["declarations"][0], "discards": decision["cards"][:1] * 2},
    "many_discards": lambda decision: {"declare": decision["declarations"][0], "discards": decision["cards"] * 100},
}
DECK = [suit + rank for suit in "CSHD" for rank in "JATKQ987"]


class Bad(player.Player):
    """Each of these gets the message. What it returns is said as the answer, None is not."""

    def __init__(self, what, when, percent, path):
        super().__init__()
        self.what, self.when, self.percent, self.path = what, when, percent, path
        self.armed = percent == 100
        self.took = False

    # ---- no answer ----

    def nothing(self, message):
        return self.usual(message)

    def exit(self, message):
        os._exit(3)

    def kill_self(self, message):
        os.kill(os.getpid(), 9)

    def hang(self, message):
        forever()

    def close_output(self, message):
        os.close(1)
        forever()

    def close_both(self, message):
        os.close(1)
        os.close(0)
        forever()

    def half_a_line(self, message):
        write('{"seq": ')
        os._exit(0)

    def compute(self, message):
        """For a second and a half of processor time, then plays on."""
        burn()
        return self.usual(message)

    def have_it_computed(self, message):
        """By a process of its own, which is gone afterwards."""
        child = os.fork()
        if child == 0:
            burn()
            os._exit(0)
        os.waitpid(child, 0)
        return self.usual(message)

    def take(self, message, megabytes):
        """Once, for a moment, and plays on."""
        taken = b"" if self.took else b"x" * (megabytes << 20)
        self.took = self.took or len(taken) > 0
        return self.usual(message)

    def take_memory(self, message):
        return self.take(message, 500)

    def take_more_memory(self, message):
        return self.take(message, 1200)

    def orphan(self, message):
        """A process of its own keeps the streams open."""
        if os.fork():
            os._exit(4)
        forever()

    def daemon(self, message):
        """Leaves a process with a session, parent and streams of its own, and plays on."""
        if os.fork() == 0:
            os.setsid()
            if os.fork():
                os._exit(0)
            for stream in range(3):
                os.close(stream)
            forever()
        os.wait()
        return self.usual(message)

    def daemon_and_hang(self, message):
        self.daemon(message)
        forever()

    def daemon_and_crash(self, message):
        self.daemon(message)
        os.kill(os.getpid(), 9)

    def gone_for_good(self, message):
        """And whoever is started after it will not even greet."""
        open(self.path, "w", encoding="ascii").close()
        os._exit(5)

    def deaf(self, message):
        """Its answer is right, and then it reads nothing more."""
        answer = self.usual(message)
        if answer is not None:
            player.say({"seq": message["seq"], **answer})
        forever()

    # ---- wrong lines ----

    def huge(self, message):
        write("x" * (3 << 20))
        forever()

    def huge_line(self, message):
        write('{"seq": %d, "x": "%s"}\n' % (message["seq"], "x" * (3 << 20)))

    def flood(self, message):
        while True:
            write("x" * 65536)

    def stray_before(self, message):
        write("thinking ...\n")
        return self.usual(message)

    def stray_behind(self, message):
        """Costs the deal, too: it is read with the next question, and that comes before its end."""
        answer = self.usual(message)
        if answer is not None:
            player.say({"seq": message["seq"], **answer})
        write("done\n")

    # ---- wrong answers ----

    def no_seq(self, message):
        write(player.dumps(self.usual(message)) + "\n")

    def no_action(self, message):
        return {}

    # ---- strange, and no fault ----

    def twice(self, message):
        answer = self.usual(message)
        if answer is not None:
            player.say({"seq": message["seq"], **answer})
        return answer

    def blank_lines(self, message):
        write("\n  \n\r\n\t\n")
        return self.usual(message)

    def answers_all(self, message):
        answer = self.usual(message)
        return {} if answer is None else answer

    def long_answer(self, message):
        answer = self.usual(message)
        return None if answer is None else answer | {"why": "x" * 900000}

    def slow(self, message):
        time.sleep(1.5)  # who watches counts about half of it where the machine is so busy that each look comes twice as late
        return self.usual(message)

    def standard_error(self, message):
        print("a word aside", file=sys.stderr, flush=True)
        return self.usual(message)

    def line_ends(self, message):
        answer = self.usual(message)
        if answer is not None:
            write("  " + player.dumps({"seq": message["seq"], **answer}) + " \r\n")

    def pieces(self, message):
        answer = self.usual(message)
        if answer is not None:
            for piece in player.dumps({"seq": message["seq"], **answer}) + "\n":
                write(piece)

    def stays(self, message):
        """Told to go, it does not."""
        import signal  # loads slowly, and nobody else needs it

        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        forever()

    # ---- the loop ----

    def usual(self, message, seq=None):
        answer = super().answer(message)
        return answer if seq is None or answer is None else answer | {"seq": seq}

    def is_time(self, message):
        return self.armed and self.when in (message["type"],
                                            message.get("decision", {}).get("kind"))

    def answer(self, message):
        if message["type"] == "hello" and self.path and os.path.exists(self.path):
            os._exit(6)
        if message["type"] == "deal_begin":
            self.armed = message["random"] % 100 >= 100 - self.percent
        if not self.is_time(message):
            return self.usual(message)
        self.armed = self.percent == 100
        if self.what in LINES:
            return write(LINES[self.what].replace("%d", str(message["seq"])))
        if self.what in NUMBERS:
            return self.usual(message, NUMBERS[self.what](message["seq"]))
        if self.what in ACTIONS:
            return {"action": ACTIONS[self.what](message["decision"])} if message["type"] == "act" else {}
        return getattr(self, self.what)(message)


def main():
    # By hand: it is started thousands of times, and argparse takes longer to load than all else.
    what, when, percent, path = (sys.argv[1:] + ["100", None][len(sys.argv) - 3:])[:4]
    Bad(what, when, int(percent), path).run()


main()
