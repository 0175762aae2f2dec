// SPDX-License-Identifier: MIT
/* tests/unit/test_game_scripts.c - games whose rules, moves and results are rows of
 * tests/data/games, each with the text that it comes from (rules.md 2 to 8, 10). */
#include "tests/unit/game_script.h"

/* What a case has said so far. */
static struct {
    enum skat_variant_id variant;
    char options[512], cards[SKAT_DEAL_TEXT_SIZE], record[SKAT_RECORD_SIZE];
    bool prepared, dealt, started, in_session;
    struct skat_rules rules;
    struct skat_deal deal;
    struct skat_terms terms;
    struct skat_game game;
    struct skat_facts facts;
    struct skat_result result; /* of what was counted; of a game it is asked for */
} now;

static struct skat_session session;
static struct skat_session_news news;
static char rounds[512]; /* that the deals of the session belonged to */
static int key_cells;    /* of the Budnyckel, in all cases */

static void begin(void)
{
    memset(&now, 0, sizeof now);
    memset(&news, 0, sizeof news);
    *rounds = 0;
}

static const struct skat_rules *rules(void)
{
    if (!now.prepared)
        rules_of_game(&now.rules, now.variant, now.options);
    now.prepared = true;
    return &now.rules;
}

static struct skat_game *game(void)
{
    if (!now.started) {
        if (*now.cards)
            deal_of_deck(&now.deal, rules()->derived.deck, now.cards);
        assert_true(now.dealt);
        if (now.in_session)
            skat_session_terms(&session, &now.terms);
        skat_game_start(&now.game, rules(), &now.deal, &now.terms);
    }
    now.started = true;
    return &now.game;
}

static struct skat_decision pending(void)
{
    struct skat_decision decision;
    skat_game_pending(game(), &decision);
    return decision;
}

static const struct skat_result *result(void)
{
    if (now.started)
        skat_game_result(&now.game, &now.result);
    return &now.result;
}

static struct skat_contract contract_of(const char *code)
{
    struct skat_contract contract;
    if (skat_contract_parse(code, &contract) != (int)strlen(code))
        fail_msg("no contract \"%s\"", code);
    return skat_rules_complete(rules(), contract);
}

/* ---- rules and cards ---- */

static void say_game(char *rest)
{
    now.variant = (enum skat_variant_id)index_of(rest, skat_variant_names, SKAT_VARIANTS);
}

static void say_rules(char *rest)
{
    const size_t length = strlen(now.options);
    assert_false(now.prepared); /* it would be too late */
    snprintf(now.options + length, sizeof now.options - length, " %s", rest);
}

static void say_deal(char *rest)
{
    snprintf(now.cards, sizeof now.cards, "%s", rest);
    now.dealt = true;
}

/* Forehand's ten, and the skat in its order. */
static void say_hand(char *rest)
{
    const char *ten = strsep(&rest, "|");
    while (*rest == ' ')
        rest++;
    deal_around(&now.deal, 0, cards_of(ten), cards_of(rest));
    now.deal.cards[30] = skat_card_parse(rest);
    now.deal.cards[31] = skat_card_parse(rest + 3);
    now.dealt = true;
}

static const struct script_field terms_fields[] = {
    FIELD(struct skat_terms, round),     FIELD(struct skat_terms, round_deal),
    FIELD(struct skat_terms, round_of),  FIELD(struct skat_terms, grand_hand),
    FIELD(struct skat_terms, duties[0]), FIELD(struct skat_terms, duties[1]),
    FIELD(struct skat_terms, duties[2])};

static void say_terms(char *rest)
{
    set_fields(&now.terms, terms_fields, COUNT_OF(terms_fields), rest);
}

/* The refusal says this. */
static void say_rules_refused(char *rest)
{
    struct skat_error error = {""};
    now.prepared = true;
    if (rules_read(&now.rules, now.variant, now.options, &error) || !strstr(error.text, rest))
        fail_msg("the rules are refused with \"%s\"", error.text);
}

/* "seats=2": what options are that were not named. */
static void say_options(char *rest)
{
    for (char *word = next_word(&rest); word; word = next_word(&rest)) {
        const struct skat_rule_option *option = skat_rule_option_find(strsep(&word, "="));
        rules();
        assert_non_null(option);
        assert_int_equal(*skat_rule_option_value(&now.rules, option), value_of(word));
    }
}

