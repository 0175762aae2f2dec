# SPDX-License-Identifier: MIT
"""Part of scorekeeper.py: a game, move by move [3 to 5, 7, 10]."""
import scorekeeper_calls as calls
import scorekeeper_claims
from scorekeeper_contracts import (Contract, check_announcement, contract_code, parse_contract, strength, suit_of, trick_winner)
from scorekeeper_rules import JACKS, PLAYERS, ROW, Illegal, kind_of, pack_of, refuse_if, top_ace


class Game:
    """One deal. `turn` is who does what the next token of the log has to tell; decisions not to
    do something (to say nothing, not to concede) are silent and leave no trace."""

    def __init__(self, rules, ladder, hands, skat, ramsch_round=False, may_declare=(), left=(), aside=()):
        """`may_declare`: positions that may still play a grand hand in this ramsch round. `left`:
        what forehand has still to play [Räuberskat]. `aside`: the second skat, which nobody sees."""
        self.rules, self.ladder = rules, ladder
        self.kind, self.pack, self.ace, self.blind = kind_of(rules), pack_of(rules), top_ace(rules), kind_of(rules).blind
        self.left, self.chosen = left, None
        self.hands = [list(hand) for hand in hands]
        self.skat, self.dealt_skat, self.aside = list(skat), list(skat), list(aside)
        self.bid, self.called = 0, 0  # the last value; rank of the game that was named last [3.1]
        self.declarer = self.contract = self.own_cards = None  # declarer's ten, as they are in play
        self.rum = self.picked_up = self.waiting_for_world = False
        self.conceded = self.yielded = False  # yielded: the defenders gave up, and declarer agreed
        self.late = self.over = False  # late: somebody gave up with consent
        self.resigned, self.claimed = set(), set()  # who gave up later, or asked to; who claimed the rest
        self.claims_rest = None  # whose claim the others are asked about
        self.voids = [set(), set(), set()]  # suits that a player did not follow
        self.phase = "auction"
        # A dummy in middlehand passes always: the dealer bids to forehand [rules.md 10.7].
        self.bidder, self.holder, self.asked = 1 if self.kind.dummy is None else 2, 0, "bid"
        self.first_duel = self.kind.dummy is None
        self.turn = self.bidder
        self.named = set()      # who bid or held
        self.rearhand_met = 0   # the standing bid at rearhand's first turn
        self.trick, self.trick_leader = [], 0
        self.trick_cards, self.tricks = [[], [], []], [0, 0, 0]
        self.taken = []         # of each trick, who took it with which card
        self.doublings, self.kontra_by = 0, None  # kontra 1, re 2 ...; who said the first
        self.answer_due = False  # the last doubling can still be answered
        self.gifts, self.refused, self.gift_taken = 0, 0, False
        self.unseen = 0         # times the skat was passed on unseen
        self.knocks, self.may_knock = 0, []  # players who knocked [7.5]; positions that may now
        self.ramsch_round, self.may_declare = ramsch_round, may_declare
        self.under = {}         # covered cards, by the open one upon each
        self.grand_hand_open = False  # whether it ended while grand hand could be declared
        self.bock_times = 1     # how many times the deal might count that opens a bock round [7 Bock, 8.3]
        if self.kind.covered:
            self.lay_rows()
        elif ramsch_round:
            self.open_ramsch_round()
        elif self.kind.begin != "auction":
            self.begin_without_auction(self.kind.begin)
        elif rules["auction"] == "none":  # ours: every deal is passed in
            self.all_pass()

    def end(self, phase):
        self.over, self.phase, self.turn = True, phase, None

    def go_on(self):
        """After a talk between cards."""
        self.phase, self.turn = "play", (self.trick_leader + len(self.trick)) % PLAYERS

    @property
    def is_ramsch(self):
        return self.contract is not None and self.contract.kind == "R"

    @property
    def cards_played(self):
        return self.kind.hands * sum(self.tricks) + len(self.trick)

    def player_of(self, position):
        """Who decides there: for a dummy it is declarer's opponent."""
        return self.partner_of(position) if position == self.kind.dummy else position

    def partner_of(self, defender):
        return 0 + 1 + 2 - self.declarer - defender

    # -- games without an auction [10] --

    def begin_without_auction(self, begin):
        self.phase, self.turn = begin, 0
        if begin == "ace":
            holders = [position for position in range(PLAYERS) if self.ace in self.hands[position]]
            if holders:
                self.win_auction(holders[0])
            else:
                self.all_pass()

    def choose(self, token):
        word, _, duty = token.partition(".")
        refuse_if(word != "c" or duty not in self.left, f"{token} is not left to forehand")
        self.chosen = duty
        if duty == "ramsch":
            self.begin_ramsch(with_schieben=False)
        else:
            self.win_auction(0)

    def answer_offer(self, token):
        if token == "y":
            self.win_auction(self.turn)
        elif token != "p":
            raise Illegal(f"{token} is no answer to the offer")
        elif self.turn == PLAYERS - 1:
            self.all_pass()
        else:
            self.turn += 1

    # -- covered hands: no auction --

    def lay_rows(self):
        """Covered, open upon them, covered, open upon them."""
        self.whole = [list(hand) for hand in self.hands]
        for position, hand in enumerate(self.whole):
            rows = [hand[i:i + ROW] for i in range(0, len(hand), ROW)]
            self.hands[position] = rows[1] + rows[3]
            self.under |= dict(zip(self.hands[position], rows[0] + rows[2]))
        self.phase, self.turn = "name", 0

    def name_game(self, token):
        refuse_if(token not in ("D", "H", "S", "C", "G"), f"{token} is no game that forehand names")
        self.declarer = 0
        self.begin_game(Contract(token))
        self.own_cards = self.whole[0]

    # -- the auction [3] --

    def end_duel(self, survivor):
        if self.first_duel:
            survivor_asks = self.rules["auction"] == "survivor_asks"
            self.bidder, self.holder = (survivor, 2) if survivor_asks else (2, survivor)
            self.first_duel, self.asked, self.turn = False, "bid", self.bidder
            self.rearhand_met = 18 if self.called else self.bid
        elif self.bid or self.called:
            self.win_auction(survivor)
        else:
            self.asked, self.turn = "name", survivor  # who alone is left, and may name 18

    def win_auction(self, declarer):
        self.declarer = self.turn = declarer
        # Who sees nothing leaves the skat, and who has named a game by hand.
        self.phase = "declare" if self.blind or calls.leaves_the_skat(self.called) else "skat"

    def name_value(self, token):
        value = int(token)
        refuse_if(value not in self.ladder or value <= self.bid, f"{value} cannot be bid above {self.bid}")
        refuse_if(self.asked == "name" and value != self.ladder[0], "who is left names the lowest value")
        self.bid = value
        self.after_naming(value)

    def name_call(self, token):
        rank = calls.named_rank(token, self.rules)
        possible = calls.nameable(self.rules, kind_of(self.rules).games, self.blind)
        refuse_if(not rank or calls.RANKS[rank - 1] not in possible or rank <= self.called, f"{token} does not outrank what was named")
        refuse_if(self.asked == "name" and calls.RANKS[rank - 1] != possible[0], "who is left names the lowest game")
        self.called = rank
        self.after_naming(18)

    def after_naming(self, value):
        self.named.add(self.turn)
        if self.asked == "name":
            self.win_auction(self.turn)
        else:
            if self.holder == 2 and 2 not in self.named:
                self.rearhand_met = value  # rearhand is asked for the first time
            self.asked, self.turn = "hold", self.holder

    def auction(self, token):
        if token.startswith("f.") and self.asked != "hold" and calls.by_suits(self.rules):
            self.name_call(token)
        elif token.isascii() and token.isdigit() and self.asked != "hold" and not calls.by_suits(self.rules):
            self.name_value(token)
        elif token == "y" and self.asked == "hold":
            self.named.add(self.turn)
            self.asked, self.turn = "bid", self.bidder
        elif token == "p" and self.asked == "hold":
            self.end_duel(self.bidder)
        elif token == "p" and self.asked == "bid":
            self.end_duel(self.holder)
        elif token == "p":
            self.all_pass()
        else:
            raise Illegal(f"{token} in the auction")

    def all_pass(self):
        if self.rules["passed_in"] == "void":
            self.end("passed in")
        else:
            self.begin_ramsch(self.rules["passed_in"] == "schieberamsch")

    # -- ramsch, schieberamsch, ramsch rounds [7] --

    def open_ramsch_round(self):
        """No auction: grand hand is offered silently, then the skat goes round."""
        if self.may_declare:
            self.phase, self.turn = "grand hand", 0
        else:
            self.begin_ramsch(self.round_is_passed_on())

    def round_is_passed_on(self):
        return self.rules["ramsch_round.game"] == "schieberamsch"

    def begin_ramsch(self, with_schieben):
        self.contract = Contract("R")
        self.phase, self.turn = "schieben" if with_schieben else "play", 0
        if not with_schieben and self.knocking():
            self.may_knock = list(range(PLAYERS))

    def knocking(self):
        return self.rules["ramsch.klopfen"] == "always" or (self.rules["ramsch.klopfen"] == "rounds" and self.ramsch_round)

    def knock(self, position):
        """In turn; who is silent is passed over."""
        refuse_if(position not in self.may_knock, "no knocking for this player now")
        self.may_knock = [other for other in self.may_knock if other > position]
        self.knocks += 1

    def answer_grand_hand(self, position, token):
        if token != "GH":  # then all have declined, and it is about the skat, or the first card
            self.begin_ramsch(self.round_is_passed_on())
            self.apply(str(position), token)
        elif position not in self.may_declare:
            raise Illegal("no grand hand for this player any more")
        else:
            self.declarer = position
            self.begin_game(Contract("G", hand=True))

    def pass_on(self, token):
        word, *cards = token.split(".")
        refuse_if(word != "x", f"{token} when the skat goes round")
        if cards:
            self.take_and_pass(cards)
            self.may_knock = [self.turn] if self.knocking() else []
        else:
            self.unseen += 1
        self.turn += 1
        if self.turn == PLAYERS:
            self.phase, self.turn = "play", 0

    def take_and_pass(self, cards):
        held = self.hands[self.turn] + self.skat
        check_choice(cards, held, self.pack.skat)
        refuse_if(not self.rules["ramsch.jacks"] and any(card in JACKS for card in cards), "a jack is passed on by who took the skat")
        self.hands[self.turn] = [card for card in held if card not in cards]
        self.skat = cards

    # -- skat and announcement [4] --

    def take_skat(self, token):
        if token == "s":
            self.picked_up = self.waiting_for_world = True
            self.hands[self.declarer] += self.skat
            self.phase = "declare"
        elif self.rum:
            raise Illegal("after rum the skat is taken")
        elif token == "r" and self.rules["rum"]:
            self.rum = True
        else:
            self.declare(token)

    def given_by_world(self, token):
        if self.kind.pile and self.phase == "play" and self.turn == self.kind.dummy:
            refuse_if(token != self.hands[self.turn][0], "not the top card of the pile")
            self.put_down(token)
            return
        refuse_if(not self.waiting_for_world or sorted(token.split(".")) != sorted(self.skat), "not the skat of the deal")
        self.waiting_for_world = False

    def declare(self, token):
        refuse_if(self.waiting_for_world, "the skat is not given yet")
        code, *discards = token.split(".")
        contract = parse_contract(code, self.rules)
        contract.rum = self.rum
        refuse_if(contract.hand == self.picked_up, "hand is what is played without the skat")
        refuse_if(code != contract_code(contract, self.rules), f"contract is written {contract_code(contract, self.rules)}")
        check_announcement(contract, self.bid, self.rules)
        if calls.by_suits(self.rules) and (not calls.rank_of(contract) or calls.rank_of(contract) < self.called):
            raise Illegal(f"{code} is less than what was named")
        kinds = {"suit": "DHSC", "grand": "G", "null": "N", None: kind_of(self.rules).games}
        refuse_if(contract.kind not in kinds[self.chosen], f"{code} is no {self.chosen} game")
        refuse_if(self.blind and contract.ouvert, "nothing is ouvert where declarer's cards are seen anyway")
        held = self.hands[self.declarer]
        if self.picked_up:
            check_choice(discards, held, self.pack.skat)
        elif discards:
            raise Illegal("discards in a hand game")
        kept = [card for card in held if card not in discards]
        if contract.kind == "G" and contract.spitzen and all(jack in held for jack in JACKS):
            raise Illegal("the diamond jack is the last one anyway")
        refuse_if(any(card not in kept for card in contract.spitzen_cards(self.rules)), "spitzen are announced with cards among the ten")
        self.hands[self.declarer] = kept
        self.skat = discards or self.skat
        self.begin_game(contract)

    def begin_game(self, contract):
        self.contract = contract
        self.own_cards = list(self.hands[self.declarer])
        self.phase, self.turn = "play", 0
        if self.defenders_exchange():
            self.phase, self.turn = "exchange", self.defenders()[0]

    # -- revolution: the defenders' new hands [7] --

    def defenders_exchange(self):
        open_grand = self.contract.kind == "G" and self.contract.ouvert
        return self.contract.kind == "V" or (open_grand and "grand_ouvert" in self.rules["revolution"])

    def defenders(self):
        return [position for position in range(PLAYERS) if position != self.declarer]

    def exchange(self, token):
        word, *cards = token.split(".")
        refuse_if(word != "e", f"{token} in the exchange of revolution")
        grand = self.contract.kind == "G"  # the defenders exchange their cards alone
        with_partner = grand or "exchange" in self.rules["revolution"]
        with_skat = not grand and "skat" in self.rules["revolution"]
        first, second = self.defenders()
        pool = list(self.hands[self.turn])
        if self.turn == first and with_partner:
            pool += self.hands[second]
        # With both the second already holds what the first left of the skat.
        if with_skat and (self.turn == first or not with_partner):
            pool += self.skat
        check_choice(cards, pool, self.pack.hand)
        rest = [card for card in pool if card not in cards]
        self.hands[self.turn] = cards
        if self.turn == first and with_partner:
            self.hands[second] = rest
        elif with_skat:
            self.skat = rest
        if self.turn == first:
            self.turn = second
        else:
            leader = self.declarer if with_partner and with_skat else 0
            self.phase, self.turn, self.trick_leader = "play", leader, leader

    # -- kontra and its answers [7] --

    def may_double(self, position):
        undoubled = self.ramsch_round and not self.rules["ramsch_round.kontra"]
        if self.phase != "play" or self.declarer is None or undoubled or self.doublings >= self.rules["kontra.levels"]:
            return False
        if not self.doublings:
            return self.kontra_can_come(position, now=True)
        if self.contract.is_null and not self.contract.ouvert and not self.rules["kontra.re_in_null"]:
            return False
        return self.answer_due and (position == self.declarer if self.doublings % 2 else self.is_entitled(position))

    def is_entitled(self, position):
        who = self.rules["kontra.who"]
        if position in (self.declarer, self.kind.dummy) or position >= self.kind.hands:
            return False
        if who == "any" or self.ramsch_round or position in self.named:
            return True
        return bool(who == "bidders_or_18" and position == 2 and self.rearhand_met >= 18)

    def kontra_can_come(self, position, now=False):
        """Whether this defender may say kontra, now or later."""
        when, cards = self.rules["kontra.when"], self.cards_played
        if self.contract.ouvert and not self.defenders_exchange() and self.rules["kontra.before_showing"]:
            when = "before_lead"
        latest = {"before_lead": 0, "after_lead": 1, "trick_turned": self.kind.hands}
        in_time = cards <= latest[when] if when in latest else len(self.hands[position]) == self.pack.tricks
        return self.is_entitled(position) and in_time and not (now and when == "after_lead" and cards == 0)

    def double(self, position):
        refuse_if(not self.may_double(position), "no doubling by this player now")
        if self.doublings == 0:
            self.kontra_by = position
        self.doublings += 1
        self.answer_due = True

    # -- schenken: the defenders give up [7] --

    def may_give(self, position):
        if self.phase != "play" or self.declarer in (None, position) or self.refused == 2:
            return False
        which, contract = self.rules["schenken"], self.contract
        if which == "off" or (which == "grand" and contract.kind != "G"):
            return False
        if contract.is_null or contract.schneider or contract.ouvert or contract.spitzen:
            return False
        # Once per level: the next level is open only when declarer refused the one before.
        return self.gifts == self.refused and self.cards_played <= PLAYERS

    def propose_gift(self, position):
        refuse_if(not self.may_give(position), "no gift by this player now")
        self.gifts += 1
        self.answer_due = False
        self.phase, self.turn = "gift to partner", self.partner_of(position)

    def answer_gift(self, token):
        refuse_if(token not in ("y", "n"), f"{token} is no answer to a gift")
        if self.phase == "gift to partner" and token == "y":
            self.phase, self.turn = "gift to declarer", self.declarer
        elif token == "y":
            self.gift_taken = True
            self.end("gift taken")
        else:
            self.refused += self.phase == "gift to declarer"
            self.go_on()

    # -- cards [5] --

    def may_concede(self):
        when = self.rules["concede"]
        if self.declarer is None or self.contract is None or self.over or when == "never":
            return False
        latest = {"before_lead": 0, "before_second_lead": PLAYERS}
        return self.cards_played <= latest[when] if when in latest else len(self.hands[self.declarer]) >= self.pack.tricks - 1

    def lost_once(self):
        """Whether this game is lost once by value.lost_hand and scoring.system [6, 8]."""
        once = self.rules["value.lost_hand"] == "single" or self.rules["scoring.system"] == "opponents"
        return bool(self.contract and self.contract.hand) and once

    def concede(self, position):
        if position != self.declarer or not self.may_concede():
            self.resign(position)
            return
        self.conceded = True
        self.end("conceded")

    def resign(self, position):
        """Giving up later [4]."""
        how = self.rules["concede_later"]
        refuse_if(how == "never" or self.phase != "play" or self.declarer is None or position in self.resigned, "nobody may give up now")
        self.resigned.add(position)
        if how == "consent":
            self.asks_to_give_up(position)
            return
        if position == self.declarer:
            self.conceded = self.contract.is_null
            if not self.contract.is_null:  # to the defenders, whichever
                self.give_rest(self.defenders()[0])
            self.end("resigned")
        elif len(self.resigned) == 2:
            self.end("resigned")
            if not self.contract.is_null:
                self.make_spitzen()
                self.give_rest(self.declarer)

    def give_rest(self, position):
        """Once: after that nothing is left."""
        if left := self.pack.tricks - sum(self.tricks):
            self.taken += [(position, None)] * (self.pack.tricks - len(self.taken))
            self.trick_cards[position] += sum(self.hands, []) + self.trick
            self.tricks[position] += left

    def make_spitzen(self):
        """To whom the rest is left, the tricks that spitzen name are left, too, if the cards are still there."""
        named = self.contract.spitzen_cards(self.rules)
        open_trick = len(self.taken)
        for number in range(open_trick, self.pack.tricks):
            place = self.pack.tricks - 1 - number
            card = named[place] if place < len(named) else None
            there = card in self.hands[self.declarer] or (card in self.trick and number == open_trick)
            self.taken.append((self.declarer, card if there else None))

    def asks_to_give_up(self, position):
        self.answer_due = False
        self.phase, self.proposer = "consent", position
        self.to_ask = self.defenders() if position == self.declarer else [self.partner_of(position), self.declarer]
        self.turn = self.to_ask.pop(0)

    def answer_consent(self, token):
        refuse_if(token not in ("y", "n"), f"{token} is no answer to who gives up")
        if self.claims_rest is not None:
            self.answer_claim(token)
            return
        by_declarer = self.proposer == self.declarer
        if token == "y" and (by_declarer or not self.to_ask):
            self.conceded, self.yielded = by_declarer, not by_declarer
            self.late = True
            self.end("given up")
        elif (token == "n") == by_declarer and self.to_ask:
            self.turn = self.to_ask.pop(0)
        else:
            self.go_on()

    # -- claims [5] --

    def suit(self, card):
        return suit_of(card, self.contract.kind, self.ace)

    def rank(self, card, kind):
        return strength(card, kind, self.ace)

    def claim(self):
        claimer = self.turn
        own_spitzen = claimer == self.declarer and self.contract.spitzen
        null_shown = claimer == self.declarer and self.rules["claims"] == "consent"
        if (self.rules["claims"] == "never" or self.declarer is None or own_spitzen or claimer in self.claimed
                or self.contract.is_null and not null_shown):
            raise Illegal("nobody may claim now")
        seen = set(self.claimed) - {claimer}
        if self.contract.ouvert:
            seen.add(self.declarer)
        self.claimed.add(claimer)
        self.answer_due = False
        if not self.contract.is_null and scorekeeper_claims.holds(self, claimer, seen):
            self.give_rest(claimer)
            self.end("over")
        elif self.rules["claims"] == "consent":
            self.phase, self.claims_rest = "consent", claimer
            self.to_ask = [(claimer + 1) % 3, (claimer + 2) % 3]
            self.turn = self.to_ask.pop(0)

    def answer_claim(self, token):
        if token == "n":
            self.claims_rest = None
            self.go_on()
        elif self.to_ask:
            self.turn = self.to_ask.pop(0)
        else:
            if not self.contract.is_null:  # there the declarer claims to take no trick
                self.give_rest(self.claims_rest)
            self.end("over")

    def play(self, card):
        if card == "CL":
            self.claim()
            return
        hand = self.hands[self.turn]
        refuse_if(self.kind.pile and self.turn == self.kind.dummy, "nobody plays for a pile")
        refuse_if(card not in hand, f"{card} is not in the hand")
        if self.trick:
            led = suit_of(self.trick[0], self.contract.kind, self.ace)
            follows = [held for held in hand if suit_of(held, self.contract.kind, self.ace) == led]
            refuse_if(follows and card not in follows and not self.blind, f"{card} does not follow {self.trick[0]}")
            if suit_of(card, self.contract.kind, self.ace) != led:
                self.voids[self.turn].add(led)
        self.put_down(card)

    def put_down(self, card):
        position = self.turn
        self.hands[position].remove(card)
        self.trick.append(card)
        self.answer_due = False
        self.turn = (position + 1) % self.kind.hands
        if len(self.trick) == self.kind.hands:
            self.finish_trick()

    def finish_trick(self):
        index = trick_winner(self.trick, self.contract.kind, self.ace)
        winner = (self.trick_leader + index) % self.kind.hands
        for place, card in enumerate(self.trick):  # what lay under it is turned
            if card in self.under:
                owner = (self.trick_leader + place) % self.kind.hands
                self.hands[owner].append(self.under.pop(card))
        self.trick_cards[winner] += self.trick
        self.tricks[winner] += 1
        self.taken.append((winner, self.trick[index]))
        self.trick = []
        self.trick_leader = self.turn = winner
        null_is_lost = self.contract.is_null and winner == self.declarer
        if null_is_lost or sum(self.tricks) == self.pack.tricks:
            self.end("over")

    # -- any move --

    def apply(self, actor, token):
        if actor == "w":
            self.given_by_world(token)
            return
        refuse_if(actor not in ("0", "1", "2"), f"no actor: {actor}")
        refuse_if(self.over, "the game is over")
        position = int(actor)
        if token == "k":
            self.knock(position)
            return
        self.may_knock = []
        if token in self.AT_ANY_TURN:
            getattr(self, self.AT_ANY_TURN[token])(position)
        elif self.phase == "grand hand":
            self.answer_grand_hand(position, token)
        elif position != self.turn:
            raise Illegal(f"position {position} is not to act")
        else:
            self.act(token)

    def act(self, token):
        getattr(self, self.STEPS[self.phase])(token)

    AT_ANY_TURN = {"RE": "concede", "K": "double", "g": "propose_gift"}
    STEPS = {"name": "name_game", "auction": "auction", "offer": "answer_offer",
             "choose": "choose", "skat": "take_skat", "declare": "declare", "exchange": "exchange", "schieben": "pass_on", "play": "play",
             "gift to partner": "answer_gift", "gift to declarer": "answer_gift", "consent": "answer_consent"}

    # -- who may have been asked, for a move that was refused --

    def asked_silently(self, position):
        """Whether this player may have been asked something that needs no answer aloud."""
        if self.phase == "grand hand":
            return position in self.may_declare
        if position in self.may_knock:
            return True
        if self.phase == "schieben":  # whether to take the cards, before which to pass on
            return position == self.turn
        if self.phase == "play" and self.rules["concede_later"] != "never":
            return True
        stays = position == self.declarer and self.may_concede()
        other_talk = self.rules["kontra.levels"] or self.rules["schenken"] != "off"
        return self.may_double(position) or self.may_give(position) or bool(stays and other_talk)

    def may_be_asked(self, position):
        conceding = position == self.declarer and self.may_concede()
        asked = self.turn if self.declarer is None or self.turn is None else self.player_of(self.turn)
        return position == asked or conceding or self.asked_silently(position)


def check_choice(cards, pool, count):
    """Cards that a player puts down: so many, all different, all from the own hand."""
    refuse_if(len(cards) != count or len(set(cards)) != count, f"{count} cards are chosen")
    for card in cards:
        refuse_if(card not in pool, f"{card} is not among the cards to choose from")
