# SPDX-License-Identifier: MIT
"""The scorekeeper without one of its rules, or with another in its place: whether a game needs that rule.

PARTS names what is taken away; each entry says what of scorekeeper.py is replaced."""
import contextlib
from collections.abc import Callable, Iterator
from typing import Any
from unittest import mock

import scorekeeper as keeper
import scorekeeper_tourneeskat as tourneeskat

Change = tuple[Any, str, Any]  # of which object, which attribute, to what


def instead(name: str, function: Callable[..., Any], of: Any = keeper) -> Callable[[], list[Change]]:
    """`function` is called with the original function and its arguments."""
    original = getattr(of, name)
    return lambda: [(of, name, lambda *arguments, **named: function(original, *arguments, **named))]


def no_level(level: str) -> Callable[[], list[Change]]:
    return instead("levels_of", lambda original, *arguments, **named: {
        name: count for name, count in original(*arguments, **named).items() if name != level})


def one_more_level(original: Any, *arguments: Any, **named: Any) -> Any:
    levels = original(*arguments, **named)
    return levels | {"hand": 1} if arguments[0].hand else levels


def strength_in(ranks: str, null: bool) -> Callable[[], list[Change]]:
    def strength(original: Any, card: str, kind: str, ace: str | None = None) -> Any:
        if (kind in "NV") != null or (card[1] == "J" and not null):
            return original(card, kind, ace)
        return ranks.index(card[1])
    return instead("strength", strength)


def pretending(name: str, **attributes: Any) -> Callable[[], list[Change]]:
    """As if the game had these."""
    def pretend(original: Any, game: Any, *arguments: Any) -> Any:
        with mock.patch.multiple(game, **attributes):
            return original(game, *arguments)
    return instead(name, pretend)


def goal_above(points: int) -> Callable[[], list[Change]]:
    def reached(original: Any, game: Any, taken: int, tricks: int) -> Any:
        contract = game.contract
        if contract.is_null or contract.schneider or contract.schwarz or game.refused:
            return original(game, taken, tricks)
        return taken > points
    return instead("goal_reached", reached)


def not_raised(original: Any, game: Any, levels: Any) -> Any:
    matadors, value, overbid = original(game, levels)
    return (matadors, game.bid, True) if overbid else (matadors, value, False)


def no_game_below_the_bid(original: Any, game: Any, contract: Any) -> None:
    original(game, contract)
    if not contract.is_null and keeper.count_to_the_bid(game, keeper.levels_of(contract, False, False, game.rules))[2]:
        raise keeper.Illegal("below the bid")


def middlehand_leads(original: Any, game: Any, contract: Any) -> None:
    original(game, contract)
    game.turn = game.trick_leader = 1


def must_trump(original: Any, game: Any, card: str) -> None:
    if game.trick and card in game.hands[game.turn]:
        follow, held = game.suit(game.trick[0]), {game.suit(other) for other in game.hands[game.turn]}
        if follow not in held and "trump" in held and game.suit(card) != "trump":
            raise keeper.Illegal("a trump has to be played")
    original(game, card)


def next_player_leads(original: Any, game: Any) -> None:
    leader = game.trick_leader
    original(game)
    if not game.over:
        game.turn = game.trick_leader = (leader + 1) % keeper.PLAYERS


def null_goes_on(original: Any, game: Any) -> None:
    original(game)
    if game.over and sum(game.tricks) < game.pack.tricks:
        game.over, game.phase, game.turn = False, "play", game.trick_leader


def step_by_step(original: Any, game: Any, token: str) -> None:
    above = [value for value in game.ladder if value > game.bid]
    if above and int(token) != above[0]:
        raise keeper.Illegal("a value is left out")
    original(game, token)


def schneider_points(more: int) -> Callable[[], list[Change]]:
    def read(original: Any, options: Any) -> Any:
        rules = original(options)
        return rules | {"schneider_points": rules["schneider_points"] + more}
    return instead("read_rules", read)


def dearer(table: str) -> Callable[[], list[Change]]:
    return lambda: [(tourneeskat, table, {kind: base + 1 for kind, base in getattr(tourneeskat, table).items()})]


def bid_is_scored(original: Any, game: Any, levels: Any) -> Any:
    matadors, _, overbid = original(game, levels)
    return matadors, game.bid, overbid


def tricks_with_points(original: Any, game: Any, fault: Any) -> Any:
    """Who lost only tricks without points has lost none."""
    if sum(keeper.points_in(game.trick_cards[defender]) for defender in game.defenders()):
        return original(game, fault)
    tricks = [game.pack.tricks if position == game.declarer else 0 for position in range(keeper.PLAYERS)]
    with mock.patch.object(game, "tricks", tricks):
        return original(game, fault)


def turne(method: str, allowed: Callable[..., bool]) -> Callable[[], list[Change]]:
    def game_class(original: Any, *arguments: Any) -> Any:
        base = original(*arguments)

        def limited(game: Any, *told: Any) -> Any:
            if not allowed(game, *told):
                raise keeper.Illegal("not by these rules")
            return getattr(base, method)(game, *told)
        return type("LimitedGame", (base,), {method: limited})
    return instead("game_class", game_class, tourneeskat)


def nothing_put_aside(_original: Any, *_arguments: Any) -> None:
    raise keeper.Illegal("no card is put aside")


