// SPDX-License-Identifier: MIT
/* bots/book.c - plays by the rules of thumb that books about Skat teach.
 *
 * Bids and announcements: it counts the card points that its losing cards would cost in each game,
 * as if declarer led each suit from the top, and takes the game that brings most with these losses.
 * Cards: it plays the card with the highest worth, which is the points of the trick, times the
 * chance that its own side takes it, less what the card would be worth later. The table `maxims`
 * adds to that what books say about leads and discards.
 *
 * All weights were set by hand, some after duels against stammtisch. It counts the cards that it
 * does not see, but draws no layouts of them, and does not search. */
#include <stdio.h>
#include <stdlib.h>

#include "bots/skat_bot_helpers.h"

enum {
    EVEN = 44,       /* counted losses with which a game is won as often as not */
    ENOUGH = 5,      /* trumps for a suit game */
    TOO_FEW = 15,    /* points that each trump costs that is missing */
    SKAT = 2,        /* cards that a declarer puts aside */
    SMEAR = 5,       /* points that a partner adds to a trick, on average */
    RUFF = 12,       /* points of a trick that a trump of the others takes */
    OTHERS_ADD = 4,  /* points of a card that somebody has yet to play to the trick */
    NEVER = -1000000 /* the worth of what is not to be done */
};

/* What an instance knows of the rules in force. */
struct book {
    skat_bot_cards deck;
    int covered; /* Offiziersskat: tricks of two cards, of which it knows nothing */
    int32_t base[SKAT_BOT_GRAND + 1][SKAT_BOT_WAYS];
};

static void *create(const struct skat_bot_host *host, const struct skat_bot_setting *settings,
                    uint32_t count)
{
    (void)host, (void)settings, (void)count;
    return calloc(1, sizeof(struct book));
}

static void session_begin(void *bot, const struct skat_bot_session *session)
{
    struct book *book = bot;

    book->deck = session->rules->deck;
    book->covered = skat_bot_rule_is(session->rules, "game", "offiziersskat");
    memcpy(book->base, session->rules->base_values, sizeof book->base);
}

/* ---- cards in their order ---- */

/* The card with the most strength, or with `sign` -1 with the least. The set must not be empty. */
static skat_bot_card extreme(skat_bot_cards cards, int game, int sign)
{
    skat_bot_card best = skat_bot_first(cards);

    while (cards) {
        const skat_bot_card card = skat_bot_pop(&cards);
        if (sign * (skat_bot_strength(card, game) - skat_bot_strength(best, game)) > 0)
            best = card;
    }
    return best;
}

static skat_bot_card highest(skat_bot_cards cards, int game) { return extreme(cards, game, 1); }
static skat_bot_card lowest(skat_bot_cards cards, int game) { return extreme(cards, game, -1); }
static void drop(skat_bot_cards *cards, skat_bot_card card) { *cards &= ~SKAT_BOT_CARD_BIT(card); }

/* Lanes: the four plain suits, and the trumps as the last. */
enum { TRUMPS = 4, LANES };

static skat_bot_cards lane(int number, int game)
{
    const skat_bot_cards trumps = skat_bot_trumps(game);

    return number == TRUMPS ? trumps : SKAT_BOT_SUIT_CARDS(number) & ~trumps;
}

/* ---- what a hand is worth ---- */

/* The points that declarer loses in a suit by leading it from the top. Where the others have the
 * highest card, declarer plays its lowest. Both others follow while they have cards, and the one
 * whose partner takes the trick adds points. Trumps that they have left take tricks of other
 * suits. */
static int lost_in_suit(skat_bot_cards mine, skat_bot_cards theirs, int game, int trumps)
{
    int lost = 0;

    while (mine && theirs) {
        const skat_bot_card top = highest(mine, game), rival = highest(theirs, game);
        if (skat_bot_beats(top, rival, game)) {
            drop(&mine, top);
            drop(&theirs, lowest(theirs, game));
        } else {
            const skat_bot_card low = lowest(mine, game);
            lost += skat_bot_points(low) + skat_bot_points(rival) + SMEAR;
            drop(&mine, low);
            drop(&theirs, rival);
        }
        if (theirs)
            drop(&theirs, lowest(theirs, game));
    }
    return lost + (trumps ? RUFF * skat_bot_count(theirs) : 0);
}

