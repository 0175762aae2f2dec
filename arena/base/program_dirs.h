/* arena/base/program_dirs.h - the folders of the program's own files. */
#ifndef ARENA_BASE_PROGRAM_DIRS_H
#define ARENA_BASE_PROGRAM_DIRS_H

/* The folder of the program's own bots: bots/ next to the program. Static storage. */
const char *program_bots_dir(void);
/* A folder of its own files: "configs/rules", say, in the current directory or, if that does not exist,
 * in the tree in which the program was built. Static storage for each of the folders. */
enum program_dir { PROGRAM_RULES, PROGRAM_POPULATIONS, PROGRAM_REFERENCE, PROGRAM_DIRS };
const char *program_dir(enum program_dir which);

/* The sorted names, without `suffix`, of the files in `folder` that end with it; sets *count, 0 if
 * there are none. Free them with file_stems_free(). */
char **file_stems(const char *folder, const char *suffix, int *count);
void file_stems_free(char **stems, int count);

#endif
