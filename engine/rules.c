// SPDX-License-Identifier: MIT
#include "engine/rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/variant.h"

static const char *const passed_in_names[] = {"void", "ramsch", "schieberamsch"};
static const char *const auction_names[] = {"dealer_asks", "survivor_asks", "suits", "none"};
static const char *const announcement_names[] = {"with_skat", "ouvert_alone"};
static const char *const concede_names[] = {"until_second_trick", "before_lead", "never",
                                            "before_second_lead"};
static const char *const concede_later_names[] = {"never", "consent", "rest"};
static const char *const claims_names[] = {"never", "sure", "consent"};
static const char *const matadors_names[] = {"trumps", "jacks"};
static const char *const schneider_schwarz_names[] = {"levels", "ladder", "double"};
static const char *const overbid_hand_names[] = {"counts", "hand", "skat"};
static const char *const lost_hand_names[] = {"double", "single"};
static const char *const kontra_when_names[] = {"after_lead", "before_lead", "first_trick",
                                                "trick_turned"};
static const char *const kontra_who_names[] = {"any", "bidders", "bidders_or_18"};
static const char *const schenken_names[] = {"off", "grand", "all"};
static const char *const several_names[] = {"one", "each", "events"};
static const char *const pending_names[] = {"queue", "restart", "ignore"};
static const char *const skat_to_names[] = {"last_trick", "most_points", "nobody"};
static const char *const virgin_names[] = {"no_trick", "no_points", "off"};
static const char *const ramsch_score_names[] = {"points", "each", "amounts", "fewest"};
static const char *const ramsch_round_game_names[] = {"schieberamsch", "ramsch"};
static const char *const ramsch_tie_names[] = {"all_lose", "two_lose", "last_trick", "shared"};
static const char *const klopfen_names[] = {"off", "rounds", "always"};
static const char *const revolution_names[] = {"exchange", "skat", "grand_ouvert"};
static const char *const scoring_names[] = {"classic", "seeger_fabian", "minus", "opponents"};
static const char *const faults_names[] = {"worst", "conceded"};
const char *const skat_variant_names[SKAT_VARIANTS] = {
    [SKAT_VARIANT_SKAT] = "skat",
    [SKAT_VARIANT_TOURNEESKAT] = "tourneeskat",
    [SKAT_VARIANT_SECHSER] = "6er-skat",
    [SKAT_VARIANT_HERZBLATT] = "herzblatt",
    [SKAT_VARIANT_ASS] = "ass",
    [SKAT_VARIANT_RAEUBERSKAT] = "raeuberskat",
    [SKAT_VARIANT_IDIOTENSKAT] = "idiotenskat",
    [SKAT_VARIANT_PILOT] = "pilot",
    [SKAT_VARIANT_STROHMANN] = "strohmann",
    [SKAT_VARIANT_OMA] = "oma",
    [SKAT_VARIANT_OFFIZIERSSKAT] = "offiziersskat",
};
const char *const skat_trigger_names[SKAT_TRIGGERS] = {
    [SKAT_TRIGGER_VALUE_OVER_100] = "value_over_100",
    [SKAT_TRIGGER_GRAND_HAND_WON] = "grand_hand_won",
    [SKAT_TRIGGER_GRAND_HAND_PLAYED] = "grand_hand_played",
    [SKAT_TRIGGER_KONTRA_LOST] = "kontra_lost",
    [SKAT_TRIGGER_RE_SAID] = "re_said",
    [SKAT_TRIGGER_RE_WON] = "re_won",
    [SKAT_TRIGGER_DECLARER_SCHNEIDER] = "declarer_schneider",
    [SKAT_TRIGGER_SIXTY_SIXTY] = "sixty_sixty",
    [SKAT_TRIGGER_LAST_ROUND] = "last_round",
    [SKAT_TRIGGER_SCORE_MULTIPLE_OF_100] = "score_multiple_of_100",
    [SKAT_TRIGGER_SCORE_THREE_EQUAL_DIGITS] = "score_three_equal_digits",
    [SKAT_TRIGGER_VALUE_AT_LEAST_72] = "value_at_least_72",
    [SKAT_TRIGGER_VALUE_AT_LEAST_96] = "value_at_least_96",
    [SKAT_TRIGGER_KONTRA_FAILED] = "kontra_failed",
    [SKAT_TRIGGER_SCORE_ENDS_IN_THREE_EQUAL_DIGITS] = "score_ends_in_three_equal_digits",
    [SKAT_TRIGGER_GRAND_HAND_LOST] = "grand_hand_lost",
    [SKAT_TRIGGER_NULL_OUVERT_HAND_PLAYED] = "null_ouvert_hand_played",
};

