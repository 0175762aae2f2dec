// SPDX-License-Identifier: MIT
/* tests/unit/test_bot_seats.c - bots as guests at a learner's tables (arena/learn/bot_seats.h). */
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/json_read.h"
#include "arena/base/text.h"
#include "arena/learn/bot_seats.h"
#include "tests/unit/engine_helpers.h"
#include "tests/unit/unit_test.h"

enum { TABLES = 3, STEPS = 300, USED = 0x5a };

/* Seats of two guests, one in two parts, with an option of each type, and of the learner. What the
 * caller has, the texts of the options too, is freed before it returns. */
static struct bot_seats *open_seats(const struct skat_rules *rules, const char *bot)
{
    struct errors errors = {0};
    struct skat_seed seed = skat_seed_of_number(21);
    struct skat_random_key run = skat_seed_key(&seed);
    char guest[1200], text[4000];

    snprintf(guest, sizeof guest,
             "\"module\":\"%s\",\"options\":{\"number\":7,\"flag\":true,\"choice\":\"second\","
             "\"text\":\"a text, with a comma\"}}",
             bot);
    snprintf(text, sizeof text, "[{%s,null,{\"bid\":{%s,\"play\":{%s}]", guest, guest, guest);
    cJSON *root = json_parse(text, strlen(text), "bots", &errors);
    assert_non_null(root);
    const struct json_value value = json_root(root, "bots", &errors);
    struct bot_seats *seats = bot_seats_open(&value, rules, &run, TABLES);
    cJSON_Delete(root);
    if (errors.count)
        fail_msg("%s", errors.text);
    assert_non_null(seats);
    return seats;
}

/* Texts of options are valid until the bots are destroyed (bots/skat_bot.h). What is freed is
 * overwritten, so that a text that is read too late is another one without a sanitizer, too. */
TEST(settings_live_as_long_as_the_seats)
{
    struct skat_rules rules;
    char bot[1024];
    int32_t actions[TABLES];
    struct skat_random random;

    skat_rules_official(&rules);
    assert_true(skat_rules_prepare(&rules, NULL));
    ssize_t length = readlink("/proc/self/exe", bot, sizeof bot - 64);
    assert_true(length > 0);
    bot[length] = '\0';
    snprintf(strrchr(bot, '/'), 64, "/../bots/every_option.so");
    mallopt(M_PERTURB, USED);
    struct bot_seats *seats = open_seats(&rules, bot);
    struct skat_seed seed = skat_seed_of_number(21);
    struct skat_tables_plan plan = {
        .rules = &rules,
        .run = skat_seed_key(&seed),
        .count = TABLES,
        .guests = bot_seats_guests(seats),
    };
    void *memory = malloc(skat_tables_size(&plan));
    struct skat_tables *tables = skat_tables_init(memory, &plan);
    skat_random_start_number(&random, 3);
    for (int step = 0; step < STEPS; step++) {
        skat_tables_random(tables, &random, actions);
        assert_true(skat_tables_step(tables, actions, NULL));
    }
    assert_true(skat_tables_deals(tables) > TABLES);
    for (int seat = 0; seat < rules.seats; seat++)
        assert_int_equal(bot_seats_faults(seats, seat), 0);
    free(memory);
    bot_seats_close(seats);
}
