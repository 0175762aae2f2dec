// SPDX-License-Identifier: MIT
#include "arena/config/schedule.h"

#include <string.h>

const char *const schedule_names[SCHEDULE_KINDS] = {
    [SCHEDULE_FIXED] = "fixed",
    [SCHEDULE_ROTATIONS] = "rotations",
    [SCHEDULE_PERMUTATIONS] = "permutations",
    [SCHEDULE_DUEL] = "duel",
    [SCHEDULE_ROUND_ROBIN] = "round_robin",
    [SCHEDULE_GAUNTLET] = "gauntlet",
    [SCHEDULE_AGAINST] = "against",
    [SCHEDULE_RECORDED] = "recorded",
};
const char *const seatings_names[SEATINGS] = {
    [SEATINGS_ROTATIONS] = "rotations",
    [SEATINGS_ALL] = "all",
};

/* ---- listing the tables ---- */

enum { TABLE = 3 }; /* maximum seats of generated tables; two in games for two */

/* Adds a table to the group that began with arrangement `first`. */
static bool add_table(struct schedule *schedule, int first, const uint8_t *table)
{
    size_t seats = (size_t)schedule->seats;

    for (int i = first; i < schedule->arrangement_count; i++)
        if (memcmp(schedule->arrangements[i], table, seats) == 0)
            return true; /* the same seating would repeat the same games */
    if (schedule->arrangement_count == ARRANGEMENTS_MAX)
        return false;
    memcpy(schedule->arrangements[schedule->arrangement_count++], table, seats);
    return true;
}

static bool add_rotations(struct schedule *schedule, int first, const uint8_t *table)
{
    uint8_t rotated[SKAT_SEATS_MAX];
    bool ok = true;

    for (int shift = 0; shift < schedule->seats; shift++) {
        for (int seat = 0; seat < schedule->seats; seat++)
            rotated[(seat + shift) % schedule->seats] = table[seat];
        ok = add_table(schedule, first, rotated) && ok;
    }
    return ok;
}

/* All orders of table[from..], in lexicographic order of the original seats. */
static bool add_orders(struct schedule *schedule, int first, const uint8_t *table, int from)
{
    int seats = schedule->seats;
    bool ok = true;

    if (from == seats)
        return add_table(schedule, first, table);
    for (int i = from; i < seats; i++) {
        uint8_t rotated[SKAT_SEATS_MAX];
        memcpy(rotated, table, (size_t)seats);
        rotated[from] = table[i];
        memcpy(rotated + from + 1, table + from, (size_t)(i - from));
        ok = add_orders(schedule, first, rotated, from + 1) && ok;
    }
    return ok;
}

/* The tables of a duel. With two seats: both seatings. With three seats and rotations, group 0
 * seats one A and group 1 two; together they are all seatings. */
static bool add_duel(struct schedule *schedule, int first, int group, uint8_t a, uint8_t b)
{
    const uint8_t tables[2][TABLE] = {{a, b, b}, {b, a, a}};

    if (schedule->seats == 2)
        return add_rotations(schedule, first, tables[0]);
    if (schedule->seatings == SEATINGS_ROTATIONS)
        return add_rotations(schedule, first, tables[group]);
    return add_rotations(schedule, first, tables[0]) && add_rotations(schedule, first, tables[1]);
}

/* With rotations, group 0 goes one way round the table and group 1 the other. */
static bool add_triple(struct schedule *schedule, int first, int group, uint8_t a, uint8_t b,
                       uint8_t c)
{
    const uint8_t tables[2][TABLE] = {{a, b, c}, {a, c, b}};

    if (schedule->seatings == SEATINGS_ROTATIONS)
        return add_rotations(schedule, first, tables[group]);
    return add_orders(schedule, first, tables[0], 0);
}

/* The duel of the first two and, at tables of three, all orders of both with each of the others. */
static bool add_against(struct schedule *schedule, int first, int group, const uint8_t *bots,
                        int count)
{
    bool ok = add_duel(schedule, first, group, bots[0], bots[1]);

    for (int i = 2; i < count && schedule->seats == TABLE; i++) {
        const uint8_t table[TABLE] = {bots[0], bots[1], bots[i]};
        ok = add_orders(schedule, first, table, 0) && ok;
    }
    return ok;
}

