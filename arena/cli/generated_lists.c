// SPDX-License-Identifier: MIT
#include "arena/cli/generated_lists.h"

#include <cjson/cJSON.h>

#include "arena/base/json_write.h"
#include "arena/record/tally.h"
#include "arena/result/fault_line.h"
#include "arena/result/campaign_result.h"
#include "arena/compare/redeals.h"
#include "arena/result/run_summary.h"
#include "engine/decision.h"

static const struct {
    const char *file;
    const struct fields *fields;
} files[] = {
    {"summary.json", &run_summary_fields},
    {"study.json", &study_result_fields},
    {"populations.json", &populations_result_fields},
    {"tune.json", &tune_summary_fields},
    {"tune.jsonl", &tune_round_fields},
    {"grid.json", &grid_summary_fields},
    {"history.json", &history_result_fields},
    {"bisect.json", &bisect_result_fields},
    {"faults.jsonl", &fault_line_fields},
    {"redeals.jsonl", &redeal_line_fields},
};

static const char *const types[] = {
    [FIELD_INT] = "integer",
    [FIELD_INT_OR_NULL] = "integer or null",
    [FIELD_REAL] = "number or null",
    [FIELD_EXACT] = "number",
    [FIELD_TEXT] = "text",
    [FIELD_TEXT_OR_NULL] = "text or null",
    [FIELD_FLAG] = "boolean",
    [FIELD_JSON] = "any",
    [FIELD_STRUCT] = "object",
    [FIELD_EMBEDDED] = "embedded",
    [FIELD_OR_NULL] = "object or null",
    [FIELD_OPTIONAL] = "object",
    [FIELD_STRUCTS] = "array",
    [FIELD_INTS] = "array of integers",
    [FIELD_TEXTS] = "array of texts",
    [FIELD_NAMED] = "object of objects",
    [FIELD_INTS_BY_NAME] = "object of integers",
};

static void add_struct(cJSON *structs, const struct fields *fields);

static void add_field(cJSON *structs, cJSON *rows, const struct field *field)
{
    cJSON *row = cJSON_CreateObject();

    cJSON_AddStringToObject(row, "key", field->key);
    cJSON_AddStringToObject(row, "type", types[field->type]);
    if (field->of)
        cJSON_AddStringToObject(row, "of", field->of->name);
    else
        cJSON_AddNullToObject(row, "of");
    cJSON_AddStringToObject(row, "presence", field->presence == ALWAYS ? "always" : "if any");
    cJSON_AddStringToObject(row, "meaning", field->meaning);
    cJSON_AddItemToArray(rows, row);
    if (field->of)
        add_struct(structs, field->of);
}

static void add_struct(cJSON *structs, const struct fields *fields)
{
    if (json_get(structs, fields->name))
        return;
    cJSON *rows = cJSON_AddArrayToObject(structs, fields->name);
    for (int i = 0; i < fields->count; i++)
        if (fields->list[i].type != FIELD_CUSTOM)
            add_field(structs, rows, &fields->list[i]);
}

void print_field_list(FILE *out)
{
    cJSON *root = cJSON_CreateObject(), *roots = cJSON_AddObjectToObject(root, "files"),
          *structs = cJSON_AddObjectToObject(root, "structs"),
          *counters = cJSON_AddArrayToObject(root, "counters");

    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        cJSON_AddStringToObject(roots, files[i].file, files[i].fields->name);
        add_struct(structs, files[i].fields);
    }
    for (int i = 0; i < tally_counter_count; i++) {
        cJSON *counter = cJSON_CreateObject();
        cJSON_AddStringToObject(counter, "key", tally_counters[i].key);
        cJSON_AddStringToObject(counter, "meaning", tally_counters[i].meaning);
        cJSON_AddItemToArray(counters, counter);
    }
    json_print(root, out);
    cJSON_Delete(root);
}

