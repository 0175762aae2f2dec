// SPDX-License-Identifier: MIT
#include "arena/play/puzzles.h"

#include <string.h>

#include "engine/game/record.h"

static void print_actions(const cJSON *list, FILE *out)
{
    const cJSON *item;
    const char *between = "";

    cJSON_ArrayForEach (item, list) {
        fprintf(out, "%s%s", between, item->valuestring);
        between = ", ";
    }
}

/* What is right, and why. */
static void explain(const struct position *position, FILE *out)
{
    fprintf(out, position->play ? "right: " : "right: anything but ");
    print_actions(position->play ? position->play : position->avoid, out);
    fprintf(out, *position->reason ? " (%s)\n" : "\n", position->reason);
}

/* The action as in records, without who does it. */
static const char *action_of(const struct skat_game *game, const struct skat_decision *decision,
                             const struct skat_action *action, char text[SKAT_TOKEN_SIZE])
{
    const char *space;

    skat_record_action(game->rules, decision->position, action, text);
    space = strchr(text, ' ');
    return space ? space + 1 : text;
}

/* False if the person has left. */
static bool ask(const struct position *position, const struct skat_rules *rules,
                struct person *person, bool *solved)
{
    static struct skat_game game; /* large, used one at a time */
    struct skat_decision decision;
    struct skat_action action;
    char text[SKAT_TOKEN_SIZE];

    position_replay(position, rules, &game);
    if (!skat_game_pending(&game, &decision))
        return true; /* no set that was read has such a position */
    person_begin(person, skat_game_player(&game, decision.position));
    person_answer(person, &game, &decision, &action);
    if (person->left)
        return false;
    *solved = position_passes(position, action_of(&game, &decision, &action, text));
    fprintf(person->out, *solved ? "solved; " : "not solved; ");
    explain(position, person->out);
    return true;
}

void puzzles_play(const struct position_set *set, const struct skat_rules *rules, int most,
                  struct person *person)
{
    const int count = most < set->count ? most : set->count;
    int solved = 0, asked = 0;
    bool more = true;

    for (int i = 0; i < count && more; i++) {
        const struct position *position = &set->positions[i];
        bool right = false;
        fprintf(person->out, "\npuzzle %d of %d: %s%s%s\n", i + 1, count, position->id,
                *position->theme ? ", " : "", position->theme);
        more = ask(position, rules, person, &right);
        asked += more;
        solved += right;
    }
    fprintf(person->out, "\nsolved: %d of %d\n", solved, asked);
}
