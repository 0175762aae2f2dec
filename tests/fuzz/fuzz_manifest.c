// SPDX-License-Identifier: MIT
/* tests/fuzz/fuzz_manifest.c - the manifest of a result folder, and the statistics of a run that it
 * describes: statistics of games at its tables, whatever they are. */

#include "arena/log/manifest.h"

#include "arena/compare/run_stats.h"
#include "tests/fuzz/fuzz.h"

enum { GAMES = 40 };

/* The first games of the schedule, with scores that follow from the input. */
static void analyse(const struct manifest *manifest, const uint8_t *data, size_t size)
{
    const struct schedule *schedule = &manifest->schedule;
    struct run_stats *stats = run_stats_new(&manifest->rules, schedule, &manifest->compared,
                                            manifest->names, manifest->bot_count);
    struct run_numbers numbers;
    struct pool pool = {0};

    for (uint64_t i = 0; i < GAMES && i < schedule_games(schedule); i++) {
        uint64_t per_deal = (uint64_t)schedule->per_deal;
        struct game_id id = schedule_game(schedule, i / per_deal, (uint32_t)(i % per_deal));
        struct game_stats game_stats = {
            .game = i,
            .session = id.session,
            .deal = id.deal,
            .arrangement = id.arrangement,
            .moves = data[i % size],
            .seats = (uint8_t)schedule->seats,
            .declarer = data[(i + 1) % size] % SKAT_PLAYERS,
            .kontra_by = SKAT_NOBODY,
        };
        skat_positions(&manifest->rules, skat_dealer(schedule->seats, id.deal), game_stats.seat_of);
        if (game_stats.seat_of[game_stats.declarer] == SKAT_NOBODY)
            game_stats.declarer = 0;
        game_stats.score[STATS_CLASSIC][game_stats.seat_of[game_stats.declarer]] =
            data[(i + 2) % size] - 128;
        run_stats_add(stats, &game_stats);
    }
    run_stats_numbers(stats, NULL, &numbers, &pool);
    pool_free(&pool);
    run_stats_free(stats);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct errors errors = {0};
    static struct manifest manifest;

    char *text = fuzz_text(data, size);

    cJSON *root = json_parse(text, size, "fuzz.json", &errors);
    if (root && manifest_read(&manifest, root, "fuzz.json", &errors))
        analyse(&manifest, data, size);
    if (root)
        manifest_free(&manifest);
    errors_free(&errors);
    free(text);
    return 0;
}
