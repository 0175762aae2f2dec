/* tests/unit/second_reading.h - values, ramsch and scores a second time: rulebook 4, 6, 7 and 8 as a
 * scorekeeper reads them, who sees the cards as they were played and knows nothing of engine/. */
#ifndef SKAT_TESTS_SECOND_READING_H
#define SKAT_TESTS_SECOND_READING_H

#include "tests/unit/engine_helpers.h"

struct counted {
    int won, value, signed_value, matadors, points, tricks, doubling;
    bool overbid;
    bool disputed; /* value not given by the rulebook, see naive_values */
};

/* The tricks of a game played again, by position. */
struct naive_tricks {
    int points[SKAT_PLAYERS], tricks[SKAT_PLAYERS];
    int last[SKAT_PLAYERS];   /* number of the last trick taken, -1 for none */
    int winner[SKAT_HAND_MAX];
    skat_card card[SKAT_HAND_MAX]; /* the card that took the trick */
    int count;
};

static inline bool naive_is_hand(const struct skat_game *game)
{
    return game->table.contract.with & SKAT_WITH_HAND;
}

static inline bool naive_all_played(const struct skat_game *game)
{
    return game->table.played_count == 30;
}

/* Rulebook 5: forehand leads; rulebook 7: where all may be exchanged declarer does. */
static inline int naive_first_leader(const struct skat_game *game)
{
    return game->table.contract.type == SKAT_GAME_REVOLUTION &&
                   game->rules->revolution == SKAT_REVOLUTION_EXCHANGE_AND_SKAT
               ? game->table.declarer
               : 0;
}

/* An unfinished trick belongs to nobody (rulebook 4). */
static inline void naive_play(const struct skat_game *game, struct naive_tricks *played)
{
    int leader = naive_first_leader(game);
    memset(played, 0, sizeof *played);
    for (int position = 0; position < SKAT_PLAYERS; position++)
        played->last[position] = -1;
    for (int t = 0; t + 2 < game->table.played_count; t += 3) {
        const skat_card *trick = &game->table.played[t];
        int best = 0, points = 0;
        assert_int_equal(game->table.leader[t / 3], leader);
        for (int i = 0; i < 3; i++) {
            points += skat_card_points[trick[i]];
            if (i && naive_beats(game->table.contract.type, trick[i], trick[best]))
                best = i;
        }
        leader = (leader + best) % 3;
        played->points[leader] += points;
        played->tricks[leader]++;
        played->last[leader] = t / 3;
        played->winner[t / 3] = leader;
        played->card[t / 3] = trick[best];
        played->count++;
    }
}

/* ---- declared games ---- */

static inline int naive_null_value(const struct skat_rules *rules, struct skat_contract contract)
{
    if (contract.type == SKAT_GAME_REVOLUTION)
        return 92;
    return rules->null_values[(contract.with & SKAT_WITH_HAND ? 1 : 0) +
                              (contract.with & SKAT_WITH_OUVERT ? 2 : 0)];
}

static inline int naive_base(const struct skat_rules *rules, struct skat_contract contract)
{
    if (rules->game == SKAT_KIND_TOURNEESKAT) { /* S1, table III */
        bool turned = contract.with & SKAT_WITH_TURN, solo = contract.with & SKAT_WITH_HAND;
        if (contract.type == SKAT_GAME_GRAND)
            return turned ? 12 : !solo ? 16 : contract.with & SKAT_WITH_OUVERT ? 24 : 20;
        return contract.type + (turned ? 5 : 9);
    }
    if (contract.type == SKAT_GAME_SACHSENSPITZE)
        return rules->sachsenspitze_base;
    if (contract.type != SKAT_GAME_GRAND)
        return 9 + contract.type;
    if ((contract.with & SKAT_WITH_OUVERT) && rules->grand_ouvert_base)
        return rules->grand_ouvert_base;
    return rules->grand_base;
}

/* The value with so many matadors: what a scorekeeper counts up, and doubles by S3 6.1. Only a
 * game played to the end makes schneider and schwarz; refused gifts claim them. */
