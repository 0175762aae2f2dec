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

#include "arena/base/folder.h"
#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/base/output_file.h"
#include "arena/base/shortage.h"
#include "arena/match/audit_question.h"
#include "arena/match/audit_sample.h"
#include "arena/sandbox/no_writing.h"
#include "engine/variant.h"

/* ---- what came of it ---- */

/* Whether anything of a run can be audited. */
static bool run_has_audit(const struct schedule *schedule, int64_t one_in)
{
    return one_in > 0 && !schedule->whole_sessions && schedule->kind != SCHEDULE_RECORDED;
}

void audit_findings_of(struct audit_findings *findings, const cJSON *manifest,
                       const struct schedule *schedule)
{
    const cJSON *bots = cJSON_GetObjectItemCaseSensitive(manifest, "bots"), *bot;
    int i = 0;

    *findings = (struct audit_findings){0};
    for (int number = 0; number < BOTS_MAX; number++)
        audit_counts_end(&findings->of[number]);
    if (run_has_audit(schedule, (int64_t)json_number(manifest, "audit")))
        cJSON_ArrayForEach (bot, bots)
            if (i < BOTS_MAX)
                findings->examined[i++] = audit_question_is_for(bot);
}

struct findings_reading {
    struct audit_findings *findings;
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

    for (int bot = 0; bot < reading->bots; bot++)
        if (strcmp(reading->names[bot], line->bot) == 0) {
            audit_counts_add(&reading->findings->of[bot], line);
            if (audit_line_differs(line))
                keep(reading->findings, bot, line);
        }
    return true;
}

bool audit_findings_read(struct audit_findings *findings, const char *folder,
                         const char *const names[], int bots, struct errors *errors)
{
    struct findings_reading reading = {findings, names, bots};
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
        fprintf(stderr,
                "skat-arena: warning: %s claims to be deterministic, but answers %" PRId64
                " of %" PRId64 " audited decisions otherwise in a process that has seen nothing "
                "else: in game %" PRId64 ", move %" PRId64 ", %s answered %s, and again %s\n",
                names[bot], counts->different, counts->asked, first->game, first->move,
                first->position, first->answer, first->again);
    }
}

/* ---- the games of a run ---- */

struct answer_audit {
    const struct config *config;
    struct audit_sample samples[BOTS_MAX]; /* empty of bots that are not audited */
    struct audit_case *cases;              /* of games that were played, and after them of others */
    int played, count, room;
};

struct answer_audit *answer_audit_new(const struct config *config)
{
    cJSON *bots = manifest_bots(config);
    const cJSON *bot;
    struct answer_audit *audit = NULL;
    int i = 0;

    if (run_has_audit(&config->schedule, config->audit))
        cJSON_ArrayForEach (bot, bots) {
            const int number = i++;
            if (!audit_question_is_for(bot))
                continue;
            if (!audit)
                audit = xcalloc(1, sizeof *audit);
            audit_sample_begin(&audit->samples[number], &config->schedule, &config->key, number,
                               config->audit);
        }
    if (audit)
        audit->config = config;
    cJSON_Delete(bots);
    return audit;
}

void answer_audit_free(struct answer_audit *audit)
{
    if (audit)
        free(audit->cases);
    free(audit);
}

static void add_case(struct answer_audit *audit, const struct game_id *id, int bot)
{
    if (audit->count == audit->room) {
        audit->room = 2 * audit->room + 16;
        audit->cases = xrealloc(audit->cases, (size_t)audit->room * sizeof *audit->cases);
    }
    audit->cases[audit->count++] =
        (struct audit_case){.id = *id, .bot = bot, .pick = audit->samples[bot].pick};
}

bool answer_audit_expects(struct answer_audit *audit, const struct game_id *id)
{
    const int before = audit->count;

    for (int bot = 0; bot < audit->config->bot_count; bot++)
        if (audit_sample_next(&audit->samples[bot], id->game) == id->game)
            add_case(audit, id, bot);
    return audit->count > before;
}

void answer_audit_add(struct answer_audit *audit, const struct game_id *id,
                      const struct played_moves *moves)
{
    for (int i = audit->played; i < audit->count && audit->cases[i].id.game <= id->game; i++)
        if (audit->cases[i].id.game == id->game) {
            played_moves_copy(&audit->cases[i].moves, moves);
            audit->played = i + 1;
        }
}

/* ---- asking ---- */

/* A process asks each `step`-th case from `first` on. It runs no bots itself. */
static void ask_some(const struct answer_audit *audit, struct audit_answer *answers, int first,
                     int step)
{
    for (int i = first; i < audit->played; i += step)
        audit_question_ask(audit->config, &audit->cases[i], &answers[i]);
}

static pid_t fork_or_wait(void)
{
    for (int attempt = 1;; attempt++) {
        const pid_t child = fork();
        if (child >= 0 || !shortage_is(errno) || !shortage_wait(attempt))
            return child;
    }
}

static bool ended_well(pid_t child)
{
    int status = 0;

    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return status == 0;
}

/* All answers, in memory that is shared with the processes that ask. False if one of them ended
 * before it had asked all of its cases. */
static bool ask_all(const struct answer_audit *audit, struct audit_answer *answers)
{
    const int wanted = audit->config->workers,
              most = audit->played < wanted ? audit->played : wanted;
    pid_t children[WORKERS_MAX];
    bool ok = true;

    fflush(NULL);
    for (int i = 0; i < most; i++) {
        children[i] = fork_or_wait();
        if (children[i] == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            if (!config_starts_programs(audit->config))
                no_writing_begin(); /* here, since it takes longer than a question */
            ask_some(audit, answers, i, most);
            _exit(0);
        }
    }
    for (int i = 0; i < most; i++)
        ok = children[i] > 0 && ended_well(children[i]) && ok;
    return ok;
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

    if (output_file_begin(&save, path, OUTPUT_OWN))
        for (int i = 0; i < audit->played; i++)
            if (answers[i].asked)
                write_line(audit, &audit->cases[i], &answers[i], save.file);
    return output_file_end(&save, errors);
}

bool answer_audit_ask(struct answer_audit *audit, const char *folder, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];
    const size_t size = (size_t)audit->played * sizeof(struct audit_answer);

    if (!audit->played)
        return true;
    struct audit_answer *answers = xcheck(map_zeroed(size, MAP_SHARED));
    bool ok = ask_all(audit, answers);
    if (!ok)
        errors_add(errors, NULL,
                   "the audit could not be finished: a process that asks decisions again could not "
                   "be started, or was killed");
    ok = ok && write_lines(audit, answers, folder_file(folder, "audit.jsonl", path), errors);
    munmap(answers, size);
    return ok;
}
