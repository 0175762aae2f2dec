// SPDX-License-Identifier: MIT
#include "engine/rule_set.h"

#include <assert.h>
#include <string.h>

#include "engine/declarations.h"
#include "engine/decision.h"
#include "engine/variant.h"

static const struct skat_seating *company_of(const struct skat_rules *rules)
{
    return skat_variant_seating(&skat_variants[rules->game]);
}

void skat_rules_of_game(struct skat_rules *rules, enum skat_variant_id game)
{
    skat_rules_official(rules);
    rules->game = (int)game;
    rules->seats = company_of(rules)->usual;
    if (skat_variants[game].adapt)
        skat_variants[game].adapt(rules);
}

/* ---- checking ---- */

static bool value_allowed(const struct skat_rule_option *option, int value)
{
    switch (option->type) {
    case SKAT_OPTION_INT:
    case SKAT_OPTION_BOOL:
    case SKAT_OPTION_INTS:
    case SKAT_OPTION_DECIMAL:
        return value >= option->min && value <= option->max;
    case SKAT_OPTION_CHOICE:
        return value >= 0 && value < option->count;
    case SKAT_OPTION_SET:
        return value >= 0 && value < 1 << option->count;
    case SKAT_OPTION_ONE_OF:
    case SKAT_OPTION_ONE_OF_OR_NULL:
        for (int i = 0; i < option->count; i++)
            if (option->values[i] == value)
                return true;
        return false;
    }
    return false;
}

static bool options_allowed(struct skat_rules *rules, struct skat_error *error)
{
    for (int i = 0; i < skat_rule_option_count; i++) {
        const struct skat_rule_option *option = &skat_rule_options[i];
        const int *value = skat_rule_option_value(rules, option);
        int values = option->type == SKAT_OPTION_INTS ? option->count : 1;
        char allowed[512];
        for (int k = 0; k < values; k++)
            if (!value_allowed(option, value[k]))
                return skat_fail(error, "%s is %d, allowed: %s", option->name, value[k],
                                 skat_rule_option_allowed(option, allowed, sizeof allowed));
    }
    return true;
}

/* Sets ramsch.amounts where they are not given: with `amounts` to those of the Turnéskat text, with
 * `fewest` to 20, and 10 each for those who tie (rules.md 7.4). */
static void fill_in_amounts(struct skat_rules *rules)
{
    static const int lost[SKAT_RAMSCH_AMOUNTS_MAX] = {20, 30, 50},
                     won[SKAT_RAMSCH_AMOUNTS_MAX] = {20, 10, 10};
    const bool fewest = rules->ramsch_score == SKAT_RAMSCH_FEWEST;

    for (int i = 0; i < SKAT_RAMSCH_AMOUNTS_MAX; i++)
        if (rules->ramsch_amounts[i])
            return;
    memcpy(rules->ramsch_amounts, fewest ? won : lost, sizeof rules->ramsch_amounts);
}

/* Zeros that stand for what follows from other options. */
static void fill_in(struct skat_rules *rules)
{
    int each = skat_variants[rules->game].deals_a_seat;

    if (rules->deals == 0)
        rules->deals = (each ? each : 12) * rules->seats;
    if (rules->bock_length == 0)
        rules->bock_length = rules->seats;
    if (rules->ramsch_round_length == 0)
        rules->ramsch_round_length = rules->seats;
    fill_in_amounts(rules);
    if (rules->scoring_lost_by_other == 0)
        rules->scoring_lost_by_other = rules->seats <= 3 ? 40 : 30;
    if (rules->scoring_system == SKAT_SCORING_MINUS && rules->scoring_limit == 0)
        rules->scoring_limit = rules->seats <= 3 ? 301 : 401;
}

/* Has an option another value than in `other`? */
static bool differs(const struct skat_rules *rules, const struct skat_rules *other,
                    const struct skat_rule_option *option)
{
    size_t size = sizeof(int) * (option->type == SKAT_OPTION_INTS ? (size_t)option->count : 1);

    /* It only looks, but the address of a value is that of one that may be set. */
    return memcmp(skat_rule_option_value((struct skat_rules *)rules, option),
                  skat_rule_option_value((struct skat_rules *)other, option), size) != 0;
}

/* The defaults of the game for so many seats, filled in. */
static void filled_defaults(const struct skat_rules *rules, struct skat_rules *usual)
{
    skat_rules_of_game(usual, (enum skat_variant_id)rules->game);
    usual->seats = rules->seats;
    fill_in(usual);
}