/* Triggers that look at the same thing are one event; each other one is an event by itself
 * (rules.md 7.3). */
static const uint32_t events[] = {
    1u << SKAT_TRIGGER_VALUE_OVER_100 | 1u << SKAT_TRIGGER_VALUE_AT_LEAST_72 |
        1u << SKAT_TRIGGER_VALUE_AT_LEAST_96,
    1u << SKAT_TRIGGER_GRAND_HAND_WON | 1u << SKAT_TRIGGER_GRAND_HAND_PLAYED |
        1u << SKAT_TRIGGER_GRAND_HAND_LOST,
    1u << SKAT_TRIGGER_KONTRA_LOST | 1u << SKAT_TRIGGER_KONTRA_FAILED | 1u << SKAT_TRIGGER_RE_SAID |
        1u << SKAT_TRIGGER_RE_WON,
    1u << SKAT_TRIGGER_SCORE_MULTIPLE_OF_100 | 1u << SKAT_TRIGGER_SCORE_THREE_EQUAL_DIGITS |
        1u << SKAT_TRIGGER_SCORE_ENDS_IN_THREE_EQUAL_DIGITS,
};

uint32_t skat_first_of_each_event(uint32_t triggers)
{
    for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
        const uint32_t fired = triggers & events[i];
        triggers &= ~(fired & (fired - 1)); /* only the first one stays */
    }
    return triggers;
}
static const char *const ace_names[] = {"diamonds", "hearts", "spades", "clubs"};
static const int schneider_points[] = {90, 91, 108, 109}; /* those of the deck: options_agree */
static const int grand_ouvert_bases[] = {0, 36, 30};
static const int sachsenspitze_bases[] = {0, 20, 21};

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))
/* Name and place: of an option of its own, or of a member of an object, "kontra.when" in the field
 * kontra_when. Then the section of docs/rules.md. */
#define OF(field) #field, offsetof(struct skat_rules, field)
#define IN(object, member) #object "." #member, offsetof(struct skat_rules, object##_##member)
/* Type and values. */
#define INT(low, high) SKAT_OPTION_INT, low, high, 1, NULL, NULL
#define INTS(number, low, high) SKAT_OPTION_INTS, low, high, number, NULL, NULL
#define DECIMAL(low, high) SKAT_OPTION_DECIMAL, low, high, 1, NULL, NULL
#define BOOL SKAT_OPTION_BOOL, 0, 1, 1, NULL, NULL
#define CHOICE(names) SKAT_OPTION_CHOICE, 0, 0, COUNT(names), names, NULL
#define SET(names) SKAT_OPTION_SET, 0, 0, COUNT(names), names, NULL
#define ONE_OF(values) SKAT_OPTION_ONE_OF, 0, 0, COUNT(values), NULL, values
#define ONE_OF_OR_NULL(values) SKAT_OPTION_ONE_OF_OR_NULL, 0, 0, COUNT(values), NULL, values

/* In the order of a game, and of the sections of docs/rules.md; in a group, what is changed most
 * often comes first. Members of an object are adjacent. */