static inline int naive_value(const struct skat_game *game, const struct counted *counted,
                              int matadors)
{
    const struct skat_rules *rules = game->rules;
    unsigned with = game->table.contract.with;
    bool played = game->ending == SKAT_ENDED_PLAYED;
    int refused = game->extra.gifts_refused;
    bool hand = with & SKAT_WITH_HAND && rules->game == SKAT_KIND_SKAT, ouvert = with & SKAT_WITH_OUVERT;
    bool schwarz_said = (with & SKAT_WITH_SCHWARZ) || ouvert;
    bool schneider_said = (with & SKAT_WITH_SCHNEIDER) || schwarz_said;
    bool schwarz = schwarz_said || refused == 2 ||
                   (played && (counted->tricks == 0 || counted->tricks == 10));
    bool schneider = schneider_said || refused >= 1 ||
                     (played && (counted->points <= 30 ||
                                 counted->points >= rules->schneider_points));
    bool own_game = game->table.contract.type == SKAT_GAME_GRAND &&
                    (rules->grand_ouvert_base || rules->game == SKAT_KIND_TOURNEESKAT);
    int base = naive_base(rules, game->table.contract);
    int count = abs(matadors) + 1 + hand + schwarz_said + (ouvert && !own_game) +
                game->extra.rum + refused + (int)(with / SKAT_WITH_SPITZE % 8);
    if (rules->schneider_schwarz == SKAT_SCHNEIDER_SCHWARZ_DOUBLE)
        return base * (count + schneider_said) * (schneider ? 2 : 1) * (schwarz ? 2 : 1);
    if (rules->hand_schwarz == SKAT_HAND_SCHWARZ_LADDER && hand && schwarz)
        schneider_said = true;
    return base * (count + schneider_said + schneider + schwarz);
}

static inline void naive_values(const struct skat_game *game, struct counted *counted)
{
    const struct skat_rules *rules = game->rules;
    bool hand = naive_is_hand(game);
    int most = rules->matadors == SKAT_MATADORS_JACKS ? 4 : 11;
    int base = naive_base(rules, game->table.contract);
    skat_cards ten = skat_deal_hand(&game->deal, &skat_deck_32, game->table.declarer);
    skat_cards twelve = ten | skat_deal_skat(&game->deal, &skat_deck_32);
    int own = naive_matadors(game->table.contract.type, ten, most);
    counted->matadors = naive_matadors(game->table.contract.type, twelve, most);
    int full = naive_value(game, counted, counted->matadors), deciding = full;
    if (hand && rules->overbid_hand != SKAT_OVERBID_HAND_COUNTS)
        deciding = naive_value(game, counted, own);
    if (hand && rules->overbid_hand == SKAT_OVERBID_HAND_HAND) /* "they are scored too" */
        counted->matadors = own;
    counted->overbid = deciding < game->table.bid;
    counted->value = rules->overbid_hand == SKAT_OVERBID_HAND_HAND ? deciding : full;
    if (counted->overbid)
        counted->value = (game->table.bid + base - 1) / base * base;
    /* overbid_hand skat, and only the cards of the skat would reach the bid: test_value.c */
    counted->disputed = counted->overbid && full >= game->table.bid;
}

/* Rulebook 7: the last trick with the trump seven, the one before with the eight ... */
static inline bool naive_spitzen_made(const struct skat_game *game,
                                      const struct naive_tricks *played)
{
    int spitzen = game->table.contract.with / SKAT_WITH_SPITZE % 8;
    for (int i = 0; i < spitzen; i++) {
        skat_card card = played->card[9 - i];
        char rank = skat_rank_letters[skat_card_rank(card)];
        if (played->winner[9 - i] != game->table.declarer || rank != "789QKTA"[i] ||
            (int)skat_card_suit(card) != game->table.contract.type)
            return false;
    }
    return true;
}

static inline bool naive_goal_reached(const struct skat_game *game, const struct counted *counted,
                                      const struct naive_tricks *played)
{
    unsigned with = game->table.contract.with;
    int refused = game->extra.gifts_refused;
    if (naive_is_null(game->table.contract.type))
        return counted->tricks == 0;
    if (!naive_spitzen_made(game, played))
        return false;
    if ((with & (SKAT_WITH_SCHWARZ | SKAT_WITH_OUVERT)) || refused == 2)
        return counted->tricks == 10;
    return counted->points >= ((with & SKAT_WITH_SCHNEIDER) || refused == 1
                                   ? game->rules->schneider_points
                                   : 61);
}

/* How often a lost game counts. Scoring `opponents` has its own rule (rulebook 8). */
static inline int naive_lost_factor(const struct skat_game *game)
{
    const struct skat_rules *rules = game->rules;
    /* S1: "solokontrakt eller en turne dar bara det ena kortet har vants upp" once, others twice */
    if (rules->game == SKAT_KIND_TOURNEESKAT)
        return naive_is_hand(game) || game->turned.count == 1 ? 1 : 2;
    if (naive_is_hand(game) && (rules->lost_hand == SKAT_LOST_HAND_SINGLE ||
                                rules->scoring == SKAT_SCORING_OPPONENTS))
        return 1;
    return rules->lost_factor;
}

