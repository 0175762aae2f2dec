// SPDX-License-Identifier: MIT
/* arena/cli/cmd_study.c - skat-arena study CONFIG: measures what variations of rules change. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/cli/common_options.h"
#include "arena/cli/play_options.h"
#include "arena/base/exit_code.h"
#include "arena/base/folder.h"
#include "arena/base/interrupt.h"
#include "arena/base/output_file.h"
#include "arena/campaign/campaign.h"
#include "arena/log/result_folder.h"
#include "arena/config/config_warnings.h"
#include "arena/config/population.h"
#include "arena/study/study.h"
#include "arena/study/study_adapt.h"
#include "arena/study/study_populations.h"
#include "arena/show/study_tables.h"
#include "arena/show/conclusion.h"
#include "arena/base/terminal_fold.h"
#include "arena/base/text.h"
#include "arena/config/isolation_note.h"

/* The whole state of a study; large, therefore static. */
struct whole {
    struct pool *pool;    /* of the result */
    struct config config; /* of the baseline */
    struct config varied; /* the same with the rules and description of a variation */
    struct variations variations;
    struct study study;
    struct campaign campaign;
    const char *adapt; /* options that players learn, or NULL */
    int searches;      /* lessons that are told together, at least */
    int populations;   /* that learn, 1 and more */
    struct adaptation adaptation;
    struct learned baseline_lesson;
};

enum { POPULATION_NAME_SIZE = 80 };

/* What the command line says of a study as a whole. */
struct study_wishes {
    struct word_list vary; /* what varies, instead of the config's variations */
    const char *adapt;     /* what players learn, or NULL */
    int64_t searches;      /* 0: those of the study */
    int populations;       /* that learn, 1 and more */
    bool resume;
};

/* ---- folders ---- */

/* The folder of the baseline (-1) or of a variation, or of that with players who have learned. */
static bool name_run_folder(const struct whole *whole, int index, bool learned,
                            char path[FOLDER_PATH_SIZE], struct errors *errors)
{
    char inside[FOLDER_PATH_SIZE], first[FOLDER_PATH_SIZE];
    const char *out = whole->campaign.folder,
               *name = index < 0 ? "baseline" : whole->variations.of[index].name;

    if (learned)
        out = folder_file(out, "learned", first);
    return result_folder_name(folder_file(out, name, inside), name, path, errors);
}

/* Whether all runs can have their folders; what was in them goes, unless the study goes on. */
static bool prepare_folders(const struct whole *whole, bool force, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];
    bool ok = true;

    for (int learned = 0; learned < (whole->adapt ? 2 : 1); learned++)
        for (int i = learned ? 0 : -1; ok && i < whole->variations.count; i++)
            ok = name_run_folder(whole, i, learned, path, errors) &&
                 (whole->campaign.resume || (result_folder_may_open(path, force, errors) &&
                                             result_folder_clear(path, errors)));
    return ok;
}

/* ---- playing ---- */

/* A temporary file for game statistics; it is gone when this process ends. */
static FILE *open_stats_file(struct errors *errors)
{
    FILE *game_stats = tmpfile();

    if (!game_stats)
        errors_add(errors, "temporary file", "cannot be created: %s", strerror(errno));
    return game_stats;
}

static int play_run(struct whole *whole, const struct config *config, int index, bool learned,
                    FILE *game_stats, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];
    const struct tournament_options how = {
        .quiet = whole->campaign.quiet, .game_stats = game_stats, .silent = learned};

    campaign_progress(&whole->campaign, index + 1, 1 + whole->variations.count, "rule sets", NULL);
    return game_stats && name_run_folder(whole, index, learned, path, errors)
               ? campaign_play_in(&whole->campaign, config, path, &how, errors)
               : EXIT_INTERNAL;
}

