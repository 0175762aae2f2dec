// SPDX-License-Identifier: MIT
#include "arena/study/study_metrics.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "arena/config/hand_cost.h"
#include "arena/record/game_outcome.h"
#include "engine/variant.h"
#include "engine/rules.h"

const char *const metric_unit_names[METRIC_UNITS] = {
    [METRIC_SHARE] = "share",
    [METRIC_POINTS] = "points",
    [METRIC_NUMBER] = "number",
};

/* ---- the table ---- */

static bool has_ramsch(const struct skat_rules *rules)
{
    return rules->passed_in != SKAT_PASSED_IN_VOID || rules->ramsch_round_triggers ||
           (rules->bock_triggers && rules->bock_ramsch_after) ||
           rules->derived.variant->duties; /* every player must play one */
}

static bool has_kontra(const struct skat_rules *rules) { return rules->kontra_levels >= 1; }
static bool has_re(const struct skat_rules *rules) { return rules->kontra_levels >= 2; }
static bool has_bock(const struct skat_rules *rules) { return rules->bock_triggers != 0; }
static bool has_factor(const struct skat_rules *rules)
{
    return has_kontra(rules) || has_bock(rules);
}
static bool has_sachsenspitze(const struct skat_rules *rules) { return rules->sachsenspitze != 0; }
static bool has_revolution(const struct skat_rules *rules) { return skat_rules_revolution(rules); }

static bool has_auction(const struct skat_rules *rules)
{
    return !rules->derived.variant->without_auction;
}

static bool has_third_hand(const struct skat_rules *rules)
{
    return has_auction(rules) && skat_deck_hands(rules->derived.deck) == SKAT_PLAYERS;
}

/* Can a game of this type (SKAT_GAME_DECLARED: any) be announced with all of `with`? */
static bool can_announce(const struct skat_rules *rules, enum skat_game_type type, unsigned with)
{
    for (int skat = 0; skat < 2; skat++)
        for (int i = 0; i < rules->derived.declaration_count[skat]; i++) {
            struct skat_contract contract = rules->derived.declarations[skat][i];
            if ((type == SKAT_GAME_DECLARED || contract.type == type) &&
                (contract.with & with) == with)
                return true;
        }
    return false;
}
static bool has_game(const struct skat_rules *rules, enum skat_game_type type)
{
    return can_announce(rules, type, 0);
}
static bool has_hand(const struct skat_rules *rules)
{
    return can_announce(rules, SKAT_GAME_DECLARED, SKAT_WITH_HAND);
}
static bool has_ouvert(const struct skat_rules *rules)
{
    return can_announce(rules, SKAT_GAME_DECLARED, SKAT_WITH_OUVERT);
}
static bool has_null(const struct skat_rules *rules) { return has_game(rules, SKAT_GAME_NULL); }
static bool has_grand(const struct skat_rules *rules) { return has_game(rules, SKAT_GAME_GRAND); }
static bool has_clubs(const struct skat_rules *rules) { return has_game(rules, SKAT_GAME_CLUBS); }
static bool has_spades(const struct skat_rules *rules) { return has_game(rules, SKAT_GAME_SPADES); }
static bool has_diamonds(const struct skat_rules *rules)
{
    return has_game(rules, SKAT_GAME_DIAMONDS);
}

static double most_bid(const struct skat_rules *rules) { return skat_ladder_top(rules); }

/* The dearest game, raised to the bid if need be, before doublings. */
static double most_value(const struct skat_rules *rules)
{
    const struct hand_range range = hand_range_of(rules, STATS_CLASSIC);

    const int LOST = 2; /* times its value, at least */

    return fmax(range.highest, -range.lowest / fmax(rules->value_lost_factor, LOST)) /
           largest_factor(rules);
}

/* `possible` tells whether a rule set has it at all; NULL: all do. `most` is the largest value of
 * one game; without one it is 1 of a share, and of points it follows from the scores. */