const struct skat_rule_option skat_rule_options[] = {
    {OF(game), "10", CHOICE(skat_variant_names),
     "Skat, or a variant game, which has defaults of its own"},
    {OF(seats), "2", INT(SKAT_SEATS_MIN, SKAT_SEATS_MAX), "players at the table"},
    {OF(deals), "2", INT(0, 1000000000),
     "deals in a session; 0: twelve per seat, four in Räuberskat"},
    {OF(passed_in), "3", CHOICE(passed_in_names), "what happens when everybody passes"},
    {OF(auction), "3", CHOICE(auction_names),
     "who asks, the dealer or the survivor of the first two; suits: games are named, not values; "
     "none: nobody bids, and every deal counts as passed in"},
    {OF(announcements), "4", SET(announcement_names),
     "with_skat: schneider, schwarz and ouvert may be announced after picking up the skat, too; "
     "ouvert_alone: an open suit or grand game does not announce schwarz"},
    {OF(concede), "4", CHOICE(concede_names), "how long declarer may concede"},
    {OF(concede_later), "4", CHOICE(concede_later_names),
     "whether a side may give up later: never, if the others consent, or for the rest"},
    {OF(claims), "5", CHOICE(claims_names),
     "whether a player may claim all tricks that are left: never, if it is sure of them, or "
     "otherwise if both others agree"},
    {IN(value, grand), "4", INT(1, 100), "base value of grand: 24, or 20 as until 1932"},
    {IN(value, null), "6", INTS(SKAT_NULL_KINDS, 1, 999),
     "values of null, null hand, null ouvert, null ouvert hand"},
    {IN(value, grand_ouvert), "6", ONE_OF_OR_NULL(grand_ouvert_bases),
     "base value of grand ouvert as a game of its own; null: ouvert is a level"},
    {IN(value, matadors), "6", CHOICE(matadors_names),
     "which cards count as matadors in suit games"},
    {IN(value, lost_factor), "6", INT(1, 4), "how many times a lost game counts"},
    {IN(value, lost_hand), "6", CHOICE(lost_hand_names),
     "whether a lost hand game counts value.lost_factor times or once"},
    {IN(value, overbid_hand), "6", CHOICE(overbid_hand_names),
     "whether matadors in the skat can overbid a hand game"},
    {IN(value, schneider_points), "6", ONE_OF(schneider_points),
     "card points with which declarer makes the defenders schneider; 108 and 109 with the sixes"},
    {IN(value, schneider_schwarz), "6", CHOICE(schneider_schwarz_names),
     "whether schneider and schwarz add a level or double the value; ladder: schwarz in a hand "
     "game also counts the level of schneider announced"},
    {IN(kontra, levels), "7.1", INT(0, SKAT_KONTRA_LEVELS_MAX),
     "doublings allowed: 0 none, 1 kontra, 2 re, 3 supra, 4 hirsch ..."},
    {IN(kontra, when), "7.1", CHOICE(kontra_when_names), "when kontra may be said"},
    {IN(kontra, who), "7.1", CHOICE(kontra_who_names), "which defenders may say kontra"},
    {IN(kontra, re_in_null), "7.1", BOOL,
     "whether re may answer kontra in a null game that is not open"},
    {IN(kontra, before_showing), "7.1", BOOL,
     "whether kontra in an open game must be said before the hand is shown"},
    {OF(schenken), "7.2", CHOICE(schenken_names),
     "games in which the defenders may offer to give up"},
    {IN(bock, triggers), "7.3", SET(skat_trigger_names), "what opens a bock round"},
    {IN(bock, length), "7.3", INT(0, 1000), "deals in a bock round; 0: as many as seats"},
    {IN(bock, factor), "7.3", INT(2, 10), "how many times the deals of a bock round count"},
    {IN(bock, several), "7.3", CHOICE(several_names),
     "how many rounds several triggers in one deal open: one, each, or each event (kontra and re "
     "are one)"},
    {IN(bock, pending), "7.3", CHOICE(pending_names), "what a trigger inside a bock round does"},
    {IN(bock, doubles_trigger), "7.3", BOOL,
     "whether the deal that opens a bock round counts bock.factor times itself"},
    {IN(bock, ramsch_after), "7.3", BOOL, "whether a round of ramsch follows each bock round"},
    {IN(ramsch_round, triggers), "7.3", SET(skat_trigger_names), "what opens a round of ramsch"},
    {IN(ramsch_round, length), "7.3", INT(0, 1000),
     "deals in a round of ramsch; 0: as many as seats"},
    {IN(ramsch_round, game), "7.3", CHOICE(ramsch_round_game_names),
     "what is played in such a round"},
    {IN(ramsch_round, grand_hand), "7.3", BOOL,
     "whether each player may declare grand hand once in such a round"},
    {IN(ramsch_round, kontra), "7.3", BOOL,
     "whether a grand hand in such a round may be doubled, by either defender"},
    {IN(ramsch, skat_to), "7.4", CHOICE(skat_to_names), "who gets the skat in ramsch"},
    {IN(ramsch, virgin), "7.4", CHOICE(virgin_names),
     "which players are virgins, each of whom doubles the loss"},
    {IN(ramsch, march), "7.4", INT(0, 1000),
     "what taking all tricks wins; 0: it loses like any ramsch"},
    {IN(ramsch, tie), "7.4", CHOICE(ramsch_tie_names),
     "who loses when several have the most points; two_lose: if all three have, nobody"},
    {IN(ramsch, score), "7.4", CHOICE(ramsch_score_names),
     "what ramsch costs, and whom; fewest: it is won by the fewest points"},
    {IN(ramsch, amounts), "7.4", INTS(SKAT_RAMSCH_AMOUNTS_MAX, 0, 1000),
     "with ramsch.score amounts: what the loser pays with no virgin, one and two; fewest: what "
     "each "
     "winner gets who has fewest points alone, with another, with both; all 0: 20, 30, 50 and 20, "
     "10, 10"},
    {IN(ramsch, jacks), "7.5", BOOL,
     "schieberamsch: whether a player who took the skat may pass on jacks"},
    {IN(ramsch, klopfen), "7.5", CHOICE(klopfen_names),
     "in which ramsch players may knock (klopfen), which doubles it"},
    {IN(spitzen, max), "7.6", INT(0, SKAT_SPITZEN_MAX),
     "how many spitzen may be announced in suit games"},
    {IN(spitzen, grand), "7.6", BOOL,
     "whether a spitze may be announced in grand, with the diamond jack"},
    {IN(spitzen, levels), "7.6", INT(1, 2), "how many levels each spitze is"},
    {OF(revolution), "7.7", SET(revolution_names),
     "played if the defenders may exchange their cards or use the skat; grand_ouvert: they "
     "exchange in grand ouvert, too"},
    {OF(rum), "7.8", BOOL, "whether the skat may be shown before it is taken, for one level"},
    {OF(sachsenspitze), "7.9", ONE_OF(sachsenspitze_bases),
     "base value of the sächsische Spitze; 0: not played"},
    {IN(scoring, system), "8.1", CHOICE(scoring_names), "how a session is scored"},
    {IN(scoring, won_game), "8.1", INT(0, 1000),
     "what a won game adds for declarer in Seeger and Fabian's points"},
    {IN(scoring, lost_game), "8.1", INT(0, 1000),
     "what a lost game costs declarer in Seeger and Fabian's points"},
    {IN(scoring, lost_by_other), "8.1", INT(0, 1000),
     "what each other player gets for a lost game in Seeger and Fabian's points; 0: 40, from four "
     "seats on 30"},
    {IN(scoring, limit), "8.1", INT(0, 100000),
     "minus points that lose a round of Bierlachs; 0: 301 with scoring.system minus, 401 from "
     "four seats on"},
    {IN(scoring, sitting_share), "8.1", BOOL,
     "scoring.system opponents: whether a seat that sits out scores as the player in rearhand "
     "does"},
    {IN(money, stake), "8.2", DECIMAL(0, 1000000000),
     "money per point, settled between every two seats"},
    {IN(money, rounding), "8.2", DECIMAL(0, 1000000000),
     "what every two seats settle after a session is rounded to a multiple of this; 0: exact"},
    {OF(faults), "8.3", CHOICE(faults_names),
     "what a fault costs: the worst that the deal could still have cost, or what a concession "
     "costs"},
    {IN(tourneeskat, guckser_null), "10.1", BOOL, "whether null games with the skat are played"},
    {IN(ass, ace), "10.4", CHOICE(ace_names),
     "the suit of the ace whose holder plays alone and which is the highest trump"},
};
const int skat_rule_option_count = COUNT(skat_rule_options);

