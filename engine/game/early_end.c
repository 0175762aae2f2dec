// SPDX-License-Identifier: MIT
/* engine/game/early_end.c - the ways in which a game ends before its last card: the declarer
 * concedes, the defenders give up (schenken), a player gives up later, or claims the rest (rules.md
 * 4, 5, 7.2). engine/value.c has the effect of a refused gift. */
#include "engine/game/phases.h"
#include "engine/game/view.h"
#include "engine/variant.h"

/* ---- conceding (rules.md 4) ---- */

bool skat_may_concede(const struct skat_game *game)
{
    /* Every window ends with the first trick or during the second. */
    if (game->table.trick_count >= 2 || game->phase == SKAT_PHASE_OVER || !game->table.announced ||
        game->table.declarer == SKAT_NOBODY)
        return false;
    if (game->rules->derived.variant->conceded & ~game->table.contract.with)
        return false;
    switch (game->rules->concede) {
    case SKAT_CONCEDE_BEFORE_LEAD:
        return game->table.played_count == 0;
    case SKAT_CONCEDE_BEFORE_SECOND_LEAD:
        return game->table.played_count <= SKAT_PLAYERS;
    case SKAT_CONCEDE_UNTIL_SECOND_TRICK: /* at most one card played by the declarer */
        return skat_cards_count(game->hands[game->table.declarer]) >= deck_of(game)->hand - 1;
    }
    return false;
}

/* ---- the rest of the cards for one player ---- */

/* Awards all remaining cards to the player at `position`, as if it had taken every trick that is
 * left; in null nobody gets them, so the declarer wins. */
static void award_rest(struct skat_game *game, unsigned position)
{
    int in_trick = cards_in_trick(game);
    skat_cards out = game->hands[0] | game->hands[1] | game->hands[2];

    for (int i = 0; i < in_trick; i++)
        out |= skat_card_bit(game->table.played[game->table.played_count - 1 - i]);
    if (!skat_contract_is_null(game->table.contract)) {
        game->table.points[position] += (uint8_t)skat_cards_points(out);
        game->table.tricks[position] += (uint8_t)(deck_of(game)->hand - game->table.trick_count);
        game->rest_to = (uint8_t)(position + 1);
    }
    end_game(game, SKAT_ENDED_PLAYED);
}

/* ---- giving up after the window of `concede`: the option concede_later ---- */

bool skat_may_resign(const struct skat_game *game, unsigned position)
{
    return game->rules->concede_later && game->phase == SKAT_PHASE_PLAY &&
           game->table.declarer != SKAT_NOBODY && !(game->resigned >> position & 1);
}

/* concede_later "rest": nobody is asked. */
static void leave_the_rest(struct skat_game *game, unsigned position)
{
    bool null = skat_contract_is_null(game->table.contract);

    if (position == game->table.declarer) {
        game->rest_to = null ? 0 : (uint8_t)(1 + first_defender(game));
        end_game(game, null ? SKAT_ENDED_CONCEDED : SKAT_ENDED_PLAYED);
    } else if (__builtin_popcount(game->resigned) == SKAT_PLAYERS - 1) {
        award_rest(game, game->table.declarer);
    }
}

static void ask_for_consent(struct skat_game *game, unsigned position)
{
    game->consents_asked |= (uint8_t)(1u << position);
    ask(game, SKAT_PHASE_CONSENT, position);
}

/* What a player proposes, the others are asked about, this one first. */
static void propose(struct skat_game *game, unsigned proposer, unsigned first_asked)
{
    game->extra.gift_by = (uint8_t)proposer;
    game->consents_asked = 0;
    ask_for_consent(game, first_asked);
}

/* The record has it as a concession. With concede_later "consent" the others are asked: for a
 * declarer the defenders, by position, until one agrees; for a defender the partner, and then the
 * declarer. With "rest" a declarer ends the game, and the defenders get the rest (null: as
 * conceded); once both defenders have said so, the declarer gets it. */
static enum skat_refusal resign(struct skat_game *game, unsigned position)
{
    if (!skat_may_resign(game, position))
        return SKAT_REFUSED_CONCEDE;
    skat_game_record(game, position, SKAT_ACTION_CONCEDE, 0);
    game->resigned |= (uint8_t)(1u << position);
    if (game->rules->concede_later == SKAT_CONCEDE_LATER_REST)
        leave_the_rest(game, position);
    else
        propose(game, position,
                position == game->table.declarer ? first_defender(game)
                                                 : partner_of(game, position));
    return SKAT_ACCEPTED;
}

enum skat_refusal skat_concede(struct skat_game *game, unsigned position)
{
    if (position != game->table.declarer || !skat_may_concede(game))
        return resign(game, position);
    skat_game_record(game, position, SKAT_ACTION_CONCEDE, 0);
    end_game(game, SKAT_ENDED_CONCEDED);
    return SKAT_ACCEPTED;
}

/* ---- schenken (rules.md 7.2) ---- */

/* Two gifts: the game, then schneider. */
enum { GIFTS_MAX = 2 };

