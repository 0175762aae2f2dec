// SPDX-License-Identifier: MIT
/* engine/solver/solver_search.c - the search itself: does declarer reach so much from here? Also
 * the table of the positions whose answer is known. */
#include "engine/solver/solver_state.h"

/* ---- the table ----
 *
 * A position at the beginning of a trick is identified by the set of cards still held and the
 * leader; the deal says who holds which. An entry is one word: 36 bits for the set, 2 for the
 * leader, 8 each for a lower and an upper bound, 6 for the best card, 4 for the age. Four entries
 * form a bucket; a position may be in any of them. */

enum { SET_BITS = 36, LOWER_SHIFT = 38, UPPER_SHIFT = 46, BEST_SHIFT = 54, AGE_SHIFT = 60 };
enum { BOUND_MASK = 255, BEST_MASK = 63, WAYS = 4 };
#define SET_MASK (((uint64_t)1 << SET_BITS) - 1)
#define KEY_MASK (((uint64_t)1 << LOWER_SHIFT) - 1)

struct known {
    int lower, upper; /* of the value */
    unsigned best;    /* NO_INNER for none */
};

static set canonical_of(const struct alike *alike, set held)
{
    return (set)alike->canonical[held >> alike->shift & alike->mask] << alike->shift;
}

/* The set of cards used in a key. */
static set canonical_cards(const struct skat_solver *solver, set held)
{
    set cards = held & solver->plain;

    if (!(solver->techniques & SKAT_SOLVER_CANONICAL))
        return held;
    for (int i = 0; i < solver->alike_count; i++)
        cards |= canonical_of(&solver->alike[i], held);
    return cards;
}

/* The same after removing one card of `held`; `cards` is the result before. */
static set canonical_without(const struct skat_solver *solver, set cards, set held, unsigned card)
{
    if (!(solver->techniques & SKAT_SOLVER_CANONICAL) || solver->plain >> card & 1)
        return cards ^ card_bit(card);
    const struct alike *alike = &solver->alike[solver->alike_of[card]];
    return (cards & ~((set)alike->mask << alike->shift)) |
           canonical_of(alike, held ^ card_bit(card));
}

static uint64_t key_of(set cards, unsigned leader) { return cards | (uint64_t)leader << SET_BITS; }

static uint64_t *bucket_of(const struct skat_solver *solver, uint64_t key)
{
    uint64_t hash = key * 0x9e3779b97f4a7c15u;

    hash = (hash ^ hash >> 29) * 0xbf58476d1ce4e5b9u;
    return &solver->table[hash >> (64 - solver->bits) & ~(uint64_t)(WAYS - 1)];
}

/* Leaves *known as it is if the table does not have the position. Compares the whole bucket without
 * branches, which would be hard to predict. */
static void look_up(const struct skat_solver *solver, uint64_t key, struct known *known)
{
    const uint64_t *bucket = bucket_of(solver, key), wanted = key | solver->age << AGE_SHIFT;
    const uint64_t mask = KEY_MASK | (uint64_t)AGES << AGE_SHIFT;
    unsigned found = 0;

    for (unsigned i = 0; i < WAYS; i++)
        found |= (unsigned)!((bucket[i] ^ wanted) & mask) << i;
    if (!found)
        return;
    const uint64_t entry = bucket[__builtin_ctz(found)];
    known->lower = entry >> LOWER_SHIFT & BOUND_MASK;
    known->upper = entry >> UPPER_SHIFT & BOUND_MASK;
    known->best = entry >> BEST_SHIFT & BEST_MASK;
}

/* Replaces an entry of another deal first, then the entry nearest to the end of the game, which is
 * the fastest to recompute. */
static void remember(struct skat_solver *solver, uint64_t key, const struct known *known)
{
    uint64_t *bucket = bucket_of(solver, key), *place = bucket;
    int least = INNER_CARDS + 1;

    for (int i = 0; i < WAYS; i++) {
        bool stale = bucket[i] >> AGE_SHIFT != solver->age;
        if (!stale && !((bucket[i] ^ key) & KEY_MASK)) {
            place = &bucket[i];
            break;
        }
        int worth = stale ? -1 : count_cards(bucket[i] & SET_MASK);
        if (worth < least) {
            least = worth;
            place = &bucket[i];
        }
    }
    *place = key | (uint64_t)known->lower << LOWER_SHIFT | (uint64_t)known->upper << UPPER_SHIFT |
             (uint64_t)known->best << BEST_SHIFT | solver->age << AGE_SHIFT;
}

/* ---- moves ---- */

