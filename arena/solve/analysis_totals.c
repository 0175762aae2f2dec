#include "arena/solve/analysis_totals.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/compare/estimate_json.h"
#include "arena/record/game_stats.h"
#include "arena/base/json_write.h"
#include "arena/stats/control_variate.h"
#include "arena/log/manifest.h"
#include "arena/record/table_limits.h"
#include "arena/base/version.h"

/* ---- what is counted ---- */

/* Declarer, and a defender. */
enum side { SIDE_DECLARER, SIDE_DEFENDER, SIDES };
static const char *const side_names[SIDES] = {"declarer", "defender"};

/* Card points, of games that are not null. A choice is a decision between two cards and more. */
enum point_sum { SUM_LOST, SUM_GAMES, SUM_CARDS, SUM_CHOICES, SUM_BEST, POINT_SUMS };

/* What is said of these with an interval: a ratio of two. */
enum rate { RATE_PER_GAME, RATE_PER_CHOICE, RATE_BEST, RATES };
static const struct {
    const char *key;
    enum point_sum part, whole;
} rates[RATES] = {
    [RATE_PER_GAME] = {"per_game", SUM_LOST, SUM_GAMES},
    [RATE_PER_CHOICE] = {"per_choice", SUM_LOST, SUM_CHOICES},
    [RATE_BEST] = {"best", SUM_BEST, SUM_CHOICES},
};

/* Games won or lost, null among them; once for each seat of the side. */
enum result_count {
    COUNT_GAMES,     /* whose goal is known */
    COUNT_WINNABLE,  /* perfect play wins them for this side */
    COUNT_WON,       /* and this side won */
    COUNT_TURNED,    /* lost by a card of this seat's, for good */
    COUNT_RECOVERED, /* that perfect play loses, and the side won */
    RESULT_COUNTS
};
static const char *const result_names[RESULT_COUNTS] = {
    [COUNT_GAMES] = "games",   [COUNT_WINNABLE] = "winnable",   [COUNT_WON] = "won",
    [COUNT_TURNED] = "turned", [COUNT_RECOVERED] = "recovered",
};

/* A bot's part of a unit. */
struct part {
    bool sits;
    int64_t points[SIDES][POINT_SUMS];
    struct luck_sums luck;
};

struct account {
    int64_t points[SIDES][POINT_SUMS];
    int64_t results[SIDES][RESULT_COUNTS];
    int64_t asked, lost_with_other; /* declared games that were asked about other contracts */
    int64_t passed, missed, missed_unknown, missed_value;
    struct joint rates[SIDES][RATES];
    struct luck luck;
};

struct assessment {
    const struct analyzer_plan *plan;
    const struct logfile *log;
    char names[BOTS_MAX][41];
    int bots;
    int64_t games, units, kinds[ANNOTATION_KINDS], spitzen, asked_in_vain, nodes;
    uint64_t unit; /* 1 + the one that is being added up */
    struct part parts[BOTS_MAX];
    struct luck_sums all;      /* of the unit */
    struct luck_log everybody; /* of the log */
    struct account of[BOTS_MAX];
};

struct assessment *assessment_new(const struct analyzer_plan *plan, const struct logfile *log)
{
    struct assessment *assessment = calloc(1, sizeof *assessment);

    if (!assessment)
        abort(); /* out of memory */
    assessment->plan = plan;
    assessment->log = log;
    for (int i = 0; log->has_manifest && i < log->manifest.bot_count; i++)
        snprintf(assessment->names[assessment->bots++], sizeof assessment->names[0], "%s",
                 log->manifest.names[i]);
    return assessment;
}

void assessment_free(struct assessment *assessment) { free(assessment); }

/* A log without a manifest may have more bots than there is room for: the last place is for the rest. */
static int bot_number(struct assessment *assessment, const char *name)
{
    for (int i = 0; i < assessment->bots; i++)
        if (strcmp(assessment->names[i], name) == 0)
            return i;
    if (assessment->bots == BOTS_MAX)
        return BOTS_MAX - 1;
    bool last = assessment->bots == BOTS_MAX - 1;
    snprintf(assessment->names[assessment->bots], sizeof assessment->names[0], "%s",
             last ? "(others)" : name);
    return assessment->bots++;
}

/* ---- units ---- */

static void end_unit(struct assessment *assessment)
{
    if (!assessment->unit)
        return;
    for (int i = 0; i < assessment->bots; i++) {
        struct part *part = &assessment->parts[i];
        struct account *bot = &assessment->of[i];
        if (!part->sits)
            continue;
        for (int side = 0; side < SIDES; side++)
            for (int rate = 0; rate < RATES; rate++) {
                const int64_t *sums = part->points[side];
                const int64_t values[] = {sums[rates[rate].part], sums[rates[rate].whole]};
                joint_add(&bot->rates[side][rate], values, 2);
            }
        luck_add(&bot->luck, &part->luck, &assessment->all);
    }
    luck_add_all(&assessment->everybody, &assessment->all);
    memset(assessment->parts, 0, sizeof assessment->parts);
    assessment->all = (struct luck_sums){0};
    assessment->units++;
}

