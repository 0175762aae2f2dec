// SPDX-License-Identifier: MIT
#include "arena/match/audit_question.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "arena/base/child.h"
#include "arena/base/exit_code.h"
#include "arena/base/memory.h"
#include "arena/base/shortage.h"
#include "arena/bot/abi_rules.h"
#include "arena/bot/bot_process.h"
#include "arena/bot/deal_play.h"
#include "arena/bot/dummy_player.h"
#include "arena/bot/fixed_auction.h"
#include "arena/bot/module.h"
#include "arena/bot/module_description.h"
#include "arena/bot/program_host.h"
#include "arena/bot/supervised_job.h"
#include "arena/record/action_text.h"
#include "arena/record/game_trace.h"
#include "engine/session.h"
#include "engine/variant.h"

enum {
    IDLE_S = 300,
    KILLS = 20,
    SHORTAGE = 95 /* exit status of the child */,
    STREAM = 0x20001 /* of the hidden cards, apart from those of the seats */
};

/* What the child says of a question, in memory that is shared with it. */
struct audit_box {
    bool over;                 /* of one among several: the answer is there */
    bool failed, shortage;     /* there is no answer; and that is the machine's fault */
    int step;                  /* at which it stopped */
    struct skat_action answer; /* its answer there */
    char reason[AUDIT_FAILURE_SIZE];
};
/* All that is shared with it. */
struct audit_shm {
    struct job_shm job;
    bool has_no_copies; /* the bot cannot be asked several questions */
    struct audit_box boxes[AUDIT_TOGETHER_MOST];
};

struct audit_question {
    const struct config *config;
    struct audit_groups *groups;
    const struct audit_case *asked;
    const uint8_t *table; /* bot by seat */
    uint8_t seat_of[SKAT_PLAYERS];
    struct game_trace played, other; /* as played; what is asked */
    /* Of each step: how many moves were before it; and the position of the player who decided, or
     * SKAT_NOBODY if that is not the bot, or cannot be asked again. */
    uint16_t moves[GAME_TRACE_STEPS_MAX];
    uint8_t decided[GAME_TRACE_STEPS_MAX];
    bool conceded[SKAT_PLAYERS];
    int step;         /* the chosen one */
    uint8_t position; /* who decided it */
    struct audit_shm *shm;
    struct audit_box *box; /* in it */
    struct skat_game game;
    /* What its player is opened with, which must outlive it. */
    struct bot_process_spec processes[PLAYER_PARTS];
    struct program_plan programs;
};

/* ---- which decision ---- */

static bool is_on(const cJSON *object, const char *key)
{
    return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(object, key));
}

bool audit_question_is_for(const cJSON *bot)
{
    const cJSON *bid = cJSON_GetObjectItemCaseSensitive(bot, "bid"),
                *play = cJSON_GetObjectItemCaseSensitive(bot, "play");

    return !is_on(bot, "uses_clock") &&
           (is_on(bid ? bid : bot, "deterministic") || is_on(play ? play : bot, "deterministic"));
}

static enum player_part part_of(const struct skat_decision *decision)
{
    return skat_decision_rows[decision->kind].bidding ? PLAYER_PART_BID : PLAYER_PART_PLAY;
}

/* Whether something else decides instead of the bots. */
static bool decided_elsewhere(const struct audit_question *question,
                              const struct skat_decision *decision)
{
    const struct config *config = question->config;

    return (config->play == PLAY_SOLVER && decision->kind == SKAT_DECIDE_CARD) ||
           (config->contract != CONTRACTS_BID &&
            fixed_auction_decides(&config->given.auctions[question->asked->id.deal],
                                  &question->game, decision));
}

static bool makes_deterministically(const struct bot *bot, const struct skat_decision *decision)
{
    const cJSON *description = bot_part(bot, (int)part_of(decision))->description;

    return module_has_flag(description, "deterministic") &&
           module_decides(description, UINT64_C(1) << decision->kind);
}

/* Whether it is a decision of the bot's that can be asked again. */
static bool is_own(const struct audit_question *question, const struct skat_game *game,
                   unsigned position, unsigned player)
{
    const uint8_t seat = question->seat_of[player];
    const int bot = question->asked->bot;
    struct skat_decision decision;

    return seat != SKAT_NOBODY && question->table[seat] == bot &&
           skat_game_pending(game, &decision) && decision.position == position &&
           !decided_elsewhere(question, &decision) &&
           makes_deterministically(&question->config->bots[bot], &decision);
}

