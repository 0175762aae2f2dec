# SPDX-License-Identifier: MIT
"""What a Skat session carries from deal to deal: bock and ramsch rounds, and running totals.

Read beside section 7 (Bock) of the rulebook and section 8. Part of scorekeeper.py, which hands over what happened in each deal and compares
what it learns here with the log."""
import dataclasses

# In the order of the rulebook: of several triggers of one deal the first names the round.
TRIGGERS = ("value_over_100", "grand_hand_won", "grand_hand_played", "kontra_lost", "re_said",
            "re_won", "declarer_schneider", "sixty_sixty", "last_round", "score_multiple_of_100",
            "score_three_equal_digits", "value_at_least_72", "value_at_least_96", "kontra_failed", "score_ends_in_three_equal_digits",
            "grand_hand_lost", "null_ouvert_hand_played")

# What is one event when `bock.several` counts events; each other trigger is one by itself.
ONE_EVENT = (("value_over_100", "value_at_least_72", "value_at_least_96"), ("grand_hand_won", "grand_hand_played", "grand_hand_lost"),
             ("kontra_lost", "kontra_failed", "re_said", "re_won"),
             ("score_multiple_of_100", "score_three_equal_digits", "score_ends_in_three_equal_digits"))


@dataclasses.dataclass
class DealFacts:
    """What a deal was, as far as triggers look at it."""
    declared: bool = False        # somebody played alone; the rest of it is of that game
    grand_hand: bool = False
    null_ouvert_hand: bool = False
    won: bool = False
    value: int = 0                # before doublings
    doubling: int = 1             # 2 kontra, 4 re ...
    counted_out: bool = False     # suit, grand or sächsische Spitze, played to the last card
    schneider: bool = False       # declarer has a quarter of the card points or less
    split: bool = False           # both sides have half of them


def triggers_of_deal(facts, classic, totals):
    """Triggers that a deal fires; `classic` is what it changed, `totals` what came of it."""
    changed = [abs(totals[seat]) for seat, points in enumerate(classic) if points]
    lost = facts.declared and not facts.won
    fired = {
        "value_over_100": facts.value > 100, "grand_hand_won": facts.grand_hand and facts.won, "grand_hand_played": facts.grand_hand,
        "grand_hand_lost": facts.grand_hand and lost, "null_ouvert_hand_played": facts.null_ouvert_hand,
        "kontra_lost": facts.doubling >= 2 and lost, "re_said": facts.doubling >= 4, "re_won": facts.doubling >= 4 and facts.won,
        "declarer_schneider": facts.counted_out and facts.schneider, "sixty_sixty": facts.counted_out and facts.split,
        "score_multiple_of_100": any(total % 100 == 0 for total in changed),
        "score_three_equal_digits": any(total in range(111, 1000, 111) for total in changed),
        "value_at_least_72": facts.won and facts.value >= 72, "value_at_least_96": facts.won and facts.value >= 96,
        "kontra_failed": facts.doubling >= 2 and facts.won,
        "score_ends_in_three_equal_digits": any(len(set(f"{total:03}"[-3:])) == 1 for total in changed)}
    return [name for name in TRIGGERS if fired.get(name)]


def first_of_each_event(fired):
    seen = set()
    for name in fired:
        event = next((group for group in ONE_EVENT if name in group), (name,))
        if event not in seen:
            yield name
        seen.add(event)


class Round:
    """Deals in a row that count more, or that are ramsch without an auction."""

    def __init__(self, kind, trigger, length):
        self.kind, self.trigger, self.length = kind, trigger, length
        self.deal = 0             # of the running deal, from 1; 0 while the round waits
        self.has_declared = set()  # seats that have had their grand hand