/* Scoring `opponents`: "conceded with the skat taken and the value below the bid: twice the final
 * bid". */
static inline bool naive_conceded_below_bid(const struct skat_game *game,
                                            const struct counted *counted)
{
    return game->rules->scoring == SKAT_SCORING_OPPONENTS && counted->overbid &&
           game->table.picked_up &&
           (game->ending == SKAT_ENDED_CONCEDED || game->ending == SKAT_ENDED_DECLARER_FAULT);
}

static inline int naive_doubling(const struct skat_game *game)
{
    int doubling = 1;
    for (int i = 0; i < game->extra.kontra; i++)
        doubling *= 2;
    return doubling;
}

/* A declared game that was announced and is over. */
static inline struct counted naive_result(const struct skat_game *game)
{
    struct counted counted = {.won = 0};
    struct naive_tricks played;
    int factor = naive_lost_factor(game);
    naive_play(game, &played);
    counted.points =
        played.points[game->table.declarer] + skat_cards_points(game->skat);
    counted.tricks = played.tricks[game->table.declarer];
    if (naive_is_null(game->table.contract.type))
        counted.value = naive_null_value(game->rules, game->table.contract);
    else
        naive_values(game, &counted);
    if (game->ending == SKAT_ENDED_PLAYED)
        counted.won = naive_goal_reached(game, &counted, &played) && !counted.overbid;
    if (game->ending == SKAT_ENDED_GIFT)
        counted.won = !counted.overbid;
    if (game->ending == SKAT_ENDED_DEFENDER_FAULT)
        counted.won = 1;
    if (naive_conceded_below_bid(game, &counted)) {
        counted.value = game->table.bid;
        factor = 2;
    }
    counted.doubling = naive_doubling(game);
    counted.signed_value = (counted.won ? counted.value : -factor * counted.value) *
                           counted.doubling * game->extra.bock;
    return counted;
}

/* ---- ramsch (rulebook 7) ---- */

struct naive_ramsch {
    int points[SKAT_PLAYERS]; /* with the skat, for whom it was given */
    int score[SKAT_PLAYERS];  /* in every scoring but minus with a march */
    int doubling;
    int march; /* who took all tricks and wins by it, or -1 */
};

static inline int naive_most(const int points[SKAT_PLAYERS])
{
    int most = points[0] > points[1] ? points[0] : points[1];
    return most > points[2] ? most : points[2];
}

static inline void naive_give_skat(const struct skat_rules *rules, int skat_points,
                                   const struct naive_tricks *played, int points[SKAT_PLAYERS])
{
    int most = naive_most(played->points);
    int last = played->last[0] > played->last[1] ? 0 : 1;
    if (played->last[2] > played->last[last])
        last = 2;
    for (int position = 0; position < SKAT_PLAYERS; position++) {
        bool given = (rules->ramsch_skat_to == SKAT_RAMSCH_LAST_TRICK && position == last) ||
                     (rules->ramsch_skat_to == SKAT_RAMSCH_MOST_POINTS &&
                      played->points[position] == most);
        points[position] = played->points[position] + (given ? skat_points : 0);
    }
}

static inline int naive_virgins(const struct skat_rules *rules, const struct naive_tricks *played,
                                const int points[SKAT_PLAYERS])
{
    int virgins = 0;
    for (int position = 0; position < SKAT_PLAYERS; position++)
        virgins += (rules->ramsch_virgin == SKAT_RAMSCH_NO_TRICK && !played->tricks[position]) ||
                   (rules->ramsch_virgin == SKAT_RAMSCH_NO_POINTS && !points[position]);
    return virgins;
}

/* S1: 20, 30 with one player without a trick, 50 with two, for one loser. */
static inline void naive_fixed(const struct naive_tricks *played, struct naive_ramsch *ramsch,
                               int times)
{
    int most = naive_most(ramsch->points), loser = -1, without = 0;
    for (int position = 0; position < SKAT_PLAYERS; position++) {
        without += played->tricks[position] == 0;
        if (ramsch->points[position] == most &&
            (loser < 0 || played->last[position] > played->last[loser]))
            loser = position;
    }
    ramsch->score[loser] = -(without == 0 ? 20 : without == 1 ? 30 : 50) * times;
}

