// SPDX-License-Identifier: MIT
#include "arena/match/answer_audit.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/base/exit_code.h"
#include "arena/base/folder.h"
#include "arena/base/interrupt.h"
#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/base/output_file.h"
#include "arena/base/shortage.h"
#include "arena/base/terminal_fold.h"
#include "arena/log/manifest.h"
#include "arena/match/audit_question.h"
#include "arena/sandbox/no_writing.h"
#include "engine/variant.h"

/* ---- what came of it ---- */

void audit_findings_of(struct audit_findings *findings, const struct audit_plan *plan)
{
    *findings = (struct audit_findings){0};
    for (int number = 0; number < BOTS_MAX; number++)
        audit_counts_end(&findings->of[number]);
    for (int bot = 0; plan && bot < plan->bots; bot++)
        findings->examined[bot] = plan->of[bot].audited;
}

struct findings_reading {
    struct audit_findings *findings;
    uint64_t end;
    const char *const *names;
    int bots;
};

static void keep(struct audit_findings *findings, int bot, const struct audit_line *line)
{
    if (findings->kept[bot] == AUDIT_DIFFERENCES_KEPT)
        return;
    if (!findings->first[bot])
        findings->first[bot] =
            pool_alloc(&findings->pool, AUDIT_DIFFERENCES_KEPT, sizeof **findings->first);
    struct audit_line *kept = &findings->first[bot][findings->kept[bot]++];
    *kept = *line;
    kept->bot = kept->failure = NULL;
    kept->position = pool_text(&findings->pool, line->position);
    kept->answer = pool_text(&findings->pool, line->answer);
    kept->again = pool_text(&findings->pool, line->again);
}

static bool take_line(void *context, const struct audit_line *line)
{
    const struct findings_reading *reading = context;

    if ((uint64_t)line->game >= reading->end)
        return true;
    for (int bot = 0; bot < reading->bots; bot++)
        if (strcmp(reading->names[bot], line->bot) == 0) {
            audit_counts_add(&reading->findings->of[bot], line);
            if (audit_line_differs(line))
                keep(reading->findings, bot, line);
        }
    return true;
}

bool audit_findings_read(struct audit_findings *findings, const char *folder, uint64_t end,
                         const char *const names[], int bots, struct errors *errors)
{
    struct findings_reading reading = {findings, end, names, bots};
    bool ok = audit_lines_read(folder, take_line, &reading, errors);

    for (int bot = 0; bot < bots; bot++)
        audit_counts_end(&findings->of[bot]);
    return ok;
}

void audit_findings_free(struct audit_findings *findings) { pool_free(&findings->pool); }

void audit_findings_warn(const struct audit_findings *findings, const char *const names[], int bots)
{
    for (int bot = 0; bot < bots; bot++) {
        const struct audit_counts *counts = &findings->of[bot];
        const struct audit_line *first = findings->first[bot];
        if (!counts->different)
            continue;
        print_note("skat-arena: warning: %s claims to be deterministic, but answers %" PRId64
                   " of %" PRId64 " audited decisions otherwise in a process that has seen nothing "
                   "else: in game %" PRId64 ", move %" PRId64 ", %s answered %s, and again %s\n",
                   names[bot], counts->different, counts->asked, first->game, first->move,
                   first->position, first->answer, first->again);
    }
}

/* ---- the games of a run ---- */

struct answer_audit {
    const struct config *config;
    struct audit_plan plan;
    struct audit_cases cases;
};

struct answer_audit *answer_audit_new(const struct config *config)
{
    struct answer_audit *audit = xcalloc(1, sizeof *audit);
    cJSON *manifest = manifest_of(config);

    audit->config = config;
    audit_plan_of(&audit->plan, manifest, &config->rules, &config->schedule, &config->key);
    audit->plan.auctions = config->given.auctions;
    cJSON_Delete(manifest);
    if (audit_plan_has_any(&audit->plan)) {
        audit_cases_begin(&audit->cases, &audit->plan);
        return audit;
    }
    free(audit);
    return NULL;
}

void answer_audit_free(struct answer_audit *audit)
{
    if (audit)
        audit_cases_free(&audit->cases);
    free(audit);
}

const struct audit_plan *answer_audit_plan(const struct answer_audit *audit)
{
    return audit ? &audit->plan : NULL;
}

struct audit_cases *answer_audit_cases(struct answer_audit *audit)
{
    return audit ? &audit->cases : NULL;
}

/* ---- asking ---- */

static const int signals_heard[] = {SIGINT, SIGTERM, SIGHUP}; /* interrupt.h */

