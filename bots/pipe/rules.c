#include "bots/pipe/rules.h"

#include <string.h>

/* Choices are numbered in the order in which configs/README.md lists them. */
static const char *const passed_in[] = {"void", "ramsch", "schieberamsch"};
static const char *const concede[] = {"until_second_trick", "before_lead", "never",
                                      "before_second_lead"};
static const char *const matadors[] = {"trumps", "jacks"};
static const char *const hand_schwarz[] = {"additive", "ladder"};
static const char *const schneider_schwarz[] = {"levels", "double"};
static const char *const overbid_hand[] = {"counts", "hand", "skat"};
static const char *const lost_hand[] = {"double", "single"};
static const char *const scoring[] = {"classic", "seeger_fabian", "minus", "opponents"};
static const char *const kontra_when[] = {"after_lead", "before_lead", "first_trick"};
static const char *const kontra_who[] = {"any", "bidders", "bidders_or_18"};
static const char *const schenken[] = {"off", "grand", "all"};
static const char *const bock_several[] = {"one", "each"};
static const char *const bock_pending[] = {"queue", "restart", "ignore"};
static const char *const ramsch_skat_to[] = {"last_trick", "most_points", "nobody"};
static const char *const ramsch_three_tie[] = {"all_lose", "nobody"};
static const char *const ramsch_virgin[] = {"no_trick", "no_points", "off"};
static const char *const ramsch_score[] = {"points", "each", "fixed_20_30_50"};
static const char *const revolution[] = {"off", "exchange", "skat", "exchange_and_skat"};
static const char *const game[] = {"skat",      "tourneeskat", "6er-skat",     "herzblatt",
                                   "ass",       "raeuberskat", "idiotenskat",  "pilot",
                                   "strohmann", "oma",         "offiziersskat"};
static const char *const ace[] = {"diamonds", "hearts", "spades", "clubs"};
static const char *const triggers[] = {
    "value_over_100",
    "grand_hand_won",
    "grand_hand_played",
    "kontra_lost",
    "re_said",
    "re_won",
    "declarer_schneider",
    "sixty_sixty",
    "last_round",
    "score_multiple_of_100",
    "score_three_equal_digits",
    "value_at_least_72",
    "value_at_least_96",
};

enum rule_type { NUMBER, NUMBER_OR_NULL, FLAG, CHOICE, SET };
struct rule {
    const char *object; /* that it is a member of, or NULL */
    const char *name;
    enum rule_type type;
    size_t offset;
    const char *const *words; /* CHOICE, SET */
    size_t word_count;
};
#define AT(field) offsetof(struct skat_bot_rules, field)
#define WORDS(words) words, sizeof(words) / sizeof *(words)
#define OWN(name, type)                                                                            \
    {                                                                                              \
        NULL, #name, type, AT(name), NULL, 0                                                       \
    }
#define OWN_CHOICE(name)                                                                           \
    {                                                                                              \
        NULL, #name, CHOICE, AT(name), WORDS(name)                                                 \
    }
#define MEMBER(object, name, type)                                                                 \
    {                                                                                              \
#object, #name, type, AT(object##_##name), NULL, 0                                         \
    }
#define MEMBER_CHOICE(object, name)                                                                \
    {                                                                                              \
#object, #name, CHOICE, AT(object##_##name), WORDS(object##_##name)                        \
    }
#define MEMBER_SET(object, name)                                                                   \
    {                                                                                              \
#object, #name, SET, AT(object##_##name), WORDS(name)                                      \
    }

