/* arena/command_replay.c - skat-arena replay FOLDER|FILE: a game for a person to read. */
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/cli.h"
#include "arena/logfile.h"

static const char *const position_names[SKAT_PLAYERS] = {"forehand", "middlehand", "rearhand"};

struct printer {
    const struct gameline *line;
    bool symbols; /* suits as symbols, where the terminal has them */
};

static void print_card(const struct printer *printer, skat_card card)
{
    static const char *const symbols[SKAT_SUITS] = {"♦", "♥", "♠", "♣"};
    enum skat_suit suit = skat_card_suit(card);

    if (printer->symbols)
        printf("%s%c", symbols[suit], skat_rank_letters[skat_card_rank(card)]);
    else
        printf("%c%c", skat_suit_letters[suit], skat_rank_letters[skat_card_rank(card)]);
}

/* A hand as it is held: trumps from the highest down, then the suits. */
static void print_hand(const struct printer *printer, skat_cards hand)
{
    const struct skat_game *game = &printer->line->game;
    const struct skat_ranking *order =
        game->table.announced ? game->order : &skat_rankings[SKAT_RANKING_GRAND];

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
            printf(" ");
            print_card(printer, best);
        }
    }
}

static const char *player_at(const struct gameline *line, unsigned position)
{
    return line->table[line->outcome.seat_of[position]];
}

/* "bock round, deal 2 of 3, counts 2 times: sixty_sixty opened it" */
static void print_round(const struct printer *printer)
{
    const struct skat_game *game = &printer->line->game;
    const struct skat_terms *terms = &game->terms;

    if (!terms->round)
        return;
    printf("%s round, deal %d of %d", terms->round == SKAT_ROUND_BOCK ? "bock" : "ramsch",
           terms->round_deal, terms->round_of);
    if (game->extra.bock > 1)
        printf(", counts %d times", game->extra.bock);
    if (terms->trigger == SKAT_TRIGGER_LAST_ROUND)
        printf(": the last round of the session\n");
    else
        printf(": opened by %s\n", skat_trigger_names[terms->trigger]);
}

static void print_deal(const struct printer *printer)
{
    const struct gameline *line = printer->line;
    const struct skat_game *game = &line->game;
    const struct skat_deck *deck = game->rules->derived.deck;

    printf("game %llu: session %llu, deal %llu, arrangement %u; dealer %s\n",
           (unsigned long long)line->id.game, (unsigned long long)line->id.session,
           (unsigned long long)line->id.deal, line->id.arrangement,
           line->table[line->outcome.dealer]);
    print_round(printer);
    for (int position = 0; position < SKAT_PLAYERS; position++) {
        printf("  %-10s %-12s", position_names[position], player_at(line, (unsigned)position));
        print_hand(printer, skat_deal_hand(&game->deal, deck, position));
        printf("\n");
    }
    printf("  %-23s", "skat");
    print_hand(printer, skat_deal_skat(&game->deal, deck));
    printf("\n");
}

/* Says the bids. Returns the number of the move behind them. */
static int print_auction(const struct printer *printer)
{
    const struct skat_game *game = &printer->line->game;
    int i = 0;

    if (game->terms.round == SKAT_ROUND_RAMSCH || game->rules->no_auction)
        return 0;
    printf("auction\n  ");
    for (; i < game->move_count; i++) {
        const struct skat_move *move = &game->moves[i];
        const char *who = player_at(printer->line, move->position);
        if (move->kind == SKAT_ACTION_BID)
            printf("%s%s %d", i ? ", " : "", who, move->value);
        else if (move->kind == SKAT_ACTION_HOLD)
            printf("%s%s yes", i ? ", " : "", who);
        else if (move->kind == SKAT_ACTION_PASS)
            printf("%s%s passes", i ? ", " : "", who);
        else
            break;
    }
    printf("\n");
    return i;
}

/* The cards that follow move `i` in the record. */
static skat_cards cards_of_move(const struct skat_game *game, int i)
{
    skat_cards set = 0;
    while (++i < game->move_count && game->moves[i].kind == SKAT_MOVE_CARD_OF)
        set |= skat_card_bit((skat_card)game->moves[i].value);
    return set;
}

