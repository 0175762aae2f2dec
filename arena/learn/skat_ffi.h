// SPDX-License-Identifier: MIT
/* arena/learn/skat_ffi.h - libskat and bots for other languages: functions of numbers, texts and
 * arrays only, in one shared library (build/plain/libskat-ffi.so). The Python package (python/) is
 * made of them; who writes C uses engine/ itself.
 *
 * Cards are numbers 0 .. 35 (suit * 9 + rank, engine/learn/action_space.h), sets of cards words
 * with those bits. Functions that can fail return 0 or NULL and write one line or more to `error`,
 * FFI_ERROR bytes. Handles belong to the caller, who closes each; what was opened with a rule set
 * keeps it alive. A handle is for one thread at a time; different handles for any. */
#ifndef SKAT_FFI_H
#define SKAT_FFI_H

#include <stdint.h>

#define FFI __attribute__((visibility("default")))
enum { FFI_ERROR = 4096 };

/* The version of these functions: a library with another number is not the right one. */
enum { FFI_VERSION = 6 };
FFI int skat_ffi_version(void);
/* The version of Skat Arena, "2.0.0": static storage. */
FFI const char *skat_ffi_release(void);

/* ---- rules ---- */

struct ffi_rules;

/* `json`: the name of a rule set as a JSON string, or an object of options. */
FFI struct ffi_rules *skat_ffi_rules_open(const char *json, char *error);
FFI void skat_ffi_rules_close(struct ffi_rules *rules);
/* All options as JSON; freed with skat_ffi_free(). */
FFI char *skat_ffi_rules_json(const struct ffi_rules *rules);
FFI void skat_ffi_free(void *memory);
/* Numbers: seats, deals of a session, actions, first game, first bid, cards of the deck, of a hand,
 * of the skat, whether deals depend on earlier ones, whether the solver can play the game. */
enum { FFI_RULES_NUMBERS = 10 };
FFI void skat_ffi_rules_numbers(const struct ffi_rules *rules, int32_t numbers[FFI_RULES_NUMBERS]);
/* The text of an action; `text` has 32 bytes. */
FFI void skat_ffi_action_text(const struct ffi_rules *rules, int number, char *text);
/* Part number `part` of an observation, or (open_cards is 1) of the array with all cards open
 * (engine/learn/observation.h): first, rows, columns. Returns 0 if there is none. */
FFI int skat_ffi_observation_part(int open_cards, int part, const char **name, int32_t place[3],
                                  const char **help);
/* How many numbers these arrays have. */
FFI int skat_ffi_observation_size(int open_cards);
/* The name of a kind of decision; NULL if there is none. */
FFI const char *skat_ffi_decision_name(int kind);

/* ---- deals ---- */

/* The deal of a seed as text (docs/formats.md) into `text`, 128 bytes. */
FFI int skat_ffi_deal(const struct ffi_rules *rules, const char *seed, uint64_t session,
                      uint64_t deal, char *text, char *error);

/* ---- one game ---- */

struct ffi_game;

/* Starts an ordinary deal given as text; `moves`, as in a log, are replayed. Decisions that records
 * leave out (no kontra, no concession) count as taken if a move follows them. */
FFI struct ffi_game *skat_ffi_game_open(const struct ffi_rules *rules, const char *deal,
                                        const char *moves, char *error);
FFI struct ffi_game *skat_ffi_game_copy(const struct ffi_game *game);
FFI void skat_ffi_game_close(struct ffi_game *game);
/* Numbers: whether it is over, kind of the decision, position that decides, its step, declarer
 * (-1), bid, contract type (-1), its flags (contract.h), cards played, whose cards are played if
 * one plays a dummy's. */
enum { FFI_GAME_NUMBERS = 10 };
FFI void skat_ffi_game_numbers(const struct ffi_game *game, int32_t numbers[FFI_GAME_NUMBERS]);
/* Which actions are allowed, one byte each. Returns how many; 0 if the game is over. */
FFI int skat_ffi_game_mask(const struct ffi_game *game, uint8_t *mask);
FFI int skat_ffi_game_pick(struct ffi_game *game, int number, char *error);
/* What the player at a position sees, or (open_cards is 1) what all have, seen from there. Returns
 * 0 if no player sits there. */
