// SPDX-License-Identifier: MIT
/* arena/result/redeal_line.h - a line of redeals.jsonl (docs/formats.md): a deal that two bots
 * played differently, the seats at which they bid differently, and other deals on which both ways
 * were played. */
#ifndef ARENA_RESULT_REDEAL_LINE_H
#define ARENA_RESULT_REDEAL_LINE_H

#include "arena/base/fields.h"

#define REDEALT_GAMES_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                      \
    VALUE(OF, INT, number, ALWAYS, "number of the try, from 0, which decides the cards")           \
    VALUE(OF, TEXT, cards, ALWAYS, "the cards that were dealt")                                    \
    VALUE(OF, TEXT, moves, ALWAYS, "moves with the bot in the seat")                               \
    VALUE(OF, TEXT, other_moves, ALWAYS, "moves with the other bot there")
FIELDS_STRUCT(redealt_games, REDEALT_GAMES_FIELDS);

#define REDEALT_SEAT_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                       \
    VALUE(OF, INT, game, ALWAYS, "number in the log of the game in which the bot sits there")      \
    VALUE(OF, INT, seat, ALWAYS, "the seat at which the two bots differ")                          \
    VALUE(OF, TEXT, position, ALWAYS, "forehand, middlehand or rearhand")                          \
    VALUE(OF, TEXT, decision, ALWAYS, "the first question that they answer differently")           \
    VALUE(OF, TEXT, bot, ALWAYS, "the bot that sits there in that game")                           \
    VALUE(OF, TEXT, other_bot, ALWAYS, "the other bot, which is put there instead")                \
    VALUE(OF, TEXT, answer, ALWAYS, "answer of the bot")                                           \
    VALUE(OF, TEXT, other_answer, ALWAYS, "answer of the other bot")                               \
    VALUE(OF, TEXT, other_moves, ALWAYS, "moves of the deal itself with the other bot there")      \
    VALUE(OF, INT, tries, ALWAYS, "layouts that were tried")                                       \
    VALUE(OF, INT, answers, ALWAYS, "answers of all bots, in the tries and in the games")          \
    VALUE(OF, FLAG, failed, ALWAYS,                                                                \
          "whether a bot failed in one of its games, so that it counts as it was dealt")           \
    MANY(OF, STRUCTS, redealt_games, redeals, ALWAYS,                                              \
         "layouts on which all others bid as before, played both ways")                            \
    MANY(OF, INTS, , classic, ALWAYS,                                                              \
         "how much the bot in this seat changes the difference a - b of the game against the "     \
         "counterpart, in twelfths of a point: as dealt, then for each re-deal")                   \
    MANY(OF, INTS, , seeger_fabian, ALWAYS, "the same in Seeger and Fabian's scoring")             \
    MANY(OF, INTS, , score, ALWAYS, "the same in the rule set's own scoring")
FIELDS_STRUCT(redealt_seat, REDEALT_SEAT_FIELDS);

/* Every deal that tables of the two bots played differently has a line, so that a lost line is
 * noticed. */
#define REDEAL_LINE_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                        \
    VALUE(OF, INT, game, ALWAYS, "number of the deal's first game in the log")                     \
    VALUE(OF, INT, session, ALWAYS, "session of the deal")                                         \
    VALUE(OF, INT, deal, ALWAYS, "number of the deal in the session")                              \
    MANY(OF, STRUCTS, redealt_seat, cases, ALWAYS,                                                 \
         "seats at which the two bots bid differently; none if they only differ later")
FIELDS_STRUCT(redeal_line, REDEAL_LINE_FIELDS);

#endif
