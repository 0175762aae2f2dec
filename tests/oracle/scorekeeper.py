#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Scores a result folder a second time, from the rulebook and the log format alone.

    python3 tests/oracle/scorekeeper.py FOLDER

Reads manifest.json, games.jsonl and summary.json and recomputes every derived field: seats, legality of deal and moves, tricks, points,
matadors, levels, value, score, rounds, and the totals of each bot. Prints each difference with line and field; the exit status is 1 when
there are any.

It shares no code with the engine and is written to be read beside the rulebook, whose sections are named in brackets. The
rules are in the modules that are named after this one."""
import collections
import copy
import fractions
import itertools
import json
import pathlib
import sys

from scorekeeper_contracts import bid_ladder, contract_code
from scorekeeper_game import Game
from scorekeeper_result import decided, most_points
from scorekeeper_rounds import DUTIES, DealFacts, Session, carries_state
from scorekeeper_rules import FAULTS, KINDS, PLAYERS, TYPE_NAMES, Illegal, Unsupported, kind_of, pack_of, read_rules, refuse_if
from scorekeeper_score import classic_of, extras_of_deal, penalised, result_of, scored
from scorekeeper_turne_game import TurneGame


# ---- a line of the log ----

def place_of(schedule, index):
    """Session, deal and arrangement of a game. The tables may form groups that take turns."""
    tables = len(schedule["arrangements"])
    per_deal = schedule["per_deal"]
    number, place = divmod(index, per_deal)
    session, deal = divmod(number, schedule["deals"])
    unit = session if schedule["unit"] == "session" else number
    return session, deal, unit * per_deal % tables + place


def seats_of(seats, dealer, kind=KINDS["skat"]):
    """Seats of forehand, middlehand, rearhand [2]; with two there is nobody in the middle, or no third hand."""
    if kind.covered:
        return [1 - dealer, dealer, -1]
    if seats == 2:
        return [1 - dealer, -1, dealer]
    last = {3: 0, 4: 3, 5: 4}[seats]
    return [(dealer + 1) % seats, (dealer + 2) % seats, (dealer + last) % seats]


def parse_cards(text, pack, hand_count=PLAYERS):
    """Hands, skat, second skat."""
    parts = [part.split(".") for part in text.split("|")]
    wanted = [count for count in [pack.hand] * hand_count + [pack.skat, pack.aside] if count]
    refuse_if([len(part) for part in parts] != wanted, f"a deal is parts of {wanted} cards")
    refuse_if(sorted(sum(parts, [])) != sorted(pack.deck), "a deal has every card of the deck once")
    skat, aside = (parts[hand_count:] + [[], []])[:2]
    return parts[:hand_count], skat, aside


def parse_moves(text):
    words = text.split(" ") if text else []
    refuse_if(len(words) % 2, "moves are pairs")
    return list(zip(words[::2], words[1::2]))


def fault_of(line):
    """Position of the offender, or None."""
    if line["status"] not in FAULTS:
        return None
    refuse_if(line.get("fault") not in line["seats"], f"fault of seat {line.get('fault')}, which has no cards")
    return line["seats"].index(line["fault"])


def fault_that_counts(game, fault):
    """A fault in a deal that is over changes nothing [8.3]."""
    return None if game.over else fault


class Scorekeeper:
    def __init__(self, manifest):
        self.rules = read_rules(manifest["rules"])
        self.manifest = manifest
        self.ladder = bid_ladder(self.rules)
        self.game_class = TurneGame if self.rules["game"] == "tourneeskat" else Game
        self.tables = manifest["schedule"]["arrangements"]
        self.imported = manifest["schedule"].get("kind") == "recorded"
        self.sessions = {}  # the running one of each arrangement
        self.session_points = {}  # classic totals of it
        self.carries_state = carries_state(self.rules)
        self.totals = collections.defaultdict(collections.Counter)
        self.types = collections.defaultdict(collections.Counter)
        self.all = collections.Counter()
        self.differences = []
        self.where = ""

    def differ(self, field, found, expected):
        self.differences.append(f"{self.where}: {field}: is {found!r}, should be {expected!r}")

    def expect(self, field, found, expected):
        # True == 1 in Python, not in the log.
        if found != expected or isinstance(found, bool) != isinstance(expected, bool):
            self.differ(field, found, expected)

    def expect_all(self, prefix, found, expected):
        for field, value in expected.items():
            self.expect(prefix + field, found.get(field, "nothing"), value)

    def expect_optional(self, field, line, expected):
        """A field that is left out when it would say nothing."""
        if expected:
            self.expect(field, line.get(field), expected)
        elif field in line:
            self.differ(field, line[field], "left out")

    # -- which game it is --

    def check_place(self, line, index):
        session, deal, arrangement = place_of(self.manifest["schedule"], index)
        if self.imported and 0 <= line["arrangement"] < len(self.tables):
            arrangement = line["arrangement"]  # any of the tables, as long as it is this one
        dealer = deal % self.rules["seats"]
        self.expect_all("", line, {"game": index, "arrangement": arrangement, "deal": deal, "session": session, "dealer": dealer,
                                   "table": self.tables[arrangement], "seats": seats_of(self.rules["seats"], dealer, kind_of(self.rules))})
        given = self.manifest["deals"]
        if isinstance(given, list):
            cards, _, auction = given[line["deal"]].partition(" ")
            self.expect("cards", line["cards"], cards)
            if line["status"] not in ("illegal", "timeout", "crash"):
                self.expect("moves", line["moves"][:len(auction)], auction)

    # -- what came before it [7 Bock, 8] --

    def begin_deal(self, line, index):
        """The session that the line belongs to, its round opened and compared."""
        _, deal, arrangement = place_of(self.manifest["schedule"], index)
        deals = self.manifest["schedule"]["deals"]
        if deal == 0 or arrangement not in self.sessions:
            self.sessions[arrangement] = Session(self.rules, deals)
        session = self.sessions[arrangement]
        if session.known:
            session.begin_deal(deal)
            self.expect_optional("round", line, session.round_field(line["seats"]))
            duties = kind_of(self.rules).begin == "choose"
            self.expect_optional("duties", line, duties and [session.duties[seat] for seat in line["seats"]])
        return session

    def round_in_force(self, session, line):
        """As `round` of the line; the line's own word once the session cannot be followed."""
        return (session.round_field(line["seats"]) if session.known else line.get("round")) or {}

    # -- the moves --

    def replay(self, line, round_field):
        hands, skat, aside = parse_cards(line["cards"], pack_of(self.rules), kind_of(self.rules).hands)
        may_declare = [line["seats"].index(seat) for seat in round_field.get("grand_hand", [])]
        game = self.game_class(self.rules, self.ladder, hands, skat, round_field.get("kind") == "ramsch", may_declare,
                               line.get("duties", [DUTIES])[0], aside)
        pairs = parse_moves(line["moves"])
        fault = fault_of(line)
        refuse_if(line["status"] == "illegal" and not pairs, "no illegal action")
        illegal = pairs.pop() if line["status"] == "illegal" else None
        for number, (actor, token) in enumerate(pairs, 1):
            try:
                game.apply(actor, token)
            except Illegal as reason:
                raise Illegal(f"move {number}, {actor} {token}: {reason}") from reason
        refuse_if(fault is None and not game.over, "the game is not over")
        if illegal:
            actor, token = illegal
            self.expect_refusal(game, actor, token, fault)
        game.grand_hand_open = game.phase == "grand hand"
        if game.grand_hand_open:  # it ended while that was still the question: ramsch
            game.begin_ramsch(with_schieben=True)
        self.expect("status", line["status"], line["status"] if line["status"] in FAULTS
                    else "conceded" if game.conceded and not (game.late and decided(game)) else "ok")
        return game

    def expect_refusal(self, game, actor, token, offender):
        """The last token of a game with status illegal is the illegal action of the offender.

        The player may have been asked something else than the token answers, to which the reply can be nothing: then a token that is legal
        otherwise may be illegal still."""
        acted = int(actor) if actor in ("0", "1", "2") else None
        if acted is not None and acted == game.kind.dummy and game.declarer is not None:
            acted = game.player_of(acted)
        self.expect("moves (who acted illegally)", acted, offender)
        refuse_if(not game.may_be_asked(offender), f"{actor} {token}: position {offender} was not asked anything")
        attempt = copy.deepcopy(game)
        try:
            attempt.apply(actor, token)
        except Illegal:
            return
        refuse_if(not game.asked_silently(offender), f"the last move, {actor} {token}, is legal, but the status is illegal")

    # -- what comes of it --

    def check_line(self, line, index):
        self.check_place(line, index)
        session = self.begin_deal(line, index)
        round_field = self.round_in_force(session, line)
        try:
            game = self.replay(line, round_field)
        except Illegal as reason:
            self.differ("moves", str(reason), "legal moves")
            session.known = False
            return
        fault = fault_of(line)
        if fault is None and "fault" in line:
            self.differ("fault", line["fault"], "left out")
        code = contract_code(game.contract, self.rules) if game.contract else None
        self.expect_all("", line, {"declarer": game.declarer, "bid": game.bid, "contract": code})
        bock = self.rules["bock.factor"] if round_field.get("kind") == "bock" else 1
        charged = fault_that_counts(game, fault)
        if bock == 1 and self.rules["bock.doubles_trigger"] and set(self.rules["bock.triggers"]) - {"last_round"}:
            game.bock_times = self.rules["bock.factor"]
        result = result_of(game, charged, bock)
        undoubled = classic_of(game, result, charged, line["seats"], self.rules["seats"])
        facts = None
        if fault is None or self.rules["faults"] == "worst":  # else a faulted deal triggers nothing [8.3]
            facts = deal_facts(game, result) if charged is None else fault_facts(game, result)
        plain = penalised(undoubled, line, charged, result)
        doubles = charged is None and session.known and session.doubles(facts, plain)
        if doubles:
            result = result_of(game, charged, bock * self.rules["bock.factor"])
        penalty = result.pop("penalty", 0)
        self.expect_all("result.", line["result"], result)
        self.expect_optional("penalty", line["result"], penalty)
        result["penalty"] = penalty
        classic = classic_of(game, result, charged, line["seats"], self.rules["seats"]) if doubles else undoubled
        score = penalised(scored(game, result, charged, classic, line["seats"], self.rules["scoring.system"]), line, charged, result)
        classic = penalised(classic, line, charged, result)
        self.expect("score", line["score"], score)
        rounds_lost = self.end_deal(session, line, game, facts, score, (classic, plain))
        self.add_up(game, line, result, score, classic, rounds_lost)
        self.settle(line, classic)

    # -- what it leaves to the deals after it [7 Bock, 8] --

    def end_deal(self, session, line, game, facts, score, classic):
        """Compares what the session says after the deal; returns seats that lost a round."""
        if not session.known:
            return line.get("rounds_lost", [])
        grand_hand_seat = None
        if game.ramsch_round and game.declarer is not None:
            grand_hand_seat = line["seats"][game.declarer]
        fired = session.end_deal(score, classic, facts, grand_hand_seat)
        if kind_of(self.rules).begin == "choose":
            session.fulfil_duty(line["seats"][0], game.chosen)
        rounds_lost = session.end_bierlachs()
        self.expect_optional("triggers", line, fired)
        self.expect_optional("rounds_lost", line, rounds_lost)
        self.expect_optional("totals", line, session.totals if self.carries_state else None)
        return rounds_lost

    # -- totals --

    def add_up(self, game, line, result, score, classic, rounds_lost):
        declarer = None if game.declarer is None else line["seats"][game.declarer]
        add(self.all, games=1, declared=declarer is not None, won=result["won"] is True, passed_in=game.phase == "passed in",
            ramsch=game.is_ramsch, bock=result["bock"] > 1)
        for seat, (name, extra) in enumerate(zip(line["table"], extras_of_deal(self.rules, declarer, result["won"], classic))):
            bot = self.totals[name]
            active = seat in line["seats"]
            points = score[seat] + (extra if self.rules["scoring.system"] == "seeger_fabian" else 0)
            role = "otherwise" if declarer is None or not active else "as_declarer" if seat == declarer else "as_defender"
            add(bot, seats=1, active=active, classic=classic[seat], seeger=classic[seat] + extra, score=points,
                **{role: points, f"{role}.seats": 1},
                money=self.rules["seats"] * classic[seat] - sum(classic), ramsch=game.is_ramsch and active, rounds_lost=seat in rounds_lost)
            if declarer not in (None, seat) and active:
                add(bot, defended=1, defended_won=not result["won"])
            if seat == line.get("fault"):
                bot[line["status"]] += 1
        if game.kontra_by is not None:
            self.totals[line["table"][line["seats"][game.kontra_by]]]["kontra"] += 1
        if declarer is not None:
            self.add_declarer(line, declarer, game, result)

    def settle(self, line, classic):
        """After the last deal of a session every two seats settle, each amount rounded by itself [8.2]."""
        before = self.session_points.get(line["arrangement"], [0] * len(classic)) if line["deal"] else [0] * len(classic)
        points = self.session_points[line["arrangement"]] = [sum(pair) for pair in zip(before, classic)]
        if line["deal"] + 1 < self.manifest["schedule"]["deals"] or not self.rules["money.rounding"]:
            return
        for one, other in itertools.permutations(range(len(points)), 2):
            paid = rounded((points[one] - points[other]) * exactly(self.rules["money.stake"]), exactly(self.rules["money.rounding"]))
            self.totals[line["table"][one]]["paid"] += paid

    def add_declarer(self, line, declarer, game, result):
        name, contract, won = line["table"][declarer], game.contract, result["won"]
        add(self.totals[name], declared=1, won=won, bids=game.bid, overbid=result["overbid"], conceded=line["status"] == "conceded")
        if contract:
            add(self.totals[name], hand=contract.hand, ouvert=contract.ouvert)
            add(self.types[name], **{TYPE_NAMES[contract.kind] + ".declared": 1, TYPE_NAMES[contract.kind] + ".won": won})

    def expect_ratio(self, field, found, part, whole):
        if not whole:
            self.expect(field, found, None)
        elif found is None or abs(found - part / whole) > 1e-9 + 1e-12 * abs(found):
            self.differ(field, found, part / whole)

    def check_summary(self, summary):
        self.where = "summary.json"
        planned = self.manifest["schedule"]["games"]
        decided = summary.get("test", {}).get("verdict", "undecided") != "undecided"
        self.expect_all("", summary, {"planned": planned, "complete": decided or self.all["games"] == planned} | {
            field: self.all[field] for field in ("games", "declared", "won", "passed_in")})
        self.expect_all("", summary, {field: self.all[field] for field in ("ramsch", "bock") if field in summary})
        self.expect_ratio("declared_share", summary["declared_share"], self.all["declared"], self.all["games"])
        self.expect_ratio("won_share", summary["won_share"], self.all["won"], self.all["declared"])
        names = [bot["name"] for bot in self.manifest["bots"]]
        self.expect("bots", [bot["name"] for bot in summary["bots"]], names)
        for bot in summary["bots"]:
            self.check_bot(bot)

    def check_bot(self, bot):
        name, totals = bot["name"], self.totals[bot["name"]]
        place = f"bots[{name}]"
        fields = ("seats", "active", "declared", "won", "defended", "defended_won", "hand", "ouvert", "overbid", "conceded")
        later = tuple(field for field in ("ramsch", "kontra", "rounds_lost") if field in bot)
        self.expect_all(f"{place}.", bot, {field: totals[field] for field in fields + later})
        self.expect_all(f"{place}.faults.", bot["faults"], {status: totals[status] for status in FAULTS})
        self.check_points(bot, place, totals)
        self.expect_ratio(f"{place}.mean_bid", bot["mean_bid"], totals["bids"], totals["declared"])
        for kind, counts in bot["games"].items():
            self.expect_all(f"{place}.games.{kind}.", counts, {field: self.types[name][f"{kind}.{field}"] for field in counts})

    def check_points(self, bot, place, totals):
        scores = {"classic": "classic", "seeger_fabian": "seeger"}
        if "score" in bot:
            scores["score"] = "score"
        for field, total in scores.items():
            self.expect(f"{place}.{field}.points", bot[field]["points"], totals[total])
            self.expect_ratio(f"{place}.{field}.per_deal", bot[field]["per_deal"], totals[total], totals["seats"])
        for role in ("as_declarer", "as_defender", "otherwise"):
            if role in bot:
                self.expect(f"{place}.{role}.points", bot[role]["points"], totals[role])
                self.expect_ratio(f"{place}.{role}.per_deal", bot[role]["per_deal"], totals[role], totals[f"{role}.seats"])
        if "money" in bot:
            self.expect(f"{place}.money.points", bot["money"]["points"], totals["money"])
            self.expect_ratio(f"{place}.money.amount", bot["money"]["amount"],
                              float(totals["paid"]) if self.rules["money.rounding"] else totals["money"] * self.rules["money.stake"], 1)


