// SPDX-License-Identifier: MIT
/* engine/contract.h - the games that can be announced, and how they are written. */
#ifndef SKAT_ENGINE_CONTRACT_H
#define SKAT_ENGINE_CONTRACT_H

#include "engine/ranking.h"

/* A suit game has the number of its suit. */
enum skat_game_type {
    SKAT_GAME_DIAMONDS = SKAT_DIAMONDS,
    SKAT_GAME_HEARTS = SKAT_HEARTS,
    SKAT_GAME_SPADES = SKAT_SPADES,
    SKAT_GAME_CLUBS = SKAT_CLUBS,
    SKAT_GAME_GRAND,
    SKAT_GAME_NULL,
    SKAT_GAME_SACHSENSPITZE, /* upside-down grand (rules.md 7.9) */
    SKAT_GAME_REVOLUTION,    /* null ouvert hand; the defenders exchange cards (rules.md 7.7) */
    SKAT_GAME_DECLARED,      /* the games above have a declarer */
    SKAT_GAME_RAMSCH = SKAT_GAME_DECLARED, /* no declarer, everybody plays alone */
    SKAT_GAME_TYPES
};

/* What is announced with a game: bits of skat_contract.with. Schwarz includes schneider, and ouvert
 * mostly includes schwarz, except in null: skat_contract_complete() adds what is implied. */
enum {
    SKAT_WITH_HAND = 1,
    SKAT_WITH_SCHNEIDER = 2,
    SKAT_WITH_SCHWARZ = 4,
    SKAT_WITH_OUVERT = 8,
    /* The number of spitzen, in three bits (rules.md 7.6). */
    SKAT_WITH_SPITZE = 16,
    SKAT_WITH_SPITZEN = 7 * SKAT_WITH_SPITZE,
    SKAT_SPITZEN_MAX = 7, /* the trump seven, eight, nine, queen, king, ten, ace */
    /* Turnéskat: a turné, decided by a turned card of the skat. */
    SKAT_WITH_TURN = 128
};

/* How the declarer uses the skat. In Turnéskat the base value depends on it. */
enum skat_way { SKAT_WAY_TAKEN, SKAT_WAY_HAND, SKAT_WAY_TURNED, SKAT_WAYS };

struct skat_contract {
    uint8_t type; /* enum skat_game_type */
    uint8_t with; /* bits SKAT_WITH_*, mostly complete */
};

/* All valid bits. */
enum {
    SKAT_WITH_ALL = SKAT_WITH_HAND | SKAT_WITH_SCHNEIDER | SKAT_WITH_SCHWARZ | SKAT_WITH_OUVERT |
                    SKAT_WITH_SPITZEN | SKAT_WITH_TURN
};

/* The game that may be declared in a ramsch round (rules.md 7.3). */
extern const struct skat_contract skat_grand_hand;

static inline enum skat_way skat_contract_way(struct skat_contract contract)
{
    return contract.with & SKAT_WITH_TURN   ? SKAT_WAY_TURNED
           : contract.with & SKAT_WITH_HAND ? SKAT_WAY_HAND
                                            : SKAT_WAY_TAKEN;
}
static inline int skat_contract_spitzen(struct skat_contract contract)
{
    return (contract.with & SKAT_WITH_SPITZEN) / SKAT_WITH_SPITZE;
}

/* What all games of a type share (rules.md 1, 4). */
struct skat_game_info {
    char letter;         /* in contract codes: C S H D G N P V R */
    const char *name;    /* "clubs" ... "grand", "null" */
    uint8_t base;        /* base value; 0: fixed values, or set by an option */
    uint8_t ranking;     /* enum skat_ranking_id */
    bool fixed_value;    /* null, revolution: no levels or matadors; win without a trick */
    uint8_t always_with; /* implied by the game: revolution is always hand and ouvert */
};
extern const struct skat_game_info skat_games[SKAT_GAME_TYPES];

/* Is it null or revolution, which the declarer wins without a trick? */
static inline bool skat_contract_is_null(struct skat_contract contract)
{
    return skat_games[contract.type].fixed_value;
}
static inline const struct skat_ranking *skat_contract_ranking(struct skat_contract contract)
{
    return &skat_rankings[skat_games[contract.type].ranking];
}
static inline bool skat_contract_same(struct skat_contract a, struct skat_contract b)
{
    return a.type == b.type && a.with == b.with;
}

/* Adds what the announcements imply (rules.md 4). `open`: what ouvert implies in a suit game or
 * grand under the rule set (skat_ouvert_implies(), rules.h). */
struct skat_contract skat_contract_complete(struct skat_contract contract, unsigned open);
/* The same game without what is implied. */
struct skat_contract skat_contract_bare(struct skat_contract contract, unsigned open);

enum { SKAT_CODE_SIZE = 12 }; /* longest code, with the terminating zero */

/* Writes the ISS code: the letter of the game, then those of O, H, S, Z, W that the others do not
 * imply, then spitzen: "GO", "CHZ", "NOH", "C+2". W is a turné (Wendespiel): "HW". `open` as in
 * skat_contract_complete(). Returns the length < SKAT_CODE_SIZE. */
int skat_contract_code(struct skat_contract contract, unsigned open, char code[SKAT_CODE_SIZE]);

/* Reads a code that ends at a dot, a space or the end. Letters may come in any order. Returns the
 * number of characters read, 0 if it is not a code. *contract has what is written and what the game
 * itself implies: it is not complete. */
int skat_contract_parse(const char *text, struct skat_contract *contract);

enum { SKAT_CONTRACT_NAME_SIZE = 64 };
/* Writes a readable name: "grand hand, schneider announced", "null ouvert", "clubs, 2 spitzen"; of
 * a bare contract, so that it does not say what ouvert implies. Returns `name`. */
const char *skat_contract_name(struct skat_contract contract, char name[SKAT_CONTRACT_NAME_SIZE]);

#endif
