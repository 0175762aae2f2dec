// SPDX-License-Identifier: MIT
#include "engine/learn/observation_2.h"

#include "engine/game/worlds.h"
#include "engine/learn/observed.h"
#include "engine/learn/observed_cards.h"
#include "engine/variant.h"

#include <stddef.h>
#include <string.h>

#define PART(member, rows, help)                                                                   \
    {                                                                                              \
#member, offsetof(struct skat_observation_2, member) / sizeof(int16_t), rows,              \
            sizeof((struct skat_observation_2 *)0)->member / sizeof(int16_t) / (rows), help        \
    }

const struct skat_observation_part skat_observation_2_parts[] = {
    PART(hand, 1, "cards in hand, including a skat that was picked up"),
    PART(dealt, 1, "own cards as dealt"),
    PART(skat, 1, "cards taken from the skat; after the announcement, those put aside"),
    PART(skat_shown, 1, "cards of the skat that everybody saw"),
    PART(chosen, 1, "cards chosen so far in this decision"),
    PART(passed_on, 1, "own cards that were passed on or exchanged"),
    PART(open, 2, "cards of the next two players that this player sees"),
    PART(missing, 1, "cards whose place the player does not know"),
    PART(places, 3, "missing cards that the next player, the one after and the skat can have"),
    PART(played, 3, "cards of finished tricks, by each player"),
    PART(trick, 3, "cards of the open trick, by each player"),
    PART(history, SKAT_DECK_MAX,
         "the order of play: 1 + number of the card, 1 + who played it; zeros after the last"),
    PART(voids, 3, "who did not follow: diamonds, hearts, spades, clubs, trumps"),
    PART(room, 1, "how many missing cards the next player, the one after and the skat have"),
    PART(auction, SKAT_OBSERVED_CALLS,
         "values in the order in which they were bid: 1 + who bid, the value, the answer: 0 none "
         "yet, 1 held, 2 passed; zeros after the last"),
    PART(calls, 1, "how many values were bid"),
    SKAT_OBSERVED_TURN_PARTS,
    PART(winner, 1, "of the open trick so far, or of the last one: self, next, after next, nobody"),
    PART(kontra_by, 1, "who said kontra: self, next, after next, nobody"),
    PART(gift_by, 1, "who proposes to give up: self, next, after next, nobody"),
    PART(dummy, 1, "whose cards are the dummy's: self, next, after next, nobody"),
    SKAT_OBSERVED_GAME_PART,
    PART(announced, 1, "hand, schneider, schwarz, ouvert, turned, and: it is announced to all"),
    SKAT_OBSERVED_VALUE_PARTS,
};
const int skat_observation_2_part_count =
    sizeof skat_observation_2_parts / sizeof *skat_observation_2_parts;

/* ---- cards ---- */

static void observe_own_cards(const struct skat_view *view, const struct skat_choice *choice,
                              struct skat_observation_2 *out)
{
    skat_cards shown = view->open_skat;

    for (int i = 0; i < view->turned.count; i++)
        shown |= skat_card_bit(view->turned.cards[i]);
    skat_observed_cards(out->hand, view->hand);
    skat_observed_cards(out->dealt, view->dealt);
    if (view->skat)
        skat_observed_cards(out->skat, view->skat);
    if (shown)
        skat_observed_cards(out->skat_shown, shown);
    if (view->passed_on)
        skat_observed_cards(out->passed_on, view->passed_on);
    if (choice && choice->chosen)
        skat_observed_cards(out->chosen, choice->chosen);
}

static void observe_missing_cards(const struct skat_rules *rules, const struct skat_view *view,
                                  struct skat_observation_2 *out)
{
    struct skat_missing missing;
    const bool known = skat_missing_of(&missing, rules, view);

    skat_observed_cards(out->missing, missing.cards);
    for (unsigned position = 0; position < SKAT_PLAYERS; position++) {
        const unsigned who = skat_observed_player(view, position);
        for (unsigned voids = missing.voids[position]; voids; voids &= voids - 1)
            out->voids[who][__builtin_ctz(voids)] = 1;
        if (who && missing.known.hands[position])
            skat_observed_cards(out->open[who - 1], missing.known.hands[position]);
        if (!known || (!who && !missing.room[position]))
            continue;
        /* Blind games: the own hand is missing, too; it takes the place of the skat. */
        const unsigned place = who ? who - 1 : SKAT_OBSERVED_PLACES - 1;
        skat_observed_cards(out->places[place], missing.may[position]);
        out->room[place] = missing.room[position];
    }
    if (known && missing.room[SKAT_PLACE_SKAT]) {
        skat_observed_cards(out->places[SKAT_OBSERVED_PLACES - 1], missing.may[SKAT_PLACE_SKAT]);
        out->room[SKAT_OBSERVED_PLACES - 1] = missing.room[SKAT_PLACE_SKAT];
    }
}

/* ---- play ---- */

static void observe_play(const struct skat_rules *rules, const struct skat_view *view,
                         struct skat_observation_2 *out)
{
    const struct skat_table *table = &view->table;
    const unsigned hands = (unsigned)skat_deck_hands(rules->derived.deck);
    const int count = table->played_count;
    const unsigned seen_as[SKAT_PLAYERS] = {skat_observed_player(view, 0),
                                            skat_observed_player(view, 1),
                                            skat_observed_player(view, 2)};

