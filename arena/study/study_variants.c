// SPDX-License-Identifier: MIT
#include "arena/study/study_variants.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/program_dirs.h"
#include "arena/config/command_config.h"
#include "arena/config/rules_config.h"
#include "engine/json/rules_json.h"
#include "engine/rule_set.h"
#include "engine/variant.h"
#include "arena/base/text.h"

/* State while reading. */
struct variants_reading {
    struct variations *variations;
    const struct config *config;
    struct skat_rules baseline; /* not prepared, since preparing may depend on what varies */
    bool loaded;                /* the config is valid, and so is the baseline */
};

/* ---- comparing rule sets ---- */

static bool same_option(const struct skat_rules *a, const struct skat_rules *b,
                        const struct skat_rule_option *option)
{
    const int *one = skat_rule_option_value((struct skat_rules *)a, option);
    const int *other = skat_rule_option_value((struct skat_rules *)b, option);
    size_t count = option->type == SKAT_OPTION_INTS ? (size_t)option->count : 1;

    return memcmp(one, other, count * sizeof *one) == 0;
}

static bool same_rules(const struct skat_rules *a, const struct skat_rules *b)
{
    for (int i = 0; i < skat_rule_option_count; i++)
        if (!same_option(a, b, &skat_rule_options[i]))
            return false;
    return true;
}

/* ---- common to named variations and grids ---- */

/* Do two games deal the same cards to the same seats? Then a variation may extend a rule set of the
 * other, as Turnéskat and Skat have it. */
static bool same_deals(int one, int other)
{
    return skat_variants[one].deck == skat_variants[other].deck &&
           skat_variant_seating(&skat_variants[one]) == skat_variant_seating(&skat_variants[other]);
}

/* Options that decide the deals and tables cannot vary. */
static bool is_fixed(const char *option)
{
    return strcmp(option, "game") == 0 || strcmp(option, "seats") == 0 ||
           strcmp(option, "deals") == 0;
}

static void refuse_fixed(const struct json_value *value, const char *option)
{
    errors_add(value->errors, value->place,
               "\"%s\" cannot vary: all rule sets have the same seats and deals%s", option,
               strcmp(option, "game") == 0 ? "; \"extends\" takes the rules of another game" : "");
}

/* A session with rounds or totals is never split, so the unit of all runs is the session, and all
 * must be small enough for that. */
static void take_whole_sessions(struct config *config, const struct variations *variations,
                                const struct json_value *place)
{
    struct schedule *schedule = &config->schedule;
    uint64_t games = schedule->deals * (uint64_t)schedule->per_deal;
    const struct variation *carrier = NULL;
    char of[VARIATION_NAME_SIZE + 8];

    for (int i = 0; i < variations->count && !carrier; i++)
        if (variations->of[i].rules.derived.carries)
            carrier = &variations->of[i];
    if (!carrier || schedule->whole_sessions)
        return;
    schedule->whole_sessions = true;
    snprintf(of, sizeof of, " of \"%s\"", carrier->name);
    if (config_refuse_single_session(config, of, place->errors))
        return;
    if (schedule->missing && config->overrides.deals > 0)
        config_refuse_deals(config->overrides.deals, (int64_t)schedule->deals, place->errors);
    else if (schedule->missing)
        errors_add(place->errors, place->place,
                   "the rules of \"%s\" carry rounds or totals from deal to deal, so sessions "
                   "cannot be split, and the deals must be a multiple of the %llu of one",
                   carrier->name, (unsigned long long)schedule->deals);
    if (games > SESSION_GAMES_MAX)
        errors_add(place->errors, place->place,
                   "the rules of \"%s\" carry rounds or totals from deal to deal, so sessions "
                   "cannot be split and may have at most %d games; here they have %llu: "
                   "use more and shorter sessions",
                   carrier->name, SESSION_GAMES_MAX, (unsigned long long)games);
}

/* Adds a variation, which is already read and named, if its rules are valid and unlike all others.
 * `place` is the place of errors. */
