#!/bin/bash
# SPDX-License-Identifier: MIT
# tests/without.sh BUILD [NAME...] - plays all tests, and the program by itself, without what a machine may lack. One row for each
# thing that is taken away, or for those named; the log of each is build/without/NAME.log. Exits with 1 if a row fails.
#
# What only root can take away, or what needs namespaces to be taken away, is left out where that is not possible, and says so.
# shellcheck disable=SC2317 # each function is called by its name
set -u
cd "$(dirname "$0")/.." || exit 70
build=$1
shift
out=build/without
mkdir -p "$out"
without=$build/tests/without
failed=0

# ---- how each thing is taken away: functions that run a command without it ----
refused() { local what=$1; shift; "$without" "$what" "$@"; }
no_32bit() { refused 32bit "$@"; }
no_landlock() { refused landlock "$@"; }
no_seccomp() { refused seccomp "$@"; }
no_namespaces() { refused namespaces "$@"; }
no_ptrace() { refused ptrace "$@"; }
no_perf() { refused perf "$@"; }
no_ipv6() { refused ipv6 "$@"; }
one_processor() { taskset -c 0 "$@"; }
no_environment() { env -i PATH=/usr/local/bin:/usr/bin:/bin "$@"; } # no HOME, no locale, no TERM
no_home() { env HOME=/nonexistent "$@"; }
no_utf8() { env LANG=C LC_ALL=C "$@"; }
slow_clock() { LD_PRELOAD=$PWD/$out/slow_clock.so "$@"; }
beside_load() { nice -n 10 "$@"; }
# No terminals, and control groups that nobody may write to: other mounts, in a namespace.
mounted() { unshare --mount sh -c "$1"' && shift && exec "$@"' sh "$@"; }
no_terminals() { mounted 'mount --bind /dev/null /dev/ptmx && mount -t tmpfs none /dev/pts' "$@"; }
no_cgroups() { mounted 'mount -t tmpfs -o ro none /sys/fs/cgroup' "$@"; }
# Programs: a PATH that has all others.
no_tools() {
    rm -rf "${out:?}/bin" && mkdir "$out/bin"
    local folder
    for folder in /usr/sbin /usr/bin /bin; do ln -sf "$folder"/* "$out/bin/" 2>/dev/null; done
    (cd "$out/bin" && rm -f chromium node npm nodejs sbatch srun parallel strace valgrind perf gdb clang qemu-* mandoc script)
    env PATH="$PWD/$out/bin" PYTHONPATH="$PWD/$out/nothing" "$@"
}
# As another user: in a copy of the tree that belongs to it.
not_root() {
    rm -rf "$out/tree" && mkdir -p "$out/tree"
    git ls-files -z | xargs -0 cp --parents -Pp -t "$out/tree"
    git -C "$out/tree" init -q
    mkdir -p "$out/tree/$build"
    cp -a "$build/." "$out/tree/$build"
    git -C "$out/tree" add -A && git -C "$out/tree" -c user.name=t -c user.email=t@localhost commit -q -m copy
    chown -R 65534:65534 "$out/tree"
    chmod 755 "$out" "$out/tree"
    local home=$PWD
    cd "$out/tree" && setpriv --reuid=65534 --regid=65534 --clear-groups env HOME=/nonexistent "$@"
    local status=$?
    cd "$home" || exit 70
    return "$status"
}
all_at_once() { not_root "$without" 32bit,landlock,seccomp,namespaces,ptrace,perf,ipv6 env -i PATH=/usr/local/bin:/usr/bin:/bin "$@"; }

cat > "$out/slow_clock.c" << 'C'
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
int clock_gettime(clockid_t clock, struct timespec *time)
{
    for (int i = 0; i < 20; i++)
        syscall(SYS_clock_gettime, clock, time);
    return (int)syscall(SYS_clock_gettime, clock, time);
}
C
cc -shared -fPIC -O2 -o "$out/slow_clock.so" "$out/slow_clock.c"
mkdir -p "$out/nothing"
for module in pandas numpy duckdb onnxruntime pettingzoo gymnasium; do echo "raise ImportError('taken away')" > "$out/nothing/$module.py"; done

# ---- a row: the program by itself, then the tests ----
row() {
    local name=$1 log=$out/$1.log start=$SECONDS loads=() status=0
    if [ "$name" = beside_load ]; then
        for _ in 1 2 3 4; do
            (while :; do :; done) &
            loads+=($!)
        done
    fi
    local results=results-without
    {
        "$name" sh -c "
            $build/skat-arena run configs/duel.json --deals 36 --out $results --force --quiet; status=\$?
            [ \$status -le 2 ] || exit \$status
            $build/skat-arena verify $results || exit 1
            # In a sandbox, or in what there is of one.
            $build/skat-arena run configs/duel.json --deals 6 --isolation process --out $results --force --quiet; status=\$?
            rm -rf $results
            [ \$status -le 2 ]"
    } > "$log" 2>&1 || status=1
    if [ $status = 0 ]; then
        "$name" make --no-print-directory BUILT=1 OUT="$build" test-unit test-signature test-e2e >> "$log" 2>&1 || status=1
    fi
    [ ${#loads[@]} = 0 ] || kill "${loads[@]}"
    printf '%-15s %-6s %4d s  %s\n' "$name" "$([ $status = 0 ] && echo green || echo RED)" $((SECONDS - start)) "$(tail -1 "$log")"
    grep '^skat-arena: .*\(this kernel has no\|to forbid it\)' "$log" | sort -u | sed 's/^/    /'
    [ $status = 0 ] || failed=1
}

rows=(no_32bit no_landlock no_seccomp no_namespaces no_ptrace no_perf no_ipv6 one_processor no_environment no_home no_utf8 slow_clock
      no_tools beside_load no_terminals no_cgroups not_root all_at_once)
[ $# = 0 ] || rows=("$@")
for name in "${rows[@]}"; do
    case $name in
    no_terminals | no_cgroups)
        unshare --mount true 2> /dev/null || { echo "$name: left out, there are no namespaces here"; continue; } ;;
    not_root | all_at_once)
        [ "$(id -u)" = 0 ] || { echo "$name: left out, this is not root"; continue; } ;;
    esac
    row "$name"
done
exit $failed
