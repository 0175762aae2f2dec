// SPDX-License-Identifier: MIT
/* arena/result/redeal_line.h - a line of redeals.jsonl (docs/formats.md): a deal that two bots
 * played differently, the seats at which they bid so, and other deals on which both ways were
 * played. */
#ifndef ARENA_RESULT_REDEAL_LINE_H
#define ARENA_RESULT_REDEAL_LINE_H

#include "arena/base/fields.h"

#define REDEALT_GAMES_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                      \
    VALUE(OF, INT, number, ALWAYS, "1.1", "of the try, from 0: it names the cards")                \
    VALUE(OF, TEXT, cards, ALWAYS, "1.1", "what was dealt")                                        \
    VALUE(OF, TEXT, moves, ALWAYS, "1.1", "with the bot in the seat")                              \
    VALUE(OF, TEXT, base_moves, ALWAYS, "1.1", "with the other one there")
FIELDS_STRUCT(redealt_games, REDEALT_GAMES_FIELDS);

#define REDEALT_SEAT_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                       \
    VALUE(OF, INT, game, ALWAYS, "1.1", "its number in the log: the table with the bot")           \
    VALUE(OF, INT, seat, ALWAYS, "1.1", "the one at which two bots differ")                        \
    VALUE(OF, TEXT, position, ALWAYS, "1.1", "forehand, middlehand or rearhand")                   \
    VALUE(OF, TEXT, decision, ALWAYS, "1.1", "the first that they answer differently")             \
    VALUE(OF, TEXT, bot, ALWAYS, "1.1", "who sits there in that game")                             \
    VALUE(OF, TEXT, base_bot, ALWAYS, "1.1", "the other bot, who is put there instead")            \
    VALUE(OF, TEXT, answer, ALWAYS, "1.1", "of the bot")                                           \
    VALUE(OF, TEXT, base_answer, ALWAYS, "1.1", "of the other one")                                \
    VALUE(OF, TEXT, base_moves, ALWAYS, "1.1", "the deal itself with the other one there")         \
    VALUE(OF, INT, tries, ALWAYS, "1.1", "deals that were tried")                                  \
    VALUE(OF, INT, answers, ALWAYS, "1.1", "of all bots, in the tries and in the games")           \
    VALUE(OF, FLAG, failed, ALWAYS, "1.1", "a bot failed in it, so it counts as it was dealt")     \
    MANY(OF, STRUCTS, redealt_games, redeals, ALWAYS, "1.1",                                       \
         "deals on which all others bid as before, played both ways")                              \
    MANY(OF, INTS, , classic, ALWAYS, "1.1",                                                       \
         "what the bot's seat makes of the difference a - b in that game, against the base, in "   \
         "twelfths of points: as dealt, and of each re-deal")                                      \
    MANY(OF, INTS, , seeger_fabian, ALWAYS, "1.1", "the same in Seeger and Fabian's scoring")      \
    MANY(OF, INTS, , score, ALWAYS, "1.1", "the same in the rule set's own scoring")
FIELDS_STRUCT(redealt_seat, REDEALT_SEAT_FIELDS);

/* Every deal that such tables played differently has a line, so that one that is lost shows. */
#define REDEAL_LINE_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                        \
    VALUE(OF, INT, game, ALWAYS, "1.1", "number of the deal's first game in the log")              \
    VALUE(OF, INT, session, ALWAYS, "1.1", "of the deal")                                          \
    VALUE(OF, INT, deal, ALWAYS, "1.1", "of the session")                                          \
    MANY(OF, STRUCTS, redealt_seat, cases, ALWAYS, "1.1",                                          \
         "seats at which two bots bid differently: none if they differ later")
FIELDS_STRUCT(redeal_line, REDEAL_LINE_FIELDS);

#endif
