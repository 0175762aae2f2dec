// SPDX-License-Identifier: MIT
#include "arena/play/terminal_face.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "arena/base/input_line.h"
#include "arena/base/terminal.h"
#include "arena/config/config_warnings.h"
#include "arena/record/answer_words.h"
#include "arena/record/game_text.h"
#include "engine/deck.h"
#include "engine/game/record.h"

/* Prints in the person's language. */
__attribute__((format(printf, 2, 3))) static void say(const struct terminal_person *person,
                                                      const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vfprintf(person->out, language_phrase(&person->language, format), arguments);
    va_end(arguments);
}

static const char *in_language(const struct terminal_person *person, const char *english)
{
    return language_phrase(&person->language, english);
}

static const char *name_of(const struct terminal_person *person, const struct skat_game *game,
                           unsigned position)
{
    return in_language(person, position == person->position
                                   ? "you"
                                   : skat_position_name(game->rules->derived.deck, position));
}

static void print_cards(const struct terminal_person *person, const struct skat_game *game,
                        skat_cards cards)
{
    static struct game_json line; /* large, used one at a time */

    line.game = *game;
    const struct game_text text = {&line, person->symbols, person->out, NULL, person->language};
    game_text_print_hand(&text, cards);
}

/* ---- what happened ---- */

/* "you pass", "forehand passes": what is done without more. */
static void tell_word(const struct terminal_person *person, const struct skat_game *game,
                      bool declared, unsigned position, unsigned kind)
{
    static const struct {
        const char *you, *others;
    } words[SKAT_ACTIONS] = {
        [SKAT_ACTION_NONE] = {"you do nothing", "does nothing"},
        [SKAT_ACTION_PASS] = {"you pass", "passes"},
        [SKAT_ACTION_BID] = {"you bid", "bids"},
        [SKAT_ACTION_HOLD] = {"you hold", "holds"},
        [SKAT_ACTION_PICK_UP] = {"you take the skat", "takes the skat"},
        [SKAT_ACTION_DECLARE] = {"you play", "plays"},
        [SKAT_ACTION_CARD] = {"you play", "plays"},
        [SKAT_ACTION_CONCEDE] = {"you concede", "concedes"},
        [SKAT_ACTION_PLAY_ON] = {"you play on", "plays on"},
        [SKAT_ACTION_KONTRA] = {"you double", "doubles"},
        [SKAT_ACTION_REFUSE] = {"you decline", "declines"},
        [SKAT_ACTION_GIVE_UP] = {"you propose to give up", "proposes to give up"},
        [SKAT_ACTION_PASS_ON] = {"you pass on", "passes on"},
        [SKAT_ACTION_RUM] = {"you say rum", "says rum"},
        [SKAT_ACTION_EXCHANGE] = {"you take a new hand", "takes a new hand"},
        [SKAT_ACTION_TURN_CARD] = {"you turn a card", "turns a card"},
        [SKAT_ACTION_CHOOSE] = {"you choose", "chooses"},
        [SKAT_ACTION_PLACE] = {"you play", "plays"},
        [SKAT_ACTION_CLAIM] = {"you claim the rest", "claims the rest"},
        [SKAT_ACTION_CALL] = {"you name", "names"},
        [SKAT_ACTION_KNOCK] = {"you knock", "knocks"},
    };

    if (kind == SKAT_ACTION_HOLD && declared) { /* nobody bids any more */
        if (position == person->position)
            say(person, "you agree");
        else
            say(person, "%s agrees", name_of(person, game, position));
        return;
    }
    if (position == person->position)
        fprintf(person->out, "%s", in_language(person, words[kind].you));
    else
        fprintf(person->out, "%s %s", name_of(person, game, position),
                in_language(person, words[kind].others));
}

/* A game, after what is done with it. */
static void tell_contract(const struct terminal_person *person, const struct skat_game *game,
                          struct skat_contract contract)
{
    char name[SKAT_CONTRACT_NAME_SIZE], german[2 * SKAT_CONTRACT_NAME_SIZE];

    fprintf(person->out, " %s",
            language_words(&person->language, skat_rules_name(game->rules, contract, name), german,
                           sizeof german));
}

