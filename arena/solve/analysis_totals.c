// SPDX-License-Identifier: MIT
#include "arena/solve/analysis_totals.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/stats/control_variate.h"
#include "arena/log/manifest.h"
#include "arena/record/game_outcome.h"
#include "arena/base/version.h"
#include "arena/record/game_stats.h"
#include "arena/result/estimates.h"

/* ---- in which phase games are lost, and in which tricks card points ---- */

/* Where a lost game went wrong for good. Only a declarer loses before the play. */
enum loss_phase {
    LOSS_BID,          /* no game that reaches the bid would have won */
    LOSS_ANNOUNCEMENT, /* another game would have won */
    LOSS_DISCARD,      /* the same game would have won with other discards */
    LOSS_UNKNOWN,      /* one of these: other games were not looked at */
    LOSS_LEAD,         /* by a card that led to a trick */
    LOSS_FOLLOW,       /* by another card */
    LOSS_PHASES
};
enum loss_game { LOSS_SUIT, LOSS_GRAND, LOSS_NULL, LOSS_GAMES };

/* Counts of the cards that led to a trick, or that followed: decisions between two or more cards,
 * decisions that lost nothing, and what the others lost, in card points; in null, in games. */
struct trick_losses {
    int64_t choices, best, lost;
};

struct role_losses {
    int64_t games, lost[LOSS_PHASES];             /* with a known goal */
    struct trick_losses tricks[2][SKAT_HAND_MAX]; /* lead, follow */
};

/* The losses of one bot. Zero-initialise. */
struct loss_phases {
    struct role_losses of[2][LOSS_GAMES]; /* declarer, defender */
};

static const char *const role_names[] = {"declarer", "defender"};
static const char *const game_names[LOSS_GAMES] = {"suit", "grand", "null"};
static const char *const card_names[] = {"lead", "follow"};
static const char *const phase_names[LOSS_PHASES] = {
    [LOSS_BID] = "bid",         [LOSS_ANNOUNCEMENT] = "announcement",
    [LOSS_DISCARD] = "discard", [LOSS_UNKNOWN] = "before_play",
    [LOSS_LEAD] = "lead",       [LOSS_FOLLOW] = "follow",
};

static enum loss_game game_of(unsigned type)
{
    return skat_games[type].fixed_value ? LOSS_NULL : type < SKAT_SUITS ? LOSS_SUIT : LOSS_GRAND;
}

static bool is_follow(int n) { return n % SKAT_PLAYERS != 0; }

/* Why declarer could not win from the first card on. Announcements make a game another one than
 * that which was looked at. */
static enum loss_phase phase_before_play(const struct game_analysis *analysis,
                                         struct skat_contract contract)
{
    const unsigned announced = SKAT_WITH_SCHNEIDER | SKAT_WITH_SCHWARZ | SKAT_WITH_OUVERT;
    bool other = false, same = false;

    if (!analysis->asked)
        return LOSS_UNKNOWN;
    for (unsigned type = 0; type < CONTRACTS; type++) {
        if (analysis->contracts[type].won < 0)
            return LOSS_UNKNOWN;
        if (type == contract.type && !(contract.with & announced))
            same = analysis->contracts[type].won;
        else
            other |= analysis->contracts[type].won;
    }
    return same ? LOSS_DISCARD : other ? LOSS_ANNOUNCEMENT : LOSS_BID;
}

static void add_lost(struct role_losses *losses, const struct game_analysis *analysis,
                     struct skat_contract contract, unsigned position)
{
    const bool declares = position == analysis->declarer;
    const int turn = analysis->accuracy.turn;

    losses->games++;
    if (analysis->won == declares)
        return;
    if (turn == PLAY_NO_TURN)
        losses->lost[phase_before_play(analysis, contract)] += declares;
    else if (analysis->accuracy.player[turn] == position)
        losses->lost[is_follow(turn) ? LOSS_FOLLOW : LOSS_LEAD]++;
}

