// SPDX-License-Identifier: MIT
/* bots/pipe/pipe.c - a bot in any language: a command that speaks JSON lines (README.md).
 *
 *   command = run by /bin/sh, in the folder in which skat-arena was started
 *
 * The child answers four messages: hello, act, deal_end and session_end. The last two ensure that a
 * fault of the child in a deal is known before the deal is over and costs that deal, since the
 * child's next deal depends on the number of workers. All other messages are queued and sent with
 * the next one that needs an answer, in one send(). A child may answer many games in one message:
 * then `batch` takes the place of act, and the players that joined share the
 * child of their leader. A child that fails is killed; its game is lost, and the next deal starts a
 * new child.
 *
 * It is deterministic if its child is: only the order of lines from the child matters, and the
 * clock only ends waiting, like the arena's. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/pipe/arrays.h"
#include "bots/pipe/dialogue.h"
#include "bots/pipe/messages.h"
#include "engine/decision.h"

enum { OPTION_COMMAND, OPTIONS };

struct pipe_bot {
    const struct skat_bot_host *host;
    struct dialogue *dialogue; /* its own, or that of the leader that it joined */
    struct dialogue own;
    uint32_t table;          /* in messages of such a child: 0 for a leader, others count from 1 */
    uint32_t joined;         /* players that joined this leader so far */
    int64_t bank_ms;         /* time bank left in this deal */
    struct question_key key; /* of this deal, if the child wants seeds */
    uint8_t lost;            /* this deal is lost by a fault */
    uint32_t told;           /* the child that knows about the session; 0: none does */
    uint32_t deals;          /* in the session */
    const struct skat_bot_rules *rules; /* of the session; NULL between sessions */
    struct arrays *arrays;              /* of the leader */
    struct arrays own_arrays;
    struct heard_auction heard; /* in this deal */
    uint64_t random;            /* of this deal, for arrays */
};

/* ---- time ---- */

static int64_t patience(const struct skat_bot_host *host)
{
    return dialogue_patience(host->limits.time_ms);
}

static int64_t deadline_in(const struct skat_bot_host *host, int64_t milliseconds)
{
    return host->limits.time_ms ? child_now() + milliseconds : CHILD_NEVER;
}

/* When the answer to a question is late that has no time bank: decisions have one. */
static int64_t call_deadline(const struct skat_bot_host *host)
{
    return deadline_in(host, patience(host));
}

/* ---- messages ---- */

static struct text *begin_message(const struct pipe_bot *bot, const char *type)
{
    struct text *text = dialogue_begin_message(bot->dialogue, type);

    if (bot->dialogue->batch)
        put_number(text, "table", bot->table);
    return text;
}

static void end_message(const struct pipe_bot *bot) { dialogue_end_message(bot->dialogue); }

/* In the games of players that joined, the child is asked nothing but decisions: a fault is charged
 * when the games are played again, one at a time (skat_bot.h). */
static int is_asked_alone(const struct pipe_bot *bot) { return bot->table == 0; }

/* ---- decisions ---- */

static void say(const struct pipe_bot *bot, const char *text)
{
    bot->host->log(bot->host->context, text);
}

/* The arena keeps the reason with the game, so it is not logged as well. */
static void fail(struct pipe_bot *bot, const struct fault *fault)
{
    bot->lost = 1;
    bot->host->fail(bot->host->context, fault->kind, fault->text);
}

/* The answer to the message just ended, until `deadline`; NULL: a fault. */
static cJSON *answer(struct pipe_bot *bot, int64_t deadline)
{
    struct fault fault;
    cJSON *root = dialogue_answer(bot->dialogue, deadline, &fault);

    if (!root)
        fail(bot, &fault);
    return root;
}

/* The same for a decision, which may draw on the time bank. It draws the time beyond our own
 * patience, which is more than the arena draws, so that the arena's bank is never empty before
 * ours. */
