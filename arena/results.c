#include "arena/results.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "arena/cli.h"
#include "arena/ruleset.h"

enum { FORMAT_VERSION = 1, SERIES = 36 /* deals that "per 36" speaks of */, THOUSANDTHS = 1000 };

static void add_int(cJSON *object, const char *key, int64_t value)
{
    cJSON_AddNumberToObject(object, key, (double)value);
}

/* ---- manifest ---- */

static cJSON *module_json(const struct bot_module *module)
{
    cJSON *object = cJSON_CreateObject();
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(module->description, "id");
    const cJSON *version = cJSON_GetObjectItemCaseSensitive(module->description, "version");

    cJSON_AddStringToObject(object, "module", module->name);
    cJSON_AddStringToObject(object, "id", id->valuestring);
    cJSON_AddStringToObject(object, "version", version->valuestring);
    cJSON_AddStringToObject(object, "sha256", module->sha256);
    cJSON *options = cJSON_AddObjectToObject(object, "options");
    for (int i = 0; i < module->setting_count; i++) {
        const struct skat_bot_setting *setting = &module->settings[i];
        const cJSON *option =
            cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(module->description, "options"), i);
        const cJSON *type = cJSON_GetObjectItemCaseSensitive(option, "type");
        if (strcmp(type->valuestring, "bool") == 0)
            cJSON_AddBoolToObject(options, setting->name, setting->value != 0);
        else if (setting->text)
            cJSON_AddStringToObject(options, setting->name, setting->text);
        else
            add_int(options, setting->name, setting->value);
    }
    return object;
}

static void add_bots(cJSON *root, const struct config *config)
{
    cJSON *bots = cJSON_AddArrayToObject(root, "bots");

    for (int i = 0; i < config->bot_count; i++) {
        const struct bot *bot = &config->bots[i];
        cJSON *object = bot->composed ? cJSON_CreateObject() : module_json(&bot->parts[PART_BID]);
        if (bot->composed) {
            cJSON_AddItemToObject(object, "bid", module_json(&bot->parts[PART_BID]));
            cJSON_AddItemToObject(object, "play", module_json(&bot->parts[PART_PLAY]));
        }
        cJSON_AddItemToObject(object, "name", cJSON_CreateString(bot->name));
        cJSON_AddItemToArray(bots, object);
    }
}

static void add_schedule(cJSON *root, const struct config *config)
{
    cJSON *schedule = cJSON_AddObjectToObject(root, "schedule");

    cJSON_AddStringToObject(schedule, "kind", schedule_names[config->schedule]);
    cJSON *arrangements = cJSON_AddArrayToObject(schedule, "arrangements");
    for (int i = 0; i < config->arrangement_count; i++) {
        cJSON *table = cJSON_CreateArray();
        for (int seat = 0; seat < config->rules.seats; seat++)
            cJSON_AddItemToArray(
                table, cJSON_CreateString(config->bots[config->arrangements[i][seat]].name));
        cJSON_AddItemToArray(arrangements, table);
    }
    add_int(schedule, "sessions", (int64_t)config->sessions);
    add_int(schedule, "deals", config->rules.deals);
    add_int(schedule, "games", (int64_t)config_games(config));
}

static void add_deals(cJSON *root, const struct config *config)
{
    char text[SKAT_DEAL_TEXT_SIZE];

    if (!config->given) {
        cJSON_AddStringToObject(root, "deals", "seed");
        return;
    }
    cJSON *deals = cJSON_AddArrayToObject(root, "deals");
    for (int i = 0; i < config->rules.deals; i++) {
        skat_deal_print(&config->given[i], config->rules.derived.deck, text);
        cJSON_AddItemToArray(deals, cJSON_CreateString(text));
    }
}

