# SPDX-License-Identifier: MIT
"""Part of scorekeeper.py: what a game that was announced comes to [4, 6, 8.3]."""
from scorekeeper_contracts import base_of, levels_of, matadors_of, multiplier_of, null_value, plain_value, points_in


def count_to_the_bid(game, levels):
    """Matadors that are scored, value, and whether it is overbid, for suit and grand games."""
    rules, contract = game.rules, game.contract
    full = matadors_of(contract.kind, game.own_cards + game.skat, rules)
    held = matadors_of(contract.kind, game.own_cards, rules)
    hand_decides = contract.hand and rules["value.overbid_hand"] != "counts"
    scored = held if contract.hand and rules["value.overbid_hand"] == "hand" else full
    deciding = held if hand_decides else full
    reached = plain_value(contract, deciding, levels, rules)
    value = plain_value(contract, scored, levels, rules)
    if reached >= game.bid:
        return scored, value, False
    base = base_of(contract, rules)
    return scored, -(-game.bid // base) * base, True


def spitzen_made(game):
    """The last trick taken by declarer with the seven, the one before with the eight ..."""
    wanted = [(game.declarer, card) for card in game.contract.spitzen_cards(game.rules)]
    return wanted == game.taken[::-1][:len(wanted)]


def goal_reached(game, points, tricks):
    contract, rules = game.contract, game.rules
    if contract.is_null:
        return tricks == 0
    if not spitzen_made(game):
        return False
    if contract.schwarz or game.refused == 2:
        return tricks == game.pack.tricks
    if contract.schneider or game.refused == 1:
        return points >= rules["value.schneider_points"]
    return 2 * points > game.pack.points


def charge_factor(won, game):
    """What the value is multiplied with, by how the game ended [6, 8]."""
    if won:
        return 1
    return -1 if game.lost_once() else -game.rules["value.lost_factor"]


def points_of_declarer(game):
    """The second skat goes, behind the last trick, to who has more without it [rules.md 10.7]."""
    points = points_in(game.trick_cards[game.declarer]) + points_in(game.skat)
    aside = points_in(game.aside)
    others = points_in(game.pack.deck) - aside - points
    played_out = sum(game.tricks) == game.pack.hand
    return points + aside if played_out and points > others else points


def spitze_is_missed(game):
    """A named card is gone, but did not take the trick that it was named for."""
    last = game.pack.tricks - 1
    for place, card in enumerate(game.contract.spitzen_cards(game.rules)):
        number = last - place
        if number < len(game.taken):
            if game.taken[number] != (game.declarer, card):
                return True
        elif card in sum(game.trick_cards, []) or (card in game.trick and number > len(game.taken)):
            return True
    return False


def most_points(game):
    """What declarer has in the end if the others take no more [rules.md 10.7: the second skat]."""
    aside = points_in(game.aside)
    others = sum(points_in(cards) for position, cards in enumerate(game.trick_cards) if position != game.declarer)
    most = game.pack.points - aside - others
    return most + aside if most > others else most


def sure_levels(game):
    """Whether schneider and schwarz are certain, whoever takes the rest."""
    schneider = points_of_declarer(game) >= game.rules["value.schneider_points"] or most_points(game) <= game.pack.schneider
    over = sum(game.tricks) == game.pack.tricks
    return schneider, over and game.tricks[game.declarer] in (0, game.pack.tricks)


def possible_levels(game):
    """Whether declarer can still make the defenders schneider, and schwarz."""
    return most_points(game) >= game.rules["value.schneider_points"], sum(game.tricks) == game.tricks[game.declarer]


def decided(game):
    """Whether declarer has won (True), or lost (False), whoever takes the rest; None: neither [8.3]."""
    contract, rules, pack = game.contract, game.rules, game.pack
    tricks, all_tricks = game.tricks[game.declarer], sum(game.tricks)
    if contract.is_null:
        return False if tricks else True if all_tricks == pack.tricks else None
    points = points_of_declarer(game)
    needed = pack.points // 2 + 1
    if contract.schneider or game.refused:
        needed = rules["value.schneider_points"]
    no_trick_lost = contract.schwarz or game.refused == 2
    sure, best = (count_to_the_bid(game, levels_of(contract, schneider, schwarz, rules, game.refused))[2]
                  for schneider, schwarz in (sure_levels(game), possible_levels(game)))
    if most_points(game) < needed or spitze_is_missed(game) or best or (no_trick_lost and tricks < all_tricks):
        return False
    made = spitzen_made(game) and (tricks == pack.tricks or not no_trick_lost)
    return True if points >= needed and made and not sure else None


def levels_reached(game, points, tricks):
    """Whether a side is schneider, and schwarz, if these are declarer's points and tricks in the end."""
    schneider = points >= game.rules["value.schneider_points"] or points <= game.pack.schneider
    return schneider, tricks in (0, game.pack.tricks)


def valued(game, schneider, schwarz):
    """What the announced game is worth, undoubled, with these levels, which null games do not have."""
    contract, rules = game.contract, game.rules
    if contract.is_null:
        value = null_value(contract, rules)
        return {"base": value, "multiplier": 1, "value": value, "overbid": False}
    levels = levels_of(contract, schneider, schwarz, rules, game.refused)
    matadors, value, overbid = count_to_the_bid(game, levels)
    return {"levels": levels, "matadors": matadors, "value": value, "overbid": overbid, "base": base_of(contract, rules),
            "multiplier": multiplier_of(matadors, levels, rules)}


def result_of_game(game, fault):
    declarer, rules = game.declarer, game.rules
    points = points_of_declarer(game)
    tricks = game.tricks[declarer]
    found = {"points": points, "tricks": tricks, "doubling": 1 << game.doublings}
    verdict = decided(game) if game.late or fault is not None else None
    if verdict is not None:
        fault = None  # it changes nothing
    cut_short = game.conceded or game.gift_taken or game.yielded or fault is not None
    if verdict is not None:
        reached = sure_levels(game)
    else:
        reached = (False, False) if cut_short else levels_reached(game, points, tricks)
    found |= valued(game, *reached)
    if verdict is not None:
        won = verdict
    elif fault is not None:
        won = fault != declarer
    elif game.conceded:
        won = False
    else:
        won = not found["overbid"] and (game.gift_taken or game.yielded or goal_reached(game, points, tricks))
    found["won"] = won
    factor = charge_factor(won, game)
    given_up = (game.conceded and verdict is None) or fault == declarer
    if rules["scoring.system"] == "opponents" and given_up and game.picked_up and found["overbid"]:
        found["value"], factor = game.bid, -2  # twice the final bid, not the raised value [8]
    found["signed"] = found["value"] * factor * found["doubling"]
    return found
