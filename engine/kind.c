#include "engine/kind.h"

#include <string.h>

#include "engine/rules.h"

const struct skat_deck skat_deck_32 = {
    .cards = SKAT_DECK_32,
    .count = 32,
    .hand = 10,
    .skat = 2,
    .packets = {3, -2, 4, 3}, /* rulebook 2 */
};

const char *const skat_kind_names[SKAT_KINDS] = {
    [SKAT_KIND_SKAT] = "skat",
    [SKAT_KIND_TOURNEESKAT] = "tourneeskat",
};

static const char *const skat_without[] = {"guckser_null", NULL};

/* ---- Turneskat (S1) ---- */

/* Table III. Grand ouvert is a game of its own: grand_ouvert_base. The fixed values of null games are
 * an option. */
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

/* What the text fixes, and what belongs to other games. */
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

const struct skat_kind skat_kinds[SKAT_KINDS] = {
    [SKAT_KIND_SKAT] = {.title = "Skat",
                        .source = "rulebook 1-8",
                        .deck = &skat_deck_32,
                        .without = skat_without},
    [SKAT_KIND_TOURNEESKAT] = {.title = "Turnéskat",
                               .source = "S1",
                               .deck = &skat_deck_32,
                               .adapt = adapt_tourneeskat,
                               .without = tourneeskat_without,
                               .bases = tourneeskat_bases,
                               .grand_ouvert_base = 24,
                               .hand_is_no_level = true,
                               .turns = true},
};

bool skat_kind_has(const struct skat_kind *kind, const char *option)
{
    if (!kind->without)
        return true;
    for (const char *const *name = kind->without; *name; name++) {
        size_t length = strlen(*name);
        if (strncmp(option, *name, length) == 0 &&
            (option[length] == '\0' || option[length] == '.'))
            return false;
    }
    return true;
}
