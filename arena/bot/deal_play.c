// SPDX-License-Identifier: MIT
#include "arena/bot/deal_play.h"

#include <math.h>
#include <string.h>
#include <time.h>

#include "arena/bot/bot_process.h"
#include "arena/base/machine.h"
#include "arena/base/text.h"
#include "engine/game/auction.h"
#include "engine/game/card_play.h"
#include "engine/game/record.h"
#include "engine/variant.h"

/* The steps of a deal are functions for those that advance by single decisions. They are inlined
 * into the loop for all others: calling them cost a random game a seventh of its instructions
 * (callgrind). */
#define INLINE __attribute__((always_inline)) static inline

INLINE void clear_action(union player_action *action)
{
    memset(action, 0, sizeof *action);
    action->engine.size = sizeof action->engine;
}

static void answer_by_default(const struct skat_game *game, const struct skat_decision *decision,
                              struct skat_action *action)
{
    action->kind = skat_decision_rows[decision->kind].fallback;
    if (action->kind == SKAT_ACTION_DECLARE)
        action->contract = decision->declarations[0];
    if (action->kind == SKAT_ACTION_EXCHANGE)
        for (skat_cards rest = game->hands[decision->position]; rest;)
            action->cards[action->count++] = skat_cards_pop(&rest);
    if (action->kind == SKAT_ACTION_CHOOSE)
        action->number = (uint8_t)__builtin_ctz(decision->duties);
    else if (action->kind == SKAT_ACTION_PLACE)
        action->number = (uint8_t)__builtin_ctz(decision->places);
}

/* Records the latency of a decision. What the bot itself used of it beyond the limit is deducted
 * from the time bank of the deal. */
static void note_time(struct player *player, uint64_t nanoseconds, uint64_t own)
{
    enum { MILLION = 1000000 };
    const struct skat_bot_host *api = &player->host->api;

    latency_add(player->times, nanoseconds, call_sampling_note(&player->sampling, nanoseconds));
    uint64_t over = own / MILLION, limit = api->limits.time_ms;
    if (over > limit) {
        over -= limit;
        player->host->bank_ms -=
            over < player->host->bank_ms ? (uint32_t)over : player->host->bank_ms;
    }
}

/* Opens the other hands to a player who sees all. */
static void show_hands(const struct player *player, const struct skat_game *game, unsigned position,
                       union player_view *view)
{
    for (unsigned other = 0; other < SKAT_PLAYERS && player->sees_all; other++)
        if (other != position)
            view->engine.seen[other] = game->hands[other];
}

/* What the player at a position sees. */
static void view_of(const struct player *player, const struct skat_game *game, unsigned position,
                    union player_view *view)
{
    skat_game_view(game, position, &view->engine);
    show_hands(player, game, position, view);
}

/* ---- how likely its answers are ---- */

/* Makes the probabilities add up to 1. NULL, or why they are none. */
static const char *scale(struct policy *policy)
{
    const double TOLERANCE = 0.001;
    double sum = 0;

    if (policy->count < 1 || policy->count > POLICY_MOST)
        return "its policy has no answer, or more than there is room for";
    for (uint32_t i = 0; i < policy->count; i++) {
        const double probability = policy->options[i].probability;
        if (!(probability > 0 && probability <= 1 + TOLERANCE))
            return "a probability of its policy is not between 0 and 1";
        sum += probability;
    }
    if (fabs(sum - 1) > TOLERANCE)
        return "the probabilities of its policy do not add up to 1";
    for (uint32_t i = 0; i < policy->count; i++)
        policy->options[i].probability /= sum;
    return NULL;
}

/* The policy of a bot that has none: this answer is certain. */
static void be_certain(struct policy *policy, const struct skat_bot_action *action)
{
    policy->count = 1;
    policy->options[0] = (struct skat_bot_likely){*action, 1};
}