static const struct metric_row {
    const char *key, *title;
    enum metric_unit unit;
    int numerator, denominator;
    bool (*possible)(const struct skat_rules *rules);
    double (*most)(const struct skat_rules *rules);
} rows[] = {
    /* clang-format off */
    {"declared", "declared, of deals", METRIC_SHARE, SUM_DECLARED, SUM_GAMES, NULL, NULL},
    {"passed_in", "passed in, of deals", METRIC_SHARE, SUM_PASSED_IN, SUM_GAMES, NULL, NULL},
    {"ramsch", "ramsch, of deals", METRIC_SHARE, SUM_RAMSCH, SUM_GAMES, has_ramsch, NULL},
    {"bock", "bock, of deals", METRIC_SHARE, SUM_BOCK, SUM_GAMES, has_bock, NULL},
    {"null", "null, of declared", METRIC_SHARE, SUM_KIND + SKAT_GAME_NULL, SUM_DECLARED,
     has_null, NULL},
    {"grand", "grand, of declared", METRIC_SHARE, SUM_KIND + SKAT_GAME_GRAND, SUM_DECLARED,
     has_grand, NULL},
    {"clubs", "clubs, of declared", METRIC_SHARE, SUM_KIND + SKAT_GAME_CLUBS, SUM_DECLARED,
     has_clubs, NULL},
    {"spades", "spades, of declared", METRIC_SHARE, SUM_KIND + SKAT_GAME_SPADES, SUM_DECLARED,
     has_spades, NULL},
    {"hearts", "hearts, of declared", METRIC_SHARE, SUM_KIND + SKAT_GAME_HEARTS, SUM_DECLARED,
     NULL, NULL},
    {"diamonds", "diamonds, of declared", METRIC_SHARE, SUM_KIND + SKAT_GAME_DIAMONDS,
     SUM_DECLARED, has_diamonds, NULL},
    {"sachsenspitze", "sachsenspitze, of declared", METRIC_SHARE,
     SUM_KIND + SKAT_GAME_SACHSENSPITZE, SUM_DECLARED, has_sachsenspitze, NULL},
    {"revolution", "revolution, of declared", METRIC_SHARE, SUM_KIND + SKAT_GAME_REVOLUTION,
     SUM_DECLARED, has_revolution, NULL},
    {"hand", "hand, of declared", METRIC_SHARE, SUM_HAND, SUM_DECLARED, has_hand, NULL},
    {"ouvert", "ouvert, of declared", METRIC_SHARE, SUM_OUVERT, SUM_DECLARED, has_ouvert, NULL},
    {"won", "won, of declared", METRIC_SHARE, SUM_WON, SUM_DECLARED, NULL, NULL},
    {"won_grand", "won, of grand", METRIC_SHARE, SUM_WON_GRAND, SUM_KIND + SKAT_GAME_GRAND,
     has_grand, NULL},
    {"won_null", "won, of null", METRIC_SHARE, SUM_WON_NULL, SUM_KIND + SKAT_GAME_NULL,
     has_null, NULL},
    {"won_suit", "won, of suit games", METRIC_SHARE, SUM_WON_SUIT, SUM_SUIT, NULL, NULL},
    {"overbid", "overbid, of declared", METRIC_SHARE, SUM_OVERBID, SUM_DECLARED, has_auction, NULL},
    {"schneider", "schneider, of declared", METRIC_SHARE, SUM_SCHNEIDER, SUM_DECLARED, NULL, NULL},
    {"schwarz", "schwarz, of declared", METRIC_SHARE, SUM_SCHWARZ, SUM_DECLARED, NULL, NULL},
    {"declared_forehand", "by forehand, of declared", METRIC_SHARE, SUM_POSITION, SUM_DECLARED,
     has_auction, NULL},
    {"declared_middlehand", "by middlehand, of declared", METRIC_SHARE, SUM_POSITION + 1,
     SUM_DECLARED, has_auction, NULL},
    {"declared_rearhand", "by rearhand, of declared", METRIC_SHARE, SUM_POSITION + 2, SUM_DECLARED,
     has_third_hand, NULL},
    {"kontra", "kontra, of declared", METRIC_SHARE, SUM_KONTRA, SUM_DECLARED, has_kontra, NULL},
    {"re", "re, of declared", METRIC_SHARE, SUM_RE, SUM_DECLARED, has_re, NULL},
    {"bid", "final bid, of declared", METRIC_POINTS, SUM_BID, SUM_DECLARED, has_auction,
     most_bid},
    {"highest_bid", "highest bid, of deals", METRIC_POINTS, SUM_HIGHEST, SUM_GAMES, has_auction,
     most_bid},
    {"value", "value, of declared", METRIC_POINTS, SUM_VALUE, SUM_DECLARED, NULL, most_value},
    {"factor", "doublings multiply by", METRIC_NUMBER, SUM_FACTOR, SUM_DECLARED, has_factor,
     largest_factor},
    {"declarer", "declarer's points", METRIC_POINTS, SUM_DECLARER_POINTS, SUM_DECLARED, NULL, NULL},
    {"defender", "each defender's points", METRIC_POINTS, SUM_DEFENDER_POINTS, SUM_DEFENDER_SEATS,
     NULL, NULL},
    {"ramsch_player", "ramsch player's points", METRIC_POINTS, SUM_RAMSCH_POINTS,
     SUM_RAMSCH_SEATS, has_ramsch, NULL},
    /* clang-format on */
};
enum { ROWS = sizeof rows / sizeof *rows };
_Static_assert(ROWS + 1 + 2 * BOTS_MAX <= METRICS_MAX, "room for all metrics");