static void add_variation(struct variants_reading *reading, struct variation *variation,
                          const struct json_value *place)
{
    struct variations *all = reading->variations;
    struct skat_error error = {.text = ""};
    const char *name = variation->name, *unfit = NULL, *like = NULL;

    if (!reading->loaded)
        return; /* there is nothing to compare it with */
    variation->rules.seats = reading->config->rules.seats;
    variation->rules.deals = reading->config->rules.deals;
    if (skat_rules_prepare(&variation->rules, &error))
        unfit = config_rules_wrong(reading->config, &variation->rules);
    for (int i = 0; i < all->count && !like; i++)
        like = same_rules(&variation->rules, &all->of[i].rules) ? all->of[i].name : NULL;
    /* The combinations of a grid share one place, so the error names the variation. */
    if (*error.text)
        errors_add(place->errors, place->place, "\"%s\" cannot be played: %s", name, error.text);
    else if (unfit)
        errors_add(place->errors, place->place, "\"%s\" %s", name, unfit);
    else if (all->count == VARIATIONS_MAX)
        errors_add(place->errors, place->place, "\"%s\" is one too many: allowed are %d", name,
                   VARIATIONS_MAX);
    else if (same_rules(&variation->rules, &reading->config->rules))
        errors_add(place->errors, place->place,
                   "\"%s\" has the same rules as the baseline: it must change something", name);
    else if (like)
        errors_add(place->errors, place->place, "\"%s\" has the same rules as \"%s\"", name, like);
    else
        all->of[all->count++] = *variation;
}

/* ---- named variations ---- */

/* Names are also names of folders next to the study's own files. */
static bool name_allowed(const char *name)
{
    static const char *const taken[] = {"baseline", "study.json", "study.csv", "learned", "cache"};
    size_t length = strlen(name);

    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        if (strcmp(name, taken[i]) == 0)
            return false;
    return length >= 1 && length <= VARIATION_NAME_MAX && name[0] != '.' &&
           strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+-=,") ==
               length;
}

static void read_variation(struct variants_reading *reading, const struct json_value *value,
                           const char *name)
{
    struct variation variation = {.rules = reading->baseline};
    int before = value->errors->count, seats = reading->config->rules.seats;

    if (!name_allowed(name))
        errors_add(
            value->errors, value->place,
            "found the name \"%.80s\"; expected 1..%d letters, digits, . _ + - = and commas, "
            "without a "
            "leading dot, not \"baseline\", \"learned\", \"cache\", \"study.json\" or "
            "\"study.csv\"",
            name, VARIATION_NAME_MAX);
    rules_config_change(&variation.rules, value, reading->config->folder);
    for (const cJSON *item = cJSON_IsObject(value->node) ? value->node->child : NULL; item;
         item = item->next)
        if (is_fixed(item->string))
            refuse_fixed(value, item->string);
    if (value->errors->count > before)
        return;
    if (!same_deals(variation.rules.game,
                    reading->baseline.game)) /* from the set that it extends */
        errors_add(value->errors, value->place,
                   "extends a rule set of a game with other cards or seats than \"%s\": its deals "
                   "cannot be paired",
                   skat_variant_names[reading->baseline.game]);
    /* As in configs, the official three seats of an extended set are not binding. */
    if (variation.rules.seats != 3 && variation.rules.seats != seats)
        errors_add(value->errors, value->place, "extends a rule set for %d seats, but %d are taken",
                   variation.rules.seats, seats);
    snprintf(variation.name, sizeof variation.name, "%s", name);
    if (value->errors->count == before)
        add_variation(reading, &variation, value);
}

static void read_variations(struct variants_reading *reading, const struct json_value *list)
{
    int count = cJSON_GetArraySize(list->node);

    if (!cJSON_IsObject(list->node) || count < 1 || count > VARIATIONS_MAX) {
        json_wrong(list, "an object of 1..64 variations, {\"NAME\": {options}}");
        return;
    }
    for (const cJSON *item = list->node->child; item; item = item->next) {
        struct json_value value = json_member(list, item->string);
        value.node = item; /* not the first one with this name */
        for (const cJSON *other = list->node->child; other != item; other = other->next)
            if (strcmp(item->string, other->string) == 0)
                errors_add(value.errors, value.place, "the name is listed twice");
        read_variation(reading, &value, item->string);
    }
}