/* How many notes on options without effect there are, if not one, and a word of one of them; or
 * nothing. */
static void say_note(char *rest)
{
    const char *notes[SKAT_NOTES_MAX] = {0};
    const int want = isdigit((unsigned char)*rest) ? next_number(&rest) : *rest != 0;
    bool named = !*rest;
    assert_int_equal(skat_rules_notes(rules(), notes), want);
    for (int i = 0; i < want; i++)
        named |= strstr(notes[i], rest) != NULL;
    if (!named)
        fail_msg("the note is \"%s\"", notes[0]);
}

static void say_printed(char *rest)
{
    char text[SKAT_DEAL_TEXT_SIZE];
    (void)rest;
    game();
    skat_deal_print(&now.deal, rules()->derived.deck, text);
    expect_text("printed", text, now.cards);
}

/* ---- moves ---- */

/* As in a record: what is silent there is left out. */
static void say_record(char *rest)
{
    snprintf(now.record + strlen(now.record), sizeof now.record - strlen(now.record), "%s%s",
             *now.record ? " " : "", rest);
    play_moves(game(), script_case, rest);
}

/* "1 18 0 y 2 - 0 #7": every answer, that of saying nothing as "-", a blind card by its place. */
static enum skat_refusal apply_next(char **rest)
{
    const int actor = next_number(rest);
    const char *word = next_word(rest);
    struct skat_action action = action_of(SKAT_ACTION_PLAY_ON);
    struct skat_error error = {""};
    assert_non_null(word);
    if (*word == '#') {
        action = action_of(SKAT_ACTION_PLACE);
        action.number = (uint8_t)atoi(word + 1);
    } else if (strcmp(word, "-") != 0 && !skat_record_parse_action(word, &action, &error))
        fail_msg("\"%s\": %s", word, error.text);
    return skat_game_apply(game(), (unsigned)actor, &action);
}

static void say_moves(char *rest)
{
    for (int move = 1; rest && *rest; move++) {
        const enum skat_refusal refusal = apply_next(&rest);
        if (refusal != SKAT_ACCEPTED)
            fail_msg("move %d: %s", move, skat_refusal_text(refusal));
    }
}

/* "1 K why": and nothing has changed. */
static void say_refused(char *rest)
{
    static struct skat_game before;
    memcpy(&before, game(), sizeof before);
    const enum skat_refusal refusal = apply_next(&rest);
    expect_text("refused because", skat_refusal_text(refusal), rest);
    assert_memory_equal(&before, game(), sizeof before);
}

/* Declarer's cards in order, and the lowest legal ones of the others. */
static void say_plays(char *rest)
{
    struct skat_decision decision;
    while (skat_game_pending(game(), &decision)) {
        struct skat_action action = action_of(SKAT_ACTION_CARD);
        const char *card = decision.position == game()->table.declarer ? next_word(&rest) : NULL;
        action.count = 1;
        action.cards[0] = card ? skat_card_parse(card) : skat_cards_first(decision.cards);
        const enum skat_refusal refusal = skat_game_apply(game(), decision.position, &action);
        if (refusal != SKAT_ACCEPTED)
            fail_msg("%s", skat_refusal_text(refusal));
    }
}

static void say_fault(char *rest) { skat_game_fail(game(), (unsigned)atoi(rest)); }

/* ---- what is asked, written and seen ---- */

static void say_asked(char *rest)
{
    struct skat_decision decision;
    char got[40] = "over";
    if (skat_game_pending(game(), &decision))
        snprintf(got, sizeof got, "%s %d", skat_decision_rows[decision.kind].name,
                 decision.position);
    expect_text("asked", got, rest);
}

static const struct script_field decision_fields[] = {
    FIELD(struct skat_decision, cards),       FIELD(struct skat_decision, declaration_count),
    FIELD(struct skat_decision, bid_count),   FIELD(struct skat_decision, discard_count),
    FIELD(struct skat_decision, may_concede), FIELD(struct skat_decision, may_claim),
    FIELD(struct skat_decision, places),      FIELD(struct skat_decision, may_turn)};

static void say_offered(char *rest)
{
    const struct skat_decision decision = pending();
    fields_are(&decision, decision_fields, COUNT_OF(decision_fields), rest);
}

