// SPDX-License-Identifier: MIT
#include "arena/iss/import_issue.h"

#include <stdbool.h>
#include <string.h>

#include "arena/base/text.h"

const char *const import_issue_kind_names[ISSUE_KINDS] = {
    [ISSUE_REFUSED] = "refused",
    [ISSUE_ODD] = "odd",
    [ISSUE_DIFFERENCE] = "difference",
};

const struct import_issue_info import_issue_infos[ISSUE_REASONS] = {
    [ISSUE_NO_RECORD] = {"no_record", ISSUE_REFUSED, "a record begins with \"(;\""},
    [ISSUE_CUT_OFF] = {"cut_off", ISSUE_REFUSED, "the record ends before its \")\""},
    [ISSUE_TOO_LONG] = {"too_long", ISSUE_REFUSED, "longer than any game"},
    [ISSUE_OTHER_GAME] = {"other_game", ISSUE_REFUSED, "GM is not Skat"},
    [ISSUE_NO_MOVES] = {"no_moves", ISSUE_REFUSED, "there is no MV, or it has no deal"},
    [ISSUE_DAMAGED] = {"damaged", ISSUE_REFUSED, "cards are unknown (\"?\")"},
    [ISSUE_BAD_DEAL] = {"bad_deal", ISSUE_REFUSED, "the deal is not a pack of 32 cards"},
    [ISSUE_BAD_MOVE] = {"bad_move", ISSUE_REFUSED, "not an actor (w, 0, 1, 2) and an action"},
    [ISSUE_ILLEGAL_MOVE] = {"illegal_move", ISSUE_REFUSED, "the rules refuse a move"},
    [ISSUE_WRONG_SKAT] = {"wrong_skat", ISSUE_REFUSED, "the skat is not that of the deal"},
    [ISSUE_UNFINISHED] = {"unfinished", ISSUE_REFUSED, "the moves end before the game does"},
    [ISSUE_DUPLICATE] = {"duplicate", ISSUE_REFUSED,
                         "the record of a game that is imported already"},

    [ISSUE_JUMP] = {"jump", ISSUE_ODD, "a bid passes over lower values"},
    [ISSUE_SPLIT_DECLARATION] = {"split_declaration", ISSUE_ODD,
                                 "contract and discards are two moves: joined"},
    [ISSUE_SHOWN_HAND] = {"shown_hand", ISSUE_ODD, "the declaration lists the open hand: omitted"},
    [ISSUE_SHOWS_CARDS] = {"shows_cards", ISSUE_ODD, "declarer shows the hand (SC): omitted"},
    [ISSUE_BROKEN_ANNOUNCEMENT] = {"broken_announcement", ISSUE_ODD,
                                   "ends when what was announced is lost: counts as given up"},
    [ISSUE_NO_DISCARDS] = {"no_discards", ISSUE_ODD,
                           "a fault between contract and discards: the skat was put aside again"},
    [ISSUE_TIMEOUT] = {"timeout", ISSUE_ODD, "a player ran out of time, which is a fault"},
    [ISSUE_LEFT] = {"left", ISSUE_ODD, "a player left the table, which is a fault"},
    [ISSUE_AFTER_END] = {"after_end", ISSUE_ODD, "moves after the end of the game: omitted"},
    [ISSUE_NO_RESULT] = {"no_result", ISSUE_ODD, "there is no R"},
    [ISSUE_UNKNOWN_RESULT] = {"unknown_result", ISSUE_ODD, "R is unknown"},
    [ISSUE_BAD_RESULT] = {"bad_result", ISSUE_ODD, "R cannot be read"},
    [ISSUE_MISSING_FIELDS] = {"missing_fields", ISSUE_ODD, "R lacks fields"},
    [ISSUE_UNKNOWN_PROPERTY] = {"unknown_property", ISSUE_ODD, "unknown property"},
    [ISSUE_NAME_CHANGED] = {"name_changed", ISSUE_ODD,
                            "a player's name cannot be logged unchanged"},

    [ISSUE_OTHER_RESULT] = {"result", ISSUE_DIFFERENCE, "R differs from what the rules give"},
};

struct import_issue *import_issues_add(struct import_issues *issues,
                                       enum import_issue_reason reason, const char *text,
                                       size_t length)
{
    issues->count += issues->count < IMPORT_ISSUES_MAX;
    struct import_issue *issue = &issues->list[issues->count - 1];

    length = length < IMPORT_ISSUE_SIZE - 1 ? length : IMPORT_ISSUE_SIZE - 1;
    *issue = (struct import_issue){.reason = reason};
    memcpy(issue->found, text, length);
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)issue->found[i] < ' ')
            issue->found[i] = issue->found[i] == '\0' ? '?' : ' ';
    text_make_printable(issue->found);
    return issue;
}

/* Writes printable text as a JSON string. */
static void write_text(const char *text, FILE *file)
{
    putc('"', file);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            putc('\\', file);
        putc(*text, file);
    }
    putc('"', file);
}

const char *import_place_text(uint64_t line, uint64_t column, char text[IMPORT_PLACE_SIZE])
{
    int length = snprintf(text, IMPORT_PLACE_SIZE, "%llu", (unsigned long long)line);

    if (column > 1)
        snprintf(text + length, IMPORT_PLACE_SIZE - (size_t)length, ":%llu",
                 (unsigned long long)column);
    return text;
}

/* Writes a number or a word. */
static void write_value(const char *key, const char *value, FILE *file)
{
    bool number = *value == '-' || (*value >= '0' && *value <= '9');

    fprintf(file, number ? ",\"%s\":%s" : ",\"%s\":\"%s\"", key, value);
}

static void write_place(const struct import_issue_place *place, FILE *file)
{
    struct import_issues texts = {.count = 0}; /* makes them printable */

    fprintf(file, "{\"file\":");
    write_text(import_issues_add(&texts, ISSUE_NO_RECORD, place->file, strlen(place->file))->found,
               file);
    fprintf(file, ",\"line\":%llu,\"column\":%llu,\"id\":", (unsigned long long)place->line,
            (unsigned long long)place->column);
    if (place->id)
        write_text(import_issues_add(&texts, ISSUE_NO_RECORD, place->id, place->id_length)->found,
                   file);
    else
        fprintf(file, "null");
    if (place->game < 0)
        fprintf(file, ",\"game\":null");
    else
        fprintf(file, ",\"game\":%lld", (long long)place->game);
}

void import_issues_write(const struct import_issues *issues, const struct import_issue_place *place,
                         FILE *file)
{
    for (int i = 0; i < issues->count; i++) {
        const struct import_issue *issue = &issues->list[i];
        const struct import_issue_info *info = &import_issue_infos[issue->reason];
        char why[240];
        write_place(place, file);
        fprintf(file, ",\"kind\":\"%s\",\"reason\":\"%s\",\"found\":",
                import_issue_kind_names[info->kind], info->word);
        write_text(issue->found, file);
        snprintf(why, sizeof why, "%s%s%s", info->text, issue->detail ? ": " : "",
                 issue->detail ? issue->detail : "");
        fprintf(file, ",\"why\":");
        write_text(why, file);
        if (issue->field) {
            fprintf(file, ",\"field\":\"%s\"", issue->field);
            write_value("theirs", issue->theirs, file);
            write_value("ours", issue->ours, file);
        }
        fprintf(file, "}\n");
    }
}
