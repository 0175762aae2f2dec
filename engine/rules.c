#include "engine/rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/declarations.h"
#include "engine/value.h"
#include "engine/view.h"

static const char *const passed_in_names[] = {"void", "ramsch", "schieberamsch"};
static const char *const concede_names[] = {"until_second_trick", "before_lead", "never",
                                            "before_second_lead"};
static const char *const matadors_names[] = {"trumps", "jacks"};
static const char *const hand_schwarz_names[] = {"additive", "ladder"};
static const char *const schneider_schwarz_names[] = {"levels", "double"};
static const char *const overbid_hand_names[] = {"counts", "hand", "skat"};
static const char *const lost_hand_names[] = {"double", "single"};
static const char *const kontra_when_names[] = {"after_lead", "before_lead", "first_trick"};
static const char *const kontra_who_names[] = {"any", "bidders", "bidders_or_18"};
static const char *const schenken_names[] = {"off", "grand", "all"};
static const char *const several_names[] = {"one", "each"};
static const char *const pending_names[] = {"queue", "restart", "ignore"};
static const char *const skat_to_names[] = {"last_trick", "most_points", "nobody"};
static const char *const three_tie_names[] = {"all_lose", "nobody"};
static const char *const virgin_names[] = {"no_trick", "no_points", "off"};
static const char *const ramsch_score_names[] = {"points", "each", "fixed_20_30_50"};
static const char *const revolution_names[] = {"off", "exchange", "skat", "exchange_and_skat"};
static const char *const scoring_names[] = {"classic", "seeger_fabian", "minus", "opponents"};
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
};
static const char *const ace_names[] = {"diamonds", "hearts", "spades", "clubs"};
static const int grand_bases[] = {24, 20};
static const int schneider_points[] = {90, 91, 108, 109}; /* those of the deck: options_agree */
static const int grand_ouvert_bases[] = {0, 36, 30};
static const int sachsenspitze_bases[] = {0, 20, 21};

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))
#define AT(field) offsetof(struct skat_rules, field)
#define INT(field, low, high, help, section)                                                       \
    {                                                                                              \
#field, SKAT_OPTION_INT, AT(field), low, high, 1, NULL, NULL, help, section                \
    }
#define BOOL(field, help, section)                                                                 \
    {                                                                                              \
#field, SKAT_OPTION_BOOL, AT(field), 0, 1, 1, NULL, NULL, help, section                    \
    }
#define CHOICE(field, names, help, section)                                                        \
    {                                                                                              \
#field, SKAT_OPTION_CHOICE, AT(field), 0, 0, COUNT(names), names, NULL, help, section      \
    }
#define ONE_OF(field, values, help, section)                                                       \
    {                                                                                              \
#field, SKAT_OPTION_ONE_OF, AT(field), 0, 0, COUNT(values), NULL, values, help, section    \
    }
#define ONE_OF_OR_NULL(field, values, help, section)                                               \
    {                                                                                              \
#field, SKAT_OPTION_ONE_OF_OR_NULL, AT(field), 0, 0, COUNT(values), NULL, values, help,    \
            section                                                                                \
    }
/* Members of an object: "kontra.when" stands in the field kontra_when. */
#define INT_IN(object, member, low, high, help, section)                                           \
    {                                                                                              \
#object "." #member, SKAT_OPTION_INT, AT(object##_##member), low, high, 1, NULL, NULL,     \
            help, section                                                                          \
    }
#define BOOL_IN(object, member, help, section)                                                     \
    {                                                                                              \
#object "." #member, SKAT_OPTION_BOOL, AT(object##_##member), 0, 1, 1, NULL, NULL, help,   \
            section                                                                                \
    }
#define CHOICE_IN(object, member, names, help, section)                                            \
    {                                                                                              \
#object "." #member, SKAT_OPTION_CHOICE, AT(object##_##member), 0, 0, COUNT(names), names, \
            NULL, help, section                                                                    \
    }
#define TRIGGERS_IN(object, member, help, section)                                                 \
    {                                                                                              \
#object "." #member, SKAT_OPTION_SET, AT(object##_##member), 0, 0, SKAT_TRIGGERS,          \
            skat_trigger_names, NULL, help, section                                                \
    }
