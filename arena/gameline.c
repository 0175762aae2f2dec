#include "arena/gameline.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/printable.h"
#include "engine/duties.h"
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

static char *put_level(char *out, const char *name, int count, bool *first)
{
    if (!count)
        return out;
    if (!*first)
        *out++ = ',';
    *first = false;
    *out++ = '"';
    out = PUT(put_text(out, name), "\":");
    return put_int(out, count);
}

static char *put_levels(char *out, const struct skat_result *result)
{
    bool first = true;

    out = PUT(out, "{");
    for (int level = 0; level < SKAT_LEVELS; level++)
        out = put_level(out, skat_level_names[level], result->levels >> level & 1, &first);
    out = put_level(out, "spitzen", result->spitzen, &first);
    out = put_level(out, "gift_refused", result->gifts_refused, &first);
    return PUT(out, "}");
}

static char *put_ints(char *out, const int64_t *numbers, int count)
{
    *out++ = '[';
    for (int i = 0; i < count; i++) {
        if (i)
            *out++ = ',';
        out = put_int(out, numbers[i]);
    }
    *out++ = ']';
    return out;
}

static char *put_scores(char *out, const int32_t score[SKAT_SEATS_MAX], int seats)
{
    int64_t wide[SKAT_SEATS_MAX];
    for (int i = 0; i < seats; i++)
        wide[i] = score[i];
    return put_ints(out, wide, seats);
}

static char *put_by_position(char *out, const int16_t numbers[SKAT_PLAYERS])
{
    int64_t wide[SKAT_PLAYERS];
    for (int i = 0; i < SKAT_PLAYERS; i++)
        wide[i] = numbers[i];
    return put_ints(out, wide, SKAT_PLAYERS);
}

/* Card points and tricks: declarer's, in ramsch everybody's. */
static char *put_points(char *out, const struct skat_result *result)
{
    if (result->is_ramsch) {
        out = put_by_position(PUT(out, ",\"points\":"), result->ramsch.points);
        return put_by_position(PUT(out, ",\"tricks\":"), result->ramsch.tricks);
    }
    out = put_int(PUT(out, ",\"points\":"), result->points);
    return put_int(PUT(out, ",\"tricks\":"), result->tricks);
}