/* The fields of a message of the pipe protocol, by bit of skat_decision_row.offers. */
static const struct {
    unsigned offers;
    const char *fields[5];
} fields_of[] = {
    {SKAT_OFFERS_BIDS, {"bids"}},
    {SKAT_OFFERS_DECLARATIONS, {"declarations"}},
    {SKAT_OFFERS_SPITZEN, {"spitzen", "grand_spitze"}},
    {SKAT_OFFERS_CARDS, {"position", "cards"}},
    {SKAT_OFFERS_SOME_CARDS, {"cards", "count"}},
    {SKAT_OFFERS_DUTIES, {"duties"}},
    {SKAT_OFFERS_PLACES, {"places"}},
    {SKAT_OFFERS_WORDS, {"may_concede", "may_give_up", "may_claim", "may_resign"}},
    {SKAT_OFFERS_RUM, {"may_rum"}},
    {SKAT_OFFERS_TURN, {"may_turn"}},
    {SKAT_OFFERS_CLAIM, {"may_claim"}},
};

static void add_text(cJSON *list, const char *text)
{
    cJSON_AddItemToArray(list, cJSON_CreateString(text));
}

static void add_fields(cJSON *object, unsigned kind)
{
    cJSON *list = cJSON_AddArrayToObject(object, "fields");

    if (kind == SKAT_DECIDE_HOLD)
        add_text(list, "bid"); /* of the view: what is held */
    if (kind == SKAT_DECIDE_HOLD_CALL)
        add_text(list, "called");
    for (size_t i = 0; i < sizeof fields_of / sizeof *fields_of; i++)
        if (skat_decision_rows[kind].offers & fields_of[i].offers)
            for (const char *const *field = fields_of[i].fields; *field; field++)
                add_text(list, *field);
}

/* The word of an action, or null. */
static void add_word(cJSON *object, const char *key, unsigned action, unsigned decision)
{
    if (action == SKAT_ACTION_NONE)
        cJSON_AddNullToObject(object, key);
    else
        cJSON_AddStringToObject(object, key, skat_action_word(action, decision));
}

static void add_decision(cJSON *list, unsigned kind)
{
    static const char *const asked[] = {[SKAT_ASKED_ANYBODY] = "anybody",
                                        [SKAT_ASKED_DECLARER] = "declarer",
                                        [SKAT_ASKED_DEFENDER] = "defender",
                                        [SKAT_ASKED_FOREHAND] = "forehand"};
    const struct skat_decision_row *row = &skat_decision_rows[kind];
    cJSON *object = cJSON_CreateObject();

    cJSON_AddItemToArray(list, object);
    cJSON_AddStringToObject(object, "name", row->name);
    cJSON_AddNumberToObject(object, "bit", kind);
    cJSON_AddStringToObject(object, "asked", asked[row->asked]);
    add_fields(object, kind);
    cJSON *answers = cJSON_AddArrayToObject(object, "answers");
    for (unsigned action = 0; action < SKAT_ACTIONS; action++)
        if (skat_answers(action, kind))
            add_text(answers, skat_action_word(action, kind));
    add_word(object, "default", row->fallback, kind);
    add_word(object, "silence", row->silence, kind);
}

static void add_action(cJSON *list, unsigned kind)
{
    static const char *const operands[] = {[SKAT_OPERAND_NONE] = "",
                                           [SKAT_OPERAND_BID] = "bid",
                                           [SKAT_OPERAND_CONTRACT] = "contract",
                                           [SKAT_OPERAND_CARD] = "card",
                                           [SKAT_OPERAND_CARDS] = "cards",
                                           [SKAT_OPERAND_DUTY] = "duty",
                                           [SKAT_OPERAND_PLACE] = "place"};
    const struct skat_action_row *row = &skat_action_rows[kind];
    cJSON *object = cJSON_CreateObject();

    cJSON_AddItemToArray(list, object);
    cJSON_AddStringToObject(object, "word", row->word);
    if (row->code)
        cJSON_AddStringToObject(object, "code", row->code);
    else
        cJSON_AddNullToObject(object, "code");
    cJSON_AddStringToObject(object, "operand", operands[row->operand]);
}

void print_decision_list(FILE *out)
{
    cJSON *all = cJSON_CreateObject();
    cJSON *decisions = cJSON_AddArrayToObject(all, "decisions"),
          *actions = cJSON_AddArrayToObject(all, "actions");

    for (unsigned kind = SKAT_DECIDE_NOTHING + 1; kind < SKAT_DECISIONS; kind++)
        add_decision(decisions, kind);
    for (unsigned kind = SKAT_ACTION_NONE + 1; kind < SKAT_ACTIONS; kind++)
        add_action(actions, kind);
    json_print(all, out);
    cJSON_Delete(all);
}
