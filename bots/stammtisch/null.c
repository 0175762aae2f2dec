// SPDX-License-Identifier: MIT
/* bots/stammtisch/null.c - null games and revolution.
 *
 * The declarer discards the most dangerous cards and ducks with the highest possible card.
 * Defenders attack suits in which the declarer is weak, and keep their low cards for that. */
#include "bots/stammtisch/play.h"

/* ---- one suit of a null ouvert, played out ----
 *
 * When the declarer's cards are open, each suit can be analysed separately: can the defenders, if
 * they keep the lead, force the declarer to take a trick in it? The answer is exact for these cards
 * of the suit but ignores the other suits. */

/* Cards of the suit by position, as bits in null's order (null_mask). */
struct attack_suit {
    unsigned cards[3];
    int declarer;
};

/* An open trick. */
struct attack_trick {
    int leader, played; /* number of players that have played */
    int high, holder;   /* the highest card so far, and who played it */
};

static int attack_works(const struct attack_suit *suit);
static int continues(struct attack_suit *suit, struct attack_trick trick);

/* The lowest card of each run of adjacent cards: the others are worth the same. */
static unsigned lowest_of_runs(unsigned set) { return set & ~(set << 1); }

static int play_rank(struct attack_suit *suit, struct attack_trick trick, int position, int rank)
{
    if (rank > trick.high) {
        trick.high = rank;
        trick.holder = position;
    }
    trick.played++;
    suit->cards[position] &= ~(1u << rank);
    int caught = continues(suit, trick);
    suit->cards[position] |= 1u << rank;
    return caught;
}

/* The next player chooses: the declarer tries to stay safe, a defender to catch the declarer. A
 * player out of the suit plays none. */
static int continues(struct attack_suit *suit, struct attack_trick trick)
{
    int position = (trick.leader + trick.played) % 3;

    while (trick.played < 3 && !suit->cards[position]) {
        trick.played++;
        position = (position + 1) % 3;
    }
    if (trick.played == 3) {
        if (trick.holder == suit->declarer)
            return 1;
        return suit->cards[suit->declarer] ? attack_works(suit) : 0;
    }
    const int for_declarer = position == suit->declarer;
    for (unsigned rest = lowest_of_runs(suit->cards[position]); rest; rest &= rest - 1)
        if (play_rank(suit, trick, position, __builtin_ctz(rest)) != for_declarer)
            return !for_declarer;
    return for_declarer;
}

/* Is the declarer caught if the defender `leader` leads the card `rank` of the suit? */
static int attack_lead(const struct attack_suit *suit, int leader, int rank)
{
    struct attack_suit copy = *suit;
    const struct attack_trick trick = {.leader = leader, .high = -1, .holder = leader};
    return play_rank(&copy, trick, leader, rank);
}

/* Is the declarer caught by any lead of any defender in the suit? */
static int attack_works(const struct attack_suit *suit)
{
    unsigned his = suit->cards[suit->declarer];
    unsigned theirs = 0;

    for (int position = 0; position < 3; position++)
        if (position != suit->declarer)
            theirs |= suit->cards[position];
    if (!his || !(theirs & ((1u << (31 - __builtin_clz(his))) - 1)))
        return 0; /* no card that the declarer could take */
    for (int leader = 0; leader < 3; leader++)
        if (leader != suit->declarer)
            for (unsigned rest = lowest_of_runs(suit->cards[leader]); rest; rest &= rest - 1)
                if (attack_lead(suit, leader, __builtin_ctz(rest)))
                    return 1;
    return 0;
}

/* The ranks below this one, as bits of null_mask. */
static unsigned below(int rank) { return (1u << rank) - 1; }

/* The danger of a suit; 0 is safe. The i-th lowest card is safe if at most i of the cards below it
 * are missing, since a lower own card can be played to each earlier attack. */