/* What a game has not, must be as its defaults are; filled in, where they were prepared before. */
static bool options_exist(struct skat_rules *rules, struct skat_error *error)
{
    struct skat_rules usual, filled;

    skat_rules_of_game(&usual, (enum skat_variant_id)rules->game);
    filled_defaults(rules, &filled);
    for (int i = 0; i < skat_rule_option_count; i++) {
        const struct skat_rule_option *option = &skat_rule_options[i];
        if (!skat_variant_has(&skat_variants[rules->game], option->name) &&
            differs(rules, &usual, option) && differs(rules, &filled, option))
            return skat_fail(error, "%s is not an option of the game \"%s\"", option->name,
                             skat_variant_names[rules->game]);
    }
    return true;
}

/* ---- options together ---- */

/* Triggers that fire, or may, though nobody has declared a game. */
enum {
    LAST_ROUND = 1 << SKAT_TRIGGER_LAST_ROUND,
    SCORE_TRIGGERS = 1 << SKAT_TRIGGER_SCORE_MULTIPLE_OF_100 |
                     1 << SKAT_TRIGGER_SCORE_THREE_EQUAL_DIGITS |
                     1 << SKAT_TRIGGER_SCORE_ENDS_IN_THREE_EQUAL_DIGITS,
    WITHOUT_DECLARER = LAST_ROUND | SCORE_TRIGGERS,
};

static bool has_auction(const struct skat_rules *rules)
{
    return rules->auction != SKAT_AUCTION_NONE;
}
static bool plays_schieberamsch(const struct skat_rules *rules)
{
    return rules->passed_in == SKAT_PASSED_IN_SCHIEBERAMSCH ||
           skat_rules_schieberamsch_rounds(rules);
}
static bool plays_ramsch(const struct skat_rules *rules)
{
    return rules->passed_in != SKAT_PASSED_IN_VOID || skat_rules_ramsch_rounds(rules) ||
           rules->derived.variant->duties;
}

/* Is there a ramsch in which players may knock? */
static bool knocks(const struct skat_rules *rules)
{
    return (rules->ramsch_klopfen == SKAT_KLOPFEN_ALWAYS && plays_ramsch(rules)) ||
           (rules->ramsch_klopfen == SKAT_KLOPFEN_ROUNDS && skat_rules_ramsch_rounds(rules));
}

static uint32_t decisions_of(const struct skat_rules *rules)
{
    const struct skat_variant *variant = rules->derived.variant;
    uint32_t set = (has_auction(rules) ? variant->decisions : 0) |
                   (variant->blind ? 0 : 1u << SKAT_DECIDE_CARD);

    if (variant->deck->covered)
        return set | (rules->kontra_levels ? 1u << SKAT_DECIDE_KONTRA : 0);
    if (has_auction(rules) && !variant->without_auction)
        set |= rules->auction == SKAT_AUCTION_SUITS
                   ? 1u << SKAT_DECIDE_CALL | 1u << SKAT_DECIDE_HOLD_CALL
                   : 1u << SKAT_DECIDE_BID | 1u << SKAT_DECIDE_HOLD;
    if (has_auction(rules))
        set |= 1u << SKAT_DECIDE_DECLARE | (variant->blind ? 0 : 1u << SKAT_DECIDE_GAME);
    if (rules->concede == SKAT_CONCEDE_BEFORE_LEAD ||
        rules->concede == SKAT_CONCEDE_BEFORE_SECOND_LEAD ||
        (rules->concede != SKAT_CONCEDE_NEVER && rules->kontra_levels))
        set |= 1u << SKAT_DECIDE_CONCEDE;
    if (rules->kontra_levels)
        set |= 1u << SKAT_DECIDE_KONTRA;
    if (rules->schenken)
        set |= 1u << SKAT_DECIDE_AGREE | 1u << SKAT_DECIDE_GIFT;
    if (skat_rules_ramsch_rounds(rules) && rules->ramsch_round_grand_hand)
        set |= 1u << SKAT_DECIDE_GRAND_HAND;
    if (plays_schieberamsch(rules))
        set |= 1u << SKAT_DECIDE_SCHIEBEN | 1u << SKAT_DECIDE_PASS_ON;
    if (knocks(rules))
        set |= 1u << SKAT_DECIDE_KNOCK;
    if (rules->concede_later == SKAT_CONCEDE_LATER_CONSENT || rules->claims == SKAT_CLAIMS_CONSENT)
        set |= 1u << SKAT_DECIDE_CONSENT;
    if (rules->revolution)
        set |= 1u << SKAT_DECIDE_EXCHANGE;
    return set;
}

