// SPDX-License-Identifier: MIT
#include "arena/record/action_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *action_text(const struct skat_rules *rules, unsigned position,
                        const struct skat_action *action, char text[SKAT_TOKEN_SIZE])
{
    static const char *const words[SKAT_ACTIONS] = {
        [SKAT_ACTION_NONE] = "no answer",   [SKAT_ACTION_PASS] = "pass",
        [SKAT_ACTION_HOLD] = "yes",         [SKAT_ACTION_PICK_UP] = "picks up",
        [SKAT_ACTION_PLAY_ON] = "plays on", [SKAT_ACTION_REFUSE] = "no",
    };
    char token[SKAT_TOKEN_SIZE];

    if (action->kind < SKAT_ACTIONS && words[action->kind]) {
        snprintf(text, SKAT_TOKEN_SIZE, "%s", words[action->kind]);
        return text;
    }
    skat_record_action(rules, position, action, token);
    const char *after = strchr(token, ' ');
    snprintf(text, SKAT_TOKEN_SIZE, "%s", after ? after + 1 : token);
    return text;
}

static int by_card(const void *one, const void *other)
{
    return *(const skat_card *)one - *(const skat_card *)other;
}

void action_sort_cards(struct skat_action *action)
{
    if (action->count > SKAT_HAND_MAX)
        action->count = SKAT_HAND_MAX;
    qsort(action->cards, action->count, sizeof *action->cards, by_card);
}