/* A move by its record: "18", "G.C7.D8". What others put aside is not said. */
static void tell_move(const struct terminal_person *person, const struct skat_game *game,
                      bool declared, unsigned position, char *token)
{
    struct skat_action action;
    struct skat_error error;
    const bool known = skat_record_parse_action(token, &action, &error);

    if (!known || action.kind == SKAT_ACTION_BID || action.kind == SKAT_ACTION_CARD)
        fprintf(person->out, "%s", name_of(person, game, position));
    else
        tell_word(person, game, declared, position, action.kind);
    if (!known)
        fprintf(person->out, " %.*s", (int)strcspn(token, "."), token);
    else if (action.kind == SKAT_ACTION_BID)
        fprintf(person->out, " %u", action.bid);
    else if (action.kind == SKAT_ACTION_CARD)
        print_cards(person, game, skat_card_bit(action.cards[0]));
    else if (action.kind == SKAT_ACTION_CHOOSE && action.number < SKAT_DUTIES)
        fprintf(person->out, " %s", in_language(person, skat_duty_names[action.number]));
    else if (skat_names_contract(action.kind))
        tell_contract(person, game, action.contract);
    else if (action.kind == SKAT_ACTION_CLAIM && !game->claim_asked && !game->rest_to)
        say(person, ": refused");
}

/* Whether a move ends a trick. Tells who takes it, unless the game is over by then. */
static bool tell_trick(const struct terminal_person *person, const struct skat_game *game,
                       int cards)
{
    const int trick = cards / game->hands_dealt;
    struct skat_decision next;

    if (!cards || cards % game->hands_dealt)
        return false;
    if (trick < game->table.trick_count || skat_game_pending(game, &next))
        say(person, ": to %s\n", name_of(person, game, game->table.leader[trick]));
    else
        fprintf(person->out, "\n");
    return true;
}

static bool is_of_kind(const char *token, unsigned kind)
{
    struct skat_action action;
    struct skat_error error;

    return skat_record_parse_action(token, &action, &error) && action.kind == kind;
}

/* Tells what was done since the last time, as far as this player may know it. */
static void tell(struct terminal_person *person, const struct skat_game *game)
{
    char record[SKAT_RECORD_SIZE], *rest = NULL;
    const char *between = "";
    int number = 0, cards = 0;
    bool declared = false;

    record[skat_record_moves(game, record)] = '\0';
    for (char *actor = strtok_r(record, " ", &rest); actor; actor = strtok_r(NULL, " ", &rest)) {
        char *token = strtok_r(NULL, " ", &rest);
        if (!token)
            break;
        const bool card = *actor != 'w' && is_of_kind(token, SKAT_ACTION_CARD);
        cards += card;
        declared |= *actor != 'w' && is_of_kind(token, SKAT_ACTION_DECLARE);
        if (number++ < person->told || *actor == 'w')
            continue; /* cards from the skat or a pile are in the view of who may see them */
        fprintf(person->out, "%s", between);
        tell_move(person, game, declared, (unsigned)(*actor - '0'), token);
        between = card && tell_trick(person, game, cards) ? "" : ", ";
    }
    person->told = number;
    if (*between)
        fprintf(person->out, "\n");
}

/* ---- asking ---- */

/* Cards of others that lie open to this player. */
static void print_open_cards(const struct terminal_person *person, const struct skat_game *game,
                             const struct skat_view *view)
{
    for (unsigned other = 0; other < SKAT_PLAYERS; other++) {
        const skat_cards shown =
            view->seen[other] | (other == view->table.declarer ? view->shown : 0);
        if (other == person->position || !shown)
            continue;
        fprintf(person->out, "%s:", name_of(person, game, other));
        print_cards(person, game, shown);
        fprintf(person->out, "\n");
    }
}

static void print_answers(const struct terminal_person *person, const struct skat_game *game,
                          const struct skat_decision *decision)
{
    const struct answer_words words = {&person->language, game, decision, .person = true};

    answer_words_print(&words, person->out);
}

static void print_situation(const struct terminal_person *person, const struct skat_game *game,
                            const struct skat_decision *decision)
{
    struct skat_view view = {.size = sizeof view};

    skat_game_view(game, person->position, &view);
    print_open_cards(person, game, &view);
    if (view.hand) {
        say(person, "your cards:");
        print_cards(person, game, view.hand);
        fprintf(person->out, "\n");
    }
    fprintf(person->out, "%s ", answer_words_question(&person->language, decision));
    print_answers(person, game, decision);
}

/* Reads a line; false at the end of the input, or if the person leaves. The caller frees *text. */
static bool hear(struct terminal_person *person, char **text, size_t *size)
{
    fprintf(person->out, TERMINAL_PROMPT);
    fflush(person->out);
    person->left = input_line_read(text, size, person->in) <= 0;
    if (person->left)
        return false;
    (*text)[strcspn(*text, "\r\n")] = '\0';
    person->left =
        strcasecmp(*text, "quit") == 0 || strcasecmp(*text, in_language(person, "quit")) == 0;
    return !person->left;
}

