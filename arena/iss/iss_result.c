// SPDX-License-Identifier: MIT
#include "arena/iss/iss_result.h"

#include "engine/variant.h"

#include <stdio.h>
#include <string.h>

/* The format of each field: a key and a number, or one of some words. */
static const struct {
    const char *name; /* in issues */
    const char *key;  /* "v:"; NULL: a word */
    const char *words[3];
} fields[ISS_FIELDS] = {
    [ISS_DECLARER] = {"d", "d:", {NULL}},
    [ISS_OUTCOME] = {"outcome", NULL, {"loss", "win", "penalty"}},
    [ISS_VALUE] = {"v", "v:", {NULL}},
    [ISS_MATADORS] = {"m", "m:", {NULL}},
    [ISS_OVERBID] = {"overbid", NULL, {"bidok", "overbid", NULL}},
    [ISS_POINTS] = {"p", "p:", {NULL}},
    [ISS_TRICKS] = {"t", "t:", {NULL}},
    [ISS_SCHNEIDER] = {"s", "s:", {NULL}},
    [ISS_SCHWARZ] = {"z", "z:", {NULL}},
    [ISS_PENALTY_0] = {"p0", "p0:", {NULL}},
    [ISS_PENALTY_1] = {"p1", "p1:", {NULL}},
    [ISS_PENALTY_2] = {"p2", "p2:", {NULL}},
    [ISS_LEFT] = {"l", "l:", {NULL}},
    [ISS_TIMEOUT] = {"to", "to:", {NULL}},
    [ISS_RESIGNED] = {"r", "r:", {NULL}},
};

static const char *const kind_words[] = {
    [ISS_RESULT_GAME] = "a game",
    [ISS_RESULT_PASSED] = "passed",
    [ISS_RESULT_UNKNOWN] = "unknown",
};

/* ---- reading ---- */

static bool is_word(const char *text, size_t length, const char *word)
{
    return strlen(word) == length && memcmp(text, word, length) == 0;
}

/* Reads the whole text as a number of at most four digits. */
static bool read_number(const char *text, size_t length, int32_t *number)
{
    bool negative = length && *text == '-';
    size_t first = negative || (length && *text == '+');

    if (length == first || length - first > 4)
        return false;
    *number = 0;
    for (size_t i = first; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        *number = 10 * *number + (text[i] - '0');
    }
    if (negative)
        *number = -*number;
    return true;
}

static bool read_field(struct iss_result *result, enum iss_field field, const char *text,
                       size_t length)
{
    size_t key = fields[field].key ? strlen(fields[field].key) : 0;
    bool found = key && length > key && memcmp(text, fields[field].key, key) == 0 &&
                 read_number(text + key, length - key, &result->value[field]);

    for (int i = 0; !key && i < 3 && fields[field].words[i]; i++)
        if (is_word(text, length, fields[field].words[i])) {
            result->value[field] = i;
            found = true;
        }
    if (found)
        result->present |= 1u << field;
    return found;
}

