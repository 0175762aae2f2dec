// SPDX-License-Identifier: MIT
/* arena/record/score_sheet.h - the score sheet of a table, as clubs keep it (Skatliste): a line for
 * each deal, and at the end what each player has by the rules of the list (rules.md 8.1). */
#ifndef ARENA_RECORD_SCORE_SHEET_H
#define ARENA_RECORD_SCORE_SHEET_H

#include "arena/base/fields.h"
#include "arena/record/game_outcome.h"

#define SCORE_LINE_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                         \
    VALUE(OF, INT, deal, ALWAYS, "number of the deal, from 1")                                     \
    VALUE(OF, TEXT, kind, ALWAYS,                                                                  \
          "declared, passed_in, ramsch, or no_game: a fault ended it before there was a game")     \
    VALUE(OF, INT, declarer, IF_ANY, "seat of the declarer; missing without one")                  \
    VALUE(OF, TEXT, contract, IF_ANY,                                                              \
          "code of the game: C, S, H, D, G, N ..., O: ouvert, H: hand")                            \
    VALUE(OF, INT, base, IF_ANY, "base value of the game")                                         \
    VALUE(OF, INT, matadors, IF_ANY, "with (positive) or without (negative); missing in null")     \
    VALUE(OF, FLAG, hand, ALWAYS, "the skat was not taken")                                        \
    VALUE(OF, FLAG, schneider, ALWAYS, "one side was schneider")                                   \
    VALUE(OF, FLAG, schneider_announced, ALWAYS, "and it was announced")                           \
    VALUE(OF, FLAG, schwarz, ALWAYS, "one side was schwarz")                                       \
    VALUE(OF, FLAG, schwarz_announced, ALWAYS, "and it was announced")                             \
    VALUE(OF, FLAG, ouvert, ALWAYS, "the game was played open")                                    \
    VALUE(OF, FLAG, overbid, ALWAYS, "the value was raised to the bid, and the game lost")         \
    VALUE(OF, INT, times, ALWAYS, "what kontra, re and a bock round multiply the value by")        \
    VALUE(OF, INT, points, ALWAYS, "of the declarer in this deal, by the rule set's scoring")      \
    MANY(OF, INTS, int, totals, ALWAYS, "points of each seat after this deal")
FIELDS_STRUCT(score_line, SCORE_LINE_FIELDS);

#define SCORE_PLAYER_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                       \
    VALUE(OF, INT, points, ALWAYS, "by the rule set's scoring")                                    \
    VALUE(OF, INT, won, ALWAYS, "games won as declarer")                                           \
    VALUE(OF, INT, lost, ALWAYS, "games lost as declarer")                                         \
    VALUE(OF, INT, lost_by_others, ALWAYS, "games that another player lost")                       \
    VALUE(OF, INT, own_extra, ALWAYS, "Seeger and Fabian's points for games won and lost")         \
    VALUE(OF, INT, others_extra, ALWAYS, "theirs for games that others lost")                      \
    VALUE(OF, INT, total, ALWAYS, "all of these points")
FIELDS_STRUCT(score_player, SCORE_PLAYER_FIELDS);

/* In scorings in which others pay or are paid for a game, Seeger and Fabian's points are 0: such
 * games have no list. */
#define SCORE_SHEET_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                        \
    VALUE(OF, FLAG, has_extras, ALWAYS, "the scoring is that of lists: players have extra points") \
    MANY(OF, STRUCTS, score_line, deals, ALWAYS, "in order")                                       \
    MANY(OF, STRUCTS, score_player, players, ALWAYS, "by seat")
FIELDS_STRUCT(score_sheet, SCORE_SHEET_FIELDS);

/* An empty sheet for a session of rules->deals deals. It comes from the pool. */
struct score_sheet *score_sheet_new(const struct skat_rules *rules, struct pool *pool);

/* Adds a deal that is over; no more than rules->deals. `outcome` is the game's, after its session
 * has added it. */
void score_sheet_add(struct score_sheet *sheet, const struct skat_game *game,
                     const struct game_outcome *outcome, struct pool *pool);

#endif
