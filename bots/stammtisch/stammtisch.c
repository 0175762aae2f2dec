// SPDX-License-Identifier: MIT
/* bots/stammtisch/stammtisch.c - the module: its options, and a player. */
#include <stdlib.h>
#include <string.h>

#include "bots/stammtisch/player.h"

enum {
    OPTION_CAUTION,
    OPTION_HAND_CAUTION,
    OPTION_GRAND,
    OPTION_NULL,
    OPTION_HAND,
    OPTION_KONTRA,
    OPTION_RE,
    OPTION_HAND_PREMIUM,
    OPTION_HABIT,
    OPTION_GRAND_BONUS,
    OPTION_NULL_BONUS,
    OPTION_FOREHAND_BONUS,
    OPTION_CLAIMS,
    OPTION_SCHNEIDER,
    OPTION_CONCEDE,
    OPTION_SCHWARZ,
    OPTION_GIFTS,
    OPTION_OUVERT_BONUS,
    OPTION_NULL_HAND_BONUS,
    OPTION_MISJUDGES,
    OPTION_CARELESS,
    OPTION_TOURNAMENT,
    OPTION_SCHNEIDER_SUIT,
    OPTION_SLIPS,
    OPTION_GIVES_REST,
    OPTIONS
};

struct stammtisch {
    const struct skat_bot_host *host;
    struct club_player player;
};

/* Hundredths of log odds as 256ths. */
static int bonus(int64_t hundredths) { return (int)(hundredths * 256 / 100); }

/* The threshold of a doubling, in thousandths; 100 percent means never. */
static int threshold(int64_t percent) { return percent == 100 ? BIDDING_NEVER : (int)percent * 10; }

static void *create(const struct skat_bot_host *host, const struct skat_bot_setting *settings,
                    uint32_t number)
{
    struct stammtisch *bot = number == OPTIONS ? malloc(sizeof *bot) : NULL;

    if (!bot)
        return NULL;
    bot->host = host;
    const struct bidding_style style = {
        .caution = (int)settings[OPTION_CAUTION].value * 10,
        .hand_caution = (int)settings[OPTION_HAND_CAUTION].value * 10,
        .grand_games = settings[OPTION_GRAND].value != 0,
        .null_games = settings[OPTION_NULL].value != 0,
        .hand_games = settings[OPTION_HAND].value != 0,
        .kontra = threshold(settings[OPTION_KONTRA].value),
        .re = threshold(settings[OPTION_RE].value),
        .hand_premium = (int)settings[OPTION_HAND_PREMIUM].value,
        .habit = settings[OPTION_HABIT].value != 0,
        .grand_bonus = bonus(settings[OPTION_GRAND_BONUS].value),
        .null_bonus = bonus(settings[OPTION_NULL_BONUS].value),
        .forehand_bonus = bonus(settings[OPTION_FOREHAND_BONUS].value),
        .claims = settings[OPTION_CLAIMS].value != 0,
        .schneider = threshold(settings[OPTION_SCHNEIDER].value),
        .concede = (int)settings[OPTION_CONCEDE].value * 10,
        .schwarz = settings[OPTION_SCHWARZ].value != 0,
        .gifts = settings[OPTION_GIFTS].value != 0,
        .ouvert_bonus = bonus(settings[OPTION_OUVERT_BONUS].value),
        .null_hand_bonus = bonus(settings[OPTION_NULL_HAND_BONUS].value),
        .misjudges = bonus(settings[OPTION_MISJUDGES].value),
        .careless = (int)settings[OPTION_CARELESS].value * 256 / 10,
        .tournament = settings[OPTION_TOURNAMENT].value != 0,
        .schneider_suit = (int)settings[OPTION_SCHNEIDER_SUIT].value * 10,
        .slips = (int)settings[OPTION_SLIPS].value,
        .gives_rest = (int)settings[OPTION_GIVES_REST].value,
    };
    player_init(&bot->player, &style);
    return bot;
}

static void session_begin(void *instance, const struct skat_bot_session *session)
{
    struct stammtisch *bot = instance;
    player_session_begin(&bot->player, session);
}

static void deal_begin(void *instance, const struct skat_bot_view *view)
{
    struct stammtisch *bot = instance;
    struct bidding_style *style = &bot->player.style;

    if (style->misjudges || style->careless || style->slips || style->gives_rest)
        style->deal = bot->host->random(bot->host->context);
    player_deal_begin(&bot->player, view);
}

static void act(void *instance, const struct skat_bot_view *view,
                const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    struct stammtisch *bot = instance;
    player_act(&bot->player, view, decision, out);
}

static void explain(void *instance, const struct skat_bot_view *view,
                    const struct skat_bot_decision *decision, const struct skat_bot_action *answer,
                    char *text, uint32_t room)
{
    struct stammtisch *bot = instance;
    explain_answer(&bot->player, view, decision, answer, text, room);
}

/* What the play does not depend on: it counts on neither schneider nor schwarz, which it announces
 * where the game is the best in any case, and with `concede` 0 it never concedes.
 * tests/e2e/test_realism.py varies each of these. */
