// SPDX-License-Identifier: MIT
/* arena/match/supervisor_progress.c - what a run says on standard error while it is played. */
#include "arena/match/supervisor_state.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

#include "arena/base/machine.h"
#include "arena/base/terminal.h"

struct fault_counts supervisor_faults(const struct supervisor *run)
{
    struct fault_counts faults = {0};

    for (int bot = 0; bot < run->config->bot_count; bot++)
        fault_counts_add(&faults, run->result->tally.bots[bot].faults);
    return faults;
}

/* Games that the workers of this process have finished. */
static uint64_t games_played(const struct supervisor *run)
{
    uint64_t played = 0;

    for (int i = 0; i < run->pool.count; i++)
        played += atomic_load(&worker_pool_shm(&run->pool, i)->games);
    return played;
}

/* The games shown as done are in the log; the rate counts all games that the workers finish. The
 * difference comes first, then what tells how long it takes. */
static void print_progress(const struct supervisor *run, double time, bool last, bool terminal)
{
    enum { WIDEST = 400, TEXT = 240 };
    const uint64_t done = run->result->games, all = schedule_games(&run->config->schedule);
    const double seconds = time - run->started;
    const struct fault_counts so_far = supervisor_faults(run);
    char line[WIDEST], faults[FAULT_COUNTS_TEXT], compared[TEXT] = "", pair[TEXT] = "", games[TEXT],
                                                  speed[TEXT], left[TEXT] = "";
    const uint64_t played = games_played(run);
    const double rate = seconds > 0 ? (double)played / seconds : 0;
    fault_counts_text(&so_far, faults);
    if (run->outputs->fold) {
        run_stats_progress(run_fold_stats(run->outputs->fold), compared, sizeof compared);
        if (*compared)
            run_stats_pair(run_fold_stats(run->outputs->fold), pair, sizeof pair);
    }
    snprintf(games, sizeof games, "%llu of %llu games, %.0f%%", (unsigned long long)done,
             (unsigned long long)all, 100.0 * (double)done / (double)all);
    snprintf(speed, sizeof speed, "%.*f/s", rate < 10 ? 2 : 0, rate);
    if (!last && rate > 0)
        progress_left(fmax(0, (double)all - (double)(run->games_before + played)) / rate, left);
    const char *part_of = run->outputs->part_of ? run->outputs->part_of : "";
    const char *const parts[] = {part_of, compared, games, left, faults, pair, speed};
    progress_join(parts, sizeof parts / sizeof *parts,
                  terminal ? terminal_width(stderr) - 1 : WIDEST, line, sizeof line);
    if (last && *part_of)
        fprintf(stderr, "\r\033[K"); /* the line is that of all runs */
    else
        fprintf(stderr, terminal ? "\r%s\033[K%s" : "%s%s", line, last || !terminal ? "\n" : "");
    fflush(stderr);
}

void supervisor_show_progress(struct supervisor *run, bool last)
{
    const bool terminal = isatty(STDERR_FILENO);
    const double EVERY = terminal ? 0.2 : 60;
    const double time = clock_seconds(CLOCK_MONOTONIC);

    if (!run->outputs->progress || !run->pool.areas || (!last && time - run->shown < EVERY) ||
        (last && !terminal))
        return;
    if (!run->shown && (!terminal || run->outputs->part_of)) { /* the first line after a while */
        run->shown = time;
        return;
    }
    run->shown = time;
    print_progress(run, time, last, terminal);
}

void supervisor_say_interrupted(struct supervisor *run)
{
    enum { TEXT = 80 };
    const double seconds = clock_seconds(CLOCK_MONOTONIC) - run->started;
    const double played = (double)games_played(run);
    const struct unit *unit =
        &supervisor_slot(run, supervisor_open_unit(run, run->next_taken))->unit;
    char wait[TEXT] = "none is finished yet";

    if (run->told_interrupted)
        return;
    run->told_interrupted = true;
    const int games =
        unit_is_left(run->config, unit) ? 1 : (int)unit->deals * run->config->schedule.per_deal;
    if (played > 0)
        snprintf(wait, sizeof wait, "about %.0f s",
                 ceil(seconds / played * run->config->workers * games));
    fprintf(stderr,
            "%s"
            "skat-arena: stopping when the games in progress are finished (%s); interrupted "
            "again, it ends at once, %s\n",
            run->outputs->progress && isatty(STDERR_FILENO) ? "\r\033[K" : "", wait,
            run->config->log == LOG_NONE ? "without them"
                                         : "and these games are played again by run --resume");
}