/* In null, a suit is safe if its lowest card is the seven and each further card leaves at most one
 * gap. Cards above that count as lost points, so many that EVEN has the same meaning here. */
static int lost_in_null(skat_bot_cards mine)
{
    enum { SAFE = 15, FOR_EACH = 9, SEVEN = 2 /* its strength */ };
    int lost = SAFE;

    for (int suit = 0; suit < TRUMPS; suit++) {
        skat_bot_cards cards = mine & SKAT_BOT_SUIT_CARDS(suit);
        for (int safe = SEVEN; cards; safe += 2) {
            const skat_bot_card low = lowest(cards, SKAT_BOT_NULL);
            const int above = skat_bot_strength(low, SKAT_BOT_NULL) - safe;
            lost += above > 0 ? above * FOR_EACH : 0;
            drop(&cards, low);
        }
    }
    return lost;
}

/* Card points that declarer expects to lose in a game. */
static int lost_points(skat_bot_cards mine, skat_bot_cards theirs, int game)
{
    const int trumps = skat_bot_count(mine & lane(TRUMPS, game));
    int lost = game < SKAT_BOT_GRAND && trumps < ENOUGH ? TOO_FEW * (ENOUGH - trumps) : 0;

    if (skat_bot_is_null(game))
        return lost_in_null(mine);
    for (int i = 0; i < LANES; i++)
        lost += lost_in_suit(mine & lane(i, game), theirs & lane(i, game), game, i == TRUMPS);
    return lost;
}

/* A trump, or the highest card of its suit. */
static int is_winner(skat_bot_card card, skat_bot_cards theirs, int game)
{
    const skat_bot_cards others = theirs & skat_bot_same_suit(card, game);

    return skat_bot_has(skat_bot_trumps(game), card) || !others ||
           skat_bot_beats(card, highest(others, game), game);
}

/* Puts aside the card without which it loses least; of several the one with most points, but no
 * trump, and no card that nobody beats. */
static skat_bot_card put_aside(skat_bot_cards *mine, skat_bot_cards allowed, skat_bot_cards theirs,
                               int game)
{
    skat_bot_card best = SKAT_BOT_NO_CARD;
    int least = 0;

    for (skat_bot_cards rest = allowed & *mine; rest;) {
        const skat_bot_card card = skat_bot_pop(&rest);
        const int lost = 100 * lost_points(*mine & ~SKAT_BOT_CARD_BIT(card), theirs, game) +
                         50 * is_winner(card, theirs, game) - skat_bot_points(card);
        if (best == SKAT_BOT_NO_CARD || lost < least) {
            best = card;
            least = lost;
        }
    }
    if (best != SKAT_BOT_NO_CARD)
        drop(mine, best);
    return best;
}

/* Matadors, with or without: how many trumps from the top are all there, or all missing. */
static int matadors(skat_bot_cards cards, skat_bot_cards deck, int game)
{
    skat_bot_cards trumps = skat_bot_trumps(game) & deck;
    const int with = skat_bot_has(cards, highest(trumps, game));
    int number = 0;

    while (trumps && skat_bot_has(cards, highest(trumps, game)) == with) {
        drop(&trumps, highest(trumps, game));
        number++;
    }
    return number;
}

/* The value of a game that is just won. `cards` has the skat, if it is known. */
static int value_of(const struct book *book, skat_bot_cards cards, struct skat_bot_contract game)
{
    static const int null[] = {23, 35, 46, 59}; /* plain, hand, ouvert, ouvert hand */
    const int hand = (game.with & SKAT_BOT_HAND) != 0;

    if (game.type == SKAT_BOT_NULL)
        return null[2 * ((game.with & SKAT_BOT_OUVERT) != 0) + hand];
    return book->base[game.type][hand ? SKAT_BOT_WAY_HAND : SKAT_BOT_WAY_TAKEN] *
           (matadors(cards, book->deck, game.type) + 1 + hand);
}

