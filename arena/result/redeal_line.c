// SPDX-License-Identifier: MIT
#include "arena/result/redeal_line.h"

FIELDS_ROWS(redealt_games, REDEALT_GAMES_FIELDS);
FIELDS_ROWS(redealt_seat, REDEALT_SEAT_FIELDS);
FIELDS_ROWS(redeal_line, REDEAL_LINE_FIELDS);