/* Asks a bot that has a policy. NULL, or why its probabilities are none. */
static const char *ask_policy(struct policy *policy, const struct skat_bot_policy *of, void *bot,
                              const struct skat_bot_view *view,
                              const struct skat_bot_decision *decision)
{
    memset(policy, 0, sizeof *policy);
    for (int i = 0; i < POLICY_MOST; i++)
        policy->options[i].action.size = sizeof policy->options[i].action;
    policy->count = of->options(bot, view, decision, policy->options, POLICY_MOST);
    return scale(policy);
}

/* The answer that 64 random bits draw. */
static const struct skat_bot_action *draw(const struct policy *policy, uint64_t bits)
{
    double left = ldexp((double)(bits >> 11), -53); /* in [0, 1) */
    uint32_t i = 0;

    while (i + 1 < policy->count && left >= policy->options[i].probability)
        left -= policy->options[i++].probability;
    return &policy->options[i].action;
}

/* Draws an answer from the bot's policy, with the random numbers of deal and seat: one draw for
 * each decision, so runs repeat and two such bots in the same seat draw alike. */
static void draw_answer(const struct player *player, enum player_part part,
                        const struct skat_bot_view *view, const struct skat_bot_decision *decision,
                        struct skat_bot_action *action)
{
    const struct skat_bot_host *api = &player->host->api;
    struct policy said;

    const char *wrong =
        ask_policy(&said, player->policy[part], player->instances[part], view, decision);
    if (player->host->failed != GAME_OK)
        return; /* it has said why */
    if (wrong)
        api->fail(api->context, SKAT_BOT_FAIL_CRASH, wrong);
    else
        *action = *draw(&said, api->random(api->context));
}

/* ---- one decision ---- */

/* Asks a bot and times it. Out of line: few decisions of a fast bot are timed. */
__attribute__((noinline)) static void ask_timed(struct player *player, enum player_part part,
                                                const union player_view *view,
                                                const union player_decision *decision,
                                                union player_action *action, struct call_mark *mark)
{
    const struct bot_process *process = player->processes[part];
    bool banked = player->host->api.limits.bank_ms && !process;
    const struct own_moment began = banked ? own_clock_now() : (struct own_moment){0};
    uint64_t before = clock_ns(CLOCK_MONOTONIC);

    player_host_enter(player->host, mark, CALL_act);
    if (player->samples[part])
        draw_answer(player, part, &view->bot, &decision->bot, &action->bot);
    else
        player->modules[part]->act(player->instances[part], &view->bot, &decision->bot,
                                   &action->bot);
    call_mark_leave(mark);
    uint64_t taken = clock_ns(CLOCK_MONOTONIC) - before;
    if (banked) {
        const struct own_moment ended = own_clock_now();
        note_time(player, taken, own_clock_between(&began, &ended));
    } else {
        note_time(player, taken, process ? process->timer.counted_ns : taken);
    }
}

INLINE void call_act(struct player *player, enum player_part part, const union player_view *view,
                     const union player_decision *decision, union player_action *action,
                     struct call_mark *mark)
{
    player->host->part = (uint8_t)part;
    if (call_sampling_next(&player->sampling)) {
        ask_timed(player, part, view, decision, action, mark);
        return;
    }
    player_host_enter(player->host, mark, CALL_act);
    player->modules[part]->act(player->instances[part], &view->bot, &decision->bot, &action->bot);
    call_mark_leave(mark);
}

/* ---- answers of other games of the deal: kept_answers.h ---- */

static enum player_part part_of(const struct skat_decision *decision)
{
    return skat_decision_rows[decision->kind].bidding ? PLAYER_PART_BID : PLAYER_PART_PLAY;
}

/* Nothing is kept of composed players: one module has both parts. */
static void act_once(struct player *player, const struct skat_view *view,
                     const struct skat_decision *decision, union player_action *action,
                     struct call_mark *mark)
{
    const enum player_part part = part_of(decision);

