/* tests/fuzz/fuzz_gameline.c - a line of games.jsonl, as verify and replay read it. */
#include <stdlib.h>

#include "arena/gameline.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct skat_rules rules;
    static struct gameline line;
    struct problems problems = {0};
    char *text = malloc(size + 1); /* a copy, so that reading past it is caught */

    if (!rules.derived.deck) {
        skat_rules_official(&rules);
        skat_rules_prepare(&rules, NULL);
    }
    for (size_t i = 0; i < size; i++)
        text[i] = (char)data[i];
    text[size] = '\0';
    if (gameline_read(text, size, &rules, "fuzz", &line, &problems) && !problems.count) {
        /* What is read without complaint must come out as the same line. */
        char table[TABLE_TEXT_SIZE], again[GAMELINE_SIZE];
        gameline_table(line.table, line.seats, table);
        size_t length =
            gameline_write(&line.game, &line.outcome, table, line.illegal, again);
        cJSON *copy = cJSON_ParseWithLength(again, length);
        if (!copy)
            abort();
        cJSON_Delete(copy);
    }
    cJSON_Delete(line.root);
    line.root = NULL;
    problems_free(&problems);
    free(text);
    return 0;
}