static bool add_made_tables(struct schedule *schedule, int group, const uint8_t *bots, int count)
{
    int first = schedule->arrangement_count;
    bool ok = true;

    if (schedule->kind == SCHEDULE_AGAINST)
        return add_against(schedule, first, group, bots, count);
    if (schedule->kind != SCHEDULE_ROUND_ROBIN) {
        for (int i = 1; i < count; i++)
            ok = add_duel(schedule, first, group, bots[0], bots[i]) && ok;
        return ok;
    }
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++) {
            if (schedule->seats == 2)
                ok = add_duel(schedule, first, group, bots[i], bots[j]) && ok;
            for (int k = j + 1; schedule->seats > 2 && k < count && ok; k++)
                ok = add_triple(schedule, first, group, bots[i], bots[j], bots[k]);
        }
    return ok;
}

static const char *check_members(const struct schedule *schedule, const int *members, int count)
{
    if (!schedule_makes_tables(schedule->kind))
        return NULL;
    if (schedule->seats > TABLE)
        return "is for tables of three seats";
    if (schedule->kind == SCHEDULE_DUEL && count != 2)
        return "needs exactly two bots; if there are more, name two in `seats`";
    if (schedule->kind == SCHEDULE_ROUND_ROBIN && count < TABLE)
        return "needs three bots or more; two play a duel";
    if (count < 2)
        return "needs two bots or more";
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++)
            if (members[i] == members[j])
                return "names each bot once: the seatings are made from them";
    return NULL;
}

const char *schedule_build(struct schedule *schedule, const int *members, int count)
{
    bool made = schedule_makes_tables(schedule->kind);
    /* Two seats have two seatings; every deal is played in both. */
    int groups = made && schedule->seats > 2 && schedule->seatings == SEATINGS_ROTATIONS ? 2 : 1;
    uint8_t bots[BOTS_MAX];
    bool ok = true;

    const char *wrong = check_members(schedule, members, count);
    if (wrong)
        return wrong;
    for (int i = 0; i < count; i++)
        bots[i] = (uint8_t)members[i];
    schedule->arrangement_count = 0;
    for (int group = 0; group < groups; group++) {
        if (made)
            ok = add_made_tables(schedule, group, bots, count) && ok;
        else if (schedule->kind == SCHEDULE_PERMUTATIONS)
            ok = add_orders(schedule, 0, bots, 0);
        else
            ok = schedule->kind == SCHEDULE_ROTATIONS ? add_rotations(schedule, 0, bots)
                                                      : add_table(schedule, 0, bots);
    }
    schedule->per_deal = schedule->arrangement_count / groups;
    return ok ? NULL : "has more than 8192 seatings; take fewer bots, or seatings \"rotations\"";
}

/* ---- numbers ---- */

static uint64_t deals_of_unit(const struct schedule *schedule)
{
    return schedule->whole_sessions ? schedule->deals : 1;
}

/* The first unit of shard `shard` (from 0), where the shard before it ends. */
static uint64_t cut(const struct schedule *schedule, uint64_t shard)
{
    uint64_t units = schedule->whole_sessions
                         ? schedule->sessions
                         : schedule->sessions * schedule->deals - schedule->missing;
    uint64_t shards = schedule->shards ? (uint64_t)schedule->shards : 1;

    return units / shards * shard + units % shards * shard / shards;
}

int schedule_last_shard(const struct schedule *schedule)
{
    return schedule->last_shard ? schedule->last_shard : schedule->shard;
}

uint64_t schedule_units(const struct schedule *schedule)
{
    if (!schedule->shards)
        return cut(schedule, 1);
    return cut(schedule, (uint64_t)schedule_last_shard(schedule)) -
           cut(schedule, (uint64_t)schedule->shard - 1);
}

uint64_t schedule_first_deal(const struct schedule *schedule)
{
    return schedule->shards ? cut(schedule, (uint64_t)schedule->shard - 1) * deals_of_unit(schedule)
                            : 0;
}

uint64_t schedule_first_game(const struct schedule *schedule)
{
    return schedule_first_deal(schedule) * (uint64_t)schedule->per_deal;
}

