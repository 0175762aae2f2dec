#include <stdio.h>
#include "arena/cli.h"
static int run(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    return 70;
}
const struct cli_command command_report = {"report", "FOLDER...", "write a page for people", NULL,
                                           run};
