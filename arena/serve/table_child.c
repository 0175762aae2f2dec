// SPDX-License-Identifier: MIT
#include "arena/serve/table_child.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/exit_code.h"
#include "arena/base/input_open.h"
#include "arena/base/memory.h"
#include "arena/base/output_file.h"
#include "arena/play/casual_table.h"
#include "arena/play/puzzles.h"
#include "arena/serve/page_face.h"

/* The setup of a plan; of one that takes over a game of a log, with this game. False with errors.
 * The caller deletes its taken.rules where the plan has a log. */
static bool set_up(struct play_setup *setup, const struct table_plan *plan, struct errors *errors)
{
    *setup = plan->setup;
    if (!plan->from.folder)
        return true;
    input_stay_below(plan->from.root);
    const bool ok = taken_game_read(&setup->taken, plan->from.folder, NULL, plan->from.game,
                                    plan->from.move, errors);
    input_stay_below(NULL);
    return ok;
}

static int play_deals(const struct table_work *work, const struct table_face *face,
                      struct errors *errors)
{
    const struct table_plan *plan = work->plan;
    struct config config = {0};
    struct play_setup setup;
    struct casual_plan casual = {
        .config = &config, .person = "you", .explains = true, .shared = work->shared};
    int code = EXIT_USAGE;

    if (set_up(&setup, plan, errors) && play_setup_config(&config, &setup, errors)) {
        casual.seat = setup.taken.seat;
        casual.log = plan->log ? output_file_grow(plan->log, OUTPUT_APPEND) : NULL;
        if (plan->log && !casual.log)
            errors_add(errors, plan->log, "cannot be written: %s", strerror(errno));
        code = errors->count ? EXIT_INTERNAL : casual_table_play(&casual, face, errors);
        if (casual.log && !output_file_close(casual.log))
            code = EXIT_INTERNAL;
    }
    if (plan->from.folder)
        cJSON_Delete(setup.taken.rules);
    config_free(&config);
    return code;
}

static int play_puzzles(const struct table_plan *plan, const struct table_face *face,
                        struct errors *errors)
{
    struct position_set set = {0};
    struct skat_rules rules;
    int code = EXIT_BAD_FILE;

    if (play_setup_rules(&rules, &plan->setup, errors) &&
        position_set_read(&set, plan->puzzles, &rules, errors)) {
        puzzles_play(&set, &rules, plan->setup.deals ? (int)plan->setup.deals : set.count, face);
        code = EXIT_OK;
    }
    position_set_free(&set);
    return code;
}

int table_child(const void *context, int out)
{
    const struct table_work *work = context;
    struct page_person person = {.in = xcheck(fdopen(dup(out), "r")),
                                 .out = xcheck(fdopen(out, "w")),
                                 .language = work->plan->language,
                                 .state = work->state};
    const struct table_face face = page_face(&person);
    struct errors errors = {0};
    const int code = work->plan->puzzles ? play_puzzles(work->plan, &face, &errors)
                                         : play_deals(work, &face, &errors);

    if (errors.count && work->plan->from.folder)
        page_face_fail(&person, errors.text); /* of an address that somebody wrote */
    else
        errors_print(&errors, stderr);
    page_person_free(&person);
    errors_free(&errors);
    fclose(person.in);
    return fclose(person.out) == 0 ? code : EXIT_INTERNAL;
}
