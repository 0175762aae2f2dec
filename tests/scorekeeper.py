#!/usr/bin/env python3
"""Scores a result folder a second time, from the rulebook and the log format alone.

    python3 tests/scorekeeper.py FOLDER

Reads manifest.json, games.jsonl and summary.json and recomputes every derived field: seats,
legality of deal and moves, tricks, points, matadors, levels, value, score, and the totals of
each bot. Prints each difference with line and field; the exit status is 1 when there are any.

It shares no code with the engine and is written to be read beside the rulebook, whose sections
are named in brackets. Variants of section 7 are not covered: a manifest that turns one on is
refused rather than half checked.
"""
import collections
import itertools
import json
import pathlib
import sys

SUITS = "DHSC"
RANKS = "789QKTAJ"
DECK = [suit + rank for suit in SUITS for rank in RANKS]
CARD_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
JACKS = ["CJ", "SJ", "HJ", "DJ"]
SUIT_BASE = {"D": 9, "H": 10, "S": 11, "C": 12}
TYPE_NAMES = {"D": "diamonds", "H": "hearts", "S": "spades", "C": "clubs", "G": "grand",
              "N": "null"}
PLAYERS = 3
SCHNEIDER_SUFFERED = 30  # declarer is schneider with as many or fewer [6]
FAULTS = ("illegal", "timeout", "crash")

OPTIONS = {  # every option of sections 3 to 6 and 8 with its default
    "seats": 3, "deals": None, "passed_in": "void", "grand_base": 24,
    "announce_with_skat": False, "concede": "until_second_trick", "matadors": "trumps",
    "hand_schwarz": "additive", "schneider_points": 90, "schneider_schwarz": "levels",
    "overbid_hand": "counts", "lost_factor": 2, "lost_hand": "double",
    "grand_ouvert_base": None, "null_values": [23, 35, 46, 59], "scoring": "classic",
}


class Illegal(Exception):
    """A move that the rules do not allow."""


class Unsupported(Exception):
    """A rule set that this program does not know."""


def read_rules(manifest_rules):
    rules = dict(OPTIONS)
    for name, value in manifest_rules.items():
        if name not in OPTIONS:
            if value not in (0, False, None, "off", [], {}):
                raise Unsupported(f"rule option {name} = {value!r}")
            continue
        rules[name] = value
    if rules["passed_in"] != "void" or rules["scoring"] not in ("classic", "seeger_fabian"):
        raise Unsupported(f"passed_in {rules['passed_in']}, scoring {rules['scoring']}")
    return rules


# ---- contracts [4] ----

class Contract:
    """A game with all its announcements, those that others imply included."""

    def __init__(self, kind, hand=False, schneider=False, schwarz=False, ouvert=False):
        self.kind = kind
        self.hand = hand
        self.ouvert = ouvert
        self.schwarz = schwarz or (ouvert and kind != "N")
        self.schneider = schneider or self.schwarz

    @property
    def is_null(self):
        return self.kind == "N"


def parse_contract(code, rules):
    """The announced game of a code as ISS writes it, or Illegal."""
    if not code or code[0] not in TYPE_NAMES:
        raise Illegal(f"no contract: {code}")
    letters = code[1:]
    if any(letter not in "OHSZ" for letter in letters) or len(set(letters)) < len(letters):
        raise Illegal(f"no contract: {code}")
    hand = "H" in letters
    if "O" in letters and code[0] != "N" and not rules["announce_with_skat"]:
        hand = True
    return Contract(code[0], hand, "S" in letters, "Z" in letters, "O" in letters)


def contract_code(contract, rules):
    """The one way to write it: letters that others imply are left out."""
    code = contract.kind
    if contract.ouvert:
        code += "O"
    hand_implied = contract.ouvert and not contract.is_null and not rules["announce_with_skat"]
    if contract.hand and not hand_implied:
        code += "H"
    if not contract.ouvert or contract.is_null:
        if contract.schwarz:
            code += "Z"
        elif contract.schneider:
            code += "S"
    return code


def check_announcement(contract, bid, rules):
    if contract.is_null:
        if contract.schneider or contract.schwarz:
            raise Illegal("null announces neither schneider nor schwarz")
        if null_value(contract, rules) < bid:
            raise Illegal("a null game below the final bid")
    elif not contract.hand and not rules["announce_with_skat"]:
        if contract.schneider or contract.schwarz or contract.ouvert:
            raise Illegal("announcement after picking up the skat")


