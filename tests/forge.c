// SPDX-License-Identifier: MIT
/* tests/forge.c - does verify find whatever is changed in a result folder?
 *
 *     forge [--all] FOLDER...
 *
 * Changes each value of each file (JSON, or lines of it), takes each member and element away, adds
 * each member a second time with another value, adds a new member to each object, and takes away or
 * repeats the first and the last line: one at a time, in the folder itself, with verify after each.
 * Of the elements of lists, of lines, and of several folders, the first that has a member stands
 * for all; with --all each is changed. Prints what verify did not find: the file, the place without
 * its indices, and what was done; and how many changes there were. Everything happens in one
 * process: there are thousands. */
#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/errors.h"
#include "arena/base/memory.h"
#include "arena/match/verify.h"

enum { PATH = 1200, PLACE = 600, DEPTH = 16, LINES_MOST = 400, PLACES_MOST = 4000 };

enum change { CHANGE_VALUE, TAKE_AWAY, SAY_TWICE, ADD_MEMBER, CHANGES };
static const char *const change_names[CHANGES] = {"changed", "taken away", "said twice", "added"};

/* A file as it is being forged: one line, or many. */
struct forged_file {
    const char *folder, *name;
    char path[PATH];
    cJSON *lines[LINES_MOST];
    int count;
    bool is_lines;
    long tried;
};

/* Files and places that were changed, in any folder. */
struct forged_places {
    bool all; /* they are changed all the same */
    char *places[PLACES_MOST];
    int count;
};
static struct forged_places seen;

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = NULL;
    size_t length = 0, got;

    if (!file)
        return NULL;
    do {
        text = xrealloc(text, length + (1 << 16) + 1);
        length += got = fread(text + length, 1, 1 << 16, file);
    } while (got);
    text[length] = '\0';
    fclose(file);
    return text;
}

static void save(const struct forged_file *file)
{
    FILE *out = fopen(file->path, "w");

    for (int i = 0; out && i < file->count; i++) {
        char *text =
            file->is_lines ? cJSON_PrintUnformatted(file->lines[i]) : cJSON_Print(file->lines[i]);
        fprintf(out, "%s\n", text);
        free(text);
    }
    if (!out || fclose(out) != 0)
        abort();
}

static bool is_found(const struct forged_file *file)
{
    struct errors errors = {0};
    struct verified verified;
    const bool agrees = verify_log(file->folder, NULL, 1, true, NULL, &verified, &errors);

    errors_free(&errors);
    return !agrees;
}

static void look(struct forged_file *file, const char *place, enum change change)
{
    save(file);
    file->tried++;
    if (!is_found(file))
        printf("%s %s %s\n", file->name, place, change_names[change]);
}

/* Another value of the same type. */
static cJSON *other_value(const cJSON *node)
{
    if (cJSON_IsBool(node))
        return cJSON_CreateBool(!cJSON_IsTrue(node));
    if (cJSON_IsNumber(node))
        return cJSON_CreateNumber(node->valuedouble + 1);
    if (cJSON_IsNull(node))
        return cJSON_CreateNumber(0);
    if (!cJSON_IsString(node))
        return NULL;
    char *text = xcalloc(1, strlen(node->valuestring) + 2);
    strcpy(text, node->valuestring);
    char *last = *text ? text + strlen(text) - 1 : text;
    *last = *last == 'x' ? 'y' : 'x';
    cJSON *other = cJSON_CreateString(text);
    free(text);
    return other;
}

/* Where a node is: its index in its parent, and so on from the root. */
struct forged_place {
    int at[DEPTH], depth;
    char text[PLACE];
};

/* Changes the node at a place of a copy of the line. False if that kind of change is none of it. */
static bool change_node(cJSON *root, const struct forged_place *place, enum change change)
{
    cJSON *parent = NULL, *node = root;

    for (int i = 0; i < place->depth; i++) {
        parent = node;
        node = cJSON_GetArrayItem(node, place->at[i]);
    }
    if (change == ADD_MEMBER)
        return cJSON_IsObject(node) && cJSON_AddNumberToObject(node, "added", 1);
    if (!parent)
        return false;
    if (change == TAKE_AWAY) {
        cJSON_Delete(cJSON_DetachItemViaPointer(parent, node));
        return true;
    }
    if (change == SAY_TWICE && !node->string)
        return false;
    cJSON *other = other_value(node);
    if (change == SAY_TWICE)
        return other && cJSON_AddItemToObject(parent, node->string, other);
    if (other && node->string)
        other->string = xstrdup(node->string);
    return other && cJSON_ReplaceItemViaPointer(parent, node, other);
}

