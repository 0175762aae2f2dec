// SPDX-License-Identifier: MIT
#include "arena/export/game_rows.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/text.h"
#include "arena/base/memory.h"
#include "arena/log/log_replayer.h"
#include "engine/deck.h"

/* ---- cells ---- */

static struct row_cell none(void) { return (struct row_cell){.kind = ROW_EMPTY}; }
static struct row_cell number(int64_t value)
{
    return (struct row_cell){.kind = ROW_NUMBER, .number = value};
}
static struct row_cell flag(bool value)
{
    return (struct row_cell){.kind = ROW_FLAG, .number = value};
}
static struct row_cell text(const char *value)
{
    return value && *value ? (struct row_cell){.kind = ROW_TEXT, .text = value} : none();
}

static struct row_cell bot_in_seat(const struct game_row *row, unsigned seat)
{
    return seat < row->stats.seats ? text(row->names[seat]) : none();
}
static struct row_cell bot_at(const struct game_row *row, unsigned position)
{
    return position < SKAT_PLAYERS ? bot_in_seat(row, row->stats.seat_of[position]) : none();
}

static struct row_cell position_name(const struct game_row *row, unsigned position)
{
    return position < SKAT_PLAYERS ? text(skat_position_name(row->deck, position)) : none();
}

static bool has_declarer(const struct game_row *row) { return row->stats.declarer != SKAT_NOBODY; }
static struct row_cell if_declared(const struct game_row *row, struct row_cell cell)
{
    return has_declarer(row) ? cell : none();
}

const char *game_row_type(const struct game_row *row)
{
    switch (row->stats.kind) {
    case STATS_RAMSCH:
        return "ramsch";
    case STATS_PASSED_IN:
        return "passed in";
    case STATS_UNANNOUNCED:
    case STATS_NO_GAME:
        return "no game";
    default:
        return skat_games[row->stats.kind].name;
    }
}

/* ---- the columns ---- */

#define COLUMN(name, expression)                                                                   \
    static struct row_cell column_##name(const struct game_row *row, unsigned seat)                \
    {                                                                                              \
        (void)row, (void)seat;                                                                     \
        return expression;                                                                         \
    }

COLUMN(game, number((int64_t)row->stats.game))
COLUMN(session, number((int64_t)row->stats.session))
COLUMN(deal, number((int64_t)row->stats.deal))
COLUMN(arrangement, number(row->stats.arrangement))
COLUMN(dealer, bot_in_seat(row, (unsigned)row->dealer))
COLUMN(forehand, bot_at(row, 0))
COLUMN(middlehand, bot_at(row, 1))
COLUMN(rearhand, bot_at(row, 2))
COLUMN(declarer, bot_at(row, row->stats.declarer))
COLUMN(declarer_position, position_name(row, row->stats.declarer))
COLUMN(bid, if_declared(row, number(row->stats.bid)))
COLUMN(bid_forehand, number(row->stats.highest[0]))
COLUMN(bid_middlehand, number(row->stats.highest[1]))
COLUMN(bid_rearhand, number(row->stats.highest[2]))
COLUMN(contract, text(row->code))
COLUMN(type, text(game_row_type(row)))
COLUMN(hand, if_declared(row, flag(row->stats.hand)))
COLUMN(ouvert, if_declared(row, flag(row->stats.ouvert)))
COLUMN(won, if_declared(row, flag(row->stats.won)))
COLUMN(overbid, if_declared(row, flag(row->stats.overbid)))
COLUMN(schneider, if_declared(row, flag(row->stats.schneider)))
COLUMN(schwarz, if_declared(row, flag(row->stats.schwarz)))
COLUMN(points, if_declared(row, number(row->points)))
COLUMN(tricks, if_declared(row, number(row->tricks)))
COLUMN(matadors, if_declared(row, number(row->matadors)))
COLUMN(value, if_declared(row, number(row->stats.value)))
COLUMN(signed, if_declared(row, number(row->signed_value)))
COLUMN(doublings, number(row->stats.doublings))
COLUMN(kontra_by, bot_at(row, row->stats.kontra_by))
COLUMN(bock, number(row->stats.bock))
COLUMN(status, text(game_status_names[row->stats.status]))
COLUMN(fault_by, bot_in_seat(row, row->stats.fault_seat))
COLUMN(swing, row->swing == INT_MIN ? none() : number(row->swing))

