// SPDX-License-Identifier: MIT
#include "arena/positions/position_mine.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "arena/base/interrupt.h"
#include "arena/base/journal.h"
#include "arena/base/memory.h"
#include "arena/base/output_file.h"
#include "arena/base/terminal.h"
#include "arena/bot/fixed_auction.h"
#include "arena/log/log_replayer.h"
#include "arena/solve/play_accuracy.h"
#include "engine/game/record.h"
#include "engine/game/worlds.h"
#include "engine/solver/solver.h"
#include "engine/variant.h"

enum {
    TABLE_BITS = 14, /* positions of a few tricks */
    FIRST_TRICK = 4, /* finished tricks: before, there are too many worlds */
    WORLDS_MOST = 600,
    /* In percent of the worlds: the best card wins in so many, and in so many more than the one
     * that was played. A card within the last number of the best one passes, too. */
    BEST_LEAST = 40,
    LOST_LEAST = 25,
    NEARLY = 2
};

enum { GAMES_OF_ENTRY = 64 }; /* without a position: then no entry would come for long */

/* What stands at the beginning of an entry of the journal. Behind it is the line of a position, or
 * nothing. */
struct mined_entry {
    uint64_t games; /* that were looked at */
    uint64_t key;   /* of the position */
};

struct mining {
    const struct mined_positions_plan *plan;
    void *memory; /* of the solver */
    struct skat_solver *solver;
    struct journal *journal;
    FILE *out;
    struct progress_meter progress;
    uint64_t games, done, kept; /* of this pass over the log; before it; in the journal */
    uint64_t *found;            /* the keys of the positions so far */
    int count, room;
    bool interrupted;
};

/* A decision of a game, before its card is played. */
struct mined_decision {
    const struct skat_game *game;
    unsigned player;
    skat_cards legal, played_by[SKAT_PLAYERS];
    skat_card card; /* that was played */
    struct goal goal;
};

/* ---- what wins in a layout ---- */

static struct skat_solver_position position_of(const struct mined_decision *decision,
                                               const struct skat_world *world)
{
    const struct skat_game *game = decision->game;
    struct skat_solver_position position = {
        .leader = game->table.leader[game->table.trick_count],
        .count = (uint8_t)(game->table.played_count - game->trick_began),
    };

    for (int i = 0; i < SKAT_PLAYERS; i++)
        position.hands[i] = world->hands[i];
    for (int i = 0; i < position.count; i++)
        position.trick[i] = game->table.played[game->trick_began + i];
    return position;
}

/* The legal cards with which the player's side wins the game in a layout. */
static skat_cards winning_cards(const struct mining *mining, const struct mined_decision *decision,
                                const struct skat_world *world)
{
    const struct skat_game *game = decision->game;
    const bool alone = decision->player == game->table.declarer;
    const bool null = decision->goal.kind == GOAL_NO_TRICK;
    const struct skat_solver_position position = position_of(decision, world);
    struct skat_solver_deal deal = {.game = game->table.contract.type,
                                    .alone = game->table.declarer};
    skat_cards reaching = 0;
    int points = 1; /* null: declarer can be forced to take a trick */

    for (int i = 0; i < SKAT_PLAYERS; i++)
        deal.hands[i] = world->hands[i] | decision->played_by[i];
    skat_solver_deal(mining->solver, &deal);
    if (!null)
        points = decision->goal.points - game->table.points[game->table.declarer] -
                 skat_cards_points(world->skat);
    skat_solver_reaching(mining->solver, &position, decision->legal, points, &reaching);
    return alone != null ? reaching : decision->legal & ~reaching;
}

static struct skat_world true_world(const struct skat_game *game)
{
    struct skat_world world = {.skat = game->skat};

    for (int i = 0; i < SKAT_PLAYERS; i++)
        world.hands[i] = game->hands[i];
    return world;
}

/* ---- over all layouts ---- */

struct mined_worlds {
    int worlds, wins[SKAT_CARD_CODES], best;
};

static bool look_at_worlds(const struct mining *mining, const struct mined_decision *decision,
                           struct mined_worlds *found)
{
    struct skat_worlds worlds;
    struct skat_view view;

    *found = (struct mined_worlds){0};
    skat_game_view(decision->game, decision->player, &view);
    if (!skat_worlds_of(&worlds, decision->game->rules, &view) ||
        skat_worlds_count(&worlds) > WORLDS_MOST)
        return false;
    found->worlds = (int)skat_worlds_count(&worlds);
    for (int i = 0; i < found->worlds; i++) {
        struct skat_world world;
        skat_worlds_at(&worlds, (uint64_t)i, &world);
        for (skat_cards rest = winning_cards(mining, decision, &world); rest;)
            found->wins[skat_cards_pop(&rest)]++;
    }
    for (skat_cards rest = decision->legal; rest;) {
        int wins = found->wins[skat_cards_pop(&rest)];
        found->best = wins > found->best ? wins : found->best;
    }
    return 100 * found->best >= BEST_LEAST * found->worlds &&
           100 * (found->best - found->wins[decision->card]) >= LOST_LEAST * found->worlds;
}

