// SPDX-License-Identifier: MIT
#include "arena/bot/player_host.h"

#include <stdio.h>
#include <string.h>

#include "arena/base/memory.h"
#include "arena/base/text.h"

enum { LOG_LINES_MAX = 100, LOG_LINE_CUT = 200 };

/* Out of line, so that all later calls are a jump to the stream (callgrind: 8 instructions instead
 * of 19). */
__attribute__((noinline)) static uint64_t first_bits(struct player_host *host,
                                                     struct skat_random *stream)
{
    host->started[host->part] = true;
    skat_random_start(stream, &host->key,
                      SKAT_RANDOM_SEAT + (uint64_t)host->seat * PLAYER_PARTS + host->part);
    return skat_random_bits(stream);
}

/* A seat has one stream for bidding and one for the cards, whether one module decides both or
 * two do, so that a change in bidding does not change the luck in play. */
static uint64_t host_random(void *context)
{
    struct player_host *host = context;
    struct skat_random *stream = &host->streams[host->part];

    return host->started[host->part] ? skat_random_bits(stream) : first_bits(host, stream);
}

static void host_log(void *context, const char *text)
{
    struct player_host *host = context;
    char line[LOG_LINE_CUT + 1];

    if (host->logged++ >= LOG_LINES_MAX)
        return;
    snprintf(line, sizeof line, "%s", text);
    text_make_printable(line);
    fprintf(stderr, "%s: %s\n", host->name, line);
}

/* The program of the part that calls; a player of one part has one program. */
static struct program_host *program_of(void *context)
{
    struct player_host *host = context;

    return &host->programs[host->programs[PLAYER_PART_PLAY].plan ? host->part : PLAYER_PART_BID];
}

static const char *name_of_bot(void *context) { return ((struct player_host *)context)->name; }

static void enter_program(void *context) { program_host_enter(program_of(context)); }

static int try_program_again(void *context, int error, uint32_t attempt)
{
    return program_host_try_again(program_of(context), error, attempt);
}

static const char *program_killed(void *context)
{
    return program_host_killed(program_of(context));
}

static void begin_program_time(void *context, int64_t process, int64_t limit_ms)
{
    program_host_begin(program_of(context), process, limit_ms);
}

static int64_t program_taken_ms(void *context)
{
    return program_host_taken_ms(program_of(context));
}

static const struct skat_bot_programs programs = {
    .size = sizeof programs,
    .name = name_of_bot,
    .enter = enter_program,
    .try_again = try_program_again,
    .killed = program_killed,
    .begin_time = begin_program_time,
    .taken_ms = program_taken_ms,
};

static const void *host_extension(void *context, const char *id)
{
    return strcmp(id, "skat.programs/1") == 0 && program_of(context)->plan ? &programs : NULL;
}

static void host_fail(void *context, uint32_t kind, const char *text)
{
    struct player_host *host = context;

    if (host->failed != GAME_OK)
        return;
    host->failed = kind == SKAT_BOT_FAIL_TIMEOUT ? GAME_TIMEOUT : GAME_CRASH;
    host->failed_part = host->part;
    snprintf(host->failure, sizeof host->failure, "%s", text ? text : "");
    text_make_line(host->failure);
}

struct player_host *player_host_new(const char *name, int seat,
                                    const struct skat_bot_limits *limits)
{
    struct player_host *host = xcalloc(1, sizeof *host);

    *host = (struct player_host){
        .api = {.size = sizeof host->api,
                .abi_major = SKAT_BOT_ABI_MAJOR,
                .abi_minor = SKAT_BOT_ABI_MINOR,
                .context = host,
                .random = host_random,
                .log = host_log,
                .fail = host_fail,
                .extension = host_extension,
                .limits = *limits},
        .seat = (uint8_t)seat,
        .name = name,
    };
    return host;
}

void player_host_start_streams(struct player_host *host, const struct skat_random_key *key)
{
    host->key = *key;
    host->streams_begun++;
    memset(host->started, 0, sizeof host->started);
}