/* ---- grids ---- */

/* An option of a grid with its values. */
struct axis {
    const struct skat_rule_option *option;
    struct json_value values;
    int count;
};

enum { AXES_MAX = 8 /* with two or more values each; more would give too many variations */ };

static bool read_axis(struct axis *axis, const struct json_value *grid, const char *name)
{
    struct json_value values = json_member(grid, name);
    struct skat_rules scratch;
    int before = grid->errors->count;

    *axis = (struct axis){skat_rule_option_find(name), values, cJSON_GetArraySize(values.node)};
    if (!axis->option) {
        char suggestion[SUGGESTION_SIZE];
        did_you_mean(name, &skat_rule_options[0].name, (size_t)skat_rule_option_count,
                     sizeof *axis->option, suggestion);
        errors_add(grid->errors, values.place, "no rule option \"%.60s\"%s", name,
                   *suggestion ? suggestion : "; write members of objects as \"kontra.levels\"");
        return false;
    }
    if (is_fixed(name))
        refuse_fixed(&values, name);
    if (!cJSON_IsArray(values.node) || axis->count < 1 || axis->count > VARIATIONS_MAX + 1) {
        json_wrong(&values, "an array of 1..65 values");
        return false;
    }
    skat_rules_official(&scratch);
    for (int i = 0; i < axis->count; i++) {
        struct json_value value = json_element(&values, i);
        rules_config_read_option(&scratch, &value, axis->option);
        for (int k = 0; k < i; k++)
            if (cJSON_Compare(value.node, cJSON_GetArrayItem(values.node, k), true))
                json_wrong(&value, "each value once");
    }
    return grid->errors->count == before;
}

/* Appends "NAME=VALUE", an array as "23+35+46+69". False when there is no room. */
static bool append_to_name(char *name, const struct skat_rules *rules,
                           const struct skat_rule_option *option)
{
    size_t length = strlen(name);
    cJSON *value = skat_rules_option_to_json(rules, option);
    char *text = cJSON_PrintUnformatted(value), *to = text;

    for (const char *from = text; *from; from++)
        if (!strchr("[]\"", *from))
            *to++ = *from == ',' ? '+' : *from;
    *to = '\0';
    int added = snprintf(name + length, VARIATION_NAME_SIZE - length, "%s%s=%s", length ? "," : "",
                         option->name, *text ? text : "none");
    free(text);
    cJSON_Delete(value);
    return (size_t)added < VARIATION_NAME_SIZE - length;
}

/* Reads combination number `index`: the last axis changes fastest. */
static void read_combination(struct variants_reading *reading, const struct json_value *grid,
                             const struct axis *axes, int count, int index)
{
    struct variation variation = {.rules = reading->baseline};
    int step = 1, before = grid->errors->count;

    for (int i = 0; i < count; i++)
        step *= axes[i].count;
    for (int i = 0; i < count; i++) {
        step /= axes[i].count;
        struct json_value value = json_element(&axes[i].values, index / step % axes[i].count);
        rules_config_read_option(&variation.rules, &value, axes[i].option);
        if (!append_to_name(variation.name, &variation.rules, axes[i].option)) {
            errors_add(grid->errors, grid->place,
                       "the name \"%.60s...\" is longer than %d characters: use "
                       "\"variations\", which you name yourself",
                       variation.name, VARIATION_NAME_SIZE - 1);
            return;
        }
    }
    if (grid->errors->count == before && !same_rules(&variation.rules, &reading->baseline))
        add_variation(reading, &variation, grid);
}