/* What is said or passed on between auction and cards, and between cards: move by move. */
static void print_talk(const struct printer *printer, int from)
{
    const struct skat_game *game = &printer->line->game;
    int doublings = 0, cards = 0;

    for (int i = from; i < game->move_count; i++) {
        const struct skat_move *move = &game->moves[i];
        const char *who = player_at(printer->line, move->position);
        const char *when = cards ? "" : "before the lead, ";
        switch (move->kind) {
        case SKAT_ACTION_CARD:
            cards++;
            continue;
        case SKAT_ACTION_RUM:
            printf("%s says rum, and shows", who);
            print_hand(printer, game->extra.open_skat);
            break;
        case SKAT_ACTION_KONTRA:
            printf("%s%s says %s", when, who, skat_doubling_name(doublings++));
            break;
        case SKAT_ACTION_GIVE_UP:
            if (cards)
                printf("after %d card%s ", cards, cards == 1 ? "" : "s");
            printf("%s%s proposes to give up", when, who);
            break;
        case SKAT_ACTION_HOLD:
            printf("%s accepts", who);
            break;
        case SKAT_ACTION_REFUSE:
            printf("%s refuses", who);
            break;
        case SKAT_ACTION_PASS_ON:
            printf("%s %s", who,
                   cards_of_move(game, i) ? "takes the cards and passes on"
                                          : "passes the cards on unseen");
            print_hand(printer, cards_of_move(game, i));
            break;
        case SKAT_ACTION_EXCHANGE:
            printf("%s now holds", who);
            print_hand(printer, cards_of_move(game, i));
            break;
        default:
            continue;
        }
        printf("\n");
    }
}

static void print_declaration(const struct printer *printer)
{
    const struct skat_game *game = &printer->line->game;
    char name[SKAT_CONTRACT_NAME_SIZE];

    if (skat_game_is_ramsch(game))
        printf("ramsch\n");
    if (game->table.declarer == SKAT_NOBODY)
        return;
    printf("declarer %s at %d", player_at(printer->line, game->table.declarer), game->table.bid);
    if (game->table.announced)
        printf(": %s", skat_contract_name(game->table.contract, name));
    if (game->table.picked_up && game->table.announced) {
        printf(", puts aside");
        print_hand(printer, game->skat);
    }
    printf("\n");
}

static void print_tricks(const struct printer *printer)
{
    const struct skat_game *game = &printer->line->game;
    int trick_points[SKAT_PLAYERS] = {0};

    for (int i = 0; i < game->table.played_count; i++) {
        int trick = i / SKAT_PLAYERS, place = i % SKAT_PLAYERS;
        if (place == 0)
            printf("  %2d. %-12s", trick + 1, player_at(printer->line, game->table.leader[trick]));
        printf(" ");
        print_card(printer, game->table.played[i]);
        if (place < SKAT_PLAYERS - 1 || trick >= game->table.trick_count)
            continue;
        unsigned winner = skat_trick_winner(&game->table, trick);
        for (int k = 0; k < SKAT_PLAYERS; k++)
            trick_points[winner] += skat_card_points[game->table.played[i - k]];
        printf("   %s, %d\n", player_at(printer->line, winner), trick_points[winner]);
    }
    if (game->table.played_count % SKAT_PLAYERS)
        printf("\n");
}

/* "anna 63 points in 5 tricks, bert ...; 1 virgin: times 2" */
static void print_ramsch(const struct printer *printer)
{
    const struct gameline *line = printer->line;
    const struct skat_ramsch_result *ramsch = &line->outcome.result.ramsch;

    for (unsigned position = 0; position < SKAT_PLAYERS; position++)
        printf("%s%s %d points in %d tricks", position ? ", " : "", player_at(line, position),
               ramsch->points[position], ramsch->tricks[position]);
    if (ramsch->march)
        printf("; a march");
    else if (ramsch->virgins && line->game.rules->ramsch_score != SKAT_RAMSCH_FIXED)
        printf("; %d virgin%s: times %d", ramsch->virgins, ramsch->virgins == 1 ? "" : "s",
               1 << ramsch->virgins);
    if (ramsch->doubling > 1)
        printf("; passed on unseen: times %d%s", ramsch->doubling,
               ramsch->march ? ", but not a march" : "");
    if (line->outcome.result.bock > 1)
        printf("; bock: times %d", line->outcome.result.bock);
    printf("\n");
}

/* What the deal did to its session, where the line says so. */
static void print_news(const struct printer *printer)
{
    const cJSON *triggers = cJSON_GetObjectItemCaseSensitive(printer->line->root, "triggers");
    const cJSON *totals = cJSON_GetObjectItemCaseSensitive(printer->line->root, "totals");
    const cJSON *lost = cJSON_GetObjectItemCaseSensitive(printer->line->root, "rounds_lost");
    const cJSON *item;
    int seat = 0;

    cJSON_ArrayForEach (item, triggers)
        printf("%s%s%s", item == triggers->child ? "opens a round: " : ", ",
               cJSON_IsString(item) ? item->valuestring : "?", item->next ? "" : "\n");
    cJSON_ArrayForEach (item, lost)
        printf("%s loses the round; the count begins anew\n",
               item->valueint >= 0 && item->valueint < printer->line->seats
                   ? printer->line->table[item->valueint]
                   : "?");
    if (cJSON_GetArraySize(totals) != printer->line->seats)
        return;
    printf("total");
    cJSON_ArrayForEach (item, totals) {
        printf("%s %s %+.0f", seat ? "," : "", printer->line->table[seat], item->valuedouble);
        seat++;
    }
    printf("\n");
}