    clear_action(action);
    player->host->part = (uint8_t)part;
    player_host_enter(player->host, mark, CALL_act);
    player->modules[part]->act(player->instances[part], (const struct skat_bot_view *)view,
                               (const struct skat_bot_decision *)decision, &action->bot);
    call_mark_leave(mark);
}

/* The cards of an action in a fixed order: which of two is put aside first means nothing. */
static struct skat_action in_order(struct skat_action action)
{
    for (int i = 1; i < action.count && i < SKAT_HAND_MAX; i++)
        for (int j = i; j > 0 && action.cards[j - 1] > action.cards[j]; j--) {
            skat_card card = action.cards[j];
            action.cards[j] = action.cards[j - 1];
            action.cards[j - 1] = card;
        }
    return action;
}

/* Do two answers mean the same? They are compared as records write them, since one comes from a
 * record, which leaves out what an announcement implies. */
static bool same_answer(const struct skat_rules *rules, const struct skat_action *one,
                        const struct skat_action *other)
{
    enum { ANYBODY = 0 };
    const struct skat_action actions[] = {in_order(*one), in_order(*other)};
    char texts[2][SKAT_TOKEN_SIZE];

    for (int i = 0; i < 2; i++)
        skat_record_action(rules, ANYBODY, &actions[i], texts[i]);
    return strcmp(texts[0], texts[1]) == 0;
}

static void check_answer(struct player *player, const struct skat_rules *rules,
                         const struct skat_action *kept, const struct skat_action *answer)
{
    if (!same_answer(rules, kept, answer))
        player->host->api.fail(player->host, SKAT_BOT_FAIL_CRASH,
                               "says that it is deterministic, but answered the same decision "
                               "differently");
}

/* Brings a bot to where it would be had it been asked everything in this game. */
static void ask_again(struct player *player, const struct skat_rules *rules, struct call_mark *mark)
{
    struct kept_place *kept = &player->kept;
    union player_action again;

    for (int n = 0; n < kept->unasked && player->host->failed == GAME_OK; n++) {
        const struct kept_decision *own = &kept_own(kept)->decisions[n];
        act_once(player, &own->view, &own->decision, &again, mark);
        check_answer(player, rules, &own->action, &again.engine);
    }
    kept->unasked = 0;
}

/* Answers as in another game of the deal. False: the bot has to be asked, and is ready for it. */
static bool answer_as_before(struct player *player, const struct skat_rules *rules,
                             const union player_view *view, const union player_decision *decision,
                             union player_action *action, struct call_mark *mark)
{
    struct kept_place *kept = &player->kept;
    const struct skat_action *found = kept_find(kept, &view->engine, &decision->engine);

    if (found && !kept->asked_anyway) {
        action->engine = *found;
        kept_add(kept_own(kept), &view->engine, &decision->engine, found);
        kept->unasked++;
        return true;
    }
    if (kept->unasked)
        ask_again(player, rules, mark);
    if (!found)
        return false;
    const struct skat_action before = *found;
    act_once(player, &view->engine, &decision->engine, action, mark);
    check_answer(player, rules, &before, &action->engine);
    kept_add(kept_own(kept), &view->engine, &decision->engine, &action->engine);
    return true;
}

/* Answers for a player whose answers are kept, or asks it. Out of line: fast bots are cheaper to
 * ask. */
__attribute__((noinline)) static void ask_or_repeat(struct player *player,
                                                    const struct skat_game *game, unsigned position,
                                                    const union player_decision *decision,
                                                    union player_action *action,
                                                    struct call_mark *mark, union player_view *view)
{
    memset(view, 0, sizeof *view); /* what is between the fields is compared, too */
    view_of(player, game, position, view);
    if (answer_as_before(player, game->rules, view, decision, action, mark))
        return;
    call_act(player, part_of(&decision->engine), view, decision, action, mark);
    kept_add(kept_own(&player->kept), &view->engine, &decision->engine, &action->engine);
}