static void read_grid(struct variants_reading *reading, const struct json_value *grid)
{
    struct axis axes[AXES_MAX];
    int count = 0, before = grid->errors->count;
    int64_t combinations = 1;

    if (!cJSON_IsObject(grid->node) || cJSON_GetArraySize(grid->node) < 1 ||
        cJSON_GetArraySize(grid->node) > AXES_MAX) {
        json_wrong(grid, "an object of 1..8 options, {\"OPTION\": [values]}");
        return;
    }
    for (const cJSON *item = grid->node->child; item; item = item->next)
        for (const cJSON *other = item->next; other; other = other->next)
            if (strcmp(item->string, other->string) == 0)
                errors_add(grid->errors, grid->place, "the key \"%.60s\" is listed twice",
                           item->string);
    for (const cJSON *item = grid->node->child; item; item = item->next)
        if (read_axis(&axes[count], grid, item->string))
            combinations *= axes[count++].count; /* at most 65 to the power of 8 */
    if (grid->errors->count > before)
        return;
    if (combinations > VARIATIONS_MAX + 1) {
        errors_add(
            grid->errors, grid->place,
            "more than %d combinations, including the baseline, which is the limit of a study",
            VARIATIONS_MAX + 1);
        return;
    }
    for (int i = 0; i < combinations; i++)
        read_combination(reading, grid, axes, count, i);
    if (reading->loaded && grid->errors->count == before && !reading->variations->count)
        errors_add(grid->errors, grid->place,
                   "has only the values of the baseline: it must change something");
}

/* ---- the command line ---- */

static const char VARY[] = "--vary";

/* The length of the first of the values that commas separate; a list is one value. */
static size_t value_length(const char *values)
{
    const char *end = *values == '[' ? strchr(values, ']') : NULL;

    return end ? (size_t)(end + 1 - values) : strcspn(values, ",");
}

/* "null=[23,35,46,69]" as the name of a folder: "null=23+35+46+69". */
static bool name_variation(struct variation *variation, const char *word)
{
    char *to = variation->name;

    if (strlen(word) > VARIATION_NAME_MAX)
        return false;
    for (const char *from = word; *from; from++)
        if (!strchr("[]\" ", *from))
            *to++ = *from == ',' ? '+' : *from;
    *to = '\0';
    return name_allowed(variation->name);
}

/* One of the values, as KEY=VALUE. */
static void vary_word(struct variants_reading *reading, const char *word,
                      const struct json_value *place)
{
    struct variation variation = {.rules = reading->baseline};
    struct json_value options = *place;
    cJSON *object = cJSON_CreateObject();
    const int before = place->errors->count;

    options.node = object;
    if (rule_words_set(object, word, VARY, place->errors) && is_fixed(object->child->string))
        refuse_fixed(place, object->child->string);
    if (place->errors->count == before)
        rules_config_change(&variation.rules, &options, reading->config->folder);
    if (place->errors->count == before && !name_variation(&variation, word))
        errors_add(place->errors, VARY, "\"%.60s\" makes no name of a folder: use a config", word);
    if (place->errors->count == before && !same_rules(&variation.rules, &reading->baseline))
        add_variation(reading, &variation, place);
    cJSON_Delete(object);
}

/* "grand=20,22": one variation each value. */
static void vary_option(struct variants_reading *reading, const char *text,
                        const struct json_value *place)
{
    const char *equals = strchr(text, '=');
    char word[JSON_PLACE_SIZE];

    if (!equals) {
        errors_add(place->errors, VARY,
                   "found \"%.60s\"; expected KEY=VALUE,VALUE..., as grand=20,22", text);
        return;
    }
    for (const char *value = equals + 1;;) {
        const size_t length = value_length(value);
        snprintf(word, sizeof word, "%.*s%.*s", (int)(equals + 1 - text), text, (int)length, value);
        vary_word(reading, word, place);
        if (value[length] != ',')
            break;
        value += length + 1;
    }
}

static void read_vary(struct variants_reading *reading, const struct word_list *vary,
                      const struct json_value *place)
{
    const int before = place->errors->count;

    for (int i = 0; i < vary->count; i++)
        vary_option(reading, vary->of[i], place);
    if (reading->loaded && place->errors->count == before && !reading->variations->count)
        errors_add(place->errors, VARY,
                   "has only values of the baseline: it must change something");
}

