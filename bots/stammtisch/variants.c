// SPDX-License-Identifier: MIT
#include "bots/stammtisch/variants.h"

#include "bots/stammtisch/ramsch.h"

static int better(int one, int other) { return one > other ? one : other; }

/* ---- Turnéskat ---- */

enum {
    UNKNOWN = 22, /* cards unseen before the skat is taken */
    FACTOR_LOST_ONCE = 1,
    NEVER = -(1 << 30), /* expectation of a game that cannot be played */
    WITH_SCHNEIDER_ONE_IN = 6,
    HOPELESS = 30 /* chance, in thousandths, below which a turné is given up */
};

/* The prospects of a game: its chance, in thousandths, its value and its base. */
struct promise {
    int16_t chance, value, base;
};

/* Expected points, in thousandths, of a game at this bid that costs its value `times` times if
 * lost. A value below the bid needs schneider, and is raised if the game is lost. */
static int expected(const struct rules *rules, struct promise promise, int bid, int times)
{
    int value = promise.value, chance = promise.chance;

    if (value < bid) {
        chance = value + promise.base >= bid ? chance / WITH_SCHNEIDER_ONE_IN : 0;
        value = (bid + promise.base - 1) / promise.base * promise.base;
    }
    return stakes_expected(rules, chance, value, times);
}

/* Null has no levels that could reach the bid. */
static int expected_of_null(const struct rules *rules, int chance, int value, int bid, int times)
{
    const struct promise promise = {(int16_t)chance, (int16_t)value, (int16_t)value};

    return value < bid ? NEVER : expected(rules, promise, bid, times);
}

static int base_of(const struct rules *rules, int game, int way)
{
    return rules->base_values[game][way];
}

static int allowed(const struct club_player *club, int game)
{
    return game != GRAND || club->style.grand_games;
}

static void look_at_solo(const struct club_player *club, cards hand, int forehand, int bid,
                         struct best_game *best)
{
    const struct rules *rules = &club->rules;
    const struct bidding_style *style = &club->style;

    for (int game = 0; game <= GRAND && style->hand_games; game++) {
        int base = base_of(rules, game, SKAT_BOT_WAY_HAND);
        int chance = bidding_chance(club, game, hand, BY_HAND, forehand, 0);
        struct promise promise = {(int16_t)chance,
                                  (int16_t)(base * (bidding_matadors(rules, game, hand) + 1)),
                                  (int16_t)base};
        if (allowed(club, game))
            best_game_keep(best, expected(rules, promise, bid, FACTOR_LOST_ONCE),
                           (struct skat_bot_contract){(uint8_t)game, SKAT_BOT_HAND}, 0);
    }
    for (int ouvert = 0; ouvert < 2 && style->null_games && style->hand_games; ouvert++) {
        int chance = bidding_null_chance(club, hand, BY_HAND, forehand, ouvert);
        int worth = expected_of_null(rules, chance, rules->null_values[2 * ouvert + 1], bid,
                                     FACTOR_LOST_ONCE);
        struct skat_bot_contract null = bidding_game(NULL_GAME + ouvert);
        null.with |= SKAT_BOT_HAND;
        best_game_keep(best, worth, null, 0);
    }
}

static void look_at_guckser(const struct club_player *club, cards hand, int forehand, int bid,
                            struct best_game *best)
{
    const struct rules *rules = &club->rules;
    int base = base_of(rules, GRAND, SKAT_BOT_WAY_TAKEN);
    struct promise grand = {(int16_t)bidding_chance(club, GRAND, hand, BEFORE_SKAT, forehand, 0),
                            (int16_t)(base * (bidding_matadors(rules, GRAND, hand) + 1)),
                            (int16_t)base};

    if (club->style.grand_games)
        best_game_keep(best, expected(rules, grand, bid, rules->lost_factor), bidding_game(GRAND),
                       0);
    /* Ouvert is decided after seeing the skat, so the better of the two is an underestimate. */
    for (int ouvert = 0; ouvert < 2 && club->style.null_games && rules->guckser_null; ouvert++) {
        int chance = bidding_null_chance(club, hand, BEFORE_SKAT, forehand, ouvert);
        const int worth = expected_of_null(rules, chance, rules->null_values[2 * ouvert], bid,
                                           rules->lost_factor);
        best_game_keep(best, worth, bidding_game(NULL_GAME), 0);
    }
}

/* The prospects of a game if these twelve cards are hand and skat. */
static struct promise promise_of(const struct club_player *club, int game, cards twelve,
                                 int forehand)
{
    cards out = model_put_aside(&club->discards, game, twelve);
    int base = base_of(&club->rules, game, SKAT_BOT_WAY_TURNED);
    int chance = bidding_chance(club, game, twelve & ~out, AFTER_DISCARD, forehand, points_in(out));

    return (struct promise){(int16_t)chance,
                            (int16_t)(base * (bidding_matadors(&club->rules, game, twelve) + 1)),
                            (int16_t)base};
}

