// SPDX-License-Identifier: MIT
#include "arena/import/player_roster.h"

#include <stdlib.h>
#include <string.h>

#include "arena/base/hash_index.h"
#include "arena/base/memory.h"
#include "arena/iss/iss_record.h"
#include "arena/record/game_outcome.h"

const char players_others[] = "(others)";

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

struct player_roster {
    struct roster_player *players;
    uint32_t player_count, player_room;
    struct hash_index by_name;
    struct roster_player **ranking; /* by games */
    uint64_t games;
    uint32_t most; /* how many may keep their names: the first of `ranking`, and these have slots */
    uint32_t other_count;
    uint8_t met[CODES];         /* tables of players with slots, and OTHERS, that have games */
    int16_t arrangement[CODES]; /* NONE if not seen yet */
    int16_t bot[SLOTS];         /* by slot, or NONE */
    const char *names[BOTS_MAX];
    int bots;
};

/* ---- players and tables by their hashes ---- */

static uint32_t hash_name(const char *name) { return hash_bytes(name, strlen(name)); }

static void grow_names(struct player_roster *roster)
{
    struct hash_index *index = &roster->by_name;
    uint32_t size = 2 * index->size;

    free(index->places);
    hash_index_start(index, size);
    for (uint32_t i = 0; i < roster->player_count; i++)
        hash_index_put(index, hash_name(roster->players[i].name), i);
}

/* The number of a player, or UINT32_MAX if not counted. */
static uint32_t find_player(const struct player_roster *roster, const char *name, uint32_t hash)
{
    const struct hash_index *index = &roster->by_name;

    for (uint32_t at = hash, place; (place = hash_index_next(index, &at)) != HASH_INDEX_NONE;)
        if (strcmp(roster->players[place].name, name) == 0)
            return place;
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
    hash_index_put(&roster->by_name, hash, roster->player_count++);
    if (hash_index_is_full(&roster->by_name))
        grow_names(roster);
    return roster->player_count - 1;
}

struct player_roster *player_roster_new(void)
{
    enum { ROOM = 256 };
    struct player_roster *roster = xcalloc(1, sizeof *roster);

    roster->player_room = ROOM;
    roster->players = xcalloc(ROOM, sizeof *roster->players);
    hash_index_start(&roster->by_name, 2 * ROOM);
    return roster;
}

void player_roster_free(struct player_roster *roster)
{
    if (!roster)
        return;
    free(roster->players);
    free(roster->ranking);
    hash_index_free(&roster->by_name);
    free(roster);
}

void player_roster_count(struct player_roster *roster, const char *const names[SKAT_PLAYERS])
{
    for (int position = 0; position < SKAT_PLAYERS; position++) {
        uint32_t hash = hash_name(names[position]);
        uint32_t player = find_player(roster, names[position], hash);
        if (player == UINT32_MAX)
            player = add_player(roster, names[position], hash);
        roster->players[player].games++;
    }
    roster->games++;
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

/* Gives the first `named` players of the ranking slots of their own. */
static void give_slots(struct player_roster *roster, uint32_t named)
{
    for (uint32_t i = 0; i < roster->player_count; i++) {
        bool is_other = i >= named || (named < roster->player_count &&
                                       strcmp(roster->ranking[i]->name, players_others) == 0);
        roster->ranking[i]->slot = (uint8_t)(is_other ? OTHERS : i);
    }
}

bool player_roster_rank(struct player_roster *roster)
{
    const uint32_t players = roster->player_count;

    roster->most = players <= BOTS_MAX ? players : OTHERS;
    roster->ranking = xcheck(malloc((players + 1) * sizeof *roster->ranking));
    for (uint32_t i = 0; i < players; i++)
        roster->ranking[i] = &roster->players[i];
    qsort(roster->ranking, players, sizeof *roster->ranking, by_games);
    give_slots(roster, roster->most);
    return roster->games > ARRANGEMENTS_MAX;
}

/* The slots of three players. False if one of them was not counted. */
static bool slots_of(const struct player_roster *roster, const char *const names[SKAT_PLAYERS],
                     uint8_t slots[SKAT_PLAYERS])
{
    for (int position = 0; position < SKAT_PLAYERS; position++) {
        uint32_t player = find_player(roster, names[position], hash_name(names[position]));
        if (player == UINT32_MAX)
            return false;
        slots[position] = roster->players[player].slot;
    }
    return true;
}

void player_roster_meet(struct player_roster *roster, const char *const names[SKAT_PLAYERS])
{
    uint8_t slots[SKAT_PLAYERS];

    if (slots_of(roster, names, slots))
        roster->met[code_of(slots)] = 1;
}

/* The number of different tables if the first `named` players of the ranking keep their names: of
 * those that were met, with the others in the slot of "(others)". */
static int count_tables(const struct player_roster *roster, uint32_t named)
{
    uint8_t *seen = xcalloc(CODES, 1);
    int count = 0;

    for (uint32_t code = 0; code < CODES; code++) {
        uint8_t slots[SKAT_PLAYERS];
        for (int i = 0; i < SKAT_PLAYERS; i++) {
            uint32_t slot = code >> (SKAT_PLAYERS - 1 - i) * SLOT_BITS & (SLOTS - 1);
            slots[i] = (uint8_t)(slot >= named ? OTHERS : slot);
        }
        count += roster->met[code] && !seen[code_of(slots)];
        seen[code_of(slots)] |= roster->met[code];
    }
    free(seen);
    return count;
}

void player_roster_settle(struct player_roster *roster)
{
    uint32_t most = roster->most, least = 0;

    /* More names give more tables, so bisection finds how many fit. */
    if (count_tables(roster, most) > ARRANGEMENTS_MAX) {
        while (least + 1 < most) {
            uint32_t middle = (least + most) / 2;
            *(count_tables(roster, middle) > ARRANGEMENTS_MAX ? &most : &least) = middle;
        }
        most = least;
        give_slots(roster, most);
    }
    roster->other_count = roster->player_count - most;
    for (int i = 0; i < CODES; i++)
        roster->arrangement[i] = NONE;
    for (int i = 0; i < SLOTS; i++)
        roster->bot[i] = NONE;
}

/* ---- seats ---- */

static uint8_t bot_of(struct player_roster *roster, const struct roster_player *player)
{
    int16_t *bot = &roster->bot[player->slot];

    if (*bot == NONE) {
        *bot = (int16_t)roster->bots;
        roster->names[roster->bots++] =
            player->slot == OTHERS && roster->other_count ? players_others : player->name;
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
