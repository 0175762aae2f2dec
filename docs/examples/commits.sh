#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes mine/, a git repository with seven commits of a bot: what docs/history.md plays.
set -e
export GIT_AUTHOR_NAME=me GIT_AUTHOR_EMAIL=me@example.org GIT_COMMITTER_NAME=me GIT_COMMITTER_EMAIL=me@example.org
day=1

commit()
{
    export GIT_AUTHOR_DATE="2026-11-0${day}T12:00:00Z" GIT_COMMITTER_DATE="2026-11-0${day}T12:00:00Z"
    day=$((day + 1))
    git add -A
    git commit -q -m "$1"
}

skat-arena new-bot mine > /dev/null
cd mine
git init -q -b main .
rm mine.json test.sh
sed -i 's|^SKAT_ARENA.*|SKAT_ARENA ?= skat-arena|' Makefile
commit "First bot"
sed -i 's/strength(hand) >= 9/strength(hand) >= 8/' mine.c
commit "Bid on one point less"
echo "My bot" > notes
commit "Say what it is"
sed -i 's/\.fallback = 36/.fallback = 48/' mine.c
commit "Bid up to 48"
sed -i 's/ours(view) && open ? points/ours(view) \&\& open ? -points/' mine.c
commit "Play low cards where partner wins"
sed -i 's/int most = -1000;/int most = -1000/' mine.c
commit "Tidy up"
sed -i 's/int most = -1000/int most = -1000;/' mine.c
commit "Mend the last change"