/* ---- only once ---- */

static void mix(uint64_t *key, uint64_t value)
{
    *key = (*key ^ value) * 0x9e3779b97f4a7c15;
    *key ^= *key >> 32;
}

/* A number of what makes a position, apart from how the bidding went. */
static uint64_t key_of(const struct mined_decision *decision)
{
    const struct skat_game *game = decision->game;
    const struct skat_contract contract = game->table.contract;
    uint64_t key = 0;

    mix(&key, (uint64_t)decision->goal.kind << 32 | (unsigned)decision->goal.points);
    mix(&key, (uint64_t)contract.type << 32 | (unsigned)contract.with << 16 | game->table.declarer);
    for (int position = 0; position < SKAT_PLAYERS; position++)
        mix(&key, game->hands[position]);
    mix(&key, game->skat);
    for (int n = 0; n < game->table.played_count; n++)
        mix(&key, game->table.played[n]);
    return key;
}

/* Whether it was found in an earlier game: where a deal is played in all seats, many of its games
 * begin alike. */
static bool was_found(const struct mining *mining, uint64_t key)
{
    for (int i = mining->count; i-- > 0;)
        if (mining->found[i] == key)
            return true;
    return false;
}

static void remember(struct mining *mining, uint64_t key)
{
    if (mining->count == mining->room) {
        mining->room = 2 * mining->room + 64;
        mining->found = xrealloc(mining->found, (size_t)mining->room * sizeof *mining->found);
    }
    mining->found[mining->count++] = key;
}

/* ---- writing ---- */

static const char *kind_of(unsigned type)
{
    return skat_games[type].fixed_value ? "null" : type == SKAT_GAME_GRAND ? "grand" : "suit game";
}

/* Whether bots can be brought to this position: nobody has spoken out of turn before it. */
static bool can_be_reached(const struct skat_game *game)
{
    struct fixed_auction moves = {0};
    struct skat_error error;
    char text[SKAT_RECORD_SIZE];

    text[skat_record_moves(game, text)] = '\0';
    if (!fixed_auction_read_position(&moves, &game->deal, text, game->rules, &error))
        return false;
    fixed_auction_free(&moves);
    return true;
}

/* The line of a position, which the caller frees. */
static char *line_of(const struct game_json *line, const struct mined_decision *decision,
                     const struct mined_worlds *found)
{
    const struct skat_game *game = decision->game;
    cJSON *root = cJSON_CreateObject(), *play = cJSON_CreateArray(), *wins = cJSON_CreateObject();
    char text[SKAT_RECORD_SIZE], card_text[3] = "";

    snprintf(text, sizeof text, "%llu-%d", (unsigned long long)line->id.game,
             game->table.played_count);
    cJSON_AddStringToObject(root, "id", text);
    snprintf(text, sizeof text, "%s, %s, %s", kind_of(game->table.contract.type),
             decision->player == game->table.declarer ? "declarer" : "defender",
             game->table.played_count == game->trick_began ? "lead" : "follow");
    cJSON_AddStringToObject(root, "theme", text);
    skat_deal_print(&game->deal, game->rules->derived.deck, text);
    cJSON_AddStringToObject(root, "deal", text);
    text[skat_record_moves(game, text)] = '\0';
    cJSON_AddStringToObject(root, "moves", text);
    cJSON_AddItemToObject(root, "play", play);
    cJSON_AddNumberToObject(root, "worlds", found->worlds);
    cJSON_AddItemToObject(root, "wins", wins);
    for (skat_cards rest = decision->legal; rest;) {
        const skat_card card = skat_cards_pop(&rest);
        skat_card_print(card, card_text);
        cJSON_AddNumberToObject(wins, card_text, found->wins[card]);
        if (100 * (found->best - found->wins[card]) <= NEARLY * found->worlds)
            cJSON_AddItemToArray(play, cJSON_CreateString(card_text));
    }
    char *json = cJSON_PrintUnformatted(root), *with_end = xasprintf("%s\n", json);
    free(json);
    cJSON_Delete(root);
    return with_end;
}

/* ---- a game ---- */

/* Whether a card is one of a game with a declarer, was played late enough, and lost the game with
 * all cards open. */
