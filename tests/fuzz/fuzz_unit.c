// SPDX-License-Identifier: MIT
/* tests/fuzz/fuzz_unit.c - what a worker leaves in shared memory of a unit, overwritten anywhere:
 * what is taken can be counted. */

#include "arena/match/unit_result.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/fuzz_rules.h"

enum { BOTS = 3, SLOT = 0 };

static struct config *config(void)
{
    static struct config one;
    static struct bot bots[BOTS];

    if (one.workers)
        return &one;
    one.rules = *fuzz_rules(0);
    one.rules.deals = 36;
    one.bots = bots;
    one.bot_count = BOTS;
    one.workers = 1;
    one.log = LOG_ALL;
    one.schedule =
        (struct schedule){.sessions = 1, .deals = 36, .per_deal = 1, .arrangement_count = 1};
    return &one;
}

/* A sound unit of four games in which all passed. */
static void lay(const struct worker_pool *pool, const struct unit *unit)
{
    struct work_slot *slot = &worker_pool_shm(pool, 0)->slots[SLOT];
    const struct slot_buffers to = worker_pool_buffers(pool, 0, SLOT);

    *slot = (struct work_slot){.played = unit->deals};
    slot->tally.games = slot->tally.passed_in = unit->deals;
    for (int bot = 0; bot < BOTS; bot++)
        slot->tally.bots[bot].seats = slot->tally.bots[bot].active = unit->deals;
    for (uint32_t game = 0; game < unit->deals; game++) {
        to.lines[game] = (struct game_lines){.begin = slot->text_length};
        slot->text_length +=
            (uint32_t)sprintf(to.text + slot->text_length, "{\"game\":%u,\"moves\":\"\"}\n", game);
        to.lines[game].end = slot->text_length;
        to.stats[game] = (struct game_stats){.game = game,
                                             .deal = game,
                                             .seats = BOTS,
                                             .seat_of = {0, 1, 2},
                                             .kind = STATS_PASSED_IN,
                                             .declarer = SKAT_NOBODY,
                                             .kontra_by = SKAT_NOBODY,
                                             .fault_seat = SKAT_NOBODY};
    }
}

/* Each five bytes: where, and what. */
static void overwrite(char *memory, size_t room, const uint8_t *data, size_t size)
{
    for (; size >= 5; data += 5, size -= 5) {
        uint32_t at;
        memcpy(&at, data, sizeof at);
        memory[at % room] = (char)data[4];
    }
}

/* What the supervisor does with a unit that it takes. */
static void use(const struct unit *unit, const struct unit_result *taken)
{
    static struct tally all;

    tally_merge(&all, &taken->tally, BOTS);
    tally_clear(&all, BOTS);
    for (uint32_t game = 0; game < unit->deals; game++) {
        if (taken->buffers.text[taken->buffers.lines[game].end - 1] != '\n')
            abort();
        for (unsigned position = 0; position < SKAT_PLAYERS; position++)
            game_stats_role(&taken->buffers.stats[game], position);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct worker_pool pool;
    static struct unit_result taken;
    const struct unit unit = {.deals = 4};
    const struct placed_part parts[] = {{.slot = {.worker = 0, .slot = SLOT}}};
    struct errors errors = {0};

    if (!pool.areas && !worker_pool_open(&pool, config(), true, true, &errors))
        abort();
    if (!taken.buffers.lines)
        unit_result_open(&taken, &pool);
    lay(&pool, &unit);
    if (unit_result_take(&taken, &pool, &unit, parts, NULL, false) >= 0)
        abort();
    const struct slot_buffers from = worker_pool_buffers(&pool, 0, SLOT);
    const struct {
        void *memory;
        size_t size;
    } areas[] = {
        {&worker_pool_shm(&pool, 0)->slots[SLOT], sizeof(struct work_slot)},
        {from.lines, 4 * sizeof(struct game_lines)},
        {from.stats, 4 * sizeof(struct game_stats)},
        {from.text, taken.text_length},
    };
    if (size) {
        const size_t which = data[0] % (sizeof areas / sizeof *areas);
        overwrite(areas[which].memory, areas[which].size, data + 1, size - 1);
    }
    if (unit_result_take(&taken, &pool, &unit, parts, NULL, false) < 0)
        use(&unit, &taken);
    return 0;
}
