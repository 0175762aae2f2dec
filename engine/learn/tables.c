// SPDX-License-Identifier: MIT
#include "engine/learn/tables.h"

#include <string.h>

#include "engine/game/card_play.h"

struct learn_table {
    struct skat_game game;
    struct skat_view
        views[SKAT_PLAYERS]; /* of each position, as of its last decision in this deal */
    struct skat_choice choice;
    uint8_t viewed;  /* bits 1 << position: `views` is of this deal */
    uint8_t decides; /* the position that does: not that of a dummy */
    bool scored;     /* the scores of this step are told */
    uint8_t seat_of[SKAT_PLAYERS];
    uint64_t session;
    uint32_t deal;
    struct skat_session *carried; /* NULL if the rules carry nothing from deal to deal */
};

struct skat_tables {
    struct skat_tables_plan plan;
    struct skat_action_space space;
    uint64_t deals, decisions;
    struct learn_table tables[]; /* then the sessions, if the rules have them */
};

size_t skat_tables_size(const struct skat_tables_plan *plan)
{
    const size_t session = plan->rules->derived.carries ? sizeof(struct skat_session) : 0;

    return sizeof(struct skat_tables) +
           (size_t)plan->count * (sizeof(struct learn_table) + session);
}

/* ---- a deal ---- */

/* The next start of a table; the seats move on with each round of them. */
static void begin_start(const struct skat_tables_plan *plan, struct learn_table *table)
{
    const int dealer = skat_dealer(plan->rules->seats, table->session);

    table->game = plan->starts[table->deal];
    skat_positions(plan->rules, dealer, table->seat_of);
    table->viewed = 0;
}

static void begin_deal(struct skat_tables *tables, struct learn_table *table)
{
    const struct skat_tables_plan *plan = &tables->plan;
    struct skat_terms terms;
    struct skat_deal deal;

    if (plan->starts) {
        begin_start(plan, table);
        return;
    }
    skat_deal_of_run(&deal, plan->rules->derived.deck, &plan->run, table->session, table->deal);
    if (table->carried)
        skat_session_terms(table->carried, &terms);
    skat_game_start(&table->game, plan->rules, &deal, table->carried ? &terms : NULL);
    skat_positions(plan->rules, skat_dealer(plan->rules->seats, table->deal), table->seat_of);
    table->viewed = 0;
    if (plan->guests)
        plan->guests->begin(plan->guests->context, (int)(table - tables->tables), &table->game,
                            table->seat_of, table->session, table->deal);
}

static void begin_session(struct skat_tables *tables, struct learn_table *table, uint64_t session)
{
    table->session = session;
    table->deal = 0;
    if (table->carried)
        skat_session_start(table->carried, tables->plan.rules);
}

/* Each table plays every count-th of the starts. */
static void next_start(const struct skat_tables_plan *plan, struct learn_table *table)
{
    const uint64_t next = table->deal + (uint64_t)plan->count;

    table->session += next / (uint64_t)plan->start_count;
    table->deal = (uint32_t)(next % (uint64_t)plan->start_count);
}

static void add_extras(const struct learn_table *table, const struct skat_result *result,
                       int32_t by_seat[SKAT_SEATS_MAX])
{
    int32_t extras[SKAT_SEATS_MAX];

    skat_deal_extras(table->game.rules, result, table->game.table.declarer, table->seat_of, extras);
    for (int seat = 0; seat < table->game.rules->seats; seat++)
        by_seat[seat] += extras[seat];
}

static void score(const struct learn_table *table, const struct skat_result *result,
                  enum skat_tables_reward kind, int32_t by_seat[SKAT_SEATS_MAX])
{
    const enum skat_scoring scoring = kind == SKAT_REWARD_RULES
                                          ? (enum skat_scoring)table->game.rules->scoring_system
                                          : SKAT_SCORING_CLASSIC;

