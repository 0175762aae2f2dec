// SPDX-License-Identifier: MIT
#include "arena/serve/table_child.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/exit_code.h"
#include "arena/base/input_line.h"
#include "arena/base/input_file.h"
#include "arena/base/json_write.h"
#include "arena/base/memory.h"
#include "arena/bot/deal_play.h"
#include "arena/play/casual_table.h"
#include "arena/record/answer_words.h"
#include "arena/report/game_steps.h"
#include "arena/serve/table_state.h"
#include "engine/deck.h"

/* A person at a page. */
struct page_person {
    FILE *in;
    int out;
    struct language language;
    uint64_t state; /* the number of the last one that was said */
    unsigned own;
    cJSON *deal; /* what all states of a deal, or of a puzzle, begin with */
    const char *const *names;
    const char *puzzle_names[3]; /* of the person, of declarer, of others */
    uint8_t seat_of[SKAT_PLAYERS];
    int seats, seat;            /* at the table; the person's */
    struct skat_solver *solver; /* made when it is needed */
};

enum { SOLVER_BITS = 18 }; /* room for its positions, as for reports */

/* ---- states ---- */

/* What the page shows from now on: the deal, and what is added. The caller ends it with say(). */
static cJSON *begin_state(struct page_person *person, const char *phase)
{
    cJSON *state = cJSON_Duplicate(person->deal, true);

    json_put_int(state, "state", (int64_t)++person->state);
    cJSON_AddStringToObject(state, "phase", phase);
    return state;
}

static void say(const struct page_person *person, cJSON *state, enum table_code code)
{
    char *text = xcheck(cJSON_PrintUnformatted(state));

    child_say(person->out, code, person->state, text, strlen(text));
    free(text);
    cJSON_Delete(state);
}

/* Reads what the person answers, without the end of the line. False if the server is gone. The
 * caller frees *text. */
static bool read_answer(struct page_person *person, char **text, size_t *size)
{
    if (input_line_read(text, size, person->in) <= 0)
        return false;
    (*text)[strcspn(*text, "\r\n")] = '\0';
    return true;
}

/* Says a state after which the person goes on, unless it is the last one. False: they never do. */
static bool say_and_wait(struct page_person *person, cJSON *state, bool last)
{
    char *text = NULL;
    size_t size = 0;
    bool read = !last;

    say(person, state, last ? TABLE_OVER : TABLE_GOES_ON);
    do
        read = read && read_answer(person, &text, &size);
    while (read && strcmp(text, "next") != 0);
    free(text);
    return read;
}

/* ---- a deal ---- */

/* What the page says of players is in the third person. */
static const char *name_at(const struct page_person *person, unsigned seat)
{
    return seat == (unsigned)person->seat ? language_phrase(&person->language, "Human")
                                          : person->names[seat];
}

static void add_players(const struct page_person *person, cJSON *root, const struct skat_deck *deck)
{
    cJSON *players = cJSON_AddArrayToObject(root, "players"),
          *positions = cJSON_AddArrayToObject(root, "positions");

    for (unsigned position = 0; position < SKAT_PLAYERS; position++) {
        const unsigned seat = person->seat_of[position];
        cJSON_AddItemToArray(players,
                             cJSON_CreateString(seat == SKAT_NOBODY ? "" : name_at(person, seat)));
        cJSON_AddItemToArray(
            positions, cJSON_CreateString(
                           language_phrase(&person->language, skat_position_name(deck, position))));
    }
}

/* The score sheet, with who sits in each seat. */
static void add_sheet(const struct page_person *person, cJSON *root,
                      const struct score_sheet *sheet)
{
    cJSON *object = fields_to_json(&score_sheet_fields, sheet),
          *names = cJSON_AddArrayToObject(object, "names");

    for (int seat = 0; seat < person->seats; seat++)
        cJSON_AddItemToArray(names, cJSON_CreateString(name_at(person, (unsigned)seat)));
    cJSON_AddItemToObject(root, "sheet", object);
}

