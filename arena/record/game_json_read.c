// SPDX-License-Identifier: MIT
/* arena/record/game_json_read.c - reads a line of games.jsonl and believes none of it: its moves
 * are replayed, and each other field must say what the replay says. */
#include "arena/record/game_json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/json_read.h"
#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/base/text.h"
#include "engine/decision.h"
#include "engine/variant.h"

/* ---- the sessions of a log ---- */

/* The session that this deal continues, or NULL if it cannot be followed because the deal before is
 * missing or could not be replayed. `rules` carry state between deals and must outlive it. */
static struct skat_session *session_of(struct session_tracker *sessions, const struct game_id *id)
{
    uint32_t arrangement = id->arrangement;

    if (arrangement >= ARRANGEMENTS_MAX)
        return NULL;
    if (!sessions->of[arrangement]) {
        sessions->of[arrangement] = xcalloc(1, sizeof *sessions->of[arrangement]);
        sessions->number[arrangement] = UINT64_MAX;
    }
    struct skat_session *session = sessions->of[arrangement];
    if (id->deal == 0) {
        skat_session_start(session, sessions->rules);
        sessions->number[arrangement] = id->session;
    }
    bool follows = sessions->number[arrangement] == id->session && session->deal == id->deal;
    return follows ? session : NULL;
}

/* After session_of() returned NULL: is this new for session and arrangement? */
static bool is_newly_lost(struct session_tracker *sessions, const struct game_id *id)
{
    uint32_t arrangement = id->arrangement < ARRANGEMENTS_MAX ? id->arrangement : 0;
    bool news = sessions->lost[arrangement] != id->session + 1;

    sessions->lost[arrangement] = id->session + 1;
    return news;
}

void session_tracker_free(struct session_tracker *sessions)
{
    if (!sessions->rules)
        return; /* it has followed none */
    for (int i = 0; i < ARRANGEMENTS_MAX; i++)
        free(sessions->of[i]);
    *sessions = (struct session_tracker){0};
}

/* ---- any line ---- */

struct line_reader {
    struct game_json *line;
    struct skat_session *session; /* or NULL */
    const char *where;
    struct errors *errors;
};

static const cJSON *member(const struct line_reader *reader, const char *key)
{
    return json_get(reader->line->root, key);
}

static bool whole_number(const cJSON *item, int64_t min, int64_t max, int64_t *out)
{
    if (!cJSON_IsNumber(item) || item->valuedouble < (double)min ||
        item->valuedouble > (double)max || floor(item->valuedouble) != item->valuedouble)
        return false;
    *out = (int64_t)item->valuedouble;
    return true;
}

static bool needs(const struct line_reader *reader, const char *key, const char *what)
{
    errors_add(reader->errors, reader->where, "field \"%s\": must be %s", key, what);
    return false;
}

static bool read_index(const struct line_reader *reader, const char *key, uint64_t *out)
{
    int64_t value;
    if (!whole_number(member(reader, key), 0, (int64_t)1 << 53, &value))
        return needs(reader, key, "an integer from 0");
    *out = (uint64_t)value;
    return true;
}

