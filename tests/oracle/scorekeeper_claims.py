# SPDX-License-Identifier: MIT
"""Whether a claim of all tricks that are left holds [rules.md 5, 11].

Part of scorekeeper.py. The claimer plays its trumps and then its other suits, each from the top. Whether somebody can take a trick is
asked for each of the others alone: goes through the hidden cards one by one and keeps all ways in which they can lie, as how many are
with each of the others, and how many of the cards in question the one looked at has."""

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


def ways(places, room, position, *questions):
    """How many cards of each set in question, counted up to a limit, that player has, of every layout that is possible."""
    states = {(tuple(room), (0,) * len(questions))}
    for card, may in places.items():
        states = {(left[:place] + (left[place] - 1,) + left[place + 1:],
                   tuple(min(limit, count + (place == position and card in cards))
                         for count, (cards, limit) in zip(counts, questions)))
                  for left, counts in states for place in may if left[place]}
    return {counts for _, counts in states}


class Claim:
    """`seen`: whose cards lie open, besides the claimer's."""
    def __init__(self, game, claimer, seen):
        if game.defenders_exchange() and claimer != game.declarer:
            seen = seen | {game.partner_of(claimer)}
        skat = [] if claimer == game.declarer and game.picked_up else game.skat
        self.game, self.claimer = game, claimer
        self.open = {position: set(game.hands[position]) for position in seen}
        hidden = [card for position in range(3) if position != claimer and position not in seen for card in game.hands[position]] + skat
        self.places = places_of(game, claimer, seen, hidden)
        self.room = [len(game.hands[position]) if position != claimer and position not in seen else 0
                     for position in range(3)] + [len(skat)]
        self.next = (claimer + 1) % 3 if len(game.trick) == 1 else None  # who still plays to the open trick
        self.led = game.suit(game.trick[0]) if game.trick else None

    def rank(self, card):
        return self.game.rank(card, self.game.contract.kind)

    def of_suit(self, suit, above=None):
        """Cards that are not the claimer's, of a suit; those that beat a card of it."""
        everything = set(self.places).union(*self.open.values())
        return {card for card in everything if self.game.suit(card) == suit and (above is None or self.rank(card) > self.rank(above))}

    def found(self, position, *questions):
        if position in self.open:
            return {tuple(min(limit, len(cards & self.open[position])) for cards, limit in questions)}
        return ways(self.places, self.room, position, *questions)

    def goes_over(self, position, suit, led):
        """It follows with lower cards until its highest one beats what is led."""
        owed = position == self.next and suit == self.led
        return any((1, number + owed) in self.found(position, (self.of_suit(suit, card), 1), (self.of_suit(suit), number + owed))
                   for number, card in enumerate(led, 1))

    def ruffs(self, position, suit, leads, trump_leads, ruffed):
        """It has a trump more than are led, and runs out of the suit; what it threw away to a trick that was ruffed counts."""
        to_play = position == self.next
        trumps = 1 + trump_leads + (to_play and self.led == "trump")
        owed, thrown = to_play and suit == self.led, to_play and ruffed and suit != self.led
        return any(has == trumps and count < leads + owed + (thrown and not of_led) for has, count, of_led in self.found(
            position, (self.of_suit("trump"), trumps), (self.of_suit(suit), leads + 1), (self.of_suit(self.led) if thrown else set(), 1)))

    def takes_all_leads(self, mine, ruffed=False):
        led = {suit: sorted((card for card in mine if self.game.suit(card) == suit), key=self.rank, reverse=True)
               for suit in {self.game.suit(card) for card in mine}}
        trump_leads = len(led.get("trump", []))
        return not any(self.goes_over(position, suit, cards) or
                       (suit != "trump" and self.ruffs(position, suit, len(cards), trump_leads, ruffed))
                       for position in range(3) if position != self.claimer for suit, cards in led.items())

    def overtaken(self, card):
        if self.next is None:
            return False
        suit, trumps = self.game.suit(card), self.of_suit("trump")
        of_led = (self.of_suit(self.led), 1)
        over = self.found(self.next, (self.of_suit(suit, card), 1), of_led)
        if suit == self.led:
            return any(has for has, _ in over) or suit != "trump" and (1, 0) in self.found(self.next, (trumps, 1), of_led)
        return (1, 0) in over

    def takes_open_trick(self, card):
        suit = self.game.suit(card)
        best = max((laid for laid in self.game.trick if self.game.suit(laid) in (self.led, "trump")),
                   key=lambda laid: (self.game.suit(laid) == "trump", self.rank(laid)))
        mine = (suit == "trump", self.rank(card)) if suit in (self.led, "trump") else (False, -1)
        return mine > (self.game.suit(best) == "trump", self.rank(best)) and not self.overtaken(card)

    def holds(self):
        hand = self.game.hands[self.claimer]
        if self.led is None:
            return self.takes_all_leads(hand)
        may = [card for card in hand if self.game.suit(card) == self.led] or hand
        return any(self.takes_open_trick(card) and
                   self.takes_all_leads([other for other in hand if other != card],
                                        self.game.suit(card) == "trump" != self.led) for card in may)


def holds(game, claimer, seen):
    return Claim(game, claimer, seen).holds()
