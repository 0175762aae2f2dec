# SPDX-License-Identifier: MIT
"""Builds the package where it stands, with `make` and nothing from the network (PEP 517 and 660).

The wheel has the library, the bots and the rule sets in the layout of the source tree (skat_arena/build/plain, skat_arena/configs),
in which the library finds them."""
from __future__ import annotations

import base64
import hashlib
import os
import re
import subprocess
import sysconfig
import zipfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
TREE = HERE.parent
BUILD = TREE / "build" / "plain"


def _version() -> str:
    header = (TREE / "arena" / "base" / "version.h").read_text()
    found = re.search(r'ARENA_VERSION "(.*)"', header)
    if not found:
        raise ValueError("arena/base/version.h has no ARENA_VERSION")
    return found[1]


def _tag() -> str:
    return f"py3-none-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"


def _metadata() -> str:
    return (f"Metadata-Version: 2.1\nName: skat-arena\nVersion: {_version()}\n"
            "Summary: Rules of Skat, games, many tables at once, solver and tournaments\n"
            "Requires-Python: >=3.10\nRequires-Dist: numpy\n")


def _make() -> None:
    """Installs nothing: `make` says which packages are missing."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    done = subprocess.run(["make", "-s", "-C", str(TREE), "NO_INSTALL=1", "all"], env=environment)
    if done.returncode:
        raise SystemExit("the wheel was not built: see above")


class _Wheel:
    def __init__(self, folder: str) -> None:
        self.name = f"skat_arena-{_version()}-{_tag()}.whl"
        self.file = zipfile.ZipFile(Path(folder) / self.name, "w", zipfile.ZIP_DEFLATED)
        self.record: list[str] = []

    def add(self, name: str, data: bytes) -> None:
        member = zipfile.ZipInfo(name)  # of no date: the same sources give the same bytes
        member.compress_type = zipfile.ZIP_DEFLATED
        member.external_attr = (0o100755 if name.endswith("/skat-arena") else 0o100644) << 16
        self.file.writestr(member, data)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        self.record.append(f"{name},sha256={digest},{len(data)}")

    def close(self) -> str:
        info = f"skat_arena-{_version()}.dist-info"
        self.add(f"{info}/METADATA", _metadata().encode())
        self.add(f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: skat-arena\nRoot-Is-Purelib: false\nTag: {_tag()}\n".encode())
        self.record.append(f"{info}/RECORD,,")
        self.file.writestr(f"{info}/RECORD", "\n".join(self.record) + "\n")
        self.file.close()
        return self.name


def build_wheel(wheel_directory: str, config_settings: dict[str, Any] | None = None, metadata_directory: str | None = None) -> str:
    _make()
    wheel = _Wheel(wheel_directory)
    for path in sorted((HERE / "skat_arena").iterdir()):
        if path.suffix == ".py" or path.name == "py.typed":
            wheel.add(f"skat_arena/{path.name}", path.read_bytes())
    for path in [BUILD / "libskat-ffi.so", BUILD / "skat-arena", *sorted((BUILD / "bots").glob("*.so"))]:
        wheel.add(f"skat_arena/build/plain/{path.relative_to(BUILD).as_posix()}", path.read_bytes())
    for path in sorted((TREE / "configs" / "rules").glob("*.json")):
        wheel.add(f"skat_arena/configs/rules/{path.name}", path.read_bytes())
    return wheel.close()


def build_editable(wheel_directory: str, config_settings: dict[str, Any] | None = None, metadata_directory: str | None = None) -> str:
    _make()
    wheel = _Wheel(wheel_directory)
    wheel.add("skat_arena.pth", f"{HERE}\n".encode())
    return wheel.close()


def get_requires_for_build_wheel(config_settings: dict[str, Any] | None = None) -> list[str]:
    return []


get_requires_for_build_editable = get_requires_for_build_wheel
