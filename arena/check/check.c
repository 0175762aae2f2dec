// SPDX-License-Identifier: MIT
#include "arena/check/check.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "arena/base/exit_code.h"
#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/base/program_dirs.h"
#include "arena/base/machine.h"
#include "arena/base/text.h"
#include "arena/bot/abi_rules.h"
#include "arena/bot/module.h"
#include "arena/bot/module_probe.h"
#include "arena/config/bot_spec.h"
#include "arena/config/rules_config.h"
#include "arena/sandbox/sandbox.h"
#include "engine/rule_set.h"

const char *const check_result_names[CHECK_RESULTS] = {
    [CHECK_OK] = "ok",
    [CHECK_FAIL] = "FAIL",
    [CHECK_WARN] = "warn",
    [CHECK_SKIP] = "skip",
};

/* ---- the report ---- */

void check_add(struct check_report *report, enum check_result result, const char *what,
               const char *more, const char *format, ...)
{
    char details[1024];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(details, sizeof details, format, arguments);
    va_end(arguments);
    text_make_line(details); /* parts of it come from the bot */
    report->lines = xrealloc(report->lines, (size_t)(report->count + 1) * sizeof *report->lines);
    report->lines[report->count++] = (struct check_line){
        .result = result,
        .what = xstrdup(what),
        .details = xstrdup(details),
        .more = more && *more ? xstrdup(more) : NULL,
    };
    report->counts[result]++;
    if (report->show)
        report->show(&report->lines[report->count - 1]);
}

static void free_report(struct check_report *report)
{
    for (int i = 0; i < report->count; i++) {
        free(report->lines[i].what);
        free(report->lines[i].details);
        free(report->lines[i].more);
    }
    free(report->lines);
    *report = (struct check_report){0};
}

/* ---- modules ---- */

static int read_module(struct module_files *modules, struct bot_module *module, const char *name,
                       bool isolated, uint32_t start_ms, const struct json_value *options,
                       struct errors *errors)
{
    char reason[512];

    module->name = name;
    if (!module_find(name, NULL, module->path)) {
        module_missing(name, module->path, NULL, errors);
        return EXIT_USAGE;
    }
    module->file = module_files_read(modules, module->path, reason, sizeof reason);
    module->description = !module->file ? NULL
                                        : module_probe(module->file, NULL, 0, isolated, start_ms,
                                                       reason, sizeof reason);
    if (!module->description && shortage_is(errno)) {
        errors_add_shortage(errors, "%s %s", module->path, reason);
        return EXIT_INTERRUPTED;
    }
    if (!module->description) {
        errors_add(errors, module->path, "%s%s", reason, isolation_way_out(reason));
        return EXIT_USAGE;
    }
    module->setting_count = module_settings(module->description, options, module->settings);
    if (module->setting_count < 0)
        return EXIT_USAGE;
    /* An instance may support less than its module: a bot in another language says so itself. One
     * that does not start is found later. */
    cJSON *started = module_probe(module->file, module->settings, module->setting_count, isolated,
                                  start_ms, reason, sizeof reason);
    module_take_claims(module->description, started);
    cJSON_Delete(started);
    return EXIT_OK;
}

static int read_bot(struct check *check, struct errors *errors)
{
    int before = errors->count;

    check->bot_json =
        bot_spec_json(check->word, check->isolated ? ISOLATION_PROCESS : ISOLATION_NONE, errors);
    if (errors->count > before)
        return EXIT_USAGE;
    const char *name = json_text(check->bot_json, "module");
    check->bot.unsandboxed = isolation_starts_programs(name);
    check->wants_isolation = check->isolated;
    check->isolated &= !check->bot.unsandboxed;
    struct json_value root = json_root(check->bot_json, check->word, errors),
                      options = json_member(&root, "options");
    limits_read(&root, &check->limits);
    if (errors->count > before)
        return EXIT_USAGE;
    return read_module(check->modules, &check->bot, name, check->isolated, check->limits.start_ms,
                       &options, errors);
}

/* A bot that only bids, or only plays, gets its other half from the other bot. */
static void cast_bots(struct check *check)
{
    static const uint64_t needed[PLAYER_PARTS] = {
        [PLAYER_PART_BID] = SKAT_BOT_DECIDES_BIDDING, [PLAYER_PART_PLAY] = SKAT_BOT_DECIDES_PLAY};

    for (int part = 0; part < PLAYER_PARTS; part++) {
        bool able = module_decides(check->bot.description, needed[part]);
        check->casts[CHECK_SUBJECT].from[part] = able ? &check->bot : &check->other;
        check->casts[CHECK_OTHER].from[part] = &check->other;
    }
}

