// SPDX-License-Identifier: MIT
#include "arena/record/bids_line.h"

#include <stdio.h>
#include <string.h>

static const char *const bids_names[] = {
    [STATS_BIDS_DIFFER] = "differ", [STATS_BIDS_ALIKE] = "alike", [STATS_BIDS_CHECKED] = "checked"};

size_t bids_line_write(const struct bids_line *line, char text[BIDS_LINE_SIZE])
{
    return (size_t)snprintf(text, BIDS_LINE_SIZE,
                            "{\"bids\":\"%s\",\"session\":%llu,\"deal\":%llu,\"answers\":%u}\n",
                            bids_names[line->bids.known], (unsigned long long)line->session,
                            (unsigned long long)line->deal, line->bids.answers);
}

bool bids_line_is(const char *text)
{
    static const char head[] = "{\"bids\":";

    return strncmp(text, head, sizeof head - 1) == 0;
}

bool bids_line_read(struct bids_line *line, const char *text, size_t length)
{
    unsigned long long session, deal;
    char word[8], again[BIDS_LINE_SIZE];
    unsigned answers;

    if (sscanf(text, "{\"bids\":\"%7[a-z]\",\"session\":%llu,\"deal\":%llu,\"answers\":%u}", word,
               &session, &deal, &answers) != 4)
        return false;
    *line = (struct bids_line){session, deal, {.answers = (uint16_t)answers}};
    for (uint8_t known = STATS_BIDS_DIFFER; known <= STATS_BIDS_CHECKED; known++)
        if (strcmp(word, bids_names[known]) == 0)
            line->bids.known = known;
    return line->bids.known && bids_line_write(line, again) == length + 1 &&
           memcmp(again, text, length) == 0;
}