static void say_games(char *rest)
{
    const struct skat_decision decision = pending();
    char code[SKAT_CODE_SIZE], got[SKAT_DECLARATIONS_MAX * (SKAT_CODE_SIZE + 1)] = "";
    for (uint32_t i = 0; i < decision.declaration_count; i++) {
        skat_contract_code(
            decision.declarations[i],
            skat_ouvert_implies(rules(), decision.declarations[i].type) & SKAT_WITH_SCHWARZ, code);
        strcat(strcat(got, i ? " " : ""), code);
    }
    expect_text("games", got, rest);
}

/* The lowest value that may be named, and how many. */
static void say_bids(char *rest)
{
    const struct skat_decision decision = pending();
    assert_int_equal(decision.bid_count ? decision.bids[0] : 0, next_number(&rest));
    assert_int_equal(decision.bid_count, next_number(&rest));
}

/* Nothing: as the record that was played. */
static void say_written(char *rest)
{
    char text[SKAT_RECORD_SIZE];
    skat_record_moves(game(), text);
    expect_text("written", text, *rest ? rest : now.record);
    struct skat_game again;
    start_again(&again, game());
    play_moves(&again, script_case, text);
    assert_memory_equal(&again.table, &game()->table, sizeof again.table);
}

static void say_no_record(char *rest)
{
    struct skat_replay replay;
    skat_record_replay(game(), rest, false, &replay);
    if (replay.end != SKAT_REPLAY_BAD || !*replay.error.text)
        fail_msg("end %d (%s)", replay.end, replay.error.text);
}

#define V(member) FIELD(struct skat_view, member)
/* clang-format off */
static const struct script_field view_fields[] = {
    V(hand), V(dealt), V(skat), V(shown), V(passed_on), V(seen[0]), V(seen[1]), V(seen[2]),
    V(open_skat), V(extra.rum), V(extra.knocked), V(extra.totals[0]), V(extra.totals[1]),
    V(extra.totals[2]), V(extra.chosen), V(dummy), V(turned.count), V(turned.cards[0]),
    V(turned.cards[1]), V(table.bid), V(table.declarer), V(table.passed), V(table.highest[0]),
    V(table.highest[1]), V(table.highest[2]), V(calls.called_rank), V(calls.called.type),
    V(calls.called.with), V(calls.highest_call[0]), V(calls.highest_call[1]),
    V(calls.highest_call[2])};
/* clang-format on */

/* "2 hand=CJ.SJ": by position, or "all". */
static void say_sees(char *rest)
{
    const char *word = next_word(&rest);
    for (unsigned position = 0; position < SKAT_PLAYERS; position++) {
        struct skat_view view;
        char fields[1024];
        if (strcmp(word, "all") != 0 && (unsigned)atoi(word) != position)
            continue;
        skat_game_view(game(), position, &view);
        snprintf(fields, sizeof fields, "%s", rest);
        fields_are(&view, view_fields, COUNT_OF(view_fields), fields);
    }
}

#define G(member) FIELD(struct skat_game, member)
static const struct script_field game_fields[] = {
    G(table.declarer),     G(table.bid),         G(table.turn),        G(table.passed),
    G(table.winner),       G(table.trick_count), G(table.points[0]),   G(table.points[1]),
    G(table.points[2]),    G(table.tricks[0]),   G(table.tricks[1]),   G(table.tricks[2]),
    G(table.played_count), G(extra.kontra),      G(calls.called_rank), G(skat),
    G(move_count)};

static void say_stands(char *rest) { fields_are(game(), game_fields, COUNT_OF(game_fields), rest); }

static void say_player(char *rest)
{
    const int position = next_number(&rest);
    assert_int_equal(skat_game_player(game(), (unsigned)position), next_number(&rest));
}

/* ---- results ---- */

static const char *const ending_names[] = {"played", "conceded", "declarer_fault", "defender_fault",
                                           "gift",   "resigned", "yielded"};

static void say_ended(char *rest)
{
    say_asked((char[]){"over"});
    expect_text("ended", ending_names[game()->ending], rest);
}

static void say_played_out(char *rest)
{
    static const uint8_t seat_of[SKAT_PLAYERS] = {0, 1, 2};
    struct skat_deal_event event;
    skat_game_event(game(), result(), seat_of, &event);
    assert_int_equal(event.played_out, atoi(rest));
}

#define R(member) FIELD(struct skat_result, member)
static const struct script_field result_fields[] = {
    R(won),        R(overbid), R(matadors),  R(points),         R(tricks),       R(base),
    R(multiplier), R(value),   R(doubling),  R(bock),           R(signed_value), R(classic_value),
    R(penalty),    R(spitzen), R(is_ramsch), R(ramsch.virgins), R(ramsch.march)};

