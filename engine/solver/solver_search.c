#include "engine/solver/solver_search.h"

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
    int lower, upper;
    unsigned best; /* NO_INNER for none */
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

static bool look_up(const struct skat_solver *solver, uint64_t key, struct known *known)
{
    const uint64_t *bucket = bucket_of(solver, key);

    for (int i = 0; i < WAYS; i++)
        if (!(((bucket[i] ^ key) & KEY_MASK) | (bucket[i] >> AGE_SHIFT ^ solver->age))) {
            known->lower = bucket[i] >> LOWER_SHIFT & BOUND_MASK;
            known->upper = bucket[i] >> UPPER_SHIFT & BOUND_MASK;
            known->best = bucket[i] >> BEST_SHIFT & BEST_MASK;
            return true;
        }
    return false;
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

/* Lists the playable cards; of adjacent cards in the hand with equal points, only the lowest. */
static void list_moves(const struct skat_solver *solver, const struct trick *trick,
                       struct moves *moves)
{
    set hand = solver->hands[trick->turn], all = present(solver, trick);
    set legal = trick->placed ? following(solver, hand, trick->card[0]) : hand;
    uint8_t run = 0;

    moves->count = 0;
    while (legal) {
        unsigned card = highest_card(legal);
        legal ^= card_bit(card);
        set below = all & solver->lane[card] & (card_bit(card) - 1);
        bool own = below && hand >> highest_card(below) & 1;
        if (!own || solver->points[highest_card(below)] != solver->points[card] ||
            !(solver->techniques & SKAT_SOLVER_EQUIVALENT))
            moves->move[moves->count++] =
                (struct move){(uint8_t)card, run, solver->points[card], 0};
        run += !own;
    }
}

/* Moves the most promising of the moves from `first` on to `first`. */
static const struct move *pick(struct moves *moves, int first)
{
    int best = first;

    for (int i = first + 1; i < moves->count; i++)
        if (moves->move[i].score > moves->move[best].score)
            best = i;
    struct move move = moves->move[best];
    moves->move[best] = moves->move[first];
    moves->move[first] = move;
    return &moves->move[first];
}

/* ---- what is known without a search ---- */

/* A move that was searched, with its run and its value or a bound on it. */
struct tried {
    uint8_t run, points;
    int value;
};

/* Cards of one run win and lose the same tricks, so the values of two moves of a run differ at most
 * by the difference of their points. Does that prove that this move does not decide? */
static bool is_near(const struct tried *tried, int count, const struct move *move, bool high,
                    int target, int *bound)
{
    for (int i = 0; i < count; i++) {
        int apart = tried[i].points - move->points;
        apart = apart < 0 ? -apart : apart;
        *bound = high ? tried[i].value + apart : tried[i].value - apart;
        if (tried[i].run == move->run && (high ? *bound < target : *bound >= target))
            return true;
    }
    return false;
}

/* Before the last card of a trick: does the table already show that one of the moves decides?
 * Prefetches the entries of all moves first, since most are not in a cache. */
static bool is_known(const struct skat_solver *solver, const struct trick *trick,
                     const struct moves *moves, bool high, int target, int *value)
{
    set held = solver->hands[0] | solver->hands[1] | solver->hands[2];
    set cards = canonical_cards(solver, held);
    uint64_t keys[SKAT_HAND_MAX];
    int gains[SKAT_HAND_MAX], count = 0;

    for (int i = 0; i < moves->count; i++) {
        struct trick full = *trick;
        place_card(solver, &full, moves->move[i].card);
        bool taken = is_on(solver->takers, full.winner);
        if (taken && solver->aim != AIM_POINTS)
            continue; /* decided without the table */
        keys[count] =
            key_of(canonical_without(solver, cards, held, moves->move[i].card), full.winner);
        __builtin_prefetch(bucket_of(solver, keys[count]));
        gains[count++] = taken ? full.points : 0;
    }
    for (int i = 0; i < count; i++) {
        struct known known;
        if (!look_up(solver, keys[i], &known))
            continue;
        *value = gains[i] + (high ? known.lower : known.upper);
        if (high ? *value >= target : *value < target)
            return true;
    }
    return false;
}

/* ---- the search ---- */

static int begin_trick(struct skat_solver *solver, unsigned leader, int rest, int target);

/* Ends a full trick and continues with the winner's lead. */
static int end_trick(struct skat_solver *solver, const struct trick *trick, int rest, int target)
{
    unsigned winner = trick->winner;
    bool taken = is_on(solver->takers, winner);

    if (!solver->hands[winner]) /* the last trick, with all that was left */
        return taken ? rest : 0;
    if (solver->aim != AIM_POINTS)
        return taken ? 1 : begin_trick(solver, winner, rest, target);
    int gained = taken ? trick->points : 0;
    return gained + begin_trick(solver, winner, rest - trick->points, target - gained);
}

/* Searches the next card of the trick, trying `first` before all others. Sets *best to the card
 * with the best value. */
static int play_card(struct skat_solver *solver, const struct trick *trick, int rest, int target,
                     unsigned first, unsigned *best)
{
    unsigned seat = trick->turn;
    bool high = is_on(solver->maximisers, seat);
    int value = high ? -1 : INT16_MAX;
    struct moves moves;
    struct tried tried[SKAT_HAND_MAX];

    list_moves(solver, trick, &moves);
    if (moves.count > 1) {
        if (trick->placed == 2 && solver->techniques & SKAT_SOLVER_LOOK_AHEAD &&
            is_known(solver, trick, &moves, high, target, &value))
            return value;
        value = high ? -1 : INT16_MAX;
        /* If only tricks count, the listed order, from high to low, is better. */
        if (solver->techniques & SKAT_SOLVER_ORDER && solver->aim == AIM_POINTS)
            skat_solver_score(solver, trick, &moves);
        for (int i = 0; i < moves.count; i++)
            if (moves.move[i].card == first)
                moves.move[i].score = INT32_MAX;
    }
    for (int i = 0; i < moves.count; i++) {
        const struct move *move = pick(&moves, i);
        int found;
        if (!(solver->techniques & SKAT_SOLVER_NEAR) ||
            !is_near(tried, i, move, high, target, &found)) {
            struct trick next = *trick;
            place_card(solver, &next, move->card);
            solver->hands[seat] ^= card_bit(move->card);
            found = next.placed == SKAT_PLAYERS
                        ? end_trick(solver, &next, rest, target)
                        : play_card(solver, &next, rest, target, NO_INNER, &(unsigned){0});
            solver->hands[seat] ^= card_bit(move->card);
        }
        tried[i] = (struct tried){move->run, move->points, found};
        if (high ? found > value : found < value) {
            value = found;
            *best = move->card;
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
    const struct trick trick = {.turn = (uint8_t)leader};
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

static int begin_trick(struct skat_solver *solver, unsigned leader, int rest, int target)
{
    struct known known = {0, rest, NO_INNER};
    uint64_t key = 0;
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
    if (solver->techniques & SKAT_SOLVER_TABLE) {
        key =
            key_of(canonical_cards(solver, solver->hands[0] | solver->hands[1] | solver->hands[2]),
                   leader);
        __builtin_prefetch(bucket_of(solver, key)); /* arrives while the bounds are computed */
    }
    if (solver->techniques & SKAT_SOLVER_BOUNDS &&
        skat_solver_bounded(solver, leader, rest, target, &value))
        return value;
    if (solver->techniques & SKAT_SOLVER_TABLE) {
        if (look_up(solver, key, &known)) {
            if (known.lower >= target)
                return known.lower;
            if (known.upper < target)
                return known.upper;
        }
    }
    return search_trick(solver, leader, rest, target, key, &known);
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
            skat_solver_score(solver, &trick, &moves);
        const unsigned card = pick(&moves, 0)->card;
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

int skat_solver_search(struct skat_solver *solver, const struct trick *trick, int rest, int target)
{
    return trick->placed ? play_card(solver, trick, rest, target, NO_INNER, &(unsigned){0})
                         : begin_trick(solver, trick->turn, rest, target);
}