static void acts(void *context, const struct skat_game *game, unsigned position,
                 const struct skat_action *action)
{
    struct audit_question *question = context;
    const unsigned player = skat_game_player(game, position);
    const int step = question->played.count;

    if (!game_trace_add(&question->played, position, action))
        return;
    question->moves[step] = game->move_count;
    /* A record does not show at which of two questions somebody conceded: so neither that is asked
     * again nor what the player decided after it. */
    question->conceded[player] |= action->kind == SKAT_ACTION_CONCEDE;
    question->decided[step] =
        is_own(question, game, position, player) && !question->conceded[player] ? (uint8_t)player
                                                                                : SKAT_NOBODY;
}

/* Plays the game again and notes its steps. False if its moves are none. */
static bool follow(struct audit_question *question)
{
    const struct audit_case *asked = question->asked;
    const struct skat_rules *rules = &question->config->rules;
    const struct skat_record_watcher watcher = {question, acts};
    static char text[SKAT_RECORD_SIZE];
    struct skat_replay replay;

    if (!played_moves_are_sound(&asked->moves, rules))
        return false;
    played_moves_text(&asked->moves, asked->moves.count, rules, &question->game, text);
    skat_game_start(&question->game, rules, &asked->moves.deal, NULL);
    game_trace_begin(&question->played, &question->game);
    skat_record_follow(&question->game, text, false, &watcher, &replay);
    return replay.end == SKAT_REPLAY_ALL;
}

/* One of the bot's own decisions; false if it made none. */
static bool choose(struct audit_question *question)
{
    int own[GAME_TRACE_STEPS_MAX], count = 0;

    for (int step = 0; step < question->played.count; step++)
        if (question->decided[step] != SKAT_NOBODY)
            own[count++] = step;
    if (!count)
        return false;
    question->step = own[question->asked->pick % (uint32_t)count];
    question->position = question->decided[question->step];
    return true;
}

/* ---- the child ---- */

static _Noreturn void give_up(struct audit_question *question, const char *reason)
{
    struct audit_box *box = question->box;

    box->failed = true;
    snprintf(box->reason, sizeof box->reason, "%s", reason);
    job_leave(&question->shm->job);
}

/* A process that knows nothing yet asks again, later. */
static _Noreturn void wait_for_machine(struct audit_question *question)
{
    question->box->shortage = true;
    job_leave(&question->shm->job);
}

/* The machine has no process for an isolated bot or a program, or has killed it. */
static void no_bot_process(int error)
{
    (void)error;
    _exit(SHORTAGE);
}
static void bot_process_was_killed(void) { _exit(SHORTAGE); }

static const struct skat_bot_module *load(struct audit_question *question,
                                          const struct module_file *file)
{
    char reason[AUDIT_FAILURE_SIZE];

    for (int attempt = 1;; attempt++) {
        const struct skat_bot_module *module = module_load(file, reason, sizeof reason);
        if (module)
            return module;
        question->box->shortage = shortage_is(errno);
        if (!question->box->shortage || !shortage_wait(attempt))
            give_up(question, reason);
        question->box->shortage = false;
    }
}

/* The player of the bot, as in a worker (worker_table.c). */
static void open_player(struct audit_question *question, struct player *player,
                        struct latency_histogram *times)
{
    const struct config *config = question->config;
    const struct bot *bot = &config->bots[question->asked->bot];
    struct player_plan plan = bot_player_plan(bot, question->seat_of[question->position]);
    char reason[AUDIT_FAILURE_SIZE];