static int suit_danger(const struct skat_bot_view *view, cards hand, int suit)
{
    /* By how many cards more are missing; fit/README.md says how these were found. */
    static const int8_t step[9] = {0, 4, 4, 7, 4, 4, 4, 4, 4};
    /* Cards that are gone are no threat any more: they count as held. */
    unsigned gone = null_mask(view->gone | view->skat, suit), mask = null_mask(hand, suit);
    int danger = 0, held = 0, missing = 0;

    for (int rank = 0; rank < 8; rank++) {
        if (mask >> rank & 1) {
            danger += missing > held ? step[missing - held] : 0;
            held++;
        } else if (!(gone >> rank & 1)) {
            missing++;
        }
    }
    return danger;
}

/* ---- declarer ---- */

/* What the declarer looks at; fit/README.md says how it was found. */
static const struct {
    struct {
        int ducks, over;          /* others may have higher cards; per such card */
        int lower;                /* per lower card that they may have */
        int rank, length, danger; /* per rank above the seven; own card; step of danger less */
    } lead;
    struct {
        int danger, rank, length;
    } discard;
} declarer = {.lead = {.ducks = 5, .over = -3, .lower = -3, .rank = -10, .length = 9, .danger = 4},
              .discard = {.danger = 26, .rank = 6, .length = -19}};

/* How much less dangerous the hand is without a card. */
static int danger_less(const struct skat_bot_view *view, card c)
{
    return suit_danger(view, view->hand, c >> 4) - suit_danger(view, view->hand & ~BIT(c), c >> 4);
}

static int declarer_lead(const struct skat_bot_view *view, card c)
{
    const int rank = null_rank_of(c);
    const unsigned others = null_mask(unseen(view), c >> 4), over = others >> rank;

    return (over ? declarer.lead.ducks : 0) + declarer.lead.over * __builtin_popcount(over) +
           declarer.lead.lower * __builtin_popcount(others & below(rank)) +
           declarer.lead.rank * rank +
           declarer.lead.length * count(view->hand & NULL_SUIT(c >> 4)) +
           declarer.lead.danger * danger_less(view, c);
}

static int declarer_follow(const struct skat_bot_view *view, card c, card best)
{
    const int rank = null_rank_of(c);

    if (c >> 4 == best >> 4)
        return null_beats(c, best) ? -500 - rank : rank;
    return declarer.discard.danger * danger_less(view, c) + declarer.discard.rank * rank +
           declarer.discard.length * count(view->hand & NULL_SUIT(c >> 4));
}

/* ---- defenders ---- */

/* What defenders look at; fit/README.md says how it was found. */
static const struct {
    struct {
        int rank, length;   /* per rank above the seven; per own card of the suit */
        int own_lower;      /* per own lower card, which is kept for later */
        int single;         /* the only one of its suit */
        int lower, over;    /* per lower card that the declarer may have; per higher unseen one */
        int sure;           /* the declarer can have no lower card */
        int gone;           /* per card of the suit that is gone */
        int declarer_led;   /* the declarer has led the suit */
        int declarer_out;   /* the declarer can discard a card */
        int partner_out;    /* open cards: so can the partner */
        int forces, danger; /* open cards: the declarer is caught; per step of danger in the suit */
    } lead;
    struct {
        int rank, length, single;
        int followed;     /* the declarer has followed the suit, and may have more of it */
        int useless;      /* the declarer has none of it */
        int works, fails; /* open cards: can the suit still catch the declarer without it? */
    } discard;
    struct {
        int under, rank; /* below the highest card, instead of over it; and per rank of it */
        int sure;        /* the declarer can have no lower card */
    } before_declarer;
} defence = {.lead = {.rank = -13,
                      .length = -70,
                      .own_lower = -102,
                      .single = 674,
                      .lower = 8,
                      .over = -19,
                      .sure = -86,
                      .gone = 219,
                      .declarer_led = 467,
                      .declarer_out = -621,
                      .partner_out = 156,
                      .forces = 910,
                      .danger = 130},
             .discard = {.rank = 4,
                         .length = -8,
                         .single = 17,
                         .followed = -22,
                         .useless = -61,
                         .works = 80,
                         .fails = -80},
             .before_declarer = {.under = -26, .rank = 2, .sure = 100}};

