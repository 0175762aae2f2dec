# SPDX-License-Identifier: MIT
"""Part of scorekeeper.py: what a fault costs with `faults` `worst`, read from rules.md 8.3.

The rest of the cards is handed out in every way that matters, and the end that is worst for the side at fault counts."""
import copy
from typing import Any

from scorekeeper_contracts import Contract, bid_ladder, plain_value, points_in, trumps_from_the_top
from scorekeeper_result import charge_factor, goal_reached, levels_reached, most_points, points_of_declarer, sure_levels, valued
from scorekeeper_rules import PLAYERS, kind_of


def highest_value(rules: Any) -> int:
    """The highest value of a game."""
    if not kind_of(rules).covered:
        return int(bid_ladder(rules)[-1])
    levels = {"schneider": 1, "schwarz": 1}  # nothing is announced [10.7]
    return max(plain_value(contract, len(trumps_from_the_top(kind, rules)) if rules["value.matadors"] == "trumps" else 4,
                                 levels, rules) for kind in "DHSCG" for contract in [Contract(kind)])


# ---- doublings that others could still have said ----

def doublings_that_may_come(game: Any) -> int:
    """All that may still be said, with those that were."""
    said, levels = game.doublings, game.rules["kontra.levels"]
    if game.contract is not None:
        if game.contract.is_null and not game.contract.ouvert and not game.rules["kontra.re_in_null"]:
            levels = min(levels, 1)
        comes = game.answer_due if said else any(game.kontra_can_come(position) for position in range(PLAYERS))
        if (game.ramsch_round and not game.rules["ramsch_round.kontra"]) or not comes:
            levels = said
    return max(said, levels)


def next_doubling_of(game: Any, declarer: bool) -> int:
    """The doublings if that side says the next one, if it is its word."""
    said = game.doublings
    return int(min(doublings_that_may_come(game), said + 1) if (said % 2 == 1) == declarer else said)


# ---- the ends of a game that was announced ----

def copy_of(game: Any) -> Any:
    """A copy with lists of its own; what the lists hold, and the rules, is never changed. (deepcopy takes twenty times as long.)"""
    same = copy.copy(game)
    for name, value in vars(game).items():
        if isinstance(value, list):
            setattr(same, name, [list(part) if isinstance(part, list) else part for part in value])
        elif isinstance(value, dict) and name != "rules":
            setattr(same, name, dict(value))
    return same


def with_rest(game: Any, position: int, spitzen: bool = True) -> Any:
    """The game as played out, if that position takes all that is left."""
    end = copy_of(game)
    end.conceded = end.gift_taken = end.yielded = end.late = False
    left = list(end.under.values())
    if spitzen and position == end.declarer:
        end.make_spitzen()
    end.give_rest(position)
    end.trick_cards[position] += left
    return end


def ends_of(game: Any) -> Any:
    """A game, declarer's points and tricks in it, and whether only the levels count that are certain."""
    declarer, left = game.declarer, game.pack.tricks - sum(game.tricks)
    as_it_is = copy.copy(game)
    as_it_is.conceded = as_it_is.gift_taken = as_it_is.yielded = as_it_is.late = False
    one, all_for = min(left, 1), with_rest(game, declarer, spitzen=False)
    for end, more, fewer, certain in (
            (as_it_is, 0, 0, True), (with_rest(game, (declarer + 1) % PLAYERS), 0, 0, False), (with_rest(game, declarer), 0, 0, False),
            (all_for, 0, 0, False), (as_it_is, one, 0, False), (all_for, 0, one, False)):
        yield end, points_of_declarer(end), end.tricks[declarer] + more - fewer, certain


def counted(end: Any, points: int, tricks: int, certain: bool) -> dict[str, Any]:
    """The result of such an end, undoubled."""
    found = valued(end, *(sure_levels(end) if certain else levels_reached(end, points, tricks)))
    return found | {"won": not found["overbid"] and goal_reached(end, points, tricks)}


def as_classic(game: Any) -> Any:
    same = copy.copy(game)
    same.rules = game.rules | {"scoring.system": "classic"}
    return same


def priced(game: Any, found: dict[str, Any], doublings: int, times: int) -> dict[str, Any]:
    """With what it comes to: `signed` in the scoring of the rules, still without bock, and `in_all` in that and in classic scoring."""
    signed, classic = (found["value"] * charge_factor(found["won"], one) << doublings for one in (game, as_classic(game)))
    return found | {"doubling": 1 << doublings, "bock": times, "signed": signed, "in_all": (classic * times, signed * times)}


def worst_for(game: Any, own: bool, doublings: int, bock: int) -> dict[str, Any]:
    """What the fault of that side costs with at most so many doublings; own: of declarer."""
    more = (doublings, bock * game.bock_times)
    if game.contract is None:
        value = max(game.bid, highest_value(game.rules))
        return priced(game, {"won": not own, "value": value, "points": points_in(game.skat)}, *more)
    best: Any = None
    for end, points, tricks, certain in ends_of(game):
        undoubled = counted(end, points, tricks, certain)
        for said, times in ((game.doublings, bock), more):
            found = priced(end, undoubled, said, times)
            cost = found["in_all"][0] if own else -found["in_all"][0]
            if best is None or cost < best[0]:
                best = (cost, found)
    return best[1] | {"points": points_of_declarer(game), "tricks": game.tricks[game.declarer]}


# ---- the penalty ----

def seeger_swing(rules: Any) -> int:
    extras = rules["scoring.won_game"] + rules["scoring.lost_game"] + rules["scoring.lost_by_other"]
    return int(extras) if rules["scoring.system"] == "seeger_fabian" else 0