/* Is a decision put to the bot? If not, *action is the answer. */
INLINE bool put_to_bot(const struct skat_game *game, const struct player *player,
                       const union player_decision *decision, union player_action *action)
{
    clear_action(action);
    if (player->decides[part_of(&decision->engine)] >> decision->engine.kind & 1)
        return true;
    answer_by_default(game, &decision->engine, &action->engine);
    return false;
}

INLINE void ask(struct player *player, const struct skat_game *game, unsigned position,
                const union player_decision *decision, union player_action *action,
                struct call_mark *mark, union player_view *view)
{
    if (!put_to_bot(game, player, decision, action))
        return;
    if (player->kept.on) {
        ask_or_repeat(player, game, position, decision, action, mark, view);
        return;
    }
    skat_game_view_again(game, position, &view->engine);
    if (player->sees_all)
        show_hands(player, game, position, view);
    call_act(player, part_of(&decision->engine), view, decision, action, mark);
}

/* ---- what players are told ---- */

/* Whether a player sits at this position. For a dummy, `players` has one of the others. */
static bool sits(const struct skat_game *game, unsigned position)
{
    return skat_sits(game->rules->derived.seating, position);
}

static void tell(const struct play *play, const struct skat_bot_event *event)
{
    for (unsigned position = 0; position < SKAT_PLAYERS; position++)
        if (sits(play->game, position))
            CALL_PARTS(play->players[position], play->mark, observe, event);
}

/* Makes an event of the next card of the table of which nobody was told. */
static void take_card(struct play *play, struct skat_bot_event *event)
{
    const struct skat_game *game = play->game;
    const int hands = game->hands_dealt, card = play->told++;

    skat_bot_play(&event->action, game->table.played[card]);
    if (card % hands == hands - 1)
        event->trick_winner = (uint8_t)skat_trick_winner(game, card / hands);
}

static struct skat_bot_event event_of(unsigned actor, unsigned decision)
{
    return (struct skat_bot_event){.size = sizeof(struct skat_bot_event),
                                   .position = (uint8_t)actor,
                                   .decision = (uint8_t)decision,
                                   .trick_winner = SKAT_BOT_NOBODY,
                                   .action.size = sizeof(struct skat_bot_action)};
}

/* The cards that a pile has played to the table. */
static void tell_turned(struct play *play)
{
    while (play->told < play->game->table.played_count) {
        struct skat_bot_event event = event_of(play->game->dummy, SKAT_DECIDE_NOTHING);
        take_card(play, &event);
        tell(play, &event);
    }
}

/* Tells only what is public: discarded and passed cards are secret, and so is anything that the bot
 * left in fields that its action does not use. */
static void tell_all(struct play *play, const struct skat_decision *decision,
                     const union player_action *action)
{
    struct skat_bot_event event = event_of(decision->position, decision->kind);

    event.action.kind = action->bot.kind;
    if (event.action.kind == SKAT_BOT_BID)
        event.action.bid = action->bot.bid;
    else if (decision->kind == SKAT_DECIDE_HOLD && event.action.kind == SKAT_BOT_HOLD)
        event.action.bid = play->game->table.bid;
    else if (decision->kind == SKAT_DECIDE_HOLD_CALL && event.action.kind == SKAT_BOT_HOLD)
        memcpy(&event.action.contract, &play->game->calls.called, sizeof event.action.contract);
    else if (skat_names_contract(event.action.kind))
        event.action.contract = action->bot.contract;
    else if (event.action.kind == SKAT_BOT_CHOOSE)
        event.action.number = action->bot.number;
    else if (event.action.kind == SKAT_BOT_CARD || event.action.kind == SKAT_BOT_PLACE)
        take_card(play, &event); /* that of a place is unseen by its player, now seen by all */
    tell(play, &event);
    tell_turned(play);
}