/* ---- listing ---- */

/* Baseline and variations. */
struct rule_sets {
    const struct skat_rules *const *rules;
    int count;
};

static bool possible(const struct metric_row *row, const struct rule_sets *sets)
{
    for (int i = 0; i < sets->count; i++)
        if (!row->possible || row->possible(sets->rules[i]))
            return true;
    return false;
}

static struct metric *add_metric(struct metrics *metrics, enum metric_unit unit)
{
    struct metric *metric = &metrics->of[metrics->count++];

    *metric = (struct metric){.unit = unit, .bot = -1};
    return metric;
}

/* Between what the points of a game lie under all rule sets. */
static struct hand_range range_of_points(const struct rule_sets *sets, enum stats_scoring scoring)
{
    struct hand_range all = {0, 0};

    for (int i = 0; i < sets->count; i++) {
        const struct hand_range range = hand_range_of(sets->rules[i], scoring);
        all.lowest = fmin(all.lowest, range.lowest);
        all.highest = fmax(all.highest, range.highest);
    }
    return all;
}

/* The farthest that the points of two games can be apart. */
static double width_of_points(const struct rule_sets *sets, enum stats_scoring scoring)
{
    const struct hand_range range = range_of_points(sets, scoring);

    return range.highest - range.lowest;
}

static double most_of(const struct metric_row *row, const struct rule_sets *sets)
{
    double most = 1;

    if (!row->most && row->unit == METRIC_POINTS)
        return width_of_points(sets, STATS_CLASSIC);
    for (int i = 0; row->most && i < sets->count; i++)
        most = fmax(most, row->most(sets->rules[i]));
    return most;
}

static void add_row(struct metrics *metrics, const struct metric_row *row,
                    const struct rule_sets *sets)
{
    struct metric *metric = add_metric(metrics, row->unit);

    snprintf(metric->key, sizeof metric->key, "%s", row->key);
    snprintf(metric->title, sizeof metric->title, "%s", row->title);
    metric->sums[0] = row->numerator;
    metric->sums[1] = row->denominator;
    metric->most = most_of(row, sets);
}

