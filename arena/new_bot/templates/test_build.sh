#!/bin/sh
# Is this build sound, and as good as the one that was kept with `make keep`? The exit status is that of
# `skat-arena regress`: 0 not worse, 1 worse, 2 undecided. (`make test` says the same, but make ends with 2 whatever failed.)
cd "$(dirname "$0")" || exit 70
make -s @NAME@.so || exit 70
test -e kept/@NAME@.so || { echo "nothing to compare with: make keep" >&2; exit 64; }
"${SKAT_ARENA:-@PROGRAM@}" check ./@NAME@.so || exit
exec "${SKAT_ARENA:-@PROGRAM@}" regress kept/@NAME@.so ./@NAME@.so --out results/regress --force
