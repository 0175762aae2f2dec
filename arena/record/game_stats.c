#include "arena/record/game_stats.h"

const char *const fact_scoring_names[FACT_SCORINGS] = {
    [FACT_CLASSIC] = "classic",
    [FACT_SEEGER] = "seeger_fabian",
    [FACT_OWN] = "score",
};

enum fact_scoring fact_primary(const struct skat_rules *rules)
{
    return rules->scoring == SKAT_SCORING_CLASSIC         ? FACT_CLASSIC
           : rules->scoring == SKAT_SCORING_SEEGER_FABIAN ? FACT_SEEGER
                                                          : FACT_OWN;
}

static uint8_t kind_of(const struct skat_game *game, const struct outcome *outcome)
{
    if (outcome->result.is_ramsch)
        return FACT_RAMSCH;
    if (game->table.declarer != SKAT_NOBODY)
        return game->table.announced ? game->table.contract.type : FACT_UNANNOUNCED;
    return status_is_fault(outcome->status) ? FACT_NO_GAME : FACT_PASSED_IN;
}

static void set_scores(struct fact *fact, const struct skat_game *game,
                       const struct outcome *outcome)
{
    bool seeger = game->rules->scoring == SKAT_SCORING_SEEGER_FABIAN;
    bool declared = fact->declarer != SKAT_NOBODY;
    int32_t extra[SKAT_SEATS_MAX];

    skat_seeger_extras(outcome->seats, declared ? outcome->seat_of[fact->declarer] : -1, fact->won,
                       extra);
    for (int seat = 0; seat < outcome->seats; seat++) {
        fact->score[FACT_CLASSIC][seat] = outcome->classic[seat];
        fact->score[FACT_SEEGER][seat] = outcome->classic[seat] + extra[seat];
        fact->score[FACT_OWN][seat] = outcome->score[seat] + (seeger ? extra[seat] : 0);
    }
}

void fact_of_game(struct fact *fact, const struct skat_game *game, const struct outcome *outcome,
                  const char *illegal)
{
    const struct skat_table *table = &game->table;
    const struct skat_result *result = &outcome->result;
    bool declared = table->declarer != SKAT_NOBODY, announced = declared && table->announced;

    *fact = (struct fact){
        .game = outcome->id.game,
        .session = outcome->id.session,
        .deal = outcome->id.deal,
        .moves = outcome_moves_hash(game, outcome, illegal),
        .arrangement = outcome->id.arrangement,
        .seats = (uint8_t)outcome->seats,
        .value = declared ? result->value : 0,
        .bid = declared ? table->bid : 0,
        .kind = kind_of(game, outcome),
        .declarer = table->declarer,
        .won = result->won > 0,
        .hand = announced && table->contract.with & SKAT_WITH_HAND,
        .ouvert = announced && table->contract.with & SKAT_WITH_OUVERT,
        .overbid = declared && result->overbid,
        .schneider = declared && result->levels >> SKAT_LEVEL_SCHNEIDER & 1,
        .schwarz = declared && result->levels >> SKAT_LEVEL_SCHWARZ & 1,
        .doublings = game->extra.kontra,
        .kontra_by = game->extra.kontra ? game->extra.kontra_by : SKAT_NOBODY,
        .bock = (uint8_t)result->bock,
        .status = outcome->status,
    };
    for (int position = 0; position < SKAT_PLAYERS; position++) {
        fact->seat_of[position] = outcome->seat_of[position];
        fact->highest[position] = table->highest[position];
    }
    set_scores(fact, game, outcome);
}

unsigned fact_position(const struct fact *fact, unsigned seat)
{
    for (unsigned position = 0; position < SKAT_PLAYERS; position++)
        if (fact->seat_of[position] == seat)
            return position;
    return SKAT_NOBODY;
}

enum fact_role fact_role(const struct fact *fact, unsigned position)
{
    if (position == SKAT_NOBODY)
        return ROLE_SITTING_OUT;
    switch (fact->kind) {
    case FACT_RAMSCH:
        return ROLE_RAMSCH;
    case FACT_PASSED_IN:
        return ROLE_PASSED_IN;
    case FACT_NO_GAME:
        return ROLE_NO_GAME;
    default:
        return position == fact->declarer ? ROLE_DECLARER : ROLE_DEFENDER;
    }
}
