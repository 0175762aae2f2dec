#include "arena/iss/import_issue.h"

#include <stdbool.h>
#include <string.h>

#include "arena/base/text.h"

const char *const finding_kind_names[FINDING_KINDS] = {
    [FINDING_REFUSED] = "refused",
    [FINDING_ODD] = "odd",
    [FINDING_DIFFERENCE] = "difference",
};

const struct finding_info finding_infos[FINDING_REASONS] = {
    [FOUND_NO_RECORD] = {"no_record", FINDING_REFUSED, "a record begins with \"(;\""},
    [FOUND_CUT_OFF] = {"cut_off", FINDING_REFUSED, "the record ends before its \")\""},
    [FOUND_TOO_LONG] = {"too_long", FINDING_REFUSED, "longer than any game"},
    [FOUND_OTHER_GAME] = {"other_game", FINDING_REFUSED, "GM is not Skat"},
    [FOUND_NO_MOVES] = {"no_moves", FINDING_REFUSED, "there is no MV, or it has no deal"},
    [FOUND_DAMAGED] = {"damaged", FINDING_REFUSED, "cards are unknown (\"?\")"},
    [FOUND_BAD_DEAL] = {"bad_deal", FINDING_REFUSED, "the deal is not a pack of 32 cards"},
    [FOUND_BAD_MOVE] = {"bad_move", FINDING_REFUSED, "not an actor (w, 0, 1, 2) and an action"},
    [FOUND_ILLEGAL_MOVE] = {"illegal_move", FINDING_REFUSED, "the rules refuse a move"},
    [FOUND_WRONG_SKAT] = {"wrong_skat", FINDING_REFUSED, "the skat is not that of the deal"},
    [FOUND_UNFINISHED] = {"unfinished", FINDING_REFUSED, "the moves end before the game does"},

    [FOUND_JUMP] = {"jump", FINDING_ODD, "a bid passes over lower values"},
    [FOUND_SPLIT_DECLARATION] = {"split_declaration", FINDING_ODD,
                                 "contract and discards are two moves: joined"},
    [FOUND_SHOWN_HAND] = {"shown_hand", FINDING_ODD,
                          "the declaration lists the open hand: left out"},
    [FOUND_SHOWS_CARDS] = {"shows_cards", FINDING_ODD, "declarer shows his cards (SC): left out"},
    [FOUND_RESIGNED] = {"resigned", FINDING_ODD, "RE where the rules have no concession"},
    [FOUND_TIMEOUT] = {"timeout", FINDING_ODD, "a player ran out of time: a fault"},
    [FOUND_LEFT] = {"left", FINDING_ODD, "a player left the table: a fault"},
    [FOUND_AFTER_END] = {"after_end", FINDING_ODD, "moves behind the end of the game: left out"},
    [FOUND_NO_RESULT] = {"no_result", FINDING_ODD, "there is no R"},
    [FOUND_UNKNOWN_RESULT] = {"unknown_result", FINDING_ODD, "R is unknown"},
    [FOUND_BAD_RESULT] = {"bad_result", FINDING_ODD, "R cannot be read"},
    [FOUND_MISSING_FIELDS] = {"missing_fields", FINDING_ODD, "R lacks fields"},
    [FOUND_UNKNOWN_PROPERTY] = {"unknown_property", FINDING_ODD, "a property that is not known"},
    [FOUND_NAME_CHANGED] = {"name_changed", FINDING_ODD,
                            "a player's name cannot stand in the log as it is"},

    [FOUND_OTHER_RESULT] = {"result", FINDING_DIFFERENCE, "R differs from what the rules give"},
};

struct finding *findings_add(struct findings *findings, enum finding_reason reason,
                             const char *text, size_t length)
{
    findings->count += findings->count < FINDINGS_MAX;
    struct finding *finding = &findings->list[findings->count - 1];

    length = length < FOUND_SIZE - 1 ? length : FOUND_SIZE - 1;
    *finding = (struct finding){.reason = reason};
    memcpy(finding->found, text, length);
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)finding->found[i] < ' ')
            finding->found[i] = finding->found[i] == '\0' ? '?' : ' ';
    make_printable(finding->found);
    return finding;
}

/* A JSON string of text that is printable. */
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

/* A number, or a word. */
static void write_value(const char *key, const char *value, FILE *file)
{
    bool number = *value == '-' || (*value >= '0' && *value <= '9');

    fprintf(file, number ? ",\"%s\":%s" : ",\"%s\":\"%s\"", key, value);
}

static void write_place(const struct finding_place *place, FILE *file)
{
    struct findings texts = {.count = 0}; /* makes them printable */

    fprintf(file, "{\"file\":");
    write_text(findings_add(&texts, FOUND_NO_RECORD, place->file, strlen(place->file))->found,
               file);
    fprintf(file, ",\"line\":%llu,\"id\":", (unsigned long long)place->line);
    if (place->id)
        write_text(findings_add(&texts, FOUND_NO_RECORD, place->id, place->id_length)->found, file);
    else
        fprintf(file, "null");
    if (place->game < 0)
        fprintf(file, ",\"game\":null");
    else
        fprintf(file, ",\"game\":%lld", (long long)place->game);
}

void findings_write(const struct findings *findings, const struct finding_place *place, FILE *file)
{
    for (int i = 0; i < findings->count; i++) {
        const struct finding *finding = &findings->list[i];
        const struct finding_info *info = &finding_infos[finding->reason];
        char why[240];
        write_place(place, file);
        fprintf(file,
                ",\"kind\":\"%s\",\"reason\":\"%s\",\"found\":", finding_kind_names[info->kind],
                info->word);
        write_text(finding->found, file);
        snprintf(why, sizeof why, "%s%s%s", info->text, finding->detail ? ": " : "",
                 finding->detail ? finding->detail : "");
        fprintf(file, ",\"why\":");
        write_text(why, file);
        if (finding->field) {
            fprintf(file, ",\"field\":\"%s\"", finding->field);
            write_value("theirs", finding->theirs, file);
            write_value("ours", finding->ours, file);
        }
        fprintf(file, "}\n");
    }
}