/* Fields usually come in order, so the next one is tried first. */
static bool read_word(struct iss_result *result, int *next, const char *text, size_t length)
{
    for (int i = 0; i < ISS_FIELDS; i++) {
        int field = (*next + i) % ISS_FIELDS;
        if (read_field(result, (enum iss_field)field, text, length)) {
            *next = field + 1;
            return true;
        }
    }
    return false;
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

bool iss_result_read(struct iss_result *result, const char *text, size_t length)
{
    const char *end = text + length;
    int next = 0;

    *result = (struct iss_result){.kind = ISS_RESULT_GAME};
    for (const char *at = text;;) {
        while (at < end && is_blank(*at))
            at++;
        if (at == end)
            return result->kind != ISS_RESULT_GAME || result->present;
        const char *word = at;
        while (at < end && !is_blank(*at))
            at++;
        size_t size = (size_t)(at - word);
        if (is_word(word, size, kind_words[ISS_RESULT_PASSED]))
            result->kind = ISS_RESULT_PASSED;
        else if (is_word(word, size, kind_words[ISS_RESULT_UNKNOWN]))
            result->kind = ISS_RESULT_UNKNOWN;
        else if (!read_word(result, &next, word, size))
            return false;
    }
}

/* Did a side give up? Asking for consent is not yet giving up. */
static bool has_resigned(const struct skat_game *game)
{
    if (game->rules->concede_later != SKAT_CONCEDE_LATER_REST)
        return game->ending == SKAT_ENDED_CONCEDED || game->ending == SKAT_ENDED_RESIGNED ||
               game->ending == SKAT_ENDED_YIELDED;
    return game->ending == SKAT_ENDED_CONCEDED || game->resigned >> game->table.declarer & 1 ||
           __builtin_popcount(game->resigned) == SKAT_PLAYERS - 1;
}

/* ---- ours ---- */

/* Who is at fault that no game was declared: the player or the side that had to act. */
static void set_penalties(const struct skat_game *game, struct iss_result *result)
{
    bool of_defenders = game->table.declarer != SKAT_NOBODY && game->fault != game->table.declarer;

    result->value[ISS_OUTCOME] = ISS_PENALTY;
    for (unsigned position = 0; position < SKAT_PLAYERS; position++)
        result->value[ISS_PENALTY_0 + position] =
            of_defenders ? position != game->table.declarer : position == game->fault;
}

static void set_game(const struct skat_game *game, const struct skat_result *ours,
                     struct iss_result *result)
{
    bool counts = game->ending == SKAT_ENDED_PLAYED && ours->base &&
                  !skat_games[game->table.contract.type].fixed_value;
    int tricks = game->rules->derived.deck->hand;

    result->value[ISS_OUTCOME] = ours->won > 0 ? ISS_WIN : ISS_LOSS;
    result->value[ISS_VALUE] = ours->signed_value;
    result->value[ISS_MATADORS] = ours->matadors;
    result->value[ISS_OVERBID] = ours->overbid;
    result->value[ISS_POINTS] = ours->points;
    result->value[ISS_TRICKS] = ours->tricks;
    result->value[ISS_SCHNEIDER] = counts && (ours->points >= game->rules->value_schneider_points ||
                                              ours->points <= game->rules->derived.deck->schneider);
    result->value[ISS_SCHWARZ] = counts && (ours->tricks == 0 || ours->tricks == tricks);
    result->value[ISS_RESIGNED] = has_resigned(game);
}

void iss_result_of(const struct skat_game *game, const struct game_outcome *outcome,
                   struct iss_result *result)
{
    bool fault = game->fault != SKAT_NOBODY;

    *result = (struct iss_result){.kind = ISS_RESULT_GAME, .present = (1u << ISS_FIELDS) - 1};
    if (!game->table.announced && !fault) {
        result->kind = ISS_RESULT_PASSED;
        return;
    }
    result->value[ISS_DECLARER] = game->table.declarer == SKAT_NOBODY ? -1 : game->table.declarer;
    result->value[ISS_LEFT] = outcome->status == GAME_CRASH ? game->fault : -1;
    result->value[ISS_TIMEOUT] = outcome->status == GAME_TIMEOUT ? game->fault : -1;
    if (game->table.announced)
        set_game(game, &outcome->result, result);
    else
        set_penalties(game, result);
}

int iss_result_write(const struct iss_result *result, char text[ISS_RESULT_SIZE])
{
    char *out = text, *end = text + ISS_RESULT_SIZE;

    if (result->kind != ISS_RESULT_GAME)
        return snprintf(text, ISS_RESULT_SIZE, "%s", kind_words[result->kind]);
    *out = '\0';
    for (int field = 0; field < ISS_FIELDS; field++) {
        if (!(result->present >> field & 1))
            continue;
        const char *blank = out > text ? " " : "";
        int value = result->value[field];
        out += fields[field].key
                   ? snprintf(out, (size_t)(end - out), "%s%s%d", blank, fields[field].key, value)
                   : snprintf(out, (size_t)(end - out), "%s%s", blank, fields[field].words[value]);
    }
    return (int)(out - text);
}

/* ---- comparing ---- */

static void name_missing(const struct iss_result *theirs, struct import_issues *issues)
{
    char names[IMPORT_ISSUE_SIZE] = "";

    for (int field = 0; field < ISS_FIELDS; field++)
        if (!(theirs->present >> field & 1) && field != ISS_RESIGNED)
            snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", *names ? " " : "",
                     fields[field].name);
    if (*names)
        import_issues_add(issues, ISSUE_MISSING_FIELDS, names, strlen(names));
}

/* The value of a field, without its key. */
static void write_value(int field, int value, char text[IMPORT_ISSUE_VALUE_SIZE])
{
    if (fields[field].key)
        snprintf(text, IMPORT_ISSUE_VALUE_SIZE, "%d", value);
    else
        snprintf(text, IMPORT_ISSUE_VALUE_SIZE, "%s", fields[field].words[value]);
}

void iss_result_compare(const struct iss_result *theirs, const struct iss_result *ours,
                        struct import_issues *issues)
{
    if (theirs->kind != ours->kind) {
        const char *word = kind_words[theirs->kind];
        struct import_issue *issue =
            import_issues_add(issues, ISSUE_OTHER_RESULT, word, strlen(word));
        issue->field = "result";
        snprintf(issue->theirs, sizeof issue->theirs, "%s", word);
        snprintf(issue->ours, sizeof issue->ours, "%s", kind_words[ours->kind]);
        return;
    }
    if (theirs->kind != ISS_RESULT_GAME)
        return;
    name_missing(theirs, issues);
    for (int field = 0; field < ISS_FIELDS; field++) {
        if (!(theirs->present >> field & 1) || theirs->value[field] == ours->value[field])
            continue;
        const char *name = fields[field].name;
        struct import_issue *issue =
            import_issues_add(issues, ISSUE_OTHER_RESULT, name, strlen(name));
        issue->field = name;
        write_value(field, theirs->value[field], issue->theirs);
        write_value(field, ours->value[field], issue->ours);
    }
}