static const char *const role_names[STATS_ROLES] = {
    [STATS_ROLE_DECLARER] = "declarer",       [STATS_ROLE_DEFENDER] = "defender",
    [STATS_ROLE_RAMSCH] = "ramsch",           [STATS_ROLE_PASSED_IN] = "passed in",
    [STATS_ROLE_SITTING_OUT] = "sitting out", [STATS_ROLE_NO_GAME] = "no game",
};

static unsigned position_of(const struct game_row *row, unsigned seat)
{
    return game_stats_position(&row->stats, seat);
}

COLUMN(seat, number(seat))
COLUMN(bot, bot_in_seat(row, seat))
COLUMN(position, position_name(row, position_of(row, seat)))
COLUMN(role, text(role_names[game_stats_role(&row->stats, position_of(row, seat))]))
COLUMN(highest_bid, position_of(row, seat) == SKAT_NOBODY
                        ? none()
                        : number(row->stats.highest[position_of(row, seat)]))
COLUMN(score, number(row->stats.score[STATS_OWN][seat]))
COLUMN(classic, number(row->stats.score[STATS_CLASSIC][seat]))
COLUMN(seeger_fabian, number(row->stats.score[STATS_SEEGER][seat]))
COLUMN(fault, flag(row->stats.fault_seat == seat))

#define ENTRY(name)                                                                                \
    {                                                                                              \
#name, column_##name                                                                       \
    }
const struct row_column game_columns[] = {
    ENTRY(game),
    ENTRY(session),
    ENTRY(deal),
    ENTRY(arrangement),
    ENTRY(dealer),
    ENTRY(forehand),
    ENTRY(middlehand),
    ENTRY(rearhand),
    ENTRY(declarer),
    ENTRY(declarer_position),
    ENTRY(bid),
    ENTRY(bid_forehand),
    ENTRY(bid_middlehand),
    ENTRY(bid_rearhand),
    ENTRY(contract),
    ENTRY(type),
    ENTRY(hand),
    ENTRY(ouvert),
    ENTRY(won),
    ENTRY(overbid),
    ENTRY(schneider),
    ENTRY(schwarz),
    ENTRY(points),
    ENTRY(tricks),
    ENTRY(matadors),
    ENTRY(value),
    ENTRY(signed),
    ENTRY(doublings),
    ENTRY(kontra_by),
    ENTRY(bock),
    ENTRY(status),
    ENTRY(fault_by),
    ENTRY(swing),
};
const int game_column_count = sizeof game_columns / sizeof *game_columns;
const struct row_column seat_columns[] = {
    ENTRY(game),        ENTRY(session),  ENTRY(deal),    ENTRY(arrangement),   ENTRY(seat),
    ENTRY(bot),         ENTRY(position), ENTRY(role),    ENTRY(type),          ENTRY(won),
    ENTRY(highest_bid), ENTRY(score),    ENTRY(classic), ENTRY(seeger_fabian), ENTRY(fault),
};
const int seat_column_count = sizeof seat_columns / sizeof *seat_columns;

/* ---- rows of a log ---- */

/* The rows of the deal that is being read. */
struct row_reader {
    bool (*visit)(void *context, const struct game_row *row);
    void *context;
    bool played_once; /* one seating of each deal */
    bool ended;       /* visit() returned false */
    int count, room;
    struct game_row *rows;
};

static struct game_row row_of(const struct replayed_line *replayed)
{
    const struct game_json *line = &replayed->game;
    const struct skat_result *result = &line->outcome.result;
    struct game_row row = {.stats = replayed->stats,
                           .deck = line->game.rules->derived.deck,
                           .dealer = line->outcome.dealer,
                           .points = result->points,
                           .tricks = result->tricks,
                           .matadors = result->matadors,
                           .signed_value = result->signed_value,
                           .swing = INT_MIN};