#define DECIMAL(field, low, high, help, section)                                                   \
    {                                                                                              \
#field, SKAT_OPTION_DECIMAL, AT(field), low, high, 1, NULL, NULL, help, section            \
    }
#define INTS(field, number, low, high, help, section)                                              \
    {                                                                                              \
#field, SKAT_OPTION_INTS, AT(field), low, high, number, NULL, NULL, help, section          \
    }

/* In the order of docs/rules.md; `rules show` prints them so. */
const struct skat_rule_option skat_rule_options[] = {
    CHOICE(game, skat_variant_names, "Skat, or a variant of its own; it brings its own defaults",
           "10"),
    INT(seats, SKAT_SEATS_MIN, SKAT_SEATS_MAX, "players at the table", "2"),
    INT(deals, 0, 1000000000, "deals in a session; 0: twelve per seat, four in Räuberskat", "2"),
    BOOL(no_auction, "nobody bids: every deal counts as passed in", "11"),
    CHOICE(passed_in, passed_in_names, "what happens when everybody passes", "3"),
    ONE_OF(grand_base, grand_bases, "base value of grand", "4"),
    BOOL(announce_with_skat,
         "schneider, schwarz and ouvert may be announced after picking up the skat, too", "4"),
    CHOICE(concede, concede_names, "how long declarer may concede", "4"),
    CHOICE(matadors, matadors_names, "which cards count as matadors in suit games", "6"),
    CHOICE(hand_schwarz, hand_schwarz_names,
           "whether schwarz in a hand game counts the schneider announcement", "6"),
    ONE_OF(
        schneider_points, schneider_points,
        "card points with which declarer makes the defenders schneider; 108 and 109 with the sixes",
        "6"),
    CHOICE(schneider_schwarz, schneider_schwarz_names,
           "whether schneider and schwarz add a level or double the value", "6"),
    CHOICE(overbid_hand, overbid_hand_names, "whether matadors in the skat can overbid a hand game",
           "6"),
    INT(lost_factor, 1, 4, "how many times a lost game counts", "6"),
    CHOICE(lost_hand, lost_hand_names, "whether a lost hand game counts lost_factor times or once",
           "6"),
    ONE_OF_OR_NULL(grand_ouvert_base, grand_ouvert_bases,
                   "base value of grand ouvert as a game of its own; null: ouvert is a level", "6"),
    INTS(null_values, SKAT_NULL_KINDS, 1, 999,
         "values of null, null hand, null ouvert, null ouvert hand", "6"),
    INT_IN(kontra, levels, 0, SKAT_KONTRA_LEVELS_MAX,
           "doublings allowed: 0 none, 1 kontra, 2 re, 3 supra, 4 hirsch ...", "7.1"),
    CHOICE_IN(kontra, when, kontra_when_names, "when kontra may be said", "7.1"),
    CHOICE_IN(kontra, who, kontra_who_names, "which defenders may say kontra", "7.1"),
    CHOICE(schenken, schenken_names, "games in which the defenders may offer to give up", "7.2"),
    TRIGGERS_IN(bock, triggers, "what opens a bock round", "7.3"),
    INT_IN(bock, length, 0, 1000, "deals in a bock round; 0: as many as seats", "7.3"),
    INT_IN(bock, factor, 2, 10, "how many times the deals of a bock round count", "7.3"),
    CHOICE_IN(bock, several, several_names, "how many rounds several triggers in one deal open",
              "7.3"),
    CHOICE_IN(bock, pending, pending_names, "what a trigger inside a bock round does", "7.3"),
    BOOL_IN(bock, ramsch_after, "whether a round of schieberamsch follows each bock round", "7.3"),
    TRIGGERS_IN(ramsch_round, triggers, "what opens a round of schieberamsch", "7.3"),
    BOOL_IN(ramsch_round, grand_hand,
            "whether each player may declare grand hand once in such a round", "7.3"),
    CHOICE_IN(ramsch, skat_to, skat_to_names, "who gets the skat in ramsch", "7.4"),
    CHOICE_IN(ramsch, three_tie, three_tie_names, "who loses when all three have the same points",
              "7.4"),
    CHOICE_IN(ramsch, virgin, virgin_names,
              "which players are virgins, each of whom doubles the loss", "7.4"),
    INT_IN(ramsch, march, 0, 1000, "what taking all tricks wins; 0: it loses like any ramsch",
           "7.4"),
    CHOICE_IN(ramsch, score, ramsch_score_names, "what ramsch costs, and whom", "7.4"),
    BOOL_IN(schieben, jacks, "whether a player who took the skat may pass on jacks", "7.5"),
    INT_IN(spitzen, max, 0, SKAT_SPITZEN_MAX, "how many spitzen may be announced in suit games",
           "7.6"),
    CHOICE(revolution, revolution_names, "what the defenders exchange in a revolution", "7.7"),
    BOOL(rum, "whether the skat may be shown before it is taken, for one level", "7.8"),
    ONE_OF(sachsenspitze_base, sachsenspitze_bases,
           "base value of the sächsische Spitze; 0: not played", "7.9"),
    BOOL(guckser_null, "Turnéskat: whether null games with the skat are played", "10.1"),
    CHOICE(scoring, scoring_names, "how a session is scored", "8.1"),
    INT(bierlachs_limit, 0, 100000,
        "minus points that lose a round of Bierlachs; 0: 301 with scoring minus, 401 from four "
        "seats on",
        "8.1"),
    DECIMAL(stake, 0, 1000000000, "money per point, settled between every two seats", "8.2"),
    CHOICE(ace, ace_names,
           "Ass: the suit of the ace whose holder plays alone and which is the highest trump",
           "10.4"),
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
        .passed_in = SKAT_PASSED_IN_VOID,
        .grand_base = 24,
        .concede = SKAT_CONCEDE_UNTIL_SECOND_TRICK,
        .matadors = SKAT_MATADORS_TRUMPS,
        .hand_schwarz = SKAT_HAND_SCHWARZ_ADDITIVE,
        .schneider_points = 90,
        .overbid_hand = SKAT_OVERBID_HAND_COUNTS,
        .lost_factor = 2,
        .lost_hand = SKAT_LOST_HAND_DOUBLE,
        .null_values = {23, 35, 46, 59},
        .bock_factor = 2,
        .ramsch_march = 120,
        .scoring = SKAT_SCORING_CLASSIC,
        .ace = SKAT_HEARTS,
    };
}