/* All cards still in play, including those of the open trick. */
static set present(const struct skat_solver *solver, const struct trick *trick)
{
    set cards = solver->hands[0] | solver->hands[1] | solver->hands[2];

    for (int i = 0; i < trick->placed; i++)
        cards |= card_bit(trick->card[i]);
    return cards;
}

/* The cards of `hand` below which the next card in play is in the hand, too, and in the same range;
 * `starts` has the lowest card of each range. All at once: the cards of the hand move up through
 * cards that are out of play. */
static set above_own(set hand, set all, set starts)
{
    set reached = (hand << 1) & ~starts, passage = (~all << 1) & ~starts;

    reached |= (reached << 1) & passage;
    passage &= passage << 1;
    reached |= (reached << 2) & passage;
    passage &= passage << 2;
    reached |= (reached << 4) & passage;
    passage &= passage << 4;
    reached |= (reached << 8) & passage; /* by up to 16 cards: more than a lane has */
    return hand & reached;
}

/* Lists the playable cards; of adjacent cards in the hand with equal points, only the lowest. */
static void list_moves(const struct skat_solver *solver, const struct trick *trick,
                       struct moves *moves)
{
    const set hand = solver->hands[trick->turn], all = present(solver, trick);
    set legal = trick->placed ? following(solver, hand, trick->card[0]) : hand;
    int count = 0;
    unsigned run = 0, last = SKAT_HAND_MAX;
    bool near = false;

    if (!(legal & (legal - 1))) {
        moves->count = 1;
        moves->near = false;
        const unsigned card = highest_card(legal);
        moves->move[0] = make_move(0, solver->points[card], 0, card);
        return;
    }
    const set own = above_own(hand, all, solver->lane_starts);
    if (solver->techniques & SKAT_SOLVER_EQUIVALENT)
        legal &= ~above_own(hand, all, solver->price_starts);
    while (legal) {
        const unsigned card = highest_card(legal);
        legal ^= card_bit(card);
        moves->move[count] = make_move(count, solver->points[card], run, card);
        count++;
        near |= run == last;
        last = run;
        run += !(own >> card & 1);
    }
    moves->count = count;
    moves->near = near && solver->techniques & SKAT_SOLVER_NEAR;
}

/* Moves the most promising of the moves from `first` on to `first`, and returns it. */
static solver_move pick(struct moves *moves, int first)
{
    solver_move best = moves->move[first];
    int place = first;

    for (int i = first + 1; i < moves->count; i++)
        if (moves->move[i] > best) {
            best = moves->move[i];
            place = i;
        }
    moves->move[place] = moves->move[first];
    return moves->move[first] = best;
}

/* ---- what is known without a search ---- */

/* Cards of one run win and lose the same tricks, so the values of two moves of a run differ at most
 * by the difference of their points. Do the values of the moves that were searched before, or
 * bounds on them, prove that the move at `place` does not decide? */
static bool is_near(const struct moves *moves, const int values[SKAT_HAND_MAX], int place,
                    bool high, int target, int *bound)
{
    const solver_move move = moves->move[place];

    for (int i = 0; i < place; i++) {
        if (run_of(moves->move[i]) != run_of(move))
            continue;
        int apart = points_of_move(moves->move[i]) - points_of_move(move);
        apart = apart < 0 ? -apart : apart;
        *bound = high ? values[i] + apart : values[i] - apart;
        if (high ? *bound < target : *bound >= target)
            return true;
    }
    return false;
}

/* ---- the search ---- */

static int search_trick(struct skat_solver *solver, unsigned leader, int rest, int target,
                        uint64_t key, struct known *known);

/* The value at the beginning of a trick, of the position that `key` names and of which `known` is
 * known. */
static int begin_trick(struct skat_solver *solver, unsigned leader, int rest, int target,
                       uint64_t key, struct known *known)
{
    int value;

    if (target <= 0)
        return 0;
    if (target > rest)
        return rest;
    if (solver->gave_up || (solver->limit && solver->nodes >= solver->limit)) {
        solver->gave_up = true;
        return 0;
    }
    solver->nodes++;
    if (known->lower >= target)
        return known->lower;
    if (known->upper < target)
        return known->upper;
    if (solver->techniques & SKAT_SOLVER_BOUNDS &&
        skat_solver_bounded(solver, leader, rest, target, &value))
        return value;
    return search_trick(solver, leader, rest, target, key, known);
}

