// SPDX-License-Identifier: MIT
#include "bots/stammtisch/explain.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "bots/stammtisch/play.h"
#include "bots/stammtisch/schwarz.h"
#include "bots/stammtisch/spitzen.h"

enum { SHOWN = 4, PER_CENT = 10 /* chances are in thousandths */ };
static const char *const game_names[] = {"diamonds", "hearts", "spades", "clubs", "grand", "null"};

void explain_add(char *text, size_t room, const char *format, ...)
{
    const size_t length = strlen(text);
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text + length, room - length, format, arguments);
    va_end(arguments);
}

const char *explain_card(card c, char text[3])
{
    text[0] = "DHSC"[c >> 4];
    text[1] = "6789QKTAJ"[c & 15];
    text[2] = '\0';
    return text;
}

/* ---- games ---- */

static int chance_of(const struct bidding_style *style, const struct skat_bot_view *view, int game,
                     cards hand, enum stage stage, int aside, int ouvert)
{
    const int forehand = view->position == 0;

    return game == NULL_GAME ? bidding_null_chance(style, hand, stage, forehand, ouvert)
                             : bidding_chance(style, game, hand, stage, forehand, aside);
}

/* The likeliest games, before the skat is known. */
static void explain_bid(struct club_player *player, const struct skat_bot_view *view, char *text,
                        size_t room)
{
    const int limit = player_limit(player, view);
    int chances[NULL_GAME + 1];

    if (limit)
        explain_add(text, room, "limit %d; chances", limit);
    else
        explain_add(text, room, "pass; chances");
    for (int game = 0; game <= NULL_GAME; game++)
        chances[game] = chance_of(&player->style, view, game, view->hand, BEFORE_SKAT, 0, 0);
    for (int shown = 0; shown < SHOWN; shown++) {
        int best = 0;
        for (int game = 1; game <= NULL_GAME; game++)
            if (chances[game] > chances[best])
                best = game;
        explain_add(text, room, "%s %s %d %%", shown ? "," : ":", game_names[best],
                    chances[best] / PER_CENT);
        chances[best] = -1;
    }
}

static void explain_game(const struct club_player *player, const struct skat_bot_view *view,
                         const struct skat_bot_action *answer, char *text, size_t room)
{
    cards aside = 0;

    for (int i = 0; i < answer->count; i++)
        aside |= BIT(answer->cards[i]);
    if (answer->contract.type > NULL_GAME)
        return;
    const int chance = chance_of(&player->style, view, answer->contract.type, view->hand & ~aside,
                                 view->picked_up ? AFTER_DISCARD : BY_HAND, points_in(aside),
                                 answer->contract.with & SKAT_BOT_OUVERT);
    explain_add(text, room, "chances: %s %d %%", game_names[answer->contract.type],
                chance / PER_CENT);
}

/* ---- cards ---- */

static void explain_cards(const struct club_player *player, const struct skat_bot_view *view,
                          cards legal, char *text, size_t room)
{
    struct weighed weighed[SKAT_BOT_HAND_MAX];
    char name[3];

    if (view->position == view->declarer)
        legal = schwarz_leads(view, spitzen_spare(view, legal));
    if (!several(legal))
        return;
    const int number = play_weigh_all(view, legal, &player->memory, &usual_points, weighed);
    for (int shown = 0; shown < number && shown < SHOWN; shown++) {
        struct weighed *best = weighed;
        for (struct weighed *one = weighed + 1; one < weighed + number - shown; one++)
            if (one->score > best->score || (one->score == best->score && one->card < best->card))
                best = one;
        explain_add(text, room, "%s%s %+.1f", shown ? ", " : "", explain_card(best->card, name),
                    best->score / 256.0);
        *best = weighed[number - shown - 1];
    }
}

/* Errors and habits, and the games of variants, are not explained. */
static int is_explained(const struct club_player *player, const struct skat_bot_view *view)
{
    const struct bidding_style *style = &player->style;

    return view->hand && !style->misjudges && !style->careless && !style->slips &&
           !style->gives_rest && !player->rules.turns && !player->rules.two_hands &&
           !player->rules.duties && !player->rules.pile && !view->called_rank &&
           !dummy_cards(view) && !has_sixes(view) && player->rules.games == ALL_GAMES;
}

void explain_answer(struct club_player *player, const struct skat_bot_view *view,
                    const struct skat_bot_decision *decision, const struct skat_bot_action *answer,
                    char *text, size_t room)
{
    *text = '\0';
    if (!is_explained(player, view))
        return;
    if (decision->kind == SKAT_BOT_DECIDE_BID || decision->kind == SKAT_BOT_DECIDE_HOLD)
        explain_bid(player, view, text, room);
    else if (answer->kind == SKAT_BOT_DECLARE)
        explain_game(player, view, answer, text, room);
    else if (answer->kind == SKAT_BOT_CARD && view->contract.type <= GRAND)
        explain_cards(player, view, decision->cards, text, room);
}
