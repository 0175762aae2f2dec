// SPDX-License-Identifier: MIT
/* worlds.c - what forehand knows before the first card of a game of clubs by middlehand: how many
 * layouts of the hidden cards there are, and how often declarer wins in a hundred of them if all
 * cards are open.
 *
 *     cc worlds.c $(pkg-config --cflags --libs libskat) -o worlds && ./worlds */
#include <stdio.h>
#include <stdlib.h>

#include "engine/game/game.h"
#include "engine/game/record.h"
#include "engine/rule_set.h"
#include "engine/solver/solver.h"
#include "engine/game/worlds.h"

int main(void)
{
    static const char text[] = "SK.H7.CQ.S7.SA.HK.CK.HQ.ST.HA|HJ.CJ.DA.D7.S9.D8.DT.CA.DJ.CT|"
                               "C9.SQ.H9.H8.SJ.HT.S8.D9.C7.DQ|C8.DK";
    struct skat_rules rules;
    struct skat_error error;
    struct skat_deal deal;
    struct skat_game game;
    struct skat_replay replay;
    struct skat_view view;
    struct skat_worlds worlds;
    struct skat_random random;
    int won = 0;

    skat_rules_official(&rules);
    if (!skat_rules_prepare(&rules, &error) ||
        !skat_deal_parse(&deal, rules.derived.deck, text, &error)) {
        fprintf(stderr, "%s\n", error.text);
        return EXIT_FAILURE;
    }
    skat_game_start(&game, &rules, &deal, NULL);
    skat_record_replay(&game, "1 18 0 p 2 p 1 s w C8.DK 1 C.S9.DK", false, &replay);
    skat_game_view(&game, 0, &view);
    if (replay.end != SKAT_REPLAY_ALL || !skat_worlds_of(&worlds, &rules, &view))
        return EXIT_FAILURE;
    struct skat_solver *solver = skat_solver_init(malloc(skat_solver_size(16)), 16);
    skat_random_start_number(&random, 7);
    for (int i = 0; i < 100; i++) {
        struct skat_world world;
        skat_worlds_draw(&worlds, &random, &world);
        struct skat_solver_deal open = {.game = SKAT_GAME_CLUBS, .alone = 1};
        for (int position = 0; position < SKAT_PLAYERS; position++)
            open.hands[position] = world.hands[position];
        skat_solver_deal(solver, &open);
        const struct skat_solver_position start = skat_solver_start(&open);
        won += skat_solver_reaches(solver, &start, 61 - skat_cards_points(world.skat)) == 1;
    }
    printf("%llu layouts, %d of 100 won\n", (unsigned long long)skat_worlds_count(&worlds), won);
    free(solver);
    return EXIT_SUCCESS;
}