static cJSON *decision_answer(struct pipe_bot *bot)
{
    int64_t time = patience(bot->host), before = child_now();
    cJSON *root = answer(bot, deadline_in(bot->host, time + bot->bank_ms));
    int64_t overdrawn = child_now() - before - time;

    if (overdrawn > 0)
        bot->bank_ms -= overdrawn < bot->bank_ms ? overdrawn : bot->bank_ms;
    return root;
}

/* Two in the game with two hands, recognised by its larger hands. */
static int cards_of_trick(const struct pipe_bot *bot)
{
    return bot->rules && bot->rules->hand_cards > SKAT_BOT_HAND_MAX ? 2 : SKAT_BOT_PLAYERS;
}

static void say_what_was_illegal(const struct skat_bot_question *question, const cJSON *action)
{
    char *text = action ? cJSON_PrintUnformatted(action) : NULL;
    const char *shown = text ? text : "there is no \"action\"";
    char quoted[QUOTE_SIZE], line[200];

    snprintf(line, sizeof line, "not an action for this decision: %s",
             text_quote(shown, strlen(shown), quoted));
    cJSON_free(text);
    say(question->bot, line);
}

static void put_question(struct text *text, const struct skat_bot_question *question)
{
    const struct pipe_bot *bot = question->bot;

    put_view(text, question->view, bot->rules, cards_of_trick(bot));
    put_decision(text, question->decision, question->view, bot->rules);
    if (bot->dialogue->seeds)
        put_question_seed(text, &bot->key, question->view, question->decision);
}

static void take_answer(const struct skat_bot_question *question, const cJSON *said)
{
    struct skat_bot_action action = *question->out;

    if (read_action(said, (enum skat_bot_decision_kind)question->decision->kind, question->view,
                    &action))
        *question->out = action;
    else
        say_what_was_illegal(question, said);
}

/* Whether the child is not asked this, but answered for: it does not list the decision, which has a
 * default. */
static int is_unasked(const struct skat_bot_question *question)
{
    const struct dialogue *dialogue = ((const struct pipe_bot *)question->bot)->dialogue;
    const unsigned kind = question->decision->kind;

    return !(dialogue->decisions >> kind & 1) && skat_decision_rows[kind].fallback;
}

/* The default answer, as that of modules that do not decide it (skat_bot.h). */
static void answer_by_default(const struct skat_bot_question *question)
{
    const struct skat_bot_decision *decision = question->decision;
    struct skat_bot_action *out = question->out;

    out->kind = skat_decision_rows[decision->kind].fallback;
    if (out->kind == SKAT_BOT_DECLARE)
        out->contract = decision->declarations[0];
    for (skat_bot_cards rest = question->view->hand; out->kind == SKAT_BOT_EXCHANGE && rest;
         rest &= rest - 1)
        out->cards[out->count++] = skat_bot_first(rest);
    if (out->kind == SKAT_BOT_CHOOSE)
        out->number = skat_bot_first(decision->duties);
    else if (out->kind == SKAT_BOT_PLACE)
        out->number = skat_bot_first(decision->places);
}

/* Answers the questions that no child is asked. Returns how many are left. */
static uint32_t answer_unasked(const struct skat_bot_question *questions, uint32_t count)
{
    uint32_t left = count;

    for (uint32_t i = 0; i < count; i++)
        if (is_unasked(&questions[i])) {
            answer_by_default(&questions[i]);
            left--;
        }
    return left;
}

static void put_batch(struct pipe_bot *leader, const struct skat_bot_question *questions,
                      uint32_t count)
{
    struct text *text = dialogue_begin_message(leader->dialogue, "batch");

    put_open(text, "acts", '[');
    for (uint32_t i = 0; i < count; i++) {
        if (is_unasked(&questions[i]))
            continue;
        put_open(text, NULL, '{');
        put_number(text, "table", ((const struct pipe_bot *)questions[i].bot)->table);
        put_question(text, &questions[i]);
        put_close(text, '}');
    }
    put_close(text, ']');
    end_message(leader);
}

