// SPDX-License-Identifier: MIT
#include "arena/record/refused_answer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"
#include "arena/record/answer_words.h"
#include "engine/game/record.h"

/* The game as it was when the bot was asked. A record leaves out who said nothing, so decisions of
 * other kinds may be open before. False if it cannot be found again. */
static bool asked_again(const struct skat_game *failed, struct skat_game *game,
                        struct skat_decision *decision)
{
    char record[SKAT_RECORD_SIZE];
    struct skat_replay replay;

    record[skat_record_moves(failed, record)] = '\0';
    skat_game_start(game, failed->rules, &failed->deal, &failed->terms);
    skat_record_follow(game, record, false, NULL, &replay);
    while (replay.end == SKAT_REPLAY_ALL && skat_game_pending(game, decision)) {
        const unsigned silence = skat_decision_rows[decision->kind].silence;
        const struct skat_action nothing = {.size = sizeof nothing, .kind = (uint8_t)silence};
        if (decision->kind == failed->asked && decision->position == failed->fault)
            return true;
        if (silence == SKAT_ACTION_NONE ||
            skat_game_apply(game, decision->position, &nothing) != SKAT_ACCEPTED)
            return decision->kind == failed->asked;
    }
    return false;
}

/* Why the action is illegal there. */
static const char *reason_of(const struct skat_game *game, const struct skat_decision *decision,
                             const char *token)
{
    struct skat_game copy = *game;
    struct skat_action action;
    struct skat_error error;

    if (!skat_record_parse_action(token, &action, &error))
        return "no action of the interface";
    return skat_refusal_text(skat_game_apply(&copy, decision->position, &action));
}

/* The legal answers, in a line. The caller frees it. */
static char *legal_answers(const struct skat_game *game, const struct skat_decision *decision)
{
    static const struct language english;
    const struct answer_words words = {&english, game, decision, .person = false};
    char *text = NULL;
    size_t size = 0;
    FILE *memory = xcheck(open_memstream(&text, &size));

    answer_words_print(&words, memory);
    fclose(memory);
    text[strcspn(text, "\n")] = '\0';
    return text;
}

const char *refused_answer_words(const struct skat_game *failed, const char *illegal,
                                 char text[REFUSED_ANSWER_SIZE])
{
    const char *space = strchr(illegal, ' ');
    struct skat_game game;
    struct skat_decision decision;

    if (!space || !asked_again(failed, &game, &decision)) {
        snprintf(text, REFUSED_ANSWER_SIZE, "refused: %s", illegal);
        return text;
    }
    char *legal = legal_answers(&game, &decision);
    snprintf(text, REFUSED_ANSWER_SIZE, "refused: %s (%s); asked: %s, legal: %.240s", illegal,
             reason_of(&game, &decision, space + 1), skat_decision_rows[decision.kind].name, legal);
    free(legal);
    return text;
}