# ---- values [6] ----

def null_value(contract, rules):
    return rules["null_values"][2 * contract.ouvert + contract.hand]


def base_of(contract, rules):
    if contract.kind != "G":
        return SUIT_BASE[contract.kind]
    if contract.ouvert and rules["grand_ouvert_base"]:
        return rules["grand_ouvert_base"]
    return rules["grand_base"]


def trumps_from_the_top(kind):
    if kind == "G":
        return JACKS
    return JACKS + [kind + rank for rank in "ATKQ987"]


def matadors_of(kind, cards, rules):
    """Positive with, negative without."""
    order = JACKS if rules["matadors"] == "jacks" else trumps_from_the_top(kind)
    has_top = order[0] in cards
    run = itertools.takewhile(lambda card: (card in cards) == has_top, order)
    length = len(list(run))
    return length if has_top else -length


def levels_of(contract, schneider, schwarz, rules):
    """The levels besides the game; schneider and schwarz say what happened at the table."""
    levels = {
        "hand": contract.hand,
        "schneider": schneider or contract.schneider,
        "schneider_announced": contract.schneider,
        "schwarz": schwarz or contract.schwarz,
        "schwarz_announced": contract.schwarz,
        "ouvert": contract.ouvert,
    }
    if contract.kind == "G" and rules["grand_ouvert_base"]:
        levels["ouvert"] = False  # a game of its own, not a level
    doubles = rules["schneider_schwarz"] == "double"
    if rules["hand_schwarz"] == "ladder" and not doubles and contract.hand and levels["schwarz"]:
        levels["schneider_announced"] = True
    return {name: 1 for name, counts in levels.items() if counts}


def multiplier_of(matadors, levels, rules):
    doubled = ("schneider", "schwarz") if rules["schneider_schwarz"] == "double" else ()
    count = abs(matadors) + 1 + sum(1 for name in levels if name not in doubled)
    return count << sum(1 for name in levels if name in doubled)


def plain_value(contract, matadors, levels, rules):
    return base_of(contract, rules) * multiplier_of(matadors, levels, rules)


def all_contracts(rules):
    for kind, hand, announced in itertools.product("DHSCG", (False, True), range(4)):
        if announced and not hand and not rules["announce_with_skat"]:
            continue
        yield Contract(kind, hand, announced >= 1, announced >= 2, announced == 3)


def bid_ladder(rules):
    """Every value that some game of the rule set can have [3]."""
    values = set(rules["null_values"])
    for contract in all_contracts(rules):
        most = 4 if contract.kind == "G" or rules["matadors"] == "jacks" else 11
        for matadors in range(1, most + 1):
            for schneider, schwarz in ((False, False), (True, False), (True, True)):
                levels = levels_of(contract, schneider, schwarz, rules)
                values.add(plain_value(contract, matadors, levels, rules))
    return sorted(values)


# ---- play [1, 5] ----

def suit_of(card, kind):
    """What has to be followed: the suit, or "trump"."""
    if kind != "N" and (card[1] == "J" or card[0] == kind):
        return "trump"
    return card[0]


def strength(card, kind):
    if kind == "N":
        return "789TJQKA".index(card[1])
    if card[1] == "J":
        return 100 + SUITS.index(card[0])
    return "789QKTA".index(card[1])


def trick_winner(trick, kind):
    """Index of the card that takes it."""
    led = suit_of(trick[0], kind)

    def rank(index):
        suit = suit_of(trick[index], kind)
        return (suit == "trump", suit == led, strength(trick[index], kind))
    contenders = [i for i in range(len(trick)) if suit_of(trick[i], kind) in (led, "trump")]
    return max(contenders, key=rank)


def points_in(cards):
    return sum(CARD_POINTS[card[1]] for card in cards)


# ---- a game, move by move ----