PARTS: dict[str, Callable[[], list[Change]]] = {
    "card points": lambda: [(keeper, "CARD_POINTS", keeper.CARD_POINTS | {"A": 10, "K": 3})],
    "six points for a six": lambda: [(keeper, "CARD_POINTS", keeper.CARD_POINTS | {"6": 0})],
    "jacks are trumps": instead("suit_of", lambda original, card, kind, ace=None: "trump" if card[0] == kind else card[0]),
    "order of the jacks": instead("strength", lambda original, card, kind, ace=None: 103 - keeper.SUITS.index(card[0])
                                  if card[1] == "J" and kind not in "NV" else original(card, kind, ace)),
    "order in a suit": strength_in("6789TQKA", null=False), "the six is the lowest": strength_in("7896QKTA", null=False),
    "order in null": strength_in("6789JQKTA", null=True),
    "no trumps in null": instead("suit_of", lambda original, card, kind, ace=None:
                                 "trump" if card[1] == "J" else original(card, kind, ace)),
    "the skat's points": pretending("points_of_declarer", skat=[]), "61 points win": goal_above(61), "60 points lose": goal_above(59),
    "72 of 144 points lose": goal_above(71),
    "announcements must be made": instead("goal_reached", lambda original, game, points, tricks: original(game, points, tricks)
                                          if game.contract.is_null else 2 * points > game.pack.points),
    "schneider": no_level("schneider"), "schwarz": no_level("schwarz"), "hand": no_level("hand"),
    "no level for hand": instead("levels_of", one_more_level), "schneider announced": no_level("schneider_announced"),
    "schwarz announced": no_level("schwarz_announced"), "ouvert": no_level("ouvert"),
    "31 points are not schneider": lambda: [(keeper.PACK_32, "schneider", 31)],
    "30 points are schneider": lambda: [(keeper.PACK_32, "schneider", 29)],
    "36 points are schneider": lambda: [(keeper.PACK_36, "schneider", 35)], "so many points are schneider": schneider_points(+1),
    "one point less is not schneider": schneider_points(-1), "matadors": instead("matadors_of", lambda original, kind, cards, rules: 1),
    "four matadors in grand": instead("trumps_from_the_top", lambda original, kind, rules:
                                      original(kind, rules) + ["CA", "SA", "HA", "DA"] * (kind == "G")),
    "matadors as held": instead("matadors_of", lambda original, kind, cards, rules:
                                original(kind, [*cards, "SJ"] if "CJ" in cards else cards, rules)),
    "matadors in the skat": pretending("count_to_the_bid", skat=[]),
    "base values": lambda: [(keeper, "SUIT_BASE", {kind: base + 1 for kind, base in keeper.SUIT_BASE.items()})],
    "base of grand": instead("read_rules", lambda original, rules: original(rules) | {"grand_base": 20}),
    "base values of turné": dearer("TURNE"), "base values of solo": dearer("SOLO"), "base values of guckser": dearer("GUCKSER"),
    "base of grand ouvert": lambda: [(tourneeskat, "GRAND_OUVERT", 20)],
    "values of null": instead("null_value", lambda original, *arguments: original(*arguments) + 1),
    "lost twice": instead("charge_factor", lambda original, won, game: 1 if won else -1),
    "lost once": instead("charge_factor", lambda original, won, game: 1 if won else -2),
    "raised to a multiple": instead("count_to_the_bid", not_raised), "overbid games are lost": pretending("count_to_the_bid", bid=0),
    "two cards are put aside": instead("check_choice", nothing_put_aside),
    "suit games below the bid": instead("begin_game", no_game_below_the_bid, keeper.Game),
    "nobody must trump": instead("play", must_trump, keeper.Game), "forehand leads": instead("begin_game", middlehand_leads, keeper.Game),
    "the winner leads": instead("finish_trick", next_player_leads, keeper.Game),
    "null ends with a trick": instead("finish_trick", null_goes_on, keeper.Game),
    "rearhand bids last": instead("end_duel", lambda original, game, survivor: game.win_auction(survivor), keeper.Game),
    "the survivor may name the lowest value": instead("end_duel", lambda original, game, survivor:
                                                     original(game, survivor) if game.first_duel or game.bid else game.all_pass(),
                                                     keeper.Game),
    "values may be left out": instead("name_value", step_by_step, keeper.Game),
    "the lowest bid": instead("bid_ladder", lambda original, rules: original(rules)[1:]),
    "the value, not the bid, is scored": instead("count_to_the_bid", bid_is_scored),
    "given up is lost simply": pretending("result_of_game", conceded=False),
    "a trick without points is a trick": instead("result_of_game", tricks_with_points),
    "the turned card makes trumps": turne("turned_contract", lambda game, token: token[0] != game.turned[-1][0]),
    "a turned jack allows grand": turne("turned_contract", lambda game, token: token != "GW"),
    "the second card": turne("turn_card", lambda game: not game.turned),
    "nobody gets the skat": instead("read_rules", lambda original, rules: original(rules) | {"ramsch.skat_to": "last_trick"})}


@contextlib.contextmanager
def without(part: str) -> Iterator[None]:
    """While it lasts, scorekeeper.py lacks that part of the rules."""
    with contextlib.ExitStack() as stack:
        stack.enter_context(mock.patch.object(keeper, "LADDERS", {}))
        for owner, name, value in PARTS[part]():
            stack.enter_context(mock.patch.object(owner, name, value))
        yield


def is_right(line: dict[str, Any], options: dict[str, Any]) -> bool:
    """Whether a line of a log has the moves, the card points and the score of a game by these rules."""
    table = line["table"]
    scorer = keeper.Scorekeeper({"rules": {"seats": len(table)} | options, "deals": "seed", "bots": [{"name": name} for name in table],
                                 "schedule": {"arrangements": [table], "deals": 1, "games": 1}})
    try:
        scorer.check_line(line | {"game": 0, "session": 0, "deal": 0, "arrangement": 0}, 0)
    except LookupError:  # it is of another number of seats
        return False
    return not any(f": {field}" in text for text in scorer.differences for field in ("moves", "score:", "result.points:"))