static int is_out(const struct memory *memory, int position, int suit)
{
    return memory->out[position] >> suit & 1;
}

/* A declarer ducks with the highest card that it can, and covers only if it must. */
static unsigned lacked(int own, int high)
{
    return own < high ? below(high) & ~below(own + 1) : below(high);
}

static struct null_clues clues_of(const struct skat_bot_view *view)
{
    struct null_clues clues = {0};

    for (int trick = 0; 3 * trick < view->played_count; trick++) {
        const card *played = &view->played[3 * trick];
        const int place = (view->declarer - view->leader[trick] + 3) % 3, suit = played[0] >> 4;
        if (3 * trick + place >= view->played_count || played[place] >> 4 != suit)
            continue;
        clues.followed |= 1u << suit;
        if (!place) {
            clues.led |= 1u << suit;
            continue;
        }
        const card high = place == 2 && null_beats(played[1], played[0]) ? played[1] : played[0];
        clues.lacks[suit] |= (uint8_t)lacked(null_rank_of(played[place]), null_rank_of(high));
    }
    return clues;
}

/* The unseen cards of a suit that the declarer may have. */
static unsigned his_chances(const struct skat_bot_view *view, const struct memory *memory,
                            const struct null_clues *clues, int suit)
{
    return is_out(memory, view->declarer, suit)
               ? 0
               : null_mask(unseen(view), suit) & ~clues->lacks[suit];
}

/* The suit as a defender sees it when the declarer's cards are open: hidden cards count as the
 * partner's, though two of them are in the skat. In a revolution the partner's may be known. */
static struct attack_suit open_suit(const struct skat_bot_view *view, const struct memory *memory,
                                    cards hand, int suit)
{
    int partner = 3 - view->position - view->declarer;
    struct attack_suit look = {.declarer = view->declarer};
    cards hidden = NULL_SUIT(suit) & unseen(view) & ~view->shown;

    look.cards[view->position] = null_mask(hand, suit);
    look.cards[view->declarer] = null_mask(view->shown, suit);
    look.cards[partner] = is_out(memory, partner, suit) ? 0
                          : view->partner               ? null_mask(view->partner, suit)
                                                        : null_mask(hidden, suit);
    return look;
}

/* A lead against open cards: one that catches the declarer, else one that draws low cards. */
static int open_lead(const struct skat_bot_view *view, const struct memory *memory, card c)
{
    const int partner = 3 - view->position - view->declarer;
    struct attack_suit look = open_suit(view, memory, view->hand, c >> 4);
    const int score = is_out(memory, partner, c >> 4) ? defence.lead.partner_out : 0;

    if (!look.cards[view->declarer])
        return score + defence.lead.declarer_out;
    return score + (attack_lead(&look, view->position, null_rank_of(c)) ? defence.lead.forces : 0) +
           defence.lead.danger * suit_danger(view, view->shown, c >> 4);
}

/* A lead against hidden cards. */
static int blind_lead(const struct skat_bot_view *view, const struct memory *memory,
                      const struct null_clues *clues, card c)
{
    const int suit = c >> 4, rank = null_rank_of(c);
    const unsigned own = null_mask(view->hand, suit), his = his_chances(view, memory, clues, suit);
    const int lower = __builtin_popcount(his & below(rank));

    if (!his)
        return defence.lead.declarer_out;
    return defence.lead.length * __builtin_popcount(own) +
           defence.lead.own_lower * __builtin_popcount(own & below(rank)) +
           (own & (own - 1) ? 0 : defence.lead.single) + defence.lead.lower * lower +
           defence.lead.over * __builtin_popcount(null_mask(unseen(view), suit) >> rank) +
           (lower ? 0 : defence.lead.sure) +
           defence.lead.gone * count(view->gone & NULL_SUIT(suit)) +
           (clues->led >> suit & 1 ? defence.lead.declarer_led : 0);
}