static void say_result(char *rest)
{
    fields_are(result(), result_fields, COUNT_OF(result_fields), rest);
}

/* "-80 0 0 0": by position, then of a seat that sits out; in the scoring of the rules, and
 * forehand's, where no game was played. */
static void say_score(char *rest)
{
    struct skat_game none = {.rules = rules(), .fault = SKAT_NOBODY};
    int32_t score[SKAT_PLAYERS];
    int want;
    none.table.declarer = result()->is_ramsch ? SKAT_NOBODY : 0;
    const int sitting = skat_game_scores(now.started ? &now.game : &none, result(),
                                         (enum skat_scoring)rules()->scoring_system, score);
    for (int position = 0; position < SKAT_PLAYERS; position++)
        if (score[position] != (want = next_number(&rest)))
            fail_msg("position %d scores %d, want %d", position, score[position], want);
    if (rest && sitting != (want = next_number(&rest)))
        fail_msg("a seat that sits out scores %d, want %d", sitting, want);
}

static void say_levels(char *rest)
{
    expect_bits("levels", result()->levels, skat_level_names, SKAT_LEVELS, rest);
}

/* The count in words. */
static void say_said(char *rest)
{
    char words[SKAT_WORDS_SIZE];
    expect_text("said", skat_value_words(&now.facts, &now.result, words), rest);
}

/* ---- results without a game ---- */

#define F(member) FIELD(struct skat_facts, member)
/* clang-format off */
static const struct script_field facts_fields[] = {
    F(announced), F(bid), F(matadors), F(matadors_hand), F(points), F(tricks), F(turned), F(rum),
    F(spitzen_failed), F(spitzen_lost), F(gifts_refused), F(kontra), F(bock), F(rest_points),
    F(rest_tricks), F(kontra_limits.by_declarer), F(kontra_limits.by_defenders),
    F(kontra_limits.by_both)};
/* clang-format on */

/* docs/formats.md: the multiplier is the one before the overbid rule, and has all levels. */
static void check_multiplier(void)
{
    const struct skat_result *of = &now.result;
    const int levels = __builtin_popcount(of->levels) + of->spitzen + of->gifts_refused;
    if (now.variant != SKAT_VARIANT_SKAT || !now.facts.announced || !of->matadors ||
        now.facts.matadors != now.facts.matadors_hand ||
        rules()->scoring_system == SKAT_SCORING_OPPONENTS)
        return;
    if (rules()->value_schneider_schwarz != SKAT_SCHNEIDER_SCHWARZ_DOUBLE)
        assert_int_equal(of->multiplier, abs(of->matadors) + 1 + levels);
    assert_int_equal(of->overbid ? of->value % of->base : of->value - of->base * of->multiplier, 0);
}

static void count(enum skat_ending ending)
{
    now.facts.ending = ending;
    memset(&now.result, 0x55, sizeof now.result);
    skat_value(rules(), &now.facts, &now.result);
    check_multiplier();
}

/* "played CH bid=18 matadors=-2 points=95 tricks=9": the facts that are counted. Without bid=,
 * nothing was bid. */
static void say_counts(char *rest)
{
    const char *word = next_word(&rest);
    const int ending = index_of(word, ending_names, COUNT_OF(ending_names));
    const struct skat_contract contract = contract_of(next_word(&rest));
    now.facts = (struct skat_facts){.announced = true,
                                    .contract = contract,
                                    .picked_up = !(contract.with & SKAT_WITH_HAND),
                                    .bock = 1,
                                    .matadors_hand = INT8_MIN};
    set_fields(&now.facts, facts_fields, COUNT_OF(facts_fields), rest);
    if (now.facts.matadors_hand == INT8_MIN)
        now.facts.matadors_hand = now.facts.matadors;
    count((enum skat_ending)ending);
}

/* "70 7": the declared game as if declarer had so many points and tricks in the end. */
static void say_with(char *rest)
{
    skat_game_facts(game(), &now.facts);
    now.started = false;
    now.facts.points = next_number(&rest);
    now.facts.tricks = next_number(&rest);
    count(SKAT_ENDED_PLAYED);
}