FFI int skat_ffi_game_observe(const struct ffi_game *game, int open_cards, int position,
                              int16_t *observation);
/* The hands and the skat as they are. */
FFI void skat_ffi_game_cards(const struct ffi_game *game, uint64_t hands[3], uint64_t *skat);
/* Deal and moves as text, 128 and 8192 bytes. */
FFI void skat_ffi_game_text(const struct ffi_game *game, char *deal, char *moves);
/* The numbers of a finished game: won (1, 0, -1 without a declarer), value before doublings (never
 * negative), what was scored (signed), points, matadors, scores by position in the rules' scoring.
 * Returns 0 if it is not over. */
enum { FFI_RESULT_NUMBERS = 8 };
FFI int skat_ffi_game_result(const struct ffi_game *game, int32_t numbers[FFI_RESULT_NUMBERS]);
/* The layouts of hidden cards that agree with what a position sees: how many, 0 where that is not
 * supported; and `count` of them drawn with a seed: hands and skat, four words each. */
FFI uint64_t skat_ffi_game_worlds(const struct ffi_game *game, int position);
enum { FFI_WORLD_WORDS = 4 };
FFI int skat_ffi_game_draw_worlds(const struct ffi_game *game, int position, uint64_t seed,
                                  int count, uint64_t *worlds, char *error);
/* The game if the cards lay as in such a layout, which can be played on (skat_game_in_world()). */
FFI struct ffi_game *skat_ffi_game_in_world(const struct ffi_game *game,
                                            const uint64_t world[FFI_WORLD_WORDS], char *error);
/* What is counted and drawn for `count` games, each with a position, in up to `threads` threads (at
 * most 64), each of which takes the next game when it is done with one: how many layouts there are,
 * counts[i]; and `draws` of each, worlds[i][draw][4], game i with the seed `seed` + i. A game may
 * be given more than once; none of them may be used meanwhile. */
FFI void skat_ffi_worlds(int count, const struct ffi_game *const *games, const uint8_t *positions,
                         int threads, uint64_t *counts);
FFI int skat_ffi_draw_worlds(int count, const struct ffi_game *const *games,
                             const uint8_t *positions, uint64_t seed, int draws, int threads,
                             uint64_t *worlds, char *error);

/* ---- the solver ---- */

/* Positions, in arrays with one or more numbers for each: type of game, who plays alone, who leads
 * the trick, cards in it and which two, hands of all three (3 words). */
struct ffi_positions {
    const uint8_t *game, *alone, *leader, *in_trick, *trick;
    const uint64_t *hands;
};
/* value[i]: what is taken from position i on with best play, cards[i][36]: after each legal card,
 * -1 for others. Either may be NULL. `nodes`: limit for each, 0 for none; beyond it values are -2.
 * Up to `threads` threads (at most 64) share the `count` positions: each takes the next one when it
 * is done with one. What is found does not depend on how many there are. */
FFI int skat_ffi_solve(int count, const struct ffi_positions *positions, uint64_t nodes,
                       int threads, int16_t *value, int16_t *cards, char *error);

/* ---- policies ---- */

/* Draws an action for each of `rows` rows by weights [row][action], of which those without a mask
 * do not count, and random numbers of 0 .. 1; without `random`, the first of the largest is taken.
 * Fills in actions and how likely each was. Returns the number of the first row without a positive
 * finite weight that is allowed, or with one that is negative or no number; -1 if there is none. */
FFI int skat_ffi_draw(int rows, int actions, const float *weights, const uint8_t *mask,
                      const double *random, int32_t *action, float *probability);

/* ---- many tables ---- */

struct ffi_tables;

/* Arrays that a step fills, as in struct skat_tables_out; NULL: not wanted. */
struct ffi_tables_out {
    uint8_t *seat, *position, *mask;
    int16_t *observation, *open;
    uint8_t *done;
    int32_t *reward;
    uint64_t *session, *deal;
    int32_t *scores;
};
/* Where deals begin instead of at the deals of the seed: games (skat_ffi_game_open) that wait for a
 * decision; copied. */
struct ffi_starts {
    const struct ffi_game *const *games;
    int count;
};
/* `bots`: a JSON array of a bot, or null, for each seat; NULL: the caller decides at all. `reward`:
 * enum skat_tables_reward. `starts`: NULL, or where deals begin, without bots. */