cJSON *manifest_of(const struct config *config)
{
    cJSON *root = cJSON_CreateObject();

    add_int(root, "format", FORMAT_VERSION);
    cJSON_AddStringToObject(root, "harness", HARNESS);
    cJSON_AddStringToObject(root, "name", config->name);
    if (config->description)
        cJSON_AddStringToObject(root, "description", config->description);
    add_int(root, "seed", (int64_t)config->seed);
    cJSON_AddItemToObject(root, "rules", ruleset_to_json(&config->rules));
    add_schedule(root, config);
    add_bots(root, config);
    add_int(root, "time_limit_ms", config->time_limit_ms);
    cJSON_AddStringToObject(root, "log", log_names[config->log]);
    add_deals(root, config);
    return root;
}

bool manifest_load(struct manifest *manifest, const char *path, struct problems *problems)
{
    int before = problems->count;
    struct skat_error error;

    *manifest = (struct manifest){.root = json_load(path, problems)};
    if (!manifest->root)
        return false;
    struct json_value root = json_root(manifest->root, path, problems);
    if (!json_is_object(&root))
        return false;
    struct json_value format = json_member(&root, "format");
    if (json_int(&format, 1, FORMAT_VERSION, 0) == 0 && !format.node)
        json_wrong(&format, "a format version");
    struct json_value rules = json_member(&root, "rules");
    if (!cJSON_IsObject(rules.node))
        json_wrong(&rules, "an object of all options");
    else if (ruleset_read(&manifest->rules, &rules, NULL) &&
             !skat_rules_prepare(&manifest->rules, &error))
        problems_add(problems, rules.place, "%s", error.text);
    struct json_value schedule = json_member(&root, "schedule");
    struct json_value games = json_member(&schedule, "games");
    manifest->games = (uint64_t)json_int(&games, 0, (int64_t)1 << 53, 0);
    struct json_value log = json_member(&root, "log");
    manifest->logged = json_choice(&log, log_names, 2, LOG_ALL) == LOG_ALL;
    struct json_value bots = json_member(&root, "bots");
    for (int i = 0; i < cJSON_GetArraySize(bots.node) && i < BOTS_MAX; i++) {
        struct json_value bot = json_element(&bots, i), name = json_member(&bot, "name");
        const char *text = json_string(&name);
        if (!text)
            json_wrong(&name, "a name");
        else
            manifest->names[manifest->bot_count++] = text;
    }
    return problems->count == before;
}

void manifest_free(struct manifest *manifest) { cJSON_Delete(manifest->root); }

/* ---- summary ---- */

/* Ratios are rounded to nine decimals: integers divided once, so the same on every machine. */
static void add_ratio(cJSON *object, const char *key, int64_t part, int64_t whole, int scale)
{
    char text[40];

    if (!whole) {
        cJSON_AddNullToObject(object, key);
        return;
    }
    snprintf(text, sizeof text, "%.9f", (double)part * scale / (double)whole);
    cJSON_AddNumberToObject(object, key, strtod(text, NULL));
}

/* Money, from points and a stake in thousandths. */
static void add_amount(cJSON *object, const char *key, int64_t points, int stake)
{
    char text[40];

    snprintf(text, sizeof text, "%.3f", (double)points * stake / THOUSANDTHS);
    cJSON_AddNumberToObject(object, key, strtod(text, NULL));
}

static void add_points(cJSON *object, const char *key, int64_t points, int64_t deals)
{
    cJSON *scoring = cJSON_AddObjectToObject(object, key);
    add_int(scoring, "points", points);
    add_ratio(scoring, "per_deal", points, deals, 1);
    add_ratio(scoring, "per_36", points, deals, SERIES);
}

/* Is this kind of game played under the rules at all? */
static bool plays(const struct skat_rules *rules, int type)
{
    return (type != SKAT_GAME_SACHSENSPITZE || rules->sachsenspitze_base) &&
           (type != SKAT_GAME_REVOLUTION || rules->revolution);
}

