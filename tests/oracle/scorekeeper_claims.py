# SPDX-License-Identifier: MIT
"""Whether a claim of all tricks that are left holds [rules.md 5, 11].

Part of scorekeeper.py. Goes through the hidden cards one by one and keeps all ways in which they can lie: how many are with each of the
others, how many of the suit in question the one looked at has, and whether it has what beats."""

SKAT = 3  # the place after the hands


def places_of(game, claimer, seen, cards):
    """For each hidden card, where it may be, as the claimer knows."""
    others = [position for position in range(3) if position != claimer and position not in seen]
    named = game.contract.spitzen_cards(game.rules)
    shown = game.dealt_skat if game.rum else []
    knows_skat = claimer == game.declarer and game.picked_up
    places = {}
    for card in cards:
        may = [position for position in others if game.suit(card) not in game.voids[position]]
        if card in named:
            may = [game.declarer]
        elif card in shown:
            may = [position for position in may if position == game.declarer] + [SKAT]
        elif not knows_skat:
            may.append(SKAT)
        places[card] = may
    return places


def ways(places, room, position, beaters, suit_cards):
    """(cards of the suit, whether it has a beater) of that player, of every layout that is possible."""
    states = {(tuple(room), 0, False)}
    for card, may in places.items():
        states = {(left[:place] + (left[place] - 1,) + left[place + 1:],
                   count + (place == position and card in suit_cards), has or (place == position and card in beaters))
                  for left, count, has in states for place in may if left[place]}
    return [(count, has) for _, count, has in states]


def holds(game, claimer, seen):
    """`seen`: whose cards lie open, besides the claimer's."""
    if game.defenders_exchange() and claimer != game.declarer:
        seen = seen | {game.partner_of(claimer)}
    mine = game.hands[claimer]
    skat = [] if claimer == game.declarer and game.picked_up else game.skat
    open_cards = {position: game.hands[position] for position in seen}
    hidden = [card for position in range(3) if position != claimer and position not in seen for card in game.hands[position]] + skat
    places = places_of(game, claimer, seen, hidden)
    room = [len(game.hands[position]) if position != claimer and position not in seen else 0 for position in range(3)] + [len(skat)]
    for position in range(3):
        if position != claimer and is_beaten_by(game, mine, position, places, room, open_cards.get(position)):
            return False
    return True


def is_beaten_by(game, mine, position, places, room, open_hand):
    kind, everything = game.contract.kind, list(places) + (open_hand or [])
    trumps = {card for card in everything if game.suit(card) == "trump"}
    for suit in {game.suit(card) for card in mine}:
        led = [card for card in mine if game.suit(card) == suit]
        lowest = min(game.rank(card, kind) for card in led)
        same = {card for card in everything if game.suit(card) == suit}
        higher = {card for card in same if game.rank(card, kind) > lowest}
        questions = [(higher, set(), 1)] + ([(trumps, same, len(led))] if suit != "trump" else [])
        for beaters, suit_cards, enough in questions:
            if open_hand is not None:
                found = [(len(suit_cards & set(open_hand)), bool(beaters & set(open_hand)))]
            else:
                found = ways(places, room, position, beaters, suit_cards) if beaters else []
            if any(has and count < enough for count, has in found):
                return True
    return False
