// SPDX-License-Identifier: MIT
#include "engine/game/resigning.h"

#include "engine/game/award.h"
#include "engine/game/steps.h"

bool skat_may_resign(const struct skat_game *game, unsigned position)
{
    return game->rules->concede_later && game->phase == SKAT_PHASE_PLAY &&
           game->table.declarer != SKAT_NOBODY && position < SKAT_PLAYERS &&
           !(game->resigned >> position & 1);
}

static void end_as(struct skat_game *game, enum skat_ending ending)
{
    game->extra.gift_by = SKAT_NOBODY;
    game->ending = (uint8_t)ending;
    end_game(game);
}

/* Who is asked first: a defender, or the defender's partner. */
static unsigned first_asked(const struct skat_game *game, unsigned proposer)
{
    unsigned declarer = game->table.declarer;

    if (proposer == declarer)
        return declarer == FOREHAND ? MIDDLEHAND : FOREHAND;
    return third_position(proposer, declarer);
}

/* concede_later "rest": nobody is asked. */
static void leave_the_rest(struct skat_game *game, unsigned position)
{
    bool null = skat_contract_is_null(game->table.contract);

    if (position == game->table.declarer) {
        game->rest_to = null ? 0 : (uint8_t)(1 + first_asked(game, position));
        end_as(game, null ? SKAT_ENDED_CONCEDED : SKAT_ENDED_PLAYED);
    } else if (__builtin_popcount(game->resigned) == SKAT_PLAYERS - 1) {
        skat_game_award_rest(game);
    }
}

static void ask_for_consent(struct skat_game *game, unsigned position)
{
    game->consents_asked |= (uint8_t)(1u << position);
    ask(game, SKAT_PHASE_CONSENT, position);
}

enum skat_refusal skat_game_resign(struct skat_game *game, unsigned position)
{
    if (!skat_may_resign(game, position))
        return SKAT_REFUSED_CONCEDE;
    record(game, position, SKAT_ACTION_CONCEDE, 0);
    game->resigned |= (uint8_t)(1u << position);
    if (game->rules->concede_later == SKAT_CONCEDE_LATER_REST) {
        leave_the_rest(game, position);
        return SKAT_ACCEPTED;
    }
    game->extra.gift_by = (uint8_t)position;
    game->consents_asked = 0;
    ask_for_consent(game, first_asked(game, position));
    return SKAT_ACCEPTED;
}

static void play_on(struct skat_game *game)
{
    game->extra.gift_by = SKAT_NOBODY;
    game->claim_asked = false;
    resume_play(game);
}

/* ---- claims ---- */

void skat_ask_about_claim(struct skat_game *game)
{
    const unsigned claimer = game->table.turn;

    game->claim_asked = true;
    game->extra.gift_by = (uint8_t)claimer;
    game->consents_asked = 0;
    ask_for_consent(game, (claimer + 1) % SKAT_PLAYERS);
}

static void answer_claim(struct skat_game *game, bool agreed)
{
    const unsigned claimer = game->extra.gift_by, other = third_position(game->table.turn, claimer);

    if (!agreed) {
        play_on(game);
    } else if (game->consents_asked >> other & 1) {
        game->extra.gift_by = SKAT_NOBODY;
        skat_game_award(game, claimer);
    } else {
        ask_for_consent(game, other);
    }
}

/* ---- answers ---- */

void skat_consent_offer(const struct skat_game *game, struct skat_decision *decision)
{
    decision->may_claim = game->claim_asked;
}

/* The declarer gave up: one defender is enough. */
static void answer_declarer(struct skat_game *game, bool agreed)
{
    unsigned other = third_position(game->table.turn, game->table.declarer);

    if (agreed)
        end_as(game, SKAT_ENDED_RESIGNED);
    else if (!(game->consents_asked >> other & 1))
        ask_for_consent(game, other);
    else
        play_on(game);
}

/* A defender gave up: the partner must agree, and the declarer may insist on playing on. */
static void answer_defender(struct skat_game *game, bool agreed)
{
    if (!agreed)
        play_on(game);
    else if (game->table.turn == game->table.declarer)
        end_as(game, SKAT_ENDED_YIELDED);
    else
        ask_for_consent(game, game->table.declarer);
}

enum skat_refusal skat_consent_answer(struct skat_game *game, const struct skat_action *action)
{
    bool agreed = action->kind == SKAT_ACTION_HOLD;

    record(game, game->table.turn, action->kind, 0);
    if (game->claim_asked)
        answer_claim(game, agreed);
    else if (game->extra.gift_by == game->table.declarer)
        answer_declarer(game, agreed);
    else
        answer_defender(game, agreed);
    return SKAT_ACCEPTED;
}
