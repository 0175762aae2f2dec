// SPDX-License-Identifier: MIT
/* arena/record/game_json_write.c - writes a line of games.jsonl into a buffer, field by field and
 * without cJSON, since a line is written for each game that is played. */
#include "arena/record/game_json.h"

#include <stdio.h>
#include <string.h>

#include "engine/decision.h"
#include "engine/session.h"
#include "engine/variant.h"
#include "engine/text_put.h"

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

/* Card points and tricks: declarer's, or in ramsch those of all players. */
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
    if (result->penalty)
        out = put_int(PUT(out, ",\"penalty\":"), result->penalty);
    return PUT(out, "}");
}

static char *put_contract(char *out, const struct skat_game *game)
{
    if (!game->table.announced)
        return PUT(out, ",\"contract\":null");
    out = PUT(out, ",\"contract\":\"");
    out += skat_rules_code(game->rules, game->table.contract, out);
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

void game_json_table(const char *const names[], int seats, char text[TABLE_TEXT_SIZE])
{
    char *out = PUT(text, "\"table\":[");
    for (int seat = 0; seat < seats; seat++) {
        out = put_text(out, seat ? ",\"" : "\"");
        out = PUT(put_text(out, names[seat]), "\"");
    }
    *PUT(out, "]") = '\0';
}

const char *const game_json_round_names[] = {
    [SKAT_ROUND_NONE] = "",
    [SKAT_ROUND_BOCK] = "bock",
    [SKAT_ROUND_RAMSCH] = "ramsch",
};

/* The members of a set of bits as an array: their names, or their numbers if `names` is NULL. */
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
static char *put_round(char *out, const struct skat_game *game, const struct game_outcome *outcome)
{
    const struct skat_terms *terms = &game->terms;
    unsigned seats = 0;

    out = put_text(PUT(out, ",\"round\":{\"kind\":\""), game_json_round_names[terms->round]);
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

/* By position, the games that each player still had to play before the deal. */
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

/* The effects of the deal on its session. */
static char *put_news(char *out, const struct game_outcome *outcome)
{
    const struct skat_session_news *news = &outcome->news;

    if (news->triggers)
        out = put_set(PUT(out, ",\"triggers\":"), news->triggers, skat_trigger_names);
    out = put_ints(PUT(out, ",\"totals\":"), news->totals, outcome->seats);
    if (news->rounds_lost)
        out = put_set(PUT(out, ",\"rounds_lost\":"), news->rounds_lost, NULL);
    return out;
}

size_t game_json_write(const struct skat_game *game, const struct game_outcome *outcome,
                       const char *table, const char *illegal, char line[GAME_JSON_SIZE])
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
    out = put_text(PUT(out, ",\"status\":\""), game_status_names[outcome->status]);
    out = PUT(out, "\"");
    if (game_status_is_fault(outcome->status))
        out = put_int(PUT(out, ",\"fault\":"), outcome->seat_of[game->fault]);
    if (game_status_is_fault(outcome->status) && game->asked)
        out = PUT(put_text(PUT(out, ",\"asked\":\""), skat_decision_rows[game->asked].name), "\"");
    if (game->terms.round)
        out = put_round(out, game, outcome);
    if (game->rules->derived.variant->duties)
        out = put_duties(out, &game->terms);
    if (outcome->in_session)
        out = put_news(out, outcome);
    out = PUT(out, "}\n");
    return (size_t)(out - line);
}

/* ---- the bids of a deal ---- */

static const char *const bids_names[] = {
    [STATS_BIDS_DIFFER] = "differ", [STATS_BIDS_ALIKE] = "alike", [STATS_BIDS_CHECKED] = "checked"};

size_t bids_line_write(const struct bids_line *line, char text[BIDS_LINE_SIZE])
{
    return (size_t)snprintf(text, BIDS_LINE_SIZE,
                            "{\"bids\":\"%s\",\"session\":%llu,\"deal\":%llu,\"answers\":%u}\n",
                            bids_names[line->bids.known], (unsigned long long)line->session,
                            (unsigned long long)line->deal, line->bids.answers);
}

bool bids_line_is(const char *text)
{
    static const char head[] = "{\"bids\":";

    return strncmp(text, head, sizeof head - 1) == 0;
}

bool bids_line_read(struct bids_line *line, const char *text, size_t length)
{
    unsigned long long session, deal;
    char word[8], again[BIDS_LINE_SIZE];
    unsigned answers;

    if (sscanf(text, "{\"bids\":\"%7[a-z]\",\"session\":%llu,\"deal\":%llu,\"answers\":%u}", word,
               &session, &deal, &answers) != 4)
        return false;
    *line = (struct bids_line){session, deal, {.answers = (uint16_t)answers}};
    for (uint8_t known = STATS_BIDS_DIFFER; known <= STATS_BIDS_CHECKED; known++)
        if (strcmp(word, bids_names[known]) == 0)
            line->bids.known = known;
    return line->bids.known && bids_line_write(line, again) == length + 1 &&
           memcmp(again, text, length) == 0;
}
