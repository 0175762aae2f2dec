// SPDX-License-Identifier: MIT
/* tests/fuzz/fuzz_journal.c - the journals of interrupted commands: with the first byte even, that
 * of a long command, which is read and gone on with; else that of a run's units. With 255, units
 * that are possible are changed, and written with the right checksum: what is not refused then is
 * compared and counted as `merge` and `serve` do. */

#include "arena/base/journal.h"
#include "arena/compare/run_stats.h"
#include "arena/match/unit_journal.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/fuzz_rules.h"
#include "tests/unit/passed_in.h"

static char folder[FUZZ_FOLDER_SIZE], path[FOLDER_PATH_SIZE];

static void remove_folder(void)
{
    fuzz_remove(folder, "work.part");
    fuzz_remove(folder, JOURNAL_FILE);
    rmdir(folder);
}

/* The head of a journal of this program, so that the entries are looked at. */
static const char *head_of_work(void)
{
    static char head[400];
    struct errors errors = {0};

    if (!head[0]) {
        struct journal *journal = journal_open_any(folder_file(folder, "work.part", path), "fuzz",
                                                   false, JOURNAL_FORCE, &errors);
        if (!journal || !journal_keep(journal, &errors))
            abort();
        FILE *file = fopen(path, "r");
        head[fread(head, 1, sizeof head - 1, file)] = '\0';
        fclose(file);
    }
    return head;
}

/* What was read is there again, with one entry more. */
static void go_on_with(const uint8_t *data, size_t size)
{
    const struct entry_shape any = {1, 1};
    struct errors errors = {0};
    size_t entry, count = 0, again = 0;

    const char *head = head_of_work();
    FILE *file = fopen(folder_file(folder, "work.part", path), "w");
    fuzz_must(file && fputs(head, file) >= 0 && fwrite(data, 1, size, file) == size &&
              fclose(file) == 0);
    for (int turn = 0; turn < 2; turn++) {
        struct journal *journal = journal_open_any(folder_file(folder, "work.part", path), "fuzz",
                                                   true, JOURNAL_FORCE, &errors);
        if (!journal)
            abort();
        while (journal_next(journal, &any, &entry, &errors))
            turn ? again++ : count++;
        if (!turn)
            journal_add(journal, "entry", 5);
        if (!journal_keep(journal, &errors))
            abort();
    }
    if (again != count + 1)
        abort();
    errors_free(&errors);
}

/* ---- units of a run ---- */

enum { BOTS = 2, UNITS = 3 };

static const struct schedule *duel(void)
{
    static struct schedule schedule = {
        .kind = SCHEDULE_DUEL, .seats = SKAT_PLAYERS, .sessions = 4, .deals = 30};

    if (!schedule.per_deal && schedule_build(&schedule, (const int[]){0, 1}, BOTS))
        abort();
    return &schedule;
}

/* Reads what is in the folder, and counts it. */
static void count_units(void)
{
    static const char *const names[BOTS_MAX] = {"anna", "bert"};
    static struct tally tally;
    const struct comparison_plan compared = {.a = 0, .b = 1};
    struct run_stats *stats = run_stats_new(fuzz_rules(0), duel(), &compared, names, BOTS);
    const struct journaled_unit *unit;
    struct unit_journal_reader reader;
    struct errors errors = {0};
    const char *field;

    tally_clear(&tally, BOTS);
    if (unit_journal_read(&reader, folder, duel(), BOTS, &errors))
        while ((unit = unit_journal_next(&reader, &errors))) {
            run_stats_diverges(stats, unit->games);
            run_stats_contradiction(stats, unit->games, &field);
            for (uint32_t i = 0; i < unit->count; i++)
                run_stats_add(stats, &unit->games[i]);
            tally_merge(&tally, &unit->tally, BOTS);
        }
    unit_journal_close(&reader);
    run_stats_free(stats);
    errors_free(&errors);
}

static void read_units(const uint8_t *data, size_t size)
{
    fuzz_save(folder, JOURNAL_FILE, data, size);
    count_units();
}

/* A deal whose games are passed in, at all tables. */
struct passed_in {
    struct tally tally;
    struct game_stats games[SKAT_PLAYERS];
};

static void pass_in(struct passed_in *unit, uint64_t deal)
{
    tally_clear(&unit->tally, BOTS);
    unit->tally.games = unit->tally.passed_in = duel()->per_deal;
    for (uint32_t place = 0; place < (uint32_t)duel()->per_deal; place++) {
        unit->games[place] = passed_in_game(duel(), deal, place);
        for (int seat = 0; seat < SKAT_PLAYERS; seat++)
            unit->tally.bots[duel()->arrangements[unit->games[place].arrangement][seat]].seats++;
    }
}

/* A change is three bytes: whether it is of the tally, where, and what is added there. Returns
 * where the next one begins. */
static const uint8_t *change(struct passed_in *unit, const uint8_t *at)
{
    const size_t tally = offsetof(struct tally, bots) + BOTS * sizeof *unit->tally.bots,
                 size = at[0] & 1 ? tally : sizeof unit->games,
                 place = (size_t)(at[0] >> 1) * UINT8_MAX + at[1];
    uint8_t *bytes = at[0] & 1 ? (uint8_t *)&unit->tally : (uint8_t *)unit->games;

    bytes[place % size] ^= at[2];
    return at + 3;
}

static void change_units(const uint8_t *data, size_t size)
{
    static struct passed_in unit;
    struct errors errors = {0};
    const size_t changes = size / 3;
    const uint8_t *at = data;
    FILE *file = unit_journal_open(folder_file(folder, JOURNAL_FILE, path), false, BOTS, &errors);

    if (!file || duel()->per_deal != SKAT_PLAYERS)
        abort();
    for (size_t deal = 0; deal < UNITS; deal++) {
        pass_in(&unit, deal);
        for (size_t i = deal; i < changes; i += UNITS)
            at = change(&unit, at);
        if (!unit_journal_add(file, &unit.tally, BOTS, unit.games, SKAT_PLAYERS, (int64_t)deal))
            abort();
    }
    fclose(file);
    count_units();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_folder_make(folder, remove_folder);
    if (size)
        (data[0] == UINT8_MAX ? change_units
         : data[0] % 2        ? read_units
                              : go_on_with)(data + 1, size - 1);
    return 0;
}
