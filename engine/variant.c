#include "engine/variant.h"

#include <string.h>

#include "engine/variants/ace.h"
#include "engine/variants/blind.h"
#include "engine/variants/covered.h"
#include "engine/variants/duties.h"
#include "engine/variants/offer.h"
#include "engine/declarations.h"
#include "engine/game_steps.h"
#include "engine/rules.h"
#include "engine/variants/turne.h"
#include "engine/view.h"

/* The cards of a pack; a card's code is its suit and its rank (card.h). */
#define FROM_SEVEN(suit)                                                                           \
    (suit) << 4 | SKAT_SEVEN, (suit) << 4 | SKAT_EIGHT, (suit) << 4 | SKAT_NINE,                   \
        (suit) << 4 | SKAT_QUEEN, (suit) << 4 | SKAT_KING, (suit) << 4 | SKAT_TEN,                 \
        (suit) << 4 | SKAT_ACE, (suit) << 4 | SKAT_JACK
#define FROM_SIX(suit) (suit) << 4 | SKAT_SIX, FROM_SEVEN(suit)
#define OF_ALL_SUITS(cards)                                                                        \
    {                                                                                              \
        cards(SKAT_DIAMONDS), cards(SKAT_HEARTS), cards(SKAT_SPADES), cards(SKAT_CLUBS)            \
    }
#define PACK_32 OF_ALL_SUITS(FROM_SEVEN)
#define PACK_36 OF_ALL_SUITS(FROM_SIX)

const struct skat_deck skat_deck_32 = {
    .cards = SKAT_DECK_32,
    .pack = PACK_32,
    .count = 32,
    .hand = 10,
    .skat = 2,
    .points = 120,
    .schneider = 30,
    .packets = {3, -2, 4, 3}, /* rules.md 2 */
};

/* rules.md 10.2 gives the numbers of cards but no packets: these are Skat's, with one more card in
 * the first packet and the three cards of the skat after it. */
const struct skat_deck skat_deck_36 = {
    .cards = SKAT_DECK_36,
    .pack = PACK_36,
    .count = 36,
    .hand = 11,
    .skat = 3,
    .points = 144,
    .schneider = 36,
    .packets = {4, -3, 4, 3},
};

/* Adapts Skat's options that are numbers of points to the points of this deck. */
static void adapt_to_36(struct skat_rules *rules)
{
    rules->schneider_points = skat_deck_36.points - skat_deck_36.schneider;
    rules->ramsch_march = skat_deck_36.points;
}

/* Nine cards per hand, a second skat of three (rules.md 10.7). The text gives no packets. */
static const struct skat_deck deck_strohmann = {
    .cards = SKAT_DECK_32,
    .pack = PACK_32,
    .count = 32,
    .hand = 9,
    .skat = 2,
    .aside = 3,
    .points = 120,
    .schneider = 30,
    .packets = {3, -2, 3, -3, 3},
};

/* Sixteen cards each, in rows of four (de.wikipedia.org/wiki/Offiziersskat). */
static const struct skat_deck deck_offiziersskat = {
    .cards = SKAT_DECK_32,
    .pack = PACK_32,
    .count = 32,
    .hand = 16,
    .covered = true,
    .points = 120,
    .schneider = 30,
    .packets = {4, 4, 4, 4},
};

const struct skat_seating skat_seating_of_three = {
    .seats_min = 3, .seats_max = 5, .usual = 3, .sitting = 7, .dummy = SKAT_NOBODY};

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
static const char *const not_in_offiziersskat[] = {"no_auction",
                                                   "passed_in",
                                                   "announce_with_skat",
                                                   "concede",
                                                   "hand_schwarz",
                                                   "overbid_hand",
                                                   "lost_hand",
                                                   "grand_ouvert_base",
                                                   "null_values",
                                                   "kontra.when",
                                                   "kontra.who",
                                                   "schenken",
                                                   "ramsch",
                                                   "schieben",
                                                   "bock.ramsch_after",
                                                   "ramsch_round",
                                                   "spitzen",
                                                   "revolution",
                                                   "rum",
                                                   "sachsenspitze_base",
                                                   NULL};

static void offiziersskat(struct skat_rules *rules)
{
    rules->matadors = SKAT_MATADORS_JACKS;
    rules->lost_factor = 1;
    rules->concede = SKAT_CONCEDE_NEVER;
    rules->kontra_levels = 2;
    rules->kontra_when = SKAT_KONTRA_BEFORE_LEAD;
}

