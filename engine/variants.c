// SPDX-License-Identifier: MIT
/* engine/variants.c - the rows of the games: what each changes in the rules of Skat (rules.md 10).
 */
#include "engine/variant.h"

#include <string.h>

#include "engine/decision.h"
#include "engine/rules.h"

/* Adapts Skat's options that are numbers of points to the points of this deck. */
static void adapt_to_36(struct skat_rules *rules)
{
    rules->value_schneider_points = skat_deck_36.points - skat_deck_36.schneider;
    rules->ramsch_march = skat_deck_36.points;
}

/* Two players in forehand and rearhand, of whom rearhand is the dealer; the dummy is middlehand
 * (rules.md 10.7). */
enum { AT_THE_ENDS = 1 << 0 | 1 << 2 };
static const struct skat_seating two_and_open_dummy = {.seats_min = 2,
                                                       .seats_max = 2,
                                                       .usual = 2,
                                                       .sitting = AT_THE_ENDS,
                                                       .dealer = 2,
                                                       .dummy = 1,
                                                       .dummy_plays = SKAT_DUMMY_OPEN};
static const struct skat_seating two_and_pile = {.seats_min = 2,
                                                 .seats_max = 2,
                                                 .usual = 2,
                                                 .sitting = AT_THE_ENDS,
                                                 .dealer = 2,
                                                 .dummy = 1,
                                                 .dummy_plays = SKAT_DUMMY_PILE};

/* Two players with two hands: forehand, and the dealer in the second position. */
static const struct skat_seating two_and_two_hands = {.seats_min = 2,
                                                      .seats_max = 2,
                                                      .usual = 2,
                                                      .sitting = 1 << 0 | 1 << 1,
                                                      .dealer = 1,
                                                      .dummy = SKAT_NOBODY};

/* No skat, no auction, no null, no announcements. */
static const char not_in_offiziersskat[] =
    "passed_in auction announcements concede concede_later claims value.null "
    "value.grand_ouvert value.lost_hand value.overbid_hand kontra.when kontra.who "
    "kontra.re_in_null kontra.before_showing schenken bock.ramsch_after ramsch_round "
    "ramsch spitzen revolution rum sachsenspitze scoring.sitting_share";

static void offiziersskat(struct skat_rules *rules)
{
    rules->value_matadors = SKAT_MATADORS_JACKS;
    rules->value_lost_factor = 1;
    rules->concede = SKAT_CONCEDE_NEVER;
    rules->kontra_levels = 2;
    rules->kontra_when = SKAT_KONTRA_BEFORE_LEAD;
}

/* A dummy neither bids nor plays for itself, nor does it agree to anything. */
static const char not_with_dummy[] =
    "passed_in auction concede_later claims schenken bock.ramsch_after ramsch_round "
    "ramsch revolution scoring.sitting_share";

/* ---- Turnéskat (rules.md 10.1) ---- */

/* Table III. Grand ouvert is a game of its own: .grand_ouvert_base. Values of null: an option. */
static const uint8_t tourneeskat_bases[SKAT_GAME_DECLARED][SKAT_WAYS] = {
    [SKAT_GAME_DIAMONDS] = {[SKAT_WAY_HAND] = 9, [SKAT_WAY_TURNED] = 5},
    [SKAT_GAME_HEARTS] = {[SKAT_WAY_HAND] = 10, [SKAT_WAY_TURNED] = 6},
    [SKAT_GAME_SPADES] = {[SKAT_WAY_HAND] = 11, [SKAT_WAY_TURNED] = 7},
    [SKAT_GAME_CLUBS] = {[SKAT_WAY_HAND] = 12, [SKAT_WAY_TURNED] = 8},
    [SKAT_GAME_GRAND] = {[SKAT_WAY_TAKEN] = 16, [SKAT_WAY_HAND] = 20, [SKAT_WAY_TURNED] = 12},
};

static void adapt_tourneeskat(struct skat_rules *rules)
{
    rules->passed_in = SKAT_PASSED_IN_RAMSCH;
    rules->concede = SKAT_CONCEDE_BEFORE_SECOND_LEAD;
    rules->value_schneider_points = 91;
    rules->value_lost_hand = SKAT_LOST_HAND_SINGLE;
    rules->value_null[0] = 15;
    rules->value_null[1] = 20;
    rules->value_null[2] = 30;
    rules->value_null[3] = 40;
    rules->ramsch_skat_to = SKAT_RAMSCH_NOBODY;
    rules->ramsch_march = 0;
    rules->ramsch_tie = SKAT_RAMSCH_LAST_TRICK_LOSES;
    rules->ramsch_score = SKAT_RAMSCH_AMOUNTS;
    rules->tourneeskat_guckser_null = 1;
}

/* Options that the text fixes, and options of other games. */
static const char not_in_tourneeskat[] =
    "passed_in auction announcements concede_later claims value.grand value.grand_ouvert "
    "value.matadors value.lost_factor value.lost_hand value.overbid_hand "
    "value.schneider_points value.schneider_schwarz kontra schenken bock ramsch_round "
    "ramsch spitzen revolution rum sachsenspitze scoring.sitting_share";

/* ---- options that a game does not support ---- */

/* Nobody bids: no options about passing in, overbidding or bidders; no ramsch in between. */
#define NO_AUCTION                                                                                 \
    "passed_in auction value.overbid_hand kontra.who bock.ramsch_after ramsch_round ramsch.jacks "