static bool read_head(const struct line_reader *reader, const struct skat_rules *rules)
{
    struct game_json *line = reader->line;
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

static bool read_status(const struct line_reader *reader, enum game_status *status,
                        unsigned *fault_seat)
{
    const cJSON *item = member(reader, "status");
    int64_t seat;

    *status = cJSON_IsString(item) ? game_status_named(item->valuestring) : GAME_STATUSES;
    if (*status == GAME_STATUSES)
        return needs(reader, "status", "ok, conceded, illegal, timeout or crash");
    if (!game_status_is_fault(*status))
        return true;
    if (!whole_number(member(reader, "fault"), 0, reader->line->seats - 1, &seat))
        return needs(reader, "fault", "the seat of the offender");
    *fault_seat = (unsigned)seat;
    return true;
}

/* Position of a seat in this deal, SKAT_NOBODY for one that sits out. */
static unsigned position_of(const struct game_json *line, const struct skat_rules *rules,
                            unsigned seat)
{
    uint8_t seat_of[SKAT_PLAYERS];
    skat_positions(rules, skat_dealer(line->seats, line->id.deal), seat_of);
    for (unsigned position = 0; position < SKAT_PLAYERS; position++)
        if (seat_of[position] == seat)
            return position;
    return SKAT_NOBODY;
}

/* What the bot at fault was asked. The replay knows it too, except where somebody may have been
 * asked and kept silent in between. Without the field nobody was asked anything. */
static bool read_asked(const struct line_reader *reader)
{
    const cJSON *item = member(reader, "asked");
    struct skat_game *game = &reader->line->game;

    if (!item) {
        game->asked = SKAT_DECIDE_NOTHING;
        return true;
    }
    for (unsigned kind = SKAT_DECIDE_NOTHING + 1; kind < SKAT_DECISIONS; kind++)
        if (cJSON_IsString(item) && strcmp(item->valuestring, skat_decision_rows[kind].name) == 0 &&
            (kind == game->asked || skat_decision_rows[kind].may_be_unsaid ||
             skat_decision_rows[game->asked].may_be_unsaid)) {
            game->asked = (uint8_t)kind;
            return true;
        }
    return needs(reader, "asked", "the decision that was answered");
}

/* A fault in the record: the replay must have reached it. */
static bool apply_fault(const struct line_reader *reader, enum game_status status, unsigned seat,
                        const struct skat_replay *replay)
{
    unsigned position = position_of(reader->line, reader->line->game.rules, seat);

    if (position == SKAT_NOBODY)
        return needs(reader, "fault", "the seat of an active player");
    if (status == GAME_ILLEGAL) {
        if (replay->end != SKAT_REPLAY_REFUSED)
            return needs(reader, "moves", "a record that ends with the illegal action");
        if (skat_game_player(&reader->line->game, replay->refused_by) != position)
            return needs(reader, "fault", "the seat whose illegal action ends the record");
    } else if (replay->end == SKAT_REPLAY_REFUSED) {
        errors_add(reader->errors, reader->where, "field \"moves\": move %d: %s", replay->token,
                   skat_refusal_text(replay->refusal));
        return false;
    }
    skat_game_fail(&reader->line->game, position);
    return read_asked(reader);
}

/* Index of the word among `words`; -1 if it is not one of them. */
static int word_of(const cJSON *item, const char *const *words, int count)
{
    for (int i = 0; i < count && cJSON_IsString(item); i++)
        if (strcmp(item->valuestring, words[i]) == 0)
            return i;
    return -1;
}

static bool read_grand_hand(const struct line_reader *reader, const struct skat_rules *rules,
                            const cJSON *seats, struct skat_terms *terms)
{
    const cJSON *item;
    int64_t seat;

    if (!seats) { /* a foreign record: all may */
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
static bool read_round(const struct line_reader *reader, const struct skat_rules *rules,
                       struct skat_terms *terms)
{
    const cJSON *round = member(reader, "round");
    int64_t deal, of;

    *terms = (struct skat_terms){0};
    if (!round)
        return true;
    if (!skat_rules_have_rounds(rules))
        return needs(reader, "round", "absent: the rule set has no rounds");
    int kind = word_of(json_get(round, "kind"), game_json_round_names, SKAT_ROUND_RAMSCH + 1);
    int trigger = word_of(json_get(round, "trigger"), skat_trigger_names, SKAT_TRIGGERS);
    if (kind <= 0 || trigger < 0 || !whole_number(json_get(round, "deal"), 1, UINT16_MAX, &deal) ||
        !whole_number(json_get(round, "of"), deal, UINT16_MAX, &of))
        return needs(reader, "round",
                     "an object with kind (bock, ramsch), trigger, deal and of (1 and more)");
    *terms = (struct skat_terms){.round = (uint8_t)kind,
                                 .trigger = (uint8_t)trigger,
                                 .round_deal = (uint16_t)deal,
                                 .round_of = (uint16_t)of};
    if (kind != SKAT_ROUND_RAMSCH || !rules->ramsch_round_grand_hand)
        return true;
    return read_grand_hand(reader, rules, json_get(round, "grand_hand"), terms);
}

/* The games that each player still has to play, by the line; a foreign line may omit them. */
static bool read_duties(const struct line_reader *reader, const struct skat_rules *rules,
                        struct skat_terms *terms)
{
    const char *what = "an array by position of arrays of suit, grand, null, ramsch";
    const cJSON *all = member(reader, "duties"), *words, *word;
    int position = 0;

    if (!all || !rules->derived.variant->duties)
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

/* The session knows the terms of the deal; without one the line is trusted. */
static bool get_terms(const struct line_reader *reader, const struct skat_rules *rules,
                      struct skat_terms *terms)
{
    if (!reader->session)
        return read_round(reader, rules, terms) && read_duties(reader, rules, terms);
    skat_session_terms(reader->session, terms);
    return true;
}

/* How many times the deal counts for opening a bock round, by the triggers of the line; what a
 * fault costs has this factor already, as in skat_session_add(). */
static int trusted_factor(const struct line_reader *reader, const struct skat_rules *rules,
                          const struct skat_terms *terms)
{
    const cJSON *name;
    uint32_t triggers = 0;

    if (skat_game_ended_by_fault(&reader->line->game))
        return 1;
    cJSON_ArrayForEach (name, member(reader, "triggers"))
        for (unsigned i = 0; i < SKAT_TRIGGERS && cJSON_IsString(name); i++)
            if (strcmp(name->valuestring, skat_trigger_names[i]) == 0)
                triggers |= 1u << i;
    return skat_session_factor(rules, terms->round, triggers);
}

static bool replay_moves(const struct line_reader *reader, const struct skat_rules *rules)
{
    struct game_json *line = reader->line;
    const cJSON *cards = member(reader, "cards"), *moves = member(reader, "moves");
    struct skat_decision decision;
    struct skat_replay replay;
    struct skat_error error;
    struct skat_deal deal;
    struct skat_terms terms;
    enum game_status status;
    unsigned fault_seat = 0;

    if (!cJSON_IsString(cards) || !cJSON_IsString(moves))
        return needs(reader, cJSON_IsString(cards) ? "moves" : "cards", "a string");
    if (!skat_deal_parse(&deal, rules->derived.deck, cards->valuestring, &error)) {
        errors_add(reader->errors, reader->where, "field \"cards\": %s", error.text);
        return false;
    }
    if (!read_status(reader, &status, &fault_seat) || !get_terms(reader, rules, &terms))
        return false;
    skat_game_start(&line->game, rules, &deal, &terms);
    skat_record_replay(&line->game, moves->valuestring, status == GAME_ILLEGAL, &replay);
    if (replay.end == SKAT_REPLAY_BAD) {
        errors_add(reader->errors, reader->where, "field \"moves\": %s", replay.error.text);
        return false;
    }
    if (game_status_is_fault(status)) {
        if (!apply_fault(reader, status, fault_seat, &replay))
            return false;
    } else if (replay.end == SKAT_REPLAY_REFUSED) {
        errors_add(reader->errors, reader->where, "field \"moves\": move %d: %s", replay.token,
                   skat_refusal_text(replay.refusal));
        return false;
    }
    if (skat_game_pending(&line->game, &decision))
        return needs(reader, "moves", "a complete game; it ends before the game is over");
    game_outcome_of_game(&line->game, &line->id, status, &line->outcome);
    if (reader->session)
        game_outcome_add_to_session(&line->outcome, &line->game, reader->session);
    else
        game_outcome_multiply(&line->outcome, &line->game, trusted_factor(reader, rules, &terms));
    if (status == GAME_ILLEGAL) {
        const char *tail = strrchr(moves->valuestring, ' ');
        if (tail && tail - moves->valuestring >= 1)
            snprintf(line->illegal, sizeof line->illegal, "%s", tail - 1);
    }
    return true;
}

/* Where no session is known, since the deal before is missing, what it would have written is taken
 * as it is: adds that to the line that the replay writes. */
static void trust_session(const struct line_reader *reader, cJSON *should)
{
    static const char *const of_session[] = {"triggers", "totals", "rounds_lost", "duties"};

    if (reader->session || !reader->line->game.rules->derived.carries)
        return;
    for (size_t i = 0; i < sizeof of_session / sizeof *of_session; i++) {
        const cJSON *is = member(reader, of_session[i]);
        if (is && !json_get(should, of_session[i]))
            cJSON_AddItemToObject(should, of_session[i], cJSON_Duplicate(is, true));
    }
}

static bool add_difference(void *context, const char *place, const char *what)
{
    const struct line_reader *reader = context;

    if (*place)
        errors_add(reader->errors, reader->where, "field \"%s\": %s", place + 1, what);
    else
        errors_add(reader->errors, reader->where, "%s", what);
    return false; /* the first is enough to see that the line was changed */
}

/* Compares the line field by field with that of the replay. */
static void check_fields(struct line_reader *reader)
{
    const struct game_json *line = reader->line;
    const struct json_value root = json_root(line->root, reader->where, reader->errors),
                            result = json_member(&root, "result");
    char table[TABLE_TEXT_SIZE], text[GAME_JSON_SIZE];

    json_keys_are_unique(&root); /* a reader may take either */
    if (cJSON_IsObject(result.node))
        json_keys_are_unique(&result);
    game_json_table(line->table, line->seats, table);
    cJSON *should = cJSON_ParseWithLength(
        text, game_json_write(&line->game, &line->outcome, table, line->illegal, text));
    trust_session(reader, should);
    json_differences("", line->root, should, "the replay gives", add_difference, reader);
    cJSON_Delete(should);
}

bool game_json_read(const char *text, size_t length, const struct skat_rules *rules,
                    struct session_tracker *sessions, const char *where, struct game_json *line,
                    struct errors *errors)
{
    struct line_reader reader = {line, NULL, where, errors};

    memset(line, 0, offsetof(struct game_json, game));
    line->illegal[0] = '\0';
    line->root = json_parse(text, length, where, errors);
    if (!line->root)
        return false;
    if (!cJSON_IsObject(line->root)) {
        errors_add(errors, where, "a line must be a JSON object");
        return false;
    }
    if (!read_head(&reader, rules))
        return false;
    if (sessions && !(reader.session = session_of(sessions, &line->id)) &&
        is_newly_lost(sessions, &line->id))
        errors_add(errors, where,
                   "the deal before is missing or wrong: from here on rounds and totals of this "
                   "session and arrangement cannot be checked");
    if (!replay_moves(&reader, rules))
        return false;
    check_fields(&reader);
    return true;
}

/* ---- lines as the program writes them ---- */

/* Moves *at behind `word`; false if something else is there. */
static bool skip_word(const char **at, const char *word)
{
    size_t length = strlen(word);

    if (strncmp(*at, word, length) != 0)
        return false;
    *at += length;
    return true;
}

static bool scan_number(const char **at, const char *word, uint64_t *number)
{
    enum { DIGITS = 16 };
    const char *first;

    if (!skip_word(at, word))
        return false;
    first = *at;
    for (*number = 0; **at >= '0' && **at <= '9' && *at - first < DIGITS; ++*at)
        *number = 10 * *number + (uint64_t)(**at - '0');
    return *at > first;
}

/* A text without escapes, up to its quote, which is skipped; its length, or 0 if it does not fit.
 */
static size_t scan_text(const char **at, char *out, size_t size)
{
    size_t length = strcspn(*at, "\"\\");

    if ((*at)[length] != '"' || length >= size)
        return 0;
    memcpy(out, *at, length);
    out[length] = '\0';
    *at += length + 1;
    return length;
}

static bool scan_table(const char **at, struct game_json *line, int seats)
{
    char *next = line->names;

    if (!skip_word(at, ",\"table\":["))
        return false;
    for (line->seats = 0; line->seats < seats; line->seats++) {
        size_t left = sizeof line->names - (size_t)(next - line->names);
        if (!skip_word(at, line->seats ? ",\"" : "\""))
            return false;
        size_t length = scan_text(at, next, left);
        if (!length || !text_is_name(next))
            return false;
        line->table[line->seats] = next;
        next += length + 1;
    }
    return skip_word(at, "]");
}

static bool scan_head(const char **at, struct game_json *line, int seats)
{
    uint64_t arrangement;

    if (!scan_number(at, "{\"game\":", &line->id.game) ||
        !scan_number(at, ",\"session\":", &line->id.session) ||
        !scan_number(at, ",\"deal\":", &line->id.deal) ||
        !scan_number(at, ",\"arrangement\":", &arrangement))
        return false;
    line->id.arrangement = (uint32_t)arrangement;
    return scan_table(at, line, seats);
}

/* Whether the replay of the line writes the same line. */
static bool writes_itself(struct game_json *line, const char *text, size_t length,
                          enum game_status status, struct skat_session *session)
{
    char table[TABLE_TEXT_SIZE], again[GAME_JSON_SIZE];

    game_outcome_of_game(&line->game, &line->id, status, &line->outcome);
    if (session)
        game_outcome_add_to_session(&line->outcome, &line->game, session);
    game_json_table(line->table, line->seats, table);
    size_t written = game_json_write(&line->game, &line->outcome, table, "", again);
    return written == length + 1 && memcmp(again, text, length) == 0;
}

/* A line of a game without a fault. False: look at it more closely; `line` and `session` are then
 * undefined. */
static bool scan_moves(const char *at, const char *text, size_t length,
                       const struct skat_rules *rules, struct skat_session *session,
                       struct game_json *line)
{
    char cards[SKAT_DEAL_TEXT_SIZE], moves[SKAT_RECORD_SIZE];
    struct skat_decision decision;
    struct skat_replay replay;
    struct skat_terms terms = {0};
    struct skat_deal deal;

    if (!(at = strstr(at, ",\"cards\":\"")) || !skip_word(&at, ",\"cards\":\"") ||
        !scan_text(&at, cards, sizeof cards) || !skip_word(&at, ",\"moves\":\"") ||
        !scan_text(&at, moves, sizeof moves) || !(at = strstr(at, ",\"status\":\"")) ||
        !skat_deal_parse(&deal, rules->derived.deck, cards, NULL))
        return false;
    bool conceded = strncmp(at, ",\"status\":\"conceded\"", 20) == 0;
    if (session)
        skat_session_terms(session, &terms);
    skat_game_start(&line->game, rules, &deal, &terms);
    skat_record_replay(&line->game, moves, false, &replay);
    if (replay.end == SKAT_REPLAY_BAD || replay.end == SKAT_REPLAY_REFUSED ||
        skat_game_pending(&line->game, &decision))
        return false;
    return writes_itself(line, text, length, conceded ? GAME_CONCEDED : GAME_OK, session);
}

static bool scan(const char *text, size_t length, const struct skat_rules *rules,
                 struct session_tracker *sessions, struct game_json *line)
{
    const char *at = text;

    if (!scan_head(&at, line, rules->seats))
        return false;
    struct skat_session *session = sessions ? session_of(sessions, &line->id) : NULL;
    if (!session)
        return !rules->derived.carries && scan_moves(at, text, length, rules, NULL, line);
    const struct skat_session before = *session;
    bool sound = scan_moves(at, text, length, rules, session, line);
    if (!sound)
        *session = before;
    return sound;
}

bool game_json_scan(const char *text, size_t length, const struct skat_rules *rules,
                    struct session_tracker *sessions, const char *where, struct game_json *line,
                    struct errors *errors)
{
    memset(line, 0, offsetof(struct game_json, game));
    line->illegal[0] = '\0';
    line->root = NULL;
    return scan(text, length, rules, sessions, line) ||
           game_json_read(text, length, rules, sessions, where, line, errors);
}

/* Lines of the arena begin with it. */
uint64_t game_json_named_game(const char *line)
{
    unsigned long long game;
    return sscanf(line, "{\"game\":%llu", &game) == 1 ? game : UINT64_MAX;
}
