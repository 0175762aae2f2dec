// SPDX-License-Identifier: MIT
#include "arena/import/player_roster.h"

#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"
#include "arena/iss/iss_record.h"
#include "arena/record/table_limits.h"

static const char others[] = "(others)";

enum {
    SLOT_BITS = 6, /* of a player's slot: the player's own, or the last one, for "(others)" */
    SLOTS = 1 << SLOT_BITS,
    OTHERS = SLOTS - 1,
    CODES = 1 << 3 * SLOT_BITS, /* tables by the slots of their players */
    NONE = -1
};
_Static_assert((int)SLOTS == (int)BOTS_MAX, "a slot for each bot");

struct roster_player {
    char name[ISS_NAME_SIZE];
    uint64_t games;
    uint32_t number; /* in the order of first games */
    uint8_t slot;
};

struct roster_table {
    uint32_t players[SKAT_PLAYERS];
};

/* Open addressing: places of elements in an array, by their hashes. */
struct index {
    uint32_t *places;     /* 1 + the place; 0: free */
    uint32_t size, count; /* size is a power of two; count is the number in use */
};

struct player_roster {
    struct roster_player *players;
    uint32_t player_count, player_room;
    struct roster_table *tables; /* the different ones */
    uint32_t table_count, table_room;
    struct index by_name, by_table;
    uint32_t other_count;
    int16_t arrangement[CODES]; /* NONE if not seen yet */
    int16_t bot[SLOTS];         /* by slot, or NONE */
    const char *names[BOTS_MAX];
    int bots;
};

/* ---- players and tables by their hashes ---- */

static uint32_t hash_bytes(const void *bytes, size_t length)
{
    const unsigned char *at = bytes;
    uint64_t hash = 0xcbf29ce484222325u;

    for (size_t i = 0; i < length; i++)
        hash = (hash ^ at[i]) * 0x100000001b3u; /* FNV-1a */
    return (uint32_t)(hash ^ hash >> 32);
}

static void index_put(struct index *index, uint32_t hash, uint32_t place)
{
    uint32_t at = hash & (index->size - 1);

    while (index->places[at])
        at = (at + 1) & (index->size - 1);
    index->places[at] = 1 + place;
    index->count++;
}

static void index_start(struct index *index, uint32_t size)
{
    *index = (struct index){.places = xcalloc(size, sizeof *index->places), .size = size};
}

/* Is it at least half full? */
static bool index_is_full(const struct index *index) { return 2 * index->count >= index->size; }

static uint32_t hash_name(const char *name) { return hash_bytes(name, strlen(name)); }

static void grow_names(struct player_roster *roster)
{
    struct index *index = &roster->by_name;
    uint32_t size = 2 * index->size;

    free(index->places);
    index_start(index, size);
    for (uint32_t i = 0; i < roster->player_count; i++)
        index_put(index, hash_name(roster->players[i].name), i);
}

static void grow_tables(struct player_roster *roster)
{
    struct index *index = &roster->by_table;
    uint32_t size = 2 * index->size;

    free(index->places);
    index_start(index, size);
    for (uint32_t i = 0; i < roster->table_count; i++)
        index_put(index, hash_bytes(&roster->tables[i], sizeof *roster->tables), i);
}

/* The number of a player, or UINT32_MAX if not counted. */
static uint32_t find_player(const struct player_roster *roster, const char *name, uint32_t hash)
{
    const struct index *index = &roster->by_name;

    for (uint32_t at = hash & (index->size - 1); index->places[at];
         at = (at + 1) & (index->size - 1))
        if (strcmp(roster->players[index->places[at] - 1].name, name) == 0)
            return index->places[at] - 1;
    return UINT32_MAX;
}

static uint32_t add_player(struct player_roster *roster, const char *name, uint32_t hash)
{
    if (roster->player_count == roster->player_room) {
        roster->player_room *= 2;
        roster->players = xrealloc(roster->players, roster->player_room * sizeof *roster->players);
    }
    struct roster_player *player = &roster->players[roster->player_count];
    *player = (struct roster_player){.number = roster->player_count};
    strncpy(player->name, name, sizeof player->name - 1);
    index_put(&roster->by_name, hash, roster->player_count++);
    if (index_is_full(&roster->by_name))
        grow_names(roster);
    return roster->player_count - 1;
}

static void note_table(struct player_roster *roster, const struct roster_table *table)
{
    const struct index *index = &roster->by_table;
    uint32_t hash = hash_bytes(table, sizeof *table);

    for (uint32_t at = hash & (index->size - 1); index->places[at];
         at = (at + 1) & (index->size - 1))
        if (memcmp(&roster->tables[index->places[at] - 1], table, sizeof *table) == 0)
            return;
    if (roster->table_count == roster->table_room) {
        roster->table_room *= 2;
        roster->tables = xrealloc(roster->tables, roster->table_room * sizeof *roster->tables);
    }
    roster->tables[roster->table_count] = *table;
    index_put(&roster->by_table, hash, roster->table_count++);
    if (index_is_full(&roster->by_table))
        grow_tables(roster);
}

struct player_roster *player_roster_new(void)
{
    enum { ROOM = 256 };
    struct player_roster *roster = xcalloc(1, sizeof *roster);

