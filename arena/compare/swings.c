// SPDX-License-Identifier: MIT
#include "arena/compare/swings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/input_line.h"
#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/record/game_json.h"
#include "arena/base/packed_reader.h"
#include "engine/variant.h"

/* ---- selecting deals ---- */

void swings_add(struct swings *swings, uint64_t deal, int64_t difference, bool divergent)
{
    int at = swings->largest_count;

    if (divergent && swings->first_count < DIVERGENCES_MAX)
        swings->first[swings->first_count++] = (struct swing){deal, difference};
    while (at > 0 && llabs(difference) > llabs(swings->largest[at - 1].difference))
        at--;
    if (!difference || at == SWINGS_MAX)
        return;
    if (swings->largest_count < SWINGS_MAX)
        swings->largest_count++;
    memmove(swings->largest + at + 1, swings->largest + at,
            (size_t)(swings->largest_count - at - 1) * sizeof *swings->largest);
    swings->largest[at] = (struct swing){deal, difference};
}

/* ---- reading the log ---- */

/* The moves of a game, as (actor, action) pairs. */
struct game_moves {
    uint64_t game;
    char *text;   /* owned; NULL until read */
    int declarer; /* position, or -1. The decisions for a dummy depend on it */
};

struct moves_wanted {
    struct game_moves *moves; /* ascending by game */
    size_t count;
};

static int by_game(const void *one, const void *other)
{
    uint64_t a = ((const struct game_moves *)one)->game,
             b = ((const struct game_moves *)other)->game;
    return a < b ? -1 : a > b;
}

static struct game_moves *find_moves(const struct moves_wanted *wanted, uint64_t game)
{
    struct game_moves key = {.game = game};
    if (!wanted->count)
        return NULL;
    return bsearch(&key, wanted->moves, wanted->count, sizeof key, by_game);
}

static void keep_moves(struct game_moves *moves, const char *line)
{
    cJSON *root = cJSON_Parse(line);
    const cJSON *text = json_get(root, "moves");

    const cJSON *declarer = json_get(root, "declarer");

    moves->declarer = cJSON_IsNumber(declarer) ? declarer->valueint : -1;
    if (cJSON_IsString(text) && !moves->text)
        moves->text = xstrdup(text->valuestring);
    cJSON_Delete(root);
}

static void read_moves(const struct moves_wanted *wanted, const char *log)
{
    FILE *file = zstd_reader_open(log, INPUT_OWN);
    char *line = NULL;
    size_t size = 0, next = 0;

    while (file && next < wanted->count && input_line_read(&line, &size, file) > 0) {
        const uint64_t game = game_json_named_game(line);
        if (next < wanted->count && wanted->moves[next].game == game)
            keep_moves(&wanted->moves[next++], line);
    }
    free(line);
    if (file)
        fclose(file);
}

/* ---- the first decision that differs ---- */

/* The (actor, action) pair number `index` of a record, or "" after its end. */
static void token(const char *text, int index, char *out, size_t size)
{
    for (int spaces = 2 * index; spaces && *text; text++)
        spaces -= *text == ' ';
    const char *end = strchr(text, ' ');
    end = end ? strchr(end + 1, ' ') : NULL;
    snprintf(out, size, "%.*s", (int)(end ? end - text : (long)strlen(text)), text);
}

/* Number of leading pairs that two records have in common; -1 if the records are equal. */
static int common_moves(const char *one, const char *other)
{
    int pairs = 0, spaces = 0;

    if (strcmp(one, other) == 0)
        return -1;
    /* A pair ends at every second space; one record may also end where the other continues. */
    for (size_t i = 0;; i++) {
        bool one_ends = one[i] == ' ' || !one[i], other_ends = other[i] == ' ' || !other[i];
        if (one_ends && other_ends && ++spaces % 2 == 0)
            pairs++;
        if (one[i] != other[i] || !one[i])
            return pairs;
    }
}

struct difference {
    int move;                             /* pairs in common; -1: no difference found */
    const struct game_moves *of_a, *of_b; /* games in which a, and b, decides, if of_both */
    bool of_both;
    int position;
};

static int actor_of(const char *token_text)
{
    return token_text[0] >= '0' && token_text[0] < '0' + SKAT_PLAYERS ? token_text[0] - '0' : -1;
}