/* Plays a config with the values that players have learned; NULL: with its own. */
static int play_with(struct whole *whole, const struct config *config, const struct learned *lesson,
                     int index, bool learned, FILE *game_stats, struct errors *errors)
{
    struct config played = *config;

    if (!lesson)
        return play_run(whole, config, index, learned, game_stats, errors);
    played.bots = adaptation_bots(&whole->adaptation, config, lesson->values);
    int code = play_run(whole, &played, index, learned, game_stats, errors);
    free(played.bots);
    return code;
}

static const struct learned *baseline_lesson(const struct whole *whole)
{
    return whole->adapt ? &whole->baseline_lesson : NULL;
}

static void tell_learning(const struct whole *whole, const char *what)
{
    const struct search_plan *plan = &whole->adaptation.plan;

    if (!whole->campaign.quiet)
        print_note("%s: players learn the rules of %s: %d round%s of %lld deal%s\n",
                   whole->config.name, what, plan->rounds, text_plural(plan->rounds),
                   (long long)plan->deals, text_plural(plan->deals));
}

/* The players of the baseline learn this variation, and play it again if they have learned
 * something.
 * */
static int play_learned(struct whole *whole, int index, FILE *baseline, struct errors *errors)
{
    struct learned lesson;
    FILE *game_stats = NULL;

    tell_learning(whole, whole->variations.of[index].name);
    int code = adaptation_learn(&whole->adaptation, &whole->varied.rules, &whole->config.rules,
                                whole->baseline_lesson.values, &lesson, errors);

    if (code != EXIT_OK)
        return code;
    if (lesson.taken) {
        game_stats = open_stats_file(errors);
        code = play_with(whole, &whole->varied, &lesson, index, true, game_stats, errors);
    }
    if (code == EXIT_OK &&
        !study_add_learned(&whole->study, baseline, game_stats,
                           adaptation_lesson(&whole->adaptation, &lesson, whole->pool), errors))
        code = EXIT_INTERNAL;
    if (game_stats)
        fclose(game_stats);
    return code;
}

/* The same bots, deals and seeds, with other rules. */
static int play_variation(struct whole *whole, int index, FILE *baseline, struct errors *errors)
{
    const struct variation *variation = &whole->variations.of[index];
    char description[VARIATION_NAME_SIZE + 80];
    FILE *game_stats = open_stats_file(errors);

    whole->varied = whole->config;
    whole->varied.rules = variation->rules;
    snprintf(description, sizeof description, "Variation %s of a study.", variation->name);
    whole->varied.description = description;
    int code =
        play_with(whole, &whole->varied, baseline_lesson(whole), index, false, game_stats, errors);
    if (code == EXIT_OK && !study_add(&whole->study, baseline, game_stats, errors))
        code = EXIT_INTERNAL;
    if (code == EXIT_OK && whole->adapt)
        code = play_learned(whole, index, baseline, errors);
    if (game_stats)
        fclose(game_stats);
    return code;
}

/* The players begin with what they have learned under the rules of the baseline, so that the
 * variation is compared with players who know their own rules. */
static int learn_baseline(struct whole *whole, struct errors *errors)
{
    int64_t own[SURFACE_MAX] = {0};
    const struct option_ranges *ranges = &whole->adaptation.plan.ranges;

    tell_learning(whole, "the baseline");
    option_ranges_starts(ranges, own);
    int code = adaptation_learn(&whole->adaptation, &whole->config.rules, NULL, own,
                                &whole->baseline_lesson, errors);
    if (code == EXIT_OK)
        whole->study.result.learned =
            adaptation_lesson(&whole->adaptation, &whole->baseline_lesson, whole->pool);
    return code;
}

static int play_all(struct whole *whole, struct errors *errors)
{
    FILE *game_stats = open_stats_file(errors);
    int code = whole->adapt ? learn_baseline(whole, errors) : EXIT_OK;

    if (code == EXIT_OK)
        code =
            play_with(whole, &whole->config, baseline_lesson(whole), -1, false, game_stats, errors);
    if (code == EXIT_OK && !study_add_baseline(&whole->study, game_stats, errors))
        code = EXIT_INTERNAL;
    for (int i = 0; i < whole->variations.count && code == EXIT_OK; i++)
        code = play_variation(whole, i, game_stats, errors);
    if (game_stats)
        fclose(game_stats);
    return code;
}