/* Whether any of the three players is told of one of these. */
static bool tells(struct player *const players[SKAT_PLAYERS], unsigned told)
{
    return (players[0]->told_of | players[1]->told_of | players[2]->told_of) & told;
}

static void begin_deal(struct play *play, const struct skat_random_key *key)
{
    struct player *const *players = play->players;

    for (unsigned position = 0; position < SKAT_PLAYERS; position++) {
        player_host_start_streams(players[position]->host, key);
        players[position]->host->bank_ms = players[position]->host->api.limits.bank_ms;
    }
    for (unsigned position = 0; position < SKAT_PLAYERS; position++) {
        if (!sits(play->game, position))
            continue;
        view_of(players[position], play->game, position, &play->views[position]);
        CALL_PARTS(players[position], play->mark, deal_begin, &play->views[position].bot);
    }
}

static void begin_game(const struct play *play)
{
    struct player *const *players = play->players;
    union player_view view;

    if (!tells(players, 1u << CALL_game_begin))
        return;
    for (unsigned position = 0; position < SKAT_PLAYERS; position++) {
        if (!sits(play->game, position))
            continue;
        view_of(players[position], play->game, position, &view);
        CALL_PARTS(players[position], play->mark, game_begin, &view.bot);
    }
}

static void end_deal(const struct play *play)
{
    struct player *const *players = play->players;
    const struct skat_game *game = play->game;

    if (!tells(players, 1u << CALL_game_end | 1u << CALL_deal_end))
        return;
    struct skat_result result;
    skat_game_result(game, &result);
    struct skat_bot_result told = {
        .size = sizeof told,
        .declarer = game->table.declarer,
        .won = result.won > 0,
        .points = result.points,
        .value = result.signed_value,
        .skat = game->skat,
    };
    skat_game_scores(game, &result, (enum skat_scoring)game->rules->scoring_system, told.score);
    for (unsigned position = 0; position < SKAT_PLAYERS; position++) {
        union player_view view;
        if (!sits(game, position))
            continue;
        view_of(players[position], game, position, &view);
        told.own_fault = game->fault == position;
        if (play->begun)
            CALL_PARTS(players[position], play->mark, game_end, &view.bot, &told);
        CALL_PARTS(players[position], play->mark, deal_end, &told);
    }
}

/* ---- the steps of a deal ---- */

/* The first of the three that called fail() in this deal, or SKAT_NOBODY. */
static inline unsigned failed_player(struct player *const players[SKAT_PLAYERS])
{
    for (unsigned position = 0; position < SKAT_PLAYERS; position++)
        if (players[position]->host->failed != GAME_OK)
            return position;
    return SKAT_NOBODY;
}

/* Ends the game by the fault of a player that failed, unless a fault has ended it. */
static void charge_failure(const struct play *play)
{
    const unsigned failed = failed_player(play->players);

    if (failed == SKAT_NOBODY)
        return;
    if (play->game->fault == SKAT_NOBODY)
        atomic_store_explicit(&play->mark->failed, (uint8_t)play->players[failed]->host->failed,
                              memory_order_relaxed);
    skat_game_fail(play->game, failed);
}

void play_begin(struct play *play, const struct skat_random_key *key)
{
    play->illegal[0] = '\0';
    atomic_store_explicit(&play->mark->failed, 0, memory_order_relaxed);
    play->begun = false;
    play->told = 0;
    play->observed = tells(play->players, 1u << CALL_observe);
    begin_deal(play, key);
    for (unsigned position = 0; position < SKAT_PLAYERS; position++)
        if (play->players[position]->kept.store && sits(play->game, position))
            kept_begin(&play->players[position]->kept, key,
                       play->players[position]->sampling.costly);
    play->failed = failed_player(play->players) != SKAT_NOBODY;
}

/* The cards are final, and the game is announced: players are told that it begins. */
static void begin_play(struct play *play)
{
    play->begun = true;
    begin_game(play);
    play->failed = failed_player(play->players) != SKAT_NOBODY;
}

