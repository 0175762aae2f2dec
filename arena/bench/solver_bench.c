// SPDX-License-Identifier: MIT
#include "arena/bench/solver_bench.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/machine.h"

#include "arena/base/input_file.h"
#include "arena/base/memory.h"
#include "engine/solver/solver.h"

enum { TABLE_BITS = 18, TITLE = 80, GIVE_UP = 20000000 };

struct solved {
    struct skat_solver_deal deal;
    int skat;  /* card points put aside for declarer */
    int value; /* as in the file */
};

/* A part of the file: the deals between two comments; null games form a part of their own. */
struct bench_part {
    char title[TITLE];
    struct solved *deals;
    int count;
};

/* ---- the file ---- */

static bool read_hand(const char *text, skat_cards *hand)
{
    *hand = 0;
    for (; *text; text += 2) {
        skat_card card = skat_card_parse(text);
        if (card == SKAT_NO_CARD || skat_cards_has(*hand, card))
            return false;
        *hand |= skat_card_bit(card);
    }
    return true;
}

static bool read_deal(const char *line, struct solved *solved)
{
    char game, hand[SKAT_PLAYERS][32], skat[8];
    skat_cards aside, all = 0;
    int alone, leader;

    *solved = (struct solved){0};
    if (sscanf(line, "%c %d %d %31s %31s %31s %7s %d", &game, &alone, &leader, hand[0], hand[1],
               hand[2], skat, &solved->value) != 8 ||
        alone < 0 || alone > 2 || leader != 0)
        return false;
    while (solved->deal.game < SKAT_GAME_DECLARED && skat_games[solved->deal.game].letter != game)
        solved->deal.game++;
    solved->deal.alone = (uint8_t)alone;
    for (int i = 0; i < SKAT_PLAYERS; i++) {
        if (!read_hand(hand[i], &solved->deal.hands[i]))
            return false;
        all |= solved->deal.hands[i];
    }
    bool ok = read_hand(skat, &aside) && (all | aside) == SKAT_DECK_32 &&
              skat_cards_count(all) == 30 && solved->deal.game < SKAT_GAME_DECLARED;
    solved->skat = skat_games[solved->deal.game].fixed_value ? 0 : skat_cards_points(aside);
    return ok;
}

static void add(struct bench_part *part, const struct solved *solved)
{
    if (part->count % 64 == 0)
        part->deals = xrealloc(part->deals, sizeof *solved * (size_t)(part->count + 64));
    part->deals[part->count++] = *solved;
}

enum { PLAYER_PARTS = 8 }; /* the last one is null games */

static bool read_parts(const char *path, struct bench_part parts[PLAYER_PARTS],
                       struct errors *errors)
{
    FILE *file = input_file_open(path, INPUT_NAMED);
    char line[400], where[400];
    int part = -1, number = 0;
    bool title = false;

    if (!file) {
        input_file_refused(path, errno, errors);
        return false;
    }
    snprintf(parts[PLAYER_PARTS - 1].title, TITLE, "null games");
    while (fgets(line, sizeof line, file)) {
        struct solved solved;
        number++;
        if (*line == '#') {
            part += !title && part < PLAYER_PARTS - 2;
            title = true;
            const char *words = line + strspn(line, "# 0123456789");
            size_t length = strcspn(words, ".;(\n");
            while (length && words[length - 1] == ' ')
                length--;
            snprintf(parts[part].title, TITLE, "%.*s", (int)length, words);
            continue;
        }
        title = false;
        if (part >= 0 && read_deal(line, &solved)) {
            add(&parts[skat_games[solved.deal.game].fixed_value ? PLAYER_PARTS - 1 : part],
                &solved);
            continue;
        }
        snprintf(where, sizeof where, "%.380s:%d", path, number);
        errors_add(errors, where, "not a solved deal; expected eight fields as in %s",
                   "tests/data/solver-deals.txt");
    }
    fclose(file);
    if (part < 0 && !errors->count)
        errors_add(errors, path, "has no solved deals");
    return !errors->count;
}

/* ---- measuring ---- */

struct cost {
    double nodes, mean, median; /* mean and median: milliseconds of CPU time a deal */
    int given_up;
};

static int by_size(const void *one, const void *other)
{
    const double *a = one, *b = other;
    return (*a > *b) - (*a < *b);
}