static bool options_agree(const struct skat_rules *rules, struct skat_error *error)
{
    enum { STAKE_PER_ROUNDING = 1000 }; /* at most: what is paid then fits into its numbers */
    const struct skat_deck *deck = rules->derived.deck;
    const int schneider = deck->points - deck->schneider;
    const struct skat_seating *seating = rules->derived.seating;

    if (rules->value_schneider_points != schneider &&
        rules->value_schneider_points != schneider + 1)
        return skat_fail(
            error, "value.schneider_points is %d, allowed with %d card points in all: %d | %d",
            rules->value_schneider_points, deck->points, schneider, schneider + 1);
    if (rules->seats < seating->seats_min || rules->seats > seating->seats_max)
        return skat_fail(error, "%s is for %s seats, but seats is %d",
                         rules->derived.variant->title,
                         seating->seats_max == 2 ? "two" : "three to five", rules->seats);
    if (rules->bock_triggers & rules->ramsch_round_triggers & LAST_ROUND)
        return skat_fail(error, "the last round cannot be both bock and ramsch: \"last_round\" "
                                "stands in bock.triggers and in ramsch_round.triggers");
    if (!has_auction(rules) && rules->passed_in == SKAT_PASSED_IN_VOID)
        return skat_fail(error, "auction \"none\" with passed_in \"void\" leaves nothing to play; "
                                "allowed with it: \"ramsch\" | \"schieberamsch\"");
    if (rules->auction == SKAT_AUCTION_SUITS &&
        (skat_rules_revolution(rules) || rules->sachsenspitze))
        return skat_fail(error,
                         "auction is \"suits\", which has no rank for the revolution and the "
                         "sächsische Spitze; allowed with it: revolution without \"exchange\" "
                         "and \"skat\", sachsenspitze 0");
    if (rules->derived.variant->turns && rules->scoring_system == SKAT_SCORING_OPPONENTS)
        return skat_fail(
            error, "scoring.system is \"opponents\", which says what games by hand and with the "
                   "skat cost, and nothing of a turné; allowed here: \"classic\" | "
                   "\"seeger_fabian\" | \"minus\"");
    if (skat_rules_round_money(rules) &&
        (int64_t)rules->money_rounding * STAKE_PER_ROUNDING < rules->money_stake)
        return skat_fail(error, "money.rounding is less than a thousandth of money.stake; allowed: "
                                "0, or that and more");
    if (rules->derived.carries && rules->deals > SKAT_CARRIED_DEALS_MAX)
        return skat_fail(
            error,
            "deals is %d, allowed with bock, ramsch rounds, duties, scoring.system \"minus\" or "
            "money.rounding: 1..%d, since a session is kept in memory; play more sessions instead",
            rules->deals, SKAT_CARRIED_DEALS_MAX);
    return true;
}

/* Options of declared games, with what stands between them, and before the last one. */
#define OF_DECLARED_GAMES(BETWEEN, LAST)                                                           \
    "announcements" BETWEEN "concede" BETWEEN "concede_later" BETWEEN "claims" BETWEEN             \
    "value.grand" BETWEEN "value.null" BETWEEN "value.grand_ouvert" BETWEEN                        \
    "value.matadors" BETWEEN "value.lost_factor" BETWEEN "value.lost_hand" BETWEEN                 \
    "value.overbid_hand" BETWEEN "value.schneider_points" BETWEEN                                  \
    "value.schneider_schwarz" BETWEEN "kontra.levels" BETWEEN "schenken" BETWEEN                   \
    "spitzen.max" BETWEEN "spitzen.grand" BETWEEN "spitzen.levels" BETWEEN "revolution" BETWEEN    \
    "rum" BETWEEN "sachsenspitze" BETWEEN "scoring.lost_game" LAST "scoring.lost_by_other"
#define COMMA ,

/* Can a ramsch round be the first round of a session, or follow a bock round that was? The last
 * round is never followed by another. */
static bool ramsch_round_needs_no_declarer(const struct skat_rules *rules)
{
    return rules->ramsch_round_triggers & WITHOUT_DECLARER ||
           (rules->bock_ramsch_after && rules->bock_triggers & SCORE_TRIGGERS);
}

