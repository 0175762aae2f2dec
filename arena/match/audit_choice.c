// SPDX-License-Identifier: MIT
#include "arena/match/audit_choice.h"

#include "arena/record/action_text.h"
#include "engine/session.h"

enum { STREAM = 0x20001 }; /* of the hidden cards, apart from those of the seats */

/* Whether something else decides instead of the bots. */
static bool decided_elsewhere(const struct audit_choice *choice,
                              const struct skat_decision *decision)
{
    const struct audit_plan *plan = choice->plan;

    return (plan->solver && decision->kind == SKAT_DECIDE_CARD) ||
           (plan->auctions &&
            fixed_auction_decides(&plan->auctions[choice->of->id.deal], &choice->game, decision));
}

/* Whether it is a decision of the bot's that can be asked again. */
static bool is_own(const struct audit_choice *choice, const struct skat_game *game,
                   unsigned position, unsigned player)
{
    const uint8_t *table = choice->plan->schedule->arrangements[choice->of->id.arrangement];
    const uint8_t seat = choice->seat_of[player];
    const int bot = choice->of->bot;
    struct skat_decision decision;

    return seat != SKAT_NOBODY && table[seat] == bot && skat_game_pending(game, &decision) &&
           decision.position == position && !decided_elsewhere(choice, &decision) &&
           audit_plan_has_kind(choice->plan, bot, (enum skat_decision_kind)decision.kind);
}

static void acts(void *context, const struct skat_game *game, unsigned position,
                 const struct skat_action *action)
{
    struct audit_choice *choice = context;
    const unsigned player = skat_game_player(game, position);
    const int step = choice->played.count;

    if (!game_trace_add(&choice->played, position, action))
        return;
    choice->moves[step] = game->move_count;
    /* A record does not show at which of two questions somebody conceded: so neither that is asked
     * again nor what the player decided after it. */
    choice->conceded[player] |= action->kind == SKAT_ACTION_CONCEDE;
    choice->decided[step] = is_own(choice, game, position, player) && !choice->conceded[player]
                                ? (uint8_t)player
                                : SKAT_NOBODY;
}

/* Plays the game again and notes its steps. False if its moves are none. */
static bool follow(struct audit_choice *choice)
{
    const struct played_moves *moves = &choice->of->moves;
    const struct skat_rules *rules = choice->plan->rules;
    const struct skat_record_watcher watcher = {choice, acts};
    static char text[SKAT_RECORD_SIZE];
    struct skat_replay replay;

    if (!played_moves_are_sound(moves, rules))
        return false;
    played_moves_text(moves, moves->count, rules, &choice->game, text);
    skat_game_start(&choice->game, rules, &moves->deal, NULL);
    game_trace_begin(&choice->played, &choice->game);
    skat_record_follow(&choice->game, text, false, &watcher, &replay);
    return replay.end == SKAT_REPLAY_ALL;
}

/* One of the bot's own decisions; false if it made none. */
static bool choose(struct audit_choice *choice)
{
    int own[GAME_TRACE_STEPS_MAX], count = 0;

    for (int step = 0; step < choice->played.count; step++)
        if (choice->decided[step] != SKAT_NOBODY)
            own[count++] = step;
    if (!count)
        return false;
    choice->step = own[choice->of->pick % (uint32_t)count];
    choice->position = choice->decided[choice->step];
    return true;
}

bool audit_choice_make(struct audit_choice *choice, const struct audit_plan *plan,
                       const struct audit_case *of)
{
    *choice = (struct audit_choice){.plan = plan, .of = of};
    if (!of->played)
        return false;
    skat_positions(plan->rules, skat_dealer(plan->rules->seats, of->id.deal), choice->seat_of);
    return follow(choice) && choose(choice);
}

bool audit_choice_redeal(const struct audit_choice *choice, struct game_trace *other)
{
    const struct audit_plan *plan = choice->plan;
    const struct game_id *id = &choice->of->id;
    const struct skat_random_key key = skat_random_deal_key(&plan->key, id->session, id->deal);
    struct skat_random random;

    skat_random_start(&random, &key, STREAM + id->arrangement);
    if (!plan->of[choice->of->bot].sees_all &&
        game_trace_determinize(&choice->played, choice->step, choice->position, &random, other))
        return true;
    *other = choice->played;
    other->count = choice->step;
    return false;
}

int audit_choice_move(struct audit_choice *choice, int step)
{
    static char text[SKAT_RECORD_SIZE];
    const uint16_t all = choice->game.move_count;
    int words = 0;

    choice->game.move_count = choice->moves[step];
    const int length = skat_record_moves(&choice->game, text);
    choice->game.move_count = all;
    for (int i = 0; i < length; i++)
        words += text[i] == ' ';
    return length ? (words + 1) / 2 + 1 : 1;
}

void audit_choice_answer(const struct audit_choice *choice, int step,
                         const struct skat_action *answer, char text[SKAT_TOKEN_SIZE])
{
    struct skat_action action = *answer;

    action_sort_cards(&action);
    action_text(choice->plan->rules, choice->played.steps[step].position, &action, text);
}
