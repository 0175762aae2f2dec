// SPDX-License-Identifier: MIT
/* arena/check/check_hidden_cards.c - do a bot's answers depend only on what it sees?
 *
 * Plays a deal and records it. Then plays it again up to some decision of the bot, with a new
 * instance that is told everything said and done, and dummies in the other seats: in one half of
 * the experiment with the same cards, in the other with cards that the bot cannot tell apart from
 * them. */
#include <string.h>

#include "arena/bot/dummy_player.h"
#include "arena/check/check.h"
#include "engine/variant.h"

/* A stream of random numbers for draws made here, apart from those of the deal and the seats. */
enum { STREAM = 0x10000 };

/* ---- one decision ---- */

static bool same_action(const struct skat_action *one, const struct skat_action *other)
{
    const struct skat_action actions[] = {check_plain_action(one), check_plain_action(other)};
    return memcmp(&actions[0], &actions[1], sizeof actions[0]) == 0;
}

/* Plays the trace up to a decision of the player at `position`, who is asked everything again. Ends
 * early if an answer differs from the trace, because the rest would then be another player's
 * game. */
static void ask_again(struct check *check, struct check_table *table,
                      const struct game_trace *trace, int steps, unsigned position)
{
    union player_decision decision;
    union player_action action, done;

    for (int i = 0; i <= steps && play_pending(&table->play, &decision); i++) {
        done.engine = trace->steps[i].action;
        if (skat_game_player(&table->game, decision.engine.position) == position &&
            check_is_asked(table, &decision.engine)) {
            play_ask(&table->play, &decision, &action);
            check_note_answer(check, table, &decision.engine, &action.engine, 0);
            if (!same_action(&action.engine, &done.engine))
                return;
        }
        if (i < steps && !play_apply(&table->play, &decision, &done))
            return;
    }
}

/* Plays a trace again with dummies; `position` is the bot's. */
static void play_again(struct check *check, struct check_table *table,
                       const struct game_trace *trace, int steps, unsigned position)
{
    struct player *const bot = table->at[position];
    struct player dummies[SKAT_PLAYERS];
    char reason[200];

    const struct skat_random_key key = check_deal_key(table);
    if (!dummy_players_open(dummies, &check->box->sampled, &check->box->outcome.mark, reason,
                            sizeof reason))
        check_give_up(check, "%s", reason);
    for (unsigned other = 0; other < SKAT_PLAYERS; other++)
        if (other != position)
            table->at[other] = &dummies[other];
    skat_game_start(&table->game, trace->rules, &trace->deal, &trace->terms);
    check_tell_session(check, table, bot);
    play_begin(&table->play, &key);
    ask_again(check, table, trace, steps, position);
    /* End the game as if another player had failed. */
    skat_game_fail(&table->game, position                                      ? 0
                                 : skat_sits(trace->rules->derived.seating, 1) ? 1
                                                                               : 2);
    play_end(&table->play);
    table->transcript->deals += table->transcript->count < CHECK_ANSWERS_MAX;
    dummy_players_close(dummies, &check->box->outcome.mark);
}

/* ---- a deal ---- */

/* A random step of the trace at which the bot was asked; -1 if there is none. */
static int draw_step(const struct check_table *table, struct skat_random *random)
{
    const struct game_trace *trace = table->trace;
    int steps[GAME_TRACE_STEPS_MAX], count = 0;

    for (int i = 0; i < trace->count; i++)
        if (table->subject[trace->steps[i].position])
            steps[count++] = i;
    return count ? steps[skat_random_below(random, (uint32_t)count)] : -1;
}

/* Plays a deal with new instances, then one decision of it again with new ones. */
static void probe_deal(struct check *check, struct check_table *table, struct game_trace *trace,
                       struct game_trace *other)
{
    const struct skat_random_key key = check_deal_key(table);
    struct skat_random random;
    uint64_t deal = table->deal;

    table->trace = trace;
    table->transcript = NULL;
    check_play_deal(check, table);
    skat_random_start(&random, &key, STREAM);
    int step = draw_step(table, &random);
    check_dismiss_all(check, table);
    if (step < 0)
        return;
    unsigned position = trace->steps[step].position;
    if (!game_trace_determinize(trace, step, position, &random, other))
        return;
    table->deal = deal;
    table->transcript = check->transcripts[check->half] + (table - check->box->tables);
    check_seat(check, table, position);
    play_again(check, table, check->half ? other : trace, step, position);
    table->deal = deal + 1;
    check_dismiss_all(check, table);
}

/* Job: one half of the experiment. */
static void probe(void *context)
{
    static struct game_trace traces[2]; /* large; used only in the child */
    struct check *check = context;

    check_load(check);
    check_lay_tables(check);
    for (int64_t deal = 0; deal < check->deals; deal++)
        for (int i = 0; i < check->box->tables_count; i++) {
            check_leave_in_time(check);
            probe_deal(check, &check->box->tables[i], &traces[0], &traces[1]);
        }
}

void check_honest(struct check *check)
{
    static const struct check_question hidden = {
        "hidden cards",
        "the same whatever others hold",
        {"with the cards as they were", "with other cards where it cannot see them"},
        NULL};

    if (check_half(check, hidden.what, 0, probe) && check_half(check, hidden.what, 1, probe))
        check_compare(check, &hidden);
}
