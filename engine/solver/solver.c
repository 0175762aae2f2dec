// SPDX-License-Identifier: MIT
#include "engine/solver/solver.h"

#include <string.h>

#include "engine/solver/solver_state.h"

/* ---- memory ---- */

/* The table begins at a cache line of the processor. */
static size_t head_size(void) { return (sizeof(struct skat_solver) + 63) & ~(size_t)63; }

size_t skat_solver_size(unsigned bits) { return head_size() + 64 + ((size_t)8 << bits); }

static void clear_table(struct skat_solver *solver)
{
    memset(solver->table, 0, (size_t)8 << solver->bits);
}

struct skat_solver *skat_solver_init(void *memory, unsigned bits)
{
    struct skat_solver *solver = memory;
    uintptr_t table = ((uintptr_t)memory + head_size() + 63) & ~(uintptr_t)63;

    memset(solver, 0, sizeof *solver);
    solver->bits = bits;
    solver->table = (uint64_t *)table;
    solver->techniques = SKAT_SOLVER_TECHNIQUES;
    solver->age = AGES; /* the first search clears the table: many bots never come to one */
    return solver;
}

void skat_solver_limit(struct skat_solver *solver, uint64_t nodes)
{
    solver->limit = nodes;
    solver->nodes = 0;
}

uint64_t skat_solver_nodes(const struct skat_solver *solver) { return solver->nodes; }

/* ---- a deal ---- */

enum { MOST_POINTS = 11 }; /* of one card */

/* Numbers the cards of `held` in one class by strength, starting with `next`. Returns the next free
 * number. */
static unsigned number_class(struct skat_solver *solver, int class, skat_cards held, unsigned next)
{
    const struct skat_ranking *order = solver->order;
    unsigned first = next;
    set lane = 0;

    for (skat_cards rest = held & order->members[class]; rest; next++) {
        skat_card card = skat_cards_pop(&rest);
        unsigned place = next;
        for (; place > first && order->strength[solver->outer[place - 1]] > order->strength[card];
             place--)
            solver->outer[place] = solver->outer[place - 1];
        solver->outer[place] = card;
        lane |= card_bit(next);
    }
    for (unsigned card = first; card < next; card++) {
        solver->inner[solver->outer[card]] = (uint8_t)card;
        solver->lane[card] = lane;
    }
    return next;
}

static unsigned owner_of(const struct skat_solver *solver, unsigned card)
{
    return skat_cards_has(solver->deal.hands[0], solver->outer[card])   ? 0
           : skat_cards_has(solver->deal.hands[1], solver->outer[card]) ? 1
                                                                        : 2;
}

/* The lowest subset with the same order of owners: each card is moved down to the first card of its
 * owner above the card below it. */
static void find_canonical(const struct skat_solver *solver, struct alike *alike, unsigned width)
{
    unsigned owner[ALIKE_WIDTH];

    for (unsigned i = 0; i < width; i++)
        owner[i] = owner_of(solver, alike->shift + i);
    alike->canonical[0] = 0;
    for (unsigned subset = 1; subset < 1u << width; subset++) {
        unsigned highest = 31u - (unsigned)__builtin_clz(subset);
        unsigned below = alike->canonical[subset ^ 1u << highest];
        unsigned place = below ? 32u - (unsigned)__builtin_clz(below) : 0;
        while (owner[place] != owner[highest])
            place++;
        alike->canonical[subset] = (uint16_t)(below | 1u << place);
    }
}

/* Which cards beat each card, and their points. Trumps have the numbers from `trumps` on. */
static void fill_tables(struct skat_solver *solver, unsigned trumps, unsigned cards)
{
    solver->trumps = (card_bit(cards) - 1) & ~(card_bit(trumps) - 1);
    for (unsigned card = 0; card < cards; card++) {
        solver->higher[card] = solver->lane[card] & cards_above(card);
        if (card < trumps)
            solver->higher[card] |= solver->trumps;
        solver->points[card] =
            solver->aim == AIM_POINTS ? skat_card_points[solver->outer[card]] : 0;
    }
    solver->price_count = 0;
    for (int points = MOST_POINTS; points >= 0; points--) {
        set which = 0;
        for (unsigned card = 0; card < cards; card++)
            which |= solver->points[card] == points ? card_bit(card) : 0;
        if (which)
            solver->prices[solver->price_count++] = (struct price){which, points};
    }
}

