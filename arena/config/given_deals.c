// SPDX-License-Identifier: MIT
#include "arena/config/given_deals.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/folder.h"
#include "arena/base/hash.h"
#include "arena/base/input_line.h"
#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/iss/iss_reader.h"
#include "arena/iss/iss_moves.h"
#include "arena/base/packed_reader.h"
#include "arena/record/game_json.h"
#include "engine/rule_set.h"

enum { PLACE_SIZE = 1300, ERRORS_SHOWN = 20 };

/* State of reading a file. */
struct deals_reading {
    struct given_deals *given;
    const char *path;
    struct errors *errors;
    double session, deal;       /* of the last line of a log */
    bool taken;                 /* this deal has been added */
    struct skat_rules official; /* for ISS records */
};

/* Doubles the capacity if `count`, a power of two, is reached. */
static void *grow(void *list, size_t count, size_t size)
{
    if ((count & (count - 1)) == 0)
        list = xrealloc(list, (count ? 2 * count : 1) * size);
    return list;
}

/* ---- deals by their hands ---- */

enum { FIRST_ROOM = 64, PARTS = SKAT_PLAYERS + 1 };

/* The hands in ascending order, then the skat. */
static void parts_of(const struct given_deals *given, const struct skat_deal *deal,
                     skat_cards parts[PARTS])
{
    for (int position = 0; position < SKAT_PLAYERS; position++) {
        const skat_cards hand = skat_deal_hand(deal, given->deck, position);
        int at = position;
        for (; at > 0 && parts[at - 1] > hand; at--)
            parts[at] = parts[at - 1];
        parts[at] = hand;
    }
    parts[SKAT_PLAYERS] = skat_deal_skat(deal, given->deck);
}

static uint32_t hash_of(const struct given_deals *given, const struct skat_deal *deal)
{
    skat_cards parts[PARTS];

    parts_of(given, deal, parts);
    return hash_bytes(parts, sizeof parts);
}

static void make_room(struct given_deals *given)
{
    struct hash_index before = given->hands;

    if (before.places && !hash_index_is_full(&before))
        return;
    hash_index_start(&given->hands, before.places ? 2 * before.size : FIRST_ROOM);
    for (uint32_t i = 0; i < before.size; i++)
        if (before.places[i])
            hash_index_put(&given->hands, hash_of(given, &given->deals[before.places[i] - 1]),
                           before.places[i] - 1);
    hash_index_free(&before);
}

/* Adds deals[place], 0 .. 2^30 - 1, unless an earlier one has the same hands and the same skat. Who
 * has which hand, and the order of its cards, do not count: a player who saw the one deal knows all
 * cards of the other. Returns the place of that one, or `place`. */
static size_t add_hands(struct given_deals *given, size_t place)
{
    const uint32_t hash = hash_of(given, &given->deals[place]);
    skat_cards parts[PARTS], others[PARTS];
    uint32_t at = hash, other;

    make_room(given);
    parts_of(given, &given->deals[place], parts);
    while ((other = hash_index_next(&given->hands, &at)) != HASH_INDEX_NONE) {
        parts_of(given, &given->deals[other], others);
        if (memcmp(parts, others, sizeof parts) == 0)
            return other;
    }
    hash_index_put(&given->hands, hash, (uint32_t)place);
    return place;
}

/* ---- adding ---- */

/* Where a deal comes from. */
struct deal_source {
    const char *where; /* for errors */
    uint64_t number;   /* of its line, or in its array */
    bool played;       /* in a game of a log or of a record; else an entry of a list */
};

/* A bot must not meet a deal again that it remembers. A log or records may well have two games of a
 * deal: that is one deal. Whoever writes a list may have meant another one. */
static bool leave_out(struct given_deals *given, size_t earlier, const struct deal_source *source,
                      struct errors *errors)
{
    given->repeated += source->played;
    if (!source->played)
        errors_add(errors, source->where,
                   "has the same hands as %s%llu%s: where bots bid, each deal can be given only "
                   "once, since they could remember it",
                   given->in_array ? "deals[" : "line ",
                   (unsigned long long)given->numbers[earlier], given->in_array ? "]" : "");
    return source->played;
}

/* `auction` is set if contracts are requested; the list takes ownership. False with an error. */
static bool add(struct given_deals *given, const struct skat_deal *deal,
                const struct fixed_auction *auction, const struct deal_source *source,
                struct errors *errors)
{
    const size_t place = given->count;

    given->deals = grow(given->deals, place, sizeof *deal);
    given->deals[place] = *deal;
    if (given->rules) {
        given->auctions = grow(given->auctions, place, sizeof *auction);
        given->auctions[place] = *auction;
    } else {
        const size_t earlier = add_hands(given, place);
        if (earlier != place)
            return leave_out(given, earlier, source, errors);
        given->numbers = grow(given->numbers, place, sizeof *given->numbers);
        given->numbers[place] = source->number;
    }
    given->count++;
    return true;
}