const struct skat_rule_option *skat_rule_option_find(const char *name)
{
    for (int i = 0; i < skat_rule_option_count; i++)
        if (strcmp(skat_rule_options[i].name, name) == 0)
            return &skat_rule_options[i];
    return NULL;
}

int *skat_rule_option_value(struct skat_rules *rules, const struct skat_rule_option *option)
{
    return (int *)(void *)((char *)rules + option->offset);
}

const char *skat_rule_option_allowed(const struct skat_rule_option *option, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    switch (option->type) {
    case SKAT_OPTION_INT:
        snprintf(text, size, "%d..%d", option->min, option->max);
        break;
    case SKAT_OPTION_BOOL:
        snprintf(text, size, "true | false");
        break;
    case SKAT_OPTION_INTS:
        snprintf(text, size, "%d integers, each %d..%d", option->count, option->min, option->max);
        break;
    case SKAT_OPTION_DECIMAL:
        snprintf(text, size, "a number from %.0f to %.0f with at most three decimals",
                 option->min / 1000.0, option->max / 1000.0);
        break;
    case SKAT_OPTION_SET:
        used = (size_t)snprintf(text, size, "an array of ");
        /* fall through */
    case SKAT_OPTION_CHOICE:
        for (int i = 0; i < option->count && used < size; i++)
            used += (size_t)snprintf(text + used, size - used, "%s\"%s\"", i ? " | " : "",
                                     option->names[i]);
        break;
    case SKAT_OPTION_ONE_OF:
    case SKAT_OPTION_ONE_OF_OR_NULL:
        for (int i = 0; i < option->count && used < size; i++)
            used += (size_t)(option->values[i] || option->type == SKAT_OPTION_ONE_OF
                                 ? snprintf(text + used, size - used, "%s%d", i ? " | " : "",
                                            option->values[i])
                                 : snprintf(text + used, size - used, "%snull", i ? " | " : ""));
        break;
    }
    return text;
}