/* The Seeger points that a game brings on average, in hundredths, if `lost` points are counted. A
 * game below the bid is lost, so the one with the smallest loss of points is the least bad. */
static int worth_of_game(int value, int bid, int lost)
{
    enum { SLOPE = 2, LEAST = 4, MOST = 96, EXTRA = 50, DEFENDERS = 40 };
    int chance = 50 + SLOPE * (EVEN - lost);

    chance = chance < LEAST ? LEAST : chance > MOST ? MOST : chance;
    if (value < bid)
        return -100 * (2 * bid + EXTRA + DEFENDERS) - lost;
    return chance * (value + EXTRA) - (100 - chance) * (2 * value + EXTRA + DEFENDERS);
}

/* It plays ouvert only null, with safe suits alone, and announces neither schneider nor schwarz. */
static int is_considered(struct skat_bot_contract game, int lost)
{
    const int announced = game.with & ~(SKAT_BOT_HAND | SKAT_BOT_OUVERT);

    if (game.type > SKAT_BOT_NULL || announced)
        return 0;
    return !(game.with & SKAT_BOT_OUVERT) ||
           (game.type == SKAT_BOT_NULL && lost == lost_in_null(0));
}

/* ---- bids and games ---- */

/* What a hand is worth in a game before the skat is known. Picking up lets declarer put its two
 * worst cards aside; a hand game keeps all cards. */
static int worth_before_skat(const struct book *book, const struct skat_bot_view *view,
                             struct skat_bot_contract game, int bid)
{
    const skat_bot_cards theirs = book->deck & ~view->hand;
    skat_bot_cards mine = view->hand;

    for (int i = 0; i < SKAT && !(game.with & SKAT_BOT_HAND); i++)
        put_aside(&mine, mine, theirs, game.type);
    const int lost = lost_points(mine, theirs, game.type);
    return is_considered(game, lost) ? worth_of_game(value_of(book, view->hand, game), bid, lost)
                                     : NEVER;
}

/* How high it bids: the value of the dearest game that brings more than passing. */
static int limit(const struct book *book, const struct skat_bot_view *view)
{
    int most = 0;

    for (int type = 0; type <= SKAT_BOT_NULL; type++) {
        const struct skat_bot_contract game = {.type = (uint8_t)type};
        const int value = value_of(book, view->hand, game);
        if (value > most && worth_before_skat(book, view, game, 0) > 0)
            most = value;
    }
    return most;
}

static void bid(const struct book *book, const struct skat_bot_view *view,
                const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    const int most = limit(book, view);

    out->kind = SKAT_BOT_PASS;
    if (decision->kind == SKAT_BOT_DECIDE_HOLD && view->bid <= most) {
        out->kind = SKAT_BOT_HOLD;
    } else if (decision->bid_count && decision->bids[0] <= most) {
        out->kind = SKAT_BOT_BID;
        out->bid = decision->bids[0];
    }
}

/* Picks up, unless a game by hand is worth more than any game with the skat. */
static void choose_hand_game(const struct book *book, const struct skat_bot_view *view,
                             const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    int most = NEVER; /* what the best game with the skat is worth, then the best by hand */

    out->kind = SKAT_BOT_PICK_UP;
    for (int type = 0; type <= SKAT_BOT_NULL; type++) {
        const struct skat_bot_contract game = {.type = (uint8_t)type};
        const int worth = worth_before_skat(book, view, game, view->bid);
        most = worth > most ? worth : most;
    }
    for (uint32_t i = 0; i < decision->declaration_count; i++) {
        const struct skat_bot_contract game = decision->declarations[i];
        const int worth =
            game.with & SKAT_BOT_HAND ? worth_before_skat(book, view, game, view->bid) : NEVER;
        if (worth > most) {
            most = worth;
            out->kind = SKAT_BOT_DECLARE;
            out->contract = game;
        }
    }
}