static char *put_result(char *out, const struct skat_result *result)
{
    out = PUT(out, ",\"result\":{\"won\":");
    out = result->won < 0 ? PUT(out, "null") : put_bool(out, result->won);
    out = put_points(out, result);
    out = put_int(PUT(out, ",\"matadors\":"), result->matadors);
    out = put_levels(PUT(out, ",\"levels\":"), result);
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

void gameline_table(const char *const names[], int seats, char text[TABLE_TEXT_SIZE])
{
    char *out = PUT(text, "\"table\":[");
    for (int seat = 0; seat < seats; seat++) {
        out = put_text(out, seat ? ",\"" : "\"");
        out = PUT(put_text(out, names[seat]), "\"");
    }
    *PUT(out, "]") = '\0';
}

static const char *const round_names[] = {
    [SKAT_ROUND_NONE] = "",
    [SKAT_ROUND_BOCK] = "bock",
    [SKAT_ROUND_RAMSCH] = "ramsch",
};

/* The members of a set of bits as an array: their names, or their numbers where `names` is NULL. */
static char *put_set(char *out, unsigned set, const char *const *names)
{
    *out++ = '[';
    for (unsigned rest = set; rest; rest &= rest - 1) {
        int member = __builtin_ctz(rest);
        if (rest != set)
            *out++ = ',';
        if (names)
            out = PUT(put_text(PUT(out, "\""), names[member]), "\"");
        else
            out = put_int(out, member);
    }
    *out++ = ']';
    return out;
}

/* The round of bock or ramsch that the deal belongs to. */
static char *put_round(char *out, const struct skat_game *game, const struct outcome *outcome)
{
    const struct skat_terms *terms = &game->terms;
    unsigned seats = 0;

    out = put_text(PUT(out, ",\"round\":{\"kind\":\""), round_names[terms->round]);
    out = put_text(PUT(out, "\",\"trigger\":\""), skat_trigger_names[terms->trigger]);
    out = put_int(PUT(out, "\",\"deal\":"), terms->round_deal);
    out = put_int(PUT(out, ",\"of\":"), terms->round_of);
    if (terms->round == SKAT_ROUND_RAMSCH && game->rules->ramsch_round_grand_hand) {
        for (int position = 0; position < SKAT_PLAYERS; position++)
            if (terms->grand_hand >> position & 1)
                seats |= 1u << outcome->seat_of[position];
        out = put_set(PUT(out, ",\"grand_hand\":"), seats, NULL);
    }
    return PUT(out, "}");
}

/* By position, what each had still to play before the deal. */
static char *put_duties(char *out, const struct skat_terms *terms)
{
    out = PUT(out, ",\"duties\":[");
    for (int position = 0; position < SKAT_PLAYERS; position++) {
        if (position)
            *out++ = ',';
        out = put_set(out, terms->duties[position], skat_duty_names);
    }
    return PUT(out, "]");
}

/* What the deal did to its session. */
static char *put_news(char *out, const struct outcome *outcome)
{
    const struct skat_session_news *news = &outcome->news;

    if (news->triggers)
        out = put_set(PUT(out, ",\"triggers\":"), news->triggers, skat_trigger_names);
    out = put_ints(PUT(out, ",\"totals\":"), news->totals, outcome->seats);
    if (news->rounds_lost)
        out = put_set(PUT(out, ",\"rounds_lost\":"), news->rounds_lost, NULL);
    return out;
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
        if (outcome->seat_of[position] == SKAT_NOBODY)
            out = PUT(out, "-1");
        else
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
    out = put_scores(PUT(out, ",\"score\":"), outcome->score, outcome->seats);
    out = put_text(PUT(out, ",\"status\":\""), status_names[outcome->status]);
    out = PUT(out, "\"");
    if (status_is_fault(outcome->status))
        out = put_int(PUT(out, ",\"fault\":"), outcome->seat_of[game->fault]);
    if (game->terms.round)
        out = put_round(out, game, outcome);
    if (game->rules->derived.kind->duties)
        out = put_duties(out, &game->terms);
    if (outcome->in_session)
        out = put_news(out, outcome);
    out = PUT(out, "}\n");
    return (size_t)(out - line);
}

/* ---- reading ---- */

struct reader {
    struct gameline *line;
    struct skat_session *session; /* or NULL */
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
        if (!cJSON_IsString(name) || !text_is_name(name->valuestring))
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
static unsigned position_of(const struct gameline *line, const struct skat_rules *rules,
                            unsigned seat)
{
    uint8_t seat_of[SKAT_PLAYERS];
    skat_positions(rules, skat_dealer(line->seats, line->id.deal), seat_of);
    for (unsigned position = 0; position < SKAT_PLAYERS; position++)
        if (seat_of[position] == seat)
            return position;
    return SKAT_NOBODY;
}

/* A fault in the record: the replay must have come to where the fault was. */
static bool apply_fault(const struct reader *reader, enum status status, unsigned seat,
                        const struct skat_replay *replay)
{
    unsigned position = position_of(reader->line, reader->line->game.rules, seat);

    if (position == SKAT_NOBODY)
        return needs(reader, "fault", "the seat of one of those who play");
    if (status == STATUS_ILLEGAL) {
        if (replay->end != SKAT_REPLAY_REFUSED)
            return needs(reader, "moves", "a record that ends with the illegal action");
        if (skat_game_player(&reader->line->game, replay->refused_by) != position)
            return needs(reader, "fault", "the seat whose illegal action ends the record");
    } else if (replay->end == SKAT_REPLAY_REFUSED) {
        problems_add(reader->problems, reader->where, "field \"moves\": move %d: %s", replay->token,
                     skat_refusal_text(replay->refusal));
        return false;
    }
    skat_game_fail(&reader->line->game, position);
    return true;
}

/* Index of the word among `words`, -1 when it is none of them. */
static int word_of(const cJSON *item, const char *const *words, int count)
{
    for (int i = 0; i < count && cJSON_IsString(item); i++)
        if (strcmp(item->valuestring, words[i]) == 0)
            return i;
    return -1;
}

static bool read_grand_hand(const struct reader *reader, const struct skat_rules *rules,
                            const cJSON *seats, struct skat_terms *terms)
{
    const cJSON *item;
    int64_t seat;

    if (!seats) { /* a foreign record: everybody may */
        terms->grand_hand = (1u << SKAT_PLAYERS) - 1;
        return true;
    }
    if (!cJSON_IsArray(seats))
        return needs(reader, "round", "an object with grand_hand, an array of seats");
    cJSON_ArrayForEach (item, seats) {
        if (!whole_number(item, 0, reader->line->seats - 1, &seat))
            return needs(reader, "round", "an object with grand_hand, an array of seats");
        unsigned position = position_of(reader->line, rules, (unsigned)seat);
        if (position != SKAT_NOBODY)
            terms->grand_hand |= (uint8_t)(1u << position);
    }
    return true;
}

/* The round that the line says the deal belongs to. */
static bool read_round(const struct reader *reader, const struct skat_rules *rules,
                       struct skat_terms *terms)
{
    const cJSON *round = member(reader, "round");
    int64_t deal, of;

    *terms = (struct skat_terms){0};
    if (!round)
        return true;
    if (!skat_rules_have_rounds(rules))
        return needs(reader, "round", "absent: the rule set has no rounds");
    int kind = word_of(cJSON_GetObjectItemCaseSensitive(round, "kind"), round_names,
                       SKAT_ROUND_RAMSCH + 1);
    int trigger = word_of(cJSON_GetObjectItemCaseSensitive(round, "trigger"), skat_trigger_names,
                          SKAT_TRIGGERS);
    if (kind <= 0 || trigger < 0 ||
        !whole_number(cJSON_GetObjectItemCaseSensitive(round, "deal"), 1, UINT16_MAX, &deal) ||
        !whole_number(cJSON_GetObjectItemCaseSensitive(round, "of"), deal, UINT16_MAX, &of))
        return needs(reader, "round",
                     "an object with kind (bock, ramsch), trigger, deal and of (1 and more)");
    *terms = (struct skat_terms){.round = (uint8_t)kind,
                                 .trigger = (uint8_t)trigger,
                                 .round_deal = (uint16_t)deal,
                                 .round_of = (uint16_t)of};
    if (kind != SKAT_ROUND_RAMSCH || !rules->ramsch_round_grand_hand)
        return true;
    return read_grand_hand(reader, rules, cJSON_GetObjectItemCaseSensitive(round, "grand_hand"),
                           terms);
}

/* What the line says that each has still to play; a foreign line need not. */
static bool read_duties(const struct reader *reader, const struct skat_rules *rules,
                        struct skat_terms *terms)
{
    const char *what = "an array by position of arrays of suit, grand, null, ramsch";
    const cJSON *all = member(reader, "duties"), *words, *word;
    int position = 0;

    if (!all || !rules->derived.kind->duties)
        return true;
    if (cJSON_GetArraySize(all) != SKAT_PLAYERS)
        return needs(reader, "duties", what);
    cJSON_ArrayForEach (words, all) {
        cJSON_ArrayForEach (word, words) {
            int duty = word_of(word, skat_duty_names, SKAT_DUTIES);
            if (duty < 0)
                return needs(reader, "duties", what);
            terms->duties[position] |= (uint8_t)(1 << duty);
        }
        position++;
    }
    return true;
}

/* The session knows the terms of the deal; without one the line is believed. */
static bool get_terms(const struct reader *reader, const struct skat_rules *rules,
                      struct skat_terms *terms)
{
    if (!reader->session)
        return read_round(reader, rules, terms) && read_duties(reader, rules, terms);
    skat_session_terms(reader->session, terms);
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
    struct skat_terms terms;
    enum status status;
    unsigned fault_seat = 0;

    if (!cJSON_IsString(cards) || !cJSON_IsString(moves))
        return needs(reader, cJSON_IsString(cards) ? "moves" : "cards", "a string");
    if (!skat_deal_parse(&deal, rules->derived.deck, cards->valuestring, &error)) {
        problems_add(reader->problems, reader->where, "field \"cards\": %s", error.text);
        return false;
    }
    if (!read_status(reader, &status, &fault_seat) || !get_terms(reader, rules, &terms))
        return false;
    skat_game_start(&line->game, rules, &deal, &terms);
    skat_record_replay(&line->game, moves->valuestring, status == STATUS_ILLEGAL, &replay);
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
    if (reader->session)
        outcome_add_to_session(&line->outcome, &line->game, reader->session);
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

static void expect_absent(const struct reader *reader, const char *field, bool absent)
{
    if (absent && member(reader, field))
        problems_add(reader->problems, reader->where,
                     "field \"%s\" stands there, the replay gives none", field);
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
    expect_absent(reader, "fault", !status_is_fault(line->outcome.status));
    expect_absent(reader, "round", !line->game.terms.round);
    expect_absent(reader, "triggers", reader->session && !line->outcome.news.triggers);
    expect_absent(reader, "rounds_lost", reader->session && !line->outcome.news.rounds_lost);
    cJSON_Delete(should);
}

bool gameline_read(const char *text, size_t length, const struct skat_rules *rules,
                   struct sessions *sessions, const char *where, struct gameline *line,
                   struct problems *problems)
{
    struct reader reader = {line, NULL, where, problems};

    memset(line, 0, offsetof(struct gameline, game));
    line->illegal[0] = '\0';
    line->root = json_parse(text, length, where, problems);
    if (!line->root)
        return false;
    if (!cJSON_IsObject(line->root)) {
        problems_add(problems, where, "a line must be a JSON object");
        return false;
    }
    if (!read_head(&reader, rules))
        return false;
    if (sessions && !(reader.session = sessions_at(sessions, &line->id)) &&
        sessions_lost(sessions, &line->id))
        problems_add(problems, where,
                     "the deal before is missing or wrong: from here on rounds and totals of this "
                     "session and arrangement cannot be checked");
    if (!replay_moves(&reader, rules))
        return false;
    check_fields(&reader);
    return true;
}

/* Our own lines begin with it. */
uint64_t gameline_named_game(const char *line)
{
    unsigned long long game;
    return sscanf(line, "{\"game\":%llu", &game) == 1 ? game : UINT64_MAX;
}