static bool game_can_be_given(const struct skat_game *game)
{
    struct skat_contract contract = game->table.contract;

    if (contract.with & ~SKAT_WITH_HAND || skat_contract_is_null(contract) ||
        contract.type == SKAT_GAME_RAMSCH)
        return false;
    return game->rules->schenken == SKAT_SCHENKEN_ALL ||
           (game->rules->schenken == SKAT_SCHENKEN_GRAND && contract.type == SKAT_GAME_GRAND);
}

bool skat_gift_possible(const struct skat_game *game, unsigned position)
{
    int refused = game->extra.gifts_refused;

    if (game->phase != SKAT_PHASE_PLAY || position == game->table.declarer ||
        refused == GIFTS_MAX || game->gifts_proposed >> refused & 1)
        return false;
    bool second_trick_led =
        game->table.trick_count > 1 || (game->table.trick_count == 1 && cards_in_trick(game) > 0);
    return !second_trick_led && game_can_be_given(game);
}

enum skat_refusal skat_gift_propose(struct skat_game *game, unsigned position)
{
    if (!skat_gift_possible(game, position))
        return SKAT_REFUSED_GIVE_UP;
    skat_game_record(game, position, SKAT_ACTION_GIVE_UP, 0);
    game->gifts_proposed |= (uint8_t)(1u << game->extra.gifts_refused);
    game->extra.gift_by = (uint8_t)position;
    ask(game, SKAT_PHASE_AGREE, partner_of(game, position));
    return SKAT_ACCEPTED;
}

static void refuse_gift(struct skat_game *game)
{
    if (game->phase == SKAT_PHASE_GIFT)
        game->extra.gifts_refused++;
    game->extra.gift_by = SKAT_NOBODY;
    resume_play(game);
}

enum skat_refusal skat_gift_answer(struct skat_game *game, const struct skat_action *action)
{
    skat_game_record(game, game->table.turn, action->kind, 0);
    if (action->kind != SKAT_ACTION_HOLD)
        refuse_gift(game);
    else if (game->phase == SKAT_PHASE_AGREE)
        ask(game, SKAT_PHASE_GIFT, game->table.declarer);
    else
        end_game(game, SKAT_ENDED_GIFT);
    return SKAT_ACCEPTED;
}

/* ---- claims (rules.md 5) ---- */

bool skat_may_claim(const struct skat_game *game)
{
    const struct skat_table *table = &game->table;
    const bool declares = table->turn == table->declarer;

    if (!game->rules->claims || game->phase != SKAT_PHASE_PLAY || table->declarer == SKAT_NOBODY ||
        game->claimed >> table->turn & 1)
        return false;
    return skat_contract_is_null(table->contract)
               ? declares && game->rules->claims == SKAT_CLAIMS_CONSENT
               : !(declares && skat_contract_spitzen(table->contract));
}

enum skat_refusal skat_claim(struct skat_game *game)
{
    const unsigned claimer = game->table.turn;
    struct skat_view view;

    if (!skat_may_claim(game))
        return SKAT_REFUSED_CLAIM;
    skat_game_view(game, claimer, &view);
    skat_game_record(game, claimer, SKAT_ACTION_CLAIM, 0);
    game->claimed |= (uint8_t)(1u << claimer);
    if (!skat_contract_is_null(game->table.contract) && skat_claim_holds(game->rules, &view)) {
        award_rest(game, claimer);
    } else {
        game->shows_more = true;
        if (game->rules->claims == SKAT_CLAIMS_CONSENT) {
            game->claim_asked = true;
            propose(game, claimer, (claimer + 1) % SKAT_PLAYERS);
        }
    }
    return SKAT_ACCEPTED;
}

/* ---- consent ---- */

void skat_consent_offer(const struct skat_game *game, struct skat_decision *decision)
{
    decision->may_claim = game->claim_asked;
}

static void play_on(struct skat_game *game)
{
    game->extra.gift_by = SKAT_NOBODY;
    game->claim_asked = false;
    resume_play(game);
}

static void end_by_consent(struct skat_game *game, enum skat_ending ending)
{
    game->extra.gift_by = SKAT_NOBODY;
    end_game(game, ending);
}

/* A claim: both others must agree. */
static void answer_claim(struct skat_game *game, bool agreed)
{
    const unsigned claimer = game->extra.gift_by, other = third_position(game->table.turn, claimer);

    if (!agreed) {
        play_on(game);
    } else if (game->consents_asked >> other & 1) {
        game->extra.gift_by = SKAT_NOBODY;
        award_rest(game, claimer);
    } else {
        ask_for_consent(game, other);
    }
}

/* The declarer gave up: one defender is enough. */
static void answer_declarer(struct skat_game *game, bool agreed)
{
    unsigned other = partner_of(game, game->table.turn);

    if (agreed)
        end_by_consent(game, SKAT_ENDED_RESIGNED);
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
        end_by_consent(game, SKAT_ENDED_YIELDED);
    else
        ask_for_consent(game, game->table.declarer);
}

enum skat_refusal skat_consent_answer(struct skat_game *game, const struct skat_action *action)
{
    bool agreed = action->kind == SKAT_ACTION_HOLD;

    skat_game_record(game, game->table.turn, action->kind, 0);
    if (game->claim_asked)
        answer_claim(game, agreed);
    else if (game->extra.gift_by == game->table.declarer)
        answer_declarer(game, agreed);
    else
        answer_defender(game, agreed);
    return SKAT_ACCEPTED;
}
