/* bots/pipe/dialogue.h - the protocol with a child: numbered messages, greeting, questions.
 *
 * README.md says what is an answer, what is skipped and what is a fault. What comes from the child is
 * read in its order and only up to the answer that is waited for, so that nothing depends on when it
 * came - but for answers that are late. */
#ifndef PIPE_DIALOGUE_H
#define PIPE_DIALOGUE_H

#include <cjson/cJSON.h>

#include "bots/pipe/child.h"
#include "bots/skat_bot.h"

/* Events that a child may want or not; bits 1 << event of dialogue.wants. */
enum event {
    EVENT_SESSION_BEGIN,
    EVENT_DEAL_BEGIN,
    EVENT_OBSERVE,
    EVENT_GAME_BEGIN,
    EVENT_GAME_END,
    EVENT_SESSION_END,
    EVENTS
};
extern const char *const event_names[EVENTS];

enum dialogue_state {
    DIALOGUE_NONE,     /* no child */
    DIALOGUE_STARTING, /* hello was said */
    DIALOGUE_OPEN      /* and answered */
};

struct dialogue {
    const struct skat_bot_host *host;
    const char *command;
    int64_t start_ms;
    struct child child;
    enum dialogue_state state;
    int64_t start_until; /* when the greeting is late */
    int64_t seq;         /* of the last message */
    uint32_t wants;
};

/* Why a child was given up. */
struct fault {
    enum skat_bot_failure kind;
    char text[200]; /* one line */
};

/* All of these that return 0 have filled *fault and ended the child. */

/* Starts a child and says hello. */
int dialogue_start(struct dialogue *dialogue, struct fault *fault);
/* Waits for its greeting, until `deadline`; the state is STARTING still if it has until later. */
int dialogue_greet(struct dialogue *dialogue, int64_t deadline, struct fault *fault);

int dialogue_wants(const struct dialogue *dialogue, enum event event);
/* Begins a message, to which members are added; dialogue_end_message ends it. */
struct text *dialogue_begin_message(struct dialogue *dialogue, const char *type);
void dialogue_end_message(struct dialogue *dialogue);
/* Waits for the answer to the last message. The caller frees it with cJSON_Delete; NULL: a fault. */
cJSON *dialogue_answer(struct dialogue *dialogue, int64_t deadline, struct fault *fault);

/* Says bye. */
void dialogue_close(struct dialogue *dialogue);

#endif