    skat_game_seat_scores(&table->game, result, scoring, table->seat_of, by_seat);
    if (kind == SKAT_REWARD_SEEGER || scoring == SKAT_SCORING_SEEGER_FABIAN)
        add_extras(table, result, by_seat);
}

static void reward(const struct skat_tables *tables, const struct learn_table *table,
                   const struct skat_result *result)
{
    const int seats = table->game.rules->seats;
    int32_t by_seat[SKAT_SEATS_MAX];

    score(table, result, tables->plan.reward, by_seat);
    /* Guests may play whole deals between two decisions of the learner: their rewards are added. */
    for (int seat = 0; seat < seats; seat++)
        tables->plan.out.reward[(table - tables->tables) * seats + seat] += by_seat[seat];
}

static void tell_scores(const struct skat_tables *tables, struct learn_table *table,
                        const struct skat_result *result)
{
    const int seats = table->game.rules->seats;
    int32_t by_seat[SKAT_SEATS_MAX],
        *out = tables->plan.out.scores + (table - tables->tables) * SKAT_TABLES_SCORES * seats;

    if (table->scored)
        return;
    table->scored = true;
    for (int kind = 0; kind < SKAT_TABLES_SCORES; kind++, out += seats) {
        score(table, result, (enum skat_tables_reward)kind, by_seat);
        memcpy(out, by_seat, (size_t)seats * sizeof *out);
    }
}

/* Adds the deal to its session. */
static void carry_on(struct learn_table *table, struct skat_result *result)
{
    struct skat_session_news news;
    struct skat_deal_event event;

    skat_game_event(&table->game, result, table->seat_of, &event);
    skat_session_add(table->carried, &event, &news);
    skat_result_multiply(result, news.factor);
}

static void end_deal(struct skat_tables *tables, struct learn_table *table)
{
    const struct skat_tables_plan *plan = &tables->plan;
    struct skat_result result;

    if (plan->guests)
        plan->guests->end(plan->guests->context, (int)(table - tables->tables), &table->game);
    if (plan->out.reward || plan->out.scores || table->carried)
        skat_game_result(&table->game, &result);
    if (table->carried)
        carry_on(table, &result);
    if (plan->out.reward)
        reward(tables, table, &result);
    if (plan->out.scores)
        tell_scores(tables, table, &result);
    if (plan->out.done && plan->out.done[table - tables->tables] < UINT8_MAX)
        plan->out.done[table - tables->tables]++;
    tables->deals++;
    if (plan->starts)
        next_start(plan, table);
    else if (++table->deal == (uint32_t)plan->rules->deals)
        begin_session(tables, table, table->session + (uint64_t)plan->count);
}

/* ---- a decision ---- */

/* The hand from which cards are chosen; that of the dummy for its cards. */
static skat_cards hand_of(const struct learn_table *table, const struct skat_decision *decision)
{
    return table->game.hands[decision->position];
}

/* Goes on to the next decision of the learner, in this deal or one of the next. */
static void next_decision(struct skat_tables *tables, struct learn_table *table)
{
    const struct skat_tables_guests *guests = tables->plan.guests;
    struct skat_decision decision;

    while (guests ? !guests->pending(guests->context, (int)(table - tables->tables), &table->game,
                                     &decision)
                  : !skat_game_pending(&table->game, &decision)) {
        end_deal(tables, table);
        begin_deal(tables, table);
    }
    table->decides = (uint8_t)skat_game_player(&table->game, decision.position);
    skat_choice_begin(&tables->space, &table->choice, &decision, hand_of(table, &decision));
}

static const struct skat_view *look(struct learn_table *table)
{
    struct skat_view *view = &table->views[table->decides];

    if (table->viewed >> table->decides & 1) {
        skat_game_view_again(&table->game, table->decides, view);
    } else {
        skat_game_view(&table->game, table->decides, view);
        table->viewed |= (uint8_t)(1u << table->decides);
    }
    return view;
}

static void observe(const struct skat_tables *tables, struct learn_table *table,
                    struct skat_observation *out)
{
    const struct skat_view *view = look(table);