uint64_t schedule_deals(const struct schedule *schedule)
{
    return schedule_units(schedule) * deals_of_unit(schedule);
}

uint64_t schedule_games(const struct schedule *schedule)
{
    return schedule_deals(schedule) * (uint64_t)schedule->per_deal;
}

/* The number of the unit of a deal: that of the deal, or of its session. */
static uint64_t unit_of(const struct schedule *schedule, uint64_t session, uint64_t deal)
{
    return schedule->whole_sessions ? session : session * schedule->deals + deal;
}

struct game_id schedule_game(const struct schedule *schedule, uint64_t deal, uint32_t place)
{
    struct game_id id = {
        .game = deal * (uint64_t)schedule->per_deal + place,
        .session = deal / schedule->deals,
        .deal = deal % schedule->deals,
    };
    if (schedule->kind == SCHEDULE_RECORDED)
        return id;
    uint32_t groups = (uint32_t)(schedule->arrangement_count / schedule->per_deal);
    uint32_t group = (uint32_t)(unit_of(schedule, id.session, id.deal) % groups);

    id.arrangement = group * (uint32_t)schedule->per_deal + place;
    return id;
}

int bot_number_of(const char *const *names, int bots, const char *name)
{
    for (int bot = 0; bot < bots; bot++)
        if (strcmp(names[bot], name) == 0)
            return bot;
    return -1;
}

int schedule_bots(const struct schedule *schedule, bool sits[BOTS_MAX])
{
    int count = 0;

    memset(sits, 0, BOTS_MAX * sizeof *sits);
    for (int i = 0; i < schedule->arrangement_count; i++)
        for (int seat = 0; seat < schedule->seats; seat++) {
            count += !sits[schedule->arrangements[i][seat]];
            sits[schedule->arrangements[i][seat]] = true;
        }
    return count;
}

/* ---- in the manifest ---- */

void schedule_shard_to_json(const struct schedule *schedule, cJSON *root)
{
    if (!schedule->shards)
        return;
    cJSON *shard = cJSON_AddObjectToObject(root, "shard");
    cJSON_AddNumberToObject(shard, "number", schedule->shard);
    if (schedule->last_shard)
        cJSON_AddNumberToObject(shard, "last", schedule->last_shard);
    cJSON_AddNumberToObject(shard, "of", schedule->shards);
}

cJSON *schedule_to_json(const struct schedule *schedule, const char *const *names)
{
    cJSON *root = cJSON_CreateObject();

    cJSON_AddStringToObject(root, "kind", schedule_names[schedule->kind]);
    if (schedule_makes_tables(schedule->kind))
        cJSON_AddStringToObject(root, "seatings", seatings_names[schedule->seatings]);
    cJSON *arrangements = cJSON_AddArrayToObject(root, "arrangements");
    for (int i = 0; i < schedule->arrangement_count; i++) {
        cJSON *table = cJSON_CreateArray();
        for (int seat = 0; seat < schedule->seats; seat++)
            cJSON_AddItemToArray(table, cJSON_CreateString(names[schedule->arrangements[i][seat]]));
        cJSON_AddItemToArray(arrangements, table);
    }
    cJSON_AddNumberToObject(root, "per_deal", schedule->per_deal);
    cJSON_AddStringToObject(root, "unit", schedule->whole_sessions ? "session" : "deal");
    cJSON_AddNumberToObject(root, "sessions", (double)schedule->sessions);
    cJSON_AddNumberToObject(root, "deals", (double)schedule->deals);
    if (schedule->missing)
        cJSON_AddNumberToObject(root, "total_deals",
                                (double)(schedule->sessions * schedule->deals - schedule->missing));
    schedule_shard_to_json(schedule, root);
    cJSON_AddNumberToObject(root, "games", (double)schedule_games(schedule));
    return root;
}

static uint8_t read_bot(const struct json_value *name, const char *const *names, int bots)
{
    const int bot =
        cJSON_IsString(name->node) ? bot_number_of(names, bots, name->node->valuestring) : -1;

    if (bot < 0)
        json_wrong(name, "the name of one of the bots");
    return (uint8_t)(bot < 0 ? 0 : bot);
}

