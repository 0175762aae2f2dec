#include "arena/report/assets.h"

/* The assembler embeds the files unchanged, one after the other; paths are relative to the top of
 * the tree, where make and its compilers run. */
#define PAGE_FILE(name) ".incbin \"arena/report/page/" name "\"\n"
#define ASSET(name, files)                                                                         \
    __asm__(".section .rodata\n.globl " name "\n" name ":\n" files ".byte 0\n.previous\n")

ASSET("report_page_html", PAGE_FILE("page.html"));
ASSET("report_page_css", PAGE_FILE("page.css"));

/* One scope: a file may use at once what the files above it define. */
ASSET("report_page_js",
      PAGE_FILE("elements.js") PAGE_FILE("tables.js") PAGE_FILE("charts.js") PAGE_FILE("verdict.js")
          PAGE_FILE("run.js") PAGE_FILE("open_cards.js") PAGE_FILE("bidding.js")
              PAGE_FILE("cards.js") PAGE_FILE("analysis.js") PAGE_FILE("solver.js")
                  PAGE_FILE("board.js") PAGE_FILE("deals.js") PAGE_FILE("faults.js")
                      PAGE_FILE("repeat.js") PAGE_FILE("study.js") PAGE_FILE("search.js")
                          PAGE_FILE("index.js") PAGE_FILE("start.js"));

#ifdef SOLVER_WASM /* the file that `make wasm` builds */
ASSET("report_page_solver", ".incbin \"" SOLVER_WASM "\"\n");
#else
ASSET("report_page_solver", "");
#endif
