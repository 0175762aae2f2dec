# SPDX-License-Identifier: MIT
"""Part of scorekeeper.py: a game of Turnéskat, move by move, read beside its text."""
from scorekeeper_contracts import Contract, check_announcement, contract_code, matadors_of, parse_contract
from scorekeeper_game import Game
from scorekeeper_rules import Illegal, refuse_if
from scorekeeper_tourneeskat import LEVELS_WITH_SKAT, base_of


class TurneGame(Game):
    """Game, with the skat treated as the Lathund says."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.turned = []     # cards of the skat, in the order in which they were turned
        self.shown = False   # the world still has to show the last of them
        self.named_game = None   # what was chosen when the skat was taken

    # -- before the skat is taken --

    def take_skat(self, token):
        refuse_if(self.shown, "the card is not shown yet")
        if token == "t":
            self.turn_card()
        elif self.turned:
            self.choose(self.turned_contract(token))
        elif token == "s":  # "utan kommentar ... guckser grand"
            self.choose(Contract("G"))
        elif token in ("G", "N"):
            self.choose(self.guckser(token))
        else:
            self.solo(token)

    def turn_card(self):
        refuse_if(len(self.turned) == 2, "both cards are turned")
        self.turned.append(self.skat[len(self.turned)])
        self.shown = True

    def turned_contract(self, token):
        suit, rank = self.turned[-1]
        refuse_if(token != suit + "W" and not (token == "GW" and rank == "J"), f"{token} is not what {suit}{rank} allows")
        return Contract(token[0], turned=True)

    def guckser(self, token):
        contract = Contract(token)
        check_announcement(contract, 0, self.rules)
        if token == "N" and max(self.rules["value.null"][0], self.rules["value.null"][2]) < self.bid:
            raise Illegal("a null game below the final bid, even open")
        return contract

    def solo(self, token):
        contract = parse_contract(token.split(".")[0], self.rules)
        refuse_if(not contract.hand, f"{token} before the skat is taken")
        self.declare(token)

    def choose(self, contract):
        self.named_game = contract
        self.picked_up = self.waiting_for_world = True
        self.phase = "declare"
        if not contract.is_null and self.cannot_reach_bid(contract):
            self.own_cards = list(self.hands[self.declarer])
            self.contract = contract
            self.conceded = self.over = True  # "för högt bud"
            self.phase, self.turn = "bid too high", None
        else:
            self.hands[self.declarer] += self.skat

    def cannot_reach_bid(self, contract):
        cards = self.hands[self.declarer] + self.skat
        matadors = abs(matadors_of(contract.kind, cards, self.rules))
        return base_of(contract) * (matadors + LEVELS_WITH_SKAT) < self.bid

    def given_by_world(self, token):
        if not self.shown:
            super().given_by_world(token)
            return
        refuse_if(token != self.turned[-1], "not the card that was turned")
        self.shown = False
        if len(self.turned) == 2 and token[1] != "J":  # it decides by itself
            self.choose(Contract(token[0], turned=True))

    # -- after it --

    def declare(self, token):
        if self.picked_up:
            code = token.split(".")[0]
            said = contract_code(self.named_game, self.rules)
            refuse_if(code != said and not (said == "N" and code == "NO"), f"{code} after {said}")
        super().declare(token)

    def may_concede(self):
        return super().may_concede() and self.contract.turned

    def lost_once(self):
        """Solo, and a turné of one card; everything else is lost twice."""
        return len(self.turned) == 1 or bool(self.contract and self.contract.hand)