static void read_table(struct schedule *schedule, const struct json_value *table, int index,
                       const char *const *names, int bots)
{
    if (!cJSON_IsArray(table->node) || cJSON_GetArraySize(table->node) != schedule->seats) {
        json_wrong(table, "a bot for each seat");
        return;
    }
    for (int seat = 0; seat < schedule->seats; seat++) {
        struct json_value name = json_element(table, seat);
        schedule->arrangements[index][seat] = read_bot(&name, names, bots);
    }
}

void schedule_read_total(struct schedule *schedule, const struct json_value *value)
{
    struct json_value total = json_member(value, "total_deals");
    int64_t all = (int64_t)(schedule->sessions * schedule->deals);

    if (!total.node)
        return;
    int64_t deals = json_int(&total, all - (int64_t)schedule->deals + 1, all, all);
    if (schedule->whole_sessions)
        errors_add(total.errors, total.place,
                   "has no meaning here: sessions are played as a whole");
    schedule->missing = (uint64_t)(all - deals);
}

static void read_shard(struct schedule *schedule, const struct json_value *value)
{
    struct json_value shard = json_member(value, "shard");

    if (!shard.node || !json_is_object(&shard))
        return;
    struct json_value of = json_member(&shard, "of"), number = json_member(&shard, "number");
    schedule->shards = (int)json_int(&of, 1, SHARDS_MAX, 1);
    schedule->shard = (int)json_int(&number, 1, schedule->shards, 1);
    struct json_value last = json_member(&shard, "last");
    if (last.node)
        schedule->last_shard = (int)json_int(&last, schedule->shard + 1, schedule->shards, 0);
}

bool schedule_read(struct schedule *schedule, const struct json_value *value,
                   const char *const *names, int bots, const struct skat_rules *rules)
{
    static const char *const units[] = {"deal", "session"};
    static const char *const always[] = {"kind",     "unit",  "arrangements",
                                         "per_deal", "deals", "sessions"};
    const int64_t MOST = (int64_t)1 << 53;
    int before = value->errors->count;
    struct json_value item;

    *schedule = (struct schedule){.seats = rules->seats};
    for (size_t i = 0; i < sizeof always / sizeof *always; i++) {
        item = json_member(value, always[i]);
        if (!item.node)
            json_wrong(&item, "a value: every schedule has one");
    }
    if (value->errors->count != before)
        return false;
    item = json_member(value, "kind");
    schedule->kind = (enum schedule_kind)json_choice(&item, schedule_names, SCHEDULE_KINDS, 0);
    item = json_member(value, "seatings");
    schedule->seatings = (enum seatings)json_choice(&item, seatings_names, SEATINGS, 0);
    item = json_member(value, "unit");
    schedule->whole_sessions = json_choice(&item, units, 2, rules->derived.carries) == 1;
    item = json_member(value, "sessions");
    schedule->sessions = (uint64_t)json_int(&item, 1, MOST, 1);
    item = json_member(value, "deals");
    schedule->deals = (uint64_t)json_int(&item, 1, MOST, rules->deals);
    schedule_read_total(schedule, value);
    read_shard(schedule, value);
    item = json_member(value, "arrangements");
    int count = cJSON_GetArraySize(item.node);
    if (!cJSON_IsArray(item.node) || count < 1 || count > ARRANGEMENTS_MAX) {
        json_wrong(&item, "an array of 1..8192 tables");
        return false;
    }
    for (int i = 0; i < count && value->errors->count == before; i++) {
        struct json_value table = json_element(&item, i);
        read_table(schedule, &table, i, names, bots);
    }
    schedule->arrangement_count = count;
    item = json_member(value, "per_deal");
    schedule->per_deal = (int)json_int(&item, 1, count, count);
    if (count % schedule->per_deal)
        json_wrong(&item, "a divisor of the number of arrangements");
    if (schedule->kind == SCHEDULE_RECORDED && (schedule->per_deal != 1 || schedule->deals != 1))
        json_wrong(&item, "1 for recorded games, with one deal per session");
    item = json_member(value, "deals");
    if (schedule->whole_sessions &&
        schedule->deals > SESSION_GAMES_MAX / (uint64_t)schedule->per_deal)
        json_wrong(&item, "so few that a session with all its seatings has at most 20000 games");
    return value->errors->count == before;
}
