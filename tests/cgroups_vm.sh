#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Plays tests/e2e/test_cgroups.py in a virtual machine whose control groups are free: usage
#   tests/cgroups_vm.sh KERNEL [BUILD [TESTS]]
# KERNEL is a kernel image (Debian's linux-image-cloud-amd64 has one as boot/vmlinuz-*), BUILD a build (build/plain), TESTS what pytest -k takes. It needs
# qemu-system-x86_64 and a static busybox. ACCEL=kvm is faster where that works. The exit status is that of the tests.
set -euo pipefail
cd "$(dirname "$0")/.."
kernel=$1 build=${2:-build/plain} tests=${3:-Groups}
root=$(mktemp -d)
trap 'rm -rf "$root" "$root.cpio"' EXIT

copy() { # files with the folders that they are in
    cp --parents -rL "$@" "$root"
}
libraries() { # that these programs and libraries need
    ldd "$@" 2>/dev/null | sed -nE 's/^\t(.* => )?(\/[^ ]*) .*/\2/p' | sort -u
}

mkdir -p "$root"/{proc,sys,dev,tmp,bin}
cp /bin/busybox "$root/bin/busybox"
for name in sh mount mkdir poweroff sleep cat; do ln -s busybox "$root/bin/$name"; done
copy /usr/bin/python3 /usr/bin/env
ln -s /bin/sleep "$root/usr/bin/sleep"
modules() { # of Python that tests need, beside its own
    /usr/bin/python3 -c '
import sys, pathlib, pytest, pluggy, jsonschema, fastjsonschema, xdist, execnet
site = pathlib.Path("/usr/lib/python3/dist-packages")
for path in {getattr(module, "__file__", None) for module in sys.modules.values()} - {None}:
    if pathlib.Path(path).is_relative_to(site):
        print(site / pathlib.Path(path).relative_to(site).parts[0])'
    printf '%s\n' /usr/lib/python3/dist-packages/{pytest,pytest_xdist}-*-info
}
mapfile -t needed < <(modules | sort -u)
copy "${needed[@]}" /usr/lib/python3.*[0-9]
rm -rf "$root"/usr/lib/python3.*/{test,idlelib,lib2to3,ensurepip}
mapfile -t needed < <(libraries /usr/bin/python3 "$build/skat-arena" "$build"/bots/*.so /usr/lib/python3.*/lib-dynload/*.so)
copy "${needed[@]}"
tree=$root/tree
mkdir -p "$tree"
cp --parents -r tests/e2e tests/oracle tests/pytest.ini tests/conftest.py tests/bots/pipes configs results "$build/skat-arena" "$build/bots" \
    "$build/tests/bots" "$tree"
find "$tree" -name "*.o" -delete
cat >"$root/init" <<END
#!/bin/sh
mount -t proc none /proc; mount -t sysfs none /sys; mount -t devtmpfs none /dev; mount -t tmpfs none /tmp
mkdir -p /dev/shm; mount -t tmpfs none /dev/shm; mount -t cgroup2 none /sys/fs/cgroup
export PATH=/bin:/usr/bin HOME=/tmp TMPDIR=/tmp PYTHONDONTWRITEBYTECODE=1
cd /tree/tests
python3 -m pytest -vv --color=no --durations=0 -rs -p no:cacheprovider e2e/test_cgroups.py -k "$tests" --build=/tree/$build
echo "tests ended with status \$?"
poweroff -f
END
chmod +x "$root/init"
(cd "$root" && find . | busybox cpio -o -H newc) >"$root.cpio" && du -h "$root.cpio"
qemu-system-x86_64 -accel "${ACCEL:-tcg}" -cpu max -m 4096 -smp 2 -kernel "$kernel" -initrd "$root.cpio" -append "console=ttyS0 loglevel=2 panic=-1" \
    -nographic -no-reboot </dev/null | tee "$root/output"
grep -q "tests ended with status 0" "$root/output"
