// SPDX-License-Identifier: MIT
#include "arena/result/test_result.h"

FIELDS_ROWS(test_faults, TEST_FAULTS_FIELDS);
FIELDS_ROWS(anytime_estimate, ANYTIME_ESTIMATE_FIELDS);
FIELDS_ROWS(test_result, TEST_RESULT_FIELDS);
