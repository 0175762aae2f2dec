# SPDX-License-Identifier: MIT
"""Rule sets that several tests play: one in which everything happens, and what is drawn at random, for each game."""
import dataclasses

import scorekeeper
from harness import PASS, UNIFORM, bad_bot, mixed

TRIGGERS = list(scorekeeper.TRIGGERS)
HAND = {"module": "random", "options": {"hand": 40}}
BOTS = {"r": HAND, "u": UNIFORM, "p": PASS, "b": "basic", "s": "stammtisch"}
EVERYTHING = {
    "concede": "before_lead", "passed_in": "schieberamsch", "kontra": {"levels": 4, "when": "first_trick", "who": "bidders_or_18"},
    "bock": {"triggers": ["value_over_100", "kontra_lost", "re_said", "declarer_schneider", "sixty_sixty", "last_round"],
             "ramsch_after": True},
    "ramsch_round": {"triggers": ["grand_hand_won"], "grand_hand": True}, "ramsch": {"klopfen": "always"}, "schenken": "all",
    "spitzen": {"max": 3, "grand": True}, "revolution": "exchange_and_skat", "rum": True, "sachsenspitze_base": 20, "scoring": "minus",
    "stake": 0.1, "concede_later": "consent", "claims": True,
}


def draw_triggers(chance, share):
    return [trigger for trigger in TRIGGERS if chance.random() < share]


def draw_rules(chance):
    """A rule set with every option drawn: official and unusual values alike."""
    pick = chance.choice
    bock = draw_triggers(chance, 0.3) if chance.random() < 0.6 else []
    ramsch = draw_triggers(chance, 0.15) if chance.random() < 0.5 else []
    if "last_round" in bock and "last_round" in ramsch:
        ramsch.remove("last_round")
    no_auction = chance.random() < 0.15
    rules = {
        "no_auction": no_auction, "passed_in": pick(("ramsch", "schieberamsch") + (() if no_auction else ("void",))),
        "grand_base": pick([20, 24, 24, 22]), "announce_with_skat": pick([True, False]), "ouvert_schwarz": pick([True, True, False]),
        "concede": pick(["until_second_trick", "before_lead", "never", "before_second_lead"]), "matadors": pick(["trumps", "jacks"]),
        "hand_schwarz": pick(["additive", "ladder"]), "schneider_points": pick([90, 91]),
        "schneider_schwarz": pick(["levels", "levels", "double"]), "overbid_hand": pick(["counts", "hand", "skat"]),
        "lost_factor": pick([1, 2, 2, 3]), "lost_hand": pick(["double", "single"]), "grand_ouvert_base": pick([None, 36, 30]),
        "null_values": pick([[23, 35, 46, 59], [23, 35, 46, 69], [50, 20, 90, 30]]),
        "kontra": {"levels": chance.randrange(6), "when": pick(["after_lead", "before_lead", "first_trick", "trick_turned"]),
                   "before_showing": pick([True, False]), "who": pick(["any", "bidders", "bidders_or_18"]),
                   "re_in_null": pick([True, False])},
        "schenken": pick(["off", "grand", "all"]),
        "bock": {"triggers": bock, "length": chance.randrange(6), "factor": pick([2, 2, 3]), "several": pick(["one", "each", "events"]),
                 "pending": pick(["queue", "restart", "ignore"]), "ramsch_after": pick([True, False]),
                 "doubles_trigger": pick([True, False])},
        "ramsch_round": {"triggers": ramsch, "grand_hand": pick([True, False])}, "schieben": {"jacks": pick([True, False])},
        "ramsch": {"skat_to": pick(["last_trick", "most_points", "nobody"]), "three_tie": pick(["all_lose", "nobody"]),
                   "virgin": pick(["no_trick", "no_points", "off"]), "march": pick([120, 120, 0, 60]),
                   "score": pick(["points", "each", "fixed_20_30_50", "amounts"]), "amounts": pick([[20, 30, 50], [10, 15, 20]]),
                   "tie": pick(["all_lose", "last_trick", "shared"]), "klopfen": pick(["off", "rounds", "always"])},
        "spitzen": {"max": chance.randrange(8), "grand": pick([True, False]), "levels": pick([1, 1, 2])},
        "revolution": pick(["off", "exchange", "skat", "exchange_and_skat"]), "rum": pick([True, False]),
        "sachsenspitze_base": pick([0, 20, 21]), "scoring": pick(["classic", "seeger_fabian", "minus", "opponents"]),
        "stake": pick([0, 0.1, 1]), "stake_rounding": pick([0, 0, 0.5, 7]), "bierlachs_limit": pick([0, 60, 301]),
        "decided_game": pick(["stands", "stands", "forfeited"]), "fault_value": pick(["worst", "worst", "conceded"]),
        "auction": pick(["dealer_asks", "dealer_asks", "survivor_asks", "suits"]), "revolution_grand": pick([True, False]),
        "sitting_share": pick([True, False]), "seeger_loss": pick([50, 0]),
        "concede_later": pick(["never", "consent", "consent", "rest"]), "claims": pick([True, False]),
    }
    if rules["auction"] == "suits":  # it has no rank for these
        rules |= {"revolution": "off", "sachsenspitze_base": 0}
    return rules