class Rounds:
    """The running round and those that wait, of one session."""

    def __init__(self, rules, deals):
        self.rules, self.deals = rules, deals
        self.running = None
        self.waiting = []

    # -- before a deal --

    def begin_deal(self, deal):
        """The round that this deal (from 0) belongs to, or None."""
        if self.running and self.running.deal >= self.running.length:
            self.running = None
        if not self.running:
            self.running = self.waiting.pop(0) if self.waiting else self.last_round(deal)
        if self.running:
            self.running.deal += 1
        return self.running

    def last_round(self, deal):
        """Never on top of a running round: it has what is left of the last `seats` deals."""
        if deal < self.deals - self.rules["seats"]:
            return None
        for kind in ("bock", "ramsch"):
            if "last_round" in self.rules[f"{kind_options(kind)}.triggers"]:
                return Round(kind, "last_round", self.deals - deal)
        return None

    # -- after it --

    def end_deal(self, fired, grand_hand_seat):
        """`fired` in rulebook order; grand_hand_seat declared instead of ramsch, or None."""
        if grand_hand_seat is not None:
            self.running.has_declared.add(grand_hand_seat)
            if self.running.trigger != "last_round":  # nothing comes after the session
                self.running.length += 1
        for trigger in self.that_count("bock", fired):
            self.add_bock(trigger)
        for trigger in self.that_count("ramsch", fired):
            self.waiting.append(self.ramsch_round(trigger))

    def that_count(self, kind, fired):
        listed = [name for name in fired if name in self.rules[f"{kind_options(kind)}.triggers"]]
        several = self.rules["bock.several"]
        if several == "each":
            return listed
        return list(first_of_each_event(listed)) if several == "events" else listed[:1]

    def add_bock(self, trigger):
        inside = self.running is not None and self.running.kind == "bock"
        pending = self.rules["bock.pending"] if inside else "queue"
        if pending == "restart" and self.running.trigger != "last_round" and self.running.deal:  # not restarted in this deal yet
            self.running.trigger, self.running.deal = trigger, 0
        elif pending != "ignore":
            self.waiting.append(Round("bock", trigger, self.rules["bock.length"]))
            if self.rules["bock.ramsch_after"]:
                self.waiting.append(self.ramsch_round(trigger))

    def ramsch_round(self, trigger):
        return Round("ramsch", trigger, self.rules["ramsch_round.length"])


def kind_options(kind):
    return {"bock": "bock", "ramsch": "ramsch_round"}[kind]


DUTIES = ("suit", "grand", "null", "ramsch")  # what each must play in Räuberskat [rules.md 10.3]


class Session:
    """One session of one arrangement, deal after deal."""

    def __init__(self, rules, deals):
        self.rules = rules
        self.rounds = Rounds(rules, deals)
        self.round = None                        # of the running deal
        self.totals = [0] * rules["seats"]       # in the chosen scoring, without Seeger extras
        self.classic = [0] * rules["seats"]      # what triggers look at
        self.duties = [list(DUTIES) for _ in range(rules["seats"])]  # left to each seat
        self.known = True  # False after a deal that could not be replayed: nothing holds then

    def begin_deal(self, deal):
        self.round = self.rounds.begin_deal(deal)

    def round_field(self, active):
        """What the line says about the round; `active` are the seats that hold cards."""
        if not self.round:
            return None
        field = {"kind": self.round.kind, "trigger": self.round.trigger, "deal": self.round.deal, "of": self.round.length}
        if self.round.kind == "ramsch" and self.rules["ramsch_round.grand_hand"]:
            field["grand_hand"] = sorted(set(active) - self.round.has_declared)
        return field

    def fired(self, facts, plain):
        """The listed triggers that a deal fires which is not doubled for it."""
        after = [total + more for total, more in zip(self.classic, plain)]
        listed = self.rules["bock.triggers"] + self.rules["ramsch_round.triggers"]
        return [name for name in (triggers_of_deal(facts, plain, after) if facts else []) if name in listed]

    def doubles(self, facts, plain):
        """Whether the deal opens a bock round and counts double itself."""
        in_bock = self.round is not None and self.round.kind == "bock"
        opens = set(self.fired(facts, plain)) & set(self.rules["bock.triggers"])
        return bool(self.rules["bock.doubles_trigger"] and opens and not in_bock)

    def end_deal(self, score, classic, facts, grand_hand_seat):
        """Names of listed triggers that were fired. `classic`: what counts, and before the deal was doubled
        for opening a round. `facts` is None after a fault [7 Bock]."""
        counts, plain = classic
        fired = self.fired(facts, plain)
        self.totals = [total + more for total, more in zip(self.totals, score)]
        self.classic = [total + more for total, more in zip(self.classic, counts)]
        self.rounds.end_deal(fired, grand_hand_seat)
        return fired

    def fulfil_duty(self, seat, chosen):
        """Forehand has played one; by a fault before the choice the first that was left. Who has played all of them begins anew."""
        self.duties[seat].remove(chosen or self.duties[seat][0])
        if not self.duties[seat]:
            self.duties[seat] = list(DUTIES)

    def end_bierlachs(self):
        """Seats that have just lost the round; the count of all begins again then [8]."""
        limit = self.rules["scoring.limit"]
        if self.rules["scoring.system"] != "minus" or not limit:
            return []
        losers = [seat for seat, total in enumerate(self.totals) if total <= -limit]
        if losers:
            self.totals = [0] * len(self.totals)
        return losers


def carries_state(rules):
    """Whether what a deal counts, or what is paid after it, depends on those before it."""
    return bool(rules["bock.triggers"] or rules["ramsch_round.triggers"] or
                rules["scoring.system"] == "minus" or rules["game"] == "raeuberskat" or
                rules["money.stake"] and rules["money.rounding"])