static void add_spread(struct metrics *metrics, const struct rule_sets *sets)
{
    struct metric *metric = add_metric(metrics, METRIC_POINTS);
    const struct hand_range range = range_of_points(sets, STATS_CLASSIC);

    snprintf(metric->key, sizeof metric->key, "spread");
    snprintf(metric->title, sizeof metric->title, "deviation of a player's points");
    metric->kind = METRIC_DEVIATION;
    metric->sums[0] = SUM_SQUARES;
    metric->sums[1] = SUM_POINTS;
    metric->sums[2] = SUM_SEATS;
    metric->most = fmax(range.highest, -range.lowest);
}

/* A bot's points a deal, in the rule set's own scoring or in classic. */
static void add_bot(struct metrics *metrics, const char *name, int bot, bool own,
                    const struct rule_sets *sets)
{
    struct metric *metric = add_metric(metrics, METRIC_POINTS);
    const struct skat_rules *rules = sets->rules[0];
    int scoring = own ? rules->scoring_system : SKAT_SCORING_CLASSIC;

    snprintf(metric->key, sizeof metric->key, "%s.%.50s",
             stats_scoring_names[own ? STATS_OWN : STATS_CLASSIC], name);
    snprintf(metric->title, sizeof metric->title, "%.50s, %s", name,
             skat_rule_option_find("scoring.system")->names[scoring]);
    metric->sums[0] = (own ? SUM_BOT_OWN : SUM_BOT_CLASSIC) + bot;
    metric->sums[1] = SUM_BOT_SEATS + bot;
    metric->own = own;
    metric->most = width_of_points(sets, own ? STATS_OWN : STATS_CLASSIC);
    metric->bot = bot;
}

void metrics_list(struct metrics *metrics, const struct skat_rules *const *rules, int count,
                  const struct schedule *schedule, const char *const *names)
{
    const struct rule_sets sets = {rules, count};
    bool sits[BOTS_MAX];

    metrics->schedule = schedule;
    metrics->count = 0;
    schedule_bots(schedule, sits);
    for (int i = 0; i < ROWS; i++)
        if (possible(&rows[i], &sets))
            add_row(metrics, &rows[i], &sets);
    add_spread(metrics, &sets);
    for (int bot = 0; bot < BOTS_MAX; bot++)
        if (sits[bot])
            add_bot(metrics, names[bot], bot, false, &sets);
    for (int bot = 0; bot < BOTS_MAX; bot++)
        if (sits[bot] && rules[0]->scoring_system != SKAT_SCORING_CLASSIC)
            add_bot(metrics, names[bot], bot, true, &sets);
}

bool metrics_is_share(const char *key)
{
    for (int i = 0; i < ROWS; i++)
        if (rows[i].unit == METRIC_SHARE && strcmp(rows[i].key, key) == 0)
            return true;
    return false;
}

/* ---- counting ---- */

static void count_type(const struct game_stats *game, int64_t *sums)
{
    bool suit = game->kind <= SKAT_GAME_CLUBS;

    if (game->kind >= SKAT_GAME_DECLARED)
        return; /* a fault before the announcement: declared, but without a game */
    sums[SUM_KIND + game->kind]++;
    sums[SUM_SUIT] += suit;
    sums[SUM_WON_SUIT] += suit && game->won;
    sums[SUM_WON_GRAND] += game->kind == SKAT_GAME_GRAND && game->won;
    sums[SUM_WON_NULL] += game->kind == SKAT_GAME_NULL && game->won;
}