/* Whose decision differs? Both games are equal up to here, so it was the same player's turn. But
 * records omit silence (no kontra, no concession), so one of the two moves may be another player's
 * later move. Then it is the player who spoke, not the one who played a card or ended bidding. */
static int position_of(const char *one, const char *other)
{
    const char *spoken = *one ? one : other;
    int actor = actor_of(one), other_actor = actor_of(other);
    bool other_speaks = *other && strlen(other) > 2 && strchr("KgRr", other[2]) != NULL;

    if (actor >= 0 && other_actor >= 0 && actor != other_actor && other_speaks)
        spoken = other;
    return actor_of(spoken);
}

/* The bot that decides at `position`. For a dummy's cards, that is declarer's opponent. */
static int bot_at(const struct swing_context *context, uint64_t deal, const struct game_moves *game,
                  int position)
{
    const struct skat_seating *seating = context->rules->derived.seating;
    const struct schedule *schedule = context->schedule;
    const struct game_id id =
        schedule_game(schedule, deal, (uint32_t)(game->game % (uint64_t)schedule->per_deal));
    uint8_t seat_of[SKAT_PLAYERS];

    if (position >= 0 && position == seating->dummy && game->declarer >= 0)
        position = 3 - position - game->declarer;
    if (position < 0 || !skat_sits(seating, (unsigned)position))
        return -1;
    skat_positions(context->rules, skat_dealer(schedule->seats, id.deal), seat_of);
    return schedule->arrangements[id.arrangement][seat_of[position]];
}

/* Describes the first difference of two games as a decision of the player at `position`. */
static struct difference difference_at(const struct swing_context *context, uint64_t deal,
                                       const struct game_moves *one, const struct game_moves *other,
                                       int move, int position)
{
    const int first = bot_at(context, deal, one, position),
              second = bot_at(context, deal, other, position);
    const bool swapped = first == context->b || second == context->a;

    return (struct difference){
        .move = move,
        .of_a = swapped ? other : one,
        .of_b = swapped ? one : other,
        .of_both = swapped ? first == context->b && second == context->a
                           : first == context->a && second == context->b,
        .position = position,
    };
}

/* Compares two games of comparable tables; keeps the earliest difference, and among equally early
 * ones a difference between a and b. (If sessions carry state from deal to deal, two games of a
 * deal may begin differently, whoever plays.) */
static void compare_games(const struct swing_context *context, uint64_t deal,
                          const struct game_moves *one, const struct game_moves *other,
                          struct difference *found)
{
    char tokens[2][64];
    int move = common_moves(one->text, other->text);

    if (move < 0 || (found->move >= 0 && found->move < move))
        return;
    token(one->text, move, tokens[0], sizeof tokens[0]);
    token(other->text, move, tokens[1], sizeof tokens[1]);
    int speaker = position_of(tokens[0], tokens[1]);
    const int positions[] = {speaker, actor_of(tokens[0]), actor_of(tokens[1])};
    for (int i = 0; i < 3; i++) {
        struct difference now = difference_at(context, deal, one, other, move, positions[i]);
        if (found->move < 0 || move < found->move || (now.of_both && !found->of_both))
            *found = now;
    }
}

static void find_difference(const struct swing_context *context, uint64_t deal,
                            const struct moves_wanted *wanted, struct difference *found)
{
    const struct schedule *schedule = context->schedule;

    found->move = -1;
    for (uint32_t i = 0; i < (uint32_t)schedule->per_deal; i++)
        for (uint32_t k = 0; k < i; k++) {
            struct game_id one = schedule_game(schedule, deal, k),
                           other = schedule_game(schedule, deal, i);
            const struct game_moves *first = find_moves(wanted, one.game),
                                    *second = find_moves(wanted, other.game);
            if (first && second && first->text && second->text &&
                context->class_of[one.arrangement] == context->class_of[other.arrangement])
                compare_games(context, deal, first, second, found);
        }
}

/* ---- describing ---- */

static struct decision_of_bot side_of(const struct swing_context *context, uint64_t deal,
                                      const struct game_moves *game, const struct difference *found,
                                      struct pool *pool)
{
    const int bot = bot_at(context, deal, game, found->position);
    char text[64];

