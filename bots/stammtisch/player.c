// SPDX-License-Identifier: MIT
#include "bots/stammtisch/player.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "bots/stammtisch/kontra.h"
#include "bots/stammtisch/play.h"
#include "bots/stammtisch/ramsch.h"
#include "bots/stammtisch/variants.h"

void player_init(struct club_player *player, const struct bidding_style *style)
{
    *player =
        (struct club_player){.style = *style, .caution = style->caution, .rules = rules_official()};
    model_discards(&player->discards);
}

void player_session_begin(struct club_player *player, const struct skat_bot_session *session)
{
    rules_take_over(&player->rules, session->rules);
    if (player->style.habit)
        rules_by_habit(&player->rules);
    if (player->style.tournament)
        player->rules.seeger = 1;
    if (player->rules.duties)
        duties_usual(player);
    player->style.caution = player->caution - player->rules.relief;
}

void player_deal_begin(struct club_player *player, const struct skat_bot_view *view)
{
    player->limit = -1;
    player->rules.bock = player->style.habit ? 1 : view->bock;
    for (int i = 0; i < 3; i++)
        player->rules.totals[i] = view->totals[(view->position + i) % 3];
    player->rules.games = ALL_GAMES;
    player->memory = (struct memory){0};
    if (player->rules.pile)
        player->memory.pile = (uint8_t)(1 << view->dummy);
}

/* The cost of passing now: of the ramsch that may follow, weighted by the chance that the others
 * pass too; 0 if none can. */
static int player_cost_of_passing(const struct club_player *player,
                                  const struct skat_bot_view *view)
{
    enum { ALL_PASS_ONE_IN = 6 };

    if (!player->rules.passed_in)
        return 0;
    int cost = schieben_cost(view->hand);
    return count(view->passed) == 2 ? cost : cost / ALL_PASS_ONE_IN;
}

static int limit_of(const struct club_player *player, const struct skat_bot_view *view)
{
    if (player->rules.turns)
        return turne_limit(player, view, player_cost_of_passing(player, view));
    return bidding_limit(player, view->hand, view->position == 0,
                         player_cost_of_passing(player, view));
}

/* The same in the auction by suits, as a rank. */
static int called_limit(const struct club_player *player, const struct skat_bot_view *view)
{
    return calls_limit(player, view->hand, view->position == 0,
                       player_cost_of_passing(player, view));
}

int player_limit(struct club_player *player, const struct skat_bot_view *view)
{
    if (player->limit < 0 || (player->rules.passed_in && count(view->passed) == 2))
        player->limit = limit_of(player, view);
    return player->limit;
}

void player_bid(const struct skat_bot_view *view, const struct skat_bot_decision *decision,
                int limit, struct skat_bot_action *out)
{
    out->kind = SKAT_BOT_PASS;
    if (decision->kind == SKAT_BOT_DECIDE_HOLD && view->bid <= limit) {
        out->kind = SKAT_BOT_HOLD;
    } else if (decision->bid_count && decision->bids[0] <= limit) {
        out->kind = SKAT_BOT_BID;
        out->bid = decision->bids[0];
    }
}

/* Variant games do not have all games: takes those on offer from `declarations`. */
static void note_games(struct club_player *player, const struct skat_bot_decision *decision)
{
    unsigned games = 0, all = (1u << (GRAND + 1)) - 1;

    for (uint32_t i = 0; i < decision->declaration_count; i++)
        games |= 1u << decision->declarations[i].type;
    player->rules.games = (games & all) == all ? ALL_GAMES : games;
}

static void choose_game(struct club_player *player, const struct skat_bot_view *view,
                        const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    if (player->rules.turns) {
        turne_choose(player, view, decision, out);
        return;
    }
    out->kind = SKAT_BOT_PICK_UP;
    if (!decision->declaration_count)
        return; /* rum was said */
    note_games(player, decision);
    if (player->style.schwarz && player->style.hand_games &&
        schwarz_game(&player->rules, view, decision, &out->contract)) {
        out->kind = SKAT_BOT_DECLARE;
    } else if (view->called_rank ? calls_hand_game(player, view, decision, &out->contract)
                                 : bidding_hand_game(player, view, &out->contract)) {
        out->kind = SKAT_BOT_DECLARE;
        bidding_add_spitzen(decision, view->hand, view->hand, &out->contract);
        bidding_add_schneider(player, view, decision, &out->contract);
    } else if (decision->may_rum && bidding_rum(player, view)) {
        out->kind = SKAT_BOT_RUM;
    }
}

static void put(cards set, struct skat_bot_action *out)
{
    while (set)
        out->cards[out->count++] = take(&set);
}

static void declare(struct club_player *player, const struct skat_bot_view *view,
                    const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    cards aside = 0;

    out->kind = SKAT_BOT_DECLARE;
    if (!player->rules.turns)
        note_games(player, decision);
    if (!view->picked_up) { /* in Idiotenskat the hand is unknown */
        out->contract = view->hand && view->called_rank ? calls_by_hand(player, view, decision)
                                                        : decision->declarations[0];
        bidding_add_spitzen(decision, view->hand, view->hand, &out->contract);
        return;
    }
    if (player->rules.turns)
        turne_declare(player, view, decision, &out->contract, &aside);
    else
        bidding_declare(player, view, &out->contract, &aside);
    bidding_add_spitzen(decision, view->hand & ~aside, view->hand, &out->contract);
    put(aside, out);
}