def apart(better: dict[str, Any], worse: dict[str, Any], rules: Any) -> int:
    extras = seeger_swing(rules) if better["won"] != worse["won"] else 0
    return max(one - other for one, other in zip(better["in_all"], worse["in_all"])) + extras


def decides_about_a_round(game: Any) -> bool:
    """Whether a round of bock or ramsch hangs on who gets the rest."""
    if game.contract is None or game.contract.is_null:
        return False
    least, most, half = points_of_declarer(game), most_points(game), game.pack.points // 2
    named = game.rules["bock.triggers"] + game.rules["ramsch_round.triggers"]
    return least < most and (("declarer_schneider" in named and least <= game.pack.schneider < most) or
                             ("sixty_sixty" in named and least <= half <= most))


def penalty_of(game: Any, found: dict[str, Any], own: bool, bock: int) -> int:
    rules, opponents = game.rules, game.rules["scoring.system"] == "opponents"
    every = doublings_that_may_come(game)
    if own:
        paid = 2 * max(0, -found["in_all"][1]) if opponents and rules["seats"] > 2 else 0
        if opponents and rules["scoring.sitting_share"] and game.declarer == PLAYERS - 1:  # others would have shared what it wins
            paid += (rules["seats"] - 2) * max(0, worst_for(game, False, every, bock)["in_all"][1])
    else:
        lost = worst_for(game, True, every if opponents else next_doubling_of(game, False), bock)
        dearest = worst_for(game, False, every, bock)
        paid = (rules["seats"] - 2) * max(apart(found, lost, rules), apart(dearest, found, rules))
    if decides_about_a_round(game):
        paid += found["value"] * found["doubling"] * found["bock"]
    return int(paid)


# ---- without a declarer ----

def cost_in_auction(rules: Any, value: int) -> int:
    """Where nobody is declarer yet: of any game that may still come, lost or won by another."""
    seats, factor, kontra = rules["seats"], rules["value.lost_factor"], rules["kontra.levels"]
    others = max(seats - 1, (seats - 2) * 2 ** kontra) * (factor if rules["scoring.system"] == "opponents" else 1)
    times = max(max(2, factor) * (2 if kontra else 1), others)
    return int(value * times + (seats - 1) * seeger_swing(rules))


def in_auction(game: Any) -> dict[str, Any]:
    value = max(18, game.bid, highest_value(game.rules))
    return {"value": value, "doubling": 0, "signed": -cost_in_auction(game.rules, value)}


def behind_by_fewest(rules: Any) -> int:
    """How far all other seats can get ahead by what the fewest points win."""
    extras = rules["scoring.won_game"] if rules["scoring.system"] == "seeger_fabian" else 0
    return int((rules["seats"] - 1) * (max(rules["ramsch.amounts"] + [rules["ramsch.march"]]) + extras))


def value_in_ramsch(rules: Any, pack: Any) -> int:
    """Before doublings by players."""
    points = pack.points
    march = rules["ramsch.march"]
    virgins = {"off": 0, "no_trick": 1 if march else 2, "no_points": 2}[rules["ramsch.virgin"]]
    own = 3 if rules["seats"] > 3 else 2  # seats of a bot that can tie
    skat = 11 * pack.skat if rules["ramsch.skat_to"] == "most_points" else 0
    most = (points + (own - 1) * skat) << virgins
    if rules["ramsch.score"] == "fewest":
        most = behind_by_fewest(rules)
    if rules["ramsch.score"] == "amounts":
        most = max(rules["ramsch.amounts"]) * (1 if rules["ramsch.tie"] == "last_trick" else own)
    return int(max(points, most, (rules["seats"] - 1) * march))


def in_ramsch(game: Any) -> dict[str, Any]:
    rules, value = game.rules, value_in_ramsch(game.rules, game.pack)
    passed_on = game.round_is_passed_on() if game.ramsch_round else rules["passed_in"] == "schieberamsch" and game.chosen is None
    doublings = PLAYERS if game.cards_played == 0 and (passed_on or game.knocking()) else game.unseen + game.knocks
    return {"value": value, "doubling": 1 << doublings, "signed": -value << doublings}


def may_be_declared(game: Any) -> bool:
    if game.ramsch_round:
        return bool(game.grand_hand_open)
    if game.kind.begin == "choose" and game.chosen is None:
        return bool(set(game.left) - {"ramsch"})
    return not game.is_ramsch


def may_be_ramsch(game: Any) -> bool:
    if game.is_ramsch or game.ramsch_round:
        return True
    if game.kind.begin == "choose":
        return "ramsch" in game.left
    return game.rules["passed_in"] != "void" and not game.bid and not game.called


def undeclared(game: Any, bock: int) -> dict[str, Any]:
    ramsch = game.is_ramsch or game.ramsch_round
    charges = [charge for charge, may in ((in_ramsch(game), may_be_ramsch(game)), (in_auction(game), may_be_declared(game))) if may]
    found = min(charges if ramsch else charges[::-1], key=lambda charge: charge["signed"])
    if ramsch:
        found |= {"points": [points_in(cards) for cards in game.trick_cards], "tricks": list(game.tricks)}
    return found | {"bock": bock * game.bock_times}


def worst(game: Any, fault: int, bock: int) -> dict[str, Any]:
    """Fields of the result; `signed` is still without bock."""
    if game.declarer is None:
        return undeclared(game, bock)
    own = fault == game.declarer
    found = worst_for(game, own, next_doubling_of(game, not own), bock)
    penalty = penalty_of(game, found, own, bock)
    del found["in_all"]
    return found | {"penalty": penalty}
