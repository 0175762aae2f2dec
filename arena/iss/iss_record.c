// SPDX-License-Identifier: MIT
#include "arena/iss/iss_record.h"

#include <string.h>

#include "arena/iss/iss_result.h"
#include "arena/base/text.h"
#include "engine/variant.h"

static const char names[ISS_PROPERTIES][3] = {"GM", "PC", "CO", "SE", "ID", "DT", "P0",
                                              "P1", "P2", "R0", "R1", "R2", "MV", "R"};

/* ---- reading ---- */

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/* The number of a property by its name; ISS_PROPERTIES if unknown. They usually come in order, so
 * the next one is tried first. */
static int find_property(const char *name, size_t length, int next)
{
    char second = length > 1 ? name[1] : '\0';

    for (int i = 0; i < ISS_PROPERTIES && length <= 2; i++) {
        int property = next + i < ISS_PROPERTIES ? next + i : next + i - ISS_PROPERTIES;
        if (names[property][0] == name[0] && names[property][1] == second)
            return property;
    }
    return ISS_PROPERTIES;
}

/* The bracket that ends a value, or NULL. A bracket after a backslash does not end it. */
static const char *end_of_value(const char *at, const char *end)
{
    while (at < end) {
        const char *bracket = memchr(at, ']', (size_t)(end - at));
        const char *back = bracket;
        if (!bracket)
            return NULL;
        while (back > at && back[-1] == '\\')
            back--;
        if ((bracket - back) % 2 == 0)
            return bracket;
        at = bracket + 1;
    }
    return NULL;
}

/* Reads one property, "NAME[value]". Returns the text after it, or NULL if it is not a property of
 * this record. */
static const char *read_property(struct iss_record *record, const char *at, const char *end,
                                 int *next)
{
    const char *name = at;

    while (at < end && ((*at >= 'A' && *at <= 'Z') || (*at >= '0' && *at <= '9')))
        at++;
    size_t length = (size_t)(at - name);
    const char *close = length && at < end && *at == '[' ? end_of_value(at + 1, end) : NULL;
    if (!close)
        return NULL;
    int property = find_property(name, length, *next);
    if (property == ISS_PROPERTIES && !record->unknown.text)
        record->unknown = (struct iss_value){name, length};
    if (property < ISS_PROPERTIES && record->values[property].text)
        return NULL; /* twice: a value that never ended has run into the next record */
    if (property < ISS_PROPERTIES) {
        record->values[property] = (struct iss_value){at + 1, (size_t)(close - at - 1)};
        *next = property + 1;
    }
    return close + 1;
}

size_t iss_read(struct iss_record *record, const char *text, size_t length,
                struct import_issues *issues)
{
    const char *at = text, *end = text + length;
    int next = 0;

    *record = (struct iss_record){.unknown = {NULL, 0}};
    if (length < 2 || at[0] != '(' || at[1] != ';') {
        import_issues_add(issues, ISSUE_NO_RECORD, text, length < 40 ? length : 40);
        return 0;
    }
    for (at += 2; at && at < end; at = read_property(record, at, end, &next)) {
        while (at < end && (is_blank(*at) || *at == ';'))
            at++;
        if (at < end && *at == ')')
            return (size_t)(at + 1 - text);
    }
    size_t shown = length < 40 ? length : 40;
    import_issues_add(issues, ISSUE_CUT_OFF, end - shown, shown);
    return 0;
}

/* The number of bytes of a character of a name; 0 if it is not allowed in the log. */
static int name_character(const unsigned char *text, size_t left)
{
    unsigned char character[5] = {0};

    memcpy(character, text, left < 4 ? left : 4);
    return text_name_character(character);
}

bool iss_name(const struct iss_value *value, char name[ISS_NAME_SIZE])
{
    const unsigned char *text = (const unsigned char *)value->text;
    size_t length = value->text ? value->length : 0, out = 0;
    bool same = length > 0;

    for (size_t i = 0; i < length;) {
        i += text[i] == '\\' && i + 1 < length && (text[i + 1] == ']' || text[i + 1] == '\\');
        int size = name_character(text + i, length - i);
        if (out + (size_t)(size ? size : 1) >= ISS_NAME_SIZE) {
            same = false;
            break;
        }
        memcpy(name + out, size ? (const char *)text + i : "?", (size_t)(size ? size : 1));
        out += (size_t)(size ? size : 1);
        i += (size_t)(size ? size : 1);
        same &= size > 0;
    }
    if (!out)
        name[out++] = '?';
    name[out] = '\0';
    return same;
}

/* ---- writing ---- */

const char *iss_escape(const char *text, char *out, size_t size)
{
    size_t length = 0;

    for (; *text && length + 2 < size; text++) {
        if (*text == ']' || *text == '\\')
            out[length++] = '\\';
        out[length++] = *text;
    }
    out[length] = '\0';
    return out;
}

static char *put_text(char *out, const char *text, size_t length)
{
    memcpy(out, text, length);
    return out + length;
}
#define PUT(out, literal) put_text(out, literal, sizeof(literal) - 1)

static char *put_values(char *out, const struct iss_value values[ISS_MV])
{
    for (int property = 0; property < ISS_MV; property++) {
        if (!values[property].text)
            continue;
        out = put_text(out, names[property], strlen(names[property]));
        *out++ = '[';
        out = put_text(out, values[property].text, values[property].length);
        *out++ = ']';
    }
    return out;
}

/* The deal with dots between all cards, as ISS writes it. */
static char *put_deal(char *out, const struct skat_game *game)
{
    const struct skat_deck *deck = game->rules->derived.deck;

    for (int i = 0; i < deck->count; i++) {
        *out++ = i ? '.' : ' ';
        out = skat_card_print(game->deal.cards[i], out);
    }
    return out;
}

size_t iss_write(const struct iss_value values[ISS_MV], const struct skat_game *game,
                 const struct game_outcome *outcome, char line[ISS_LINE_SIZE])
{
    struct iss_result result;
    char *out = put_values(PUT(line, "(;"), values);

    out = put_deal(PUT(out, "MV[w"), game);
    if (game->move_count) {
        *out++ = ' ';
        out += skat_record_moves(game, out);
    }
    if (outcome->status == GAME_TIMEOUT || outcome->status == GAME_CRASH) {
        out = outcome->status == GAME_TIMEOUT ? PUT(out, " w TI.") : PUT(out, " w LE.");
        *out++ = (char)('0' + game->fault);
    }
    out = PUT(out, " ]R[");
    iss_result_of(game, outcome, &result);
    out += iss_result_write(&result, out);
    out = PUT(out, "] ;)\n");
    return (size_t)(out - line);
}