INLINE bool pending(struct play *play, union player_decision *decision)
{
    if (play->failed || !skat_game_pending(play->game, &decision->engine))
        return false;
    if (!play->begun && play->game->table.announced &&
        !skat_decision_rows[decision->engine.kind].before_game)
        begin_play(play);
    play->asked = (uint8_t)skat_game_player(play->game, decision->engine.position);
    return !play->failed;
}

bool play_pending(struct play *play, union player_decision *decision)
{
    return pending(play, decision);
}

static bool stand_in_answers(const struct play *play, const union player_decision *decision,
                             union player_action *action)
{
    const struct stand_ins *all = play->stand_ins;

    for (int i = 0; i < all->count; i++)
        if (all->of[i].answer(all->of[i].context, play->game, &decision->engine, &action->engine))
            return true;
    return false;
}

INLINE void ask_one(struct play *play, const union player_decision *decision,
                    union player_action *action)
{
    if (play->stand_ins && stand_in_answers(play, decision, action))
        return;
    ask(play->players[play->asked], play->game, play->asked, decision, action, play->mark,
        &play->views[play->asked]);
}

void play_ask(struct play *play, const union player_decision *decision, union player_action *action)
{
    ask_one(play, decision, action);
}

bool play_batch(const struct play *play, const union player_decision *decision,
                struct batch_leader *leader)
{
    const struct player *player = play->players[play->asked];
    const enum player_part part = part_of(&decision->engine);

    *leader = (struct batch_leader){.instance = player->leader->instances[part],
                                    .batch = player->leader->modules[part]->batch,
                                    .most = player->batch[part],
                                    .player = player->leader};
    return leader->most > 0;
}

bool play_prepare(struct play *play, const union player_decision *decision,
                  union player_action *action, struct skat_bot_question *question)
{
    struct player *player = play->players[play->asked];
    const enum player_part part = part_of(&decision->engine);
    union player_view *view = &play->views[play->asked];

    if (play->stand_ins && stand_in_answers(play, decision, action))
        return false;
    if (!put_to_bot(play->game, player, decision, action))
        return false;
    skat_game_view_again(play->game, play->asked, &view->engine);
    show_hands(player, play->game, play->asked, view);
    player->host->part = (uint8_t)part;
    *question = (struct skat_bot_question){player->instances[part], &view->bot, &decision->bot,
                                           &action->bot};
    return true;
}

uint32_t play_ask_many(const struct batch_leader *leader, const struct skat_bot_question *questions,
                       uint32_t count, struct call_mark *mark)
{
    const uint32_t most = leader->most < count ? leader->most : count;
    uint32_t calls = 0;

    for (uint32_t from = 0; from < count; from += most, calls++) {
        const uint32_t part = count - from < most ? count - from : most;
        const uint64_t before = clock_ns(CLOCK_MONOTONIC);
        player_host_enter(leader->player->host, mark, CALL_act);
        leader->batch->act(leader->instance, questions + from, part);
        call_mark_leave(mark);
        latency_add(leader->player->times, (clock_ns(CLOCK_MONOTONIC) - before) / part, part);
        if (leader->player->host->failed != GAME_OK)
            return 0;
    }
    return calls;
}

const char *play_policy(struct play *play, const union player_decision *decision,
                        struct policy *policy)
{
    struct player *player = play->players[play->asked];
    const enum player_part part = part_of(&decision->engine);
    struct skat_bot_question question;
    union player_action action;

    const bool asked = play_prepare(play, decision, &action, &question);
    if (!asked || !player->policy[part]) {
        if (asked)
            call_act(player, part, &play->views[play->asked], decision, &action, play->mark);
        be_certain(policy, &action.bot);
        return NULL;
    }
    player_host_enter(player->host, play->mark, CALL_act);
    const char *wrong =
        ask_policy(policy, player->policy[part], question.bot, question.view, question.decision);
    call_mark_leave(play->mark);
    return player->host->failed == GAME_OK ? wrong : NULL;
}