static int is_jack(card c) { return (JACKS >> c & 1) != 0; }

/* All skats: the prospects in the suit of the first card, and in grand if one is a jack. */
struct skats {
    int number;
    card card[UNKNOWN];
    struct promise suit[UNKNOWN][UNKNOWN]; /* [turned][other] */
    struct promise grand[UNKNOWN][UNKNOWN];
};

static void look_at_skats(struct skats *skats, const struct club_player *club, cards hand,
                          int forehand)
{
    cards rest = ALL_CARDS & ~hand;

    skats->number = 0;
    while (rest && skats->number < UNKNOWN)
        skats->card[skats->number++] = take(&rest);
    for (int i = 0; i < skats->number; i++)
        for (int j = 0; j < i; j++) {
            card one = skats->card[i], other = skats->card[j];
            cards twelve = hand | BIT(one) | BIT(other);
            skats->suit[i][j] = promise_of(club, one >> 4, twelve, forehand);
            skats->suit[j][i] = one >> 4 == other >> 4
                                    ? skats->suit[i][j]
                                    : promise_of(club, other >> 4, twelve, forehand);
            if (club->style.grand_games && (is_jack(one) || is_jack(other)))
                skats->grand[i][j] = skats->grand[j][i] = promise_of(club, GRAND, twelve, forehand);
        }
}

/* The expectation of playing the suit of the first card, of grand if it is a jack (else the same as
 * the suit), and of turning the next card, summed over all second cards. */
struct turned {
    int suit, grand, next;
};

static struct turned after_first(const struct skats *skats, const struct club_player *club,
                                 int first_card, int bid)
{
    const struct rules *rules = &club->rules;
    struct turned sum = {0, 0, 0};
    int grand = is_jack(skats->card[first_card]) && club->style.grand_games;

    for (int other = 0; other < skats->number; other++) {
        if (other == first_card)
            continue;
        sum.suit += expected(rules, skats->suit[first_card][other], bid, FACTOR_LOST_ONCE);
        if (grand)
            sum.grand += expected(rules, skats->grand[first_card][other], bid, FACTOR_LOST_ONCE);
        int next = expected(rules, skats->suit[other][first_card], bid, rules->lost_factor);
        if (is_jack(skats->card[other]) && club->style.grand_games)
            next = better(
                next, expected(rules, skats->grand[other][first_card], bid, rules->lost_factor));
        sum.next += next;
    }
    if (!grand)
        sum.grand = sum.suit;
    return sum;
}

/* The expectation of turning the first card, in thousandths of points. */
static int worth_of_turning(const struct skats *skats, const struct club_player *club, int bid)
{
    int64_t sum = 0;

    for (int i = 0; i < skats->number; i++) {
        struct turned turned = after_first(skats, club, i, bid);
        sum += better(better(turned.suit, turned.grand), turned.next);
    }
    return (int)(sum / (skats->number * (skats->number - 1)));
}

/* The expectation from which a bid is worthwhile. Passing has a value relative to the others, and
 * the higher the game, the more may be lost. */
static int needed(const struct club_player *club, int passing)
{
    enum { USUAL = 600, POINTS_PER_CAUTION = 60 };
    return (club->style.caution - USUAL) * POINTS_PER_CAUTION - 1000 * passing;
}

