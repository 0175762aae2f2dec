#include "arena/gameline.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/session.h"

/* ---- writing ---- */

static char *put_text(char *out, const char *text)
{
    size_t length = strlen(text);
    memcpy(out, text, length);
    return out + length;
}
#define PUT(out, literal) (memcpy(out, literal, sizeof(literal) - 1), (out) + sizeof(literal) - 1)

static char *put_int(char *out, int64_t number)
{
    char digits[20];
    int count = 0;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;

    if (number < 0)
        *out++ = '-';
    do
        digits[count++] = (char)('0' + rest % 10);
    while (rest /= 10);
    while (count)
        *out++ = digits[--count];
    return out;
}

static char *put_bool(char *out, bool value) { return put_text(out, value ? "true" : "false"); }

static char *put_id(char *out, const struct game_id *id)
{
    out = put_int(PUT(out, "{\"game\":"), (int64_t)id->game);
    out = put_int(PUT(out, ",\"session\":"), (int64_t)id->session);
    out = put_int(PUT(out, ",\"deal\":"), (int64_t)id->deal);
    return put_int(PUT(out, ",\"arrangement\":"), id->arrangement);
}

static char *put_levels(char *out, unsigned levels)
{
    bool first = true;

    out = PUT(out, "{");
    for (int level = 0; level < SKAT_LEVELS; level++) {
        if (!(levels >> level & 1))
            continue;
        if (!first)
            *out++ = ',';
        first = false;
        *out++ = '"';
        out = put_text(out, skat_level_names[level]);
        out = PUT(out, "\":1");
    }
    return PUT(out, "}");
}

static char *put_result(char *out, const struct skat_result *result)
{
    out = PUT(out, ",\"result\":{\"won\":");
    out = result->won < 0 ? PUT(out, "null") : put_bool(out, result->won);
    out = put_int(PUT(out, ",\"points\":"), result->points);
    out = put_int(PUT(out, ",\"tricks\":"), result->tricks);
    out = put_int(PUT(out, ",\"matadors\":"), result->matadors);
    out = put_levels(PUT(out, ",\"levels\":"), result->levels);
    out = put_int(PUT(out, ",\"base\":"), result->base);
    out = put_int(PUT(out, ",\"multiplier\":"), result->multiplier);
    out = put_int(PUT(out, ",\"value\":"), result->value);
    out = put_bool(PUT(out, ",\"overbid\":"), result->overbid);
    out = put_int(PUT(out, ",\"doubling\":"), result->doubling);
    out = put_int(PUT(out, ",\"bock\":"), result->bock);
    out = put_int(PUT(out, ",\"signed\":"), result->signed_value);
    return PUT(out, "}");
}

static char *put_contract(char *out, const struct skat_game *game)
{
    if (!game->table.announced)
        return PUT(out, ",\"contract\":null");
    out = PUT(out, ",\"contract\":\"");
    out += skat_contract_code(game->table.contract, skat_ouvert_needs_hand(game->rules), out);
    return PUT(out, "\"");
}

static char *put_moves(char *out, const struct skat_game *game, const char *illegal)
{
    out = PUT(out, "\",\"moves\":\"");
    int length = skat_record_moves(game, out);
    out += length;
    if (*illegal) {
        if (length)
            *out++ = ' ';
        out = put_text(out, illegal);
    }
    return PUT(out, "\"");
}

/* Bytes of the UTF-8 character at `at`, 0 when it is none. */
static size_t character_length(const unsigned char *at)
{
    size_t length = at[0] < 0x80 ? 1 : at[0] < 0xc2 ? 0 : at[0] < 0xe0 ? 2 : at[0] < 0xf0 ? 3 : 4;

    for (size_t i = 1; i < length; i++)
        if ((at[i] & 0xc0) != 0x80)
            return 0;
    return at[0] < 0xf5 ? length : 0;
}

bool gameline_name_ok(const char *name)
{
    const unsigned char *at = (const unsigned char *)name;
    size_t length;

    for (; *at; at += length) {
        length = character_length(at);
        if (!length || *at < ' ' || *at == '"' || *at == '\\' || *at == 0x7f)
            return false;
    }
    return at != (const unsigned char *)name && at - (const unsigned char *)name <= 40;
}

void gameline_table(const char *const names[], int seats, char text[TABLE_TEXT_SIZE])
{
    char *out = PUT(text, "\"table\":[");
    for (int seat = 0; seat < seats; seat++) {
        out = put_text(out, seat ? ",\"" : "\"");
        out = PUT(put_text(out, names[seat]), "\"");
    }
    *PUT(out, "]") = '\0';
}

