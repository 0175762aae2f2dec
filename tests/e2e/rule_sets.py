# SPDX-License-Identifier: MIT
"""Rule sets that several tests play: one in which everything happens, and what is drawn at random, for each game."""
import dataclasses

import scorekeeper_rounds
from harness import PASS, UNIFORM, bad_bot, mixed

TRIGGERS = list(scorekeeper_rounds.TRIGGERS)
HAND = {"module": "random", "options": {"hand": 40}}
BOTS = {"r": HAND, "u": UNIFORM, "p": PASS, "b": "basic", "s": "stammtisch"}
EVERYTHING = {
    "concede": "before_lead", "passed_in": "schieberamsch", "kontra": {"levels": 4, "when": "first_trick", "who": "bidders_or_18"},
    "bock": {"triggers": ["value_over_100", "kontra_lost", "re_said", "declarer_schneider", "sixty_sixty", "last_round"],
             "ramsch_after": True},
    "ramsch_round": {"triggers": ["grand_hand_won"], "grand_hand": True}, "ramsch": {"klopfen": "always"}, "schenken": "all",
    "spitzen": {"max": 3, "grand": True}, "revolution": ["exchange", "skat"], "rum": True, "sachsenspitze": 20,
    "scoring": {"system": "minus"}, "money": {"stake": 0.1}, "concede_later": "consent", "claims": "consent",
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
    auction = "none" if chance.random() < 0.15 else pick(["dealer_asks", "dealer_asks", "survivor_asks", "suits"])
    rules = {
        "auction": auction, "passed_in": pick(("ramsch", "schieberamsch") + (() if auction == "none" else ("void",))),
        "announcements": pick([[], ["with_skat"], ["with_skat"], ["with_skat", "ouvert_alone"], ["ouvert_alone"]]),
        "concede": pick(["until_second_trick", "before_lead", "never", "before_second_lead"]),
        "value": {"grand": pick([20, 24, 24, 22]), "null": pick([[23, 35, 46, 59], [23, 35, 46, 69], [50, 20, 90, 30]]),
                  "grand_ouvert": pick([None, 36, 30]), "matadors": pick(["trumps", "jacks"]), "lost_factor": pick([1, 2, 2, 3]),
                  "lost_hand": pick(["double", "single"]), "overbid_hand": pick(["counts", "hand", "skat"]),
                  "schneider_points": pick([90, 91]), "schneider_schwarz": pick(["levels", "ladder", "double"])},
        "kontra": {"levels": chance.randrange(6), "when": pick(["after_lead", "before_lead", "first_trick", "trick_turned"]),
                   "before_showing": pick([True, False]), "who": pick(["any", "bidders", "bidders_or_18"]),
                   "re_in_null": pick([True, False])},
        "schenken": pick(["off", "grand", "all"]),
        "bock": {"triggers": bock, "length": chance.randrange(6), "factor": pick([2, 2, 3]), "several": pick(["one", "each", "events"]),
                 "pending": pick(["queue", "restart", "ignore"]), "ramsch_after": pick([True, False]),
                 "doubles_trigger": pick([True, False])},
        "ramsch_round": {"triggers": ramsch, "length": chance.randrange(5), "game": pick(["schieberamsch", "ramsch"]),
                         "grand_hand": pick([True, False]), "kontra": pick([True, False])},
        "ramsch": {"skat_to": pick(["last_trick", "most_points", "nobody"]), "virgin": pick(["no_trick", "no_points", "off"]),
                   "march": pick([120, 120, 0, 60]), "tie": pick(["all_lose", "two_lose", "last_trick", "shared"]),
                   "score": pick(["points", "each", "amounts", "fewest"]), "amounts": pick([[0, 0, 0], [10, 15, 20], [23, 37, 0]]),
                   "jacks": pick([True, False]), "klopfen": pick(["off", "rounds", "always"])},
        "spitzen": {"max": chance.randrange(8), "grand": pick([True, False]), "levels": pick([1, 1, 2])},
        "revolution": [word for word in ("exchange", "skat", "grand_ouvert") if chance.random() < 0.5], "rum": pick([True, False]),
        "sachsenspitze": pick([0, 20, 21]), "money": {"stake": pick([0, 0.1, 1]), "rounding": pick([0, 0, 0.5, 7])},
        "scoring": {"system": pick(["classic", "seeger_fabian", "minus", "opponents"]), "lost_game": pick([50, 0, 30]),
                    "won_game": pick([50, 50, 0]), "lost_by_other": pick([0, 20]), "limit": pick([0, 60, 301]),
                    "sitting_share": pick([True, False])},
        "faults": pick(["worst", "worst", "conceded"]),
        "concede_later": pick(["never", "consent", "consent", "rest"]), "claims": pick(["never", "sure", "consent"]),
    }
    if rules["auction"] == "suits":  # it has no rank for these
        rules |= {"revolution": [word for word in rules["revolution"] if word == "grand_ouvert"], "sachsenspitze": 0}
    return rules


def tokens(line):
    """Pairs of actor and action."""
    words = line["moves"].split(" ") if line["moves"] else []
    return list(zip(words[::2], words[1::2]))


# ---- the other games ----

# Options of Skat that games do not have.
NO_AUCTION = ("auction", "passed_in", "value.overbid_hand", "kontra.who", "bock.ramsch_after", "ramsch_round", "ramsch.jacks")
SUITS_ONLY = ("value.grand", "value.grand_ouvert", "value.null", "kontra.re_in_null", "revolution", "sachsenspitze")
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
        if "passed_in" in self.without and rules.get("auction") == "none":
            del rules["auction"]
        for name, values in self.otherwise.items():
            group, member = name.split(".")
            rules[group] = rules.get(group, {}) | {member: chance.choice(values)}
        return rules


GAMES = (
    Game("6er-skat", otherwise={"value.schneider_points": [108, 109]}),
    Game("herzblatt", without=NO_AUCTION + SUITS_ONLY + ("ramsch",)),
    Game("ass", without=NO_AUCTION + SUITS_ONLY + ("ramsch", "value.matadors"),
         otherwise={"ass.ace": list(SUITS)}),
    Game("raeuberskat", without=NO_AUCTION + ("revolution", "sachsenspitze")),
    # Nobody knows their own cards.
    Game("idiotenskat", without=(
        "passed_in", "announcements", "value.overbid_hand", "value.grand_ouvert", "bock.ramsch_after", "ramsch_round",
        "ramsch", "spitzen", "revolution", "kontra.before_showing", "rum", "concede_later", "claims")),
)

FOR_TWO = ("pilot", "strohmann", "oma", "offiziersskat")
HANDS = {game: 2 if game == "offiziersskat" else 3 for game in FOR_TWO}
CLUB = "stammtisch"
DUMMY = ("auction", "passed_in", "schenken", "revolution", "scoring.sitting_share",
         "bock.ramsch_after", "ramsch_round", "ramsch", "concede_later", "claims")
OFFICERS = DUMMY + ("announcements", "concede", "value.overbid_hand", "value.lost_hand", "value.grand_ouvert", "value.null", "kontra.when",
                    "kontra.who", "kontra.re_in_null", "kontra.before_showing", "spitzen", "rum", "sachsenspitze")
GAMES_FOR_TWO = tuple(Game(name, without=OFFICERS if HANDS[name] == 2 else DUMMY) for name in FOR_TWO)


def draw_tourneeskat(chance):
    return {"game": "tourneeskat", "tourneeskat": {"guckser_null": chance.random() < 0.6},
            "concede": chance.choice(["before_second_lead", "before_second_lead", "before_lead",
                                      "until_second_trick", "never"]),
            "value": {"null": chance.choice([[15, 20, 30, 40], [18, 23, 16, 59]])},
            "scoring": {"system": chance.choice(["classic", "seeger_fabian", "minus"]), "lost_game": chance.choice([50, 0]),
                        "won_game": chance.choice([50, 0]), "lost_by_other": chance.choice([0, 20]),
                        "limit": chance.choice([0, 60])},
            "money": {"stake": chance.choice([0, 0.1]), "rounding": chance.choice([0, 0, 1])},
            "faults": chance.choice(["worst", "worst", "conceded"])}


DRAW = {"skat": draw_rules, "tourneeskat": draw_tourneeskat} | {game.name: game.draw for game in GAMES + GAMES_FOR_TWO}


def draw_run(game, chance, bots=None):
    """The fields of a config: a rule set of this game, and bots at a table of it; of those that bots gives a name to, by default
    such as make no mistakes."""
    bots = bots or BOTS | ({"e": bad_bot("wild", wild=0), "m": mixed(concede=10)} if game == "skat" else {})
    table = [chance.choice(list(bots)) for _ in range(2 if game in FOR_TWO else chance.choice([3, 3, 4, 5]))]
    return {"rules": DRAW[game](chance), "deals": chance.choice([5, 8]), "sessions": 2, "seats": table,
            "bots": {name: bots[name] for name in set(table)}, "schedule": chance.choice(["fixed", "rotations"])}
