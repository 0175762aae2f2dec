# SPDX-License-Identifier: MIT
"""Part of scorekeeper.py: what Turnéskat games are worth, read beside its text (tables I to III and the Lathund)."""

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