static int defenders_tricks(const struct skat_bot_view *view)
{
    return view->trick_count - view->tricks[view->declarer];
}

/* How careless a player is, in tenths of `careless`. Leads of declarer in suit games are hard,
 * since they take planning, and so is the defence of a grand, in which one wrong card kept costs a
 * suit; its declarer sees most cards that matter. Once the game is won, and schwarz is out of
 * reach, declarer hardly looks any more, while defenders take care to get out of schneider. */
static int carelessness(const struct skat_bot_view *view)
{
    enum { WON_ALREADY = 60, LEAD = 20, USUAL = 10, DEFENDS_GRAND = 12, PLAYS_GRAND = 1, CARE = 0 };
    enum { WON = 61, OUT_OF_SCHNEIDER = 31 };
    const int declares = view->position == view->declarer, leads = view->played_count % 3 == 0;
    const int won = declarers_points(view) >= WON;

    if (won && declares && defenders_tricks(view))
        return WON_ALREADY;
    if (won && !declares && defenders_points(view) < OUT_OF_SCHNEIDER)
        return CARE;
    if (view->contract.type == GRAND)
        return declares ? PLAYS_GRAND : DEFENDS_GRAND;
    return declares && leads ? LEAD : USUAL;
}

/* In null cards have no points to be weighed; a defender who is off by two plays its lowest.
 * With declarer's cards on the table nobody is so careless. */
static card null_card(const struct club_player *player, const struct skat_bot_view *view,
                      cards legal)
{
    enum { FAR_OFF = 2 * 256 };
    const struct bidding_style *style = &player->style;
    const unsigned number = (unsigned)view->played_count * CARD_CODES;

    if (style->careless && view->position != view->declarer && !view->shown &&
        error_of(style->deal, JUDGED_CARD, number, style->careless) > FAR_OFF)
        return first(legal);
    return play_null(view, legal, &player->memory);
}

/* Has this player given up, so that it gives the others what is left? A declarer who announced the
 * wrong game has; and, in some deals, a defender, where declarer is out of schneider and has all
 * tricks so far. */
static int has_given_up(const struct club_player *player, const struct skat_bot_view *view)
{
    enum { OUT_OF_SCHNEIDER = 31, DEALS = 100 };

    if (view->position == view->declarer)
        return view->picked_up && bidding_slips(player);
    return player->style.deal % DEALS < (uint64_t)player->style.gives_rest &&
           !defenders_tricks(view) && declarers_points(view) >= OUT_OF_SCHNEIDER;
}

static card choose_card(struct club_player *player, const struct skat_bot_view *view, cards legal)
{
    enum { TENTHS = 10 };
    struct memory *memory = &player->memory;

    if (!several(legal))
        return first(legal);
    memory_update(memory, view);
    switch (view->contract.type) {
    case REVOLUTION:
        if (!view->played_count && view->position == view->declarer &&
            revolution_lead(view->hand) != SKAT_BOT_NO_CARD)
            return revolution_lead(view->hand);
        return play_null(view, legal, memory);
    case NULL_GAME:
        return null_card(player, view, legal);
    case RAMSCH:
        return ramsch_play(view, legal, memory, &player->rules);
    case SACHSENSPITZE:
        return play_turned(view, legal, memory);
    }
    legal = play_as_announced(view, legal);
    if (has_given_up(player, view))
        return play_to_lose(view, legal, memory);
    if (player->style.careless)
        return play_card_carelessly(view, legal, memory, player->style.deal,
                                    player->style.careless * carelessness(view) / TENTHS);
    return play_card(view, legal, memory);
}

/* Tables of two: as if a defender who also knows the partner's cards played the dummy's. */
static void sit_down(struct skat_bot_view *seen, unsigned position)
{
    if (seen->position == seen->declarer)
        return;
    seen->partner = dummy_cards(seen);
    if (position == seen->position)
        return;
    seen->partner = seen->hand;
    seen->hand = dummy_cards(seen);
    seen->position = seen->dummy;
}

static void answer_card(struct club_player *player, const struct skat_bot_view *view,
                        const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    struct skat_bot_view seen;

    if (player->rules.two_hands) {
        skat_bot_play(out, two_hands_play(view, decision->cards));
        return;
    }
    if (dummy_cards(view)) {
        seen = *view;
        sit_down(&seen, decision->position);
        view = &seen;
    }
    if (decision->may_give_up && player->style.gifts && gift_proposed(view))
        out->kind = SKAT_BOT_GIVE_UP;
    else if (decision->may_claim && player->style.claims && giving_up_claims(&player->rules, view))
        out->kind = SKAT_BOT_CLAIM;
    else if (decision->may_resign && player->style.claims && giving_up_lost(&player->rules, view))
        out->kind = SKAT_BOT_CONCEDE;
    else if (decision->may_concede && !has_given_up(player, view) &&
             giving_up_concedes(player, view))
        out->kind = SKAT_BOT_CONCEDE;
    else if (player->rules.turns && decision->may_concede && view->trick_count == 0 &&
             turne_given_up(&player->rules, view))
        out->kind = SKAT_BOT_CONCEDE;
    else
        skat_bot_play(out, choose_card(player, view, decision->cards));
}

