// SPDX-License-Identifier: MIT
#include "arena/serve/result_page.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "arena/base/input_open.h"
#include "arena/base/json_write.h"
#include "arena/report/repeat.h"
#include "arena/report/report.h"
#include "arena/serve/run_state.h"
#include "arena/serve/table_site.h"

/* ---- places ---- */

bool served_place_of(struct served_place *place, const struct served_root *root,
                     const struct http_path *path)
{
    *place = (struct served_place){.root = root, .page = path->page};
    if (strlen(root->name) + strlen(path->folder) + 2 > FOLDER_MAX)
        return false;
    if (*path->folder)
        folder_file(root->name, path->folder, place->folder);
    else
        snprintf(place->folder, sizeof place->folder, "%s", root->name);
    for (const char *at = path->folder; at && *at; at = strchr(at + 1, '/'))
        strcat(place->home, "../");
    return true;
}

bool served_place_enter(const struct served_place *place)
{
    input_stay_below(place->root->real);
    DIR *folder = input_folder_open(place->folder);

    return folder && closedir(folder) == 0;
}

/* ---- pages ---- */

/* A run as it goes, without what goes on in it: its script asks for that. */
static void print_live_page(const struct served_place *place, FILE *file)
{
    cJSON *data = cJSON_CreateObject();

    json_put_line(data, "title", place->folder);
    json_put_line(data, "folder", place->folder);
    if (*place->home)
        cJSON_AddStringToObject(data, "home", place->home);
    page_print(data, PAGE_LIVE, PAGE_SOLVER_NEVER, file);
    cJSON_Delete(data);
}

/* The page that `report` writes, with links to what else is served; or why there is none. */
static enum page_code print_report(const struct served_place *place, bool run, FILE *file)
{
    const char *folder = place->folder;
    struct errors errors = {0};
    cJSON *data = report_data(&folder, &folder, 1, &GAME_WISHES_NONE, &errors);

    if (data) {
        if (*place->home)
            cJSON_AddStringToObject(data, "home", place->home);
        if (place->tables && run)
            cJSON_AddTrueToObject(data, "tables");
        page_print(data, PAGE_REPORT, PAGE_SOLVER_AUTO, file);
    } else {
        fwrite(errors.text, 1, errors.length, file);
    }
    cJSON_Delete(data);
    errors_free(&errors);
    return data ? PAGE_MADE : PAGE_FAILED;
}

static bool has_manifest(const char *folder)
{
    char path[FOLDER_PATH_SIZE];
    return access(folder_file(folder, "manifest.json", path), F_OK) == 0;
}

static enum page_code print_page(const struct served_place *place, uint64_t known, FILE *file)
{
    const char *folder = place->folder, *page = place->page;
    const enum result_kind kind = result_kind_of(folder);
    const enum run_state state = run_state_of(folder);
    const bool unfinished = state == RUN_STATE_PLAYING || state == RUN_STATE_STOPPED,
               run = kind == RESULT_RUN, usual = !*page || strcmp(page, "report.html") == 0;
    const uint64_t stamp = usual && !unfinished ? folder_stamp(folder) : 0;

    fwrite(&stamp, sizeof stamp, 1, file);
    if (run_tables_has(page))
        return run && place->tables ? PAGE_MADE : PAGE_NOT_HERE;
    if (strcmp(page, "live") == 0 ? run || unfinished : !*page && unfinished) {
        print_live_page(place, file);
        return PAGE_MADE;
    }
    if (!usual)
        return PAGE_NOT_HERE;
    if (kind == RESULT_NONE && !has_manifest(folder))
        return PAGE_OF_FOLDER;
    return stamp && stamp == known ? PAGE_MADE : print_report(place, run, file);
}

int result_page_make(const void *context, uint64_t known, int out)
{
    const struct served_place *place = context;
    FILE *file = fdopen(out, "w");

    if (!file)
        return EXIT_INTERNAL;
    enum page_code code = PAGE_NOT_HERE;
    if (served_place_enter(place))
        code = print_page(place, known, file);
    else
        fwrite(&(uint64_t){0}, sizeof(uint64_t), 1, file);
    return fclose(file) == 0 ? (int)code : EXIT_INTERNAL;
}
