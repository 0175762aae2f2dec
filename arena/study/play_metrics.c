// SPDX-License-Identifier: MIT
#include "arena/study/play_metrics.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "engine/variant_id.h"

/* ---- the table ---- */

static const char *const contracts[PLAY_CONTRACTS] = {"diamonds", "hearts", "spades", "clubs",
                                                      "grand"};

/* What is divided among the contracts, and won: in keys, and in titles. */
static const struct event_row {
    const char *key, *words;
} events[PLAY_EVENTS] = {
    [PLAY_SCHNEIDER] = {"schneider", "schneider"},
    [PLAY_SCHWARZ] = {"schwarz", "schwarz"},
    [PLAY_SAID_SCHNEIDER] = {"said_schneider", "schneider announced"},
    [PLAY_SAID_SCHWARZ] = {"said_schwarz", "schwarz announced"},
    [PLAY_OPEN] = {"open", "suit and grand ouvert"},
};

static const struct event_row nulls[PLAY_NULLS] = {
    {"null_plain", "plain null"},
    {"null_hand", "null by hand"},
    {"null_ouvert", "null ouvert"},
    {"null_ouvert_hand", "null ouvert by hand"},
};

static const struct {
    const char *key, *title;
    int numerator, denominator;
} shares[] = {
    {"hand_suit", "suit games by hand, of declared", SUM_HAND_SUIT, SUM_DECLARED},
    {"hand_grand", "grand by hand, of declared", SUM_HAND_GRAND, SUM_DECLARED},
    {"hand_null", "null by hand, of declared", SUM_HAND_NULL, SUM_DECLARED},
    {"said_schneider", "schneider announced, of declared", SUM_EVENT + PLAY_SAID_SCHNEIDER,
     SUM_DECLARED},
    {"said_schwarz", "schwarz announced, of declared", SUM_EVENT + PLAY_SAID_SCHWARZ, SUM_DECLARED},
    {"open", "suit and grand ouvert, of declared", SUM_EVENT + PLAY_OPEN, SUM_DECLARED},
    {"ace_aside", "an ace discarded, of suit and grand", SUM_ACE_ASIDE, SUM_PICKED_UP},
    {"declarer_trumps", "trumps, of declarer's first leads", SUM_DECLARER_TRUMPS,
     SUM_DECLARER_LEADS},
    {"defender_trumps", "trumps, of defenders' later leads", SUM_DEFENDER_TRUMPS,
     SUM_DEFENDER_LEADS},
};
enum { SHARES = sizeof shares / sizeof *shares };

/* ---- listing ---- */

/* Called with each metric. */
typedef void take_metric(void *context, const char *key, const char *title, int numerator,
                         int denominator);

static int sum_in(enum play_event event, int contract)
{
    return SUM_EVENT_IN + (int)event * PLAY_CONTRACTS + contract;
}

static int sum_in_won(enum play_event event, int contract)
{
    return SUM_EVENT_IN_WON + (int)event * PLAY_CONTRACTS + contract;
}

/* Its share of each contract. */
static void each_contract(enum play_event event, take_metric *take, void *context)
{
    char key[METRIC_TITLE_SIZE], title[METRIC_TITLE_SIZE];

    for (int contract = 0; contract < PLAY_CONTRACTS; contract++) {
        snprintf(key, sizeof key, "%s_%s", events[event].key, contracts[contract]);
        snprintf(title, sizeof title, "%s, of %s", contracts[contract], events[event].words);
        take(context, key, title, sum_in(event, contract), SUM_EVENT + (int)event);
    }
}

/* How many of them are won, in all and of each contract. */
static void each_won(enum play_event event, take_metric *take, void *context)
{
    char key[METRIC_TITLE_SIZE], title[METRIC_TITLE_SIZE];

    snprintf(key, sizeof key, "won_%s", events[event].key);
    snprintf(title, sizeof title, "won, of %s", events[event].words);
    take(context, key, title, SUM_EVENT_WON + (int)event, SUM_EVENT + (int)event);
    for (int contract = 0; contract < PLAY_CONTRACTS; contract++) {
        snprintf(key, sizeof key, "won_%s_%s", events[event].key, contracts[contract]);
        snprintf(title, sizeof title, "won, of %s in %s", events[event].words, contracts[contract]);
        take(context, key, title, sum_in_won(event, contract), sum_in(event, contract));
    }
}

/* The studies have what is won of grand. */
static void each_suit_won(take_metric *take, void *context)
{
    char key[METRIC_TITLE_SIZE], title[METRIC_TITLE_SIZE];

    for (int suit = SKAT_SUITS - 1; suit >= 0; suit--) {
        snprintf(key, sizeof key, "won_%s", contracts[suit]);
        snprintf(title, sizeof title, "won, of %s", contracts[suit]);
        take(context, key, title, sum_in_won(PLAY_DECLARED, suit), sum_in(PLAY_DECLARED, suit));
    }
}