void skat_rules_official(struct skat_rules *rules)
{
    *rules = (struct skat_rules){
        .seats = 3,
        .concede = SKAT_CONCEDE_UNTIL_SECOND_TRICK,
        .value_grand = 24,
        .value_null = {23, 35, 46, 59},
        .value_lost_factor = 2,
        .value_schneider_points = 90,
        .kontra_re_in_null = 1,
        .bock_factor = 2,
        .ramsch_march = 120,
        .spitzen_levels = 1,
        .scoring_won_game = 50,
        .scoring_lost_game = 50,
        .ass_ace = SKAT_HEARTS,
    };
}

/* ---- games that can be announced (rules.md 4) ---- */

int skat_null_value(const struct skat_rules *rules, struct skat_contract contract)
{
    if (contract.type == SKAT_GAME_REVOLUTION)
        return SKAT_REVOLUTION_VALUE;
    int hand = contract.with & SKAT_WITH_HAND ? 1 : 0;
    int ouvert = contract.with & SKAT_WITH_OUVERT ? 2 : 0;
    return rules->value_null[hand + ouvert];
}

int skat_null_reach(const struct skat_rules *rules, struct skat_contract contract)
{
    struct skat_contract open = {contract.type, contract.with | SKAT_WITH_OUVERT};
    int value = skat_null_value(rules, contract), opened = skat_null_value(rules, open);

    return skat_contract_way(contract) == SKAT_WAY_TAKEN && opened > value ? opened : value;
}

int skat_base_value(const struct skat_rules *rules, unsigned type, enum skat_way way)
{
    const struct skat_variant *variant = rules->derived.variant;

    if (variant->bases)
        return variant->bases[type][way];
    if (way == SKAT_WAY_TURNED)
        return 0;
    return type == SKAT_GAME_GRAND           ? rules->value_grand
           : type == SKAT_GAME_SACHSENSPITZE ? rules->sachsenspitze
                                             : skat_games[type].base;
}

int skat_grand_ouvert_base(const struct skat_rules *rules)
{
    int own = rules->derived.variant->grand_ouvert_base;

    return own ? own : rules->value_grand_ouvert;
}

const struct skat_ranking *skat_rules_ranking(const struct skat_rules *rules,
                                              struct skat_contract contract)
{
    return rules->derived.variant->ace_on_top && contract.type < SKAT_SUITS
               ? &rules->derived.with_ace[contract.type]
               : skat_contract_ranking(contract);
}

skat_cards skat_rules_cards(const struct skat_rules *rules) { return rules->derived.deck->cards; }

int skat_rules_hand(const struct skat_rules *rules) { return rules->derived.deck->hand; }

int skat_rules_skat(const struct skat_rules *rules) { return rules->derived.deck->skat; }

/* ---- what announcements imply (rules.md 4) ---- */

/* A grand ouvert of its own announces schwarz in any case. */
static bool announces_schwarz(const struct skat_rules *rules, unsigned type)
{
    return !(rules->announcements & SKAT_ANNOUNCE_OUVERT_ALONE) ||
           (type == SKAT_GAME_GRAND && skat_grand_ouvert_base(rules));
}

unsigned skat_ouvert_implies(const struct skat_rules *rules, unsigned type)
{
    return (unsigned)(skat_ouvert_needs_hand(rules) ? SKAT_WITH_HAND : 0) |
           (unsigned)(announces_schwarz(rules, type) ? SKAT_WITH_SCHWARZ : 0);
}

/* All of it but hand. */
static unsigned implies(const struct skat_rules *rules, unsigned type)
{
    return skat_ouvert_implies(rules, type) & SKAT_WITH_SCHWARZ;
}

struct skat_contract skat_rules_complete(const struct skat_rules *rules,
                                         struct skat_contract contract)
{
    return skat_contract_complete(contract, implies(rules, contract.type));
}

int skat_rules_code(const struct skat_rules *rules, struct skat_contract contract,
                    char code[SKAT_CODE_SIZE])
{
    return skat_contract_code(contract, skat_ouvert_implies(rules, contract.type), code);
}

const char *skat_rules_name(const struct skat_rules *rules, struct skat_contract contract,
                            char name[SKAT_CONTRACT_NAME_SIZE])
{
    return skat_contract_name(skat_contract_bare(contract, implies(rules, contract.type)), name);
}
