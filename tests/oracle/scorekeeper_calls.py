# SPDX-License-Identifier: MIT
"""The auction by suits a second time, from rules.md 3.1: its table of ranks, what may be named, and what declarer owes."""

# The codes of the games that can be named, from the lowest rank.
RANKS = ["D", "H", "S", "C", "DH", "HH", "SH", "CH", "NH", "GH", "NOH", "GO"]


def by_suits(rules):
    return rules["auction"] == "suits"


def nameable(rules, games, blind):
    """The games that can be named where these are played, lowest first; who does not see the own cards leaves the skat, and opens
    nothing."""
    return [code for code in RANKS if code[0] in games and not (blind and (len(code) == 1 or "O" in code))]


def rank_in_full(code):
    """By a code that says hand where it is, too; 0 for what cannot be named."""
    code = {"GOH": "GO", "GO": ""}.get(code, code)
    return 1 + RANKS.index(code) if code in RANKS else 0


def rank_of(contract):
    """The rank of what is announced, or 0: an open suit game is a solo as any other."""
    return rank_in_full(contract.kind + "O" * (contract.ouvert and contract.kind in "NG") + "H" * contract.hand)


def named_rank(token, rules):
    """The rank of a move that names a game; 0 if it names none."""
    word, _, code = token.partition(".")
    if "with_skat" in rules["announcements"]:  # ouvert does not imply hand there
        return rank_in_full(code) if word == "f" else 0
    return 1 + RANKS.index(code) if word == "f" and code in RANKS else 0


def leaves_the_skat(rank):
    """After a game by hand was named."""
    return rank > RANKS.index("C") + 1