/* The game and the discards that bring most. */
static void declare(const struct book *book, const struct skat_bot_view *view,
                    const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    const skat_bot_cards all = view->hand | decision->cards, theirs = book->deck & ~all;
    int most = 2 * NEVER;

    out->kind = SKAT_BOT_DECLARE;
    for (uint32_t i = 0; i < decision->declaration_count; i++) {
        const struct skat_bot_contract game = decision->declarations[i];
        skat_bot_card aside[SKAT_BOT_HAND_MAX];
        skat_bot_cards mine = all;
        int count = 0, worth = NEVER;
        while (count < decision->discard_count)
            aside[count++] = put_aside(&mine, decision->cards, theirs, game.type);
        const int lost = lost_points(mine, theirs, game.type);
        if (is_considered(game, lost))
            worth = worth_of_game(value_of(book, all, game), view->bid, lost);
        if (worth > most) {
            most = worth;
            out->contract = game;
            out->count = (uint8_t)count;
            memcpy(out->cards, aside, (size_t)count);
        }
    }
}

/* ---- a trick ---- */

/* A decision on a card, as its player sees it. */
struct trick_scene {
    const struct skat_bot_view *view;
    int game, me, declarer;
    skat_bot_cards hand, legal;
    skat_bot_cards may[SKAT_BOT_PLAYERS]; /* what each of the others may hold */
    skat_bot_cards theirs;                /* what any of them may hold */
    const skat_bot_card *trick;
    int count, points;  /* cards in the open trick, and what they are worth */
    skat_bot_card best; /* the card that takes it so far */
    int winner;         /* who played it */
};

static void look(const struct book *book, const struct skat_bot_view *view,
                 const struct skat_bot_decision *decision, struct trick_scene *scene)
{
    const skat_bot_cards unknown = skat_bot_unknown(view, book->deck);

    *scene = (struct trick_scene){
        .view = view,
        .game = view->contract.type,
        .me = decision->position,
        .declarer = view->declarer,
        .hand = decision->position == view->position ? view->hand : view->seen[decision->position],
        .legal = decision->cards,
        .winner = SKAT_BOT_NOBODY};
    for (int i = 0; i < SKAT_BOT_PLAYERS; i++) {
        const skat_bot_cards open = i == view->position   ? view->hand
                                    : i == view->declarer ? view->shown | view->seen[i]
                                                          : view->seen[i];
        if (i == scene->me)
            continue;
        scene->may[i] = open ? open : unknown & ~skat_bot_cannot_hold(view, i);
        scene->theirs |= scene->may[i];
    }
    scene->count = skat_bot_open_trick(view, &scene->trick);
    for (int i = 0; i < scene->count; i++)
        scene->points += skat_bot_points(scene->trick[i]);
    if (scene->count) {
        const int number = skat_bot_trick_winner(scene->trick, scene->count, scene->game);
        scene->best = scene->trick[number];
        scene->winner = (view->leader[view->trick_count] + number) % SKAT_BOT_PLAYERS;
    }
}

static int is_trump(const struct trick_scene *scene, skat_bot_card card)
{
    return skat_bot_has(skat_bot_trumps(scene->game), card);
}

static skat_bot_cards suit_of(const struct trick_scene *scene, skat_bot_card card)
{
    return skat_bot_same_suit(card, scene->game);
}

/* With declarer on one side, the other two are partners. In ramsch everybody is alone. */
static int is_partner(const struct trick_scene *scene, int player)
{
    return scene->declarer != SKAT_BOT_NOBODY && player != scene->me &&
           (player == scene->declarer) == (scene->me == scene->declarer);
}

/* The chance, in percent, that a hidden hand has none of these cards, each of which lies there or
 * elsewhere with the same chance. */
static int has_none(skat_bot_cards cards)
{
    const int count = skat_bot_count(cards);

    return count < 7 ? 100 >> count : 0;
}

/* The chance that a player beats the best card of a trick: by a higher card of the suit that was
 * led, or by a trump without one. */
static int chance_to_beat(const struct trick_scene *scene, int player, skat_bot_card led,
                          skat_bot_card best)
{
    const skat_bot_cards may = scene->may[player], suit = may & suit_of(scene, led);
    const skat_bot_cards over = skat_bot_beating(suit, best, scene->game);
    const skat_bot_cards ruffs =
        skat_bot_beating(may & skat_bot_trumps(scene->game) & ~suit, best, scene->game);

    return 100 - has_none(over) + has_none(suit) * (100 - has_none(ruffs)) / 100;
}