/* Where the lanes and the ranges of equal points start, and in which lanes points rise with
 * strength. */
static void find_ranges(struct skat_solver *solver, unsigned cards)
{
    solver->lane_starts = solver->price_starts = 0;
    solver->rising = card_bit(cards) - 1;
    for (unsigned card = 0; card < cards; card++) {
        const set lane = solver->lane[card];
        const bool starts = lowest_card(lane) == card;
        const int step = starts ? 1 : solver->points[card] - solver->points[card - 1];
        solver->lane_starts |= starts ? card_bit(card) : 0;
        solver->price_starts |= step ? card_bit(card) : 0;
        solver->rising &= step < 0 ? ~lane : ~(set)0;
    }
}

static void find_alike(struct skat_solver *solver, unsigned cards)
{
    solver->alike_count = 0;
    solver->plain = card_bit(cards) - 1;
    for (unsigned first = 0, next; first < cards; first = next) {
        for (next = first + 1; next < cards && next - first < ALIKE_WIDTH; next++)
            if (solver->lane[next] != solver->lane[first] ||
                solver->points[next] != solver->points[first])
                break;
        if (next - first < 2)
            continue;
        for (unsigned card = first; card < next; card++)
            solver->alike_of[card] = (uint8_t)solver->alike_count;
        struct alike *alike = &solver->alike[solver->alike_count++];
        alike->shift = (uint8_t)first;
        alike->mask = (uint16_t)((1u << (next - first)) - 1);
        solver->plain &= ~((set)alike->mask << first);
        find_canonical(solver, alike, next - first);
    }
}

/* Sets who wants a high value and whose tricks count, by the aim of the search. */
static void set_aim(struct skat_solver *solver, enum aim aim)
{
    uint8_t alone = (uint8_t)(1 << solver->deal.alone), others = (uint8_t)(7 ^ alone);
    bool avoids = aim == AIM_TRICK || solver->deal.game == SKAT_GAME_RAMSCH;

    solver->aim = (uint8_t)aim;
    solver->takers = aim == AIM_OTHERS_TRICK ? others : alone;
    solver->maximisers = aim == AIM_POINTS && !avoids ? alone : others;
    solver->tricks_are_good = !avoids;
}

/* Discards what is known of positions: it is for another deal or aim. */
static void forget(struct skat_solver *solver)
{
    if (solver->age == AGES) {
        clear_table(solver);
        solver->age = 0;
    }
    solver->age++;
}

static void prepare(struct skat_solver *solver, enum aim aim)
{
    const struct skat_solver_deal *deal = &solver->deal;
    skat_cards held = deal->hands[0] | deal->hands[1] | deal->hands[2];
    unsigned trumps = 0, cards;

    set_aim(solver, aim);
    for (int class = 0; class < SKAT_TRUMP_CLASS; class ++)
        trumps = number_class(solver, class, held, trumps);
    cards = number_class(solver, SKAT_TRUMP_CLASS, held, trumps);
    fill_tables(solver, trumps, cards);
    find_ranges(solver, cards);
    find_alike(solver, cards);
    forget(solver);
}

static enum aim usual_aim(const struct skat_solver_deal *deal)
{
    return skat_games[deal->game].fixed_value ? AIM_TRICK : AIM_POINTS;
}

void skat_solver_deal(struct skat_solver *solver, const struct skat_solver_deal *deal)
{
    solver->deal = *deal;
    solver->order = &skat_rankings[skat_games[deal->game].ranking];
    prepare(solver, usual_aim(deal));
}

void skat_solver_use(struct skat_solver *solver, unsigned techniques)
{
    solver->techniques = techniques;
    forget(solver);
}

/* ---- positions ---- */

