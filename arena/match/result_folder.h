/* arena/match/result_folder.h - where a run goes: its name, whether it is free, and whose it is while it is played. */
#ifndef ARENA_MATCH_RESULT_FOLDER_H
#define ARENA_MATCH_RESULT_FOLDER_H

#include "arena/base/folder.h"

/* `out` if it is not NULL, else "results/NAME". False with an error when it is too long. */
bool result_folder_name(const char *out, const char *name, char path[FOLDER_PATH_SIZE],
                 struct errors *errors);

/* Makes a result folder, with those above it. One that holds anything is somebody's result: with
 * `force` its result files are removed, nothing else; without it is an error. */
bool result_folder_open(const char *path, bool force, struct errors *errors);

/* Claims the run in a folder for this process: two that write one log would spoil it. False with a
 * error when another process has it. The claim ends with result_folder_release(), or with the process; it
 * is one of the file as it is now, so it is claimed anew when that was saved anew. */
bool result_folder_claim(const char *folder, int *claim, struct errors *errors);
void result_folder_release(int claim);

/* What a run that is not finished leaves beside its log; the claim is a lock on it. */
#define RESUME_FILE "resume.json"

#endif