def add(counter, **counts):
    for name, count in counts.items():
        counter[name] += count


def exactly(number):
    return fractions.Fraction(str(number))


def rounded(amount, unit):
    """The nearest multiple of the unit; of a half the one that is more for whoever gets it [8.2, 11]."""
    size = (abs(amount) / unit + fractions.Fraction(1, 2)).__floor__() * unit
    return size if amount > 0 else -size


def deal_facts(game, result):
    """What triggers look at [7 Bock]; of a deal without declarer only the scores count."""
    if game.declarer is None:
        return DealFacts()
    contract = game.contract
    return DealFacts(
        declared=True, grand_hand=contract.kind == "G" and contract.hand,
        null_ouvert_hand=contract.kind == "N" and contract.hand and contract.ouvert, won=result["won"],
        value=result["value"], doubling=result["doubling"], counted_out=not contract.is_null and sum(game.tricks) == game.pack.tricks,
        schneider=result["points"] <= game.pack.schneider, split=2 * result["points"] == game.pack.points)


def fault_facts(game, result):
    """The same of a deal that a fault ended: what is certain, whoever gets the rest [8.3]."""
    facts = deal_facts(game, result) if game.contract is not None else DealFacts(
        declared=game.declarer is not None, won=bool(result["won"]), value=result["value"] if game.declarer is not None else 0)
    if game.declarer is None or game.contract is None:
        return facts
    most = most_points(game)
    facts.doubling = 1 << game.doublings  # what was said
    facts.counted_out = not game.contract.is_null
    facts.schneider = most <= game.pack.schneider
    facts.split = 2 * result["points"] == game.pack.points == 2 * most
    return facts


def check_folder(folder):
    """All differences, as texts; empty when everything agrees."""
    folder = pathlib.Path(folder)
    keeper = Scorekeeper(json.loads((folder / "manifest.json").read_text()))
    with open(folder / "games.jsonl", encoding="utf-8") as log:
        for index, text in enumerate(log):
            keeper.where = f"games.jsonl:{index + 1}"
            keeper.check_line(json.loads(text), index)
    keeper.check_summary(json.loads((folder / "summary.json").read_text()))
    return keeper.differences


def run(check, name):
    """The program: prints what `check` finds wrong in the folder that it is given."""
    if len(sys.argv) != 2:
        print(f"usage: {name} FOLDER", file=sys.stderr)
        return 64
    try:
        differences = check(sys.argv[1])
    except Unsupported as what:
        print(f"not covered: {what}", file=sys.stderr)
        return 2
    print(*differences, sep="\n", end="\n" if differences else "")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(run(check_folder, "scorekeeper.py"))
