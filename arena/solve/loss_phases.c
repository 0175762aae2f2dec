// SPDX-License-Identifier: MIT
#include "arena/solve/loss_phases.h"

#include "arena/base/json_write.h"

static const char *const role_names[] = {"declarer", "defender"};
static const char *const game_names[LOSS_GAMES] = {"suit", "grand", "null"};
static const char *const card_names[] = {"lead", "follow"};
static const char *const phase_names[LOSS_PHASES] = {
    [LOSS_BID] = "bid",         [LOSS_ANNOUNCEMENT] = "announcement",
    [LOSS_DISCARD] = "discard", [LOSS_UNKNOWN] = "before_play",
    [LOSS_LEAD] = "lead",       [LOSS_FOLLOW] = "follow",
};

static enum loss_game game_of(unsigned type)
{
    return skat_games[type].fixed_value ? LOSS_NULL : type < SKAT_SUITS ? LOSS_SUIT : LOSS_GRAND;
}

static bool is_follow(int n) { return n % SKAT_PLAYERS != 0; }

/* Why declarer could not win from the first card on. Announcements make a game another one than
 * that which was looked at. */
static enum loss_phase phase_before_play(const struct game_analysis *analysis,
                                         struct skat_contract contract)
{
    const unsigned announced = SKAT_WITH_SCHNEIDER | SKAT_WITH_SCHWARZ | SKAT_WITH_OUVERT;
    bool other = false, same = false;

    if (!analysis->asked)
        return LOSS_UNKNOWN;
    for (unsigned type = 0; type < CONTRACTS; type++) {
        if (analysis->contracts[type].won < 0)
            return LOSS_UNKNOWN;
        if (type == contract.type && !(contract.with & announced))
            same = analysis->contracts[type].won;
        else
            other |= analysis->contracts[type].won;
    }
    return same ? LOSS_DISCARD : other ? LOSS_ANNOUNCEMENT : LOSS_BID;
}

static void add_lost(struct role_losses *losses, const struct game_analysis *analysis,
                     struct skat_contract contract, unsigned position)
{
    const bool declares = position == analysis->declarer;
    const int turn = analysis->accuracy.turn;

    losses->games++;
    if (analysis->won == declares)
        return;
    if (turn == PLAY_NO_TURN)
        losses->lost[phase_before_play(analysis, contract)] += declares;
    else if (analysis->accuracy.player[turn] == position)
        losses->lost[is_follow(turn) ? LOSS_FOLLOW : LOSS_LEAD]++;
}

void loss_phases_add(struct loss_phases *phases, const struct game_analysis *analysis,
                     unsigned position)
{
    const struct play_accuracy *accuracy = &analysis->accuracy;
    struct skat_contract contract;

    if (!skat_contract_parse(analysis->contract, &contract))
        return;
    struct role_losses *losses =
        &phases->of[position != analysis->declarer][game_of(contract.type)];
    if (analysis->has_worth)
        add_lost(losses, analysis, contract, position);
    for (int n = 0; n < accuracy->cards; n++) {
        if (accuracy->player[n] != position || accuracy->choices[n] < 2 ||
            n / SKAT_PLAYERS >= SKAT_HAND_MAX)
            continue;
        struct trick_losses *trick = &losses->tricks[is_follow(n)][n / SKAT_PLAYERS];
        int lost = play_accuracy_lost(accuracy, n);
        trick->choices++;
        trick->best += !lost;
        trick->lost += lost;
    }
}

/* ---- as JSON ---- */

static void add_tricks(cJSON *row, const struct role_losses *losses)
{
    cJSON *list = cJSON_AddArrayToObject(row, "tricks");

    for (int card = 0; card < 2; card++)
        for (int trick = 0; trick < SKAT_HAND_MAX; trick++) {
            const struct trick_losses *sums = &losses->tricks[card][trick];
            if (!sums->choices)
                continue;
            cJSON *item = cJSON_CreateObject();
            cJSON_AddStringToObject(item, "card", card_names[card]);
            json_put_int(item, "trick", trick + 1);
            json_put_int(item, "choices", sums->choices);
            json_put_int(item, "best", sums->best);
            json_put_int(item, "lost", sums->lost);
            cJSON_AddItemToArray(list, item);
        }
}

cJSON *loss_phases_json(const struct loss_phases *phases)
{
    cJSON *list = cJSON_CreateArray();

    for (int role = 0; role < 2; role++)
        for (int game = 0; game < LOSS_GAMES; game++) {
            const struct role_losses *losses = &phases->of[role][game];
            if (!losses->games)
                continue;
            cJSON *row = cJSON_CreateObject();
            cJSON_AddStringToObject(row, "role", role_names[role]);
            cJSON_AddStringToObject(row, "game", game_names[game]);
            json_put_int(row, "games", losses->games);
            for (int phase = 0; phase < LOSS_PHASES; phase++)
                json_put_int(row, phase_names[phase], losses->lost[phase]);
            add_tricks(row, losses);
            cJSON_AddItemToArray(list, row);
        }
    return list;
}