/* A dummy neither bids nor plays for itself, nor does it agree to anything. */
static const char *const not_with_dummy[] = {"no_auction", "passed_in",         "ramsch",
                                             "schieben",   "bock.ramsch_after", "ramsch_round",
                                             "schenken",   "revolution",        NULL};

const char *const skat_variant_names[SKAT_VARIANTS] = {
    [SKAT_VARIANT_SKAT] = "skat",
    [SKAT_VARIANT_TOURNEESKAT] = "tourneeskat",
    [SKAT_VARIANT_SECHSER] = "6er-skat",
    [SKAT_VARIANT_HERZBLATT] = "herzblatt",
    [SKAT_VARIANT_ASS] = "ass",
    [SKAT_VARIANT_RAEUBERSKAT] = "raeuberskat",
    [SKAT_VARIANT_IDIOTENSKAT] = "idiotenskat",
    [SKAT_VARIANT_PILOT] = "pilot",
    [SKAT_VARIANT_STROHMANN] = "strohmann",
    [SKAT_VARIANT_OMA] = "oma",
    [SKAT_VARIANT_OFFIZIERSSKAT] = "offiziersskat",
};

/* ---- Turnéskat (rules.md 10.1) ---- */

/* Table III. Grand ouvert is a game of its own: grand_ouvert_base. Values of null: an option. */
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
    rules->schneider_points = 91;
    rules->lost_hand = SKAT_LOST_HAND_SINGLE;
    rules->null_values[0] = 15;
    rules->null_values[1] = 20;
    rules->null_values[2] = 30;
    rules->null_values[3] = 40;
    rules->ramsch_skat_to = SKAT_RAMSCH_NOBODY;
    rules->ramsch_score = SKAT_RAMSCH_FIXED;
    rules->guckser_null = 1;
}

/* Options that the text fixes, and options of other games. */
static const char *const tourneeskat_without[] = {
    "passed_in",          "grand_base",
    "announce_with_skat", "matadors",
    "hand_schwarz",       "schneider_points",
    "schneider_schwarz",  "overbid_hand",
    "lost_factor",        "lost_hand",
    "grand_ouvert_base",  "kontra",
    "schenken",           "bock",
    "ramsch_round",       "ramsch",
    "schieben",           "spitzen",
    "revolution",         "rum",
    "sachsenspitze_base", NULL,
};

/* ---- options that a game does not support ---- */

/* Nobody bids: no options about passing in, overbidding or bidders; no ramsch in between. */
#define NO_AUCTION                                                                                 \
    "no_auction", "passed_in", "overbid_hand", "kontra.who", "bock.ramsch_after", "ramsch_round",  \
        "schieben"
#define NO_RAMSCH "ramsch"
/* Only suit games are played. */
#define SUITS_ONLY                                                                                 \
    "grand_base", "grand_ouvert_base", "null_values", "revolution", "sachsenspitze_base"

static const char *const not_in_herzblatt[] = {NO_AUCTION, NO_RAMSCH, SUITS_ONLY, NULL};
static const char *const not_in_ass[] = {NO_AUCTION, NO_RAMSCH, SUITS_ONLY, "matadors", NULL};
/* Ramsch is one of the four games. */
static const char *const not_in_raeuberskat[] = {NO_AUCTION, "revolution", "sachsenspitze_base",
                                                 NULL};
