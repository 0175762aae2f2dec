// SPDX-License-Identifier: MIT
/* arena/check/check_module.c - the module: its descriptor, its options, whether it starts. */
#include <stdio.h>
#include <string.h>

#include "arena/check/check.h"
#include "arena/bot/abi_rules.h"
#include "arena/base/json_write.h"
#include "arena/base/text.h"
#include "arena/sandbox/clean_exec.h"
#include "arena/bot/module_probe.h"

enum { LIST_SIZE = 400 };

void check_append(char *list, size_t size, const char *word)
{
    size_t length = strlen(list);
    snprintf(list + length, size - length, "%s%s", length ? ", " : "", word);
}

/* ---- the descriptor ---- */

static bool is_id(const char *text)
{
    return *text && !text[strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_-")];
}

static bool options_have_same_name(const cJSON *options)
{
    for (const cJSON *one = options->child; one; one = one->next)
        for (const cJSON *other = one->next; other; other = other->next)
            if (strcmp(json_text(one, "name"), json_text(other, "name")) == 0)
                return true;
    return false;
}

/* An error in a module's descriptor, or NULL. */
static const char *descriptor_wrong(const cJSON *description)
{
    if (!is_id(json_text(description, "id")))
        return "id may contain only a-z, 0-9, _ and -";
    if (!*json_text(description, "version"))
        return "version is empty";
    if (options_have_same_name(json_get(description, "options")))
        return "two options have the same name";
    if (!module_decides(description, SKAT_BOT_DECIDES_BIDDING) &&
        !module_decides(description, SKAT_BOT_DECIDES_PLAY))
        return "decisions: it answers neither all of bidding (BID, HOLD, GAME, DECLARE) nor CARD";
    return NULL;
}

/* Something valid in it that may be unintended, or NULL. */
static const char *descriptor_odd(const cJSON *description)
{
    bool takes = module_decides(description, SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_SCHIEBEN)),
         passes = module_decides(description, SKAT_BOT_DECIDES(SKAT_BOT_DECIDE_PASS_ON));

    if (module_has_flag(description, "deterministic") && module_has_flag(description, "uses_clock"))
        return "flags: deterministic and uses_clock exclude each other";
    if (takes != passes)
        return "decisions: SCHIEBEN is only asked together with PASS_ON";
    if (!module_decides(description, SKAT_BOT_DECIDES_BIDDING))
        return "decisions: it only plays; here `random` bids for it";
    if (!module_decides(description, SKAT_BOT_DECIDES_PLAY))
        return "decisions: it only bids; here `random` plays its cards";
    return NULL;
}

static void check_descriptor(struct check *check)
{
    const cJSON *description = check->bot.description, *flag;
    const char *wrong = descriptor_wrong(description), *odd = descriptor_odd(description),
               *unprintable = json_text(description, MODULE_UNPRINTABLE);
    char list[LIST_SIZE] = "";

    cJSON_ArrayForEach (flag, json_get(description, "flags"))
        check_append(list, sizeof list, flag->valuestring);
    check_add(&check->report, CHECK_OK, "module", NULL, "%s %s, ABI %s, flags: %s",
              json_text(description, "id"), json_text(description, "version"),
              json_text(description, "abi"), *list ? list : "none");
    if (*unprintable)
        check_add(&check->report, CHECK_FAIL, "descriptor", NULL,
                  "%s must be one line of printable characters", unprintable);
    else if (wrong || odd)
        check_add(&check->report, wrong ? CHECK_FAIL : CHECK_WARN, "descriptor", NULL, "%s",
                  wrong ? wrong : odd);
    else
        check_add(&check->report, CHECK_OK, "descriptor", NULL,
                  "sound, %d option%s of the right kind", check->bot.setting_count,
                  text_plural(check->bot.setting_count));
}

/* ---- start ---- */

/* Job: one instance in each seat of a table of three. */
static void start(void *context)
{
    struct check *check = context;

    check_load(check);
    check_lay_table(check, 0);
    for (int seat = 0; seat < SKAT_PLAYERS; seat++)
        check_player(check, &check->box->tables[0], CHECK_SUBJECT, seat);
    check_dismiss_all(check, &check->box->tables[0]);
}

/* Starts it without the command line's options. Failing is only a warning: some need them. */
static void check_defaults(struct check *check)
{
    struct errors none = {0};
    struct json_value no_options = {.errors = &none};
    struct bot_module plain = check->bot;
    char reason[512];

    plain.setting_count = module_settings(plain.description, &no_options, plain.settings);
    cJSON *started = module_probe(plain.file, plain.settings, plain.setting_count, check->isolated,
                                  check->limits.start_ms, reason, sizeof reason);
    if (started)
        check_add(&check->report, CHECK_OK, "start, defaults", NULL, "starts without options, too");
    else
        check_add(&check->report, CHECK_WARN, "start, defaults", NULL, "without options: %s",
                  reason);
    cJSON_Delete(started);
    errors_free(&none);
}

/* Reports the variants that are played here but not declared by the bot. */
static void check_variants(struct check *check)
{
    char list[LIST_SIZE] = "";
    uint64_t played = 0;

    for (int i = 0; i < check->rules_count; i++)
        played |= abi_variants(&check->rules[i].rules);
    for (int variant = 0; variant < SKAT_BOT_VARIANTS; variant++)
        if (played >> variant & 1 && !module_knows(check->bot.description, variant))
            check_append(list, sizeof list, skat_bot_variant_name(variant));
    if (*list)
        check_add(&check->report, CHECK_WARN, "variants", NULL,
                  "does not declare support for %s; it has to play them anyway", list);
    else
        check_add(&check->report, CHECK_OK, "variants", NULL,
                  "says that it was written for all that these rule sets have");
}

static void report_isolation(struct check *check)
{
    static const char WHAT[] = "isolation";

    if (check->isolated)
        check_add(&check->report, CHECK_OK, WHAT, NULL,
                  "its code runs in a sandbox: no files, network or other processes");
    else if (check->bot.unsandboxed)
        check_add(&check->report, CHECK_SKIP, WHAT, NULL,
                  "none: the processes that the module %s starts have your rights",
                  check->bot.name);
    else
        check_add(&check->report, CHECK_SKIP, WHAT, NULL, "none: its code has your rights");
}

bool check_module(struct check *check)
{
    report_isolation(check);
    check_descriptor(check);
    check_variants(check);
    if (check->report.counts[CHECK_FAIL] || !check_job(check, "start", start))
        return false;
    check_add(&check->report, CHECK_OK, "start", NULL, "makes and destroys three instances");
    if (json_get(check->bot_json, "options"))
        check_defaults(check);
    return true;
}
