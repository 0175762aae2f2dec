// SPDX-License-Identifier: MIT
#include "arena/cli/exit_status.h"

#include "arena/base/exit_code.h"

int verdict_exit_code(enum test_verdict verdict)
{
    return verdict == VERDICT_ACCEPT   ? EXIT_OK
           : verdict == VERDICT_REJECT ? EXIT_REJECTED
                                       : EXIT_UNDECIDED;
}
