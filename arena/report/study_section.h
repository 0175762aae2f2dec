// SPDX-License-Identifier: MIT
/* arena/report/study_section.h - what the page is told of a study: its file, and what changed most.
 */
#ifndef ARENA_REPORT_STUDY_SECTION_H
#define ARENA_REPORT_STUDY_SECTION_H

#include "arena/base/json_file.h"

/* study.json of a folder, and populations.json of one, as they are, and "lead", what changed most:
 * {"sentence"}, and where an effect is shown "variation", "metric" and, with several populations,
 * "population", which say where in the file it is, and "effect" with the interval that covers for
 * the choice. NULL with errors; the caller frees it. */
cJSON *study_section(const char *folder, struct errors *errors);
cJSON *populations_section(const char *folder, struct errors *errors);

#endif
