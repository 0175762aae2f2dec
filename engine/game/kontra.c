// SPDX-License-Identifier: MIT
/* engine/game/kontra.c - when and by whom kontra, re, supra ... may be said (rules.md 7.1): phase
 * KONTRA. engine/value.c has the effect of a doubling. */
#include "engine/game/phases.h"
#include "engine/variant.h"

enum { EIGHTEEN = 18 }; /* kontra.who bidders_or_18 means 18 even if the lowest value is another */

/* May the player double under kontra.who (rules.md 7.1)? */
static bool entitled(const struct skat_game *game, unsigned position)
{
    const struct skat_table *table = &game->table;

    if (position == table->declarer || !skat_sits(game->rules->derived.seating, position))
        return false;
    if (game->terms.round == SKAT_ROUND_RAMSCH)
        return true; /* there is no auction in which to bid */
    switch (game->rules->kontra_who) {
    case SKAT_KONTRA_BIDDERS_OR_18:
        if (position == REARHAND && game->rearhand_met >= EIGHTEEN)
            return true;
        /* fall through */
    case SKAT_KONTRA_BIDDERS:
        return skat_game_has_bid(game, position);
    }
    return true;
}

/* When kontra may be said in this game: before an ouvert hand is shown, if the rules want that. */
static int when_of(const struct skat_game *game)
{
    return skat_game_shows_late(game) ? SKAT_KONTRA_BEFORE_LEAD : game->rules->kontra_when;
}

/* Is the first trick over, and the second not led? */
static bool first_trick_lies(const struct skat_game *game)
{
    return game->table.trick_count == 1 && cards_in_trick(game) == 0;
}

/* Is this defender asked for kontra at this moment (rules.md 7.1, kontra.when)? */
static bool moment_of(const struct skat_game *game, unsigned position)
{
    switch (when_of(game)) {
    case SKAT_KONTRA_BEFORE_LEAD:
        return game->table.played_count == 0;
    case SKAT_KONTRA_AFTER_LEAD:
        return game->table.played_count == 1;
    case SKAT_KONTRA_TRICK_TURNED:
        return first_trick_lies(game);
    }
    return position == game->table.turn; /* first_trick: asked before the own first card */
}

/* How many doublings the game may have. */
static int levels_of(const struct skat_game *game)
{
    const struct skat_contract contract = game->table.contract;
    bool covered_null = skat_contract_is_null(contract) && !(contract.with & SKAT_WITH_OUVERT);
    int levels = game->rules->kontra_levels;

    return covered_null && !game->rules->kontra_re_in_null && levels > 1 ? 1 : levels;
}

static bool declarers_word(const struct skat_game *game) { return game->extra.kontra % 2 == 1; }

/* The next defender who may speak and has not been asked, or SKAT_NOBODY. */
static unsigned next_defender(const struct skat_game *game)
{
    for (unsigned position = 0; position < SKAT_PLAYERS; position++)
        if (!(game->kontra_asked >> position & 1) && entitled(game, position) &&
            (game->extra.kontra || moment_of(game, position)))
            return position;
    return SKAT_NOBODY;
}

void skat_kontra_moment(struct skat_game *game)
{
    if (!game->kontra_open || game->extra.kontra ||
        (game->table.trick_count && !first_trick_lies(game)))
        return;
    unsigned speaker = next_defender(game);
    if (speaker == SKAT_NOBODY)
        return;
    if (!game->concede_asked && skat_may_concede(game)) {
        ask_to_concede(game);
        return;
    }
    ask(game, SKAT_PHASE_KONTRA, speaker);
}

/* After a doubling, or a decision not to answer it: asks the next player. */
static void ask_for_answer(struct skat_game *game)
{
    unsigned speaker = SKAT_NOBODY;

    if (game->extra.kontra < levels_of(game)) {
        if (!declarers_word(game))
            speaker = next_defender(game);
        else if (!game->kontra_asked) /* the one declarer, not asked since the doubling */
            speaker = game->table.declarer;
    }
    if (speaker == SKAT_NOBODY)
        resume_play(game);
    else
        ask(game, SKAT_PHASE_KONTRA, speaker);
}

/* Is it early enough for this defender's kontra, by the cards that were played? */
static bool is_in_time(const struct skat_game *game, unsigned position)
{
    const struct skat_table *table = &game->table;

    switch (when_of(game)) {
    case SKAT_KONTRA_BEFORE_LEAD:
        return table->played_count == 0;
    case SKAT_KONTRA_AFTER_LEAD:
        return table->played_count <= 1;
    case SKAT_KONTRA_TRICK_TURNED:
        return table->trick_count == 0 || first_trick_lies(game);
    }
    return table->trick_count == 0 &&
           skat_cards_count(game->hands[position]) == deck_of(game)->hand;
}

static bool may_double(const struct skat_game *game, unsigned position)
{
    if (game->phase == SKAT_PHASE_KONTRA)
        return position == game->table.turn;
    const bool unasked =
        when_of(game) == SKAT_KONTRA_FIRST_TRICK || when_of(game) == SKAT_KONTRA_TRICK_TURNED;
    return game->phase == SKAT_PHASE_PLAY && game->kontra_open && !game->extra.kontra && unasked &&
           is_in_time(game, position) && entitled(game, position);
}

/* Can the next doubling come yet? An answer is given before anything else is done. */
static bool next_may_come(const struct skat_game *game)
{
    bool may = false;

    if (game->extra.kontra)
        return game->moves[game->move_count - 1].kind == SKAT_ACTION_KONTRA;
    for (unsigned position = 0; position < SKAT_PLAYERS; position++)
        may |= entitled(game, position) && is_in_time(game, position);
    return may;
}

struct skat_kontra_limits skat_kontra_limits(const struct skat_game *game)
{
    const bool announced = game->table.announced;
    const int said = game->extra.kontra;
    const int levels = announced ? levels_of(game) : game->rules->kontra_levels;

    if (said >= levels || (announced && (!game->kontra_open || !next_may_come(game))))
        return (struct skat_kontra_limits){said, said, said};
    return declarers_word(game) ? (struct skat_kontra_limits){said + 1, said, levels}
                                : (struct skat_kontra_limits){said, said + 1, levels};
}

static void after_kontra(struct skat_game *game)
{
    if (game->variant->after_kontra)
        game->variant->after_kontra(game);
}

enum skat_refusal skat_kontra_say(struct skat_game *game, unsigned position)
{
    if (!may_double(game, position))
        return SKAT_REFUSED_KONTRA;
    skat_game_record(game, position, SKAT_ACTION_KONTRA, 0);
    after_kontra(game);
    if (game->extra.kontra++ == 0)
        game->extra.kontra_by = (uint8_t)position;
    game->kontra_asked = 0;
    ask_for_answer(game);
    return SKAT_ACCEPTED;
}

enum skat_refusal skat_kontra_answer(struct skat_game *game, const struct skat_action *action)
{
    (void)action; /* PLAY_ON */
    after_kontra(game);
    game->kontra_asked |= (uint8_t)(1u << game->table.turn);
    if (game->extra.kontra) {
        ask_for_answer(game);
        return SKAT_ACCEPTED;
    }
    resume_play(game);
    skat_kontra_moment(game);
    return SKAT_ACCEPTED;
}