/* What only variants count; zeros where the rules have none. */
static void add_variants(cJSON *object, const struct bot_tally *bot, const struct skat_rules *rules)
{
    add_int(object, "ramsch", bot->ramsch);
    add_int(object, "ramsch_lost", bot->ramsch_lost);
    add_int(object, "marches", bot->marches);
    add_int(object, "kontra", bot->kontra);
    add_int(object, "kontra_won", bot->kontra_won);
    add_int(object, "re", bot->re);
    add_int(object, "rounds_lost", bot->rounds_lost);
    if (rules->stake) {
        cJSON *money = cJSON_AddObjectToObject(object, "money");
        add_int(money, "points", bot->money);
        add_amount(money, "amount", bot->money, rules->stake);
    }
}

static cJSON *bot_summary(const char *name, const struct bot_tally *bot,
                          const struct skat_rules *rules)
{
    bool seeger = rules->scoring == SKAT_SCORING_SEEGER_FABIAN;
    cJSON *object = cJSON_CreateObject();

    cJSON_AddStringToObject(object, "name", name);
    add_int(object, "deals", bot->deals);
    add_int(object, "active", bot->active);
    add_int(object, "declared", bot->declared);
    add_int(object, "won", bot->won);
    add_ratio(object, "declared_share", bot->declared, bot->active, 1);
    add_ratio(object, "won_share", bot->won, bot->declared, 1);
    add_int(object, "defended", bot->defended);
    add_int(object, "defended_won", bot->defended_won);
    add_ratio(object, "mean_bid", bot->bid_sum, bot->declared, 1);
    cJSON *types = cJSON_AddObjectToObject(object, "games");
    for (int type = SKAT_GAME_DECLARED - 1; type >= 0; type--) {
        if (!plays(rules, type))
            continue;
        cJSON *game = cJSON_AddObjectToObject(types, skat_games[type].name);
        add_int(game, "declared", bot->type_declared[type]);
        add_int(game, "won", bot->type_won[type]);
    }
    add_int(object, "hand", bot->hand);
    add_int(object, "ouvert", bot->ouvert);
    add_int(object, "schneider", bot->schneider);
    add_int(object, "schwarz", bot->schwarz);
    add_int(object, "overbid", bot->overbid);
    add_int(object, "conceded", bot->conceded);
    add_points(object, "classic", bot->points, bot->deals);
    add_points(object, "seeger_fabian", bot->points + bot->seeger_extras, bot->deals);
    add_points(object, "score", bot->score + (seeger ? bot->seeger_extras : 0), bot->deals);
    add_variants(object, bot, rules);
    cJSON *faults = cJSON_AddObjectToObject(object, "faults");
    for (int status = STATUS_ILLEGAL; status < STATUSES; status++)
        add_int(faults, status_names[status], bot->faults[status]);
    return object;
}

cJSON *summary_of(const struct tally *tally, const struct skat_rules *rules,
                  const char *const names[], int bots, uint64_t planned)
{
    const struct skat_rule_option *scoring = skat_rule_option_find("scoring");
    cJSON *root = cJSON_CreateObject();
    char signature[20];

    add_int(root, "format", FORMAT_VERSION);
    add_int(root, "games", tally->games);
    add_int(root, "planned", (int64_t)planned);
    cJSON_AddBoolToObject(root, "complete", (uint64_t)tally->games == planned);
    add_int(root, "declared", tally->declared);
    add_int(root, "won", tally->won);
    add_int(root, "passed_in", tally->passed_in);
    add_int(root, "ramsch", tally->ramsch);
    add_int(root, "bock", tally->bock);
    cJSON_AddStringToObject(root, "scoring", scoring->names[rules->scoring]);
    add_ratio(root, "declared_share", tally->declared, tally->games, 1);
    add_ratio(root, "won_share", tally->won, tally->declared, 1);
    snprintf(signature, sizeof signature, "%016" PRIx64, tally->signature);
    cJSON_AddStringToObject(root, "signature", signature);
    cJSON *list = cJSON_AddArrayToObject(root, "bots");
    for (int i = 0; i < bots; i++)
        cJSON_AddItemToArray(list, bot_summary(names[i], &tally->bots[i], rules));
    return root;
}

/* ---- timing ---- */

