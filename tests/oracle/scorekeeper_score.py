# SPDX-License-Identifier: MIT
"""Part of scorekeeper.py: the `result` of any deal [6, 7 Ramsch, 8.3], and what it adds to each seat [8]."""
import copy

import scorekeeper_faults
from scorekeeper_contracts import points_in
from scorekeeper_result import charge_factor, result_of_game
from scorekeeper_rules import PLAYERS

# Of a game without declarer: what does not apply is 0.
EMPTY_RESULT = {"won": None, "points": 0, "tricks": 0, "matadors": 0, "levels": {}, "base": 0,
                "multiplier": 0, "value": 0, "overbid": False, "doubling": 0, "bock": 1, "signed": 0}


def result_of(game, fault, bock=1):
    """The `result` object. `fault` is the offender's position, or None."""
    result = dict(EMPTY_RESULT, bock=bock)
    if fault is not None and game.rules["faults"] == "worst":
        result |= scorekeeper_faults.worst(game, fault, bock)
        bock = result["bock"]
    elif game.declarer is None and fault is not None:
        result |= fault_without_declarer(game)
    elif game.is_ramsch:
        result["points"] = ramsch_points(game)
        result["tricks"] = list(game.tricks)
        result["doubling"] = 1 << game.unseen + game.knocks
    elif game.declarer is not None and game.contract is None:
        result |= fault_before_announcement(game, fault)
    elif game.declarer is not None:
        result |= result_of_game(game, fault)
    result["signed"] *= bock
    return result


def fault_without_declarer(game):
    if game.ramsch_round or game.is_ramsch:
        found = {"value": game.pack.points, "signed": -game.pack.points, "doubling": 1}
        if game.is_ramsch:
            found |= {"points": [points_in(cards) for cards in game.trick_cards], "tricks": list(game.tricks)}
        return found
    value = max(18, game.bid)
    return {"value": value, "signed": -2 * value}


def fault_before_announcement(game, fault):
    won = fault != game.declarer
    value = game.bid or 18  # where nobody bids
    return {"won": won, "value": value, "doubling": 1, "points": points_in(game.skat), "signed": value * charge_factor(won, game)}


# ---- the result of ramsch [7] ----

def ramsch_points(game):
    """By position, with the skat for whom it is given to."""
    points = [points_in(cards) for cards in game.trick_cards]
    skat_to = game.rules["ramsch.skat_to"]
    takers = []
    if skat_to == "last_trick":
        takers = [game.taken[-1][0]]
    elif skat_to == "most_points":
        takers = having_most(points)
    for position in takers:
        points[position] += points_in(game.skat)
    return points


def having_most(points):
    return [position for position, count in enumerate(points) if count == max(points)]


def is_march(game):
    return (game.pack.tricks in game.tricks and game.rules["ramsch.march"] != 0)


def ramsch_scores(game, points):
    """By position, before bock: losses with minus, a march with plus."""
    rules, unseen = game.rules, 1 << game.unseen + game.knocks
    scores = [0] * PLAYERS
    if is_march(game):
        scores[game.tricks.index(game.pack.tricks)] = rules["ramsch.march"] << game.knocks
        return scores
    if rules["ramsch.score"] == "fewest":
        winners = [position for position, count in enumerate(points) if count == min(points)]
        return [rules["ramsch.amounts"][len(winners) - 1] << game.knocks if position in winners else 0 for position in range(PLAYERS)]
    if rules["ramsch.score"] == "each":
        return [-count * unseen * 2 ** virgins(game, points) for count in points]
    losers = having_most(points)
    if len(losers) == PLAYERS and rules["ramsch.tie"] == "two_lose":
        return scores
    if rules["ramsch.score"] == "amounts":
        loss = rules["ramsch.amounts"][virgins(game, points)]
    else:
        loss = max(points) * 2 ** virgins(game, points)
    if rules["ramsch.tie"] == "shared":
        loss = -(-loss // len(losers))  # rounded up
    elif rules["ramsch.tie"] == "last_trick":
        losers = [last_to_take(game, losers)]
    for position in losers:
        scores[position] = -loss * unseen
    return scores


def last_to_take(game, positions):
    return next(winner for winner, _ in reversed(game.taken) if winner in positions)


def virgins(game, points):
    counted = {"no_trick": game.tricks, "no_points": points, "off": []}
    return counted[game.rules["ramsch.virgin"]].count(0)


# ---- what a deal adds to each seat [8] ----

def classic_of(game, result, fault, seats_of_positions, seats):
    """By seat, what the classic scoring counts, whatever the scoring of the rule set is."""
    classic = [0] * seats
    if game.declarer is not None:
        as_classic = copy.copy(game)
        as_classic.rules = game.rules | {"scoring.system": "classic"}
        as_classic.bock_times = 1  # it is in the result already
        classic[seats_of_positions[game.declarer]] = result_of(as_classic, fault, result["bock"])["signed"]
    elif fault is not None:
        classic[seats_of_positions[fault]] = result["signed"]
    elif game.is_ramsch:
        for position, points in enumerate(ramsch_scores(game, result["points"])):
            classic[seats_of_positions[position]] = points * result["bock"]
    return classic


def scored(game, result, fault, classic, active, scoring):
    """By seat, in the scoring of the rule set; `active` are the seats that hold cards."""
    declared = game.declarer is not None
    if scoring == "minus" and fault is None and game.is_ramsch:
        return [points - sum(won for won in classic if won > 0) for points in classic]
    if scoring == "minus" and declared and result["won"]:
        return [-max(classic) if points == 0 else 0 for points in classic]
    if scoring == "opponents" and declared:
        declarer, points = active[game.declarer], classic
        if not result["won"]:
            points = [-result["signed"] if seat != declarer and seat in active else 0 for seat in range(len(classic))]
        return shared_with_dealer(points, active, game.rules)
    return classic


def shared_with_dealer(points, active, rules):
    """Who sits out gets what the Dutch text's dealer does, who bids last: rearhand [8.1]."""
    if not rules["scoring.sitting_share"]:
        return points
    return [one if seat in active else points[active[-1]] for seat, one in enumerate(points)]


def penalised(points, line, fault, result):
    """With what the player at fault pays beside the result [8.3]."""
    if fault is None:
        return points
    return [count - (result.get("penalty", 0) if seat == line["seats"][fault] else 0) for seat, count in enumerate(points)]


def seeger_extras(rules, declarer, won):
    """By seat, what Seeger and Fabian add."""
    others = 0 if won else rules["scoring.lost_by_other"]
    extras = [others if declarer is not None else 0] * rules["seats"]
    if declarer is not None:
        extras[declarer] = rules["scoring.won_game"] if won else -rules["scoring.lost_game"]
    return extras


def extras_of_deal(rules, declarer, won, classic):
    """The same of any deal, by what it counts in classic scoring: who wins a ramsch by the fewest points has won a game [7 Ramsch]."""
    if declarer is None and rules["ramsch.score"] == "fewest":
        return [rules["scoring.won_game"] if points > 0 else 0 for points in classic]
    return seeger_extras(rules, declarer, won)