/* The chance that the trick goes to the own side if this card is played. */
static int chance_to_take(const struct trick_scene *scene, skat_bot_card card)
{
    const int takes = !scene->count || skat_bot_beats(card, scene->best, scene->game);
    const skat_bot_card best = takes ? card : scene->best;
    const skat_bot_card led = scene->count ? scene->trick[0] : card;
    int chance = takes || is_partner(scene, scene->winner) ? 100 : 0;

    for (int i = 1; scene->count + i < SKAT_BOT_PLAYERS; i++) {
        const int player = (scene->me + i) % SKAT_BOT_PLAYERS;
        const int beats = chance_to_beat(scene, player, led, best);
        chance += is_partner(scene, player) ? (100 - chance) * beats / 100 : -chance * beats / 100;
    }
    return chance;
}

/* What a card is worth later: the highest of its suit takes a trick, and so does a trump. */
static int worth_to_keep(const struct trick_scene *scene, skat_bot_card card)
{
    enum { HIGHEST = 600, TRUMP = 800, STEP = 60 };
    const int is_highest =
        !skat_bot_beating(scene->theirs & suit_of(scene, card), card, scene->game);

    return HIGHEST * is_highest + TRUMP * is_trump(scene, card) +
           STEP * skat_bot_strength(card, scene->game);
}

/* ---- maxims ---- */

/* How much a maxim has to say about a card; 0: nothing. */
typedef int says(const struct trick_scene *scene, skat_bot_card card);

/* Declarer leads its highest trump as long as nobody has a higher one, otherwise its lowest. It
 * stops when the only trump left is one that it cannot beat. */
static int draws_trumps(const struct trick_scene *scene, skat_bot_card card)
{
    const skat_bot_cards mine = scene->hand & skat_bot_trumps(scene->game);
    const skat_bot_cards theirs = scene->theirs & skat_bot_trumps(scene->game);

    if (!is_trump(scene, card) || !theirs)
        return 0;
    if (!skat_bot_beating(theirs, highest(mine, scene->game), scene->game))
        return card == highest(mine, scene->game);
    return skat_bot_count(theirs) > 1 && card == lowest(mine, scene->game);
}

static int in_suit(const struct trick_scene *scene, skat_bot_card card)
{
    return skat_bot_count(scene->hand & suit_of(scene, card));
}

/* "Long to the enemy": a long suit if declarer plays second, and the partner after it. */
static int long_to_declarer(const struct trick_scene *scene, skat_bot_card card)
{
    const int second = (scene->me + 1) % SKAT_BOT_PLAYERS;

    return second == scene->declarer && !is_trump(scene, card) ? in_suit(scene, card) : 0;
}

/* "Short to the friend": a short suit if the partner plays second, and declarer last. */
static int short_to_partner(const struct trick_scene *scene, skat_bot_card card)
{
    const int second = (scene->me + 1) % SKAT_BOT_PLAYERS;

    return second != scene->declarer && !is_trump(scene, card) ? -in_suit(scene, card) : 0;
}

/* The partner has led this suit. */
static int returns_suit(const struct trick_scene *scene, skat_bot_card card)
{
    for (int i = 0; i < scene->view->trick_count; i++)
        if (is_partner(scene, scene->view->leader[i]) &&
            skat_bot_has(suit_of(scene, card), scene->view->played[SKAT_BOT_PLAYERS * i]))
            return 1;
    return 0;
}

/* Its ten of this suit could still be beaten by the ace. */
static int has_waiting_ten(const struct trick_scene *scene, skat_bot_card card)
{
    const skat_bot_cards suit = suit_of(scene, card);

    return !is_trump(scene, card) && (scene->hand & suit & SKAT_BOT_TENS) &&
           (scene->theirs & suit & SKAT_BOT_ACES);
}

/* Points for a trick that the partner has, and keeps more likely than not. */
static int smears(const struct trick_scene *scene, skat_bot_card card)
{
    return is_partner(scene, scene->winner) && chance_to_take(scene, card) > 50
               ? skat_bot_points(card)
               : 0;
}

