// SPDX-License-Identifier: MIT
#include "arena/report/page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/base/memory.h"
#include "arena/base/output_file.h"
#include "engine/sha256.h"

/* ---- the files of page/, embedded and zero-terminated ---- */

/* The assembler embeds the files unchanged, one after the other; paths are relative to the top of
 * the tree, where make and its compilers run. */
#define PAGE_FILE(name) ".incbin \"arena/report/page/" name "\"\n"
/* A script without its first line, the licence (tests/e2e/test_structure.py checks that it is just
 * that in each): a page does not need it from each file. */
#define SCRIPT(name) ".incbin \"arena/report/page/" name "\", 32\n"
#define ASSET(name, files)                                                                         \
    __asm__(".section .rodata\n.globl " name "\n" name ":\n" files ".byte 0\n.previous\n")

ASSET("report_page_html", PAGE_FILE("page.html"));
ASSET("report_page_css", PAGE_FILE("page.css"));

/* One scope: a file may use at once what the files above it define. */
ASSET("report_page_js",
      SCRIPT("elements.js") SCRIPT("tables.js") SCRIPT("charts.js") SCRIPT("verdict.js")
          SCRIPT("run.js") SCRIPT("open_cards.js") SCRIPT("bidding.js") SCRIPT("card_pictures.js")
              SCRIPT("cards.js") SCRIPT("analysis.js") SCRIPT("solver.js") SCRIPT("board.js")
                  SCRIPT("deals.js") SCRIPT("faults.js") SCRIPT("repeat.js") SCRIPT("study.js")
                      SCRIPT("search.js") SCRIPT("history.js") SCRIPT("index.js") SCRIPT("theme.js")
                          SCRIPT("start.js"));

ASSET("report_index_js",
      SCRIPT("elements.js") SCRIPT("tables.js") SCRIPT("charts.js") SCRIPT("verdict.js")
          SCRIPT("index.js") SCRIPT("theme.js") SCRIPT("asking.js") SCRIPT("results.js"));

ASSET("report_live_js",
      SCRIPT("elements.js") SCRIPT("tables.js") SCRIPT("charts.js") SCRIPT("verdict.js")
          SCRIPT("theme.js") SCRIPT("asking.js") SCRIPT("live.js"));

ASSET("report_table_js",
      SCRIPT("elements.js") SCRIPT("tables.js") SCRIPT("charts.js") SCRIPT("card_pictures.js")
          SCRIPT("cards.js") SCRIPT("analysis.js") SCRIPT("solver.js") SCRIPT("board.js")
              SCRIPT("deals.js") SCRIPT("theme.js") SCRIPT("score_sheet.js") SCRIPT("table.js"));

#ifdef SOLVER_WASM /* the file that `make wasm` builds */
ASSET("report_page_solver", ".incbin \"" SOLVER_WASM "\"\n");
#else
ASSET("report_page_solver", "");
#endif

/* The frame, with a marker where each of the others goes; the style; the scripts of reports, of an
 * index, of a run as it goes, and of a table; and the solver as base64, "" where the program was
 * built without it. */
extern const char report_page_html[], report_page_css[], report_page_js[], report_index_js[],
    report_live_js[], report_table_js[], report_page_solver[];

/* ---- the solver ---- */

/* What a page has in place of the solver, so that it can say so: page/solver.js. */
#define SOLVER_LEFT_OUT "left out"

bool page_has_solver(void) { return *report_page_solver; }

/* The data goes into a script element, so none of its "<" may look like the element's end. */
static void put_data(const char *text, FILE *file)
{
    for (const char *at = text; *at; at++)
        if (*at == '<')
            fputs("\\u003c", file);
        else
            fputc(*at, file);
}

/* ---- what the page may do ---- */

enum { POLICY_SIZE = 400, HASH_SIZE = 45 };

/* 32 bytes by RFC 4648. */
static void put_base64(const uint8_t bytes[SHA256_DIGEST_SIZE], char text[HASH_SIZE])
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    int length = 0;

    for (int bit = 0; bit < 8 * SHA256_DIGEST_SIZE; bit += 6) {
        const int at = bit / 8;
        const unsigned two =
            (unsigned)bytes[at] << 8 | (at + 1 < SHA256_DIGEST_SIZE ? bytes[at + 1] : 0u);
        text[length++] = digits[two >> (10 - bit % 8) & 63];
    }
    text[length++] = '=';
    text[length] = '\0';
}

/* The hash of an element's content: that of the frame from `begin` to `end`, with `text` in the
 * place of `marker`. */
static void hash_element(const char *begin, const char *marker, const char *text, const char *end,
                         char hash[HASH_SIZE])
{
    const char *first = strstr(report_page_html, begin) + strlen(begin),
               *at = strstr(first, marker), *rest = at + strlen(marker);
    uint8_t digest[SHA256_DIGEST_SIZE];
    struct sha256_ctx sum;

    sha256_init(&sum);
    sha256_update(&sum, (size_t)(at - first), (const uint8_t *)first);
    sha256_update(&sum, strlen(text), (const uint8_t *)text);
    sha256_update(&sum, (size_t)(strstr(rest, end) - rest), (const uint8_t *)rest);
    skat_sha256_digest(&sum, digest);
    put_base64(digest, hash);
}