    for (int seat = 0; seat < line->seats; seat++)
        snprintf(row.names[seat], ROW_NAME_SIZE, "%s", line->table[seat]);
    if (line->game.table.announced && has_declarer(&row))
        skat_rules_code(line->game.rules, line->game.table.contract, row.code);
    return row;
}

/* The most by which the scores of the same cards differ. */
static int swing_of(const struct row_reader *reader)
{
    int most = 0;

    for (int position = 0; position < SKAT_PLAYERS; position++) {
        int low = INT_MAX, high = INT_MIN;
        for (int i = 0; i < reader->count; i++) {
            const struct game_stats *stats = &reader->rows[i].stats;
            unsigned seat = stats->seat_of[position];
            if (seat == SKAT_NOBODY)
                continue;
            int score = stats->score[STATS_OWN][seat];
            low = score < low ? score : low;
            high = score > high ? score : high;
        }
        most = high > low && high - low > most ? high - low : most;
    }
    return most;
}

static void finish_deal(struct row_reader *reader)
{
    int swing = reader->played_once ? INT_MIN : swing_of(reader);

    for (int i = 0; i < reader->count && !reader->ended; i++) {
        reader->rows[i].swing = swing;
        reader->ended = !reader->visit(reader->context, &reader->rows[i]);
    }
    reader->count = 0;
}

static bool take_game(void *context, const struct replayed_line *line)
{
    struct row_reader *reader = context;
    const struct game_stats *last = reader->count ? &reader->rows[reader->count - 1].stats : NULL;

    if (last && (last->session != line->stats.session || last->deal != line->stats.deal))
        finish_deal(reader);
    if (reader->count == reader->room) {
        reader->room = 2 * reader->room + 6;
        reader->rows = xrealloc(reader->rows, (size_t)reader->room * sizeof *reader->rows);
    }
    reader->rows[reader->count++] = row_of(line);
    return !reader->ended;
}

bool game_rows_each(struct log_reader *log,
                    bool (*visit)(void *context, const struct game_row *row), void *context,
                    struct errors *errors)
{
    struct row_reader reader = {.visit = visit, .context = context};

    reader.played_once = log->has_manifest && log->manifest.schedule.per_deal == 1;
    bool ok = log_games_each(log, take_game, &reader, errors);
    if (ok)
        finish_deal(&reader);
    free(reader.rows);
    return ok && !reader.ended;
}

/* ---- writing ---- */

void row_print_csv_head(const struct row_column *columns, int count, FILE *out)
{
    for (int i = 0; i < count; i++)
        fprintf(out, "%s%s", i ? "," : "", columns[i].name);
    fprintf(out, "\r\n");
}

void row_print_csv(const struct row_column *columns, int count, const struct game_row *row,
                   unsigned seat, FILE *out)
{
    for (int i = 0; i < count; i++) {
        struct row_cell cell = columns[i].cell(row, seat);
        if (i)
            fputc(',', out);
        if (cell.kind == ROW_NUMBER)
            fprintf(out, "%lld", (long long)cell.number);
        else if (cell.kind == ROW_FLAG)
            fputs(cell.number ? "true" : "false", out);
        else if (cell.kind == ROW_TEXT)
            csv_print_text(cell.text, out);
    }
    fprintf(out, "\r\n");
}

void row_print_json(const struct row_column *columns, int count, const struct game_row *row,
                    unsigned seat, FILE *out)
{
    cJSON *object = cJSON_CreateObject();

    for (int i = 0; i < count; i++) {
        struct row_cell cell = columns[i].cell(row, seat);
        cJSON *item = cell.kind == ROW_NUMBER ? cJSON_CreateNumber((double)cell.number)
                      : cell.kind == ROW_FLAG ? cJSON_CreateBool(cell.number != 0)
                      : cell.kind == ROW_TEXT ? cJSON_CreateString(cell.text)
                                              : cJSON_CreateNull();
        cJSON_AddItemToObject(object, columns[i].name, item);
    }
    char *printed = cJSON_PrintUnformatted(object);
    fputs(printed, out);
    free(printed);
    cJSON_Delete(object);
}