struct skat_solver_position skat_solver_start(const struct skat_solver_deal *deal)
{
    struct skat_solver_position position = {.leader = 0};

    memcpy(position.hands, deal->hands, sizeof position.hands);
    return position;
}

skat_cards skat_solver_legal(const struct skat_solver *solver,
                             const struct skat_solver_position *position)
{
    skat_cards hand = position->hands[skat_solver_turn(position)];

    return position->count ? skat_follow(solver->order, hand, position->trick[0]) : hand;
}

unsigned skat_solver_play(const struct skat_solver *solver, struct skat_solver_position *position,
                          skat_card card)
{
    unsigned best = 0;

    position->hands[skat_solver_turn(position)] &= ~skat_card_bit(card);
    if (position->count < 2) {
        position->trick[position->count++] = card;
        return SKAT_NO_TRICK;
    }
    const skat_card trick[SKAT_PLAYERS] = {position->trick[0], position->trick[1], card};
    for (unsigned i = 1; i < SKAT_PLAYERS; i++)
        if (skat_beats(solver->order, trick[i], trick[best]))
            best = i;
    position->leader = (uint8_t)((position->leader + best) % SKAT_PLAYERS);
    position->count = 0;
    return position->leader;
}

/* ---- queries ---- */

static set inner_set(const struct skat_solver *solver, skat_cards cards)
{
    set inner = 0;

    while (cards)
        inner |= card_bit(solver->inner[skat_cards_pop(&cards)]);
    return inner;
}

/* What is left to win: the highest possible value. */
static int rest_of(const struct skat_solver *solver, const struct skat_solver_position *position)
{
    int rest = solver->deal.last_trick_points;

    if (solver->aim != AIM_POINTS)
        return 1;
    for (unsigned seat = 0; seat < SKAT_PLAYERS; seat++)
        rest += skat_cards_points(position->hands[seat]);
    for (unsigned i = 0; i < position->count; i++)
        rest += skat_card_points[position->trick[i]];
    return rest;
}

static bool is_over(const struct skat_solver_position *position)
{
    return !position->count && !position->hands[position->leader];
}

/* Lays a position out for the search. Returns its open trick. */
static struct trick lay(struct skat_solver *solver, const struct skat_solver_position *position)
{
    struct trick trick = {.turn = position->leader};

    for (unsigned i = 0; i < position->count; i++)
        place_card(solver, &trick, solver->inner[position->trick[i]]);
    for (unsigned seat = 0; seat < SKAT_PLAYERS; seat++)
        solver->hands[seat] = inner_set(solver, position->hands[seat]);
    return trick;
}

/* Searches the position for `target`; returns the result of skat_solver_search(). */
static int search(struct skat_solver *solver, const struct skat_solver_position *position,
                  int target)
{
    if (is_over(position))
        return 0;
    solver->gave_up = false;
    const struct trick trick = lay(solver, position);
    return skat_solver_search(solver, &trick, rest_of(solver, position), target);
}

static int reaches(struct skat_solver *solver, const struct skat_solver_position *position,
                   int target)
{
    if (target <= 0)
        return 1;
    if (target > rest_of(solver, position))
        return 0;
    int value = search(solver, position, target);
    return solver->gave_up ? SKAT_SOLVER_GAVE_UP : value >= target;
}

static void aim_at(struct skat_solver *solver, enum aim aim)
{
    if (solver->aim != aim)
        prepare(solver, aim);
}

int skat_solver_reaches(struct skat_solver *solver, const struct skat_solver_position *position,
                        int points)
{
    aim_at(solver, usual_aim(&solver->deal));
    return reaches(solver, position, points);
}

int skat_solver_all_tricks(struct skat_solver *solver, const struct skat_solver_position *position)
{
    aim_at(solver, AIM_OTHERS_TRICK);
    int others = is_over(position) ? 0 : reaches(solver, position, 1);
    return others < 0 ? others : !others;
}