size_t gameline_write(const struct skat_game *game, const struct outcome *outcome,
                      const char *table, const char *illegal, char line[GAMELINE_SIZE])
{
    char *out = put_id(line, &outcome->id);

    out = put_text(PUT(out, ","), table);
    out = put_int(PUT(out, ",\"dealer\":"), outcome->dealer);
    out = PUT(out, ",\"seats\":[");
    for (int position = 0; position < SKAT_PLAYERS; position++) {
        if (position)
            *out++ = ',';
        *out++ = (char)('0' + outcome->seat_of[position]);
    }
    out = PUT(out, "],\"cards\":\"");
    out += skat_deal_print(&game->deal, game->rules->derived.deck, out);
    out = put_moves(out, game, illegal);
    out = PUT(out, ",\"declarer\":");
    out =
        game->table.declarer == SKAT_NOBODY ? PUT(out, "null") : put_int(out, game->table.declarer);
    out = put_int(PUT(out, ",\"bid\":"), game->table.bid);
    out = put_contract(out, game);
    out = put_result(out, &outcome->result);
    out = PUT(out, ",\"score\":[");
    for (int seat = 0; seat < outcome->seats; seat++) {
        if (seat)
            *out++ = ',';
        out = put_int(out, outcome->score[seat]);
    }
    out = put_text(PUT(out, "],\"status\":\""), status_names[outcome->status]);
    out = PUT(out, "\"");
    if (status_is_fault(outcome->status))
        out = put_int(PUT(out, ",\"fault\":"), outcome->seat_of[game->fault]);
    out = PUT(out, "}\n");
    return (size_t)(out - line);
}

/* ---- reading ---- */

struct reader {
    struct gameline *line;
    const char *where;
    struct problems *problems;
};

static const cJSON *member(const struct reader *reader, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(reader->line->root, key);
}

static bool whole_number(const cJSON *item, int64_t min, int64_t max, int64_t *out)
{
    if (!cJSON_IsNumber(item) || item->valuedouble < (double)min ||
        item->valuedouble > (double)max || floor(item->valuedouble) != item->valuedouble)
        return false;
    *out = (int64_t)item->valuedouble;
    return true;
}

static bool needs(const struct reader *reader, const char *key, const char *what)
{
    problems_add(reader->problems, reader->where, "field \"%s\": must be %s", key, what);
    return false;
}

static bool read_index(const struct reader *reader, const char *key, uint64_t *out)
{
    int64_t value;
    if (!whole_number(member(reader, key), 0, (int64_t)1 << 53, &value))
        return needs(reader, key, "an integer from 0");
    *out = (uint64_t)value;
    return true;
}

static bool read_head(const struct reader *reader, const struct skat_rules *rules)
{
    struct gameline *line = reader->line;
    const cJSON *table = member(reader, "table");
    uint64_t arrangement;

    if (!read_index(reader, "game", &line->id.game) ||
        !read_index(reader, "session", &line->id.session) ||
        !read_index(reader, "deal", &line->id.deal) ||
        !read_index(reader, "arrangement", &arrangement))
        return false;
    line->id.arrangement = (uint32_t)arrangement;
    line->seats = cJSON_GetArraySize(table);
    if (!cJSON_IsArray(table) || line->seats != rules->seats)
        return needs(reader, "table", "an array with a name for each seat of the rule set");
    for (int seat = 0; seat < line->seats; seat++) {
        const cJSON *name = cJSON_GetArrayItem(table, seat);
        if (!cJSON_IsString(name) || !gameline_name_ok(name->valuestring))
            return needs(reader, "table", "an array of names");
        line->table[seat] = name->valuestring;
    }
    return true;
}

static bool read_status(const struct reader *reader, enum status *status, unsigned *fault_seat)
{
    const cJSON *item = member(reader, "status");
    int64_t seat;

    *status = STATUSES;
    for (int i = 0; i < STATUSES && cJSON_IsString(item); i++)
        if (strcmp(item->valuestring, status_names[i]) == 0)
            *status = (enum status)i;
    if (*status == STATUSES)
        return needs(reader, "status", "ok, conceded, illegal, timeout or crash");
    if (!status_is_fault(*status))
        return true;
    if (!whole_number(member(reader, "fault"), 0, reader->line->seats - 1, &seat))
        return needs(reader, "fault", "the seat of the offender");
    *fault_seat = (unsigned)seat;
    return true;
}

/* Position of a seat in this deal, SKAT_NOBODY for one that sits out. */
static unsigned position_of(const struct gameline *line, unsigned seat)
{
    uint8_t seat_of[SKAT_PLAYERS];
    skat_positions(line->seats, skat_dealer(line->seats, line->id.deal), seat_of);
    for (unsigned position = 0; position < SKAT_PLAYERS; position++)
        if (seat_of[position] == seat)
            return position;
    return SKAT_NOBODY;
}