/* Three styles of the same club player, as many as the game seats. */
static cJSON *config_of_rules(const char *name, const struct skat_rules *rules)
{
    static const char bots[] =
        "{\"steady\": \"stammtisch\","
        "\"bold\": {\"module\": \"stammtisch\", \"options\": {\"caution\": 50}},"
        "\"timid\": {\"module\": \"stammtisch\", \"options\": {\"caution\": 75}}}";
    enum { STYLES = 3, SESSIONS = 500, SESSION_DEALS = 36 };
    cJSON *root = cJSON_CreateObject(), *styles = cJSON_Parse(bots), *seats = NULL;
    char study[FOLDER_PATH_SIZE];

    snprintf(study, sizeof study, "study-%.100s", name);
    cJSON_AddStringToObject(root, "name", study);
    cJSON_AddStringToObject(root, "rules", name);
    cJSON_AddItemToObject(root, "bots", styles);
    seats = cJSON_AddArrayToObject(root, "seats");
    for (int seat = 0; seat < rules->seats; seat++)
        cJSON_AddItemToArray(seats,
                             cJSON_CreateString(cJSON_GetArrayItem(styles, seat % STYLES)->string));
    cJSON_AddStringToObject(root, "schedule", schedule_names[SCHEDULE_ROTATIONS]);
    cJSON_AddNumberToObject(root, "sessions", SESSIONS);
    cJSON_AddNumberToObject(root, "deals", SESSION_DEALS);
    return root;
}

bool study_config_load(struct config *config, const char *name, const struct word_list *vary,
                       const struct config_overrides *overrides, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];
    struct skat_rules rules;

    if (!vary->count || program_is_path(name) || !program_file(PROGRAM_RULES, name, path))
        return config_load(config, name, overrides, errors);
    *config = (struct config){0};
    if (!rules_config_load_prepared(&rules, name, errors))
        return false;
    return config_make(config, config_of_rules(name, &rules), CONFIG_OF_COMMAND, ".", overrides,
                       errors);
}

/* ---- the study ---- */

static void refuse_none(const struct variants_reading *reading, const struct json_value *root)
{
    const struct word_list *rule = reading->config->overrides.rules;

    if (rule && rule->count && reading->loaded)
        errors_add(root->errors, "--rule",
                   "changes the rules of the baseline, and nothing varies: --vary %s makes it a "
                   "variation",
                   rule->of[0]);
    else
        errors_add(root->errors, root->place,
                   "names nothing that varies: a study needs \"variations\" of the rules, a "
                   "\"grid\" of options, or --vary, as --vary grand=20,22");
}

static void refuse_questions(const struct json_value *root)
{
    struct json_value test = json_member(root, "test"), compare = json_member(root, "compare");

    if (test.node)
        errors_add(test.errors, test.place,
                   "a study has no sequential test: it plays all of its deals with every rule "
                   "set to pair them");
    if (compare.node)
        errors_add(compare.errors, compare.place,
                   "a study compares rule sets, not two bots; `skat-arena run` plays one rule set "
                   "and compares them");
}

bool variations_read(struct variations *variations, struct config *config,
                     const struct word_list *vary, bool loaded, struct errors *errors)
{
    int before = errors->count;
    struct variants_reading reading = {
        .variations = variations, .config = config, .loaded = loaded};
    struct errors told = {0}; /* discarded: already reported when the config was loaded */

    variations->count = 0;
    if (!cJSON_IsObject(config->root))
        return false; /* already reported, too */
    struct json_value root = json_root(config->root, config->path, errors);
    struct json_value named = json_member(&root, "variations"), grid = json_member(&root, "grid");
    struct json_value rules = json_member(&root, "rules"), line = {.errors = errors};
    const struct json_value *from = vary->count ? &line : named.node ? &named : &grid;
    rules.errors = &told;
    rules_config_read(&reading.baseline, &rules, config->folder);
    errors_free(&told);
    refuse_questions(&root);
    snprintf(line.place, sizeof line.place, "%s", VARY);
    if (!!named.node + !!grid.node + !!vary->count > 1)
        errors_add(errors, vary->count ? VARY : root.place,
                   "has %s: variations come from one of \"variations\", \"grid\" and --vary",
                   vary->count ? "variations beside the config's own" : "both");
    else if (vary->count)
        read_vary(&reading, vary, &line);
    else if (!named.node && !grid.node)
        refuse_none(&reading, &root);
    else if (named.node)
        read_variations(&reading, &named);
    else
        read_grid(&reading, &grid);
    if (loaded && errors->count == before)
        take_whole_sessions(config, variations, from);
    return errors->count == before;
}
