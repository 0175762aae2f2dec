// SPDX-License-Identifier: MIT
#include "arena/play/puzzles.h"

#include <string.h>

#include "engine/game/record.h"

/* The action as in records, without who does it. */
static const char *action_of(const struct skat_game *game, const struct skat_decision *decision,
                             const struct skat_action *action, char text[SKAT_TOKEN_SIZE])
{
    const char *space;

    skat_record_action(game->rules, decision->position, action, text);
    space = strchr(text, ' ');
    return space ? space + 1 : text;
}

/* False if the person leaves without an answer; *more: whether they want the next one. */
static bool ask(struct table_puzzle *puzzle, const struct skat_rules *rules,
                const struct table_face *face, bool *more)
{
    static struct skat_game game; /* large, used one at a time */
    struct skat_decision decision;
    struct skat_action action;
    char text[SKAT_TOKEN_SIZE];

    position_replay(puzzle->position, rules, &game);
    if (!skat_game_pending(&game, &decision))
        return true; /* no set that was read has such a position */
    puzzle->own = skat_game_player(&game, decision.position);
    puzzle->declarer = game.table.declarer;
    puzzle->deck = rules->derived.deck;
    face->puzzle(face->context, puzzle);
    if (!face->ask(face->context, &game, &decision, &action))
        return *more = false;
    puzzle->right = position_passes(puzzle->position, action_of(&game, &decision, &action, text));
    puzzle->solved += puzzle->right;
    *more = face->solved(face->context, puzzle, &game);
    return true;
}

int puzzles_play(const struct position_set *set, const struct skat_rules *rules, int most,
                 const struct table_face *face, int *asked)
{
    struct table_puzzle puzzle = {.count = most < set->count ? most : set->count};
    bool more = true;

    *asked = 0;
    for (int i = 0; i < puzzle.count && more; i++) {
        puzzle.position = &set->positions[i];
        puzzle.number = i + 1;
        puzzle.right = false;
        *asked += ask(&puzzle, rules, face, &more);
    }
    return puzzle.solved;
}
