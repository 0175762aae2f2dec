// SPDX-License-Identifier: MIT
/* arena/check/check_job.c - a job of a check: what its process may use, what is loaded there, how
 * it ended and whose fault that was.
 *
 * With isolation the whole child is sandboxed (sandbox.h) before the bot's code gets there: it can
 * compute, print and write to the results of this check, and nothing else. So the instances of the
 * bot still share a process, as they do in a worker, and what one does to another is found. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "arena/base/machine.h"
#include "arena/base/child.h"
#include "arena/base/memory.h"
#include "arena/bot/module.h"
#include "arena/check/check.h"
#include "arena/sandbox/crash_trace.h"
#include "engine/variant.h"

const char check_overwritten[] = "the bot overwrote memory of those who check it";

/* ---- control groups ---- */

enum { EACH_SHIFT = 30 }; /* a gigabyte: memory_mb of a run, unless it says otherwise */

/* Bytes that an isolated job may have beside what is mapped before the bot is loaded: for each
 * table what an isolated bot may have by default, but no more than half of this machine's memory.
 */
static uint64_t memory_for_tables(const struct check *check)
{
    const uint64_t wanted = (uint64_t)check_tables_most(check) << EACH_SHIFT,
                   half = memory_there_is() / 2;

    return wanted < half ? wanted : half;
}

/* Exit status of a job, outside any call of a bot. */
enum { PROGRAM_KILLED = 98, NO_PROGRAM = 95 };

static void program_was_killed(void) { _exit(PROGRAM_KILLED); }

static void no_program(int error)
{
    (void)error; /* it was tried for seconds */
    _exit(NO_PROGRAM);
}

void check_groups_open(struct check *check)
{
    struct check_groups *groups = &check->groups;
    const bool starts_programs = check->bot.unsandboxed;
    const uint64_t memory =
                       starts_programs && check->wants_isolation ? UINT64_C(1) << EACH_SHIFT : 0,
                   shared = 2 * check_transcripts_size(check) + sizeof *check->box;

    if (check->isolated || starts_programs)
        cgroup_tree_open(&groups->tree);
    cgroup_set_open(&groups->jobs, &groups->tree, "check", check->isolated ? 1 : 0,
                    memory_for_tables(check) + shared, 1);
    groups->job = check->isolated ? cgroup_set_take(&groups->jobs) : -1;
    cgroup_set_open(&groups->programs, &groups->tree, "check-program", 0, memory,
                    PROGRAM_PROCESSES);
    groups->of_programs = (struct program_plan){.groups = &groups->programs,
                                                .memory = memory,
                                                .killed = program_was_killed,
                                                .shortage = no_program};
}

void check_groups_close(struct check *check)
{
    cgroup_set_close(&check->groups.jobs);
    cgroup_set_close(&check->groups.programs);
    cgroup_tree_close(&check->groups.tree);
}

/* ---- in the child: the modules ---- */

/* It often holds passwords. The texts stay where they were, in memory that the bot could read. */
static void forget_environment(void)
{
    for (char **text = environ; text && *text; text++)
        explicit_bzero(*text, strlen(*text));
    clearenv();
}

/* Keeps the standard streams, a file by which memory is measured (check_resources.c), and one to
 * load the bot from. */
static bool keep_descriptors(const struct module_file *bot)
{
    const int from = module_file_open(bot), module = fcntl(from, F_DUPFD, CHECK_MODULE),
              memory = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);

    return memory >= 0 && module >= 0 && dup2(memory, CHECK_STATM) >= 0 &&
           dup2(module, CHECK_MODULE) >= 0 && close_range(CHECK_MODULE + 1, ~0u, 0) == 0;
}

static uint64_t address_space(const struct check *check)
{
    const uint64_t wanted = check_statm(0) + memory_for_tables(check);
    struct rlimit user; /* who may have set a lower one, which cannot be raised */

    return getrlimit(RLIMIT_AS, &user) == 0 && user.rlim_max < wanted ? user.rlim_max : wanted;
}

