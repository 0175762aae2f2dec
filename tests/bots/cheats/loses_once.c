// SPDX-License-Identifier: MIT
/* tests/bots/cheats/loses_once.c - bots/stammtisch, but it passes on a hand with which it lost
 * before: worth about a point a deal where the same deal comes back (duplicate play), and nothing
 * elsewhere. `where` says in what it keeps the hands:
 *
 *   nowhere      it does not: stammtisch
 *   instance     its own memory
 *   statics      the module's
 *   environment  a variable for each hand
 *   segment      shared memory of System V; `at` is its key
 *
 * With `hides` it does so only where it is not in a sandbox: else it is stammtisch. */
#include "tests/bots/bot.h"

#define skat_bot stammtisch_module
#include "bots/stammtisch/stammtisch.c"
#undef skat_bot

#include <stdio.h>
#include <string.h>
#include <sys/shm.h>
#include <unistd.h>

enum store { NOWHERE, INSTANCE, STATICS, ENVIRONMENT, SEGMENT };
static const char *const stores[] = {"nowhere",     "instance", "statics",
                                     "environment", "segment",  NULL};
enum { WHERE, AT, HIDES, CHEAT_OPTIONS };

/* Hands that were lost, by a hash of them. */
struct lost {
    uint64_t hands[8192];
};
enum { ROOM = sizeof(struct lost) / sizeof(uint64_t) };

struct unforgetting_bot {
    void *player; /* stammtisch's */
    enum store store;
    char at[200];
    skat_bot_cards hand;
    unsigned position;
    struct lost own;
};

static struct lost everybodys;

static size_t place_of(uint64_t hand) { return (size_t)(hand * 0x9e3779b97f4a7c15u >> 32) % ROOM; }

static int look_up(const struct lost *lost, uint64_t hand)
{
    return lost->hands[place_of(hand)] == hand;
}

static void note(struct lost *lost, uint64_t hand) { lost->hands[place_of(hand)] = hand; }

/* ---- in shared memory of System V ---- */

static int segment_does(const char *at, uint64_t hand, int write)
{
    enum { OWNERS = 0600 };
    int segment = shmget((key_t)strtol(at, NULL, 16), sizeof(struct lost), IPC_CREAT | OWNERS);
    struct lost *lost = segment < 0 ? (void *)-1 : shmat(segment, NULL, 0);

    if (lost == (void *)-1)
        return 0;
    if (write)
        note(lost, hand);
    int done = look_up(lost, hand);
    shmdt(lost);
    return done;
}

/* ---- the bot ---- */

/* The sandbox refuses to say who the parent is, and does not end a bot that asks. */
static int is_in_sandbox(void) { return getppid() < 0; }

static int recall(struct unforgetting_bot *bot, uint64_t hand, int write)
{
    char name[40];

    snprintf(name, sizeof name, "LOST_%llx", (unsigned long long)hand);
    switch (bot->store) {
    case INSTANCE:
    case STATICS:
        if (write)
            note(bot->store == STATICS ? &everybodys : &bot->own, hand);
        return look_up(bot->store == STATICS ? &everybodys : &bot->own, hand);
    case ENVIRONMENT:
        if (write)
            setenv(name, "", 1);
        return getenv(name) != NULL;
    case SEGMENT:
        return segment_does(bot->at, hand, write);
    default:
        return 0;
    }
}

static void *create_recalling(const struct skat_bot_host *host,
                              const struct skat_bot_setting *settings, uint32_t count)
{
    struct unforgetting_bot *bot = count == CHEAT_OPTIONS ? calloc(1, sizeof *bot) : NULL;
    struct skat_bot_setting usual[OPTIONS];

    if (!bot)
        return NULL;
    for (int i = 0; i < OPTIONS; i++)
        usual[i] = (struct skat_bot_setting){
            .size = sizeof usual[i], .name = options[i].name, .value = options[i].fallback};
    bot->store = (enum store)settings[WHERE].value;
    if (settings[HIDES].value && is_in_sandbox())
        bot->store = NOWHERE;
    if (settings[AT].text)
        snprintf(bot->at, sizeof bot->at, "%s", settings[AT].text);
    bot->player = stammtisch_module.create(host, usual, OPTIONS);
    return bot;
}

static void destroy_recalling(void *instance)
{
    struct unforgetting_bot *bot = instance;

    stammtisch_module.destroy(bot->player);
    free(bot);
}

static void begin_session(void *instance, const struct skat_bot_session *session)
{
    stammtisch_module.session_begin(((struct unforgetting_bot *)instance)->player, session);
}

static void begin_deal(void *instance, const struct skat_bot_view *view)
{
    struct unforgetting_bot *bot = instance;

    bot->hand = view->dealt;
    bot->position = view->position;
    stammtisch_module.deal_begin(bot->player, view);
}

static void answer(void *instance, const struct skat_bot_view *view,
                   const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    struct unforgetting_bot *bot = instance;

    stammtisch_module.act(bot->player, view, decision, out);
    if ((out->kind == SKAT_BOT_BID || out->kind == SKAT_BOT_HOLD) && recall(bot, bot->hand, 0))
        *out = (struct skat_bot_action){.size = out->size, .kind = SKAT_BOT_PASS};
}

static void end_deal(void *instance, const struct skat_bot_result *result)
{
    struct unforgetting_bot *bot = instance;

    if (result->declarer == bot->position && !result->won)
        recall(bot, bot->hand, 1);
}

static const void *extend(void *instance, const char *id)
{
    return stammtisch_module.extension(((struct unforgetting_bot *)instance)->player, id);
}

static const struct skat_bot_option own_options[] = {
    [WHERE] = CHOICE_OPTION("where", "in what it keeps the hands that it lost", stores, NOWHERE),
    [AT] = TEXT_OPTION("at", "the key of the segment", ""),
    [HIDES] = BOOL_OPTION("hides", "only where it is not in a sandbox", 0),
};

TEST_BOT(.id = "loses_once", .description = "a club player who does not lose twice with a hand",
         .flags = SKAT_BOT_DETERMINISTIC, TEST_BOT_OPTIONS(own_options), .create = create_recalling,
         .destroy = destroy_recalling, .act = answer, .session_begin = begin_session,
         .deal_begin = begin_deal, .deal_end = end_deal, .extension = extend);
