#include "arena/record/action_text.h"

#include <stdio.h>
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