void given_deals_free(struct given_deals *given)
{
    for (size_t i = 0; given->auctions && i < given->count; i++)
        fixed_auction_free(&given->auctions[i]);
    free(given->auctions);
    free(given->deals);
    free(given->numbers);
    hash_index_free(&given->hands);
    *given = (struct given_deals){0};
}

static bool refuse(struct errors *errors, const char *where, const char *why)
{
    errors_add(errors, where, "%s", why);
    return false;
}

/* Adds a deal, with the moves of a game if contracts are requested. */
static bool add_game(struct given_deals *given, const struct skat_deal *deal, const char *moves,
                     const struct deal_source *source, struct errors *errors)
{
    struct fixed_auction auction = {0};
    struct skat_error error;

    if (given->positions &&
        !fixed_auction_read_position(&auction, deal, moves, given->rules, &error))
        return refuse(errors, source->where, error.text);
    if (given->rules && !given->positions &&
        !fixed_auction_read(&auction, deal, moves, given->rules, !source->played, &error))
        return refuse(errors, source->where, error.text);
    return add(given, deal, &auction, source, errors);
}

bool given_deals_add(struct given_deals *given, const char *text, uint64_t number,
                     const char *where, struct errors *errors)
{
    const struct deal_source source = {where, number, false};
    size_t length = strcspn(text, " ");
    const char *moves = text + length + strspn(text + length, " ");
    char cards[2 * SKAT_DEAL_TEXT_SIZE];
    struct skat_error error;
    struct skat_deal deal;

    snprintf(cards, sizeof cards, "%.*s", (int)(length < sizeof cards ? length : sizeof cards - 1),
             text);
    if (!skat_deal_parse(&deal, given->deck, cards, &error))
        return refuse(errors, where, error.text);
    if (given->rules && !*moves && !given->positions)
        return refuse(errors, where,
                      "has no contract: with \"contract\": \"fixed\", the moves of its auction "
                      "must follow the deal, \"... 1 18 0 p 2 p 1 s w D7.H9 1 G.D7.H9\"");
    if (!given->rules && *moves)
        return refuse(errors, where,
                      "moves follow the deal, which requires \"contract\": \"fixed\", or "
                      "\"position\"");
    return add_game(given, &deal, moves, &source, errors);
}

static const char *place(const struct deals_reading *reading, uint64_t line, uint64_t column,
                         char where[PLACE_SIZE])
{
    char text[IMPORT_PLACE_SIZE];

    snprintf(where, PLACE_SIZE, "%.1200s:%s", reading->path, import_place_text(line, column, text));
    return where;
}

/* ---- lines ---- */

static double number_of(const cJSON *line, const char *key)
{
    const cJSON *item = json_get(line, key);
    return cJSON_IsNumber(item) ? item->valuedouble : -1;
}

/* Whether to use this line. A contract without a bid is a grand hand in a ramsch round. */
static bool is_wanted(const struct deals_reading *reading, const cJSON *line)
{
    const cJSON *contract = json_get(line, "contract");

    return !reading->given->rules ||
           (cJSON_IsString(contract) && number_of(line, "declarer") >= 0 &&
            number_of(line, "bid") > 0);
}

static void take_line(struct deals_reading *reading, const cJSON *line,
                      const struct deal_source *source)
{
    const cJSON *cards = json_get(line, "cards"), *moves = json_get(line, "moves");
    struct skat_error error;
    struct skat_deal deal;

    if (!cJSON_IsString(cards) || (reading->given->rules && !cJSON_IsString(moves)))
        errors_add(reading->errors, source->where, "this log line has no \"%s\"",
                   cJSON_IsString(cards) ? "moves" : "cards");
    else if (!skat_deal_parse(&deal, reading->given->deck, cards->valuestring, &error))
        errors_add(reading->errors, source->where, "%s", error.text);
    else
        add_game(reading->given, &deal, moves ? moves->valuestring : "", source, reading->errors);
}

/* The lines of all tables of a deal are adjacent. */
static void take_game(struct deals_reading *reading, const char *text,
                      const struct deal_source *source)
{
    if (bids_line_is(text))
        return;
    cJSON *line = cJSON_Parse(text);
    double session = number_of(line, "session"), deal = number_of(line, "deal");
    bool again = session >= 0 && session == reading->session && deal == reading->deal;
    bool wanted = is_wanted(reading, line) || !cJSON_IsObject(line);

    if (reading->given->positions) {
        errors_add(reading->errors, source->where,
                   "a whole game: with \"contract\": \"position\" a list of deals and moves is "
                   "needed");
    } else if (!(again && reading->taken)) {
        if (wanted)
            take_line(reading, line, source);
        reading->given->skipped += (size_t)(!wanted && !again);
        reading->given->skipped -= (size_t)(wanted && again);
        reading->taken = wanted;
    }
    reading->session = session;
    reading->deal = deal;
    cJSON_Delete(line);
}