cJSON *timing_of(const struct config *config, const struct run_result *result)
{
    cJSON *root = cJSON_CreateObject();
    struct utsname host;

    add_int(root, "format", FORMAT_VERSION);
    cJSON_AddNumberToObject(root, "seconds", result->seconds);
    add_int(root, "games", (int64_t)result->games);
    cJSON_AddNumberToObject(root, "games_per_second",
                            result->seconds > 0 ? (double)result->games / result->seconds : 0);
    add_int(root, "workers", config->workers);
    if (uname(&host) == 0) {
        cJSON_AddStringToObject(root, "host", host.nodename);
        cJSON_AddStringToObject(root, "system", host.sysname);
        cJSON_AddStringToObject(root, "machine", host.machine);
    }
    add_int(root, "processors", sysconf(_SC_NPROCESSORS_ONLN));
    cJSON *bots = cJSON_AddArrayToObject(root, "bots");
    for (int i = 0; i < config->bot_count; i++) {
        cJSON *bot = cJSON_CreateObject();
        cJSON_AddStringToObject(bot, "name", config->bots[i].name);
        add_int(bot, "decisions_timed", (int64_t)result->timed[i]);
        cJSON_AddNumberToObject(bot, "mean_decision_us",
                                result->timed[i] ? (double)result->nanoseconds[i] /
                                                       (double)result->timed[i] / 1000
                                                 : 0);
        cJSON_AddItemToArray(bots, bot);
    }
    return root;
}

/* ---- saving ---- */

bool json_save(const cJSON *root, const char *path, struct problems *problems)
{
    char *beside = NULL;
    char *text = cJSON_Print(root);
    bool ok = false;

    if (!text || asprintf(&beside, "%s.new", path) < 0)
        abort(); /* out of memory */
    FILE *file = fopen(beside, "w");
    if (file) {
        ok = fputs(text, file) >= 0 && fputc('\n', file) != EOF && fflush(file) == 0;
        ok = fclose(file) == 0 && ok;
        ok = ok && rename(beside, path) == 0;
    }
    if (!ok) {
        problems_add(problems, path, "cannot be written: %s", strerror(errno));
        unlink(beside);
    }
    free(beside);
    free(text);
    return ok;
}

/* ---- the table ---- */

static double number(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    return cJSON_IsNumber(item) ? item->valuedouble : 0;
}

static double within(const cJSON *object, const char *first, const char *key)
{
    return number(cJSON_GetObjectItemCaseSensitive(object, first), key);
}

static double percent(double part, double whole) { return whole ? 100 * part / whole : 0; }

static int name_width(const cJSON *bots)
{
    int widest = 4;
    const cJSON *bot;
    cJSON_ArrayForEach (bot, bots) {
        int width = (int)strlen(cJSON_GetObjectItemCaseSensitive(bot, "name")->valuestring);
        widest = width > widest ? width : widest;
    }
    return widest;
}

/* Names are UTF-8: pad by characters. */
static void print_name(const char *name, int width, FILE *out)
{
    int shown = 0;
    for (const char *at = name; *at; at++)
        shown += (*at & 0xc0) != 0x80;
    fprintf(out, "%s%*s", name, width > shown ? width - shown : 0, "");
}

/* The scoring beside the classic one: the rule set's own, or Seeger and Fabian's. */
static const char *other_scoring(const cJSON *summary)
{
    const cJSON *scoring = cJSON_GetObjectItemCaseSensitive(summary, "scoring");
    bool own = scoring && (strcmp(scoring->valuestring, "minus") == 0 ||
                           strcmp(scoring->valuestring, "opponents") == 0);
    return own ? scoring->valuestring : NULL;
}