/* Without an auction only a grand hand in a ramsch round is declared, and it cannot open the
 * first of these rounds. */
static bool nobody_declares(const struct skat_rules *rules)
{
    return !has_auction(rules) &&
           !(rules->ramsch_round_grand_hand && ramsch_round_needs_no_declarer(rules));
}

/* Are such options set, though nobody ever declares? */
static bool declares_in_vain(const struct skat_rules *rules)
{
    static const char *const of_declared_games[] = {OF_DECLARED_GAMES(COMMA, COMMA)};
    struct skat_rules usual;

    if (!nobody_declares(rules))
        return false;
    filled_defaults(rules, &usual);
    for (size_t i = 0; i < sizeof of_declared_games / sizeof *of_declared_games; i++)
        if (differs(rules, &usual, skat_rule_option_find(of_declared_games[i])))
            return true;
    return false;
}

/* Are the amounts of ramsch not those of the game's own rules? */
static bool other_amounts(const struct skat_rules *rules)
{
    struct skat_rules usual;

    skat_rules_of_game(&usual, (enum skat_variant_id)rules->game);
    usual.ramsch_score = rules->ramsch_score;
    fill_in(&usual);
    return differs(rules, &usual, skat_rule_option_find("ramsch.amounts"));
}

/* At most one bit? */
static bool is_single(int set) { return !(set & (set - 1)); }

static int first_of_each_event(int triggers)
{
    return (int)skat_first_of_each_event((uint32_t)triggers);
}

struct rule_note {
    bool applies;
    const char *text;
};

struct rule_notes {
    const char **texts; /* room for SKAT_NOTES_MAX */
    int count;
};

static void add_notes(struct rule_notes *notes, const struct rule_note *all, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (all[i].applies) {
            assert(notes->count < SKAT_NOTES_MAX);
            notes->texts[notes->count++] = all[i].text;
        }
}

static void notes_on_kontra(const struct skat_rules *rules, struct rule_notes *notes)
{
    const struct rule_note all[] = {
        {rules->kontra_levels && rules->concede == SKAT_CONCEDE_UNTIL_SECOND_TRICK,
         "with kontra, concede should be \"before_lead\" or \"never\" (Swedish text): declarer may "
         "give up when the game looks lost"},
        {!rules->kontra_levels && skat_variant_has(rules->derived.variant, "kontra.when") &&
             (rules->kontra_when || rules->kontra_who),
         "kontra.when and kontra.who change nothing while kontra.levels is 0"},
        {!rules->kontra_levels && rules->kontra_before_showing,
         "kontra.before_showing changes nothing while kontra.levels is 0"},
        {rules->kontra_levels < 2 && !rules->kontra_re_in_null,
         "kontra.re_in_null changes nothing while kontra.levels is less than 2"},
    };

    add_notes(notes, all, sizeof all / sizeof *all);
}