/* What the last card of a trick leads to. */
struct ending {
    uint64_t key;       /* of the position after it */
    struct known known; /* of that */
    int rest;           /* what is left to win there */
    int gained;         /* by the player alone with this trick */
    unsigned winner;
    bool decided; /* only tricks count, and a side that counts them has this one */
};

/* Fills in *ending, but for what is in the table, whose entry it prefetches. */
static void find_ending(const struct skat_solver *solver, const struct trick *trick, set cards,
                        set held, int rest, unsigned card, struct ending *ending)
{
    const unsigned winner = beats(solver, trick, card) ? trick->turn : trick->winner;
    const bool taken = is_on(solver->takers, winner);
    const int points = trick->points + solver->points[card];

    ending->key = key_of(canonical_without(solver, cards, held, card), winner);
    __builtin_prefetch(bucket_of(solver, ending->key));
    ending->winner = winner;
    ending->rest = rest - points; /* cards have no points where only tricks count */
    ending->gained = taken ? points : 0;
    ending->decided = taken && solver->aim != AIM_POINTS;
    ending->known.lower = 0;
    ending->known.upper = ending->rest;
    ending->known.best = NO_INNER;
}

static void find_endings(const struct skat_solver *solver, const struct trick *trick,
                         const struct moves *moves, set held, int rest,
                         struct ending endings[SKAT_HAND_MAX])
{
    const set cards = canonical_cards(solver, held);

    for (int i = 0; i < moves->count; i++)
        find_ending(solver, trick, cards, held, rest, card_of(moves->move[i]), &endings[i]);
    if (solver->techniques & SKAT_SOLVER_TABLE)
        for (int i = 0; i < moves->count; i++)
            look_up(solver, endings[i].key, &endings[i].known);
}

/* Is it known without a search that one of the endings decides, by the points of the trick or by
 * the table? */
static bool is_known(const struct ending *endings, int count, bool high, int target, int *value)
{
    for (int i = 0; i < count; i++) {
        const struct ending *ending = &endings[i];
        *value = ending->gained + (high ? ending->known.lower : ending->known.upper);
        if (!ending->decided && (high ? *value >= target : *value < target))
            return true;
    }
    return false;
}

/* Plays the last card of a trick, and goes on with the winner's lead. */
static int end_trick(struct skat_solver *solver, unsigned seat, unsigned card,
                     struct ending *ending, int target)
{
    if (ending->decided)
        return 1;
    solver->hands[seat] ^= card_bit(card);
    int value = ending->gained + begin_trick(solver, ending->winner, ending->rest,
                                             target - ending->gained, ending->key, &ending->known);
    solver->hands[seat] ^= card_bit(card);
    return value;
}

/* If only tricks count, the listed order, from high to low, is better. */
static bool is_scored(const struct skat_solver *solver)
{
    return solver->techniques & SKAT_SOLVER_ORDER && solver->aim == AIM_POINTS;
}

/* Searches the last card of the trick. */
static int play_last(struct skat_solver *solver, const struct trick *trick, int rest, int target)
{
    const unsigned seat = trick->turn;
    const bool high = is_on(solver->maximisers, seat);
    const set held = solver->hands[0] | solver->hands[1] | solver->hands[2];
    int value = high ? -1 : INT16_MAX, found;
    struct moves moves;
    struct ending endings[SKAT_HAND_MAX];
    int values[SKAT_HAND_MAX];

    list_moves(solver, trick, &moves);
    if (held == card_bit(card_of(moves.move[0]))) /* the last trick, with all that was left */
        return is_on(solver->takers,
                     beats(solver, trick, card_of(moves.move[0])) ? seat : trick->winner)
                   ? rest
                   : 0;
    find_endings(solver, trick, &moves, held, rest, endings);
    if (moves.count > 1) {
        if (solver->techniques & SKAT_SOLVER_LOOK_AHEAD &&
            is_known(endings, moves.count, high, target, &found))
            return found;
        if (is_scored(solver))
            skat_solver_score(solver, trick, &moves, 0);
    }
    for (int i = 0; i < moves.count; i++) {
        const solver_move move = pick(&moves, i);
        if (!moves.near || !is_near(&moves, values, i, high, target, &found))
            found = end_trick(solver, seat, card_of(move), &endings[place_of(move)], target);
        values[i] = found;
        value = high ? larger(value, found) : smaller(value, found);
        if (high ? value >= target : value < target)
            break;
    }
    return value;
}

static int play_card(struct skat_solver *solver, struct trick *trick, int rest, int target,
                     unsigned first, unsigned *best);

/* Plays the first or second card of a trick, and takes it back. The trick is not copied: a copy
 * would wait until its fields are stored. */
