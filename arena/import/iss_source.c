// SPDX-License-Identifier: MIT
#include "arena/import/iss_source.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "arena/base/input_file.h"
#include "arena/base/packed_reader.h"

static bool is_input(const char *path) { return strcmp(path, "-") == 0; }

bool iss_source_reads_once(const char *path)
{
    struct stat info;

    return is_input(path) || (stat(path, &info) == 0 && S_ISFIFO(info.st_mode));
}

/* Copies all of `in` to an unnamed file. */
static bool spool_stream(struct iss_source *source, FILE *in)
{
    char block[1 << 16];
    size_t got;

    source->spool = tmpfile();
    while (source->spool && (got = fread(block, 1, sizeof block, in)) > 0)
        fwrite(block, 1, got, source->spool);
    return source->spool && !ferror(in) && fflush(source->spool) == 0;
}

static bool spool_source(struct iss_source *source, struct errors *errors)
{
    FILE *in = is_input(source->path) ? stdin : input_file_open(source->path, INPUT_STREAM);
    bool ok = in && spool_stream(source, in);

    if (!in)
        input_file_refused(source->path, errno, errors);
    else if (!ok)
        errors_add(errors, is_input(source->path) ? "standard input" : source->path,
                   "cannot be kept in a temporary file: %s", strerror(errno));
    if (in && in != stdin)
        fclose(in);
    return ok;
}

bool iss_source_open(struct iss_source *source, struct iss_reader *file, struct errors *errors)
{
    if (!source->spool && !iss_source_reads_once(source->path))
        return iss_reader_open(file, source->path, errors);
    if (!source->spool && !spool_source(source, errors))
        return false;
    FILE *stream = packed_reader_of(source->spool);
    if (stream)
        iss_reader_start(file, source->path, stream);
    else
        packed_reader_refused(source->path, errno, errors);
    return stream;
}

void iss_source_close(const struct iss_source *source, struct iss_reader *file)
{
    if (file->file == source->spool)
        file->file = NULL; /* it is read a second time */
    iss_reader_close(file);
}

void iss_source_forget(const struct iss_source *source)
{
    if (source->spool)
        fclose(source->spool);
}
