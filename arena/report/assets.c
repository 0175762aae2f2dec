// SPDX-License-Identifier: MIT
#include "arena/report/assets.h"

/* The assembler embeds the files unchanged, one after the other; paths are relative to the top of
 * the tree, where make and its compilers run. */
#define PAGE_FILE(name) ".incbin \"arena/report/page/" name "\"\n"
/* A script without its first line, the licence (tests/e2e/test_structure.py checks that it is just
 * that in each): a page does not need it 19 times. */
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
          SCRIPT("index.js") SCRIPT("theme.js") SCRIPT("results.js"));

ASSET("report_live_js", SCRIPT("elements.js") SCRIPT("tables.js") SCRIPT("charts.js")
                            SCRIPT("verdict.js") SCRIPT("theme.js") SCRIPT("live.js"));

ASSET("report_table_js",
      SCRIPT("elements.js") SCRIPT("tables.js") SCRIPT("charts.js") SCRIPT("card_pictures.js")
          SCRIPT("cards.js") SCRIPT("analysis.js") SCRIPT("solver.js") SCRIPT("board.js")
              SCRIPT("deals.js") SCRIPT("theme.js") SCRIPT("score_sheet.js") SCRIPT("table.js"));

#ifdef SOLVER_WASM /* the file that `make wasm` builds */
ASSET("report_page_solver", ".incbin \"" SOLVER_WASM "\"\n");
#else
ASSET("report_page_solver", "");
#endif