/* The script of each kind of page. */
static const char *const scripts[] = {[PAGE_REPORT] = report_page_js,
                                      [PAGE_INDEX] = report_index_js,
                                      [PAGE_LIVE] = report_live_js,
                                      [PAGE_TABLE] = report_table_js};

/* The content security policy: nothing is loaded from anywhere, but for what a page asks its own
 * server, and only the page's own script and style count, whatever a name in the results looks
 * like. */
static void write_policy(enum page_kind kind, bool with_solver, char policy[POLICY_SIZE])
{
    char script[HASH_SIZE], style[HASH_SIZE];

    hash_element("<script>", "/*JS*/", scripts[kind], "</script>", script);
    hash_element("<style>", "/*CSS*/", report_page_css, "</style>", style);
    snprintf(policy, POLICY_SIZE,
             "default-src 'none'; script-src 'sha256-%s'%s; style-src 'sha256-%s'; img-src data:; "
             "%sbase-uri 'none'; form-action 'none'",
             script, with_solver ? " 'wasm-unsafe-eval' blob:; worker-src blob:" : "", style,
             kind == PAGE_REPORT ? "" : "connect-src 'self'; ");
}

/* ---- the page ---- */

/* A marker of the frame, and the text that replaces it. */
struct page_part {
    const char *marker, *text;
};

static void put_page(const struct page_part *parts, int count, FILE *file)
{
    const char *at = report_page_html;

    for (int i = 0; i < count; i++) {
        const char *marker = strstr(at, parts[i].marker);
        fwrite(at, 1, (size_t)(marker - at), file);
        if (strcmp(parts[i].marker, "/*DATA*/") == 0)
            put_data(parts[i].text, file);
        else
            fputs(parts[i].text, file);
        at = marker + strlen(parts[i].marker);
    }
    fputs(at, file);
}

static void page_print(const cJSON *data, enum page_kind kind, enum page_solver solver, FILE *out)
{
    char *text = xcheck(cJSON_PrintUnformatted(data));
    const size_t size = strlen(report_page_html) + strlen(report_page_css) + strlen(scripts[kind]) +
                        strlen(report_page_solver) + strlen(text);
    const bool with = kind != PAGE_LIVE && (solver == PAGE_SOLVER_ALWAYS ||
                                            (solver == PAGE_SOLVER_AUTO && size <= PAGE_SIZE_AIM));
    char policy[POLICY_SIZE];

    write_policy(kind, with && page_has_solver(), policy);
    /* In the order of the frame. */
    const struct page_part parts[] = {{"/*POLICY*/", policy},
                                      {"/*CSS*/", report_page_css},
                                      {"/*DATA*/", text},
                                      {"/*SOLVER*/", with                ? report_page_solver
                                                     : page_has_solver() ? SOLVER_LEFT_OUT
                                                                         : ""},
                                      {"/*JS*/", scripts[kind]}};

    put_page(parts, sizeof parts / sizeof *parts, out);
    free(text);
}

char *page_text(cJSON *data, enum page_kind kind, size_t *size)
{
    const bool games = kind == PAGE_REPORT || kind == PAGE_TABLE;
    char *text = NULL;
    FILE *memory = xcheck(open_memstream(&text, size));

    page_print(data, kind, games ? PAGE_SOLVER_AUTO : PAGE_SOLVER_NEVER, memory);
    fclose(memory);
    cJSON_Delete(data);
    return xcheck(text);
}

bool page_save(const cJSON *data, enum page_kind kind, enum page_solver solver, const char *path,
               enum output_name name, struct errors *errors)
{
    struct output_file save;

    if (output_file_begin(&save, path, name))
        page_print(data, kind, solver, save.file);
    return output_file_end(&save, errors);
}

/* ---- its language ---- */

void page_language_add(cJSON *data, const struct language *language)
{
    if (!language->german)
        return;
    cJSON *object = cJSON_AddObjectToObject(data, "language"),
          *words = cJSON_AddObjectToObject(object, "words"),
          *ranks = cJSON_AddObjectToObject(object, "ranks");

    cJSON_AddStringToObject(object, "code", "de");
    for (int i = 0; i < language_row_count; i++) {
        const char *english = language_rows[i].english;
        if (!strchr(english, '%'))
            cJSON_AddStringToObject(words, english, language_phrase(language, english));
    }
    for (int rank = SKAT_SIX; rank < SKAT_RANKS; rank++) {
        const char letter[] = {skat_rank_letters[rank], '\0'};
        cJSON_AddStringToObject(
            ranks, letter, language_rank(language, skat_card_of(SKAT_CLUBS, (enum skat_rank)rank)));
    }
    if (!language->german_cards)
        return;
    cJSON *suits = cJSON_AddObjectToObject(object, "suits");
    for (int suit = SKAT_DIAMONDS; suit < SKAT_SUITS; suit++) {
        const char letter[] = {skat_suit_letters[suit], '\0'}; /* its short name is one letter */
        char card[LANGUAGE_CARD_SIZE];
        language_card(language, skat_card_of((enum skat_suit)suit, SKAT_ACE), card);
        card[1] = '\0';
        cJSON_AddStringToObject(suits, letter, card);
    }
}
