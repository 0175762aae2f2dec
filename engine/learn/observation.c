// SPDX-License-Identifier: MIT
#include "engine/learn/observation.h"

#include "engine/game/worlds.h"
#include "engine/variant.h"

#include <stddef.h>
#include <string.h>

/* ---- what stands where ---- */

#define PART_OF(type, member, rows, help)                                                          \
    {                                                                                              \
#member, offsetof(type, member) / sizeof(int16_t), rows,                                   \
            sizeof((type *)0)->member / sizeof(int16_t) / (rows), help                             \
    }
#define PART(member, rows, help) PART_OF(struct skat_observation, member, rows, help)
#define OPEN_PART(member, rows, help) PART_OF(struct skat_observation_open, member, rows, help)

static const struct skat_observation_part parts[] = {
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
    PART(position, 1, "forehand, middlehand, rearhand"),
    PART(decision, 1, "what is asked"),
    PART(step, 1, "of the decision: first, cards, spitzen"),
    PART(declarer, 1, "self, next, after next, nobody"),
    PART(leader, 1, "of the open trick: self, next, after next, no trick"),
    PART(winner, 1, "of the open trick so far, or of the last one: self, next, after next, nobody"),
    PART(kontra_by, 1, "who said kontra: self, next, after next, nobody"),
    PART(gift_by, 1, "who proposes to give up: self, next, after next, nobody"),
    PART(dummy, 1, "whose cards are the dummy's: self, next, after next, nobody"),
    PART(game, 1,
         "diamonds, hearts, spades, clubs, grand, null, sachsenspitze, revolution, ramsch, none"),
    PART(announced, 1, "hand, schneider, schwarz, ouvert, turned, and: it is announced to all"),
    PART(passed, 1, "who has passed in the auction"),
    PART(picked_up, 1, "declarer took the skat"),
    PART(bid, 1, "the bid so far"),
    PART(highest, 1, "the highest value that each bid or held"),
    PART(points, 1, "card points in the tricks of each"),
    PART(tricks, 1, "tricks of each"),
    PART(cards_played, 1, "cards played by all"),
    PART(spitzen, 1, "spitzen announced"),
    PART(kontra, 1, "doublings: 1 kontra, 2 re"),
    PART(gifts_refused, 1, "gifts that declarer refused"),
    PART(rum, 1, "rum was said"),
    PART(unseen, 1, "schieberamsch: how often the cards were passed on unseen"),
    PART(round, 1, "none, bock, ramsch"),
    PART(bock, 1, "how many times the deal counts"),
    PART(round_left, 1, "deals of the round that follow"),
    PART(totals, 1, "the score of each in this session"),
    PART(duties, 1, "Räuberskat: types of game that each has left, as bits"),
    PART(chosen_duty, 1, "Räuberskat: 1 + the type chosen, or 0"),
    PART(knocked, 1, "who knocked before ramsch"),
};
const struct skat_observation_layout skat_observation_layout = {
    .parts = parts, .part_count = sizeof parts / sizeof *parts, .size = SKAT_OBSERVATION_SIZE};

static const struct skat_observation_part open_parts[] = {
    OPEN_PART(hands, 3, "cards in hand: own, next, after next"),
    OPEN_PART(skat, 1, "the skat; after the announcement, the cards put aside"),
    OPEN_PART(covered, 3, "Offiziersskat: covered cards of each"),
    OPEN_PART(aside, 1, "the second skat, which nobody sees"),
};
const struct skat_observation_layout skat_observation_open_layout = {
    .parts = open_parts,
    .part_count = sizeof open_parts / sizeof *open_parts,
    .size = SKAT_OBSERVATION_OPEN_SIZE};

/* ---- players and sets of cards ---- */

/* 0 for the player who looks, 1 for the next ...; the one after the last for nobody. */
static unsigned relative(const struct skat_view *view, unsigned position)
{
    if (position >= SKAT_PLAYERS)
        return SKAT_PLAYERS;
    return position >= view->position ? position - view->position
                                      : position + SKAT_PLAYERS - view->position;
}

/* The lowest four bits as four numbers: a multiplication puts a copy of them every 15 bits, so that
 * bit n is at 16 n. */