    plan.times = times;
    plan.limits = config->limits;
    question->programs =
        (struct program_plan){&question->groups->programs, config_program_memory(config),
                              bot_process_was_killed, no_bot_process};
    for (int part = 0; part < (bot->composed ? PLAYER_PARTS : 1); part++) {
        const struct bot_module *module = bot_part(bot, part);
        question->processes[part] = (struct bot_process_spec){
            .file = module->file,
            .settings = module->settings,
            .setting_count = module->setting_count,
            .memory = config_memory(config),
            .groups = &question->groups->processes,
            .killed = bot_process_was_killed,
            .shortage = no_bot_process,
        };
        if (config_isolates(config, module))
            plan.processes[part] = &question->processes[part];
        else
            plan.modules[part] = load(question, module->file);
        plan.programs[part] = module->unsandboxed ? &question->programs : NULL;
    }
    if (config->isolation == ISOLATION_NONE)
        module_files_close(config->modules);
    if (!bot->composed) {
        plan.modules[PLAYER_PART_PLAY] = plan.modules[PLAYER_PART_BID];
        plan.processes[PLAYER_PART_PLAY] = plan.processes[PLAYER_PART_BID];
    }
    errno = 0;
    if (player_open(player, &plan, &question->shm->job.mark, reason, sizeof reason))
        return;
    if (config->isolation == ISOLATION_NONE && errno == ENOMEM)
        wait_for_machine(question);
    give_up(question, reason);
}

static bool same(const struct skat_rules *rules, unsigned position, const struct skat_action *one,
                 const struct skat_action *other)
{
    struct skat_action actions[] = {*one, *other};
    char texts[2][SKAT_TOKEN_SIZE];

    for (int i = 0; i < 2; i++) {
        action_sort_cards(&actions[i]);
        action_text(rules, position, &actions[i], texts[i]);
    }
    return strcmp(texts[0], texts[1]) == 0;
}

/* Asks the player all its own decisions up to the chosen one. */
static void ask_up_to(struct audit_question *question, struct play *play,
                      const struct player *player)
{
    union player_decision decision;
    union player_action action, done;
    struct audit_box *box = question->box;

    for (int i = 0; play_pending(play, &decision); i++) {
        done.engine = question->other.steps[i].action;
        if (question->decided[i] == question->position) {
            play_ask(play, &decision, &action);
            if (player->host->failed != GAME_OK)
                give_up(question, player->host->failure);
            box->answer = action.engine;
            box->step = i;
            if (i == question->step || !same(&question->config->rules, decision.engine.position,
                                             &action.engine, &done.engine))
                return;
        }
        if (!play_apply(play, &decision, &done))
            break;
    }
    give_up(question, player->host->failed != GAME_OK
                          ? player->host->failure
                          : "the game does not lead to the decision again");
}

/* The players at the table of a question: the bot's, and three who do nothing. */
struct audit_players {
    struct player bot, dummies[SKAT_PLAYERS];
    struct latency_histogram times;
};

/* Gives up what the parent has open, and opens the players. */
static void open_players(struct audit_question *question, struct audit_players *players)
{
    const struct config *config = question->config;
    char reason[AUDIT_FAILURE_SIZE];
    int kept[MODULE_FILES_MAX + PLAYER_PARTS];

    int count = module_files_descriptors(config->modules, kept);
    count += cgroup_set_descriptors(&question->groups->processes, kept + count);
    child_close_others(kept, count);
    if (!dummy_players_open(players->dummies, &players->times, &question->shm->job.mark, reason,
                            sizeof reason))
        give_up(question, reason);
    open_player(question, &players->bot, &players->times);
}

/* Asks a player that has seen nothing. */
static void ask_player(struct audit_question *question, struct audit_players *players)
{
    const struct config *config = question->config;
    const struct game_id *id = &question->asked->id;
    struct call_mark *mark = &question->shm->job.mark;
    struct player *at[SKAT_PLAYERS];
    char illegal[SKAT_TOKEN_SIZE];
    struct abi_rules told;

    for (unsigned position = 0; position < SKAT_PLAYERS; position++)
        at[position] = position == question->position ? &players->bot : &players->dummies[position];
    abi_rules_of(&config->rules, &told);
    const struct skat_bot_session session = {
        .size = sizeof session, .deals = (uint32_t)config->rules.deals, .rules = &told.rules};
    const struct skat_random_key key = skat_random_deal_key(&config->key, id->session, id->deal);
    player_enter_session(&players->bot, id->session, &session, &config->key, id->session, mark);
    skat_game_start(&question->game, &config->rules, &question->other.deal, NULL);
    struct play play = {.players = at, .game = &question->game, .illegal = illegal, .mark = mark};
    play_begin(&play, &key);
    ask_up_to(question, &play, &players->bot);
}

/* Job: the question itself. */
static void ask(void *context)
{
    struct audit_question *question = context;
    struct audit_players players = {0};

    open_players(question, &players);
    ask_player(question, &players);
    job_leave(&question->shm->job); /* nothing of the bot's is of interest any more */
}