static const struct skat_seating *company_of(const struct skat_rules *rules)
{
    return skat_variant_seating(&skat_variants[rules->game]);
}

void skat_rules_of_game(struct skat_rules *rules, enum skat_variant_id game)
{
    skat_rules_official(rules);
    rules->game = (int)game;
    rules->seats = company_of(rules)->usual;
    if (skat_variants[game].adapt)
        skat_variants[game].adapt(rules);
}

/* ---- checking ---- */

static bool value_allowed(const struct skat_rule_option *option, int value)
{
    switch (option->type) {
    case SKAT_OPTION_INT:
    case SKAT_OPTION_BOOL:
    case SKAT_OPTION_INTS:
    case SKAT_OPTION_DECIMAL:
        return value >= option->min && value <= option->max;
    case SKAT_OPTION_CHOICE:
        return value >= 0 && value < option->count;
    case SKAT_OPTION_SET:
        return value >= 0 && value < 1 << option->count;
    case SKAT_OPTION_ONE_OF:
    case SKAT_OPTION_ONE_OF_OR_NULL:
        for (int i = 0; i < option->count; i++)
            if (option->values[i] == value)
                return true;
        return false;
    }
    return false;
}

static bool options_allowed(struct skat_rules *rules, struct skat_error *error)
{
    for (int i = 0; i < skat_rule_option_count; i++) {
        const struct skat_rule_option *option = &skat_rule_options[i];
        const int *value = skat_rule_option_value(rules, option);
        int values = option->type == SKAT_OPTION_INTS ? option->count : 1;
        char allowed[512];
        for (int k = 0; k < values; k++)
            if (!value_allowed(option, value[k]))
                return skat_fail(error, "%s is %d, allowed: %s", option->name, value[k],
                                 skat_rule_option_allowed(option, allowed, sizeof allowed));
    }
    return true;
}