static void begin(void *context, const struct table_deal *deal)
{
    struct page_person *person = context;

    cJSON_Delete(person->deal);
    person->deal = cJSON_CreateObject();
    person->own = deal->own;
    person->names = deal->names;
    person->seats = deal->seats;
    person->seat = deal->seat;
    memcpy(person->seat_of, deal->seat_of, sizeof person->seat_of);
    json_put_int(person->deal, "deal", (int64_t)deal->number + 1);
    json_put_int(person->deal, "deals", deal->deals);
    if (deal->own != SKAT_NOBODY)
        json_put_int(person->deal, "own", deal->own);
    add_players(person, person->deal, deal->deck);
    add_sheet(person, person->deal, deal->sheet);
}

static bool ask(void *context, const struct skat_game *game, const struct skat_decision *decision,
                struct skat_action *action)
{
    static const struct language english; /* what the page sends are the words of records */
    struct page_person *person = context;
    const char *why = NULL;
    char *text = NULL;
    size_t size = 0;
    bool read;

    do {
        cJSON *state = begin_state(person, "asked");
        cJSON_AddItemToObject(state, "table",
                              table_state_json(&person->language, game, person->own));
        cJSON_AddItemToObject(state, "question",
                              table_question_json(&person->language, game, decision));
        if (why)
            cJSON_AddStringToObject(state, "why", language_phrase(&person->language, why));
        say(person, state, TABLE_GOES_ON);
        read = read_answer(person, &text, &size);
        why = read ? answer_words_read(&english, game, decision, text, action) : NULL;
    } while (why);
    free(text);
    return read;
}

static void watch(void *context, const struct skat_game *game, const struct skat_decision *decision)
{
    struct page_person *person = context;
    cJSON *state = begin_state(person, "waiting");

    cJSON_AddItemToObject(state, "table", table_state_json(&person->language, game, person->own));
    json_put_int(state, "asks", decision->position);
    say(person, state, TABLE_GOES_ON);
}

static void add_thoughts(const struct page_person *person, cJSON *game,
                         const struct table_deal_end *end)
{
    cJSON *thoughts = cJSON_AddArrayToObject(game, "thoughts");
    char words[2 * PLAY_THOUGHT_SIZE];

    for (int i = 0; i < end->thought_count; i++) {
        const struct table_thought *thought = &end->thoughts[i];
        cJSON *object = cJSON_CreateObject();
        json_put_int(object, "position", thought->position);
        if (thought->card >= 0)
            json_put_int(object, "card", thought->card);
        cJSON_AddStringToObject(
            object, "text", language_words(&person->language, thought->text, words, sizeof words));
        cJSON_AddItemToArray(thoughts, object);
    }
}

/* The game as reports have it, with the cards that would have been better. */
static cJSON *finished_game(struct page_person *person, const struct table_deal_end *end)
{
    static struct game_json line; /* large, used one at a time */

    line = *end->line;
    line.table[person->seat] = name_at(person, (unsigned)person->seat);
    cJSON *game = game_json(&line, &person->language, end->analysis);
    if (!person->solver)
        person->solver = skat_solver_init(xcalloc(1, skat_solver_size(SOLVER_BITS)), SOLVER_BITS);
    game_json_add_better(game, &end->line->game, person->solver);
    add_thoughts(person, game, end);
    return game;
}

static bool end(void *context, const struct table_deal_end *end)
{
    struct page_person *person = context;
    cJSON *state = begin_state(person, end->last ? "done" : "over");

    cJSON_DeleteItemFromObjectCaseSensitive(state, "sheet");
    add_sheet(person, state, end->sheet);
    if (end->fault_of)
        cJSON_AddStringToObject(state, "fault_of", end->fault_of);
    if (end->line)
        cJSON_AddItemToObject(state, "game", finished_game(person, end));
    return say_and_wait(person, state, end->last);
}

/* ---- puzzles ---- */