/* An array of another length than `asked` answers nothing. */
static void take_batch(const cJSON *root, const struct skat_bot_question *questions, uint32_t count,
                       uint32_t asked)
{
    const cJSON *actions = cJSON_GetObjectItemCaseSensitive(root, "actions");
    const cJSON *said =
        cJSON_IsArray(actions) && cJSON_GetArraySize(actions) == (int)asked ? actions->child : NULL;

    for (uint32_t i = 0; i < count; i++)
        if (!is_unasked(&questions[i])) {
            take_answer(&questions[i], said);
            said = said ? said->next : NULL;
        }
}

/* ---- arrays ---- */

static const struct heard_auction *heard_by(const struct skat_bot_question *question)
{
    return &((const struct pipe_bot *)question->bot)->heard;
}

static uint64_t random_of(const struct skat_bot_question *question)
{
    return ((const struct pipe_bot *)question->bot)->random;
}

/* Asks until all questions are answered. `answer_of`: waits for the answer, NULL is a fault. 0: a
 * fault. */
static int ask_arrays(struct pipe_bot *leader, const struct skat_bot_question *questions,
                      uint32_t count, cJSON *(*answer_of)(struct pipe_bot *, int64_t deadline),
                      int64_t deadline)
{
    static const struct arrays_source source = {heard_by, random_of};
    struct arrays *arrays = leader->arrays;
    uint32_t open = arrays_begin(arrays, questions, count, is_unasked);

    while (open) {
        const uint32_t part = open < leader->dialogue->batch ? open : leader->dialogue->batch;
        struct text *text = dialogue_begin_message(leader->dialogue, "arrays");
        arrays_put_head(arrays, text, part);
        end_message(leader);
        arrays_put_rows(arrays, text, questions, part, &source);
        cJSON *root = answer_of(leader, deadline);
        if (!root)
            return 0;
        open = arrays_take(arrays, questions, open, part,
                           cJSON_GetObjectItemCaseSensitive(root, "actions"), say_what_was_illegal);
        cJSON_Delete(root);
    }
    return 1;
}

static cJSON *answer_alone(struct pipe_bot *bot, int64_t deadline)
{
    (void)deadline; /* with what is left of the time bank */
    return decision_answer(bot);
}

static void act(void *instance, const struct skat_bot_view *view,
                const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    struct pipe_bot *bot = instance;
    const struct skat_bot_question question = {bot, view, decision, out};
    const int batched = bot->dialogue->batch > 0;

    if (bot->lost || !answer_unasked(&question, 1))
        return;
    if (bot->dialogue->arrays) {
        ask_arrays(bot, &question, 1, answer_alone, 0);
        return;
    }
    if (batched) {
        put_batch(bot, &question, 1);
    } else {
        put_question(begin_message(bot, "act"), &question);
        end_message(bot);
    }
    cJSON *root = decision_answer(bot);
    if (root && batched)
        take_batch(root, &question, 1, 1);
    else if (root)
        take_answer(&question, cJSON_GetObjectItemCaseSensitive(root, "action"));
    cJSON_Delete(root);
}

/* 0: a fault. */
static int ask_batch(struct pipe_bot *leader, const struct skat_bot_question *questions,
                     uint32_t count, uint32_t asked)
{
    put_batch(leader, questions, count);
    cJSON *root = answer(leader, call_deadline(leader->host));
    if (!root)
        return 0;
    take_batch(root, questions, count, asked);
    cJSON_Delete(root);
    return 1;
}

/* A fault is one of all games: when they are played again one at a time, it shows whose it is. A
 * child that took another's place may answer fewer in one message. */
