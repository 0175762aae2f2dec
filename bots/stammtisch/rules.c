// SPDX-License-Identifier: MIT
#include "bots/stammtisch/rules.h"

#include <string.h>

/* Defenders have nine cards against the declarer's eleven; nobody plays three. Tuned by duels. */
enum { SECOND_SKAT = 100 };

struct rules rules_official(void)
{
    return (struct rules){
        .grand_base = 24,
        .lost_factor = 2,
        .null_values = {23, 35, 46, 59},
        .schneider_points = 90,
        .games = ALL_GAMES,
        .any_game = 1,
        .bock = 1,
        .spitzen_levels = 1,
    };
}

/* The value of an option of one number; 0: the arena is older than the option. */
static int option_of(const struct skat_bot_rules *from, const char *name)
{
    for (uint32_t i = 0; i < from->option_count; i++)
        if (strcmp(from->options[i].name, name) == 0)
            return from->options[i].values[0];
    return 0;
}

void rules_take_over(struct rules *rules, const struct skat_bot_rules *from)
{
    rules->grand_base = from->grand_base;
    rules->jacks_only = from->matadors == 1;
    rules->seeger = from->scoring == SCORING_SEEGER_FABIAN;
    rules->lost_factor = from->lost_factor;
    /* Under `opponents` a lost hand game counts once, whatever lost_hand says. */
    rules->lost_single_hand = from->lost_hand == 1 || from->scoring == SCORING_OPPONENTS;
    for (int i = 0; i < 4; i++)
        rules->null_values[i] = from->null_values[i];
    rules->schneider_points = from->schneider_points;
    rules->passed_in = from->passed_in;
    rules->ramsch_march = from->ramsch_march;
    rules->ramsch_skat_to = from->ramsch_skat_to;
    rules->ramsch_score = from->ramsch_score;
    rules->revolution = from->revolution;
    rules->rum = from->rum;
    rules->spitzen_max = from->spitzen_max;
    rules->spitzen_grand = from->spitzen_max && option_of(from, "spitzen.grand");
    rules->spitzen_levels = option_of(from, "spitzen.levels") == 2 ? 2 : 1;
    rules->bierlachs_limit = from->bierlachs_limit;
    rules->bock = 1; /* these two are the deal's; nothing of an earlier session remains */
    for (int i = 0; i < 3; i++)
        rules->totals[i] = 0;
    /* In an upside-down game sixes would be the highest: the bot plays none with 36 cards. */
    rules->sachsenspitze_base = from->game == SKAT_BOT_GAME_6ER_SKAT ? 0 : from->sachsenspitze_base;
    rules->turns = from->game == SKAT_BOT_GAME_TOURNEESKAT;
    rules->guckser_null = from->guckser_null;
    for (int game = 0; game <= SKAT_BOT_GRAND; game++)
        for (int way = 0; way < SKAT_BOT_WAYS; way++)
            rules->base_values[game][way] = from->base_values[game][way];
    rules->ladder = from->ladder;
    rules->ladder_count = (int)from->ladder_count;
    const int auction = option_of(from, "auction");
    rules->any_game = from->game == SKAT_BOT_GAME_SKAT &&
                      (auction == AUCTION_DEALER_ASKS || auction == AUCTION_NONE);
    rules->relief = from->aside_cards ? SECOND_SKAT : 0;
    rules->two_hands = from->game == SKAT_BOT_GAME_OFFIZIERSSKAT;
    rules->usual_trumps = from->game != SKAT_BOT_GAME_ASS;
    rules->open_is_schwarz = !(option_of(from, "announcements") & ANNOUNCE_OUVERT_ALONE);
    rules->asks_for_consent = option_of(from, "concede_later") == CONCEDE_LATER_CONSENT;
    rules->pile = from->game == SKAT_BOT_GAME_OMA;
}

void rules_by_habit(struct rules *rules)
{
    const struct rules official = rules_official();

    rules->grand_base = official.grand_base;
    rules->jacks_only = official.jacks_only;
    rules->seeger = official.seeger;
    rules->lost_factor = official.lost_factor;
    rules->lost_single_hand = official.lost_single_hand;
    rules->passed_in = official.passed_in;
    rules->bierlachs_limit = official.bierlachs_limit;
    rules->rum = official.rum;
    rules->spitzen_max = official.spitzen_max;
    rules->spitzen_grand = official.spitzen_grand;
}
