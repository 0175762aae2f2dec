// SPDX-License-Identifier: MIT
#include "arena/match/time_pilot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "arena/base/exit_code.h"
#include "arena/match/pilot_config.h"
#include "arena/match/supervisor.h"

enum { MOST_DEALS = 1000000000, FIRST_DEALS = 36, FAULTS = 6 };

bool time_pilot_read(const char *text, double *seconds)
{
    static const struct {
        char unit;
        int seconds;
    } units[] = {{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86400}};
    char *end;
    const double number = strtod(text, &end);

    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (end != text && end[0] == units[i].unit && !end[1]) {
            *seconds = number * units[i].seconds;
            return isfinite(*seconds) && *seconds > 0;
        }
    return false;
}

int64_t time_pilot_deals(double seconds, int64_t played, double took, int64_t session)
{
    const double fit = took > 0 ? seconds / took * (double)played : MOST_DEALS;
    const int64_t deals = fit < MOST_DEALS ? (int64_t)fit : MOST_DEALS;

    return deals < session ? session : deals - deals % session;
}

/* Plays so many deals, fewer if a bot fails again and again, and writes their log where nobody
 * finds it. Returns how many seconds they took, and sets *deals to how many there were; below 0 if
 * it was interrupted, or with errors. */
static double play(const struct config *config, int64_t *deals, struct errors *errors)
{
    static struct supervisor_result result; /* 100 kB, used once at a time */
    const char *names[BOTS_MAX];
    struct config pilot;
    double seconds = -1;

    if (pilot_config(&pilot, config, *deals, NULL, NULL, errors)) {
        config_names(&pilot, names);
        struct run_stats *stats =
            run_stats_new(&pilot.rules, &pilot.schedule, &pilot.compared, names, pilot.bot_count);
        FILE *log = pilot.log.mode == LOG_NONE ? NULL : tmpfile();
        const struct supervisor_outputs outputs = {
            .log = log, .log_path = "temporary file", .stats = stats, .most_faults = FAULTS};
        if (supervisor_play(&pilot, &outputs, &result, errors) && !result.interrupted)
            seconds = result.seconds;
        *deals = (int64_t)(result.games / (uint64_t)pilot.schedule.per_deal);
        if (log)
            fclose(log);
        run_stats_free(stats);
    }
    config_free(&pilot);
    return seconds;
}

/* Between pilots: so much longer that the next one takes long enough. */
static int64_t next_deals(int64_t deals, double took, double enough, int64_t session, int64_t most)
{
    enum { LEAST = 2, MOST = 16 };
    const double factor = took > 0 ? fmin(fmax(enough / took * 1.2, LEAST), MOST) : MOST;
    int64_t next = (int64_t)ceil((double)deals * factor);

    next += (session - next % session) % session;
    return next < most ? next : most;
}

int time_pilot_play(struct time_pilot *pilot, const struct config *config, double seconds,
                    struct errors *errors)
{
    const double SHARE = 0.05, LONGEST = 10;
    const double enough = fmin(SHARE * seconds, LONGEST);
    const int64_t session = config->schedule.whole_sessions ? config->rules.deals : 1,
                  most = config->given.deals ? config->rules.deals : MOST_DEALS;
    double spent = 0;

    *pilot = (struct time_pilot){.deals = 0};
    int64_t deals = session > FIRST_DEALS ? session : FIRST_DEALS - FIRST_DEALS % session;
    for (deals = deals < most ? deals : most;;
         deals = next_deals(deals, pilot->seconds, enough, session, most)) {
        pilot->played = deals;
        const double took = play(config, &pilot->played, errors);
        if (took < 0)
            return errors->count ? EXIT_INTERNAL : EXIT_INTERRUPTED;
        spent += took;
        pilot->seconds = took;
        if (took >= enough || deals == most || pilot->played < deals)
            break;
    }
    const int64_t fit =
        time_pilot_deals(fmax(0, seconds - spent), pilot->played, pilot->seconds, session);
    pilot->deals = fit < most ? fit : most;
    return EXIT_OK;
}