/* Options that require seeing the own cards. */
static const char *const not_in_idiotenskat[] = {"passed_in",
                                                 "no_auction",
                                                 "announce_with_skat",
                                                 "overbid_hand",
                                                 "grand_ouvert_base",
                                                 "bock.ramsch_after",
                                                 "ramsch_round",
                                                 "schieben",
                                                 NO_RAMSCH,
                                                 "spitzen",
                                                 "revolution",
                                                 "rum",
                                                 NULL};

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
                                  .without = tourneeskat_without,
                                  .bases = tourneeskat_bases,
                                  .grand_ouvert_base = 24,
                                  .hand_is_no_level = true,
                                  .turns = true,
                                  .declaring = &skat_declaring_turned,
                                  .list = skat_list_solo_and_guckser,
                                  .decisions = 1u << SKAT_DECIDE_TURN,
                                  .view = skat_turn_view,
                                  .conceded = SKAT_WITH_TURN,
                                  .solved = true},
    [SKAT_VARIANT_SECHSER] = {.title = "6er-Skat",
                              .source = "rules.md 10.2",
                              .deck = &skat_deck_36,
                              .adapt = adapt_to_36},
    [SKAT_VARIANT_HERZBLATT] = {.title = "Herzblatt",
                                .source = "rules.md 10.6",
                                .deck = &skat_deck_32,
                                .open = skat_offer_open,
                                .decisions = 1u << SKAT_DECIDE_OFFER,
                                .games = 1 << SKAT_HEARTS,
                                .without = not_in_herzblatt},
    [SKAT_VARIANT_ASS] = {.title = "Ass",
                          .source = "rules.md 10.4",
                          .deck = &skat_deck_32,
                          .open = skat_ace_open,
                          .games = SUIT_GAMES,
                          .ace_on_top = true,
                          .without = not_in_ass},
    [SKAT_VARIANT_RAEUBERSKAT] = {.title = "Räuberskat",
                                  .source = "rules.md 10.3",
                                  .deck = &skat_deck_32,
                                  .open = skat_duties_open,
                                  .decisions = 1u << SKAT_DECIDE_CHOOSE,
                                  .deals_a_seat = SKAT_DUTIES,
                                  .duties = true,
                                  .view = skat_duties_view,
                                  .without = not_in_raeuberskat},
    [SKAT_VARIANT_IDIOTENSKAT] = {.title = "Idiotenskat",
                                  .source = "rules.md 10.5",
                                  .deck = &skat_deck_32,
                                  .decisions = 1u << SKAT_DECIDE_BLIND,
                                  .blind = true,
                                  .view = skat_blind_view,
                                  .without = not_in_idiotenskat},
    [SKAT_VARIANT_PILOT] = {.title = "Pilotenskat",
                            .source = "rules.md 10.7",
                            .deck = &skat_deck_32,
                            .without = not_with_dummy,
                            .seating = &two_and_open_dummy},
    [SKAT_VARIANT_STROHMANN] = {.title = "Skat with a dummy (Strohmann)",
                                .source = "rules.md 10.7",
                                .deck = &deck_strohmann,
                                .without = not_with_dummy,
                                .seating = &two_and_open_dummy},
    [SKAT_VARIANT_OMA] = {.title = "Oma-Skat",
                          .source = "de.wikipedia.org/wiki/Oma-Skat",
                          .deck = &skat_deck_32,
                          .without = not_with_dummy,
                          .seating = &two_and_pile},
    [SKAT_VARIANT_OFFIZIERSSKAT] = {.title = "Offiziersskat",
                                    .source = "de.wikipedia.org/wiki/Offiziersskat",
                                    .deck = &deck_offiziersskat,
                                    .open = skat_covered_start,
                                    .list = skat_list_suits_and_grand,
                                    .decisions = 1u << SKAT_DECIDE_NAME,
                                    .view = skat_covered_view,
                                    .adapt = offiziersskat,
                                    .without = not_in_offiziersskat,
                                    .seating = &two_and_two_hands},
};

/* Options that only one game supports. */
static const struct {
    const char *option;
    enum skat_variant_id of;
} own_options[] = {{"guckser_null", SKAT_VARIANT_TOURNEESKAT}, {"ace", SKAT_VARIANT_ASS}};

/* Is `name` the option, or the object that it is a member of? */
static bool is_named(const char *option, const char *name)
{
    size_t length = strlen(name);
    return strncmp(option, name, length) == 0 && (option[length] == '\0' || option[length] == '.');
}

const char *skat_position_name(const struct skat_deck *deck, unsigned position)
{
    static const char *const names[] = {"forehand", "middlehand", "rearhand"};

    return skat_deck_hands(deck) == 2 && position == 1 ? "dealer" : names[position];
}

bool skat_variant_has(const struct skat_variant *variant, const char *option)
{
    for (size_t i = 0; i < sizeof own_options / sizeof *own_options; i++)
        if (is_named(option, own_options[i].option))
            return variant == &skat_variants[own_options[i].of];
    for (const char *const *name = variant->without; name && *name; name++)
        if (is_named(option, *name))
            return false;
    return true;
}