static void count_declared(const struct game_stats *game, int64_t *sums)
{
    sums[SUM_DECLARED]++;
    sums[SUM_WON] += game->won;
    sums[SUM_POSITION + game->declarer]++;
    sums[SUM_HAND] += game->hand;
    sums[SUM_OUVERT] += game->ouvert;
    sums[SUM_OVERBID] += game->overbid;
    sums[SUM_SCHNEIDER] += game->schneider;
    sums[SUM_SCHWARZ] += game->schwarz;
    sums[SUM_KONTRA] += game->doublings >= 1;
    sums[SUM_RE] += game->doublings >= 2;
    sums[SUM_BID] += game->bid;
    sums[SUM_VALUE] += game->value;
    sums[SUM_FACTOR] += (int64_t)game->bock << game->doublings;
    count_type(game, sums);
}

static void count_positions(const struct game_stats *game, int64_t *sums)
{
    int highest = 0;

    for (unsigned position = 0; position < SKAT_PLAYERS; position++) {
        if (game->seat_of[position] == SKAT_NOBODY)
            continue;
        enum stats_role role = game_stats_role(game, position);
        int64_t points = game->score[STATS_CLASSIC][game->seat_of[position]];
        highest = game->highest[position] > highest ? game->highest[position] : highest;
        sums[SUM_SQUARES] += points * points;
        sums[SUM_POINTS] += points;
        sums[SUM_SEATS]++;
        if (role == STATS_ROLE_DECLARER)
            sums[SUM_DECLARER_POINTS] += points;
        sums[SUM_DEFENDER_SEATS] += role == STATS_ROLE_DEFENDER;
        sums[SUM_DEFENDER_POINTS] += role == STATS_ROLE_DEFENDER ? points : 0;
        sums[SUM_RAMSCH_SEATS] += role == STATS_ROLE_RAMSCH;
        sums[SUM_RAMSCH_POINTS] += role == STATS_ROLE_RAMSCH ? points : 0;
    }
    sums[SUM_HIGHEST] += highest;
}

void metrics_count(const struct metrics *metrics, const struct game_stats *game,
                   int64_t sums[METRIC_SUMS])
{
    const uint8_t *table = metrics->schedule->arrangements[game->arrangement];

    sums[SUM_GAMES]++;
    sums[SUM_PASSED_IN] += game->kind == STATS_PASSED_IN;
    sums[SUM_RAMSCH] += game->kind == STATS_RAMSCH;
    sums[SUM_BOCK] += game->bock > 1;
    if (game->declarer != SKAT_NOBODY)
        count_declared(game, sums);
    count_positions(game, sums);
    for (int seat = 0; seat < game->seats; seat++) {
        sums[SUM_BOT_SEATS + table[seat]]++;
        sums[SUM_BOT_CLASSIC + table[seat]] += game->score[STATS_CLASSIC][seat];
        sums[SUM_BOT_OWN + table[seat]] += game->score[STATS_OWN][seat];
    }
}

/* ---- for `realism` ---- */

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

static void add_share(struct metrics *metrics, const char *key, const char *title, int numerator,
                      int denominator)
{
    struct metric *metric = add_metric(metrics, METRIC_SHARE);

    assert(metrics->count <= METRICS_MAX);
    metric->sums[0] = numerator;
    metric->sums[1] = denominator;
    metric->most = 1;
    snprintf(metric->key, sizeof metric->key, "%s", key);
    snprintf(metric->title, sizeof metric->title, "%s", title);
}

static int sum_in(enum play_event event, int contract)
{
    return SUM_EVENT_IN + (int)event * PLAY_CONTRACTS + contract;
}

static int sum_in_won(enum play_event event, int contract)
{
    return SUM_EVENT_IN_WON + (int)event * PLAY_CONTRACTS + contract;
}

/* Its share of each contract. */
static void add_contracts(struct metrics *metrics, enum play_event event)
{
    char key[METRIC_TITLE_SIZE], title[METRIC_TITLE_SIZE];

    for (int contract = 0; contract < PLAY_CONTRACTS; contract++) {
        snprintf(key, sizeof key, "%s_%s", events[event].key, contracts[contract]);
        snprintf(title, sizeof title, "%s, of %s", contracts[contract], events[event].words);
        add_share(metrics, key, title, sum_in(event, contract), SUM_EVENT + (int)event);
    }
}