/* Zeros that stand for what follows from other options. */
static void fill_in(struct skat_rules *rules)
{
    int each = skat_variants[rules->game].deals_a_seat;

    if (rules->deals == 0)
        rules->deals = (each ? each : 12) * rules->seats;
    if (rules->bock_length == 0)
        rules->bock_length = rules->seats;
    if (rules->scoring == SKAT_SCORING_MINUS && rules->bierlachs_limit == 0)
        rules->bierlachs_limit = rules->seats <= 3 ? 301 : 401;
}

/* What a game has not, must be as its defaults are; filled in, where they were prepared before. */
static bool options_exist(struct skat_rules *rules, struct skat_error *error)
{
    struct skat_rules usual, filled;

    skat_rules_of_game(&usual, (enum skat_variant_id)rules->game);
    filled = usual;
    filled.seats = rules->seats;
    fill_in(&filled);
    for (int i = 0; i < skat_rule_option_count; i++) {
        const struct skat_rule_option *option = &skat_rule_options[i];
        size_t size = sizeof(int) * (option->type == SKAT_OPTION_INTS ? (size_t)option->count : 1);
        if (!skat_variant_has(&skat_variants[rules->game], option->name) &&
            memcmp(skat_rule_option_value(rules, option), skat_rule_option_value(&usual, option),
                   size) != 0 &&
            memcmp(skat_rule_option_value(rules, option), skat_rule_option_value(&filled, option),
                   size) != 0)
            return skat_fail(error, "%s is not an option of the game \"%s\"", option->name,
                             skat_variant_names[rules->game]);
    }
    return true;
}

/* ---- games that can be announced (rules.md 4) ---- */

int skat_null_value(const struct skat_rules *rules, struct skat_contract contract)
{
    if (contract.type == SKAT_GAME_REVOLUTION)
        return SKAT_REVOLUTION_VALUE;
    int hand = contract.with & SKAT_WITH_HAND ? 1 : 0;
    int ouvert = contract.with & SKAT_WITH_OUVERT ? 2 : 0;
    return rules->null_values[hand + ouvert];
}

int skat_null_reach(const struct skat_rules *rules, struct skat_contract contract)
{
    struct skat_contract open = {contract.type, contract.with | SKAT_WITH_OUVERT};
    int value = skat_null_value(rules, contract), opened = skat_null_value(rules, open);

    return skat_contract_way(contract) == SKAT_WAY_TAKEN && opened > value ? opened : value;
}

int skat_base_value(const struct skat_rules *rules, unsigned type, enum skat_way way)
{
    const struct skat_variant *variant = &skat_variants[rules->game];

    if (variant->bases)
        return variant->bases[type][way];
    if (way == SKAT_WAY_TURNED)
        return 0;
    return type == SKAT_GAME_GRAND           ? rules->grand_base
           : type == SKAT_GAME_SACHSENSPITZE ? rules->sachsenspitze_base
                                             : skat_games[type].base;
}

int skat_grand_ouvert_base(const struct skat_rules *rules)
{
    int own = skat_variants[rules->game].grand_ouvert_base;

    return own ? own : rules->grand_ouvert_base;
}

/* ---- options together ---- */

static bool plays_ramsch_rounds(const struct skat_rules *rules)
{
    return rules->ramsch_round_triggers || (rules->bock_triggers && rules->bock_ramsch_after);
}
static bool plays_schieberamsch(const struct skat_rules *rules)
{
    return rules->passed_in == SKAT_PASSED_IN_SCHIEBERAMSCH || plays_ramsch_rounds(rules);
}
static bool plays_ramsch(const struct skat_rules *rules)
{
    return rules->passed_in == SKAT_PASSED_IN_RAMSCH || plays_schieberamsch(rules) ||
           rules->derived.variant->duties;
}