static void print_result(const struct printer *printer)
{
    const struct gameline *line = printer->line;
    const struct skat_game *game = &line->game;
    const struct skat_result *result = &line->outcome.result;
    char words[SKAT_WORDS_SIZE];
    struct skat_facts facts;

    if (status_is_fault(line->outcome.status))
        printf("fault: %s%s%s\n", player_at(line, game->fault),
               line->outcome.status == STATUS_ILLEGAL   ? " answered illegally: "
               : line->outcome.status == STATUS_TIMEOUT ? " took too long"
                                                        : " crashed",
               line->illegal);
    if (result->is_ramsch) {
        print_ramsch(printer);
    } else if (game->table.declarer == SKAT_NOBODY) {
        printf("%s\n", status_is_fault(line->outcome.status) ? "no game" : "passed in");
    } else {
        skat_game_facts(game, &facts);
        if (line->outcome.status == STATUS_CONCEDED)
            printf("%s concedes\n", player_at(line, game->table.declarer));
        if (game->table.announced && !skat_games[game->table.contract.type].fixed_value)
            printf("%d card points in %d tricks\n", result->points, result->tricks);
        printf("%s: %s\n", result->won ? "won" : "lost", skat_value_words(&facts, result, words));
    }
    printf("score");
    for (int seat = 0; seat < line->seats; seat++)
        printf("%s %s %+d", seat ? "," : "", line->table[seat], line->outcome.score[seat]);
    printf("\n");
}

static void print_game(const struct printer *printer)
{
    print_deal(printer);
    int declaration = print_auction(printer);
    print_declaration(printer);
    print_talk(printer, declaration);
    print_tricks(printer);
    print_result(printer);
    print_news(printer);
}

struct wanted {
    int64_t game; /* its index, or -1 for the first in the file */
    int64_t count;
    bool ascii;
};

/* The `game` field of a line. Our own lines begin with it, so that most need no parsing. */
static int64_t game_of(const struct logfile *log)
{
    long long game = -1;

    if (sscanf(log->text, "{\"game\":%lld", &game) != 1) {
        cJSON *line = cJSON_ParseWithLength(log->text, log->length);
        const cJSON *item = cJSON_GetObjectItemCaseSensitive(line, "game");
        game = cJSON_IsNumber(item) ? (long long)item->valuedouble : -1;
        cJSON_Delete(line);
    }
    return game;
}

static int replay(const char *path, const char *rules, const struct wanted *wanted)
{
    static struct gameline line;
    struct logfile log;
    struct problems problems = {0};
    int64_t shown = 0;
    char where[1300];

    setlocale(LC_CTYPE, "");
    struct printer printer = {&line, !wanted->ascii && strcmp(nl_langinfo(CODESET), "UTF-8") == 0};
    bool ok = logfile_open(&log, path, rules, &problems);
    while (ok && shown < wanted->count && logfile_next(&log)) {
        if (!shown && wanted->game >= 0 && game_of(&log) != wanted->game)
            continue;
        snprintf(where, sizeof where, "%s:%llu", log.path, (unsigned long long)log.number);
        if (gameline_read(log.text, log.length, &log.rules, NULL, where, &line, &problems)) {
            printf(shown++ ? "\n" : "");
            print_game(&printer);
        } else {
            ok = false;
        }
        cJSON_Delete(line.root);
    }
    if (ok && !shown)
        problems_add(&problems, log.path, wanted->game < 0 ? "has no games" : "has no game %lld",
                     (long long)wanted->game);
    problems_print(&problems, stderr);
    int code = problems.count ? EXIT_BAD_FILE : EXIT_OK;
    problems_free(&problems);
    logfile_close(&log);
    return code;
}

static int run(int argc, char **argv)
{
    const char *rules = NULL, *words[1];
    struct wanted wanted = {.game = -1, .count = 1};
    int count;
    const struct cli_option table[] = {
        {"game", 'g', CLI_INT, "N", "index of the game to show (default: the first)", &wanted.game,
         0, INT64_MAX},
        {"count", 'n', CLI_INT, "N", "how many games from there on (default 1)", &wanted.count, 1,
         INT64_MAX},
        {"rules", 'r', CLI_TEXT, "NAME", "rule set to replay by, instead of the manifest's", &rules,
         0, 0},
        {"ascii", 0, CLI_FLAG, NULL, "cards as CJ, never as symbols", &wanted.ascii, 0, 0},
    };
    int code = cli_parse(&command_replay, table, 4, argc, argv, words, &count, 1, 1);
    return code >= 0 ? code : replay(words[0], rules, &wanted);
}

const struct cli_command command_replay = {
    "replay", "FOLDER|FILE", "show games of a log trick by trick, with the count in words",
    NULL,     run,
};