/* Questions to one bot. */
struct audit_together {
    int count;
    struct audit_question *questions[AUDIT_TOGETHER_MOST];
    struct audit_shm *shm;
};

/* Asks a copy of the player; false if there are no more. */
static bool ask_copy(struct audit_question *question, struct audit_players *players)
{
    struct call_mark *mark = &question->shm->job.mark;

    players->bot.host->seat = question->seat_of[question->position];
    if (!player_copy_begin(&players->bot, mark))
        return false;
    ask_player(question, players);
    question->box->over = true;
    return player_copy_end(&players->bot, mark);
}

/* Job: one question after the other, each to a copy of the same process, until one fails; or, if
 * that has no copies, the first of them. */
static void ask_copies(void *context)
{
    struct audit_together *together = context;
    struct audit_question *first = together->questions[0];
    struct audit_players players = {0};

    open_players(first, &players);
    if (player_has_copies(&players.bot)) {
        for (int i = 0; i < together->count && ask_copy(together->questions[i], &players); i++)
            ;
    } else {
        together->shm->has_no_copies = true;
        ask_player(first, &players);
        first->box->over = true;
    }
    job_leave(&together->shm->job);
}

/* ---- the whole ---- */

static void put_failure(const struct audit_question *question, const struct job_outcome *outcome,
                        struct audit_answer *answer)
{
    const char *reason = question->box->reason;

    if (outcome->end != JOB_DONE)
        job_end_text(outcome, answer->failure, sizeof answer->failure);
    else
        snprintf(answer->failure, sizeof answer->failure, "%.*s",
                 (int)strnlen(reason, sizeof question->box->reason - 1), reason);
}

/* Which move of the record a step of the game is, or would be: from 1, an actor and its action
 * each. */
static int move_of(struct audit_question *question, int step)
{
    static char text[SKAT_RECORD_SIZE];
    int words = 0;

    question->game.move_count = question->moves[step];
    const int length = skat_record_moves(&question->game, text);
    for (int i = 0; i < length; i++)
        words += text[i] == ' ';
    return length ? (words + 1) / 2 + 1 : 1;
}

static void put_answers(struct audit_question *question, struct audit_answer *answer)
{
    struct audit_box *box = question->box;
    const struct skat_rules *rules = &question->config->rules;

    if (box->step < 0 || box->step > question->step) /* the bot has overwritten it */
        box->step = question->step;
    const struct game_trace_step *step = &question->played.steps[box->step];
    struct skat_action actions[] = {step->action, box->answer};
    answer->position = step->position;
    answer->move = (uint16_t)move_of(question, box->step);
    for (int i = 0; i < 2; i++) {
        action_sort_cards(&actions[i]);
        action_text(rules, step->position, &actions[i], answer->answers[i]);
    }
}

/* Whether the process was killed from outside. A bot that is not isolated can do the same, and then
 * does it each time. */
static bool was_killed(const struct job_outcome *outcome)
{
    return outcome->end == JOB_SIGNAL && outcome->code == SIGKILL;
}

/* Whether it was the machine that gave no answer. */
static bool machine_was_short(const struct audit_question *question,
                              const struct job_outcome *outcome)
{
    const bool isolated = question->config->isolation == ISOLATION_PROCESS,
               in_bot = atomic_load(&question->shm->job.mark.calls) & 1;

    return question->box->shortage ||
           (outcome->end == JOB_NO_CHILD && shortage_is(outcome->code)) ||
           (outcome->end == JOB_EXIT &&
            (outcome->code == SHORTAGE || outcome->code == EXIT_INTERRUPTED) &&
            (isolated || !in_bot)) ||
           (was_killed(outcome) && isolated);
}

static struct job_limits limits_of(const struct config *config)
{
    const struct player_limits *limits = &config->limits;

    return (struct job_limits){
        .call_ms = limits->time_limit_ms ? limits->time_limit_ms + limits->bank_ms : 0,
        .idle_s = IDLE_S};
}