/* ---- games ---- */

static enum side side_of(const struct annotation *annotation, unsigned position)
{
    return position == annotation->declarer ? SIDE_DECLARER : SIDE_DEFENDER;
}

static void count_points(struct assessment *assessment, const struct annotation *annotation,
                         const int *bots)
{
    const struct accuracy *accuracy = &annotation->accuracy;
    int64_t sums[SKAT_PLAYERS][POINT_SUMS] = {0};

    if (accuracy->null)
        return;
    for (int n = 0; n < accuracy->cards; n++) {
        int64_t *sum = sums[accuracy->player[n]];
        sum[SUM_LOST] += accuracy_lost(accuracy, n);
        sum[SUM_CARDS]++;
        sum[SUM_CHOICES] += accuracy->choices[n] > 1;
        sum[SUM_BEST] += accuracy->choices[n] > 1 && !accuracy_lost(accuracy, n);
    }
    for (unsigned position = 0; position < SKAT_PLAYERS; position++) {
        enum side side = side_of(annotation, position);
        int bot = bots[annotation->seat_of[position]];
        sums[position][SUM_GAMES] = 1;
        for (int i = 0; i < POINT_SUMS; i++) {
            assessment->of[bot].points[side][i] += sums[position][i];
            assessment->parts[bot].points[side][i] += sums[position][i];
        }
    }
}

static void count_results(struct assessment *assessment, const struct annotation *annotation,
                          const int *bots)
{
    const struct accuracy *accuracy = &annotation->accuracy;

    for (unsigned position = 0; position < SKAT_PLAYERS; position++) {
        enum side side = side_of(annotation, position);
        int64_t *counts = assessment->of[bots[annotation->seat_of[position]]].results[side];
        bool declares = side == SIDE_DECLARER;
        bool winnable = accuracy_won(accuracy, 0) == declares, won = annotation->won == declares;
        counts[COUNT_GAMES]++;
        counts[COUNT_WINNABLE] += winnable;
        counts[COUNT_WON] += won;
        counts[COUNT_RECOVERED] += won && !winnable;
        counts[COUNT_TURNED] +=
            accuracy->turn != NO_TURN && accuracy->player[accuracy->turn] == position;
    }
}

/* Games that perfect play loses although another contract would have won. */
static void count_contracts(struct assessment *assessment, const struct annotation *annotation,
                            const int *bots)
{
    struct account *bot = &assessment->of[bots[annotation->seat_of[annotation->declarer]]];
    bool other = false, unknown = false;

    for (int type = 0; type < CONTRACTS; type++) {
        other |= annotation->contracts[type].won > 0;
        unknown |= annotation->contracts[type].won < 0;
    }
    assessment->asked_in_vain += unknown;
    if (!annotation->has_worth)
        return;
    bot->asked++;
    bot->lost_with_other += other && !accuracy_won(&annotation->accuracy, 0);
}

static void count_missed(struct assessment *assessment, const struct annotation *annotation,
                         const int *bots)
{
    bool unknown = false;

    for (unsigned position = 0; position < SKAT_PLAYERS; position++) {
        struct account *bot = &assessment->of[bots[annotation->seat_of[position]]];
        const struct contract_found *found = &annotation->missed[position].found;
        bot->passed++;
        bot->missed += found->won > 0;
        bot->missed_unknown += found->won < 0;
        bot->missed_value += found->won > 0 ? found->value : 0;
        unknown |= found->won < 0;
    }
    assessment->asked_in_vain += unknown;
}

static void count_luck(struct assessment *assessment, const struct annotation *annotation,
                       const int *bots)
{
    for (int seat = 0; seat < annotation->seats; seat++) {
        struct part *part = &assessment->parts[bots[seat]];
        part->sits = true;
        luck_count(&part->luck, annotation->score[seat], annotation->worth[seat]);
        luck_count(&assessment->all, annotation->score[seat], annotation->worth[seat]);
    }
}

void assessment_add(struct assessment *assessment, const struct annotation *annotation)
{
    int bots[SKAT_SEATS_MAX];

    if (assessment->unit != annotation->unit + 1)
        end_unit(assessment);
    assessment->unit = annotation->unit + 1;
    assessment->games++;
    assessment->kinds[annotation->kind]++;
    assessment->nodes += (int64_t)annotation->nodes;
    for (int seat = 0; seat < annotation->seats; seat++)
        bots[seat] = bot_number(assessment, annotation->names[seat]);
    if (annotation->kind == ANNOTATION_PLAYED) {
        assessment->spitzen += !annotation->has_worth;
        count_points(assessment, annotation, bots);
        if (annotation->has_worth)
            count_results(assessment, annotation, bots);
        if (annotation->asked)
            count_contracts(assessment, annotation, bots);
    } else if (annotation->asked) {
        count_missed(assessment, annotation, bots);
    }
    count_luck(assessment, annotation, bots);
}