void play_explain(struct play *play, const union player_decision *decision,
                  const union player_action *action, char text[PLAY_THOUGHT_SIZE])
{
    const struct player *player = play->players[play->asked];
    const enum player_part part = part_of(&decision->engine);
    const struct skat_bot_module *module = player->modules[part];
    void *bot = player->instances[part];

    *text = '\0';
    if (!module->extension)
        return;
    player_host_enter(player->host, play->mark, CALL_act);
    const struct skat_bot_explain *explain = module->extension(bot, "skat.explain/1");
    if (explain)
        explain->write(bot, &play->views[play->asked].bot, &decision->bot, &action->bot, text,
                       PLAY_THOUGHT_SIZE);
    call_mark_leave(play->mark);
    text[PLAY_THOUGHT_SIZE - 1] = '\0';
    text_make_line(text);
}

/* An answer that the rules do not allow loses the game. */
static bool charge_illegal(struct play *play, unsigned actor, const union player_action *action)
{
    skat_record_action(play->game->rules, actor, &action->engine, play->illegal);
    skat_game_fail(play->game, play->asked);
    return false;
}

INLINE bool apply(struct play *play, const union player_decision *decision,
                  const union player_action *action)
{
    unsigned actor = decision->engine.position;

    if (play->players[play->asked]->host->failed != GAME_OK)
        return false;
    if (skat_game_apply(play->game, actor, &action->engine) != SKAT_ACCEPTED)
        return charge_illegal(play, actor, action);
    if (play->observed) {
        tell_all(play, &decision->engine, action);
        play->failed = failed_player(play->players) != SKAT_NOBODY;
    }
    return true;
}

bool play_apply(struct play *play, const union player_decision *decision,
                const union player_action *action)
{
    return apply(play, decision, action);
}

/* ---- the end of a deal ---- */

/* Whether one of its processes has ended; the next deal restarts it. */
static bool lost_process(const struct player *player)
{
    for (int part = 0; part < PLAYER_PARTS; part++)
        if (player->processes[part] && !player->processes[part]->pid)
            return true;
    return false;
}

static void park(const struct player *player)
{
    for (int part = 0; part < PLAYER_PARTS; part++)
        if (player->processes[part])
            bot_process_park(player->processes[part]);
}

enum game_status play_end(struct play *play)
{
    struct player *const *players = play->players;
    struct skat_game *game = play->game;
    bool refused = game->fault != SKAT_NOBODY; /* it keeps that fault, whatever follows */

    charge_failure(play);
    end_deal(play);
    charge_failure(play);
    enum game_status fault = game->fault == SKAT_NOBODY ? GAME_OK
                             : refused                  ? GAME_ILLEGAL
                                                        : players[game->fault]->host->failed;
    for (unsigned position = 0; position < SKAT_PLAYERS; position++) {
        const struct kept_place *kept = &players[position]->kept;
        if (kept->on && kept->given && sits(game, position))
            *kept->given += (uint64_t)kept->unasked;
    }
    for (unsigned position = 0; position < SKAT_PLAYERS; position++) {
        if (lost_process(players[position]))
            players[position]->session =
                PLAYER_NO_SESSION; /* the next game is the first of its session */
        players[position]->host->failed = GAME_OK;
        park(players[position]);
    }
    return fault;
}

/* ---- the auction and the cards of most games ---- */

/* Whether a bid or a card is no more than a question and its answer: nobody is told of it, answers
 * for the bots or sees all, and no answers are kept. That nobody sees more than usual is asked at
 * each card: it may begin in the middle of a deal. */