static void act_many(void *instance, const struct skat_bot_question *questions, uint32_t count)
{
    struct pipe_bot *leader = instance;
    const struct dialogue *dialogue = leader->dialogue;

    if (dialogue->arrays) {
        answer_unasked(questions, count);
        ask_arrays(leader, questions, count, answer, call_deadline(leader->host));
        return;
    }
    while (count) {
        const uint32_t most = dialogue->batch ? dialogue->batch : 1;
        const uint32_t part = count < most ? count : most;
        const uint32_t asked = answer_unasked(questions, part);
        if (asked && !ask_batch(leader, questions, part, asked))
            return;
        questions += part;
        count -= part;
    }
}

/* One element of a policy, [action, probability]. 0: it is none. */
static int take_likely(const cJSON *pair, const struct skat_bot_question *question,
                       struct skat_bot_likely *likely)
{
    const cJSON *action = cJSON_GetArrayItem(pair, 0), *probability = cJSON_GetArrayItem(pair, 1);

    if (!action || !cJSON_IsNumber(probability) ||
        !read_action(action, (enum skat_bot_decision_kind)question->decision->kind, question->view,
                     &likely->action))
        return 0;
    likely->probability = probability->valuedouble;
    return 1;
}

/* How many answers of a policy fit; of one that is none, 0. */
static uint32_t take_policy(const cJSON *policy, const struct skat_bot_question *question,
                            struct skat_bot_likely *out, uint32_t room)
{
    const cJSON *pair;
    uint32_t count = 0;

    cJSON_ArrayForEach (pair, policy) {
        if (count == room || !take_likely(pair, question, &out[count]))
            return 0;
        count++;
    }
    return count;
}

static uint32_t options_of(void *instance, const struct skat_bot_view *view,
                           const struct skat_bot_decision *decision, struct skat_bot_likely *out,
                           uint32_t room)
{
    struct pipe_bot *bot = instance;
    const struct skat_bot_question question = {bot, view, decision, &out->action};

    if (bot->lost)
        return 0;
    if (is_unasked(&question)) {
        answer_by_default(&question);
        out->probability = 1;
        return 1;
    }
    put_question(begin_message(bot, "policy"), &question);
    end_message(bot);
    cJSON *root = decision_answer(bot);
    uint32_t count =
        take_policy(cJSON_GetObjectItemCaseSensitive(root, "policy"), &question, out, room);
    cJSON_Delete(root);
    return count;
}

/* ---- sessions and deals ---- */

static void session_begin(void *instance, const struct skat_bot_session *session)
{
    struct pipe_bot *bot = instance;

    bot->deals = session->deals;
    bot->rules = session->rules;
    bot->told = 0; /* told with the first deal, when there is certainly a child */
}

static void tell_session(struct pipe_bot *bot)
{
    bot->told = bot->dialogue->children;
    if (!dialogue_wants(bot->dialogue, EVENT_SESSION_BEGIN) || !bot->rules)
        return;
    struct text *text = begin_message(bot, event_names[EVENT_SESSION_BEGIN]);
    put_number(text, "deals", bot->deals);
    put_rules(text, "rules", bot->rules);
    end_message(bot);
}

/* A fault here costs nothing: which game it would cost depends on how the run is split. */
static void session_end(void *instance)
{
    struct pipe_bot *bot = instance;
    struct fault fault;

    bot->rules = NULL;
    if (bot->told != bot->dialogue->children || !dialogue_wants(bot->dialogue, EVENT_SESSION_END))
        return;
    begin_message(bot, event_names[EVENT_SESSION_END]);
    end_message(bot);
    if (!is_asked_alone(bot))
        return;
    cJSON *root = dialogue_answer(bot->dialogue, call_deadline(bot->host), &fault);
    if (!root)
        say(bot, fault.text);
    cJSON_Delete(root);
}

