// SPDX-License-Identifier: MIT
/* tests/fuzz/fuzz_iss.c - a file of ISS records, as import reads it. */

#include "arena/record/game_json.h"
#include "arena/iss/iss_reader.h"
#include "arena/iss/iss_moves.h"
#include "arena/iss/iss_result.h"
#include "arena/base/text.h"
#include "engine/rule_set.h"
#include "engine/rules.h"
#include "tests/fuzz/fuzz.h"

static const struct skat_rules *iss_rules(void)
{
    static struct skat_rules rules;

    if (!rules.derived.deck) {
        skat_rules_official(&rules);
        rules.deals = 1;
        rules.concede_later = SKAT_CONCEDE_LATER_REST;
        skat_rules_prepare(&rules, NULL);
    }
    return &rules;
}

static void check_names(const struct iss_record *record)
{
    char name[ISS_NAME_SIZE];

    for (int position = 0; position < SKAT_PLAYERS; position++) {
        iss_name(&record->values[ISS_P0 + position], name);
        fuzz_must(text_is_name(name));
    }
}

/* What was played is written as a record that plays the same, with the same result and nothing odd
 * but what cannot be said otherwise. */
static void write_again(const struct iss_record *record, const struct skat_game *game,
                        const struct game_outcome *outcome)
{
    static char line[ISS_LINE_SIZE];
    static struct skat_game again;
    struct import_issues found = {.count = 0};
    struct iss_result theirs, ours;
    struct iss_record copy;
    enum game_status fault;

    size_t length = iss_write(record->values, game, outcome, line);
    fuzz_must(iss_read(&copy, line, length, &found) == length - 1);
    fuzz_must(iss_play(&copy, iss_rules(), &again, &fault, &found));
    fuzz_must(fault == (game_status_is_fault(outcome->status) ? outcome->status : GAME_OK));
    fuzz_must(again.move_count == game->move_count &&
              memcmp(again.moves, game->moves, game->move_count * sizeof *game->moves) == 0);
    fuzz_must(iss_result_read(&theirs, copy.values[ISS_R].text, copy.values[ISS_R].length));
    iss_result_of(&again, outcome, &ours);
    found.count = 0;
    iss_result_compare(&theirs, &ours, &found);
    fuzz_must(!found.count);
}

/* A record begins at its line and column. */
static void check_place(const uint8_t *data, size_t at, const struct iss_piece *piece)
{
    size_t line = 1, column = 1;

    for (size_t i = 0; i < at; i++) {
        column = data[i] == '\n' ? 1 : column + 1;
        line += data[i] == '\n';
    }
    fuzz_must(piece->line == line && piece->column == column);
}

static void take_record(struct iss_reader *file, struct iss_piece *piece)
{
    static struct skat_game game;
    struct import_issues found = {.count = 0};
    const struct game_id id = {0};
    struct iss_record record;
    struct iss_result theirs, ours;
    struct game_outcome outcome;
    enum game_status fault;

    if (!iss_reader_record(file, piece, &record, &found))
        return;
    check_names(&record);
    if (!iss_play(&record, iss_rules(), &game, &fault, &found)) {
        fuzz_must(found.count &&
                  import_issue_infos[found.list[found.count - 1].reason].kind == ISSUE_REFUSED);
        return;
    }
    game_outcome_of_game(&game, &id, fault, &outcome);
    iss_result_of(&game, &outcome, &ours);
    if (record.values[ISS_R].text &&
        iss_result_read(&theirs, record.values[ISS_R].text, record.values[ISS_R].length))
        iss_result_compare(&theirs, &ours, &found);
    write_again(&record, &game, &outcome);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct iss_reader file;
    struct iss_piece piece;
    size_t bytes = 0;

    FILE *stream = size ? fmemopen((void *)data, size, "r") : NULL;
    if (!stream)
        return 0;
    iss_reader_start(&file, "fuzz", stream);
    while (iss_reader_next(&file, &piece)) {
        if (piece.text) {
            check_place(data, bytes + (size_t)(piece.text - piece.bytes), &piece);
            take_record(&file, &piece);
        }
        fuzz_must(memcmp(data + bytes, piece.bytes, piece.length) == 0);
        bytes += piece.length;
    }
    fuzz_must(bytes == size); /* nothing is lost; here no line is too long */
    iss_reader_close(&file);
    return 0;
}