/* A fault in the record: the replay must have come to where the fault was. */
static bool apply_fault(const struct reader *reader, enum status status, unsigned seat,
                        const struct skat_replay *replay)
{
    unsigned position = position_of(reader->line, seat);

    if (position == SKAT_NOBODY)
        return needs(reader, "fault", "the seat of one of the three who play");
    if (status == STATUS_ILLEGAL) {
        if (replay->end != SKAT_REPLAY_REFUSED)
            return needs(reader, "moves", "a record that ends with the illegal action");
        if (replay->refused_by != position)
            return needs(reader, "fault", "the seat whose illegal action ends the record");
    } else if (replay->end == SKAT_REPLAY_REFUSED) {
        problems_add(reader->problems, reader->where, "field \"moves\": move %d: %s", replay->token,
                     skat_refusal_text(replay->refusal));
        return false;
    }
    skat_game_fail(&reader->line->game, position);
    return true;
}

static bool replay_moves(const struct reader *reader, const struct skat_rules *rules)
{
    struct gameline *line = reader->line;
    const cJSON *cards = member(reader, "cards"), *moves = member(reader, "moves");
    struct skat_decision decision;
    struct skat_replay replay;
    struct skat_error error;
    struct skat_deal deal;
    enum status status;
    unsigned fault_seat = 0;

    if (!cJSON_IsString(cards) || !cJSON_IsString(moves))
        return needs(reader, cJSON_IsString(cards) ? "moves" : "cards", "a string");
    if (!skat_deal_parse(&deal, rules->derived.deck, cards->valuestring, &error)) {
        problems_add(reader->problems, reader->where, "field \"cards\": %s", error.text);
        return false;
    }
    if (!read_status(reader, &status, &fault_seat))
        return false;
    skat_game_start(&line->game, rules, &deal);
    skat_record_replay(&line->game, moves->valuestring, &replay);
    if (replay.end == SKAT_REPLAY_BAD) {
        problems_add(reader->problems, reader->where, "field \"moves\": %s", replay.error.text);
        return false;
    }
    if (status_is_fault(status)) {
        if (!apply_fault(reader, status, fault_seat, &replay))
            return false;
    } else if (replay.end == SKAT_REPLAY_REFUSED) {
        problems_add(reader->problems, reader->where, "field \"moves\": move %d: %s", replay.token,
                     skat_refusal_text(replay.refusal));
        return false;
    }
    if (skat_game_pending(&line->game, &decision))
        return needs(reader, "moves", "a whole game; it ends before the game is over");
    outcome_of_game(&line->game, &line->id, status, &line->outcome);
    if (status == STATUS_ILLEGAL) {
        const char *tail = strrchr(moves->valuestring, ' ');
        if (tail && tail - moves->valuestring >= 1)
            snprintf(line->illegal, sizeof line->illegal, "%s", tail - 1);
    }
    return true;
}

/* Compares the line field by field with the one that the replay gives. */
static void compare(const struct reader *reader, const cJSON *is, const cJSON *should,
                    const char *prefix)
{
    for (const cJSON *item = should->child; item; item = item->next) {
        const cJSON *other = cJSON_GetObjectItemCaseSensitive(is, item->string);
        char name[96];
        snprintf(name, sizeof name, "%s%s", prefix, item->string);
        if (!other) {
            problems_add(reader->problems, reader->where, "field \"%s\" is missing", name);
        } else if (cJSON_IsObject(item) && cJSON_IsObject(other) &&
                   strcmp(item->string, "levels") != 0) {
            strncat(name, ".", sizeof name - strlen(name) - 1);
            compare(reader, other, item, name);
        } else if (!cJSON_Compare(item, other, true)) {
            char *found = cJSON_PrintUnformatted(other), *expected = cJSON_PrintUnformatted(item);
            problems_add(reader->problems, reader->where,
                         "field \"%s\" is %.200s, the replay gives %.200s", name, found, expected);
            free(found);
            free(expected);
        }
    }
}

static void check_fields(const struct reader *reader)
{
    const struct gameline *line = reader->line;
    char table[TABLE_TEXT_SIZE], text[GAMELINE_SIZE];

    gameline_table(line->table, line->seats, table);
    size_t length = gameline_write(&line->game, &line->outcome, table, line->illegal, text);
    cJSON *should = cJSON_ParseWithLength(text, length);
    if (should)
        compare(reader, line->root, should, "");
    if (!status_is_fault(line->outcome.status) && member(reader, "fault"))
        problems_add(reader->problems, reader->where, "field \"fault\" without a fault");
    cJSON_Delete(should);
}

bool gameline_read(const char *text, size_t length, const struct skat_rules *rules,
                   const char *where, struct gameline *line, struct problems *problems)
{
    struct reader reader = {line, where, problems};

    memset(line, 0, offsetof(struct gameline, game));
    line->illegal[0] = '\0';
    line->root = json_parse(text, length, where, problems);
    if (!line->root)
        return false;
    if (!cJSON_IsObject(line->root)) {
        problems_add(problems, where, "a line must be a JSON object");
        return false;
    }
    if (!read_head(&reader, rules) || !replay_moves(&reader, rules))
        return false;
    check_fields(&reader);
    return true;
}
