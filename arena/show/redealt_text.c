// SPDX-License-Identifier: MIT
#include "arena/show/redealt_text.h"

#include <string.h>

#include "arena/base/folder.h"
#include "arena/compare/seat_weights.h"

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

static const char *in_words(const char *answer)
{
    return strcmp(answer, "yes") == 0 ? "holds" : strcmp(answer, "pass") == 0 ? "passes" : answer;
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

static void print_hand(const struct redealt_seat *seat, const struct log_reader *log, FILE *out)
{
    const struct comparison_plan *compared = &log->manifest.compared;
    const char *const *names = log->manifest.names;
    int64_t sum = 0;
    int count;
    const int64_t *of = differences_of(seat, &log->manifest.rules, &count);

    fprintf(out, "\nThe same hand, other deals: %s, %s %s, %s %s\n", seat->position, seat->bot,
            in_words(seat->answer), seat->other_bot, in_words(seat->other_answer));
    fprintf(out, "  as dealt %+.1f", points(of[0]));
    for (int i = 1; i < count; i++)
        fprintf(out, "%s %+.1f", i > 1 ? "," : "; other deals", points(of[i]));
    for (int i = 0; i < count; i++)
        sum += of[i];
    if (seat->failed)
        fprintf(out, "; a bot failed, so it counts as it was dealt");
    else
        fprintf(out, "; mean %+.1f", points(sum) / count);
    fprintf(out, "\n  points by which %s's way is better than %s's\n", names[compared->a],
            names[compared->b]);
}

bool redealt_text_print(struct redeals_reader *reader, const struct log_reader *log,
                        const struct game_id *id, FILE *out, struct errors *errors)
{
    const uint64_t deal = id->session * reader->deals + id->deal;
    struct redeal_change before;

    if (deal > 0 && !redeals_reader_take(reader, deal - 1, &before, errors))
        return false;
    if (!reader->more || reader->next_deal != deal)
        return true;
    for (int i = 0; i < reader->next.cases_count; i++)
        if (reader->next.cases[i].game == (int64_t)id->game)
            print_hand(&reader->next.cases[i], log, out);
    return true;
}