static bool is_candidate(const struct mining *mining, const struct mined_decision *decision)
{
    const struct skat_game *game = decision->game;
    const struct skat_world world = true_world(game);

    if (game->table.trick_count < FIRST_TRICK || !(decision->legal & (decision->legal - 1)))
        return false;
    skat_cards winning = winning_cards(mining, decision, &world);
    return winning && !skat_cards_has(winning, decision->card);
}

static bool can_be_looked_at(const struct skat_game *finished, struct goal *goal)
{
    struct skat_facts facts;

    if (finished->table.declarer == SKAT_NOBODY || !finished->table.announced ||
        finished->dummy != SKAT_NOBODY || finished->table.contract.type > SKAT_GAME_NULL)
        return false;
    skat_game_facts(finished, &facts);
    *goal = goal_of(finished->rules, &facts);
    return goal->kind == GOAL_POINTS || goal->kind == GOAL_NO_TRICK;
}

/* Keeps a position, or, without one, how many games were looked at. */
static void keep(struct mining *mining, uint64_t key, const char *line)
{
    const struct mined_entry head = {mining->games, key};
    const size_t length = strlen(line);
    char *entry = xcheck(malloc(sizeof head + length));

    memcpy(entry, &head, sizeof head);
    memcpy(entry + sizeof head, line, length);
    if (mining->journal)
        journal_add(mining->journal, entry, sizeof head + length);
    free(entry);
    fputs(line, mining->out);
    mining->kept = mining->games;
}

/* Looks at a card that is played in a game that was read from a log: a position is written once, in
 * however many games it occurs. */
static void look_at_card(struct mining *mining, const struct game_json *line,
                         const struct mined_decision *decision)
{
    const uint64_t key = key_of(decision);
    struct mined_worlds found;

    if (!is_candidate(mining, decision) || was_found(mining, key) ||
        !look_at_worlds(mining, decision, &found) || !can_be_reached(decision->game))
        return;
    char *text = line_of(line, decision, &found);
    keep(mining, key, text);
    free(text);
    remember(mining, key);
}

static void look_at_game(struct mining *mining, const struct game_json *line)
{
    struct fixed_auction moves = {.moves = (struct skat_move *)line->game.moves,
                                  .count = line->game.move_count};
    struct skat_game game;
    struct skat_decision pending;
    struct mined_decision decision = {.game = &game};
    struct skat_action action;

    if (!can_be_looked_at(&line->game, &decision.goal))
        return;
    skat_game_start(&game, line->game.rules, &line->game.deal, NULL);
    while (mining->count < mining->plan->most && skat_game_pending(&game, &pending) &&
           fixed_auction_answer(&moves, &game, &pending, &action)) {
        if (pending.kind == SKAT_DECIDE_CARD && action.kind == SKAT_ACTION_CARD) {
            decision.player = pending.position;
            decision.legal = pending.cards;
            decision.card = action.cards[0];
            look_at_card(mining, line, &decision);
            decision.played_by[pending.position] |= skat_card_bit(decision.card);
        }
        if (skat_game_apply(&game, pending.position, &action) != SKAT_ACCEPTED)
            break;
    }
}

/* ---- the positions of a log ---- */

/* Why no positions can be found under these rules, as a sentence's end; or NULL. */
static const char *position_rules_wrong(const struct skat_rules *rules)
{
    if (!skat_variants[rules->game].solved)
        return "is not Skat: the solver plays only its games";
    if (rules->auction == SKAT_AUCTION_NONE || skat_rules_have_rounds(rules))
        return "has deals without an auction, or rounds of bock or ramsch, which positions do not "
               "have";
    return NULL;
}

/* What must be the same for it to be gone on with. */
static char *work_of(const struct mined_positions_plan *plan, const struct log_reader *log)
{
    char *identity = log_reader_identity(log);
    char *work = xasprintf("positions of %s, at most %d", identity, plan->most);

    free(identity);
    return work;
}

/* A device or a pipe is written to at once, and has nothing beside it. */
static bool has_journal(const char *out)
{
    struct stat status;

    return stat(out, &status) != 0 || S_ISREG(status.st_mode);
}

/* Takes over what the journal has. False with an error when it has something else. */
static bool take_entries(struct mining *mining, struct errors *errors)
{
    const struct entry_shape shape = {sizeof(struct mined_entry), 1};
    const char *entry;
    struct mined_entry head;
    size_t size;

    while (mining->journal && (entry = journal_next(mining->journal, &shape, &size, errors))) {
        memcpy(&head, entry, sizeof head);
        const bool has_line = size > sizeof head;
        if (head.games < mining->done || (has_line && mining->count == mining->plan->most))
            return journal_refuse(mining->journal, errors,
                                  "has a position that was not found after game %" PRIu64
                                  ", or one more than %d",
                                  mining->done, mining->plan->most);
        fwrite(entry + sizeof head, 1, size - sizeof head, mining->out);
        if (has_line)
            remember(mining, head.key);
        mining->done = head.games;
    }
    mining->kept = mining->done;
    return !mining->journal || !journal_is_refused(mining->journal);
}