/* Gets a child that has greeted: the current one, or a new one. 0: none for this deal. */
static int be_ready(struct pipe_bot *bot)
{
    struct fault fault = {SKAT_BOT_FAIL_TIMEOUT, "has not greeted yet"};
    struct dialogue *dialogue = bot->dialogue;
    int ok = 1;

    if (dialogue->state == DIALOGUE_NONE)
        ok = dialogue_start(dialogue, &fault);
    if (ok && dialogue->state == DIALOGUE_STARTING)
        ok = dialogue_greet(dialogue, call_deadline(bot->host), &fault);
    if (ok && dialogue->state == DIALOGUE_OPEN)
        return 1;
    fail(bot, &fault);
    return 0;
}

/* 53 bits, so that every language represents the number exactly. */
static int64_t draw(const struct pipe_bot *bot)
{
    enum { DROPPED = 64 - 53 };
    return (int64_t)(bot->host->random(bot->host->context) >> DROPPED);
}

static void deal_begin(void *instance, const struct skat_bot_view *view)
{
    static const struct fault strange = {SKAT_BOT_FAIL_CRASH,
                                         "arrays: these rules are not those of this version"};
    struct pipe_bot *bot = instance;

    bot->lost = 0;
    bot->heard.count = bot->heard.over = 0;
    bot->bank_ms = bot->host->limits.bank_ms;
    if (!be_ready(bot))
        return;
    if (bot->dialogue->arrays && !arrays_take_rules(bot->arrays, bot->rules, bot->deals)) {
        fail(bot, &strange);
        return;
    }
    if (bot->dialogue->arrays)
        bot->random = bot->host->random(bot->host->context);
    if (bot->told != bot->dialogue->children)
        tell_session(bot);
    const int wants = dialogue_wants(bot->dialogue, EVENT_DEAL_BEGIN);
    /* The first number, also where only the key of the seeds, which follows, is wanted. */
    const int64_t random = wants || bot->dialogue->seeds ? draw(bot) : 0;
    if (bot->dialogue->seeds)
        bot->key = question_key_draw(bot->host);
    if (!wants)
        return;
    struct text *text = begin_message(bot, event_names[EVENT_DEAL_BEGIN]);
    put_number(text, "random", random);
    put_view(text, view, bot->rules, cards_of_trick(bot));
    end_message(bot);
}

static void observe(void *instance, const struct skat_bot_event *event)
{
    struct pipe_bot *bot = instance;

    arrays_hear(&bot->heard, event);
    if (bot->lost || !dialogue_wants(bot->dialogue, EVENT_OBSERVE))
        return;
    struct text *text = begin_message(bot, event_names[EVENT_OBSERVE]);
    put_number(text, "position", event->position);
    put_event(text, event, bot->rules);
    if (event->trick_winner != SKAT_BOT_NOBODY)
        put_number(text, "trick_winner", event->trick_winner);
    else
        put_null(text, "trick_winner");
    end_message(bot);
}

static void game_begin(void *instance, const struct skat_bot_view *view)
{
    struct pipe_bot *bot = instance;

    if (bot->lost || !dialogue_wants(bot->dialogue, EVENT_GAME_BEGIN))
        return;
    struct text *text = begin_message(bot, event_names[EVENT_GAME_BEGIN]);
    put_view(text, view, bot->rules, cards_of_trick(bot));
    end_message(bot);
}

static void game_end(void *instance, const struct skat_bot_view *view,
                     const struct skat_bot_result *result)
{
    struct pipe_bot *bot = instance;

    if (bot->lost || !dialogue_wants(bot->dialogue, EVENT_GAME_END))
        return;
    struct text *text = begin_message(bot, event_names[EVENT_GAME_END]);
    put_view(text, view, bot->rules, cards_of_trick(bot));
    put_result(text, result);
    end_message(bot);
}

