#!/bin/sh
# SPDX-License-Identifier: MIT
# packaging/try_wheel.sh WHEEL FOLDER - installs a wheel of the Python package in a clean Debian without a compiler, and plays there.
#
# FOLDER/debian is made by debootstrap (root; kept, and used again): Debian's minimal system, Python, numpy, and the libraries of
# python/README.md.
set -eu
wheel=$1 root=$2/debian
libraries=libarchive13,libcjson1,libelf1,libmicrohttpd12,libnettle8,libseccomp2,libstdc++6,libzstd1

if [ ! -e "$root/done" ]; then
    rm -rf "$root"
    debootstrap --variant=minbase "--include=python3-numpy,python3-venv,$libraries" bookworm "$root" > "$2/debootstrap.log" ||
        { tail -5 "$2/debootstrap.log" >&2; exit 1; }
    touch "$root/done"
fi
for name in cc gcc clang make; do
    if chroot "$root" sh -c "command -v $name" > /dev/null; then
        echo "try_wheel.sh: $root has $name: it is not clean" >&2
        exit 1
    fi
done
rm -rf "$root/try"
mkdir "$root/try"
cp "$wheel" "$root/try"
cat > "$root/try/policy.py" << 'POLICY'
from skat_arena import Policy


class Chance(Policy):
    def act(self, observation, mask):
        return mask
POLICY
# In a namespace of its own, so that /proc, which the program needs, is gone with it.
unshare --mount --pid --fork chroot "$root" sh -euc '
    mount -t proc proc /proc
    cd /try
    python3 -m venv --system-site-packages venv
    venv/bin/pip install --quiet --no-index ./*.whl
    venv/bin/python -c "
import skat_arena
tables = skat_arena.Tables(skat_arena.Rules(), 64, 1, observe=2, bots=[None, None, \"stammtisch\"])
for _ in range(300):
    tables.step(tables.random_actions())
found = skat_arena.play(\"policy.py\", \"stammtisch\", deals=36, folder=\"results\")
print(skat_arena.__version__, \"plays in a clean Debian:\", found[\"bots\"][0][\"name\"], found[\"comparison\"][\"scorings\"][\"classic\"][\"mean\"])"'