static int play_move(struct skat_solver *solver, struct trick *trick, unsigned card, int rest,
                     int target)
{
    const uint8_t seat = trick->turn, winner = trick->winner, best = trick->best,
                  points = trick->points;

    place_card(solver, trick, card);
    solver->hands[seat] ^= card_bit(card);
    int value = trick->placed == SKAT_PLAYERS - 1
                    ? play_last(solver, trick, rest, target)
                    : play_card(solver, trick, rest, target, NO_INNER, &(unsigned){0});
    solver->hands[seat] ^= card_bit(card);
    trick->placed--;
    trick->turn = seat;
    trick->winner = winner;
    trick->best = best;
    trick->points = points;
    return value;
}

/* Moves the card to the first place, if it is among the moves. */
static bool put_first(struct moves *moves, unsigned card)
{
    for (int i = 0; i < moves->count; i++)
        if (card_of(moves->move[i]) == card) {
            const solver_move first = moves->move[0];
            moves->move[0] = moves->move[i];
            moves->move[i] = first;
            return true;
        }
    return false;
}

/* Searches the first or second card of the trick, trying `first` before all others. Sets *best to
 * the card with the best value. The others are scored only if `first` does not decide. */
static int play_card(struct skat_solver *solver, struct trick *trick, int rest, int target,
                     unsigned first, unsigned *best)
{
    const bool high = is_on(solver->maximisers, trick->turn);
    int value = high ? -1 : INT16_MAX, found;
    struct moves moves;
    int values[SKAT_HAND_MAX];

    list_moves(solver, trick, &moves);
    const int known = first != NO_INNER && put_first(&moves, first);
    for (int i = 0; i < moves.count; i++) {
        if (i == known && i + 1 < moves.count && is_scored(solver))
            skat_solver_score(solver, trick, &moves, i);
        const solver_move move = i < known ? moves.move[i] : pick(&moves, i);
        if (!moves.near || !is_near(&moves, values, i, high, target, &found))
            found = play_move(solver, trick, card_of(move), rest, target);
        values[i] = found;
        if (high ? found > value : found < value) {
            value = found;
            *best = card_of(move);
        }
        if (high ? value >= target : value < target)
            break;
    }
    return value;
}

/* Searches the trick that `leader` begins and stores the result. */
static int search_trick(struct skat_solver *solver, unsigned leader, int rest, int target,
                        uint64_t key, struct known *known)
{
    struct trick trick = {.turn = (uint8_t)leader};
    int value = play_card(solver, &trick, rest, target, known->best, &known->best);

    if (solver->gave_up)
        return 0;
    if (value >= target)
        known->lower = value;
    else
        known->upper = value;
    if (solver->techniques & SKAT_SOLVER_TABLE)
        remember(solver, key, known);
    return value;
}

int skat_solver_estimate(struct skat_solver *solver, const struct trick *begun)
{
    const set hands[SKAT_PLAYERS] = {solver->hands[0], solver->hands[1], solver->hands[2]};
    struct trick trick = *begun;
    struct moves moves;
    int value = 0;

    while (trick.placed || solver->hands[trick.turn]) {
        list_moves(solver, &trick, &moves);
        if (moves.count > 1)
            skat_solver_score(solver, &trick, &moves, 0);
        const unsigned card = card_of(pick(&moves, 0));
        solver->hands[trick.turn] ^= card_bit(card);
        place_card(solver, &trick, card);
        if (trick.placed < SKAT_PLAYERS)
            continue;
        if (is_on(solver->takers, trick.winner))
            value += trick.points;
        trick = (struct trick){.turn = trick.winner};
    }
    for (unsigned seat = 0; seat < SKAT_PLAYERS; seat++)
        solver->hands[seat] = hands[seat];
    return value;
}

int skat_solver_search(struct skat_solver *solver, const struct trick *begun, int rest, int target)
{
    struct trick trick = *begun;

    if (trick.placed == SKAT_PLAYERS - 1)
        return play_last(solver, &trick, rest, target);
    if (trick.placed)
        return play_card(solver, &trick, rest, target, NO_INNER, &(unsigned){0});

    const set held = solver->hands[0] | solver->hands[1] | solver->hands[2];
    const uint64_t key = key_of(canonical_cards(solver, held), trick.turn);
    struct known known = {0, rest, NO_INNER};
    if (solver->techniques & SKAT_SOLVER_TABLE)
        look_up(solver, key, &known);
    return begin_trick(solver, trick.turn, rest, target, key, &known);
}
