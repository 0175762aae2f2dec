#include "arena/bot/abi_layout.h"

#include <stddef.h>

/* Bots and engine use different names for the same structs, so that neither needs the other's
 * headers. This file includes both and checks that they agree field by field. */
#define SAME_FIELD(engine, bot, field)                                                             \
    _Static_assert(offsetof(struct engine, field) == offsetof(struct bot, field) &&                \
                       sizeof(((struct engine *)0)->field) == sizeof(((struct bot *)0)->field),    \
                   "skat_bot.h and the engine differ in " #field)
#define SAME_FIELD_OF_TABLE(field)                                                                 \
    _Static_assert(                                                                                \
        offsetof(struct skat_view, table.field) == offsetof(struct skat_bot_view, field) &&        \
            sizeof(((struct skat_table *)0)->field) == sizeof(((struct skat_bot_view *)0)->field), \
        "skat_bot.h and the engine differ in " #field)
#define SAME_SIZE(engine, bot)                                                                     \
    _Static_assert(sizeof(struct engine) == sizeof(struct bot), #engine " and " #bot " differ")

SAME_SIZE(skat_view, skat_bot_view);
SAME_FIELD(skat_view, skat_bot_view, position);
SAME_FIELD(skat_view, skat_bot_view, dealt);
SAME_FIELD(skat_view, skat_bot_view, hand);
SAME_FIELD(skat_view, skat_bot_view, skat);
SAME_FIELD(skat_view, skat_bot_view, shown);
SAME_FIELD_OF_TABLE(declarer);
SAME_FIELD_OF_TABLE(turn);
SAME_FIELD_OF_TABLE(picked_up);
SAME_FIELD_OF_TABLE(announced);
SAME_FIELD_OF_TABLE(contract);
SAME_FIELD_OF_TABLE(passed);
SAME_FIELD_OF_TABLE(played_count);
SAME_FIELD_OF_TABLE(bid);
SAME_FIELD_OF_TABLE(highest);
SAME_FIELD_OF_TABLE(gone);
SAME_FIELD_OF_TABLE(trick_count);
SAME_FIELD_OF_TABLE(points);
SAME_FIELD_OF_TABLE(tricks);
SAME_FIELD_OF_TABLE(winner);
SAME_FIELD_OF_TABLE(leader);
SAME_FIELD_OF_TABLE(played);
#define SAME_FIELD_OF_EXTRA(field)                                                                 \
    _Static_assert(                                                                                \
        offsetof(struct skat_view, extra.field) == offsetof(struct skat_bot_view, field) &&        \
            sizeof(((struct skat_extra *)0)->field) == sizeof(((struct skat_bot_view *)0)->field), \
        "skat_bot.h and the engine differ in " #field)
SAME_FIELD_OF_EXTRA(kontra);
SAME_FIELD_OF_EXTRA(kontra_by);
SAME_FIELD_OF_EXTRA(gifts_refused);
SAME_FIELD_OF_EXTRA(gift_by);
SAME_FIELD_OF_EXTRA(rum);
SAME_FIELD_OF_EXTRA(unseen);
SAME_FIELD_OF_EXTRA(round);
SAME_FIELD_OF_EXTRA(bock);
SAME_FIELD_OF_EXTRA(round_left);
SAME_FIELD_OF_EXTRA(totals);
SAME_FIELD_OF_EXTRA(open_skat);
SAME_FIELD(skat_view, skat_bot_view, passed_on);
SAME_FIELD(skat_view, skat_bot_view, partner);
_Static_assert(offsetof(struct skat_view, turned.count) == offsetof(struct skat_bot_view, turned) &&
                   offsetof(struct skat_view, turned.cards) ==
                       offsetof(struct skat_bot_view, turned_cards) &&
                   sizeof(((struct skat_turned *)0)->cards) ==
                       sizeof(((struct skat_bot_view *)0)->turned_cards),
               "skat_bot.h and the engine differ in turned cards");
SAME_FIELD(skat_view, skat_bot_view, duties);
SAME_FIELD(skat_view, skat_bot_view, chosen);
SAME_FIELD(skat_view, skat_bot_view, seen);
#define SAME_FIELD_OF_TWO(field)                                                                   \
    _Static_assert(                                                                                \
        offsetof(struct skat_view, two.field) == offsetof(struct skat_bot_view, field) &&          \
            sizeof(((struct skat_two *)0)->field) == sizeof(((struct skat_bot_view *)0)->field),   \
        "skat_bot.h and the engine differ in " #field)
SAME_FIELD_OF_TWO(dummy);
SAME_FIELD_OF_TWO(late_leader);
SAME_SIZE(skat_decision, skat_bot_decision);
SAME_FIELD(skat_decision, skat_bot_decision, kind);
SAME_FIELD(skat_decision, skat_bot_decision, position);
SAME_FIELD(skat_decision, skat_bot_decision, may_concede);
SAME_FIELD(skat_decision, skat_bot_decision, discard_count);
SAME_FIELD(skat_decision, skat_bot_decision, cards);
SAME_FIELD(skat_decision, skat_bot_decision, bids);
SAME_FIELD(skat_decision, skat_bot_decision, declarations);
SAME_FIELD(skat_decision, skat_bot_decision, bid_count);
SAME_FIELD(skat_decision, skat_bot_decision, declaration_count);
SAME_FIELD(skat_decision, skat_bot_decision, may_give_up);
SAME_FIELD(skat_decision, skat_bot_decision, may_rum);
SAME_FIELD(skat_decision, skat_bot_decision, spitzen);
SAME_FIELD(skat_decision, skat_bot_decision, may_turn);
SAME_FIELD(skat_decision, skat_bot_decision, duties);
SAME_FIELD(skat_decision, skat_bot_decision, places);
SAME_SIZE(skat_action, skat_bot_action);
SAME_FIELD(skat_action, skat_bot_action, kind);
SAME_FIELD(skat_action, skat_bot_action, contract);
SAME_FIELD(skat_action, skat_bot_action, count);
SAME_FIELD(skat_action, skat_bot_action, bid);
SAME_FIELD(skat_action, skat_bot_action, cards);
SAME_FIELD(skat_action, skat_bot_action, number);
SAME_SIZE(skat_contract, skat_bot_contract);
_Static_assert((int)SKAT_JACK == (int)SKAT_BOT_JACK && (int)SKAT_CLUBS == (int)SKAT_BOT_CLUBS &&
                   (int)SKAT_GAME_NULL == (int)SKAT_BOT_NULL &&
                   (int)SKAT_WITH_OUVERT == (int)SKAT_BOT_OUVERT &&
                   (int)SKAT_GAME_RAMSCH == (int)SKAT_BOT_RAMSCH &&
                   (int)SKAT_WITH_SPITZE == (int)SKAT_BOT_SPITZE &&
                   (int)SKAT_WITH_TURN == (int)SKAT_BOT_TURN &&
                   (int)SKAT_WAYS == (int)SKAT_BOT_WAYS &&
                   (int)SKAT_WAY_TURNED == (int)SKAT_BOT_WAY_TURNED &&
                   (int)SKAT_ACTION_TURN_CARD == (int)SKAT_BOT_TURN_CARD &&
                   (int)SKAT_DECIDE_TURN == (int)SKAT_BOT_DECIDE_TURN &&
                   (int)SKAT_ACTION_EXCHANGE == (int)SKAT_BOT_EXCHANGE &&
                   (int)SKAT_ACTION_PLACE == (int)SKAT_BOT_PLACE &&
                   (int)SKAT_DECIDE_BLIND == (int)SKAT_BOT_DECIDE_BLIND &&
                   (int)SKAT_DUTY_RAMSCH == (int)SKAT_BOT_DUTY_RAMSCH &&
                   (int)SKAT_DECIDE_EXCHANGE == (int)SKAT_BOT_DECIDE_EXCHANGE &&
                   (int)SKAT_DECIDE_NAME == (int)SKAT_BOT_DECIDE_NAME,
               "skat_bot.h and the engine number things differently");