/* ---- writing ---- */

static void add_side(cJSON *object, const struct account *bot, enum side side)
{
    const int64_t *points = bot->points[side];
    cJSON *item = cJSON_AddObjectToObject(object, side_names[side]);
    cJSON *games = cJSON_AddObjectToObject(item, "points");

    figures_int(games, "games", points[SUM_GAMES]);
    figures_int(games, "cards", points[SUM_CARDS]);
    figures_int(games, "choices", points[SUM_CHOICES]);
    figures_int(games, "lost", points[SUM_LOST]);
    for (int rate = 0; rate < RATES; rate++)
        estimate_to_json(games, rates[rate].key, joint_ratio(&bot->rates[side][rate]));
    cJSON *results = cJSON_AddObjectToObject(item, "results");
    for (int i = 0; i < RESULT_COUNTS; i++)
        figures_int(results, result_names[i], bot->results[side][i]);
}

static void add_luck(cJSON *object, const struct account *bot, const struct luck_log *everybody)
{
    cJSON *item = cJSON_AddObjectToObject(object, "luck");
    struct luck_result result;

    luck_result(&bot->luck, everybody, &result);
    figures_int(item, "seats", bot->luck.joint.sum[2]);
    figures_int(item, "units", bot->luck.joint.units);
    estimate_to_json(item, "score", result.score);
    estimate_to_json(item, "worth", result.worth);
    estimate_to_json(item, "gained", result.gained);
    estimate_to_json(item, "adjusted", result.adjusted);
    figures_real(item, "coefficient", result.coefficient);
    figures_real(item, "deviation", result.deviation);
    figures_real(item, "reduction", result.reduction);
    figures_real(item, "reduction_plain", result.reduction_plain);
}

static cJSON *bot_json(const struct assessment *assessment, int number)
{
    const struct account *bot = &assessment->of[number];
    cJSON *object = cJSON_CreateObject();

    cJSON_AddStringToObject(object, "name", assessment->names[number]);
    for (int side = 0; side < SIDES; side++)
        add_side(object, bot, (enum side)side);
    if (assessment->plan->options.depth != CONTRACTS_NONE) {
        cJSON *contracts = cJSON_AddObjectToObject(object, "contracts");
        figures_int(contracts, "asked", bot->asked);
        figures_int(contracts, "lost_with_other", bot->lost_with_other);
        cJSON *missed = cJSON_AddObjectToObject(object, "missed");
        figures_int(missed, "passed_in", bot->passed);
        figures_int(missed, "missed", bot->missed);
        figures_int(missed, "unknown", bot->missed_unknown);
        figures_ratio(missed, "mean_value", bot->missed_value, bot->missed);
    }
    add_luck(object, bot, &assessment->everybody);
    return object;
}

static void add_plan(cJSON *root, const struct assessment *assessment)
{
    const struct analyzer_plan *plan = assessment->plan;
    cJSON *options = cJSON_AddObjectToObject(root, "options");

    cJSON_AddStringToObject(options, "contracts", contracts_depth_names[plan->options.depth]);
    figures_int(options, "limit_nodes", (int64_t)plan->options.limit_nodes);
    figures_int(options, "first", (int64_t)plan->first);
    figures_int(options, "count", (int64_t)plan->count);
    figures_int(options, "sample", (int64_t)plan->sample);
}

cJSON *assessment_json(struct assessment *assessment)
{
    const struct logfile *log = assessment->log;
    bool by_session =
        log->rules.derived.carries || (log->has_manifest && log->manifest.schedule.whole_sessions);
    cJSON *root = cJSON_CreateObject();

    end_unit(assessment);
    figures_int(root, "format", RESULT_FORMAT);
    cJSON_AddStringToObject(root, "harness", ARENA_HARNESS);
    add_plan(root, assessment);
    cJSON_AddStringToObject(root, "scoring", fact_scoring_names[fact_primary(&log->rules)]);
    cJSON_AddStringToObject(root, "unit", by_session ? "session" : "deal");
    figures_int(root, "units", assessment->units);
    figures_int(root, "games", assessment->games);
    cJSON *kinds = cJSON_AddObjectToObject(root, "kinds");
    for (int kind = 0; kind < ANNOTATION_KINDS; kind++)
        figures_int(kinds, annotation_kind_names[kind], assessment->kinds[kind]);
    figures_int(root, "without_goal", assessment->spitzen);
    figures_int(root, "contracts_gave_up", assessment->asked_in_vain);
    figures_int(root, "nodes", assessment->nodes);
    cJSON *bots = cJSON_AddArrayToObject(root, "bots");
    for (int i = 0; i < assessment->bots; i++)
        cJSON_AddItemToArray(bots, bot_json(assessment, i));
    return root;
}