static uint32_t decisions_of(const struct skat_rules *rules)
{
    const struct skat_variant *variant = rules->derived.variant;
    uint32_t set = (rules->no_auction ? 0 : variant->decisions) |
                   (variant->blind ? 0 : 1u << SKAT_DECIDE_CARD);

    if (variant->deck->covered)
        return set | (rules->kontra_levels ? 1u << SKAT_DECIDE_KONTRA : 0);
    if (!rules->no_auction && !variant->open)
        set |= 1u << SKAT_DECIDE_BID | 1u << SKAT_DECIDE_HOLD;
    if (!rules->no_auction)
        set |= 1u << SKAT_DECIDE_DECLARE | (variant->blind ? 0 : 1u << SKAT_DECIDE_GAME);
    if (rules->concede == SKAT_CONCEDE_BEFORE_LEAD ||
        rules->concede == SKAT_CONCEDE_BEFORE_SECOND_LEAD ||
        (rules->concede != SKAT_CONCEDE_NEVER && rules->kontra_levels))
        set |= 1u << SKAT_DECIDE_CONCEDE;
    if (rules->kontra_levels)
        set |= 1u << SKAT_DECIDE_KONTRA;
    if (rules->schenken)
        set |= 1u << SKAT_DECIDE_AGREE | 1u << SKAT_DECIDE_GIFT;
    if (plays_ramsch_rounds(rules) && rules->ramsch_round_grand_hand)
        set |= 1u << SKAT_DECIDE_GRAND_HAND;
    if (plays_schieberamsch(rules))
        set |= 1u << SKAT_DECIDE_SCHIEBEN | 1u << SKAT_DECIDE_PASS_ON;
    if (rules->revolution)
        set |= 1u << SKAT_DECIDE_EXCHANGE;
    return set;
}

static bool options_agree(const struct skat_rules *rules, struct skat_error *error)
{
    const int last_round = 1 << SKAT_TRIGGER_LAST_ROUND;
    const struct skat_deck *deck = rules->derived.deck;
    const int schneider = deck->points - deck->schneider;
    const struct skat_seating *seating = rules->derived.seating;

    if (rules->schneider_points != schneider && rules->schneider_points != schneider + 1)
        return skat_fail(error,
                         "schneider_points is %d, allowed with %d card points in all: %d | %d",
                         rules->schneider_points, deck->points, schneider, schneider + 1);
    if (rules->seats < seating->seats_min || rules->seats > seating->seats_max)
        return skat_fail(error, "%s is for %s seats, but seats is %d",
                         rules->derived.variant->title,
                         seating->seats_max == 2 ? "two" : "three to five", rules->seats);
    if (rules->bock_triggers & rules->ramsch_round_triggers & last_round)
        return skat_fail(error, "the last round cannot be both bock and ramsch: \"last_round\" "
                                "stands in bock.triggers and in ramsch_round.triggers");
    if (rules->no_auction && rules->passed_in == SKAT_PASSED_IN_VOID)
        return skat_fail(error, "no_auction with passed_in \"void\" leaves nothing to play; "
                                "allowed with it: \"ramsch\" | \"schieberamsch\"");
    if (rules->derived.variant->turns && rules->scoring == SKAT_SCORING_OPPONENTS)
        return skat_fail(error,
                         "scoring is \"opponents\", which says what games by hand and with the "
                         "skat cost, and nothing of a turné; allowed here: \"classic\" | "
                         "\"seeger_fabian\" | \"minus\"");
    if (rules->derived.carries && rules->deals > SKAT_CARRIED_DEALS_MAX)
        return skat_fail(
            error,
            "deals is %d, allowed with bock, ramsch rounds, duties or scoring \"minus\": "
            "1..%d, since a session is kept in memory; play more sessions instead",
            rules->deals, SKAT_CARRIED_DEALS_MAX);
    return true;
}