def tokens(line):
    """Pairs of actor and action."""
    words = line["moves"].split(" ") if line["moves"] else []
    return list(zip(words[::2], words[1::2]))


# ---- the other games ----

# Options of Skat that games do not have.
NO_AUCTION = ("no_auction", "auction", "passed_in", "overbid_hand", "kontra.who", "bock.ramsch_after", "ramsch_round", "schieben")
SUITS_ONLY = ("grand_base", "grand_ouvert_base", "null_values", "revolution",
              "sachsenspitze_base", "kontra.re_in_null", "revolution_grand")
SUITS = {"diamonds": "D", "hearts": "H", "spades": "S", "clubs": "C"}


@dataclasses.dataclass(frozen=True)
class Game:
    name: str                # the option `game`, and the sample in configs/
    without: tuple = ()      # options that the game does not have
    otherwise: dict = dataclasses.field(default_factory=dict)  # own values of options

    def options(self, rules):
        """A rule set without the options, or members of an object, that the game does not have."""
        kept = {}
        for name, value in rules.items():
            if name in self.without:
                continue
            if isinstance(value, dict):
                value = {member: inner for member, inner in value.items() if f"{name}.{member}" not in self.without}
            kept[name] = value
        return kept | {"game": self.name}

    def draw(self, chance):
        rules = self.options(draw_rules(chance))
        for name, values in self.otherwise.items():
            rules[name] = chance.choice(values)
        return rules


GAMES = (
    Game("6er-skat", otherwise={"schneider_points": [108, 109]}),
    Game("herzblatt", without=NO_AUCTION + SUITS_ONLY + ("ramsch",)),
    Game("ass", without=NO_AUCTION + SUITS_ONLY + ("ramsch", "matadors"),
         otherwise={"ace": list(SUITS)}),
    Game("raeuberskat", without=NO_AUCTION + ("revolution", "revolution_grand", "sachsenspitze_base")),
    # Nobody knows their own cards.
    Game("idiotenskat", without=(
        "passed_in", "no_auction", "announce_with_skat", "ouvert_schwarz", "overbid_hand", "grand_ouvert_base",
        "bock.ramsch_after", "ramsch_round", "schieben", "ramsch", "spitzen", "revolution", "revolution_grand",
        "kontra.before_showing", "rum", "concede_later", "claims")),
)

FOR_TWO = ("pilot", "strohmann", "oma", "offiziersskat")
HANDS = {game: 2 if game == "offiziersskat" else 3 for game in FOR_TWO}
CLUB = "stammtisch"
DUMMY = ("no_auction", "auction", "passed_in", "schenken", "revolution", "revolution_grand", "sitting_share",
         "bock.ramsch_after", "ramsch_round", "ramsch", "schieben", "concede_later", "claims")
OFFICERS = DUMMY + ("announce_with_skat", "ouvert_schwarz", "concede", "hand_schwarz", "overbid_hand", "lost_hand",
                    "grand_ouvert_base", "null_values", "kontra.when", "kontra.who", "kontra.re_in_null",
                    "kontra.before_showing", "spitzen", "rum", "sachsenspitze_base")
GAMES_FOR_TWO = tuple(Game(name, without=OFFICERS if HANDS[name] == 2 else DUMMY) for name in FOR_TWO)


def draw_tourneeskat(chance):
    return {"game": "tourneeskat", "guckser_null": chance.random() < 0.6,
            "no_auction": chance.random() < 0.1,
            "concede": chance.choice(["before_second_lead", "before_second_lead", "before_lead",
                                      "until_second_trick", "never"]),
            "null_values": chance.choice([[15, 20, 30, 40], [18, 23, 16, 59]]),
            "scoring": chance.choice(["classic", "seeger_fabian", "minus"]),
            "stake": chance.choice([0, 0.1]), "stake_rounding": chance.choice([0, 0, 1]), "bierlachs_limit": chance.choice([0, 60]),
            "seeger_loss": chance.choice([50, 0]),
            "decided_game": chance.choice(["stands", "stands", "forfeited"]),
            "fault_value": chance.choice(["worst", "worst", "conceded"])}


DRAW = {"skat": draw_rules, "tourneeskat": draw_tourneeskat} | {game.name: game.draw for game in GAMES + GAMES_FOR_TWO}


def draw_run(game, chance, bots=None):
    """The fields of a config: a rule set of this game, and bots at a table of it; of those that bots gives a name to, by default
    such as make no mistakes."""
    bots = bots or BOTS | ({"e": bad_bot("wild", wild=0), "m": mixed(concede=10)} if game == "skat" else {})
    table = [chance.choice(list(bots)) for _ in range(2 if game in FOR_TWO else chance.choice([3, 3, 4, 5]))]
    return {"rules": DRAW[game](chance), "deals": chance.choice([5, 8]), "sessions": 2, "seats": table,
            "bots": {name: bots[name] for name in set(table)}, "schedule": chance.choice(["fixed", "rotations"])}