static bool mine_game(void *context, const struct replayed_line *line)
{
    struct mining *mining = context;
    const bool is_new = mining->games >= mining->done;

    if (is_new)
        look_at_game(mining, &line->game);
    mining->games++;
    mining->interrupted = is_new && interrupt_heard();
    if (is_new && (mining->interrupted || mining->games - mining->kept >= GAMES_OF_ENTRY))
        keep(mining, 0, "");
    progress_show(&mining->progress, mining->games);
    return !mining->interrupted && mining->count < mining->plan->most;
}

/* Looks at all games. */
static enum exit_code mine_log(struct mining *mining, struct log_reader *log, struct errors *errors)
{
    const uint64_t games = log->has_manifest ? schedule_games(&log->manifest.schedule) : 0;
    const int before = errors->count;

    log->workers = mining->plan->workers;
    progress_start(&mining->progress, "games", mining->done, games, mining->plan->progress);
    interrupt_hear();
    log_games_each(log, mine_game, mining, errors);
    progress_end(&mining->progress);
    return errors->count > before ? EXIT_BAD_FILE
           : mining->interrupted  ? EXIT_INTERRUPTED
                                  : EXIT_OK;
}

/* Keeps the journal of what is to be gone on with, or removes it. */
static enum exit_code leave(struct mining *mining, enum exit_code code, const char *path,
                            struct errors *errors)
{
    if (!mining->journal && code == EXIT_INTERRUPTED)
        errors_add(errors, mining->plan->out, "interrupted: not all games were looked at");
    if (!mining->journal || code != EXIT_INTERRUPTED)
        return journal_remove(mining->journal, errors) ? code : EXIT_INTERNAL;
    if (!journal_keep(mining->journal, errors))
        return EXIT_INTERNAL;
    print_note(
        "skat-arena: interrupted: %llu games are looked at, and what was found in them is kept "
        "in %s; the same command with --resume continues\n",
        (unsigned long long)mining->kept, path);
    return code;
}

/* With an open log. */
static enum exit_code write_positions(struct mining *mining, struct log_reader *log,
                                      const char *journal, struct errors *errors)
{
    struct output_file save;
    enum exit_code code = EXIT_USAGE;

    if (has_journal(mining->plan->out)) {
        if (mining->plan->resume && !journal_may_resume(journal, mining->plan->out, errors))
            return code;
        char *work = work_of(mining->plan, log);
        mining->journal =
            journal_open(journal, work, mining->plan->resume, "remove it to start over", errors);
        free(work);
        if (!mining->journal)
            return code;
    }
    if (mining->plan->resume)
        output_file_tidy(mining->plan->out);
    if (!output_file_begin(&save, mining->plan->out, OUTPUT_NAMED)) {
        output_file_end(&save, errors);
        return leave(mining, EXIT_INTERNAL, journal, errors);
    }
    mining->out = save.file;
    code = take_entries(mining, errors) ? mine_log(mining, log, errors) : EXIT_BAD_FILE;
    if (code != EXIT_OK)
        output_file_drop(&save);
    else if (!output_file_end(&save, errors))
        code = EXIT_INTERNAL;
    return leave(mining, code, journal, errors);
}

enum exit_code mined_positions_write(const struct mined_positions_plan *plan, int *found,
                                     struct errors *errors)
{
    struct mining mining = {.plan = plan};
    char *journal = xasprintf("%s" MINED_POSITIONS_JOURNAL, plan->out);
    struct log_reader log = {0};
    enum exit_code code = EXIT_BAD_FILE;

    if (!plan->resume && journal_exists(journal)) {
        errors_add(errors, journal,
                   "a search was interrupted: --resume continues it; remove it to start over");
        code = EXIT_USAGE;
    } else if (log_reader_open(&log, plan->log, plan->rules, errors)) {
        const char *wrong = position_rules_wrong(&log.rules);
        if (wrong)
            errors_add(errors, log.path, "%s", wrong);
        else if (log_reader_may_write(&log, plan->out, errors)) {
            mining.memory = xcheck(malloc(skat_solver_size(TABLE_BITS)));
            mining.solver = skat_solver_init(mining.memory, TABLE_BITS);
            code = write_positions(&mining, &log, journal, errors);
        }
    }
    *found = mining.count;
    log_reader_close(&log);
    free(mining.memory);
    free(mining.found);
    free(journal);
    return code;
}