/* ---- rule sets ---- */

/* Rule sets in real use leave out some decisions. This one has them all; it is not a file because
 * nobody plays it. */
static const char ALL_VARIANTS[] = "all-variants";
static const char all_variants[] =
    "{\"announcements\": [\"with_skat\"], \"concede\": \"before_lead\", \"passed_in\": "
    "\"schieberamsch\","
    " \"kontra\": {\"levels\": 4}, \"schenken\": \"all\", \"bock\": {\"triggers\": "
    "[\"kontra_lost\","
    " \"sixty_sixty\"]}, \"ramsch_round\": {\"triggers\": [\"re_said\"], \"grand_hand\": true},"
    " \"ramsch\": {\"jacks\": true, \"klopfen\": \"always\"},"
    " \"spitzen\": {\"max\": 7, \"grand\": true}, \"revolution\": [\"exchange\", \"skat\"],"
    " \"rum\": true, \"sachsenspitze\": 20}";

static bool load_rules(struct skat_rules *rules, const char *name, struct errors *errors)
{
    if (strcmp(name, ALL_VARIANTS) != 0)
        return rules_config_load(rules, name, errors);
    cJSON *root = json_parse(all_variants, strlen(all_variants), name, errors);
    struct json_value value = json_root(root, name, errors);
    bool ok = rules_config_read(rules, &value, NULL);
    cJSON_Delete(root);
    return ok;
}

static bool add_rules(struct check *check, const char *name, struct errors *errors)
{
    struct check_rules *rules = &check->rules[check->rules_count];
    struct skat_error error;

    if (check->rules_count == CHECK_RULES_MAX) {
        errors_add(errors, name, "more than %d rule sets", CHECK_RULES_MAX);
        return false;
    }
    if (!load_rules(&rules->rules, name, errors))
        return false;
    rules->rules.deals = CHECK_SESSION_DEALS;
    if (!skat_rules_prepare(&rules->rules, &error)) {
        errors_add(errors, name, "%s", error.text);
        return false;
    }
    rules->name = xstrdup(name);
    abi_rules_of(&rules->rules, &rules->told);
    rules->session = (struct skat_bot_session){
        .size = sizeof rules->session, .deals = CHECK_SESSION_DEALS, .rules = &rules->told.rules};
    check->rules_count++;
    return true;
}

/* Does the bot say that it was written for all that these rules have? */
static bool is_claimed(const struct check *check, const struct skat_rules *rules)
{
    uint64_t variants = abi_variants(rules);

    for (int variant = 0; variant < SKAT_BOT_VARIANTS; variant++)
        if (variants >> variant & 1 && !module_knows(check->bot.description, variant))
            return false;
    return true;
}

/* Adds a rule set if `all` are wanted or if the bot claims it. */
static bool add_claimed(struct check *check, const char *name, bool all, struct errors *errors)
{
    if (!add_rules(check, name, errors))
        return false;
    if (!all && !is_claimed(check, &check->rules[check->rules_count - 1].rules))
        free(check->rules[--check->rules_count].name);
    return true;
}

static int read_rules(struct check *check, const char *only, struct errors *errors)
{
    bool all = only && strcmp(only, "all") == 0;
    int count, code = EXIT_OK;
    char own[FOLDER_PATH_SIZE];

    if (only && !all)
        return add_rules(check, only, errors) ? EXIT_OK : EXIT_USAGE;
    char **names = program_names(PROGRAM_RULES, &count);
    for (int i = 0; i < count; i++)
        if (!add_claimed(check, names[i], all, errors))
            code = EXIT_BAD_FILE;
    program_names_free(names, count);
    if (count)
        return add_claimed(check, ALL_VARIANTS, all, errors) ? code : EXIT_BAD_FILE;
    errors_add(errors, program_own_dir(PROGRAM_RULES, own),
               "no rule sets: is the installation complete?");
    return EXIT_BAD_FILE;
}

/* ---- memory ---- */