static const void *extension(void *instance, const char *id)
{
    /* `concede` is the first, to be left out. */
    static const char *const indifferent[] = {
        "concede",    "value.schneider_schwarz", "value.overbid_hand", "ramsch.virgin",
        "ramsch.tie", "value.grand_ouvert",      "money.stake",        NULL,
    };
    static const struct skat_bot_explain explains = {.size = sizeof explains, .write = explain};
    const struct stammtisch *bot = instance;

    if (strcmp(id, "skat.explain/1") == 0)
        return &explains;
    return strcmp(id, "skat.indifferent/1") == 0 ? indifferent + (bot->player.style.concede > 0)
                                                 : NULL;
}

static const struct skat_bot_option options[OPTIONS] = {
    [OPTION_CAUTION] = PERCENT("caution", "bids on games won with at least this chance", 57),
    [OPTION_HAND_CAUTION] = PERCENT("hand_caution", "plays hand games from this chance on", 85),
    [OPTION_GRAND] = SWITCH("grand", "bids and plays grand", 1),
    [OPTION_NULL] = SWITCH("null", "bids and plays null games", 1),
    [OPTION_HAND] = SWITCH("hand", "plays hand games", 1),
    [OPTION_KONTRA] =
        PERCENT("kontra", "says kontra on games lost with at least this chance; 100: never", 50),
    [OPTION_RE] = PERCENT("re", "says re on games won with at least this chance; 100: never", 70),
    [OPTION_HAND_PREMIUM] =
        PERCENT("hand_premium", "points by which a hand game must be better than one with the skat",
                USUAL_HAND_PREMIUM),
    [OPTION_HABIT] = SWITCH("habit", "bids by the official rules, whatever rules are in force", 0),
    [OPTION_GRAND_BONUS] =
        NUMBER("grand_bonus", "added to log odds in grand, in hundredths", -300, 0, 300),
    [OPTION_NULL_BONUS] =
        NUMBER("null_bonus", "added to log odds in null, in hundredths", -300, 0, 300),
    [OPTION_FOREHAND_BONUS] =
        NUMBER("forehand_bonus", "added to log odds as forehand, in hundredths", -300, 0, 300),
    [OPTION_CLAIMS] =
        SWITCH("claims", "claims the rest, and gives up lost games where consent is asked", 1),
    [OPTION_SCHNEIDER] =
        PERCENT("schneider",
                "announces schneider in hand games with at least this chance; 100: never", 100),
    [OPTION_CONCEDE] = PERCENT(
        "concede", "before its first card, gives up a game that is won with less than this chance",
        USUAL_CONCEDE / 10),
    [OPTION_SCHWARZ] =
        SWITCH("schwarz", "announces schwarz in hand games in which every trick is certain", 1),
    [OPTION_GIFTS] =
        SWITCH("gifts", "as a defender, offers to give up hopeless games (schenken)", 1),
    [OPTION_OUVERT_BONUS] =
        NUMBER("ouvert_bonus",
               "added to log odds in null ouvert, in hundredths, besides null_bonus", -300, 0, 300),
    [OPTION_NULL_HAND_BONUS] =
        NUMBER("null_hand_bonus",
               "added to log odds in null hand games, in hundredths, besides them", -300, 0, 300),
    [OPTION_MISJUDGES] = NUMBER(
        "misjudges", "error in judging a hand, a deviation in hundredths of log odds", 0, 0, 300),
    [OPTION_CARELESS] = NUMBER(
        "careless", "error in judging a card, a deviation in tenths of a card point", 0, 0, 300),
    [OPTION_TOURNAMENT] = SWITCH(
        "tournament", "bids by the points of Seeger and Fabian, whatever scoring is in force", 0),
    [OPTION_SCHNEIDER_SUIT] =
        PERCENT("schneider_suit", "the same as schneider in suit games, if it is higher", 0),
    [OPTION_SLIPS] =
        NUMBER("slips", "in so many of 10,000 deals announces a game by mistake, and gives it up",
               0, 0, 10000),
    [OPTION_GIVES_REST] = PERCENT(
        "gives_rest",
        "in so many of 100 deals gives up as a defender if declarer has taken all tricks so far",
        0),
};

SKAT_BOT_EXPORT const struct skat_bot_module skat_bot = {
    SKAT_BOT_SIZES,
    .id = "stammtisch",
    .version = "1.7",
    .author = "Skat Arena",
    .description = "a heuristic club player",
    .flags = SKAT_BOT_DETERMINISTIC,
    .option_count = OPTIONS,
    .options = options,
    .decisions = SKAT_BOT_DECIDES_ALL & ~SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_CONCEDE),
    .variants = SKAT_BOT_KNOWS_SKAT | SKAT_BOT_KNOWS(TOURNEESKAT) | SKAT_BOT_KNOWS(DUMMY) |
                SKAT_BOT_KNOWS(COVERED) | SKAT_BOT_KNOWS(6ER_SKAT) | SKAT_BOT_KNOWS(HERZBLATT) |
                SKAT_BOT_KNOWS(RAEUBERSKAT),
    .create = create,
    .destroy = free,
    .act = act,
    .session_begin = session_begin,
    .deal_begin = deal_begin,
    .extension = extension,
};