static void read_lines(struct deals_reading *reading, FILE *file)
{
    int before = reading->errors->count;
    char where[PLACE_SIZE];
    struct input_line line = {0};

    while (reading->errors->count < before + ERRORS_SHOWN &&
           input_line_next(&line, file, reading->path, reading->errors)) {
        place(reading, line.number, 1, where);
        if (*line.text == '{')
            take_game(reading, line.text, &(struct deal_source){where, line.number, true});
        else if (*line.text && *line.text != '#')
            given_deals_add(reading->given, line.text, line.number, where, reading->errors);
    }
    input_line_free(&line);
    fclose(file);
}

/* ---- records ---- */

/* Whether its game was announced; later errors do not matter. If false, the issues say what went
 * wrong before. */
static bool take_contract(struct deals_reading *reading, const struct iss_record *record,
                          const struct skat_deal *deal, const struct deal_source *source,
                          struct import_issues *found)
{
    struct skat_game game;
    enum game_status fault;
    char moves[SKAT_RECORD_SIZE];

    bool sound = iss_play(record, &reading->official, &game, &fault, found);
    if (game.table.announced) {
        skat_record_moves(&game, moves);
        add_game(reading->given, deal, moves, source, reading->errors);
    } else if (sound) {
        reading->given->skipped++;
    }
    return sound || game.table.announced;
}

static void take_record(struct deals_reading *reading, struct iss_reader *file,
                        struct iss_piece *piece)
{
    struct import_issues found = {.count = 0};
    struct iss_record record;
    struct skat_deal deal;
    char where[PLACE_SIZE];
    const struct deal_source source = {place(reading, piece->line, piece->column, where),
                                       piece->line, true};
    bool taken = false;

    if (iss_reader_record(file, piece, &record, &found) && iss_deal(&record, &deal, &found)) {
        taken = !reading->given->rules || take_contract(reading, &record, &deal, &source, &found);
        if (!reading->given->rules)
            add(reading->given, &deal, NULL, &source, reading->errors);
    }
    if (taken)
        return;
    const struct import_issue *issue = &found.list[found.count - 1];
    errors_add(reading->errors, where,
               "%s, found \"%s\" (import skips such records, and its folder can be used for deals)",
               import_issue_infos[issue->reason].text, issue->found);
}

static void read_records(struct deals_reading *reading, FILE *stream)
{
    int before = reading->errors->count;
    struct iss_reader file;
    struct iss_piece piece;

    iss_reader_start(&file, reading->path, stream);
    while (reading->errors->count < before + ERRORS_SHOWN && iss_reader_next(&file, &piece))
        if (piece.text)
            take_record(reading, &file, &piece);
    iss_reader_ended(&file, reading->errors);
    iss_reader_close(&file);
}

/* ---- files ---- */

/* Whether it begins like a record, or soon has one, as the log of a client. Rewinds the file. */
static bool has_records(FILE *file)
{
    char begin[1 << 14];
    const size_t got = fread(begin, 1, sizeof begin - 1, file);

    rewind(file);
    begin[got] = '\0';
    return begin[strspn(begin, " \n\r\xef\xbb\xbf")] == '(' || strstr(begin, "(;GM[");
}

static void sign_file(struct given_deals *given, const char *path)
{
    char compressed[PLACE_SIZE];

    if (hash_file(path, given->sha256))
        return;
    snprintf(compressed, sizeof compressed, "%.1200s.zst", path);
    if (!hash_file(compressed, given->sha256))
        given->sha256[0] = '\0';
}

bool given_deals_read(struct given_deals *given, const char *path, struct errors *errors)
{
    int before = errors->count;
    char log[PLACE_SIZE];

    if (folder_exists(path)) {
        snprintf(log, sizeof log, "%.1200s/games.jsonl", path);
        path = log;
    }
    struct deals_reading reading = {
        .given = given, .path = path, .errors = errors, .session = -1, .deal = -1};
    skat_rules_official(&reading.official);
    reading.official.concede_later = SKAT_CONCEDE_LATER_REST;
    skat_rules_prepare(&reading.official, NULL);
    /* It is read a second time for its hash, and again by --resume: no pipe can be. */
    FILE *file = zstd_reader_open(path, INPUT_OWN);
    if (!file) {
        input_file_refused(path, errno, errors);
        return false;
    }
    if (has_records(file) && given->deck != reading.official.derived.deck)
        errors_add(errors, path, "contains Skat records, but the game uses another deck");
    else if (has_records(file))
        read_records(&reading, file);
    else
        read_lines(&reading, file);
    sign_file(given, path);
    if (errors->count >= before + ERRORS_SHOWN)
        errors_add(errors, path, "and more errors; the rest is not read");
    else if (errors->count == before && !given->count)
        errors_add(errors, path,
                   given->skipped ? "no contract in the games of this file"
                                  : "no deals in this file");
    return errors->count == before;
}