static bool run_question(struct audit_question *question, struct audit_answer *answer)
{
    const struct job_limits limits = limits_of(question->config);
    struct job_outcome outcome;

    for (int attempt = 1;; attempt++) {
        *question->box = (struct audit_box){.step = question->step};
        job_run(ask, question, &question->shm->job, &limits, &outcome);
        const bool machine = machine_was_short(question, &outcome);
        if (!machine && !(was_killed(&outcome) && attempt < KILLS))
            break;
        if (machine && !shortage_wait(attempt))
            return false;
    }
    answer->asked = true;
    answer->answered = outcome.end == JOB_DONE && !question->box->failed;
    if (!answer->answered)
        put_failure(question, &outcome, answer);
    put_answers(question, answer);
    return true;
}

void audit_groups_open(struct audit_groups *groups, const struct config *config,
                       const struct cgroup_tree *tree, const char *name)
{
    char *programs = xasprintf("%s-program", name);

    *groups = (struct audit_groups){0};
    if (config->isolation == ISOLATION_PROCESS)
        cgroup_set_open(&groups->processes, tree, name, PLAYER_PARTS, config_memory(config), 1);
    if (config_starts_programs(config))
        cgroup_set_open(&groups->programs, tree, programs, 0, config_program_memory(config),
                        PROGRAM_PROCESSES);
    free(programs);
}

/* The question of a case, to be freed; its answer says whether the cards are other ones. NULL: the
 * bot decided nothing in the game. */
static struct audit_question *question_of(const struct config *config, struct audit_groups *groups,
                                          const struct audit_case *asked,
                                          struct audit_answer *answer)
{
    struct audit_question *question = xcalloc(1, sizeof *question);
    const struct skat_random_key key =
        skat_random_deal_key(&config->key, asked->id.session, asked->id.deal);
    struct skat_random random;

    *answer = (struct audit_answer){0};
    question->config = config;
    question->groups = groups;
    question->asked = asked;
    question->table = config->schedule.arrangements[asked->id.arrangement];
    skat_positions(&config->rules, skat_dealer(config->rules.seats, asked->id.deal),
                   question->seat_of);
    if (!follow(question) || !choose(question)) {
        free(question);
        return NULL;
    }
    skat_random_start(&random, &key, STREAM + asked->id.arrangement);
    answer->redealt = !config->bots[asked->bot].sees_all &&
                      game_trace_determinize(&question->played, question->step, question->position,
                                             &random, &question->other);
    if (!answer->redealt) {
        question->other = question->played;
        question->other.count = question->step;
    }
    return question;
}

bool audit_question_ask(const struct config *config, struct audit_groups *groups,
                        const struct audit_case *asked, struct audit_answer *answer)
{
    struct audit_question *question = question_of(config, groups, asked, answer);
    bool ok = true;

    if (question) {
        question->shm = xcheck(map_zeroed(sizeof *question->shm, MAP_SHARED));
        question->box = question->shm->boxes;
        ok = run_question(question, answer);
        munmap(question->shm, sizeof *question->shm);
    }
    answer->over = ok;
    answer->is_short = !ok;
    free(question);
    return ok;
}

/* ---- several questions ---- */

bool audit_question_has_copies(const struct bot *bot)
{
    return !bot->composed && bot->parts[0].unsandboxed && !bot->parts[0].samples;
}

bool audit_question_ask_copies(const struct config *config, struct audit_groups *groups,
                               const struct audit_case *const asked[],
                               struct audit_answer *const answers[], int count)
{
    const struct job_limits limits = limits_of(config);
    struct audit_together together = {.shm = xcheck(map_zeroed(sizeof *together.shm, MAP_SHARED))};
    struct audit_answer *wanted[AUDIT_TOGETHER_MOST];
    struct job_outcome outcome;

    for (int i = 0; i < count; i++) {
        struct audit_question *question = question_of(config, groups, asked[i], answers[i]);
        answers[i]->over = !question;
        if (!question)
            continue;
        question->shm = together.shm;
        question->box = &together.shm->boxes[together.count];
        question->box->step = question->step;
        wanted[together.count] = answers[i];
        together.questions[together.count++] = question;
    }
    if (together.count)
        job_run(ask_copies, &together, &together.shm->job, &limits, &outcome);
    for (int i = 0; i < together.count; i++) {
        struct audit_question *question = together.questions[i];
        if (question->box->over) {
            wanted[i]->asked = wanted[i]->answered = wanted[i]->over = true;
            put_answers(question, wanted[i]);
        }
        free(question);
    }
    const bool has_copies = !together.shm->has_no_copies;
    munmap(together.shm, sizeof *together.shm);
    return has_copies;
}
