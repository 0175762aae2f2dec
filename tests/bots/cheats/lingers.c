// SPDX-License-Identifier: MIT
/* tests/bots/cheats/lingers.c - bots/stammtisch, but when it has lost a deal as the last to bid, it
 * answers and goes on: it has the kernel give back 800 megabytes in one call, in which no signal
 * stops it. With `dies` it ends its process at the end of each session, which costs nothing, and
 * counts instead: the next one is not stopped yet. Before its first bid in that position, it looks
 * whether the processor is slower at first than a little later: then its process of the seating
 * before has lost with this hand, and it passes. Without `looks` it does all that, but bids as
 * stammtisch does. For isolated bots only: elsewhere there is nobody to answer to. */
#include "arena/bot/bot_process_shm.h"
#include "tests/bots/bot.h"

#define skat_bot stammtisch_module
#include "bots/stammtisch/stammtisch.c"
#undef skat_bot

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { LOOKS, LINGERS, DIES, CAUTION, CHEAT_OPTIONS };

static struct {
    void *player; /* stammtisch's */
    const struct skat_bot_host *host;
    struct bot_process_shm *memory;
    bool looks, lingers, dies, looked, knows, tells;
    skat_bot_cards hand;
    unsigned position, seat;
} me;

/* ---- telling ---- */

enum { PAGE = 4096, MEGABYTES = 800, SPIN_STEPS = 900000000 };
static const size_t most = (size_t)MEGABYTES << 20;
static char *memory;

