// SPDX-License-Identifier: MIT
/* The rows of decisions (engine/decision.c) hold in games of every kind. */
#include <stddef.h>

#include "tests/unit/engine_helpers.h"
#include "tests/unit/unit_test.h"

static uint32_t seen; /* kinds that were asked, as bits */

static bool is_of(const struct skat_game *game, unsigned position, enum skat_asked asked)
{
    const unsigned player = position == game->dummy ? SKAT_NOBODY : position;
    switch (asked) {
    case SKAT_ASKED_ANYBODY:
        return true;
    case SKAT_ASKED_DECLARER:
        return player == game->table.declarer;
    case SKAT_ASKED_DEFENDER:
        return game->table.declarer != SKAT_NOBODY && player != game->table.declarer;
    case SKAT_ASKED_FOREHAND:
        return player == 0;
    }
    return false;
}

/* The fields that are set, as bits SKAT_OFFERS_*. */
static unsigned offered(const struct skat_decision *decision)
{
    return (decision->bid_count ? SKAT_OFFERS_BIDS : 0u) |
           (decision->declaration_count ? SKAT_OFFERS_DECLARATIONS : 0u) |
           (decision->spitzen ? SKAT_OFFERS_SPITZEN : 0u) |
           (decision->cards ? SKAT_OFFERS_CARDS | SKAT_OFFERS_SOME_CARDS : 0u) |
           (decision->discard_count ? SKAT_OFFERS_SOME_CARDS : 0u) |
           (decision->duties ? SKAT_OFFERS_DUTIES : 0u) |
           (decision->places ? SKAT_OFFERS_PLACES : 0u) |
           (decision->may_concede || decision->may_give_up ? SKAT_OFFERS_WORDS : 0u) |
           (decision->may_rum ? SKAT_OFFERS_RUM : 0u) |
           (decision->may_turn ? SKAT_OFFERS_TURN : 0u);
}

/* Every kind of action that does not answer the decision is refused. */
static void check_refusals(const struct skat_game *game, const struct skat_decision *decision)
{
    for (unsigned kind = 0; kind < SKAT_ACTIONS + 2; kind++) {
        struct skat_game copy = *game;
        struct skat_action action = action_of((enum skat_action_kind)kind);
        bool unasked = kind == SKAT_ACTION_CONCEDE || kind == SKAT_ACTION_GIVE_UP ||
                       kind == SKAT_ACTION_KONTRA;
        bool leads = decision->kind == SKAT_DECIDE_CONCEDE && kind == SKAT_ACTION_CARD;
        if (skat_answers(kind, decision->kind) || unasked || leads)
            continue;
        if (skat_game_apply(&copy, decision->position, &action) == SKAT_ACCEPTED)
            fail_msg("%s accepts action %u", skat_decision_rows[decision->kind].name, kind);
        assert_memory_equal(&copy, game, sizeof copy);
    }
}

static bool check_step(struct skat_game *game, uint64_t *random)
{
    struct skat_decision decision;
    struct skat_action action;
    if (!skat_game_pending(game, &decision))
        return false;
    const struct skat_decision_row *row = &skat_decision_rows[decision.kind];
    seen |= 1u << decision.kind;
    if (!is_of(game, decision.position, (enum skat_asked)row->asked))
        fail_msg("%s asks position %d", row->name, decision.position);
    const unsigned either = SKAT_OFFERS_CARDS | SKAT_OFFERS_SOME_CARDS;
    const unsigned bits = row->offers & either ? row->offers | either : row->offers;
    if (offered(&decision) & ~bits)
        fail_msg("%s offers %x, the row says %x", row->name, offered(&decision), row->offers);
    if (!test_below(random, 8))
        check_refusals(game, &decision);
    random_action(&action, game, &decision, random);
    assert_true(skat_answers(action.kind, decision.kind));
    return random_step(game, random);
}

TEST(rows_hold_in_games_of_every_kind)
{
    uint64_t random = 2026;
    const unsigned all = (1u << SKAT_DECISIONS) - 2;
    /* Rare kinds come up later where another option shifts what is drawn. */
    for (int i = 0; i < 1000 || (i < 30000 && seen != all); i++) {
        struct skat_rules rules;
        struct skat_game game;
        rules_random_of_game(&rules, (enum skat_variant_id)(i % SKAT_VARIANTS), &random);
        start_random(&game, &rules, &random);
        while (check_step(&game, &random))
            ;
    }
    for (unsigned kind = 1; kind < SKAT_DECISIONS; kind++) /* all but NOTHING */
        if (!(seen >> kind & 1))
            fail_msg("%s never came up", skat_decision_rows[kind].name);
}

TEST(fallbacks_and_silence_answer_their_decision)
{
    for (unsigned kind = 0; kind < SKAT_DECISIONS; kind++) {
        const struct skat_decision_row *row = &skat_decision_rows[kind];
        assert_true(!row->fallback || skat_answers(row->fallback, kind));
        assert_true(!row->silence || skat_answers(row->silence, kind));
        assert_true(!row->silence || row->may_be_unsaid);
    }
}

TEST(words_and_codes_are_different)
{
    for (unsigned one = 1; one < SKAT_ACTIONS; one++)
        for (unsigned other = one + 1; other < SKAT_ACTIONS; other++) {
            const char *code = skat_action_rows[one].code, *next = skat_action_rows[other].code;
            assert_string_not_equal(skat_action_rows[one].word, skat_action_rows[other].word);
            assert_true(!code || !next || !*code || strcmp(code, next) != 0);
        }
}