static void notes_on_rounds(const struct skat_rules *rules, struct rule_notes *notes)
{
    const int re = 1 << SKAT_TRIGGER_RE_SAID | 1 << SKAT_TRIGGER_RE_WON;
    const int kontra = 1 << SKAT_TRIGGER_KONTRA_LOST | 1 << SKAT_TRIGGER_KONTRA_FAILED;
    const int grand_hand = 1 << SKAT_TRIGGER_GRAND_HAND_WON | 1 << SKAT_TRIGGER_GRAND_HAND_PLAYED |
                           1 << SKAT_TRIGGER_GRAND_HAND_LOST;
    const int null_ouvert_hand = 1 << SKAT_TRIGGER_NULL_OUVERT_HAND_PLAYED;
    const struct skat_contract null_hand = {SKAT_GAME_NULL, SKAT_WITH_HAND | SKAT_WITH_OUVERT};
    const bool doubled_grand_hand = rules->ramsch_round_kontra && rules->ramsch_round_grand_hand &&
                                    rules->kontra_levels && skat_rules_ramsch_rounds(rules);
    const int triggers = rules->bock_triggers | rules->ramsch_round_triggers;
    const struct rule_note all[] = {
        {nobody_declares(rules) && triggers & ~WITHOUT_DECLARER,
         "with auction \"none\" nobody declares, so of value_over_100, grand_hand_won, "
         "grand_hand_played, grand_hand_lost, null_ouvert_hand_played, kontra_lost, kontra_failed, "
         "re_said, re_won, declarer_schneider, sixty_sixty, value_at_least_72 and "
         "value_at_least_96 each never triggers a round"},
        {!has_auction(rules) && !nobody_declares(rules) && !doubled_grand_hand &&
             triggers & (kontra | re),
         "kontra_lost, kontra_failed, re_said and re_won never trigger a round with auction "
         "\"none\": nobody may say kontra to a grand hand in a ramsch round"},
        {has_auction(rules) && ((triggers & kontra && rules->kontra_levels < 1) ||
                                (triggers & re && rules->kontra_levels < 2)),
         "kontra_lost and kontra_failed need kontra.levels 1, re_said and re_won need 2: they "
         "never "
         "trigger a round"},
        {triggers & grand_hand && !skat_is_declaration(rules, false, skat_grand_hand),
         "grand_hand_won, grand_hand_played and grand_hand_lost never trigger a round: the game "
         "has "
         "no grand hand"},
        {has_auction(rules) && triggers & null_ouvert_hand &&
             !skat_is_declaration(rules, false, null_hand),
         "null_ouvert_hand_played never triggers a round: the game has no null ouvert by hand"},
        {!rules->bock_triggers &&
             (rules->bock_length != rules->seats || rules->bock_factor != 2 ||
              rules->bock_pending || rules->bock_ramsch_after || rules->bock_doubles_trigger),
         "options of bock change nothing while bock.triggers is empty"},
        {rules->bock_triggers == LAST_ROUND &&
             (rules->bock_length != rules->seats || rules->bock_pending ||
              rules->bock_ramsch_after || rules->bock_doubles_trigger),
         "bock.length, bock.pending, bock.ramsch_after and bock.doubles_trigger change nothing "
         "while last_round is the only one of bock.triggers"},
        {is_single(rules->bock_triggers) && is_single(rules->ramsch_round_triggers) &&
             rules->bock_several,
         "bock.several changes nothing without two triggers of the same kind of round"},
        {rules->bock_several == SKAT_BOCK_EVENTS && !is_single(triggers) &&
             is_single(first_of_each_event(rules->bock_triggers)) &&
             is_single(first_of_each_event(rules->ramsch_round_triggers)),
         "bock.several changes nothing with events: all triggers of a kind of round are one event"},
        {!skat_rules_ramsch_rounds(rules) &&
             (rules->ramsch_round_grand_hand || rules->ramsch_round_length != rules->seats ||
              rules->ramsch_round_game),
         "ramsch_round.length, ramsch_round.game and ramsch_round.grand_hand change nothing: no "
         "ramsch round is ever played"},
        {rules->ramsch_round_kontra && !doubled_grand_hand,
         "ramsch_round.kontra changes nothing without kontra.levels, and without rounds of ramsch "
         "with ramsch_round.grand_hand"},
    };

    add_notes(notes, all, sizeof all / sizeof *all);
}

static void notes_on_ramsch(const struct skat_rules *rules, struct rule_notes *notes)
{
    const int march = rules->derived.deck->points;
    const struct rule_note all[] = {
        {!plays_ramsch(rules) &&
             (rules->ramsch_skat_to || rules->ramsch_virgin || rules->ramsch_march != march ||
              rules->ramsch_tie || rules->ramsch_score || rules->ramsch_klopfen ||
              other_amounts(rules)),
         "options of ramsch change nothing: no ramsch is ever played"},
        {plays_ramsch(rules) && rules->ramsch_klopfen && !knocks(rules),
         "ramsch.klopfen \"rounds\" changes nothing: no ramsch round is ever played"},
        {!plays_schieberamsch(rules) && rules->ramsch_jacks,
         "ramsch.jacks changes nothing: no schieberamsch is ever played"},
        {(rules->ramsch_score == SKAT_RAMSCH_EACH || rules->ramsch_score == SKAT_RAMSCH_FEWEST) &&
             rules->ramsch_tie,
         "ramsch.tie changes nothing with ramsch.score \"each\" or \"fewest\""},
        {rules->ramsch_score == SKAT_RAMSCH_FEWEST && rules->ramsch_virgin,
         "ramsch.virgin changes nothing with ramsch.score \"fewest\""},
        {rules->ramsch_score != SKAT_RAMSCH_AMOUNTS && rules->ramsch_score != SKAT_RAMSCH_FEWEST &&
             plays_ramsch(rules) && other_amounts(rules),
         "ramsch.amounts changes nothing unless ramsch.score is \"amounts\" or \"fewest\""},
    };

    add_notes(notes, all, sizeof all / sizeof *all);
}