/* "-100 40 120": signed values of a fault of declarer and of a defender, and its penalty. */
static void say_faults(char *rest)
{
    count(SKAT_ENDED_DECLARER_FAULT);
    assert_int_equal(now.result.signed_value, next_number(&rest));
    count(SKAT_ENDED_DEFENDER_FAULT);
    assert_int_equal(now.result.signed_value, next_number(&rest));
    assert_int_equal(now.result.penalty, next_number(&rest));
}

/* "won 30", "open": what either fault makes of it (rules.md 8.3). */
static void say_decided(char *rest)
{
    static const char *const names[] = {"open", "won", "lost"};
    const int want = index_of(next_word(&rest), names, COUNT_OF(names));
    const int signed_value = want ? next_number(&rest) : 0;
    expect_text("decided", names[skat_value_decided(rules(), &now.facts)], names[want]);
    for (int declarers = 0; declarers < 2; declarers++) {
        count(declarers ? SKAT_ENDED_DECLARER_FAULT : SKAT_ENDED_DEFENDER_FAULT);
        if (now.result.won != (want ? want == SKAT_DECIDED_WON : !declarers) ||
            (want && now.result.signed_value != signed_value))
            fail_msg("fault of %s: won %d, %d", declarers ? "declarer" : "a defender",
                     now.result.won, now.result.signed_value);
    }
}

#define U(member) FIELD(struct skat_undeclared_facts, member)
/* clang-format off */
static const struct script_field undeclared_fields[] = {
    U(is_ramsch), U(may_be_declared), U(may_be_ramsch), U(bid), U(extras), U(ramsch.unseen),
    U(ramsch.knocks), U(ramsch.bock), U(ramsch.doublings_most), U(ramsch.points[0]),
    U(ramsch.tricks[0]), U(ramsch.skat_points)};
/* clang-format on */

/* A fault in a deal without a declarer. */
static void say_undeclared_fault(char *rest)
{
    struct skat_undeclared_facts facts = {.ramsch = {.last_trick = {-1, -1, -1}, .bock = 1}};
    set_fields(&facts, undeclared_fields, COUNT_OF(undeclared_fields), rest);
    memset(&now.result, 0x55, sizeof now.result);
    skat_value_undeclared_fault(rules(), &facts, &now.result);
}

static void say_passed_in(char *rest)
{
    memset(&now.result, 0x55, sizeof now.result);
    skat_value_passed_in(atoi(rest), &now.result);
}

#define OF_RAMSCH(member) FIELD(struct skat_ramsch_facts, member)
static const struct script_field ramsch_fields[] = {OF_RAMSCH(skat_points), OF_RAMSCH(unseen),
                                                    OF_RAMSCH(knocks), OF_RAMSCH(bock)};

/* "50/4/7 40/3/8 20/3/9 skat_points=10": points, tricks, and the last trick taken, by position. */
static void say_ramsch(char *rest)
{
    struct skat_ramsch_facts facts = {.bock = 1};
    int tricks = 0, points = 0;
    for (int position = 0; position < SKAT_PLAYERS; position++) {
        char *word = next_word(&rest);
        facts.points[position] = (uint8_t)atoi(strsep(&word, "/"));
        facts.tricks[position] = (uint8_t)atoi(strsep(&word, "/"));
        facts.last_trick[position] = (int8_t)atoi(word);
        points += facts.points[position];
        tricks += facts.tricks[position];
    }
    set_fields(&facts, ramsch_fields, COUNT_OF(ramsch_fields), rest);
    assert_int_equal(points + facts.skat_points, 120);
    assert_int_equal(tricks, 10);
    memset(&now.result, 0x55, sizeof now.result);
    skat_value_ramsch(rules(), &facts, &now.result);
    assert_int_equal(now.result.ramsch.doubling, 1 << (facts.unseen + facts.knocks));
    for (int position = 0; position < SKAT_PLAYERS; position++)
        assert_int_equal(now.result.ramsch.tricks[position], facts.tricks[position]);
}

/* Of ramsch: points with the skat of who gets it. */
static void say_points(char *rest)
{
    for (int position = 0; position < SKAT_PLAYERS; position++)
        assert_int_equal(result()->ramsch.points[position], next_number(&rest));
}

/* ---- functions of the rules ---- */

/* "CH 7 CJ SJ ...": with 7 of these cards. */
static void say_matadors(char *rest)
{
    const struct skat_contract contract = contract_of(next_word(&rest));
    const int want = next_number(&rest);
    assert_int_equal(skat_matadors(skat_rules_ranking(rules(), contract), cards_of(rest),
                                   skat_matadors_max(rules(), contract)),
                     want);
}