/* Adds an analysed game that was played, for the bot at `position`. */
static void loss_phases_add(struct loss_phases *phases, const struct game_analysis *analysis,
                            unsigned position)
{
    const struct play_accuracy *accuracy = &analysis->accuracy;
    struct skat_contract contract;

    if (!skat_contract_parse(analysis->contract, &contract))
        return;
    struct role_losses *losses =
        &phases->of[position != analysis->declarer][game_of(contract.type)];
    if (analysis->has_worth)
        add_lost(losses, analysis, contract, position);
    for (int n = 0; n < accuracy->cards; n++) {
        if (accuracy->player[n] != position || accuracy->choices[n] < 2 ||
            n / SKAT_PLAYERS >= SKAT_HAND_MAX)
            continue;
        struct trick_losses *trick = &losses->tricks[is_follow(n)][n / SKAT_PLAYERS];
        int lost = play_accuracy_lost(accuracy, n);
        trick->choices++;
        trick->best += !lost;
        trick->lost += lost;
    }
}

static void add_tricks(cJSON *row, const struct role_losses *losses)
{
    cJSON *list = cJSON_AddArrayToObject(row, "tricks");

    for (int card = 0; card < 2; card++)
        for (int trick = 0; trick < SKAT_HAND_MAX; trick++) {
            const struct trick_losses *sums = &losses->tricks[card][trick];
            if (!sums->choices)
                continue;
            cJSON *item = cJSON_CreateObject();
            cJSON_AddStringToObject(item, "card", card_names[card]);
            json_put_int(item, "trick", trick + 1);
            json_put_int(item, "choices", sums->choices);
            json_put_int(item, "best", sums->best);
            json_put_int(item, "lost", sums->lost);
            cJSON_AddItemToArray(list, item);
        }
}

/* A row for each role and kind of game that occurred. */
static cJSON *loss_phases_json(const struct loss_phases *phases)
{
    cJSON *list = cJSON_CreateArray();

    for (int role = 0; role < 2; role++)
        for (int game = 0; game < LOSS_GAMES; game++) {
            const struct role_losses *losses = &phases->of[role][game];
            if (!losses->games)
                continue;
            cJSON *row = cJSON_CreateObject();
            cJSON_AddStringToObject(row, "role", role_names[role]);
            cJSON_AddStringToObject(row, "game", game_names[game]);
            json_put_int(row, "games", losses->games);
            for (int phase = 0; phase < LOSS_PHASES; phase++)
                json_put_int(row, phase_names[phase], losses->lost[phase]);
            add_tricks(row, losses);
            cJSON_AddItemToArray(list, row);
        }
    return list;
}

/* ---- what is counted ---- */

/* Declarer, and a defender. */
enum side { SIDE_DECLARER, SIDE_DEFENDER, SIDES };
static const char *const side_names[SIDES] = {"declarer", "defender"};

/* Card points, except in null. A choice is a decision between two or more cards. */
enum point_sum { SUM_LOST, SUM_GAMES, SUM_CARDS, SUM_CHOICES, SUM_BEST, POINT_SUMS };

/* Ratios of two of these, reported with an interval. */
enum rate { RATE_PER_GAME, RATE_PER_CHOICE, RATE_BEST, RATES };
static const struct {
    const char *key;
    enum point_sum part, whole;
} rates[RATES] = {
    [RATE_PER_GAME] = {"per_game", SUM_LOST, SUM_GAMES},
    [RATE_PER_CHOICE] = {"per_choice", SUM_LOST, SUM_CHOICES},
    [RATE_BEST] = {"best", SUM_BEST, SUM_CHOICES},
};

/* Games won or lost, including null; once for each seat of the side. */
enum result_count {
    COUNT_GAMES,     /* with a known goal */
    COUNT_WINNABLE,  /* that perfect play wins for this side */
    COUNT_WON,       /* that this side won */
    COUNT_TURNED,    /* lost for good by a card of this seat */
    COUNT_RECOVERED, /* that perfect play loses, but this side won */
    RESULT_COUNTS
};
static const char *const result_names[RESULT_COUNTS] = {
    [COUNT_GAMES] = "games",   [COUNT_WINNABLE] = "winnable",   [COUNT_WON] = "won",
    [COUNT_TURNED] = "turned", [COUNT_RECOVERED] = "recovered",
};

/* A bot's part of a unit. */
struct unit_part {
    bool sits;
    int64_t points[SIDES][POINT_SUMS];
    struct control_variate_sums worth;
};

struct account {
    int64_t points[SIDES][POINT_SUMS];
    int64_t results[SIDES][RESULT_COUNTS];
    int64_t asked, lost_with_other; /* declared games in which other contracts were tried */
    int64_t passed, missed, missed_unknown, missed_value;
    struct joint rates[SIDES][RATES];
    struct control_variate worth;
    struct loss_phases phases;
};

