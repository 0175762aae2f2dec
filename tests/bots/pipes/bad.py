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


class Bad(player.Player):
    """Each of these gets the message. What it returns is said as the answer, None is not."""

    def __init__(self, what, when, percent, path):
        super().__init__()
        self.what, self.when, self.percent, self.path = getattr(self, what), when, percent, path
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

    def not_json(self, message):
        write("hello, world\n")

    def cut_json(self, message):
        write('{"seq": %d, "action"\n' % message["seq"])

    def more_behind(self, message):
        write('{"seq": %d, "action": "pass"} {}\n' % message["seq"])

    def array(self, message):
        write("[1, 2]\n")

    def number(self, message):
        write("42\n")

    def control(self, message):
        write("\033[2J\a\x7f \u00e4 bell\n")

    def zero(self, message):
        write('{"seq": %d}\0\n' % message["seq"])

    def zero_line(self, message):
        write("\0\n")

    def deep(self, message):
        write("[" * 100000 + "\n")

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

    # ---- wrong numbers ----

    def future(self, message):
        return self.usual(message, message["seq"] + 1)

    def far_future(self, message):
        return self.usual(message, 1e300)

    def negative(self, message):
        return self.usual(message, -1)

    def zeroth(self, message):
        return self.usual(message, 0)

    def no_seq(self, message):
        write(player.dumps(self.usual(message)) + "\n")

    def text_seq(self, message):
        return self.usual(message, str(message["seq"]))

    def fraction(self, message):
        return self.usual(message, message["seq"] + 0.5)

    # ---- wrong actions ----

    def no_action(self, message):
        return {}

    def action_of(self, message, action):
        return {"action": action} if message["type"] == "act" else {}

    def null_action(self, message):
        return self.action_of(message, None)

    def number_action(self, message):
        return self.action_of(message, 18)

    def unknown_word(self, message):
        return self.action_of(message, "fold")

    def ugly_word(self, message):
        return self.action_of(message, "\033[31m\x7f\x9b" + "x" * 1000)

    def other_word(self, message):
        """The word for yes at another question."""
        return self.action_of(message, "yes")

    def empty_object(self, message):
        return self.action_of(message, {})

    def two_actions(self, message):
        return self.action_of(message, {"bid": 18, "card": "CJ"})

    def huge_bid(self, message):
        return self.action_of(message, {"bid": 65536 + 18})

    def negative_bid(self, message):
        return self.action_of(message, {"bid": -18})

    def half_bid(self, message):
        return self.action_of(message, {"bid": 18.5})

    def odd_bid(self, message):
        return self.action_of(message, {"bid": 19})

    def no_card(self, message):
        return self.action_of(message, {"card": "XX"})

    def long_card(self, message):
        return self.action_of(message, {"card": "CJCJCJ"})

    def card_of_nobody(self, message):
        return self.action_of(message, {"card": "C6"})

    def card_of_another(self, message):
        decision = message.get("decision", {"cards": []})
        deck = [suit + rank for suit in "CSHD" for rank in "JATKQ987"]
        held = decision.get("cards", [])
        return self.action_of(message, {"card": next(card for card in deck if card not in held)})

    def unknown_game(self, message):
        return self.action_of(message, {"declare": "X", "discards": message["decision"]["cards"][:2]})

    def long_game(self, message):
        return self.action_of(message, {"declare": "G" + "H" * 1000,
                                        "discards": message["decision"]["cards"][:2]})

    def many_spitzen(self, message):
        return self.action_of(message, {"declare": "C+9",
                                        "discards": message["decision"]["cards"][:2]})

    def no_discards(self, message):
        return self.action_of(message, {"declare": message["decision"]["declarations"][0]})

    def same_discards(self, message):
        return self.action_of(message, {"declare": message["decision"]["declarations"][0],
                                        "discards": message["decision"]["cards"][:1] * 2})

    def many_discards(self, message):
        return self.action_of(message, {"declare": message["decision"]["declarations"][0],
                                        "discards": message["decision"]["cards"] * 100})

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
        return self.what(message)


def main():
    # By hand: it is started thousands of times, and argparse takes longer to load than all else.
    what, when, percent, path = (sys.argv[1:] + ["100", None][len(sys.argv) - 3:])[:4]
    Bad(what, when, int(percent), path).run()


main()