/* What the value may be, for the first question: it costs more to ask too low than too high. */
static int first_guess(struct skat_solver *solver, const struct skat_solver_position *position)
{
    enum { PERCENT = 70, ABOVE = 6 }; /* of the estimate; the rest is half of the points */
    const int rest = rest_of(solver, position);

    if (solver->aim != AIM_POINTS || is_over(position))
        return rest / 2;
    const struct trick trick = lay(solver, position);
    return (PERCENT * skat_solver_estimate(solver, &trick) + (100 - PERCENT) * rest / 2) / 100 +
           ABOVE;
}

/* The value, known to be in low..high: asks at `guess`; if the value is less, at the bound that
 * came back, which often is the value; if not, a step above the bound, but never beyond the middle.
 */
static int value_between(struct skat_solver *solver, const struct skat_solver_position *position,
                         int low, int high, int guess)
{
    enum { STEP = 10 };

    while (low < high) {
        int target = guess <= low ? low + 1 : guess > high ? high : guess;
        int value = search(solver, position, target);
        if (solver->gave_up)
            return SKAT_SOLVER_GAVE_UP;
        if (value >= target) {
            low = value;
            guess = smaller(low + STEP, (low + high + 1) / 2);
        } else {
            high = guess = value;
        }
    }
    return low;
}

int skat_solver_value(struct skat_solver *solver, const struct skat_solver_position *position)
{
    aim_at(solver, usual_aim(&solver->deal));
    return is_over(position) ? 0
                             : value_between(solver, position, 0, rest_of(solver, position),
                                             first_guess(solver, position));
}

/* The position after a card, and its immediate gain. */
struct card_after {
    struct skat_solver_position position;
    int gained;
    bool decided; /* null: the player alone has taken a trick */
};

static struct card_after after_card(const struct skat_solver *solver,
                                    const struct skat_solver_position *position, skat_card card)
{
    struct card_after after = {.position = *position};
    int points = skat_card_points[card];

    for (unsigned i = 0; i < position->count; i++)
        points += skat_card_points[position->trick[i]];
    unsigned winner = skat_solver_play(solver, &after.position, card);
    if (winner == SKAT_NO_TRICK || !is_on(solver->takers, winner))
        return after;
    after.decided = solver->aim != AIM_POINTS;
    after.gained = after.decided ? 1 : points;
    if (is_over(&after.position) && !after.decided)
        after.gained += solver->deal.last_trick_points;
    return after;
}

int skat_solver_cards(struct skat_solver *solver, const struct skat_solver_position *position,
                      int16_t value[SKAT_CARD_CODES])
{
    aim_at(solver, usual_aim(&solver->deal));
    bool high = is_on(solver->maximisers, skat_solver_turn(position));
    int best = high ? -1 : INT16_MAX, guess = first_guess(solver, position);

    for (int card = 0; card < SKAT_CARD_CODES; card++)
        value[card] = -1;
    for (skat_cards rest = skat_solver_legal(solver, position); rest;) {
        skat_card card = skat_cards_pop(&rest);
        struct card_after after = after_card(solver, position, card);
        int found = after.gained;
        if (!after.decided && !is_over(&after.position)) {
            int more = value_between(solver, &after.position, 0, rest_of(solver, &after.position),
                                     guess - after.gained);
            if (more < 0)
                return SKAT_SOLVER_GAVE_UP;
            found += more;
        }
        value[card] = (int16_t)found;
        guess = found + 1; /* if the next card brings as much, half of the answer */
        best = (high ? found > best : found < best) ? found : best;
    }
    return best;
}

bool skat_solver_reaching(struct skat_solver *solver, const struct skat_solver_position *position,
                          skat_cards cards, int points, skat_cards *reaching)
{
    aim_at(solver, usual_aim(&solver->deal));
    *reaching = 0;
    while (cards) {
        skat_card card = skat_cards_pop(&cards);
        struct card_after after = after_card(solver, position, card);
        int does = after.decided ? after.gained >= points
                   : is_over(&after.position)
                       ? after.gained >= points
                       : reaches(solver, &after.position, points - after.gained);
        if (does < 0)
            return false;
        if (does)
            *reaching |= skat_card_bit(card);
    }
    return true;
}
