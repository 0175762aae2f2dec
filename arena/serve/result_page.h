// SPDX-License-Identifier: MIT
/* arena/serve/result_page.h - what processes make of the folder that is served: a page, the list of
 * the folders in it, a row of its index, the list of bots of all rows.
 *
 * All that is read of the folder is read in such processes (child_store.h), which open nothing
 * outside it, wherever links lead: the server itself opens no file. */
#ifndef ARENA_SERVE_RESULT_PAGE_H
#define ARENA_SERVE_RESULT_PAGE_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "arena/base/folder.h"
#include "arena/serve/child_store.h"
#include "arena/serve/http_server.h"

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
    const char *page;               /* the last part of the address, or the name of a row */
    bool tables;                    /* whether games can be taken over here */
};

/* False if its name is too long. `path` must outlive the place. */
bool served_place_of(struct served_place *place, const struct served_root *root,
                     const struct http_path *path);

/* A number that is another one when the files of a folder that a page is made of have changed, were
 * made or were removed. */
uint64_t folder_stamp(const char *folder);

/* Most folders that are listed. */
enum { INDEX_ROWS = 2000 };

/* Codes of what processes say: it was made; why it cannot be is the text; the place is no result
 * but a folder of them; there is no such page, or nothing to list; a row is of a run that is
 * played. */
enum page_code { PAGE_MADE, PAGE_FAILED, PAGE_OF_FOLDER, PAGE_NOT_HERE, PAGE_OF_PLAYED };

/* These are for child_store.h, and get a struct served_place but for the last one. */

/* The page "" is that of a result or of a run that goes on, by what is there; others are
 * "report.html" and "live". Of the name of a table, it only says whether there can be such a table.
 */
int result_page_make(const struct child_task *task);

/* The names of the folders in a place, in order, each followed by '/'; a sentence at the end says
 * if there are more. */
int result_page_list(const struct child_task *task);

/* A row of an index, of the folder `page`: what `results` lists of it (show/result_list.h), with
 *   "name"     of the folder
 *   "page"     whether it has one
 *   "state"    of a run that is played or was interrupted (run_state_words), "games" and "planned"
 *              then how far it is
 *   "problem"  why it cannot be read: a sentence
 *   "note"     why it has no page though it can be read */
int result_page_row(const struct child_task *task);

/* The list of bots (show/run_ratings.h) of an array of such rows, each of them as raw JSON. */
int result_page_rate(const struct child_task *task);

#endif
