// SPDX-License-Identifier: MIT
#include "arena/show/redealt_text.h"

#include <string.h>

#include "arena/base/folder.h"
#include "arena/compare/seat_weights.h"
#include "arena/record/action_text.h"
#include "arena/show/field_text.h"

bool redealt_text_open(struct redeals_reader *reader, const struct log_reader *log,
                       struct errors *errors)
{
    char folder[FOLDER_PATH_SIZE];
    const char *end = strrchr(log->path, '/');
    const int length = end ? (int)(end - log->path) : 0;

    *reader = (struct redeals_reader){0};
    if (!log->has_manifest || !log->manifest.compared.redeals)
        return true;
    snprintf(folder, sizeof folder, "%.*s", length, log->path);
    return redeals_reader_open(reader, end ? folder : ".", &log->manifest.compared,
                               &log->manifest.schedule, log->manifest.names, errors);
}

static const char *in_words(const char *answer, bool symbols, char text[ACTION_WORDS_SIZE])
{
    return strcmp(answer, "yes") == 0    ? "holds"
           : strcmp(answer, "pass") == 0 ? "passes"
                                         : action_token_text(answer, symbols, text);
}

static double points(int64_t parts) { return (double)parts / SEAT_WEIGHT; }

/* The differences of a hand in the scoring of the rules: as dealt, and of each re-deal. */
static const int64_t *differences_of(const struct redealt_seat *seat,
                                     const struct skat_rules *rules, int *count)
{
    const enum stats_scoring scoring = stats_primary_scoring(rules);

    *count = scoring == STATS_CLASSIC  ? seat->classic_count
             : scoring == STATS_SEEGER ? seat->seeger_fabian_count
                                       : seat->score_count;
    return scoring == STATS_CLASSIC  ? seat->classic
           : scoring == STATS_SEEGER ? seat->seeger_fabian
                                     : seat->score;
}

/* A number of points with what stands before it. */
static void print_points(const char *before, double number, FILE *out)
{
    cJSON *row = cJSON_CreateObject();

    cJSON_AddStringToObject(row, "before", before);
    cJSON_AddNumberToObject(row, "points", number);
    print_sentence(row, "{before} {points:+1}", out);
    cJSON_Delete(row);
}

static void print_hand(const struct redealt_seat *seat, const struct log_reader *log, bool symbols,
                       FILE *out)
{
    const struct comparison_plan *compared = &log->manifest.compared;
    const char *const *names = log->manifest.names;
    char texts[2][ACTION_WORDS_SIZE];
    int64_t sum = 0;
    int count;
    const int64_t *of = differences_of(seat, &log->manifest.rules, &count);

    fprintf(out, "\nThe same hand, other deals: %s, %s %s, %s %s\n", seat->position, seat->bot,
            in_words(seat->answer, symbols, texts[0]), seat->other_bot,
            in_words(seat->other_answer, symbols, texts[1]));
    print_points("  as dealt", points(of[0]), out);
    for (int i = 1; i < count; i++)
        print_points(i > 1 ? "," : "; other deals", points(of[i]), out);
    for (int i = 0; i < count; i++)
        sum += of[i];
    if (seat->failed)
        fprintf(out, "; a bot failed, so it counts as it was dealt");
    else
        print_points("; mean", points(sum) / count, out);
    fprintf(out, "\n  points by which %s's way is better than %s's\n", names[compared->a],
            names[compared->b]);
}

bool redealt_text_print(struct redeals_reader *reader, const struct log_reader *log,
                        const struct game_id *id, const struct game_text *text,
                        struct errors *errors)
{
    const uint64_t deal = id->session * reader->deals + id->deal;
    struct redeal_change before;

    if (deal > 0 && !redeals_reader_take(reader, deal - 1, &before, errors))
        return false;
    if (!reader->more || reader->next_deal != deal)
        return true;
    for (int i = 0; i < reader->next.cases_count; i++)
        if (reader->next.cases[i].game == (int64_t)id->game)
            print_hand(&reader->next.cases[i], log, text->symbols, text->out);
    return true;
}
