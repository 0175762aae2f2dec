// SPDX-License-Identifier: MIT
/* tests/unit/test_fields.c - structs by lists of their fields: what is written is read back, and
 * what is missing or of another type is an error that names it. */
#include "arena/base/fields.h"

#include "tests/unit/engine_helpers.h"
#include "tests/unit/unit_test.h"

#define PART_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                               \
    FIELDS_KEY(CUSTOM, OF)                                                                         \
    VALUE(OF, REAL, share, ALWAYS, "of the whole")
FIELDS_STRUCT(part, PART_FIELDS);
#define INNER_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF) VALUE(OF, TEXT, name, ALWAYS, "of something")
FIELDS_STRUCT(inner, INNER_FIELDS);
#define WHOLE_FIELDS(VALUE, NESTED, MANY, CUSTOM, OF)                                              \
    VALUE(OF, INT, count, ALWAYS, "an integer")                                                    \
    VALUE(OF, INT_OR_NULL, place, ALWAYS, "an integer, or none")                                   \
    VALUE(OF, REAL, mean, ALWAYS, "rounded")                                                       \
    VALUE(OF, EXACT, exact, ALWAYS, "as it is")                                                    \
    VALUE(OF, FLAG, complete, ALWAYS, "yes or no")                                                 \
    VALUE(OF, TEXT_OR_NULL, remark, ALWAYS, "a text, or none")                                     \
    VALUE(OF, JSON, any, ALWAYS, "anything")                                                       \
    NESTED(OF, STRUCT, inner, one, ALWAYS, "always there")                                         \
    NESTED(OF, EMBEDDED, inner, own, ALWAYS, "its members are the whole's")                        \
    NESTED(OF, OR_NULL, inner, perhaps, ALWAYS, "may be null")                                     \
    NESTED(OF, OPTIONAL, inner, absent, IF_ANY, "may be missing")                                  \
    MANY(OF, STRUCTS, inner, list, ALWAYS, "an array of objects")                                  \
    MANY(OF, INTS, , numbers, ALWAYS, "an array of integers")                                      \
    MANY(OF, TEXTS, , words, ALWAYS, "an array of texts")                                          \
    MANY(OF, NAMED, part, parts, ALWAYS, "an object of objects")                                   \
    MANY(OF, INTS_BY_NAME, , values, ALWAYS, "an object of integers")                              \
    VALUE(OF, INT, some, IF_ANY, "missing if there is none")
FIELDS_STRUCT(whole, WHOLE_FIELDS);
FIELDS_ROWS(part, PART_FIELDS);
FIELDS_ROWS(inner, INNER_FIELDS);
FIELDS_ROWS(whole, WHOLE_FIELDS);

static const char text[] =
    "{\"count\":7,\"place\":null,\"mean\":0.333333333,\"exact\":0.1,\"complete\":true,"
    "\"remark\":null,\"any\":[1,{\"x\":2}],\"one\":{\"name\":\"a\"},\"name\":\"b\",\"perhaps\":"
    "null,"
    "\"list\":[{\"name\":\"c\"},{\"name\":\"d\"}],\"numbers\":[3,-4],\"words\":[\"e\",\"f\"],"
    "\"parts\":{\"p\":{\"share\":0.5},\"q\":{\"share\":null}},\"values\":{\"u\":1,\"v\":-2}}";

/* Reads `json`, which it deletes; the errors are those of the caller. */
static bool read_whole(cJSON *json, struct whole *whole, struct pool *pool, struct errors *errors)
{
    assert_non_null(json);
    memset(whole, 0xff, sizeof *whole); /* whatever was in it */
    bool ok = fields_read_root(&whole_fields, json, "whole.json", whole, pool, errors);
    cJSON_Delete(json);
    return ok;
}

TEST(what_is_written_is_read_back)
{
    struct pool pool = {0};
    struct errors errors = {0};
    struct whole whole;

    assert_true(read_whole(cJSON_Parse(text), &whole, &pool, &errors));
    assert_int_equal(whole.count, 7);
    assert_true(whole.place == FIELD_NO_INT && whole.some == FIELD_NO_INT);
    assert_true(whole.complete && !whole.remark && !whole.perhaps);
    assert_null(whole.absent);
    assert_string_equal(whole.own.name, "b");
    assert_string_equal(whole.list[1].name, "d");
    assert_true(whole.numbers_count == 2 && whole.numbers[1] == -4);
    assert_string_equal(whole.parts[1].key, "q");
    assert_true(isnan(whole.parts[1].share) && whole.parts[0].share == 0.5);
    assert_string_equal(whole.values[1].name, "v");
    assert_int_equal(whole.values[1].value, -2);
    cJSON *again = fields_to_json(&whole_fields, &whole);
    char *printed = cJSON_PrintUnformatted(again);
    assert_string_equal(printed, text);
    free(printed);
    cJSON_Delete(again);
    pool_free(&pool);
}

TEST(each_missing_key_is_an_error_that_names_it)
{
    cJSON *all = cJSON_Parse(text);
    for (const cJSON *member = all->child; member; member = member->next) {
        struct pool pool = {0};
        struct errors errors = {0};
        struct whole whole;
        cJSON *json = cJSON_Parse(text);
        cJSON_DeleteItemFromObjectCaseSensitive(json, member->string);
        assert_false(read_whole(json, &whole, &pool, &errors));
        assert_int_equal(errors.count, 1);
        assert_non_null(strstr(errors.text, "whole.json"));
        assert_non_null(strstr(errors.text, member->string));
        errors_free(&errors);
        pool_free(&pool);
    }
    cJSON_Delete(all);
}

TEST(another_type_is_an_error)
{
    static const struct {
        const char *key, *value;
    } cases[] = {
        {"count", "\"7\""},   {"count", "7.5"},
        {"count", "1e300"},   {"count", "null"},
        {"place", "true"},    {"mean", "\"\""},
        {"complete", "null"}, {"complete", "1"},
        {"remark", "3"},      {"numbers", "3"},
        {"name", "null"},     {"one", "null"},
        {"one", "[]"},        {"perhaps", "4"},
        {"list", "{}"},       {"list", "[1]"},
        {"numbers", "[1.5]"}, {"numbers", "null"},
        {"parts", "[]"},      {"parts", "{\"p\":1}"},
        {"values", "[1]"},    {"values", "{\"u\":\"1\"}"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct pool pool = {0};
        struct errors errors = {0};
        struct whole whole;
        cJSON *json = cJSON_Parse(text);
        cJSON_ReplaceItemInObjectCaseSensitive(json, cases[i].key, cJSON_Parse(cases[i].value));
        if (read_whole(json, &whole, &pool, &errors))
            fail_msg("%s: %s was read", cases[i].key, cases[i].value);
        assert_non_null(strstr(errors.text, cases[i].key));
        errors_free(&errors);
        pool_free(&pool);
    }
}

TEST(what_is_rounded_is_what_a_file_has)
{
    struct part part = {"p", 1.0 / 3};
    struct whole whole = {.mean = -1e-12, .exact = 1.0 / 3, .parts = &part, .parts_count = 1};

    fields_round(&whole_fields, &whole);
    assert_true(whole.mean == 0 && !signbit(whole.mean));
    assert_true(whole.exact == 1.0 / 3);
    assert_true(part.share == 0.333333333);
}