static inline void naive_points_lost(const struct skat_rules *rules, struct naive_ramsch *ramsch,
                                     int times)
{
    int most = naive_most(ramsch->points), losers = 0;
    for (int position = 0; position < SKAT_PLAYERS; position++)
        losers += ramsch->points[position] == most;
    for (int position = 0; position < SKAT_PLAYERS; position++) {
        int points = ramsch->points[position];
        if (rules->ramsch_score == SKAT_RAMSCH_EACH)
            ramsch->score[position] = -points * times;
        else if (points == most &&
                 (losers < 3 || rules->ramsch_three_tie == SKAT_RAMSCH_ALL_LOSE))
            ramsch->score[position] = -most * times;
    }
}

static inline void naive_count_ramsch(const struct skat_rules *rules,
                                      const struct naive_tricks *played, int skat_points,
                                      int unseen, int bock, struct naive_ramsch *ramsch)
{
    memset(ramsch, 0, sizeof *ramsch);
    ramsch->march = -1;
    ramsch->doubling = 1 << unseen;
    naive_give_skat(rules, skat_points, played, ramsch->points);
    int times = ramsch->doubling * bock;
    if (rules->ramsch_score == SKAT_RAMSCH_FIXED) {
        naive_fixed(played, ramsch, times);
        return;
    }
    for (int position = 0; position < SKAT_PLAYERS; position++)
        if (played->tricks[position] == 10 && rules->ramsch_march) {
            ramsch->march = position;
            ramsch->score[position] = rules->ramsch_march * bock; /* penalties only double */
            return;
        }
    naive_points_lost(rules, ramsch, times << naive_virgins(rules, played, ramsch->points));
}

/* ---- scores (rulebook 8) ---- */

/* By position, and for each seat that sits out, of a declared game with that signed value. */
static inline int naive_scores(enum skat_scoring scoring, int declarer, bool won, int signed_value,
                               int score[SKAT_PLAYERS])
{
    int mine = signed_value, others = 0, sitting = 0;
    if (scoring == SKAT_SCORING_MINUS && won) {
        mine = 0;
        others = sitting = -signed_value;
    }
    if (scoring == SKAT_SCORING_OPPONENTS && !won) {
        mine = 0;
        others = -signed_value;
    }
    for (int position = 0; position < SKAT_PLAYERS; position++)
        score[position] = position == declarer ? mine : others;
    return sitting;
}

/* The same of a ramsch that was played. */
static inline int naive_ramsch_scores(enum skat_scoring scoring, const struct naive_ramsch *ramsch,
                                      int score[SKAT_PLAYERS])
{
    int march = ramsch->march < 0 ? 0 : ramsch->score[ramsch->march];
    bool others_pay = scoring == SKAT_SCORING_MINUS && march;
    for (int position = 0; position < SKAT_PLAYERS; position++)
        score[position] = !others_pay                   ? ramsch->score[position]
                          : position == ramsch->march ? 0
                                                        : -march;
    return others_pay ? -march : 0;
}

/* ---- results beside the second reading ---- */

static inline void check_score(const char *from, enum skat_scoring scoring, const int32_t *got,
                               const int *want, int sitting_got, int sitting_want)
{
    for (int position = 0; position < SKAT_PLAYERS; position++)
        if (got[position] != want[position])
            fail_msg("%s, scoring %d: position %d scores %d, want %d", from, scoring, position,
                     got[position], want[position]);
    if (sitting_got != sitting_want)
        fail_msg("%s, scoring %d: who sits out scores %d, want %d", from, scoring, sitting_got,
                 sitting_want);
}

/* What classic scoring would charge or credit: another amount under `opponents` alone. */
static inline int naive_classic(const struct skat_game *game, const struct skat_result *result)
{
    if (game->rules->scoring != SKAT_SCORING_OPPONENTS || !game->table.announced)
        return result->signed_value;
    struct skat_rules rules = *game->rules;
    struct skat_game classic = *game;
    rules.scoring = SKAT_SCORING_CLASSIC;
    classic.rules = &rules;
    return naive_result(&classic).signed_value;
}

/* Rulebook 8: how the scorings relate to one signed value. */
static inline void check_scores(const struct skat_game *game, const struct skat_result *result,
                                const char *from)
{
    for (int scoring = SKAT_SCORING_CLASSIC; scoring <= SKAT_SCORING_OPPONENTS; scoring++) {
        int32_t score[SKAT_PLAYERS];
        int want[SKAT_PLAYERS] = {0};
        bool declared = game->table.declarer != SKAT_NOBODY;
        int value = scoring == SKAT_SCORING_OPPONENTS || !declared ? result->signed_value
                                                                   : naive_classic(game, result);
        int sitting = skat_game_scores(game, result, (enum skat_scoring)scoring, score);
        int sitting_want =
            declared ? naive_scores((enum skat_scoring)scoring, game->table.declarer,
                                    result->won == 1, value, want)
                     : 0;
        check_score(from, (enum skat_scoring)scoring, score, want, sitting, sitting_want);
    }
}