/* Only suit games are played. */
#define SUITS_ONLY                                                                                 \
    "ramsch value.grand value.null value.grand_ouvert kontra.re_in_null revolution sachsenspitze "

/* Options that require seeing the own cards. */
static const char not_in_idiotenskat[] =
    "passed_in announcements concede_later claims value.grand_ouvert value.overbid_hand "
    "kontra.before_showing bock.ramsch_after ramsch_round ramsch spitzen revolution rum";

enum { SUIT_GAMES = (1 << SKAT_SUITS) - 1 };

const struct skat_variant skat_variants[SKAT_VARIANTS] = {
    [SKAT_VARIANT_SKAT] = {.title = "Skat",
                           .source = "rules.md 1-8",
                           .deck = &skat_deck_32,
                           .solved = true},
    [SKAT_VARIANT_TOURNEESKAT] = {.title = "Turnéskat",
                                  .source = "rules.md 10.1",
                                  .deck = &skat_deck_32,
                                  .adapt = adapt_tourneeskat,
                                  .without = not_in_tourneeskat,
                                  .bases = tourneeskat_bases,
                                  .grand_ouvert_base = 24,
                                  .hand_is_no_level = true,
                                  .turns = true,
                                  .announced = SKAT_ANNOUNCED_SOLO_AND_GUCKSER,
                                  .decisions = 1u << SKAT_DECIDE_TURN,
                                  .conceded = SKAT_WITH_TURN,
                                  .solved = true},
    [SKAT_VARIANT_SECHSER] = {.title = "6er-Skat",
                              .source = "rules.md 10.2",
                              .deck = &skat_deck_36,
                              .adapt = adapt_to_36},
    [SKAT_VARIANT_HERZBLATT] = {.title = "Herzblatt",
                                .source = "rules.md 10.6",
                                .deck = &skat_deck_32,
                                .without_auction = true,
                                .decisions = 1u << SKAT_DECIDE_OFFER,
                                .games = 1 << SKAT_HEARTS,
                                .without = NO_AUCTION SUITS_ONLY},
    [SKAT_VARIANT_ASS] = {.title = "Ass",
                          .source = "rules.md 10.4",
                          .deck = &skat_deck_32,
                          .without_auction = true,
                          .games = SUIT_GAMES,
                          .ace_on_top = true,
                          .without = NO_AUCTION SUITS_ONLY "value.matadors"},
    [SKAT_VARIANT_RAEUBERSKAT] = {.title = "Räuberskat",
                                  .source = "rules.md 10.3",
                                  .deck = &skat_deck_32,
                                  .without_auction = true,
                                  .decisions = 1u << SKAT_DECIDE_CHOOSE,
                                  .deals_a_seat = SKAT_DUTIES,
                                  .duties = true,
                                  /* ramsch is one of the four games */
                                  .without = NO_AUCTION "revolution sachsenspitze"},
    [SKAT_VARIANT_IDIOTENSKAT] = {.title = "Idiotenskat",
                                  .source = "rules.md 10.5",
                                  .deck = &skat_deck_32,
                                  .decisions = 1u << SKAT_DECIDE_BLIND,
                                  .blind = true,
                                  .without = not_in_idiotenskat},
    [SKAT_VARIANT_PILOT] = {.title = "Pilotenskat",
                            .source = "rules.md 10.7",
                            .deck = &skat_deck_32,
                            .without = not_with_dummy,
                            .seating = &two_and_open_dummy},
    [SKAT_VARIANT_STROHMANN] = {.title = "Skat with a dummy (Strohmann)",
                                .source = "rules.md 10.7",
                                .deck = &skat_deck_strohmann,
                                .without = not_with_dummy,
                                .seating = &two_and_open_dummy},
    [SKAT_VARIANT_OMA] = {.title = "Oma-Skat",
                          .source = "de.wikipedia.org/wiki/Oma-Skat",
                          .deck = &skat_deck_32,
                          .without = not_with_dummy,
                          .seating = &two_and_pile},
    [SKAT_VARIANT_OFFIZIERSSKAT] = {.title = "Offiziersskat",
                                    .source = "de.wikipedia.org/wiki/Offiziersskat",
                                    .deck = &skat_deck_offiziersskat,
                                    .without_auction = true,
                                    .announced = SKAT_ANNOUNCED_SUITS_AND_GRAND,
                                    .decisions = 1u << SKAT_DECIDE_NAME,
                                    .adapt = offiziersskat,
                                    .without = not_in_offiziersskat,
                                    .seating = &two_and_two_hands},
};

const struct skat_seating *skat_variant_seating(const struct skat_variant *variant)
{
    /* Also four or five seats, of which three play. */
    static const struct skat_seating of_three = {
        .seats_min = 3, .seats_max = 5, .usual = 3, .sitting = 7, .dummy = SKAT_NOBODY};

    return variant->seating ? variant->seating : &of_three;
}

/* Is the option one of these, or a member of an object that is? */
static bool is_among(const char *option, const char *names)
{
    for (size_t length; *names; names += length + (names[length] == ' ')) {
        length = strcspn(names, " ");
        if (strncmp(option, names, length) == 0 &&
            (option[length] == '\0' || option[length] == '.'))
            return true;
    }
    return false;
}

bool skat_variant_has(const struct skat_variant *variant, const char *option)
{
    for (int game = 0; game < SKAT_VARIANTS; game++) /* "ass.ace": an option of that game alone */
        if (is_among(option, skat_variant_names[game]))
            return variant == &skat_variants[game];
    return !variant->without || !is_among(option, variant->without);
}