/* The last card of a plain suit: declarer's next lead of it can be trumped, or smeared on. */
static int makes_void(const struct trick_scene *scene, skat_bot_card card)
{
    return !is_trump(scene, card) && in_suit(scene, card) == 1;
}

/* Takes the last card from a ten that the ace could beat. */
static int bares_ten(const struct trick_scene *scene, skat_bot_card card)
{
    return in_suit(scene, card) == 2 && skat_bot_rank(card) != SKAT_BOT_TEN &&
           has_waiting_ten(scene, card);
}

enum { DECLARER = 1, DEFENDER = 2, LEAD = 4, FOLLOW = 8 };
struct maxim {
    const char *text;
    int when;   /* who, and in which place of the trick */
    int weight; /* hundredths of a card point */
    says *says;
};

static const struct maxim maxims[] = {
    {"draws trumps first", DECLARER | LEAD, 4000, draws_trumps},
    {"leads a long suit", DECLARER | LEAD, 200, in_suit},
    {"long to the enemy", DEFENDER | LEAD, 200, long_to_declarer},
    {"short to the friend", DEFENDER | LEAD, 200, short_to_partner},
    {"returns the partner's suit", DEFENDER | LEAD, 300, returns_suit},
    {"leads no trumps for declarer", DEFENDER | LEAD, -1000, is_trump},
    {"leads no suit with a waiting ten", DEFENDER | LEAD, -600, has_waiting_ten},
    {"smears", DEFENDER | FOLLOW, 60, smears},
    {"throws the last card of a suit", DECLARER | DEFENDER | FOLLOW, 200, makes_void},
    {"guards its tens", DECLARER | DEFENDER | FOLLOW, -300, bares_ten},
};
enum { MAXIMS = sizeof maxims / sizeof *maxims };

static int applies(const struct trick_scene *scene, const struct maxim *maxim)
{
    return maxim->when & (scene->me == scene->declarer ? DECLARER : DEFENDER) &&
           maxim->when & (scene->count ? FOLLOW : LEAD);
}

/* ---- cards ---- */

/* The points of the trick, times the chance to take it rather than lose it, less what the card is
 * worth later, and what the maxims add. */
static int worth_of_card(const struct trick_scene *scene, skat_bot_card card)
{
    const int later = SKAT_BOT_PLAYERS - 1 - scene->count;
    const int points = scene->points + skat_bot_points(card) + OTHERS_ADD * later;
    int worth = (2 * chance_to_take(scene, card) - 100) * points - worth_to_keep(scene, card);

    for (int i = 0; i < MAXIMS; i++)
        if (applies(scene, &maxims[i]))
            worth += maxims[i].weight * maxims[i].says(scene, card);
    return worth;
}

/* Declarer in null, and everybody in ramsch, avoids tricks: it plays the highest card that does not
 * take this one, so that it keeps its low cards, and leads the card that most others can beat. */
static int worth_to_avoid(const struct trick_scene *scene, skat_bot_card card)
{
    enum { TAKES = 1000, STEP = 10 };
    const int strength = skat_bot_strength(card, scene->game);
    const int partner_has_it = scene->count && is_partner(scene, scene->winner);
    const skat_bot_cards suit = suit_of(scene, card);

    if (!scene->count)
        return STEP * skat_bot_count(skat_bot_beating(scene->theirs & suit, card, scene->game)) -
               strength;
    if (skat_bot_beats(card, scene->best, scene->game) && !partner_has_it)
        return -TAKES - STEP * strength;
    return STEP * strength;
}

/* Defenders in null play low while declarer has yet to play or holds the trick, and throw high
 * cards otherwise. They lead low cards of short suits, but no suit that declarer cannot have. */