static void deal_end(void *instance, const struct skat_bot_result *result)
{
    struct pipe_bot *bot = instance;

    if (bot->lost || (!is_asked_alone(bot) && !dialogue_wants(bot->dialogue, EVENT_DEAL_END)))
        return;
    struct text *text = begin_message(bot, event_names[EVENT_DEAL_END]);
    put_result(text, result);
    end_message(bot);
    if (is_asked_alone(bot))
        cJSON_Delete(answer(bot, call_deadline(bot->host)));
}

/* ---- instances ---- */

static void destroy(void *instance)
{
    struct pipe_bot *bot = instance;

    if (bot->dialogue == &bot->own)
        dialogue_close(bot->dialogue);
    arrays_free(&bot->own_arrays);
    free(bot);
}

/* Starts the child and waits for its greeting, so that a command that cannot play is found before
 * the first game. The time limit of calls does not apply here. */
static int starts(struct pipe_bot *bot)
{
    struct fault fault = {SKAT_BOT_FAIL_CRASH, "the option \"command\" is empty"};

    if (*bot->dialogue->command && dialogue_start(bot->dialogue, &fault) &&
        dialogue_greet(bot->dialogue, CHILD_NEVER, &fault))
        return 1;
    say(bot, fault.text);
    return 0;
}

static void *join(void *instance, const struct skat_bot_host *host)
{
    struct pipe_bot *leader = instance, *bot = calloc(1, sizeof *bot);

    if (!bot)
        return NULL;
    bot->host = host;
    bot->dialogue = leader->dialogue;
    bot->arrays = leader->arrays;
    bot->table = ++leader->joined;
    return bot;
}

static void *create(const struct skat_bot_host *host, const struct skat_bot_setting *settings,
                    uint32_t count)
{
    struct pipe_bot *bot = count == OPTIONS ? calloc(1, sizeof *bot) : NULL;

    if (!bot)
        return NULL;
    bot->host = host;
    bot->dialogue = &bot->own;
    bot->arrays = &bot->own_arrays;
    bot->own.host = host;
    bot->own.command = settings[OPTION_COMMAND].text;
    if (starts(bot))
        return bot;
    destroy(bot);
    return NULL;
}

static const struct skat_bot_option options[OPTIONS] = {
    [OPTION_COMMAND] = {.size = sizeof(struct skat_bot_option),
                        .type = SKAT_BOT_OPTION_TEXT,
                        .name = "command",
                        .help = "run by /bin/sh: a program that speaks bots/pipe/README.md",
                        .fallback_text = ""},
};

static int has_policy(void *instance)
{
    return ((const struct pipe_bot *)instance)->dialogue->policy;
}

static uint32_t most_of(void *instance)
{
    return ((const struct pipe_bot *)instance)->dialogue->batch;
}

static const struct skat_bot_policy policy = {
    .size = sizeof policy, .offered = has_policy, .options = options_of};
static const struct skat_bot_batch batch = {
    .size = sizeof batch, .most = most_of, .join = join, .act = act_many};

/* What the child supports is not what this module does. */
static const void *extension(void *instance, const char *id)
{
    const struct pipe_bot *bot = instance;

    return strcmp(id, "skat.variants/1") == 0 ? &bot->dialogue->variants : NULL;
}

SKAT_BOT_EXPORT const struct skat_bot_module skat_bot = {
    SKAT_BOT_SIZES,
    .id = "pipe",
    .version = "2.0",
    .author = "Skat Arena",
    .description = "a bot in any language: a command that speaks JSON lines",
    .flags = SKAT_BOT_DETERMINISTIC,
    .option_count = OPTIONS,
    .options = options,
    .decisions = SKAT_BOT_DECIDES_ALL,
    .variants = SKAT_BOT_KNOWS_ALL,
    .create = create,
    .destroy = destroy,
    .act = act,
    .session_begin = session_begin,
    .session_end = session_end,
    .deal_begin = deal_begin,
    .observe = observe,
    .game_begin = game_begin,
    .game_end = game_end,
    .deal_end = deal_end,
    .policy = &policy,
    .batch = &batch,
    .extension = extension,
};
