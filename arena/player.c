#include "arena/player.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/cell.h"
#include "arena/clock.h"
#include "arena/printable.h"
#include "engine/record.h"

/* Bots and engine know the same structs under different names, so that neither needs the
 * other's headers; here both are seen, and must agree field by field. */
#define SAME_FIELD(engine, bot, field)                                                             \
    _Static_assert(offsetof(struct engine, field) == offsetof(struct bot, field) &&                \
                       sizeof(((struct engine *)0)->field) == sizeof(((struct bot *)0)->field),    \
                   "skat_bot.h and the engine differ in " #field)
#define SAME_FIELD_OF_TABLE(field)                                                                 \
    _Static_assert(                                                                                \
        offsetof(struct skat_view, table.field) == offsetof(struct skat_bot_view, field) &&        \
            sizeof(((struct skat_table *)0)->field) == sizeof(((struct skat_bot_view *)0)->field), \
        "skat_bot.h and the engine differ in " #field)
#define SAME_SIZE(engine, bot)                                                                     \
    _Static_assert(sizeof(struct engine) == sizeof(struct bot), #engine " and " #bot " differ")

SAME_SIZE(skat_view, skat_bot_view);
SAME_FIELD(skat_view, skat_bot_view, position);
SAME_FIELD(skat_view, skat_bot_view, dealt);
SAME_FIELD(skat_view, skat_bot_view, hand);
SAME_FIELD(skat_view, skat_bot_view, skat);
SAME_FIELD(skat_view, skat_bot_view, shown);
SAME_FIELD_OF_TABLE(declarer);
SAME_FIELD_OF_TABLE(turn);
SAME_FIELD_OF_TABLE(picked_up);
SAME_FIELD_OF_TABLE(announced);
SAME_FIELD_OF_TABLE(contract);
SAME_FIELD_OF_TABLE(passed);
SAME_FIELD_OF_TABLE(played_count);
SAME_FIELD_OF_TABLE(bid);
SAME_FIELD_OF_TABLE(highest);
SAME_FIELD_OF_TABLE(gone);
SAME_FIELD_OF_TABLE(trick_count);
SAME_FIELD_OF_TABLE(points);
SAME_FIELD_OF_TABLE(tricks);
SAME_FIELD_OF_TABLE(winner);
SAME_FIELD_OF_TABLE(leader);
SAME_FIELD_OF_TABLE(played);
#define SAME_FIELD_OF_EXTRA(field)                                                                 \
    _Static_assert(                                                                                \
        offsetof(struct skat_view, extra.field) == offsetof(struct skat_bot_view, field) &&        \
            sizeof(((struct skat_extra *)0)->field) == sizeof(((struct skat_bot_view *)0)->field), \
        "skat_bot.h and the engine differ in " #field)
SAME_FIELD_OF_EXTRA(kontra);
SAME_FIELD_OF_EXTRA(kontra_by);
SAME_FIELD_OF_EXTRA(gifts_refused);
SAME_FIELD_OF_EXTRA(gift_by);
SAME_FIELD_OF_EXTRA(rum);
SAME_FIELD_OF_EXTRA(unseen);
SAME_FIELD_OF_EXTRA(round);
SAME_FIELD_OF_EXTRA(bock);
SAME_FIELD_OF_EXTRA(round_left);
SAME_FIELD_OF_EXTRA(totals);
SAME_FIELD_OF_EXTRA(open_skat);
SAME_FIELD(skat_view, skat_bot_view, passed_on);
SAME_FIELD(skat_view, skat_bot_view, partner);
_Static_assert(offsetof(struct skat_view, turned.count) == offsetof(struct skat_bot_view, turned) &&
                   offsetof(struct skat_view, turned.cards) ==
                       offsetof(struct skat_bot_view, turned_cards) &&
                   sizeof(((struct skat_turned *)0)->cards) ==
                       sizeof(((struct skat_bot_view *)0)->turned_cards),
               "skat_bot.h and the engine differ in turned cards");
SAME_FIELD(skat_view, skat_bot_view, duties);
SAME_FIELD(skat_view, skat_bot_view, chosen);
SAME_FIELD(skat_view, skat_bot_view, seen);
#define SAME_FIELD_OF_TWO(field)                                                                   \
    _Static_assert(                                                                                \
        offsetof(struct skat_view, two.field) == offsetof(struct skat_bot_view, field) &&          \
            sizeof(((struct skat_two *)0)->field) == sizeof(((struct skat_bot_view *)0)->field),   \
        "skat_bot.h and the engine differ in " #field)
SAME_FIELD_OF_TWO(dummy);
SAME_FIELD_OF_TWO(late_leader);
SAME_SIZE(skat_decision, skat_bot_decision);
SAME_FIELD(skat_decision, skat_bot_decision, kind);
SAME_FIELD(skat_decision, skat_bot_decision, position);
SAME_FIELD(skat_decision, skat_bot_decision, may_concede);
SAME_FIELD(skat_decision, skat_bot_decision, discard_count);
SAME_FIELD(skat_decision, skat_bot_decision, cards);
SAME_FIELD(skat_decision, skat_bot_decision, bids);
SAME_FIELD(skat_decision, skat_bot_decision, declarations);
SAME_FIELD(skat_decision, skat_bot_decision, bid_count);
SAME_FIELD(skat_decision, skat_bot_decision, declaration_count);
SAME_FIELD(skat_decision, skat_bot_decision, may_give_up);
SAME_FIELD(skat_decision, skat_bot_decision, may_rum);
SAME_FIELD(skat_decision, skat_bot_decision, spitzen);
SAME_FIELD(skat_decision, skat_bot_decision, may_turn);
SAME_FIELD(skat_decision, skat_bot_decision, duties);
SAME_FIELD(skat_decision, skat_bot_decision, places);
SAME_SIZE(skat_action, skat_bot_action);
SAME_FIELD(skat_action, skat_bot_action, kind);
SAME_FIELD(skat_action, skat_bot_action, contract);
SAME_FIELD(skat_action, skat_bot_action, count);
SAME_FIELD(skat_action, skat_bot_action, bid);
SAME_FIELD(skat_action, skat_bot_action, cards);
SAME_FIELD(skat_action, skat_bot_action, number);
SAME_SIZE(skat_contract, skat_bot_contract);
_Static_assert((int)SKAT_JACK == (int)SKAT_BOT_JACK && (int)SKAT_CLUBS == (int)SKAT_BOT_CLUBS &&
                   (int)SKAT_GAME_NULL == (int)SKAT_BOT_NULL &&
                   (int)SKAT_WITH_OUVERT == (int)SKAT_BOT_OUVERT &&
                   (int)SKAT_GAME_RAMSCH == (int)SKAT_BOT_RAMSCH &&
                   (int)SKAT_WITH_SPITZE == (int)SKAT_BOT_SPITZE &&
                   (int)SKAT_WITH_TURN == (int)SKAT_BOT_TURN &&
                   (int)SKAT_WAYS == (int)SKAT_BOT_WAYS &&
                   (int)SKAT_WAY_TURNED == (int)SKAT_BOT_WAY_TURNED &&
                   (int)SKAT_ACTION_TURN == (int)SKAT_BOT_TURN_CARD &&
                   (int)SKAT_DECIDE_TURN == (int)SKAT_BOT_DECIDE_TURN &&
                   (int)SKAT_ACTION_EXCHANGE == (int)SKAT_BOT_EXCHANGE &&
                   (int)SKAT_ACTION_PLACE == (int)SKAT_BOT_PLACE &&
                   (int)SKAT_DECIDE_BLIND == (int)SKAT_BOT_DECIDE_BLIND &&
                   (int)SKAT_DUTY_RAMSCH == (int)SKAT_BOT_DUTY_RAMSCH &&
                   (int)SKAT_DECIDE_EXCHANGE == (int)SKAT_BOT_DECIDE_EXCHANGE &&
                   (int)SKAT_DECIDE_NAME == (int)SKAT_BOT_DECIDE_NAME,
               "skat_bot.h and the engine number things differently");

union view {
    struct skat_view engine;
    struct skat_bot_view bot;
};

/* ---- the host's side of an instance ---- */

enum { LOG_LINES_MAX = 100, LOG_LINE_CUT = 200 };

/* A seat has one stream for bidding and one for the cards, whether one module decides both or
 * two do: so a change in bidding leaves the luck in play as it was (design decision 3). */
static uint64_t host_random(void *context)
{
    struct player_host *host = context;
    int part = host->part;

    if (!host->started[part]) {
        host->started[part] = true;
        skat_random_start(&host->streams[part], host->key,
                          SKAT_RANDOM_SEAT + (uint64_t)host->seat * PARTS + (uint64_t)part);
    }
    return skat_random_bits(&host->streams[part]);
}

static void host_log(void *context, const char *text)
{
    struct player_host *host = context;
    char line[LOG_LINE_CUT + 1];

    if (host->logged++ >= LOG_LINES_MAX)
        return;
    snprintf(line, sizeof line, "%s", text);
    make_printable(line);
    fprintf(stderr, "%s: %s\n", host->name, line);
}

static const void *host_extension(void *context, const char *id)
{
    (void)context, (void)id;
    return NULL; /* none yet */
}

static void host_fail(void *context, uint32_t kind, const char *text)
{
    struct player_host *host = context;

    if (host->failed != STATUS_OK)
        return;
    host->failed = kind == SKAT_BOT_FAIL_TIMEOUT ? STATUS_TIMEOUT : STATUS_CRASH;
    host->failed_part = host->part;
    snprintf(host->failure, sizeof host->failure, "%s", text ? text : "");
    make_printable(host->failure);
}

/* ---- calls, each marked ---- */

uint32_t player_start_ms(uint32_t call_ms)
{
    return call_ms && call_ms < PLAYER_START_MS ? PLAYER_START_MS : call_ms;
}

static inline void enter(struct call_mark *mark, const struct player *player, const char *function)
{
    atomic_store_explicit(&mark->seat, player->host->seat, memory_order_relaxed);
    atomic_store_explicit(&mark->bank_left_ms, player->host->bank_ms, memory_order_relaxed);
    atomic_store_explicit(&mark->function, function, memory_order_relaxed);
    /* One writer: a plain increment, visible to the supervisor, without a locked instruction. */
    uint32_t calls = atomic_load_explicit(&mark->calls, memory_order_relaxed);
    atomic_store_explicit(&mark->calls, calls + 1, memory_order_release);
}

static inline void leave(struct call_mark *mark)
{
    uint32_t calls = atomic_load_explicit(&mark->calls, memory_order_relaxed);
    atomic_store_explicit(&mark->calls, calls + 1, memory_order_release);
}

/* Calls `function` of each part that has it. */
#define CALL_PARTS(player, mark, function, ...)                                                    \
    do {                                                                                           \
        for (int part = 0; part < ((player)->composed ? PARTS : 1); part++) {                      \
            const struct skat_bot_module *module = (player)->modules[part];                        \
            if (!module->function)                                                                 \
                continue;                                                                          \
            (player)->host->part = (uint8_t)part;                                                  \
            enter(mark, player, #function);                                                        \
            module->function((player)->instances[part], __VA_ARGS__);                              \
            leave(mark);                                                                           \
        }                                                                                          \
    } while (0)

/* Who cannot choose cards to pass on is not asked whether to take any. */
static uint64_t decisions_of(const struct skat_bot_module *module)
{
    const uint64_t schieben =
        SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_SCHIEBEN) | SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_PASS_ON);
    bool both = (module->decisions & schieben) == schieben;
    return both ? module->decisions : module->decisions & ~schieben;
}

static struct player_host *new_host(const struct player_plan *plan)
{
    struct player_host *host = calloc(1, sizeof *host);

    if (!host)
        abort(); /* out of memory */
    *host = (struct player_host){
        .api = {.size = sizeof host->api,
                .abi_major = SKAT_BOT_ABI_MAJOR,
                .abi_minor = SKAT_BOT_ABI_MINOR,
                .context = host,
                .random = host_random,
                .log = host_log,
                .time_limit_ms = plan->limits.time_limit_ms,
                .extension = host_extension,
                .node_budget = plan->limits.node_budget,
                .cpu_limit_ms = plan->limits.cpu_limit_ms,
                .bank_ms = plan->limits.bank_ms,
                .fail = host_fail},
        .seat = (uint8_t)plan->seat,
        .name = plan->name,
    };
    return host;
}

static bool make_instance(struct player *player, const struct player_plan *plan, int part,
                          struct call_mark *mark, char *reason, size_t size)
{
    player->host->part = (uint8_t)part;
    if (plan->cells[part]) {
        player->cells[part] =
            cell_open(plan->cells[part], player->host,
                      plan->composed ? (enum player_part)part : PARTS, reason, size);
        player->instances[part] = player->cells[part];
        player->modules[part] = player->cells[part] ? cell_module(player->cells[part]) : NULL;
        return player->cells[part] != NULL;
    }
    player->modules[part] = plan->modules[part];
    enter(mark, player, "create");
    player->instances[part] = plan->modules[part]->create(&player->host->api, plan->settings[part],
                                                          (uint32_t)plan->counts[part]);
    leave(mark);
    snprintf(reason, size, "create() returned NULL");
    return player->instances[part] != NULL;
}

bool player_open(struct player *player, const struct player_plan *plan, struct call_mark *mark,
                 char *reason, size_t size)
{
    *player = (struct player){.host = new_host(plan),
                              .session = NO_SESSION,
                              .composed = plan->composed,
                              .times = plan->times};
    for (int part = 0; part < (plan->composed ? PARTS : 1); part++)
        if (!make_instance(player, plan, part, mark, reason, size))
            return false;
    if (!plan->composed) {
        player->modules[PART_PLAY] = player->modules[PART_BID];
        player->instances[PART_PLAY] = player->instances[PART_BID];
    }
    for (int part = 0; part < PARTS; part++)
        player->decides[part] = decisions_of(player->modules[part]);
    player->host->failed = STATUS_OK;
    return true;
}

void player_close(struct player *player, struct call_mark *mark)
{
    if (!player->host)
        return;
    for (int part = 0; part < (player->composed ? PARTS : 1); part++)
        if (player->cells[part]) {
            cell_close(player->cells[part]);
        } else if (player->instances[part]) {
            enter(mark, player, "destroy");
            player->modules[part]->destroy(player->instances[part]);
            leave(mark);
        }
    free(player->host);
    *player = (struct player){0};
}

void player_rules(const struct skat_rules *rules, struct skat_bot_rules *out)
{
    *out = (struct skat_bot_rules){
        .size = sizeof *out,
        .seats = rules->seats,
        .grand_base = rules->grand_base,
        .announce_with_skat = rules->announce_with_skat,
        .passed_in = rules->passed_in,
        .concede = rules->concede,
        .matadors = rules->matadors,
        .hand_schwarz = rules->hand_schwarz,
        .schneider_points = rules->schneider_points,
        .overbid_hand = rules->overbid_hand,
        .lost_factor = rules->lost_factor,
        .lost_hand = rules->lost_hand,
        .grand_ouvert_base = skat_grand_ouvert_base(rules),
        .scoring = rules->scoring,
        .schneider_schwarz = rules->schneider_schwarz,
        .ladder_count = (uint32_t)rules->derived.ladder_count,
        .ladder = rules->derived.ladder,
        .kontra_levels = rules->kontra_levels,
        .kontra_when = rules->kontra_when,
        .kontra_who = rules->kontra_who,
        .schenken = rules->schenken,
        .bock_triggers = rules->bock_triggers,
        .bock_length = rules->bock_length,
        .bock_factor = rules->bock_factor,
        .bock_several = rules->bock_several,
        .bock_pending = rules->bock_pending,
        .bock_ramsch_after = rules->bock_ramsch_after,
        .ramsch_round_triggers = rules->ramsch_round_triggers,
        .ramsch_round_grand_hand = rules->ramsch_round_grand_hand,
        .ramsch_skat_to = rules->ramsch_skat_to,
        .ramsch_three_tie = rules->ramsch_three_tie,
        .ramsch_virgin = rules->ramsch_virgin,
        .ramsch_march = rules->ramsch_march,
        .ramsch_score = rules->ramsch_score,
        .schieben_jacks = rules->schieben_jacks,
        .spitzen_max = rules->spitzen_max,
        .revolution = rules->revolution,
        .rum = rules->rum,
        .sachsenspitze_base = rules->sachsenspitze_base,
        .bierlachs_limit = rules->bierlachs_limit,
        .game = rules->game,
        .hand_is_no_level = rules->derived.kind->hand_is_no_level,
        .guckser_null = rules->guckser_null,
        .deck = rules->derived.deck->cards,
        .ace = rules->ace,
        .hand_cards = rules->derived.deck->hand,
        .aside_cards = rules->derived.deck->aside,
    };
    for (unsigned type = 0; type <= SKAT_GAME_GRAND; type++)
        for (unsigned way = 0; way < SKAT_WAYS; way++)
            out->base_values[type][way] = skat_base_value(rules, type, (enum skat_way)way);
    for (int i = 0; i < SKAT_NULL_KINDS; i++)
        out->null_values[i] = rules->null_values[i];
}

/* The variant that a game is by itself. */
static const uint64_t variant_of_game[SKAT_KINDS] = {
    [SKAT_KIND_SECHSER] = SKAT_BOT_KNOWS(6ER_SKAT),
    [SKAT_KIND_HERZBLATT] = SKAT_BOT_KNOWS(HERZBLATT),
    [SKAT_KIND_ASS] = SKAT_BOT_KNOWS(ASS),
    [SKAT_KIND_RAEUBERSKAT] = SKAT_BOT_KNOWS(RAEUBERSKAT),
    [SKAT_KIND_IDIOTENSKAT] = SKAT_BOT_KNOWS(IDIOTENSKAT),
};
_Static_assert((int)SKAT_KIND_TOURNEESKAT == (int)SKAT_BOT_GAME_TOURNEESKAT &&
                   (int)SKAT_KIND_SECHSER == (int)SKAT_BOT_GAME_6ER_SKAT &&
                   (int)SKAT_KIND_HERZBLATT == (int)SKAT_BOT_GAME_HERZBLATT &&
                   (int)SKAT_KIND_ASS == (int)SKAT_BOT_GAME_ASS &&
                   (int)SKAT_KIND_RAEUBERSKAT == (int)SKAT_BOT_GAME_RAEUBERSKAT &&
                   (int)SKAT_KIND_IDIOTENSKAT == (int)SKAT_BOT_GAME_IDIOTENSKAT &&
                   (int)SKAT_KIND_PILOT == (int)SKAT_BOT_GAME_PILOT &&
                   (int)SKAT_KIND_STROHMANN == (int)SKAT_BOT_GAME_STROHMANN &&
                   (int)SKAT_KIND_OMA == (int)SKAT_BOT_GAME_OMA &&
                   (int)SKAT_KIND_OFFIZIERSSKAT == (int)SKAT_BOT_GAME_OFFIZIERSSKAT,
               "games have one number");

uint64_t player_variant_of_game(const struct skat_rules *rules)
{
    return variant_of_game[rules->game];
}

uint64_t player_variants(const struct skat_rules *rules)
{
    uint32_t asked = rules->derived.decisions;
    bool schieben = asked >> SKAT_DECIDE_SCHIEBEN & 1;
    const bool played[SKAT_BOT_VARIANTS] = {
        [SKAT_BOT_VARIANT_KONTRA] = rules->kontra_levels > 0,
        [SKAT_BOT_VARIANT_SCHENKEN] = rules->schenken != SKAT_SCHENKEN_OFF,
        [SKAT_BOT_VARIANT_BOCK] = rules->bock_triggers != 0,
        [SKAT_BOT_VARIANT_RAMSCH] = schieben || rules->passed_in != SKAT_PASSED_IN_VOID,
        [SKAT_BOT_VARIANT_SCHIEBERAMSCH] = schieben,
        [SKAT_BOT_VARIANT_RAMSCH_ROUNDS] = asked >> SKAT_DECIDE_GRAND_HAND & 1,
        [SKAT_BOT_VARIANT_SPITZEN] = rules->spitzen_max > 0,
        [SKAT_BOT_VARIANT_REVOLUTION] = rules->revolution != SKAT_REVOLUTION_OFF,
        [SKAT_BOT_VARIANT_RUM] = rules->rum,
        [SKAT_BOT_VARIANT_SACHSENSPITZE] = rules->sachsenspitze_base != 0,
        [SKAT_BOT_VARIANT_MINUS] = rules->scoring == SKAT_SCORING_MINUS,
        [SKAT_BOT_VARIANT_OPPONENTS] = rules->scoring == SKAT_SCORING_OPPONENTS,
        [SKAT_BOT_VARIANT_TOURNEESKAT] = rules->derived.kind->turns,
        [SKAT_BOT_VARIANT_COVERED] = rules->derived.deck->covered,
        [SKAT_BOT_VARIANT_DUMMY] = rules->derived.company->dummy != SKAT_NOBODY,
    };
    uint64_t set = player_variant_of_game(rules);

    for (int variant = 0; variant < SKAT_BOT_VARIANTS; variant++)
        set |= (uint64_t)played[variant] << variant;
    return set;
}

/* From now on random numbers are those of the deal or session with this key. */
static void start_streams(struct player_host *host, uint64_t key)
{
    host->key = key;
    memset(host->started, 0, sizeof host->started);
}

void player_session_begin(struct player *player, const struct skat_bot_session *session,
                          uint64_t key, struct call_mark *mark)
{
    start_streams(player->host, key);
    CALL_PARTS(player, mark, session_begin, session);
}

void player_session_end(struct player *player, struct call_mark *mark)
{
    for (int part = 0; part < (player->composed ? PARTS : 1); part++)
        if (player->modules[part]->session_end) {
            enter(mark, player, "session_end");
            player->modules[part]->session_end(player->instances[part]);
            leave(mark);
        }
    player->host->failed = STATUS_OK; /* there is no game to charge */
}

/* ---- a deal ---- */

/* The decisions that the bidding part answers; the others are the playing part's. */
static const bool bidding[SKAT_DECISIONS] = {
    [SKAT_DECIDE_BID] = true,     [SKAT_DECIDE_HOLD] = true,   [SKAT_DECIDE_GAME] = true,
    [SKAT_DECIDE_DECLARE] = true, [SKAT_DECIDE_KONTRA] = true, [SKAT_DECIDE_GRAND_HAND] = true,
    [SKAT_DECIDE_TURN] = true,    [SKAT_DECIDE_OFFER] = true,  [SKAT_DECIDE_CHOOSE] = true,
    [SKAT_DECIDE_NAME] = true,
};

/* Decisions after which hands may still change, or the game: game_begin comes later. */
static const bool before_game[SKAT_DECISIONS] = {
    [SKAT_DECIDE_GRAND_HAND] = true,
    [SKAT_DECIDE_SCHIEBEN] = true,
    [SKAT_DECIDE_PASS_ON] = true,
    [SKAT_DECIDE_EXCHANGE] = true,
};

/* What is answered for a module that does not list a kind (skat_bot.h). */
static const uint8_t default_action[SKAT_DECISIONS] = {
    [SKAT_DECIDE_CONCEDE] = SKAT_ACTION_PLAY_ON,    [SKAT_DECIDE_KONTRA] = SKAT_ACTION_PLAY_ON,
    [SKAT_DECIDE_AGREE] = SKAT_ACTION_REFUSE,       [SKAT_DECIDE_GIFT] = SKAT_ACTION_HOLD,
    [SKAT_DECIDE_GRAND_HAND] = SKAT_ACTION_PLAY_ON, [SKAT_DECIDE_SCHIEBEN] = SKAT_ACTION_PASS_ON,
    [SKAT_DECIDE_EXCHANGE] = SKAT_ACTION_EXCHANGE,  [SKAT_DECIDE_TURN] = SKAT_ACTION_DECLARE,
    [SKAT_DECIDE_OFFER] = SKAT_ACTION_PASS,         [SKAT_DECIDE_CHOOSE] = SKAT_ACTION_CHOOSE,
    [SKAT_DECIDE_BLIND] = SKAT_ACTION_PLACE,        [SKAT_DECIDE_NAME] = SKAT_ACTION_DECLARE,
};

static void answer_by_default(const struct skat_game *game, const struct skat_decision *decision,
                              struct skat_action *action)
{
    action->kind = default_action[decision->kind];
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

/* Notes how long a decision took, and draws what was too much from the account of the deal. */
static void note_time(struct player *player, uint64_t nanoseconds)
{
    enum { ENOUGH = 16, SLOW_NS = 2000, MILLION = 1000000 };
    const struct skat_bot_host *api = &player->host->api;

    times_add(player->times, nanoseconds);
    if (!player->slow && player->times->count >= ENOUGH)
        player->slow = player->times->nanoseconds > SLOW_NS * player->times->count;
    uint64_t over = nanoseconds / MILLION, limit = api->time_limit_ms;
    if (over > limit) {
        over -= limit;
        player->host->bank_ms -=
            over < player->host->bank_ms ? (uint32_t)over : player->host->bank_ms;
    }
}

static void ask(struct player *player, const struct skat_game *game, unsigned position,
                const union player_decision *decision, union player_action *action,
                struct call_mark *mark)
{
    enum { TIME_EVERY = 64 };
    enum player_part part = bidding[decision->engine.kind] ? PART_BID : PART_PLAY;
    const struct skat_bot_module *module = player->modules[part];
    union view view;

    memset(action, 0, sizeof *action);
    action->engine.size = sizeof action->engine;
    if (!(player->decides[part] >> decision->engine.kind & 1)) {
        answer_by_default(game, &decision->engine, &action->engine);
        return;
    }
    skat_game_view(game, position, &view.engine);
    player->host->part = (uint8_t)part;
    bool timed = player->decisions++ % TIME_EVERY == 0 || player->slow || player->host->api.bank_ms;
    uint64_t before = timed ? clock_ns(CLOCK_MONOTONIC) : 0;
    enter(mark, player, "act");
    module->act(player->instances[part], &view.bot, &decision->bot, &action->bot);
    leave(mark);
    if (timed)
        note_time(player, clock_ns(CLOCK_MONOTONIC) - before);
}

/* Does a player sit at this position? At a dummy's there is one of the others in `players`. */
static bool sits(const struct skat_game *game, unsigned position)
{
    return skat_sits(game->rules->derived.company, position);
}

static void tell(const struct play *play, const struct skat_bot_event *event)
{
    for (unsigned position = 0; position < SKAT_PLAYERS; position++)
        if (sits(play->game, position))
            CALL_PARTS(play->players[position], play->mark, observe, event);
}

/* The cards that a pile has put on the table. */
static void tell_turned(struct play *play)
{
    const struct skat_table *table = &play->game->table;

    while (play->told < table->played_count) {
        struct skat_bot_event event = {.size = sizeof event, .position = play->game->two.dummy};
        event.action.size = sizeof event.action;
        skat_bot_play(&event.action, table->played[play->told++]);
        tell(play, &event);
    }
}

static void tell_all(struct play *play, unsigned actor, const union player_action *action)
{
    /* Only what is said aloud: cards that are put aside or passed on are secret, and so is whatever
     * the bot left in the fields that its action does not use. */
    struct skat_bot_event event = {.size = sizeof event, .position = (uint8_t)actor};

    event.action.size = sizeof event.action;
    event.action.kind = action->bot.kind;
    if (event.action.kind == SKAT_BOT_BID)
        event.action.bid = action->bot.bid;
    else if (event.action.kind == SKAT_BOT_DECLARE)
        event.action.contract = action->bot.contract;
    else if (event.action.kind == SKAT_BOT_CARD)
        skat_bot_play(&event.action, action->bot.cards[0]);
    else if (event.action.kind == SKAT_BOT_CHOOSE)
        event.action.number = action->bot.number;
    else if (event.action.kind == SKAT_BOT_PLACE) /* what he did not see all see now */
        skat_bot_play(&event.action, play->game->table.played[play->told]);
    play->told += event.action.kind == SKAT_BOT_CARD;
    tell(play, &event);
    tell_turned(play);
}

/* Does any part of the three players have this callback? Most have few, and views cost time. */
#define HAS(player, callback)                                                                      \
    ((player)->modules[PART_BID]->callback || (player)->modules[PART_PLAY]->callback)
#define WANTS(players, callback)                                                                   \
    (HAS((players)[0], callback) || HAS((players)[1], callback) || HAS((players)[2], callback))

static void begin_deal(struct player *const players[SKAT_PLAYERS], const struct skat_game *game,
                       uint64_t key, struct call_mark *mark)
{
    for (unsigned position = 0; position < SKAT_PLAYERS; position++) {
        start_streams(players[position]->host, key);
        players[position]->host->bank_ms = players[position]->host->api.bank_ms;
    }
    for (unsigned position = 0; position < SKAT_PLAYERS; position++) {
        const struct player *player = players[position];
        if (!HAS(player, deal_begin) || !sits(game, position))
            continue;
        union view view;
        skat_game_view(game, position, &view.engine);
        CALL_PARTS(player, mark, deal_begin, &view.bot);
    }
}

static void begin_game(struct player *const players[SKAT_PLAYERS], const struct skat_game *game,
                       struct call_mark *mark)
{
    union view view;

    if (!WANTS(players, game_begin))
        return;
    for (unsigned position = 0; position < SKAT_PLAYERS; position++) {
        if (!sits(game, position))
            continue;
        skat_game_view(game, position, &view.engine);
        CALL_PARTS(players[position], mark, game_begin, &view.bot);
    }
}

static void end_deal(struct player *const players[SKAT_PLAYERS], const struct skat_game *game,
                     bool begun, struct call_mark *mark)
{
    if (!WANTS(players, game_end) && !WANTS(players, deal_end))
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
    skat_game_scores(game, &result, (enum skat_scoring)game->rules->scoring, told.score);
    for (unsigned position = 0; position < SKAT_PLAYERS; position++) {
        union view view;
        if (!sits(game, position))
            continue;
        skat_game_view(game, position, &view.engine);
        told.own_fault = game->fault == position;
        if (begun)
            CALL_PARTS(players[position], mark, game_end, &view.bot, &told);
        CALL_PARTS(players[position], mark, deal_end, &told);
    }
}

/* The first of the three that has said in this deal that it cannot go on, or SKAT_NOBODY. */
static inline unsigned failed_player(struct player *const players[SKAT_PLAYERS])
{
    for (unsigned position = 0; position < SKAT_PLAYERS; position++)
        if (players[position]->host->failed != STATUS_OK)
            return position;
    return SKAT_NOBODY;
}

/* Ends the game by the fault of one who has failed, unless it has ended by one. */
static void charge_failure(struct player *const players[SKAT_PLAYERS], struct skat_game *game)
{
    unsigned failed = failed_player(players);

    if (failed != SKAT_NOBODY)
        skat_game_fail(game, failed);
}

void play_begin(struct play *play, uint64_t key)
{
    play->illegal[0] = '\0';
    play->begun = false;
    play->told = 0;
    play->observed = WANTS(play->players, observe);
    begin_deal(play->players, play->game, key, play->mark);
    play->failed = failed_player(play->players) != SKAT_NOBODY;
}

bool play_pending(struct play *play, union player_decision *decision)
{
    if (play->failed || !skat_game_pending(play->game, &decision->engine))
        return false;
    if (!play->begun && play->game->table.announced && !before_game[decision->engine.kind]) {
        play->begun = true;
        begin_game(play->players, play->game, play->mark);
        play->failed = failed_player(play->players) != SKAT_NOBODY;
    }
    play->asked = (uint8_t)skat_game_player(play->game, decision->engine.position);
    return true;
}

static bool stand_in_answers(const struct play *play, const union player_decision *decision,
                             union player_action *action)
{
    const struct stand_ins *all = play->stand_ins;

    for (int i = 0; all && i < all->count; i++)
        if (all->of[i].answer(all->of[i].context, play->game, &decision->engine, &action->engine))
            return true;
    return false;
}

void play_ask(struct play *play, const union player_decision *decision, union player_action *action)
{
    if (stand_in_answers(play, decision, action))
        return;
    ask(play->players[play->asked], play->game, play->asked, decision, action, play->mark);
}

/* The game is lost by an answer that the rules do not allow. */
static bool charge_illegal(struct play *play, unsigned actor, const union player_action *action)
{
    skat_record_action(play->game->rules, actor, &action->engine, play->illegal);
    skat_game_fail(play->game, play->asked);
    return false;
}

bool play_apply(struct play *play, const union player_decision *decision,
                const union player_action *action)
{
    unsigned actor = decision->engine.position;

    if (play->players[play->asked]->host->failed != STATUS_OK)
        return false;
    if (skat_game_apply(play->game, actor, &action->engine) != SKAT_ACCEPTED)
        return charge_illegal(play, actor, action);
    if (play->observed) {
        tell_all(play, actor, action);
        play->failed = failed_player(play->players) != SKAT_NOBODY;
    }
    return true;
}

/* Is a process of its gone, which is started anew with the next deal? */
static bool lost_cell(const struct player *player)
{
    for (int part = 0; part < PARTS; part++)
        if (player->cells[part] && !cell_lives(player->cells[part]))
            return true;
    return false;
}

enum status play_end(struct play *play)
{
    struct player *const *players = play->players;
    struct skat_game *game = play->game;
    bool refused = game->fault != SKAT_NOBODY; /* it keeps that fault, whatever comes now */

    charge_failure(players, game);
    end_deal(players, game, play->begun, play->mark);
    charge_failure(players, game);
    enum status fault = game->fault == SKAT_NOBODY ? STATUS_OK
                        : refused                  ? STATUS_ILLEGAL
                                                   : players[game->fault]->host->failed;
    for (unsigned position = 0; position < SKAT_PLAYERS; position++) {
        if (lost_cell(players[position]))
            players[position]->session = NO_SESSION; /* the next game is the first of its session */
        players[position]->host->failed = STATUS_OK;
    }
    return fault;
}

enum status players_play(struct player *const players[SKAT_PLAYERS],
                         const struct stand_ins *stand_ins, struct skat_game *game, uint64_t key,
                         char *illegal, struct call_mark *mark)
{
    struct play play = {
        .players = players, .game = game, .illegal = illegal, .mark = mark, .stand_ins = stand_ins};
    union player_decision decision;
    union player_action action;

    play_begin(&play, key);
    while (play_pending(&play, &decision)) {
        play_ask(&play, &decision, &action);
        if (!play_apply(&play, &decision, &action))
            break;
    }
    return play_end(&play);
}