/* What forehand alone can name. */
static void say_ladder_has(char *rest)
{
    const int value = next_number(&rest);
    bool there = false;
    for (int i = 0; i < rules()->derived.ladder_count; i++)
        there |= rules()->derived.ladder[i] == value;
    assert_int_equal(there, next_number(&rest));
}

/* "3 18 HW*3 CW*2 DH*2": a row of the Budnyckel, by its number: a value, and games that have it
 * without levels. Null games have multiplier 1. */
static void say_key(char *rest)
{
    const int row = next_number(&rest), bid = next_number(&rest);
    assert_int_equal(rules()->derived.ladder[row], bid);
    for (char *word = next_word(&rest); word; word = next_word(&rest), key_cells++) {
        struct skat_facts facts = {.announced = true,
                                   .contract = contract_of(strsep(&word, "*")),
                                   .points = 61,
                                   .tricks = 5,
                                   .turned = 1,
                                   .bock = 1};
        struct skat_result of;
        facts.matadors = facts.matadors_hand = atoi(word) - 1;
        skat_value(rules(), &facts, &of);
        /* By the text grand ouvert counts six at least; the key lists base values only. */
        if (facts.contract.type == SKAT_GAME_GRAND && facts.contract.with & SKAT_WITH_OUVERT)
            assert_int_equal(of.base * atoi(word), bid);
        else
            assert_int_equal(of.value, bid);
    }
}

/* "1 2 3 0": the dealer, then the seats of forehand, middlehand, rearhand. */
static void say_dealer(char *rest)
{
    uint8_t got[SKAT_PLAYERS];
    skat_positions(rules(), next_number(&rest), got);
    for (int position = 0; position < SKAT_PLAYERS; position++)
        assert_int_equal(got[position], next_number(&rest));
}

/* "won 0 50 0 0": who declared, or -1, and what each seat gets by Seeger and Fabian. */
static void say_extras(char *rest)
{
    int32_t extra[SKAT_SEATS_MAX] = {0};
    const char *word = next_word(&rest);
    if (strcmp(word, "ramsch") == 0)
        skat_deal_extras(rules(), result(), SKAT_NOBODY, (const uint8_t[]){0, 1, 2}, extra);
    else
        skat_seeger_extras(rules(), next_number(&rest), strcmp(word, "won") == 0, extra);
    for (int seat = 0; seat < rules()->seats; seat++)
        assert_int_equal(extra[seat], next_number(&rest));
}

/* ---- sessions ---- */

/* A declared game, played out, that fires only triggers that depend on `value` and `won`. */
static void declared_event(struct skat_deal_event *event, struct skat_result *of, const char *code,
                           bool won, int value)
{
    memset(event, 0, sizeof *event);
    *of = (struct skat_result){.won = won,
                               .value = (int16_t)value,
                               .points = won ? 70 : 50,
                               .tricks = 5,
                               .doubling = 1,
                               .bock = 1,
                               .signed_value = won ? value : -2 * value};
    event->result = of;
    event->contract = contract_of(code);
    event->played_out = true;
    event->grand_hand = -1;
}

/* A deal as a letter: '-' an ordinary game, 'v' one over 100, 'r' one with re, 'b' both at once,
 * 'p' passed in, 'f' ended by a fault (over 100, with re), 'm' a ramsch; a digit: the seat that
 * declares grand hand in a ramsch round. Seat 0 gets what the game is worth. */
static void event_of_letter(struct skat_deal_event *event, struct skat_result *of, char letter)
{
    const bool big = strchr("vbf", letter), grand_hand = isdigit((unsigned char)letter);
    declared_event(event, of, grand_hand ? "GH" : "C", true, big ? 108 : 48);
    event->kontra = strchr("rbf", letter) ? 2 : 0;
    event->faulted = event->ended_by_fault = letter == 'f';
    event->grand_hand = grand_hand ? letter - '0' : -1;
    if (strchr("pm", letter)) {
        *of = (struct skat_result){.won = -1, .bock = 1, .is_ramsch = letter == 'm'};
        event->contract = (struct skat_contract){0};
        event->played_out = letter == 'm';
    }
    event->score[0] = event->classic[0] = of->value;
}