class Game:
    def __init__(self, rules, ladder, hands, skat):
        self.rules, self.ladder = rules, ladder
        self.hands = [list(hand) for hand in hands]
        self.skat = list(skat)
        self.bid = 0
        self.declarer = None
        self.contract = None
        self.picked_up = False
        self.waiting_for_world = False
        self.conceded = False
        self.over = False
        self.own_cards = None  # declarer's ten, as they are in play
        self.phase = "auction"
        self.bidder, self.holder, self.asked = 1, 0, "bid"
        self.turn = 1
        self.trick, self.trick_leader = [], 0
        self.trick_cards = [[], [], []]
        self.tricks = [0, 0, 0]

    # -- the auction [3] --

    def end_duel(self, survivor):
        if self.bidder == 1:
            self.bidder, self.holder, self.asked = 2, survivor, "bid"
            self.turn = 2
        elif self.bid:
            self.win_auction(survivor)
        else:
            self.asked, self.turn = "name", 0  # forehand alone is left, and may name 18

    def win_auction(self, declarer):
        self.declarer = self.turn = declarer
        self.phase = "skat"

    def name_value(self, token):
        value = int(token)
        if value not in self.ladder or value <= self.bid:
            raise Illegal(f"{value} cannot be bid above {self.bid}")
        if self.asked == "name" and value != self.ladder[0]:
            raise Illegal("forehand names the lowest value")
        self.bid = value
        if self.asked == "name":
            self.win_auction(0)
        else:
            self.asked, self.turn = "hold", self.holder

    def auction(self, token):
        if token.isdigit() and self.asked != "hold":
            self.name_value(token)
        elif token == "y" and self.asked == "hold":
            self.asked, self.turn = "bid", self.bidder
        elif token == "p" and self.asked == "hold":
            self.end_duel(self.bidder)
        elif token == "p" and self.asked == "bid":
            self.end_duel(self.holder)
        elif token == "p":
            self.over = True
            self.phase, self.turn = "passed in", None
        else:
            raise Illegal(f"{token} in the auction")

    # -- skat and announcement [4] --

    def take_skat(self, token):
        if token == "s":
            self.picked_up = self.waiting_for_world = True
            self.hands[self.declarer] += self.skat
            self.phase = "declare"
        else:
            self.declare(token)

    def given_by_world(self, token):
        if not self.waiting_for_world or sorted(token.split(".")) != sorted(self.skat):
            raise Illegal("not the skat of the deal")
        self.waiting_for_world = False

    def declare(self, token):
        if self.waiting_for_world:
            raise Illegal("the skat is not given yet")
        code, *discards = token.split(".")
        contract = parse_contract(code, self.rules)
        if contract.hand == self.picked_up:
            raise Illegal("hand is what is played without the skat")
        if code != contract_code(contract, self.rules):
            raise Illegal(f"contract is written {contract_code(contract, self.rules)}")
        check_announcement(contract, self.bid, self.rules)
        if self.picked_up:
            self.put_aside(discards)
        elif discards:
            raise Illegal("discards in a hand game")
        self.contract = contract
        self.own_cards = list(self.hands[self.declarer])
        self.phase, self.turn = "play", 0

    def put_aside(self, discards):
        if len(discards) != 2 or discards[0] == discards[1]:
            raise Illegal("two cards are put aside")
        for card in discards:
            if card not in self.hands[self.declarer]:
                raise Illegal(f"{card} is not declarer's")
        for card in discards:
            self.hands[self.declarer].remove(card)
        self.skat = discards

    # -- cards [5] --

    def may_concede(self):
        when = self.rules["concede"]
        if self.phase != "play" or when == "never":
            return False
        if when == "before_lead":
            return not self.trick and not any(self.tricks)
        return len(self.hands[self.declarer]) >= 9

    def concede(self, position):
        if position != self.declarer or not self.may_concede():
            raise Illegal("declarer may not concede now")
        self.conceded = self.over = True
        self.phase, self.turn = "conceded", None

    def play(self, position, card):
        hand = self.hands[position]
        if card not in hand:
            raise Illegal(f"{card} is not in the hand")
        if self.trick:
            led = suit_of(self.trick[0], self.contract.kind)
            follows = [held for held in hand if suit_of(held, self.contract.kind) == led]
            if follows and card not in follows:
                raise Illegal(f"{card} does not follow {self.trick[0]}")
        hand.remove(card)
        self.trick.append(card)
        self.turn = (position + 1) % PLAYERS
        if len(self.trick) == PLAYERS:
            self.finish_trick()

    def finish_trick(self):
        winner = trick_winner(self.trick, self.contract.kind)
        winner = (self.trick_leader + winner) % PLAYERS
        self.trick_cards[winner] += self.trick
        self.tricks[winner] += 1
        self.trick = []
        self.trick_leader = self.turn = winner
        null_is_lost = self.contract.is_null and winner == self.declarer
        if null_is_lost or sum(self.tricks) == 10:
            self.over = True
            self.phase, self.turn = "over", None

    # -- any move --

    def apply(self, actor, token):
        if actor == "w":
            self.given_by_world(token)
            return
        if actor not in ("0", "1", "2"):
            raise Illegal(f"no actor: {actor}")
        if self.over:
            raise Illegal("the game is over")
        position = int(actor)
        if token == "RE":
            self.concede(position)
            return
        if position != self.turn:
            raise Illegal(f"position {position} is not to act")
        if self.phase == "auction":
            self.auction(token)
        elif self.phase == "skat":
            self.take_skat(token)
        elif self.phase == "declare":
            self.declare(token)
        else:
            self.play(position, token)


