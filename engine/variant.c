// SPDX-License-Identifier: MIT
#include "engine/variant.h"

const struct skat_seating skat_seating_of_three = {
    .seats_min = 3, .seats_max = 5, .usual = 3, .sitting = 7, .dummy = SKAT_NOBODY};
