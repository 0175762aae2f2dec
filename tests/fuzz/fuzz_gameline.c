// SPDX-License-Identifier: MIT
/* tests/fuzz/fuzz_gameline.c - a line of games.jsonl, as verify and replay read it. */

#include "arena/record/game_json.h"
#include "arena/base/errors.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/fuzz_rules.h"

/* What is read without complaint must come out as a line again. */
static void write_again(const struct game_json *line)
{
    char table[TABLE_TEXT_SIZE], again[GAME_JSON_SIZE];

    game_json_table(line->table, line->seats, table);
    size_t length = game_json_write(&line->game, &line->outcome, table, line->illegal, again);
    cJSON *copy = cJSON_ParseWithLength(again, length);
    fuzz_must(copy != NULL);
    cJSON_Delete(copy);
}

/* As `verify` reads it, with the session followed, or as `replay` does, by itself. */
static void read_line(const char *text, size_t size, const struct skat_rules *rules, bool follow)
{
    static struct game_json line;
    struct session_tracker sessions = {.rules = rules};
    struct errors errors = {0};

    if (game_json_read(text, size, rules, follow ? &sessions : NULL, "fuzz", &line, &errors) &&
        !errors.count)
        write_again(&line);
    cJSON_Delete(line.root);
    line.root = NULL;
    errors_free(&errors);
    session_tracker_free(&sessions);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);

    for (int i = 0; i < FUZZ_RULE_SETS; i++)
        for (int follow = 0; follow <= fuzz_rules(i)->derived.carries; follow++)
            read_line(text, size, fuzz_rules(i), follow);
    free(text);
    return 0;
}
