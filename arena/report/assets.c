#include "arena/report/assets.h"

/* The assembler embeds the files unchanged; paths are relative to the top of the tree, where make
 * and its compilers run. */
#define ASSET(name, path)                                                                          \
    __asm__(".section .rodata\n.globl " name "\n" name ":\n.incbin \"" path                        \
            "\"\n.byte 0\n.previous\n")

ASSET("report_page_html", "arena/report/page.html");
ASSET("report_page_css", "arena/report/page.css");
ASSET("report_page_js", "arena/report/page.js");
ASSET("report_curve_gp", "arena/report/curve.gp");
ASSET("report_distribution_gp", "arena/report/distribution.gp");
ASSET("report_contracts_gp", "arena/report/contracts.gp");
ASSET("report_bids_gp", "arena/report/bids.gp");