int turne_limit(const struct club_player *club, const struct skat_bot_view *view, int passing)
{
    const struct rules *rules = &club->rules;
    int forehand = view->position == 0, wanted = needed(club, passing);
    struct skats skats;
    int low = 0, high = rules->ladder_count; /* bids below low are worthwhile, from high on not */

    look_at_skats(&skats, club, view->hand, forehand);
    while (low < high) {
        int middle = (low + high) / 2, bid = rules->ladder[middle];
        struct best_game best = {.worth = worth_of_turning(&skats, club, bid)};
        look_at_solo(club, view->hand, forehand, bid, &best);
        look_at_guckser(club, view->hand, forehand, bid, &best);
        if (best.worth >= wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? rules->ladder[low - 1] : 0;
}

static void announce(struct skat_bot_contract contract, struct skat_bot_action *out)
{
    out->kind = SKAT_BOT_DECLARE;
    out->contract = contract;
}

/* A card was turned: play its suit or grand, or turn the other one. */
static void stay_or_turn(const struct club_player *club, const struct skats *skats,
                         const struct skat_bot_view *view, const struct skat_bot_decision *decision,
                         struct skat_bot_action *out)
{
    int place = 0;

    while (skats->card[place] != view->turned_cards[0])
        place++;
    struct turned turned = after_first(skats, club, place, view->bid);
    out->kind = SKAT_BOT_TURN_CARD;
    if (better(turned.suit, turned.grand) >= turned.next)
        announce(
            decision->declarations[decision->declaration_count > 1 && turned.grand > turned.suit],
            out);
}

/* The second card is a jack: its suit or grand. */
static void suit_or_grand(const struct club_player *club, const struct skat_bot_view *view,
                          const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    cards twelve = view->hand | BIT(view->turned_cards[0]) | BIT(view->turned_cards[1]);
    int forehand = view->position == 0, worth[2];

    for (int i = 0; i < 2; i++)
        worth[i] = expected(&club->rules,
                            promise_of(club, decision->declarations[i].type, twelve, forehand),
                            view->bid, club->rules.lost_factor);
    announce(decision->declarations[worth[1] > worth[0] && club->style.grand_games], out);
}

void turne_choose(const struct club_player *club, const struct skat_bot_view *view,
                  const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    int forehand = view->position == 0;
    struct skats skats;

    if (view->turned == 2) {
        suit_or_grand(club, view, decision, out);
        return;
    }
    look_at_skats(&skats, club, view->hand, forehand);
    if (view->turned) {
        stay_or_turn(club, &skats, view, decision, out);
        return;
    }
    int turning = worth_of_turning(&skats, club, view->bid);
    struct best_game best = {.worth = turning};
    look_at_solo(club, view->hand, forehand, view->bid, &best);
    look_at_guckser(club, view->hand, forehand, view->bid, &best);
    out->kind = SKAT_BOT_TURN_CARD;
    if (best.worth > turning)
        announce(best.contract, out);
}

void turne_declare(const struct club_player *club, const struct skat_bot_view *view,
                   const struct skat_bot_decision *decision, struct skat_bot_contract *contract,
                   cards *aside)
{
    const struct rules *rules = &club->rules;
    int best = NEVER, forehand = view->position == 0;

    *contract = decision->declarations[0];
    *aside = model_put_aside(&club->discards, contract->type, view->hand);
    for (uint32_t i = 0; i < decision->declaration_count && contract->type == NULL_GAME; i++) {
        int ouvert = (decision->declarations[i].with & SKAT_BOT_OUVERT) != 0;
        int chance = model_chance(
            model_null_log_odds(view->hand & ~*aside, AFTER_DISCARD, forehand, ouvert));
        int worth = expected_of_null(rules, chance, rules->null_values[2 * ouvert], view->bid,
                                     rules->lost_factor);
        if (worth > best) {
            best = worth;
            *contract = decision->declarations[i];
        }
    }
}

int turne_given_up(const struct rules *rules, const struct skat_bot_view *view)
{
    int game = view->contract.type, base = base_of(rules, game, SKAT_BOT_WAY_TURNED);
    cards turned = 0;

    for (int i = 0; i < view->turned; i++)
        turned |= BIT(view->turned_cards[i]);
    int chance = model_chance(model_log_odds(game, view->hand, AFTER_DISCARD, view->position == 0,
                                             points_in(view->skat)));
    int value =
        base * (bidding_matadors(rules, game, view->dealt | view->hand | view->skat | turned) + 1);
    if (value < view->bid)
        chance = value + base >= view->bid ? chance / WITH_SCHNEIDER_ONE_IN : 0;
    return chance < HOPELESS;
}

/* ---- Räuberskat ---- */

/* Number of random hands: for a choice, around the five cards, and for the average worth. */
enum { DRAWN = 100, DRAWN_FOR_USUAL = 600 };

/* Pseudo-random numbers that depend only on the cards (Knuth's multiplier). */
static uint32_t next(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 32);
}

/* Completes a hand with random other cards. */
static cards fill(cards hand, uint64_t *state)
{
    while (count(hand) < SKAT_HAND) {
        cards rest = ALL_CARDS & ~hand;
        for (uint32_t skip = next(state) % (uint32_t)count(rest); skip; skip--)
            rest &= rest - 1;
        hand |= BIT(first(rest));
    }
    return hand;
}

/* Adds the worth of each game type to forehand with these ten cards. */
static void add_worth(const struct rules *rules, cards hand, int64_t sum[DUTIES])
{
    int suit = -(1 << 30), grand = 0, null[2];

    for (int game = 0; game <= GRAND; game++) {
        const int chance = model_chance(model_log_odds(game, hand, BEFORE_SKAT, 1, 0));
        grand = bidding_worth(rules, bidding_game(game), hand, 0, 0, chance);
        if (game < SUITS)
            suit = better(suit, grand);
    }
    for (int ouvert = 0; ouvert < 2; ouvert++)
        null[ouvert] =
            bidding_worth(rules, bidding_game(NULL_GAME + ouvert), hand, 0, 0,
                          model_chance(model_null_log_odds(hand, BEFORE_SKAT, 1, ouvert)));
    sum[SKAT_BOT_DUTY_SUIT] += suit;
    sum[SKAT_BOT_DUTY_GRAND] += grand;
    sum[SKAT_BOT_DUTY_NULL] += better(null[0], null[1]);
    sum[SKAT_BOT_DUTY_RAMSCH] += -1000 * schieben_cost(hand);
}

static void average(const struct rules *rules, cards five, int drawn, int worth[DUTIES])
{
    int64_t sum[DUTIES] = {0};
    uint64_t state = five;
    struct rules plain = *rules; /* the factor of a deal is the same for all games */

    plain.bock = 1;
    for (int i = 0; i < drawn; i++)
        add_worth(&plain, fill(five, &state), sum);
    for (int duty = 0; duty < DUTIES; duty++)
        worth[duty] = (int)(sum[duty] / drawn);
}

void duties_usual(struct club_player *club)
{
    average(&club->rules, 0, DRAWN_FOR_USUAL, club->usual);
}

int duties_choice(const struct club_player *club, cards five, unsigned allowed)
{
    int worth[DUTIES], chosen = __builtin_ctz(allowed);

    if (!(allowed & (allowed - 1)))
        return chosen;
    average(&club->rules, five, DRAWN, worth);
    for (int duty = 0; duty < DUTIES; duty++)
        if (allowed >> duty & 1 &&
            worth[duty] - club->usual[duty] > worth[chosen] - club->usual[chosen])
            chosen = duty;
    return chosen;
}

/* ---- Offiziersskat ----
 *
 * Both players see all open cards, so a trick can be analysed: a lead and the best answer to it.
 * Covered cards, which are turned up when the card above is played, are ignored. */

enum { POINT = 16 }; /* scores are in sixteenths of a card point */

/* The worth of keeping a card, roughly what it will take later. */
static int worth(card c, cards trumps)
{
    int rank = c & 15;

    if (rank == SKAT_BOT_JACK)
        return (9 + (c >> 4)) * POINT;
    if (trumps >> c & 1)
        return (4 + (rank - SKAT_BOT_SEVEN) / 2) * POINT;
    return rank == SKAT_BOT_ACE ? 5 * POINT : rank == SKAT_BOT_TEN ? 2 * POINT : 0;
}

static int strength_of(cards hand, int game)
{
    cards trumps = trumps_of(game);
    int sum = 0;

    while (hand) {
        card c = take(&hand);
        sum += worth(c, trumps);
    }
    return sum;
}

int two_hands_name(cards open)
{
    int best = GRAND, most = 0;

    if (count(open & JACKS) >= 3 || count(open & (JACKS | ACES)) == 4)
        return GRAND;
    for (int suit = 0; suit < SUITS; suit++) {
        /* Of equal strength, the more valuable suit. */
        int here = strength_of(open, suit) + suit;
        if (here > most) {
            most = here;
            best = suit;
        }
    }
    return best;
}

/* The open cards of the other player. */
static cards across(const struct skat_bot_view *view) { return view->seen[1 - view->position]; }

int two_hands_doubles(const struct skat_bot_view *view)
{
    enum { AHEAD = 16 * POINT, FAR_AHEAD = 26 * POINT };
    int lead = strength_of(view->hand, view->contract.type) -
               strength_of(across(view), view->contract.type);

    return lead > (view->kontra ? FAR_AHEAD : AHEAD);
}

/* The result of the trick for the leader of `led` if the answer is `answer`. */
static int outcome(card led, card answer, cards trumps)
{
    int points = (points_of(led) + points_of(answer)) * POINT;
    int lead_again = POINT; /* the next lead is worth something, too */

    return beats(answer, led, trumps) ? -points - lead_again : points + lead_again;
}

static cards following(cards hand, card led, cards trumps)
{
    cards same = hand & class_cards(class_of(led, trumps), trumps);
    return same ? same : hand;
}

/* The score of a lead after the other player's best answer. */
static int score_lead(const struct skat_bot_view *view, card led, cards trumps)
{
    int least = 1 << 20;

    for (cards rest = following(across(view), led, trumps); rest;) {
        card answer = take(&rest);
        int score = outcome(led, answer, trumps) + worth(answer, trumps);
        least = score < least ? score : least;
    }
    return (least == 1 << 20 ? 0 : least) - worth(led, trumps);
}

card two_hands_play(const struct skat_bot_view *view, cards legal)
{
    cards trumps = trumps_of(view->contract.type);
    int leads = view->played_count % 2 == 0, best = -(1 << 20);
    card chosen = first(legal);

    for (cards rest = legal; rest;) {
        card c = take(&rest);
        int score =
            leads ? score_lead(view, c, trumps)
                  : -outcome(view->played[view->played_count - 1], c, trumps) - worth(c, trumps);
        if (score > best) {
            best = score;
            chosen = c;
        }
    }
    return chosen;
}
