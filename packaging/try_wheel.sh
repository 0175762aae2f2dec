#!/bin/sh
# SPDX-License-Identifier: MIT
# packaging/try_wheel.sh WHEEL FOLDER SUITE... - installs a wheel of the Python package in clean systems without a compiler, and trains
# a policy and compares it there: the thirty lines of docs/learning.md.
#
# FOLDER/SUITE is made by debootstrap (root; kept, and used again): the minimal system, Python and numpy.
set -eu
wheel=$1 folder=$2
shift 2
# shellcheck disable=SC2016
code=$(python3 -c '
import re
page = open("docs/learning.md").read()
print(re.search(r"### A policy, from training to the tournament\n.*?```python\n(.*?)```", page, re.S)[1])')

for suite; do
    root=$folder/$suite
    if [ ! -e "$root/done" ]; then
        rm -rf "$root"
        debootstrap --variant=minbase --include=python3-numpy,python3-venv "$suite" "$root" > "$folder/debootstrap.log" ||
            { tail -5 "$folder/debootstrap.log" >&2; exit 1; }
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
    printf '%s\n' "$code" > "$root/try/learn.py"
    # shellcheck disable=SC2016
    # In a namespace of its own, so that /proc, which the program needs, is gone with it.
    unshare --mount --pid --fork chroot "$root" sh -euc '
        mount -t proc proc /proc
        cd /try
        python3 -m venv --system-site-packages venv
        venv/bin/pip install --quiet --no-index ./*.whl
        . /etc/os-release
        echo "$PRETTY_NAME, $(venv/bin/python --version), $(ldd --version | sed 1q): $(venv/bin/skat-arena --version)"
        venv/bin/python learn.py
        venv/bin/skat-arena verify results/trained'
done
