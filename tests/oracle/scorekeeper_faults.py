# SPDX-License-Identifier: MIT
"""Part of scorekeeper.py: what a fault costs with fault_value `worst`, read from rules.md 8.3.

The rest of the cards is handed out in every way that matters, and the end that is worst for the side at fault counts.
"""
import copy
from typing import Any

PLAYERS = 3
RAMSCH_FIXED = 50


def highest_value(rules: Any, tools: Any) -> int:
    """The highest value of a game."""
    if not tools.kind_of(rules).covered:
        return int(tools.bid_ladder(rules)[-1])
    levels = {"schneider": 1, "schwarz": 1}  # nothing is announced [10.7]
    return max(tools.plain_value(contract, len(tools.trumps_from_the_top(kind, rules)) if rules["matadors"] == "trumps" else 4,
                                 levels, rules) for kind in "DHSCG" for contract in [tools.Contract(kind)])


# ---- doublings that others could still have said ----

def kontra_can_come(game: Any, position: int) -> bool:
    when, cards = game.rules["kontra.when"], game.cards_played
    if game.contract.ouvert and not game.defenders_exchange() and game.rules["kontra.before_showing"]:
        when = "before_lead"
    latest = {"before_lead": 0, "after_lead": 1, "trick_turned": game.kind.hands}
    in_time = cards <= latest[when] if when in latest else len(game.hands[position]) == game.pack.tricks
    return bool(in_time and game.is_entitled(position))


def most_doublings(game: Any, fault: int) -> int:
    said, levels = game.doublings, game.rules["kontra.levels"]
    if game.contract is not None:
        if game.contract.is_null and not game.contract.ouvert and not game.rules["kontra.re_in_null"]:
            levels = min(levels, 1)
        comes = game.answer_due if said else any(kontra_can_come(game, position) for position in range(PLAYERS))
        if game.ramsch_round or not comes:
            levels = said
    if said >= levels:
        return int(said)
    # The offender would not double: declarer at fault lets kontra and supra stand unanswered.
    return int(levels if fault != game.declarer else said + 1 - said % 2)


# ---- the ends of a game that was announced ----

def with_rest(game: Any, position: int, spitzen: bool = True) -> Any:
    """The game as played out, if that position takes all that is left."""
    end = copy.deepcopy(game)
    end.conceded = end.gift_taken = end.yielded = end.late = False
    left = list(end.under.values())
    if spitzen and position == end.declarer:
        end.make_spitzen()
    end.give_rest(position)
    end.trick_cards[position] += left
    return end


def ends_of(game: Any) -> Any:
    """Pairs of a game and whether only the levels count that are certain."""
    declarer = game.declarer
    as_it_is = copy.copy(game)
    as_it_is.conceded = as_it_is.gift_taken = as_it_is.yielded = as_it_is.late = False
    yield as_it_is, True
    yield with_rest(game, (declarer + 1) % PLAYERS), False
    yield with_rest(game, declarer), False
    yield with_rest(game, declarer, spitzen=False), False


def counted(end: Any, certain: bool, won: Any, tools: Any) -> dict[str, Any]:
    """The result of such an end, undoubled."""
    contract, rules = end.contract, end.rules
    points, tricks = tools.points_of_declarer(end), end.tricks[end.declarer]
    if contract.is_null:
        value, overbid = tools.null_value(contract, rules), False
        found = {"base": value, "multiplier": 1, "value": value, "overbid": False}
    else:
        others = sum(tools.points_in(cards) for position, cards in enumerate(end.trick_cards) if position != end.declarer)
        schneider, schwarz = (tools.sure_levels(end, points, others) if certain else
                              (points >= rules["schneider_points"] or points <= end.pack.schneider,
                               tricks in (0, end.pack.tricks)))
        levels = tools.levels_of(contract, schneider, schwarz, rules, end.refused)
        matadors, value, overbid = tools.count_to_the_bid(end, levels)
        found = {"levels": levels, "matadors": matadors, "value": value, "overbid": overbid,
                 "base": tools.base_of(contract, rules), "multiplier": tools.multiplier_of(matadors, levels, rules)}
    if won is None:
        won = not overbid and tools.goal_reached(end, points, tricks)
    return found | {"won": won}


def of_announced(game: Any, fault: int, bock: int, tools: Any) -> dict[str, Any]:
    own = fault == game.declarer
    forced = not own if game.rules["decided_game"] == "forfeited" else None
    classic = game.rules | {"scoring": "classic"}
    best: Any = None
    for end, certain in ends_of(game):
        for doublings, times in ((game.doublings, bock), (most_doublings(game, fault), bock * game.bock_times)):
            found = counted(end, certain, forced, tools)
            found |= {"doubling": 1 << doublings, "bock": times,
                      "signed": found["value"] * tools.charge_factor(found["won"], end) << doublings}
            as_classic = copy.copy(end)
            as_classic.rules = classic
            cost = (found["value"] * tools.charge_factor(found["won"], as_classic) << doublings) * times
            if not own:
                cost = -cost
            if best is None or cost < best[0]:
                best = (cost, found)
    found = best[1]
    return found | {"points": tools.points_of_declarer(game), "tricks": game.tricks[game.declarer]}


# ---- before the announcement, and ramsch ----

def unannounced(game: Any, fault: int, bock: int, tools: Any) -> dict[str, Any]:
    won, doublings = fault != game.declarer, most_doublings(game, fault)
    value = max(game.bid, highest_value(game.rules, tools))
    return {"won": won, "value": value, "doubling": 1 << doublings, "points": tools.points_in(game.skat),
            "bock": bock * game.bock_times, "signed": value * tools.charge_factor(won, game) << doublings}


def in_auction(game: Any, bock: int, tools: Any) -> dict[str, Any]:
    rules = game.rules
    value = max(18, game.bid, highest_value(rules, tools))
    times = max(2, rules["lost_factor"]) * (2 if rules["kontra.levels"] else 1)
    if rules["scoring"] == "minus":  # others win with all doublings
        times = max(times, 2 ** rules["kontra.levels"])
    return {"value": value, "signed": -value * times, "bock": bock * game.bock_times}


def in_ramsch(game: Any, bock: int, tools: Any) -> dict[str, Any]:
    rules, points = game.rules, game.pack.points
    fixed = rules["ramsch.score"] == "fixed_20_30_50"
    march = 0 if fixed else rules["ramsch.march"]
    virgins = {"off": 0, "no_trick": 1 if march else 2, "no_points": 2}[rules["ramsch.virgin"]]
    most = RAMSCH_FIXED if fixed else max(rules["ramsch.amounts"]) if rules["ramsch.score"] == "amounts" else points << virgins
    value = max(points, most, 2 * march)
    passed_on = game.ramsch_round or (rules["passed_in"] == "schieberamsch" and game.chosen is None)
    doublings = PLAYERS if game.cards_played == 0 and (passed_on or game.knocking()) else game.unseen + game.knocks
    found = {"value": value, "doubling": 1 << doublings, "signed": -value << doublings, "bock": bock * game.bock_times}
    if game.is_ramsch:
        found |= {"points": [tools.points_in(cards) for cards in game.trick_cards], "tricks": list(game.tricks)}
    return found


def worst(game: Any, fault: int, bock: int, tools: Any) -> dict[str, Any]:
    """Fields of the result; `signed` is still without bock. `tools`: the module of scorekeeper.py."""
    if game.declarer is None:
        return in_ramsch(game, bock, tools) if game.is_ramsch or game.ramsch_round else in_auction(game, bock, tools)
    if game.contract is None:
        return unannounced(game, fault, bock, tools)
    return of_announced(game, fault, bock, tools)
