#!/bin/sh
# Is the bot sound? Legal, deterministic, in time.
cd "$(dirname "$0")" || exit 1
exec "${SKAT_ARENA:-@PROGRAM@}" check ./@NAME@.py --rules isko --seconds 2
