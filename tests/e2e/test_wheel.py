# SPDX-License-Identifier: MIT
"""The wheel: what it links, says of itself and contains, and that it works by itself. `make test-wheel` installs it in clean systems."""
import base64
import email
import hashlib
import importlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile

import pytest

from harness import OK, ROOT, SAME_BYTES, arena, program, shared
from installation import make

pytestmark = [pytest.mark.no_sanitizer("about files, not memory"),
              pytest.mark.skipif(not shutil.which("readelf"), reason="readelf is not installed")]
# What PEP 600 lets a wheel take from the system.
SYSTEM = {"libc.so.6", "libm.so.6", "libgcc_s.so.1", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}
ALONE = {name: value for name, value in os.environ.items() if not name.startswith(("SKAT_ARENA", "PYTHONPATH"))}


def read(*words):
    return subprocess.run(words, check=True, text=True, capture_output=True).stdout


@pytest.fixture
def build_backend(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    return importlib.import_module("build_backend")


@pytest.fixture
def wheel(build_backend):
    def write(folder):
        make("wheel-files", f"OUT={program().parent}", "NO_INSTALL=1")
        build_backend.write_wheel(program().parent, folder)
    [made] = shared("wheel", write).glob("*.whl")
    return made


@pytest.fixture
def unpacked(wheel):
    def unpack(folder):
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder)
        (folder / "skat_arena" / "build" / "plain" / "skat-arena").chmod(0o755)
    return shared("unpacked-wheel", unpack)


def test_it_needs_glibc_alone_in_the_version_that_its_tag_names(wheel, unpacked):
    files = [path for path in unpacked.rglob("*") if path.is_file() and path.read_bytes()[:4] == b"\x7fELF"]
    names, versions = {path.name for path in files}, set()
    for path in files:
        needed = set(re.findall(r"\(NEEDED\).*\[(.*)\]", read("readelf", "-d", path)))
        assert needed <= names | SYSTEM, path.name
        versions |= {(int(major), int(minor)) for major, minor in re.findall(r"\(GLIBC_(\d+)\.(\d+)", read("objdump", "-T", path))}
    major, minor = max(versions)
    assert f"-manylinux_{major}_{minor}_{os.uname().machine}.whl" in wheel.name
    assert (major, minor) <= (2, 34), "the C library of RHEL 9, Debian 12 and Ubuntu 22.04, or an older one"
    exported = read("nm", "-D", "--defined-only", unpacked / "skat_arena" / "build" / "plain" / "libskat-ffi.so").splitlines()
    assert exported and all(line.split()[2].startswith("skat_ffi_") for line in exported)


def test_what_it_says_of_itself(wheel, unpacked, build_backend, tmp_path):
    [info] = unpacked.glob("*.dist-info")
    says = email.message_from_string((info / "METADATA").read_text())
    assert says["License-Expression"] == "MIT" and says.get_all("Classifier")
    assert set(says.get_all("Provides-Extra")) == {"pettingzoo", "gymnasium", "pandas", "onnx", "parquet"}
    assert says.get_payload() == (ROOT / "python" / "README.md").read_text()
    texts = {path.name: path.read_text(errors="replace") for path in (info / "licenses").iterdir()}
    common = {name for text in texts.values() for name in re.findall(r"/usr/share/common-licenses/(L?GPL-[\d.]*\d)", text)}
    assert len(texts) == 7 + len(common), "ours, each library's, and what these name"
    assert {"LICENSE", "LGPL-2.1", "LGPL-3"} | common <= set(texts)
    for line in (info / "RECORD").read_text().splitlines()[:-1]:
        name, digest, size = line.rsplit(",", 2)
        data = (unpacked / name).read_bytes()
        sha256 = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        assert digest == f"sha256={sha256}" and int(size) == len(data)
    again = build_backend.write_wheel(program().parent, str(tmp_path))
    assert (tmp_path / again).read_bytes() == wheel.read_bytes(), "the same sources, the same bytes"


def test_the_source_distribution_is_what_is_committed(build_backend, tmp_path):
    name = build_backend.build_sdist(str(tmp_path))
    with tarfile.open(tmp_path / name) as archive:
        archive.extractall(tmp_path)
    top = tmp_path / name.removesuffix(".tar.gz")
    inside = {str(path.relative_to(top)) for path in top.rglob("*") if path.is_file()}
    assert {"PKG-INFO", "pyproject.toml", "Makefile"} <= inside
    if (ROOT / ".git").exists():
        assert inside - {"PKG-INFO"} == set(read("git", "-C", ROOT, "ls-files").splitlines())
    before = (tmp_path / name).read_bytes()
    code = "import build_backend, sys; build_backend.build_sdist(sys.argv[1])"
    subprocess.run([sys.executable, "-B", "-c", code, tmp_path], check=True, cwd=top, env=ALONE | {"PYTHONPATH": str(top / "packaging")})
    assert (tmp_path / name).read_bytes() == before, "an unpacked one makes the same one"


def test_it_works_by_itself(unpacked, tmp_path):
    """With library, program, bots and rule sets of its own, also in sandboxes and by `pipe`."""
    pytest.importorskip("numpy")
    (tmp_path / "chance.py").write_text("from skat_arena import Policy\n\n\nclass Chance(Policy):\n"
                                        "    def act(self, observation, mask):\n        return mask\n")
    (tmp_path / "config.json").write_text(json.dumps({"name": "isolated", "bots": {"a": "random", "b": "pimc"}, "schedule": "duel",
                                                      "seed": 1, "deals": 4, "isolation": "process"}))
    code = ("import skat_arena as s; t = s.Tables(s.Rules('bierlachs'), 2, 1, bots=[None, 'stammtisch', 'pimc']);"
            "t.step(t.random_actions()); s.play('chance.py', 'stammtisch', deals=6, folder='out');"
            "s.run('config.json', 'isolated'); print(s._library.lib._name, s.runs.program())")
    done = subprocess.run([sys.executable, "-B", "-c", code], cwd=tmp_path, text=True, capture_output=True,
                          env=ALONE | {"PYTHONPATH": str(unpacked)})
    assert done.returncode == OK, done.stderr
    assert arena("run", tmp_path / "config.json", "--out", tmp_path / "here", "--quiet").returncode == OK
    for name in SAME_BYTES:  # though the files of its bots are others
        assert (tmp_path / "here" / name).read_bytes() == (tmp_path / "isolated" / name).read_bytes(), name
    folder = os.path.realpath(unpacked / "skat_arena" / "build" / "plain")
    assert [os.path.realpath(name) for name in done.stdout.split()] == [f"{folder}/libskat-ffi.so", f"{folder}/skat-arena"]
    code = "import sys; sys.argv = ['', '--version']; from skat_arena.runs import main; main()"
    console = subprocess.run([sys.executable, "-B", "-c", code], text=True, capture_output=True, env=ALONE | {"PYTHONPATH": str(unpacked)})
    assert console.stdout == read(program(), "--version")


def test_without_numpy_it_says_so():
    done = subprocess.run([sys.executable, "-S", "-B", "-m", "skat_arena", "policy.npz"], text=True, capture_output=True,
                          env=ALONE | {"PYTHONPATH": str(ROOT / "python")})
    assert done.returncode == 1 and done.stderr == (f"skat_arena needs numpy, which {sys.executable} does not have: pip install numpy, "
                                                    "or apt-get install python3-numpy\n")
