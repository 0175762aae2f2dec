# SPDX-License-Identifier: MIT
"""Turnéskat for scorekeeper.py: read beside the text of Turnéskat (tables I to III and the Lathund).

Part of scorekeeper.py, which asks for it where the manifest names this game."""
from typing import Any

# Table III: base values by what declarer does with the skat.
TURNE = {"D": 5, "H": 6, "S": 7, "C": 8, "G": 12}
SOLO = {"D": 9, "H": 10, "S": 11, "C": 12, "G": 20}
GUCKSER = {"G": 16}
GRAND_OUVERT = 24
LEVELS_WITH_SKAT = 3     # table I: simple, schneider, schwarz
LEVELS_OF_SOLO = 5       # table II: up to schwarz announced
NULL_WITH_SKAT = (0, 2)  # places of guckser nullo and guckser null ouvert in value.null

DEFAULTS = {
    "tourneeskat.guckser_null": True, "passed_in": "ramsch", "concede": "before_second_lead",
    "value.schneider_points": 91, "value.lost_hand": "single", "value.grand_ouvert": GRAND_OUVERT, "value.null": [15, 20, 30, 40],
    "ramsch.skat_to": "nobody", "ramsch.score": "amounts", "ramsch.tie": "last_trick", "ramsch.march": 0}


def most_matadors(kind):
    return 4 if kind == "G" else 11


def base_of(contract):
    """None where the game is not played so."""
    if contract.kind == "G" and contract.ouvert:
        return GRAND_OUVERT
    table = TURNE if contract.turned else SOLO if contract.hand else GUCKSER
    return table.get(contract.kind)


def bid_ladder(rules):
    values = {value for place, value in enumerate(rules["value.null"]) if rules["tourneeskat.guckser_null"] or place not in NULL_WITH_SKAT}
    for table, levels in ((TURNE, LEVELS_WITH_SKAT), (GUCKSER, LEVELS_WITH_SKAT), (SOLO, LEVELS_OF_SOLO)):
        for kind, base in table.items():
            values |= {base * multiplier for multiplier in range(2, most_matadors(kind) + levels + 1)}
    # "Vinstnivån för grand ouvert räknas alltid som angiven schwarz."
    values |= {GRAND_OUVERT * (matadors + LEVELS_OF_SOLO) for matadors in range(1, 5)}
    return sorted(values)


def announcement_fault(contract, rules):
    """Why a game is not one of this text's, or None."""
    if contract.is_null:
        if contract.turned or (not contract.hand and not rules["tourneeskat.guckser_null"]):
            return "no such null game"
        return None
    if base_of(contract) is None:
        return "no such game"
    if contract.ouvert and contract.kind != "G":
        return "only grand and null are played open"
    if contract.schneider and not contract.hand:
        return "only solo games announce schneider or schwarz"
    return None


def game_class(Game: Any, Illegal: Any, tools: Any) -> Any:
    """Game, with the skat treated as here. `tools`: the module of scorekeeper.py."""

    class TurneGame(Game):
        def __init__(self, *arguments):
            super().__init__(*arguments)
            self.turned = []     # cards of the skat, in the order in which they were turned
            self.shown = False   # the world still has to show the last of them
            self.named_game = None   # what was chosen when the skat was taken

        # -- before the skat is taken --

        def take_skat(self, token):
            tools.refuse_if(self.shown, "the card is not shown yet")
            if token == "t":
                self.turn_card()
            elif self.turned:
                self.choose(self.turned_contract(token))
            elif token == "s":  # "utan kommentar ... guckser grand"
                self.choose(tools.Contract("G"))
            elif token in ("G", "N"):
                self.choose(self.guckser(token))
            else:
                self.solo(token)

        def turn_card(self):
            tools.refuse_if(len(self.turned) == 2, "both cards are turned")
            self.turned.append(self.skat[len(self.turned)])
            self.shown = True

        def turned_contract(self, token):
            suit, rank = self.turned[-1]
            tools.refuse_if(token != suit + "W" and not (token == "GW" and rank == "J"), f"{token} is not what {suit}{rank} allows")
            return tools.Contract(token[0], turned=True)

        def guckser(self, token):
            contract = tools.Contract(token)
            tools.check_announcement(contract, 0, self.rules)
            if token == "N" and max(self.rules["value.null"][0], self.rules["value.null"][2]) < self.bid:
                raise Illegal("a null game below the final bid, even open")
            return contract

        def solo(self, token):
            contract = tools.parse_contract(token.split(".")[0], self.rules)
            tools.refuse_if(not contract.hand, f"{token} before the skat is taken")
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
            matadors = abs(tools.matadors_of(contract.kind, cards, self.rules))
            return base_of(contract) * (matadors + LEVELS_WITH_SKAT) < self.bid

        def given_by_world(self, token):
            if not self.shown:
                super().given_by_world(token)
                return
            tools.refuse_if(token != self.turned[-1], "not the card that was turned")
            self.shown = False
            if len(self.turned) == 2 and token[1] != "J":  # it decides by itself
                self.choose(tools.Contract(token[0], turned=True))

        # -- after it --

        def declare(self, token):
            if self.picked_up:
                code = token.split(".")[0]
                said = tools.contract_code(self.named_game, self.rules)
                tools.refuse_if(code != said and not (said == "N" and code == "NO"), f"{code} after {said}")
            super().declare(token)

        def may_concede(self):
            return super().may_concede() and self.contract.turned

        def lost_once(self):
            """Solo, and a turné of one card; everything else is lost twice."""
            return len(self.turned) == 1 or bool(self.contract and self.contract.hand)

    return TurneGame