static const struct skat_bot_module *load_isolated(struct check *check, char *reason, size_t size)
{
    forget_environment();
    cgroup_set_join(&check->groups.jobs, check->groups.job);
    if (!keep_descriptors(check->bot.file)) {
        snprintf(reason, size, "cannot be isolated: descriptors cannot be closed");
        return NULL;
    }
    /* What is measured of the bot is measured here; and its instances share this process anyway. */
    const struct sandbox_limits limits = {.memory = address_space(check)};
    crash_trace_watch(&check->box->crash);
    return module_load_sandboxed(CHECK_MODULE, check->bot.file->real, &limits, CHECK_STATM,
                                 STDERR_FILENO, reason, size);
}

static const struct skat_bot_module *must_be(struct check *check, const struct bot_module *module,
                                             const struct skat_bot_module *loaded,
                                             const char *reason)
{
    if (!loaded)
        check_give_up(check, "%s %s", module->path, reason);
    return loaded;
}

void check_load(struct check *check)
{
    char reason[400];
    /* The other one is ours, and needs no sandbox. Nothing can be loaded after the bot. */
    const struct skat_bot_module *other = must_be(
        check, &check->other, module_load(check->other.file, reason, sizeof reason), reason);
    const struct skat_bot_module *bot =
        must_be(check, &check->bot,
                check->isolated ? load_isolated(check, reason, sizeof reason)
                                : module_load(check->bot.file, reason, sizeof reason),
                reason);

    for (int who = 0; who < CHECK_WHO; who++)
        for (int part = 0; part < PLAYER_PARTS; part++) {
            struct check_cast *cast = &check->casts[who];
            cast->modules[part] = cast->from[part] == &check->bot ? bot : other;
        }
}

/* ---- whose fault it is ---- */

/* How often the system has ended processes for lack of memory. */
struct check_kills {
    uint64_t own;    /* because of the job's group: the bot took more than it may */
    uint64_t system; /* for any reason */
};

static struct check_kills kills_now(const struct check *check)
{
    const struct check_groups *groups = &check->groups;

    return (struct check_kills){.own = cgroup_set_kills(&groups->jobs, groups->job),
                                .system = cgroup_system_kills()};
}

static bool was_killed(const struct job_outcome *outcome)
{
    return outcome->end == JOB_SIGNAL && outcome->code == SIGKILL;
}

/* Whether the job was ended because its own group had no more memory. */
static bool took_too_much(const struct check *check, const struct job_outcome *outcome,
                          const struct check_kills *before)
{
    return was_killed(outcome) && kills_now(check).own > before->own;
}

/* Whether the machine, and not the bot, is why a job was not done: it had no process for it, or has
 * ended one of it for lack of memory. */
static bool machine_is_short(const struct check *check, const struct job_outcome *outcome,
                             const struct check_kills *before)
{
    const bool by_program = outcome->end == JOB_EXIT && check->bot.unsandboxed &&
                            (outcome->code == PROGRAM_KILLED || outcome->code == NO_PROGRAM) &&
                            atomic_load(&check->box->outcome.mark.calls) % 2 == 0;

    if (outcome->end == JOB_NO_CHILD)
        return shortage_is(outcome->code);
    return by_program || (was_killed(outcome) && kills_now(check).system > before->system &&
                          !took_too_much(check, outcome, before));
}

/* ---- how a job ended ---- */

enum { WHERE_SIZE = 200, MORE_SIZE = 512, IDLE_SECONDS = 60 };

/* Does the current or last call belong to a deal? A session begins in front of its first one. */
static bool in_deal(const struct check_box *box)
{
    uint8_t function = atomic_load(&box->outcome.mark.function);

    return box->tables[box->table].game.rules && function != CALL_NONE && function != CALL_create &&
           function != CALL_session_end && function != CALL_destroy;
}

/* "in act, asked for a card as forehand, deal 18 of isko", "in session_end, after deal 18 of isko".
 */