static int worth_against_null(const struct trick_scene *scene, skat_bot_card card)
{
    enum { SUIT = 20, GONE = 500, STEP = 10 };
    const int strength = skat_bot_strength(card, scene->game);
    const int declarer_played =
        (scene->declarer + SKAT_BOT_PLAYERS - scene->me) % SKAT_BOT_PLAYERS + scene->count >=
        SKAT_BOT_PLAYERS;
    const skat_bot_cards theirs = scene->may[scene->declarer] & suit_of(scene, card);

    if (!scene->count)
        return -STEP * strength - SUIT * in_suit(scene, card) - (theirs ? 0 : GONE);
    if (!skat_bot_has(suit_of(scene, scene->trick[0]), card))
        return STEP * strength - SUIT * in_suit(scene, card);
    if (!declarer_played)
        return -STEP * strength;
    return scene->winner == scene->declarer && skat_bot_beats(card, scene->best, scene->game)
               ? -STEP * strength - GONE
               : STEP * strength;
}

static int card_worth(const struct trick_scene *scene, skat_bot_card card)
{
    const int null = skat_bot_is_null(scene->game);

    if (null && scene->me != scene->declarer && scene->declarer != SKAT_BOT_NOBODY)
        return worth_against_null(scene, card);
    return null || scene->game == SKAT_BOT_RAMSCH ? worth_to_avoid(scene, card)
                                                  : worth_of_card(scene, card);
}

static skat_bot_card choose_card(const struct trick_scene *scene)
{
    skat_bot_cards rest = scene->legal;
    skat_bot_card best = skat_bot_pop(&rest);

    while (rest) {
        const skat_bot_card card = skat_bot_pop(&rest);
        if (card_worth(scene, card) > card_worth(scene, best))
            best = card;
    }
    return best;
}

/* ---- the module ---- */

static void act(void *bot, const struct skat_bot_view *view,
                const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    const struct book *book = bot;
    struct trick_scene scene;

    switch (decision->kind) {
    case SKAT_BOT_DECIDE_BID:
    case SKAT_BOT_DECIDE_HOLD:
        bid(book, view, decision, out);
        break;
    case SKAT_BOT_DECIDE_GAME:
        choose_hand_game(book, view, decision, out);
        break;
    case SKAT_BOT_DECIDE_DECLARE:
        declare(book, view, decision, out);
        break;
    case SKAT_BOT_DECIDE_CARD:
        if (!book->covered)
            look(book, view, decision, &scene);
        skat_bot_play(out, book->covered ? skat_bot_first(decision->cards) : choose_card(&scene));
        break;
    }
}

/* The card, how likely it takes the trick, and the maxims that speak for it. */
static void explain(void *bot, const struct skat_bot_view *view,
                    const struct skat_bot_decision *decision, const struct skat_bot_action *answer,
                    char *text, uint32_t room)
{
    const struct book *book = bot;
    const skat_bot_card card = answer->cards[0];
    struct trick_scene scene;
    size_t used = 0;

    *text = '\0';
    if (decision->kind != SKAT_BOT_DECIDE_CARD || view->contract.type > SKAT_BOT_GRAND ||
        book->covered)
        return;
    look(book, view, decision, &scene);
    used = (size_t)snprintf(text, room, "%c%c takes the trick in %d of 100",
                            "DHSC"[skat_bot_suit(card)], "6789QKTAJ"[skat_bot_rank(card)],
                            chance_to_take(&scene, card));
    for (int i = 0; i < MAXIMS; i++)
        if (used < room && applies(&scene, &maxims[i]) &&
            maxims[i].weight * maxims[i].says(&scene, card) > 0)
            used += (size_t)snprintf(text + used, room - used, "; %s", maxims[i].text);
}

static const void *extension(void *bot, const char *id)
{
    static const struct skat_bot_explain explains = {.size = sizeof explains, .write = explain};

    (void)bot;
    return strcmp(id, "skat.explain/1") == 0 ? &explains : NULL;
}

SKAT_BOT_EXPORT const struct skat_bot_module skat_bot = {
    SKAT_BOT_SIZES,
    .id = "book",
    .version = "1.0",
    .author = "Skat Arena",
    .description = "plays by the rules of thumb of books: counts losers, draws trumps, smears",
    .flags = SKAT_BOT_DETERMINISTIC,
    .decisions = SKAT_BOT_DECIDES_BIDDING | SKAT_BOT_DECIDES_PLAY,
    .create = create,
    .destroy = free,
    .act = act,
    .session_begin = session_begin,
    .extension = extension,
};