struct analysis_totals {
    const struct analysis_plan *plan;
    const struct log_reader *log;
    char names[BOTS_MAX][41];
    int bots;
    int64_t games, units, kinds[GAME_ANALYSIS_KINDS], spitzen, asked_in_vain, nodes;
    bool by_session;        /* a unit is a session, else a deal */
    bool in_unit;           /* one has begun, */
    struct game_id of_unit; /* with this game as the last one so far */
    struct unit_part parts[BOTS_MAX];
    struct control_variate_sums all;      /* of the unit */
    struct control_variate_log everybody; /* of all bots in the log */
    struct account of[BOTS_MAX];
};

struct analysis_totals *analysis_totals_new(const struct analysis_plan *plan,
                                            const struct log_reader *log)
{
    struct analysis_totals *totals = xcalloc(1, sizeof *totals);

    totals->plan = plan;
    totals->log = log;
    totals->by_session = log_analysis_by_session(log);
    for (int i = 0; log->has_manifest && i < log->manifest.bot_count; i++)
        snprintf(totals->names[totals->bots++], sizeof totals->names[0], "%s",
                 log->manifest.names[i]);
    return totals;
}

void analysis_totals_free(struct analysis_totals *totals) { free(totals); }

/* A log without a manifest may have more bots than fit: the last place collects the rest. */
static int bot_number(struct analysis_totals *totals, const char *name)
{
    for (int i = 0; i < totals->bots; i++)
        if (strcmp(totals->names[i], name) == 0)
            return i;
    if (totals->bots == BOTS_MAX)
        return BOTS_MAX - 1;
    bool last = totals->bots == BOTS_MAX - 1;
    snprintf(totals->names[totals->bots], sizeof totals->names[0], "%s", last ? "(others)" : name);
    return totals->bots++;
}

/* ---- units ---- */

static void end_unit(struct analysis_totals *totals)
{
    if (!totals->in_unit)
        return;
    for (int i = 0; i < totals->bots; i++) {
        struct unit_part *part = &totals->parts[i];
        struct account *bot = &totals->of[i];
        if (!part->sits)
            continue;
        for (int side = 0; side < SIDES; side++)
            for (int rate = 0; rate < RATES; rate++) {
                const int64_t *sums = part->points[side];
                const int64_t values[] = {sums[rates[rate].part], sums[rates[rate].whole]};
                joint_add(&bot->rates[side][rate], values, 2);
            }
        control_variate_add(&bot->worth, &part->worth, &totals->all);
    }
    control_variate_add_all(&totals->everybody, &totals->all);
    memset(totals->parts, 0, sizeof totals->parts);
    totals->all = (struct control_variate_sums){0};
    totals->units++;
}

/* ---- games ---- */

static enum side side_of(const struct game_analysis *analysis, unsigned position)
{
    return position == analysis->declarer ? SIDE_DECLARER : SIDE_DEFENDER;
}

static void count_points(struct analysis_totals *totals, const struct game_analysis *analysis,
                         const int *bots)
{
    const struct play_accuracy *accuracy = &analysis->accuracy;
    int64_t sums[SKAT_PLAYERS][POINT_SUMS] = {0};

    if (accuracy->null)
        return;
    for (int n = 0; n < accuracy->cards; n++) {
        int64_t *sum = sums[accuracy->player[n]];
        sum[SUM_LOST] += play_accuracy_lost(accuracy, n);
        sum[SUM_CARDS]++;
        sum[SUM_CHOICES] += accuracy->choices[n] > 1;
        sum[SUM_BEST] += accuracy->choices[n] > 1 && !play_accuracy_lost(accuracy, n);
    }
    for (unsigned position = 0; position < SKAT_PLAYERS; position++) {
        enum side side = side_of(analysis, position);
        int bot = bots[analysis->seat_of[position]];
        sums[position][SUM_GAMES] = 1;
        for (int i = 0; i < POINT_SUMS; i++) {
            totals->of[bot].points[side][i] += sums[position][i];
            totals->parts[bot].points[side][i] += sums[position][i];
        }
    }
}