/* Memory, page by page, to give back in one call. */
static void prepare(void)
{
    if (!memory)
        memory = mmap(NULL, most, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    for (size_t i = 0; memory != MAP_FAILED && i < most; i += PAGE)
        memory[i] = 1;
}

static void linger(void)
{
    if (me.dies) {
        for (volatile int64_t steps = SPIN_STEPS; steps > 0; steps--)
            ;
        return;
    }
    if (memory != MAP_FAILED)
        madvise(memory, most, MADV_DONTNEED);
}

/* ---- looking ---- */

static int64_t now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* How many milliseconds of its own time it takes for some work. */
static int takes(int rounds)
{
    enum { STEPS = 300000 };
    const int64_t begin = now_ms();

    for (; rounds > 0; rounds--)
        for (volatile int steps = STEPS; steps > 0; steps--)
            ;
    return (int)(now_ms() - begin);
}

static void look(void)
{
    enum { WORK = 600 };
    char text[80];

    if (me.dies)
        takes(WORK * 3 / 2); /* a new process gets less at first, anyway */
    const int first = takes(WORK);
    takes(WORK * 9 / 2);
    const int then = takes(WORK);
    me.knows = first * 10 > then * (me.dies ? 28 : 15);
    snprintf(text, sizeof text, "looked %llx %d %d", (unsigned long long)me.hand, first, then);
    me.host->log(me.host->context, text);
}

/* ---- the bot ---- */

enum { LAST = 2 }; /* rearhand: in sessions of one deal the first seat */

static void decide(const struct skat_bot_view *view, const struct skat_bot_decision *decision,
                   struct skat_bot_action *out)
{
    stammtisch_module.act(me.player, view, decision, out);
    if (me.position == LAST && !me.looked && decision->kind != SKAT_BOT_DECIDE_CARD)
        look();
    me.looked = true;
    if (me.looks && me.knows && (out->kind == SKAT_BOT_BID || out->kind == SKAT_BOT_HOLD))
        *out = (struct skat_bot_action){.size = out->size, .kind = SKAT_BOT_PASS};
}

static void begin_deal(const struct skat_bot_view *view)
{
    me.hand = view->dealt;
    me.position = view->position;
    me.looked = me.knows = me.tells = false;
    stammtisch_module.deal_begin(me.player, view);
}

static void end_deal(const struct skat_bot_result *result)
{
    char text[80];

    me.tells = me.position == LAST && result->declarer == LAST && !result->won;
    snprintf(text, sizeof text, "told %llx %d", (unsigned long long)me.hand, me.tells);
    me.host->log(me.host->context, text);
}

/* ---- what the program around it would do ---- */

static const void *next_piece(const char **at, size_t size)
{
    const void *here = *at;
    *at += (size + 7) / 8 * 8;
    return here;
}

static void ask(const char *at)
{
    const struct skat_bot_view *view = next_piece(&at, sizeof *view);
    struct skat_bot_decision decision =
        *(const struct skat_bot_decision *)next_piece(&at, sizeof decision);

    decision.bids = next_piece(&at, decision.bid_count * sizeof *decision.bids);
    decision.declarations =
        next_piece(&at, decision.declaration_count * sizeof *decision.declarations);
    me.memory->action = (struct skat_bot_action){.size = sizeof me.memory->action};
    decide(view, &decision, &me.memory->action);
}

/* Returns whether the deal has ended. */
static bool handle_all(void)
{
    const char *at = me.memory->messages, *end = at + me.memory->length;
    bool over = false;

    while (at < end) {
        const struct bot_process_message *message = (const void *)at;
        const char *from = (const char *)(message + 1);
        at += message->size;
        switch (message->kind) {
        case BOT_PROCESS_DEAL_BEGIN:
            begin_deal((const void *)from);
            break;
        case BOT_PROCESS_ACT:
            ask(from);
            break;
        case BOT_PROCESS_DEAL_END:
            end_deal((const void *)from);
            over = true;
            break;
        case BOT_PROCESS_SESSION_END:
            if (me.dies)
                _exit(0);
            break;
        default:
            break;
        }
    }
    return over;
}

/* From the first question on it answers itself. */
static void act_on(void *instance, const struct skat_bot_view *view,
                   const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    char byte = BOT_PROCESS_GO;
    bool over = false;

    (void)instance;
    me.memory = (void *)((char *)out - offsetof(struct bot_process_shm, action));
    decide(view, decision, out);
    for (;;) {
        const bool tells = over && me.tells;
        if (tells && me.lingers && !me.dies)
            prepare();
        if (write(BOT_PROCESS_REPLIES, &byte, 1) != 1)
            _exit(0);
        if (tells && me.lingers)
            linger();
        if (read(BOT_PROCESS_REQUESTS, &byte, 1) != 1)
            _exit(0);
        over = handle_all();
    }
}

static void first_deal(void *instance, const struct skat_bot_view *view)
{
    (void)instance;
    begin_deal(view);
}

static void begin_session(void *instance, const struct skat_bot_session *session)
{
    (void)instance;
    stammtisch_module.session_begin(me.player, session);
}

static void first_deal_ends(void *instance, const struct skat_bot_result *result)
{
    (void)instance, (void)result;
}

static void session_ends(void *instance) { (void)instance; }

static void *create_lingering(const struct skat_bot_host *host,
                              const struct skat_bot_setting *settings, uint32_t count)
{
    struct skat_bot_setting usual[OPTIONS];

    (void)count;
    for (int i = 0; i < OPTIONS; i++)
        usual[i] = (struct skat_bot_setting){.size = sizeof usual[i],
                                             .name = options[i].name,
                                             .value = strcmp(options[i].name, "caution")
                                                          ? options[i].fallback
                                                          : settings[CAUTION].value};
    me.looks = settings[LOOKS].value;
    me.lingers = settings[LINGERS].value;
    me.dies = settings[DIES].value;
    me.host = host;
    me.player = stammtisch_module.create(host, usual, OPTIONS);
    return me.player ? &me : NULL;
}

static void leave(void *instance) { (void)instance; }

static const struct skat_bot_option own_options[] = {
    [LOOKS] = BOOL_OPTION("looks", "passes where it was told to", 1),
    [LINGERS] = BOOL_OPTION("lingers", "goes on after its last answer", 1),
    [DIES] = BOOL_OPTION("dies", "at the end of each session", 0),
    [CAUTION] = INT_OPTION("caution", "that of stammtisch", 100, 40),
};

TEST_BOT(.id = "lingers", .description = "tells its other seatings by what cannot be stopped",
         TEST_BOT_OPTIONS(own_options), .create = create_lingering, .destroy = leave, .act = act_on,
         .session_begin = begin_session, .session_end = session_ends, .deal_begin = first_deal,
         .deal_end = first_deal_ends);
