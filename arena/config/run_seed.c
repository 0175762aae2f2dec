// SPDX-License-Identifier: MIT
#include "arena/config/run_seed.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/folder.h"
#include "arena/base/json_write.h"
#include "arena/base/machine.h"
#include "arena/base/terminal.h"

/* ---- as JSON ---- */

bool seed_json_read(const cJSON *node, struct skat_seed *seed)
{
    double number = cJSON_IsNumber(node) ? node->valuedouble : -1;

    if (cJSON_IsString(node))
        return skat_seed_parse(seed, node->valuestring, NULL);
    if (!(number >= 0 && number <= (double)JSON_INT_MAX) || number != (double)(uint64_t)number)
        return false;
    *seed = skat_seed_of_number((uint64_t)number);
    return true;
}

struct skat_seed seed_json_config(const struct json_value *value)
{
    struct skat_seed seed = {{0}};

    if (!seed_json_read(value->node, &seed))
        json_wrong(value, "a number 0..9007199254740991, or a text: decimal digits up to "
                          "18446744073709551615, or \"0x\" and 1..64 hexadecimal digits");
    return seed;
}

cJSON *seed_to_json(const struct skat_seed *seed)
{
    char text[SKAT_SEED_TEXT_SIZE];
    uint64_t number;

    if (skat_seed_is_number(seed, &number))
        return cJSON_CreateNumber((double)number);
    return cJSON_CreateString(skat_seed_print(seed, text));
}

void seed_json_put(cJSON *object, const char *key, const struct skat_seed *seed)
{
    cJSON_AddItemToObject(object, key, seed_to_json(seed));
}

/* ---- of a command to which none is given ---- */

static struct {
    bool there, drawn;
    struct skat_seed seed;
} of_command;

bool drawn_seed_is_given(void)
{
    const char *text = getenv(SEED_VARIABLE);

    return text && *text;
}

bool drawn_seed_take(struct skat_seed *seed, struct errors *errors)
{
    struct skat_error wrong;
    uint32_t number;

    if (!of_command.there && drawn_seed_is_given()) {
        if (!skat_seed_parse(&of_command.seed, getenv(SEED_VARIABLE), &wrong)) {
            errors_add(errors, SEED_VARIABLE, "%s", wrong.text);
            return false;
        }
    } else if (!of_command.there) {
        if (getentropy(&number, sizeof number) != 0) {
            errors_add(errors, "--seed", "is needed: the system has no random numbers: %s",
                       strerror(errno));
            return false;
        }
        of_command.seed = skat_seed_of_number(number);
        of_command.drawn = true;
    }
    of_command.there = true;
    *seed = of_command.seed;
    return true;
}

void drawn_seed_tell(void)
{
    char text[SKAT_SEED_TEXT_SIZE];

    if (of_command.drawn)
        print_note("seed %s, drawn: --seed %s plays the same deals again\n",
                   skat_seed_print(&of_command.seed, text), text);
}

static bool read_kept(const char *path, struct errors *errors)
{
    cJSON *kept = json_load(path, errors);
    const bool read = kept && seed_json_read(json_get(kept, "seed"), &of_command.seed);

    if (kept && !read)
        errors_add(errors, path, "$.seed is not a seed");
    cJSON_Delete(kept);
    return read;
}

static bool write_kept(const char *path, struct errors *errors)
{
    cJSON *kept = cJSON_CreateObject();

    seed_json_put(kept, "seed", &of_command.seed);
    const bool written = json_save(kept, path, errors);
    cJSON_Delete(kept);
    return written;
}

bool drawn_seed_keep(const char *folder, bool resume, struct errors *errors)
{
    char path[FOLDER_PATH_SIZE];

    folder_file(folder, SEED_FILE, path);
    return !of_command.drawn ||
           (resume && access(path, F_OK) == 0 ? read_kept(path, errors) : write_kept(path, errors));
}