static inline void set_four(int16_t out[4], uint64_t bits)
{
    const uint64_t four = (bits & 0xf) * 0x0000200040008001u & 0x0001000100010001u;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(out, &four, sizeof four);
#else
    for (int n = 0; n < 4; n++)
        out[n] = (int16_t)(four >> 16 * n & 1);
#endif
}

/* Sets all SKAT_DECK_MAX numbers, in less time than a loop over the cards takes. Written out, since
 * compilers do not unroll it. */
static inline void set_cards(int16_t out[SKAT_DECK_MAX], skat_cards cards)
{
    const uint64_t bits = (cards & 0x1ff) | (cards >> 16 & 0x1ff) << 9 |
                          (cards >> 32 & 0x1ff) << 18 | (cards >> 48 & 0x1ff) << 27;

    _Static_assert(SKAT_DECK_MAX == 36 && SKAT_RANKS == 9, "nine times four numbers");
    set_four(out, bits);
    set_four(out + 4, bits >> 4);
    set_four(out + 8, bits >> 8);
    set_four(out + 12, bits >> 12);
    set_four(out + 16, bits >> 16);
    set_four(out + 20, bits >> 20);
    set_four(out + 24, bits >> 24);
    set_four(out + 28, bits >> 28);
    set_four(out + 32, bits >> 32);
}

/* ---- cards ---- */

static void observe_own_cards(const struct skat_view *view, const struct skat_choice *choice,
                              struct skat_observation *out)
{
    skat_cards shown = view->open_skat;

    for (int i = 0; i < view->turned.count; i++)
        shown |= skat_card_bit(view->turned.cards[i]);
    set_cards(out->hand, view->hand);
    set_cards(out->dealt, view->dealt);
    if (view->skat)
        set_cards(out->skat, view->skat);
    if (shown)
        set_cards(out->skat_shown, shown);
    if (view->passed_on)
        set_cards(out->passed_on, view->passed_on);
    if (choice && choice->chosen)
        set_cards(out->chosen, choice->chosen);
}

static void observe_missing_cards(const struct skat_rules *rules, const struct skat_view *view,
                                  struct skat_observation *out)
{
    struct skat_missing missing;
    const bool known = skat_missing_of(&missing, rules, view);

    set_cards(out->missing, missing.cards);
    for (unsigned position = 0; position < SKAT_PLAYERS; position++) {
        const unsigned who = relative(view, position);
        for (unsigned voids = missing.voids[position]; voids; voids &= voids - 1)
            out->voids[who][__builtin_ctz(voids)] = 1;
        if (who && missing.known.hands[position])
            set_cards(out->open[who - 1], missing.known.hands[position]);
        if (!known || (!who && !missing.room[position]))
            continue;
        /* Blind games: the own hand is missing, too; it takes the place of the skat. */
        const unsigned place = who ? who - 1 : SKAT_OBSERVED_PLACES - 1;
        set_cards(out->places[place], missing.may[position]);
        out->room[place] = missing.room[position];
    }
    if (known && missing.room[SKAT_PLACE_SKAT]) {
        set_cards(out->places[SKAT_OBSERVED_PLACES - 1], missing.may[SKAT_PLACE_SKAT]);
        out->room[SKAT_OBSERVED_PLACES - 1] = missing.room[SKAT_PLACE_SKAT];
    }
}

/* ---- play ---- */

static void observe_play(const struct skat_rules *rules, const struct skat_view *view,
                         struct skat_observation *out)
{
    const struct skat_table *table = &view->table;
    const unsigned hands = (unsigned)skat_deck_hands(rules->derived.deck);
    const int count = table->played_count;
    const unsigned seen_as[SKAT_PLAYERS] = {relative(view, 0), relative(view, 1),
                                            relative(view, 2)};

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
    out->winner[count ? relative(view, table->winner) : SKAT_PLAYERS] = 1;
}

/* ---- the auction ---- */

static void observe_auction(const struct skat_view *view, const struct skat_move *moves, int count,
                            struct skat_observation *out)
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
            (*row)[0] = (int16_t)(1 + relative(view, bidder));
            (*row)[1] = (int16_t)move->value;
        }
    }
}

/* ---- the table ---- */

/* The announced game, or the one that is being announced. False if there is none. */
static bool known_game(const struct skat_view *view, const struct skat_choice *choice,
                       struct skat_contract *game)
{
    const bool chosen =
        choice && choice->step != SKAT_CHOICE_FIRST && choice->action.kind == SKAT_ACTION_DECLARE;

