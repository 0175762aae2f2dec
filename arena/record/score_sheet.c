// SPDX-License-Identifier: MIT
#include "arena/record/score_sheet.h"

FIELDS_ROWS(score_line, SCORE_LINE_FIELDS);
FIELDS_ROWS(score_player, SCORE_PLAYER_FIELDS);
FIELDS_ROWS(score_sheet, SCORE_SHEET_FIELDS);

struct score_sheet *score_sheet_new(const struct skat_rules *rules, struct pool *pool)
{
    struct score_sheet *sheet = pool_alloc(pool, 1, sizeof *sheet);

    sheet->has_extras = rules->scoring_system == SKAT_SCORING_CLASSIC ||
                        rules->scoring_system == SKAT_SCORING_SEEGER_FABIAN;
    sheet->deals = pool_alloc(pool, (size_t)rules->deals, sizeof *sheet->deals);
    sheet->players = pool_alloc(pool, (size_t)rules->seats, sizeof *sheet->players);
    sheet->players_count = rules->seats;
    return sheet;
}

static int declarer_seat(const struct skat_game *game, const struct game_outcome *outcome)
{
    return game->table.declarer == SKAT_NOBODY ? -1 : outcome->seat_of[game->table.declarer];
}

static const char *kind_of(const struct skat_game *game, const struct game_outcome *outcome)
{
    if (outcome->result.is_ramsch)
        return "ramsch";
    if (game->table.declarer != SKAT_NOBODY)
        return "declared";
    return game_status_is_fault(outcome->status) ? "no_game" : "passed_in";
}

/* What a declared game is worth, as one counts it aloud. */
static void set_game(struct score_line *line, const struct skat_game *game,
                     const struct skat_result *result, struct pool *pool)
{
    const struct skat_contract contract = game->table.contract;
    char code[SKAT_CODE_SIZE];

    if (game->table.announced) {
        skat_contract_code(contract, false, code);
        line->contract = pool_text(pool, code);
        line->base = result->base;
        if (!skat_games[contract.type].fixed_value)
            line->matadors = result->matadors;
        line->hand = contract.with & SKAT_WITH_HAND;
        line->ouvert = contract.with & SKAT_WITH_OUVERT;
    }
    line->schneider = result->levels >> SKAT_LEVEL_SCHNEIDER & 1;
    line->schneider_announced = result->levels >> SKAT_LEVEL_SCHNEIDER_ANNOUNCED & 1;
    line->schwarz = result->levels >> SKAT_LEVEL_SCHWARZ & 1;
    line->schwarz_announced = result->levels >> SKAT_LEVEL_SCHWARZ_ANNOUNCED & 1;
    line->overbid = result->overbid;
}

/* Counts a declared game for all players. */
static void add_declared(struct score_sheet *sheet, const struct skat_rules *rules, int declarer,
                         bool won)
{
    int32_t extra[SKAT_SEATS_MAX];

    skat_seeger_extras(rules, sheet->has_extras ? declarer : -1, won, extra);
    for (int seat = 0; seat < sheet->players_count; seat++) {
        struct score_player *player = &sheet->players[seat];
        const bool own = seat == declarer;
        player->won += own && won;
        player->lost += own && !won;
        player->lost_by_others += !own && !won;
        *(own ? &player->own_extra : &player->others_extra) += extra[seat];
    }
}

void score_sheet_add(struct score_sheet *sheet, const struct skat_game *game,
                     const struct game_outcome *outcome, struct pool *pool)
{
    const struct skat_result *result = &outcome->result;
    const int declarer = declarer_seat(game, outcome);
    struct score_line *line = &sheet->deals[sheet->deals_count++];

    *line = (struct score_line){.deal = sheet->deals_count,
                                .kind = kind_of(game, outcome),
                                .declarer = declarer < 0 ? FIELD_NO_INT : declarer,
                                .base = FIELD_NO_INT,
                                .matadors = FIELD_NO_INT,
                                .times = result->doubling * result->bock,
                                .points = declarer < 0 ? 0 : outcome->score[declarer],
                                .totals_count = sheet->players_count};
    line->totals = pool_alloc(pool, (size_t)line->totals_count, sizeof *line->totals);
    if (declarer >= 0) {
        set_game(line, game, result, pool);
        add_declared(sheet, game->rules, declarer, result->won > 0);
    }
    for (int seat = 0; seat < sheet->players_count; seat++) {
        struct score_player *player = &sheet->players[seat];
        player->points += outcome->score[seat];
        player->total = player->points + player->own_extra + player->others_extra;
        line->totals[seat] = player->points;
    }
}