static void print_points(const cJSON *summary, int width, FILE *out)
{
    const cJSON *bot, *bots = cJSON_GetObjectItemCaseSensitive(summary, "bots");
    const char *own = other_scoring(summary);
    const char *key = own ? "score" : "seeger_fabian";

    fprintf(out, "%-*s %9s %9s %6s %9s %9s %9s %9s %7s\n", width, "bot", "deals", "declared", "won",
            "classic", "per 36", own ? own : "Seeger", "per 36", "faults");
    cJSON_ArrayForEach (bot, bots) {
        print_name(cJSON_GetObjectItemCaseSensitive(bot, "name")->valuestring, width, out);
        fprintf(out, " %9.0f %8.1f%% %5.1f%% %9.2f %9.1f %9.2f %9.1f %7.0f\n", number(bot, "deals"),
                percent(number(bot, "declared"), number(bot, "active")),
                percent(number(bot, "won"), number(bot, "declared")),
                within(bot, "classic", "per_deal"), within(bot, "classic", "per_36"),
                within(bot, key, "per_deal"), within(bot, key, "per_36"),
                within(bot, "faults", "illegal") + within(bot, "faults", "timeout") +
                    within(bot, "faults", "crash"));
    }
}

static void print_games(const cJSON *bots, int width, FILE *out)
{
    const cJSON *bot, *game;

    fprintf(out, "\nof the games it declared, share / won in percent\n%-*s", width, "bot");
    cJSON_ArrayForEach (game, cJSON_GetObjectItemCaseSensitive(bots->child, "games"))
        fprintf(out, " %9s", game->string);
    fprintf(out, " %6s %7s\n", "hand", "overbid");
    cJSON_ArrayForEach (bot, bots) {
        double declared = number(bot, "declared");
        print_name(cJSON_GetObjectItemCaseSensitive(bot, "name")->valuestring, width, out);
        cJSON_ArrayForEach (game, cJSON_GetObjectItemCaseSensitive(bot, "games"))
            fprintf(out, " %5.1f/%-3.0f", percent(number(game, "declared"), declared),
                    percent(number(game, "won"), number(game, "declared")));
        fprintf(out, " %6.1f %7.1f\n", percent(number(bot, "hand"), declared),
                percent(number(bot, "overbid"), declared));
    }
}

/* What variants add: a group of columns for each that was played. */
static const struct variant_column {
    const char *key, *title;
    const char *group; /* the key that tells whether the variant was played */
} variant_columns[] = {
    {"ramsch", "ramsch", "ramsch"},
    {"ramsch_lost", "lost", "ramsch"},
    {"marches", "marches", "ramsch"},
    {"kontra", "kontra", "kontra"},
    {"kontra_won", "won", "kontra"},
    {"re", "re", "kontra"},
    {"rounds_lost", "rounds lost", "rounds_lost"},
};
enum { VARIANT_COLUMNS = sizeof variant_columns / sizeof *variant_columns };

static bool counted(const cJSON *bots, const char *key)
{
    const cJSON *bot;
    cJSON_ArrayForEach (bot, bots)
        if (number(bot, key))
            return true;
    return false;
}

static int column_width(const struct variant_column *column)
{
    enum { LEAST = 8 };
    int width = (int)strlen(column->title);
    return width > LEAST ? width : LEAST;
}

static void print_variants(const cJSON *bots, int width, FILE *out)
{
    const struct variant_column *shown[VARIANT_COLUMNS];
    int count = 0;
    const cJSON *bot;

    for (int i = 0; i < VARIANT_COLUMNS; i++)
        if (counted(bots, variant_columns[i].group))
            shown[count++] = &variant_columns[i];
    if (!count)
        return;
    fprintf(out, "\n%-*s", width, "bot");
    for (int i = 0; i < count; i++)
        fprintf(out, " %*s", column_width(shown[i]), shown[i]->title);
    fprintf(out, "\n");
    cJSON_ArrayForEach (bot, bots) {
        print_name(cJSON_GetObjectItemCaseSensitive(bot, "name")->valuestring, width, out);
        for (int i = 0; i < count; i++)
            fprintf(out, " %*.0f", column_width(shown[i]), number(bot, shown[i]->key));
        fprintf(out, "\n");
    }
}