static void where(const void *of, char *text, size_t size)
{
    const struct check_box *box = of;
    const struct check_table *table = &box->tables[box->table];
    const char *function = call_mark_function(&box->outcome.mark);
    struct skat_decision decision;
    int length;

    if (atomic_load(&box->outcome.mark.calls) % 2 == 0 || !*function) {
        snprintf(text, size, "outside any call of the bot");
        return;
    }
    length = snprintf(text, size, "in %s", function);
    if (atomic_load(&box->outcome.mark.function) == CALL_session_end)
        snprintf(text + length, size - (size_t)length, ", after deal %llu of %s",
                 (unsigned long long)table->deal, table->rules->name);
    if (!in_deal(box))
        return;
    if (strcmp(function, "act") == 0 && skat_game_pending(&table->game, &decision))
        length += snprintf(text + length, size - (size_t)length, ", asked for %s as %s",
                           skat_decision_rows[decision.kind].name,
                           skat_position_name(table->game.rules->derived.deck, decision.position));
    snprintf(text + length, size - (size_t)length, ", deal %llu of %s",
             (unsigned long long)table->deal + 1, table->rules->name);
}

/* "deal ..., moves ...", for a debugger or `replay`. */
static void position_text(const void *of, char *text, size_t size)
{
    const struct check_box *box = of;
    const struct skat_game *game = &box->tables[box->table].game;
    char deal[SKAT_DEAL_TEXT_SIZE], moves[SKAT_RECORD_SIZE];

    if (!in_deal(box))
        return;
    skat_deal_print(&game->deal, game->rules->derived.deck, deal);
    skat_record_moves(game, moves);
    snprintf(text, size, "deal %s, moves %.*s", deal, (int)(size - sizeof deal - 20),
             *moves ? moves : "none");
}

/* ---- what a job leaves in shared memory ---- */

static bool is_text(const char *text, size_t size) { return memchr(text, '\0', size); }

static bool are_rules(const struct check *check, const struct check_rules *rules)
{
    return rules >= check->rules && rules < check->rules + check->rules_count;
}

/* Whether what is read after a job can be. The bot could write there, too. */
static bool box_is_sound(const struct check *check)
{
    const struct check_box *box = check->box;
    bool ok = box->tables_count >= 0 && box->tables_count <= CHECK_RULES_MAX &&
              box->tables_count <= check_tables_most(check) && box->table >= 0 &&
              box->table <= box->tables_count && is_text(box->reason, sizeof box->reason) &&
              box->first_fault.status < GAME_STATUSES &&
              is_text(box->first_fault.position, sizeof box->first_fault.position) &&
              is_text(box->first_fault.moves, sizeof box->first_fault.moves) &&
              is_text(box->first_fault.words, sizeof box->first_fault.words) &&
              is_text(box->in_vain.words, sizeof box->in_vain.words) &&
              box->made.count <= CHECK_SAMPLES_MAX && box->kept.count <= CHECK_SAMPLES_MAX &&
              latency_is_sound(&box->sampled);

    for (int kind = 0; kind < SKAT_DECISIONS; kind++)
        ok = ok && latency_is_sound(&box->times[kind]);
    for (int table = 0; ok && table < box->tables_count; table++)
        ok = are_rules(check, box->tables[table].rules) &&
             check->transcripts[check->half][table].count <= CHECK_ANSWERS_MAX;
    return ok;
}

static void merge_printed(struct printed *all, const struct printed *more)
{
    if (!all->bytes)
        memcpy(all->head, more->head, sizeof all->head);
    if (more->bytes)
        memcpy(all->tail, more->tail, sizeof all->tail);
    all->bytes += more->bytes;
}

static void describe_forbidden(const struct crash *crash, char *text, size_t size)
{
    char name[SANDBOX_CALL_SIZE];

    snprintf(text, size, "tried %s, which the sandbox forbids,", sandbox_call_name(crash, name));
}