static void each_null(take_metric *take, void *context)
{
    char key[METRIC_TITLE_SIZE], title[METRIC_TITLE_SIZE];

    for (int kind = 0; kind < PLAY_NULLS; kind++) {
        snprintf(title, sizeof title, "%s, of null", nulls[kind].words);
        take(context, nulls[kind].key, title, SUM_NULLS + kind, SUM_KIND + SKAT_GAME_NULL);
    }
    for (int kind = 0; kind < PLAY_NULLS; kind++) {
        snprintf(key, sizeof key, "won_%s", nulls[kind].key);
        snprintf(title, sizeof title, "won, of %s", nulls[kind].words);
        take(context, key, title, SUM_NULLS_WON + kind, SUM_NULLS + kind);
    }
}

static void each_metric(take_metric *take, void *context)
{
    each_suit_won(take, context);
    each_null(take, context);
    for (int i = 0; i < SHARES; i++)
        take(context, shares[i].key, shares[i].title, shares[i].numerator, shares[i].denominator);
    for (enum play_event event = PLAY_SCHNEIDER; event < PLAY_EVENTS; event++) {
        each_contract(event, take, context);
        each_won(event, take, context);
    }
}

static void append(void *context, const char *key, const char *title, int numerator,
                   int denominator)
{
    struct metrics *metrics = context;
    struct metric *metric = &metrics->of[metrics->count++];

    assert(metrics->count <= METRICS_MAX);
    *metric = (struct metric){
        .unit = METRIC_SHARE, .kind = METRIC_RATIO, .sums = {numerator, denominator}, .most = 1};
    snprintf(metric->key, sizeof metric->key, "%s", key);
    snprintf(metric->title, sizeof metric->title, "%s", title);
}

void play_metrics_list(struct metrics *metrics, const struct skat_rules *rules)
{
    if (rules->game == SKAT_VARIANT_SKAT)
        each_metric(append, metrics);
}

struct key_search {
    const char *key;
    bool found;
};

static void compare_key(void *context, const char *key, const char *title, int numerator,
                        int denominator)
{
    struct key_search *search = context;

    (void)title, (void)numerator, (void)denominator;
    search->found |= strcmp(search->key, key) == 0;
}

bool play_metrics_is_share(const char *key)
{
    struct key_search search = {key, false};

    each_metric(compare_key, &search);
    return search.found;
}

/* ---- counting ---- */

static void count_event(enum play_event event, const struct game_stats *game, int64_t *sums)
{
    sums[SUM_EVENT + (int)event]++;
    sums[SUM_EVENT_WON + (int)event] += game->won;
    sums[sum_in(event, game->kind)]++;
    sums[sum_in_won(event, game->kind)] += game->won;
}

/* A suit game or grand. */
static void count_events(const struct game_stats *game, int64_t *sums)
{
    const bool holds[PLAY_EVENTS] = {
        [PLAY_DECLARED] = true,
        [PLAY_SCHNEIDER] = game->schneider,
        [PLAY_SCHWARZ] = game->schwarz,
        [PLAY_SAID_SCHNEIDER] = game->announced & SKAT_WITH_SCHNEIDER,
        [PLAY_SAID_SCHWARZ] = game->announced & SKAT_WITH_SCHWARZ,
        [PLAY_OPEN] = game->ouvert,
    };

    for (enum play_event event = 0; event < PLAY_EVENTS; event++)
        if (holds[event])
            count_event(event, game, sums);
    sums[game->kind == SKAT_GAME_GRAND ? SUM_HAND_GRAND : SUM_HAND_SUIT] += game->hand;
    sums[SUM_PICKED_UP] += game->habits.picked_up;
    sums[SUM_ACE_ASIDE] += game->habits.ace_aside;
    sums[SUM_DECLARER_LEADS] += game->habits.declarer_leads;
    sums[SUM_DECLARER_TRUMPS] += game->habits.declarer_trumps;
    sums[SUM_DEFENDER_LEADS] += game->habits.defender_leads;
    sums[SUM_DEFENDER_TRUMPS] += game->habits.defender_trumps;
}

static void count_null(const struct game_stats *game, int64_t *sums)
{
    const int kind = game->hand + 2 * game->ouvert;

    sums[SUM_NULLS + kind]++;
    sums[SUM_NULLS_WON + kind] += game->won;
    sums[SUM_HAND_NULL] += game->hand;
}

void play_metrics_count(const struct game_stats *game, int64_t *sums)
{
    if (game->kind <= SKAT_GAME_GRAND)
        count_events(game, sums);
    else if (game->kind == SKAT_GAME_NULL)
        count_null(game, sums);
}