    roster->player_room = roster->table_room = ROOM;
    roster->players = xcalloc(ROOM, sizeof *roster->players);
    roster->tables = xcalloc(ROOM, sizeof *roster->tables);
    index_start(&roster->by_name, 2 * ROOM);
    index_start(&roster->by_table, 2 * ROOM);
    return roster;
}

void player_roster_free(struct player_roster *roster)
{
    if (!roster)
        return;
    free(roster->players);
    free(roster->tables);
    free(roster->by_name.places);
    free(roster->by_table.places);
    free(roster);
}

void player_roster_count(struct player_roster *roster, const char *const names[SKAT_PLAYERS])
{
    struct roster_table table;

    for (int position = 0; position < SKAT_PLAYERS; position++) {
        uint32_t hash = hash_name(names[position]);
        uint32_t player = find_player(roster, names[position], hash);
        table.players[position] =
            player == UINT32_MAX ? add_player(roster, names[position], hash) : player;
        roster->players[table.players[position]].games++;
    }
    note_table(roster, &table);
}

/* ---- which players keep their names ---- */

static int by_games(const void *one, const void *other)
{
    const struct roster_player *a = *(struct roster_player *const *)one,
                               *b = *(struct roster_player *const *)other;

    if (a->games != b->games)
        return a->games > b->games ? -1 : 1;
    return a->number < b->number ? -1 : 1;
}

static uint32_t code_of(const uint8_t slots[SKAT_PLAYERS])
{
    return (uint32_t)slots[0] << 2 * SLOT_BITS | (uint32_t)slots[1] << SLOT_BITS | slots[2];
}

/* The number of different tables if the first `named` players of `ranking` keep their names. */
static int count_tables(struct player_roster *roster, struct roster_player *const *ranking,
                        uint32_t named)
{
    uint8_t *seen = xcalloc(CODES, 1);
    int count = 0;

    for (uint32_t i = 0; i < roster->player_count; i++) {
        bool is_other =
            i >= named || (named < roster->player_count && strcmp(ranking[i]->name, others) == 0);
        ranking[i]->slot = (uint8_t)(is_other ? OTHERS : i);
    }
    for (uint32_t i = 0; i < roster->table_count; i++) {
        uint8_t slots[SKAT_PLAYERS];
        for (int position = 0; position < SKAT_PLAYERS; position++)
            slots[position] = roster->players[roster->tables[i].players[position]].slot;
        count += !seen[code_of(slots)];
        seen[code_of(slots)] = 1;
    }
    free(seen);
    return count;
}

void player_roster_settle(struct player_roster *roster)
{
    uint32_t players = roster->player_count, most = players <= BOTS_MAX ? players : OTHERS;
    struct roster_player **ranking = xcheck(malloc((players + 1) * sizeof *ranking));
    uint32_t least = 0;

    for (uint32_t i = 0; i < players; i++)
        ranking[i] = &roster->players[i];
    qsort(ranking, players, sizeof *ranking, by_games);
    /* More names give more tables, so bisection finds how many fit. */
    if (count_tables(roster, ranking, most) > ARRANGEMENTS_MAX) {
        while (least + 1 < most) {
            uint32_t middle = (least + most) / 2;
            *(count_tables(roster, ranking, middle) > ARRANGEMENTS_MAX ? &most : &least) = middle;
        }
        most = least;
        count_tables(roster, ranking, most); /* assigns the slots */
    }
    roster->other_count = players - most;
    for (int i = 0; i < CODES; i++)
        roster->arrangement[i] = NONE;
    for (int i = 0; i < SLOTS; i++)
        roster->bot[i] = NONE;
    free(ranking);
}

/* ---- seats ---- */

static uint8_t bot_of(struct player_roster *roster, const struct roster_player *player)
{
    int16_t *bot = &roster->bot[player->slot];

    if (*bot == NONE) {
        *bot = (int16_t)roster->bots;
        roster->names[roster->bots++] =
            player->slot == OTHERS && roster->other_count ? others : player->name;
    }
    return (uint8_t)*bot;
}

uint32_t player_roster_seat(struct player_roster *roster, const char *const names[SKAT_PLAYERS],
                            struct schedule *schedule)
{
    const struct roster_player *players[SKAT_PLAYERS];
    uint8_t slots[SKAT_PLAYERS], seat_of[SKAT_PLAYERS];

    for (int position = 0; position < SKAT_PLAYERS; position++) {
        uint32_t player = find_player(roster, names[position], hash_name(names[position]));
        if (player == UINT32_MAX)
            return UINT32_MAX;
        players[position] = &roster->players[player];
        slots[position] = players[position]->slot;
    }
    int16_t *arrangement = &roster->arrangement[code_of(slots)];
    if (*arrangement == NONE) {
        *arrangement = (int16_t)schedule->arrangement_count++;
        const struct skat_rules three = {.seats =
                                             SKAT_PLAYERS}; /* records of the ISS are of Skat */
        skat_positions(&three, 0, seat_of);
        for (int position = 0; position < SKAT_PLAYERS; position++)
            schedule->arrangements[*arrangement][seat_of[position]] =
                bot_of(roster, players[position]);
    }
    return (uint32_t)*arrangement;
}

const char *const *player_roster_names(const struct player_roster *roster) { return roster->names; }

int player_roster_bots(const struct player_roster *roster) { return roster->bots; }

uint64_t player_roster_players(const struct player_roster *roster) { return roster->player_count; }

uint64_t player_roster_others(const struct player_roster *roster) { return roster->other_count; }