/* ---- the report ---- */

/* study.csv is what --format csv prints. */
static bool save_csv(const struct study_result *result, const char *path, struct errors *errors)
{
    struct output_file save;

    if (output_file_begin(&save, path, OUTPUT_OWN))
        print_study(result, TABLE_CSV, save.file);
    return output_file_end(&save, errors);
}

/* Writes study.json and study.csv; *result gets what they say. */
static bool save(struct whole *whole, struct study_result *result, struct errors *errors)
{
    const char *out = whole->campaign.folder;
    char path[FOLDER_PATH_SIZE];

    study_finish(&whole->study);
    *result = whole->study.result;
    return fields_save(&study_result_fields, result, folder_file(out, "study.json", path),
                       errors) &&
           save_csv(result, folder_file(out, "study.csv", path), errors);
}

static void show_study(const struct study_result *result, const struct play_options *options,
                       const char *out)
{
    enum table_format format;
    char path[FOLDER_PATH_SIZE];

    if (!play_options_show(options, &study_result_fields, result, &format))
        return;
    if (format == TABLE_TEXT)
        print_conditions(folder_file(out, "baseline", path), stdout);
    print_study(result, format, stdout);
    if (format == TABLE_TEXT)
        printf("\n%s: study.json, study.csv, and a result folder for each rule set\n", out);
}

/* The number of searches for which p is adjusted: one for the baseline and each variation, unless
 * the study is a part of more. */
static int searches_of(const struct whole *whole)
{
    const int own = whole->populations * (1 + whole->variations.count);

    return whole->searches > own ? whole->searches : own;
}

static int play_study(struct whole *whole, struct study_result *result, struct errors *errors)
{
    int code = EXIT_USAGE;

    config_warn_of_units(&whole->config);
    study_start(&whole->study, &whole->config, &whole->variations, whole->pool);
    if (!whole->adapt || adaptation_open(&whole->adaptation, &whole->config, whole->adapt,
                                         searches_of(whole), &whole->campaign, errors))
        code = play_all(whole, errors);
    const bool played = code == EXIT_OK || code == EXIT_INTERRUPTED;
    if (played && !save(whole, result, errors))
        code = EXIT_INTERNAL;
    if (whole->adapt)
        adaptation_close(&whole->adaptation);
    if (code == EXIT_INTERRUPTED) {
        campaign_progress(&whole->campaign, whole->study.result.variations_count,
                          whole->variations.count, "variations", NULL);
        campaign_tell_interruption(&whole->campaign, "study.json", whole->config.log != LOG_NONE);
    }
    campaign_close(&whole->campaign, code == EXIT_OK || code == EXIT_USAGE);
    if (code == EXIT_USAGE)
        rmdir(whole->campaign.folder);
    return code;
}

/* The folder of the study, and where players learn the cache of what they play. */
static bool open_campaign(struct whole *whole, const struct campaign_options *wanted,
                          struct errors *errors)
{
    return campaign_open(&whole->campaign, wanted, whole->config.name, &whole->config, errors) &&
           prepare_folders(whole, wanted->force, errors) &&
           (!whole->adapt ||
            campaign_cache_open(&whole->campaign, wanted, !wanted->resume, errors));
}

/* Plays the study with the config's own bots, or with a population; *result gets what study.json
 * says, from the pool, and stays {0} if nothing was played. Of a population `inside` is the name of
 * its folder in that of the study. */
static int study(const char *path, const struct play_options *options,
                 const struct study_wishes *wishes, const char *inside, struct study_result *result,
                 struct pool *pool, struct errors *errors)
{
    static struct whole whole;
    char out[FOLDER_PATH_SIZE], folder[FOLDER_PATH_SIZE];
    int code = EXIT_USAGE;