static void print_money(const cJSON *bots, int width, FILE *out)
{
    const cJSON *bot;

    if (!cJSON_GetObjectItemCaseSensitive(bots->child, "money"))
        return;
    fprintf(out, "\n%-*s %9s\n", width, "bot", "money");
    cJSON_ArrayForEach (bot, bots) {
        print_name(cJSON_GetObjectItemCaseSensitive(bot, "name")->valuestring, width, out);
        fprintf(out, " %9.2f\n", within(bot, "money", "amount"));
    }
}

/* One bot under the other, for a narrow terminal. */
static void print_narrow(const cJSON *summary, FILE *out)
{
    const cJSON *bot, *game, *bots = cJSON_GetObjectItemCaseSensitive(summary, "bots");
    const char *own = other_scoring(summary);
    const char *key = own ? "score" : "seeger_fabian";

    cJSON_ArrayForEach (bot, bots) {
        double declared = number(bot, "declared");
        fprintf(out, "%s\n", cJSON_GetObjectItemCaseSensitive(bot, "name")->valuestring);
        fprintf(out, "  declared %.1f%%, won %.1f%%\n", percent(declared, number(bot, "active")),
                percent(number(bot, "won"), declared));
        fprintf(out, "  classic  %.2f a deal, %.1f per 36\n", within(bot, "classic", "per_deal"),
                within(bot, "classic", "per_36"));
        fprintf(out, "  %-8s %.2f a deal, %.1f per 36\n", own ? own : "Seeger",
                within(bot, key, "per_deal"), within(bot, key, "per_36"));
        if (number(bot, "ramsch"))
            fprintf(out, "  ramsch   %.0f, lost %.0f, marches %.0f\n", number(bot, "ramsch"),
                    number(bot, "ramsch_lost"), number(bot, "marches"));
        if (number(bot, "kontra") + number(bot, "re"))
            fprintf(out, "  kontra   %.0f, won %.0f; re %.0f\n", number(bot, "kontra"),
                    number(bot, "kontra_won"), number(bot, "re"));
        if (number(bot, "rounds_lost"))
            fprintf(out, "  rounds   %.0f lost\n", number(bot, "rounds_lost"));
        if (cJSON_GetObjectItemCaseSensitive(bot, "money"))
            fprintf(out, "  money    %.2f\n", within(bot, "money", "amount"));
        for (game = cJSON_GetObjectItemCaseSensitive(bot, "games")->child; game && declared;
             game = game->next)
            fprintf(out, "  %-8s %5.1f%%, won %.0f%%\n", game->string,
                    percent(number(game, "declared"), declared),
                    percent(number(game, "won"), number(game, "declared")));
        fprintf(out, "  faults   %.0f illegal, %.0f timeout, %.0f crash\n",
                within(bot, "faults", "illegal"), within(bot, "faults", "timeout"),
                within(bot, "faults", "crash"));
    }
}

void summary_print(const cJSON *summary, int width, FILE *out)
{
    enum { COLUMNS_BESIDE_NAME = 77 };
    const cJSON *bots = cJSON_GetObjectItemCaseSensitive(summary, "bots");
    int names = name_width(bots);

    double games = number(summary, "games");
    fprintf(out, "\n%.0f games: %.1f%% declared, %.1f%% of these won, %.1f%% passed in", games,
            100 * number(summary, "declared_share"), 100 * number(summary, "won_share"),
            percent(number(summary, "passed_in"), games));
    if (number(summary, "ramsch"))
        fprintf(out, ", %.1f%% ramsch", percent(number(summary, "ramsch"), games));
    if (number(summary, "bock"))
        fprintf(out, ", %.1f%% bock", percent(number(summary, "bock"), games));
    fprintf(out, "\n\n");
    if (width && width < names + COLUMNS_BESIDE_NAME) {
        print_narrow(summary, out);
        return;
    }
    print_points(summary, names, out);
    if (number(summary, "declared"))
        print_games(bots, names, out);
    print_variants(bots, names, out);
    print_money(bots, names, out);
}
