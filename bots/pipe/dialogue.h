// SPDX-License-Identifier: MIT
/* bots/pipe/dialogue.h - the protocol with a child: numbered messages, greeting, answers.
 *
 * README.md defines what is an answer, what is skipped and what is a fault. Lines from the child
 * are read in order and only up to the awaited answer, so that nothing depends on their timing,
 * except for late answers. */
#ifndef PIPE_DIALOGUE_H
#define PIPE_DIALOGUE_H

#include <cjson/cJSON.h>

#include "bots/pipe/child.h"
#include "bots/skat_bot.h"

/* Events that a child can ask for; bits 1 << event of dialogue.wants. */
enum event {
    EVENT_SESSION_BEGIN,
    EVENT_DEAL_BEGIN,
    EVENT_OBSERVE,
    EVENT_GAME_BEGIN,
    EVENT_GAME_END,
    EVENT_DEAL_END, /* of players that joined; of others it is a question */
    EVENT_SESSION_END,
    EVENTS
};
extern const char *const event_names[EVENTS];

enum dialogue_state {
    DIALOGUE_NONE,     /* no child */
    DIALOGUE_STARTING, /* hello was sent */
    DIALOGUE_OPEN      /* and answered */
};

struct dialogue {
    const struct skat_bot_host *host;
    const char *command;
    struct child child;
    enum dialogue_state state;
    int64_t start_until; /* deadline of the greeting, or CHILD_NEVER */
    int64_t seq;         /* of the last message */
    uint32_t children;   /* started so far */
    uint8_t policy;      /* it says how likely its answers are */
    uint8_t seeds;       /* its questions have random numbers of their own */
    uint32_t batch; /* questions that it takes in one message; 0: one, in messages of their own */
    uint8_t arrays; /* it gets arrays in place of views */
    uint64_t wants;
    uint64_t decisions; /* SKAT_BOT_DECIDES(...): what it is asked; all if it says nothing */
    uint64_t variants;  /* SKAT_BOT_KNOWS(...): what it supports; all if it says nothing */
};

/* Why a child was given up. */
struct fault {
    enum skat_bot_failure kind;
    char text[200]; /* one line */
};

/* All of these functions that return 0 have filled in *fault and ended the child. */

/* How long to wait of a time limit: less than the arena, which would end the whole worker. */
int64_t dialogue_patience(int64_t limit_ms);

/* Starts a child and sends hello. */
int dialogue_start(struct dialogue *dialogue, struct fault *fault);
/* Waits for the greeting until `deadline`, at most as long as the bot may take to start; the state
 * stays STARTING if it still has time. */
int dialogue_greet(struct dialogue *dialogue, int64_t deadline, struct fault *fault);

int dialogue_wants(const struct dialogue *dialogue, enum event event);
/* Begins a message, to which members can be added; dialogue_end_message ends it. */
struct text *dialogue_begin_message(struct dialogue *dialogue, const char *type);
void dialogue_end_message(struct dialogue *dialogue);
/* Waits for the answer to the last message; NULL: a fault. Free it with cJSON_Delete. */
cJSON *dialogue_answer(struct dialogue *dialogue, int64_t deadline, struct fault *fault);

/* Sends bye. */
void dialogue_close(struct dialogue *dialogue);

#endif
