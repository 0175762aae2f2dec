#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds the Python package with `make` and nothing from the network (PEP 517 and 660); what pyproject.toml says is what the wheel says.

The wheel has the library, the program, the bots and the rule sets in the layout of the source tree (skat_arena/build/plain,
skat_arena/configs), in which they find each other. The shared libraries that a minimal system lacks are in it, too, beside the
program, and not linked into it: three of them are under the LGPL, so that whoever has the wheel may replace them.

build_backend.py BUILD OUT writes the wheel of a build, such as build/plain, and the source distribution into a folder."""
from __future__ import annotations

import base64
import gzip
import hashlib
import importlib
import io
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sbom import output_of, package_of

TREE = Path(__file__).resolve().parent.parent
BUILD = TREE / "build" / "plain"
tomllib = importlib.import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
PROJECT: dict[str, Any] = tomllib.loads((TREE / "pyproject.toml").read_text())["project"]
VERSION = re.findall(r'ARENA_VERSION "(.*)"', (TREE / "arena" / "base" / "version.h").read_text())[0]
NAME = f"{PROJECT['name'].replace('-', '_')}-{VERSION}"


def _metadata() -> str:
    """PKG-INFO of the source distribution and METADATA of the wheel."""
    lines = ["Metadata-Version: 2.4", f"Name: {PROJECT['name']}", f"Version: {VERSION}", f"Summary: {PROJECT['description']}",
             *(f"Author: {author['name']}" for author in PROJECT["authors"]), f"Keywords: {','.join(PROJECT['keywords'])}",
             f"License-Expression: {PROJECT['license']}", *(f"License-File: {name}" for name in PROJECT["license-files"]),
             *(f"Classifier: {word}" for word in PROJECT["classifiers"]), f"Requires-Python: {PROJECT['requires-python']}",
             *(f"Requires-Dist: {name}" for name in PROJECT["dependencies"])]
    for extra, names in PROJECT["optional-dependencies"].items():
        lines += [f"Provides-Extra: {extra}", *(f'Requires-Dist: {name}; extra == "{extra}"' for name in names)]
    lines += ["Description-Content-Type: text/markdown", "", (TREE / PROJECT["readme"]).read_text()]
    return "\n".join(lines)


def tag_of(files: list[Path]) -> str:
    """The platform of compiled files: the processor, and the newest version of glibc of which one of them uses a symbol (PEP 600)."""
    versions = [tuple(map(int, found)) for file in files
                for found in re.findall(r"\bGLIBC_(\d+)\.(\d+)", output_of("readelf", "-V", "-W", str(file)))]
    if not versions:
        raise SystemExit("the wheel was not built: readelf (of binutils) finds no version of glibc in what was compiled")
    machine = "aarch64" if "AArch64" in output_of("readelf", "-h", str(files[0])) else "x86_64"
    return "py3-none-manylinux_{}_{}_{}".format(*max(versions), machine)


def _make() -> None:
    """Installs nothing: `make` says which packages are missing."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    if subprocess.run(["make", "-s", "-C", str(TREE), "NO_INSTALL=1", "all", "wheel-files"], env=environment).returncode:
        raise SystemExit("the wheel was not built: see above")