/* Members of one object stand together. */
static const struct rule table[] = {
    OWN_CHOICE(game),
    OWN(seats, NUMBER),
    OWN(hand_cards, NUMBER),
    OWN(aside_cards, NUMBER),
    OWN_CHOICE(passed_in),
    OWN(grand_base, NUMBER),
    OWN(announce_with_skat, FLAG),
    OWN_CHOICE(concede),
    OWN_CHOICE(matadors),
    OWN_CHOICE(hand_schwarz),
    OWN(schneider_points, NUMBER),
    OWN_CHOICE(schneider_schwarz),
    OWN_CHOICE(overbid_hand),
    OWN(lost_factor, NUMBER),
    OWN_CHOICE(lost_hand),
    OWN(grand_ouvert_base, NUMBER_OR_NULL),
    MEMBER(kontra, levels, NUMBER),
    MEMBER_CHOICE(kontra, when),
    MEMBER_CHOICE(kontra, who),
    OWN_CHOICE(schenken),
    MEMBER_SET(bock, triggers),
    MEMBER(bock, length, NUMBER),
    MEMBER(bock, factor, NUMBER),
    MEMBER_CHOICE(bock, several),
    MEMBER_CHOICE(bock, pending),
    MEMBER(bock, ramsch_after, FLAG),
    MEMBER_SET(ramsch_round, triggers),
    MEMBER(ramsch_round, grand_hand, FLAG),
    MEMBER_CHOICE(ramsch, skat_to),
    MEMBER_CHOICE(ramsch, three_tie),
    MEMBER_CHOICE(ramsch, virgin),
    MEMBER(ramsch, march, NUMBER),
    MEMBER_CHOICE(ramsch, score),
    MEMBER(schieben, jacks, FLAG),
    MEMBER(spitzen, max, NUMBER),
    OWN_CHOICE(revolution),
    OWN(rum, FLAG),
    OWN(sachsenspitze_base, NUMBER),
    OWN_CHOICE(scoring),
    OWN(bierlachs_limit, NUMBER),
    OWN_CHOICE(ace),
};

static void put_set(struct text *text, const struct rule *rule, int32_t bits)
{
    put_open(text, rule->name, '[');
    for (size_t i = 0; i < rule->word_count; i++)
        if (bits >> i & 1)
            put_word(text, NULL, rule->words[i]);
    put_close(text, ']');
}

static void put_rule(struct text *text, const struct rule *rule, int32_t value)
{
    if (rule->type == FLAG)
        put_flag(text, rule->name, value);
    else if (rule->type == SET)
        put_set(text, rule, value);
    else if (rule->type == CHOICE && (uint32_t)value < rule->word_count)
        put_word(text, rule->name, rule->words[value]);
    else if (rule->type == NUMBER_OR_NULL && value == 0)
        put_null(text, rule->name);
    else /* a choice that is younger than this table, too */
        put_number(text, rule->name, value);
}

/* Skat does not name itself, and no other game than Ass has a named ace: as in rule sets. */
static int is_said(const struct skat_bot_rules *rules, const struct rule *rule)
{
    if (rule->offset == AT(game))
        return rules->game != SKAT_BOT_GAME_SKAT;
    return rule->offset != AT(ace) || rules->game == SKAT_BOT_GAME_ASS;
}

static void put_table(struct text *text, const struct skat_bot_rules *rules)
{
    const char *object = NULL;

    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        int32_t value;
        if (!is_said(rules, &table[i]))
            continue;
        memcpy(&value, (const char *)rules + table[i].offset, sizeof value);
        if (object && (!table[i].object || strcmp(object, table[i].object) != 0))
            put_close(text, '}');
        if (table[i].object && (!object || strcmp(object, table[i].object) != 0))
            put_open(text, table[i].object, '{');
        object = table[i].object;
        put_rule(text, &table[i], value);
    }
    if (object)
        put_close(text, '}');
}

/* What only Turneskat has. Base values stand by game and by what is done with the skat: taken, by hand,
 * turned. */
static void put_turning(struct text *text, const struct skat_bot_rules *rules)
{
    static const char *const games[] = {"D", "H", "S", "C", "G"};

    put_flag(text, "guckser_null", rules->guckser_null);
    put_flag(text, "hand_is_no_level", rules->hand_is_no_level);
    put_open(text, "base_values", '{');
    for (int type = 0; type <= SKAT_BOT_GRAND; type++) {
        put_open(text, games[type], '[');
        for (int way = 0; way < SKAT_BOT_WAYS; way++)
            put_number(text, NULL, rules->base_values[type][way]);
        put_close(text, ']');
    }
    put_close(text, '}');
}

void put_rules(struct text *text, const char *key, const struct skat_bot_rules *rules)
{
    enum { NULL_VALUES = sizeof rules->null_values / sizeof *rules->null_values };

    put_open(text, key, '{');
    put_table(text, rules);
    put_open(text, "null_values", '[');
    for (int i = 0; i < NULL_VALUES; i++)
        put_number(text, NULL, rules->null_values[i]);
    put_close(text, ']');
    if (rules->game == SKAT_BOT_GAME_TOURNEESKAT)
        put_turning(text, rules);
    put_open(text, "ladder", '[');
    for (uint32_t i = 0; i < rules->ladder_count; i++)
        put_number(text, NULL, rules->ladder[i]);
    put_close(text, ']');
    put_close(text, '}');
}
