# SPDX-License-Identifier: MIT
"""Answers legally, and does one bad thing at one moment: like tests/bots/faulty.c.

    bad.py WHAT WHEN [PERCENT [MARK]]
    bad.py plan FILE [MARK]

WHAT is a name of `Bad` or of the tables above it; WHEN a type of message or a kind of decision. At that moment, in PERCENT of the
deals (drawn from deal_begin), it happens instead of the answer. FILE: an object with WHAT and WHEN by the number that deal_begin
brings, for each deal that has something. gone_for_good makes a file MARK; otherwise it only marks the processes.
"""
import os
import sys
import time

import player

# Written instead of an answer; %d stands for the number of the question.
LINES = {
    "not_json": "hello, world\n", "cut_json": '{"seq": %d, "action"\n', "more_behind": '{"seq": %d, "action": "pass"} {}\n',
    "array": "[1, 2]\n", "number": "42\n", "control": "\033[2J\a\x7f \u00e4 bell\n", "zero": '{"seq": %d}\0\n', "zero_line": "\0\n",
}
# The number of the answer, from that of the question.
NUMBERS: dict = {
    "future": lambda seq: seq + 1, "far_future": lambda seq: 1e300, "negative": lambda seq: -1, "zeroth": lambda seq: 0,
    "text_seq": str, "fraction": lambda seq: seq + 0.5,
}
# Instead of the action.
ACTIONS = {
    "null_action": None, "number_action": 18, "unknown_word": "fold", "ugly_word": "\033[31m\x7f\x9b" + "x" * 1000,
    "other_word": "yes", "empty_object": {}, "two_actions": {"bid": 18, "card": "CJ"}, "huge_bid": {"bid": 65536 + 18},
    "negative_bid": {"bid": -18}, "half_bid": {"bid": 18.5}, "odd_bid": {"bid": 19}, "no_card": {"card": "XX"},
    "long_card": {"card": "CJCJCJ"}, "card_of_nobody": {"card": "C6"},
}
# Instead of an announcement: the game, from those that are allowed, and discards from the cards.
GAMES: dict = {
    "unknown_game": lambda games, cards: ("X", cards[:2]), "long_game": lambda games, cards: ("G" + "H" * 1000, cards[:2]),
    "many_spitzen": lambda games, cards: ("C+9", cards[:2]), "same_discards": lambda games, cards: (games[0], cards[:1] * 2),
    "many_discards": lambda games, cards: (games[0], cards * 100), "no_discards": lambda games, cards: (games[0], None),
}


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

    def __init__(self, what, when, percent, mark, plan):
        super().__init__()
        self.what, self.when, self.percent, self.mark, self.plan = what, when, percent, mark, plan
        self.armed, self.took = percent == 100, False

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
        os.close(0)
        self.close_output(message)

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
        open(self.mark, "w", encoding="ascii").close()
        os._exit(5)

    def deaf(self, message):
        """Its answer is right, and then it reads nothing more."""
        self.twice(message)
        forever()

    # ---- wrong answers ----

    def huge(self, message):
        write("x" * (3 << 20))
        forever()

    def huge_line(self, message):
        write('{"seq": %d, "x": "%s"}\n' % (message["seq"], "x" * (3 << 20)))

    def deep(self, message):
        write("[" * 100000 + "\n")

    def flood(self, message):
        while True:
            write("x" * 65536)

    def stray_before(self, message):
        write("thinking ...\n")
        return self.usual(message)

    def stray_behind(self, message):
        """Costs the deal, too: it is read with the next question, and that comes before its end."""
        self.twice(message)
        write("done\n")

    def no_seq(self, message):
        write(player.dumps(self.usual(message)) + "\n")

    def no_action(self, message):
        return {}

    def card_of_another(self, message):
        deck = [suit + rank for suit in "CSHD" for rank in "JATKQ987"]
        return {"action": {"card": next(card for card in deck if card not in message["decision"]["cards"])}}

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
        write("  " + player.dumps({"seq": message["seq"], **self.usual(message)}) + " \r\n")

    def pieces(self, message):
        for piece in player.dumps({"seq": message["seq"], **self.usual(message)}) + "\n":
            write(piece)

    def stays(self, message):
        """Told to go, it does not."""
        import signal  # loads slowly, and nobody else needs it

        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        forever()

    # ---- the loop ----

    def usual(self, message):
        return super().answer(message)

    def do(self, message):
        what = self.what
        if what in LINES:
            write(LINES[what].replace("%d", str(message["seq"])))
        elif what in NUMBERS:
            return self.usual(message) | {"seq": NUMBERS[what](message["seq"])}
        elif what in ACTIONS:
            return {"action": ACTIONS[what]}
        elif what in GAMES:
            game, discards = GAMES[what](message["decision"]["declarations"], message["decision"]["cards"])
            return {"action": {"declare": game} | ({} if discards is None else {"discards": discards})}
        else:
            return getattr(self, what)(message)
        return None

    def answer(self, message):
        if message["type"] == "hello" and self.mark and os.path.exists(self.mark):
            os._exit(6)
        if message["type"] == "deal_begin":
            self.armed = message["random"] % 100 >= 100 - self.percent
            if self.plan is not None:
                self.what, self.when = self.plan.get(str(message["random"]), ("", ""))
        if not self.armed or self.when not in (message["type"], message.get("decision", {}).get("kind")):
            return self.usual(message)
        self.armed = self.percent == 100 and self.plan is None
        return self.do(message)


def main():
    # By hand: argparse takes longer to load than all else.
    what, when, *more = sys.argv[1:]
    plan = None
    if what == "plan":
        with open(when, encoding="ascii") as file:
            plan = player.loads(file.read())
        more = ["100", *more]
    percent, mark = (more + ["100", None][len(more):])[:2]
    Bad(what, when, int(percent), mark, plan).run()


main()