static void run_once(struct check *check, void (*job)(void *check), struct job_outcome *outcome)
{
    struct check_box *box = check->box;
    const struct job_limits limits = {.call_ms = player_call_ms(&check->limits),
                                      .start_ms = check->limits.start_ms,
                                      .idle_s = IDLE_SECONDS};

    memset(box, 0, sizeof *box);
    box->began = clock_ns(CLOCK_MONOTONIC);
    job_run(job, check, &box->outcome, &limits, outcome);
}

/* Whether a job that the machine has ended is tried again; waits if the machine is short of
 * something. */
static bool try_again(int attempt, const struct job_outcome *outcome)
{
    enum { KILLS = 3 };

    return outcome->end == JOB_NO_CHILD ? shortage_wait(attempt) : attempt < KILLS;
}

/* Runs a job until the machine is not what ends it, or adds a line that says so. */
static bool run(struct check *check, const char *what, void (*job)(void *check),
                struct job_outcome *outcome, struct check_kills *before)
{
    for (int attempt = 1;; attempt++) {
        *before = kills_now(check);
        run_once(check, job, outcome);
        if (!machine_is_short(check, outcome, before))
            break;
        if (try_again(attempt, outcome))
            continue;
        if (outcome->end == JOB_NO_CHILD)
            snprintf(check->shortage, sizeof check->shortage, "no process for \"%.80s\": %s", what,
                     strerror(outcome->code));
        else
            snprintf(check->shortage, sizeof check->shortage,
                     "a process of \"%.80s\" was ended %d times for lack of memory", what, attempt);
        check_add(&check->report, CHECK_SKIP, what, NULL, "not checked: %s", check->shortage);
        return false;
    }
    merge_printed(&check->out, &outcome->out);
    merge_printed(&check->err, &outcome->err);
    return true;
}

static void end_text(const struct check *check, const struct job_outcome *outcome,
                     const struct check_kills *before, char *text, size_t size)
{
    if (took_too_much(check, outcome, before))
        snprintf(text, size, "took more memory than %llu MB, and was ended",
                 (unsigned long long)(memory_for_tables(check) >> 20));
    else
        job_end_text(outcome, text, size);
}

bool check_job(struct check *check, const char *what, void (*job)(void *check))
{
    struct check_box *box = check->box;
    char end[100], place[WHERE_SIZE], more[MORE_SIZE], words[200];
    struct job_outcome outcome;
    struct check_kills before;

    if (*check->shortage || !run(check, what, job, &outcome, &before))
        return false;
    if (!box_is_sound(check)) {
        check_add(&check->report, CHECK_FAIL, what, NULL, check_overwritten);
        memset(box, 0, sizeof *box);
        return false;
    }
    if (outcome.end == JOB_DONE && !*box->reason)
        return true;
    printed_last_line(&outcome.err, words, sizeof words);
    if (outcome.end == JOB_DONE) {
        check_add(&check->report, CHECK_FAIL, what, NULL, "%s%s%s", box->reason,
                  *words ? "; its last words: " : "", words);
        return false;
    }
    const bool forbidden =
        check->isolated && (outcome.end == JOB_EXIT || outcome.end == JOB_SIGNAL) &&
        sandbox_stopped(&box->crash, outcome.end == JOB_SIGNAL ? outcome.code : 0);
    if (forbidden)
        describe_forbidden(&box->crash, end, sizeof end);
    else
        end_text(check, &outcome, &before, end, sizeof end);
    if (!guarded_text(where, box, place, sizeof place))
        snprintf(place, sizeof place, "where %s", check_overwritten);
    guarded_text(position_text, box, more, sizeof more);
    check_add(&check->report, CHECK_FAIL, what, more, "%s %s%s%s%s", end, place,
              forbidden ? isolation_way_out(end) : "", *words ? "; its last words: " : "", words);
    return false;
}

const char check_nothing_left[] = "it fails under every rule set";

bool check_any_rules_left(const struct check *check)
{
    for (int i = 0; i < check->rules_count; i++)
        if (!check->rules[i].broken)
            return true;
    return false;
}
