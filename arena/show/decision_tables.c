// SPDX-License-Identifier: MIT
#include "arena/show/decision_tables.h"

#include <string.h>

#include "arena/base/json_write.h"
#include "arena/record/action_text.h"
#include "arena/record/game_text.h"
#include "arena/show/conclusion.h"
#include "arena/show/field_text.h"
#include "arena/show/table.h"

enum { LISTED = 8 };

/* "card, declarer leads", "bid" */
static const char decision_words[] = "{decision}[, {role} {card}s]";

/* One answer with its probability, as people read it. */
static void print_answers(const char *name, const cJSON *answers, FILE *out)
{
    const cJSON *pair;
    char text[ACTION_WORDS_SIZE];

    fprintf(out, "    %s:", name);
    cJSON_ArrayForEach (pair, answers) {
        cJSON *row = cJSON_CreateObject();
        const double probability = cJSON_GetArrayItem(pair, 1)->valuedouble;
        cJSON_AddStringToObject(
            row, "answer",
            action_token_text(cJSON_GetArrayItem(pair, 0)->valuestring, game_text_symbols(), text));
        if (probability < 1)
            json_put_real(row, "probability", probability);
        fputs(pair == answers->child ? " " : ", ", out);
        print_sentence(row, "{answer}[ {probability:2}]", out);
        cJSON_Delete(row);
    }
    fputs("\n", out);
}

static void print_largest(const cJSON *result, const char *folder, FILE *out)
{
    const cJSON *gap;
    int listed = 0;

    cJSON_ArrayForEach (gap, json_get(result, "largest")) {
        char *name = field_text(gap, decision_words), text[ACTION_WORDS_SIZE];
        if (listed++ < LISTED) {
            print_sentence(gap, "\ngame {game}, move {move}, {position}: ", out);
            fprintf(out, "%s; played: %s\n", name,
                    action_token_text(json_text(gap, "played"), game_text_symbols(), text));
            print_answers(json_text(result, "a"), json_get(gap, "a"), out);
            print_answers(json_text(result, "b"), json_get(gap, "b"), out);
        }
        cJSON_free(name);
    }
    if (!listed)
        return;
    fputs("\nto see a game: ", out);
    print_replay(folder, out);
    fputs(" --game N\n", out);
}

void print_decision_gaps(const cJSON *result, const char *folder, FILE *out)
{
    static const struct column columns[] = {
        COLUMN("decision", decision_words),
        COLUMN("number", "decisions:"),
        COLUMN("differ", "differ/decisions:%1"),
        COLUMN("distance", "distance:3"),
    };
    cJSON *rows = cJSON_Duplicate(json_get(result, "by"), true), *all = cJSON_CreateObject();

    cJSON_AddStringToObject(all, "decision", "all");
    json_copy(all, result, "decisions");
    json_copy(all, result, "differ");
    json_copy(all, result, "distance");
    cJSON_AddItemToArray(rows, all);
    print_sentence(result,
                   "{a} and {b} at the same {decisions} decision{decisions:s} of {games} "
                   "game{games:s}\n\n",
                   out);
    table_print(rows, COLUMNS(columns), TABLE_TEXT, out);
    print_sentence(result, "[games that ended by a fault are left out: {left_out}\n]", out);
    print_largest(result, folder, out);
    cJSON_Delete(rows);
}