    *game = chosen ? choice->action.contract : view->table.contract;
    return chosen || view->table.announced;
}

static void observe_game(const struct skat_view *view, const struct skat_choice *choice,
                         struct skat_observation *out)
{
    struct skat_contract game;

    out->announced[5] = view->table.announced;
    if (!known_game(view, choice, &game)) {
        out->game[SKAT_GAME_TYPES] = 1;
        return;
    }
    out->game[game.type] = 1;
    out->announced[0] = !!(game.with & SKAT_WITH_HAND);
    out->announced[1] = !!(game.with & SKAT_WITH_SCHNEIDER);
    out->announced[2] = !!(game.with & SKAT_WITH_SCHWARZ);
    out->announced[3] = !!(game.with & SKAT_WITH_OUVERT);
    out->announced[4] = !!(game.with & SKAT_WITH_TURN);
    out->spitzen = (int16_t)skat_contract_spitzen(game);
}

static void observe_roles(const struct skat_view *view, const struct skat_choice *choice,
                          struct skat_observation *out)
{
    const struct skat_table *table = &view->table;
    const bool trick = table->announced && table->turn != SKAT_NOBODY;

    out->position[view->position] = 1;
    out->decision[choice ? choice->decision.kind : SKAT_DECIDE_NOTHING] = 1;
    if (choice)
        out->step[choice->step] = 1;
    out->declarer[relative(view, table->declarer)] = 1;
    out->leader[trick ? relative(view, table->leader[table->trick_count]) : SKAT_PLAYERS] = 1;
    out->kontra_by[relative(view, view->extra.kontra_by)] = 1;
    out->gift_by[relative(view, view->extra.gift_by)] = 1;
    out->dummy[relative(view, view->dummy)] = 1;
}

static int16_t within_range(int32_t value)
{
    return (int16_t)(value > INT16_MAX ? INT16_MAX : value < INT16_MIN ? INT16_MIN : value);
}

static void observe_values(const struct skat_view *view, struct skat_observation *out)
{
    const struct skat_table *table = &view->table;

    for (unsigned position = 0; position < SKAT_PLAYERS; position++) {
        const unsigned who = relative(view, position);
        out->passed[who] = table->passed >> position & 1;
        out->highest[who] = (int16_t)table->highest[position];
        out->points[who] = table->points[position];
        out->tricks[who] = table->tricks[position];
        out->totals[who] = within_range(view->extra.totals[position]);
        out->duties[who] = view->duties[position];
        out->knocked[who] = view->extra.knocked >> position & 1;
    }
    out->picked_up = table->picked_up;
    out->bid = (int16_t)table->bid;
    out->cards_played = table->played_count;
    out->kontra = view->extra.kontra;
    out->gifts_refused = view->extra.gifts_refused;
    out->rum = view->extra.rum;
    out->unseen = view->extra.unseen;
    out->round[view->extra.round] = 1;
    out->bock = view->extra.bock;
    out->round_left = within_range(view->extra.round_left);
    out->chosen_duty = view->extra.chosen;
}

/* ---- all of it ---- */

/* The C library's memset(), not what compilers put in place of one of a constant size, which takes
 * longer (a tenth of the whole). */
__attribute__((noinline)) static void clear(void *out, size_t size)
{
    __asm__("" : "+r"(size));
    memset(out, 0, size);
}

void skat_observe(const struct skat_rules *rules, const struct skat_view *view,
                  const struct skat_move *moves, int move_count, const struct skat_choice *choice,
                  struct skat_observation *out)
{
    clear(out, sizeof *out);
    observe_own_cards(view, choice, out);
    observe_missing_cards(rules, view, out);
    observe_play(rules, view, out);
    observe_auction(view, moves, move_count, out);
    observe_roles(view, choice, out);
    observe_game(view, choice, out);
    observe_values(view, out);
}

void skat_observe_open(const struct skat_game *game, unsigned position,
                       struct skat_observation_open *out)
{
    for (unsigned who = 0; who < SKAT_PLAYERS; who++) {
        const unsigned other = (position + who) % SKAT_PLAYERS;
        set_cards(out->hands[who], game->hands[other]);
        set_cards(out->covered[who], game->covered[other]);
    }
    set_cards(out->skat, game->skat);
    set_cards(out->aside, game->aside);
}