static void add_event(const struct skat_deal_event *event)
{
    if (!now.in_session)
        skat_session_start(&session, rules());
    now.in_session = true;
    memset(&news, 0x55, sizeof news);
    skat_session_add(&session, event, &news);
}

static struct skat_terms next_terms(void)
{
    struct skat_terms terms;
    if (!now.in_session)
        skat_session_start(&session, rules());
    now.in_session = true;
    skat_session_terms(&session, &terms);
    return terms;
}

/* "- B1/3 R2/3": the round each deal belongs to. */
static void say_deals(char *rest)
{
    for (; *rest; rest++) {
        const struct skat_terms terms = next_terms();
        struct skat_result of;
        struct skat_deal_event event;
        char *at = rounds + strlen(rounds);
        at += sprintf(at, "%s", *rounds ? " " : "");
        if (terms.round == SKAT_ROUND_NONE)
            strcpy(at, "-");
        else
            sprintf(at, "%c%d/%d", terms.round == SKAT_ROUND_BOCK ? 'B' : 'R', terms.round_deal,
                    terms.round_of);
        event_of_letter(&event, &of, *rest);
        add_event(&event);
    }
}

static void say_rounds(char *rest) { expect_text("rounds", rounds, rest); }

/* The trigger that opened the round of the next deal. */
static void say_round_of(char *rest)
{
    const struct skat_terms terms = next_terms();
    assert_int_not_equal(terms.round, SKAT_ROUND_NONE);
    expect_text("round of", skat_trigger_names[terms.trigger], rest);
}

static void positions_of_next(uint8_t seat_of[SKAT_PLAYERS])
{
    skat_positions(rules(), skat_dealer(rules()->seats, session.deal), seat_of);
}

/* The seats that may declare grand hand in the next deal, ascending. */
static void say_grand_hand(char *rest)
{
    const struct skat_terms terms = next_terms();
    uint8_t seat_of[SKAT_PLAYERS];
    char got[SKAT_SEATS_MAX + 1] = "";
    positions_of_next(seat_of);
    for (int seat = 0; seat < rules()->seats; seat++)
        for (int position = 0; position < SKAT_PLAYERS; position++)
            if (seat_of[position] == seat && terms.grand_hand >> position & 1)
                sprintf(got + strlen(got), "%d", seat);
    assert_true(terms.grand_hand < 1 << SKAT_PLAYERS);
    expect_text("seats", got, rest);
}

static const struct script_field event_fields[] = {
    FIELD(struct skat_deal_event, kontra), FIELD(struct skat_deal_event, rest_points),
    FIELD(struct skat_deal_event, played_out), FIELD(struct skat_deal_event, faulted),
    FIELD(struct skat_deal_event, ended_by_fault)};

/* "GH won 120 70 kontra=2 played_out=0": the value and the points of a deal, and more. */
static void say_event(char *rest)
{
    const char *code = next_word(&rest);
    const bool won = strcmp(next_word(&rest), "won") == 0;
    struct skat_result of;
    struct skat_deal_event event;
    declared_event(&event, &of, code, won, next_number(&rest));
    of.points = (int16_t)next_number(&rest);
    set_fields(&event, event_fields, COUNT_OF(event_fields), rest);
    of.doubling = (int16_t)(1 << event.kontra);
    add_event(&event);
}

static void say_triggers(char *rest)
{
    expect_bits("triggers", news.triggers, skat_trigger_names, SKAT_TRIGGERS, rest);
}

static uint32_t triggers_named(char *names)
{
    uint32_t triggers = 0;
    for (char *word = next_word(&names); word; word = next_word(&names))
        triggers |= 1u << index_of(word, skat_trigger_names, SKAT_TRIGGERS);
    return triggers;
}

/* "kontra_lost re_said > kontra_lost": the first of each event. */
static void say_events(char *rest)
{
    const uint32_t fired = triggers_named(strsep(&rest, ">"));
    assert_int_equal(skat_first_of_each_event(fired), triggers_named(rest));
}

static void add_scores(char *rest, bool classic_alone)
{
    struct skat_result of;
    struct skat_deal_event event;
    declared_event(&event, &of, "C", true, 24);
    for (int seat = 0; seat < rules()->seats; seat++) {
        char *word = next_word(&rest);
        event.classic[seat] = (int32_t)value_of(word);
        event.score[seat] = classic_alone ? -7 : event.classic[seat];
    }
    event.faulted = rest && strcmp(rest, "fault") == 0;
    add_event(&event);
}

