# SPDX-License-Identifier: MIT
"""make tells the truth: the same sources give the same bytes wherever they lie, other flags build anew, and what is
no longer there is no longer built in."""
import filecmp
import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import harness
from harness import *

pytestmark = [pytest.mark.long, pytest.mark.no_sanitizer("about files, not memory")]
LIBRARY, BOT = "libskat.a", "bots/basic.so"


def make(folder, *arguments):
    """The lines that make prints for the same build as the tested one, in another folder."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    done = subprocess.run(["make", f"OUT={out()}", *arguments], cwd=folder, env=environment, check=True,
                          capture_output=True, text=True, timeout=TIMEOUT)
    return done.stdout


def out():
    return harness.BUILD.relative_to(ROOT).as_posix()


def copy_tree(folder):
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                            cwd=ROOT, capture_output=True, check=True).stdout
    for name in filter(None, listed.decode().split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)


def copy_solver_of_page(folder):
    """`make wasm` has built it or not; the program has it in if it is there."""
    solver = Path("build", "wasm", "solver.base64")
    if (ROOT / solver).exists():
        (folder / solver).parent.mkdir(parents=True)
        shutil.copy2(ROOT / solver, folder / solver)


def members(folder):
    return subprocess.run(["ar", "t", folder / out() / LIBRARY], capture_output=True, text=True,
                          check=True).stdout.split()


def check_same_bytes(folder, names):
    for name in names:
        assert filecmp.cmp(harness.BUILD / name, folder / out() / name, shallow=False), name


def check_what_is_built_again(folder):
    target = f"{out()}/{LIBRARY}"
    assert "CC" not in make(folder, target)
    for flag in ("CFLAGS=-O0", "CPPFLAGS=-DANYTHING", "ARCH="):
        assert "CC" in make(folder, flag, f"{out()}/engine/card.o"), flag
        assert "CC" not in make(folder, flag, f"{out()}/engine/card.o"), flag


def check_that_deleted_sources_leave(folder):
    bot, source = folder / "bots" / "extra.c", folder / "engine" / "extra.c"
    module = f"{out()}/bots/extra.so"
    shutil.copy(folder / "bots" / "basic.c", bot)
    source.write_text("int skat_extra(void);\nint skat_extra(void) { return 1; }\n")
    make(folder, f"{out()}/{LIBRARY}", module)
    assert "extra.o" in members(folder)
    bot.unlink()
    source.unlink()
    make(folder, f"{out()}/{LIBRARY}")
    assert "extra.o" not in members(folder)
    assert not (folder / module).exists(), "the program would still find the bot"


def test_programs_are_hardened():
    """Read-only after relocation, bound at the start, stacks guarded, calls of the C library checked."""
    files = [harness.program(), *sorted(harness.program().parent.glob("*.so*")),
             *sorted((harness.program().parent / "bots").glob("*.so"))]
    assert len(files) > 6
    read = lambda option, file: subprocess.run(["readelf", "-W", option, file], check=True, text=True,
                                               capture_output=True).stdout
    for file in files:
        segments, dynamic = read("-l", file), read("-d", file)
        assert "GNU_RELRO" in segments and "BIND_NOW" in dynamic, file
        stack = next(line for line in segments.splitlines() if "GNU_STACK" in line)
        assert "RWE" not in stack and "TEXTREL" not in dynamic, file
    symbols = read("--dyn-syms", harness.program())
    assert "__stack_chk_fail" in symbols and "__snprintf_chk" in symbols and "PIE" in read("-d", harness.program())


def test_bill_of_materials(tmp_path):
    """Each program with its hash, and each library that it needs with its package; twice, the same bytes."""
    files = [harness.program(), *sorted((harness.program().parent / "bots").glob("*.so"))]
    bills = [subprocess.run([sys.executable, "packaging/sbom.py", "1.0.0", "2026-11-22", *order], cwd=harness.ROOT,
                            check=True, capture_output=True).stdout for order in (files, files[::-1])]
    assert bills[0] == bills[1]
    bill = json.loads(bills[0])
    names = {entry["SPDXID"]: entry for kind in ("packages", "files") for entry in bill[kind]}
    assert len(names) == len(bill["packages"]) + len(bill["files"])
    for entry, file in zip(bill["files"], sorted(files)):
        assert entry["fileName"] == f"./{file.name}"
        assert {"algorithm": "SHA256", "checksumValue": hashlib.sha256(file.read_bytes()).hexdigest()} in entry["checksums"]
    for relation in bill["relationships"]:
        assert relation["relatedSpdxElement"] in names and relation["spdxElementId"] in names | {"SPDXRef-DOCUMENT": 0}
    linked = {names[relation["relatedSpdxElement"]].get("name", "") for relation in bill["relationships"]}
    assert all(any(name.startswith(library) for name in linked) for library in ("libarchive13", "libcjson", "libpcg"))


def test_archives_are_loaded_late():
    """No command but those that see an archive loads libarchive and what it needs: in the version of the headers."""
    needed = subprocess.run(["readelf", "-d", harness.program()], check=True, text=True, capture_output=True).stdout
    assert "libarchive" not in needed
    folder = subprocess.run(["pkg-config", "--variable=libdir", "libarchive"], check=True, text=True, capture_output=True).stdout
    linked = subprocess.run(["readelf", "-d", Path(folder.strip()) / "libarchive.so"], check=True, text=True, capture_output=True).stdout
    [name] = re.findall(r"\(SONAME\).*\[(.*)\]", linked)
    assert f'"{name}"' in (harness.ROOT / "arena" / "base" / "libarchive.c").read_text()
    assert f'"{name}"' in (harness.ROOT / "packaging" / "sbom.py").read_text()


def test_without_the_library_of_archives(tmp_path):
    """A damaged installation: a sentence, and the exit code of a fault of the program's own."""
    (tmp_path / "libarchive.so.13").write_bytes(b"")
    packed = tmp_path / "games.sgf.gz"
    packed.write_bytes(gzip.compress(b""))
    done = subprocess.run([harness.program(), "import", "-o", tmp_path / "games", packed], text=True, capture_output=True,
                          env=os.environ | {"LD_LIBRARY_PATH": str(tmp_path)}, check=False)
    assert done.returncode == 70 and "a library is missing or damaged" in done.stderr and "libarchive.so.13" in done.stderr


def test_builds_elsewhere(tmp_path):
    """One test, since the engine and a bot are compiled for it; with FULL=1 the whole program."""
    folder = tmp_path / "a longer name"
    names = (LIBRARY, BOT, *(("skat-arena", "libskat-ffi.so") if harness.FULL else ()))
    copy_tree(folder)
    copy_solver_of_page(folder)
    make(folder, *(f"{out()}/{name}" for name in names))
    check_same_bytes(folder, names)
    check_what_is_built_again(folder)
    check_that_deleted_sources_leave(folder)