static int defender_lead(const struct skat_bot_view *view, const struct memory *memory,
                         const struct null_clues *clues, card c)
{
    return defence.lead.rank * null_rank_of(c) +
           (view->shown ? open_lead(view, memory, c) : blind_lead(view, memory, clues, c));
}

/* A discard: high cards, which could save the declarer, go first; attacking cards are kept. */
static int throw_away(const struct skat_bot_view *view, const struct memory *memory,
                      const struct null_clues *clues, card c)
{
    const int suit = c >> 4;
    const unsigned own = null_mask(view->hand, suit);
    const int score =
        defence.discard.rank * null_rank_of(c) + defence.discard.length * __builtin_popcount(own);

    if (view->shown ? !null_mask(view->shown, suit) : !his_chances(view, memory, clues, suit))
        return score + defence.discard.useless;
    if (!view->shown)
        return score + (clues->followed >> suit & 1 ? defence.discard.followed : 0) +
               (own & (own - 1) ? 0 : defence.discard.single);
    /* Can the declarer be caught in the suit without it? A high card may save the declarer. */
    struct attack_suit without = open_suit(view, memory, view->hand & ~BIT(c), suit);
    return score + (attack_works(&without) ? defence.discard.works : defence.discard.fails);
}

/* Is the declarer, with open cards and still to play, caught if `high` is the highest card? */
static int caught_under(const struct skat_bot_view *view, card high)
{
    unsigned his = null_mask(view->shown, high >> 4);
    return his && !(his & below(null_rank_of(high)));
}

/* Before the declarer: a card over the highest so far, or one under it, which stays the highest. */
static int before_declarer(const struct skat_bot_view *view, const struct memory *memory,
                           const struct null_clues *clues, card c, card best)
{
    const int over = null_beats(c, best);
    const card high = over ? c : best;

    if (view->shown)
        return 100 * caught_under(view, high) + null_rank_of(c);
    return (over ? -2 * null_rank_of(c)
                 : defence.before_declarer.under + defence.before_declarer.rank * null_rank_of(c)) +
           (his_chances(view, memory, clues, c >> 4) & below(null_rank_of(high))
                ? 0
                : defence.before_declarer.sure);
}

static int defender_follow(const struct skat_bot_view *view, const struct memory *memory,
                           const struct null_clues *clues, card c, card best)
{
    const int in_trick = view->played_count - 3 * view->trick_count;

    if (c >> 4 != best >> 4)
        return throw_away(view, memory, clues, c);
    if (in_trick < 2 && view->leader[view->trick_count] != view->declarer)
        return before_declarer(view, memory, clues, c, best);
    /* Leaves the trick to the declarer, or plays its high cards. */
    return null_rank_of(c) - (view->winner == view->declarer && null_beats(c, best) ? 100 : 0);
}

/* ---- either side ---- */

struct null_scene null_scene_of(const struct skat_bot_view *view, const struct memory *memory)
{
    const int in_trick = view->played_count - 3 * view->trick_count;
    const skat_bot_card *trick = &view->played[3 * view->trick_count];
    struct null_scene scene = {.view = view,
                               .memory = memory,
                               .declares = view->position == view->declarer,
                               .in_trick = in_trick,
                               .best = in_trick == 2 && null_beats(trick[1], trick[0]) ? trick[1]
                                                                                       : trick[0]};

    if (!scene.declares)
        scene.clues = clues_of(view);
    return scene;
}

unsigned null_his_chances(const struct null_scene *scene, int suit)
{
    return scene->view->shown ? null_mask(scene->view->shown, suit)
                              : his_chances(scene->view, scene->memory, &scene->clues, suit);
}