static void notes_on_values(const struct skat_rules *rules, struct rule_notes *notes)
{
    const bool opponents = rules->scoring_system == SKAT_SCORING_OPPONENTS;
    const struct rule_note all[] = {
        {opponents && rules->value_lost_factor != 2,
         "scoring.system \"opponents\" counts a lost game twice (rules.md 8.1); value.lost_factor "
         "changes that"},
        {rules->schenken == SKAT_SCHENKEN_GRAND && rules->derived.variant->games &&
             !(rules->derived.variant->games >> SKAT_GAME_GRAND & 1),
         "schenken \"grand\" changes nothing: the game has no grand"},
        {rules->spitzen_grand && !rules->spitzen_max,
         "spitzen.grand changes nothing while spitzen.max is 0"},
        {rules->spitzen_levels != 1 && !rules->spitzen_max,
         "spitzen.levels changes nothing while spitzen.max is 0"},
        {nobody_declares(rules) &&
             (rules->scoring_system == SKAT_SCORING_SEEGER_FABIAN || opponents),
         "scoring.system \"seeger_fabian\" and \"opponents\" change nothing with auction \"none\", "
         "nor does scoring.sitting_share: ramsch counts as in \"classic\""},
        {rules->scoring_sitting_share && !opponents,
         "scoring.sitting_share changes nothing unless scoring.system is \"opponents\""},
        {rules->auction == SKAT_AUCTION_SUITS &&
             rules->value_overbid_hand == SKAT_OVERBID_HAND_SKAT,
         "value.overbid_hand \"skat\" changes nothing with auction \"suits\": no value is bid"},
        {rules->value_schneider_schwarz == SKAT_SCHNEIDER_SCHWARZ_LADDER &&
             rules->derived.deck->covered,
         "value.schneider_schwarz \"ladder\" changes nothing: the game has no hand games"},
        {rules->value_lost_hand && rules->value_lost_factor == 1,
         "value.lost_hand changes nothing while value.lost_factor is 1"},
        {rules->value_lost_hand && opponents && rules->value_lost_factor != 1,
         "scoring.system \"opponents\" counts a lost hand game once in any case (rules.md 8.1): "
         "value.lost_hand decides the classic totals alone"},
        {declares_in_vain(rules), "with auction \"none\" nobody declares, so of " OF_DECLARED_GAMES(
                                      ", ", " and ") " each changes nothing"},
        {rules->scoring_system != SKAT_SCORING_MINUS && rules->scoring_limit,
         "scoring.limit changes nothing unless scoring.system is \"minus\""},
        {rules->money_rounding && !rules->money_stake,
         "money.rounding changes nothing while money.stake is 0"},
    };

    add_notes(notes, all, sizeof all / sizeof *all);
}

int skat_rules_notes(const struct skat_rules *rules, const char *notes[SKAT_NOTES_MAX])
{
    struct rule_notes found = {.texts = notes};

    notes_on_kontra(rules, &found);
    notes_on_rounds(rules, &found);
    notes_on_ramsch(rules, &found);
    notes_on_values(rules, &found);
    return found.count;
}

bool skat_rules_prepare(struct skat_rules *rules, struct skat_error *error)
{
    if (!options_allowed(rules, error) || !options_exist(rules, error))
        return false;
    const struct skat_variant *variant = &skat_variants[rules->game];
    fill_in(rules);
    rules->derived.variant = variant;
    rules->derived.deck = variant->deck;
    rules->derived.seating = company_of(rules);
    rules->derived.carries = skat_rules_have_rounds(rules) ||
                             rules->scoring_system == SKAT_SCORING_MINUS || variant->duties ||
                             skat_rules_round_money(rules);
    for (int suit = 0; suit < SKAT_SUITS && variant->ace_on_top; suit++)
        skat_ranking_with_ace(&rules->derived.with_ace[suit], &skat_rankings[suit],
                              skat_card_of((enum skat_suit)rules->ass_ace, SKAT_ACE));
    rules->derived.decisions = decisions_of(rules);
    if (!options_agree(rules, error))
        return false;
    skat_list_declarations(rules);
    return skat_make_ladder(rules, error);
}