/* What all lines of the puzzle have. Nobody has a name at its table but the person. */
static void puzzle(void *context, const struct table_puzzle *puzzle)
{
    struct page_person *person = context;

    person->puzzle_names[0] = "";
    person->puzzle_names[1] = language_phrase(&person->language, "declarer");
    person->puzzle_names[2] = language_phrase(&person->language, "defender");
    cJSON_Delete(person->deal);
    person->deal = cJSON_CreateObject();
    person->own = puzzle->own;
    person->names = person->puzzle_names;
    person->seats = 0;
    person->seat = 0;
    for (unsigned position = 0; position < SKAT_PLAYERS; position++)
        person->seat_of[position] = position == puzzle->own        ? 0
                                    : position == puzzle->declarer ? 1
                                                                   : 2;
    json_put_int(person->deal, "own", puzzle->own);
    add_players(person, person->deal, puzzle->deck);
    cJSON *object = cJSON_AddObjectToObject(person->deal, "puzzle");
    json_put_int(object, "number", puzzle->number);
    json_put_int(object, "count", puzzle->count);
    json_put_int(object, "solved", puzzle->solved);
    cJSON_AddStringToObject(object, "id", puzzle->position->id);
    cJSON_AddStringToObject(object, "theme",
                            person->language.german ? puzzle->position->theme_de
                                                    : puzzle->position->theme);
}

static bool solved(void *context, const struct table_puzzle *puzzle, const struct skat_game *game)
{
    struct page_person *person = context;
    const struct position *position = puzzle->position;
    const bool last = puzzle->number == puzzle->count;
    cJSON *state = begin_state(person, last ? "done" : "over"), *object = json_get(state, "puzzle");

    cJSON_DeleteItemFromObjectCaseSensitive(object, "solved");
    json_put_int(object, "solved", puzzle->solved);
    cJSON_AddBoolToObject(object, "right", puzzle->right);
    cJSON_AddItemToObject(object, position->play ? "play" : "avoid",
                          cJSON_Duplicate(position->play ? position->play : position->avoid, true));
    cJSON_AddStringToObject(object, "reason",
                            person->language.german ? position->reason_de : position->reason);
    cJSON_AddItemToObject(state, "table", table_state_json(&person->language, game, person->own));
    return say_and_wait(person, state, last);
}

/* ---- the process ---- */

/* The setup of a plan; of one that takes over a game of a log, with this game. False with errors.
 * The caller deletes its taken.rules where the plan names a folder. */
static bool set_up(struct play_setup *setup, const struct table_plan *plan, struct errors *errors)
{
    *setup = plan->setup;
    if (!plan->from.folder)
        return true;
    input_stay_below(plan->from.root);
    const bool ok = taken_game_read(&setup->taken, plan->from.folder, NULL, plan->from.game,
                                    plan->from.move, errors);
    input_stay_below(NULL);
    return ok;
}

static void play_deals(const struct table_plan *plan, struct casual_shared *shared,
                       const struct table_face *face, struct errors *errors)
{
    struct play_setup setup;
    const struct casual_plan casual = {
        .setup = &setup, .person = "you", .explains = true, .log = plan->log, .shared = shared};

    if (set_up(&setup, plan, errors))
        casual_table_play(&casual, face, errors);
    if (plan->from.folder)
        cJSON_Delete(setup.taken.rules);
}

cJSON *table_failed_json(uint64_t state, const char *why)
{
    cJSON *failed = cJSON_CreateObject();

    json_put_int(failed, "state", (int64_t)state);
    cJSON_AddStringToObject(failed, "phase", "failed");
    cJSON_AddStringToObject(failed, "note", why);
    return failed;
}

int table_child(const struct child_task *task)
{
    const struct table_plan *plan = task->context;
    struct page_person person = {.in = xcheck(fdopen(task->out, "r")),
                                 .out = task->out,
                                 .language = plan->language,
                                 .state = task->known};
    const struct table_face face = {&person, NULL, begin, ask, watch, end, puzzle, solved, NULL};
    struct errors errors = {0};

    if (plan->puzzles)
        puzzles_play(plan->puzzles, &plan->setup, &face, &errors);
    else
        play_deals(plan, task->shared, &face, &errors);
    const bool failed = errors.count;
    if (failed && plan->from.folder) /* of an address that somebody wrote: the page says why */
        say(&person, table_failed_json(++person.state, errors.text), TABLE_OVER);
    else
        errors_print(&errors);
    cJSON_Delete(person.deal);
    free(person.solver);
    errors_free(&errors);
    fclose(person.in);
    return failed && !plan->from.folder ? EXIT_INTERNAL : EXIT_OK;
}
