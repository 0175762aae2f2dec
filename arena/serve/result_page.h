// SPDX-License-Identifier: MIT
/* arena/serve/result_page.h - a page of the folder that is served, made in a process of its own.
 *
 * All that is read of the folder is read in such processes (serve_child.h), which open nothing
 * outside it, wherever links lead: the server itself opens no file. */
#ifndef ARENA_SERVE_RESULT_PAGE_H
#define ARENA_SERVE_RESULT_PAGE_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "arena/base/exit_code.h"
#include "arena/base/folder.h"
#include "arena/serve/http_address.h"

/* The folder that is served. */
struct served_root {
    const char *name;    /* as it was named */
    char real[PATH_MAX]; /* the same without links: input_stay_below() */
};

/* A place below it, which need not be there. */
struct served_place {
    const struct served_root *root;
    char folder[FOLDER_PATH_SIZE];  /* begins with root->name */
    char home[4 * HTTP_PATH_DEPTH]; /* the way up to the root: "../"; "" there */
    const char *page;               /* the last part of the address */
    bool tables;                    /* whether games can be taken over here */
};

/* False if its name is too long. `path` must outlive the place. */
bool served_place_of(struct served_place *place, const struct served_root *root,
                     const struct http_path *path);

/* In a child: opens nothing outside the root from now on. Whether the folder of the place is there;
 * else errno. */
bool served_place_enter(const struct served_place *place);

/* Of the process of a page: it was made; why it cannot be is written in its place; the place is no
 * result but a folder of them; there is no such page. */
enum page_code {
    PAGE_MADE = EXIT_OK,
    PAGE_FAILED = EXIT_BAD_FILE,
    PAGE_OF_FOLDER = EXIT_REJECTED,
    PAGE_NOT_HERE = EXIT_USAGE
};

/* For made_store.h, of a struct served_place. The page "" is that of a result or of a run that goes
 * on, by what is there; others are "report.html" and "live". Of the name of a table, it only says
 * whether there can be such a table. */
int result_page_make(const void *place, uint64_t known, int out);

#endif