int skat_rules_notes(const struct skat_rules *rules, const char *notes[SKAT_NOTES_MAX])
{
    const int re = 1 << SKAT_TRIGGER_RE_SAID | 1 << SKAT_TRIGGER_RE_WON;
    const int kontra = 1 << SKAT_TRIGGER_KONTRA_LOST;
    const int march = rules->derived.deck->points;
    const int grand_hand = 1 << SKAT_TRIGGER_GRAND_HAND_WON | 1 << SKAT_TRIGGER_GRAND_HAND_PLAYED;
    int triggers = rules->bock_triggers | rules->ramsch_round_triggers;
    const struct {
        bool applies;
        const char *text;
    } all[] = {
        {rules->scoring == SKAT_SCORING_OPPONENTS && rules->lost_factor != 2,
         "scoring \"opponents\" counts a lost game twice (rules.md 8.1); lost_factor changes that"},
        {rules->kontra_levels && rules->concede == SKAT_CONCEDE_UNTIL_SECOND_TRICK,
         "with kontra, concede should be \"before_lead\" or \"never\" (Swedish text): declarer may "
         "give up when the game looks lost"},
        {!rules->kontra_levels && skat_variant_has(rules->derived.variant, "kontra.when") &&
             (rules->kontra_when || rules->kontra_who),
         "kontra.when and kontra.who change nothing while kontra.levels is 0"},
        {(triggers & kontra && rules->kontra_levels < 1) ||
             (triggers & re && rules->kontra_levels < 2),
         "kontra_lost needs kontra.levels 1, re_said and re_won need 2: they never trigger a "
         "round"},
        {triggers & grand_hand && !skat_is_declaration(rules, false, skat_grand_hand),
         "grand_hand_won and grand_hand_played never trigger a round: the game has no grand hand"},
        {rules->schenken == SKAT_SCHENKEN_GRAND && rules->derived.variant->games &&
             !(rules->derived.variant->games >> SKAT_GAME_GRAND & 1),
         "schenken \"grand\" changes nothing: the game has no grand"},
        {!rules->bock_triggers && (rules->bock_length != rules->seats || rules->bock_factor != 2 ||
                                   rules->bock_pending || rules->bock_ramsch_after),
         "options of bock change nothing while bock.triggers is empty"},
        {!triggers && rules->bock_several,
         "bock.several changes nothing while there are no triggers"},
        {!plays_ramsch_rounds(rules) && rules->ramsch_round_grand_hand,
         "ramsch_round.grand_hand changes nothing: no ramsch round is ever played"},
        {!plays_ramsch(rules) &&
             (rules->ramsch_skat_to || rules->ramsch_three_tie || rules->ramsch_virgin ||
              rules->ramsch_march != march || rules->ramsch_score),
         "options of ramsch change nothing: no ramsch is ever played"},
        {!plays_schieberamsch(rules) && rules->schieben_jacks,
         "schieben.jacks changes nothing: no schieberamsch is ever played"},
        {rules->ramsch_score == SKAT_RAMSCH_FIXED &&
             (rules->ramsch_virgin || rules->ramsch_three_tie || rules->ramsch_march != march),
         "ramsch.virgin, ramsch.three_tie and ramsch.march change nothing with ramsch.score "
         "\"fixed_20_30_50\""},
        {rules->ramsch_score == SKAT_RAMSCH_EACH && rules->ramsch_three_tie,
         "ramsch.three_tie changes nothing with ramsch.score \"each\""},
        {rules->schneider_schwarz && rules->hand_schwarz,
         "hand_schwarz changes nothing while schneider_schwarz is \"double\""},
        {rules->scoring != SKAT_SCORING_MINUS && rules->bierlachs_limit,
         "bierlachs_limit changes nothing unless scoring is \"minus\""},
    };
    int count = 0;

    _Static_assert(sizeof all / sizeof *all <= SKAT_NOTES_MAX, "room for all notes");
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].applies)
            notes[count++] = all[i].text;
    return count;
}

bool skat_rules_prepare(struct skat_rules *rules, struct skat_error *error)
{
    if (!options_allowed(rules, error) || !options_exist(rules, error))
        return false;
    const struct skat_variant *variant = &skat_variants[rules->game];
    fill_in(rules);
    rules->derived.variant = variant;
    rules->derived.deck = variant->deck;
    rules->derived.seating = company_of(rules);
    rules->derived.carries =
        skat_rules_have_rounds(rules) || rules->scoring == SKAT_SCORING_MINUS || variant->duties;
    for (int suit = 0; suit < SKAT_SUITS && variant->ace_on_top; suit++)
        skat_ranking_with_ace(&rules->derived.with_ace[suit], &skat_rankings[suit],
                              skat_card_of((enum skat_suit)rules->ace, SKAT_ACE));
    rules->derived.decisions = decisions_of(rules);
    if (!options_agree(rules, error))
        return false;
    skat_list_declarations(rules);
    return skat_make_ladder(rules, error);
}