    whole.campaign = (struct campaign){.claim = NULL};
    *result = (struct study_result){0};
    whole.adapt = wishes->adapt;
    whole.searches = (int)wishes->searches;
    whole.populations = wishes->populations;
    whole.pool = pool;
    bool loaded =
        study_config_load(&whole.config, path, &wishes->vary, &options->overrides, errors);
    if (variations_read(&whole.variations, &whole.config, &wishes->vary, loaded, errors) &&
        loaded && result_folder_name(options->out, whole.config.name, out, errors)) {
        struct campaign_options wanted = play_options_campaign(options, wishes->resume);
        wanted.out = inside ? folder_file(out, inside, folder) : out;
        wanted.result = inside ? NULL : "study.json";
        const bool opened = open_campaign(&whole, &wanted, errors);
        if (opened && !inside)
            isolation_note_of(&whole.config); /* else study_populations() has said it */
        if (opened)
            code = play_study(&whole, result, errors);
        if (result->format && !inside)
            show_study(result, options, wanted.out);
    }
    campaign_close(&whole.campaign, false);
    config_free(&whole.config);
    return code;
}

/* ---- several populations ---- */

static bool show_populations(const struct population_study *studies, int count,
                             const struct play_options *options, struct pool *pool,
                             struct errors *errors)
{
    char out[FOLDER_PATH_SIZE], path[FOLDER_PATH_SIZE];
    struct populations_result result;

    study_populations_summarise(studies, count, &result, pool);
    bool ok = result_folder_name(options->out, result.name, out, errors) &&
              fields_save(&populations_result_fields, &result,
                          folder_file(out, "populations.json", path), errors);
    enum table_format format;
    if (!ok || !play_options_show(options, &populations_result_fields, &result, &format))
        return ok;
    print_study_populations(&result, format, stdout);
    if (format == TABLE_TEXT)
        printf("\n%s: populations.json, and the whole study of each population in a folder\n", out);
    return ok;
}

/* "configs/populations/people.json" is called people. */
static void name_population(const char *word, char name[POPULATION_NAME_SIZE])
{
    const char *slash = strrchr(word, '/');

    snprintf(name, POPULATION_NAME_SIZE, "%s", slash ? slash + 1 : word);
    name[strcspn(name, ".")] = '\0';
}

static bool name_populations(const struct word_list *words,
                             char names[WORD_LIST_MAX][POPULATION_NAME_SIZE], struct errors *errors)
{
    for (int i = 0; i < words->count; i++) {
        name_population(words->of[i], names[i]);
        for (int k = 0; k < i; k++)
            if (strcmp(names[i], names[k]) == 0)
                errors_add(errors, "--population", "\"%s\" is named twice", names[i]);
    }
    return !errors->count;
}

/* Nothing is played before the study can be played by all. */
static bool check_populations(const char *path, struct play_options *options,
                              const struct word_list *vary, const struct word_list *words,
                              struct errors *errors)
{
    static struct whole whole;
    struct isolation_note note = {0};

    for (int i = 0; i < words->count; i++) {
        options->overrides.population = words->of[i];
        bool loaded = study_config_load(&whole.config, path, vary, &options->overrides, errors);
        variations_read(&whole.variations, &whole.config, vary, loaded, errors);
        if (loaded)
            isolation_note_add(&note, whole.config.bots, whole.config.bot_count);
        config_free(&whole.config);
    }
    isolation_note_print(&note);
    return !errors->count;
}

static int study_populations(const char *path, struct play_options *options,
                             const struct study_wishes *wishes, const struct word_list *words,
                             struct errors *errors)
{
    char names[WORD_LIST_MAX][POPULATION_NAME_SIZE], *descriptions[WORD_LIST_MAX] = {NULL};
    struct population_study studies[WORD_LIST_MAX];
    struct pool pool = {0};
    int played = 0, code = name_populations(words, names, errors) &&
                                   check_populations(path, options, &wishes->vary, words, errors)
                               ? EXIT_OK
                               : EXIT_USAGE;

