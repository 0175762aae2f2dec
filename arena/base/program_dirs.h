/* arena/base/program_dirs.h - where the program's own files are. */
#ifndef ARENA_BASE_PROGRAM_DIRS_H
#define ARENA_BASE_PROGRAM_DIRS_H

/* The folder of the program's own bots: bots/ beside the program. Static storage. */
const char *program_bots_dir(void);
/* The folder of its rule sets: "configs/rules" in the current directory or, where that does not exist,
 * in the tree that the program was built in. Static storage. */
const char *program_rules_dir(void);

/* The names, without `suffix`, of the files in `folder` that end with it, sorted; sets *count, 0 where
 * there are none. Free them with file_stems_free(). */
char **file_stems(const char *folder, const char *suffix, int *count);
void file_stems_free(char **stems, int count);

#endif