    skat_observe(tables->plan.rules, view, table->game.moves, table->game.move_count,
                 &table->choice, out);
}

static void tell(const struct skat_tables *tables, struct learn_table *table)
{
    const struct skat_tables_out *out = &tables->plan.out;
    const ptrdiff_t index = table - tables->tables;

    if (out->seat)
        out->seat[index] = table->seat_of[table->decides];
    if (out->position)
        out->position[index] = table->decides;
    if (out->mask)
        skat_choice_mask(&tables->space, &table->choice, out->mask + index * tables->space.count);
    if (out->session)
        out->session[index] = table->session;
    if (out->deal)
        out->deal[index] = table->deal;
    if (out->observation)
        observe(tables, table, &out->observation[index]);
    if (out->open)
        skat_observe_open(&table->game, table->decides, &out->open[index]);
}

static void clear_rewards(const struct skat_tables *tables)
{
    const struct skat_tables_out *out = &tables->plan.out;
    const size_t count = (size_t)tables->plan.count;

    if (out->done)
        memset(out->done, 0, count);
    if (out->reward)
        memset(out->reward, 0, count * (size_t)tables->plan.rules->seats * sizeof *out->reward);
}

static void first_start(const struct skat_tables_plan *plan, struct learn_table *table, int index)
{
    table->session = (uint64_t)(index / plan->start_count);
    table->deal = (uint32_t)(index % plan->start_count);
}

/* The session of a table, which lies behind the tables; NULL if the rules carry nothing. */
static struct skat_session *session_of(struct skat_tables *tables, int table)
{
    struct skat_session *sessions =
        (struct skat_session *)(void *)&tables->tables[tables->plan.count];

    return tables->plan.rules->derived.carries ? &sessions[table] : NULL;
}

struct skat_tables *skat_tables_copy(void *memory, const struct skat_tables *tables,
                                     const struct skat_tables_out *out,
                                     const struct skat_game *starts)
{
    struct skat_tables *copy = memory;

    memcpy(copy, tables, skat_tables_size(&tables->plan));
    copy->plan.out = *out;
    copy->plan.starts = starts;
    for (int t = 0; t < copy->plan.count; t++)
        copy->tables[t].carried = session_of(copy, t);
    return copy;
}

struct skat_tables *skat_tables_init(void *memory, const struct skat_tables_plan *plan)
{
    struct skat_tables *tables = memory;

    memset(tables, 0, sizeof *tables);
    tables->plan = *plan;
    skat_action_space_of(&tables->space, plan->rules);
    clear_rewards(tables);
    for (int t = 0; t < plan->count; t++) {
        struct learn_table *table = &tables->tables[t];
        table->carried = session_of(tables, t);
        if (plan->starts)
            first_start(plan, table, t);
        else
            begin_session(tables, table, plan->first_session + (uint64_t)t);
        begin_deal(tables, table);
        next_decision(tables, table);
        tell(tables, table);
    }
    return tables;
}

const struct skat_tables_plan *skat_tables_plan_of(const struct skat_tables *tables)
{
    return &tables->plan;
}

const struct skat_action_space *skat_tables_space(const struct skat_tables *tables)
{
    return &tables->space;
}

/* ---- steps ---- */

static bool not_allowed(const struct skat_tables *tables, int t, int action,
                        struct skat_error *error)
{
    char text[SKAT_NUMBER_TEXT] = "no action";

    if (action >= 0 && action < tables->space.count)
        skat_number_text(&tables->space, action, text);
    return skat_fail(error, "table %d: action %d (%s) is not allowed at this decision (%s)", t,
                     action, text, skat_decision_rows[tables->tables[t].choice.decision.kind].name);
}

