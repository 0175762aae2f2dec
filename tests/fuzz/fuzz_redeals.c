// SPDX-License-Identifier: MIT
/* tests/fuzz/fuzz_redeals.c - redeals.jsonl, read back and checked beside the games of a deal, as
 * `verify` does. The deal and its games are those of a run with the seed 1; one seed of the corpus
 * is the line that belongs to them. */

#include "arena/compare/redeals.h"
#include "engine/rule_set.h"
#include "engine/seed.h"
#include "tests/fuzz/fuzz.h"

enum { ANNA, BERT, DEAL = 15, PLACES = 3 };
static const struct schedule duel = {
    .kind = SCHEDULE_DUEL,
    .seats = 3,
    .sessions = 1,
    .deals = 36,
    .per_deal = PLACES,
    .arrangement_count = 2 * PLACES,
    .arrangements = {{ANNA, BERT, BERT},
                     {BERT, ANNA, BERT},
                     {BERT, BERT, ANNA},
                     {BERT, ANNA, ANNA},
                     {ANNA, BERT, ANNA},
                     {ANNA, ANNA, BERT}},
};
static const char *const names[] = {"a", "b"};
static const char *const games[PLACES] = {
    "1 18 0 y 1 20 0 y 1 22 0 y 1 23 0 p 2 p 1 s w DA.SA 1 C.HQ.HK 0 HA 1 CA 2 H7 1 C7 2 CT 0 C9 2 "
    "H9 0 H8 1 D7 2 D9 0 DQ 1 DA 1 C8 2 CK 0 SJ 0 SQ 1 SA 2 S7 1 CQ 2 CJ 0 DT 2 S9 0 S8 1 D8 2 SK "
    "0 ST 1 DJ 1 HJ 2 DK 0 HT",
    "1 18 0 p 2 p 1 s w DA.SA 1 C.HQ.HK 0 HA 1 CA 2 H7 1 C7 2 CT 0 C9 2 H9 0 H8 1 D7 2 D9 0 DQ 1 "
    "DA 1 C8 2 CK 0 SJ 0 SQ 1 SA 2 S7 1 CQ 2 CJ 0 DT 2 S9 0 S8 1 D8 2 SK 0 ST 1 DJ 1 HJ 2 DK 0 HT",
    "1 18 0 y 1 20 0 y 1 22 0 y 1 23 0 p 2 p 1 s w DA.SA 1 C.HQ.HK 0 HA 1 CA 2 H7 1 C7 2 CT 0 C9 2 "
    "H9 0 H8 1 D7 2 D9 0 DQ 1 DA 1 C8 2 CK 0 SJ 0 SQ 1 SA 2 S7 1 CQ 2 CJ 0 DT 2 S9 0 S8 1 D8 2 SK "
    "0 ST 1 DJ 1 HJ 2 DK 0 HT",
};

static char folder[FUZZ_FOLDER_SIZE];
static struct skat_rules rules;
static struct skat_random_key run;
static struct played_moves moves[PLACES];

static void remove_folder(void)
{
    fuzz_remove(folder, REDEALS_FILE);
    rmdir(folder);
}

static void set_up(void)
{
    static struct skat_game game;
    const struct skat_seed seed = skat_seed_of_number(1);
    struct skat_deal deal;

    fuzz_folder_make(folder, remove_folder);
    skat_rules_official(&rules);
    fuzz_must(skat_rules_prepare(&rules, NULL));
    run = skat_seed_key(&seed);
    skat_deal_of_run(&deal, rules.derived.deck, &run, 0, DEAL);
    for (int place = 0; place < PLACES; place++) {
        struct skat_replay replay;
        skat_game_start(&game, &rules, &deal, NULL);
        skat_record_replay(&game, games[place], false, &replay);
        fuzz_must(replay.end == SKAT_REPLAY_ALL);
        played_moves_of(&moves[place], &game);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct comparison_plan compared = {.a = ANNA, .b = BERT, .redeals = 2};
    struct errors errors = {0};
    struct redeal_change change;

    if (!rules.derived.deck)
        set_up();
    fuzz_save(folder, REDEALS_FILE, data, size);
    struct redeals_check *check =
        redeals_check_new(folder, &rules, &duel, &compared, &run, names, &errors);
    for (int place = 0; check && place < PLACES; place++) {
        const struct game_id id = schedule_game(&duel, DEAL, (uint32_t)place);
        redeals_check_add(check, &id, &moves[place]);
    }
    if (check)
        redeals_check_change(check, DEAL, &change);
    redeals_check_free(check);
    errors_free(&errors);
    return 0;
}