static bool is_new(const struct forged_file *file, const char *text)
{
    char place[PLACE + 40];

    snprintf(place, sizeof place, "%s %s", file->name, text);
    for (int i = 0; i < seen.count; i++)
        if (strcmp(seen.places[i], place) == 0)
            return seen.all;
    if (seen.count == PLACES_MOST)
        abort();
    seen.places[seen.count++] = xstrdup(place);
    return true;
}

/* All changes of a node and of what is inside it. */
static void forge_node(struct forged_file *file, int line, const cJSON *node,
                       struct forged_place *place)
{
    cJSON *whole = file->lines[line];
    const size_t length = strlen(place->text);
    const cJSON *child;
    int index = 0;

    const bool wanted = is_new(file, place->text);
    for (int change = 0; wanted && change < CHANGES; change++) {
        file->lines[line] = cJSON_Duplicate(whole, true);
        if (change_node(file->lines[line], place, (enum change)change))
            look(file, place->text, (enum change)change);
        cJSON_Delete(file->lines[line]);
    }
    file->lines[line] = whole;
    place->depth++;
    cJSON_ArrayForEach (child, node) {
        place->at[place->depth - 1] = index++;
        snprintf(place->text + length, PLACE - length, "%s%.80s", child->string ? "." : "[]",
                 child->string ? child->string : "");
        forge_node(file, line, child, place);
    }
    place->depth--;
    place->text[length] = '\0';
}

/* Without a line, and with it twice. */
static void forge_lines(struct forged_file *file, int line)
{
    const int count = file->count;
    cJSON *kept = file->lines[line];

    memmove(file->lines + line, file->lines + line + 1,
            (size_t)(count - line - 1) * sizeof *file->lines);
    file->count = count - 1;
    look(file, "line", TAKE_AWAY);
    memmove(file->lines + line + 1, file->lines + line,
            (size_t)(count - line - 1) * sizeof *file->lines);
    file->lines[line] = file->lines[count] = kept;
    file->count = count + 1;
    look(file, "line", ADD_MEMBER);
    file->count = count;
}

/* Returns how many changes were tried. */
static long forge_file(const char *folder, const char *name)
{
    static struct forged_file file; /* used one at a time */
    char *place = NULL;

    file = (struct forged_file){.folder = folder, .name = name};
    file.is_lines = strstr(name, ".jsonl") != NULL;
    snprintf(file.path, sizeof file.path, "%s/%s", folder, name);
    char *whole = read_file(file.path), *text = whole ? xstrdup(whole) : NULL;
    if (!whole)
        return 0;
    if (!file.is_lines)
        file.lines[file.count++] = cJSON_Parse(text);
    for (char *line = file.is_lines ? strtok_r(text, "\n", &place) : NULL;
         line && file.count < LINES_MOST; line = strtok_r(NULL, "\n", &place))
        file.lines[file.count++] = cJSON_Parse(line);
    save(&file);
    if (is_found(&file))
        printf("%s is wrong before anything is changed\n", name);
    for (int i = 0; i < file.count; i++)
        forge_node(&file, i, file.lines[i], &(struct forged_place){.depth = 0});
    if (file.is_lines && file.count && file.count < LINES_MOST) {
        forge_lines(&file, 0);
        forge_lines(&file, file.count - 1);
    }
    FILE *out = fopen(file.path, "w");
    if (!out || fputs(whole, out) < 0 || fclose(out) != 0)
        abort();
    for (int i = 0; i < file.count; i++)
        cJSON_Delete(file.lines[i]);
    free(whole);
    free(text);
    return file.tried;
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"manifest.json", "summary.json", "games.jsonl",
                                        "faults.jsonl", "redeals.jsonl"};
    long tried = 0;

    seen.all = argc > 1 && strcmp(argv[1], "--all") == 0;
    for (int i = 1 + seen.all; i < argc; i++)
        for (size_t name = 0; name < sizeof names / sizeof *names; name++)
            tried += forge_file(argv[i], names[name]);
    for (int i = 0; i < seen.count; i++)
        free(seen.places[i]);
    printf("%ld changes\n", tried);
    return 0;
}