enum { DONE = -2 }; /* instead of a process */

/* Cases that one process asks: each `step`-th from `first` on. */
struct audit_share {
    const struct answer_audit *audit;
    struct audit_groups groups;
    struct audit_answer *answers;
    int first, step;
};

static bool is_to_be_asked(const struct audit_share *share, int at, int bot)
{
    return !share->answers[at].over && share->audit->cases.cases[at].bot == bot;
}

/* Asks the first case of a bot that is left, if there is one. */
static bool ask_first(struct audit_share *share, int bot)
{
    const struct answer_audit *audit = share->audit;

    for (int i = share->first; i < audit->cases.known; i += share->step)
        if (is_to_be_asked(share, i, bot))
            return audit_question_ask(audit->config, &audit->plan, &share->groups,
                                      &audit->cases.cases[i], &share->answers[i]);
    return true;
}

/* Asks the next cases of a bot in copies of one process. Returns how many were left; *has_copies:
 * whether that can go on. */
static int ask_copies(struct audit_share *share, int bot, bool *has_copies)
{
    const struct answer_audit *audit = share->audit;
    const struct audit_case *cases[AUDIT_TOGETHER_MOST];
    struct audit_answer *answers[AUDIT_TOGETHER_MOST];
    int count = 0;

    for (int i = share->first; i < audit->cases.known && count < AUDIT_TOGETHER_MOST;
         i += share->step)
        if (is_to_be_asked(share, i, bot)) {
            cases[count] = &audit->cases.cases[i];
            answers[count++] = &share->answers[i];
        }
    *has_copies = count && audit_question_ask_copies(audit->config, &audit->plan, &share->groups,
                                                     cases, answers, count);
    for (int i = count; i-- > 0;)
        count -= answers[i]->over;
    return count;
}

/* Asks all cases of a bot in copies while it has any. A copy that failed is asked again in a
 * process of its own: what counts as a failure does not depend on whether a program can be copied.
 * After some failures the rest is asked so, too, since each may take as long as a call. */
static bool ask_in_copies(struct audit_share *share, int bot)
{
    enum { FAILURES = 3 };
    bool has_copies = true;

    for (int failures = 0; has_copies && failures < FAILURES;)
        if (ask_copies(share, bot, &has_copies) && has_copies) {
            failures++;
            if (!ask_first(share, bot))
                return false;
        }
    return true;
}

/* A process of its own, which runs no bots itself. */
static _Noreturn void ask_some(struct audit_share *share, const struct cgroup_tree *tree)
{
    const struct answer_audit *audit = share->audit;
    const struct config *config = audit->config;
    char name[20];
    bool ok = true;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (size_t i = 0; i < sizeof signals_heard / sizeof *signals_heard; i++)
        signal(signals_heard[i], SIG_DFL);
    snprintf(name, sizeof name, "audit%d", share->first);
    audit_groups_open(&share->groups, config, tree, name);
    if (!config_starts_programs(config))
        no_writing_begin(no_writing_rules()); /* here, since it takes longer than a question */
    for (int bot = 0; bot < config->bot_count && ok; bot++)
        if (audit_question_has_copies(&config->bots[bot]))
            ok = ask_in_copies(share, bot);
    for (int i = share->first; i < audit->cases.known && ok; i += share->step)
        ok = share->answers[i].over ||
             audit_question_ask(config, &audit->plan, &share->groups, &audit->cases.cases[i],
                                &share->answers[i]);
    _exit(ok ? EXIT_OK : EXIT_INTERRUPTED);
}

static pid_t fork_or_wait(void)
{
    for (int attempt = 1;; attempt++) {
        const pid_t child = fork();
        if (child >= 0 || !shortage_is(errno) || !shortage_wait(attempt))
            return child;
    }
}