    token(game->text, found->move, text, sizeof text);
    /* "0 CA": the actor repeats the position. Null: the game was over, or the player was silent. */
    const bool acts = *text && actor_of(text) == found->position;
    return (struct decision_of_bot){.game = (int64_t)game->game,
                                    .bot = bot < 0 ? NULL : context->names[bot],
                                    .action = acts ? pool_text(pool, text + 2) : NULL};
}

/* NULL if none is found. */
static struct first_difference *first_of(const struct swing_context *context, uint64_t deal,
                                         const struct moves_wanted *wanted, struct pool *pool)
{
    struct difference found;

    find_difference(context, deal, wanted, &found);
    if (found.move < 0)
        return NULL;
    struct first_difference *first = pool_alloc(pool, 1, sizeof *first);
    *first = (struct first_difference){
        .move = found.move + 1,
        .position = found.position < 0 ? FIELD_NO_INT : found.position,
        .position_name = found.position < 0 ? NULL
                                            : skat_position_name(context->rules->derived.deck,
                                                                 (unsigned)found.position),
        .a = side_of(context, deal, found.of_a, &found, pool),
        .b = side_of(context, deal, found.of_b, &found, pool),
    };
    return first;
}

static struct noted_deal noted(const struct swing *swing, const struct swing_context *context,
                               const struct moves_wanted *wanted, struct pool *pool)
{
    const struct schedule *schedule = context->schedule;
    struct game_id id = schedule_game(schedule, swing->deal, 0);
    struct noted_deal deal = {
        .session = (int64_t)id.session,
        .deal = (int64_t)id.deal,
        .difference = (double)swing->difference * context->scale,
        .games = pool_alloc(pool, (size_t)schedule->per_deal, sizeof *deal.games),
        .first = first_of(context, swing->deal, wanted, pool),
    };

    for (int place = 0; place < schedule->per_deal; place++) {
        id = schedule_game(schedule, swing->deal, (uint32_t)place);
        if (context->wanted[id.arrangement])
            deal.games[deal.games_count++] = (int64_t)id.game;
    }
    return deal;
}

static struct noted_deal *noted_list(const struct swing *list, int count,
                                     const struct swing_context *context,
                                     const struct moves_wanted *wanted, struct pool *pool)
{
    struct noted_deal *deals = pool_alloc(pool, (size_t)count, sizeof *deals);

    for (int i = 0; i < count; i++)
        deals[i] = noted(&list[i], context, wanted, pool);
    return deals;
}

/* Lists all games of the listed deals at tables with both bots, each once. */
static void list_wanted(const struct swings *swings, const struct swing_context *context,
                        struct moves_wanted *wanted)
{
    const struct schedule *schedule = context->schedule;
    int deals = swings->largest_count + swings->first_count;

    wanted->count = 0;
    wanted->moves = xcalloc((size_t)deals * (size_t)schedule->per_deal + 1, sizeof *wanted->moves);
    for (int i = 0; i < deals; i++) {
        const struct swing *swing = i < swings->largest_count
                                        ? &swings->largest[i]
                                        : &swings->first[i - swings->largest_count];
        for (int place = 0; place < schedule->per_deal; place++) {
            struct game_id id = schedule_game(schedule, swing->deal, (uint32_t)place);
            if (context->wanted[id.arrangement])
                wanted->moves[wanted->count++].game = id.game;
        }
    }
    qsort(wanted->moves, wanted->count, sizeof *wanted->moves, by_game);
    size_t kept = 0;
    for (size_t i = 0; i < wanted->count; i++)
        if (!kept || wanted->moves[kept - 1].game != wanted->moves[i].game)
            wanted->moves[kept++].game = wanted->moves[i].game;
    wanted->count = kept;
}

void swings_result(const struct swings *swings, const struct swing_context *context,
                   const char *log, struct comparison *comparison, struct pool *pool)
{
    struct moves_wanted wanted;

    list_wanted(swings, context, &wanted);
    if (log)
        read_moves(&wanted, log);
    comparison->swings_count = swings->largest_count;
    comparison->swings = noted_list(swings->largest, swings->largest_count, context, &wanted, pool);
    comparison->divergences_count = swings->first_count;
    comparison->divergences =
        noted_list(swings->first, swings->first_count, context, &wanted, pool);
    for (size_t i = 0; i < wanted.count; i++)
        free(wanted.moves[i].text);
    free(wanted.moves);
}
