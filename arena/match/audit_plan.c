// SPDX-License-Identifier: MIT
#include "arena/match/audit_plan.h"

#include <string.h>

#include "arena/base/json_write.h"
#include "arena/config/config.h"
#include "arena/log/manifest.h"

static const cJSON *member(const cJSON *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

static int part_of(enum skat_decision_kind kind)
{
    return skat_decision_rows[kind].bidding ? PLAYER_PART_BID : PLAYER_PART_PLAY;
}

/* What a module of a manifest makes deterministically. */
static uint64_t kinds_of(const cJSON *module)
{
    const cJSON *leaves = member(module, MANIFEST_LEAVES);
    uint64_t kinds = 0;

    for (int kind = 0; kind < SKAT_DECISIONS && cJSON_IsTrue(member(module, "deterministic"));
         kind++)
        if (!json_has_text(leaves, skat_decision_rows[kind].name))
            kinds |= UINT64_C(1) << kind;
    return kinds;
}

static struct audited_bot read_bot(const cJSON *bot)
{
    const cJSON *bid = member(bot, "bid"), *play = member(bot, "play");
    struct audited_bot audited = {
        .sees_all = strcmp(json_text(bot, "sees"), "all") == 0,
        .decides = {[PLAYER_PART_BID] = kinds_of(bid ? bid : bot),
                    [PLAYER_PART_PLAY] = kinds_of(play ? play : bot)},
    };

    audited.audited = !cJSON_IsTrue(member(bot, "uses_clock")) &&
                      (audited.decides[PLAYER_PART_BID] || audited.decides[PLAYER_PART_PLAY]);
    return audited;
}

/* One in so many; 0: none, as in manifests that do not say it. */
static int64_t read_one_in(const cJSON *manifest)
{
    const double MOST = 0x1p53, one_in = json_number(manifest, "audit");

    return one_in >= 1 && one_in <= MOST ? (int64_t)one_in : 0;
}

void audit_plan_of(struct audit_plan *plan, const cJSON *manifest, const struct skat_rules *rules,
                   const struct schedule *schedule, const struct skat_random_key *key)
{
    const bool whole = schedule->whole_sessions || schedule->kind == SCHEDULE_RECORDED;
    const cJSON *bot;

    *plan = (struct audit_plan){
        .rules = rules,
        .schedule = schedule,
        .key = *key,
        .one_in = whole ? 0 : read_one_in(manifest),
        .solver = strcmp(json_text(manifest, "play"), card_play_names[PLAY_SOLVER]) == 0,
    };
    cJSON_ArrayForEach (bot, member(manifest, "bots"))
        if (plan->bots < BOTS_MAX) {
            struct audited_bot *audited = &plan->of[plan->bots++];
            *audited = read_bot(bot);
            audited->audited &= plan->one_in > 0;
        }
}

bool audit_plan_has_any(const struct audit_plan *plan)
{
    bool any = false;

    for (int bot = 0; bot < plan->bots; bot++)
        any |= plan->of[bot].audited;
    return any;
}

bool audit_plan_has_kind(const struct audit_plan *plan, int bot, enum skat_decision_kind kind)
{
    return plan->of[bot].decides[part_of(kind)] >> kind & 1;
}
