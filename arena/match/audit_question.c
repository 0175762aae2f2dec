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
#include "arena/bot/module.h"
#include "arena/bot/program_host.h"
#include "arena/bot/supervised_job.h"
#include "engine/session.h"

enum {
    IDLE_S = 300,
    KILLS = 20,
    SHORTAGE = 95 /* exit status of the child */
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
    struct audit_choice choice;
    struct game_trace other; /* what is asked */
    struct audit_shm *shm;
    struct audit_box *box; /* in it */
    struct skat_game game;
    /* What its player is opened with, which must outlive it. */
    struct bot_process_spec processes[PLAYER_PARTS];
    struct program_plan programs;
};

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
    const struct bot *bot = &config->bots[question->choice.of->bot];
    struct player_plan plan =
        bot_player_plan(bot, question->choice.seat_of[question->choice.position]);
    char reason[AUDIT_FAILURE_SIZE];

    plan.times = times;
    question->programs = (struct program_plan){&question->groups->programs, bot_memory(bot),
                                               bot_process_was_killed, no_bot_process};
    for (int part = 0; part < (bot->composed ? PLAYER_PARTS : 1); part++) {
        const struct bot_module *module = bot_part(bot, part);
        question->processes[part] = (struct bot_process_spec){
            .file = module->file,
            .settings = module->settings,
            .setting_count = module->setting_count,
            .memory = bot_memory(bot),
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

/* Whether two answers to the decision of a step are the same. */
static bool same(const struct audit_choice *choice, int step, const struct skat_action *one,
                 const struct skat_action *other)
{
    char texts[2][SKAT_TOKEN_SIZE];

    audit_choice_answer(choice, step, one, texts[0]);
    audit_choice_answer(choice, step, other, texts[1]);
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
        if (question->choice.decided[i] == question->choice.position) {
            play_ask(play, &decision, &action);
            if (player->host->failed != GAME_OK)
                give_up(question, player->host->failure);
            box->answer = action.engine;
            box->step = i;
            if (i == question->choice.step ||
                !same(&question->choice, i, &action.engine, &done.engine))
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
    const struct game_id *id = &question->choice.of->id;
    struct call_mark *mark = &question->shm->job.mark;
    struct player *at[SKAT_PLAYERS];
    char illegal[SKAT_TOKEN_SIZE];
    struct abi_rules told;

    for (unsigned position = 0; position < SKAT_PLAYERS; position++)
        at[position] =
            position == question->choice.position ? &players->bot : &players->dummies[position];
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

    players->bot.host->seat = question->choice.seat_of[question->choice.position];
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

/* Whether a bot that shares the memory has left the step at which it stopped as it was: one that
 * was put to it, and an earlier one than the chosen one only if it was answered otherwise, or if
 * there was no answer. */
static bool is_step(const struct audit_choice *choice, const struct audit_box *box, bool answered)
{
    return box->step >= 0 && box->step <= choice->step &&
           choice->decided[box->step] == choice->position &&
           (box->step == choice->step || !answered ||
            !same(choice, box->step, &choice->played.steps[box->step].action, &box->answer));
}

static void put_answers(struct audit_question *question, struct audit_answer *answer)
{
    struct audit_choice *choice = &question->choice;
    const struct audit_box box = *question->box;
    const int at = is_step(choice, &box, answer->answered) ? box.step : choice->step;
    const struct game_trace_step *step = &choice->played.steps[at];

    answer->position = step->position;
    answer->move = (uint16_t)audit_choice_move(choice, at);
    audit_choice_answer(choice, at, &step->action, answer->answers[0]);
    audit_choice_answer(choice, at, &box.answer, answer->answers[1]);
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

static struct job_limits limits_of(const struct bot *bot)
{
    return (struct job_limits){.call_ms = player_call_ms(&bot->limits),
                               .start_ms = bot->limits.start_ms,
                               .idle_s = IDLE_S};
}

static bool run_question(struct audit_question *question, struct audit_answer *answer)
{
    const struct job_limits limits = limits_of(&question->config->bots[question->choice.of->bot]);
    struct job_outcome outcome;

    for (int attempt = 1;; attempt++) {
        *question->box = (struct audit_box){.step = question->choice.step};
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
        cgroup_set_open(&groups->processes, tree, name, PLAYER_PARTS, config_most_memory(config),
                        1);
    if (config_starts_programs(config))
        cgroup_set_open(&groups->programs, tree, programs, 0, config_most_memory(config),
                        PROGRAM_PROCESSES);
    free(programs);
}

/* The question of a case, to be freed; its answer says whether the cards are other ones. NULL: the
 * bot decided nothing in the game. */
static struct audit_question *
question_of(const struct config *config, const struct audit_plan *plan, struct audit_groups *groups,
            const struct audit_case *asked, struct audit_answer *answer)
{
    struct audit_question *question = xcalloc(1, sizeof *question);

    *answer = (struct audit_answer){0};
    question->config = config;
    question->groups = groups;
    if (!audit_choice_make(&question->choice, plan, asked)) {
        free(question);
        return NULL;
    }
    answer->redealt = audit_choice_redeal(&question->choice, &question->other);
    return question;
}

bool audit_question_ask(const struct config *config, const struct audit_plan *plan,
                        struct audit_groups *groups, const struct audit_case *asked,
                        struct audit_answer *answer)
{
    struct audit_question *question = question_of(config, plan, groups, asked, answer);
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

bool audit_question_ask_copies(const struct config *config, const struct audit_plan *plan,
                               struct audit_groups *groups, const struct audit_case *const asked[],
                               struct audit_answer *const answers[], int count)
{
    const struct job_limits limits = limits_of(&config->bots[asked[0]->bot]);
    struct audit_together together = {.shm = xcheck(map_zeroed(sizeof *together.shm, MAP_SHARED))};
    struct audit_answer *wanted[AUDIT_TOGETHER_MOST];
    struct job_outcome outcome;

    for (int i = 0; i < count; i++) {
        struct audit_question *question = question_of(config, plan, groups, asked[i], answers[i]);
        answers[i]->over = !question;
        if (!question)
            continue;
        question->shm = together.shm;
        question->box = &together.shm->boxes[together.count];
        question->box->step = question->choice.step;
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