static bool is_plain(const struct play *play)
{
    const struct skat_game *game = play->game;
    bool plain =
        !play->stand_ins && !play->observed && !game->shows_more && game->dummy == SKAT_NOBODY;

    for (unsigned position = 0; position < SKAT_PLAYERS && plain; position++)
        plain = !play->players[position]->kept.on && !play->players[position]->sees_all;
    return plain;
}

/* Plays the auction of such a deal as long as values are bid and held; false: the deal is over. The
 * same as the general steps, with a third of the instructions (callgrind). */
__attribute__((noinline)) static bool play_plain_auction(struct play *play,
                                                         union player_action *action)
{
    struct skat_game *const game = play->game;
    union player_decision decision = {.engine = {.size = sizeof decision.engine}};

    while (skat_auction_next_again(game, &decision.engine)) {
        const unsigned actor = play->asked = game->table.turn;
        struct player *const player = play->players[actor];
        union player_view *const view = &play->views[actor];

        clear_action(action);
        skat_game_view_auction(game, &view->engine);
        call_act(player, PLAYER_PART_BID, view, &decision, action, play->mark);
        if (player->host->failed != GAME_OK)
            return false;
        if (!skat_auction_goes_on(game, &action->engine) &&
            skat_game_apply(game, actor, &action->engine) != SKAT_ACCEPTED)
            return charge_illegal(play, actor, action);
    }
    return true;
}

/* Plays cards of such a game as long as nothing else is decided. False: the deal is over. The same
 * as the general steps, with all that does not change from card to card done once: a third of the
 * instructions of a card (callgrind). A function of its own, so that what a card needs stays in
 * registers. */
__attribute__((noinline)) static bool play_plain_cards(struct play *play,
                                                       union player_action *action)
{
    struct skat_game *const game = play->game;
    const struct skat_action *const answer = &action->engine;
    union player_decision decision = {.engine = {.size = sizeof decision.engine}};
    union player_view *views[SKAT_PLAYERS]; /* a load for each card instead of a multiplication */

    if (!play->begun)
        begin_play(play);
    if (play->failed)
        return true;
    for (unsigned position = 0; position < SKAT_PLAYERS; position++) {
        views[position] = &play->views[position];
        skat_game_view_own(game, position, &views[position]->engine);
    }
    while (skat_game_next_card_again(game, &decision.engine)) {
        const unsigned actor = play->asked = game->table.turn;
        struct player *const player = play->players[actor];
        union player_view *const view = views[actor];

        clear_action(action);
        skat_game_view_cards(game, actor, &view->engine);
        call_act(player, PLAYER_PART_PLAY, view, &decision, action, play->mark);
        if (player->host->failed != GAME_OK)
            return false;
        if (answer->kind != SKAT_ACTION_CARD) /* words change what views show */
            return skat_game_apply(game, actor, answer) == SKAT_ACCEPTED ||
                   charge_illegal(play, actor, action);
        if (answer->count != 1 || skat_game_play_card(game, answer->cards[0]) != SKAT_ACCEPTED)
            return charge_illegal(play, actor, action);
    }
    return true;
}

enum game_status players_play(struct player *const players[SKAT_PLAYERS],
                              const struct stand_ins *stand_ins, struct skat_game *game,
                              const struct skat_random_key *key, char *illegal,
                              struct call_mark *mark)
{
    struct play play; /* not cleared: play_begin() fills in the rest */
    union player_decision decision;
    union player_action action;

    play.players = players;
    play.game = game;
    play.illegal = illegal;
    play.mark = mark;
    play.stand_ins = stand_ins;
    play_begin(&play, key);
    const bool plain = is_plain(&play);
    const bool over = play.failed || (plain && !play_plain_auction(&play, &action));
    while (!over && pending(&play, &decision)) {
        ask_one(&play, &decision, &action);
        if (!apply(&play, &decision, &action))
            break;
        if (plain && !game->shows_more && game->phase == SKAT_PHASE_PLAY &&
            !play_plain_cards(&play, &action))
            break;
    }
    return play_end(&play);
}