/* How many of them are won, in all and of each contract. */
static void add_won(struct metrics *metrics, enum play_event event)
{
    char key[METRIC_TITLE_SIZE], title[METRIC_TITLE_SIZE];

    snprintf(key, sizeof key, "won_%s", events[event].key);
    snprintf(title, sizeof title, "won, of %s", events[event].words);
    add_share(metrics, key, title, SUM_EVENT_WON + (int)event, SUM_EVENT + (int)event);
    for (int contract = 0; contract < PLAY_CONTRACTS; contract++) {
        snprintf(key, sizeof key, "won_%s_%s", events[event].key, contracts[contract]);
        snprintf(title, sizeof title, "won, of %s in %s", events[event].words, contracts[contract]);
        add_share(metrics, key, title, sum_in_won(event, contract), sum_in(event, contract));
    }
}

/* The studies have what is won of grand. */
static void add_suits_won(struct metrics *metrics)
{
    char key[METRIC_TITLE_SIZE], title[METRIC_TITLE_SIZE];

    for (int suit = SKAT_SUITS - 1; suit >= 0; suit--) {
        snprintf(key, sizeof key, "won_%s", contracts[suit]);
        snprintf(title, sizeof title, "won, of %s", contracts[suit]);
        add_share(metrics, key, title, sum_in_won(PLAY_DECLARED, suit),
                  sum_in(PLAY_DECLARED, suit));
    }
}

static void add_nulls(struct metrics *metrics)
{
    char key[METRIC_TITLE_SIZE], title[METRIC_TITLE_SIZE];

    for (int kind = 0; kind < PLAY_NULLS; kind++) {
        snprintf(title, sizeof title, "%s, of null", nulls[kind].words);
        add_share(metrics, nulls[kind].key, title, SUM_NULLS + kind, SUM_KIND + SKAT_GAME_NULL);
    }
    for (int kind = 0; kind < PLAY_NULLS; kind++) {
        snprintf(key, sizeof key, "won_%s", nulls[kind].key);
        snprintf(title, sizeof title, "won, of %s", nulls[kind].words);
        add_share(metrics, key, title, SUM_NULLS_WON + kind, SUM_NULLS + kind);
    }
}

static void add_play_shares(struct metrics *metrics)
{
    add_suits_won(metrics);
    add_nulls(metrics);
    for (int i = 0; i < SHARES; i++)
        add_share(metrics, shares[i].key, shares[i].title, shares[i].numerator,
                  shares[i].denominator);
    for (enum play_event event = PLAY_SCHNEIDER; event < PLAY_EVENTS; event++) {
        add_contracts(metrics, event);
        add_won(metrics, event);
    }
}

void metrics_list_play(struct metrics *metrics, const struct skat_rules *rules,
                       const struct schedule *schedule)
{
    const struct rule_sets sets = {&rules, 1};

    *metrics = (struct metrics){.schedule = schedule};
    for (int i = 0; i < ROWS; i++)
        if (rows[i].unit == METRIC_SHARE && possible(&rows[i], &sets))
            add_row(metrics, &rows[i], &sets);
    if (rules->game == SKAT_VARIANT_SKAT)
        add_play_shares(metrics);
}

bool metrics_is_play_share(const char *key)
{
    struct metrics all = {.count = 0};
    bool found = false;

    add_play_shares(&all);
    for (int i = 0; i < all.count; i++)
        found |= strcmp(all.of[i].key, key) == 0;
    return found;
}

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

void metrics_count_play(const struct metrics *metrics, const struct game_stats *game,
                        int64_t sums[PLAY_SUMS])
{
    metrics_count(metrics, game, sums);
    if (game->kind <= SKAT_GAME_GRAND)
        count_events(game, sums);
    else if (game->kind == SKAT_GAME_NULL)
        count_null(game, sums);
}