static bool ask(void *context, const struct skat_game *game, const struct skat_decision *decision,
                struct skat_action *action)
{
    struct terminal_person *person = context;
    char *text = NULL;
    size_t size = 0;
    bool answered = false;

    tell(person, game);
    print_situation(person, game, decision);
    while (!answered && hear(person, &text, &size)) {
        const char *why = answer_words_read(&person->language, game, decision, text, action);
        answered = !why;
        if (!why || !*text)
            continue;
        say(person, "\"%.60s\": %s; answers: ", text, why);
        print_answers(person, game, decision);
    }
    free(text);
    return answered;
}

/* ---- deals ---- */

static void face_open(void *context, const struct config *config)
{
    struct terminal_person *person = context;
    char seed[SKAT_SEED_TEXT_SIZE];

    if (config)
        isolation_note_of(config);
    if (config && !person->takes)
        say(person, "seed %s; ", skat_seed_print(&config->seed, seed));
    say(person, "\"quit\" ends\n");
}

static const char *seat_name(const struct terminal_person *person, int seat)
{
    return seat == person->seat ? in_language(person, "you") : person->names[seat];
}

static void begin(void *context, const struct table_deal *deal)
{
    struct terminal_person *person = context;
    const char *between = ": ";

    person->position = deal->own;
    person->told = 0;
    person->names = deal->names;
    person->seats = deal->seats;
    person->seat = deal->seat;
    say(person, "\ndeal %d of %d", (int)deal->number + 1, deal->deals);
    for (unsigned position = 0; position < SKAT_PLAYERS; position++) {
        const unsigned seat = deal->seat_of[position];
        if (seat == SKAT_NOBODY)
            continue;
        fprintf(person->out, "%s%s %s", between,
                in_language(person, skat_position_name(deal->deck, position)),
                seat_name(person, (int)seat));
        between = ", ";
    }
    fprintf(person->out, "\n");
}

static void print_scores(const struct terminal_person *person, const struct score_sheet *sheet)
{
    say(person, "in all:");
    for (int seat = 0; seat < person->seats; seat++)
        fprintf(person->out, "%s %s %+" PRId64, seat ? "," : "", seat_name(person, seat),
                sheet->players[seat].points);
    fprintf(person->out, "\n");
}

static bool end(void *context, const struct table_deal_end *end)
{
    struct terminal_person *person = context;

    tell(person, end->game);
    if (end->fault_of)
        say(person, "\n%s ends the deal by a fault\n", end->fault_of);
    fprintf(person->out, "\n");
    if (end->line) {
        const struct game_text shown = {end->line, person->symbols, person->out, end->analysis,
                                        person->language};
        if (person->brief)
            game_text_print_outcome(&shown);
        else
            game_text_print(&shown);
    }
    print_scores(person, end->sheet);
    return true;
}

/* ---- puzzles ---- */

static void puzzle(void *context, const struct table_puzzle *puzzle)
{
    struct terminal_person *person = context;
    const struct position *position = puzzle->position;
    const char *theme = person->language.german ? position->theme_de : position->theme;

    person->position = puzzle->own;
    person->told = 0;
    say(person, "\npuzzle %d of %d: %s%s%s\n", puzzle->number, puzzle->count, position->id,
        *theme ? ", " : "", theme);
}

/* Cards as this person writes them; other actions as in records. */
static void print_actions(const struct terminal_person *person, const cJSON *list)
{
    const cJSON *item;
    const char *between = "";
    char text[LANGUAGE_CARD_SIZE];

    cJSON_ArrayForEach (item, list) {
        const char *action = item->valuestring;
        const skat_card card = strlen(action) == 2 ? skat_card_parse(action) : SKAT_NO_CARD;
        fprintf(person->out, "%s%s", between,
                card == SKAT_NO_CARD ? action : language_card(&person->language, card, text));
        between = ", ";
    }
}

/* What is right, and why. */
static bool solved(void *context, const struct table_puzzle *puzzle, const struct skat_game *game)
{
    struct terminal_person *person = context;
    const struct position *position = puzzle->position;

    (void)game;
    say(person, puzzle->right ? "solved; " : "not solved; ");
    say(person, position->play ? "right: " : "right: anything but ");
    print_actions(person, position->play ? position->play : position->avoid);
    const char *reason = person->language.german ? position->reason_de : position->reason;
    fprintf(person->out, *reason ? " (%s)\n" : "\n", reason);
    return true;
}

static void face_close(void *context, int count, int asked)
{
    say(context, "\nsolved: %d of %d\n", count, asked);
}

struct table_face terminal_face(struct terminal_person *person)
{
    /* What others do is told before the next question. */
    return (struct table_face){person, face_open, begin,  ask,       NULL,
                               end,    puzzle,    solved, face_close};
}