/* Decisions that only variants have. */
static void answer_variant(struct club_player *player, const struct skat_bot_view *view,
                           const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    int kind = SKAT_BOT_PLAY_ON;

    switch (decision->kind) {
    case SKAT_BOT_DECIDE_KONTRA:
        if (player->rules.two_hands ? two_hands_doubles(view) : kontra_says(player, view))
            kind = SKAT_BOT_KONTRA;
        break;
    case SKAT_BOT_DECIDE_AGREE:
        kind = player->style.gifts && gift_agreed(view) ? SKAT_BOT_HOLD : SKAT_BOT_REFUSE;
        break;
    case SKAT_BOT_DECIDE_GIFT:
        kind = gift_accepted(&player->rules, view) ? SKAT_BOT_HOLD : SKAT_BOT_REFUSE;
        break;
    case SKAT_BOT_DECIDE_CONSENT:
        kind =
            player->style.claims && (decision->may_claim ? giving_up_yields(&player->rules, view)
                                                         : giving_up_agreed(&player->rules, view))
                ? SKAT_BOT_HOLD
                : SKAT_BOT_REFUSE;
        break;
    case SKAT_BOT_DECIDE_GRAND_HAND:
        if (bidding_grand_hand(player, view, schieben_cost(view->hand)))
            kind = SKAT_BOT_DECLARE;
        out->contract = decision->declarations[0];
        break;
    case SKAT_BOT_DECIDE_SCHIEBEN:
        kind = schieben_takes(view) ? SKAT_BOT_PICK_UP : SKAT_BOT_PASS_ON;
        break;
    case SKAT_BOT_DECIDE_PASS_ON:
        kind = SKAT_BOT_PASS_ON;
        put(schieben_passed_on(view, decision->cards, decision->discard_count), out);
        break;
    case SKAT_BOT_DECIDE_KNOCK:
        kind = schieben_knocks(view->hand) ? SKAT_BOT_KNOCK : SKAT_BOT_PLAY_ON;
        break;
    case SKAT_BOT_DECIDE_NAME:
        kind = SKAT_BOT_DECLARE;
        out->contract.type = (uint8_t)two_hands_name(view->hand);
        break;
    case SKAT_BOT_DECIDE_EXCHANGE:
        kind = SKAT_BOT_EXCHANGE;
        put(revolution_exchange(view, decision->cards), out);
        break;
    case SKAT_BOT_DECIDE_TURN:
        choose_game(player, view, decision, out);
        return;
    case SKAT_BOT_DECIDE_OFFER:
        kind =
            bidding_hearts(player, view->hand, view->position == 0) ? SKAT_BOT_HOLD : SKAT_BOT_PASS;
        break;
    case SKAT_BOT_DECIDE_CHOOSE:
        kind = SKAT_BOT_CHOOSE;
        out->number = (uint8_t)duties_choice(player, view->hand, decision->duties);
        break;
    case SKAT_BOT_DECIDE_BLIND:
        kind = SKAT_BOT_PLACE;
        out->number = (uint8_t)__builtin_ctz(decision->places);
        break;
    }
    out->kind = (uint8_t)kind;
}

void player_act(struct club_player *player, const struct skat_bot_view *view,
                const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    switch (decision->kind) {
    case SKAT_BOT_DECIDE_BID:
    case SKAT_BOT_DECIDE_HOLD:
        player_bid(view, decision, view->hand ? player_limit(player, view) : 0, out);
        break;
    case SKAT_BOT_DECIDE_CALL:
    case SKAT_BOT_DECIDE_HOLD_CALL:
        calls_bid(view, decision, view->hand ? called_limit(player, view) : 0, out);
        break;
    case SKAT_BOT_DECIDE_GAME:
        choose_game(player, view, decision, out);
        break;
    case SKAT_BOT_DECIDE_DECLARE:
        declare(player, view, decision, out);
        break;
    case SKAT_BOT_DECIDE_CARD:
        answer_card(player, view, decision, out);
        break;
    default:
        answer_variant(player, view, decision, out);
    }
}

/* ---- what it thought ---- */

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

static int chance_of(const struct club_player *player, const struct skat_bot_view *view, int game,
                     cards hand, enum stage stage, int aside, int ouvert)
{
    const int forehand = view->position == 0;

    return game == NULL_GAME ? bidding_null_chance(player, hand, stage, forehand, ouvert)
                             : bidding_chance(player, game, hand, stage, forehand, aside);
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
        chances[game] = chance_of(player, view, game, view->hand, BEFORE_SKAT, 0, 0);
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
    const int chance = chance_of(player, view, answer->contract.type, view->hand & ~aside,
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

    legal = play_as_announced(view, legal);
    if (!several(legal))
        return;
    const int number = play_weigh_all(view, legal, &player->memory, weighed);
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