/* Solves each deal from an empty table: the exact value, or whether it is won at 61. */
static struct cost measure(struct skat_solver *solver, const struct bench_part *part, bool exact,
                           struct errors *errors)
{
    double *times = malloc(sizeof *times * (size_t)(part->count + 1));
    struct cost cost = {0};

    for (int i = 0; times && i < part->count; i++) {
        const struct solved *solved = &part->deals[i];
        const struct skat_solver_position start = skat_solver_start(&solved->deal);
        bool null = skat_games[solved->deal.game].fixed_value;
        int target = null ? 1 : 61;
        double begun = 1e3 * clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
        skat_solver_limit(solver, GIVE_UP);
        skat_solver_deal(solver, &solved->deal);
        int found = exact ? skat_solver_value(solver, &start)
                          : skat_solver_reaches(solver, &start, target - solved->skat);
        times[i] = 1e3 * clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - begun;
        cost.mean += times[i] / part->count;
        cost.nodes += (double)skat_solver_nodes(solver) / part->count;
        if (found == SKAT_SOLVER_GAVE_UP)
            cost.given_up++;
        else if (found != (exact ? solved->value - solved->skat : solved->value >= target))
            errors_add(errors, part->title, "deal %d: the solver and the file differ", i + 1);
    }
    if (times)
        qsort(times, (size_t)part->count, sizeof *times, by_size);
    cost.median = times ? times[part->count / 2] : 0;
    free(times);
    return cost;
}

static void add_row(cJSON *rows, const struct bench_part *part, const char *search,
                    const struct cost *cost)
{
    cJSON *row = cJSON_CreateObject();

    cJSON_AddStringToObject(row, "part", part->title);
    cJSON_AddNumberToObject(row, "deals", part->count);
    cJSON_AddStringToObject(row, "search", search);
    cJSON_AddNumberToObject(row, "nodes", cost->nodes);
    cJSON_AddNumberToObject(row, "mean_ms", cost->mean);
    cJSON_AddNumberToObject(row, "median_ms", cost->median);
    cJSON_AddNumberToObject(row, "given_up", cost->given_up);
    cJSON_AddItemToArray(rows, row);
}

static const struct technique {
    unsigned bit;
    const char *name;
} techniques_of_solver[] = {
    {SKAT_SOLVER_TABLE, "table"},
    {SKAT_SOLVER_CANONICAL, "canonical positions"},
    {SKAT_SOLVER_EQUIVALENT, "equivalent cards"},
    {SKAT_SOLVER_NEAR, "near cards"},
    {SKAT_SOLVER_BOUNDS, "sure tricks"},
    {SKAT_SOLVER_LOOK_AHEAD, "look ahead"},
    {SKAT_SOLVER_ORDER, "order"},
};

static void measure_techniques(struct skat_solver *solver, const struct bench_part *part,
                               cJSON *rows, struct errors *errors)
{
    for (size_t i = 0; i < sizeof techniques_of_solver / sizeof *techniques_of_solver; i++) {
        char search[64];
        skat_solver_use(solver, SKAT_SOLVER_TECHNIQUES ^ techniques_of_solver[i].bit);
        struct cost cost = measure(solver, part, false, errors);
        snprintf(search, sizeof search, "no %s", techniques_of_solver[i].name);
        add_row(rows, part, search, &cost);
    }
    skat_solver_use(solver, SKAT_SOLVER_TECHNIQUES);
}

bool solver_bench(const char *path, bool techniques, cJSON *rows, struct errors *errors)
{
    void *memory = malloc(skat_solver_size(TABLE_BITS));
    struct bench_part parts[PLAYER_PARTS] = {0};

    if (!memory)
        errors_add(errors, "bench", "out of memory");
    bool ok = memory && read_parts(path, parts, errors);
    struct skat_solver *solver = ok ? skat_solver_init(memory, TABLE_BITS) : NULL;
    for (int i = 0; ok && i < PLAYER_PARTS; i++) {
        if (!parts[i].count)
            continue;
        struct cost exact = measure(solver, &parts[i], true, errors);
        add_row(rows, &parts[i], "exact value", &exact);
        struct cost won = measure(solver, &parts[i], false, errors);
        add_row(rows, &parts[i], "won or lost", &won);
        if (techniques)
            measure_techniques(solver, &parts[i], rows, errors);
    }
    for (int i = 0; i < PLAYER_PARTS; i++)
        free(parts[i].deals);
    free(memory);
    return !errors->count;
}
