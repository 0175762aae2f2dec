// SPDX-License-Identifier: MIT
#include "arena/play/person.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "arena/play/answer_words.h"
#include "arena/record/game_text.h"
#include "engine/deck.h"
#include "engine/game/record.h"

void person_begin(struct person *person, unsigned position)
{
    person->position = position;
    person->told = 0;
}

static const char *name_of(const struct person *person, const struct skat_game *game,
                           unsigned position)
{
    return position == person->position ? "you"
                                        : skat_position_name(game->rules->derived.deck, position);
}

static void print_cards(const struct person *person, const struct skat_game *game, skat_cards cards)
{
    static struct game_json line; /* large, used one at a time */

    line.game = *game;
    const struct game_text text = {&line, person->symbols, person->out, NULL, {0}};
    game_text_print_hand(&text, cards);
}

/* ---- what happened ---- */

/* "pass", "passes": what is done without more. */
static void tell_word(const struct person *person, unsigned kind, bool own)
{
    static const struct {
        const char *you, *others;
    } words[SKAT_ACTIONS] = {
        [SKAT_ACTION_PASS] = {"pass", "passes"},
        [SKAT_ACTION_HOLD] = {"hold", "holds"},
        [SKAT_ACTION_PICK_UP] = {"take the skat", "takes the skat"},
        [SKAT_ACTION_CONCEDE] = {"give up", "gives up"},
        [SKAT_ACTION_PASS_ON] = {"pass on", "passes on"},
        [SKAT_ACTION_KONTRA] = {"double", "doubles"},
        [SKAT_ACTION_CLAIM] = {"claim the rest", "claims the rest"},
    };

    fprintf(person->out, " %s",
            !words[kind].you ? skat_action_word(kind, SKAT_DECIDE_NOTHING)
            : own            ? words[kind].you
                             : words[kind].others);
}

/* A move by its record: "18", "G.C7.D8". What others put aside is not said. */
static void tell_move(const struct person *person, const struct skat_game *game, unsigned position,
                      char *token)
{
    const bool own = position == person->position;
    char contract[SKAT_CONTRACT_NAME_SIZE];
    struct skat_action action;
    struct skat_error error;
    char *rest = strchr(token, '.');

    if (rest && !own)
        *rest = '\0';
    fprintf(person->out, "%s", name_of(person, game, position));
    if (!skat_record_parse_action(token, &action, &error))
        fprintf(person->out, " %s", token);
    else if (action.kind == SKAT_ACTION_BID)
        fprintf(person->out, " %u", action.bid);
    else if (action.kind == SKAT_ACTION_DECLARE)
        fprintf(person->out, " %s %s", own ? "play" : "plays",
                skat_contract_name(action.contract, contract));
    else if (action.kind == SKAT_ACTION_CARD)
        print_cards(person, game, skat_card_bit(action.cards[0]));
    else
        tell_word(person, action.kind, own);
}

/* Whether a move ends a trick. Tells who takes it, unless the game is over by then. */
static bool tell_trick(const struct person *person, const struct skat_game *game, int cards)
{
    const int trick = cards / game->hands_dealt;
    struct skat_decision next;

    if (!cards || cards % game->hands_dealt)
        return false;
    if (trick < game->table.trick_count || skat_game_pending(game, &next))
        fprintf(person->out, ": to %s\n", name_of(person, game, skat_trick_leader(game, trick)));
    else
        fprintf(person->out, "\n");
    return true;
}

static bool is_card(const char *token)
{
    struct skat_action action;
    struct skat_error error;

    return skat_record_parse_action(token, &action, &error) && action.kind == SKAT_ACTION_CARD;
}

void person_tell(struct person *person, const struct skat_game *game)
{
    char record[SKAT_RECORD_SIZE], *rest = NULL;
    const char *between = "";
    int number = 0, cards = 0;

    record[skat_record_moves(game, record)] = '\0';
    for (char *actor = strtok_r(record, " ", &rest); actor; actor = strtok_r(NULL, " ", &rest)) {
        char *token = strtok_r(NULL, " ", &rest);
        if (!token)
            break;
        const bool card = *actor != 'w' && is_card(token);
        cards += card;
        if (number++ < person->told || *actor == 'w')
            continue; /* cards from the skat or a pile are in the view of who may see them */
        fprintf(person->out, "%s", between);
        tell_move(person, game, (unsigned)(*actor - '0'), token);
        between = card && tell_trick(person, game, cards) ? "" : ", ";
    }
    person->told = number;
    if (*between)
        fprintf(person->out, "\n");
}

/* ---- asking ---- */

/* Cards of others that lie open to this player. */
static void print_open_cards(const struct person *person, const struct skat_game *game,
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

static void print_situation(const struct person *person, const struct skat_game *game,
                            const struct skat_decision *decision)
{
    struct skat_view view = {.size = sizeof view};

    skat_game_view(game, person->position, &view);
    print_open_cards(person, game, &view);
    if (view.hand) {
        fprintf(person->out, "your cards:");
        print_cards(person, game, view.hand);
        fprintf(person->out, "\n");
    }
    fprintf(person->out, "%s? ", skat_decision_rows[decision->kind].name);
    answer_words_print(game, decision, person->out);
}

bool person_decides(const void *context, const struct skat_game *game,
                    const struct skat_decision *decision)
{
    const struct person *person = context;

    return skat_game_player(game, decision->position) == person->position;
}

/* False at the end of the input, or if the person leaves. */
static bool ask(struct person *person, const struct skat_game *game,
                const struct skat_decision *decision, struct skat_action *action)
{
    char *text = NULL;
    size_t size = 0;
    bool answered = false;

    person_tell(person, game);
    print_situation(person, game, decision);
    while (!answered && !person->left) {
        fprintf(person->out, "> ");
        fflush(person->out);
        person->left = getline(&text, &size, person->in) < 0;
        if (person->left)
            break;
        text[strcspn(text, "\r\n")] = '\0';
        person->left = strcasecmp(text, "quit") == 0;
        if (person->left || !*text)
            continue;
        const char *why = answer_words_read(game, decision, text, action);
        answered = !why;
        if (why)
            fprintf(person->out, "\"%.60s\": %s; answers: ", text, why);
        if (why)
            answer_words_print(game, decision, person->out);
    }
    free(text);
    return answered;
}

bool person_answer(void *context, const struct skat_game *game,
                   const struct skat_decision *decision, struct skat_action *action)
{
    if (!person_decides(context, game, decision))
        return false;
    if (!ask(context, game, decision, action))
        *action = (struct skat_action){.size = sizeof *action, .kind = SKAT_ACTION_NONE};
    return true;
}