int check_tables_most(const struct check *check)
{
    return check->rules_count + CHECK_TABLES_LEAST; /* all rounds of check_lay_tables() fit */
}

size_t check_transcripts_size(const struct check *check)
{
    return (size_t)check_tables_most(check) * sizeof *check->transcripts[0];
}

static void map_memory(struct check *check)
{
    check->box = xcheck(map_zeroed(sizeof *check->box));
    for (int half = 0; half < 2; half++)
        check->transcripts[half] = xcheck(map_zeroed(check_transcripts_size(check)));
}

/* `random`, with more hand games than by default, because they have the rarest decisions. */
static int read_other(struct check *check, struct errors *errors)
{
    static const char HAND[] = "{\"hand\": 40}";
    cJSON *root = json_parse(HAND, strlen(HAND), "random", errors);
    struct json_value options = json_root(root, "random", errors);
    int code = read_module(check->modules, &check->other, "random", false, PLAYER_START_MS,
                           &options, errors);

    cJSON_Delete(root);
    return code;
}

int check_open(struct check *check, const char *rules, struct errors *errors)
{
    char reason[200];

    if (check->isolated && !sandbox_possible(reason, sizeof reason)) {
        errors_add(errors, "--isolation process", "%s; --isolation none does without", reason);
        return EXIT_USAGE;
    }
    check->modules = module_files_new();
    int code = read_bot(check, errors);
    if (code == EXIT_OK)
        code = read_other(check, errors);
    if (code == EXIT_OK)
        code = read_rules(check, rules, errors);
    if (code != EXIT_OK)
        return code;
    cast_bots(check);
    map_memory(check);
    check_groups_open(check);
    return EXIT_OK;
}

void check_close(struct check *check)
{
    check_groups_close(check);
    cJSON_Delete(check->bot.description);
    cJSON_Delete(check->other.description);
    cJSON_Delete(check->bot_json);
    module_files_free(check->modules);
    for (int half = 0; half < 2; half++)
        if (check->transcripts[half])
            munmap(check->transcripts[half], check_transcripts_size(check));
    if (check->box)
        munmap(check->box, sizeof *check->box);
    for (int i = 0; i < check->rules_count; i++)
        free(check->rules[i].name);
    free_report(&check->report);
}

/* ---- all checks ---- */

static void check_quiet(struct check *check)
{
    const struct printed *out = &check->out, *err = &check->err;
    char words[200];

    if (out->bytes) {
        snprintf(words, sizeof words, "%.*s", (int)strcspn(out->head, "\n\r"), out->head);
        text_make_line(words);
        check_add(&check->report, CHECK_FAIL, "quiet", NULL,
                  "printed %llu bytes on standard output, starting with \"%s\"",
                  (unsigned long long)out->bytes, words);
    } else if (err->bytes) {
        check_add(&check->report, CHECK_OK, "quiet", printed_last_line(err, words, sizeof words),
                  "nothing on standard output, %llu bytes on standard error, at the end:",
                  (unsigned long long)err->bytes);
    } else {
        check_add(&check->report, CHECK_OK, "quiet", NULL, "prints nothing");
    }
}

static void check_times(struct check *check)
{
    uint64_t longest = 0, count = 0;
    int slowest = 0;

    for (int kind = 0; kind < SKAT_DECISIONS; kind++) {
        count += check->times[kind].count;
        if (check->times[kind].longest > longest) {
            longest = check->times[kind].longest;
            slowest = kind;
        }
    }
    bool slow = longest > CHECK_TIME_LIMIT_MS * UINT64_C(1000000);
    if (!count)
        check_add(&check->report, CHECK_SKIP, "time", NULL, "no decision was timed");
    else
        check_add(&check->report, slow ? CHECK_WARN : CHECK_OK, "time", NULL,
                  "longest of %llu decision%s: %.3f ms (%s)%s", (unsigned long long)count,
                  text_plural((long long)count), (double)longest / 1e6,
                  skat_decision_rows[slowest].name,
                  slow ? ": more than the 10000 ms that tournaments allow by default" : "");
}

void check_all(struct check *check)
{
    static void (*const parts[])(struct check * check) = {check_play, check_same, check_policy,
                                                          check_resources, check_times};

    if (check_module(check))
        for (size_t i = 0; i < sizeof parts / sizeof *parts && !*check->shortage; i++)
            parts[i](check);
    check_quiet(check);
}