    for (int i = 0; i < words->count && code == EXIT_OK; i++) {
        options->overrides.population = words->of[i];
        code = study(path, options, wishes, names[i], &studies[i].study, &pool, errors);
        descriptions[i] = population_description(words->of[i]);
        studies[i].name = names[i];
        studies[i].description = descriptions[i];
        played += studies[i].study.format != 0;
    }
    if (code == EXIT_OK && played && !show_populations(studies, played, options, &pool, errors))
        code = EXIT_INTERNAL;
    for (int i = 0; i < words->count; i++)
        free(descriptions[i]);
    pool_free(&pool);
    return code;
}

static int run(int argc, char **argv)
{
    struct play_options options = PLAY_OPTIONS_DEFAULT;
    struct word_list populations = {.count = 0};
    struct study_wishes wishes = {.adapt = NULL};
    const struct cli_option own[] = {
        OPT_TEXTS("vary", 'v', "KEY=VALUE,...",
                  "what varies: each value of an option of the rules (`rules reference`) is a "
                  "variation; write a list in brackets; may be repeated",
                  &wishes.vary),
        DEALS_OPTION(&options),
        OPT_TEXTS(
            "population", 'p', "NAME",
            "the players, instead of the config's bots (configs/populations); may be repeated",
            &populations),
        OPT_TEXT("adapt", 'a', "OPTION,...",
                 "options (OPTION=LOWEST..HIGHEST) that players learn again under each rule set",
                 &wishes.adapt),
        OPT_FLAG("resume", 0, "continue a study that was interrupted", &wishes.resume),
        FORMAT_OPTION(&options.format),
        OPT_GROUP("What is played"),
        SESSION_DEALS_OPTION(&options),
        OPT_INT("searches", 0, "N",
                "with --adapt: number of searches that are reported together, for which p is "
                "adjusted (default: those of this study)",
                &wishes.searches, 1, 1000000),
    };
    int count;
    const char *words[1];
    struct errors errors = {0};
    struct study_result result;
    struct pool pool = {0};

    options.overrides.purpose = CONFIG_STUDY;
    int code =
        play_options_parse(&options, &command_study, OPTIONS(own), argc, argv, words, &count, 1, 1);
    if (code >= 0)
        return code;
    interrupt_hear();
    if (wishes.searches && !wishes.adapt)
        errors_add(&errors, "--searches", "only with --adapt");
    wishes.populations = populations.count ? populations.count : 1;
    if (errors.count)
        code = EXIT_USAGE;
    else if (populations.count)
        code = study_populations(words[0], &options, &wishes, &populations, &errors);
    else
        code = study(words[0], &options, &wishes, NULL, &result, &pool, &errors);
    pool_free(&pool);
    return play_options_end(&errors, code);
}

const struct cli_command command_study = {
    "study",
    "CONFIG|RULES",
    "measure the effect of rule variations",
    "CONFIG is a tournament with \"variations\" of its rules, or with a \"grid\" of options. "
    "Without\n"
    "these, --vary names what varies. RULES is a rule set, which three players of different "
    "caution\n"
    "play. The baseline's own rules and each variation are played with the same deals, seats and\n"
    "seeds; the effects are in DIR/study.json.",
    run,
    .examples = "study stammtisch --vary grand=20,22 --vary kontra=false\n"
                "what these rules change where people play kontra and bock: three variations\n"
                "study grand20\n"
                "what a grand at 20 changes: configs/studies/grand20.json\n"
                "study grand20 --population people --out results/people\n"
                "the same for players who bid and play like people",
    .manual =
        "Each rule set has its own result folder, DIR/baseline or DIR/NAME. With --population, "
        "each population has its own study in DIR/POPULATION, and DIR/populations.json has the "
        "effects side by side. With --adapt, each effect is measured twice: on players who play on "
        "as before, and on players who have learned the new rules.",
};