bool skat_tables_allow(const struct skat_tables *tables, const int32_t *actions, bool may_stay,
                       struct skat_error *error)
{
    for (int t = 0; t < tables->plan.count; t++)
        if (actions[t] != SKAT_TABLES_FORFEIT && !(may_stay && actions[t] == SKAT_TABLES_STAY) &&
            !skat_choice_allows(&tables->space, &tables->tables[t].choice, actions[t]))
            return not_allowed(tables, t, (int)actions[t], error);
    return true;
}

static void apply(const struct skat_tables *tables, struct learn_table *table)
{
    const struct skat_tables_guests *guests = tables->plan.guests;
    const struct skat_choice *choice = &table->choice;

    if (guests)
        guests->apply(guests->context, (int)(table - tables->tables), &table->game,
                      &choice->decision, &choice->action);
    else if (choice->decision.kind == SKAT_DECIDE_CARD && choice->action.kind == SKAT_ACTION_CARD)
        skat_game_play_card(&table->game, choice->action.cards[0]);
    else
        skat_game_apply(&table->game, choice->decision.position, &choice->action);
}

static void forfeit(const struct skat_tables *tables, struct learn_table *table)
{
    table->choice.action = (struct skat_action){.size = sizeof table->choice.action};
    if (tables->plan.guests)
        apply(tables, table);
    else
        skat_game_fail(&table->game, table->decides);
}

static void pick(struct skat_tables *tables, struct learn_table *table, int action)
{
    table->scored = false;
    if (action == SKAT_TABLES_FORFEIT) {
        forfeit(tables, table);
        next_decision(tables, table);
    } else if (skat_choice_pick(&tables->space, &table->choice, action)) {
        apply(tables, table);
        next_decision(tables, table);
    }
    tell(tables, table);
    tables->decisions++;
}

bool skat_tables_step(struct skat_tables *tables, const int32_t *actions, struct skat_error *error)
{
    if (!skat_tables_allow(tables, actions, false, error))
        return false;
    clear_rewards(tables);
    for (int t = 0; t < tables->plan.count; t++)
        pick(tables, &tables->tables[t], actions[t]);
    return true;
}

bool skat_tables_go_on(struct skat_tables *tables, const int32_t *actions, struct skat_error *error)
{
    if (!skat_tables_allow(tables, actions, true, error))
        return false;
    for (int t = 0; t < tables->plan.count; t++)
        if (actions[t] != SKAT_TABLES_STAY)
            pick(tables, &tables->tables[t], actions[t]);
    return true;
}

/* The n-th (from 0) allowed number. */
static int nth_allowed(const struct skat_action_space *space, const uint8_t *mask, uint32_t n)
{
    int number = 0;

    while (number < space->count && (!mask[number] || n--))
        number++;
    return number;
}

void skat_tables_random(const struct skat_tables *tables, struct skat_random *random,
                        int32_t *actions)
{
    uint8_t mask[SKAT_NUMBERS_MAX];

    for (int t = 0; t < tables->plan.count; t++) {
        const struct skat_choice *choice = &tables->tables[t].choice;
        if (choice->step == SKAT_CHOICE_FIRST && choice->decision.kind == SKAT_DECIDE_CARD &&
            !choice->decision.may_concede && !choice->decision.may_give_up &&
            !choice->decision.may_claim && !choice->decision.may_resign) {
            skat_cards cards = choice->decision.cards;
            for (uint32_t n = skat_random_below(random, (uint32_t)skat_cards_count(cards)); n; n--)
                cards &= cards - 1;
            actions[t] = skat_number_of_card(skat_cards_first(cards));
        } else {
            uint32_t allowed = (uint32_t)skat_choice_mask(&tables->space, choice, mask);
            actions[t] = nth_allowed(&tables->space, mask, skat_random_below(random, allowed));
        }
    }
}

const struct skat_game *skat_tables_game(const struct skat_tables *tables, int table)
{
    return &tables->tables[table].game;
}

uint64_t skat_tables_deals(const struct skat_tables *tables) { return tables->deals; }

uint64_t skat_tables_decisions(const struct skat_tables *tables) { return tables->decisions; }
