// SPDX-License-Identifier: MIT
#include "arena/record/game_text.h"

#include <ctype.h>
#include <langinfo.h>
#include <locale.h>
#include <stdarg.h>
#include <string.h>

#include "arena/base/json_write.h"
#include "arena/base/terminal.h"
#include "engine/variant.h"

bool game_text_symbols(void)
{
    setlocale(LC_CTYPE, "");
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

/* Prints in the language of the text: formats have a row in language.c. */
__attribute__((format(printf, 2, 3))) static void say(const struct game_text *printer,
                                                      const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vfprintf(printer->out, language_phrase(&printer->language, format), args);
    va_end(args);
}

static const char *phrase(const struct game_text *printer, const char *english)
{
    return language_phrase(&printer->language, english);
}

/* The name of a game. */
struct contract_text {
    char english[SKAT_CONTRACT_NAME_SIZE], text[2 * SKAT_CONTRACT_NAME_SIZE];
};

static const char *contract_name(const struct game_text *printer, struct skat_contract contract,
                                 struct contract_text *text)
{
    /* The Skatordnung has no "Grand ouvert Hand": there is none with the skat. */
    if (printer->language.german && contract.type <= SKAT_GAME_GRAND &&
        contract.with & SKAT_WITH_OUVERT && skat_ouvert_needs_hand(printer->line->game.rules))
        contract.with &= (uint8_t)~SKAT_WITH_HAND;
    return language_words(&printer->language,
                          skat_rules_name(printer->line->game.rules, contract, text->english),
                          text->text, sizeof text->text);
}

/* A game that is named in the auction by suits (rules.md 3.1). */
static const char *call_name(const struct game_text *printer, struct skat_contract contract,
                             struct contract_text *text)
{
    struct contract_text suit;

    if (contract.type >= SKAT_SUITS)
        return contract_name(printer, contract, text);
    contract_name(printer, (struct skat_contract){contract.type, 0}, &suit);
    snprintf(text->text, sizeof text->text, "%s %.40s",
             phrase(printer, contract.with & SKAT_WITH_HAND ? "solo in" : "Frage in"),
             printer->language.german ? suit.text : suit.english);
    return text->text;
}

/* ---- cards and hands ---- */

static void print_card(const struct game_text *printer, skat_card card)
{
    enum skat_suit suit = skat_card_suit(card);

    const bool red = suit <= SKAT_HEARTS && terminal_colours(printer->out);

    char letters[LANGUAGE_CARD_SIZE];

    /* There are no symbols of the German suits. */
    if (printer->symbols && !(printer->language.german && printer->language.german_cards))
        fprintf(printer->out, "%s%s%s%s", red ? terminal_colour(COLOUR_RED_SUIT, printer->out) : "",
                language_suit_symbols[suit], language_rank(&printer->language, card),
                red ? terminal_colour(COLOUR_END, printer->out) : "");
    else
        fprintf(printer->out, "%s", language_card(&printer->language, card, letters));
}

int game_text_sort_hand(const struct game_json *line, skat_cards hand, skat_card *sorted)
{
    const struct skat_game *game = &line->game;
    const struct skat_ranking *order =
        game->table.announced ? game->order : &skat_rankings[SKAT_RANKING_GRAND];
    int count = 0;

    for (int class = SKAT_CLASSES - 1; class >= 0; class --) {
        skat_cards rest = hand & order->members[class];
        while (rest) {
            skat_card best = skat_cards_first(rest);
            for (skat_cards others = rest; others;) {
                skat_card card = skat_cards_pop(&others);
                if (order->strength[card] > order->strength[best])
                    best = card;
            }
            rest &= ~skat_card_bit(best);
            sorted[count++] = best;
        }
    }
    return count;
}

void game_text_print_hand(const struct game_text *printer, skat_cards hand)
{
    skat_card sorted[SKAT_DECK_MAX];
    int count = game_text_sort_hand(printer->line, hand, sorted);

    for (int i = 0; i < count; i++) {
        fprintf(printer->out, " ");
        print_card(printer, sorted[i]);
    }
}

/* ---- players ---- */

const char *game_text_player(const struct language *language, const struct game_json *line,
                             unsigned position)
{
    unsigned seat = line->outcome.seat_of[position];
    if (seat != SKAT_NOBODY)
        return line->table[seat];
    return language_phrase(
        language,
        line->game.rules->derived.seating->dummy_plays == SKAT_DUMMY_PILE ? "(pile)" : "(dummy)");
}

static const char *player_name(const struct game_text *printer, unsigned position)
{
    return game_text_player(&printer->language, printer->line, position);
}

static const char *position_name(const struct game_text *printer, unsigned position)
{
    return phrase(printer, skat_position_name(printer->line->game.rules->derived.deck, position));
}

/* The player at a position: "club", or "club M" (middlehand) if the same bot has two of the
 * positions, as in the report. */
struct player_text {
    char text[160]; /* longer names, which a log may have, are cut */
};

static struct player_text player_at(const struct game_text *printer, unsigned position)
{
    const char *name = player_name(printer, position);
    struct player_text player;
    int sits = 0;

    for (unsigned other = 0; other < printer->line->game.hands_dealt; other++)
        sits += strcmp(player_name(printer, other), name) == 0;
    snprintf(player.text, sizeof player.text, sits > 1 ? "%s %c" : "%s", name,
             toupper(*position_name(printer, position)));
    return player;
}

/* ---- the deal ---- */

/* What opened a round, behind "opened by". In German, too, the words are the same in both cases. */
static const char *const trigger_words[SKAT_TRIGGERS] = {
    [SKAT_TRIGGER_VALUE_OVER_100] = "a game of more than 100",
    [SKAT_TRIGGER_GRAND_HAND_WON] = "a grand hand that was won",
    [SKAT_TRIGGER_GRAND_HAND_PLAYED] = "a grand hand",
    [SKAT_TRIGGER_KONTRA_LOST] = "a game lost with kontra",
    [SKAT_TRIGGER_RE_SAID] = "a game with re",
    [SKAT_TRIGGER_RE_WON] = "a game won with re",
    [SKAT_TRIGGER_DECLARER_SCHNEIDER] = "a game with declarer in schneider",
    [SKAT_TRIGGER_SIXTY_SIXTY] = "a game of 60 to 60 points",
    [SKAT_TRIGGER_LAST_ROUND] = "the last round",
    [SKAT_TRIGGER_SCORE_MULTIPLE_OF_100] = "a score that is a multiple of 100",
    [SKAT_TRIGGER_SCORE_THREE_EQUAL_DIGITS] = "a score of three equal digits",
    [SKAT_TRIGGER_VALUE_AT_LEAST_72] = "a game won at 72 or more",
    [SKAT_TRIGGER_VALUE_AT_LEAST_96] = "a game won at 96 or more",
    [SKAT_TRIGGER_KONTRA_FAILED] = "a game won in spite of kontra",
    [SKAT_TRIGGER_SCORE_ENDS_IN_THREE_EQUAL_DIGITS] = "a score that ends in three equal digits",
    [SKAT_TRIGGER_GRAND_HAND_LOST] = "a grand hand that was lost",
    [SKAT_TRIGGER_NULL_OUVERT_HAND_PLAYED] = "a null ouvert by hand",
};

/* The words of a trigger that a line of the log names. */
static const char *words_of_trigger(const struct game_text *printer, const cJSON *name)
{
    for (int i = 0; i < SKAT_TRIGGERS; i++)
        if (cJSON_IsString(name) && strcmp(name->valuestring, skat_trigger_names[i]) == 0)
            return phrase(printer, trigger_words[i]);
    return "?";
}

/* "bock round, deal 2 of 3, counts 2 times: opened by a game with re" */
static void print_round(const struct game_text *printer)
{
    const struct skat_game *game = &printer->line->game;
    const struct skat_terms *terms = &game->terms;

    if (!terms->round)
        return;
    say(printer,
        terms->round == SKAT_ROUND_BOCK ? "bock round, deal %d of %d"
                                        : "ramsch round, deal %d of %d",
        terms->round_deal, terms->round_of);
    if (game->extra.bock > 1)
        say(printer, ", counts %d times", game->extra.bock);
    if (terms->trigger == SKAT_TRIGGER_LAST_ROUND)
        say(printer, ": the last round of the session\n");
    else
        say(printer, ": opened by %s\n", phrase(printer, trigger_words[terms->trigger]));
}

/* Two rows of four cards, each on a covered one: "♣A/♠7". */
static void print_rows(const struct game_text *printer, int position)
{
    enum { ROW = 4 };
    const struct skat_game *game = &printer->line->game;
    const skat_card *hand = &game->deal.cards[position * game->rules->derived.deck->hand];

    for (int i = 0; i < 2 * ROW; i++) {
        const skat_card *under = &hand[i / ROW * 2 * ROW + i % ROW];
        fprintf(printer->out, i == ROW ? "  " : " ");
        print_card(printer, under[ROW]);
        fprintf(printer->out, "/");
        print_card(printer, under[0]);
    }
}

static void print_deal(const struct game_text *printer)
{
    const struct game_json *line = printer->line;
    const struct skat_game *game = &line->game;
    const struct skat_deck *deck = game->rules->derived.deck;

    say(printer, "game %llu: session %llu, deal %llu, arrangement %u; dealer %s\n",
        (unsigned long long)line->id.game, (unsigned long long)line->id.session,
        (unsigned long long)line->id.deal, line->id.arrangement, line->table[line->outcome.dealer]);
    print_round(printer);
    if (deck->covered)
        say(printer, "  two rows of four, each card open/covered\n");
    for (int position = 0; position < game->hands_dealt; position++) {
        fprintf(printer->out, "  %-10s %-12s", position_name(printer, (unsigned)position),
                player_name(printer, (unsigned)position));
        if (deck->covered)
            print_rows(printer, position);
        else
            game_text_print_hand(printer, skat_deal_hand(&game->deal, deck, position));
        fprintf(printer->out, "\n");
    }
    if (!deck->skat)
        return;
    fprintf(printer->out, "  %-23s", phrase(printer, "skat"));
    game_text_print_hand(printer, skat_deal_skat(&game->deal, deck));
    fprintf(printer->out, "\n");
    if (deck->aside) {
        fprintf(printer->out, "  %-23s", phrase(printer, "second skat"));
        game_text_print_hand(printer, skat_deal_aside(&game->deal, deck));
        fprintf(printer->out, "\n");
    }
}

/* ---- bids and announcements ---- */

/* Whether there are any bids. */
static bool has_auction(const struct skat_game *game)
{
    const uint32_t said = 1u << SKAT_DECIDE_BID | 1u << SKAT_DECIDE_OFFER | 1u << SKAT_DECIDE_CALL;

    return game->terms.round != SKAT_ROUND_RAMSCH && game->rules->derived.decisions & said;
}

static bool is_said_in_auction(const struct skat_move *move)
{
    return move->kind <= SKAT_ACTION_HOLD || move->kind == SKAT_ACTION_CALL;
}

static struct skat_contract contract_of(const struct skat_move *move)
{
    return (struct skat_contract){(uint8_t)(move->value >> 8), (uint8_t)move->value};
}

bool game_text_print_bid(const struct game_text *printer, int index)
{
    const struct skat_game *game = &printer->line->game;
    const struct skat_move *move = &game->moves[index];

    if (index >= game->move_count || !has_auction(game))
        return false;
    struct player_text player = player_at(printer, move->position);
    const char *who = player.text;
    struct contract_text name;
    if (move->kind == SKAT_ACTION_BID)
        fprintf(printer->out, "%s %d", who, move->value);
    else if (move->kind == SKAT_ACTION_CALL)
        fprintf(printer->out, "%s %s", who, call_name(printer, contract_of(move), &name));
    else if (move->kind == SKAT_ACTION_HOLD)
        say(printer, "%s yes", who);
    else if (move->kind == SKAT_ACTION_PASS)
        say(printer, "%s passes", who);
    else
        return false;
    return true;
}

/* Prints the bids. Returns the number of the move after them. */
static int print_auction(const struct game_text *printer)
{
    const struct skat_game *game = &printer->line->game;
    int i = 0;

    if (!has_auction(game))
        return 0;
    say(printer, "auction\n  ");
    while (game_text_print_bid(printer, i))
        if (++i < game->move_count && is_said_in_auction(&game->moves[i]))
            fprintf(printer->out, ", ");
    fprintf(printer->out, "\n");
    return i;
}

bool game_text_print_choice(const struct game_text *printer)
{
    const struct skat_game *game = &printer->line->game;
    const char *between = phrase(printer, " has left ");
    skat_cards seen = 0;

    if (!game->rules->derived.variant->duties)
        return false;
    fprintf(printer->out, "%s", player_at(printer, 0).text);
    for (int duty = 0; duty < SKAT_DUTIES; duty++)
        if (game->terms.duties[0] >> duty & 1) {
            fprintf(printer->out, "%s%s", between, phrase(printer, skat_duty_names[duty]));
            between = ", ";
        }
    for (int i = 0; i < SKAT_DUTY_CARDS; i++)
        seen |= skat_card_bit(game->deal.cards[i]);
    say(printer, ", sees");
    game_text_print_hand(printer, seen);
    if (game->extra.chosen)
        say(printer, " and chooses %s", phrase(printer, skat_duty_names[game->extra.chosen - 1]));
    fprintf(printer->out, "\n");
    return game->extra.chosen > 0;
}

/* The cards that follow move `i` in the record. */
static skat_cards cards_of_move(const struct skat_game *game, int i)
{
    skat_cards set = 0;
    while (++i < game->move_count && game->moves[i].kind == SKAT_MOVE_CARD_OF)
        set |= skat_card_bit((skat_card)game->moves[i].value);
    return set;
}

/* "kontra", "re" ... */
static const char *said_doubling(const struct game_text *printer, int level, char *out, size_t size)
{
    return language_words(&printer->language, skat_doubling_name(level), out, size);
}

/* What became of the claim of move i, unless the moves after it say that. */
static const char *claim_phrase(const struct skat_game *game, int i)
{
    const unsigned next = i + 1 < game->move_count ? game->moves[i + 1].kind : SKAT_ACTION_NONE;

    if (skat_games[game->table.contract.type].fixed_value)
        return "%s claims to take no trick";
    if (next == SKAT_ACTION_HOLD || next == SKAT_ACTION_REFUSE || game->claim_asked)
        return "%s claims the rest";
    return game->rest_to && next == SKAT_ACTION_NONE ? "%s claims the rest: granted"
                                                     : "%s claims the rest: refused";
}

/* When something was said between two cards. */
static void print_moment(const struct game_text *printer, int cards)
{
    say(printer, cards == 1 ? "after %d card " : "after %d cards ", cards);
}

/* Announcements and passed cards between auction and cards, and between cards: move by move. */
void game_text_print_talk(const struct game_text *printer, int from)
{
    const struct skat_game *game = &printer->line->game;
    int doublings = 0, cards = 0;
    char words[64];

    for (int i = from; i < game->move_count; i++) {
        const struct skat_move *move = &game->moves[i];
        const struct player_text player = player_at(printer, move->position);
        const char *who = player.text, *when = cards ? "" : phrase(printer, "before the lead, ");
        switch (move->kind) {
        case SKAT_ACTION_CARD:
            cards++;
            continue;
        case SKAT_ACTION_RUM:
            say(printer, "%s says rum, and shows", who);
            game_text_print_hand(printer, game->open_skat);
            break;
        case SKAT_ACTION_KONTRA:
            if (cards)
                print_moment(printer, cards);
            say(printer, "%s%s says %s", when, who,
                said_doubling(printer, doublings++, words, sizeof words));
            break;
        case SKAT_ACTION_GIVE_UP:
            if (cards)
                print_moment(printer, cards);
            say(printer, "%s%s proposes to give up", when, who);
            break;
        case SKAT_ACTION_CONCEDE:
            if (!(game->resigned >> move->position & 1))
                continue; /* a concession: printed with the outcome */
            print_moment(printer, cards);
            say(printer,
                game->rules->concede_later == SKAT_CONCEDE_LATER_CONSENT ? "%s asks to give up"
                                                                         : "%s resigns",
                who);
            break;
        case SKAT_ACTION_CLAIM:
            print_moment(printer, cards);
            say(printer, claim_phrase(game, i), who);
            break;
        case SKAT_ACTION_HOLD:
            say(printer, "%s accepts", who);
            break;
        case SKAT_ACTION_REFUSE:
            say(printer, "%s refuses", who);
            break;
        case SKAT_ACTION_PASS_ON:
            say(printer,
                cards_of_move(game, i) ? "%s takes the cards and passes on"
                                       : "%s passes the cards on unseen",
                who);
            game_text_print_hand(printer, cards_of_move(game, i));
            break;
        case SKAT_ACTION_KNOCK:
            say(printer, "%s knocks", who);
            break;
        case SKAT_ACTION_EXCHANGE:
            say(printer, "%s now holds", who);
            game_text_print_hand(printer, cards_of_move(game, i));
            break;
        default:
            continue;
        }
        fprintf(printer->out, "\n");
    }
}

static void print_declaration(const struct game_text *printer)
{
    const struct skat_game *game = &printer->line->game;
    struct contract_text name;

    if (skat_game_is_ramsch(game))
        say(printer, "ramsch\n");
    if (game->table.declarer == SKAT_NOBODY)
        return;
    say(printer, "declarer %s", player_at(printer, game->table.declarer).text);
    if (game->table.bid) /* no bid if the game is offered in turn or assigned */
        say(printer, " at %d", game->table.bid);
    else if (game->calls.called_rank)
        say(printer, " at %s", call_name(printer, game->calls.called, &name));
    for (int i = 0; i < game->turned.count; i++) {
        say(printer, i ? ", is not content, and turns " : " turns ");
        print_card(printer, game->turned.cards[i]);
    }
    if (game->table.announced)
        fprintf(printer->out, ": %s", contract_name(printer, game->table.contract, &name));
    if (game->too_high) {
        say(printer, ", shows");
        game_text_print_hand(printer, game->skat);
        say(printer, ": the bid is too high");
    } else if (game->table.picked_up && game->table.announced) {
        say(printer, ", puts aside");
        game_text_print_hand(printer, game->skat);
    }
    fprintf(printer->out, "\n");
}

/* ---- game analysis ---- */

static const cJSON *annotated(const struct game_text *printer, const char *key)
{
    return json_get(printer->analysis, key);
}

/* How card `n` changed declarer's result with open cards: 0 if no card was better. */
static int change_by(const struct game_text *printer, int n)
{
    const cJSON *values = annotated(printer, "values");
    const cJSON *before = cJSON_GetArrayItem(values, n), *after = before ? before->next : NULL;

    return after ? after->valueint - before->valueint : 0;
}

/* "  -- ♣K gives 4, turns the game": of the cards of a trick from card `first` on. */
static void print_losses(const struct game_text *printer, int first, int count)
{
    const cJSON *turn = json_get(annotated(printer, "turn"), "index");
    bool null = cJSON_IsNull(annotated(printer, "value_points"));
    const char *between = "  -- ";

    for (int n = first; n < first + count; n++) {
        int change = change_by(printer, n);
        bool turns = cJSON_IsNumber(turn) && turn->valueint == n;
        if (!change && !turns)
            continue;
        fprintf(printer->out, "%s", between);
        print_card(printer, printer->line->game.table.played[n]);
        if (!null && change)
            say(printer, " loses %d", change < 0 ? -change : change);
        if (turns)
            say(printer, !null && change ? ", turns the game" : " turns the game");
        else if (null)
            say(printer, " gives it away");
        between = "; ";
    }
}

/* A card of the analysis, a file that may be invalid. */
static bool print_card_text(const struct game_text *printer, const cJSON *text)
{
    skat_card card = cJSON_IsString(text) ? skat_card_parse(text->valuestring) : SKAT_NO_CARD;

    if (card != SKAT_NO_CARD)
        print_card(printer, card);
    return card != SKAT_NO_CARD;
}

static void print_kept_by(const struct game_text *printer, const cJSON *turn)
{
    const cJSON *kept = json_get(turn, "kept_by"), *card;

    cJSON_ArrayForEach (card, kept) {
        say(printer, card == kept->child ? "; kept by " : ", ");
        print_card_text(printer, card);
    }
}

static void print_turn(const struct game_text *printer, const cJSON *turn)
{
    const cJSON *position = json_get(turn, "position"), *trick = json_get(turn, "trick");

    if (!cJSON_IsNumber(trick) || !cJSON_IsNumber(position) || position->valueint < 0 ||
        position->valueint >= SKAT_PLAYERS)
        return;
    say(printer, "turned in trick %d by %s's ", trick->valueint,
        player_at(printer, (unsigned)position->valueint).text);
    print_card_text(printer, json_get(turn, "card"));
    print_kept_by(printer, turn);
    fprintf(printer->out, "\n");
}

/* "all cards open: 62 points, won; after the last card 58
 * turned in trick 4 by anna's ♥K; kept by ♥7" */
static void print_annotation(const struct game_text *printer)
{
    const cJSON *points = annotated(printer, "value_points"),
                *end = annotated(printer, "end_points"), *perfect = annotated(printer, "perfect");
    bool won = cJSON_IsString(perfect) && strcmp(perfect->valuestring, "won") == 0;
    bool result = won || (cJSON_IsString(perfect) && strcmp(perfect->valuestring, "lost") == 0);

    if (!annotated(printer, "values"))
        return;
    say(printer, "all cards open:");
    if (cJSON_IsNumber(points))
        say(printer, " %d points", points->valueint);
    if (result)
        fprintf(printer->out, "%s %s", cJSON_IsNumber(points) ? "," : "",
                phrase(printer, won ? "won" : "lost"));
    if (cJSON_IsNumber(end))
        say(printer, "; after the last card %d", end->valueint);
    fprintf(printer->out, "\n");
    print_turn(printer, annotated(printer, "turn"));
}

/* ---- tricks and the outcome ---- */

static void print_tricks(const struct game_text *printer)
{
    const struct skat_game *game = &printer->line->game;
    int trick_points[SKAT_PLAYERS] = {0}, hands = game->hands_dealt;

    for (int i = 0; i < game->table.played_count; i++) {
        int trick = i / hands, place = i % hands;
        if (place == 0)
            fprintf(printer->out, "  %2d. %-12s", trick + 1,
                    player_at(printer, game->table.leader[trick]).text);
        fprintf(printer->out, " ");
        print_card(printer, game->table.played[i]);
        if (place < hands - 1 || trick >= game->table.trick_count)
            continue;
        unsigned winner = skat_trick_winner(game, trick);
        for (int k = 0; k < hands; k++)
            trick_points[winner] += skat_card_points[game->table.played[i - k]];
        fprintf(printer->out, "   %s, %d", player_at(printer, winner).text, trick_points[winner]);
        print_losses(printer, hands * trick, hands);
        fprintf(printer->out, "\n");
    }
    int open = game->table.played_count % hands;
    if (open) {
        print_losses(printer, game->table.played_count - open, open);
        fprintf(printer->out, "\n");
    }
}

/* "anna 63 points in 5 tricks, bert ...; 1 virgin: times 2" */
static void print_ramsch(const struct game_text *printer)
{
    const struct game_json *line = printer->line;
    const struct skat_ramsch_result *ramsch = &line->outcome.result.ramsch;

    for (unsigned position = 0; position < SKAT_PLAYERS; position++)
        say(printer,
            ramsch->tricks[position] == 1 ? "%s%s %d points in %d trick"
                                          : "%s%s %d points in %d tricks",
            position ? ", " : "", player_at(printer, position).text, ramsch->points[position],
            ramsch->tricks[position]);
    if (ramsch->march)
        say(printer, "; a march");
    else if (ramsch->virgins && skat_virgins_double(line->game.rules))
        say(printer, ramsch->virgins == 1 ? "; %d virgin: times %d" : "; %d virgins: times %d",
            ramsch->virgins, 1 << ramsch->virgins);
    if (line->game.extra.unseen)
        say(printer, "; passed on unseen: times %d", 1 << line->game.extra.unseen);
    if (line->game.extra.unseen && ramsch->march)
        say(printer, ", but not a march");
    if (line->game.extra.knocked)
        say(printer, "; knocked: times %d", 1 << __builtin_popcount(line->game.extra.knocked));
    if (line->outcome.result.bock > 1)
        say(printer, "; bock: times %d", line->outcome.result.bock);
    fprintf(printer->out, "\n");
}

/* The effects of the deal on its session, if the line has them. */
static void print_news(const struct game_text *printer)
{
    const cJSON *triggers = json_get(printer->line->root, "triggers");
    const cJSON *totals = json_get(printer->line->root, "totals");
    const cJSON *lost = json_get(printer->line->root, "rounds_lost");
    const cJSON *item;
    int seat = 0;

    cJSON_ArrayForEach (item, triggers)
        fprintf(printer->out, "%s%s%s",
                item == triggers->child ? phrase(printer, "opens a round: ") : ", ",
                words_of_trigger(printer, item), item->next ? "" : "\n");
    cJSON_ArrayForEach (item, lost)
        say(printer, "%s loses the round; the count starts again\n",
            item->valueint >= 0 && item->valueint < printer->line->seats
                ? printer->line->table[item->valueint]
                : "?");
    if (cJSON_GetArraySize(totals) != printer->line->seats)
        return;
    say(printer, "total");
    cJSON_ArrayForEach (item, totals) {
        fprintf(printer->out, "%s %s %+.0f", seat ? "," : "", printer->line->table[seat],
                item->valuedouble);
        seat++;
    }
    fprintf(printer->out, "\n");
}

void game_text_print_outcome(const struct game_text *printer)
{
    const struct game_json *line = printer->line;
    const struct skat_game *game = &line->game;
    const struct skat_result *result = &line->outcome.result;
    char words[SKAT_WORDS_SIZE], german[2 * SKAT_WORDS_SIZE];
    struct skat_facts facts;

    if (game_status_is_fault(line->outcome.status))
        say(printer, "fault: %s%s%s\n", player_at(printer, game->fault).text,
            phrase(printer, line->outcome.status == GAME_ILLEGAL   ? " answered illegally: "
                            : line->outcome.status == GAME_TIMEOUT ? " took too long"
                            : game->rules->concede_later == SKAT_CONCEDE_LATER_REST
                                ? " left the table or crashed"
                                : " crashed"),
            line->illegal);
    if (result->penalty)
        say(printer, "penalty: %d, which nobody gets\n", result->penalty);
    if (result->is_ramsch) {
        print_ramsch(printer);
    } else if (game->table.declarer == SKAT_NOBODY) {
        fprintf(
            printer->out, "%s\n",
            phrase(printer, game_status_is_fault(line->outcome.status) ? "no game" : "passed in"));
    } else {
        skat_game_facts(game, &facts);
        if (line->outcome.status == GAME_CONCEDED && !game->too_high)
            say(printer, "%s concedes\n", player_at(printer, game->table.declarer).text);
        if (game->table.announced && !skat_games[game->table.contract.type].fixed_value)
            say(printer,
                result->tricks == 1 ? "%d card points in %d trick\n"
                                    : "%d card points in %d tricks\n",
                result->points, result->tricks);
        fprintf(printer->out, "%s: %s\n", phrase(printer, result->won ? "won" : "lost"),
                language_words(&printer->language, skat_value_words(&facts, result, words), german,
                               sizeof german));
    }
}

static void print_score(const struct game_text *printer)
{
    const struct game_json *line = printer->line;

    say(printer, "score");
    for (int seat = 0; seat < line->seats; seat++) {
        struct player_text player = {""};
        for (unsigned position = 0; position < line->game.hands_dealt; position++)
            if (line->outcome.seat_of[position] == seat)
                player = player_at(printer, position);
        fprintf(printer->out, "%s %s %+d", seat ? "," : "",
                *player.text ? player.text : line->table[seat], line->outcome.score[seat]);
    }
    fprintf(printer->out, "\n");
}

/* ---- a game, and a position of it ---- */

void game_text_print(const struct game_text *printer)
{
    print_deal(printer);
    int declaration = print_auction(printer);
    declaration += game_text_print_choice(printer);
    print_declaration(printer);
    game_text_print_talk(printer, declaration);
    print_tricks(printer);
    game_text_print_outcome(printer);
    print_annotation(printer);
    print_score(printer);
    print_news(printer);
}

/* Cuts a record off after its first `moves` actions. Giving the skat is an action of its own, by
 * the world. */
static void cut_moves(const char *moves, int count, char *out, size_t size)
{
    const char *end = moves;

    for (int spaces = 2 * count; spaces && *end; end++)
        spaces -= *end == ' ';
    while (end > moves && *end == '\0' && end[-1] == ' ')
        end--;
    if (end > moves && end[-1] == ' ')
        end--;
    snprintf(out, size, "%.*s", (int)(end - moves), moves);
}

static void print_open_trick(const struct game_text *printer, const struct skat_game *game)
{
    int first = game->hands_dealt * game->table.trick_count;

    if (game->table.played_count == first)
        return;
    fprintf(printer->out, ", on the table");
    for (int i = first; i < game->table.played_count; i++) {
        fprintf(printer->out, " ");
        print_card(printer, game->table.played[i]);
    }
}

void game_text_print_position(const struct game_text *printer, int move, unsigned position)
{
    const struct game_json *line = printer->line;
    const cJSON *moves = json_get(line->root, "moves");
    static struct game_json before; /* 7 kB, used one at a time */
    char record[SKAT_RECORD_SIZE], name[SKAT_CONTRACT_NAME_SIZE];
    struct skat_replay replay;

    before = *line;
    cut_moves(moves->valuestring, move - 1, record, sizeof record);
    skat_game_start(&before.game, line->game.rules, &line->game.deal, &line->game.terms);
    skat_record_replay(&before.game, record, false, &replay);
    const struct skat_game *game = &before.game;
    const struct game_text now = {&before, printer->symbols, printer->out, NULL, {0}};
    fprintf(now.out, "%s holds", position_name(&now, position));
    game_text_print_hand(&now, game->hands[position]);
    if (game->table.announced)
        fprintf(now.out, "; %s by %s, trick %d",
                skat_rules_name(game->rules, game->table.contract, name),
                game->table.declarer == SKAT_NOBODY ? "nobody"
                                                    : position_name(&now, game->table.declarer),
                game->table.trick_count + 1);
    else if (game->table.bid)
        fprintf(now.out, "; %d is bid", game->table.bid);
    else if (game->calls.called_rank)
        fprintf(now.out, "; %s is bid", skat_rules_name(game->rules, game->calls.called, name));
    print_open_trick(&now, game);
    fprintf(now.out, "\n");
}