/* By seat; "fault" at the end. Of classic scoring alone: the session counts otherwise. */
static void say_scores(char *rest) { add_scores(rest, false); }
static void say_classic(char *rest) { add_scores(rest, true); }

/* The seat that declared what was counted, in the next deal of the session. */
static void say_declared_by(char *rest)
{
    struct skat_game of = {.rules = rules(), .fault = SKAT_NOBODY};
    struct skat_deal_event event;
    struct skat_result none;
    uint8_t seat_of[SKAT_PLAYERS];
    int32_t score[SKAT_PLAYERS];
    next_terms();
    positions_of_next(seat_of);
    while (seat_of[of.table.declarer] != atoi(rest))
        of.table.declarer++;
    skat_game_scores(&of, &now.result, SKAT_SCORING_CLASSIC, score);
    declared_event(&event, &none, "C", true, 24);
    for (int position = 0; position < SKAT_PLAYERS; position++)
        event.score[seat_of[position]] = event.classic[seat_of[position]] = score[position];
    add_event(&event);
}

/* By seat, after the last deal; the players are told them in the next, if it matters there. */
static void say_totals(char *rest)
{
    const struct skat_terms terms = next_terms();
    uint8_t seat_of[SKAT_PLAYERS];
    int64_t want[SKAT_SEATS_MAX] = {0};
    for (int seat = 0; seat < rules()->seats; seat++) {
        want[seat] = value_of(next_word(&rest));
        assert_int_equal(news.totals[seat], want[seat]);
    }
    positions_of_next(seat_of);
    for (int position = 0; position < SKAT_PLAYERS && rules()->derived.carries; position++)
        assert_int_equal(terms.totals[position], want[seat_of[position]]);
}

/* Bierlachs: the seats that have lost by the last deal. */
static void say_lost(char *rest)
{
    char got[SKAT_SEATS_MAX + 1] = "";
    for (int seat = 0; seat < SKAT_SEATS_MAX; seat++)
        if (news.rounds_lost >> seat & 1)
            sprintf(got + strlen(got), "%d", seat);
    expect_text("lost", got, rest);
}

/* Verbs that expect a number. */
#define EXPECT(word, value)                                                                        \
    static void say_##word(char *rest)                                                             \
    {                                                                                              \
        const int got = value;                                                                     \
        assert_int_equal(got, next_number(&rest));                                                 \
    }

EXPECT(round_hangs, skat_round_hangs(rules(), &now.facts)) /* on the rest of what was counted */
EXPECT(bock_factor, skat_terms_bock(&now.terms, rules()))
EXPECT(key_cells, key_cells)
EXPECT(most_matadors, skat_matadors_max(rules(), contract_of(next_word(&rest))))
EXPECT(points_needed, skat_points_needed(rules(), contract_of(next_word(&rest))))

static void end(void) { rules(); }

#define SAY(word)                                                                                  \
    {                                                                                              \
#word, say_##word                                                                          \
    }

int main(void)
{
    /* clang-format off */
    static const struct script_verb verbs[] = {
        SAY(game), SAY(rules), SAY(deal), SAY(rules_refused), SAY(options), SAY(note), SAY(printed),
        SAY(ladder_has), SAY(key), SAY(key_cells), SAY(declared_by), SAY(events), SAY(hand),
        SAY(terms), SAY(record), SAY(moves), SAY(refused), SAY(plays), SAY(fault), SAY(asked),
        SAY(offered), SAY(games), SAY(bids), SAY(written), SAY(no_record), SAY(sees), SAY(stands),
        SAY(player), SAY(ended), SAY(played_out), SAY(result), SAY(score), SAY(levels), SAY(said),
        SAY(counts), SAY(with), SAY(faults), SAY(decided), SAY(undeclared_fault), SAY(passed_in),
        SAY(ramsch), SAY(points), SAY(matadors), SAY(most_matadors), SAY(points_needed),
        SAY(dealer), SAY(extras), SAY(deals), SAY(rounds), SAY(round_of), SAY(grand_hand),
        SAY(event), SAY(triggers), SAY(scores), SAY(classic), SAY(totals), SAY(lost),
        SAY(round_hangs), SAY(bock_factor)};
    /* clang-format on */
    static const struct script script = {verbs, COUNT_OF(verbs), begin, end};
    return script_play_all(&script, "tests/data/games/*.txt");
}