int null_danger(const struct null_scene *scene, cards hand, int suit)
{
    return suit_danger(scene->view, hand, suit);
}

int null_score(const struct null_scene *scene, card c)
{
    const struct skat_bot_view *view = scene->view;

    if (scene->declares)
        return scene->in_trick ? declarer_follow(view, c, scene->best) : declarer_lead(view, c);
    return scene->in_trick ? defender_follow(view, scene->memory, &scene->clues, c, scene->best)
                           : defender_lead(view, scene->memory, &scene->clues, c);
}

card play_null(const struct skat_bot_view *view, cards legal, const struct memory *memory)
{
    card chosen = first(legal);
    int best_score = INT32_MIN;

    if (!several(legal))
        return chosen;
    const struct null_scene scene = null_scene_of(view, memory);
    while (legal) {
        const card c = take(&legal);
        const int score = null_score(&scene, c);
        if (score > best_score) {
            best_score = score;
            chosen = c;
        }
    }
    return chosen;
}

/* ---- revolution ---- */

/* Is the suit safe? It is if no card has more missing than own cards below it: then the declarer
 * can always duck. Cards below `from` are gone. */
static int suit_safe(unsigned mask, int from)
{
    int held = 0, missing = 0;

    for (int rank = from; rank < 8; rank++)
        if (!(mask >> rank & 1))
            missing++;
        else if (missing > held++)
            return 0;
    return 1;
}

card revolution_lead(cards hand)
{
    enum { SKAT_CARDS = 2 };

    for (int suit = 0; suit < SUITS; suit++) {
        unsigned mask = null_mask(hand, suit);
        if (mask & 1 && 8 - __builtin_popcount(mask) > SKAT_CARDS && suit_safe(mask, 1))
            return first(hand & PLAIN(suit)); /* the seven, or the six */
    }
    return SKAT_BOT_NO_CARD;
}

int revolution_safe(cards hand, int leads)
{
    for (int suit = 0; suit < SUITS; suit++)
        if (!suit_safe(null_mask(hand, suit), 0))
            return 0;
    return !leads || revolution_lead(hand) != SKAT_BOT_NO_CARD;
}

/* How often the declarer may have to take a trick in the suit: missing lower cards in excess of own
 * cards that cover them. */
static int weakness(unsigned his)
{
    int held = 0, missing = 0, sum = 0;

    for (int rank = 0; rank < 8; rank++)
        if (!(his >> rank & 1))
            missing++;
        else if (missing > held++)
            sum += missing - held + 1;
    return sum;
}

/* The worth of a card in the hand that should catch the declarer: all cards of the declarer's
 * weakest suit, so that the partner is out of it and can discard; in other suits high cards, to get
 * the lead, and low cards if the declarer has higher ones. */
static int worth_against(card c, cards shown, int target)
{
    int suit = c >> 4, rank = null_rank_of(c);

    if (suit == target)
        return 100 - rank;
    return weakness(null_mask(shown, suit)) * 2 + rank;
}

static int weakest_suit(cards shown)
{
    int target = 0, most = -1;

    for (int suit = 0; suit < SUITS; suit++) {
        int weak = weakness(null_mask(shown, suit));
        if (weak > most) {
            most = weak;
            target = suit;
        }
    }
    return target;
}

cards revolution_exchange(const struct skat_bot_view *view, cards pool)
{
    int size = count(view->hand), target = weakest_suit(view->shown);
    cards chosen = 0;

    while (count(chosen) < size) {
        cards rest = pool & ~chosen;
        card best = first(rest);
        for (; rest; rest &= rest - 1)
            if (worth_against(first(rest), view->shown, target) >
                worth_against(best, view->shown, target))
                best = first(rest);
        chosen |= BIT(best);
    }
    return chosen;
}