/* A finished game with a contract has the result of the second reading. */
static inline void check_result(const struct skat_game *game, const char *from)
{
    struct skat_result got;
    struct counted want = naive_result(game);
    skat_game_result(game, &got);
    if (got.won != want.won || got.points != want.points || got.tricks != want.tricks ||
        got.matadors != want.matadors)
        fail_msg("%s: won %d points %d tricks %d matadors %d, want %d %d %d %d", from, got.won,
                 got.points, got.tricks, got.matadors, want.won, want.points, want.tricks,
                 want.matadors);
    if ((game->ending == SKAT_ENDED_PLAYED || game->ending == SKAT_ENDED_GIFT) &&
        got.overbid != want.overbid)
        fail_msg("%s: overbid is %d", from, got.overbid);
    if (got.doubling != want.doubling || got.bock != game->extra.bock)
        fail_msg("%s: doubling %d bock %d, want %d and %d", from, got.doubling, got.bock,
                 want.doubling, game->extra.bock);
    if (!want.disputed && (got.value != want.value || got.signed_value != want.signed_value)) {
        char options[1024], code[SKAT_CODE_SIZE];
        skat_contract_code(game->table.contract, false, code);
        fail_msg("%s: %s, bid %d, matadors %d, points %d, tricks %d, refused %d: value %d signed "
                 "%d, want %d and %d. Rules:%s", from, code, game->table.bid, got.matadors,
                 got.points, got.tricks, game->extra.gifts_refused, got.value, got.signed_value,
                 want.value, want.signed_value, rules_text(game->rules, options));
    }
    check_scores(game, &got, from);
}

/* How often the cards went on unseen, by the moves: an x without cards. */
static inline int naive_unseen(const struct skat_game *game)
{
    int unseen = 0;
    for (int i = 0; i < game->move_count; i++)
        unseen += game->moves[i].kind == SKAT_ACTION_PASS_ON &&
                  (i + 1 == game->move_count || game->moves[i + 1].kind != SKAT_MOVE_CARD_OF);
    return unseen;
}

/* In ramsch the numbers of a declared game are 0 (log-format). */
static inline void check_no_declared_numbers(const struct skat_result *got, const char *from)
{
    if (got->won != -1 || got->points || got->tricks || got->matadors || got->levels ||
        got->base || got->multiplier || got->value || got->overbid || got->signed_value)
        fail_msg("%s: ramsch has numbers of a declared game", from);
}

/* A ramsch that was played to its end has the result of the second reading. */
static inline void check_ramsch(const struct skat_game *game, const char *from)
{
    struct naive_tricks played;
    struct naive_ramsch want;
    struct skat_result got;
    naive_play(game, &played);
    naive_count_ramsch(game->rules, &played, skat_cards_points(game->skat), naive_unseen(game),
                       game->extra.bock, &want);
    skat_game_result(game, &got);
    assert_true(got.is_ramsch);
    check_no_declared_numbers(&got, from);
    if (got.doubling != want.doubling || got.bock != game->extra.bock)
        fail_msg("%s: doubling %d bock %d, want %d and %d", from, got.doubling, got.bock,
                 want.doubling, game->extra.bock);
    for (int position = 0; position < SKAT_PLAYERS; position++) {
        if (got.ramsch.points[position] != want.points[position] ||
            got.ramsch.tricks[position] != played.tricks[position])
            fail_msg("%s: position %d has %d points in %d tricks, want %d in %d", from, position,
                     got.ramsch.points[position], got.ramsch.tricks[position],
                     want.points[position], played.tricks[position]);
    }
    for (int scoring = SKAT_SCORING_CLASSIC; scoring <= SKAT_SCORING_OPPONENTS; scoring++) {
        int32_t score[SKAT_PLAYERS];
        int pays[SKAT_PLAYERS];
        int sitting = skat_game_scores(game, &got, (enum skat_scoring)scoring, score);
        int sitting_want = naive_ramsch_scores((enum skat_scoring)scoring, &want, pays);
        check_score(from, (enum skat_scoring)scoring, score, pays, sitting, sitting_want);
    }
}

#endif