FFI struct ffi_tables *skat_ffi_tables_open(const struct ffi_rules *rules, const char *seed,
                                            uint64_t first_session, int count, int reward,
                                            const char *bots, const struct ffi_starts *starts,
                                            const struct ffi_tables_out *out, char *error);
FFI void skat_ffi_tables_close(struct ffi_tables *tables);
/* Begins anew, as tables that were just opened with this seed and first session, bots included; not
 * of tables that record. Returns 0 if a bot cannot start again: then the tables stay as they are.
 */
FFI int skat_ffi_tables_reset(struct ffi_tables *tables, const char *seed, uint64_t first_session,
                              char *error);
/* A copy of the tables in their present state, random numbers included, which from here on goes its
 * own way. It writes to the arrays of `out`: as large as those of the original, and filled by the
 * caller with what these hold now. Tables with bots, and tables that record, cannot be copied. */
FFI struct ffi_tables *skat_ffi_tables_copy(const struct ffi_tables *tables,
                                            const struct ffi_tables_out *out, char *error);
/* Picks an allowed action at each table; -2 forfeits its deal (SKAT_TABLES_FORFEIT).
 * `probabilities` and `who` (which of the caller's players decides) are for the rows that are
 * recorded; either may be NULL. */
FFI int skat_ffi_tables_step(struct ffi_tables *tables, const int32_t *actions,
                             const float *probabilities, const uint8_t *who, char *error);
/* Part of a step: -1 leaves a table as it is (skat_tables_go_on()). */
FFI int skat_ffi_tables_go_on(struct ffi_tables *tables, const int32_t *actions,
                              const float *probabilities, const uint8_t *who, char *error);
/* Random allowed actions; `steps` steps with them, without going back to the caller. */
FFI void skat_ffi_tables_random(struct ffi_tables *tables, int32_t *actions);
FFI void skat_ffi_tables_random_seed(struct ffi_tables *tables, uint64_t seed);
FFI void skat_ffi_tables_random_steps(struct ffi_tables *tables, int steps);
/* The first fault of a bot that was not told yet, as a line: which bot, in which deal, why. Returns
 * 0 if there is none. `text` has FFI_ERROR bytes. */
FFI int skat_ffi_tables_fault(struct ffi_tables *tables, char *text);

/* From now on keeps a row for each action picked in a step (engine/learn/trajectories.h). `wanted`:
 * the sum of 1 (observation), 2 (open) and 4 (mask). The tables must have the wanted arrays, and
 * seat, position, session, deal and scores.
 * `room`: rows; 0: those of the longest deals at all tables, and FFI_ROOM that are ready. */
enum { FFI_ROOM = 1 << 17 };
FFI int skat_ffi_tables_record(struct ffi_tables *tables, int wanted, int room, char *error);
/* Where rows are kept: an array of `room` rows for each column, NULL for what is not recorded;
 * valid as long as the tables. Returns `room`, 0 if nothing is recorded. */
struct ffi_rows {
    int16_t *observation, *open;
    uint8_t *mask;
    int32_t *action;
    float *probability;
    int32_t *scores; /* [row][3]: of the seat that acted, as each kind of reward */
    uint64_t *session, *deal;
    int32_t *table;
    uint8_t *seat, *position, *who;
};
FFI int skat_ffi_tables_rows(const struct ffi_tables *tables, struct ffi_rows *rows);
/* How many rows are ready: those of deals that are over. Lists the numbers of the first `most` of
 * them, deal by deal; and drops the first `count`, whose room is used again. */
FFI int skat_ffi_tables_ready(const struct ffi_tables *tables);
FFI int skat_ffi_tables_list(const struct ffi_tables *tables, int most, int32_t *numbers);
FFI void skat_ffi_tables_drop(struct ffi_tables *tables, int count);

/* Deals that are over, numbers picked, faults of bots by seat (5). */
FFI void skat_ffi_tables_counts(const struct ffi_tables *tables, uint64_t counts[7]);
/* Deal and moves of the game in progress at a table, 128 and 8192 bytes. */
FFI void skat_ffi_tables_text(const struct ffi_tables *tables, int table, char *deal, char *moves);

/* Not for other languages: a set of cards as they have it, nine bits for a suit. */
uint64_t skat_ffi_unpacked(uint64_t set);

#endif