static void count_results(struct analysis_totals *totals, const struct game_analysis *analysis,
                          const int *bots)
{
    const struct play_accuracy *accuracy = &analysis->accuracy;

    for (unsigned position = 0; position < SKAT_PLAYERS; position++) {
        enum side side = side_of(analysis, position);
        int64_t *counts = totals->of[bots[analysis->seat_of[position]]].results[side];
        bool declares = side == SIDE_DECLARER;
        bool winnable = play_accuracy_won(accuracy, 0) == declares, won = analysis->won == declares;
        counts[COUNT_GAMES]++;
        counts[COUNT_WINNABLE] += winnable;
        counts[COUNT_WON] += won;
        counts[COUNT_RECOVERED] += won && !winnable;
        counts[COUNT_TURNED] +=
            accuracy->turn != PLAY_NO_TURN && accuracy->player[accuracy->turn] == position;
    }
}

/* Counts games that perfect play loses although another contract would have won. */
static void count_contracts(struct analysis_totals *totals, const struct game_analysis *analysis,
                            const int *bots)
{
    struct account *bot = &totals->of[bots[analysis->seat_of[analysis->declarer]]];
    bool other = false, unknown = false;

    for (int type = 0; type < CONTRACTS; type++) {
        other |= analysis->contracts[type].won > 0;
        unknown |= analysis->contracts[type].won < 0;
    }
    totals->asked_in_vain += unknown;
    if (!analysis->has_worth)
        return;
    bot->asked++;
    bot->lost_with_other += other && !play_accuracy_won(&analysis->accuracy, 0);
}

static void count_missed(struct analysis_totals *totals, const struct game_analysis *analysis,
                         const int *bots)
{
    bool unknown = false;

    for (unsigned position = 0; position < SKAT_PLAYERS; position++) {
        struct account *bot = &totals->of[bots[analysis->seat_of[position]]];
        const struct contract_found *found = &analysis->missed[position].found;
        bot->passed++;
        bot->missed += found->won > 0;
        bot->missed_unknown += found->won < 0;
        bot->missed_value += found->won > 0 ? found->value : 0;
        unknown |= found->won < 0;
    }
    totals->asked_in_vain += unknown;
}

static void count_worth(struct analysis_totals *totals, const struct game_analysis *analysis,
                        const int *bots)
{
    for (int seat = 0; seat < analysis->seats; seat++) {
        struct unit_part *part = &totals->parts[bots[seat]];
        part->sits = true;
        control_variate_count(&part->worth, analysis->score[seat], analysis->worth[seat]);
        control_variate_count(&totals->all, analysis->score[seat], analysis->worth[seat]);
    }
}

void analysis_totals_add(struct analysis_totals *totals, const struct game_analysis *analysis)
{
    int bots[SKAT_SEATS_MAX];

    if (totals->of_unit.session != analysis->id.session ||
        (!totals->by_session && totals->of_unit.deal != analysis->id.deal))
        end_unit(totals);
    totals->in_unit = true;
    totals->of_unit = analysis->id;
    totals->games++;
    totals->kinds[analysis->kind]++;
    totals->nodes += (int64_t)analysis->nodes;
    for (int seat = 0; seat < analysis->seats; seat++)
        bots[seat] = bot_number(totals, analysis->names[seat]);
    if (analysis->kind == GAME_ANALYSIS_PLAYED) {
        totals->spitzen += !analysis->has_worth;
        count_points(totals, analysis, bots);
        for (unsigned position = 0; position < SKAT_PLAYERS; position++)
            loss_phases_add(&totals->of[bots[analysis->seat_of[position]]].phases, analysis,
                            position);
        if (analysis->has_worth)
            count_results(totals, analysis, bots);
        if (analysis->asked)
            count_contracts(totals, analysis, bots);
    } else if (analysis->asked) {
        count_missed(totals, analysis, bots);
    }
    count_worth(totals, analysis, bots);
}

/* ---- writing ---- */

static void add_side(cJSON *object, const struct account *bot, enum side side)
{
    const int64_t *points = bot->points[side];
    cJSON *item = cJSON_AddObjectToObject(object, side_names[side]);
    cJSON *games = cJSON_AddObjectToObject(item, "points");

    json_put_int(games, "games", points[SUM_GAMES]);
    json_put_int(games, "cards", points[SUM_CARDS]);
    json_put_int(games, "choices", points[SUM_CHOICES]);
    json_put_int(games, "lost", points[SUM_LOST]);
    for (int rate = 0; rate < RATES; rate++)
        estimate_put(games, rates[rate].key, joint_ratio(&bot->rates[side][rate]));
    cJSON *results = cJSON_AddObjectToObject(item, "results");
    for (int i = 0; i < RESULT_COUNTS; i++)
        json_put_int(results, result_names[i], bot->results[side][i]);
}