    for (int n = 0, trick = 0; n < count; trick++) {
        int16_t(*cards)[SKAT_DECK_MAX] = trick < table->trick_count ? out->played : out->trick;
        const int end = n + (int)hands < count ? n + (int)hands : count;
        for (unsigned who = view->table.leader[(unsigned)trick]; n < end; n++) {
            const unsigned player = seen_as[who];
            const int card = skat_number_of_card(table->played[n]);
            cards[player][card] = 1;
            out->history[n][0] = (int16_t)(1 + card);
            out->history[n][1] = (int16_t)(1 + player);
            who = who + 1 == hands ? 0 : who + 1;
        }
    }
    out->winner[count ? skat_observed_player(view, table->winner) : SKAT_PLAYERS] = 1;
}

/* ---- the auction ---- */

static void observe_auction(const struct skat_view *view, const struct skat_move *moves, int count,
                            struct skat_observation_2 *out)
{
    int16_t(*row)[3] = NULL;
    unsigned bidder = SKAT_NOBODY;

    for (int i = 0; i < count; i++) {
        const struct skat_move *move = &moves[i];
        const bool answers = move->kind == SKAT_ACTION_HOLD || move->kind == SKAT_ACTION_PASS;
        if (!answers && move->kind != SKAT_ACTION_BID)
            return; /* the auction is over */
        if (answers) {
            if (row && move->position != bidder && !(*row)[2])
                (*row)[2] = move->kind == SKAT_ACTION_HOLD ? 1 : 2;
            continue;
        }
        row = out->calls < SKAT_OBSERVED_CALLS ? &out->auction[out->calls] : NULL;
        out->calls++;
        bidder = move->position;
        if (row) {
            (*row)[0] = (int16_t)(1 + skat_observed_player(view, bidder));
            (*row)[1] = (int16_t)move->value;
        }
    }
}

/* ---- the rest ---- */

static void observe_rest(const struct skat_view *view, const struct skat_choice *choice,
                         struct skat_observation_2 *out)
{
    struct skat_contract game;

    SKAT_OBSERVE_TABLE(view, choice, out);
    if (skat_observed_game(view, choice, &game))
        out->announced[4] = !!(game.with & SKAT_WITH_TURN);
    out->announced[5] = view->table.announced;
    out->kontra_by[skat_observed_player(view, view->extra.kontra_by)] = 1;
    out->gift_by[skat_observed_player(view, view->extra.gift_by)] = 1;
    out->dummy[skat_observed_player(view, view->dummy)] = 1;
}

/* The C library's memset(), not what compilers put in place of one of a constant size, which takes
 * longer (a tenth of the whole). */
__attribute__((noinline)) static void clear(void *out, size_t size)
{
    __asm__("" : "+r"(size));
    memset(out, 0, size);
}

void skat_observe_2(const struct skat_rules *rules, const struct skat_view *view,
                    const struct skat_move *moves, int move_count, const struct skat_choice *choice,
                    struct skat_observation_2 *out)
{
    clear(out, sizeof *out);
    observe_own_cards(view, choice, out);
    observe_missing_cards(rules, view, out);
    observe_play(rules, view, out);
    observe_auction(view, moves, move_count, out);
    observe_rest(view, choice, out);
}

/* ---- with all cards open ---- */

#undef PART
#define PART(member, rows, help)                                                                   \
    {                                                                                              \
#member, offsetof(struct skat_observation_open, member) / sizeof(int16_t), rows,           \
            sizeof((struct skat_observation_open *)0)->member / sizeof(int16_t) / (rows), help     \
    }

const struct skat_observation_part skat_observation_open_parts[] = {
    PART(hands, 3, "cards in hand: own, next, after next"),
    PART(skat, 1, "the skat; after the announcement, the cards put aside"),
    PART(covered, 3, "Offiziersskat: covered cards of each"),
    PART(aside, 1, "the second skat, which nobody sees"),
};
const int skat_observation_open_part_count =
    sizeof skat_observation_open_parts / sizeof *skat_observation_open_parts;

void skat_observe_open(const struct skat_game *game, unsigned position,
                       struct skat_observation_open *out)
{
    for (unsigned who = 0; who < SKAT_PLAYERS; who++) {
        const unsigned other = (position + who) % SKAT_PLAYERS;
        skat_observed_cards(out->hands[who], game->hands[other]);
        skat_observed_cards(out->covered[who], game->covered[other]);
    }
    skat_observed_cards(out->skat, game->skat);
    skat_observed_cards(out->aside, game->aside);
}

/* ---- all of them by name ---- */

struct skat_observation_layout skat_observation_layout(enum skat_observation_kind kind)
{
    if (kind == SKAT_OBSERVATION_2)
        return (struct skat_observation_layout){
            "2", SKAT_OBSERVATION_2_SIZE, skat_observation_2_parts, skat_observation_2_part_count};
    if (kind == SKAT_OBSERVATION_OPEN)
        return (struct skat_observation_layout){"open", SKAT_OBSERVATION_OPEN_SIZE,
                                                skat_observation_open_parts,
                                                skat_observation_open_part_count};
    return (struct skat_observation_layout){"1", SKAT_OBSERVATION_SIZE, skat_observation_parts,
                                            skat_observation_part_count};
}