# ---- the result [4, 6, 8 Faults] ----

# Of a game without declarer: what does not apply is 0.
EMPTY_RESULT = {"won": None, "points": 0, "tricks": 0, "matadors": 0, "levels": {}, "base": 0,
                "multiplier": 0, "value": 0, "overbid": False, "doubling": 0, "bock": 1,
                "signed": 0}


def count_to_the_bid(game, levels):
    """Matadors that are scored, value, and whether it is overbid, for suit and grand games."""
    rules, contract = game.rules, game.contract
    full = matadors_of(contract.kind, game.own_cards + game.skat, rules)
    held = matadors_of(contract.kind, game.own_cards, rules)
    hand_decides = contract.hand and rules["overbid_hand"] != "counts"
    scored = held if contract.hand and rules["overbid_hand"] == "hand" else full
    deciding = held if hand_decides else full
    reached = plain_value(contract, deciding, levels, rules)
    value = plain_value(contract, scored, levels, rules)
    if reached >= game.bid:
        return scored, value, False
    base = base_of(contract, rules)
    return scored, -(-game.bid // base) * base, True


def goal_reached(contract, points, tricks, rules):
    if contract.schwarz:
        return tricks == 10
    if contract.schneider:
        return points >= rules["schneider_points"]
    return points >= 61


def signed_value(value, won, hand, rules):
    if won:
        return value
    return -value * (1 if hand and rules["lost_hand"] == "single" else rules["lost_factor"])


def result_of(game, fault):
    """The `result` object. `fault` is the offender's position, or None."""
    result = dict(EMPTY_RESULT)
    declarer, contract, rules = game.declarer, game.contract, game.rules
    if declarer is None and fault is not None:  # a fault in the auction
        result["value"] = max(18, game.bid)
        result["signed"] = -2 * result["value"]
    if declarer is None:
        return result
    result["doubling"] = 1
    points = result["points"] = points_in(game.trick_cards[declarer]) + points_in(game.skat)
    tricks = result["tricks"] = game.tricks[declarer]
    if contract is None:  # a fault between auction and announcement
        result["won"] = fault != declarer
        result["value"] = game.bid
        result["signed"] = signed_value(game.bid, result["won"], False, rules)
        return result
    cut_short = game.conceded or fault is not None
    if contract.is_null:
        result["base"] = result["value"] = null_value(contract, rules)
        result["multiplier"] = 1
        won = tricks == 0
    else:
        schneider = not cut_short and (points >= rules["schneider_points"] or
                                       points <= SCHNEIDER_SUFFERED)
        schwarz = not cut_short and tricks in (0, 10)
        levels = result["levels"] = levels_of(contract, schneider, schwarz, rules)
        matadors, value, overbid = count_to_the_bid(game, levels)
        result["matadors"], result["value"], result["overbid"] = matadors, value, overbid
        result["base"] = base_of(contract, rules)
        result["multiplier"] = multiplier_of(matadors, levels, rules)
        won = goal_reached(contract, points, tricks, rules) and not overbid
    if cut_short:
        won = fault is not None and fault != declarer
    result["won"] = won
    result["signed"] = signed_value(result["value"], won, contract.hand, rules)
    return result


# ---- a line of the log ----

def seats_of(seats, dealer):
    """Seats of forehand, middlehand, rearhand [2]."""
    last = {3: 0, 4: 3, 5: 4}[seats]
    return [(dealer + 1) % seats, (dealer + 2) % seats, (dealer + last) % seats]


def parse_cards(text):
    parts = [part.split(".") for part in text.split("|")]
    if [len(part) for part in parts] != [10, 10, 10, 2]:
        raise Illegal("a deal is three hands of ten and a skat of two")
    if sorted(sum(parts, [])) != sorted(DECK):
        raise Illegal("a deal has every card of the deck once")
    return parts[:3], parts[3]


class Scorekeeper:
    def __init__(self, manifest):
        self.rules = read_rules(manifest["rules"])
        self.manifest = manifest
        self.ladder = bid_ladder(self.rules)
        self.tables = manifest["schedule"]["arrangements"]
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

    # -- which game it is --

    def check_place(self, line, index):
        arrangements = len(self.tables)
        deals = self.manifest["schedule"]["deals"]
        self.expect("game", line["game"], index)
        self.expect("arrangement", line["arrangement"], index % arrangements)
        self.expect("deal", line["deal"], index // arrangements % deals)
        self.expect("session", line["session"], index // arrangements // deals)
        self.expect("table", line["table"], self.tables[index % arrangements])
        dealer = index // arrangements % deals % self.rules["seats"]
        self.expect("dealer", line["dealer"], dealer)
        self.expect("seats", line["seats"], seats_of(self.rules["seats"], dealer))
        given = self.manifest["deals"]
        if isinstance(given, list):
            self.expect("cards", line["cards"], given[line["deal"]])

    # -- the moves --

    def replay(self, line):
        hands, skat = parse_cards(line["cards"])
        game = Game(self.rules, self.ladder, hands, skat)
        words = line["moves"].split(" ") if line["moves"] else []
        if len(words) % 2:
            raise Illegal("moves are pairs")
        pairs = list(zip(words[::2], words[1::2]))
        illegal = pairs.pop() if line["status"] == "illegal" else None
        for number, (actor, token) in enumerate(pairs, 1):
            try:
                game.apply(actor, token)
            except Illegal as reason:
                raise Illegal(f"move {number}, {actor} {token}: {reason}") from reason
        if illegal:
            self.expect_refusal(game, *illegal, line)
        elif line["status"] not in FAULTS and not game.over:
            raise Illegal("the game is not over")
        self.expect("status", line["status"],
                    line["status"] if line["status"] in FAULTS
                    else "conceded" if game.conceded else "ok")
        return game

    def expect_refusal(self, game, actor, token, line):
        """The last token of a game with status illegal is the illegal action of the offender."""
        offender = line["seats"].index(line["fault"])
        self.expect("moves (who acted illegally)", actor, str(offender))
        before = (game.phase, game.turn)
        try:
            game.apply(actor, token)
        except (Illegal, ValueError):
            game.phase, game.turn = before
            return
        raise Illegal(f"the last move, {actor} {token}, is legal, but the status is illegal")

    # -- what comes of it --

    def check_line(self, line, index):
        self.check_place(line, index)
        try:
            game = self.replay(line)
        except Illegal as reason:
            self.differ("moves", str(reason), "legal moves")
            return
        fault = None
        if line["status"] in FAULTS:
            fault = line["seats"].index(line["fault"])
        elif "fault" in line:
            self.differ("fault", line["fault"], "no such field")
        self.expect("declarer", line["declarer"], game.declarer)
        self.expect("bid", line["bid"], game.bid)
        code = contract_code(game.contract, self.rules) if game.contract else None
        self.expect("contract", line["contract"], code)
        result = result_of(game, fault)
        for field, expected in result.items():
            self.expect(f"result.{field}", line["result"].get(field), expected)
        score = self.score_of(game, line, result, fault)
        self.expect("score", line["score"], score)
        self.add_up(game, line, result, score, fault)

    def score_of(self, game, line, result, fault):
        score = [0] * self.rules["seats"]
        if game.declarer is not None:
            score[line["seats"][game.declarer]] = result["signed"]
        elif fault is not None:
            score[line["seats"][fault]] = result["signed"]
        return score

    # -- totals --

    def add_up(self, game, line, result, score, fault):
        declarer = None if game.declarer is None else line["seats"][game.declarer]
        self.all["games"] += 1
        self.all["declared"] += declarer is not None
        self.all["won"] += result["won"] is True
        self.all["passed_in"] += declarer is None and fault is None
        for seat, name in enumerate(line["table"]):
            bot = self.totals[name]
            bot["deals"] += 1
            bot["active"] += seat in line["seats"]
            bot["classic"] += score[seat]
            bot["seeger"] += score[seat] + self.seeger_extra(seat, declarer, result["won"])
            if declarer is not None and seat in line["seats"] and seat != declarer:
                bot["defended"] += 1
                bot["defended_won"] += not result["won"]
            if seat == line.get("fault"):
                bot[line["status"]] += 1
        if declarer is not None:
            self.add_declarer(line, declarer, game, result)

    def seeger_extra(self, seat, declarer, won):
        if declarer is None:
            return 0
        if seat == declarer:
            return 50 if won else -50
        return 0 if won else 40 if self.rules["seats"] == 3 else 30

    def add_declarer(self, line, declarer, game, result):
        name = line["table"][declarer]
        bot = self.totals[name]
        bot["declared"] += 1
        bot["won"] += result["won"]
        bot["bids"] += game.bid
        bot["overbid"] += result["overbid"]
        bot["conceded"] += line["status"] == "conceded"
        if game.contract:
            bot["hand"] += game.contract.hand
            bot["ouvert"] += game.contract.ouvert
            self.types[name][TYPE_NAMES[game.contract.kind] + ".declared"] += 1
            self.types[name][TYPE_NAMES[game.contract.kind] + ".won"] += result["won"]

    def expect_ratio(self, field, found, part, whole):
        if not whole:
            self.expect(field, found, None)
        elif found is None or abs(found - part / whole) > 1e-9 + 1e-12 * abs(found):
            self.differ(field, found, part / whole)

    def check_summary(self, summary):
        self.where = "summary.json"
        for field in ("games", "declared", "won", "passed_in"):
            self.expect(field, summary[field], self.all[field])
        planned = self.manifest["schedule"]["games"]
        self.expect("planned", summary["planned"], planned)
        self.expect("complete", summary["complete"], self.all["games"] == planned)
        self.expect_ratio("declared_share", summary["declared_share"], self.all["declared"],
                          self.all["games"])
        self.expect_ratio("won_share", summary["won_share"], self.all["won"],
                          self.all["declared"])
        names = [bot["name"] for bot in self.manifest["bots"]]
        self.expect("bots", [bot["name"] for bot in summary["bots"]], names)
        for bot in summary["bots"]:
            self.check_bot(bot)

    def check_bot(self, bot):
        name, totals = bot["name"], self.totals[bot["name"]]
        place = f"bots[{name}]"
        for field in ("deals", "active", "declared", "won", "defended", "defended_won", "hand",
                      "ouvert", "overbid", "conceded"):
            self.expect(f"{place}.{field}", bot[field], totals[field])
        for status in FAULTS:
            self.expect(f"{place}.faults.{status}", bot["faults"][status], totals[status])
        for scoring, total in (("classic", "classic"), ("seeger_fabian", "seeger")):
            self.expect(f"{place}.{scoring}.points", bot[scoring]["points"], totals[total])
            self.expect_ratio(f"{place}.{scoring}.per_deal", bot[scoring]["per_deal"],
                              totals[total], totals["deals"])
            self.expect_ratio(f"{place}.{scoring}.per_36", bot[scoring]["per_36"],
                              totals[total] * 36, totals["deals"])
        self.expect_ratio(f"{place}.mean_bid", bot["mean_bid"], totals["bids"],
                          totals["declared"])
        for kind, counts in bot["games"].items():
            for field, count in counts.items():
                self.expect(f"{place}.games.{kind}.{field}", count,
                            self.types[name][f"{kind}.{field}"])


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


def main():
    if len(sys.argv) != 2:
        print("usage: scorekeeper.py FOLDER", file=sys.stderr)
        return 64
    try:
        differences = check_folder(sys.argv[1])
    except Unsupported as what:
        print(f"not covered: {what}", file=sys.stderr)
        return 2
    for difference in differences:
        print(difference)
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