static void add_adjusted(cJSON *object, const struct account *bot,
                         const struct control_variate_log *everybody)
{
    cJSON *item = cJSON_AddObjectToObject(object, "at_average_worth");
    struct control_variate_result result;

    control_variate_result(&bot->worth, everybody, &result);
    json_put_int(item, "seats", bot->worth.joint.sum[2]);
    json_put_int(item, "units", bot->worth.joint.units);
    estimate_put(item, "score", result.score);
    estimate_put(item, "worth", result.worth);
    estimate_put(item, "gained", result.gained);
    estimate_put(item, "adjusted", result.adjusted);
    json_put_real(item, "coefficient", result.coefficient);
    json_put_real(item, "deviation", result.deviation);
    json_put_real(item, "reduction", result.reduction);
    json_put_real(item, "reduction_plain", result.reduction_plain);
}

static cJSON *bot_json(const struct analysis_totals *totals, int number)
{
    const struct account *bot = &totals->of[number];
    cJSON *object = cJSON_CreateObject();

    cJSON_AddStringToObject(object, "name", totals->names[number]);
    for (int side = 0; side < SIDES; side++)
        add_side(object, bot, (enum side)side);
    if (totals->plan->options.depth != CONTRACTS_NONE) {
        cJSON *contracts = cJSON_AddObjectToObject(object, "contracts");
        json_put_int(contracts, "asked", bot->asked);
        json_put_int(contracts, "lost_with_other", bot->lost_with_other);
        cJSON *missed = cJSON_AddObjectToObject(object, "missed");
        json_put_int(missed, "passed_in", bot->passed);
        json_put_int(missed, "missed", bot->missed);
        json_put_int(missed, "unknown", bot->missed_unknown);
        json_put_ratio(missed, "mean_value", bot->missed_value, bot->missed);
    }
    cJSON_AddItemToObject(object, "phases", loss_phases_json(&bot->phases));
    add_adjusted(object, bot, &totals->everybody);
    return object;
}

static void add_plan(cJSON *root, const struct analysis_totals *totals)
{
    const struct analysis_plan *plan = totals->plan;
    cJSON *options = cJSON_AddObjectToObject(root, "options");

    cJSON_AddStringToObject(options, "contracts", contract_search_depth_names[plan->options.depth]);
    json_put_int(options, "limit_nodes", (int64_t)plan->options.limit_nodes);
    json_put_int(options, "first", (int64_t)plan->first);
    json_put_int(options, "count", (int64_t)plan->count);
    json_put_int(options, "sample", (int64_t)plan->sample);
}

cJSON *analysis_totals_json(struct analysis_totals *totals)
{
    const struct log_reader *log = totals->log;
    cJSON *root = cJSON_CreateObject();

    end_unit(totals);
    json_put_int(root, "format", RESULT_FORMAT);
    cJSON_AddStringToObject(root, "harness", ARENA_HARNESS);
    add_plan(root, totals);
    cJSON_AddStringToObject(root, "scoring",
                            stats_scoring_names[stats_primary_scoring(&log->rules)]);
    cJSON_AddStringToObject(root, "unit", totals->by_session ? "session" : "deal");
    json_put_int(root, "units", totals->units);
    json_put_int(root, "games", totals->games);
    cJSON *kinds = cJSON_AddObjectToObject(root, "kinds");
    for (int kind = 0; kind < GAME_ANALYSIS_KINDS; kind++)
        json_put_int(kinds, game_analysis_kind_names[kind], totals->kinds[kind]);
    json_put_int(root, "without_goal", totals->spitzen);
    json_put_int(root, "contracts_gave_up", totals->asked_in_vain);
    json_put_int(root, "nodes", totals->nodes);
    cJSON *bots = cJSON_AddArrayToObject(root, "bots");
    for (int i = 0; i < totals->bots; i++)
        cJSON_AddItemToArray(bots, bot_json(totals, i));
    return root;
}