/* The exit status of a process, or -1 if a signal ended it. */
static int status_of(pid_t child)
{
    int status = 0;

    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        if (interrupt_heard())
            kill(child, SIGKILL);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Starts the processes that are not done, and waits for them: how many then are not. *is_short: for
 * the machine's fault. */
static int ask_once(const struct answer_audit *audit, const struct cgroup_tree *tree,
                    struct audit_answer *answers, pid_t *children, int count, bool *is_short)
{
    int missing = 0;

    for (int i = 0; i < count; i++) {
        struct audit_share share = {.audit = audit, .answers = answers, .first = i, .step = count};
        if (children[i] != DONE && (children[i] = fork_or_wait()) == 0)
            ask_some(&share, tree);
    }
    for (int i = 0; i < count; i++) {
        const int status = children[i] > 0 ? status_of(children[i]) : EXIT_INTERRUPTED;
        if (children[i] == DONE || status == EXIT_OK)
            children[i] = DONE;
        else
            missing++;
        *is_short |= children[i] != DONE && status == EXIT_INTERRUPTED;
    }
    return missing;
}

static int how_many_are_over(const struct answer_audit *audit, const struct audit_answer *answers)
{
    int over = 0;

    for (int i = 0; i < audit->cases.known; i++)
        over += answers[i].over;
    return over;
}

/* All answers, in memory that is shared with the processes that ask. A process that was killed from
 * outside is started again, for what it had not asked. False when it never gets anywhere, the
 * machine is short of something, or after a signal to this process. */
static bool ask_all(const struct answer_audit *audit, const struct cgroup_tree *tree,
                    struct audit_answer *answers)
{
    enum { ATTEMPTS = 20 };
    const int wanted = audit->config->workers,
              count = audit->cases.known < wanted ? audit->cases.known : wanted;
    pid_t children[WORKERS_MAX] = {0};
    bool is_short = false;
    int missing = count, over = 0;

    fflush(NULL);
    for (int attempt = 0; missing && attempt < ATTEMPTS && !is_short && !interrupt_heard();
         attempt++) {
        const int before = over;
        missing = ask_once(audit, tree, answers, children, count, &is_short);
        over = how_many_are_over(audit, answers);
        if (over > before)
            attempt = 0;
    }
    return !missing;
}

/* The same, with control groups for the processes of bots where they can be had. */
static bool ask_in_groups(const struct answer_audit *audit, struct audit_answer *answers)
{
    struct cgroup_tree tree = {0};

    if (config_starts_bot_processes(audit->config))
        cgroup_tree_open(&tree);
    const bool ok = ask_all(audit, &tree, answers);
    cgroup_tree_close(&tree);
    return ok;
}

/* The first bot that could not be asked, or NULL. */
static const char *whose_was_short(const struct answer_audit *audit,
                                   const struct audit_answer *answers)
{
    for (int i = 0; i < audit->cases.known; i++)
        if (answers[i].is_short)
            return audit->config->bots[audit->cases.cases[i].bot].name;
    return NULL;
}

static void write_line(const struct answer_audit *audit, const struct audit_case *asked,
                       const struct audit_answer *answer, FILE *file)
{
    const struct config *config = audit->config;
    const struct audit_line line = {
        .game = (int64_t)asked->id.game,
        .bot = config->bots[asked->bot].name,
        .position = skat_position_name(config->rules.derived.deck, answer->position),
        .move = answer->move,
        .redealt = answer->redealt,
        .answer = answer->answers[0],
        .again = answer->answered ? answer->answers[1] : NULL,
        .failure = answer->answered ? NULL : answer->failure,
    };
    cJSON *object = fields_to_json(&audit_line_fields, &line);
    char *text = cJSON_PrintUnformatted(object);

    fprintf(file, "%s\n", text);
    free(text);
    cJSON_Delete(object);
}

static bool write_lines(const struct answer_audit *audit, const struct audit_answer *answers,
                        const char *path, struct errors *errors)
{
    struct output_file save;
    int asked = 0;

    for (int i = 0; i < audit->cases.known; i++)
        asked += answers[i].asked;
    if (!asked)
        return true;
    if (output_file_begin(&save, path, OUTPUT_OWN))
        for (int i = 0; i < audit->cases.known; i++)
            if (answers[i].asked)
                write_line(audit, &audit->cases.cases[i], &answers[i], save.file);
    return output_file_end(&save, errors);
}

int answer_audit_ask(struct answer_audit *audit, const char *folder, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];
    const size_t size = (size_t)audit->cases.known * sizeof(struct audit_answer);

    if (!audit->cases.known)
        return EXIT_OK;
    interrupt_hear();
    struct audit_answer *answers = xcheck(map_zeroed(size, MAP_SHARED));
    int code = ask_in_groups(audit, answers) && !interrupt_heard() ? EXIT_OK : EXIT_INTERRUPTED;
    const char *whose = whose_was_short(audit, answers);
    if (code == EXIT_INTERRUPTED && !interrupt_heard())
        print_note("skat-arena: the machine is short of something: no process or memory to ask "
                   "decisions%s%s again\n",
                   whose ? " of " : "", whose ? whose : "");
    if (code == EXIT_OK &&
        !write_lines(audit, answers, folder_file(folder, "audit.jsonl", path), errors))
        code = EXIT_INTERNAL;
    munmap(answers, size);
    return code;
}
