// SPDX-License-Identifier: MIT
#include "arena/serve/board_status.h"

#include <math.h>
#include <time.h>

#include "arena/base/json_write.h"
#include "arena/base/pool.h"
#include "arena/match/board.h"
#include "arena/result/decide_verdict.h"
#include "arena/serve/shard_status.h"

/* A shard is silent if nothing was heard of it for a minute, and for so many times as long as a
 * unit takes. */
enum { SILENT_SECONDS = 60, SILENT_UNITS = 10 };

/* Units a second; NaN before two of them were timed. */
static double rate_of(const struct board_shard *shard)
{
    const int64_t seconds = shard->until - shard->from;

    return shard->timed > 1 && seconds > 0 ? (double)(shard->timed - 1) / (double)seconds : NAN;
}

static enum shard_state state_of(const struct board_shard *shard, bool decided, int64_t now)
{
    const double rate = rate_of(shard), unit = rate > 0 ? 1 / rate : 0;
    const double patience = fmax(SILENT_SECONDS, SILENT_UNITS * unit);

    if (shard->begun && shard->units == shard->of)
        return SHARD_FINISHED;
    if (!shard->begun)
        return SHARD_NOT_BEGUN;
    if (decided)
        return SHARD_STOPPED;
    if (shard->interrupted)
        return SHARD_INTERRUPTED;
    return shard->timed && (double)(now - shard->until) <= patience ? SHARD_PLAYING : SHARD_SILENT;
}

/* The two bots, with their faults: all that a verdict says of them but for the points. Of which
 * kind they are the board does not say, and no verdict depends on it. */
static void add_two_bots(struct run_summary *summary, const struct board_reader *reader,
                         struct pool *pool)
{
    const int bots[2] = {reader->whole.compared.a, reader->whole.compared.b};

    summary->bots_count = 2;
    summary->bots = pool_alloc(pool, 2, sizeof *summary->bots);
    for (int i = 0; i < 2; i++)
        summary->bots[i] = (struct bot_summary){
            .name = reader->whole.names[bots[i]],
            .faults = {.crash = reader->faults[i], .inconsistent = FIELD_NO_INT}};
}

/* The verdict on the gapless beginning, by the function that decides all of them. */
static const struct run_verdict *verdict_of(const struct board_reader *reader, struct pool *pool)
{
    struct run_summary *summary = pool_alloc(pool, 1, sizeof *summary);

    if (reader->whole.compared.a < 0 || !run_stats_units(reader->stats))
        return NULL;
    summary->complete = true; /* of the numbers alone */
    add_two_bots(summary, reader, pool);
    run_stats_numbers(reader->stats, NULL, &summary->numbers, pool);
    return decide_verdict(summary, NULL, pool);
}

/* Its shards; adds up what they have. */
static cJSON *shards_of(const struct board_reader *reader, struct run_status *status)
{
    const int64_t now = (int64_t)time(NULL);
    cJSON *shards = cJSON_CreateArray();

    status->rate = 0;
    for (int number = 1; number <= reader->shards; number++) {
        const struct board_shard shard = board_shard(reader, number);
        const struct shard_status row = {
            .number = number,
            .state = state_of(&shard, status->decided, now),
            .units = (double)shard.units,
            .of = (double)shard.of,
            .rate = rate_of(&shard),
            .last = shard.timed ? (double)(now - shard.until) : NAN,
        };
        status->units += row.units;
        if (row.state == SHARD_PLAYING && row.rate > 0)
            status->rate += row.rate;
        cJSON_AddItemToArray(shards, shard_status_to_json(&row));
    }
    return shards;
}

cJSON *board_status(const char *folder, struct errors *errors)
{
    struct board_reader reader = {.stats = NULL};
    struct pool pool = {0};
    cJSON *root = NULL;

    if (board_reader_open(&reader, folder, errors)) {
        struct run_status status = {
            .folder = folder,
            .run = json_text(reader.whole.root, "name"),
            .whole_sessions = reader.whole.schedule.whole_sessions,
            .planned = (double)schedule_units(&reader.whole.schedule),
            .tested = reader.whole.compared.tested,
            .decided = board_reader_look(&reader),
        };
        cJSON *shards = shards_of(&reader, &status);
        status.judged = (double)run_stats_units(reader.stats);
        status.left = run_status_left(&status);
        status.verdict = verdict_of(&reader, &pool);
        root = run_status_to_json(&status);
        run_status_add_shards(root, shards);
    }
    board_reader_close(&reader);
    pool_free(&pool);
    return root;
}