class _Wheel:
    def __init__(self, folder: str, tag: str) -> None:
        self.name, self.tag = f"{NAME}-{tag}.whl", tag
        self.file = zipfile.ZipFile(Path(folder) / self.name, "w", zipfile.ZIP_DEFLATED)
        self.record: list[str] = []

    def add(self, name: str, data: bytes) -> None:
        member = zipfile.ZipInfo(name)  # of no date: the same sources give the same bytes
        member.compress_type = zipfile.ZIP_DEFLATED
        member.external_attr = (0o100755 if name.endswith("/skat-arena") else 0o100644) << 16
        self.file.writestr(member, data)
        if name.endswith("/RECORD"):
            return
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        self.record.append(f"{name},sha256={digest},{len(data)}")

    def close(self) -> str:
        info = f"{NAME}.dist-info"
        self.add(f"{info}/METADATA", _metadata().encode())
        self.add(f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: skat-arena\nRoot-Is-Purelib: false\nTag: {self.tag}\n".encode())
        scripts = "".join(f"{name} = {place}\n" for name, place in PROJECT["scripts"].items())
        self.add(f"{info}/entry_points.txt", f"[console_scripts]\n{scripts}".encode())
        for name in PROJECT["license-files"]:
            self.add(f"{info}/licenses/{name}", (TREE / name).read_bytes())
        self.record.append(f"{info}/RECORD,,")
        self.add(f"{info}/RECORD", ("\n".join(self.record) + "\n").encode())
        self.file.close()
        return self.name


def licences_of(libraries: list[Path]) -> Iterator[tuple[str, bytes]]:
    """The copyright file of each Debian package that shared libraries are from. The build refuses a library without one."""
    for library in libraries:
        name = package_of(str(library))[0]
        place = Path("/usr/share/doc", name, "copyright")
        if not name or not place.is_file():
            raise SystemExit(f"the wheel was not built: no Debian package says what the licence of {library} is")
        text = place.read_bytes()
        yield name, text
        for common in re.findall(rb"/usr/share/common-licenses/(L?GPL-[\d.]*\d)", text):
            yield common.decode(), Path("/usr/share/common-licenses", common.decode()).read_bytes()


def write_wheel(build: Path, folder: str) -> str:
    """The wheel of what `make wheel-files` has left in a build; returns its name."""
    compiled = sorted(path for path in (build / "wheel").rglob("*") if path.is_file())
    wheel = _Wheel(folder, tag_of(compiled))
    for path in sorted((TREE / "python" / "skat_arena").iterdir()):
        if path.suffix == ".py" or path.name == "py.typed":
            wheel.add(f"skat_arena/{path.name}", path.read_bytes())
    for path in compiled:
        wheel.add(f"skat_arena/build/plain/{path.relative_to(build / 'wheel').as_posix()}", path.read_bytes())
    for path in sorted((TREE / "configs" / "rules").glob("*.json")):
        wheel.add(f"skat_arena/configs/rules/{path.name}", path.read_bytes())
    own = [path.resolve() for path in compiled if path.is_symlink()]
    for name, text in sorted(dict(licences_of(own)).items()):
        wheel.add(f"{NAME}.dist-info/licenses/{name}", text)
    return wheel.close()


def build_wheel(wheel_directory: str, config_settings: dict[str, Any] | None = None, metadata_directory: str | None = None) -> str:
    _make()
    return write_wheel(BUILD, wheel_directory)


def build_editable(wheel_directory: str, config_settings: dict[str, Any] | None = None, metadata_directory: str | None = None) -> str:
    _make()
    wheel = _Wheel(wheel_directory, tag_of([BUILD / "libskat-ffi.so"]))
    wheel.add("skat_arena.pth", f"{TREE / 'python'}\n".encode())
    return wheel.close()


def _sources() -> list[str]:
    """What is committed; in an unpacked source distribution, all of it but what was built."""
    if (TREE / ".git").exists():
        return subprocess.run(["git", "-C", str(TREE), "ls-files"], check=True, text=True, capture_output=True).stdout.splitlines()
    names = (path.relative_to(TREE) for path in TREE.rglob("*") if path.is_file())
    return sorted(str(name) for name in names if name.parts[0] not in ("build", "PKG-INFO") and "__pycache__" not in name.parts)


def build_sdist(sdist_directory: str, config_settings: dict[str, Any] | None = None) -> str:
    name = f"{NAME}.tar.gz"
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for source in _sources():
            _add(archive, source, (TREE / source).read_bytes(), os.access(TREE / source, os.X_OK))
        _add(archive, "PKG-INFO", _metadata().encode(), False)
    (Path(sdist_directory) / name).write_bytes(gzip.compress(plain.getvalue(), mtime=0))
    return name


def _add(archive: tarfile.TarFile, name: str, data: bytes, executable: bool) -> None:
    member = tarfile.TarInfo(f"{NAME}/{name}")  # of no date and no owner, as in a wheel
    member.size, member.mode = len(data), 0o755 if executable else 0o644
    archive.addfile(member, io.BytesIO(data))


if __name__ == "__main__":
    print(write_wheel(Path(sys.argv[1]), sys.argv[2]))
    print(build_sdist(sys.argv[2]))
