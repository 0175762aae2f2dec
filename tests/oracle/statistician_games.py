# SPDX-License-Identifier: MIT
"""Part of statistician.py: the games of a log as statistics look at them, by deals and units."""
import collections
import dataclasses
import itertools
import re
from fractions import Fraction

import scorekeeper
from scorekeeper_contracts import parse_contract
from scorekeeper_rules import FAULTS, TYPE_NAMES, read_rules
from scorekeeper_score import classic_of, extras_of_deal, penalised, result_of

SIXTIETHS = 60  # of a point: the unit of differences

ROLES = ("declarer", "defender", "passed_in", "ramsch", "sitting_out", "no_game")
GAMES = ("null", "grand", "clubs", "spades", "hearts", "diamonds", "sachsenspitze", "revolution",
         "unannounced", "ramsch", "passed_in", "no_game")
POSITIONS = ("forehand", "middlehand", "dealer", "rearhand", "sitting_out")
CALIBRATION = ((18, 18), (20, 24), (27, 36), (40, 59), (60, 99), (100, None))
#: Final bids, and what differs first between two games, in the order of a game.
BIDS = ("18", "20-24", "27-36", "40-59", "60-99", "100+", "none")
STAGES = ("bids", "game", "kontra", "cards", "none")


@dataclasses.dataclass
class Play:
    """What statistics look at in a game. Lists are by seat."""
    game: int
    table: list
    seats: list           # of forehand, middlehand, rearhand
    moves: list           # (actor, action)
    scores: dict          # by scoring: list of points
    kind: str             # one of GAMES
    roles: list
    positions: list       # names
    declarer: int | None  # seat
    won: bool | None
    overbid: bool
    hand: bool
    bid: int
    highest: list         # by position: highest value named or held, 0 for none
    kontra_by: int | None  # seat of who doubled first
    at_fault: str | None  # the bot whose fault ended it
    status: str = "ok"

    @property
    def course(self):
        """What was decided, and whether it ended by a fault, which may come before or after all moves."""
        return self.moves, self.status if self.status in FAULTS else "ok"

    @property
    def stages(self):
        """Each legal decision with the stage of the game at which it falls."""
        stage, found = 0, []
        for actor, action in self.moves[:-1] if self.status == "illegal" else self.moves:
            if action == "K":
                stage = max(stage, STAGES.index("kontra"))
            elif re.fullmatch("[CSHD][AKQJT987]|RE|g|CL|n|b[.].*", action):
                stage = STAGES.index("cards")
            elif not re.fullmatch("[0-9]+|y|p", action):
                stage = max(stage, STAGES.index("game"))
            found.append((stage, actor, action))
        return found

    def seats_of(self, bot):
        return [seat for seat, name in enumerate(self.table) if name == bot]

    def has(self, *bots):
        return all(bot in self.table for bot in bots)

    def weights(self, a, b):
        """By seat, in sixtieths: the mean of a's seats less that of b's."""
        share = {a: SIXTIETHS // self.table.count(a), b: -SIXTIETHS // self.table.count(b)}
        return [share.get(name, 0) for name in self.table]


def kind_of(line):
    """What was announced, or why nothing was."""
    if line["declarer"] is not None:
        letter = (line["contract"] or "?")[0]
        return TYPE_NAMES.get(letter, "unannounced")
    if line["contract"]:
        return "ramsch"
    return "no_game" if line["status"] in FAULTS else "passed_in"


def role_of(seat, kind, declarer, active):
    if seat not in active:
        return "sitting_out"
    if declarer is None:
        return kind
    return "declarer" if seat == declarer else "defender"


def legal_moves(line):
    """Pairs without the illegal action that ended the game."""
    moves = scorekeeper.parse_moves(line["moves"])
    return moves[:-1] if line["status"] == "illegal" else moves


def highest_of(moves):
    """By position the highest value named or held: the auction is what comes before the rest."""
    highest, bid = [0, 0, 0], 0
    for actor, action in moves:
        if action.isdigit():
            bid = int(action)
        elif action not in ("y", "p"):
            break
        if action != "p":
            highest[int(actor)] = bid
    return highest


def position_name(seats, position):
    """Where there is no third hand, the second is the dealer's."""
    if position == 1 and seats[2] < 0:
        return "dealer"
    return ("forehand", "middlehand", "rearhand")[position]


class Reader:
    """Makes a Play of a line."""

    def __init__(self, manifest):
        self.rules = read_rules(manifest["rules"])
        self.keeper = scorekeeper.Scorekeeper(manifest)  # replays where the score does not tell

    def classic(self, line):
        """By seat. The score says it; other scorings do not, then the game is replayed.

        `result.signed` would not do: it is what the rule set's own scoring charges, which under `opponents` is not twice the value for a
        lost hand game."""
        if self.rules["scoring.system"] in ("classic", "seeger_fabian"):
            return line["score"]
        game = self.keeper.replay(line, line.get("round") or {})
        fault = scorekeeper.fault_that_counts(game, scorekeeper.fault_of(line))
        result = result_of(game, fault, line["result"]["bock"])
        classic = classic_of(game, result, fault, line["seats"], len(line["table"]))
        return penalised(classic, line, fault, line["result"])

    def read(self, line):
        seats, active, kind = len(line["table"]), line["seats"], kind_of(line)
        declarer = None if line["declarer"] is None else active[line["declarer"]]
        won = line["result"]["won"] if declarer is not None else None
        classic = self.classic(line)
        extras = extras_of_deal(self.rules, declarer, won, classic)
        with_extras = [points + extra for points, extra in zip(classic, extras)]
        own = with_extras if self.rules["scoring.system"] == "seeger_fabian" else line["score"]
        moves = legal_moves(line)
        kontra = next((active[int(actor)] for actor, action in moves if action == "K"), None)
        announced = declarer is not None and line["contract"]
        return Play(
            line["game"], line["table"], active, scorekeeper.parse_moves(line["moves"]),
            {"classic": classic, "seeger_fabian": with_extras, "score": own}, kind,
            [role_of(seat, kind, declarer, active) for seat in range(seats)],
            [position_name(active, active.index(seat)) if seat in active else "sitting_out"
             for seat in range(seats)], declarer, won, line["result"]["overbid"],
            bool(announced) and parse_contract(line["contract"], self.rules).hand,
            0 if declarer is None else line["bid"],  # after a fault in the auction no bid was final
            highest_of(moves), kontra,
            line["table"][line["fault"]] if line.get("fault") is not None else None, line["status"])


# ---- units ---------------------------------------------------------------------------------

@dataclasses.dataclass
class Deal:
    session: int
    deal: int
    plays: list

    def with_both(self, a, b):
        return [play for play in self.plays if play.has(a, b)]

    def classes(self, a, b):
        """Games with both that would be alike if a and b were the same bot."""
        found = collections.defaultdict(list)
        for play in self.with_both(a, b):
            found[tuple("X" if name in (a, b) else f"={name}" for name in play.table)].append(play)
        return list(found.values())

    def first_difference(self, a, b):
        """The stage of the earliest decision that differs between games that could be alike."""
        return STAGES[min((first_stage(play, group[0]) for group in self.classes(a, b) for play in group), default=-1)]

    def diverges(self, a, b):
        return any(play.course != group[0].course for group in self.classes(a, b) for play in group)


def first_stage(one, other):
    """Of the decision, or of its absence, that differs; a fault beyond the last decision is one of the cards."""
    if one.course == other.course:
        return STAGES.index("none")
    pairs = itertools.zip_longest(one.stages, other.stages, fillvalue=(STAGES.index("cards"), None, None))
    return next((min(mine[0], yours[0]) for mine, yours in pairs if mine != yours), STAGES.index("cards"))


@dataclasses.dataclass
class Unit:
    number: int
    deals: list

    @property
    def plays(self):
        return [play for deal in self.deals for play in deal.plays]


class Schedule:
    """The manifest's."""

    def __init__(self, manifest):
        self.given = schedule = manifest["schedule"]
        self.tables = schedule["arrangements"]
        self.deals = schedule["deals"]
        self.per_deal = schedule["per_deal"]
        self.unit = schedule["unit"]
        self.imported = schedule.get("kind") == "recorded"  # lines say which table
        self.games = schedule["games"]
        self.units = self.games // (self.per_deal * self.deals_of_unit)

    @property
    def deals_of_unit(self):
        return self.deals if self.unit == "session" else 1

    def groups(self):
        """The arrangements of each kind of unit."""
        return [self.tables[first:first + self.per_deal] for first in range(0, len(self.tables), self.per_deal)]

    def place(self, index):
        """Session, deal and table of a game by its index."""
        session, deal, arrangement = scorekeeper.place_of(self.given, index)
        return session, deal, self.tables[arrangement]

    def complete_units(self, plays):
        """Games in schedule order, cut into units; what is left at the end belongs to none."""
        size = self.per_deal * self.deals_of_unit
        for number in range(len(plays) // size):
            of_unit = plays[number * size:(number + 1) * size]
            deals = []
            for first in range(0, size, self.per_deal):
                session, deal, _ = self.place(number * size + first)
                deals.append(Deal(session, deal, of_unit[first:first + self.per_deal]))
            yield Unit(number, deals)


def sixtieths(plays, a, b, scoring):
    """D: over games with both, in sixtieths of a point."""
    return sum(weight * points for play in plays for weight, points in zip(play.weights(a, b), play.scores[scoring]))


def per_deal_difference(plays, a, b, scoring):
    """Y: over games with both, of which there is at least one."""
    return Fraction(sixtieths(plays, a, b, scoring), SIXTIETHS * len(plays))
